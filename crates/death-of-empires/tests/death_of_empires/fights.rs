//! Whole fights: what each stage does to the next, and the readings that need more than one allocation.

use crate::script::{Played, play, wish};
use grognard_death_of_empires::fight::{End, Fight, FightRules};
use grognard_death_of_empires::{Charts, Contest, open};
use grognard_umpire::Side;
use std::sync::Arc;

const HEAD: &str = r#"
system = "death-of-empires"
kind = "chain"
game = "other"
title = "a fight"
date = "1914"
sources = ["made for a test"]
"#;

/// A stack of a side: formation, name, and units as `key arm strength`.
pub(crate) fn stack(side: &str, formation: &str, name: &str, more: &str, units: &str) -> String {
    let units: Vec<String> = units
        .split(',')
        .map(|unit| {
            let words: Vec<&str> = unit.split_whitespace().collect();
            format!("{{ key = \"{}\", arm = \"{}\", strength = {} }}", words[0], words[1], words[2])
        })
        .collect();
    format!(
        "[[{side}.stack]]\nname = \"{name}\"\nformation = \"{formation}\"\n{more}\nunits = [{}]\n",
        units.join(", ")
    )
}

pub(crate) fn formation(side: &str, key: &str, morale: u8, more: &str) -> String {
    format!("[[{side}.formation]]\nkey = \"{key}\"\nmorale = {morale}\n{more}\n")
}

/// A fight of one stack a side; `special` goes before the sides, the rest into formations and stacks.
pub(crate) struct Plan {
    pub(crate) special: String,
    pub(crate) attackers: String,
    pub(crate) defenders: String,
    pub(crate) marker: u8,
}

impl Plan {
    pub(crate) fn simple() -> Plan {
        Plan {
            special: String::new(),
            attackers: formation("attacker", "a", 6, "")
                + &stack("attacker", "a", "A", "", "i1 infantry 6, i2 infantry 6, g artillery 3"),
            defenders: formation("defender", "d", 6, "")
                + &stack(
                    "defender",
                    "d",
                    "D",
                    "",
                    "i1 infantry 6, i2 infantry 6, g artillery 3, e engineer 1",
                ),
            marker: 0,
        }
    }

    pub(crate) fn special(mut self, text: &str) -> Plan {
        self.special.push_str(text);
        self.special.push('\n');
        self
    }

    pub(crate) fn open(&self) -> (Fight, Arc<FightRules>) {
        self.open_with(&[])
    }

    pub(crate) fn open_with(&self, house: &[(String, String)]) -> (Fight, Arc<FightRules>) {
        let text = format!(
            "{HEAD}{}\n[attacker]\nname = \"the Germans\"\n{}\n[defender]\nname = \"the Russians\"\ncombat-marker = {}\n{}",
            self.special, self.attackers, self.marker, self.defenders
        );
        match open("test", &text, &Arc::new(Charts::load(house).unwrap_or_else(|error| panic!("{error}")))) {
            Ok(Contest::Chain(start, rules)) => (start, rules),
            Ok(_) => unreachable!("a chain was written"),
            Err(error) => panic!("{error}\n{text}"),
        }
    }

    pub(crate) fn play(&self, dice: &[u16], wishes: &[&str]) -> Played<End> {
        let (start, rules) = self.open();
        let played = play(start, &*rules, dice, &mut wish(wishes));
        assert_eq!(played.dice_left, 0, "every die was used:\n{}", played.text());
        played
    }
}

pub(crate) fn total(strength: &[[u8; 12]; 4]) -> u32 {
    strength.iter().flatten().map(|&sp| u32::from(sp)).sum()
}

#[test]
fn combat_strikes_each_stack_and_each_checks() {
    let mut plan = Plan::simple().special("[combat]\nodds = \"2-1\"");
    plan.attackers += &stack("attacker", "a", "A2", "", "i1 infantry 6");
    // Die 2 at 2-1 is 2/1: two results on each of two attackers, one on the defender; three checks pass.
    let played = plan.play(&[2, 1, 1, 1], &["combat"]);
    assert_eq!(total(&played.end.strength.first), 21 - 4);
    assert_eq!(total(&played.end.strength.second), 16 - 1);
    assert!(played.end.is_held());
    assert!(played.cites("DE-E1"));
    // Die 1 at 1-1 is 3/0: a defender without a result does not check.
    let spared = Plan::simple().special("[combat]\nodds = \"1-1\"").play(&[1, 1], &["combat"]);
    assert_eq!(total(&spared.end.strength.second), 16);
}

#[test]
fn a_barrage_may_call_for_a_check_and_may_empty_the_hex() {
    let plan =
        Plan { marker: 2, ..Plan::simple() }.special("[barrage]\nstrength = 36\n[combat]\nodds = \"1-1\"");
    // Die 1 in the column 35-49: one result, no star; combat 5 - 1 = 4: 2/1; both checks pass.
    let light = plan.play(&[1, 5, 1, 1], &["combat"]);
    assert_eq!(total(&light.end.strength.second), 16 - 2);
    // Die 3: two results and a star; the check of 8 against 6 gives two more.
    let heavy = plan.play(&[3, 8, 5, 1, 1], &["superiority", "combat"]);
    assert!(heavy.end.superiority);
    assert!(heavy.cites("DE-T6") && heavy.cites("DE-B3-d"));
    assert_eq!(total(&heavy.end.strength.second), 16 - 1 - 2 - 2, "with superiority the die is 5 again: 2/2");
    // The owner runs: nobody is left to fight.
    let gone = plan.play(&[3, 1], &["retreat", "marker"]);
    assert!(!gone.end.is_held());
    assert_eq!(gone.end.hexes.second[0], 1);
    assert_eq!(gone.end.marker, 1);
    assert_eq!(total(&gone.end.strength.first), 15);
}

#[test]
fn checks_after_combat_may_give_results_too() {
    let plan = Plan::simple().special("[combat]\nodds = \"1-1\"");
    // Die 5 at 1-1: 2/2. The attacker fails by three, the defender by one.
    let played = plan.play(&[5, 9, 7], &["combat"]);
    assert_eq!(total(&played.end.strength.first), 15 - 2 - 3);
    assert_eq!(total(&played.end.strength.second), 16 - 2 - 1);
    // In the check the attacker may run, in the combat he may not.
    let ran = plan.play(&[5, 7, 1], &["retreat", "combat"]);
    assert_eq!(ran.end.hexes.first[0], 1);
    assert!(ran.cites("DE-E2") && ran.cites("DE-E2-b"));
}

#[test]
fn a_formations_morale_is_shared_by_its_stacks() {
    let mut plan = Plan::simple().special("[combat]\nodds = \"2-1\"");
    plan.attackers += &stack("attacker", "a", "A2", "", "i1 infantry 6");
    // 2/1: each attacking stack loses a level of the one formation; the checks are then against 4.
    let played = plan.play(&[2, 5, 3, 1], &["morale", "combat"]);
    assert_eq!(played.end.morale.first[0], 6 - 1 - 1 - 1, "5 against 4 fails and costs a third");
    assert!(played.cites("DE-M9"));
}

#[test]
fn o2_one_each_scope() {
    let plan = |reading: &str| {
        let special = format!("[readings]\none-each-scope = \"{reading}\"\n[combat]\nodds = \"2-1\"");
        let mut plan = Plan::simple().special(&special);
        plan.attackers += &stack("attacker", "a", "A2", "", "i1 infantry 6");
        plan
    };
    // The first result on each of two attacking stacks is the owner's, and he would take morale.
    let run = |reading: &str, dice: &[u16]| {
        let (start, rules) = plan(reading).open();
        let (mut attacker, mut defender) = (wish(&["morale", "combat"]), wish(&["combat"]));
        play(start, &*rules, dice, &mut |choice| match choice.asking.by {
            Some(Side::First) => attacker(choice),
            _ => defender(choice),
        })
        .end
    };
    assert_eq!(run("each-stack", &[2, 1, 1, 1]).morale.first[0], 4);
    assert_eq!(run("whole-combat", &[2, 1, 1, 1]).morale.first[0], 5, "one for the whole combat");
    // The checks keep counters of their own: 6 against 5 gives the owner another morale loss.
    assert_eq!(run("whole-combat", &[2, 6, 1, 1]).morale.first[0], 4);
}

#[test]
fn o3_earlier_losses() {
    let plan = |reading: &str| {
        Plan::simple()
            .special(&format!("[readings]\nearlier-losses = \"{reading}\"\n[combat]\nodds = \"1-1\""))
    };
    // Die 5: 2/2. The defender gives infantry in the combat; his check of 8 against 6 gives two results,
    // and there he retreats first. May the opponent take artillery then?
    let run = |reading: &str| {
        let (start, rules) = plan(reading).open();
        let mut asked_of_defender = 0;
        play(start, &*rules, &[5, 1, 8], &mut |choice| {
            let keys: Vec<String> =
                (0..choice.options.count()).map(|index| choice.options.key(index)).collect();
            let pick = |key: &str| keys.iter().position(|other| other == key);
            if choice.asking.clause.id() == "DE-B1" {
                return 0;
            }
            if choice.asking.by == Some(Side::Second) && pick("retreat").is_some() {
                asked_of_defender += 1;
                // The first is the combat's, the second the check's.
                return pick(if asked_of_defender == 1 { "combat" } else { "retreat" }).unwrap();
            }
            pick("artillery").filter(|_| asked_of_defender == 2).or(pick("combat")).unwrap_or(0)
        })
        .end
    };
    assert_eq!(run("forgotten").strength.second[0][2], 3, "no combat loss yet in the check");
    assert_eq!(run("counted").strength.second[0][2], 2, "the combat's loss counts");
}

#[test]
fn o5_charge_sides() {
    let plan = |reading: &str| {
        let special = format!(
            "[readings]\ncharge-sides = \"{reading}\"\n[combat]\nodds = \"1-1\"\ncharge = \"attacker\""
        );
        let mut plan = Plan::simple().special(&special);
        plan.attackers = formation("attacker", "a", 6, "") + &stack("attacker", "a", "A", "", "c cavalry 9");
        plan.defenders =
            formation("defender", "d", 6, "") + &stack("defender", "d", "D", "", "c cavalry 1, i infantry 9");
        plan
    };
    let one = plan("charging-side").play(&[5, 1, 1], &["combat", "i"]);
    assert_eq!((total(&one.end.strength.first), total(&one.end.strength.second)), (9 - 4, 10 - 2));
    assert_eq!(one.end.strength.second[0][0], 1, "its cavalry need not go first");
    let both = plan("both-sides").play(&[5, 1, 1], &["combat", "i"]);
    assert_eq!((total(&both.end.strength.first), total(&both.end.strength.second)), (9 - 4, 10 - 4));
    assert_eq!(both.end.strength.second[0][0], 0, "its cavalry goes first");
    assert!(both.cites("DE-F1-a") && both.cites("DE-F1-b") && both.cites("DE-F1-c") && both.cites("DE-F1-d"));
    let other = plan("charging-side");
    let defender = Plan { special: other.special.replace("\"attacker\"", "\"defender\""), ..other };
    let charged = defender.play(&[5, 1, 1], &["combat", "i"]);
    assert_eq!((total(&charged.end.strength.first), total(&charged.end.strength.second)), (9 - 2, 10 - 4));
}

#[test]
fn stand_fast_and_the_table() {
    let plan = |extra: &str| {
        let mut plan = Plan::simple().special(&format!("[combat]\nodds = \"3-1\"\n{extra}"));
        plan.defenders = formation("defender", "d", 6, "stand-fast = true")
            + &stack("defender", "d", "D", "", "i1 infantry 6, i2 infantry 6");
        plan
    };
    // Die 6 at 3-1 is 1/3r: driven back, so its three losses are prisoners too.
    let driven = plan("").play(&[6, 1, 1], &["retreat", "combat"]);
    assert_eq!(driven.end.hexes.second[0], 1);
    assert_eq!(driven.end.prisoners.first, 3);
    assert!(driven.cites("DE-F2-a") && driven.cites("DE-F2-b") && driven.cites("DE-F2-c"));
    // Die 5 is 1/3 without r: it holds, and nobody is taken.
    let held = plan("").play(&[5, 1, 1], &["retreat", "combat"]);
    assert_eq!((held.end.hexes.second[0], held.end.prisoners.first), (0, 0));
    // In the check after being driven it may retreat further, by the ordinary rules.
    let further = plan("").play(&[6, 1, 7], &["retreat", "combat"]);
    assert_eq!(further.end.hexes.second[0], 2);
    assert_eq!(further.end.prisoners.first, 3, "the check takes no prisoners");
    let firm = plan("[readings]\nafter-driven = \"standing-fast\"").play(&[6, 1, 7], &["retreat", "combat"]);
    assert_eq!(firm.end.hexes.second[0], 1);
    assert_eq!(firm.end.prisoners.first, 3 + 1, "whoever still stands fast still loses prisoners");
    // Who was not driven back loses none in his check, whatever the reading.
    let stood = plan("[readings]\nafter-driven = \"standing-fast\"").play(&[5, 1, 7], &["combat"]);
    assert_eq!((total(&stood.end.strength.second), stood.end.prisoners.first), (12 - 3 - 1, 0));
}

#[test]
fn the_tables_p_makes_prisoners_of_defenders_only() {
    // Die 9 at 3-1: 0/4rp.
    let played = Plan::simple().special("[combat]\nodds = \"3-1\"").play(&[9, 1], &["combat"]);
    assert_eq!((played.end.prisoners.first, played.end.prisoners.second), (4, 0));
    assert!(played.cites("DE-T7") && played.cites("DE-B7"));
    // The stand-in table has no p beside losses of the attacker; a player's own may: 2/3p. The attacker's
    // two SP are lost, and nobody takes them prisoner.
    let house = "[[combat-results.change]]\nrow = \"9\"\ncolumn = \"3-1\"\ncell = \"2/3p\"\n";
    let plan = Plan::simple().special("[combat]\nodds = \"3-1\"");
    let (start, rules) = plan.open_with(&[("house.toml".to_owned(), house.to_owned())]);
    let both = play(start, &*rules, &[9, 1, 1], &mut wish(&["combat"]));
    assert_eq!((total(&both.end.strength.first), total(&both.end.strength.second)), (15 - 2, 16 - 3));
    assert_eq!((both.end.prisoners.first, both.end.prisoners.second), (3, 0));
}

#[test]
fn o14_marker_levels() {
    let plan = Plan { marker: 2, ..Plan::simple() };
    let text = plan.special("[readings]\nmarker-levels = \"1\"");
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let file = format!(
        "{HEAD}{}\n[attacker]\nname = \"a\"\n{}\n[defender]\nname = \"d\"\ncombat-marker = 2\n{}",
        text.special, text.attackers, text.defenders
    );
    let refused = open("test", &file, &charts).unwrap_err().to_string();
    assert!(refused.contains("a combat marker has at most 1 here"), "{refused}");
    let one = file.replace("combat-marker = 2", "combat-marker = 1");
    assert!(open("test", &one, &charts).is_ok());
    let default = file.replace("marker-levels = \"1\"", "");
    assert!(open("test", &default, &charts).is_ok());
    // Die 4 at 1-1 is 2/1 as it stands and 3/1 with a full marker. Level 1 is full where there is only
    // one level, and flipped, without effect, where there are two.
    let lost_by_attacker = |levels: &str| {
        let special = format!("[readings]\nmarker-levels = \"{levels}\"\n[combat]\nodds = \"1-1\"");
        let plan = Plan { marker: 1, ..Plan::simple() }.special(&special);
        let played = plan.play(&[4, 1, 1], &["combat"]);
        15 - total(&played.end.strength.first)
    };
    assert_eq!(lost_by_attacker("1"), 3);
    assert_eq!(lost_by_attacker("2"), 2);
}

#[test]
fn o16_retreat_hexes() {
    let plan = |reading: &str| {
        Plan::simple()
            .special(&format!("[readings]\nretreat-hexes = \"{reading}\"\n[combat]\nodds = \"3-1\""))
    };
    // 1/3r: the owner and the opponent choose a hex each, and the table one more.
    let added = plan("added").play(&[6, 1, 1], &["retreat", "combat"]);
    assert_eq!(added.end.hexes.second[0], 3);
    assert!(added.cites("DE-M10"));
    let longest = plan("longest").play(&[6, 1, 1], &["retreat", "combat"]);
    assert_eq!(longest.end.hexes.second[0], 2);
    // Where nobody gave way, nothing is said of hexes (die 5 is 1/3); a retreat by choice alone is counted too.
    let held = plan("added").play(&[5, 1, 1], &["combat"]);
    assert_eq!(held.end.hexes.second, [0; 4]);
    assert!(!held.cites("DE-M10"));
    let chosen = plan("added").play(&[5, 1, 1], &["retreat", "combat"]);
    assert!(chosen.end.hexes.second[0] > 0 && chosen.cites("DE-M10"));
}

fn fortress(more: &str) -> Plan {
    let mut plan = Plan::simple().special(more);
    plan.defenders = formation("defender", "f", 6, "")
        + &formation("defender", "p", 6, "posted = true")
        + &stack("defender", "f", "Fort", "", "fort fort 5")
        + &stack("defender", "p", "Posted", "", "i1 infantry 6, i2 infantry 6");
    plan
}

#[test]
fn forts_and_posted_formations() {
    // Die 5 at 1-1: 2/2. The fort loses two and checks; the posted troops take no check.
    let played = fortress("[combat]\nodds = \"1-1\"").play(&[5, 1, 9], &["combat"]);
    assert_eq!(played.end.strength.second[0][0], 5 - 2 - 3, "the check's results are SP too");
    assert_eq!(total(&played.end.strength.second), 17 - 4 - 3);
    assert!(played.cites("DE-F5b-a") && played.cites("DE-F5b-c") && played.cites("DE-F5a-b"));
    // If they choose to retreat they check after all; the attacker may not choose it for them.
    let ran = fortress("[combat]\nodds = \"1-1\"").play(&[5, 1, 1, 1], &["retreat", "combat"]);
    assert_eq!(ran.end.hexes.second, [0, 1, 0, 0]);
    assert!(ran.cites("DE-F5b-b"));
    assert!(ran.end.is_held(), "by the fort");
}

#[test]
fn x1_fort_driven() {
    // Die 6 at 3-1: 1/3r drives the posted troops, who then check.
    let stays = fortress("[combat]\nodds = \"3-1\"").play(&[6, 1, 1, 1], &["combat"]);
    assert_eq!(stays.end.strength.second[0][0], 2);
    assert_eq!(stays.end.hexes.second, [0, 1, 0, 0]);
    assert!(stays.end.is_held() && stays.cites("DE-F5b-d"));
    let falls = fortress("[readings]\nfort-driven = \"falls\"\n[combat]\nodds = \"3-1\"")
        .play(&[6, 1, 1], &["combat"]);
    assert_eq!(falls.end.strength.second[0][0], 0);
    assert_eq!(falls.end.prisoners.first, 5);
    assert!(!falls.end.is_held());
}

#[test]
fn x2_overrun_bar() {
    let plan = |reading: &str| {
        Plan::simple().special(&format!(
            "[readings]\noverrun-bar = \"{reading}\"\n[combat]\nodds = \"3-1\"\noverrun = true"
        ))
    };
    // Die 5: 1/3, the defender holds: the attacker's check cannot make him retreat.
    let failed = plan("when-failed").play(&[5, 7, 1], &["combat"]);
    assert!(failed.cites("DE-F3"));
    let failed = plan("when-failed").play(&[5, 8, 1], &["superiority", "morale", "combat"]);
    assert_eq!(failed.end.hexes.first[0], 0);
    // Die 6: 1/3r, the defender is gone: an ordinary check.
    let broke_through = plan("when-failed").play(&[6, 7, 1], &["retreat", "combat"]);
    assert_eq!(broke_through.end.hexes.first[0], 1);
    let always = plan("always").play(&[6, 7, 1], &["retreat", "combat"]);
    assert_eq!(always.end.hexes.first[0], 0);
}

#[test]
fn x3_posted_barrage_check() {
    let plan = |reading: &str| {
        fortress(&format!(
            "[readings]\nposted-barrage-check = \"{reading}\"\n[barrage]\nstrength = 50\ntarget = \"Posted\"\n[combat]\nodds = \"1-3\""
        ))
    };
    // Die 1 at 50+: two results and a star; combat die 1 at 1-3: 4/0; only the attacker checks.
    let taken = plan("taken").play(&[1, 8, 1, 1], &["combat"]);
    assert_eq!(total(&taken.end.strength.second), 17 - 4);
    let spared = plan("spared").play(&[1, 1, 1], &["combat"]);
    assert_eq!(total(&spared.end.strength.second), 17 - 2);
}

#[test]
fn engineers_lose_first_on_their_own_side() {
    let mut plan = Plan::simple().special("[combat]\nodds = \"1-1\"");
    plan.attackers = formation("attacker", "a", 6, "")
        + &stack("attacker", "a", "A", "engineers = true", "i1 infantry 6, e engineer 1");
    let played = plan.play(&[5, 7, 1], &["combat", "i1"]);
    assert_eq!(played.end.strength.first[0][1], 0, "the engineer");
    assert_eq!(played.end.strength.first[0][0], 6 - 1 - 1);
    assert!(played.cites("DE-F4-a") && played.cites("DE-F4-d"));
    assert_eq!(played.end.strength.second[0][3], 1, "the enemy's engineers did not help anybody");
}

#[test]
fn odds_follow_from_the_strengths_present() {
    // 15 against 16 is 2-3; die 1 there is 4/0.
    let played = Plan::simple().play(&[1, 1], &["combat"]);
    assert_eq!(total(&played.end.strength.first), 11);
    // A stack that was shelled out no longer counts: 15 against 2 is 6-1, where die 10 is 0/5rp.
    let mut plan = Plan::simple().special("[barrage]\nstrength = 1\ntarget = \"D\"");
    plan.defenders += &stack("defender", "d", "D2", "", "i infantry 2");
    let alone = plan.play(&[10, 10], &["retreat", "combat"]);
    assert_eq!(alone.end.strength.second[1][0], 0);
    assert_eq!(total(&alone.end.strength.second), 16);
    assert!(!alone.end.is_held());
}

/// Whoever is wiped out checks no more and retreats no more.
#[test]
fn a_stack_that_is_gone_neither_checks_nor_retreats() {
    // Shelled out: die 1 at 50+ is two results and a star, and one SP takes but one. Combat 2/2 with the others.
    let mut shelled =
        Plan::simple().special("[barrage]\nstrength = 50\ntarget = \"D2\"\n[combat]\nodds = \"1-1\"");
    shelled.defenders += &stack("defender", "d", "D2", "", "i infantry 1");
    let played = shelled.play(&[1, 5, 1, 1], &["combat"]);
    assert_eq!(played.end.strength.second[1], [0; 12]);
    assert!(!played.cites("DE-T6"));
    // Beaten in combat, 2/2: the attacker checks alone.
    let lone = |odds: &str| {
        let mut plan = Plan::simple().special(&format!("[combat]\nodds = \"{odds}\""));
        plan.defenders = formation("defender", "d", 6, "") + &stack("defender", "d", "D", "", "i infantry 1");
        plan
    };
    let beaten = lone("1-1").play(&[5, 1], &["combat"]);
    assert_eq!(total(&beaten.end.strength.second), 0);
    // Driven back by 1/3r, and nobody is left to go.
    let driven = lone("3-1").play(&[6, 1], &["combat"]);
    assert_eq!((total(&driven.end.strength.second), driven.end.hexes.second), (0, [0; 4]));
    assert!(!driven.cites("DE-M10"));
}

/// Two battalions alike before the fight stand for each other, while results are taken and after: whichever of them
/// pays, the odds go on from one state.
#[test]
fn whichever_of_two_alike_pays_the_odds_see_one_state() {
    use grognard_umpire::Procedure;
    use std::ops::ControlFlow::Continue;
    let mut plan = Plan::simple().special("[combat]\nodds = \"2-1\"");
    plan.defenders = formation("defender", "d", 6, "")
        + &stack("defender", "d", "D", "", "i1 infantry 6, i2 infantry 6, i3 infantry 6");
    let (start, rules) = plan.open();
    let states = |unit: &'static str| {
        let wishes = ["combat", unit];
        let mut decide = wish(&wishes);
        // Die 5 at 2-1 is 2/2; both checks pass with a one.
        let dice = [5, 1, 1];
        let mut script = crate::script::Script {
            dice: dice.iter().copied(),
            decide: &mut decide,
            account: Vec::new(),
            cited: Vec::new(),
        };
        let mut states = vec![start];
        while let Continue(next) = states[states.len() - 1].step(&rules, &mut script).unwrap() {
            states.push(next);
        }
        states
    };
    let (one, other) = (states("i1"), states("i3"));
    let differ = one.iter().zip(&other).filter(|(one, other)| one != other);
    let (in_results, after): (Vec<_>, Vec<_>) =
        differ.clone().partition(|(one, _)| one.under_way(&rules).is_some());
    assert!(!in_results.is_empty() && !after.is_empty());
    for (one, other) in differ {
        assert_eq!(one.lumped(&rules), other.lumped(&rules));
    }
}
