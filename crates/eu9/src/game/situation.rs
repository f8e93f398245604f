//! What is under way and whom a question is about, in words: stacks on the march and fleets at sea are off the
//! board, and a question by itself does not say whose they are.

use super::movement::Marching;
use super::sea::{Sailing, Squadron};
use super::{Anchorage, Game, Stage, Troops};
use crate::title::{GameRules, TitleLeader};
use grognard_umpire::Side;

impl Game {
    /// What is being done, and by whom; empty where nothing in particular is under way.
    pub(super) fn situation(&self, rules: &GameRules) -> String {
        match &self.stage {
            Stage::Detach(_, index)
            | Stage::Enter(_, index)
            | Stage::Regroup(_, index)
            | Stage::Starving(_, index, ..) => self.stack_words(rules, &self.troops[usize::from(*index)]),
            Stage::March(_, march)
            | Stage::Intercept(_, march, _)
            | Stage::Gather(_, march, _)
            | Stage::Disengage(_, march)
            | Stage::Meeting(_, march, _)
            | Stage::Arrive(_, march)
            | Stage::Ashore(_, march)
            | Stage::Tired(_, march, _) => march.words(rules),
            Stage::Rescue(rescue) | Stage::Relief(rescue, _) => rescue.marching.words(rules),
            Stage::Weary(weary) => weary.march.words(rules),
            Stage::SetSail(_, index) | Stage::Form(_, index) => {
                squadron_words(rules, &self.squadrons[usize::from(*index)])
            }
            Stage::Blockaded(_, sailing)
            | Stage::Escape(_, sailing, _)
            | Stage::UnderFire(_, sailing, ..)
            | Stage::Sail(_, sailing)
            | Stage::Waylay(_, sailing, _) => sailing.words(rules),
            Stage::Gale(gale) => gale.sailing.words(rules),
            Stage::Flight(flight) => {
                flight.due.first().map_or_else(String::new, |fleeing| fleeing.sailing.words(rules))
            }
            Stage::SeaEvade(_, fleets, ..) => {
                let (hunter, hunted) = &**fleets;
                format!("{} is attacked by {}", hunted.words(rules), hunter.words(rules))
            }
            Stage::SeaFight(clash) => {
                format!("{} against {}", clash.fleets.first.words(rules), clash.fleets.second.words(rules))
            }
            Stage::Shelter(impulse, at) | Stage::Evade(impulse, at, _) | Stage::Sortie(impulse, at) => {
                self.confrontation(rules, impulse.side, *at)
            }
            Stage::Fight(clash) => {
                let [phasing, other] =
                    [clash.forces.first, clash.forces.second].map(|troops| troops.roster.words(rules));
                format!("{phasing} against {other} at {}", rules.place(clash.at))
            }
            Stage::Fallback(fallback) => fallback
                .leaving
                .first()
                .map_or_else(String::new, |leaving| self.stack_words(rules, &leaving.1)),
            Stage::Siege(leaguer) => {
                let besieger = self.field(leaguer.circuit.side, leaguer.at).map(|index| &self.troops[index]);
                let place = &rules.provinces[usize::from(leaguer.at)].city;
                match besieger {
                    Some(troops) => format!("{place}, besieged by {}", self.stack_words(rules, troops)),
                    None => place.clone(),
                }
            }
            Stage::Homing(homing) => {
                let due = &homing.due[0];
                let whose = nation(rules, due.country);
                match (due.ships.is_empty(), due.troops.roster.is_empty()) {
                    (false, _) => format!("{} of {whose}", due.ships),
                    (true, true) => whose.to_owned(),
                    (true, false) => due.troops.roster.words(rules),
                }
            }
            Stage::Ride(_, leader) => rules.leaders[usize::from(*leader)].name.clone(),
            _ => String::new(),
        }
    }

    /// The stacks of both sides in a province, that of the phasing side first.
    pub(super) fn confrontation(&self, rules: &GameRules, phasing: Side, at: u8) -> String {
        let sides = [phasing, phasing.other()].map(|side| self.field(side, at));
        let there = sides.into_iter().flatten().map(|index| &self.troops[index]);
        there.map(|troops| self.stack_words(rules, troops)).collect::<Vec<_>>().join(" against ")
    }

    /// A stack, where it stands and who leads it.
    pub(super) fn stack_words(&self, rules: &GameRules, troops: &Troops) -> String {
        let Troops { roster, at, .. } = *troops;
        let place = match troops.inside {
            true => format!("in {}", rules.provinces[usize::from(at)].city),
            false => format!("at {}", rules.place(at)),
        };
        let led = led_by(rules, self.leaders_of(rules, troops));
        format!("{} {place}{led}", roster.words(rules))
    }
}

impl Marching {
    /// Who marches, from where, how far already, under whom.
    pub(super) fn words(&self, rules: &GameRules) -> String {
        let led = led_by(rules, self.leaders);
        let (who, place) = (self.roster.words(rules), rules.place(self.at));
        match self.steps {
            0 => format!("{who} at {place}{led}"),
            _ => {
                let (from, points) = (rules.place(self.from), self.points);
                format!("{who} on the march in {place}{led}, from {from}, {points} MP spent")
            }
        }
    }
}

impl Sailing {
    /// Who sails, where, with whom aboard.
    pub(super) fn words(&self, rules: &GameRules) -> String {
        let led = led_by(rules, self.leaders);
        let aboard = match self.cargo {
            Some(cargo) => format!(", {} aboard", cargo.march.roster.words(rules)),
            None => String::new(),
        };
        format!("{} of {} {}{led}{aboard}", self.fleet, nation(rules, self.country), berth(rules, self.at))
    }
}

/// A fleet and where it lies.
pub(super) fn squadron_words(rules: &GameRules, squadron: &Squadron) -> String {
    format!("{} of {} {}", squadron.fleet, nation(rules, squadron.country), berth(rules, squadron.at))
}

/// A leader, whose he is and what he is worth.
pub(super) fn leader_words(rules: &GameRules, leader: &TitleLeader) -> String {
    let TitleLeader { name, country, values, .. } = leader;
    let whose = nation(rules, *country);
    format!("{name} of {whose}, MAN {}, FIRE {}, SHOCK {}", values.manoeuvre, values.fire, values.shock)
}

fn berth(rules: &GameRules, at: Anchorage) -> String {
    match at {
        Anchorage::Port(port) => format!("in port at {}", rules.place(port)),
        Anchorage::Sea(sea) => format!("in the {}", rules.seas[usize::from(sea)].name),
    }
}

fn nation(rules: &GameRules, country: u8) -> &str {
    &rules.nations[usize::from(country)].name
}

/// Leaders, a bit each, by their names.
pub(super) fn led_by(rules: &GameRules, leaders: u32) -> String {
    if leaders == 0 { String::new() } else { format!(" under {}", names(rules, leaders)) }
}

/// The names of some leaders.
pub(super) fn names(rules: &GameRules, leaders: u32) -> String {
    let those = (0..rules.leaders.len()).filter(|index| leaders & (1 << index) != 0);
    let those: Vec<&str> = those.map(|index| rules.leaders[index].name.as_str()).collect();
    those.join(" and ")
}
