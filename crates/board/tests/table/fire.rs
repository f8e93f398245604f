//! Arcs, ranges, corridors, lanes, cover.

use grognard_board::table::fire::{
    Arc, Flight, aim, arc, bears, bounce_lane, by_range, corridor, dead_ground, in_cover, range, stands_in,
};
use grognard_board::table::*;

use super::{at, column, foot, hill, line, points, table, wood};

fn stand(x: i32, y: i32, heading: u16) -> StandAt {
    line(1).blocks(at(x, y, heading))[0].each_stand().next().unwrap()
}

fn gun(x: i32, y: i32, heading: u16) -> StandAt {
    Layout::single(Stand::GUN).blocks(at(x, y, heading))[0].each_stand().next().unwrap()
}

#[test]
fn the_arc_opens_by_22_and_a_half_degrees_from_the_corners() {
    // The middle stand of a line at (36, 24), an enemy stand whose front edge is nine inches off.
    let firer = stand(36_000, 24_000, 0);
    let enemy = |x: i32| stand(x, 33_000, 1800);
    assert!(bears(&firer, Arc::Formed, &enemy(41_130)) && !bears(&firer, Arc::Formed, &enemy(41_150)));
    assert!(
        bears(&firer, Arc::Formed, &enemy(72_000 - 41_130))
            && !bears(&firer, Arc::Formed, &enemy(72_000 - 41_150))
    );
    // Half the table for skirmishers.
    assert!(bears(&firer, Arc::Half, &stand(60_000, 24_100, 1800)));
    assert!(!bears(&firer, Arc::Half, &stand(60_000, 24_000, 0)), "side by side with the front edge");
}

#[test]
fn the_arc_reaches_straight_ahead_as_far_as_the_gun() {
    // The far edge of the arc is a chord: it has to lie beyond the range in the middle too.
    let firer = gun(36_000, 5_000, 0);
    for reach in [8, 24, 48, 60] {
        let ground = arc(&firer, Arc::Formed, Mils::inches(reach));
        let target = stand(36_000, 5_000 + reach * 1000, 1800);
        assert!(!convex::apart(ground.corners(), &target.corners, TOUCH), "{reach}");
    }
    assert!(bears(&firer, Arc::Formed, &stand(36_000, 47_000, 1800)));
}

#[test]
fn range_is_to_the_nearest_point_of_a_stand() {
    let firer = stand(36_000, 24_000, 0);
    assert_eq!(range(&firer, &stand(36_000, 28_000, 1800)).mils(), Mils(4000));
    assert!(range(&firer, &stand(36_000, 28_010, 1800)).within(Mils::inches(4)));
    assert!(!range(&firer, &stand(36_000, 28_011, 1800)).within(Mils::inches(4)));
    let off = stand(40_000, 27_000, 1800);
    assert_eq!((range(&firer, &off).mils(), aim(&firer, &off)), (Mils(4610), Point::new(39_500, 27_000)));
}

#[test]
fn stands_are_told_off_by_range_and_from_the_left() {
    let ground = table();
    let unit = Placed::new(&ground, foot(line(12), at(36_000, 24_000, 0)));
    let enemy = Placed::new(&ground, foot(line(1), at(36_000, 30_000, 1800)));
    let targets: Vec<&Standing> = enemy.stands.iter().collect();
    let firers = unit.stands.iter().enumerate().map(|(number, standing)| (number as u8, standing));
    let order: Vec<u8> = by_range(firers, &targets).iter().map(|group| group.0).collect();
    assert_eq!(order, [6, 5, 7, 4, 8, 3, 9, 2, 10, 1, 11, 0]);
}

#[test]
fn friends_in_the_corridor_are_endangered() {
    let mut field = Field::new(table());
    let firer = gun(36_000, 10_000, 0);
    let target = stand(36_000, 30_000, 1800);
    let friend = |field: &mut Field, x: i32, y: i32| field.add(foot(line(1), at(x, y, 0)));
    let beside = friend(&mut field, 37_000, 20_000);
    let clear = friend(&mut field, 37_000 - 5, 22_000);
    let brushed = friend(&mut field, 37_000 - 6, 24_000);
    let near = friend(&mut field, 36_000, 27_000);
    let flat = corridor(&firer, aim(&firer, &target), Flight::Flat);
    assert_eq!(field.in_corridor(&flat).collect::<Vec<_>>(), [brushed, near]);
    let overhead = corridor(&firer, aim(&firer, &target), Flight::Overhead(Mils::inches(4)));
    assert_eq!(field.in_corridor(&overhead).collect::<Vec<_>>(), [near]);
    // A target nearer than that endangers all the way.
    let close = stand(36_000, 13_000, 1800);
    let between = friend(&mut field, 36_000, 12_000);
    let overhead = corridor(&firer, aim(&firer, &close), Flight::Overhead(Mils::inches(4)));
    assert_eq!(field.in_corridor(&overhead).collect::<Vec<_>>(), [between]);
    let _ = (beside, clear);
    // Oblique fire carries the front edge along: a parallelogram.
    let oblique = corridor(&firer, Point::new(44_000, 26_000), Flight::Flat);
    assert_eq!(oblique.corners().len(), 4);
    assert!(stands_in(&oblique, &Placed::new(&table(), foot(line(1), at(40_000, 18_500, 0)))));
}

#[test]
fn a_ball_bounces_on_behind_its_target() {
    let mut field = Field::new(table());
    let firer = gun(36_000, 5_000, 0);
    let first = field.add(foot(column(12), at(36_000, 25_000, 1800)));
    let target = *field
        .body(first)
        .stands
        .iter()
        .find(|one| fire::range(&firer, &one.stand).mils() == Mils(20_000))
        .unwrap();
    let second = field.add(foot(column(12), at(36_000, 29_000, 1800)));
    let third = field.add(foot(column(12), at(36_000, 32_001, 1800)));
    let lane = |bounce: i32| bounce_lane(field.ground(), &firer, &target.stand, Mils(bounce));
    assert_eq!(
        field.in_lane(&lane(6000).unwrap(), first),
        [second],
        "a column four inches behind the target's front"
    );
    assert_eq!(field.in_lane(&lane(7010).unwrap(), first), [second, third], "nearest first");
    assert!(lane(0).is_none());
    // A wood, a town, a hill or an obstacle on the way ends it.
    let mut ground = table();
    ground
        .lay("wall", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(30, 28), (40, 28)])))
        .unwrap();
    let cut = bounce_lane(&ground, &firer, &target.stand, Mils(6000)).unwrap();
    assert_eq!((cut.from, cut.to), (Point::new(36_000, 25_000), Point::new(36_000, 28_000)));
    let mut ground = table();
    hill(&mut ground, "hill", Level::LOW, &[(30, 27), (40, 27), (40, 33), (30, 33)], &[(31, 30), (39, 30)]);
    assert_eq!(
        bounce_lane(&ground, &firer, &target.stand, Mils(6000)).unwrap().to,
        Point::new(36_000, 27_000)
    );
    // A hill that the target stands on is not met: the ball goes on along it.
    let mut ground = table();
    hill(&mut ground, "hill", Level::LOW, &[(30, 20), (40, 20), (40, 40), (30, 40)], &[(31, 30), (39, 30)]);
    assert_eq!(
        bounce_lane(&ground, &firer, &target.stand, Mils(6000)).unwrap().to,
        Point::new(36_000, 31_000)
    );
    // A target in a wood, or close behind a wall, stops the ball at once.
    let mut ground = table();
    wood(&mut ground, "wood", Thickness::Light, &[(30, 24), (40, 24), (40, 26), (30, 26)]);
    assert!(bounce_lane(&ground, &firer, &target.stand, Mils(6000)).is_none());
    let mut ground = table();
    ground
        .lay("wall", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(30, 24), (40, 24)])))
        .unwrap();
    assert!(bounce_lane(&ground, &firer, &target.stand, Mils(6000)).is_none());
}

#[test]
fn guns_on_heights_do_not_reach_what_is_under_them() {
    let firer = gun(36_000, 10_000, 0);
    // From the front edge, not from its middle.
    assert!(dead_ground(&firer, &stand(36_000, 16_010, 1800), Mils::inches(6)));
    assert!(!dead_ground(&firer, &stand(36_000, 16_011, 1800), Mils::inches(6)));
    assert!(dead_ground(&firer, &stand(37_000, 16_000, 1800), Mils::inches(6)));
}

#[test]
fn cover_is_within_an_inch_and_on_the_line() {
    let mut ground = table();
    ground
        .lay("hedge", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(30, 20), (40, 20)])))
        .unwrap();
    wood(&mut ground, "wood", Thickness::Light, &[(50, 20), (60, 20), (60, 26), (50, 26)]);
    ground
        .lay("farm", Kind::Town(Thickness::Heavy), super::polygon(&[(58, 20), (60, 20), (60, 22), (58, 22)]))
        .unwrap();
    let firer = stand(36_000, 5_000, 0);
    let cover = |firer: &StandAt, target: StandAt| in_cover(&ground, firer, &target).map(|found| found.0);
    assert_eq!(cover(&firer, stand(36_000, 21_010, 1800)), Some(Thickness::Light), "an inch behind it");
    assert_eq!(cover(&firer, stand(36_000, 21_011, 1800)), None, "a little more");
    assert_eq!(
        cover(&stand(36_000, 30_000, 1800), stand(36_000, 21_000, 0)),
        None,
        "on the wrong side of it"
    );
    assert_eq!(cover(&stand(55_000, 5_000, 0), stand(55_000, 21_000, 1800)), Some(Thickness::Light));
    assert_eq!(
        cover(&stand(55_000, 5_000, 0), stand(58_000, 21_000, 1800)),
        Some(Thickness::Heavy),
        "the thicker"
    );
    // Close behind a wood the line of fire passes through.
    assert_eq!(cover(&stand(55_000, 5_000, 0), stand(55_000, 26_500, 1800)), Some(Thickness::Light));
    assert_eq!(cover(&stand(55_000, 5_000, 0), stand(55_000, 27_100, 1800)), None);
}
