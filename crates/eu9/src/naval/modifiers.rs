//! The modifiers of naval rolls, each with its clause.

use super::armada::{Line, NavalEngagement, Sea};
use super::{Fighting, Lines};
use crate::charts::{Column, NavalModifier, Phase, Reading};
use crate::leader::Leader;
use crate::modifier::Sheet;
use crate::power::NavalTechnology;
use crate::profile::{Edition, LeaderDifference};
use grognard_umpire::{BySide, Side};

fn difference(givens: &NavalEngagement, own: i8, enemy: i8) -> i16 {
    let more = i16::from((own - enemy).max(0));
    match givens.profile.leader_difference {
        LeaderDifference::Unlimited => more,
        LeaderDifference::AtMostThree => more.min(3),
    }
}

fn more_nd(givens: &NavalEngagement, lines: Lines, side: Side) -> i16 {
    let nd = |side: Side| givens.navies[side].line_nd(lines[side]);
    nd(side) - nd(side.other())
}

/// The modifiers of the next Fire or boarding.
pub(super) fn of_roll(
    givens: &NavalEngagement,
    f: &Fighting,
    leaders: BySide<Leader>,
    sheet: &mut impl Sheet,
) {
    let (side, enemy) = (f.roller, f.roller.other());
    let later = f.day > 1;
    let charts = &givens.charts.sea;
    let clause = rule!("NAVAL-g");
    let (own, other) = (leaders[side], leaders[enemy]);
    match f.phase {
        Phase::Fire => sheet.add(difference(givens, own.fire, other.fire), clause, "FIRE of the admiral"),
        Phase::Shock => sheet.add(difference(givens, own.shock, other.shock), clause, "SHOCK of the admiral"),
    }
    let mut line =
        |row: NavalModifier, words: &str| sheet.add(charts.modifier(row, later, f.phase), clause, words);
    line(NavalModifier::LaterDay, "second day");
    if f.wind == Some(side) {
        line(NavalModifier::Wind, "the wind");
    }
    if (later || f.phase == Phase::Shock) && f.stars[side] > f.stars[enemy] {
        line(NavalModifier::MoreStars, "more shaken than the enemy");
    }
    let (own_line, enemy_line) = (f.lines[side], f.lines[enemy]);
    let need = charts.galleasses_needed(givens.navies[side].technology);
    if own_line == Line::Galleys
        && enemy_line == Line::Galleys
        && givens.navies[side].fleet.galleasses >= need
    {
        line(NavalModifier::Galleass, "galleasses against galleys");
    }
    let turn = i16::from(givens.turn.0);
    let [favoured, hampered] = charts.galley_turns();
    if own_line == Line::Galleys && enemy_line != Line::Galleys {
        if givens.sea == Sea::Mediterranean && turn <= favoured {
            line(NavalModifier::GalleysFavoured, "galleys in the Mediterranean");
        }
        if enemy_line == Line::Warships && turn >= hampered {
            line(NavalModifier::GalleysHampered, "galleys against modern warships");
        }
    }
    if f.failed[enemy] {
        line(NavalModifier::EnemyFailed, "the enemy tried to leave and failed");
    }
    if givens.navies[side].first_fight_with_turkey {
        line(NavalModifier::FirstFight, "first fight with Turkey");
    }
    let more = more_nd(givens, f.lines, side);
    sheet.add(charts.size_bonus(more, f.phase), rule!("NAVAL-b"), "more ND");
}

/// The modifiers of a pursuit.
pub(super) fn of_pursuit(
    givens: &NavalEngagement,
    lines: Lines,
    leaders: BySide<Leader>,
    winner: Side,
    chase: (bool, bool, bool),
    sheet: &mut impl Sheet,
) {
    let (wind, first_day, after_fire) = chase;
    let clause = rule!("NAVAL-h");
    let man = difference(givens, leaders[winner].manoeuvre, leaders[winner.other()].manoeuvre);
    sheet.add(man, clause, "MAN of the admiral");
    let more = more_nd(givens, lines, winner);
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

/// The column of a side's Fire or boarding; none for transports.
pub(super) fn column(givens: &NavalEngagement, lines: Lines, side: Side, phase: Phase) -> Option<Column> {
    if lines[side] == Line::Transports {
        return None;
    }
    let technology = |side: Side| givens.navies[side].line_technology(lines[side]);
    let old = givens.profile.carrack_fire == Edition::Of2013;
    givens.charts.sea.column(technology(side), technology(side.other()), phase, old)
}

/// What is left of a result: the Fire of galleys is halved, rounded up, before Battery and without
/// galleasses among galleys.
pub(super) fn effect(
    givens: &NavalEngagement,
    lines: Lines,
    side: Side,
    phase: Phase,
    reading: Reading,
) -> Reading {
    let navy = &givens.navies[side];
    let galleass = navy.fleet.galleasses > 0 && lines[side.other()] == Line::Galleys;
    let halved = phase == Phase::Fire
        && lines[side] == Line::Galleys
        && !galleass
        && navy.technology < NavalTechnology::Battery;
    if halved {
        return Reading { losses: crate::thirds::Thirds((reading.losses.0 + 1) / 2), ..reading };
    }
    reading
}

/// The morale of a side's first line.
pub(super) fn morale(givens: &NavalEngagement, lines: Lines, side: Side) -> u8 {
    let navy = &givens.navies[side];
    match lines[side] {
        Line::Transports => 0,
        line => {
            let old = givens.profile.veteran_galleys == Edition::Of2013;
            givens.charts.sea.morale(navy.line_technology(line), navy.veteran, old)
        }
    }
}
