//! Who can feed a stack: a line over land, a fleet off its coast, nobody.

use super::super::targets;
use crate::title::{GameRules, Nation};
use grognard_umpire::{Offer, Target};

/// Who feeds a stack.
#[derive(Clone, Copy)]
pub(super) enum Feeder<'a> {
    Land(Comes),
    Nobody,
    Fleet { index: u8, nation: &'a Nation, sea: u8, comes: Comes, rules: &'a GameRules },
}

/// What a way to be fed comes to.
#[derive(Clone, Copy)]
pub(super) enum Comes {
    /// To this grade of supply: full, weak for so many reasons, or none.
    Grade(usize),
    /// To a line of so many MP.
    Line(u8),
}

impl Comes {
    fn words(self) -> String {
        match self {
            Comes::Grade(0) => "full supply".to_owned(),
            Comes::Grade(usize::MAX) => "out of supply".to_owned(),
            Comes::Grade(1) => "weak supply".to_owned(),
            Comes::Grade(reasons) => format!("weak supply for {reasons} reasons"),
            Comes::Line(points) => format!("a line of {points} MP"),
        }
    }
}

impl Feeder<'_> {
    pub(super) fn is_fleet(&self, fleet: usize) -> bool {
        matches!(self, Feeder::Fleet { index, .. } if usize::from(*index) == fleet)
    }
}

impl Offer for Feeder<'_> {
    fn key(&self) -> String {
        match self {
            Feeder::Land(_) => "land".to_owned(),
            Feeder::Nobody => "nobody".to_owned(),
            Feeder::Fleet { nation, sea, rules, .. } => {
                format!("{} {}", nation.id, rules.seas[usize::from(*sea)].id)
            }
        }
    }
    fn words(&self) -> String {
        match self {
            Feeder::Land(comes) => format!("by the line it has: {}", comes.words()),
            Feeder::Nobody => "by nobody".to_owned(),
            Feeder::Fleet { nation, sea, comes, rules, .. } => {
                let (nation, sea) = (&nation.name, rules.waters(*sea));
                format!("by the fleet of {nation} in the {sea}: {}", comes.words())
            }
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Feeder::Land(_) | Feeder::Nobody => Vec::new(),
            Feeder::Fleet { nation, sea, rules, .. } => {
                let sea = &rules.seas[usize::from(*sea)].id;
                vec![targets::fleet(&nation.id, sea), targets::sea(sea)]
            }
        }
    }
}
