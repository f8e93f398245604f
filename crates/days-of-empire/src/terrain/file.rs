//! Terrain files: what may stand in one, and its turning into ground.
//!
//! Places are written as in orders, in inches from the south-west corner: `polygon = "3 30, 11 30, 11 35"`. A
//! terrain file may stand by itself (`kind = "terrain"`) or be part of a battle's.

use super::shape_kind;
use super::{
    AtFirst, Barrier, Density, Footing, Height, Material, Piece, PieceKind, STREAM_MAX, Slope, Terrain,
};
use crate::wind::Wind;
use grognard_board::table::{
    BadGround, FeatureId, Flaw, Ground, Kind, Level, Mils, Outline, Point, Region, Thickness,
};
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{Clause, Refusal};
use serde::Deserialize;

/// A terrain file by itself.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TerrainFile {
    /// `days-of-empire`.
    pub system: String,
    /// `terrain`.
    pub kind: String,
    /// What the ground is called.
    pub title: String,
    /// Where the wind blows to: degrees clockwise from north, `3 o'clock`, or `roll`.
    #[serde(default)]
    pub wind: Option<String>,
    /// The table; 72 by 48 inches if left out.
    #[serde(default)]
    pub table: TableFile,
    /// What lies on it.
    #[serde(default)]
    pub terrain: Vec<PieceFile>,
}

/// The size of the table.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TableFile {
    /// From west to east, inches.
    pub wide: String,
    /// From south to north.
    pub deep: String,
}

impl Default for TableFile {
    /// Six feet by four. [3.6-a]
    fn default() -> Self {
        TableFile { wide: "72".to_owned(), deep: "48".to_owned() }
    }
}

/// A piece of terrain.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PieceFile {
    /// What orders call it: small letters, digits, `_` and `-`.
    pub key: String,
    /// What people call it, with its article; the key if left out.
    #[serde(default)]
    pub name: Option<String>,
    /// `hill`, `wood`, `urban`, `swamp`, `river`, `stream`, `road`, `bridge`, `ford`, `pontoon` or `obstacle`.
    pub kind: String,
    /// The corners of an area, in order: `3 30, 11 30, 11 35, 3 35`.
    #[serde(default)]
    pub polygon: Option<String>,
    /// The middle line of water, roads, bridges and fords, or an obstacle's line.
    #[serde(default)]
    pub path: Option<String>,
    /// How wide it is around that line; a ford is 2 inches.
    #[serde(default)]
    pub wide: Option<String>,
    /// A hill's: `gentle` or `steep`.
    #[serde(default)]
    pub slope: Option<String>,
    /// A hill's: `easy` or `difficult`.
    #[serde(default)]
    pub ground: Option<String>,
    /// A hill's: `low` or `high`.
    #[serde(default)]
    pub height: Option<String>,
    /// A hill's crest lines: along its spine, and across its widest part.
    #[serde(default)]
    pub crests: Vec<String>,
    /// `light` or `heavy`; of a wood also `unknown`, which a die decides in play.
    #[serde(default)]
    pub density: Option<String>,
    /// An obstacle's: `hedge`, `fence`, `low-wall`, `barricade`, `thick-wall` or `works`.
    #[serde(default)]
    pub barrier: Option<String>,
    /// An obstacle's: `light` or `heavy`; what the barrier usually is if left out.
    #[serde(default)]
    pub weight: Option<String>,
    /// A bridge's or an obstacle's: `wood`, `stone` or `earth`.
    #[serde(default)]
    pub material: Option<String>,
    /// Whether a wood or town burns from the start.
    #[serde(default)]
    pub burning: bool,
    /// Where a river or stream flows to; drawn only. (A189)
    #[serde(default)]
    pub flow: Option<String>,
}

/// Reads a terrain file.
///
/// # Errors
/// Everything that is wrong with it, with the line of each.
pub fn read_file(file: &str, text: &str) -> Result<(Terrain, Option<Wind>), BadData> {
    let whole: TerrainFile = read(file, text)?;
    let mut problems = Vec::new();
    if whole.kind != "terrain" {
        problems
            .push(Problem::new("kind", format!("`{}`: a terrain file has kind = \"terrain\"", whole.kind)));
    }
    let wind = whole.wind.as_deref().and_then(|text| {
        Wind::read(text).map_err(|problem| problems.push(Problem::new("wind", problem))).ok()
    });
    match read_pieces(&whole.table, &whole.terrain) {
        Ok(terrain) if problems.is_empty() => Ok((terrain, wind)),
        Ok(_) => Err(refuse(file, text, &problems)),
        Err(more) => {
            problems.extend(more);
            Err(refuse(file, text, &problems))
        }
    }
}

/// Reads places: `0 27, 18 26.5`.
///
/// # Errors
/// What is wrong, and what would be right.
pub fn read_points(text: &str) -> Result<Vec<Point>, String> {
    let point = |part: &str| {
        let mut numbers = part.split_whitespace();
        let (Some(x), Some(y), None) = (numbers.next(), numbers.next(), numbers.next()) else {
            return Err(format!("`{}` is no place: write inches east and north, as 18 26.5", part.trim()));
        };
        let mils = |number: &str| Mils::read(number).map_err(|error| error.to_string());
        Ok(Point::new(mils(x)?.0, mils(y)?.0))
    };
    text.split(',').map(point).collect()
}

/// Lays pieces on a table.
///
/// # Errors
/// Everything that is wrong, each with its place: `terrain.2.polygon`, counted from 0.
pub fn read_pieces(table: &TableFile, pieces: &[PieceFile]) -> Result<Terrain, Vec<Problem>> {
    let mut reader = Reader::default();
    let side = |reader: &mut Reader, path: &str, text: &str| {
        Mils::read(text).map_err(|error| reader.wrong(path, error.to_string())).ok()
    };
    let wide = side(&mut reader, "table.wide", &table.wide);
    let deep = side(&mut reader, "table.deep", &table.deep);
    let (Some(wide), Some(deep)) = (wide, deep) else { return Err(reader.problems) };
    let ground = Ground::new(wide, deep).map_err(|bad| vec![Problem::new("table", bad.flaw.to_string())])?;
    let mut terrain = Terrain::bare(ground);
    for (at, file) in pieces.iter().enumerate() {
        reader.piece(&format!("terrain.{at}"), file, &mut terrain);
    }
    if reader.problems.is_empty() {
        reader.known_fords(&mut terrain);
    }
    if reader.problems.is_empty() { Ok(terrain) } else { Err(reader.problems) }
}

/// Collects what is wrong.
#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
}

/// Reads a word of a closed list; nothing, and a problem, for any other.
macro_rules! chosen {
    ($reader:expr, $path:expr, $field:literal, $text:expr, $type:ty) => {
        match $text.as_deref() {
            None => {
                $reader.wrong(
                    &format!("{}.{}", $path, $field),
                    format!("missing: {}", said::<$type>(<$type>::ALL, <$type>::word)),
                );
                None
            }
            Some(word) => <$type>::from_word(word).or_else(|| {
                let problem = format!("no `{word}`: {}", said::<$type>(<$type>::ALL, <$type>::word));
                $reader.wrong(&format!("{}.{}", $path, $field), problem);
                None
            }),
        }
    };
}

/// `write a, b or c`.
fn said<T: Copy>(all: &[T], word: fn(T) -> &'static str) -> String {
    let words: Vec<&str> = all.iter().map(|one| word(*one)).collect();
    match words.split_last() {
        Some((last, [])) => format!("write {last}"),
        Some((last, others)) => format!("write {} or {last}", others.join(", ")),
        None => String::new(),
    }
}

impl Reader {
    fn wrong(&mut self, path: &str, problem: impl Into<String>) {
        self.problems.push(Problem::new(path, problem));
    }

    /// What a clause of the book forbids.
    fn against(&mut self, path: &str, clause: Clause, problem: &'static str) {
        self.wrong(path, Refusal::new(clause, problem).to_string());
    }

    fn piece(&mut self, path: &str, file: &PieceFile, terrain: &mut Terrain) {
        let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_-".contains(&byte);
        if file.key.is_empty() || file.key.len() > 32 || !file.key.bytes().all(plain) {
            self.wrong(
                &format!("{path}.key"),
                format!("`{}`: write 1 to 32 small letters, digits, `_` and `-`", file.key),
            );
        }
        let before = self.problems.len();
        self.only_its_own_fields(path, file);
        let kind = self.kind(path, file);
        let outline = self.outline(path, file);
        let (Some(kind), Some(outline)) = (kind, outline) else { return };
        let at_first = if file.burning { AtFirst::Burning } else { AtFirst::Sound };
        if file.burning && !kind.is_area() {
            self.against(
                &format!("{path}.burning"),
                rule!("15-a"),
                "only woods and towns burn from the start",
            );
        }
        let mut crests = self.crests(path, file);
        if self.problems.len() > before {
            return;
        }
        let mut by = None;
        if let (PieceKind::Hill { .. }, Outline::Polygon(corners), true) = (kind, &outline, crests.is_empty())
        {
            // Along its spine and across its widest part.
            (crests, by) = (usual_crests(corners), Some(rule!("15.1-b")));
        }
        if kind == PieceKind::Ford {
            // Known to everybody from the start.
            by = Some(rule!("15.4-f"));
        }
        let shape = match kind {
            PieceKind::Hill { .. } => match Height::from_word(file.height.as_deref().unwrap_or_default()) {
                Some(Height::Low) => Kind::Hill { level: Level::LOW, crests },
                _ => Kind::Hill { level: Level::HIGH, crests },
            },
            other => shape_kind(other),
        };
        match terrain.ground.lay(&file.key, shape, outline) {
            Ok(_) => {
                let name = file.name.clone().unwrap_or_else(|| file.key.replace(['_', '-'], " "));
                terrain.pieces.push(Piece { key: file.key.clone(), name, kind, at_first, by });
            }
            Err(BadGround { flaw, .. }) => {
                let field = match flaw {
                    Flaw::Twice => "key",
                    Flaw::CrestOffHill(_) => "crests",
                    Flaw::Wide(_) => "wide",
                    _ if file.polygon.is_some() => "polygon",
                    _ => "path",
                };
                self.wrong(&format!("{path}.{field}"), flaw.to_string());
            }
        }
    }

    /// What a kind has no use for is a slip of the pen.
    fn only_its_own_fields(&mut self, path: &str, file: &PieceFile) {
        let hill = file.kind == "hill";
        let of = |kinds: &[&str]| kinds.contains(&file.kind.as_str());
        let fields = [
            ("slope", file.slope.is_some(), hill),
            ("ground", file.ground.is_some(), hill),
            ("height", file.height.is_some(), hill),
            ("crests", !file.crests.is_empty(), hill),
            ("density", file.density.is_some(), of(&["wood", "urban"])),
            ("barrier", file.barrier.is_some(), of(&["obstacle"])),
            ("weight", file.weight.is_some(), of(&["obstacle"])),
            ("material", file.material.is_some(), of(&["obstacle", "bridge"])),
            ("flow", file.flow.is_some(), of(&["river", "stream"])),
            ("wide", file.wide.is_some(), of(&["river", "stream", "road", "bridge", "ford", "pontoon"])),
        ];
        for (field, given, fits) in fields {
            if given && !fits {
                self.wrong(&format!("{path}.{field}"), format!("a {} has none: leave it out", file.kind));
            }
        }
    }

    fn kind(&mut self, path: &str, file: &PieceFile) -> Option<PieceKind> {
        Some(match file.kind.as_str() {
            "hill" => {
                let slope = chosen!(self, path, "slope", file.slope, Slope);
                let footing = chosen!(self, path, "ground", file.ground, Footing);
                if file.height.is_none() {
                    let problem = "guns and eyes need to know how high it is: write low or high";
                    self.against(&format!("{path}.height"), rule!("15.1-e"), problem);
                    return None;
                }
                chosen!(self, path, "height", file.height, Height)?;
                PieceKind::Hill { slope: slope?, footing: footing? }
            }
            "wood" | "urban" if file.density.is_none() => {
                let problem = "light or heavy is settled before the game: write the density";
                self.against(&format!("{path}.density"), rule!("13.6-b"), problem);
                return None;
            }
            "wood" => PieceKind::Wood(chosen!(self, path, "density", file.density, Density)?),
            "urban" => match chosen!(self, path, "density", file.density, Density)? {
                Density::Unknown => {
                    let problem = "only a wood may be of unknown kind: write light or heavy";
                    self.against(&format!("{path}.density"), rule!("15.7-a"), problem);
                    return None;
                }
                density => PieceKind::Urban(density.thickness()),
            },
            "swamp" => PieceKind::Swamp,
            "river" | "stream" => self.water(path, file)?,
            "road" => PieceKind::Road,
            "bridge" => match chosen!(self, path, "material", file.material, Material)? {
                Material::Earth => {
                    self.wrong(&format!("{path}.material"), "a bridge is of wood or stone");
                    return None;
                }
                material => PieceKind::Bridge(material),
            },
            "ford" => PieceKind::Ford,
            "pontoon" => PieceKind::Pontoon,
            "obstacle" => self.obstacle(path, file)?,
            other => {
                let problem = format!(
                    "no `{other}`: write hill, wood, urban, swamp, river, stream, road, bridge, ford, pontoon or obstacle"
                );
                self.wrong(&format!("{path}.kind"), problem);
                return None;
            }
        })
    }

    fn water(&mut self, path: &str, file: &PieceFile) -> Option<PieceKind> {
        let kind = if file.kind == "river" { PieceKind::River } else { PieceKind::Stream };
        let wide = file.wide.as_deref().and_then(|wide| Mils::read(wide).ok());
        let by_width = wide.map(|wide| if wide > STREAM_MAX { PieceKind::River } else { PieceKind::Stream });
        match by_width {
            Some(other) if other != kind => {
                let problem = match other {
                    PieceKind::River => "water wider than 2 inches is a river",
                    _ => "water of 2 inches or less is a stream",
                };
                self.against(&format!("{path}.wide"), rule!("15.3-a"), problem);
                None
            }
            _ => Some(kind),
        }
    }

    fn obstacle(&mut self, path: &str, file: &PieceFile) -> Option<PieceKind> {
        let barrier = match &file.barrier {
            Some(_) => Some(chosen!(self, path, "barrier", file.barrier, Barrier)?),
            None => None,
        };
        let weight = match (file.weight.as_deref(), barrier) {
            (Some("light"), _) => Thickness::Light,
            (Some("heavy"), _) => Thickness::Heavy,
            (None, Some(barrier)) => barrier.weight(),
            _ => {
                let problem = "write light or heavy, or say what barrier it is";
                self.against(&format!("{path}.weight"), rule!("15.10-f"), problem);
                return None;
            }
        };
        let material = match (&file.material, barrier) {
            (None, Some(barrier)) => barrier.material(),
            _ => chosen!(self, path, "material", file.material, Material)?,
        };
        Some(PieceKind::Obstacle { weight, material })
    }

    fn outline(&mut self, path: &str, file: &PieceFile) -> Option<Outline> {
        let strip = ["river", "stream", "road", "bridge", "ford", "pontoon"].contains(&file.kind.as_str());
        match (&file.polygon, &file.path) {
            (Some(_), Some(_)) => {
                self.wrong(&format!("{path}.path"), "a polygon and a path: give one of them");
                None
            }
            (None, None) => {
                self.wrong(path, "no outline: give a polygon or a path of places such as 3 30, 11 30, 11 35");
                None
            }
            (Some(corners), None) => {
                if file.wide.is_some() {
                    self.wrong(
                        &format!("{path}.wide"),
                        "a polygon has its width in its corners: leave it out",
                    );
                }
                let corners = self.points(&format!("{path}.polygon"), corners)?;
                Some(Outline::Polygon(corners))
            }
            (None, Some(line)) => {
                let line = self.points(&format!("{path}.path"), line)?;
                if !strip {
                    return Some(Outline::Line(line));
                }
                let usual = if file.kind == "ford" { Some("2") } else { None };
                let Some(wide) = file.wide.as_deref().or(usual) else {
                    self.wrong(&format!("{path}.wide"), "how wide is it? write inches, as 1 or 2.5");
                    return None;
                };
                let wide = Mils::read(wide)
                    .map_err(|error| self.wrong(&format!("{path}.wide"), error.to_string()))
                    .ok()?;
                if file.kind == "ford" && wide != STREAM_MAX {
                    self.wrong(
                        &format!("{path}.wide"),
                        "a ford is 2 inches wide (15.4): leave the width out",
                    );
                }
                Some(Outline::Strip { path: line, wide })
            }
        }
    }

    fn points(&mut self, path: &str, text: &str) -> Option<Vec<Point>> {
        read_points(text).map_err(|problem| self.wrong(path, problem)).ok()
    }

    fn crests(&mut self, path: &str, file: &PieceFile) -> Vec<Vec<Point>> {
        let crests = file.crests.iter().enumerate();
        crests.filter_map(|(at, crest)| self.points(&format!("{path}.crests.{at}"), crest)).collect()
    }

    /// Where a road meets water and nothing leads over there is a known ford.
    fn known_fords(&mut self, terrain: &mut Terrain) {
        let of = |wanted: fn(PieceKind) -> bool| -> Vec<FeatureId> {
            terrain.pieces().filter(|(_, piece)| wanted(piece.kind)).map(|(id, _)| id).collect()
        };
        let roads = of(|kind| kind == PieceKind::Road);
        let waters = of(|kind| matches!(kind, PieceKind::River | PieceKind::Stream));
        for road in roads {
            for &water in &waters {
                for (number, (from, to)) in crossings(terrain, road, water).into_iter().enumerate() {
                    let key =
                        format!("ford-{}-{}-{number}", terrain.piece(road).key, terrain.piece(water).key);
                    let name = format!("the ford of {}", terrain.piece(road).name);
                    let strip = Outline::Strip { path: vec![from, to], wide: STREAM_MAX };
                    match terrain.ground.lay(&key, Kind::Way, strip) {
                        Ok(_) => terrain.pieces.push(Piece {
                            key,
                            name,
                            kind: PieceKind::Ford,
                            at_first: AtFirst::Sound,
                            by: Some(rule!("15.4-g")),
                        }),
                        Err(bad) => self.wrong("terrain", bad.to_string()),
                    }
                }
            }
        }
    }
}

/// The two crest lines of a hill for which the file draws none: between its corners farthest apart, and between
/// those farthest off that line on either side. A line that would leave the hill is left out.
fn usual_crests(corners: &[Point]) -> Vec<Vec<Point>> {
    let pairs = corners.iter().flat_map(|&one| corners.iter().map(move |&other| (one, other)));
    let Some((from, to)) = pairs.max_by_key(|(one, other)| (*other - *one).square()) else {
        return Vec::new();
    };
    let off = |corner: &Point| (to - from).cross(*corner - from);
    let left = corners.iter().copied().max_by_key(|corner| off(corner));
    let right = corners.iter().copied().min_by_key(|corner| off(corner));
    // A little inside, so that the ends lie on the hill.
    let inside = |one: Point, other: Point| {
        let length = Mils((other - one).square().isqrt() as i32);
        let margin = Mils(length.0 / 10);
        vec![one + (other - one).stretched(margin), one + (other - one).stretched(length - margin)]
    };
    let across = left.zip(right).filter(|(one, other)| one != other).map(|(one, other)| inside(one, other));
    let region = Region::Area(corners.to_vec());
    let on_hill = |crest: &Vec<Point>| {
        let stretches = region.stretches(crest[0], crest[1]);
        region.holds(crest[0]) && region.holds(crest[1]) && stretches.len() == 1
    };
    std::iter::once(inside(from, to)).chain(across).filter(on_hill).collect()
}

/// A ford reaches so far on to each bank.
const BANK: Mils = Mils(100);

/// Where a road is in water and neither bridge nor ford is there: from bank to bank along the road.
fn crossings(terrain: &Terrain, road: FeatureId, water: FeatureId) -> Vec<(Point, Point)> {
    let ground = &terrain.ground;
    let middle_line = ground.feature(road).region.middle_line();
    let water = &ground.feature(water).region;
    let mut found = Vec::new();
    for part in middle_line.windows(2) {
        let way = part[1] - part[0];
        let length = Mils(way.square().isqrt() as i32);
        for (enter, leave) in water.stretches(part[0], part[1]) {
            let at = |along: Mils| part[0] + way.stretched(along.clamp(Mils::ZERO, length));
            let (enter, leave) = (enter.of(length), leave.of(length));
            let middle = at(Mils((enter.0 + leave.0) / 2));
            let led = ground
                .features()
                .any(|(_, feature)| feature.kind == Kind::Way && feature.region.holds(middle));
            if !led && enter < leave {
                found.push((at(enter - BANK), at(leave + BANK)));
            }
        }
    }
    found
}
