//! Situations: tests as data, for every title.
//!
//! ```toml
//! title = "army-group-center"        # or `setup`, a whole file; each situation may have its own
//!
//! [[situation]]
//! about = "9.0-e: attrition never kills"
//! add = "[options]\ngarrison = 'needs-line'"    # put at the end of the title's file
//! change = [["sp = 20", "sp = 2"]]              # and this for that in it
//! since = ["historical"]                        # answers since the position, as in a position file
//! position = { turn = 3, phase = "operations", … }   # in the title's own words; without it from the start
//! play = [
//!     "activate 3020",                          # orders and choices, for whoever is asked
//!     [1, 2], 5,                                # dice
//!     { refused = "move 3021", why = "AGC-6.0-a" },   # by this clause, or with these words in the reason
//!     { asked = "attrition" },                  # what is asked here, by its topic's key
//!     { offered = ["0-2", "1-1"] },             # exactly these
//!     { first = "what-marches" },                # the first option, if this is asked
//!     { until = "operations" },                 # first options and fives until this is asked
//! ]
//! asks = "operations"                # what is asked in the end; "the end" where it is over
//! expect = { "first.units.G-Inf5.strength" = 1 }   # what a side sees in the end, by path
//! says = ["…"]                       # in the account
//! silent = ["…"]                     # not in the account
//! cites = ["DAMOS-9.0-e"]            # clauses that were carried out
//! ```
//!
//! A path begins with who looks, `first`, `second` or `both`, or with `end`; a table of a list is found by what stands
//! under its `key`, `id`, `unit` or `name`.

use crate::record;
use grognard_charts::PositionFile;
use grognard_umpire::{Fact, Header, Kind, Phase, Playable, Session, Side, Visitor};
use include_dir::Dir;
use serde::Deserialize;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The text of a title or a ready battle by its key, out of the folders that a system has them in.
pub fn text_of(key: &str, folders: &[&Dir<'static>]) -> String {
    let paths = [format!("{key}/title.toml"), format!("{key}.toml")];
    let files = folders.iter().flat_map(|folder| paths.iter().filter_map(|path| folder.get_file(path)));
    let text = files.filter_map(|file| file.contents_utf8()).next();
    text.unwrap_or_else(|| panic!("no title and no battle {key}")).to_owned()
}

/// A file of situations.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: Option<String>,
    setup: Option<String>,
    situation: Vec<Text>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    about: String,
    title: Option<String>,
    setup: Option<String>,
    #[serde(default)]
    add: String,
    #[serde(default)]
    change: Vec<(String, String)>,
    #[serde(default)]
    since: Vec<toml::Value>,
    position: Option<toml::Table>,
    #[serde(default)]
    play: Vec<Move>,
    asks: Option<String>,
    #[serde(default)]
    expect: toml::Table,
    #[serde(default)]
    says: Vec<String>,
    #[serde(default)]
    silent: Vec<String>,
    #[serde(default)]
    cites: Vec<String>,
}

/// One entry of what is played.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Move {
    Key(String),
    Face(u8),
    Faces(Vec<u8>),
    Refused { refused: String, why: String },
    Asked { asked: String },
    Offered { offered: Vec<String> },
    First { first: String },
    Until { until: String },
}

/// A situation, ready to be played in the contest that its file opens.
pub struct Situation {
    file: String,
    text: Text,
}

/// Reads a file of situations.
///
/// # Panics
/// Where it cannot be read.
pub fn read(file: &str, text: &str) -> Vec<Situation> {
    // It may hold a whole title in one string, which no player's file may.
    let parsed: File = toml::from_str(text).unwrap_or_else(|error| panic!("{file}: {error}"));
    let with = |mut text: Text| {
        if text.title.is_none() && text.setup.is_none() {
            (text.title, text.setup) = (parsed.title.clone(), parsed.setup.clone());
        }
        Situation { file: file.to_owned(), text }
    };
    parsed.situation.into_iter().map(with).collect()
}

/// The situations of every file of a folder, in the order of their names: a new file needs no code.
///
/// # Panics
/// Where the folder or a file cannot be read, or nothing is in it.
pub fn in_folder(folder: &str) -> Vec<Situation> {
    let listed = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{folder}: {error}"));
    let mut files: Vec<_> = listed.map(|entry| entry.expect("an entry of the folder").path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    files.sort();
    assert!(!files.is_empty(), "{folder}: no situations");
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = |path: &Path| {
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    files.iter().flat_map(|path| read(&name(path), &text(path))).collect()
}

/// Plays every situation and names all that do not come out, not only the first.
///
/// # Panics
/// Where one of them does not come out as written.
pub fn all(situations: Vec<Situation>, play: impl Fn(Situation)) {
    let mut wrong = Vec::new();
    for situation in situations {
        let about = situation.about();
        let played = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| play(situation)));
        if played.is_err() {
            wrong.push(about);
        }
    }
    assert!(wrong.is_empty(), "{} do not come out as written:\n{}", wrong.len(), wrong.join("\n"));
}

impl Situation {
    /// Which situation, for messages.
    pub fn about(&self) -> String {
        format!("{}: {}", self.file, self.text.about)
    }

    /// The file that the situation is played by; `title` gives the text of a title by its key.
    ///
    /// # Panics
    /// Where the situation names neither, or changes what is not there.
    pub fn setup(&self, title: impl Fn(&str) -> String) -> String {
        let mut text = match (&self.text.setup, &self.text.title) {
            (Some(setup), _) => setup.clone(),
            (None, Some(key)) => title(key),
            (None, None) => panic!("{}: neither a title nor a setup", self.about()),
        };
        for (from, to) in &self.text.change {
            assert!(text.contains(from.as_str()), "{}: no `{from}` in its file", self.about());
            text = text.replace(from.as_str(), to);
        }
        format!("{text}\n{}\n", self.text.add)
    }
}

impl Visitor for Situation {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let about = self.about();
        let mut file = toml::Table::new();
        file.insert("system".to_owned(), "any".into());
        file.insert("title".to_owned(), "any".into());
        file.insert("since".to_owned(), self.text.since.clone().into());
        if let Some(position) = &self.text.position {
            file.insert("position".to_owned(), position.clone().into());
        }
        let text = toml::to_string(&file).unwrap_or_else(|error| panic!("{about}: {error}"));
        let read = PositionFile::read(&about, &text).unwrap_or_else(|error| panic!("{error}"));
        let start = read.start(&about, &text, start, &rules).unwrap_or_else(|error| panic!("{error}"));
        let mut table = Table { about, session: Session::start_at(start, rules, Header::default()) };
        for (index, entry) in self.text.play.iter().enumerate() {
            table.play(index, entry);
        }
        table.check(&self.text);
        record::reached(table.session.account(), table.session.cited());
        record::reached(table.session.draft(), &[]);
    }
}

struct Table<P: Playable> {
    about: String,
    session: Session<P>,
}

impl<P: Playable> Table<P> {
    fn asked(&self) -> &'static str {
        self.session.pending().first().map_or("the end", |question| question.asking.topic.key())
    }

    /// The account so far, and what is asked.
    fn told(&self) -> String {
        let mut text = String::new();
        for ruling in self.session.account().iter().chain(self.session.draft()) {
            let _ = writeln!(text, "  {} {}", ruling.clause, ruling.text);
        }
        for question in self.session.pending() {
            let keys: Vec<&str> = question.options().iter().map(|offered| offered.key.as_str()).collect();
            let _ = writeln!(text, "  asked: {}: {}", question.line(), keys.join(", "));
        }
        text
    }

    fn fail(&self, reason: &str) -> ! {
        panic!("{}: {reason}\n{}", self.about, self.told())
    }

    /// Whoever is asked answers this.
    fn give(&mut self, key: &str) -> Result<(), grognard_umpire::Refusal> {
        let pending = self.session.pending();
        let Some(side) = pending.first().and_then(|question| question.asking.by) else {
            self.fail(&format!("nobody is asked, where `{key}` is to be answered"))
        };
        self.session.answer_salted(side, key, [0; 16]).map(drop)
    }

    fn play(&mut self, index: usize, entry: &Move) {
        let place = format!("entry {}", index + 1);
        match entry {
            Move::Key(key) => {
                if let Err(refusal) = self.give(key) {
                    self.fail(&format!("{place}: `{key}` is refused: {refusal}"));
                }
            }
            Move::Face(face) => self.throw(&place, &[*face]),
            Move::Faces(faces) => self.throw(&place, faces),
            Move::Refused { refused, why } => {
                let before = self.session.state().clone();
                let Err(refusal) = self.give(refused) else {
                    self.fail(&format!("{place}: `{refused}` was accepted"))
                };
                let clause = refusal.clause.map(|clause| clause.id());
                if clause != Some(why.as_str()) && !refusal.to_string().contains(why.as_str()) {
                    self.fail(&format!("{place}: `{refused}` is refused by {clause:?}: {refusal}"));
                }
                record::exercised(&clause.into_iter().collect::<Vec<_>>());
                assert!(*self.session.state() == before, "{}: a refusal changes nothing", self.about);
            }
            Move::Asked { asked } if self.asked() != asked => {
                self.fail(&format!("{place}: asked for {}, expected {asked}", self.asked()));
            }
            Move::Asked { .. } => {}
            Move::Offered { offered } => {
                let pending = self.session.pending();
                let options = pending.first().map_or(&[][..], |question| question.options());
                let keys: Vec<&str> = options.iter().map(|option| option.key.as_str()).collect();
                if keys != offered.iter().map(String::as_str).collect::<Vec<_>>() {
                    self.fail(&format!("{place}: offered are {keys:?}"));
                }
            }
            Move::First { first } => {
                if self.asked() == first {
                    let key = self.session.pending()[0].options()[0].key.clone();
                    self.give(&key).unwrap_or_else(|refusal| self.fail(&refusal.to_string()));
                }
            }
            Move::Until { until } => self.until(&place, until),
        }
    }

    fn throw(&mut self, place: &str, faces: &[u8]) {
        if let Err(refusal) = self.session.faces(faces) {
            self.fail(&format!("{place}: {faces:?} are refused: {refusal}"));
        }
    }

    /// Takes first options and throws fives until something is asked.
    fn until(&mut self, place: &str, topic: &str) {
        for _ in 0..5_000 {
            if self.asked() == topic {
                return;
            }
            let first = match self.session.pending().first() {
                None => break,
                Some(question) => match &question.kind {
                    Kind::Roll(dice) => Err(vec![5; usize::from(dice.count())]),
                    _ => Ok(question.options()[0].key.clone()),
                },
            };
            match first {
                Ok(key) => self.give(&key).unwrap_or_else(|refusal| self.fail(&refusal.to_string())),
                Err(faces) => self.throw(place, &faces),
            }
        }
        self.fail(&format!("{place}: never asked for {topic}"))
    }

    fn check(&self, text: &Text) {
        if let Some(asks) = &text.asks
            && self.asked() != asks
        {
            self.fail(&format!("asked for {}, expected {asks}", self.asked()));
        }
        let told = self.told();
        for words in &text.says {
            if !told.contains(words.as_str()) {
                self.fail(&format!("no `{words}`"));
            }
        }
        for words in &text.silent {
            if told.contains(words.as_str()) {
                self.fail(&format!("`{words}` is told"));
            }
        }
        for id in &text.cites {
            let ruled = self.session.account().iter().chain(self.session.draft()).any(|ruling| {
                ruling.clause.id() == id || ruling.modifiers.iter().any(|modifier| modifier.clause.id() == id)
            });
            if !ruled && !self.session.cited().iter().any(|clause| clause.id() == id) {
                self.fail(&format!("{id} was not carried out"));
            }
        }
        for (path, want) in &text.expect {
            let found = self.at(path);
            if !same(&found, want) {
                self.fail(&format!("{path} is {found:?}, expected {want}"));
            }
        }
    }

    /// What stands under a path.
    fn at(&self, path: &str) -> Fact {
        let (who, path) = path.split_once('.').unwrap_or((path, ""));
        let whole = match (who, self.session.phase()) {
            ("end", Phase::Ended(end)) => P::end_facts(self.session.rules(), end),
            ("end", Phase::Waiting(_)) => self.fail("the game is not over"),
            ("both", _) => self.session.view(None),
            _ => match Side::from_key(who) {
                Some(side) => self.session.view(Some(side)),
                None => self.fail(&format!("`{who}` looks at nothing; first, second, both or end do")),
            },
        };
        let mut fact = &whole;
        for key in path.split('.').filter(|key| !key.is_empty()) {
            let inner = match fact {
                Fact::List(items) => {
                    let named = |item: &&Fact| {
                        let name = |name| item.get(name) == Some(&Fact::from(key));
                        ["key", "id", "unit", "name"].into_iter().any(name)
                    };
                    items.iter().find(named).or_else(|| items.get(key.parse::<usize>().ok()?))
                }
                other => other.get(key),
            };
            fact = inner
                .unwrap_or_else(|| self.fail(&format!("nothing stands under {who}.{path} from {key} on")));
        }
        fact.clone()
    }
}

fn same(fact: &Fact, want: &toml::Value) -> bool {
    match (fact, want) {
        (Fact::Nothing, toml::Value::String(text)) => text == "nothing",
        (Fact::Flag(flag), toml::Value::Boolean(want)) => flag == want,
        (Fact::Number(number), toml::Value::Integer(want)) => number == want,
        (Fact::Text(text), toml::Value::String(want)) => text == want,
        (Fact::List(items), toml::Value::Array(wants)) => {
            items.len() == wants.len() && items.iter().zip(wants).all(|(item, want)| same(item, want))
        }
        _ => false,
    }
}
