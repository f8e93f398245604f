//! What besieger and besieged may choose.

use crate::asks::Asks;
use grognard_umpire::{Asked, Asking, Offer, Side, Umpire};

/// What a besieger does in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    Undermine,
    /// Who cannot undermine may stay, and starves.
    Stay,
    Storm,
    Lift,
}

impl Offer for Effort {
    fn key(&self) -> String {
        match self {
            Effort::Undermine => "undermine",
            Effort::Stay => "stay",
            Effort::Storm => "storm",
            Effort::Lift => "lift",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Effort::Undermine => "dig on",
            Effort::Stay => "stay before the walls and starve",
            Effort::Storm => "storm the place",
            Effort::Lift => "lift the siege",
        }
        .to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    Wait,
    Storm,
}

impl Open {
    /// Does the besieger storm the breach at once?
    pub(crate) fn ask(ump: &mut impl Umpire) -> Asked<Open> {
        let asking = Asking::of(Side::First, rule!("SIEGE-a"), Asks::StormTheBreach);
        Ok(*ump.choose(asking, &[Open::Wait, Open::Storm])?)
    }
}

impl Offer for Open {
    fn key(&self) -> String {
        match self {
            Open::Wait => "wait",
            Open::Storm => "storm",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Open::Wait => "wait for another round",
            Open::Storm => "storm the breach at once",
        }
        .to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Terms {
    Breach,
    Honours,
}

impl Terms {
    /// A breach, or war honours, as the besieger likes.
    pub(crate) fn ask(ump: &mut impl Umpire) -> Asked<Terms> {
        let asking = Asking::of(Side::First, rule!("SIEGE-i"), Asks::BreachOrWarHonours);
        Ok(*ump.choose(asking, &[Terms::Breach, Terms::Honours])?)
    }
}

impl Offer for Terms {
    fn key(&self) -> String {
        match self {
            Terms::Breach => "breach",
            Terms::Honours => "honours",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Terms::Breach => "take the breach and perhaps storm it",
            Terms::Honours => "let the garrison go with war honours and take the place",
        }
        .to_owned()
    }
}
