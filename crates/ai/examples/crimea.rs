//! What the opponent for Days of Empire does, counted and told.
//!
//! - `cargo run --release -p grognard-ai --example crimea -- measure the-alma first random 20` plays 20 games with the computer
//!   as the first side; `all` stands for every title or both sides; the other player is `random`, `script`, `easy` or `full`.
//!   A number behind it is the first seed.
//! - `… -- told the-alma full random 3` plays one game and tells what the computer did and why, with the troops of both sides at
//!   the start of each turn; with a folder behind it, it also draws the table there, turn by turn. `CRIMEA_TRY` may name
//!   orders, `;` between them: it tells why each would be refused.
#![allow(clippy::print_stdout)]

#[path = "../tests/crimea/players.rs"]
mod players;

use grognard_ai::crimea::{Strength, decide_at};
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::Scene;
use grognard_days_of_empire::{Charts, Contest, TITLES, open};
use grognard_umpire::{BySide, Generator, Header, Phase, Playable, Question, Session, Side};
use players::{Player, answer};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const ALL_TITLES: [&str; 6] =
    ["two-battalions", "thin-red-line", "traktir-bridge", "balaclava", "chorgun-road", "the-alma"];
const FULL: Player = Player::Computer(Strength::Full);

type Start = (Battle<Measured>, Arc<Campaign>);

fn title(name: &str) -> Start {
    let charts = Arc::new(Charts::load(&[]).expect("the tables are sound"));
    let name = format!("{name}.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a ready battle");
    match open(&name, text, &charts) {
        Ok(Contest::Battle(battle, rules)) => (*battle, rules),
        _ => panic!("{name}: no battle"),
    }
}

/// Plays a battle through a session, which refuses whatever the rules do.
fn game(
    (start, rules): &Start,
    players: BySide<Player>,
    seed: u64,
    mut each: impl FnMut(&Battle<Measured>, &Question),
) -> (Option<Side>, Battle<Measured>) {
    let (mut dice, mut random) = (Generator::new(seed), Generator::new(seed + 1_000));
    let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
    for _ in 0..20_000 {
        session.throw_on(&mut dice);
        if let Phase::Ended(end) = session.phase() {
            return (end.winner, session.state().clone());
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

fn player(word: &str) -> Player {
    match word {
        "random" => Player::Random,
        "script" => Player::Script,
        "easy" => Player::Computer(Strength::Easy),
        "full" => FULL,
        _ => panic!("{word}: write random, script, easy or full"),
    }
}

/// Seconds of this thread on a core so far; by the clock where the system does not tell.
fn core_seconds(clock: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent = told.and_then(|text| text.split(' ').next().and_then(|word| word.parse::<f64>().ok()));
    spent.map_or_else(|| clock.elapsed().as_secs_f64(), |nanoseconds| nanoseconds / 1e9)
}

fn measure(name: &str, side: Side, other: &str, (games, first): (u64, u64)) {
    let start = title(name);
    let players = match side {
        Side::First => BySide::new(FULL, player(other)),
        Side::Second => BySide::new(player(other), FULL),
    };
    let clock = Instant::now();
    let before = core_seconds(clock);
    let (mut won, mut lost, mut drawn) = (0, 0, Vec::new());
    let mut beaten = Vec::new();
    for seed in first..first + games {
        match game(&start, players, seed, |_, _| {}).0 {
            Some(winner) if winner == side => won += 1,
            Some(_) => {
                lost += 1;
                beaten.push(seed);
            }
            None => drawn.push(seed),
        }
    }
    let seconds = (core_seconds(clock) - before) / games as f64;
    println!(
        "{name} {} {other}: {won}, {lost}, {} of {games}; {seconds:.2} s; lost {beaten:?} drawn {drawn:?}",
        side.key(),
        drawn.len()
    );
    let _ = std::io::stdout().flush();
}

fn told(name: &str, players: BySide<Player>, seed: u64, pictures: Option<&Path>) {
    let (start, mut turn) = (title(name), 0);
    let rules = Arc::clone(&start.1);
    let draw = |battle: &Battle<Measured>, turn: u8| {
        if let (Some(folder), Some(picture)) = (pictures, battle.picture(&rules, None)) {
            std::fs::write(folder.join(format!("{turn:02}.svg")), picture).expect("a folder to write to");
        }
    };
    let (end, last) = game(&start, players, seed, |battle, question| {
        let scene = Scene { rules: &rules, now: &battle.now };
        if battle.now.turn != turn {
            turn = battle.now.turn;
            println!("== turn {turn}");
            draw(battle, turn);
            for unit in battle.now.all() {
                let (state, side) = (scene.unit(unit), scene.side(unit).key());
                let (body, at) = (&state.body, state.pose.at);
                let (x, y) = (at.x / 1000, at.y / 1000);
                let how = format!("{:?} {:?} {:?}", state.place, body.formation, body.order);
                let facing = state.pose.heading;
                println!("{side} {:8} {x:3} {y:3} {facing:>5} {:2} {how}", scene.key(unit), body.strength);
            }
        }
        let side = question.asking.by.unwrap_or(Side::First);
        if let Ok(orders) = std::env::var("CRIMEA_TRY") {
            let session = Session::start(battle.clone(), Arc::clone(&rules), Header::default());
            for order in orders.split(';') {
                if let Some(refusal) = session.why_not(side, order) {
                    println!("    {order}: {refusal}");
                }
            }
        }
        if let Player::Computer(strength) = players[side]
            && question.options().len() > 1
        {
            let decision = decide_at(strength, battle, &rules, question);
            println!("  {}: {} ({})", question.asking.words(), decision.key, decision.why);
        }
    });
    draw(&last, turn + 1);
    println!("won by {end:?}");
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let number = |word: &str| word.parse::<u64>().expect("a number");
    match words[..] {
        ["measure", name, side, other, games, ref rest @ ..] => {
            let first = rest.first().map_or(0, |word| number(word));
            for name in ALL_TITLES.into_iter().filter(|one| name == "all" || name == *one) {
                for side in Side::ALL.into_iter().filter(|one| side == "all" || side == one.key()) {
                    measure(name, side, other, (number(games), first));
                }
            }
        }
        ["told", name, one, other, seed, ref rest @ ..] => {
            let players = BySide::new(player(one), player(other));
            told(name, players, number(seed), rest.first().map(Path::new));
        }
        _ => panic!("write `measure TITLE SIDE PLAYER GAMES` or `told TITLE PLAYER PLAYER SEED`"),
    }
}
