//! A game on the web as one seat may see it, and what can be done at it.

use crate::account::{RulingLine, fact};
use crate::battle::{Battle, HouseTable};
use crate::cards::SideNames;
use crate::fight::DiceFrom;
use crate::guide::{AimsCard, CostCard};
use crate::question::OpenQuestion;
use crate::refusal::Refusal;
use crate::table::{TableLine, table_lines};
use grognard::{Asked, Game, Seat, Strength};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// Who is logged in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Me {
    /// His name.
    pub name: String,
    /// Whether he is a guest, who can keep his games by choosing a name and a password.
    pub guest: bool,
    /// Where mail reaches him.
    #[serde(default)]
    pub email: Option<String>,
    /// What he wants of it.
    #[serde(default)]
    pub mail: MailWanted,
}

/// A name and a password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// Two to thirty letters, figures, blanks, dots or dashes.
    pub name: String,
    /// Eight characters or more.
    pub password: String,
}

/// Who plays the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// Whoever is given the link.
    Invited,
    /// Anybody.
    Anybody,
    /// The computer.
    Computer,
    /// The computer at its easy strength, in the titles whose player has one.
    ComputerEasy,
    /// Both sit at this screen, or one plays both sides.
    HotSeat,
}

/// How much time the sides have. The server's clock alone counts.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Pace {
    /// All they like.
    #[default]
    None,
    /// So much for the whole game, and a little more after every move. Whoever runs out has lost at once.
    Live {
        /// Minutes for the whole game.
        minutes: u32,
        /// Seconds added after every move.
        added_seconds: u32,
    },
    /// So many days for a move, from being asked until somebody else is, and a reserve for the whole game. Whoever runs
    /// out has lost when the other side says so, or a week later.
    Days {
        /// Days for a move.
        days: u32,
        /// Days of reserve.
        reserve_days: u32,
    },
}

/// A side's clock as it stood at the last entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideClock {
    /// What is left for the game, or of the reserve, in milliseconds.
    pub left: i64,
    /// Whether it runs.
    pub runs: bool,
    /// When it will be out if it goes on running, in milliseconds since 1970 by the server's clock.
    pub out_at: Option<i64>,
}

/// Both clocks. What the server's clock shows is said with every answer, in `grognard-now`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ClockCard {
    /// The first side's.
    pub first: SideClock,
    /// The second side's.
    pub second: SideClock,
    /// When they stood so, in milliseconds since 1970 by the server's clock.
    pub since: i64,
}

/// What a standing order answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderAnswer {
    /// This option, whenever it is offered.
    Key(String),
    /// The first that is offered.
    First,
    /// The last that is offered.
    Last,
    /// What the computer would answer.
    Suggested,
}

/// How long a standing order lasts, unless it is revoked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrderLasts {
    /// To the end of the game.
    Always,
    /// Until the side does anything by hand.
    UntilIAct,
}

/// What a side answers to a question whenever it is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// `first` or `second`.
    pub side: String,
    /// What is asked, by the question's `topic`.
    pub topic: String,
    /// What is answered. Where it is not offered, the side is asked as ever.
    pub answer: OrderAnswer,
    /// How long.
    pub lasts: OrderLasts,
}

/// How somebody wants to be told by mail that a game waits for him.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MailWanted {
    /// Not at all.
    #[default]
    None,
    /// At once, unless he has the game before his eyes.
    AtOnce,
    /// Once a day, all games together.
    Daily,
}

/// Where mail reaches somebody, and what he wants of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MailRequest {
    /// The address; left out, it is forgotten. A new one is used once what is sent there has come back.
    #[serde(default)]
    pub email: Option<String>,
    /// What is wanted.
    pub wanted: MailWanted,
}

/// Another password.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PasswordRequest {
    /// The one there is.
    pub old: String,
    /// The one there is to be.
    pub new: String,
}

/// Whose password is forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ForgottenRequest {
    /// His name.
    pub name: String,
}

/// What came in a mail, and what is done with it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ResetRequest {
    /// What came in the mail.
    pub token: String,
    /// The new password.
    pub password: String,
}

/// What came in a mail.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConfirmRequest {
    /// What came in the mail.
    pub token: String,
}

/// Leaving for good.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaveRequest {
    /// The password; a guest has none.
    #[serde(default)]
    pub password: Option<String>,
}

/// A game to be begun.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGameRequest {
    /// A ready battle or title: `damos/bialystok-minsk`.
    pub title: String,
    /// The battle with its options as they were changed; left out, it is played as it stands.
    #[serde(default)]
    pub battle: Option<Battle>,
    /// Switches that are not to stand as the title has them, by path.
    #[serde(default)]
    pub switches: BTreeMap<String, String>,
    /// The players' own tables.
    #[serde(default)]
    pub tables: Vec<HouseTable>,
    /// A game of the asker's that is to be played once more, as it was set up.
    #[serde(default)]
    pub again: Option<String>,
    /// A moment of a game that is to be tried otherwise: it is the beginning of this one.
    #[serde(default)]
    pub from: Option<Moment>,
    /// The side to play: `first` or `second`.
    pub side: String,
    /// Who plays the other.
    pub opponent: Opponent,
    /// Where the dice come from.
    pub dice: DiceFrom,
    /// How much time the sides have.
    #[serde(default)]
    pub pace: Pace,
    /// What this side adds to the dice: 32 hexadecimal figures.
    #[serde(default)]
    pub nonce: Option<String>,
}

/// A moment of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Moment {
    /// The game.
    pub game: String,
    /// The entry after which it is taken up.
    pub entry: usize,
    /// Whose sight: `first`, `second`, `onlooker` or, once the game is over, `all`; left out, the asker's.
    #[serde(default)]
    pub seat: Option<String>,
}

/// Sitting down at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinRequest {
    /// What came with the link.
    #[serde(default)]
    pub invite: Option<String>,
    /// What this side adds to the dice: 32 hexadecimal figures.
    #[serde(default)]
    pub nonce: Option<String>,
}

/// A game that was begun.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Begun {
    /// Its number.
    pub id: String,
}

/// A seat of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatCard {
    /// `first` or `second`.
    pub side: String,
    /// Its name.
    pub side_name: String,
    /// Who sits there; nobody where it is free.
    pub player: Option<String>,
    /// Whether the computer plays it.
    pub computer: bool,
    /// Whether it is the asker's.
    pub yours: bool,
    /// Whether whoever sits there has the pages open at this moment.
    pub there: bool,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameCard {
    /// Its number.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The title's key.
    pub title: String,
    /// Who sits where.
    pub seats: Vec<SeatCard>,
    /// How many entries its journal has.
    pub number: i64,
    /// Whether the asker has to decide.
    pub your_move: bool,
    /// Whether it is over.
    pub over: bool,
    /// When something last happened, in seconds since 1970.
    pub at: i64,
    /// How much time the sides have.
    pub pace: Pace,
    /// When a clock that runs will be out, in milliseconds since 1970 by the server's clock.
    pub out_at: Option<i64>,
    /// How it stands, in a line that everybody may hear: its turn, and what the log says last.
    pub told: Option<String>,
}

/// The asker's games, and those anybody may sit down at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameList {
    /// The asker's.
    pub yours: Vec<GameCard>,
    /// Those with a free seat.
    pub free: Vec<GameCard>,
}

/// A question of another seat's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OtherQuestion {
    /// Who is asked: `first` or `second`.
    pub by: String,
    /// Under which clause.
    pub clause: String,
}

/// Something told, with the entry it came with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ToldLine {
    /// The number of the entry.
    pub entry: usize,
    /// What was told.
    pub ruling: RulingLine,
}

/// What is proposed at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProposalCard {
    /// By whom: `first` or `second`.
    pub by: String,
    /// The entry after which to go on; none where a draw is proposed.
    pub rewind: Option<usize>,
}

/// A game as a seat may see it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct GameView {
    /// Its number.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// The system's key.
    pub system: String,
    /// The title's key: `damos/bialystok-minsk`.
    pub title: String,
    /// The sides' names.
    pub sides: SideNames,
    /// Who sits where.
    pub seats: Vec<SeatCard>,
    /// What lets somebody sit down; told to who made the game, while a seat is free.
    pub invite: Option<String>,
    /// Whose sight this is: `first`, `second`, `onlooker` or `all`.
    pub seat: String,
    /// The number of the last entry: goes with every act.
    pub number: usize,
    /// What this seat is asked, and dice that are due.
    pub questions: Vec<OpenQuestion>,
    /// What others are asked.
    pub others: Vec<OtherQuestion>,
    /// Which sides have their part of a choice in that both make at once.
    pub sealed: Vec<String>,
    /// Whether this seat can take its last choice back.
    pub may_undo: bool,
    /// What is proposed.
    pub proposal: Option<ProposalCard>,
    /// So many lines that this seat has heard stand as they stood at the entry asked from.
    pub kept: usize,
    /// The lines after them.
    pub told: Vec<ToldLine>,
    /// What was proposed, agreed and changed at the table, from the beginning.
    pub table: Vec<TableLine>,
    /// The position as data.
    #[schema(value_type = Object)]
    pub view: Value,
    /// The position as a picture in SVG.
    pub picture: Option<String>,
    /// The position in letters.
    pub drawing: Option<String>,
    /// How it ended, in words.
    pub end: Option<String>,
    /// Where the dice come from.
    pub dice: DiceFrom,
    /// Whether anything is hidden from anybody at this moment: two at one screen then look away in turn.
    pub hides: bool,
    /// How much time the sides have.
    pub pace: Pace,
    /// Their clocks, where they have some.
    pub clock: Option<ClockCard>,
    /// The asker's standing orders.
    pub orders: Vec<StandingOrder>,
    /// The numbers of the entries that standing orders have made: the asker's, and once the game is over everybody's.
    pub by_orders: Vec<usize>,
    /// Why computers made the entries after the one asked from, as they say it aloud.
    #[serde(default)]
    pub spoken: Vec<SpokenLine>,
    /// Whether whoever runs the server has closed the game: nothing can be done at it.
    pub closed: bool,
    /// How to win, and how it stands as far as this seat knows.
    pub aims: AimsCard,
    /// How hard the computer of this title can think; nothing where it goes by the stated policy of a side.
    #[serde(default)]
    pub strengths: Vec<HowHard>,
    /// The sides that the computer plays at its easy strength.
    #[serde(default)]
    pub easy: Vec<String>,
}

/// How hard a computer thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum HowHard {
    /// As hard as it can.
    Full,
    /// For a quiet evening.
    Easy,
}

impl From<Strength> for HowHard {
    fn from(strength: Strength) -> Self {
        match strength {
            Strength::Full => HowHard::Full,
            Strength::Easy => HowHard::Easy,
        }
    }
}

/// Something done at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    /// The side it is done for: `first` or `second`.
    pub side: String,
    /// The number of the last entry that was known when it was done.
    pub number: usize,
    /// A key of the sender's making, another for every act: sent twice, it is done once.
    pub once: String,
    /// What is done.
    pub act: GameAct,
    /// Whether it is left undone where it would cost something grave; it is then said what.
    #[serde(default)]
    pub careful: bool,
}

/// What can be done at a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GameAct {
    /// A decision or an order by its key.
    Answer(String),
    /// The faces of dice thrown at a table.
    Faces(Vec<u8>),
    /// The last choice is taken back.
    Undo,
    /// The other side is asked to go on from an entry.
    Rewind(usize),
    /// The other side is offered a draw.
    Draw,
    /// What the other side proposes is agreed to.
    Agree,
    /// What is proposed is declined, or withdrawn.
    Decline,
    /// The side gives up.
    Resign,
    /// The other side's time is up, and this side says so.
    ClaimTime,
    /// The computer plays the side from here on.
    HandOver,
    /// The computer plays the side from here on, at its easy strength.
    HandOverEasy,
    /// The computer plays it no more.
    TakeBack,
}

impl GameAct {
    /// Whether it has nothing to do with how the game stands: who plays a side, and whose time is up.
    pub fn is_at_any_time(&self) -> bool {
        matches!(self, GameAct::HandOver | GameAct::HandOverEasy | GameAct::TakeBack | GameAct::ClaimTime)
    }
}

/// What came of an act.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Done {
    /// The number of its entry; where it was left undone, of the last there is.
    pub number: usize,
    /// What it would cost: it was to be done with care, and has not been done.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub costs: Vec<CostCard>,
}

/// An answer that might be given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyRequest {
    /// The side.
    pub side: String,
    /// The answer.
    pub key: String,
}

/// Whether an answer might be given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Why {
    /// Why it may not; nothing where it may.
    pub refusal: Option<Refusal>,
}

/// Something said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Said {
    /// The words.
    pub said: String,
}

/// Something to be said to the other player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Saying {
    /// The words.
    pub said: String,
    /// A key of the sender's own: sent again with it over a broken line, it is said once.
    #[serde(default)]
    pub once: Option<String>,
}

/// Something that was said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct MessageLine {
    /// Its number.
    pub number: i64,
    /// Who said it.
    pub name: String,
    /// The words.
    pub said: String,
    /// When, in seconds since 1970.
    pub at: i64,
}

/// What a computer says of an entry that it made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SpokenLine {
    /// The number of the entry.
    pub entry: usize,
    /// Its reason, in a line.
    pub words: String,
}

/// A seat's word on the wire.
pub fn seat_key(seat: Seat) -> &'static str {
    match seat {
        Seat::Side(side) => side.key(),
        Seat::Onlooker => "onlooker",
        Seat::Umpire => "all",
    }
}

/// What the rules show a seat, laid over what the house knows of the game.
pub fn seen(game: &Game, seat: Seat, since: usize, around: GameView) -> GameView {
    let told = game.told(seat, since);
    let (mut questions, mut others) = (Vec::new(), Vec::new());
    for asked in game.questions(seat) {
        match asked {
            Asked::Whole(question) => questions.push(OpenQuestion::of(&game.in_words(seat, question))),
            Asked::Reduced { by, clause } => {
                others.push(OtherQuestion { by: by.key().to_owned(), clause: clause.id().to_owned() });
            }
        }
    }
    let names = game.side_names();
    let sealed = game.sealed();
    GameView {
        sides: SideNames { first: names.first, second: names.second },
        seat: seat_key(seat).to_owned(),
        number: game.number(),
        questions,
        others,
        sealed: sealed.iter().filter(|(_, is)| **is).map(|(side, _)| side.key().to_owned()).collect(),
        may_undo: game.may_undo(seat),
        proposal: game.proposal().map(|(by, what)| ProposalCard {
            by: by.key().to_owned(),
            rewind: match what {
                grognard::umpire::Proposal::Rewind(entry) => Some(entry),
                grognard::umpire::Proposal::Draw => None,
            },
        }),
        kept: told.kept,
        told: told
            .lines
            .into_iter()
            .map(|(entry, ruling)| ToldLine { entry, ruling: RulingLine::from(ruling) })
            .collect(),
        table: table_lines(game),
        view: fact(&game.view(seat)),
        picture: game.picture(seat),
        drawing: game.drawing(seat),
        end: game.end().map(|(_, words)| words),
        hides: game.hides(),
        aims: AimsCard::from(game.guide(seat).aims()),
        ..around
    }
}
