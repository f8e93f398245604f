//! The account of a whole round, to be read as a player would: who, where, why, and what is left.

use super::super::{Anchorage, Impulse, Post, Stage};
use super::{Play, Table};
use crate::campaign::Campaign;
use crate::charts::RoundBox;
use grognard_umpire::{BySide, Kind, Side};
use std::collections::{BTreeMap, VecDeque};

/// Answers that are ready for a question, by what it asks; whatever else is asked, or cannot be
/// answered so, has its first option.
struct Script {
    answers: BTreeMap<&'static str, VecDeque<&'static str>>,
    faces: VecDeque<u8>,
    /// The questions, with what they are about.
    asked: Vec<String>,
}

impl Script {
    fn new(answers: &[(&'static str, &[&'static str])], faces: &[u8]) -> Script {
        let answers = answers.iter().map(|(what, keys)| (*what, keys.iter().copied().collect())).collect();
        Script { answers, faces: faces.iter().copied().collect(), asked: Vec::new() }
    }

    /// Plays until something is asked.
    fn until(&mut self, play: &mut Play, end: &str) {
        for _ in 0..1_000 {
            let question = play.question();
            if question.asking.topic.key() == end {
                return;
            }
            if let Kind::Roll(_) = question.kind {
                let face = self.faces.pop_front().expect("dice enough");
                self.faces.push_back(face);
                play.dice(face);
                continue;
            }
            let ready = self.answers.get_mut(question.asking.topic.key()).and_then(VecDeque::pop_front);
            let keys = play.keys();
            let key = ready.map(str::to_owned).filter(|key| keys.contains(key)).unwrap_or(keys[0].clone());
            if !question.about.is_empty() {
                self.asked.push(format!("{}: {} -> {key}", question.asking.words(), question.about));
            }
            play.answer(&key);
        }
        panic!("never asked for {end}");
    }
}

/// Pescara goes from Naples before Venice, Nassau falls on Champagne, the Swiss come down to the Trentino and are
/// intercepted, a large army stays at home, Doria sets a regiment ashore.
#[test]
fn a_round_reads_like_a_chronicle() {
    let rules = super::rules();
    let at = |id: &str| Post::At(rules.province(id).unwrap());
    let table = Table::empty()
        .troops("spain", "campania", "A+ LD")
        .troops("papacy", "romagna", "LD")
        .troops("spain", "hainaut", "A+")
        .troops("habsburg", "trentino", "A-")
        .troops("france", "champagne", "A-")
        .troops("france", "ile_de_france", "A+ A-")
        .troops("france", "provence", "LD")
        .troops("swiss", "suisse", "A+")
        .garrison("venice", "veneto", "LD")
        .fleet("france", "provence", "F- 4NGD NTD")
        .leader("spain_g5", at("campania"))
        .leader("spain_g4", at("hainaut"))
        .leader("habsburg_g1", at("trentino"))
        .leader("francois_i", at("ile_de_france"))
        .leader("bayard", at("ile_de_france"))
        .with(|game, _| {
            game.campaign = BySide::new(Campaign::Passive, Campaign::Passive);
            game.round = RoundBox(1);
            game.purse = BySide::new(250, 250);
            game.stage = Stage::Opening(Impulse::first(Side::Second));
        });
    let mut play = table.play();
    let mut script = Script::new(
        &[
            ("campaign", &["multiple", "multiple"]),
            (
                "movement",
                &["move campania", "move hainaut", "done", "move suisse", "sail france provence", "done"],
            ),
            (
                "march",
                &[
                    "abruzzo",
                    "marche",
                    "romagna",
                    "veneto",
                    "halt",
                    "champagne",
                    "graubunden",
                    "trentino",
                    "halt",
                ],
            ),
            ("intercept", &["no", "yes", "yes"]),
            ("stand-or-evade", &["evade"]),
            ("voyage", &["embark provence LD", "sail gulf_of_lion", "land rosselo"]),
            ("the-siege-this-round", &["undermine", "undermine", "undermine"]),
        ],
        &[7, 6, 9, 3, 8, 5, 2, 10, 4, 6],
    );
    script.until(&mut play, "another-round");
    assert!(play.game().squadrons.iter().any(|s| matches!(s.at, Anchorage::Sea(_))));
    let told = play.session.account().iter().chain(play.session.draft());
    let told: Vec<String> = told.map(|ruling| format!("{}  {}", ruling.text, ruling.clause.id())).collect();
    insta::assert_snapshot!("a_round", told.join("\n"));
    insta::assert_snapshot!("a_round_as_asked", script.asked.join("\n"));
}
