//! The map in letters, for a terminal.

use crate::campaign::Campaign;
use crate::game::Game;
use crate::unit::{Arm, Units};
use grognard_board::{Direction, Hex, Settlement, Terrain};
use grognard_umpire::{NoClerk, Side};
use std::fmt::Write as _;

impl Game {
    /// The map in letters: each hex its number above and what stands in it below, shifted rows half a
    /// hex to the east.
    ///
    /// ```text
    ///  2820   2819   2818
    ///  g4     R2!    ~
    /// ```
    ///
    /// `g` and `r` are forces with the number of their units, in capitals where they are armored or
    /// mechanized, `!` demoralized, `'` spent; an empty hex shows its terrain (`"` woods, `~` marsh), its
    /// settlement (`o` town, `O` city, `@` major city), `-` for rails and `=` for those the first player can
    /// use.
    /// A bar stands where the front runs between two hexes.
    pub fn draw(&self, rules: &Campaign) -> String {
        let (rows, columns) = rules.board.size();
        let mut picture = String::new();
        for row in 0..rows {
            let first = Hex(row * columns);
            let id = rules.board.id(first);
            let indent = if rules.board.is_shifted(id.row()) { "   " } else { "" };
            let line = |of: &dyn Fn(Hex) -> String| {
                let cells: String =
                    (0..columns).map(|east| format!("{:<6}", of(Hex(first.0 + east)))).collect();
                format!("{indent}{cells}").trim_end().to_owned()
            };
            let ids = line(&|hex| match rules.area.has(hex) {
                true => rules.board.id(hex).to_string(),
                false => String::new(),
            });
            let cells = line(&|hex| self.cell(rules, hex));
            if !ids.is_empty() {
                let _ = writeln!(picture, "{ids}\n{cells}");
            }
        }
        picture
    }

    /// What the letters of the map mean.
    pub fn legend(rules: &Campaign) -> String {
        let (first, second) = (&rules.sides.first, &rules.sides.second);
        format!(
            "g {first}, r {second}, with the number of units; G R with armor or mechanized units; \
             ! demoralized, ' spent\n\
             . clear, \" woods, ~ marsh; o town, O city, @ major city; - rails, = rails the {first} can use; \
             | the front\n"
        )
    }

    fn cell(&self, rules: &Campaign, hex: Hex) -> String {
        if !rules.area.has(hex) {
            return String::new();
        }
        let mut cell = String::new();
        for side in Side::ALL {
            let force = self.force_at(rules, side, hex);
            if !force.is_empty() {
                cell.push_str(&self.mark(rules, side, force));
            }
        }
        if cell.is_empty() {
            cell.push(match (rules.board.settlement(hex), rules.board.terrain(hex)) {
                (Some(Settlement::MajorCity), _) => '@',
                (Some(Settlement::City), _) => 'O',
                (Some(Settlement::Town), _) => 'o',
                (None, Terrain::Woods) => '"',
                (None, Terrain::Marsh) => '~',
                (None, Terrain::Clear | Terrain::Lake) => '.',
            });
            if rules.rail.has(hex) {
                cell.push(if self.usable_rails(rules, Side::First, &mut NoClerk).has(hex) {
                    '='
                } else {
                    '-'
                });
            }
        }
        let front = rules
            .board
            .next(hex, Direction::East)
            .is_some_and(|east| rules.area.has(east) && self.controller(east) != self.controller(hex));
        if front {
            while cell.chars().count() < 5 {
                cell.push(' ');
            }
            cell.push('|');
        }
        cell
    }

    fn mark(&self, rules: &Campaign, side: Side, force: Units) -> String {
        let tanks = force.iter().any(|unit| matches!(rules.counter(unit).arm, Arm::Armor | Arm::Mechanized));
        let letter = match (side, tanks) {
            (Side::First, true) => 'G',
            (Side::First, false) => 'g',
            (Side::Second, true) => 'R',
            (Side::Second, false) => 'r',
        };
        let shaken = if force.both(self.demoralized).is_empty() { "" } else { "!" };
        let spent = if force.within(self.spent) { "'" } else { "" };
        format!("{letter}{}{shaken}{spent}", force.len())
    }
}
