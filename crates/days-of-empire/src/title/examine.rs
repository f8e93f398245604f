//! Whether an army can stand where the file puts it.

use super::army::{Army, Edge, Engineers, Formed, Post};
use super::{Deployment, Title};
use crate::roster::{Lists, within_limit};
use crate::setup::examine::Examiner;
use grognard_board::table::{
    Body, Ground, Kind, Layout, Looks, Mils, Outline, Placed, Point, Pose, Region, Stand,
};
use grognard_umpire::Side;

/// A deployment zone reaches so far from the baseline. [16.2-a]
pub(crate) const ZONE_DEPTH: Mils = Mils::inches(12);

/// The deployment zone of an army: the one of the file, else the whole baseline by 12 inches. [16.2-a] [16.2-d]
pub(crate) fn zone(army: &Army, size: Point) -> Vec<Point> {
    if let Some(zone) = &army.zone {
        return zone.clone();
    }
    let deep = ZONE_DEPTH.0;
    let (low, high) = match army.baseline {
        Edge::South => (Point::new(0, 0), Point::new(size.x, deep)),
        Edge::North => (Point::new(0, size.y - deep), size),
        Edge::West => (Point::new(0, 0), Point::new(deep, size.y)),
        Edge::East => (Point::new(size.x - deep, 0), size),
    };
    vec![low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)]
}

/// Somebody with a place.
struct Stood<'a> {
    side: Side,
    key: &'a str,
    layout: Layout,
    pose: Pose,
}

pub(super) fn examine(title: &Title, lists: &Lists, examiner: &mut Examiner) {
    keys(title, examiner);
    let size = title.terrain.ground.size();
    for objective in &title.objectives {
        if !title.terrain.ground.holds(objective.at) {
            let problem = format!(
                "`{}` is off the table, which ends at {} {}",
                objective.key,
                Mils(size.x),
                Mils(size.y)
            );
            examiner.wrong("objective", problem);
        }
    }
    let sides = [(Side::First, "first"), (Side::Second, "second")];
    let mut stood: Vec<Stood<'_>> = Vec::new();
    for (side, path) in sides {
        let army = &title.armies[side];
        price(title, army, path, lists, examiner);
        let outline = zone(army, size);
        match zone_region(&outline, size) {
            Err(flaw) => examiner.wrong(&format!("{path}.zone"), flaw),
            Ok(region) => {
                for one in places(army, side) {
                    in_zone(&title.terrain.ground, &one, (&region, path), examiner);
                    stood.push(one);
                }
            }
        }
        // A place that could not be read has been named already.
        if title.deployment == Deployment::AsPlaced && examiner.problems.is_empty() {
            everybody_placed(army, path, examiner);
        }
        entries(army, path, size, examiner);
    }
    overlaps(&title.terrain.ground, &stood, examiner);
}

/// Keys are plain words, and each names one thing: orders and outcomes name everything by them.
fn keys(title: &Title, examiner: &mut Examiner) {
    let mut seen: Vec<&str> = Vec::new();
    let armies = [("first", &title.armies.first), ("second", &title.armies.second)];
    let people = armies.into_iter().flat_map(|(path, army)| {
        let of = |command| all_keys(command);
        let all = std::iter::once(army.general.key.as_str()).chain(army.commands.iter().flat_map(of));
        all.map(move |key| (path, key))
    });
    for (path, key) in people {
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if key.is_empty() || key.len() > 16 || !key.chars().all(plain) {
            examiner.wrong(path, format!("`{key}`: write up to 16 small letters, digits and -"));
        } else if RESERVED.contains(&key) {
            examiner.wrong(path, format!("`{key}` is a word of orders: take another"));
        } else if seen.contains(&key) {
            examiner.wrong(path, format!("`{key}` names two: give each its own"));
        }
        seen.push(key);
    }
}

/// Words that orders begin with.
const RESERVED: [&str; 17] = [
    "done", "place", "hide", "reserve", "charge", "fire", "hold", "light", "brigade", "as", "try", "undo",
    "show", "quit", "max", "to", "dispute",
];

fn all_keys(command: &Formed) -> impl Iterator<Item = &str> {
    let general = command.general.iter().map(|general| general.key.as_str());
    let engineers = command.engineers.iter().map(|engineers| engineers.key.as_str());
    let troops = command.troops.iter().map(|troop| troop.key.as_str());
    std::iter::once(command.key.as_str()).chain(general).chain(engineers).chain(troops)
}

/// An army costs no more than was agreed, and keeps at most a third of it off the table. [6-a] [16.5-a]
fn price(title: &Title, army: &Army, path: &str, _lists: &Lists, examiner: &mut Examiner) {
    // Both sides spend from one total; a battle may give them other armies, never dearer ones.
    let costs = format!("{} cost", army.name);
    examiner.refuse(path, within_limit(&costs, army.points, title.points));
    let away: u32 = army.commands.iter().filter(|one| one.entry.is_some()).map(|one| one.points).sum();
    if 3 * away > army.points {
        let most = army.points / 3;
        let problem = format!("{away} points are off the table: at most a third, here {most}, may be (16.5)");
        examiner.wrong(path, problem);
    }
}

/// A zone that is an outline on the table.
fn zone_region(outline: &[Point], size: Point) -> Result<Region, String> {
    let mut empty = Ground::new(Mils(size.x), Mils(size.y)).map_err(|bad| bad.flaw.to_string())?;
    let id = empty
        .lay("zone", Kind::Swamp, Outline::Polygon(outline.to_vec()))
        .map_err(|bad| bad.flaw.to_string())?;
    Ok(empty.feature(id).region.clone())
}

/// Everybody with a place.
fn places(army: &Army, side: Side) -> Vec<Stood<'_>> {
    let staff = Layout::single(Stand::INCH);
    let mut all = Vec::new();
    let mut put = |key, layout, pose: Option<Pose>| {
        all.extend(pose.map(|pose| Stood { side, key, layout, pose }));
    };
    put(army.general.key.as_str(), staff, army.general.post);
    for command in &army.commands {
        if let Some(general) = &command.general {
            put(general.key.as_str(), staff, general.post);
        }
        for troop in &command.troops {
            if let Some(layout) = troop.layout() {
                put(troop.key.as_str(), layout, troop.post.pose());
            }
        }
        if let Some(engineers) = &command.engineers {
            let key = engineers.key.as_str();
            put(key, Engineers::pioneers(), engineers.post);
            put(key, staff, engineers.post.map(Engineers::officer));
            put(key, Layout::single(Stand::WAGON), engineers.post.map(Engineers::wagon));
        }
    }
    all
}

/// On the table and in the zone with every stand. [16.2-a]
fn in_zone(ground: &Ground, one: &Stood<'_>, (region, path): (&Region, &str), examiner: &mut Examiner) {
    if let Err(off) = ground.check_on_table(&one.layout, one.pose) {
        examiner.wrong(path, format!("`{}`: {off}", one.key));
        return;
    }
    let blocks = one.layout.blocks(one.pose);
    let corners = blocks.iter().flat_map(|block| block.corners());
    if let Some(out) = corners.into_iter().find(|&corner| !region.gap(&[corner]).within(Mils::ZERO)) {
        let problem = format!(
            "`{}`: its corner at {} {} is out of the deployment zone: place every stand in it (16.2)",
            one.key,
            Mils(out.x),
            Mils(out.y)
        );
        examiner.wrong(path, problem);
    }
}

/// Where the file is to place everybody it does place everybody.
fn everybody_placed(army: &Army, path: &str, examiner: &mut Examiner) {
    let mut missing: Vec<&str> = Vec::new();
    if army.general.post.is_none() {
        missing.push(&army.general.key);
    }
    for command in army.commands.iter().filter(|command| command.entry.is_none()) {
        missing.extend(command.general.iter().filter(|one| one.post.is_none()).map(|one| one.key.as_str()));
        missing.extend(command.engineers.iter().filter(|one| one.post.is_none()).map(|one| one.key.as_str()));
        let away = command.troops.iter().filter(|troop| troop.post == Post::Away);
        missing.extend(away.map(|troop| troop.key.as_str()));
    }
    if let Some(first) = missing.first() {
        let problem = format!("`{first}` has no place: write at, or another deployment than as-placed");
        examiner.wrong(path, problem);
    }
}

/// Brigades come on at an edge that is not the enemy's, on a part of it that there is. [16.5-i]
fn entries(army: &Army, path: &str, size: Point, examiner: &mut Examiner) {
    for command in &army.commands {
        let Some(entry) = command.entry else { continue };
        if entry.edge == Some(army.baseline.opposite()) {
            let problem =
                format!("`{}` cannot come on at the enemy's edge: name another (16.5)", command.key);
            examiner.wrong(path, problem);
        }
        if let (Some(edge), Some((_, to))) = (entry.edge, entry.span)
            && to > edge.length(size)
        {
            let problem =
                format!("`{}`: the {} edge is {} inches long", command.key, edge.word(), edge.length(size));
            examiner.wrong(path, problem);
        }
        if entry.from_turn == 0 {
            examiner.wrong(path, format!("`{}` comes on from turn 1 or later", command.key));
        }
    }
}

/// Nobody stands on anybody, and no enemies within an inch of each other. [17.4-f]
fn overlaps(ground: &Ground, stood: &[Stood<'_>], examiner: &mut Examiner) {
    let placed: Vec<Placed> = stood
        .iter()
        .map(|one| Placed::new(ground, Body { layout: one.layout, pose: one.pose, looks: Looks::FOOT }))
        .collect();
    for (at, one) in placed.iter().enumerate() {
        for (then, other) in placed.iter().enumerate().skip(at + 1) {
            let (a, b) = (&stood[at], &stood[then]);
            if one.overlaps(other) {
                let problem = format!("`{}` and `{}` stand on each other: move one of them", a.key, b.key);
                examiner.wrong(a.side.key(), problem);
            } else if a.side != b.side && !one.gap(other).keeps(Mils::inches(1)) {
                let problem = format!(
                    "`{}` is {} inches from `{}`: enemies begin at least 1 inch apart (17.4)",
                    a.key,
                    one.gap(other),
                    b.key
                );
                examiner.wrong(a.side.key(), problem);
            }
        }
    }
}
