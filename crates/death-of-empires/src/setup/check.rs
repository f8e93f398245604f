//! What a battle file must be beyond its shape: every problem is found, none stops the search.

use super::{FormationFile, ObjectiveFile, PolicyFile, SideFile, StackFile, UnitFile};
use crate::allocation::Form;
use crate::fight::Formation;
use crate::force::{Arm, Force, MORALE_MAX, MissionOrder, STRENGTH_MAX, Strengths, UNITS_MAX, Unit};
use crate::objective::Weights;
use crate::policy::{Policy, Spend};
use crate::readings::{MarkerLevels, Readings};
use grognard_charts::Problem;
use grognard_umpire::Side;

/// The games of the series that make a difference here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Game {
    Cossacks,
    Leaves,
    Other,
}

/// A file under examination: what was found wrong so far.
#[derive(Default)]
pub(super) struct Examiner {
    pub(super) problems: Vec<Problem>,
}

const FORMATION_KEYS: &str = "one of its formations' keys";

impl Examiner {
    pub(super) fn wrong(&mut self, path: impl Into<String>, problem: impl Into<String>) {
        self.problems.push(Problem::new(path, problem));
    }

    /// What holds for every file: it has a title. When it was and where its figures come from may be left out.
    pub(super) fn head(&mut self, title: &str) {
        if title.trim().is_empty() {
            self.wrong("title", "it is empty");
        }
    }

    pub(super) fn game(&mut self, word: &str) -> Game {
        match word {
            "the-cossacks-are-coming" => Game::Cossacks,
            "home-before-the-leaves-fall" => Game::Leaves,
            "other" => Game::Other,
            _ => {
                self.wrong(
                    "game",
                    format!("no game `{word}`: write the-cossacks-are-coming, home-before-the-leaves-fall or other"),
                );
                Game::Other
            }
        }
    }

    /// Tired cavalry is checked in one game of the series only.
    pub(super) fn fatigue(&mut self, game: Game) {
        if game != Game::Leaves {
            let clause = rule!("G3-b");
            self.wrong(
                "game",
                format!("cavalry fatigue exists in home-before-the-leaves-fall only ({clause})"),
            );
        }
    }

    pub(super) fn weights(&mut self, file: &ObjectiveFile) -> Weights {
        let normal = Weights::default();
        let given = |word: Option<u16>, normal: i64| word.map_or(normal, i64::from);
        let [infantry, cavalry, artillery, engineer, fort] = normal.strength;
        Weights {
            strength: [
                given(file.infantry, infantry),
                given(file.cavalry, cavalry),
                given(file.artillery, artillery),
                given(file.engineer, engineer),
                given(file.fort, fort),
            ],
            morale: given(file.morale, normal.morale),
            hold: given(file.hold, normal.hold),
            hex: given(file.hex, normal.hex),
            marker: given(file.marker, normal.marker),
            superiority: given(file.superiority, normal.superiority),
            prisoner: given(file.prisoner, normal.prisoner),
        }
    }

    pub(super) fn policy(&mut self, path: &str, file: &PolicyFile) -> Policy {
        let mut policy = Policy::default();
        if let Some(words) = &file.own {
            policy.own = self.forms(&format!("{path}.policy.own"), words);
        }
        if let Some(words) = &file.enemy {
            policy.enemy = self.forms(&format!("{path}.policy.enemy"), words);
        }
        if let Some(words) = &file.arms {
            policy.arms =
                words.iter().filter_map(|word| self.arm(&format!("{path}.policy.arms"), word)).collect();
        }
        match file.spend.as_deref() {
            None | Some("strongest") => {}
            Some("weakest") => policy.spend = Spend::Weakest,
            Some(word) => {
                self.wrong(format!("{path}.policy.spend"), format!("no `{word}`: write strongest or weakest"))
            }
        }
        policy
    }

    fn forms(&mut self, path: &str, words: &[String]) -> Vec<Form> {
        let mut forms = Vec::new();
        for word in words {
            match Form::ALL.into_iter().find(|form| form.word() == word) {
                Some(form) => forms.push(form),
                None => {
                    let known: Vec<&str> = Form::ALL.iter().map(|form| form.word()).collect();
                    self.wrong(path, format!("no form `{word}`: write {}", known.join(", ")));
                }
            }
        }
        forms
    }

    fn arm(&mut self, path: &str, word: &str) -> Option<Arm> {
        let arm = Arm::from_key(word);
        if arm.is_none() {
            let known: Vec<&str> = Arm::ALL.iter().map(|arm| arm.key()).collect();
            self.wrong(path, format!("no arm `{word}`: write {}", known.join(", ")));
        }
        arm
    }

    pub(super) fn side(&mut self, path: &str, word: &str) -> Side {
        match word {
            "attacker" => Side::First,
            "defender" => Side::Second,
            _ => {
                self.wrong(path, format!("no side `{word}`: write attacker or defender"));
                Side::Second
            }
        }
    }

    pub(super) fn marker(&mut self, path: &str, level: Option<u8>, readings: &Readings) -> u8 {
        let most = match readings.marker_levels {
            MarkerLevels::Two => 2,
            MarkerLevels::One => 1,
        };
        let level = level.unwrap_or(0);
        if level > most {
            self.wrong(path, format!("level {level}: a combat marker has at most {most} here"));
        }
        level.min(most)
    }

    pub(super) fn morale(&mut self, path: &str, level: u8) -> u8 {
        if level > MORALE_MAX {
            self.wrong(path, format!("a morale level is 0 to {MORALE_MAX}, not {level}"));
        }
        level.min(MORALE_MAX)
    }

    pub(super) fn order(&mut self, path: &str, word: Option<&str>) -> MissionOrder {
        let word = word.unwrap_or("other");
        let order = MissionOrder::ALL.into_iter().find(|order| order.key() == word);
        order.unwrap_or_else(|| {
            self.wrong(path, format!("no mission order `{word}`: write advance, retire or other"));
            MissionOrder::Other
        })
    }

    /// Where nobody reads a mission order it may only be none.
    pub(super) fn no_order(&mut self, path: &str, word: Option<&str>) {
        if !matches!(word, None | Some("other")) {
            self.wrong(path, "only a forced march reads the mission order; leave it out");
        }
    }

    /// The units of a stack: their force and their strengths.
    pub(super) fn force(
        &mut self,
        path: &str,
        name: &str,
        owner: Side,
        units: &[UnitFile],
    ) -> (Force, Strengths) {
        let mut strength = Strengths::default();
        if units.is_empty() || units.len() > UNITS_MAX {
            self.wrong(path, format!("{name} has {} units; a stack has 1 to {UNITS_MAX}", units.len()));
        }
        let mut list: Vec<Unit> = Vec::new();
        for (number, unit) in units.iter().take(UNITS_MAX).enumerate() {
            if !(1..=STRENGTH_MAX).contains(&unit.strength) {
                let problem =
                    format!("{} has strength {}; write 1 to {STRENGTH_MAX}", unit.key, unit.strength);
                self.wrong(path, problem);
            }
            if unit.key.trim().is_empty() || list.iter().any(|other| other.key == unit.key) {
                self.wrong(path, format!("the key `{}` is empty or stands twice in {name}", unit.key));
            }
            strength[number] = unit.strength.min(STRENGTH_MAX);
            list.push(Unit {
                key: unit.key.clone(),
                name: unit.name.clone().unwrap_or_else(|| unit.key.clone()),
                arm: self.arm(path, &unit.arm).unwrap_or(Arm::Infantry),
            });
        }
        let forts = list.iter().filter(|unit| unit.arm == Arm::Fort).count();
        if forts > 0 && forts < list.len() {
            let clause = rule!("F5b-a");
            self.wrong(
                path,
                format!(
                    "{name} stacks a fort with troops; make them a stack of a posted formation ({clause})"
                ),
            );
        }
        (Force { name: name.to_owned(), owner, units: list }, strength)
    }

    pub(super) fn formation(&mut self, path: &str, side: Side, file: &FormationFile) -> Formation {
        self.morale(path, file.morale);
        if side == Side::First && (file.stand_fast || file.posted) {
            self.wrong(
                path,
                format!("only a defender stands fast or is posted; {} does not defend", file.key),
            );
        }
        Formation {
            name: file.name.clone().unwrap_or_else(|| file.key.clone()),
            order: self.order(path, file.order.as_deref()),
            stand_fast: file.stand_fast,
            posted: file.posted,
        }
    }

    /// The number of a stack's formation.
    pub(super) fn formation_of(&mut self, path: &str, side: &SideFile, stack: &StackFile) -> usize {
        let found = side.formations.iter().position(|formation| formation.key == stack.formation);
        found.unwrap_or_else(|| {
            self.wrong(
                path,
                format!("{} names the formation `{}`; write {FORMATION_KEYS}", stack.name, stack.formation),
            );
            0
        })
    }

    /// How many stacks and formations a side may have.
    pub(super) fn numbers(&mut self, path: &str, side: &SideFile, stacks_max: usize, formations_max: usize) {
        if side.stacks.is_empty() || side.stacks.len() > stacks_max {
            self.wrong(
                format!("{path}.stack"),
                format!("{} stacks; write 1 to {stacks_max}", side.stacks.len()),
            );
        }
        if side.formations.is_empty() || side.formations.len() > formations_max {
            let problem = format!("{} formations; write 1 to {formations_max}", side.formations.len());
            self.wrong(format!("{path}.formation"), problem);
        }
        for (number, formation) in side.formations.iter().enumerate() {
            if side.formations[..number].iter().any(|other| other.key == formation.key) {
                self.wrong(format!("{path}.formation"), format!("the key `{}` stands twice", formation.key));
            }
        }
        for (number, stack) in side.stacks.iter().enumerate() {
            if side.stacks[..number].iter().any(|other| other.name == stack.name) {
                self.wrong(format!("{path}.stack"), format!("the name `{}` stands twice", stack.name));
            }
        }
    }
}
