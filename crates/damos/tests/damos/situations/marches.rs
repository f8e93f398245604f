//! Activation, movement, rally, pick-up, reaction, strategic movement.

use super::ground::west;
use super::table::*;
use grognard_damos::*;
use grognard_umpire::Side;

#[test]
fn the_area_and_the_marshes_bind() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3120"]);
    table.order("activate 3120");
    assert_eq!(table.refused("move 3220"), "AGC-1.3-b");
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3221"]);
    table.order("activate 3221");
    assert_eq!(table.refused("move 3220"), "AGC-1.3-c", "out by the quickest way");
    assert_eq!(table.refused("move 3321"), "AGC-1.3-d", "south of the area");
    table.order("move 3121");
    let mut russian = Table::new(&rules, 3, Side::Second, &["S-RC1 3120"]);
    russian.order("activate 3120");
    russian.order("move 3220");
    // The combined game lifts both.
    let mut table = Table::new(&with("combined = true"), 1, Side::First, &["G-Inf5 3221", "S-RC1 3119"]);
    table.order("activate 3221");
    table.order("move 3220");
    table.order("move 3320");
    // The special rules hold there too: on the turn of surprise Russians have no zones.
    let field = Field::of(table.game(), &table.rules, None, &mut clerk());
    assert!(field.zoc.second.is_empty(), "AGC-4.0-a");
}

#[test]
fn the_demoralized_keep_away_and_rally_in_supply() {
    let rules = standard();
    let taken = west(&rules);
    let set = |units: &[&str]| Table::arranged(&rules, 3, Side::First, units, |a| a.taken = taken.clone());
    let mut table = set(&["G-Inf5 3021!", "S-RC2 3019"]);
    table.order("activate 3021");
    assert_eq!(table.refused("move 3020"), "DAMOS-2.8-d");
    table.order("rally");
    assert!(!table.demoralized("G-Inf5"));
    assert_eq!(table.refused("rally"), "DAMOS-2.8-g");
    table.order("move 3020");
    let mut next = set(&["G-Inf5 3020!", "S-RC2 3019"]);
    next.order("activate 3020");
    assert_eq!(next.refused("move 3019"), "DAMOS-2.8-c");
    assert_eq!(next.refused("rally"), "DAMOS-2.8-g", "in an enemy zone of control");
    let mut far = Table::new(&rules, 3, Side::First, &["G-Inf5 3013!"]);
    far.order("activate 3013");
    assert_eq!(far.refused("rally"), "DAMOS-2.8-g", "without supply");
}

fn reaction(options: &str) -> Table {
    let rules = with(options);
    let taken = west(&rules);
    let units = ["G-Inf5 3021", "S-MC6 3018"];
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
    table.order("activate 3021");
    assert_eq!(table.order("move 3020"), "react", "8 SP reach two hexes");
    table
}

#[test]
fn a_reaction_into_a_hex_makes_a_meeting_engagement() {
    let mut table = reaction("");
    assert_eq!(table.offers()[..2], ["done", "react 3018 S-MC6"]);
    table.order("react 3018 S-MC6");
    // +1 for more mobile strength, +1 against foot: 7 is enough.
    assert_eq!(table.throw(&[3, 4]), "call-the-air-unit");
    assert_eq!(table.at("S-MC6"), Some(3020));
    assert_eq!(table.order("no-air"), "attackers-combat-dice");
    // 4 SP, meeting engagement: 6 - 1 = 5 is 1; 8 SP: 4 is 1♥. The attacker loses and goes back in good order.
    table.throw(&[6]);
    assert_eq!(table.throw(&[2, 2]), "retreat-along");
    assert_eq!(table.order("3021"), "operations");
    assert_eq!(
        (table.at("G-Inf5"), table.strength("G-Inf5"), table.demoralized("G-Inf5")),
        (Some(3021), 3, false)
    );
    assert!(table.spent("S-MC6") && table.spent("G-Inf5"));
    assert_eq!(table.game().controller(hex(&table.rules, 3020)), Side::Second);
}

#[test]
fn six_and_one_is_not_enough_and_a_failure_spends() {
    let mut table = reaction("");
    table.order("react 3018 S-MC6");
    assert_eq!(table.throw(&[3, 3]), "order-to-the-active-force");
    // No second try in the same activation.
    assert_eq!(table.order("move 3019"), "order-to-the-active-force");
    table.order("finish");
    assert!(table.spent("S-MC6"), "11.0-c");
    let mut table = reaction("failed-reaction = \"stays-fresh\"");
    table.order("react 3018 S-MC6");
    table.throw(&[3, 3]);
    table.order("finish");
    assert!(!table.spent("S-MC6"), "the other reading");
}

#[test]
fn declining_keeps_a_force_fresh_and_able() {
    let mut table = reaction("");
    table.order("done");
    assert_eq!(table.order("move 3019"), "react", "the next hex asks again");
    table.order("done");
    table.order("finish");
    assert!(!table.spent("S-MC6"));
}

#[test]
fn a_reaction_may_be_a_withdrawal() {
    let mut table = reaction("");
    table.order("withdraw 3018");
    assert_eq!(table.throw(&[5, 5]), "withdraw-along");
    let paths = table.offers();
    assert!(paths.iter().all(|path| path.matches('-').count() >= 1), "two or three hexes: {paths:?}");
    let first = paths[0].clone();
    assert_eq!(table.order(&first), "order-to-the-active-force", "the mover goes on");
    let end: u16 = first.rsplit('-').next().unwrap().parse().unwrap();
    assert_eq!((table.at("S-MC6"), table.demoralized("S-MC6")), (Some(end), false));
    assert_eq!(table.refused("move 3021 now"), "`move 3021 now` is not an order");
    table.order("move 3019");
}

#[test]
fn rallying_near_the_enemy_provokes_too() {
    let rules = standard();
    let taken = west(&rules);
    let mut table =
        Table::arranged(&rules, 3, Side::First, &["G-Inf5 3021!", "S-MC6 3019"], |a| a.taken = taken.clone());
    table.order("activate 3021");
    assert_eq!(table.order("rally"), "react");
    table.order("react 3019 S-MC6");
    table.throw(&[6, 6]);
    assert!(!table.demoralized("G-Inf5"), "it is rallied before it fights");
}

#[test]
fn terrain_distance_and_stacking_limit_reactions() {
    let rules = standard();
    // 3016 is woods: three hexes from 3019 by 3018 and 3017, all ways through woods; 13 SP reach three hexes.
    let units = ["G-Pz3 3019=1", "S-MC6 3016", "S-MC5 3016"];
    let mut table = Table::new(&rules, 3, Side::First, &units);
    table.order("activate 3019");
    assert_eq!(table.order("move 2920"), "order-to-the-active-force", "out of reach");
    let mut table = Table::new(&rules, 3, Side::First, &["G-Pz3 3020=1", "S-MC6 3016", "S-MC5 3016"]);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "react");
    table.order("react 3016 S-MC6+S-MC5");
    // -1 woods, -1 river at 3016/3017 on every way, -1 three hexes, +1 more mobile: 11 is needed.
    assert_eq!(table.throw(&[5, 5]), "order-to-the-active-force");
}

#[test]
fn a_reactor_picks_its_way_and_the_way_counts() {
    let rules = standard();
    let board = |id| hex(&rules, id);
    let taken = [west(&rules), vec![board(2919), board(2918), board(2819), board(2818)]].concat();
    let start = || {
        let units = ["G-Inf5 2819", "S-MC6 3018"];
        let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
        table.order("activate 2819");
        assert_eq!(table.order("move 2818"), "react");
        assert_eq!(table.order("react 3018 S-MC6"), "react-along");
        table
    };
    // Two ways of two hexes: 2919 is clear, 2918 is woods; the easier one comes first.
    assert_eq!(start().offers(), ["2919-2818", "2918-2818"]);
    // +1 for more mobile strength, +1 against foot: 7 is enough in the open, 8 through the woods.
    let came = |way: &str, faces: [u8; 2]| {
        let mut table = start();
        table.order(way);
        table.throw(&faces);
        let control = [2919, 2918].map(|id| table.game().controller(hex(&rules, id)));
        (table.at("S-MC6") == Some(2818), control)
    };
    let (german, russian) = (Side::First, Side::Second);
    assert_eq!(came("2919-2818", [3, 4]), (true, [russian, german]));
    assert_eq!(came("2918-2818", [3, 4]), (false, [german, german]));
    assert_eq!(came("2918-2818", [4, 4]), (true, [german, russian]));
}

#[test]
fn strategic_movement_is_for_the_supplied_behind_the_front() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Inf5 3022", "G-Inf6 3013", "G-Pz3 2923", "S-RC2 3019"];
    let mut table = Table::arranged(&rules, 3, Side::First, &units, |a| {
        a.taken = taken.clone();
        a.phase = Phase::Strategic;
    });
    assert_eq!(table.refused("strategic 3013"), "DAMOS-6.0-a", "no supply");
    // The infantry-first rule does not hold here.
    table.order("strategic 2923");
    table.order("to 2923");
    assert_eq!(table.order("strategic 3022"), "strategic-move");
    assert_eq!(table.refused("to 3020"), "DAMOS-6.0-c", "next to an enemy");
    // Ten points on foot, twenty rail hexes: the west edge by rail, never on foot.
    let reach =
        table.game().strategic_reach(&rules, [table.unit("G-Inf5")].into_iter().collect(), hex(&rules, 3022));
    assert_eq!(reach.cost(hex(&rules, 3023)), Some(1), "half a point for a rail hex, river or not");
    assert_eq!(reach.cost(hex(&rules, 2923)), Some(2));
    table.order("to 3024");
    assert_eq!(table.at("G-Inf5"), Some(3024));
    assert!(table.spent("G-Inf5"));
    table.order("end strategic");
    assert_eq!(table.refused("activate 3024 G-Inf5"), "DAMOS-7.0-a");
}

#[test]
fn spent_units_are_not_picked_up_and_strategic_moves_are_doubled() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3021", "G-Inf35 3020'"]);
    table.order("activate 3021");
    table.order("move 3020");
    assert_eq!(table.refused("pick-up G-Inf35"), "DAMOS-7.0-n");
    // Off the rails, ten points instead of five: the tenth clear hex is reached, an eleventh is not.
    let everything: Vec<_> =
        rules.board.hexes().filter(|&hex| rules.board.side(hex) == Side::Second).collect();
    let table = Table::arranged(&rules, 3, Side::First, &["G-Inf5 2916"], |a| a.taken = everything.clone());
    let unit: Units = [table.unit("G-Inf5")].into_iter().collect();
    let reach = table.game().strategic_reach(&rules, unit, hex(&rules, 2916));
    let dearest = reach.hexes().iter().filter_map(|hex| reach.cost(hex)).max();
    assert_eq!(dearest, Some(20), "twenty half points");
}

#[test]
fn nobody_withdraws_from_a_concerted_attack() {
    let rules = standard();
    let taken = west(&rules);
    let units = ["G-Pz3 3020", "G-Pz4 3020", "S-MC6 3019"];
    let set = || Table::arranged(&rules, 3, Side::First, &units, |a| a.taken = taken.clone());
    let mut free = set();
    free.order("activate 3020");
    assert_eq!(free.order("move 3019"), "react");
    assert_eq!(free.offers(), ["done", "withdraw 3019"]);
    let mut concerted = set();
    concerted.order("concerted 3019");
    concerted.order("penetration");
    assert_eq!(concerted.order("attack-from 3020"), "call-the-air-unit", "no reaction is offered");
}

#[test]
fn zones_of_control_do_not_slow_and_mixed_forces_react_whole() {
    let rules = standard();
    // Past a corps in the woods of 2918, hex by hex at one point each.
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3020", "S-RC2 2918"]);
    let field = Field::of(table.game(), &rules, None, &mut clerk());
    assert!(
        field.zoc.second.has(hex(&rules, 2919)) && field.zoc.second.has(hex(&rules, 2917)),
        "woods or river"
    );
    table.order("activate 3020");
    for to in [3019, 2919, 3018] {
        table.order(&format!("move {to}"));
    }
    let Phase::Active(active) = *table.game().phase() else { panic!() };
    assert_eq!(active.spent, 6);
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3021", "S-MC6 3018", "S-RD75 3018"]);
    table.order("activate 3021");
    table.order("move 3020");
    assert!(table.offers().contains(&"react 3018 S-MC6+S-RD75".to_owned()), "{:?}", table.offers());
    assert!(!table.offers().contains(&"react 3018 S-RD75".to_owned()), "the division alone has no influence");
}

#[test]
fn equal_mobile_strength_helps_no_reaction() {
    let mut table = Table::new(&standard(), 3, Side::First, &["G-Mot10 3020", "S-MC14 3018"]);
    table.order("activate 3020");
    assert_eq!(table.order("move 3019"), "react");
    table.order("react 3018 S-MC14");
    assert_eq!(table.throw(&[4, 4]), "order-to-the-active-force", "8 is not 9");
}
