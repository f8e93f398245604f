//! Lines of supply: the rails that carry it, and who can reach them. [2.10, AGC-4.3]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::Game;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{Clerk, Side};

impl Game {
    /// The rail hexes a side can use: friendly-controlled and of its gauge.
    pub(crate) fn usable_rails(&self, rules: &Campaign, side: Side, clerk: &mut impl Clerk) -> HexSet {
        let rails = rules.rail.and(&self.controlled(rules, side));
        // Whoever controls a hex has its rails, if the gauge is his.
        clerk.note_if(rule!("2.9-d"), || rails != rules.rail.and(&self.area(rules)));
        match side {
            // Rails beyond the start line serve the German only once converted.
            Side::First => {
                let usable = rails.and(&self.converted.or(&rules.either_gauge));
                clerk.note_if(agc!("4.3.1-d"), || usable != rails);
                usable
            }
            // Converted rails are of no use to the Russian, retaken or not.
            Side::Second => {
                clerk.note(agc!("4.3.2-b"));
                rails.less(&self.converted)
            }
        }
    }

    /// The rail hexes from which a side's supply flows: connected along usable rails with a source.
    pub fn network(&self, rules: &Campaign, side: Side, field: &Field, clerk: &mut impl Clerk) -> HexSet {
        let usable = self.usable_rails(rules, side, clerk).and(&field.open(self, rules, side, clerk));
        let sources = match side {
            Side::First => {
                // The exclusive rules replace the general source, a friendly city.
                clerk.note(agc!("4.3.1-b"));
                clerk.note(rule!("2.1-b"));
                clerk.note(agc!("1.0-a"));
                rules.west.and(&usable)
            }
            Side::Second => {
                // Cities beyond the operational area, or on the other side of the border, are no source.
                clerk.note(agc!("4.3.2-c"));
                clerk.note_if(rule!("2.10-d"), || !rules.cities.and(&usable).is_empty());
                clerk.note_if(agc!("1.3-f"), || {
                    !rules.cities_beyond.or(&rules.cities.less(&self.area(rules))).is_empty()
                });
                rules.cities.or(&rules.east).and(&usable)
            }
        };
        let (mut connected, mut frontier) = (sources, sources);
        while let Some(hex) = frontier.pop() {
            let new = rules.board.linked(hex).and(&usable).less(&connected);
            connected = connected.or(&new);
            frontier = frontier.or(&new);
        }
        connected
    }

    /// The hexes from which a side's units can trace a line of supply. [2.10-a]
    pub fn supplied(&self, rules: &Campaign, side: Side, field: &Field, clerk: &mut impl Clerk) -> HexSet {
        let (ordinary, winter, second) = rules.special.line_of_supply;
        let limit = match side {
            Side::First if self.turn >= rules.special.winter_first_turn => {
                clerk.note(agc!("4.3.1-c"));
                winter
            }
            Side::First => {
                clerk.note(agc!("4.3.1-a"));
                ordinary
            }
            Side::Second => {
                clerk.note(agc!("4.3.2-a"));
                second
            }
        };
        clerk.note(rule!("2.10-a"));
        let network = self.network(rules, side, field, clerk);
        rules.board.flood(&network, &field.open(self, rules, side, clerk), Some(limit))
    }

    /// Whether a side's units in a hex can trace a line of supply now.
    pub fn has_supply(&self, rules: &Campaign, side: Side, hex: Hex, clerk: &mut impl Clerk) -> bool {
        let field = Field::of(self, rules, None, clerk);
        self.supplied(rules, side, &field, clerk).has(hex)
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
    pub fn railheads(&self, rules: &Campaign, field: &Field, clerk: &mut impl Clerk) -> HexSet {
        let network = self.network(rules, Side::First, field, clerk);
        let area = self.area(rules);
        let goes_on = |hex: Hex| rules.board.along_rails(hex).any(|to| area.has(to) && !network.has(to));
        // A line that is converted to its last hex ends there too; the edge it comes from is no end.
        let ends = |hex: Hex| rules.board.along_rails(hex).count() == 1 && !rules.west.has(hex);
        network.iter().filter(|&hex| goes_on(hex) || ends(hex)).collect()
    }
}
