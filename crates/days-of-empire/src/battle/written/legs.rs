//! The ways that units have gone, as text: who passed is shot at in the turn after. [17.3-p]

use super::super::state::{Leg, Moved, Position, Scene};
use super::{list, point, read_bend, read_point, unless};
use crate::fire::Gait;
use crate::unit::Formation;
use grognard_board::table::{Bend, Hand, Heading, Notches, Pose, Swing};
use grognard_charts::Page;
use grognard_umpire::Fact;

/// A bend of a line: from which stand, which way and how far.
pub(super) fn bend(bend: &Bend) -> Fact {
    let swing = if bend.swing == Swing::Forward { "forward" } else { "back" };
    Fact::from(format!("{} {swing} {}", bend.hinge, bend.by))
}

/// The bends that a row lists.
pub(super) fn read_bends(row: &Page<'_>) -> [Option<Bend>; 2] {
    let mut bends = [None; 2];
    for (slot, bend) in bends.iter_mut().zip(row.all_named("bends", read_bend)) {
        *slot = Some(bend);
    }
    bends
}

pub(super) fn leg(scene: Scene<'_>, leg: &Leg) -> Fact {
    let wheel = leg.wheel.map(|(hand, by)| {
        let hand = if hand == Hand::Left { "left" } else { "right" };
        format!("{hand} {by}")
    });
    Fact::record([
        ("unit", Fact::from(scene.key(leg.unit))),
        ("turn", Fact::from(leg.turn)),
        ("moved", Fact::from(leg.moved.word())),
        ("from", Fact::from(point(leg.from.at))),
        ("from-facing", Fact::from(leg.from.heading.to_string())),
        ("to", Fact::from(point(leg.to.at))),
        ("to-facing", Fact::from(leg.to.heading.to_string())),
        ("wheel", Fact::from(wheel)),
        ("formation", Fact::from(leg.formation.word())),
        ("files", unless(leg.files == 0, leg.files)),
        ("bends", list(leg.bends.iter().flatten().map(bend).collect())),
        ("stands", Fact::from(leg.strength)),
        ("fast", unless(leg.gait == Gait::Ordinary, true)),
    ])
}

pub(super) fn read_legs(scene: Scene<'_>, page: &Page<'_>, now: &mut Position) {
    for row in page.rows("legs") {
        let unit = row.needed("unit", row.named("unit", |name| scene.find(name)));
        let place = |key: &str| row.named(key, |text| read_point(&mut text.split_whitespace()));
        let heading = |key: &str| row.named(key, |text| Heading::read(text).ok()).unwrap_or_default();
        let from = row.needed("from", place("from"));
        let to = row.needed("to", place("to"));
        let leg = |((unit, from), to)| Leg {
            unit,
            turn: row.number("turn", 0..=u8::MAX, now.turn),
            moved: row.named("moved", Moved::from_word).unwrap_or(Moved::Later),
            from: Pose { at: from, heading: heading("from-facing") },
            to: Pose { at: to, heading: heading("to-facing") },
            wheel: row.named("wheel", read_wheel),
            formation: row.named("formation", Formation::from_word).unwrap_or(Formation::Line),
            files: row.number("files", 0..=u8::MAX, 0),
            bends: read_bends(&row),
            strength: row.number("stands", 0..=u8::MAX, 1),
            gait: if row.flag("fast") { Gait::Fast } else { Gait::Ordinary },
        };
        let read = unit.zip(from).zip(to).map(leg);
        now.legs.extend(read);
    }
}

fn read_wheel(text: &str) -> Option<(Hand, Notches)> {
    let (hand, by) = text.split_once(' ')?;
    let hand = match hand {
        "left" => Hand::Left,
        "right" => Hand::Right,
        _ => return None,
    };
    Some((hand, Notches::read(by).ok()?))
}
