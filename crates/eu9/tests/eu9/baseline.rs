//! The battle of the benches, written by hand, has the same odds as the rules.

#[path = "../../benches/by_hand/mod.rs"]
mod by_hand;

use grognard_eu9::{BATTLES, Battle, Charts, Contest, End, Fate, Thirds, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Generator, Playable, Side};
use std::collections::BTreeMap;
use std::sync::Arc;

fn key(end: &End) -> by_hand::Key {
    let winner = match end.winner {
        None => 0,
        Some(Side::First) => 1,
        Some(Side::Second) => 2,
    };
    let hit = |fate: Fate| fate == Fate::Killed;
    let ld = |losses: Thirds| losses.floor() as u8;
    by_hand::key(
        winner,
        [end.routed.first, end.routed.second],
        [ld(end.losses.first), ld(end.losses.second)],
        [hit(end.leaders.first), hit(end.leaders.second)],
    )
}

#[test]
fn the_battle_written_by_hand_has_the_same_odds() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file("italian-plain.toml").unwrap().contents_utf8().unwrap();
    let Ok(Contest::LandBattle(start, engagement)) = open("italian-plain.toml", text, &charts) else {
        panic!("opens")
    };
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&engagement, choice);
    let odds = exact(&start, &engagement, &decide, Budget::default()).unwrap();
    let mut rules: BTreeMap<by_hand::Key, f64> = BTreeMap::new();
    for (end, p) in odds.ends() {
        *rules.entry(key(end)).or_insert(0.0) += p;
    }
    let hand = by_hand::odds();
    assert_eq!(rules.len(), hand.len());
    for ((a, p), (b, q)) in rules.iter().zip(&hand) {
        assert_eq!(a, b);
        assert!((p - q).abs() < 1e-12, "{a}: {p} by the rules, {q} by hand");
    }
    let mut dice = Generator::new(1);
    let won = (0..100_000).filter(|_| by_hand::fight(&mut dice) >> 12 == 1).count() as f64 / 100_000.0;
    let exact: f64 = hand.iter().filter(|(key, _)| *key >> 12 == 1).map(|(_, p)| p).sum();
    assert!((won - exact).abs() < 0.01, "{won} {exact}");
}
