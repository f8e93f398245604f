//! What is asked of people at a real table: closed lists where they will do, and lines that hold everything a rule
//! wants at once.

use crate::battle::ground::Shelter;
use crate::battle::ids::{UnitId, Units};
use crate::battle::state::Scene;
use crate::length::Length;
use crate::unit::{Cover, CoverOf, Direction};
use crate::volley::Group;
use grognard_umpire::{Offer, Orders, Refusal};

/// An answer with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Told1<T> {
    pub(super) value: T,
    key: String,
    words: String,
}

impl<T> Offer for Told1<T> {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        self.words.clone()
    }
}

/// A line that people write: how it is read, and how it is written again.
pub(super) trait Line {
    /// What it says.
    type Value: Clone;

    /// Answers worth offering.
    fn usual(&self) -> Vec<Self::Value>;

    /// Reads it.
    ///
    /// # Errors
    /// What cannot be read, and what would be right.
    fn read(&self, text: &str) -> Result<Self::Value, String>;

    /// Its text; reading it back gives the same.
    fn write(&self, value: &Self::Value) -> String;
}

/// A line as the umpire's orders.
pub(super) struct Lines<L>(pub(super) L);

impl<L: Line> Lines<L> {
    fn told(&self, value: L::Value) -> Told1<L::Value> {
        let key = self.0.write(&value);
        Told1 { value, words: key.clone(), key }
    }
}

impl<L: Line> Orders for Lines<L> {
    type Order = Told1<L::Value>;

    fn offers(&self) -> Vec<Self::Order> {
        self.0.usual().into_iter().map(|value| self.told(value)).collect()
    }

    fn check(&self, text: &str) -> Result<Self::Order, Refusal> {
        let text = text.trim().to_ascii_lowercase();
        self.0.read(&text).map(|value| self.told(value)).map_err(Refusal::plain)
    }
}

fn read_length(text: &str) -> Result<Length, String> {
    Length::read(text)
        .ok_or_else(|| format!("`{text}` is no length: write inches from 0 with up to three decimals"))
}

/// A distance, or that there is none.
pub(super) struct Distance {
    /// Whether `none` may be said.
    pub(super) or_none: bool,
}

impl Line for Distance {
    type Value = Option<Length>;

    fn usual(&self) -> Vec<Self::Value> {
        let inches = [2, 4, 6, 8, 10, 16, 24];
        let none = self.or_none.then_some(None);
        none.into_iter().chain(inches.map(|inch| Some(Length::inches(inch)))).collect()
    }

    fn read(&self, text: &str) -> Result<Self::Value, String> {
        match text {
            "none" if self.or_none => Ok(None),
            text => read_length(text).map(Some),
        }
    }

    fn write(&self, value: &Self::Value) -> String {
        value.map_or("none".to_owned(), |length| length.to_string())
    }
}

/// Several distances, or none.
pub(super) struct Distances;

impl Line for Distances {
    type Value = Vec<Length>;

    fn usual(&self) -> Vec<Self::Value> {
        std::iter::once(Vec::new()).chain([2, 4].map(|inch| vec![Length::inches(inch)])).collect()
    }

    fn read(&self, text: &str) -> Result<Self::Value, String> {
        match text {
            "none" => Ok(Vec::new()),
            text => text.split(',').map(|part| read_length(part.trim())).collect(),
        }
    }

    fn write(&self, value: &Self::Value) -> String {
        let all: Vec<String> = value.iter().map(ToString::to_string).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }
}

/// Some of a list of units, or none.
pub(super) struct Which<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) among: Units,
}

impl Line for Which<'_> {
    type Value = Units;

    fn usual(&self) -> Vec<Units> {
        let all = if self.among.len() > 1 { Some(self.among) } else { None };
        std::iter::once(Units::NONE).chain(self.among.iter().map(Units::one)).chain(all).collect()
    }

    fn read(&self, text: &str) -> Result<Units, String> {
        match text {
            "none" => return Ok(Units::NONE),
            "all" => return Ok(self.among),
            _ => {}
        }
        let mut units = Units::NONE;
        for key in text.split([' ', ',']).filter(|key| !key.is_empty()) {
            let found = self.among.iter().find(|unit| self.scene.key(*unit) == key);
            let Some(unit) = found else {
                let keys: Vec<String> = self.among.iter().map(|unit| self.scene.key(unit)).collect();
                return Err(format!(
                    "`{key}` is none of {}; write some of them, all, or none",
                    keys.join(", ")
                ));
            };
            units.put(unit);
        }
        Ok(units)
    }

    fn write(&self, value: &Units) -> String {
        let keys: Vec<String> = value.iter().map(|unit| self.scene.key(unit)).collect();
        if keys.is_empty() { "none".to_owned() } else { keys.join(" ") }
    }
}

/// Units with their distances, nearest first: `k2 4, k3 5.5`, or none.
pub(super) struct InLane<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) among: Units,
}

impl Line for InLane<'_> {
    type Value = Vec<(UnitId, Length)>;

    fn usual(&self) -> Vec<Self::Value> {
        let near = |unit: UnitId| vec![(unit, Length::inches(3))];
        std::iter::once(Vec::new()).chain(self.among.iter().map(near)).collect()
    }

    fn read(&self, text: &str) -> Result<Self::Value, String> {
        if text == "none" {
            return Ok(Vec::new());
        }
        let mut all = Vec::new();
        for part in text.split(',') {
            let words: Vec<&str> = part.split_whitespace().collect();
            let [key, inches] = words[..] else {
                return Err(format!("`{}`: write a unit and its distance, as k2 4, or none", part.trim()));
            };
            let found = self.among.iter().find(|unit| self.scene.key(*unit) == key);
            all.push((
                found.ok_or_else(|| format!("no unit `{key}` that could be there"))?,
                read_length(inches)?,
            ));
        }
        all.sort_by_key(|(_, length)| *length);
        Ok(all)
    }

    fn write(&self, value: &Self::Value) -> String {
        let one = |(unit, length): &(UnitId, Length)| format!("{} {length}", self.scene.key(*unit));
        let all: Vec<String> = value.iter().map(one).collect();
        if all.is_empty() { "none".to_owned() } else { all.join(", ") }
    }
}

/// Kinds of cover by the words people use for them.
const COVERS: [(&str, Cover, CoverOf); 8] = [
    ("open", Cover::Open, CoverOf::Works),
    ("light wood", Cover::Light, CoverOf::Wood),
    ("heavy wood", Cover::Heavy, CoverOf::Wood),
    ("light houses", Cover::Light, CoverOf::UrbanArea),
    ("heavy houses", Cover::Heavy, CoverOf::UrbanArea),
    ("fence", Cover::Light, CoverOf::WoodenObstacle),
    ("low wall", Cover::Light, CoverOf::Works),
    ("works", Cover::Heavy, CoverOf::Works),
];

/// What a unit stands in or behind.
pub(super) struct Covered;

impl Line for Covered {
    type Value = Shelter;

    fn usual(&self) -> Vec<Shelter> {
        COVERS.iter().map(|&(_, cover, of)| Shelter { cover, of }).collect()
    }

    fn read(&self, text: &str) -> Result<Shelter, String> {
        let found = COVERS.iter().find(|(word, ..)| *word == text);
        found.map(|&(_, cover, of)| Shelter { cover, of }).ok_or_else(|| {
            let words: Vec<&str> = COVERS.iter().map(|(word, ..)| *word).collect();
            format!("no cover `{text}`: write {}", words.join(", "))
        })
    }

    fn write(&self, value: &Shelter) -> String {
        let found = COVERS
            .iter()
            .find(|&&(_, cover, of)| value.cover == cover && (cover == Cover::Open || value.of == of));
        found.map_or("works", |(word, ..)| *word).to_owned()
    }
}

/// A shot: stands that bear, range, and what else matters: `8 6.5`, `12 4 flank, light wood`, or none. Stands at several
/// ranges are said in groups: `4 3.5 + 4 5`, each at the range of its farthest; `nearest 3` is that of the first stand.
pub(super) struct Shot {
    /// The most stands.
    pub(super) most: u8,
}

/// What people say of a shot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Bears {
    /// Stands by their range, nearest first.
    pub(super) groups: Vec<Group>,
    /// The range of the nearest stand, where it is not that of its group's farthest.
    pub(super) nearest: Length,
    pub(super) strikes: Direction,
    pub(super) shelter: Shelter,
}

impl Line for Shot {
    type Value = Option<Bears>;

    fn usual(&self) -> Vec<Self::Value> {
        let shot = |inches: u8| Bears {
            groups: vec![Group { stands: self.most, range: Length::inches(inches) }],
            nearest: Length::inches(inches),
            strikes: Direction::Front,
            shelter: Shelter::OPEN,
        };
        std::iter::once(None).chain([3, 8, 16, 24].map(|inches| Some(shot(inches)))).collect()
    }

    fn read(&self, text: &str) -> Result<Self::Value, String> {
        if text == "none" {
            return Ok(None);
        }
        let wanted = || {
            format!(
                "`{text}`: write the stands that bear, up to {}, and the range, then flank or rear and the cover if any, \
                 as {} 6.5 flank, light wood; or none",
                self.most, self.most
            )
        };
        let mut parts = text.split(',').map(str::trim);
        let head: Vec<&str> = parts.next().unwrap_or("").split_whitespace().collect();
        let (mut groups, mut side) = (Vec::new(), "front");
        for group in head.split(|word| *word == "+") {
            let (stands, range) = match group {
                [stands, range] => (stands, range),
                [stands, range, last] => {
                    side = last;
                    (stands, range)
                }
                _ => return Err(wanted()),
            };
            let stands: u8 = stands.parse().map_err(|_| wanted())?;
            groups.push(Group { stands, range: read_length(range)? });
        }
        let all: u32 = groups.iter().map(|group| u32::from(group.stands)).sum();
        if all > u32::from(self.most) || groups.iter().any(|group| group.stands == 0) {
            return Err(wanted());
        }
        groups.sort_by_key(|group| group.range);
        let strikes = Direction::from_word(side).ok_or_else(wanted)?;
        let (mut shelter, mut nearest) = (Shelter::OPEN, groups[0].range);
        for part in parts {
            match part.strip_prefix("nearest ") {
                Some(inches) => nearest = read_length(inches.trim())?,
                None => shelter = Covered.read(part)?,
            }
        }
        Ok(Some(Bears { groups, nearest, strikes, shelter }))
    }

    fn write(&self, value: &Self::Value) -> String {
        let Some(Bears { groups, nearest, strikes, shelter }) = value else { return "none".to_owned() };
        let side = if *strikes == Direction::Front { String::new() } else { format!(" {}", strikes.word()) };
        let cover = if shelter.cover == Cover::Open {
            String::new()
        } else {
            format!(", {}", Covered.write(shelter))
        };
        let nearest = match groups.first() {
            Some(first) if first.range != *nearest => format!(", nearest {nearest}"),
            _ => String::new(),
        };
        let one = |group: &Group| format!("{} {}", group.stands, group.range);
        let groups: Vec<String> = groups.iter().map(one).collect();
        format!("{}{side}{cover}{nearest}", groups.join(" + "))
    }
}

/// A charge: the way straight ahead, then what else matters: `7.5`, `9 flank, ground 2, wheel 1.5, steep`, or none. `manoeuvre 4` is what
/// a wheel and a change of formation cost together.
pub(super) struct Run;

/// What people say of a charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Runs {
    pub(super) distance: Length,
    pub(super) strikes: Direction,
    pub(super) ground: Length,
    pub(super) manoeuvre: Length,
    pub(super) steep: bool,
}

impl Line for Run {
    type Value = Option<Runs>;

    fn usual(&self) -> Vec<Self::Value> {
        let run = |inches: u8, strikes: Direction| Runs {
            distance: Length::inches(inches),
            strikes,
            ground: Length::default(),
            manoeuvre: Length::default(),
            steep: false,
        };
        let front = [2, 4, 6, 8, 12, 16].map(|inches| Some(run(inches, Direction::Front)));
        std::iter::once(None).chain(front).chain([Some(run(6, Direction::Flank))]).collect()
    }

    fn read(&self, text: &str) -> Result<Self::Value, String> {
        if text == "none" {
            return Ok(None);
        }
        let wanted = || {
            format!(
                "`{text}`: write the inches straight ahead to the target, then flank or rear, and ground, wheel and steep if \
                 any, as 7.5 flank, ground 2, wheel 1.5, steep; or none"
            )
        };
        let mut parts = text.split(',').map(str::trim);
        let head: Vec<&str> = parts.next().unwrap_or("").split_whitespace().collect();
        let (distance, side) = match head[..] {
            [distance] => (distance, "front"),
            [distance, side] => (distance, side),
            _ => return Err(wanted()),
        };
        let mut runs = Runs {
            distance: read_length(distance)?,
            strikes: Direction::from_word(side).ok_or_else(wanted)?,
            ground: Length::default(),
            manoeuvre: Length::default(),
            steep: false,
        };
        for part in parts {
            match part.split_whitespace().collect::<Vec<_>>()[..] {
                ["ground", inches] => runs.ground = read_length(inches)?,
                ["wheel", inches] => {
                    let arc = read_length(inches)?;
                    runs.manoeuvre = arc + arc;
                }
                ["manoeuvre", inches] => runs.manoeuvre = read_length(inches)?,
                ["steep"] => runs.steep = true,
                _ => return Err(wanted()),
            }
        }
        Ok(Some(runs))
    }

    fn write(&self, value: &Self::Value) -> String {
        let Some(runs) = value else { return "none".to_owned() };
        let mut text = runs.distance.to_string();
        if runs.strikes != Direction::Front {
            text += &format!(" {}", runs.strikes.word());
        }
        for (word, length) in [("ground", runs.ground), ("manoeuvre", runs.manoeuvre)] {
            if length > Length::default() {
                text += &format!(", {word} {length}");
            }
        }
        if runs.steep {
            text += ", steep";
        }
        text
    }
}

/// How a compulsory move went: `clear` (`clear 9` if it had to go farther than it must), `edge`, `river`, `enemy f33`, `stopped 4`; friends it burst through after
/// `through`.
pub(super) struct Went<'a> {
    pub(super) scene: Scene<'a>,
    pub(super) friends: Units,
    pub(super) enemies: Units,
}

/// What people say of a compulsory move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Way1 {
    pub(super) met: Met1,
    pub(super) burst: Units,
}

/// What it met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Met1 {
    /// Nothing; with its length, if it went farther to get clear of friends.
    Clear(Option<Length>),
    Edge,
    River,
    Enemy(UnitId),
    Stopped(Length),
}

impl Line for Went<'_> {
    type Value = Way1;

    fn usual(&self) -> Vec<Way1> {
        let way = |met| Way1 { met, burst: Units::NONE };
        let mut all = vec![way(Met1::Clear(None)), way(Met1::Edge), way(Met1::River)];
        all.extend(self.enemies.iter().map(|enemy| way(Met1::Enemy(enemy))));
        all.extend(
            self.friends.iter().map(|friend| Way1 { met: Met1::Clear(None), burst: Units::one(friend) }),
        );
        all
    }

    fn read(&self, text: &str) -> Result<Way1, String> {
        let wanted = || {
            format!(
                "`{text}`: write clear, edge, river, enemy UNIT or stopped INCHES, and through UNIT ... for friends in line it burst \
                 through, as clear through k2"
            )
        };
        let (head, tail) = text.split_once("through").unwrap_or((text, ""));
        let burst = match tail.trim() {
            "" => Units::NONE,
            keys => Which { scene: self.scene, among: self.friends }.read(keys)?,
        };
        let met = match head.split_whitespace().collect::<Vec<_>>()[..] {
            ["clear"] | [] => Met1::Clear(None),
            ["clear", inches] => Met1::Clear(Some(read_length(inches)?)),
            ["edge"] => Met1::Edge,
            ["river"] => Met1::River,
            ["stopped", inches] => Met1::Stopped(read_length(inches)?),
            ["enemy", key] => {
                let found = self.enemies.iter().find(|unit| self.scene.key(*unit) == key);
                Met1::Enemy(found.ok_or_else(|| format!("no enemy `{key}` on the table"))?)
            }
            _ => return Err(wanted()),
        };
        Ok(Way1 { met, burst })
    }

    fn write(&self, value: &Way1) -> String {
        let met = match value.met {
            Met1::Clear(None) => "clear".to_owned(),
            Met1::Clear(Some(length)) => format!("clear {length}"),
            Met1::Edge => "edge".to_owned(),
            Met1::River => "river".to_owned(),
            Met1::Enemy(enemy) => format!("enemy {}", self.scene.key(enemy)),
            Met1::Stopped(length) => format!("stopped {length}"),
        };
        if value.burst.is_empty() {
            return met;
        }
        format!("{met} through {}", Which { scene: self.scene, among: self.friends }.write(&value.burst))
    }
}
