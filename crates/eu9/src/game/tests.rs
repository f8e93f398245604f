//! The game under test: boards made up for the occasion, played through sessions.

mod campaigns;
mod chronicle;
mod clauses;
mod counters;
mod fleets;
mod generals;
mod guidance;
mod marches;
mod meetings;
mod money;
mod nations;
mod people;
mod prospects;
mod reactions;
mod readings;
mod ships;
mod sieges;
mod supply;
mod waters;
mod wording;
mod words;

use super::siege::{Circuit, Digging};
use super::{Anchorage, Game, Impulse, Post, Squadron, Stage, Troops};
use crate::campaign::Campaign;
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::stack::Stack;
use crate::title::{GameRules, Readings};
use grognard_testkit::record;
use grognard_umpire::{Header, Kind, Question, Refusal, Session, Side};
use std::sync::Arc;

pub(super) fn texts() -> [String; 3] {
    ["map", "countries", "setup"].map(|name| {
        let path = format!("italian-wars/{name}.toml");
        crate::TITLES.get_file(&path).unwrap().contents_utf8().unwrap().to_owned()
    })
}

pub(super) fn rules() -> GameRules {
    let [map, countries, setup] = texts();
    GameRules::read("campaign", &map, &countries, &setup, &Arc::new(Charts::load(&[]).unwrap())).unwrap()
}

/// A board in the making.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) rules: GameRules,
}

impl Table {
    /// The start of the campaign with nobody on the map, France to move under a multiple campaign.
    pub(super) fn empty() -> Table {
        Table::under(rules())
    }

    pub(super) fn under(rules: GameRules) -> Table {
        let mut game = Game::new(&rules);
        game.troops.clear();
        game.squadrons.clear();
        game.posts.fill(Post::Away);
        game.campaign = grognard_umpire::BySide::new(Campaign::Multiple, Campaign::Passive);
        game.stage = Stage::Move(Impulse::first(Side::First));
        Table { game, rules }
    }

    pub(super) fn province(&self, id: &str) -> u8 {
        self.rules.province(id).unwrap_or_else(|| panic!("no province {id}"))
    }

    pub(super) fn country(&self, id: &str) -> u8 {
        self.rules.nations.iter().position(|n| n.id == id).unwrap_or_else(|| panic!("no country {id}")) as u8
    }

    pub(super) fn troops(mut self, country: &str, at: &str, counters: &str) -> Table {
        let (at, country) = (self.province(at), self.country(country));
        let stack = Stack::read(counters).unwrap();
        let troops = Troops::new(at, country, stack, stack.ld_count());
        self.game.place(&self.rules, troops);
        self
    }

    pub(super) fn garrison(mut self, country: &str, at: &str, counters: &str) -> Table {
        let (at, country) = (self.province(at), self.country(country));
        let stack = Stack::read(counters).unwrap();
        let troops = Troops::new(at, country, stack, stack.ld_count());
        self.game.place(&self.rules, Troops { inside: true, ..troops });
        self
    }

    /// A fleet in a port or a sea zone.
    pub(super) fn fleet(mut self, country: &str, place: &str, ships: &str) -> Table {
        let at = match (self.rules.province(place), self.rules.sea(place)) {
            (Some(port), _) => Anchorage::Port(port),
            (_, Some(sea)) => Anchorage::Sea(sea),
            _ => panic!("no place {place}"),
        };
        let squadron = Squadron::in_port(0, self.country(country), Fleet::read(ships).unwrap(), true);
        self.game.squadrons.push(Squadron { at, ..squadron });
        self.game.squadrons.sort_unstable();
        self
    }

    pub(super) fn leader(mut self, leader: &str, post: Post) -> Table {
        let index = self.rules.leaders.iter().position(|l| l.id == leader).unwrap();
        self.game.posts[index] = post;
        self
    }

    pub(super) fn with(mut self, change: impl FnOnce(&mut Game, &GameRules)) -> Table {
        change(&mut self.game, &self.rules);
        self
    }

    /// Under another reading.
    pub(super) fn reading(mut self, change: impl FnOnce(&mut Readings)) -> Table {
        change(&mut self.rules.readings);
        self
    }

    pub(super) fn play(self) -> Play {
        self.game.check(&self.rules).unwrap();
        Play { session: Session::start(self.game, Arc::new(self.rules), Header::default()) }
    }
}

/// The siege of a city by a side has come to a step.
pub(super) fn besieging(game: &mut Game, rules: &GameRules, side: Side, at: u8, stage: Digging) {
    *game = game.clone().begin_siege(Circuit { side, done: 0 }, at, stage, rules);
}

/// A city has just been taken.
pub(super) fn occupying(game: &mut Game, rules: &GameRules, side: Side, at: u8) {
    besieging(game, rules, side, at, Digging::Occupy);
}

/// A board being played.
pub(super) struct Play {
    pub(super) session: Session<Game>,
}

impl Play {
    pub(super) fn game(&self) -> &Game {
        self.session.state()
    }

    pub(super) fn rules(&self) -> &GameRules {
        self.session.rules()
    }

    pub(super) fn question(&self) -> Question {
        self.session.pending()[0].clone()
    }

    pub(super) fn what(&self) -> &'static str {
        self.question().asking.topic.key()
    }

    pub(super) fn keys(&self) -> Vec<String> {
        match self.question().kind {
            Kind::Choose { options, .. } => options.into_iter().map(|offered| offered.key).collect(),
            Kind::Order { offers, .. } => offers.into_iter().map(|offered| offered.key).collect(),
            Kind::Roll(_) => Vec::new(),
        }
    }

    /// What an offer says.
    pub(super) fn offer(&self, key: &str) -> Option<String> {
        let (Kind::Choose { options: offers, .. } | Kind::Order { offers, .. }) = self.question().kind else {
            return None;
        };
        offers.into_iter().find(|offered| offered.key == key).map(|offered| offered.words)
    }

    /// Whoever is asked answers this.
    pub(super) fn answer(&mut self, key: &str) -> &mut Play {
        let question = self.question();
        let side = question.asking.by.unwrap_or_else(|| panic!("{}", question.line()));
        self.session.answer(side, key).unwrap_or_else(|refusal| {
            panic!("{key}: {refusal}; {} {:?}", question.line(), self.keys());
        });
        self
    }

    /// The whole stack of a province sets out.
    pub(super) fn march(&mut self, from: &str) -> &mut Play {
        self.answer(&format!("move {from}"));
        if self.what() == "what-marches" {
            let whole = self.keys()[0].clone();
            self.answer(&whole);
        }
        self
    }

    pub(super) fn refused(&mut self, key: &str) -> Refusal {
        let side = self.question().asking.by.unwrap();
        let before = self.game().clone();
        let refusal = self.session.answer(side, key).expect_err(key);
        assert_eq!(*self.game(), before, "a refusal changes nothing");
        // The clause that forbids it has been at work; whoever asks is to say which it is.
        grognard_testkit::record::exercised(
            &refusal.clause.iter().map(|clause| clause.id()).collect::<Vec<_>>(),
        );
        refusal
    }

    pub(super) fn dice(&mut self, face: u8) -> &mut Play {
        let question = self.question();
        self.session.faces(&[face]).unwrap_or_else(|error| panic!("{}: {error:?}", question.line()));
        self
    }

    /// The dice of an interception; the whole stack goes if it comes in time.
    pub(super) fn intercepts(&mut self, face: u8) -> &mut Play {
        self.dice(face);
        if self.what() == "what-intercepts" {
            let whole = self.keys()[0].clone();
            self.answer(&whole);
        }
        self
    }

    /// Throws fives and takes first options until something is asked.
    pub(super) fn until(&mut self, what: &str) -> &mut Play {
        for _ in 0..5_000 {
            let question = self.question();
            if question.asking.topic.key() == what {
                return self;
            }
            match question.kind {
                Kind::Roll(_) => self.dice(5),
                _ => {
                    let first = self.keys()[0].clone();
                    self.answer(&first)
                }
            };
        }
        panic!("never asked for {what}");
    }

    /// The account so far, one line a ruling.
    pub(super) fn account(&self) -> String {
        let all = self.session.account().iter().chain(self.session.draft());
        let lines = all.map(|ruling| format!("{} {}", ruling.clause.id(), ruling.text));
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(super) fn says(&self, words: &str) -> &Play {
        assert!(self.account().contains(words), "no `{words}` in\n{}", self.account());
        self
    }

    pub(super) fn stack(&self, at: &str) -> String {
        let at = self.rules().province(at).unwrap();
        let found = self.game().troops.iter().find(|t| t.at == at);
        found.map_or("nobody".to_owned(), |t| t.stack().to_string())
    }

    /// The stack in the open of a province, or the garrison, with its nations.
    pub(super) fn nations(&self, at: &str, inside: bool) -> String {
        let at = self.rules().province(at).unwrap();
        let found = self.game().troops.iter().find(|t| (t.at, t.inside) == (at, inside));
        found.map_or("nobody".to_owned(), |t| t.roster.key(true, self.rules()))
    }

    pub(super) fn ships(&self, place: &str) -> String {
        let rules = self.rules();
        let at = match (rules.province(place), rules.sea(place)) {
            (Some(port), _) => Anchorage::Port(port),
            (_, Some(sea)) => Anchorage::Sea(sea),
            _ => panic!("no place {place}"),
        };
        let found = self.game().squadrons.iter().find(|s| s.at == at);
        found.map_or("none".to_owned(), |s| s.fleet.to_string())
    }
}

impl Drop for Play {
    /// Whatever a play has cited counts as exercised.
    fn drop(&mut self) {
        record::reached(self.session.account(), self.session.cited());
    }
}
