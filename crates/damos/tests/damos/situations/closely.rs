//! Rules read closely: retreats, reactions, garrisons, gathering, marshes, exploitation.

use super::fights::front;
use super::ground::west;
use super::table::*;
use grognard_board::Hex;
use grognard_damos::*;
use grognard_umpire::{Answer, BySide, Offer, Side};
use std::sync::Arc;

fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

/// Everything Russian from a column westward is German.
fn taken_from(rules: &Campaign, column: u16) -> Vec<Hex> {
    let west = |hex: &Hex| rules.board.id(*hex).column() >= column && rules.board.side(*hex) == Side::Second;
    rules.board.hexes().filter(west).collect()
}

fn paths(table: &Table, side: Side, from: u16) -> Vec<String> {
    let hex = hex(&table.rules, from);
    table.game().retreat_paths(&table.rules, side, hex, 2, 3).iter().map(Offer::key).collect()
}

#[test]
fn a_retreat_goes_to_a_source_and_not_along_the_nearest_rail() {
    let rules = standard();
    let taken = taken_from(&rules, 10);
    let units = ["G-Inf5 2710", "G-Inf35 2710", "G-Inf6 2710", "S-RC2 2709"];
    let mut table = Table::arranged(&rules, 6, Side::First, &units, |a| a.taken = taken.clone());
    table.order("activate 2710");
    table.order("move 2709");
    table.order("standard-attack");
    // 12 SP without supply: 12 - 4 is 3 LP; the corps throws 1 and does nothing.
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    let offers = table.offers();
    assert!(!offers.is_empty() && offers.iter().all(|path| !path.starts_with("2710")), "{offers:?}");
    for path in &offers {
        // Two or three hexes, none twice.
        let hexes: Vec<Hex> = path.split('-').map(|id| hex(&rules, id.parse().unwrap())).collect();
        assert!((2..=3).contains(&hexes.len()), "{path}");
        assert!((1..hexes.len()).all(|i| !hexes[..i].contains(&hexes[i])), "{path}");
    }
}

#[test]
fn a_dead_end_toward_supply_is_not_the_only_way() {
    let rules = standard();
    let near: Vec<Hex> = rules
        .board
        .hexes()
        .filter(|&at| {
            rules.board.distance(at, hex(&rules, 2412)) <= 3 && rules.board.side(at) == Side::Second
        })
        .collect();
    let units = ["G-Inf7 2611", "G-Inf23 2513", "G-Inf87 2211", "G-Inf258 2510", "S-A24 2412"];
    let table = Table::arranged(&rules, 6, Side::First, &units, |a| a.taken = near.clone());
    let paths = paths(&table, Side::Second, 2412);
    assert!(paths.contains(&"2313-2314".to_owned()), "{paths:?}");
}

#[test]
fn a_hex_has_one_roll_for_each_cause() {
    let units = ["G-Inf5 3021", "S-MC6 3018", "S-MC5 3018"];
    let mut table = Table::new(&standard(), 3, Side::First, &units);
    table.order("activate 3021");
    assert_eq!(table.order("move 3020"), "react");
    table.order("react 3018 S-MC6");
    assert_eq!(table.throw(&[1, 1]), "order-to-the-active-force", "the others of the hex do not roll now");
    assert_eq!(table.order("move 3019"), "react", "the next hex is another cause");
    let offers = table.offers();
    assert!(offers.contains(&"react 3018 S-MC5".to_owned()), "{offers:?}");
    assert!(!offers.iter().any(|offer| offer.contains("S-MC6")), "who tried does not try again: {offers:?}");
    // By the other reading he does.
    let mut table = Table::new(&with("reaction-tries = \"each-trigger\""), 3, Side::First, &units);
    table.order("activate 3021");
    table.order("move 3020");
    table.order("react 3018 S-MC6");
    table.throw(&[1, 1]);
    assert_eq!(table.order("move 3019"), "react");
    assert!(table.offers().contains(&"react 3018 S-MC6".to_owned()));
}

/// A division is attacked, a mechanized corps reacts in, both lose; the panzers exploit after the corps.
fn beaten_reactor() -> (Table, Vec<Hex>) {
    let rules = standard();
    let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RD75 3019", "S-MC6 3018"];
    let mut table = front(&rules, 3, &units);
    table.order("concerted 3019");
    assert_eq!(table.order("penetration"), "react", "the declaration lets them come");
    table.order("react 3018 S-MC6");
    // With tanks in the hex the Russians counterattack, as they must.
    assert_eq!(table.throw(&[6, 6]), "name-the-attacking-force");
    let Phase::Naming(_, _, posture) = *table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(posture, Some(Posture::Counterattack), "8.1-e");
    table.order("attack-from 3020");
    table.order("no-air");
    // 18 SP, 18 + 2: 6 LP. 10 SP, 2 - 1: 1, raised to 1♥.
    table.throw(&[6, 6, 6]);
    assert_eq!(table.throw(&[1, 1]), "take-losses");
    let corps = table.rules.unit("S-MC6").unwrap();
    let division = table.rules.unit("S-RD75").unwrap();
    let split = if corps < division { "4-2" } else { "2-4" };
    table.say(&[key("1-0-0"), key(split)]).unwrap();
    // 4 against 17 is no better than 1:4; a 6 is 1/2.
    table.throw(&[6]);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::TakeLosses);
    assert_eq!(table.order("0-1-1"), "retreat-along");
    let path = table.offers()[0].clone();
    assert_eq!(table.order(&path), "exploit");
    let hexes = path.split('-').map(|id| hex(&rules, id.parse().unwrap())).collect();
    (table, hexes)
}

#[test]
fn exploiting_after_a_beaten_reactor_is_no_meeting_engagement() {
    let (mut table, way) = beaten_reactor();
    table.order("exploit G-Pz3+G-Pz4+G-Pz7");
    let mut asked = String::new();
    for hex in way {
        let id = table.rules.board.id(hex);
        asked = table.order(&format!("move {id}"));
    }
    assert_eq!(asked, "attack-plan");
    assert_eq!(table.offers(), ["meeting-engagement", "standard-attack"]);
    // The exploiting force keeps the supply it had; the defender's is looked at anew.
    let Phase::Combat(active, combat) = table.game().phase() else { panic!() };
    assert_eq!(combat.supplied.first, active.exploit.unwrap().supplied);
}

#[test]
fn a_garrison_in_its_city_is_in_supply_when_it_is_stormed() {
    let rules = standard();
    let units = ["S-RC2 2819", "G-Inf7 2818", "G-Inf23 2920", "G-Inf87 2720", "G-Inf5 2820", "G-Inf35 2820"];
    let mut table = front(&rules, 3, &units);
    assert!(table.game().has_supply(&rules, Side::Second, hex(&rules, 2819), &mut clerk()));
    table.order("activate 2820");
    table.order("move 2819");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert!(combat.supplied.second, "its own presence keeps the enemy's zones out of its hex");
}

#[test]
fn a_source_in_an_enemy_zone_saves_nobody() {
    let rules = standard();
    let units = ["S-RC2 2820", "S-A24 2703", "G-Inf7 2720", "G-Inf87 2921"];
    let taken = west(&rules);
    let mut table = Table::arranged(&rules, 3, Side::Second, &units, |a| a.taken = taken.clone());
    table.order("end operations");
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::SURRENDERED, "Minsk lies in a zone");
    // A friend in Minsk cancels the zone there, and from Minsk a line leads on.
    let units = ["S-RC2 2820", "S-RC44 2819", "S-A24 2703", "G-Inf7 2720", "G-Inf87 2921"];
    let mut table = Table::arranged(&rules, 3, Side::Second, &units, |a| a.taken = taken.clone());
    table.order("end operations");
    assert_eq!(table.at("S-RC2"), Some(2820), "10.0-d");
}

#[test]
fn whoever_is_dropped_at_the_end_is_worn_down_with_the_others() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "G-Inf7 3020"];
    let mut table = Table::new(&standard(), 3, Side::First, &units);
    table.order("activate 3020");
    for to in [3021, 3020, 3021, 3020, 3021] {
        table.order(&format!("move {to}"));
    }
    table.order("drop G-Inf5+G-Inf35+G-Inf6");
    assert_eq!(table.order("finish"), "attrition");
    // 16 SP, 7 - 1 for the full stack: 2 LP.
    assert_eq!(table.throw(&[3, 4]), "take-attrition");
    assert!(table.offers().contains(&"0-0-1-1".to_owned()), "{:?}", table.offers());
    // Whoever was dropped before half the points were spent has done his marching.
    let mut table = Table::new(&standard(), 3, Side::First, &units);
    table.order("activate 3020");
    table.order("move 3021");
    table.order("drop G-Inf5+G-Inf35+G-Inf6");
    for to in [3020, 3021, 3020] {
        table.order(&format!("move {to}"));
    }
    table.order("finish");
    // 4 SP alone, 2 + 1: 1 LP, and it is the lone division's.
    table.throw(&[1, 1]);
    assert_eq!((table.strength("G-Inf7"), table.strength("G-Inf5")), (3, 4));
}

#[test]
fn those_picked_up_do_not_count_for_half_the_points() {
    // The panzers began with eight points; with the infantry they have five, of which they spend three.
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Pz3 3021", "G-Inf5 3020"]);
    table.order("activate 3021");
    table.order("move 3020");
    table.order("pick-up G-Inf5");
    table.order("move 3019");
    assert_eq!(table.order("finish"), "operations", "9.0-b: three is no more than half of eight");
}

#[test]
fn a_withdrawal_is_not_farther_for_being_three_hexes_off() {
    let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Mot10 3020", "S-MC6 3016", "S-MC5 3016"];
    let play = |order: &str, faces: &[u8]| {
        let mut table = Table::new(&standard(), 3, Side::First, &units);
        table.order("activate 3020");
        assert_eq!(table.order("move 3019"), "react");
        let asked = table.order(order);
        if asked == "react-along" {
            table.first();
        }
        table.throw(faces)
    };
    assert_eq!(play("withdraw 3016", &[4, 5]), "withdraw-along");
    // Into the hex it is: nine less one for the distance, one for the woods and one for the river.
    assert_eq!(play("react 3016 S-MC6+S-MC5", &[5, 6]), "order-to-the-active-force");
    // An unmodified twelve succeeds whatever the modifiers.
    assert_ne!(play("react 3016 S-MC6+S-MC5", &[6, 6]), "order-to-the-active-force");
}

#[test]
fn a_twelve_comes_through_marsh_and_woods() {
    let units = ["G-Pz3 2516", "G-Pz4 2516", "G-Mot10 2516", "S-MC6 2619", "S-MC5 2619"];
    let play = |faces: &[u8]| {
        let mut table = Table::new(&standard(), 3, Side::First, &units);
        table.order("activate 2516");
        assert_eq!(table.order("move 2517"), "react");
        assert_eq!(table.order("react 2619 S-MC6+S-MC5"), "react-along");
        let hard =
            table.offers().into_iter().find(|way| way.contains("2617")).expect("a way through the marsh");
        table.order(&hard);
        // Marsh -2, woods -1, three hexes -1: twelve less four is not nine.
        table.throw(faces);
        table.at("S-MC6") == Some(2517)
    };
    assert!(play(&[6, 6]), "2.6.1-h");
    assert!(!play(&[5, 6]));
}

#[test]
fn on_the_turn_of_surprise_nobody_reacts_not_even_out_of_his_own_hex() {
    let rules = standard();
    let play = |turn| {
        let mut table = front(&rules, turn, &["G-Inf5 3020", "G-Inf6 3020", "S-MC6 3019"]);
        table.order("activate 3020");
        table.order("move 3019")
    };
    assert_eq!((play(1).as_str(), play(2).as_str()), ("attack-plan", "react"));
}

#[test]
fn a_rally_lets_nobody_withdraw() {
    let rules = standard();
    let mut table = front(&rules, 3, &["G-Inf5 3021!", "S-MC6 3019"]);
    table.order("activate 3021");
    assert_eq!(table.order("rally"), "react");
    assert_eq!(table.offers(), ["done", "react 3019 S-MC6"]);
}

#[test]
fn a_reactor_that_was_lost_is_fresh_when_it_is_rebuilt() {
    let rules = standard();
    let units = ["G-Inf5 3021", "G-Inf35 3021", "G-Inf6 3021", "S-MC17 3019", "S-A24 2703"];
    let taken = west(&rules);
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
        a.taken = taken.clone();
        a.replacements = BySide::new(0, 2);
    });
    table.order("activate 3021");
    assert_eq!(table.order("move 3020"), "react");
    table.order("react 3019 S-MC17");
    // Twelve against one needs no dice.
    assert_eq!(table.throw(&[6, 6]), "exploit");
    table.order("end exploitation");
    table.order("end operations");
    table.replace("S-MC17", 1);
    table.order("place S-MC17 2811");
    table.order("end reinforcements");
    assert!(!table.spent("S-MC17"));
    table.order("strategic 2811");
}

#[test]
fn an_assault_gathers_no_more_than_may_stack() {
    let rules = standard();
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021", "G-Pz10 3021", "G-Pz17 3020", "S-RC2 3019"];
    let mut table = front(&rules, 3, &units);
    table.order("concerted 3019");
    table.order("grand-assault");
    table.order("attack-from 3021");
    table.order("move 3020");
    assert_eq!(table.refused("pick-up G-Pz17"), "DAMOS-8.1-h");
    let mut free = front(&rules, 3, &units);
    free.order("activate 3021");
    free.order("move 3020");
    free.order("pick-up G-Pz17");
}

#[test]
fn whoever_is_in_the_marshes_has_to_leave_them() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Inf5 3221"]);
    assert_eq!(table.refused("end operations"), "AGC-1.3-c");
    table.order("activate 3221");
    assert_eq!(table.refused("finish"), "AGC-1.3-c");
    table.order("move 3121");
    table.order("finish");
    table.order("end operations");
    // Where the marshes are open, and in the combined game, nobody has to.
    for options in ["marsh = \"open\"", "combined = true"] {
        let mut table = Table::new(&with(options), 3, Side::First, &["G-Inf5 3221"]);
        table.order("activate 3221");
        table.order("move 3220");
        table.order("finish");
        table.order("end operations");
    }
    // Strategic movement keeps out of them too, but not in the combined game.
    let reaches = |options: &str| {
        let rules = with(options);
        let table = Table::arranged(&rules, 3, Side::First, &["G-Inf5 3121"], |a| {
            a.taken = vec![hex(&rules, 3220)];
        });
        let units: Units = [table.unit("G-Inf5")].into_iter().collect();
        table.game().strategic_reach(&rules, units, hex(&rules, 3121)).cost(hex(&rules, 3220)).is_some()
    };
    assert!(!reaches("") && reaches("combined = true"));
}

#[test]
fn picking_up_costs_once_a_hex() {
    let units = ["G-Inf5 3021", "G-Inf35 3020", "G-Inf6 3020"];
    let spent = |orders: &[&str]| {
        let mut table = Table::new(&standard(), 3, Side::First, &units);
        table.order("activate 3021");
        table.order("move 3020");
        for order in orders {
            table.order(order);
        }
        let Phase::Active(active) = *table.game().phase() else { panic!() };
        active.spent
    };
    assert_eq!(spent(&["pick-up G-Inf35", "pick-up G-Inf6"]), 4);
    assert_eq!(spent(&["pick-up G-Inf35+G-Inf6"]), 4);
}

#[test]
fn a_declared_assault_is_paid_for_even_where_odds_decide() {
    let rules = standard();
    let mut table = front(&rules, 3, &["G-Pz3 3020", "G-Pz4 3020", "S-NKVD17 3018"]);
    table.order("concerted 3018");
    table.order("attack-from 3020");
    table.order("move 3019");
    assert_eq!(table.order("move 3018"), "exploit");
    let Phase::Exploitation(active) = *table.game().phase() else { panic!() };
    assert_eq!(active.spent_before, 8, "two hexes and the two points of the plan");
}

#[test]
fn slowed_panzers_picked_up_still_have_their_hex() {
    let rules = standard();
    let units = ["G-Inf5 3021", "G-Pz3 3020"];
    let mut table = Table::arranged(&rules, 5, Side::First, &units, |a| a.phase = Phase::TurnStart);
    table.order("end reinforcements");
    table.order("end strategic");
    table.order("activate 3021");
    table.order("move 3020");
    table.order("pick-up G-Pz3");
    table.order("move 3019");
    assert_eq!(table.refused("move 3018"), "AGC-4.7-b");
}

#[test]
fn parts_of_a_force_go_by_train_where_the_switch_lets_them() {
    let set = |options: &str| {
        let rules = with(options);
        let taken = west(&rules);
        Table::arranged(&rules, 3, Side::First, &["G-Inf5 3022", "G-Inf6 3022"], |a| {
            a.taken = taken.clone();
            a.phase = Phase::Strategic;
        })
    };
    assert_eq!(set("").refused("strategic 3022 G-Inf5"), "DAMOS-2.1-c");
    let mut parts = set("activation = \"any-part\"");
    parts.order("strategic 3022 G-Inf5");
    parts.order("to 3024");
    assert_eq!((parts.at("G-Inf5"), parts.at("G-Inf6")), (Some(3024), Some(3022)));
    assert!(parts.spent("G-Inf5") && !parts.spent("G-Inf6"));
}

#[test]
fn a_reactor_is_idle_through_its_own_next_turn() {
    let rules = standard();
    let mut table = front(&rules, 3, &["G-Inf5 3021", "S-MC6 3018", "S-A24 2703"]);
    table.order("activate 3021");
    table.order("move 3020");
    table.order("react 3018 S-MC6");
    table.throw(&[1, 1]);
    table.order("finish");
    table.order("end operations");
    table.order("end reinforcements");
    assert_eq!(table.refused("strategic 3018"), "DAMOS-6.0-a");
    table.order("end strategic");
    assert_eq!(table.refused("activate 3018 S-MC6"), "DAMOS-7.0-a");
    table.order("end operations");
    assert!(!table.spent("S-MC6"), "11.0-a");
}

#[test]
fn a_penetration_that_moves_in_may_be_reacted_to() {
    let rules = standard();
    let units = ["G-Pz3 3020", "G-Pz4 3020", "S-RC2 3019", "S-MC6 3018"];
    let mut table = front(&rules, 3, &units);
    table.order("concerted 3019");
    assert_eq!(table.order("penetration"), "react");
    table.order("done");
    assert_eq!(table.order("attack-from 3020"), "react", "8.3-e");
    assert_eq!(table.offers(), ["done", "react 3018 S-MC6", "withdraw 3018"]);
    // Whoever tried in the declaration has had his try.
    let mut table = front(&rules, 3, &units);
    table.order("concerted 3019");
    table.order("penetration");
    table.order("react 3018 S-MC6");
    table.throw(&[1, 1]);
    assert_eq!(table.order("attack-from 3020"), "call-the-air-unit");
}

#[test]
fn overstacked_in_the_enemys_phase_there_is_time_until_the_own_phase_ends() {
    let rules = standard();
    let units = ["S-RC2 3018", "S-RC44 3018", "S-RC1 3018", "G-Inf5 3021", "S-A24 2703"];
    let mut table = front(&rules, 3, &units);
    assert_ne!(table.order("end operations"), "who-is-too-many", "2.3-d");
    table.order("end reinforcements");
    table.order("end strategic");
    assert_eq!(table.order("end operations"), "who-is-too-many", "2.3-c");
}

#[test]
fn a_finished_line_is_a_railhead_too() {
    let rules = standard();
    let taken = taken_from(&rules, 12);
    // Everything is converted: the line to Slutsk ends in 3120.
    let rails: Vec<Hex> = rules.board.hexes().filter(|&hex| rules.board.gauge(hex).is_some()).collect();
    let table = Table::arranged(&rules, 8, Side::First, &["G-Pz3 3020"], |a| {
        a.taken = taken.clone();
        a.converted = rails.clone();
    });
    let field = Field::of(table.game(), &rules, None, &mut clerk());
    let ends: Vec<Hex> = table.game().railheads(&rules, &field, &mut clerk()).iter().collect();
    let single = |hex: Hex| rules.board.along_rails(hex).count() == 1;
    assert!(ends.iter().any(|&hex| single(hex)), "{:?}", ends.len());
}

#[test]
fn a_delay_gives_the_hex_up_in_good_order() {
    let play = |options: &str| {
        let rules = with(options);
        let taken = west(&rules);
        let units = ["S-A24 2917", "S-A28 2917", "G-Inf5 2918", "G-Inf6 2918"];
        let mut table = Table::arranged(&rules, 4, Side::Second, &units, |a| a.taken = taken.clone());
        table.order("activate 2917");
        table.order("move 2918");
        table.say(&[key("delay"), key("standard-attack")]).unwrap();
        table.order("no-air");
        // 10 SP less 2 for the river throw 2: 1. 8 SP and 2 for the woods throw 12 - 1: 3. The delay takes a step off.
        table.throw(&[1, 1]);
        table.throw(&[6, 6]);
        while matches!(table.game().phase(), Phase::Combat(..)) {
            table.first();
        }
        table
    };
    let mut table = play("");
    assert_eq!(table.asked().unwrap().asking.topic, Asks::RetreatAlong, "beaten though it dealt more");
    let offers = table.offers();
    assert!(offers.iter().any(|path| path.len() == 4) && offers.iter().any(|path| path.len() == 14));
    let one = offers.iter().find(|path| path.len() == 4).unwrap().clone();
    assert_eq!(table.order(&one), "exploit", "the attacker may follow");
    assert!(!table.demoralized("G-Inf5"));
    let fights_on = play("delay = \"fights-on\"\nattacker-retreat = \"way-back\"");
    assert_eq!(
        (fights_on.at("G-Inf5"), fights_on.at("S-A24")),
        (Some(2918), Some(2917)),
        "the losses decide"
    );
}

#[test]
fn a_friendly_major_city_as_the_first_hex_ends_a_retreat_in_play() {
    let rules: Arc<Campaign> = standard();
    let units = ["G-Inf5 2705", "G-Inf35 2705", "G-Inf6 2705", "S-RC2 2704"];
    let mut table = Table::new(&rules, 6, Side::First, &units);
    table.order("activate 2705");
    table.order("move 2704");
    table.order("standard-attack");
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    assert!(table.offers().contains(&"2703".to_owned()), "{:?}", table.offers());
    table.order("2703");
    assert_eq!(table.at("S-RC2"), Some(2703));
    let stops = |table: &Table| table.cited.iter().any(|clause| clause == "DAMOS-8.11-i");
    assert!(stops(&table), "{:?}", table.cited);
    // Open country is no place to stop: the same retreat elsewhere goes by another clause.
    let units = ["G-Inf5 2707", "G-Inf35 2707", "G-Inf6 2707", "S-RC2 2706"];
    let mut table = Table::new(&rules, 6, Side::First, &units);
    table.order("activate 2707");
    table.order("move 2706");
    table.order("standard-attack");
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    table.first();
    assert!(!stops(&table), "{:?}", table.cited);
}

/// Of a unit whose nation, arm or size nobody knows each is found out by itself, and the row is named.
#[test]
fn a_unit_of_no_known_kind_is_refused_with_its_row() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).map(|file| file.contents_utf8().unwrap().to_owned());
    let title = text("army-group-center/title.toml").unwrap();
    let list = text("army-group-center/order-of-battle.toml").unwrap();
    let row = list.lines().find(|line| line.contains("\"G-Inf5\"")).unwrap();
    let words: Vec<&str> = row.split('"').skip(1).step_by(2).collect();
    // Key and name, then nation, arm and size.
    for word in &words[2..5] {
        let wrong = row.replacen(&format!("\"{word}\""), "\"martian\"", 1);
        let files = |name: &str| Some(text(name)?.replace(row, &wrong));
        let error = open_campaign_with("wrong.toml", &title, &charts, files).unwrap_err().to_string();
        assert!(error.contains("G-Inf5") && error.contains("`martian`"), "{word}: {error}");
    }
}

#[test]
fn an_attacker_beaten_in_a_major_city_has_no_rout() {
    let units = ["G-Inf5 2704", "S-A24 2703", "S-A28 2703"];
    let mut table = Table::new(&standard(), 8, Side::First, &units);
    table.order("activate 2704");
    table.order("move 2703");
    table.order("standard-attack");
    table.throw(&[1]);
    // 10 SP, 15 in Moscow, steadfast.
    let asked = table.throw(&[6, 6, 6]);
    assert_ne!(asked, "hold-the-city");
    assert_eq!(table.game().place_of(table.unit("G-Inf5")), Place::ELIMINATED, "5 LP on 4 SP");
    let units = ["G-Inf5 2704", "G-Inf35 2704", "S-A24 2703", "S-A28 2703"];
    let mut table = Table::new(&standard(), 8, Side::First, &units);
    table.order("activate 2704");
    table.order("move 2703");
    table.order("standard-attack");
    table.throw(&[1, 1]);
    table.throw(&[1, 1, 1]);
    table.first();
    assert_eq!(table.at("G-Inf5"), Some(2704), "it goes back where it came from");
}

#[test]
fn allies_are_german_but_for_stacking() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = |name: &str| TITLES.get_file(name).map(|file| file.contents_utf8().unwrap().to_owned());
    let allied = |name: &str| {
        let text = text(name)?;
        // Two divisions serve as Hungarians.
        let change = |text: String, key: &str| {
            let at = text.find(&format!("\"{key}\"")).unwrap();
            let (head, tail) = text.split_at(at);
            format!("{head}{}", tail.replacen("\"german\"", "\"axis-ally\"", 1))
        };
        Some(match name.ends_with("order-of-battle.toml") {
            true => ["G-Inf5", "G-Inf6", "G-Mot10"].iter().fold(text, |text, key| change(text, key)),
            false => text,
        })
    };
    let title = text("army-group-center/title.toml").unwrap();
    let rules = open_campaign_with("allies.toml", &title, &charts, allied).unwrap();
    // One force of two nations, one side: it moves, fights and has its zone of influence as Germans do.
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3020", "G-Pz3 3020", "S-RC2 3019"]);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "attack-plan");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
    assert_eq!(combat.forces.first.strength(), 10);
    let range = Table::new(&rules, 3, Side::First, &["G-Mot10 3020"]);
    assert_eq!(range.game().influence(&rules, Side::First, hex(&rules, 3020), &mut clerk()), 1);
    let units = |keys: &[&str]| keys.iter().map(|key| rules.unit(key).unwrap()).collect::<Units>();
    assert!(may_stack(&rules, units(&["G-Inf5", "G-Inf6", "G-Mot10"])), "three divisions");
    assert!(!may_stack(&rules, units(&["G-Inf5", "G-Inf6", "G-Mot10", "G-Pz3", "G-Pz4"])));
    assert!(!may_stack(&rules, units(&["G-Inf5", "G-Inf35", "G-Inf7", "G-Pz3", "G-Pz4"])), "4.1-a");
}
