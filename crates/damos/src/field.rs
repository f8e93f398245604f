//! What the counters on the map come to: who stands where, zones of control and influence, stacking.

use crate::campaign::Campaign;
use crate::game::Game;
use crate::options::InfluenceStrength;
use crate::unit::Units;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{BySide, Clerk, NoClerk, Side};

/// Where each side stands and what it controls by its presence; worked out from a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The hexes each side stands in.
    pub at: BySide<HexSet>,
    /// The zone of control of each side.
    pub zoc: BySide<HexSet>,
}

impl Field {
    /// The field of a game. With `fought`, a side and the hex it fights in, the enemies of that side in
    /// that hex do not count: those who fight each other do not cut each other's supply, nor kill each
    /// other in retreat.
    pub fn of(game: &Game, rules: &Campaign, fought: Option<(Side, Hex)>, clerk: &mut impl Clerk) -> Field {
        let mut at = BySide::new(HexSet::EMPTY, HexSet::EMPTY);
        let mut steady = at;
        for side in Side::ALL {
            for unit in rules.units_of[side].iter() {
                if let Some(hex) = game.hex_of(unit) {
                    at[side].put(hex);
                    if !game.demoralized.has(unit) {
                        steady[side].put(hex);
                    }
                }
            }
        }
        if let Some((own, hex)) = fought {
            at[own.other()].take(hex);
            steady[own.other()].take(hex);
        }
        let zoc = BySide::from_fn(|side| {
            if side == Side::Second && game.is_surprise(rules) {
                // On the turn of surprise the Russians have none, in the combined game too.
                clerk.note(agc!("4.6.1-b"));
                clerk.note_if(agc!("4.0-a"), || rules.options.combined);
                return HexSet::EMPTY;
            }
            // A demoralized unit exerts no zone of control.
            clerk.note_if(rule!("2.5-f"), || at[side] != steady[side]);
            let mut zone = HexSet::EMPTY;
            for hex in steady[side].iter() {
                zone = zone.or(rules.board.around(hex));
            }
            // The six hexes around a force, whatever the terrain, but not a major city the enemy is in.
            clerk.note_if(rule!("2.5-a"), || !zone.is_empty());
            clerk.note_if(rule!("2.5-b"), || !zone.and(&rules.rough).is_empty());
            let refuge = rules.major_cities.and(&at[side.other()]);
            clerk.note_if(rule!("2.5-c"), || !zone.and(&refuge).is_empty());
            zone.less(&refuge)
        });
        Field { at, zoc }
    }

    /// The hexes a side may trace supply through: no enemy unit, and no enemy zone of control unless a
    /// friendly force stands there.
    pub fn open(&self, game: &Game, rules: &Campaign, side: Side, clerk: &mut impl Clerk) -> HexSet {
        let enemy = side.other();
        clerk.note_if(rule!("2.10-b"), || !self.at[enemy].or(&self.zoc[enemy]).is_empty());
        clerk.note_if(rule!("2.5-d"), || !self.zoc[enemy].is_empty());
        clerk.note_if(rule!("2.10-c"), || !self.zoc[enemy].and(&self.at[side]).is_empty());
        game.area(rules).less(&self.at[enemy]).less(&self.zoc[enemy].less(&self.at[side]))
    }
}

impl Game {
    /// All units in a hex.
    #[inline]
    pub fn units_at(&self, hex: Hex) -> Units {
        // Two halves of 64 places each: words that fit a register.
        let (low, high) = self.place.split_at(64);
        let word = |half: &[crate::game::Place]| {
            let mut bits = 0u64;
            for (index, place) in half.iter().enumerate() {
                bits |= u64::from(place.0 == hex.0) << index;
            }
            bits
        };
        Units::of_bits(u128::from(word(low)) | u128::from(word(high)) << 64)
    }

    /// The units of a side in each hex, for those who look at many hexes.
    pub fn stacks(&self, rules: &Campaign, side: Side) -> Vec<Units> {
        let mut stacks = vec![Units::NONE; rules.board.len()];
        for unit in rules.units_of[side].iter() {
            if let Some(hex) = self.hex_of(unit) {
                stacks[hex.index()] = stacks[hex.index()].with(Units::one(unit));
            }
        }
        stacks
    }

    /// The units of a side in a hex: its force there. [2.1-c]
    #[inline]
    pub fn force_at(&self, rules: &Campaign, side: Side, hex: Hex) -> Units {
        self.units_at(hex).both(rules.units_of[side])
    }

    /// The strength of some units.
    #[inline]
    pub fn strength_of(&self, units: Units) -> u8 {
        units.iter().map(|unit| self.strength[unit.index()]).fold(0, u8::saturating_add)
    }

    /// Whether a force is ZOI-capable: one steady unit that projects is enough. [2.1-i]
    #[inline]
    pub fn is_capable(&self, rules: &Campaign, units: Units) -> bool {
        !units.both(rules.influencing.with(self.cossacks)).without(self.demoralized).is_empty()
    }

    /// The range of the zone of influence of a side's force in a hex; 0 where it has none. [2.6-a]
    pub fn influence(&self, rules: &Campaign, side: Side, hex: Hex, clerk: &mut impl Clerk) -> u8 {
        let counted = self.counted_for_influence(rules, side, hex, clerk);
        if counted.is_empty() { 0 } else { rules.charts.influence(self.strength_of(counted)) }
    }

    /// The farthest that the same zone may reach for all that the enemy knows, who sees the units but not how
    /// much of their printed strength is left.
    pub(crate) fn influence_at_most(&self, rules: &Campaign, side: Side, hex: Hex) -> u8 {
        let counted = self.counted_for_influence(rules, side, hex, &mut NoClerk);
        let printed = counted.iter().map(|unit| rules.counter(unit).strength).fold(0, u8::saturating_add);
        // Without units to count there is no zone at all.
        let might_be = counted.len().max(1)..=printed;
        might_be.map(|strength| rules.charts.influence(strength)).max().unwrap_or(0)
    }

    /// The units of a force whose strength tells how far its zone of influence reaches; none without a zone.
    fn counted_for_influence(&self, rules: &Campaign, side: Side, hex: Hex, clerk: &mut impl Clerk) -> Units {
        if side == Side::Second && self.is_surprise(rules) {
            clerk.note(agc!("4.6.1-b"));
            return Units::NONE;
        }
        let all = self.force_at(rules, side, hex);
        let force = all.without(self.demoralized);
        // The demoralized project none, nor do types that the title does not name.
        clerk.note_if(rule!("2.6-c"), || force != all);
        if !self.is_capable(rules, force) {
            clerk.note_if(rule!("2.6-b"), || !force.is_empty());
            return Units::NONE;
        }
        self.note_capability(rules, side, force, clerk);
        // The whole force's strength counts, terrain does not.
        clerk.note(rule!("2.6-a"));
        clerk.note_if(rule!("2.6-e"), || force != force.both(rules.influencing));
        match rules.options.influence_strength {
            InfluenceStrength::WholeForce => force,
            InfluenceStrength::ProjectingUnits => force.both(rules.influencing.with(self.cossacks)),
            InfluenceStrength::FreshUnits => force.without(self.spent),
        }
    }

    /// Takes down why a force is ZOI-capable: by type, as Cossacks, or for the sake of one unit.
    fn note_capability(&self, rules: &Campaign, side: Side, force: Units, clerk: &mut impl Clerk) {
        if !clerk.listens() {
            return;
        }
        let by_type = force.both(rules.influencing);
        clerk.note(match (by_type.is_empty(), side) {
            (true, _) => agc!("4.8-a"),
            (false, Side::First) => agc!("3.1-a"),
            (false, Side::Second) => agc!("3.2-a"),
        });
        if side == Side::Second {
            clerk.note(agc!("4.6.1-c"));
        }
        if by_type != force {
            // One unit that projects makes the whole force capable, and able to react.
            clerk.note(rule!("2.1-i"));
            clerk.note(agc!("3.0-a"));
        }
    }

    /// Where a stacked hex mixes the demoralized with others, all become demoralized. [2.8-b]
    pub(crate) fn contaminate(&mut self, rules: &Campaign, side: Side, clerk: &mut impl Clerk) {
        let own = rules.units_of[side];
        let shaken = self.demoralized.both(own);
        for unit in shaken.iter() {
            if let Some(hex) = self.hex_of(unit) {
                let catching = self.units_at(hex).both(own).without(self.demoralized);
                if !catching.is_empty() {
                    clerk.note(rule!("2.8-b"));
                    // With its last steady unit the force loses its zone of influence.
                    clerk.note_if(rule!("2.6-d"), || self.is_capable(rules, catching));
                    self.demoralized = self.demoralized.with(catching);
                }
            }
        }
    }
}
