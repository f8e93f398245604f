//! The map of a title: provinces and sea zones, every border named by both of its sides.

use super::text::{MapText, ProvinceText, SeaText, StraitText};
use super::{Border, Province, SeaZone};
use crate::power::Theatre;
use grognard_charts::Problem;

/// A border stands with both of its sides, and alike.
fn checked_borders<'a>(
    what: &str,
    id: &str,
    borders: &[(String, Border)],
    back: impl Fn(&str) -> Option<&'a [(String, Border)]>,
    index: impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<(u8, Border)> {
    let mut all = Vec::new();
    for (other, kind) in borders {
        let mut wrong = |problem: String| problems.push(Problem::new(format!("{what} {id}"), problem));
        match back(other) {
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

fn same_ids<'a>(what: &str, ids: impl Iterator<Item = &'a str>, problems: &mut Vec<Problem>) {
    let mut seen: Vec<&str> = Vec::new();
    for id in ids {
        if seen.contains(&id) {
            problems.push(Problem::new(format!("{what} {id}"), "stands on the map twice"));
        }
        seen.push(id);
    }
}

pub(super) fn provinces(
    map: &MapText,
    nation: &impl Fn(&str) -> Option<u8>,
    problems: &mut Vec<Problem>,
) -> Vec<Province> {
    same_ids("province", map.province.iter().map(|p| p.id.as_str()), problems);
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
    let mut wrong = |problem: String| problems.push(Problem::new(format!("province {}", text.id), problem));
    let mut seas = Vec::new();
    for id in &text.seas {
        match map.sea.iter().find(|sea| sea.id == *id) {
            None => wrong(format!("no sea `{id}`")),
            Some(sea) if !sea.coast.contains(&text.id) => wrong(format!(
                "the coast of `{id}` stands on one side only; sea {id} must name {} among its coast",
                text.id
            )),
            Some(_) => seas.push(sea_index(map, id).unwrap_or(0)),
        }
    }
    if text.port != super::Harbour::None && text.seas.is_empty() {
        wrong("a port lies on at least one sea; name it in `seas`".to_owned());
    }
    let owner = nation(&text.owner).unwrap_or_else(|| {
        wrong(format!("no country `{}`", text.owner));
        0
    });
    Province {
        id: text.id.clone(),
        name: text.name.clone(),
        city: text.city.clone(),
        terrain: text.terrain,
        income: text.income,
        gold: text.gold,
        fortress: text.fortress,
        harbour: text.port,
        national: nation(&text.national),
        owner,
        italy: text.italy,
        cold: text.cold,
        theatre: text.theatre.unwrap_or(Theatre::Europe),
        place: (text.latitude, text.longitude),
        seas,
        borders,
    }
}

pub(super) fn seas(map: &MapText, problems: &mut Vec<Problem>) -> Vec<SeaZone> {
    same_ids("sea", map.sea.iter().map(|sea| sea.id.as_str()), problems);
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
    let mut coast = Vec::new();
    for id in &text.coast {
        let mut wrong = |problem: String| problems.push(Problem::new(format!("sea {}", text.id), problem));
        match map.province.iter().find(|p| p.id == *id) {
            None => wrong(format!("no province `{id}`")),
            Some(province) if !province.seas.contains(&text.id) => wrong(format!(
                "the coast of `{id}` stands on one side only; province {id} must name {} among its seas",
                text.id
            )),
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
