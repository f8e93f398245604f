//! Facts: a neutral document that terminals print and the wire turns into JSON.

use crate::ruling::Mark;

/// A piece of data for the outside world. Rules types do not know JSON; they hand out facts.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// Nothing there.
    Nothing,
    /// Yes or no.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// Words or a key.
    Text(String),
    /// Several facts in order.
    List(Vec<Fact>),
    /// Named facts in order.
    Record(Vec<(String, Fact)>),
}

impl Fact {
    /// A record from pairs.
    pub fn record<K: Into<String>>(pairs: impl IntoIterator<Item = (K, Fact)>) -> Fact {
        Fact::Record(pairs.into_iter().map(|(key, fact)| (key.into(), fact)).collect())
    }

    /// A list of anything that is a fact.
    pub fn list<T: Into<Fact>>(items: impl IntoIterator<Item = T>) -> Fact {
        Fact::List(items.into_iter().map(Into::into).collect())
    }

    /// The fact under a key of a record.
    pub fn get(&self, key: &str) -> Option<&Fact> {
        match self {
            Fact::Record(pairs) => pairs.iter().find(|(k, _)| k == key).map(|(_, fact)| fact),
            _ => None,
        }
    }
}

impl From<bool> for Fact {
    fn from(flag: bool) -> Fact {
        Fact::Flag(flag)
    }
}

impl From<&str> for Fact {
    fn from(text: &str) -> Fact {
        Fact::Text(text.to_owned())
    }
}

impl From<String> for Fact {
    fn from(text: String) -> Fact {
        Fact::Text(text)
    }
}

impl From<Mark> for Fact {
    fn from(mark: Mark) -> Fact {
        Fact::from(mark.key())
    }
}

impl<T: Into<Fact>> From<Option<T>> for Fact {
    fn from(option: Option<T>) -> Fact {
        option.map_or(Fact::Nothing, Into::into)
    }
}

macro_rules! numbers {
    ($($int:ty),*) => {$(
        impl From<$int> for Fact {
            fn from(number: $int) -> Fact {
                Fact::Number(i64::from(number))
            }
        }
    )*};
}
numbers!(u8, i8, u16, i16, u32, i32, i64);
