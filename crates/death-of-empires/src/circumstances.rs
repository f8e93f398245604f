//! Circumstances: on what occasion a force receives loss results, and what is special about it.

use crate::charts::Limits;
use crate::force::Force;
use crate::readings::{AfterDriven, ChargeReach, HardshipLimits, PostedDriven, Readings, StandFastReach};
use grognard_umpire::{BySide, Clause, Side};

/// Where a rule that has no umpire at hand leaves the clause it carries out.
pub type Cite<'a> = &'a mut dyn FnMut(Clause);

/// What gave the loss results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Occasion {
    /// The barrage table, on a defending force.
    Barrage,
    /// A morale check failed because of a barrage.
    CheckAfterBarrage,
    /// The combat table, on a stack of either side.
    Combat,
    /// A morale check failed because of combat.
    CheckAfterCombat,
    /// A morale check failed because of a forced march.
    ForcedMarch,
    /// A morale check failed by tired cavalry.
    CavalryFatigue,
}

impl Occasion {
    /// Every occasion.
    pub const ALL: [Occasion; 6] = [
        Occasion::Barrage,
        Occasion::CheckAfterBarrage,
        Occasion::Combat,
        Occasion::CheckAfterCombat,
        Occasion::ForcedMarch,
        Occasion::CavalryFatigue,
    ];

    /// Whether it is a morale check.
    #[inline]
    pub const fn is_check(self) -> bool {
        !matches!(self, Occasion::Barrage | Occasion::Combat)
    }

    /// Whether it is a barrage or the check after one.
    #[inline]
    pub const fn is_barrage(self) -> bool {
        matches!(self, Occasion::Barrage | Occasion::CheckAfterBarrage)
    }

    /// Whether no enemy has a part in it.
    #[inline]
    pub const fn is_hardship(self) -> bool {
        matches!(self, Occasion::ForcedMarch | Occasion::CavalryFatigue)
    }

    /// The occasion's word in files.
    pub const fn key(self) -> &'static str {
        match self {
            Occasion::Barrage => "barrage",
            Occasion::CheckAfterBarrage => "check-after-barrage",
            Occasion::Combat => "combat",
            Occasion::CheckAfterCombat => "check-after-combat",
            Occasion::ForcedMarch => "forced-march",
            Occasion::CavalryFatigue => "cavalry-fatigue",
        }
    }

    /// The occasion for people.
    pub const fn words(self) -> &'static str {
        match self {
            Occasion::Barrage => "the barrage",
            Occasion::CheckAfterBarrage => "the morale check after the barrage",
            Occasion::Combat => "the combat",
            Occasion::CheckAfterCombat => "the morale check after the combat",
            Occasion::ForcedMarch => "the forced march",
            Occasion::CavalryFatigue => "cavalry fatigue",
        }
    }
}

/// Everything about one allocation that does not change while it is made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Circumstances {
    /// What gave the loss results.
    pub occasion: Occasion,
    /// Whether a cavalry charge bears on this force.
    pub charge: bool,
    /// Whether the force stands fast.
    pub stand_fast: bool,
    /// Whether the table's `r` has driven it back.
    pub driven: bool,
    /// Whether it is an overrunning attacker who may not retreat.
    pub overrun: bool,
    /// Whether its engineers modified the combat.
    pub engineers: bool,
    /// Whether it is posted at a fort.
    pub posted: bool,
    /// The strength of the barrage.
    pub barrage_strength: u16,
    /// Whether its SP losses are also prisoners.
    pub prisoners: bool,
}

impl Circumstances {
    /// An occasion with nothing special about it.
    pub const fn of(occasion: Occasion) -> Self {
        Circumstances {
            occasion,
            charge: false,
            stand_fast: false,
            driven: false,
            overrun: false,
            engineers: false,
            posted: false,
            barrage_strength: 0,
            prisoners: false,
        }
    }
}

/// One allocation's givens: the force, its circumstances, and the rules in force.
#[derive(Clone, Copy, Debug)]
pub struct Case<'a> {
    /// Who receives the loss results.
    pub force: &'a Force,
    /// Under what circumstances.
    pub circumstances: Circumstances,
    /// The readings in force.
    pub readings: &'a Readings,
    /// The play aid's figures.
    pub limits: &'a Limits,
    /// What the sides are called.
    pub names: &'a BySide<String>,
}

impl Case<'_> {
    /// What gave the loss results.
    #[inline]
    pub fn occasion(&self) -> Occasion {
        self.circumstances.occasion
    }

    /// Whether a side is the force's owner.
    #[inline]
    pub fn is_owner(&self, side: Side) -> bool {
        self.force.owner == side
    }

    /// Whether a charge bears on this allocation; the reading O6 says if on the check after the combat.
    #[inline]
    pub fn charge_bears(&self) -> bool {
        self.circumstances.charge
            && match self.occasion() {
                Occasion::Combat => true,
                Occasion::CheckAfterCombat => self.readings.charge_reach == ChargeReach::MoraleCheckToo,
                _ => false,
            }
    }

    /// Whether standing fast bars retreat here; the readings O9 and O13 limit it.
    #[inline]
    pub fn stand_fast_bears(&self, cite: Cite<'_>) -> bool {
        if !self.circumstances.stand_fast {
            return false;
        }
        match self.occasion() {
            Occasion::Barrage | Occasion::CheckAfterBarrage => {
                self.readings.stand_fast_reach == StandFastReach::BarrageToo
            }
            Occasion::CheckAfterCombat if self.circumstances.driven => {
                cite(rule!("F2-d"));
                self.readings.after_driven == AfterDriven::StandingFast
            }
            _ => true,
        }
    }

    /// Whether being posted keeps the attacker from choosing retreat; the reading X4 limits it. A posted
    /// force that checks after combat has retreated, or it would not check.
    #[inline]
    pub fn posting_bears(&self) -> bool {
        let gone = self.occasion() == Occasion::CheckAfterCombat;
        self.circumstances.posted && !(gone && self.readings.posted_driven == PostedDriven::Exposed)
    }

    /// Whether the limit of one each holds; the reading O10 says if outside combat.
    #[inline]
    pub fn limits_bear(&self, cite: Cite<'_>) -> bool {
        if !self.occasion().is_hardship() {
            return true;
        }
        cite(rule!("G1"));
        self.readings.hardship_limits == HardshipLimits::On
    }
}
