//! The end of the game: who has won. [AGC-5.0]

use crate::agc;
use crate::campaign::Campaign;
use crate::clerk::Clerk;
use crate::field::Field;
use crate::game::{Game, GameEnd, Place, Verdict};
use crate::options::{Isolation, Occupying};
use crate::unit::UnitId;
use grognard_umpire::{BySide, Ruling, Side, Umpire};

impl Game {
    /// Who has won, as things stand. [AGC-5.0]
    pub fn verdict(&self, rules: &Campaign, clerk: &mut impl Clerk) -> Verdict {
        let field = Field::of(self, rules, None, clerk);
        if self.controller(rules.objective) == Side::First {
            clerk.note(agc!("5.0-a"));
            return Verdict::MajorFirst;
        }
        if rules.options.isolation == Isolation::Objective && self.is_isolated(rules, &field, clerk) {
            clerk.note(agc!("5.0-a"));
            clerk.note(agc!("5.0-b"));
            return Verdict::MajorFirst;
        }
        let mut occupied = rules.board.around(rules.objective).and(&field.at.first);
        if rules.options.occupying == Occupying::Supplied {
            occupied = occupied.and(&self.supplied(rules, Side::First, &field, clerk));
        }
        match occupied.len() {
            0 | 1 => {
                clerk.note(agc!("5.0-d"));
                Verdict::SecondPlayer
            }
            _ => {
                clerk.note(agc!("5.0-c"));
                Verdict::MinorFirst
            }
        }
    }

    /// Whether the objective is cut off: no line of any length leads to the east edge.
    fn is_isolated(&self, rules: &Campaign, field: &Field, clerk: &mut impl Clerk) -> bool {
        let open = field.open(rules, Side::Second, clerk);
        let east = rules.east.and(&self.controlled(rules, Side::Second)).less(&field.at.first);
        !rules.board.flood(&east.and(&open), &open, None).has(rules.objective)
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
