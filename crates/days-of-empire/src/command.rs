//! Generals: their quality, and whose help a unit has when it tests. (14)

use crate::clerk::Clerk;
use crate::readings::{LostCommander, Readings};

/// The quality of a general, worst first. [14.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quality {
    /// Does harm.
    Inept,
    /// Does his work.
    Capable,
    /// One in six.
    Exceptional,
}

impl Quality {
    /// All, worst first.
    pub const ALL: [Quality; 3] = [Quality::Inept, Quality::Capable, Quality::Exceptional];

    /// Its word in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Quality::Inept => "inept",
            Quality::Capable => "capable",
            Quality::Exceptional => "exceptional",
        }
    }
}

/// Where the general of a unit's own formation is. [14.2]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OwnGeneral {
    /// Within the command radius.
    InReach(Quality),
    /// Too far away.
    Away,
    /// Killed, wounded or captured, or attached to another unit.
    Lost,
    /// The unit has none: it is independent.
    Independent,
}

/// Who may help a unit. An attached general is given with the unit itself, for dice may take him away.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Command {
    /// Its own general.
    pub own: OwnGeneral,
    /// A senior general of the same chain, or the army's, within the radius and not attached elsewhere.
    pub senior: Option<Quality>,
}

/// What command comes to for a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Commanded {
    /// The best general that may be used.
    pub best: Option<Quality>,
    /// Whether the unit is out of command.
    pub standing: Standing,
}

/// Whether a unit is in command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// In command, or independent.
    In,
    /// Out of command.
    Out,
}

impl Command {
    /// The best general usable for a test, and whether the unit is out of command. [14.2-d] [14.2-k] [14.2-l]
    pub fn reckon(&self, attached: Option<Quality>, readings: &Readings, clerk: Clerk<'_>) -> Commanded {
        if self.senior.is_some() {
            clerk(rule!("14.2-d"));
        }
        let own = match self.own {
            OwnGeneral::InReach(quality) => Some(quality),
            OwnGeneral::Away | OwnGeneral::Lost | OwnGeneral::Independent => None,
        };
        let best = own.max(self.senior).max(attached);
        let replaced = readings.lost_commander == LostCommander::SeniorLifts;
        let standing = match (self.own, best, attached) {
            (OwnGeneral::Independent, ..) => {
                clerk(rule!("14.2-l"));
                Standing::In
            }
            (OwnGeneral::Lost, Some(_), None) => {
                clerk(rule!("14.2-k"));
                if replaced { Standing::In } else { Standing::Out }
            }
            (OwnGeneral::Lost, None, _) => {
                clerk(rule!("14.2-i"));
                Standing::Out
            }
            (_, Some(_), _) => Standing::In,
            (_, None, _) => Standing::Out,
        };
        Commanded { best, standing }
    }
}
