//! The bill of a country: upkeep of its counters beyond what it keeps free, and what it buys, item by item.

use super::{Quality, Upkeep, army_sizes, best_cover, keep, least_due, peace_prices};
use crate::charts::{Charts, Entry, Forces, LandPrice, NavalPrice};
use crate::fleet::{Fleet, fleet_line};
use crate::logistics::{army_cost, naval_purchase, purchase_cost};
use crate::power::{Country, NavalTechnology, Period, Technology, Turn};
use crate::profile::{PeaceUpkeep, PortugalsUpkeep, ProfileName, PurchaseLimit, listed};
use crate::stack::Stack;
use grognard_charts::{BadData, Problem, Switch, read, refuse};
use grognard_umpire::{
    Choice, Clause, Fact, Figure, Flow, Playable, Procedure, Refusal, Ruling, Side, Umpire, Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::Break;
use std::sync::Arc;

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct KeptStackText {
    name: String,
    counters: String,
    /// Kept as veterans, or as conscripts.
    #[serde(default)]
    veteran: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct KeptFleetText {
    name: String,
    ships: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct PurchaseText {
    /// A- and LD.
    #[serde(default)]
    counters: String,
    /// NWD, NGD and NTD; each F- is bought full, and says so without its ships.
    #[serde(default)]
    ships: String,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct UpkeepRulesText {
    profile: Option<ProfileName>,
    portugals_upkeep: Option<PortugalsUpkeep>,
    peace_upkeep: Option<PeaceUpkeep>,
    /// What counts against the naval purchase limit.
    purchase_limit: Option<PurchaseLimit>,
}

/// What Portugal keeps for nothing under a profile.
const fn portugals_upkeep(name: ProfileName) -> PortugalsUpkeep {
    match name {
        ProfileName::Guide => PortugalsUpkeep::Guide,
        ProfileName::Of2020 | ProfileName::Of2013 => PortugalsUpkeep::Published,
    }
}

/// The switches of an upkeep file, each with its reading under a profile.
pub(crate) fn upkeep_switches(name: ProfileName) -> Vec<Switch> {
    listed![
        "portugals-upkeep" PortugalsUpkeep = portugals_upkeep(name), of "EU9-LOGISTICS-f";
        "peace-upkeep" PeaceUpkeep = PeaceUpkeep::Dearer, of "EU9-LOGISTICS-t";
        "purchase-limit" PurchaseLimit = PurchaseLimit::of(name), of "EU9-LOGISTICS-m";
    ]
}

grognard_charts::battle_file! {
    /// An upkeep file.
    #[derive(Clone, Debug)]
    pub struct UpkeepText {
        year: u16,
        name: String,
        country: Country,
        technology: Technology,
        naval_technology: Option<NavalTechnology>,
        /// At peace all troops are kept as veterans, at dearer prices.
        #[serde(default)]
        at_peace: bool,
        /// Conditions of the country's page that hold, such as `at war`.
        #[serde(default)]
        conditions: Vec<String>,
        /// Places that yield wood.
        #[serde(default)]
        wood: u8,
        #[serde(default)]
        stacks: Vec<KeptStackText>,
        #[serde(default)]
        fleets: Vec<KeptFleetText>,
        #[serde(default)]
        purchase: PurchaseText,
        #[serde(default)]
        rules: UpkeepRulesText,
    }
}

/// A line of a bill.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Item {
    clause: Clause,
    words: String,
    ducats: u16,
}

/// The givens of a country's bill.
pub struct Bill {
    /// Its name.
    pub title: String,
    /// Whose.
    pub name: String,
    /// What is kept free, in words.
    free: String,
    /// What wood keeps besides, in words.
    wood: Option<String>,
    land: Vec<Item>,
    naval: Vec<Item>,
    bought: Vec<Item>,
}

/// A counter that is kept, with what it is called.
type Kept = (String, u8, Upkeep, bool);

struct Desk<'a> {
    charts: &'a Charts,
    setup: &'a UpkeepText,
    period: Period,
    forces: Forces,
    /// The most ND the country may have.
    nd_max: u8,
    land: LandPrice,
    naval: Option<NavalPrice>,
    problems: Vec<Problem>,
}

impl Bill {
    /// Reads an upkeep file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Bill, BadData> {
        let setup: UpkeepText = read(file, text)?;
        let wrong = |path: &str, words: String| refuse(file, text, &[Problem::new(path, words)]);
        let period = Turn::of_year(setup.year)
            .and_then(|turn| charts.period(turn))
            .ok_or_else(|| wrong("year", Turn::outside(setup.year)))?;
        let (country, technology) = (setup.country, setup.technology);
        let forces = charts.logistics.forces(country, period).ok_or_else(|| {
            let words = format!("{} has no forces of its own in period {}", country.key(), period.key());
            wrong("country", words)
        })?;
        let land = charts.logistics.land_price(country, technology).ok_or_else(|| {
            wrong("technology", format!("the prices of {} have no {technology}", country.key()))
        })?;
        let naval = setup.naval_technology.and_then(|built| charts.logistics.naval_price(country, built));
        if let (Some(built), None) = (setup.naval_technology, naval) {
            let words = format!("the prices of {} have no {built}", country.key());
            return Err(wrong("naval-technology", words));
        }
        let (forces, nd_max) = (forces.clone(), forces.nd_max());
        let desk = Desk { charts, setup: &setup, period, forces, nd_max, land, naval, problems: Vec::new() };
        desk.bill().map_err(|problems| refuse(file, text, &problems))
    }
}

impl Desk<'_> {
    /// The free allowance under the conditions that hold, which change the limits too.
    fn under_conditions(&mut self, (ld, nd, either): (u8, u8, u8)) -> (u8, u8, u8) {
        let mut free = [ld, nd, either];
        let (country, period) = (self.setup.country, self.period);
        for (place, name) in self.setup.conditions.iter().enumerate() {
            let Some(condition) = self.charts.logistics.condition(country, period, name) else {
                let known = self.charts.logistics.conditions(country, period);
                let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
                let words = format!("no condition `{name}` in period {period}; there is {known}");
                self.problems.push(Problem::new(format!("conditions[{place}]"), words));
                continue;
            };
            for (own, more) in free.iter_mut().zip(condition.free) {
                *own = own.saturating_add_signed(more);
            }
            self.nd_max = self.nd_max.saturating_add_signed(condition.max_nd);
            self.forces.buys_nd = self.forces.buys_nd.saturating_add_signed(condition.buys_nd);
            self.forces.buys_ld = self.forces.buys_ld.saturating_add_signed(condition.buys_ld);
        }
        let [ld, nd, either] = free;
        (ld, nd, either)
    }

    fn bill(mut self) -> Result<Bill, Vec<Problem>> {
        let stacks = self.stacks();
        let fleets = self.fleets();
        let rules = &self.setup.rules;
        let usual = portugals_upkeep(rules.profile.unwrap_or_default());
        let reading = rules.portugals_upkeep.unwrap_or(usual);
        let allowance = self.charts.logistics.allowance(self.setup.country, self.period, reading);
        let (ld, nd, either) = self.under_conditions(allowance.unwrap_or((0, 0, 0)));
        let count = |entry| self.charts.count(entry);
        let resources = self.setup.wood.min(count(Entry::WoodMost));
        let wood = resources * count(Entry::WoodUpkeep);
        let more = resources * count(Entry::WoodLimit);
        let prices =
            |kept: &[Kept]| kept.iter().map(|&(_, size, prices, _)| (size, prices)).collect::<Vec<_>>();
        let (ashore, afloat) = (prices(&stacks), prices(&fleets));
        // What may be either goes where it saves most.
        let due = |on_land: u8| {
            let land = least_due(ashore.iter().copied(), ld + on_land);
            land + least_due(afloat.iter().copied(), nd + wood + either - on_land)
        };
        let on_land = (0..=either).min_by_key(|&on_land| due(on_land)).unwrap_or(0);
        let land = self.items(&stacks, &best_cover(&ashore, ld + on_land), "LD");
        let naval = self.items(&fleets, &best_cover(&afloat, nd + wood + either - on_land), "ND");
        let bought = self.purchases(more);
        self.check_ceiling();
        let free = self.free_words((ld, nd, either), on_land);
        let wood = (wood > 0).then(|| format!("Wood keeps {wood} ND more"));
        let (title, name) = (self.setup.title.clone(), self.setup.name.clone());
        match self.problems.is_empty() {
            true => Ok(Bill { title, name, free, wood, land, naval, bought }),
            false => Err(self.problems),
        }
    }

    /// A country has at most so many ND, what it buys among them.
    fn check_ceiling(&mut self) {
        let full = self.charts.logistics.full_fleet(self.line(), self.period, false);
        let kept = self.setup.fleets.iter().map(|text| (&text.ships, 0));
        let all = kept.chain([(&self.setup.purchase.ships, u16::from(full.half_nd()))]);
        let halves: u16 = all
            .filter_map(|(ships, filled)| {
                let fleet = Fleet::read(ships).ok()?;
                Some(u16::from(fleet.half_nd()) + filled * u16::from(fleet.f_minus))
            })
            .sum();
        if halves > 2 * u16::from(self.nd_max) {
            let (nd, most) = (halves.div_ceil(2), self.nd_max);
            let words = format!("{nd} ND with what is bought; the country has at most {most}");
            self.problems.push(Problem::new("fleets", words));
        }
    }

    fn free_words(&self, (ld, nd, either): (u8, u8, u8), on_land: u8) -> String {
        let mut words =
            format!("In period {} {} keeps {ld} LD and {nd} ND free", self.period.key(), self.setup.name);
        if either > 0 {
            words += &format!(
                ", and {either} of either kind, of which {on_land} on land and {} at sea save most",
                either - on_land
            );
        }
        words
    }

    /// What each counter pays beyond what of it is covered.
    fn items(&self, kept: &[Kept], covered: &[u8], unit: &str) -> Vec<Item> {
        let item = |((name, size, prices, holds_more), &covered): (&Kept, &u8)| {
            let ducats = keep(*prices, size - covered);
            let clause = match (unit, covered) {
                (_, 0) if self.setup.at_peace && unit == "LD" => rule!("LOGISTICS-t"),
                ("ND", 0) if *holds_more => rule!("LOGISTICS-j"),
                ("ND", 0) => rule!("LOGISTICS-h"),
                (_, 0) => rule!("LOGISTICS-e"),
                (_, covered) if covered < *size => rule!("LOGISTICS-g"),
                _ => rule!("LOGISTICS-f"),
            };
            let words = match covered {
                0 => format!("{name} costs {ducats} ducats"),
                _ if covered == *size => format!("{name} is kept free"),
                _ => format!("{name}: {covered} of {size} {unit} free, the rest costs {ducats} ducats"),
            };
            Item { clause, words, ducats }
        };
        kept.iter().zip(covered).map(item).collect()
    }

    fn stacks(&mut self) -> Vec<Kept> {
        let mut kept = Vec::new();
        for (place, text) in self.setup.stacks.iter().enumerate() {
            let path = format!("stacks[{place}].counters");
            let stack = match Stack::read(&text.counters) {
                Ok(stack) => stack,
                Err(problem) => {
                    self.problems.push(Problem::new(path, problem));
                    continue;
                }
            };
            if let Err(refusals) = stack.check(self.setup.country) {
                self.problems.push(Problem::new(path, refusals[0].to_string()));
            }
            let peace = self.setup.rules.peace_upkeep.unwrap_or(PeaceUpkeep::Dearer);
            // By the column for peace all troops are veterans.
            let dear = self.setup.at_peace && peace == PeaceUpkeep::Dearer;
            let quality = if text.veteran || dear { Quality::Veteran } else { Quality::Conscript };
            let prices = match self.setup.at_peace {
                true => peace_prices(&self.land, quality, peace),
                false => self.land.war.map(|line| line[quality as usize]),
            };
            let quality = if quality == Quality::Veteran { "veteran" } else { "conscript" };
            for size in army_sizes(stack) {
                let counter = ["LD", "A-", "A-", "A+"][usize::from(size) - 1];
                kept.push((format!("{}: {quality} {counter}", text.name), size, prices, false));
            }
        }
        kept
    }

    fn line(&self) -> &'static str {
        fleet_line(self.setup.country, "III")
    }

    fn fleets(&mut self) -> Vec<Kept> {
        let mut kept = Vec::new();
        for (place, text) in self.setup.fleets.iter().enumerate() {
            let path = format!("fleets[{place}].ships");
            let fleet = match Fleet::read(&text.ships) {
                Ok(fleet) => fleet,
                Err(problem) => {
                    self.problems.push(Problem::new(path, problem));
                    continue;
                }
            };
            if let Err(refusal) = fleet.check(self.charts, self.line(), self.period) {
                self.problems.push(Problem::new(path.clone(), refusal.to_string()));
            }
            let Some(price) = self.naval else {
                self.problems.push(Problem::new("naval-technology", "ships need a naval technology"));
                return kept;
            };
            let count = |entry| self.charts.count(entry);
            let loose = fleet.loose(self.charts, self.line(), self.period)
                + fleet.d.div_ceil(count(Entry::DetachmentD));
            let counters = [
                (fleet.f_plus, count(Entry::UpkeepPlus), "F+ (4 ND)"),
                (fleet.f_minus, count(Entry::UpkeepMinus), "F- (2 ND)"),
                (loose, 1, "ND"),
            ];
            // Even a 7/2 fleet counts as 4 ND here.
            let fuller = fleet.nd() > fleet.upkeep_nd(self.charts, self.line(), self.period);
            for (count, size, counter) in counters {
                let name = format!("{}: {counter}", text.name);
                kept.extend((0..count).map(|_| (name.clone(), size, price.keep, fuller && size > 1)));
            }
        }
        kept
    }

    /// What is bought this turn, dearer beyond the limit on land and never beyond it at sea.
    fn purchases(&mut self, wood: u8) -> Vec<Item> {
        let mut items = Vec::new();
        match Stack::read(&self.setup.purchase.counters) {
            Ok(stack) => self.buy_troops(stack, &mut items),
            Err(problem) if !self.setup.purchase.counters.trim().is_empty() => {
                self.problems.push(Problem::new("purchase.counters", problem));
            }
            Err(_) => {}
        }
        match Fleet::read(&self.setup.purchase.ships) {
            Ok(fleet) => self.buy_ships(fleet, wood, &mut items),
            Err(problem) => self.problems.push(Problem::new("purchase.ships", problem)),
        }
        items
    }

    fn buy_troops(&mut self, stack: Stack, items: &mut Vec<Item>) {
        if stack.a_plus + stack.pashas + stack.d > 0 {
            let words = "an A+ is bought as A- and 2 LD; write A- and LD";
            self.problems
                .push(Problem::new("purchase.counters", format!("{words} ({})", rule!("LOGISTICS-p"))));
            return;
        }
        let limit = self.forces.buys_ld;
        let mut bought = 0;
        for ware in self.cheapest_order(stack) {
            let (name, size, price) = match ware {
                Ware::Army => ("A-", 2, self.price_of(ware, bought)),
                Ware::Detachment => ("LD", 1, self.price_of(ware, bought)),
            };
            match price {
                Ok(ducats) => {
                    let words =
                        format!("{name} is bought for {ducats} ducats; the limit is {limit} LD a turn");
                    items.push(Item { clause: rule!("LOGISTICS-n"), words, ducats });
                }
                Err(refusal) => {
                    self.problems.push(Problem::new("purchase.counters", refusal.to_string()));
                    return;
                }
            }
            bought += size;
        }
    }

    /// What an A- or an LD costs after so many LD.
    fn price_of(&self, ware: Ware, bought: u8) -> Result<u16, Refusal> {
        let limit = self.forces.buys_ld;
        match ware {
            Ware::Army => army_cost(self.charts, self.land.buy[1], limit, bought),
            Ware::Detachment => purchase_cost(self.charts, self.land.buy[0], limit, bought, 1),
        }
    }

    /// The order in which the counters cost least: an A- pays the rate of its second LD, so that it may be worth
    /// while to fill a tranche with an LD first. Where not all can be bought, the A- come first.
    fn cheapest_order(&self, stack: Stack) -> Vec<Ware> {
        let wares = |armies: u8, ld: u8| {
            let armies = std::iter::repeat_n(Ware::Army, armies.into());
            armies.chain(std::iter::repeat_n(Ware::Detachment, ld.into())).collect::<Vec<Ware>>()
        };
        // The least for so many A- and LD, and what was bought last.
        let mut least: Vec<Vec<Option<Basket>>> = Vec::new();
        for armies in 0..=stack.a_minus {
            let mut row: Vec<Option<Basket>> = Vec::new();
            for ld in 0..=stack.ld {
                let with = |before: Option<&Basket>, ware: Ware, bought: u8| {
                    let (ducats, order) = before?;
                    let price = self.price_of(ware, bought).ok()?;
                    Some((ducats + price, [&order[..], &[ware]].concat()))
                };
                let by_army = armies.checked_sub(1).and_then(|fewer| {
                    with(least[usize::from(fewer)][usize::from(ld)].as_ref(), Ware::Army, 2 * fewer + ld)
                });
                let by_ld = ld.checked_sub(1).and_then(|fewer| {
                    with(row[usize::from(fewer)].as_ref(), Ware::Detachment, 2 * armies + fewer)
                });
                let cheaper = by_army.into_iter().chain(by_ld).min_by_key(|(ducats, _)| *ducats);
                row.push(if armies + ld == 0 { Some((0, Vec::new())) } else { cheaper });
            }
            least.push(row);
        }
        let best = least.pop().and_then(|mut row| row.pop()).flatten();
        best.map_or_else(|| wares(stack.a_minus, stack.ld), |(_, order)| order)
    }

    fn buy_ships(&mut self, fleet: Fleet, wood: u8, items: &mut Vec<Item>) {
        let Fleet { f_plus, f_minus, warships, galleys, galleasses, transports, d } = fleet;
        if f_plus + galleasses + d > 0 {
            let words = "only NWD, NGD, NTD and full F- are bought here";
            self.problems.push(Problem::new("purchase.ships", words));
            return;
        }
        let full = self.charts.logistics.full_fleet(self.line(), self.period, false);
        let rules = &self.setup.rules;
        let usual = PurchaseLimit::of(rules.profile.unwrap_or_default());
        let reading = rules.purchase_limit.unwrap_or(usual);
        let counted = fleet.bought_half_nd(reading) + f_minus * full.bought_half_nd(reading);
        let limit = self.forces.buys_nd + wood;
        if let Err(refusal) = naval_purchase(limit, 0, counted) {
            self.problems.push(Problem::new("purchase.ships", refusal.to_string()));
        }
        let price = |place: usize| self.naval.and_then(|price| price.buy[place]);
        let wares = [
            (f_minus, format!("F- with {full}"), price(1)),
            (warships, "NWD".to_owned(), price(0)),
            (galleys, "NGD".to_owned(), price(2)),
            (transports, "NTD".to_owned(), price(4)),
        ];
        for (count, name, price) in wares {
            for _ in 0..count {
                let Some(ducats) = price else {
                    let words = format!("the price list has no {name}");
                    self.problems.push(Problem::new("purchase.ships", words));
                    break;
                };
                let clause = if name.starts_with("F-") { rule!("LOGISTICS-l") } else { rule!("LOGISTICS-m") };
                let words = format!("{name} is bought for {ducats} ducats; the limit is {limit} ND a turn");
                items.push(Item { clause, words, ducats });
            }
        }
    }
}

/// What wares cost together, in the order in which they are bought.
type Basket = (u16, Vec<Ware>);

/// What is bought on land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ware {
    Army,
    Detachment,
}

/// A bill about to be reckoned up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reckoning;

/// What is due, in ducats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reckoned {
    /// For troops.
    pub land: u16,
    /// For fleets.
    pub naval: u16,
    /// For what is bought.
    pub bought: u16,
}

impl Reckoned {
    /// All of it.
    pub fn all(self) -> u16 {
        self.land + self.naval + self.bought
    }
}

impl Procedure for Reckoning {
    type Rules = Bill;
    type End = Reckoned;

    fn step(self, bill: &Bill, ump: &mut impl Umpire) -> Flow<Self> {
        ump.explain(|| Ruling::new(rule!("LOGISTICS-f"), bill.free.clone()));
        if let Some(wood) = &bill.wood {
            ump.explain(|| Ruling::new(rule!("LOGISTICS-u"), wood.clone()));
        }
        for item in bill.land.iter().chain(&bill.naval).chain(&bill.bought) {
            ump.explain(|| Ruling::new(item.clause, item.words.clone()));
        }
        let sum = |items: &[Item]| items.iter().map(|item| item.ducats).sum();
        Ok(Break(Reckoned { land: sum(&bill.land), naval: sum(&bill.naval), bought: sum(&bill.bought) }))
    }
}

impl Playable for Reckoning {
    fn side_name(bill: &Bill, side: Side) -> String {
        match side {
            Side::First => bill.name.clone(),
            Side::Second => "nobody".to_owned(),
        }
    }

    fn view(&self, bill: &Bill, _: Option<Side>) -> Fact {
        Fact::record([("stage", Fact::from("reckoning")), ("free", bill.free.as_str().into())])
    }

    fn end_facts(_: &Bill, end: &Reckoned) -> Fact {
        Fact::record([
            ("land", Fact::from(i64::from(end.land))),
            ("naval", i64::from(end.naval).into()),
            ("bought", i64::from(end.bought).into()),
            ("due", i64::from(end.all()).into()),
        ])
    }

    fn end_words(bill: &Bill, end: &Reckoned) -> String {
        let Reckoned { land, naval, bought } = *end;
        let bought = if bought > 0 { format!(", {bought} for what it buys") } else { String::new() };
        format!("{} pays {} ducats: {land} for troops, {naval} for fleets{bought}.", bill.name, end.all())
    }

    fn figures(_: &Bill) -> Vec<Figure<Reckoning>> {
        vec![Figure::new("due", "ducats due", Unit::Count, |end: &Reckoned| end.all().into())]
    }

    fn objective(_: &Bill, side: Side, end: &Reckoned) -> i64 {
        let due = i64::from(end.all());
        if side == Side::First { -due } else { due }
    }

    fn objective_words(_: &Bill, _: Side) -> String {
        "ducats saved".to_owned()
    }

    fn policy(&self, _: &Bill, _: &Choice<'_>) -> usize {
        0
    }
}
