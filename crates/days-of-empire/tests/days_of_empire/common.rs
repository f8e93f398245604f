//! What the tests share: files made from parts, and their exact odds.

use grognard_days_of_empire::{Charts, Contest, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Playable, Visitor};
use std::sync::Arc;

/// The charts as they come.
pub(crate) fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap_or_else(|error| panic!("{error}")))
}

/// Opens a file that must be right.
pub(crate) fn opened(text: &str) -> Contest {
    open("test.toml", text, &charts()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// What is wrong with a file.
pub(crate) fn refused(text: &str) -> String {
    match open("test.toml", text, &charts()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => error.to_string(),
    }
}

/// The probabilities of each value of a figure, decided by policy.
pub(crate) struct Marginal<'a>(pub(crate) &'a str);

impl Visitor for Marginal<'_> {
    type Out = Vec<(i64, f64)>;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Self::Out
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        let odds = exact(&start, &rules, &decide, Budget::default()).expect("within the budget");
        let figures = P::figures(&rules);
        let figure = figures.iter().find(|figure| figure.key == self.0).expect("a figure with this key");
        odds.marginal(|end| (figure.of)(end)).into_iter().collect()
    }
}

/// The probability that a figure has a value.
pub(crate) fn probability(text: &str, figure: &str, value: i64) -> f64 {
    let marginal = opened(text).visit(Marginal(figure));
    marginal.into_iter().filter(|(at, _)| *at == value).map(|(_, p)| p).sum()
}

/// Percent to one decimal, as printed.
pub(crate) fn percent(p: f64) -> String {
    format!("{:.1}", 100.0 * p + 0.0)
}

/// Two fractions that are the same but for rounding.
#[track_caller]
pub(crate) fn assert_fraction(p: f64, above: u32, below: u32) {
    let wanted = f64::from(above) / f64::from(below);
    assert!((p - wanted).abs() < 1e-12, "{p} is not {above}/{below}");
}
