//! Dice that nobody foresees and everybody can check afterwards.
//!
//! Before a game begins, 32 random bytes are drawn and their SHA-256 is written into the header: the *pledge*. When a
//! side sits down it adds sixteen bytes of its own. From then on every throw is settled, by secret, header, both sides'
//! bytes and the number of the throw, and by nothing a player does afterwards. When the game is over the secret is
//! written into the journal, and anybody can work out every face again.

use crate::dice::{Dice, Generator};
use crate::header::{DiceSource, Form};
use crate::journal::{Event, Journal};
use crate::replay::Differs;
use crate::side::BySide;
use crate::tape::Answer;
use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

/// What is hashed before everything else, so that these bytes mean nothing anywhere else.
const PURPOSE: &[u8] = b"grognard dice 1";

/// The secret of a game's dice with all that is mixed into it.
#[derive(Clone, PartialEq, Eq)]
pub struct Pledge {
    secret: [u8; 32],
    begin: [u8; 16],
    nonces: BySide<[u8; 16]>,
}

impl Pledge {
    /// What the header of a journal says of a secret.
    pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
        Sha256::digest(secret).into()
    }

    /// The dice of a journal, once both sides have added their part; nothing where the secret is not this game's.
    pub fn of(journal: &Journal, secret: [u8; 32]) -> Option<Pledge> {
        let BySide { first: Some(first), second: Some(second) } = journal.nonces() else { return None };
        let kept = journal.header().dice == DiceSource::Pledged(Pledge::commitment(&secret));
        kept.then(|| Pledge { secret, begin: journal.begin(), nonces: BySide::new(first, second) })
    }

    /// The faces of a throw by its number, counted from nought over the whole journal.
    pub fn faces(&self, throw: u64, dice: Dice) -> Vec<u8> {
        let mut bytes = (0u32..).flat_map(|block| self.block(throw, block));
        let die = dice.die();
        // The highest bytes would favour some faces; they are passed over.
        let fair = 256 - 256 % u16::from(die.sides());
        let mut face = || loop {
            let byte = bytes.next().expect("there is always another block");
            if u16::from(byte) < fair {
                return die.lowest() + byte % die.sides();
            }
        };
        (0..dice.count()).map(|_| face()).collect()
    }

    fn block(&self, throw: u64, block: u32) -> [u8; 32] {
        let mac = Hmac::<Sha256>::new_from_slice(&self.secret).expect("a key of any length will do");
        mac.chain_update(PURPOSE)
            .chain_update(self.begin)
            .chain_update(self.nonces.first)
            .chain_update(self.nonces.second)
            .chain_update(throw.to_be_bytes())
            .chain_update(block.to_be_bytes())
            .finalize()
            .into_bytes()
            .into()
    }
}

/// The faces that the generator of a seed gives to a throw: the first form counted entries, the second counts throws.
pub fn seeded_faces(seed: u64, journal: &Journal, dice: Dice) -> Vec<u8> {
    faces_of_seed(seed, stream(journal.header().form, journal.entries().len() as u64, journal.throws()), dice)
}

fn stream(form: Form, entries: u64, throws: u64) -> u64 {
    match form {
        Form::One => entries,
        Form::Two => throws,
    }
}

fn faces_of_seed(seed: u64, stream: u64, dice: Dice) -> Vec<u8> {
    let mut generator = Generator::stream(seed, stream);
    (0..dice.count()).map(|_| generator.face(dice.die())).collect()
}

/// What can be said of the dice in a journal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof {
    /// So many throws, each as the secret has it that was pledged before the game.
    Pledged(u64),
    /// So many throws, of which nothing can be said until the secret is shown.
    SecretKept(u64),
    /// So many throws, each as the seed has it; whoever read the header could foresee them.
    Seed(u64),
    /// So many throws, typed by people.
    Typed(u64),
}

impl Journal {
    /// Works out every throw again, as far as the journal says what it came from, or whoever keeps its secret does.
    ///
    /// # Errors
    /// The first entry that is not as it must be.
    pub fn prove_dice(&self, kept: Option<[u8; 32]>) -> Result<Proof, Differs> {
        let mut dice =
            DiceSoFar { journal: self, throws: Vec::new(), nonces: BySide::default(), shown: None };
        for (index, entry) in self.entries().iter().enumerate() {
            dice.take(index + 1, &entry.event)?;
        }
        dice.prove(kept)
    }
}

/// A throw of a journal: the number of its entry, what was thrown, what came up.
struct Throw<'a> {
    entry: usize,
    question: &'a str,
    dice: Dice,
    faces: &'a [u8],
}

struct DiceSoFar<'a> {
    journal: &'a Journal,
    throws: Vec<Throw<'a>>,
    nonces: BySide<bool>,
    shown: Option<[u8; 32]>,
}

impl<'a> DiceSoFar<'a> {
    fn take(&mut self, entry: usize, event: &'a Event) -> Result<(), Differs> {
        let differs = |asked: &str| Differs::asked(entry, &event.line(), asked);
        let pledged = matches!(self.journal.header().dice, DiceSource::Pledged(_));
        match event {
            Event::Nonce { .. } | Event::DiceSecret { .. } if !pledged => {
                return Err(differs("nothing of the kind: these dice come from no secret"));
            }
            Event::Nonce { by, .. } => {
                // No throw comes before both, so that one too late is always a second one.
                if self.nonces[*by] {
                    return Err(differs("each side to add to the dice once, before the first throw"));
                }
                self.nonces[*by] = true;
            }
            Event::DiceSecret { secret } => {
                if self.shown.is_some() {
                    return Err(differs("the secret of the dice once"));
                }
                if self.journal.header().dice != DiceSource::Pledged(Pledge::commitment(secret)) {
                    return Err(differs("the secret that was pledged in the header"));
                }
                self.shown = Some(*secret);
            }
            Event::Answered { question, answer: Answer::Faces(faces) } => {
                if self.shown.is_some() {
                    return Err(differs("no throw once the secret of the dice is known"));
                }
                if pledged && self.nonces != BySide::new(true, true) {
                    return Err(differs("both sides to add to the dice before the first throw"));
                }
                let dice = question.rsplit_once("] roll ").and_then(|(_, dice)| Dice::from_text(dice));
                let dice = dice.ok_or_else(|| differs("for dice that there are"))?;
                self.throws.push(Throw { entry, question, dice, faces });
            }
            _ => {}
        }
        Ok(())
    }

    fn prove(&self, kept: Option<[u8; 32]>) -> Result<Proof, Differs> {
        let count = self.throws.len() as u64;
        let form = self.journal.header().form;
        match (self.journal.header().dice, self.shown.or(kept)) {
            (DiceSource::Table, _) => Ok(Proof::Typed(count)),
            (DiceSource::Pledged(_), None) => Ok(Proof::SecretKept(count)),
            (DiceSource::Pledged(_), Some(secret)) => {
                match Pledge::of(self.journal, secret) {
                    Some(pledge) => self.each(|number, throw| pledge.faces(number, throw.dice))?,
                    // Without both nonces there is no throw; with them this is not the secret.
                    None if count == 0 => {}
                    None => return Ok(Proof::SecretKept(count)),
                }
                Ok(Proof::Pledged(count))
            }
            (DiceSource::Seed(seed), _) => {
                self.each(|number, throw| {
                    faces_of_seed(seed, stream(form, throw.entry as u64 - 1, number), throw.dice)
                })?;
                Ok(Proof::Seed(count))
            }
        }
    }

    fn each(&self, due: impl Fn(u64, &Throw<'_>) -> Vec<u8>) -> Result<(), Differs> {
        for (number, throw) in self.throws.iter().enumerate() {
            let due = due(number as u64, throw);
            if due != throw.faces {
                let answer = |faces: &[u8]| Event::Answered {
                    question: throw.question.to_owned(),
                    answer: Answer::Faces(faces.to_vec()),
                };
                let (recorded, asked) = (answer(throw.faces).line(), answer(&due).line());
                return Err(Differs::asked(throw.entry, &recorded, &asked));
            }
        }
        Ok(())
    }
}
