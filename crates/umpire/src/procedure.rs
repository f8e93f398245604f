//! Procedures: rules cut into steps, and what people want to see of them.

use crate::ask::{Asked, Choice};
use crate::fact::Fact;
use crate::guide::{Guide, Known};
use crate::position::Misread;
use crate::reading::Reading;
use crate::side::{BySide, Side};
use crate::umpire::Umpire;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;
use std::sync::Arc;

/// What a step comes to: the next state, the end, or the word that it stopped at a question.
pub type Flow<P> = Asked<ControlFlow<<P as Procedure>::End, P>>;

/// A procedure of a rulebook, cut into steps.
///
/// # Equality
/// States that compare equal must have equal futures, and should compare equal whenever they have:
/// the odds engine treats equal states as one. Whatever no later step reads (dice already used, who
/// rolled them, words) stays out of the state; interchangeable things are counted or kept sorted.
///
/// # Steps
/// `step` takes the state by value, so a step that stops at a question leaves nothing half done: the
/// caller still has the state from before. A step that puts a choice to a player after it has thrown dice or
/// changed something poses the position first ([`Umpire::pose`]), so that whoever decides sees all there is to
/// see; steps that odds count through put their choices before their dice.
pub trait Procedure: Clone + Eq + Hash + Debug + 'static {
    /// The tables, options and givens in force, which never change while it runs.
    type Rules;
    /// How it can end.
    type End: Clone + Ord + Hash + Debug;

    /// Carries out one step.
    ///
    /// # Errors
    /// [`Stopped`](crate::Stopped) where the umpire left a question open.
    fn step(self, rules: &Self::Rules, ump: &mut impl Umpire) -> Flow<Self>;

    /// How far the procedure has got, where every step gets it further: no state leads to one of an equal or
    /// lower rank. Odds then let probability run from rank to rank and forget what lies behind; without
    /// ranks they keep the whole graph of states.
    fn rank(&self, _rules: &Self::Rules) -> Option<u32> {
        None
    }

    /// The state that stands for all those which differ from it only in which of several interchangeable things is
    /// which: two regiments of the same strength of which one has lost a point. Every figure of the ends is the same
    /// from either, whoever decides; best play then has far fewer states to solve. Itself unless rules say otherwise.
    #[must_use]
    fn lumped(self, _rules: &Self::Rules) -> Self {
        self
    }

    /// The state without what can make no difference any more: losses beyond the last man, morale below nothing. Whoever
    /// decides decides the same, and every end is exactly as likely from either, so that odds follow this one; play keeps what
    /// was thrown, for the account. Itself unless rules say otherwise.
    #[must_use]
    #[inline]
    fn trimmed(self, _rules: &Self::Rules) -> Self {
        self
    }

    /// The parts that an end still leaves open. A step may leave dice unthrown where the umpire
    /// [leaves open](Umpire::leaves_open) what nothing but the end itself depends on; each part is independent of
    /// the others and of all else, given what stands in it. None unless rules say so.
    fn open_parts(_rules: &Self::Rules, _end: &Self::End, _parts: &mut Vec<Part>) {}

    /// The procedure that decides an open part alone.
    fn part_alone(_rules: &Self::Rules, part: Part) -> Self {
        unreachable!("nobody has left {part:?} open")
    }

    /// The end with a part as the procedure that decides it alone has ended.
    #[must_use]
    fn with_part(_rules: &Self::Rules, _end: &Self::End, part: Part, _alone: &Self::End) -> Self::End {
        unreachable!("nobody has left {part:?} open")
    }
}

/// A part of an end that is thrown for apart from the rest, such as what befell one leader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// Which part of the end.
    pub place: u8,
    /// All that its dice depend on.
    pub given: u32,
}

/// How a figure is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A whole number.
    Count,
    /// Thirds, written `2 1/3`.
    Thirds,
    /// Yes or no, kept as 1 or 0; its mean is a probability.
    Flag,
}

/// A number that people ask of an end: who won, how much was lost, whether anybody was routed.
pub struct Figure<P: Procedure> {
    /// Stable key, for JSON and for `--best`: `attacker-losses`.
    pub key: &'static str,
    /// Its name for people, with the sides' own names in it.
    pub words: String,
    /// How to write it.
    pub unit: Unit,
    /// The number.
    #[allow(clippy::type_complexity)]
    pub of: Box<dyn Fn(&P::End) -> i64 + Send + Sync>,
    /// The one part of the end that it depends on, where that is a part that may be left open. Without one it
    /// depends on none of them.
    pub part: Option<u8>,
}

impl<P: Procedure> Figure<P> {
    /// A figure.
    pub fn new(
        key: &'static str,
        words: impl Into<String>,
        unit: Unit,
        of: impl Fn(&P::End) -> i64 + Send + Sync + 'static,
    ) -> Self {
        Figure { key, words: words.into(), unit, of: Box::new(of), part: None }
    }

    /// The same, depending on nothing but a part that may be left open.
    #[must_use]
    pub fn of_part(self, place: u8) -> Self {
        Figure { part: Some(place), ..self }
    }
}

/// A procedure that can be put before people: what terminals, web pages, reports and computer players
/// need beyond carrying it out.
pub trait Playable: Procedure {
    /// What a side is called here.
    fn side_name(rules: &Self::Rules, side: Side) -> String;

    /// What may be seen of the state: by a side, or by an onlooker who sees what both may see.
    fn view(&self, rules: &Self::Rules, viewer: Option<Side>) -> Fact;

    /// An end as data.
    fn end_facts(rules: &Self::Rules, end: &Self::End) -> Fact;

    /// An end in words, a sentence or two.
    fn end_words(rules: &Self::Rules, end: &Self::End) -> String;

    /// The numbers people ask of an end, most wanted first.
    fn figures(rules: &Self::Rules) -> Vec<Figure<Self>>;

    /// What a side tries to make large when it is asked for its best, by default: a number of the end.
    fn objective(rules: &Self::Rules, side: Side, end: &Self::End) -> i64;

    /// What of the state is still at stake for the [objective](Playable::objective): states whose ends are together worth
    /// as much as those of this one but for what is returned, which is settled. Nothing that no later step reads is in
    /// them, and what can no more touch each other are several. Best play solves each of them once. The state itself,
    /// with nothing settled, unless rules say otherwise.
    fn at_stake(self, _rules: &Self::Rules, parts: &mut Vec<Self>) -> BySide<i64> {
        parts.push(self);
        BySide::default()
    }

    /// The objective in words: `a major victory 3, a victory 2, a tie 1`.
    fn objective_words(rules: &Self::Rules, side: Side) -> String;

    /// The state drawn in letters for a terminal, as a side may see it; none where there is nothing to draw. Below its first
    /// empty line stand words, whose lines may be broken where a terminal is narrow.
    fn drawing(&self, _rules: &Self::Rules, _viewer: Option<Side>) -> Option<String> {
        None
    }

    /// The state as a picture in SVG, as a side may see it; none where there is nothing to draw.
    fn picture(&self, _rules: &Self::Rules, _viewer: Option<Side>) -> Option<String> {
        None
    }

    /// Who tells a viewer how to win, what an order will cost and what stands where, from what he may know; nobody in
    /// a battle, which is over before such questions arise.
    fn guide<'a>(&'a self, _rules: &'a Self::Rules, _viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        None
    }

    /// The fight that an order of a side would lead to, as a battle that can be counted out, from what the side may
    /// know: once where nothing is hidden, else by the best, the likely and the worst of what is. Nothing where the
    /// order leads to no fight.
    fn prospects<V: Visitor + Copy>(
        &self,
        _rules: &Self::Rules,
        _side: Side,
        _order: &str,
        _visitor: V,
    ) -> Vec<(Known, V::Out)> {
        Vec::new()
    }

    /// The fight that is under way, as a battle that goes on from where it stands, with the side of the game that is
    /// the battle's first: from what a side may know. Nothing where there is none, or where it cannot stand alone.
    fn fight<V: Visitor + Copy>(
        &self,
        _rules: &Self::Rules,
        _side: Side,
        _visitor: V,
    ) -> Option<(Side, V::Out)> {
        None
    }

    /// The same state with other secrets of those a viewer may not look into, drawn anew: it must look the
    /// same to him. Itself where nothing is hidden from anybody, as in most rulebooks. `draw` gives a number
    /// from one to its argument.
    #[must_use]
    fn with_other_secrets(
        self,
        _rules: &Self::Rules,
        _viewer: Option<Side>,
        _draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        self
    }

    /// Whether the state can be written down as a position: the rules are between two orders, and nothing is half
    /// done. Asked often, so it is cheap. No state is unless rules say so, and a position is then the start with all
    /// that was answered since.
    fn is_settled(&self) -> bool {
        false
    }

    /// A settled state as a document that people can read and write, in the names of the rulebook and of the map.
    fn position(&self, _rules: &Self::Rules) -> Fact {
        Fact::Nothing
    }

    /// The state that a document describes. What [`position`](Self::position) writes reads back as the same state.
    ///
    /// # Errors
    /// Everything that is wrong with it, by the paths of its keys, which begin with `position`.
    fn from_position(_rules: &Self::Rules, _position: &Fact) -> Result<Self, Vec<Misread>> {
        let problem = "this is played from its start only".to_owned();
        Err(vec![Misread { path: "position".to_owned(), problem }])
    }

    /// The readings in force that can bear on it, in the order of the system's README; none where a system
    /// has none. They stand at the head of accounts and odds.
    fn readings(_rules: &Self::Rules) -> Vec<Reading> {
        Vec::new()
    }

    /// How the side decides by the policy stated for it, knowing the position at the question: the state at the
    /// start of the step, or what the rules have posed since.
    fn policy(&self, rules: &Self::Rules, choice: &Choice<'_>) -> usize;
}

/// Whoever takes in a procedure without knowing which: the façade, the laws of the test kit. A system's
/// `Contest::visit` hands over whichever of its procedures a battle file has opened.
pub trait Visitor {
    /// What comes of the visit.
    type Out;

    /// Takes in a procedure at its start, with its givens.
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Self::Out
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static;

    /// Takes in a campaign: a whole game, which can be played but has far too many states to be counted out.
    /// Whoever treats the two differently says so here, and spares the compiler the odds of campaigns.
    fn campaign<P>(self, start: P, rules: Arc<P::Rules>) -> Self::Out
    where
        Self: Sized,
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        self.visit(start, rules)
    }
}
