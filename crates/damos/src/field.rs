//! What the counters on the map come to: who stands where, zones of control and influence, stacking.

use crate::campaign::Campaign;
use crate::game::Game;
use crate::unit::{Arm, Nation, Size, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{BySide, Side};

/// Where each side stands and what it controls by its presence; worked out from a [`Game`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Field {
    /// The hexes each side stands in.
    pub at: BySide<HexSet>,
    /// The zone of control of each side.
    pub zoc: BySide<HexSet>,
}

impl Field {
    /// The field of a game. The units in `ignoring`, a hex that is being fought over, do not count:
    /// those who fight each other do not cut each other's supply, nor kill each other in retreat.
    pub fn of(game: &Game, rules: &Campaign, ignoring: Option<Hex>) -> Field {
        let mut at = BySide::new(HexSet::EMPTY, HexSet::EMPTY);
        let mut steady = at;
        for side in Side::ALL {
            for unit in rules.units_of[side].iter() {
                if let Some(hex) = game.hex_of(unit) {
                    at[side].put(hex);
                    // A demoralized unit exerts no zone of control.
                    let _ = rule!("2.5-f");
                    if !game.demoralized.has(unit) {
                        steady[side].put(hex);
                    }
                }
            }
            if let Some(hex) = ignoring {
                at[side].take(hex);
                steady[side].take(hex);
            }
        }
        let zoc = BySide::from_fn(|side| {
            // On the turn of surprise the Russians have none.
            let _ = agc!("4.6.1-b");
            if side == Side::Second && game.is_surprise(rules) {
                return HexSet::EMPTY;
            }
            // The six hexes around a force, whatever the terrain, but not a major city the enemy is in.
            let _ = [rule!("2.5-a"), rule!("2.5-b"), rule!("2.5-c")];
            let mut zone = HexSet::EMPTY;
            for hex in steady[side].iter() {
                zone = zone.or(rules.board.around(hex));
            }
            zone.less(&rules.major_cities.and(&at[side.other()]))
        });
        Field { at, zoc }
    }

    /// The hexes a side may trace supply through: no enemy unit, and no enemy zone of control unless a
    /// friendly force stands there. [2.10-b, 2.10-c]
    pub fn open(&self, rules: &Campaign, side: Side) -> HexSet {
        let _ = [rule!("2.10-b"), rule!("2.10-c"), rule!("2.5-d")];
        let enemy = side.other();
        rules.area.less(&self.at[enemy]).less(&self.zoc[enemy].less(&self.at[side]))
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
        Units(u128::from(word(low)) | u128::from(word(high)) << 64)
    }

    /// The units of a side in each hex, for those who look at many hexes.
    pub(crate) fn stacks(&self, rules: &Campaign, side: Side) -> Vec<Units> {
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
        let _ = rule!("2.1-c");
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
        let _ =
            [rule!("2.1-i"), rule!("2.6-b"), rule!("2.6-c"), rule!("2.6-d"), agc!("3.0-a"), agc!("4.8-a")];
        !units.both(rules.influencing.with(self.cossacks)).without(self.demoralized).is_empty()
    }

    /// The range of the zone of influence of a side's force in a hex; 0 where it has none. [2.6-a]
    pub fn influence(&self, rules: &Campaign, side: Side, hex: Hex) -> u8 {
        let _ = [agc!("4.6.1-b"), agc!("4.6.1-c"), rule!("2.6-e")];
        if side == Side::Second && self.is_surprise(rules) {
            return 0;
        }
        let force = self.force_at(rules, side, hex).without(self.demoralized);
        match self.is_capable(rules, force) {
            // The whole force's strength counts, terrain does not.
            true => rules.charts.influence(self.strength_of(force)),
            false => 0,
        }
    }

    /// Where a stacked hex mixes the demoralized with others, all become demoralized. [2.8-b]
    pub(crate) fn contaminate(&mut self, rules: &Campaign, side: Side) {
        let own = rules.units_of[side];
        let shaken = self.demoralized.both(own);
        for unit in shaken.iter() {
            if let Some(hex) = self.hex_of(unit) {
                let _ = [rule!("2.8-b"), rule!("2.6-d")];
                self.demoralized = self.demoralized.with(self.units_at(hex).both(own));
            }
        }
    }
}

/// Whether some units of one side may stay in one hex together. [AGC-4.1]
pub fn may_stack(rules: &Campaign, units: Units) -> bool {
    // Only units count; what markers stand for is kept elsewhere and never stacks.
    let _ = rule!("2.1-k");
    let (mut germans, mut others, mut divisions, mut regiments) = (0, 0, 0, 0);
    for unit in units.iter() {
        let counter = rules.counter(unit);
        match (counter.nation, counter.arm, counter.size) {
            (Nation::German, _, _) => germans += 1,
            // One regiment of internal troops stacks free.
            (Nation::Russian, Arm::Nkvd, Size::Regiment) => regiments += 1,
            (_, _, Size::Division | Size::Brigade) => {
                // A brigade counts as a division here.
                let _ = agc!("4.1-d");
                others += 1;
                divisions += 1;
            }
            _ => others += 1,
        }
    }
    let _ = agc!("4.1-e");
    others += if regiments > 1 { regiments - 1 } else { 0 };
    // Two of any kind, and a third if it is a division that joins a division.
    let _ = [agc!("4.1-b"), agc!("4.1-c")];
    let others_fit = others <= 2 || (others == 3 && divisions >= 2);
    let _ = agc!("4.1-a");
    germans + others <= 4 && others_fit
}

/// Whether a hex with these units of one side is as full as it may be. [9.0-j]
pub(crate) fn is_full(rules: &Campaign, units: Units) -> bool {
    let _ = rule!("9.0-j");
    let (mut germans, mut others, mut divisions, mut regiments) = (0, 0, 0, 0);
    for counter in units.iter().map(|unit| rules.counter(unit)) {
        match (counter.nation, counter.arm, counter.size) {
            (Nation::German, _, _) => germans += 1,
            (Nation::Russian, Arm::Nkvd, Size::Regiment) => regiments += 1,
            (_, _, size) => {
                others += 1;
                divisions += u8::from(matches!(size, Size::Division | Size::Brigade));
            }
        }
    }
    others += if regiments > 1 { regiments - 1 } else { 0 };
    // Full is where not even a division could be added.
    germans + others >= 4 || others >= 3 || (others == 2 && divisions == 0)
}
