//! Orders of the movement segment: which stack marches or sails, and every step of a march.

mod steps;

pub(super) use steps::{Step, Steps};

use super::parting::Told;
use super::roster::{Form, Roster};
use super::sea::{Anchorage, Squadron, fleet_key};
use super::targets;
use super::{Game, Impulse, Troops};
use crate::fleet::Fleet;
use crate::title::{GameRules, TitleLeader};
use grognard_umpire::{Offer, Orders, Refusal, Slot, Target, TargetKind, Verb};

/// An order of the movement segment.
#[derive(Clone, Copy)]
pub(super) enum MoveOrder<'a> {
    /// No more moves.
    Done,
    /// A stack is to march: the one in the open, or the garrison.
    Move(u8, &'a str, bool),
    /// A stack takes another form: this one, or one to be asked for.
    Regroup(u8, &'a str, Option<Form<'a>>),
    /// Part of a stack goes into the city of its province: this one, or one to be asked for.
    Garrison(u8, &'a str, Option<Told<'a>>),
    /// A fleet is to sail: its country and where it lies.
    Sail(u8, &'a str, &'a str),
    /// A fleet takes other counters: these, or some to be asked for.
    Form(u8, &'a str, &'a str, Option<Fleet>),
    /// A leader rides alone to a province: this one, or one to be asked for.
    Ride(u8, &'a TitleLeader, Option<(u8, &'a str)>),
    /// An admiral goes to another fleet.
    Board(u8, Anchorage, &'a TitleLeader, &'a str),
    /// A neutral is attacked.
    Attack(u8, &'a GameRules),
}

impl Offer for MoveOrder<'_> {
    fn key(&self) -> String {
        match self {
            MoveOrder::Done => "done".to_owned(),
            MoveOrder::Move(_, at, false) => format!("move {at}"),
            MoveOrder::Move(_, at, true) => format!("move {at} garrison"),
            MoveOrder::Regroup(_, at, None) => format!("regroup {at}"),
            MoveOrder::Regroup(_, at, Some(form)) => format!("regroup {at} {}", form.key()),
            MoveOrder::Garrison(_, at, None) => format!("garrison {at}"),
            MoveOrder::Garrison(_, at, Some(part)) => format!("garrison {at} {}", part.key()),
            MoveOrder::Sail(_, nation, place) => format!("sail {nation} {place}"),
            MoveOrder::Form(_, nation, place, None) => format!("form {nation} {place}"),
            MoveOrder::Form(_, nation, place, Some(fleet)) => {
                format!("form {nation} {place} {}", fleet_key(*fleet))
            }
            MoveOrder::Ride(_, leader, None) => format!("ride {}", leader.id),
            MoveOrder::Ride(_, leader, Some((_, place))) => format!("ride {} {place}", leader.id),
            MoveOrder::Board(_, _, leader, place) => format!("board {} {place}", leader.id),
            MoveOrder::Attack(country, rules) => {
                format!("attack {}", rules.nations[usize::from(*country)].id)
            }
        }
    }
    fn words(&self) -> String {
        match self {
            MoveOrder::Done => "no more moves".to_owned(),
            MoveOrder::Move(_, at, false) => format!("march with the stack at {at}"),
            MoveOrder::Move(_, at, true) => format!("march with the garrison of {at}"),
            MoveOrder::Regroup(_, at, None) => format!("regroup the stack at {at}"),
            MoveOrder::Regroup(_, at, Some(form)) => {
                format!("regroup the stack at {at} as {}", form.counters())
            }
            MoveOrder::Garrison(_, at, None) => format!("send men into the city of {at}"),
            MoveOrder::Garrison(_, at, Some(part)) => {
                format!("send {} into the city of {at}", part.words())
            }
            MoveOrder::Sail(_, nation, place) => format!("sail with the fleet of {nation} at {place}"),
            MoveOrder::Form(_, nation, place, None) => {
                format!("put the fleet of {nation} at {place} under other counters")
            }
            MoveOrder::Form(_, nation, place, Some(fleet)) => {
                format!("put the fleet of {nation} at {place} under {fleet}")
            }
            MoveOrder::Ride(_, leader, None) => {
                format!("send {} alone to a stack of his country", leader.name)
            }
            MoveOrder::Ride(_, leader, Some((_, place))) => format!("send {} alone to {place}", leader.name),
            MoveOrder::Board(_, _, leader, place) => format!("send {} to the fleet at {place}", leader.name),
            MoveOrder::Attack(country, rules) => {
                let nation = &rules.nations[usize::from(*country)];
                let forces: Vec<String> = nation.basic.iter().map(|force| force.to_string()).collect();
                let with = if forces.is_empty() { "nothing".to_owned() } else { forces.join(" or ") };
                let points = rules.figures.neutral_attacked;
                format!(
                    "attack {}, a neutral: {points:+} points, and it joins the enemy with {with}",
                    nation.name
                )
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            MoveOrder::Done => Vec::new(),
            MoveOrder::Move(_, at, false) | MoveOrder::Regroup(_, at, _) => vec![targets::province(at)],
            MoveOrder::Move(_, at, true) | MoveOrder::Garrison(_, at, _) => {
                vec![targets::province(at), targets::city(at)]
            }
            MoveOrder::Sail(_, nation, place) | MoveOrder::Form(_, nation, place, _) => {
                vec![targets::fleet(nation, place)]
            }
            MoveOrder::Ride(_, leader, None) => vec![targets::leader(&leader.id)],
            MoveOrder::Ride(_, leader, Some((_, place))) => {
                vec![targets::leader(&leader.id), targets::province(place)]
            }
            MoveOrder::Board(_, at, leader, place) => {
                let there = match at {
                    Anchorage::Port(_) => targets::province(place),
                    Anchorage::Sea(_) => targets::sea(place),
                };
                vec![targets::leader(&leader.id), there]
            }
            MoveOrder::Attack(country, rules) => rules.lands_of(*country),
        }
    }
}

pub(super) struct MoveOrders<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) impulse: Impulse,
}

impl<'a> Orders for MoveOrders<'a> {
    type Order = MoveOrder<'a>;

    fn offers(&self) -> Vec<MoveOrder<'a>> {
        let mut all = vec![MoveOrder::Done];
        self.offer_marches(&mut all);
        self.offer_forms(&mut all);
        self.offer_voyages(&mut all);
        self.offer_rides(&mut all);
        self.offer_fleets_to_admirals(&mut all);
        if !self.impulse.begun {
            for (index, nation) in self.rules.nations.iter().enumerate() {
                let has_land = || self.game.lands.iter().any(|land| usize::from(land.owner) == index);
                if self.game.allegiance[index].is_none() && !nation.closed && has_land() {
                    all.push(MoveOrder::Attack(index as u8, self.rules));
                }
            }
        }
        all
    }

    fn grammar(&self) -> &'static [Verb] {
        const PROVINCE: Slot = Slot::one("province", TargetKind::Province);
        const VERBS: &[Verb] = &[
            Verb::plain("done", "no more moves"),
            Verb::with(
                "move",
                "march with a stack, or with a garrison",
                &[PROVINCE, Slot::text("garrison").or_nothing()],
            ),
            Verb::with("regroup", "put a stack under other counters", &[PROVINCE, Slot::rest("counters")]),
            Verb::with("garrison", "send men into a city", &[PROVINCE, Slot::rest("counters")]),
            Verb::with("sail", "sail with a fleet", &[Slot::text("nation"), Slot::text("place")]),
            Verb::with(
                "form",
                "put a fleet under other counters",
                &[Slot::text("nation"), Slot::text("place"), Slot::rest("ships")],
            ),
            Verb::with(
                "ride",
                "send a leader alone",
                &[Slot::one("leader", TargetKind::Leader), PROVINCE.or_nothing()],
            ),
            Verb::with(
                "board",
                "send a leader to a fleet",
                &[Slot::one("leader", TargetKind::Leader), Slot::text("place")],
            ),
            Verb::with("attack", "attack a neutral", &[Slot::text("nation")]),
        ];
        VERBS
    }

    fn check(&self, text: &str) -> Result<MoveOrder<'a>, Refusal> {
        if let Some(order) = self.offers().into_iter().find(|order| order.key() == text) {
            return Ok(order);
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["move", id, ref rest @ ..] => self.why_no_march(id, rest),
            ["regroup", id, ref rest @ ..] => self.regroup(id, rest),
            ["garrison", id] => {
                let (_, troops) = self.before_city(id)?;
                let reason = format!("no part of {} fits in there", troops.roster.words(self.rules));
                Err(Refusal::new(rule!("SIEGE-h"), reason))
            }
            ["garrison", id, part] => self.garrison(text, id, part),
            ["form", nation, place, ships] => self.form(text, nation, place, ships),
            ["sail" | "form", nation, place, ..] => {
                self.own_fleet(nation, place)?;
                Err(Refusal::plain(format!("`{text}` is no order here")))
            }
            ["ride", leader, place] => self.ride(leader, place),
            ["ride", leader] => {
                self.game.may_ride(self.rules, self.impulse, self.leader(leader)?)?;
                let reason = format!("name the place, as in `ride {leader} PROVINCE`");
                Err(Refusal::new(rule!("LEADER-b"), reason))
            }
            ["board", leader, place] => self.why_no_board(leader, place),
            ["attack", id] if self.rules.nations.iter().any(|nation| nation.id == id && nation.closed) => {
                Err(Refusal::new(rule!("ITALY-b"), format!("nobody makes war on {id}: its lands are closed")))
            }
            ["attack", _] => Err(Refusal::new(
                rule!("ITALY-b"),
                "only a neutral may be attacked, and only before anything has moved",
            )),
            _ => Err(Refusal::plain(
                "write done, move PROVINCE, regroup PROVINCE COUNTERS, garrison PROVINCE COUNTERS, sail COUNTRY PLACE, form COUNTRY PLACE SHIPS, ride LEADER PROVINCE, board ADMIRAL PLACE or attack COUNTRY",
            )),
        }
    }
}

impl<'a> MoveOrders<'a> {
    fn id(&self, at: u8) -> &'a str {
        self.rules.provinces[usize::from(at)].id.as_str()
    }

    /// What a place of fleets is called.
    fn anchorage(&self, at: Anchorage) -> &'a str {
        match at {
            Anchorage::Port(port) => self.id(port),
            Anchorage::Sea(sea) => self.rules.seas[usize::from(sea)].id.as_str(),
        }
    }

    fn offer_marches(&self, all: &mut Vec<MoveOrder<'a>>) {
        let side = self.impulse.side;
        for (index, troops) in self.game.troops.iter().enumerate() {
            if self.game.side_of(troops) != Some(side) {
                continue;
            }
            let name = self.id(troops.at);
            if self.game.ways_inside(self.rules, side, troops).next().is_some() {
                all.push(MoveOrder::Garrison(index as u8, name, None));
            }
            if self.game.can_move(self.rules, side, troops).is_ok()
                && self.game.can_come_out(self.rules, self.impulse, troops)
            {
                all.push(MoveOrder::Move(index as u8, name, troops.inside));
            }
        }
    }

    /// Other counters for the same troops, whether they march or not; once an impulse is enough.
    fn offer_forms(&self, all: &mut Vec<MoveOrder<'a>>) {
        for (index, troops) in self.game.troops.iter().enumerate() {
            let own = self.game.side_of(troops) == Some(self.impulse.side);
            if own && self.game.may_regroup(self.rules, troops) {
                all.push(MoveOrder::Regroup(index as u8, self.id(troops.at), None));
            }
        }
    }

    fn offer_voyages(&self, all: &mut Vec<MoveOrder<'a>>) {
        let side = self.impulse.side;
        for (index, squadron) in self.game.squadrons.iter().enumerate() {
            if self.game.flag(squadron.country) != Some(side)
                || self.game.can_sail(self.rules, side, index).is_err()
            {
                continue;
            }
            let nation = self.rules.nations[usize::from(squadron.country)].id.as_str();
            let place = self.anchorage(squadron.at);
            all.push(MoveOrder::Sail(index as u8, nation, place));
            if squadron.formed {
                continue;
            }
            if !self.game.other_forms(self.rules, index).is_empty() {
                all.push(MoveOrder::Form(index as u8, nation, place, None));
            }
        }
    }

    /// Leaders without troops are offered the stacks of their country within reach; any other leader may be
    /// named, and any friendly place.
    fn offer_rides(&self, all: &mut Vec<MoveOrder<'a>>) {
        for (index, leader) in self.rules.leaders.iter().enumerate() {
            if self.game.may_join(self.rules, self.impulse, index) {
                all.push(MoveOrder::Ride(index as u8, leader, None));
            }
        }
    }

    /// Admirals may take over any other fleet of their country within reach.
    fn offer_fleets_to_admirals(&self, all: &mut Vec<MoveOrder<'a>>) {
        for (index, leader) in self.rules.leaders.iter().enumerate() {
            for at in self.game.fleets_in_reach(self.rules, self.impulse, index) {
                all.push(MoveOrder::Board(index as u8, at, leader, self.anchorage(at)));
            }
        }
    }

    fn why_no_board(&self, leader: &str, place: &str) -> Result<MoveOrder<'a>, Refusal> {
        let index = self.leader(leader)?;
        let at = match (self.rules.province(place), self.rules.sea(place)) {
            (Some(port), _) => Anchorage::Port(port),
            (_, Some(sea)) => Anchorage::Sea(sea),
            _ => return Err(Refusal::plain(format!("no province or sea `{place}`"))),
        };
        self.game.may_board(self.rules, self.impulse, index, at)?;
        Err(Refusal::plain(format!("`board {leader} {place}` is no order here")))
    }

    /// The side's own stack in the open of a province, or in its city.
    fn own_stack(&self, id: &str, inside: bool) -> Result<(usize, &Troops), Refusal> {
        let at = self.rules.province(id).ok_or_else(|| Refusal::plain(format!("no province `{id}`")))?;
        let here = |(_, t): &(usize, &Troops)| t.at == at && t.inside == inside;
        let mut there = self.game.troops.iter().enumerate().filter(here);
        let own = there.clone().find(|(_, t)| self.game.side_of(t) == Some(self.impulse.side));
        own.ok_or_else(|| match (there.next(), inside) {
            (Some(_), _) => Refusal::plain(format!("the stack at {id} is not yours to order")),
            (None, true) => Refusal::plain(format!("there is no garrison in {id}")),
            (None, false) => Refusal::plain(format!("nobody stands at {id}")),
        })
    }

    fn why_no_march(&self, id: &str, rest: &[&str]) -> Result<MoveOrder<'a>, Refusal> {
        let inside = match rest {
            [] => false,
            ["garrison"] => true,
            [word, ..] => {
                let reason = format!("`{word}` means nothing here; write move {id} or move {id} garrison");
                return Err(Refusal::plain(reason));
            }
        };
        let (_, troops) = self.own_stack(id, inside)?;
        self.game.can_move(self.rules, self.impulse.side, troops)?;
        if !self.game.can_come_out(self.rules, self.impulse, troops) {
            let reason = "there is no room before the city, and no way past those who stand there";
            return Err(Refusal::new(rule!("STACK-b"), reason));
        }
        Err(Refusal::plain(format!("the stack at {id} may march; write move {id}")))
    }

    /// A stack takes a form that is named, or the reason why not.
    fn regroup(&self, id: &str, rest: &[&str]) -> Result<MoveOrder<'a>, Refusal> {
        let (index, troops) = self.own_stack(id, false)?;
        let [counters] = rest else {
            let reason = match troops.regrouped {
                true => "this stack has regrouped in this impulse; once is enough for any form".to_owned(),
                false => format!("{} has no other form", troops.roster.words(self.rules)),
            };
            return Err(Refusal::new(rule!("STACK-h"), reason));
        };
        let form = Roster::read(counters, &troops.roster, self.rules)?;
        let asked = |roster: &Roster| Form { roster: *roster, rules: self.rules }.key() == *counters;
        if !troops.regrouped
            && let Some(roster) = troops.roster.conversions(self.rules).into_iter().find(asked)
        {
            let form = Form { roster, rules: self.rules };
            return Ok(MoveOrder::Regroup(index as u8, self.id(troops.at), Some(form)));
        }
        // No nation makes an A counter, nor takes another's, and the stack as a whole keeps its limits.
        for band in troops.roster.bands() {
            let country = self.rules.nations[usize::from(band.country)].country;
            band.stack.converts_to(form.band(band.country).stack, country)?;
        }
        form.check(self.rules)?;
        let reason = match troops.regrouped {
            true => "this stack has regrouped in this impulse; once is enough for any form".to_owned(),
            false => {
                let stands = form.counters(form.is_mixed(), self.rules);
                format!("the stack at {id} stands as {stands} already")
            }
        };
        Err(Refusal::new(rule!("STACK-h"), reason))
    }

    /// Men who are named go into the city, or the reason why not.
    fn garrison(&self, text: &str, id: &str, part: &str) -> Result<MoveOrder<'a>, Refusal> {
        let (index, troops) = self.before_city(id)?;
        let (side, at) = (self.impulse.side, troops.at);
        let parts = self.game.garrison_parts(self.rules, side, troops);
        let mut told = parts.into_iter().map(|part| part.told(self.rules));
        if let Some(told) = told.find(|told| told.key() == part) {
            return Ok(MoveOrder::Garrison(index as u8, self.id(at), Some(told)));
        }
        let mixed = troops.roster.is_mixed();
        let goes = Roster::read(part.trim_end_matches("/alone"), &troops.roster, self.rules)?;
        let (words, ld, room) =
            (goes.counters(mixed, self.rules), goes.ld_count(), self.game.city_room(self.rules, side, at));
        if ld > room {
            return Err(Refusal::new(
                rule!("SIEGE-h"),
                format!("{words} is {ld} LD; there is room for {room}"),
            ));
        }
        if troops.roster.without(&goes).is_none() {
            let there = troops.roster.counters(mixed, self.rules);
            return Err(Refusal::new(rule!("STACK-h"), format!("{there} has no {words} to send")));
        }
        self.game.may_set_out(self.rules, side, &goes)?;
        if let Some(inside) = self.game.garrison(at).map(|index| self.game.troops[index].roster) {
            inside.with(goes).map_or(Ok(()), |both| both.may_stand_together(self.rules))?;
        }
        Err(Refusal::plain(format!("`{text}` is no order here")))
    }

    /// The side's own stack before a city that it may enter.
    fn before_city(&self, id: &str) -> Result<(usize, &Troops), Refusal> {
        let at = self.rules.province(id).ok_or_else(|| Refusal::plain(format!("no province `{id}`")))?;
        let Some(index) = self.game.field(self.impulse.side, at) else {
            return Err(Refusal::plain(format!("no stack of yours stands at {id}")));
        };
        let troops = &self.game.troops[index];
        self.game.may_garrison(self.rules, self.impulse.side, troops)?;
        Ok((index, troops))
    }

    /// A fleet takes counters that are named, or the reason why not.
    fn form(&self, text: &str, nation: &str, place: &str, ships: &str) -> Result<MoveOrder<'a>, Refusal> {
        let index = self.own_fleet(nation, place)?;
        let Squadron { country, at, fleet, formed, .. } = self.game.squadrons[index];
        let forms = self.game.other_forms(self.rules, index);
        match forms.iter().find(|form| fleet_key(**form) == ships) {
            Some(_) if formed => Err(Refusal::new(
                rule!("STACK-f"),
                "this fleet has taken other counters in this impulse; once is enough for any form",
            )),
            Some(form) => {
                let nation = self.rules.nations[usize::from(country)].id.as_str();
                Ok(MoveOrder::Form(index as u8, nation, self.anchorage(at), Some(*form)))
            }
            None => {
                let forms: Vec<String> = forms.into_iter().map(fleet_key).collect();
                let others = match forms.is_empty() {
                    true => "it has no other form".to_owned(),
                    false => format!("it may sail as {}", forms.join(" or ")),
                };
                Err(Refusal::new(rule!("STACK-f"), format!("`{text}`: the fleet is {fleet}; {others}")))
            }
        }
    }

    /// The side's own fleet that may sail from a place.
    fn own_fleet(&self, nation: &str, place: &str) -> Result<usize, Refusal> {
        let at = match (self.rules.province(place), self.rules.sea(place)) {
            (Some(port), _) => Anchorage::Port(port),
            (_, Some(sea)) => Anchorage::Sea(sea),
            _ => return Err(Refusal::plain(format!("no province or sea `{place}`"))),
        };
        let country = self.rules.nations.iter().position(|n| n.id == nation);
        let country = country.ok_or_else(|| Refusal::plain(format!("no country `{nation}`")))? as u8;
        let Some(index) = self.game.squadron_at(at, country) else {
            return Err(Refusal::plain(format!("no fleet of {nation} lies at {place}")));
        };
        if self.game.flag(country) != Some(self.impulse.side) {
            return Err(Refusal::plain(format!("the fleet of {nation} is not yours to order")));
        }
        self.game.can_sail(self.rules, self.impulse.side, index)?;
        Ok(index)
    }

    fn leader(&self, id: &str) -> Result<usize, Refusal> {
        let index = self.rules.leaders.iter().position(|leader| leader.id == id);
        index.ok_or_else(|| Refusal::plain(format!("no leader `{id}`")))
    }

    fn ride(&self, leader: &str, place: &str) -> Result<MoveOrder<'a>, Refusal> {
        let index = self.leader(leader)?;
        let to =
            self.rules.province(place).ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
        let from = self.game.may_ride(self.rules, self.impulse, index)?;
        if to == from || !self.game.ride_reach(self.rules, self.impulse.side, from)[usize::from(to)] {
            let [_, limit, ..] = self.rules.bounds;
            let reason = format!("a leader alone rides over friendly provinces, {limit} MP at most");
            return Err(Refusal::new(rule!("LEADER-b"), reason));
        }
        Ok(MoveOrder::Ride(index as u8, &self.rules.leaders[index], Some((to, self.id(to)))))
    }
}
