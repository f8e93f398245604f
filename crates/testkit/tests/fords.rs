//! A small invented title, complete: the one that the second part of `docs/adding-a-system.md` builds. It has a map,
//! orders, hidden strengths, a switch, a view, a picture with targets, situations as text and a computer player. Every
//! code block of that part stands here, word for word.

// A real system has the feature `schema`, for the schemas of its files.
#![allow(unexpected_cfgs)]

use grognard_charts::{BadData, Page, Problem, read, refuse, switches};
use grognard_testkit::{laws, positions::Positions, secrets, situations, targets, tidy};
use grognard_umpire::{
    Aim, Aims, Asked, Asking, Board, BoardKind, BySide, Cell, Choice, Consequence, Counter, Dice, Fact,
    Figure, Flow, Generator, Guide, Header, Heading, Loss, Misread, Offer, Orders, Piece, Playable, Presence,
    Procedure, Question, Reading, Reckoned, Refusal, Reveal, Ruling, Session, Side, Sign, SignOf, Slot,
    Style, Sure, Target, TargetKind, Turns, Umpire, Unit, Verb, Visitor, sheet, topics,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

topics! {
    /// What the fords ask.
    enum Asks of "fords" {
        Order: "order", "order";
        Blow: "blow", "blow";
    }
}

/// The clause with this id of the fords.
macro_rules! rule {
    ($id:literal) => {
        grognard_umpire::Clause::new(concat!("FO-", $id))
    };
}

switches! {
    /// How unclear rules are read.
    pub struct Options {
        /// Who loses a fight in which both throw the same?
        ties: Ties = "ties" of "FO-5" {
            /// Whoever attacks.
            Attacker = "attacker",
            /// Both.
            Both = "both",
        }
    }
}

/// No band is stronger.
const STRENGTH_MAX: u8 = 3;
/// Half the width of a hex and half its height.
const HALF: (i32, i32) = (60, 70);

const TITLE: &str = include_str!("situations/the-two-fords.toml");

/// The title's file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TitleText {
    title: String,
    turns: u8,
    area: Vec<AreaText>,
    river: Vec<(String, String)>,
    band: Vec<BandText>,
    #[serde(default)]
    options: Options,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaText {
    key: String,
    name: String,
    at: (i32, i32),
    ground: String,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct BandText {
    key: String,
    name: String,
    side: String,
    at: String,
    strength: u8,
}

/// A band as the title gives it, checked.
struct Roll {
    text: BandText,
    side: Side,
    at: u8,
}

/// The title, typed: its board as data, whose cells the bands stand in by their place.
struct Title {
    name: String,
    turns: u8,
    board: Board,
    rolls: Vec<Roll>,
    options: Options,
}

impl Title {
    /// Reads a title; every problem at once, by its key.
    fn load(file: &str, text: &str) -> Result<Title, BadData> {
        let text_of: TitleText = read(file, text)?;
        let area = |key: &str| text_of.area.iter().position(|area| area.key == key).map(|at| at as u8);
        let (mut problems, mut rolls) = (Vec::new(), Vec::new());
        for (index, text) in text_of.band.iter().cloned().enumerate() {
            let mut wrong = |key: &str, problem: String| {
                problems.push(Problem::new(format!("band.{index}.{key}"), problem));
            };
            match (Side::from_key(&text.side), area(&text.at), text.strength) {
                (Some(side), Some(at), 1..=STRENGTH_MAX) => rolls.push(Roll { text, side, at }),
                (None, ..) => wrong("side", "write first or second".to_owned()),
                (_, None, _) => wrong("at", format!("there is no area `{}`", text.at)),
                _ => wrong("strength", format!("write 1 to {STRENGTH_MAX}")),
            }
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let (board, TitleText { title, turns, options, .. }) = (board(&text_of), text_of);
        Ok(Title { name: title, turns, board, rolls, options })
    }

    fn area(&self, key: &str) -> Option<u8> {
        self.board.cells.iter().position(|cell| cell.id.id == key).map(|at| at as u8)
    }

    fn band(&self, key: &str) -> Option<u8> {
        self.rolls.iter().position(|roll| roll.text.key == key).map(|at| at as u8)
    }

    fn cell(&self, area: u8) -> &Cell {
        &self.board.cells[usize::from(area)]
    }

    fn roll(&self, band: u8) -> &Roll {
        &self.rolls[usize::from(band)]
    }

    /// What lies between two areas that touch; nothing where they do not.
    fn between(&self, from: u8, to: u8) -> Option<&'static str> {
        let there = |(id, between): &(Target, &'static str)| (*id == self.cell(to).id).then_some(*between);
        self.cell(from).neighbours.iter().find_map(there)
    }

    fn band_target(&self, band: u8) -> Target {
        Target::new(TargetKind::Unit, &self.roll(band).text.key)
    }
}

/// The board as data: areas are neighbours where their outlines share an edge.
fn board(text: &TitleText) -> Board {
    let cell = |area: &AreaText| {
        let (column, row) = area.at;
        let middle = (HALF.0 * (1 + 2 * column + row % 2), HALF.1 + HALF.1 * 3 / 2 * row);
        Cell {
            id: Target::new(TargetKind::Province, &area.key),
            name: area.name.clone(),
            rings: vec![Cell::hex_ring(middle, HALF)],
            middle,
            town: None,
            ground: if area.ground == "village" { "village" } else { "open" },
            neighbours: Vec::new(),
        }
    };
    let mut cells: Vec<Cell> = text.area.iter().map(cell).collect();
    let bare = cells.clone();
    for one in &mut cells {
        let crossed = |a: &str, b: &str| text.river.iter().any(|(one, two)| one == a && two == b);
        for other in &bare {
            if other.id != one.id && !one.edges_with(other).is_empty() {
                let (here, there) = (&one.id.id, &other.id.id);
                let river = crossed(here, there) || crossed(there, here);
                one.neighbours.push((other.id.clone(), if river { "river" } else { "field" }));
            }
        }
    }
    let reach =
        |of: fn((i32, i32)) -> i32| bare.iter().map(|cell| of(Board::reach(cell)[1])).max().unwrap_or(0);
    Board {
        kind: BoardKind::Areas,
        size: (reach(|spot| spot.0), reach(|spot| spot.1)),
        cells,
        lines: Vec::new(),
        legend: vec![
            Sign::new(SignOf::Ground, "open", "open ground"),
            Sign::new(SignOf::Ground, "village", "a village, which counts"),
            Sign::new(SignOf::Between, "river", "the river: whoever attacks across it has 1 less"),
        ],
    }
}

/// A band as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Band {
    at: Option<u8>,
    strength: u8,
    moved: bool,
    /// Whether everybody knows how strong it is.
    shown: bool,
}

/// A game in progress. Everything in it is read by later steps.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Fords {
    turn: u8,
    side: Side,
    bands: Vec<Band>,
}

/// How many villages each side holds in the end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Held(BySide<u8>);

impl Held {
    fn lead(&self) -> i64 {
        i64::from(self.0.first) - i64::from(self.0.second)
    }
    fn winner(self) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.0[side] > self.0[side.other()])
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Act {
    March(u8, u8),
    Rest,
}

/// An order, with its text and what it touches.
#[derive(Clone)]
struct Order {
    act: Act,
    key: String,
    touches: Vec<Target>,
}

impl Offer for Order {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.touches.clone()
    }
}

/// What may be ordered now: one judge, for offers and for refusals.
struct Moment<'a> {
    game: &'a Fords,
    title: &'a Title,
}

impl Moment<'_> {
    fn order(&self, act: Act) -> Order {
        let (key, touches) = match act {
            Act::March(band, to) => {
                let (unit, area) = (self.title.band_target(band), self.title.cell(to).id.clone());
                (format!("march {} {}", unit.id, area.id), vec![unit, area])
            }
            Act::Rest => ("rest".to_owned(), Vec::new()),
        };
        Order { act, key, touches }
    }

    /// Why an order may not be given; nothing where it may.
    fn judge(&self, act: Act) -> Result<(), Refusal> {
        let Act::March(band, to) = act else { return Ok(()) };
        let (roll, now) = (self.title.roll(band), self.game.bands[usize::from(band)]);
        let Some(from) = now.at.filter(|_| roll.side == self.game.side) else {
            return Err(Refusal::new(rule!("2"), format!("{} is not yours to order", roll.text.key)));
        };
        if now.moved {
            return Err(Refusal::new(rule!("2"), format!("{} has marched this turn", roll.text.key)));
        }
        if self.title.between(from, to).is_none() {
            return Err(Refusal::new(rule!("3"), "a band marches to the next area"));
        }
        match self.game.at(self.title, roll.side, to) {
            Some(_) => Err(Refusal::new(rule!("3"), "a band of yours stands there")),
            None => Ok(()),
        }
    }
}

impl Orders for Moment<'_> {
    type Order = Order;

    fn offers(&self) -> Vec<Order> {
        let (bands, areas) = (0..self.title.rolls.len() as u8, 0..self.title.board.cells.len() as u8);
        let marches = bands.flat_map(|band| areas.clone().map(move |to| Act::March(band, to)));
        let lawful = std::iter::once(Act::Rest).chain(marches).filter(|act| self.judge(*act).is_ok());
        lawful.map(|act| self.order(act)).collect()
    }

    fn check(&self, text: &str) -> Result<Order, Refusal> {
        let act = match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["rest"] => Some(Act::Rest),
            ["march", band, to] => {
                self.title.band(band).zip(self.title.area(to)).map(|(band, to)| Act::March(band, to))
            }
            _ => None,
        };
        let act = act.ok_or_else(|| Refusal::plain("write `march BAND AREA` or `rest`"))?;
        self.judge(act).map(|()| self.order(act))
    }

    fn grammar(&self) -> &'static [Verb] {
        const SLOTS: &[Slot] = &[Slot::one("band", TargetKind::Unit), Slot::one("to", TargetKind::Province)];
        const MARCH: Verb = Verb::with("march", "a band goes to the next area", SLOTS);
        const VERBS: &[Verb] = &[MARCH, Verb::plain("rest", "the turn ends")];
        VERBS
    }
}

impl Fords {
    fn new(title: &Title) -> Fords {
        let band = |roll: &Roll| Band { at: Some(roll.at), strength: roll.text.strength, ..Band::default() };
        Fords { turn: 1, side: Side::First, bands: title.rolls.iter().map(band).collect() }
    }

    /// The band of a side in an area.
    fn at(&self, title: &Title, side: Side, area: u8) -> Option<u8> {
        let there =
            |band: &u8| self.bands[usize::from(*band)].at == Some(area) && title.roll(*band).side == side;
        (0..self.bands.len() as u8).find(there)
    }

    /// A band marches, and fights whoever stands there. [FO-3] [FO-4]
    fn march(&mut self, title: &Title, band: u8, to: u8, ump: &mut impl Umpire) -> Asked<()> {
        let side = title.roll(band).side;
        ump.cite(rule!("3"));
        self.bands[usize::from(band)].moved = true;
        if let Some(enemy) = self.at(title, side.other(), to) {
            self.fight(title, band, enemy, ump)?;
        }
        if self.bands[usize::from(band)].at.is_some() && self.at(title, side.other(), to).is_none() {
            self.bands[usize::from(band)].at = Some(to);
        }
        Ok(())
    }

    /// Both show their strength, throw and add it; whoever has less loses a point. [FO-4] [FO-5]
    fn fight(&mut self, title: &Title, band: u8, enemy: u8, ump: &mut impl Umpire) -> Asked<()> {
        ump.reveal(Reveal::TO_EVERYBODY);
        let mut totals = [0; 2];
        for (total, one) in totals.iter_mut().zip([band, enemy]) {
            let now = &mut self.bands[usize::from(one)];
            now.shown = true;
            let strength = u16::from(now.strength);
            let asking = Asking::of(title.roll(one).side, rule!("4"), Asks::Blow);
            *total = ump.throw(asking, Dice::D6, |face| face + strength)?;
        }
        let across = self.bands[usize::from(band)].at.zip(self.bands[usize::from(enemy)].at);
        if across.and_then(|(from, to)| title.between(from, to)) == Some("river") {
            ump.cite(rule!("6"));
            totals[0] -= 1;
        }
        let losers = match (totals[0].cmp(&totals[1]), title.options.ties) {
            (std::cmp::Ordering::Greater, _) => vec![enemy],
            (std::cmp::Ordering::Equal, Ties::Both) => vec![band, enemy],
            _ => vec![band],
        };
        let lost =
            losers.iter().map(|one| title.roll(*one).text.name.as_str()).collect::<Vec<_>>().join(" and ");
        let text = format!("{} against {}: a point is lost by {lost}", totals[0], totals[1]);
        ump.explain(|| Ruling::new(rule!("5"), text));
        for loser in losers {
            let now = &mut self.bands[usize::from(loser)];
            now.strength -= 1;
            now.at = now.at.filter(|_| now.strength > 0);
        }
        Ok(())
    }

    fn held(&self, title: &Title) -> Held {
        let counts = |area: &u8| title.cell(*area).ground == "village";
        let areas = || (0..title.board.cells.len() as u8).filter(counts);
        Held(BySide::from_fn(|side| {
            areas().filter(|area| self.at(title, side, *area).is_some()).count() as u8
        }))
    }
}

impl Procedure for Fords {
    type Rules = Title;
    type End = Held;

    /// One order. [FO-2]
    fn step(mut self, title: &Title, ump: &mut impl Umpire) -> Flow<Self> {
        let asking = Asking::of(self.side, rule!("2"), Asks::Order);
        match ump.order(asking, &Moment { game: &self, title })?.act {
            Act::March(band, to) => self.march(title, band, to, ump)?,
            Act::Rest => {
                self.turn += u8::from(self.side == Side::Second);
                self.side = self.side.other();
                self.bands.iter_mut().for_each(|band| band.moved = false);
                if self.turn > title.turns {
                    ump.cite(rule!("1"));
                    return Ok(Break(self.held(title)));
                }
            }
        }
        Ok(Continue(self))
    }
}

impl Playable for Fords {
    fn side_name(_: &Title, side: Side) -> String {
        if side == Side::First { "Reds" } else { "Blues" }.to_owned()
    }
    fn view(&self, title: &Title, viewer: Option<Side>) -> Fact {
        let bands = Guided { game: self, title, viewer }.pieces().into_iter().map(|piece| {
            Fact::record([
                ("key", Fact::from(piece.id.id)),
                ("at", Fact::from(piece.place.map(|place| place.id))),
                ("strength", Fact::from(piece.figures[0].now)),
            ])
        });
        let (turn, side) = (Fact::from(self.turn), Fact::from(self.side.key()));
        Fact::record([("turn", turn), ("side", side), ("bands", Fact::List(bands.collect()))])
    }
    fn end_facts(_: &Title, end: &Held) -> Fact {
        Fact::record([("winner", Fact::from(end.winner().map(Side::key))), ("reds", end.0.first.into())])
    }
    fn end_words(title: &Title, end: &Held) -> String {
        let winner = end.winner().map_or("Nobody".to_owned(), |side| Self::side_name(title, side));
        format!("{winner} won: the Reds hold {} and the Blues {}.", end.0.first, end.0.second)
    }
    fn figures(_: &Title) -> Vec<Figure<Fords>> {
        vec![Figure::new("reds-lead", "villages more than the Blues", Unit::Count, |end: &Held| end.lead())]
    }
    fn objective(_: &Title, side: Side, end: &Held) -> i64 {
        if side == Side::First { end.lead() } else { -end.lead() }
    }
    fn objective_words(_: &Title, _: Side) -> String {
        "villages more than the enemy".to_owned()
    }
    fn readings(title: &Title) -> Vec<Reading> {
        title.options.in_force()
    }
    fn picture(&self, title: &Title, viewer: Option<Side>) -> Option<String> {
        let css = ".open { fill: #eee6c6; } .village { fill: #e2b98a; } \
                   .river { stroke: #4f8fce; stroke-width: 8; stroke-linecap: round; }";
        let strength = |piece: &Piece| piece.figures[0].now.map_or("?".to_owned(), |now| now.to_string());
        let line = |piece: &&Piece| format!("{} {}", piece.id.id, strength(piece));
        let writes = |all: &[&Piece]| Counter { lines: all.iter().map(line).collect(), ..Counter::default() };
        let signs = ["Counters: the band and its strength, ? where nobody has told you."];
        let style = Style { css, defs: "", letter: 12, counter: (60, 34), writes: &writes, signs: &signs };
        let sides = BySide::from_fn(|side| Self::side_name(title, side));
        let heading = Heading { title: &title.name, sides: &sides };
        sheet(&Guided { game: self, title, viewer }, &heading, &style)
    }
    fn guide<'a>(&'a self, title: &'a Title, viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { game: self, title, viewer }))
    }
    fn with_other_secrets(
        mut self,
        title: &Title,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        for (now, roll) in self.bands.iter_mut().zip(&title.rolls) {
            if !now.shown && now.at.is_some() && viewer != Some(roll.side) {
                now.strength = draw(STRENGTH_MAX);
            }
        }
        self
    }
    fn is_settled(&self) -> bool {
        true
    }
    fn position(&self, title: &Title) -> Fact {
        let band = |(now, roll): (&Band, &Roll)| {
            Some(Fact::record([
                ("band", Fact::from(roll.text.key.as_str())),
                ("at", Fact::from(title.cell(now.at?).id.id.as_str())),
                ("strength", Fact::from(now.strength)),
                ("moved", Fact::from(now.moved.then_some(true))),
                ("shown", Fact::from(now.shown.then_some(true))),
            ]))
        };
        let bands = self.bands.iter().zip(&title.rolls).filter_map(band).collect();
        let (turn, side) = (Fact::from(self.turn), Fact::from(self.side.key()));
        Fact::record([("turn", turn), ("side", side), ("bands", Fact::List(bands))])
    }
    fn from_position(title: &Title, position: &Fact) -> Result<Self, Vec<Misread>> {
        Page::position(position, |page| {
            let gone = Band { shown: true, ..Band::default() };
            let mut bands = vec![gone; title.rolls.len()];
            for row in page.rows("bands") {
                let band = row.needed("band", row.named("band", |key| title.band(key)));
                let at = row.needed("at", row.named("at", |key| title.area(key)));
                let strength = row.number("strength", 1..=STRENGTH_MAX, STRENGTH_MAX);
                let now = Band { at, strength, moved: row.flag("moved"), shown: row.flag("shown") };
                band.into_iter().for_each(|band| bands[usize::from(band)] = now);
            }
            let side = page.needed("side", page.side("side"));
            Some(Fords { turn: page.number("turn", 1..=title.turns, 1), side: side?, bands })
        })
    }
    fn policy(&self, _: &Title, _: &Choice<'_>) -> usize {
        0
    }
}

/// A game as one viewer is told of it.
struct Guided<'a> {
    game: &'a Fords,
    title: &'a Title,
    viewer: Option<Side>,
}

impl Guide for Guided<'_> {
    fn aims(&self) -> Aims {
        let held = self.game.held(self.title);
        let villages = self.title.board.cells.iter().filter(|cell| cell.ground == "village");
        let targets: Vec<Target> = villages.map(|cell| cell.id.clone()).collect();
        let aim = |side: Side| Aim {
            key: "villages",
            side: Some(side),
            clause: Some(rule!("1")),
            words: format!("hold more villages than the enemy; {} now", held.0[side]),
            count: None,
            reached: held.winner() == Some(side),
            targets: targets.clone(),
        };
        let (phase, date) = (Fords::side_name(self.title, self.game.side), String::new());
        let (now, of) = (self.game.turn.into(), Some(self.title.turns.into()));
        let turns = Turns { now, of, date, phase };
        Aims { turns: Some(turns), list: Side::ALL.map(aim).into(), standing: None }
    }

    fn consequences(&self, order: &str) -> Vec<Consequence> {
        let moment = Moment { game: self.game, title: self.title };
        let Ok(Order { act: Act::March(_, to), touches, .. }) = moment.check(order) else {
            return Vec::new();
        };
        let fights = self.game.at(self.title, self.game.side.other(), to).is_some();
        let cost = Consequence {
            loss: Loss::Worn,
            sure: Sure::Perhaps,
            clause: rule!("5"),
            targets: touches,
            words: "it fights, shows its strength and may lose a point".to_owned(),
        };
        fights.then_some(cost).into_iter().collect()
    }

    fn place(&self, name: &str) -> Option<Target> {
        self.title.area(name).map(|area| self.title.cell(area).id.clone())
    }

    fn presence(&self, place: &Target) -> Option<Presence> {
        let cell = self.title.board.cell(place)?;
        let pieces = self.pieces().into_iter().filter(|piece| piece.place.as_ref() == Some(place)).collect();
        Some(Presence {
            place: place.clone(),
            name: cell.name.clone(),
            about: vec![cell.ground.to_owned()],
            pieces,
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |(index, (now, roll)): (usize, (&Band, &Roll))| {
            let known = now.shown || self.viewer == Some(roll.side);
            let strength = known.then(|| i64::from(now.strength));
            Piece {
                id: self.title.band_target(index as u8),
                side: Some(roll.side),
                name: roll.text.name.clone(),
                symbol: "band",
                figures: vec![Reckoned { key: "strength", now: strength, of: None }],
                marks: if now.moved { vec!["moved"] } else { Vec::new() },
                place: now.at.map(|at| self.title.cell(at).id.clone()),
                elsewhere: if now.at.is_some() { String::new() } else { "gone".to_owned() },
                stance: None,
            }
        };
        self.game.bands.iter().zip(&self.title.rolls).enumerate().map(piece).collect()
    }

    fn board(&self) -> Option<Board> {
        Some(self.title.board.clone())
    }
}

/// A computer player. It is handed what its seat may know, a guide and its question, and never the state.
struct Captain;

impl Captain {
    fn decide(&mut self, guide: &dyn Guide, question: &Question) -> String {
        let (pieces, villages) = (guide.pieces(), guide.aims().list.remove(0).targets);
        let board = guide.board().expect("a game with a map");
        let strength = |piece: &Piece| piece.figures[0].now.unwrap_or(2);
        let worth = |order: &grognard_umpire::Offered| {
            let [unit, area] = &order.targets[..] else { return 0 };
            let Some(own) = pieces.iter().find(|piece| piece.id == *unit) else { return 0 };
            let foe = |piece: &&Piece| piece.place.as_ref() == Some(area) && piece.side != own.side;
            let enemy = pieces.iter().find(foe);
            let village = |place: &Target| i64::from(villages.contains(place)) * 4;
            let leaves = own.place.as_ref().map_or(0, village);
            // Whoever has nothing to hold goes where there is something to take.
            let near = |(to, _): &(Target, &str)| villages.contains(to);
            let nearer = leaves == 0 && board.cell(area).is_some_and(|cell| cell.neighbours.iter().any(near));
            match enemy {
                Some(enemy) => 2 * (strength(own) - strength(enemy)) + village(area) / 2 + 1,
                None => village(area) - leaves + i64::from(nearer),
            }
        };
        let best = question.options().iter().max_by_key(|order| worth(order)).expect("something is offered");
        best.key.clone()
    }
}

fn title() -> Arc<Title> {
    Arc::new(Title::load("fords.toml", TITLE).unwrap())
}

/// Plays a game between the captain and chance, and tells who won.
fn game(seed: u64, captain: Side) -> Option<Side> {
    let (title, mut dice) = (title(), Generator::new(seed));
    let mut session = Session::start(Fords::new(&title), Arc::clone(&title), Header::default());
    while let Some(question) = session.pending().first().map(|question| (*question).clone()) {
        if session.throw(&mut dice).is_some() {
            continue;
        }
        let side = question.asking.by.unwrap();
        let key = match side == captain {
            true => Captain.decide(&*session.position().guide(&title, Some(side)).unwrap(), &question),
            false => question.options()[dice.below(question.options().len() as u32) as usize].key.clone(),
        };
        session.answer_salted(side, &key, [0; 16]).unwrap();
    }
    let grognard_umpire::Phase::Ended(end) = session.phase() else { panic!("nobody is asked") };
    end.winner()
}

#[test]
fn the_captain_beats_chance_from_either_side_and_never_peeks() {
    for captain in Side::ALL {
        let won = |side| (0..300).filter(|seed| game(*seed, captain) == Some(side)).count();
        assert!(won(captain) > 2 * won(captain.other()), "{captain:?} won {} of 300", won(captain));
    }
    let title = title();
    let mut draws = Generator::new(7);
    for _ in 0..50 {
        let mut draw = |most: u8| 1 + draws.below(u32::from(most)) as u8;
        let other = Fords::new(&title).with_other_secrets(&title, Some(Side::First), &mut draw);
        let answer = |state: Fords| {
            let session = Session::start(state, Arc::clone(&title), Header::default());
            Captain.decide(&*session.state().guide(&title, Some(Side::First)).unwrap(), session.pending()[0])
        };
        assert_eq!(answer(Fords::new(&title)), answer(other));
    }
}

#[test]
fn the_laws_hold() {
    let title = title();
    laws::hold("fords", &Fords::new(&title), &title, 40, laws::Odds::TooLarge);
    let compared = secrets::hold("fords", &Fords::new(&title), &title, 100);
    assert!(compared.pairs > 50 && compared.parted > 0, "{compared:?}");
    let looked = targets::are_found("fords", &Fords::new(&title), &title, 0..4, 3);
    assert!(looked.touching > 50 && looked.read > 50, "{looked:?}");
    let law = Positions { name: "fords", games: 4, every: 5, answers_max: 200 };
    let compared = law.visit(Fords::new(&title), Arc::clone(&title));
    assert!(compared.settled == compared.positions && compared.positions > 10, "{compared:?}");
    tidy::topics::<Asks>();
}

#[test]
fn situations_come_out_as_written() {
    for situation in situations::read("fords.toml", include_str!("situations/fords.toml")) {
        let text = situation.setup(|_| TITLE.to_owned());
        let title = Arc::new(Title::load("fords.toml", &text).unwrap_or_else(|error| panic!("{error}")));
        situation.visit(Fords::new(&title), title);
    }
}

#[test]
fn what_is_wrong_with_a_title_is_named_by_key() {
    let wrong = TITLE.replace("at = \"camp\", strength = 3", "at = \"kamp\", strength = 3");
    let error = Title::load("fords.toml", &wrong).err().unwrap().to_string();
    assert_eq!(error, "fords.toml, line 16, band.0.at: there is no area `kamp`");
    assert_eq!(Options::SWITCHES[0].words(), ["attacker", "both"]);
}
