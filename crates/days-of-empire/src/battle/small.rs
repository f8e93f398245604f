//! Situations: a few units in any state on a small table, to try what the rules make of them. No commands, no zones.

use super::campaign::{Campaign, Profile, Terrain};
use super::ids::UnitId;
use super::lessons::Lessons;
use super::state::{Place, UnitState};
use crate::charts::Charts;
use crate::readings::Readings;
use crate::setup::{Examiner, UnitFile, word};
use crate::staff::QualityDie;
use crate::terrain::{AtFirst, Density, Footing, Material, Piece, PieceKind, Slope};
use crate::title::army::Edge;
use crate::title::outcome::Margins;
use crate::title::{Deployment, PlacesFirst, TableSides};
use grognard_board::table::{Ground as Land, Heading, Kind, Level, Mils, Outline, Point, Pose, Thickness};
use grognard_umpire::{BySide, Side};
use serde::Deserialize;
use std::sync::Arc;

/// A unit and where it stands.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlacedFile {
    /// Its key in orders.
    pub key: String,
    /// The unit.
    pub unit: UnitFile,
    /// Where its command stand's front edge is, and its heading: `36 24.5 180`.
    pub at: String,
}

/// A side.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArmyFile {
    /// What the side is called.
    pub name: String,
    /// Which way its own table edge lies, in degrees clockwise from north: `0` or `180`.
    pub home: String,
    /// Its units.
    pub troops: Vec<PlacedFile>,
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TerrainFile {
    /// Its name.
    pub name: String,
    /// What it is: `light-wood`, `stream`, `gentle-hill` and so on.
    pub terrain: String,
    /// Its corners, or the points of its middle line: `"3 30"`.
    pub points: Vec<String>,
    /// The width of a road, a stream or a river.
    #[serde(default)]
    pub wide: Option<String>,
    /// The height of a hill: 1 low, 2 high.
    #[serde(default)]
    pub level: Option<u8>,
    /// The crest lines of a hill.
    #[serde(default)]
    pub crests: Vec<Vec<String>>,
}

grognard_charts::battle_file! {
    /// A situation.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct SituationFile {
        /// Readings in force, where they are not the default.
        #[serde(default)]
        pub readings: Readings,
        /// Width and depth of the table: `72 48`.
        pub table: String,
        /// The last turn.
        pub turns: u8,
        /// Who attacks: `first` or `second`; nobody in particular if left out.
        #[serde(default)]
        pub attacker: Option<String>,
        /// Where the wind blows to, in degrees.
        #[serde(default)]
        pub wind: Option<String>,
        /// The terrain.
        #[serde(default)]
        pub terrain: Vec<TerrainFile>,
        /// The first side.
        pub first: ArmyFile,
        /// The second side.
        pub second: ArmyFile,
    }
}

/// Reads `x y`.
fn point(text: &str) -> Option<Point> {
    let mut parts = text.split_whitespace().map(|part| Mils::read(part).ok());
    let (x, y) = (parts.next()??, parts.next()??);
    parts.next().is_none().then_some(Point::new(x.0, y.0))
}

/// Reads `x y heading`.
fn pose(text: &str) -> Option<Pose> {
    let (at, heading) = text.trim().rsplit_once(' ')?;
    Some(Pose { at: point(at)?, heading: Heading::read(heading).ok()? })
}

/// Turns a file into what is given for a battle, collecting everything that is wrong.
pub(crate) fn campaign(
    examiner: &mut Examiner,
    file: &SituationFile,
    charts: &Arc<Charts>,
) -> Option<Campaign> {
    let size = point(&file.table);
    let mut land = match size.map(|size| Land::new(Mils(size.x), Mils(size.y))) {
        Some(Ok(land)) => land,
        _ => {
            examiner.wrong(
                "table",
                format!("`{}` is no table; write width and depth in inches: 72 48", file.table),
            );
            return None;
        }
    };
    let mut terrain = Vec::new();
    for piece in &file.terrain {
        if let Some(kind) = lay(examiner, &mut land, piece) {
            terrain.push(kind);
        }
    }
    let pieces = file.terrain.iter().zip(&terrain).map(|(file, kind)| piece_of(&file.name, *kind)).collect();
    let quality = |line: &str| QualityDie::read(charts, line).ok();
    let (mut units, mut start) = (Vec::new(), Vec::new());
    for (side, army) in [(Side::First, &file.first), (Side::Second, &file.second)] {
        for troops in &army.troops {
            let path = format!("{}.troops", side.key());
            let (unit, body, horse_battery) = examiner.unit(&path, &troops.unit, charts);
            let Some(pose) = pose(&troops.at) else {
                examiner.wrong(
                    &format!("{path}.at"),
                    format!("`{}`: write x, y and heading: 36 24.5 180", troops.at),
                );
                continue;
            };
            let id = UnitId(units.len() as u8);
            units.push(Profile {
                key: troops.key.clone(),
                name: unit.name.clone(),
                side,
                command: None,
                arm: unit.arm,
                class: unit.class,
                weapon: unit.weapon,
                drill: unit.drill,
                start: unit.start,
                horses: match body.horses {
                    0 if unit.arm.is_gun() => charts.team(unit.arm, horse_battery),
                    horses => horses,
                },
                horse_battery,
                points: crate::assault::price(&unit, unit.start, charts) as u16,
                post: None,
                dismounts: false,
                pontoons: 0,
            });
            start.push(UnitState::new(id, body, Place::Table, pose));
        }
    }
    let home = |examiner: &mut Examiner, side: Side, text: &str| {
        Heading::read(text).unwrap_or_else(|_| {
            examiner.wrong(&format!("{}.home", side.key()), format!("`{text}`: write degrees, such as 180"));
            Heading::NORTH
        })
    };
    let home = BySide::new(
        home(examiner, Side::First, &file.first.home),
        home(examiner, Side::Second, &file.second.home),
    );
    let afoot = units.iter().map(Profile::dismounted).collect();
    Some(Campaign {
        charts: Arc::clone(charts),
        readings: file.readings,
        title: file.title.clone(),
        date: file.date.clone(),
        names: BySide::new(file.first.name.clone(), file.second.name.clone()),
        land,
        terrain,
        difficult: Vec::new(),
        units,
        start,
        commands: Vec::new(),
        turns: file.turns.max(1),
        attacker: file.attacker.as_deref().and_then(Side::from_key),
        home,
        wind: file.wind.as_deref().and_then(|text| Heading::read(text).ok()).unwrap_or(Heading::NORTH),
        policies: BySide::default(),
        pieces,
        afoot,
        wind_rolled: false,
        points: STANDARD_POINTS,
        deployment: Deployment::AsPlaced,
        places_first: PlacesFirst::Roll,
        sides: TableSides::Prescribed,
        zones: BySide::from_fn(|_| whole_table(size.unwrap_or_default())),
        baselines: BySide::new(Edge::South, Edge::North),
        entries: Vec::new(),
        objectives: Vec::new(),
        outcomes: Vec::new(),
        margins: Margins::read(charts).ok()?,
        scouting: BySide::default(),
        nations: BySide::new(vec!["Russian".to_owned()], vec!["British".to_owned()]),
        ordinary_quality: quality("ordinary")?,
        national_quality: BySide::new(quality("Russian")?, quality("British")?),
        promoted_quality: quality("promoted")?,
        about: Vec::new(),
        lessons: Lessons::Off,
    })
}

/// The game for which the book gives its margins.
const STANDARD_POINTS: u32 = 800;

/// Everywhere.
fn whole_table(size: Point) -> Vec<Point> {
    vec![Point::new(0, 0), Point::new(size.x, 0), size, Point::new(0, size.y)]
}

/// A piece as other chapters know it.
fn piece_of(name: &str, terrain: Terrain) -> Piece {
    let kind = match terrain {
        Terrain::GentleHill => PieceKind::Hill { slope: Slope::Gentle, footing: Footing::Easy },
        Terrain::SteepHill => PieceKind::Hill { slope: Slope::Steep, footing: Footing::Easy },
        Terrain::LightWood => PieceKind::Wood(Density::Light),
        Terrain::HeavyWood => PieceKind::Wood(Density::Heavy),
        Terrain::UnknownWood => PieceKind::Wood(Density::Unknown),
        Terrain::LightTown => PieceKind::Urban(Thickness::Light),
        Terrain::HeavyTown => PieceKind::Urban(Thickness::Heavy),
        Terrain::Swamp | Terrain::Difficult => PieceKind::Swamp,
        Terrain::Stream => PieceKind::Stream,
        Terrain::River => PieceKind::River,
        Terrain::Road => PieceKind::Road,
        Terrain::WoodenBridge => PieceKind::Bridge(Material::Wood),
        Terrain::StoneBridge => PieceKind::Bridge(Material::Stone),
        Terrain::Ford => PieceKind::Ford,
        Terrain::LightFence => PieceKind::Obstacle { weight: Thickness::Light, material: Material::Wood },
        Terrain::LightWall => PieceKind::Obstacle { weight: Thickness::Light, material: Material::Stone },
        Terrain::HeavyWorks => PieceKind::Obstacle { weight: Thickness::Heavy, material: Material::Earth },
    };
    Piece { key: name.to_owned(), name: name.to_owned(), kind, at_first: AtFirst::Sound, by: None }
}

/// Lays a piece of terrain.
fn lay(examiner: &mut Examiner, land: &mut Land, piece: &TerrainFile) -> Option<Terrain> {
    let kind =
        word!(examiner, "terrain", "terrain", Some(piece.terrain.as_str()), Terrain, Terrain::Difficult);
    let path = |points: &[String]| points.iter().map(|text| point(text)).collect::<Option<Vec<Point>>>();
    let Some(points) = path(&piece.points) else {
        examiner.wrong("terrain.points", format!("{}: write points as \"x y\"", piece.name));
        return None;
    };
    let crests: Vec<Vec<Point>> = piece.crests.iter().filter_map(|crest| path(crest)).collect();
    let wide = piece.wide.as_deref().and_then(|text| Mils::read(text).ok()).unwrap_or(Mils::inches(1));
    let strip = |points: Vec<Point>| Outline::Strip { path: points, wide };
    if piece.level.is_some_and(|level| !(1..=2).contains(&level)) {
        examiner.wrong("terrain.level", format!("{}: a hill is low, 1, or high, 2", piece.name));
    }
    let hill = || Kind::Hill { level: Level(piece.level.unwrap_or(1)), crests: crests.clone() };
    let (shape, outline) = match kind {
        Terrain::GentleHill | Terrain::SteepHill => (hill(), Outline::Polygon(points)),
        Terrain::LightWood => (Kind::Wood(Thickness::Light), Outline::Polygon(points)),
        Terrain::HeavyWood | Terrain::UnknownWood => (Kind::Wood(Thickness::Heavy), Outline::Polygon(points)),
        Terrain::LightTown => (Kind::Town(Thickness::Light), Outline::Polygon(points)),
        Terrain::HeavyTown => (Kind::Town(Thickness::Heavy), Outline::Polygon(points)),
        Terrain::Swamp | Terrain::Difficult => (Kind::Swamp, Outline::Polygon(points)),
        Terrain::Stream | Terrain::River => (Kind::Water, strip(points)),
        Terrain::Road => (Kind::Road, strip(points)),
        Terrain::WoodenBridge | Terrain::StoneBridge | Terrain::Ford if points.len() > 2 => {
            (Kind::Way, Outline::Polygon(points))
        }
        Terrain::WoodenBridge | Terrain::StoneBridge | Terrain::Ford => (Kind::Way, strip(points)),
        Terrain::LightFence | Terrain::LightWall => (Kind::Obstacle(Thickness::Light), Outline::Line(points)),
        Terrain::HeavyWorks => (Kind::Obstacle(Thickness::Heavy), Outline::Line(points)),
    };
    match land.lay(&piece.name, shape, outline) {
        Ok(_) => Some(kind),
        Err(error) => {
            examiner.wrong("terrain.points", error.to_string());
            None
        }
    }
}
