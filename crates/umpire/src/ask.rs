//! Questions: what a rule cannot know and has to ask.

use crate::clause::Clause;
use crate::dice::Dice;
use crate::grammar::Verb;
use crate::ruling::Refusal;
use crate::side::Side;
use crate::target::{Cost, Target};
use crate::topic::Topic;

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
    /// What is asked.
    pub topic: Topic,
}

impl Asking {
    /// A question to one side.
    #[inline]
    pub fn of(by: Side, clause: Clause, topic: impl Into<Topic>) -> Self {
        Asking { by: Some(by), clause, topic: topic.into() }
    }

    /// A throw that belongs to neither side, such as the weather.
    #[inline]
    pub fn neutral(clause: Clause, topic: impl Into<Topic>) -> Self {
        Asking { by: None, clause, topic: topic.into() }
    }

    /// What is asked, in a few words for people.
    pub const fn words(&self) -> &'static str {
        self.topic.words()
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

    /// What it touches: what an interface lights up, and what a click on it means.
    fn targets(&self) -> Vec<Target> {
        Vec::new()
    }

    /// What it costs, where the rules count it.
    fn cost(&self) -> Option<Cost> {
        None
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
    fn targets(&self) -> Vec<Target> {
        (**self).targets()
    }
    fn cost(&self) -> Option<Cost> {
        (**self).cost()
    }
}

/// An option or an order as a paused game shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Offered {
    /// The stable key, which is the answer.
    pub key: String,
    /// The option in words.
    pub words: String,
    /// What it touches.
    pub targets: Vec<Target>,
    /// What it costs, where the rules count it.
    pub cost: Option<Cost>,
}

impl Offered {
    /// An offer as a paused game shows it.
    pub fn of(offer: &impl Offer) -> Offered {
        Offered { key: offer.key(), words: offer.words(), targets: offer.targets(), cost: offer.cost() }
    }
}

impl Offer for Offered {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        self.words.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.targets.clone()
    }
    fn cost(&self) -> Option<Cost> {
        self.cost
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
    /// What one touches.
    fn targets(&self, index: usize) -> Vec<Target>;
    /// What one costs, where the rules count it.
    fn cost(&self, index: usize) -> Option<Cost>;
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
    fn targets(&self, index: usize) -> Vec<Target> {
        self.0[index].targets()
    }
    fn cost(&self, index: usize) -> Option<Cost> {
        self.0[index].cost()
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
        /// The options.
        options: Vec<Offered>,
        /// What is not offered, and why.
        barred: Vec<Barred>,
        /// Whether the other side sees the choice.
        openness: Openness,
    },
    /// An order is to be given: anything that the rules' check lets pass.
    Order {
        /// Orders that would be accepted: all of them where they can be counted.
        offers: Vec<Offered>,
        /// How orders are formed here; empty where nobody has said.
        grammar: &'static [Verb],
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
    pub fn options(&self) -> &[Offered] {
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
                let keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
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
        format!("{by} {} [{}] {kind}", self.asking.clause, self.asking.words())
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

    /// How orders are formed here: every offer is one of these verbs with its slots filled in. Empty where
    /// nobody has said.
    fn grammar(&self) -> &'static [Verb] {
        &[]
    }

    /// Whether the other side sees what is ordered.
    fn openness(&self) -> Openness {
        Openness::Open
    }
}
