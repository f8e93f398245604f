//! The measured table as data: its pieces of terrain with their outlines, crests and zones, in thousandths of an inch
//! from the north-western corner.

use super::campaign::Campaign;
use super::state::Scene;
use crate::terrain::{Density, Footing, PieceKind, Slope};
use grognard_board::table::{Outline, Point, Region, Thickness};
use grognard_umpire::{
    Board, BoardKind, Cell, CellNow, Line, Side, Sign, SignOf, Spot, Stance, Target, TargetKind,
};

/// A point of the table on the board as data, which runs to the south.
fn spot(rules: &Campaign, point: Point) -> Spot {
    (point.x, rules.land.size().y - point.y)
}

fn spots(rules: &Campaign, points: &[Point]) -> Vec<Spot> {
    points.iter().map(|point| spot(rules, *point)).collect()
}

/// What a piece of terrain is, by its key in the legend.
const fn ground(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Hill { slope: Slope::Gentle, footing: Footing::Easy } => "gentle-hill",
        PieceKind::Hill { slope: Slope::Steep, footing: Footing::Easy } => "steep-hill",
        PieceKind::Hill { slope: Slope::Gentle, footing: Footing::Difficult } => "gentle-difficult-hill",
        PieceKind::Hill { slope: Slope::Steep, footing: Footing::Difficult } => "steep-difficult-hill",
        PieceKind::Wood(Density::Light) => "light-wood",
        PieceKind::Wood(Density::Heavy) => "heavy-wood",
        PieceKind::Wood(Density::Unknown) => "unknown-wood",
        PieceKind::Urban(Thickness::Light) => "timber-houses",
        PieceKind::Urban(Thickness::Heavy) => "stone-houses",
        PieceKind::Swamp => "swamp",
        PieceKind::River => "river",
        PieceKind::Stream => "stream",
        PieceKind::Road => "road",
        PieceKind::Bridge(_) => "bridge",
        PieceKind::Ford => "ford",
        PieceKind::Pontoon => "pontoon",
        PieceKind::Obstacle { weight: Thickness::Light, .. } => "light-obstacle",
        PieceKind::Obstacle { weight: Thickness::Heavy, .. } => "heavy-obstacle",
        PieceKind::Gap => "gap",
        PieceKind::Ruin => "ruin",
    }
}

/// Every key, with its words.
const GROUNDS: [(&str, &str); 20] = [
    ("gentle-hill", "a gentle hill"),
    ("steep-hill", "a steep hill"),
    ("gentle-difficult-hill", "a gentle hill, difficult to walk on"),
    ("steep-difficult-hill", "a steep hill, difficult to walk on"),
    ("light-wood", "an open wood"),
    ("heavy-wood", "a dense wood"),
    ("unknown-wood", "a wood that nobody has looked at yet"),
    ("timber-houses", "houses of timber"),
    ("stone-houses", "houses of stone"),
    ("swamp", "a swamp"),
    ("river", "a river"),
    ("stream", "a stream"),
    ("road", "a road"),
    ("bridge", "a bridge"),
    ("ford", "a ford"),
    ("pontoon", "a pontoon bridge"),
    ("light-obstacle", "a light obstacle"),
    ("heavy-obstacle", "a heavy obstacle"),
    ("gap", "a gap"),
    ("ruin", "a bridge with a span down"),
];

/// The outline of a piece. A wall has no width: its ring goes there and back.
fn rings(rules: &Campaign, region: &Region) -> Vec<Vec<Spot>> {
    match region {
        Region::Area(corners) => vec![spots(rules, corners)],
        Region::Strip { pieces, .. } => pieces.iter().map(|piece| spots(rules, piece)).collect(),
        Region::Line(path) => {
            let back = path.iter().rev().skip(1).take(path.len().saturating_sub(2));
            vec![spots(rules, &path.iter().chain(back).copied().collect::<Vec<_>>())]
        }
    }
}

/// A piece of terrain as a target.
fn terrain(key: &str) -> Target {
    Target::new(TargetKind::Terrain, key)
}

/// The table as data, as the battle found it.
pub(super) fn board(rules: &Campaign) -> Board {
    let features = || rules.land.features().zip(&rules.pieces);
    let cell = |((_, feature), piece): ((_, &grognard_board::table::Feature), &crate::terrain::Piece)| {
        let rings = rings(rules, &feature.region);
        let all = || rings.iter().flatten();
        let count = all().count().max(1) as i64;
        let mean = |sum: i64| (sum / count) as i32;
        Cell {
            id: terrain(&piece.key),
            name: piece.name.clone(),
            middle: (
                mean(all().map(|at| i64::from(at.0)).sum()),
                mean(all().map(|at| i64::from(at.1)).sum()),
            ),
            rings,
            town: None,
            ground: ground(piece.kind),
            neighbours: Vec::new(),
        }
    };
    let crests = features().flat_map(|((_, feature), _)| feature.crests());
    let crests = crests.map(|crest| Line { kind: "crest", spots: spots(rules, crest) });
    let zones = [(Side::First, "first-zone"), (Side::Second, "second-zone")];
    let zones = zones.map(|(side, kind)| Line { kind, spots: spots(rules, &rules.zones[side]) });
    let cells: Vec<Cell> = features().map(cell).collect();
    let used = |key: &str| cells.iter().any(|cell| cell.ground == key);
    let grounds = GROUNDS.into_iter().filter(|(key, _)| used(key));
    let grounds = grounds.map(|(key, words)| Sign::new(SignOf::Ground, key, words));
    let lines = [
        ("crest", "a crest"),
        ("first-zone", "where the first side deploys"),
        ("second-zone", "where the second side deploys"),
    ];
    let legend = grounds.chain(lines.map(|(key, words)| Sign::new(SignOf::Line, key, words))).collect();
    Board {
        kind: BoardKind::Table,
        size: (rules.land.size().x, rules.land.size().y),
        lines: crests.chain(zones).collect(),
        legend,
        cells,
    }
}

/// What burns and what has lost a span.
pub(super) fn cells(scene: Scene<'_>) -> Vec<CellNow> {
    let (rules, now) = (scene.rules, scene.now);
    let cell = |(at, piece): (usize, &crate::terrain::Piece)| {
        let id = grognard_board::table::FeatureId(at as u8);
        let marks = [
            (now.fires.iter().any(|fire| fire.area == id), "burning"),
            (ground(scene.piece(id)) != ground(piece.kind), ground(scene.piece(id))),
        ];
        let marks: Vec<&'static str> =
            marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
        (!marks.is_empty()).then(|| CellNow { marks, ..CellNow::held(terrain(&piece.key), None) })
    };
    rules.pieces.iter().enumerate().filter_map(cell).collect()
}

/// What has been laid on the ground since the battle began: fords found, pontoons, gaps, barricades.
pub(super) fn lines(scene: Scene<'_>) -> Vec<Line> {
    let laid = scene.now.altered.iter().filter_map(|altered| altered.laid());
    let line = |(kind, _, outline): (PieceKind, _, Outline)| {
        let points = match outline {
            Outline::Polygon(points) | Outline::Line(points) | Outline::Strip { path: points, .. } => points,
        };
        Line { kind: ground(kind), spots: spots(scene.rules, &points) }
    };
    laid.map(line).collect()
}

/// How a unit stands, with the corners of its blocks.
pub(super) fn stance(scene: Scene<'_>, unit: super::ids::UnitId) -> Stance {
    let pose = scene.unit(unit).pose;
    let blocks = super::measured::layout(scene, unit).blocks(pose);
    Stance {
        at: spot(scene.rules, pose.at),
        facing: pose.heading.notches(),
        blocks: blocks.iter().map(|block| spots(scene.rules, &block.corners())).collect(),
    }
}
