//! Exact odds of the ready files: a volley, a charge, an assault; and of an assault of three against three.
//!
//! The aims, on one core: a volley 0.2 ms, a charge 5 ms, three against three 5 ms.

use divan::Bencher;
use grognard_days_of_empire::{BATTLES, Charts, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Playable, Visitor};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Works the odds out again and again.
struct Odds<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Odds<'_, '_> {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        self.0
            .bench(|| exact(&start, &rules, &decide, Budget::default()).expect("within the budget").states());
    }
}

#[divan::bench(args = ["alma-volley", "battery-and-columns", "thin-red-line", "column-at-rifles", "heavy-brigade", "village"])]
fn exact_odds(bencher: Bencher<'_, '_>, name: &str) {
    let charts = Arc::new(Charts::load(&[]).expect("our own tables can be read"));
    let text =
        BATTLES.get_file(format!("{name}.toml")).and_then(|file| file.contents_utf8()).expect("a ready file");
    open(name, text, &charts).expect("a ready file").visit(Odds(bencher));
}

/// Three battalions of different classes against three, one of them in column, some shaken before.
const THREE_AGAINST_THREE: &str = r#"
system = "days-of-empire"
kind = "assault"
title = "Three against three"
[attacker]
name = "the French"
fighter = [
    { unit = { name = "the Zouaves", arm = "infantry", class = 4, stands = 12, weapon = "rifle", formation = "manoeuvre-column" }, charging = true },
    { unit = { name = "the 50th Line", arm = "infantry", class = 2, stands = 10, weapon = "musket" }, charging = true },
    { unit = { name = "the 7th Line", arm = "infantry", class = 3, stands = 8, weapon = "musket" }, charging = true },
]
[defender]
name = "the Russians"
fighter = [
    { unit = { name = "the 1st Kazan", arm = "infantry", class = 2, stands = 12, weapon = "musket" } },
    { unit = { name = "the 2nd Kazan", arm = "infantry", class = 2, stands = 9, weapon = "musket", order = "disordered" } },
    { unit = { name = "the 3rd Kazan", arm = "infantry", class = 1, stands = 6, weapon = "musket", order = "shaken" } },
]
"#;

#[divan::bench]
fn three_against_three(bencher: Bencher<'_, '_>) {
    let charts = Arc::new(Charts::load(&[]).expect("our own tables can be read"));
    open("three.toml", THREE_AGAINST_THREE, &charts).expect("a battle file").visit(Odds(bencher));
}
