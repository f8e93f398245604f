//! Readings of unclear rules and differences between editions, each a named switch. A profile is all of them at once:
//! the guide's letter, or one of the two published editions.

/// Declares a switch: its readings, and the words of each. Which is the default the profile says.
macro_rules! switch {
    ($(#[doc = $doc_text:literal])+ $name:ident { $($(#[doc = $item_text:literal])+ $item:ident = $text:literal,)* }) => {
        $(#[doc = $doc_text])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, ::serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[doc = $item_text])+ #[serde(rename = $text)] $item,)*
        }

        impl $name {
            /// What it is about.
            pub(crate) const ABOUT: &'static str = concat!($($doc_text),+).trim_ascii();
            /// Each reading.
            pub(crate) const ALTERNATIVES: &'static [grognard_charts::Alternative] = &[
                $(grognard_charts::Alternative {
                    word: $text,
                    words: concat!($($item_text),+).trim_ascii(),
                },)*
            ];

            /// The reading's name in files.
            pub const fn key(self) -> &'static str {
                match self { $($name::$item => $text,)* }
            }
        }
    };
}

/// A list of switches, each with its type, where it stands, its clause and, where the switch itself does not say it,
/// what it is about.
macro_rules! listed {
    ($($key:literal $Switch:ident = $stands:expr, of $clause:literal $(about $about:literal)?;)*) => {
        vec![$(grognard_charts::Switch {
            key: $key,
            about: [$($about,)? $Switch::ABOUT][0],
            clause: grognard_umpire::Clause::new($clause),
            takes: grognard_charts::Takes::OneOf($Switch::ALTERNATIVES),
            default: $stands as usize,
        },)*]
    };
}

/// Declares the part of a file that names a profile and single switches that differ from it: each with its key, the
/// place it has in the profile, its clause and, where the switch itself does not say it, what it is about.
macro_rules! profile_text {
    (
        $(#[$doc:meta])* $seen:vis struct $Text:ident of $Profile:ident {
            $($field:ident: $Switch:ident = $key:literal at $($place:ident).+ of $clause:literal $(about $about:literal)?;)*
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, ::serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        $seen struct $Text {
            /// Whose figures are used wherever no switch beside it says otherwise.
            #[cfg_attr(feature = "schema", schemars(extend("x-clause" = "EU9-BATTLE-u")))]
            profile: Option<$crate::profile::ProfileName>,
            $(
                $(#[doc = $about])?
                #[cfg_attr(feature = "schema", schemars(extend("x-clause" = $clause)))]
                $field: Option<$Switch>,
            )*
        }

        impl $Text {
            /// Every switch, with the reading of that profile as its default.
            pub(crate) fn switches(name: $crate::profile::ProfileName) -> Vec<grognard_charts::Switch> {
                let usual = $Profile::of(name);
                $crate::profile::listed![
                    $($key $Switch = usual.$($place).+, of $clause $(about $about)?;)*
                ]
            }

            /// The same; where it names no profile, this one counts.
            pub(crate) fn under(self, profile: Option<$crate::profile::ProfileName>) -> $Text {
                $Text { profile: self.profile.or(profile), ..self }
            }

            /// The switches it comes to.
            $seen fn profile(&self) -> $Profile {
                let mut profile = $Profile::of(self.profile.unwrap_or_default());
                $(if let Some(reading) = self.$field {
                    profile.$($place).+ = reading;
                })*
                profile
            }
        }
    };
}

pub(crate) use {listed, profile_text, switch};

mod boards;
mod hardship;
mod land;
mod places_and_seas;
mod switches;

pub use boards::switchboards;
pub use hardship::AttritionProfile;
pub(crate) use hardship::AttritionRulesText;
pub use land::{Mixed, Profile, ProfileText};
pub use places_and_seas::{NavalProfile, NavalProfileText, SiegeProfile, SiegeProfileText};
pub use switches::*;

use grognard_charts::{Alternative, Switch, Takes};
use serde::Deserialize;

/// Whose figures are used throughout.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProfileName {
    /// The guide's letter wherever it speaks; where it leaves a matter to the player aids, the later edition.
    #[default]
    #[serde(rename = "guide")]
    Guide,
    /// The published edition of 2020.
    #[serde(rename = "2020", alias = "published")]
    Of2020,
    /// The published edition of 2013.
    #[serde(rename = "2013")]
    Of2013,
}

impl ProfileName {
    /// All of them, the default first.
    pub const ALL: [ProfileName; 3] = [ProfileName::Guide, ProfileName::Of2020, ProfileName::Of2013];

    /// Each of them, for the list of switches.
    pub(crate) const SWITCH: Switch = Switch {
        key: "profile",
        about: "Whose figures are used wherever no single switch says otherwise.",
        clause: grognard_umpire::Clause::new("EU9-BATTLE-u"),
        takes: Takes::OneOf(&[
            Alternative {
                word: "guide",
                words: "The guide's letter wherever it speaks; where it leaves a matter to the player aids, the \
                        later edition.",
            },
            Alternative { word: "2020", words: "The published edition of 2020." },
            Alternative { word: "2013", words: "The published edition of 2013." },
        ]),
        default: 0,
    };

    /// The profile's name in files.
    pub const fn key(self) -> &'static str {
        match self {
            ProfileName::Guide => "guide",
            ProfileName::Of2020 => "2020",
            ProfileName::Of2013 => "2013",
        }
    }

    /// The names it goes by in files.
    pub(crate) const fn names(self) -> &'static [&'static str] {
        match self {
            ProfileName::Guide => &["guide"],
            ProfileName::Of2020 => &["2020", "published"],
            ProfileName::Of2013 => &["2013"],
        }
    }

    /// Which edition's cells and remarks count where the two differ and the guide is silent.
    pub const fn edition(self) -> Edition {
        match self {
            ProfileName::Guide | ProfileName::Of2020 => Edition::Of2020,
            ProfileName::Of2013 => Edition::Of2013,
        }
    }
}
