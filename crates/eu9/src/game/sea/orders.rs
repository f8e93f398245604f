//! Orders to a fleet under way.

use super::super::parting::Told;
use super::super::roster::Roster;
use super::super::targets;
use super::super::{Game, Impulse};
use super::{Anchorage, Sailing, forms};
use crate::title::GameRules;
use grognard_umpire::{Offer, Orders, Refusal, Slot, Target, TargetKind, Verb};

/// An order to a fleet under way.
#[derive(Clone, Copy)]
pub(in crate::game) enum SeaOrder<'a> {
    /// Stay.
    Stay,
    /// Into a zone, and past whose guns.
    Sea(u8, &'a str, Option<&'a str>),
    /// Into a port, with all aboard.
    Port(u8, &'a str),
    /// Take troops aboard: the index of the stack, its province, what of it, and whether it is the garrison.
    Embark(u8, &'a str, Told<'a>, bool),
    /// Set the troops ashore.
    Land(u8, &'a str),
    /// Blockade a port.
    Blockade(u8, &'a str),
}

impl Offer for SeaOrder<'_> {
    fn key(&self) -> String {
        match self {
            SeaOrder::Stay => "stay".to_owned(),
            SeaOrder::Sea(_, id, _) => format!("sail {id}"),
            SeaOrder::Port(_, id) => format!("port {id}"),
            SeaOrder::Embark(_, id, part, false) => format!("embark {id} {}", part.key()),
            SeaOrder::Embark(_, id, part, true) => format!("embark {id} {} garrison", part.key()),
            SeaOrder::Land(_, id) => format!("land {id}"),
            SeaOrder::Blockade(_, id) => format!("blockade {id}"),
        }
    }
    fn words(&self) -> String {
        match self {
            SeaOrder::Stay => "stay here".to_owned(),
            SeaOrder::Sea(_, id, None) => format!("sail into {id}"),
            SeaOrder::Sea(_, id, Some(city)) => format!("sail into {id}, past the guns of {city}"),
            SeaOrder::Port(_, id) => format!("enter the port of {id}"),
            SeaOrder::Embark(_, id, part, false) => format!("take {} of {id} aboard", part.words()),
            SeaOrder::Embark(_, id, part, true) => {
                format!("take {} of the garrison of {id} aboard", part.words())
            }
            SeaOrder::Land(_, id) => format!("set the troops ashore in {id}"),
            SeaOrder::Blockade(_, id) => format!("blockade {id}"),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            SeaOrder::Stay => Vec::new(),
            SeaOrder::Sea(_, id, _) => vec![targets::sea(id)],
            SeaOrder::Embark(_, id, _, true) => vec![targets::province(id), targets::city(id)],
            SeaOrder::Port(_, id)
            | SeaOrder::Embark(_, id, _, false)
            | SeaOrder::Land(_, id)
            | SeaOrder::Blockade(_, id) => vec![targets::province(id)],
        }
    }
}

pub(in crate::game) struct SeaOrders<'a> {
    pub(in crate::game) game: &'a Game,
    pub(in crate::game) rules: &'a GameRules,
    pub(in crate::game) impulse: Impulse,
    pub(in crate::game) sailing: Sailing,
}

impl<'a> SeaOrders<'a> {
    fn coast(&self) -> &'a [u8] {
        match self.sailing.at {
            Anchorage::Port(_) => &[],
            Anchorage::Sea(sea) => &self.rules.seas[usize::from(sea)].coast,
        }
    }

    fn id(&self, at: u8) -> &'a str {
        self.rules.provinces[usize::from(at)].id.as_str()
    }

    fn zones(&self) -> Vec<u8> {
        match self.sailing.at {
            Anchorage::Port(port) => self.rules.provinces[usize::from(port)].seas.clone(),
            Anchorage::Sea(sea) => {
                self.rules.seas[usize::from(sea)].borders.iter().map(|&(to, _)| to).collect()
            }
        }
    }

    /// The city whose guns command the way into a zone.
    fn guns(&self, sea: u8) -> Option<&'a str> {
        let Anchorage::Sea(from) = self.sailing.at else { return None };
        let fort = self.game.strait_fort(self.rules, self.impulse.side, from, sea)?;
        Some(&self.rules.provinces[usize::from(fort)].city)
    }

    fn may_stay(&self) -> Result<(), Refusal> {
        match (self.sailing.at, self.sailing.cargo) {
            (Anchorage::Sea(_), Some(_)) => {
                Err(Refusal::new(rule!("MOVE-b"), "there are troops aboard; set them ashore first"))
            }
            (Anchorage::Sea(_), None) => {
                let there = self.game.squadron_at(self.sailing.at, self.sailing.country);
                let fleet = self.sailing.fleet;
                if there.is_some() && self.sailing.zones == 0 {
                    let reason = "the rest of the stack lies here; a part that sets out sails on";
                    return Err(Refusal::new(rule!("ATTRITION-k"), reason));
                }
                let fits = there.is_none_or(|index| {
                    let other = self.game.squadrons[index].fleet;
                    forms::joined(self.rules, self.sailing.country, other, fleet).is_some()
                });
                match fits {
                    true => Ok(()),
                    false => Err(Refusal::new(rule!("STACK-f"), "the sea stack that lies here has no room")),
                }
            }
            (Anchorage::Port(_), _) => Ok(()),
        }
    }

    fn may_enter(&self, sea: u8) -> Result<(), Refusal> {
        let nation = &self.rules.nations[usize::from(self.sailing.country)];
        if !self.zones().contains(&sea) {
            let reason = format!("{} is not next to the fleet", self.rules.seas[usize::from(sea)].id);
            return Err(Refusal::plain(reason));
        }
        if let (Some(fort), Anchorage::Sea(from)) = (self.sailing.barred, self.sailing.at)
            && self.game.strait_fort(self.rules, self.impulse.side, from, sea) == Some(fort)
        {
            let guns = &self.rules.provinces[usize::from(fort)].city;
            let reason = format!("the guns of {guns} have turned the fleet back on this voyage");
            return Err(Refusal::new(rule!("INTERCEPT-h"), reason));
        }
        // The rules set no limit; without one a voyage in circles would have no end.
        if usize::from(self.sailing.zones) > self.rules.seas.len() {
            return Err(Refusal::new(
                rule!("MOVE-d"),
                "the voyage is long enough: more zones than the map has",
            ));
        }
        Game::may_sail(self.rules, nation, self.sailing.fleet, sea)
    }

    fn may_land(&self, at: u8) -> Result<(), Refusal> {
        let Some(cargo) = self.sailing.cargo else {
            return Err(Refusal::plain("there are no troops aboard"));
        };
        if !self.coast().contains(&at) {
            return Err(Refusal::plain(format!("{} does not lie on this sea", self.id(at))));
        }
        self.game.may_go_ashore(self.rules, self.impulse, &self.sailing, &cargo, at)
    }

    fn may_make_port(&self, at: u8) -> Result<(), Refusal> {
        if !self.coast().contains(&at) {
            return Err(Refusal::plain(format!("{} does not lie on this sea", self.id(at))));
        }
        let Sailing { country, fleet, cargo, .. } = self.sailing;
        if self.sailing.barred == Some(at) {
            let reason = format!("the way into {} was barred on this voyage", self.id(at));
            return Err(Refusal::new(rule!("INTERCEPT-d"), reason));
        }
        self.game.open_port(self.rules, self.impulse.side, country, fleet, at)?;
        match cargo {
            Some(cargo) => self.game.may_go_ashore(self.rules, self.impulse, &self.sailing, &cargo, at),
            None => Ok(()),
        }
    }

    fn may_blockade(&self, at: u8) -> Result<(), Refusal> {
        let province = &self.rules.provinces[usize::from(at)];
        let side = self.impulse.side;
        if !self.coast().contains(&at) || !province.is_port() {
            return Err(Refusal::new(rule!("SIEGE-k"), format!("{} has no port on this sea", province.id)));
        }
        if self.game.control(at) != Some(side.other()) {
            return Err(Refusal::new(rule!("SIEGE-k"), "only an enemy port is blockaded"));
        }
        self.may_stay()?;
        Game::can_blockade(self.rules, self.sailing.fleet, self.game.lands[usize::from(at)].level)?;
        self.game.may_attack_at_sea(self.rules, self.impulse, &self.sailing)
    }

    fn may_embark(&self, index: usize, goes: &Roster) -> Result<(), Refusal> {
        self.game.may_embark(self.rules, self.impulse.side, &self.sailing, index, goes)
    }

    /// Stacks within reach of the boats.
    fn ashore(&self) -> Vec<usize> {
        let side = self.impulse.side;
        let near = |at: u8| match self.sailing.at {
            Anchorage::Port(port) => at == port,
            Anchorage::Sea(_) => self.coast().contains(&at),
        };
        let waits = |index: &usize| {
            let troops = &self.game.troops[*index];
            near(troops.at)
                && self.game.side_of(troops) == Some(side)
                && self.game.can_move(self.rules, side, troops).is_ok()
        };
        (0..self.game.troops.len()).filter(waits).collect()
    }
}

impl<'a> Orders for SeaOrders<'a> {
    type Order = SeaOrder<'a>;

    fn offers(&self) -> Vec<SeaOrder<'a>> {
        let mut all = Vec::new();
        if self.may_stay().is_ok() {
            all.push(SeaOrder::Stay);
        }
        for sea in self.zones() {
            if self.may_enter(sea).is_ok() {
                all.push(SeaOrder::Sea(sea, self.rules.seas[usize::from(sea)].id.as_str(), self.guns(sea)));
            }
        }
        for &at in self.coast() {
            if self.may_make_port(at).is_ok() {
                all.push(SeaOrder::Port(at, self.id(at)));
            }
            if self.sailing.cargo.is_some() && self.may_land(at).is_ok() {
                all.push(SeaOrder::Land(at, self.id(at)));
            }
            if self.sailing.cargo.is_none() && self.may_blockade(at).is_ok() {
                all.push(SeaOrder::Blockade(at, self.id(at)));
            }
        }
        if self.sailing.cargo.is_none() {
            for index in self.ashore() {
                let troops = self.game.troops[index];
                for part in self.game.marching_parts(self.rules, &troops) {
                    if self.may_embark(index, &part.goes).is_ok() {
                        let told = part.told(self.rules);
                        all.push(SeaOrder::Embark(index as u8, self.id(troops.at), told, troops.inside));
                    }
                }
            }
        }
        if all.is_empty() {
            // Troops that nobody will take in stay aboard, and go down in the books as lost.
            all.push(SeaOrder::Stay);
        }
        all
    }

    fn grammar(&self) -> &'static [Verb] {
        const PROVINCE: Slot = Slot::one("province", TargetKind::Province);
        const VERBS: &[Verb] = &[
            Verb::plain("stay", "stay here"),
            Verb::with("sail", "sail into a sea", &[Slot::one("sea", TargetKind::Sea)]),
            Verb::with("port", "enter a port", &[PROVINCE]),
            Verb::with(
                "embark",
                "take troops aboard",
                &[PROVINCE, Slot::text("counters"), Slot::text("garrison").or_nothing()],
            ),
            Verb::with("land", "set the troops ashore", &[PROVINCE]),
            Verb::with("blockade", "blockade a port", &[PROVINCE]),
        ];
        VERBS
    }

    fn check(&self, text: &str) -> Result<SeaOrder<'a>, Refusal> {
        if let Some(order) = self.offers().into_iter().find(|order| order.key() == text) {
            return Ok(order);
        }
        let mut words = text.split_whitespace();
        let (verb, id) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let province =
            || self.rules.province(id).ok_or_else(|| Refusal::plain(format!("no province `{id}`")));
        let refusal = match verb {
            "stay" => self.may_stay(),
            "sail" => {
                let sea = self.rules.sea(id).ok_or_else(|| Refusal::plain(format!("no sea `{id}`")))?;
                self.may_enter(sea)
            }
            "port" => self.may_make_port(province()?),
            "land" => self.may_land(province()?),
            "blockade" => self.may_blockade(province()?),
            "embark" => {
                let at = province()?;
                let found = self.ashore().into_iter().find(|&index| self.game.troops[index].at == at);
                let index = found.ok_or_else(|| Refusal::plain(format!("nobody waits for boats in {id}")))?;
                let text = words.next();
                let text =
                    text.ok_or_else(|| Refusal::plain("name the counters, as in `embark nice A-/LD`"))?;
                let counters = text.strip_suffix("/alone").unwrap_or(text);
                let goes = Roster::read(counters, &self.game.troops[index].roster, self.rules)?;
                self.may_embark(index, &goes)
            }
            _ => Ok(()),
        };
        refusal?;
        Err(Refusal::plain(format!(
            "`{text}` is no order here; write stay, sail SEA, port PROVINCE, embark PROVINCE COUNTERS, land PROVINCE or blockade PROVINCE"
        )))
    }
}
