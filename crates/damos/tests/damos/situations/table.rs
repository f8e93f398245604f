//! A table to play situations on.

use grognard_board::{Hex, HexId};
use grognard_damos::*;
use grognard_testkit::record;
use grognard_umpire::{Answer, Keep, Kind, Procedure, Question, Refusal, Side, Tape};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

pub(crate) fn campaign(change: impl Fn(&str) -> String) -> Arc<Campaign> {
    open_title("army-group-center", change)
}

/// A title as it is delivered.
pub(crate) fn titled(title: &str) -> Arc<Campaign> {
    open_title(title, str::to_owned)
}

fn open_title(title: &str, change: impl Fn(&str) -> String) -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).unwrap().contents_utf8().unwrap();
    open_campaign(&name, &change(text), &charts).unwrap()
}

/// Records the clauses that a look-up carries out.
pub(crate) struct Recorder;

impl Clerk for Recorder {
    fn listens(&self) -> bool {
        true
    }

    fn note(&mut self, clause: grognard_umpire::Clause) {
        record::exercised(&[clause.id()]);
    }
}

pub(crate) fn clerk() -> Recorder {
    Recorder
}

pub(crate) fn standard() -> Arc<Campaign> {
    campaign(str::to_owned)
}

/// The campaign with some lines put under `[options]`. For the combined game four cities of this map stand in
/// for those of the three.
pub(crate) fn with(options: &str) -> Arc<Campaign> {
    campaign(|text| {
        let text = match options.contains("combined = true") {
            true => combined(text),
            false => text.to_owned(),
        };
        format!("{text}\n[options]\n{options}\n")
    })
}

/// A title's text with the cities of a combined game: Moscow, Smolensk, Minsk, Kaluga.
pub(crate) fn combined(text: &str) -> String {
    text.replace("objective = 2703 ", "combined-objectives = [2703, 2811, 2819, 3005]\nobjective = 2703 ")
}

pub(crate) struct Table {
    pub(crate) rules: Arc<Campaign>,
    pub(crate) game: Option<Game>,
    pub(crate) end: Option<GameEnd>,
    held: Vec<Answer>,
    open: Vec<Question>,
    pub(crate) account: Vec<String>,
    /// The clauses of steps that are done, told or not.
    pub(crate) cited: Vec<String>,
}

/// `G-Pz3 2819`, with `=4` for a strength, `!` for demoralized, `'` for spent.
pub(crate) fn placed(rules: &Campaign, text: &str) -> Placed {
    let (key, rest) = text.split_once(' ').unwrap();
    let unit = rules.unit(key).unwrap_or_else(|| panic!("no unit {key}"));
    let mut placed = Placed::new(unit, hex(rules, rest[..4].parse().unwrap()));
    placed.demoralized = rest.contains('!');
    placed.spent = rest.contains('\'');
    let digits: String = rest
        .split_once('=')
        .map_or(String::new(), |(_, n)| n.chars().take_while(char::is_ascii_digit).collect());
    placed.strength = digits.parse().ok();
    placed
}

pub(crate) fn hex(rules: &Campaign, id: u16) -> Hex {
    rules.board.hex(HexId(id)).unwrap()
}

impl Table {
    pub(crate) fn new(rules: &Arc<Campaign>, turn: u8, side: Side, units: &[&str]) -> Table {
        Table::arranged(rules, turn, side, units, |_| {})
    }

    pub(crate) fn arranged(
        rules: &Arc<Campaign>,
        turn: u8,
        side: Side,
        units: &[&str],
        change: impl Fn(&mut Arrangement),
    ) -> Table {
        let mut arrangement = Arrangement::new(turn, side);
        arrangement.units = units.iter().map(|text| placed(rules, text)).collect();
        change(&mut arrangement);
        Table::of(rules, Game::arranged(rules, &arrangement))
    }

    pub(crate) fn of(rules: &Arc<Campaign>, game: Game) -> Table {
        Table {
            rules: Arc::clone(rules),
            game: Some(game),
            end: None,
            held: Vec::new(),
            open: Vec::new(),
            account: Vec::new(),
            cited: Vec::new(),
        }
    }

    pub(crate) fn game(&self) -> &Game {
        self.game.as_ref().expect("the game is still on")
    }

    /// Gives answers and runs to the next open question; nothing where the game has ended.
    ///
    /// # Errors
    /// The refusal of the first answer that does not fit; the table stays as it was.
    pub(crate) fn say(&mut self, answers: &[Answer]) -> Result<Option<Question>, Refusal> {
        let mut all = self.held.clone();
        all.extend_from_slice(answers);
        let mut game = self.game().clone();
        let mut used = 0;
        let (mut account, mut cited) = (Vec::new(), Vec::new());
        loop {
            let mut tape = Tape::new(&all[used..], Keep::Account);
            match game.clone().step(&self.rules, &mut tape) {
                Ok(flow) => {
                    used += tape.used();
                    record::reached(&tape.account, &tape.cited);
                    account.extend(
                        tape.account.iter().map(|ruling| format!("{} {}", ruling.clause, ruling.text)),
                    );
                    cited.extend(tape.cited.iter().map(ToString::to_string));
                    match flow {
                        Continue(next) => game = next,
                        Break(end) => {
                            self.end = Some(end);
                            self.game = Some(game);
                            self.account.extend(account);
                            self.cited.extend(cited);
                            return Ok(None);
                        }
                    }
                }
                Err(_) => {
                    if let Some(refusal) = tape.misfit {
                        return Err(refusal);
                    }
                    self.game = Some(game);
                    self.held = all[used..].to_vec();
                    // A question that is put carries out the clause it is asked under.
                    for question in &tape.open {
                        record::exercised(&[question.asking.clause.id()]);
                        if let Kind::Choose { barred, .. } = &question.kind {
                            let clauses = barred.iter().filter_map(|barred| barred.refusal.clause);
                            clauses.for_each(|clause| record::exercised(&[clause.id()]));
                        }
                    }
                    self.account.extend(account);
                    self.cited.extend(cited);
                    self.open = tape.open;
                    return Ok(Some(self.open[0].clone()));
                }
            }
        }
    }

    /// One order or choice; hands back what is asked next, in one line.
    pub(crate) fn order(&mut self, text: &str) -> String {
        let asked = self.say(&[Answer::Key(text.to_owned())]);
        match asked {
            Ok(Some(question)) => question.asking.topic.key().to_owned(),
            Ok(None) => "the end".to_owned(),
            Err(refusal) => panic!("`{text}` is refused: {refusal}; {:?}", self.offers()),
        }
    }

    pub(crate) fn throw(&mut self, faces: &[u8]) -> String {
        match self.say(&[Answer::Faces(faces.to_vec())]) {
            Ok(Some(question)) => question.asking.topic.key().to_owned(),
            Ok(None) => "the end".to_owned(),
            Err(refusal) => panic!("{faces:?} refused: {refusal}"),
        }
    }

    /// The clause that forbids an order; the game stays as it was.
    pub(crate) fn refused(&mut self, text: &str) -> String {
        let before = self.game().clone();
        let refusal = match self.say(&[Answer::Key(text.to_owned())]) {
            Err(refusal) => refusal,
            Ok(_) => panic!("`{text}` was accepted"),
        };
        assert_eq!(*self.game(), before, "a refusal changes nothing");
        if let Some(clause) = refusal.clause {
            record::exercised(&[clause.id()]);
        }
        refusal.clause.map_or_else(|| refusal.reason.to_string(), |clause| clause.id().to_owned())
    }

    /// Gives a unit some replacement points; what is asked next.
    pub(crate) fn replace(&mut self, key: &str, points: u8) -> String {
        let mut asked = String::new();
        for _ in 0..points {
            asked = self.order("replace");
            if asked == "which-unit-takes-the-point" {
                asked = self.order(key);
            }
        }
        asked
    }

    /// Takes the first option of whatever is asked, of both sides where both are.
    pub(crate) fn first(&mut self) -> String {
        self.asked();
        let first = |question: &Question| match &question.kind {
            Kind::Choose { options, .. } => Answer::Key(options[0].key.clone()),
            Kind::Order { offers, .. } => Answer::Key(offers[0].key.clone()),
            Kind::Roll(dice) => Answer::Faces(vec![1; usize::from(dice.count())]),
        };
        let answers: Vec<Answer> = self.open.iter().map(first).collect();
        match self.say(&answers).unwrap() {
            Some(question) => question.asking.topic.key().to_owned(),
            None => "the end".to_owned(),
        }
    }

    /// What is offered now.
    pub(crate) fn offers(&mut self) -> Vec<String> {
        match self.say(&[]).unwrap().map(|question| question.kind) {
            Some(Kind::Choose { options, .. }) => options.into_iter().map(|offered| offered.key).collect(),
            Some(Kind::Order { offers, .. }) => offers.into_iter().map(|offered| offered.key).collect(),
            _ => Vec::new(),
        }
    }

    pub(crate) fn asked(&mut self) -> Option<Question> {
        self.say(&[]).unwrap()
    }

    pub(crate) fn unit(&self, key: &str) -> UnitId {
        self.rules.unit(key).unwrap()
    }

    pub(crate) fn at(&self, key: &str) -> Option<u16> {
        let hex = self.game().place_of(self.unit(key)).in_hex()?;
        Some(self.rules.board.id(hex).0)
    }

    pub(crate) fn strength(&self, key: &str) -> u8 {
        self.game().strength(self.unit(key))
    }

    pub(crate) fn demoralized(&self, key: &str) -> bool {
        self.game().is_demoralized(self.unit(key))
    }

    pub(crate) fn spent(&self, key: &str) -> bool {
        self.game().is_spent(self.unit(key))
    }
}
