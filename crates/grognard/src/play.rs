//! A game in progress, whatever its system: [`Session`] with the types taken off.

use grognard_odds::{Alternative, Best, Budget, best};
use grognard_umpire::{
    BySide, Choice, Entered, Fact, Generator, Journal, Kind, List, Phase, Playable, Procedure, Question,
    Refusal, Ruling, Salt, Seat, Session, Side,
};
use std::time::Duration;

/// A game in progress.
pub trait Play: Send {
    /// What the sides are called.
    fn side_names(&self) -> BySide<String>;
    /// The questions that wait for an answer.
    fn pending(&self) -> Vec<&Question>;
    /// The account of every finished step.
    fn account(&self) -> &[Ruling];
    /// What the current step has ruled so far.
    fn draft(&self) -> &[Ruling];
    /// Gives the faces of dice thrown at a real table.
    ///
    /// # Errors
    /// Where no dice are due or these cannot have been thrown.
    fn faces(&mut self, faces: &[u8]) -> Result<String, Refusal>;
    /// Throws the dice that are due, if any are.
    fn throw(&mut self, dice: &mut Generator) -> Option<String>;
    /// Gives a side's choice or order, with random bytes in case it is a secret; the opening of a secret is
    /// for that side alone.
    ///
    /// # Errors
    /// Why it is not accepted.
    fn answer(&mut self, side: Side, key: &str, salt: Salt) -> Result<Entered, Refusal>;
    /// Enters the secret answers that are known by now into the journal, and hands back the new lines.
    fn open_due(&mut self) -> Vec<String>;
    /// Why a side may not give an answer; nothing where it may.
    fn why_not(&self, side: Side, key: &str) -> Option<Refusal>;
    /// Takes a side's last choice back.
    ///
    /// # Errors
    /// Where nothing can be taken back.
    fn undo(&mut self, side: Side) -> Result<String, Refusal>;
    /// Adds what a side gives to the dice when it sits down.
    ///
    /// # Errors
    /// Where it has given something already, or dice have been thrown.
    fn nonce(&mut self, side: Side, nonce: [u8; 16]) -> Result<String, Refusal>;
    /// Says that a side is played by somebody else from here on.
    fn seat(&mut self, side: Side, seat: Seat) -> String;
    /// Shows the secret of the dice when the game is over.
    ///
    /// # Errors
    /// Where the game is not over.
    fn dice_secret(&mut self, secret: [u8; 32]) -> Result<String, Refusal>;
    /// The journal.
    fn journal(&self) -> &Journal;
    /// What may be seen by a side, or by an onlooker.
    fn view(&self, viewer: Option<Side>) -> Fact;
    /// The game drawn in letters, as a side may see it.
    fn drawing(&self, viewer: Option<Side>) -> Option<String>;
    /// The game as a picture in SVG, as a side may see it.
    fn picture(&self, viewer: Option<Side>) -> Option<String>;
    /// The key a side's stated policy would give to the question it is asked.
    fn by_policy(&self, side: Side) -> Option<String>;
    /// What the computer would answer for a side, and why in a line: its own player where the title has one,
    /// else the stated policy. It does not see what the other side hides, and tells nothing of what its own
    /// side does.
    fn by_computer(&self, side: Side) -> Option<(String, String)>;
    /// What each alternative of the decision that is due is worth if both sides play at their best from here
    /// on; empty where dice are due, or it is too large to solve. Larger is better for the side that decides.
    fn advice(&self) -> Vec<Alternative>;
    /// What a side tries to make large when it plays at its best, in words.
    fn objective_words(&self, side: Side) -> String;
    /// The end as data and in words, once there is one.
    fn end(&self) -> Option<(Fact, String)>;
}

/// A computer player of one title.
pub(crate) struct Computer<P: Procedure> {
    /// What it answers to a question in a state, from what the side that is asked may see.
    pub(crate) answer: fn(&P, &P::Rules, &Question) -> String,
    /// The same with the reason in a line, fit for everybody's ears.
    pub(crate) decide: fn(&P, &P::Rules, &Question) -> (String, String),
}

impl<P: Procedure> Clone for Computer<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Procedure> Copy for Computer<P> {}

/// Tells what each alternative of the decision that is due is worth.
pub(crate) type Adviser<P> = fn(&Session<P>) -> Vec<Alternative>;

/// A session, with the computer player that may sit at it and whoever can tell what a decision is worth.
pub(crate) struct Seated<P: Playable> {
    pub(crate) session: Session<P>,
    pub(crate) computer: Option<Computer<P>>,
    pub(crate) adviser: Option<Adviser<P>>,
}

/// Nobody waits longer for advice.
const ADVICE_TIME: Duration = Duration::from_secs(5);

/// What each alternative is worth if both sides play at their best from here on, counted out.
pub(crate) fn advise<P: Playable>(session: &Session<P>) -> Vec<Alternative> {
    // A step that has been answered in part is not where the solution begins.
    let due = session.pending().first().is_some_and(|question| !matches!(question.kind, Kind::Roll(_)));
    if !due {
        return Vec::new();
    }
    let rules = session.rules();
    let objective = |side: Side, end: &P::End| P::objective(rules, side, end);
    let decide = |state: &P, choice: &Choice<'_>| state.policy(rules, choice);
    let budget = Budget::of(200_000, 2_000_000).within(ADVICE_TIME);
    let Ok(solution) = best(session.state(), rules, Best::Both, &objective, &decide, budget) else {
        return Vec::new();
    };
    let mut alternatives = solution.alternatives(session.state(), rules);
    for alternative in &mut alternatives {
        if alternative.by == Side::Second {
            alternative.value = -alternative.value;
        }
    }
    alternatives
}

impl<P: Playable> Seated<P> {
    /// What the computer would answer for a side, without the trouble of finding words for it.
    pub(crate) fn key_by_computer(&self, side: Side) -> Option<String> {
        let question = self.session.pending_for(side)?;
        match self.computer {
            Some(computer) => Some((computer.answer)(self.session.state(), self.session.rules(), question)),
            None => self.key_by_policy(side),
        }
    }

    fn key_by_policy(&self, side: Side) -> Option<String> {
        let question = self.session.pending_for(side)?;
        let openness = match question.kind {
            Kind::Roll(_) => return None,
            Kind::Choose { openness, .. } | Kind::Order { openness, .. } => openness,
        };
        let (asking, options) = (question.asking, question.options());
        let choice = Choice { asking, options: &List(options), openness, barred: &Vec::new };
        let index = self.session.state().policy(self.session.rules(), &choice);
        Some(options[index].0.clone())
    }
}

impl<P> Play for Seated<P>
where
    P: Playable + Send,
    P::Rules: Send + Sync,
    P::End: Send,
{
    fn side_names(&self) -> BySide<String> {
        BySide::from_fn(|side| P::side_name(self.session.rules(), side))
    }
    fn pending(&self) -> Vec<&Question> {
        self.session.pending()
    }
    fn account(&self) -> &[Ruling] {
        self.session.account()
    }
    fn draft(&self) -> &[Ruling] {
        self.session.draft()
    }
    fn faces(&mut self, faces: &[u8]) -> Result<String, Refusal> {
        self.session.faces(faces)
    }
    fn throw(&mut self, dice: &mut Generator) -> Option<String> {
        self.session.throw(dice)
    }
    fn answer(&mut self, side: Side, key: &str, salt: Salt) -> Result<Entered, Refusal> {
        self.session.answer_salted(side, key, salt)
    }
    fn open_due(&mut self) -> Vec<String> {
        self.session.open_due()
    }
    fn why_not(&self, side: Side, key: &str) -> Option<Refusal> {
        self.session.why_not(side, key)
    }
    fn undo(&mut self, side: Side) -> Result<String, Refusal> {
        self.session.undo(side)
    }
    fn nonce(&mut self, side: Side, nonce: [u8; 16]) -> Result<String, Refusal> {
        self.session.nonce(side, nonce)
    }
    fn seat(&mut self, side: Side, seat: Seat) -> String {
        self.session.seat(side, seat)
    }
    fn dice_secret(&mut self, secret: [u8; 32]) -> Result<String, Refusal> {
        self.session.dice_secret(secret)
    }
    fn journal(&self) -> &Journal {
        self.session.journal()
    }
    fn view(&self, viewer: Option<Side>) -> Fact {
        self.session.view(viewer)
    }
    fn drawing(&self, viewer: Option<Side>) -> Option<String> {
        self.session.state().drawing(self.session.rules(), viewer)
    }
    fn picture(&self, viewer: Option<Side>) -> Option<String> {
        self.session.state().picture(self.session.rules(), viewer)
    }
    fn by_policy(&self, side: Side) -> Option<String> {
        self.key_by_policy(side)
    }
    fn by_computer(&self, side: Side) -> Option<(String, String)> {
        let question = self.session.pending_for(side)?;
        match self.computer {
            Some(computer) => Some((computer.decide)(self.session.state(), self.session.rules(), question)),
            None => self.by_policy(side).map(|key| (key, String::new())),
        }
    }
    fn advice(&self) -> Vec<Alternative> {
        self.adviser.map_or_else(Vec::new, |adviser| adviser(&self.session))
    }
    fn objective_words(&self, side: Side) -> String {
        P::objective_words(self.session.rules(), side)
    }
    fn end(&self) -> Option<(Fact, String)> {
        match self.session.phase() {
            Phase::Ended(end) => {
                Some((P::end_facts(self.session.rules(), end), P::end_words(self.session.rules(), end)))
            }
            Phase::Waiting(_) => None,
        }
    }
}
