//! At the front: which force goes next, what it does, and how a won combat is exploited.

use crate::appraise::{Aim, Choice, Mover, attack, best, march_of, worth_of};
use crate::computer::{Pick, enemy_word, find, hex_of, name, names, units_of};
use crate::prospect::Prospects;
use crate::sight::Sight;
use grognard_board::{Hex, HexSet};
use grognard_damos::{Active, Mode, Phase, Plan, Units, may_stack};

/// The least gain a force is set in motion for.
const WORTH_MOVING: f64 = 0.35;
/// The least gain a force in motion goes on for.
const WORTH_GOING_ON: f64 = 0.1;

/// What a force does next, if anything is worth it.
struct Operation {
    units: Units,
    from: Hex,
    choice: Choice,
}

impl Operation {
    /// The target of a concerted attack, where that is what is best.
    fn concerted(&self) -> Option<(Hex, Plan)> {
        match self.choice.aim {
            Aim::Attack(hex, plan @ (Plan::GrandAssault | Plan::Penetration), _) => Some((hex, plan)),
            _ => None,
        }
    }

    /// The reason, as it may be said aloud: of a concerted attack only the target is told.
    fn why(&self, sight: &Sight<'_>) -> String {
        let rules = sight.rules;
        let who = names(rules, self.units);
        match &self.choice.aim {
            Aim::Attack(hex, Plan::GrandAssault | Plan::Penetration, _) => {
                format!("{} is worth a concerted attack", name(rules, *hex))
            }
            Aim::Attack(hex, _, win) => {
                format!(
                    "{who}: an attack on {} wins {:.0} times in 100 by the averages",
                    name(rules, *hex),
                    win * 100.0
                )
            }
            Aim::March(hex) => format!("{who}: on to {}", name(rules, *hex)),
            Aim::Rally => format!("{who} must be rallied"),
            Aim::Stay => format!("{who} stays"),
        }
    }
}

/// The best operation of a force: all of it, or its mobile part without those on foot.
fn operation(sight: &Sight<'_>, prospects: &mut Prospects, hex: Hex, targets: &HexSet) -> Option<Operation> {
    let units = sight.fresh(hex);
    if units.is_empty() {
        return None;
    }
    if let Some(going) = part_of_crowd(sight, hex, units) {
        let mover = Mover { concerted: false, ..Mover::new(sight, going, hex) };
        let choice = Some(best(sight, prospects, &mover))
            .filter(|choice| choice.gain > WORTH_MOVING && !matches!(choice.aim, Aim::Rally));
        // Somebody goes, whatever it is worth: whoever is too many when operations end is lost.
        let choice = choice.or_else(|| out_of_crowd(sight, &mover))?;
        return Some(Operation { units, from: hex, choice });
    }
    let mover = Mover::new(sight, units, hex);
    let mut choice = best(sight, prospects, &mover);
    let barred = |choice: &Choice| match choice.aim {
        Aim::Attack(hex, Plan::GrandAssault | Plan::Penetration, _) => !targets.has(hex),
        _ => false,
    };
    if barred(&choice) {
        choice = best(sight, prospects, &Mover { concerted: false, ..mover });
    }
    if let Some(mobile) = mobile_part(sight, units)
        && !matches!(choice.aim, Aim::Attack(..))
    {
        let alone = best(sight, prospects, &Mover { concerted: false, ..Mover::new(sight, mobile, hex) });
        if alone.gain > choice.gain {
            choice = alone;
        }
    }
    (choice.gain > WORTH_MOVING).then_some(Operation { units, from: hex, choice })
}

/// The part of a force that leaves an overcrowded hex, so that both parts are within the limit, or, where too many
/// have gone already, one of them: the strongest that finds a way out.
fn part_of_crowd(sight: &Sight<'_>, hex: Hex, units: Units) -> Option<Units> {
    let all = sight.here(hex);
    if may_stack(sight.rules, all) || units.len() > 8 {
        return None;
    }
    let mut parts: Vec<Units> = units.subsets().filter(|part| may_stack(sight.rules, *part)).collect();
    let clears = |part: &Units| may_stack(sight.rules, all.without(*part));
    if parts.iter().any(clears) {
        parts.retain(clears);
    }
    parts.sort_by(|a, b| sight.own(*b).total_cmp(&sight.own(*a)).then(b.cmp(a)));
    let goes = |part: &&Units| out_of_crowd(sight, &Mover::new(sight, **part, hex)).is_some();
    parts.iter().find(goes).or(parts.first()).copied()
}

/// The way out of an overcrowded hex: the best that has room for the whole force, past the enemy only if there
/// is no other.
fn out_of_crowd(sight: &Sight<'_>, mover: &Mover) -> Option<Choice> {
    let careless = Mover { careful: false, ..*mover };
    way_out(sight, mover).or_else(|| way_out(sight, &careless))
}

fn way_out(sight: &Sight<'_>, mover: &Mover) -> Option<Choice> {
    let enemies = sight.field.at[sight.side.other()];
    let room = |hex: &Hex| {
        let fits = may_stack(sight.rules, sight.here(*hex).with(mover.units));
        *hex != mover.at && !enemies.has(*hex) && fits
    };
    let reach = sight.atlas.reach(sight.rules, &march_of(sight, mover));
    let worth = |hex: &Hex| worth_of(sight, mover, *hex) - 0.02 * f64::from(reach.cost(*hex).unwrap_or(0));
    let to = reach.hexes().iter().filter(room).max_by(|a, b| worth(a).total_cmp(&worth(b)).then(b.cmp(a)))?;
    Some(Choice { aim: Aim::March(to), gain: WORTH_MOVING })
}

/// The mobile units of a mixed force.
fn mobile_part(sight: &Sight<'_>, units: Units) -> Option<Units> {
    let foot = sight.atlas.walkers_of(units);
    (!foot.is_empty() && foot != units && !sight.is_shaken(units)).then(|| units.without(foot))
}

/// Own forces in the order they go: those on foot first, as the rules want, and the foremost first.
fn in_turn(sight: &Sight<'_>, hexes: impl Iterator<Item = Hex>) -> Vec<Hex> {
    let mut list: Vec<(bool, u8, Hex)> = hexes
        .map(|hex| {
            let capable = sight.game.is_capable(sight.rules, sight.fresh(hex));
            (capable, sight.enemy_distance(hex), hex)
        })
        .collect();
    list.sort_unstable();
    list.into_iter().map(|(_, _, hex)| hex).collect()
}

/// The next force, a concerted attack, or the end of operations.
pub(crate) fn operations(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let rules = sight.rules;
    let of = |verb: &str| -> Vec<(Hex, usize)> {
        keys.iter()
            .enumerate()
            .filter(|(_, key)| key.split(' ').next() == Some(verb))
            .filter_map(|(index, key)| Some((hex_of(rules, key)?, index)))
            .collect()
    };
    let (activate, concerted) = (of("activate"), of("concerted"));
    let targets: HexSet = concerted.iter().map(|(hex, _)| *hex).collect();
    let index_in = |list: &[(Hex, usize)], hex: Hex| list.iter().find(|(at, _)| *at == hex).map(|(_, i)| *i);
    let forces: HexSet = activate.iter().map(|(hex, _)| *hex).collect();
    for hex in in_turn(sight, forces.iter()) {
        let Some(operation) = operation(sight, prospects, hex, &targets) else { continue };
        let index = match operation.concerted() {
            Some((target, _)) => index_in(&concerted, target),
            None => index_of_force(sight, keys, operation.from, operation.units),
        };
        if let Some(index) = index.or_else(|| index_in(&activate, hex)) {
            return (index, operation.why(sight));
        }
    }
    let end = find(keys, "end operations").unwrap_or(0);
    (end, "nobody can better his place any more".to_owned())
}

/// The order that activates exactly these units.
fn index_of_force(sight: &Sight<'_>, keys: &[String], hex: Hex, units: Units) -> Option<usize> {
    keys.iter().position(|key| {
        let words: Vec<&str> = key.split(' ').collect();
        match words[..] {
            ["activate", at, who] => {
                sight.rules.board.read(at) == Some(hex) && units_of(sight.rules, who) == units
            }
            _ => false,
        }
    })
}

/// Grand assault or penetration: as the declaration was meant.
pub(crate) fn concerted_kind(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let Phase::Planning(target) = *sight.game.phase() else { return (0, "the only kind".to_owned()) };
    let targets: HexSet = [target].into_iter().collect();
    let capable =
        sight.field.at[sight.side].iter().filter(|&hex| sight.game.is_capable(sight.rules, sight.fresh(hex)));
    for hex in in_turn(sight, capable) {
        let Some(operation) = operation(sight, prospects, hex, &targets) else { continue };
        if let Some((hex, plan)) = operation.concerted()
            && hex == target
            && let Some(index) = find(keys, plan.word())
        {
            return (index, "as the declaration was meant".to_owned());
        }
    }
    (keys.len() - 1, "the kind that promises most".to_owned())
}

/// The force that makes the declared attack: the one with the best prospect.
pub(crate) fn name_force(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let Phase::Naming(target, plan, _) = *sight.game.phase() else {
        return (0, "the only force".to_owned());
    };
    let enemy = sight.enemies.iter().find(|enemy| enemy.hex == target);
    let mut found: Option<(f64, usize, String)> = None;
    for (index, key) in keys.iter().enumerate() {
        let (Some(hex), Some(enemy)) = (hex_of(sight.rules, key), enemy) else { continue };
        let mover = Mover::new(sight, sight.fresh(hex), hex);
        let stay = worth_of(sight, &mover, hex);
        let (gain, why) = match attack(sight, prospects, &mover, enemy, Some(hex), &[plan], stay) {
            Some((gain, _, _)) => (gain, "nobody has a better chance there"),
            None => (-100.0 + sight.own(mover.units), "no force is strong enough; the strongest"),
        };
        if found.as_ref().is_none_or(|(old, _, _)| gain > *old) {
            found = Some((gain, index, format!("{}: {why}", names(sight.rules, mover.units))));
        }
    }
    found.map_or((0, "the attack has no object any more".to_owned()), |(_, index, why)| (index, why))
}

/// An active force as a mover.
fn mover_of(sight: &Sight<'_>, active: &Active, units: Units) -> Mover {
    let points = match active.exploit {
        Some(exploit) => sight.game.exploit_allowance(sight.rules, &exploit, units),
        None => sight.allowance(units),
    };
    let mover = Mover::new(sight, units, active.at);
    let stuck = mover.slowed && active.hexes > 0;
    let points = if stuck { 0 } else { points.saturating_sub(active.spent) };
    // Nobody reacts to an exploitation.
    Mover { points, concerted: false, careful: active.exploit.is_none(), ..mover }
}

/// The next order to an active force.
pub(crate) fn act(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let Phase::Active(active) = *sight.game.phase() else { return (0, "nothing to do".to_owned()) };
    let rules = sight.rules;
    let who = names(rules, active.units);
    let mover = mover_of(sight, &active, active.units);
    let crowded = !may_stack(rules, sight.here(active.at));
    if active.hexes == 0
        && active.exploit.is_none()
        && active.mode == Mode::Free
        && let Some(going) = part_of_crowd(sight, active.at, active.units)
        && let Some(index) = dropping(sight, keys, active.units.without(going))
    {
        return (index, "the hex is too full: some stay, some go".to_owned());
    }
    let way_out = if crowded { out_of_crowd(sight, &mover) } else { None };
    if let (Some(index), None) = (find(keys, "rally"), &way_out) {
        return (index, format!("{who}: order is restored"));
    }
    if let Mode::GrandAssault { target } = active.mode {
        let step = first_step(sight, &mover, target);
        let index = step.and_then(|hex| find(keys, &format!("move {}", rules.board.id(hex))));
        let other = keys.iter().position(|key| key.starts_with("move "));
        let index = index.or(find(keys, "finish")).or(other).unwrap_or(0);
        return (index, format!("{who}: to the assault on {}", name(rules, target)));
    }
    let choice = best(sight, prospects, &mover);
    if let Some(mobile) = mobile_part(sight, active.units)
        && active.spent == 0
        && active.exploit.is_none()
        && !matches!(choice.aim, Aim::Attack(..))
    {
        let alone = best(sight, prospects, &mover_of(sight, &active, mobile));
        let foot = active.units.without(mobile);
        if let Some(index) = dropping(sight, keys, foot)
            && alone.gain > choice.gain
        {
            return (index, format!("{} is too slow to come along", names(rules, foot)));
        }
    }
    let goal = match choice.aim {
        Aim::March(hex) | Aim::Attack(hex, ..) if choice.gain > WORTH_GOING_ON => Some(hex),
        _ => None,
    };
    let goal = goal.or(match way_out {
        Some(Choice { aim: Aim::March(hex), .. }) => Some(hex),
        _ => None,
    });
    let step = goal.and_then(|goal| first_step(sight, &mover, goal));
    // Out of a crowd any way is better than none.
    let careless = Mover { careful: false, ..mover };
    let step = step.or_else(|| goal.filter(|_| crowded).and_then(|goal| first_step(sight, &careless, goal)));
    // Back where it has just come from leads nowhere: what looked better from there does not any more. Only
    // out of a hex that is too full any way will do.
    let step = step.filter(|&hex| crowded || active.from != Some(hex));
    let index = step.and_then(|hex| find(keys, &format!("move {}", rules.board.id(hex))));
    match (index, goal) {
        (Some(index), Some(goal)) => {
            let why = match choice.aim {
                Aim::Attack(_, _, win) => format!(
                    "{who} against the {} in {}: won {:.0} times in 100 by the averages",
                    enemy_word(sight.side),
                    name(rules, goal),
                    win * 100.0
                ),
                _ => format!("{who}: on to {}", name(rules, goal)),
            };
            (index, why)
        }
        _ => (find(keys, "finish").unwrap_or(0), format!("{who}: in the right place")),
    }
}

/// The order that leaves exactly these units behind.
fn dropping(sight: &Sight<'_>, keys: &[String], units: Units) -> Option<usize> {
    keys.iter()
        .position(|key| key.strip_prefix("drop ").is_some_and(|word| units_of(sight.rules, word) == units))
}

/// The first step to a goal, other enemies left alone on the way.
fn first_step(sight: &Sight<'_>, mover: &Mover, goal: Hex) -> Option<Hex> {
    let mut march = march_of(sight, mover);
    let mut others = march.enemies;
    others.take(goal);
    march.barred = march.barred.or(&others);
    sight.atlas.first_step(sight.rules, &march, goal)
}

/// Who makes a grand assault announced in exploitation: the strongest that can.
pub(crate) fn name_exploiters(sight: &Sight<'_>, keys: &[String]) -> Pick {
    let strength = |key: &str| {
        let word = key.strip_prefix("exploit ").unwrap_or_default();
        sight.own(units_of(sight.rules, word))
    };
    let strongest = (0..keys.len()).max_by(|&a, &b| {
        let of = |index: usize| strength(&keys[index]);
        of(a).total_cmp(&of(b)).then(b.cmp(&a))
    });
    (strongest.unwrap_or(0), "with all that can get there".to_owned())
}

/// Who exploits a won combat: those who can go farthest, together.
pub(crate) fn exploit(sight: &Sight<'_>, prospects: &mut Prospects, keys: &[String]) -> Pick {
    let end = find(keys, "end exploitation").unwrap_or(0);
    let Phase::Exploitation(active) = *sight.game.phase() else { return (end, String::new()) };
    let Some(exploit) = active.exploit else { return (end, String::new()) };
    let allowance = |units: Units| sight.game.exploit_allowance(sight.rules, &exploit, units);
    let left: Units =
        exploit.left.iter().filter(|&unit| sight.game.hex_of(unit) == Some(exploit.hex)).collect();
    let most = left.iter().map(|unit| allowance(Units::one(unit))).max().unwrap_or(0);
    let fast: Units = left.iter().filter(|&unit| allowance(Units::one(unit)) == most).collect();
    let going = keys
        .iter()
        .position(|key| key.strip_prefix("exploit ").is_some_and(|word| units_of(sight.rules, word) == fast));
    let Some(index) = going else { return (end, "nobody has points to go on".to_owned()) };
    let mut starting = active;
    starting.spent = 0;
    starting.at = exploit.hex;
    let mover = mover_of(sight, &starting, fast);
    let capable = sight.game.is_capable(sight.rules, fast);
    let mut choice = best(sight, prospects, &Mover { exploiting: capable, ..mover });
    let declared = |choice: &Choice| match choice.aim {
        Aim::Attack(hex, Plan::GrandAssault, _) => {
            Some(find(keys, &format!("concerted {}", sight.rules.board.id(hex))))
        }
        _ => None,
    };
    let mut index = index;
    match declared(&choice) {
        // A grand assault is announced before anybody goes; where it may not be, something else is done.
        Some(Some(announce)) => index = announce,
        Some(None) => choice = best(sight, prospects, &mover),
        None => {}
    }
    if choice.gain <= WORTH_MOVING {
        return (end, "the ground gained is held".to_owned());
    }
    let operation = Operation { units: fast, from: exploit.hex, choice };
    (index, format!("through the gap: {}", operation.why(sight)))
}
