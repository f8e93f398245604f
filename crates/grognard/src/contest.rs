//! A battle file or title, opened: ready to be played, counted out or sampled.

use crate::campaign::Campaign;
use crate::play::{Play, advise};
use crate::policy::policy;
use crate::ready::Ready;
use crate::report::{OddsRequest, Report};
use crate::study::{Games, StudyRequest};
use crate::unreckoned::Unreckoned;
use grognard_charts::BadData;
use grognard_odds::{
    Best, Budget, Goal, Objective, OverBudget, Patience, Progress, Unlisted, best_within, reckon,
    sample_within, sequences,
};
use grognard_umpire::{
    BySide, Choice, Differs, Header, Journal, Opening, Playable, Reading, Side, Unit, Visitor,
};
use std::sync::Arc;
use std::time::Duration;

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

/// Battles to be fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fought {
    /// How many.
    pub n: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The longest it may take: what has been fought by then counts.
    pub time: Option<Duration>,
}

/// A battle or title, whatever its system.
pub trait Contest: Send + Sync {
    /// The system's key.
    fn system(&self) -> &'static str;
    /// What the sides are called.
    fn side_names(&self) -> BySide<String>;
    /// Starts a game of it.
    fn start(&self, header: Header) -> Box<dyn Play>;
    /// Starts a game of it from the position in its head; `file` is what the position is called in messages.
    ///
    /// # Errors
    /// Everything that is wrong with the position, by line and key.
    fn start_from(&self, file: &str, header: Header) -> Result<Box<dyn Play>, BadData>;
    /// Opens a stored game of it, with the openings of secret answers that the journal does not have yet.
    ///
    /// # Errors
    /// The first entry that the rules do not follow, or that nobody has opened.
    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs>;
    /// Works out the odds.
    ///
    /// # Errors
    /// Where the request names a figure that does not exist, or best play is over budget.
    fn odds(&self, request: &OddsRequest) -> Result<Report, Unreckoned> {
        self.odds_watched(request, &Progress::default())
    }
    /// Works out the odds while somebody watches, who may call it off.
    ///
    /// # Errors
    /// As for [`odds`](Contest::odds), and where it was called off.
    fn odds_watched(&self, request: &OddsRequest, progress: &Progress) -> Result<Report, Unreckoned>;
    /// Fights it many times.
    ///
    /// # Errors
    /// Where none came to its end in the time allowed.
    fn simulate(&self, fought: &Fought, progress: &Progress) -> Result<Report, Unreckoned>;
    /// Plays it many times, each side by the player named; the same for a seed whatever the number of
    /// cores.
    ///
    /// # Errors
    /// Where no game came to its end in the time allowed.
    fn study(&self, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned>;
    /// The same games one by one, for whoever sets two of the same number against each other.
    ///
    /// # Errors
    /// As for [`study`](Contest::study).
    fn games(&self, request: &StudyRequest, progress: &Progress) -> Result<Games, Unreckoned>;
    /// All legal sequences of choices, where no dice are thrown: how many, how many different ends, and the
    /// first `list_max` of them as keys and the end in words.
    ///
    /// # Errors
    /// Where it throws dice, or there are too many.
    fn sequences(&self, list_max: usize) -> Result<Listed, Unreckoned>;
    /// The figures that can be asked for, key and words.
    fn figures(&self) -> Vec<(&'static str, String)>;
    /// What a side tries to make large when it plays at its best, in words.
    fn objective_words(&self, side: Side) -> String;
    /// Whether it is a battle, which can be counted out, or a whole game, which cannot.
    fn counts_out(&self) -> bool;
    /// The readings of unclear rules in force that can bear on it; none where its system lists none.
    fn readings(&self) -> Vec<Reading>;
}

/// A procedure at its start, with its givens: a battle, which can be counted out.
struct Opened<P: Playable> {
    system: &'static str,
    ready: Ready<P>,
}

/// Takes in any procedure of a system.
#[derive(Clone, Copy)]
pub(crate) struct Boxing(pub(crate) &'static str);

impl Visitor for Boxing {
    type Out = Box<dyn Contest>;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Box<dyn Contest>
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let ready = Ready { start, rules, computer: None, adviser: Some(advise) };
        Box::new(Opened { system: self.0, ready })
    }

    fn campaign<P>(self, start: P, rules: Arc<P::Rules>) -> Box<dyn Contest>
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        Box::new(Campaign::new(self.0, start, rules, None))
    }
}

impl<P> Opened<P>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    fn decide(&self) -> impl Fn(&P, &Choice<'_>) -> usize + Sync + '_ {
        |state: &P, choice: &Choice<'_>| state.policy(&self.ready.rules, choice)
    }

    /// The number that best play makes large, its words, and how many of it are one as people count.
    #[allow(clippy::type_complexity)]
    fn objective(
        &self,
        who: Best,
        name: Option<&str>,
    ) -> Result<(Box<dyn Goal<P> + '_>, String, f64), Unreckoned> {
        let Some(name) = name else {
            let side = match who {
                Best::Side(side) => side,
                Best::Both => Side::First,
            };
            let words = P::objective_words(&self.ready.rules, side);
            return Ok((Box::new(Objective::<P>(&self.ready.rules)), words, 1.0));
        };
        let (sign, key) = name.strip_prefix('-').map_or((1, name), |key| (-1, key));
        let mut figures = P::figures(&self.ready.rules);
        let Some(index) = figures.iter().position(|figure| figure.key == key) else {
            let there_are = figures.iter().map(|figure| figure.key).collect();
            return Err(Unreckoned::NoSuchFigure { key: key.to_owned(), there_are });
        };
        let figure = figures.swap_remove(index);
        // Losses are kept in thirds and told in whole ones.
        let one = if figure.unit == Unit::Thirds { 3.0 } else { 1.0 };
        let words = if sign > 0 { figure.words.clone() } else { format!("minus {}", figure.words) };
        // With both at their best the second side wants the opposite.
        let of = figure.of;
        Ok((
            Box::new(move |side: Side, end: &P::End| match (who, side) {
                (Best::Both, Side::Second) => -sign * of(end),
                _ => sign * of(end),
            }),
            words,
            one,
        ))
    }

    fn best_odds(&self, who: Best, request: &OddsRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        let (goal, words, one) = self.objective(who, request.objective.as_deref())?;
        let patience = Patience::new(request.budget, progress);
        let solution =
            best_within(&self.ready.start, &self.ready.rules, who, &*goal, &self.decide(), &patience)
                .map_err(|OverBudget| {
                    if progress.stopped() { Unreckoned::CalledOff } else { Unreckoned::TooLargeForBest(who) }
                })?;
        let mut report = Report::of_exact::<P>(&self.ready.rules, solution.odds().clone());
        report.best = Some(who);
        report.value = Some((solution.value() / one, words));
        report.alternatives = solution.alternatives(&self.ready.start, &self.ready.rules);
        report.payoffs = solution.payoffs(&self.ready.start);
        report.policy =
            policy::<P>(&self.ready.rules, &solution.decisions(&self.ready.rules, DECISIONS_READ));
        if one != 1.0 {
            report.alternatives.iter_mut().for_each(|alternative| alternative.value /= one);
            report.payoffs.iter_mut().flatten().flatten().for_each(|value| *value /= one);
            report.policy.iter_mut().for_each(|line| line.gain /= one);
        }
        Ok(report)
    }
}

/// How many states' decisions are read for the policy: those met most often.
const DECISIONS_READ: usize = 4_000;

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
        self.ready.side_names()
    }

    fn start(&self, header: Header) -> Box<dyn Play> {
        self.ready.start(header)
    }

    fn start_from(&self, file: &str, header: Header) -> Result<Box<dyn Play>, BadData> {
        self.ready.start_from(file, header)
    }

    fn replay(&self, journal: &Journal, openings: &[Opening]) -> Result<Box<dyn Play>, Differs> {
        self.ready.replay(journal, openings)
    }

    fn odds_watched(&self, request: &OddsRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        if let Some(who) = request.best {
            return self.best_odds(who, request, progress);
        }
        if let Some(n) = request.sample {
            return self.simulate(&Fought { n, seed: request.seed, time: request.budget.time }, progress);
        }
        let patience = Patience::new(request.budget, progress);
        let reckoned = reckon(
            &self.ready.start,
            &self.ready.rules,
            &self.decide(),
            &patience,
            request.margin,
            request.seed,
        );
        if progress.stopped() {
            return Err(Unreckoned::CalledOff);
        }
        if reckoned.settled.total() == 0.0 && reckoned.rest.n() == 0 {
            return Err(Unreckoned::NotInTime);
        }
        Ok(Report::of_reckoned::<P>(&self.ready.rules, reckoned))
    }

    fn simulate(&self, fought: &Fought, progress: &Progress) -> Result<Report, Unreckoned> {
        let budget = Budget { time: fought.time, ..Budget::default() };
        let patience = Patience::new(budget, progress);
        let sampled = sample_within(
            &self.ready.start,
            &self.ready.rules,
            &self.decide(),
            fought.n,
            fought.seed,
            &patience,
        );
        if sampled.n() == 0 && fought.n > 0 {
            return Err(Unreckoned::NoneEnded);
        }
        Ok(Report::of_sample::<P>(&self.ready.rules, &sampled))
    }

    fn study(&self, request: &StudyRequest, progress: &Progress) -> Result<Report, Unreckoned> {
        self.ready.study(request, progress)
    }

    fn games(&self, request: &StudyRequest, progress: &Progress) -> Result<Games, Unreckoned> {
        self.ready.games(request, progress)
    }

    fn sequences(&self, list_max: usize) -> Result<Listed, Unreckoned> {
        let progress = Progress::default();
        let patience = Patience::new(Budget::default(), &progress);
        let all =
            sequences(&self.ready.start, &self.ready.rules, list_max, &patience).map_err(
                |why| match why {
                    Unlisted::ThrowsDice => Unreckoned::ThrowsDice,
                    Unlisted::OverBudget => Unreckoned::TooManyWays,
                },
            )?;
        let words = |end: &P::End| P::end_words(&self.ready.rules, end);
        Ok(Listed {
            count: all.count,
            ends: all.ends,
            listed: all.listed.into_iter().map(|(keys, end)| (keys, words(&end))).collect(),
        })
    }

    fn figures(&self) -> Vec<(&'static str, String)> {
        self.ready.figures()
    }

    fn objective_words(&self, side: Side) -> String {
        P::objective_words(&self.ready.rules, side)
    }

    fn counts_out(&self) -> bool {
        true
    }

    fn readings(&self) -> Vec<Reading> {
        P::readings(&self.ready.rules)
    }
}
