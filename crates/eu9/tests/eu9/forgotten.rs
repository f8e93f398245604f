//! What odds let go of makes no difference: the same ends, as likely, as where nothing is let go of.

use grognard_eu9::{BATTLES, Battle, Charts, Contest, Engagement, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Flow, Playable, Procedure, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// A battle of which nothing is let go.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Whole(Battle);

impl Procedure for Whole {
    type Rules = Engagement;
    type End = <Battle as Procedure>::End;

    fn step(self, engagement: &Engagement, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self.0.step(engagement, ump)? {
            Continue(battle) => Continue(Whole(battle)),
            Break(end) => Break(end),
        })
    }

    fn rank(&self, engagement: &Engagement) -> Option<u32> {
        self.0.rank(engagement)
    }
}

/// Compares a battle's odds; how many states there are either way.
fn compared(name: &str, text: &str) -> (usize, usize) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let Ok(Contest::LandBattle(start, engagement)) = open(name, text, &charts) else {
        panic!("{name} opens")
    };
    let budget = Budget::of(1_000_000, 10_000_000);
    let decide = |battle: &Battle, choice: &Choice<'_>| battle.policy(&engagement, choice);
    let trimmed = exact(&start, &engagement, &decide, budget).unwrap();
    let decide = |whole: &Whole, choice: &Choice<'_>| whole.0.policy(&engagement, choice);
    let whole = exact(&Whole(start), &engagement, &decide, budget).unwrap();
    assert_eq!(trimmed.ends().len(), whole.ends().len(), "{name}");
    for ((end, p), (other, q)) in trimmed.ends().iter().zip(whole.ends()) {
        assert_eq!(end, other, "{name}");
        assert!((p - q).abs() < 1e-12, "{name}: {end:?} is {p} or {q}");
    }
    (trimmed.states(), whole.states())
}

#[test]
fn what_is_let_go_of_makes_no_difference() {
    for file in BATTLES.files() {
        let (name, text) = (file.path().to_str().unwrap(), file.contents_utf8().unwrap());
        if text.contains("kind = \"land-battle\"") {
            let (trimmed, whole) = compared(name, text);
            assert!(trimmed < whole, "{name}: {trimmed} states of {whole}");
        }
    }
}

/// Substitutes who differ in nothing that is still read are one; a third day is like the second.
#[test]
fn neither_do_leaders_who_are_alike() {
    let text = BATTLES.get_file("mohacs.toml").unwrap().contents_utf8().unwrap();
    let drawn = |line: &str| {
        if line.starts_with("leader = {") { "leader = \"replacement\"" } else { line }.to_owned()
    };
    let drawn: Vec<String> = text.lines().map(drawn).collect();
    let (trimmed, whole) = compared("drawn", &drawn.join("\n"));
    assert!(3 * trimmed < 2 * whole, "{trimmed} states of {whole}");
    compared("three days", &text.replace("[attacker]", "[rules]\ndays = \"three\"\n\n[attacker]"));
}
