//! An opponent for the Italian Wars: the plain sense of the rules crate's own policy, with the exact odds of
//! every battle, storm and fight at sea in place of its rule of thumb.

use crate::Decision;
use grognard_eu9::{
    Assault, Battle, Chances, Engagement, Fleet, Game, GameRules, Judge, NavalBattle, NavalEngagement,
    RuleOfThumb, SiegeGivens, Stack, Walls,
};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Barred, BySide, Choice, Given, Kind, Openness, Options, Playable, Question, Side};

/// Counts battles out by running the battle rules themselves.
#[derive(Default)]
pub struct Reckoner {
    /// What was reckoned last, for the reason that is given.
    last: Option<u16>,
}

fn thousandths(probability: f64) -> u16 {
    (probability * 1000.0).round() as u16
}

impl Judge for Reckoner {
    fn battle(&mut self, stacks: BySide<Stack>, givens: &dyn Fn() -> Engagement) -> Chances {
        let engagement = givens();
        let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
        let Ok(odds) = exact(&Battle::new(), &engagement, &decide, Budget::default()) else {
            return RuleOfThumb.battle(stacks, givens);
        };
        let wins = |side: Side| thousandths(odds.probability(|end| end.winner == Some(side)));
        self.told(Chances { first: wins(Side::First), second: wins(Side::Second) })
    }

    fn naval(&mut self, fleets: BySide<Fleet>, givens: &dyn Fn() -> NavalEngagement) -> Chances {
        let engagement = givens();
        let decide = |state: &NavalBattle, choice: &Choice<'_>| state.policy(&engagement, choice);
        let Ok(odds) = exact(&NavalBattle::new(), &engagement, &decide, Budget::default()) else {
            return RuleOfThumb.naval(fleets, givens);
        };
        let wins = |side: Side| thousandths(odds.probability(|end| end.winner == Some(side)));
        self.told(Chances { first: wins(Side::First), second: wins(Side::Second) })
    }

    fn assault(&mut self, walls: Walls, storm: &dyn Fn() -> (Assault, Given<SiegeGivens>)) -> u16 {
        let (start, givens) = storm();
        let decide = |state: &Assault, choice: &Choice<'_>| state.policy(&givens, choice);
        let Ok(odds) = exact(&start, &*givens, &decide, Budget::default()) else {
            return RuleOfThumb.assault(walls, storm);
        };
        let falls = thousandths(odds.probability(|end| end.falls));
        self.last = Some(falls);
        falls
    }
}

impl Reckoner {
    fn told(&mut self, chances: Chances) -> Chances {
        self.last = Some(chances.first);
        chances
    }
}

/// The keys and words of a question as options again.
struct Listed<'a>(&'a [(String, String)]);

impl Options for Listed<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }
    fn key(&self, index: usize) -> String {
        self.0[index].0.clone()
    }
    fn words(&self, index: usize) -> String {
        self.0[index].1.clone()
    }
}

fn nothing_barred() -> Vec<Barred> {
    Vec::new()
}

/// Answers one question put to a side of a game, `game` being the state at the start of the step that asks.
///
/// # Panics
/// For a throw of dice, which is no decision.
pub fn decide(game: &Game, rules: &GameRules, question: &Question) -> Decision {
    let list = match &question.kind {
        Kind::Choose { options, .. } => options,
        Kind::Order { offers, .. } => offers,
        Kind::Roll(_) => panic!("dice are thrown, not decided"),
    };
    let options = Listed(list);
    let asking = question.asking;
    let choice = Choice { asking, options: &options, openness: Openness::Open, barred: &nothing_barred };
    let mut reckoner = Reckoner::default();
    let (index, why) = game.advise(rules, &choice, &mut reckoner);
    let why = match reckoner.last {
        Some(chance) => format!("{why} ({}.{} % for the mover)", chance / 10, chance % 10),
        None => why.to_owned(),
    };
    Decision { key: list[index].0.clone(), why }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grognard_eu9::{Charts, open_title};
    use grognard_umpire::{Generator, Header, Phase, Session};
    use std::sync::Arc;

    /// The computer plays one side of the short scenario, chance the other, and what it says is accepted.
    #[test]
    fn it_plays_games_out_and_beats_chance() {
        let charts = Arc::new(Charts::load(&[]).unwrap());
        let (start, rules) = open_title("pavia", &charts).unwrap();
        let (mut won, mut lost) = (0, 0);
        // Two games, one from either side: every decision counts battles out, which takes its time unoptimised.
        for seed in 0..2 {
            let mut dice = Generator::new(seed);
            let computer = Side::ALL[seed as usize % 2];
            let mut session = Session::start(start.clone(), Arc::clone(&rules), Header::default());
            while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
                if session.throw(&mut dice).is_some() {
                    continue;
                }
                let side = question.asking.by.unwrap();
                let key = match (side == computer, &question.kind) {
                    (true, _) => {
                        let decision = decide(session.state(), &rules, &question);
                        assert!(!decision.why.is_empty());
                        decision.key
                    }
                    (false, Kind::Choose { options: list, .. } | Kind::Order { offers: list, .. }) => {
                        list[dice.below(list.len() as u32) as usize].0.clone()
                    }
                    (false, Kind::Roll(_)) => panic!("dice were thrown above"),
                };
                session.answer(side, &key).unwrap();
            }
            let Phase::Ended(end) = session.phase() else { panic!("it ends") };
            won += u32::from(end.winner == Some(computer));
            lost += u32::from(end.winner == Some(computer.other()));
        }
        assert!(won >= 1 && lost == 0, "{won} won, {lost} lost");
    }
}
