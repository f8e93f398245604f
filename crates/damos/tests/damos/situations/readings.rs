//! Every reading of an unclear rule, by its default and by its alternative. Those of a fight alone are in
//! `tests/combat`, a few more beside the rules they belong to.

use super::fights::front;
use super::ground::west;
use super::table::*;
use crate::laws::SOURCES;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::{Answer, BySide, Offer, Side};

/// Three divisions beat a corps in 3019; hands back the table when the loser's lot is due.
fn won(options: &str, more: &[&str]) -> (Table, String) {
    let mut units = vec!["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    units.extend_from_slice(more);
    let mut table = front(&with(options), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[4, 4]);
    let asked = table.throw(&[1]);
    (table, asked)
}

fn lost(table: &Table, key: &str) -> bool {
    table.game().place_of(table.unit(key)) == Place::ELIMINATED
}

#[test]
fn zones_of_those_just_fought_count_in_retreat_or_do_not() {
    assert_eq!(won("", &[]).1, "retreat-along");
    assert!(lost(&won("retreat-zones = \"all\"", &[]).0, "S-RC2"));
}

#[test]
fn friends_help_a_retreat_or_do_not() {
    let through = |options: &str| {
        // Minsk is lost, so that the way to supply leads east.
        let rules = with(options);
        let units = ["S-RC2 3019", "S-RC44 3018", "G-Inf7 3017"];
        let table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = vec![hex(&rules, 2819)]);
        let from = hex(&table.rules, 3019);
        let paths = table.game().retreat_paths(&table.rules, Side::Second, from, 2, 3);
        paths.iter().any(|path| path.key().starts_with("3018"))
    };
    assert!(!through("") && through("retreat-friends = \"help\""));
}

#[test]
fn a_retreat_cut_short_kills_or_stops() {
    let ring = ["G-Inf7 3118", "G-Inf23 3121", "G-Inf87 2921", "G-Inf258 2719", "G-Inf78 2917"];
    assert!(lost(&won("", &ring).0, "S-RC2"), "one open hex and no second");
    let (table, _) = won("short-retreat = \"stops\"", &ring);
    assert_eq!(table.at("S-RC2"), Some(2919));
}

#[test]
fn the_routed_may_be_rebuilt_or_not() {
    let play = |options: &str| {
        let units = ["G-Inf78 2704", "G-Inf5 2704", "G-Inf6 2704", "G-Inf7 2704", "S-A24 2703", "S-A28 2703"];
        let mut table = Table::new(&with(options), 8, Side::First, &units);
        table.order("activate 2704");
        table.order("move 2703");
        table.order("standard-attack");
        table.throw(&[6, 6, 6]);
        table.throw(&[1, 1, 1]);
        let key = |key: &str| Answer::Key(key.to_owned());
        table.say(&[key("0-0-1-1"), key("4-0")]).unwrap();
        table.order("yes");
        table.order("S-A28");
        table.game().place_of(table.unit("S-A28"))
    };
    assert_eq!(play(""), Place::ELIMINATED);
    assert_eq!(play("rout = \"for-good\""), Place::SURRENDERED);
}

#[test]
fn supply_in_a_combat_is_traced_from_where_one_came_or_where_one_is() {
    let supplied = |options: &str| {
        let mut table = front(&with(options), 3, &["G-Inf5 3020", "S-RC2 3019"]);
        table.order("activate 3020");
        table.order("move 3019");
        let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
        combat.supplied
    };
    assert_eq!(supplied(""), BySide::new(true, true));
    assert_eq!(supplied("combat-supply = \"combat-hex\""), BySide::new(false, false));
}

#[test]
fn a_zone_of_influence_reads_the_whole_force_or_a_part() {
    let range = |options: &str| {
        let rules = with(options);
        let table = Table::new(&rules, 3, Side::First, &["G-Pz3 3019=4", "G-Inf5 3019'"]);
        table.game().influence(&rules, Side::First, hex(&rules, 3019), &mut clerk())
    };
    assert_eq!(range(""), 2, "8 SP");
    assert_eq!(range("influence-strength = \"projecting-units\""), 1);
    assert_eq!(range("influence-strength = \"fresh-units\""), 1);
}

#[test]
fn reactions_go_by_the_shortest_way_or_by_any() {
    let asked = |options: &str| {
        let rules = with(options);
        let taken = [west(&rules), vec![hex(&rules, 2919)]].concat();
        let units = ["G-Inf5 3020", "S-MC6 3018"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
        table.order("activate 3020");
        table.order("move 3019");
        let asked = table.order("react 3018 S-MC6");
        (asked, table.offers())
    };
    assert_eq!(asked("").0, "reaction", "one shortest way");
    let (what, ways) = asked("reaction-ways = \"within-range\"");
    assert_eq!(what, "react-along");
    assert!(ways.contains(&"3019".to_owned()) && ways.contains(&"2919-3019".to_owned()), "{ways:?}");
}

#[test]
fn units_react_by_name_or_all_together() {
    let offers = |options: &str| {
        let mut table =
            Table::new(&with(options), 3, Side::First, &["G-Inf5 3021", "S-MC6 3018", "S-RD75 3018"]);
        table.order("activate 3021");
        table.order("move 3020");
        table.offers()
    };
    assert!(offers("").contains(&"react 3018 S-MC6".to_owned()));
    let whole = offers("reacting-units = \"whole-force\"");
    assert!(whole.contains(&"react 3018 S-MC6+S-RD75".to_owned()), "{whole:?}");
    assert!(!whole.contains(&"react 3018 S-MC6".to_owned()), "{whole:?}");
}

#[test]
fn before_the_attacker_is_named_comparisons_are_left_out_or_granted() {
    let comes = |options: &str| {
        let mut table = front(&with(options), 3, &["G-Pz3 3020", "S-RC2 3019", "S-MC6 3018"]);
        table.order("concerted 3019");
        table.order("penetration");
        table.order("react 3018 S-MC6");
        table.throw(&[4, 4]);
        table.at("S-MC6") == Some(3019)
    };
    assert!(!comes("") && comes("declared-modifiers = \"granted\""));
}

#[test]
fn friends_met_on_the_way_fight_along_or_stand_by() {
    let strength = |options: &str, friend: &str| {
        let mut table = front(&with(options), 3, &["G-Inf5 3021", friend, "S-MC6 3018"]);
        table.order("activate 3021");
        assert_eq!(table.order("move 3020"), "react");
        table.order("react 3018 S-MC6");
        table.throw(&[6, 6]);
        let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
        combat.forces.first.strength()
    };
    let (fresh, spent) = ("G-Inf6 3020", "G-Inf6 3020'");
    assert_eq!((strength("", fresh), strength("bystanders = \"stand-by\"", fresh)), (8, 4));
    assert_eq!(strength("", spent), 4, "7.0-p: whoever is spent has done his fighting");
}

#[test]
fn foot_is_picked_up_late_or_left() {
    let set = |options: &str| {
        let mut table = Table::new(&with(options), 3, Side::First, &["G-Pz3 3021", "G-Inf5 3020"]);
        table.order("activate 3021");
        table.order("move 3020");
        table
    };
    set("").order("pick-up G-Inf5");
    assert_eq!(set("late-pick-up = \"refused\"").refused("pick-up G-Inf5"), "DAMOS-7.0-d");
}

#[test]
fn exploitation_wears_a_force_down_or_does_not() {
    let asked = |options: &str| {
        let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC29 3019"];
        let mut table = Table::new(&with(options), 3, Side::First, &units);
        table.order("activate 3020");
        table.order("move 3019");
        table.order("standard-attack");
        // 18 SP without supply: 18 - 6 is 4 LP on 2 SP.
        table.throw(&[6, 6, 6]);
        assert_eq!(table.throw(&[1]), "exploit");
        table.order("exploit G-Pz3+G-Pz4+G-Pz7");
        for to in [3018, 3019, 3018] {
            table.order(&format!("move {to}"));
        }
        table.order("finish")
    };
    assert_eq!(asked(""), "operations", "two points of eight");
    assert_eq!(asked("attrition-points = \"with-exploitation\""), "attrition", "five of eight");
}

#[test]
fn a_unit_is_rebuilt_with_any_strength_or_whole() {
    let set = |options: &str| {
        let (mut table, _) = won(
            options,
            &["G-Inf7 3118", "G-Inf23 2819", "G-Inf87 3121", "G-Inf258 3021", "S-A24 2703=2", "S-A28 2705=1"],
        );
        assert!(lost(&table, "S-RC2"));
        table.order("end exploitation");
        table.order("end operations");
        table
    };
    let rebuilt = |options: &str| {
        let mut table = set(options);
        table.replace("S-RC2", 1);
        (table.strength("S-RC2"), table.game().replacements(Side::Second))
    };
    assert_eq!(rebuilt(""), (1, 4));
    assert_eq!(rebuilt("rebuilding = \"full-strength\""), (4, 1));
    // Two of five points are spent: three do not make a corps of four.
    let mut few = set("rebuilding = \"full-strength\"");
    few.replace("S-A24", 2);
    few.order("replace");
    assert_eq!(few.refused("S-RC2"), "DAMOS-5.0-e");
}

#[test]
fn russia_begins_at_one_border_or_the_other() {
    let supplied = |options: &str| {
        let rules = with(options);
        let brest = hex(&rules, 3127);
        let others = |hex: &Hex| *hex != brest && rules.board.side(*hex) == Side::Second;
        let taken: Vec<Hex> = rules.board.hexes().filter(others).collect();
        let table = Table::arranged(&rules, 3, Side::Second, &["S-RC2 3127"], |a| a.taken = taken.clone());
        table.game().has_supply(&rules, Side::Second, brest, &mut clerk())
    };
    assert!(supplied("") && !supplied("russian-cities = \"frontier1939\""));
}

#[test]
fn pockets_straggle_back_or_not() {
    let asked = |options: &str| {
        let rules = with(options);
        let taken: Vec<Hex> = rules
            .board
            .hexes()
            .filter(|&hex| rules.board.id(hex).column() >= 15 && rules.board.side(hex) == Side::Second)
            .collect();
        let units =
            ["S-RC2 3019", "S-A24 2703", "G-Inf7 3118", "G-Inf23 2918", "G-Inf87 3120", "G-Inf258 3020"];
        let mut table = Table::arranged(&rules, 2, Side::Second, &units, |a| a.taken = taken.clone());
        let asked = table.order("end operations");
        (asked, table)
    };
    let (what, table) = asked("");
    assert_ne!(what, "straggle-back", "4.6.4-b");
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::SURRENDERED);
    let (what, mut table) = asked("undying = \"surrender-too\"");
    assert_eq!(what, "straggle-back");
    table.throw(&[6]);
    table.throw(&[1]);
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::due(3));
}

#[test]
fn attacks_owed_count_every_combat_prepared_ones_or_none() {
    let income = |options: &str| {
        let rules = with(options);
        let mut table = Table::arranged(&rules, 2, Side::Second, &["S-RC2 3018", "G-Inf5 3020"], |a| {
            a.phase = Phase::PlayerStart
        });
        if table.asked().unwrap().asking.topic == Asks::AttacksOwed {
            table.throw(&[5]);
        }
        for order in ["end reinforcements", "end strategic", "activate 3018", "move 3019", "move 3020"] {
            table.order(order);
        }
        table.order("meeting-engagement");
        table.throw(&[1]);
        assert_eq!(table.throw(&[1]), "retreat-along");
        table.order("3019");
        table.order("end operations");
        for _ in 0..2 {
            for order in ["end reinforcements", "end strategic", "end operations"] {
                table.order(order);
            }
        }
        table.game().income(&rules, Side::Second, &mut clerk())
    };
    assert_eq!(income(""), 3, "one of three made");
    assert_eq!(income("owed-attacks = \"prepared\""), 2, "a meeting engagement is none");
    assert_eq!(income("owed-attacks = \"not-here\""), 5, "nothing is owed");
}

#[test]
fn trains_are_slowed_down_or_not() {
    let reached = |options: &str| {
        let rules = with(options);
        let taken = west(&rules);
        let mut table = Table::arranged(&rules, 5, Side::First, &["G-Pz3 3022"], |a| {
            a.taken = taken.clone();
            a.phase = Phase::TurnStart;
        });
        table.order("end reinforcements");
        let units: Units = [table.unit("G-Pz3")].into_iter().collect();
        table.game().strategic_reach(&rules, units, hex(&rules, 3022)).hexes().len()
    };
    let (slow, free) = (reached(""), reached("slowdown-strategic = \"free\""));
    assert!(slow <= 7 && free > 7, "{slow} and {free}");
}

#[test]
fn isolation_and_occupation_are_read_both_ways() {
    let verdict = |options: &str, units: &[&str]| {
        let rules = with(options);
        Table::new(&rules, 13, Side::Second, units).game().verdict(&rules, &mut clerk())
    };
    let ring = ["S-A24 2703", "G-Pz3 2702", "G-Pz4 2602", "G-Pz7 2802", "G-Pz10 2803", "G-Pz12 2603"];
    assert_eq!(verdict("", &ring), Verdict::MajorFirst);
    assert_eq!(verdict("isolation = \"leningrad\"", &ring), Verdict::MinorFirst);
    let two = ["S-A24 2703", "G-Pz3 2704", "G-Pz4 2803"];
    assert_eq!(verdict("", &two), Verdict::MinorFirst);
    assert_eq!(verdict("occupying = \"supplied\"", &two), Verdict::SecondPlayer);
}

#[test]
fn surplus_helps_those_who_go_or_those_who_fought() {
    let points = |options: &str, plan| {
        let rules = with(options);
        let table = Table::new(&rules, 3, Side::First, &["G-Pz3 3019", "G-Inf5 3019"]);
        let foot: Units = [table.unit("G-Inf5")].into_iter().collect();
        let (hex, left) = (hex(&rules, 3019), Units::NONE);
        let exploit = Exploit {
            hex,
            left,
            plan,
            surplus: 2,
            automatic: false,
            supplied: true,
            capable: true,
            goes_on: false,
        };
        table.game().exploit_allowance(&rules, &exploit, foot) / 2
    };
    assert_eq!(points("", Plan::StandardAttack), 1);
    assert_eq!(points("surplus-for = \"attacking-force\"", Plan::StandardAttack), 3);
    assert_eq!(points("", Plan::Penetration), 6, "after a penetration any surplus: 0 + 5 - 1 + 2");
}

/// Every switch is in the README with its default and its alternatives.
#[test]
fn the_readme_lists_every_switch() {
    let readme = include_str!("../../../README.md");
    let source = SOURCES.get_file("options.rs").unwrap().contents_utf8().unwrap();
    let fields = source.split("pub struct Options {").nth(1).unwrap().split("\n}").next().unwrap();
    for line in fields.lines().filter_map(|line| line.trim().strip_prefix("pub ")) {
        let key = line.split(':').next().unwrap().replace('_', "-");
        assert!(readme.contains(&format!("| `{key}` |")), "README.md does not list {key}");
    }
}
