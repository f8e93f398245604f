//! What a charge of one unit at another would be worth, roughly and without dice: for the choice of places. Before a charge is
//! declared it is tried out with the rules themselves.

use super::fire::{self, half_front, price, seen_from};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::unit::{Arm, Body, Cover, Fate, Formation, Order};

/// In how many of 36 throws a close assault ends so, by the advantage from -6 to 6: major victory, minor victory, minor
/// defeat, major defeat. What is missing to 36 are draws. [17.5]
const ENDS: [[i64; 4]; 13] = [
    [0, 0, 6, 30],
    [0, 0, 9, 26],
    [0, 1, 12, 21],
    [0, 3, 15, 15],
    [0, 6, 16, 10],
    [1, 9, 15, 6],
    [3, 12, 12, 3],
    [6, 15, 9, 1],
    [10, 16, 6, 0],
    [15, 15, 3, 0],
    [21, 12, 1, 0],
    [26, 9, 0, 0],
    [30, 6, 0, 0],
];

/// What a unit that is beaten loses of its price, in hundredths: three stands and a rout, or two stands and its order.
const MAJOR: i64 = 60;
const MINOR: i64 = 25;

/// Who is charged fires from about here, in mils, while the charge comes on.
const VOLLEY_AT: i64 = 3_000;
/// Horse that sets out from nearer than this catches foot before it can form square. [17.2.3]
const CAUGHT: i64 = 6_000;

/// One unit that might charge another.
pub(super) struct Clash {
    pub(super) charger: UnitId,
    pub(super) target: UnitId,
    /// How far apart they are.
    pub(super) gap: i64,
    /// The cover of the target against the charger.
    pub(super) cover: Cover,
}

/// From which side a charge comes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Front,
    Flank,
    Rear,
}

/// Whether foot can still form square. [12.3]
pub(super) fn steady(body: Body) -> bool {
    matches!(body.formation, Formation::Line | Formation::ManoeuvreColumn)
        && body.order == Order::Good
        && body.strength >= 4
}

/// In how many of six throws a test is passed: the die must beat the total. [17.2]
fn passes(total: i64) -> i64 {
    (6 - total).clamp(0, 6)
}

impl Clash {
    fn side(&self, scene: Scene<'_>) -> Side {
        let (here, there) = (scene.unit(self.charger), scene.unit(self.target));
        if matches!(there.body.formation, Formation::Square | Formation::Skirmish) {
            return Side::Front;
        }
        let (right, ahead) = seen_from(there.pose, here.pose.at);
        let out = right.abs() - half_front(there.body.formation, there.body.strength);
        match () {
            () if ahead >= 0 => Side::Front,
            () if -ahead > out => Side::Rear,
            () => Side::Flank,
        }
    }

    /// Whether the rules would let the charge be declared as they stand: in order, in reach, the enemy ahead.
    pub(super) fn can(&self, scene: Scene<'_>) -> bool {
        let (here, profile) = (scene.unit(self.charger), scene.profile(self.charger));
        let prey = scene.profile(self.target);
        let formed = !matches!(here.body.formation, Formation::Square | Formation::Skirmish)
            && !here.body.formation.is_march_column();
        let fit =
            matches!(here.body.order, Order::Good | Order::Disordered) && here.body.fate == Fate::Fights;
        // Foot does not charge horse. [17.2.4]
        let may = profile.arm.is_horse() || (profile.arm.is_foot() && !prey.arm.is_horse());
        let pace = scene.rules.charts.pace(profile.arm, here.body.formation, profile.horse_battery);
        let reach = i64::from(pace.charge.unwrap_or_default().mils().0);
        let (right, ahead) = seen_from(here.pose, scene.unit(self.target).pose.at);
        // Half of the charge may be spent on a wheel, which is about a right angle's third.
        let before = ahead > 0
            && right.abs() < 2_000 + ahead / 2 + half_front(here.body.formation, here.body.strength);
        formed && fit && may && before && self.gap <= reach
    }

    /// Quarters of a unit lost, and the order it is in. (T11)
    fn worn(scene: Scene<'_>, unit: UnitId) -> i64 {
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        let lost = i64::from(profile.start.saturating_sub(state.body.strength));
        let order = match state.body.order {
            Order::Good => 0,
            Order::Disordered | Order::Pursuing => 1,
            _ => 2,
        };
        4 * lost / i64::from(profile.start.max(1)) + order
    }

    /// What the charge brings its side, in hundredths of a point; less than nothing if it had better not be made.
    pub(super) fn prospect(&self, scene: Scene<'_>) -> i64 {
        let (here, there) = (scene.unit(self.charger), scene.unit(self.target));
        let (own, prey) = (scene.profile(self.charger), scene.profile(self.target));
        let side = self.side(scene);
        let aside = match side {
            Side::Front => 0,
            Side::Flank => 1,
            Side::Rear => 2,
        };
        let cover = match self.cover {
            Cover::Open => 0,
            Cover::Light => 1,
            Cover::Heavy => 2,
        };
        let horse = own.arm.is_horse();
        let square = there.body.formation == Formation::Square;
        // Steady foot that sees horse come in time stands in square when it arrives.
        let forms = horse && prey.arm == Arm::Infantry && self.gap > CAUGHT && steady(there.body);
        let unsteady = i64::from(there.body.order != Order::Good);
        let against = |square: bool, more: i64| if horse && square { more } else { 0 };
        let before_guns = i64::from(prey.arm.is_gun() && side == Side::Front && own.arm.is_foot());
        let own_total = 4 - i64::from(own.class) + Self::worn(scene, self.charger) + cover - unsteady - aside;
        let goes = passes(own_total + against(square, 2) + before_guns);
        let in_open = |square: bool| i64::from(horse && prey.arm.is_foot() && !square);
        let homes = |square: bool| passes(own_total + against(square, 3) - in_open(square));
        let ridden = if self.cover == Cover::Open { in_open(square) } else { 0 };
        let many = i64::from(here.body.strength >= 2 * there.body.strength);
        let stands = 4 - i64::from(prey.class) + Self::worn(scene, self.target) + aside + ridden + many
            - cover
            - i64::from(square && horse);
        // He passes his test, he is shaken where he stands, or, if he fails it by two or more, he routs untouched.
        let (steady, routs) = (passes(stands), 6 - passes(stands - 2));
        let (mine, his) = (price(own), price(prey));
        // Guns that lose are taken.
        let (major, minor) = if prey.arm.is_gun() { (100, 100) } else { (MAJOR, MINOR) };
        let fight = |square: bool, shaken: i64| {
            let advantage = self.advantage(scene, aside, square) - cover + 2 * shaken;
            let ends = ENDS[(advantage + 6).clamp(0, 12) as usize];
            let gained = his * (ends[0] * major + ends[1] * minor);
            (gained - mine * (ends[2] * MINOR + ends[3] * MAJOR)) / (36 * 100)
        };
        let met = homes(square || forms) * fight(square || forms, 0);
        let shaken = homes(square) * fight(square, 1);
        let worth = routs * his * MAJOR / 100 + steady * met / 6 + (6 - steady - routs).max(0) * shaken / 6;
        // He fires while it comes on; a square with one face.
        let volley = fire::worth(scene, (self.target, self.charger), VOLLEY_AT, || Cover::Open);
        let volley = if forms { volley / 2 } else { volley };
        goes * worth / 36 - goes * volley / 6
    }

    /// The advantage in a close assault, cover left out. (T13)
    fn advantage(&self, scene: Scene<'_>, aside: i64, square: bool) -> i64 {
        let (here, there) = (scene.unit(self.charger), scene.unit(self.target));
        let (own, prey) = (scene.profile(self.charger), scene.profile(self.target));
        let impetus = match own.arm {
            Arm::HeavyCavalry => 3,
            Arm::LightCavalry => 2,
            _ if here.body.formation == Formation::ManoeuvreColumn => 2,
            _ => 1,
        };
        let formation = if square { Formation::Square } else { there.body.formation };
        let stood = match (own.arm.is_horse(), prey.arm.is_horse(), formation) {
            (true, true, _) => -2,
            (true, false, Formation::Square) => 4,
            (false, false, Formation::Square) => -1,
            (false, _, Formation::Skirmish) => -2,
            // Skirmishers in the open are ridden down. [17.2.7]
            (true, false, Formation::Skirmish) => -6,
            (_, _, Formation::Limbered | Formation::MarchColumn | Formation::MarchColumnOneWide) => -3,
            (_, _, Formation::Deployed) => -2,
            _ => 0,
        };
        let (mine, his) = (i64::from(here.body.strength), i64::from(there.body.strength.max(1)));
        let many = match () {
            () if mine >= 3 * his => 3,
            () if mine >= 2 * his => 2,
            () if 2 * mine >= 3 * his => 1,
            () if his >= 3 * mine => -3,
            () if his >= 2 * mine => -2,
            () if 2 * his >= 3 * mine => -1,
            () => 0,
        };
        let struck = if aside > 0 { aside + 1 } else { 0 };
        let order = |order: Order| match order {
            Order::Good => 0,
            Order::Disordered | Order::Pursuing => 1,
            _ => 2,
        };
        let ranks = order(there.body.order) - order(here.body.order);
        i64::from(own.class) + impetus + many + struck + ranks - i64::from(prey.class) - stood
    }
}
