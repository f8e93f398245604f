//! Fights against revolts and pirates: one roll, which takes a side off the counter. A passive campaign goes on
//! with such a fight but does not begin one ([`Campaign::may_do`](crate::Campaign::may_do)).

mod duty;

pub use duty::{Duty, RevoltEnd, RevoltText, Suppression};

use crate::asks::Asks;
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::modifier::Sheet;
use crate::power::{NavalTechnology, Terrain};
use crate::stack::Stack;
use grognard_umpire::{Asked, Asking, Dice, Modifier, Ruling, Side, Umpire};

/// What is fought down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rising {
    /// A revolt on land, or raiders ashore, against a stack.
    Revolt {
        /// Who fights it.
        stack: Stack,
        /// The ground.
        terrain: Terrain,
        /// The level of a fortress the rebels hold.
        fortress: u8,
        /// Their LD inside it.
        inside: u8,
    },
    /// Pirates at sea, against a fleet.
    Pirates {
        /// Who fights them.
        fleet: Fleet,
        /// With what ships.
        technology: NavalTechnology,
        /// Whether they have a port there.
        port: bool,
        /// Whether a battle was fought there this turn.
        after_battle: bool,
        /// An enemy fleet at sea in the same zone.
        enemy: Fleet,
    },
}

/// One fight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fight {
    /// Whose troops or ships fight.
    pub side: Side,
    /// What they fight.
    pub rising: Rising,
    /// How many of the counters lie on their plus side: one of a revolt at most.
    pub plus: u8,
    /// MAN of the own leader less that of the other side's.
    pub manoeuvre: i8,
}

impl Fight {
    /// A figure of the table, in the column of the counter.
    fn figure(&self, charts: &Charts, row: &str) -> i16 {
        let table = charts.pages.table("revolts-and-pirates").expect("checked");
        let column = if matches!(self.rising, Rising::Revolt { .. }) { 1 } else { 2 };
        table.row(row).and_then(|row| table.number(row, column)).expect("checked")
    }

    fn put_modifiers(&self, charts: &Charts, sheet: &mut impl Sheet) {
        let clause = rule!("CAMPAIGN-f");
        let mut add = |times: u8, row: &str| {
            sheet.add(i16::from(times) * self.figure(charts, row), clause, row);
        };
        add(self.plus, "plus side");
        match self.rising {
            Rising::Revolt { stack, terrain, fortress, inside } => {
                add(stack.counters_ld(), "per LD");
                add(stack.pashas, "per pasha");
                add(fortress, "per fortress level");
                add(inside, "per LD inside");
                add(u8::from(terrain != Terrain::Plain), "not plain");
            }
            Rising::Pirates { fleet, technology, port, after_battle, enemy } => {
                add(u8::from(technology == NavalTechnology::SeventyFour), "seventy-four");
                add(u8::from(fleet.f_counters() == 0 && fleet.nd() > 0), "ND without F");
                add(fleet.f_minus, "per F-");
                add(fleet.f_plus, "per F+");
                add(u8::from(port), "port there");
                add(u8::from(after_battle), "battle there this turn");
                let row = match (enemy.f_plus, enemy.f_minus, enemy.nd()) {
                    (1.., ..) => Some("enemy F+"),
                    (0, 1.., _) => Some("enemy F-"),
                    (0, 0, 1..) => Some("enemy ND"),
                    (0, 0, 0) => None,
                };
                row.into_iter().for_each(|row| add(1, row));
            }
        }
        sheet.add(self.manoeuvre.into(), clause, "MAN difference");
    }
}

/// Whether a fight takes a side off the counter: on a modified 8 or a natural 10.
///
/// # Errors
/// Stopped at the dice.
fn suppress(charts: &Charts, fight: &Fight, ump: &mut impl Umpire) -> Asked<bool> {
    let clause = rule!("CAMPAIGN-f");
    let (from, natural) = (fight.figure(charts, "success from"), fight.figure(charts, "natural success"));
    let mut sum = 0;
    fight.put_modifiers(charts, &mut sum);
    let asking = Asking::of(fight.side, clause, Asks::FightRevoltOrPirates);
    let done = ump.throw(asking, Dice::D10, |face| face as i16 >= natural || face as i16 + sum >= from)?;
    ump.explain_throw(|face| {
        let mut list: Vec<Modifier> = Vec::new();
        fight.put_modifiers(charts, &mut list);
        let what = if matches!(fight.rising, Rising::Revolt { .. }) { "revolt" } else { "pirates" };
        let result = if done { "a side of the counter is put down" } else { "nothing comes of it" };
        let text = format!("{} against the {what}: {result}", face as i16 + sum);
        Ruling::new(clause, text).with_modifiers(list)
    });
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_testkit::record;
    use grognard_umpire::{Answer, Keep, Tape};

    fn puts_down(fight: &Fight, face: u8) -> bool {
        let charts = Charts::load(&[]).unwrap();
        let answers = [Answer::Faces(vec![face])];
        let mut tape = Tape::new(&answers, Keep::Account);
        let done = suppress(&charts, fight, &mut tape).unwrap();
        record::reached(&tape.account, &tape.cited);
        done
    }

    #[test]
    fn revolts_are_fought_by_numbers() {
        let stack = Stack::read("A+ LD").unwrap();
        let rising = Rising::Revolt { stack, terrain: Terrain::Plain, fortress: 0, inside: 0 };
        let fight = Fight { side: Side::First, rising, plus: 0, manoeuvre: 0 };
        assert!(puts_down(&fight, 3) && !puts_down(&fight, 2));
        assert!(puts_down(&Fight { plus: 1, ..fight }, 5) && !puts_down(&Fight { plus: 1, ..fight }, 4));
        let hills = Rising::Revolt { stack, terrain: Terrain::Mountain, fortress: 1, inside: 2 };
        let hills = Fight { rising: hills, ..fight };
        assert!(puts_down(&hills, 9) && !puts_down(&hills, 8), "5 - 3 - 1 - 2");
        assert!(puts_down(&Fight { manoeuvre: -9, ..hills }, 10), "a natural 10");
        let pasha = Rising::Revolt {
            stack: Stack::read("A+ pasha").unwrap(),
            terrain: Terrain::Plain,
            fortress: 0,
            inside: 0,
        };
        assert_eq!(
            [2, 3].map(|face| puts_down(&Fight { rising: pasha, ..fight }, face)),
            [false, true],
            "4 and a pasha"
        );
    }

    #[test]
    fn pirates_are_fought_by_ships() {
        let fleet = |text: &str| Fleet::read(text).unwrap();
        let rising = |ships: &str, enemy: &str| Rising::Pirates {
            fleet: fleet(ships),
            technology: NavalTechnology::Carrack,
            port: false,
            after_battle: false,
            enemy: fleet(enemy),
        };
        let fight = |rising| Fight { side: Side::First, rising, plus: 0, manoeuvre: 0 };
        let plain = fight(rising("F+ 4NWD", ""));
        assert!(puts_down(&plain, 4) && !puts_down(&plain, 3));
        let watched = fight(rising("F+ 4NWD", "F- 2NWD"));
        assert!(puts_down(&watched, 6) && !puts_down(&watched, 5));
        let loose = fight(rising("2NWD", ""));
        assert!(puts_down(&loose, 7) && !puts_down(&loose, 6));
        // Each line of the table for itself: the lowest face that puts the pirates of a lone F+ down.
        let needs = |fight: Fight| (1..=10).find(|&face| puts_down(&fight, face)).unwrap();
        let Rising::Pirates { fleet, technology, enemy, .. } = plain.rising else { panic!() };
        let pirates = |technology, port, after_battle, enemy| {
            needs(fight(Rising::Pirates { fleet, technology, port, after_battle, enemy }))
        };
        assert_eq!(needs(plain), 4);
        assert_eq!(pirates(NavalTechnology::SeventyFour, false, false, enemy), 3);
        assert_eq!(pirates(technology, true, false, enemy), 6, "a port there");
        assert_eq!(pirates(technology, false, true, enemy), 5, "a battle there");
        assert_eq!(pirates(technology, false, false, self::Fleet::read("NWD").unwrap()), 5, "an ND at sea");
        assert_eq!(
            pirates(technology, false, false, self::Fleet::read("F+ NWD").unwrap()),
            8,
            "an F+ at sea"
        );
        assert_eq!(needs(Fight { plus: 2, ..plain }), 8, "two counters on their plus side");
    }
}
