//! The beginning of a round: how things stand, and hunger behind the walls, where besieged troops are weakly supplied
//! and roll in the supply segment.

use super::leaguer::{Port, SiegeGivens};
use super::{Lines, Siege, Works};
use crate::attrition::{March, Occasion, Suffered, remaining};
use crate::power::Theatre;
use crate::profile::{BesiegedSupply, GarrisonHunger};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Ruling, Side, Umpire};

impl Lines {
    /// Says how things stand at the beginning of a round.
    pub(super) fn announce(&self, givens: &SiegeGivens, ump: &mut impl Umpire) {
        ump.explain(|| {
            let of = |side: Side| self.host(side).nation_words(&givens.parties[side].nations);
            let (besieger, place) = (&givens.parties.first.name, &givens.parties.second.name);
            let inside = if self.garrison == Stack::default() { "nobody".to_owned() } else { of(Side::Second) };
            let (round, level, outside) = (self.round, givens.level, of(Side::First));
            let works = works_words(self.works, self.breached);
            let text = format!("Round {round}: {besieger} with {outside} before {place}, level {level}, {inside} inside{works}");
            Ruling::new(rule!("SIEGE-h"), text)
        });
    }

    /// A round begins: with the hunger of the garrison where that is played. In the first the siege has only
    /// just begun, unless it goes on from an earlier turn.
    pub(super) fn begin(self, givens: &SiegeGivens) -> Siege {
        let rolls = givens.profile.garrison_hunger == GarrisonHunger::Rolls;
        let besieged = self.round > 1 || givens.from_an_earlier_turn;
        match rolls && besieged && self.garrison.size() > Thirds::ZERO {
            true => Siege::Hunger(self),
            false => Siege::Choice(self),
        }
    }

    fn besieged(&self, givens: &SiegeGivens) -> March {
        let march = March {
            d: self.garrison.d,
            theatre: givens.theatre,
            ..March::new(Side::Second, self.garrison.ld_count(), givens.parties.second.technology)
        };
        if givens.profile.besieged_supply == BesiegedSupply::AsOthers {
            return March {
                occasion: Occasion::BesiegedSupply,
                leader: self.manoeuvre_inside(givens),
                massed: self.garrison.is_massed(&givens.charts, false),
                pillage_minus: self.pillage.counters().0,
                pillage_plus: self.pillage.counters().1,
                ..march
            };
        }
        March {
            occasion: Occasion::Besieged,
            leader: self.siege(givens, Side::Second),
            // The enemy's SIEGE came with the later edition.
            enemy_siege: if givens.is_old() { 0 } else { self.siege(givens, Side::First) },
            // And it knows no weather behind the walls.
            bad_weather: givens.bad_weather && givens.is_old(),
            works: self.works,
            open_port: givens.port == Port::Open,
            ..march
        }
    }

    /// The garrison rolls; it has nothing to pillage.
    pub(super) fn hunger(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Siege> {
        ump.explain(|| {
            let (name, round) = (&givens.parties.second.name, self.round);
            let text = format!("Round {round} begins: besieged, {name} is weakly supplied and rolls");
            Ruling::new(rule!("SUPPLY-m"), text)
        });
        let march = self.besieged(givens);
        let size = self.garrison.size();
        let lost = match givens.theatre {
            Theatre::Europe => {
                let toll = march.roll(&givens.charts, ump)?;
                let Suffered { ld, .. } = march.pillage(&givens.charts, toll, ump)?;
                Thirds::whole(ld.into())
            }
            Theatre::RestOfTheWorld => {
                let percent = march.roll_percent(&givens.charts, ump)?;
                size - remaining(&givens.charts, Side::Second, size, percent, givens.profile.edition, ump)?
            }
        };
        Ok(match lost {
            Thirds::ZERO => Siege::Choice(self),
            lost => Siege::Starved(self, lost.min(size)),
        })
    }

    /// The garrison closes its ranks over those who have starved.
    pub(super) fn starved(
        mut self,
        lost: Thirds,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Siege> {
        let left = self.regroup(Side::Second, lost, givens, ump)?;
        givens.explain_left(Side::Second, left, ump);
        Ok(Siege::Choice(self))
    }
}

/// What lies before the walls, and whether they are breached, each after a comma.
pub(crate) fn works_words(works: Works, breached: bool) -> String {
    let mut words = String::new();
    for (count, counter) in [(works.plus, "siegeworks+"), (works.minus, "siegeworks-")] {
        match count {
            0 => {}
            1 => words.push_str(&format!(", {counter}")),
            many => words.push_str(&format!(", {many} {counter}")),
        }
    }
    if breached {
        words.push_str(", a breach this turn");
    }
    words
}
