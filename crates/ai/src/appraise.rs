//! What a hex is worth to a force, what an attack is worth, and what a force had therefore best do.

use crate::atlas::March;
use crate::prospect::{Prospect, Prospects};
use crate::sight::{Enemy, Sight};
use grognard_board::{Hex, HexSet};
use grognard_damos::{Arm, Path, Plan, Units};
use grognard_umpire::Side;

/// What a force could do, and how much better that is than staying.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Aim {
    /// Nothing better than where it is.
    Stay,
    /// Go to a hex.
    March(Hex),
    /// Attack a hex by this plan.
    Attack(Hex, Plan, f64),
    /// Rally.
    Rally,
}

/// An aim with its worth.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) aim: Aim,
    pub(crate) gain: f64,
}

/// A force whose next move is weighed.
#[derive(Clone, Copy)]
pub(crate) struct Mover {
    pub(crate) units: Units,
    pub(crate) at: Hex,
    /// Half points left.
    pub(crate) points: u8,
    /// Whether it could make a concerted attack.
    pub(crate) concerted: bool,
    /// Whether it exploits.
    pub(crate) exploiting: bool,
    /// Whether it may attack at all.
    pub(crate) attacks: bool,
    /// Whether it may go a single hex only.
    pub(crate) slowed: bool,
    /// Whether it keeps out of hexes where a reaction would make it one too many.
    pub(crate) careful: bool,
    /// Its post, if it has one.
    pub(crate) post: Option<Hex>,
}

impl Mover {
    pub(crate) fn new(sight: &Sight<'_>, units: Units, at: Hex) -> Mover {
        let mobile = units.iter().any(|unit| sight.rules.counter(unit).arm != Arm::Infantry);
        let slowed = sight.side == Side::First && mobile && sight.game.is_slowed(sight.rules);
        let steady = !sight.is_shaken(units);
        Mover {
            units,
            at,
            points: sight.allowance(units),
            concerted: steady && !slowed && sight.game.is_capable(sight.rules, units),
            exploiting: false,
            attacks: steady && !slowed,
            slowed,
            careful: true,
            post: sight.assigned.iter().find(|(hex, _)| *hex == at).map(|(_, post)| *post),
        }
    }
}

/// Worth is counted in strength points: a hex, a city, a chance are so many points of strength.
pub(crate) fn worth_of(sight: &Sight<'_>, mover: &Mover, hex: Hex) -> f64 {
    let others = sight.here(hex).without(mover.units);
    if !grognard_damos::may_stack(sight.rules, others.with(mover.units)) {
        return -1_000.0;
    }
    if sight.is_shaken(others) != sight.is_shaken(mover.units) && !others.is_empty() {
        return -50.0;
    }
    let strength = sight.own(mover.units) + sight.own(others);
    let base = match sight.side {
        Side::First => advance(sight, mover, hex),
        Side::Second => defend(sight, mover, hex),
    };
    let danger = (sight.threat[hex.index()] - 1.6 * strength).max(0.0);
    let cover = f64::from(sight.rules.charts.ground(sight.rules.ground(hex)).defender);
    let together = if others.is_empty() { 0.0 } else { 0.3 };
    base - danger * 0.08 + cover * 0.1 + together
}

/// The first player: forward to the objective, along the rails, in supply.
fn advance(sight: &Sight<'_>, mover: &Mover, hex: Hex) -> f64 {
    let (atlas, rules) = (sight.atlas, sight.rules);
    let to_go = atlas.to_objective[hex.index()];
    let late = sight.turns_left() <= 1;
    let mut worth = -0.6 * to_go;
    if to_go > 8.0 {
        worth -= 0.35 * (atlas.row[hex.index()] - lane(sight, mover)).abs();
    }
    if !sight.supplied.has(hex) {
        let far = f64::from(steps_to_network(sight, hex));
        worth -= match (late, sight.game.is_surprise(rules)) {
            (true, _) => 0.2,
            (_, true) => 0.5,
            _ => 3.0 + 0.6 * far.min(12.0),
        };
    }
    if atlas.ring.has(hex) && sight.turns_left() <= 3 {
        worth += if hex == rules.objective { 8.0 } else { 4.0 };
    }
    // What the title wants held is taken, and not left bare while the enemy is about.
    if rules.must_hold.contains(&hex) {
        let bare = sight.here(hex).without(mover.units).is_empty();
        let near = sight.enemy_distance(hex) <= 4 || late;
        worth += match (sight.game.controller(hex), bare && near) {
            (Side::Second, _) => 8.0,
            (Side::First, true) => 5.0,
            (Side::First, false) => 0.0,
        };
    }
    let rails = atlas.rails_to_objective[hex.index()];
    if sight.game.controller(hex) == Side::Second {
        if rails < u8::MAX {
            worth += 0.8;
        }
        if atlas.cities.has(hex) {
            worth += 1.5;
        }
    }
    if let Some((_, value)) = sight.gaps.iter().find(|(gap, _)| *gap == hex) {
        worth += value;
    }
    // Pockets are sealed by those on foot: what is cut off next to them surrenders.
    let sealed = sight
        .enemies
        .iter()
        .filter(|enemy| !enemy.supplied && rules.board.distance(enemy.hex, hex) == 1)
        .map(|enemy| enemy.guess)
        .sum::<f64>();
    let share = if atlas.on_foot(mover.units) { 0.35 } else { 0.1 };
    worth + sealed.min(12.0) * share
}

/// The row a force keeps to on its way, so that the front stays broad.
fn lane(sight: &Sight<'_>, mover: &Mover) -> f64 {
    let unit = mover.units.iter().next();
    let row =
        unit.and_then(|unit| sight.rules.counter(unit).historical).map(|hex| sight.atlas.row[hex.index()]);
    let index = unit.map_or(0.0, |unit| f64::from(unit.0 % 5));
    row.unwrap_or(26.0 + index).clamp(25.0, 31.0)
}

fn steps_to_network(sight: &Sight<'_>, hex: Hex) -> u8 {
    sight.network.iter().map(|rail| sight.rules.board.distance(rail, hex)).min().unwrap_or(20)
}

/// The second player: to his post, in supply, out of pockets, ground to be held rather than lost.
fn defend(sight: &Sight<'_>, mover: &Mover, hex: Hex) -> f64 {
    let (atlas, rules) = (sight.atlas, sight.rules);
    let mut worth = match mover.post {
        Some(post) => {
            let away = f64::from(rules.board.distance(hex, post));
            -0.9 * away + if hex == post { 1.5 } else { 0.0 }
        }
        None => -0.5 * atlas.to_objective[hex.index()].min(60.0),
    };
    // A way out must stay open: whoever is beaten without one is lost.
    let exits = rules.board.around(hex).and(&atlas.area).less(&sight.field.zoc.first).len();
    if !atlas.ring.has(hex) {
        worth -= 0.7 * (3.0 - exits as f64).max(0.0);
    }
    if !sight.supplied.has(hex) {
        worth -= 3.0 - 0.2 * exits as f64;
    }
    if atlas.ring.has(hex) && sight.turns_left() <= 3 {
        worth += if sight.here(hex).without(mover.units).is_empty() { 3.0 } else { 1.0 };
    }
    if atlas.cities.has(hex) && sight.here(hex).without(mover.units).is_empty() {
        worth += 1.0;
    }
    // Rails behind the enemy's front are worth a raid.
    if sight.game.controller(hex) == Side::First && atlas.rails_to_objective[hex.index()] < u8::MAX {
        worth += 0.6;
    }
    worth
}

/// What taking a hex from the enemy is worth in itself.
fn stake(sight: &Sight<'_>, enemy: &Enemy) -> f64 {
    let (atlas, rules, hex) = (sight.atlas, sight.rules, enemy.hex);
    let soon = sight.turns_left() <= 3;
    let mut stake = 0.5;
    if atlas.cities.has(hex) {
        stake += 1.5;
    }
    if hex == rules.objective {
        stake += if soon { 14.0 } else { 5.0 };
    } else if atlas.ring.has(hex) {
        stake += if soon { 7.0 } else { 2.0 };
    }
    if atlas.rails_to_objective[hex.index()] < u8::MAX {
        stake += 0.7;
    }
    stake
}

/// What an attack with this prospect is worth.
pub(crate) fn attack_worth(
    sight: &Sight<'_>,
    prospect: &Prospect,
    enemy: &Enemy,
    own: f64,
    plan: Plan,
    trapped: bool,
) -> f64 {
    let Prospect { win, loses, kills, beaten } = *prospect;
    let rout = if trapped { beaten } else { 0.25 * beaten + win };
    let repulse = if plan == Plan::MeetingEngagement { 0.5 } else { 1.0 + 0.12 * own };
    // An attack owed and not made costs a replacement point every turn from the fourth on.
    let duty = if sight.owed > 0 { DUTY } else { 0.0 };
    kills * 1.05 - loses + rout + win * stake(sight, enemy) - (1.0 - win) * repulse + duty
}

/// What making an attack that is owed is worth.
const DUTY: f64 = 5.0;

/// The least chance of winning that an attack is made with.
fn least_chance(sight: &Sight<'_>, enemy: &Enemy) -> f64 {
    let vital = sight.atlas.ring.has(enemy.hex);
    match (sight.side, sight.turns_left()) {
        _ if sight.owed > 0 => 0.0,
        (_, 0) if vital => 0.15,
        (_, 1) if vital => 0.35,
        (Side::First, _) => 0.5,
        (Side::Second, _) => 0.55,
    }
}

/// The best thing a force can do from where it stands.
pub(crate) fn best(sight: &Sight<'_>, prospects: &mut Prospects, mover: &Mover) -> Choice {
    let enemies = sight.field.at[sight.side.other()];
    let shaken = sight.is_shaken(mover.units);
    let reach = sight.atlas.reach(sight.rules, &march_of(sight, mover));
    let stay = worth_of(sight, mover, mover.at);
    let mut found = Choice { aim: Aim::Stay, gain: 0.0 };
    if shaken
        && mover.points >= 4
        && sight.supplied.has(mover.at)
        && !sight.field.zoc[sight.side.other()].has(mover.at)
    {
        return Choice { aim: Aim::Rally, gain: 5.0 };
    }
    for hex in reach.hexes().iter() {
        if hex == mover.at || enemies.has(hex) {
            continue;
        }
        let gain = worth_of(sight, mover, hex) - stay - 0.02 * f64::from(reach.cost(hex).unwrap_or(0));
        if gain > found.gain {
            found = Choice { aim: Aim::March(hex), gain };
        }
    }
    if !mover.attacks {
        return found;
    }
    for enemy in &sight.enemies {
        let next = sight.rules.board.distance(mover.at, enemy.hex) == 1;
        let cost = reach.cost(enemy.hex);
        if cost.is_none() && !(next && mover.concerted) {
            continue;
        }
        let from = match cost {
            Some(_) if !next => came_from(sight, &reach, mover, enemy.hex),
            _ => Some(mover.at),
        };
        let plans = plans_for(sight, mover, cost, next);
        if let Some((gain, plan, win)) = attack(sight, prospects, mover, enemy, from, &plans, stay)
            && gain > found.gain
        {
            found = Choice { aim: Aim::Attack(enemy.hex, plan, win), gain };
        }
    }
    found
}

/// The march of a force with the points it has.
pub(crate) fn march_of(sight: &Sight<'_>, mover: &Mover) -> March {
    March {
        units: mover.units,
        from: mover.at,
        points: mover.points,
        enemies: sight.field.at[sight.side.other()],
        barred: barred_to(sight, mover),
        rivers: sight.rivers(),
    }
}

/// The hexes a force may not enter: enemy zones for the demoralized, all but the next for the slowed.
fn barred_to(sight: &Sight<'_>, mover: &Mover) -> HexSet {
    let foe = sight.side.other();
    // The south is closed until Germans are east of the marshes.
    let mut barred = sight.atlas.area.less(&sight.game.area(sight.rules));
    if sight.is_shaken(mover.units) {
        barred = barred.or(&sight.field.zoc[foe]).or(&sight.field.at[foe]);
    }
    if mover.slowed {
        barred = barred.or(&sight.atlas.area.less(sight.rules.board.around(mover.at)));
    }
    if mover.careful {
        let risky = |hex: &Hex| *hex != mover.at && !barred.has(*hex) && makes_a_crowd(sight, mover, *hex);
        let risky: HexSet = sight.met.less(&sight.field.at[foe]).iter().filter(risky).collect();
        barred = barred.or(&risky);
    }
    barred
}

/// Whether a reaction into a hex could leave a force where there is no room for it: in the hex itself, where
/// its activation ends with the combat, or back where the beaten go, and with them all friends who stood in the
/// hex. Whoever is too many when operations end is lost.
fn makes_a_crowd(sight: &Sight<'_>, mover: &Mover, hex: Hex) -> bool {
    let going = sight.here(hex).with(mover.units);
    let fits = |hex: Hex| {
        let friends = sight.here(hex).without(mover.units);
        grognard_damos::may_stack(sight.rules, friends.with(going))
    };
    if !grognard_damos::may_stack(sight.rules, going) {
        return true;
    }
    // Most hexes have room all around: then there is no need to look where a retreat leads.
    if sight.rules.board.around(hex).and(&sight.field.at[sight.side]).iter().all(fits) {
        return false;
    }
    // Where no way back is open now, the one that a reaction opens may be the way into the crowd.
    let back = sight.game.attacker_paths(sight.rules, sight.side, hex, None);
    !back.iter().any(|path| fits(path.end()))
}

/// The plans a force can still pay for.
fn plans_for(sight: &Sight<'_>, mover: &Mover, cost: Option<u8>, next: bool) -> Vec<Plan> {
    let mut plans = Vec::new();
    if let Some(cost) = cost {
        let left = mover.points - cost;
        if left >= 2 {
            plans.push(Plan::StandardAttack);
        }
        if left < 2 || sight.owed > 0 {
            plans.push(Plan::MeetingEngagement);
        }
        if left >= 4 && (mover.concerted || mover.exploiting) {
            plans.push(Plan::GrandAssault);
        }
    }
    if next && mover.concerted && !mover.exploiting {
        plans.push(Plan::Penetration);
    }
    plans
}

/// The best plan against an enemy, if any is worth it: its gain, the plan and the chance to win.
pub(crate) fn attack(
    sight: &Sight<'_>,
    prospects: &mut Prospects,
    mover: &Mover,
    enemy: &Enemy,
    from: Option<Hex>,
    plans: &[Plan],
    stay: f64,
) -> Option<(f64, Plan, f64)> {
    let own = sight.own(mover.units);
    // Hopeless from the outset: no need to reckon.
    if (own * 1.2 < enemy.guess && sight.owed == 0) || mover.units.len() > 4 {
        return None;
    }
    let trapped = sight.is_trapped(enemy);
    let there = worth_of(sight, mover, enemy.hex).max(stay - 20.0);
    // A repulse leads back by one hex. Where every way is closed the force would be lost, and where friends fill
    // the hexes whoever is too many: nobody attacks out of such a crowd.
    let back = sight.game.attacker_paths(sight.rules, sight.side, enemy.hex, from);
    let room = |path: &Path| {
        let friends = sight.here(path.end()).without(mover.units);
        grognard_damos::may_stack(sight.rules, friends.with(mover.units))
    };
    if !back.iter().any(room) {
        return None;
    }
    let mut found: Option<(f64, Plan, f64)> = None;
    for &plan in plans {
        let combat = sight.combat(sight.side, mover.units, enemy.units, from, enemy.hex, plan);
        // The defender takes the posture that suits him best.
        let worst = prospects
            .against_each(&combat)
            .into_iter()
            .map(|(_, prospect)| (attack_worth(sight, &prospect, enemy, own, plan, trapped), prospect.win))
            .min_by(|a, b| a.0.total_cmp(&b.0));
        let Some((worth, win)) = worst else { continue };
        let exploit = if plan == Plan::Penetration { 1.0 } else { 0.0 };
        let gain = worth + win * (there - stay + exploit);
        if win >= least_chance(sight, enemy) && worth > 0.0 && found.is_none_or(|(best, _, _)| gain > best) {
            found = Some((gain, plan, win));
        }
    }
    found
}

/// The hex from which a force comes into an enemy's.
fn came_from(sight: &Sight<'_>, reach: &grognard_board::Reach, mover: &Mover, goal: Hex) -> Option<Hex> {
    let enemies = sight.field.at[sight.side.other()];
    sight
        .rules
        .board
        .neighbours(goal)
        .map(|(_, before)| before)
        .filter(|&before| before == mover.at || !enemies.has(before))
        .filter_map(|before| Some((reach.cost(before)?, before)))
        .min()
        .map(|(_, before)| before)
}
