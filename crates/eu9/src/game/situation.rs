//! What is under way and whom a question is about, in words: stacks on the march and fleets at sea are off the
//! board, and a question by itself does not say whose they are.

use super::itinerary::listed;
use super::leaders::highest;
use super::movement::Marching;
use super::roster::Roster;
use super::sea::{Sailing, Squadron};
use super::{Anchorage, Game, Stage, Troops};
use crate::title::{Border, GameRules, TitleLeader};
use grognard_umpire::{Ruling, Side};

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
                let squadron = &self.squadrons[usize::from(*index)];
                let admirals = self.admirals_at(rules, squadron.country, squadron.at);
                format!("{}{}", squadron_words(rules, squadron), led_by(rules, admirals))
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
                let [own, enemy] =
                    [&clash.fleets.first, &clash.fleets.second].map(|fleet| fleet.company_words(rules));
                format!("{own} against {enemy} in the {}", rules.waters(clash.sea))
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
                let place = self.city_words(rules, leaguer.at);
                match besieger {
                    Some(troops) => format!("{} before {place}", self.besieger_words(rules, troops)),
                    None => place,
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

    /// The heading of a battle: the place, both stacks, who leads them and where they come from.
    pub(super) fn battle_heading(
        &self,
        rules: &GameRules,
        at: u8,
        parties: [(&Roster, u32, (u8, Border)); 2],
    ) -> Ruling {
        let party = |(roster, leaders, (from, border)): (&Roster, u32, (u8, Border))| {
            let over = match border {
                Border::None => "",
                Border::River => " over a river",
                Border::Pass => " over a pass",
                Border::Strait => " over the water",
            };
            let came = match from == at {
                true => String::new(),
                false => format!(", from {}{over}", rules.place(from)),
            };
            (format!("{}{}", roster.words(rules), led_by(rules, leaders)), came)
        };
        let [(own, came), (enemy, others_came)] = parties.map(party);
        let comma = if came.is_empty() { "" } else { "," };
        let place = rules.place(at);
        let text = format!("Battle of {place}: {own}{came}{comma} against {enemy}{others_came}");
        Ruling::heading(rule!("CAMPAIGN-a"), text)
    }

    /// A stack on the march, where it is and who leads it.
    pub(super) fn marching_words(&self, rules: &GameRules, march: &Marching) -> String {
        let led = led_by(rules, self.with_march(march));
        format!("{} at {}{led}", march.roster.words(rules), rules.place(march.at))
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
        self.words_with(rules, &format!(" {}", berth(rules, self.at)))
    }

    /// Who sails, with whom aboard.
    pub(super) fn company_words(&self, rules: &GameRules) -> String {
        self.words_with(rules, "")
    }

    fn words_with(&self, rules: &GameRules, place: &str) -> String {
        let led = led_by(rules, self.leaders);
        let aboard = match self.cargo {
            Some(cargo) => {
                let under = led_by(rules, cargo.march.leaders);
                format!(" with {}{under} aboard", cargo.march.roster.words(rules))
            }
            None => String::new(),
        };
        format!("{} of {}{place}{led}{aboard}", self.fleet, nation(rules, self.country))
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

/// Where a fleet lies.
pub(super) fn berth(rules: &GameRules, at: Anchorage) -> String {
    match at {
        Anchorage::Port(port) => format!("in port at {}", rules.place(port)),
        Anchorage::Sea(sea) => format!("in the {}", rules.waters(sea)),
    }
}

fn nation(rules: &GameRules, country: u8) -> &str {
    &rules.nations[usize::from(country)].name
}

/// Under which leaders, a bit each.
pub(super) fn led_by(rules: &GameRules, leaders: u32) -> String {
    if leaders == 0 { String::new() } else { format!(" under {}", names(rules, leaders)) }
}

/// The names of some leaders, a bit each, the highest first.
pub(super) fn names(rules: &GameRules, leaders: u32) -> String {
    let mut rest = leaders;
    let mut found = Vec::new();
    while let Some(leader) = highest(rules, rest, 0) {
        found.push(rules.leaders[usize::from(leader)].name.as_str());
        rest &= !(1 << leader);
    }
    listed(&found)
}
