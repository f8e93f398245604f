//! Fights inside games: what is told of them before they begin and while they last is what happens in them.

use grognard::Play;
use grognard::umpire::{Generator, Header, Kind, Loss, Question, Side};

fn title(key: &str) -> Box<dyn Play> {
    let all = grognard::systems().iter().flat_map(|system| system.titles());
    let (_, text) = all.into_iter().find(|(title, _)| title == key).unwrap();
    grognard::open(&format!("{key}.toml"), text, &[]).unwrap().start(Header::default())
}

fn keys(question: &Question) -> Vec<String> {
    question.options().iter().map(|offered| offered.key.clone()).collect()
}

fn asked(play: &dyn Play) -> Option<Question> {
    play.pending().first().map(|question| (*question).clone())
}

/// Throws the dice that are due with the same faces in every game.
fn throw(games: &mut [&mut dyn Play], question: &Question, dice: &mut Generator) -> bool {
    let Kind::Roll(due) = question.kind else { return false };
    let faces: Vec<u8> = (0..due.count()).map(|_| dice.face(due.die())).collect();
    for game in games {
        game.faces(&faces).unwrap();
    }
    true
}

/// Plays a fight alone and inside its game with the same dice and answers: every question must be the same.
fn follow(game: &mut dyn Play, mut alone: Box<dyn Play>, first: Side, dice: &mut Generator) -> usize {
    let mut questions = 0;
    while alone.end().is_none() {
        let question = asked(game).expect("the fight is not over");
        if throw(&mut [&mut *game, &mut *alone], &question, dice) {
            continue;
        }
        let side = question.asking.by.unwrap();
        let inner = if first == Side::First { side } else { side.other() };
        let same = alone.pending().into_iter().find(|question| question.asking.by == Some(inner));
        assert_eq!(
            same.map(|question| (question.asking.topic, keys(question))),
            Some((question.asking.topic, keys(&question)))
        );
        let list = keys(&question);
        let key = &list[dice.below(list.len() as u32) as usize];
        game.answer(side, key, [0; 16]).unwrap();
        alone.answer(inner, key, [0; 16]).unwrap();
        questions += 1;
    }
    questions
}

/// A fight under way that a side asks about goes on alone as it does in the game, question by question.
#[test]
fn a_fight_under_way_asks_what_its_game_asks() {
    for (key, wanted) in [("italian-wars", 4), ("duel-for-apulia", 4), ("pyrrhus-on-the-road-to-rome", 4)] {
        let mut fights = 0;
        for seed in 0..60 {
            let (mut game, mut dice) = (title(key), Generator::new(seed));
            for _ in 0..1500 {
                let Some(question) = asked(&*game).filter(|_| fights < wanted) else { break };
                if throw(&mut [&mut *game], &question, &mut dice) {
                    continue;
                }
                let side = question.asking.by.unwrap();
                if let Some(fight) = game.fight(side) {
                    assert!(fight.advice(side, &question).iter().all(|told| told.by == side));
                    let alone = fight.contest.start(Header::default());
                    fights += usize::from(follow(&mut *game, alone, fight.first, &mut dice) > 0);
                    continue;
                }
                let list = keys(&question);
                // Whoever can attack does, so that there are fights.
                let attack =
                    list.iter().find(|key| *key == "attack" || !game.prospects(side, key).is_empty());
                let any = &list[dice.below(list.len() as u32) as usize];
                let key = attack.unwrap_or(any).clone();
                game.answer(side, &key, [0; 16]).unwrap();
            }
        }
        assert!(fights >= wanted, "{key}: {fights} fights");
    }
}

/// Declared fire of Days of Empire is counted out before it is given, and whoever would stay silent is named.
#[test]
fn fire_is_foreseen_and_silence_is_warned_of() {
    let (mut game, mut dice) = (title("thin-red-line"), Generator::new(1));
    let side = Side::First;
    loop {
        let question = asked(&*game).expect("somebody fires before the battle is over");
        if throw(&mut [&mut *game], &question, &mut dice) {
            continue;
        }
        if question.asking.by == Some(side) && keys(&question).iter().any(|key| key == "fire h93 12") {
            break;
        }
        game.answer(question.asking.by.unwrap(), "done", [0; 16]).unwrap();
    }
    for (order, volleys) in
        [("fire h93 12", true), ("fire h93", true), ("reserve h93 12", false), ("done", false)]
    {
        let list = game.prospects(side, order);
        assert_eq!(!list.is_empty(), volleys, "{order}");
        for fight in list {
            let report = fight.contest.odds(&Default::default()).unwrap();
            assert!(report.exact && report.figures.iter().any(|figure| figure.mean > 0.0), "{order}");
        }
    }
    assert!(game.prospects(side.other(), "fire h93 12").is_empty(), "not the other's fire");
    let costs = game.guide(Some(side)).consequences("done");
    assert!(costs.len() == 1 && costs[0].loss == Loss::Idle, "{costs:?}");
    assert!(costs[0].words.contains("the 93rd Highlanders"), "{costs:?}");
    game.answer(side, "all", [0; 16]).unwrap();
    assert_eq!(game.guide(Some(side)).consequences("done"), []);
}
