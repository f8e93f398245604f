//! Readings of unclear rules and differences between editions, each a named switch.

mod places_and_seas;

pub use places_and_seas::{NavalProfile, NavalProfileText, SiegeProfile, SiegeProfileText};

use serde::Deserialize;

/// Declares a switch: its readings, the words of each, the first being the default.
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

switch! {
    /// Whose veteran galleys have more morale.
    VeteranGalleys {
        /// Everybody's: the table of 2020.
        All = "2020",
        /// The Turks', for whom that table means it.
        Turkish = "turkish",
        /// Nobody's: the edition of 2013.
        None = "2013",
    }
}

switch! {
    /// What an F counter pays that starts five zones or more from its port: the guide marks +9 as still to be
    /// included.
    FarOff {
        /// +9.
        Nine = "nine",
        /// +6, like any start two zones off.
        Six = "six",
    }
}

switch! {
    /// How many days a battle can last: the guide says three once and describes two.
    Days {
        /// Two days, as the rest of the guide and both editions have it.
        Two = "two",
        /// Three days, the third like the second.
        Three = "three",
    }
}

switch! {
    /// What a retreat attempt must roll.
    RetreatRoll {
        /// MAN plus morale or less: both published editions.
        AtMost = "at-most",
        /// Less than MAN plus morale: the guide's words.
        Under = "under",
    }
}

switch! {
    /// Who has -1 to Fire for want of artillery.
    NoArtillery {
        /// A stack without an A counter: both editions.
        NoArmy = "no-army",
        /// A stack whose artillery is 0: the guide.
        ZeroArtillery = "zero-artillery",
    }
}

switch! {
    /// How the artillery of several A counters adds up.
    ArtilleryCount {
        /// The best, +2 if another has 2 or more, else +1 if another has 1: both editions.
        BestPlus = "best-plus",
        /// The plain sum, as the guide's example counts.
        Sum = "sum",
    }
}

switch! {
    /// Who can have +1 to Shock for 3 LD more.
    ThreeMore {
        /// Any stack: the guide and the edition of 2020.
        Any = "any",
        /// Only a stack with an A counter: the edition of 2013.
        NeedsArmy = "needs-army",
    }
}

switch! {
    /// Whom rivers and passes hinder.
    River {
        /// The phasing side that came over one: the edition of 2020.
        Phasing = "phasing",
        /// The same, unless it is itself the interceptor: the edition of 2013.
        UnlessIntercepting = "unless-intercepting",
    }
}

switch! {
    /// Whom mountains hinder.
    Mountain {
        /// The phasing side, unless it was intercepted: the edition of 2020.
        UnlessIntercepted = "unless-intercepted",
        /// The phasing side, unless it is itself the interceptor: the edition of 2013.
        UnlessIntercepting = "unless-intercepting",
    }
}

switch! {
    /// The largest leader difference that counts; both editions leave it undecided.
    LeaderDifference {
        /// No limit.
        Unlimited = "unlimited",
        /// Three.
        AtMostThree = "at-most-three",
    }
}

switch! {
    /// When corrected losses destroy a stack.
    Destroyed {
        /// When they reach its size: the published program and the guide's example.
        AtSize = "at-size",
        /// When they exceed its size: the prose of 2020.
        AboveSize = "above-size",
    }
}

switch! {
    /// How losses are counted when the fighting is over and a side may be destroyed.
    DestroyedAtTheEnd {
        /// As they are finally counted: rounded in Europe, 7 LD by their die.
        Settled = "settled",
        /// As in the check after day 1: without rounding, 7 LD a third.
        AsOnDayOne = "as-on-day-one",
    }
}

switch! {
    /// The small-stack cut of 7 LD in the check after day 1.
    SevenOnDayOne {
        /// A third, without rolling.
        Subtract = "subtract",
        /// By the die, as for the final losses.
        Roll = "roll",
    }
}

switch! {
    /// Whether the loser must have had an A counter for the battle to be major.
    MajorNeedsArmy {
        /// Only outside Europe, and a European one: the edition of 2020.
        RestOfTheWorld = "rest-of-the-world",
        /// Never: the guide.
        Never = "never",
        /// Always: the edition of 2013.
        Always = "always",
    }
}

switch! {
    /// How often battles are major.
    MajorGap {
        /// 3 LD more, 4 if the winner's size was +2.
        Three = "three",
        /// 4 LD always, the older frequency.
        Four = "four",
    }
}

switch! {
    /// Leaving a naval battle after the first day.
    SeaRetreat {
        /// By the roll of a land battle: the edition of 2020.
        Roll = "roll",
        /// Always successful: the edition of 2013.
        Automatic = "automatic",
    }
}

switch! {
    /// Where the two published editions differ in a figure.
    Edition {
        /// The edition of 2020, corrected.
        Of2020 = "2020",
        /// The edition of 2013.
        Of2013 = "2013",
    }
}

switch! {
    /// What a besieger who cannot undermine does: too weak for the fortress, or without a line of supply.
    TooWeak {
        /// He suffers siege attrition: the edition of 2020.
        Attrition = "attrition",
        /// He must leave: the edition of 2013.
        Leaves = "leaves",
    }
}

switch! {
    /// What an assault must reach to carry the walls.
    Resistance {
        /// The figures of the table, 3 from level 3 on: both editions.
        Table = "table",
        /// The level of the fortress, a fort and a breach by the table: the guide.
        Level = "level",
    }
}

switch! {
    /// Which besiegers are small in an assault.
    SmallBesieger {
        /// From 6 LD down: both editions.
        SixOrFewer = "six-or-fewer",
        /// All of fewer than 8 LD: the guide.
        UnderEight = "under-eight",
    }
}

switch! {
    /// Which armies are large in an assault.
    LargeArmies {
        /// Those of Poland and Russia, and janissaries: the text of both editions.
        Named = "named",
        /// Class I as well, which the table names and the guide's Turkey is.
        ClassOne = "class-one",
    }
}

switch! {
    /// How the besieged fire in an assault.
    BesiegedFire {
        /// At full effect: the edition of 2020.
        Full = "full",
        /// As troops of their technology do: the edition of 2013 says nothing else.
        ByTechnology = "by-technology",
    }
}

switch! {
    /// Who endangers a leader who storms a place in Europe.
    StormDanger {
        /// Only 3 LD or more inside: the rule to the letter.
        Troops = "troops",
        /// The walls are danger enough.
        Walls = "walls",
    }
}

switch! {
    /// Whether the garrison of a siege file rolls in the supply segments between its siege segments.
    GarrisonHunger {
        /// The file is about the siege segments; what the besieged suffer in between has a file of its own.
        Aside = "aside",
        /// It rolls at the beginning of every round it is besieged in.
        Rolls = "rolls",
    }
}

switch! {
    /// Which ND of a fleet correct the losses it deals.
    LossSize {
        /// Those of its first line, which alone count and roll.
        FirstLine = "first-line",
        /// All of its stack: the guide's word.
        Stack = "stack",
    }
}

switch! {
    /// Where Swedish horse has its bonus.
    SwedishHorse {
        /// In northern forests: the table.
        Table = "table",
        /// On plains as well: the text of 2020.
        Text = "text",
    }
}

switch! {
    /// What Portugal keeps for nothing in period I.
    PortugalsUpkeep {
        /// An F- and three detachments of either kind: both editions.
        Published = "published",
        /// 4 ND and 2 LD, which the editions have as what it may buy: the guide.
        Guide = "guide",
    }
}

switch! {
    /// What troops cost at peace: players may ignore the dearer column.
    PeaceUpkeep {
        /// By the column for peace.
        Dearer = "dearer",
        /// As veterans at war.
        AsAtWar = "as-at-war",
    }
}

switch! {
    /// Which fleets feed which stacks.
    NavalSupply {
        /// An F counter or 2 ND a small stack, a full F+ or 3 ND any, and one stack only: the guide.
        Guide = "guide",
        /// By the published table, and any number of stacks.
        Published = "published",
    }
}

switch! {
    /// How what the sea takes is read off and shared out.
    ShipLosses {
        /// For the whole fleet by its size, as the guide says too, and its owner says which ships: the edition
        /// of 2020.
        Together = "together",
        /// For each kind of ship by itself, without a choice: quicker, and no source's.
        ByKind = "by-kind",
    }
}

switch! {
    /// Which ships the losses of a naval battle fall on, beyond that those of the first line go first.
    LineLosses {
        /// Those their owner says, where there is a choice: the edition of 2020.
        Owner = "owner",
        /// Galleys before galleasses, and the kinds behind the line in a set order: the edition of 2013 says
        /// nothing of a choice.
        InOrder = "in-order",
    }
}

switch! {
    /// The technology of a stack of several nations.
    MixedTechnology {
        /// What most of its LD have: the draft of 2003.
        Majority = "majority",
        /// That of the LD in the middle: a note in the edition of 2020.
        Median = "median",
    }
}

switch! {
    /// What decides the technology and the morale of a stack of several nations if as many LD are one as the
    /// other.
    MixedTies {
        /// The worse: the edition of 2020.
        Worst = "worst",
        /// What more of its A counters are, and only then the worse: the draft of 2003.
        Armies = "armies",
    }
}

switch! {
    /// When a stack of several nations fights in tercios, or storms as a large army; nobody says.
    MixedTraits {
        /// If more than half of its LD do, as with veterans.
        MoreThanHalf = "more-than-half",
        /// If an A counter does, as with cavalry.
        AnArmy = "an-army",
    }
}

/// The switches of stacks of several nations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mixed {
    /// Their technology.
    pub technology: MixedTechnology,
    /// Ties in technology and morale.
    pub ties: MixedTies,
    /// Tercios and large armies.
    pub traits: MixedTraits,
}

impl Mixed {
    /// The defaults.
    pub const PUBLISHED: Mixed = Mixed {
        technology: MixedTechnology::Majority,
        ties: MixedTies::Worst,
        traits: MixedTraits::MoreThanHalf,
    };
}

switch! {
    /// Whose figures are used throughout.
    ProfileName {
        /// The published editions, the later one where they differ.
        Published = "published",
        /// The guide's own text and example where they say otherwise.
        Guide = "guide",
    }
}

/// All switches of the land battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Profile {
    /// Whose figures the others started from.
    pub name: ProfileName,
    /// Days of battle.
    pub days: Days,
    /// The retreat roll.
    pub retreat_roll: RetreatRoll,
    /// Who lacks artillery.
    pub no_artillery: NoArtillery,
    /// Counting artillery.
    pub artillery: ArtilleryCount,
    /// Three LD more.
    pub three_more: ThreeMore,
    /// Rivers and passes.
    pub river: River,
    /// Mountains.
    pub mountain: Mountain,
    /// Leader difference.
    pub leader_difference: LeaderDifference,
    /// Destruction.
    pub destroyed: Destroyed,
    /// Destruction when the fighting is over.
    pub destroyed_at_the_end: DestroyedAtTheEnd,
    /// 7 LD after day 1.
    pub seven_on_day_one: SevenOnDayOne,
    /// Major battles and A counters.
    pub major_needs_army: MajorNeedsArmy,
    /// The gap of a major battle.
    pub major_gap: MajorGap,
    /// Swedish horse.
    pub swedish_horse: SwedishHorse,
    /// Stacks of several nations.
    pub mixed: Mixed,
}

impl Profile {
    /// The published editions.
    pub const PUBLISHED: Profile = Profile {
        name: ProfileName::Published,
        days: Days::Two,
        retreat_roll: RetreatRoll::AtMost,
        no_artillery: NoArtillery::NoArmy,
        artillery: ArtilleryCount::BestPlus,
        three_more: ThreeMore::Any,
        river: River::Phasing,
        mountain: Mountain::UnlessIntercepted,
        leader_difference: LeaderDifference::Unlimited,
        destroyed: Destroyed::AtSize,
        destroyed_at_the_end: DestroyedAtTheEnd::Settled,
        seven_on_day_one: SevenOnDayOne::Subtract,
        major_needs_army: MajorNeedsArmy::RestOfTheWorld,
        major_gap: MajorGap::Three,
        swedish_horse: SwedishHorse::Table,
        mixed: Mixed::PUBLISHED,
    };

    /// The guide, where its text or example differs.
    pub const GUIDE: Profile = Profile {
        name: ProfileName::Guide,
        retreat_roll: RetreatRoll::Under,
        no_artillery: NoArtillery::ZeroArtillery,
        artillery: ArtilleryCount::Sum,
        major_needs_army: MajorNeedsArmy::Never,
        ..Profile::PUBLISHED
    };
}

/// The `[rules]` part of a battle file: a profile, and single switches that differ from it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ProfileText {
    profile: Option<ProfileName>,
    days: Option<Days>,
    retreat_roll: Option<RetreatRoll>,
    no_artillery: Option<NoArtillery>,
    artillery: Option<ArtilleryCount>,
    three_more: Option<ThreeMore>,
    river: Option<River>,
    mountain: Option<Mountain>,
    leader_difference: Option<LeaderDifference>,
    destroyed: Option<Destroyed>,
    destroyed_at_the_end: Option<DestroyedAtTheEnd>,
    seven_on_day_one: Option<SevenOnDayOne>,
    major_needs_army: Option<MajorNeedsArmy>,
    major_gap: Option<MajorGap>,
    swedish_horse: Option<SwedishHorse>,
    mixed_technology: Option<MixedTechnology>,
    mixed_ties: Option<MixedTies>,
    mixed_traits: Option<MixedTraits>,
}

impl ProfileText {
    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> ProfileText {
        ProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> Profile {
        let base = match self.profile.unwrap_or(ProfileName::Published) {
            ProfileName::Published => Profile::PUBLISHED,
            ProfileName::Guide => Profile::GUIDE,
        };
        Profile {
            name: base.name,
            days: self.days.unwrap_or(base.days),
            retreat_roll: self.retreat_roll.unwrap_or(base.retreat_roll),
            no_artillery: self.no_artillery.unwrap_or(base.no_artillery),
            artillery: self.artillery.unwrap_or(base.artillery),
            three_more: self.three_more.unwrap_or(base.three_more),
            river: self.river.unwrap_or(base.river),
            mountain: self.mountain.unwrap_or(base.mountain),
            leader_difference: self.leader_difference.unwrap_or(base.leader_difference),
            destroyed: self.destroyed.unwrap_or(base.destroyed),
            destroyed_at_the_end: self.destroyed_at_the_end.unwrap_or(base.destroyed_at_the_end),
            seven_on_day_one: self.seven_on_day_one.unwrap_or(base.seven_on_day_one),
            major_needs_army: self.major_needs_army.unwrap_or(base.major_needs_army),
            major_gap: self.major_gap.unwrap_or(base.major_gap),
            swedish_horse: self.swedish_horse.unwrap_or(base.swedish_horse),
            mixed: Mixed {
                technology: self.mixed_technology.unwrap_or(base.mixed.technology),
                ties: self.mixed_ties.unwrap_or(base.mixed.ties),
                traits: self.mixed_traits.unwrap_or(base.mixed.traits),
            },
        }
    }
}
