//! Small battles made for one rule each, and a way to play them with chosen dice and answers.

use grognard_ancient_world::battle::{Battle, End, Rules};
use grognard_ancient_world::{Charts, setup};
use grognard_testkit::record::{exercised, reached};
use grognard_umpire::{Clause, Fact, Header, Kind, Phase, Playable, Session};
use std::sync::Arc;

/// A battle file from its parts.
pub(crate) struct Sheet {
    pub(crate) top: &'static str,
    pub(crate) situation: String,
    pub(crate) readings: String,
    pub(crate) attacker: String,
    pub(crate) defender: String,
}

/// Forty against forty on flat ground, nobody special, one way out for each.
pub(crate) fn sheet() -> Sheet {
    Sheet {
        top: "game = \"carthage\"\nterrain = \"flat\"",
        situation: String::new(),
        readings: String::new(),
        attacker: side("C", 0, LINE, HOME),
        defender: side("C", 0, LINE, HOME),
    }
}

pub(crate) const LINE: &str = "{ name = \"Line\", arm = \"infantry\", sp = 40 }";
pub(crate) const HOME: &str = "{ name = \"home\", into-city = true, hexes = [\"flat\"] }";

pub(crate) fn side(letter: &str, guile: u8, contingents: &str, ways: &str) -> String {
    format!(
        "leader = {{ name = \"General\", battle = \"{letter}\", campaign = 5, mortality = 9, guile = {guile}, \
         overall-commander = true }}\ncontingent = [{contingents}]\nway = [{ways}]\n"
    )
}

impl Sheet {
    pub(crate) fn text(&self) -> String {
        format!(
            "system = \"ancient-world\"\nkind = \"battle\"\ntitle = \"t\"\ndate = \"d\"\nsources = [\"s\"]\n{}\n\
             [situation]\n{}\n[readings]\n{}\n[attacker]\nname = \"A\"\n{}\n[defender]\nname = \"D\"\n{}\n",
            self.top, self.situation, self.readings, self.attacker, self.defender
        )
    }

    pub(crate) fn rules(&self) -> Rules {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        setup::open_battle("sheet.toml", &self.text(), &charts).unwrap_or_else(|error| panic!("{error}"))
    }

    pub(crate) fn reading(mut self, line: &str) -> Sheet {
        self.readings.push_str(line);
        self.readings.push('\n');
        self
    }
}

pub(crate) struct Played {
    pub(crate) rules: Arc<Rules>,
    pub(crate) end: End,
    pub(crate) session: Session<Battle>,
}

/// The roll that a leader survives with a 0, whatever is added to it here.
const UNHURT_BY_0: &str = "leader-loss-first";

/// Plays a battle: dice in order, the choices named (in order for each name), otherwise the first option.
/// Leaders come off unhurt where the script has ended; any other die that is missing fails, and so does one
/// too many.
#[track_caller]
pub(crate) fn play(sheet: &Sheet, dice: &[u8], choices: &[(&str, &str)]) -> Played {
    let rules = Arc::new(sheet.rules());
    let mut session = Session::start(rules.start(), rules.clone(), Header::default());
    let mut dice = dice.iter();
    let mut choices = choices.to_vec();
    while let Some(question) = session.pending().first().map(|question| (*question).clone()) {
        // A question that is put carries out the clause it is asked under.
        exercised(&[question.asking.clause.id()]);
        match question.kind {
            Kind::Roll(_) => {
                let face = dice.next().copied().or((question.asking.topic.key() == UNHURT_BY_0).then_some(0));
                let Some(face) = face else { panic!("no die for {}", question.line()) };
                session.faces(&[face]).unwrap();
            }
            Kind::Choose { ref options, .. } | Kind::Order { offers: ref options, .. } => {
                let scripted = choices.iter().position(|(what, _)| *what == question.asking.topic.key());
                let key = match scripted {
                    Some(index) => choices.remove(index).1.to_owned(),
                    None => options[0].key.clone(),
                };
                session
                    .answer_salted(question.asking.by.unwrap(), &key, [0; 16])
                    .unwrap_or_else(|refusal| panic!("{refusal}"));
            }
        }
    }
    session.open_due();
    assert!(choices.is_empty(), "never asked: {choices:?}");
    assert_eq!(dice.len(), 0, "dice nobody threw: {dice:?}");
    let Phase::Ended(end) = session.phase() else { unreachable!("nothing is pending") };
    let end = *end;
    reached(session.account(), session.cited());
    Played { rules, end, session }
}

impl Played {
    pub(crate) fn figure(&self, path: &str) -> i64 {
        match self.fact(path) {
            Fact::Number(number) => number,
            other => panic!("{path}: {other:?}"),
        }
    }

    pub(crate) fn fact(&self, path: &str) -> Fact {
        let facts = Battle::end_facts(&self.rules, &self.end);
        path.split('.')
            .try_fold(&facts, |fact, key| fact.get(key))
            .unwrap_or_else(|| panic!("no {path}"))
            .clone()
    }

    pub(crate) fn word(&self, path: &str) -> String {
        match self.fact(path) {
            Fact::Text(text) => text,
            other => panic!("{path}: {other:?}"),
        }
    }

    /// The sum of all modifiers granted under a clause.
    pub(crate) fn modifier(&self, id: &str) -> i16 {
        let all = self.session.account().iter().flat_map(|ruling| &ruling.modifiers);
        all.filter(|modifier| modifier.clause.id() == id).map(|modifier| modifier.value).sum()
    }

    pub(crate) fn has(&self, id: &str) -> bool {
        let ruled = self.session.account().iter().any(|ruling| ruling.clause.id() == id);
        ruled || self.session.cited().iter().map(|clause: &Clause| clause.id()).any(|cited| cited == id)
    }

    pub(crate) fn lost(&self) -> (i64, i64) {
        (self.figure("attacker.lost"), self.figure("defender.lost"))
    }
}

/// Tactical dice that cancel out between equal letters, then the battle die that makes a total.
pub(crate) fn total(total: i8, modifier: i8) -> Vec<u8> {
    vec![0, 0, u8::try_from(total - modifier).expect("a die")]
}

impl Sheet {
    pub(crate) fn with(mut self, contingents: &str) -> Sheet {
        self.attacker = side("C", 0, contingents, HOME);
        self.defender = side("C", 0, contingents, HOME);
        self
    }
}

pub(crate) const HERD: &str = "{ name = \"Line\", arm = \"infantry\", sp = 38 }, { name = \"Horse\", arm = \"cavalry\", sp = 2 }, { name = \"Herd\", arm = \"elephants\", sp = 1 }";
