//! Test vectors on morale that no other test states as they stand: totals of the tests, factor by factor.

use crate::common::charts;
use grognard_days_of_empire::charge::{Charged, Onset, Slope};
use grognard_days_of_empire::command::Quality;
use grognard_days_of_empire::morale::{Factor, Outcome, Tally, Test, Tester};
use grognard_days_of_empire::readings::Readings;
use grognard_days_of_empire::unit::{
    Arm, Body, Cover, CoverOf, Direction, Drill, Formation, Order, Support, Unit, Weapon,
};
use grognard_umpire::Side;

fn unit(arm: Arm, class: u8, start: u8) -> Unit {
    Unit {
        name: "the unit".to_owned(),
        arm,
        class,
        weapon: Some(Weapon::Musket),
        drill: Drill::Regular,
        start,
        apart: 0,
        cover: Cover::Open,
        cover_of: CoverOf::Works,
        support: Support::Unsupported,
        friend_routing: false,
        command: Unit::ordinary_command(),
        attached: None,
    }
}

/// What a class 2 or other unit does on each face, 1 to 6.
fn faces(test: Test, total: i32) -> [Outcome; 6] {
    let charts = charts();
    std::array::from_fn(|face| charts.result(test, total - (face as i32 + 1)))
}

fn being_charged(target: &Unit, formation: Formation, by: Arm) -> i32 {
    let (now, charger) = (Body::fresh(target.start, formation), unit(by, 2, 8));
    let with = Body::fresh(8, Formation::Line);
    let tester = Tester { side: Side::Second, unit: target, now: &now };
    let charged = Charged { tester, struck: Direction::Front, by: &[(&charger, &with)] };
    charged.tally(&Readings::default(), &mut |_| {}).total(&charts())
}

#[test]
fn v5_and_v27_foot_is_charged() {
    let line = unit(Arm::Infantry, 2, 12);
    assert_eq!(being_charged(&line, Formation::Line, Arm::HeavyCavalry), 3);
    let [rout, shaken, again, pass, ..] = faces(Test::BeingCharged, 3);
    assert_eq!([rout, shaken, again, pass], [Outcome::Rout, Outcome::Shaken, Outcome::Shaken, Outcome::Pass]);
    let walled = Unit { cover: Cover::Heavy, ..line };
    assert_eq!(being_charged(&walled, Formation::Line, Arm::Infantry), 0);
    assert_eq!(faces(Test::BeingCharged, 0), [Outcome::Pass; 6]);
}

#[test]
fn v6_horse_goes_home_on_a_square_on_5_and_6() {
    let (horse, foot) = (unit(Arm::HeavyCavalry, 3, 8), unit(Arm::Infantry, 2, 12));
    let (now, square) = (Body::fresh(8, Formation::Line), Body::fresh(12, Formation::Square));
    let onset = Onset {
        tester: Tester { side: Side::First, unit: &horse, now: &now },
        target: (&foot, &square),
        strikes: Direction::Front,
        slope: Slope::Easy,
        hits: 0,
    };
    let total = onset.charge_home(&Readings::default(), &mut |_| {}).total(&charts());
    assert_eq!(total, 4);
    let passes: Vec<bool> =
        faces(Test::ChargeHome, total).iter().map(|outcome| *outcome == Outcome::Pass).collect();
    assert_eq!(passes, [false, false, false, false, true, true]);
}

#[test]
fn v29_a_shaken_battalion_rallies_on_3() {
    let led = Unit { attached: Some(Quality::Exceptional), ..unit(Arm::Infantry, 3, 12) };
    let mut now = Body::fresh(8, Formation::Line);
    (now.order, now.general) = (Order::Shaken, grognard_days_of_empire::unit::Rider::With);
    let tester = Tester { side: Side::First, unit: &led, now: &now };
    let mut tally = Tally::common(Test::Rally, tester, &Readings::default(), &mut |_| {});
    tally.add(Factor::FormedEnemyWithin8);
    assert_eq!(tally.total(&charts()), 2);
    assert_eq!(faces(Test::Rally, 2)[1..3], [Outcome::NoChange, Outcome::Pass]);
}
