//! The map of the Italian Wars as a picture: drawn from the board as data, with its provinces in the colour of whoever
//! holds them, ground, rivers, passes and straits, fortresses, sieges and pillage, stacks, fleets and leaders. Whole
//! numbers only.

use super::{Anchorage, Game, Post, Stage, Troops, targets};
use crate::outlines::Outlines;
use crate::power::Terrain;
use crate::title::{Border, GameRules, Harbour};
use grognard_umpire::{Board, BoardKind, Cell, Guide, Line, Side, Sign, SignOf, Spot, Target, Town};
use std::fmt::Write as _;

/// The strip above the map, for the heading, and the one below it, for the legend.
const HEAD: i32 = 150;
const FOOT: i32 = 250;
/// How far from the edge of the picture words keep.
const MARGIN: i32 = 24;
/// The height of a counter, and of a line of counters.
const COUNTER: i32 = 22;
const ROW: i32 = 25;

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

const fn between(border: Border) -> &'static str {
    match border {
        Border::None => "open",
        Border::River => "river",
        Border::Pass => "pass",
        Border::Strait => "strait",
    }
}

const fn ground(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Mountain => "mountain",
        Terrain::Swamp => "swamp",
        Terrain::Desert => "desert",
        Terrain::Plain => "plain",
        Terrain::DenseForest | Terrain::SparseForest | Terrain::NorthernForest => "forest",
    }
}

const STYLE: &str = "
.paper { fill: #f4efe4; } text { fill: #222222; font-size: 15px; text-anchor: middle; }
.sea { fill: #cfe3ee; stroke: #8db4ca; stroke-width: 1.5; } .seaname { font-style: italic; fill: #2c5a72; font-size: 18px; }
.outside { fill: #e3ddd0; stroke: #b9b09e; }
.valois { fill: #b3c2ee; } .habsburg { fill: #f2d98a; } .neutral { fill: #e9e4da; }
.cell { stroke: #6d6553; stroke-width: 1.4; } .taken { stroke: #a02020; stroke-width: 4; }
.ground { pointer-events: none; opacity: 0.35; }
.river { stroke: #2f78b5; stroke-width: 5; fill: none; stroke-linecap: round; }
.pass { stroke: #7a4a1c; stroke-width: 6; fill: none; stroke-dasharray: 3 7; }
.strait { stroke: #2f78b5; stroke-width: 4; stroke-dasharray: 9 5; fill: none; }
.name { font-size: 14px; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-opacity: 0.7; }
.fort { fill: #ffffff; stroke: #222222; stroke-width: 1.4; } .fortlevel { font-size: 13px; font-weight: 700; }
.besieged { stroke: #a02020; stroke-width: 4; } .pillage { fill: #a02020; font-size: 14px; font-weight: 700; }
.counter { stroke: #222222; stroke-width: 1.2; } .marching { stroke: #a02020; stroke-width: 4; }
.men { font-size: 15px; font-weight: 700; fill: #111111; stroke: #ffffff; stroke-width: 3px; paint-order: stroke; }
.leader { font-size: 14px; font-style: italic; paint-order: stroke; stroke: #ffffff; stroke-width: 3px; stroke-opacity: 0.8; }
.way { stroke: #a02020; stroke-width: 4; fill: none; } .port { fill: #1d4f78; }
.title { font-size: 34px; font-weight: 700; text-anchor: start; } .about { font-size: 19px; text-anchor: start; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c1e22; } text { fill: #e6e3da; } .sea { fill: #24404f; stroke: #3a6277; } .seaname { fill: #9cc6da; }
.outside { fill: #2b2d31; stroke: #44464a; } .valois { fill: #33427a; } .habsburg { fill: #75631d; } .neutral { fill: #44464a; }
.cell { stroke: #14151a; } .taken, .besieged, .marching, .way { stroke: #ff7a6b; } .fort { fill: #14151a; stroke: #e6e3da; }
.name, .leader { stroke: #14151a; } .pillage { fill: #ff7a6b; }
}
";

/// How grounds look: one pattern each, over the colour of whoever holds the province.
const PATTERNS: &str = "<defs>\
<pattern id=\"mountain\" width=\"26\" height=\"22\" patternUnits=\"userSpaceOnUse\">\
<path d=\"M3 18 L10 6 L17 18\" fill=\"none\" stroke=\"#5b4a33\" stroke-width=\"2\"/></pattern>\
<pattern id=\"forest\" width=\"22\" height=\"22\" patternUnits=\"userSpaceOnUse\">\
<circle cx=\"7\" cy=\"8\" r=\"4\" fill=\"#3c6b35\"/><path d=\"M7 12 L7 18\" stroke=\"#3c6b35\" stroke-width=\"2\"/></pattern>\
<pattern id=\"swamp\" width=\"24\" height=\"18\" patternUnits=\"userSpaceOnUse\">\
<path d=\"M3 9 L17 9 M6 14 L13 14\" stroke=\"#2f6d6a\" stroke-width=\"2\"/></pattern>\
<pattern id=\"desert\" width=\"16\" height=\"16\" patternUnits=\"userSpaceOnUse\">\
<circle cx=\"5\" cy=\"5\" r=\"1.5\" fill=\"#8a6a2b\"/></pattern></defs>\n";

/// The map as data.
pub(super) fn board(rules: &GameRules) -> Board {
    let outlines = Outlines::of_the_map();
    let spots = |kind: &str, id: &str| outlines.find(kind, id);
    let mut cells = Vec::new();
    for province in &rules.provinces {
        let Some(outline) = spots("province", &province.id) else { continue };
        cells.push(Cell {
            id: targets::province(&province.id),
            name: province.name.clone(),
            rings: outline.rings.clone(),
            middle: outline.middle,
            town: outline.city.map(|at| Town { id: targets::city(&province.id), kind: "fortress", at }),
            ground: ground(province.terrain),
            neighbours: province
                .borders
                .iter()
                .map(|(to, border)| (rules.land(*to), between(*border)))
                .chain(
                    province
                        .seas
                        .iter()
                        .map(|sea| (targets::sea(&rules.seas[usize::from(*sea)].id), "coast")),
                )
                .collect(),
        });
    }
    for sea in &rules.seas {
        let Some(outline) = spots("sea", &sea.id) else { continue };
        let others = sea
            .borders
            .iter()
            .map(|(to, border)| (targets::sea(&rules.seas[usize::from(*to)].id), between(*border)));
        cells.push(Cell {
            id: targets::sea(&sea.id),
            name: sea.name.split(" (").next().unwrap_or(&sea.name).to_owned(),
            rings: outline.rings.clone(),
            middle: outline.middle,
            town: None,
            ground: "sea",
            neighbours: others.chain(sea.coast.iter().map(|at| (rules.land(*at), "coast"))).collect(),
        });
    }
    let outside = outlines.list.iter().filter(|outline| outline.kind == "land");
    Board {
        kind: BoardKind::Areas,
        size: outlines.size,
        cells,
        lines: outside
            .flat_map(|outline| &outline.rings)
            .map(|ring| Line { kind: "outside", spots: ring.clone() })
            .collect(),
        legend: vec![
            Sign::new(SignOf::Ground, "plain", "plain"),
            Sign::new(SignOf::Ground, "forest", "dense forest"),
            Sign::new(SignOf::Ground, "mountain", "mountains"),
            Sign::new(SignOf::Ground, "swamp", "swamp"),
            Sign::new(SignOf::Ground, "desert", "desert"),
            Sign::new(SignOf::Ground, "sea", "sea zone"),
            Sign::new(SignOf::Between, "river", "a river"),
            Sign::new(SignOf::Between, "pass", "a pass"),
            Sign::new(SignOf::Between, "strait", "a strait"),
        ],
    }
}

/// A picture being drawn.
struct Sheet<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    board: Board,
    svg: String,
}

impl Game {
    /// The stack that is on the march, which stands in no list meanwhile.
    pub(super) fn on_the_march(&self) -> Option<Troops> {
        match &self.stage {
            Stage::March(_, marching)
            | Stage::Arrive(_, marching)
            | Stage::Tired(_, marching, _)
            | Stage::Intercept(_, marching, _)
            | Stage::Gather(_, marching, _)
            | Stage::Meeting(_, marching, _)
            | Stage::Disengage(_, marching) => Some(marching.troops()),
            _ => None,
        }
    }

    /// The map as SVG. Nothing of it is hidden from anybody.
    pub(super) fn draw_svg(&self, rules: &GameRules) -> String {
        let mut sheet = Sheet { game: self, rules, board: board(rules), svg: String::new() };
        sheet.heading();
        let _ = writeln!(sheet.svg, "<g transform=\"translate(0 {HEAD})\">");
        sheet.ground();
        sheet.borders();
        for at in 0..rules.provinces.len() as u8 {
            sheet.province(at);
        }
        for sea in 0..rules.seas.len() as u8 {
            sheet.sea(sea);
        }
        sheet.march();
        sheet.svg.push_str("</g>\n");
        sheet.legend();
        let (width, height) = sheet.size();
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"system-ui, sans-serif\">\n<title>{}, turn {}</title>\n<style>{STYLE}</style>\n{PATTERNS}\
             <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
            escaped(&rules.name),
            self.turn_number(rules),
            sheet.svg
        )
    }
}

/// The rings of an outline as the data of a path.
fn path(rings: &[Vec<Spot>]) -> String {
    let mut data = String::new();
    for ring in rings {
        for (at, (x, y)) in ring.iter().enumerate() {
            let _ = write!(data, "{}{x} {y} ", if at == 0 { 'M' } else { 'L' });
        }
        data.push('Z');
    }
    data
}

/// How wide words are, at most, in letters of a size.
fn width_of(words: &str, size: i32) -> i32 {
    words.chars().count() as i32 * size * 6 / 10
}

impl Sheet<'_> {
    fn size(&self) -> Spot {
        (self.board.size.0, self.board.size.1 + HEAD + FOOT)
    }

    /// Words around a point, moved so far that none is cut off at the edge.
    fn text(&mut self, class: &str, (x, y): Spot, words: &str) {
        let half = width_of(words, 16) / 2;
        let x = x.clamp(half + 4, (self.board.size.0 - half - 4).max(half + 4));
        let _ = writeln!(self.svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }

    /// Words from a point on.
    fn line(&mut self, class: &str, (x, y): Spot, words: &str) {
        let _ = writeln!(self.svg, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }

    /// Title, turn and how it stands, with what each side has.
    fn heading(&mut self) {
        let (game, rules) = (self.game, self.rules);
        let aims = super::guide::Guided { game, rules }.aims();
        let turns = aims.turns.map_or_else(String::new, |turns| {
            let of = turns.of.map_or_else(String::new, |of| format!(" of {of}"));
            format!(", turn {}{of}, {}", turns.now, turns.date)
        });
        self.line("title", (MARGIN, 46), &format!("{}{turns}", rules.name));
        for (at, side) in Side::ALL.into_iter().enumerate() {
            let words = format!(
                "{}: {} points, {} ducats, stability {:+}",
                rules.sides[side].name, game.points[side], game.purse[side], game.stability[side]
            );
            let y = 84 + 28 * at as i32;
            let class = side_class(Some(side));
            let _ = writeln!(
                self.svg,
                "<rect class=\"cell {class}\" x=\"{MARGIN}\" y=\"{}\" width=\"24\" height=\"18\"/>",
                y - 15
            );
            self.line("about", (MARGIN + 34, y), &words);
        }
        let standing = aims.standing.unwrap_or_default();
        let figures = &rules.figures;
        let middle = self.board.size.0 / 2;
        self.line("about", (middle, 84), &format!("As it stands: {standing}"));
        let aim = format!(
            "A lead of more than {} points wins, of more than {} decisively; so does the enemy's capital.",
            figures.draw_up_to, figures.marginal_up_to
        );
        self.line("about", (middle, 112), &aim);
    }

    /// What signs mean.
    fn legend(&mut self) {
        let top = HEAD + self.board.size.1 + 44;
        self.line("about", (MARGIN, top), "Legend");
        let mut at = (MARGIN, top + 36);
        for Sign { key, words, .. } in self.board.legend.clone() {
            let (x, y) = at;
            let sign = match key {
                "river" | "pass" | "strait" => {
                    format!("<path class=\"{key}\" d=\"M{x} {} L{} {}\"/>", y - 7, x + 44, y - 7)
                }
                "sea" => {
                    format!("<rect class=\"sea\" x=\"{x}\" y=\"{}\" width=\"44\" height=\"24\"/>", y - 18)
                }
                _ => format!(
                    "<rect class=\"cell neutral\" x=\"{x}\" y=\"{0}\" width=\"44\" height=\"24\"/>\
                     <rect class=\"ground\" fill=\"url(#{key})\" x=\"{x}\" y=\"{0}\" width=\"44\" height=\"24\"/>",
                    y - 18
                ),
            };
            let _ = writeln!(self.svg, "{sign}");
            self.line("about", (x + 54, y), words);
            at.0 += 240;
        }
        let signs = [
            "□ a fortress with its level, ringed in red where it is besieged; s and S siegeworks, ! a breach",
            "p and P pillage; ⚓ a port, ⚓⚓ an arsenal; a red border round a province: taken from its owner",
            "a counter: the troops of a country in its colour, in brackets in the city; ~ a fleet; italics: leaders",
            "a counter ringed in red: a stack on the march, with the way it has come",
        ];
        for (row, words) in signs.into_iter().enumerate() {
            self.line("about", (MARGIN, top + 76 + 30 * row as i32), words);
        }
    }

    /// Seas, land out of play, provinces in the colour of whoever holds them, and their ground.
    fn ground(&mut self) {
        let cells = self.board.cells.clone();
        for cell in cells.iter().filter(|cell| cell.ground == "sea") {
            let data = path(&cell.rings);
            let name = escaped(&cell.name);
            let _ = writeln!(
                self.svg,
                "<path class=\"sea\" data-target=\"{}\" d=\"{data}\"><title>{name}</title></path>",
                cell.id
            );
        }
        for line in self.board.lines.clone() {
            let _ = writeln!(self.svg, "<path class=\"{}\" d=\"{}\"/>", line.kind, path(&[line.spots]));
        }
        for (index, cell) in cells.iter().enumerate().filter(|(_, cell)| cell.ground != "sea") {
            let Some(at) = self.rules.province(&cell.id.id) else { continue };
            debug_assert_eq!(index, usize::from(at));
            let province = &self.rules.provinces[usize::from(at)];
            let taken = if self.game.lands[usize::from(at)].taken.is_some() { " taken" } else { "" };
            let about = format!(
                "{}, {}, {} ducats",
                province.city,
                province.terrain.key(),
                province.income + province.gold
            );
            let (class, data) = (side_class(self.game.control(at)), path(&cell.rings));
            let _ = writeln!(
                self.svg,
                "<path class=\"cell {class}{taken}\" data-target=\"{}\" d=\"{data}\"><title>{}</title></path>",
                cell.id,
                escaped(&about)
            );
            if cell.ground != "plain" {
                let _ = writeln!(
                    self.svg,
                    "<path class=\"ground\" fill=\"url(#{})\" d=\"{data}\"/>",
                    cell.ground
                );
            }
        }
    }

    /// Rivers, passes and straits along the borders they lie on.
    fn borders(&mut self) {
        let cells = self.board.cells.clone();
        for (index, cell) in cells.iter().enumerate() {
            for (to, kind) in
                cell.neighbours.iter().filter(|(_, kind)| matches!(*kind, "river" | "pass" | "strait"))
            {
                let Some(other) = cells[index..].iter().find(|other| other.id == *to) else { continue };
                for [from, to] in cell.edges_with(other) {
                    let _ = writeln!(
                        self.svg,
                        "<path class=\"{kind}\" d=\"M{} {} L{} {}\"/>",
                        from.0, from.1, to.0, to.1
                    );
                }
            }
        }
    }

    /// A province's name, fortress, stacks, fleets and leaders.
    fn province(&mut self, at: u8) {
        let (game, rules) = (self.game, self.rules);
        let index = usize::from(at);
        let province = &rules.provinces[index];
        let Some(cell) = self.board.cell(&rules.land(at)).cloned() else { return };
        let (x, y) = cell.middle;
        let (cx, cy) = cell.town.as_ref().map_or(cell.middle, |town| town.at);
        // A name that the fortress would cover stands above it, and what stands in the province below both.
        let covered = (cy - y + 5).abs() < 22 && (cx - x).abs() < width_of(&province.name, 14) / 2 + 12;
        let (name, y) = if covered { (cy - 14, y.max(cy + 6)) } else { (y, y) };
        self.text("name", (x, name), &province.name);
        let land = &game.lands[index];
        let besieged = game.besieger(at).is_some();
        let _ = writeln!(
            self.svg,
            "<rect class=\"fort{}\" data-target=\"{}\" x=\"{}\" y=\"{}\" width=\"18\" height=\"18\"/>",
            if besieged { " besieged" } else { "" },
            targets::city(&province.id),
            cx - 9,
            cy - 9
        );
        self.text("fortlevel", (cx, cy + 5), &land.level.to_string());
        let mut state = "s".repeat(land.works.minus.into()) + &"S".repeat(land.works.plus.into());
        let (minus, plus) = land.pillage.counters();
        state += &("p".repeat(minus.into()) + &"P".repeat(plus.into()));
        if land.breached {
            state.push('!');
        }
        if !state.is_empty() {
            self.text("pillage", (cx + 22, cy + 5), &state);
        }
        let mark = match province.harbour {
            Harbour::None => "",
            Harbour::Port => "⚓",
            Harbour::Arsenal => "⚓⚓",
        };
        if !mark.is_empty() {
            self.text("port", (cx - 20, cy + 5), mark);
        }
        let mut line = y + ROW - 4;
        for troops in game.troops.iter().filter(|troops| troops.at == at) {
            for band in troops.roster.bands() {
                let words = band.stack.to_string();
                let words = if troops.inside { format!("[{words}]") } else { words };
                let shows = match troops.inside {
                    true => targets::city(&province.id),
                    false => rules.land(at),
                };
                self.counter("", (x, line), band.country, (&words, &shows));
                line += ROW;
            }
        }
        let leaders = game.generals_words(rules, at);
        let there = |post: Post| post == Post::At(at) || post == Post::Inside(at);
        self.fleets(Anchorage::Port(at), (x, line), &leaders, &there);
    }

    /// A sea zone's name, its fleets and their admirals.
    fn sea(&mut self, sea: u8) {
        let zone = &self.rules.seas[usize::from(sea)];
        let Some(cell) = self.board.cell(&targets::sea(&zone.id)).cloned() else { return };
        let (x, y) = cell.middle;
        self.text("seaname", (x, y), &format!("{} ({})", cell.name, zone.difficulty));
        let leaders = self.game.names(self.rules, Post::Afloat(sea));
        let there = |post: Post| post == Post::Afloat(sea);
        self.fleets(Anchorage::Sea(sea), (x, y + ROW), &leaders, &there);
    }

    /// The stack on the march, and the way it has come.
    fn march(&mut self) {
        let (game, rules) = (self.game, self.rules);
        let Some(troops) = game.on_the_march() else { return };
        let spot = |at: u8| self.board.cell(&rules.land(at)).map(|cell| cell.middle);
        let (Some(from), Some(to)) = (spot(troops.came.0), spot(troops.at)) else { return };
        if from != to {
            let data = format!("M{} {} L{} {}", from.0, from.1, to.0, to.1);
            let _ = writeln!(self.svg, "<path class=\"way\" d=\"{data}\"/>");
        }
        for (row, band) in troops.roster.bands().enumerate() {
            let (words, shows) = (band.stack.to_string(), rules.land(troops.at));
            self.counter(" marching", (to.0, to.1 - ROW * (row as i32 + 1)), band.country, (&words, &shows));
        }
    }

    /// The fleets of a place one under the other, and the leaders there below them.
    fn fleets(&mut self, at: Anchorage, (x, mut y): Spot, leaders: &str, there: &dyn Fn(Post) -> bool) {
        for squadron in self.game.squadrons.iter().filter(|squadron| squadron.at == at) {
            let mut words = format!("~{}", squadron.fleet);
            if !squadron.damaged.is_empty() {
                words += &format!(" ({})", squadron.damaged);
            }
            if let Some(port) = squadron.blockades {
                words += &format!(" before {}", self.rules.provinces[usize::from(port)].city);
            }
            let shows = self.game.fleet_target(self.rules, squadron);
            self.counter("", (x, y), squadron.country, (&words, &shows));
            y += ROW;
        }
        if !leaders.is_empty() {
            let all = self.rules.leaders.iter().zip(&self.game.posts);
            let shows: Vec<String> = all
                .filter(|(_, post)| there(**post))
                .map(|(leader, _)| targets::leader(&leader.id).to_string())
                .collect();
            let _ = writeln!(self.svg, "<g data-target=\"{}\">", shows.join(" "));
            self.text("leader", (x, y), leaders);
            self.svg.push_str("</g>\n");
        }
    }

    /// A counter in its nation's colour.
    fn counter(&mut self, class: &str, (x, y): Spot, country: u8, (words, shows): (&str, &Target)) {
        let width = 14 + width_of(words, 16);
        let x = x.clamp(width / 2 + 4, self.board.size.0 - width / 2 - 4);
        let _ = writeln!(
            self.svg,
            "<g data-target=\"{shows}\"><rect class=\"counter{class}\" x=\"{}\" y=\"{}\" width=\"{width}\" \
             height=\"{COUNTER}\" rx=\"3\" fill=\"{}\"/>",
            x - width / 2,
            y - COUNTER + 6,
            escaped(&self.rules.nations[usize::from(country)].colour)
        );
        self.text("men", (x, y), words);
        self.svg.push_str("</g>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number that an element of the picture says.
    fn figure(line: &str, attribute: &str) -> i32 {
        let from = line.split_once(&format!(" {attribute}=\"")).unwrap_or_else(|| panic!("{line}")).1;
        from.split('"').next().unwrap().parse().unwrap()
    }

    fn drawn(draw: impl FnOnce(&mut Sheet<'_>)) -> (String, Spot) {
        let rules = crate::game::tests::rules();
        let game = Game::new(&rules);
        let mut sheet = Sheet { game: &game, rules: &rules, board: board(&rules), svg: String::new() };
        draw(&mut sheet);
        (sheet.svg, sheet.board.size)
    }

    #[test]
    fn the_sides_stand_one_under_the_other_above_the_map() {
        let (svg, _) = drawn(|sheet| sheet.heading());
        let told = ["Valois", "Habsburg"].map(|side| {
            let line = svg.lines().find(|line| line.contains(&format!(">{side}: "))).unwrap();
            figure(line, "y")
        });
        let marks: Vec<i32> =
            svg.lines().filter(|line| line.starts_with("<rect")).map(|line| figure(line, "y")).collect();
        assert_eq!(told, [84, 112]);
        assert_eq!(marks, [69, 97], "each beside its colour");
    }

    #[test]
    fn no_counter_hangs_over_the_edge() {
        let words = "~2F+ 12NWD 3NTD before Marseille";
        let at = |x: i32| {
            let (svg, (width, _)) = drawn(|sheet| {
                let shows = sheet.rules.land(0);
                let x = if x == 0 { 0 } else { sheet.board.size.0 };
                sheet.counter("", (x, 100), 0, (words, &shows));
            });
            let counter = svg.lines().next().unwrap();
            let left = figure(counter, "x");
            (left, width - left - figure(counter, "width"))
        };
        let [(west, _), (_, east)] = [at(0), at(1)];
        assert!((3..=5).contains(&west) && (3..=5).contains(&east), "{west} and {east} from the edge");
    }

    #[test]
    fn every_place_has_an_outline_and_neighbours_share_an_edge() {
        let rules = crate::game::tests::rules();
        let board = board(&rules);
        assert_eq!(board.cells.len(), rules.provinces.len() + rules.seas.len());
        assert_eq!(board.cells.len(), 102);
        let mut shared = 0;
        for cell in &board.cells {
            assert!(cell.rings.iter().all(|ring| ring.len() > 2), "{}", cell.id);
            let inside = |(x, y): Spot| (0..=board.size.0).contains(&x) && (0..=board.size.1).contains(&y);
            assert!(
                cell.rings.iter().flatten().all(|&spot| inside(spot)) && inside(cell.middle),
                "{}",
                cell.id
            );
            for (to, kind) in cell.neighbours.iter().filter(|(_, kind)| *kind != "coast") {
                let other = board.cell(to).unwrap_or_else(|| panic!("{to} is no cell"));
                // Sea zones may meet in a point only.
                let edges = cell.edges_with(other).len();
                assert!(edges > 0 || cell.ground == "sea", "{} and {to} over {kind}", cell.id);
                shared += edges;
            }
        }
        assert!(shared > 400, "{shared}");
        assert_eq!(board.hash(), super::board(&rules).hash());
    }
}
