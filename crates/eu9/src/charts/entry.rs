//! Single figures: tables with one figure to a row, taken out once, when one is first asked for, so that the dice never look
//! one up by name. A row that no code reads is a dead variant, and the compiler says so.

use grognard_charts::{BadData, Pages};
use std::sync::OnceLock;

macro_rules! entries {
    ($($table:literal { $($entry:ident = $row:literal in $low:literal..=$high:literal,)+ })+) => {
        /// A row of a table of figures.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Entry { $($($entry,)+)+ }

        /// Table, row, and what its figure may be.
        const ENTRIES: &[(&str, &str, i16, i16)] = &[$($(($table, $row, $low, $high),)+)+];

        /// The rows of each table.
        const TABLES: &[(&str, &[&str])] = &[$(($table, &[$($row),+]),)+];
    };
}

entries! {
    "round-figures" {
        ExtendedUntil = "extended campaign at most" in 0..=10,
        PoorWeather = "poor weather event" in -9..=9,
        LatePeriods = "periods VI and VII" in -9..=9,
    }
    "supply-figures" {
        WeakFrom = "weak from" in 1..=200,
        Longest = "longest" in 1..=200,
        ThroughFleet = "through a fleet" in 0..=50,
        FleetZone = "a zone of the fleet's own supply" in 0..=20,
        ThroughFleetIntoDesert = "times, through a fleet into desert or wasteland" in 1..=5,
        ForeignDesert = "times, a foreign desert on the way" in 1..=5,
        ForeignCold = "times, a foreign cold province by the older rule" in 1..=5,
        SmallFedByF = "small stack fed by F" in 0..=9,
        SmallFedByNd = "small stack fed by ND" in 0..=99,
        LargeFedByFullF = "large stack fed by full F+" in 0..=9,
        LargeFedByNd = "large stack fed by ND" in 0..=99,
    }
    "small-stacks" {
        SmallLd = "LD at most" in 0..=8,
        SmallPashas = "pashas at most" in 0..=2,
        SmallF = "F counters at most" in 0..=3,
    }
    "exploration-figures" {
        ExplorationLines = "lines below the attrition column" in 0..=20,
    }
    "fort-fire" {
        StraitFortLevel = "level of a strait fort in Europe" in 0..=9,
        StraitFortDivisor = "divisor of its level in the rest of the world" in 1..=9,
        FireWorksPlus = "per siegeworks+" in -9..=9,
        FireF = "an F counter is there" in -9..=9,
    }
    "sea-figures" {
        BlockadeDivisor = "levels of a blockaded fortress to one point" in 1..=9,
        ZonesStep = "zones to one point" in 1..=20,
        SeveralFleetsStep = "zones to one point of several F in 2020" in 1..=20,
    }
    "leader-figures" {
        PolishAdmiral = "MAN of an admiral drawn for Poland" in -6..=6,
        PrussianAdmiral = "FIRE of an admiral drawn for Prussia" in -6..=6,
        VizierSiege = "SIEGE of a vizier drawn by an odd die" in 0..=6,
        DangerousLd = "fewest LD that endanger a leader in Europe" in 0..=8,
        WoundDivisor = "divisor of the die for the rounds of a wound" in 1..=10,
        LeaderMost = "highest difference where one is limited" in 0..=6,
    }
    "leader-casualties" {
        CasualtyNotWon = "not the winner" in -9..=9,
        CasualtyDestroyed = "stack destroyed" in -9..=9,
        CasualtyDaring = "FIRE or SHOCK 6" in -9..=9,
        CasualtyHit = "hit at most" in 0..=10,
    }
    "artillery-figures" {
        HalfArmy = "divisor for an A-" in 1..=9,
        SecondArmy = "most that a second A adds" in 0..=9,
    }
    "naval-limits" {
        CapOfD = "cap of a fleet of d alone" in 0..=9,
        LeastRout = "least loss of a rout" in 0..=9,
        WindBoxes = "wind for boxes of technology ahead" in -9..=9,
        RefitDivisor = "divisor of the price for a refit" in 1..=9,
    }
    "interception-figures" {
        BoxesAhead = "boxes of technology that are ahead" in 1..=70,
    }
    "siege-figures" {
        GarrisonPerLevel = "LD in a fortress for each level" in 1..=8,
        GarrisonOfFort = "LD in a fort" in 1..=8,
        ResistanceCap = "resistances that the besieged deal at most" in 0..=9,
    }
    "purchase-figures" {
        Tranches = "tranches of the land limit" in 1..=3,
        FirstTranche = "price factor of the first" in 0..=9,
        SecondTranche = "price factor of the second" in 0..=9,
        ThirdTranche = "price factor of the third" in 0..=9,
        UpkeepPlus = "upkeep size of F+" in 1..=9,
        UpkeepMinus = "upkeep size of F-" in 1..=9,
        GalleassPrice = "galleass in galleys" in 0..=9,
        GalleassesMost = "galleasses of Venice" in 0..=9,
        DetachmentD = "d to a detachment of upkeep" in 1..=9,
        WoodMost = "wood resources that count" in 0..=20,
        WoodUpkeep = "ND of free upkeep for each" in 0..=9,
        WoodLimit = "ND of purchase limit for each" in 0..=9,
    }
    "battle-days" {
        Days = "days" in 1..=2,
        DaysOfTheRemark = "days of the guide's remark" in 1..=3,
    }
    "first-fight" {
        FirstFightBefore = "first fight with Turkey before the year" in 1490..=1800,
    }
}

/// The figures of all those tables, each read when it is first asked for.
pub(crate) struct Figures {
    pages: Pages,
    asked: [OnceLock<i16>; ENTRIES.len()],
}

impl Figures {
    pub(super) fn of(pages: &Pages) -> Figures {
        Figures { pages: pages.clone(), asked: [const { OnceLock::new() }; ENTRIES.len()] }
    }

    /// Reads them all.
    pub(super) fn checked(&self) -> Result<(), BadData> {
        for (table, rows) in TABLES {
            self.pages.table(table)?.expect_rows(rows)?;
        }
        (0..ENTRIES.len()).try_for_each(|entry| self.read(entry).map(|_| ()))
    }

    fn read(&self, entry: usize) -> Result<i16, BadData> {
        let (table, row, low, high) = ENTRIES[entry];
        let table = self.pages.table(table)?;
        let wanted = format!("a whole number from {low} to {high}");
        table.parse(table.row(row)?, 1, &wanted, |text| {
            text.parse().ok().filter(|figure| (low..=high).contains(figure))
        })
    }

    #[inline]
    pub(super) fn get(&self, entry: Entry) -> i16 {
        let figure = || self.read(entry as usize).unwrap_or_else(|bad| panic!("{bad}"));
        *self.asked[entry as usize].get_or_init(figure)
    }
}
