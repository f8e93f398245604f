//! Retreats: a reconstructed chapter, with avoidance's costs. [8.37]

use super::removal::{Removal, owner, payment_words, take_off};
use super::{Battle, Next, Questions, Rules, Stage, Verdict, reconstructed};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::force::{Arm, Status, UNITS_MAX, Way};
use crate::readings::{AttritionRow, AttritionRule, RetreatDistance};
use crate::rule;
use grognard_umpire::{Asking, Flow, Offer, Ruling, Side, Target, Umpire};

/// The attrition points of a way out: none into a city. [8.23-q]
pub(crate) fn way_points(rules: &Rules, way: &Way) -> u16 {
    let chart = &rules.charts.attrition;
    if way.into_city {
        return chart.city;
    }
    way.hexes.iter().map(|terrain| chart.hex[*terrain as usize]).sum()
}

/// The SP that attrition points cost a side, or one of its nearby forces. [8.23-r]
pub(crate) fn attrition_due(
    rules: &Rules,
    side: Side,
    battle: &Battle,
    only: Option<u8>,
    points: u16,
    capped: bool,
    ump: &mut impl Umpire,
) -> u16 {
    if points == 0 || rules.readings.attrition == AttritionRule::None {
        return 0;
    }
    let (party, chart) = (&rules.parties[side], &rules.charts.attrition);
    let units = || party.present(battle.joined[side]).filter(|(_, u)| only.is_none() || u.nearby == only);
    let of_arm = |arm: Arm| -> u16 {
        let sp = units().filter(|(_, unit)| unit.arm == arm);
        sp.map(|(index, _)| u16::from(battle.troops[side].0[index])).sum()
    };
    let (foot, horse) = (of_arm(Arm::Infantry), of_arm(Arm::Cavalry));
    let present = units().filter(|(index, _)| battle.troops[side].0[*index] > 0);
    let worst = present.map(|(_, unit)| unit.status).max().unwrap_or(Status::Fresh);
    let weight = foot * chart.infantry_weight + horse * chart.cavalry_weight;
    let (points, mut due) = worn(&rules.charts, rules.readings.attrition_row, worst, points, weight, ump);
    // Nobody loses more than he has.
    due = due.min(foot + horse);
    if capped {
        due = due.min((foot + horse) * chart.retirement_percent_max / 100);
    }
    ump.explain(|| {
        let text = format!("{}: attrition of {points} on {weight} attrition SP costs {due} SP", party.name);
        reconstructed(rule!("8.23-r"), text)
    });
    due
}

/// The attrition points of a force with a status, and the SP they cost: a battered force reads the table
/// further down. [8.77-c]
pub(crate) fn worn(
    charts: &Charts,
    reading: AttritionRow,
    status: Status,
    points: u16,
    weight: u16,
    ump: &mut impl Umpire,
) -> (u16, u16) {
    ump.cite(rule!("8.77-c"));
    let rows = charts.status.movement_rows(status);
    let (points, more) = match reading {
        AttritionRow::OnePoint => (points + rows, 0),
        AttritionRow::OneSp => (points, rows),
    };
    let cost = u32::from(points) * u32::from(weight) / u32::from(charts.attrition.divisor);
    (points, u16::try_from(cost).unwrap_or(u16::MAX).saturating_add(more))
}

/// A way out as an option, by its number.
struct WayOut<'a>(u8, &'a Way);

impl Offer for WayOut<'_> {
    fn key(&self) -> String {
        self.1.key.clone()
    }
    fn words(&self) -> String {
        self.1.name.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.1.targets()
    }
}

fn ways<'a>(rules: &'a Rules, loser: Side) -> impl Iterator<Item = WayOut<'a>> {
    let most = match rules.readings.retreat {
        RetreatDistance::TwoHexes => 2,
        RetreatDistance::OneHex => 1,
    };
    let ways = rules.parties[loser].ways.iter().enumerate();
    ways.filter(move |(_, way)| way.hexes.len() <= most).map(|(index, way)| WayOut(index as u8, way))
}

/// Whether anybody retreats, and whether there is a way to choose. [8.37-a]
pub(crate) fn next(mut battle: Battle, rules: &Rules, verdict: Verdict, ump: &mut impl Umpire) -> Next {
    let Some(loser) = verdict.loser else { return battle.finish(rules, verdict, None, ump) };
    if battle.strength(rules, loser) == 0 {
        battle.lose_orphans(rules, loser, ump);
        return battle.finish(rules, verdict, None, ump);
    }
    let mut out = ways(rules, loser);
    match (out.next(), out.next()) {
        (None, _) => {
            battle.eliminate(rules, loser);
            ump.explain(|| {
                let text = format!("{} has nowhere to go and is eliminated", rules.parties[loser].name);
                reconstructed(rule!("8.37-a"), text)
            });
            battle.finish(rules, verdict, None, ump)
        }
        (Some(first), Some(_)) if rules.questions == Questions::Great => {
            go(battle, rules, verdict, loser, first.0, ump)
        }
        (Some(only), None) => go(battle, rules, verdict, loser, only.0, ump),
        (Some(_), Some(_)) => battle.at(Stage::Retreat { verdict }),
    }
}

/// The loser picks his way. [8.37-b]
pub(crate) fn choose(battle: Battle, rules: &Rules, verdict: Verdict, ump: &mut impl Umpire) -> Flow<Battle> {
    let loser = verdict.loser.expect("a retreat has a loser");
    let options: Vec<WayOut<'_>> = ways(rules, loser).collect();
    let way = ump.choose(Asking::of(loser, rule!("8.37-b"), Asks::WayOfRetreat), &options)?.0;
    Ok(go(battle, rules, verdict, loser, way, ump))
}

fn go(battle: Battle, rules: &Rules, verdict: Verdict, loser: Side, way: u8, ump: &mut impl Umpire) -> Next {
    let path = &rules.parties[loser].ways[usize::from(way)];
    ump.explain(|| {
        reconstructed(rule!("8.37-a"), format!("{} retreats: {}", rules.parties[loser].name, path.name))
    });
    let due = attrition_due(rules, loser, &battle, None, way_points(rules, path), true, ump);
    if due == 0 {
        return battle.finish(rules, verdict, Some(way), ump);
    }
    let removal = Removal::new(&rules.parties[loser], &battle.troops[loser], battle.joined[loser], due);
    let Some(sp) = removal.unasked(rules.questions) else {
        return battle.at(Stage::RetreatLosses { verdict, way, due: due as u8 });
    };
    gone(battle, rules, verdict, loser, way, &sp, ump)
}

/// The loser pays for the march.
pub(crate) fn pay(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    way: u8,
    due: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let loser = verdict.loser.expect("a retreat has a loser");
    let removal =
        Removal::new(&rules.parties[loser], &battle.troops[loser], battle.joined[loser], u16::from(due));
    let sp = removal.ask(owner(loser, Asks::AttritionOfTheRetreat), ump)?;
    Ok(gone(battle, rules, verdict, loser, way, &sp, ump))
}

fn gone(
    mut battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    loser: Side,
    way: u8,
    sp: &[u8; UNITS_MAX],
    ump: &mut impl Umpire,
) -> Next {
    take_off(&mut battle.troops[loser], sp);
    ump.explain(|| {
        let lost = payment_words(&rules.parties[loser], sp);
        Ruling::new(rule!("8.23-q"), format!("lost on the march: {lost}"))
    });
    battle.finish(rules, verdict, Some(way), ump)
}
