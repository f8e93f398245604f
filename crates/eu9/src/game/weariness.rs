//! Attrition of the movement segment: marches that end, marches that are broken off by a battle, large stacks
//! that stay where they are.

use super::fallback::Fallback;
use super::movement::Marching;
use super::sea::{Anchorage, Haven, Squadron};
use super::toll::{Hunger, Ranks};
use super::{Game, Impulse, Stage, Troops};
use crate::attrition::{Cause, Logistics, March as Roll, march_causes};
use crate::stack::Stack;
use crate::title::{EnemyLand, GameRules};
use grognard_umpire::{Asked, Ruling, Umpire};

/// A march that ended in a lost battle: it still pays for its way, and then falls back.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Weary {
    pub(super) march: Marching,
    roll: Roll,
    hunger: Hunger,
    fallback: Fallback,
}

impl Game {
    /// Large stacks that have stayed where they were roll for attrition all the same, and so do fleets at
    /// sea. Who marched away in parts and came back has been spared; who was merely joined has not.
    pub(super) fn rest(mut self, impulse: Impulse, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let afloat = self.squadrons.iter().position(|s| self.is_out_at_sea(impulse, s));
        if let Some(index) = afloat {
            return self.ride_it_out(impulse.side, index, Haven::Movement(impulse), rules);
        }
        let next = self.troops.iter().position(|t| self.tires_at_rest(rules, impulse, t));
        let Some(index) = next else { return self.at_stage(Stage::SeaBattles(impulse, 0)) };
        let troops = self.troops[index];
        let causes = self.causes_at_rest(rules, impulse, troops.rested);
        tell_causes(&causes, 0, || self.stack_words(rules, &troops), rules, ump);
        let leaders = self.leaders_of(rules, &troops);
        self.remove(index);
        // Whoever stays has not entered the province he stands in, but the editions count it as well.
        let counts = rules.readings.enemy_land == EnemyLand::StoodIn;
        let marching = Marching {
            enemy_province: counts && self.control(troops.at) != Some(impulse.side),
            ..self.set_out(&troops, troops.roster, leaders)
        };
        self.at_stage(Stage::Tired(impulse, marching, Hunger::Roll))
    }

    /// Whether a fleet still has to roll for being at sea when its side has no more moves.
    pub(super) fn is_out_at_sea(&self, impulse: Impulse, squadron: &Squadron) -> bool {
        let at_sea = matches!(squadron.at, Anchorage::Sea(_));
        !squadron.paid && at_sea && self.flag(squadron.country) == Some(impulse.side)
    }

    /// Whether a stack that has stayed where it was rolls for attrition when its side has no more moves.
    pub(super) fn tires_at_rest(&self, rules: &GameRules, impulse: Impulse, troops: &Troops) -> bool {
        !troops.inside
            && !self.causes_at_rest(rules, impulse, troops.rested).is_empty()
            && self.side_of(troops) == Some(impulse.side)
    }

    /// The march is over: attrition, if there is cause. Who has not taken a step has not marched.
    pub(super) fn halt(
        self,
        impulse: Impulse,
        mut marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        self.tell_march(&mut marching, rules, ump);
        let causes = match marching.steps {
            0 => Vec::new(),
            _ => self.causes(rules, impulse, &marching),
        };
        tell_causes(&causes, marching.points, || self.marching_words(rules, &marching), rules, ump);
        match causes.is_empty() {
            true => self.at_stage(Stage::Arrive(impulse, marching)),
            false => self.at_stage(Stage::Tired(impulse, marching, Hunger::Roll)),
        }
    }

    /// A march ends on the board; leaders of the enemy left alone there get away.
    pub(super) fn arrive(
        mut self,
        impulse: Impulse,
        marching: Marching,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        match marching.steps {
            // Whoever has not taken a step was there before.
            0 => self.unite(rules, marching.troops(), ump)?,
            _ => self.join(rules, marching.troops(), ump)?,
        };
        Ok(self.at_stage(Stage::Move(impulse)))
    }

    /// The causes of attrition on a march.
    pub(super) fn causes(&self, rules: &GameRules, impulse: Impulse, marching: &Marching) -> Vec<Cause> {
        let logistics = self.logistics(rules, impulse);
        let Marching { points, beach, .. } = *marching;
        match marching.steps {
            0 => self.causes_at_rest(rules, impulse, marching.rested),
            _ => march_causes(&rules.charts, marching.stack(), points, self.bad_weather, beach, logistics),
        }
    }

    /// The causes of those of a stack who have stayed where they were.
    fn causes_at_rest(&self, rules: &GameRules, impulse: Impulse, ld: u8) -> Vec<Cause> {
        let stack = Stack { ld, ..Stack::default() };
        march_causes(&rules.charts, stack, 0, false, false, self.logistics(rules, impulse))
    }

    fn logistics(&self, rules: &GameRules, impulse: Impulse) -> Logistics {
        self.campaign[impulse.side].logistics(rules.readings.attrition.low_cost)
    }

    /// The roll of a march, or of those of a stack who have stayed where they were.
    fn tired_roll(&self, impulse: Impulse, marching: &Marching, rules: &GameRules) -> Roll {
        let ld = match marching.steps {
            0 => marching.rested,
            _ => marching.roster.ld_count(),
        };
        Roll {
            leader: self
                .leads_march(rules, marching)
                .leader
                .map_or(0, |index| rules.leaders[usize::from(index)].values.manoeuvre),
            theatre: rules.provinces[usize::from(marching.at)].theatre,
            enemy_province: marching.enemy_province,
            causes: self.causes(rules, impulse, marching).len() as u8,
            pillage_minus: marching.pillage_minus,
            pillage_plus: marching.pillage_plus,
            ..Roll::new(impulse.side, ld, rules.readings.technology)
        }
    }

    /// Attrition of the march.
    pub(super) fn tired(
        mut self,
        impulse: Impulse,
        mut marching: Marching,
        hunger: Hunger,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let roll = self.tired_roll(impulse, &marching, rules);
        let suffered = match hunger {
            Hunger::Lose(lost) => Err(self.halted(impulse.side, &marching, lost, rules, ump)?),
            _ => {
                self.suffer_on(&roll, hunger, Ranks::on_the_way(&marching.roster), marching.path, rules, ump)?
            }
        };
        match suffered {
            Ok(next) => Ok(self.at_stage(Stage::Tired(impulse, marching, next))),
            Err(left) => {
                marching = Marching { rested: 0, ..marching.reduced(left) };
                if left.is_empty() {
                    self.get_away(marching.leaders, rules, ump);
                }
                Ok(self.at_stage(Stage::Arrive(impulse, marching)))
            }
        }
    }

    /// A march is broken off by a battle that it has not won: it pays for the way it has come, and then the
    /// beaten fall back.
    pub(super) fn broken_off(
        self,
        impulse: Impulse,
        march: Marching,
        fallback: Fallback,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Game {
        let causes = self.causes(rules, impulse, &march);
        let left = fallback.of(impulse.side);
        let Some(left) = left.filter(|_| !causes.is_empty()) else {
            return self.at_stage(Stage::Fallback(Box::new(fallback)));
        };
        tell_causes(&causes, march.points, || self.stack_words(rules, &left), rules, ump);
        // The causes are those of the march; the losses of the battle are gone before the roll.
        let roll = Roll { ld: left.roster.ld_count(), ..self.tired_roll(impulse, &march, rules) };
        self.at_stage(Stage::Weary(Box::new(Weary { march, roll, hunger: Hunger::Roll, fallback })))
    }

    /// Attrition of a march that was broken off.
    pub(super) fn weary(
        mut self,
        mut weary: Box<Weary>,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let Weary { march, roll, hunger, .. } = *weary;
        let Some(troops) = weary.fallback.of(roll.side) else {
            return Ok(self.at_stage(Stage::Fallback(Box::new(weary.fallback))));
        };
        match self.suffer_on(&roll, hunger, Ranks::on_the_way(&troops.roster), march.path, rules, ump)? {
            Ok(next) => {
                weary.hunger = next;
                Ok(self.at_stage(Stage::Weary(weary)))
            }
            Err(left) => {
                let lost = weary.fallback.reduce(roll.side, left);
                self.get_away(lost, rules, ump);
                Ok(self.at_stage(Stage::Fallback(Box::new(weary.fallback))))
            }
        }
    }
}

/// Who must roll, where, and why: each cause with its clause.
fn tell_causes(
    causes: &[Cause],
    points: u8,
    who: impl Fn() -> String,
    rules: &GameRules,
    ump: &mut impl Umpire,
) {
    for (place, cause) in causes.iter().enumerate() {
        let clause = cause.clause();
        ump.cite(clause);
        ump.explain(|| {
            let why = cause.words(&rules.charts, points);
            let text = match place {
                0 => format!("{} must roll: {why}", who()),
                _ => format!("A further cause: {why}"),
            };
            Ruling::new(clause, text)
        });
    }
    if causes.len() > 1 {
        ump.cite(rule!("ATTRITION-p"));
    }
}
