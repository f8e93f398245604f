//! The ground: grass, hills with their contours and hachures, water and its banks, roads, woods, towns, walls.

use super::{FRAME, Goal, Scene, Sheet, px, tenths};
use crate::terrain::{Density, Footing, Material, Piece, PieceKind, Slope};
use grognard_board::table::{Feature, FeatureId, Level, Mils, Point, Region, Thickness, direction};
use std::fmt::Write as _;

/// Grass and what lies on it, the lowest first: hills, water, ways, then what stands on them.
pub(super) fn draw(sheet: &mut Sheet, scene: &Scene<'_>) {
    frame(sheet);
    let _ = writeln!(sheet.svg, "<g clip-path=\"url(#table)\">");
    grass(sheet);
    let features: Vec<(FeatureId, &Feature, &Piece)> =
        scene.terrain.ground.features().map(|(id, feature)| (id, feature, scene.terrain.piece(id))).collect();
    for layer in 0..6 {
        for (_, feature, piece) in features.iter().filter(|(_, _, piece)| depth(piece.kind) == layer) {
            // Low hills lie under high ones: the file may name them in any order.
            if layer == 0 && feature.level() == Some(Level::HIGH) {
                continue;
            }
            one(sheet, feature, piece);
        }
        if layer == 0 {
            for (_, feature, piece) in
                features.iter().filter(|(_, feature, _)| feature.level() == Some(Level::HIGH))
            {
                one(sheet, feature, piece);
            }
        }
    }
    for goal in &scene.goals {
        let (x, y) = sheet.at(goal.at);
        let class = match goal.held {
            Some(grognard_umpire::Side::First) => "goal first-line",
            Some(grognard_umpire::Side::Second) => "goal second-line",
            None => "goal",
        };
        let _ = writeln!(
            sheet.svg,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"><title>{}</title></circle>",
            px(x),
            px(y),
            px(tenths(goal.radius.0)),
            super::escaped(&goal.name)
        );
        // The star sits on the ring, where troops within it do not hide it.
        let (top, _) = on_ring(sheet, goal);
        sheet.symbol("star", "", (x, top));
    }
    let _ = writeln!(sheet.svg, "</g>");
    names(sheet, &features);
}

/// The names of the objectives, over whoever stands there.
pub(super) fn goal_names(sheet: &mut Sheet, scene: &Scene<'_>) {
    for goal in &scene.goals {
        let (x, _) = sheet.at(goal.at);
        let (_, words) = on_ring(sheet, goal);
        sheet.text("place", (x, words), &goal.name);
    }
}

/// How far down the sheet the star of an objective and its name stand: at the top of its ring, at the bottom where the top
/// is off the table.
fn on_ring(sheet: &Sheet, goal: &Goal) -> (i64, i64) {
    let ((_, middle), radius) = (sheet.at(goal.at), tenths(goal.radius.0));
    match middle - radius > i64::from(FRAME.1) * 10 + 240 {
        true => (middle - radius, middle - radius - 120),
        false => (middle + radius, middle + radius + 220),
    }
}

/// What is drawn before what.
const fn depth(kind: PieceKind) -> u8 {
    match kind {
        PieceKind::Hill { .. } => 0,
        PieceKind::Swamp | PieceKind::River | PieceKind::Stream => 1,
        PieceKind::Wood(_) | PieceKind::Urban(_) => 2,
        PieceKind::Road => 3,
        PieceKind::Bridge(_) | PieceKind::Ford | PieceKind::Pontoon | PieceKind::Ruin => 4,
        PieceKind::Obstacle { .. } | PieceKind::Gap => 5,
    }
}

/// The wooden edge with a tick for every six inches.
fn frame(sheet: &mut Sheet) {
    let (wide, deep) = (tenths(sheet.size.x), tenths(sheet.size.y));
    let (left, top) = (i64::from(FRAME.0) * 10, i64::from(FRAME.1) * 10);
    let edge = 260;
    let _ = writeln!(
        sheet.svg,
        "<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"4\"/>\
         <rect class=\"frame-in\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        px(left - edge),
        px(top - edge),
        px(wide + 2 * edge),
        px(deep + 2 * edge),
        px(left - 40),
        px(top - 40),
        px(wide + 80),
        px(deep + 80)
    );
    for inch in (0..=sheet.size.x / 1000).step_by(6) {
        let x = left + tenths(inch * 1000);
        for (from, to, word) in
            [(top - 40, top - 100, top - 130), (top + deep + 40, top + deep + 100, top + deep + 200)]
        {
            tick(sheet, (x, from), (x, to));
            if inch % 12 == 0 {
                sheet.text("tick-word", (x, word), &inch.to_string());
            }
        }
    }
    for inch in (0..=sheet.size.y / 1000).step_by(6) {
        let y = top + tenths(sheet.size.y - inch * 1000);
        for (from, to, word) in
            [(left - 40, left - 100, left - 170), (left + wide + 40, left + wide + 100, left + wide + 170)]
        {
            tick(sheet, (from, y), (to, y));
            if inch % 12 == 0 {
                sheet.text("tick-word", (word, y + 40), &inch.to_string());
            }
        }
    }
}

fn tick(sheet: &mut Sheet, from: (i64, i64), to: (i64, i64)) {
    line(sheet, "tick", from, to);
}

fn line(sheet: &mut Sheet, class: &str, from: (i64, i64), to: (i64, i64)) {
    let _ = writeln!(
        sheet.svg,
        "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
        px(from.0),
        px(from.1),
        px(to.0),
        px(to.1)
    );
}

/// A number that looks like chance and is always the same: for where tufts and trees stand.
fn speck(x: i32, y: i32, salt: i32) -> i32 {
    let mut mix = (x as u32).wrapping_mul(0x9e37_79b1)
        ^ (y as u32).wrapping_mul(0x85eb_ca77)
        ^ (salt as u32).wrapping_mul(0xc2b2_ae3d);
    mix ^= mix >> 15;
    mix = mix.wrapping_mul(0x2c1b_3c6d);
    mix ^= mix >> 12;
    (mix & 0xffff) as i32
}

/// Specks in a grid of so many mils, each moved a little.
fn scattered(low: Point, high: Point, step: i32, salt: i32) -> Vec<Point> {
    let mut all = Vec::new();
    let mut y = low.y + step / 2;
    while y < high.y {
        let mut x = low.x + step / 2;
        while x < high.x {
            let moved = |salt: i32| (speck(x, y, salt) - 0x8000) * step / 0x14000;
            all.push(Point::new(x + moved(salt), y + moved(salt + 1)));
            x += step;
        }
        y += step;
    }
    all
}

fn grass(sheet: &mut Sheet) {
    let size = sheet.size;
    sheet.polygon("grass", &[Point::new(0, 0), Point::new(size.x, 0), size, Point::new(0, size.y)]);
    for point in scattered(Point::new(0, 0), size, 2600, 7) {
        let at = sheet.at(point);
        sheet.symbol("tuft", "", at);
    }
}

fn one(sheet: &mut Sheet, feature: &Feature, piece: &Piece) {
    let _ = writeln!(sheet.svg, "<g><title>{}</title>", super::escaped(&piece.name));
    match (piece.kind, &feature.region) {
        (PieceKind::Hill { slope, footing }, Region::Area(ring)) => {
            hill(sheet, feature, ring, (slope, footing))
        }
        (PieceKind::River | PieceKind::Stream, region) => water(sheet, region),
        (PieceKind::Swamp, Region::Area(ring)) => {
            sheet.rounded("swamp", &dense(ring));
            strewn(sheet, &feature.region, ("reeds", ""), 1100);
        }
        (PieceKind::Wood(density), Region::Area(ring)) => wood(sheet, &feature.region, ring, density),
        (PieceKind::Urban(thickness), Region::Area(ring)) => {
            let (class, house, step) = match thickness {
                Thickness::Light => ("urban-light", "house", 1350),
                Thickness::Heavy => ("urban-heavy", "stonehouse", 1250),
            };
            sheet.polygon(class, ring);
            strewn(sheet, &feature.region, (house, ""), step);
        }
        (PieceKind::Road, region) => {
            parts(sheet, "verge", region);
            parts(sheet, "road", region);
            if let Region::Strip { path, .. } = region {
                sheet.polyline("rut", path);
            }
        }
        (PieceKind::Bridge(material), region) => {
            let class = if material == Material::Wood { "bridge-wood" } else { "bridge-stone" };
            parts(sheet, class, region);
            planks(sheet, region);
        }
        (PieceKind::Pontoon, region) => {
            parts(sheet, "bridge-wood", region);
            planks(sheet, region);
        }
        (PieceKind::Ford, region) => parts(sheet, "ford", region),
        (PieceKind::Obstacle { weight, material }, Region::Line(path)) => wall(sheet, path, weight, material),
        _ => {}
    }
    let _ = writeln!(sheet.svg, "</g>");
}

/// A ring with points between its corners, so that rounding it off changes little.
fn dense(ring: &[Point]) -> Vec<Point> {
    let mut all = Vec::new();
    for (at, &from) in ring.iter().enumerate() {
        let to = ring[(at + 1) % ring.len()];
        for part in 0..4 {
            all.push(Point::new(from.x + (to.x - from.x) * part / 4, from.y + (to.y - from.y) * part / 4));
        }
    }
    all
}

/// The polygons of a region.
fn parts(sheet: &mut Sheet, class: &str, region: &Region) {
    match region {
        Region::Area(ring) => sheet.polygon(class, ring),
        Region::Strip { pieces, .. } => {
            for piece in pieces {
                sheet.polygon(class, piece);
            }
        }
        Region::Line(path) => sheet.polyline(class, path),
    }
}

fn water(sheet: &mut Sheet, region: &Region) {
    parts(sheet, "bank", region);
    parts(sheet, "water", region);
    let Region::Strip { path, .. } = region else { return };
    for ends in path.windows(2) {
        let along = ends[1] - ends[0];
        let length = along.square().isqrt() as i32;
        let mut gone = 1500;
        while gone + 1200 < length {
            let on = |by: i32, aside: i32| {
                let step = along.stretched(Mils(by));
                let side = Point::new(-along.y, along.x).stretched(Mils(aside));
                ends[0] + step + side
            };
            let aside = (speck(gone, length, 3) - 0x8000) * 500 / 0x8000;
            sheet.polyline("ripple", &[on(gone, aside), on(gone + 700, aside)]);
            if gone % 6000 < 1800 && gone > 2000 {
                sheet.polyline("flow", &[on(gone - 300, 250), on(gone, 0), on(gone - 300, -250)]);
            }
            gone += 1800;
        }
    }
}

/// Planks across a bridge, along its shorter way.
fn planks(sheet: &mut Sheet, region: &Region) {
    let Region::Area(ring) = region else { return };
    if ring.len() != 4 {
        return;
    }
    let long = |a: usize| (ring[(a + 1) % 4] - ring[a]).square();
    let first = if long(0) >= long(1) { 0 } else { 1 };
    let (a, b) = (ring[first], ring[(first + 1) % 4]);
    let (d, c) = (ring[(first + 3) % 4], ring[(first + 2) % 4]);
    for part in 1..8 {
        let on = |from: Point, to: Point| {
            Point::new(from.x + (to.x - from.x) * part / 8, from.y + (to.y - from.y) * part / 8)
        };
        sheet.polyline("plank", &[on(a, b), on(d, c)]);
    }
}

fn strewn(sheet: &mut Sheet, region: &Region, (symbol, class): (&str, &str), step: i32) {
    let bounds = region.bounds();
    for point in scattered(bounds.low, bounds.high, step, 11) {
        let inside = [(0, 0), (350, 0), (-350, 0), (0, 300), (0, -300)];
        if inside.iter().all(|&(x, y)| region.holds(Point::new(point.x + x, point.y + y))) {
            let at = sheet.at(point);
            sheet.symbol(symbol, class, at);
        }
    }
}

fn wood(sheet: &mut Sheet, region: &Region, ring: &[Point], density: Density) {
    let (class, step) = match density {
        Density::Light => ("wood-light", 1150),
        Density::Heavy => ("wood-heavy", 720),
        Density::Unknown => ("wood-unknown", 950),
    };
    sheet.polygon(class, ring);
    let group = if density == Density::Light { "" } else { "dark" };
    let _ = writeln!(sheet.svg, "<g class=\"{group}\">");
    strewn(sheet, region, ("tree", ""), step);
    let _ = writeln!(sheet.svg, "</g>");
}

fn wall(sheet: &mut Sheet, path: &[Point], weight: Thickness, material: Material) {
    let (under, over) = match (material, weight) {
        (Material::Earth, _) => ("works", "works2"),
        (Material::Stone, _) => ("wall-stone", "wall-stone2"),
        (Material::Wood, _) => ("hedge", "hedge2"),
    };
    sheet.polyline(under, path);
    sheet.polyline(over, path);
}

/// The nearest point of a hill's crests.
fn nearest_crest(feature: &Feature, from: Point) -> Option<Point> {
    let on_segment = |a: Point, b: Point| {
        let along = b - a;
        let part = (from - a).dot(along).clamp(0, along.square());
        let share = |of: i32| (i64::from(of) * part / along.square().max(1)) as i32;
        Point::new(a.x + share(along.x), a.y + share(along.y))
    };
    let crests = feature.crests().iter().flat_map(|crest| crest.windows(2));
    crests.map(|ends| on_segment(ends[0], ends[1])).min_by_key(|&point| (point - from).square())
}

/// A hill: its outline as it is measured, contours drawn in towards the crest, hachures down its slopes.
fn hill(sheet: &mut Sheet, feature: &Feature, ring: &[Point], (slope, footing): (Slope, Footing)) {
    let size = sheet.size;
    let classes = match feature.level() {
        Some(Level::HIGH) => ["high", "high2", "high3"],
        _ => ["hill", "hill2", "hill3"],
    };
    sheet.polygon(classes[0], ring);
    let ring = &dense(&dense(ring));
    // A hill that runs off the table keeps to its edge there.
    let edge = |point: Point| (point.x == 0 || point.x == size.x, point.y == 0 || point.y == size.y);
    let drawn_in = |point: Point, hundredths: i64| {
        let crest = nearest_crest(feature, point)?;
        let part = |from: i32, to: i32| from + (i64::from(to - from) * hundredths / 100) as i32;
        let (east, north) = edge(point);
        let x = if east { point.x } else { part(point.x, crest.x) };
        let y = if north { point.y } else { part(point.y, crest.y) };
        Some(Point::new(x, y))
    };
    for (class, hundredths) in [(classes[1], 30), (classes[2], 62)] {
        let inner: Vec<Point> = ring.iter().filter_map(|&point| drawn_in(point, hundredths)).collect();
        if inner.len() > 2 {
            sheet.rounded(class, &inner);
        }
    }
    let (class, step, long) = match slope {
        Slope::Gentle => ("hachure", 620, 380),
        Slope::Steep => ("hachure steep", 420, 620),
    };
    for (at, &from) in ring.iter().enumerate() {
        let to = ring[(at + 1) % ring.len()];
        let on_edge = (from.x == to.x && edge(from).0) || (from.y == to.y && edge(from).1);
        let along = to - from;
        let length = along.square().isqrt() as i32;
        if on_edge || length == 0 {
            continue;
        }
        let mut gone = step / 2;
        while gone < length {
            let foot = from + along.stretched(Mils(gone));
            if let Some(crest) = nearest_crest(feature, foot) {
                let up = (crest - foot).stretched(Mils(long + speck(foot.x, foot.y, 5) % 160));
                let up = if up.square() > (crest - foot).square() { crest - foot } else { up };
                sheet.polyline(class, &[foot, foot + up]);
            }
            gone += step;
        }
    }
    if footing == Footing::Difficult {
        strewn(sheet, &feature.region, ("stones", ""), 1900);
    }
    for crest in feature.crests() {
        sheet.polyline("crest", crest);
    }
}

/// Names where there is room: in the middle of areas and beside lines.
fn names(sheet: &mut Sheet, features: &[(FeatureId, &Feature, &Piece)]) {
    for (id, feature, piece) in features {
        let bounds = feature.region.bounds();
        let middle = Point::new((bounds.low.x + bounds.high.x) / 2, (bounds.low.y + bounds.high.y) / 2);
        let at = match (piece.kind, &feature.region) {
            (PieceKind::Hill { .. }, _) => {
                let Some(crest) = feature.crests().first() else { continue };
                let ends = (crest[0], crest[crest.len() - 1]);
                Point::new((ends.0.x + 3 * ends.1.x) / 4, (ends.0.y + 3 * ends.1.y) / 4 + 350)
            }
            // Neighbours have their names on different sides.
            (PieceKind::Urban(_) | PieceKind::Swamp | PieceKind::Wood(_), _) if id.0 % 2 == 0 => {
                Point::new(middle.x, bounds.low.y - 650)
            }
            (PieceKind::Urban(_) | PieceKind::Swamp | PieceKind::Wood(_), _) => {
                Point::new(middle.x, bounds.high.y + 300)
            }
            (PieceKind::River | PieceKind::Stream, Region::Strip { path, .. }) => {
                let ends = (path[path.len() - 2], path[path.len() - 1]);
                Point::new((ends.0.x + ends.1.x) / 2, (ends.0.y + ends.1.y) / 2 - 200)
            }
            _ => continue,
        };
        let kept = Point::new(
            at.x.clamp(3500, (sheet.size.x - 3500).max(3500)),
            at.y.clamp(500, sheet.size.y - 500),
        );
        let at = sheet.at(kept);
        sheet.text("place", at, &piece.name);
    }
}

/// Fire, and smoke that drifts with the wind.
pub(super) fn smoke(sheet: &mut Sheet, scene: &Scene<'_>) {
    let _ = writeln!(sheet.svg, "<g clip-path=\"url(#table)\">");
    for &id in &scene.burning {
        let region = &scene.terrain.ground.feature(id).region;
        let bounds = region.bounds();
        for (at, point) in scattered(bounds.low, bounds.high, 1700, 23).into_iter().enumerate() {
            if !region.holds(point) {
                continue;
            }
            for puff in 1..4 {
                let (east, north) = scene.wind.map_or((0, 1 << 30), direction);
                let drift = |part: i64| ((part * i64::from(puff) * 900) >> 30) as i32;
                let (x, y) = sheet.at(Point::new(point.x + drift(east), point.y + drift(north)));
                let _ = writeln!(
                    sheet.svg,
                    "<circle class=\"smoke\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                    px(x),
                    px(y),
                    5 + 3 * puff + (at as i32 % 3)
                );
            }
            let at = sheet.at(point);
            sheet.symbol("fire", "", at);
        }
    }
    let _ = writeln!(sheet.svg, "</g>");
}
