//! Dice that people throw at a real table and type: several at once, looked up again, taken back.

use crate::Failure;
use crate::prompt;
use crate::table::{DiceFrom, Table, clause, say};
use grognard::TableAct;
use grognard::umpire::{Answer, Dice, Die, Entry, Event, Proposal, Question, Side};

/// What can be typed where dice are due.
fn help(die: Die) -> String {
    let ten = if die == Die::D10 { "; the 0 is the ten" } else { "" };
    format!(
        "Type what the dice show, as 3 or 3 1 5{ten}. What is left over goes to the next throw. Besides: `undo` takes \
         the last throw back, `odds`, `goal`, `show`, `rule CLAUSE`, `quit`.\n"
    )
}

impl Table {
    /// Has a person type what the dice show.
    pub(crate) fn ask_faces(&mut self, question: &Question, dice: Dice) -> Result<(), Failure> {
        self.tell()?;
        let wanted = usize::from(dice.count());
        loop {
            if self.typed.len() >= wanted {
                let faces: Vec<u8> = self.typed.drain(..wanted).collect();
                let shown: Vec<String> = faces.iter().map(u8::to_string).collect();
                match self.faces(&faces)? {
                    Ok(()) => return Ok(()),
                    // What was typed ahead was meant for other dice.
                    Err(refusal) => {
                        self.typed.clear();
                        say(&format!("{}: {refusal}\n", shown.join(" ")))?;
                    }
                }
            }
            let line = self.prompt(&format!("{}: throw {dice} > ", self.what(question)))?;
            let (word, rest) = line.split_once(' ').unwrap_or((line.as_str(), ""));
            match (word, rest.trim()) {
                ("undo", "") if !self.typed.is_empty() => {
                    self.typed.clear();
                    say("What was typed ahead is taken back.\n")?;
                }
                ("undo", "") => match self.take_throw_back(question.asking.by.unwrap_or(Side::First))? {
                    true => return Ok(()),
                    false => say("No throw can be taken back here.\n")?,
                },
                // Both look at the screen while dice are thrown.
                ("goal" | "goals", "") => say(&prompt::aims(&self.play.guide(None).aims(), &self.names))?,
                ("show", "") => say(&self.shown(None))?,
                ("odds", "") => say(&self.odds_from_here())?,
                ("rule", id) if !id.is_empty() => say(&clause(id))?,
                _ => self.typed_faces(&line, dice)?,
            }
        }
    }

    fn typed_faces(&mut self, line: &str, dice: Dice) -> Result<(), Failure> {
        let wanted = usize::from(dice.count());
        let parts = line.split([',', ' ', '+']).filter(|part| !part.is_empty());
        match parts.map(|part| face_on(dice.die(), part)).collect::<Option<Vec<u8>>>() {
            Some(faces) if faces.len() < wanted && !faces.is_empty() => {
                say(&format!("{dice} has {wanted} faces; type all of them.\n"))
            }
            Some(faces) => {
                self.typed.extend(faces);
                Ok(())
            }
            None => say(&help(dice.die())),
        }
    }

    /// Goes back to before the last throw of dice that people throw themselves; whether there was one. Whoever sits at a
    /// real table sees what the dice show, so that a slip of the hand is no secret and both agree to mend it.
    pub(crate) fn take_throw_back(&mut self, side: Side) -> Result<bool, Failure> {
        if !matches!(self.dice, DiceFrom::Asked) {
            return Ok(false);
        }
        let Some(before) = before_last_throw(self.play.journal().entries()) else { return Ok(false) };
        let rewind = TableAct::Propose(Proposal::Rewind(before));
        for (by, act) in [(side, rewind), (side.other(), TableAct::Agree)] {
            match self.play.at_table(by, act) {
                Ok(line) => self.keep(&line)?,
                Err(refusal) => {
                    say(&format!("{refusal}\n"))?;
                    return Ok(false);
                }
            }
        }
        self.typed.clear();
        self.told = self.play.account().len() + self.play.draft().len();
        say("The last throw is taken back.\n")?;
        Ok(true)
    }
}

/// The number of entries before the last throw that led to how a game stands: what was gone back over is left out.
fn before_last_throw(entries: &[Entry]) -> Option<usize> {
    let mut at = entries.len();
    while let Some(entry) = at.checked_sub(1).map(|index| &entries[index].event) {
        at = match entry {
            Event::Answered { answer: Answer::Faces(_), .. } => return Some(at - 1),
            Event::Agreed { .. } => {
                let rewind = entries[..at].iter().rev().find_map(|entry| match entry.event {
                    Event::Proposed { what: Proposal::Rewind(then), .. } => Some(then),
                    _ => None,
                });
                rewind?
            }
            _ => at - 1,
        };
    }
    None
}

/// A face as people read it off a die: the 0 of a d10 that is read 1 to 10 is its ten.
fn face_on(die: Die, typed: &str) -> Option<u8> {
    match (die, typed) {
        (Die::D10, "0") => Some(10),
        _ => typed.parse().ok(),
    }
}
