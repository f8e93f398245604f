//! Ordinary moves on a measured table: allowances, wheels, changes, others in the way, roads and water. (17.4, 12, 15)

use crate::table::{
    COLUMN, GUN, HEAVY, HORSE_COLUMN, LIGHT, LIMBERED, LINE, MARCH, SCREEN, SQUARE, STAFF, Table,
};
use grognard_days_of_empire::unit::{Formation, Order};

const WOOD: &str =
    "key = \"wood\"; kind = \"wood\"; density = \"light\"; polygon = \"20 26, 50 26, 50 32, 20 32\"";
const HEAVY_WOOD: &str =
    "key = \"wood\"; kind = \"wood\"; density = \"heavy\"; polygon = \"20 26, 50 26, 50 32, 20 32\"";
const WALL: &str = "key = \"wall\"; kind = \"obstacle\"; barrier = \"low-wall\"; path = \"20 25, 60 25\"";
const STREAM: &str = "key = \"stream\"; kind = \"stream\"; wide = \"1\"; path = \"0 26, 72 26\"";
const RIVER: &str = "key = \"river\"; kind = \"river\"; wide = \"3\"; path = \"0 28, 72 28\"";
const BRIDGE: &str =
    "key = \"bridge\"; kind = \"bridge\"; material = \"wood\"; polygon = \"35 26, 37 26, 37 30, 35 30\"";
const FORD: &str = "key = \"ford\"; kind = \"ford\"; path = \"36 26, 36 30\"";
const ROAD: &str = "key = \"road\"; kind = \"road\"; wide = \"1\"; path = \"36 0, 36 48\"";
const SWAMP: &str = "key = \"swamp\"; kind = \"swamp\"; polygon = \"20 25, 50 25, 50 27, 20 27\"";
const TOWN: &str =
    "key = \"town\"; kind = \"urban\"; density = \"light\"; polygon = \"30 26, 42 26, 42 32, 30 32\"";

/// A single unit in the middle of the table, facing north.
fn alone(unit: &str) -> Table {
    Table::new(&[], &[("k", unit, "36 24 0")], &[])
}

fn on(terrain: &[&str], unit: &str) -> Table {
    Table::new(terrain, &[("k", unit, "36 24 0")], &[])
}

/// V18: where a wheel leads and what it costs.
#[test]
fn a_line_wheels_about_its_end() {
    let mut table = alone(LINE);
    let account = table.order("k wheel left 10");
    assert_eq!(table.at("k"), "35.901 25.129 350");
    assert!(account[0].contains("infantry line 6; wheel 4.189: 1.811 left"), "{account:?}");
    assert!(table.cited.iter().any(|clause| clause == "DOE-17.4.6-c"));
    let mut table = alone(LINE);
    table.order("k wheel right 10");
    assert_eq!(table.at("k"), "36.084 24.955 10");
}

/// V19 and V36: how far a wheel goes, and the longest part of one that goes too far.
#[test]
fn a_wheel_costs_twice_the_outer_arc() {
    let refusal = alone(LINE).refused("k wheel left 14.4", "DOE-17.4.3-a");
    assert!(refusal.contains("it takes 6.032 of 6, 0.032 too much"), "{refusal}");
    assert!(refusal.contains("possible: k wheel left 14.3"), "{refusal}");
    alone(LINE).order("k wheel left 14.3");
    let mut table = alone(LINE);
    table.order("k wheel left max");
    assert!(table.at("k").ends_with(" 345.7"), "what max came to: {}", table.at("k"));
    let mut table = alone(COLUMN);
    table.order("k wheel left 45, advance max");
    assert!(table.refused("k advance 1", "it has had its move").contains("17.4.3-a"));
    alone(COLUMN).order("k wheel left 45, advance 1.717");
    alone(COLUMN).refused("k wheel left 45, advance 1.718", "0.001 too much");
}

/// V37 and V44: what is left after a change of formation.
#[test]
fn the_lesser_allowance_limits_a_change() {
    let mut table = alone(MARCH);
    table.order("k form line, advance 3");
    assert_eq!((table.at("k").as_str(), table.unit("k").body.formation), ("36 27 0", Formation::Line));
    let refusal = alone(MARCH).refused("k form line, advance 3.001", "0.001 too much");
    assert!(
        refusal.contains("17.4.3-b") && refusal.contains("possible: k form line, advance 3"),
        "{refusal}"
    );
    let start = |text: &str| {
        let mut table =
            Table::with("change-balance = \"start-less-cost\"", &[], &[("k", MARCH, "36 24 0")], &[]);
        table.try_order(text, &[])
    };
    assert!(start("k form line, advance 6").is_ok());
    assert!(start("k form line, advance 6.001").is_err());
}

#[test]
fn one_change_a_turn() {
    alone(LINE).refused("k form column, form line", "DOE-17.4.7-a");
    let mut table = alone(LINE);
    table.unit_mut("k").marks.changed = true;
    table.refused("k about", "once a turn");
    table.order("k advance 6");
    // Turning is a change too, and wheels are not.
    alone(COLUMN).refused("k about, turn left", "DOE-17.4.7-a");
    alone(COLUMN).order("k wheel left 5, about, wheel left 5");
}

#[test]
fn no_change_in_a_heavy_wood() {
    let mut table = Table::new(&[HEAVY_WOOD], &[("k", LINE, "36 29 0")], &[]);
    table.refused("k form column", "DOE-17.4.7-b");
    let mut table = Table::new(&[WOOD], &[("k", LINE, "36 29 0")], &[]);
    table.order("k form column");
    assert_eq!(table.unit("k").body.formation, Formation::ManoeuvreColumn);
}

#[test]
fn not_every_formation_is_for_everybody() {
    alone(&LINE.replace("class = 2", "class = 1")).refused("k form skirmish", "DOE-8.1-b");
    alone(HEAVY).refused("k form skirmish", "DOE-9.2-b");
    alone(&LIGHT.replace("class = 2", "class = 1")).order("k form skirmish");
    alone(LIGHT).refused("k form square", "DOE-12.3-b");
    alone(LIGHT).refused("k form march-column", "DOE-12.1-a");
    alone(&LINE.replace("stands = 12", "stands = 3")).refused("k form square", "DOE-12.3-c");
    alone(&format!("{LINE}, drill = \"irregular\"")).refused("k form square", "irregulars form no square");
    alone(LINE).refused("k form line", "it is in line already");
    alone(LINE).refused("k limber", "only guns have limbers");
    alone(GUN).refused("k form line", "write limber or unlimber");
    let mut table = alone(LINE);
    table.order("k form line bend 3 back 45");
    assert_eq!(table.unit("k").bends[0].map(|bend| bend.hinge), Some(3));
    alone(LINE).refused("k form line bend 12 back 45", "DOE-12.2-c");
}

#[test]
fn turning_to_a_side_changes_ranks_and_files() {
    let mut table = alone(LINE);
    table.order("k turn right");
    assert_eq!(table.unit("k").body.formation, Formation::MarchColumnOneWide);
    assert_eq!(table.at("k"), "41.5 23.5 90");
    let mut table = alone(COLUMN);
    table.order("k turn left");
    assert_eq!((table.unit("k").body.formation, table.unit("k").files), (Formation::ManoeuvreColumn, 3));
    let mut table = alone(COLUMN);
    table.order("k about, advance 6");
    assert_eq!(table.at("k"), "35 15 180");
}

/// V38: a wall and a stream, once each, and both disorder until rallied.
#[test]
fn ground_takes_its_part_and_disorders() {
    let mut table = on(&[WALL, STREAM], LINE);
    table.refused("k advance 2.001", "6.001 of 6, 0.001 too much");
    let account = table.order("k advance 2");
    assert!(account[0].contains("advance 2: 4 left; wall 2: 2 left; stream 2: 0 left"), "{account:?}");
    assert!(account[1].contains("disordered by"), "{account:?}");
    let unit = table.unit("k");
    assert_eq!((unit.body.order, unit.until_rallied, unit.by_ground), (Order::Disordered, true, false));
    // The wall alone leaves 4; with the stop at the stream's edge half an inch on.
    let mut table = on(&[WALL], LINE);
    table.order("k advance 4");
    let mut table = on(&[WALL], &LINE.replace("line\"", "skirmish\"").replace("12", "6"));
    table.order("k advance 9");
}

/// A unit stops at the edge of what it cannot pay for, and may always make an inch.
#[test]
fn what_cannot_be_paid_is_not_entered_but_for_an_inch() {
    let far =
        "key = \"wood\"; kind = \"wood\"; density = \"heavy\"; polygon = \"20 27, 50 27, 50 32, 20 32\"";
    let refusal = on(&[far], LINE).refused("k advance 4", "it takes 7.006 of 6, 1.006 too much");
    assert!(refusal.contains("stops at 3.00"), "{refusal}");
    let square =
        "key = \"wood\"; kind = \"wood\"; density = \"light\"; polygon = \"20 24.1, 50 24.1, 50 32, 20 32\"";
    // A square has two inches, which the wood takes: one inch it makes all the same.
    let mut table = on(&[square], SQUARE);
    table.refused("k advance 1.001", "too much");
    table.order("k advance 1");
    assert_eq!(table.at("k"), "36 25 0");
    assert_eq!(table.unit("k").body.order, Order::Disordered);
}

#[test]
fn an_inch_is_kept_from_enemies() {
    let foes = [("e", LINE, "36 29 180")];
    let mut table = Table::new(&[], &[("k", LINE, "36 24 0")], &foes);
    let refusal = table.refused("k advance 5", "DOE-17.4-f");
    assert!(refusal.contains("the e would be at 0.989, 0.011 too near"), "{refusal}");
    assert!(refusal.contains("possible: k advance 4.01"), "{refusal}");
    table.order("k advance max");
    assert_eq!(table.at("k"), "36 28.01 0");
    // Already nearer: away or along, but no nearer.
    let mut table = Table::new(&[], &[("k", LINE, "36 28.5 0")], &foes);
    table.refused("k advance 0.1", "DOE-17.4-i");
    table.order("k back 1");
    // Staff keeps them off as well.
    let mut table = Table::new(&[], &[("k", LINE, "36 24 0")], &[("s", STAFF, "36 29 180")]);
    table.refused("k advance 5", "DOE-17.4-j");
}

#[test]
fn friends_are_in_the_way() {
    let friend = |unit: &str, at: &str| {
        Table::new(&[], &[("k", COLUMN, "36 24 0"), ("f", unit, at), ("g", SCREEN, "10 10 0")], &[])
    };
    friend(LINE, "36 27 0").refused("k advance 6", "DOE-17.4-h");
    // A screen is passed, but not stood on.
    friend(SCREEN, "36 27 0").order("k advance 8");
    friend(SCREEN, "36 27 0").refused("k advance 3", "it would end on the f");
    // A deployed gun is passed from front to rear or back, not from the side, not behind its team.
    friend(GUN, "36 27 0").order("k advance 8");
    friend(GUN, "36 26 180").order("k advance 8");
    friend(GUN, "36 27 90").refused("k advance 8", "DOE-17.4.8-b");
    friend(LIMBERED, "36 29 0").refused("k advance 8", "DOE-17.4.8-b");
    let massed = [("k", COLUMN, "36 24 0"), ("f", GUN, "36 27 0"), ("g", GUN, "37.5 27 0")];
    Table::new(&[], &massed, &[]).refused("k advance 8", "DOE-17.4.8-b");
    let apart = [("k", COLUMN, "36 24 0"), ("f", GUN, "36 27 0"), ("g", GUN, "38 27 0")];
    Table::new(&[], &apart, &[]).order("k advance 8");
}

#[test]
fn who_is_held_back_comes_no_nearer() {
    let hold = |set: fn(&mut grognard_days_of_empire::battle::state::UnitState)| {
        let mut table = Table::new(&[], &[("k", LINE, "36 24 0")], &[("e", LINE, "36 40 180")]);
        set(table.unit_mut("k"));
        table
    };
    let halted = || hold(|unit| unit.marks.halted = true);
    halted().refused("k advance 3", "DOE-17.2.9-a");
    halted().order("k back 2");
    halted().order("k form column");
    hold(|unit| unit.marks.no_closer = true).refused("k advance 3", "DOE-17.2.2-d");
    hold(|unit| unit.body.order = Order::Shaken).refused("k advance 3", "DOE-T12-a");
    hold(|unit| unit.body.order = Order::Disordered).order("k advance 3");
    hold(|unit| unit.body.order = Order::Routing).refused("k advance 3", "DOE-17.4.1-a");
    hold(|unit| unit.marks.stopped = true).refused("k advance 3", "DOE-17.4.9-c");
}

#[test]
fn roads_are_for_columns() {
    let mut table = on(&[ROAD], MARCH);
    table.order("k advance 14");
    on(&[ROAD], MARCH).refused("k advance 14.001", "0.001 too much");
    on(&[ROAD], COLUMN).order("k advance 10");
    on(&[ROAD], LINE).refused("k advance 6.001", "0.001 too much");
    on(&[], MARCH).refused("k advance 10.001", "0.001 too much");
    // Off the road at any moment there is no bonus.
    on(&[ROAD], MARCH).refused("k wheel left 20, advance 9", "too much");
    // Through a wood by road: not slowed, not disordered; beside it both.
    let mut table = on(&[WOOD, ROAD], MARCH);
    table.order("k advance 14");
    assert_eq!(table.unit("k").body.order, Order::Good);
    let mut table = on(&[WOOD], MARCH);
    table.refused("k advance 8.001", "0.001 too much");
    table.order("k advance 8");
    assert_eq!(table.unit("k").body.order, Order::Disordered);
}

#[test]
fn rivers_are_crossed_by_bridges_and_fords_in_column() {
    on(&[RIVER], MARCH).refused("k advance 4", "DOE-15.4-a");
    on(&[RIVER, BRIDGE], LINE).refused("k advance 6", "DOE-15.4-e");
    let mut table = on(&[RIVER, BRIDGE], MARCH);
    table.order("k advance 10");
    assert_eq!(table.unit("k").body.order, Order::Good, "a bridge costs nothing");
    let mut table = on(&[RIVER, FORD], MARCH);
    table.refused("k advance 8.001", "0.001 too much");
    table.order("k advance 8");
    assert_eq!((table.unit("k").body.order, table.unit("k").until_rallied), (Order::Disordered, true));
    on(&[RIVER, FORD], SCREEN).refused("k advance 8", "DOE-15.4-e");
    on(&[RIVER, FORD], LIMBERED).order("k advance 4");
    // Where a road meets the river and no bridge stands there is a ford.
    let mut table = on(&[RIVER, ROAD], MARCH);
    table.order("k advance 10");
    assert_eq!(table.unit("k").body.order, Order::Disordered);
    // A stream is fordable anywhere, unless the switch wants columns.
    on(&[STREAM], LINE).order("k advance 4");
    let column_only =
        |unit| Table::with("stream-column = \"yes\"", &[STREAM], &[("k", unit, "36 24 0")], &[]);
    column_only(LINE).refused("k advance 4", "DOE-15.4-h");
    column_only(COLUMN).order("k advance 4");
}

/// V42 and others: ground closed to horse, staff and wheels.
#[test]
fn some_ground_is_for_foot_only() {
    on(&[HEAVY_WOOD], LIGHT).refused("k advance 6", "DOE-15.8-b");
    on(&[HEAVY_WOOD], STAFF).refused("k to 36 28", "DOE-15.8-b");
    on(&[HEAVY_WOOD, ROAD], HORSE_COLUMN).order("k advance 12");
    on(&[HEAVY_WOOD], COLUMN).order("k advance 4");
    on(&[SWAMP], LIGHT).refused("k advance 6", "DOE-15.6-a");
    let mut table = on(&[SWAMP], LIGHT);
    table.order("k lead");
    table.next_turn(&[]);
    table.refused("k advance 2.001", "0.001 too much");
    table.order("k advance 2");
    assert_eq!(table.unit("k").body.order, Order::Disordered);
    let mut table = on(&[SWAMP], COLUMN);
    table.order("k advance 4");
    assert!(table.unit("k").until_rallied);
    on(&[WALL], LIMBERED).refused("k advance 4", "DOE-T2-a");
}

/// V47: disorder by a village lasts to the end of the turn in which it is left.
#[test]
fn disorder_by_ground_ends_outside() {
    let village = |readings: &str| {
        let mut table = Table::with(readings, &[TOWN], &[("k", COLUMN, "36 25 0")], &[]);
        table.order("k advance 4");
        assert_eq!(table.unit("k").body.order, Order::Disordered);
        table.next_turn(&[]);
        assert_eq!(table.unit("k").body.order, Order::Disordered, "still inside");
        table.order("k advance 4");
        table.next_turn(&[]);
        table
    };
    let mut table = village("");
    table.order("k advance 4");
    assert_eq!(table.unit("k").body.order, Order::Disordered, "to the end of the turn");
    table.next_turn(&[]);
    assert_eq!(table.unit("k").body.order, Order::Good);
    let mut table = village("area-disorder = \"until-rallied\"");
    table.order("k advance 4");
    table.next_turn(&[]);
    assert_eq!(table.unit("k").body.order, Order::Disordered);
    let loose = |readings: &str| {
        let mut table = Table::with(readings, &[WOOD], &[("k", SCREEN, "36 24 0")], &[]);
        table.order("k advance 4");
        table.unit("k").body.order
    };
    assert_eq!(loose(""), Order::Disordered);
    assert_eq!(loose("loose-order-in-cover = \"yes\""), Order::Good);
}

#[test]
fn squares_and_single_stands_turn_freely() {
    let mut table = alone(SQUARE);
    table.order("k face 90, advance 2");
    assert_eq!(table.at("k"), "38 24 90");
    alone(SQUARE).refused("k advance 2.001", "0.001 too much");
    alone(SQUARE).refused("k wheel left 10", "DOE-17.4.6-f");
    alone(LINE).refused("k face 90", "DOE-17.4.6-a");
    let mut table = alone(SQUARE);
    table.unit_mut("k").fired = 2;
    table.refused("k advance 1", "too much");
    Table::new(&[TOWN], &[("k", SQUARE, "36 25 0")], &[]).refused("k advance 2", "DOE-15.7-e");
    alone(SCREEN).order("k to 40 30");
    alone(STAFF).order("k to 50 30, face 180");
}

#[test]
fn a_path_is_found_to_a_point() {
    let mut table = alone(COLUMN);
    table.order("k to 37 28");
    let pose = table.unit("k").pose;
    let off = (pose.at.x - 37_000).abs().max((pose.at.y - 28_000).abs());
    assert!(off < 60, "{}", table.at("k"));
    let mut table = alone(LIMBERED);
    table.order("k to 40 24");
    assert_eq!(table.at("k"), "40 24 90");
}

#[test]
fn the_table_ends() {
    let mut table = Table::new(&[], &[("k", COLUMN, "36 46 0")], &[]);
    let refusal = table.refused("k advance 4", "DOE-3.6-a");
    assert!(refusal.contains("possible: k advance 2"), "{refusal}");
}

/// A trial says what it would come to and changes nothing.
#[test]
fn a_trial_changes_nothing() {
    let mut table = alone(COLUMN);
    let before = table.battle.clone();
    let answer = table.try_order("try k wheel left 45, advance max", &[]).unwrap_err();
    assert!(answer.contains("nothing is done") && answer.contains("with 0 left"), "{answer}");
    assert!(answer.contains("wheel left 45: 6.283"), "{answer}");
    let answer = table.try_order("try k advance 9", &[]).unwrap_err();
    assert!(answer.contains("1 too much") && answer.contains("possible: k advance 8"), "{answer}");
    assert_eq!(table.battle, before);
}

#[test]
fn orders_to_strangers_are_refused() {
    let mut table = Table::new(&[], &[("k", COLUMN, "36 24 0")], &[("e", LINE, "36 40 180")]);
    table.refused("e advance 2", "not yours to move");
    table.refused("x advance 2", "there is no unit `x`");
    table.refused("k wheel lft 3", "at letter 9, `lft`: write left or right");
    table.refused("brigade b advance 2", "there is no brigade `b`");
    table.order("done");
}

#[test]
fn a_whole_brigade_marches_or_nobody_does() {
    let two = |one: &str, other: &str| {
        Table::new(&[], &[("a", one, "30 10 0"), ("b", other, "40 10 0")], &[("e", LINE, "36 40 180")])
            .brigade("br", &["a", "b"])
    };
    two(MARCH, LINE).refused("brigade br force march", "DOE-12.1-d");
    two(MARCH, LIGHT).refused("brigade br force march", "DOE-12.1-e");
    two(MARCH, HORSE_COLUMN).order("brigade br force march");
    two(MARCH, MARCH).refused("a advance 16", "too much");
    let mut table = two(MARCH, MARCH);
    table.order("brigade br force march");
    assert_eq!(
        (table.unit("a").body.order, table.unit("b").body.order),
        (Order::Disordered, Order::Disordered)
    );
    let refusal = table.refused("a advance 18.5", "too much");
    assert!(refusal.contains("possible: a advance 16"), "{refusal}");
    table.order("a advance 16");
    table.order("b advance 10");
    // Twelve inches are kept from formed enemies in sight.
    let near = |y: &str| Table::new(&[], &[("a", MARCH, "36 10 0")], &[("e", LINE, y)]).brigade("br", &["a"]);
    near("36 21 180").refused("brigade br force march", "DOE-17.4.5-d");
    let mut table = near("36 30 180");
    table.order("brigade br force march");
    let refusal = table.refused("a advance 10", "DOE-17.4.5-d");
    assert!(refusal.contains("possible: a advance 8.01"), "{refusal}");
    let mut table = Table::with("forced-march = \"second-move\"", &[], &[("a", MARCH, "36 10 0")], &[])
        .brigade("br", &["a"]);
    table.order("brigade br force march");
    assert_eq!(table.unit("a").body.order, Order::Good);
    table.next_turn(&[]);
    table.order("brigade br force march");
    assert_eq!(table.unit("a").body.order, Order::Disordered);
}

#[test]
fn a_brigade_moves_together() {
    let mut table = Table::new(&[], &[("a", COLUMN, "30 10 0"), ("b", COLUMN, "40 10 0")], &[])
        .brigade("br", &["a", "b"]);
    table.order("brigade br advance 6");
    assert_eq!((table.at("a"), table.at("b")), ("30 16 0".to_owned(), "40 16 0".to_owned()));
    table.refused("brigade br advance 6", "nobody of that brigade may move");
}

/// A column on a bridge stays on it: it forms no line in the water, and does not wheel off into it.
#[test]
fn who_is_on_a_bridge_does_not_leave_it_sideways() {
    let ground = [
        "key = \"river\"; kind = \"river\"; wide = \"3\"; path = \"0 24, 72 24\"",
        "key = \"bridge\"; kind = \"bridge\"; material = \"wood\"; polygon = \"35 22, 37 22, 37 26, 35 26\"",
    ];
    // Half on the bridge, and wholly on it.
    for at in ["36 23 0", "36 25.5 0"] {
        let mut table = Table::new(&ground, &[("k1", MARCH, at)], &[]);
        table.refused("k1 form line", "is a river");
        table.refused("k1 form skirmish", "is a river");
        table.refused("k1 wheel left 60", "is a river");
        table.order("k1 advance 4");
    }
}

/// A square is formed and left on the spot, though it costs more than a square has: that is the whole move.
#[test]
fn a_square_takes_the_whole_move() {
    let mut table = alone(LINE);
    let told = table.order("k form square");
    assert_eq!(table.unit("k").body.formation, Formation::Square, "{told:?}");
    assert!(told.iter().any(|line| line.contains("0 left")), "{told:?}");
    alone(LINE).refused("k advance 1, form square", "too much");
    alone(LINE).refused("k form square, advance 0.5", "too much");
    let mut table = alone(SQUARE);
    table.order("k form line");
    assert_eq!(table.unit("k").body.formation, Formation::Line);
    alone(SQUARE).refused("k form line, advance 0.5", "too much");
}
