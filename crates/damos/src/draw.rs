//! Pictures of the map: in letters for a terminal, and as SVG.

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::{Game, Place};
use crate::unit::{Arm, UnitId, Units};
use grognard_board::{Direction, Hex, HexSet, Settlement, Terrain};
use grognard_umpire::{NoClerk, Side};
use std::fmt::Write as _;

/// The width of a hex in a picture, in pixels; everything else follows in whole numbers.
const WIDTH: i32 = 36;
/// From one row of hexes to the next.
const ROW: i32 = 31;
/// Half the height of a hex.
const TALL: i32 = 21;

/// The width of a unit beside the map, and the height of its row.
const STRIP_WIDTH: i32 = 34;
const STRIP_ROW: i32 = 12;

/// The sides of a hex that are drawn from it, with their corners; its neighbours draw the others.
const HALF_THE_SIDES: [(Direction, (usize, usize)); 3] =
    [(Direction::East, (1, 2)), (Direction::SouthEast, (2, 3)), (Direction::SouthWest, (3, 4))];

impl Game {
    /// The map in letters: each hex its number above and what stands in it below, shifted rows half a
    /// hex to the east.
    ///
    /// ```text
    ///  2820   2819   2818
    ///  g4     R2!    ~
    /// ```
    ///
    /// `g` and `r` are forces with the number of their units, in capitals where they are armored or
    /// mechanized, `!` demoralized, `'` spent; an empty hex shows its terrain (`"` woods, `~` marsh), its
    /// settlement (`o` town, `O` city, `@` major city), `-` for rails and `=` for those the first player can
    /// use.
    /// A bar stands where the front runs between two hexes.
    pub fn draw(&self, rules: &Campaign) -> String {
        let (rows, columns) = rules.board.size();
        let mut picture = String::new();
        for row in 0..rows {
            let first = Hex(row * columns);
            let id = rules.board.id(first);
            let indent = if rules.board.is_shifted(id.row()) { "   " } else { "" };
            let line = |of: &dyn Fn(Hex) -> String| {
                let cells: String =
                    (0..columns).map(|east| format!("{:<6}", of(Hex(first.0 + east)))).collect();
                format!("{indent}{cells}").trim_end().to_owned()
            };
            let ids = line(&|hex| match rules.area.has(hex) {
                true => rules.board.id(hex).to_string(),
                false => String::new(),
            });
            let cells = line(&|hex| self.cell(rules, hex));
            if !ids.is_empty() {
                let _ = writeln!(picture, "{ids}\n{cells}");
            }
        }
        picture
    }

    /// What the letters of the map mean.
    pub fn legend(rules: &Campaign) -> String {
        let (first, second) = (&rules.sides.first, &rules.sides.second);
        format!(
            "g {first}, r {second}, with the number of units; G R with armor or mechanized units; \
             ! demoralized, ' spent\n\
             . clear, \" woods, ~ marsh; o town, O city, @ major city; - rails, = rails the {first} can use; \
             | the front\n"
        )
    }

    fn cell(&self, rules: &Campaign, hex: Hex) -> String {
        if !rules.area.has(hex) {
            return String::new();
        }
        let mut cell = String::new();
        for side in Side::ALL {
            let force = self.force_at(rules, side, hex);
            if !force.is_empty() {
                cell.push_str(&self.mark(rules, side, force));
            }
        }
        if cell.is_empty() {
            cell.push(match (rules.board.settlement(hex), rules.board.terrain(hex)) {
                (Some(Settlement::MajorCity), _) => '@',
                (Some(Settlement::City), _) => 'O',
                (Some(Settlement::Town), _) => 'o',
                (None, Terrain::Woods) => '"',
                (None, Terrain::Marsh) => '~',
                (None, Terrain::Clear | Terrain::Lake) => '.',
            });
            if rules.rail.has(hex) {
                cell.push(if self.usable_rails(rules, Side::First, &mut NoClerk).has(hex) {
                    '='
                } else {
                    '-'
                });
            }
        }
        let front = rules
            .board
            .next(hex, Direction::East)
            .is_some_and(|east| rules.area.has(east) && self.controller(east) != self.controller(hex));
        if front {
            while cell.chars().count() < 5 {
                cell.push(' ');
            }
            cell.push('|');
        }
        cell
    }

    fn mark(&self, rules: &Campaign, side: Side, force: Units) -> String {
        let tanks = force.iter().any(|unit| matches!(rules.counter(unit).arm, Arm::Armor | Arm::Mechanized));
        let letter = match (side, tanks) {
            (Side::First, true) => 'G',
            (Side::First, false) => 'g',
            (Side::Second, true) => 'R',
            (Side::Second, false) => 'r',
        };
        let shaken = if force.both(self.demoralized).is_empty() { "" } else { "!" };
        let spent = if force.within(self.spent) { "'" } else { "" };
        format!("{letter}{}{shaken}{spent}", force.len())
    }

    /// The map as a picture: terrain, rivers, rails, settlements, the front, and a counter for each
    /// force. A viewer sees the strength of his own forces only.
    pub fn draw_svg(&self, rules: &Campaign, viewer: Option<Side>) -> String {
        let (left, top, width, height) = frame(rules);
        let (strip, strip_height) = self.draw_strip(rules, (left, top + height, width));
        let height = height + strip_height;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">\n<title>{}, turn {}</title>\n",
            escape(&rules.title),
            self.turn
        );
        // Layer by layer, so that nothing is painted over that is to be read.
        for hex in rules.board.hexes() {
            draw_ground(rules, hex, &mut svg);
        }
        for hex in rules.board.hexes() {
            self.draw_lines(rules, hex, &mut svg);
        }
        for hex in rules.board.hexes() {
            self.draw_front(rules, hex, &mut svg);
        }
        for hex in rules.board.hexes() {
            draw_settlement(rules, hex, &mut svg);
        }
        let field = Field::of(self, rules, None, &mut NoClerk);
        for side in Side::ALL {
            self.draw_counters(rules, side, &field.at[side], viewer, &mut svg);
        }
        for hex in rules.board.hexes() {
            draw_names(rules, hex, &mut svg);
        }
        svg.push_str(&strip);
        svg.push_str("</svg>\n");
        svg
    }

    /// Below the map: the units that are not on it and may still come, each by its key, and how high that is.
    fn draw_strip(&self, rules: &Campaign, (left, top, width): (i32, i32, i32)) -> (String, i32) {
        let mut svg = String::new();
        let mut y = top;
        for side in Side::ALL {
            let away = |unit: &UnitId| {
                let place = self.place_of(*unit);
                place.in_hex().is_none() && place != Place::SURRENDERED
            };
            let away: Vec<UnitId> = rules.units_of[side].iter().filter(away).collect();
            if away.is_empty() {
                continue;
            }
            let (fill, _, ink) = colours(side);
            let name = escape(&rules.sides[side]);
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"8\" text-anchor=\"start\">{name}, not on the map</text>",
                left + 4,
                y + 8
            );
            y += 12;
            let in_a_row = ((width - 8) / STRIP_WIDTH).max(1) as usize;
            for (row, units) in away.chunks(in_a_row).enumerate() {
                let y = y + STRIP_ROW * row as i32;
                for (column, &unit) in units.iter().enumerate() {
                    let x = left + 4 + STRIP_WIDTH * column as i32;
                    let target = rules.data_target(Units::one(unit));
                    let key = escape(&rules.counter(unit).key);
                    let _ = writeln!(
                        svg,
                        "<g{target}><rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"/>\
                         <text x=\"{}\" y=\"{}\" font-size=\"6\" fill=\"{ink}\">{key}</text></g>",
                        STRIP_WIDTH - 2,
                        STRIP_ROW - 2,
                        x + STRIP_WIDTH / 2 - 1,
                        y + 7,
                    );
                }
            }
            y += STRIP_ROW * away.len().div_ceil(in_a_row) as i32 + 4;
        }
        (svg, y - top)
    }

    /// Rivers and rails, each once: from the hex to the west or north of it.
    fn draw_lines(&self, rules: &Campaign, hex: Hex, svg: &mut String) {
        let (x, y) = centre(rules, hex);
        let usable = self.usable_rails(rules, Side::First, &mut NoClerk);
        for (way, corners) in HALF_THE_SIDES {
            let Some(to) = rules.board.next(hex, way) else { continue };
            let (to_x, to_y) = centre(rules, to);
            if rules.board.rail(hex, way) {
                let dash = if usable.has(hex) && usable.has(to) { "" } else { " stroke-dasharray=\"3 3\"" };
                let _ = writeln!(
                    svg,
                    "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"#444\" stroke-width=\"1.5\"{dash}/>"
                );
            }
            let (a, b) = (point(x, y, corners.0), point(x, y, corners.1));
            if rules.board.river(hex, way) {
                let _ = writeln!(svg, "<path d=\"M{a}L{b}\" stroke=\"#6fa8dc\" stroke-width=\"4\"/>");
            }
        }
    }

    /// The front, wherever one side's hexes touch the other's.
    fn draw_front(&self, rules: &Campaign, hex: Hex, svg: &mut String) {
        let (x, y) = centre(rules, hex);
        for (way, corners) in HALF_THE_SIDES {
            let Some(to) = rules.board.next(hex, way) else { continue };
            let inside = rules.area.has(hex) && rules.area.has(to);
            if inside && self.controller(hex) != self.controller(to) {
                let (a, b) = (point(x, y, corners.0), point(x, y, corners.1));
                let _ = writeln!(svg, "<path d=\"M{a}L{b}\" stroke=\"#c00\" stroke-width=\"2\"/>");
            }
        }
    }

    fn draw_counters(
        &self,
        rules: &Campaign,
        side: Side,
        hexes: &HexSet,
        viewer: Option<Side>,
        svg: &mut String,
    ) {
        // The spent are paler; nothing shines through them.
        let (fill, spent_fill, ink) = colours(side);
        for hex in hexes.iter() {
            let force = self.force_at(rules, side, hex);
            let (x, y) = centre(rules, hex);
            let strength = match viewer == Some(side) {
                true => self.strength_of(force).to_string(),
                false => "?".to_owned(),
            };
            let fill = if force.within(self.spent) { spent_fill } else { fill };
            let stroke = if force.both(self.demoralized).is_empty() { "#222" } else { "#e33" };
            let _ = writeln!(
                svg,
                "<g{}><rect x=\"{}\" y=\"{}\" width=\"22\" height=\"18\" fill=\"{fill}\" stroke=\"{stroke}\"/>\
                 <text x=\"{x}\" y=\"{}\" font-size=\"8\" fill=\"{ink}\">{}</text>\
                 <text x=\"{x}\" y=\"{}\" font-size=\"7\" fill=\"{ink}\">{strength}</text></g>",
                rules.data_target(force),
                x - 11,
                y - 9,
                y - 1,
                self.mark(rules, side, force),
                y + 7,
            );
        }
    }
}

/// A side's counters: fresh, spent, and the ink on them.
fn colours(side: Side) -> (&'static str, &'static str, &'static str) {
    match side {
        Side::First => ("#5f6f67", "#9aa6a0", "#fff"),
        Side::Second => ("#c9a26b", "#e6d3b3", "#400"),
    }
}

fn draw_ground(rules: &Campaign, hex: Hex, svg: &mut String) {
    let (x, y) = centre(rules, hex);
    let colour = match (rules.area.has(hex), rules.board.terrain(hex)) {
        (false, _) => "#d8d8d8",
        (_, Terrain::Clear) => "#f2ecd4",
        (_, Terrain::Woods) => "#bcd2a0",
        (_, Terrain::Marsh) => "#b9cfc9",
        (_, Terrain::Lake) => "#8fb3d9",
    };
    let points: Vec<String> = (0..6).map(|corner| point(x, y, corner)).collect();
    let _ = writeln!(
        svg,
        "<polygon data-target=\"{}\" points=\"{}\" fill=\"{colour}\" stroke=\"#999\" stroke-width=\".5\"/>",
        rules.hex_target(hex),
        points.join(" ")
    );
}

fn draw_settlement(rules: &Campaign, hex: Hex, svg: &mut String) {
    let size = match rules.board.settlement(hex) {
        Some(Settlement::MajorCity) => 8,
        Some(Settlement::City) => 6,
        Some(Settlement::Town) => 3,
        None => return,
    };
    let (x, y) = centre(rules, hex);
    let _ = writeln!(
        svg,
        "<circle cx=\"{x}\" cy=\"{y}\" r=\"{size}\" fill=\"#b5482f\" stroke=\"#fff\" stroke-width=\".8\"/>"
    );
}

/// The hex number above the counter and the settlement's name below it, each on a light rim.
fn draw_names(rules: &Campaign, hex: Hex, svg: &mut String) {
    let (x, y) = centre(rules, hex);
    let mut write = |y: i32, size: &str, colour: &str, text: &str| {
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" paint-order=\"stroke\" \
             stroke=\"#fffdf4\" stroke-width=\"1.2\">{text}</text>"
        );
    };
    write(y - 12, "5", "#666", &rules.board.id(hex).to_string());
    if let Some(name) = rules.board.name(hex) {
        write(y + 14, "5.5", "#000", &escape(name));
    }
}

/// The part of the map that is in play, with a hex around it: left, top, width and height.
fn frame(rules: &Campaign) -> (i32, i32, i32, i32) {
    let centres = || rules.area.iter().map(|hex| centre(rules, hex));
    let (left, right) = (centres().map(|(x, _)| x).min(), centres().map(|(x, _)| x).max());
    let (top, bottom) = (centres().map(|(_, y)| y).min(), centres().map(|(_, y)| y).max());
    let (left, top) = (left.unwrap_or(0) - WIDTH, top.unwrap_or(0) - 2 * TALL);
    let (right, bottom) = (right.unwrap_or(0) + WIDTH, bottom.unwrap_or(0) + 2 * TALL);
    (left, top, right - left, bottom - top)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn centre(rules: &Campaign, hex: Hex) -> (i32, i32) {
    let (_, columns) = rules.board.size();
    let (row, east) = (i32::from(hex.0 / columns), i32::from(hex.0 % columns));
    let shift = if rules.board.is_shifted(rules.board.id(hex).row()) { WIDTH / 2 } else { 0 };
    (east * WIDTH + WIDTH / 2 + shift, row * ROW + TALL)
}

/// A corner of a hex, clockwise from the top.
fn point(x: i32, y: i32, corner: usize) -> String {
    let (half, quarter) = (WIDTH / 2, TALL / 2);
    let (dx, dy) =
        [(0, -TALL), (half, -quarter), (half, quarter), (0, TALL), (-half, quarter), (-half, -quarter)]
            [corner];
    format!("{} {}", x + dx, y + dy)
}
