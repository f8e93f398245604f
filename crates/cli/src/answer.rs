//! A journal's game driven without a terminal, one answer a call: for scripts, mail and programs.

use crate::args::HouseTables;
use crate::desk::{Desk, Sitter};
use crate::ledger::Ledger;
use crate::menu::Answers;
use crate::paint::{DIM, HEAD, capital, styled};
use crate::resolve::told;
use crate::stored::{carry_out, dice_of};
use crate::{Failure, Outcome, dicebox, prompt, vault};
use grognard::umpire::{BySide, Generator, Kind, Seat as Who, Side};
use grognard::{Asked, Game, Seat};
use grognard_wire::{self as wire, Sight};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What is to be done.
pub(crate) enum Act {
    /// Nothing but what is the house's to do.
    Nothing,
    /// An answer by its key or as an order in words; faces where dice are due.
    Order(String),
    /// What the computer would do.
    Take,
    /// The last choice is taken back.
    Undo,
}

/// A journal, what is done at it, and how it is told.
pub(crate) struct Answer {
    pub(crate) journal: PathBuf,
    pub(crate) act: Act,
    pub(crate) side: Option<String>,
    pub(crate) sight: Sight,
    pub(crate) json: bool,
    pub(crate) tables: HouseTables,
}

/// So many answers are listed for people.
const LISTED_MAX: usize = 20;

pub(crate) fn answer(asked: &Answer) -> Outcome {
    let path = asked.journal.as_path();
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let (ledger, journal) = Ledger::open(path)?;
    let play = carry_out(path, journal, None, &asked.tables)?;
    let dice = dice_of(path, &*play)?;
    let seats = play.journal().seats();
    let mut desk = Desk::new(
        play,
        dice,
        Some(ledger),
        BySide::from_fn(|side| Sitter::of(seats[side])),
        // Nobody here plays at random.
        Generator::stream(0, 0),
    );
    let since = desk.game.number();
    if desk.game.end().is_none() {
        desk.sit_down()?;
    }
    desk.advance()?;
    let side = seat(path, &mut desk.game, &seats, asked.side.as_deref())?;
    let done = match &asked.act {
        Act::Nothing => Ok(()),
        Act::Undo => desk.undo(side)?,
        Act::Take => {
            let suggested = desk.game.advised(Seat::Side(side));
            let (key, _) = suggested
                .ok_or_else(|| fail(not_asked(&desk.game, side, "the computer would do nothing")))?;
            desk.answer(side, &key)?
        }
        Act::Order(order) => match dice_due(&desk.game, side) {
            true => desk.throw(side, &faces(order).map_err(fail)?)?,
            false => {
                let order = by_place(&mut desk.game, side, order);
                desk.answer(side, &order)?
            }
        },
    };
    done.map_err(|refusal| fail(format!("{refusal}{}", meant(&desk.game, side, &asked.act))))?;
    desk.advance()?;
    if desk.game.end().is_some() {
        dicebox::clear(path, desk.game.header());
        vault::clear(path, desk.game.kept_journal());
    }
    if asked.json {
        // Whoever only asks how it stands has heard nothing yet.
        let since = if matches!(asked.act, Act::Nothing) { 0 } else { since };
        let news = wire::seat_news(&desk.game, Seat::Side(side), since, asked.sight);
        return Ok(wire::text(&json!(news)));
    }
    Ok(page(path, &desk.game, side, since))
}

/// For whom it is done: whoever is named, else the one person who plays, else whoever is asked where nothing is hidden.
fn seat(path: &Path, game: &mut Game, seats: &BySide<Who>, named: Option<&str>) -> Result<Side, Failure> {
    if let Some(side) = named.and_then(Side::from_key) {
        return match seats[side] {
            Who::Person => Ok(side),
            _ => Err(Failure(format!(
                "{}: the computer plays {}; answer for --side {}",
                path.display(),
                game.side_names()[side],
                side.other()
            ))),
        };
    }
    let people: Vec<Side> = Side::ALL.into_iter().filter(|&side| seats[side] == Who::Person).collect();
    let asked = game.to_decide();
    match (&people[..], &asked[..]) {
        ([side], _) => Ok(*side),
        ([], _) => Ok(Side::First),
        (_, [side]) if !game.hides() => Ok(*side),
        (_, []) if !game.hides() => Ok(Side::First),
        _ => Err(Failure(format!(
            "{}: two people play it, and the sides see different things; say for whom: --side first or second",
            path.display()
        ))),
    }
}

fn dice_due(game: &Game, side: Side) -> bool {
    let roll =
        |asked: &Asked<'_>| matches!(asked, Asked::Whole(question) if matches!(question.kind, Kind::Roll(_)));
    game.questions(Seat::Side(side)).iter().any(roll)
}

/// An order with the places that it calls by name; as it stands where it is possible so, or means several.
fn by_place(game: &mut Game, side: Side, order: &str) -> String {
    let play = &*game.house();
    let question = play.pending().into_iter().find(|question| question.asking.by == Some(side)).cloned();
    let Some(question) = question.filter(|_| play.why_not(side, order).is_some()) else {
        return order.to_owned();
    };
    match &prompt::orders(order, &question, &*play.guide(Some(side)))[..] {
        [one] => one.clone(),
        _ => order.to_owned(),
    }
}

fn faces(order: &str) -> Result<Vec<u8>, String> {
    let parts = order.split([',', ' ', '+']).filter(|part| !part.is_empty());
    parts
        .map(|part| {
            part.parse().map_err(|_| format!("`{part}` is not a face of a die; dice are due: write 7 or 7,3"))
        })
        .collect()
}

/// Why there is nothing to be done for a side.
fn not_asked(game: &Game, side: Side, what: &str) -> String {
    let names = game.side_names();
    match game.end() {
        Some((_, words)) => format!("the game is over. {words}"),
        None => format!("{what}: nothing is asked of {} now", names[side]),
    }
}

/// What has happened since an entry, and what is asked now, for people.
fn page(path: &Path, game: &Game, side: Side, since: usize) -> String {
    let mut text = String::new();
    for (_, ruling) in game.told(Seat::Side(side), since).lines {
        text.push_str(&told(ruling));
    }
    let names = game.side_names();
    if let Some((_, words)) = game.end() {
        let _ = writeln!(text, "\n{}", styled(HEAD, words));
        return text;
    }
    for asked in game.questions(Seat::Side(side)) {
        let question = match asked {
            Asked::Reduced { by, clause } => {
                let _ = writeln!(text, "{}", styled(DIM, format!("Asked now: {} ({clause}).", names[by])));
                continue;
            }
            Asked::Whole(question) => game.in_words(Seat::Side(side), question),
        };
        let who = question.asking.by.map_or_else(String::new, |side| capital(&names[side]));
        let what = format!("{who}, {} ({})", question.asking.words(), question.asking.clause);
        let _ = writeln!(text, "{}", styled(HEAD, what));
        if !question.about.is_empty() {
            let _ = writeln!(text, "  {}", question.about);
        }
        if let Kind::Roll(dice) = question.kind {
            let _ = writeln!(text, "  throw {dice}: grognard answer {} FACES", path.display());
            continue;
        }
        let answers = Answers::of(question.options().to_vec());
        for option in answers.listed().iter().take(LISTED_MAX) {
            let _ = match option.words == option.key {
                true => writeln!(text, "  {}", option.key),
                false => writeln!(text, "  {}  {}", option.key, styled(DIM, &option.words)),
            };
        }
        if let Some(more) = answers.listed().len().checked_sub(LISTED_MAX).filter(|more| *more > 0) {
            let _ = writeln!(text, "{}", styled(DIM, format!("  and {more} more; --json has them all")));
        }
        if let Some(several) = answers.folded() {
            let _ = writeln!(text, "{several}");
        }
        if matches!(question.kind, Kind::Order { .. }) {
            let more = "  any order in words may be given, of these and of others that the rules let pass";
            let _ = writeln!(text, "{}", styled(DIM, more));
        }
    }
    text
}

/// A hint at the answer that a refused one may have meant.
fn meant(game: &Game, side: Side, act: &Act) -> String {
    let Act::Order(order) = act else { return String::new() };
    let options = game.questions(Seat::Side(side)).into_iter().flat_map(|asked| match asked {
        Asked::Whole(question) => question.options().to_vec(),
        Asked::Reduced { .. } => Vec::new(),
    });
    Answers::of(options.collect()).like(order)
}
