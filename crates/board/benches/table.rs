//! Speed of the measured table with sixty units on it: a move checked, the longest legal part, who sees whom.
//!
//! Compare within one run. The aims, on one core: a move 50 µs, a longest part 100 µs, all sight 10 ms, after a move
//! 0.5 ms.

use divan::{Bencher, black_box};
use grognard_board::table::{
    BodiesBlock, Body, BodyId, CrestBehind, Edge, Field, Formation, Ground, Hand, Heading, Kind, Layout,
    Level, Lookout, Looks, March, Mils, Notches, Outline, OverCover, Point, Pose, Regard, Stand, Step,
    Thickness, Toll, Visibility, Ways,
};

fn main() {
    divan::main();
}

fn points(inches: &[(i32, i32)]) -> Vec<Point> {
    inches.iter().map(|&(x, y)| Point::new(x * 1000, y * 1000)).collect()
}

/// A river with its bridge, two hills, two woods, a village, a hedge and a road.
fn ground() -> Ground {
    let mut ground = Ground::new(Mils::inches(72), Mils::inches(48)).unwrap();
    let mut lay = |name: &str, kind: Kind, outline: Outline| ground.lay(name, kind, outline).unwrap();
    let polygon = |corners: &[(i32, i32)]| Outline::Polygon(points(corners));
    let strip = |path: &[(i32, i32)], wide| Outline::Strip { path: points(path), wide: Mils(wide) };
    lay("river", Kind::Water, strip(&[(0, 26), (24, 25), (48, 23), (72, 22)], 3000));
    lay("bridge", Kind::Way, polygon(&[(35, 21), (37, 21), (37, 27), (35, 27)]));
    lay("road", Kind::Way, strip(&[(36, 0), (36, 48)], 1000));
    lay("inn", Kind::Town(Thickness::Light), polygon(&[(31, 28), (35, 28), (35, 32), (31, 32)]));
    let low = Kind::Hill { level: Level::LOW, crests: vec![points(&[(12, 11), (30, 11)])] };
    lay("west hill", low, polygon(&[(10, 10), (14, 17), (28, 17), (32, 10), (26, 4), (14, 4)]));
    let high = Kind::Hill { level: Level::HIGH, crests: vec![points(&[(48, 35), (64, 35)])] };
    lay("east hill", high, polygon(&[(46, 32), (50, 40), (62, 40), (66, 33), (58, 29)]));
    lay("west wood", Kind::Wood(Thickness::Heavy), polygon(&[(3, 31), (5, 38), (13, 37), (14, 32), (9, 30)]));
    lay("east wood", Kind::Wood(Thickness::Light), polygon(&[(50, 8), (52, 16), (60, 15), (61, 8)]));
    lay("hedge", Kind::Obstacle(Thickness::Light), Outline::Line(points(&[(18, 34), (28, 34)])));
    ground
}

/// Thirty units a side in five rows: lines of four and twelve, columns, a few riders.
fn battle() -> (Field, Vec<BodyId>, Vec<BodyId>) {
    let mut field = Field::new(ground());
    let mut side = |south: bool| {
        let mut ids = Vec::new();
        for row in 0..5 {
            for file in 0..6 {
                let (formation, stands) = match (row + file) % 3 {
                    0 => (Formation::LINE, if row == 0 { 10 } else { 4 }),
                    1 => (Formation::MANOEUVRE_COLUMN, 8),
                    _ => (Formation::LINE, 4),
                };
                let looks = if (row + file) % 5 == 4 { Looks::HORSE } else { Looks::FOOT };
                let (x, y) = (
                    7_000 + file * 11_500 + row * 300,
                    if south { 18_000 - row * 3_300 } else { 30_000 + row * 3_300 },
                );
                let heading = if south { Heading::NORTH } else { Heading::SOUTH };
                let layout = Layout::new(formation, stands, Stand::INCH).unwrap();
                ids.push(field.add(Body { layout, pose: Pose::new(x, y, heading), looks }));
            }
        }
        ids
    };
    let (one, other) = (side(true), side(false));
    (field, one, other)
}

fn march(ours: usize) -> March {
    let pay = |kind, cost| Toll::Pay { kind, cost: Mils(cost) };
    let mut regards = vec![Regard::FRIEND; ours];
    regards.resize(2 * ours, Regard::enemy(Mils(1000)));
    let slope = |kind| Toll::Slope { kind, up: Mils(1000), down: Mils(0) };
    March {
        allowance: Mils(16_000),
        tolls: vec![
            Toll::Closed,
            Toll::Free,
            Toll::Free,
            pay(0, 2000),
            slope(1),
            slope(2),
            pay(3, 4000),
            pay(4, 2000),
            pay(5, 2000),
        ],
        regards,
        ways: Ways::Kept,
        edge: Edge::Closed,
    }
}

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

/// A straight advance of two inches.
#[divan::bench]
fn check_advance(bencher: Bencher<'_, '_>) {
    let (field, ours, _) = battle();
    let march = march(ours.len());
    bencher.bench(|| field.check(black_box(ours[2]), &march, &[Step::Advance(Mils(2000))]));
}

/// A wheel of thirty degrees and an advance.
#[divan::bench]
fn check_wheel_and_advance(bencher: Bencher<'_, '_>) {
    let (field, ours, _) = battle();
    let march = march(ours.len());
    let path = [Step::Wheel(Hand::Left, Notches(300)), Step::Advance(Mils(1500))];
    bencher.bench(|| field.check(black_box(ours[2]), &march, &path));
}

/// An advance that the enemy, a friend or the river stops.
#[divan::bench]
fn longest_advance(bencher: Bencher<'_, '_>) {
    let (field, ours, _) = battle();
    let march = march(ours.len());
    bencher.bench(|| field.walk(black_box(ours[2]), &march, &[Step::Advance(Mils(16_000))]));
}

/// A wheel that does not get round.
#[divan::bench]
fn longest_wheel(bencher: Bencher<'_, '_>) {
    let (field, ours, _) = battle();
    let march = march(ours.len());
    bencher.bench(|| field.walk(black_box(ours[8]), &march, &[Step::Wheel(Hand::Right, Notches(900))]));
}

/// Every line of sight between both sides, from nothing.
#[divan::bench]
fn all_sight(bencher: Bencher<'_, '_>) {
    let (field, ours, theirs) = battle();
    bencher.bench(|| Lookout::new(black_box(&field), visibility(), ours.clone(), theirs.clone()));
}

/// The same after one unit has moved.
#[divan::bench]
fn sight_after_a_move(bencher: Bencher<'_, '_>) {
    let (mut field, ours, theirs) = battle();
    let mut lookout = Lookout::new(&field, visibility(), ours.clone(), theirs);
    let who = ours[2];
    let start = field.body(who).body;
    let poses = [start.pose, start.pose.ahead(Mils(2000))];
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        let before = field.body(who).clone();
        field.put(who, Body { pose: poses[turn % 2], ..start });
        lookout.moved(&field, who, &before);
    });
}
