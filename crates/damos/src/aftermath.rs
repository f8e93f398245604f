//! What a combat leaves behind: the lost, those who straggle back, and the air unit's check.
//! [2.4-b, AGC-4.4, AGC-4.6.4]

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::combat::Outcome;
use crate::game::{Active, Game, Phase, Place, Setting};
use crate::options::Stragglers;
use crate::unit::{Nation, UnitId, Units};
use crate::{agc, rule};
use grognard_umpire::{Asked, Asking, Dice, Die, Offer, Reveal, Ruling, Side, Umpire};

/// One of the air unit's two benefits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Benefit {
    Shift,
    Reroll,
}

impl Offer for Benefit {
    fn key(&self) -> String {
        match self {
            Benefit::Shift => "keep-shift".to_owned(),
            Benefit::Reroll => "keep-reroll".to_owned(),
        }
    }

    fn words(&self) -> String {
        match self {
            Benefit::Shift => "keep the column shift".to_owned(),
            Benefit::Reroll => "keep the die thrown again".to_owned(),
        }
    }
}

impl Game {
    /// Units go out; on the first turns Russians may straggle back. [AGC-4.6.4-a]
    pub(crate) fn eliminate(&mut self, rules: &Campaign, units: Units, ump: &mut impl Umpire) -> Asked<()> {
        for unit in units.iter() {
            self.remove(unit, Place::ELIMINATED);
            let name = &rules.counter(unit).name;
            ump.explain(|| Ruling::new(rule!("2.4-b"), format!("{name}: eliminated")));
            self.straggle(rules, unit, ump)?;
        }
        Ok(())
    }

    /// A Russian unit lost on the first turns may straggle back.
    pub(crate) fn straggle(&mut self, rules: &Campaign, unit: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        if rules.counter(unit).nation != Nation::Russian || self.turn > rules.special.undying_last_turn {
            return Ok(());
        }
        let asking = Asking::of(Side::Second, agc!("4.6.4-a"), Asks::StraggleBack);
        let back = ump.throw(asking, Dice::D6, |die| die >= 5)?;
        let name = &rules.counter(unit).name;
        ump.explain_throw(|die| {
            let text = match back {
                true => format!("{name}: a {die}, some straggle back"),
                false => format!("{name}: a {die}, nobody straggles back"),
            };
            Ruling::new(agc!("4.6.4-a"), text)
        });
        if !back {
            return Ok(());
        }
        // A d3 is a die halved, rounded up.
        ump.cite(agc!("1.2-b"));
        let asking = Asking::of(Side::Second, agc!("4.6.4-a"), Asks::TurnsUntilStragglersReturn);
        let turns = ump.throw(asking, Dice::D6, |die| die.div_ceil(2) as u8)?;
        let printed = rules.counter(unit).strength;
        self.strength[unit.index()] = match rules.options.stragglers {
            Stragglers::Half => printed.div_ceil(2),
            Stragglers::Full => printed,
        };
        self.place[unit.index()] = Place::due(self.turn + turns);
        ump.explain_throw(|_| {
            let s = if turns == 1 { "" } else { "s" };
            Ruling::new(agc!("4.6.4-a"), format!("{name} is back in {turns} turn{s}"))
        });
        Ok(())
    }

    pub(crate) fn remove(&mut self, unit: UnitId, to: Place) {
        let one = Units::one(unit);
        self.place[unit.index()] = to;
        self.strength[unit.index()] = 0;
        self.demoralized = self.demoralized.without(one);
        self.spent = self.spent.without(one);
        self.cossacks = self.cossacks.without(one);
        // Rebuilt it comes fresh, whatever it did before.
        self.reacted = self.reacted.without(one);
        self.tried = self.tried.without(one);
        self.came = self.came.without(one);
    }

    /// Losses come off the map, and the air unit is checked.
    pub(crate) fn aftermath(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let mut dead = Units::NONE;
        for (_, force) in outcome.forces.iter() {
            for fighter in force.fighters() {
                self.strength[fighter.unit.index()] = fighter.strength;
                if fighter.strength == 0 {
                    dead = dead.with(Units::one(fighter.unit));
                }
            }
        }
        self.replacements = outcome.replacements;
        // Who is gone, and who is not, tells of the strengths.
        ump.reveal(Reveal::TO_EVERYBODY);
        self.eliminate(rules, dead, ump)?;
        active.units = active.units.without(dead);
        active.taking_part = active.taking_part.without(dead);
        self.phase = Phase::Beaten(active, outcome, setting);
        if outcome.air_called {
            let needed = 2 + u16::from(self.turn);
            let asking = Asking::of(Side::First, agc!("4.4-d"), Asks::AirUnit);
            let two = Dice::Sum { count: 2, die: Die::D6 };
            let kept = ump.throw(asking, two, |dice| dice >= needed)?;
            ump.explain_throw(|dice| {
                let text = match kept {
                    true => format!("{dice}, and {needed} are enough: the air unit stays ready"),
                    false => format!("{dice}, and it takes {needed}: the air unit's check fails"),
                };
                Ruling::new(agc!("4.4-d"), text)
            });
            if kept {
                if self.air.shift && self.air.reroll {
                    self.phase = Phase::AirChoice(active, outcome, setting);
                }
            } else {
                // The first failure does nothing, the second grounds it until next turn.
                ump.cite(agc!("4.4-e"));
                self.air.failures += 1;
            }
        }
        Ok(())
    }

    /// The German keeps the shift or the reroll for the rest of the turn.
    pub(crate) fn keep_air(
        &mut self,
        active: Active,
        outcome: Outcome,
        setting: Setting,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let asking = Asking::of(Side::First, agc!("4.4-d"), Asks::WhichBenefitToKeep);
        match ump.choose(asking, &[Benefit::Shift, Benefit::Reroll])? {
            Benefit::Shift => self.air.reroll = false,
            Benefit::Reroll => self.air.shift = false,
        }
        self.phase = Phase::Beaten(active, outcome, setting);
        Ok(())
    }
}
