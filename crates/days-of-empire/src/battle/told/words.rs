//! Answers that people pick from a list, in the words of a real table.

use crate::battle::ground::AsItPassed;
use crate::fire::Gait;
use crate::unit::{Arm, Direction, Formation, Support};
use crate::volley::Level;
use grognard_umpire::{Offer, Side};

/// Support, in the words of a real table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Behind(pub(super) Support);

impl Offer for Behind {
    fn key(&self) -> String {
        self.0.word().to_owned()
    }
    fn words(&self) -> String {
        match self.0 {
            Support::Unsupported => "nobody within 8 inches".to_owned(),
            Support::Within8 => "within 8 inches".to_owned(),
            Support::Within4 => "within 4 inches".to_owned(),
        }
    }
}

/// Who stands higher.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Higher(pub(super) Option<Side>);

impl Offer for Higher {
    fn key(&self) -> String {
        self.0.map_or("nobody".to_owned(), |side| side.key().to_owned())
    }
}

/// How a target was drawn up when it passed.
pub(super) struct Passed(pub(super) AsItPassed);

impl Offer for Passed {
    fn key(&self) -> String {
        let charging = if self.0.gait == Gait::Fast { "-charging" } else { "" };
        format!("{}{charging}", self.0.formation.word())
    }
    fn words(&self) -> String {
        let charging = if self.0.gait == Gait::Fast { ", on a charge of more than 8 inches" } else { "" };
        format!("in {}{charging}", self.0.formation.word().replace('-', " "))
    }
}

/// What is struck.
pub(super) struct Struck(pub(super) Direction);

impl Offer for Struck {
    fn key(&self) -> String {
        self.0.word().to_owned()
    }
}

/// So many.
pub(super) struct Count(pub(super) u8);

impl Offer for Count {
    fn key(&self) -> String {
        self.0.to_string()
    }
}

/// How high gun and target stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Levels(pub(super) Level, pub(super) Level);

impl Offer for Levels {
    fn key(&self) -> String {
        format!("{} {}", self.0.word(), self.1.word())
    }
    fn words(&self) -> String {
        format!("the gun on {}, the target on {}", self.0.word(), self.1.word())
    }
}

/// How troops of an arm may have been drawn up when they passed.
pub(super) fn ways_to_pass(arm: Arm) -> Vec<Passed> {
    // Whoever was a column then may be something else by now.
    let on_limbers = |formation: &Formation| matches!(formation, Formation::Deployed | Formation::Limbered);
    let fits =
        |formation: &&Formation| **formation == Formation::Skirmish || on_limbers(formation) == arm.is_gun();
    let mut all: Vec<Passed> = Formation::ALL
        .iter()
        .filter(fits)
        .map(|one| Passed(AsItPassed { formation: *one, gait: Gait::Ordinary }))
        .collect();
    if arm.is_horse() {
        let line = AsItPassed { formation: Formation::Line, gait: Gait::Fast };
        let column = AsItPassed { formation: Formation::CavalryColumn, gait: Gait::Fast };
        all.extend([Passed(line), Passed(column)]);
    }
    all
}
