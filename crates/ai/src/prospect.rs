//! Prospects: what a combat would bring, by the exact odds of the combat procedure itself.

use grognard_damos::{Asks, Charts, Combat, Fighter, Force, Options, Plan, Plans, Posture, Role, UnitId};
use grognard_odds::{Budget, exact};
use grognard_umpire::{BySide, Choice, Flow, Procedure, Umpire};
use std::collections::HashMap;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A combat as something the odds can be worked out of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Fight(Combat);

/// What a commander asks of a combat's end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct FightEnd {
    won: bool,
    own_left: u8,
    other_left: u8,
}

struct Tables {
    charts: Arc<Charts>,
    options: Options,
}

impl Procedure for Fight {
    type Rules = Tables;
    type End = FightEnd;

    fn rank(&self, _: &Tables) -> Option<u32> {
        Some(self.0.rank())
    }

    fn step(self, rules: &Tables, ump: &mut impl Umpire) -> Flow<Self> {
        let attacker = self.0.attacker;
        Ok(match self.0.step(&rules.charts, &rules.options, ump)? {
            Continue(combat) => Continue(Fight(combat)),
            Break(outcome) => Break(FightEnd {
                won: outcome.winner == Role::Attacker,
                own_left: outcome.forces[attacker].strength(),
                other_left: outcome.forces[attacker.other()].strength(),
            }),
        })
    }
}

/// What a combat brings its attacker, on average.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Prospect {
    /// His chance to win.
    pub(crate) win: f64,
    /// Strength he loses.
    pub(crate) loses: f64,
    /// Strength the defender loses.
    pub(crate) kills: f64,
    /// Strength left to a beaten defender, weighed with the chance to beat him.
    pub(crate) beaten: f64,
}

/// Works prospects out and remembers them: the same fight is looked at many times in a game.
pub(crate) struct Prospects {
    tables: Tables,
    known: HashMap<Combat, Prospect>,
}

/// More fights than a game looks at; beyond them the memory starts anew.
const REMEMBERED_MAX: usize = 200_000;

impl Prospects {
    pub(crate) fn new(charts: &Arc<Charts>, options: Options) -> Prospects {
        Prospects { tables: Tables { charts: Arc::clone(charts), options }, known: HashMap::new() }
    }

    /// The prospect of a combat whose plan is settled, and whose posture too where there is one.
    pub(crate) fn of(&mut self, combat: &Combat) -> Prospect {
        let mut combat = *combat;
        combat.forces = combat.forces.map(in_order);
        combat.replacements = BySide::default();
        if let Some(&known) = self.known.get(&combat) {
            return known;
        }
        let prospect = self.reckon(&combat);
        if self.known.len() >= REMEMBERED_MAX {
            self.known.clear();
        }
        self.known.insert(combat, prospect);
        prospect
    }

    fn reckon(&self, combat: &Combat) -> Prospect {
        let start = combat.forces;
        let budget = Budget::of(20_000, 400_000);
        let Ok(odds) = exact(&Fight(*combat), &self.tables, &by_rote, budget) else {
            return Prospect::default();
        };
        let (attacker, defender) = (combat.attacker, combat.defender());
        let mut prospect = Prospect::default();
        for (end, p) in odds.ends() {
            let kept = f64::from(end.other_left);
            prospect.loses += p * f64::from(start[attacker].strength() - end.own_left);
            prospect.kills += p * (f64::from(start[defender].strength()) - kept);
            if end.won {
                prospect.win += p;
                prospect.beaten += p * kept;
            }
        }
        prospect
    }

    /// The prospects of a combat against each posture its defender may take, the plan settled.
    pub(crate) fn against_each(&mut self, combat: &Combat) -> Vec<(Option<Posture>, Prospect)> {
        let postures = combat.postures(&self.tables.charts);
        if postures.is_empty() {
            return vec![(None, self.of(combat))];
        }
        let with = |posture: Posture| (Some(posture), in_posture(*combat, Some(posture)));
        let list: Vec<_> = postures.into_iter().map(with).collect();
        list.into_iter().map(|(posture, combat)| (posture, self.of(&combat))).collect()
    }

    /// The prospects by plan (rows) and posture (columns).
    pub(crate) fn matrix(
        &mut self,
        combat: &Combat,
        plans: &[Plan],
    ) -> Vec<Vec<(Option<Posture>, Prospect)>> {
        plans
            .iter()
            .map(|&plan| {
                let combat = by_plan(in_posture(*combat, None), plan);
                self.against_each(&combat)
            })
            .collect()
    }
}

/// Units are numbered and sorted so that equal fights are found again.
fn in_order(force: Force) -> Force {
    let mut fighters: Vec<Fighter> = force.fighters().to_vec();
    fighters.sort_by_key(|fighter| (fighter.arm, fighter.strength));
    for (index, fighter) in fighters.iter_mut().enumerate() {
        fighter.unit = UnitId(index as u8);
    }
    Force::new(&fighters)
}

/// How the sides decide inside a combat that is only reckoned: losses as they come, the air unit called.
fn by_rote(_: &Fight, choice: &Choice<'_>) -> usize {
    match Asks::of(choice.asking.topic) {
        Some(Asks::CallTheAirUnit) => 1,
        _ => 0,
    }
}

/// A combat with its plan settled.
pub(crate) fn by_plan(mut combat: Combat, plan: Plan) -> Combat {
    combat.plans = Plans::Settled(plan);
    combat
}

/// A combat with a posture taken.
pub(crate) fn in_posture(mut combat: Combat, posture: Option<Posture>) -> Combat {
    combat.posture = posture;
    combat
}
