//! How long it takes to count, to solve and to work out a fight.

use divan::{Bencher, black_box};
use grognard_death_of_empires::allocation::{advice, sequences};
use grognard_death_of_empires::{BATTLES, Charts, Contest, open};
use grognard_odds::{Best, Budget, best, exact};
use grognard_umpire::{Choice, Playable};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Eight results on a stack of eight units.
const EIGHT: &str = r#"
system = "death-of-empires"
kind = "allocation"
game = "other"
title = "Eight results on eight units"
date = "1914"
sources = ["made for measuring"]
[force]
name = "the stack"
side = "defender"
morale = 6
units = [
    { key = "I1", arm = "infantry", strength = 6 },
    { key = "I2", arm = "infantry", strength = 5 },
    { key = "I3", arm = "infantry", strength = 4 },
    { key = "I4", arm = "infantry", strength = 3 },
    { key = "C1", arm = "cavalry", strength = 3 },
    { key = "C2", arm = "cavalry", strength = 2 },
    { key = "A1", arm = "artillery", strength = 3 },
    { key = "E1", arm = "engineer", strength = 2 },
]
[results]
occasion = "combat"
found = 8
[attacker]
name = "the attacker"
[defender]
name = "the defender"
"#;

fn contest(text: &str) -> Contest {
    open("bench", text, &Arc::new(Charts::load(&[]).unwrap())).unwrap()
}

#[divan::bench]
fn count_eight_on_eight(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(EIGHT) else { unreachable!() };
    bencher.bench(|| black_box(sequences::count_sequences(&rules.case(), &start)));
}

/// The widest stack there is: eight cavalry units, all different, which no rule makes lose equally.
fn widest() -> String {
    let units: String = (1..=8)
        .map(|n| format!("    {{ key = \"C{n}\", arm = \"cavalry\", strength = {} }},\n", n + 2))
        .collect();
    let (before, after) = (EIGHT.find("units = [").unwrap(), EIGHT.find("[results]").unwrap());
    format!("{}units = [\n{units}]\n{}", &EIGHT[..before], &EIGHT[after..])
}

#[divan::bench]
fn count_eight_on_the_widest(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(&widest()) else { unreachable!() };
    bencher.bench(|| black_box(sequences::count_sequences(&rules.case(), &start)));
}

#[divan::bench]
fn solve_eight_on_the_widest(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(&widest()) else { unreachable!() };
    bencher.bench(|| black_box(advice::advise(&rules.case(), &start, &rules.weights)));
}

#[divan::bench]
fn count_eight_on_eight_with_finals(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(EIGHT) else { unreachable!() };
    bencher.bench(|| black_box(sequences::count(&rules.case(), &start)));
}

#[divan::bench]
fn solve_eight_on_eight(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(EIGHT) else { unreachable!() };
    bencher.bench(|| black_box(advice::advise(&rules.case(), &start, &rules.weights)));
}

#[divan::bench]
fn solve_eight_on_eight_with_the_odds_engine(bencher: Bencher<'_, '_>) {
    let Contest::Allocation(start, rules) = contest(EIGHT) else { unreachable!() };
    let objective = |side, end: &_| {
        <grognard_death_of_empires::allocation::Allocation as Playable>::objective(&rules, side, end)
    };
    let decide = |state: &grognard_death_of_empires::allocation::Allocation, choice: &Choice<'_>| {
        state.policy(&rules, choice)
    };
    bencher.bench(|| {
        best(&start, &*rules, Best::Both, &objective, &decide, Budget::default()).map(|s| s.value()).ok()
    });
}

#[divan::bench(args = chains())]
fn exact_odds_of_a_chain(bencher: Bencher<'_, '_>, name: &str) {
    let text = BATTLES.get_file(name).and_then(|file| file.contents_utf8()).unwrap();
    let Contest::Chain(start, rules) = contest(text) else { unreachable!() };
    let decide =
        |state: &grognard_death_of_empires::fight::Fight, choice: &Choice<'_>| state.policy(&rules, choice);
    bencher.bench(|| {
        black_box(exact(&start, &*rules, &decide, Budget::default()).map(|odds| odds.ends().len()).ok())
    });
}

fn chains() -> Vec<&'static str> {
    BATTLES
        .files()
        .filter(|file| file.contents_utf8().is_some_and(|text| text.contains("\nkind = \"chain\"")))
        .filter_map(|file| file.path().to_str())
        .collect()
}
