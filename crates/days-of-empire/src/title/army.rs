//! An army as a battle file gives it: who is in it, under whom, where everybody stands.

use super::bought::fighting;
use super::text::{CommandFile, EngineersFile, GeneralFile, OffBoardFile, SideFile, TroopFile};
use crate::charts::{Charts, HorseBattery};
use crate::roster::{self, Lists};
use crate::setup::examine::{Examiner, may_take};
use crate::terrain::file::read_points;
use crate::unit::{self, Arm, Formation, Unit, words};
use grognard_board::table::{Heading, Layout, Mils, Point, Pose, Stand};
use grognard_umpire::Refusal;

words! {
    /// An edge of the table.
    Edge {
        /// The far side, where y ends.
        North "north",
        /// The right side.
        East "east",
        /// The near side.
        South "south",
        /// The left side.
        West "west",
    }
}

impl Edge {
    /// What somebody who comes on here faces.
    pub const fn inward(self) -> Heading {
        match self {
            Edge::North => Heading::SOUTH,
            Edge::East => Heading::WEST,
            Edge::South => Heading::NORTH,
            Edge::West => Heading::EAST,
        }
    }

    /// The edge across the table.
    pub const fn opposite(self) -> Edge {
        match self {
            Edge::North => Edge::South,
            Edge::East => Edge::West,
            Edge::South => Edge::North,
            Edge::West => Edge::East,
        }
    }

    /// The point of this edge so far along it, from the west or from the south.
    pub const fn point(self, along: Mils, size: Point) -> Point {
        match self {
            Edge::North => Point::new(along.0, size.y),
            Edge::East => Point::new(size.x, along.0),
            Edge::South => Point::new(along.0, 0),
            Edge::West => Point::new(0, along.0),
        }
    }

    /// How far along this edge the point of it nearest to a place lies.
    pub fn along(self, point: Point, size: Point) -> Mils {
        let at = match self {
            Edge::North | Edge::South => point.x,
            Edge::East | Edge::West => point.y,
        };
        Mils(at.clamp(0, self.length(size).0))
    }

    /// How long it is.
    pub const fn length(self, size: Point) -> Mils {
        match self {
            Edge::North | Edge::South => Mils(size.x),
            Edge::East | Edge::West => Mils(size.y),
        }
    }
}

words! {
    /// What a general commands. [14.2-h]
    GeneralArm {
        /// Infantry.
        Infantry "infantry",
        /// Cavalry.
        Cavalry "cavalry",
        /// Both: a division over brigades of both arms, and the player's own general. (14.2-m)
        Both "both",
    }
}

impl GeneralArm {
    /// Whether he counts for a unit: guns, engineers and trains take any general of their chain.
    pub const fn commands(self, arm: Arm) -> bool {
        match self {
            GeneralArm::Both => true,
            GeneralArm::Infantry => !arm.is_horse(),
            GeneralArm::Cavalry => !matches!(arm, Arm::Infantry),
        }
    }
}

words! {
    /// The rank of a general or a formation, the highest last.
    Rank {
        /// A brigade.
        Brigade "brigade",
        /// A division.
        Division "division",
        /// The player's own general.
        Army "army",
    }
}

/// A formation of one army, as its place in the list.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CommandId(pub u8);

/// A general.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct General {
    /// His key.
    pub key: String,
    /// His name.
    pub name: String,
    /// Where he stands; nowhere yet if he is off the table or to be placed.
    pub post: Option<Pose>,
}

/// Whether the units of a formation are under somebody. [14.2-a]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bond {
    /// Under a general.
    Commanded,
    /// Independent.
    Independent,
}

/// Where and when a brigade kept off the table may come on, as far as the battle prescribes it. [16.5-i]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The only edge.
    pub edge: Option<Edge>,
    /// The first turn.
    pub from_turn: u8,
    /// The part of the edge.
    pub span: Option<(Mils, Mils)>,
}

/// A division or a brigade.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Formed {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its rank.
    pub rank: Rank,
    /// The division it belongs to.
    pub under: Option<CommandId>,
    /// What its general commands.
    pub arm: GeneralArm,
    /// Its general.
    pub general: Option<General>,
    /// Whether its units are under somebody.
    pub bond: Bond,
    /// Where it may come on, if it is kept off the table.
    pub entry: Option<Entry>,
    /// Its units.
    pub troops: Vec<Troop>,
    /// Its engineers.
    pub engineers: Option<Engineers>,
    /// The price of its general, units, engineers and works.
    pub points: u32,
}

/// Where a unit begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Post {
    /// On the table.
    Open(Pose),
    /// Hidden on the table. [16.4-a]
    Hidden(Pose),
    /// Off the table, or still to be placed.
    Away,
}

impl Post {
    /// Its place on the table.
    pub const fn pose(self) -> Option<Pose> {
        match self {
            Post::Open(pose) | Post::Hidden(pose) => Some(pose),
            Post::Away => None,
        }
    }
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troop {
    /// Its key.
    pub key: String,
    /// What it is.
    pub unit: Unit,
    /// Whether it is horse artillery.
    pub horse_battery: HorseBattery,
    /// Horses of a gun's team.
    pub horses: u8,
    /// How it is drawn up.
    pub formation: Formation,
    /// Where it begins.
    pub post: Post,
    /// Its price.
    pub points: u32,
    /// The line of the army lists it was bought from.
    pub troops: String,
    /// Whose line that is; several nations, or `all`, for guns.
    pub nation: String,
}

/// An engineer officer, six pioneers and a wagon with its pontoons. [5.1-d]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Engineers {
    /// The key of the pioneers.
    pub key: String,
    /// Their name.
    pub name: String,
    /// Where the pioneers stand, officer and wagon behind them.
    pub post: Option<Pose>,
    /// Inches of pontoon on the wagon.
    pub pontoon_inches: u8,
}

/// The pioneer stands of a package. [5.1-d]
pub const PIONEERS: u8 = 6;
/// The pontoon of a package, in inches. (5.1-e)
pub const PACKAGE_PONTOON: u8 = 4;

impl Engineers {
    /// How the pioneers are drawn up: a march column.
    pub fn pioneers() -> Layout {
        layout(Arm::Infantry, Formation::MarchColumn, PIONEERS).expect("six stands make a column")
    }

    /// The officer's place, touching the rear of the pioneers.
    pub fn officer(post: Pose) -> Pose {
        Pose { at: post.place(0, -3000), heading: post.heading }
    }

    /// The wagon's place beside him.
    pub fn wagon(post: Pose) -> Pose {
        Pose { at: post.place(-1000, -3000), heading: post.heading }
    }
}

/// An army.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// Its name, with its article.
    pub name: String,
    /// Its nations, that of the player's general first.
    pub nations: Vec<String>,
    /// Its own edge.
    pub baseline: Edge,
    /// Its deployment zone; the baseline by 12 inches where none is given.
    pub zone: Option<Vec<Point>>,
    /// The player's own general.
    pub general: General,
    /// Divisions and brigades.
    pub commands: Vec<Formed>,
    /// The price of the whole.
    pub points: u32,
    /// Scouting points of its light cavalry. [19.2-a]
    pub scouting: u32,
}

/// The shape of a unit.
pub fn layout(arm: Arm, formation: Formation, stands: u8) -> Option<Layout> {
    use grognard_board::table::Formation as Shape;
    let made = |shape: Shape| Layout::new(shape, stands, Stand::INCH).ok();
    match formation {
        Formation::Deployed => Some(Layout::single(Stand::GUN)),
        Formation::Limbered => Some(Layout::single(Stand::LIMBERED)),
        _ if arm == Arm::Staff => Some(Layout::single(Stand::INCH)),
        Formation::Line => made(Shape::LINE),
        Formation::MarchColumnOneWide => made(Shape::Column { wide: 1 }),
        Formation::MarchColumn => made(Shape::Column { wide: 2 }),
        Formation::ManoeuvreColumn | Formation::CavalryColumn => made(Shape::MANOEUVRE_COLUMN),
        Formation::Square => made(Shape::Square),
        Formation::Skirmish => made(Shape::Screen),
    }
}

impl Troop {
    /// Its shape at the start.
    pub fn layout(&self) -> Option<Layout> {
        layout(self.unit.arm, self.formation, self.unit.start)
    }
}

/// Reads armies, collecting what is wrong.
pub(super) struct Mustering<'a> {
    pub(super) examiner: &'a mut Examiner,
    pub(super) charts: &'a Charts,
    pub(super) lists: &'a Lists,
}

impl Mustering<'_> {
    fn wrong(&mut self, path: &str, problem: impl Into<String>) {
        self.examiner.wrong(path, problem);
    }

    pub(super) fn army(&mut self, path: &str, file: &SideFile) -> Army {
        if file.name.trim().is_empty() || file.name.chars().count() > 80 {
            self.wrong(&format!("{path}.name"), "write a name of up to 80 letters");
        }
        let known: Vec<&str> = self.lists.nations();
        let strangers: Vec<&String> =
            file.nations.iter().filter(|nation| !known.contains(&nation.as_str())).collect();
        if file.nations.is_empty() || !strangers.is_empty() {
            let which =
                strangers.first().map_or("none is given".to_owned(), |one| format!("no nation `{one}`"));
            let problem = format!("{which}: write one or more of {}", known.join(", "));
            self.examiner.wrong(&format!("{path}.nations"), problem);
        }
        let baseline = self.edge(&format!("{path}.baseline"), &file.baseline);
        let zone = file.zone.as_ref().and_then(|text| match read_points(text) {
            Ok(points) => Some(points),
            Err(problem) => {
                self.wrong(&format!("{path}.zone"), problem);
                None
            }
        });
        let general = self.general(&format!("{path}.general"), &file.general);
        let keys: Vec<&str> = file
            .command
            .iter()
            .map(|command| if command.rank == Rank::Division.word() { command.key.as_str() } else { "" })
            .collect();
        let commands: Vec<Formed> = file
            .command
            .iter()
            .map(|command| self.command(&format!("{path}.command `{}`", command.key), file, command, &keys))
            .collect();
        let points = commands.iter().map(|command| command.points).sum();
        let scouting = commands
            .iter()
            .flat_map(|command| &command.troops)
            .map(|troop| scouting(&troop.unit, self.lists))
            .sum();
        Army {
            name: file.name.clone(),
            nations: file.nations.clone(),
            baseline,
            zone,
            general,
            commands,
            points,
            scouting,
        }
    }

    fn edge(&mut self, path: &str, word: &str) -> Edge {
        Edge::from_word(word).unwrap_or_else(|| {
            self.wrong(path, format!("no edge `{word}`: write north, east, south or west"));
            Edge::South
        })
    }

    fn general(&mut self, path: &str, file: &GeneralFile) -> General {
        let post = self.pose(&format!("{path}.at"), file.at.as_deref());
        General { key: file.key.clone(), name: file.name.clone(), post }
    }

    fn pose(&mut self, path: &str, text: Option<&str>) -> Option<Pose> {
        match read_pose(text?) {
            Ok(pose) => Some(pose),
            Err(problem) => {
                self.wrong(path, problem);
                None
            }
        }
    }

    fn command(&mut self, path: &str, side: &SideFile, file: &CommandFile, divisions: &[&str]) -> Formed {
        let rank = match Rank::from_word(&file.rank) {
            Some(rank @ (Rank::Brigade | Rank::Division)) => rank,
            _ => {
                self.wrong(path, format!("rank `{}`: write division or brigade", file.rank));
                Rank::Brigade
            }
        };
        let under = file.under.as_ref().and_then(|key| {
            let found = divisions.iter().position(|one| one == key);
            if found.is_none() || rank == Rank::Division {
                self.wrong(
                    path,
                    format!("under `{key}`: write the key of a division; only brigades are under one"),
                );
            }
            found.map(|at| CommandId(at as u8))
        });
        let arm = match file.arm.as_deref() {
            None => GeneralArm::Both,
            Some(word) => GeneralArm::from_word(word).unwrap_or_else(|| {
                self.wrong(path, format!("arm `{word}`: write infantry, cavalry or both"));
                GeneralArm::Both
            }),
        };
        // Independent units come under nobody. [14.2-a]
        if file.independent && (file.general.is_some() || file.under.is_some()) {
            self.wrong(path, "independent units have no general and no division (14.2)");
        }
        // Only whole brigades stay off the table. [16.5-a]
        if file.off_board.is_some() && (rank != Rank::Brigade || file.independent) {
            self.wrong(path, "only brigades are kept off the table (16.5)");
        }
        let entry = file.off_board.as_ref().map(|off| self.entry(path, off));
        let troops: Vec<Troop> =
            file.units.iter().filter_map(|unit| self.troop(path, side, unit, entry.is_some())).collect();
        self.one_arm(path, rank, arm, &troops);
        let general = file.general.as_ref().map(|general| self.general(&format!("{path}.general"), general));
        let engineers = file.engineers.as_ref().map(|engineers| self.engineers(path, engineers));
        let points = self.price(path, file, &troops);
        let bond = if file.independent { Bond::Independent } else { Bond::Commanded };
        Formed {
            key: file.key.clone(),
            name: file.name.clone(),
            rank,
            under,
            arm,
            general,
            bond,
            entry,
            troops,
            engineers,
            points,
        }
    }

    /// A brigade is of one arm, with guns, engineers and trains. [14.2-m]
    fn one_arm(&mut self, path: &str, rank: Rank, arm: GeneralArm, troops: &[Troop]) {
        if rank == Rank::Division && arm == GeneralArm::Both {
            return;
        }
        let stranger = troops.iter().find(|troop| !arm.commands(troop.unit.arm));
        if let Some(troop) = stranger {
            let words = format!(
                "`{}`: infantry and cavalry do not serve in one brigade: put it elsewhere",
                troop.key
            );
            self.examiner.refuse(path, Err(Refusal::new(rule!("14.2-m"), words)));
        }
    }

    fn entry(&mut self, path: &str, file: &OffBoardFile) -> Entry {
        let edge = file.edge.as_ref().map(|word| self.edge(path, word));
        let span = file.span.as_ref().and_then(|text| {
            let ends: Vec<Mils> = text.split_whitespace().filter_map(|one| read_length(one).ok()).collect();
            match ends[..] {
                [from, to] if from < to => Some((from, to)),
                _ => {
                    self.wrong(path, format!("span `{text}`: write two places along the edge, as 24 64"));
                    None
                }
            }
        });
        Entry { edge, from_turn: file.from_turn.unwrap_or(1), span }
    }

    fn engineers(&mut self, path: &str, file: &EngineersFile) -> Engineers {
        Engineers {
            key: file.key.clone(),
            name: file.name.clone(),
            post: self.pose(&format!("{path}.engineers.at"), file.at.as_deref()),
            pontoon_inches: PACKAGE_PONTOON.saturating_add(file.pontoon_inches),
        }
    }

    /// The price of a formation: general, units, engineers, works. [5.1-b] [5.1-c] [5.1-d] [5.2-d] [5.2-e]
    fn price(&mut self, path: &str, file: &CommandFile, troops: &[Troop]) -> u32 {
        let general = match (&file.general, file.rank.as_str()) {
            (None, _) => 0,
            (Some(_), "division") => self.lists.division_general().points(),
            (Some(_), _) => self.lists.brigade_general().points(),
        };
        let mut inches = 0u32;
        for works in &file.works {
            match read_points(&works.path) {
                Ok(points) => {
                    inches += points.windows(2).map(|ends| whole_inches(ends[0], ends[1])).sum::<u32>();
                }
                Err(problem) => self.wrong(&format!("{path}.works `{}`", works.key), problem),
            }
        }
        if !file.works.is_empty() {
            let packages = u8::from(file.engineers.is_some());
            self.examiner.refuse(path, roster::works_take_engineers(packages));
        }
        let bought = roster::EngineersFile {
            packages: u8::from(file.engineers.is_some()),
            pontoon_inches: file.engineers.as_ref().map_or(0, |one| one.pontoon_inches),
            works_inches: inches.min(u32::from(u8::MAX)) as u8,
        };
        let engineers = self.lists.engineers(&bought);
        let engineers: u32 = engineers.iter().map(roster::Item::points).sum();
        general + engineers + troops.iter().map(|troop| troop.points).sum::<u32>()
    }

    fn troop(&mut self, path: &str, side: &SideFile, file: &TroopFile, away: bool) -> Option<Troop> {
        let path = &format!("{path}, unit `{}`", file.key);
        let bought = roster::UnitFile {
            name: file.name.clone(),
            troops: file.troops.clone(),
            class: file.class,
            stands: file.stands,
            piece: file.piece.clone(),
        };
        let serves = |nation: &&String| self.lists.of(nation).any(|troops| troops.name == file.troops);
        let nation = side.nations.iter().find(serves).or(side.nations.first())?;
        let bought = match roster::unit(nation, &bought, self.lists) {
            Ok(bought) => bought,
            Err(refusal) => {
                self.wrong(path, refusal.to_string());
                return None;
            }
        };
        let (unit, horse_battery, horses) = fighting(&bought, self.charts);
        let formation = Formation::from_word(&file.formation).unwrap_or_else(|| {
            let all: Vec<&str> = Formation::ALL.iter().map(|one| one.word()).collect();
            self.wrong(path, format!("formation `{}`: write {}", file.formation, all.join(", ")));
            if unit.arm.is_gun() { Formation::Deployed } else { Formation::Line }
        });
        self.examiner.refuse(path, may_take(&unit, &unit::Body::fresh(unit.start, formation), self.charts));
        let pose = self.pose(&format!("{path}, at"), file.at.as_deref());
        let post = match (pose, file.hidden, away) {
            (Some(_), _, true) => {
                self.wrong(path, "its brigade is off the table: leave its place out");
                Post::Away
            }
            (Some(pose), true, false) => Post::Hidden(pose),
            (Some(pose), false, false) => Post::Open(pose),
            (None, true, _) => {
                self.wrong(path, "hidden units have a place: write at (16.4)");
                Post::Away
            }
            (None, false, _) => Post::Away,
        };
        Some(Troop {
            key: file.key.clone(),
            unit,
            horse_battery,
            horses,
            formation,
            post,
            points: bought.points,
            troops: file.troops.clone(),
            nation: bought.troops.nation,
        })
    }
}

/// The scouting points of a unit: light cavalry only. [19.2-a] [19.2-b]
fn scouting(unit: &Unit, lists: &Lists) -> u32 {
    if unit.arm == Arm::LightCavalry { lists.scouting_points(unit.class, unit.start) } else { 0 }
}

/// Reads a length.
pub(super) fn read_length(text: &str) -> Result<Mils, String> {
    Mils::read(text.trim()).map_err(|bad| bad.to_string())
}

/// Reads a place and a heading: `36 40 180`.
pub fn read_pose(text: &str) -> Result<Pose, String> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [x, y, heading] = parts[..] else {
        return Err(format!("`{text}`: write inches east, inches north and a heading, as 36 40 180"));
    };
    let (x, y) = (read_length(x)?, read_length(y)?);
    let heading = Heading::read(heading).map_err(|bad| bad.to_string())?;
    Ok(Pose::new(x.0, y.0, heading))
}

/// A length in whole inches, begun ones counted. [A75]
fn whole_inches(from: Point, to: Point) -> u32 {
    let length = ((to - from).square() as u64).isqrt() as u32;
    length.div_ceil(1000)
}
