//! Each owner removes what he lost. [8.34]

use super::removal::{Rate, Removal, owner, payment_words, take_off};
use super::{Battle, Next, Rules, Stage, Verdict, leaders};
use crate::force::{Status, UNITS_MAX};
use crate::readings::{CavalryLosses, ElephantStrength};
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
    let sp = removal(&battle, rules, side, u16::from(due[side])).ask(owner(side, "losses"), ump)?;
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
        Ruling::new(rule!("8.34-e"), format!("{} removes {}", party.name, payment_words(party, sp)))
    });
}

/// Both have paid: who is left, and what the winner's status is. [8.54-b]
fn settled(
    mut battle: Battle,
    rules: &Rules,
    start: BySide<u16>,
    mut verdict: Verdict,
    ump: &mut impl Umpire,
) -> Next {
    let left = BySide::from_fn(|side| battle.strength(rules, side));
    for side in Side::ALL {
        if left[side] == 0 {
            battle.eliminate(rules, side);
        }
        // A force that was wiped out has lost, whatever the row says.
        if left[side] == 0 && left[side.other()] > 0 && verdict.loser != Some(side) {
            verdict.loser = Some(side);
            verdict.major = true;
            let winner = side.other();
            if verdict.status[winner] != Status::Fresh {
                verdict.status[winner] = rules.charts.status.winner;
            }
        }
    }
    if let Some(loser) = verdict.loser {
        let winner = loser.other();
        if left[winner] == start[winner] && verdict.status[winner] != Status::Fresh {
            verdict.status[winner] = Status::Fresh;
            let name = &rules.parties[winner].name;
            ump.explain(|| {
                Ruling::new(rule!("8.54-b"), format!("{name} wins without losing an SP: no status"))
            });
        }
    }
    leaders::start(battle, rules, verdict)
}
