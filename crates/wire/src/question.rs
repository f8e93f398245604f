//! What somebody is asked: what may be answered, what may not, and how an order is written.

use grognard::umpire::{Kind, Need, Question, Side, Slot, Takes, Verb};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What is asked.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OpenQuestion {
    /// Who is asked: `first`, `second`, or nobody in particular.
    pub by: Option<String>,
    /// The clause that has it asked.
    pub clause: String,
    /// What it asks, as something that programs can match: standing orders go by it.
    pub topic: String,
    /// What it is for.
    pub what: String,
    /// Whom it is about.
    pub about: String,
    /// What kind of answer is wanted.
    pub kind: QuestionKind,
    /// What is thrown, where dice are due.
    pub dice: Option<String>,
    /// How many faces are wanted, where dice are due.
    pub faces: u8,
    /// The lowest and the highest face, where dice are due.
    pub range: Option<(u8, u8)>,
    /// What the options' worth is counted in, in words; none where no worth is told.
    pub measure: Option<String>,
    /// What may be answered.
    pub options: Vec<OptionLine>,
    /// What may not, and why.
    pub barred: Vec<BarredOption>,
    /// How an order is written here, where any may be: every order is one of these with its gaps filled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verbs: Vec<VerbLine>,
}

/// The kinds of question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum QuestionKind {
    /// Dice are due.
    Roll,
    /// One of a closed list.
    Choose,
    /// Anything that the rules let pass; the options are a selection.
    Order,
}

/// Something that may be answered.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OptionLine {
    /// The key.
    pub key: String,
    /// In words.
    pub words: String,
    /// What it is worth if both play at their best from here on, where that can be known; larger is better.
    pub worth: Option<f64>,
    /// What it touches, as the picture names it in `data-target`: `hex:1204`.
    pub targets: Vec<String>,
}

/// Something that may not be answered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BarredOption {
    /// The key it would have.
    pub key: String,
    /// Why not.
    pub reason: String,
    /// The clause that forbids it.
    pub clause: Option<String>,
}

/// One way to begin an order, and what follows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct VerbLine {
    /// What the order begins with; nothing where it begins with its first gap.
    pub key: String,
    /// What it does, in a few words.
    pub words: String,
    /// What follows, each a word of its own.
    pub slots: Vec<SlotLine>,
}

/// A gap in an order.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SlotLine {
    /// What stands there, in a word.
    pub name: String,
    /// What it takes.
    pub takes: SlotTakes,
    /// The kind of thing, as the front of its id: `unit`, `hex`; nothing where it is no thing on the board.
    pub kind: Option<String>,
    /// Whether it may be left out.
    pub may_be_left_out: bool,
}

/// What a gap in an order takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlotTakes {
    /// One thing on the board, by its id.
    One,
    /// Several, joined by `+`.
    Several,
    /// A number or a word.
    Text,
    /// All the rest of the line.
    Rest,
}

impl OpenQuestion {
    /// A question as whoever is asked may read it, without what its options are worth.
    pub fn of(question: &Question) -> Self {
        let barred = match &question.kind {
            Kind::Choose { barred, .. } => barred.as_slice(),
            Kind::Roll(_) | Kind::Order { .. } => &[],
        };
        let verbs = match &question.kind {
            Kind::Order { grammar, .. } => *grammar,
            Kind::Roll(_) | Kind::Choose { .. } => &[],
        };
        let dice = match question.kind {
            Kind::Roll(dice) => Some(dice),
            Kind::Choose { .. } | Kind::Order { .. } => None,
        };
        OpenQuestion {
            by: question.asking.by.map(|side: Side| side.key().to_owned()),
            clause: question.asking.clause.id().to_owned(),
            topic: question.asking.topic.key().to_owned(),
            what: question.asking.words().to_owned(),
            about: question.about.clone(),
            kind: match question.kind {
                Kind::Roll(_) => QuestionKind::Roll,
                Kind::Choose { .. } => QuestionKind::Choose,
                Kind::Order { .. } => QuestionKind::Order,
            },
            dice: dice.map(|dice| dice.to_string()),
            faces: dice.map_or(0, |dice| dice.count()),
            range: dice.map(|dice| (dice.die().lowest(), dice.die().highest())),
            measure: None,
            options: question
                .options()
                .iter()
                .map(|option| OptionLine {
                    key: option.key.clone(),
                    words: option.words.clone(),
                    worth: None,
                    targets: option.targets.iter().map(ToString::to_string).collect(),
                })
                .collect(),
            barred: barred
                .iter()
                .map(|barred| BarredOption {
                    key: barred.key.clone(),
                    reason: barred.refusal.reason.to_string(),
                    clause: barred.refusal.clause.map(|clause| clause.id().to_owned()),
                })
                .collect(),
            verbs: verbs.iter().map(VerbLine::from).collect(),
        }
    }
}

impl From<&Verb> for VerbLine {
    fn from(verb: &Verb) -> Self {
        VerbLine {
            key: verb.key.to_owned(),
            words: verb.words.to_owned(),
            slots: verb.slots.iter().map(SlotLine::from).collect(),
        }
    }
}

impl From<&Slot> for SlotLine {
    fn from(slot: &Slot) -> Self {
        let (takes, kind) = match slot.takes {
            Takes::One(kind) => (SlotTakes::One, Some(kind)),
            Takes::Several(kind) => (SlotTakes::Several, Some(kind)),
            Takes::Text => (SlotTakes::Text, None),
            Takes::Rest => (SlotTakes::Rest, None),
        };
        SlotLine {
            name: slot.name.to_owned(),
            takes,
            kind: kind.map(|kind| kind.key().to_owned()),
            may_be_left_out: slot.need == Need::MayBeLeftOut,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard::umpire::Header;
    use grognard::{Asked, Game, Seat};

    /// Whoever may give any order is told how one is written, also where none is offered that does anything.
    #[test]
    fn whoever_may_order_anything_is_told_how() {
        let mut asked = 0;
        for system in grognard::systems() {
            for (name, text) in system.titles() {
                let contest = grognard::open(&format!("{name}.toml"), text, &[]).unwrap();
                let header = Header { system: system.key.to_owned(), ..Header::default() };
                let game = Game::new(contest.start(header));
                for side in game.to_decide() {
                    for one in game.questions(Seat::Side(side)) {
                        let Asked::Whole(question) = one else { continue };
                        let told = OpenQuestion::of(question);
                        assert_eq!(told.kind == QuestionKind::Order, !told.verbs.is_empty(), "{name}");
                        for option in told.options.iter().filter(|_| !told.verbs.is_empty()) {
                            let begins = |verb: &VerbLine| option.key.starts_with(&verb.key);
                            assert!(told.verbs.iter().any(begins), "{name}: {}", option.key);
                        }
                        asked += usize::from(!told.verbs.is_empty());
                    }
                }
            }
        }
        assert!(asked >= 2, "only {asked} titles begin with an order");
    }
}
