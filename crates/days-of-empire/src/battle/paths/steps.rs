//! Steps and the acts they come from: wheels that point somewhere, parts of a step in words.

use crate::path::{Act, Reach, Turn};
use grognard_board::table::{Hand, Layout, Mils, Notches, Point, Pose, Step};

/// The wheel after which a point lies straight ahead; none if it does so already.
pub(in crate::battle) fn wheel_towards(layout: &Layout, pose: Pose, point: Point) -> Option<(Hand, Notches)> {
    let (mut hand, mut by) = pose.heading.turn_to((point - pose.at).heading()?);
    if by == Notches(0) {
        return None;
    }
    for _ in 0..8 {
        let turned = pose.turned_about(layout.pivot(hand), hand, by);
        let (more, off) = turned.heading.turn_to((point - turned.at).heading()?);
        if off == Notches(0) {
            break;
        }
        by = match more == hand {
            true => Notches((by.0 + off.0).min(Notches::HALF.0)),
            false if off < by => Notches(by.0 - off.0),
            // It lies to the other side of the wheel: begin from there.
            false => {
                hand = more;
                off
            }
        };
    }
    Some((hand, by))
}

/// Whether an act is a step of the walk.
pub(in crate::battle) fn is_step(act: &Act) -> bool {
    matches!(
        act,
        Act::Advance(_)
            | Act::Back(_)
            | Act::Wheel(..)
            | Act::Quarter(_)
            | Act::About
            | Act::Form(_)
            | Act::Limber
            | Act::Unlimber
            | Act::Face(_)
            | Act::To(_)
    )
}

/// An act as far as its step was made.
pub(super) fn cut(step: Step, act: &Act) -> Act {
    match (step, act) {
        (Step::Advance(by), _) => Act::Advance(Reach::By(by)),
        (Step::Back(by), _) => Act::Back(Reach::By(by)),
        (Step::Wheel(hand, by), _) => Act::Wheel(hand, Turn::By(by)),
        (Step::Slip(to), _) => Act::To(to),
        (_, act) => act.clone(),
    }
}

/// How far a part of a step went, for people.
pub(super) fn length_of(step: Step) -> String {
    match step {
        Step::Advance(by) | Step::Back(by) => by.to_string(),
        Step::Wheel(_, by) => format!("{by} degrees"),
        Step::Slip(to) => format!("{} {}", Mils(to.x), Mils(to.y)),
        Step::Face(_) | Step::Change(_) => "nothing".to_owned(),
    }
}
