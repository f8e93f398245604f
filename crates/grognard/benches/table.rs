//! The figures that odds are held to: one run, every line with its floor and its aim, and whether they are met.
//! `make bench-table`; a word as an argument runs only the lines that have it (`make bench-table ONLY=games`).
//!
//! Ratios are taken within the run, a line's two sides one after the other, the best of several tries of each: the
//! machine's noise cancels in them. Time is the processor's, so that it does not matter what else runs; only what several
//! cores are for goes by the clock. Other people's programs are compared with when `GROGNARD_PEERS` names a Python that has
//! them (`make bench-peers`); the program as people start it when `GROGNARD_PROGRAM` names it. What is not measured is
//! said. Of builds `make bench-build` tells.

#[path = "../../eu9/benches/by_hand/mod.rs"]
mod by_hand;
#[path = "table/program.rs"]
mod program;

use grognard::umpire::{BySide, Choice, Generator, Live, Playable, Procedure, Visitor, at_random};
use grognard::{Contest, OddsRequest, Player, Progress, StudyRequest, systems};
use grognard_odds::{Budget, exact_apart, exact_on, sample_on};
use std::hint::black_box;
use std::ops::ControlFlow::{Break, Continue};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// What a line is held to: a floor, and what is aimed at.
#[derive(Clone, Copy)]
enum Held {
    AtLeast(f64, f64),
    AtMost(f64, f64),
}

#[allow(clippy::print_stdout)]
fn line(what: &str, found: f64, held: Held) {
    let (floor, aim, meets_floor, meets_aim) = match held {
        Held::AtLeast(floor, aim) => (floor, aim, found >= floor, found >= aim),
        Held::AtMost(floor, aim) => (floor, aim, found <= floor, found <= aim),
    };
    let verdict = match (meets_floor, meets_aim) {
        (false, _) => "MISSED",
        (true, false) => "floor met",
        (true, true) => "aim met",
    };
    println!("{what:66} {found:>12.3}   floor {floor:>7}   aim {aim:>7}   {verdict}");
}

#[allow(clippy::print_stdout)]
fn unmeasured(what: &str, why: &str) {
    println!("{what:66} {:>12}   {why}", "-");
}

/// The processor's time that this process has taken, all threads together, in seconds.
fn processor_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// The shortest of some tries, in seconds of one core.
fn shortest<T>(tries: usize, mut work: impl FnMut() -> T) -> f64 {
    let one = |_| {
        let begun = processor_seconds();
        black_box(work());
        processor_seconds() - begun
    };
    (0..tries).map(one).fold(f64::INFINITY, f64::min)
}

/// The shortest of some tries by the clock on the wall, which is what several threads are for.
fn shortest_by_the_clock<T>(tries: usize, mut work: impl FnMut() -> T) -> f64 {
    let one = |_| {
        let begun = Instant::now();
        black_box(work());
        begun.elapsed().as_secs_f64()
    };
    (0..tries).map(one).fold(f64::INFINITY, f64::min)
}

fn ready(system: &str, battle: &str) -> &'static str {
    grognard::system(system).and_then(|system| system.battle(battle)).expect("a ready battle")
}

fn contest(battle: &str, text: &str) -> Box<dyn Contest> {
    grognard::open(battle, text, &[]).expect("it opens")
}

/// What is measured of a battle.
#[derive(Clone, Copy)]
enum Measured {
    /// Seconds of exact odds on so many threads.
    OnThreads(usize),
    /// Seconds of exact odds with their parts apart, as a page wants them.
    Apart,
    /// Battles sampled a second on one core.
    Sampled,
}

/// How many battles a sample has.
const SAMPLED: u64 = 1 << 20;

impl Visitor for Measured {
    type Out = f64;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> f64
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        let budget = Budget::default();
        match self {
            Measured::OnThreads(threads) => {
                let work = || exact_on(threads, &start, &rules, &decide, budget).expect("within the budget");
                shortest_by_the_clock(7, work)
            }
            Measured::Apart => {
                shortest(9, || exact_apart(&start, &rules, &decide, budget).expect("within the budget"))
            }
            Measured::Sampled => {
                let progress = Progress::default();
                SAMPLED as f64 / shortest(5, || sample_on(1, &start, &rules, &decide, SAMPLED, 1, &progress))
            }
        }
    }

    /// The odds of campaigns are not compiled for nothing.
    fn campaign<P>(self, _: P, _: Arc<P::Rules>) -> f64
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        unreachable!("a campaign is not counted out")
    }
}

fn eu9(battle: &str, measured: Measured) -> f64 {
    eu9_text(battle, ready("eu9", battle), measured)
}

fn eu9_text(name: &str, text: &str, measured: Measured) -> f64 {
    let charts = Arc::new(grognard_eu9::Charts::load(&[]).expect("our own"));
    grognard_eu9::open(name, text, &charts).expect("it opens").visit(measured)
}

fn ancient(text: &str, measured: Measured) -> f64 {
    let charts = Arc::new(grognard_ancient_world::Charts::load(&[]).expect("our own"));
    grognard_ancient_world::open("bench", text, &charts).expect("it opens").visit(measured)
}

fn damos(battle: &str, measured: Measured) -> f64 {
    let charts = Arc::new(grognard_damos::Charts::load(&[]).expect("our own"));
    grognard_damos::open(battle, ready("damos", battle), &charts).expect("it opens").visit(measured)
}

/// Games a second between two computers on two cores, by the processor's time that they take.
fn games_a_second(title: &str, games: u64) -> f64 {
    let text = systems().iter().flat_map(grognard::System::titles).find(|(key, _)| key == title);
    let contest = contest(title, text.expect("a title").1);
    let players = BySide::new(Player::Computer, Player::Computer);
    let time = Some(Duration::from_secs(60));
    let request = StudyRequest { time, ..StudyRequest::of(players, games, 1) };
    let begun = processor_seconds();
    let played = contest.study(&request, &Progress::default()).map_or(0, |report| report.samples);
    2.0 * played as f64 / (processor_seconds() - begun)
}

/// A page of odds over the engine alone: the worst of the ready battles whose odds take a millisecond at least.
fn page_over_engine() -> f64 {
    let mut worst: f64 = 1.0;
    for system in systems() {
        for (name, text) in system.battles() {
            let engine = match system.key {
                "eu9" => eu9(&name, Measured::Apart),
                "ancient-world" => ancient(text, Measured::Apart),
                "damos" => damos(&name, Measured::Apart),
                _ => continue,
            };
            let contest = contest(&name, text);
            let request = OddsRequest::default();
            let page = shortest(3, || {
                let report = contest.odds(&request).expect("a ready battle");
                report.ends.alike(1_000).len()
            });
            if engine > 0.001 {
                worst = worst.max(page / engine);
            }
        }
    }
    worst
}

/// Decisions a second of random play at Army Group Center, on one core.
fn random_decisions() -> f64 {
    let charts = Arc::new(grognard_damos::Charts::load(&[]).expect("our own"));
    let name = "army-group-center/title.toml";
    let text = grognard_damos::TITLES.get_file(name).and_then(|file| file.contents_utf8()).expect("a title");
    let rules = grognard_damos::open_campaign(name, text, &charts).expect("our own");
    let mut decisions = 0u64;
    let mut play = |seed: u64| {
        let dice = &mut Generator::new(seed);
        let mut game = grognard_damos::Game::new(&rules);
        loop {
            let decide = |choice: &Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                at_random(choice, dice)
            };
            match game.step(&rules, &mut Live { dice, decide }).expect("live play never stops") {
                Continue(next) => game = next,
                Break(_) => return,
            }
        }
    };
    let seconds = shortest(1, || (0..8).for_each(&mut play));
    decisions as f64 / seconds
}

/// What other people's programs take: name, seconds and battles.
fn peers() -> Vec<(String, f64, f64)> {
    let Ok(python) = std::env::var("GROGNARD_PEERS") else { return Vec::new() };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../eu9/benches/peers/peers.py");
    let told = Command::new(python).arg(script).output().expect("the Python that was named");
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    let ours = contest("italian-plain", ready("eu9", "italian-plain")).odds(&OddsRequest::default());
    let ours = ours.expect("a ready battle").figures[0].yes().expect("who wins").p;
    let read = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let [name, seconds, battles, chance] = words[..] else { return None };
        if let Ok(chance) = chance.parse::<f64>() {
            let near = if battles == "0" { 1e-9 } else { 0.005 };
            assert!((chance - ours).abs() < near, "{name} finds {chance} where the rules find {ours}");
        }
        Some((name.to_owned(), seconds.parse().ok()?, battles.parse().ok()?))
    };
    text.lines().filter_map(read).collect()
}

/// A line of the table, by a word to choose it by.
type Line = (&'static str, fn());

const LINES: [Line; 12] = [
    ("peers", line_of_peers),
    ("hand", || {
        let (hand, own) = (shortest(40, by_hand::odds), eu9("italian-plain", Measured::Apart));
        line("EU9 land battle exact, over the hand-written arrays", own / hand, Held::AtMost(4.0, 2.5));
    }),
    ("files", program::files),
    ("page", || {
        line("a page of odds over the engine alone, the worst", page_over_engine(), Held::AtMost(1.5, 1.2));
    }),
    ("ancient", || {
        let staffs = ancient(include_str!("great-staffs.toml"), Measured::Apart);
        let what = "Ancient World: 4 subordinates, 4 elephants a side, exact, ms";
        line(what, staffs * 1e3, Held::AtMost(1000.0, 50.0));
    }),
    ("damos", || {
        let smolensk = damos("smolensk-july", Measured::Apart);
        line("DAMOS combats, Smolensk, µs", smolensk * 1e6, Held::AtMost(150.0, 50.0));
    }),
    ("sampling", || {
        let mut dice = Generator::new(1);
        let loops = || (0..SAMPLED).map(|_| u64::from(by_hand::fight(&mut dice) & 1)).sum::<u64>();
        let loops = SAMPLED as f64 / shortest(3, loops);
        let drawn = eu9("italian-plain", Measured::Sampled);
        line("sampling an EU9 battle over the hand loop", drawn / loops, Held::AtLeast(0.7, 40.0));
    }),
    ("cores", || {
        let zama = ready("ancient-world", "zama");
        let two = ancient(zama, Measured::OnThreads(1)) / ancient(zama, Measured::OnThreads(2));
        line("exact on two cores over one: Zama", two, Held::AtLeast(1.5, 1.85));
        let pavia = ready("eu9", "siege-of-pavia");
        let long = pavia.replace("rounds = 4 ", "rounds = 20 ");
        assert_ne!(pavia, long, "the siege of Pavia has four rounds");
        for (what, text) in [("siege of Pavia", pavia), ("siege of 20 rounds", long.as_str())] {
            let on = |threads| eu9_text("siege", text, Measured::OnThreads(threads));
            let what = format!("exact on two cores over one: {what}");
            line(&what, on(1) / on(2), Held::AtLeast(1.5, 1.85));
        }
    }),
    ("games", || {
        let wars = games_a_second("italian-wars", 64);
        line("computer against computer, games a second: Italian Wars", wars, Held::AtLeast(3.0, 30.0));
        let center = games_a_second("army-group-center", 64);
        let what = "computer against computer, games a second: Army Group Center";
        line(what, center, Held::AtLeast(10.0, 30.0));
        // To a point either way a share of a half takes 9,604 games.
        let minutes = 9_604.0 / games_a_second("bialystok-minsk", 256) / 60.0;
        line("chance to win at Białystok–Minsk to a point, minutes", minutes, Held::AtMost(15.0, 1.0));
    }),
    ("random", || {
        let what = "random Army Group Center, thousand decisions a second";
        line(what, random_decisions() / 1e3, Held::AtLeast(300.0, 1000.0));
    }),
    ("cold", program::cold),
    ("disk", program::disk),
];

fn line_of_peers() {
    let peers = peers();
    let find = |name: &str| peers.iter().find(|(other, ..)| other == name).map(|(_, s, n)| (*s, *n));
    let own = eu9("italian-plain", Measured::Apart);
    for (name, floor, aim) in [("icepool", 3_000.0, 5_000.0), ("python", 180.0, 250.0)] {
        let what = format!("EU9 land battle exact, {name} over us");
        match find(name) {
            Some((seconds, _)) => line(&what, seconds / own, Held::AtLeast(floor, aim)),
            None => unmeasured(&what, "make bench-peers"),
        }
    }
    match find("numpy") {
        Some((seconds, battles)) => {
            let drawn = eu9("italian-plain", Measured::Sampled);
            let what = "sampling an EU9 battle, over NumPy";
            line(what, drawn * seconds / battles, Held::AtLeast(4.0, 40.0));
        }
        None => unmeasured("sampling an EU9 battle, over NumPy", "make bench-peers"),
    }
    if let Some((seconds, decisions)) = find("openspiel") {
        // Another game: it has no floor.
        let what = "random decisions a second, OpenSpiel's backgammon, thousands";
        unmeasured(what, &format!("{:.0}", decisions / seconds / 1e3));
    }
}

fn main() {
    let only: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if program::is_alone(&only) {
        return;
    }
    for (word, measure) in LINES {
        if only.is_empty() || only.iter().any(|other| other == word) {
            measure();
        }
    }
}
