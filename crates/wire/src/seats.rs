//! What a program at a seat is told and may say: `grognard answer --json`, and the lines of `grognard bot`.

use crate::account::{RulingLine, fact};
use crate::cards::SideNames;
use crate::game::{OtherQuestion, seat_key};
use crate::question::OpenQuestion;
use crate::refusal::Refusal;
use grognard::{Asked, Game, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// The protocol that `grognard bot` speaks. A new number means that programs have to be changed.
pub const BOT_PROTOCOL: u8 = 1;

/// How a game ended.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndCard {
    /// In words.
    pub words: String,
    /// As data.
    #[schema(value_type = Object)]
    pub facts: Value,
    /// The figures that odds and studies count, by key; none where it ended at the table and not by the rules.
    #[schema(value_type = Object)]
    pub figures: Map<String, Value>,
}

/// A game as a seat may see it, and what it has heard since an entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SeatNews {
    /// The system's key.
    pub system: String,
    /// What the sides are called.
    pub sides: SideNames,
    /// Whose sight this is: `first` or `second`.
    pub seat: String,
    /// How many entries the journal has.
    pub number: usize,
    /// So many lines that this seat has heard, from the first, stand as they stood before.
    pub kept: usize,
    /// The lines after those.
    pub told: Vec<RulingLine>,
    /// What this seat is asked, and dice that it has to throw.
    pub questions: Vec<OpenQuestion>,
    /// What the other is asked: who and under which clause, no more.
    pub others: Vec<OtherQuestion>,
    /// Whether this seat can take its last choice back.
    pub may_undo: bool,
    /// The position as this seat may see it, where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub view: Option<Value>,
    /// The end, once there is one.
    pub end: Option<EndCard>,
}

/// Whether the position is wanted too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// Questions and account only.
    Without,
    /// The position as well.
    With,
}

/// The end of a game, once there is one.
pub fn end_card(game: &Game) -> Option<EndCard> {
    let (facts, words) = game.end()?;
    let figures = game.figures().into_iter().map(|(key, value)| (key.to_owned(), value.into())).collect();
    Some(EndCard { words, facts: fact(&facts), figures })
}

/// What a seat has heard since an entry and is asked now.
pub fn seat_news(game: &Game, seat: Seat, since: usize, sight: Sight) -> SeatNews {
    let heard = game.told(seat, since);
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
    SeatNews {
        system: game.header().system.clone(),
        sides: SideNames { first: names.first, second: names.second },
        seat: seat_key(seat).to_owned(),
        number: game.number(),
        kept: heard.kept,
        told: heard.lines.into_iter().map(|(_, ruling)| RulingLine::from(ruling)).collect(),
        questions,
        others,
        may_undo: game.may_undo(seat),
        view: (sight == Sight::With).then(|| fact(&game.view(seat))),
        end: end_card(game),
    }
}

/// A line to a bot.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// A game begins.
    Begin {
        /// The protocol's number.
        protocol: u8,
        /// Which game of how many, from 1.
        game: u64,
        /// How many games will be played.
        games: u64,
        /// The system's key.
        system: String,
        /// The title's key, or the name of the battle file.
        title: String,
        /// What the sides are called.
        sides: SideNames,
        /// The seats that the bot plays: `first`, `second`.
        seats: Vec<String>,
    },
    /// The bot has to decide.
    Ask {
        /// For which seat: `first` or `second`.
        seat: String,
        /// How many entries the journal has: another number is another question.
        number: usize,
        /// So many lines that this seat has heard stand as they stood when it was last asked.
        kept: usize,
        /// The lines after those.
        told: Vec<RulingLine>,
        /// What is asked, with everything that may be answered.
        question: OpenQuestion,
        /// The position as this seat may see it, with `--view`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schema(value_type = Option<Object>)]
        view: Option<Value>,
    },
    /// What the bot said was not done, and why. The question stands.
    Refused {
        /// Why.
        refusal: Refusal,
    },
    /// Whether an answer would be let pass: the reply to `why`.
    Why {
        /// Why not; nothing where it would.
        refusal: Option<Refusal>,
    },
    /// What the computer would do: the reply to `suggest`.
    Suggestion {
        /// The answer; nothing where there is none.
        answer: Option<String>,
        /// Its reason in a line.
        why: String,
    },
    /// The position as the seat may see it: the reply to `view`.
    View {
        /// As data.
        #[schema(value_type = Object)]
        view: Value,
    },
    /// A game is over.
    End {
        /// Which game.
        game: u64,
        /// What each of the bot's seats has heard since it was last asked.
        told: Vec<RulingLine>,
        /// How it ended.
        end: EndCard,
        /// The seed of its dice, for playing it again.
        seed: u64,
    },
}

/// A line from a bot: one of these. A line that does not begin with `{` is an answer as it stands.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct FromBot {
    /// An answer, by its key or as an order in words.
    pub answer: Option<String>,
    /// An answer of which to say why it may not be given.
    pub why: Option<String>,
    /// What would the computer do?
    pub suggest: bool,
    /// How does it stand?
    pub view: bool,
    /// The last choice of this seat is taken back.
    pub undo: bool,
    /// The seat gives up.
    pub resign: bool,
}

/// What a bot wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// To answer.
    Answer(String),
    /// To know why it may not answer so.
    Why(String),
    /// To know what the computer would do.
    Suggest,
    /// To know how it stands.
    View,
    /// To take its last choice back.
    Undo,
    /// To give up.
    Resign,
}

impl Wish {
    /// Reads a bot's line.
    ///
    /// # Errors
    /// What is wrong with it, and what would be right.
    pub fn read(line: &str) -> Result<Wish, Refusal> {
        const RIGHT: &str = "write {\"answer\": KEY}, {\"why\": KEY}, {\"suggest\": true}, {\"view\": true}, \
                             {\"undo\": true} or {\"resign\": true}";
        let line = line.trim();
        if !line.starts_with('{') {
            return match line {
                "" => Err(Refusal::plain(format!("an empty line; {RIGHT}"))),
                key => Ok(Wish::Answer(key.to_owned())),
            };
        }
        let said: FromBot = serde_json::from_str(line)
            .map_err(|error| Refusal::plain(format!("cannot be read ({error}); {RIGHT}")))?;
        let mut wishes: Vec<Wish> = Vec::new();
        wishes.extend(said.answer.map(Wish::Answer));
        wishes.extend(said.why.map(Wish::Why));
        for (said, wish) in [
            (said.suggest, Wish::Suggest),
            (said.view, Wish::View),
            (said.undo, Wish::Undo),
            (said.resign, Wish::Resign),
        ] {
            wishes.extend(said.then_some(wish));
        }
        match (wishes.pop(), wishes.is_empty()) {
            (Some(wish), true) => Ok(wish),
            (Some(_), false) => Err(Refusal::plain(format!("two things at once; {RIGHT}"))),
            (None, _) => Err(Refusal::plain(format!("nothing is said; {RIGHT}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bots_line_says_one_thing() {
        assert_eq!(Wish::read("stay\n"), Ok(Wish::Answer("stay".to_owned())));
        assert_eq!(Wish::read(" {\"answer\": \"move 1\"}"), Ok(Wish::Answer("move 1".to_owned())));
        assert_eq!(Wish::read("{\"suggest\": true}"), Ok(Wish::Suggest));
        let reason = |line: &str| Wish::read(line).unwrap_err().reason;
        assert!(reason("{\"answer\": \"a\", \"view\": true}").starts_with("two things at once; write"));
        assert!(reason("{}").starts_with("nothing is said; write"));
        assert!(reason("{\"anser\": 1}").contains("unknown field `anser`"));
        assert!(reason("").starts_with("an empty line"));
    }
}
