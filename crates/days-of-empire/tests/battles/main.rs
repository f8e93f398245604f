//! Whole battles: situations as data, and laws on every title. A program of its own: it needs no odds.
//!
//! A situation is a small battle, orders, dice and what is expected. Orders are answered in turn whenever a side is
//! asked; dice are thrown as listed; whatever is left open is answered by the first option.

mod before;
mod ground;
mod lessons;
mod parts;
mod positions;
mod posts;
mod rulings;
mod touched;

use grognard_board::table::Mils;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::{Measured, body_of};
use grognard_days_of_empire::battle::state::{Place, Position, Scene};
use grognard_days_of_empire::unit::Order;
use grognard_days_of_empire::{Charts, Contest, KEY, TITLES, open};
use grognard_testkit::{laws, record::exercised};
use grognard_umpire::{
    Asked, Asking, Choice, Dice, Generator, Offer, Orders, Procedure, Ruling, Side, Stopped, Umpire,
};
use serde::Deserialize;
use std::collections::{BTreeSet, VecDeque};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

mod tables;

/// The charts as they come.
fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap_or_else(|error| panic!("{error}")))
}

/// Opens a title.
fn battle(text: &str) -> (Battle<Measured>, Arc<Campaign>) {
    match open("test.toml", text, &charts()) {
        Ok(Contest::Battle(battle, rules)) => (*battle, rules),
        Ok(_) => panic!("no battle"),
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// Answers from a list, and takes the account down.
#[derive(Default)]
struct Script {
    orders: VecDeque<String>,
    dice: VecDeque<u16>,
    account: Vec<String>,
    refusals: Vec<String>,
    cited: Vec<String>,
    /// What was thrown for, by topic.
    asked: Vec<String>,
    last: u16,
}

impl Script {
    fn new(orders: &[String], dice: &[u16]) -> Script {
        let mut script = Script::default();
        script.orders.extend(orders.iter().cloned());
        script.dice.extend(dice);
        script
    }
}

/// What a script was told belongs to the record of what tests reach.
impl Drop for Script {
    fn drop(&mut self) {
        let cited: BTreeSet<&str> = self.cited.iter().map(String::as_str).collect();
        if !cited.is_empty() && !std::thread::panicking() {
            exercised(&cited.into_iter().collect::<Vec<_>>());
        }
    }
}

impl Umpire for Script {
    fn throw<R: Clone + PartialEq>(
        &mut self,
        asking: Asking,
        dice: Dice,
        reading: impl Fn(u16) -> R,
    ) -> Asked<R> {
        // All dice have six sides.
        assert_eq!(dice, Dice::D6, "{}", asking.words());
        self.asked.push(asking.topic.key().to_owned());
        let Some(face) = self.dice.pop_front() else {
            self.account.push(format!("(no die left for {})", asking.words()));
            return Err(Stopped);
        };
        self.last = face;
        Ok(reading(face))
    }

    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        self.cited.push(choice.asking.clause.to_string());
        let wanted = self.orders.front().cloned().unwrap_or_default();
        let place = |key: &str| (0..choice.options.count()).find(|&index| choice.options.key(index) == key);
        if let Some(key) = wanted.strip_prefix("never ").filter(|key| place(key).is_some()) {
            self.refusals.push(format!("{key}: wrongly taken"));
        }
        match place(&wanted) {
            Some(index) => {
                self.orders.pop_front();
                Ok(index)
            }
            None => Ok(0),
        }
    }

    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.decide(first)?, self.decide(second)?))
    }

    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        while let Some(text) = self.orders.front().cloned() {
            // It must not be taken at any moment, and may not come up at all.
            if let Some(order) = text.strip_prefix("never ") {
                match orders.check(order) {
                    Ok(_) => self.refusals.push(format!("{order}: wrongly taken")),
                    Err(refusal) => self.refusals.push(format!("{order}: {refusal}")),
                }
                break;
            }
            let (wrong, order) = match text.strip_prefix('!') {
                Some(order) => (true, order.to_owned()),
                None => (false, text.clone()),
            };
            match (orders.check(&order), wrong) {
                (Ok(order), false) => {
                    self.orders.pop_front();
                    return Ok(order);
                }
                (Ok(_), true) => {
                    self.orders.pop_front();
                    self.refusals.push(format!("{order}: wrongly taken"));
                }
                // It is meant for a later moment.
                (Err(refusal), true)
                    if ["is not an order", "the enemy's"]
                        .iter()
                        .any(|words| refusal.to_string().contains(words)) =>
                {
                    break;
                }
                (Err(refusal), true) => {
                    self.orders.pop_front();
                    self.cited.extend(refusal.clause.map(|clause| clause.to_string()));
                    self.refusals.push(format!("{order}: {refusal}"));
                }
                // It is meant for a later moment.
                (Err(refusal), false) => {
                    self.refusals.push(format!("{order}: {refusal}"));
                    break;
                }
            }
        }
        orders.check("done").map_err(|_| panic!("{}: done is not taken", asking.words()))
    }

    fn listening(&self) -> bool {
        true
    }

    fn hear(&mut self, ruling: Ruling) {
        let clauses =
            std::iter::once(ruling.clause).chain(ruling.modifiers.iter().map(|modifier| modifier.clause));
        self.cited.extend(clauses.map(|clause| clause.to_string()));
        self.account.push(ruling.text.to_string());
    }

    fn cite(&mut self, clause: grognard_umpire::Clause) {
        self.cited.push(clause.to_string());
    }

    fn last_throw(&self) -> u16 {
        self.last
    }
}

/// Plays until the script's dice are used up or the battle ends.
fn play(text: &str, script: &mut Script) -> (Battle<Measured>, Arc<Campaign>) {
    let (mut battle, rules) = battle(text);
    for _ in 0..2000 {
        match battle.clone().step(&rules, script) {
            Ok(Continue(next)) => battle = next,
            Ok(Break(_)) | Err(Stopped) => break,
        }
        no_overlap(&battle, &rules, "a situation");
    }
    (battle, rules)
}

/// Nobody stands on anybody, and everybody on the table is on the table.
fn no_overlap(battle: &Battle<Measured>, rules: &Campaign, name: &str) {
    let scene = Scene { rules, now: &battle.now };
    let field = battle.ground.clone().field(scene);
    let units: Vec<_> = battle.now.all().filter(|unit| field.get(body_of(*unit)).is_some()).collect();
    for (at, one) in units.iter().enumerate() {
        let here = field.body(body_of(*one));
        assert!(
            field.ground().check_on_table(&here.body.layout, here.body.pose).is_ok(),
            "{name}: turn {} {:?}: {} is off the table at {:?}",
            battle.now.turn,
            battle.phase,
            scene.key(*one),
            here.body.pose
        );
        for other in &units[at + 1..] {
            assert!(
                !here.overlaps(field.body(body_of(*other))),
                "{name}: turn {} {:?}: {} lies on {}",
                battle.now.turn,
                battle.phase,
                scene.key(*one),
                scene.key(*other)
            );
        }
    }
}

/// One situation of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Situation {
    about: String,
    #[serde(default)]
    attacker: Option<String>,
    #[serde(default)]
    turns: Option<u8>,
    #[serde(default)]
    terrain: Vec<String>,
    #[serde(default)]
    readings: String,
    first: Vec<String>,
    second: Vec<String>,
    #[serde(default)]
    orders: Vec<String>,
    dice: Vec<u16>,
    expect: Vec<String>,
}

#[derive(Deserialize)]
struct Situations {
    situation: Vec<Situation>,
}

/// A unit of a situation as a title writes it. It is called by its key.
fn troops(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [key, arm, class, stands, weapon, formation, x, y, heading, rest @ ..] = &words[..] else {
        panic!("{line}: key arm class stands weapon formation x y heading")
    };
    let mut unit = format!("name = \"{key}\", arm = \"{arm}\", formation = \"{formation}\"");
    for (field, value) in [("class", class), ("stands", stands)] {
        if *value != "-" {
            unit += &format!(", {field} = {value}");
        }
    }
    if *weapon != "-" {
        unit += &format!(", weapon = \"{weapon}\"");
    }
    for word in rest {
        unit += &match *word {
            "spent" => ", first-fire = \"spent\"".to_owned(),
            "horse-artillery" => ", horse-artillery = true".to_owned(),
            "irregular" => ", drill = \"irregular\"".to_owned(),
            start if start.starts_with("start-") => format!(", start = {}", &start[6..]),
            order => format!(", order = \"{order}\""),
        };
    }
    format!("{{ key = \"{key}\", unit = {{ {unit} }}, at = \"{x} {y} {heading}\" }}")
}

impl Situation {
    fn title(&self) -> String {
        let side =
            |troops_of: &[String]| troops_of.iter().map(|line| troops(line)).collect::<Vec<_>>().join(", ");
        let attacker = match self.attacker.as_deref() {
            Some("nobody") => String::new(),
            other => format!("attacker = \"{}\"\n", other.unwrap_or("first")),
        };
        format!(
            "system = \"days-of-empire\"\nkind = \"situation\"\ntitle = \"a situation\"\ntable = \"36 36\"\n\
             turns = {}\n{attacker}terrain = [{}]\nreadings = {{ {} }}\n\
             [first]\nname = \"the first\"\nhome = \"180\"\ntroops = [{}]\n\
             [second]\nname = \"the second\"\nhome = \"0\"\ntroops = [{}]\n",
            self.turns.unwrap_or(3),
            self.terrain.join(", "),
            self.readings,
            side(&self.first),
            side(&self.second)
        )
    }

    /// Plays it, and says what is not as expected.
    fn failures(&self) -> Vec<String> {
        let mut script = Script::new(&self.orders, &self.dice);
        let (battle, rules) = play(&self.title(), &mut script);
        let account = script.account.join("\n");
        let scene = Scene { rules: &rules, now: &battle.now };
        let holds = |expected: &str| -> Result<(), String> {
            let unit = |key: &str| scene.find(key).unwrap_or_else(|| panic!("no unit {key}"));
            let (subject, rest) = expected.split_once(' ').expect("two words");
            let is = |found: String, wanted: &str| if found == wanted { Ok(()) } else { Err(found) };
            match subject {
                "says" if account.contains(rest) => Ok(()),
                "silent" if !account.contains(rest) => Ok(()),
                "refused" if script.refusals.iter().any(|refusal| refusal.contains(rest)) => Ok(()),
                "says" | "silent" => Err("it does not hold".to_owned()),
                "refused" => Err(format!("{:?}", script.refusals)),
                "touch" | "apart" => {
                    let (one, other) = rest.split_once(' ').expect("two units");
                    let touch = battle.now.touching(unit(one)).has(unit(other));
                    if touch == (subject == "touch") { Ok(()) } else { Err("it is the other way".to_owned()) }
                }
                key => {
                    let state = battle.now.unit(unit(key));
                    let (what, wanted) = rest.split_once(' ').expect("a figure and its value");
                    match what {
                        "order" => is(state.body.order.word().to_owned(), wanted),
                        "formation" => is(state.body.formation.word().to_owned(), wanted),
                        "stands" => is(state.body.strength.to_string(), wanted),
                        "heading" => is(state.pose.heading.to_string(), wanted),
                        "at" => {
                            let (x, y) = wanted.split_once(' ').expect("x and y");
                            let wanted = [x, y].map(|text| Mils::read(text).expect("a length"));
                            let at = state.pose.at;
                            // A hundredth of an inch, as measurements are.
                            let near = (at.x - wanted[0].0).abs() <= 10 && (at.y - wanted[1].0).abs() <= 10;
                            if near { Ok(()) } else { Err(format!("{} {}", Mils(at.x), Mils(at.y))) }
                        }
                        "place" => {
                            let place = match state.place {
                                Place::Table => "table",
                                Place::RoutedOff => "routed-off",
                                Place::Gone => "gone",
                                Place::Away(_) => "away",
                                Place::Sheltered(_) => "sheltered",
                                _ => "elsewhere",
                            };
                            is(place.to_owned(), wanted)
                        }
                        _ => panic!("{expected}: no such figure"),
                    }
                }
            }
        };
        let left = script.orders.iter().filter(|order| !order.starts_with("never "));
        let wrong: Vec<String> = self
            .expect
            .iter()
            .filter_map(|expected| holds(expected).err().map(|found| format!("  {expected}: {found}")))
            .chain(script.refusals.iter().filter(|refusal| refusal.ends_with("wrongly taken")).cloned())
            .chain(left.map(|order| format!("  {order}: never given")))
            .chain((!script.dice.is_empty()).then(|| format!("  dice never thrown: {:?}", script.dice)))
            .collect();
        match wrong.is_empty() {
            true => wrong,
            false => {
                let left = format!("dice left {:?}, orders left {:?}", script.dice, script.orders);
                let phase = format!("turn {} {:?}", battle.now.turn, battle.phase);
                vec![format!(
                    "{}\n{}\n  {left}, {phase}\n{account}\n{:?}\n",
                    self.about,
                    wrong.join("\n"),
                    script.refusals
                )]
            }
        }
    }
}

#[test]
fn situations_come_out_as_expected() {
    for name in ["situations.toml", "chapters.toml", "letter.toml"] {
        let path = format!("{}/tests/battles/{name}", env!("CARGO_MANIFEST_DIR"));
        let file = std::fs::read_to_string(path).expect("the file is there");
        let all: Situations = grognard_charts::read(name, &file).unwrap_or_else(|error| panic!("{error}"));
        let failures: Vec<String> = all.situation.iter().flat_map(Situation::failures).collect();
        let count = all.situation.len();
        assert!(failures.is_empty(), "{name}: {} of {count}\n{}", failures.len(), failures.join("\n"));
    }
}

/// Throws and picks at random.
struct Random(Generator);

impl Umpire for Random {
    fn throw<R: Clone + PartialEq>(&mut self, _: Asking, dice: Dice, reading: impl Fn(u16) -> R) -> Asked<R> {
        assert_eq!(dice, Dice::D6);
        Ok(reading(dice.throw(|die| self.0.face(die))))
    }
    fn decide(&mut self, choice: Choice<'_>) -> Asked<usize> {
        Ok(self.0.below(choice.options.count() as u32) as usize)
    }
    fn decide_together(&mut self, first: Choice<'_>, second: Choice<'_>) -> Asked<(usize, usize)> {
        Ok((self.decide(first)?, self.decide(second)?))
    }
    fn order<O: Orders>(&mut self, asking: Asking, orders: &O) -> Asked<O::Order> {
        let offers = orders.offers();
        let offer = offers[self.0.below(offers.len() as u32) as usize].clone();
        // What is offered is accepted, and reads back to itself.
        let key = offer.key();
        match orders.check(&key) {
            Ok(order) => assert_eq!(order.key(), key, "{}: read otherwise", asking.words()),
            Err(refusal) => panic!("{}: offered `{key}`, but {refusal}", asking.words()),
        }
        Ok(offer)
    }
}

/// Nobody is off the table who did not run off it, nobody has more stands than it began with, and the points add up.
fn nobody_strays(was: &Position, battle: &Battle<Measured>, rules: &Campaign, name: &str) {
    let scene = Scene { rules, now: &battle.now };
    for unit in was.all() {
        let (before, after) = (was.unit(unit), battle.now.unit(unit));
        if !before.place.is_on_table() || after.of != before.of {
            continue;
        }
        let host = before.rides_with.map(|host| battle.now.unit(host).place);
        let ran = after.body.order == Order::Routing || host == Some(Place::RoutedOff);
        let key = scene.key(unit);
        match after.place {
            Place::RoutedOff => assert!(ran, "{name}: {key} is off the table and did not rout"),
            Place::OffBoard | Place::Unplaced | Place::Mapped | Place::Hidden => {
                panic!("{name}: {key} is taken back")
            }
            _ => {}
        }
    }
    for unit in (0..rules.start.len() as u8).map(UnitId) {
        let parts = battle.now.units.iter().filter(|part| part.of == unit && !part.place.is_lost());
        let stands: u32 = parts.map(|part| u32::from(part.body.strength)).sum();
        let (start, key) = (u32::from(rules.profile(unit).start), &rules.profile(unit).key);
        assert!(stands <= start.max(1), "{name}: {key} has {stands} of {start}");
    }
    for side in [Side::First, Side::Second] {
        let bought: u32 = rules.of_side(side).iter().map(|unit| u32::from(rules.profile(unit).points)).sum();
        let lost = battle.now.points_lost(rules, side, &mut Script::default());
        assert!(lost <= 2 * bought, "{name}: {lost} halves of {bought} points are lost");
    }
}

/// Plays a title at random to its end: no dead end, no overlap, no stand made.
fn random_battle(name: &str, text: &str, seed: u64) {
    let (mut battle, rules) = battle(text);
    let mut random = Random(Generator::new(seed));
    let stands = |battle: &Battle<Measured>| -> u32 {
        battle.now.units.iter().map(|unit| u32::from(unit.body.strength)).sum()
    };
    for step in 0.. {
        assert!(step < 100_000, "{name} {seed}: no end");
        let before = stands(&battle);
        let was = battle.now.clone();
        match battle.step(&rules, &mut random).expect("everything is answered") {
            Continue(next) => battle = next,
            Break(_) => break,
        }
        assert!(stands(&battle) <= before, "{name} {seed}: stands were made");
        nobody_strays(&was, &battle, &rules, &format!("{name} {seed}"));
        no_overlap(&battle, &rules, &format!("{name} {seed}"));
        for contact in &battle.now.contacts {
            for unit in [contact.by, contact.on] {
                assert_eq!(
                    battle.now.unit(unit).place,
                    Place::Table,
                    "{name} {seed}: in contact off the table"
                );
            }
        }
    }
}

/// How many random games are played of each title: more on demand, by
/// `GROGNARD_LONG=1000 cargo nextest run -p grognard-days-of-empire random_battles`.
fn games() -> u64 {
    let asked = std::env::var("GROGNARD_LONG").ok().and_then(|text| text.parse().ok());
    asked.filter(|games| *games > 1).unwrap_or(20)
}

#[test]
fn random_battles_end_without_overlap() {
    let wanted = std::env::var("GROGNARD_TITLE").ok();
    for file in TITLES.files() {
        let name = format!("{KEY}/{}", file.path().display());
        if wanted.as_ref().is_some_and(|wanted| !name.contains(wanted.as_str())) {
            continue;
        }
        for seed in 0..games() {
            random_battle(&name, file.contents_utf8().unwrap(), seed);
        }
    }
    for seed in 0..games() {
        random_battle("a crowded field", CROWD, seed);
    }
}

#[test]
fn laws_hold_on_every_title() {
    for file in TITLES.files() {
        let name = format!("{KEY}/{}", file.path().display());
        let contest = open(&name, file.contents_utf8().unwrap(), &charts());
        let laws = laws::Laws { name: &name, games: 2, odds: laws::Odds::TooLarge };
        contest.unwrap_or_else(|error| panic!("{error}")).visit(laws);
    }
}

/// Everybody close together: horse, foot, guns, screens, so that something happens every turn.
const CROWD: &str = r#"
system = "days-of-empire"
kind = "situation"
title = "A crowded field"
table = "48 36"
turns = 10
[first]
name = "the Russians"
home = "180"
troops = [
  { key = "k1", unit = { name = "the 1st Kazan", arm = "infantry", class = 2, stands = 12, weapon = "musket", formation = "manoeuvre-column" }, at = "12 12 0" },
  { key = "k2", unit = { name = "the 2nd Kazan", arm = "infantry", class = 2, stands = 12, weapon = "musket" }, at = "24 12 0" },
  { key = "k3", unit = { name = "the 3rd Kazan", arm = "infantry", class = 1, stands = 12, weapon = "musket", formation = "manoeuvre-column" }, at = "24 8 0" },
  { key = "h1", unit = { name = "the hussars", arm = "light-cavalry", class = 2, stands = 8 }, at = "38 12 0" },
  { key = "s1", unit = { name = "the riflemen", arm = "infantry", class = 3, stands = 6, weapon = "rifle", formation = "skirmish" }, at = "12 14 0" },
  { key = "g1", unit = { name = "the first gun", arm = "field-gun" }, at = "32 12 0" },
  { key = "g2", unit = { name = "the howitzer", arm = "field-howitzer" }, at = "44 12 0" },
]
[second]
name = "the British"
home = "0"
troops = [
  { key = "f33", unit = { name = "the 33rd", arm = "infantry", class = 3, stands = 12, weapon = "rifle" }, at = "12 20 180" },
  { key = "f7", unit = { name = "the 7th", arm = "infantry", class = 3, stands = 12, weapon = "rifle" }, at = "25 20 180" },
  { key = "f23", unit = { name = "the 23rd", arm = "infantry", class = 4, stands = 10, weapon = "rifle" }, at = "25 24 180" },
  { key = "d4", unit = { name = "the 4th Dragoon Guards", arm = "heavy-cavalry", class = 4, stands = 6 }, at = "38 22 180" },
  { key = "rb", unit = { name = "the Rifles", arm = "infantry", class = 4, stands = 4, weapon = "rifle", formation = "skirmish" }, at = "25 18 180" },
  { key = "b1", unit = { name = "the British gun", arm = "field-gun", horse-artillery = true }, at = "33 20 180" },
]
"#;
