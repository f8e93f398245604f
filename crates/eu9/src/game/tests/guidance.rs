//! What a player is told before his moves end comes about, and nothing else does.

use super::{Game, GameRules, Stage, rules};
use crate::game::guide::Guided;
use grognard_umpire::{Consequence, Generator, Guide, Live, Loss, Procedure, Side, Target, at_random};
use std::ops::ControlFlow::{Break, Continue};

fn told(game: &Game, rules: &GameRules, order: &str) -> Vec<Consequence> {
    Guided { game, rules }.consequences(order)
}

fn names(list: &[Consequence], loss: Loss, target: &Target) -> bool {
    list.iter().any(|consequence| consequence.loss == loss && consequence.targets.contains(target))
}

#[test]
fn whoever_rolls_when_moves_or_marches_end_has_been_announced() {
    let rules = rules();
    let (mut rolled, mut halted) = (0, 0);
    for seed in 0..16 {
        let mut dice = Generator::new(seed);
        let mut game = Game::new(&rules);
        let mut announced = Vec::new();
        for _ in 0..60_000 {
            let open = matches!(&game.stage, Stage::Move(impulse) if !impulse.closing);
            if open {
                announced = told(&game, &rules, "done");
            }
            let march = match &game.stage {
                Stage::March(_, marching) if marching.steps > 0 => {
                    Some((marching.at, told(&game, &rules, "halt")))
                }
                _ => None,
            };
            let next = match game.step(&rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
                Continue(next) => next,
                Break(_) => break,
            };
            match &next.stage {
                Stage::Tired(impulse, marching, _) if impulse.closing => {
                    let land = rules.land(marching.at);
                    assert!(names(&announced, Loss::Worn, &land), "seed {seed}: {land} rolls unannounced");
                    rolled += 1;
                }
                Stage::Tired(_, marching, super::super::toll::Hunger::Roll) => {
                    // A march that ended by its owner's word.
                    if let Some((at, list)) = march.filter(|(at, _)| *at == marching.at) {
                        assert!(
                            names(&list, Loss::Worn, &rules.land(at)),
                            "seed {seed}: a march rolls unannounced"
                        );
                        halted += 1;
                    }
                }
                _ => {}
            }
            game = next;
        }
    }
    assert!(rolled > 15 && halted > 400, "{rolled} rolled, {halted} halted");
}

#[test]
fn aims_follow_points_and_capitals() {
    let rules = rules();
    let game = Game::new(&rules);
    let aims = Guided { game: &game, rules: &rules }.aims();
    assert_eq!(aims.turns.unwrap().of, Some(rules.turns.len() as u16));
    assert!(aims.list.iter().all(|aim| !aim.reached));
    let mut ahead = game.clone();
    ahead.points.first += rules.figures.draw_up_to + 1;
    let aims = Guided { game: &ahead, rules: &rules }.aims();
    let reached: Vec<_> = aims.list.iter().filter(|aim| aim.reached).map(|aim| (aim.key, aim.side)).collect();
    assert_eq!(reached, [("points", Some(Side::First))]);
    let capital = rules.sides.second.capital;
    ahead.lands[usize::from(capital)].taken = Some(Side::First);
    let aims = Guided { game: &ahead, rules: &rules }.aims();
    assert!(aims.list.iter().any(|aim| aim.key == "capital" && aim.side == Some(Side::First) && aim.reached));
}

/// A side reads what it would score if the turn ended now: one point, or several, and twice as many in the last turn.
#[test]
fn aims_say_what_is_held_is_worth() {
    let mut rules = rules();
    rules.victory = vec![(rules.sides.first.capital, None, 1)];
    let mut game = Game::new(&rules);
    let told = |game: &Game| {
        let aims = Guided { game, rules: &rules }.aims();
        let words = |side| aims.list.iter().find(|aim| aim.key == "points" && aim.side == Some(side));
        Side::ALL.map(|side| words(side).unwrap().words.rsplit(", and ").next().unwrap().to_owned())
    };
    let held = |points: &str| format!("{points} for what is held when the turn ends");
    assert_eq!(told(&game), [held("1 point"), held("0 points")]);
    game.turn = rules.turns.len() as u8 - 1;
    assert_eq!(told(&game), [held("2 points"), held("0 points")]);
}

#[test]
fn places_go_by_id_name_and_city() {
    let rules = rules();
    let game = Game::new(&rules);
    let guide = Guided { game: &game, rules: &rules };
    let brest = guide.place("brest").unwrap();
    assert_eq!(Some(&brest), guide.place("finistere").as_ref());
    assert_eq!(Some(&brest), guide.place("Finistère").as_ref());
    assert_eq!(guide.place("atlantis"), None);
    let stack = game.troops.first().unwrap();
    let here = guide.presence(&rules.land(stack.at)).unwrap();
    assert!(here.pieces.iter().any(|piece| piece.name == stack.roster.words(&rules)));
}
