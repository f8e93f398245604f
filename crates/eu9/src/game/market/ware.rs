//! What is on sale: counters and what they hold and cost.

use crate::charts::NavalPrice;
use crate::fleet::Fleet;
use crate::stack::Stack;
use crate::title::GameRules;

/// Counters on sale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::game) enum Ware {
    Detachment,
    Army,
    Warship,
    Galley,
    Galleass,
    Transport,
    FleetOfWarships,
    FleetOfGalleys,
}

impl Ware {
    pub(super) const ALL: [Ware; 8] = [
        Ware::Detachment,
        Ware::Army,
        Ware::Warship,
        Ware::Galley,
        Ware::Galleass,
        Ware::Transport,
        Ware::FleetOfWarships,
        Ware::FleetOfGalleys,
    ];

    pub(super) const fn key(self) -> &'static str {
        match self {
            Ware::Detachment => "LD",
            Ware::Army => "A-",
            Ware::Warship => "NWD",
            Ware::Galley => "NGD",
            Ware::Galleass => "VGD",
            Ware::Transport => "NTD",
            Ware::FleetOfWarships => "F-",
            Ware::FleetOfGalleys => "galley-F-",
        }
    }

    pub(super) const fn words(self) -> &'static str {
        match self {
            Ware::Detachment => "an LD",
            Ware::Army => "an A-",
            Ware::Warship => "a warship",
            Ware::Galley => "a galley",
            Ware::Galleass => "a galleass",
            Ware::Transport => "a transport",
            Ware::FleetOfWarships => "a full F-",
            Ware::FleetOfGalleys => "a full F- of galleys",
        }
    }

    /// The counters on land; nothing for ships.
    pub(super) fn stack(self) -> Stack {
        match self {
            Ware::Detachment => Stack { ld: 1, ..Stack::default() },
            Ware::Army => Stack { a_minus: 1, ..Stack::default() },
            _ => Stack::default(),
        }
    }

    pub(super) fn is_land(self) -> bool {
        matches!(self, Ware::Detachment | Ware::Army)
    }

    /// The ships; a bought F- is full.
    pub(super) fn fleet(self, rules: &GameRules, line: &str) -> Fleet {
        let one = Fleet::default();
        let full = || rules.charts.logistics.full_fleet(line, rules.period, false);
        match self {
            Ware::Detachment | Ware::Army => one,
            Ware::Warship => Fleet { warships: 1, ..one },
            Ware::Galley => Fleet { galleys: 1, ..one },
            Ware::Galleass => Fleet { galleasses: 1, ..one },
            Ware::Transport => Fleet { transports: 1, ..one },
            Ware::FleetOfWarships => Fleet { f_minus: 1, ..full() },
            Ware::FleetOfGalleys => {
                let full = full();
                Fleet { f_minus: 1, warships: 0, galleys: 2 * full.warships, ..full }
            }
        }
    }

    /// The price of ships; none where they are not to be had.
    pub(super) fn price(self, list: &NavalPrice, galleass: u16) -> Option<u16> {
        match self {
            Ware::Detachment | Ware::Army => None,
            Ware::Warship => list.buy[0],
            Ware::FleetOfWarships => list.buy[1],
            Ware::Galley => list.buy[2],
            // A galleass costs as much as so many galleys.
            Ware::Galleass => list.buy[2].map(|price| galleass * price),
            Ware::FleetOfGalleys => list.buy[3],
            Ware::Transport => list.buy[4],
        }
    }
}
