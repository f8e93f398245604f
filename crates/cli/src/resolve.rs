//! Fighting a battle once, by seed, by real dice, or by hand.

use crate::args::BattleFile;
use crate::files::{OpenBattle, open, write_new};
use crate::paint::{DIM, HEAD, WARN, styled};
use crate::{Failure, Outcome, json};
use grognard::Play;
use grognard::umpire::{BySide, Dice, Generator, Header, Kind, Mark, Question, Ruling, Side};
use serde_json::json;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// How to fight it.
pub(crate) struct How {
    pub(crate) seed: Option<u64>,
    pub(crate) dice: Option<String>,
    pub(crate) choose: Vec<String>,
    pub(crate) policy: bool,
    pub(crate) journal: Option<PathBuf>,
    pub(crate) json: bool,
}

pub(crate) fn resolve(battle: &BattleFile, how: &How) -> Outcome {
    let OpenBattle { name, text, contest } = open(battle)?;
    let seed = how.seed.unwrap_or_else(fresh_seed);
    let header = Header {
        system: contest.system().to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        title: name.clone(),
        dice: if how.dice.is_some() {
            "table".to_owned()
        } else {
            format!("{} seed {seed}", Generator::NAME)
        },
        options: Vec::new(),
        setup: text,
    };
    let mut table = Table::new(how, contest.start(header), seed)?;
    table.play()?;
    let play = table.play;
    if let Some(path) = &how.journal {
        write_new(path, &play.journal().text())?;
    }
    let (facts, words) =
        play.end().ok_or_else(|| Failure("the battle did not come to its end".to_owned()))?;
    if how.json {
        let account: Vec<_> = play.account().iter().map(json::ruling).collect();
        let value = json!({
            "system": contest.system(), "battle": name, "end": json::fact(&facts), "words": words,
            "account": account, "journal": play.journal().text(),
        });
        return Ok(json::text(&value));
    }
    let mut text = String::new();
    for ruling in &play.account()[table.told..] {
        text.push_str(&told(ruling));
    }
    let _ = writeln!(text, "\n{}", styled(HEAD, words));
    if how.dice.is_none() {
        let _ = writeln!(text, "{}", styled(DIM, format!("The same again: --seed {seed}")));
    }
    Ok(text)
}

/// A seed from the operating system, by way of the standard library's hasher.
pub(crate) fn fresh_seed() -> u64 {
    // Short enough to be read out and typed again.
    RandomState::new().build_hasher().finish() >> 32
}

/// A ruling as a player reads it: the words, then what they rest on.
pub(crate) fn told(ruling: &Ruling) -> String {
    let mut text = format!("{}  {}\n", ruling.text, styled(DIM, ruling.clause));
    let mut facts = Vec::new();
    for thrown in &ruling.dice {
        let faces: Vec<String> = thrown.faces.iter().map(u8::to_string).collect();
        facts.push(format!("{}: {}", thrown.dice, faces.join(" ")));
    }
    for modifier in &ruling.modifiers {
        facts.push(format!("{:+} {} {}", modifier.value, modifier.words, styled(DIM, modifier.clause)));
    }
    if let Some(look) = &ruling.table {
        let mark = match look.mark {
            Mark::Reconstructed | Mark::Ruling | Mark::House => styled(WARN, look.mark),
            Mark::Printed | Mark::Published => styled(DIM, look.mark),
        };
        facts.push(format!("{} {} × {}: {} {mark}", look.table, look.row, look.column, look.cell));
    }
    for fact in facts {
        let _ = writeln!(text, "      {fact}");
    }
    text
}

/// The table a battle is fought at: where dice and decisions come from.
struct Table<'a> {
    play: Box<dyn Play>,
    names: BySide<String>,
    how: &'a How,
    generator: Generator,
    /// Faces given beforehand, next one first.
    faces: std::collections::VecDeque<u8>,
    choices: std::collections::VecDeque<String>,
    /// A person sits at the terminal.
    person: bool,
    /// How many rulings have been told already.
    told: usize,
}

impl<'a> Table<'a> {
    fn new(how: &'a How, play: Box<dyn Play>, seed: u64) -> Result<Self, Failure> {
        let faces = match how.dice.as_deref() {
            None | Some("") => Ok(Vec::new()),
            Some(list) => list
                .split(',')
                .enumerate()
                .map(|(index, face)| {
                    let wrong =
                        || Failure(format!("--dice, number {}: `{face}` is not a face of a die", index + 1));
                    face.trim().parse::<u8>().map_err(|_| wrong())
                })
                .collect(),
        }?;
        Ok(Table {
            names: play.side_names(),
            play,
            how,
            generator: Generator::new(seed),
            faces: faces.into(),
            choices: how.choose.clone().into(),
            person: std::io::stdin().is_terminal()
                && std::io::stdout().is_terminal()
                && !how.json
                && !how.policy,
            told: 0,
        })
    }

    fn play(&mut self) -> Result<(), Failure> {
        while let Some(question) = self.play.pending().first().map(|question| (*question).clone()) {
            match &question.kind {
                Kind::Roll(dice) => self.roll(&question, *dice)?,
                Kind::Choose { options, .. } | Kind::Order { offers: options } => {
                    self.decide(&question, options)?
                }
            }
        }
        if !self.faces.is_empty() {
            return Err(Failure(format!(
                "--dice: {} faces are left over; the battle needs no more",
                self.faces.len()
            )));
        }
        match self.choices.front() {
            Some(left) => {
                Err(Failure(format!("--choose: `{left}` is left over; no more decisions were due")))
            }
            None => Ok(()),
        }
    }

    fn roll(&mut self, question: &Question, dice: Dice) -> Result<(), Failure> {
        match self.how.dice.as_deref() {
            None => {
                self.play.throw(&mut self.generator);
                Ok(())
            }
            Some("") => self.ask_faces(question, dice),
            Some(_) => {
                let given = usize::from(dice.count());
                let used = self.play.journal().entries().len();
                if self.faces.len() < given {
                    let line = self.what(question);
                    return Err(Failure(format!(
                        "--dice: too few faces; after {used} answers {dice} is due: {line}"
                    )));
                }
                let faces: Vec<u8> = self.faces.drain(..given).collect();
                let line = self.what(question);
                self.play
                    .faces(&faces)
                    .map(drop)
                    .map_err(|refusal| Failure(format!("--dice: {line}: {refusal}")))
            }
        }
    }

    fn decide(&mut self, question: &Question, options: &[(String, String)]) -> Result<(), Failure> {
        let side = question.asking.by.unwrap_or(Side::First);
        if let Some(key) = self.choices.pop_front() {
            let line = self.what(question);
            return self
                .play
                .answer(side, &key)
                .map(drop)
                .map_err(|refusal| Failure(format!("--choose: {line}: {refusal}")));
        }
        if self.person {
            return self.ask_choice(question, side, options);
        }
        let key = self.play.by_policy(side).ok_or_else(|| Failure("nothing to decide".to_owned()))?;
        self.play.answer(side, &key).map(drop).map_err(|refusal| Failure(refusal.to_string()))
    }

    /// Who is asked what, in words.
    fn what(&self, question: &Question) -> String {
        let who = question.asking.by.map_or("", |side| self.names[side].as_str());
        format!("{who}, {} ({})", question.asking.what, question.asking.clause)
    }

    /// Tells what has happened since it was last told.
    fn tell(&mut self) -> Result<(), Failure> {
        let mut out = anstream::stdout().lock();
        for ruling in self.play.account()[self.told..].iter().chain(self.play.draft()) {
            out.write_all(told(ruling).as_bytes())?;
        }
        self.told = self.play.account().len();
        out.flush()?;
        Ok(())
    }

    fn ask_faces(&mut self, question: &Question, dice: Dice) -> Result<(), Failure> {
        self.tell()?;
        loop {
            let line = prompt(&format!("{}: throw {dice} > ", self.what(question)))?;
            let faces: Result<Vec<u8>, _> =
                line.split([',', ' ', '+']).filter(|part| !part.is_empty()).map(str::parse::<u8>).collect();
            match faces {
                Ok(faces) => match self.play.faces(&faces) {
                    Ok(_) => return Ok(()),
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
        self.tell()?;
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        for (index, (key, words)) in options.iter().enumerate() {
            let _ = writeln!(menu, "  {}  {words}  {}", index + 1, styled(DIM, key));
        }
        if let Some(key) = self.play.by_policy(side) {
            let _ = writeln!(
                menu,
                "{}",
                styled(
                    DIM,
                    format!("Enter alone takes `{key}`; `undo` takes your last choice back; `quit` ends.")
                )
            );
        }
        say(&menu)?;
        loop {
            let line = prompt("> ")?;
            if line == "undo" {
                match self.play.undo(side) {
                    Ok(_) => {
                        self.told = self.told.min(self.play.account().len());
                        return Ok(());
                    }
                    Err(refusal) => say(&format!("{refusal}\n"))?,
                }
                continue;
            }
            let by_number = line.parse::<usize>().ok().and_then(|n| options.get(n.checked_sub(1)?));
            let key = match (line.as_str(), by_number) {
                ("", _) => self.play.by_policy(side).unwrap_or_default(),
                (_, Some((key, _))) => key.clone(),
                (text, None) => text.to_owned(),
            };
            match self.play.answer(side, &key) {
                Ok(_) => return Ok(()),
                Err(refusal) => say(&format!("{refusal}\n"))?,
            }
        }
    }
}

fn say(text: &str) -> Result<(), Failure> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// One line typed by a person.
fn prompt(text: &str) -> Result<String, Failure> {
    say(text)?;
    let mut line = String::new();
    let read = std::io::stdin().lock().read_line(&mut line)?;
    match line.trim() {
        _ if read == 0 => {
            Err(Failure("the input ended before the battle did; nothing was written".to_owned()))
        }
        "quit" => Err(Failure("left before the end; nothing was written".to_owned())),
        line => Ok(line.to_owned()),
    }
}
