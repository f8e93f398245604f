//! The map of a title: provinces and sea zones, every border named by both of its sides.

use super::text::{MapText, ProvinceText, SeaText, StraitText};
use super::{Border, Province, SeaZone, check};
use crate::power::Theatre;
use grognard_charts::Problem;
use std::ops::RangeInclusive;

/// A border stands with both of its sides, and alike.
fn checked_borders<'a>(
    what: &str,
    id: &str,
    borders: &[(String, Border)],
    back: impl Fn(&str) -> Option<&'a [(String, Border)]>,
    index: impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<(u8, Border)> {
    let mut all: Vec<(u8, Border)> = Vec::new();
    for (other, kind) in borders {
        let mut wrong =
            |problem: String| problems.push(Problem::new(format!("{what} {id}, borders"), problem));
        match back(other) {
            _ if all.iter().any(|(known, _)| Some(*known) == index(other)) => {
                wrong(format!("borders `{other}` twice"));
            }
            None => wrong(format!("borders `{other}`, which is not on the map")),
            Some(_) if other == id => wrong("borders itself".to_owned()),
            Some(back) if !back.iter().any(|(to, border)| to == id && border == kind) => wrong(format!(
                "the border with `{other}` stands on one side only; {other} must name it too, and alike"
            )),
            Some(_) => all.push((index(other).unwrap_or(0), *kind)),
        }
    }
    all
}

fn province_index(map: &MapText, id: &str) -> Option<u8> {
    map.province.iter().position(|p| p.id == id).map(|index| index as u8)
}

fn sea_index(map: &MapText, id: &str) -> Option<u8> {
    map.sea.iter().position(|sea| sea.id == id).map(|index| index as u8)
}

pub(super) fn provinces(
    map: &MapText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<Province> {
    check::at_most(problems, ("province", "provinces"), map.province.len(), check::PROVINCES_MAX);
    check::ids(problems, "province", map.province.iter().map(|p| p.id.as_str()));
    map.province.iter().map(|text| province(map, text, nation, problems)).collect()
}

fn province(
    map: &MapText,
    text: &ProvinceText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Province {
    let back = |id: &str| map.province.iter().find(|p| p.id == id).map(|p| p.borders.as_slice());
    let index = |id: &str| province_index(map, id);
    let borders = checked_borders("province", &text.id, &text.borders, back, index, problems);
    check_figures(text, problems);
    let mut wrong = |field: &str, problem: String| {
        problems.push(Problem::new(format!("province {}, {field}", text.id), problem));
    };
    let mut seas = Vec::new();
    for id in &text.seas {
        match map.sea.iter().find(|sea| sea.id == *id) {
            None => wrong("seas", format!("no sea `{id}`")),
            Some(sea) if !sea.coast.contains(&text.id) => wrong(
                "seas",
                format!(
                    "the coast of `{id}` stands on one side only; sea {id} must name {} among its coast",
                    text.id
                ),
            ),
            Some(_) if seas.contains(&sea_index(map, id).unwrap_or(0)) => {
                wrong("seas", format!("`{id}` stands there twice"));
            }
            Some(_) => seas.push(sea_index(map, id).unwrap_or(0)),
        }
    }
    if map.sea.iter().any(|sea| sea.id == text.id) {
        wrong("id", format!("a sea zone is called `{}` too; orders could not tell them apart", text.id));
    }
    if text.port != super::Harbour::None && text.seas.is_empty() {
        wrong("port", "a port lies on at least one sea; name it in `seas`".to_owned());
    }
    let owner = nation(&text.owner).unwrap_or_else(|| {
        wrong("owner", format!("no country `{}`", text.owner));
        0
    });
    let national = nation(&text.national);
    if national.is_none() && text.national != "none" && !map.elsewhere.contains(&text.national) {
        let problem = format!(
            "no country `{}`; one that has no part in the title stands in the list `elsewhere`",
            text.national
        );
        wrong("national", problem);
    }
    Province {
        id: text.id.clone(),
        name: text.name.clone(),
        city: text.city.clone(),
        terrain: text.terrain,
        income: text.income,
        gold: text.gold,
        fortress: text.fortress,
        harbour: text.port,
        map: crate::profile::MapEdition::New,
        national,
        owner,
        italy: text.italy,
        cold: text.cold,
        theatre: text.theatre.unwrap_or(Theatre::Europe),
        place: (text.latitude, text.longitude),
        seas,
        borders,
    }
}

/// What a province pays and how strong its walls are stays within what a map prints.
fn check_figures(text: &ProvinceText, problems: &mut Vec<Problem>) {
    let place = |field: &str| format!("province {}, {field}", text.id);
    check::name(problems, place("name"), &text.name);
    check::name(problems, place("city"), &text.city);
    check::within(problems, place("income"), text.income, check::INCOME);
    check::within(problems, place("gold"), text.gold, check::INCOME);
    check::within(problems, place("fortress"), text.fortress, check::LEVELS);
    check::within(problems, place("cold"), text.cold.unwrap_or(0), COLD);
    check_place(&place("latitude"), &place("longitude"), (text.latitude, text.longitude), problems);
}

/// The numbers under a snowflake, the relief of a zone's own penalty, and how rough a sea is.
const COLD: RangeInclusive<i64> = 0..=9;
const PENALTY: RangeInclusive<i64> = 0..=6;
const DIFFICULTY: RangeInclusive<i64> = 1..=12;

/// A place is on the globe.
fn check_place(latitude: &str, longitude: &str, (north, east): (i32, i32), problems: &mut Vec<Problem>) {
    for (place, value, most) in [(latitude, north, 9_000), (longitude, east, 18_000)] {
        if !(-most..=most).contains(&value) {
            let problem = format!("{value} is out of bounds; -{most} to {most}, in hundredths of a degree");
            problems.push(Problem::new(place, problem));
        }
    }
}

pub(super) fn seas(map: &MapText, problems: &mut Vec<Problem>) -> Vec<SeaZone> {
    check::at_most(problems, ("sea", "sea zones"), map.sea.len(), check::SEAS_MAX);
    check::ids(problems, "sea", map.sea.iter().map(|sea| sea.id.as_str()));
    let mut seas: Vec<SeaZone> = map.sea.iter().map(|text| sea(map, text, problems)).collect();
    for strait in &map.strait {
        straits(map, strait, &mut seas, problems);
    }
    seas
}

/// The guns of a strait stand in a city on its shore, and command the way in both directions.
fn straits(map: &MapText, text: &StraitText, seas: &mut [SeaZone], problems: &mut Vec<Problem>) {
    let [one, other] = &text.seas;
    let mut wrong = |problem: String| problems.push(Problem::new(format!("strait {one} {other}"), problem));
    let zones = [one, other].map(|id| sea_index(map, id));
    let [Some(from), Some(to)] = zones else {
        let id = if zones[0].is_none() { one } else { other };
        return wrong(format!("no sea `{id}`"));
    };
    if !seas[usize::from(from)].borders.contains(&(to, Border::Strait)) {
        wrong(format!("{one} and {other} must border each other as a \"strait\""));
    }
    let Some(fort) = province_index(map, &text.fort) else {
        return wrong(format!("no province `{}`", text.fort));
    };
    if !seas[usize::from(from)].coast.contains(&fort) && !seas[usize::from(to)].coast.contains(&fort) {
        wrong(format!("`{}` lies on neither sea", text.fort));
    }
    for (here, beyond) in [(from, to), (to, from)] {
        seas[usize::from(here)].straits.push((beyond, fort));
    }
}

fn sea(map: &MapText, text: &SeaText, problems: &mut Vec<Problem>) -> SeaZone {
    let back = |id: &str| map.sea.iter().find(|sea| sea.id == id).map(|sea| sea.borders.as_slice());
    let index = |id: &str| sea_index(map, id);
    let borders = checked_borders("sea", &text.id, &text.borders, back, index, problems);
    let place = |field: &str| format!("sea {}, {field}", text.id);
    check::name(problems, place("name"), &text.name);
    check::within(problems, place("difficulty"), text.difficulty, DIFFICULTY);
    check::within(problems, place("penalty"), text.penalty, PENALTY);
    check_place(&place("latitude"), &place("longitude"), (text.latitude, text.longitude), problems);
    let mut coast = Vec::new();
    for id in &text.coast {
        let mut wrong = |problem: String| problems.push(Problem::new(place("coast"), problem));
        match map.province.iter().find(|p| p.id == *id) {
            None => wrong(format!("no province `{id}`")),
            Some(province) if !province.seas.contains(&text.id) => wrong(format!(
                "the coast of `{id}` stands on one side only; province {id} must name {} among its seas",
                text.id
            )),
            Some(_) if coast.contains(&province_index(map, id).unwrap_or(0)) => {
                wrong(format!("`{id}` stands there twice"));
            }
            Some(_) => coast.push(province_index(map, id).unwrap_or(0)),
        }
    }
    SeaZone {
        id: text.id.clone(),
        name: text.name.clone(),
        difficulty: text.difficulty,
        penalty: text.penalty,
        mediterranean: text.mediterranean,
        place: (text.latitude, text.longitude),
        coast,
        borders,
        straits: Vec::new(),
    }
}
