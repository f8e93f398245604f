//! The measured table: figures worked out by hand, properties against a slow second implementation in fractions,
//! and a third opinion in floating point.

mod fire;
mod ground;
mod layouts;
mod reference;
mod sides;
mod sight;
mod third;
mod walks;

use grognard_board::table::{
    BodiesBlock, Body, CrestBehind, Edge, Formation, Ground, Heading, Kind, Layout, Level, Looks, March,
    Mils, Outline, OverCover, Point, Pose, Stand, Thickness, Visibility, Ways,
};

/// An empty table of six feet by four.
fn table() -> Ground {
    Ground::new(Mils::inches(72), Mils::inches(48)).unwrap()
}

fn layout(formation: Formation, stands: u8) -> Layout {
    Layout::new(formation, stands, Stand::INCH).unwrap()
}

fn line(stands: u8) -> Layout {
    layout(Formation::LINE, stands)
}

fn column(stands: u8) -> Layout {
    layout(Formation::MANOEUVRE_COLUMN, stands)
}

fn body(layout: Layout, pose: Pose, looks: Looks) -> Body {
    Body { layout, pose, looks }
}

fn foot(layout: Layout, pose: Pose) -> Body {
    body(layout, pose, Looks::FOOT)
}

/// A pose in whole mils and notches.
fn at(x: i32, y: i32, notches: u16) -> Pose {
    Pose::new(x, y, Heading::new(notches))
}

/// A free march of so many mils.
fn march(allowance: i32) -> March {
    March {
        allowance: Mils(allowance),
        tolls: Vec::new(),
        regards: Vec::new(),
        ways: Ways::Ignored,
        edge: Edge::Closed,
    }
}

/// The distances of the rulebook.
fn visibility() -> Visibility {
    Visibility {
        farthest: Mils::inches(72),
        in_heavy: Mils::inches(4),
        in_light: Mils::inches(6),
        loose: Mils::inches(2),
        edge: Mils::inches(1),
        crest: Mils::inches(1),
        beyond: Mils::inches(8),
        over_cover: OverCover::From,
        bodies: BodiesBlock::Yes,
        crest_behind: CrestBehind::Blind,
    }
}

/// Points from inches.
fn points(inches: &[(i32, i32)]) -> Vec<Point> {
    inches.iter().map(|&(x, y)| Point::new(x * 1000, y * 1000)).collect()
}

fn polygon(inches: &[(i32, i32)]) -> Outline {
    Outline::Polygon(points(inches))
}

fn wood(ground: &mut Ground, name: &str, thickness: Thickness, corners: &[(i32, i32)]) {
    ground.lay(name, Kind::Wood(thickness), polygon(corners)).unwrap();
}

fn hill(ground: &mut Ground, name: &str, level: Level, corners: &[(i32, i32)], crest: &[(i32, i32)]) {
    let kind = Kind::Hill { level, crests: vec![points(crest)] };
    ground.lay(name, kind, polygon(corners)).unwrap();
}
