//! A battle file or title, opened: ready to be played, counted out or sampled.

use crate::campaign::Campaign;
use crate::play::{Play, Seated, advise};
use crate::policy::policy;
use crate::report::{OddsRequest, Report};
use crate::study::{Player, play_out};
use grognard_odds::{
    Best, Budget, OverBudget, Patience, Progress, Unlisted, best_within, reckon, sample, sequences,
};
use grognard_umpire::{
    BySide, Choice, Differs, Header, Journal, Opening, Playable, Reading, Session, Side, Visitor,
};
use std::sync::Arc;

/// All legal sequences of a contest without dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    /// How many there are.
    pub count: u128,
    /// How many different ends they have.
    pub ends: usize,
    /// The first of them: the keys chosen, and the end in words.
    pub listed: Vec<(Vec<String>, String)>,
}

/// A battle or title, whatever its system.
pub trait Contest: Send + Sync {
    /// The system's key.
    fn system(&self) -> &'static str;
    /// What the sides are called.
    fn side_names(&self) -> BySide<String>;
    /// Starts a game of it.
    fn start(&self, header: Header) -> Box<dyn Play>;
    /// Opens a stored game of it, with the openings of secret answers that the journal does not have yet.
    ///
    /// # Errors
    /// The first entry that the rules do not follow, or that nobody has opened.
    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs>;
    /// Works out the odds.
    ///
    /// # Errors
    /// Where the request names a figure that does not exist, or best play is over budget.
    fn odds(&self, request: &OddsRequest) -> Result<Report, String> {
        self.odds_watched(request, &Progress::default())
    }
    /// Works out the odds while somebody watches, who may call it off.
    ///
    /// # Errors
    /// As for [`odds`](Contest::odds), and where it was called off.
    fn odds_watched(&self, request: &OddsRequest, progress: &Progress) -> Result<Report, String>;
    /// Fights it `n` times.
    fn simulate(&self, n: u64, seed: u64, progress: &Progress) -> Report;
    /// Plays it so many times, each side by the player named; the same for a seed whatever the number of
    /// cores.
    fn study(&self, players: BySide<Player>, games: u64, seed: u64, progress: &Progress) -> Report;
    /// All legal sequences of choices, where no dice are thrown: how many, how many different ends, and the
    /// first `list_max` of them as keys and the end in words.
    ///
    /// # Errors
    /// Where it throws dice, or there are too many.
    fn sequences(&self, list_max: usize) -> Result<Listed, String>;
    /// The figures that can be asked for, key and words.
    fn figures(&self) -> Vec<(&'static str, String)>;
    /// What a side tries to make large when it plays at its best, in words.
    fn objective_words(&self, side: Side) -> String;
    /// The readings of unclear rules in force that can bear on it; none where its system lists none.
    fn readings(&self) -> Vec<Reading>;
}

/// A procedure at its start, with its givens: a battle, which can be counted out.
struct Opened<P: Playable> {
    system: &'static str,
    start: P,
    rules: Arc<P::Rules>,
}

/// Takes in any procedure of a system.
pub(crate) struct Boxing(pub(crate) &'static str);

impl Visitor for Boxing {
    type Out = Box<dyn Contest>;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Box<dyn Contest>
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Box::new(Opened { system: self.0, start, rules })
    }

    fn campaign<P>(self, start: P, rules: Arc<P::Rules>) -> Box<dyn Contest>
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Box::new(Campaign { system: self.0, start, rules, computer: None })
    }
}

impl<P> Opened<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    fn decide(&self) -> impl Fn(&P, &Choice<'_>) -> usize + Sync + '_ {
        |state: &P, choice: &Choice<'_>| state.policy(&self.rules, choice)
    }

    /// The number that best play makes large, and its words.
    #[allow(clippy::type_complexity)]
    fn objective(
        &self,
        who: Best,
        name: Option<&str>,
    ) -> Result<(Box<dyn Fn(Side, &P::End) -> i64 + '_>, String), String> {
        let Some(name) = name else {
            let side = match who {
                Best::Side(side) => side,
                Best::Both => Side::First,
            };
            let words = P::objective_words(&self.rules, side);
            return Ok((Box::new(|side, end| P::objective(&self.rules, side, end)), words));
        };
        let (sign, key) = name.strip_prefix('-').map_or((1, name), |key| (-1, key));
        let mut figures = P::figures(&self.rules);
        let Some(index) = figures.iter().position(|figure| figure.key == key) else {
            let keys: Vec<&str> = figures.iter().map(|figure| figure.key).collect();
            return Err(format!("no figure `{key}`; there are {}", keys.join(", ")));
        };
        let figure = figures.swap_remove(index);
        let words = if sign > 0 {
            figure.words.clone()
        } else {
            format!("as little as possible of: {}", figure.words)
        };
        // With both at their best the second side wants the opposite.
        let of = figure.of;
        Ok((
            Box::new(move |side, end| match (who, side) {
                (Best::Both, Side::Second) => -sign * of(end),
                _ => sign * of(end),
            }),
            words,
        ))
    }

    fn best_odds(&self, who: Best, request: &OddsRequest, progress: &Progress) -> Result<Report, String> {
        let (objective, words) = self.objective(who, request.objective.as_deref())?;
        let patience = Patience::new(request.budget, progress);
        let solution = best_within(&self.start, &self.rules, who, &objective, &self.decide(), &patience)
            .map_err(|OverBudget| {
                let called_off = || CALLED_OFF.to_owned();
                let too_large = || "too large to solve for best play; leave --best out".to_owned();
                if progress.stopped() { called_off() } else { too_large() }
            })?;
        let mut report = Report::of_exact::<P>(&self.rules, solution.odds().clone());
        report.best = Some(who);
        report.value = Some((solution.value(), words));
        report.alternatives = solution.alternatives(&self.start, &self.rules);
        report.payoffs = solution.payoffs(&self.start);
        report.policy = policy::<P>(&self.rules, &solution.decisions(&self.rules, DECISIONS_READ));
        Ok(report)
    }
}

/// How many states' decisions are read for the policy: those met most often.
const DECISIONS_READ: usize = 4_000;

/// What is said when nobody wanted the answer any more.
const CALLED_OFF: &str = "it was called off";

impl<P> Contest for Opened<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    fn system(&self) -> &'static str {
        self.system
    }

    fn side_names(&self) -> BySide<String> {
        BySide::from_fn(|side| P::side_name(&self.rules, side))
    }

    fn start(&self, header: Header) -> Box<dyn Play> {
        let session = Session::start(self.start.clone(), Arc::clone(&self.rules), header);
        Box::new(Seated { session, computer: None, adviser: Some(advise) })
    }

    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        let session = Session::replay_with(journal, openings, self.start.clone(), Arc::clone(&self.rules))?;
        Ok(Box::new(Seated { session, computer: None, adviser: Some(advise) }))
    }

    fn odds_watched(&self, request: &OddsRequest, progress: &Progress) -> Result<Report, String> {
        if let Some(who) = request.best {
            return self.best_odds(who, request, progress);
        }
        if let Some(n) = request.sample {
            return Ok(self.simulate(n, request.seed, progress));
        }
        let patience = Patience::new(request.budget, progress);
        let reckoned =
            reckon(&self.start, &self.rules, &self.decide(), &patience, request.margin, request.seed);
        if progress.stopped() {
            return Err(CALLED_OFF.to_owned());
        }
        if reckoned.settled.total() == 0.0 && reckoned.rest.n() == 0 {
            return Err("nothing could be worked out in this time; give it more".to_owned());
        }
        Ok(Report::of_reckoned::<P>(&self.rules, reckoned))
    }

    fn simulate(&self, n: u64, seed: u64, progress: &Progress) -> Report {
        let sampled = sample(&self.start, &self.rules, &self.decide(), n, seed, progress);
        Report::of_sample::<P>(&self.rules, &sampled)
    }

    fn study(&self, players: BySide<Player>, games: u64, seed: u64, progress: &Progress) -> Report {
        let seated = || {
            let session = Session::start(self.start.clone(), Arc::clone(&self.rules), Header::default());
            Seated { session, computer: None, adviser: None }
        };
        Report::of_sample::<P>(&self.rules, &play_out(&seated, players, games, seed, progress))
    }

    fn sequences(&self, list_max: usize) -> Result<Listed, String> {
        let progress = Progress::default();
        let patience = Patience::new(Budget::default(), &progress);
        let all = sequences(&self.start, &self.rules, list_max, &patience).map_err(|why| match why {
            Unlisted::ThrowsDice => "dice are thrown in it, so its ways cannot be listed".to_owned(),
            Unlisted::OverBudget => {
                "there are too many ways to go through; give it fewer units or a shorter list".to_owned()
            }
        })?;
        let words = |end: &P::End| P::end_words(&self.rules, end);
        Ok(Listed {
            count: all.count,
            ends: all.ends,
            listed: all.listed.into_iter().map(|(keys, end)| (keys, words(&end))).collect(),
        })
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        P::figures(&self.rules).into_iter().map(|figure| (figure.key, figure.words)).collect()
    }

    fn objective_words(&self, side: Side) -> String {
        P::objective_words(&self.rules, side)
    }

    fn readings(&self) -> Vec<Reading> {
        P::readings(&self.rules)
    }
}
