//! The table a game is played at: where dice and decisions come from, and where the journal goes.

use crate::Failure;
use crate::args::HouseTables;
use crate::dicebox::draw;
use crate::ledger::Ledger;
use crate::paint::{DIM, GOOD, HEAD, clean, columns, fitted, styled, width};
use crate::resolve::told;
use crate::{prompt, vault};
use grognard::umpire::{
    BySide, Dice, DiceSource, Entry, Event, Kind, Offered, Pledge, Question, Refusal, Side, Topic,
    seeded_faces,
};
use grognard::{Alternative, Play};
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
    /// Faces that a person has typed ahead.
    pub(crate) typed: VecDeque<u8>,
    /// Whose own affairs stand on a screen that two look at.
    on_screen: Option<Side>,
    /// Orders of one line that are still to be given, with whoever gave it and what he was asked.
    queued: VecDeque<String>,
    queued_for: Option<(Side, Topic)>,
    /// The answers that numbers mean now, where a long list has been narrowed down.
    narrowed: Vec<Offered>,
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
            narrowed: Vec::new(),
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

    fn decide(&mut self, question: &Question, options: &[Offered]) -> Result<(), Failure> {
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
    pub(crate) fn what(&self, question: &Question) -> String {
        let who = question.asking.by.map_or("", |side| self.names[side].as_str());
        format!("{who}, {} ({})", question.asking.words(), question.asking.clause)
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

    fn ask_choice(&mut self, question: &Question, side: Side, options: &[Offered]) -> Result<(), Failure> {
        let options = &self.told_plainly(question, side, options);
        if self.goes_on(question, side)? {
            return Ok(());
        }
        if self.on_screen == Some(side.other()) {
            self.cover(&format!("What {} looked at is off the screen.", self.names[side.other()]))?;
        }
        self.tell()?;
        let hidden = self.is_shared() && question.kind.is_secret();
        if hidden {
            self.only_for(side)?;
        }
        self.narrowed = Vec::new();
        let menu = self.menu(question, side, options, None);
        say(&menu)?;
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
                    self.narrowed = Vec::new();
                    let menu = self.menu(question, side, options, None);
                    say(&menu)?;
                }
                ("?", text) => {
                    let menu = self.menu(question, side, options, Some(text));
                    say(&menu)?;
                }
                ("advice", "") => say(&self.advised(side))?,
                ("goal" | "goals", "") => {
                    say(&prompt::aims(&self.play.guide(Some(side)).aims(), &self.names))?
                }
                ("force", place) => {
                    say(&self.force(side, place))?;
                    self.on_screen = Some(side).filter(|_| self.is_shared() && self.has_own_sight(side));
                }
                ("odds", order) => say(&self.odds(question, side, order))?,
                ("why", key) if !key.is_empty() => say(&self.why_not(question, side, key))?,
                ("rule", id) if !id.is_empty() => say(&clause(id))?,
                _ => {
                    if let Some(members) = self.group_meant(&line, options) {
                        self.narrowed = members;
                        say(&self.narrow_menu(question))?;
                        continue;
                    }
                    if self.give(&line, question, side, options)? {
                        return match hidden {
                            true => {
                                let words =
                                    format!("{} has answered, and it is off the screen.", self.names[side]);
                                self.cover(&words)
                            }
                            false => Ok(()),
                        };
                    }
                }
            }
        }
    }

    /// The answers with the words that name units and what is left of them, where there are such.
    fn told_plainly(&self, question: &Question, side: Side, options: &[Offered]) -> Vec<Offered> {
        let guide = self.play.guide(Some(side));
        let plain = |offered: &Offered| Offered {
            words: guide
                .meaning(question.asking.topic, &offered.key)
                .unwrap_or_else(|| offered.words.clone()),
            ..offered.clone()
        };
        options.iter().map(plain).collect()
    }

    /// Gives the answer that a line means, once its price is agreed to; whether it was given.
    fn give(
        &mut self,
        line: &str,
        question: &Question,
        side: Side,
        options: &[Offered],
    ) -> Result<bool, Failure> {
        let taken = (line == "take").then(|| self.play.by_computer(side)).flatten();
        let listed = if self.narrowed.is_empty() { options } else { &self.narrowed };
        let mut orders: VecDeque<String> = match taken {
            Some((key, _)) => [key].into(),
            None => match chosen(line, listed, options) {
                Some(key) => [key].into(),
                None => prompt::orders(line, question, &*self.play.guide(Some(side))).into(),
            },
        };
        let key = orders.pop_front().unwrap_or_default();
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
                self.queued_for = (!orders.is_empty()).then_some((side, question.asking.topic));
                self.queued = orders;
                Ok(true)
            }
            Err(refusal) => {
                say(&format!("{refusal}\n"))?;
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

    /// The answers of the group that a number or a beginning means, where the list is shown in groups.
    fn group_meant(&self, line: &str, options: &[Offered]) -> Option<Vec<Offered>> {
        let listed = if self.narrowed.is_empty() { options } else { &self.narrowed };
        let groups = prompt::grouped(listed)?;
        let by_number = || groups.get(line.parse::<usize>().ok()?.checked_sub(1)?);
        let group = groups.iter().find(|group| group.begins == line).or_else(by_number)?;
        // A beginning that is an order by itself is that order.
        let whole = group.members.iter().any(|offered| offered.key == line);
        (group.members.len() > 1 && !whole)
            .then(|| group.members.iter().map(|&offered| offered.clone()).collect())
    }

    /// The answers of one group.
    fn narrow_menu(&self, question: &Question) -> String {
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        if let Some(groups) = prompt::grouped(&self.narrowed) {
            return menu + &in_groups(&groups);
        }
        let single = self.narrowed.iter().filter(|offered| !prompt::joins_several(offered)).count();
        let joined = self.narrowed.len() - single;
        let folds = single > 0 && self.narrowed.len() > prompt::READ_AT_ONCE;
        for (index, Offered { key, words, .. }) in self
            .narrowed
            .iter()
            .enumerate()
            .filter(|(_, offered)| !folds || !prompt::joins_several(offered))
            .take(LISTED_MAX)
        {
            let key = if key == words { String::new() } else { styled(DIM, key) };
            let _ = writeln!(menu, "{:>4}  {words}  {key}", index + 1);
        }
        if folds && joined > 0 {
            let more = format!("      and {joined} ways to name several: join their keys with +");
            let _ = writeln!(menu, "{}", styled(DIM, more));
        }
        let _ = writeln!(menu, "{}", styled(DIM, "      Enter for the whole list"));
        menu
    }

    /// What can be answered: the first few, or all that have some words in them.
    fn menu(&self, question: &Question, side: Side, options: &[Offered], wanted: Option<&str>) -> String {
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        if !question.about.is_empty() {
            let _ = writeln!(menu, "  {}", question.about);
        }
        let advice = if self.advises { self.play.advice() } else { Vec::new() };
        match prompt::grouped(options).filter(|_| advice.is_empty() && wanted.is_none()) {
            Some(groups) => menu.push_str(&in_groups(&groups)),
            None => menu.push_str(&self.listed(side, options, wanted, &advice)),
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
        if matches!(question.kind, Kind::Order { .. }) {
            let more = "      any order in words may be typed, of these and of others that the rules let pass; \
                        places go by number or name";
            let _ = writeln!(menu, "{}", styled(DIM, more));
        }
        let words = "`advice` what the computer would do, `take` to do it, `goal`, `force PLACE`, `odds ORDER`, `why ORDER` not, \
                     `rule CLAUSE`, `show`, `undo`, `?` this list, `quit`";
        let _ = writeln!(menu, "{}", styled(DIM, words));
        menu
    }

    /// Answers one by one, the first of them or those that have some words in them, with what each is worth.
    fn listed(
        &self,
        side: Side,
        options: &[Offered],
        wanted: Option<&str>,
        advice: &[Alternative],
    ) -> String {
        let mut menu = String::new();
        let best = advice.iter().filter(|a| a.by == side).map(|a| a.value).fold(f64::NEG_INFINITY, f64::max);
        let shown = |(_, offered): &(usize, &Offered)| {
            wanted.is_none_or(|part| offered.key.contains(part) || offered.words.contains(part))
        };
        let most = if wanted.is_some() { usize::MAX } else { LISTED_MAX };
        for (index, Offered { key, words, .. }) in options.iter().enumerate().filter(shown).take(most) {
            let worth = match advice.iter().find(|a| a.by == side && a.key == *key) {
                Some(a) if a.value >= best - 1e-9 => styled(GOOD, "best"),
                Some(a) => format!("{:.2} worse", best - a.value),
                None => String::new(),
            };
            // In a list of groups a number means a group: what is found there goes by its key.
            let grouped = advice.is_empty() && prompt::grouped(options).is_some();
            let number = if grouped { String::new() } else { (index + 1).to_string() };
            let key = if key == words { String::new() } else { styled(DIM, key) };
            let _ = writeln!(menu, "{number:>4}  {words}  {worth}  {key}");
        }
        if let Some(part) = wanted.filter(|_| !options.iter().enumerate().any(|option| shown(&option))) {
            let _ = writeln!(menu, "{}", styled(DIM, format!("      nothing here has {part} in it")));
        }
        if options.len() > most {
            let more =
                format!("      and {} more; `? TEXT` lists those with TEXT in them", options.len() - most);
            let _ = writeln!(menu, "{}", styled(DIM, more));
        }
        menu
    }
}

/// A game as a side may see it: drawn where it can be drawn, else as a list; below it how it stands and what the side
/// has. Where the board is too wide, the command that draws the journal is named, and who stands where is listed.
pub(crate) fn shown(play: &dyn Play, viewer: Option<Side>, journal: &str) -> String {
    let (guide, names) = (play.guide(viewer), play.side_names());
    let listed = || crate::stored::fact_lines(&play.view(viewer), 0);
    let board = match play.drawing(viewer) {
        Some(drawing) => match too_wide(&drawing) {
            Some(wide) => {
                let words = format!(
                    "The board takes {wide} columns, more than there are here. As a picture: grognard show \
                     {journal} --svg > board.svg"
                );
                let others = match guide.pieces().is_empty() {
                    true => listed(),
                    false => prompt::others(&*guide, viewer, &names),
                };
                format!("{}\n\n{others}", styled(DIM, words))
            }
            None => format!("{}\n\n", drawing.trim_end()),
        },
        None => listed(),
    };
    let (aims, forces) = (prompt::aims(&guide.aims(), &names), prompt::forces(&*guide, viewer, &names));
    format!("{board}{forces}{aims}")
}

/// How many columns a drawing takes, where that is more than there are.
pub(crate) fn too_wide(drawing: &str) -> Option<usize> {
    let wide = drawing.lines().map(columns).max().unwrap_or(0);
    (wide > width()).then_some(wide)
}

/// A long list, those answers together that begin alike.
fn in_groups(groups: &[prompt::Group<'_>]) -> String {
    let mut menu = String::new();
    for (index, group) in groups.iter().enumerate().take(LISTED_MAX) {
        let _ = writeln!(menu, "{:>4}  {}", index + 1, group.words());
    }
    if groups.len() > LISTED_MAX {
        let more =
            format!("      and {} more; `? TEXT` lists those with TEXT in them", groups.len() - LISTED_MAX);
        let _ = writeln!(menu, "{}", styled(DIM, more));
    }
    let words = "      a number opens those that begin so; `? TEXT` lists those with TEXT in them";
    let _ = writeln!(menu, "{}", styled(DIM, words));
    menu
}

/// The answer a line means: a key as it stands, else the number of one in the list; nothing where it is words for the
/// rules to read.
fn chosen(line: &str, listed: &[Offered], options: &[Offered]) -> Option<String> {
    if let Some(offered) = options.iter().find(|offered| offered.key == line) {
        return Some(offered.key.clone());
    }
    let number = line.parse::<usize>().ok()?.checked_sub(1)?;
    match prompt::grouped(listed) {
        // A group with one answer is that answer.
        Some(groups) => match groups.get(number)?.members[..] {
            [offered] => Some(offered.key.clone()),
            _ => None,
        },
        None => Some(listed.get(number)?.key.clone()),
    }
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
        Who::Policy => "its policy",
    }
}

pub(crate) fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(clean(&fitted(text, width())).as_bytes())?;
    out.flush()?;
    Ok(())
}
