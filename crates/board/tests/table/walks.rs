//! Walking, its refusals, and how far it goes all the same.

use grognard_board::table::*;
use proptest::prelude::*;

use super::{at, body, column, foot, hill, layout, line, march, points, polygon, table, wood};

const ENEMY: Regard = Regard::enemy(Mils(1000));

fn alone(layout: Layout, pose: Pose) -> (Field, BodyId) {
    let mut field = Field::new(table());
    let who = field.add(foot(layout, pose));
    (field, who)
}

#[test]
fn a_line_wheels_as_far_as_it_can_pay_for() {
    let (field, who) = alone(line(12), at(36_000, 24_000, 0));
    let walked = field.walk(who, &march(6000), &[Step::Wheel(Hand::Left, Notches(100))]);
    assert_eq!((walked.end(), walked.spent, walked.stop), (at(35_901, 25_129, 3500), Mils(4189), None));
    assert_eq!(field.check(who, &march(6000), &[Step::Wheel(Hand::Left, Notches(143))]), None);
    let walked = field.walk(who, &march(6000), &[Step::Wheel(Hand::Left, Notches(144))]);
    let stop = walked.stop.unwrap();
    assert_eq!(stop.why, Hindrance::Allowance { needs: Mils(6032), has: Mils(6000) });
    assert_eq!((stop.part, walked.spent), (Some(Step::Wheel(Hand::Left, Notches(143))), Mils(5990)));
}

#[test]
fn paths_add_up() {
    let (field, who) = alone(column(12), at(20_000, 10_000, 0));
    let steps = [Step::Wheel(Hand::Left, Notches(450)), Step::Advance(Mils(1717))];
    let walked = field.walk(who, &march(8000), &steps);
    assert_eq!((walked.poses[1], walked.spent, walked.stop), (at(19_268, 11_768, 3150), Mils(8000), None));
    assert_eq!(walked.paid, [Item::Step(0, Mils(6283)), Item::Step(1, Mils(1717))]);
    let longer =
        field.walk(who, &march(8000), &[steps[0], Step::Advance(Mils(4000)), Step::Advance(Mils(1))]);
    assert_eq!((longer.made, longer.stop.unwrap().step), (steps.to_vec(), 1));
    // Going back costs twice.
    let back = field.walk(who, &march(8000), &[Step::Back(Mils(1500))]);
    assert_eq!((back.end(), back.spent), (at(20_000, 8_500, 0), Mils(3000)));
    let nine = [Step::Advance(Mils(1)); 9];
    let stop = field.check(who, &march(8000), &nine).unwrap();
    assert_eq!((stop.step, stop.why), (8, Hindrance::Steps));
}

#[test]
fn what_is_no_measure_is_no_move() {
    let (field, who) = alone(column(12), at(20_000, 10_000, 0));
    for step in [
        Step::Advance(Mils(-1)),
        Step::Back(Mils(-1)),
        Step::Advance(Mils(i32::MAX)),
        Step::Wheel(Hand::Left, Notches(1801)),
    ] {
        assert_eq!(field.check(who, &march(8000), &[step]).unwrap().why, Hindrance::Measure, "{step:?}");
        let walked = field.walk(who, &march(8000), &[step]);
        assert!(walked.spent <= Mils(8000) && walked.stop.is_some());
    }
}

#[test]
fn nobody_comes_within_an_inch_of_an_enemy() {
    let (mut field, who) = alone(line(12), at(36_000, 20_000, 0));
    let enemy = field.add(foot(line(12), at(36_000, 25_000, 1800)));
    let orders = March { regards: vec![Regard::FRIEND, ENEMY], ..march(6000) };
    let walked = field.walk(who, &orders, &[Step::Advance(Mils(6000))]);
    let stop = walked.stop.unwrap();
    assert_eq!((stop.part, walked.end()), (Some(Step::Advance(Mils(4010))), at(36_000, 24_010, 0)));
    assert!(matches!(stop.why, Hindrance::Near { body, away: Mils(1000), .. } if body == enemy));
    // Who is nearer already may only not come nearer.
    field.put(who, foot(line(12), at(36_000, 24_500, 0)));
    assert!(field.check(who, &orders, &[Step::Advance(Mils(1))]).is_some());
    assert!(field.check(who, &orders, &[Step::Back(Mils(100))]).is_none());
    assert!(field.check(who, &orders, &[Step::Back(Mils(300)), Step::Advance(Mils(300))]).is_none());
    assert!(field.check(who, &orders, &[Step::Back(Mils(300)), Step::Advance(Mils(301))]).is_some());
}

#[test]
fn friends_are_not_walked_over() {
    let (mut field, who) = alone(column(12), at(20_000, 10_000, 0));
    let friend = field.add(foot(line(4), at(20_000, 14_000, 0)));
    let walked = field.walk(who, &march(8000), &[Step::Advance(Mils(8000))]);
    assert_eq!(
        (walked.made, walked.stop.unwrap().why),
        (vec![Step::Advance(Mils(3005))], Hindrance::Over(friend))
    );
    // One who may be passed may not be stood on.
    let orders = March { regards: vec![Regard::FRIEND, Regard::PASSED], ..march(8000) };
    assert!(
        field.check(who, &orders, &[Step::Advance(Mils(8000))]).is_none(),
        "through and out on the other side"
    );
    let walked = field.walk(who, &orders, &[Step::Advance(Mils(6500))]);
    assert_eq!(
        (walked.stop.unwrap().why, walked.made),
        (Hindrance::EndsOn(friend), vec![Step::Advance(Mils(3000))])
    );
    assert_eq!(walked.spent, Mils(3000));
    // What the end forbids may cost the step before as well.
    let steps = [Step::Advance(Mils(4000)), Step::Wheel(Hand::Right, Notches(10))];
    let walked = field.walk(who, &orders, &steps);
    assert_eq!((walked.made, walked.poses.len()), (vec![Step::Advance(Mils(3000))], 2));
    let nobody = March { regards: vec![Regard::FRIEND, Regard::NOBODY], ..march(8000) };
    assert!(field.check(who, &nobody, &[Step::Advance(Mils(6500))]).is_none());
}

#[test]
fn the_shaken_do_not_come_nearer() {
    let (mut field, who) = alone(line(4), at(36_000, 20_000, 0));
    field.add(foot(line(4), at(36_000, 40_000, 1800)));
    let shy = Regard { approach: Approach::Forbidden, ..ENEMY };
    let orders = March { regards: vec![Regard::FRIEND, shy], ..march(6000) };
    assert!(matches!(
        field.check(who, &orders, &[Step::Advance(Mils(100))]).unwrap().why,
        Hindrance::Nearer { .. }
    ));
    assert!(
        field.check(who, &orders, &[Step::Advance(Mils(10))]).is_none(),
        "a hundredth of an inch is no approach"
    );
    assert!(field.check(who, &orders, &[Step::Back(Mils(1000))]).is_none());
    let walked = field.walk(who, &orders, &[Step::Advance(Mils(100))]);
    assert_eq!((walked.end(), walked.spent), (at(36_000, 20_000, 0), Mils::ZERO));
}

#[test]
fn nobody_leaves_the_table() {
    let (field, who) = alone(line(12), at(36_000, 46_000, 0));
    let walked = field.walk(who, &march(6000), &[Step::Advance(Mils(6000))]);
    assert_eq!((walked.end().at.y, walked.stop.unwrap().why), (48_005, Hindrance::TableEdge));
    let out = March { edge: Edge::Open, ..march(6000) };
    assert!(field.check(who, &out, &[Step::Advance(Mils(6000))]).is_none());
}

/// A wood from 20 to 30, a wall at 34, a river from 40 with a bridge at x = 36, a road leading to it.
fn country() -> Field {
    let mut ground = table();
    wood(&mut ground, "wood", Thickness::Light, &[(10, 20), (60, 20), (60, 30), (10, 30)]);
    ground
        .lay("wall", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(10, 34), (60, 34)])))
        .unwrap();
    let river = Outline::Strip { path: points(&[(0, 41), (72, 41)]), wide: Mils(3000) };
    ground.lay("river", Kind::Water, river).unwrap();
    ground.lay("bridge", Kind::Way, polygon(&[(35, 39), (37, 39), (37, 43), (35, 43)])).unwrap();
    let road = Outline::Strip { path: points(&[(36, 0), (36, 48)]), wide: Mils(1000) };
    ground.lay("road", Kind::Way, road).unwrap();
    Field::new(ground)
}

fn tolls() -> Vec<Toll> {
    let pay = |kind, cost| Toll::Pay { kind, cost: Mils(cost) };
    vec![pay(0, 2000), pay(1, 2000), Toll::Closed, Toll::Free, Toll::Free]
}

#[test]
fn ground_is_paid_for_once_when_it_is_touched() {
    let mut field = country();
    let who = field.add(foot(line(4), at(50_000, 18_000, 0)));
    let orders = March { tolls: tolls(), ..march(6000) };
    let run = |by: i32| field.walk(who, &orders, &[Step::Advance(Mils(by))]);
    assert_eq!(run(2005).spent, Mils(2005), "side by side with the edge");
    assert_eq!(run(2006).spent, Mils(4006));
    let walked = run(4000);
    assert_eq!((walked.spent, walked.met.clone()), (Mils(6000), vec![FeatureId(0)]));
    assert_eq!(walked.paid, [Item::Step(0, Mils(4000)), Item::Ground(0, FeatureId(0), Mils(2000))]);
    assert_eq!(run(6000).made, [Step::Advance(Mils(4000))]);
    // Two steps through one wood pay once; whoever cannot pay stops at the edge.
    let twice = field.walk(who, &orders, &[Step::Advance(Mils(3000)), Step::Advance(Mils(1000))]);
    assert_eq!((twice.spent, twice.stop), (Mils(6000), None));
    let poor = March { tolls: tolls(), ..march(3500) };
    assert_eq!(field.walk(who, &poor, &[Step::Advance(Mils(3500))]).made, [Step::Advance(Mils(2005))]);
}

#[test]
fn a_wall_and_a_stream_leave_two_inches_of_six() {
    let mut ground = table();
    ground
        .lay("wall", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(10, 21), (60, 21)])))
        .unwrap();
    let stream = Outline::Strip { path: points(&[(0, 22), (72, 22)]), wide: Mils(1000) };
    ground.lay("stream", Kind::Water, stream).unwrap();
    let mut field = Field::new(ground);
    let who = field.add(foot(line(12), at(36_000, 20_500, 0)));
    let pay = |kind| Toll::Pay { kind, cost: Mils(2000) };
    let orders = March { tolls: vec![pay(0), pay(1)], ..march(6000) };
    let walked = field.walk(who, &orders, &[Step::Advance(Mils(6000))]);
    assert_eq!((walked.made, walked.spent), (vec![Step::Advance(Mils(2000))], Mils(6000)));
}

#[test]
fn rivers_are_crossed_by_their_bridges() {
    let mut field = country();
    let who = field.add(foot(layout(Formation::Column { wide: 2 }, 8), at(36_000, 36_000, 0)));
    let off = March { tolls: tolls(), ..march(10_000) };
    let walked = field.walk(who, &off, &[Step::Advance(Mils(10_000))]);
    assert_eq!((walked.end().at.y, walked.stop.unwrap().why), (39_505, Hindrance::Ground(FeatureId(2))));
    let on = March { ways: Ways::Kept, ..off };
    assert!(field.check(who, &on, &[Step::Advance(Mils(10_000))]).is_none());
    // On the bridge, with the tail still on it, and off it again.
    assert!(field.check(who, &on, &[Step::Advance(Mils(4000)), Step::Advance(Mils(4000))]).is_none());
    assert!(
        field.check(who, &on, &[Step::Advance(Mils(4000)), Step::Wheel(Hand::Left, Notches(450))]).is_some()
    );
    // Beside the bridge there is no way.
    field.put(who, foot(layout(Formation::Column { wide: 2 }, 8), at(38_000, 36_000, 0)));
    assert_eq!(
        field.check(who, &on, &[Step::Advance(Mils(10_000))]).unwrap().why,
        Hindrance::Ground(FeatureId(2))
    );
}

#[test]
fn a_road_through_a_wood_and_a_wall_costs_nothing() {
    let mut field = country();
    let who = field.add(foot(layout(Formation::Column { wide: 1 }, 4), at(36_000, 10_000, 0)));
    let on = March { tolls: tolls(), ways: Ways::Kept, ..march(30_000) };
    let walked = field.walk(who, &on, &[Step::Advance(Mils(28_000))]);
    assert_eq!((walked.spent, walked.stop), (Mils(28_000), None));
    assert_eq!(walked.met, [FeatureId(0), FeatureId(1), FeatureId(4)], "it was there all the same");
    // In the wood, off the road, it is paid for.
    field.put(who, foot(layout(Formation::Column { wide: 1 }, 4), at(38_000, 10_000, 0)));
    assert_eq!(field.walk(who, &on, &[Step::Advance(Mils(18_000))]).spent, Mils(20_000));
}

#[test]
fn slopes_cost_by_the_way_one_goes() {
    let mut ground = table();
    hill(&mut ground, "hill", Level::HIGH, &[(10, 10), (60, 10), (60, 30), (10, 30)], &[(12, 20), (58, 20)]);
    let mut field = Field::new(ground);
    let who = field.add(foot(line(4), at(36_000, 5_000, 0)));
    let orders =
        March { tolls: vec![Toll::Slope { kind: 0, up: Mils(2000), down: Mils(1000) }], ..march(20_000) };
    let cost = |field: &Field, steps: &[Step]| field.walk(who, &orders, steps).spent.0;
    assert_eq!(cost(&field, &[Step::Advance(Mils(4000))]), 4000, "before the hill");
    assert_eq!(cost(&field, &[Step::Advance(Mils(8000))]), 10_000, "into it");
    field.put(who, foot(line(4), at(36_000, 15_000, 0)));
    assert_eq!(cost(&field, &[Step::Advance(Mils(2000))]), 4000, "up");
    assert_eq!(cost(&field, &[Step::Back(Mils(2000))]), 5000, "down");
    assert_eq!(
        cost(&field, &[Step::Back(Mils(1000)), Step::Advance(Mils(1000))]),
        5000,
        "down and up: the dearer once"
    );
    field.put(who, foot(line(4), at(36_000, 25_000, 0)));
    assert_eq!(cost(&field, &[Step::Advance(Mils(2000))]), 3000, "down on the other side");
}

#[test]
fn changes_of_formation_take_room_and_allowance() {
    let (mut field, who) = alone(layout(Formation::Column { wide: 2 }, 12), at(36_000, 20_000, 0));
    let change =
        Change { layout: line(12), pose: at(36_000, 20_000, 0), cost: Mils(3000), allowance: Mils(6000) };
    let steps = [Step::Change(change), Step::Advance(Mils(10_000))];
    let walked = field.walk(who, &march(10_000), &steps);
    assert_eq!(
        (walked.spent, walked.made[1], walked.layout),
        (Mils(6000), Step::Advance(Mils(3000)), line(12))
    );
    // Not where somebody stands.
    let friend = field.add(foot(line(1), at(40_000, 20_500, 0)));
    assert_eq!(field.check(who, &march(10_000), &steps).unwrap().why, Hindrance::Over(friend));
    assert!(field.walk(who, &march(10_000), &steps).made.is_empty());
}

#[test]
fn ground_that_is_stood_in_costs_nothing_to_change_in() {
    let mut field = country();
    let who = field.add(foot(column(8), at(50_000, 26_000, 0)));
    let orders = March { tolls: tolls(), ..march(6000) };
    let change =
        |y: i32| Change { layout: line(8), pose: at(50_000, y, 0), cost: Mils(3000), allowance: Mils(6000) };
    assert_eq!(field.walk(who, &orders, &[Step::Change(change(26_000))]).spent, Mils(3000));
    // Moving on in it does, and so does forming into it from outside.
    let on = field.walk(who, &orders, &[Step::Change(change(26_000)), Step::Advance(Mils(500))]);
    assert_eq!(on.spent, Mils(5500));
    field.put(who, foot(column(8), at(50_000, 19_500, 0)));
    let into = change(20_500);
    assert_eq!(field.walk(who, &orders, &[Step::Change(into)]).spent, Mils(5000));
}

#[test]
fn a_hill_without_a_crest_is_climbed_by_entering_it() {
    let mut ground = table();
    let kind = Kind::Hill { level: Level::LOW, crests: Vec::new() };
    ground.lay("rise", kind, polygon(&[(10, 10), (60, 10), (60, 30), (10, 30)])).unwrap();
    let mut field = Field::new(ground);
    let who = field.add(foot(line(4), at(36_000, 9_000, 0)));
    let orders =
        March { tolls: vec![Toll::Slope { kind: 0, up: Mils(2000), down: Mils(500) }], ..march(20_000) };
    let cost = |field: &Field| field.walk(who, &orders, &[Step::Advance(Mils(2000))]).spent.0;
    assert_eq!(cost(&field), 4000, "into it");
    field.put(who, foot(line(4), at(36_000, 29_500, 0)));
    assert_eq!(cost(&field), 2500, "off it");
}

#[test]
fn single_stands_go_and_turn_as_they_like() {
    let mut field = Field::new(table());
    let who = field.add(body(line(1), at(20_000, 20_000, 0), Looks::STAFF));
    let walked = field.walk(
        who,
        &march(20_000),
        &[Step::Slip(Point::new(23_000, 24_000)), Step::Face(Heading::SOUTH)],
    );
    assert_eq!((walked.end(), walked.spent), (at(23_000, 24_000, 1800), Mils(5000)));
    let far = field.walk(who, &march(4000), &[Step::Slip(Point::new(23_000, 24_000))]);
    assert_eq!((far.end(), far.spent), (at(22_400, 23_200, 0), Mils(4000)));
    let off = field.walk(who, &march(90_000), &[Step::Slip(Point::new(90_000, 24_000))]);
    assert_eq!(off.stop.unwrap().why, Hindrance::TableEdge);
}

#[test]
fn a_charge_is_measured_straight_ahead() {
    let target = Placed::new(&table(), foot(line(12), at(36_000, 24_000, 0)));
    let distance = |layout: Layout, pose: Pose| charge_distance(&layout, pose, &target);
    assert_eq!(distance(column(12), at(36_000, 30_000, 1800)), Some(Mils(6000)));
    assert_eq!(distance(column(12), at(36_000, 30_000, 0)), None, "facing the other way");
    assert_eq!(distance(column(12), at(50_000, 30_000, 1800)), None, "past it");
    assert_eq!(distance(column(12), at(36_000, 26_000, 1800)), Some(Mils(2000)));
    // Askew: the leading corner counts, its right one, an inch and a half from the anchor.
    let askew = distance(column(12), at(36_000, 30_000, 1700)).unwrap();
    assert!((5820..5835).contains(&askew.0), "{askew}");
}

#[test]
fn a_charger_comes_to_lie_along_the_edge_he_touches() {
    let mut field = Field::new(table());
    let target = field.add(foot(line(12), at(36_000, 24_000, 0)));
    let charger = field.add(foot(column(12), at(36_000, 30_000, 1700)));
    let met = contact(&field, charger, target).unwrap();
    let Contact::Along(pose) = met else { panic!("{met:?}") };
    assert_eq!(pose.heading, Heading::SOUTH);
    field.put(charger, foot(column(12), pose));
    assert!(
        field.body(charger).in_contact(field.body(target))
            && !field.body(charger).overlaps(field.body(target))
    );
    // 45 degrees or more are too much, and so is somebody in the way.
    field.put(charger, foot(column(12), at(36_000, 30_000, 1350)));
    assert!(matches!(contact(&field, charger, target), Some(Contact::Askew(_))));
    field.put(charger, foot(column(12), at(36_000, 30_000, 1360)));
    assert!(matches!(contact(&field, charger, target), Some(Contact::Along(_))));
    field.put(charger, foot(column(12), at(36_000, 30_000, 1700)));
    field.add(foot(line(1), at(pose.at.x + 1000, 26_500, 0)));
    assert!(matches!(contact(&field, charger, target), Some(Contact::Askew(_))));
    // In the flank he lies along the side.
    field.put(charger, foot(column(12), at(50_000, 23_500, 2650)));
    assert_eq!(contact(&field, charger, target).unwrap().pose().heading, Heading::WEST);
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let hand = prop_oneof![Just(Hand::Left), Just(Hand::Right)];
    let step = prop_oneof![
        (1..20_000_i32).prop_map(|by| Step::Advance(Mils(by))),
        (1..4_000_i32).prop_map(|by| Step::Back(Mils(by))),
        (hand, 1..900_u16).prop_map(|(hand, by)| Step::Wheel(hand, Notches(by))),
    ];
    prop::collection::vec(step, 1..5)
}

fn shape() -> impl Strategy<Value = Layout> {
    prop_oneof![(2..13_u8).prop_map(line), (4..13_u8).prop_map(column)]
}

/// Bodies that do not lie on each other: those that would are left out.
pub(super) fn crowd() -> impl Strategy<Value = Vec<Body>> {
    let one = (shape(), 7_000..65_000_i32, 7_000..41_000_i32, 0..3600_u16);
    prop::collection::vec(one, 4..24).prop_map(|all| {
        let mut field = Field::new(table());
        for (layout, x, y, heading) in all {
            let new = Placed::new(field.ground(), foot(layout, at(x, y, heading)));
            if !field.bodies().any(|(_, other)| new.within(other, Mils(1100))) {
                field.add(new.body);
            }
        }
        field.bodies().map(|(_, placed)| placed.body).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever is walked leaves nobody on anybody, nobody too near an enemy, nobody off the table, nothing overspent;
    /// and the part that could be walked is itself a path that can be walked whole, to the same place.
    #[test]
    fn walks_are_legal_and_their_parts_are_orders(bodies in crowd(), path in steps(), allowance in 500..20_000_i32) {
        let mut field = Field::new(table());
        let ids: Vec<BodyId> = bodies.iter().map(|&body| field.add(body)).collect();
        let who = ids[0];
        let regards = ids.iter().map(|id| if id.0 % 2 == 0 { Regard::FRIEND } else { ENEMY }).collect();
        let orders = March { regards, ..march(allowance) };
        let walked = field.walk(who, &orders, &path);
        prop_assert_eq!(walked.stop.is_none(), field.check(who, &orders, &path).is_none());
        prop_assert!(walked.spent <= Mils(allowance));
        let again = field.walk(who, &orders, &walked.made);
        prop_assert_eq!((again.end(), again.spent, again.stop), (walked.end(), walked.spent, None));
        if let Some(Stop { step, part: Some(Step::Advance(by)), .. }) = walked.stop {
            let mut longer = walked.made.clone();
            longer[step] = Step::Advance(by + Mils(2));
            prop_assert!(field.check(who, &orders, &longer).is_some(), "no longer part can be walked");
        }
        let body = Body { pose: walked.end(), ..bodies[0] };
        field.put(who, body);
        prop_assert!(field.ground().check_on_table(&body.layout, body.pose).is_ok());
        for &id in &ids[1..] {
            prop_assert!(!field.body(who).overlaps(field.body(id)));
            if id.0 % 2 == 1 {
                prop_assert!(field.body(who).gap(field.body(id)).keeps(Mils(1000)));
            }
        }
    }
}
