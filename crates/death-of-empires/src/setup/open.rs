//! Opening a battle file.

use super::check::{Examiner, Game};
use super::{AllocationFile, ChainFile, KINDS, MarchFile, PolicyFile, SideFile};
use crate::allocation::{Allocation, AllocationRules, Losses};
use crate::charts::Charts;
use crate::circumstances::{Circumstances, Occasion};
use crate::fight::{Barrage, End, Fight, FightRules, Formation, Stack};
use crate::force::{Arm, Condition, FORMATIONS_MAX, MissionOrder, STACKS_MAX};
use crate::hardship::{Hardship, HardshipRules, MarchEnd, Marcher};
use crate::readings::{AfterDriven, EarlierLosses};
use grognard_charts::{BadData, kind_of, read, refuse};
use grognard_umpire::{BySide, Clause, Side, Visitor};
use std::sync::Arc;

/// An opened battle file: the state it starts from, and the rules and givens.
#[derive(Clone, Debug)]
pub enum Contest {
    /// One force and a list of loss results.
    Allocation(Allocation, Arc<AllocationRules>),
    /// A whole fight.
    Chain(Fight, Arc<FightRules>),
    /// A forced march, or tired cavalry.
    Hardship(Hardship, Arc<HardshipRules>),
}

impl Contest {
    /// Hands the procedure over to whoever takes in any.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Contest::Allocation(start, rules) => visitor.visit(start, rules),
            Contest::Chain(start, rules) => visitor.visit(start, rules),
            Contest::Hardship(start, rules) => visitor.visit(start, rules),
        }
    }
}

/// Opens a battle file.
///
/// # Errors
/// Everything that is wrong with it, with line and key, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Contest, BadData> {
    let mut examiner = Examiner::default();
    let contest = match kind_of(file, text, crate::KEY, KINDS)? {
        "allocation" => allocation(&mut examiner, &read(file, text)?, charts),
        "chain" => chain(&mut examiner, &read(file, text)?, charts),
        "forced-march" => march(&mut examiner, &read(file, text)?, charts, Occasion::ForcedMarch),
        "cavalry-fatigue" => march(&mut examiner, &read(file, text)?, charts, Occasion::CavalryFatigue),
        other => unreachable!("`{other}` is no kind of the list"),
    };
    match contest {
        Some(contest) if examiner.problems.is_empty() => Ok(contest),
        _ => Err(refuse(file, text, &examiner.problems)),
    }
}

fn unheard(_: Clause) {}

fn allocation(examiner: &mut Examiner, file: &AllocationFile, charts: &Arc<Charts>) -> Option<Contest> {
    examiner.head(&file.title);
    let game = examiner.game(&file.game);
    let readings = file.readings;
    let owner = examiner.side("force.side", &file.force.side);
    let (force, strength) = examiner.force("force.units", &file.force.name, owner, &file.force.units);
    let occasion = occasion(examiner, &file.results.occasion);
    special_cases(examiner, file, owner, occasion);
    if occasion == Occasion::CavalryFatigue {
        examiner.fatigue(game);
    }
    let order = examiner.order("force.order", file.force.order.as_deref());
    let still_stands = readings.after_driven == AfterDriven::StandingFast;
    let driven_from_stand = file.force.stand_fast
        && file.results.driven
        && (occasion == Occasion::Combat || (occasion == Occasion::CheckAfterCombat && still_stands));
    let circumstances = Circumstances {
        occasion,
        charge: file.results.charge,
        stand_fast: file.force.stand_fast,
        driven: file.results.driven,
        overrun: file.results.overrun,
        engineers: file.force.engineers,
        posted: file.force.posted,
        barrage_strength: file.results.barrage_strength.unwrap_or(0),
        prisoners: file.results.prisoners
            || driven_from_stand
            || (occasion == Occasion::ForcedMarch && order == MissionOrder::Retire),
    };
    let before = Condition {
        strength,
        morale: examiner.morale("force.morale", file.force.morale),
        hexes: 0,
        marker: examiner.marker("force.combat-marker", file.force.combat_marker, &readings),
        superiority: file.results.superiority,
        prisoners: 0,
    };
    let rules = AllocationRules {
        charts: charts.clone(),
        readings,
        names: BySide::new(file.attacker.name.clone(), file.defender.name.clone()),
        force,
        circumstances,
        before,
        found: file.results.found,
        policies: BySide::new(
            examiner.policy("attacker", &file.attacker.policy),
            examiner.policy("defender", &file.defender.policy),
        ),
        weights: examiner.weights(&file.objective),
    };
    if rules.force.units.is_empty() {
        return None;
    }
    let earlier = earlier(examiner, file, &rules);
    let case = rules.case();
    let start = Allocation::open(&case, before, file.results.found, &mut unheard).after(&case, earlier);
    Some(Contest::Allocation(start, Arc::new(rules)))
}

/// What a check's opponent may look back at, by the reading O3.
fn earlier(examiner: &mut Examiner, file: &AllocationFile, rules: &AllocationRules) -> Losses {
    let Some(word) = &file.results.earlier else { return Losses::default() };
    let path = "results.earlier";
    if !matches!(rules.circumstances.occasion, Occasion::CheckAfterBarrage | Occasion::CheckAfterCombat) {
        examiner.wrong(path, "only the check after a barrage or combat has something before it");
    }
    if rules.readings.earlier_losses == EarlierLosses::Forgotten {
        examiner.wrong(path, "earlier losses are forgotten unless readings.earlier-losses is `counted`");
    }
    match word.as_str() {
        "nothing" => Losses::default(),
        "sp" => Losses { any: true, ..Losses::default() },
        "combat-sp" => Losses { any: true, combat: true, engineer: false },
        _ => {
            examiner.wrong(path, format!("no `{word}`: write nothing, sp or combat-sp"));
            Losses::default()
        }
    }
}

/// More loss results than any fight gives: a bigger figure is a slip.
const FOUND_MAX: u8 = 10;

fn occasion(examiner: &mut Examiner, word: &str) -> Occasion {
    Occasion::ALL.into_iter().find(|occasion| occasion.key() == word).unwrap_or_else(|| {
        let known: Vec<&str> = Occasion::ALL.iter().map(|occasion| occasion.key()).collect();
        examiner.wrong("results.occasion", format!("no occasion `{word}`: write {}", known.join(", ")));
        Occasion::Combat
    })
}

/// What cannot be together in an allocation.
fn special_cases(examiner: &mut Examiner, file: &AllocationFile, owner: Side, occasion: Occasion) {
    let (force, results) = (&file.force, &file.results);
    if !(1..=FOUND_MAX).contains(&results.found) {
        examiner.wrong("results.found", format!("{} results; write 1 to {FOUND_MAX}", results.found));
    }
    if occasion.is_barrage() && owner == Side::First {
        examiner.wrong("force.side", "a barrage falls on a defender");
    }
    if occasion.is_barrage() && results.barrage_strength.is_none_or(|strength| strength == 0) {
        examiner.wrong("results.barrage-strength", "a barrage has a strength of at least 1");
    }
    if !occasion.is_barrage() && results.barrage_strength.is_some() {
        examiner.wrong("results.barrage-strength", "only a barrage and the check after it have one");
    }
    if owner == Side::First && (force.stand_fast || force.posted || results.driven) {
        examiner.wrong("force.side", "only a defender stands fast, is posted or is driven back");
    }
    if owner == Side::Second && results.overrun {
        examiner.wrong("results.overrun", "only an attacker overruns");
    }
    if results.charge && !matches!(occasion, Occasion::Combat | Occasion::CheckAfterCombat) {
        examiner.wrong("results.charge", "a charge bears on combat and the check after it");
    }
    let has = |arm: Arm| force.units.iter().any(|unit| unit.arm == arm.key());
    if force.engineers && !has(Arm::Engineer) {
        examiner.wrong("force.engineers", "the stack has no engineers that could modify the combat");
    }
    if results.prisoners && occasion != Occasion::Combat {
        examiner.wrong("results.prisoners", "only the combat table makes prisoners of losses");
    }
    unread(examiner, file, occasion);
}

/// What stands in an allocation and would change nothing.
fn unread(examiner: &mut Examiner, file: &AllocationFile, occasion: Occasion) {
    let (force, results) = (&file.force, &file.results);
    let combat_or_check = matches!(occasion, Occasion::Combat | Occasion::CheckAfterCombat);
    if occasion != Occasion::ForcedMarch {
        examiner.no_order("force.order", force.order.as_deref());
    }
    if force.stand_fast && occasion.is_hardship() {
        examiner.wrong("force.stand-fast", "standing fast has no part in a march; leave it out");
    }
    if force.posted && !combat_or_check {
        examiner
            .wrong("force.posted", "being posted matters to the combat and the check after it; leave it out");
    }
    if force.engineers && !combat_or_check {
        examiner.wrong("force.engineers", "engineers modify combat; leave it out");
    }
    if results.driven && !(force.stand_fast && combat_or_check) {
        let problem = "that it was driven back matters only to a force that stands fast, in the combat and the check \
                       after it; leave it out";
        examiner.wrong("results.driven", problem);
    }
    if results.overrun && occasion != Occasion::CheckAfterCombat {
        examiner.wrong("results.overrun", "an overrun bears on the check after the combat; leave it out");
    }
}

/// A side's formations, stacks, strengths and morale levels.
fn side(
    examiner: &mut Examiner,
    path: &str,
    side: Side,
    file: &SideFile,
    before: &mut End,
) -> (Vec<Formation>, Vec<Stack>) {
    examiner.numbers(path, file, STACKS_MAX, FORMATIONS_MAX);
    let mut formations = Vec::new();
    for (number, formation) in file.formations.iter().take(FORMATIONS_MAX).enumerate() {
        formations.push(examiner.formation(&format!("{path}.formation"), side, formation));
        before.morale[side][number] = formation.morale;
    }
    let mut stacks = Vec::new();
    for (number, stack) in file.stacks.iter().take(STACKS_MAX).enumerate() {
        let place = format!("{path}.stack");
        let (force, strength) = examiner.force(&place, &stack.name, side, &stack.units);
        before.strength[side][number] = strength;
        let formation = examiner.formation_of(&place, file, stack);
        if stack.engineers && force.of_arm(Arm::Engineer).next().is_none() {
            examiner.wrong(&place, format!("{} has no engineers that could modify the combat", stack.name));
        }
        stacks.push(Stack { force, formation, engineers: stack.engineers });
    }
    (formations, stacks)
}

/// The barrage and the stack it falls on, if there is one.
fn barrage(examiner: &mut Examiner, file: &ChainFile, stacks: &[Stack]) -> Option<Barrage> {
    let barrage = file.barrage.as_ref()?;
    if barrage.strength == 0 {
        examiner.wrong("barrage.strength", "a barrage has a strength of at least 1");
    }
    let target = match &barrage.target {
        None if stacks.len() == 1 => Some(0),
        None => None,
        Some(name) => stacks.iter().position(|stack| stack.force.name == *name),
    };
    if target.is_none() {
        examiner.wrong("barrage.target", "name one of the defender's stacks");
    }
    Some(Barrage { strength: barrage.strength, target: target? })
}

fn chain(examiner: &mut Examiner, file: &ChainFile, charts: &Arc<Charts>) -> Option<Contest> {
    examiner.head(&file.title);
    examiner.game(&file.game);
    let readings = file.readings;
    let mut before = End::default();
    let (first_formations, first_stacks) =
        side(examiner, "attacker", Side::First, &file.attacker, &mut before);
    let (second_formations, second_stacks) =
        side(examiner, "defender", Side::Second, &file.defender, &mut before);
    if file.attacker.combat_marker.is_some() {
        examiner.wrong("attacker.combat-marker", "only the defender has a combat marker here");
    }
    if first_stacks.iter().any(|stack| stack.force.units.first().is_some_and(|unit| unit.arm == Arm::Fort)) {
        examiner.wrong("attacker.stack", "a fort cannot attack");
    }
    let marching = file.attacker.stacks.iter().chain(&file.defender.stacks);
    if marching.into_iter().any(|stack| stack.movement_points.is_some()) {
        examiner.wrong("attacker.stack", "movement-points belong to a forced march");
    }
    for (path, side) in [("attacker", &file.attacker), ("defender", &file.defender)] {
        for formation in &side.formations {
            examiner.no_order(&format!("{path}.formation.order"), formation.order.as_deref());
        }
    }
    before.marker = examiner.marker("defender.combat-marker", file.defender.combat_marker, &readings);
    before.superiority = file.combat.superiority;
    let barrage = barrage(examiner, file, &second_stacks);
    let column = file.combat.odds.as_ref().and_then(|odds| {
        let column = charts.odds_column_named(odds);
        if column.is_none() {
            let heads = charts.odds_heads().join(", ");
            examiner.wrong("combat.odds", format!("no column `{odds}`: write one of {heads}"));
        }
        column
    });
    let charge = file.combat.charge.as_ref().map(|word| examiner.side("combat.charge", word));
    let charging = match charge {
        Some(Side::First) => &first_stacks[..],
        Some(Side::Second) => &second_stacks[..],
        None => &[],
    };
    if charge.is_some() && charging.iter().all(|stack| stack.force.of_arm(Arm::Cavalry).next().is_none()) {
        examiner.wrong("combat.charge", "no stack of that side has cavalry to charge with");
    }
    let rules = FightRules {
        charts: charts.clone(),
        readings,
        names: BySide::new(file.attacker.name.clone(), file.defender.name.clone()),
        formations: BySide::new(first_formations, second_formations),
        stacks: BySide::new(first_stacks, second_stacks),
        barrage,
        column,
        charge,
        overrun: file.combat.overrun,
        policies: BySide::new(
            examiner.policy("attacker", &file.attacker.policy),
            examiner.policy("defender", &file.defender.policy),
        ),
        weights: examiner.weights(&file.objective),
        before,
    };
    Some(Contest::Chain(Fight::start(&before, rules.barrage), Arc::new(rules)))
}

/// What stands in a march and would change nothing.
fn unread_in_a_march(examiner: &mut Examiner, file: &MarchFile, occasion: Occasion) {
    if occasion == Occasion::CavalryFatigue {
        for formation in &file.marching.formations {
            examiner.no_order("marching.formation.order", formation.order.as_deref());
        }
    }
    let worth = &file.objective;
    if [worth.hold, worth.hex, worth.marker, worth.superiority].iter().any(Option::is_some) {
        let problem = "a march has no hex to hold, no marker and no superiority; leave their worth out";
        examiner.wrong("objective", problem);
    }
    if file.enemy.policy != PolicyFile::default() || file.marching.policy.enemy.is_some() {
        examiner.wrong("enemy.policy", "the enemy chooses nothing in a march; leave it out");
    }
}

fn march(
    examiner: &mut Examiner,
    file: &MarchFile,
    charts: &Arc<Charts>,
    occasion: Occasion,
) -> Option<Contest> {
    examiner.head(&file.title);
    let game: Game = examiner.game(&file.game);
    if occasion == Occasion::CavalryFatigue {
        examiner.fatigue(game);
    }
    let readings = file.readings;
    let mut end = End::default();
    let (formations, stacks) = side(examiner, "marching", Side::First, &file.marching, &mut end);
    if file.marching.combat_marker.is_some() {
        examiner.wrong("marching.combat-marker", "no combat marker has a part in a march");
    }
    unread_in_a_march(examiner, file, occasion);
    let mut marchers = Vec::new();
    for (stack, given) in stacks.into_iter().zip(&file.marching.stacks) {
        let name = &given.name;
        match (occasion, given.movement_points) {
            (Occasion::ForcedMarch, None | Some(0)) => {
                examiner.wrong("marching.stack", format!("{name} needs the movement-points it marched"));
            }
            (Occasion::CavalryFatigue, Some(_)) => {
                examiner.wrong("marching.stack", format!("{name}: movement-points belong to a forced march"));
            }
            _ => {}
        }
        if occasion == Occasion::CavalryFatigue && stack.force.of_arm(Arm::Cavalry).next().is_none() {
            examiner.wrong("marching.stack", format!("{name} has no cavalry that could be tired"));
        }
        if stack.engineers {
            examiner.wrong("marching.stack", format!("{name}: engineers modify combat, not marches"));
        }
        let movement_points = given.movement_points.unwrap_or(0);
        marchers.push(Marcher { force: stack.force, formation: stack.formation, movement_points });
    }
    let before = MarchEnd { strength: end.strength.first, morale: end.morale.first, prisoners: 0 };
    let rules = HardshipRules {
        charts: charts.clone(),
        readings,
        names: BySide::new(file.marching.name.clone(), file.enemy.name.clone()),
        occasion,
        formations,
        stacks: marchers,
        policies: BySide::new(
            examiner.policy("marching", &file.marching.policy),
            examiner.policy("enemy", &file.enemy.policy),
        ),
        weights: examiner.weights(&file.objective),
        before,
    };
    Some(Contest::Hardship(Hardship::start(&before, rules.stacks.len()), Arc::new(rules)))
}
