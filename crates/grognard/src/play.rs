//! A game in progress, whatever its system: [`Session`] with the types taken off.

use crate::contest::{Boxing, Contest};
use crate::guide::guide_of;
use crate::report::Report;
use crate::study::{StudyRequest, Tables, play_out};
use crate::unreckoned::Unreckoned;
use grognard_ai::crimea::Strength;
use grognard_odds::{Alternative, Best, Budget, Progress, best};
use grognard_umpire::{
    Answer, BySide, Choice, Closing, Differs, Entered, Fact, Generator, Guide, Header, Journal, Kind, Known,
    List, Opening, Phase, Playable, Position, Procedure, Proposal, Question, Refusal, Ruling, Salt, Seat,
    Session, Side,
};
use std::sync::Arc;
use std::time::Duration;

/// A game in progress.
pub trait Play: Send + Sync {
    /// What the sides are called.
    fn side_names(&self) -> BySide<String>;
    /// The questions that wait for an answer.
    fn pending(&self) -> Vec<&Question>;
    /// The account of every finished step.
    fn account(&self) -> &[Ruling];
    /// What the current step has ruled so far.
    fn draft(&self) -> &[Ruling];
    /// How many rulings of account and draft, from the first, have stood unchanged since an entry.
    fn told_since(&self, entry: usize) -> usize;
    /// The numbers of the entries with which the rulings of account and draft came, in order.
    fn told_with(&self) -> Vec<usize>;
    /// Which sides have their part of a choice in that both make at once.
    fn sealed(&self) -> BySide<bool>;
    /// Whether secret answers lie face down.
    fn has_face_down(&self) -> bool;
    /// Whether a side could take its last choice back now.
    fn may_undo(&self, side: Side) -> bool;
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
    /// What opens the secret answers that the journal does not show yet.
    fn openings(&self) -> Vec<Opening>;
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
    /// What is proposed, and by whom.
    fn proposal(&self) -> Option<(Side, Proposal)>;
    /// How the game was ended at the table, if it was.
    fn closing(&self) -> Option<Closing>;
    /// A side does something at the table that is no business of the rules.
    ///
    /// # Errors
    /// Why it cannot be done; nothing changes.
    fn at_table(&mut self, side: Side, act: TableAct) -> Result<String, Refusal>;
    /// Takes over the next line of the journal, written elsewhere, with what opens it where it is a secret.
    ///
    /// # Errors
    /// Where it is not the next line, or not what the rules make of it; nothing changes.
    fn follow(&mut self, line: &str, opening: Option<&Opening>) -> Result<(), Differs>;
    /// The journal.
    fn journal(&self) -> &Journal;
    /// The game as it stood after an entry, for looking back and not for playing on: from the last snapshot before it.
    ///
    /// # Errors
    /// Where the entries since that snapshot cannot be carried out again.
    fn at(&self, entry: usize) -> Result<Box<dyn Play>, Differs>;
    /// The position as a document. It holds the secrets of both sides.
    fn as_position(&self) -> Position;
    /// The position as somebody may know it, as a document: what he may not see is drawn anew, so that it looks the same to
    /// him. What has been answered since the last settled moment may then not fit it any more.
    fn as_position_seen(&self, sees: Sees, dice: &mut Generator) -> Position;
    /// What may be seen by a side, or by an onlooker.
    fn view(&self, viewer: Option<Side>) -> Fact;
    /// The game drawn in letters, as a side may see it.
    fn drawing(&self, viewer: Option<Side>) -> Option<String>;
    /// The game as a picture in SVG, as a side may see it.
    fn picture(&self, viewer: Option<Side>) -> Option<String>;
    /// Who tells a side, or an onlooker, how to win, what an order will cost and what stands where, from what it may
    /// know.
    fn guide(&self, viewer: Option<Side>) -> Box<dyn Guide + '_>;
    /// The fight that an order of a side would lead to, as contests whose odds can be asked before it is given: once
    /// where nothing is hidden from the side, else by the best, the likely and the worst of what is. Nothing where it
    /// leads to no fight.
    fn prospects(&self, side: Side, order: &str) -> Vec<Prospect>;
    /// The fight that is under way where a side has to decide, as a contest that goes on from there, as far as the side may
    /// know it; nothing where there is none, or it does not stand at the question that the side is asked.
    fn fight(&self, side: Side) -> Option<Fight>;
    /// The key a side's stated policy would give to the question it is asked.
    fn by_policy(&self, side: Side) -> Option<String>;
    /// The key that the title's naive player would give, who does the obvious and no more: a yardstick for the computer
    /// player. The stated policy where the title has none.
    fn by_naive(&self, side: Side) -> Option<String>;
    /// What the computer would answer for a side, and why in a line: its own player where the title has one,
    /// else the stated policy. It does not see what the other side hides, and tells nothing of what its own
    /// side does.
    fn by_computer(&self, side: Side) -> Option<(String, String)> {
        self.by_computer_at(side, Strength::Full)
    }
    /// The same at a strength, where the title's player has two.
    fn by_computer_at(&self, side: Side, strength: Strength) -> Option<(String, String)>;
    /// What the computer would think about for a side, to be thought elsewhere while the game goes on: long thoughts need
    /// not hold anybody up. Nothing where the title has no player of its own, whose policy answers at once, or the side is
    /// not asked.
    fn thought(&self, side: Side, strength: Strength) -> Option<Thought>;
    /// How hard the title's computer player can think; nothing where it has none of its own.
    fn strengths(&self) -> &'static [Strength];
    /// What each alternative of the decision that is due is worth if both sides play at their best from here
    /// on; empty where dice are due, or it is too large to solve. Larger is better for the side that decides.
    fn advice(&self) -> Vec<Alternative>;
    /// Plays the game on from here many times, between computer players, and tells how it ends. What whoever asks may
    /// not see is drawn anew for every game, so that the answer gives nothing away.
    ///
    /// # Errors
    /// Where the game is over, or no game came to its end in the time allowed.
    fn study(&self, sees: Sees, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned>;
    /// What a side tries to make large when it plays at its best, in words.
    fn objective_words(&self, side: Side) -> String;
    /// The end as data and in words, once there is one.
    fn end(&self) -> Option<(Fact, String)>;
    /// The figures of the end, by key, as odds and studies count them; none before, and none where it was ended at the
    /// table.
    fn figures(&self) -> Vec<(&'static str, i64)>;
}

/// A question that is taken away to be thought about, with what whoever is asked may see.
pub struct Thought(Box<dyn FnOnce() -> (String, String) + Send>);

impl Thought {
    /// The answer, and why in a line fit for everybody's ears. Something that the side does not see may forbid it.
    pub fn think(self) -> (String, String) {
        (self.0)()
    }
}

/// A fight that an order would lead to.
pub struct Prospect {
    /// What it is reckoned from.
    pub known: Known,
    /// The fight.
    pub contest: Box<dyn Contest>,
}

/// A fight that is under way.
pub struct Fight {
    /// Which side of the game is its first.
    pub first: Side,
    /// The fight from here on.
    pub contest: Box<dyn Contest>,
}

impl Fight {
    /// What each alternative of a question is worth to the side that is asked, if both play at their best until the fight is
    /// over; empty where it is too large to solve.
    pub fn advice(&self, side: Side, question: &Question) -> Vec<Alternative> {
        let inner = if self.first == Side::First { side } else { side.other() };
        let own = self.contest.start(Header::default()).advice().into_iter().filter(|a| a.by == inner);
        let own: Vec<Alternative> = own.map(|a| Alternative { by: side, ..a }).collect();
        let all = question.options().iter().all(|offered| own.iter().any(|a| a.key == offered.key));
        if all { own } else { Vec::new() }
    }
}

/// What a side does at the table rather than in the rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableAct {
    /// It proposes something to the other side.
    Propose(Proposal),
    /// It agrees to what the other has proposed.
    Agree,
    /// It declines what the other has proposed, or withdraws what it has.
    Decline,
    /// It gives up.
    Resign,
    /// Its time is up.
    TimeOut,
    /// Its time is up, and the other side's at the same instant.
    BothTimeOut,
}

/// What whoever asks may see of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sees {
    /// All of it: it is over, or hides nothing.
    Everything,
    /// What a side may see, or an onlooker.
    What(Option<Side>),
}

/// An answer to a question in a state, given without thinking.
type Obvious<P> = fn(&P, &<P as Procedure>::Rules, &Question) -> String;

/// A computer player of one title.
pub(crate) struct Computer<P: Procedure> {
    /// What it answers to a question in a state, from what the side that is asked may see.
    pub(crate) answer: fn(&P, &P::Rules, &Question, Strength) -> String,
    /// The same with the reason in a line, fit for everybody's ears.
    pub(crate) decide: fn(&P, &P::Rules, &Question, Strength) -> (String, String),
    /// What a player answers who does the obvious and no more, if the title has one.
    pub(crate) naive: Option<Obvious<P>>,
    /// Where it plays whole games out of hand, if it can.
    pub(crate) table: Option<Tables<P>>,
    /// How hard it can think.
    pub(crate) strengths: &'static [Strength],
}

impl<P: Procedure> Clone for Computer<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Procedure> Copy for Computer<P> {}

/// An end at the table as data and in words.
fn closed(closing: Closing, names: &BySide<String>) -> (Fact, String) {
    let lost = closing.lost_by();
    let won = lost.map_or("", |side| names[side.other()].as_str());
    let words = match closing {
        Closing::Resigned(side) => format!("{} gave up. The game goes to {won}.", names[side]),
        Closing::TimedOut(side) => format!("{} ran out of time. The game goes to {won}.", names[side]),
        Closing::BothTimedOut => {
            "Both ran out of time at the same instant. The game goes to nobody.".to_owned()
        }
        Closing::Drawn => "A draw: both sides agreed on it.".to_owned(),
    };
    let facts = [("closed", Fact::from(closing.key())), ("lost_by", Fact::from(lost.map(Side::key)))];
    (Fact::record(facts), words)
}

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
pub(crate) fn advise<P>(session: &Session<P>) -> Vec<Alternative>
where
    P: Playable + Send + Sync,
    P::Rules: Send + Sync,
{
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

/// A state with what is hidden from whoever asks drawn anew.
fn drawn_anew<P: Playable>(state: P, rules: &P::Rules, sees: Sees, dice: &mut Generator) -> P {
    match sees {
        Sees::Everything => state,
        Sees::What(viewer) => {
            state.with_other_secrets(rules, viewer, &mut |most| 1 + dice.below(u32::from(most)) as u8)
        }
    }
}

impl<P: Playable> Seated<P> {
    /// The same moment for a game of its own, with what is hidden from whoever asks drawn anew.
    fn again(&self, sees: Sees, dice: &mut Generator) -> Seated<P> {
        let rules = self.session.rules();
        let state = drawn_anew(self.session.state().clone(), rules, sees, dice);
        let mut session = Session::start(state, Arc::clone(rules), Header::default());
        // The step under way is answered as far as it has been. What was drawn otherwise may not allow that; the step
        // then begins anew.
        for answer in self.session.step_answers() {
            let asked = session.pending().first().and_then(|question| question.asking.by);
            let given = match (answer, asked) {
                (Answer::Faces(faces), _) => session.faces(faces).is_ok(),
                (Answer::Key(key), Some(side)) => session.answer_salted(side, key, Salt::default()).is_ok(),
                (Answer::Key(_), None) => false,
            };
            if !given {
                break;
            }
        }
        Seated { session, computer: self.computer, adviser: None }
    }

    /// The position as a side's computer player is handed it. What the side may not see is not in it: it has been drawn
    /// anew, always alike, so that there is nothing to peek at and the same sight gets the same answer.
    fn seen_by(&self, side: Side) -> P {
        self.session.position().clone().with_other_secrets(self.session.rules(), Some(side), &mut |_| 1)
    }

    /// What the computer would answer for a side, without the trouble of finding words for it.
    pub(crate) fn key_by_computer(&self, side: Side, strength: Strength) -> Option<String> {
        let question = self.session.pending_for(side)?;
        match self.computer {
            Some(computer) => {
                let seen = self.seen_by(side);
                let key = (computer.answer)(&seen, self.session.rules(), question, strength);
                if self.is_allowed(side, &seen, &key) { Some(key) } else { self.key_by_policy(side) }
            }
            None => self.key_by_policy(side),
        }
    }

    /// What the title's naive player would answer for a side, from what that side may see.
    pub(crate) fn key_by_naive(&self, side: Side) -> Option<String> {
        let question = self.session.pending_for(side)?;
        let Some(naive) = self.computer.and_then(|computer| computer.naive) else {
            return self.key_by_policy(side);
        };
        let seen = self.seen_by(side);
        let key = naive(&seen, self.session.rules(), question);
        if self.is_allowed(side, &seen, &key) { Some(key) } else { self.key_by_policy(side) }
    }

    /// Whether an answer that a computer player gave from what it sees may be given. Only what it does not see can forbid
    /// it; where it sees everything nobody has to ask.
    fn is_allowed(&self, side: Side, seen: &P, key: &str) -> bool {
        seen == self.session.position() || self.session.why_not(side, key).is_none()
    }

    fn key_by_policy(&self, side: Side) -> Option<String> {
        let question = self.session.pending_for(side)?;
        let openness = match question.kind {
            Kind::Roll(_) => return None,
            Kind::Choose { openness, .. } | Kind::Order { openness, .. } => openness,
        };
        let (asking, options) = (question.asking, question.options());
        let choice = Choice { asking, options: &List(options), openness, barred: &Vec::new };
        let index = self.session.position().policy(self.session.rules(), &choice);
        Some(options[index].key.clone())
    }
}

impl<P> Play for Seated<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
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
    fn told_since(&self, entry: usize) -> usize {
        self.session.told_since(entry)
    }
    fn told_with(&self) -> Vec<usize> {
        self.session.told_with()
    }
    fn sealed(&self) -> BySide<bool> {
        self.session.sealed()
    }
    fn has_face_down(&self) -> bool {
        self.session.has_face_down()
    }
    fn may_undo(&self, side: Side) -> bool {
        self.session.may_undo(side)
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
    fn openings(&self) -> Vec<Opening> {
        self.session.openings()
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
    fn proposal(&self) -> Option<(Side, Proposal)> {
        self.session.proposal()
    }
    fn closing(&self) -> Option<Closing> {
        self.session.closing()
    }
    fn at_table(&mut self, side: Side, act: TableAct) -> Result<String, Refusal> {
        match act {
            TableAct::Propose(what) => self.session.propose(side, what),
            TableAct::Agree => self.session.agree(side),
            TableAct::Decline => self.session.decline(side),
            TableAct::Resign => self.session.resign(side),
            TableAct::TimeOut => self.session.time_out(side),
            TableAct::BothTimeOut => self.session.time_out_both(),
        }
    }
    fn follow(&mut self, line: &str, opening: Option<&Opening>) -> Result<(), Differs> {
        self.session.follow(line, opening)
    }
    fn at(&self, entry: usize) -> Result<Box<dyn Play>, Differs> {
        let session = self.session.at(entry)?;
        Ok(Box::new(Seated { session, computer: self.computer, adviser: self.adviser }))
    }
    fn as_position(&self) -> Position {
        self.session.as_position()
    }
    fn as_position_seen(&self, sees: Sees, dice: &mut Generator) -> Position {
        self.session.as_position_of(|state| drawn_anew(state, self.session.rules(), sees, dice))
    }
    fn journal(&self) -> &Journal {
        self.session.journal()
    }
    fn view(&self, viewer: Option<Side>) -> Fact {
        self.session.view(viewer)
    }
    fn drawing(&self, viewer: Option<Side>) -> Option<String> {
        self.session.position().drawing(self.session.rules(), viewer)
    }
    fn picture(&self, viewer: Option<Side>) -> Option<String> {
        self.session.position().picture(self.session.rules(), viewer)
    }
    fn guide(&self, viewer: Option<Side>) -> Box<dyn Guide + '_> {
        guide_of(self, viewer)
    }
    fn prospects(&self, side: Side, order: &str) -> Vec<Prospect> {
        let system = crate::system(&self.session.journal().header().system).map_or("", |system| system.key);
        let list = self.session.position().prospects(self.session.rules(), side, order, Boxing(system));
        list.into_iter().map(|(known, contest)| Prospect { known, contest }).collect()
    }
    fn fight(&self, side: Side) -> Option<Fight> {
        let asked = self.session.pending_for(side)?;
        let system = crate::system(&self.session.journal().header().system).map_or("", |system| system.key);
        let (first, contest) = self.session.position().fight(self.session.rules(), side, Boxing(system))?;
        // Dice thrown and answers given since the step began are not in it: it must stand at the same question.
        let inner = if first == Side::First { side } else { side.other() };
        let play = contest.start(Header::default());
        let keys = |question: &Question| -> Vec<String> {
            question.options().iter().map(|offered| offered.key.clone()).collect()
        };
        let same = |question: &&Question| {
            question.asking.by == Some(inner)
                && question.asking.topic == asked.asking.topic
                && keys(question) == keys(asked)
        };
        let stands = play.pending().iter().any(same);
        stands.then_some(Fight { first, contest })
    }
    fn by_policy(&self, side: Side) -> Option<String> {
        self.key_by_policy(side)
    }
    fn by_naive(&self, side: Side) -> Option<String> {
        self.key_by_naive(side)
    }
    fn by_computer_at(&self, side: Side, strength: Strength) -> Option<(String, String)> {
        let question = self.session.pending_for(side)?;
        match self.computer {
            Some(computer) => {
                let seen = self.seen_by(side);
                let (key, why) = (computer.decide)(&seen, self.session.rules(), question, strength);
                match self.is_allowed(side, &seen, &key) {
                    true => Some((key, why)),
                    false => self.by_policy(side).map(|key| (key, String::new())),
                }
            }
            None => self.by_policy(side).map(|key| (key, String::new())),
        }
    }
    fn thought(&self, side: Side, strength: Strength) -> Option<Thought> {
        let computer = self.computer?;
        let question = self.session.pending_for(side)?.clone();
        let (seen, rules) = (self.seen_by(side), Arc::clone(self.session.rules()));
        Some(Thought(Box::new(move || (computer.decide)(&seen, &rules, &question, strength))))
    }
    fn strengths(&self) -> &'static [Strength] {
        self.computer.map_or(&[], |computer| computer.strengths)
    }
    fn advice(&self) -> Vec<Alternative> {
        self.adviser.map_or_else(Vec::new, |adviser| adviser(&self.session))
    }
    fn study(&self, sees: Sees, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        if self.end().is_some() {
            return Err(Unreckoned::Over);
        }
        let rules = self.session.rules();
        let table = self.computer.and_then(|computer| computer.table);
        let ends = play_out(&|dice: &mut Generator| self.again(sees, dice), rules, table, request, progress)?;
        let sampled = ends.into_iter().collect();
        Ok(Report::of_sample::<P>(rules, &sampled))
    }
    fn objective_words(&self, side: Side) -> String {
        P::objective_words(self.session.rules(), side)
    }
    fn end(&self) -> Option<(Fact, String)> {
        if let Some(closing) = self.session.closing() {
            return Some(closed(closing, &self.side_names()));
        }
        match self.session.phase() {
            Phase::Ended(end) => {
                Some((P::end_facts(self.session.rules(), end), P::end_words(self.session.rules(), end)))
            }
            Phase::Waiting(_) => None,
        }
    }

    fn figures(&self) -> Vec<(&'static str, i64)> {
        match self.session.phase() {
            Phase::Ended(end) if self.session.closing().is_none() => {
                P::figures(self.session.rules()).iter().map(|figure| (figure.key, (figure.of)(end))).collect()
            }
            _ => Vec::new(),
        }
    }
}
