//! The single switches: each a question that guide, editions and groups answer differently.

use super::ProfileName;

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
        /// As in the check after day 1: without rounding, which comes once and last, and 7 LD a third.
        AsOnDayOne = "as-on-day-one",
        /// As they are finally counted: rounded in Europe, 7 LD by their die. No source's.
        Settled = "settled",
    }
}

switch! {
    /// Whether a stack can inflict more losses than it has LD itself.
    LossCap {
        /// It can: the guide subtracts and compares sizes, and knows no third correction.
        None = "none",
        /// It cannot: both editions.
        OwnNumber = "own-number",
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
    /// Whether the troops inside keep losses off the walls in an assault.
    GarrisonShield {
        /// They do not: the guide measures losses by the fortress alone.
        Aside = "aside",
        /// Losses fall on them first: both editions.
        First = "first",
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
    /// What becomes of a detachment lost at sea.
    LossCycle {
        /// A third is sunk, a third damaged and a third refitted, whoever has won: the guide.
        Thirds = "thirds",
        /// The winner's in that way, of the others' nothing is refitted: both editions.
        ByOutcome = "by-outcome",
    }
}

switch! {
    /// Whether a fleet can be beaten by being sunk to its last ship.
    DestroyedAtSea {
        /// It can, as on land: the guide has naval battles go like those on land.
        AsOnLand = "as-on-land",
        /// Only morale and leaving decide: both editions.
        Never = "never",
    }
}

switch! {
    /// What a low-cost campaign changes.
    LowCost {
        /// 3 LD are a further cause of attrition beside that of a large stack: the guide.
        Further = "further-cause",
        /// 3 LD are a large stack, and no F counter acts: both editions.
        Massed = "massed",
    }
}

switch! {
    /// By which list besieged troops roll in the supply segment.
    BesiegedSupply {
        /// By that of all troops in weak supply, MAN and pillage included: the guide.
        AsOthers = "as-others",
        /// By that of sieges: both editions.
        SiegeList = "siege-list",
    }
}

switch! {
    /// What weak supply a lone LD outside Europe is spared.
    LoneDetachment {
        /// That of a long line: the guide.
        Length = "length",
        /// That of a fleet far from port as well: both editions.
        LengthAndFleet = "length-and-fleet",
    }
}

switch! {
    /// Which rolls outside Europe the number under a snowflake is added to.
    Snowflake {
        /// Those of the winter: the guide.
        Winter = "winter",
        /// Every roll there: both editions.
        EveryRoll = "every-roll",
    }
}

switch! {
    /// What several reasons for weak supply come to: the guide names the main modifiers only and sends the reader to
    /// the list below the table.
    WeakReasons {
        /// Each beyond the first adds +2: that list, in both editions.
        Each = "each",
        /// One roll, and nothing more: the guide's own short list.
        Once = "once",
    }
}

switch! {
    /// What counts against the naval purchase limit.
    PurchaseLimit {
        /// ND and galleys: the guide keeps transports apart from ND, and prices a full F- that all may buy.
        WithoutTransports = "without-transports",
        /// Transports as well: both editions.
        AllShips = "all-ships",
    }
}

impl PurchaseLimit {
    /// That of a profile.
    pub const fn of(name: ProfileName) -> PurchaseLimit {
        match name {
            ProfileName::Guide => PurchaseLimit::WithoutTransports,
            ProfileName::Of2020 | ProfileName::Of2013 => PurchaseLimit::AllShips,
        }
    }
}

switch! {
    /// Which ports of its side count in attrition, of a fleet at sea and of troops that it lands, and where a fleet
    /// feeds an army.
    AttritionPorts {
        /// Any port that the side controls: the guide.
        Any = "any",
        /// Those that can hold the fleet, an arsenal for two F counters: both editions.
        ThatHold = "that-hold",
    }
}

switch! {
    /// Whether a fleet can inflict more than twice as many losses as it has ND.
    NavalLossCap {
        /// It can: the guide has losses at sea corrected like those on land, where it knows no cap.
        None = "none",
        /// It cannot: both editions.
        TwiceItsOwn = "twice-its-own",
    }
}

switch! {
    /// Which ND are compared for the bonuses of the side that has more.
    MoreNd {
        /// Those of the first lines: the list of modifiers that the guide sends the reader to.
        FirstLine = "first-line",
        /// All of the stacks, without transports, as for the losses.
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
        /// As at war, veterans and conscripts each by their own column.
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

switch! {
    /// Which map is played on: only the new one has arsenals.
    MapEdition {
        /// The new one.
        New = "new",
        /// The old one: what is an arsenal on the new map is a port like others, and any port holds any fleet.
        Old = "old",
    }
}
