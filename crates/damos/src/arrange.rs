//! Positions put together by hand: for designers, for "what if", and for tests.

use crate::campaign::Campaign;
use crate::game::{AirUnit, Game, Phase, Place};
use crate::unit::{UnitId, Units};
use grognard_board::Hex;
use grognard_umpire::{BySide, Side};

/// A unit in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Which.
    pub unit: UnitId,
    /// Where.
    pub hex: Hex,
    /// Its strength; nothing for the printed one.
    pub strength: Option<u8>,
    /// Whether it is demoralized.
    pub demoralized: bool,
    /// Whether it is spent.
    pub spent: bool,
}

impl Placed {
    /// A fresh unit in good order at its printed strength.
    pub fn new(unit: UnitId, hex: Hex) -> Placed {
        Placed { unit, hex, strength: None, demoralized: false, spent: false }
    }
}

/// A position of a campaign: everybody who is not named is out of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrangement {
    /// The turn.
    pub turn: u8,
    /// Whose turn it is.
    pub phasing: Side,
    /// Who stands where.
    pub units: Vec<Placed>,
    /// Hexes that the other side than at the start controls.
    pub taken: Vec<Hex>,
    /// Rail hexes converted besides those of the start.
    pub converted: Vec<Hex>,
    /// Replacement points.
    pub replacements: BySide<u8>,
    /// The phase to begin with.
    pub phase: Phase,
}

impl Arrangement {
    /// An empty map on a turn, in the operations phase of a side.
    pub fn new(turn: u8, phasing: Side) -> Arrangement {
        Arrangement {
            turn,
            phasing,
            units: Vec::new(),
            taken: Vec::new(),
            converted: Vec::new(),
            replacements: BySide::new(0, 0),
            phase: Phase::Operations,
        }
    }
}

impl Game {
    /// The game of a position. Hexes that units stand in are their side's.
    ///
    /// # Panics
    /// Where a strength is nought or above the printed one: such a position cannot be.
    pub fn arranged(rules: &Campaign, arrangement: &Arrangement) -> Game {
        let mut game = Game::new(rules);
        for index in 0..rules.counters.len() {
            game.place[index] = Place::SURRENDERED;
            game.strength[index] = 0;
        }
        game.spent = Units::NONE;
        game.demoralized = Units::NONE;
        game.turn = arrangement.turn;
        game.phasing = arrangement.phasing;
        game.replacements = arrangement.replacements;
        game.air = AirUnit::FRESH;
        game.phase = arrangement.phase;
        for &hex in &arrangement.taken {
            let side = game.controller(hex).other();
            match side {
                Side::First => game.control.take(hex),
                Side::Second => game.control.put(hex),
            }
        }
        for placed in &arrangement.units {
            let (unit, printed) = (placed.unit, rules.counter(placed.unit).strength);
            let strength = placed.strength.unwrap_or(printed);
            assert!((1..=printed).contains(&strength), "{} has 1 to {printed} SP", rules.counter(unit).key);
            game.place[unit.index()] = Place::hex(placed.hex);
            game.strength[unit.index()] = strength;
            if placed.demoralized {
                game.demoralized = game.demoralized.with(Units::one(unit));
            }
            if placed.spent {
                game.spent = game.spent.with(Units::one(unit));
            }
            match rules.side_of(unit) {
                Side::First => game.control.take(placed.hex),
                Side::Second => game.control.put(placed.hex),
            }
        }
        // Whoever stands or has taken something east of the marshes has got past them.
        game.past_marshes = rules
            .past_marshes
            .iter()
            .any(|hex| game.controller(hex) == Side::First && rules.start_control.has(hex));
        for &hex in &arrangement.converted {
            game.converted.put(hex);
        }
        game
    }
}
