//! The figures that odds are held to: one run, every line with its floor and its aim, and whether they are met.
//! `cargo bench -p grognard --bench table`.
//!
//! Ratios are taken within the run, a line's two sides one after the other, the best of several tries of each: the
//! machine's noise cancels in them. What is compared with other people's programs and what is measured on whole builds
//! is not here.

#[path = "../../eu9/benches/by_hand/mod.rs"]
mod by_hand;

use grognard::umpire::{BySide, Choice, Generator, Playable, Visitor};
use grognard::{Contest, OddsRequest, Player, Progress, StudyRequest, systems};
use grognard_odds::{Budget, exact_apart, exact_on, sample_on};
use std::hint::black_box;
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
    println!("{what:66} {found:>12.3}   floor {floor:>6}   aim {aim:>6}   {verdict}");
}

/// The shortest of some tries, in seconds.
fn shortest<T>(tries: usize, mut work: impl FnMut() -> T) -> f64 {
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
                shortest(5, || exact_on(threads, &start, &rules, &decide, budget).expect("within the budget"))
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
    let charts = Arc::new(grognard_eu9::Charts::load(&[]).expect("our own"));
    grognard_eu9::open(battle, ready("eu9", battle), &charts).expect("it opens").visit(measured)
}

fn ancient(text: &str, measured: Measured) -> f64 {
    let charts = Arc::new(grognard_ancient_world::Charts::load(&[]).expect("our own"));
    grognard_ancient_world::open("bench", text, &charts).expect("it opens").visit(measured)
}

fn damos(battle: &str, measured: Measured) -> f64 {
    let charts = Arc::new(grognard_damos::Charts::load(&[]).expect("our own"));
    grognard_damos::open(battle, ready("damos", battle), &charts).expect("it opens").visit(measured)
}

/// Games a second between two computers, on all cores.
fn games_a_second(title: &str, games: u64) -> f64 {
    let text = systems().iter().flat_map(grognard::System::titles).find(|(key, _)| key == title);
    let contest = contest(title, text.expect("a title").1);
    let players = BySide::new(Player::Computer, Player::Computer);
    let time = Some(Duration::from_secs(60));
    let request = StudyRequest { time, ..StudyRequest::of(players, games, 1) };
    let begun = Instant::now();
    let played = contest.study(&request, &Progress::default()).map_or(0, |report| report.samples);
    played as f64 / begun.elapsed().as_secs_f64()
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

fn main() {
    use Held::{AtLeast, AtMost};
    let hand = shortest(20, by_hand::odds);
    let own = eu9("italian-plain", Measured::Apart);
    line("EU9 land battle exact, over the hand-written arrays", own / hand, AtMost(4.0, 2.5));
    let staffs = ancient(include_str!("great-staffs.toml"), Measured::Apart);
    line("Ancient World: 4 subordinates, 4 elephants a side, exact, ms", staffs * 1e3, AtMost(1000.0, 50.0));
    let smolensk = damos("smolensk-july", Measured::Apart);
    line("DAMOS combats, Smolensk, µs", smolensk * 1e6, AtMost(150.0, 50.0));
    line("a page of odds over the engine alone, the worst", page_over_engine(), AtMost(1.5, 1.2));
    let zama = ready("ancient-world", "zama");
    let two = ancient(zama, Measured::OnThreads(1)) / ancient(zama, Measured::OnThreads(2));
    line("exact on two cores over one: Zama", two, AtLeast(1.5, 1.85));
    let two = |battle| eu9(battle, Measured::OnThreads(1)) / eu9(battle, Measured::OnThreads(2));
    line("exact on two cores over one: siege of Pavia", two("siege-of-pavia"), AtLeast(1.5, 1.85));
    let mut dice = Generator::new(1);
    let loops = || (0..SAMPLED).map(|_| u64::from(by_hand::fight(&mut dice) & 1)).sum::<u64>();
    let loops = SAMPLED as f64 / shortest(3, loops);
    let drawn = eu9("italian-plain", Measured::Sampled);
    line("sampling an EU9 battle over the hand loop", drawn / loops, AtLeast(0.7, 40.0));
    line(
        "computer against computer, games a second: Italian Wars",
        games_a_second("italian-wars", 8),
        AtLeast(3.0, 30.0),
    );
    let center = games_a_second("army-group-center", 32);
    line("computer against computer, games a second: Army Group Center", center, AtLeast(10.0, 30.0));
    // To a point either way a share of a half takes 9,604 games.
    let minutes = 9_604.0 / games_a_second("bialystok-minsk", 64) / 60.0;
    line("chance to win at Białystok–Minsk to a point, minutes", minutes, AtMost(15.0, 1.0));
}
