//! The modifiers of the battle die. [8.31, 8.32, 5.44, 5.57]

use super::{AvoidanceTried, Battle, Clash, DIE, Interception, Next, Rules, Stage, elephants};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::force::{Arm, Game, Grade, Joined, People};
use crate::readings::{
    BothStatuses, CoordinatedLegions, EfficiencyInCarthage, EliteGroups, Failures, LandingAndRiver,
    RatioBeyondThree,
};
use crate::rule;
use grognard_umpire::{Asking, BySide, Clause, Flow, Modifier, Ruling, Side, Umpire};

/// The combat ratio's modifier, worked out in whole numbers. [8.31-a to 8.31-e]
///
/// ```text
/// A:D   …  1-3   1-2   1-1.5   1-1   1.5-1   2-1   3-1  …
/// DRM       −3    −2     −1     0     +1     +2    +3     between rows: the one worse for the attacker
/// ```
pub fn ratio(charts: &Charts, attacker: u16, defender: u16, reading: RatioBeyondThree) -> i16 {
    let (a, d) = (u32::from(attacker.max(1)), u32::from(defender.max(1)));
    if a >= d {
        return match a / d {
            0 | 1 if 2 * a >= 3 * d => charts.ratio_row(4),
            0 | 1 => charts.ratio_row(3),
            2 => charts.ratio_row(5),
            3 => charts.ratio_row(6),
            more => more as i16,
        };
    }
    let past = match reading {
        RatioBeyondThree::Truncate => d / a,
        RatioBeyondThree::DefenderFavour => d.div_ceil(a),
    };
    match past {
        0..=3 if d <= 2 * a && 2 * d <= 3 * a => charts.ratio_row(2),
        0..=3 if d <= 2 * a => charts.ratio_row(1),
        0..=3 => charts.ratio_row(0),
        more => -(more as i16),
    }
}

/// Cavalry superiority from the attacker's side. [8.31-j]
pub(crate) fn cavalry(rules: &Rules, horse: BySide<u16>) -> (i16, Side) {
    let superior = if horse.first >= horse.second { Side::First } else { Side::Second };
    let difference = horse.first.abs_diff(horse.second);
    let people = rules.parties[superior].people;
    let value = rules.charts.cavalry(difference, rules.field.terrain, people, rules.readings.rough_cavalry);
    (favour(superior, value), superior)
}

/// A value in a side's favour, as it is added to the battle die.
const fn favour(side: Side, value: i16) -> i16 {
    match side {
        Side::First => value,
        Side::Second => -value,
    }
}

/// The clause of the cavalry chart's row that applies.
fn cavalry_clause(rules: &Rules, superior: Side) -> Clause {
    use crate::force::Terrain::{Flat, Rough};
    match (rules.field.terrain, rules.parties[superior].people) {
        (Flat, People::Other) => rule!("8.31-f"),
        (Flat, People::Roman) => rule!("8.31-g"),
        (Rough, People::Other) => rule!("8.31-h"),
        _ => rule!("8.31-i"),
    }
}

/// What forecasts count for an attack that is not allowed.
const NEVER: i16 = -99;

type Words<'a> = &'a dyn Fn() -> String;

/// All that is fixed before the tactical rolls; each modifier is handed to `give`. [8.31-u]
fn fixed(
    battle: &Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    mut give: impl FnMut(i16, Clause, Words<'_>),
) -> Clash {
    let start = BySide::from_fn(|side| battle.strength(rules, side));
    let ratio = ratio(&rules.charts, start.first, start.second, rules.readings.ratio_beyond_three);
    let clause = match ratio {
        4.. => rule!("8.31-c"),
        ..-3 => rule!("8.31-d"),
        _ => rule!("8.31-b"),
    };
    give(ratio, clause, &|| format!("{} SP attack {}", start.first, start.second));
    let horse = BySide::from_fn(|side| battle.of_arm(rules, side, Arm::Cavalry));
    let (cavalry, superior) = cavalry(rules, horse);
    let clause = cavalry_clause(rules, superior);
    give(cavalry, clause, &|| {
        let mark = if clause == rule!("8.31-h") { " (row reconstructed)" } else { "" };
        format!("{} cavalry SP against {}{mark}", horse.first, horse.second)
    });
    for side in Side::ALL {
        subordinates(battle, rules, side, &mut give);
        elite(battle, rules, side, &mut give);
        roman(battle, rules, side, &mut give);
    }
    status(battle, rules, &mut give);
    position(battle, rules, avoidance, &mut give);
    Clash { modifier: 0, ratio, cavalry, start }
}

/// Subordinates' battle points, at most two a player. [5.44-a]
fn subordinates(battle: &Battle, rules: &Rules, side: Side, give: &mut impl FnMut(i16, Clause, Words<'_>)) {
    let party = &rules.parties[side];
    let points: i16 = party
        .leaders_present(battle.joined[side])
        .filter(|(index, _)| *index > 0)
        .map(|(_, leader)| i16::from(leader.battle_points))
        .sum();
    let counted = points.min(rules.charts.battle.subordinates_max);
    give(favour(side, counted), rule!("5.44-a"), &|| format!("{}: subordinate leaders", party.name));
}

/// One for each elite arm of a contingent that is strong enough. [8.31-k, 8.31-l]
fn elite(battle: &Battle, rules: &Rules, side: Side, give: &mut impl FnMut(i16, Clause, Words<'_>)) {
    let party = &rules.parties[side];
    let groups = rules.readings.elite_groups;
    let together = |a: &crate::force::Unit, b: &crate::force::Unit| {
        let arms = groups == EliteGroups::Contingent || a.arm == b.arm;
        arms && a.contingent == b.contingent
    };
    let elite = || party.present(battle.joined[side]).filter(|(_, unit)| unit.grade == Grade::Elite);
    for (index, unit) in elite() {
        if elite().any(|(earlier, other)| earlier < index && together(unit, other)) {
            continue;
        }
        let group = elite().filter(|(_, other)| together(unit, other));
        let sp: u16 = group.map(|(index, _)| u16::from(battle.troops[side].0[index])).sum();
        if sp >= rules.charts.battle.elite_sp_min {
            let value = favour(side, rules.charts.battle.elite);
            give(value, rule!("8.31-k"), &|| {
                format!("elite {} {} ({sp} SP)", unit.contingent, unit.arm.key())
            });
        } else {
            give(0, rule!("8.31-l"), &|| {
                format!("elite {} {} has only {sp} SP", unit.contingent, unit.arm.key())
            });
        }
    }
}

/// Roman discipline and command efficiency. [8.31-s, 8.31-t, 5.57]
fn roman(battle: &Battle, rules: &Rules, side: Side, give: &mut impl FnMut(i16, Clause, Words<'_>)) {
    let (party, charts) = (&rules.parties[side], &rules.charts);
    if party.people != People::Roman {
        return;
    }
    let sp = |index: usize| battle.troops[side].0[index];
    if rules.field.game == Game::RiseOfTheRomanRepublic {
        let veterans = party.present(battle.joined[side]).filter(|(_, u)| u.grade == Grade::VeteranLegion);
        for (index, unit) in veterans {
            if sp(index) >= charts.battle.veteran_sp_min {
                let value = favour(side, charts.battle.discipline);
                give(value, rule!("8.31-s"), &|| format!("veteran {}", unit.name));
            } else {
                give(0, rule!("8.31-t"), &|| format!("veteran {} has only {} SP", unit.name, sp(index)));
            }
        }
    }
    let applies = rules.field.game == Game::RiseOfTheRomanRepublic
        || rules.readings.efficiency_in_carthage == EfficiencyInCarthage::Applies;
    if !applies {
        give(0, rule!("5.57-d"), &|| "command efficiency is a rule of the other game".to_owned());
        return;
    }
    let counted = match rules.readings.coordinated_legions {
        CoordinatedLegions::Count => battle.joined[side],
        CoordinatedLegions::Apart => Joined::default(),
    };
    // Partial legions count, auxiliaries do not.
    let legions = party.present(counted).filter(|(index, unit)| unit.is_legion() && sp(*index) > 0).count();
    give(0, rule!("5.57-c"), &|| format!("{legions} legions, whole or in part"));
    let most = usize::from(charts.legions_max(party.commander().letter));
    give(0, rule!("5.57-a"), &|| format!("a {} commands {most}", party.commander().letter.key()));
    let over = legions.saturating_sub(most) as i16;
    give(favour(side, charts.battle.legion_over * over), rule!("5.57-b"), &|| {
        format!("{legions} legions under a leader who commands {most}")
    });
}

/// After-battle status, each side's worst. [8.77-a, 8.77-b, 8.77-g]
fn status(battle: &Battle, rules: &Rules, give: &mut impl FnMut(i16, Clause, Words<'_>)) {
    let worst =
        BySide::from_fn(|side| rules.parties[side].worst_status(&battle.troops[side], battle.joined[side]));
    give(0, rule!("8.77-g"), &|| "the worst status of any unit governs its force".to_owned());
    let both = rules.readings.both_statuses == BothStatuses::Each;
    let chart = &rules.charts.status;
    if both || worst.first >= worst.second {
        // A Useless force does not attack: neither a force of the file nor one called in.
        let value = chart.attack(worst.first).unwrap_or(NEVER);
        give(value, rule!("8.77-a"), &|| format!("the attacker is {}", worst.first.key()));
    }
    if both || worst.second > worst.first {
        let value = chart.defence(worst.second);
        give(value, rule!("8.77-b"), &|| format!("the defender is {}", worst.second.key()));
    }
}

/// River, failures, envelopment, ambush and landing. [8.31-m to 8.31-r]
fn position(
    battle: &Battle,
    rules: &Rules,
    avoidance: AvoidanceTried,
    give: &mut impl FnMut(i16, Clause, Words<'_>),
) {
    let (field, values) = (&rules.field, &rules.charts.battle);
    let joined_across = rules
        .parties
        .first
        .nearby
        .iter()
        .enumerate()
        .any(|(force, nearby)| nearby.enters_across_river && battle.joined.first.has(Some(force as u8)));
    let landing_only = field.landing == Some(Side::First)
        && rules.readings.landing_and_river == LandingAndRiver::LandingOnly;
    // A landing can stand for the river of the force that landed, not for that of one that marched.
    if (field.river_crossed && !landing_only) || joined_across {
        give(values.river, rule!("8.31-m"), &|| "an attacking force crossed a river into the hex".to_owned());
    }
    let failed_interception = field.interception == Interception::FailedByDefender;
    if avoidance == AvoidanceTried::Failed {
        give(values.failure, rule!("8.31-n"), &|| "the defender failed to avoid battle".to_owned());
    }
    let again = avoidance == AvoidanceTried::No || rules.readings.failures == Failures::Each;
    if failed_interception && again {
        give(values.failure, rule!("6.55-a"), &|| "the defender failed to intercept".to_owned());
    }
    if field.double_envelopment {
        give(values.double_envelopment, rule!("8.31-o"), &|| "double envelopment".to_owned());
    }
    if field.ambush {
        give(values.ambush, rule!("8.31-p"), &|| "ambush".to_owned());
    }
    match field.landing {
        Some(Side::First) => {
            give(values.landing_attacks, rule!("8.31-q"), &|| "the attacker has just landed".to_owned());
        }
        Some(Side::Second) => {
            give(values.landing_attacked, rule!("8.31-r"), &|| "the defender has just landed".to_owned());
        }
        None => {}
    }
}

/// Fixes all modifiers but tactical ability. [8.3-a, 8.31-u]
pub(crate) fn fix(battle: Battle, rules: &Rules, avoidance: AvoidanceTried, ump: &mut impl Umpire) -> Next {
    // Which row of the ratio chart, and exactly: no rounding but the chart's own.
    ump.cite(rule!("8.31-a"));
    ump.cite(rule!("8.31-e"));
    ump.cite(rule!("8.31-j"));
    // Elephant SP count in the ratio only by a reading.
    ump.cite(rule!("8.36-k"));
    let mut sum = 0;
    let mut list = Vec::new();
    let listening = ump.listening();
    let clash = fixed(&battle, rules, avoidance, |value, clause, words| {
        sum += value;
        if listening {
            list.push(Modifier::new(value, clause, words()));
        }
    });
    for modifier in list.iter().filter(|modifier| modifier.value == 0) {
        ump.cite(modifier.clause);
    }
    list.retain(|modifier| modifier.value != 0);
    ump.explain(|| {
        let text = format!("modifiers before tactical ability come to {sum:+}");
        Ruling::new(rule!("8.31-u"), text).with_modifiers(list)
    });
    battle.at(Stage::Tactics { clash: Clash { modifier: sum, ..clash } })
}

/// The total of the battle die that the attacker may expect if nobody avoids and no elephant charges, in
/// tenths: for those who have to decide whether to fight.
pub fn forecast(rules: &Rules) -> i32 {
    let mut sum = 0;
    fixed(&rules.start(), rules, AvoidanceTried::No, |value, _, _| sum += i32::from(value));
    let tactical = |side: Side| -> i32 {
        let letter = rules.parties[side].commander().letter;
        (0..10).map(|die| i32::from(rules.charts.tactical(letter, die))).sum()
    };
    10 * sum + tactical(Side::First) - tactical(Side::Second) + 45
}

/// Both commanders roll; the difference is added. [8.32-b]
pub(crate) fn tactics(battle: Battle, rules: &Rules, clash: Clash, ump: &mut impl Umpire) -> Flow<Battle> {
    ump.cite(rule!("0-a"));
    let mut values = BySide::new(0, 0);
    for side in Side::ALL {
        let leader = rules.parties[side].commander();
        let asking = Asking::of(side, rule!("8.32-a"), Asks::TacticalAbility);
        values[side] = ump.throw(asking, DIE, |die| rules.charts.tactical(leader.letter, die))?;
        let value = values[side];
        ump.explain(|| {
            let text = format!(
                "{} (battle letter {}) has tactical ability {value}",
                leader.name,
                leader.letter.key()
            );
            Ruling::new(rule!("8.32-a"), text)
        });
    }
    let tactical = i16::from(values.first) - i16::from(values.second);
    let modifier = clash.modifier + tactical;
    ump.explain(|| {
        let list = vec![Modifier::new(tactical, rule!("8.32-b"), "tactical ability")];
        Ruling::new(rule!("8.32-b"), format!("all modifiers come to {modifier:+}")).with_modifiers(list)
    });
    Ok(elephants::next(battle, rules, Clash { modifier, ..clash }, BySide::default(), ump))
}
