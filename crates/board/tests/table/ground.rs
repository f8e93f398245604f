//! Terrain, and terrain that cannot be.

use grognard_board::table::*;

use super::{hill, points, polygon, table, wood};

fn refused(kind: Kind, outline: Outline) -> String {
    let mut ground = table();
    let before = ground.clone();
    let error = ground.lay("it", kind, outline).unwrap_err().to_string();
    assert_eq!(ground, before, "nothing is laid");
    error
}

#[test]
fn terrain_that_cannot_be_is_refused() {
    let forest = || Kind::Wood(Thickness::Light);
    assert_eq!(
        refused(forest(), polygon(&[(10, 10), (20, 20), (20, 10), (10, 20)])),
        "terrain `it`: the outline crosses itself: the edge from 10 10 meets the edge from 20 10; give the corners in order"
    );
    assert_eq!(
        refused(forest(), polygon(&[(10, 10), (73, 20), (20, 30)])),
        "terrain `it`: the point 73 20 is off the table, which ends at 72 48: keep every point on it"
    );
    assert_eq!(
        refused(forest(), polygon(&[(10, 10), (20, 20)])),
        "terrain `it`: 2 given, where 3 to 64 points are wanted"
    );
    // A corner that touches an edge, an edge that runs back, a point twice.
    for corners in [
        &[(10, 10), (30, 10), (30, 30), (20, 10), (10, 30)][..],
        &[(10, 10), (30, 10), (20, 10), (20, 30)],
        &[(10, 10), (10, 10), (20, 30)],
        &[(10, 10), (20, 10), (30, 10)],
    ] {
        assert!(refused(forest(), polygon(corners)).contains("crosses itself"), "{corners:?}");
    }
    let crest = |points: &[(i32, i32)]| Kind::Hill { level: Level::LOW, crests: vec![super::points(points)] };
    let mound = || polygon(&[(10, 10), (20, 10), (20, 20), (10, 20)]);
    assert_eq!(
        refused(crest(&[(12, 15), (21, 15)]), mound()),
        "terrain `it`: the crest's point 21 15 is off the hill: keep the crest inside the hill's outline"
    );
    assert!(refused(crest(&[(12, 15)]), mound()).contains("1 given, where 2"));
    let flat = Kind::Hill { level: Level(3), crests: Vec::new() };
    assert_eq!(refused(flat, mound()), "terrain `it`: a hill of level 3: 1 is a low hill, 2 a high one");
    let strip = |wide| Outline::Strip { path: points(&[(0, 10), (72, 10)]), wide: Mils(wide) };
    assert_eq!(refused(Kind::Water, strip(0)), "terrain `it`: 0 inches wide: 0.1 to 24");
    for (kind, outline) in [
        (forest(), strip(2000)),
        (Kind::Water, Outline::Line(points(&[(0, 10), (72, 10)]))),
        (Kind::Obstacle(Thickness::Light), mound()),
    ] {
        assert!(refused(kind, outline).contains("obstacles lines"));
    }
    let loop_back =
        Outline::Strip { path: points(&[(10, 10), (30, 10), (30, 20), (20, 5)]), wide: Mils(2000) };
    assert!(refused(Kind::Water, loop_back).contains("crosses itself"));
}

#[test]
fn tables_and_names_are_checked() {
    let size = |wide, deep| Ground::new(Mils::inches(wide), Mils::inches(deep)).unwrap_err().to_string();
    assert_eq!(size(72, 121), "the table: 72 x 121 inches: each side is 12 to 120");
    assert_eq!(size(11, 48), "the table: 11 x 48 inches: each side is 12 to 120");
    let mut ground = table();
    wood(&mut ground, "grove", Thickness::Light, &[(10, 10), (20, 10), (20, 20)]);
    let twice = ground.lay("grove", Kind::Swamp, polygon(&[(30, 10), (40, 10), (40, 20)])).unwrap_err();
    assert_eq!(twice.flaw, Flaw::Twice);
    for number in 1..FEATURES_MAX {
        wood(&mut ground, &number.to_string(), Thickness::Light, &[(30, 10), (40, 10), (40, 20)]);
    }
    let full = ground.lay("last", Kind::Swamp, polygon(&[(30, 10), (40, 10), (40, 20)])).unwrap_err();
    assert_eq!(full.to_string(), "terrain `last`: 65 pieces of terrain: at most 64 fit");
}

#[test]
fn outlines_may_be_given_either_way_round() {
    let corners = [(10, 10), (20, 10), (20, 20), (15, 13), (10, 20)];
    let mut ways = [table(), table()];
    wood(&mut ways[0], "it", Thickness::Light, &corners);
    let mut back = corners;
    back.reverse();
    wood(&mut ways[1], "it", Thickness::Light, &back);
    for ground in &ways {
        let region = &ground.feature(FeatureId(0)).region;
        assert!(region.holds(Point::new(11_000, 15_000)) && !region.holds(Point::new(15_000, 15_000)));
        assert!(!region.holds(Point::new(15_000, 10_000)), "on the edge is outside");
        assert!(region.meets(&[
            Point::new(14_000, 11_000),
            Point::new(16_000, 11_000),
            Point::new(15_000, 12_000)
        ]));
        let notch = [Point::new(14_000, 17_000), Point::new(16_000, 17_000), Point::new(15_000, 18_000)];
        assert!(!region.meets(&notch) && region.gap(&notch) > Gap::NONE);
        // Larger than the wood and around it all.
        assert!(region.meets(&[Point::new(0, 0), Point::new(60_000, 0), Point::new(0, 48_000)]));
    }
}

#[test]
fn lines_along_an_edge_are_not_inside() {
    let mut ground = table();
    wood(&mut ground, "it", Thickness::Light, &[(10, 10), (20, 10), (20, 20), (15, 13), (10, 20)]);
    let region = &ground.feature(FeatureId(0)).region;
    let stretches = |from: (i32, i32), to: (i32, i32)| {
        let found = region.stretches(Point::new(from.0, from.1), Point::new(to.0, to.1));
        found.iter().map(|part| (part.0.of(Mils(1000)).0, part.1.of(Mils(1000)).0)).collect::<Vec<_>>()
    };
    assert_eq!(stretches((0, 10_000), (40_000, 10_000)), [], "along the lower edge");
    assert_eq!(stretches((5_000, 15_000), (25_000, 15_000)).len(), 2, "through both horns");
    assert_eq!(stretches((5_000, 12_000), (25_000, 12_000)), [(250, 750)]);
    assert_eq!(stretches((5_000, 13_000), (25_000, 13_000)), [(250, 750)], "past the point of the notch");
    assert_eq!(stretches((12_000, 11_000), (13_000, 11_000)), [(0, 1000)], "wholly inside");
    assert_eq!(stretches((0, 20_000), (40_000, 20_000)), [], "along the tips");
}

#[test]
fn a_strip_has_no_hole_at_its_bends() {
    let mut ground = table();
    let path = points(&[(0, 26), (24, 25), (40, 40), (72, 22)]);
    ground.lay("river", Kind::Water, Outline::Strip { path: path.clone(), wide: Mils(3000) }).unwrap();
    let region = &ground.feature(FeatureId(0)).region;
    for part in path.windows(2) {
        let inside = region.stretches(part[0], part[1]);
        assert_eq!(inside.len(), 1, "the middle line lies inside throughout");
        assert_eq!(inside[0], (Along::START, Along::END));
    }
    assert!(region.holds(Point::new(24_000, 25_000)) && region.holds(Point::new(40_000, 40_900)));
    assert!(!region.holds(Point::new(12_000, 28_000)));
    // Across the bend, bank to bank without a gap.
    assert_eq!(region.stretches(Point::new(40_000, 20_000), Point::new(40_000, 48_000)).len(), 1);
}

#[test]
fn higher_ground_is_a_higher_hill_or_nearer_the_crest() {
    let mut ground = table();
    hill(&mut ground, "lower", Level::LOW, &[(10, 0), (60, 0), (60, 22), (10, 22)], &[(12, 12), (58, 12)]);
    hill(&mut ground, "upper", Level::HIGH, &[(30, 0), (32, 6), (52, 6), (56, 0)], &[(32, 3), (50, 3)]);
    let level = |x: i32, y: i32| ground.level(Point::new(x, y)).0;
    assert_eq!([level(40_000, 3000), level(40_000, 10_000), level(40_000, 30_000)], [2, 1, 0]);
    let higher = |one: (i32, i32), other: (i32, i32)| {
        ground.higher(Point::new(one.0, one.1), Point::new(other.0, other.1))
    };
    assert!(higher((40_000, 3000), (40_000, 10_000)) && !higher((40_000, 10_000), (40_000, 3000)));
    assert!(higher((40_000, 10_000), (40_000, 30_000)));
    assert!(higher((40_000, 13_000), (40_000, 15_000)) && !higher((40_000, 13_000), (40_000, 13_900)));
    assert!(higher((40_000, 13_000), (40_000, 13_990)), "an inch by the tolerance");
    assert!(!higher((40_000, 30_000), (42_000, 30_000)));
}

#[test]
fn ways_are_joined_where_they_meet() {
    let mut ground = table();
    let road = |path: &[(i32, i32)]| Outline::Strip { path: points(path), wide: Mils(1000) };
    ground.lay("road", Kind::Way, road(&[(36, 0), (36, 20)])).unwrap();
    ground.lay("bridge", Kind::Way, polygon(&[(35, 20), (37, 20), (37, 25), (35, 25)])).unwrap();
    ground.lay("other road", Kind::Way, road(&[(36, 25), (36, 40)])).unwrap();
    let on =
        |from: (i32, i32), to: (i32, i32)| ground.on_ways(Point::new(from.0, from.1), Point::new(to.0, to.1));
    assert!(on((36_000, 1000), (36_000, 39_000)));
    assert!(on((36_400, 1000), (36_400, 39_000)) && !on((36_600, 1000), (36_600, 39_000)));
    assert!(!on((36_000, 1000), (36_000, 41_000)));
}
