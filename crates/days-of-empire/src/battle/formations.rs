//! Formations: who may take which, and what a change of formation is. (8, 9, 10, 12, 17.4.7)

use super::campaign::Post;
use super::ids::UnitId;
use super::state::{Piece, Saddle, Scene, UnitState};
use crate::charts::{Evolution, Mover};
use crate::path::Act;
use crate::readings::Limbers;
use crate::unit::{Arm, Drill, Formation};
use grognard_board::table::{Bend, Field, Kind, Layout, Pose, Thickness};
use grognard_umpire::{Clause, Refusal};

/// The formation that a word means for a unit: `column` is the manoeuvre column of foot.
pub(super) fn meant(arm: Arm, formation: Formation) -> Formation {
    match (arm.is_foot(), formation) {
        (true, Formation::CavalryColumn) => Formation::ManoeuvreColumn,
        _ => formation,
    }
}

/// Whether a unit may ever take a formation.
///
/// # Errors
/// The clause that keeps it from these troops.
pub fn may_take(scene: Scene<'_>, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    let (profile, state) = (scene.profile(unit), scene.unit(unit));
    let refuse = |clause, words: &str| Err(Refusal::new(clause, words.to_owned()));
    if state.piece != Piece::Whole || profile.arm == Arm::Staff {
        return refuse(rule!("17.4.7-h"), "single stands and detached parts have no other formation");
    }
    match (profile.arm, formation) {
        (arm, Formation::Deployed | Formation::Limbered) if arm.is_gun() => Ok(()),
        (arm, _) if arm.is_gun() => {
            refuse(rule!("17.4.7-h"), "a gun is deployed or limbered: write limber or unlimber")
        }
        (_, Formation::Deployed | Formation::Limbered) => {
            refuse(rule!("10.1-b"), "only guns are deployed and limbered")
        }
        (Arm::Infantry, Formation::Skirmish) if profile.class < 2 => {
            refuse(rule!("8.1-b"), "infantry of class 1 does not skirmish")
        }
        (Arm::HeavyCavalry, Formation::Skirmish) => {
            refuse(rule!("9.2-b"), "heavy cavalry does not skirmish in the saddle")
        }
        (Arm::Infantry, Formation::Square) if profile.drill == Drill::Irregular => {
            refuse(rule!("12.3-b"), "irregulars form no square")
        }
        (Arm::Infantry, Formation::Square)
            if state.body.strength < scene.rules.charts.figures.square_stands =>
        {
            let words = format!("{} stands: a square takes 4", state.body.strength);
            refuse(rule!("12.3-c"), &words)
        }
        (arm, Formation::Square) if arm != Arm::Infantry => {
            refuse(rule!("12.3-b"), "only line infantry forms square")
        }
        (arm, Formation::MarchColumn | Formation::MarchColumnOneWide | Formation::ManoeuvreColumn)
            if arm.is_horse() =>
        {
            refuse(rule!("12.1-a"), "cavalry has one kind of column: write form column")
        }
        _ => Ok(()),
    }
}

/// Whether it is limbers that are played with. [10.1-d]
///
/// # Errors
/// They are not.
pub(super) fn limbers(scene: Scene<'_>) -> Result<(), Refusal> {
    match scene.rules.readings.limbers {
        Limbers::On => Ok(()),
        Limbers::Off => Err(Refusal::new(
            rule!("10.1-d"),
            "no limbers are on the table: guns are only pushed by hand".to_owned(),
        )),
    }
}

/// The row of the table of changes between two formations; none if nothing changes. [17.4.7-e] to [17.4.7-h]
pub const fn evolution(from: Formation, to: Formation) -> Evolution {
    match (from, to) {
        (Formation::Square, _) | (_, Formation::Square) => Evolution::Square,
        (Formation::Skirmish, _) | (_, Formation::Skirmish) => Evolution::SkirmishOrder,
        (Formation::Deployed | Formation::Limbered, _) => Evolution::Limber,
        (Formation::Line, _) | (_, Formation::Line) => Evolution::ColumnAndLine,
        (Formation::CavalryColumn, Formation::CavalryColumn) => Evolution::ColumnAndLine,
        _ => Evolution::MarchAndManoeuvre,
    }
}

/// The row of the movement table that a unit has in a formation.
pub fn mover_in(scene: Scene<'_>, unit: UnitId, formation: Formation) -> Mover {
    let (profile, state) = (scene.profile(unit), scene.unit(unit));
    match (state.piece, profile.post, state.saddle) {
        (Piece::Crew, ..) => Mover::Crew,
        (_, Some(Post::Engineer | Post::Pioneers), _) => Mover::Engineers,
        (_, Some(Post::Wagon), _) => Mover::Wagon,
        (_, _, Saddle::Leading) => Mover::LeadingHorses,
        _ => scene.rules.charts.mover(profile.arm, formation, profile.horse_battery),
    }
}

/// Whether a unit lies in a heavy wood, where no formation is changed. [17.4.7-b]
pub(super) fn in_heavy_wood(field: &Field, layout: &Layout, pose: Pose) -> bool {
    let heavy = field.ground().features().filter(|(_, feature)| feature.kind == Kind::Wood(Thickness::Heavy));
    let blocks = layout.blocks(pose);
    heavy.into_iter().any(|(_, wood)| blocks.iter().any(|block| wood.region.meets(&block.corners())))
}

/// The clauses by which a formation is laid out about its command stand.
pub(super) fn laid_by(formation: Formation, bends: &[Option<Bend>; 2]) -> Vec<Clause> {
    // One size of stand for both sides, one command stand a unit.
    let mut clauses = vec![rule!("4-a"), rule!("4-b")];
    clauses.extend(based_by(formation));
    clauses.extend(drawn_up_by(formation, bends));
    clauses
}

/// The clause by which the stands of a formation are based: an inch square, or as deep as the model.
fn based_by(formation: Formation) -> Vec<Clause> {
    match formation {
        Formation::Deployed => vec![rule!("4.1-b")],
        // One limber stands for all of the battery.
        Formation::Limbered => vec![rule!("4.1-c"), rule!("3.1-d")],
        _ => vec![rule!("4.1-a")],
    }
}

fn drawn_up_by(formation: Formation, bends: &[Option<Bend>; 2]) -> Vec<Clause> {
    match formation {
        Formation::Line if bends.iter().any(Option::is_some) => {
            vec![rule!("12.2-a"), rule!("12.2-b"), rule!("12.2-c")]
        }
        Formation::Line => vec![rule!("12.2-a"), rule!("12.2-b")],
        // The command stand leads. [17.4-b]
        Formation::ManoeuvreColumn => vec![rule!("12.1-b"), rule!("17.4-b")],
        Formation::MarchColumn | Formation::MarchColumnOneWide => vec![rule!("12.1-c"), rule!("17.4-b")],
        Formation::CavalryColumn => vec![rule!("12.1-g"), rule!("17.4-b")],
        Formation::Square => vec![rule!("12.3-a"), rule!("12.3-l")],
        Formation::Skirmish => vec![rule!("12.4-a")],
        Formation::Deployed | Formation::Limbered => vec![rule!("10.1-b")],
    }
}

/// The clause that makes a change of formation of an act; none for what is no change.
pub(super) fn changed_by(from: Formation, act: &Act) -> Option<Clause> {
    Some(match act {
        Act::Quarter(_) | Act::About => rule!("17.4.7-d"),
        Act::Form(shape) => match (from, shape.formation) {
            (Formation::Square, _) | (_, Formation::Square) => rule!("17.4.7-g"),
            (from, Formation::Skirmish) | (Formation::Skirmish, from) if from.is_march_column() => {
                rule!("17.4.7-f")
            }
            (from, to) if from.is_march_column() || to.is_march_column() => rule!("17.4.7-e"),
            _ => rule!("17.4.7-h"),
        },
        Act::Limber | Act::Unlimber => rule!("17.4.7-h"),
        _ => return None,
    })
}

/// A unit's state in another shape, for its layout.
pub(super) fn shaped(state: &UnitState, shape: crate::path::Shape) -> UnitState {
    let files = shape.wide.unwrap_or(0);
    UnitState { bends: shape.bends, files, ..*state }
}
