//! The battle die, unpredictable results, and what the table's row comes to. [8.3, 8.33, 8.4]

use super::avoidance::commit_guile;
use super::modifiers::{cavalry, ratio};
use super::{Battle, Clash, DIE, Next, Reached, Rules, Stage, Verdict, losses, reconstructed};
use crate::asks::Asks;
use crate::charts::{BattleResult, Loss};
use crate::force::{Arm, Joined, Status};
use crate::readings::{
    BeyondTheTable, DrawPercent, ElephantTiming, LonePoint, LossBase, ReducedToNothing, TwentyPoints,
    UnpredictableBeyond,
};
use crate::rule;
use grognard_umpire::{Asked, Asking, BySide, Flow, Look, Mark, Ruling, Side, Umpire};

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

/// A cell of the Battle Results Table, for the account.
fn look(rules: &Rules, row: usize, column: usize) -> Look {
    rules.charts.pages.table("battle-results").expect("read at the start").look(row, column)
}

/// What a row costs, in words.
fn losses_in_words(rules: &Rules, row: usize) -> String {
    let words = |side: Side, loss: Loss| match loss {
        Loss::Percent(percent) => format!("{} loses {percent} %", rules.parties[side].name),
        Loss::Star => format!("{} loses a die of SP at most (*)", rules.parties[side].name),
    };
    match rules.charts.results.result(row, rules.readings.bold_results, rules.readings.printed_zero) {
        BattleResult::Losses { loss, .. } => {
            format!("{}, {}", words(Side::First, loss.first), words(Side::Second, loss.second))
        }
        BattleResult::Unpredictable(shift) => format!("unpredictable, roll again with {shift:+}"),
    }
}

/// The battle die. [8.3-b, 8.3-c]
pub(crate) fn battle_die(battle: Battle, rules: &Rules, clash: Clash, ump: &mut impl Umpire) -> Flow<Battle> {
    let results = &rules.charts.results;
    let asking = Asking::of(Side::First, rule!("8.3-b"), Asks::BattleDie);
    let further = rules.readings.beyond_the_table == BeyondTheTable::FivePercentAPoint;
    ump.cite(rule!("8.3-c"));
    let (row, beyond) = ump.throw(asking, DIE, |die| {
        let total = die as i16 + clash.modifier;
        (results.row(total), if further { results.beyond(total) } else { 0 })
    })?;
    ump.explain_throw(|die| {
        let total = die as i16 + clash.modifier;
        let look = look(rules, row, 2);
        let row_words = if results.beyond(total) > 0 { format!(", row {}", look.row) } else { String::new() };
        let sum = format!("battle die {die} {:+} is {total}{row_words}", clash.modifier);
        Ruling::new(rule!("8.3-b"), format!("{sum}: {}", losses_in_words(rules, row))).with_look(look)
    });
    // What the total was is forgotten: equal rows have equal futures.
    let clash = Clash { modifier: 0, ..clash };
    Ok(battle.at(match results.result(row, rules.readings.bold_results, rules.readings.printed_zero) {
        BattleResult::Unpredictable(shift) => {
            ump.cite(rule!("8.4-a"));
            Stage::Unpredictable { clash, shift: shift as i8 }
        }
        BattleResult::Losses { .. } => {
            Stage::Result { clash, row: row as u8, beyond, reached: Reached::ByTheDie }
        }
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
    let topic = Asks::GuileForTheUnpredictableResult;
    let guile = commit_guile(battle.guile, rules.readings.guile, rule!("8.4-e"), topic, ump)?;
    battle.guile.first -= guile.first;
    battle.guile.second -= guile.second;
    let rate = rules.charts.unpredictable_guile;
    let spent = rate.first * i16::from(guile.first) + rate.second * i16::from(guile.second);
    let added = i16::from(shift) + spent;
    let results = &rules.charts.results;
    let further = rules.readings.unpredictable_beyond == UnpredictableBeyond::FurtherRows;
    let asking = Asking::of(Side::First, rule!("8.4-c"), Asks::UnpredictableResult);
    let row = ump.throw(asking, DIE, |die| match die as i16 + added {
        number @ (..0 | 10..) if further => results.beyond_numbers(number),
        number => results.numbered(number.clamp(0, 9) as u8),
    })?;
    ump.explain_throw(|die| {
        let words = format!("guile {} against {}", guile.first, guile.second);
        let number = die as i16 + added;
        let sum = format!("{words}; die {die} {added:+} is {number}");
        let result =
            format!("{sum}, which selects row {}: {}", look(rules, row, 2).row, losses_in_words(rules, row));
        Ruling::new(rule!("8.4-b"), result).with_look(look(rules, row, 2))
    });
    // No numbered row is another X: the table was checked.
    ump.cite(rule!("8.4-d"));
    let reached = Reached::ByUnpredictableNumber;
    Ok(battle.at(Stage::Result { clash, row: row as u8, beyond: 0, reached }))
}

/// The percentages after the adjustment for the ratio, and for a total beyond the table. [8.33-a to 8.33-f]
fn adjusted(
    rules: &Rules,
    clash: Clash,
    mut loss: BySide<Loss>,
    beyond: Option<(Side, u8)>,
    reached: Reached,
    ump: &mut impl Umpire,
) -> BySide<Loss> {
    if reached == Reached::ByUnpredictableNumber {
        ump.cite(rule!("8.33-f"));
        return loss;
    }
    let chart = &rules.charts.adjustment;
    if let Some((side, points)) = beyond
        && let Loss::Percent(percent) = loss[side]
    {
        let more = (i16::from(percent) + chart.percent_beyond * i16::from(points)).clamp(0, 100) as u8;
        loss[side] = Loss::Percent(more);
        ump.explain(|| {
            reconstructed(rule!("8.3-c"), format!("{points} beyond the table: {percent} % becomes {more} %"))
        });
    }
    let over = clash.ratio.abs() - chart.ratio_max;
    if over <= 0 {
        return loss;
    }
    let entitled = if clash.ratio > 0 { Side::First } else { Side::Second };
    let name = &rules.parties[entitled].name;
    loss[entitled] = match loss[entitled] {
        Loss::Percent(percent) => {
            let less = (i16::from(percent) - chart.percent_a_point * over).clamp(0, 100) as u8;
            let clause = if entitled == Side::First { rule!("8.33-a") } else { rule!("8.33-b") };
            ump.cite(rule!("8.33-c"));
            ump.explain(|| {
                Ruling::new(clause, format!("ratio {:+}: {name}'s {percent} % becomes {less} %", clash.ratio))
            });
            Loss::Percent(less)
        }
        Loss::Star => {
            let text = || format!("ratio {:+}: {name}'s * becomes no loss", clash.ratio);
            ump.explain(|| Ruling::new(rule!("8.33-d"), text()));
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
    (row, beyond): (usize, u8),
    reached: Reached,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let readings = &rules.readings;
    let result = rules.charts.results.result(row, readings.bold_results, readings.printed_zero);
    let BattleResult::Losses { loss: printed, retreats } = result else {
        unreachable!("an unpredictable number never leads to another X")
    };
    let beyond = retreats.filter(|_| beyond > 0).map(|side| (side, beyond));
    let loss = adjusted(rules, clash, printed, beyond, reached, ump);
    let mut due = BySide::new(0, 0);
    for side in Side::ALL {
        due[side] = points(&battle, rules, clash, side, loss[side], ump)?.min(255) as u8;
    }
    lone_points(&mut battle, rules, clash, reached, ump);
    let (printed, percent) = (printed.map(percent_of), loss.map(percent_of));
    let loser = who_retreats(rules, row, retreats, printed, percent, ump);
    let verdict = verdict(rules, clash, loser, percent, printed, ump);
    Ok(losses::next(battle, rules, Side::First, due, clash.start, verdict, ump))
}

/// A star counts as no percentage.
const fn percent_of(loss: Loss) -> u8 {
    match loss {
        Loss::Percent(percent) => percent,
        Loss::Star => 0,
    }
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
    let base = base(battle, rules, clash, side);
    let name = &rules.parties[side].name;
    match loss {
        Loss::Percent(percent) => {
            let lost = rules.charts.losses.loss(percent, base, rules.readings.loss_chart);
            ump.cite(rule!("8.34-d"));
            ump.explain(|| {
                let clause = match base {
                    0..=10 => rule!("8.34-a"),
                    11..=100 => rule!("8.34-b"),
                    _ => rule!("8.34-c"),
                };
                let mark = match rules.charts.loss_mark(percent, base) {
                    Mark::Printed => String::new(),
                    mark => format!(" ({mark})"),
                };
                Ruling::new(clause, format!("{name}: {percent} % of {base} SP is {lost}{mark}"))
            });
            Ok(lost)
        }
        Loss::Star => {
            let percent = rules.charts.adjustment.star_percent_max;
            let most = base * percent / 100;
            if most == 0 {
                ump.explain(|| {
                    let text =
                        format!("{name}: * costs nothing, {percent} % of {base} SP being less than one");
                    Ruling::new(rule!("8.33-g"), text)
                });
                return Ok(0);
            }
            let asking = Asking::of(side, rule!("8.33-g"), Asks::Star);
            let lost = ump.throw(asking, DIE, |die| die.min(most))?;
            ump.explain(|| {
                let text = format!("{name}: * costs a die of SP, at most {percent} % or {most}: {lost}");
                Ruling::new(rule!("8.33-g"), text)
            });
            Ok(lost)
        }
    }
}

/// The strength that losses are counted of. [8.34-g]
fn base(battle: &Battle, rules: &Rules, clash: Clash, side: Side) -> u16 {
    match rules.readings.loss_base {
        LossBase::Current => battle.strength(rules, side),
        LossBase::Start => clash.start[side],
    }
}

/// A force of one SP does not survive great odds, whichever it is: elephants may have left no more of the
/// stronger one. [8.33-e]
fn lone_points(battle: &mut Battle, rules: &Rules, clash: Clash, reached: Reached, ump: &mut impl Umpire) {
    let spared = reached == Reached::ByUnpredictableNumber && rules.readings.lone_point == LonePoint::Spared;
    if clash.ratio.abs() <= rules.charts.adjustment.ratio_max || spared {
        return;
    }
    let base = BySide::from_fn(|side| base(battle, rules, clash, side));
    for side in Side::ALL.into_iter().filter(|side| base[*side] == 1) {
        battle.eliminate(rules, side);
        let name = &rules.parties[side].name;
        ump.explain(|| Ruling::new(rule!("8.33-e"), format!("{name}: a single SP is eliminated")));
    }
}

/// Who has lost. [8.3-d, 8.3-e, 8.3-g]
fn who_retreats(
    rules: &Rules,
    row: usize,
    retreats: Option<Side>,
    printed: BySide<u8>,
    percent: BySide<u8>,
    ump: &mut impl Umpire,
) -> Option<Side> {
    // Most of the lost bold type is reconstructed; the cell says so.
    let Some(side) = retreats else {
        ump.explain(|| Ruling::new(rule!("8.3-e"), "a draw: nobody retreats").with_look(look(rules, row, 3)));
        return None;
    };
    // A reduced loss does not change who retreats.
    ump.cite(rule!("8.3-g"));
    let name = &rules.parties[side].name;
    if percent[side] < printed[side] {
        let stays = percent[side] == 0 && rules.readings.reduced_to_nothing == ReducedToNothing::Stays;
        if percent[side] == 0 {
            let result = if stays { "stays: nobody has lost" } else { "must retreat all the same" };
            ump.explain(|| reconstructed(rule!("8.3-g"), format!("{name} loses nothing and {result}")));
        }
        if stays {
            return None;
        }
    }
    ump.explain(|| {
        let text = format!("{name} is beaten and must retreat");
        Ruling::new(rule!("8.3-d"), text).with_look(look(rules, row, 3))
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
    let threshold = rules.major_loser();
    let major = loser.is_some_and(|loser| percent[loser] >= threshold);
    if let Some(loser) = loser {
        ump.explain(|| {
            let (name, percent) = (&rules.parties[loser].name, percent[loser]);
            let result = if major { "a major loser" } else { "no major loser" };
            let text = format!(
                "{name} is {result}: {percent} %, where {threshold} % make one (reconstructed, reading major-loser)"
            );
            Ruling::new(rule!("8.54-g"), text)
        });
    }
    if great(rules, clash) < chart.sp_min {
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

/// The SP of the larger side when the battle began. [8.54-a]
fn great(rules: &Rules, clash: Clash) -> u16 {
    let sp = match rules.readings.twenty_points {
        TwentyPoints::WithJoined => clash.start,
        TwentyPoints::MainForces => {
            BySide::from_fn(|side| rules.strength(side, &rules.parties[side].troops(), Joined::default()))
        }
    };
    sp.first.max(sp.second)
}
