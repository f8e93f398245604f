//! The end of the game: who has won. [AGC-5.0]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::{Game, GameEnd, Place, Verdict};
use crate::options::{Isolation, Occupying};
use crate::unit::UnitId;
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{BySide, Clerk, NoClerk, Ruling, Side, Umpire};

/// The cities of the combined game that make a victory. [AGC-5.0-e]
pub(crate) const COMBINED_NEEDED: usize = 3;

impl Game {
    /// Who has won, as things stand. [AGC-5.0]
    pub fn verdict(&self, rules: &Campaign, clerk: &mut impl Clerk) -> Verdict {
        let verdict = self.verdict_at_objective(rules, clerk);
        if rules.must_hold.iter().all(|&hex| self.controller(hex) == Side::First) {
            return verdict;
        }
        // What a title asks for besides is its own data: without it a victory is one level lower.
        clerk.note(rule!("1.0-a"));
        match verdict {
            Verdict::MajorFirst => Verdict::MinorFirst,
            Verdict::MinorFirst | Verdict::SecondPlayer => Verdict::SecondPlayer,
        }
    }

    /// The combined game: three of its four cities, controlled or isolated, are a major victory, and there is
    /// no minor one.
    fn verdict_combined(&self, rules: &Campaign, clerk: &mut impl Clerk) -> Verdict {
        clerk.note(agc!("5.0-e"));
        let field = Field::of(self, rules, None, clerk);
        match self.fallen(rules, &field) {
            0..COMBINED_NEEDED => Verdict::SecondPlayer,
            _ => Verdict::MajorFirst,
        }
    }

    /// How many cities of the combined game have fallen.
    pub(crate) fn fallen(&self, rules: &Campaign, field: &Field) -> usize {
        let falls = |hex: &&Hex| {
            self.controller(**hex) == Side::First || self.is_isolated(rules, field, **hex, &mut NoClerk)
        };
        rules.combined_objectives.iter().filter(falls).count()
    }

    /// Who has won by the objective alone. [AGC-5.0-a, AGC-5.0-c]
    pub(crate) fn verdict_at_objective(&self, rules: &Campaign, clerk: &mut impl Clerk) -> Verdict {
        if rules.options.combined {
            return self.verdict_combined(rules, clerk);
        }
        let field = Field::of(self, rules, None, clerk);
        if self.controller(rules.objective) == Side::First {
            clerk.note(agc!("5.0-a"));
            return Verdict::MajorFirst;
        }
        let isolated = || self.is_isolated(rules, &field, rules.objective, &mut NoClerk);
        if rules.options.isolation == Isolation::Objective && isolated() {
            clerk.note(agc!("5.0-a"));
            clerk.note(agc!("5.0-b"));
            return Verdict::MajorFirst;
        }
        let occupied = self.at_the_gates(rules, &field, clerk);
        if occupied.len() < usize::from(rules.minor_hexes) {
            clerk.note(agc!("5.0-d"));
            return Verdict::SecondPlayer;
        }
        clerk.note(agc!("5.0-c"));
        Verdict::MinorFirst
    }

    /// The hexes next to the objective that the first player occupies. [AGC-5.0-c]
    pub(crate) fn at_the_gates(&self, rules: &Campaign, field: &Field, clerk: &mut impl Clerk) -> HexSet {
        let occupied = rules.board.around(rules.objective).and(&field.at.first);
        match rules.options.occupying {
            Occupying::Supplied => occupied.and(&self.supplied(rules, Side::First, field, clerk)),
            Occupying::Present => occupied,
        }
    }

    /// Whether a city is cut off: no line of any length leads to the east edge. The city's own hex is part of
    /// the line: in an enemy zone of control, with no friend in it, none begins there.
    pub(crate) fn is_isolated(
        &self,
        rules: &Campaign,
        field: &Field,
        city: Hex,
        clerk: &mut impl Clerk,
    ) -> bool {
        let open = field.open(self, rules, Side::Second, clerk);
        let east = rules.east.and(&self.controlled(rules, Side::Second)).less(&field.at.first);
        !open.has(city) || !rules.board.flood(&east.and(&open), &open, None).has(city)
    }

    pub(crate) fn end(&self, rules: &Campaign, ump: &mut impl Umpire) -> GameEnd {
        let verdict = self.verdict(rules, ump);
        let end = GameEnd {
            verdict,
            strength: BySide::from_fn(|side| {
                self.on_map(rules, side).iter().map(|unit| u16::from(self.strength(unit))).sum()
            }),
            lost: BySide::from_fn(|side| {
                let gone =
                    |unit: &UnitId| matches!(self.place_of(*unit), Place::ELIMINATED | Place::SURRENDERED);
                rules.units_of[side].iter().filter(gone).count() as u8
            }),
        };
        ump.explain(|| Ruling::new(agc!("5.0-a"), verdict.words(rules)));
        end
    }
}

impl Verdict {
    /// The verdict in words.
    pub fn words(self, rules: &Campaign) -> String {
        let (first, second) = (&rules.sides.first, &rules.sides.second);
        match self {
            Verdict::MajorFirst => format!("a major {first} victory"),
            Verdict::MinorFirst => format!("a minor {first} victory"),
            Verdict::SecondPlayer => format!("a substantial {second} victory"),
        }
    }
}
