//! Every cell of every table, against a copy that was typed apart from the files; and house tables.

use crate::common::charts;
use grognard_days_of_empire::Charts;
use grognard_days_of_empire::charts::{Damage, HitBy, HorseBattery, Target};
use grognard_days_of_empire::command::Quality;
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::melee::{Degree, Edge};
use grognard_days_of_empire::morale::{Factor, Outcome, Test};
use grognard_days_of_empire::unit::{Arm, Formation, Rider, Weapon};
use grognard_testkit::record::exercised;

#[test]
fn the_ladder_scores_its_step_in_six_throws() {
    let charts = charts();
    let rows = ["000000", "000001", "000011", "000111", "001111", "001112", "001122", "011122", "011222"];
    for (step, row) in (0..).zip(rows) {
        let hits: String = (1..=6).map(|face| charts.hits(step, face).to_string()).collect();
        assert_eq!(hits, row, "step {step}");
        assert_eq!(charts.hits_in_six(step), step, "a die at step {step} averages {step}/6");
    }
    exercised(&["DOE-T5-a"]);
}

/// Reach, and the steps of the rows for 4, 3 and 2 stands.
type Band = (u8, &'static str, &'static str, &'static str);
/// Reach, dice, bounce, steps, and the columns that burn.
type Piece = (u8, u8, u8, &'static str, &'static str);

#[test]
fn small_arms_have_these_steps() {
    let charts = charts();
    let all: [(Weapon, &[Band]); 3] = [
        (Weapon::Musket, &[(4, "134221", "123111", "012110"), (8, "012110", "011110", "001000")]),
        (
            Weapon::Rifle,
            &[
                (4, "245332", "134221", "122111"),
                (10, "134221", "123111", "012110"),
                (18, "012110", "011110", "001000"),
            ],
        ),
        (Weapon::Carbine, &[(3, "122110", "111110", "011000"), (6, "011000", "011000", "000000")]),
    ];
    for (weapon, bands) in all {
        let read = charts.small_arm(weapon);
        assert_eq!(read.len(), bands.len());
        for (band, (to, four, three, two)) in read.iter().zip(bands) {
            assert_eq!(band.to, Length::inches(*to));
            for ((_, steps), wanted) in band.rows.iter().zip([four, three, two]) {
                let steps: String = steps.iter().map(u8::to_string).collect();
                assert_eq!(steps, *wanted, "{weapon:?} to {to}");
            }
        }
    }
}

#[test]
fn guns_have_these_steps() {
    let charts = charts();
    let all: [(Arm, [Piece; 3]); 4] = [
        (Arm::FieldGun, [(8, 2, 0, "345431", ""), (24, 1, 6, "135321", "l"), (48, 1, 4, "023210", "")]),
        (Arm::FieldHowitzer, [(6, 2, 0, "234321", ""), (20, 1, 0, "234232", "l"), (36, 1, 0, "123121", "l")]),
        (Arm::SiegeGun, [(10, 2, 0, "356442", ""), (30, 1, 8, "146332", "l"), (60, 1, 6, "024221", "")]),
        (
            Arm::SiegeHowitzer,
            [(8, 1, 0, "123121", ""), (30, 1, 0, "245243", "lh"), (50, 1, 0, "123121", "lh")],
        ),
    ];
    for (arm, bands) in all {
        for (band, (to, dice, bounce, steps, burning)) in charts.gun(arm).iter().zip(bands) {
            assert_eq!((band.to, band.dice), (Length::inches(to), dice), "{arm:?}");
            assert_eq!(band.bounce, (bounce > 0).then(|| Length::inches(bounce)), "{arm:?} to {to}");
            let read: String = band.cells.iter().map(|cell| cell.step.to_string()).collect();
            assert_eq!(read, steps, "{arm:?} to {to}");
            for (kind, letter) in [(Target::LightCover, 'l'), (Target::HeavyCover, 'h')] {
                let cell = band.cells[kind as usize];
                assert_eq!(cell.burns(1), burning.contains(letter), "{arm:?} to {to}, {kind:?}");
                assert!((2..=6).all(|face| !cell.burns(face)));
            }
            assert!((0..4).all(|kind| band.cells[kind].alight == 0), "only cover burns");
        }
    }
}

#[test]
fn cover_never_makes_an_easier_mark_than_a_line() {
    let charts = charts();
    for arm in [Arm::FieldGun, Arm::FieldHowitzer, Arm::SiegeGun, Arm::SiegeHowitzer] {
        for band in charts.gun(arm) {
            let step = |kind: Target| band.cells[kind as usize].step;
            assert!(step(Target::LightCover) <= step(Target::Line), "{arm:?}");
            assert!(step(Target::HeavyCover) <= step(Target::LightCover), "{arm:?}");
        }
    }
}

#[test]
fn hits_on_guns_do_this() {
    let charts = charts();
    let columns = [
        (Formation::Deployed, HitBy::Guns, ["c1", "c1", "c1", "c2", "s2", "d"]),
        (Formation::Limbered, HitBy::Guns, ["c1", "c1", "h1", "h1", "h1", "d"]),
        (Formation::Deployed, HitBy::SmallArms, ["c1", "c1", "c1", "c1", "c1", "c2"]),
        (Formation::Limbered, HitBy::SmallArms, ["h1", "h1", "h1", "c1", "c1", "c1"]),
    ];
    for (formation, by, wanted) in columns {
        for (face, wanted) in (1..).zip(wanted) {
            let read = match charts.damage(formation, by, face) {
                Damage::Crew(n) => format!("c{n}"),
                Damage::Horses(n) => format!("h{n}"),
                Damage::Silenced(n) => format!("s{n}"),
                Damage::Destroyed => "d".to_owned(),
            };
            assert_eq!(read, wanted, "{formation:?} {by:?} {face}");
        }
    }
    assert_eq!(
        [0, 1, 2, 3, 4, 5].map(|crew| charts.crew_steps(crew)),
        [None, None, Some(-1), Some(0), Some(0), Some(0)]
    );
    let staff: Vec<Rider> = (1..=6).map(|face| charts.staff(face)).collect();
    let wounded = Rider::Wounded;
    assert_eq!(staff, [Rider::With, Rider::Unhorsed, wounded(1), wounded(2), wounded(3), Rider::Killed]);
}

#[test]
fn tests_have_these_bases_factors_and_results() {
    let charts = charts();
    let bases: Vec<i8> = Test::ALL.iter().map(|&test| charts.base(test)).collect();
    assert_eq!(bases, [4, 4, 4, 4, 5]);
    // In the order of the table, To Charge to Rally.
    let wanted = [
        [1, 1, 1, 1, 1],
        [1, 1, 1, 1, 0],
        [2, 2, 2, 2, 0],
        [-1, -1, -1, -1, -1],
        [1, 1, 1, 1, 1],
        [1, 1, 1, 1, 1],
        [1, 0, 0, 0, 1],
        [-1, -1, -1, -1, -1],
        [-1, -1, -1, -1, -1],
        [1, 0, 0, 1, 0],
        [2, 0, 0, 2, 0],
        [-1, 0, 0, -1, 0],
        [-1, 0, 0, -1, 0],
        [-2, 0, 0, -2, 0],
        [2, 0, 0, 3, 0],
        [0, 0, 0, -1, 0],
        [0, 0, 1, 1, 0],
        [1, 0, 0, 1, 0],
        [1, 0, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 2, 0, 0, 0],
        [0, 1, 0, 0, 0],
        [0, -1, 0, 0, 0],
        [0, -1, -1, 0, 0],
        [0, -2, -2, 0, 0],
        [0, 1, 0, 0, 0],
        [0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1],
        [0, 0, 0, 0, 1],
        [0, 0, 0, 0, -1],
        [0, 0, 0, 0, 1],
    ];
    assert_eq!(Factor::ALL.len(), wanted.len());
    for (factor, row) in Factor::ALL.iter().zip(wanted) {
        let read: Vec<i8> = Test::ALL.iter().map(|&test| charts.factor(*factor, test)).collect();
        assert_eq!(read, row, "{factor:?}");
    }
    use Outcome::{Halted, HaltedShaken, NoChange, NoCharge, Pass, Rout, Shaken, Stopped, StoppedShaken};
    let results = [
        (-6, [Pass; 5]),
        (-1, [Pass; 5]),
        (0, [NoCharge, Shaken, Halted, Stopped, NoChange]),
        (1, [NoCharge, Shaken, HaltedShaken, Stopped, NoChange]),
        (2, [NoCharge, Rout, HaltedShaken, Stopped, NoChange]),
        (3, [NoCharge, Rout, Rout, StoppedShaken, NoChange]),
        (9, [NoCharge, Rout, Rout, StoppedShaken, NoChange]),
    ];
    for (margin, wanted) in results {
        let read: Vec<Outcome> = Test::ALL.iter().map(|&test| charts.result(test, margin)).collect();
        assert_eq!(read, wanted, "{margin}");
    }
    assert_eq!((charts.gun_class(), Quality::ALL.map(|quality| charts.staff_class(quality))), (3, [2, 3, 4]));
}

#[test]
fn assaults_have_these_factors_and_results() {
    let charts = charts();
    let wanted = [1, 2, 3, 1, -2, 2, 3, 1, 2, 3, 1, 1, 1, 2, 1, 1, 2, 4, -1, -1, -2, -1, -2, -1, -2, -3];
    let read: Vec<i8> = Edge::ALL.iter().map(|&edge| charts.edge(edge)).collect();
    assert_eq!(read, wanted);
    for difference in 0..=12 {
        let result = charts.assault(difference);
        let wanted = match difference {
            0 => (Degree::Draw, 1, 1),
            1..=3 => (Degree::Minor, 1, 2),
            _ => (Degree::Major, 0, 3),
        };
        assert_eq!((result.degree, result.winner_loses, result.loser_loses), wanted, "{difference}");
    }
    let moves = |arm, formation| {
        let moves = charts.assault_moves(arm, formation);
        (moves.falls_back.to_string(), moves.follows.to_string())
    };
    assert_eq!(moves(Arm::Infantry, Formation::Line), ("4".to_owned(), "2".to_owned()));
    assert_eq!(moves(Arm::LightCavalry, Formation::Line), ("8".to_owned(), "4".to_owned()));
    assert_eq!(moves(Arm::Infantry, Formation::Square), ("2".to_owned(), "0".to_owned()));
}

#[test]
fn troops_have_these_paces() {
    let charts = charts();
    let rows = [
        (Arm::Infantry, Formation::Line, "6 8 - 12 8"),
        (Arm::Infantry, Formation::ManoeuvreColumn, "8 10 - 12 8"),
        (Arm::Infantry, Formation::MarchColumn, "10 - - 12 -"),
        (Arm::Infantry, Formation::Skirmish, "10 10 5 12 8"),
        (Arm::Infantry, Formation::Square, "2 - - 12 -"),
        (Arm::HeavyCavalry, Formation::Line, "12 18 - 20 16"),
        (Arm::HeavyCavalry, Formation::CavalryColumn, "14 18 - 20 16"),
        (Arm::LightCavalry, Formation::Line, "14 20 - 22 18"),
        (Arm::LightCavalry, Formation::CavalryColumn, "16 20 - 22 18"),
        (Arm::LightCavalry, Formation::Skirmish, "16 20 8 22 18"),
        (Arm::DismountedCavalry, Formation::Skirmish, "8 8 4 12 6"),
        (Arm::DismountedCavalry, Formation::Line, "6 8 - 12 6"),
        (Arm::FieldGun, Formation::Limbered, "8 - - 10 -"),
        (Arm::SiegeGun, Formation::Limbered, "4 - - 6 -"),
        (Arm::FieldGun, Formation::Deployed, "2 - - - -"),
        (Arm::SiegeGun, Formation::Deployed, "0 - - - -"),
        (Arm::Staff, Formation::Line, "20 - 10 - -"),
    ];
    let words = |length: Option<Length>| length.map_or("-".to_owned(), |length| length.to_string());
    for (arm, formation, wanted) in rows {
        let pace = charts.pace(arm, formation, HorseBattery::No);
        let read = [pace.normal, pace.charge, pace.evade, pace.rout, pace.pursuit].map(words).join(" ");
        assert_eq!(read, wanted, "{arm:?} {formation:?}");
    }
    let horse = charts.pace(Arm::FieldGun, Formation::Limbered, HorseBattery::Yes);
    assert_eq!([horse.normal, horse.evade, horse.rout].map(words).join(" "), "14 7 16");
}

/// The tables that no procedure reads yet are kept as they are by a picture of the page.
#[test]
fn the_other_tables_stand_as_printed() {
    let charts = charts();
    let keys = [
        "movement",
        "terrain",
        "formation-changes",
        "points",
        "stand-points",
        "staff-quality",
        "scouting",
        "victory",
        "army-lists",
        "printed-figures",
        "options",
        "gun-crews",
        "square-fire",
        "test-class",
    ];
    let pages: String = keys.map(|key| charts.pages.table(key).unwrap().page()).join("\n");
    insta::assert_snapshot!(pages);
}

#[test]
fn house_tables_take_the_place_of_ours_and_slips_are_named() {
    let house = |text: &str| Charts::load(&[("house.toml".to_owned(), text.to_owned())]);
    let changed =
        house("[[small-arms.change]]\nrow = \"rifle short 4\"\ncolumn = \"line\"\ncell = 6\n").unwrap();
    assert_eq!(changed.small_arm(Weapon::Rifle)[0].rows[0].1[Target::Line as usize], 6);
    for (text, wanted) in [
        (
            "[[small-arms.change]]\nrow = \"rifle short 4\"\ncolumn = \"line\"\ncell = 9\n",
            "column `line` holds `9`, which is not a step from 0 to 8",
        ),
        (
            "[[small-arms.change]]\nrow = \"rifle short 4\"\ncolumn = \"to\"\ncell = 12\n",
            "must reach equally far",
        ),
        ("[[artillery.change]]\nrow = \"field gun long\"\ncolumn = \"to\"\ncell = 3\n", "must reach farther"),
        ("[[ladder.change]]\nrow = \"3\"\ncolumn = \"4\"\ncell = \"X\"\n", "`-`, H, HH or HHH"),
        (
            "[[morale-factors.change]]\nrow = \"shaken\"\ncolumn = \"Rally\"\ncell = \"lots\"\n",
            "a factor such as +1",
        ),
        (
            "[[morale-results.change]]\nrow = \"0\"\ncolumn = \"Rally\"\ncell = \"runs\"\n",
            "the result of a test",
        ),
        (
            "[[assault-results.change]]\nrow = \"0\"\ncolumn = \"degree\"\ncell = \"minor victory\"\n",
            "no row has the degree `draw`",
        ),
        (
            "[[artillery-damage.change]]\nrow = \"6\"\ncolumn = \"deployed, by guns\"\ncell = \"boom\"\n",
            "such as `1 crew`",
        ),
        ("[[movement.change]]\nrow = \"staff\"\ncolumn = \"normal\"\ncell = -3\n", "a length in inches"),
        ("[nonsense]\nrows = []\n", "no such table"),
    ] {
        let error = house(text).unwrap_err().to_string();
        assert!(error.starts_with("house.toml") && error.contains(wanted), "{error}\n{text}");
    }
}
