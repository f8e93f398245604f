//! Forces and cases for the tests, in one line each.

use grognard_death_of_empires::Charts;
use grognard_death_of_empires::allocation::{Action, Allocation, AllocationRules};
use grognard_death_of_empires::circumstances::{Circumstances, Occasion};
use grognard_death_of_empires::force::{Arm, Condition, Force, UNITS_MAX, Unit};
use grognard_death_of_empires::objective::Weights;
use grognard_death_of_empires::policy::Policy;
use grognard_death_of_empires::readings::Readings;
use grognard_umpire::{BySide, Clause, Side};
use std::sync::Arc;

pub(crate) fn unheard(_: Clause) {}

/// `I1 3, I2 3, C1 2` as a force: the letter gives the arm.
pub(crate) fn force(owner: Side, units: &str) -> (Force, [u8; UNITS_MAX]) {
    let mut strength = [0; UNITS_MAX];
    let units = units
        .split(',')
        .enumerate()
        .map(|(number, text)| {
            let (key, sp) = text.trim().split_once(' ').expect("`I1 3`");
            strength[number] = sp.parse().expect("a strength");
            let arm = match key.as_bytes()[0] {
                b'I' => Arm::Infantry,
                b'C' => Arm::Cavalry,
                b'A' => Arm::Artillery,
                b'E' => Arm::Engineer,
                b'F' => Arm::Fort,
                other => panic!("no arm {other}"),
            };
            Unit { key: key.to_owned(), name: key.to_owned(), arm }
        })
        .collect();
    (Force { name: "the stack".to_owned(), owner, units }, strength)
}

/// An allocation and its rules; change what is special about it afterwards with [`Trial`]'s fields.
pub(crate) struct Trial {
    pub(crate) rules: AllocationRules,
    pub(crate) found: u8,
}

impl Trial {
    pub(crate) fn new(occasion: Occasion, owner: Side, found: u8, morale: u8, units: &str) -> Trial {
        let (force, strength) = force(owner, units);
        let before = Condition { strength, morale, ..Condition::default() };
        let rules = AllocationRules {
            charts: Arc::new(Charts::load(&[]).unwrap()),
            readings: Readings::default(),
            names: BySide::new("the Germans".to_owned(), "the Russians".to_owned()),
            force,
            circumstances: Circumstances::of(occasion),
            before,
            found,
            policies: BySide::new(Policy::default(), Policy::default()),
            weights: Weights::default(),
        };
        Trial { rules, found }
    }

    /// Combat result on a defender: the sheet's P1.
    pub(crate) fn p1() -> Trial {
        Trial::new(Occasion::Combat, Side::Second, 3, 5, "I1 3, I2 3, C1 2, A1 2")
    }

    /// Morale check after a strong barrage: the sheet's P2.
    pub(crate) fn p2() -> Trial {
        let mut trial = Trial::new(Occasion::CheckAfterBarrage, Side::Second, 5, 4, "I1 3, A1 2, E1 1");
        trial.rules.circumstances.barrage_strength = 36;
        trial.rules.before.marker = 2;
        trial
    }

    pub(crate) fn reading(mut self, key: &str, value: &str) -> Trial {
        self.rules.readings.set(key, value).unwrap();
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Circumstances)) -> Trial {
        change(&mut self.rules.circumstances);
        self
    }

    pub(crate) fn start(&self) -> Allocation {
        Allocation::open(&self.rules.case(), self.rules.before, self.found, &mut unheard)
    }

    /// The actions now possible, as the sheet writes them, sorted.
    pub(crate) fn open_now(&self, at: &Allocation) -> Vec<String> {
        let (_, actions) = at.actions(&self.rules.case());
        let mut words: Vec<String> = actions.iter().map(|&action| self.word(action)).collect();
        words.sort();
        words
    }

    pub(crate) fn word(&self, action: Action) -> String {
        match action {
            Action::Loss(unit) => format!("SP({})", self.rules.force.units[usize::from(unit)].key),
            Action::Morale => "ML".to_owned(),
            Action::Retreat => "RET".to_owned(),
            Action::Marker => "FLIP".to_owned(),
            Action::Superiority => "SUP".to_owned(),
            Action::Void => "void".to_owned(),
        }
    }

    /// Follows a sequence of words as far as it is legal: the standing, or the number of the first
    /// illegal word.
    pub(crate) fn follow(&self, words: &str) -> Result<Allocation, usize> {
        let case = self.rules.case();
        let mut at = self.start();
        for (number, word) in words.split_whitespace().enumerate() {
            let (by, actions) = at.actions(&case);
            if at.is_over(&mut unheard) {
                return Err(number + 1);
            }
            let action = actions.iter().find(|&&action| self.word(action) == word).ok_or(number + 1)?;
            at = at.take(&case, by, *action, &mut unheard);
        }
        Ok(at)
    }

    /// Why a word is not legal after a sequence: the clause.
    pub(crate) fn why_not(&self, after: &str, word: &str) -> &'static str {
        self.judged(after, word).0
    }

    /// The clauses that are cited while a word is judged after a sequence.
    pub(crate) fn cited(&self, after: &str, word: &str) -> Vec<&'static str> {
        self.judged(after, word).1
    }

    fn judged(&self, after: &str, word: &str) -> (&'static str, Vec<&'static str>) {
        use grognard_death_of_empires::allocation::Form;
        let case = self.rules.case();
        let at = self.follow(after).expect("the beginning is legal");
        let by = at.turn(&case, &mut unheard);
        let mut cited = Vec::new();
        let cite = &mut |clause: Clause| cited.push(clause.id());
        let bar = match self.rules.force.units.iter().position(|unit| format!("SP({})", unit.key) == word) {
            Some(unit) => at.unit_bar(&case, by, unit, cite),
            None => {
                let form = match word {
                    "ML" => Form::Morale,
                    "RET" => Form::Retreat,
                    "FLIP" => Form::Marker,
                    "SUP" => Form::Superiority,
                    other => panic!("no word {other}"),
                };
                at.bar(&case, by, form, cite)
            }
        };
        cited.extend(bar.map(|bar| bar.clause.id()));
        grognard_testkit::record::exercised(&cited);
        (bar.map_or("open", |bar| bar.clause.id()), cited)
    }
}
