//! The map as data, and the picture that is drawn from it: terrain, rivers, rails, settlements, the front, and a counter
//! for each force. A viewer reads the strength of his own forces only.

use crate::campaign::Campaign;
use crate::game::Game;
use crate::guide::Guided;
use crate::unit::Arm;
use grognard_board::{Direction, Hex, Settlement, Terrain};
use grognard_umpire::{
    Board, BoardKind, Cell, CellNow, Counter, Heading, Line, NoClerk, Piece, Side, Sign, SignOf, Spot, Style,
    Target, TargetKind, Town, sheet,
};

/// Half the width of a hex and half its height. Neighbours share their corners to the pixel.
const HALF: Spot = (36, 42);
/// From one row of hexes to the next.
const ROW: i32 = 63;

/// The ways that a line between two hexes is listed from; its other end lists the others.
const HALF_THE_WAYS: [Direction; 3] = [Direction::East, Direction::SouthEast, Direction::SouthWest];

const CSS: &str = "
.clear { fill: #f2ecd4; } .woods { fill: #bcd2a0; } .marsh { fill: #b9cfc9; } .lake { fill: #8fb3d9; } .outside { fill: #d8d8d8; }
.river { stroke: #4f8fce; stroke-width: 7; fill: none; stroke-linecap: round; }
.rail { stroke: #444444; stroke-width: 3; stroke-dasharray: 6 6; } .rail-open { stroke: #222222; stroke-width: 4; }
.town, .city, .major-city { fill: #b5482f; stroke: #ffffff; stroke-width: 2; } .town { r: 5px; } .city { r: 10px; } .major-city { r: 15px; }
.first > .counter, .side.first { fill: #4e5f57; } .second > .counter, .side.second { fill: #a06c22; }
.first.spent > .counter { fill: #8b9892; } .second.spent > .counter { fill: #c9a668; }
.demoralized > .counter { stroke: #e0301e; stroke-width: 4; }
@media (prefers-color-scheme: dark) {
.clear { fill: #3b382c; } .woods { fill: #2c3d22; } .marsh { fill: #2a3d3a; } .lake { fill: #24405c; } .outside { fill: #26272b; }
.rail { stroke: #a5a196; } .rail-open { stroke: #e6e3da; }
}
";

/// What a counter's letters and edges mean.
const SIGNS: &[&str] = &[
    "Counters: a letter for the side, a capital for armored or mechanized units, and how many units; ! some are \
     demoralized (red edge), ' all are spent (paler). Below: their strength, ? where it is the enemy's.",
    "The red line is the front, and settlements have the colour of whoever holds them. Hexes with a broken edge are what is played for.",
];

const fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Woods => "woods",
        Terrain::Marsh => "marsh",
        Terrain::Lake => "lake",
    }
}

const fn settlement(settlement: Settlement) -> &'static str {
    match settlement {
        Settlement::Town => "town",
        Settlement::City => "city",
        Settlement::MajorCity => "major-city",
    }
}

/// Whether a hex is drawn: it is in play, or next to one that is.
fn is_drawn(rules: &Campaign, hex: Hex) -> bool {
    rules.area.has(hex) || rules.board.neighbours(hex).any(|(_, next)| rules.area.has(next))
}

/// The middle of a hex, from the corner of the whole printed map.
fn printed(rules: &Campaign, hex: Hex) -> Spot {
    let (_, columns) = rules.board.size();
    let (row, east) = (i32::from(hex.0 / columns), i32::from(hex.0 % columns));
    let shift = if rules.board.is_shifted(rules.board.id(hex).row()) { HALF.0 } else { 0 };
    (east * 2 * HALF.0 + HALF.0 + shift, row * ROW + HALF.1)
}

/// The corner of the part that is drawn, and how large it is.
fn frame(rules: &Campaign) -> [Spot; 2] {
    let middles = || rules.board.hexes().filter(|hex| is_drawn(rules, *hex)).map(|hex| printed(rules, hex));
    let (x, y) = (|| middles().map(|(x, _)| x), || middles().map(|(_, y)| y));
    let corner = (x().min().unwrap_or(0) - HALF.0, y().min().unwrap_or(0) - HALF.1);
    let end = (x().max().unwrap_or(0) + HALF.0, y().max().unwrap_or(0) + HALF.1);
    [corner, (end.0 - corner.0, end.1 - corner.1)]
}

/// The map as data.
pub(crate) fn board(rules: &Campaign) -> Board {
    let [corner, size] = frame(rules);
    let map = &rules.board;
    let middle = |hex: Hex| {
        let (x, y) = printed(rules, hex);
        (x - corner.0, y - corner.1)
    };
    let drawn: Vec<Hex> = map.hexes().filter(|hex| is_drawn(rules, *hex)).collect();
    let cell = |&hex: &Hex| {
        let neighbours = map.neighbours(hex).filter(|(_, to)| is_drawn(rules, *to));
        Cell {
            id: rules.hex_target(hex),
            name: map.name(hex).unwrap_or("").to_owned(),
            rings: vec![Cell::hex_ring(middle(hex), HALF)],
            middle: middle(hex),
            town: map.settlement(hex).map(|kind| Town {
                id: Target::new(TargetKind::City, map.id(hex)),
                kind: settlement(kind),
                at: middle(hex),
            }),
            ground: if rules.area.has(hex) { ground(map.terrain(hex)) } else { "outside" },
            neighbours: neighbours
                .map(|(way, to)| (rules.hex_target(to), if map.river(hex, way) { "river" } else { "open" }))
                .collect(),
        }
    };
    let lines = drawn
        .iter()
        .flat_map(|&hex| rails_of(rules, hex))
        .map(|(hex, to)| Line { kind: "rail", spots: vec![middle(hex), middle(to)] });
    Board {
        kind: BoardKind::Hexes,
        size,
        cells: drawn.iter().map(cell).collect(),
        lines: lines.collect(),
        legend: vec![
            Sign::new(SignOf::Ground, "clear", "clear"),
            Sign::new(SignOf::Ground, "woods", "woods"),
            Sign::new(SignOf::Ground, "marsh", "marsh"),
            Sign::new(SignOf::Ground, "lake", "lake"),
            Sign::new(SignOf::Ground, "outside", "not in play"),
            Sign::new(SignOf::Between, "river", "a river"),
            Sign::new(SignOf::Line, "rail", "a railway"),
            Sign::new(SignOf::Line, "rail-open", "one the first player can use"),
            Sign::new(SignOf::Town, "town", "town"),
            Sign::new(SignOf::Town, "city", "city"),
            Sign::new(SignOf::Town, "major-city", "major city"),
        ],
    }
}

/// The stretches of railway that are listed from a hex.
fn rails_of(rules: &Campaign, hex: Hex) -> impl Iterator<Item = (Hex, Hex)> {
    let ways = HALF_THE_WAYS.into_iter().filter(move |way| rules.board.rail(hex, *way));
    let ends = ways.filter_map(move |way| rules.board.next(hex, way));
    ends.filter(|to| is_drawn(rules, *to)).map(move |to| (hex, to))
}

/// The railways that the first player can use as things stand.
pub(crate) fn open_rails(game: &Game, rules: &Campaign) -> Vec<Line> {
    let [corner, _] = frame(rules);
    let usable = game.usable_rails(rules, Side::First, &mut NoClerk);
    let middle = |hex: Hex| {
        let (x, y) = printed(rules, hex);
        (x - corner.0, y - corner.1)
    };
    let drawn = rules.board.hexes().filter(|hex| is_drawn(rules, *hex) && usable.has(*hex));
    let open = drawn.flat_map(|hex| rails_of(rules, hex)).filter(|(_, to)| usable.has(*to));
    open.map(|(hex, to)| Line { kind: "rail-open", spots: vec![middle(hex), middle(to)] }).collect()
}

/// Who controls each hex that is in play.
pub(crate) fn cells(game: &Game, rules: &Campaign) -> Vec<CellNow> {
    let area = game.area(rules);
    area.iter().map(|hex| CellNow::held(rules.hex_target(hex), Some(game.controller(hex)))).collect()
}

/// What stands on the counter of a force.
fn counter(pieces: &[&Piece]) -> Counter {
    let tanks = [Arm::Armor.key(), Arm::Mechanized.key()];
    let marked = |piece: &&Piece, mark: &str| piece.marks.contains(&mark);
    let letter = match pieces.first().and_then(|piece| piece.side) {
        Some(Side::First) => "g",
        _ => "r",
    };
    let letter = match pieces.iter().any(|piece| tanks.contains(&piece.symbol)) {
        true => letter.to_uppercase(),
        false => letter.to_owned(),
    };
    let shaken = pieces.iter().any(|piece| marked(piece, "demoralized"));
    let spent = pieces.iter().all(|piece| marked(piece, "spent"));
    let figures = pieces.iter().flat_map(|piece| &piece.figures).filter(|figure| figure.key == "strength");
    let strength: Option<i64> = figures.map(|figure| figure.now).sum();
    let mark =
        format!("{letter}{}{}{}", pieces.len(), if shaken { "!" } else { "" }, if spent { "'" } else { "" });
    let classes = [(shaken, "demoralized"), (spent, "spent")];
    Counter {
        lines: vec![mark, strength.map_or_else(|| "?".to_owned(), |strength| strength.to_string())],
        classes: classes.into_iter().filter(|(holds, _)| *holds).map(|(_, class)| class).collect(),
    }
}

impl Game {
    /// The map as a picture.
    pub fn draw_svg(&self, rules: &Campaign, viewer: Option<Side>) -> String {
        let style =
            Style { css: CSS, defs: "", letter: 11, counter: (46, 36), writes: &counter, signs: SIGNS };
        let heading = Heading { title: &rules.title, sides: &rules.sides };
        sheet(&Guided { game: self, rules, viewer }, &heading, &style).unwrap_or_default()
    }
}
