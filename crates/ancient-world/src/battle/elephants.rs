//! War elephants: committed after the modifiers are known, one die each. [8.36]

use super::{Battle, Charge, Clash, DIE, Next, Questions, Rules, Stage};
use crate::asks::Asks;
use crate::force::{Arm, Unit};
use crate::readings::ElephantOrder;
use crate::rule;
use grognard_umpire::{Asking, BySide, Clause, Flow, Offer, Reveal, Ruling, Side, Umpire};

/// A number of elephant SP, as an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ElephantSp(u8);

impl Offer for ElephantSp {
    fn key(&self) -> String {
        self.0.to_string()
    }
    fn words(&self) -> String {
        match self.0 {
            0 => "keep the elephants back".to_owned(),
            n => format!("commit {n} elephant SP"),
        }
    }
}

/// A unit that may lose a strength point.
struct Victim<'a>(usize, &'a Unit);

impl Offer for Victim<'_> {
    fn key(&self) -> String {
        self.1.key.clone()
    }
    fn words(&self) -> String {
        self.1.name.clone()
    }
}

/// What comes next: a commitment, a charge, or the battle die when all elephants have had their turn.
pub(crate) fn next(
    battle: Battle,
    rules: &Rules,
    clash: Clash,
    left: BySide<Option<u8>>,
    ump: &mut impl Umpire,
) -> Next {
    for side in Side::ALL {
        match left[side] {
            Some(0) => {}
            Some(_) => return battle.at(Stage::Elephants { clash, side, left }),
            None if battle.of_arm(rules, side, Arm::Elephants) > 0 => {
                return battle.at(Stage::Commitment { clash, side });
            }
            None => {}
        }
    }
    super::results::before_the_die(battle, rules, clash, ump)
}

fn options(battle: &Battle, rules: &Rules, side: Side) -> Vec<ElephantSp> {
    (0..=battle.of_arm(rules, side, Arm::Elephants) as u8).map(ElephantSp).collect()
}

/// A side says how many elephants it commits. [8.36-a]
pub(crate) fn commit(
    battle: Battle,
    rules: &Rules,
    clash: Clash,
    side: Side,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let asking = |side| Asking::of(side, rule!("8.36-a"), Asks::CommitElephants);
    let none = |side| (battle.of_arm(rules, side, Arm::Elephants) == 0).then_some(0);
    let left = match rules.readings.elephants {
        ElephantOrder::AttackerFirst => {
            let committed = ump.choose(asking(side), &options(&battle, rules, side))?.0;
            match side {
                // A side without elephants has nothing to say.
                Side::First => BySide::new(Some(committed), none(Side::Second)),
                Side::Second => BySide::new(Some(0), Some(committed)),
            }
        }
        ElephantOrder::Secret => {
            let lists = BySide::from_fn(|side| options(&battle, rules, side));
            let (first, second) = ump.choose_together(
                (asking(Side::First), &lists.first),
                (asking(Side::Second), &lists.second),
            )?;
            for side in Side::ALL {
                ump.reveal(Reveal::answer(side, rule!("8.36-a")));
            }
            BySide::new(Some(first.0), Some(second.0))
        }
    };
    for (side, committed) in left.iter() {
        if let Some(committed) = committed.filter(|committed| *committed > 0) {
            let name = &rules.parties[side].name;
            ump.explain(|| Ruling::new(rule!("8.36-a"), format!("{name} commits {committed} elephant SP")));
        }
    }
    Ok(next(battle, rules, clash, left, ump))
}

/// One elephant SP charges. [8.36-b]
pub(crate) fn charge(
    battle: Battle,
    rules: &Rules,
    mut clash: Clash,
    side: Side,
    mut left: BySide<Option<u8>>,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let asking = Asking::of(side, rule!("8.36-b"), Asks::WarElephants);
    let effect = ump.throw(asking, DIE, |die| rules.charts.elephants[usize::from(die)])?;
    left[side] = left[side].map(|left| left - 1);
    let hit = match (effect.own_cavalry, effect.own_infantry, effect.enemy_infantry, effect.enemy_cavalry) {
        (1, ..) => Some((side, Arm::Cavalry)),
        (_, 1, ..) => Some((side, Arm::Infantry)),
        (_, _, 1, _) => Some((side.other(), Arm::Infantry)),
        (_, _, _, 1) => Some((side.other(), Arm::Cavalry)),
        _ => None,
    };
    let shift = match side {
        Side::First => effect.battle_die,
        Side::Second => -effect.battle_die,
    };
    clash.modifier += shift;
    let clause = clause_of(side, hit, effect.elephant, shift);
    ump.explain(|| Ruling::new(clause, effect_words(rules, side, hit, effect.elephant, shift)));
    let elephant = (effect.elephant > 0).then_some((side, Arm::Elephants));
    Ok(strike(battle, rules, Charge { clash, side, left, hits: [elephant, hit] }, ump))
}

fn clause_of(side: Side, hit: Option<(Side, Arm)>, elephant: u8, shift: i16) -> Clause {
    match hit {
        Some((hit, Arm::Cavalry)) if hit == side => rule!("8.36-c"),
        Some((hit, _)) if hit == side => rule!("8.36-d"),
        Some((_, Arm::Infantry)) => rule!("8.36-g"),
        Some(_) => rule!("8.36-h"),
        None if elephant > 0 => rule!("8.36-e"),
        None if shift == 0 => rule!("8.36-f"),
        None => rule!("8.36-i"),
    }
}

fn effect_words(rules: &Rules, side: Side, hit: Option<(Side, Arm)>, elephant: u8, shift: i16) -> String {
    let mut parts = Vec::new();
    if let Some((hit, arm)) = hit {
        let whose = if hit == side { "its own".to_owned() } else { rules.parties[hit].name.clone() };
        parts.push(format!("1 {} SP of {whose} is lost", arm.key()));
    }
    if elephant > 0 {
        parts.push("the elephant SP is lost".to_owned());
    }
    if shift != 0 {
        parts.push(format!("{shift:+} on the battle die"));
    }
    let effect = if parts.is_empty() { "no effect".to_owned() } else { parts.join(", ") };
    format!("an elephant SP of {} charges: {effect}", rules.parties[side].name)
}

/// The units of the arm that can lose an SP; of several that differ in name only, the first.
fn victims<'a>(battle: &Battle, rules: &'a Rules, hit: Side, arm: Arm) -> Vec<Victim<'a>> {
    let troops = battle.troops[hit];
    let mut victims: Vec<Victim<'a>> = Vec::new();
    for (index, unit) in rules.parties[hit].present(battle.joined[hit]) {
        let alike = |Victim(other, same): &Victim<'_>| {
            troops.0[*other] == troops.0[index]
                && (same.grade, same.status, same.nearby) == (unit.grade, unit.status, unit.nearby)
                && same.contingent == unit.contingent
        };
        if unit.arm == arm && troops.0[index] > 0 && !victims.iter().any(alike) {
            victims.push(Victim(index, unit));
        }
    }
    victims
}

/// Takes one SP of each arm that is hit off, or has the owner say which.
fn strike(mut battle: Battle, rules: &Rules, mut charge: Charge, ump: &mut impl Umpire) -> Next {
    for index in 0..charge.hits.len() {
        let Some((hit, arm)) = charge.hits[index] else { continue };
        let troops = battle.troops[hit];
        let mut of_arm = rules.parties[hit]
            .present(battle.joined[hit])
            .filter(|(index, unit)| unit.arm == arm && troops.0[*index] > 0)
            .map(|(index, _)| index);
        match (of_arm.next(), of_arm.next()) {
            (None, _) => {
                // An arm without strength points loses none.
                ump.explain(|| {
                    let text = format!("{} has no {} to lose", rules.parties[hit].name, arm.key());
                    Ruling::new(rule!("8.36-l"), text)
                });
            }
            (Some(index), None) => battle.troops[hit].0[index] -= 1,
            (Some(_), Some(_)) if rules.questions == Questions::Great => {
                let victims = victims(&battle, rules, hit, arm);
                let index = victims[policy_victim(&battle, rules, hit, arm)].0;
                battle.troops[hit].0[index] -= 1;
            }
            (Some(_), Some(_)) => return battle.at(Stage::Trampled { charge }),
        }
        charge.hits[index] = None;
    }
    next(battle, rules, charge.clash, charge.left, ump)
}

/// The owner of the arm that was hit picks the unit. [8.34-e]
pub(crate) fn trampled(
    mut battle: Battle,
    rules: &Rules,
    mut charge: Charge,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let (hit, arm) = charge.hit().expect("somebody was hit");
    let victims = victims(&battle, rules, hit, arm);
    let asking = Asking::of(hit, rule!("8.34-e"), Asks::TheUnitHitByElephants);
    let Victim(index, unit) = ump.choose(asking, &victims)?;
    battle.troops[hit].0[*index] -= 1;
    ump.explain(|| {
        Ruling::new(rule!("8.34-e"), format!("{} removes 1 {}", rules.parties[hit].name, unit.name))
    });
    charge.settle();
    Ok(strike(battle, rules, charge, ump))
}

/// The option that a policy takes when elephants hit: ordinary men before select ones.
pub(crate) fn policy_victim(battle: &Battle, rules: &Rules, hit: Side, arm: Arm) -> usize {
    let victims = victims(battle, rules, hit, arm);
    victims.iter().position(|victim| !victim.1.is_select()).unwrap_or(0)
}
