//! Turns: sides changing, leaders coming, money, rounds, and who has won.

use super::{Game, Impulse, Post, Stage, Troops};
use crate::attrition::Pillage;
use crate::campaign::Campaign;
use crate::charts::RoundBox;
use crate::logistics::{purchase_cost, upkeep};
use crate::siege::Works;
use crate::stack::Stack;
use crate::title::{Border, GameRules};
use grognard_umpire::{Asked, Asking, BySide, Dice, Offer, Orders, Refusal, Ruling, Side, Umpire, YesNo};

/// How large a victory is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A draw.
    Draw,
    /// Marginal.
    Marginal,
    /// Decisive.
    Decisive,
}

/// How a game of the Italian Wars ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameEnd {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How large the victory is.
    pub level: Level,
    /// Victory points.
    pub points: BySide<i16>,
    /// Whether it ended at once: a capital held, or a side collapsed.
    pub sudden: bool,
    /// The last turn played.
    pub turn: u8,
}

/// Something bought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Buy<'a> {
    Done,
    /// Counters of a country in a province: an LD or an A-.
    Troops {
        country: u8,
        at: u8,
        army: bool,
        nation: &'a str,
        place: &'a str,
    },
    /// A fortress one level higher.
    Fortress {
        at: u8,
        place: &'a str,
    },
}

impl Offer for Buy<'_> {
    fn key(&self) -> String {
        match self {
            Buy::Done => "done".to_owned(),
            Buy::Troops { army, nation, place, .. } => {
                format!("buy {} {nation} {place}", if *army { "A-" } else { "LD" })
            }
            Buy::Fortress { place, .. } => format!("build {place}"),
        }
    }
}

pub(super) struct Market<'a> {
    pub(super) game: &'a Game,
    pub(super) rules: &'a GameRules,
    pub(super) side: Side,
    pub(super) bought: [u8; 3],
}

impl Market<'_> {
    /// The price of counters, above the limit too.
    fn price(&self, country: u8, army: bool) -> Result<u16, Refusal> {
        let rules = self.rules;
        let nation = &rules.nations[usize::from(country)];
        let no = || Refusal::new(rule!("LOGISTICS-e"), "this country has no price list");
        let list =
            rules.charts.logistics.land_price(nation.country, self.game.technology()).ok_or_else(no)?;
        let limit = rules.charts.logistics.forces(nation.country, rules.period).ok_or_else(no)?.buys_ld;
        let bought = self.bought[usize::from(country) % 3];
        match army {
            // An A- is two LD of the limit.
            true => purchase_cost(list.buy[1].div_ceil(2), limit, bought, 2),
            false => purchase_cost(list.buy[0], limit, bought, 1),
        }
    }

    fn check_troops(&self, country: u8, at: u8, army: bool) -> Result<u16, Refusal> {
        let (game, rules, side) = (self.game, self.rules, self.side);
        let land = &game.lands[usize::from(at)];
        let province = &rules.provinces[usize::from(at)];
        let nation = &rules.nations[usize::from(country)];
        if land.owner != country || land.taken.is_some() || game.field(side.other(), at).is_some() {
            return Err(Refusal::new(
                rule!("ITALY-d"),
                "troops are raised in owned provinces free of the enemy",
            ));
        }
        let low_countries_or_naples = nation.id == "spain" && province.national != Some(country);
        if province.national != Some(country) && !low_countries_or_naples {
            return Err(Refusal::new(rule!("ITALY-d"), "troops are raised in national provinces"));
        }
        let price = self.price(country, army)?;
        if i32::from(price) > i32::from(game.purse[side]) {
            let reason = format!("it costs {price} ducats; the treasury has {}", game.purse[side]);
            return Err(Refusal::new(rule!("LOGISTICS-n"), reason));
        }
        if army {
            let armies: u8 =
                game.troops.iter().filter(|t| t.country == country).map(|t| t.stack.armies()).sum();
            if armies >= nation.armies {
                return Err(Refusal::new(rule!("STACK-g"), "all A counters of the country are in play"));
            }
        }
        if !game.has_room(rules, side, at, country, new_counter(army)) {
            return Err(Refusal::new(rule!("STACK-a"), "there is no room in the stack that stands there"));
        }
        Ok(price)
    }

    fn fortress_price(&self, at: u8) -> Result<u16, Refusal> {
        let (game, rules) = (self.game, self.rules);
        let land = &game.lands[usize::from(at)];
        let side = game.control(at);
        if side != Some(self.side) || land.taken.is_some() || game.field(self.side.other(), at).is_some() {
            return Err(Refusal::new(rule!("LOGISTICS-w"), "fortresses are built in owned provinces"));
        }
        let table = rules.charts.pages.table("fortresses").expect("checked");
        let level = land.level + 1;
        // Level 3 needs Renaissance and costs double before Arquebus; 4 and 5 come later.
        let Some(price) = table.row(&level.to_string()).ok().and_then(|row| table.number::<u16>(row, 1).ok())
        else {
            return Err(Refusal::new(rule!("LOGISTICS-w"), "there is no higher fortress"));
        };
        match level {
            1 | 2 => Ok(price),
            3 => Ok(price * 2),
            _ => Err(Refusal::new(rule!("LOGISTICS-w"), "higher levels need later technology")),
        }
    }
}

fn new_counter(army: bool) -> Stack {
    match army {
        true => Stack { a_minus: 1, ..Stack::default() },
        false => Stack { ld: 1, ..Stack::default() },
    }
}

impl<'a> Orders for MarketOf<'a> {
    type Order = Buy<'a>;

    fn offers(&self) -> Vec<Buy<'a>> {
        let market = &self.0;
        let mut all = vec![Buy::Done];
        for (at, province) in market.rules.provinces.iter().enumerate() {
            let country = market.game.lands[at].owner;
            let nation = &market.rules.nations[usize::from(country)];
            if nation.major && market.game.allegiance[usize::from(country)] == Some(market.side) {
                for army in [false, true] {
                    if market.check_troops(country, at as u8, army).is_ok() {
                        let (nation, place) = (nation.id.as_str(), province.id.as_str());
                        all.push(Buy::Troops { country, at: at as u8, army, nation, place });
                    }
                }
            }
        }
        all
    }

    fn check(&self, text: &str) -> Result<Buy<'a>, Refusal> {
        if let Some(buy) = self.offers().into_iter().find(|buy| buy.key() == text) {
            return Ok(buy);
        }
        let market = &self.0;
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["buy", what @ ("LD" | "A-"), nation, place] => {
                let country = market.rules.nations.iter().position(|n| n.id == nation);
                let country = country.ok_or_else(|| Refusal::plain(format!("no country `{nation}`")))? as u8;
                let at = market
                    .rules
                    .province(place)
                    .ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
                if market.game.allegiance[usize::from(country)] != Some(market.side) {
                    return Err(Refusal::plain(format!("{nation} is not yours to raise troops for")));
                }
                market.check_troops(country, at, what == "A-")?;
                Err(Refusal::plain("minors raise no troops"))
            }
            ["build", place] => {
                let at = market
                    .rules
                    .province(place)
                    .ok_or_else(|| Refusal::plain(format!("no province `{place}`")))?;
                let price = market.fortress_price(at)?;
                if i32::from(price) > i32::from(market.game.purse[market.side]) {
                    return Err(Refusal::new(rule!("LOGISTICS-w"), format!("it costs {price} ducats")));
                }
                Ok(Buy::Fortress { at, place: market.rules.provinces[usize::from(at)].id.as_str() })
            }
            _ => Err(Refusal::plain("write done, buy LD|A- COUNTRY PROVINCE or build PROVINCE")),
        }
    }
}

/// The market with the lifetime of the rules.
pub(super) struct MarketOf<'a>(pub(super) Market<'a>);

/// A stack disbanded for want of money.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pay<'a> {
    Pay,
    Disband(u8, &'a str, bool),
}

impl Offer for Pay<'_> {
    fn key(&self) -> String {
        match self {
            Pay::Pay => "pay".to_owned(),
            Pay::Disband(_, place, true) => format!("disband {place} garrison"),
            Pay::Disband(_, place, false) => format!("disband {place}"),
        }
    }
}

impl Game {
    /// A turn begins: minors take the side printed for it, the wounded are back, new leaders wait.
    pub(super) fn levy(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let turn = self.turn_index(rules);
        let mut due = Vec::new();
        for country in 0..rules.nations.len() as u8 {
            let nation = &rules.nations[usize::from(country)];
            if nation.major {
                continue;
            }
            let (before, now) = (self.allegiance[usize::from(country)], nation.sides[turn]);
            if before != now {
                self.troops.retain(|t| t.country != country);
                self.allegiance[usize::from(country)] = now;
                ump.explain(|| {
                    let side = now.map_or("neither side", |side| rules.sides[side].name.as_str());
                    Ruling::new(rule!("ITALY-a"), format!("{} stands with {side}", nation.name))
                });
                due.extend(self.strays(country, rules));
                if now.is_some() {
                    due.extend(Game::basic_force(country, rules));
                }
            } else if now.is_some() && nation.reinforcement > 0 {
                due.extend(self.reinforcement(country, rules));
            }
        }
        for (index, post) in self.posts.iter_mut().enumerate() {
            let [first, last] = rules.leaders[index].turns;
            let number = rules.turns[usize::from(self.turn)];
            match *post {
                Post::Gone => {}
                _ if !(first..=last).contains(&number) => *post = Post::Away,
                Post::Wounded => *post = Post::Away,
                _ => {}
            }
        }
        self.campaign = BySide::default();
        self.send(due, Stage::Wurtemberg)
    }

    /// In turn 10 Wurtemberg falls away unless the Empire pays.
    pub(super) fn wurtemberg(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let price = rules.figures.wurtemberg_price;
        if self.turn_number(rules) == 10 {
            let side = Side::Second;
            let options: &[YesNo] =
                if self.purse[side] >= price { &[YesNo::No, YesNo::Yes] } else { &[YesNo::No] };
            let asking = Asking::of(side, rule!("ITALY-i"), "pay for Wurtemberg");
            if *ump.choose(asking, options)? == YesNo::Yes {
                self.purse[side] -= price;
            } else {
                // The duchy goes to a country that stands with nobody.
                let neutral = self.allegiance.iter().position(Option::is_none);
                if let Some(neutral) = neutral {
                    for id in ["wurtemberg", "schwaben"] {
                        let Some(at) = rules.province(id) else { continue };
                        let land = &mut self.lands[usize::from(at)];
                        (land.owner, land.taken) = (neutral as u8, None);
                    }
                    let due = self.strays(neutral as u8, rules);
                    return Ok(self.send(due, Stage::Arrival(0)));
                }
            }
        }
        Ok(self.at_stage(Stage::Arrival(0)))
    }

    /// Leaders whose time has come join a stack of their country.
    pub(super) fn arrival(mut self, from: u8, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let number = self.turn_number(rules);
        for index in usize::from(from)..rules.leaders.len() {
            let leader = &rules.leaders[index];
            let serves = (leader.turns[0]..=leader.turns[1]).contains(&number);
            if !serves || !leader.general || self.posts[index] != Post::Away {
                continue;
            }
            let Some(side) = self.allegiance[usize::from(leader.country)] else { continue };
            let mut places: Vec<&str> = self
                .troops
                .iter()
                .filter(|t| t.country == leader.country && !t.inside)
                .map(|t| rules.provinces[usize::from(t.at)].id.as_str())
                .collect();
            places.dedup();
            if places.is_empty() {
                continue;
            }
            let asking = Asking::of(side, rule!("ITALY-g"), "where a new leader joins");
            let place = *ump.choose(asking, &places)?;
            let at = rules.province(place).expect("a province of the map");
            self.posts[index] = Post::At(at);
            ump.explain(|| {
                Ruling::new(
                    rule!("ITALY-g"),
                    format!("{} joins the army at {}", leader.name, rules.place(at)),
                )
            });
            return Ok(self.at_stage(Stage::Arrival(index as u8 + 1)));
        }
        Ok(self.at_stage(Stage::Upkeep(Side::First)))
    }

    /// What a side's troops cost beyond the basic forces.
    pub(super) fn upkeep_due(&self, side: Side, rules: &GameRules) -> i16 {
        let mut due = 0;
        for (country, nation) in rules.nations.iter().enumerate() {
            if !nation.major || self.allegiance[country] != Some(side) {
                continue;
            }
            let Some(price) = rules.charts.logistics.land_price(nation.country, self.technology()) else {
                continue;
            };
            let Some(forces) = rules.charts.logistics.forces(nation.country, rules.period) else { continue };
            let (ld, _, either) = forces.allowance();
            let mut free = ld + either;
            for troops in self.troops.iter().filter(|t| usize::from(t.country) == country) {
                let veteran = troops.veterans * 2 > troops.stack.ld_count();
                let (ducats, left) = upkeep(&price, troops.stack, veteran, free);
                due += ducats as i16;
                free = left;
            }
        }
        due
    }

    /// A side pays for its troops, or lets some go.
    pub(super) fn upkeep(mut self, side: Side, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let due = self.upkeep_due(side, rules);
        let mut options = Vec::new();
        if due <= self.purse[side].max(0) {
            options.push(Pay::Pay);
        }
        for (index, troops) in self.troops.iter().enumerate() {
            let nation = &rules.nations[usize::from(troops.country)];
            if nation.major && self.side_of(troops) == Some(side) {
                let place = rules.provinces[usize::from(troops.at)].id.as_str();
                options.push(Pay::Disband(index as u8, place, troops.inside));
            }
        }
        let asking = Asking::of(side, rule!("LOGISTICS-f"), "upkeep");
        if options.is_empty() {
            return Ok(self.at_stage(Stage::Purchase(side, [0; 3])));
        }
        match *ump.choose(asking, &options)? {
            Pay::Pay => {
                self.purse[side] -= due;
                ump.explain(|| {
                    let text = format!("{} pays {due} ducats of upkeep", rules.sides[side].name);
                    Ruling::new(rule!("LOGISTICS-g"), text)
                });
                ump.cite(rule!("LOGISTICS-e"));
                Ok(self.at_stage(Stage::Purchase(side, [0; 3])))
            }
            Pay::Disband(index, ..) => {
                let troops = self.remove(usize::from(index));
                if !troops.inside {
                    let leaders = self.leaders_at(rules, troops.country, troops.at);
                    self.post_leaders(leaders, Post::Away);
                }
                Ok(self.at_stage(Stage::Upkeep(side)))
            }
        }
    }

    /// A side buys troops.
    pub(super) fn purchase(
        mut self,
        side: Side,
        mut bought: [u8; 3],
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let asking = Asking::of(side, rule!("ITALY-d"), "purchase");
        let (order, price) = {
            let market = MarketOf(Market { game: &self, rules, side, bought });
            match ump.order(asking, &market)? {
                Buy::Done => (None, 0),
                Buy::Troops { country, at, army, .. } => {
                    (Some((country, at, Some(army))), market.0.check_troops(country, at, army).unwrap_or(0))
                }
                Buy::Fortress { at, .. } => (Some((0, at, None)), market.0.fortress_price(at).unwrap_or(0)),
            }
        };
        let Some((country, at, what)) = order else {
            return Ok(match side {
                Side::First => self.at_stage(Stage::Upkeep(Side::Second)),
                Side::Second => self.at_stage(Stage::FirstRound),
            });
        };
        self.purse[side] -= price as i16;
        match what {
            Some(army) => {
                ump.cite(rule!("LOGISTICS-n"));
                bought[usize::from(country) % 3] += if army { 2 } else { 1 };
                let troops = Troops {
                    at,
                    inside: false,
                    country,
                    stack: new_counter(army),
                    veterans: 0,
                    moved: false,
                    spent: false,
                    foraging: false,
                    hungry: false,
                    came: (at, Border::None),
                };
                self.place(rules, troops);
            }
            None => {
                ump.cite(rule!("LOGISTICS-w"));
                self.lands[usize::from(at)].level += 1;
            }
        }
        ump.explain(|| {
            let what = match what {
                Some(true) => "raises an A- in",
                Some(false) => "raises an LD in",
                None => "strengthens",
            };
            let text = format!("{} {what} {} for {price} ducats", rules.sides[side].name, rules.place(at));
            Ruling::new(rule!("ITALY-d"), text)
        });
        Ok(self.at_stage(Stage::Purchase(side, bought)))
    }

    fn first_side(&self, rules: &GameRules) -> Side {
        match rules.sides.first.initiative >= rules.sides.second.initiative {
            true => Side::First,
            false => Side::Second,
        }
    }

    /// The first round of the turn.
    pub(super) fn first_round(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let logistics = &rules.charts.logistics;
        let asking = Asking::neutral(rule!("CAMPAIGN-t"), "first round");
        self.round = ump.throw(asking, Dice::D10, |face| logistics.first_round(face))?;
        self.bad_weather = false;
        ump.explain(|| {
            let text = format!(
                "Turn {} opens with round {}",
                self.turn_number(rules),
                logistics.box_name(self.round)
            );
            Ruling::new(rule!("CAMPAIGN-t"), text)
        });
        let first = Impulse::first(self.first_side(rules));
        Ok(self.at_stage(Stage::Supply(first, 0)))
    }

    /// Another round, or the end of the turn.
    pub(super) fn continuation(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let logistics = &rules.charts.logistics;
        let end = logistics.end_box();
        let here = self.round;
        let asking = Asking::neutral(rule!("CAMPAIGN-t"), "another round");
        let summer = !logistics.is_winter(here);
        let (next, bad) = ump.throw(asking, Dice::D10, |face| {
            let boxes = logistics.advance(here, face as i16);
            // A long summer goes on into a wet autumn on 1, 3 and 5.
            let bad = summer && face <= 5 && face % 2 == 1;
            (RoundBox((here.0 + boxes).min(end.0)), bad)
        })?;
        self.round = next;
        self.bad_weather = bad;
        ump.explain(|| {
            let weather = if bad { ", in bad weather" } else { "" };
            let text = format!("The war goes on to {}{weather}", logistics.box_name(next));
            Ruling::new(rule!("CAMPAIGN-t"), text)
        });
        if next == end {
            return Ok(self.at_stage(Stage::TurnEnd));
        }
        let first = Impulse::first(self.first_side(rules));
        Ok(self.at_stage(Stage::Supply(first, 0)))
    }

    /// The income of a side.
    pub(super) fn income(&self, rules: &GameRules, side: Side) -> i16 {
        let mut sum = rules.sides[side].fixed_income;
        for (at, province) in rules.provinces.iter().enumerate() {
            let land = &self.lands[at];
            let owner = usize::from(land.owner);
            if land.pillage.counters().1 > 0 || !rules.nations[owner].major {
                continue;
            }
            match (self.allegiance[owner] == Some(side), land.taken) {
                (true, None) => sum += province.income,
                (false, Some(taker)) if taker == side => sum += province.income / 2,
                _ => {}
            }
        }
        sum
    }

    fn score(&mut self, rules: &GameRules, last: bool) {
        for &(at, who, points) in &rules.victory {
            let Some(side) = self.control(at) else { continue };
            if who.is_none_or(|who| who == side) {
                self.points[side] += if last { 2 * points } else { points };
            }
        }
    }

    fn end(&self, rules: &GameRules, sudden: Option<Side>) -> GameEnd {
        let margin = self.points.first - self.points.second;
        let (winner, level) = match sudden {
            Some(side) => (Some(side), Level::Decisive),
            None if margin.abs() <= rules.figures.draw_up_to => (None, Level::Draw),
            None => {
                let side = if margin > 0 { Side::First } else { Side::Second };
                let marginal = margin.abs() <= rules.figures.marginal_up_to;
                (Some(side), if marginal { Level::Marginal } else { Level::Decisive })
            }
        };
        let turn = self.turn_number(rules);
        GameEnd { winner, level, points: self.points, sudden: sudden.is_some(), turn }
    }

    /// Score, income, and on to the next turn or the end.
    pub(super) fn turn_end(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Result<Game, GameEnd> {
        let last = usize::from(self.turn) + 1 == rules.turns.len();
        self.score(rules, last);
        ump.explain(|| {
            let (first, second) = (&rules.sides.first.name, &rules.sides.second.name);
            let text = format!(
                "Turn {} ends: {first} {}, {second} {} points",
                self.turn_number(rules),
                self.points.first,
                self.points.second
            );
            Ruling::new(rule!("ITALY-e"), text)
        });
        for side in Side::ALL {
            let capital = rules.sides[side.other()].capital;
            let broken = self.stability[side.other()] < rules.figures.stability_lost_below;
            if self.control(capital) == Some(side) || broken {
                ump.explain(|| {
                    let text = format!("{} breaks the enemy", rules.sides[side].name);
                    Ruling::new(rule!("ITALY-f"), text)
                });
                return Err(self.end(rules, Some(side)));
            }
        }
        for id in ["lombardia", "parma"] {
            if let Some(at) = rules.province(id)
                && let Some(side) = self.lands[usize::from(at)].taken
            {
                ump.cite(rule!("ITALY-h"));
                let land = &mut self.lands[usize::from(at)];
                (land.owner, land.taken) = (rules.sides[side].major, None);
            }
        }
        if last {
            return Err(self.end(rules, None));
        }
        for side in Side::ALL {
            let income = self.income(rules, side);
            self.purse[side] += income;
            ump.explain(|| {
                let text = format!("{} receives {income} ducats", rules.sides[side].name);
                Ruling::new(rule!("ITALY-c"), text)
            });
        }
        for at in 0..self.lands.len() as u8 {
            let besieged = Side::ALL
                .into_iter()
                .any(|side| self.control(at) == Some(side.other()) && self.field(side, at).is_some());
            let land = &mut self.lands[usize::from(at)];
            land.old_siege = besieged;
            (land.breached, land.costly, land.siege_rounds) = (false, false, 0);
            // A pillage- is gone with the turn, a pillage+ becomes one.
            land.pillage = Pillage(land.pillage.counters().1);
            if !besieged {
                land.works = Works::default();
            }
        }
        for troops in &mut self.troops {
            (troops.moved, troops.spent, troops.foraging) = (false, false, false);
        }
        self.turn += 1;
        self.campaign = BySide::new(Campaign::Passive, Campaign::Passive);
        Ok(self.at_stage(Stage::Levy))
    }
}
