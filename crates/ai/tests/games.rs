//! Whole games: the computer's answers are legal, repeatable, fair and good.

use grognard_ai::{Computer, Decision, Player, decide, play, play_watched};
use grognard_damos::{Asks, Campaign, Charts, Game, GameEnd, TITLES, open_campaign};
use grognard_umpire::Phase as Stand;
use grognard_umpire::{BySide, Fact, Generator, Header, Playable, Question, Session, Side};
use std::sync::Arc;

fn title(key: &str) -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = format!("{key}/title.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).unwrap();
    open_campaign(&name, text, &charts).unwrap()
}

/// Plays a game through a session, which refuses whatever the rules do, and shows every decision of
/// the computer.
fn watch(
    rules: &Arc<Campaign>,
    players: BySide<Player>,
    seed: u64,
    mut each: impl FnMut(&Game, &Question, &Decision),
) -> GameEnd {
    let mut computer = Computer::new(rules);
    let mut dice = Generator::new(seed);
    let mut session = Session::start(Game::new(rules), Arc::clone(rules), Header::default());
    loop {
        session.throw_on(&mut dice);
        if let Stand::Ended(end) = session.phase() {
            return *end;
        }
        let question = session.pending()[0].clone();
        let side = question.asking.by.unwrap();
        let key = match players[side] {
            Player::Computer => {
                let decision = computer.decide(session.state(), rules, &question);
                each(session.state(), &question, &decision);
                decision.key
            }
            _ => {
                let list = options(&question);
                list[dice.below(list.len() as u32) as usize].clone()
            }
        };
        session.answer_salted(side, &key, [0; 16]).unwrap_or_else(|refusal| {
            panic!("seed {seed}: {key} refused for {}: {refusal}", question.line())
        });
    }
}

fn options(question: &Question) -> Vec<String> {
    question.options().iter().map(|offered| offered.key.clone()).collect()
}

const BOTH: BySide<Player> = BySide::new(Player::Computer, Player::Computer);
const FIRST: BySide<Player> = BySide::new(Player::Computer, Player::Random);
const SECOND: BySide<Player> = BySide::new(Player::Random, Player::Computer);

/// The computer keeps its own units from being culled for overstacking: it neither leaves a crowd alone nor marches
/// where a reaction would make one, or throw all friends of a hex back into one. `examples/crowds.rs` counts more games.
#[test]
fn the_computer_does_not_overstack_its_own_units_away() {
    let rules = title("bialystok-minsk");
    let mut culled = Vec::new();
    for seed in 0..60 {
        watch(&rules, BOTH, seed, |game, question, decision| {
            if question.asking.topic == Asks::WhoIsTooMany {
                culled.push(format!("seed {seed}, turn {}: {}", game.turn(), decision.key));
            }
        });
    }
    assert!(culled.is_empty(), "{culled:?}");
}

/// What the computer says aloud names neither what lies face down nor, of a concerted attack, more than its
/// target.
#[test]
fn no_explanation_betrays_a_secret() {
    let rules = title("bialystok-minsk");
    let names: Vec<&str> = rules.counters.iter().map(|counter| counter.name.as_str()).collect();
    let (mut secrets, mut declared) = (0, 0);
    for seed in 0..20 {
        watch(&rules, BOTH, seed, |_, question, decision| {
            let concerted = decision.key.starts_with("concerted ");
            if !question.kind.is_secret() && !concerted {
                return;
            }
            secrets += usize::from(!concerted);
            declared += usize::from(concerted);
            let why = &decision.why;
            let told = names.iter().any(|name| why.contains(name));
            let cards =
                ["grand assault", "penetration", "standard", "meeting", "steadfast", "elastic", "delay"];
            assert!(!told && !cards.iter().any(|card| why.contains(card)), "{}: {why}", decision.key);
            assert!(!why.contains("in 100"), "odds tell strengths: {why}");
        });
    }
    assert!(secrets > 100 && declared > 20, "{secrets} secrets, {declared} declarations");
}

#[test]
fn no_answer_is_ever_refused_and_every_one_is_explained_in_a_line() {
    let rules = title("bialystok-minsk");
    let mut decisions = 0;
    for (players, games) in [(BOTH, 60), (FIRST, 60), (SECOND, 120)] {
        for seed in 0..games {
            watch(&rules, players, seed, |_, question, decision| {
                decisions += 1;
                assert!(options(question).contains(&decision.key), "{}", decision.key);
                assert!(!decision.why.trim().is_empty(), "{} unexplained", decision.key);
                assert!(!decision.why.contains('\n') && decision.why.len() < 200, "{}", decision.why);
            });
        }
    }
    assert!(decisions > 10_000, "{decisions} decisions");
}

#[test]
fn whole_campaigns_are_played_by_the_rules_too() {
    let rules = title("army-group-center");
    for (players, games) in [(BOTH, 2), (FIRST, 2), (SECOND, 2)] {
        for seed in 0..games {
            watch(&rules, players, seed, |_, _, _| {});
        }
    }
}

#[test]
fn a_seed_gives_the_same_game_and_a_question_the_same_answer() {
    let rules = title("bialystok-minsk");
    for seed in 0..6 {
        let once = play(&rules, Game::new(&rules), BOTH, seed);
        assert_eq!(once, play(&rules, Game::new(&rules), BOTH, seed));
    }
    // The memory of a computer player changes nothing: one that is asked for the first time agrees.
    let mut asked = 0;
    watch(&rules, BOTH, 11, |game, question, decision| {
        asked += 1;
        if asked % 5 == 0 {
            assert_eq!(decide(game, &rules, question), *decision);
        }
    });
    assert!(asked > 100);
}

/// Compares every so many decisions of a game with those in the same game with other hidden strengths.
fn compare(rules: &Arc<Campaign>, seed: u64, every: u32, dice: &mut Generator) -> u32 {
    let (mut compared, mut asked) = (0, 0);
    watch(rules, BOTH, seed, |game, question, decision| {
        asked += 1;
        if asked % every != 0 {
            return;
        }
        let side = question.asking.by.unwrap();
        let mut draw = |most: u8| dice.below(u32::from(most)) as u8 + 1;
        let other = game.clone().with_other_secrets(rules, Some(side), &mut draw);
        compared += 1;
        assert_eq!(decide(&other, rules, question), *decision, "{}", question.line());
    });
    compared
}

#[test]
fn strengths_that_a_side_may_not_see_change_no_decision() {
    let mut dice = Generator::new(5);
    let short = title("bialystok-minsk");
    let compared: u32 = (0..4).map(|seed| compare(&short, seed, 1, &mut dice)).sum();
    assert!(compared > 500, "{compared} compared");
    let whole = title("army-group-center");
    assert!(compare(&whole, 1, 4, &mut dice) > 300);
}

/// What the computer says aloud is the same whatever its own side hides: it tells no strength, no card and no
/// odds that follow from them.
#[test]
fn reasons_tell_nothing_of_what_the_speaker_hides() {
    let mut dice = Generator::new(7);
    let (mut compared, mut odds, mut silent) = (0, 0, 0);
    for (key, seeds, every) in [("bialystok-minsk", 4, 1), ("army-group-center", 1, 6)] {
        let rules = title(key);
        for seed in 0..seeds {
            let mut asked = 0;
            watch(&rules, BOTH, seed, |game, question, decision| {
                asked += 1;
                if asked % every != 0 {
                    return;
                }
                let listener = question.asking.by.unwrap().other();
                let mut draw = |most: u8| dice.below(u32::from(most)) as u8 + 1;
                let other = game.clone().with_other_secrets(&rules, Some(listener), &mut draw);
                let said = Computer::new(&rules).aloud(&other, &rules, question, &decision.key);
                assert_eq!(said, decision.why, "{} to {}", decision.key, question.line());
                compared += 1;
                odds += usize::from(said.contains("in 100"));
                silent += usize::from(said.contains("does not see"));
            });
        }
    }
    assert!(compared > 600 && odds > 20 && silent * 2 < compared, "{compared}, {odds} odds, {silent} silent");
}

#[test]
fn every_reading_and_optional_rule_can_be_played() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = "bialystok-minsk/title.toml";
    let text = TITLES.get_file(name).unwrap().contents_utf8().unwrap();
    for option in [
        "wiped-out = \"attacker-holds\"",
        "attacker-retreat = \"way-back\"",
        "contested-control = \"last-to-enter\"",
        "activation = \"any-part\"",
        "gauge-line = \"border\"",
        "stragglers = \"half\"",
        "after-combat = \"goes-on\"",
        "after-combat = \"forced-goes-on\"",
        "southern-boundary = \"open\"",
        "failed-reaction = \"stays-fresh\"",
        "garrison = \"needs-line\"",
        "lone-rout = \"refused\"",
        "rail-advance = \"concentrated-thrust\"",
        "rail-advance = \"operational-pause\"",
        "combined = true",
        "solitaire = true",
    ] {
        // For the combined game four cities of this map stand in for those of the three.
        let cities = "combined-objectives = [2819, 2422, 2826, 3127]\nobjective = ";
        let text =
            text.replace("\"historical\"", "\"asked\"").replace("\nobjective = ", &format!("\n{cities}"));
        let text = format!("{text}\n[options]\n{option}\n");
        let rules = open_campaign(name, &text, &charts).unwrap();
        for seed in 0..2 {
            watch(&rules, BOTH, seed, |_, _, _| {});
            watch(&rules, FIRST, seed, |_, _, _| {});
        }
    }
}

#[test]
fn the_russian_makes_the_attacks_he_owes() {
    let rules = title("bialystok-minsk");
    let mut left = Vec::new();
    for seed in 0..20 {
        let mut owed = None;
        play_watched(&rules, Game::new(&rules), BOTH, seed, &mut |game, _, _| {
            if game.turn() == 3 && owed.is_none() {
                owed = game.view(&rules, None).get("attacks-owed").cloned();
            }
        });
        left.push(owed.unwrap());
    }
    let paid = left.iter().filter(|&owed| *owed == Fact::Number(0)).count();
    assert!(paid >= 14, "{paid} times in 20 nothing is owed any more");
}

#[test]
fn the_computer_beats_random_play_from_either_side() {
    let rules = title("bialystok-minsk");
    for seed in 0..25 {
        assert_eq!(play(&rules, Game::new(&rules), FIRST, seed).winner(), Side::First, "seed {seed}");
        assert_eq!(play(&rules, Game::new(&rules), SECOND, seed).winner(), Side::Second, "seed {seed}");
    }
    let rules = title("army-group-center");
    for seed in 0..6 {
        assert_eq!(play(&rules, Game::new(&rules), FIRST, seed).winner(), Side::First, "seed {seed}");
        assert_eq!(play(&rules, Game::new(&rules), SECOND, seed).winner(), Side::Second, "seed {seed}");
    }
}

#[test]
fn the_passive_policy_is_beaten_as_well() {
    let rules = title("bialystok-minsk");
    let players = BySide::new(Player::Computer, Player::Policy);
    for seed in 0..5 {
        assert_eq!(play(&rules, Game::new(&rules), players, seed).winner(), Side::First, "seed {seed}");
    }
}

#[test]
fn players_have_words() {
    for player in [Player::Computer, Player::Policy, Player::Random] {
        assert_eq!(Player::from_word(player.word()), Some(player));
    }
    assert_eq!(Player::from_word("oracle"), None);
}
