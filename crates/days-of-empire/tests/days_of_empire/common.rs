//! What the tests share: files made from parts, and their exact odds.

use grognard_days_of_empire::{Charts, Contest, open};
use grognard_odds::{Budget, exact};
use grognard_testkit::record;
use grognard_umpire::{Choice, Clause, Generator, Header, Playable, Session, Visitor};
use std::sync::Arc;

/// The charts as they come.
pub(crate) fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap_or_else(|error| panic!("{error}")))
}

/// Opens a file that must be right.
pub(crate) fn opened(text: &str) -> Contest {
    open("test.toml", text, &charts()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A refusal, the clause that it names taken down.
pub(crate) fn noted(refusal: String) -> String {
    record::named(&refusal, "DOE-");
    refusal
}

/// A clerk for look-ups whose outcome a test asserts.
pub(crate) fn heard(clause: Clause) {
    record::reached(&[], &[clause]);
}

/// What is wrong with a file.
pub(crate) fn refused(text: &str) -> String {
    match open("test.toml", text, &charts()) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => noted(error.to_string()),
    }
}

/// The probabilities of each value of a figure, decided by policy.
#[derive(Clone, Copy)]
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
        note_clauses(&start, &rules);
        let figures = P::figures(&rules);
        let figure = figures.iter().find(|figure| figure.key == self.0).expect("a figure with this key");
        odds.marginal(|end| (figure.of)(end)).into_iter().collect()
    }
}

/// Odds tell nothing of clauses: what they are made of is carried out a few times for the record.
fn note_clauses<P: Playable>(start: &P, rules: &Arc<P::Rules>) {
    for seed in 0..12 {
        let mut dice = Generator::new(seed);
        let mut session = Session::start(start.clone(), Arc::clone(rules), Header::default());
        for _ in 0..100 {
            session.throw_on(&mut dice);
            let Some(question) = session.pending().first().cloned() else { break };
            let Some(side) = question.asking.by else { break };
            let key = question.options()[0].key.clone();
            session.answer_salted(side, &key, [0; 16]).expect("what is offered");
        }
        record::reached(session.account(), session.cited());
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

/// Every end that can come about, as the text of its facts.
pub(crate) struct Ends;

impl Visitor for Ends {
    type Out = Vec<String>;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Self::Out
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        let odds = exact(&start, &rules, &decide, Budget::default()).expect("within the budget");
        note_clauses(&start, &rules);
        odds.ends().iter().map(|(end, _)| grognard_testkit::fact_text(&P::end_facts(&rules, end))).collect()
    }
}

/// A volley: shots, the target's unit, and whatever else stands in the file.
pub(crate) fn volley(readings: &str, shots: &[&str], target: &str, more: &str) -> String {
    let shots: String = shots.iter().map(|shot| format!("[[shot]]\n{shot}\n")).collect();
    format!(
        "system = \"days-of-empire\"\nkind = \"volley\"\ntitle = \"a volley\"\nreadings = {{ {readings} }}\n\
         [attacker]\nname = \"the firers\"\n[defender]\nname = \"the others\"\n{shots}\
         [target]\nunit = {{ name = \"the target\", {target} }}\n{more}\n"
    )
}

/// A charge: the way, both units, and whatever else stands in the file.
pub(crate) fn charge(readings: &str, way: &str, attacker: &str, defender: &str, more: &str) -> String {
    format!(
        "system = \"days-of-empire\"\nkind = \"charge\"\ntitle = \"a charge\"\nreadings = {{ {readings} }}\n\
         [way]\n{way}\n[attacker]\nname = \"the chargers\"\nunit = {{ name = \"the charger\", {attacker} }}\n\
         [defender]\nname = \"the others\"\nunit = {{ name = \"the target\", {defender} }}\n{more}\n"
    )
}

/// An assault: the units of both sides.
pub(crate) fn assault(readings: &str, attackers: &[&str], defenders: &[&str]) -> String {
    let side = |name: &str, units: &[&str]| -> String {
        units.iter().map(|unit| format!("[[{name}.fighter]]\n{unit}\n")).collect()
    };
    format!(
        "system = \"days-of-empire\"\nkind = \"assault\"\ntitle = \"an assault\"\nreadings = {{ {readings} }}\n\
         [attacker]\nname = \"the attackers\"\n{}[defender]\nname = \"the defenders\"\n{}",
        side("attacker", attackers),
        side("defender", defenders)
    )
}
