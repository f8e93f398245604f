//! What the account says of marches: whence, by what provinces, whither, how far. A march is told when it ends or
//! is interrupted, not step by step.

use super::Game;
use super::movement::Marching;
use super::situation::led_by;
use crate::title::GameRules;
use grognard_umpire::{Ruling, Umpire};
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

/// The twelve MP of the published table are twelve steps at most, from one province more.
const STAGES_MAX: usize = 13;

/// The provinces of a march in their order, and how far it has been told.
///
/// # Equality
/// It is for the account alone and no part of what makes two marches equal: no rule looks at it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Itinerary {
    stages: [u8; STAGES_MAX],
    steps: u8,
    told: u8,
}

impl Itinerary {
    /// A march about to begin.
    pub(super) fn from(at: u8) -> Itinerary {
        let mut way = Itinerary::default();
        way.stages[0] = at;
        way
    }

    /// One province more.
    pub(super) fn enter(&mut self, at: u8) {
        let next = usize::from(self.steps) + 1;
        if next < STAGES_MAX {
            self.stages[next] = at;
            self.steps += 1;
        } else {
            // Your own tables may let a stack march further: what lies between is left out, its end is not.
            self.stages[STAGES_MAX - 1] = at;
            self.told = self.told.min(self.steps - 1);
        }
    }

    fn is_told(&self) -> bool {
        self.told == self.steps
    }

    /// What has not been told: ` from Campania by Abruzzo into Marche`, or ` on into Romagna`.
    fn words(&self, rules: &GameRules) -> String {
        let [told, steps] = [self.told, self.steps].map(usize::from);
        let from = match told {
            0 => format!(" from {}", rules.place(self.stages[0])),
            _ => " on".to_owned(),
        };
        let between: Vec<&str> = self.stages[told + 1..steps].iter().map(|&at| rules.place(at)).collect();
        let by = match between[..] {
            [] => String::new(),
            _ => format!(" by {}", listed(&between)),
        };
        format!("{from}{by} into {}", rules.place(self.stages[steps]))
    }
}

impl PartialEq for Itinerary {
    fn eq(&self, _: &Itinerary) -> bool {
        true
    }
}

impl Eq for Itinerary {}

impl PartialOrd for Itinerary {
    fn partial_cmp(&self, other: &Itinerary) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Itinerary {
    fn cmp(&self, _: &Itinerary) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Itinerary {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// Names one after the other: `Pescara, Leyva and Bourbon`.
pub(super) fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Game {
    /// Tells a march as far as it has come since it was last told.
    pub(super) fn tell_march(&self, marching: &mut Marching, rules: &GameRules, ump: &mut impl Umpire) {
        if marching.way.is_told() {
            return;
        }
        ump.explain(|| {
            let Marching { roster, points, way, .. } = *marching;
            let (led, all) = match way.told {
                0 => (led_by(rules, marching.leaders), ""),
                _ => (String::new(), " in all"),
            };
            let text = format!("{}{led} marches{}, {points} MP{all}", roster.words(rules), way.words(rules));
            // Into enemy land minors alone go by the free campaign of theirs, and others by their major's.
            let clause = match (roster.has_major(rules), roster.has_minor(rules)) {
                (false, _) if marching.aggressive => rule!("CAMPAIGN-u"),
                (true, true) if marching.aggressive => rule!("ITALY-l"),
                _ => rule!("MOVE-a"),
            };
            Ruling::new(clause, text)
        });
        marching.way.told = marching.way.steps;
    }
}
