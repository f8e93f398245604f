//! Sides, support, contact, squares of several units.

use grognard_board::table::*;

use super::{at, column, foot, layout, line, table};

fn placed(layout: Layout, pose: Pose) -> Placed {
    Placed::new(&table(), foot(layout, pose))
}

#[test]
fn the_side_is_where_the_charger_began() {
    let target = placed(line(12), at(36_000, 24_000, 0));
    let side = |x: i32, y: i32| target.aspect(Point::new(x, y), Facing::OneWay);
    let known = [
        (43_000, 23_999, Aspect::Flank),
        (36_000, 20_000, Aspect::Rear),
        (42_000, 22_400, Aspect::Rear),
        (28_000, 22_000, Aspect::Flank),
        (27_000, 15_000, Aspect::Rear),
        (43_000, 24_000, Aspect::Front),
        (43_000, 21_500, Aspect::Flank),
        (43_000, 21_499, Aspect::Rear),
    ];
    for (x, y, aspect) in known {
        assert_eq!(side(x, y), aspect, "{x} {y}");
        assert_eq!(target.aspect(Point::new(x, y), Facing::AllRound), Aspect::Front);
    }
    // The incomplete rank of a column is part of it.
    let target = placed(column(10), at(36_000, 24_000, 0));
    assert_eq!(target.aspect(Point::new(38_000, 22_500), Facing::OneWay), Aspect::Flank);
    assert_eq!(target.aspect(Point::new(38_000, 20_400), Facing::OneWay), Aspect::Rear);
    // Of a bent line the nearest part counts: the refused wing has its own front.
    let bends = [Some(Bend { hinge: 3, swing: Swing::Back, by: Notches::QUARTER }), None];
    let bent = placed(layout(Formation::Line { bends }, 12), at(36_000, 24_000, 0));
    assert_eq!(bent.aspect(Point::new(30_000, 21_500), Facing::OneWay), Aspect::Front);
    assert_eq!(target.aspect(Point::new(30_000, 21_500), Facing::OneWay), Aspect::Flank);
}

#[test]
fn contact_takes_an_inch_of_edge() {
    let target = placed(line(12), at(36_000, 24_000, 0));
    // A column of four facing south, its front at the target's, shifted along it.
    let facing = |x: i32, gap: i32| placed(column(12), at(x, 24_000 + gap, 1800));
    let contact = |other: &Placed| target.in_contact(other) && other.in_contact(&target);
    assert!(contact(&facing(36_000, 0)) && contact(&facing(36_000, 20)) && !contact(&facing(36_000, 21)));
    // Facing south, the column's right end is an inch and a half west of its anchor.
    let sharing = |shared: i32| facing(41_500 + 1500 - shared, 0);
    assert!(contact(&sharing(950)) && !contact(&sharing(949)));
    // Corner to corner is touching, which serves a general, and no contact.
    let corner = placed(line(1), at(42_000, 25_000, 0));
    assert!(target.touches(&corner) && !target.in_contact(&corner));
    // Edge to edge at the side.
    let beside = placed(line(1), at(42_000, 24_000, 0));
    assert!(target.in_contact(&beside));
}

#[test]
fn distances_favour_whoever_needs_them_by_a_hundredth() {
    let general = placed(line(1), at(36_000, 10_000, 0));
    let unit = |gap: i32| placed(line(1), at(36_000, 10_000 + gap + 1000, 0));
    assert!(
        general.within(&unit(16_010), Mils::inches(16)) && !general.within(&unit(16_011), Mils::inches(16))
    );
    let gap = general.gap(&unit(990));
    assert!(gap.keeps(Mils::inches(1)) && !general.gap(&unit(989)).keeps(Mils::inches(1)));
    assert!(!general.overlaps(&unit(-5)) && general.overlaps(&unit(-6)));
}

#[test]
fn the_distance_of_two_askew_stands_is_exact() {
    let (one, other) = (placed(line(1), at(10_000, 10_000, 0)), placed(line(1), at(14_000, 14_000, 450)));
    let gap = one.gap(&other);
    let (number, over) = gap.square();
    // Equal as fractions, whatever they are reduced to.
    assert_eq!(number * 999_698, 18_508_021_389_025 * i128::from(over));
    assert_eq!(gap.mils(), Mils(4303));
    assert_eq!(gap.to_string(), "4.303");
}

#[test]
fn support_is_directly_behind() {
    let unit = placed(line(12), at(36_000, 24_000, 0));
    let behind = |x: i32, gap: i32| placed(column(12), at(x, 23_000 - gap, 0));
    let supported = |other: &Placed| unit.has_behind(other, Mils::inches(8));
    assert!(supported(&behind(36_000, 8010)) && !supported(&behind(36_000, 8011)));
    assert!(
        supported(&behind(43_900, 2000)) && !supported(&behind(44_000, 2000)),
        "the column's left end is at 41.5"
    );
    assert!(!supported(&placed(column(12), at(36_000, 30_000, 0))), "ahead is not behind");
    // Opposite the enemy as if the unit between were not there.
    let enemy = placed(column(12), at(34_000, 24_000, 1800));
    assert!(unit.is_opposite(&behind(36_000, 1000), &enemy));
    assert!(!unit.is_opposite(&behind(39_000, 1000), &enemy), "side by side");
    assert!(unit.is_opposite(&behind(38_900, 1000), &enemy));
}

#[test]
fn four_lines_end_to_end_make_a_square() {
    // Each three stands long; every right end touches the next one's left end.
    let face = |x, y, heading| placed(line(3), at(x, y, heading));
    let faces = [
        face(30_500, 24_000, 0),
        face(33_000, 22_500, 900),
        face(31_500, 20_000, 1800),
        face(29_000, 21_500, 2700),
    ];
    let all: Vec<&Placed> = faces.iter().collect();
    assert!(closed_ring(&all));
    assert!(!closed_ring(&all[..3]), "a side is open");
    let gap = face(29_000, 21_400, 2700);
    assert!(!closed_ring(&[&faces[0], &faces[1], &faces[2], &gap]), "a gap of a tenth of an inch");
    let inward = face(29_000, 21_500, 900);
    assert!(!closed_ring(&[&faces[0], &faces[1], &faces[2], &inward]));
    // Two units on one face, and one unit bent round two faces.
    let square = placed(layout(Formation::Square, 12), at(30_500, 30_000, 0));
    assert!(closed_ring(&[&square]), "a square is closed by itself");
}

#[test]
fn routers_run_away_from_all_at_once() {
    let here = Point::new(20_000, 20_000);
    let away = |others: &[(i32, i32)]| {
        let others: Vec<Point> = others.iter().map(|&(x, y)| Point::new(x, y)).collect();
        away_from(here, &others).map(Heading::notches)
    };
    assert_eq!(away(&[(20_000, 30_000)]), Some(1800));
    assert_eq!(away(&[(20_000, 30_000), (30_000, 20_000)]), Some(2250));
    assert_eq!(away(&[(20_000, 30_000), (20_000, 10_000)]), Some(0), "from the nearest, the first of equals");
    assert_eq!(away(&[]), None);
    let turns: Vec<u16> = deflections(Heading::SOUTH, Hand::Left).map(Heading::notches).collect();
    assert_eq!((turns.len(), &turns[..4], turns[36]), (37, &[1800, 1750, 1850, 1700][..], 2700));
}
