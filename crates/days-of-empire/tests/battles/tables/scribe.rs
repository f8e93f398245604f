//! What people beside a table would say, in their words.

use super::*;

/// Answers by what is asked, and takes it down.
pub(super) struct Scribe<'a> {
    pub(super) answers: Vec<(Asks, VecDeque<String>)>,
    pub(super) taken_down: &'a Mutex<Vec<Answered>>,
}

impl Scribe<'_> {
    fn next(&mut self, asking: Asking) -> Option<String> {
        let topic = Asks::of(asking.topic).expect("a topic of this system");
        self.answers.iter_mut().find(|(what, _)| *what == topic).and_then(|(_, list)| list.pop_front())
    }

    fn note(&self, asking: Asking, text: String) {
        self.taken_down.lock().unwrap().push((asking.by, asking.topic, text));
    }
}

impl Umpire for Scribe<'_> {
    fn throw<R: Clone + PartialEq>(&mut self, asking: Asking, _: Dice, _: impl Fn(u16) -> R) -> Asked<R> {
        panic!("{}: a survey throws no dice", asking.words())
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        let wanted = self.next(choice.asking).unwrap_or_else(|| panic!("{}?", choice.asking.words()));
        let index = (0..choice.options.count()).find(|&index| choice.options.key(index) == wanted);
        self.note(choice.asking, wanted.clone());
        Ok(index.unwrap_or_else(|| panic!("{}: `{wanted}` is not on the list", choice.asking.words())))
    }
    fn decide_together(&mut self, _: Choice<'_>, _: Choice<'_>) -> Asked<(usize, usize)> {
        panic!("a survey asks one at a time")
    }
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let text = self.next(asking).unwrap_or_else(|| "none".to_owned());
        self.note(asking, text.clone());
        Ok(orders.check(&text).unwrap_or_else(|refusal| panic!("{}: {text}: {refusal}", asking.words())))
    }
}

pub(super) fn one(what: Asks, text: impl Into<String>) -> (Asks, VecDeque<String>) {
    (what, VecDeque::from([text.into()]))
}

pub(super) fn yes(what: Asks, is: bool) -> (Asks, VecDeque<String>) {
    one(what, if is { "yes" } else { "no" })
}

pub(super) fn units(scene: Scene<'_>, units: impl IntoIterator<Item = UnitId>) -> String {
    let keys: Vec<String> = units.into_iter().map(|unit| scene.key(unit)).collect();
    if keys.is_empty() { "none".to_owned() } else { keys.join(" ") }
}

pub(super) fn lane(scene: Scene<'_>, found: &[(UnitId, Length)]) -> String {
    let parts: Vec<String> =
        found.iter().map(|(unit, length)| format!("{} {length}", scene.key(*unit))).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

pub(super) fn shelter_words(shelter: Shelter) -> &'static str {
    match (shelter.cover, shelter.of) {
        (Cover::Open, _) => "open",
        (Cover::Light, CoverOf::Wood) => "light wood",
        (Cover::Heavy, CoverOf::Wood) => "heavy wood",
        (Cover::Light, CoverOf::UrbanArea) => "light houses",
        (Cover::Heavy, CoverOf::UrbanArea) => "heavy houses",
        (Cover::Light, CoverOf::WoodenObstacle) => "fence",
        (Cover::Light, CoverOf::Works) => "low wall",
        (Cover::Heavy, _) => "works",
    }
}

/// What people would say of a shot, in the order in which they would be asked.
pub(super) fn shots(scene: Scene<'_>, parts: &[(UnitId, Aimed)]) -> Vec<(Asks, VecDeque<String>)> {
    let mut bears = VecDeque::new();
    for (_, aimed) in parts {
        let groups: Vec<String> = match aimed.groups.is_empty() {
            true => vec![format!("{} {}", aimed.bearing, aimed.range)],
            false => aimed.groups.iter().map(|group| format!("{} {}", group.stands, group.range)).collect(),
        };
        let side = if aimed.strikes == Direction::Front { "" } else { aimed.strikes.word() };
        let cover = shelter_words(aimed.shelter);
        bears.push_back(format!("{} {side}, {cover}, nearest {}", groups.join(" + "), aimed.range));
    }
    let heights = |aimed: &Aimed| format!("{} {}", aimed.level.word(), aimed.target_level.word());
    let screen = |aimed: &Aimed| lane(scene, &aimed.screen.into_iter().collect::<Vec<_>>());
    let all = |of: &dyn Fn(&Aimed) -> String| parts.iter().map(|(_, aimed)| of(aimed)).collect();
    vec![
        (Asks::StandsThatBear, bears),
        (Asks::NearestEnemy, parts.iter().map(|(target, _)| scene.key(*target)).collect()),
        (Asks::Heights, all(&heights)),
        (Asks::AScreenBeforeTheTarget, all(&screen)),
        (Asks::BounceLane, all(&|aimed| lane(scene, &aimed.behind))),
    ]
}

pub(super) fn went(scene: Scene<'_>, ran: &Ran) -> Vec<(Asks, VecDeque<String>)> {
    let met = match ran.met {
        Met::Nothing => format!("clear {}", ran.length),
        Met::TableEdge => "edge".to_owned(),
        Met::River => "river".to_owned(),
        Met::Enemy(enemy) => format!("enemy {}", scene.key(enemy)),
        Met::Halted => format!("stopped {}", ran.length),
    };
    let text =
        if ran.burst.is_empty() { met } else { format!("{met} through {}", units(scene, ran.burst.iter())) };
    vec![one(Asks::HowItWent, text)]
}
