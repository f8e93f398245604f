//! A combat alone: the battle file, and the combat as something people can play and calculate.

use crate::charts::{Charts, Ground, Plan, Posture};
use crate::combat::{Air, Allocation, Combat, Crossing, FIGHTERS_MAX, Fighter, Force, Outcome, Plans, Role};
use crate::options::{AirReroll, Delay, Options, SecondLoss};
use crate::rule;
use crate::unit::{Arm, Nation, UnitId};
use grognard_board::{Settlement, Terrain};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Asked, Asking, BySide, Choice, Fact, Figure, Flow, Offer, Playable, Procedure, Ruling, Side, Umpire,
    Unit, YesNo,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A battle file of kind `combat`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BattleFile {
    /// `damos`.
    pub system: String,
    /// `combat`.
    pub kind: String,
    /// The battle's name.
    pub title: String,
    /// When it was fought.
    pub date: String,
    /// Where the forces come from.
    pub sources: Vec<String>,
    /// `clear`, `woods`, `marsh`, `town`, `town-in-woods`, `town-in-marsh`, `city` or `major-city`.
    pub ground: String,
    /// Whether the attacker crosses a river.
    #[serde(default)]
    pub river: bool,
    /// Who attacks.
    pub attacker: AttackerText,
    /// Who defends.
    pub defender: DefenderText,
    /// Readings and switches.
    #[serde(default)]
    pub options: Options,
}

/// The attacker of a battle file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AttackerText {
    /// What the side is called.
    pub name: String,
    /// `german`, `axis-ally` or `russian`.
    pub nation: String,
    /// Whether it can trace a line of supply.
    #[serde(default = "yes")]
    pub supplied: bool,
    /// Name, type and current strength of each unit.
    pub units: Vec<(String, String, u8)>,
    /// Replacement points at hand.
    #[serde(default)]
    pub replacements: u8,
    /// `ordinary`, `concerted`, `exploiting`, or one plan that is settled.
    pub plans: String,
    /// `none`, `both`, `shift` or `reroll`: what the air unit brings.
    #[serde(default = "none")]
    pub air: String,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyText,
}

/// The defender of a battle file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DefenderText {
    /// What the side is called.
    pub name: String,
    /// `german`, `axis-ally` or `russian`.
    pub nation: String,
    /// Whether it can trace a line of supply.
    #[serde(default = "yes")]
    pub supplied: bool,
    /// Whether it is demoralized.
    #[serde(default)]
    pub demoralized: bool,
    /// Name, type and current strength of each unit.
    pub units: Vec<(String, String, u8)>,
    /// Replacement points at hand.
    #[serde(default)]
    pub replacements: u8,
    /// A posture that is settled; left out, it is asked.
    #[serde(default)]
    pub posture: Option<String>,
    /// `none`, `both`, `shift` or `reroll`: what the air unit brings.
    #[serde(default = "none")]
    pub air: String,
    /// How it decides when nobody is asked.
    #[serde(default)]
    pub policy: PolicyText,
}

/// How a side decides when nobody is asked.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PolicyText {
    /// The plan or posture it takes where it may; otherwise the first on the list.
    pub prefer: Option<String>,
    /// The type of unit it keeps out of its losses as long as it can.
    pub spare: String,
    /// Whether it pays losses with replacement points.
    pub pay_replacements: bool,
    /// Whether it calls the air unit.
    pub call_air: bool,
    /// It throws its lowest die again if it shows this or less.
    pub reroll_at_most: u8,
}

impl Default for PolicyText {
    fn default() -> Self {
        PolicyText {
            prefer: None,
            spare: "armor".to_owned(),
            pay_replacements: false,
            call_air: true,
            reroll_at_most: 3,
        }
    }
}

fn yes() -> bool {
    true
}

fn none() -> String {
    "none".to_owned()
}

/// The givens of a combat alone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BattleRules {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Readings and switches.
    pub options: Options,
    /// The battle's name.
    pub title: String,
    names: BySide<String>,
    units: BySide<Vec<String>>,
    policies: BySide<PolicyText>,
    start: Combat,
}

/// A combat alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Battle(pub Combat);

/// How a combat alone ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BattleEnd {
    /// Who won.
    pub winner: Role,
    /// The plan.
    pub plan: Plan,
    /// The posture.
    pub posture: Option<Posture>,
    /// Settled by the odds alone.
    pub automatic: bool,
    /// The strength left to each unit.
    pub left: BySide<[u8; FIGHTERS_MAX]>,
    /// Whether the loser is demoralized now.
    pub loser_demoralized: bool,
    /// LP the defender had nobody left to take.
    pub surplus: u8,
    /// Replacement points left.
    pub replacements: BySide<u8>,
}

/// Reads the word for a kind of ground.
pub(crate) fn read_ground(word: &str) -> Option<Ground> {
    let (terrain, settlement) = match word {
        "clear" => (Terrain::Clear, None),
        "woods" => (Terrain::Woods, None),
        "marsh" => (Terrain::Marsh, None),
        "town" => (Terrain::Clear, Some(Settlement::Town)),
        "town-in-woods" => (Terrain::Woods, Some(Settlement::Town)),
        "town-in-marsh" => (Terrain::Marsh, Some(Settlement::Town)),
        "city" => (Terrain::Clear, Some(Settlement::City)),
        "major-city" => (Terrain::Clear, Some(Settlement::MajorCity)),
        _ => return None,
    };
    Some(Ground { terrain, settlement })
}

fn read_air(word: &str) -> Option<Option<Air>> {
    match word {
        "none" => Some(None),
        "both" => Some(Some(Air { shift: true, reroll: true })),
        "shift" => Some(Some(Air { shift: true, reroll: false })),
        "reroll" => Some(Some(Air { shift: false, reroll: true })),
        _ => None,
    }
}

/// Whether a unit of the attacker projects a zone of influence.
fn projects_any(attacker: &AttackerText, charts: &Charts) -> bool {
    let nation = Nation::from_key(&attacker.nation).unwrap_or_default();
    attacker.units.iter().any(|(_, arm, _)| Arm::from_key(arm).is_none_or(|arm| charts.projects(arm, nation)))
}

fn read_plans(word: &str) -> Option<Plans> {
    match word {
        "ordinary" => Some(Plans::Ordinary),
        "concerted" => Some(Plans::Concerted),
        "exploiting" => Some(Plans::Exploiting),
        other => Plan::from_word(other).map(Plans::Settled),
    }
}

fn read_force(units: &[(String, String, u8)], path: &str, problems: &mut Vec<Problem>) -> Force {
    if units.is_empty() || units.len() > FIGHTERS_MAX {
        problems.push(Problem::new(path, format!("1 to {FIGHTERS_MAX} units fight in a hex")));
        return Force::default();
    }
    let mut fighters = Vec::new();
    for (index, (name, arm, strength)) in units.iter().enumerate() {
        let found = Arm::from_key(arm);
        if found.is_none() {
            let words = Arm::ALL.map(Arm::key).join(", ");
            problems.push(Problem::new(path, format!("{name}: no type `{arm}`; there are {words}")));
        }
        if !(1..=30).contains(strength) {
            problems.push(Problem::new(path, format!("{name}: 1 to 30 strength points, not {strength}")));
        }
        let arm = found.unwrap_or_default();
        fighters.push(Fighter { unit: UnitId(index as u8), arm, strength: *strength });
    }
    Force::new(&fighters)
}

/// Reads a battle file of kind `combat`.
///
/// # Errors
/// Everything that is wrong with it.
pub fn open_battle(
    file: &str,
    text: &str,
    charts: &Arc<Charts>,
) -> Result<(Battle, Arc<BattleRules>), BadData> {
    let battle: BattleFile = read(file, text)?;
    let mut problems = Vec::new();
    let mut wrong = |path: &str, problem: String| problems.push(Problem::new(path, problem));
    if battle.system != crate::KEY || battle.kind != "combat" {
        wrong("system", "write system = \"damos\" and kind = \"combat\"".to_owned());
    }
    let ground = read_ground(&battle.ground);
    if ground.is_none() {
        wrong(
            "ground",
            format!(
                "no ground `{}`: write clear, woods, marsh, town, town-in-woods, town-in-marsh, city or major-city",
                battle.ground
            ),
        );
    }
    let plans = read_plans(&battle.attacker.plans);
    if plans.is_none() {
        wrong("attacker.plans", "write ordinary, concerted, exploiting or one of the four plans".to_owned());
    }
    let sides = [
        ("attacker.air", &battle.attacker.air, &battle.attacker.nation),
        ("defender.air", &battle.defender.air, &battle.defender.nation),
    ];
    for (path, word, nation) in sides {
        match read_air(word) {
            None => wrong(path, "write none, both, shift or reroll".to_owned()),
            Some(Some(_)) if Nation::from_key(nation) == Some(Nation::Russian) => {
                wrong(path, "the air unit is German: write none (AGC-4.4-a)".to_owned());
            }
            Some(_) => {}
        }
    }
    if battle.attacker.air != "none" && battle.defender.air != "none" {
        wrong(
            "defender.air",
            "there is one air unit: write none for one of the sides (AGC-4.4-a)".to_owned(),
        );
    }
    if plans.is_some_and(Plans::takes_influence) && !projects_any(&battle.attacker, charts) {
        let why = "these plans take a ZOI-capable force: write ordinary, or give it a unit that projects (DAMOS-8.1-a)";
        wrong("attacker.plans", why.to_owned());
    }
    let nations =
        [("attacker.nation", &battle.attacker.nation), ("defender.nation", &battle.defender.nation)].map(
            |(path, word)| {
                Nation::from_key(word).unwrap_or_else(|| {
                    wrong(path, "write german, axis-ally or russian".to_owned());
                    Nation::German
                })
            },
        );
    for (path, policy) in
        [("attacker.policy", &battle.attacker.policy), ("defender.policy", &battle.defender.policy)]
    {
        let known = policy
            .prefer
            .as_deref()
            .is_none_or(|word| Plan::from_word(word).is_some() || Posture::from_word(word).is_some());
        if !known {
            wrong(path, "prefer names a plan or a posture".to_owned());
        }
        if Arm::from_key(&policy.spare).is_none() {
            wrong(path, "spare names a type of unit".to_owned());
        }
    }
    let forces = BySide::new(
        read_force(&battle.attacker.units, "attacker.units", &mut problems),
        read_force(&battle.defender.units, "defender.units", &mut problems),
    );
    let (Some(ground), Some(plans)) = (ground, plans) else { return Err(refuse(file, text, &problems)) };
    let crossing = if battle.river { Crossing::River } else { Crossing::Open };
    let mut combat = Combat::new(Side::First, forces, ground, crossing, plans);
    combat.nations = BySide::new(nations[0], nations[1]);
    combat.supplied = BySide::new(battle.attacker.supplied, battle.defender.supplied);
    combat.demoralized = battle.defender.demoralized;
    combat.replacements = BySide::new(battle.attacker.replacements, battle.defender.replacements);
    let airs = [(Side::First, &battle.attacker.air), (Side::Second, &battle.defender.air)];
    combat.air = airs.into_iter().find_map(|(side, word)| read_air(word).flatten().map(|air| (side, air)));
    if let Some(word) = &battle.defender.posture {
        let posture = Posture::from_word(word);
        let barred = match posture {
            None => Some("no such posture: write steadfast, counterattack, elastic or delay".to_owned()),
            Some(posture) => combat.posture_barred(posture, charts).map(|refusal| refusal.to_string()),
        };
        if let Some(problem) = barred {
            problems.push(Problem::new("defender.posture", problem));
        }
        combat.posture = posture;
    }
    if !problems.is_empty() {
        return Err(refuse(file, text, &problems));
    }
    let list = |units: &[(String, String, u8)]| units.iter().map(|(name, _, _)| name.clone()).collect();
    let rules = BattleRules {
        charts: Arc::clone(charts),
        options: battle.options,
        title: battle.title,
        names: BySide::new(battle.attacker.name, battle.defender.name),
        units: BySide::new(list(&battle.attacker.units), list(&battle.defender.units)),
        policies: BySide::new(battle.attacker.policy, battle.defender.policy),
        start: combat,
    };
    Ok((Battle(combat), Arc::new(rules)))
}

impl Procedure for Battle {
    type Rules = BattleRules;
    type End = BattleEnd;

    fn step(self, rules: &BattleRules, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self.0.step(&rules.charts, &rules.options, ump)? {
            Continue(combat) => Continue(Battle(combat)),
            Break(outcome) => Break(finish(outcome, self.0.demoralized, rules, ump)?),
        })
    }

    fn rank(&self, _: &BattleRules) -> Option<u32> {
        Some(self.0.rank())
    }
}

/// What losing does to a force, apart from the retreat that needs a map.
fn finish(
    mut outcome: Outcome,
    was_demoralized: bool,
    rules: &BattleRules,
    ump: &mut impl Umpire,
) -> Asked<BattleEnd> {
    let mut fate = Fate::of(&outcome, was_demoralized, &rules.options, ump);
    if rout(&mut outcome, rules, ump)? {
        fate = Fate::Demoralized;
    }
    let force = &mut outcome.forces[Side::Second];
    if fate == Fate::OneMore && force.strength() > 0 {
        ump.cite(rule!("8.11-g"));
        let names = &rules.units[Side::Second];
        let largest: Vec<Largest<'_>> =
            force.strongest().into_iter().map(|place| Largest { place, name: &names[place] }).collect();
        let asking = Asking::of(Side::Second, rule!("8.11-g"), "which unit loses one point more");
        force.lose_one_more(ump.choose_secretly(asking, &largest)?.place);
    }
    ump.explain(|| Ruling::new(rule!("8.11-f"), fate.words()));
    let left = outcome.forces.map(|force| {
        let mut left = [0; FIGHTERS_MAX];
        for (slot, fighter) in left.iter_mut().zip(force.fighters()) {
            *slot = fighter.strength;
        }
        left
    });
    Ok(BattleEnd {
        winner: outcome.winner,
        plan: outcome.plan,
        posture: outcome.posture,
        automatic: outcome.automatic,
        left,
        loser_demoralized: matches!(fate, Fate::Demoralized | Fate::OneMore),
        surplus: outcome.surplus,
        replacements: outcome.replacements,
    })
}

/// Instead of leaving a major city the defender may rout his strongest unit and stay; then it is the
/// attacker who has lost.
fn rout(outcome: &mut Outcome, rules: &BattleRules, ump: &mut impl Umpire) -> Asked<bool> {
    let force = &mut outcome.forces[Side::Second];
    let standing = force.fighters().iter().filter(|fighter| fighter.strength > 0).count();
    let city = rules.start.ground.settlement == Some(Settlement::MajorCity);
    if !city || outcome.winner == Role::Defender || standing < rules.options.rout_takes() {
        return Ok(false);
    }
    let asking = Asking::of(Side::Second, rule!("8.11-j"), "rout the strongest unit and hold the city");
    if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
        return Ok(false);
    }
    let names = &rules.units[Side::Second];
    let strongest: Vec<Largest<'_>> =
        force.strongest().into_iter().map(|place| Largest { place, name: &names[place] }).collect();
    let asking = Asking::of(Side::Second, rule!("8.11-j"), "which unit is routed");
    let place = ump.choose_secretly(asking, &strongest)?.place;
    force.lose_all(place);
    outcome.winner = Role::Defender;
    for clause in [rule!("8.11-j"), rule!("8.11-k"), rule!("8.11-l")] {
        ump.cite(clause);
    }
    ump.explain(|| Ruling::new(rule!("8.11-j"), format!("{} is routed, and the city is held", names[place])));
    Ok(true)
}

/// One of a force's strongest units, by its place in the force.
struct Largest<'a> {
    place: usize,
    name: &'a str,
}

impl Offer for Largest<'_> {
    fn key(&self) -> String {
        (self.place + 1).to_string()
    }

    fn words(&self) -> String {
        self.name.to_owned()
    }
}

/// What losing does to the loser's morale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Nothing: a meeting engagement, a delay, or nobody left.
    None,
    /// It is demoralized.
    Demoralized,
    /// It was demoralized already and loses one point more.
    OneMore,
}

impl Fate {
    /// The fate of a combat's loser; `was_demoralized` is about the defender.
    pub(crate) fn of(
        outcome: &Outcome,
        was_demoralized: bool,
        options: &Options,
        ump: &mut impl Umpire,
    ) -> Fate {
        let delayed = options.delay == Delay::GivesWay
            && outcome.posture == Some(Posture::Delay)
            && outcome.winner == Role::Attacker;
        if delayed || outcome.automatic {
            return Fate::None;
        }
        if outcome.plan == Plan::MeetingEngagement {
            // A meeting engagement demoralizes nobody, and so costs the demoralized nothing more.
            let again = was_demoralized && outcome.winner == Role::Attacker;
            ump.cite(if again { rule!("8.11-h") } else { rule!("2.8-a") });
            return match (again, options.second_loss) {
                (true, SecondLoss::Always) => Fate::OneMore,
                _ => Fate::None,
            };
        }
        match (outcome.winner, was_demoralized) {
            (Role::Attacker, true) => {
                ump.cite(rule!("2.8-f"));
                Fate::OneMore
            }
            _ => {
                ump.cite(rule!("2.8-a"));
                Fate::Demoralized
            }
        }
    }

    fn words(self) -> &'static str {
        match self {
            Fate::None => "the loser retreats in good order",
            Fate::Demoralized => "the loser retreats and is demoralized",
            Fate::OneMore => "the loser, demoralized already, retreats and loses one more point",
        }
    }
}

impl BattleRules {
    fn losses(&self, end: &BattleEnd, side: Side) -> u8 {
        self.start.forces[side].strength() - end.left[side].iter().sum::<u8>()
    }
}

/// How a side decides losses by its policy: the index of the least painful way.
fn least_painful(ways: &[Allocation], fighters: &[Fighter], spare: Arm, pay: bool) -> usize {
    let pain = |way: &Allocation| {
        let total: u8 = way.taken.iter().sum();
        let hit = way.taken.iter().zip(fighters).filter(|(_, fighter)| fighter.arm == spare);
        let spared: u8 = hit.map(|(points, _)| points).sum();
        if pay { (total, spared) } else { (way.paid, spared) }
    };
    (0..ways.len()).min_by_key(|&index| pain(&ways[index])).unwrap_or(0)
}

impl Playable for Battle {
    fn side_name(rules: &BattleRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &BattleRules, viewer: Option<Side>) -> Fact {
        let force = |side: Side| {
            let force = &self.0.forces[side];
            // The opponent learns a force's total, never how it is spread.
            let own = viewer == Some(side);
            let units = force.fighters().iter().zip(&rules.units[side]).map(|(fighter, name)| {
                let strength = if own { Fact::from(fighter.strength) } else { Fact::Nothing };
                Fact::record([
                    ("name", Fact::from(name.as_str())),
                    ("type", Fact::from(fighter.arm.key())),
                    ("strength", strength),
                ])
            });
            Fact::record([
                ("name", Fact::from(rules.names[side].as_str())),
                ("strength", Fact::from(force.strength())),
                ("units", Fact::List(units.collect())),
                ("supplied", Fact::from(self.0.supplied[side])),
            ])
        };
        Fact::record([
            ("attacker", force(Side::First)),
            ("defender", force(Side::Second)),
            ("ground", Fact::from(self.0.ground.words())),
            ("demoralized", Fact::from(self.0.demoralized)),
        ])
    }

    fn end_facts(rules: &BattleRules, end: &BattleEnd) -> Fact {
        let left = |side: Side| {
            let count = rules.units[side].len();
            Fact::list(end.left[side][..count].iter().copied())
        };
        Fact::record([
            ("winner", Fact::from(if end.winner == Role::Attacker { "attacker" } else { "defender" })),
            ("plan", Fact::from(end.plan.word())),
            ("posture", end.posture.map_or(Fact::Nothing, |posture| Fact::from(posture.word()))),
            ("automatic", Fact::from(end.automatic)),
            ("attacker-left", left(Side::First)),
            ("defender-left", left(Side::Second)),
            ("loser-demoralized", Fact::from(end.loser_demoralized)),
            ("surplus", Fact::from(end.surplus)),
        ])
    }

    fn end_words(rules: &BattleRules, end: &BattleEnd) -> String {
        let (winner, loser) = match end.winner {
            Role::Attacker => (Side::First, Side::Second),
            Role::Defender => (Side::Second, Side::First),
        };
        let fate = match (end.left[loser].iter().sum::<u8>(), end.loser_demoralized) {
            (0, _) => "is wiped out",
            (_, true) => "retreats demoralized",
            (_, false) => "retreats in good order",
        };
        format!(
            "{} wins, losing {} SP; {} loses {} SP and {fate}.",
            rules.names[winner],
            rules.losses(end, winner),
            rules.names[loser],
            rules.losses(end, loser),
        )
    }

    fn figures(rules: &BattleRules) -> Vec<Figure<Self>> {
        let start = BySide::from_fn(|side| i64::from(rules.start.forces[side].strength()));
        let lost = move |end: &BattleEnd, side: Side| {
            start[side] - end.left[side].iter().map(|&sp| i64::from(sp)).sum::<i64>()
        };
        let name = |side: Side| &rules.names[side];
        vec![
            Figure::new(
                "attacker-wins",
                format!("{} wins", name(Side::First)),
                Unit::Flag,
                |end: &BattleEnd| i64::from(end.winner == Role::Attacker),
            ),
            Figure::new(
                "attacker-losses",
                format!("SP {} loses", name(Side::First)),
                Unit::Count,
                move |end: &BattleEnd| lost(end, Side::First),
            ),
            Figure::new(
                "defender-losses",
                format!("SP {} loses", name(Side::Second)),
                Unit::Count,
                move |end: &BattleEnd| lost(end, Side::Second),
            ),
            Figure::new(
                "defender-wiped-out",
                format!("{} is wiped out", name(Side::Second)),
                Unit::Flag,
                |end: &BattleEnd| i64::from(end.left.second.iter().all(|&sp| sp == 0)),
            ),
            Figure::new("surplus", "LP beyond what the defender had", Unit::Count, |end: &BattleEnd| {
                i64::from(end.surplus)
            }),
        ]
    }

    fn objective(rules: &BattleRules, side: Side, end: &BattleEnd) -> i64 {
        let won = (end.winner == Role::Attacker) == (side == Side::First);
        let swing = i64::from(rules.losses(end, side.other())) - i64::from(rules.losses(end, side));
        10 * i64::from(won) + swing
    }

    fn objective_words(_rules: &BattleRules, _side: Side) -> String {
        "a won combat 10, each point more the other side loses 1".to_owned()
    }

    fn policy(&self, rules: &BattleRules, choice: &Choice<'_>) -> usize {
        let side = choice.asking.by.unwrap_or(Side::First);
        let policy = &rules.policies[side];
        let count = choice.options.count();
        let find = |key: &str| (0..count).find(|&index| choice.options.key(index) == key);
        match choice.asking.what {
            "take losses" => {
                // The ways are those of the question, in its order.
                let ways = self.0.ways_now(side, &rules.charts);
                debug_assert_eq!(ways.len(), count);
                let spare = Arm::from_key(&policy.spare).unwrap_or(Arm::Armor);
                least_painful(&ways, self.0.forces[side].fighters(), spare, policy.pay_replacements)
            }
            "which unit loses one point more" => {
                let fighters = self.0.forces[side].fighters();
                let arm = |index: usize| {
                    let place: Option<usize> = choice.options.key(index).parse().ok();
                    place.and_then(|place| fighters.get(place - 1)).map_or("", |fighter| fighter.arm.key())
                };
                (0..count).find(|&index| arm(index) != policy.spare).unwrap_or(0)
            }
            "call the air unit" => usize::from(policy.call_air),
            "throw one die again" => match self.0.lowest_own_face() {
                // The owner's lowest die is the last on the list, unless the enemy's dice follow it.
                Some(face) if face <= policy.reroll_at_most => match rules.options.air_reroll {
                    AirReroll::OwnDie => count - 1,
                    AirReroll::AnyDie => find(&format!("reroll-{face}")).unwrap_or(0),
                },
                _ => 0,
            },
            _ => policy.prefer.as_deref().and_then(find).unwrap_or(0),
        }
    }
}
