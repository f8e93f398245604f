//! What applies before any die, as it travels.

use crate::account::{LookUp, ModifierLine};
use crate::battle::Battle;
use crate::fight::begun;
use crate::refusal::Refusal;
use grognard::umpire::Modifier;
use grognard::{Coming, ComingResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The most throws that are looked at.
const THROWS_MAX: usize = 8;

/// Which throws are wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ComingRequest {
    /// The battle.
    pub battle: Battle,
    /// The fight in progress, as its journal; from the beginning where it is left out.
    #[serde(default)]
    pub journal: Option<String>,
    /// What opens its secret answers.
    #[serde(default)]
    pub openings: Vec<String>,
    /// How many throws, at most eight.
    pub throws: usize,
}

/// The coming throws.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ComingAnswer {
    /// The throws, the next one first; each later one if those before it come out in the middle.
    pub throws: Vec<ComingThrow>,
}

/// A throw to come.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ComingThrow {
    /// Who throws: `first`, `second`, or nobody in particular.
    pub by: Option<String>,
    /// The clause that has it thrown.
    pub clause: String,
    /// What it is for.
    pub what: String,
    /// What is thrown.
    pub dice: String,
    /// The modifiers that will be added up.
    pub modifiers: Vec<ModifierLine>,
    /// Their sum.
    pub sum: i16,
    /// What each result comes to, lowest first.
    pub results: Vec<ComingResultLine>,
}

/// What one result of a throw comes to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ComingResultLine {
    /// The result.
    pub result: u16,
    /// The cell that is read.
    pub table: Option<LookUp>,
    /// What the account says.
    pub text: String,
}

impl ComingRequest {
    /// Looks ahead.
    ///
    /// # Errors
    /// What is wrong with the battle or the journal.
    pub fn answer(&self) -> Result<ComingAnswer, Refusal> {
        if self.throws > THROWS_MAX {
            return Err(Refusal::of_field("throws", format!("at most {THROWS_MAX} throws are looked at")));
        }
        let contest = self.battle.open()?;
        let throws = match &self.journal {
            None => grognard::coming(&*contest, None, self.throws),
            Some(text) => {
                let (journal, openings) = begun(&self.battle, text, &self.openings)?;
                grognard::coming(&*contest, Some((&journal, &openings)), self.throws)
            }
        };
        Ok(ComingAnswer { throws: throws.iter().map(ComingThrow::from).collect() })
    }
}

impl From<&Coming> for ComingThrow {
    fn from(coming: &Coming) -> Self {
        ComingThrow {
            by: coming.by.map(|side| side.key().to_owned()),
            clause: coming.clause.id().to_owned(),
            what: coming.what.to_owned(),
            dice: coming.dice.to_string(),
            sum: Modifier::sum(&coming.modifiers),
            modifiers: coming.modifiers.iter().map(ModifierLine::from).collect(),
            results: coming.results.iter().map(ComingResultLine::from).collect(),
        }
    }
}

impl From<&ComingResult> for ComingResultLine {
    fn from(result: &ComingResult) -> Self {
        ComingResultLine {
            result: result.result,
            table: result.look.as_ref().map(LookUp::from),
            text: result.text.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ahead(system: &str, name: &str, throws: usize) -> (Battle, ComingAnswer) {
        let text = grognard::system(system).unwrap().battle(name).unwrap();
        let battle = Battle::from_text(text).unwrap();
        let request = ComingRequest { battle, journal: None, openings: Vec::new(), throws };
        let answer = request.answer().unwrap();
        (request.battle, answer)
    }

    /// What was foretold of a throw is what the account says once the die has fallen.
    #[test]
    fn what_is_foretold_comes_true() {
        let (battle, answer) = ahead("eu9", "pavia", 2);
        let [first, second] = &answer.throws[..] else { panic!("{answer:?}") };
        assert!(first.by != second.by && !first.modifiers.is_empty(), "{first:?}");
        assert_eq!(first.results.len(), 10);
        let contest = battle.open().unwrap();
        for face in 1..=10u8 {
            let mut play = contest.start(grognard::umpire::Header::default());
            play.faces(&[face]).unwrap();
            // The other side's die of the same phase comes before either is told.
            play.faces(&[6]).unwrap();
            let rulings: Vec<_> = play.account().iter().chain(play.draft()).collect();
            let told = rulings.iter().find(|ruling| !ruling.dice.is_empty()).unwrap();
            let foretold = &first.results[usize::from(face) - 1];
            assert_eq!(foretold.text, told.text, "{face}");
            assert_eq!(foretold.table, told.table.as_ref().map(LookUp::from), "{face}");
            let modifiers: Vec<ModifierLine> = told.modifiers.iter().map(ModifierLine::from).collect();
            assert_eq!(first.modifiers, modifiers);
        }
    }

    #[test]
    fn every_ready_battle_that_throws_can_be_looked_ahead() {
        for system in grognard::systems() {
            let (mut throws, mut told, mut modifiers) = (0, 0, 0);
            for (name, text) in system.battles() {
                let (_, answer) = ahead(system.key, &name, 4);
                let thrown = grognard::open(&name, text, &[]).unwrap().sequences(0).is_err();
                assert!(thrown || answer.throws.is_empty(), "{}/{name}", system.key);
                for throw in &answer.throws {
                    throws += 1;
                    told += usize::from(!throw.results.is_empty());
                    modifiers += throw.modifiers.len();
                    assert_eq!(throw.sum, throw.modifiers.iter().map(|one| one.value).sum::<i16>());
                }
            }
            assert!(throws > 5 && told * 5 >= throws * 4, "{}: {told} of {throws} told", system.key);
            assert!(modifiers > 0 || system.key == "death-of-empires", "{}", system.key);
        }
    }
}
