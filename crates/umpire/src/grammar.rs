//! The grammar of orders, as data: a gesture on a map can form an order that is not offered, and ask why not.

use crate::target::TargetKind;

/// One way to begin an order, and what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verb {
    /// What the order begins with: `move`, `end set-up`; nothing where it begins with its first slot.
    pub key: &'static str,
    /// What it does, in a few words.
    pub words: &'static str,
    /// What follows, in order, each a word of its own.
    pub slots: &'static [Slot],
}

/// A place in an order that is filled in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slot {
    /// What stands there, in a word: `from`, `units`.
    pub name: &'static str,
    /// What may stand there.
    pub takes: Takes,
    /// Whether it may be left out.
    pub need: Need,
}

/// What a slot of an order takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// One thing of a kind, by its id.
    One(TargetKind),
    /// Things of a kind, by their ids joined by `+`.
    Several(TargetKind),
    /// Something else: a number, counters, a word.
    Text,
    /// All the rest of the line, which is no target.
    Rest,
}

/// Whether something has to be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    /// It has.
    Always,
    /// It may be left out.
    MayBeLeftOut,
}

impl Slot {
    /// A slot for one thing.
    pub const fn one(name: &'static str, kind: TargetKind) -> Slot {
        Slot { name, takes: Takes::One(kind), need: Need::Always }
    }

    /// A slot for several things of a kind.
    pub const fn several(name: &'static str, kind: TargetKind) -> Slot {
        Slot { name, takes: Takes::Several(kind), need: Need::Always }
    }

    /// A slot for something that is no target.
    pub const fn text(name: &'static str) -> Slot {
        Slot { name, takes: Takes::Text, need: Need::Always }
    }

    /// A slot for all the rest.
    pub const fn rest(name: &'static str) -> Slot {
        Slot { name, takes: Takes::Rest, need: Need::MayBeLeftOut }
    }

    /// The same slot, which may be left out.
    pub const fn or_nothing(self) -> Slot {
        Slot { need: Need::MayBeLeftOut, ..self }
    }
}

impl Verb {
    /// A verb with nothing after it.
    pub const fn plain(key: &'static str, words: &'static str) -> Verb {
        Verb { key, words, slots: &[] }
    }

    /// A verb with what follows it.
    pub const fn with(key: &'static str, words: &'static str, slots: &'static [Slot]) -> Verb {
        Verb { key, words, slots }
    }

    /// The words of an order that begins with this verb, each with its slot; none where it does not, or where
    /// it has too few or too many.
    pub fn read<'a>(&self, order: &'a str) -> Option<Vec<(&'static Slot, &'a str)>> {
        let rest = order.strip_prefix(self.key)?;
        if !(rest.is_empty() || self.key.is_empty() || rest.starts_with(' ')) {
            return None;
        }
        let mut words = rest.split_whitespace();
        let mut filled = Vec::new();
        for slot in self.slots {
            if slot.takes == Takes::Rest {
                return Some(filled);
            }
            match words.next() {
                Some(word) => filled.push((slot, word)),
                None if slot.need == Need::MayBeLeftOut => {}
                None => return None,
            }
        }
        words.next().is_none().then_some(filled)
    }
}
