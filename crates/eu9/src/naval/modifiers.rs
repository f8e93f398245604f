//! The modifiers of naval rolls, each with its clause.

use super::armada::{Line, NavalEngagement, Sea};
use super::{Edge, Fighting, Lines};
use crate::charts::{Column, Entry, NavalModifier, Phase};
use crate::leader::Leader;
use crate::modifier::Sheet;
use crate::profile::{Edition, LeaderDifference, MoreNd};
use grognard_umpire::{BySide, Side};

/// How much of an admiral's superiority counts.
fn limited(givens: &NavalEngagement, more: i8) -> i16 {
    match givens.profile.leader_difference {
        LeaderDifference::Unlimited => more.into(),
        LeaderDifference::AtMostThree => i16::from(more).min(givens.charts.value(Entry::LeaderMost)),
    }
}

fn more_nd(givens: &NavalEngagement, lines: Lines, side: Side) -> i16 {
    let nd = |side: Side| match givens.profile.more_nd {
        MoreNd::FirstLine => givens.navies[side].line_nd(lines[side]),
        MoreNd::Stack => givens.navies[side].fleet.fighting_nd().into(),
    };
    nd(side) - nd(side.other())
}

/// What a side adds to its die for the wind.
pub(super) fn of_the_wind(
    givens: &NavalEngagement,
    lines: Lines,
    leaders: BySide<Leader>,
    side: Side,
    sheet: &mut impl Sheet,
) {
    let clause = rule!("NAVAL-f");
    let technology = |side: Side| givens.navies[side].line_technology(lines[side]);
    sheet.add(leaders[side].manoeuvre.into(), clause, "MAN of the admiral");
    let factor = givens.charts.sea.wind(technology(side), technology(side.other()));
    sheet.add(factor.into(), clause, "the more modern ships");
    let enough = givens.charts.count(Entry::BoxesAhead);
    let ahead = givens.boxes[side] >= givens.boxes[side.other()].saturating_add(enough);
    if ahead && givens.profile.wind_boxes == Edition::Of2020 {
        sheet.add(givens.charts.value(Entry::WindBoxes), clause, "boxes of technology ahead");
    }
}

/// The modifiers of the next Fire or boarding that depend on how the battle has gone: the admirals who were
/// drawn, the wind, who is more shaken, who failed to leave.
#[inline]
pub(super) fn of_the_moment(givens: &NavalEngagement, f: &Fighting, sheet: &mut impl Sheet) {
    let (side, enemy) = (f.roller, f.roller.other());
    let (later, phase) = (f.day > 1, f.phase);
    let charts = &givens.charts.sea;
    let clause = rule!("NAVAL-g");
    let (value, words) = match phase {
        Phase::Fire => (Edge::better(f.edge.fire, side), "FIRE of the admiral"),
        Phase::Shock => (Edge::better(f.edge.shock, side), "SHOCK of the admiral"),
    };
    sheet.add(limited(givens, value), clause, words);
    let mut line =
        |row: NavalModifier, words: &str| sheet.add(charts.modifier(row, later, phase), clause, words);
    if f.wind == Some(side) {
        line(NavalModifier::Wind, "the wind");
    }
    if f.shaken == Some(side) {
        line(NavalModifier::MoreStars, "more shaken than the enemy");
    }
    if f.failed[enemy] {
        line(NavalModifier::EnemyFailed, "the enemy tried to leave and failed");
    }
}

/// The modifiers of a Fire or boarding that follow from the day and the first lines.
pub(super) fn of_lines(
    givens: &NavalEngagement,
    lines: Lines,
    side: Side,
    later: bool,
    phase: Phase,
    sheet: &mut impl Sheet,
) {
    let charts = &givens.charts.sea;
    let clause = rule!("NAVAL-g");
    let mut line =
        |row: NavalModifier, words: &str| sheet.add(charts.modifier(row, later, phase), clause, words);
    line(NavalModifier::LaterDay, "second day");
    let navy = &givens.navies[side];
    let (own, enemy) = (lines[side], lines[side.other()]);
    let need = charts.galleasses_needed(navy.technology);
    if own == Line::Galleys && enemy == Line::Galleys && navy.fleet.galleasses >= need {
        line(NavalModifier::Galleass, "galleasses against galleys");
    }
    let turn = i16::from(givens.turn.0);
    let [favoured, hampered] = charts.galley_turns();
    if own == Line::Galleys && enemy != Line::Galleys {
        if givens.sea == Sea::Mediterranean && turn <= favoured {
            line(NavalModifier::GalleysFavoured, "galleys in the Mediterranean");
        }
        if enemy == Line::Warships && turn >= hampered {
            line(NavalModifier::GalleysHampered, "galleys against modern warships");
        }
    }
    if navy.first_fight_with_turkey {
        line(NavalModifier::FirstFight, "first fight with Turkey");
    }
    let more = more_nd(givens, lines, side);
    sheet.add(charts.size_bonus(more, phase), rule!("NAVAL-b"), "more ND");
}

/// The modifiers of the winner's pursuit, as the fighting ended.
pub(super) fn of_pursuit(givens: &NavalEngagement, f: &Fighting, winner: Side, sheet: &mut impl Sheet) {
    let clause = rule!("NAVAL-h");
    let man = f.edge.manoeuvre[winner] - f.edge.manoeuvre[winner.other()];
    // The limit that both editions leave undecided is one of FIRE and SHOCK.
    sheet.add(man.max(0).into(), clause, "MAN of the admiral");
    let more = more_nd(givens, f.lines, winner);
    let (wind, first_day, after_fire) = (f.wind == Some(winner), f.day == 1, f.phase == Phase::Fire);
    let [by_wind, by_nd, by_day, by_fire] = givens.charts.sea.pursuit(wind, more, first_day, after_fire);
    sheet.add(by_wind, clause, "the wind");
    sheet.add(by_nd, rule!("NAVAL-b"), "many more ND");
    sheet.add(by_day, clause, "over on day 1");
    sheet.add(by_fire, clause, "over after a Fire");
}

/// The column of a pursuit: C against galleys and transports, else E.
pub(super) fn pursuit_column(loser: Line) -> Column {
    match loser {
        Line::Warships => Column::E,
        Line::Galleys | Line::Transports => Column::C,
    }
}
