//! Before turn 1, beside the fight and after it: deployment, scouting, reserves, promotion, surrender, the end.

use crate::{Script, battle, charts};
use grognard_board::table::{Ground, Heading, Mils, Point, Pose};
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ground::Way;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::staff::Vacant;
use grognard_days_of_empire::battle::state::{Contact, Onrush, Place, Run, Saddle, Scene};
use grognard_days_of_empire::battle::{Battle, BattleEnd, Phase, title as fought};
use grognard_days_of_empire::charge::Slope;
use grognard_days_of_empire::command::Quality;
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::readings::{PercentEnd, RevealReserves, Scouting};
use grognard_days_of_empire::staff::{Health, Hour, Phase as BookPhase};
use grognard_days_of_empire::terrain::Terrain;
use grognard_days_of_empire::unit::{Arm, Direction, Fate, Impetus, Order};
use grognard_days_of_empire::{ROSTERS, roster, title};
use grognard_testkit::record::exercised;
use grognard_umpire::{BySide, Procedure, Side};
use std::ops::ControlFlow::{Break, Continue};

/// Two rosters on an open table; the long edges are theirs.
pub(crate) fn rosters() -> Campaign {
    let charts = charts();
    let army = |name: &str| {
        let text = ROSTERS.get_file(name).unwrap().contents_utf8().unwrap();
        roster::open(name, text, &charts).unwrap_or_else(|error| panic!("{error}"))
    };
    let bare = Terrain::bare(Ground::new(Mils::inches(72), Mils::inches(48)).unwrap());
    let armies = BySide::new(army("british-400.toml"), army("russian-400.toml"));
    let given = title::of_rosters(bare, armies, &charts);
    let given = title::Title { sides: title::TableSides::Prescribed, ..given };
    fought::campaign(&given, &charts).unwrap_or_else(|error| panic!("{error}"))
}

pub(crate) fn script(orders: &[&str], dice: &[u16]) -> Script {
    let orders: Vec<String> = orders.iter().map(|order| (*order).to_owned()).collect();
    Script::new(&orders, dice)
}

/// Steps while a condition holds, and says how it ended.
pub(crate) fn steps(
    mut battle: Battle<Measured>,
    rules: &Campaign,
    script: &mut Script,
    on: impl Fn(&Battle<Measured>) -> bool,
) -> (Battle<Measured>, Option<BattleEnd>) {
    for _ in 0..500 {
        if !on(&battle) {
            break;
        }
        match battle.clone().step(rules, script) {
            Ok(Continue(next)) => battle = next,
            Ok(Break(end)) => return (battle, Some(end)),
            Err(_) => break,
        }
    }
    (battle, None)
}

pub(crate) fn id(battle: &Battle<Measured>, rules: &Campaign, key: &str) -> UnitId {
    Scene { rules, now: &battle.now }.find(key).unwrap_or_else(|| panic!("no unit {key}"))
}

/// Wind, four generals, then 2 against 5: the lower places first.
pub(crate) const DICE: [u16; 7] = [1, 3, 3, 3, 3, 2, 5];

#[test]
fn brigades_are_placed_in_turn_by_the_book() {
    let rules = rosters();
    let mut script = script(
        &[
            "!place 7thfusi 36 11 0 manoeuvre-column",
            "!place battguns 36 13 0 limbered",
            "!reserve lighbrig",
            "reserve lighhors",
            "rest regi",
            "place battguns 36 11 0 limbered",
            "!place batthowi 36 11 0 limbered",
            "!rest first-army",
            "!reserve lighbrig",
            "rest lighbrig",
            "rest hussbrig",
            "rest first-army",
            "rest second-army",
        ],
        &DICE,
    );
    let start = Battle::new(&rules, Measured::default());
    let placing = |battle: &Battle<Measured>| matches!(battle.phase, Phase::Deployment(_));
    let (battle, _) = steps(start, &rules, &mut script, placing);
    assert!(!placing(&battle), "{:?} {:?}", script.orders, script.refusals);
    for (at, wanted) in [
        "cavalry is placed first, then artillery, then infantry",
        "is out of the deployment zone",
        "at most a third",
        "battguns stands there",
        "nobody of it is left to place",
        "only whole brigades that are not begun",
    ]
    .iter()
    .enumerate()
    {
        assert!(script.refusals[at].contains(wanted), "{:?}", script.refusals);
    }
    for unit in battle.now.all() {
        let (state, profile) = (battle.now.unit(unit), rules.profile(unit));
        let reserve = ["17thlanc", "cavacomm"].contains(&profile.key.as_str());
        let wanted = if reserve { Place::OffBoard } else { Place::Table };
        assert_eq!(state.place, wanted, "{}", profile.key);
        let inside =
            if profile.side == Side::First { state.pose.at.y <= 12_000 } else { state.pose.at.y >= 36_000 };
        assert!(reserve || inside, "{}: {:?}", profile.key, state.pose);
    }
    exercised(&["DOE-16.1-b", "DOE-16.1-c", "DOE-16.2-a", "DOE-16.5-a"]);
}

#[test]
fn a_lead_of_15_scouting_points_out_scouts() {
    for (lead, placed_first) in [(15, Some("Out-scouted, and so the first to place")), (14, None)] {
        let mut rules = rosters();
        rules.readings.scouting = Scouting::On;
        rules.scouting = BySide::new(1 + lead, 1);
        // Without out-scouting the throw decides, as ever.
        let mut script = script(&["rest regi"], &DICE[..5]);
        let start = Battle::new(&rules, Measured::default());
        let waiting = |battle: &Battle<Measured>| battle.now.unplaced(&rules, Side::Second).len() == 14;
        steps(start, &rules, &mut script, waiting);
        let told = script.account.join("\n");
        assert_eq!(told.contains("Out-scouted"), placed_first.is_some(), "{told}");
        assert_eq!(script.orders.is_empty(), placed_first.is_some(), "{told}");
    }
    exercised(&["DOE-19.3-a", "DOE-19.3-b", "DOE-19.3-d"]);
}

#[test]
fn reserves_are_announced_and_come_where_no_enemy_is_near() {
    announced(RevealReserves::SameTurn, 1);
    exercised(&["DOE-16.5-b", "DOE-16.5-f", "DOE-16.5-h", "DOE-16.5-i"]);
}

/// A45: or their dust is seen a turn before.
#[test]
fn dust_is_seen_a_turn_before_where_that_is_agreed() {
    announced(RevealReserves::TurnBefore, 2);
}

/// A brigade is announced in the first turn, and when it comes.
fn announced(reveal: RevealReserves, comes: u8) {
    let mut rules = rosters();
    rules.readings.reveal_reserves = reveal;
    let orders = [
        "reserve lighhors",
        "rest regi",
        "rest lighbrig",
        "rest hussbrig",
        "rest first-army",
        "rest second-army",
    ];
    let mut placed = script(&orders, &[&DICE[..], &[5, 2]].concat());
    let start = Battle::new(&rules, Measured::default());
    let before = |battle: &Battle<Measured>| !matches!(battle.phase, Phase::Announce(_));
    let (mut battle, _) = steps(start, &rules, &mut placed, before);
    assert_eq!(battle.phase, Phase::Announce(Side::First), "{:?}", placed.refusals);
    // Hussars beside the western edge, in everybody's sight.
    let huss = id(&battle, &rules, "huss");
    battle.now.unit_mut(huss).pose.at = Point::new(10_000, 30_000);
    let mut script = script(
        &[
            "!bring lighhors north 36",
            "!bring lighhors west 30",
            "!bring regi south 10",
            "bring lighhors south 66",
            "!bring lighhors south 66",
            "done",
            "done",
        ],
        &[],
    );
    let during = |battle: &Battle<Measured>| matches!(battle.phase, Phase::Announce(_));
    let (battle, _) = steps(battle, &rules, &mut script, during);
    for (at, wanted) in [
        "nobody comes on at the opponent's edge",
        "a visible enemy is within 25 inches",
        "no brigade `regi` of yours",
        "or is announced already",
    ]
    .iter()
    .enumerate()
    {
        assert!(script.refusals[at].contains(wanted), "{:?}", script.refusals);
    }
    assert_eq!(battle.now.arriving.len(), 1);
    assert!(
        script.account.iter().any(|line| line.contains("Dust on the south edge")),
        "{:?}",
        script.account
    );
    assert_eq!(battle.now.arriving[0].turn, comes);
}

/// A battle of the rosters in which everybody stands somewhere.
pub(crate) fn everybody(rules: &Campaign) -> Battle<Measured> {
    let mut battle = Battle::new(rules, Measured::default());
    for unit in battle.now.all() {
        let side = rules.profile(unit).side;
        let (x, y) = (5 * i32::from(unit.0 % 14), if side == Side::First { 6 } else { 42 });
        let state = battle.now.unit_mut(unit);
        state.place = Place::Table;
        state.pose.at = Point::new((x + 2) * 1000, y * 1000);
    }
    battle
}

#[test]
fn a_lost_general_is_replaced_by_who_is_near() {
    let rules = rosters();
    let promoted = |near: bool, since: u8, die: u16| {
        let mut battle = everybody(&rules);
        let general = id(&battle, &rules, "brigcomm");
        let army = id(&battle, &rules, "play");
        let command = battle.now.post_of(&rules, general).unwrap();
        let health = Health::Killed;
        battle.now.vacant.push(Vacant { command, health, since, quality: Quality::Capable, filled: false });
        battle.now.unit_mut(general).place = Place::Gone;
        battle.now.turn = 3;
        // Far from everybody, or beside the 7th Fusiliers.
        let fusiliers = battle.now.unit(id(&battle, &rules, "7thfusi")).pose.at;
        battle.now.unit_mut(army).pose.at =
            if near { fusiliers + Point::new(0, 4000) } else { Point::new(36_000, 24_000) };
        battle.phase = Phase::Promote(Side::First);
        let mut script = script(&[], &[die]);
        let (battle, _) =
            steps(battle, &rules, &mut script, |battle| battle.phase == Phase::Promote(Side::First));
        (script.dice.is_empty(), battle.now.unit(general).quality, battle.now.vacant[0].filled)
    };
    assert_eq!(promoted(true, 2, 3), (true, Quality::Inept, true));
    assert_eq!(promoted(true, 2, 4), (true, Quality::Capable, true));
    // Not from afar, and not in the turn of the loss.
    assert!(!promoted(false, 2, 4).2 && !promoted(true, 3, 4).2);
    exercised(&["DOE-14.3-b", "DOE-14.3-c", "DOE-14.3-d"]);
}

#[test]
fn a_wounded_general_takes_his_command_back() {
    let rules = rosters();
    let mut battle = everybody(&rules);
    let general = id(&battle, &rules, "brigcomm");
    let command = battle.now.post_of(&rules, general).unwrap();
    let health = Health::Wounded(Hour { turn: 3, phase: BookPhase::Shooting });
    let vacant = Vacant { command, health, since: 1, quality: Quality::Exceptional, filled: true };
    battle.now.vacant.push(vacant);
    battle.now.unit_mut(general).quality = Quality::Inept;
    battle.now.turn = 3;
    for (phase, quality) in [(Phase::Answer, Quality::Inept), (Phase::Effects, Quality::Exceptional)] {
        let mut there = battle.clone();
        there.phase = phase.clone();
        let Ok(Continue(next)) = there.step(&rules, &mut script(&[], &[])) else { panic!("{phase:?}") };
        assert_eq!(next.now.unit(general).quality, quality, "{phase:?}");
    }
    exercised(&["DOE-14.3-a", "DOE-14.3-e"]);
}

#[test]
fn units_surrender_and_both_may_end_it() {
    let rules = rosters();
    let ended = |orders: &[&str]| {
        let mut battle = everybody(&rules);
        battle.phase = Phase::TurnEnd;
        let mut script = script(orders, &[]);
        let (battle, end) = steps(battle, &rules, &mut script, |battle| battle.now.turn == 1);
        (end, battle.now.points_lost(&rules, Side::First, &mut script))
    };
    // 12 stands of class 3 with rifles are 48 points, 96 halves.
    let (end, lost) = ended(&["surrender 7thfusi", "end", "end"]);
    assert_eq!((end.map(|end| end.lost.first), lost), (Some(96), 96));
    assert_eq!(ended(&["end", "done"]), (None, 0));
    exercised(&["DOE-18-a", "DOE-18.1-a", "DOE-18.1-b"]);
}

#[test]
fn a_quarter_of_the_points_ends_it_where_that_is_agreed() {
    let over = |percent: PercentEnd, lost: &[&str]| {
        let mut rules = rosters();
        rules.readings.percent_end = percent;
        let mut battle = everybody(&rules);
        for key in lost {
            let unit = id(&battle, &rules, key);
            battle.now.unit_mut(unit).place = Place::Gone;
            battle.now.unit_mut(unit).body.fate = Fate::Destroyed;
        }
        battle.phase = Phase::TurnEnd;
        steps(battle, &rules, &mut script(&[], &[]), |battle| battle.now.turn == 1).1.is_some()
    };
    // 400 points were agreed on; 48 and 48 are less than a quarter of what was bought, with the wing it is more.
    assert!(!over(PercentEnd::On, &["7thfusi", "23rdfusi"]));
    assert!(over(PercentEnd::On, &["7thfusi", "23rdfusi", "riflwing"]));
    assert!(!over(PercentEnd::Off, &["7thfusi", "23rdfusi", "riflwing"]));
    exercised(&["DOE-18.2-d", "DOE-18.2-l"]);
}

const MELEE: &str = r#"
system = "days-of-empire"
kind = "situation"
title = "A melee behind the target"
table = "36 36"
turns = 2
attacker = "first"
[first]
name = "the first"
home = "180"
troops = [
  { key = "g1", unit = { name = "g1", arm = "field-gun" }, at = "18 4 0" },
  { key = "k1", unit = { name = "k1", arm = "infantry", class = 2, stands = 12, weapon = "musket" }, at = "18 20.5 180" },
]
[second]
name = "the second"
home = "0"
troops = [
  { key = "t1", unit = { name = "t1", arm = "infantry", class = 2, stands = 12, weapon = "musket" }, at = "18 14 180" },
  { key = "f33", unit = { name = "f33", arm = "infantry", class = 3, stands = 12, weapon = "rifle" }, at = "18 18 180" },
]
"#;

/// A ball that bounces into a melee takes the larger half from the friends in it.
#[test]
fn a_melee_hit_by_accident_costs_friends() {
    let (mut battle, rules) = battle(MELEE);
    let (k1, f33) = (id(&battle, &rules, "k1"), id(&battle, &rules, "f33"));
    battle.now.contacts.push(Contact {
        by: k1,
        on: f33,
        strikes: Direction::Rear,
        impetus: Impetus::Standing,
        from: 0,
        rest: Length::default(),
    });
    battle.phase = Phase::DeclareFire(Side::First, None);
    // The target is hit, and the 33rd by the bounce; nobody's nerve fails.
    let mut script = script(&["fire g1 t1"], &[4, 6, 6, 6]);
    let shooting = |battle: &Battle<Measured>| battle.phase.of_book() == BookPhase::Shooting;
    let (battle, _) = steps(battle, &rules, &mut script, shooting);
    let stands = |key: &str| battle.now.unit(id(&battle, &rules, key)).body.strength;
    assert_eq!((stands("t1"), stands("k1"), stands("f33")), (11, 11, 12), "{:?}", script.account);
    assert!(battle.now.unit(k1).body.order == Order::Good);
    // On purpose nobody aims there.
    let mut aimed = battle;
    aimed.phase = Phase::DeclareFire(Side::First, None);
    aimed.now.unit_mut(id(&aimed, &rules, "g1")).fired = 0;
    let mut refused = self::script(&["!fire g1 f33"], &[]);
    let declaring = |battle: &Battle<Measured>| matches!(battle.phase, Phase::DeclareFire(Side::First, _));
    steps(aimed, &rules, &mut refused, declaring);
    assert!(refused.refusals[0].contains("nobody aims at a melee (DOE-17.3.4-a)"), "{:?}", refused.refusals);
    exercised(&["DOE-17.3.4-b", "DOE-17.3.4-c", "DOE-17.3.4-d"]);
}

/// Foot of the second side.
fn is_foot(rules: &Campaign, unit: UnitId) -> bool {
    let profile = rules.profile(unit);
    profile.side == Side::Second && profile.arm == Arm::Infantry
}

/// A general by himself who is taken, gives up or is carried off the table leaves a post to be filled and points lost.
#[test]
fn a_general_who_is_taken_is_lost_and_replaced() {
    let rules = rosters();
    let price =
        |battle: &Battle<Measured>| battle.now.points_lost(&rules, Side::First, &mut script(&[], &[]));
    let post = |battle: &Battle<Measured>| {
        let general = id(battle, &rules, "brigcomm");
        let command = battle.now.post_of(&rules, general).unwrap();
        battle.now.vacant.iter().find(|vacant| vacant.command == command).map(|vacant| vacant.health)
    };
    // He surrenders.
    let mut battle = everybody(&rules);
    battle.phase = Phase::TurnEnd;
    let mut orders = script(&["surrender brigcomm"], &[]);
    let (battle, _) = steps(battle, &rules, &mut orders, |battle| battle.now.turn == 1);
    assert_eq!((post(&battle), price(&battle)), (Some(Health::Captured), 60));
    // He is ridden down.
    let mut battle = everybody(&rules);
    let general = id(&battle, &rules, "brigcomm");
    let enemy = battle.now.all().find(|unit| is_foot(&rules, *unit)).unwrap();
    battle.now.unit_mut(general).pose.at = Point::new(36_000, 24_000);
    let charger = battle.now.unit_mut(enemy);
    charger.pose.at = Point::new(36_000, 27_000);
    charger.marks.asked_feint = true;
    battle.now.charges.push(Onrush {
        declaration: 0,
        charger: enemy,
        target: general,
        way: Way::default(),
        first: Length::inches(1),
        distance: Length::inches(3),
        allowance: Length::inches(8),
        strikes: Direction::Front,
        slope: Slope::Easy,
        run: Run::Charging,
    });
    battle.phase = Phase::SecondImpulse;
    let mut dice = script(&[], &[6]);
    let (battle, _) = steps(battle, &rules, &mut dice, |battle| battle.phase == Phase::SecondImpulse);
    assert_eq!(battle.now.unit(general).body.fate, Fate::Captured, "{:?}", dice.account);
    assert_eq!((post(&battle), price(&battle)), (Some(Health::Captured), 60));
    // He is carried off the table by a unit that runs.
    let mut battle = everybody(&rules);
    let general = id(&battle, &rules, "brigcomm");
    let fusiliers = id(&battle, &rules, "7thfusi");
    battle.now.unit_mut(general).rides_with = Some(fusiliers);
    battle.now.remove(fusiliers, Place::RoutedOff);
    let before = price(&battle);
    battle.phase = Phase::Routers;
    let (battle, _) = steps(battle, &rules, &mut script(&[], &[]), |battle| battle.phase == Phase::Routers);
    assert_eq!((post(&battle), price(&battle)), (Some(Health::Killed), before + 60));
    exercised(&["DOE-14.5-b", "DOE-14.5-d"]);
}

/// Hidden troops may shoot, and stand on the table from then on; nobody else makes them shoot.
#[test]
fn hidden_troops_show_themselves_when_they_shoot() {
    let rules = rosters();
    let shot = |order: &str| {
        let mut battle = everybody(&rules);
        let fusiliers = id(&battle, &rules, "7thfusi");
        let enemy = battle.now.all().find(|unit| is_foot(&rules, *unit)).unwrap();
        battle.now.unit_mut(enemy).pose = Pose { at: Point::new(36_000, 28_000), heading: Heading::new(0) };
        let hidden = battle.now.unit_mut(fusiliers);
        hidden.place = Place::Hidden;
        hidden.pose = Pose { at: Point::new(36_000, 20_000), heading: Heading::new(0) };
        battle.phase = Phase::DeclareFire(Side::First, None);
        let mut script = script(&[order], &[]);
        let first = |battle: &Battle<Measured>| matches!(battle.phase, Phase::DeclareFire(Side::First, _));
        let (battle, _) = steps(battle, &rules, &mut script, first);
        let salvo = battle.now.salvos.iter().any(|salvo| salvo.firer == fusiliers);
        (battle.now.unit(fusiliers).place, salvo)
    };
    assert_eq!(shot("fire 7thfusi"), (Place::Table, true));
    assert_eq!(shot("all"), (Place::Hidden, false));
    exercised(&["DOE-16.4-b"]);
}

/// What a shaken or disordered unit has to beat to rally.
fn rally_total(rules: &Campaign, battle: &Battle<Measured>, unit: UnitId) -> String {
    let mut battle = battle.clone();
    for other in battle.now.all() {
        battle.now.unit_mut(other).marks.tested = other != unit;
    }
    battle.now.unit_mut(unit).body.order = Order::Shaken;
    battle.phase = Phase::Rally(rules.profile(unit).side);
    let mut dice = script(&[], &[6]);
    let phase = battle.phase.clone();
    steps(battle, rules, &mut dice, |battle| battle.phase == phase);
    let text = dice.account.iter().find(|text| text.contains("total")).expect("it tests").clone();
    text.split_once("total ").unwrap().1.chars().next().unwrap().to_string()
}

/// A general of horse does nothing for foot, even beside it; he leads his own men on foot as in the saddle.
#[test]
fn generals_help_their_own_arm_and_chain() {
    let rules = rosters();
    let mut battle = everybody(&rules);
    let (horseman, fusiliers) = (id(&battle, &rules, "cavacomm"), id(&battle, &rules, "7thfusi"));
    battle.now.unit_mut(horseman).quality = Quality::Capable;
    battle.now.unit_mut(horseman).pose.at = Point::new(70_000, 24_000);
    let alone = rally_total(&rules, &battle, fusiliers);
    battle.now.unit_mut(horseman).rides_with = Some(fusiliers);
    assert_eq!(rally_total(&rules, &battle, fusiliers), alone);
    let lancers = id(&battle, &rules, "17thlanc");
    let ask = |saddle: Saddle, near: bool| {
        let mut battle = everybody(&rules);
        let army = id(&battle, &rules, "play");
        for general in [army, horseman] {
            battle.now.unit_mut(general).quality = Quality::Capable;
            battle.now.unit_mut(general).pose.at = Point::new(70_000, 46_000);
        }
        let state = battle.now.unit_mut(lancers);
        (state.saddle, state.pose.at) = (saddle, Point::new(10_000, 20_000));
        if near {
            battle.now.unit_mut(horseman).pose.at = Point::new(10_000, 15_000);
        }
        rally_total(&rules, &battle, lancers).parse::<i32>().unwrap()
    };
    for saddle in [Saddle::Mounted, Saddle::Afoot] {
        assert_eq!(ask(saddle, false) - ask(saddle, true), 1, "{saddle:?}");
    }
    exercised(&["DOE-14.2-h"]);
}
