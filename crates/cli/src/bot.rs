//! A game for a program: lines of JSON on standard input and output, as `docs/bots.md` tells.

use crate::args::HouseTables;
use crate::desk::{Desk, Sitter};
use crate::files::{by_file_name, file_name, free, house_and_beside, title_text};
use crate::resolve::fresh_seed;
use crate::stored::begin;
use crate::table::{DiceFrom, Who};
use crate::{Failure, Outcome, typed};
use grognard::umpire::{BySide, Generator, Header, Kind, Side};
use grognard::{Asked, Contest, Player, Seat};
use grognard_wire::{self as wire, BOT_PROTOCOL, Refusal, SideNames, Sight, ToBot, Wish};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;

/// A bot that is refused so often at one question will not find an answer.
const REFUSALS_MAX: u32 = 1_000;

/// What is played, and by whom.
pub(crate) struct Bot {
    pub(crate) title: String,
    /// `first`, `second` or `both`.
    pub(crate) side: String,
    pub(crate) opponent: Player,
    pub(crate) games: u64,
    pub(crate) seed: Option<u64>,
    pub(crate) sight: Sight,
    pub(crate) journal: Option<PathBuf>,
    pub(crate) tables: HouseTables,
}

pub(crate) fn bot(bot: &Bot) -> Outcome {
    let (name, setup) = title_text(&bot.title)?;
    let tables = house_and_beside(&name, &setup, &bot.tables)?;
    let contest = grognard::open(&name, &setup, &tables)?;
    if bot.journal.is_some() && bot.games > 1 {
        return Err(Failure(format!("--journal keeps one game, not {}; leave --games out", bot.games)));
    }
    // Said before the program at the other end has heard that a game begins.
    bot.journal.as_deref().map_or(Ok(()), free)?;
    let first = bot.seed.unwrap_or_else(fresh_seed);
    for game in 1..=bot.games {
        // Games one after another have seeds one after another.
        let seed = first.wrapping_add(game - 1);
        let title = file_name(&name);
        let header = Header {
            system: contest.system().to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            title: title.clone(),
            seats: BySide::from_fn(|side| who(bot, side)),
            dice: DiceFrom::Seed(seed).source(),
            tables: by_file_name(&tables),
            setup: setup.clone(),
            ..Header::default()
        };
        say(&begun(bot, &*contest, game, title.trim_end_matches(".toml")))?;
        one_game(bot, &*contest, header, (game, seed))?;
    }
    Ok(String::new())
}

/// The seats that the bot plays.
fn plays(bot: &Bot, side: Side) -> bool {
    bot.side == "both" || bot.side == side.key()
}

/// What the journal says of a seat.
fn who(bot: &Bot, side: Side) -> Who {
    match (plays(bot, side), bot.opponent) {
        (false, Player::Policy) => Who::Policy,
        (false, Player::Computer) => Who::Computer,
        (false, Player::Easy) => Who::Easy,
        // A program is somebody who sits there; chance and a yardstick are no players that a journal could go on with.
        (true, _) | (false, Player::Random | Player::Naive) => Who::Person,
    }
}

fn begun(bot: &Bot, contest: &dyn Contest, game: u64, title: &str) -> ToBot {
    let names = contest.side_names();
    let seats = Side::ALL.into_iter().filter(|&side| plays(bot, side));
    ToBot::Begin {
        protocol: BOT_PROTOCOL,
        game,
        games: bot.games,
        system: contest.system().to_owned(),
        title: title.to_owned(),
        sides: SideNames { first: names.first, second: names.second },
        seats: seats.map(|side| side.key().to_owned()).collect(),
    }
}

fn one_game(
    bot: &Bot,
    contest: &dyn Contest,
    header: Header,
    (number, seed): (u64, u64),
) -> Result<(), Failure> {
    let play = contest.start(header);
    let ledger = bot.journal.as_ref().map(|path| begin(path, play.journal(), &DiceFrom::Seed(seed)));
    let ledger = ledger.transpose()?;
    let sitters = BySide::from_fn(|side| match plays(bot, side) {
        true => Sitter::Program,
        false => Sitter::House(bot.opponent),
    });
    let mut desk = Desk::new(play, DiceFrom::Seed(seed), ledger, sitters, Generator::stream(seed, u64::MAX));
    let mut heard = BySide::new(0, 0);
    desk.advance()?;
    while desk.game.end().is_none() {
        // Who is asked first answers first; where both are, each is asked before either is shown.
        let side = desk.game.to_decide().into_iter().find(|&side| plays(bot, side));
        let side = side.ok_or_else(|| Failure("the game waits for nobody".to_owned()))?;
        say(&asked(&desk, side, heard[side], bot.sight)?)?;
        heard[side] = desk.game.number();
        hear(&mut desk, side)?;
        desk.advance()?;
    }
    let mut told = Vec::new();
    for side in Side::ALL.into_iter().filter(|&side| plays(bot, side)) {
        // Both seats of one program hear the end of it once.
        let news = wire::seat_news(&desk.game, Seat::Side(side), heard[side], Sight::Without);
        told = if news.told.len() > told.len() { news.told } else { told };
    }
    let end = wire::end_card(&desk.game).ok_or_else(|| Failure("the game has no end".to_owned()))?;
    say(&ToBot::End { game: number, told, end, seed })
}

/// A seat's question.
fn asked(desk: &Desk, side: Side, since: usize, sight: Sight) -> Result<ToBot, Failure> {
    let news = wire::seat_news(&desk.game, Seat::Side(side), since, sight);
    let own = desk.game.questions(Seat::Side(side)).into_iter().find_map(|asked| match asked {
        Asked::Whole(question) if !matches!(question.kind, Kind::Roll(_)) => {
            Some(wire::OpenQuestion::of(question))
        }
        _ => None,
    });
    let question = own.ok_or_else(|| Failure("the seat is not asked".to_owned()))?;
    let (seat, number, kept, told, view) = (news.seat, news.number, news.kept, news.told, news.view);
    Ok(ToBot::Ask { seat, number, kept, told, question, view })
}

/// Hears the bot until it has answered, taken back or given up.
fn hear(desk: &mut Desk, side: Side) -> Result<(), Failure> {
    let seat = Seat::Side(side);
    let mut refusals = 0;
    loop {
        let done = match Wish::read(&line()?) {
            Err(refusal) => Err(refusal),
            Ok(Wish::Why(key)) => {
                say(&ToBot::Why { refusal: desk.game.why_not(seat, &key).map(Refusal::from) })?;
                continue;
            }
            Ok(Wish::Suggest) => {
                let (answer, why) = desk.game.advised(seat).unzip();
                say(&ToBot::Suggestion { answer, why: why.unwrap_or_default() })?;
                continue;
            }
            Ok(Wish::View) => {
                say(&ToBot::View { view: wire::fact(&desk.game.view(seat)) })?;
                continue;
            }
            Ok(Wish::Answer(key)) => desk.answer(side, &key)?.map_err(Refusal::from),
            Ok(Wish::Undo) => desk.undo(side)?.map_err(Refusal::from),
            Ok(Wish::Resign) => desk.resign(side)?.map_err(Refusal::from),
        };
        let Err(refusal) = done else { return Ok(()) };
        refusals += 1;
        if refusals == REFUSALS_MAX {
            return Err(Failure(format!("refused {REFUSALS_MAX} times at one question: {}", refusal.reason)));
        }
        say(&ToBot::Refused { refusal })?;
    }
}

/// One line from the bot.
fn line() -> Result<String, Failure> {
    match typed::line()? {
        line if line.is_empty() => Err(Failure("the input ended before the game did".to_owned())),
        line => Ok(line),
    }
}

/// One line to the bot.
fn say(line: &ToBot) -> Result<(), Failure> {
    let text = serde_json::to_string(line)?;
    let mut out = std::io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure("whoever plays has gone away before the end of the game".to_owned()),
        _ => Failure(format!("cannot write: {error}")),
    })
}
