//! A game that programs drive: the house throws what is due and has the computer answer, and every entry is in the file
//! before anybody is told of it. What a seat may know goes through [`Game`] alone.

use crate::Failure;
use crate::dicebox::draw;
use crate::ledger::Ledger;
use crate::table::{DiceFrom, Who};
use crate::vault;
use grognard::umpire::{BySide, Dice, Entry, Event, Generator, Kind, Pledge, Refusal, Side, seeded_faces};
use grognard::{Game, Play, Player, Seat, Strength};

/// Who answers for a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// Whoever is at the other end: a program, or a person through one.
    Program,
    /// The house, by one of its players.
    House(Player),
}

impl Sitter {
    /// Who answers for a seat of a journal.
    pub(crate) fn of(who: Who) -> Self {
        match who {
            Who::Person => Sitter::Program,
            Who::Computer => Sitter::House(Player::Computer),
            Who::Easy => Sitter::House(Player::Easy),
            Who::Policy => Sitter::House(Player::Policy),
        }
    }
}

/// A game with its dice, its file and whoever sits at it.
pub(crate) struct Desk {
    pub(crate) game: Game,
    dice: DiceFrom,
    ledger: Option<Ledger>,
    sitters: BySide<Sitter>,
    /// For a player who does anything that is allowed.
    chance: Generator,
}

impl Desk {
    pub(crate) fn new(
        play: Box<dyn Play>,
        dice: DiceFrom,
        ledger: Option<Ledger>,
        sitters: BySide<Sitter>,
        chance: Generator,
    ) -> Self {
        Desk { game: Game::new(play), dice, ledger, sitters, chance }
    }

    /// Whoever sits down first adds to the dice, if they come from a secret.
    pub(crate) fn sit_down(&mut self) -> Result<(), Failure> {
        if !matches!(self.dice, DiceFrom::Pledged(_)) {
            return Ok(());
        }
        let missing: Vec<Side> = {
            let nonces = self.game.kept_journal().nonces();
            nonces.iter().filter(|(_, nonce)| nonce.is_none()).map(|(side, _)| side).collect()
        };
        for side in missing {
            let line = self.game.house().nonce(side, draw()?);
            self.keep(&line.map_err(|refusal| Failure(refusal.to_string()))?)?;
        }
        Ok(())
    }

    /// Does what is the house's to do, until somebody at the other end has to answer or the game is over.
    pub(crate) fn advance(&mut self) -> Result<(), Failure> {
        self.open_due()?;
        while let Some(due) = self.due() {
            match due {
                Due::Dice(dice) => {
                    let Some(faces) = self.faces(dice)? else { return Ok(()) };
                    let line = self.game.house().faces(&faces);
                    self.keep(&line.map_err(|refusal| Failure(refusal.to_string()))?)?;
                    self.open_due()?;
                }
                Due::Decision(side, player) => {
                    let key = self.decided(side, player)?;
                    self.answer(side, &key)?.map_err(|refusal| Failure(format!("`{key}`: {refusal}")))?;
                }
            }
        }
        self.show_dice()
    }

    /// The first thing that waits and is the house's to do.
    fn due(&mut self) -> Option<Due> {
        let sitters = self.sitters;
        self.game.house().pending().iter().find_map(|question| match (&question.kind, question.asking.by) {
            (Kind::Roll(dice), _) => Some(Due::Dice(*dice)),
            (_, Some(side)) => match sitters[side] {
                Sitter::House(player) => Some(Due::Decision(side, player)),
                Sitter::Program => None,
            },
            (_, None) => None,
        })
    }

    fn decided(&mut self, side: Side, player: Player) -> Result<String, Failure> {
        let play = self.game.house();
        let key = match player {
            Player::Computer => play.by_computer(side).map(|(key, _)| key),
            Player::Easy => play.by_computer_at(side, Strength::Easy).map(|(key, _)| key),
            Player::Naive => play.by_naive(side),
            Player::Policy => play.by_policy(side),
            Player::Random => {
                let asked = play.pending().into_iter().find(|question| question.asking.by == Some(side));
                asked.map(|question| {
                    let options = question.options();
                    options[self.chance.below(options.len() as u32) as usize].key.clone()
                })
            }
        };
        key.ok_or_else(|| Failure("nothing to decide".to_owned()))
    }

    /// The faces of dice that are due; none where somebody at a table throws them.
    fn faces(&self, dice: Dice) -> Result<Option<Vec<u8>>, Failure> {
        let journal = self.game.kept_journal();
        Ok(match &self.dice {
            DiceFrom::Seed(seed) => Some(seeded_faces(*seed, journal, dice)),
            DiceFrom::Pledged(secret) => {
                let pledge = Pledge::of(journal, *secret)
                    .ok_or_else(|| Failure("the dice are not those that were pledged".to_owned()))?;
                Some(pledge.faces(journal.throws(), dice))
            }
            DiceFrom::Asked | DiceFrom::Given(_) => None,
        })
    }

    /// Gives a side's answer and makes it durable; of a secret first what opens it, in the seat's own file.
    pub(crate) fn answer(&mut self, side: Side, key: &str) -> Result<Result<(), Refusal>, Failure> {
        let entered = match self.game.answer(Seat::Side(side), key, draw()?) {
            Ok(entered) => entered,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let (Some(opening), Some(ledger)) = (&entered.opening, &self.ledger) {
            vault::keep(ledger.path(), self.game.kept_journal(), side, opening)?;
        }
        self.keep(&entered.line)?;
        self.open_due().map(Ok)
    }

    /// Gives the faces of dice that a side threw at a real table.
    pub(crate) fn throw(&mut self, side: Side, faces: &[u8]) -> Result<Result<(), Refusal>, Failure> {
        match self.game.faces(Seat::Side(side), faces) {
            Ok(line) => self.keep(&line)?,
            Err(refusal) => return Ok(Err(refusal)),
        }
        self.open_due().map(Ok)
    }

    /// Takes a side's last choice back.
    pub(crate) fn undo(&mut self, side: Side) -> Result<Result<(), Refusal>, Failure> {
        match self.game.undo(Seat::Side(side)) {
            Ok(line) => self.keep(&line).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    /// A side gives up.
    pub(crate) fn resign(&mut self, side: Side) -> Result<Result<(), Refusal>, Failure> {
        match self.game.at_table(Seat::Side(side), grognard::TableAct::Resign) {
            Ok(line) => self.keep(&line).map(Ok),
            Err(refusal) => Ok(Err(refusal)),
        }
    }

    fn keep(&mut self, line: &str) -> Result<(), Failure> {
        self.ledger.as_mut().map_or(Ok(()), |ledger| ledger.append(line))
    }

    fn open_due(&mut self) -> Result<(), Failure> {
        let lines = self.game.house().open_due();
        lines.iter().try_for_each(|line| self.keep(line))
    }

    /// Once the game is over the secret of the dice goes into the journal.
    fn show_dice(&mut self) -> Result<(), Failure> {
        let DiceFrom::Pledged(secret) = self.dice else { return Ok(()) };
        let shown = |entry: &Entry| matches!(entry.event, Event::DiceSecret { .. });
        if self.game.end().is_some() && !self.game.kept_journal().entries().iter().any(shown) {
            let line = self.game.house().dice_secret(secret);
            self.keep(&line.map_err(|refusal| Failure(refusal.to_string()))?)?;
        }
        Ok(())
    }
}

/// What waits for the house.
enum Due {
    Dice(Dice),
    Decision(Side, Player),
}
