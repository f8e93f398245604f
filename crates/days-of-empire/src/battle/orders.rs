//! Orders in words: one judge for what is offered, what is read and what is refused.
//!
//! A chapter that takes orders writes one [`Moment`]: its own type of order, the candidates worth offering, the
//! judge, the reader and the writer. [`Wanted`] makes the umpire's `Orders` of it.

use super::ids::UnitId;
use super::state::Scene;
use grognard_umpire::{Offer, Openness, Orders, Refusal, Target, TargetKind, Verb};

/// One kind of moment in which orders are given.
pub(crate) trait Moment {
    /// An order of this moment.
    type Order: Clone;

    /// Orders worth judging; every legal one is among them where they can be counted.
    fn candidates(&self) -> Vec<Self::Order>;

    /// Whether the rules let an order pass: the one judge for offers and for what people write.
    ///
    /// # Errors
    /// The clause that forbids it, and why.
    fn judge(&self, order: &Self::Order) -> Result<(), Refusal>;

    /// Reads an order.
    ///
    /// # Errors
    /// What cannot be read, and what would be right.
    fn read(&self, text: &str) -> Result<Self::Order, Refusal>;

    /// The order's text: reading it back gives the same order.
    fn key(&self, order: &Self::Order) -> String;

    /// The battle that the order is given in: the units it names are what it touches.
    fn scene(&self) -> Scene<'_>;

    /// The order in words.
    fn words(&self, order: &Self::Order) -> String {
        self.key(order)
    }

    /// How orders are formed here, as data.
    fn grammar(&self) -> &'static [Verb] {
        &[]
    }
}

/// An order with its text and its words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Written<O> {
    pub(crate) order: O,
    key: String,
    words: String,
    targets: Vec<Target>,
}

impl<O> Offer for Written<O> {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        self.words.clone()
    }
    fn targets(&self) -> Vec<Target> {
        self.targets.clone()
    }
}

/// A unit as something that is touched, as pictures show it: who rides with a unit is where that is.
pub(super) fn unit_target(scene: Scene<'_>, unit: UnitId) -> Option<Target> {
    let stand = scene.unit(unit).rides_with.unwrap_or(unit);
    let shown = scene.unit(stand).place.is_on_table();
    shown.then(|| Target::new(TargetKind::Unit, scene.key(stand)))
}

/// The units on the table that an order names by their keys, each once.
fn touched(scene: Scene<'_>, key: &str) -> Vec<Target> {
    let mut found = Vec::new();
    for word in key.split([' ', ',']).filter(|word| !word.is_empty()) {
        let target = scene.find(word).and_then(|unit| unit_target(scene, unit));
        found.extend(target.filter(|target| !found.contains(target)));
    }
    found
}

/// The longest text of an order.
const ORDER_MAX: usize = 400;

/// A moment as the umpire's orders.
pub(crate) struct Wanted<M>(pub(crate) M);

impl<M: Moment> Wanted<M> {
    fn written(&self, order: M::Order) -> Written<M::Order> {
        let (key, words) = (self.0.key(&order), self.0.words(&order));
        let targets = touched(self.0.scene(), &key);
        Written { order, key, words, targets }
    }
}

impl<M: Moment> Orders for Wanted<M> {
    type Order = Written<M::Order>;

    fn offers(&self) -> Vec<Self::Order> {
        let legal = |order: &M::Order| self.0.judge(order).is_ok();
        self.0.candidates().into_iter().filter(legal).map(|order| self.written(order)).collect()
    }

    fn check(&self, text: &str) -> Result<Self::Order, Refusal> {
        if text.len() > ORDER_MAX {
            let words = format!("an order has at most {ORDER_MAX} letters, and this has {}", text.len());
            return Err(Refusal::plain(words));
        }
        // Capitals are no matter: keys are written small.
        let order = self.0.read(&text.trim().to_ascii_lowercase())?;
        self.0.judge(&order)?;
        Ok(self.written(order))
    }

    fn grammar(&self) -> &'static [Verb] {
        self.0.grammar()
    }
}

/// The same, not always shown to the other side.
pub(crate) struct Covert<M>(pub(crate) Wanted<M>, pub(crate) Openness);

impl<M: Moment> Orders for Covert<M> {
    type Order = Written<M::Order>;

    fn offers(&self) -> Vec<Self::Order> {
        self.0.offers()
    }

    fn check(&self, text: &str) -> Result<Self::Order, Refusal> {
        self.0.check(text)
    }

    fn grammar(&self) -> &'static [Verb] {
        self.0.grammar()
    }

    fn openness(&self) -> Openness {
        self.1
    }
}
