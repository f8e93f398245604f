//! Best play told as a policy: what to do when, in a few lines that a player can remember.
//!
//! Best play is solved state by state. Here the states in which a side is asked the same thing are told apart by
//! what the side can see (its morale, the day), as coarsely as the answers allow: a small tree of conditions, each
//! leaf of which is a line.

use grognard_odds::{Alternative, Decision};
use grognard_umpire::{BySide, Fact, Playable, Side, Topic};
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

    fn key(&self) -> &str {
        match self {
            Condition::AtLeast(key, _) | Condition::Is(key, _) => key,
        }
    }
}

/// Conditions and whether they hold in words, all that is said of one thing together; empty for always.
fn when_words(when: &[(Condition, bool)]) -> String {
    let mut keys: Vec<&str> = Vec::new();
    for (condition, _) in when {
        if !keys.contains(&condition.key()) {
            keys.push(condition.key());
        }
    }
    let words = |key: &&str| {
        let key: &str = key;
        let of_it = || when.iter().filter(move |(condition, _)| condition.key() == key);
        let bounds = |wanted: bool| {
            of_it().filter_map(move |(condition, holds)| match condition {
                Condition::AtLeast(_, bound) if *holds == wanted => Some(*bound),
                _ => None,
            })
        };
        let numbers = match (bounds(true).max(), bounds(false).min().map(|bound| bound - 1)) {
            (Some(low), Some(high)) if low == high => vec![format!("{key} is {low}")],
            (Some(low), Some(high)) => vec![format!("{key} is {low} to {high}")],
            (Some(low), None) => vec![format!("{key} is {low} or more")],
            (None, Some(high)) => vec![format!("{key} is {high} or less")],
            (None, None) => Vec::new(),
        };
        let said = of_it().filter_map(|(condition, holds)| match (condition, holds) {
            (Condition::Is(_, word), true) => Some(format!("{key} is {word}")),
            (Condition::Is(_, word), false) => Some(format!("{key} is not {word}")),
            (Condition::AtLeast(..), _) => None,
        });
        numbers.into_iter().chain(said).collect::<Vec<_>>().join(" and ")
    };
    keys.iter().map(words).collect::<Vec<_>>().join(" and ")
}

/// The policy of solved decisions.
pub(crate) fn policy<P: Playable>(rules: &P::Rules, decisions: &[Decision<P>]) -> Vec<PolicyLine> {
    let mut questions: Vec<((Side, Topic), Vec<Case<'_>>)> = Vec::new();
    for decision in decisions {
        let mut seen = BTreeMap::new();
        let sides = BySide::from_fn(|side| P::side_name(rules, side));
        let place = Place { sides: &sides, path: Vec::new(), whose: Vec::new() };
        flatten(&decision.state.view(rules, Some(decision.by)), &place, &mut seen);
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

/// Where a fact stands: whose it is, from the outside in, and under which keys from there.
#[derive(Clone)]
struct Place<'a> {
    sides: &'a BySide<String>,
    path: Vec<String>,
    whose: Vec<String>,
}

impl Place<'_> {
    fn under(&self, key: &str) -> Self {
        let side = match key {
            "attacker" | "first" => Some(Side::First),
            "defender" | "second" => Some(Side::Second),
            _ => None,
        };
        match side.filter(|_| self.whose.is_empty() && self.path.is_empty()) {
            Some(side) => self.of(&self.sides[side]),
            None => Place { path: [&self.path[..], &[key.to_owned()]].concat(), ..self.clone() },
        }
    }

    /// What belongs to somebody or something with a name.
    fn of(&self, name: &str) -> Self {
        let mut whose = self.whose.clone();
        if whose.last().is_none_or(|last| last != name) {
            whose.push(name.to_owned());
        }
        Place { whose, path: Vec::new(), ..self.clone() }
    }

    /// The fact's name: "hexes of the 5th Division of the Austrians".
    fn words(&self) -> String {
        let path = self.path.join(" ").replace('-', " ");
        let owners = self.whose.iter().rev().map(String::as_str);
        std::iter::once(path.as_str())
            .chain(owners)
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join(" of ")
    }
}

/// The name that a record gives itself.
fn own_name(fact: &Fact) -> Option<&str> {
    match ["name", "force"].into_iter().find_map(|key| fact.get(key))? {
        Fact::Text(name) => Some(name),
        _ => None,
    }
}

/// What is seen, each fact under its full name.
fn flatten(fact: &Fact, place: &Place<'_>, seen: &mut BTreeMap<String, Seen>) {
    match fact {
        Fact::Number(number) => drop(seen.insert(place.words(), Seen::Number(*number))),
        Fact::Flag(flag) => {
            let word = if *flag { "true" } else { "false" };
            seen.insert(place.words(), Seen::Word(word.to_owned()));
        }
        Fact::Text(text) => drop(seen.insert(place.words(), Seen::Word(text.clone()))),
        Fact::Record(pairs) => pairs.iter().for_each(|(key, fact)| flatten(fact, &place.under(key), seen)),
        Fact::List(items) => {
            let alone = |name: &&str| items.iter().filter(|item| own_name(item) == Some(*name)).count() == 1;
            for (index, item) in items.iter().enumerate() {
                match own_name(item).filter(alone) {
                    Some(name) => flatten(item, &place.of(name), seen),
                    None => flatten(item, &place.under(&(index + 1).to_string()), seen),
                }
            }
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
    Some(PolicyLine {
        by,
        topic,
        when: when_words(when),
        key: key.to_owned(),
        words,
        met,
        fits: right / met,
        gain: gains,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_go_by_the_names_of_those_whose_they_are() {
        let division = |hexes: u8| {
            Fact::record([("force", Fact::from("the 5th Division")), ("hexes", Fact::from(hexes))])
        };
        let view = Fact::record([
            ("marker-level", Fact::from(2u8)),
            ("attacker", Fact::list([division(1)])),
            ("defender", Fact::list([division(0), division(2)])),
        ]);
        let sides = BySide::new("the Austrians".to_owned(), "the Russians".to_owned());
        let mut seen = BTreeMap::new();
        flatten(&view, &Place { sides: &sides, path: Vec::new(), whose: Vec::new() }, &mut seen);
        let number = |name: &str| seen.get(name).cloned();
        assert_eq!(number("marker level"), Some(Seen::Number(2)), "{seen:?}");
        assert_eq!(number("hexes of the 5th Division of the Austrians"), Some(Seen::Number(1)), "{seen:?}");
        // Where two are called the same they are numbered.
        assert_eq!(number("2 hexes of the Russians"), Some(Seen::Number(2)), "{seen:?}");
    }

    #[test]
    fn what_is_said_of_one_thing_is_said_at_once() {
        let at_least = |bound, holds| (Condition::AtLeast("sp of Rome".to_owned(), bound), holds);
        let is = (Condition::Is("stage".to_owned(), "combat".to_owned()), false);
        assert_eq!(when_words(&[at_least(64, false), at_least(55, false)]), "sp of Rome is 54 or less");
        assert_eq!(
            when_words(&[at_least(64, false), is, at_least(55, true)]),
            "sp of Rome is 55 to 63 and stage is not combat"
        );
        assert_eq!(when_words(&[at_least(64, false), at_least(63, true)]), "sp of Rome is 63");
        assert_eq!(when_words(&[]), "");
    }
}
