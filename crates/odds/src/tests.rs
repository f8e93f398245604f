//! A small invented fight that has everything the engine must cope with: circles, choices, secret
//! simultaneous choices, pools of dice.

use crate::best::best_on;
use crate::exact::counted;
use crate::odometer::Wheels;
use crate::spread::Gathering;
use crate::*;
use grognard_umpire::{
    Asked, Asking, Choice, Clause, Dice, Die, Flow, Offer, Part, Procedure, Side, Umpire, topics,
};
use std::ops::ControlFlow::{Break, Continue};

topics! {
    /// What the toy asks.
    enum Asks of "toy" {
        Stay: "stay", "stay";
        Hits: "hits", "hits";
        Show: "show", "show";
        Take: "take", "take";
        Slips: "slips", "slips";
        Hold: "hold", "hold";
        On: "on", "on";
        Which: "which", "which";
    }
}

const TOY: Clause = Clause::new("TOY-1");

/// Two bands fight in rounds; the first may run at the start of each.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Brawl {
    first: u8,
    second: u8,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Over {
    Ran(u8),
    Left(u8, u8),
}

impl Procedure for Brawl {
    type Rules = ();
    type End = Over;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        if *ump.choose(Asking::of(Side::First, TOY, Asks::Stay), &["stay", "run"])? == "run" {
            return Ok(Break(Over::Ran(self.first)));
        }
        let pool = |count| Dice::Hits { count, die: Die::D6, at_least: 6 };
        let on_second = ump.roll(Asking::of(Side::First, TOY, Asks::Hits), pool(self.first))? as u8;
        let on_first = ump.roll(Asking::of(Side::Second, TOY, Asks::Hits), pool(self.second))? as u8;
        let next = Brawl {
            first: self.first.saturating_sub(on_first),
            second: self.second.saturating_sub(on_second),
        };
        Ok(match (next.first, next.second) {
            (0, _) | (_, 0) => Break(Over::Left(next.first, next.second)),
            _ => Continue(next),
        })
    }
}

fn stay(_: &Brawl, _: &Choice<'_>) -> usize {
    0
}

fn start() -> Brawl {
    Brawl { first: 3, second: 2 }
}

#[test]
fn floats_fractions_and_samples_agree() {
    let odds = exact(&start(), &(), &stay, Budget::default()).unwrap();
    assert!((odds.total() - 1.0).abs() < 1e-12);
    let fractions: Vec<(Over, Fraction)> = exact_in(&start(), &(), &stay, Budget::default()).unwrap();
    let total = fractions.iter().fold(Fraction::zero(), |mut sum, (_, p)| {
        sum.add(p);
        sum
    });
    assert_eq!(total, Fraction::one());
    let walked = sample(&start(), &(), &stay, 200_000, 1, &Progress::default());
    let sampled = sample_live(2, &start(), &(), &stay, 200_000, 1, &Progress::default());
    for ((end, p), (other, q)) in odds.ends().iter().zip(&fractions) {
        assert_eq!(end, other);
        let q = q.numer().to_string().parse::<f64>().unwrap() / q.denom().to_string().parse::<f64>().unwrap();
        assert!((p - q).abs() < 1e-12);
        for sample in [&walked, &sampled] {
            let interval = Interval::wilson(sample.counts()[end], sample.n(), 4.0);
            assert!(interval.low <= *p && *p <= interval.high, "{end:?} {p} {interval:?}");
        }
    }
}

/// One man against one: each round he hits with 1/6, and both at once or one of them ends it.
#[test]
fn a_circle_is_conditioned_away() {
    let duel = Brawl { first: 1, second: 1 };
    let odds = exact(&duel, &(), &stay, Budget::default()).unwrap();
    assert_eq!(odds.states(), 1);
    assert!((odds.probability(|end| *end == Over::Left(0, 0)) - 1.0 / 11.0).abs() < 1e-15);
    assert!((odds.probability(|end| *end == Over::Left(1, 0)) - 5.0 / 11.0).abs() < 1e-15);
}

#[test]
fn a_sample_is_the_same_for_any_number_of_threads() {
    let live = |threads| sample_live(threads, &start(), &(), &stay, 50_000, 9, &Progress::default());
    assert_eq!(live(1), live(3));
    let one = sample_on(1, &start(), &(), &stay, 50_000, 9, &Progress::default());
    let three = sample_on(3, &start(), &(), &stay, 50_000, 9, &Progress::default());
    assert_eq!(one, three);
    assert_ne!(one, sample_on(1, &start(), &(), &stay, 50_000, 10, &Progress::default()));
}

#[test]
fn too_much_is_sampled_and_says_so() {
    let progress = Progress::default();
    let exact = exact(&start(), &(), &stay, Budget::default()).unwrap();
    for outcomes in [1, 8, 15, 25] {
        let tight = Budget { outcomes, ..Budget::default() };
        let reckoned = reckon(&start(), &(), &stay, &Patience::new(tight, &progress), 0.01, 1);
        assert!(!reckoned.is_exact());
        assert!((reckoned.settled.total() + reckoned.unsettled - 1.0).abs() < 1e-12);
        let n = reckoned.rest.n();
        assert!(n >= 32, "{n} battles");
        for (end, p) in exact.ends() {
            let count = reckoned.rest.counts().get(end).copied().unwrap_or(0);
            let settled = reckoned.settled.probability(|other| other == end);
            let bounds = chance(settled, reckoned.unsettled, 0, 0);
            assert!(bounds.low <= p + 1e-12 && p - 1e-12 <= bounds.high, "{end:?} {p} {bounds:?}");
            let rest = Interval::wilson(count, n, 5.0);
            let (low, high) =
                (settled + reckoned.unsettled * rest.low, settled + reckoned.unsettled * rest.high);
            assert!(low <= p + 1e-12 && p - 1e-12 <= high, "{end:?} {p} {low} {high}");
        }
    }
}

/// With survivors as the objective, staying is only worth it while the odds are good.
#[test]
fn best_play_is_at_least_as_good_as_any_policy() {
    let objective = |_: Side, end: &Over| match end {
        Over::Ran(left) => i64::from(*left),
        Over::Left(left, _) => 2 * i64::from(*left),
    };
    let worth = |end: &Over| objective(Side::First, end) as f64;
    for (first, second) in [(1, 3), (3, 3), (4, 1)] {
        let start = Brawl { first, second };
        let solution =
            best(&start, &(), Best::Side(Side::First), &objective, &stay, Budget::default()).unwrap();
        assert!((solution.odds().total() - 1.0).abs() < 1e-12);
        assert!((solution.odds().mean(worth) - solution.value()).abs() < 1e-9);
        // Brute force: every way to decide by the number of men left on each side.
        let mut highest = f64::MIN;
        for plan in 0..1u32 << (first * second) {
            let decide = |brawl: &Brawl, _: &Choice<'_>| {
                (plan >> ((brawl.first - 1) * second + brawl.second - 1) & 1) as usize
            };
            let odds = exact(&start, &(), &decide, Budget::default()).unwrap();
            highest = highest.max(odds.mean(worth));
        }
        assert!(
            (solution.value() - highest).abs() < 1e-9,
            "{first} {second}: {} {highest}",
            solution.value()
        );
        let alternatives = solution.alternatives(&start, &());
        assert_eq!(alternatives.len(), 2);
        assert!((alternatives[1].value - f64::from(first)).abs() < 1e-12, "running saves all");
        let taken: f64 = alternatives.iter().map(|a| a.value * a.weight).sum();
        assert!((taken - solution.value()).abs() < 1e-9);
    }
}

/// Scissors cut paper for two points: a matrix game with a known mixture.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Hands;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hand {
    Rock,
    Paper,
    Scissors,
}

impl Offer for Hand {
    fn key(&self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

impl Procedure for Hands {
    type Rules = ();
    type End = i8;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let all = [Hand::Rock, Hand::Paper, Hand::Scissors];
        let ask = |side| Asking::of(side, TOY, Asks::Show);
        let (a, b) = ump.choose_together((ask(Side::First), &all), (ask(Side::Second), &all))?;
        let points = |a, b| match (a, b) {
            (Hand::Rock, Hand::Scissors) | (Hand::Paper, Hand::Rock) => 1,
            (Hand::Scissors, Hand::Paper) => 2,
            _ => 0,
        };
        Ok(Break(points(*a, *b) - points(*b, *a)))
    }
}

#[test]
fn simultaneous_choices_are_solved_as_a_matrix() {
    let objective = |side: Side, end: &i8| i64::from(if side == Side::First { *end } else { -*end });
    let solution = best(&Hands, &(), Best::Both, &objective, &|_, _| 0, Budget::default()).unwrap();
    assert!(solution.value().abs() < 1e-9);
    let weights: Vec<f64> = solution.alternatives(&Hands, &()).iter().map(|a| a.weight).collect();
    // By hand: rock 1/2, paper 1/4, scissors 1/4 makes every answer worth nothing.
    for (weight, want) in weights.iter().zip([0.5, 0.25, 0.25, 0.5, 0.25, 0.25]) {
        assert!((weight - want).abs() < 1e-9, "{weights:?}");
    }
    let greedy =
        best(&Hands, &(), Best::Side(Side::First), &objective, &|_, _| 1, Budget::default()).unwrap();
    assert_eq!(greedy.value(), 2.0, "scissors against a side that always shows paper");
}

/// Four beans taken one or two at a time: a known number of ways.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Beans(u8);

impl Procedure for Beans {
    type Rules = ();
    type End = u8;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let taken = match self.0 {
            0 => return Ok(Break(0)),
            1 => "one",
            _ => *ump.choose(Asking::of(Side::First, TOY, Asks::Take), &["one", "two"])?,
        };
        Ok(Continue(Beans(self.0 - if taken == "two" { 2 } else { 1 })))
    }
}

#[test]
fn all_sequences_of_choices_are_counted_and_listed() {
    let progress = Progress::default();
    let patience = Patience::new(Budget::default(), &progress);
    let all = sequences(&Beans(4), &(), 3, &patience).unwrap();
    assert_eq!((all.count, all.ends, all.listed.len()), (5, 1, 3));
    assert_eq!(all.listed[0].0, ["one", "one", "one"], "the last bean is no choice");
    assert_eq!(sequences(&Beans(30), &(), 0, &patience).unwrap().count, 1_346_269, "a Fibonacci number");
    assert_eq!(sequences(&start(), &(), 1, &patience), Err(Unlisted::ThrowsDice));
    let tight = Patience::new(Budget::of(10, 10), &progress);
    assert_eq!(sequences(&Beans(30), &(), 0, &tight), Err(Unlisted::OverBudget));
    progress.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(sequences(&Beans(150), &(), 1_000, &patience), Err(Unlisted::OverBudget));
}

/// Ends are only told apart when there are very many of them, or when somebody asks for each.
#[test]
fn an_end_reached_in_many_ways_counts_once() {
    let written = 1 << 17;
    for ways in [10, 3 * written + 1] {
        let mut ends = Gathering::default();
        (0..ways).for_each(|way| ends.add(way % 5, 1.0 / f64::from(ways)));
        let reached = ends.finish(1 + ways as usize % 2);
        assert_eq!(reached.len(), if ways == 10 { 10 } else { 5 });
        let odds = Odds::new(reached, 1);
        assert_eq!(odds.ends().iter().map(|(end, _)| *end).collect::<Vec<_>>(), [0, 1, 2, 3, 4]);
        assert!(odds.ends().iter().all(|(_, p)| (p - 0.2).abs() < 1e-4));
        assert!((odds.total() - 1.0).abs() < 1e-9);
        assert!((odds.probability(|end| *end < 2) - 0.4).abs() < 1e-4);
    }
}

/// A climb of so many rungs, with ranks; who falls at the last throw is hurt by as much as he has slipped.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Climb {
    rung: u32,
    slips: u16,
}

const RUNGS: u32 = 6;

impl Procedure for Climb {
    type Rules = ();
    type End = (u32, u16);
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let pool = Dice::Hits { count: 4, die: Die::D10, at_least: 9 };
        let slips = self.slips + ump.roll(Asking::of(Side::First, TOY, Asks::Slips), pool)?;
        let falls = ump.throw(Asking::of(Side::First, TOY, Asks::Hold), Dice::D6, |face| face == 1)?;
        let next = Climb { rung: self.rung + 1, slips };
        let over = falls || next.rung == RUNGS;
        Ok(if over { Break((next.rung, next.slips)) } else { Continue(next) })
    }
    fn rank(&self, (): &()) -> Option<u32> {
        Some(self.rung)
    }
}

/// Wherever the budget ends, in the middle of a step too, nothing is lost and nothing counted twice.
#[test]
fn what_was_worked_out_is_used_wherever_the_budget_ends() {
    let start = Climb { rung: 0, slips: 0 };
    let hold = |_: &Climb, _: &Choice<'_>| 0;
    let whole = exact(&start, &(), &hold, Budget::default()).unwrap();
    assert!((whole.total() - 1.0).abs() < 1e-14);
    let progress = Progress::default();
    for outcomes in 1..400 {
        let budget = Budget { outcomes, ..Budget::default() };
        let counted = count_out(&start, &(), &hold, &Patience::new(budget, &progress));
        let settled = counted.odds.total();
        assert!((settled + counted.unsettled() - 1.0).abs() < 1e-12, "{outcomes}: {settled}");
        for (end, p) in counted.odds.ends() {
            let truth = whole.probability(|other| other == end);
            assert!(*p <= truth + 1e-15, "{outcomes}: {end:?} {p} of {truth}");
        }
        // Going on from what is open comes to the same.
        let mut sum: f64 = counted.odds.probability(|end| end.1 >= 4);
        for (state, p) in &counted.open {
            sum += p * exact(state, &(), &hold, Budget::default()).unwrap().probability(|end| end.1 >= 4);
        }
        assert!((sum - whole.probability(|end| end.1 >= 4)).abs() < 1e-12, "{outcomes}");
    }
}

/// However short the time, an answer has a battle to show.
#[test]
fn a_battle_at_least_is_fought() {
    let progress = Progress::default();
    let budget = Budget { outcomes: 1, ..Budget::default() }.within(std::time::Duration::ZERO);
    let reckoned = reckon(&start(), &(), &stay, &Patience::new(budget, &progress), 0.01, 1);
    assert_eq!((reckoned.unsettled, reckoned.rest.n()), (1.0, 1));
}

/// Doubles or quits for ever: never over, and every state is new.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Endless(u64);

impl Procedure for Endless {
    type Rules = ();
    type End = u64;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let face = ump.roll(Asking::of(Side::First, TOY, Asks::On), Dice::D10)?;
        let option = *ump.choose(Asking::of(Side::First, TOY, Asks::Which), &["left", "right"])?;
        let turn = u64::from(option == "right") * 10 + u64::from(face);
        Ok(Continue(Endless(self.0.wrapping_mul(31).wrapping_add(turn))))
    }
}

/// Whatever is being worked out, it ends within a blink when nobody wants it any more, or time is up.
#[test]
fn everything_stops_when_it_is_told_to() {
    use std::sync::atomic::Ordering::Relaxed;
    use std::time::{Duration, Instant};
    let left = |_: &Endless, _: &Choice<'_>| 0;
    let objective = |_: Side, end: &u64| *end as i64;
    let huge = Budget { states: usize::MAX, outcomes: usize::MAX, bytes: usize::MAX, time: None };
    type Work<'a> = &'a (dyn Fn(&Progress, Budget) + Sync);
    let works: [Work<'_>; 4] = [
        &|progress, budget| drop(count_out(&Endless(1), &(), &left, &Patience::new(budget, progress))),
        &|progress, budget| {
            let patience = Patience::new(budget, progress);
            assert!(best_within(&Endless(1), &(), Best::Both, &objective, &left, &patience).is_err());
        },
        &|progress, budget| drop(reckon(&Endless(1), &(), &left, &Patience::new(budget, progress), 0.01, 1)),
        &|progress, _| drop(sample(&Endless(1), &(), &left, 1_000_000_000, 1, progress)),
    ];
    for (number, work) in works.iter().enumerate() {
        let progress = Progress::default();
        std::thread::scope(|scope| {
            let working = scope.spawn(|| work(&progress, huge));
            std::thread::sleep(Duration::from_millis(30));
            progress.stop.store(true, Relaxed);
            let told = Instant::now();
            working.join().unwrap();
            // It takes a few milliseconds; a busy machine may let it wait for its turn.
            assert!(told.elapsed() < Duration::from_secs(5), "work {number} took {:?}", told.elapsed());
        });
    }
    for work in &works[..3] {
        let begun = Instant::now();
        work(&Progress::default(), huge.within(Duration::from_millis(30)));
        assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    }
}

/// A crowd of so many states in every rank that they are shared out over threads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Crowd {
    turn: u32,
    place: u32,
}

const TURNS: u32 = 5;

impl Procedure for Crowd {
    type Rules = ();
    type End = u32;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let asking = || Asking::of(Side::First, TOY, Asks::Which);
        let mut place = self.place;
        for _ in 0..2 {
            place = (place * 11 + u32::from(ump.roll(asking(), Dice::D6)?)) % 3_001;
        }
        let leaves = ump.throw(asking(), Dice::D6, |face| face == 6)?;
        let over = leaves || self.turn == TURNS;
        Ok(if over { Break(place) } else { Continue(Crowd { turn: self.turn + 1, place }) })
    }
    fn rank(&self, (): &()) -> Option<u32> {
        Some(self.turn)
    }
}

/// Threads share a rank out, and nothing changes: not a bit of the odds, nor what is left open when the budget ends
/// anywhere in between.
#[test]
fn threads_change_nothing() {
    let start = Crowd { turn: 0, place: 1 };
    let go = |_: &Crowd, _: &Choice<'_>| 0;
    let bits = |counted: &Counted<Crowd>| {
        let settled: Vec<(u32, u64)> = counted.odds.pairs().map(|(end, p)| (*end, p.to_bits())).collect();
        let open: Vec<(Crowd, u64)> =
            counted.open.iter().map(|(state, p)| (state.clone(), p.to_bits())).collect();
        (settled, open)
    };
    let progress = Progress::default();
    for outcomes in [usize::MAX, 300_000, 123_456] {
        let count = |threads: usize| {
            let patience =
                Patience::new(Budget { states: 200_000, outcomes, bytes: usize::MAX, time: None }, &progress);
            counted(threads, &start, &(), &go, &patience, Wheels::default())
        };
        let alone = count(1);
        assert!(alone.odds.states() > 1_400, "{} states are no crowd", alone.odds.states());
        assert_eq!(alone.open.is_empty(), outcomes == usize::MAX);
        assert!((alone.odds.total() + alone.unsettled() - 1.0).abs() < 1e-9);
        for threads in 2..=4 {
            assert!(bits(&alone) == bits(&count(threads)), "{threads} threads, {outcomes} outcomes");
        }
    }
}

/// Rounds in which the first side picks how many dice it risks, both show hands, and dice follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Rounds {
    round: u8,
    score: i8,
    caution: u8,
}

/// Whether the rounds say that they have ranks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ranks {
    Told,
    Untold,
}

fn d6(ump: &mut impl Umpire) -> Asked<i8> {
    ump.throw(Asking::of(Side::First, TOY, Asks::Hits), Dice::One(Die::D6), |face| face as i8)
}

impl Procedure for Rounds {
    type Rules = Ranks;
    type End = i8;

    fn step(self, _: &Ranks, ump: &mut impl Umpire) -> Flow<Self> {
        if self.round == 9 {
            return Ok(Break(self.score));
        }
        let gain = match *ump.choose(Asking::of(Side::First, TOY, Asks::Take), &["one", "two"])? {
            "one" => d6(ump)? / 3,
            _ => d6(ump)? / 2 - d6(ump)? / 3,
        };
        let hands = [Hand::Rock, Hand::Paper, Hand::Scissors];
        let ask = |side| Asking::of(side, TOY, Asks::Show);
        let (a, b) = ump.choose_together((ask(Side::First), &hands), (ask(Side::Second), &hands))?;
        let lost = match (a, b) {
            (Hand::Rock, Hand::Paper) => 1,
            (Hand::Paper, Hand::Scissors) => 2,
            (Hand::Scissors, Hand::Rock) => 1 + i8::from(d6(ump)? > 4),
            (Hand::Paper, Hand::Rock) => -1,
            _ => 0,
        };
        let score = (self.score + gain - lost).clamp(-9, 9);
        Ok(Continue(Rounds {
            round: self.round + 1,
            score,
            caution: (self.caution + lost.unsigned_abs()) % 7,
        }))
    }

    fn rank(&self, ranks: &Ranks) -> Option<u32> {
        (*ranks == Ranks::Told).then_some(u32::from(self.round))
    }
}

/// Solved from rank to rank without keeping a tree, best play is what it is when all trees are kept, for any number of
/// threads.
#[test]
fn best_play_by_ranks_is_that_of_the_whole_graph() {
    let start = Rounds { round: 0, score: 0, caution: 0 };
    let objective = |side: Side, end: &i8| i64::from(if side == Side::First { *end } else { -*end });
    let decide =
        |rounds: &Rounds, choice: &Choice<'_>| usize::from(rounds.score > 0) % choice.options.count();
    for who in [Best::Side(Side::First), Best::Side(Side::Second), Best::Both] {
        let whole = best_on(1, &start, &Ranks::Untold, who, &objective, &decide).unwrap();
        let [one, three] =
            [1, 3].map(|threads| best_on(threads, &start, &Ranks::Told, who, &objective, &decide).unwrap());
        assert!((whole.value() - one.value()).abs() < 1e-12, "{who:?}");
        assert_eq!(one.value().to_bits(), three.value().to_bits());
        assert_eq!(one.odds().ends(), three.odds().ends());
        for solution in [&whole, &one] {
            let worth = |end: &i8| f64::from(if who == Best::Side(Side::Second) { -*end } else { *end });
            assert!((solution.odds().mean(worth) - solution.value()).abs() < 1e-9, "{who:?}");
        }
        // Where both mix their hands, several mixtures may be as good.
        let pairs = whole.odds().ends().iter().zip(one.odds().ends()).filter(|_| who != Best::Both);
        for ((end, p), (other, q)) in pairs {
            assert!(end == other && (p - q).abs() < 1e-12, "{who:?}: {end} {p}, {other} {q}");
        }
        let mut compared = 0;
        for (score, caution) in (-9..=9).flat_map(|score| (0..7).map(move |caution| (score, caution))) {
            let state = Rounds { round: 8, score, caution };
            let (a, b) = (whole.value_of(&state), one.value_of(&state));
            // Without ranks every state has a value, with them those that matter.
            assert!(a.is_some() || b.is_none(), "{state:?}");
            assert!(a.zip(b).is_none_or(|(a, b)| (a - b).abs() < 1e-12), "{state:?}");
            compared += usize::from(b.is_some());
        }
        assert!(compared > 10, "{who:?}: {compared} states compared");
        let told = |solution: &Solution<Rounds>, ranks| {
            let decisions = solution.decisions(ranks, 50);
            let all = decisions.iter().flat_map(|decision| &decision.alternatives);
            all.map(|one| (one.by, one.key.clone(), (one.value * 1e9).round())).collect::<Vec<_>>()
        };
        let told = [told(&whole, &Ranks::Untold), told(&one, &Ranks::Told)];
        assert!(!told[0].is_empty() || who == Best::Side(Side::Second));
        assert!(told[0] == told[1] || who == Best::Both, "{who:?}");
    }
    // Enough states that they are shared out.
    let solved = best_on(2, &start, &Ranks::Told, Best::Both, &objective, &decide).unwrap();
    assert!(solved.odds().states() > 256, "{}", solved.odds().states());
}

/// A march of many throws, on which a leader's fate is settled at its beginning or left for later.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct March {
    left: u8,
    lost: u8,
    fate: Option<u32>,
}

/// No die shows it: the fate is open.
const OPEN: u32 = 0;

impl Procedure for March {
    type Rules = ();
    type End = (u8, u32);
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        let Some(fate) = self.fate else {
            let fate = if ump.leaves_open() && self.left > 0 { OPEN } else { roll_one(ump)? };
            return Ok(Continue(March { fate: Some(fate), ..self }));
        };
        if self.left == 0 {
            return Ok(Break((self.lost, fate)));
        }
        let lost = self.lost + roll_one(ump)? as u8;
        Ok(Continue(March { left: self.left - 1, lost, fate: Some(fate) }))
    }
    fn open_parts((): &(), end: &(u8, u32), parts: &mut Vec<Part>) {
        parts.extend((end.1 == OPEN).then_some(Part { place: 0, given: 0 }));
    }
    fn part_alone((): &(), _: Part) -> March {
        March { left: 0, lost: 0, fate: None }
    }
    fn with_part((): &(), end: &(u8, u32), _: Part, alone: &(u8, u32)) -> (u8, u32) {
        (end.0, alone.1)
    }
}

fn roll_one(ump: &mut impl Umpire) -> Result<u32, grognard_umpire::Stopped> {
    let pool = Dice::Hits { count: 2, die: Die::D6, at_least: 4 };
    Ok(1 + ump.roll(Asking::of(Side::First, TOY, Asks::Slips), pool)? as u32)
}

/// Wherever the budget ends, what is fought for the rest has its open parts thrown: nothing is known of them before, and
/// nobody has a table of a part that no settled end leaves open.
#[test]
fn what_is_fought_has_no_open_parts() {
    let start = March { left: 9, lost: 0, fate: None };
    let nobody = |_: &March, _: &Choice<'_>| 0;
    let mut fought = 0;
    for states in [3, 10, 20, 40, 60, 1000] {
        let progress = Progress::default();
        let patience = Patience::new(Budget::of(states, 100_000), &progress);
        let reckoned = reckon(&start, &(), &nobody, &patience, 0.02, 1);
        assert!(reckoned.rest.counts().keys().all(|end| end.1 != OPEN), "{states} states");
        fought += reckoned.rest.n();
        // Half of the throws of two dice for one hit.
        if reckoned.rest.n() > 0 {
            let middle = reckoned.rest.interval(|end| end.1 == 2);
            assert!(middle.low < 0.5 && 0.5 < middle.high, "{states} states: {middle:?}");
        }
    }
    assert!(fought > 0);
}
