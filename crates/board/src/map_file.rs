//! Map files: letter grids, settlements, rivers and railways, read and checked.

use crate::HEXES_MAX;
use crate::board::{Board, Gauge, Settlement, Terrain};
use crate::hex::{Direction, Hex, HexId};
use crate::set::HexSet;
use grognard_charts::{BadData, Problem, Source, read, refuse};
use grognard_umpire::{Mark, Side};
use serde::Deserialize;
use std::collections::BTreeMap;

type Grid = BTreeMap<String, String>;
type Pairs = Vec<(u16, u16)>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct MapText {
    title: String,
    shifted_rows: Shifted,
    source: SourceText,
    terrain: Grid,
    side: Grid,
    area: Grid,
    gauge: Grid,
    settlements: SettlementsText,
    rivers: BTreeMap<String, Pairs>,
    railways: BTreeMap<String, Vec<u16>>,
    border: BorderText,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "kebab-case")]
enum Shifted {
    Even,
    Odd,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SourceText {
    mark: String,
    work: String,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SettlementsText {
    #[serde(default)]
    major_city: Vec<(u16, String)>,
    #[serde(default)]
    city: Vec<(u16, String)>,
    #[serde(default)]
    town: Vec<(u16, String)>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BorderText {
    hexsides: Pairs,
}

impl Board {
    /// Reads a map file.
    ///
    /// The grids `terrain`, `side`, `area` and `gauge` have one line for each row of hexes, west to
    /// east, one letter a hex; `settlements`, `rivers`, `railways` and `border` name hexes by their
    /// printed numbers.
    ///
    /// # Errors
    /// Everything that is wrong with it: rows with holes, unknown letters, rivers or rails between
    /// hexes that do not touch, a name used twice, a border that is not where the sides meet.
    pub fn load(file: &str, text: &str) -> Result<Board, BadData> {
        let map: MapText = read(file, text)?;
        let mut problems = Vec::new();
        let board = build(&map, &mut problems);
        match board {
            Some(board) if problems.is_empty() => Ok(board),
            _ => Err(refuse(file, text, &problems)),
        }
    }
}

fn build(map: &MapText, problems: &mut Vec<Problem>) -> Option<Board> {
    let rows: Vec<u16> = map.terrain.keys().filter_map(|row| row.parse().ok()).collect();
    let (first_row, count) = (*rows.first()?, rows.len() as u16);
    let columns = map.terrain.values().next()?.chars().count() as u16;
    if rows.len() != map.terrain.len() || rows.iter().enumerate().any(|(i, &row)| row != first_row + i as u16)
    {
        problems.push(Problem::new("terrain", "rows are numbered one after the other, without a hole"));
        return None;
    }
    if usize::from(count) * usize::from(columns) > HEXES_MAX || columns > 99 || columns == 0 {
        problems.push(Problem::new("terrain", format!("a map has 1 to {HEXES_MAX} hexes")));
        return None;
    }
    let shape = Shape { first_row, rows: count, columns };
    let terrain = shape.grid(&map.terrain, "terrain", problems, |letter| match letter {
        '.' => Some(Terrain::Clear),
        'w' => Some(Terrain::Woods),
        'm' => Some(Terrain::Marsh),
        'l' => Some(Terrain::Lake),
        _ => None,
    });
    let side = shape.grid(&map.side, "side", problems, |letter| match letter {
        'f' => Some(Side::First),
        's' => Some(Side::Second),
        _ => None,
    });
    let area = shape.grid(&map.area, "area", problems, |letter| match letter {
        'x' => Some(true),
        '.' => Some(false),
        _ => None,
    });
    let gauge = shape.grid(&map.gauge, "gauge", problems, |letter| match letter {
        '.' => Some(None),
        'f' => Some(Some(Gauge::First)),
        'b' => Some(Some(Gauge::Between)),
        's' => Some(Some(Gauge::Second)),
        _ => None,
    });
    if !problems.is_empty() {
        return None;
    }
    let mark = Mark::from_key(&map.source.mark);
    if mark.is_none() {
        problems.push(Problem::new("source.mark", "write printed, published, reconstructed or ruling"));
    }
    let (work, note) = (map.source.work.clone(), map.source.note.clone());
    let size = terrain.len();
    let mut board = Board {
        title: map.title.clone(),
        source: Source { mark: mark.unwrap_or(Mark::Reconstructed), work, note },
        first_row,
        rows: count,
        columns,
        shifted: u16::from(matches!(map.shifted_rows, Shifted::Odd)),
        terrain,
        side,
        gauge,
        area: area.iter().enumerate().filter(|(_, inside)| **inside).map(|(i, _)| Hex(i as u16)).collect(),
        settlement: vec![None; size],
        name: vec![None; size],
        ways: vec![[None; 6]; size],
        around: vec![HexSet::EMPTY; size],
        dry: vec![HexSet::EMPTY; size],
        linked: vec![HexSet::EMPTY; size],
        rivers: vec![0; size],
        rails: vec![0; size],
        axes: Vec::new(),
        border: HexSet::EMPTY,
    };
    board.link_neighbours();
    board.settle(&map.settlements, problems);
    board.draw_rivers(&map.rivers, problems);
    board.lay_rails(&map.railways, problems);
    board.draw_border(&map.border.hexsides, problems);
    board.gather_sides();
    Some(board)
}

struct Shape {
    first_row: u16,
    rows: u16,
    columns: u16,
}

impl Shape {
    fn grid<T>(
        &self,
        grid: &Grid,
        key: &str,
        problems: &mut Vec<Problem>,
        read: impl Fn(char) -> Option<T>,
    ) -> Vec<T> {
        let mut cells = Vec::new();
        for row in self.first_row..self.first_row + self.rows {
            let path = format!("{key}.{row}");
            let Some(line) = grid.get(&row.to_string()) else {
                problems.push(Problem::new(path, "this row is missing"));
                continue;
            };
            let length = line.chars().count();
            if length != usize::from(self.columns) {
                let want = self.columns;
                problems.push(Problem::new(path, format!("a row of {length} hexes, not {want}: a hole")));
                continue;
            }
            for letter in line.chars() {
                match read(letter) {
                    Some(cell) => cells.push(cell),
                    None => problems.push(Problem::new(&path, format!("no letter `{letter}` is known here"))),
                }
            }
        }
        cells
    }
}

impl Board {
    fn link_neighbours(&mut self) {
        self.axes = self.hexes().map(|hex| self.axes_of(hex)).collect();
        for hex in self.hexes() {
            let (row, east) = (hex.0 / self.columns, hex.0 % self.columns);
            let shifted = self.is_shifted(row + self.first_row);
            for way in Direction::ALL {
                let (to_row, to_east) = way.step(i32::from(row), i32::from(east), shifted);
                let inside = (0..i32::from(self.rows)).contains(&to_row)
                    && (0..i32::from(self.columns)).contains(&to_east);
                if inside {
                    let to = Hex(to_row as u16 * self.columns + to_east as u16);
                    self.ways[hex.index()][way as usize] = Some(to);
                    self.around[hex.index()].put(to);
                }
            }
        }
    }

    fn find(&self, id: u16, path: &str, problems: &mut Vec<Problem>) -> Option<Hex> {
        let hex = self.hex(HexId(id));
        if hex.is_none() {
            problems.push(Problem::new(path, format!("there is no hex {id:04} on this map")));
        }
        hex
    }

    fn settle(&mut self, settlements: &SettlementsText, problems: &mut Vec<Problem>) {
        let kinds = [
            (Settlement::MajorCity, "settlements.major-city", &settlements.major_city),
            (Settlement::City, "settlements.city", &settlements.city),
            (Settlement::Town, "settlements.town", &settlements.town),
        ];
        for (kind, path, list) in kinds {
            for (id, name) in list {
                let Some(hex) = self.find(*id, path, problems) else { continue };
                if self.name[hex.index()].is_some() || self.named(name).is_some() {
                    problems.push(Problem::new(path, format!("{name} or its hex {id:04} is named twice")));
                }
                if self.terrain[hex.index()] == Terrain::Lake {
                    problems.push(Problem::new(path, format!("{name} stands in a lake")));
                }
                self.settlement[hex.index()] = Some(kind);
                self.name[hex.index()] = Some(name.clone());
            }
        }
    }

    /// Marks a hexside from both of its hexes, so that it is the same whichever way one looks.
    fn mark(&mut self, pair: (u16, u16), path: &str, problems: &mut Vec<Problem>) -> Option<[(Hex, u8); 2]> {
        let (a, b) = (self.find(pair.0, path, problems)?, self.find(pair.1, path, problems)?);
        let Some(way) = self.way(a, b) else {
            problems.push(Problem::new(path, format!("{:04} and {:04} do not touch", pair.0, pair.1)));
            return None;
        };
        Some([(a, 1 << way as u8), (b, 1 << way.back() as u8)])
    }

    fn draw_rivers(&mut self, rivers: &BTreeMap<String, Pairs>, problems: &mut Vec<Problem>) {
        for (name, hexsides) in rivers {
            for &pair in hexsides {
                for (hex, bit) in self.mark(pair, &format!("rivers.{name}"), problems).into_iter().flatten() {
                    self.rivers[hex.index()] |= bit;
                }
            }
        }
    }

    fn lay_rails(&mut self, railways: &BTreeMap<String, Vec<u16>>, problems: &mut Vec<Problem>) {
        for (name, line) in railways {
            let path = format!("railways.{name}");
            for pair in line.windows(2) {
                for (hex, bit) in self.mark((pair[0], pair[1]), &path, problems).into_iter().flatten() {
                    self.rails[hex.index()] |= bit;
                }
            }
        }
        for hex in self.hexes() {
            if (self.rails[hex.index()] != 0) != self.gauge[hex.index()].is_some() {
                let id = self.id(hex);
                let path = format!("gauge.{}", id.row());
                problems
                    .push(Problem::new(path, format!("{id} must have a gauge if and only if it has rails")));
            }
        }
    }

    /// Gathers what lies between a hex and its neighbours into sets, for searches by whole sets.
    fn gather_sides(&mut self) {
        for hex in self.hexes() {
            let ways = |keep: &dyn Fn(Direction) -> bool| -> HexSet {
                self.neighbours(hex).filter(|(way, _)| keep(*way)).map(|(_, to)| to).collect()
            };
            let (dry, linked) = (ways(&|way| !self.river(hex, way)), ways(&|way| self.rail(hex, way)));
            self.dry[hex.index()] = dry;
            self.linked[hex.index()] = linked;
        }
    }

    fn draw_border(&mut self, hexsides: &Pairs, problems: &mut Vec<Problem>) {
        let path = "border.hexsides";
        let mut drawn = vec![0u8; self.len()];
        for &pair in hexsides {
            for (hex, bit) in self.mark(pair, path, problems).into_iter().flatten() {
                drawn[hex.index()] |= bit;
                self.border.put(hex);
            }
        }
        for hex in self.hexes() {
            for (way, to) in self.neighbours(hex) {
                let meets = self.side(hex) != self.side(to);
                if meets != (drawn[hex.index()] >> way as u8 & 1 == 1) {
                    let (a, b) = (self.id(hex), self.id(to));
                    let problem = format!("{a} and {b}: the border runs exactly where the sides meet");
                    problems.push(Problem::new(path, problem));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"
title = "Three rows"
shifted-rows = "odd"
[source]
mark = "reconstructed"
work = "a test"
[terrain]
10 = "..w"
11 = ".m."
12 = "l.."
[side]
10 = "fss"
11 = "fss"
12 = "fss"
[area]
10 = "xxx"
11 = "xxx"
12 = "xx."
[gauge]
10 = "fs."
11 = "..s"
12 = "..."
[settlements]
city = [[1002, "Anton"]]
[rivers]
"Test" = [[1002, 1001]]
[railways]
"line" = [1003, 1002]
"spur" = [1002, 1102]
[border]
hexsides = [[1003, 1002], [1102, 1103], [1103, 1002], [1202, 1203], [1103, 1202]]
"#;

    fn load(from: &str, to: &str) -> Result<Board, BadData> {
        Board::load("small.toml", &SMALL.replace(from, to))
    }

    #[test]
    fn a_small_map_is_read_and_its_slips_are_named() {
        let board = load("..s\"\n12 = \"...\"\n[sett", ".s.\"\n12 = \"...\"\n[sett").unwrap();
        let anton = board.named("Anton").unwrap();
        assert_eq!(board.id(anton), HexId(1002));
        assert_eq!(board.settlement(anton), Some(Settlement::City));
        assert!(board.river(anton, Direction::East));
        let east = board.next(anton, Direction::East).unwrap();
        assert!(board.river(east, Direction::West), "a river is on both banks");
        assert_eq!(board.along_rails(anton).count(), 2);
        // As written the gauge grid and the rails disagree twice.
        let error = load("", "").unwrap_err().to_string();
        assert!(
            error.contains("1102 must have a gauge") && error.contains("1101 must have a gauge"),
            "{error}"
        );
        let error = load("11 = \".m.\"", "11 = \".m\"").unwrap_err().to_string();
        assert!(error.contains("small.toml, line 9, terrain.11: a row of 2 hexes, not 3: a hole"), "{error}");
        let error = load("[[1002, 1001]]", "[[1003, 1001]]").unwrap_err().to_string();
        assert!(error.contains("1003 and 1001 do not touch"), "{error}");
        let error = load("[1103, 1002], ", "").unwrap_err().to_string();
        assert!(error.contains("the border runs exactly where the sides meet"), "{error}");
        let error = load("11 = \".m.\"", "11 = \".x.\"").unwrap_err().to_string();
        assert!(error.contains("no letter `x`"), "{error}");
    }
}
