//! What orders and options of the Italian Wars touch, as data: provinces, seas, cities, fleets and leaders by the
//! ids that orders use.

use super::{Anchorage, Game, Squadron};
use crate::title::GameRules;
use grognard_umpire::{Target, TargetKind};

/// A province.
pub(super) fn province(id: &str) -> Target {
    Target::new(TargetKind::Province, id)
}

/// The city of a province.
pub(super) fn city(id: &str) -> Target {
    Target::new(TargetKind::City, id)
}

/// A sea zone.
pub(super) fn sea(id: &str) -> Target {
    Target::new(TargetKind::Sea, id)
}

/// A leader.
pub(super) fn leader(id: &str) -> Target {
    Target::new(TargetKind::Leader, id)
}

/// The fleet of a nation that lies in a port or at sea.
pub(super) fn fleet(nation: &str, place: &str) -> Target {
    Target::new(TargetKind::Fleet, format_args!("{nation}@{place}"))
}

impl GameRules {
    /// A province as a target.
    pub(super) fn land(&self, at: u8) -> Target {
        province(&self.provinces[usize::from(at)].id)
    }

    /// The provinces of a country as targets.
    pub(super) fn lands_of(&self, country: u8) -> Vec<Target> {
        let own = self.provinces.iter().filter(|land| land.national == Some(country));
        own.map(|land| province(&land.id)).collect()
    }
}

impl Game {
    /// A fleet as a target.
    pub(super) fn fleet_target(&self, rules: &GameRules, squadron: &Squadron) -> Target {
        let place = match squadron.at {
            Anchorage::Port(port) => &rules.provinces[usize::from(port)].id,
            Anchorage::Sea(zone) => &rules.seas[usize::from(zone)].id,
        };
        fleet(&rules.nations[usize::from(squadron.country)].id, place)
    }
}
