//! The table a game is played at: where dice and decisions come from, and where the journal goes.

use crate::Failure;
use crate::args::HouseTables;
use crate::dicebox::draw;
use crate::ledger::Ledger;
use crate::menu::Answers;
use crate::paint::{DIM, capital, clean, columns, fitted, styled, width};
use crate::resolve::told;
use crate::stored::hides;
use crate::{menu, prompt, typed, vault};
use grognard::umpire::{
    BySide, Dice, DiceSource, Entry, Event, Kind, Pledge, Question, Refusal, Side, Topic, seeded_faces,
};
use grognard::{Play, Strength, told_plainly};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};

/// Clears a terminal, what has scrolled off it too, and begins at its top.
const OFF_THE_SCREEN: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// Where the dice come from.
pub(crate) enum DiceFrom {
    /// The secret that was pledged in the header.
    Pledged([u8; 32]),
    /// A seed. Each throw has a stream of its own, so that a game opened again goes on with the dice it would
    /// have had.
    Seed(u64),
    /// Faces given beforehand, in order.
    Given(VecDeque<u8>),
    /// A person throws them and types what they show.
    Asked,
}

impl DiceFrom {
    /// What the header says of them.
    pub(crate) fn source(&self) -> DiceSource {
        match self {
            DiceFrom::Pledged(secret) => DiceSource::Pledged(Pledge::commitment(secret)),
            DiceFrom::Seed(seed) => DiceSource::Seed(*seed),
            DiceFrom::Given(_) | DiceFrom::Asked => DiceSource::Table,
        }
    }
}

/// Who decides for a side.
pub(crate) use grognard::umpire::Seat as Who;

/// Whether a line asked for something to be looked up.
enum Looked {
    Up,
    Not,
}

/// A game at a table.
pub(crate) struct Table {
    pub(crate) play: Box<dyn Play>,
    pub(crate) names: BySide<String>,
    pub(crate) dice: DiceFrom,
    /// Decisions given beforehand, in order.
    pub(crate) choices: VecDeque<String>,
    pub(crate) who: BySide<Who>,
    /// Where every entry is made durable before anybody is told of it.
    pub(crate) journal: Option<Ledger>,
    /// How many rulings have been told already.
    pub(crate) told: usize,
    /// Whether menus say what each option is worth, and why others are not on them.
    pub(crate) advises: bool,
    /// Faces that a person has typed ahead.
    pub(crate) typed: VecDeque<u8>,
    /// Whose own affairs stand on a screen that two look at.
    on_screen: Option<Side>,
    /// Orders of one line that are still to be given, with whoever gave it and what he was asked.
    queued: VecDeque<String>,
    queued_for: Option<(Side, Topic)>,
    /// The answers that numbers mean now, where a long list has been narrowed down.
    pub(crate) narrowed: Option<Answers>,
    /// The reason that was given last, and by whom.
    spoken: Option<(Side, String)>,
    /// Whether it has been told what may be typed.
    helped: bool,
    /// Whether a person has answered anything.
    pub(crate) asked: bool,
    /// Whether a person has had enough.
    pub(crate) left: bool,
}

impl Table {
    pub(crate) fn new(play: Box<dyn Play>, dice: DiceFrom, who: BySide<Who>) -> Self {
        let names = play.side_names();
        let told = play.account().len();
        Table {
            play,
            names,
            dice,
            choices: VecDeque::new(),
            who,
            journal: None,
            told,
            advises: false,
            typed: VecDeque::new(),
            on_screen: None,
            queued: VecDeque::new(),
            queued_for: None,
            narrowed: None,
            spoken: None,
            helped: false,
            asked: false,
            left: false,
        }
    }

    /// Plays to the end.
    pub(crate) fn play(&mut self) -> Result<(), Failure> {
        while let Some(question) = self.play.pending().first().map(|question| (*question).clone()) {
            match &question.kind {
                Kind::Roll(dice) => self.roll(&question, *dice)?,
                Kind::Choose { .. } | Kind::Order { .. } => self.decide(&question)?,
            }
        }
        if let DiceFrom::Given(left) = &self.dice
            && !left.is_empty()
        {
            return Err(Failure(format!(
                "--dice: {} faces are left over; the battle needs no more",
                left.len()
            )));
        }
        match self.choices.front() {
            Some(left) => {
                Err(Failure(format!("--choose: `{left}` is left over; no more decisions were due")))
            }
            None => Ok(()),
        }
    }

    /// Writes down who plays what, where that is not as it was, and hands back words for whoever sits here.
    pub(crate) fn take_seats(&mut self, before: BySide<Who>) -> Result<String, Failure> {
        let mut words = String::new();
        for side in Side::ALL {
            let (was, is, name) = (before[side], self.who[side], &self.names[side]);
            if was != is {
                let _ = writeln!(
                    words,
                    "From here on {} plays {name}; until now it was {}.",
                    named(is),
                    named(was)
                );
                let line = self.play.seat(side, is);
                self.keep(&line)?;
            } else if is != Who::Person {
                let _ = writeln!(words, "As before, {} plays {name}.", named(is));
            }
        }
        Ok(words)
    }

    /// Has both sides add to the dice, if they come from a secret and nobody has yet: words of their own, or random
    /// bytes.
    pub(crate) fn sit_down(&mut self, own: &[(Side, [u8; 16])]) -> Result<(), Failure> {
        if !matches!(self.dice, DiceFrom::Pledged(_)) {
            return Ok(());
        }
        for (side, _) in self.play.journal().nonces().iter().filter(|(_, nonce)| nonce.is_none()) {
            let nonce = match own.iter().find(|(by, _)| *by == side) {
                Some((_, nonce)) => *nonce,
                None => draw()?,
            };
            let line = self.play.nonce(side, nonce).map_err(|refusal| Failure(refusal.to_string()))?;
            self.keep(&line)?;
        }
        Ok(())
    }

    /// Shows the secret of the dice once the game is over.
    pub(crate) fn show_dice(&mut self) -> Result<(), Failure> {
        let DiceFrom::Pledged(secret) = self.dice else { return Ok(()) };
        let shown = |entry: &Entry| matches!(entry.event, Event::DiceSecret { .. });
        if self.play.end().is_some() && !self.play.journal().entries().iter().any(shown) {
            let line = self.play.dice_secret(secret).map_err(|refusal| Failure(refusal.to_string()))?;
            self.keep(&line)?;
        }
        Ok(())
    }

    /// Makes an entry durable.
    pub(crate) fn keep(&mut self, line: &str) -> Result<(), Failure> {
        self.journal.as_mut().map_or(Ok(()), |journal| journal.append(line))
    }

    /// Whether every entry so far is in the file, if there is one.
    pub(crate) fn is_kept(&self) -> bool {
        self.journal.as_ref().is_none_or(Ledger::is_sound)
    }

    /// Gives an answer and makes it durable; of a secret first what opens it, in the seat's own file.
    fn answer(&mut self, side: Side, key: &str) -> Result<Result<(), Refusal>, Failure> {
        let entered = match self.play.answer(side, key, draw()?) {
            Ok(entered) => entered,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if let (Some(opening), Some(journal)) = (&entered.opening, &self.journal) {
            vault::keep(journal.path(), self.play.journal(), side, opening)?;
        }
        self.keep(&entered.line)?;
        self.open_due().map(Ok)
    }

    pub(crate) fn faces(&mut self, faces: &[u8]) -> Result<Result<(), Refusal>, Failure> {
        match self.play.faces(faces) {
            Ok(line) => self.keep(&line)?,
            Err(refusal) => return Ok(Err(refusal)),
        }
        self.open_due().map(Ok)
    }

    /// Enters the secrets that everybody may know by now.
    pub(crate) fn open_due(&mut self) -> Result<(), Failure> {
        self.play.open_due().iter().try_for_each(|line| self.keep(line))
    }

    /// Whether two people share the screen.
    fn is_shared(&self) -> bool {
        self.who == BySide::new(Who::Person, Who::Person)
    }

    /// Takes the screen, and what has scrolled off it, out of sight.
    fn cover(&mut self, words: &str) -> Result<(), Failure> {
        self.on_screen = None;
        let mut out = std::io::stdout().lock();
        out.write_all(OFF_THE_SCREEN.as_bytes()).and_then(|()| out.flush())?;
        say(&format!("{}\n", styled(DIM, words)))
    }

    /// Has the other of two people at one screen look away before a secret is asked for.
    fn only_for(&mut self, side: Side) -> Result<(), Failure> {
        if !std::io::stdout().is_terminal() {
            return Err(Failure(
                "a secret answer cannot be taken off the screen here; two people play at a terminal"
                    .to_owned(),
            ));
        }
        let words = format!("Only {} should look now. Enter when the other does not > ", self.names[side]);
        self.prompt(&words).map(drop)
    }

    fn roll(&mut self, question: &Question, dice: Dice) -> Result<(), Failure> {
        let line = self.what(question);
        let entries = self.play.journal().entries().len();
        match &mut self.dice {
            DiceFrom::Seed(seed) => {
                let faces = seeded_faces(*seed, self.play.journal(), dice);
                self.faces(&faces)?.map_err(|refusal| Failure(format!("{line}: {refusal}")))
            }
            DiceFrom::Pledged(secret) => {
                let journal = self.play.journal();
                let pledge = Pledge::of(journal, *secret)
                    .ok_or_else(|| Failure("the dice are not those that were pledged".to_owned()))?;
                let faces = pledge.faces(journal.throws(), dice);
                self.faces(&faces)?.map_err(|refusal| Failure(format!("{line}: {refusal}")))
            }
            DiceFrom::Asked => self.ask_faces(question, dice),
            DiceFrom::Given(faces) => {
                let given = usize::from(dice.count());
                if faces.len() < given {
                    return Err(Failure(format!(
                        "--dice: too few faces; after {entries} answers {dice} is due: {line}"
                    )));
                }
                let faces: Vec<u8> = faces.drain(..given).collect();
                self.faces(&faces)?.map_err(|refusal| Failure(format!("--dice: {line}: {refusal}")))
            }
        }
    }

    fn decide(&mut self, question: &Question) -> Result<(), Failure> {
        let side = question.asking.by.unwrap_or(Side::First);
        let line = self.what(question);
        if let Some(key) = self.choices.pop_front() {
            return self
                .answer(side, &key)?
                .map_err(|refusal| Failure(format!("--choose: {line}: {refusal}")));
        }
        if self.who[side] == Who::Person {
            return self.ask_choice(question, side);
        }
        let decided = match self.who[side] {
            Who::Computer => self.play.by_computer(side),
            Who::Easy => self.play.by_computer_at(side, Strength::Easy),
            _ => self.play.by_policy(side).map(|key| (key, String::new())),
        };
        let (key, why) = decided.ok_or_else(|| Failure("nothing to decide".to_owned()))?;
        // Nobody hears a reason for what is done in secret, nor the same one again for every step of a march.
        let spoken = Some((side, why.clone()));
        let told = !why.is_empty() && !question.kind.is_secret() && self.spoken != spoken;
        if told {
            self.spoken = spoken;
            // What went before stands before the reason, and what comes of it behind.
            self.tell()?;
        }
        self.answer(side, &key)?.map_err(|refusal| Failure(format!("{line}: {refusal}")))?;
        if told {
            // Words may tell what a side hides; keys alone do not.
            let given = if hides(&*self.play) { format!("`{key}`") } else { menu::given(question, &key) };
            say(&format!("{}\n", styled(DIM, format!("{}, {given}: {why}", capital(&self.names[side])))))?;
        }
        Ok(())
    }

    /// Who is asked what, in words.
    pub(crate) fn what(&self, question: &Question) -> String {
        let who =
            question.asking.by.map_or_else(String::new, |side| format!("{}, ", capital(&self.names[side])));
        format!("{who}{} ({})", question.asking.words(), question.asking.clause)
    }

    /// Tells what has happened since it was last told.
    pub(crate) fn tell(&mut self) -> Result<(), Failure> {
        // What an unfinished step has ruled stands again in the account once it is finished.
        let all = || self.play.account().iter().chain(self.play.draft());
        say(&all().skip(self.told).map(told).collect::<String>())?;
        self.told = all().count();
        Ok(())
    }

    /// One line typed by a person.
    pub(crate) fn prompt(&mut self, text: &str) -> Result<String, Failure> {
        say(text)?;
        let line = typed::line()?;
        let read = line.len();
        match line.trim() {
            // Whoever closes the line at a terminal gets up from the table.
            _ if read == 0 && !std::io::stdin().is_terminal() => {
                Err(Failure("the input ended before the game did".to_owned()))
            }
            line if read == 0 || matches!(line, "quit" | "exit") => {
                self.left = true;
                Err(Failure("left before the end".to_owned()))
            }
            line => {
                self.asked = true;
                Ok(line.to_owned())
            }
        }
    }

    fn ask_choice(&mut self, question: &Question, side: Side) -> Result<(), Failure> {
        if self.goes_on(question, side)? {
            return Ok(());
        }
        let answers = Answers::of(told_plainly(question, &*self.play.guide(Some(side))).options().to_vec());
        if self.on_screen == Some(side.other()) {
            self.cover(&format!("What {} looked at is off the screen.", self.names[side.other()]))?;
        }
        self.tell()?;
        let hidden = self.is_shared() && question.kind.is_secret();
        if hidden {
            self.only_for(side)?;
        }
        self.narrowed = None;
        say(&self.menu(question, side, &answers, None))?;
        say(&if self.helped { menu::short_help(question) } else { menu::help(question) })?;
        self.helped = true;
        loop {
            let line = self.prompt("> ")?;
            let (word, rest) =
                line.split_once(' ').map_or((line.as_str(), ""), |(word, rest)| (word, rest.trim()));
            match (word, rest) {
                ("undo", "") => match self.play.undo(side) {
                    Ok(line) => {
                        self.keep(&line)?;
                        self.told = self.told.min(self.play.account().len());
                        self.on_screen = self.on_screen.or(Some(side).filter(|_| hidden));
                        return Ok(());
                    }
                    // Two people at a real table put a slip of the hand right together.
                    Err(_) if self.take_throw_back(side)? => return Ok(()),
                    Err(refusal) => say(&format!("{refusal}\n"))?,
                },
                ("show", "") => {
                    say(&self.shown(Some(side)))?;
                    self.on_screen = Some(side).filter(|_| self.is_shared() && self.has_own_sight(side));
                }
                // Nobody loses a game by leaning on a key.
                ("" | "?" | "help", "") => {
                    self.narrowed = None;
                    say(&self.menu(question, side, &answers, None))?;
                    say(&menu::help(question))?;
                }
                ("?", text) => say(&self.menu(question, side, &answers, Some(text)))?,
                _ => match self.looked_up((word, rest), question, side, &answers)? {
                    Looked::Up => {}
                    Looked::Not => {
                        if let Some(members) = self.group_meant(&line, &answers) {
                            let members = Answers::of(members);
                            say(&self.narrow_menu(question, &members))?;
                            self.narrowed = Some(members);
                            continue;
                        }
                        if self.give(&line, question, side, &answers)? {
                            return match hidden {
                                true => {
                                    let words = format!(
                                        "{} has answered, and it is off the screen.",
                                        capital(&self.names[side])
                                    );
                                    self.cover(&words)
                                }
                                false => Ok(()),
                            };
                        }
                    }
                },
            }
        }
    }

    /// Answers what a player asks before he decides, if that is what he typed. A word that an answer begins with is that
    /// answer.
    fn looked_up(
        &mut self,
        (word, rest): (&str, &str),
        question: &Question,
        side: Side,
        answers: &Answers,
    ) -> Result<Looked, Failure> {
        if answers.all().iter().any(|offered| offered.key.split(' ').next() == Some(word)) {
            return Ok(Looked::Not);
        }
        match (word, rest) {
            ("advice", "") => say(&self.advice_words(question, side))?,
            ("goal" | "goals", "") => {
                say(&prompt::aims(&self.play.guide(Some(side)).aims(), &self.names))?;
            }
            ("force" | "show", place) => {
                say(&self.force(side, place))?;
                self.on_screen = Some(side).filter(|_| self.is_shared() && self.has_own_sight(side));
            }
            ("odds", "") => say(&self.odds_here(question, side))?,
            ("odds", order) => say(&self.odds(question, side, &self.meant(order, question, side, answers)))?,
            ("why", "") => {
                say("Write `why ORDER`, and you are told whether it is possible, and if not, why.\n")?
            }
            ("why", order) => say(&self.why_not(side, &self.meant(order, question, side, answers)))?,
            ("rule", "") => say(&format!(
                "Write `rule CLAUSE`, as `rule {}`, which is what you are asked under.\n",
                question.asking.clause
            ))?,
            ("rule", id) => say(&clause(id))?,
            _ => return Ok(Looked::Not),
        }
        Ok(Looked::Up)
    }

    /// Gives the answer that a line means, once its price is agreed to; whether it was given.
    fn give(
        &mut self,
        line: &str,
        question: &Question,
        side: Side,
        answers: &Answers,
    ) -> Result<bool, Failure> {
        let taken = (line == "take").then(|| self.advised(question, side)).flatten();
        let (mut orders, spoken): (VecDeque<String>, Option<String>) = match taken {
            Some((key, why)) => ([key].into(), Some(why)),
            None => (self.all_meant(line, question, side, answers).into(), None),
        };
        let key = orders.pop_front().unwrap_or_default();
        let given = menu::given(&told_plainly(question, &*self.play.guide(Some(side))), &key);
        // What is refused costs nothing.
        if self.play.why_not(side, &key).is_none() {
            let costs = self.play.guide(Some(side)).consequences(&key);
            if let Some(warning) = prompt::warning(&costs) {
                say(&format!("`{key}` will cost you:\n{warning}"))?;
                let sure = self.prompt("Do it all the same? `yes`, or Enter to think again > ")?;
                if !matches!(sure.as_str(), "yes" | "y") {
                    say("Nothing is done.\n")?;
                    return Ok(false);
                }
            }
        }
        match self.answer(side, &key)? {
            Ok(()) => {
                if let Some(why) = spoken {
                    // What was done in a player's name he is told.
                    let why = if why.is_empty() || question.kind.is_secret() {
                        String::new()
                    } else {
                        format!(": {why}")
                    };
                    say(&format!(
                        "{}\n",
                        styled(DIM, format!("{}, {given}{why}", capital(&self.names[side])))
                    ))?;
                }
                self.queued_for = (!orders.is_empty()).then_some((side, question.asking.topic));
                self.queued = orders;
                Ok(true)
            }
            Err(refusal) => {
                say(&format!("{refusal}{}\n", answers.like(line)))?;
                Ok(false)
            }
        }
    }

    /// Gives the next order of a line that had several, if that is what is asked; whether it did. Whatever else is
    /// asked, or stands in the way, ends the line.
    fn goes_on(&mut self, question: &Question, side: Side) -> Result<bool, Failure> {
        let Some(order) = self.queued.pop_front() else { return Ok(false) };
        let same = self.queued_for == Some((side, question.asking.topic));
        let costs = prompt::warning(&self.play.guide(Some(side)).consequences(&order));
        let refused = match (same, costs) {
            (true, None) => match self.answer(side, &order)? {
                Ok(()) => return Ok(true),
                Err(refusal) => refusal.to_string(),
            },
            (true, Some(warning)) => format!("it would cost something\n{warning}"),
            (false, _) => "something else is asked first".to_owned(),
        };
        self.queued.push_front(order);
        let left: Vec<String> = self.queued.drain(..).collect();
        self.queued_for = None;
        self.tell()?;
        say(&format!("Not done: {}: {refused}\n", left.join(", ")))?;
        Ok(false)
    }
}

/// A game as a side may see it: drawn where it can be drawn, else as a list; below it how it stands and what the side
/// has. Where the board is too wide, the command that draws the journal is named, and who stands where is listed.
pub(crate) fn shown(play: &dyn Play, viewer: Option<Side>, journal: &str) -> String {
    let (guide, names) = (play.guide(viewer), play.side_names());
    let listed = || match guide.pieces().is_empty() {
        true => crate::stored::fact_lines(&play.view(viewer), 0),
        false => prompt::others(&*guide, viewer, &names),
    };
    let board = match play.drawing(viewer) {
        Some(drawing) => match too_wide(&drawing) {
            Some(wide) => {
                let words = format!(
                    "The board takes {wide} columns, more than there are here.{}",
                    pictured(play, journal)
                );
                format!("{}\n\n{}", styled(DIM, words), listed())
            }
            None => format!("{}\n\n", drawing.trim_end()),
        },
        None => listed(),
    };
    let (aims, forces) = (prompt::aims(&guide.aims(), &names), prompt::forces(&*guide, viewer, &names));
    format!("{board}{forces}{aims}")
}

/// The command that draws a game, where it can be drawn.
pub(crate) fn pictured(play: &dyn Play, journal: &str) -> String {
    match play.picture(None) {
        Some(_) => format!(" As a picture: grognard show {journal} --svg > board.svg"),
        None => String::new(),
    }
}

/// How many columns a drawing takes, where that is more than there are. Below its first empty line stand words, which can be
/// broken anywhere.
pub(crate) fn too_wide(drawing: &str) -> Option<usize> {
    let wide = drawing.lines().take_while(|line| !line.is_empty()).map(columns).max().unwrap_or(0);
    (wide > width()).then_some(wide)
}

/// A clause as it is told at the prompt.
pub(crate) fn clause(id: &str) -> String {
    crate::books::rule(id, &HouseTables { tables: None }, false)
        .unwrap_or_else(|Failure(reason)| format!("{reason}\n"))
}

fn named(who: Who) -> &'static str {
    match who {
        Who::Person => "a person",
        Who::Computer => "the computer",
        Who::Easy => "the computer at its easy strength",
        Who::Policy => "its policy",
    }
}

pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(clean(&fitted(text, width())).as_bytes())?;
    out.flush()?;
    Ok(())
}
