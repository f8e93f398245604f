//! What a player reads and types at the prompt beyond the rules' own words: aims, forces, warnings, lists in two
//! steps, places by name, several steps in one line.

use crate::paint::{DIM, GOOD, HEAD, WARN, capital, percent, styled};
use grognard::umpire::{
    Aims, BySide, Consequence, Guide, Kind, Known, Loss, Mark, Need, Offered, Origin, Piece, Presence,
    Question, Side, Sure, Takes, TargetKind, Unit, Verb,
};
use grognard::{Budget, Contest, OddsRequest, Prospect, Report};
use std::fmt::Write as _;

/// So many lines of answers a person reads; where there are more, they are put together first.
pub(crate) const READ_AT_ONCE: usize = 24;

/// How to win, and how it stands.
pub(crate) fn aims(aims: &Aims, names: &BySide<String>) -> String {
    let mut text = String::new();
    if let Some(turns) = &aims.turns {
        let of = turns.of.map_or_else(String::new, |of| format!(" of {of}"));
        let rest: Vec<&str> =
            [turns.date.as_str(), turns.phase.as_str()].into_iter().filter(|part| !part.is_empty()).collect();
        let _ = writeln!(text, "{}", styled(HEAD, format!("Turn {}{of}, {}", turns.now, rest.join(", "))));
    }
    for (whose, aim) in aims.told() {
        let whose = whose.map_or_else(|| "Both sides".to_owned(), |side| capital(&names[side]));
        let reached = if aim.reached { styled(GOOD, "  reached") } else { String::new() };
        let clause = aim.clause.map_or_else(String::new, |clause| styled(DIM, format!("  {clause}")));
        let _ = writeln!(text, "  {}{reached}{clause}", aim.sentence(&whose));
    }
    if let Some(standing) = &aims.standing {
        let _ = writeln!(text, "  As it stands: {}", styled(HEAD, standing));
    }
    text
}

/// What stands at a place.
pub(crate) fn presence(presence: &Presence, names: &BySide<String>) -> String {
    let about = match presence.about.is_empty() {
        true => String::new(),
        false => format!(": {}", presence.about.join("; ")),
    };
    let mut text = format!("{}{about}\n", styled(HEAD, &presence.name));
    if presence.pieces.is_empty() {
        text.push_str("  nobody is there\n");
    }
    for piece in &presence.pieces {
        let whose = piece.side.map_or_else(String::new, |side| capital(&names[side]));
        let _ = writeln!(text, "  {whose}: {}", piece_words(piece));
    }
    text
}

/// A piece in a line.
fn piece_words(piece: &Piece) -> String {
    let figures = piece.figures.iter().map(|figure| match (figure.now, figure.of) {
        (Some(now), Some(of)) if now != of => format!("{} {now} of {of}", figure.key),
        (Some(now), _) => format!("{} {now}", figure.key),
        (None, _) => format!("{} not known", figure.key),
    });
    let mut parts: Vec<String> = std::iter::once(piece.symbol.to_owned()).chain(figures).collect();
    parts.extend(piece.marks.iter().map(|mark| (*mark).to_owned()));
    let key = styled(DIM, &piece.id.id);
    format!("{} {key}: {}", piece.name, parts.join(", "))
}

/// Own forces, place by place, and what else a side has.
pub(crate) fn forces(guide: &dyn Guide, viewer: Option<Side>, names: &BySide<String>) -> String {
    let mut text = String::new();
    for stock in guide.stocks() {
        let whose = stock.side.map_or(String::new(), |side| format!("{}: ", capital(&names[side])));
        let _ = writeln!(text, "{whose}{}", stock.words);
    }
    for (name, pieces) in by_place(guide, |piece| viewer.is_some() && piece.side == viewer) {
        match pieces[..] {
            // Who is not on the board can do nothing: a line is enough.
            [ref first, ..] if first.place.is_none() => {
                let list: Vec<String> = pieces.iter().map(in_short).collect();
                let _ = writeln!(text, "{}: {}", styled(HEAD, name), list.join(", "));
            }
            _ => {
                let _ = writeln!(text, "{}", styled(HEAD, name));
                for piece in &pieces {
                    let _ = writeln!(text, "  {}", piece_words(piece));
                }
            }
        }
    }
    text
}

/// Where everybody else stands, a line for each place: what a board that cannot be drawn would have shown.
pub(crate) fn others(guide: &dyn Guide, viewer: Option<Side>, names: &BySide<String>) -> String {
    let mut text = String::new();
    for side in Side::ALL.into_iter().filter(|side| Some(*side) != viewer) {
        for (name, pieces) in by_place(guide, |piece| piece.side == Some(side) && piece.place.is_some()) {
            let list: Vec<String> = pieces.iter().map(in_short).collect();
            let whose = capital(&names[side]);
            let _ = writeln!(text, "{whose}: {}: {}", styled(HEAD, name), list.join(", "));
        }
    }
    text
}

/// The pieces of a kind by where they are, those on the board first.
fn by_place(guide: &dyn Guide, wanted: impl Fn(&Piece) -> bool) -> Vec<(String, Vec<Piece>)> {
    let mut pieces: Vec<Piece> = guide.pieces().into_iter().filter(wanted).collect();
    pieces.sort_by(|a, b| {
        (a.place.is_none(), &a.place, &a.elsewhere).cmp(&(b.place.is_none(), &b.place, &b.elsewhere))
    });
    let mut list: Vec<(String, Vec<Piece>)> = Vec::new();
    for piece in pieces {
        let here = |other: &Piece| (&other.place, &other.elsewhere) == (&piece.place, &piece.elsewhere);
        match list.last_mut() {
            Some((_, group)) if group.first().is_some_and(here) => group.push(piece),
            _ => {
                let name = match &piece.place {
                    Some(place) => guide.presence(place).map_or_else(|| place.id.clone(), |found| found.name),
                    None => piece.elsewhere.clone(),
                };
                list.push((name, vec![piece]));
            }
        }
    }
    list
}

/// A piece in a few words: its name and the first of its figures.
fn in_short(piece: &Piece) -> String {
    match piece.figures.first().and_then(|figure| figure.now) {
        Some(now) => format!("{} {now}", piece.name),
        None => piece.name.clone(),
    }
}

/// The units, leaders and forces that are called so or have the words in their name; all of a side where they are its name.
pub(crate) fn units_called(guide: &dyn Guide, words: &str, names: &BySide<String>) -> Vec<Piece> {
    let wanted = words.to_lowercase();
    let pieces = guide.pieces();
    let found = |fits: &dyn Fn(&Piece) -> bool| -> Vec<Piece> {
        pieces.iter().filter(|piece| fits(piece)).cloned().collect()
    };
    let exact = found(&|piece| piece.id.id.to_lowercase() == wanted || piece.name.to_lowercase() == wanted);
    if !exact.is_empty() {
        return exact;
    }
    let part = |text: &str| wanted.len() > 2 && text.to_lowercase().contains(&wanted);
    match Side::ALL.into_iter().find(|side| part(&names[*side])) {
        Some(side) => found(&|piece| piece.side == Some(side)),
        None => found(&|piece| part(&piece.name)),
    }
}

/// Units with where each of them is.
pub(crate) fn units_told(units: &[Piece], guide: &dyn Guide, names: &BySide<String>) -> String {
    let mut text = String::new();
    for piece in units {
        let place = piece.place.as_ref().and_then(|place| guide.presence(place));
        let place = place.map_or_else(|| piece.elsewhere.clone(), |found| found.name);
        let whose = piece.side.map_or_else(String::new, |side| format!("{}: ", capital(&names[side])));
        let _ = writeln!(text, "{}: {whose}{}", styled(HEAD, place), piece_words(piece));
    }
    text
}

/// A hint at places that are called nearly so.
pub(crate) fn places_like(guide: &dyn Guide, typed: &str) -> String {
    let places = guide.pieces().into_iter().filter_map(|piece| piece.place);
    let names: Vec<String> =
        places.filter_map(|place| guide.presence(&place)).map(|presence| presence.name).collect();
    crate::hint::did_you_mean(typed, names.iter().map(|name| name.split(" (").next().unwrap_or(name)))
}

/// What an order will cost, as a warning; nothing where a player need not be asked once more.
pub(crate) fn warning(list: &[Consequence]) -> Option<String> {
    if !list.iter().any(|consequence| consequence.loss.is_grave()) {
        return None;
    }
    let mut text = String::new();
    let grave: Vec<&Consequence> = list.iter().filter(|consequence| consequence.loss.is_grave()).collect();
    for (at, consequence) in grave.iter().enumerate() {
        // Of many that are alike a few are enough to think again.
        let alike =
            |other: &&&Consequence| other.loss == consequence.loss && other.clause == consequence.clause;
        match grave[..at].iter().filter(alike).count() {
            before if before < ALIKE_TOLD => {}
            ALIKE_TOLD => {
                let more = grave[at..].iter().filter(alike).count();
                let _ = writeln!(text, "  {}", styled(DIM, format!("and {more} more of the kind")));
                continue;
            }
            _ => continue,
        }
        let word = match (consequence.loss, consequence.sure) {
            (Loss::Eliminated | Loss::Surrendered, Sure::All | Sure::Some) => "lost",
            (Loss::Eliminated | Loss::Surrendered, Sure::Perhaps) => "may be lost",
            (Loss::Worn, _) => "wear",
            (Loss::Idle, _) => "idle",
            (Loss::Unpaid, _) => "unpaid",
            (Loss::Spent, _) => "spent",
        };
        let _ = writeln!(
            text,
            "  {}  {}  {}",
            styled(WARN, word),
            consequence.words,
            styled(DIM, consequence.clause)
        );
    }
    Some(text)
}

/// So many consequences of a kind are told one by one.
const ALIKE_TOLD: usize = 3;

/// What of a title's data was worked out by us.
pub(crate) fn origins(list: &[Origin]) -> String {
    let mut text = String::new();
    for origin in list {
        let mark = match origin.mark {
            Mark::Printed => "as printed",
            Mark::Published => "published",
            Mark::Reconstructed => "reconstructed",
            Mark::Ruling => "a reading of ours",
            Mark::House => "your own",
        };
        let _ = writeln!(text, "  {}: {mark}. {}", origin.what, origin.work);
    }
    text
}

/// Answers that begin alike, put together.
pub(crate) struct Group<'a> {
    /// What they begin with.
    pub(crate) begins: String,
    /// The answers, each with its number in the whole list.
    pub(crate) members: Vec<&'a Offered>,
}

/// What an answer begins with: all of it but so many words at its end, and its first word at least.
fn beginning(key: &str, without: usize) -> String {
    let words: Vec<&str> = key.split(' ').collect();
    words[..words.len().saturating_sub(without).max(1)].join(" ")
}

fn grouped_without(options: &[Offered], without: usize) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for offered in options {
        let begins = beginning(&offered.key, without);
        match groups.iter_mut().find(|group| group.begins == begins) {
            Some(group) => group.members.push(offered),
            None => groups.push(Group { begins, members: vec![offered] }),
        }
    }
    groups
}

/// The answers of a long list, those together that begin alike: as few words are left out as make the list one that a
/// person reads. Nothing where the list is short, or all its answers begin alike.
pub(crate) fn grouped(options: &[Offered]) -> Option<Vec<Group<'_>>> {
    if options.len() <= READ_AT_ONCE {
        return None;
    }
    let longest = options.iter().map(|offered| offered.key.split(' ').count()).max().unwrap_or(1);
    let all = (1..longest.max(2)).map(|without| grouped_without(options, without));
    let mut useful = all.filter(|groups| groups.len() > 1).collect::<Vec<_>>();
    let short = useful.iter().position(|groups| groups.len() <= READ_AT_ONCE);
    match short {
        Some(at) => Some(useful.swap_remove(at)),
        None => useful.pop().filter(|groups| groups.len() < options.len()),
    }
}

impl Group<'_> {
    /// The group in a line: its one answer, or how many there are and what they end with.
    pub(crate) fn words(&self) -> String {
        match self.members[..] {
            [offered] => offered.words.clone(),
            _ => {
                let common = self.in_common();
                // Words tell more than keys, where there are words of each one's own.
                let own = |offered: &Offered| offered.words[common.len()..].trim().to_owned();
                let in_words =
                    !common.is_empty() && self.members.iter().all(|offered| !own(offered).is_empty());
                let end = |offered: &&Offered| match in_words {
                    true => own(offered),
                    false => offered.key[self.begins.len()..].trim().to_owned(),
                };
                let shown: Vec<String> = self.members.iter().take(3).map(end).collect();
                let more = if self.members.len() > shown.len() { ", …" } else { "" };
                let ways = format!("…  {} ways: {}{more}", self.members.len(), shown.join(", "));
                match common {
                    common if common.is_empty() || common == self.begins => format!("{} {ways}", self.begins),
                    common => format!("{common} {ways}  {}", styled(DIM, &self.begins)),
                }
            }
        }
    }
}

impl Group<'_> {
    /// The words that all its answers begin with.
    fn in_common(&self) -> String {
        let mut lists = self.members.iter().map(|offered| offered.words.split(' ').collect::<Vec<_>>());
        let first = lists.next().unwrap_or_default();
        let same = |other: Vec<&str>| first.iter().zip(other).take_while(|(a, b)| **a == *b).count();
        let common = lists.map(same).min().unwrap_or(0);
        first[..common].join(" ")
    }
}

/// The orders that a line means: places by name become their numbers, and a verb that takes one place may be given
/// several, one after the other.
pub(crate) fn orders(line: &str, question: &Question, guide: &dyn Guide) -> Vec<String> {
    let Kind::Order { grammar, .. } = &question.kind else { return vec![line.to_owned()] };
    let fits = |verb: &&Verb| !verb.key.is_empty() && begins_with(line, verb.key);
    let is_place = |takes: Takes| {
        matches!(
            takes,
            Takes::One(TargetKind::Hex | TargetKind::Province | TargetKind::City | TargetKind::Sea)
        )
    };
    let Some(verb) = grammar.iter().filter(fits).max_by_key(|verb| verb.key.len()) else {
        // Where an order may be a place and nothing else, places alone are orders.
        let bare = |verb: &Verb| verb.key.is_empty() && matches!(verb.slots, [slot] if is_place(slot.takes));
        if !grammar.iter().any(bare) {
            // What is not an order here is refused all the same, and then the rules say why, not that there is no
            // such place.
            let place = line.split_once(' ').and_then(|(verb, rest)| Some((verb, guide.place(rest.trim())?)));
            return vec![
                place.map_or_else(|| line.to_owned(), |(verb, place)| format!("{verb} {}", place.id)),
            ];
        }
        let named = |text: &str| guide.place(text).map(|place| place.id);
        let one_by_one = || line.split_whitespace().map(named).collect::<Option<Vec<String>>>();
        return named(line).map(|id| vec![id]).or_else(one_by_one).unwrap_or_else(|| vec![line.to_owned()]);
    };
    let rest: Vec<&str> = line[verb.key.len()..].split_whitespace().collect();
    // A name may have several words where nothing else can follow it.
    if let ([slot], true) = (verb.slots, rest.len() > 1)
        && is_place(slot.takes)
        && let Some(place) = guide.place(&rest.join(" "))
    {
        return vec![format!("{} {}", verb.key, place.id)];
    }
    let named = |word: &str| guide.place(word).map_or_else(|| word.to_owned(), |place| place.id);
    match verb.slots {
        [slot] if is_place(slot.takes) && slot.need == Need::Always && rest.len() > 1 => {
            rest.iter().map(|word| format!("{} {}", verb.key, named(word))).collect()
        }
        slots => {
            let word = |(index, word): (usize, &&str)| match slots.get(index) {
                Some(slot) if is_place(slot.takes) => named(word),
                _ => (*word).to_owned(),
            };
            let words: Vec<String> = rest.iter().enumerate().map(word).collect();
            vec![std::iter::once(verb.key.to_owned()).chain(words).collect::<Vec<_>>().join(" ")]
        }
    }
}

fn begins_with(line: &str, verb: &str) -> bool {
    line == verb || line.strip_prefix(verb).is_some_and(|rest| rest.starts_with(' '))
}

/// The odds of the fight that an order leads to.
pub(crate) fn prospects(list: &[Prospect]) -> String {
    let mut text = String::new();
    for Prospect { known, contest } in list {
        let head = match known {
            Known::Whole => "That fight",
            Known::Best => "If what you do not see is as weak as it can be",
            Known::Likely => "If it is middling",
            Known::Worst => "If it is as strong as it can be",
        };
        let _ = writeln!(text, "{}", styled(HEAD, head));
        text.push_str(&figures(&**contest));
    }
    text
}

/// The odds of a fight in a few figures. What was sampled says so, and how sure it is.
pub(crate) fn figures(contest: &dyn Contest) -> String {
    let request =
        OddsRequest { budget: Budget::of(200_000, 4_000_000).within(ODDS_TIME), ..OddsRequest::default() };
    contest.odds(&request).map_or_else(|why| format!("  {why}\n"), |report| of_report(&report))
}

/// The first figures of a report.
pub(crate) fn of_report(report: &Report) -> String {
    let mut text = String::new();
    for figure in report.figures.iter().take(FIGURES_SHOWN) {
        let mean = match (figure.unit, figure.yes().and_then(|share| share.interval)) {
            (Unit::Flag, Some(sure)) => {
                format!("{:.1} % ({:.1} to {:.1})", figure.mean * 100.0, sure.low * 100.0, sure.high * 100.0)
            }
            (Unit::Flag, None) => percent(figure.mean),
            (Unit::Thirds, _) => format!("{:.1} on average", figure.mean / 3.0),
            (Unit::Count, _) => format!("{:.1} on average", figure.mean),
        };
        let _ = writeln!(text, "  {}: {mean}", figure.words);
    }
    if !report.exact {
        let sampled = format!("  sampled, {} times; in brackets the 95 % interval", report.samples);
        let _ = writeln!(text, "{}", styled(WARN, sampled));
    }
    text
}

/// Nobody waits longer for the odds of a fight.
const ODDS_TIME: std::time::Duration = std::time::Duration::from_secs(5);
/// So many figures of a fight are shown.
const FIGURES_SHOWN: usize = 4;

#[cfg(test)]
mod tests {
    use super::*;
    use grognard::umpire::{Header, Side};

    fn game(title: &str) -> Box<dyn grognard::Play> {
        let list = grognard::systems().iter().flat_map(|system| system.titles()).collect::<Vec<_>>();
        let (_, text) = list.into_iter().find(|(key, _)| *key == title).unwrap();
        grognard::open(&format!("{title}.toml"), text, &[]).unwrap().start(Header::default())
    }

    fn offered(keys: impl IntoIterator<Item = String>) -> Vec<Offered> {
        let of = |key: String| Offered { words: key.clone(), key, targets: Vec::new(), cost: None };
        keys.into_iter().map(of).collect()
    }

    #[test]
    fn long_lists_are_read_in_steps() {
        let short = offered((0..READ_AT_ONCE).map(|at| format!("go {at}")));
        assert!(grouped(&short).is_none(), "so many lines a person reads");
        let units = offered((0..30).flat_map(|unit| (0..10).map(move |hex| format!("place u{unit} {hex}"))));
        let verbs = [offered(["end set-up".to_owned()]), units].concat();
        let groups = grouped(&verbs).unwrap();
        assert_eq!(groups.iter().map(|group| group.begins.as_str()).collect::<Vec<_>>(), ["end", "place"]);
        let inner: Vec<Offered> = groups[1].members.iter().map(|&offered| offered.clone()).collect();
        assert_eq!(grouped(&inner).unwrap().len(), 30, "then unit by unit");
        let one: Vec<Offered> = inner.into_iter().take(10).collect();
        assert!(grouped(&one).is_none());
    }

    #[test]
    fn places_go_by_name_and_several_steps_in_one_line() {
        let mut play = game("army-group-center");
        play.answer(Side::Second, "historical", Default::default()).unwrap();
        let question = play.pending()[0].clone();
        let guide = play.guide(Some(Side::First));
        let read = |line: &str| orders(line, &question, &*guide);
        assert_eq!(read("place G-Pz3 Moscow"), ["place G-Pz3 2703"]);
        assert_eq!(read("historical"), ["historical"]);
        assert_eq!(read("nonsense Moscow"), ["nonsense 2703"], "refused for what it is, not for the name");
        assert_eq!(read("nonsense nowhere"), ["nonsense nowhere"]);
        const HEX: &[grognard::umpire::Slot] = &[grognard::umpire::Slot::one("hex", TargetKind::Hex)];
        const MOVEMENT: &[Verb] = &[Verb::with("move", "move into a hex", HEX)];
        let kind =
            Kind::Order { offers: Vec::new(), grammar: MOVEMENT, openness: grognard::umpire::Openness::Open };
        let question = Question { kind, ..question };
        let read = |line: &str| orders(line, &question, &*guide);
        assert_eq!(read("move minsk smolensk 2703"), ["move 2819", "move 2811", "move 2703"]);
        assert_eq!(read("move 2819"), ["move 2819"]);
    }

    #[test]
    fn how_it_stands_is_told_in_every_title() {
        for (title, _) in grognard::systems().iter().flat_map(|system| system.titles()) {
            let standing = game(&title).guide(Some(Side::First)).aims().standing;
            assert!(standing.is_some_and(|words| !words.is_empty()), "{title}");
        }
        let play = game("thin-red-line");
        let told = aims(&play.guide(Some(Side::First)).aims(), &play.side_names());
        for words in [
            "a draw; the gorge held by the Allies; points lost: the Allies 0, the Russians 0",
            "hold the gorge and lose at least 1 point fewer than the enemy",
        ] {
            assert!(told.contains(words), "{words}: {told}");
        }
        // A draw is left where none of the outcomes is so: points alone are no aim there.
        assert!(!told.contains("(0 of 1)"), "{told}");
        // Where nothing but points decides, it is said how many it takes.
        let play = game("two-battalions");
        let told = aims(&play.guide(Some(Side::First)).aims(), &play.side_names());
        assert!(told.contains("Both sides: lose at least") && told.contains("points fewer"), "{told}");
    }

    #[test]
    fn only_what_is_grave_is_asked_about() {
        let clause = grognard::umpire::Clause::new("X-1");
        let of =
            |loss| Consequence { loss, sure: Sure::All, clause, targets: Vec::new(), words: "so".to_owned() };
        assert!(warning(&[of(Loss::Spent)]).is_none());
        assert!(warning(&[]).is_none());
        assert!(warning(&[of(Loss::Spent), of(Loss::Idle)]).unwrap().contains("X-1"));
    }
}
