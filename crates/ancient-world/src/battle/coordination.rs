//! Coordination: forces near by march to the sound of the fighting. [8.26]

use super::removal::{Removal, owner, payment_words, take_off};
use super::retreat::attrition_due;
use super::{AvoidanceTried, Battle, DIE, Next, Rules, Stage};
use crate::asks::Asks;
use crate::force::{Nearby, Status, UNITS_MAX};
use crate::readings::{CoordinationOrder, CoordinationPath, CoordinationTest};
use crate::rule;
use grognard_umpire::{Asking, Flow, Refusal, Ruling, Side, Umpire, YesNo};

/// Why a force may not try to join.
///
/// # Errors
/// It is too far off, its way leads through mountain or marsh, or it is Useless and would have to attack.
pub fn check(rules: &Rules, side: Side, force: u8) -> Result<(), Refusal> {
    let party = &rules.parties[side];
    let nearby = &party.nearby[usize::from(force)];
    let most = rules.charts.coordination.distance_max;
    if nearby.distance > most {
        let reason = format!("{} is {} hexes away; at most {most} may be", nearby.name, nearby.distance);
        return Err(Refusal::new(rule!("8.26-c"), reason));
    }
    let through = match rules.readings.coordination_path {
        // The battle hex stands last in the path.
        CoordinationPath::HexesBetween => &nearby.path[..nearby.path.len().saturating_sub(1)],
        CoordinationPath::BattleHexToo => &nearby.path[..],
    };
    if through.iter().any(|terrain| terrain.is_closed()) {
        let reason = format!("{} would have to march through mountain or marsh", nearby.name);
        return Err(Refusal::new(rule!("8.26-d"), reason));
    }
    let units = party.units.iter().filter(|unit| unit.nearby == Some(force));
    let worst = units.map(|unit| unit.status).max().unwrap_or(Status::Fresh);
    if side == Side::First && rules.charts.status.attack(worst).is_none() {
        let reason = format!("{} is {} and may not attack", nearby.name, worst.key());
        return Err(Refusal::new(rule!("8.21-a"), reason));
    }
    Ok(())
}

/// The coordination value of a force. [8.26-b]
pub fn value(rules: &Rules, side: Side, force: &Nearby) -> i16 {
    let chart = &rules.charts.coordination;
    let party = &rules.parties[side];
    let ratings = i16::from(party.commander().campaign) + i16::from(party.leaders[force.leader].campaign);
    // A force inside a city in the battle hex has no hexes to go.
    ratings / chart.leaders + chart.hex * i16::from(force.distance) + chart.river * i16::from(force.rivers)
}

/// The next force that may be called in, or the battle itself when there is none.
pub(crate) fn next(
    battle: Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    after: Option<(Side, u8)>,
    ump: &mut impl Umpire,
) -> Next {
    let sides = match rules.readings.coordination_order {
        CoordinationOrder::AttackerFirst => [Side::First, Side::Second],
        CoordinationOrder::DefenderFirst => [Side::Second, Side::First],
    };
    let reached = after.map(|(side, _)| sides.iter().position(|other| *other == side).unwrap_or(0));
    for (index, side) in sides.into_iter().enumerate().skip(reached.unwrap_or(0)) {
        let first = match after {
            Some((_, force)) if reached == Some(index) => force + 1,
            _ => 0,
        };
        for force in first..rules.parties[side].nearby.len() as u8 {
            match check(rules, side, force) {
                Ok(()) => return battle.at(Stage::Coordination { avoidance, side, force }),
                Err(refusal) => {
                    ump.explain(|| Ruling::new(refusal.clause.unwrap_or(rule!("8.26-c")), refusal.reason));
                }
            }
        }
    }
    super::modifiers::fix(battle, rules, avoidance, ump)
}

/// One force: whether it is called, and whether it comes. [8.26-a]
pub(crate) fn attempt(
    mut battle: Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    side: Side,
    force: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let party = &rules.parties[side];
    let nearby = &party.nearby[usize::from(force)];
    let asking = Asking::of(side, rule!("8.26-a"), Asks::CallInANearbyForce);
    if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
        ump.explain(|| {
            Ruling::new(rule!("8.26-a"), format!("{} does not call {} in", party.name, nearby.name))
        });
        return Ok(next(battle, rules, avoidance, Some((side, force)), ump));
    }
    let value = value(rules, side, nearby);
    if nearby.distance == 0 {
        ump.cite(rule!("8.26-e"));
    }
    ump.cite(rule!("8.26-f"));
    let test = rules.readings.coordination;
    let comes = ump.throw(Asking::of(side, rule!("8.26-b"), Asks::Coordination), DIE, |die| match test {
        CoordinationTest::AtMost => die as i16 <= value,
        CoordinationTest::MoreThan => die as i16 > value,
    })?;
    ump.explain_throw(|die| {
        let words = match test {
            CoordinationTest::AtMost => "at most",
            CoordinationTest::MoreThan => "more than",
        };
        let result = if comes { "joins" } else { "stays where it is" };
        let text = format!("{} needs {words} {value}, rolls {die}, and {result}", nearby.name);
        Ruling::new(rule!("8.26-b"), text)
    });
    if !comes {
        return Ok(next(battle, rules, avoidance, Some((side, force)), ump));
    }
    battle.joined[side] = battle.joined[side].with(force);
    // It enters the battle hex and checks attrition.
    ump.cite(rule!("8.26-g"));
    let points = nearby.path.iter().map(|terrain| rules.charts.attrition.hex[*terrain as usize]).sum();
    let due = attrition_due(rules, side, &battle, Some(force), points, false, ump);
    let removal = march_loss(&battle, rules, side, force, due);
    let Some(sp) = removal.unasked(rules.questions) else {
        return Ok(battle.at(Stage::MarchLosses { avoidance, side, force, due: due as u8 }));
    };
    Ok(marched(battle, rules, avoidance, (side, force), &sp, ump))
}

/// What the march cost is taken off.
fn marched(
    mut battle: Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    (side, force): (Side, u8),
    sp: &[u8; UNITS_MAX],
    ump: &mut impl Umpire,
) -> Next {
    take_off(&mut battle.troops[side], sp);
    ump.explain(|| {
        let lost = payment_words(&rules.parties[side], sp);
        Ruling::new(rule!("8.26-g"), format!("lost on the march: {lost}"))
    });
    next(battle, rules, avoidance, Some((side, force)), ump)
}

fn march_loss<'a>(battle: &'a Battle, rules: &'a Rules, side: Side, force: u8, due: u16) -> Removal<'a> {
    let mut removal = Removal::new(&rules.parties[side], &battle.troops[side], battle.joined[side], due);
    removal.only = Some(force);
    removal
}

/// The owner pays for the march.
pub(crate) fn pay(
    battle: Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    side: Side,
    force: u8,
    due: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let removal = march_loss(&battle, rules, side, force, u16::from(due));
    let sp = removal.ask(owner(side, Asks::AttritionOfTheMarch), ump)?;
    Ok(marched(battle, rules, avoidance, (side, force), &sp, ump))
}
