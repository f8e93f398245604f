//! Switches: where a book is silent, damaged or can be read in more than one way, and its optional rules. Each is
//! declared once, with [`switches!`](crate::switches): the word that files use, the question it answers, the clause
//! it is about, its alternatives and the default. Battle files, their schemas, the list for people, the head of
//! journals and of accounts all come from that declaration.

use grognard_umpire::Clause;
use std::fmt;

/// One way to read a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The word files use for it.
    pub word: &'static str,
    /// What it means.
    pub words: &'static str,
}

/// What can be written for a switch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// One of these words.
    OneOf(&'static [Alternative]),
    /// `false` or `true`: what each means.
    YesNo([&'static str; 2]),
    /// A number; what counts if none is written.
    Number(&'static str),
}

/// A switch as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its key in files.
    pub key: &'static str,
    /// The question it answers.
    pub about: &'static str,
    /// The clause it is about.
    pub clause: Clause,
    /// What can be written.
    pub takes: Takes,
    /// Which of the words is the default; the first, unless a profile says otherwise.
    pub default: usize,
}

impl Switch {
    /// The words that can be written, the default first; none where a number is wanted.
    pub fn words(&self) -> Vec<&'static str> {
        let mut words: Vec<&'static str> = self.alternatives().into_iter().map(|one| one.word).collect();
        if self.default < words.len() {
            words[..=self.default].rotate_right(1);
        }
        words
    }

    /// Each way to read it, in the order of its declaration; none where a number is wanted.
    pub fn alternatives(&self) -> Vec<Alternative> {
        match self.takes {
            Takes::OneOf(list) => list.to_vec(),
            Takes::YesNo([no, yes]) => {
                vec![Alternative { word: "false", words: no }, Alternative { word: "true", words: yes }]
            }
            Takes::Number(_) => Vec::new(),
        }
    }

    /// The word of the default, or what counts where a number is wanted and none is written.
    pub fn default_word(&self) -> &'static str {
        match self.takes {
            Takes::Number(words) => words,
            _ => self.alternatives()[self.default].word,
        }
    }
}

/// The switches of one kind of file, or of all files of a system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Switchboard {
    /// The kinds of file that have them.
    pub kinds: &'static [&'static str],
    /// The table of the file in which they stand, with dots: `readings`, `rules.land`.
    pub table: &'static str,
    /// The switches. Where there are profiles, the first of them names one.
    pub switches: Vec<Switch>,
    /// How the others stand under each profile that a file may name, where there are profiles.
    pub profiles: Vec<Profiled>,
}

/// A profile: how it has the switches stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Profiled {
    /// Its name in files, and others it goes by there.
    pub names: &'static [&'static str],
    /// Which of its words each switch after the first stands at.
    pub stands: Vec<usize>,
}

/// A switch as it stands in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stands {
    /// Where it is written, with dots: `readings.rout`.
    pub path: String,
    /// The switch.
    pub switch: Switch,
    /// What it stands at.
    pub value: String,
    /// Whether that is the default.
    pub is_default: bool,
}

impl Stands {
    /// The words of the reading it stands at.
    pub fn words(&self) -> &'static str {
        let alternatives = self.switch.alternatives();
        alternatives.into_iter().find(|one| one.word == self.value).map_or("", |one| one.words)
    }
}

impl Switchboard {
    /// How its switches stand in a file. One that the file leaves to a chart is not among them.
    pub fn stands(&self, file: &toml::Table) -> Vec<Stands> {
        let tables = within(file, self.table);
        let profile = tables.iter().rev().find_map(|table| table.get("profile")?.as_str());
        let profile = self
            .profiles
            .iter()
            .find(|one| profile.is_some_and(|name| one.names.contains(&name)))
            .or(self.profiles.first());
        let own = tables.last().filter(|_| tables.len() == depth(self.table));
        let stands = |(index, switch): (usize, &Switch)| {
            let written = own.and_then(|table| table.get(switch.key)).and_then(|value| match value {
                toml::Value::String(word) => Some(word.clone()),
                toml::Value::Boolean(flag) => Some(flag.to_string()),
                toml::Value::Integer(number) => Some(number.to_string()),
                _ => None,
            });
            let usual = match (profile, index) {
                (None, _) => Some(switch.default),
                (Some(profile), 0) => self.profiles.iter().position(|one| one == profile),
                (Some(profile), index) => profile.stands.get(index - 1).copied(),
            };
            let usual = usual.and_then(|at| switch.alternatives().get(at).map(|one| one.word.to_owned()));
            let value = match (index, profile) {
                (0, Some(_)) => usual?,
                _ => written.or(usual)?,
            };
            let is_default = value == switch.default_word();
            let path = format!("{}.{}", self.table, switch.key);
            Some(Stands { path, switch: *switch, value, is_default })
        };
        self.switches.iter().enumerate().filter_map(stands).collect()
    }

    /// The switches of every kind of file, without profiles.
    pub fn plain(kinds: &'static [&'static str], table: &'static str, switches: &[Switch]) -> Switchboard {
        Switchboard { kinds, table, switches: switches.to_vec(), profiles: Vec::new() }
    }
}

/// A word that no switch has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchSwitch {
    /// What would be right.
    pub allowed: String,
}

impl NoSuchSwitch {
    /// A word that is none of a switch's.
    pub fn word(switch: &Switch) -> Self {
        let words: Vec<String> = switch.words().iter().map(|word| format!("`{word}`")).collect();
        NoSuchSwitch { allowed: words.join(" or ") }
    }

    /// A key that is none of these.
    pub fn key(switches: &[Switch]) -> Self {
        let keys: Vec<&str> = switches.iter().map(|switch| switch.key).collect();
        NoSuchSwitch { allowed: format!("one of {}", keys.join(", ")) }
    }
}

impl fmt::Display for NoSuchSwitch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "write {}", self.allowed)
    }
}

fn depth(path: &str) -> usize {
    path.split('.').count() + 1
}

/// The tables on the way to one: the file, then each that encloses it, as far as they are written.
fn within<'a>(file: &'a toml::Table, path: &str) -> Vec<&'a toml::Table> {
    let mut tables = vec![file];
    for part in path.split('.') {
        let Some(inner) = tables.last().and_then(|table| table.get(part)?.as_table()) else { break };
        tables.push(inner);
    }
    tables
}

/// How all switches of a kind of file stand in a text; none where it cannot be read.
pub fn stands_in(boards: &[Switchboard], text: &str) -> Vec<Stands> {
    let Ok(file) = text.parse::<toml::Table>() else { return Vec::new() };
    let kind = file.get("kind").and_then(|kind| kind.as_str()).unwrap_or_default();
    boards.iter().filter(|board| board.kinds.contains(&kind)).flat_map(|board| board.stands(&file)).collect()
}

/// The text of a file with a switch turned to another word; none where it cannot be read.
pub fn turned(text: &str, stands: &Stands, word: &str) -> Option<String> {
    let mut file: toml::Table = text.parse().ok()?;
    let (tables, key) = stands.path.rsplit_once('.')?;
    let mut table = &mut file;
    for part in tables.split('.') {
        let inner = table.entry(part).or_insert_with(|| toml::Value::Table(toml::Table::new()));
        table = inner.as_table_mut()?;
    }
    let value = match stands.switch.takes {
        Takes::YesNo(_) => toml::Value::Boolean(word == "true"),
        Takes::OneOf(_) | Takes::Number(_) => toml::Value::String(word.to_owned()),
    };
    table.insert(key.to_owned(), value);
    toml::to_string(&file).ok()
}

/// Declares all switches of a kind of file: an enum for each, the struct that holds them, and their list.
///
/// A switch is a field with its type, the key it has in files, the clause, and its alternatives, the default first.
/// What the doc comments say is what people read. Whatever else belongs to the struct stands behind `and`, each with
/// what a file may write for it.
///
/// ```
/// grognard_charts::switches! {
///     /// The readings in force.
///     pub struct Readings {
///         /// What a routed unit comes to.
///         rout: Rout = "rout" of "8.11-l" {
///             /// It is eliminated and may be rebuilt.
///             Eliminated = "eliminated",
///             /// It is gone for good.
///             ForGood = "for-good",
///         }
///     }
/// }
/// let mut readings = Readings::default();
/// assert_eq!(readings.rout, Rout::Eliminated);
/// readings.set("rout", "for-good").unwrap();
/// assert_eq!(readings.get("rout").as_deref(), Some("for-good"));
/// assert_eq!(Readings::SWITCHES[0].about, "What a routed unit comes to.");
/// assert_eq!(readings.set("rout", "gone").unwrap_err().to_string(), "write `eliminated` or `for-good`");
/// ```
#[macro_export]
macro_rules! switches {
    (
        $(#[$meta:meta])*
        pub struct $All:ident {
            $(
                $(#[doc = $about:literal])+
                $field:ident: $Name:ident = $key:literal of $clause:literal {
                    $(#[doc = $default_doc:literal])+ $default:ident = $default_word:literal
                    $(, $(#[doc = $other_doc:literal])+ $other:ident = $other_word:literal)* $(,)?
                }
            )*
        }
        $(and {
            $(
                $(#[doc = $more_about:literal])+
                $more:ident: $More:ty = $more_key:literal of $more_clause:literal takes $takes:expr;
            )*
        })?
    ) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, ::serde::Deserialize)]
            #[cfg_attr(feature = "schema", derive(::schemars::JsonSchema))]
            pub enum $Name {
                $(#[doc = $default_doc])+
                #[default]
                #[serde(rename = $default_word)]
                $default,
                $(
                    $(#[doc = $other_doc])+
                    #[serde(rename = $other_word)]
                    $other,
                )*
            }

            impl $Name {
                /// Each way to read it, the default first.
                pub const ALTERNATIVES: &'static [$crate::Alternative] = &[
                    $crate::Alternative {
                        word: $default_word,
                        words: concat!($($default_doc),+).trim_ascii(),
                    },
                    $($crate::Alternative {
                        word: $other_word,
                        words: concat!($($other_doc),+).trim_ascii(),
                    },)*
                ];

                /// Its word in files.
                pub const fn word(self) -> &'static str {
                    match self {
                        $Name::$default => $default_word,
                        $($Name::$other => $other_word,)*
                    }
                }
            }
        )*

        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, ::serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(::schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct $All {
            $(
                $(#[doc = $about])+
                #[serde(rename = $key)]
                #[cfg_attr(feature = "schema", schemars(extend("x-clause" = $clause)))]
                pub $field: $Name,
            )*
            $($(
                $(#[doc = $more_about])+
                #[serde(rename = $more_key)]
                #[cfg_attr(feature = "schema", schemars(extend("x-clause" = $more_clause)))]
                pub $more: $More,
            )*)?
        }

        impl $All {
            /// Every switch, in the order of its declaration.
            pub const SWITCHES: &'static [$crate::Switch] = &[
                $($crate::Switch {
                    key: $key,
                    about: concat!($($about),+).trim_ascii(),
                    clause: $crate::Clause::new($clause),
                    takes: $crate::Takes::OneOf($Name::ALTERNATIVES),
                    default: 0,
                },)*
                $($($crate::Switch {
                    key: $more_key,
                    about: concat!($($more_about),+).trim_ascii(),
                    clause: $crate::Clause::new($more_clause),
                    takes: $takes,
                    default: 0,
                },)*)?
            ];

            /// Sets a switch of several words by one of them.
            ///
            /// # Errors
            /// What would be right.
            pub fn set(&mut self, key: &str, word: &str) -> Result<(), $crate::NoSuchSwitch> {
                let switch = $All::SWITCHES.iter().find(|switch| switch.key == key);
                let switch = switch.ok_or_else(|| $crate::NoSuchSwitch::key($All::SWITCHES))?;
                match (key, word) {
                    $(
                        ($key, $default_word) => self.$field = $Name::$default,
                        $(($key, $other_word) => self.$field = $Name::$other,)*
                    )*
                    _ => return Err($crate::NoSuchSwitch::word(switch)),
                }
                Ok(())
            }

            /// What a switch stands at, as files write it; none where it is left to the charts.
            pub fn get(&self, key: &str) -> Option<String> {
                match key {
                    $($key => Some(self.$field.word().to_owned()),)*
                    $($($more_key => $crate::written(&self.$more),)*)?
                    _ => None,
                }
            }

            /// The switches as they stand, in the order of their declaration; those left to the charts are not among
            /// them.
            pub fn in_force(&self) -> Vec<$crate::Reading> {
                let usual = $All::default();
                let stands = |switch: &$crate::Switch| {
                    let value = self.get(switch.key)?;
                    let is_default = usual.get(switch.key).as_ref() == Some(&value);
                    Some($crate::Reading { key: switch.key, value, clause: switch.clause, is_default })
                };
                $All::SWITCHES.iter().filter_map(stands).collect()
            }
        }
    };
}

/// What can stand in a switch that is no list of words.
pub trait Written {
    /// As a file writes it; none where it is left out.
    fn written(&self) -> Option<String>;
}

impl Written for bool {
    fn written(&self) -> Option<String> {
        Some(self.to_string())
    }
}

impl Written for Option<u8> {
    fn written(&self) -> Option<String> {
        self.map(|number| number.to_string())
    }
}

/// The value of a switch that is no list of words.
#[doc(hidden)]
pub fn written(value: &impl Written) -> Option<String> {
    value.written()
}
