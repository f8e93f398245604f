//! An umpire that reads dice from a list and decides by a function, and keeps the account.

use grognard_umpire::{Asked, Asking, Choice, Clause, Dice, Procedure, Ruling, Umpire};
use std::ops::ControlFlow::{Break, Continue};

pub(crate) struct Script<'a> {
    pub(crate) dice: std::iter::Copied<std::slice::Iter<'a, u16>>,
    pub(crate) decide: &'a mut dyn FnMut(&Choice<'_>) -> usize,
    pub(crate) account: Vec<Ruling>,
    pub(crate) cited: Vec<Clause>,
}

impl Umpire for Script<'_> {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        _: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        Ok(reading(self.dice.next().unwrap_or_else(|| panic!("no die for {}", asking.words()))))
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Ok((self.decide)(&choice))
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok(((self.decide)(&first), (self.decide)(&second)))
    }
    fn listening(&self) -> bool {
        true
    }
    fn hear(&mut self, ruling: Ruling) {
        self.account.push(ruling);
    }
    fn cite(&mut self, clause: Clause) {
        self.cited.push(clause);
    }
}

/// What a played script came to.
pub(crate) struct Played<E> {
    pub(crate) end: E,
    pub(crate) account: Vec<Ruling>,
    pub(crate) cited: Vec<Clause>,
    pub(crate) dice_left: usize,
}

impl<E> Played<E> {
    pub(crate) fn cites(&self, id: &str) -> bool {
        self.cited.iter().any(|clause| clause.id() == id)
            || self.account.iter().any(|ruling| ruling.clause.id() == id)
    }
    pub(crate) fn text(&self) -> String {
        self.account.iter().map(|ruling| format!("{}\n", ruling.text)).collect()
    }
}

/// Picks the option whose key comes first in a list of wishes, else the first option.
pub(crate) fn wish<'w>(wishes: &'w [&'w str]) -> impl FnMut(&Choice<'_>) -> usize + 'w {
    move |choice| {
        let keys: Vec<String> = (0..choice.options.count()).map(|index| choice.options.key(index)).collect();
        wishes.iter().find_map(|wish| keys.iter().position(|key| key == wish)).unwrap_or(0)
    }
}

/// Plays a procedure to its end.
pub(crate) fn play<P: Procedure>(
    start: P,
    rules: &P::Rules,
    dice: &[u16],
    decide: &mut dyn FnMut(&Choice<'_>) -> usize,
) -> Played<P::End> {
    let mut script = Script { dice: dice.iter().copied(), decide, account: Vec::new(), cited: Vec::new() };
    let mut state = start;
    let end = loop {
        match state.step(rules, &mut script).expect("a script never stops") {
            Continue(next) => state = next,
            Break(end) => break end,
        }
    };
    grognard_testkit::record::reached(&script.account, &script.cited);
    Played { end, account: script.account, cited: script.cited, dice_left: script.dice.len() }
}
