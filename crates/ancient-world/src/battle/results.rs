//! The battle die, unpredictable results, and what the table's row comes to. [8.3, 8.33, 8.4]

use super::avoidance::commit_guile;
use super::modifiers::{cavalry, ratio};
use super::{Battle, Clash, DIE, Next, Reached, Rules, Stage, Verdict, losses};
use crate::charts::{BattleResult, Loss};
use crate::force::{Arm, Status};
use crate::readings::{DrawPercent, ElephantTiming, LonePoint, LossBase, ReducedToNothing};
use crate::rule;
use grognard_umpire::{Asked, Asking, BySide, Flow, Ruling, Side, Umpire};

/// The largest ratio modifier that adjusts nothing.
const RATIO_WITHOUT_ADJUSTMENT: i16 = 3;

/// The last word on the modifiers before the battle die. [8.36-j]
pub(crate) fn before_the_die(battle: Battle, rules: &Rules, mut clash: Clash, ump: &mut impl Umpire) -> Next {
    ump.cite(rule!("8.36-j"));
    if rules.readings.elephant_timing == ElephantTiming::Recomputed {
        let sp = BySide::from_fn(|side| battle.strength(rules, side));
        let now = ratio(&rules.charts, sp.first, sp.second, rules.readings.ratio_beyond_three);
        let horse = BySide::from_fn(|side| battle.of_arm(rules, side, Arm::Cavalry));
        let superior = cavalry(rules, horse).0;
        clash.modifier += now - clash.ratio + superior - clash.cavalry;
        (clash.ratio, clash.cavalry) = (now, superior);
    }
    // What only fixed the total is forgotten, so that equal futures are equal states.
    clash.cavalry = 0;
    battle.at(Stage::BattleDie { clash })
}

/// The battle die. [8.3-b, 8.3-c]
pub(crate) fn battle_die(battle: Battle, rules: &Rules, clash: Clash, ump: &mut impl Umpire) -> Flow<Battle> {
    let results = &rules.charts.results;
    let asking = Asking::of(Side::First, rule!("8.3-b"), "battle die");
    ump.cite(rule!("8.3-c"));
    let row = ump.throw(asking, DIE, |die| results.row(die as i16 + clash.modifier))?;
    ump.explain(|| {
        let page = rules.charts.pages.table("battle-results").expect("read at the start");
        let look = page.look(row, 2);
        let text = format!("with {:+}: row {}, {}", clash.modifier, look.row, look.cell);
        Ruling::new(rule!("8.3-b"), text).with_look(look)
    });
    // What the total was is forgotten: equal rows have equal futures.
    let clash = Clash { modifier: 0, ..clash };
    Ok(battle.at(match results.result(row, rules.readings.bold_results, rules.readings.printed_zero) {
        BattleResult::Unpredictable(shift) => {
            ump.explain(|| Ruling::new(rule!("8.4-a"), format!("unpredictable: roll again with {shift:+}")));
            Stage::Unpredictable { clash, shift: shift as i8 }
        }
        BattleResult::Losses { .. } => Stage::Result { clash, row: row as u8, reached: Reached::ByTheDie },
    }))
}

/// Guile, and the die again on the unpredictable numbers. [8.4]
pub(crate) fn unpredictable(
    mut battle: Battle,
    rules: &Rules,
    clash: Clash,
    shift: i8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let what = "guile for the unpredictable result";
    let guile = commit_guile(battle.guile, rules.readings.guile, rule!("8.4-e"), what, ump)?;
    battle.guile.first -= guile.first;
    battle.guile.second -= guile.second;
    let added = i16::from(shift) + i16::from(guile.first) - i16::from(guile.second);
    let asking = Asking::of(Side::First, rule!("8.4-c"), "unpredictable result");
    let number = ump.throw(asking, DIE, |die| (die as i16 + added).clamp(0, 9) as u8)?;
    let row = rules.charts.results.numbered(number);
    ump.explain(|| {
        let page = rules.charts.pages.table("battle-results").expect("read at the start");
        let look = page.look(row, 2);
        let spent = format!("guile {} against {}", guile.first, guile.second);
        let text = format!("{spent}, {added:+} in all: number [{number}], row {}, {}", look.row, look.cell);
        Ruling::new(rule!("8.4-b"), text).with_look(look)
    });
    // No numbered row is another X: the table was checked.
    ump.cite(rule!("8.4-d"));
    Ok(battle.at(Stage::Result { clash, row: row as u8, reached: Reached::ByUnpredictableNumber }))
}

/// The percentages after the ratio adjustment. [8.33-a to 8.33-d, 8.33-f]
fn adjusted(clash: Clash, loss: BySide<Loss>, reached: Reached, ump: &mut impl Umpire) -> BySide<Loss> {
    if reached == Reached::ByUnpredictableNumber {
        ump.cite(rule!("8.33-f"));
        return loss;
    }
    let over = clash.ratio.abs() - RATIO_WITHOUT_ADJUSTMENT;
    if over <= 0 {
        return loss;
    }
    let entitled = if clash.ratio > 0 { Side::First } else { Side::Second };
    let mut loss = loss;
    loss[entitled] = match loss[entitled] {
        Loss::Percent(percent) => {
            let less = (i16::from(percent) - 5 * over).clamp(0, 100) as u8;
            let clause = if entitled == Side::First { rule!("8.33-a") } else { rule!("8.33-b") };
            ump.cite(rule!("8.33-c"));
            ump.explain(|| {
                Ruling::new(clause, format!("ratio {:+}: {percent} % becomes {less} %", clash.ratio))
            });
            Loss::Percent(less)
        }
        Loss::Star => {
            ump.explain(|| Ruling::new(rule!("8.33-d"), format!("ratio {:+}: no loss by *", clash.ratio)));
            Loss::Percent(0)
        }
    };
    loss
}

/// What a row means for both sides: losses due, who retreats, which status.
pub(crate) fn apply(
    mut battle: Battle,
    rules: &Rules,
    clash: Clash,
    row: usize,
    reached: Reached,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let readings = &rules.readings;
    let result = rules.charts.results.result(row, readings.bold_results, readings.printed_zero);
    let BattleResult::Losses { loss: printed, retreats } = result else {
        unreachable!("an unpredictable number never leads to another X")
    };
    let loss = adjusted(clash, printed, reached, ump);
    let mut due = BySide::new(0, 0);
    for side in Side::ALL {
        due[side] = points(&battle, rules, clash, side, loss[side], ump)?.min(255) as u8;
    }
    let percent = loss.map(|loss| match loss {
        Loss::Percent(percent) => percent,
        Loss::Star => 0,
    });
    lone_points(&mut battle, rules, clash, reached, ump);
    let loser = who_retreats(rules, row, retreats, printed, percent, ump);
    let printed = printed.map(|loss| match loss {
        Loss::Percent(percent) => percent,
        Loss::Star => 0,
    });
    let verdict = verdict(rules, clash, loser, percent, printed, ump);
    Ok(losses::next(battle, rules, Side::First, due, clash.start, verdict, ump))
}

/// The SP that a side's loss comes to. [8.33-g, 8.34]
fn points(
    battle: &Battle,
    rules: &Rules,
    clash: Clash,
    side: Side,
    loss: Loss,
    ump: &mut impl Umpire,
) -> Asked<u16> {
    ump.cite(rule!("8.34-g"));
    let base = match rules.readings.loss_base {
        LossBase::Current => battle.strength(rules, side),
        LossBase::Start => clash.start[side],
    };
    let name = &rules.parties[side].name;
    match loss {
        Loss::Percent(percent) => {
            let lost = rules.charts.losses.loss(percent, base, rules.readings.loss_chart);
            ump.cite(rule!("8.34-d"));
            ump.explain(|| {
                let clause = match base {
                    0..=10 => rule!("8.34-a"),
                    11..=199 => rule!("8.34-b"),
                    _ => rule!("8.34-c"),
                };
                Ruling::new(clause, format!("{name}: {percent} % of {base} SP is {lost}"))
            });
            Ok(lost)
        }
        Loss::Star => {
            let most = base * 5 / 100;
            if most == 0 {
                ump.explain(|| Ruling::new(rule!("8.33-g"), format!("{name}: * costs nothing below 20 SP")));
                return Ok(0);
            }
            let asking = Asking::of(side, rule!("8.33-g"), "star");
            let lost = ump.throw(asking, DIE, |die| die.min(most))?;
            ump.explain(|| Ruling::new(rule!("8.33-g"), format!("{name}: *, at most {most} SP: {lost}")));
            Ok(lost)
        }
    }
}

/// A force of one SP does not survive great odds. [8.33-e]
fn lone_points(battle: &mut Battle, rules: &Rules, clash: Clash, reached: Reached, ump: &mut impl Umpire) {
    let spared = reached == Reached::ByUnpredictableNumber && rules.readings.lone_point == LonePoint::Spared;
    if clash.ratio.abs() <= RATIO_WITHOUT_ADJUSTMENT || spared {
        return;
    }
    for side in Side::ALL {
        if clash.start[side] == 1 {
            battle.eliminate(rules, side);
            let name = &rules.parties[side].name;
            ump.explain(|| Ruling::new(rule!("8.33-e"), format!("{name}: a single SP is eliminated")));
        }
    }
}

/// Who has lost. [8.3-d, 8.3-e, 8.3-g]
fn who_retreats(
    rules: &Rules,
    row: usize,
    retreats: Option<Side>,
    printed: BySide<Loss>,
    percent: BySide<u8>,
    ump: &mut impl Umpire,
) -> Option<Side> {
    // Most of the lost bold type is reconstructed; the cell says so.
    let look = || {
        let page = rules.charts.pages.table("battle-results").expect("read at the start");
        page.look(row, 3)
    };
    let Some(side) = retreats else {
        ump.explain(|| Ruling::new(rule!("8.3-e"), "a draw: nobody retreats").with_look(look()));
        return None;
    };
    // A reduced loss does not change who retreats.
    ump.cite(rule!("8.3-g"));
    let reduced_to_nothing = percent[side] == 0 && printed[side] != Loss::Percent(0);
    if reduced_to_nothing && rules.readings.reduced_to_nothing == ReducedToNothing::Stays {
        return None;
    }
    let name = &rules.parties[side].name;
    ump.explain(|| {
        let text = format!("{name} loses more and must retreat");
        Ruling::new(rule!("8.3-d"), text).with_look(look())
    });
    Some(side)
}

/// The status each side is to have. [8.54]
fn verdict(
    rules: &Rules,
    clash: Clash,
    loser: Option<Side>,
    percent: BySide<u8>,
    printed: BySide<u8>,
    ump: &mut impl Umpire,
) -> Verdict {
    let chart = &rules.charts.status;
    ump.cite(rule!("8.54-g"));
    let threshold = rules.readings.major_loser.unwrap_or(chart.major_loss_min);
    let major = loser.is_some_and(|loser| percent[loser] >= threshold);
    if clash.start.first.max(clash.start.second) < chart.sp_min {
        ump.explain(|| {
            let text = format!("no side began with {} SP: no after-battle status", chart.sp_min);
            Ruling::new(rule!("8.54-a"), text)
        });
        return Verdict { loser, major, status: BySide::new(Status::Fresh, Status::Fresh) };
    }
    let judged = match rules.readings.draw_percent {
        DrawPercent::Applied => percent,
        DrawPercent::Printed => printed,
    };
    let status = BySide::from_fn(|side| match loser {
        Some(loser) if loser == side && major => chart.major_loser,
        Some(loser) if loser == side => chart.loser,
        Some(_) => chart.winner,
        None => {
            ump.cite(rule!("8.54-e"));
            if judged[side] <= chart.small_loss_max { chart.draw_small } else { chart.draw_great }
        }
    });
    Verdict { loser, major, status }
}
