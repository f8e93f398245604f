//! Topics: what a question asks, as something that programs can match.

use std::fmt;

/// One line of a system's list of topics.
#[derive(PartialEq, Eq, Debug)]
pub struct Card {
    /// Whose list it stands in: the system's key.
    pub list: &'static str,
    /// Its place in the list.
    pub place: u16,
    /// The stable key, for computer players, scripts and the wire: `take-losses`.
    pub key: &'static str,
    /// What is asked, in a few words without a full stop: `take losses`. Journals keep them.
    pub words: &'static str,
}

/// What a question asks, whatever the system. Each system lists its own with [`topics!`](crate::topics);
/// policies, computer players and interfaces ask that list what they have before them, and never read words
/// that are meant for people.
#[derive(Clone, Copy)]
pub struct Topic(&'static Card);

impl Topic {
    /// The topic on a card of a system's list.
    pub const fn new(card: &'static Card) -> Topic {
        Topic(card)
    }

    /// The key of the system whose list it stands in.
    pub const fn list(self) -> &'static str {
        self.0.list
    }

    /// Its place in the list.
    pub const fn place(self) -> usize {
        self.0.place as usize
    }

    /// The stable key.
    pub const fn key(self) -> &'static str {
        self.0.key
    }

    /// What is asked, in words.
    pub const fn words(self) -> &'static str {
        self.0.words
    }
}

impl PartialEq for Topic {
    fn eq(&self, other: &Topic) -> bool {
        self.0.place == other.0.place && self.0.list == other.0.list
    }
}

impl Eq for Topic {}

impl fmt::Debug for Topic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.list(), self.key())
    }
}

/// A system's list of topics.
pub trait Topics: Copy + Eq + fmt::Debug + Into<Topic> + 'static {
    /// The system's key.
    const LIST: &'static str;
    /// Every topic, in order.
    const ALL: &'static [Self];

    /// Which of the list a topic is; none where it is another system's.
    #[inline]
    fn of(topic: Topic) -> Option<Self> {
        if topic.list() == Self::LIST { Self::ALL.get(topic.place()).copied() } else { None }
    }

    /// The topic with a key.
    fn from_key(key: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|&topic| Into::<Topic>::into(topic).key() == key)
    }
}

/// Declares what a system asks: for every topic its name, its stable key and its words, once.
///
/// ```
/// grognard_umpire::topics! {
///     /// What the duel asks.
///     pub enum Asks of "duel" {
///         Blow: "blow", "blow";
///         StayOrRun: "stay-or-run", "stay or run";
///     }
/// }
/// use grognard_umpire::Topic;
/// let topic = Topic::from(Asks::StayOrRun);
/// assert_eq!((topic.key(), topic.words()), ("stay-or-run", "stay or run"));
/// assert_eq!(Asks::of(topic), Some(Asks::StayOrRun));
/// ```
#[macro_export]
macro_rules! topics {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident of $list:literal {
            $($topic:ident: $key:literal, $words:literal;)+
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        $vis enum $name {
            $(#[doc = $words] $topic,)+
        }

        impl $name {
            /// Which of the list a topic is; none where it is another system's.
            #[inline]
            $vis fn of(topic: $crate::Topic) -> Option<$name> {
                <$name as $crate::Topics>::of(topic)
            }

            /// The topic, whatever the system.
            #[inline]
            $vis const fn topic(self) -> $crate::Topic {
                match self {
                    $($name::$topic => {
                        const CARD: $crate::Card =
                            $crate::Card { list: $list, place: $name::$topic as u16, key: $key, words: $words };
                        $crate::Topic::new(&CARD)
                    })+
                }
            }
        }

        impl $crate::Topics for $name {
            const LIST: &'static str = $list;
            const ALL: &'static [$name] = &[$($name::$topic,)+];
        }

        impl From<$name> for $crate::Topic {
            #[inline]
            fn from(topic: $name) -> $crate::Topic {
                topic.topic()
            }
        }

        impl PartialEq<$name> for $crate::Topic {
            #[inline]
            fn eq(&self, other: &$name) -> bool {
                *self == other.topic()
            }
        }
    };
}
