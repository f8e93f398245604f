//! Pictures of boards: everything lies on the page, and on the board where the board has it; no words run into others.

use grognard_umpire::{
    Aim, Aims, Board, BoardKind, BySide, Cell, CellNow, Clause, Consequence, Count, Counter, Guide, Heading,
    Line, Piece, Presence, Reckoned, Side, Sign, SignOf, Spot, Stock, Style, Target, TargetKind, Town, Turns,
    sheet,
};
use std::collections::BTreeMap;

const LETTER: i32 = 12;
const COUNTER: Spot = (40, 20);
const MARGIN: i32 = 24;
const HALF: Spot = (60, 72);

fn hex(id: u16) -> Target {
    Target::new(TargetKind::Hex, id)
}

/// Three hexes around a corner: a town, a river between the first two, and a hex without a name.
fn board(kind: BoardKind, size: Spot) -> Board {
    let cell = |id: u16, name: &str, middle: Spot, neighbours: Vec<(Target, &'static str)>| Cell {
        id: hex(id),
        name: name.to_owned(),
        rings: vec![Cell::hex_ring(middle, HALF)],
        middle,
        town: None,
        ground: "plain",
        neighbours,
    };
    let mut cells = vec![
        cell(11, "Brody", (70, 80), vec![(hex(12), "river"), (hex(21), "open")]),
        cell(12, "", (190, 80), vec![(hex(11), "river"), (hex(21), "open")]),
        cell(21, "Dubno", (130, 188), vec![(hex(11), "open"), (hex(12), "open")]),
    ];
    let at = (90, 100);
    cells[0].town = Some(Town { id: Target::new(TargetKind::City, "brody"), kind: "city", at });
    let legend = vec![
        Sign::new(SignOf::Ground, "plain", "open country as far as the eye can reach"),
        Sign::new(SignOf::Between, "river", "a river that is crossed at a price, if at all"),
        Sign::new(SignOf::Line, "road", "a road"),
        Sign::new(SignOf::Town, "city", "a city with a market"),
        Sign::new(SignOf::Ground, "marsh", "a marsh, which nobody enters who does not have to"),
    ];
    let lines = vec![Line { kind: "road", spots: vec![(70, 80), (190, 80), (130, 188)] }];
    Board { kind, size, cells, lines, legend }
}

struct Situation {
    board: Board,
    pieces: Vec<Piece>,
}

const LONG: &str = "to hold the crossing of the river and the city behind it against everything that comes from the \
                    east until the end of the last turn, and to lose no more than a third of all there is on the way";

impl Guide for Situation {
    fn aims(&self) -> Aims {
        let turns =
            Turns { now: 2, of: Some(9), date: "the 23rd of June".to_owned(), phase: "movement".to_owned() };
        let aim = |reached| Aim {
            key: "hold",
            side: Some(Side::First),
            clause: Some(Clause::new("TOY-1")),
            words: LONG.to_owned(),
            count: Some(Count { now: 1, needed: 2 }),
            reached,
            targets: vec![hex(21)],
        };
        Aims { turns: Some(turns), list: vec![aim(false), aim(true)], standing: Some("a draw".to_owned()) }
    }
    fn consequences(&self, _: &str) -> Vec<Consequence> {
        Vec::new()
    }
    fn place(&self, _: &str) -> Option<Target> {
        None
    }
    fn presence(&self, _: &Target) -> Option<Presence> {
        None
    }
    fn pieces(&self) -> Vec<Piece> {
        self.pieces.clone()
    }
    fn stocks(&self) -> Vec<Stock> {
        vec![Stock { key: "points", side: Some(Side::Second), words: LONG.to_owned() }]
    }
    fn board(&self) -> Option<Board> {
        Some(self.board.clone())
    }
    fn cells(&self) -> Vec<CellNow> {
        let mut marked = CellNow::held(hex(21), None);
        marked.marks = vec!["burning"];
        marked.figures = vec![Reckoned::of("garrison", 3)];
        vec![CellNow::held(hex(11), Some(Side::First)), CellNow::held(hex(12), Some(Side::Second)), marked]
    }
}

fn piece(id: &str, side: Option<Side>, place: Option<u16>) -> Piece {
    Piece {
        id: Target::new(TargetKind::Unit, id),
        side,
        name: format!("unit {id}"),
        symbol: "foot",
        figures: vec![Reckoned { key: "strength", now: Some(2), of: Some(3) }],
        marks: Vec::new(),
        place: place.map(hex),
        elsewhere: if place.is_none() { "due on turn 4".to_owned() } else { String::new() },
        stance: None,
    }
}

/// Two units of the first side, one of the second and one of nobody in a hex; one in another; many still to come.
fn pieces() -> Vec<Piece> {
    let (first, second) = (Some(Side::First), Some(Side::Second));
    let on_board =
        [("a", first, 11), ("b", second, 11), ("c", first, 11), ("d", None, 11), ("e", second, 12)];
    let coming = (0..30).map(|number| piece(&format!("reserve-{number}"), first, None));
    on_board.map(|(id, side, place)| piece(id, side, Some(place))).into_iter().chain(coming).collect()
}

/// What is written on counters: a short line, and where several stand a line that is too long for it.
fn writes(pieces: &[&Piece]) -> Counter {
    let mut lines = vec![pieces.len().to_string()];
    lines.extend((pieces.len() > 1).then(|| "grenadiers".to_owned()));
    Counter { lines, classes: vec!["foot"] }
}

fn draw(board: &Board) -> Drawn {
    let sides = BySide { first: "the garrison".to_owned(), second: "the besiegers".to_owned() };
    let heading = Heading { title: "The crossing of the river at Brody in the summer", sides: &sides };
    let signs = [LONG, "a bar: spent"];
    let style = Style { css: "", defs: "", letter: LETTER, counter: COUNTER, writes: &writes, signs: &signs };
    let svg = sheet(&Situation { board: board.clone(), pieces: pieces() }, &heading, &style).unwrap();
    Drawn::read(&svg)
}

#[derive(Clone, Debug)]
struct Element {
    name: String,
    attributes: BTreeMap<String, String>,
    words: String,
}

impl Element {
    fn number(&self, key: &str) -> i32 {
        self.attributes[key].parse().unwrap_or_else(|_| panic!("{key} of {self:?}"))
    }
    fn has(&self, class: &str) -> bool {
        self.attributes.get("class").is_some_and(|all| all.split(' ').any(|one| one == class))
    }
    fn spots(&self) -> Vec<Spot> {
        let plain = self.attributes["d"].replace(['M', 'L', 'Z'], " ");
        let numbers: Vec<i32> = plain.split_whitespace().map(|word| word.parse().unwrap()).collect();
        numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect()
    }
    /// From left to right, top to bottom.
    fn reach(&self) -> [Spot; 2] {
        match self.name.as_str() {
            "rect" => {
                let corner = (self.number("x"), self.number("y"));
                [corner, (corner.0 + self.number("width"), corner.1 + self.number("height"))]
            }
            "circle" => {
                let (x, y, r) = (self.number("cx"), self.number("cy"), self.number("r"));
                [(x - r, y - r), (x + r, y + r)]
            }
            "path" => {
                let (x, y): (Vec<i32>, Vec<i32>) = self.spots().into_iter().unzip();
                let (least, most) =
                    (|list: &[i32]| *list.iter().min().unwrap(), |list: &[i32]| *list.iter().max().unwrap());
                [(least(&x), least(&y)), (most(&x), most(&y))]
            }
            "text" => {
                let (x, y, size) = (self.number("x"), self.number("y"), self.number("font-size"));
                let wide = self.words.chars().count() as i32 * size * 6 / 10;
                let left = if self.has("on") || self.has("halo") { x - wide / 2 } else { x };
                [(left, y - size), (left + wide, y)]
            }
            other => panic!("what is a {other}?"),
        }
    }
}

struct Drawn {
    size: Spot,
    elements: Vec<Element>,
    /// Of every counter: whom it stands for, its rectangle, and what is written on it.
    counters: Vec<(String, Element, Vec<Element>)>,
}

impl Drawn {
    fn read(svg: &str) -> Drawn {
        let (mut size, mut elements, mut counters) = ((0, 0), Vec::new(), Vec::new());
        let (mut open, mut in_style): (Option<(String, Vec<Element>)>, bool) = (None, false);
        for part in svg.split('<').skip(1) {
            let (tag, words) = part.split_once('>').unwrap();
            let name = tag.split([' ', '/']).next().unwrap().to_owned();
            let mut attributes = BTreeMap::new();
            for pair in tag.split("\" ").map(|pair| pair.trim_end_matches(['/', '"'])) {
                let Some((key, value)) = pair.split_once("=\"") else { continue };
                attributes.insert(key.rsplit(' ').next().unwrap().to_owned(), value.to_owned());
            }
            let element = Element { name: name.clone(), attributes, words: words.to_owned() };
            match name.as_str() {
                "svg" => {
                    let size_of =
                        |at| element.attributes["viewBox"].split(' ').nth(at).unwrap().parse().unwrap();
                    size = (size_of(2), size_of(3));
                }
                "style" => in_style = true,
                "g" => open = Some((element.attributes["data-target"].clone(), Vec::new())),
                "rect" if element.has("paper") => {
                    assert_eq!((element.number("width"), element.number("height")), size);
                }
                "rect" | "text" | "path" | "circle" => {
                    elements.push(element.clone());
                    if let Some((_, inside)) = &mut open {
                        inside.push(element);
                    }
                }
                _ if tag == "/g" => {
                    let (whom, mut inside) = open.take().unwrap();
                    let rectangle = inside.remove(0);
                    counters.push((whom, rectangle, inside));
                }
                _ => {}
            }
        }
        assert!(in_style && open.is_none());
        Drawn { size, elements, counters }
    }
    fn with(&self, class: &str) -> Vec<&Element> {
        self.elements.iter().filter(|element| element.has(class)).collect()
    }
    /// Where the board's corner is.
    fn corner(&self, board: &Board) -> Spot {
        let first =
            self.elements.iter().find(|element| element.name == "path" && element.has("cell")).unwrap();
        let (drawn, ring) = (first.spots()[0], board.cells[0].rings[0][0]);
        (drawn.0 - ring.0, drawn.1 - ring.1)
    }
}

fn narrow() -> Board {
    board(BoardKind::Hexes, (270, 290))
}

fn wide() -> Board {
    board(BoardKind::Areas, (1200, 300))
}

#[test]
fn everything_lies_on_the_page() {
    for board in [narrow(), wide()] {
        let drawn = draw(&board);
        assert_eq!(drawn.size.0, (board.size.0 + 2 * MARGIN).max(880));
        for element in &drawn.elements {
            let [(left, top), (right, bottom)] = element.reach();
            assert!(left >= 0 && top >= 0 && right <= drawn.size.0 && bottom <= drawn.size.1, "{element:?}");
            assert!(right >= left && bottom >= top, "{element:?}");
            // What is read from the left keeps the margins.
            if element.has("about") || element.has("head") || element.has("reached") {
                assert!(left >= MARGIN && right <= drawn.size.0 - MARGIN, "{element:?}");
            }
        }
        // The page ends where the last words do.
        let last = drawn.elements.iter().map(|element| element.reach()[1].1).max().unwrap();
        assert_eq!(drawn.size.1, last + MARGIN);
    }
}

/// Heading, board, what is elsewhere, legend: one below the other, the lines of each apart.
#[test]
fn nothing_is_written_over_anything_else() {
    for board in [narrow(), wide()] {
        let drawn = draw(&board);
        let corner = drawn.corner(&board);
        let read = ["head", "about", "reached"].map(|class| drawn.with(class)).concat();
        let (above, below): (Vec<&Element>, Vec<&Element>) =
            read.iter().partition(|text| text.reach()[1].1 < corner.1);
        for (at, one) in read.iter().enumerate() {
            for other in &read[at + 1..] {
                let ([a, b], [c, d]) = (one.reach(), other.reach());
                let apart = b.0 <= c.0 || d.0 <= a.0 || b.1 <= c.1 || d.1 <= a.1;
                assert!(apart, "{one:?} {other:?}");
            }
        }
        assert!(above.len() > 6, "title, sides, standing and aims stand above");
        let last = above.iter().map(|text| text.number("y")).max().unwrap();
        assert_eq!(corner.1 - last, 2 * LETTER, "two letters of white above the board");
        assert!(below.iter().all(|text| text.reach()[0].1 >= corner.1 + board.size.1));
        // Lines of a paragraph follow each other by four thirds of their size.
        let mut lines: Vec<(i32, i32)> = above
            .iter()
            .filter(|text| !text.has("head"))
            .map(|text| (text.number("y"), text.number("font-size")))
            .collect();
        lines.sort_unstable();
        assert!(lines.windows(2).all(|pair| pair[1].0 - pair[0].0 == pair[1].1 * 4 / 3), "{lines:?}");
    }
}

/// A side's colour stands before its name, as high as the letters.
#[test]
fn sides_are_told_by_their_colours() {
    let drawn = draw(&narrow());
    for (class, name) in [("first", "the garrison"), ("second", "the besiegers")] {
        let swatch =
            drawn.elements.iter().find(|element| element.has("side") && element.has(class)).unwrap().reach();
        let words = drawn.elements.iter().find(|one| one.name == "text" && one.words.starts_with(name));
        let words = words.unwrap().reach();
        assert_eq!(swatch[0].0, MARGIN);
        assert_eq!(swatch[1].0 - swatch[0].0, 2 * LETTER);
        assert_eq!(words[0].0 - swatch[1].0, LETTER, "a letter apart");
        assert!(swatch[0].1 < words[1].1 && swatch[1].1 > words[0].1, "{swatch:?} {words:?}");
        let middles = (swatch[0].1 + swatch[1].1) / 2 - (words[0].1 + words[1].1) / 2;
        assert!(middles.abs() <= LETTER / 3, "{swatch:?} {words:?}");
    }
}

#[test]
fn cells_lines_towns_and_borders_are_where_the_board_has_them() {
    for board in [narrow(), wide()] {
        let drawn = draw(&board);
        let corner = drawn.corner(&board);
        assert_eq!(corner.0, (drawn.size.0 - board.size.0) / 2, "in the middle of the page");
        let moved = |spots: &[Spot]| -> Vec<Spot> {
            spots.iter().map(|spot| (spot.0 + corner.0, spot.1 + corner.1)).collect()
        };
        let cells: Vec<&Element> = drawn
            .with("cell")
            .into_iter()
            .filter(|cell| cell.attributes.contains_key("data-target"))
            .collect();
        assert_eq!(cells.len(), board.cells.len());
        for (cell, element) in board.cells.iter().zip(&cells) {
            assert_eq!(element.attributes["data-target"], cell.id.to_string());
            assert_eq!(element.spots(), moved(&cell.rings[0]));
        }
        assert_eq!(drawn.with("road")[0].spots(), moved(&board.lines[0].spots));
        let town = drawn.with("city")[0];
        assert_eq!((town.number("cx"), town.number("cy")), moved(&[(90, 100)])[0]);
        assert!(town.has("side") && town.has("first"), "in the colour of whoever holds it");
        // The first two hexes are enemies and share one edge, which is also a river; nobody holds the third.
        assert_eq!(board.cells[0].edges_with(&board.cells[1]), [[(130, 44), (130, 116)]]);
        let shared = moved(&[(130, 44), (130, 116)]);
        let fronts: Vec<Vec<Spot>> = drawn.with("front").iter().map(|edge| edge.spots()).collect();
        assert_eq!((fronts.len(), &fronts[0]), (1, &shared));
        let rivers: Vec<Vec<Spot>> = drawn.with("river").iter().map(|edge| edge.spots()).collect();
        assert_eq!(rivers.len(), 2, "on the board and in the legend");
        assert_eq!(rivers[0], shared);
        let aims: Vec<Vec<Spot>> = drawn.with("aim").iter().map(|aim| aim.spots()).collect();
        assert_eq!(aims, [moved(&board.cells[2].rings[0])]);
    }
}

#[test]
fn a_board_knows_its_cells_and_what_lies_between() {
    let board = narrow();
    assert_eq!(board.cell(&hex(12)), Some(&board.cells[1]));
    assert_eq!(board.cell(&hex(13)), None);
    assert!(board.draws_between("river"));
    assert!(!board.draws_between("plain") && !board.draws_between("open"), "a ground is no border");
    assert_eq!(Board::reach(&board.cells[0]), [(10, 8), (130, 152)]);
    // Whoever has a board with its hash has all of it: boards that differ at all have another.
    assert_eq!(board.hash(), narrow().hash());
    assert_eq!(board.hash().len(), 64);
    let mut other = narrow();
    other.cells[2].name.push('!');
    assert!(board.hash() != other.hash() && board.hash() != wide().hash());
    let kinds = [BoardKind::Hexes, BoardKind::Areas, BoardKind::Table].map(BoardKind::key);
    assert_eq!(kinds, ["hexes", "areas", "table"]);
    let signs = [SignOf::Ground, SignOf::Between, SignOf::Line, SignOf::Town].map(SignOf::key);
    assert_eq!(signs, ["ground", "between", "line", "town"]);
}

#[test]
fn counters_stand_around_the_middle_of_their_cell() {
    for board in [narrow(), wide()] {
        let drawn = draw(&board);
        let corner = drawn.corner(&board);
        let whom: Vec<&str> = drawn.counters.iter().map(|(whom, ..)| whom.as_str()).collect();
        assert_eq!(whom[..4], ["unit:a unit:c", "unit:b", "unit:d", "unit:e"]);
        assert_eq!(whom.len(), 4 + 30, "and those that are still to come");
        let middle_of = |rectangle: &Element| {
            let [(left, top), (right, bottom)] = rectangle.reach();
            assert_eq!((right - left, bottom - top), COUNTER);
            ((left + right) / 2 - corner.0, (top + bottom) / 2 - corner.1)
        };
        let middles: Vec<Spot> =
            drawn.counters[..4].iter().map(|(_, rectangle, _)| middle_of(rectangle)).collect();
        // Three in the first hex, one above the other with a little between; one alone in the second.
        let step = COUNTER.1 + 2;
        assert_eq!(middles, [(70, 80 - step), (70, 80), (70, 80 + step), (190, 80)]);
        for (_, rectangle, words) in &drawn.counters[..4] {
            let ([(left, top), (right, bottom)], rows) = (rectangle.reach(), words.len());
            for text in words {
                assert_eq!(text.number("x"), (left + right) / 2);
                let [from, to] = text.reach();
                assert!(from.0 >= left && to.0 <= right, "{text:?} sticks out of {rectangle:?}");
                assert!(text.number("y") > top && text.number("y") < bottom + LETTER / 2, "{text:?}");
            }
            // A letter or two are written as large as may be; a long word as small as it has to be.
            assert_eq!(words[0].number("font-size"), LETTER * 5 / 4);
            let baselines: Vec<i32> =
                words.iter().map(|text| text.number("y") - (top + bottom) / 2).collect();
            match rows {
                1 => assert_eq!(baselines, [LETTER * 2 / 5]),
                _ => {
                    assert_eq!(baselines, [LETTER * 2 / 5 - LETTER * 2 / 3, LETTER * 2 / 5 + LETTER * 2 / 3])
                }
            }
        }
        let long = &drawn.counters[0].2[1];
        assert_eq!(long.words, "grenadiers");
        assert_eq!(long.number("font-size"), (COUNTER.0 - 4) * 10 / (6 * 10));
    }
}

/// Those that are not on the board stand below it in rows, one beside the other, in letters that fit.
#[test]
fn what_is_elsewhere_stands_in_rows_below() {
    let board = narrow();
    let drawn = draw(&board);
    let bottom = drawn.corner(&board).1 + board.size.1;
    let boxes: Vec<[Spot; 2]> =
        drawn.counters[4..].iter().map(|(_, rectangle, _)| rectangle.reach()).collect();
    let label =
        drawn.elements.iter().find(|text| text.words == "the garrison, due on turn 4:").unwrap().reach();
    assert_eq!(label[1].1, bottom + 3 * LETTER, "a line of white under the board");
    assert!(label[1].0 < boxes[0][0].0, "the label stands before them");
    for (at, pair) in boxes.windows(2).enumerate() {
        let beside = pair[0][0].1 == pair[1][0].1 && pair[1][0].0 == pair[0][1].0 + 4;
        let next_row = pair[1][0].1 == pair[0][0].1 + 2 * LETTER && pair[1][0].0 == MARGIN + LETTER;
        assert!(beside || next_row, "{at}: {pair:?}");
        assert!(pair[0][1].0 <= drawn.size.0 - MARGIN);
        // Nobody begins a row who has room in the one before.
        let wide = pair[1][1].0 - pair[1][0].0;
        assert!(beside || pair[0][1].0 + 4 + wide > drawn.size.0 - MARGIN, "{pair:?}");
    }
    for (_, rectangle, words) in &drawn.counters[4..] {
        let ([a, b], [c, d]) = (rectangle.reach(), words[0].reach());
        assert!(c.0 > a.0 && d.0 < b.0 && c.1 >= a.1 && d.1 <= b.1, "{rectangle:?} {words:?}");
    }
}

#[test]
fn numbers_and_names_stand_at_the_edges_of_their_cells() {
    for board in [narrow(), wide()] {
        let drawn = draw(&board);
        let corner = drawn.corner(&board);
        let halo = drawn.with("halo");
        let written = |words: &str| -> Option<Spot> {
            let text = halo.iter().find(|text| text.words == words)?;
            Some((text.number("x") - corner.0, text.number("y") - corner.1))
        };
        for cell in &board.cells {
            let [(_, top), (_, bottom)] = Board::reach(cell);
            let number = (board.kind == BoardKind::Hexes).then_some((cell.middle.0, top + 2 * LETTER));
            assert_eq!(written(&cell.id.id), number, "areas have no numbers");
            let name = (!cell.name.is_empty()).then_some((cell.middle.0, bottom - LETTER));
            assert_eq!(written(&cell.name), name);
        }
        // What there is to say of a cell stands below it, a line each.
        let [_, (_, bottom)] = Board::reach(&board.cells[2]);
        assert_eq!(written("garrison 3"), Some((130, bottom + LETTER)));
        assert_eq!(written("burning"), Some((130, bottom + 2 * LETTER)));
    }
}

/// A sign stands before what it means, and the next begins behind it or in the next row.
#[test]
fn a_legend_has_each_sign_before_its_words() {
    let board = narrow();
    let drawn = draw(&board);
    let bottom = drawn.corner(&board).1 + board.size.1;
    let mut rows = BTreeMap::<i32, Vec<[i32; 2]>>::new();
    for sign in &board.legend {
        let words =
            drawn.elements.iter().find(|text| text.name == "text" && text.words == sign.words).unwrap();
        let (from, to) = (words.reach()[0], words.reach()[1]);
        assert_eq!(words.number("font-size"), LETTER * 4 / 3);
        let drawn_for = |element: &&&Element| {
            let [a, b] = element.reach();
            element.name != "text"
                && a.1 >= bottom
                && b.1 <= to.1 + LETTER
                && b.0 <= from.0
                && b.1 > from.1
                && a.0 >= from.0 - 4 * LETTER
        };
        let with = drawn.with(sign.key);
        let element =
            with.iter().find(drawn_for).unwrap_or_else(|| panic!("no {} before its words", sign.key));
        let [a, b] = element.reach();
        match sign.of {
            SignOf::Town => assert_eq!((a.0 + b.0) / 2, from.0 - 4 * LETTER + LETTER * 3 / 2),
            _ => assert_eq!([a.0, b.0], [from.0 - 4 * LETTER, from.0 - LETTER]),
        }
        if sign.of == SignOf::Ground {
            assert_eq!([a.1, b.1], [to.1 - LETTER, to.1 + LETTER / 3]);
        } else {
            assert_eq!((a.1 + b.1) / 2, to.1 - LETTER / 2, "at half the height of the words");
        }
        rows.entry(to.1).or_default().push([from.0 - 4 * LETTER, to.0]);
    }
    assert!(rows.len() > 1, "they do not fit into one row");
    let heights: Vec<i32> = rows.keys().copied().collect();
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] == LETTER * 4 / 3 * 7 / 4), "{heights:?}");
    let all: Vec<&Vec<[i32; 2]>> = rows.values().collect();
    for (at, row) in all.iter().enumerate() {
        assert_eq!(row[0][0], MARGIN);
        assert!(row.windows(2).all(|pair| pair[1][0] == pair[0][1] + 2 * LETTER), "{row:?}");
        // Nothing begins a row that has room in the one before.
        if let Some(next) = all.get(at + 1) {
            let wide = next[0][1] - next[0][0] + 2 * LETTER;
            assert!(row.last().unwrap()[1] + 2 * LETTER + wide > drawn.size.0 - MARGIN);
        }
    }
}
