//! Guns and limbers, horses and holders, skirmishers, engineers, fords, woods and fires. (9, 10, 11, 15)

use crate::table::{COLUMN, GUN, HEAVY, LIGHT, LIMBERED, LINE, SCREEN, STAFF, Table};
use grognard_board::table::Thickness;
use grognard_board::table::{FeatureId, Mils, Point};
use grognard_days_of_empire::battle::campaign::Post;
use grognard_days_of_empire::battle::fires::Fire;
use grognard_days_of_empire::battle::state::{Place, Scene};
use grognard_days_of_empire::battle::terrain::Altered;
use grognard_days_of_empire::terrain::{Material, PieceKind};
use grognard_days_of_empire::unit::{Arm, Formation, Order};

const RIVER: &str = "key = \"river\"; kind = \"river\"; wide = \"3\"; path = \"0 28, 72 28\"";
const BRIDGE: &str =
    "key = \"bridge\"; kind = \"bridge\"; material = \"wood\"; polygon = \"35 26, 37 26, 37 30, 35 30\"";
const WALL: &str = "key = \"wall\"; kind = \"obstacle\"; barrier = \"low-wall\"; path = \"20 25, 60 25\"";
const UNKNOWN: &str =
    "key = \"wood\"; kind = \"wood\"; density = \"unknown\"; polygon = \"20 30, 50 30, 50 36, 20 36\"";
const TOWN: &str =
    "key = \"town\"; kind = \"urban\"; density = \"light\"; polygon = \"30 22, 42 22, 42 32, 30 32\"";

fn alone(unit: &str) -> Table {
    Table::new(&[], &[("k", unit, "36 24 0")], &[])
}

#[test]
fn foot_guns_take_a_phase_to_limber() {
    let mut table = alone(GUN);
    table.order("k limber");
    assert_eq!(table.unit("k").body.formation, Formation::Limbered);
    alone(GUN).refused("k limber, advance 1", "too much");
    alone(LIMBERED).refused("k advance 2, unlimber", "takes the whole move");
    alone(LIMBERED).order("k unlimber");
    alone(GUN).order("k advance 2");
    alone(GUN).refused("k limber, unlimber", "once a turn");
    let mut table = Table::with("limbers = \"off\"", &[], &[("k", GUN, "36 24 0")], &[]);
    table.refused("k limber", "DOE-10.1-d");
}

/// A27: a horse gun limbers for 7 of its 14, or moves and deploys.
#[test]
fn horse_guns_limber_and_move() {
    let deployed = "arm = \"field-gun\", horse-artillery = true, formation = \"deployed\"";
    let limbered = "arm = \"field-gun\", horse-artillery = true, formation = \"limbered\"";
    let mut table = alone(deployed);
    table.unit_mut("k").fired = 1;
    table.order("k limber, advance 7");
    assert_eq!((table.at("k").as_str(), table.unit("k").body.formation), ("36 31 0", Formation::Limbered));
    alone(deployed).refused("k limber, advance 7.001", "0.001 too much");
    let mut table = alone(limbered);
    table.order("k advance 7, unlimber");
    assert_eq!(table.unit("k").body.formation, Formation::Deployed);
    alone(limbered).refused("k advance 7.001, unlimber", "0.001 too much");
    // Down to four horses it moves and limbers like foot artillery.
    let mut slow = alone(deployed);
    slow.unit_mut("k").team = Some(4);
    slow.refused("k limber, advance 1", "too much");
    slow.order("k limber");
}

#[test]
fn siege_guns_take_two_phases() {
    let mut table = alone("arm = \"siege-gun\", formation = \"deployed\"");
    table.order("k limber");
    assert_eq!(table.unit("k").body.formation, Formation::Deployed);
    table.next_turn(&[]);
    table.order("k limber");
    assert_eq!(table.unit("k").body.formation, Formation::Limbered);
    // Something else in between, and it begins anew.
    let mut table = alone("arm = \"siege-gun\", formation = \"deployed\"");
    table.order("k limber");
    table.next_turn(&[]);
    table.order("k hold");
    table.next_turn(&[]);
    table.order("k limber");
    assert_eq!(table.unit("k").body.formation, Formation::Deployed);
}

/// V32: horse holders, and the way back into the saddle.
#[test]
fn cavalry_dismounts_and_mounts() {
    for (stands, holding, beside) in [(8, 2, 2), (6, 2, 2), (5, 2, 1)] {
        let unit = LIGHT.replace("stands = 8", &format!("stands = {stands}"));
        for (readings, holding) in [("", holding), ("holders = \"one-beside-four\"", beside)] {
            let mut table = Table::with(readings, &[], &[("k", &unit, "36 24 0")], &[]);
            table.order("k dismount skirmish");
            assert_eq!(table.unit("k-holders").body.strength, holding, "{stands} {readings}");
            assert_eq!(table.unit("k").body.strength, stands - holding);
            let scene = Scene { rules: &table.rules, now: &table.battle.now };
            assert_eq!(scene.profile(table.id("k")).arm, Arm::DismountedCavalry);
        }
    }
    let mut table = alone(LIGHT);
    table.order("k dismount line");
    table.refused("k-holders advance 1", "DOE-9.3-c");
    table.next_turn(&[]);
    table.unit_mut("k").pose = table.unit("k").pose.ahead(Mils(5000));
    table.refused("k mount", "it must touch its horse holders");
    let holders = table.unit("k-holders").pose;
    table.unit_mut("k").pose = holders.ahead(Mils(1000));
    table.order("k mount");
    assert_eq!((table.unit("k").body.strength, table.unit("k").body.formation), (8, Formation::Line));
    assert_eq!(table.battle.now.units.last().unwrap().place, Place::Gone);
    // Lost holders are lost horses.
    let mut table = alone(LIGHT);
    table.order("k dismount line");
    table.next_turn(&[]);
    let holders = table.id("k-holders");
    table.battle.now.remove(holders, Place::Gone);
    table.refused("k mount", "DOE-9.3-g");
    table.unit_mut("k").body.formation = Formation::Skirmish;
    table.refused("k mount", "DOE-9.3-e");
    alone(HEAVY).refused("k dismount line", "DOE-9.3-a");
    let mut dragoons = alone(HEAVY);
    dragoons.rules.units[0].dismounts = true;
    dragoons.order("k dismount line");
    alone(LIGHT).refused("k advance 2, dismount line", "DOE-9.3-f");
}

#[test]
fn skirmishers_go_out_and_come_in() {
    let mut table = alone(LINE);
    table.order("k detach 4");
    assert_eq!((table.unit("k").body.strength, table.unit("k-screen").body.strength), (8, 4));
    assert_eq!(table.at("k-screen"), "36 27 0");
    table.order("k-screen to 36 30");
    table.next_turn(&[]);
    table.order("k recall");
    assert_eq!(table.unit("k").body.strength, 12);
    alone(LINE).refused("k recall", "it has no skirmishers out");
    alone(LINE).refused("k detach 10", "at least three stands");
    alone(&LINE.replace("class = 2", "class = 1")).refused("k detach 4", "DOE-8.1-b");
    let mut table = Table::new(&[], &[("k", LINE, "36 24 0")], &[("e", LINE, "36 27.5 180")]);
    table.refused("k detach 4", "no room for the screen");
}

#[test]
fn a_general_joins_a_unit_and_rides_with_it() {
    let mut table = Table::new(&[], &[("s", STAFF, "36 10 0"), ("k", LINE, "36 24 0")], &[]);
    table.order("s join k");
    assert_eq!(table.unit("s").rides_with, Some(table.id("k")));
    table.order("k advance 6");
    assert_eq!(table.unit("s").pose, table.unit("k").pose);
    table.next_turn(&[]);
    table.order("s to 36 40");
    assert_eq!((table.at("s").as_str(), table.unit("s").rides_with), ("36 40 0", None));
    let mut far = Table::new(&[], &[("s", STAFF, "2 2 0"), ("k", LINE, "36 44 0")], &[]);
    far.refused("s join k", "DOE-14.4-a");
    Table::new(&[], &[("k", LINE, "36 24 0"), ("f", LINE, "36 30 0")], &[])
        .refused("k join f", "staff joins a unit");
}

/// An officer before a bridge with his pioneers.
fn engineers(terrain: &[&str]) -> Table {
    let units = [
        ("o", STAFF, "36 25.99 0"),
        ("p", STAFF, "35 25.99 0"),
        ("w", STAFF, "37 25.99 0"),
        ("k", COLUMN, "36 24.98 0"),
    ];
    Table::new(terrain, &units, &[]).post("o", Post::Engineer, 1).post("p", Post::Pioneers, 6).post(
        "w",
        Post::Wagon,
        1,
    )
}

#[test]
fn a_wooden_bridge_falls_after_three_phases_on_5_or_6() {
    let work = |die: u8| {
        let mut table = engineers(&[RIVER, BRIDGE]);
        for phase in 1..=3 {
            table.order("o demolish bridge");
            table.next_turn(if phase == 3 { std::slice::from_ref(&die) } else { &[] });
        }
        table
    };
    let mut down = work(5);
    assert_eq!(down.battle.now.altered, [Altered::BridgeDown(FeatureId(1))]);
    let scene = Scene { rules: &down.rules, now: &down.battle.now };
    assert_eq!(scene.piece(FeatureId(1)), PieceKind::Ruin);
    down.refused("o demolish bridge", "is no bridge that stands");
    let mut stands = work(4);
    assert!(stands.battle.now.altered.is_empty());
    stands.refused("o demolish bridge", "DOE-11-d");
    // Any other activity begins the count anew.
    let mut table = engineers(&[RIVER, BRIDGE]);
    table.order("o demolish bridge");
    table.next_turn(&[]);
    table.order("o hold");
    table.next_turn(&[]);
    assert_eq!((table.unit("o").work, table.unit("o").task), (0, None));
    // Pioneers who have moved do not help, nor does an officer who has.
    let mut table = engineers(&[RIVER, BRIDGE]);
    table.unit_mut("p").marks.moved = true;
    table.refused("o demolish bridge", "DOE-11-g");
    engineers(&[RIVER, BRIDGE]).refused("p demolish bridge", "DOE-11-b");
    let stone = BRIDGE.replace("wood", "stone");
    let mut table = engineers(&[RIVER, &stone]);
    for _ in 1..=5 {
        table.order("o demolish bridge");
        table.next_turn(&[]);
    }
    assert!(table.battle.now.attempted.is_empty(), "stone takes six");
    table.order("o demolish bridge");
    table.next_turn(&[6]);
    assert_eq!(table.battle.now.altered.len(), 1);
}

/// When the span is down the road leads nowhere.
#[test]
fn nobody_crosses_a_ruin() {
    let cross = |down: bool| {
        let mut table = Table::new(&[RIVER, BRIDGE], &[("k", COLUMN, "36 24 0")], &[]);
        if down {
            table.battle.now.altered.push(Altered::BridgeDown(FeatureId(1)));
        }
        table.try_order("k advance 6", &[])
    };
    assert!(cross(false).is_ok());
    assert!(cross(true).unwrap_err().contains("the bridge is down"));
}

#[test]
fn engineers_clear_a_gap_for_guns() {
    let units = [("o", STAFF, "36 24.99 0"), ("p", STAFF, "38 24.99 0"), ("g", LIMBERED, "36 20 0")];
    let mut table =
        Table::new(&[WALL], &units, &[]).post("o", Post::Engineer, 1).post("p", Post::Pioneers, 2);
    table.order("o clear wall");
    table.next_turn(&[]);
    assert!(matches!(table.battle.now.altered[..], [Altered::Gap(..)]));
    table.order("o to 40 22");
    table.order("g advance 8");
    assert_eq!(table.at("g"), "36 28 0");
    let mut few = Table::new(&[WALL], &units, &[]).post("o", Post::Engineer, 1).post("p", Post::Pioneers, 1);
    few.refused("o clear wall", "DOE-11-e");
}

#[test]
fn a_pontoon_takes_six_phases_and_many_hands() {
    let bank = &RIVER.replace("0 28, 72 28", "0 27.5, 72 27.5");
    let mut table = engineers(&[bank]);
    for _ in 1..=6 {
        assert!(table.battle.now.altered.is_empty());
        table.order("o span river");
        // Who lends a hand is bound for the phase.
        for helper in ["k", "w", "p"] {
            table.refused(&format!("{helper} back 1"), "it has had its move");
        }
        table.next_turn(&[]);
    }
    let [Altered::Pontoon(from, to)] = table.battle.now.altered[..] else { panic!("no span") };
    assert_eq!((to.y - from.y, from.x), (4000, 36_000));
    // The package has one span, and no more was bought.
    table.battle.now.altered.clear();
    assert_eq!(table.unit("w").spans, 1);
    table.refused("o span river", "0 inches of pontoon are left on the wagon: a span takes 4 (DOE-5.1-e)");
    let mut few = engineers(&[bank]).post("p", Post::Pioneers, 3);
    few.refused("o span river", "DOE-15.5-b");
    let mut alone = engineers(&[bank]);
    alone.unit_mut("k").marks.moved = true;
    alone.refused("o span river", "DOE-15.5-b");
    let mut none = engineers(&[bank]);
    none.unit_mut("w").pose.at = Point::new(10_000, 10_000);
    none.refused("o span river", "DOE-15.5-d");
}

#[test]
fn infantry_builds_barricades_in_two_phases() {
    let mut table = Table::new(&[TOWN], &[("k", LINE, "36 28 0")], &[]);
    table.order("k build");
    table.next_turn(&[]);
    assert!(table.battle.now.altered.is_empty());
    table.order("k build");
    table.next_turn(&[]);
    let [Altered::Barricade(left, right)] = table.battle.now.altered[..] else { panic!("no barricade") };
    assert_eq!((right.x - left.x, left.y), (12_000, 28_000), "one piece before each stand");
    let scene = Scene { rules: &table.rules, now: &table.battle.now };
    let kind = PieceKind::Obstacle { weight: Thickness::Light, material: Material::Wood };
    assert_eq!(scene.piece(FeatureId(1)), kind);
    alone(LINE).refused("k build", "in a wood or town");
    let mut column = Table::new(&[TOWN], &[("k", COLUMN, "36 28 0")], &[]);
    column.refused("k build", "DOE-17.5.6-a");
    let mut fired = Table::new(&[TOWN], &[("k", LINE, "36 28 0")], &[]);
    fired.unit_mut("k").fired = 4;
    fired.refused("k build", "DOE-11-f");
}

#[test]
fn a_ford_is_found_on_a_6_once_in_four_inches() {
    let bank = || Table::new(&[RIVER], &[("k", COLUMN, "36 24 0"), ("f", COLUMN, "42 24 0")], &[]);
    let mut table = bank();
    let account = table.order_with("k advance 2.5, search river", &[6]);
    assert!(account.iter().any(|line| line.contains("a ford is found")), "{account:?}");
    table.next_turn(&[]);
    table.order("k advance 6");
    assert_eq!(table.at("k"), "36 32.5 0");
    let mut table = bank();
    table.order_with("k advance 2.5, search river", &[5]);
    assert!(table.battle.now.altered.is_empty());
    table.next_turn(&[]);
    table.refused("k search river", "DOE-15.4-d");
    table.order_with("f advance 2.5, search river", &[1]);
    bank().refused("k search river", "DOE-15.4-c");
}

#[test]
fn a_wood_is_rolled_for_when_somebody_comes_near() {
    let near = |die: u8| {
        let mut table = Table::new(&[UNKNOWN], &[("k", COLUMN, "36 24 0")], &[]);
        table.order_with("k advance 4", &[die]);
        table.battle.now.altered.clone()
    };
    assert_eq!(near(3), [Altered::WoodIs(FeatureId(0), Thickness::Light)]);
    assert_eq!(near(4), [Altered::WoodIs(FeatureId(0), Thickness::Heavy)]);
    let mut table = Table::new(&[UNKNOWN], &[("k", COLUMN, "36 24 0")], &[]);
    table.order("k advance 3.9");
    assert!(table.battle.now.altered.is_empty(), "more than two inches away");
    // Until then it is heavy: horse does not enter.
    let mut horse = Table::new(&[UNKNOWN], &[("k", LIGHT, "36 24 0")], &[]);
    horse.refused("k advance 8", "DOE-15.8-h");
    let mut horse = Table::new(&[UNKNOWN], &[("k", LIGHT, "36 24 0")], &[]);
    horse.battle.now.altered.push(Altered::WoodIs(FeatureId(0), Thickness::Light));
    horse.order("k advance 8");
}

#[test]
fn fires_close_spread_and_kill() {
    let west =
        "key = \"west\"; kind = \"wood\"; density = \"light\"; polygon = \"20 20, 26 20, 26 26, 20 26\"";
    let east =
        "key = \"east\"; kind = \"wood\"; density = \"light\"; polygon = \"26 20, 32 20, 32 26, 26 26\"";
    let apart =
        "key = \"far\"; kind = \"wood\"; density = \"light\"; polygon = \"33 20, 36 20, 36 26, 33 26\"";
    let fire = Fire { area: FeatureId(0), since: 1, origin: Point::new(22_000, 23_000), reach: Mils::ZERO };
    let mut table = Table::new(
        &[west, east, apart],
        &[("k", COLUMN, "23 25.5 0"), ("f", COLUMN, "23 16 0"), ("g", SCREEN, "50 10 0")],
        &[],
    );
    table.battle.now.wind = grognard_board::table::Heading::EAST;
    table.battle.now.fires.push(fire);
    table.refused("f advance 6", "DOE-15.9-f");
    // Downwind two inches a phase: the next wood, which begins four inches on, catches with the second.
    table.next_turn(&[]);
    assert_eq!(table.battle.now.fires.len(), 1);
    table.next_turn(&[]);
    assert_eq!(table.battle.now.fires.len(), 2);
    assert_eq!(table.battle.now.fires[1].area, FeatureId(1));
    // In turn 1 + 3 whoever is still inside is lost; those who leave are not.
    assert_eq!(table.unit("k").place, Place::Table);
    table.next_turn(&[]);
    assert_eq!(table.unit("k").place, Place::Table, "the third turn is not over");
    table.next_turn(&[]);
    assert_eq!(table.unit("k").place, Place::Gone);
    assert!(!table.battle.now.fires.iter().any(|fire| fire.area == FeatureId(2)), "it does not touch");
    let mut leaver = Table::new(&[west], &[("k", COLUMN, "23 25.5 0")], &[]);
    leaver.battle.now.fires.push(fire);
    leaver.order("k advance 6");
}

#[test]
fn near_a_crest_a_unit_says_where_it_is() {
    let hill = "key = \"hill\"; kind = \"hill\"; slope = \"gentle\"; ground = \"easy\"; height = \"low\"; polygon = \"20 22, 50 22, 50 36, 20 36\"; crests = [\"22 30, 48 30\"]";
    let mut table = Table::new(&[hill], &[("k", COLUMN, "36 25 0")], &[]);
    table.refused("k crest behind", "DOE-15.1-c");
    table.order("k advance 4.5, crest behind");
    assert_eq!(table.unit("k").crest, grognard_board::table::CrestSide::Behind);
    // Up a gentle slope costs foot an inch.
    let mut table = Table::new(&[hill], &[("k", COLUMN, "36 21.5 0")], &[]);
    table.refused("k advance 7.001", "0.001 too much");
    let steep = hill.replace("gentle", "steep").replace("easy", "difficult");
    let mut table = Table::new(&[&steep], &[("k", COLUMN, "36 21.5 0")], &[]);
    table.refused("k advance 4.001", "0.001 too much");
    table.order("k advance 4");
    assert_eq!(table.unit("k").body.order, Order::Disordered);
    // Down a steep slope it is one, and two for difficult ground.
    let easy = hill.replace("gentle", "steep");
    let mut table = Table::new(&[&easy], &[("k", COLUMN, "36 34 0")], &[]);
    table.refused("k advance 7.001", "0.001 too much");
    table.order("k advance 7");
}

/// Who comes back into the saddle or is called in needs the ground for it.
#[test]
fn nobody_mounts_or_falls_in_upon_others() {
    let beside = LINE.replace("stands = 12", "stands = 4");
    let mut table = Table::new(&[], &[("k", LIGHT, "36 24 0"), ("f", &beside, "50 24 0")], &[]);
    table.order("k dismount line");
    table.next_turn(&[]);
    let holders = table.unit("k-holders").pose;
    table.unit_mut("k").pose = holders.ahead(Mils(1000));
    let place = table.unit("k").pose.place(5100, 0);
    table.unit_mut("f").pose.at = place;
    table.refused("k mount", "there is no room");
    let mut table = Table::new(&[], &[("k", LINE, "36 24 0"), ("f", &beside, "50 24 0")], &[]);
    table.order("k detach 4");
    table.next_turn(&[]);
    let place = table.unit("k").pose.place(6100, 0);
    table.unit_mut("f").pose.at = place;
    table.refused("k recall", "there is no room");
}

/// Where the table ends behind it, the horses are held beside the unit.
#[test]
fn horse_holders_stay_on_the_table() {
    let mut table = Table::new(&[], &[("k", LIGHT, "36 1 0")], &[]);
    table.order("k dismount skirmish");
    let holders = table.unit("k-holders");
    assert!(holders.pose.at.y >= 1000 && holders.pose.at.x > 0, "{:?}", holders.pose);
    assert_ne!(holders.pose.at.x, 36_000, "behind is no room");
}
