//! Computers at their seats. A computer takes its question away to think about it: nobody waits for the game meanwhile,
//! and where people move at other games, it thinks where it is in nobody's way and rests between its moves.

use crate::games::entries::{By, Entries};
use crate::games::table::{Made, Open, broken};
use crate::games::{Around, Games, Place, Who, ours, randomness};
use crate::refused::Refused;
use grognard::umpire::{Seat as Sitter, Side};
use grognard::{Seat, Strength, Thought};
use grognard_wire::Refusal;
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;
use std::time::{Duration, Instant};
use tokio::sync::oneshot;

/// So many moves the computer makes in a row before somebody has to look.
const COMPUTER_MOVES_MAX: usize = 100_000;
/// So often in a row it tries again where its move could not be made, after longer and longer rests.
const TRIES: u32 = 5;
const BETWEEN_TRIES: Duration = Duration::from_millis(50);
/// While people move elsewhere, a computer rests so many times as long as carrying its last move out has taken.
const RESTS: u32 = 3;
/// No reason of a computer's is longer.
const SPOKEN_MAX: usize = 300;

/// A question that a computer is asked.
#[derive(Clone, Copy)]
pub(super) struct AskedOf {
    side: Side,
    /// The last entry there was.
    number: usize,
}

/// What a computer has to do at a game.
pub(super) enum Due {
    /// Nothing.
    Nothing,
    /// Nothing any more: the time of the game was up.
    Over,
    /// What it answers at once, and why.
    Answer(AskedOf, (String, String)),
    /// What it has to think about.
    Thought(AskedOf, Thought),
}

/// How hard whoever sits at a seat thinks.
fn strength_of(seat: Sitter) -> Strength {
    if seat == Sitter::Easy { Strength::Easy } else { Strength::Full }
}

impl Games {
    /// Has the computer move until somebody else has to, one move at a time.
    pub(super) fn wake_computer(self: &Arc<Self>, place: &Arc<Place>) {
        place.called.store(true, SeqCst);
        if place.computer.swap(true, SeqCst) {
            return;
        }
        let (games, place) = (Arc::clone(self), Arc::clone(place));
        tokio::spawn(async move {
            loop {
                place.called.store(false, SeqCst);
                games.computer_moves(&place).await;
                place.computer.store(false, SeqCst);
                // Whoever called while it was about to leave was told that it is here: it looks once more.
                if !place.called.load(SeqCst) || place.computer.swap(true, SeqCst) {
                    break;
                }
            }
        });
    }

    async fn computer_moves(self: &Arc<Self>, place: &Place) {
        let mut failed = 0;
        for _ in 0..COMPUTER_MOVES_MAX {
            match self.computer_move(place).await {
                Ok(true) => failed = 0,
                Ok(false) => break,
                // Another server was first, or the store was away for a moment. What stays wrong shows when somebody looks.
                Err(_) if failed < TRIES => {
                    failed += 1;
                    tokio::time::sleep(BETWEEN_TRIES * failed).await;
                }
                Err(_) => break,
            }
        }
    }

    /// One move of the computer's, if it is to move. It takes the question away to think about it: nobody waits for the
    /// game meanwhile. Where the game has gone on when it comes back, it looks anew.
    async fn computer_move(self: &Arc<Self>, place: &Place) -> Result<bool, Refused> {
        if *self.ending.borrow() {
            return Ok(false);
        }
        let asked = Box::pin(self.with(&place.id, Who::Computer, |open, around| open.due(around)));
        let (asked, key, why) = match asked.await? {
            Due::Nothing => return Ok(false),
            Due::Over => return Ok(true),
            Due::Answer(asked, (key, why)) => (asked, key, why),
            Due::Thought(asked, thought) => {
                let (key, why) = self.think(&place.id, || thought.think()).await?;
                (asked, key, why)
            }
        };
        let begun = Instant::now();
        let moved = Box::pin(self.with(&place.id, Who::Computer, move |open, around| {
            open.computer(around, asked, (&key, why)).map(|made| ((), made))
        }));
        moved.await?;
        if self.moving.beside(&place.id, Instant::now()) {
            tokio::time::sleep(RESTS * begun.elapsed()).await;
        }
        Ok(true)
    }

    /// Has a computer think where it is in nobody's way.
    async fn think<T: Send + 'static>(
        &self,
        id: &str,
        thought: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refused> {
        let beside = self.moving.beside(id, Instant::now());
        let threads = if beside { &self.humble_thinkers } else { &self.thinkers };
        let (tell, told) = oneshot::channel();
        // Nobody may be left to hear it.
        threads.give(move || drop(tell.send(thought()))).ok_or_else(ours)?;
        told.await.map_err(|_| ours())
    }
}

impl Open {
    /// What the computer has to decide, if anything: taken away, so that it need not hold the game while it thinks.
    pub(super) fn due(&mut self, around: &Around) -> Result<(Due, Option<Made>), Refused> {
        if self.game.number() >= around.entries_max || around.row.closed {
            return Ok((Due::Nothing, None));
        }
        if let Some(made) = self.live_time_out(around)? {
            return Ok((Due::Over, Some(made)));
        }
        let seats = &around.seats;
        let Some(side) = self.game.to_decide().into_iter().find(|&side| seats.is_computers(side)) else {
            return Ok((Due::Nothing, None));
        };
        let asked = AskedOf { side, number: self.game.number() };
        let strength = strength_of(self.game.kept_journal().seats()[side]);
        let due = match self.game.thought(Seat::Side(side), strength) {
            Some(thought) => Due::Thought(asked, thought),
            None => match self.game.suggestion(Seat::Side(side)) {
                Some(answer) => Due::Answer(asked, answer),
                None => Due::Nothing,
            },
        };
        Ok((due, None))
    }

    /// The computer gives its answer to what it was asked; nothing where the game has gone on since.
    pub(super) fn computer(
        &mut self,
        around: &Around,
        asked: AskedOf,
        (key, why): (&str, String),
    ) -> Result<Option<Made>, Refused> {
        let AskedOf { side, number } = asked;
        let seats = &around.seats;
        if self.game.number() != number || around.row.closed || !seats.is_computers(side) {
            return Ok(None);
        }
        if let Some(made) = self.live_time_out(around)? {
            return Ok(Some(made));
        }
        let why = self.aloud(side, why);
        let mut entries = Entries::default();
        self.sit(seats, &mut entries)?;
        let entered = match self.game.answer(Seat::Side(side), key, randomness()?) {
            Ok(entered) => entered,
            // Something that it does not see forbids this: it then does as its side's policy says.
            Err(refusal) => {
                let key = self
                    .game
                    .house()
                    .by_policy(side)
                    .ok_or_else(|| broken(format!("the computer answers `{key}`: {refusal}")))?;
                self.game.answer(Seat::Side(side), &key, randomness()?).map_err(Refusal::from)?
            }
        };
        entries.entered(entered);
        if let Some((why, (_, _, by))) = why.zip(entries.0.last_mut()) {
            self.spoken.insert(self.game.number(), why.clone());
            *by = Some(By::Computer(why));
        }
        self.settle(&mut entries)?;
        self.follow_orders(around, &mut entries)?;
        Ok(Some(self.made(around, self.game.number(), entries, Default::default())))
    }

    /// What a computer says of what it is about to do: nothing of what is done in secret, nor the same thing again for
    /// every step of a march.
    fn aloud(&mut self, side: Side, why: String) -> Option<String> {
        let pending = self.game.house().pending();
        let asked = pending.iter().find(|question| question.asking.by == Some(side));
        let secret = asked.is_none_or(|question| question.kind.is_secret());
        let said = why.is_empty() || self.spoken.last_key_value().is_some_and(|(_, last)| *last == why);
        (!secret && !said).then(|| why.chars().take(SPOKEN_MAX).collect())
    }
}
