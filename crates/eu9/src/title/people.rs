//! The countries and leaders of a title.

use super::text::{CountriesText, CountryText, SetupText};
use super::{Force, Nation, Province, SeaZone, TitleLeader};
use crate::charts::FleetContents;
use crate::fleet::fleet_line;
use crate::leader::Leader;
use crate::power::Country;
use grognard_charts::Problem;
use grognard_umpire::{BySide, Side};

/// What the names in the files mean.
pub(super) struct Names<'a> {
    pub(super) provinces: &'a [Province],
    pub(super) seas: &'a [SeaZone],
}

impl Names<'_> {
    pub(super) fn province(&self, id: &str) -> Option<u8> {
        self.provinces.iter().position(|p| p.id == id).map(|index| index as u8)
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
                    problems.push(Problem::new(format!("country {}", c.id), format!("no province `{id}`")));
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
                    problems.push(Problem::new(format!("country {}", c.id), format!("no sea `{id}`")));
                }
            }
        }
        range
    }
}

/// Alternatives of a force are written `A+ LD or A+ NWD`.
fn forces(c: &CountryText, field: &str, text: &str, problems: &mut Vec<Problem>) -> Vec<Force> {
    if text.is_empty() {
        return Vec::new();
    }
    let read = |text: &str| {
        Force::read(text).unwrap_or_else(|problem| {
            problems.push(Problem::new(format!("country {}, {field}", c.id), problem));
            Force::default()
        })
    };
    text.split(" or ").map(read).collect()
}

pub(super) fn nations(
    text: &CountriesText,
    names: &Names<'_>,
    side: &impl Fn(&str) -> Option<Side>,
    problems: &mut Vec<Problem>,
) -> Vec<Nation> {
    let mut all: Vec<Nation> = text.country.iter().map(|c| nation(c, names, side, problems)).collect();
    close_lands(&mut all, names.provinces);
    all
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

fn nation(
    c: &CountryText,
    names: &Names<'_>,
    side: &impl Fn(&str) -> Option<Side>,
    problems: &mut Vec<Problem>,
) -> Nation {
    let country = Country::ALL.iter().copied().find(|country| country.key() == c.id);
    let country = country.unwrap_or(Country::Minor);
    let sides = std::array::from_fn(|turn| match &c.side {
        Some(id) => side(id),
        None => c.sides.get(turn).and_then(|id| side(id)),
    });
    let transit = std::array::from_fn(|turn| {
        let who = c.transit.get(turn).map_or("none", String::as_str);
        BySide::from_fn(|s| who == "both" || side(who) == Some(s))
    });
    let mut place = |field: &str, id: &Option<String>| {
        let id = id.as_deref()?;
        let found = names.province(id);
        if found.is_none() {
            problems.push(Problem::new(format!("country {}, {field}", c.id), format!("no province `{id}`")));
        }
        found
    };
    let recruits = c.recruits.iter().filter_map(|id| place("recruits", &Some(id.clone()))).collect();
    let (home, keeps_fleet) = (place("home", &c.home), place("keeps-fleet", &c.keeps_fleet));
    Nation {
        id: c.id.clone(),
        name: c.name.clone(),
        country,
        class: c.class,
        line: fleet_line(country, c.class.key()),
        contents: FleetContents::default(),
        major: c.major,
        sides,
        transit,
        range: names.range(c, problems),
        sea_range: names.sea_range(c, problems),
        basic: forces(c, "basic", &c.basic, problems),
        reinforcement: forces(c, "reinforcement", &c.reinforcement, problems),
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
            for turn in 7..=10u8 {
                let serve = || own.iter().filter(|l| (l.turns[0]..=l.turns[1]).contains(&turn));
                let (all, named) = (serve().count(), serve().filter(|l| l.named).count());
                if all > named.max(limit.into()) {
                    let kind = if general { "generals" } else { "admirals" };
                    let names: Vec<&str> = serve().map(|l| l.name.as_str()).collect();
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
    setup: &SetupText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<TitleLeader> {
    text.leader
        .iter()
        .map(|l| {
            let country = nation(&l.country).unwrap_or_else(|| {
                let problem = format!("no country `{}`", l.country);
                problems.push(Problem::new(format!("leader {}", l.id), problem));
                0
            });
            let [manoeuvre, fire, shock, siege] = l.values;
            TitleLeader {
                id: l.id.clone(),
                name: l.name.clone(),
                country,
                general: l.kind != "admiral",
                monarch: setup.side.iter().any(|side| side.monarch == l.id),
                named: !l.basis.starts_with("published counter"),
                rank: l.rank.bytes().next().unwrap_or(b'Z').saturating_sub(b'A'),
                values: Leader { manoeuvre, fire, shock },
                siege,
                turns: l.turns,
            }
        })
        .collect()
}
