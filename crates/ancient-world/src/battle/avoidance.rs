//! Avoidance: the defender tries to be gone before the battle. [8.23]

use super::removal::{Removal, owner, payment_words, take_off};
use super::retreat::{attrition_due, way_points};
use super::{AvoidanceTried, Battle, DIE, End, Interception, Next, Outcome, Rules, Setting, Stage};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::force::{Status, Way};
use crate::guile::GuilePoints;
use crate::readings::{GuileOrder, head};
use crate::rule;
use grognard_umpire::{
    Asked, Asking, Barred, BySide, Clause, Flow, Modifier, Offer, Openness, Refusal, Reveal, Ruling, Side,
    Target, Umpire,
};
use std::ops::ControlFlow::Break;

/// What the defender may do when the attack is declared.
enum Answer<'a> {
    Stand,
    Leave(u8, &'a Way),
}

impl Offer for Answer<'_> {
    fn key(&self) -> String {
        match self {
            Answer::Stand => "stand".to_owned(),
            Answer::Leave(_, way) => way.key.clone(),
        }
    }
    fn words(&self) -> String {
        match self {
            Answer::Stand => "stand and fight".to_owned(),
            Answer::Leave(_, way) => format!("try to get away: {}", way.name),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Answer::Stand => Vec::new(),
            Answer::Leave(_, way) => way.targets(),
        }
    }
}

/// Why a force may not try to avoid battle.
pub(crate) fn bar(rules: &Rules) -> Option<Refusal> {
    let field = &rules.field;
    if field.interception == Interception::ByAttacker {
        return Some(Refusal::new(rule!("8.23-b"), "a force that was intercepted may not avoid battle"));
    }
    if rules.parties.second.ways.is_empty() {
        let reason = "it can neither leave the hex nor enter a friendly city in it";
        return Some(Refusal::new(rule!("8.23-c"), reason));
    }
    if field.overrun {
        return Some(Refusal::new(rule!("8.23-d"), "a force being overrun may not avoid battle"));
    }
    if field.sortie {
        let reason = "a besieger attacked by the besieged may not avoid battle";
        return Some(Refusal::new(rule!("8.23-e"), reason));
    }
    None
}

/// The attack is declared; the defender says whether he tries to get away. [8.21-b, 8.23-a]
pub(crate) fn decide(battle: Battle, rules: &Rules, ump: &mut impl Umpire) -> Flow<Battle> {
    let (attacker, defender) = (&rules.parties.first.name, &rules.parties.second.name);
    if rules.setting == Setting::Alone {
        ump.explain(|| head(&rules.readings_in_force()));
    }
    ump.explain(|| Ruling::new(rule!("8.21-b"), format!("{attacker} attacks {defender}")));
    if let Some(refusal) = bar(rules) {
        ump.explain(|| {
            let clause = refusal.clause.unwrap_or(rule!("8.23-c"));
            Ruling::new(clause, format!("{defender} may not avoid battle: {}", refusal.reason))
        });
        return Ok(super::coordination::next(battle, rules, AvoidanceTried::No, None, ump));
    }
    let ways = &rules.parties.second.ways;
    let mut answers = vec![Answer::Stand];
    answers.extend(ways.iter().enumerate().map(|(index, way)| Answer::Leave(index as u8, way)));
    let asking = Asking::of(Side::Second, rule!("8.23-a"), Asks::StandOrAvoidBattle);
    let barred = || vec![Barred { key: "avoid".to_owned(), refusal: Refusal::plain("name the way out") }];
    match ump.choose_among(asking, &answers, Openness::Open, &barred)? {
        Answer::Stand => {
            ump.explain(|| Ruling::new(rule!("8.23-a"), format!("{defender} stands")));
            Ok(super::coordination::next(battle, rules, AvoidanceTried::No, None, ump))
        }
        Answer::Leave(way, _) => Ok(battle.at(Stage::AvoidanceRoll { way: *way })),
    }
}

/// What is added to the avoidance die for the way taken and the guile spent. [8.23-n]
fn modifiers(rules: &Rules, way: &Way, guile: BySide<u8>, mut give: impl FnMut(i16, Clause, &'static str)) {
    let chart = &rules.charts.avoidance;
    if way.into_city && way.hexes.len() <= 1 {
        give(chart.city_near, rule!("8.23-g"), "into a friendly city in the same or an adjacent hex");
    }
    if way.into_city && way.hexes.len() == 2 {
        give(chart.city_far, rule!("8.23-h"), "into a friendly city two hexes away");
    }
    if rules.field.terrain.is_closed() {
        give(chart.closed_terrain, rule!("8.23-i"), "the defender is in mountain or marsh");
    }
    give(chart.defender_guile * i16::from(guile.second), rule!("8.23-j"), "the defender's guile");
    give(chart.attacker_guile * i16::from(guile.first), rule!("8.23-k"), "the attacker's guile");
    if rules.parties.second.ways.iter().all(|way| way.across_river) {
        give(chart.only_across_river, rule!("8.23-l"), "the only way out crosses a river");
    }
    if Charts::is_roman_republic(rules.field.game, rules.parties.second.people) {
        give(chart.roman_honour, rule!("8.23-m"), "Roman honour");
    }
}

/// Both commit guile, each as the reading has it. [8.23-j, 8.23-k]
pub(crate) fn commit_guile(
    have: BySide<u8>,
    order: GuileOrder,
    clause: Clause,
    topic: Asks,
    ump: &mut impl Umpire,
) -> Asked<BySide<u8>> {
    if have == BySide::new(0, 0) {
        return Ok(have);
    }
    let options = have.map(GuilePoints::up_to);
    let asking = BySide::from_fn(|side| Asking::of(side, clause, topic));
    let (first, second) = match order {
        GuileOrder::Secret => {
            let (first, second) =
                ump.choose_together((asking.first, options.first), (asking.second, options.second))?;
            for side in Side::ALL {
                ump.reveal(Reveal::answer(side, clause));
            }
            (first.0, second.0)
        }
        GuileOrder::AttackerFirst => {
            let first = ump.choose(asking.first, options.first)?.0;
            (first, ump.choose(asking.second, options.second)?.0)
        }
    };
    Ok(BySide::new(first, second))
}

/// Guile, the die, and whether he gets away. [8.23-f, 8.23-o, 8.23-p]
pub(crate) fn roll(mut battle: Battle, rules: &Rules, index: u8, ump: &mut impl Umpire) -> Flow<Battle> {
    let guile =
        commit_guile(battle.guile, rules.readings.guile, rule!("8.23-j"), Asks::GuileForAvoidance, ump)?;
    battle.guile.first -= guile.first;
    battle.guile.second -= guile.second;
    let defender = &rules.parties.second;
    let way = &defender.ways[usize::from(index)];
    ump.cite(rule!("8.23-n"));
    let mut added = 0;
    modifiers(rules, way, guile, |value, _, _| added += value);
    let rating = i16::from(defender.commander().campaign);
    let asking = Asking::of(Side::Second, rule!("8.23-f"), Asks::Avoidance);
    let away = ump.throw(asking, DIE, |die| die as i16 + added <= rating)?;
    ump.explain_throw(|die| {
        let mut list = Vec::new();
        modifiers(rules, way, guile, |value, clause, words| {
            if value != 0 {
                list.push(Modifier::new(value, clause, words));
            }
        });
        let name = &defender.commander().name;
        let result = if away { "gets away" } else { "is held" };
        let total = die as i16 + added;
        let text = format!("{name} needs at most his Campaign Rating {rating}, has {total}, and {result}");
        Ruling::new(rule!("8.23-f"), text).with_modifiers(list)
    });
    if away {
        return Ok(got_away(battle, rules, index, ump));
    }
    ump.explain(|| {
        let gain = rules.charts.battle.failure;
        Ruling::new(rule!("8.23-p"), format!("the force stays; the attacker has {gain:+} on the battle die"))
    });
    Ok(super::coordination::next(battle, rules, AvoidanceTried::Failed, None, ump))
}

fn got_away(battle: Battle, rules: &Rules, way: u8, ump: &mut impl Umpire) -> Next {
    let defender = &rules.parties.second;
    let path = &defender.ways[usize::from(way)];
    // None into a city, else by the hex, and never more than a tenth of the force.
    ump.cite(rule!("8.23-q"));
    let points = way_points(rules, path);
    let due = attrition_due(rules, Side::Second, &battle, None, points, true, ump);
    ump.explain(|| Ruling::new(rule!("8.23-o"), format!("{} retires: {}", defender.name, path.name)));
    let removal = Removal::new(defender, &battle.troops.second, battle.joined.second, due);
    let Some(sp) = removal.unasked(rules.questions) else {
        return battle.at(Stage::AvoidanceLosses { way, due: due as u8 });
    };
    end(battle, rules, way, &sp, ump)
}

/// The owner pays for the march.
pub(crate) fn pay(battle: Battle, rules: &Rules, way: u8, due: u8, ump: &mut impl Umpire) -> Flow<Battle> {
    let removal =
        Removal::new(&rules.parties.second, &battle.troops.second, battle.joined.second, u16::from(due));
    let sp = removal.ask(owner(Side::Second, Asks::AttritionOfTheRetirement), ump)?;
    Ok(end(battle, rules, way, &sp, ump))
}

fn end(
    mut battle: Battle,
    rules: &Rules,
    way: u8,
    sp: &[u8; crate::force::UNITS_MAX],
    ump: &mut impl Umpire,
) -> Next {
    take_off(&mut battle.troops.second, sp);
    ump.explain(|| {
        let lost = payment_words(&rules.parties.second, sp);
        Ruling::new(rule!("8.23-q"), format!("lost on the march: {lost}"))
    });
    ump.explain(|| Ruling::new(rule!("8.23-s"), "no battle; the active player may choose another operation"));
    Break(End {
        outcome: Outcome::Avoided(way),
        troops: battle.troops,
        guile: battle.guile,
        joined: battle.joined,
        fates: battle.fates,
        given: BySide::new(Status::Fresh, Status::Fresh),
        retreat: Some(way),
    })
}
