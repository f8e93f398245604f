//! Lists of modifiers: summed for the dice, written out for the account.

use grognard_umpire::{Clause, Modifier};

/// Takes modifiers one by one: a sum does not want the words, an account does.
pub(crate) trait Sheet {
    fn add(&mut self, value: i16, clause: Clause, words: &str);
}

impl Sheet for i16 {
    #[inline]
    fn add(&mut self, value: i16, _: Clause, _: &str) {
        *self += value;
    }
}

impl Sheet for Vec<Modifier> {
    fn add(&mut self, value: i16, clause: Clause, words: &str) {
        if value != 0 {
            self.push(Modifier::new(value, clause, words));
        }
    }
}
