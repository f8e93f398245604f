//! Lines of supply: the rails that carry it, and who can reach them. [2.10, AGC-4.3]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::Game;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::Side;

impl Game {
    /// The rail hexes a side can use: friendly-controlled and of its gauge.
    pub(crate) fn usable_rails(&self, rules: &Campaign, side: Side) -> HexSet {
        let rails = rules.rail.and(&self.controlled(rules, side));
        match side {
            // Rails beyond the start line serve the German only once converted.
            Side::First => {
                let _ = agc!("4.3.1-d");
                rails.and(&self.converted.or(&rules.either_gauge))
            }
            // Converted rails are of no use to the Russian, retaken or not.
            Side::Second => {
                let _ = agc!("4.3.2-b");
                rails.less(&self.converted)
            }
        }
    }

    /// The rail hexes from which a side's supply flows: connected along usable rails with a source.
    pub fn network(&self, rules: &Campaign, side: Side, field: &Field) -> HexSet {
        // The exclusive rules replace the general source, a friendly city.
        let _ = [rule!("2.1-b"), rule!("2.10-d"), agc!("1.0-a")];
        let usable = self.usable_rails(rules, side).and(&field.open(rules, side));
        let sources = match side {
            Side::First => {
                let _ = agc!("4.3.1-b");
                rules.west.and(&usable)
            }
            Side::Second => {
                let _ = agc!("4.3.2-c");
                rules.cities.or(&rules.east).and(&usable)
            }
        };
        let mut connected = sources;
        let mut pending: Vec<Hex> = sources.iter().collect();
        while let Some(hex) = pending.pop() {
            for to in rules.board.along_rails(hex) {
                if usable.has(to) && !connected.has(to) {
                    connected.put(to);
                    pending.push(to);
                }
            }
        }
        connected
    }

    /// The hexes from which a side's units can trace a line of supply. [2.10-a]
    pub fn supplied(&self, rules: &Campaign, side: Side, field: &Field) -> HexSet {
        let (ordinary, winter, second) = rules.special.line_of_supply;
        let limit = match side {
            Side::First if self.turn >= rules.special.winter_first_turn => {
                let _ = agc!("4.3.1-c");
                winter
            }
            Side::First => {
                let _ = agc!("4.3.1-a");
                ordinary
            }
            Side::Second => {
                let _ = agc!("4.3.2-a");
                second
            }
        };
        let _ = rule!("2.10-a");
        let network = self.network(rules, side, field);
        rules.board.flood(&network, &field.open(rules, side), Some(limit))
    }

    /// Whether a side's units in a hex can trace a line of supply now.
    pub fn has_supply(&self, rules: &Campaign, side: Side, hex: Hex) -> bool {
        let field = Field::of(self, rules, None);
        self.supplied(rules, side, &field).has(hex)
    }

    /// The sources for lines without limit: the west edge, or friendly cities and the east edge.
    pub(crate) fn sources(&self, rules: &Campaign, side: Side) -> HexSet {
        let sources = match side {
            Side::First => rules.west,
            Side::Second => rules.cities.or(&rules.east),
        };
        sources.and(&self.controlled(rules, side))
    }

    /// The railheads: where the first player's rails end. [AGC-4.4-a]
    pub fn railheads(&self, rules: &Campaign, field: &Field) -> HexSet {
        let network = self.network(rules, Side::First, field);
        network
            .iter()
            .filter(|&hex| rules.board.along_rails(hex).any(|to| rules.area.has(to) && !network.has(to)))
            .collect()
    }
}
