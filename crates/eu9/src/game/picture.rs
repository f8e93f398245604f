//! The map of the Italian Wars as a picture: provinces as cells in the colour of whoever controls them, sea
//! zones, borders, fortresses, stacks and fleets. Whole numbers only: sixteenths of a pixel.

use super::{Anchorage, Game, Post};
use crate::title::{Border, GameRules, Harbour};
use grognard_umpire::Side;
use std::fmt::Write as _;

/// Sixteenths in a pixel.
const FINE: i64 = 16;
/// Pixels for a degree of longitude and of latitude.
const DEGREE: (i64, i64) = (66, 92);
/// The corner of the map in the north-west: longitude and latitude in hundredths of a degree.
const CORNER: (i64, i64) = (-930, 5350);
/// The size of the picture in pixels.
const SIZE: (i64, i64) = (1980, 1660);
/// How far a cell reaches at most, in pixels.
const REACH: i64 = 66;

type Point = (i64, i64);

/// Where a place lies, in sixteenths of a pixel.
fn point((latitude, longitude): (i32, i32)) -> Point {
    let (longitude, latitude) = (i64::from(longitude), i64::from(latitude));
    ((longitude - CORNER.0) * DEGREE.0 * FINE / 100, (CORNER.1 - latitude) * DEGREE.1 * FINE / 100)
}

/// The points nearer to one place than to any other, within reach of it.
fn cell(of: Point, all: &[Point]) -> Vec<Point> {
    // A circle of sixteen corners, to three digits.
    const CIRCLE: [(i64, i64); 16] = [
        (1000, 0),
        (924, 383),
        (707, 707),
        (383, 924),
        (0, 1000),
        (-383, 924),
        (-707, 707),
        (-924, 383),
        (-1000, 0),
        (-924, -383),
        (-707, -707),
        (-383, -924),
        (0, -1000),
        (383, -924),
        (707, -707),
        (924, -383),
    ];
    let reach = REACH * FINE;
    let mut cell: Vec<Point> =
        CIRCLE.iter().map(|(x, y)| (of.0 + reach * x / 1000, of.1 + reach * y / 1000)).collect();
    for other in all.iter().filter(|other| **other != of) {
        cell = nearer(&cell, of, *other);
    }
    cell
}

/// The part of a polygon that is nearer to one point than to another.
fn nearer(polygon: &[Point], of: Point, than: Point) -> Vec<Point> {
    let square = |(x, y): Point| x * x + y * y;
    let beyond =
        |(x, y): Point| 2 * ((than.0 - of.0) * x + (than.1 - of.1) * y) - (square(than) - square(of));
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (index, &from) in polygon.iter().enumerate() {
        let to = polygon[(index + 1) % polygon.len()];
        let (here, there) = (beyond(from), beyond(to));
        if here <= 0 {
            kept.push(from);
        }
        if (here <= 0) != (there <= 0) {
            let part = |a: i64, b: i64| a + (b - a) * here / (here - there);
            kept.push((part(from.0, to.0), part(from.1, to.1)));
        }
    }
    kept
}

/// A length in pixels, to a tenth.
fn px(fine: i64) -> String {
    let tenths = fine * 10 / FINE;
    format!("{}.{}", tenths / 10, (tenths % 10).abs())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The class that colours what a side controls.
const fn side_class(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::First) => "valois",
        Some(Side::Second) => "habsburg",
        None => "neutral",
    }
}

const STYLE: &str = "
.paper { fill: #f4efe4; } text { fill: #222222; font-size: 10px; text-anchor: middle; }
.sea { fill: #cfe3ee; stroke: #9dbfd2; } .seaname { font-style: italic; fill: #3d6a82; }
.valois { fill: #bcc8ec; } .habsburg { fill: #f1dfa0; } .neutral { fill: #dcdad4; }
.cell { stroke: #8a8272; stroke-width: 0.8; } .taken { stroke: #a02020; stroke-width: 2.5; }
.link { stroke: #8a8272; stroke-width: 1; opacity: 0.55; } .river { stroke: #3d82b8; stroke-dasharray: 5 3; }
.pass { stroke: #8a5a2b; stroke-dasharray: 2 3; stroke-width: 1.6; } .strait { stroke: #3d82b8; stroke-width: 2; }
.coast { stroke: #6fa3c0; stroke-width: 1; stroke-dasharray: 1 4; }
.name { font-size: 9px; } .fort { fill: #ffffff; stroke: #222222; } .fortlevel { font-size: 9px; font-weight: 700; }
.counter { stroke: #222222; stroke-width: 0.8; } .men { font-weight: 700; fill: #111111; stroke: #ffffff; stroke-width: 2.5px; paint-order: stroke; }
.leader { font-size: 9px; font-style: italic; } .title { font-size: 22px; font-weight: 700; text-anchor: start; }
.about { font-size: 14px; text-anchor: start; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c1e22; } text { fill: #e6e3da; } .sea { fill: #24404f; stroke: #3a6277; } .seaname { fill: #9cc6da; }
.valois { fill: #33427a; } .habsburg { fill: #75631d; } .neutral { fill: #44464a; }
.cell { stroke: #14151a; } .taken { stroke: #ff7a6b; } .fort { fill: #14151a; stroke: #e6e3da; }
}
";

/// A picture being drawn.
struct Sheet<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    places: Vec<Point>,
    svg: String,
}

impl Game {
    /// The map as SVG. Nothing of it is hidden from anybody.
    pub(super) fn draw_svg(&self, rules: &GameRules) -> String {
        let places = rules.provinces.iter().map(|province| point(province.place)).collect();
        let mut sheet = Sheet { game: self, rules, places, svg: String::new() };
        sheet.seas();
        sheet.cells();
        sheet.links();
        for at in 0..rules.provinces.len() as u8 {
            sheet.province(at);
        }
        sheet.ships();
        sheet.heading();
        let (width, height) = SIZE;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, sans-serif\">\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            sheet.svg
        )
    }
}

impl Sheet<'_> {
    fn text(&mut self, class: &str, (x, y): Point, words: &str) {
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>",
            px(x),
            px(y),
            escaped(words)
        );
    }

    fn heading(&mut self) {
        let (game, rules) = (self.game, self.rules);
        let round = rules.charts.logistics.box_name(game.round);
        let head = format!("Turn {}, round {round}", game.turn_number(rules));
        self.text("title", (40 * FINE, 50 * FINE), &head);
        for (line, side) in Side::ALL.into_iter().enumerate() {
            let words = format!(
                "{}: {} points, {} ducats, stability {:+}",
                rules.sides[side].name, game.points[side], game.purse[side], game.stability[side]
            );
            let y = (80 + 24 * line as i64) * FINE;
            let _ = writeln!(
                self.svg,
                "<rect class=\"cell {}\" x=\"40\" y=\"{}\" width=\"18\" height=\"14\"/>",
                side_class(Some(side)),
                px(y - 11 * FINE)
            );
            self.text("about", (66 * FINE, y), &words);
        }
    }

    fn seas(&mut self) {
        for (index, zone) in self.rules.seas.iter().enumerate() {
            let (x, y) = point(zone.place);
            let _ = writeln!(
                self.svg,
                "<ellipse class=\"sea\" cx=\"{}\" cy=\"{}\" rx=\"92\" ry=\"46\"/>",
                px(x),
                px(y)
            );
            for &(to, border) in zone.borders.iter().filter(|(to, _)| usize::from(*to) > index) {
                self.line(border, (x, y), point(self.rules.seas[usize::from(to)].place));
            }
            // The coasts it washes: islands hang on nothing else.
            for &at in &zone.coast {
                self.stroke("coast", (x, y), self.places[usize::from(at)]);
            }
        }
    }

    /// The names of the seas and the fleets on them, above the coasts.
    fn ships(&mut self) {
        for (index, zone) in self.rules.seas.iter().enumerate() {
            let (x, y) = point(zone.place);
            let name = zone.name.split(" (").next().unwrap_or(&zone.name);
            self.text("seaname", (x, y - 28 * FINE), &format!("{name} ({})", zone.difficulty));
            let leaders = self.game.names(self.rules, Post::Afloat(index as u8));
            self.fleets(Anchorage::Sea(index as u8), (x, y - 6 * FINE), &leaders);
        }
    }

    fn cells(&mut self) {
        for (index, &place) in self.places.clone().iter().enumerate() {
            let at = index as u8;
            let corners: Vec<String> =
                cell(place, &self.places).into_iter().map(|(x, y)| format!("{},{}", px(x), px(y))).collect();
            let taken = if self.game.lands[index].taken.is_some() { " taken" } else { "" };
            let _ = writeln!(
                self.svg,
                "<polygon class=\"cell {}{taken}\" points=\"{}\"><title>{}</title></polygon>",
                side_class(self.game.control(at)),
                corners.join(" "),
                escaped(&format!(
                    "{}, {}, {} ducats",
                    self.rules.provinces[index].city,
                    self.rules.provinces[index].terrain.key(),
                    self.rules.provinces[index].income + self.rules.provinces[index].gold
                ))
            );
        }
    }

    fn links(&mut self) {
        for (index, province) in self.rules.provinces.iter().enumerate() {
            for &(to, border) in province.borders.iter().filter(|(to, _)| usize::from(*to) > index) {
                self.line(border, self.places[index], self.places[usize::from(to)]);
            }
        }
    }

    fn line(&mut self, border: Border, from: Point, to: Point) {
        let class = match border {
            Border::None => "link",
            Border::River => "link river",
            Border::Pass => "link pass",
            Border::Strait => "link strait",
        };
        self.stroke(class, from, to);
    }

    fn stroke(&mut self, class: &str, from: Point, to: Point) {
        let _ = writeln!(
            self.svg,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            px(from.0),
            px(from.1),
            px(to.0),
            px(to.1)
        );
    }

    /// A province's name, fortress, stacks, fleets and leaders.
    fn province(&mut self, at: u8) {
        let (game, rules) = (self.game, self.rules);
        let index = usize::from(at);
        let (x, y) = self.places[index];
        let province = &rules.provinces[index];
        self.text("name", (x, y - 12 * FINE), &province.name);
        let land = &game.lands[index];
        let _ = writeln!(
            self.svg,
            "<rect class=\"fort\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/>",
            px(x - 6 * FINE),
            px(y - 9 * FINE)
        );
        let mut state = "s".repeat(land.works.minus.into()) + &"S".repeat(land.works.plus.into());
        let (minus, plus) = land.pillage.counters();
        state += &("p".repeat(minus.into()) + &"P".repeat(plus.into()));
        if land.breached {
            state.push('!');
        }
        self.text("fortlevel", (x, y), &format!("{}{state}", land.level));
        let mark = match province.harbour {
            Harbour::None => "",
            Harbour::Port => "⚓",
            Harbour::Arsenal => "⚓⚓",
        };
        if !mark.is_empty() {
            self.text("leader", (x + 22 * FINE, y), mark);
        }
        let mut line = y + 14 * FINE;
        for troops in game.troops.iter().filter(|troops| troops.at == at) {
            for band in troops.roster.bands() {
                let words = band.stack.to_string();
                let words = if troops.inside { format!("[{words}]") } else { words };
                self.counter((x, line), band.country, &words);
                line += 15 * FINE;
            }
        }
        let leaders = game.generals_words(rules, at);
        self.fleets(Anchorage::Port(at), (x, line), &leaders);
    }

    /// The fleets of a place one under the other, and the leaders there below them.
    fn fleets(&mut self, at: Anchorage, (x, mut y): Point, leaders: &str) {
        for squadron in self.game.squadrons.iter().filter(|squadron| squadron.at == at) {
            let mut words = format!("~{}", squadron.fleet);
            if !squadron.damaged.is_empty() {
                words += &format!(" ({})", squadron.damaged);
            }
            if let Some(port) = squadron.blockades {
                words += &format!(" before {}", self.rules.provinces[usize::from(port)].city);
            }
            self.counter((x, y), squadron.country, &words);
            y += 15 * FINE;
        }
        if !leaders.is_empty() {
            self.text("leader", (x, y), leaders);
        }
    }

    /// A counter in its nation's colour.
    fn counter(&mut self, (x, y): Point, country: u8, words: &str) {
        let width = 12 + 7 * words.chars().count() as i64;
        let _ = writeln!(
            self.svg,
            "<rect class=\"counter\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"14\" rx=\"2\" fill=\"{}\"/>",
            px(x - width * FINE / 2),
            px(y - 10 * FINE),
            escaped(&self.rules.nations[usize::from(country)].colour)
        );
        self.text("men", (x, y + FINE), words);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice the area of a polygon.
    fn area(polygon: &[Point]) -> i64 {
        let next = |index: usize| polygon[(index + 1) % polygon.len()];
        polygon.iter().enumerate().map(|(index, a)| a.0 * next(index).1 - next(index).0 * a.1).sum()
    }

    #[test]
    fn a_cell_is_what_lies_nearer_to_its_place() {
        let alone = cell((0, 0), &[(0, 0)]);
        assert_eq!(alone.len(), 16);
        // A neighbour as far off as the cell reaches takes a cap; one far away takes nothing.
        let near = cell((0, 0), &[(0, 0), (REACH * FINE, 0)]);
        assert!(near.iter().all(|(x, _)| *x <= REACH * FINE / 2 + 1), "{near:?}");
        assert!(area(&near) < area(&alone));
        assert_eq!(cell((0, 0), &[(0, 0), (10 * REACH * FINE, 0)]), alone);
    }

    #[test]
    fn pixels_are_written_to_a_tenth() {
        assert_eq!([px(16), px(24), px(-8)].map(|text| text.parse::<f32>().is_ok()), [true; 3]);
        assert_eq!((px(16), px(24)), ("1.0".to_owned(), "1.5".to_owned()));
    }
}
