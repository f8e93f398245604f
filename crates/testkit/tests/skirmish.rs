//! A small invented system, complete: the one that `docs/adding-a-system.md` builds. Every code block of
//! that page stands here, word for word; the last test sees to it.

use grognard_charts::{Bands, Pages};
use grognard_odds::{Best, Budget, best, exact};
use grognard_testkit::laws;
use grognard_umpire::{
    Asked, Asking, BySide, Choice, Dice, Die, Fact, Figure, Flow, Offer, Playable, Procedure, Ruling, Side,
    Umpire, Unit, topics,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

topics! {
    /// What the skirmish asks: a key for programs, which never changes, and words for people.
    enum Asks of "skirmish" {
        ShootOrCharge: "shoot-or-charge", "shoot or charge";
        Blow: "blow", "blow";
        Nerve: "nerve", "nerve";
    }
}

/// The clause with this id of the skirmish.
macro_rules! rule {
    ($id:literal) => {
        grognard_umpire::Clause::new(concat!("SK-", $id))
    };
}

const TABLES: &str = r#"
[fray]
title = "The fray"
rule = "SK-2"
roll = "d6, plus 1 for whoever charges"
source = { mark = "reconstructed", work = "invented for this page" }
columns = ["die", "men lost"]
rows = [
    ["<=2", 0],
    ["3..5", 1],
    [">=6", 2],
]
"#;

/// The one chart, typed.
struct Rules {
    pages: Pages,
    bands: Bands,
    losses: Vec<u8>,
    steadiness: u16,
}

impl Rules {
    fn load() -> Rules {
        let pages = Pages::load(&[("skirmish.toml", TABLES)], &[]).unwrap();
        let fray = pages.table("fray").unwrap();
        let bands = fray.bands().unwrap();
        let losses = (0..fray.rows()).map(|row| fray.number(row, 1).unwrap()).collect();
        Rules { bands, losses, steadiness: 8, pages }
    }

    fn losses(&self, die: i32) -> u8 {
        self.losses[self.bands.row(die)]
    }
}

/// Two bands in the open. Equal bands have equal futures: nothing else is kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Skirmish {
    men: BySide<u8>,
}

/// Who held the field, and how many of each were left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Field {
    winner: Option<Side>,
    left: BySide<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Tactic {
    Shoot,
    Charge,
}

impl Offer for Tactic {
    fn key(&self) -> String {
        match self {
            Tactic::Shoot => "shoot",
            Tactic::Charge => "charge",
        }
        .to_owned()
    }
}

impl Procedure for Skirmish {
    type Rules = Rules;
    type End = Field;

    /// One round: the attacker shoots or charges, both roll, then whoever was hit tests its nerve.
    fn step(self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        let asking = Asking::of(Side::First, rule!("1"), Asks::ShootOrCharge);
        let tactic = *ump.choose(asking, &[Tactic::Shoot, Tactic::Charge])?;
        let mut men = self.men;
        for side in Side::ALL {
            // A charge makes it bloodier for both; archers at a distance are safe from the sword.
            let bonus = i32::from(tactic == Tactic::Charge);
            let hits = if tactic == Tactic::Shoot && side == Side::Second {
                0
            } else {
                blow(rules, side, bonus, ump)?
            };
            men[side.other()] = men[side.other()].saturating_sub(hits);
        }
        let mut stands = BySide::new(men.first > 0, men.second > 0);
        for side in Side::ALL {
            if stands[side] && men[side] < self.men[side] {
                stands[side] = nerve(rules, side, ump)?;
            }
        }
        Ok(match (stands.first, stands.second) {
            (true, true) => Continue(Skirmish { men }),
            (true, false) => Break(Field { winner: Some(Side::First), left: men }),
            (false, true) => Break(Field { winner: Some(Side::Second), left: men }),
            (false, false) => Break(Field { winner: None, left: men }),
        })
    }
}

/// One side's blow on the other. [SK-2]
fn blow(rules: &Rules, side: Side, bonus: i32, ump: &mut impl Umpire) -> Asked<u8> {
    let asking = Asking::of(side, rule!("2"), Asks::Blow);
    let hits = ump.throw(asking, Dice::D6, |face| rules.losses(i32::from(face) + bonus))?;
    ump.explain_throw(|face| {
        let row = rules.bands.row(i32::from(face) + bonus);
        Ruling::new(rule!("2"), format!("The {side} side cuts down {hits}"))
            .with_look(rules.pages.table("fray").unwrap().look(row, 1))
    });
    Ok(hits)
}

/// A side that was hit tests its nerve: 8 or less on two dice. [SK-3]
fn nerve(rules: &Rules, side: Side, ump: &mut impl Umpire) -> Asked<bool> {
    let two = Dice::Sum { count: 2, die: Die::D6 };
    let holds = ump.throw(Asking::of(side, rule!("3"), Asks::Nerve), two, |sum| sum <= rules.steadiness)?;
    ump.explain(|| {
        Ruling::new(rule!("3"), format!("The {side} side {}", if holds { "holds" } else { "runs" }))
    });
    Ok(holds)
}

impl Playable for Skirmish {
    fn side_name(_: &Rules, side: Side) -> String {
        match side {
            Side::First => "Raiders",
            Side::Second => "Militia",
        }
        .to_owned()
    }
    fn view(&self, _: &Rules, _: Option<Side>) -> Fact {
        Fact::record(
            [("raiders", self.men.first), ("militia", self.men.second)].map(|(key, men)| (key, men.into())),
        )
    }
    fn end_facts(_: &Rules, end: &Field) -> Fact {
        Fact::record([("winner", Fact::from(end.winner.map(Side::key))), ("left", end.left.first.into())])
    }
    fn end_words(rules: &Rules, end: &Field) -> String {
        let winner = end.winner.map_or("Nobody".to_owned(), |side| Self::side_name(rules, side));
        format!(
            "{winner} held the field; {} raiders and {} militia were left.",
            end.left.first, end.left.second
        )
    }
    fn figures(_: &Rules) -> Vec<Figure<Skirmish>> {
        vec![Figure::new("raiders-win", "the raiders win", Unit::Flag, |end: &Field| {
            i64::from(end.winner == Some(Side::First))
        })]
    }
    fn objective(_: &Rules, side: Side, end: &Field) -> i64 {
        i64::from(end.winner == Some(side))
    }
    fn objective_words(_: &Rules, _: Side) -> String {
        "battles won".to_owned()
    }
    fn policy(&self, _: &Rules, _: &Choice<'_>) -> usize {
        usize::from(self.men.first > self.men.second)
    }
}

fn start() -> Skirmish {
    Skirmish { men: BySide::new(4, 5) }
}

#[test]
fn the_laws_hold() {
    laws::hold("skirmish", &start(), &Arc::new(Rules::load()), 200, laws::Odds::Agree);
}

#[test]
fn the_odds_are_exact_and_best_play_is_better() {
    let rules = Rules::load();
    let decide = |state: &Skirmish, choice: &Choice<'_>| state.policy(&rules, choice);
    let odds = exact(&start(), &rules, &decide, Budget::default()).unwrap();
    let wins = odds.probability(|end| end.winner == Some(Side::First));
    let objective = |side: Side, end: &Field| Skirmish::objective(&rules, side, end);
    let side = Best::Side(Side::First);
    let solution = best(&start(), &rules, side, &objective, &decide, Budget::default()).unwrap();
    assert!((odds.total() - 1.0).abs() < 1e-12);
    assert!(solution.value() >= wins && wins > 0.3);
}

/// The page shows what is compiled and nothing else: each of its Rust blocks stands here or, in its second part, in
/// `fords.rs`, word for word, and each situation in its file. The second part keeps within 600 lines of code.
#[test]
fn the_page_shows_what_is_compiled() {
    let page = include_str!("../../../docs/adding-a-system.md");
    let (battle, title) = (include_str!("skirmish.rs"), include_str!("fords.rs"));
    let situations = include_str!("situations/fords.toml");
    let blocks = |fence: &'static str| {
        page.split(fence).skip(1).map(|rest| rest.split("```").next().unwrap_or("").trim_end())
    };
    assert!(blocks("```rust\n").count() >= 18, "the page has lost its code");
    for block in blocks("```rust\n") {
        assert!(battle.contains(block) || title.contains(block), "not in tests/*.rs:\n{block}");
    }
    for block in blocks("```toml\n") {
        assert!(situations.contains(block), "not in tests/situations/fords.toml:\n{block}");
    }
    let code = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with("//");
    let lines = title.lines().filter(code).count();
    assert!(lines <= 600, "the small title has {lines} lines of code");
}
