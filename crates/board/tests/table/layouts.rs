//! Where stands are.

use grognard_board::table::*;
use sha2::{Digest, Sha256};

use super::{at, column, layout, line, table};

#[test]
fn the_sines_are_those_of_the_table() {
    let sine = |notch: u16| direction(Heading::new(notch)).0;
    for (notch, value) in [(0, 0), (225, 410_903_207), (300, 536_870_912), (450, 759_250_125), (900, 1 << 30)]
    {
        assert_eq!(sine(notch), value, "{notch}");
    }
    assert_eq!((0..=900).map(sine).sum::<i64>(), 615_745_462_763);
    let bytes: Vec<u8> = (0..=900).flat_map(|notch| (sine(notch) as u32).to_le_bytes()).collect();
    let hash: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(hash, "c91528c7e5d2df757c9a9f2d8ac7b74309990ab129b11717decb9e0ef2e488a6");
    for notch in 0..3600 {
        let (sin, cos) = direction(Heading::new(notch));
        assert_eq!(
            (sin, cos),
            (-direction(Heading::new(notch).back()).0, direction(Heading::new(notch + 900)).0),
            "{notch}"
        );
    }
}

#[test]
fn a_line_of_twelve_stands_where_the_ruler_says() {
    let corners = |pose: Pose| line(12).blocks(pose)[0].corners().map(|corner| (corner.x, corner.y));
    assert_eq!(
        corners(at(36_000, 24_000, 0)),
        [(41_500, 23_000), (41_500, 24_000), (29_500, 24_000), (29_500, 23_000)]
    );
    assert_eq!(
        corners(at(36_000, 24_000, 225)),
        [(40_699, 20_971), (41_081, 21_895), (29_995, 26_487), (29_612, 25_564)]
    );
}

#[test]
fn the_command_stand_is_in_the_middle_of_a_line() {
    for (stands, index) in [(1, 0), (2, 1), (7, 3), (12, 6)] {
        let block = line(stands).blocks(at(20_000, 20_000, 0))[0];
        let command = block.each_stand().nth(index).unwrap();
        assert_eq!(
            (command.eye(), command.centre),
            (Point::new(20_000, 20_000), Point::new(20_000, 19_500)),
            "{stands}"
        );
    }
}

#[test]
fn a_column_of_ten_has_its_last_rank_in_the_middle() {
    let blocks = column(10).blocks(at(20_000, 20_000, 0));
    let spans: Vec<_> =
        blocks.iter().map(|block| (block.corners()[3], block.corners()[1], block.stands())).collect();
    assert_eq!(
        spans,
        [
            (Point::new(17_500, 18_000), Point::new(21_500, 20_000), 8),
            (Point::new(18_500, 17_000), Point::new(20_500, 18_000), 2)
        ]
    );
    // A column is never wider than it has stands, and a march column is one or two wide.
    assert_eq!(column(3).blocks(Pose::default()).len(), 1);
    let march = layout(Formation::Column { wide: 2 }, 12).blocks(Pose::default());
    assert_eq!((march.len(), march[0].stands()), (1, 12));
}

#[test]
fn a_square_has_its_faces_as_equal_as_can_be() {
    let square = layout(Formation::Square, 14);
    assert_eq!((square.faces(), square.side()), ([4, 4, 3, 3], Mils::inches(5)));
    let blocks = square.blocks(at(20_000, 20_000, 0));
    let headings: Vec<u16> = blocks.iter().map(|block| block.pose().heading.notches()).collect();
    assert_eq!(headings, [0, 1800, 2700, 900]);
    // The front face leaves an inch at its right end for the right face.
    assert_eq!(blocks[0].corners()[1], Point::new(21_500, 20_000));
    assert_eq!(blocks[3].corners()[2], Point::new(22_500, 20_000));
    for (i, one) in blocks.iter().enumerate() {
        for other in &blocks[i + 1..] {
            assert!(
                convex::apart(&one.corners(), &other.corners(), Mils::ZERO),
                "faces do not lie on each other"
            );
        }
    }
    assert_eq!(layout(Formation::Square, 8).faces(), [2, 2, 2, 2]);
}

#[test]
fn a_screen_has_gaps_of_an_inch() {
    let blocks = layout(Formation::Screen, 3).blocks(at(20_000, 20_000, 0));
    let lefts: Vec<i32> = blocks.iter().map(|block| block.corners()[2].x).collect();
    assert_eq!(lefts, [17_500, 19_500, 21_500]);
}

#[test]
fn guns_are_as_deep_as_their_models() {
    for (stand, rear) in [(Stand::GUN, 18_500), (Stand::LIMBERED, 17_000), (Stand::WAGON, 18_000)] {
        assert_eq!(
            Layout::single(stand).blocks(at(20_000, 20_000, 0))[0].corners()[0],
            Point::new(20_500, rear)
        );
    }
}

#[test]
fn one_stand_in_four_holds_the_horses() {
    let holders = [8, 6, 5, 4, 1].map(|stands| Layout::holders(stands).stands());
    assert_eq!(holders, [2, 2, 2, 1, 1]);
}

#[test]
fn a_bent_line_has_no_stand_on_another() {
    for swing in [Swing::Forward, Swing::Back] {
        for (hinge, by) in [(3, 300), (3, 900), (9, 450), (9, 900)] {
            let bend = Bend { hinge, swing, by: Notches(by) };
            let bent = layout(Formation::Line { bends: [Some(bend), None] }, 12);
            let blocks = bent.blocks(at(30_000, 20_000, 100));
            assert_eq!(blocks.iter().map(|block| block.stands()).collect::<Vec<_>>(), [hinge, 12 - hinge]);
            assert!(convex::apart(&blocks[0].corners(), &blocks[1].corners(), TOUCH), "{bend:?}");
            assert!(
                convex::gap(&blocks[0].corners(), &blocks[1].corners()).exactly_within(Mils(2)),
                "{bend:?}"
            );
        }
    }
    // The wing on the left, refused by a right angle, faces to the left; swung forward it faces to the right.
    let wing = |hinge: u8, swing: Swing| {
        let bends = [Some(Bend { hinge, swing, by: Notches::QUARTER }), None];
        let blocks = layout(Formation::Line { bends }, 12).blocks(at(30_000, 20_000, 0));
        blocks[if hinge <= 6 { 0 } else { 1 }].pose().heading
    };
    assert_eq!([wing(3, Swing::Back), wing(3, Swing::Forward)], [Heading::WEST, Heading::EAST]);
    assert_eq!([wing(9, Swing::Back), wing(9, Swing::Forward)], [Heading::EAST, Heading::WEST]);
    // Two bends on one side hang on each other.
    let bend = |hinge| Some(Bend { hinge, swing: Swing::Back, by: Notches::EIGHTH });
    let blocks = layout(Formation::Line { bends: [bend(8), bend(10)] }, 12).blocks(at(30_000, 20_000, 0));
    let headings: Vec<u16> = blocks.iter().map(|block| block.pose().heading.notches()).collect();
    assert_eq!(headings, [0, 450, 900]);
}

#[test]
fn losses_leave_the_command_stand_where_it_is() {
    let bends = [Some(Bend { hinge: 3, swing: Swing::Back, by: Notches::EIGHTH }), None];
    let bent = layout(Formation::Line { bends }, 12);
    // Lines shrink at alternate ends, the left first: eleven lose one on the left.
    let left = |layout: Layout| layout.blocks(Pose::default())[0].corners()[2].x;
    assert_eq!([12, 11, 10].map(|stands| left(line(12).with_stands(stands).unwrap())), [-6500, -5500, -5500]);
    let Formation::Line { bends: [Some(bend), None] } = bent.with_stands(10).unwrap().formation() else {
        panic!()
    };
    assert_eq!(bend.hinge, 2);
    assert_eq!(bent.with_stands(6).unwrap().formation(), Formation::LINE);
    assert_eq!(layout(Formation::Square, 4).with_stands(3).unwrap().formation(), Formation::LINE);
    assert_eq!(line(3).with_stands(0), None);
}

#[test]
fn wheels_cost_twice_the_way_of_the_outer_end() {
    let cost = |layout: Layout, by: u16| layout.wheel_cost(Hand::Left, Notches(by)).0;
    assert_eq!([cost(line(12), 100), cost(line(12), 143), cost(line(12), 144)], [4189, 5990, 6032]);
    assert_eq!([cost(column(12), 450), cost(layout(Formation::Column { wide: 2 }, 12), 900)], [6283, 6283]);
    // An outer arc of two inches costs four: 2000 mils at a radius of 4000 are half a radian.
    assert!((cost(column(12), 286) - 4000).abs() < 10);
}

#[test]
fn a_wheel_leaves_its_pivot_where_it_is() {
    let wheeled =
        |layout: Layout, pose: Pose, hand, by| pose.turned_about(layout.pivot(hand), hand, Notches(by));
    let start = at(36_000, 24_000, 0);
    assert_eq!(wheeled(line(12), start, Hand::Left, 100), at(35_901, 25_129, 3500));
    assert_eq!(wheeled(line(12), start, Hand::Right, 100), at(36_084, 24_955, 100));
    assert_eq!(wheeled(column(12), at(20_000, 10_000, 0), Hand::Left, 450), at(19_268, 11_768, 3150));
}

#[test]
fn turning_about_keeps_the_ground() {
    let sorted = |layout: Layout, pose: Pose| {
        let mut corners = layout.blocks(pose)[0].corners();
        corners.sort();
        corners
    };
    for stands in [1, 4, 7, 12] {
        let start = at(30_000, 20_000, 0);
        let (turned, pose) = line(stands).about(start);
        assert_eq!(pose.heading, Heading::SOUTH);
        assert_eq!(sorted(turned, pose), sorted(line(stands), start), "{stands}");
        for hand in Hand::ALL {
            let (turned, pose) = line(stands).quarter(start, hand);
            assert_eq!(sorted(turned, pose), sorted(line(stands), start), "{stands} {hand:?}");
            assert_eq!(pose.heading, Heading::NORTH.turned(hand, Notches::QUARTER));
        }
    }
    let (turned, pose) = column(12).quarter(at(30_000, 20_000, 0), Hand::Right);
    assert_eq!(turned.formation(), Formation::Column { wide: 3 });
    assert_eq!(sorted(turned, pose), sorted(column(12), at(30_000, 20_000, 0)));
}

#[test]
fn headings_of_directions_go_to_the_nearest_notch() {
    let heading = |x: i32, y: i32| Point::new(x, y).heading().map(Heading::notches);
    assert_eq!(heading(0, 0), None);
    let known = [
        (0, 5, 0),
        (5, 5, 450),
        (5, 0, 900),
        (5, -5, 1350),
        (0, -5, 1800),
        (-5, -5, 2250),
        (-5, 0, 2700),
        (-5, 5, 3150),
    ];
    for (x, y, notches) in known {
        assert_eq!(heading(x, y), Some(notches), "{x} {y}");
    }
    for notch in 0..3600 {
        let step = Pose::new(0, 0, Heading::new(notch)).ahead(Mils(60_000)).at;
        assert_eq!(heading(step.x, step.y), Some(notch));
    }
}

#[test]
fn measures_are_read_as_people_write_them() {
    let length = |text: &str| Mils::read(text).map(|mils| mils.0);
    for (text, mils) in
        [("4", 4000), ("4.5", 4500), ("34.125", 34_125), ("0.001", 1), ("0", 0), ("200", 200_000)]
    {
        assert_eq!(length(text), Ok(mils), "{text}");
    }
    for text in ["", "-1", "4.1234", "1e3", " 4", "4.", ".5", "+2", "0x4", "4,5", "٤"] {
        assert_eq!(Mils::read(text), Err(BadMeasure::Length(text.to_owned())), "{text}");
    }
    for text in ["200.001", "1000000000", "999999999999"] {
        assert_eq!(Mils::read(text), Err(BadMeasure::TooLong(text.to_owned())), "{text}");
    }
    assert_eq!((Notches::read("22.5"), Notches::read("180")), (Ok(Notches(225)), Ok(Notches(1800))));
    assert!(
        Notches::read("400").is_err() && Notches::read("22.55").is_err() && Notches::read("180.1").is_err()
    );
    assert_eq!(Heading::read("359.9"), Ok(Heading::new(3599)));
    assert!(Heading::read("360").is_err());
    assert_eq!(
        [Mils(4500), Mils(-20), Mils(7), Mils(3000)].map(|mils| mils.to_string()),
        ["4.5", "-0.02", "0.007", "3"]
    );
    assert_eq!(Heading::new(225).to_string(), "22.5");
    assert_eq!(
        Mils::read("4.1234").unwrap_err().to_string(),
        "`4.1234` is no length: write inches from 0 with up to three decimals, as 4 or 34.125"
    );
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    let made = |formation, stands| Layout::new(formation, stands, Stand::INCH).unwrap_err().to_string();
    assert_eq!(made(Formation::LINE, 0), "0 stands: a body has 1 to 24");
    assert_eq!(made(Formation::LINE, 25), "25 stands: a body has 1 to 24");
    assert_eq!(made(Formation::Column { wide: 0 }, 4), "a column 0 wide: it is at least 1 stand wide");
    assert_eq!(made(Formation::Square, 3), "a square of 3: it takes at least 4 stands");
    let bend = |hinge, by| Some(Bend { hinge, swing: Swing::Back, by: Notches(by) });
    for bends in
        [[bend(0, 10), None], [bend(12, 10), None], [bend(5, 10), bend(5, 10)], [bend(5, 10), bend(4, 10)]]
    {
        assert!(made(Formation::Line { bends }, 12).contains("bends come between two stands"));
    }
    assert_eq!(
        made(Formation::Line { bends: [bend(3, 901), None] }, 12),
        "a bend of 90.1 degrees: a line bends by 0.1 to 90"
    );
    let flat = Stand { wide: Mils(0), deep: Mils(1000) };
    assert!(Layout::new(Formation::LINE, 1, flat).is_err());
}

#[test]
fn every_stand_is_on_the_table() {
    let off = |layout: Layout, pose| table().check_on_table(&layout, pose).unwrap_err().to_string();
    assert!(table().check_on_table(&line(12), at(36_000, 48_000, 0)).is_ok());
    assert_eq!(
        off(line(12), at(36_000, 48_006, 0)),
        "a stand's corner is at 41.5 48.006, off the table: it reaches from 0 0 to 72 48"
    );
    assert!(table().check_on_table(&line(12), at(36_000, 48_005, 0)).is_ok(), "side by side with the edge");
    assert!(off(line(12), at(6_000, 20_000, 0)).contains("-0.5"));
}
