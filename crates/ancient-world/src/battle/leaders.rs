//! Leader casualties, and the Overall Commander's replacement of a subordinate. [8.6, G-a]

use super::apart::{Whose, leaves_fates};
use super::{Battle, DIE, Next, Rules, Stage, Verdict, pursuit};
use crate::asks::Asks;
use crate::force::{Fate, Fates, Leader, Status};
use crate::guile::{GuilePoints, GuileUse, may_spend};
use crate::rule;
use grognard_umpire::{Asked, Asking, BySide, Flow, Modifier, Offer, Ruling, Side, Umpire, YesNo};

pub(crate) fn start(battle: Battle, rules: &Rules, verdict: Verdict) -> Next {
    battle.at(Stage::Leaders { verdict, pursuit: pursuit::value(&battle, rules, verdict) })
}

/// Every leader present is checked, draws included. [8.6-a]
pub(crate) fn check(
    mut battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    pursuit: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    ump.cite(rule!("8.6-a"));
    if leaves_fates(rules, ump) {
        battle.fates = BySide::new(Fates::OPEN, Fates::OPEN);
        return pursuit::next(battle, rules, verdict, pursuit, ump);
    }
    let mut killed = false;
    for side in Side::ALL {
        killed |= check_side(&mut battle, rules, side, Whose::All, verdict.loser == Some(side), ump)?;
    }
    if killed {
        return next_replacement(battle, rules, verdict, pursuit, Side::First, 1, ump);
    }
    pursuit::next(battle, rules, verdict, pursuit, ump)
}

/// Checks a side's leaders; says whether a subordinate was killed.
fn check_side(
    battle: &mut Battle,
    rules: &Rules,
    side: Side,
    whose: Whose,
    losing: bool,
    ump: &mut impl Umpire,
) -> Asked<bool> {
    let mut killed = false;
    for (index, leader) in rules.parties[side].leaders_present(battle.joined[side]) {
        if matches!(whose, Whose::One(only) if usize::from(only) != index) {
            continue;
        }
        let fate = check_one(rules, side, leader, losing, ump)?;
        battle.fates[side] = battle.fates[side].with(index, fate);
        killed |= index > 0 && fate == Fate::Killed;
    }
    Ok(killed)
}

/// The same check apart from the battle that it belongs to, which is over.
pub(crate) fn check_apart(
    mut battle: Battle,
    rules: &Rules,
    side: Side,
    whose: Whose,
    losing: bool,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let killed = check_side(&mut battle, rules, side, whose, losing, ump)?;
    let over = Verdict { loser: None, major: false, status: BySide::new(Status::Fresh, Status::Fresh) };
    if killed && whose == Whose::All {
        return next_replacement(battle, rules, over, 0, side, 1, ump);
    }
    pursuit::next(battle, rules, over, 0, ump)
}

/// Whether a side's commander may replace a killed subordinate, if he lives.
pub(super) fn may_replace(rules: &Rules, side: Side, guile: u8) -> bool {
    let party = &rules.parties[side];
    let rank = party.commander().rank;
    let entitled = may_spend(&rules.charts, rules.field.game, party.people, rank, GuileUse::Replacement);
    entitled.is_ok() && guile >= rules.replacement_cost()
}

/// Two rolls for one leader. [8.6-b, 8.6-c, 8.6-d]
pub(crate) fn check_one(
    rules: &Rules,
    side: Side,
    leader: &Leader,
    losing: bool,
    ump: &mut impl Umpire,
) -> Asked<Fate> {
    let chart = &rules.charts.leader_loss;
    let from_losing = if losing { chart.losing } else { 0 };
    let from_pluto = if rules.field.visit_from_pluto { chart.pluto } else { 0 };
    let mortality = i16::from(leader.mortality);
    let first = Asking::of(side, rule!("8.6-b"), Asks::LeaderLossFirst);
    let unhurt = ump.throw(first, DIE, |die| die as i16 + from_losing + from_pluto <= mortality)?;
    let fate = if unhurt {
        Fate::Unhurt
    } else {
        let second = Asking::of(side, rule!("8.6-c"), Asks::LeaderLossSecond);
        let wounded = ump.throw(second, DIE, |die| die as i16 <= mortality)?;
        if wounded { Fate::Wounded } else { Fate::Killed }
    };
    ump.explain(|| {
        let mut list = Vec::new();
        for (value, words) in [(from_losing, "with the losing force"), (from_pluto, "the Visit from Pluto")] {
            if value != 0 {
                list.push(Modifier::new(value, rule!("8.6-d"), words));
            }
        }
        let text = format!("{} (mortality {mortality}) is {}", leader.name, fate.key());
        let clause = if unhurt { rule!("8.6-b") } else { rule!("8.6-c") };
        Ruling::new(clause, text).with_modifiers(list)
    });
    Ok(fate)
}

/// The next killed subordinate whom an Overall Commander could replace, or the pursuit.
fn next_replacement(
    battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    pursuit: u8,
    from: Side,
    first_leader: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    for side in Side::ALL.into_iter().filter(|side| *side >= from) {
        let party = &rules.parties[side];
        let fates = battle.fates[side];
        let lowest = if side == from { usize::from(first_leader) } else { 1 };
        let killed = (lowest..party.leaders.len()).find(|leader| fates.of(*leader) == Fate::Killed);
        let Some(leader) = killed else { continue };
        if may_replace(rules, side, battle.guile[side]) && fates.of(0) != Fate::Killed {
            return Ok(battle.at(Stage::Replacement { verdict, pursuit, side, leader: leader as u8 }));
        }
    }
    pursuit::next(battle, rules, verdict, pursuit, ump)
}

/// The Overall Commander says whether he spends a Guile Point to replace him. [G-a]
pub(crate) fn replace(
    mut battle: Battle,
    rules: &Rules,
    verdict: Verdict,
    pursuit: u8,
    side: Side,
    leader: u8,
    ump: &mut impl Umpire,
) -> Flow<Battle> {
    let asking = Asking::of(side, rule!("G-a"), Asks::ReplaceAKilledSubordinate);
    if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
        let index = usize::from(leader);
        let cost = rules.replacement_cost();
        battle.guile[side] -= cost;
        battle.fates[side] = battle.fates[side].with(index, Fate::Replaced);
        let name = &rules.parties[side].leaders[index].name;
        ump.explain(|| {
            Ruling::new(
                rule!("G-a"),
                format!("{name} is replaced for {} (reading replacement-cost)", GuilePoints(cost).words()),
            )
        });
    }
    next_replacement(battle, rules, verdict, pursuit, side, leader + 1, ump)
}
