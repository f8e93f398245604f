//! Movement as the sheets have it: who moves as what, what ground asks, what a change of formation costs.

use super::read::column_of;
use crate::length::Length;
use crate::unit::words;
use grognard_charts::{BadData, Table};

words! {
    /// A row of the movement table: troops in a formation. (T1)
    Mover {
        /// Infantry in line.
        InfantryLine "infantry line",
        /// Infantry in manoeuvre column.
        InfantryManoeuvreColumn "infantry manoeuvre column",
        /// Infantry in march column.
        InfantryMarchColumn "infantry march column",
        /// Infantry skirmishing.
        InfantrySkirmish "infantry skirmish",
        /// Infantry in square.
        InfantrySquare "infantry square",
        /// Heavy cavalry in line.
        HeavyLine "heavy cavalry line",
        /// Heavy cavalry in column.
        HeavyColumn "heavy cavalry column",
        /// Light cavalry in line.
        LightLine "light cavalry line",
        /// Light cavalry in column.
        LightColumn "light cavalry column",
        /// Light cavalry skirmishing.
        LightSkirmish "light cavalry skirmish",
        /// Dismounted cavalry skirmishing.
        DismountedSkirmish "dismounted cavalry skirmish",
        /// Dismounted cavalry in line or column.
        DismountedFormed "dismounted cavalry formed",
        /// Cavalry on foot with its horses on the rein.
        LeadingHorses "cavalry leading horses",
        /// A foot gun behind its team.
        FootLimbered "foot battery limbered",
        /// A horse gun behind its team.
        HorseLimbered "horse battery limbered",
        /// A siege gun behind its team.
        SiegeLimbered "siege battery limbered",
        /// A field gun pushed by its crew.
        FieldDeployed "field gun deployed",
        /// A siege gun in action.
        SiegeDeployed "siege gun deployed",
        /// Gunners away from their gun.
        Crew "gun crew",
        /// A general.
        Staff "staff",
        /// Engineers and pioneers.
        Engineers "engineers",
        /// A wagon or pontoon train.
        Wagon "wagon",
    }
}

words! {
    /// A column of the terrain table: how troops tread.
    Tread {
        /// Foot in close order.
        FormedFoot "formed foot",
        /// Skirmishers.
        Skirmishers "skirmishers",
        /// Horse.
        Cavalry "cavalry",
        /// Guns behind their teams, and wagons.
        LimberedGuns "limbered guns",
        /// Generals.
        Staff "staff",
    }
}

impl Mover {
    /// How these troops tread. [17.4.7-j]
    pub const fn tread(self) -> Tread {
        match self {
            Mover::InfantryLine
            | Mover::InfantryManoeuvreColumn
            | Mover::InfantryMarchColumn
            | Mover::InfantrySquare
            | Mover::DismountedFormed
            | Mover::Engineers => Tread::FormedFoot,
            Mover::InfantrySkirmish | Mover::DismountedSkirmish | Mover::Crew => Tread::Skirmishers,
            Mover::HeavyLine
            | Mover::HeavyColumn
            | Mover::LightLine
            | Mover::LightColumn
            | Mover::LightSkirmish
            | Mover::LeadingHorses => Tread::Cavalry,
            Mover::FootLimbered
            | Mover::HorseLimbered
            | Mover::SiegeLimbered
            | Mover::FieldDeployed
            | Mover::SiegeDeployed
            | Mover::Wagon => Tread::LimberedGuns,
            Mover::Staff => Tread::Staff,
        }
    }

    /// Whether these troops count as a column: on roads, bridges and fords. [15.4-j]
    pub const fn is_column(self) -> bool {
        matches!(
            self,
            Mover::InfantryManoeuvreColumn
                | Mover::InfantryMarchColumn
                | Mover::HeavyColumn
                | Mover::LightColumn
                | Mover::LeadingHorses
                | Mover::FootLimbered
                | Mover::HorseLimbered
                | Mover::SiegeLimbered
                | Mover::Crew
                | Mover::Staff
                | Mover::Engineers
                | Mover::Wagon
        )
    }
}

words! {
    /// A row of the terrain table. (T2)
    Going {
        /// Up a gentle slope.
        GentleUp "gentle slope up",
        /// Up a steep slope.
        SteepUp "steep slope up",
        /// Down a steep slope.
        SteepDown "steep slope down",
        /// Difficult ground of a hill.
        Difficult "difficult ground",
        /// A light wood.
        LightWood "light wood",
        /// A heavy wood.
        HeavyWood "heavy wood",
        /// A light urban area.
        LightUrban "light urban area",
        /// A heavy urban area.
        HeavyUrban "heavy urban area",
        /// A swamp.
        Swamp "swamp",
        /// A stream, or a ford.
        StreamOrFord "stream or ford",
        /// A river, off its fords and bridges.
        River "river off a ford",
        /// A bridge or pontoon.
        Bridge "bridge or pontoon",
        /// A light obstacle.
        LightObstacle "light obstacle",
        /// A heavy obstacle.
        HeavyObstacle "heavy obstacle",
    }
}

/// What ground asks of troops.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Asks {
    /// Part of the move.
    Part(Length),
    /// They may not enter.
    Closed,
}

words! {
    /// Whether ground disorders, and for how long. (15.7-j)
    Lasting {
        /// It does not.
        Not "no",
        /// While troops are in it.
        Inside "yes",
        /// Until they have rallied outside.
        UntilRallied "until rallied",
    }
}

words! {
    /// A row of the table of formation changes. (T3)
    Evolution {
        /// Between march and manoeuvre column.
        MarchAndManoeuvre "march and manoeuvre column",
        /// Between column and line.
        ColumnAndLine "column and line",
        /// To or from skirmish order.
        SkirmishOrder "skirmish order",
        /// To or from square.
        Square "square",
        /// About.
        About "about turn",
        /// To one side.
        Quarter "quarter turn",
        /// Into or out of the saddle.
        MountOrDismount "mount or dismount",
        /// On to or off the limber.
        Limber "limber or unlimber",
    }
}

words! {
    /// A column of the table of formation changes.
    MovesAs {
        /// Foot.
        Infantry "infantry",
        /// Horse.
        Cavalry "cavalry",
        /// Foot artillery.
        FootGuns "foot guns",
        /// Horse artillery.
        HorseGuns "horse guns",
        /// Siege artillery.
        SiegeGuns "siege guns",
    }
}

/// What a change of formation costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeCost {
    /// These troops do not make it.
    Never,
    /// Part of the move.
    Part(Length),
    /// The whole move: the unit stays where it is.
    WholeMove,
    /// Two whole phases one after the other.
    TwoPhases,
}

words! {
    /// How a team of horses draws. (T9)
    Draught {
        /// Not at all.
        None "none",
        /// At half the pace.
        Half "half",
        /// At the whole of it.
        Whole "whole",
    }
}

fn words_of<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> Vec<&'static str> {
    all.iter().map(|one| word(*one)).collect()
}

/// Reads the terrain table.
pub(super) fn goings(table: &Table) -> Result<Vec<([Asks; 5], Lasting)>, BadData> {
    column_of(table, &words_of(Going::ALL, Going::word), |row| {
        let mut asks = [Asks::Closed; 5];
        for tread in Tread::ALL {
            let column = table.column(tread.word())?;
            asks[*tread as usize] = table.parse(
                row,
                column,
                "a length in inches, or X where it is closed",
                |text| match text {
                    "X" => Some(Asks::Closed),
                    _ => Length::read(text).map(Asks::Part),
                },
            )?;
        }
        let disorders = table.column("disorders")?;
        Ok((asks, table.parse(row, disorders, "no, yes or until rallied", Lasting::from_word)?))
    })
}

/// Reads the table of formation changes.
pub(super) fn changes(table: &Table) -> Result<Vec<[ChangeCost; 5]>, BadData> {
    let wanted = "a length in inches, `-`, whole move, whole phase or two phases";
    column_of(table, &words_of(Evolution::ALL, Evolution::word), |row| {
        let mut costs = [ChangeCost::Never; 5];
        for of in MovesAs::ALL {
            let column = table.column(of.word())?;
            costs[*of as usize] = table.parse(row, column, wanted, |text| match text {
                "-" => Some(ChangeCost::Never),
                "whole move" | "whole phase" => Some(ChangeCost::WholeMove),
                "two phases" => Some(ChangeCost::TwoPhases),
                _ => Length::read(text).map(ChangeCost::Part),
            })?;
        }
        Ok(costs)
    })
}
