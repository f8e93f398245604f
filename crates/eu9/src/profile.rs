//! Readings of unclear rules and differences between editions, each a named switch. A profile is all of them at once:
//! the guide's letter, or one of the two published editions.

/// Declares a switch: its readings, and the words of each. Which is the default the profile says.
macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$item_doc])* #[serde(rename = $text)] $item,)*
        }

        impl $name {
            /// The reading's name in files.
            pub const fn key(self) -> &'static str {
                match self { $($name::$item => $text,)* }
            }
        }
    };
}

mod hardship;
mod land;
mod places_and_seas;
mod switches;

pub use hardship::AttritionProfile;
pub(crate) use hardship::AttritionRulesText;
pub use land::{Mixed, Profile, ProfileText};
pub use places_and_seas::{NavalProfile, NavalProfileText, SiegeProfile, SiegeProfileText};
pub use switches::*;

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

    /// The profile's name in files.
    pub const fn key(self) -> &'static str {
        match self {
            ProfileName::Guide => "guide",
            ProfileName::Of2020 => "2020",
            ProfileName::Of2013 => "2013",
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
