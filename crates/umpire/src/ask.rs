//! Questions: what a rule cannot know and has to ask.

use crate::clause::Clause;
use crate::dice::Dice;
use crate::ruling::Refusal;
use crate::side::Side;

/// The word that a step has stopped at a question nobody has answered yet.
///
/// It travels out of the rules through `?`. The question itself stays with the umpire, so that the
/// way out costs nothing and rules code never has to carry it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What asking comes to: an answer, or the word that the step has stopped.
pub type Asked<T> = Result<T, Stopped>;

/// Who is asked, under which clause, and for what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Asking {
    /// Who throws or decides; nobody in particular for a throw that belongs to neither side.
    pub by: Option<Side>,
    /// The clause that has the question asked.
    pub clause: Clause,
    /// What it is for, in a few words without a full stop: `day 1 fire`, `try to retreat`.
    pub what: &'static str,
}

impl Asking {
    /// A question to one side.
    #[inline]
    pub const fn of(by: Side, clause: Clause, what: &'static str) -> Self {
        Asking { by: Some(by), clause, what }
    }

    /// A throw that belongs to neither side, such as the weather.
    #[inline]
    pub const fn neutral(clause: Clause, what: &'static str) -> Self {
        Asking { by: None, clause, what }
    }
}

/// Something a player can pick: it has a stable key for journals, scripts and the wire, and words for
/// people.
pub trait Offer {
    /// The stable key, unique within its list: `stay`, `1204`, `take-infantry`.
    fn key(&self) -> String;

    /// The option in words.
    fn words(&self) -> String {
        self.key()
    }
}

impl Offer for &str {
    fn key(&self) -> String {
        (*self).to_owned()
    }
}

impl<T: Offer> Offer for &T {
    fn key(&self) -> String {
        (**self).key()
    }
    fn words(&self) -> String {
        (**self).words()
    }
}

/// An option as a paused game shows it: its key and its words.
impl Offer for (String, String) {
    fn key(&self) -> String {
        self.0.clone()
    }
    fn words(&self) -> String {
        self.1.clone()
    }
}

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum YesNo {
    /// No; listed first, so that "the first option" means "leave things as they are".
    No,
    /// Yes.
    Yes,
}

impl Offer for YesNo {
    fn key(&self) -> String {
        match self {
            YesNo::No => "no",
            YesNo::Yes => "yes",
        }
        .to_owned()
    }
}

/// The options of a choice, whatever their type.
pub trait Options {
    /// How many there are.
    fn count(&self) -> usize;
    /// The key of one.
    fn key(&self, index: usize) -> String;
    /// The words of one.
    fn words(&self, index: usize) -> String;
}

/// A list of offers as [`Options`].
pub struct List<'a, T>(pub &'a [T]);

impl<T: Offer> Options for List<'_, T> {
    #[inline]
    fn count(&self) -> usize {
        self.0.len()
    }
    fn key(&self, index: usize) -> String {
        self.0[index].key()
    }
    fn words(&self, index: usize) -> String {
        self.0[index].words()
    }
}

/// Whether the other side learns of a choice when it is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Openness {
    /// Everybody sees it.
    Open,
    /// Only the side that makes it, until the rules reveal it.
    Secret,
}

/// Something that looks like an option but is not offered, with the reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barred {
    /// The key it would have.
    pub key: String,
    /// Why it is not offered.
    pub refusal: Refusal,
}

/// A choice as an umpire sees it.
pub struct Choice<'a> {
    /// Who decides, under which clause, what.
    pub asking: Asking,
    /// What may be picked.
    pub options: &'a dyn Options,
    /// Whether the other side sees it.
    pub openness: Openness,
    /// What may not be picked, and why; only made when somebody wants to read it.
    pub barred: &'a dyn Fn() -> Vec<Barred>,
}

/// The kinds of question, as a paused game shows them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Dice are to be thrown.
    Roll(Dice),
    /// One of a closed list is to be picked.
    Choose {
        /// The keys and words of the options.
        options: Vec<(String, String)>,
        /// What is not offered, and why.
        barred: Vec<Barred>,
        /// Whether the other side sees the choice.
        openness: Openness,
    },
    /// An order is to be given: anything that the rules' check lets pass.
    Order {
        /// Orders that would be accepted: all of them where they can be counted.
        offers: Vec<(String, String)>,
        /// Whether the other side sees the order.
        openness: Openness,
    },
}

/// A question that waits for its answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Who is asked, under which clause, for what.
    pub asking: Asking,
    /// Who and what it is about, in a sentence for whoever is asked; empty where the options say it.
    pub about: String,
    /// What kind of answer it wants.
    pub kind: Kind,
}

impl Question {
    /// The options or orders that may be picked; none where dice are due.
    pub fn options(&self) -> &[(String, String)] {
        match &self.kind {
            Kind::Roll(_) => &[],
            Kind::Choose { options, .. } => options,
            Kind::Order { offers, .. } => offers,
        }
    }

    /// The question in one line, as journals keep it: who, clause, what and kind.
    ///
    /// What may be answered is not listed: it can follow from what one side hides, and is worked out again on
    /// replay anyway.
    pub fn line(&self) -> String {
        let kind = match &self.kind {
            Kind::Roll(dice) => format!("roll {dice}"),
            Kind::Choose { .. } => "choose".to_owned(),
            Kind::Order { .. } => "order".to_owned(),
        };
        self.line_of(&kind)
    }

    /// The line that journals of the first form keep, with the options of a choice.
    pub(crate) fn line_with_options(&self) -> String {
        let kind = match &self.kind {
            Kind::Roll(dice) => format!("roll {dice}"),
            Kind::Choose { options, openness, .. } => {
                let keys: Vec<&str> = options.iter().map(|(key, _)| key.as_str()).collect();
                let verb = match openness {
                    Openness::Open => "choose",
                    Openness::Secret => "choose-secretly",
                };
                format!("{verb} {}", keys.join("|"))
            }
            Kind::Order { openness: Openness::Open, .. } => "order".to_owned(),
            Kind::Order { openness: Openness::Secret, .. } => "order-secretly".to_owned(),
        };
        self.line_of(&kind)
    }

    fn line_of(&self, kind: &str) -> String {
        let by = self.asking.by.map_or("umpire", Side::key);
        format!("{by} {} [{}] {kind}", self.asking.clause, self.asking.what)
    }
}

/// What a player may order: the open counterpart of a list of options.
pub trait Orders {
    /// An order; its key is its text, and reading its text back gives the same order.
    type Order: Clone + Offer;

    /// Orders that would be accepted: all of them where they can be counted, a fair selection where
    /// they cannot (measured movement). Never empty.
    fn offers(&self) -> Vec<Self::Order>;

    /// Reads an order and checks it.
    ///
    /// # Errors
    /// The reason and the clause, where the text is no order or the rules forbid it.
    fn check(&self, text: &str) -> Result<Self::Order, Refusal>;

    /// Whether the other side sees what is ordered.
    fn openness(&self) -> Openness {
        Openness::Open
    }
}
