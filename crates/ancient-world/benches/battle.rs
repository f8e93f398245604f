//! Battles at speed: exact odds by policy, best play of both sides, and sampling.

use divan::{Bencher, black_box, counter::ItemsCount};
use grognard_ancient_world::battle::{Battle, End, Rules};
use grognard_ancient_world::{BATTLES, Charts, Contest, open};
use grognard_odds::{Best, Budget, Progress, best, exact, sample};
use grognard_umpire::{Choice, Playable, Side};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// `herds` has elephants and guile on both sides and one leader each.
fn battle(name: &str) -> (Battle, Arc<Rules>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = match BATTLES.get_file(format!("{name}.toml")) {
        Some(file) => file.contents_utf8().unwrap(),
        None => include_str!("../tests/ancient_world/herds.toml"),
    };
    match open(name, text, &charts).unwrap() {
        Contest::Battle(start, rules) => (start, rules),
        _ => unreachable!("a battle"),
    }
}

const NAMES: [&str; 4] = ["herds", "sentinum", "heraclea", "cannae"];

#[divan::bench(args = NAMES)]
fn exact_odds_by_policy(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = battle(name);
    let rules = rules.by_policy();
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&rules, choice);
    bencher.bench(|| exact(black_box(&start), &rules, &decide, Budget::default()).unwrap());
}

#[divan::bench(args = NAMES)]
fn exact_odds_every_question_asked(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = battle(name);
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&rules, choice);
    bencher.bench(|| exact(black_box(&start), &rules, &decide, Budget::default()).unwrap());
}

/// Guile, elephants and avoidance solved for both sides; losses, pursuit and retreat by policy.
#[divan::bench(args = NAMES)]
fn best_guile_and_elephants_of_both(bencher: Bencher<'_, '_>, name: &str) {
    let (start, rules) = battle(name);
    let rules = rules.by_policy();
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&rules, choice);
    let objective = |side: Side, end: &End| Battle::objective(&rules, side, end);
    bencher
        .bench(|| best(&start, &rules, Best::Both, &objective, &decide, Budget::default()).unwrap().value());
}

const SAMPLES: u64 = 1 << 18;

#[divan::bench(sample_count = 5)]
fn sampled(bencher: Bencher<'_, '_>) {
    let (start, rules) = battle("herds");
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&rules, choice);
    bencher
        .counter(ItemsCount::new(SAMPLES))
        .bench(|| sample(black_box(&start), &rules, &decide, SAMPLES, 1, &Progress::default()));
}
