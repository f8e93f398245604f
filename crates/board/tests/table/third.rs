//! A third opinion: the `geo` crate, in floating point, away from the edge of a decision.

use geo::{Distance, Euclidean, Intersects, LineString, Polygon};
use grognard_board::table::*;
use proptest::prelude::*;

use super::{at, column, line, table};

fn polygon(points: &[Point]) -> Polygon<f64> {
    let ring: Vec<(f64, f64)> = points.iter().map(|point| (f64::from(point.x), f64::from(point.y))).collect();
    Polygon::new(LineString::from(ring), Vec::new())
}

fn rectangle() -> impl Strategy<Value = [Point; 4]> {
    (4..13_u8, prop::bool::ANY, 5_000..50_000_i32, 5_000..40_000_i32, 0..3600_u16).prop_map(
        |(stands, wide, x, y, heading)| {
            let layout = if wide { line(stands) } else { column(stands) };
            layout.blocks(at(x, y, heading))[0].corners()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn distances_agree(one in rectangle(), other in rectangle()) {
        let found = Euclidean.distance(&polygon(&one), &polygon(&other));
        let gap = convex::gap(&one, &other);
        prop_assert!((found - f64::from(gap.mils().0)).abs() < 0.501, "{found} {gap}");
        if found > 0.01 {
            prop_assert!(convex::apart(&one, &other, Mils::ZERO));
        }
        if !convex::apart(&one, &other, Mils(1)) {
            prop_assert!(polygon(&one).intersects(&polygon(&other)));
        }
    }

    #[test]
    fn woods_are_met_alike(block in rectangle(), dent in 21_000..29_000_i32) {
        let corners = [(20_000, 15_000), (40_000, 15_000), (40_000, 35_000), (30_000, dent), (20_000, 35_000)];
        let corners: Vec<Point> = corners.iter().map(|&(x, y)| Point::new(x, y)).collect();
        let mut ground = table();
        ground.lay("wood", Kind::Wood(Thickness::Light), Outline::Polygon(corners.clone())).unwrap();
        let region = &ground.feature(FeatureId(0)).region;
        let found = Euclidean.distance(&polygon(&block), &polygon(&corners));
        prop_assert!((found - f64::from(region.gap(&block).mils().0)).abs() < 0.501);
        if found > 0.01 {
            prop_assert!(!region.meets(&block));
        }
    }
}
