//! The countries and leaders of a title.

use super::text::{CountriesText, CountryText, LeaderText};
use super::{FIRST_TURN, Force, LAST_TURN, Nation, Province, SeaZone, TURNS, TitleLeader, check};
use crate::charts::Charts;
use crate::fleet::fleet_line;
use crate::leader::Leader;
use crate::power::{Country, Period};
use grognard_charts::Problem;
use grognard_umpire::{BySide, Side};

/// What the names in the files mean.
pub(super) struct Names<'a> {
    pub(super) provinces: &'a [Province],
    pub(super) seas: &'a [SeaZone],
    /// The keys of the two sides.
    pub(super) sides: [&'a str; 2],
    pub(super) charts: &'a Charts,
    pub(super) period: Period,
}

impl Names<'_> {
    pub(super) fn province(&self, id: &str) -> Option<u8> {
        self.provinces.iter().position(|p| p.id == id).map(|index| index as u8)
    }

    fn side(&self, id: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.sides[*side as usize] == id)
    }

    /// The keys of the sides and other words that may stand in their place.
    fn side_words(&self, others: &[&'static str]) -> String {
        check::one_of(&[&self.sides[..], others].concat())
    }

    fn range(&self, c: &CountryText, problems: &mut Vec<Problem>) -> Vec<u8> {
        let mut range = Vec::new();
        for id in &c.range {
            match (id.as_str(), self.province(id)) {
                ("italy", _) => {
                    let italian = |&p: &usize| self.provinces[p].italy;
                    range.extend((0..self.provinces.len()).filter(italian).map(|p| p as u8));
                }
                (_, Some(at)) => range.push(at),
                (id, None) => {
                    problems.push(c.problem("range", format!("no province `{id}`; write one, or italy")));
                }
            }
        }
        range
    }

    fn sea_range(&self, c: &CountryText, problems: &mut Vec<Problem>) -> Vec<u8> {
        let mut range = Vec::new();
        for id in &c.sea_range {
            match (id.as_str(), self.seas.iter().position(|sea| sea.id == *id)) {
                ("mediterranean", _) => {
                    let inner = |&sea: &usize| self.seas[sea].mediterranean;
                    range.extend((0..self.seas.len()).filter(inner).map(|sea| sea as u8));
                }
                (_, Some(sea)) => range.push(sea as u8),
                (id, None) => {
                    problems
                        .push(c.problem("sea-range", format!("no sea `{id}`; write one, or mediterranean")));
                }
            }
        }
        range
    }
}

impl CountryText {
    fn problem(&self, field: &str, problem: impl Into<String>) -> Problem {
        Problem::new(format!("country {}, {field}", self.id), problem)
    }
}

/// Alternatives of a force are written `A+ LD or A+ NWD`; each is a stack and a fleet that may stand on the map, out of
/// the counters the country has.
fn forces(
    c: &CountryText,
    names: &Names<'_>,
    (field, text): (&str, &str),
    country: Country,
    problems: &mut Vec<Problem>,
) -> Vec<Force> {
    if text.is_empty() {
        return Vec::new();
    }
    let line = fleet_line(country, c.class.key());
    let mut read = |text: &str| {
        let force = Force::read(text).unwrap_or_else(|problem| {
            problems.push(c.problem(field, problem));
            Force::default()
        });
        let mut wrong = |problem: String| problems.push(c.problem(field, problem));
        if text.trim().is_empty() {
            wrong("a force without a counter".to_owned());
        }
        force.stack.check(country).err().into_iter().flatten().for_each(|refusal| wrong(refusal.to_string()));
        if let Err(refusal) = force.fleet.check(names.charts, line, names.period) {
            wrong(refusal.to_string());
        }
        if force.stack.armies() > c.armies {
            wrong(format!("{text}: {} has {}", c.name, counters(c.armies, "A")));
        }
        if force.fleet.f_counters() > c.fleets {
            wrong(format!("{text}: {} has {}", c.name, counters(c.fleets, "F")));
        }
        check_whole(force).err().into_iter().for_each(wrong);
        force
    };
    text.split(" or ").map(&mut read).collect()
}

/// `2 A counters`.
pub(super) fn counters(number: u8, kind: &str) -> String {
    format!("{number} {kind} counter{}", if number == 1 { "" } else { "s" })
}

/// Exploration detachments are no part of these wars.
pub(super) fn check_whole(force: Force) -> Result<(), String> {
    match force.stack.d > 0 || force.fleet.d > 0 {
        true => Err("a d explores outside Europe; write LD or ships".to_owned()),
        false => Ok(()),
    }
}

pub(super) fn nations(text: &CountriesText, names: &Names<'_>, problems: &mut Vec<Problem>) -> Vec<Nation> {
    let mut all: Vec<Nation> = text.country.iter().map(|c| nation(c, names, problems)).collect();
    close_lands(&mut all, names.provinces);
    all
}

/// There are no more countries than can be kept. Majors come first, so that their accounts and their place in a stack
/// do; the tables know each of them.
pub(super) fn check_countries(text: &CountriesText, problems: &mut Vec<Problem>) {
    check::at_most(problems, ("country", "countries"), text.country.len(), check::COUNTRIES_MAX);
    check::ids(problems, "country", text.country.iter().map(|c| c.id.as_str()));
    let majors = text.country.iter().filter(|c| c.major).count();
    check::at_most(problems, ("country", "majors"), majors, super::MAJORS_MAX);
    for (index, c) in text.country.iter().enumerate().filter(|(_, c)| c.major) {
        if index >= majors {
            problems.push(c.problem("major", "majors stand first in the file, before all minors"));
        }
        let known = |country: &&Country| !matches!(country, Country::Minor | Country::Natives);
        let known: Vec<&str> = Country::ALL.iter().filter(known).map(|country| country.key()).collect();
        if !known.contains(&c.id.as_str()) {
            let problem = format!("`{}` is no major of the tables; write {}", c.id, check::one_of(&known));
            problems.push(c.problem("id", problem));
        }
    }
}

/// The lands of a closed country are out of range for all who never stand on its side.
fn close_lands(all: &mut [Nation], provinces: &[Province]) {
    let everywhere = || (0..provinces.len() as u8).collect::<Vec<u8>>();
    for closed in 0..all.len() {
        if !all[closed].closed {
            continue;
        }
        let sides = all[closed].sides;
        for (index, nation) in all.iter_mut().enumerate() {
            let friend =
                (0..sides.len()).any(|turn| sides[turn].is_some() && sides[turn] == nation.sides[turn]);
            if index == closed || friend {
                continue;
            }
            if nation.range.is_empty() {
                nation.range = everywhere();
            }
            nation.range.retain(|&at| usize::from(provinces[usize::from(at)].owner) != closed);
        }
    }
}

/// A country's side in each turn: `side` for all of them, or `sides` turn by turn.
fn sides(c: &CountryText, names: &Names<'_>, problems: &mut Vec<Problem>) -> [Option<Side>; TURNS] {
    let (field, others): (&str, &[&str]) =
        if c.side.is_some() { ("side", &[]) } else { ("sides", &["neutral"]) };
    if c.side.is_some() && !c.sides.is_empty() {
        problems.push(c.problem("sides", "write one of `side` and `sides`, not both"));
    }
    if c.major && c.side.is_none() {
        problems.push(c.problem("side", format!("a major has one side; write {}", names.side_words(&[]))));
    } else if c.side.is_none() {
        check::each_turn(problems, format!("country {}, sides", c.id), c.sides.len());
    }
    for word in c.side.iter().chain(&c.sides) {
        if names.side(word).is_none() && !others.contains(&word.as_str()) {
            let problem = format!("no side `{word}`; write {}", names.side_words(others));
            problems.push(c.problem(field, problem));
        }
    }
    std::array::from_fn(|turn| c.side.as_ref().or(c.sides.get(turn)).and_then(|id| names.side(id)))
}

/// Who may pass through a country in each turn while it is neutral; nobody if nothing is said.
fn transit(c: &CountryText, names: &Names<'_>, problems: &mut Vec<Problem>) -> [BySide<bool>; TURNS] {
    if !c.transit.is_empty() {
        check::each_turn(problems, format!("country {}, transit", c.id), c.transit.len());
    }
    for word in &c.transit {
        if names.side(word).is_none() && word != "both" && word != "none" {
            let problem = format!("no side `{word}`; write {}", names.side_words(&["both", "none"]));
            problems.push(c.problem("transit", problem));
        }
    }
    std::array::from_fn(|turn| {
        let who = c.transit.get(turn).map_or("none", String::as_str);
        BySide::from_fn(|side| who == "both" || names.side(who) == Some(side))
    })
}

/// Names, colours and numbers of counters as they can be.
fn check_figures(c: &CountryText, problems: &mut Vec<Problem>) {
    let place = |field: &str| format!("country {}, {field}", c.id);
    check::name(problems, place("name"), &c.name);
    check::within(problems, place("armies"), c.armies, check::COUNTERS);
    check::within(problems, place("fleets"), c.fleets, check::COUNTERS);
    c.detachments.into_iter().for_each(|n| check::within(problems, place("detachments"), n, check::COUNTERS));
    c.leaders
        .into_iter()
        .flatten()
        .for_each(|n| check::within(problems, place("leaders"), n, check::COUNTERS));
    let hexadecimal = |digits: &str| digits.len() == 6 && digits.chars().all(|c| c.is_ascii_hexdigit());
    if !c.colour.strip_prefix('#').is_some_and(hexadecimal) {
        problems.push(c.problem("colour", format!("`{}` is no colour; write #rrggbb", c.colour)));
    }
    if !c.major && c.home.is_none() {
        problems.push(c.problem("home", "a minor needs one: the province where its troops gather"));
    }
}

fn nation(c: &CountryText, names: &Names<'_>, problems: &mut Vec<Problem>) -> Nation {
    let country = Country::ALL.iter().copied().find(|country| country.key() == c.id);
    let country = country.unwrap_or(Country::Minor);
    check_figures(c, problems);
    let (sides, transit) = (sides(c, names, problems), transit(c, names, problems));
    let mut place = |field: &str, id: &String| {
        let found = names.province(id);
        if found.is_none() {
            problems.push(c.problem(field, format!("no province `{id}`")));
        }
        found
    };
    let recruits = c.recruits.iter().filter_map(|id| place("recruits", id)).collect();
    let home = c.home.as_ref().and_then(|id| place("home", id));
    let keeps_fleet = c.keeps_fleet.as_ref().and_then(|id| place("keeps-fleet", id));
    let line = fleet_line(country, c.class.key());
    Nation {
        id: c.id.clone(),
        name: c.name.clone(),
        country,
        class: c.class,
        line,
        contents: names.charts.logistics.contents(line, names.period),
        major: c.major,
        sides,
        transit,
        range: names.range(c, problems),
        sea_range: names.sea_range(c, problems),
        basic: forces(c, names, ("basic", &c.basic), country, problems),
        reinforcement: forces(c, names, ("reinforcement", &c.reinforcement), country, problems),
        home: home.unwrap_or(0),
        armies: c.armies,
        fleets: c.fleets,
        detachments: c.detachments,
        recruits,
        closed: c.closed,
        always_veteran: c.always_veteran,
        ships: c.ships,
        keeps_fleet,
        colour: c.colour.clone(),
    }
}

/// A country has so many leaders of a kind in a turn, the monarch not among them; more only if they are all
/// named ones.
pub(super) fn check_numbers(text: &CountriesText, leaders: &[TitleLeader], problems: &mut Vec<Problem>) {
    for (index, country) in text.country.iter().enumerate() {
        let Some(limits) = country.leaders else { continue };
        for (general, limit) in [(true, limits[0]), (false, limits[1])] {
            let own =
                |l: &&TitleLeader| usize::from(l.country) == index && l.general == general && !l.monarch;
            let own: Vec<&TitleLeader> = leaders.iter().filter(own).collect();
            for turn in FIRST_TURN..=LAST_TURN {
                let serve = || own.iter().filter(|l| (l.turns[0]..=l.turns[1]).contains(&turn));
                let (all, named) = (serve().count(), serve().filter(|l| l.named).count());
                if all > named.max(limit.into()) {
                    let kind = if general { "general" } else { "admiral" };
                    let kind = if all == 1 { kind.to_owned() } else { format!("{kind}s") };
                    let names: Vec<String> = serve().map(|l| format!("{} `{}`", l.name, l.id)).collect();
                    let problem = format!(
                        "{all} {kind} in turn {turn} ({}); {} has {limit}, and more only if they are named ones ({})",
                        names.join(", "),
                        country.name,
                        rule!("ITALY-g")
                    );
                    problems.push(Problem::new(format!("country {}, leaders", country.id), problem));
                }
            }
        }
    }
}

pub(super) fn leaders(
    text: &CountriesText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<TitleLeader> {
    check::at_most(problems, ("leader", "leaders"), text.leader.len(), check::LEADERS_MAX);
    check::ids(problems, "leader", text.leader.iter().map(|l| l.id.as_str()));
    text.leader.iter().map(|l| leader(l, nation, problems)).collect()
}

fn leader(l: &LeaderText, nation: &impl Fn(&str) -> Option<u8>, problems: &mut Vec<Problem>) -> TitleLeader {
    let place = |field: &str| format!("leader {}, {field}", l.id);
    check::name(problems, place("name"), &l.name);
    check::name(problems, place("basis"), &l.basis);
    l.values.into_iter().for_each(|value| check::within(problems, place("values"), value, check::VALUES));
    let mut wrong = |field: &str, problem: String| problems.push(Problem::new(place(field), problem));
    let country = nation(&l.country).unwrap_or_else(|| {
        wrong("country", format!("no country `{}`", l.country));
        0
    });
    if !["general", "king", "admiral"].contains(&l.kind.as_str()) {
        wrong("kind", format!("`{}` is none; write general, king or admiral", l.kind));
    }
    let rank = match l.rank.as_bytes() {
        [letter @ b'A'..=b'Z'] => letter - b'A',
        _ => {
            wrong("rank", format!("`{}` is no rank; write a letter from A to Z", l.rank));
            0
        }
    };
    let [first, last] = l.turns;
    if first > last {
        wrong("turns", format!("turn {last} is before turn {first}; write [{last}, {first}]"));
    } else if first > LAST_TURN || last < FIRST_TURN {
        wrong("turns", format!("he serves in none of {}", check::turns()));
    }
    let [manoeuvre, fire, shock, siege] = l.values;
    TitleLeader {
        id: l.id.clone(),
        name: l.name.clone(),
        country,
        general: l.kind != "admiral",
        monarch: l.kind == "king",
        named: !l.basis.starts_with("published counter"),
        rank,
        values: Leader { manoeuvre, fire, shock },
        siege,
        turns: l.turns,
    }
}
