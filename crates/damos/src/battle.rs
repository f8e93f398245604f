//! A combat alone, as something people can play and calculate.

mod file;
mod guide;
mod loser;

pub use file::{AttackerText, BattleFile, DefenderText, PolicyText, open_battle};
pub(crate) use guide::losses_words;
pub(crate) use loser::{Fate, Morale};

use crate::asks::Asks;
use crate::charts::{Charts, Plan, Posture};
use crate::combat::{Allocation, Combat, FIGHTERS_MAX, Role};
use crate::options::{AirReroll, Options};
use crate::unit::Arm;
use grognard_umpire::{BySide, Choice, Fact, Figure, Flow, Guide, Playable, Procedure, Side, Umpire, Unit};
use guide::Guided;
use loser::finish;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

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

impl BattleRules {
    /// The givens of a combat that is looked forward to: its tables and switches, the names of the sides and of their
    /// units, both sides deciding as they do by default.
    pub(crate) fn of_combat(
        start: Combat,
        (charts, options): (Arc<Charts>, Options),
        names: BySide<String>,
        units: BySide<Vec<String>>,
    ) -> BattleRules {
        let title = format!("{} against {}", names.first, names.second);
        let policies = BySide::new(PolicyText::default(), PolicyText::default());
        BattleRules { charts, options, title, names, units, policies, start }
    }

    fn losses(&self, end: &BattleEnd, side: Side) -> u8 {
        self.start.forces[side].strength() - end.left[side].iter().sum::<u8>()
    }
}

/// How much a way to take losses hurts, by a policy that spares some units.
fn pain(way: &Allocation, spared: &[bool; FIGHTERS_MAX], policy: &PolicyText) -> (u8, u8) {
    let total: u8 = way.taken.iter().sum();
    let hit: u8 =
        way.taken.iter().zip(spared).map(|(&points, &spared)| if spared { points } else { 0 }).sum();
    if policy.pay_replacements { (total, hit) } else { (way.paid, hit) }
}

impl Playable for Battle {
    fn side_name(rules: &BattleRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn with_other_secrets(
        mut self,
        _rules: &BattleRules,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        for side in Side::ALL.into_iter().filter(|&side| viewer != Some(side)) {
            self.0.forces[side].redistribute(&|_| u8::MAX, draw);
        }
        self
    }

    fn guide<'a>(&'a self, rules: &'a BattleRules, viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { battle: self, rules, viewer }))
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
        match Asks::of(choice.asking.topic) {
            Some(Asks::TakeLosses) => {
                let spare = Arm::from_key(&policy.spare).unwrap_or(Arm::Armor);
                let mut spared = [false; FIGHTERS_MAX];
                let fighters = self.0.forces[side].fighters();
                spared.iter_mut().zip(fighters).for_each(|(spared, fighter)| *spared = fighter.arm == spare);
                // The ways are those of the question, in its order; the first that hurts least.
                let (mut ways, mut least) = (0, (0, (u8::MAX, u8::MAX)));
                self.0.each_way_now(side, &rules.charts, &mut |way| {
                    let pain = pain(&way, &spared, policy);
                    if pain < least.1 {
                        least = (ways, pain);
                    }
                    ways += 1;
                });
                assert_eq!(ways, count);
                least.0
            }
            Some(Asks::WhichUnitLosesOnePointMore) => {
                let fighters = self.0.forces[side].fighters();
                let arm = |index: usize| {
                    let place: Option<usize> = choice.options.key(index).parse().ok();
                    place.and_then(|place| fighters.get(place - 1)).map_or("", |fighter| fighter.arm.key())
                };
                (0..count).find(|&index| arm(index) != policy.spare).unwrap_or(0)
            }
            Some(Asks::CallTheAirUnit) => usize::from(policy.call_air),
            Some(Asks::ThrowOneDieAgain) => match self.0.lowest_own_face() {
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
