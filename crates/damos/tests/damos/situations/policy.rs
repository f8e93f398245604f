//! What the plain policies take, in a campaign and in a battle alone.

use super::fights::front;
use super::table::*;
use grognard_charts::PositionFile;
use grognard_damos::*;
use grognard_umpire::{Choice, Generator, Kind, Live, Playable, Procedure, Side};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// The keys that the plain policy takes of what the next step asks, and the game after it.
fn taken(game: &Game, rules: &Campaign) -> (Vec<String>, Game) {
    let mut keys = Vec::new();
    let decide = |choice: &Choice<'_>, _: &mut Generator| {
        let index = game.policy(rules, choice);
        keys.push(choice.options.key(index));
        index
    };
    match game.clone().step(rules, &mut Live { dice: &mut Generator::new(1), decide }).unwrap() {
        Continue(next) => (keys, next),
        Break(end) => panic!("the game is over: {end:?}"),
    }
}

/// Losses are spread so that nobody dies of them.
#[test]
fn the_plain_policy_keeps_units_alive() {
    let rules = standard();
    let mut table =
        front(&rules, 3, &["G-Inf5 3020=3", "G-Inf35 3020=3", "G-Inf6 3020=3", "S-A24 3019", "S-RC2 3019"]);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    if table.asked().unwrap().asking.topic == Asks::CallTheAirUnit {
        table.order("no-air");
    }
    // The attackers throw badly, the defenders well.
    for face in [1, 6] {
        let Kind::Roll(dice) = table.asked().unwrap().kind else { panic!("dice") };
        table.throw(&vec![face; usize::from(dice.count())]);
    }
    assert_eq!(table.asked().unwrap().asking.topic, Asks::TakeLosses);
    let (keys, _) = taken(table.game(), &rules);
    let points: Vec<u8> = keys[0].split('-').map(|points| points.parse().unwrap()).collect();
    assert!(points.iter().sum::<u8>() >= 2 && points.iter().all(|&points| points < 3), "{keys:?}");
}

/// A replacement point goes to who stands on the map before anybody is rebuilt.
#[test]
fn the_plain_policy_replaces_on_the_map_before_it_rebuilds() {
    let rules = standard();
    let text = "system = \"damos\"\ntitle = \"army-group-center\"\n[position]\nturn = 3\nphasing = \"second\"\n\
                phase = \"reinforcements\"\nreplacements-second = 1\nunits = [\n    \
                { unit = \"S-RC1\", state = \"eliminated\" },\n    \
                { unit = \"S-RC2\", at = 2811, strength = 1 },\n]\n";
    let game = read(&rules, text);
    assert!(rules.unit("S-RC1") < rules.unit("S-RC2"), "who is to be rebuilt comes first in the list");
    let (first, game) = taken(&game, &rules);
    assert_eq!(first, ["replace"]);
    assert_eq!(taken(&game, &rules).0, ["S-RC2"]);
}

fn read(rules: &Campaign, text: &str) -> Game {
    let file = PositionFile::read("p.toml", text).unwrap_or_else(|error| panic!("{error}"));
    let start = file.start("p.toml", text, Game::new(rules), rules).unwrap_or_else(|error| panic!("{error}"));
    start.first_state().clone()
}

/// 2.4-b: of a unit that is gone nothing is left, though its position says no strength.
#[test]
fn a_unit_that_is_gone_has_no_strength() {
    let rules = standard();
    let text = "system = \"damos\"\ntitle = \"army-group-center\"\n[position]\nturn = 3\nphasing = \"second\"\n\
                phase = \"operations\"\nunits = [\n    { unit = \"S-RC1\", state = \"eliminated\" },\n    \
                { unit = \"S-RC2\", at = 2811 },\n]\n";
    let game = read(&rules, text);
    let strength = |key: &str| game.strength(rules.unit(key).unwrap());
    assert_eq!((strength("S-RC1"), strength("S-RC2") > 0), (0, true));
}

/// What can be said aloud of a game: nobody knows who will be rebuilt, nor how strong anybody is.
#[test]
fn a_guessed_game_knows_no_secrets() {
    let rules = standard();
    let text = "system = \"damos\"\ntitle = \"army-group-center\"\n[position]\nturn = 3\nphasing = \"second\"\n\
                phase = \"operations\"\nunits = [\n    { unit = \"S-RC1\", state = \"rebuilt\" },\n    \
                { unit = \"S-RC2\", at = 2811 },\n    { unit = \"G-Inf5\", at = 3020, strength = 1 },\n]\n";
    let game = read(&rules, text);
    let unit = |key: &str| rules.unit(key).unwrap();
    assert_eq!(game.place_of(unit("S-RC1")), Place::REBUILT);
    let seen = game.clone().as_guessed(&rules, &|_| 2);
    assert_eq!((seen.place_of(unit("S-RC1")), seen.strength(unit("S-RC1"))), (Place::ELIMINATED, 0));
    for key in ["S-RC2", "G-Inf5"] {
        assert_eq!((seen.place_of(unit(key)), seen.strength(unit(key))), (game.place_of(unit(key)), 2));
    }
}

/// Who does not see how a force's points are spread may take them for spread otherwise: as many altogether, and on
/// nobody more than he can have.
#[test]
fn unseen_points_lie_anywhere_in_the_force() {
    let rules = standard();
    let mut table = front(&rules, 3, &["G-Inf5 3020", "G-Inf35 3020", "S-RC2 3019=2", "S-RC44 3019"]);
    table.order("activate 3020");
    table.order("move 3019");
    let spread = |game: &Game| match game.phase() {
        Phase::Combat(_, combat) => {
            combat.forces.second.fighters().iter().map(|fighter| fighter.strength).collect::<Vec<u8>>()
        }
        phase => panic!("no combat: {phase:?}"),
    };
    let truth = spread(table.game());
    let most: Vec<u8> =
        ["S-RC2", "S-RC44"].iter().map(|key| rules.counter(table.unit(key)).strength).collect();
    let mut dice = Generator::new(20);
    let mut others = 0;
    for _ in 0..20 {
        let mut draw = |most: u8| dice.below(u32::from(most)) as u8 + 1;
        let other = table.game().clone().with_other_secrets(&rules, Some(Side::First), &mut draw);
        let other = spread(&other);
        assert_eq!(other.iter().sum::<u8>(), truth.iter().sum::<u8>());
        assert!(other.iter().zip(&most).all(|(points, most)| points <= most), "{other:?} of {most:?}");
        others += u32::from(other != truth);
    }
    assert!(others > 0, "always {truth:?}");
}

/// In a battle alone the file says which arm is spared.
#[test]
fn a_battle_spares_the_arm_that_its_file_names() {
    let lost = |spare: &str| {
        let text = format!(
            "system = \"damos\"\nkind = \"combat\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nground = \"clear\"\n\
             [attacker]\nname = \"A\"\nnation = \"german\"\nunits = [[\"a\", \"armor\", 6], [\"m\", \"motorized\", 6]]\n\
             plans = \"standard-attack\"\n[attacker.policy]\nspare = \"{spare}\"\n[defender]\nname = \"D\"\n\
             nation = \"german\"\nunits = [[\"d\", \"infantry\", 12]]\n"
        );
        let (start, rules) = open_battle("t.toml", &text, &Arc::new(Charts::load(&[]).unwrap()))
            .unwrap_or_else(|e| panic!("{e}"));
        let mut dice = Generator::new(1941);
        let mut lost = [0, 0];
        for _ in 0..40 {
            let mut state = start;
            let end = loop {
                let decide = |choice: &Choice<'_>, _: &mut Generator| state.policy(&rules, choice);
                match state.step(&rules, &mut Live { dice: &mut dice, decide }).unwrap() {
                    Continue(next) => state = next,
                    Break(end) => break end,
                }
            };
            for (lost, left) in lost.iter_mut().zip(end.left.first) {
                *lost += 6 - left;
            }
        }
        lost
    };
    let ([armor, motorized], [bare, spared]) = (lost("armor"), lost("motorized"));
    assert!(armor < motorized && bare > spared, "{armor} {motorized}, {bare} {spared}");
}

#[test]
fn sides_and_forces_go_by_the_names_of_their_title() {
    let rules = standard();
    assert_eq!(Side::ALL.map(|side| Game::side_name(&rules, side)), ["German", "Russian"]);
    let unit = |key: &str| rules.unit(key).unwrap();
    let name = |key: &str| rules.counter(unit(key)).name.clone();
    let brief = |keys: &[&str]| rules.brief(keys.iter().map(|key| unit(key)).collect());
    assert_eq!(brief(&[]), "nobody");
    assert_eq!(brief(&["G-Inf5"]), name("G-Inf5"));
    assert_eq!(
        brief(&["G-Inf5", "G-Inf35"]),
        rules.names(["G-Inf5", "G-Inf35"].map(unit).into_iter().collect())
    );
    let three = ["G-Inf5", "G-Inf35", "G-Inf6"];
    let first = three.map(unit).into_iter().min().unwrap();
    assert_eq!(brief(&three), format!("{} and 2 others", rules.counter(first).name));
}
