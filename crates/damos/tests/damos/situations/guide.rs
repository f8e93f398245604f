//! What a player is told when he asks: it comes about, and nothing else does.

use super::table::*;
use grognard_damos::*;
use grognard_umpire::{
    Consequence, Generator, Live, Loss, Playable, Procedure, Side, Sure, Target, TargetKind, at_random,
};
use std::collections::BTreeSet;
use std::ops::ControlFlow::{Break, Continue};

fn told(table: &Table, order: &str) -> Vec<Consequence> {
    table.game().guide(&table.rules, Some(table.game().phasing())).unwrap().consequences(order)
}

/// The units of a consequence by their keys.
fn units(consequence: &Consequence) -> Vec<&str> {
    let unit = |target: &&Target| target.kind == TargetKind::Unit;
    consequence.targets.iter().filter(unit).map(|target| target.id.as_str()).collect()
}

fn of_kind(list: &[Consequence], loss: Loss) -> Vec<&Consequence> {
    list.iter().filter(|consequence| consequence.loss == loss).collect()
}

#[test]
fn the_crowded_are_announced_and_go() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::Second, &["S-RC2 3018", "S-RC44 3018", "S-RC1 3018"]);
    let list = told(&table, "end operations");
    let crowded = of_kind(&list, Loss::Eliminated);
    assert_eq!(crowded.len(), 1);
    assert_eq!(units(crowded[0]), ["S-RC1", "S-RC2", "S-RC44"]);
    assert_eq!((crowded[0].sure, crowded[0].clause.id()), (Sure::Some, "AGC-4.1-b"));
    assert_eq!(table.order("end operations"), "who-is-too-many");
    let table = Table::new(&rules, 3, Side::Second, &["S-RC2 3018", "S-RC44 3018"]);
    assert_eq!(
        of_kind(&told(&table, "end operations"), Loss::Eliminated),
        [] as [&Consequence; 0],
        "two may stay"
    );
}

#[test]
fn who_has_not_gone_is_told_before_the_phase_ends() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::Second, &["S-RC2 3018", "S-RC44 2819"]);
    let list = told(&table, "end operations");
    let idle = of_kind(&list, Loss::Idle);
    assert_eq!(idle.len(), 1);
    assert!(idle[0].words.starts_with("2 forces have not gone yet"), "{}", idle[0].words);
    let hexes: Vec<&str> = idle[0].targets.iter().map(|target| target.id.as_str()).collect();
    assert_eq!(hexes, ["2819", "3018"]);
    table.order("activate 3018");
    table.order("finish");
    let list = told(&table, "end operations");
    assert!(of_kind(&list, Loss::Idle)[0].words.starts_with("1 force has not gone yet"), "{list:?}");
}

#[test]
fn pockets_are_announced_and_surrender() {
    let rules = standard();
    let taken: Vec<_> = rules
        .board
        .hexes()
        .filter(|&hex| rules.board.id(hex).column() >= 15 && rules.board.side(hex) == Side::Second)
        .collect();
    let ring = ["S-RC2 3019", "S-A24 2703", "G-Inf7 3118", "G-Inf23 2918", "G-Inf87 3120", "G-Inf258 3020"];
    let mut table = Table::arranged(&rules, 3, Side::Second, &ring, |a| a.taken = taken.clone());
    let list = told(&table, "end operations");
    let lost = of_kind(&list, Loss::Surrendered);
    assert_eq!(lost.len(), 1);
    assert_eq!(units(lost[0]), ["S-RC2"]);
    assert_eq!((lost[0].sure, lost[0].clause.id()), (Sure::All, "DAMOS-10.0-c"));
    table.order("end operations");
    assert_eq!(table.game().place_of(table.unit("S-RC2")), Place::SURRENDERED);
}

#[test]
fn who_can_no_longer_start_is_told_before_the_tanks_go() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Pz3 3020", "G-Inf5 3022", "G-Pz4 3024"]);
    let list = told(&table, "activate 3020");
    let idle = of_kind(&list, Loss::Idle);
    assert_eq!(idle.len(), 1);
    assert_eq!((units(idle[0]), idle[0].clause.id()), (vec!["G-Inf5"], "DAMOS-7.0-d"));
    assert_eq!(told(&table, "activate 3022"), [], "foot first costs nobody anything");
    table.order("activate 3020");
    table.order("finish");
    assert_eq!(table.refused("activate 3022"), "DAMOS-7.0-d");
    assert_eq!(told(&table, "activate 3024"), [], "whoever may not go anyway is not told of again");
}

#[test]
fn attrition_and_being_spent_are_told_before_the_activation_ends() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3020", "G-Inf6 3020"]);
    table.order("activate 3020");
    table.order("move 3021");
    table.order("move 3020");
    let list = told(&table, "finish");
    assert_eq!(
        of_kind(&list, Loss::Worn),
        Vec::<&Consequence>::new(),
        "half the points are not more than half"
    );
    assert_eq!(units(of_kind(&list, Loss::Spent)[0]), ["G-Inf5", "G-Inf6"]);
    table.order("move 3021");
    let list = told(&table, "finish");
    assert_eq!(units(of_kind(&list, Loss::Worn)[0]), ["G-Inf5", "G-Inf6"]);
    assert_eq!(table.order("finish"), "attrition");
}

/// The units of a side that are on the map, by their keys.
fn present(game: &Game, rules: &Campaign) -> BTreeSet<String> {
    let both = Side::ALL.into_iter().flat_map(|side| game.on_map(rules, side).iter().collect::<Vec<_>>());
    both.map(|unit| rules.counter(unit).key.clone()).collect()
}

/// A game at random: whatever the end of a player's turn takes off the map has been announced, and whatever was
/// announced for sure is taken.
fn hold(rules: &Campaign, seed: u64, seen: &mut [usize; 3]) {
    let mut dice = Generator::new(seed);
    let mut game = Game::new(rules);
    let mut announced: Option<(Vec<Consequence>, BTreeSet<String>)> = None;
    for _ in 0..200_000 {
        let at_operations = matches!(game.phase(), Phase::Operations);
        let side = game.phasing();
        if at_operations {
            announced = Some((
                game.guide(rules, Some(side)).unwrap().consequences("end operations"),
                present(&game, rules),
            ));
        }
        let active = matches!(game.phase(), Phase::Active(_))
            .then(|| game.guide(rules, Some(side)).unwrap().consequences("finish"));
        let next = match game.step(rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
            Continue(next) => next,
            Break(_) => return,
        };
        if let (Some(told), Phase::Closing(_, marched)) = (active, next.phase()) {
            let worn: Vec<&str> = of_kind(&told, Loss::Worn).into_iter().flat_map(units).collect();
            let spent: Vec<&str> = of_kind(&told, Loss::Spent).into_iter().flat_map(units).collect();
            let marched: Vec<&str> = marched.iter().map(|unit| rules.counter(unit).key.as_str()).collect();
            assert!(worn.iter().all(|key| marched.contains(key)));
            assert!(spent.iter().all(|key| marched.contains(key)));
        }
        let ends = matches!(next.phase(), Phase::EndOperations | Phase::PlayerEnd);
        if at_operations && !ends {
            announced = None;
        }
        if let (Some((told, before)), false) = (&announced, ends || at_operations) {
            let after = present(&next, rules);
            let gone: BTreeSet<&String> = before.difference(&after).collect();
            let named: BTreeSet<&str> = told.iter().flat_map(units).collect();
            for key in &gone {
                assert!(named.contains(key.as_str()), "seed {seed}: nobody said that {key} would be lost");
            }
            for sure in told.iter().filter(|told| told.loss == Loss::Surrendered) {
                for key in units(sure) {
                    assert!(gone.iter().any(|gone| *gone == key), "seed {seed}: {key} is still there");
                }
            }
            for some in told.iter().filter(|told| told.loss == Loss::Eliminated) {
                assert!(units(some).iter().any(|key| gone.iter().any(|gone| gone == key)), "seed {seed}");
            }
            seen[0] += 1;
            seen[1] += of_kind(told, Loss::Eliminated).len();
            seen[2] += of_kind(told, Loss::Surrendered).len();
            announced = None;
        }
        game = next;
    }
    panic!("seed {seed} never ends");
}

#[test]
fn nothing_is_lost_unannounced_at_the_end_of_a_turn() {
    let rules = standard();
    let mut seen = [0; 3];
    for seed in 0..30 {
        hold(&rules, seed, &mut seen);
    }
    let [turns, crowded, pockets] = seen;
    assert!(
        turns > 400 && crowded > 20 && pockets > 20,
        "{turns} turns, {crowded} crowds, {pockets} pockets"
    );
}

#[test]
fn aims_say_how_it_stands() {
    let rules = standard();
    let aims = |units: &[&str]| {
        let table = Table::new(&rules, 3, Side::First, units);
        table.game().guide(&rules, None).unwrap().aims()
    };
    let far = aims(&["G-Inf5 3020", "S-RC1 2703"]);
    let turns = far.turns.unwrap();
    assert_eq!((turns.now, turns.of), (3, Some(rules.turns().into())));
    let keys: Vec<_> = far.list.iter().map(|aim| (aim.key, aim.reached)).collect();
    assert_eq!(keys, [("major", false), ("minor", false), ("second", true)]);
    assert_eq!(far.standing.unwrap(), Verdict::SecondPlayer.words(&rules));
    let near = aims(&["G-Inf5 2803", "G-Inf6 2704", "S-RC1 2703", "S-RC2 2602"]);
    assert_eq!(near.list[1].count.unwrap().now, 2);
    assert!(near.list[1].reached);
    assert!(!near.list[2].reached);
    let held = aims(&["G-Inf5 2703"]);
    assert!(held.list[0].reached);
}

/// An aim names the hexes it is about and counts how far it is reached, so that a map can show both.
#[test]
fn aims_name_their_hexes_and_count() {
    let aims = |rules: &std::sync::Arc<Campaign>, units: &[&str]| {
        Table::new(rules, 3, Side::First, units).game().guide(rules, None).unwrap().aims().list
    };
    let hexes = |aim: &grognard_umpire::Aim| -> BTreeSet<String> {
        assert!(aim.targets.iter().all(|target| target.kind == TargetKind::Hex));
        aim.targets.iter().map(|target| target.id.clone()).collect()
    };
    let set = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| (*id).to_owned()).collect() };
    let rules = standard();
    let list = aims(&rules, &["G-Inf5 3020", "S-RC1 2703"]);
    assert_eq!([hexes(&list[0]), hexes(&list[2])], [set(&["2703"]), set(&["2703"])]);
    let around: BTreeSet<String> =
        rules.board.around(hex(&rules, 2703)).iter().map(|hex| rules.board.id(hex).to_string()).collect();
    assert!(around.len() > 2 && hexes(&list[1]) == around, "{around:?}");
    // A victory that wants cities held besides: as many as there are.
    let mut rules = Campaign::clone(&rules);
    rules.must_hold = vec![hex(&rules, 2819), hex(&rules, 3020)];
    let rules = std::sync::Arc::new(rules);
    let must_hold = |units: &[&str]| {
        let list = aims(&rules, units);
        let aim = list.iter().find(|aim| aim.key == "must-hold").unwrap().clone();
        assert_eq!(hexes(&aim), set(&["2819", "3020"]));
        (aim.count.unwrap().now, aim.count.unwrap().needed, aim.reached)
    };
    assert_eq!(must_hold(&["G-Inf5 2819", "G-Inf6 3020"]), (2, 2, true));
    assert_eq!(must_hold(&["S-RC1 2819", "G-Inf6 3020"]), (1, 2, false));
    // The combined game: three of four cities.
    let rules = with("combined = true");
    let cities = rules.combined_objectives.clone();
    let ids: Vec<String> = cities.iter().map(|&hex| rules.board.id(hex).to_string()).collect();
    let units = |first: usize| -> Vec<String> {
        let unit = |(at, id): (usize, &String)| {
            let key = if at < first {
                ["G-Inf5", "G-Inf6", "G-Inf7", "G-Inf8"][at]
            } else {
                ["S-RC1", "S-RC2", "S-RC44", "S-RC47"][at]
            };
            format!("{key} {id}")
        };
        ids.iter().enumerate().map(unit).collect()
    };
    for (first, reached) in [(2, false), (3, true)] {
        let units = units(first);
        let list = aims(&rules, &units.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(list[0].targets.len(), 4);
        assert_eq!(hexes(&list[0]), ids.iter().cloned().collect());
        let count = list[0].count.unwrap();
        assert_eq!((count.now, count.needed, list[0].reached), (first as i64, 3, reached));
    }
}

#[test]
fn a_place_goes_by_number_and_by_name_and_hides_strengths() {
    let rules = standard();
    let table = Table::new(&rules, 3, Side::First, &["G-Inf5 2819=2", "S-RC1 2818"]);
    let guide = table.game().guide(&rules, Some(Side::First)).unwrap();
    let minsk = guide.place("minsk").unwrap();
    assert_eq!(minsk, guide.place("2819").unwrap());
    assert_eq!(minsk, guide.place("Mins").unwrap());
    assert_eq!(guide.place("atlantis"), None);
    let here = guide.presence(&minsk).unwrap();
    let strength = &here.pieces[0].figures[0];
    assert_eq!((here.pieces[0].id.id.as_str(), strength.now, strength.of), ("G-Inf5", Some(2), Some(4)));
    let there = guide.presence(&guide.place("2818").unwrap()).unwrap();
    let strength = &there.pieces[0].figures[0];
    assert_eq!((strength.now, strength.of), (None, None), "the enemy's strength is his own business");
}

#[test]
fn losses_go_by_names_with_what_is_left_and_only_to_their_owner() {
    let rules = standard();
    let mut table = Table::new(&rules, 3, Side::First, &["G-Inf5 3020", "G-Inf6 3020"]);
    table.order("activate 3020");
    for hex in ["3021", "3020", "3021"] {
        table.order(&format!("move {hex}"));
    }
    table.order("finish");
    assert_eq!(table.throw(&[1, 2]), "take-attrition");
    let topic = table.asked().unwrap().asking.topic;
    let told = |viewer| table.game().guide(&rules, viewer).unwrap().meaning(topic, "0-2");
    let name = &rules.counter(rules.unit("G-Inf6").unwrap()).name;
    assert_eq!(told(Some(Side::First)), Some(format!("{name} 4 to 2 SP")));
    assert_eq!(told(Some(Side::Second)), None, "strengths are their owner's");
    assert_eq!(told(None), None);
}

/// A title that is over before they come does not promise them.
#[test]
fn nobody_is_due_after_the_last_turn() {
    let text = TITLES.get_file("bialystok-minsk/title.toml").unwrap().contents_utf8().unwrap();
    let charts = std::sync::Arc::new(Charts::load(&[]).unwrap());
    let Ok(Contest::Campaign(game, rules)) = open("title.toml", text, &charts) else { panic!("a campaign") };
    let pieces = game.guide(&rules, Some(Side::First)).unwrap().pieces();
    let due: BTreeSet<&str> = pieces.iter().map(|piece| piece.elsewhere.as_str()).collect();
    assert_eq!(due, BTreeSet::from(["", "due on turn 2", "due on turn 3"]));
    assert!(pieces.iter().any(|piece| piece.id.id == "G-Pz7"));
}
