//! When people last moved: whoever reckons or thinks beside them makes way.

use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Somebody who has moved so long ago is not moving any more.
const LATELY: Duration = Duration::from_secs(2);

/// The last act of a person at a game, and the last at any other.
#[derive(Default)]
pub(crate) struct Moving(Mutex<[Option<(String, Instant)>; 2]>);

impl Moving {
    /// Somebody has done something at a game.
    pub(crate) fn at(&self, game: &str, now: Instant) {
        let mut lately = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if lately[0].as_ref().is_none_or(|(other, _)| other != game) {
            lately.swap(0, 1);
        }
        lately[0] = Some((game.to_owned(), now));
    }

    /// Whether people move.
    pub(crate) fn anywhere(&self, now: Instant) -> bool {
        self.beside("", now)
    }

    /// Whether people move at other games than this.
    pub(crate) fn beside(&self, game: &str, now: Instant) -> bool {
        let lately = self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        lately
            .iter()
            .flatten()
            .any(|(other, at)| other != game && now.saturating_duration_since(*at) < LATELY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_moves_at_a_game_is_no_reason_to_make_way_in_it() {
        let (moving, now) = (Moving::default(), Instant::now());
        assert!(!moving.anywhere(now));
        moving.at("a", now);
        moving.at("a", now);
        assert!(moving.anywhere(now) && !moving.beside("a", now) && moving.beside("b", now));
        moving.at("b", now);
        assert!(moving.beside("a", now) && moving.beside("b", now));
        // However often he moves, the other is not forgotten, until it is long ago.
        moving.at("b", now);
        assert!(moving.beside("b", now));
        moving.at("b", now + LATELY);
        assert!(!moving.beside("b", now + LATELY) && moving.beside("a", now + LATELY));
        assert!(!moving.anywhere(now + 2 * LATELY));
    }
}
