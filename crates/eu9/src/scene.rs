//! What a battle file may say of an army, by year and theatre: the same for field battles and sieges.

use crate::charts::{Charts, Entry};
use crate::host::{ALLIES_MAX, Claimant, Contingent, Host, check_together, commands};
use crate::leader::{Commander, Leader};
use crate::power::{Class, Corps, Country, Period, Technology, Theatre, Turn};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::Problem;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// When and where.
pub(crate) struct Scene<'a> {
    pub(crate) charts: &'a Charts,
    pub(crate) turn: Turn,
    pub(crate) period: Period,
    pub(crate) year: u16,
    pub(crate) theatre: Theatre,
}

/// What a file claims of an army, under its key.
pub(crate) struct Claim<'a> {
    pub(crate) key: &'a str,
    pub(crate) country: Country,
    pub(crate) class: Option<Class>,
    pub(crate) corps: Option<Corps>,
    pub(crate) technology: Technology,
    pub(crate) tercios: bool,
}

/// Who leads a stack in a battle file.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(untagged))]
pub(crate) enum LeaderText {
    /// `replacement` or `vizier`.
    Drawn(String),
    /// A leader on the board.
    Present(PresentText),
}

impl<'de> Deserialize<'de> for LeaderText {
    fn deserialize<D: Deserializer<'de>>(text: D) -> Result<Self, D::Error> {
        word_or_values(text, LeaderText::Drawn, LeaderText::Present)
    }
}

/// Reads a word, or a table of values. What is wrong in the table is named by itself.
pub(crate) fn word_or_values<'de, D, T, V>(
    text: D,
    word: fn(String) -> T,
    values: fn(V) -> T,
) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    V: Deserialize<'de>,
{
    struct Either<T, V>(fn(String) -> T, fn(V) -> T);
    impl<'de, T, V: Deserialize<'de>> Visitor<'de> for Either<T, V> {
        type Value = T;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("\"replacement\", or { name = …, manoeuvre = …, fire = …, shock = … }")
        }
        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            Ok((self.0)(text.to_owned()))
        }
        fn visit_map<M: MapAccess<'de>>(self, table: M) -> Result<T, M::Error> {
            V::deserialize(MapAccessDeserializer::new(table)).map(self.1)
        }
    }
    text.deserialize_any(Either(word, values))
}

/// A leader on the board.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PresentText {
    name: Option<String>,
    manoeuvre: i8,
    fire: i8,
    shock: i8,
    /// For sieges only.
    #[serde(default)]
    siege: i8,
    /// A monarch, or an heir who may lead troops: he commands a stack of several nations.
    #[serde(default)]
    monarch: bool,
    /// His rank, A the highest, which counts between nations of equal numbers.
    rank: Option<char>,
}

/// The troops of another nation in a stack.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct AllyText {
    name: Option<String>,
    country: Country,
    class: Option<Class>,
    corps: Option<Corps>,
    counters: String,
    technology: Technology,
    #[serde(default)]
    veteran: bool,
    #[serde(default)]
    tercios: bool,
    /// Their own leader, who serves under the other.
    leader: Option<ServingText>,
}

impl AllyText {
    pub(crate) fn is_turkish(&self) -> bool {
        self.country == Country::Turkey
    }
}

/// A leader who is there and does not command.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct ServingText {
    #[allow(dead_code)]
    name: String,
    #[serde(default)]
    monarch: bool,
    rank: Option<char>,
}

impl LeaderText {
    /// Who commands, and his SIEGE.
    pub(crate) fn commander(
        &self,
        key: &str,
        country: Country,
        nameless: String,
        problems: &mut Vec<Problem>,
    ) -> (Commander, i8) {
        match self {
            LeaderText::Drawn(word) => {
                let row = match (word.as_str(), country) {
                    ("vizier", Country::Turkey) => VIZIER,
                    (_, country) => country.key(),
                };
                if word != "replacement" && row != VIZIER {
                    let problem = format!(
                        "`{word}` is no leader: write \"replacement\", for Turkey also \"vizier\", or \
                         {{ name = …, manoeuvre = …, fire = …, shock = … }}"
                    );
                    problems.push(Problem::new(format!("{key}.leader"), problem));
                }
                (Commander::Drawn { row }, 0)
            }
            LeaderText::Present(present) => {
                let PresentText { name, manoeuvre, fire, shock, siege, .. } = present.clone();
                let values = [("manoeuvre", manoeuvre), ("fire", fire), ("shock", shock), ("siege", siege)];
                for (field, value) in values {
                    if !(0..=Leader::VALUE_MAX).contains(&value) {
                        let problem =
                            format!("{value} is no leader's value; write 0 to {}", Leader::VALUE_MAX);
                        problems.push(Problem::new(format!("{key}.leader.{field}"), problem));
                    }
                }
                let leader = Leader { manoeuvre, fire, shock };
                let named = name.is_some();
                (Commander::Present { named, name: name.unwrap_or(nameless), leader }, siege)
            }
        }
    }

    /// What counts for who commands; a vizier is as good as a monarch.
    fn claimant(&self, troops: Thirds) -> Claimant {
        match self {
            LeaderText::Drawn(word) => {
                Claimant { troops, present: false, monarch: word == VIZIER, rank: None }
            }
            LeaderText::Present(PresentText { monarch, rank, .. }) => {
                Claimant { troops, present: true, monarch: *monarch, rank: *rank }
            }
        }
    }
}

/// The row of the Turkish viziers.
pub(crate) const VIZIER: &str = "vizier";

impl Scene<'_> {
    /// A nation and those that fight under its command, each within the limits of any stack and all of them
    /// together too; and whether the one that commands is the one that should.
    pub(crate) fn nations(
        &self,
        key: &str,
        own: Contingent,
        leader: &LeaderText,
        texts: &[AllyText],
        problems: &mut Vec<Problem>,
    ) -> Vec<Contingent> {
        let troops = own.stack.size();
        let mut nations = vec![own];
        for (index, text) in texts.iter().enumerate() {
            let key = format!("{key}.allies.{index}");
            let AllyText { country, class, corps, technology, tercios, veteran, .. } = *text;
            let stack = self.stack(&format!("{key}.counters"), &text.counters, country, problems);
            let stack = stack.unwrap_or(Stack { ld: 1, ..Stack::default() });
            if stack.size() == Thirds::ZERO {
                problems.push(Problem::new(format!("{key}.counters"), "an ally without troops is none"));
            }
            let claim = Claim { key: &key, country, class, corps, technology, tercios };
            let class = self.check(&claim, problems);
            let serving = text.leader.as_ref();
            let claimant = Claimant {
                troops: stack.size(),
                present: serving.is_some(),
                monarch: serving.is_some_and(|leader| leader.monarch),
                rank: serving.and_then(|leader| leader.rank),
            };
            let name = text.name.clone().unwrap_or_else(|| country.name());
            if let Err(refusal) = commands(leader.claimant(troops), claimant) {
                let problem =
                    format!("{refusal}: write {name} as the side's own country, the other as its ally");
                problems.push(Problem::new(key, problem));
            }
            let veterans = if veteran { stack.size() } else { Thirds::ZERO };
            let key = String::new();
            nations.push(Contingent {
                name,
                key,
                country,
                class,
                corps,
                stack,
                technology,
                veterans,
                tercios,
            });
        }
        self.check_together(key, &nations, problems);
        for (index, nation) in nations.iter().enumerate() {
            if nation.are_timars() && nation.veterans > Thirds::ZERO {
                let path = match index {
                    0 => format!("{key}.veteran"),
                    ally => format!("{key}.allies.{}.veteran", ally - 1),
                };
                let problem = format!(
                    "Turks without a corps are Timars and never veterans ({}); write corps = \"janissary\", or leave it out",
                    rule!("STACK-s")
                );
                problems.push(Problem::new(path, problem));
            }
        }
        nations
    }

    /// Checks that nations may stand in one stack.
    pub(crate) fn check_together(&self, key: &str, nations: &[Contingent], problems: &mut Vec<Problem>) {
        let [own, allies @ ..] = nations else { return };
        if allies.is_empty() {
            return;
        }
        if allies.len() > ALLIES_MAX {
            let problem = format!("a stack has three counters, and so at most {ALLIES_MAX} allies");
            problems.push(Problem::new(format!("{key}.allies"), problem));
            return;
        }
        let countries: Vec<Country> = nations.iter().map(|nation| nation.country).collect();
        let stack = Host::gathered(own.stack, allies).stack;
        for refusal in check_together(stack, &countries).err().unwrap_or_default() {
            let problem = format!("all nations together: {refusal}");
            problems.push(Problem::new(format!("{key}.allies"), problem));
        }
    }

    /// Reads the counters of a stack, which keeps the stacking limits; there are no land d in Europe.
    pub(crate) fn stack(
        &self,
        path: &str,
        text: &str,
        country: Country,
        problems: &mut Vec<Problem>,
    ) -> Option<Stack> {
        let mut problem = |words: String| problems.push(Problem::new(path, words));
        let stack = match Stack::read(text) {
            Ok(stack) => stack,
            Err(words) => {
                problem(words);
                return None;
            }
        };
        for refusal in stack.check(country).err().unwrap_or_default() {
            problem(refusal.to_string());
        }
        if self.theatre == Theatre::Europe && stack.d > 0 {
            problem("there are no land d in Europe; they are lost on entering it".to_owned());
        }
        Some(stack)
    }

    /// Checks that a technology exists in the year.
    pub(crate) fn check_technology(&self, key: &str, technology: Technology, problems: &mut Vec<Problem>) {
        let first = self.charts.first_turn(technology.key());
        if self.turn < first {
            let year = 1490 + 5 * (u16::from(first.0) - 1);
            let problem = format!(
                "{technology} does not exist in {}; it comes in {year} (turn {})",
                self.year, first.0
            );
            problems.push(Problem::new(format!("{key}.technology"), problem));
        }
    }

    /// Checks technology, tercios and corps; hands back the class.
    pub(crate) fn check(&self, claim: &Claim<'_>, problems: &mut Vec<Problem>) -> Class {
        self.check_technology(claim.key, claim.technology, problems);
        self.check_tercios(claim, problems);
        let class = self.class(claim, problems);
        if let Some(problem) = corps_problem(claim, class) {
            problems.push(Problem::new(format!("{}.corps", claim.key), problem));
        }
        class
    }

    fn check_tercios(&self, claim: &Claim<'_>, problems: &mut Vec<Problem>) {
        let theirs = self.charts.knows_tercios(claim.technology);
        let first = self.charts.first_turn("tercio");
        if claim.tercios && (claim.country != Country::Spain || !theirs || self.turn < first) {
            let problem = format!(
                "tercios are Spain's, of renaissance or arquebus technology, from turn {} on ({})",
                first.0,
                rule!("BATTLE-i")
            );
            problems.push(Problem::new(format!("{}.tercios", claim.key), problem));
        }
    }

    fn class(&self, claim: &Claim<'_>, problems: &mut Vec<Problem>) -> Class {
        let key = claim.key;
        let major = self.charts.class_of(claim.country, self.period);
        match (claim.country, major, claim.class) {
            (Country::Turkey, Some(_), None) if claim.corps.is_some_and(Corps::is_reformed) => {
                Class::IReformed
            }
            (_, Some(class), None) => class,
            // Austria may become class IV earlier, by events.
            (Country::Habsburg, Some(_), Some(class @ (Class::III | Class::IV))) => class,
            (Country::Natives, _, None | Some(Class::A)) => Class::A,
            (Country::Minor, _, Some(class)) => class,
            (Country::Minor, _, None) => {
                let problem = "a minor country needs its army class, for example class = \"III\"";
                problems.push(Problem::new(format!("{key}.country"), problem));
                Class::III
            }
            (country, ..) => {
                let problem = format!("the class of {country} stands in the table; leave it out");
                problems.push(Problem::new(format!("{key}.class"), problem));
                Class::III
            }
        }
    }
}

fn corps_problem(claim: &Claim<'_>, class: Class) -> Option<&'static str> {
    match (claim.corps?, claim.country) {
        (Corps::Janissary | Corps::SecondReform, Country::Turkey) => None,
        (Corps::Reformed, Country::Turkey | Country::Russia) => None,
        (Corps::Usa, Country::Minor) if class == Class::IV => None,
        (Corps::Janissary, _) => Some("only Turkey has janissaries"),
        (Corps::Reformed, _) => Some("only Russia and Turkey have a military reform"),
        (Corps::SecondReform, _) => Some("only Turkey has a second military reform"),
        (Corps::Usa, _) => Some("the USA are a minor country of class IV"),
    }
}

/// Why a power cannot meet Turkey for the first time, if a file says that it does.
pub(crate) fn first_fight_problem(
    charts: &Charts,
    year: u16,
    turks: bool,
    country: Country,
    name: &str,
) -> Option<String> {
    let before = charts.value(Entry::FirstFightBefore);
    let known = |name: &str| charts.words.knows_the_turks(name);
    match country.name() {
        _ if !turks || i32::from(year) >= i32::from(before) => {
            Some(format!("only against Turkey, and only before {before}; leave it out"))
        }
        country if known(&country) => Some(format!("{country} knows the Turks; leave it out")),
        _ if country == Country::Minor && known(name) => {
            Some(format!("{name} knows the Turks; leave it out"))
        }
        _ => None,
    }
}
