//! The opponent for Days of Empire: its orders are legal, it looks at nothing it may not see, and it beats random play.
//! More games, counted and told: `cargo run --release -p grognard-ai --example crimea`.

mod players;

use grognard_ai::crimea::{Strength, aloud, answer_at, decide};
use grognard_board::table::Point;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::terrain::Altered;
use grognard_days_of_empire::unit::Order;
use grognard_days_of_empire::{Charts, Contest, TITLES, open};
use grognard_umpire::{BySide, Generator, Header, Phase, Playable, Question, Session, Side};
use players::{Player, answer};
use std::sync::Arc;

const FULL: Player = Player::Computer(Strength::Full);

fn title(name: &str) -> (Battle<Measured>, Arc<Campaign>) {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = format!("{name}.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).unwrap();
    match open(&name, text, &charts) {
        Ok(Contest::Battle(battle, rules)) => (*battle, rules),
        _ => panic!("{name}: no battle"),
    }
}

/// Plays a battle through a session, which refuses whatever the rules do.
fn game(
    (start, rules): &(Battle<Measured>, Arc<Campaign>),
    players: BySide<Player>,
    seed: u64,
    mut each: impl FnMut(&Battle<Measured>, &Question),
) -> Option<Side> {
    let (mut dice, mut random) = (Generator::new(seed), Generator::new(seed + 1_000));
    let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
    for _ in 0..20_000 {
        session.throw_on(&mut dice);
        if let Phase::Ended(end) = session.phase() {
            return end.winner;
        }
        let question = session.pending()[0].clone();
        each(session.state(), &question);
        let side = question.asking.by.unwrap_or(Side::First);
        let key = answer(players[side], session.state(), rules, &question, &mut random);
        let refused = |refusal| panic!("{}: {key}: {refusal}", question.asking.words());
        session.answer_salted(side, &key, [0; 16]).unwrap_or_else(refused);
    }
    panic!("the battle does not end")
}

fn against(side: Side, other: Player) -> BySide<Player> {
    match side {
        Side::First => BySide::new(FULL, other),
        Side::Second => BySide::new(other, FULL),
    }
}

/// The short form of what the example `crimea` counts: the seeds are fixed, so that a change of the player shows.
#[test]
fn it_does_better_than_random_play_from_either_side() {
    let of = |count: u64, name: &str, side: Side, other: Player| -> usize {
        let start = title(name);
        let won = |seed: &u64| game(&start, against(side, other), *seed, |_, _| {}) == Some(side);
        (0..count).filter(won).count()
    };
    let games = |name: &str, side: Side, other: Player| of(3, name, side, other);
    assert_eq!(games("two-battalions", Side::Second, Player::Random), 3, "rifles against random play");
    assert!(games("two-battalions", Side::First, Player::Random) >= 2, "muskets against random play");
    assert!(of(6, "thin-red-line", Side::First, Player::Random) >= 5, "the line against random play");
    assert!(of(6, "thin-red-line", Side::Second, Player::Random) >= 3, "the horse against random play");
    assert_eq!(games("thin-red-line", Side::First, Player::Script), 3, "the line against who only comes on");
    // The garrison stays where it wins by staying, and takes back what it has lost.
    assert_eq!(of(2, "chorgun-road", Side::Second, Player::Random), 2, "the garrison against random play");
}

#[test]
fn what_it_may_not_see_does_not_move_it() {
    let start = title("chorgun-road");
    let mut draws = Generator::new(5);
    let mut compared = 0;
    game(&start, BySide::new(Player::Script, Player::Script), 1, |battle, question| {
        let side = question.asking.by.unwrap_or(Side::First);
        if compared >= 40 || side != Side::First || question.options().len() < 2 {
            return;
        }
        let mut draw = |most: u8| 1 + draws.below(u32::from(most)) as u8;
        let other = battle.clone().with_other_secrets(&start.1, Some(side), &mut draw);
        if other != *battle {
            compared += 1;
            assert_eq!(decide(battle, &start.1, question), decide(&other, &start.1, question));
        }
    });
    assert!(compared > 0, "no secrets were compared");
}

/// What it says aloud is the same whatever its own side hides: it betrays nobody who is hidden or off the table.
#[test]
fn reasons_tell_nothing_of_what_the_speaker_hides() {
    let mut draws = Generator::new(9);
    let (mut compared, mut told) = (0, 0);
    for name in ["chorgun-road", "the-alma"] {
        let start = title(name);
        let (mut asked, until) = (0, compared + 60);
        game(&start, BySide::new(Player::Script, Player::Script), 1, |battle, question| {
            asked += 1;
            if asked % 3 != 0 || compared >= until || question.options().len() < 2 {
                return;
            }
            let side = question.asking.by.unwrap_or(Side::First);
            let mut draw = |most: u8| 1 + draws.below(u32::from(most)) as u8;
            let other = battle.clone().with_other_secrets(&start.1, Some(side.other()), &mut draw);
            if other == *battle {
                return;
            }
            let key = answer_at(Strength::Easy, battle, &start.1, question);
            let why = aloud(Strength::Easy, battle, &start.1, (question, &key));
            let elsewhere = aloud(Strength::Easy, &other, &start.1, (question, &key));
            assert_eq!(why, elsewhere, "{key} to {}", question.asking.words());
            compared += 1;
            told += usize::from(!why.is_empty());
        });
    }
    assert!(compared > 60 && told * 2 > compared, "{compared} compared, {told} told");
}

/// Routers once asked the ground as it lay before the battle what a ford was that had been found since.
#[test]
fn troops_rout_past_a_ford_that_was_found() {
    let mut start = title("chorgun-road");
    start.0.now.altered.push(Altered::Ford(Point::new(10_000, 15_500), Point::new(10_000, 20_000)));
    for unit in start.0.now.troops(&start.1, Side::Second).iter() {
        start.0.now.unit_mut(unit).body.order = Order::Routing;
    }
    let mut turns = 0;
    game(&start, BySide::new(Player::Script, Player::Script), 1, |battle, _| turns = battle.now.turn);
    assert!(turns > 1, "the battle went on");
}
