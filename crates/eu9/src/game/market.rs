//! Purchases: troops, ships, fortresses.

mod ware;

pub(super) use ware::Ware;

use super::levy::Muster;
use super::roster::Roster;
use super::sea::{Anchorage, Squadron, joined};
use super::targets;
use super::{Game, Stage, Troops};
use crate::asks::Asks;
use crate::charts::Entry;
use crate::fleet::Fleet;
use crate::logistics::{army_cost, naval_purchase, purchase_cost};
use crate::power::{Country, Turn};
use crate::stack::Stack;
use crate::title::{GameRules, MAJORS_MAX};
use grognard_umpire::{
    Asked, Asking, Clause, Cost, Offer, Orders, Refusal, Ruling, Side, Slot, Target, TargetKind, Umpire, Verb,
};

/// What has been bought this turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Bought {
    /// LD by country.
    pub(super) ld: [u8; MAJORS_MAX],
    /// ND by country, in halves: a galley is half a detachment.
    pub(super) half_nd: [u8; MAJORS_MAX],
    /// Countries that have bought a galleass, a bit each.
    pub(super) galleass: u32,
    /// Provinces whose fortress has grown, a bit each.
    pub(super) built: u128,
}

/// Something bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buy<'a> {
    Done,
    /// Counters of a country in a province.
    Counters {
        country: u8,
        at: u8,
        ware: Ware,
        price: u16,
        nation: &'a str,
        place: &'a str,
    },
    /// A fortress one level higher.
    Fortress {
        at: u8,
        level: u8,
        price: u16,
        place: &'a str,
    },
}

impl Offer for Buy<'_> {
    fn key(&self) -> String {
        match self {
            Buy::Done => "done".to_owned(),
            Buy::Counters { ware, nation, place, .. } => format!("buy {} {nation} {place}", ware.key()),
            Buy::Fortress { place, .. } => format!("build {place}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Buy::Done => "buy no more".to_owned(),
            Buy::Counters { ware, nation, place, price, .. } => {
                format!("raise {} of {nation} in {place} for {price} ducats", ware.words())
            }
            Buy::Fortress { place, level, price, .. } => {
                format!("strengthen {place} to level {level} for {price} ducats")
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Buy::Done => Vec::new(),
            Buy::Counters { place, .. } => vec![targets::province(place)],
            Buy::Fortress { place, .. } => vec![targets::province(place), targets::city(place)],
        }
    }
    fn cost(&self) -> Option<Cost> {
        match self {
            Buy::Done => None,
            Buy::Counters { price, .. } | Buy::Fortress { price, .. } => {
                Some(Cost { amount: i32::from(*price), left: None, of: "ducats" })
            }
        }
    }
}

pub(super) struct Market<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) side: Side,
    pub(super) bought: Bought,
}

impl Market<'_> {
    fn can_pay(&self, price: u16, clause: Clause) -> Result<u16, Refusal> {
        let purse = self.game.purse[self.side];
        match i32::from(price) <= i32::from(purse) {
            true => Ok(price),
            false => Err(Refusal::new(clause, format!("it costs {price} ducats; the treasury has {purse}"))),
        }
    }

    /// Whether a country may raise anything in a province.
    fn recruits(&self, country: u8, at: u8) -> Result<(), Refusal> {
        let (game, rules) = (self.game, self.rules);
        let land = &game.lands[usize::from(at)];
        let province = &rules.provinces[usize::from(at)];
        let nation = &rules.nations[usize::from(country)];
        let clause = rule!("ITALY-d");
        if !nation.major {
            return Err(Refusal::new(clause, "minors buy nothing"));
        }
        if land.owner != country || land.taken.is_some() || game.field(self.side.other(), at).is_some() {
            return Err(Refusal::new(clause, "counters are raised in owned provinces free of the enemy"));
        }
        // Spain raises troops in the Low Countries and in Naples too.
        if province.national != Some(country) && !nation.recruits.contains(&at) {
            let reason = format!("{} is no national province of {}", province.name, nation.name);
            return Err(Refusal::new(clause, reason));
        }
        Ok(())
    }

    /// What troops cost a country that may still raise them anywhere.
    fn troops_price(&self, country: u8, ware: Ware) -> Result<u16, Refusal> {
        let (game, rules) = (self.game, self.rules);
        let nation = &rules.nations[usize::from(country)];
        let ledger = &rules.ledgers[usize::from(country)];
        let no = || Refusal::new(rule!("LOGISTICS-e"), "this country has no price list");
        let list = ledger.land.ok_or_else(no)?;
        let bought = self.bought.ld[usize::from(country)];
        let army = ware == Ware::Army;
        let price = match army {
            true => army_cost(&rules.charts, list.buy[1], ledger.buys_ld, bought)?,
            false => purchase_cost(&rules.charts, list.buy[0], ledger.buys_ld, bought, 1)?,
        };
        let armies = || -> u8 { game.troops.iter().map(|t| t.roster.band(country).stack.armies()).sum() };
        if army && armies() >= nation.armies {
            return Err(Refusal::new(rule!("STACK-g"), "all A counters of the country are in play"));
        }
        game.counters_left(country, ware.stack(), None, rules)?;
        self.can_pay(price, rule!("LOGISTICS-n"))
    }

    /// Whether troops find room in a province.
    fn quarters(&self, country: u8, at: u8, ware: Ware) -> Result<(), Refusal> {
        match self.game.has_room(self.rules, self.side, at, &Roster::of(country, ware.stack(), 0)) {
            true => Ok(()),
            false => Err(Refusal::new(rule!("STACK-a"), "there is no room in the stack that stands there")),
        }
    }

    /// What ships cost a country that may still build them anywhere.
    fn ships_price(&self, country: u8, ware: Ware) -> Result<u16, Refusal> {
        let (game, rules) = (self.game, self.rules);
        let nation = &rules.nations[usize::from(country)];
        let ledger = &rules.ledgers[usize::from(country)];
        let fleet = ware.fleet(rules, nation.line);
        let no = || Refusal::new(rule!("LOGISTICS-e"), "the country's price list does not have them");
        let list = ledger.naval[game.turn_index(rules)].ok_or_else(no)?;
        let price = ware.price(&list, rules.charts.count(Entry::GalleassPrice).into()).ok_or_else(no)?;
        if ware == Ware::Galleass {
            self.may_have_galleass(country)?;
        }
        let bought = self.bought.half_nd[usize::from(country)];
        let counted = fleet.bought_half_nd(rules.readings.purchase_limit);
        naval_purchase(ledger.buys_nd, bought, counted)?;
        let more = fleet.half_nd();
        let own = game.squadrons.iter().filter(|s| s.country == country);
        let (mut counters, mut afloat) = (0, 0);
        for squadron in own {
            counters += squadron.fleet.f_counters();
            afloat += squadron.fleet.half_nd() + squadron.damaged.half_nd();
        }
        if afloat + more > 2 * ledger.nd_max {
            let reason = format!("the country has at most {} ND", ledger.nd_max);
            return Err(Refusal::new(rule!("LOGISTICS-m"), reason));
        }
        if counters + fleet.f_counters() > nation.fleets {
            return Err(Refusal::new(rule!("LOGISTICS-l"), "all F counters of the country are in play"));
        }
        self.can_pay(price, rule!("LOGISTICS-e"))
    }

    /// Whether ships can be built in a port.
    fn dock(&self, country: u8, at: u8, ware: Ware) -> Result<(), Refusal> {
        let (game, rules) = (self.game, self.rules);
        let province = &rules.provinces[usize::from(at)];
        let fleet = ware.fleet(rules, rules.nations[usize::from(country)].line);
        province.berths(fleet)?;
        let inner = province.seas.iter().any(|&sea| rules.seas[usize::from(sea)].mediterranean);
        if fleet.galleys + fleet.galleasses > 0 && !inner {
            return Err(Refusal::new(rule!("LOGISTICS-b"), "galleys are built on the Mediterranean"));
        }
        if fleet.f_counters() == 0 {
            game.counters_left(country, Stack::default(), Some((at, fleet)), rules)?;
        }
        let there = game.squadron_at(Anchorage::Port(at), country);
        let sum = match there {
            Some(index) => joined(rules, country, game.squadrons[index].fleet, fleet),
            None => Some(fleet),
        };
        let no_room = || Refusal::new(rule!("STACK-f"), "there is no room in the sea stack that lies there");
        game.mooring(rules, country, sum.ok_or_else(no_room)?, at)
    }

    /// Galleasses are Venice's, from their first turn on: one a turn, and two at most.
    fn may_have_galleass(&self, country: u8) -> Result<(), Refusal> {
        let (game, rules) = (self.game, self.rules);
        let clause = rule!("LOGISTICS-y");
        let first = rules.charts.sea.first_turn("galleass").0;
        if rules.nations[usize::from(country)].country != Country::Venice || game.turn_number(rules) < first {
            return Err(Refusal::new(clause, format!("galleasses are Venice's, from turn {first} on")));
        }
        let have: u8 = game
            .squadrons
            .iter()
            .filter(|s| s.country == country)
            .map(|s| s.fleet.galleasses + s.damaged.galleasses)
            .sum();
        match have >= rules.charts.count(Entry::GalleassesMost) || self.bought.galleass & (1 << country) != 0
        {
            true => Err(Refusal::new(clause, "one galleass is bought a turn, and Venice has two at most")),
            false => Ok(()),
        }
    }

    /// What a country pays for something, wherever it is to be had.
    fn price(&self, country: u8, ware: Ware) -> Result<u16, Refusal> {
        match ware.is_land() {
            true => self.troops_price(country, ware),
            false => self.ships_price(country, ware),
        }
    }

    /// Whether it is to be had in a province.
    fn room(&self, country: u8, at: u8, ware: Ware) -> Result<(), Refusal> {
        match ware.is_land() {
            true => self.quarters(country, at, ware),
            false => self.dock(country, at, ware),
        }
    }

    fn fortress_price(&self, at: u8) -> Result<u16, Refusal> {
        let (game, rules) = (self.game, self.rules);
        let clause = rule!("LOGISTICS-w");
        let land = &game.lands[usize::from(at)];
        let owner = &rules.nations[usize::from(land.owner)];
        if !game.owns(self.side, at) || !owner.major || game.field(self.side.other(), at).is_some() {
            return Err(Refusal::new(clause, "a major builds in its own provinces free of the enemy"));
        }
        if self.bought.built & (1 << at) != 0 {
            return Err(Refusal::new(clause, "a fortress grows by one level a turn"));
        }
        let level = land.level + 1;
        let (technology, turn) = (rules.readings.technology, Turn(game.turn_number(rules)));
        let theatre = rules.provinces[usize::from(at)].theatre;
        let Some((price, _)) = rules.charts.fortress(level, theatre, technology, turn) else {
            return Err(Refusal::new(clause, "there is no higher fortress"));
        };
        match rules.charts.may_build(level, technology, turn) {
            true => self.can_pay(price, clause),
            false => Err(Refusal::new(clause, "higher levels need later technology")),
        }
    }
}

/// The market with the lifetime of the rules.
pub(super) struct MarketOf<'a>(pub(super) Market<'a>);

impl<'a> Orders for MarketOf<'a> {
    type Order = Buy<'a>;

    fn offers(&self) -> Vec<Buy<'a>> {
        let market = &self.0;
        let mut all = vec![Buy::Done];
        // What a country can pay is the same in all its provinces.
        let mut prices = [None; MAJORS_MAX];
        for at in market.game.front_first(market.side, market.rules) {
            let province = &market.rules.provinces[usize::from(at)];
            let (country, place) = (market.game.lands[usize::from(at)].owner, province.id.as_str());
            let nation = market.rules.nations[usize::from(country)].id.as_str();
            if market.game.flag(country) != Some(market.side) {
                continue;
            }
            if market.recruits(country, at).is_ok() {
                let prices = prices[usize::from(country) % MAJORS_MAX]
                    .get_or_insert_with(|| Ware::ALL.map(|ware| market.price(country, ware).ok()));
                for (ware, price) in Ware::ALL.into_iter().zip(*prices) {
                    let sold_here = ware.is_land() || province.is_port();
                    if let Some(price) = price.filter(|_| sold_here && market.room(country, at, ware).is_ok())
                    {
                        all.push(Buy::Counters { country, at, ware, price, nation, place });
                    }
                }
            }
            if let Ok(price) = market.fortress_price(at) {
                let level = market.game.lands[usize::from(at)].level + 1;
                all.push(Buy::Fortress { at, level, price, place });
            }
        }
        all
    }

    fn grammar(&self) -> &'static [Verb] {
        const PROVINCE: Slot = Slot::one("province", TargetKind::Province);
        const VERBS: &[Verb] = &[
            Verb::plain("done", "buy no more"),
            Verb::with("buy", "raise counters", &[Slot::text("counters"), Slot::text("nation"), PROVINCE]),
            Verb::with("build", "strengthen a fortress", &[PROVINCE]),
        ];
        VERBS
    }

    fn check(&self, text: &str) -> Result<Buy<'a>, Refusal> {
        if let Some(buy) = self.offers().into_iter().find(|buy| buy.key() == text) {
            return Ok(buy);
        }
        let market = &self.0;
        let province =
            |id: &str| market.rules.province(id).ok_or_else(|| Refusal::plain(format!("no province `{id}`")));
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["buy", what, nation, place] => {
                let ware = Ware::ALL.into_iter().find(|ware| ware.key() == what);
                let ware = ware.ok_or_else(|| Refusal::plain(format!("`{what}` is not on sale")))?;
                let country = market.rules.nations.iter().position(|n| n.id == nation);
                let country = country.ok_or_else(|| Refusal::plain(format!("no country `{nation}`")))? as u8;
                let at = province(place)?;
                if market.game.flag(country) != Some(market.side) {
                    return Err(Refusal::plain(format!("{nation} is not yours to raise troops for")));
                }
                market.recruits(country, at)?;
                market.room(country, at, ware)?;
                market.price(country, ware)?;
                Err(Refusal::plain(format!("{place} has no port")))
            }
            ["build", place] => {
                market.fortress_price(province(place)?)?;
                Err(Refusal::plain(format!("`{text}` is no order here")))
            }
            _ => Err(Refusal::plain(
                "write done, buy LD|A-|NWD|NGD|NTD|F-|galley-F- COUNTRY PROVINCE or build PROVINCE",
            )),
        }
    }
}

impl Game {
    /// The provinces with those first where a side has troops or the enemy is next door: there money matters.
    fn front_first(&self, side: Side, rules: &GameRules) -> Vec<u8> {
        let mut near = vec![false; rules.provinces.len()];
        for troops in &self.troops {
            near[usize::from(troops.at)] |= self.side_of(troops) == Some(side);
        }
        for (at, province) in rules.provinces.iter().enumerate() {
            if self.control(at as u8) == Some(side.other()) {
                province.borders.iter().for_each(|&(to, _)| near[usize::from(to)] = true);
            }
        }
        let mut all: Vec<u8> = (0..rules.provinces.len() as u8).collect();
        all.sort_by_key(|&at| !near[usize::from(at)]);
        all
    }

    /// Whether a country has counters for more detachments: LD and transports of their own, and some that serve
    /// as LD or as ships. Two galleys of a sea stack lie under one counter, so that it matters in which port new
    /// ships are to lie. An A counter needs none of them.
    pub(super) fn counters_left(
        &self,
        country: u8,
        stack: Stack,
        ships: Option<(u8, Fleet)>,
        rules: &GameRules,
    ) -> Result<(), Refusal> {
        if stack.ld == 0 && ships.is_none() {
            return Ok(());
        }
        let own = self.troops.iter().map(|t| t.roster.band(country).stack.ld);
        let ld: u8 = own.sum::<u8>() + stack.ld;
        let (afloat, transports) = self.loose_ships(country, ships, rules);
        let [own, either, lift] = rules.nations[usize::from(country)].detachments;
        let no = |what: &str| {
            Err(Refusal::new(rule!("STACK-a"), format!("all {what} counters of the country are in play")))
        };
        match () {
            () if ld.saturating_sub(own) + afloat > either => no(if stack.ld > 0 { "LD" } else { "ND" }),
            () if transports > lift => no("NTD"),
            () => Ok(()),
        }
    }

    /// How many counters can lie on LD: those of their own, and of those for LD or ships what ships leave.
    pub(super) fn ld_counters(&self, country: u8, rules: &GameRules) -> u8 {
        let [own, either, _] = rules.nations[usize::from(country)].detachments;
        own + either.saturating_sub(self.loose_ships(country, None, rules).0)
    }

    /// The counters of ships outside F counters, and of transports, with new ones in a port.
    fn loose_ships(&self, country: u8, ships: Option<(u8, Fleet)>, rules: &GameRules) -> (u8, u8) {
        let nation = &rules.nations[usize::from(country)];
        let (mut afloat, mut transports) = (0, 0);
        let loose = |fleet: Fleet| match fleet.f_counters() {
            0 => (fleet.warships + fleet.galleasses + fleet.galleys.div_ceil(2), fleet.transports),
            _ => (fleet.loose_from(nation.contents), 0),
        };
        let own = self.squadrons.iter().filter(|s| s.country == country);
        let mut new = ships;
        for squadron in own {
            let beside = new.filter(|&(port, _)| squadron.at == Anchorage::Port(port));
            let fleet = match beside.and_then(|(_, new)| joined(rules, country, squadron.fleet, new)) {
                Some(all) => {
                    new = None;
                    all
                }
                None => squadron.fleet,
            };
            let (more, lift) = loose(fleet);
            (afloat, transports) = (afloat + more, transports + lift);
        }
        let (more, lift) = new.map_or((0, 0), |(_, fleet)| loose(fleet));
        (afloat + more, transports + lift)
    }

    /// A side buys troops, ships and walls.
    pub(super) fn purchase(
        mut self,
        side: Side,
        mut bought: Bought,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let asking = Asking::of(side, rule!("ITALY-d"), Asks::Purchase);
        enum Deal {
            Counters(u8, u8, Ware, u16),
            Fortress(u8, u16),
        }
        let deal = {
            let market = MarketOf(Market { game: &self, rules, side, bought });
            match ump.order(asking, &market)? {
                Buy::Done => None,
                Buy::Counters { country, at, ware, price, .. } => {
                    Some(Deal::Counters(country, at, ware, price))
                }
                Buy::Fortress { at, price, .. } => Some(Deal::Fortress(at, price)),
            }
        };
        let name = &rules.sides[side].name;
        match deal {
            None => {
                return Ok(match side {
                    Side::First => self.at_stage(Stage::Upkeep(Side::Second)),
                    Side::Second => self.at_stage(Stage::Arrival(0, Muster::Purchased)),
                });
            }
            Some(Deal::Counters(country, at, ware, price)) => {
                self.purse[side] -= price as i16;
                ump.explain(|| {
                    let (place, whose) = (rules.place(at), &rules.nations[usize::from(country)].name);
                    let text =
                        format!("{name} raises {} of {whose} in {place} for {price} ducats", ware.words());
                    Ruling::new(rule!("ITALY-d"), text)
                });
                self.raise(country, at, ware, &mut bought, rules, ump)?;
            }
            Some(Deal::Fortress(at, price)) => {
                self.purse[side] -= price as i16;
                bought.built |= 1 << at;
                let land = &mut self.lands[usize::from(at)];
                land.level += 1;
                let level = land.level;
                ump.explain(|| {
                    let place = rules.place(at);
                    let text = format!("{name} raises {place} to level {level} for {price} ducats");
                    Ruling::new(rule!("LOGISTICS-w"), text)
                });
            }
        }
        Ok(self.at_stage(Stage::Purchase(side, bought)))
    }

    fn raise(
        &mut self,
        country: u8,
        at: u8,
        ware: Ware,
        bought: &mut Bought,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let major = usize::from(country);
        if ware.is_land() {
            ump.cite(rule!("LOGISTICS-n"));
            bought.ld[major] += ware.stack().ld_count();
            return self.join(rules, Troops::new(at, country, ware.stack(), 0), ump);
        }
        let fleet = ware.fleet(rules, rules.nations[usize::from(country)].line);
        match ware {
            Ware::FleetOfWarships | Ware::FleetOfGalleys => ump.cite(rule!("LOGISTICS-l")),
            Ware::Galleass => {
                ump.cite(rule!("LOGISTICS-y"));
                bought.galleass |= 1 << country;
            }
            _ => ump.cite(rule!("LOGISTICS-m")),
        }
        bought.half_nd[major] += fleet.bought_half_nd(rules.readings.purchase_limit);
        self.moor(rules, Squadron::in_port(at, country, fleet, false));
        Ok(())
    }
}
