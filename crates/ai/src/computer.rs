//! The computer player: hands each question to the staff section that answers it.

use crate::atlas::Atlas;
use crate::prospect::Prospects;
use crate::sight::Sight;
use grognard_board::Hex;
use grognard_damos::{Asks, Campaign, Game, Units};
use grognard_umpire::{Asking, Keep, Procedure, Question, Side, Tape};

/// What the computer decides, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The key of the option picked, or the order given.
    pub key: String,
    /// The reason in one line, fit to be said aloud: it betrays nothing the other side may not know.
    pub why: String,
}

/// An index into the options with the reason for it.
pub(crate) type Pick = (usize, String);

/// A computer player for one campaign. It remembers what it has reckoned and nothing else: the same
/// question in the same game always gets the same answer.
pub struct Computer {
    pub(crate) atlas: Atlas,
    pub(crate) prospects: Prospects,
}

impl Computer {
    /// A player for a campaign.
    pub fn new(rules: &Campaign) -> Computer {
        Computer { atlas: Atlas::new(rules), prospects: Prospects::new(&rules.charts, rules.options) }
    }

    /// Answers a question put to a side of a game, from what that side may see.
    ///
    /// `game` is the state at the start of the step that asks, as
    /// [`Session::state`](grognard_umpire::Session::state) gives it.
    ///
    /// # Panics
    /// For a throw of dice, which is no decision.
    pub fn decide(&mut self, game: &Game, rules: &Campaign, question: &Question) -> Decision {
        let key = self.answer(game, rules, question);
        Decision { why: self.aloud(game, rules, question, &key), key }
    }

    /// The key of its answer alone.
    ///
    /// # Panics
    /// For a throw of dice, which is no decision.
    pub fn answer(&mut self, game: &Game, rules: &Campaign, question: &Question) -> String {
        let keys: Vec<String> = question.options().iter().map(|offered| offered.key.clone()).collect();
        assert!(!keys.is_empty(), "dice are thrown, not decided");
        let (index, _) = self.pick(game, rules, question.asking, &keys);
        keys[index].clone()
    }

    /// What can be said aloud of an answer: the reason that somebody would give for it who knows no side's
    /// secrets and goes by the averages. Where such a one would have answered otherwise, the reason lies in
    /// what is hidden, and is not told; nor is any reason for what is done in secret.
    pub fn aloud(&mut self, game: &Game, rules: &Campaign, question: &Question, key: &str) -> String {
        if question.kind.is_secret() {
            return "that is decided in secret".to_owned();
        }
        let seen = game.clone().as_guessed(rules, &|unit| self.atlas.guess(unit));
        // What may be answered follows from strengths as well: the question is put anew.
        let mut tape = Tape::new(&[], Keep::Nothing);
        let _ = seen.clone().step(rules, &mut tape);
        let asked = tape.open.iter().find(|open| open.asking == question.asking);
        let keys: Vec<String> = asked
            .map_or_else(Vec::new, |open| open.options().iter().map(|offered| offered.key.clone()).collect());
        if keys.iter().any(|other| other == key) {
            let (index, why) = self.pick(&seen, rules, question.asking, &keys);
            if keys[index] == key {
                return why;
            }
        }
        "the reason lies in what the other side does not see".to_owned()
    }

    /// The option to take, by its index.
    pub(crate) fn pick(&mut self, game: &Game, rules: &Campaign, asking: Asking, keys: &[String]) -> Pick {
        let side = asking.by.unwrap_or(game.phasing());
        let topic = Asks::of(asking.topic);
        let picked = match topic {
            Some(Asks::SetUp) => set_up(rules, keys),
            Some(Asks::ThrowOneDieAgain) => again(keys),
            Some(Asks::WhichBenefitToKeep) => {
                (0, "the column shift helps every throw, a second die only the bad ones".to_owned())
            }
            _ => {
                let Computer { atlas, prospects } = self;
                let sight = Sight::new(game, rules, atlas, side);
                match topic {
                    Some(Asks::ReinforcementsAndReplacements) => crate::depot::reinforce(&sight, keys),
                    Some(Asks::WhichUnitTakesThePoint) => crate::depot::replacement(&sight, keys),
                    Some(Asks::ClaimTheOperationalPause) => (
                        find(keys, "yes").unwrap_or(0),
                        "rested as they are, the railways run ahead".to_owned(),
                    ),
                    Some(Asks::AdvanceTheRailheads | Asks::WhichBranch) => crate::depot::rails(&sight, keys),
                    Some(Asks::StrategicMovement) => crate::depot::strategic(&sight, keys),
                    Some(Asks::StrategicMove) => crate::depot::strategic_goal(&sight, keys),
                    Some(Asks::NameTheCossacksHex) => crate::depot::cossacks(&sight, keys),
                    Some(Asks::Operations) => crate::field::operations(&sight, prospects, keys),
                    Some(Asks::KindOfConcertedAttack) => {
                        crate::field::concerted_kind(&sight, prospects, keys)
                    }
                    Some(Asks::NameTheAttackingForce) => crate::field::name_force(&sight, prospects, keys),
                    Some(Asks::OrderToTheActiveForce) => crate::field::act(&sight, prospects, keys),
                    Some(Asks::NameTheExploitingForce) => crate::field::name_exploiters(&sight, keys),
                    Some(Asks::Exploit) => crate::field::exploit(&sight, prospects, keys),
                    Some(Asks::React) => crate::fight::react(&sight, prospects, keys),
                    Some(Asks::ReactAlong) => crate::fight::way_in(&sight, keys),
                    Some(Asks::AttackPlan) => crate::fight::plan(&sight, prospects, keys),
                    Some(Asks::DefensivePosture) => crate::fight::posture(&sight, prospects, keys),
                    Some(Asks::CallTheAirUnit) => crate::fight::air(&sight, prospects, keys),
                    Some(Asks::TakeLosses) => crate::fight::losses(&sight, keys),
                    Some(Asks::TakeAttrition) => crate::fight::attrition(&sight, keys),
                    Some(Asks::RetreatAlong | Asks::WithdrawAlong) => crate::fight::retreat(&sight, keys),
                    Some(Asks::HoldTheCity) => crate::fight::rout(&sight, keys),
                    Some(Asks::WhoIsTooMany | Asks::WhoStaysOutOfTheCombat)
                    | Some(Asks::WhichUnitIsRouted | Asks::WhichUnitLosesOnePointMore) => {
                        crate::fight::least(&sight, keys)
                    }
                    _ => (0, "the first option, for want of a better".to_owned()),
                }
            }
        };
        assert!(picked.0 < keys.len());
        picked
    }
}

/// The set-up: where they stood; a set-up begun otherwise is filled up the same way.
fn set_up(rules: &Campaign, keys: &[String]) -> Pick {
    for wanted in ["historical", "end set-up"] {
        if let Some(index) = keys.iter().position(|key| key == wanted) {
            return (index, "set up as history did".to_owned());
        }
    }
    let stood = |key: &String| {
        let mut words = key.split(' ').skip(1);
        let unit = words.next().and_then(|word| rules.unit(word));
        let hex = words.next().and_then(|word| rules.board.read(word));
        hex.is_some() && unit.and_then(|unit| rules.counter(unit).historical) == hex
    };
    (keys.iter().position(stood).unwrap_or(0), "as near to where it stood as the rules allow".to_owned())
}

/// A low die is thrown again.
fn again(keys: &[String]) -> Pick {
    let lowest = keys
        .iter()
        .enumerate()
        .filter_map(|(index, key)| Some((key.strip_prefix("reroll-")?.parse::<u8>().ok()?, index)))
        .min();
    match lowest {
        Some((face, index)) if face <= 3 => (index, format!("a {face} is below the average")),
        _ => (0, "every die shows the average or better".to_owned()),
    }
}

/// The hex of the second word of an order.
pub(crate) fn hex_of(rules: &Campaign, key: &str) -> Option<Hex> {
    key.split(' ').nth(1).and_then(|word| rules.board.read(word))
}

/// The units named in a word.
pub(crate) fn units_of(rules: &Campaign, word: &str) -> Units {
    word.split('+').filter_map(|key| rules.unit(key)).collect()
}

/// The index of an option.
pub(crate) fn find(keys: &[String], wanted: &str) -> Option<usize> {
    keys.iter().position(|key| key == wanted)
}

/// A hex as people read it.
pub(crate) fn name(rules: &Campaign, hex: Hex) -> String {
    match rules.board.name(hex) {
        Some(name) => format!("{name} ({})", rules.board.id(hex)),
        None => rules.board.id(hex).to_string(),
    }
}

/// Units as people read them: the first by name, the others by number.
pub(crate) fn names(rules: &Campaign, units: Units) -> String {
    let mut list = units.iter();
    let first = list.next().map_or_else(String::new, |unit| rules.counter(unit).name.clone());
    match list.count() {
        0 => first,
        1 => format!("{first} and one more"),
        more => format!("{first} and {more} more"),
    }
}

/// The other side's word for the reader.
pub(crate) fn enemy_word(side: Side) -> &'static str {
    match side {
        Side::First => "Russian",
        Side::Second => "German",
    }
}
