//! What a place is worth to a unit, in hundredths of a point: fire given and taken, charges to be made and feared, cover,
//! command, support, and the way to where the brigade is to go. Rough on purpose: what hangs on dice is tried out.

use super::clash::Clash;
use super::far;
use super::fire::{self, gap, half_front, price, seen_from};
use super::march::March;
use super::plan::{Deaf, Plan, Role, middle};
use grognard_board::table::{Field, Mils, Point, convex};
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::{Campaign, Rank};
use grognard_days_of_empire::battle::ground::{Reckoned, Shots, Survey};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::{Measured, body_of};
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::unit::{Arm, Cover, Formation, Order, Support};
use std::sync::Arc;

/// Fire goes on for about so many turns where two lines have met.
const VOLLEYS: i64 = 3;
/// Nobody fires farther than this, in mils, but guns at long range.
const MUSKETRY: i64 = 18_000;
/// Within this an enemy is about to fight: a move and a volley.
const NEAR: i64 = 14_000;
/// What reaches farther than this is a rifle. (T6)
const MUSKET: i64 = 8_000;
/// The radius of command. [14.2]
const COMMAND: i64 = 16_000;
/// So deep in an objective, in mils, somebody stands who is to take or to hold it.
const INSIDE: i64 = 1_000;
/// Nobody runs farther ahead of his brigade than this.
const AHEAD: i64 = 8_000;
/// Whoever stands so far ahead of a friend, or nearer, is in his way.
const IN_THE_WAY: i64 = 12_000;
/// Whoever is off his way by less than this, in tenths of a degree, goes straight on.
const STRAIGHT: i64 = 100;
/// So far from an enemy, in mils, a charge of foot has room.
const CHARGE_ROOM: i64 = 2_500;
/// From here on, in mils, an attacker turns to whoever is left in the place that he is to take.
const WARD: i64 = 8_000;
/// So far ahead on its way a unit looks for the next turn.
const WAYPOINT: i64 = 9_000;
/// From so far horse falls upon its prey.
const HUNTED: i64 = 9_000;
/// Where a charge at guns sets out: their canister counts once.
const CHARGE_FROM: i64 = 5_000;

/// The nearest enemy on the table, and how far it is from middle to middle.
pub(super) fn nearest(scene: Scene<'_>, unit: UnitId) -> Option<(i64, UnitId)> {
    let here = scene.unit(unit).pose.at;
    let enemies = scene.now.troops(scene.rules, scene.side(unit).other());
    enemies.iter().map(|enemy| (far(here, scene.unit(enemy).pose.at), enemy)).min()
}

/// An enemy, and whom he has to fight besides the unit that is being placed.
struct Foe {
    unit: UnitId,
    /// How far the nearest other of ours is from him: small arms fire at the nearest. [17.3-g]
    next: i64,
    /// How many others of ours a gun of his may choose among.
    others: i64,
}

/// What a side looks at while it weighs the places of one unit.
pub(super) struct View<'a> {
    plan: &'a Plan,
    rules: &'a Campaign,
    unit: UnitId,
    foes: Vec<Foe>,
    friends: Vec<UnitId>,
    /// Where the own line stands.
    line: Point,
    /// The way to the objective it is sent to.
    march: Option<March>,
}

/// A unit at a place, with what is measured there.
struct Spot<'a> {
    scene: Scene<'a>,
    ground: Measured,
    field: Arc<Field>,
    /// How far each foe is, in the order of the view.
    gaps: Vec<i64>,
    /// How far the nearest is.
    gap: i64,
}

impl<'a> View<'a> {
    pub(super) fn new(
        battle: &Battle<Measured>,
        rules: &'a Campaign,
        plan: &'a Plan,
        unit: UnitId,
    ) -> View<'a> {
        let scene = Scene { rules, now: &battle.now };
        let side = scene.side(unit);
        let field = battle.ground.clone().field(scene);
        let friends: Vec<UnitId> = scene.now.troops(rules, side).iter().filter(|one| *one != unit).collect();
        let foe = |enemy: UnitId| {
            let gaps = friends.iter().map(|friend| gap(&field, enemy, *friend));
            let reach = reach(scene, enemy);
            let (mut next, mut others) = (i64::MAX, 0);
            for gap in gaps {
                next = next.min(gap);
                others += i64::from(gap <= reach);
            }
            Foe { unit: enemy, next, others }
        };
        let foes = scene.now.troops(rules, side.other()).iter().map(foe).collect();
        let foot: Vec<UnitId> =
            friends.iter().copied().filter(|unit| scene.profile(*unit).arm.is_foot()).collect();
        let line = middle(scene, if foot.is_empty() { &friends } else { &foot });
        let sent = match plan.role(scene, unit) {
            _ if scene.profile(unit).arm == Arm::Staff => None,
            Role::Attack(at) => plan.post(unit).or_else(|| at.map(|at| rules.objectives[at].at)),
            Role::Hold(at) => at.map(|at| rules.objectives[at].at),
            Role::Hunt(prey) => Some(scene.unit(prey).pose.at),
            _ => None,
        };
        // Guns in action and garrisons stay where they are.
        let stays = |friend: UnitId| {
            let there = &scene.unit(friend).body;
            scene.profile(friend).arm.is_gun() && there.formation == Formation::Deployed
                || there.order >= Order::Shaken
                || matches!(plan.role(scene, friend), Role::Hold(_))
        };
        let march = sent.map(|at| March::new(scene, &field, (unit, at), stays));
        View { plan, rules, unit, foes, friends, line, march }
    }

    /// Where the unit is to go first; nowhere in particular if it only fights who comes.
    pub(super) fn goal(&self, scene: Scene<'_>) -> Option<Point> {
        let here = scene.unit(self.unit).pose.at;
        match (&self.march, self.plan.role(scene, self.unit)) {
            (Some(march), _) => {
                // Before a bridge or a ford it has to be met straight.
                let turn = self.plan.crossings.turn(here, march.goal, |point| march.left(point));
                Some(turn.unwrap_or_else(|| march.ahead(here, WAYPOINT)))
            }
            (None, Role::Attack(None)) => {
                nearest(scene, self.unit).map(|(_, enemy)| scene.unit(enemy).pose.at)
            }
            _ => None,
        }
    }

    /// What it is worth that the unit stands as it does.
    pub(super) fn worth(&self, battle: &Battle<Measured>) -> i64 {
        let (scene, unit) = (Scene { rules: self.rules, now: &battle.now }, self.unit);
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        if !state.place.is_on_table() {
            return i64::MIN / 4;
        }
        if profile.arm == Arm::Staff {
            return self.staff(scene);
        }
        let mut ground = battle.ground.clone();
        let field = ground.field(scene);
        let gaps: Vec<i64> = self.foes.iter().map(|foe| gap(&field, unit, foe.unit)).collect();
        let nearest = gaps.iter().copied().min().unwrap_or(60_000);
        let mut spot = Spot { scene, ground, field, gaps, gap: nearest };
        let price = price(profile);
        // Who has to come on does not count every shot.
        let taken = self.taken(&mut spot);
        let taken = match self.comes_on(scene) {
            true if self.plan.takes(unit) && profile.arm.is_foot() => taken / 4,
            true => taken / 2,
            false => taken,
        };
        let mut sum = VOLLEYS * (self.given(&mut spot) - taken);
        sum += self.charges(&mut spot);
        sum -= self.way(&spot, price);
        sum += self.formation(&spot, price);
        sum += self.company(&mut spot, price);
        // On the way everybody loses his order in streams and at walls; what counts is to have it where one fights.
        sum -= match state.body.order {
            Order::Disordered if self.comes_on(scene) && spot.gap > NEAR => price / 60,
            Order::Disordered => price / 15,
            _ => 0,
        };
        sum
    }

    /// What its fire is worth a turn: guns choose, small arms fire at the nearest.
    fn given(&self, spot: &mut Spot<'_>) -> i64 {
        let (scene, unit) = (spot.scene, self.unit);
        let reach = reach(scene, unit);
        let mut shots: Vec<(i64, i64, UnitId)> = Vec::new();
        for (foe, gap) in self.foes.iter().zip(&spot.gaps).filter(|(_, gap)| **gap <= reach) {
            let cover = || cover_of(&mut spot.ground, scene, foe.unit, unit);
            // A gun or a battalion in the place that decides the battle has to be shot out of it; nobody who is to come on
            // stays for the others.
            let stakes = match self.plan.is_in_the_way(scene, foe.unit) {
                true => 3,
                false if self.comes_on(scene) => 1,
                false => 2,
            };
            shots.push((*gap, fire::worth(scene, (unit, foe.unit), *gap, cover) * stakes / 2, foe.unit));
        }
        shots.retain(|(_, worth, _)| *worth > 0);
        if scene.profile(unit).arm.is_gun() {
            shots.sort_unstable_by_key(|(_, worth, _)| -worth);
            let open = |target: UnitId, ground: &mut Measured| match ground.reckon_shot(scene, unit, target) {
                Reckoned::Known(aimed) => aimed.endangers.is_empty(),
                _ => false,
            };
            let found = shots.into_iter().take(4).find(|(_, _, target)| open(*target, &mut spot.ground));
            return found.map_or(0, |(_, worth, _)| worth);
        }
        match shots.into_iter().min() {
            Some((_, worth, _)) if spot.ground.could_fire(scene, unit) => worth,
            _ => 0,
        }
    }

    /// What the enemy's fire at it costs a turn.
    fn taken(&self, spot: &mut Spot<'_>) -> i64 {
        let (scene, unit) = (spot.scene, self.unit);
        let mut sum = 0;
        for (foe, gap) in self.foes.iter().zip(&spot.gaps) {
            // He fires at the nearest; with guns at any of us.
            let gun = scene.profile(foe.unit).arm.is_gun();
            let share = if gun { 1 + foe.others } else { 1 };
            if *gap > reach(scene, foe.unit) || (!gun && *gap > foe.next) {
                continue;
            }
            let cover = || cover_of(&mut spot.ground, scene, unit, foe.unit);
            sum += fire::worth(scene, (foe.unit, unit), *gap, cover) / share;
        }
        sum
    }

    /// Charges it may make next turn, and those that may be made at it.
    fn charges(&self, spot: &mut Spot<'_>) -> i64 {
        let (scene, unit) = (spot.scene, self.unit);
        let (mut best, mut worst) = (0, 0);
        for (foe, &gap) in self.foes.iter().zip(&spot.gaps).filter(|(_, gap)| **gap <= 20_000) {
            let mut prospect = |charger: UnitId, target: UnitId| {
                let mut clash = Clash { charger, target, gap, cover: Cover::Open };
                if !clash.can(scene) {
                    return 0;
                }
                clash.cover = cover_of(&mut spot.ground, scene, target, charger);
                let worth = clash.prospect(scene);
                // Nobody charges whom he does not see. [17.2.2]
                if worth > 0 && spot.ground.sees(scene, charger, target) { worth } else { worth.min(0) }
            };
            let stakes = match self.plan.is_in_the_way(scene, foe.unit) {
                true if self.comes_on(scene) && scene.profile(unit).arm.is_foot() => 5,
                true => 3,
                false => 2,
            };
            best = best.max(prospect(unit, foe.unit) * stakes / 2);
            worst = worst.max(prospect(foe.unit, unit));
        }
        // What it may do it may also leave; what may be done to it the enemy may have better use for. Who has to come on
        // cannot wait until nobody threatens him.
        let fear = if self.comes_on(scene) { 4 } else { 2 };
        best / 2 - worst / fear
    }

    fn comes_on(&self, scene: Scene<'_>) -> bool {
        matches!(self.plan.role(scene, self.unit), Role::Attack(_) | Role::Hunt(_))
            && !scene.profile(self.unit).arm.is_gun()
    }

    /// How far an attacker is from where his arms tell: on the way there he is only shot at.
    fn closing(&self, spot: &Spot<'_>, price: i64) -> i64 {
        let scene = spot.scene;
        let foes = self.foes.iter().zip(&spot.gaps);
        let Some((foe, gap)) = foes.min_by_key(|(_, gap)| **gap) else { return 0 };
        let far = (gap - fighting_distance(scene, self.unit, foe.unit)).clamp(0, MUSKETRY);
        price * far / 20_000
    }

    /// How much is still missing of the way to where it is to go.
    fn way(&self, spot: &Spot<'_>, price: i64) -> i64 {
        let scene = spot.scene;
        let (state, profile) = (scene.unit(self.unit), scene.profile(self.unit));
        let here = state.pose.at;
        let role = self.plan.role(scene, self.unit);
        // Who is shaken keeps out of the enemy's sight and lets the others go. [17.2.10]
        if state.body.order >= Order::Shaken {
            return price * (9_000 - spot.gap).max(0) / 30_000 + price * self.blocks(scene) / 8;
        }
        if profile.arm.is_gun() {
            // In effective range, and out of the muskets'.
            let wide = if self.plan.attacks { 20_000 } else { 30_000 };
            return price * ((10_000 - spot.gap).max(0) + (spot.gap - wide).max(0)) / 60_000;
        }
        let (missing, hurry) = match role {
            Role::Attack(Some(at)) => {
                let goal = scene.rules.objectives[at].at;
                // Who is in the objective is where he should be, in his lane or not.
                let left = match &self.march {
                    _ if self.plan.takes(self.unit) && self.outside(spot, at) == 0 => 0,
                    Some(march) => march.left(here),
                    None => far(here, goal),
                };
                // From a few inches off a charge has room; whoever stands closer stands in the way of the others.
                let left = self.ward(spot).map_or(left, |(gap, _)| left.min((gap - CHARGE_ROOM).max(0)));
                let hurry = haste(scene, self.unit, left);
                // In step with the brigade, unless time runs out.
                let step = if hurry > 2 { 0 } else { self.plan.step(profile.command) - AHEAD };
                let turning = if left > 0 { self.turning(spot) } else { 0 };
                (left.max(step) + turning, if profile.arm.is_horse() { 1 + hurry } else { 2 + hurry })
            }
            Role::Attack(None) => {
                let foes = self.foes.iter().zip(&spot.gaps).min_by_key(|(_, gap)| **gap);
                // Foot does not run after horse. [17.2.4]
                let runs = foes
                    .is_some_and(|(foe, _)| profile.arm.is_foot() && scene.profile(foe.unit).arm.is_horse());
                let missing = if runs { 0 } else { (spot.gap - 8_000).max(0) };
                (missing, haste(scene, self.unit, missing))
            }
            Role::Hunt(prey) => {
                let gap = self.foes.iter().zip(&spot.gaps).find(|(foe, _)| foe.unit == prey);
                let far = gap.map_or(0, |(_, gap)| (*gap - HUNTED).max(0));
                (far + self.round(here, scene.unit(prey).pose.at) + self.turning(spot), 3)
            }
            Role::Hold(Some(at)) => {
                let objective = &scene.rules.objectives[at];
                (self.outside(spot, at) + self.round(here, objective.at), 6)
            }
            Role::Screen if self.plan.attacks => ((spot.gap - 12_000).max(0), 1),
            Role::Screen => ((far(here, self.line) - 12_000).max(0), 1),
            Role::Reserve => ((spot.gap - 18_000).abs() / 2 + (far(here, self.line) - 10_000).max(0) / 2, 1),
            Role::Hold(None) => (0, 1),
        };
        let closing = if matches!(role, Role::Attack(_)) && self.comes_on(scene) {
            self.closing(spot, price)
        } else {
            0
        };
        // An inch is worth a sixtieth of a unit: less than a good volley, more than nothing.
        price * missing * hurry / 60_000 + closing
    }

    /// How many friends in order the unit has close behind it, in whose way it stands.
    fn blocks(&self, scene: Scene<'_>) -> i64 {
        let here = scene.unit(self.unit);
        let half = half_front(here.body.formation, here.body.strength);
        let behind = |friend: &&UnitId| {
            let there = scene.unit(**friend);
            let (right, ahead) = seen_from(there.pose, here.pose.at);
            let room = half + half_front(there.body.formation, there.body.strength);
            let comes = there.body.order < Order::Shaken && !scene.profile(**friend).arm.is_gun();
            comes && right.abs() < room && (0..IN_THE_WAY).contains(&ahead)
        };
        self.friends.iter().filter(behind).count() as i64
    }

    /// What it costs to turn to where the way goes on: a line pays for its width. [17.4.6]
    fn turning(&self, spot: &Spot<'_>) -> i64 {
        let state = spot.scene.unit(self.unit);
        let Some(to) = self.goal(spot.scene).and_then(|goal| (goal - state.pose.at).heading()) else {
            return 0;
        };
        let off = i64::from(state.pose.heading.turn_to(to).1.0) - STRAIGHT;
        let quarter = match state.body.formation {
            Formation::Skirmish => 0,
            Formation::Line if state.body.strength > 4 => 12_000,
            _ => 6_000,
        };
        quarter * off.max(0) / 900
    }

    /// How much longer than straight the way to an objective is.
    fn round(&self, here: Point, goal: Point) -> i64 {
        self.march.as_ref().map_or(0, |march| (march.left(here) - far(here, goal)).max(0))
    }

    /// How far a unit's stands are from counting for an objective.
    fn outside(&self, spot: &Spot<'_>, objective: usize) -> i64 {
        let goal = &spot.scene.rules.objectives[objective];
        let body = spot.field.get(body_of(self.unit));
        let blocks = body.into_iter().flat_map(|body| &body.blocks);
        let gap = blocks.map(|block| i64::from(convex::gap(&block.outline, &[goal.at]).mils().0)).min();
        // A little inside, so that a step back does not lose it.
        (gap.unwrap_or(60_000) - i64::from(goal.radius.0) + INSIDE).max(0)
    }

    /// The formation for where it is, and its front towards the enemy.
    fn formation(&self, spot: &Spot<'_>, price: i64) -> i64 {
        let scene = spot.scene;
        let (state, profile) = (scene.unit(self.unit), scene.profile(self.unit));
        let here = state.pose.at;
        let nearest = self.foes.iter().zip(&spot.gaps).min_by_key(|(_, gap)| **gap);
        let Some((foe, &gap)) = nearest else { return 0 };
        let looks = if self.comes_on(scene) { 9_000 } else { 20_000 };
        let goal = self.goal(scene).filter(|goal| gap > looks && far(here, *goal) > 4_000);
        // Whoever still stands in the place that is to be taken comes first.
        let ward = self.ward(spot);
        let look = ward.map(|(_, at)| at).or(goal).unwrap_or(scene.unit(foe.unit).pose.at);
        let off = (look - here).heading().map_or(0, |to| i64::from(state.pose.heading.turn_to(to).1.0));
        let loose = matches!(state.body.formation, Formation::Skirmish | Formation::Square);
        let sharp = if ward.is_some() { 3 } else { 1 };
        let mut sum = if loose { 0 } else { -price * sharp * (off - 150).max(0) / 4_000 };
        sum += match state.body.formation {
            Formation::Deployed if gap < 44_000 => price / 5,
            Formation::Limbered if gap < 20_000 => -price / 3,
            // A column on the march neither fires nor fights.
            Formation::MarchColumn | Formation::MarchColumnOneWide if gap < 20_000 => -price / 2,
            Formation::MarchColumnOneWide => -price / 6,
            // Before the objective there is no room for lines: columns fight side by side, and charge the better.
            Formation::Line if self.plan.takes(self.unit) && profile.arm.is_foot() => -price / 3,
            // Rifles shoot, muskets close with the column: a line is for who shoots or waits.
            Formation::Line if gap < self.deploys(scene) => price / 12,
            Formation::Line if gap > NEAR + 2_000 && profile.arm.is_foot() => -price / 12,
            Formation::Line if gap > NEAR + 2_000 && profile.arm.is_horse() => -price / 15,
            Formation::Skirmish if profile.start > 6 => -price / 8,
            Formation::Square => -price / 5,
            _ => 0,
        };
        sum
    }

    /// How far away, and where, the nearest enemy stands who has to be thrown out of the place that decides the battle, if he is close.
    fn ward(&self, spot: &Spot<'_>) -> Option<(i64, Point)> {
        if !self.comes_on(spot.scene) || !spot.scene.profile(self.unit).arm.is_foot() {
            return None;
        }
        let foes = self.foes.iter().zip(&spot.gaps);
        let near = foes.filter(|(foe, gap)| **gap < WARD && self.plan.is_in_the_way(spot.scene, foe.unit));
        near.min_by_key(|(_, gap)| **gap).map(|(foe, gap)| (*gap, spot.scene.unit(foe.unit).pose.at))
    }

    /// How near the enemy is where the unit is better off in line.
    fn deploys(&self, scene: Scene<'_>) -> i64 {
        match (scene.profile(self.unit).arm.is_foot(), self.comes_on(scene)) {
            (false, _) => 0,
            (true, false) => NEAR,
            (true, true) if reach(scene, self.unit) > MUSKET => NEAR,
            (true, true) => 0,
        }
    }

    /// Command, and formed friends behind it. (T11)
    fn company(&self, spot: &mut Spot<'_>, price: i64) -> i64 {
        let (scene, profile) = (spot.scene, spot.scene.profile(self.unit));
        let here = scene.unit(self.unit).pose.at;
        let general = profile.command.and_then(|command| scene.rules.command(command).general);
        let general = general.filter(|general| scene.unit(*general).place.is_on_table());
        let out = general.map_or(0, |general| {
            let at = scene.unit(general).rides_with.unwrap_or(general);
            (gap(&spot.field, self.unit, at) - COMMAND + 2_000).max(0)
        });
        let mut sum = -price * out / 40_000;
        // A friend close behind steadies whoever is about to be fired at or charged.
        if spot.gap < MUSKETRY && !profile.arm.is_gun() {
            let support = spot.ground.support(scene, self.unit, &mut Deaf);
            sum += match support {
                Ok(Support::Within4) => price / 12,
                Ok(Support::Within8) => price / 16,
                _ => 0,
            };
        }
        let friend = self.friends.iter().map(|friend| far(here, scene.unit(*friend).pose.at)).min();
        sum - price * (friend.unwrap_or(0) - 12_000).max(0) / 60_000
    }

    /// A general keeps his brigade in command, and himself out of the enemy's reach. He rides with a unit only if nobody
    /// else wants him: whoever is attached leads nobody but that unit. [14.2]
    fn staff(&self, scene: Scene<'_>) -> i64 {
        let state = scene.unit(self.unit);
        let with = state.rides_with;
        let here = with.map_or(state.pose.at, |with| scene.unit(with).pose.at);
        let command = scene.rules.commands.iter().position(|command| command.general == Some(self.unit));
        let own = |friend: &&UnitId| {
            command.is_none_or(|at| {
                scene.rules.commands[at].above.is_none() && scene.rules.commands[at].rank > Rank::Brigade
                    || scene.profile(**friend).command.map(|own| own.index()) == Some(at)
            })
        };
        let mine: Vec<UnitId> = self.friends.iter().filter(own).copied().collect();
        let group = if mine.is_empty() { &self.friends } else { &mine };
        let apart: i64 = group
            .iter()
            .filter(|friend| with.is_none() || with == Some(**friend))
            .map(|friend| (far(here, scene.unit(*friend).pose.at) - 12_000).max(0))
            .sum();
        let left_alone = if with.is_some() { 600 * (group.len() as i64 - 1) } else { 0 };
        let gap = self.foes.iter().map(|foe| far(here, scene.unit(foe.unit).pose.at)).min().unwrap_or(30_000);
        let exposed = if with.is_some() { 0 } else { (9_000 - gap).max(0) };
        let lends = if with.is_some() && gap < NEAR { 200 } else { 0 };
        // Nobody can end a move where he stands.
        let blocks = if with.is_some() { 0 } else { 600 * self.blocks(scene) };
        lends - left_alone - apart / 20 - exposed / 4 - blocks - far(here, middle(scene, group)) / 40
    }
}

/// Where a unit fights an enemy best: rifles out of reach of his muskets, muskets where they hit, horse where it can charge.
fn fighting_distance(scene: Scene<'_>, unit: UnitId, enemy: UnitId) -> i64 {
    let bands = |unit: UnitId| {
        let weapon = scene.profile(unit).weapon;
        weapon.map_or(&[][..], |weapon| &scene.rules.charts.small_arm(weapon)[..])
    };
    let profile = scene.profile(unit);
    if profile.arm.is_horse() {
        return 10_000;
    }
    // Foot cannot charge horse, and lets it come. [17.2.4]
    if scene.profile(enemy).arm.is_horse() {
        return i64::from(Mils::MAX.0);
    }
    if scene.profile(enemy).arm.is_gun() {
        return CHARGE_FROM;
    }
    let own = bands(unit);
    let second = own.len().checked_sub(2).map_or(0, |at| i64::from(own[at].to.mils().0));
    let his = reach(scene, enemy);
    match second > his {
        true => second,
        false => own.first().map_or(0, |band| i64::from(band.to.mils().0)),
    }
}

/// The cover a unit has against another.
pub(super) fn cover_of(ground: &mut Measured, scene: Scene<'_>, unit: UnitId, from: UnitId) -> Cover {
    ground.shelter_from(scene, unit, from, &mut Deaf).map_or(Cover::Open, |shelter| shelter.cover)
}

/// How far a unit's fire reaches.
fn reach(scene: Scene<'_>, unit: UnitId) -> i64 {
    let (profile, charts) = (scene.profile(unit), &scene.rules.charts);
    let last = match (profile.arm.is_gun(), profile.weapon) {
        (true, _) => charts.gun(profile.arm).last().map(|band| band.to),
        (false, Some(weapon)) => charts.small_arm(weapon).last().map(|band| band.to),
        (false, None) => None,
    };
    last.map_or(0, |to| i64::from(to.mils().0))
}

/// How much more the way counts when time runs out: turns that it needs over bad ground, and some to shoot and to fight,
/// against turns that are left.
fn haste(scene: Scene<'_>, unit: UnitId, way: i64) -> i64 {
    // Horse rides through whatever it beats; foot shoots first.
    let (pace, fight) = if scene.profile(unit).arm.is_horse() { (10_000, 4) } else { (4_000, 6) };
    let left = i64::from(scene.rules.turns.saturating_sub(scene.now.turn));
    match left - way / pace - fight {
        ..=0 => 8,
        1 => 4,
        2 => 2,
        _ => 1,
    }
}
