//! The table a game is played at: where dice and decisions come from, and where the journal goes.

use crate::Failure;
use crate::dicebox::draw;
use crate::ledger::Ledger;
use crate::paint::{DIM, GOOD, HEAD, clean, styled};
use crate::resolve::told;
use crate::vault;
use grognard::Play;
use grognard::umpire::{
    BySide, Dice, DiceSource, Entry, Event, Kind, Pledge, Question, Refusal, Side, seeded_faces,
};
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write};

/// Clears a terminal, what has scrolled off it too, and begins at its top.
const OFF_THE_SCREEN: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";

/// So many answers are listed at once.
const LISTED_MAX: usize = 40;

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
    /// Whose own affairs stand on a screen that two look at.
    on_screen: Option<Side>,
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
            on_screen: None,
            asked: false,
            left: false,
        }
    }

    /// Plays to the end.
    pub(crate) fn play(&mut self) -> Result<(), Failure> {
        while let Some(question) = self.play.pending().first().map(|question| (*question).clone()) {
            match &question.kind {
                Kind::Roll(dice) => self.roll(&question, *dice)?,
                Kind::Choose { options, .. } | Kind::Order { offers: options, .. } => {
                    self.decide(&question, options)?
                }
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

    /// Writes down who plays what, where that is not as it was, and says so.
    pub(crate) fn take_seats(&mut self, before: BySide<Who>) -> Result<(), Failure> {
        for side in Side::ALL {
            let (was, is) = (before[side], self.who[side]);
            if was != is {
                let line = self.play.seat(side, is);
                self.keep(&line)?;
                let (who, before) = (named(is), named(was));
                let words =
                    format!("From here on {who} plays {}; until now it was {before}.", self.names[side]);
                say(&format!("{}\n", styled(DIM, words)))?;
            }
        }
        Ok(())
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
    fn keep(&mut self, line: &str) -> Result<(), Failure> {
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

    fn faces(&mut self, faces: &[u8]) -> Result<Result<(), Refusal>, Failure> {
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

    fn decide(&mut self, question: &Question, options: &[(String, String)]) -> Result<(), Failure> {
        let side = question.asking.by.unwrap_or(Side::First);
        let line = self.what(question);
        if let Some(key) = self.choices.pop_front() {
            return self
                .answer(side, &key)?
                .map_err(|refusal| Failure(format!("--choose: {line}: {refusal}")));
        }
        if self.who[side] == Who::Person {
            return self.ask_choice(question, side, options);
        }
        let decided = match self.who[side] {
            Who::Computer => self.play.by_computer(side),
            _ => self.play.by_policy(side).map(|key| (key, String::new())),
        };
        let (key, why) = decided.ok_or_else(|| Failure("nothing to decide".to_owned()))?;
        // Reasons are for whoever watches; a person who plays must not hear them of what is done in secret.
        let watched = self.who[side.other()] != Who::Person || !question.kind.is_secret();
        self.answer(side, &key)?.map_err(|refusal| Failure(format!("{line}: {refusal}")))?;
        if !why.is_empty() && watched {
            say(&format!("{}\n", styled(DIM, format!("{}: {why}", self.names[side]))))?;
        }
        Ok(())
    }

    /// Who is asked what, in words.
    fn what(&self, question: &Question) -> String {
        let who = question.asking.by.map_or("", |side| self.names[side].as_str());
        format!("{who}, {} ({})", question.asking.what, question.asking.clause)
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
    fn prompt(&mut self, text: &str) -> Result<String, Failure> {
        say(text)?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line)?;
        match line.trim() {
            _ if read == 0 => Err(Failure("the input ended before the game did".to_owned())),
            "quit" => {
                self.left = true;
                Err(Failure("left before the end".to_owned()))
            }
            line => {
                self.asked = true;
                Ok(line.to_owned())
            }
        }
    }

    fn ask_faces(&mut self, question: &Question, dice: Dice) -> Result<(), Failure> {
        self.tell()?;
        loop {
            let line = self.prompt(&format!("{}: throw {dice} > ", self.what(question)))?;
            let faces: Result<Vec<u8>, _> =
                line.split([',', ' ', '+']).filter(|part| !part.is_empty()).map(str::parse::<u8>).collect();
            match faces {
                Ok(faces) => match self.faces(&faces)? {
                    Ok(()) => return Ok(()),
                    Err(refusal) => say(&format!("{refusal}\n"))?,
                },
                Err(_) => say("Type the number on the die, or `quit`.\n")?,
            }
        }
    }

    fn ask_choice(
        &mut self,
        question: &Question,
        side: Side,
        options: &[(String, String)],
    ) -> Result<(), Failure> {
        if self.on_screen == Some(side.other()) {
            self.cover(&format!("What {} looked at is off the screen.", self.names[side.other()]))?;
        }
        self.tell()?;
        let hidden = self.is_shared() && question.kind.is_secret();
        if hidden {
            self.only_for(side)?;
        }
        say(&self.menu(question, side, options, None))?;
        loop {
            let line = self.prompt("> ")?;
            match line.as_str() {
                "undo" => match self.play.undo(side) {
                    Ok(line) => {
                        self.keep(&line)?;
                        self.told = self.told.min(self.play.account().len());
                        self.on_screen = self.on_screen.or(Some(side).filter(|_| hidden));
                        return Ok(());
                    }
                    Err(refusal) => say(&format!("{refusal}\n"))?,
                },
                "show" => {
                    say(&self.shown(Some(side)))?;
                    self.on_screen = Some(side).filter(|_| self.is_shared());
                }
                "?" | "help" => say(&self.menu(question, side, options, None))?,
                line if line.starts_with("? ") => {
                    say(&self.menu(question, side, options, Some(line[2..].trim())))?;
                }
                line => {
                    let by_number = line.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
                    let key = match (line, by_number) {
                        ("", _) => self.play.by_policy(side).unwrap_or_default(),
                        (_, Some((key, _))) => key.clone(),
                        (text, None) => text.to_owned(),
                    };
                    match self.answer(side, &key)? {
                        Ok(()) if hidden => {
                            let words =
                                format!("{} has answered, and it is off the screen.", self.names[side]);
                            return self.cover(&words);
                        }
                        Ok(()) => return Ok(()),
                        Err(refusal) => say(&format!("{refusal}\n"))?,
                    }
                }
            }
        }
    }

    /// What can be answered: the first few, or all that have some words in them.
    fn menu(
        &self,
        question: &Question,
        side: Side,
        options: &[(String, String)],
        wanted: Option<&str>,
    ) -> String {
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        if !question.about.is_empty() {
            let _ = writeln!(menu, "  {}", question.about);
        }
        let advice = if self.advises { self.play.advice() } else { Vec::new() };
        let best = advice.iter().filter(|a| a.by == side).map(|a| a.value).fold(f64::NEG_INFINITY, f64::max);
        let shown = |(_, (key, words)): &(usize, &(String, String))| {
            wanted.is_none_or(|part| key.contains(part) || words.contains(part))
        };
        let most = if wanted.is_some() { usize::MAX } else { LISTED_MAX };
        for (index, (key, words)) in options.iter().enumerate().filter(shown).take(most) {
            let worth = match advice.iter().find(|a| a.by == side && a.key == *key) {
                Some(a) if a.value >= best - 1e-9 => styled(GOOD, "best"),
                Some(a) => format!("{:.2} worse", best - a.value),
                None => String::new(),
            };
            let key = if key == words { String::new() } else { styled(DIM, key) };
            let _ = writeln!(menu, "{:>4}  {words}  {worth}  {key}", index + 1);
        }
        if let Some(part) = wanted.filter(|_| !options.iter().enumerate().any(|option| shown(&option))) {
            let _ = writeln!(menu, "{}", styled(DIM, format!("      nothing here has {part} in it")));
        }
        if options.len() > most {
            let more =
                format!("      and {} more; `? TEXT` lists those with TEXT in them", options.len() - most);
            let _ = writeln!(menu, "{}", styled(DIM, more));
        }
        if !advice.is_empty() {
            let _ = writeln!(
                menu,
                "{}",
                styled(DIM, format!("      counted in: {}", self.play.objective_words(side)))
            );
        }
        if let (true, Kind::Choose { barred, .. }) = (self.advises, &question.kind) {
            for barred in barred {
                let _ = writeln!(
                    menu,
                    "   -  {}",
                    styled(DIM, format!("not {}: {}", barred.key, barred.refusal))
                );
            }
        }
        let enter =
            self.play.by_policy(side).map_or(String::new(), |key| format!("Enter alone takes `{key}`; "));
        let _ =
            writeln!(menu, "{}", styled(DIM, format!("{enter}`undo`, `show`, `?` for this list, `quit`")));
        menu
    }

    /// The game as a side may see it: drawn where it can be drawn, else as a list.
    pub(crate) fn shown(&self, viewer: Option<Side>) -> String {
        match self.play.drawing(viewer) {
            Some(drawing) => format!("{}\n\n", drawing.trim_end()),
            None => crate::stored::fact_lines(&self.play.view(viewer), 0),
        }
    }
}

fn named(who: Who) -> &'static str {
    match who {
        Who::Person => "a person",
        Who::Computer => "the computer",
        Who::Policy => "its policy",
    }
}

pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(clean(text).as_bytes())?;
    out.flush()?;
    Ok(())
}
