//! Orders of movement in words: what is read reads back to itself, and bad texts are refused at their place.

use grognard_board::table::{Bend, Hand, Heading, Mils, Notches, Point, Swing};
use grognard_days_of_empire::path::{
    Act, Declared, MoveOrder, Reach, STEPS_MAX, Shape, TEXT_MAX, TableEdge, Turn,
};
use grognard_days_of_empire::unit::Formation;
use proptest::prelude::*;

fn reads_as(text: &str, canonical: &str) {
    let order = MoveOrder::read(text).unwrap_or_else(|bad| panic!("{text}: {bad}"));
    assert_eq!(order.to_string(), canonical);
    assert_eq!(MoveOrder::read(canonical), Ok(order));
}

#[test]
fn orders_are_read_and_written_in_one_way() {
    reads_as("k2 wheel left 30, advance 4, form line", "k2 wheel left 30, advance 4, form line");
    reads_as(
        "  K2\twheel  LEFT 30.0 ,advance 4.500,form   line ",
        "k2 wheel left 30, advance 4.5, form line",
    );
    reads_as("k2 advance max", "k2 advance max");
    reads_as("k2 wheel right max, back 0.125", "k2 wheel right max, back 0.125");
    reads_as("k2 to 34.5 20", "k2 to 34.5 20");
    reads_as("try k2 to 34.5 20", "try k2 to 34.5 20");
    reads_as("brigade kaz force march", "brigade kaz force march");
    reads_as("brigade kaz advance 6", "brigade kaz advance 6");
    reads_as("k2 charge f33", "k2 charge f33");
    reads_as("try k2 charge f33", "try k2 charge f33");
    reads_as("k2", "k2");
    reads_as("done", "done");
    reads_as("lb form column 2", "lb form column 2");
    reads_as(
        "f33 form line bend 3 back 45 bend 9 forward 22.5",
        "f33 form line bend 3 back 45 bend 9 forward 22.5",
    );
    reads_as("g1 unlimber, face 180", "g1 unlimber, face 180");
    reads_as("eng clear road_block, crest behind", "eng clear road_block, crest behind");
}

#[test]
fn bad_orders_are_refused_with_their_place() {
    let cases = [
        ("", "at letter 1, where it ends: write a unit's key and what it does, as k2 advance 4, or done"),
        ("k2 wheel lft 30", "at letter 10, `lft`: write left or right"),
        (
            "k2 wheel left",
            "at letter 14, where it ends: write degrees with up to one decimal, as 30 or 22.5, or max",
        ),
        (
            "k2 wheel left 400",
            "at letter 15, `400`: write degrees from 0 to 180 with up to one decimal, as 22.5",
        ),
        ("k2 wheel left 0", "at letter 15, `0`: write more than 0 degrees, or leave the step out"),
        ("k2 advance 1000000000", "at letter 12, `1000000000`: write at most 200"),
        (
            "k2 advance 1.2345",
            "at letter 12, `1.2345`: write inches from 0 with up to three decimals, as 4 or 34.125",
        ),
        (
            "k2 advance -4",
            "at letter 12, `-4`: write inches from 0 with up to three decimals, as 4 or 34.125",
        ),
        ("k2 advance 0", "at letter 12, `0`: write more than 0 inches, or leave the step out"),
        (
            "k2 advance",
            "at letter 11, where it ends: write inches with up to three decimals, as 4 or 34.125, or max",
        ),
        (
            "k2 advance , form line",
            "at letter 12, `,`: write inches with up to three decimals, as 4 or 34.125, or max",
        ),
        (
            "k2 advance 4 form line",
            "at letter 14, `form`: the step ends before this: write a comma before the next",
        ),
        ("k2 face 360", "at letter 9, `360`: write degrees clockwise from north, from 0 to 359.9"),
        ("k2 to 3", "at letter 8, where it ends: write inches with up to three decimals, as 4 or 34.125"),
        (
            "k2 form wedge",
            "at letter 9, `wedge`: write line, march-column, march-column-1, manoeuvre-column, column, square or skirmish",
        ),
        (
            "k2 form limbered",
            "at letter 9, `limbered`: write line, march-column, march-column-1, manoeuvre-column, column, square or skirmish",
        ),
        ("k2 form column 5", "at letter 16, `5`: a column is 2 to 4 stands wide"),
        (
            "k2 form line bend 9 back 45 bend 3 back 45",
            "at letter 34, `3`: bends come from the left: write more than 9",
        ),
        (
            "k2 form line bend 3 back 91",
            "at letter 26, `91`: a line bends by 0.1 to 90 degrees, with up to one decimal",
        ),
        ("done now", "at letter 6, `now`: the order ends before this: leave it out"),
        ("try done", "at letter 5, `done`: what is to be tried? write a unit's key and what it does"),
        ("try try k2", "at letter 5, `try`: try stands once, before the order"),
        ("brigade kaz force", "at letter 18, where it ends: write force march"),
        ("brigade", "at letter 8, where it ends: which brigade? write its key"),
        ("kö advance 4", "at letter 1, `kö`: write a unit's key and what it does, as k2 advance 4, or done"),
        ("k2 dismount square", "at letter 13, `square`: write dismount line or dismount skirmish"),
    ];
    for (text, wanted) in cases {
        match MoveOrder::read(text) {
            Ok(order) => panic!("`{text}` was read as {order}"),
            Err(bad) => assert_eq!(bad.to_string(), wanted, "{text}"),
        }
    }
    assert!(
        MoveOrder::read("k2 fly 4")
            .unwrap_err()
            .to_string()
            .starts_with("at letter 4, `fly`: no such step: write advance,")
    );
    let nine = format!("k2 {}", ["advance 1"; STEPS_MAX + 1].join(", "));
    assert!(MoveOrder::read(&nine).unwrap_err().to_string().contains("a path has at most 8 steps"));
    let eight = format!("k2 {}", ["advance 1"; STEPS_MAX].join(", "));
    assert!(MoveOrder::read(&eight).is_ok());
    let long = format!("k2 advance 1{}", " ".repeat(TEXT_MAX));
    assert!(MoveOrder::read(&long).unwrap_err().to_string().contains("at most 400 letters"));
}

fn reach() -> impl Strategy<Value = Reach> {
    prop_oneof![(1..=200_000).prop_map(|by| Reach::By(Mils(by))), Just(Reach::Max)]
}

fn hand() -> impl Strategy<Value = Hand> {
    prop_oneof![Just(Hand::Left), Just(Hand::Right)]
}

fn key() -> impl Strategy<Value = String> {
    "[a-z][a-z0-9_-]{0,7}[0-9]"
}

fn bend(hinge: std::ops::Range<u8>) -> impl Strategy<Value = Bend> {
    let swing = prop_oneof![Just(Swing::Back), Just(Swing::Forward)];
    (hinge, swing, 1..=900_u16).prop_map(|(hinge, swing, by)| Bend { hinge, swing, by: Notches(by) })
}

fn shape() -> impl Strategy<Value = Shape> {
    let plain = prop::sample::select(vec![
        Formation::Line,
        Formation::MarchColumn,
        Formation::MarchColumnOneWide,
        Formation::ManoeuvreColumn,
        Formation::Square,
        Formation::Skirmish,
    ]);
    let bent = (bend(1..12), prop::option::of(bend(12..24)))
        .prop_map(|(one, two)| Shape { bends: [Some(one), two], ..Shape::plain(Formation::Line) });
    let wide =
        prop::option::of(2..=4_u8).prop_map(|wide| Shape { wide, ..Shape::plain(Formation::CavalryColumn) });
    prop_oneof![plain.prop_map(Shape::plain), bent, wide]
}

fn act() -> impl Strategy<Value = Act> {
    let length = || (0..=200_000).prop_map(Mils);
    prop_oneof![
        reach().prop_map(Act::Advance),
        reach().prop_map(Act::Back),
        (hand(), 1..=1800_u16).prop_map(|(hand, by)| Act::Wheel(hand, Turn::By(Notches(by)))),
        hand().prop_map(|hand| Act::Wheel(hand, Turn::Max)),
        hand().prop_map(Act::Quarter),
        shape().prop_map(Act::Form),
        prop::sample::select(vec![
            Act::About,
            Act::Limber,
            Act::Unlimber,
            Act::Mount,
            Act::Lead,
            Act::Recall,
            Act::Build,
            Act::Hold,
            Act::Dismount(Formation::Line),
            Act::Dismount(Formation::Skirmish),
            Act::Crest(Declared::Over),
            Act::Crest(Declared::Behind),
        ]),
        (0..3600_u16).prop_map(|at| Act::Face(Heading::new(at))),
        (length(), length()).prop_map(|(x, y)| Act::To(Point::new(x.0, y.0))),
        (prop::sample::select(TableEdge::ALL.to_vec()), length()).prop_map(|(edge, at)| Act::Enter(edge, at)),
        (1..=24_u8).prop_map(Act::Detach),
        key().prop_map(Act::Clear),
        key().prop_map(Act::Demolish),
        key().prop_map(Act::Search),
        key().prop_map(Act::Span),
        key().prop_map(Act::Join),
    ]
}

proptest! {
    /// Every order that can be, written and read again, is the same order.
    #[test]
    fn what_is_written_reads_back(unit in key(), acts in prop::collection::vec(act(), 1..=STEPS_MAX)) {
        for order in [MoveOrder::Path(unit.clone(), acts.clone()), MoveOrder::Brigade(unit.clone(), acts.clone())] {
            let text = order.to_string();
            prop_assume!(text.len() <= TEXT_MAX - 4);
            prop_assert_eq!(MoveOrder::read(&text), Ok(order.clone()), "{}", text);
            let trial = MoveOrder::Try(Box::new(order));
            prop_assert_eq!(MoveOrder::read(&trial.to_string()), Ok(trial));
        }
    }

    /// Whatever is written, what is accepted reads back to itself, and nothing panics.
    #[test]
    fn accepted_text_reads_back_to_itself(text in "[a-z0-9 .,wheladvncftorm-]{0,60}|\\PC{0,40}") {
        if let Ok(order) = MoveOrder::read(&text) {
            let written = order.to_string();
            prop_assert_eq!(MoveOrder::read(&written), Ok(order));
        }
    }
}
