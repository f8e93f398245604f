//! The strip of a duel as data, and the picture that is drawn from it: hexes from west to east, rivers between them,
//! cities with walls and garrison, and the two forces.

use super::guide::Guided;
use super::{Duel, Rules};
use crate::force::Terrain;
use grognard_umpire::{
    Board, BoardKind, BySide, Cell, CellNow, Counter, Heading, Piece, Reckoned, Sign, SignOf, Spot, Style,
    Target, TargetKind, Town, sheet,
};

/// Half the width of a hex and half its height.
const HALF: Spot = (72, 84);
/// Room below the strip for what is said of the cities.
const BELOW: i32 = 40;

const CSS: &str = "
.flat { fill: #eee6c6; } .rough { fill: #d9cba3; } .mountain { fill: #b9ab97; } .marsh { fill: #b9cfc9; }
.river { stroke: #4f8fce; stroke-width: 9; fill: none; stroke-linecap: round; }
.walled { fill: #b5482f; stroke: #ffffff; stroke-width: 2; r: 11px; }
.inside > .counter { stroke-width: 5; } .besieging > .counter { stroke: #e0301e; stroke-width: 4; stroke-dasharray: 6 3; }
@media (prefers-color-scheme: dark) {
.flat { fill: #3d3a2b; } .rough { fill: #4a4231; } .mountain { fill: #55504a; } .marsh { fill: #2a3d3a; }
}
";

const SIGNS: &[&str] = &[
    "Counters: the force, its strength points and its status; a thick edge inside a city, a red broken edge while it \
     besieges one. A city has the colour of whoever \
     holds it; below it stand its garrison and its walls.",
    "Hexes with a broken edge hold a city that somebody scores.",
];

/// A hex as a target.
pub(crate) fn hex_target(index: u8) -> Target {
    Target::new(TargetKind::Hex, index)
}

/// The city of a hex as a target.
pub(crate) fn city_target(index: u8) -> Target {
    Target::new(TargetKind::City, index)
}

const fn ground(terrain: Terrain) -> &'static str {
    terrain.key()
}

/// The middle of a hex; a straight row.
fn middle(index: u8) -> Spot {
    (HALF.0 + 2 * HALF.0 * i32::from(index), HALF.1)
}

/// The strip as data.
pub(super) fn board(rules: &Rules) -> Board {
    let count = rules.hexes.len() as u8;
    let cell = |index: u8| {
        let hex = &rules.hexes[usize::from(index)];
        let (x, y) = middle(index);
        // A river lies on the western side of the hex that has it.
        let between = |east: u8| if rules.hexes[usize::from(east)].river_west { "river" } else { "open" };
        let west = index.checked_sub(1).map(|west| (hex_target(west), between(index)));
        let east = Some(index + 1).filter(|east| *east < count).map(|east| (hex_target(east), between(east)));
        Cell {
            id: hex_target(index),
            name: hex.name.clone(),
            rings: vec![Cell::hex_ring((x, y), HALF)],
            middle: (x, y),
            town: hex.city.as_ref().map(|_| Town {
                id: city_target(index),
                kind: "walled",
                at: (x + HALF.0 / 2, y - HALF.1 * 11 / 20),
            }),
            ground: ground(hex.terrain),
            neighbours: west.into_iter().chain(east).collect(),
        }
    };
    Board {
        kind: BoardKind::Hexes,
        size: (2 * HALF.0 * i32::from(count), 2 * HALF.1 + BELOW),
        cells: (0..count).map(cell).collect(),
        lines: Vec::new(),
        legend: vec![
            Sign::new(SignOf::Ground, "flat", "open country"),
            Sign::new(SignOf::Ground, "rough", "broken country"),
            Sign::new(SignOf::Ground, "mountain", "mountains"),
            Sign::new(SignOf::Ground, "marsh", "marshes"),
            Sign::new(SignOf::Between, "river", "a river"),
            Sign::new(SignOf::Town, "walled", "a city with walls"),
        ],
    }
}

/// Who holds the cities, with their garrisons and walls.
pub(super) fn cells(duel: &Duel, rules: &Rules) -> Vec<CellNow> {
    let cell = |(index, hex): (usize, &super::Hex)| {
        let (plan, city) = (hex.city.as_ref()?, &duel.cities[index]);
        Some(CellNow {
            figures: vec![Reckoned::of("garrison", city.garrison), Reckoned::of("walls", plan.walls)],
            ..CellNow::held(hex_target(index as u8), city.owner)
        })
    };
    rules.hexes.iter().enumerate().filter_map(cell).collect()
}

/// What stands on the counter of a force.
fn counter(rules: &Rules, pieces: &[&Piece]) -> Counter {
    let Some(piece) = pieces.first() else { return Counter::default() };
    let name = piece.side.map_or_else(String::new, |side| rules.parties[side].name.clone());
    let sp = piece.figures.iter().find(|figure| figure.key == "sp").and_then(|figure| figure.now);
    let marked = |mark: &str| piece.marks.contains(&mark);
    let classes = [(marked("in the city"), "inside"), (marked("besieging"), "besieging")];
    Counter {
        lines: vec![
            name,
            format!("{} SP", sp.unwrap_or(0)),
            piece.marks.first().copied().unwrap_or("").to_owned(),
        ],
        classes: classes.into_iter().filter(|(holds, _)| *holds).map(|(_, class)| class).collect(),
    }
}

impl Duel {
    /// The strip as a picture. Nothing of it is hidden from anybody.
    pub(super) fn draw_svg(&self, rules: &Rules) -> String {
        let writes = |pieces: &[&Piece]| counter(rules, pieces);
        let style =
            Style { css: CSS, defs: "", letter: 13, counter: (104, 54), writes: &writes, signs: SIGNS };
        let sides = BySide::from_fn(|side| rules.parties[side].name.clone());
        let heading = Heading { title: &rules.title, sides: &sides };
        sheet(&Guided { duel: self, rules }, &heading, &style).unwrap_or_default()
    }
}
