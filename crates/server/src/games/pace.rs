//! Clocks. They stand with the entries of the journal in the store, so that no crash parts them from the game; what
//! counts is this machine's time and nothing that a player sends.

use grognard::umpire::{BySide, Side};
use grognard_wire::{ClockCard, Pace, Refusal, SideClock};

const SECOND: i64 = 1_000;
const DAY: i64 = 24 * 3600 * SECOND;
/// A game by days whose time is out and not claimed is ended by the house so much later.
const UNCLAIMED: i64 = 7 * DAY;

/// How much time the sides have, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timing {
    /// For the whole game, and more after every move.
    Live { bank: i64, added: i64 },
    /// For a move, and a reserve.
    Days { each: i64, reserve: i64 },
}

/// Whose time is out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Out {
    Side(Side),
    /// Both were asked, and both are out at the same instant.
    Both,
}

/// A pace as it is asked for, within bounds.
pub(crate) fn check(pace: Pace) -> Result<(), Refusal> {
    let bad = |words: &str| Err(Refusal::of_field("pace", words));
    match pace {
        Pace::None => Ok(()),
        Pace::Live { minutes, added_seconds } if (1..=1_440).contains(&minutes) && added_seconds <= 3_600 => {
            Ok(())
        }
        Pace::Live { .. } => bad("one to 1440 minutes, and at most 3600 seconds added"),
        Pace::Days { days, reserve_days } if (1..=60).contains(&days) && reserve_days <= 365 => Ok(()),
        Pace::Days { .. } => bad("one to 60 days for a move, and at most 365 of reserve"),
    }
}

/// A pace as the store keeps it.
pub(crate) fn text(pace: Pace) -> String {
    match pace {
        Pace::None => "none".to_owned(),
        Pace::Live { minutes, added_seconds } => format!("live {minutes} {added_seconds}"),
        Pace::Days { days, reserve_days } => format!("days {days} {reserve_days}"),
    }
}

/// A pace from how it is kept; a word that is not known is none.
pub(crate) fn read(text: &str) -> Pace {
    let mut words = text.split(' ');
    let kind = words.next();
    let mut number = || words.next().and_then(|word| word.parse().ok());
    match (kind, number(), number()) {
        (Some("live"), Some(minutes), Some(added_seconds)) => Pace::Live { minutes, added_seconds },
        (Some("days"), Some(days), Some(reserve_days)) => Pace::Days { days, reserve_days },
        _ => Pace::None,
    }
}

pub(crate) fn timing(pace: Pace) -> Option<Timing> {
    match pace {
        Pace::None => None,
        Pace::Live { minutes, added_seconds } => Some(Timing::Live {
            bank: i64::from(minutes) * 60 * SECOND,
            added: i64::from(added_seconds) * SECOND,
        }),
        Pace::Days { days, reserve_days } => {
            Some(Timing::Days { each: i64::from(days) * DAY, reserve: i64::from(reserve_days) * DAY })
        }
    }
}

/// One side's clock at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Face {
    /// Left for the game, or of the reserve.
    left: i64,
    /// Used of this move.
    used: i64,
    runs: bool,
}

/// Both clocks as they stood at an instant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Clock {
    timing: Timing,
    faces: BySide<Face>,
    since: i64,
}

impl Clock {
    /// Clocks that stand.
    pub(crate) fn new(timing: Timing) -> Clock {
        let left = match timing {
            Timing::Live { bank, .. } => bank,
            Timing::Days { reserve, .. } => reserve,
        };
        Clock { timing, faces: BySide::from_fn(|_| Face { left, ..Face::default() }), since: 0 }
    }

    /// The clocks as the store keeps them.
    pub(crate) fn text(&self) -> String {
        let face = |side| {
            let Face { left, used, runs } = self.faces[side];
            format!("{left} {used} {}", u8::from(runs))
        };
        format!("{} {} {}", face(Side::First), face(Side::Second), self.since)
    }

    pub(crate) fn read(timing: Timing, text: &str) -> Option<Clock> {
        let numbers: Vec<i64> = text.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let [a, b, c, d, e, f, since] = numbers[..] else { return None };
        let face = |left, used, runs| Face { left, used, runs: runs == 1 };
        Some(Clock { timing, faces: BySide::new(face(a, b, c), face(d, e, f)), since })
    }

    /// When a side's clock is out if it goes on running.
    fn out_at(&self, side: Side) -> Option<i64> {
        let Face { left, used, runs } = self.faces[side];
        let ahead = match self.timing {
            Timing::Live { .. } => left,
            Timing::Days { each, .. } => (each - used).max(0) + left - (used - each).max(0),
        };
        runs.then(|| self.since.saturating_add(ahead.max(0)))
    }

    /// When the house ends the game if nothing happens.
    pub(crate) fn ends_at(&self) -> Option<i64> {
        let out = Side::ALL.into_iter().filter_map(|side| self.out_at(side)).min()?;
        Some(match self.timing {
            Timing::Live { .. } => out,
            Timing::Days { .. } => out.saturating_add(UNCLAIMED),
        })
    }

    /// Whose time is out, if anybody's is: where both run, his who was out first.
    pub(crate) fn out(&self, now: i64) -> Option<Out> {
        let out = |side| self.out_at(side).filter(|&at| at <= now);
        match (out(Side::First), out(Side::Second)) {
            (None, None) => None,
            (Some(first), Some(second)) if first == second => Some(Out::Both),
            (Some(first), Some(second)) if first > second => Some(Out::Side(Side::Second)),
            (Some(_), _) => Some(Out::Side(Side::First)),
            (None, Some(_)) => Some(Out::Side(Side::Second)),
        }
    }

    pub(crate) fn timing(&self) -> Timing {
        self.timing
    }

    pub(crate) fn is_live(&self) -> bool {
        matches!(self.timing, Timing::Live { .. })
    }

    /// The clocks after something has happened at an instant: from then on these run.
    ///
    /// A move goes from being asked until no more being asked: what a side does in between neither begins a new one nor
    /// adds anything. Nobody has less than nothing left: a game that goes on although time was out goes on with none.
    pub(crate) fn moved(&self, now: i64, runs: BySide<bool>) -> Clock {
        // A clock that was set back takes nothing from anybody.
        let passed = (now - self.since).max(0);
        let face = |side: Side| {
            let Face { mut left, mut used, runs: ran } = self.faces[side];
            if ran {
                used += passed;
                if matches!(self.timing, Timing::Live { .. }) {
                    left = (left - passed).max(0);
                }
            }
            if ran && !runs[side] {
                left = match self.timing {
                    Timing::Live { added, .. } => left + added,
                    Timing::Days { each, .. } => (left - (used - each).max(0)).max(0),
                };
                used = 0;
            }
            Face { left, used, runs: runs[side] }
        };
        Clock { timing: self.timing, faces: BySide::from_fn(face), since: now.max(self.since) }
    }

    pub(crate) fn card(&self) -> ClockCard {
        let side = |side| SideClock {
            left: self.faces[side].left,
            runs: self.faces[side].runs,
            out_at: self.out_at(side),
        };
        ClockCard { first: side(Side::First), second: side(Side::Second), since: self.since }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: BySide<bool> = BySide { first: true, second: false };
    const SECOND_RUNS: BySide<bool> = BySide { first: false, second: true };
    const BOTH: BySide<bool> = BySide { first: true, second: true };
    const NONE: BySide<bool> = BySide { first: false, second: false };

    #[test]
    fn a_live_clock_runs_for_whoever_is_asked_and_is_added_to_after_a_move() {
        let clock = Clock::new(Timing::Live { bank: 60_000, added: 5_000 }).moved(1_000, FIRST);
        assert_eq!((clock.out_at(Side::First), clock.out_at(Side::Second)), (Some(61_000), None));
        // Something in between that leaves him asked neither adds nor begins anew.
        let clock = clock.moved(11_000, FIRST);
        assert_eq!((clock.card().first.left, clock.out_at(Side::First)), (50_000, Some(61_000)));
        let clock = clock.moved(21_000, SECOND_RUNS);
        assert_eq!((clock.card().first.left, clock.card().second.left), (45_000, 60_000));
        assert_eq!((clock.out(80_999), clock.out(81_000)), (None, Some(Out::Side(Side::Second))));
        assert_eq!(clock.ends_at(), Some(81_000));
        // Nobody is asked while dice are thrown at a table, and nothing passes.
        let clock = clock.moved(22_000, NONE);
        assert_eq!((clock.ends_at(), clock.out(i64::MAX)), (None, None));
        assert_eq!(clock.moved(99_000, FIRST).card().second.left, 64_000);
    }

    #[test]
    fn where_both_are_asked_both_run_and_nobody_loses_by_a_tie() {
        let clock = Clock::new(Timing::Live { bank: 60_000, added: 0 }).moved(0, BOTH);
        assert_eq!((clock.out(59_999), clock.out(60_000)), (None, Some(Out::Both)));
        // The first has sealed his: the other's alone goes on.
        let clock = clock.moved(10_000, SECOND_RUNS).moved(30_000, BOTH);
        assert_eq!((clock.card().first.left, clock.card().second.left), (50_000, 30_000));
        assert_eq!(clock.out(80_000), Some(Out::Side(Side::Second)), "who was out first");
    }

    #[test]
    fn days_are_for_a_move_and_the_reserve_is_for_the_game() {
        let clock = Clock::new(Timing::Days { each: 3 * DAY, reserve: 2 * DAY }).moved(0, FIRST);
        assert_eq!(clock.out_at(Side::First), Some(5 * DAY));
        assert_eq!(clock.moved(DAY, FIRST).out_at(Side::First), Some(5 * DAY), "still the same move");
        let late = clock.moved(4 * DAY, SECOND_RUNS).moved(4 * DAY, FIRST);
        assert_eq!((late.card().first.left, late.out_at(Side::First)), (DAY, Some(8 * DAY)));
        let over = clock.moved(4 * DAY, FIRST);
        assert_eq!(over.out_at(Side::First), Some(5 * DAY), "into the reserve, and something done meanwhile");
        assert_eq!(over.ends_at(), Some(5 * DAY + UNCLAIMED));
        // Not claimed, it goes on with no reserve.
        let lenient = clock.moved(9 * DAY, SECOND_RUNS).moved(9 * DAY, FIRST);
        assert_eq!((lenient.card().first.left, lenient.out_at(Side::First)), (0, Some(12 * DAY)));
    }

    #[test]
    fn clocks_and_paces_are_read_as_they_were_written() {
        let timing = Timing::Live { bank: 60_000, added: 5_000 };
        let clock = Clock::new(timing).moved(1_000, BOTH).moved(7_000, SECOND_RUNS);
        assert_eq!(Clock::read(timing, &clock.text()), Some(clock));
        assert_eq!(Clock::read(timing, "1 2 3"), None);
        for pace in [
            Pace::None,
            Pace::Live { minutes: 30, added_seconds: 10 },
            Pace::Days { days: 3, reserve_days: 7 },
        ] {
            assert_eq!(read(&text(pace)), pace);
        }
        assert!(check(Pace::Live { minutes: 0, added_seconds: 0 }).is_err());
        assert!(check(Pace::Days { days: 61, reserve_days: 0 }).is_err());
        // A machine's clock that is set back takes nothing and gives nothing.
        assert_eq!(clock.moved(5_000, SECOND_RUNS).since, 7_000);
    }
}
