//! Land battles put together from a few words, fought by given answers.

use grognard_eu9::{Battle, Charts, Contest, End, Engagement, open};
use grognard_testkit::record;
use grognard_umpire::{Header, Kind, Phase, Session};
use std::sync::Arc;

/// A battle file put together from a few words.
#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) year: u16,
    pub(crate) terrain: &'static str,
    pub(crate) theatre: &'static str,
    pub(crate) rules: String,
    pub(crate) more: String,
    pub(crate) attacker: String,
    pub(crate) defender: String,
}

/// Two armies of class III with muskets, equal in everything and without any modifier.
pub(crate) fn field() -> Field {
    Field {
        year: 1600,
        terrain: "plain",
        theatre: "europe",
        rules: String::new(),
        more: String::new(),
        attacker: army(
            "portugal",
            "A+ A-",
            "muskets",
            "leader = { name = \"A\", manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        defender: army(
            "venice",
            "A+ A-",
            "muskets",
            "leader = { name = \"B\", manoeuvre = 2, fire = 2, shock = 2 }",
        ),
    }
}

pub(crate) fn army(country: &str, counters: &str, technology: &str, more: &str) -> String {
    let leader = if more.contains("leader") { "" } else { "leader = { manoeuvre = 2, fire = 2, shock = 2 }" };
    format!(
        "name = \"{country}\"\ncountry = \"{country}\"\ncounters = \"{counters}\"\ntechnology = \"{technology}\"\n{leader}\n{more}\n"
    )
}

impl Field {
    pub(crate) fn text(&self) -> String {
        let Field { year, terrain, theatre, rules, more, attacker, defender } = self;
        // What is worked out here is the edition of 2020 unless it says otherwise; the guide's own readings have
        // their tests in `letter`.
        let profile = if rules.contains("profile =") { "" } else { "profile = \"2020\"" };
        let policy = "policy = { retreat = \"never\" }";
        format!(
            "system = \"eu9\"\nkind = \"land-battle\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nyear = {year}\n\
             terrain = \"{terrain}\"\ntheatre = \"{theatre}\"\n{more}\n[rules]\n{profile}\n{rules}\n[attacker]\n{attacker}{policy}\n\
             [defender]\n{defender}{policy}\n"
        )
    }

    pub(crate) fn open(&self) -> (Battle, Arc<Engagement>) {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        match open("field.toml", &self.text(), &charts).unwrap_or_else(|error| panic!("{error}")) {
            Contest::LandBattle(start, engagement) => (start, engagement),
            _ => panic!("a land battle"),
        }
    }

    pub(crate) fn refused(&self) -> String {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        open("field.toml", &self.text(), &charts).err().expect("refused").to_string()
    }

    /// Fights with these faces and choices, as far as they go.
    pub(crate) fn fight(&self, answers: &str) -> Fought {
        let (start, engagement) = self.open();
        Fought::go_on(Session::start(start, engagement, Header::default()), answers)
    }
}

pub(crate) struct Fought(pub(crate) Session<Battle>);

impl Fought {
    pub(crate) fn go_on(mut session: Session<Battle>, answers: &str) -> Fought {
        for answer in answers.split_whitespace() {
            let question = session
                .pending()
                .first()
                .map(|q| (*q).clone())
                .unwrap_or_else(|| panic!("over before {answer}"));
            let result = match &question.kind {
                Kind::Roll(_) => session
                    .faces(&[answer.parse().unwrap_or_else(|_| panic!("{} for {answer}", question.line()))]),
                _ => session.answer(question.asking.by.unwrap(), answer),
            };
            result.unwrap_or_else(|refusal| panic!("{}: {refusal}", question.line()));
        }
        record::reached(session.account(), session.cited());
        Fought(session)
    }

    /// Plays on with a face for every die left and the first option for every choice.
    pub(crate) fn finish(mut self, face: u8) -> End {
        while let Some(question) = self.0.pending().first().map(|q| (*q).clone()) {
            let _ = match &question.kind {
                Kind::Roll(_) => self.0.faces(&[face]),
                Kind::Choose { options, .. } => self.0.answer(question.asking.by.unwrap(), &options[0].key),
                Kind::Order { .. } => unreachable!(),
            }
            .unwrap();
        }
        self.end()
    }

    pub(crate) fn end(&self) -> End {
        record::reached(self.0.account(), self.0.cited());
        match self.0.phase() {
            Phase::Ended(end) => *end,
            Phase::Waiting(open) => panic!("still open: {}", open[0].line()),
        }
    }

    pub(crate) fn asked(&self) -> &'static str {
        self.0.pending().first().map_or("nothing", |question| question.asking.topic.key())
    }

    /// The modifiers of the ruling that begins like this, as one sum.
    pub(crate) fn sum(&self, begins: &str) -> i16 {
        self.ruling(begins).modifiers.iter().map(|modifier| modifier.value).sum()
    }

    pub(crate) fn ruling(&self, begins: &str) -> &grognard_umpire::Ruling {
        let all = self.0.account().iter().chain(self.0.draft());
        all.into_iter().find(|ruling| ruling.text.starts_with(begins)).unwrap_or_else(|| {
            panic!("no ruling `{begins}`:\n{}", grognard_testkit::account_text(self.0.account()))
        })
    }
}

pub(crate) fn modifiers(field: &Field, name: &str) -> (i16, i16) {
    let fought = field.fight("5 5 5 5");
    (fought.sum(&format!("Day 1 Fire of {name}")), fought.sum(&format!("Day 1 Shock of {name}")))
}
