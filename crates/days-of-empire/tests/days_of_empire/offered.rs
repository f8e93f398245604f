//! What is offered is legal, reads back to itself, and comes from the same judge as what people write.

use crate::table::{COLUMN, GUN, HORSE_COLUMN, LIGHT, LIMBERED, LINE, MARCH, SCREEN, SQUARE, STAFF, Table};
use grognard_days_of_empire::battle::campaign::Post;
use grognard_umpire::{Answer, Keep, Procedure, Tape};
use std::collections::BTreeSet;

const GROUND: &[&str] = &[
    "key = \"hill\"; kind = \"hill\"; slope = \"gentle\"; ground = \"easy\"; height = \"low\"; polygon = \"4 26, 20 26, 20 38, 4 38\"; crests = [\"6 32, 18 32\"]",
    "key = \"wood\"; kind = \"wood\"; density = \"light\"; polygon = \"24 26, 34 26, 34 32, 24 32\"",
    "key = \"town\"; kind = \"urban\"; density = \"heavy\"; polygon = \"40 26, 50 26, 50 30, 40 30\"",
    "key = \"river\"; kind = \"river\"; wide = \"3\"; path = \"52 24, 72 24\"",
    "key = \"bridge\"; kind = \"bridge\"; material = \"wood\"; polygon = \"62 22, 64 22, 64 26, 62 26\"",
    "key = \"wall\"; kind = \"obstacle\"; barrier = \"hedge\"; path = \"4 22, 20 22\"",
];

/// What is offered to a unit, by the questions themselves.
fn offers(table: &Table, answers: &[&str]) -> Vec<String> {
    let answers: Vec<Answer> = answers.iter().map(|key| Answer::Key((*key).to_owned())).collect();
    let mut tape = Tape::new(&answers, Keep::Nothing);
    assert!(table.battle.clone().step(&table.rules, &mut tape).is_err(), "a question is open");
    tape.open[0].options().iter().map(|offered| offered.key.clone()).collect()
}

fn crowded() -> Table {
    let first = [
        ("k1", LINE, "12 18 0"),
        ("k2", COLUMN, "28 20 0"),
        ("k3", MARCH, "36 18 0"),
        ("s1", SCREEN, "28 24 0"),
        ("q1", SQUARE, "44 18 0"),
        ("c1", LIGHT, "56 14 0"),
        ("c2", HORSE_COLUMN, "63 18 0"),
        ("g1", GUN, "48 22 0"),
        ("g2", LIMBERED, "52 12 0"),
        ("gen", STAFF, "36 8 0"),
        ("eng", STAFF, "62.5 21.9 0"),
        ("pio", STAFF, "64.5 21.9 0"),
    ];
    let second = [("e1", LINE, "12 30 180"), ("e2", COLUMN, "30 38 180"), ("e3", LIGHT, "60 40 180")];
    Table::new(GROUND, &first, &second)
        .post("eng", Post::Engineer, 1)
        .post("pio", Post::Pioneers, 6)
        .brigade("br", &["k1", "k2", "k3"])
}

#[test]
fn every_offer_is_legal_and_reads_back() {
    let table = crowded();
    let first = offers(&table, &[]);
    assert_eq!(first[0], "done");
    assert_eq!(first.len(), 14, "done, and one entry a unit: {first:?}");
    let mut moves = 0;
    for unit in &first[1..] {
        let list = offers(&table, &[unit]);
        let distinct: BTreeSet<&String> = list.iter().collect();
        assert_eq!(distinct.len(), list.len(), "{unit}: no move twice");
        assert!(
            list.len() <= 64 && list.iter().any(|text| text == &format!("{unit} hold")),
            "{unit}: {list:?}"
        );
        for text in list.iter().filter(|text| !text.contains(" charge ")) {
            moves += 1;
            let keys = [Answer::Key(text.clone()), Answer::Faces(vec![3])];
            let mut tape = Tape::new(&keys, Keep::Everything);
            let done = table.battle.clone().step(&table.rules, &mut tape);
            assert!(done.is_ok(), "{text}: {:?}", tape.misfit);
            let Answer::Key(canonical) = &tape.asked[0].1 else { panic!("an order") };
            assert_eq!(canonical, text, "the journal keeps what was offered");
        }
    }
    assert!(moves > 120, "{moves} moves are offered");
}

/// Nobody ends on anybody, off the table, or nearer than an inch to an enemy, whatever is picked.
#[test]
fn random_moves_leave_nobody_on_anybody() {
    let mut seed = 7_u64;
    let mut next = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut table = crowded();
    for _ in 0..6 {
        let units: Vec<String> =
            offers(&table, &[]).into_iter().filter(|key| key != "done" && !key.contains(' ')).collect();
        for unit in units {
            let list: Vec<String> = match table.unit(&unit).marks.done {
                true => continue,
                false => {
                    offers(&table, &[&unit]).into_iter().filter(|text| !text.contains(" charge ")).collect()
                }
            };
            let text = list[next(list.len())].clone();
            table.order_with(&text, &[3]);
            check(&table, &text);
        }
        table.next_turn(&[1, 1, 1]);
    }
}

/// No two bodies lie on each other, nobody is off the table, enemies keep their inch.
fn check(table: &Table, after: &str) {
    use grognard_board::table::{Field, Mils, Placed};
    use grognard_days_of_empire::battle::measured::body;
    use grognard_days_of_empire::battle::state::Scene;
    let scene = Scene { rules: &table.rules, now: &table.battle.now };
    let field = Field::new(table.rules.land.clone());
    let placed: Vec<_> = table
        .battle
        .now
        .all()
        .filter_map(|unit| Some((unit, Placed::new(field.ground(), body(scene, unit)?))))
        .collect();
    for (at, (one, here)) in placed.iter().enumerate() {
        let size = &here.body;
        assert!(
            field.ground().check_on_table(&size.layout, size.pose).is_ok(),
            "{after}: {} is off",
            scene.key(*one)
        );
        for (other, there) in &placed[at + 1..] {
            assert!(!here.overlaps(there), "{after}: {} lies on {}", scene.key(*one), scene.key(*other));
            if scene.side(*one) != scene.side(*other) {
                assert!(
                    here.gap(there).keeps(Mils::inches(1)),
                    "{after}: {} {}",
                    scene.key(*one),
                    scene.key(*other)
                );
            }
        }
    }
}
