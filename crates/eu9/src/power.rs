//! Periods, countries, army classes, technologies and terrain: the vocabulary of the tables.

use serde::Deserialize;

/// Declares a closed list of things with the names that tables and battle files use.
macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $($(#[$item_doc])* #[serde(rename = $text)] $item,)*
        }

        impl $name {
            /// All of them, in the tables' order.
            pub const ALL: &'static [$name] = &[$($name::$item,)*];

            /// The name in tables and files.
            pub const fn key(self) -> &'static str {
                match self { $($name::$item => $text,)* }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.key())
            }
        }
    };
}

named! {
    /// A period of the game.
    Period {
        /// 1492 to 1519.
        I = "I",
        /// 1520 to 1559.
        II = "II",
        /// 1560 to 1614.
        III = "III",
        /// 1615 to 1664.
        IV = "IV",
        /// 1665 to 1699.
        V = "V",
        /// 1700 to 1749.
        VI = "VI",
        /// 1750 to 1799.
        VII = "VII",
    }
}

named! {
    /// A land technology, oldest first.
    Technology {
        /// Medieval: no Fire.
        Medieval = "medieval",
        /// Renaissance: Fire only shakes.
        Renaissance = "renaissance",
        /// Arquebus: Fire losses halved.
        Arquebus = "arquebus",
        /// Muskets.
        Muskets = "muskets",
        /// Baroque.
        Baroque = "baroque",
        /// Manoeuvre.
        Manoeuvre = "manoeuvre",
        /// Lace wars.
        Lace = "lace",
    }
}

named! {
    /// A naval technology, oldest first; galleys fight as galleys whatever else is known.
    NavalTechnology {
        /// Galleys.
        Galley = "galley",
        /// Carracks.
        Carrack = "carrack",
        /// Naos and galeons.
        NaoGaleon = "nao-galeon",
        /// Galleons and fluyts.
        GalleonFluyt = "galleon-fluyt",
        /// Battery ships.
        Battery = "battery",
        /// Vessels of the line.
        Vessel = "vessel",
        /// Three-deckers.
        ThreeDecker = "three-decker",
        /// Seventy-fours.
        SeventyFour = "seventy-four",
    }
}

named! {
    /// Who an army belongs to: a major power, a minor country, or natives.
    Country {
        /// A minor country; its class is given in the file.
        Minor = "minor",
        /// England.
        England = "england",
        /// Spain.
        Spain = "spain",
        /// France.
        France = "france",
        /// The Habsburgs.
        Habsburg = "habsburg",
        /// Holland.
        Holland = "holland",
        /// Poland.
        Poland = "poland",
        /// Prussia.
        Prussia = "prussia",
        /// Portugal.
        Portugal = "portugal",
        /// Russia.
        Russia = "russia",
        /// Sweden.
        Sweden = "sweden",
        /// Turkey.
        Turkey = "turkey",
        /// Venice.
        Venice = "venice",
        /// Natives and the minor countries of the rest of the world.
        Natives = "natives",
    }
}

named! {
    /// An army class: how large an army of so many detachments really was.
    Class {
        /// Russia.
        Im = "IM",
        /// Turkey, khanates, cossacks.
        I = "I",
        /// Turkey after its military reform.
        IReformed = "I reformed",
        /// The countries of Islam.
        II = "II",
        /// Poland, Hungary, the Orthodox.
        IIm = "IIM",
        /// Sweden, Saxony, Savoy.
        IIIm = "IIIM",
        /// The Latin countries.
        III = "III",
        /// France, Prussia, late Austria.
        IV = "IV",
        /// England.
        IVm = "IVM",
        /// Asia, the Americas, Africa, natives.
        A = "A",
    }
}

named! {
    /// The terrain of a province.
    Terrain {
        /// Plain, the only terrain that is not rough.
        Plain = "plain",
        /// Dense forest.
        DenseForest = "dense-forest",
        /// Sparse forest.
        SparseForest = "sparse-forest",
        /// Northern forest, a kind of dense forest.
        NorthernForest = "northern-forest",
        /// Swamp.
        Swamp = "swamp",
        /// Desert.
        Desert = "desert",
        /// Mountain.
        Mountain = "mountain",
    }
}

named! {
    /// Europe, or the rest of the world.
    Theatre {
        /// Europe: losses are rounded to whole detachments.
        Europe = "europe",
        /// The rest of the world: thirds are kept as exploration detachments.
        RestOfTheWorld = "rest-of-the-world",
    }
}

named! {
    /// An army that differs from its country's others in the artillery table or in size.
    Corps {
        /// Janissaries, Turkey only.
        Janissary = "janissary",
        /// After the military reform: Russia, or Turkey from reform M-1a on, janissaries or not.
        Reformed = "reformed",
        /// Turkey after reform M-2: reformed, and without sipahi.
        SecondReform = "second-reform",
        /// The army of the USA, a minor country of class IV.
        Usa = "usa",
    }
}

impl Country {
    /// What its troops are called.
    pub fn name(self) -> String {
        let (first, rest) = self.key().split_at(1);
        first.to_uppercase() + rest
    }
}

impl Corps {
    /// Whether it is after a military reform.
    pub const fn is_reformed(self) -> bool {
        matches!(self, Corps::Reformed | Corps::SecondReform)
    }
}

/// A five-year turn, counted from 1490.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn(pub u8);

impl Turn {
    /// What is wrong with a year that is no turn's.
    pub(crate) fn outside(year: u16) -> String {
        format!("{year} is outside the game; write 1490 to 1799")
    }

    /// The turn of a year; none before 1490 or after 1799.
    pub fn of_year(year: u16) -> Option<Turn> {
        (1490..1800).contains(&year).then(|| Turn(((year - 1490) / 5 + 1) as u8))
    }
}
