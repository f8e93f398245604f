//! What a player may ask at every prompt before he answers: odds, what stands where, what the computer would do, why not.

use crate::paint::{DIM, GOOD, styled};
use crate::prompt;
use crate::table::{Table, shown};
use grognard::Alternative;
use grognard::umpire::{Question, Side};
use std::fmt::Write as _;

impl Table {
    /// The odds of the fight that an order leads to; without an order, what each alternative is worth.
    pub(crate) fn odds(&self, question: &Question, side: Side, order: &str) -> String {
        if order.is_empty() {
            return self.worth(question, side);
        }
        let orders = prompt::orders(order, question, &*self.play.guide(Some(side)));
        let key = orders.first().cloned().unwrap_or_default();
        if let Some(refusal) = self.play.why_not(side, &key) {
            return format!("{refusal}\n");
        }
        match self.play.prospects(side, &key) {
            list if list.is_empty() => {
                format!("`{key}` leads to no fight whose odds can be told beforehand.\n")
            }
            list => prompt::prospects(&list),
        }
    }

    /// What each alternative is worth, the best first, where that can be reckoned.
    fn worth(&self, question: &Question, side: Side) -> String {
        let advice = self.play.advice();
        let mut own: Vec<&Alternative> = advice.iter().filter(|a| a.by == side).collect();
        own.sort_by(|a, b| b.value.total_cmp(&a.value));
        let Some(best) = own.first().map(|best| best.value) else {
            let fights = question.options();
            let fights = fights.iter().filter(|offered| !self.play.prospects(side, &offered.key).is_empty());
            let keys: Vec<String> =
                fights.take(FIGHTS_NAMED).map(|offered| format!("`odds {}`", offered.key)).collect();
            return match keys.is_empty() {
                true => "Nothing that is offered here leads straight to a fight. `odds ORDER` tells the odds of an \
                         order that does.\n"
                    .to_owned(),
                false => format!("Write the order too, as {}.\n", keys.join(", ")),
            };
        };
        let mut text = String::new();
        for alternative in own {
            let worth = match best - alternative.value {
                less if less < 1e-9 => styled(GOOD, "best"),
                less => format!("{less:.2} worse"),
            };
            let words = match alternative.words == alternative.key {
                true => String::new(),
                false => format!("  {}", styled(DIM, &alternative.words)),
            };
            let _ = writeln!(text, "  {:<24}  {worth}{words}", alternative.key);
        }
        let _ = writeln!(text, "{}", styled(DIM, format!("counted in: {}", self.play.objective_words(side))));
        text
    }

    /// What stands at a place, as far as a side may know it.
    pub(crate) fn force(&self, side: Side, place: &str) -> String {
        let guide = self.play.guide(Some(side));
        match guide.place(place).and_then(|place| guide.presence(&place)) {
            Some(found) => prompt::presence(&found, &self.names),
            None if guide.pieces().is_empty() => {
                "There are no places in this battle; `show` tells how both sides stand.\n".to_owned()
            }
            None if place.is_empty() => "Write `force PLACE`, by its number or its name.\n".to_owned(),
            None => format!("There is no place `{place}` here{}.\n", prompt::places_like(&*guide, place)),
        }
    }

    /// What the computer would do in a side's place, and why.
    pub(crate) fn advised(&self, side: Side) -> String {
        let Some((key, why)) = self.play.by_computer(side) else {
            return "The computer has no advice here.\n".to_owned();
        };
        let why = match why.is_empty() {
            true => self.by_its_worth(side, &key),
            false => why,
        };
        match why.is_empty() {
            true => format!("The computer would answer `{key}`. `take` does it.\n"),
            false => format!("The computer would answer `{key}`: {why}. `take` does it.\n"),
        }
    }

    /// How much better an answer is than the next best, where that can be reckoned.
    fn by_its_worth(&self, side: Side, key: &str) -> String {
        let advice = self.play.advice();
        let own = || advice.iter().filter(|a| a.by == side);
        let Some(this) = own().find(|a| a.key == key) else { return String::new() };
        let others = own().filter(|a| a.key != key).map(|a| a.value).fold(f64::NEG_INFINITY, f64::max);
        let counted = self.play.objective_words(side);
        match this.value - others {
            more if !more.is_finite() => String::new(),
            more if more.abs() < 1e-9 => format!("nothing else is worth more, counted in {counted}"),
            more if more > 0.0 => format!("worth {more:.2} more than anything else, counted in {counted}"),
            less => format!("but the best answer is worth {:.2} more, counted in {counted}", -less),
        }
    }

    /// Why an answer is not possible.
    pub(crate) fn why_not(&self, question: &Question, side: Side, order: &str) -> String {
        let orders = prompt::orders(order, question, &*self.play.guide(Some(side)));
        let key = orders.first().map_or(order, String::as_str);
        match self.play.why_not(side, key) {
            Some(refusal) => format!("{refusal}\n"),
            None => format!("`{key}` is possible.\n"),
        }
    }

    /// The game as a side may see it: drawn where it can be drawn, else as a list.
    pub(crate) fn shown(&self, viewer: Option<Side>) -> String {
        shown(&*self.play, viewer, &self.journal_name())
    }

    /// What the journal is called, for commands that are to be typed.
    fn journal_name(&self) -> String {
        let path = self.journal.as_ref().map(|journal| journal.path().display().to_string());
        path.unwrap_or_else(|| "JOURNAL".to_owned())
    }

    /// What a person needs to know on sitting down: how to win, how it stands, and the board where it fits.
    pub(crate) fn on_sitting_down(&self, viewer: Option<Side>) -> String {
        let Some(drawing) = self.play.drawing(viewer) else { return self.shown(viewer) };
        if crate::table::too_wide(&drawing).is_none() {
            return self.shown(viewer);
        }
        let aims = prompt::aims(&self.play.guide(viewer).aims(), &self.names);
        let words = format!(
            "The board is wider than this terminal. `show` lists who stands where; as a picture: grognard show {} --svg > \
             board.svg",
            self.journal_name()
        );
        format!("{aims}{}\n", styled(DIM, words))
    }

    /// Whether a side sees anything that the other does not.
    pub(crate) fn has_own_sight(&self, side: Side) -> bool {
        let (own, other) = (Some(side), Some(side.other()));
        self.play.view(own) != self.play.view(other)
            || self.play.guide(own).pieces() != self.play.guide(other).pieces()
    }
}

/// So many orders that lead to a fight are named.
const FIGHTS_NAMED: usize = 3;
