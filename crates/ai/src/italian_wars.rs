//! An opponent for the Italian Wars: the plain sense of the rules crate's own policy, with the exact odds of
//! every battle, storm and fight at sea in place of its rule of thumb.

use crate::Decision;
use grognard_eu9::{
    Assault, Battle, Chances, Charts, Engagement, Fleet, Game, GameRules, Judge, NavalBattle,
    NavalEngagement, RuleOfThumb, SiegeGivens, Stack, Walls,
};
use grognard_odds::{Budget, exact};
use grognard_umpire::{BySide, Choice, Given, List, Openness, Playable, Question, Side};
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

/// So many fights are remembered before all are forgotten.
const REMEMBERED_MAX: usize = 1 << 14;

thread_local! {
    /// What fights came to: a computer looks at the same few again and again while it weighs its orders.
    static MEMORY: RefCell<Memory> = RefCell::default();
}

/// Fights that have been counted out, by everything their odds depend on but the tables.
#[derive(Default)]
struct Memory {
    charts: Option<Arc<Charts>>,
    fights: HashMap<String, Chances>,
}

/// What a fight comes to, counted out or remembered.
fn remembered(
    charts: &Arc<Charts>,
    fight: String,
    count: impl FnOnce() -> Option<Chances>,
) -> Option<Chances> {
    let known = MEMORY.with_borrow_mut(|memory| {
        // Other tables are another world; those in mind are kept, so that no others can take their place.
        if memory.charts.as_ref().is_none_or(|known| !Arc::ptr_eq(known, charts)) {
            *memory = Memory { charts: Some(Arc::clone(charts)), fights: HashMap::new() };
        }
        memory.fights.get(&fight).copied()
    });
    if known.is_some() {
        return known;
    }
    let chances = count()?;
    MEMORY.with_borrow_mut(|memory| {
        if memory.fights.len() >= REMEMBERED_MAX {
            memory.fights.clear();
        }
        memory.fights.insert(fight, chances);
    });
    Some(chances)
}

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
        let Engagement { profile, turn, period, theatre, terrain, interception, armies, .. } = &engagement;
        let fight = format!("{:?}", (profile, turn, period, theatre, terrain, interception, armies));
        let chances = remembered(&engagement.charts, fight, || {
            let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
            let odds = exact(&Battle::new(), &engagement, &decide, Budget::default()).ok()?;
            let wins = |side: Side| thousandths(odds.probability(|end| end.winner == Some(side)));
            Some(Chances { first: wins(Side::First), second: wins(Side::Second) })
        });
        match chances {
            Some(chances) => self.told(chances),
            None => RuleOfThumb.battle(stacks, givens),
        }
    }

    fn naval(&mut self, fleets: BySide<Fleet>, givens: &dyn Fn() -> NavalEngagement) -> Chances {
        let engagement = givens();
        let NavalEngagement { profile, turn, period, sea, navies, .. } = &engagement;
        let fight = format!("{:?}", (profile, turn, period, sea, navies));
        let chances = remembered(&engagement.charts, fight, || {
            let decide = |state: &NavalBattle, choice: &Choice<'_>| state.policy(&engagement, choice);
            let odds = exact(&NavalBattle::new(), &engagement, &decide, Budget::default()).ok()?;
            let wins = |side: Side| thousandths(odds.probability(|end| end.winner == Some(side)));
            Some(Chances { first: wins(Side::First), second: wins(Side::Second) })
        });
        match chances {
            Some(chances) => self.told(chances),
            None => RuleOfThumb.naval(fleets, givens),
        }
    }

    fn assault(&mut self, walls: Walls, storm: &dyn Fn() -> (Assault, Given<SiegeGivens>)) -> u16 {
        let (start, givens) = storm();
        let SiegeGivens { profile, period, theatre, terrain, level, port, parties, .. } = &*givens;
        let old = givens.from_an_earlier_turn;
        let fight = format!("{:?}", (start, profile, period, theatre, terrain, level, port, parties, old));
        let chances = remembered(&givens.charts, fight, || {
            let decide = |state: &Assault, choice: &Choice<'_>| state.policy(&givens, choice);
            let odds = exact(&start, &*givens, &decide, Budget::default()).ok()?;
            let first = thousandths(odds.probability(|end| end.falls));
            Some(Chances { first, second: 1000 - first })
        });
        match chances {
            Some(chances) => self.told(chances).first,
            None => RuleOfThumb.assault(walls, storm),
        }
    }
}

impl Reckoner {
    fn told(&mut self, chances: Chances) -> Chances {
        self.last = Some(chances.first);
        chances
    }
}

/// Answers one question put to a side of a game, `game` being the state at the start of the step that asks.
///
/// # Panics
/// For a throw of dice, which is no decision.
pub fn decide(game: &Game, rules: &GameRules, question: &Question) -> Decision {
    let (asking, list) = (question.asking, question.options());
    assert!(!list.is_empty(), "dice are thrown, not decided");
    let choice = Choice { asking, options: &List(list), openness: Openness::Open, barred: &Vec::new };
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
    use grognard_eu9::open_title;
    use grognard_umpire::{Generator, Header, Phase, Session};

    /// A fight is counted out once, and again only for other tables.
    #[test]
    fn fights_are_remembered() {
        let [ours, theirs] = [(); 2].map(|()| Arc::new(Charts::load(&[]).unwrap()));
        let mut counted = 0;
        let mut first = |charts: &Arc<Charts>, fight: &str| {
            let chances = remembered(charts, fight.to_owned(), || {
                counted += 1;
                Some(Chances { first: counted, second: 0 })
            });
            chances.unwrap().first
        };
        assert_eq!(
            [first(&ours, "a"), first(&ours, "a"), first(&ours, "b"), first(&ours, "a")],
            [1, 1, 2, 1]
        );
        assert_eq!([first(&theirs, "a"), first(&ours, "a")], [3, 4]);
        assert!(remembered(&ours, "too large".to_owned(), || None).is_none());
    }

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
                let key = if side == computer {
                    let decision = decide(session.state(), &rules, &question);
                    assert!(!decision.why.is_empty());
                    decision.key
                } else {
                    let list = question.options();
                    list[dice.below(list.len() as u32) as usize].0.clone()
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
