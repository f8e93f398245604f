//! Who sees whom.

use grognard_board::table::*;
use proptest::prelude::*;

use super::{at, body, column, foot, hill, layout, line, polygon, table, visibility, wood};

/// Whether a stand facing north at one place sees a stand facing south at another.
fn sees(ground: &Ground, by: Body, target: Body) -> bool {
    sees_by(ground, &visibility(), by, target)
}

fn sees_by(ground: &Ground, rules: &Visibility, by: Body, target: Body) -> bool {
    let mut field = Field::new(ground.clone());
    let (by, target) = (field.add(by), field.add(target));
    field.sees(rules, by, target).is_some()
}

fn north(x: i32, y: i32) -> Body {
    foot(line(1), at(x, y, 0))
}

fn south(x: i32, y: i32) -> Body {
    foot(line(1), at(x, y, 1800))
}

fn with(body: Body, change: impl FnOnce(&mut Looks)) -> Body {
    let mut looks = body.looks;
    change(&mut looks);
    Body { looks, ..body }
}

#[test]
fn units_see_what_is_before_them() {
    let ground = table();
    assert!(sees(&ground, north(36_000, 10_000), south(36_000, 40_000)));
    assert!(!sees(&ground, north(36_000, 40_000), south(36_000, 10_000)), "behind");
    // On the line of the front edge: the other's centre is half an inch behind its front.
    assert!(sees(&ground, north(36_000, 10_000), north(60_000, 10_500)));
    assert!(!sees(&ground, north(36_000, 10_000), north(60_000, 10_499)));
}

#[test]
fn nobody_sees_farther_than_six_feet() {
    let ground = Ground::new(Mils::inches(100), Mils::inches(48)).unwrap();
    let far =
        |x: i32| sees(&ground, foot(line(1), at(10_000, 20_000, 900)), foot(line(1), at(x, 20_000, 2700)));
    assert!(far(10_000 + 72_010 - 500) && !far(10_000 + 72_011 - 500));
}

#[test]
fn woods_hide_what_is_behind_and_in_them() {
    let mut ground = table();
    wood(&mut ground, "light", Thickness::Light, &[(30, 20), (40, 20), (40, 30), (30, 30)]);
    wood(&mut ground, "heavy", Thickness::Heavy, &[(50, 20), (60, 20), (60, 30), (50, 30)]);
    assert!(!sees(&ground, north(35_000, 15_000), south(35_000, 35_000)));
    assert!(sees(&ground, north(45_000, 15_000), south(45_000, 35_000)), "between the woods");
    assert!(sees(&ground, north(40_000, 15_000), south(40_000, 35_000)), "along the edge");
    // Formed troops at six inches in light, four in heavy; skirmishers at two; measured to the stand.
    let inside = |x: i32, gap: i32| sees(&ground, north(x, 21_000 - gap), south(x, 21_000));
    assert!(inside(35_000, 6010) && !inside(35_000, 6011));
    assert!(inside(55_000, 4010) && !inside(55_000, 4011));
    let loose = |gap: i32| {
        let target = body(line(1), at(35_000, 21_000, 1800), Looks::SCREEN);
        sees(&ground, north(35_000, 21_000 - gap), target)
    };
    assert!(loose(2010) && !loose(2011));
    // Those who fired have given themselves away.
    let fired = with(south(55_000, 21_000), |looks| looks.smoke = Smoke::Fired);
    assert!(sees(&ground, north(55_000, 5_000), fired));
    // Out of a wood one sees through an inch of it.
    let out = |y: i32| sees(&ground, north(35_000, y), south(35_000, 40_000));
    assert!(out(28_990) && !out(28_989));
}

#[test]
fn high_crests_look_over_woods_but_not_close_behind_them() {
    let mut ground = table();
    hill(&mut ground, "hill", Level::HIGH, &[(20, 2), (50, 2), (50, 10), (20, 10)], &[(21, 6), (49, 6)]);
    wood(&mut ground, "wood", Thickness::Heavy, &[(20, 15), (50, 15), (50, 20), (20, 20)]);
    // From the crest to a stand whose centre is so far beyond the wood.
    let beyond = |rules: &Visibility, looker: i32, centre: i32| {
        sees_by(&ground, rules, north(35_000, looker), south(35_000, 20_000 + centre - 500))
    };
    let rules = visibility();
    assert!(beyond(&rules, 6_500, 7_990) && !beyond(&rules, 6_500, 7_989));
    assert!(!beyond(&rules, 7_100, 12_000), "more than an inch from the crest");
    let other = Visibility { over_cover: OverCover::UpTo, ..rules };
    assert!(beyond(&other, 6_500, 8_010) && !beyond(&other, 6_500, 8_011));
    // Not if the wood is itself on a hill.
    hill(&mut ground, "rise", Level::LOW, &[(30, 16), (40, 16), (40, 18), (30, 18)], &[(31, 17), (39, 17)]);
    assert!(!sees(&ground, north(35_000, 6_500), south(35_000, 32_000)));
}

#[test]
fn crests_hide_what_is_behind_them() {
    let mut ground = table();
    hill(&mut ground, "hill", Level::LOW, &[(20, 15), (50, 15), (50, 25), (20, 25)], &[(20, 20), (50, 20)]);
    assert!(!sees(&ground, north(35_000, 10_000), south(35_000, 30_000)), "a hill between");
    assert!(!sees(&ground, north(35_000, 17_000), south(35_000, 30_000)), "the crest between");
    assert!(sees(&ground, north(35_000, 22_000), south(35_000, 30_000)), "down the slope");
    // Within an inch of the crest and declared over, one sees and is seen.
    let near = |y: i32, side: CrestSide| with(north(35_000, y), |looks| looks.crest = side);
    assert!(sees(&ground, near(18_990, CrestSide::Over), south(35_000, 30_000)));
    assert!(!sees(&ground, near(18_989, CrestSide::Over), south(35_000, 30_000)));
    assert!(!sees(&ground, near(19_500, CrestSide::Behind), south(35_000, 30_000)));
    let literal = Visibility { crest_behind: CrestBehind::Sees, ..visibility() };
    assert!(sees_by(&ground, &literal, near(19_500, CrestSide::Behind), south(35_000, 30_000)));
    let back = |side| with(foot(line(1), at(35_000, 19_500, 0)), |looks| looks.crest = side);
    assert!(sees(&ground, south(35_000, 30_000), back(CrestSide::Over)));
    assert!(!sees(&ground, south(35_000, 30_000), back(CrestSide::Behind)));
    assert!(!sees_by(&ground, &literal, south(35_000, 30_000), back(CrestSide::Behind)), "he sees unseen");
    // From higher ground one looks over a hill.
    hill(&mut ground, "height", Level::HIGH, &[(20, 2), (50, 2), (50, 10), (20, 10)], &[(21, 6), (49, 6)]);
    assert!(sees(&ground, north(35_000, 8_000), south(35_000, 30_000)));
    assert!(sees(&ground, south(35_000, 30_000), north(35_000, 8_000)));
}

#[test]
fn formed_bodies_hide_foot_from_foot() {
    let ground = table();
    let between = |screen: Body, by: Body, target: Body, rules: &Visibility| {
        let mut field = Field::new(ground.clone());
        let (by, target) = (field.add(by), field.add(target));
        field.add(screen);
        field.sees(rules, by, target).is_some()
    };
    let wall = |looks: Looks| body(line(12), at(36_000, 20_000, 0), looks);
    let (by, target) = (north(36_000, 10_000), south(36_000, 30_000));
    let rules = visibility();
    assert!(!between(wall(Looks::FOOT), by, target, &rules));
    assert!(!between(wall(Looks::HORSE), by, target, &rules));
    assert!(
        between(wall(Looks::SCREEN), by, target, &rules) && between(wall(Looks::GUN), by, target, &rules)
    );
    let open = Visibility { bodies: BodiesBlock::No, ..rules };
    assert!(between(wall(Looks::HORSE), by, target, &open));
    // Riders and staff see, and are seen, over foot; not over riders.
    let riding = |body: Body| Body { looks: Looks::STAFF, ..body };
    assert!(between(wall(Looks::FOOT), riding(by), target, &rules));
    assert!(between(wall(Looks::FOOT), by, riding(target), &rules));
    assert!(!between(wall(Looks::HORSE), riding(by), riding(target), &rules));
}

#[test]
fn foot_on_a_hill_hides_from_riders_below() {
    let mut ground = table();
    hill(&mut ground, "hill", Level::LOW, &[(20, 15), (50, 15), (50, 25), (20, 25)], &[(21, 16), (22, 16)]);
    let mut field = Field::new(ground);
    let rider = field.add(body(line(1), at(36_000, 10_000, 0), Looks::HORSE));
    let on_hill = field.add(foot(line(1), at(36_000, 23_000, 1800)));
    let screen = field.add(foot(line(12), at(36_000, 19_000, 0)));
    let rules = visibility();
    assert!(field.sees(&rules, rider, on_hill).is_none(), "the foot between stands higher than he does");
    // Riding on the hill himself he sees over them.
    field.put(rider, body(line(1), at(36_000, 16_500, 0), Looks::HORSE));
    assert!(field.sees(&rules, rider, on_hill).is_some());
    // And down on the table foot hides nothing from one who stands on the hill.
    field.put(screen, foot(line(12), at(36_000, 12_000, 0)));
    field.put(rider, foot(line(1), at(36_000, 8_000, 0)));
    assert!(field.sees(&rules, on_hill, rider).is_some());
}

#[test]
fn towns_hide_as_woods_do_and_swamps_do_not() {
    let mut ground = table();
    ground
        .lay("farm", Kind::Town(Thickness::Heavy), polygon(&[(30, 20), (40, 20), (40, 30), (30, 30)]))
        .unwrap();
    ground.lay("marsh", Kind::Swamp, polygon(&[(50, 20), (60, 20), (60, 30), (50, 30)])).unwrap();
    assert!(!sees(&ground, north(35_000, 15_000), south(35_000, 35_000)));
    assert!(sees(&ground, north(55_000, 15_000), south(55_000, 35_000)));
}

/// Some ground with a bit of everything.
fn country() -> Ground {
    let mut ground = table();
    hill(
        &mut ground,
        "ridge",
        Level::LOW,
        &[(10, 18), (30, 16), (45, 20), (40, 26), (12, 25)],
        &[(12, 21), (40, 22)],
    );
    hill(
        &mut ground,
        "height",
        Level::HIGH,
        &[(50, 20), (66, 22), (64, 30), (52, 29)],
        &[(52, 25), (64, 26)],
    );
    wood(&mut ground, "wood", Thickness::Light, &[(20, 30), (28, 31), (24, 33), (27, 37), (19, 36)]);
    ground
        .lay("town", Kind::Town(Thickness::Heavy), polygon(&[(44, 10), (50, 10), (50, 15), (44, 15)]))
        .unwrap();
    ground
}

fn looks() -> impl Strategy<Value = Looks> {
    prop_oneof![Just(Looks::FOOT), Just(Looks::HORSE), Just(Looks::SCREEN), Just(Looks::STAFF)]
}

fn anybody() -> impl Strategy<Value = Body> {
    let shape = prop_oneof![
        (2..13_u8).prop_map(line),
        (4..13_u8).prop_map(column),
        (4..13_u8).prop_map(|stands| layout(Formation::Square, stands)),
        (2..6_u8).prop_map(|stands| layout(Formation::Screen, stands)),
    ];
    (shape, 8_000..64_000_i32, 8_000..40_000_i32, 0..3600_u16, looks())
        .prop_map(|(layout, x, y, heading, looks)| body(layout, at(x, y, heading), looks))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// After every move the lookout knows what a fresh look would find, as far as yes and no go.
    #[test]
    fn the_lookout_is_up_to_date(
        bodies in prop::collection::vec(anybody(), 12),
        moves in prop::collection::vec((0..12_u16, anybody()), 1..8),
    ) {
        let mut field = Field::new(country());
        let ids: Vec<BodyId> = bodies.into_iter().map(|body| field.add(body)).collect();
        let sides = (ids[..6].to_vec(), ids[6..].to_vec());
        let mut lookout = Lookout::new(&field, visibility(), sides.0.clone(), sides.1.clone());
        for (who, to) in moves {
            let before = field.body(BodyId(who)).clone();
            field.put(BodyId(who), to);
            lookout.moved(&field, BodyId(who), &before);
            for &one in &sides.0 {
                for &other in &sides.1 {
                    for (by, at) in [(one, other), (other, one)] {
                        prop_assert_eq!(lookout.look(by, at).is_some(), field.sees(&visibility(), by, at).is_some());
                        if let Some(look) = lookout.look(by, at) {
                            prop_assert!(field.stand_sees(&visibility(), by, at, look));
                        }
                    }
                }
            }
        }
    }
}
