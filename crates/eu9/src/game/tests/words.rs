//! What people read: options that say what they come to, refusals that say what is wrong, ends that say why; and
//! what the plain policy makes of it.

use super::super::market::Bought;
use super::super::turn::Reason;
use super::super::{Game, GameEnd, Impulse, Post, Stage};
use super::{Play, Table, rules};
use crate::campaign::Campaign;
use grognard_umpire::{BySide, Choice, Generator, Kind, List, Live, Openness, Playable, Procedure, Side};
use std::ops::ControlFlow::{Break, Continue};

/// The options in words.
fn words(play: &Play) -> Vec<String> {
    match play.question().kind {
        Kind::Choose { options, .. } => options.into_iter().map(|offered| offered.words).collect(),
        Kind::Order { offers, .. } => offers.into_iter().map(|offered| offered.words).collect(),
        Kind::Roll(_) => Vec::new(),
    }
}

fn imperial(table: Table, campaigns: BySide<Campaign>) -> Table {
    table.with(|game, _| {
        game.campaign = campaigns;
        game.stage = Stage::Move(Impulse::first(Side::Second));
    })
}

#[test]
fn an_interception_says_what_yes_means() {
    let table = Table::empty().troops("spain", "brabant", "A+").troops("france", "champagne", "2A+");
    let mut play = imperial(table, BySide::new(Campaign::Simple, Campaign::Passive)).play();
    play.march("brabant").answer("hainaut");
    assert_eq!(words(&play), ["let them pass", "fall on them"]);
}

#[test]
fn battles_and_sieges_are_told_by_their_stacks() {
    let table = Table::empty()
        .troops("france", "hainaut", "A+")
        .troops("spain", "hainaut", "A-")
        .troops("france", "artois", "A- LD")
        .troops("spain", "artois", "2LD")
        .with(|game, _| game.stage = Stage::Battles(Impulse::first(Side::First)));
    let play = table.play();
    assert_eq!(play.what(), "which-battle");
    assert!(
        words(&play).contains(&"A+ of France at Hainaut against A- of Spain at Hainaut".to_owned()),
        "{:?}",
        words(&play)
    );
    let table = Table::empty()
        .troops("france", "hainaut", "A+")
        .garrison("spain", "hainaut", "LD")
        .troops("france", "artois", "A-")
        .with(|game, rules| game.stage = game.first_sieges(rules));
    let mut play = table.play();
    play.until("which-siege");
    let told = words(&play);
    assert!(
        told.contains(&"Mons, held by LD of Spain, besieged by A+ of France at Hainaut".to_owned()),
        "{told:?}"
    );
}

#[test]
fn leaders_are_called_by_their_names() {
    let provence = rules().province("provence").unwrap();
    let catalunya = rules().province("catalunya").unwrap();
    let play = Table::empty().troops("france", "champagne", "A+").leader("bayard", Post::At(provence)).play();
    let told = words(&play);
    assert!(told.contains(&"send Bayard alone to a stack of his country".to_owned()), "{told:?}");
    assert!(play.keys().contains(&"ride bayard".to_owned()));
    let table = Table::empty()
        .fleet("spain", "catalunya", "2NGD")
        .fleet("spain", "valencia", "2NGD")
        .leader("spain_a1", Post::At(catalunya));
    let play = imperial(table, BySide::new(Campaign::None, Campaign::Passive)).play();
    let name = rules().leaders.iter().find(|l| l.id == "spain_a1").unwrap().name.clone();
    let told = words(&play);
    assert!(told.contains(&format!("send {name} to the fleet at valencia")), "{told:?}");
    assert!(!told.iter().any(|words| words.contains("spain_a1")), "{told:?}");
}

#[test]
fn the_end_says_why_it_came() {
    let rules = rules();
    let end = |reason, winner| {
        let points = BySide::new(14, 14);
        let level = super::super::Level::Decisive;
        let end = GameEnd { winner, level, points, sudden: true, reason, turn: 8 };
        Game::end_words(&rules, &end)
    };
    let empire = Some(Side::Second);
    assert_eq!(
        end(Reason::Capital, empire),
        "A decisive victory for Habsburg, who holds Paris: Valois 14, Habsburg 14 points."
    );
    assert!(end(Reason::Collapse, empire).contains("Habsburg, as Valois has collapsed:"));
    assert!(end(Reason::Peace, None).starts_with("A draw by a peace:"));
    assert!(end(Reason::Points, empire).starts_with("A decisive victory for Habsburg: "));
}

#[test]
fn purchases_begin_where_the_war_is_and_name_their_level() {
    let play = Table::empty()
        .troops("france", "champagne", "A+")
        .with(|game, _| {
            game.purse.first = 400;
            game.stage = Stage::Purchase(Side::First, Bought::default());
        })
        .play();
    let keys = play.keys();
    let place = |key: &str| keys.iter().position(|other| other == key).unwrap_or_else(|| panic!("{key}"));
    assert!(place("buy LD france champagne") < place("buy LD france berry"), "{keys:?}");
    assert!(place("buy LD france picardie") < place("buy LD france berry"), "Artois is next door");
    let told = words(&play);
    assert!(told.iter().any(|words| words.starts_with("strengthen champagne to level ")), "{told:?}");
}

#[test]
fn a_refusal_of_ships_says_what_there_is() {
    let mut play = Table::empty().fleet("france", "provence", "F- 4NGD NTD").play();
    let refusal = play.refused("form france provence 4NGD").to_string();
    assert!(refusal.contains("the fleet is F- 4NGD NTD; it may sail as"), "{refusal}");
}

/// Wurtemberg's price and loss stand with the question.
#[test]
fn wurtemberg_is_told_by_its_price() {
    let play = Table::empty()
        .with(|game, _| {
            game.turn = 3;
            game.purse.second = 100;
            game.stage = Stage::Wurtemberg;
        })
        .play();
    assert_eq!(
        words(&play),
        ["let Wurtemberg and Schwaben leave the war", "keep Wurtemberg and Schwaben for 25 ducats"]
    );
}

fn policy(play: &Play) -> String {
    let (asking, keys) = (play.question().asking, play.keys());
    let names: Vec<&str> = keys.iter().map(String::as_str).collect();
    let choice = Choice { asking, options: &List(&names), openness: Openness::Open, barred: &Vec::new };
    keys[play.game().policy(play.rules(), &choice)].clone()
}

/// A campaign that goes on into the winter has been paid for, and is not given up for less.
#[test]
fn the_policy_keeps_a_campaign_it_has_paid() {
    let play = Table::empty()
        .with(|game, _| {
            game.extended = true;
            game.campaign.first = Campaign::Simple;
            game.stage = Stage::Campaign(Impulse::first(Side::First));
        })
        .play();
    assert_eq!(policy(&play), "simple", "there is nothing to attack, but passive would be less");
}

/// In a neutral province there is no halting: the policy goes on, and not back.
#[test]
fn the_policy_does_not_march_in_circles() {
    let rules = rules();
    let mut circles = Vec::new();
    for seed in 0..4 {
        let mut dice = Generator::new(seed);
        let mut state = Game::new(&rules);
        loop {
            let before = state.clone();
            let mut live = Live {
                dice: &mut dice,
                decide: |choice: &Choice<'_>, _: &mut Generator| {
                    let pick = before.policy(&rules, choice);
                    if let (Stage::March(_, march), Some(to)) =
                        (&before.stage, rules.province(&choice.options.key(pick)))
                        && march.path & (1 << to) != 0
                    {
                        circles.push((seed, march.words(&rules), choice.options.key(pick)));
                    }
                    pick
                },
            };
            match state.step(&rules, &mut live).unwrap_or_else(|_| panic!("live games do not stop")) {
                Continue(next) => state = next,
                Break(_) => break,
            }
        }
    }
    assert!(circles.is_empty(), "{circles:?}");
}

/// A march that a side's stack has ended: from where to where, in which of its impulses.
#[derive(Clone, Copy, Debug)]
struct Walked {
    side: Side,
    from: u8,
    to: u8,
    impulse: u32,
}

/// The marches of a game that the plain policy plays on both sides: from where each set out to where it came, whatever
/// stopped it on its way.
fn walked(seed: u64) -> Vec<Walked> {
    let rules = rules();
    let mut dice = Generator::new(seed);
    let mut state = Game::new(&rules);
    let (mut all, mut impulses): (Vec<Walked>, u32) = (Vec::new(), 0);
    loop {
        let before = state.clone();
        let mut gone = None;
        let decide = |choice: &Choice<'_>, _: &mut Generator| {
            let pick = before.policy(&rules, choice);
            gone = rules.province(&choice.options.key(pick));
            pick
        };
        match state.step(&rules, &mut Live { dice: &mut dice, decide }).expect("live games do not stop") {
            Continue(next) => state = next,
            Break(_) => return all,
        }
        match (&before.stage, gone) {
            (Stage::March(impulse, march), Some(to)) if march.steps == 0 => {
                all.push(Walked { side: impulse.side, from: march.set_out, to, impulse: impulses });
            }
            (Stage::March(..), Some(to)) => {
                if let Some(last) = all.last_mut() {
                    last.to = to;
                }
            }
            _ => {}
        }
        impulses += u32::from(matches!(state.stage, Stage::Campaign(_)));
    }
}

/// Marching from one place to another and back at once is no plan: of the marches of a game hardly any is walked back
/// by its side within four impulses.
#[test]
fn the_policy_does_not_march_to_and_fro() {
    let (mut all, mut walked_back) = (0, 0);
    for seed in 0..12 {
        let walked = walked(seed);
        let back = |one: &&Walked| {
            walked.iter().any(|next| {
                let soon = next.impulse > one.impulse && next.impulse <= one.impulse + 4;
                soon && next.side == one.side && (next.from, next.to) == (one.to, one.from)
            })
        };
        let back = walked.iter().filter(back).count();
        assert!(walked.iter().all(|one| one.from != one.to), "nobody marches in a circle: {walked:?}");
        assert!(15 * back <= walked.len(), "seed {seed}: {back} of {}", walked.len());
        (all, walked_back) = (all + walked.len(), walked_back + back);
    }
    assert!(all > 300 && 60 * walked_back <= all, "{walked_back} of {all}");
}
