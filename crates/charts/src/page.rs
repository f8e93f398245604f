//! Documents read key by key: every value is asked for by its key, what is wrong is noted with its path, and what nobody
//! has asked for is noted when the page is closed, so that all problems are named at once.

use grognard_umpire::{Fact, Misread, Side};
use std::cell::RefCell;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// A part of a document that is being read; see the module's words.
pub struct Page<'a> {
    fact: &'a Fact,
    path: String,
    problems: &'a RefCell<Vec<Misread>>,
    asked: RefCell<Vec<String>>,
}

impl<'a> Page<'a> {
    /// Reads a position: whatever `read` makes of its page, unless anything is wrong with it.
    ///
    /// # Errors
    /// Everything that was noted.
    pub fn position<T>(fact: &Fact, read: impl FnOnce(&Page<'_>) -> Option<T>) -> Result<T, Vec<Misread>> {
        let problems = RefCell::default();
        let read = read(&Page::new(fact, "position", &problems));
        let problems = problems.into_inner();
        match read {
            Some(read) if problems.is_empty() => Ok(read),
            _ => Err(problems),
        }
    }

    /// A document to be read, whose keys stand under this path.
    pub fn new(fact: &'a Fact, path: &str, problems: &'a RefCell<Vec<Misread>>) -> Page<'a> {
        Page { fact, path: path.to_owned(), problems, asked: RefCell::default() }
    }

    fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    /// Notes that something is wrong with the value of a key.
    pub fn wrong(&self, key: &str, problem: impl Into<String>) {
        self.problems.borrow_mut().push(Misread { path: self.at(key), problem: problem.into() });
    }

    fn get(&self, key: &str) -> Option<&'a Fact> {
        self.asked.borrow_mut().push(key.to_owned());
        self.fact.get(key).filter(|fact| **fact != Fact::Nothing)
    }

    /// Whatever stands under a key, for whoever reads it by himself.
    pub fn fact(&self, key: &str) -> Option<&'a Fact> {
        self.get(key)
    }

    /// Whether a key is there.
    pub fn has(&self, key: &str) -> bool {
        self.fact.get(key).is_some()
    }

    /// A whole number between bounds; the one given where the key is left out.
    pub fn number<T>(&self, key: &str, bounds: RangeInclusive<T>, otherwise: T) -> T
    where
        T: TryFrom<i64> + PartialOrd + Display + Copy,
    {
        match self.get(key) {
            None => otherwise,
            Some(Fact::Number(number)) => {
                let fits = T::try_from(*number).ok().filter(|number| bounds.contains(number));
                fits.unwrap_or_else(|| {
                    self.wrong(key, format!("{number} is not from {} to {}", bounds.start(), bounds.end()));
                    otherwise
                })
            }
            Some(_) => {
                self.wrong(key, format!("a whole number from {} to {}", bounds.start(), bounds.end()));
                otherwise
            }
        }
    }

    /// Yes or no; no where the key is left out.
    pub fn flag(&self, key: &str) -> bool {
        match self.get(key) {
            None => false,
            Some(Fact::Flag(flag)) => *flag,
            Some(_) => {
                self.wrong(key, "true or false");
                false
            }
        }
    }

    /// Words or a key of the rules'; none where it is left out.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        match self.get(key)? {
            Fact::Text(text) => Some(text),
            _ => {
                self.wrong(key, "text in quotes");
                None
            }
        }
    }

    /// Whatever a key of the rules' stands for; none where it is left out or stands for nothing.
    pub fn named<T>(&self, key: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
        let text = self.text(key)?;
        let found = find(text);
        if found.is_none() {
            self.wrong(key, format!("`{text}` is not known here"));
        }
        found
    }

    /// One of several alternatives by its key; none where it is left out or is none of them.
    pub fn one_of<T: Copy>(&self, key: &str, list: &[(&str, T)]) -> Option<T> {
        let text = self.text(key)?;
        let found = list.iter().find(|(name, _)| *name == text).map(|(_, item)| *item);
        if found.is_none() {
            let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
            self.wrong(key, format!("`{text}` is not among {}", names.join(", ")));
        }
        found
    }

    /// A side by its key; none where it is left out.
    pub fn side(&self, key: &str) -> Option<Side> {
        self.one_of(key, &Side::ALL.map(|side| (side.key(), side)))
    }

    /// Notes that a key is missing, if nothing was read for it.
    pub fn needed<T>(&self, key: &str, read: Option<T>) -> Option<T> {
        if read.is_none() && !self.has(key) {
            self.wrong(key, format!("`{key}` is missing"));
        }
        read
    }

    /// The table under a key; none where it is left out.
    pub fn part(&self, key: &str) -> Option<Page<'a>> {
        match self.get(key)? {
            fact @ Fact::Record(_) => Some(Page::new(fact, &self.at(key), self.problems)),
            _ => {
                self.wrong(key, "a table");
                None
            }
        }
    }

    /// The tables in a list, none where it is left out.
    pub fn rows(&self, key: &str) -> Vec<Page<'a>> {
        let mut rows = Vec::new();
        for (index, item) in self.list(key).iter().enumerate() {
            let path = format!("{key}.{index}");
            match item {
                Fact::Record(_) => rows.push(Page::new(item, &self.at(&path), self.problems)),
                _ => self.wrong(&path, "a table in braces"),
            }
        }
        rows
    }

    /// What the keys in a list stand for, none where it is left out.
    pub fn all_named<T>(&self, key: &str, find: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut all = Vec::new();
        for (index, item) in self.list(key).iter().enumerate() {
            let found = match item {
                Fact::Text(text) => find(text),
                Fact::Number(number) => find(&number.to_string()),
                _ => None,
            };
            match (found, item) {
                (Some(found), _) => all.push(found),
                (None, Fact::Text(text)) => {
                    self.wrong(&format!("{key}.{index}"), format!("`{text}` is not known here"));
                }
                (None, Fact::Number(number)) => {
                    self.wrong(&format!("{key}.{index}"), format!("{number} is not known here"));
                }
                (None, _) => self.wrong(&format!("{key}.{index}"), "text in quotes"),
            }
        }
        all
    }

    /// Whole numbers in a list, none where it is left out.
    pub fn numbers<T: TryFrom<i64>>(&self, key: &str) -> Vec<T> {
        let mut numbers = Vec::new();
        for (index, item) in self.list(key).iter().enumerate() {
            match item {
                Fact::Number(number) if T::try_from(*number).is_ok() => {
                    numbers.extend(T::try_from(*number));
                }
                _ => self.wrong(&format!("{key}.{index}"), "a whole number of a fitting size"),
            }
        }
        numbers
    }

    /// A list of anything, empty where it is left out.
    pub fn list(&self, key: &str) -> &'a [Fact] {
        match self.get(key) {
            None => &[],
            Some(Fact::List(list)) => list,
            Some(_) => {
                self.wrong(key, "a list in brackets");
                &[]
            }
        }
    }
}

impl Drop for Page<'_> {
    /// What nobody has asked for is a slip of the pen.
    fn drop(&mut self) {
        let Fact::Record(pairs) = self.fact else { return };
        let asked = self.asked.borrow();
        let unknown: Vec<&String> =
            pairs.iter().map(|(key, _)| key).filter(|key| !asked.iter().any(|asked| asked == *key)).collect();
        for key in unknown {
            let known = asked.join(", ");
            self.wrong(key, format!("no key `{key}` belongs here; there are {known}"));
        }
    }
}
