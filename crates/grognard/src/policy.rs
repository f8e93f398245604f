//! Best play told as a policy: what to do when, in a few lines that a player can remember.
//!
//! Best play is solved state by state. Here the states in which a side is asked the same thing are told apart by
//! what the side can see (its morale, the day), as coarsely as the answers allow: a small tree of conditions, each
//! leaf of which is a line.

use grognard_odds::{Alternative, Decision};
use grognard_umpire::{Fact, Playable, Side, Topic};
use std::collections::BTreeMap;

/// One line of a policy.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyLine {
    /// Who decides.
    pub by: Side,
    /// What is decided.
    pub topic: Topic,
    /// When this line holds, in words; empty for always.
    pub when: String,
    /// The option's key.
    pub key: String,
    /// The option in words, with how often it should be taken where that is not always.
    pub words: String,
    /// How often it is come to, in the mean of all battles.
    pub met: f64,
    /// How often the line is what best play does.
    pub fits: f64,
    /// What the option gains over the next best, in the mean.
    pub gain: f64,
}

/// Conditions are set no deeper than this.
const DEPTH_MAX: u32 = 2;
/// A condition must put so large a share of the cases right.
const WORTH_A_CONDITION: f64 = 0.005;
/// What is right less often than this is no rule to remember.
const WORTH_TELLING: f64 = 0.75;
/// Words that differ from case to case more than this are no condition.
const WORDS_MAX: usize = 6;

/// A decision with what the side can see.
struct Case<'a> {
    met: f64,
    alternatives: &'a [Alternative],
    /// The option taken most often.
    taken: usize,
    seen: BTreeMap<String, Seen>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seen {
    Number(i64),
    Word(String),
}

/// Something that may be true of what is seen.
#[derive(Clone, Debug)]
enum Condition {
    AtLeast(String, i64),
    Is(String, String),
}

impl Condition {
    fn holds(&self, case: &Case<'_>) -> bool {
        match self {
            Condition::AtLeast(key, bound) => {
                matches!(case.seen.get(key), Some(Seen::Number(number)) if number >= bound)
            }
            Condition::Is(key, word) => matches!(case.seen.get(key), Some(Seen::Word(seen)) if seen == word),
        }
    }

    fn words(&self, holds: bool) -> String {
        match (self, holds) {
            (Condition::AtLeast(key, bound), true) => format!("{key} is {bound} or more"),
            (Condition::AtLeast(key, bound), false) => format!("{key} is {} or less", bound - 1),
            (Condition::Is(key, word), true) => format!("{key} is {word}"),
            (Condition::Is(key, word), false) => format!("{key} is not {word}"),
        }
    }
}

/// The policy of solved decisions.
pub(crate) fn policy<P: Playable>(rules: &P::Rules, decisions: &[Decision<P>]) -> Vec<PolicyLine> {
    let mut questions: Vec<((Side, Topic), Vec<Case<'_>>)> = Vec::new();
    for decision in decisions {
        let mut seen = BTreeMap::new();
        flatten(&decision.state.view(rules, Some(decision.by)), "", &mut seen);
        let heaviest = |(_, a): &(usize, &Alternative), (_, b): &(usize, &Alternative)| {
            a.weight.total_cmp(&b.weight).then(std::cmp::Ordering::Greater)
        };
        let Some((taken, _)) = decision.alternatives.iter().enumerate().max_by(heaviest) else { continue };
        let case = Case { met: decision.met, alternatives: &decision.alternatives, taken, seen };
        let question = (decision.by, decision.topic);
        match questions.iter_mut().find(|(known, _)| *known == question) {
            Some((_, cases)) => cases.push(case),
            None => questions.push((question, vec![case])),
        }
    }
    let mut lines = Vec::new();
    for ((by, topic), cases) in &questions {
        let cases: Vec<&Case<'_>> = cases.iter().collect();
        divide(&cases, &mut Vec::new(), &mut |when, cases| lines.extend(line(*by, *topic, when, cases)));
    }
    lines
}

/// What is seen, each fact under its full name.
fn flatten(fact: &Fact, name: &str, seen: &mut BTreeMap<String, Seen>) {
    let under = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name} {key}") };
    match fact {
        Fact::Number(number) => drop(seen.insert(name.to_owned(), Seen::Number(*number))),
        Fact::Flag(flag) => {
            let word = if *flag { "true" } else { "false" };
            seen.insert(name.to_owned(), Seen::Word(word.to_owned()));
        }
        Fact::Text(text) => drop(seen.insert(name.to_owned(), Seen::Word(text.clone()))),
        Fact::Record(pairs) => pairs.iter().for_each(|(key, fact)| flatten(fact, &under(key), seen)),
        Fact::List(items) => {
            let numbered = items.iter().enumerate();
            numbered.for_each(|(index, item)| flatten(item, &under(&(index + 1).to_string()), seen));
        }
        Fact::Nothing => {}
    }
}

/// The option most often right, by key, how often it is, and how often anything is asked.
fn commonest<'a>(cases: &[&Case<'a>]) -> (&'a str, f64, f64) {
    let mut weights: BTreeMap<&'a str, f64> = BTreeMap::new();
    for case in cases {
        *weights.entry(case.alternatives[case.taken].key.as_str()).or_insert(0.0) += case.met;
    }
    let all = weights.values().sum();
    let heaviest =
        weights.into_iter().fold(("", 0.0), |best, next| if next.1 > best.1 { next } else { best });
    (heaviest.0, heaviest.1, all)
}

/// Takes in a leaf of the tree: its conditions and its cases.
type Leaf<'f, 'a> = &'f mut dyn FnMut(&[(Condition, bool)], &[&Case<'a>]);

/// Divides the cases by the condition that puts most of them right, and those again.
fn divide<'a>(cases: &[&Case<'a>], when: &mut Vec<(Condition, bool)>, leaf: Leaf<'_, 'a>) {
    let (_, right, all) = commonest(cases);
    let deep = when.len() as u32 >= DEPTH_MAX;
    let mut best: Option<(f64, Condition)> = None;
    if !deep && right < all {
        for condition in conditions(cases) {
            let (yes, no): (Vec<&Case<'a>>, Vec<&Case<'a>>) =
                cases.iter().partition(|case| condition.holds(case));
            let gained = commonest(&yes).1 + commonest(&no).1 - right;
            if gained > WORTH_A_CONDITION * all && best.as_ref().is_none_or(|(most, _)| gained > *most) {
                best = Some((gained, condition));
            }
        }
    }
    let Some((_, condition)) = best else { return leaf(when, cases) };
    for holds in [true, false] {
        let part: Vec<&Case<'a>> =
            cases.iter().copied().filter(|case| condition.holds(case) == holds).collect();
        when.push((condition.clone(), holds));
        divide(&part, when, leaf);
        when.pop();
    }
}

/// Everything that could tell the cases apart.
fn conditions(cases: &[&Case<'_>]) -> Vec<Condition> {
    let mut values: BTreeMap<&str, Vec<&Seen>> = BTreeMap::new();
    for (key, seen) in cases.iter().flat_map(|case| &case.seen) {
        values.entry(key).or_default().push(seen);
    }
    let mut all = Vec::new();
    for (key, mut seen) in values {
        seen.sort();
        seen.dedup();
        let words = seen.iter().filter(|seen| matches!(seen, Seen::Word(_))).count();
        for value in seen.iter().skip(1) {
            match value {
                Seen::Number(bound) => all.push(Condition::AtLeast(key.to_owned(), *bound)),
                Seen::Word(word) if words <= WORDS_MAX => {
                    all.push(Condition::Is(key.to_owned(), word.clone()));
                }
                Seen::Word(_) => {}
            }
        }
    }
    all
}

fn line(by: Side, topic: Topic, when: &[(Condition, bool)], cases: &[&Case<'_>]) -> Option<PolicyLine> {
    let (key, right, met) = commonest(cases);
    let like = cases.iter().find(|case| case.alternatives[case.taken].key == key)?;
    let taken = &like.alternatives[like.taken];
    if right / met < WORTH_TELLING {
        return None;
    }
    // With both at their best the second side makes the value small.
    let gain = |case: &Case<'_>| {
        let own = case.alternatives.iter().find(|other| other.key == key)?.value;
        let others = case.alternatives.iter().filter(|other| other.key != key);
        let nearest = others.map(|other| (own - other.value).abs()).min_by(f64::total_cmp)?;
        Some((case.met, case.met * nearest))
    };
    let offered: Vec<(f64, f64)> = cases.iter().filter_map(|case| gain(case)).collect();
    let times: f64 = offered.iter().map(|(met, _)| met).sum();
    let gains = if times > 0.0 { offered.iter().map(|(_, gain)| gain).sum::<f64>() / times } else { 0.0 };
    let mixed = taken.weight > 0.0 && taken.weight < 0.9995;
    let words = match mixed {
        true => format!("{} ({:.0} % of the time)", taken.words, taken.weight * 100.0),
        false => taken.words.clone(),
    };
    let when: Vec<String> = when.iter().map(|(condition, holds)| condition.words(*holds)).collect();
    Some(PolicyLine {
        by,
        topic,
        when: when.join(" and "),
        key: key.to_owned(),
        words,
        met,
        fits: right / met,
        gain: gains,
    })
}
