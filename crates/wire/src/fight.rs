//! A fight without anybody who remembers: the journal comes in with an answer and goes out with the next question.

use crate::account::{RulingLine, fact};
use crate::battle::Battle;
use crate::cards::SideNames;
use crate::question::OpenQuestion;
use crate::refusal::Refusal;
use crate::switches::NamedSwitch;
use grognard::umpire::{Differs, Generator, Header, Journal, Opening, Question, Salt, Side};
use grognard::{Named, Play, named_switches, switches_in};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Longer than any battle's journal; whole games are played elsewhere.
const JOURNAL_BYTES_MAX: usize = 256 << 10;
/// More secret answers than any battle has at a time.
const OPENINGS_MAX: usize = 100;
/// More throws in a row than any battle has.
const THROWS_MAX: usize = 10_000;

/// What is to be done in a fight.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FightRequest {
    /// The battle.
    pub battle: Battle,
    /// The fight so far; left out, it begins.
    #[serde(default)]
    pub journal: Option<String>,
    /// What opens the secret answers in it that are not open yet, as the fight handed them out.
    #[serde(default)]
    pub openings: Vec<String>,
    /// What is done now; left out, the fight is only shown.
    #[serde(default)]
    pub act: Option<Act>,
    /// Where the dice come from.
    pub dice: DiceFrom,
}

/// Where dice come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DiceFrom {
    /// They are thrown here.
    Thrown,
    /// People throw their own and type what they show.
    Typed,
}

/// Something done in a fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Act {
    /// A side's decision.
    Answer {
        /// `first` or `second`.
        side: String,
        /// The option's key.
        key: String,
    },
    /// The faces of dice thrown at a table.
    Faces(Vec<u8>),
    /// A side takes its last decision back.
    Undo {
        /// `first` or `second`.
        side: String,
    },
}

/// A fight as it stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Fight {
    /// The sides' names.
    pub sides: SideNames,
    /// The questions that wait: one, or one to each side at once.
    pub questions: Vec<OpenQuestion>,
    /// The account from its beginning.
    pub account: Vec<RulingLine>,
    /// The switches to name at its head: those not at their default, and once it is over those that decided something.
    pub switches: Vec<NamedSwitch>,
    /// The end in words, once there is one.
    pub words: Option<String>,
    /// The end as data.
    #[schema(value_type = Option<Object>)]
    pub end: Option<Value>,
    /// Whether what is asked now is answered in secret: who shares a screen hands it over for it.
    pub secret: bool,
    /// Who may take a decision back: nothing has been thrown or shown since.
    pub may_undo: Vec<String>,
    /// The journal, to be sent back with the next answer, kept, or verified.
    pub journal: String,
    /// What opens the secret answers in it that are not open yet: to be sent back with it.
    pub openings: Vec<String>,
}

/// Fresh randomness for one request.
#[derive(Clone, Copy, Debug)]
pub struct Fresh {
    /// For dice that are thrown here.
    pub seed: u64,
    /// For a secret answer.
    pub salt: Salt,
}

impl FightRequest {
    /// Carries the request out.
    ///
    /// # Errors
    /// Why it is not done; nothing has changed then.
    pub fn fight(&self, fresh: Fresh) -> Result<Fight, Refusal> {
        let mut openings = kept(&self.openings)?;
        let contest = self.battle.open()?;
        let mut play = match &self.journal {
            None => contest.start(Header {
                system: contest.system().to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
                title: "desk".to_owned(),
                tables: self.battle.house(),
                setup: self.battle.text()?,
                ..Header::default()
            }),
            Some(text) => {
                let (journal, openings) = begun(&self.battle, text, &self.openings)?;
                let differs = |differs: Differs| Refusal::of_field("journal", differs.to_string());
                contest.replay(&journal, &openings).map_err(differs)?
            }
        };
        match &self.act {
            None => {}
            Some(Act::Answer { side, key }) => {
                openings.extend(play.answer(side_of(side)?, key, fresh.salt)?.opening)
            }
            Some(Act::Faces(faces)) => drop(play.faces(faces)?),
            Some(Act::Undo { side }) => drop(play.undo(side_of(side)?)?),
        }
        if self.dice == DiceFrom::Thrown {
            let mut dice = Generator::new(fresh.seed);
            let thrown = (0..THROWS_MAX).take_while(|_| play.throw(&mut dice).is_some()).count();
            assert!(thrown < THROWS_MAX, "a battle that throws for ever");
        }
        play.open_due();
        let open: Vec<usize> = play.journal().openings().iter().map(|opening| opening.entry).collect();
        openings.retain(|opening| !open.contains(&opening.entry));
        let mut fight = shown(play.as_ref(), &openings);
        if fight.words.is_some() {
            let named = named_switches(&*contest, play.journal(), &openings);
            fight.switches = named.iter().map(NamedSwitch::from).collect();
        }
        Ok(fight)
    }
}

/// A fight in progress, read: its journal, which must be of that battle, and what opens its secrets.
pub(crate) fn begun(
    battle: &Battle,
    text: &str,
    openings: &[String],
) -> Result<(Journal, Vec<Opening>), Refusal> {
    let bad = |reason: String| Refusal::of_field("journal", reason);
    if text.len() > JOURNAL_BYTES_MAX {
        return Err(bad(format!("longer than {JOURNAL_BYTES_MAX} bytes: no battle is")));
    }
    let openings = kept(openings)?;
    let journal = Journal::read(text).map_err(|error| bad(error.to_string()))?;
    if journal.header().setup != battle.text()? || journal.header().tables != battle.house() {
        return Err(bad("this journal is of another battle".to_owned()));
    }
    Ok((journal, openings))
}

fn kept(openings: &[String]) -> Result<Vec<Opening>, Refusal> {
    if openings.len() > OPENINGS_MAX {
        let reason = format!("more than {OPENINGS_MAX}: no battle has so many");
        return Err(Refusal::of_field("openings", reason));
    }
    let wrong = || Refusal::of_field("openings", "not as the fight handed them out");
    openings.iter().map(|line| Opening::read(line).ok_or_else(wrong)).collect()
}

fn side_of(key: &str) -> Result<Side, Refusal> {
    Side::from_key(key)
        .ok_or_else(|| Refusal::of_field("act.side", format!("no side `{key}`: write first or second")))
}

/// The switches that are not at their default.
fn turned(play: &dyn Play) -> Vec<NamedSwitch> {
    let header = play.journal().header();
    let stands = switches_in(&header.system, &header.setup).into_iter().filter(|stands| !stands.is_default);
    stands.map(|stands| NamedSwitch::from(&Named { stands, decided_against: Vec::new() })).collect()
}

fn shown(play: &dyn Play, openings: &[Opening]) -> Fight {
    let names = play.side_names();
    let advice = play.advice();
    let question = |question: &&Question| {
        let by = question.asking.by;
        let mut open = OpenQuestion::of(question);
        for option in &mut open.options {
            let worth = advice.iter().find(|one| Some(one.by) == by && one.key == option.key);
            option.worth = worth.map(|alternative| alternative.value);
        }
        let told = open.options.iter().any(|option| option.worth.is_some());
        open.measure = by.filter(|_| told).map(|side| play.objective_words(side));
        open
    };
    Fight {
        sides: SideNames { first: names.first, second: names.second },
        questions: play.pending().iter().map(question).collect(),
        account: play.account().iter().chain(play.draft()).map(RulingLine::from).collect(),
        switches: turned(play),
        words: play.end().map(|(_, words)| words),
        end: play.end().map(|(facts, _)| fact(&facts)),
        secret: play.pending().iter().any(|question| question.kind.is_secret()),
        may_undo: Side::ALL
            .into_iter()
            .filter(|&side| play.may_undo(side))
            .map(|side| side.key().to_owned())
            .collect(),
        journal: play.journal().text(),
        openings: openings.iter().map(Opening::line).collect(),
    }
}
