//! Pictures of a board that is data: title, turn and aims above it, pieces on it, those that are elsewhere and a legend
//! below. Any title with a [`Board`] is drawn by this; what its own grounds and marks look like is its [`Style`].
//!
//! Whole numbers only, one pixel for one step of the board. Everything that can be touched carries `data-target`.

use crate::guide::{Aim, Aims, CellNow, Guide, Piece};
use crate::map::{Board, BoardKind, Cell, Sign, SignOf, Spot};
use crate::side::{BySide, Side};
use crate::target::Target;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// What stands at the head of a picture.
pub struct Heading<'a> {
    /// The title's name.
    pub title: &'a str,
    /// What the sides are called.
    pub sides: &'a BySide<String>,
}

/// How a title's pictures look.
pub struct Style<'a> {
    /// CSS for the title's own classes: the keys of its legend, and what its counters are marked with.
    pub css: &'a str,
    /// Patterns which that uses.
    pub defs: &'a str,
    /// The size of small letters; all others follow.
    pub letter: i32,
    /// How wide and how high a counter is.
    pub counter: Spot,
    /// What stands on the counter of the pieces of a side in one place.
    pub writes: &'a dyn Fn(&[&Piece]) -> Counter,
    /// What the marks on counters mean, a line each.
    pub signs: &'a [&'a str],
}

/// What stands on a counter.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counter {
    /// A line or two.
    pub lines: Vec<String>,
    /// What it is marked with, as classes of the title's style.
    pub classes: Vec<&'static str>,
}

/// White around everything.
const MARGIN: i32 = 24;
/// No page is narrower, or its heading would not fit.
const PAGE_MIN: i32 = 880;

const CSS: &str = "
.paper { fill: #fbf8ef; } text { fill: #1c1c1c; } .cell { stroke: #8c877a; stroke-width: 1; }
.front { stroke: #b3261e; stroke-width: 4; fill: none; stroke-linecap: round; } .line { fill: none; }
.counter { stroke: #222222; stroke-width: 1.5; } .first > .counter, .side.first { fill: #3f5a80; }
.second > .counter, .side.second { fill: #a8452f; } .nobody > .counter, .side.nobody { fill: #77746b; }
.on { fill: #ffffff; text-anchor: middle; font-weight: 700; } .middle { text-anchor: middle; }
.halo { paint-order: stroke; stroke: #fbf8ef; stroke-width: 3px; text-anchor: middle; } .id { fill: #55524a; }
.head { font-weight: 700; } .reached { font-weight: 700; } .aim { fill: none; stroke: #b3261e; stroke-width: 2; stroke-dasharray: 5 4; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1c1e22; } text { fill: #e6e3da; } .halo { stroke: #14151a; } .id { fill: #b9b5a8; } .on { fill: #ffffff; }
.front, .aim { stroke: #ff7a6b; } .counter { stroke: #e6e3da; }
}
";

/// The picture of a game as its guide tells it; none where it has no board.
pub fn sheet(guide: &dyn Guide, heading: &Heading<'_>, style: &Style<'_>) -> Option<String> {
    let board = guide.board()?;
    let pieces = guide.pieces();
    let width = (board.size.0 + 2 * MARGIN).max(PAGE_MIN);
    let mut sheet = Sheet { svg: String::new(), width, y: MARGIN, style };
    let aims = guide.aims();
    let title = sheet.heading(guide, heading, &aims);
    // A narrow board stands in the middle of its page.
    let corner = ((width - board.size.0) / 2, sheet.y);
    sheet.board(guide, &board, corner, &aims);
    sheet.pieces(&board, &pieces, corner);
    sheet.names(guide, &board, corner);
    sheet.y += board.size.1 + style.letter;
    sheet.elsewhere(&pieces, heading.sides);
    sheet.legend(&board);
    let (height, Sheet { svg, .. }) = (sheet.y + MARGIN, sheet);
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"system-ui, sans-serif\">\n<title>{}</title>\n<style>{CSS}{}</style>\n{}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{svg}</svg>\n",
        escaped(&title),
        style.css,
        style.defs,
    ))
}

/// A picture being drawn, from top to bottom.
struct Sheet<'a> {
    svg: String,
    width: i32,
    /// How far down it has got.
    y: i32,
    style: &'a Style<'a>,
}

/// Words as they stand in a picture.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// How wide words are, at most, in letters of a size.
fn width_of(words: &str, size: i32) -> i32 {
    words.chars().count() as i32 * size * 6 / 10
}

/// Words in lines of at most so many pixels.
fn wrapped(words: &str, size: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width_of(line, size) + width_of(word, size) + size <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn side_class(side: Option<Side>) -> &'static str {
    side.map_or("nobody", Side::key)
}

/// The rings of an outline as the data of a path.
fn path(rings: &[Vec<Spot>], (dx, dy): Spot) -> String {
    let mut data = String::new();
    for ring in rings {
        for (at, (x, y)) in ring.iter().enumerate() {
            let _ = write!(data, "{}{} {} ", if at == 0 { 'M' } else { 'L' }, x + dx, y + dy);
        }
        data.push('Z');
    }
    data
}

fn targets<'a>(list: impl Iterator<Item = &'a Target>) -> String {
    list.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A piece in a line, for the pointer that rests on it.
fn told(piece: &Piece) -> String {
    let figures = piece.figures.iter().map(|figure| match (figure.now, figure.of) {
        (None, _) => format!("{} unknown", figure.key),
        (Some(now), Some(of)) => format!("{} {now} of {of}", figure.key),
        (Some(now), None) => format!("{} {now}", figure.key),
    });
    let more: Vec<String> = figures.chain(piece.marks.iter().map(|mark| (*mark).to_owned())).collect();
    format!("{}: {}", piece.name, more.join(", "))
}

/// What there is to say of a cell, a line each.
fn said(now: &CellNow) -> Vec<String> {
    let figures = now.figures.iter().filter_map(|one| one.now.map(|now| format!("{} {now}", one.key)));
    figures.chain(now.marks.iter().map(|mark| (*mark).to_owned())).collect()
}

impl Sheet<'_> {
    /// One line of text, from a point on.
    fn line(&mut self, class: &str, (x, y): Spot, size: i32, words: &str) {
        let _ = writeln!(
            self.svg,
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
            escaped(words)
        );
    }

    /// Words around a point, moved so far that none is cut off at the edge.
    fn around(&mut self, class: &str, (x, y): Spot, size: i32, words: &str) {
        let half = width_of(words, size) / 2;
        let x = x.clamp((half + 2).min(self.width / 2), (self.width - half - 2).max(self.width / 2));
        self.line(class, (x, y), size, words);
    }

    /// Words in as many lines as they need, below what is there.
    fn paragraph(&mut self, class: &str, x: i32, words: &str) {
        let size = self.style.letter * 4 / 3;
        for line in wrapped(words, size, self.width - x - MARGIN) {
            self.y += size * 4 / 3;
            self.line(class, (x, self.y), size, &line);
        }
    }

    /// Title and turn, what each side has, how it stands and what is played for. Hands back what the picture is called.
    fn heading(&mut self, guide: &dyn Guide, heading: &Heading<'_>, aims: &Aims) -> String {
        let mut title = heading.title.to_owned();
        if let Some(turns) = &aims.turns {
            let _ = write!(title, ", turn {}", turns.now);
            if let Some(of) = turns.of {
                let _ = write!(title, " of {of}");
            }
            for words in [&turns.date, &turns.phase].into_iter().filter(|words| !words.is_empty()) {
                let _ = write!(title, ", {words}");
            }
        }
        let size = self.style.letter * 2;
        for line in wrapped(&title, size, self.width - 2 * MARGIN) {
            self.y += size;
            self.line("head", (MARGIN, self.y), size, &line);
        }
        let stocks = guide.stocks();
        for side in Side::ALL {
            let own = stocks.iter().filter(|stock| stock.side == Some(side));
            let own: Vec<&str> = own.map(|stock| stock.words.as_str()).collect();
            let name = &heading.sides[side];
            let words = if own.is_empty() { name.clone() } else { format!("{name}: {}", own.join("; ")) };
            let letter = self.style.letter;
            let (class, top) = (side_class(Some(side)), self.y + letter * 2 / 3);
            let _ = writeln!(
                self.svg,
                "<rect class=\"side {class}\" x=\"{MARGIN}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>",
                letter * 2,
                letter * 5 / 4
            );
            self.paragraph("about", MARGIN + letter * 3, &words);
        }
        if let Some(standing) = &aims.standing {
            self.paragraph("about", MARGIN, &format!("As it stands: {standing}."));
        }
        for (whose, aim) in aims.told() {
            let class = if aim.reached { "reached" } else { "about" };
            self.paragraph(class, MARGIN, &aim_words(whose, aim, heading.sides));
        }
        self.y += self.style.letter * 2;
        title
    }

    /// Cells, towns, lines, borders, and the front where one side's cells touch the other's.
    fn board(&mut self, guide: &dyn Guide, board: &Board, corner: Spot, aims: &Aims) {
        let ground = |key: &str| {
            let of_ground = |sign: &&Sign| sign.of == SignOf::Ground && sign.key == key;
            board.legend.iter().find(of_ground).map_or("", |sign| sign.words)
        };
        for cell in &board.cells {
            let name = if cell.name.is_empty() { &cell.id.id } else { &cell.name };
            let _ = writeln!(
                self.svg,
                "<path class=\"cell {}\" data-target=\"{}\" d=\"{}\"><title>{}, {}</title></path>",
                cell.ground,
                escaped(&cell.id.to_string()),
                path(&cell.rings, corner),
                escaped(name),
                ground(cell.ground)
            );
        }
        for line in board.lines.iter().chain(&guide.lines()) {
            let spots = line.spots.iter().enumerate().map(|(at, (x, y))| {
                format!("{}{} {}", if at == 0 { 'M' } else { 'L' }, x + corner.0, y + corner.1)
            });
            let data: String = spots.collect();
            let _ = writeln!(self.svg, "<path class=\"line {}\" d=\"{data}\"/>", line.kind);
        }
        let cells: BTreeMap<Target, Option<Side>> =
            guide.cells().into_iter().map(|now| (now.cell, now.holder)).collect();
        let holder = |id: &Target| cells.get(id).copied().flatten();
        for cell in &board.cells {
            for (to, between) in cell.neighbours.iter().filter(|(to, _)| cell.id < *to) {
                let front = matches!((holder(&cell.id), holder(to)), (Some(one), Some(two)) if one != two);
                let drawn = board.draws_between(between);
                let Some(other) = (front || drawn).then(|| board.cell(to)).flatten() else { continue };
                let edges = cell.edges_with(other);
                for class in drawn.then_some(*between).into_iter().chain(front.then_some("front")) {
                    self.edges(class, &edges, corner);
                }
            }
        }
        for (cell, town) in board.cells.iter().filter_map(|cell| Some((cell, cell.town.as_ref()?))) {
            let target = format!(" data-target=\"{}\"", escaped(&town.id.to_string()));
            // A town has the colour of whoever holds it.
            let held = holder(&cell.id).map_or_else(String::new, |side| format!(" side {}", side.key()));
            let at = (town.at.0 + corner.0, town.at.1 + corner.1);
            self.town(&target, &format!("{}{held}", town.kind), at);
        }
        let aimed_at: Vec<&Target> = aims.list.iter().flat_map(|aim| &aim.targets).collect();
        for cell in board.cells.iter().filter(|cell| aimed_at.contains(&&cell.id)) {
            let _ = writeln!(self.svg, "<path class=\"aim\" d=\"{}\"/>", path(&cell.rings, corner));
        }
    }

    fn edges(&mut self, class: &str, edges: &[[Spot; 2]], (dx, dy): Spot) {
        for [from, to] in edges {
            let (a, b) = ((from.0 + dx, from.1 + dy), (to.0 + dx, to.1 + dy));
            let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"M{} {}L{} {}\"/>", a.0, a.1, b.0, b.1);
        }
    }

    /// A town is a disc; the title's style says how large.
    fn town(&mut self, target: &str, kind: &str, (x, y): Spot) {
        let radius = self.style.letter * 3 / 4;
        let _ = writeln!(self.svg, "<circle{target} class=\"{kind}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }

    /// A counter for the pieces of a side in a cell, those of several sides one above the other.
    fn pieces(&mut self, board: &Board, pieces: &[Piece], (dx, dy): Spot) {
        for cell in &board.cells {
            let here: Vec<&Piece> =
                pieces.iter().filter(|piece| piece.place.as_ref() == Some(&cell.id)).collect();
            let of = |side: Option<Side>| -> Vec<&Piece> {
                here.iter().copied().filter(|piece| piece.side == side).collect()
            };
            let sides = [Some(Side::First), Some(Side::Second), None];
            let groups: Vec<Vec<&Piece>> =
                sides.into_iter().map(of).filter(|group| !group.is_empty()).collect();
            let (count, high) = (groups.len() as i32, self.style.counter.1);
            for (at, group) in groups.iter().enumerate() {
                let y = cell.middle.1 + dy + (2 * at as i32 - (count - 1)) * (high + 2) / 2;
                self.counter(group, (cell.middle.0 + dx, y));
            }
        }
    }

    fn counter(&mut self, pieces: &[&Piece], (x, y): Spot) {
        let Counter { lines, classes } = (self.style.writes)(pieces);
        let ((wide, high), letter) = (self.style.counter, self.style.letter);
        let class = side_class(pieces.first().and_then(|piece| piece.side));
        let names: Vec<String> = pieces.iter().map(|piece| told(piece)).collect();
        let _ = writeln!(
            self.svg,
            "<g class=\"{class} {}\" data-target=\"{}\"><title>{}</title><rect class=\"counter\" x=\"{}\" y=\"{}\" \
             width=\"{wide}\" height=\"{high}\"/>",
            classes.join(" "),
            escaped(&targets(pieces.iter().map(|piece| &piece.id))),
            escaped(&names.join("\n")),
            x - wide / 2,
            y - high / 2,
        );
        let rows = lines.len() as i32;
        for (row, words) in lines.iter().enumerate() {
            // Letters that do not fit are made smaller, never cut.
            let fits = (wide - 4) * 10 / (6 * (words.chars().count() as i32).max(1));
            let size = (letter * 5 / 4).min(fits).max(letter / 2);
            let below = (2 * row as i32 - (rows - 1)) * letter * 2 / 3 + letter * 2 / 5;
            self.line("on", (x, y + below), size, words);
        }
        self.svg.push_str("</g>\n");
    }

    /// Numbers and names, over everything that is to be read through.
    fn names(&mut self, guide: &dyn Guide, board: &Board, (dx, dy): Spot) {
        let letter = self.style.letter;
        let now: BTreeMap<Target, CellNow> =
            guide.cells().into_iter().map(|now| (now.cell.clone(), now)).collect();
        for cell in &board.cells {
            let [(_, top), (_, bottom)] = Board::reach(cell);
            let x = cell.middle.0 + dx;
            if board.kind == BoardKind::Hexes {
                self.around("halo id", (x, top + dy + letter * 2), letter, &cell.id.id);
            }
            if !cell.name.is_empty() && cell.name != cell.id.id {
                self.around("halo", (x, bottom + dy - letter), letter * 11 / 10, &cell.name);
            }
            // What there is to say of a cell stands below it, where the next does not begin at once.
            for (row, words) in now.get(&cell.id).map(said).unwrap_or_default().iter().enumerate() {
                self.around("halo id", (x, bottom + dy + letter * (row as i32 + 1)), letter, words);
            }
        }
    }

    /// Below the board: the pieces that are not on it, by where they are.
    fn elsewhere(&mut self, pieces: &[Piece], sides: &BySide<String>) {
        let letter = self.style.letter;
        for side in Side::ALL {
            let away: Vec<&Piece> = pieces
                .iter()
                .filter(|piece| piece.side == Some(side) && piece.place.is_none() && piece.stance.is_none())
                .collect();
            let mut places: Vec<&str> = Vec::new();
            for piece in &away {
                if !places.contains(&piece.elsewhere.as_str()) {
                    places.push(&piece.elsewhere);
                }
            }
            for place in places {
                let label = match place {
                    "" => format!("{}, not on the board:", sides[side]),
                    place => format!("{}, {place}:", sides[side]),
                };
                self.y += letter * 2;
                self.line("about", (MARGIN, self.y), letter, &label);
                let mut x = MARGIN + width_of(&label, letter) + letter;
                for piece in away.iter().filter(|piece| piece.elsewhere == place) {
                    let key = &piece.id.id;
                    let wide = width_of(key, letter) + letter;
                    if x + wide > self.width - MARGIN {
                        (x, self.y) = (MARGIN + letter, self.y + letter * 2);
                    }
                    let _ = writeln!(
                        self.svg,
                        "<g class=\"{}\" data-target=\"{}\"><title>{}</title><rect class=\"counter\" x=\"{x}\" y=\"{}\" \
                         width=\"{wide}\" height=\"{}\"/>",
                        side.key(),
                        escaped(&piece.id.to_string()),
                        escaped(&told(piece)),
                        self.y - letter * 5 / 4,
                        letter * 7 / 4
                    );
                    self.line("on", (x + wide / 2, self.y), letter, key);
                    self.svg.push_str("</g>\n");
                    x += wide + 4;
                }
            }
        }
    }

    /// What grounds, borders, lines and marks mean.
    fn legend(&mut self, board: &Board) {
        let (letter, size) = (self.style.letter, self.style.letter * 4 / 3);
        self.y += letter * 3;
        let mut x = MARGIN;
        for sign in &board.legend {
            let wide = letter * 4 + width_of(sign.words, size) + letter * 2;
            if x + wide > self.width - MARGIN && x > MARGIN {
                (x, self.y) = (MARGIN, self.y + size * 7 / 4);
            }
            let (key, y) = (sign.key, self.y);
            match sign.of {
                SignOf::Ground => {
                    let _ = writeln!(
                        self.svg,
                        "<rect class=\"cell {key}\" x=\"{x}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                        y - letter,
                        letter * 3,
                        letter * 4 / 3
                    );
                }
                SignOf::Town => self.town("", key, (x + letter * 3 / 2, y - letter / 2)),
                SignOf::Between | SignOf::Line => {
                    let (class, y) = (if sign.of == SignOf::Line { "line " } else { "" }, y - letter / 2);
                    let _ = writeln!(
                        self.svg,
                        "<path class=\"{class}{key}\" d=\"M{x} {y}L{} {y}\"/>",
                        x + letter * 3
                    );
                }
            }
            self.line("about", (x + letter * 4, y), size, sign.words);
            x += wide;
        }
        self.y += letter / 2;
        for words in self.style.signs {
            self.paragraph("about", MARGIN, words);
        }
    }
}

/// An aim in a sentence, with how far it is reached.
fn aim_words(whose: Option<Side>, aim: &Aim, sides: &BySide<String>) -> String {
    let reached = if aim.reached { " – reached as things stand" } else { "" };
    format!("{}{reached}", aim.sentence(whose.map_or("Both sides", |side| sides[side].as_str())))
}

/// Where the cell of a hex map has its corners, clockwise from the top: half its width, and half its height, of which
/// the slanting sides take a half.
///
/// ```text
///      0
///    5   1
///    4   2
///      3
/// ```
impl Cell {
    /// The outline of a hex.
    pub fn hex_ring((x, y): Spot, (half, tall): Spot) -> Vec<Spot> {
        let quarter = tall / 2;
        [(0, -tall), (half, -quarter), (half, quarter), (0, tall), (-half, quarter), (-half, -quarter)]
            .map(|(dx, dy)| (x + dx, y + dy))
            .into()
    }
}
