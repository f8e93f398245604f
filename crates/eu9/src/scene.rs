//! What a battle file may say of an army, by year and theatre: the same for field battles and sieges.

use crate::charts::Charts;
use crate::power::{Class, Corps, Country, Period, Technology, Theatre, Turn};
use crate::stack::Stack;
use grognard_charts::Problem;

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

impl Scene<'_> {
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
        let theirs = matches!(claim.technology, Technology::Renaissance | Technology::Arquebus);
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
