//! What stands on the table: sizes, ends of lines, markers, dice.

use crate::{Script, battle, play};
use grognard_board::table::{Formation as Laid, Ground, Layout, Mils, Point, Stand};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::measured::layout_in;
use grognard_days_of_empire::battle::state::{Place, UnitState};
use grognard_days_of_empire::battle::{Battle, title as fought};
use grognard_days_of_empire::terrain::{PieceKind, Terrain};
use grognard_days_of_empire::title::{self, army::Edge};
use grognard_days_of_empire::unit::{Arm, Body, Formation};
use grognard_days_of_empire::wind::Wind;
use grognard_days_of_empire::{ROSTERS, TITLES, roster};
use grognard_testkit::record::exercised;
use grognard_umpire::{BySide, Playable, Procedure};
use std::ops::ControlFlow::Continue;

fn laid(arm: Arm, stands: u8, formation: Formation) -> Layout {
    let state = UnitState::new(UnitId(0), Body::fresh(stands, formation), Place::Table, Default::default());
    layout_in(arm, &state, formation)
}

/// Stands are an inch square, guns and limbers as deep as their model, for both sides alike.
#[test]
fn stands_have_the_sizes_of_the_book() {
    for (arm, formation) in [
        (Arm::Infantry, Formation::Line),
        (Arm::HeavyCavalry, Formation::CavalryColumn),
        (Arm::Staff, Formation::Line),
        (Arm::Infantry, Formation::Skirmish),
        (Arm::Infantry, Formation::Square),
    ] {
        assert_eq!(laid(arm, 8, formation).stand(), Stand::INCH, "{arm:?} {formation:?}");
    }
    assert_eq!((Stand::INCH.wide.0, Stand::INCH.deep.0), (1000, 1000));
    let gun = laid(Arm::FieldGun, 4, Formation::Deployed);
    assert_eq!((gun.stands(), gun.stand().wide.0, gun.stand().deep.0), (1, 1000, 1500));
    // One limber, whatever the battery.
    let limbered = laid(Arm::FieldGun, 4, Formation::Limbered);
    assert_eq!((limbered.stands(), limbered.stand().wide.0, limbered.stand().deep.0), (1, 1000, 3000));
    exercised(&["DOE-4-a", "DOE-4.1-a", "DOE-4.1-b", "DOE-4.1-c", "DOE-4.1-e", "DOE-3.1-d"]);
}

/// Lines shrink at alternate ends about the command stand, the left first; columns from the rear; squares by face.
#[test]
fn losses_leave_the_command_stand_where_it_is() {
    let ends = |stands: u8| {
        let (left, right, _) = laid(Arm::Infantry, stands, Formation::Line).extent();
        (left, right)
    };
    assert_eq!([ends(12), ends(11), ends(10)], [(-6500, 5500), (-5500, 5500), (-5500, 4500)]);
    let rear = |stands: u8| laid(Arm::Infantry, stands, Formation::ManoeuvreColumn).extent();
    assert_eq!([rear(12).2, rear(9).2, rear(8).2], [-3000, -3000, -2000]);
    assert_eq!(laid(Arm::Infantry, 12, Formation::Square).formation(), Laid::Square);
    exercised(&["DOE-4-b", "DOE-12.2-d"]);
}

const FACED: &str = r#"
system = "days-of-empire"
kind = "situation"
title = "Markers"
table = "36 36"
turns = 1
attacker = "first"
[first]
name = "the first"
home = "180"
troops = [
  { key = "k1", unit = { name = "k1", arm = "infantry", class = 2, stands = 12, weapon = "musket", order = "disordered" }, at = "8 6 0" },
  { key = "k2", unit = { name = "k2", arm = "infantry", class = 2, stands = 12, weapon = "musket", order = "shaken" }, at = "28 6 0" },
]
[second]
name = "the second"
home = "0"
troops = [
  { key = "f33", unit = { name = "f33", arm = "infantry", class = 3, stands = 12, weapon = "rifle" }, at = "18 30 180" },
]
"#;

/// Blue markers lie by the disordered, red ones by the shaken.
#[test]
fn markers_tell_the_state_of_the_ranks() {
    let (start, rules) = battle(FACED);
    let drawing = start.drawing(&rules, None).unwrap();
    let line = |key: &str| drawing.lines().find(|line| line.trim().starts_with(key)).unwrap().to_owned();
    assert!(line("k1").contains("disordered (blue marker)"), "{drawing}");
    assert!(line("k2").contains("shaken (red marker)"), "{drawing}");
    assert!(line("f33").contains("good order,"), "{drawing}");
    exercised(&["DOE-17.2.8-h"]);
}

/// A die that is thrown again is told apart from those of the volley.
#[test]
fn rerolls_are_told_apart() {
    let text = FACED.replace("18 30 180", "8 9 180").replace(", order = \"disordered\"", "");
    let mut script = Script::new(&["fire f33 12".to_owned(), "step-4-miss".to_owned()], &[4, 1, 1, 1]);
    play(&text, &mut script);
    assert!(script.asked.iter().any(|topic| topic == "volley"), "{:?}", script.asked);
    assert!(script.asked.last().is_some_and(|topic| topic == "reroll"), "{:?}", script.asked);
}

/// Baselines are the long edges; where both laid the terrain the higher throw picks, and zones follow the pick.
#[test]
fn table_sides_are_picked() {
    assert_eq!(title::long_edges(Point::new(72_000, 48_000)).1, BySide::new(Edge::South, Edge::North));
    assert_eq!(title::long_edges(Point::new(36_000, 48_000)).1, BySide::new(Edge::West, Edge::East));
    let charts = crate::charts();
    let army = |name: &str| {
        let text = ROSTERS.get_file(name).unwrap().contents_utf8().unwrap();
        roster::open(name, text, &charts).unwrap_or_else(|error| panic!("{error}"))
    };
    let bare = Terrain::bare(Ground::new(Mils::inches(72), Mils::inches(48)).unwrap());
    let armies = BySide::new(army("british-400.toml"), army("russian-400.toml"));
    let given = title::of_rosters(bare, armies, &charts);
    let after = |sides, orders: &[String], dice: &[u16]| {
        let given = title::Title { sides, ..given.clone() };
        let rules = fought::campaign(&given, &charts).unwrap_or_else(|error| panic!("{error}"));
        let mut battle = Battle::new(&rules, Measured::default());
        let mut script = Script::new(orders, dice);
        for _ in 0..2 {
            let Ok(Continue(next)) = battle.step(&rules, &mut script) else { panic!("{:?}", script.account) };
            battle = next;
        }
        (battle.now.ends_changed, script.account.join("\n"), script.cited.clone())
    };
    // Wind, then 3 against 3 again, then 2 against 5: the second picks, and takes the south.
    let (changed, told, cited) = after(title::TableSides::Roll, &["south".to_owned()], &[1, 3, 3, 2, 5]);
    assert!(changed && told.contains("The south edge is the base of"), "{told}");
    assert!(cited.contains(&"DOE-16-a".to_owned()));
    // The first laid the terrain: the second picks without a throw, and keeps the north.
    let laid = title::TableSides::LaidBy(grognard_umpire::Side::First);
    let (changed, told, cited) = after(laid, &["north".to_owned()], &[1]);
    assert!(!changed && told.contains("The north edge is the base of"), "{told}");
    assert!(cited.contains(&"DOE-3.3-b".to_owned()) && cited.contains(&"DOE-16-c".to_owned()));
    exercised(&["DOE-16.2-d", "DOE-16-a", "DOE-16-c", "DOE-3.3-b"]);
}

/// By die the wind goes round by sixths, by clock by twelfths.
#[test]
fn dice_and_clocks_give_the_wind() {
    let towards: Vec<String> = (1..=6).map(|face| Wind::of_die(face).to_string()).collect();
    assert_eq!(towards, ["0", "60", "120", "180", "240", "300"]);
    assert_eq!([3, 6, 12].map(|hour| Wind::of_hour(hour).to_string()), ["90", "180", "0"]);
    exercised(&["DOE-15.12-c"]);
}

/// Fords on the map are known to everybody, and so is one where a road meets water; a hill without crest lines has two.
#[test]
fn fords_and_crests_are_known() {
    let charts = crate::charts();
    let opened =
        |name: &str, text: &str| title::open(name, text, &charts).unwrap_or_else(|error| panic!("{error}"));
    let mut fords = 0;
    for file in TITLES.files() {
        let text = file.contents_utf8().unwrap();
        let title = opened("title.toml", text);
        for piece in title.terrain.pieces.iter().filter(|piece| piece.kind == PieceKind::Ford) {
            let by = piece.by.map(|clause| clause.id());
            assert!(matches!(by, Some("DOE-15.4-f" | "DOE-15.4-g")), "{piece:?}");
            fords += 1;
        }
        let plain: String =
            text.lines().filter(|line| !line.starts_with("crests")).map(|line| format!("{line}\n")).collect();
        let title = opened("title.toml", &plain);
        for (id, piece) in title.terrain.pieces() {
            if matches!(piece.kind, PieceKind::Hill { .. }) && piece.by.is_some() {
                assert_eq!(piece.by.map(|clause| clause.id()), Some("DOE-15.1-b"));
                let crests = title.terrain.ground.feature(id).crests().len();
                assert!((1..=2).contains(&crests), "{}: {crests}", piece.key);
            }
        }
    }
    assert!(fords > 0);
    exercised(&["DOE-15.4-f", "DOE-15.4-g", "DOE-15.1-b"]);
}
