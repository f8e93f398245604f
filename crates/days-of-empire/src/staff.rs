//! Staff: who commands whom, how good he is, how long a wound keeps him away, who takes his place. (14)
//!
//! Nothing here knows where anybody stands: who is in reach and who touches whom is measured on the table or told
//! by the players.

use crate::charts::Charts;
use crate::clerk::Clerk;
use crate::command::{Command, OwnGeneral, Quality};
use crate::title::army::{Bond, GeneralArm, Rank};
use crate::unit::{Arm, Rider, words};
use grognard_board::table::Mils;
use grognard_charts::BadData;

/// The command radius. [14.2-b]
pub const COMMAND_RADIUS: Mils = Mils::inches(16);
/// How near the player's general must be to promote somebody. [14.3-b]
pub const PROMOTION_RADIUS: Mils = Mils::inches(8);

/// Qualities by the face of a die. [14.1-a] [14.3-d] [19.4-a]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QualityDie([Quality; 6]);

impl QualityDie {
    /// A line of the table of qualities: `ordinary`, `promoted`, or a nation.
    ///
    /// # Errors
    /// A line that is missing, or a cell that is no quality.
    pub fn read(charts: &Charts, line: &str) -> Result<QualityDie, BadData> {
        let table = charts.pages.table("staff-quality")?;
        let row = table.row(line)?;
        let mut faces = [Quality::Capable; 6];
        for (at, face) in faces.iter_mut().enumerate() {
            *face = table.parse(row, at + 1, "inept, capable or exceptional", |word| {
                Quality::ALL.into_iter().find(|quality| quality.word() == word)
            })?;
        }
        Ok(QualityDie(faces))
    }

    /// The quality for a face.
    pub const fn of(&self, face: u16) -> Quality {
        self.0[face as usize - 1]
    }
}

/// Where a general of a unit's chain is, seen from that unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Presence {
    /// Touching it and attached to it. [14.4-a]
    Attached,
    /// Within the command radius; seen or not. [14.2-b] [14.2-c]
    InReach,
    /// Farther away, or off the table.
    Away,
    /// Attached to another unit. [14.2-e]
    WithOthers,
    /// Killed, wounded or captured and not replaced. [14.2-i]
    Lost,
}

/// A general of a unit's chain: its brigade's, its division's, the player's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Superior {
    /// His rank.
    pub rank: Rank,
    /// What he commands.
    pub arm: GeneralArm,
    /// How good he is.
    pub quality: Quality,
    /// Where he is.
    pub presence: Presence,
}

/// Whose help a unit has, as tests read it: its own general, the best senior one in reach, and whoever is attached.
///
/// `chain` runs upwards from the unit's own formation; the player's general is its last link. A formation without a
/// general of its own has the player's for one.
pub fn command_of(arm: Arm, bond: Bond, chain: &[Superior], clerk: Clerk<'_>) -> (Command, Option<Quality>) {
    // A cavalry general does nothing for infantry, nor the other way round; guns take any of their chain.
    let counts = |superior: &&Superior| superior.rank == Rank::Army || superior.arm.commands(arm);
    if chain.iter().any(|superior| !counts(&superior)) {
        clerk(rule!("14.2-h"));
    } else if arm.is_gun() {
        clerk(rule!("14.2-j"));
    }
    let usable: Vec<&Superior> = chain.iter().filter(counts).collect();
    let attached = usable.iter().find(|superior| superior.presence == Presence::Attached);
    if attached.is_some() {
        clerk(rule!("14.4-a"));
    }
    if usable.iter().any(|superior| superior.presence == Presence::WithOthers) {
        // He exerts nothing on the rest of his command.
        clerk(rule!("14.2-e"));
        clerk(rule!("14.4-b"));
    }
    let in_reach = |superior: &&&Superior| superior.presence == Presence::InReach;
    if usable.iter().any(|superior| in_reach(&superior)) {
        clerk(rule!("14.2-b"));
    }
    let (own, seniors) = match (bond, usable.split_first()) {
        // Nobody but the player's own general helps independent units.
        (Bond::Independent, _) => (OwnGeneral::Independent, &usable[usable.len().saturating_sub(1)..]),
        (Bond::Commanded, None) => (OwnGeneral::Away, &usable[..]),
        (Bond::Commanded, Some((own, seniors))) => {
            clerk(rule!("14.2-a"));
            let own = match own.presence {
                Presence::Attached | Presence::InReach => OwnGeneral::InReach(own.quality),
                Presence::Away => OwnGeneral::Away,
                Presence::WithOthers | Presence::Lost => OwnGeneral::Lost,
            };
            (own, seniors)
        }
    };
    let senior = seniors.iter().filter(in_reach).map(|superior| superior.quality).max();
    (Command { own, senior }, attached.map(|superior| superior.quality))
}

words! {
    /// The phases of a turn, in their order. (17)
    Phase {
        /// Who has the initiative.
        Initiative "initiative",
        /// Rally and charges.
        Morale "morale",
        /// Fire.
        Shooting "shooting",
        /// Moves.
        Movement "movement",
        /// Close assaults.
        CloseAssault "close-assault",
    }
}

/// A phase of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hour {
    /// The turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
}

/// What has become of a general.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Health {
    /// Commands.
    Well,
    /// His horse was shot: he does not move in the next Movement Phase.
    Unhorsed,
    /// Off the table until then. [14.3-a]
    Wounded(Hour),
    /// Killed.
    Killed,
    /// Taken by the enemy. [14.5-a]
    Captured,
}

impl Health {
    /// What a throw on the table of casualties makes of him in some phase. A wound is counted from the phase in which
    /// he got it: he is back at the start of that phase, so many turns later. [14.3-a]
    pub fn after(self, rider: Rider, hour: Hour, clerk: Clerk<'_>) -> Health {
        match rider {
            Rider::Nobody | Rider::With => self,
            Rider::Unhorsed => Health::Unhorsed,
            Rider::Wounded(turns) => {
                clerk(rule!("14.3-a"));
                Health::Wounded(Hour { turn: hour.turn.saturating_add(turns), ..hour })
            }
            Rider::Killed => Health::Killed,
            Rider::Captured => Health::Captured,
        }
    }

    /// Whether he can command.
    pub const fn commands(self) -> bool {
        matches!(self, Health::Well | Health::Unhorsed)
    }

    /// What he is at the start of a phase: who was wounded long enough ago is well, and takes his command back.
    /// [14.3-a] [14.3-e]
    pub fn at_start(self, hour: Hour, clerk: Clerk<'_>) -> Health {
        match self {
            Health::Wounded(back) if back <= hour => {
                clerk(rule!("14.3-e"));
                Health::Well
            }
            // The next Movement Phase is over when the Close Assault Phase begins.
            Health::Unhorsed if hour.phase == Phase::CloseAssault => Health::Well,
            other => other,
        }
    }

    /// Whether he counts as lost in the points: a captured or killed one does, a wounded one does not. [14.5-d]
    pub fn is_lost(self, clerk: Clerk<'_>) -> bool {
        if self == Health::Captured {
            clerk(rule!("14.5-d"));
        }
        matches!(self, Health::Killed | Health::Captured)
    }
}

/// What stands in the way of a promotion, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPromotion {
    /// The post is held.
    Held,
    /// It was lost this turn: a turn has to pass.
    TooSoon,
    /// The player's own general is never replaced.
    OwnGeneral,
    /// He is not there to promote anybody.
    NobodyPromotes,
    /// He is too far from the formation.
    TooFar,
}

/// A post that may have to be filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vacancy {
    /// Its rank.
    pub rank: Rank,
    /// Its general.
    pub health: Health,
    /// The turn in which he was lost.
    pub since: u8,
}

/// The player's own general, seen from a formation that has lost its commander.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promoter {
    /// Within 8 inches of one of its units.
    Near,
    /// Farther away.
    Far,
    /// Lost himself.
    Lost,
}

impl Vacancy {
    /// Whether somebody may be promoted to this post now. [14.3-b] [14.3-c] [14.3-f] [14.5-c]
    ///
    /// # Errors
    /// What stands in the way.
    pub fn check(&self, turn: u8, promoter: Promoter, clerk: Clerk<'_>) -> Result<(), NoPromotion> {
        if self.health.commands() {
            return Err(NoPromotion::Held);
        }
        if self.rank == Rank::Army {
            clerk(rule!("14.3-f"));
            return Err(NoPromotion::OwnGeneral);
        }
        // After a turn; the same for a captured general.
        clerk(rule!("14.3-c"));
        if self.health == Health::Captured {
            clerk(rule!("14.5-c"));
        }
        if turn <= self.since {
            return Err(NoPromotion::TooSoon);
        }
        clerk(rule!("14.3-b"));
        match promoter {
            Promoter::Near => Ok(()),
            Promoter::Far => Err(NoPromotion::TooFar),
            Promoter::Lost => {
                clerk(rule!("14.3-f"));
                Err(NoPromotion::NobodyPromotes)
            }
        }
    }
}
