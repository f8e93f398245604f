//! Odds as they travel.

use crate::account::fact;
use crate::battle::Battle;
use crate::refusal::Refusal;
use grognard::umpire::{Side, Unit};
use grognard::{Alternative, Best, Budget, FigureReport, Interval, Report, Share};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;
use utoipa::ToSchema;

/// The most ends that are told.
const ENDS_MAX: usize = 100;
/// The most cells a joint table has; larger ones are for programs, which can have all ends.
const CELLS_MAX: usize = 10_000;
/// A visitor waits no longer for an answer; what could not be counted out by then is sampled.
const TIME_MAX: Duration = Duration::from_millis(1500);

/// What odds are wanted.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OddsRequest {
    /// The battle.
    pub battle: Battle,
    /// Who decides at their best; by the battle's policies where it is left out.
    #[serde(default)]
    pub best: Option<BestPlay>,
    /// What best play makes large: the key of a figure, with a minus sign to make it small.
    #[serde(default)]
    pub objective: Option<String>,
    /// How many of the likeliest ends are told.
    #[serde(default)]
    pub ends: usize,
    /// The joint table of these two figures, by their keys.
    #[serde(default)]
    pub joint: Option<(String, String)>,
    /// The longest it may take, in milliseconds: what is not counted out by then is sampled. Left out, as long as the
    /// server allows. A page that wants something to show at once asks so first, and again without it.
    #[serde(default)]
    pub within: Option<u32>,
}

/// Who plays at their best.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BestPlay {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// Both.
    Both,
}

impl From<BestPlay> for Best {
    fn from(best: BestPlay) -> Best {
        match best {
            BestPlay::First => Best::Side(Side::First),
            BestPlay::Second => Best::Side(Side::Second),
            BestPlay::Both => Best::Both,
        }
    }
}

/// Odds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OddsAnswer {
    /// Whether every branch was followed.
    pub exact: bool,
    /// How many states there were, where they are exact.
    pub states: usize,
    /// How many battles were fought, where they are sampled.
    pub samples: u64,
    /// The probability that could not be counted out: none where it is exact, all of it where everything was sampled.
    pub unsettled: f64,
    /// The figures, most wanted first.
    pub figures: Vec<FigureLine>,
    /// The likeliest ends, as many as were asked for.
    pub ends: Vec<EndLine>,
    /// What best play is worth, where it was asked for.
    pub best: Option<BestAnswer>,
    /// The joint table, where it was asked for.
    pub joint: Option<Joint>,
}

/// A 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct IntervalLine {
    /// Its lower end.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

impl From<Interval> for IntervalLine {
    fn from(interval: Interval) -> Self {
        IntervalLine { low: interval.low, high: interval.high }
    }
}

/// A figure and how it is distributed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct FigureLine {
    /// The key.
    pub key: String,
    /// Its name for people.
    pub words: String,
    /// `count`, `thirds` (the values are thirds of one), or `flag` (1 is yes).
    pub unit: String,
    /// The mean.
    pub mean: f64,
    /// Half the width of the mean's 95 % interval, where it is sampled.
    pub mean_margin: Option<f64>,
    /// The standard deviation.
    pub deviation: f64,
    /// The probability of each value, lowest first.
    pub values: Vec<ValueLine>,
}

/// One value of a figure.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ValueLine {
    /// The value.
    pub value: i64,
    /// How likely it is.
    pub p: f64,
    /// How likely at least this much is.
    pub at_least: f64,
    /// The interval of `p`, where it is sampled.
    pub interval: Option<IntervalLine>,
}

impl From<&FigureReport> for FigureLine {
    fn from(figure: &FigureReport) -> Self {
        let line = |(value, share): &(i64, Share)| ValueLine {
            value: *value,
            p: share.p,
            at_least: figure.at_least(*value),
            interval: share.interval.map(IntervalLine::from),
        };
        FigureLine {
            key: figure.key.to_owned(),
            words: figure.words.clone(),
            unit: match figure.unit {
                Unit::Count => "count",
                Unit::Thirds => "thirds",
                Unit::Flag => "flag",
            }
            .to_owned(),
            mean: figure.mean,
            mean_margin: figure.mean_margin,
            deviation: figure.deviation,
            values: figure.values.iter().map(line).collect(),
        }
    }
}

/// One end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct EndLine {
    /// How likely it is.
    pub p: f64,
    /// In words.
    pub words: String,
    /// As data.
    #[schema(value_type = Object)]
    pub end: Value,
}

/// What best play is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BestAnswer {
    /// The value.
    pub value: f64,
    /// What it is counted in.
    pub objective: String,
    /// Each alternative of the first decision.
    pub alternatives: Vec<AlternativeLine>,
    /// Where both decide at once: what each of the first side's choices is worth against each of the second's.
    pub payoffs: Option<Vec<Vec<f64>>>,
}

/// One thing a side could choose.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct AlternativeLine {
    /// Who chooses: `first` or `second`.
    pub by: String,
    /// The option's key.
    pub key: String,
    /// The option in words.
    pub words: String,
    /// What it is worth.
    pub value: f64,
    /// How often best play takes it.
    pub weight: f64,
}

impl From<&Alternative> for AlternativeLine {
    fn from(alternative: &Alternative) -> Self {
        AlternativeLine {
            by: alternative.by.key().to_owned(),
            key: alternative.key.clone(),
            words: alternative.words.clone(),
            value: alternative.value,
            weight: alternative.weight,
        }
    }
}

/// How two figures go together: a row for each value of the first, a column for each of the second.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Joint {
    /// The first figure's key.
    pub row: String,
    /// The second figure's key.
    pub column: String,
    /// The first figure's values.
    pub rows: Vec<i64>,
    /// The second figure's values.
    pub columns: Vec<i64>,
    /// The probabilities, row by row.
    pub p: Vec<Vec<f64>>,
}

impl OddsRequest {
    /// The request as the library takes it.
    ///
    /// # Errors
    /// Where more ends are wanted than are ever told.
    pub fn library(&self) -> Result<grognard::OddsRequest, Refusal> {
        if self.ends > ENDS_MAX {
            return Err(Refusal::of_field("ends", format!("at most {ENDS_MAX} ends are told")));
        }
        Ok(grognard::OddsRequest {
            best: self.best.map(Best::from),
            objective: self.objective.clone(),
            budget: Budget::default().within(self.time()),
            ..grognard::OddsRequest::default()
        })
    }

    /// How long it may take: what is asked for, and never longer than anybody may have.
    fn time(&self) -> Duration {
        let asked = self.within.map(|milliseconds| Duration::from_millis(milliseconds.into()));
        asked.map_or(TIME_MAX, |asked| asked.min(TIME_MAX))
    }

    /// The library's report as it travels.
    ///
    /// # Errors
    /// Where a joint table is wanted of figures that do not exist.
    pub fn answer(&self, report: &Report) -> Result<OddsAnswer, Refusal> {
        let joint = match &self.joint {
            Some((row, column)) => Some(Joint::of(report, row, column)?),
            None => None,
        };
        let best = report.value.as_ref().map(|(value, objective)| BestAnswer {
            value: *value,
            objective: objective.clone(),
            alternatives: report.alternatives.iter().map(AlternativeLine::from).collect(),
            payoffs: report.payoffs.clone(),
        });
        let end = |end: grognard::EndReport| EndLine { p: end.p, end: fact(&end.end), words: end.words };
        Ok(OddsAnswer {
            exact: report.exact,
            states: report.states,
            samples: report.samples,
            unsettled: report.unsettled,
            figures: report.figures.iter().map(FigureLine::from).collect(),
            ends: report.ends.iter().take(self.ends).map(end).collect(),
            best,
            joint,
        })
    }
}

impl Joint {
    fn of(report: &Report, row: &str, column: &str) -> Result<Joint, Refusal> {
        let joint = report.joint(row, column).map_err(|why| Refusal::of_field("joint", why.to_string()))?;
        let cells = joint.rows.len() * joint.columns.len();
        if cells > CELLS_MAX {
            return Err(Refusal::of_field("joint", format!("{cells} cells; at most {CELLS_MAX} are told")));
        }
        let grognard::Joint { row, column, rows, columns, p } = joint;
        Ok(Joint { row, column, rows, columns, p })
    }
}
