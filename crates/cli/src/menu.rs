//! The answers a question has, as a person reads them: a few by number, many in two steps, ways to name several folded away.

use crate::asked::what_counts;
use crate::hint::did_you_mean;
use crate::paint::{DIM, GOOD, HEAD, styled};
use crate::prompt;
use crate::table::Table;
use grognard::umpire::{Kind, Offered, Question, Side};
use grognard::{Alternative, SAME, points};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// So many answers are listed at once.
const LISTED_MAX: usize = 40;

/// A key longer than this is not shown whole beside its words.
const KEY_SHOWN: usize = 32;

/// Fewer ways to name several are listed like any answer.
const FOLDED_FROM: usize = 3;

/// The answers that numbers mean: those that name one thing each come first, and ways to name several of them last,
/// which are told in a line.
pub(crate) struct Answers {
    all: Vec<Offered>,
    listed: usize,
}

impl Answers {
    pub(crate) fn of(options: Vec<Offered>) -> Answers {
        let keys: BTreeSet<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
        let joins = |key: &str| {
            let Some((begins, last)) = key.rsplit_once(' ') else { return false };
            let alone = |part: &str| keys.contains(format!("{begins} {part}").as_str());
            last.contains('+') && last.split('+').all(alone)
        };
        let joined: BTreeSet<String> =
            options.iter().map(|offered| offered.key.clone()).filter(|key| joins(key)).collect();
        if joined.len() < FOLDED_FROM {
            let listed = options.len();
            return Answers { all: options, listed };
        }
        let (last, mut all): (Vec<Offered>, Vec<Offered>) =
            options.into_iter().partition(|offered| joined.contains(&offered.key));
        let listed = all.len();
        all.extend(last);
        Answers { all, listed }
    }

    pub(crate) fn all(&self) -> &[Offered] {
        &self.all
    }

    /// Those with a line and a number of their own.
    pub(crate) fn listed(&self) -> &[Offered] {
        &self.all[..self.listed]
    }

    /// The word that every answer begins with, where each goes on behind it.
    fn shared_word(&self) -> Option<&str> {
        let (word, _) = self.all.first()?.key.split_once(' ')?;
        let shared = |offered: &Offered| offered.key.split_once(' ').is_some_and(|(first, _)| first == word);
        (self.all.len() > 1 && self.all.iter().all(shared)).then_some(word)
    }

    /// How several are named, where that is told in a line.
    pub(crate) fn folded(&self) -> Option<String> {
        let first = self.all.get(self.listed)?;
        let words = format!(
            "and {} ways to name several at once: join them with +, as `{}`",
            self.all.len() - self.listed,
            first.key
        );
        Some(format!("      {}", styled(DIM, words)))
    }

    /// The answer a line means: a key as it stands, else the number of one in the list; nothing where it is words for
    /// the rules to read.
    fn chosen(&self, line: &str, listed: &Answers) -> Option<String> {
        if let Some(offered) = self.all.iter().find(|offered| offered.key == line) {
            return Some(offered.key.clone());
        }
        let number = line.parse::<usize>().ok()?.checked_sub(1)?;
        match prompt::grouped(listed.listed()) {
            // A group with one answer is that answer.
            Some(groups) => match groups.get(number)?.members[..] {
                [offered] => Some(offered.key.clone()),
                _ => None,
            },
            None => Some(listed.listed().get(number)?.key.clone()),
        }
    }

    /// A hint at the answer that a line which was none may have meant.
    pub(crate) fn like(&self, line: &str) -> String {
        let wanted = plain(line);
        let wanted: Vec<&str> = wanted.split_whitespace().collect();
        let fits = |offered: &&Offered| {
            let text = plain(&format!("{} {}", offered.key, offered.words));
            !wanted.is_empty() && wanted.iter().all(|word| text.contains(word))
        };
        let mut fitting = self.listed().iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(one), None) => format!("; did you mean `{}`?", one.key),
            _ => did_you_mean(line, self.listed().iter().map(|offered| offered.key.as_str())),
        }
    }
}

/// Words as they are compared: small letters without the marks on them that many keyboards lack.
fn plain(text: &str) -> String {
    let bare = |letter: char| match letter {
        'à' | 'á' | 'â' | 'ä' | 'ą' => 'a',
        'è' | 'é' | 'ê' | 'ë' | 'ę' => 'e',
        'î' | 'ï' | 'í' => 'i',
        'ò' | 'ó' | 'ô' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ç' => 'c',
        'ł' => 'l',
        letter => letter,
    };
    text.to_lowercase().chars().map(bare).collect()
}

/// A key as it stands behind the words of its answer, where they differ: the whole of it if it is short, else how it
/// begins.
fn beside(offered: &Offered) -> String {
    if offered.key == offered.words {
        return String::new();
    }
    if offered.key.chars().count() <= KEY_SHOWN {
        return format!("  {}", styled(DIM, &offered.key));
    }
    // A word that is cut in two can be typed by nobody.
    let begins: String = offered.key.chars().take(KEY_SHOWN).collect();
    let cut = begins.rfind(' ').unwrap_or(begins.len());
    format!("  {}", styled(DIM, format!("{} …", begins[..cut].trim_end())))
}

impl Table {
    /// The answers or orders that a line means: by number or key, in words, by the names of places.
    pub(crate) fn all_meant(
        &self,
        line: &str,
        question: &Question,
        side: Side,
        answers: &Answers,
    ) -> Vec<String> {
        if let Some(key) = answers.chosen(line, self.narrowed.as_ref().unwrap_or(answers)) {
            return vec![key];
        }
        // Where everything that can be ordered is of one unit, its name may be left out.
        let of_the_unit = answers.shared_word().map(|unit| format!("{unit} {line}"));
        if let Some(order) = of_the_unit.filter(|order| self.play.why_not(side, order).is_none()) {
            return vec![order];
        }
        prompt::orders(line, question, &*self.play.guide(Some(side)))
    }

    /// The first of them: what odds and reasons are asked of.
    pub(crate) fn meant(&self, line: &str, question: &Question, side: Side, answers: &Answers) -> String {
        self.all_meant(line, question, side, answers).into_iter().next().unwrap_or_default()
    }

    /// The answers of the group that a number or a beginning means, where the list is shown in groups.
    pub(crate) fn group_meant(&self, line: &str, answers: &Answers) -> Option<Vec<Offered>> {
        let shown = self.narrowed.as_ref().unwrap_or(answers);
        let groups = prompt::grouped(shown.listed())?;
        let by_number = || groups.get(line.parse::<usize>().ok()?.checked_sub(1)?);
        let group = groups.iter().find(|group| group.begins == line).or_else(by_number)?;
        // A beginning that is an order by itself is that order.
        let whole = group.members.iter().any(|offered| offered.key == line);
        let begins = format!("{} ", group.begins);
        let several = shown.all.iter().filter(|offered| offered.key.starts_with(&begins));
        (group.members.len() > 1 && !whole).then(|| several.cloned().collect())
    }

    /// The answers of one group.
    pub(crate) fn narrow_menu(&self, question: &Question, members: &Answers) -> String {
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        match prompt::grouped(members.listed()) {
            Some(groups) => menu.push_str(&in_groups(&groups)),
            None => {
                for (index, offered) in members.listed().iter().enumerate().take(LISTED_MAX) {
                    let _ = writeln!(menu, "{:>4}  {}{}", index + 1, offered.words, beside(offered));
                }
            }
        }
        if let Some(several) = members.folded() {
            let _ = writeln!(menu, "{several}");
        }
        let _ = writeln!(menu, "      {}", styled(DIM, "Enter for the whole list"));
        menu
    }

    /// What can be answered: the first few, or all that have some words in them.
    pub(crate) fn menu(
        &self,
        question: &Question,
        side: Side,
        answers: &Answers,
        wanted: Option<&str>,
    ) -> String {
        let mut menu = format!("{}\n", styled(HEAD, self.what(question)));
        if !question.about.is_empty() {
            let _ = writeln!(menu, "  {}", question.about);
        }
        let advice = if self.advises { self.play.advice() } else { Vec::new() };
        match prompt::grouped(answers.listed()).filter(|_| advice.is_empty() && wanted.is_none()) {
            Some(groups) => menu.push_str(&in_groups(&groups)),
            None => menu.push_str(&listed(side, answers, wanted, &advice)),
        }
        if let Some(several) = answers.folded().filter(|_| wanted.is_none()) {
            let _ = writeln!(menu, "{several}");
        }
        if !advice.is_empty() {
            let counts = what_counts(&self.play.objective_words(side));
            let _ = writeln!(menu, "      {}", styled(DIM, counts));
        }
        if let (true, Kind::Choose { barred, .. }) = (self.advises, &question.kind) {
            for barred in barred {
                let not = format!("not {}: {}", barred.key, barred.refusal);
                let _ = writeln!(menu, "   -  {}", styled(DIM, not));
            }
        }
        menu
    }
}

/// What may be typed at any question.
pub(crate) fn help(question: &Question) -> String {
    let more = match question.kind {
        Kind::Order { .. } => {
            "Orders may be typed in words, these and others that the rules let pass; places go by number or name. "
        }
        _ => "",
    };
    let words = "`advice` what the computer would do, `take` to do it, `goal`, `force PLACE`, `odds ORDER`, `why ORDER` whether it \
                 is possible, `rule CLAUSE`, `show`, `undo`, `?` this list, `quit`";
    format!("{}\n", styled(DIM, format!("{more}{words}")))
}

/// An answer as it is told that it was given: a choice with its words beside its key, for keys may say nothing.
pub(crate) fn given(question: &Question, key: &str) -> String {
    let words = match &question.kind {
        Kind::Choose { options, .. } => options.iter().find(|offered| offered.key == key),
        _ => None,
    };
    match words.filter(|offered| offered.words != key) {
        Some(Offered { words, .. }) => format!("`{key}` ({words})"),
        None => format!("`{key}`"),
    }
}

/// The same in a few words, for whoever has read it.
pub(crate) fn short_help(question: &Question) -> String {
    let words = match question.kind {
        Kind::Order { .. } => "other orders may be typed too; `?` tells what else",
        _ => "`?` tells what else may be typed",
    };
    format!("{}\n", styled(DIM, words))
}

/// Answers one by one, the first of them or those that have some words in them, with what each is worth.
fn listed(side: Side, answers: &Answers, wanted: Option<&str>, advice: &[Alternative]) -> String {
    let mut menu = String::new();
    let best = advice.iter().filter(|a| a.by == side).map(|a| a.value).fold(f64::NEG_INFINITY, f64::max);
    // Whoever looks for something finds ways to name several too.
    let options = if wanted.is_some() { answers.all() } else { answers.listed() };
    let shown = |(_, offered): &(usize, &Offered)| {
        wanted.is_none_or(|part| {
            plain(&offered.key).contains(&plain(part)) || plain(&offered.words).contains(&plain(part))
        })
    };
    let most = if wanted.is_some() { usize::MAX } else { LISTED_MAX };
    for (index, offered) in options.iter().enumerate().filter(shown).take(most) {
        let worth = match advice.iter().find(|a| a.by == side && a.key == offered.key) {
            Some(a) if a.value >= best - SAME => format!("  {}", styled(GOOD, "best")),
            Some(a) => format!("  {} worse", points(best - a.value)),
            None => String::new(),
        };
        // In a list of groups a number means a group: what is found there goes by its key.
        let grouped = advice.is_empty() && prompt::grouped(answers.listed()).is_some();
        let by_key = grouped || index >= answers.listed;
        let number = if by_key { String::new() } else { (index + 1).to_string() };
        let key = if by_key { format!("  {}", styled(DIM, &offered.key)) } else { beside(offered) };
        let _ = writeln!(menu, "{number:>4}  {}{worth}{key}", offered.words);
    }
    if let Some(part) = wanted.filter(|_| !options.iter().enumerate().any(|option| shown(&option))) {
        let _ = writeln!(menu, "      {}", styled(DIM, format!("nothing here has {part} in it")));
    }
    if options.len() > most {
        let more = format!("and {} more; `? TEXT` lists those with TEXT in them", options.len() - most);
        let _ = writeln!(menu, "      {}", styled(DIM, more));
    }
    menu
}

/// A long list, those answers together that begin alike.
fn in_groups(groups: &[prompt::Group<'_>]) -> String {
    let mut menu = String::new();
    for (index, group) in groups.iter().enumerate().take(LISTED_MAX) {
        let key = if let [one] = group.members[..] { beside(one) } else { String::new() };
        let _ = writeln!(menu, "{:>4}  {}{key}", index + 1, group.words());
    }
    if groups.len() > LISTED_MAX {
        let more = format!("and {} more; `? TEXT` lists those with TEXT in them", groups.len() - LISTED_MAX);
        let _ = writeln!(menu, "      {}", styled(DIM, more));
    }
    let words = "a number opens those that begin so; `? TEXT` lists those with TEXT in them";
    let _ = writeln!(menu, "      {}", styled(DIM, words));
    menu
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(list: &[(&str, &str)]) -> Vec<Offered> {
        let of = |&(key, words): &(&str, &str)| Offered {
            key: key.to_owned(),
            words: words.to_owned(),
            targets: Vec::new(),
            cost: None,
        };
        list.iter().map(of).collect()
    }

    #[test]
    fn ways_to_name_several_are_told_in_a_line() {
        let list = ["end", "drop a", "drop b", "drop a+b", "drop c", "drop a+c", "drop b+c", "go x+y"];
        let pairs: Vec<(&str, &str)> = list.iter().map(|&key| (key, key)).collect();
        let answers = Answers::of(offered(&pairs));
        let text = listed(Side::First, &answers, None, &[]);
        assert_eq!(text.lines().count(), 5, "{text}");
        assert!(!text.contains("a+b") && text.contains("go x+y"), "{text}");
        assert!(
            answers
                .folded()
                .unwrap()
                .contains("3 ways to name several at once: join them with +, as `drop a+b`")
        );
        // Numbers mean what stands beside them, and keys whatever they name.
        assert_eq!(answers.chosen("4", &answers).as_deref(), Some("drop c"));
        assert_eq!(answers.chosen("5", &answers).as_deref(), Some("go x+y"));
        assert_eq!(answers.chosen("6", &answers), None);
        assert_eq!(answers.chosen("drop b+c", &answers).as_deref(), Some("drop b+c"));
        assert!(listed(Side::First, &answers, Some("a+"), &[]).contains("drop a+c"));
        let few = Answers::of(offered(&pairs[..4]));
        assert!(few.folded().is_none() && few.listed().len() == 4);
    }

    #[test]
    fn what_was_meant_is_guessed_from_keys_and_words() {
        let answers = Answers::of(offered(&[
            ("march-5", "march to Asculum (hex 5)"),
            ("march-6", "march to Herdonia (hex 6)"),
            ("bearn", "march into Béarn"),
            ("end strategic", "end strategic"),
        ]));
        assert_eq!(answers.like("march herdonia"), "; did you mean `march-6`?");
        assert_eq!(answers.like("Beárn"), "; did you mean `bearn`?");
        assert_eq!(answers.like("end"), "; did you mean `end strategic`?");
        assert_eq!(answers.like("march-7"), "; did you mean `march-5`?");
        assert_eq!(answers.like("zzz"), "");
        assert_eq!(answers.like("march"), "; did you mean `march-5`?");
    }

    #[test]
    fn what_all_answers_begin_with_may_be_left_out() {
        let shared = |list: &[(&str, &str)]| Answers::of(offered(list)).shared_word().map(str::to_owned);
        let unit = [("h93 hold", "hold"), ("h93 advance 5", "advance")];
        assert_eq!(shared(&unit).as_deref(), Some("h93"));
        assert_eq!(shared(&[unit[0], ("t1 hold", "hold")]), None, "two units");
        assert_eq!(shared(&[unit[0], ("h93", "none of these")]), None);
        assert_eq!(shared(&unit[..1]), None, "one answer is no rule");
    }

    #[test]
    fn no_line_of_a_list_ends_in_blanks() {
        let answers = Answers::of(offered(&[("finish", "finish"), ("move 2527", "move into 2527 Lyck")]));
        let text = listed(Side::First, &answers, None, &[]);
        assert_eq!(text.lines().next(), Some("   1  finish"));
        assert!(text.lines().all(|line| line.trim_end() == line), "{text:?}");
    }

    #[test]
    fn long_keys_do_not_fill_the_list() {
        let long =
            offered(&[("activate 2528 G-Inf5+G-Inf35+G-Inf6+G-Inf8", "activate 2528"), ("go", "go on")]);
        assert!(beside(&long[0]).contains("activate 2528 …"), "{}", beside(&long[0]));
        assert!(beside(&long[1]).contains("go"));
    }
}
