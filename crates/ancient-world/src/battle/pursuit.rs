//! Pursuit and butchery: a reconstructed chapter. [8.38]

use super::removal::{Removal, owner, payment_words, take_off};
use super::{Battle, DIE, Next, Questions, Rules, Stage, Verdict, reconstructed, retreat};
use crate::asks::Asks;
use crate::force::{Arm, UNITS_MAX};
use crate::readings::{ElephantStrength, PursuitRule};
use crate::rule;
use grognard_umpire::{Asking, Flow, Offer, Ruling, Side, Umpire};

/// What a winner may do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pursue {
    Decline,
    Pursue,
}

impl Offer for Pursue {
    fn key(&self) -> String {
        match self {
            Pursue::Decline => "decline",
            Pursue::Pursue => "pursue",
        }
        .to_owned()
    }
}

/// The pursuit value: the winner's superiority in surviving cavalry; nothing where nobody is left to pursue
/// or to be pursued. [8.38-b]
pub(crate) fn value(battle: &Battle, rules: &Rules, verdict: Verdict) -> u8 {
    let Some(loser) = verdict.loser else { return 0 };
    if rules.readings.pursuit == PursuitRule::None || battle.strength(rules, loser) == 0 {
        return 0;
    }
    let horse = |side| battle.of_arm(rules, side, Arm::Cavalry);
    let winner = loser.other();
    let difference = horse(winner).saturating_sub(horse(loser));
    let people = rules.parties[winner].people;
    let reading = rules.readings.rough_cavalry;
    rules.charts.cavalry(difference, rules.field.terrain, people, reading) as u8
}

/// Whether there is a pursuit: only where a side must retreat. [8.38-a]
pub(crate) fn next(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    value: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    ump.cite(rule!("8.38-a"));
    let Some(loser) = verdict.loser else { return Ok(retreat::next(battle, rules, verdict, ump)) };
    if rules.readings.pursuit == PursuitRule::StandIn {
        ump.explain(|| {
            let name = &rules.parties[loser.other()].name;
            let text = match value {
                0 => format!("{name} has too little cavalry left to pursue"),
                value => format!("{name} has a pursuit value of {value} by its cavalry left"),
            };
            reconstructed(rule!("8.38-b"), text)
        });
    }
    match value {
        0 => Ok(retreat::next(battle, rules, verdict, ump)),
        value if rules.questions == Questions::All => Ok(battle.at(Stage::Pursuit { verdict, value })),
        value if rules.parties[loser.other()].policy.pursue => {
            chase(battle, rules, verdict, loser, value, ump)
        }
        _ => Ok(retreat::next(battle, rules, verdict, ump)),
    }
}

/// The winner pursues or lets them go. [8.38-c, 8.38-d]
pub(crate) fn pursue(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    value: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let loser = verdict.loser.expect("a pursuit has a loser");
    let winner = loser.other();
    let asking = Asking::of(winner, rule!("8.38-d"), Asks::Pursue);
    if *ump.choose(asking, &[Pursue::Decline, Pursue::Pursue])? == Pursue::Decline {
        ump.explain(|| {
            Ruling::new(rule!("8.38-d"), format!("{} does not pursue", rules.parties[winner].name))
        });
        return Ok(retreat::next(battle, rules, verdict, ump));
    }
    chase(battle, rules, verdict, loser, value, ump)
}

/// The pursuit itself. [8.38-c]
fn chase(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    loser: Side,
    value: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let asking = Asking::of(loser.other(), rule!("8.38-c"), Asks::Pursuit);
    let butchery = ump.throw(asking, DIE, |die| die <= u16::from(value))?;
    let factor = rules.charts.pursuit[usize::from(butchery)];
    let due = (u16::from(value) * factor).min(battle.strength(rules, loser));
    ump.explain_throw(|die| {
        let what = if butchery { "at most the value: a butchery" } else { "over the value: a pursuit" };
        let (winner, loser) = (&rules.parties[loser.other()].name, &rules.parties[loser].name);
        let text = format!("{winner} rolls {die}, {what}, which costs {loser} {due} SP");
        reconstructed(rule!("8.38-c"), text)
    });
    let removal = removal(&battle, rules, loser, due);
    let Some(sp) = removal.unasked(rules.questions) else {
        return Ok(battle.at(Stage::PursuitLosses { verdict, due: due as u8 }));
    };
    Ok(paid(battle, rules, verdict, loser, &sp, ump))
}

pub(crate) fn removal<'a>(battle: &'a Battle, rules: &'a Rules, loser: Side, due: u16) -> Removal<'a> {
    let mut removal = Removal::new(&rules.parties[loser], &battle.troops[loser], battle.joined[loser], due);
    removal.elephants = rules.readings.elephant_strength == ElephantStrength::Counted;
    removal
}

/// The loser removes what the pursuit cost him.
pub(crate) fn pay(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    due: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let loser = verdict.loser.expect("a pursuit has a loser");
    let sp = removal(&battle, rules, loser, u16::from(due)).ask(owner(loser, Asks::PursuitLosses), ump)?;
    Ok(paid(battle, rules, verdict, loser, &sp, ump))
}

fn paid(
    mut battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    loser: Side,
    sp: &[u8; UNITS_MAX],
    ump: &mut impl Umpire,
) -> Next {
    take_off(&mut battle.troops[loser], sp);
    ump.explain(|| {
        let party = &rules.parties[loser];
        Ruling::new(rule!("8.34-e"), format!("{} removes {}", party.name, payment_words(party, sp)))
    });
    retreat::next(battle, rules, verdict, ump)
}
