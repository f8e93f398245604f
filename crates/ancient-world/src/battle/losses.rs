//! Each owner removes what he lost. [8.34]

use super::removal::{Rate, Removal, owner, payment_words, take_off};
use super::{Battle, Next, Rules, Stage, Verdict, leaders, reconstructed};
use crate::asks::Asks;
use crate::force::{Arm, Status, Troops, UNITS_MAX};
use crate::readings::{CavalryLosses, DestroyedForce, ElephantStrength, UnscathedWinner};
use crate::rule;
use grognard_umpire::{BySide, Flow, Ruling, Side, Umpire};

pub(crate) fn removal<'a>(battle: &'a Battle, rules: &'a Rules, side: Side, due: u16) -> Removal<'a> {
    let mut removal = Removal::new(&rules.parties[side], &battle.troops[side], battle.joined[side], due);
    removal.rate = match rules.readings.cavalry_losses {
        CavalryLosses::Double => Rate::CavalryDouble,
        CavalryLosses::Single => Rate::Single,
    };
    removal.elephants = rules.readings.elephant_strength == ElephantStrength::Counted;
    removal
}

/// Takes off what needs no decision, from a side on; stops at the first that does.
pub(crate) fn next(
    mut battle: Battle,
    rules: &Rules,
    from: Side,
    due: BySide<u8>,
    start: BySide<u16>,
    verdict: Verdict,
    ump: &mut impl Umpire,
) -> Next {
    for side in Side::ALL.into_iter().filter(|side| *side >= from) {
        let removal = removal(&battle, rules, side, u16::from(due[side]));
        let Some(sp) = removal.unasked(rules.questions) else {
            return battle.at(Stage::Losses { side, due, start, verdict });
        };
        remove(&mut battle, rules, side, &sp, ump);
    }
    settled(battle, rules, start, verdict, ump)
}

/// An owner removes what he lost. [8.34-e, 8.34-f]
pub(crate) fn pay(
    mut battle: Battle,
    rules: &Rules,
    side: Side,
    mut due: BySide<u8>,
    start: BySide<u16>,
    verdict: Verdict,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let sp = removal(&battle, rules, side, u16::from(due[side])).ask(owner(side, Asks::Losses), ump)?;
    ump.cite(rule!("8.34-f"));
    remove(&mut battle, rules, side, &sp, ump);
    due[side] = 0;
    Ok(match side {
        Side::First => next(battle, rules, Side::Second, due, start, verdict, ump),
        Side::Second => settled(battle, rules, start, verdict, ump),
    })
}

fn remove(battle: &mut Battle, rules: &Rules, side: Side, sp: &[u8; UNITS_MAX], ump: &mut impl Umpire) {
    take_off(&mut battle.troops[side], sp);
    let party = &rules.parties[side];
    ump.explain(|| {
        let double = rules.readings.cavalry_losses == CavalryLosses::Double
            && party.units.iter().zip(sp).any(|(unit, sp)| unit.arm == Arm::Cavalry && *sp > 0);
        let rate = if double { " (a cavalry SP paying for 2: published in play)" } else { "" };
        let text = format!("{} removes {}{rate}", party.name, payment_words(party, sp));
        Ruling::new(rule!("8.34-e"), text)
    });
}

/// Both have paid: who is left, and what the winner's status is. [8.54-b, 8.54-h]
fn settled(
    mut battle: Battle,
    rules: &Rules,
    start: BySide<u16>,
    mut verdict: Verdict,
    ump: &mut impl Umpire,
) -> Next {
    let left = BySide::from_fn(|side| battle.strength(rules, side));
    if left.first == 0 || left.second == 0 {
        for side in Side::ALL {
            battle.lose_orphans(rules, side, ump);
        }
        destroyed(rules, left, &mut verdict, ump);
    }
    if let Some(loser) = verdict.loser {
        let winner = loser.other();
        if verdict.status[winner] != Status::Fresh && unscathed(&battle, rules, winner, left[winner], start) {
            verdict.status[winner] = Status::Fresh;
            let name = &rules.parties[winner].name;
            ump.explain(|| {
                Ruling::new(rule!("8.54-b"), format!("{name} wins without losing an SP: no status"))
            });
        }
    }
    leaders::start(battle, rules, verdict)
}

/// A force that is wiped out has lost, whatever the row says; if both are, nobody has won. [8.54-h]
fn destroyed(rules: &Rules, left: BySide<u16>, verdict: &mut Verdict, ump: &mut impl Umpire) {
    let chart = &rules.charts.status;
    let given = verdict.status.first.max(verdict.status.second) != Status::Fresh;
    let Some(side) = Side::ALL.into_iter().find(|side| left[side.other()] > 0) else {
        verdict.loser = None;
        verdict.major = false;
        ump.explain(|| {
            reconstructed(rule!("8.54-h"), "both forces are wiped out: nobody has won".to_owned())
        });
        return;
    };
    if verdict.loser != Some(side) {
        verdict.loser = Some(side);
        verdict.major = false;
        verdict.status = if given {
            BySide::from_fn(|of| if of == side { chart.loser } else { chart.winner })
        } else {
            verdict.status
        };
    }
    if rules.readings.destroyed_force == DestroyedForce::MajorLoser {
        verdict.major = true;
    }
    ump.explain(|| {
        let loser = if verdict.major { "is a major loser" } else { "has lost" };
        reconstructed(rule!("8.54-h"), format!("{} is wiped out and {loser}", rules.parties[side].name))
    });
}

/// Whether a winner has lost no SP in the battle. [8.54-b]
fn unscathed(battle: &Battle, rules: &Rules, side: Side, left: u16, start: BySide<u16>) -> bool {
    let elephants = |troops: &Troops| rules.parties[side].of_arm(troops, battle.joined[side], Arm::Elephants);
    let herd = match rules.readings.unscathed_winner {
        UnscathedWinner::EveryArm => {
            elephants(&battle.troops[side]) == elephants(&rules.parties[side].troops())
        }
        UnscathedWinner::ElephantsApart => true,
    };
    left == start[side] && herd
}
