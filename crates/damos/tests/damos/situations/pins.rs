//! Single clauses, each held by a situation in which another reading of the lines that carry it out would show.

use super::fights::{exploiting, front};
use super::ground::west;
use super::table::*;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::{Answer, BySide, Clause, Kind, Side};

/// 6.0-c: strategic movement enters friendly hexes only, though nobody stands in the others.
#[test]
fn trains_do_not_enter_what_the_enemy_controls() {
    let rules = standard();
    let reaches = |taken: &[u16]| {
        let taken: Vec<Hex> = taken.iter().map(|&id| hex(&rules, id)).collect();
        let table = Table::arranged(&rules, 3, Side::Second, &["S-RC2 3018"], |a| a.taken = taken.clone());
        let units: Units = [table.unit("S-RC2")].into_iter().collect();
        table.game().strategic_reach(&rules, units, hex(&rules, 3018)).cost(hex(&rules, 3019)).is_some()
    };
    assert!(reaches(&[]) && !reaches(&[3019]));
}

/// 6.0-d: and no hex next to an enemy unit, a demoralized one included, though it exerts no zone of control.
#[test]
fn trains_keep_away_from_enemy_units() {
    let rules = standard();
    let reaches = |enemy: &[&str], goal: u16| {
        let units = [&["S-RC2 3016"][..], enemy].concat();
        let table = Table::new(&rules, 3, Side::Second, &units);
        let units: Units = [table.unit("S-RC2")].into_iter().collect();
        table.game().strategic_reach(&rules, units, hex(&rules, 3016)).cost(hex(&rules, goal)).is_some()
    };
    assert!(reaches(&[], 3018));
    assert!(!reaches(&["G-Inf5 3019"], 3018) && !reaches(&["G-Inf5 3019!"], 3018));
    assert!(reaches(&["G-Inf5 3020"], 3018), "two hexes off is near enough");
}

/// 6.0-e: trains run on rails of their side's gauge, by the switch on any in its hands.
#[test]
fn trains_run_on_their_own_gauge_or_on_any() {
    let cost = |options: &str, side: Side, unit: &str, converted: bool| {
        let rules = with(options);
        let line: Vec<Hex> = [2818, 2817, 2816].map(|id| hex(&rules, id)).to_vec();
        let table = Table::arranged(&rules, 4, side, &[&format!("{unit} 2818")], |a| {
            a.taken = if side == Side::First { line.clone() } else { Vec::new() };
            a.converted = if converted { line.clone() } else { Vec::new() };
        });
        let units: Units = [table.unit(unit)].into_iter().collect();
        table.game().strategic_reach(&rules, units, line[0]).cost(line[2])
    };
    let any = "strategic-rails = \"any\"";
    // Two rail hexes are a movement point, on foot they are two and more.
    assert_eq!(cost("", Side::First, "G-Pz3", true), Some(2));
    assert!(cost("", Side::First, "G-Pz3", false) >= Some(4));
    assert_eq!(cost(any, Side::First, "G-Pz3", false), Some(2));
    assert_eq!(cost("", Side::Second, "S-RC2", false), Some(2));
    assert!(cost("", Side::Second, "S-RC2", true) >= Some(4));
    assert_eq!(cost(any, Side::Second, "S-RC2", true), Some(2));
}

/// 7.0-m: whoever is picked up has spent what the force has.
#[test]
fn those_picked_up_have_spent_what_the_force_has() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 3018", "G-Inf5 3021"]);
    table.order("activate 3018");
    for to in [3019, 3020, 3021] {
        table.order(&format!("move {to}"));
    }
    // Three hexes and the point of picking up: four of the infantry's five.
    table.order("pick-up G-Inf5");
    table.order("move 3020");
    assert_eq!(table.offers().iter().filter(|offer| offer.starts_with("move")).count(), 0);
    // Four hexes marched leave the infantry no point to be picked up with.
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 3019", "G-Inf5 3021"]);
    table.order("activate 3019");
    for to in [3020, 3019, 3020, 3019, 3020, 3021] {
        table.order(&format!("move {to}"));
    }
    assert_eq!(table.refused("pick-up G-Inf5"), "DAMOS-7.0-l");
}

/// 8.2-b: hexside and hex change both strengths before columns and dice are found.
#[test]
fn river_and_woods_change_strengths_columns_and_dice() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 2917", "G-Pz4 2917", "S-A24 2918"]);
    table.order("activate 2917");
    table.order("move 2918");
    let Phase::Combat(_, combat) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    let charts = &table.rules.charts;
    // Two armor units less one each, two for the river; six and two for the woods.
    assert_eq!(combat.modified(charts), BySide::new(8, 8));
    table.order("standard-attack");
    // Two dice each; without supply 12 - 4 = 8 in column 8 is 2, and 2 + 1 is 1.
    table.throw(&[6, 6]);
    table.throw(&[1, 1]);
    let lines = table.account.join("\n");
    assert!(lines.contains("column 8) throws 12 -4 = 8 and deals 2 LP"), "{lines}");
    assert!(lines.contains("column 8) throws 2 +1 = 3 and deals 1 LP"), "{lines}");
}

/// 8.12-d: nobody reacts to an exploiting force, though a reactor has it in its zone of influence.
#[test]
fn nobody_reacts_to_exploitation() {
    let mut table = exploiting(&["S-MC6 3016"]);
    table.order("exploit G-Pz3+G-Pz4+G-Pz7");
    assert_eq!(table.game().influence(&table.rules, Side::Second, hex(&table.rules, 3016), &mut clerk()), 2);
    assert_eq!(table.order("move 3018"), "attack-plan", "8 SP reach two hexes, but nobody is asked");
    // An ordinary move into the same hex is reacted to.
    let units = ["G-Pz3 3019", "S-RC44 3018", "S-MC6 3016"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3019");
    assert_eq!(table.order("move 3018"), "react");
}

/// 8.12.2-a, b: the winners go one after the other, each with points of its own.
#[test]
fn each_sub_force_exploits_with_points_of_its_own() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[4, 4]);
    table.throw(&[1]);
    assert_eq!(table.first(), "exploit");
    for (unit, to) in [("G-Inf5", 2919), ("G-Inf35", 2920), ("G-Inf6", 3119)] {
        assert_eq!(table.order(&format!("exploit {unit}")), "order-to-the-active-force");
        table.order(&format!("move {to}"));
        assert_eq!(
            table.offers().iter().filter(|offer| offer.starts_with("move")).count(),
            0,
            "one point each"
        );
        table.order("finish");
        assert_eq!(table.at(unit), Some(to));
    }
    assert_eq!(table.asked().unwrap().asking.topic, Asks::Operations, "all have gone");
}

/// 8.12-g, 8.12-h: the exploiting force keeps the supply it had; the defender's is looked at anew.
#[test]
fn an_exploiting_force_keeps_the_supply_it_had() {
    let second = |taken: bool| {
        let rules = standard();
        let land = if taken { west(&rules) } else { Vec::new() };
        // From 3018, three hexes off the rails, to 3016: two hexes out of supply.
        let units = ["G-Pz3 3018", "G-Pz4 3018", "G-Pz7 3018", "S-NKVD17 3017=1", "S-RC44 3016"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = land.clone());
        table.order("concerted 3017");
        table.order("penetration");
        table.order("attack-from 3018");
        // Eighteen less three for the woods against one and two for them is no twelve to one.
        if table.asked().unwrap().asking.topic == Asks::CallTheAirUnit {
            table.order("no-air");
        }
        table.throw(&[6, 6, 6]);
        assert_eq!(table.throw(&[1]), "exploit");
        table.order("exploit G-Pz3+G-Pz4+G-Pz7");
        table.order("move 3016");
        let Phase::Combat(_, combat) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
        (combat.supplied.first, combat.supplied.second)
    };
    assert_eq!(second(true), (true, true), "supplied at 3018, and so at 3016, five hexes off");
    assert_eq!(second(false), (false, true));
}

/// 9.0-d: the strongest takes the first point of attrition, the owner spreads the rest.
#[test]
fn the_strongest_takes_the_first_point_of_attrition() {
    let units = ["G-Inf5 3020", "G-Inf35 3020=3", "G-Inf6 3020=3"];
    let mut table = Table::new(&standard(), 3, Side::First, &units);
    table.order("activate 3020");
    for to in [3021, 3020, 3021] {
        table.order(&format!("move {to}"));
    }
    assert_eq!(table.order("finish"), "attrition");
    // 10 SP throw 4: 2 LP.
    assert_eq!(table.throw(&[2, 2]), "take-attrition");
    let mut offers = table.offers();
    offers.sort();
    assert_eq!(offers, ["1-0-1", "1-1-0", "2-0-0"]);
    table.order("1-0-1");
    assert_eq!(["G-Inf5", "G-Inf35", "G-Inf6"].map(|key| table.strength(key)), [3, 3, 2]);
}

/// 10.0-a: only who stands next to a steady enemy in supply is tested.
#[test]
fn only_those_next_to_a_steady_supplied_enemy_surrender() {
    let rules = standard();
    let lost = |enemies: &[&str], supplied: bool| {
        // The corps in 3019 stands in a German land: no line leads out of it.
        let land: Vec<Hex> = rules
            .board
            .hexes()
            .filter(|&at| rules.board.id(at).column() >= 15 && rules.board.side(at) == Side::Second)
            .collect();
        // Without supply the German has lost the rails of the west.
        let west: Vec<Hex> = rules
            .board
            .hexes()
            .filter(|&at| {
                !supplied && rules.board.id(at).column() == 31 && rules.board.side(at) == Side::First
            })
            .collect();
        let units = [&["S-RC2 3019", "S-A24 2703"][..], enemies].concat();
        let taken = [land, west].concat();
        let mut table = Table::arranged(&rules, 3, Side::Second, &units, |a| a.taken = taken.clone());
        table.order("end operations");
        table.game().place_of(table.unit("S-RC2")) == Place::SURRENDERED
    };
    let ring = ["G-Inf7 3018", "G-Inf23 2919", "G-Inf87 3119", "G-Inf258 3020", "G-Inf5 2920", "G-Inf6 3120"];
    assert!(lost(&ring, true));
    assert!(!lost(&ring, false), "the enemy has no supply");
    let shaken =
        ["G-Inf7 3018!", "G-Inf23 2919!", "G-Inf87 3119!", "G-Inf258 3020!", "G-Inf5 2920!", "G-Inf6 3120!"];
    assert!(!lost(&shaken, true), "the enemy is demoralized");
    let far = ["G-Inf7 3017", "G-Inf23 2818", "G-Inf87 3118", "G-Inf258 3021", "G-Inf5 2821", "G-Inf6 3121"];
    assert!(!lost(&far, true), "nobody stands next to it");
}

/// 8.12-a, 8.12-f, 8.12-i, 8.10-f: who may exploit after a combat, and who may not.
#[test]
fn only_an_attacker_who_won_the_hex_by_it_exploits() {
    let fought = |options: &str, units: &[&str], throws: (&[u8], &[u8])| {
        let mut table = front(&with(options), 3, units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        table.throw(throws.0);
        table.throw(throws.1);
        for _ in 0..4 {
            match table.asked().unwrap().asking.topic.key() {
                "take-losses" | "retreat-along" => table.first(),
                what => return what.to_owned(),
            };
        }
        panic!("no end");
    };
    let three = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    assert_eq!(fought("", &three, (&[4, 4], &[1])), "exploit", "beaten and gone");
    assert_eq!(fought("", &three, (&[6, 6], &[6])), "exploit", "wiped out");
    assert_eq!(fought("", &three, (&[1, 1], &[6])), "operations", "repulsed: the defender does not exploit");
    // Wiped out by as many points as it dealt: the hex by the switch, but no exploitation.
    let one = ["G-Inf5 3020", "G-Inf35 3020", "S-RC2 3019=1"];
    assert_eq!(fought("wiped-out = \"attacker-holds\"", &one, (&[1, 1], &[6])), "operations");
    assert_eq!(fought("", &one, (&[1, 1], &[6])), "operations");
    assert_eq!(fought("", &one, (&[3, 3], &[1])), "exploit");
}

/// AGC-4.5.1-a: two points of a combat may be paid, in both rounds of it together.
#[test]
fn two_points_of_a_whole_combat_are_paid() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020", "S-MC6 3019"];
    let start = || {
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.replacements = BySide::new(0, 5);
        });
        table.order("activate 3020");
        assert_eq!(table.order("move 3019"), "react");
        table.order("done");
        table.order("standard-attack");
        table.order("no-air");
        // 16 SP throw 9: 3. 8 SP throw 2: 1.
        table.throw(&[3, 3, 3]);
        assert_eq!(table.throw(&[1, 1]), "take-losses");
        table
    };
    let pay = |paid: &str| {
        let mut table = start();
        let key = |key: &str| Answer::Key(key.to_owned());
        table.say(&[key("1-0-0-0"), key(paid)]).unwrap();
        assert_eq!(table.asked().unwrap().asking.topic, Asks::Counterattack);
        // A 1 costs the counterattacker three, or two at better odds.
        table.throw(&[1]);
        let offers = table.offers();
        let most = offers.iter().filter_map(|offer| offer.split_once("+rp")?.1.parse::<u8>().ok()).max();
        (most, table.game().replacements(Side::Second))
    };
    assert_eq!(pay("3").0, Some(2));
    assert_eq!(pay("2+rp1").0, Some(1));
    // With both paid there is nothing to choose: the tanks take it all.
    assert_eq!(pay("1+rp2").0, None);
}

/// AGC-4.5.1-c: the half on the largest is taken from what is left to take, and the paid points stay dealt.
#[test]
fn half_of_what_is_left_after_paying_falls_on_the_largest() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020", "S-A24 3019", "S-RC2 3019"];
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
        a.taken = taken.clone();
        a.replacements = BySide::new(0, 5);
    });
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    // 16 SP throw 12: 4. 10 SP throw 2 + 1: 1♥.
    table.throw(&[4, 4, 4]);
    table.throw(&[1, 1]);
    let key = |key: &str| Answer::Key(key.to_owned());
    // The corps and the army in the order of the counters: whichever is the larger takes one of two.
    let army_first = table.unit("S-A24") < table.unit("S-RC2");
    let (even, none) = if army_first { ("1-1+rp2", "0-2+rp2") } else { ("1-1+rp2", "2-0+rp2") };
    assert!(table.say(&[key("1-0-0-0"), key(none)]).is_err(), "one of two at least on the larger");
    table.say(&[key("1-0-0-0"), key(even)]).unwrap();
    assert_eq!((table.strength("S-A24"), table.strength("S-RC2")), (5, 3));
    assert_eq!(table.game().replacements(Side::Second), 3);
    let lines = table.account.join("\n");
    assert!(lines.contains("the attacker dealt 4, the defender 1♥: the attacker wins"), "{lines}");
}

/// 8.9-c: a counterattack comes after the first losses, which its odds feel, and before the winner, whom it can
/// change.
#[test]
fn a_counterattack_feels_the_first_losses_and_makes_the_winner() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020", "S-MC6 3019"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("done");
    table.order("standard-attack");
    table.order("no-air");
    // 16 SP throw 3: 2. 8 SP throw 3: 1. Six are left against fifteen: 1:3, not the 1:2 of 8 against 16.
    table.throw(&[1, 1, 1]);
    table.throw(&[1, 2]);
    assert_eq!(table.order("1-0-0-0"), "counterattack");
    // A 6 is 1/3: three against four, and the defender has won what he was losing.
    assert_eq!(table.throw(&[6]), "take-losses");
    let lines = table.account.join("\n");
    assert!(lines.contains("counterattack of 6 against 15 (1:3): 1/3 LP"), "{lines}");
    assert_eq!(table.first(), "retreat-along");
    assert_eq!(table.asked().unwrap().asking.by, Some(Side::First));
    assert_eq!((table.at("S-MC6"), table.strength("S-MC6")), (Some(3019), 5));
}

/// 8.9-f: a missing line of supply does not touch the counterattack's die, or by the switch it does.
#[test]
fn a_counterattack_without_supply_is_as_good_or_worse() {
    let told = |options: &str| {
        let rules = with(options);
        // Everything is German but for where the corps stands.
        let land: Vec<Hex> = rules
            .board
            .hexes()
            .filter(|&at| rules.board.side(at) == Side::Second && at != hex(&rules, 3019))
            .collect();
        let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020", "S-MC6 3019"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = land.clone());
        table.order("activate 3020");
        table.order("move 3019");
        if table.asked().unwrap().asking.topic == Asks::React {
            table.order("done");
        }
        table.order("standard-attack");
        table.order("no-air");
        table.throw(&[1, 1, 1]);
        // Without supply 4 - 1 = 3.
        table.throw(&[2, 2]);
        table.order("1-0-0-0");
        table.throw(&[6]);
        table.account.join("\n")
    };
    assert!(told("").contains("counterattack of 6 against 15 (1:3): 1/3 LP"), "{}", told(""));
    let counts = "counterattack-supply = \"counts\"";
    assert!(told(counts).contains("counterattack of 6 against 15 (1:3): 2/1 LP"), "6 - 2: {}", told(counts));
}

/// 7.0-a by the switch: a force goes on with the points it has left, and not without any.
#[test]
fn whoever_has_no_points_left_does_not_go_on() {
    let rules = with("after-combat = \"goes-on\"");
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    let beaten_after = |there_and_back: usize| {
        let mut table = front(&rules, 3, &units);
        table.order("activate 3020");
        for _ in 0..there_and_back {
            table.order("move 3021");
            table.order("move 3020");
        }
        table.order("move 3019");
        if table.asked().unwrap().asking.topic == Asks::AttackPlan {
            table.order("meeting-engagement");
        }
        table.order("no-air");
        table.throw(&[1, 1]);
        table.throw(&[6]);
        for _ in 0..4 {
            match table.asked().unwrap().asking.topic.key() {
                "take-losses" | "retreat-along" => table.first(),
                what => return what.to_owned(),
            };
        }
        panic!("no end");
    };
    assert_eq!(beaten_after(1), "order-to-the-active-force", "three points of five");
    assert_eq!(beaten_after(2), "operations", "five points of five");
}

/// 7.0-a, 7.0-b by the switch: a concerted attack is all that its force does, won or not.
#[test]
fn a_concerted_attack_ends_the_activation_under_either_reading() {
    for kind in ["grand-assault", "penetration"] {
        let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC2 3019"];
        let mut table = front(&with("after-combat = \"goes-on\""), 3, &units);
        table.order("concerted 3019");
        table.order(kind);
        table.order("attack-from 3020");
        if kind == "grand-assault" {
            table.order("move 3019");
        }
        table.order("no-air");
        table.throw(&[4, 4, 4]);
        table.throw(&[1]);
        while table.asked().unwrap().asking.topic == Asks::RetreatAlong {
            table.first();
        }
        assert_eq!(table.asked().unwrap().asking.topic, Asks::Exploit, "{kind}");
        assert_eq!(table.refused("go on"), "DAMOS-7.0-a", "{kind}");
    }
}

/// 2.8-b, 8.1-h: an assault that a reaction stopped is not made by those whom their retreat has demoralized.
#[test]
fn an_assault_stopped_among_the_demoralized_is_not_made() {
    let after = |friend: &str| {
        let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "S-RC2 3019", "S-MC6 3120", friend];
        let mut table = front(&with("after-combat = \"forced-goes-on\""), 3, &units);
        table.order("concerted 3019");
        table.order("done");
        table.order("attack-from 3021");
        table.order("move 3020");
        table.order("react 3120 S-MC6");
        table.throw(&[6, 6]);
        table.order("no-air");
        table.throw(&[1, 1, 1]);
        table.throw(&[6, 6]);
        table.order("1-1-1");
        let asked = table.order("2921");
        (asked, table.demoralized("G-Pz3"))
    };
    assert_eq!(after("G-Inf5 2921"), ("order-to-the-active-force".to_owned(), false));
    assert_eq!(after("G-Inf5 2921!"), ("operations".to_owned(), true));
}

fn cites(table: &Table, clause: &str) -> bool {
    table.cited.iter().any(|cited| cited == clause)
}

/// 2.9-a: a hex changes hands when somebody comes who did not have it.
#[test]
fn only_a_hex_of_the_others_changes_hands() {
    let moved = |to: u16| {
        let mut table = front(&standard(), 3, &["G-Inf5 3020"]);
        table.order("activate 3020");
        table.order(&format!("move {to}"));
        cites(&table, "DAMOS-2.9-a")
    };
    assert!(moved(3019) && !moved(3021));
}

/// 8.11-d: several units retreat as one; of one alone there is nothing to say.
#[test]
fn only_several_units_retreat_as_one() {
    let retreated = |units: &[&str]| {
        let attackers = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020"];
        let mut table = front(&standard(), 3, &[&attackers, units].concat());
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        table.order("no-air");
        // Sixteen points throw 3: 2 LP, which is more than ones deal them.
        table.throw(&[1, 1, 1]);
        table.throw(&vec![1; units.len()]);
        while table.asked().unwrap().asking.topic != Asks::RetreatAlong {
            table.first();
        }
        table.first();
        cites(&table, "DAMOS-8.11-d")
    };
    assert!(!retreated(&["S-RC2 3019"]));
    assert!(retreated(&["S-A24 3019", "S-RC2 3019"]));
}

/// AGC-4.1-a to c, e: which limit a stack keeps to; one unit keeps to none.
#[test]
fn a_stack_keeps_to_the_limit_that_is_its_own() {
    let limits = |side: Side, units: &[&str]| {
        let mut table = Table::new(&standard(), 3, side, units);
        table.order("end operations");
        ["AGC-4.1-a", "AGC-4.1-b", "AGC-4.1-c", "AGC-4.1-e"].map(|clause| cites(&table, clause))
    };
    assert_eq!(limits(Side::First, &["G-Inf5 3020"]), [false, false, false, false]);
    assert_eq!(limits(Side::First, &["G-Inf5 3020", "G-Inf35 3020"]), [true, false, false, false]);
    assert_eq!(limits(Side::Second, &["S-RC1 2811"]), [false, false, false, false]);
    assert_eq!(limits(Side::Second, &["S-RC1 2811", "S-RC2 2811"]), [false, true, false, false]);
    assert_eq!(limits(Side::Second, &["S-RC1 2811", "S-NKVD17 2811"]), [false, true, false, true]);
    assert_eq!(
        limits(Side::Second, &["S-RC1 2811", "S-RD75 2811", "S-RD155 2811"]),
        [false, false, true, false]
    );
}

/// AGC-1.3-f: cities beyond the operational area feed nobody; the combined game has none beyond.
#[test]
fn only_a_bounded_area_leaves_cities_beyond_it() {
    struct Notes(Vec<Clause>);
    impl Clerk for Notes {
        fn listens(&self) -> bool {
            true
        }
        fn note(&mut self, clause: Clause) {
            self.0.push(clause);
        }
    }
    let noted = |rules: &Campaign| {
        let game = Game::new(rules);
        let field = Field::of(&game, rules, None, &mut clerk());
        let mut notes = Notes(Vec::new());
        game.network(rules, Side::Second, &field, &mut notes);
        notes.0.iter().any(|clause| clause.id() == "AGC-1.3-f")
    };
    assert!(noted(&standard()));
    assert!(!noted(&with("combined = true")));
}

/// 8.1-h: a force that cannot make the declared attack is refused for that.
#[test]
fn whoever_cannot_make_the_declared_attack_is_refused_for_that() {
    let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "G-Inf5 3021", "S-RC2 3019"];
    for (kind, clause) in [("grand-assault", "DAMOS-8.1-h"), ("penetration", "DAMOS-8.1-g")] {
        let mut table = front(&standard(), 3, &units);
        table.order("concerted 3019");
        table.order(kind);
        assert_eq!(table.refused("attack-from 3021"), clause, "{kind}");
    }
}

/// 7.0-i: what a step costs and leaves comes with its order; a unit is placed by its name.
#[test]
fn orders_tell_their_cost_and_their_units() {
    let rules = standard();
    let offered = |table: &mut Table, verb: &str| {
        let Kind::Order { offers, .. } = table.asked().unwrap().kind else { panic!("an order") };
        offers.into_iter().find(|offer| offer.key.starts_with(verb)).unwrap_or_else(|| panic!("{verb}"))
    };
    let mut table = front(&rules, 3, &["G-Inf5 3020"]);
    table.order("activate 3020");
    let cost = offered(&mut table, "move 3021").cost.expect("a step costs points");
    // Half points: one of five.
    assert_eq!((cost.amount, cost.left), (2, Some(8)));
    assert!(offered(&mut table, "finish").cost.is_none());
    let mut table = Table::of(&rules, Game::new(&rules));
    let place = offered(&mut table, "place ");
    let key = place.key.split(' ').nth(1).unwrap();
    let name = &rules.counter(table.unit(key)).name;
    assert!(place.words.starts_with(&format!("place {name} in ")), "{}", place.words);
}

/// An order of battle with more units than a game has room for is refused.
#[test]
fn too_many_units_are_refused() {
    let charts = std::sync::Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).map(|file| file.contents_utf8().unwrap().to_owned());
    let title = text("army-group-center/title.toml").unwrap();
    let list = text("army-group-center/order-of-battle.toml").unwrap();
    let row = list.lines().find(|line| line.contains("\"G-Inf5\"")).unwrap();
    let more: Vec<String> =
        (0..UNITS_MAX).map(|number| row.replace("\"G-Inf5\"", &format!("\"G-More{number}\""))).collect();
    let rows = format!("{row}\n{}", more.join("\n"));
    let files = |name: &str| Some(text(name)?.replace(row, &rows));
    let error = open_campaign_with("t.toml", &title, &charts, files).unwrap_err().to_string();
    assert!(error.contains("1 to 128 units"), "{error}");
}
