//! A battle inside a duel: its attacker may be either player, so its questions go to the right seats.

use grognard_umpire::{Asked, Asking, BySide, Choice, Clause, Dice, Orders, Ruling, Side, Umpire};

/// A battle's side as the duel's player, and the other way round.
pub(crate) const fn seat(attacker: Side, side: Side) -> Side {
    match attacker {
        Side::First => side,
        Side::Second => side.other(),
    }
}

/// A pair by player as a pair by battle side, and the other way round.
pub(crate) fn seats<T>(attacker: Side, pair: BySide<T>) -> BySide<T> {
    match attacker {
        Side::First => pair,
        Side::Second => BySide::new(pair.second, pair.first),
    }
}

/// The duel's umpire as the battle sees it.
pub(crate) struct Seated<'a, U> {
    pub(crate) ump: &'a mut U,
    pub(crate) attacker: Side,
}

/// A choice put to the right seat.
pub(crate) fn seated<'a>(attacker: Side, choice: &Choice<'a>) -> Choice<'a> {
    let asking = asking(attacker, choice.asking);
    Choice { asking, options: choice.options, openness: choice.openness, barred: choice.barred }
}

fn asking(attacker: Side, asking: Asking) -> Asking {
    Asking { by: asking.by.map(|side| seat(attacker, side)), ..asking }
}

impl<U: Umpire> Umpire for Seated<'_, U> {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        question: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        self.ump.throw(asking(self.attacker, question), dice, reading)
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        self.ump.decide(seated(self.attacker, &choice))
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        let (first, second) = (seated(self.attacker, &first), seated(self.attacker, &second));
        match self.attacker {
            Side::First => self.ump.decide_together(first, second),
            Side::Second => self.ump.decide_together(second, first).map(|(one, two)| (two, one)),
        }
    }

    fn listening(&self) -> bool {
        self.ump.listening()
    }

    fn hear(&mut self, ruling: Ruling) {
        self.ump.hear(ruling);
    }

    fn cite(&mut self, clause: Clause) {
        self.ump.cite(clause);
    }

    fn order<O: Orders>(&mut self, question: Asking, orders: &O) -> Asked<O::Order> {
        self.ump.order(asking(self.attacker, question), orders)
    }
}
