//! Units as bodies on the table: how their stands lie, how they look, how far anybody sees. (12, 16.3)

use crate::battle::campaign::{Campaign, Post, Profile};
use crate::battle::ids::UnitId;
use crate::battle::state::{Piece, Scene, UnitState};
use crate::readings::{BodiesBlockSight, CrestBehindSight, OverCoverSight};
use crate::unit::{Arm, Formation};
use grognard_board::table::{
    self, BodiesBlock, Body, CrestBehind, Eyes, Layout, Looks, Mils, OverCover, Smoke, Stand, Visibility,
};

/// How a unit's stands lie in a formation. [12.1] [12.2] [12.3-a] [12.4-a]
pub fn layout_in(arm: Arm, state: &UnitState, formation: Formation) -> Layout {
    let stands = state.body.strength.max(1);
    let column =
        |wide: u8| table::Formation::Column { wide: if state.files > 0 { state.files } else { wide } };
    let lay = |formation: table::Formation| {
        Layout::new(formation, stands, Stand::INCH)
            .or_else(|_| Layout::new(table::Formation::LINE, stands, Stand::INCH))
            .expect("a unit has 1 to 24 stands")
    };
    match (arm, formation) {
        (Arm::Staff, _) => Layout::single(Stand::INCH),
        (_, Formation::Deployed) => Layout::single(Stand::GUN),
        (_, Formation::Limbered) => Layout::single(Stand::LIMBERED),
        (_, Formation::Line) => lay(table::Formation::Line { bends: state.bends }),
        (_, Formation::MarchColumnOneWide) => lay(column(1)),
        (_, Formation::MarchColumn) => lay(column(2)),
        (_, Formation::ManoeuvreColumn | Formation::CavalryColumn) => lay(column(4)),
        (_, Formation::Square) => lay(table::Formation::Square),
        (_, Formation::Skirmish) => lay(table::Formation::Screen),
    }
}

/// How a unit lies, by its roster entry: pioneers in their column, a wagon by itself.
pub fn layout_of(profile: &Profile, state: &UnitState) -> Layout {
    match profile.post {
        Some(Post::Pioneers) => {
            let stands = state.body.strength.max(1);
            let column = table::Formation::Column { wide: 2 };
            Layout::new(column, stands, Stand::INCH).unwrap_or_else(|_| Layout::single(Stand::INCH))
        }
        Some(Post::Wagon) => Layout::single(Stand::WAGON),
        _ => layout_in(profile.arm, state, state.body.formation),
    }
}

/// How a unit would lie in another shape: a crew and whoever has a post lie as they always do.
pub fn layout_as(scene: Scene<'_>, unit: UnitId, state: &UnitState, formation: Formation) -> Layout {
    match (scene.unit(unit).piece, scene.profile(unit).post) {
        (Piece::Crew, _) | (_, Some(_)) => layout(scene, unit),
        _ => layout_in(scene.profile(unit).arm, state, formation),
    }
}

/// How a unit lies on the table now.
pub fn layout(scene: Scene<'_>, unit: UnitId) -> Layout {
    let state = scene.unit(unit);
    match state.piece {
        Piece::Crew => Layout::single(Stand::INCH),
        _ => layout_of(scene.profile(unit), state),
    }
}

/// What sight depends on besides the place. [16.3]
pub(super) fn looks(scene: Scene<'_>, unit: UnitId) -> Looks {
    let (state, arm) = (scene.unit(unit), scene.profile(unit).arm);
    let looks = match (arm, state.body.formation) {
        (Arm::Staff, _) => Looks::STAFF,
        (_, Formation::Deployed) => Looks::GUN,
        (_, Formation::Skirmish) if arm.is_horse() => Looks { eyes: Eyes::Mounted, ..Looks::SCREEN },
        (_, Formation::Skirmish) => Looks::SCREEN,
        _ if arm.is_horse() => Looks::HORSE,
        _ => Looks::FOOT,
    };
    // Who has fired is seen until the end of the next turn.
    let fired = state.smoke > 0 && state.smoke + 1 >= scene.now.turn;
    Looks { crest: state.crest, smoke: if fired { Smoke::Fired } else { Smoke::None }, ..looks }
}

/// A unit as a body of the field; none where it is not on the table. Staff who ride with a unit are part of it.
pub fn body(scene: Scene<'_>, unit: UnitId) -> Option<Body> {
    let state = scene.unit(unit);
    (state.place.is_on_table() && state.rides_with.is_none()).then(|| Body {
        layout: layout(scene, unit),
        pose: state.pose,
        looks: looks(scene, unit),
    })
}

/// The clauses by which a line of sight is taken: from the middle of a stand's front edge to another's centre, over the
/// front half, so far, over foot by riders, through screens, out of woods and towns by their edge, and into them so far;
/// formed bodies are in the way, and smoke betrays. Towns and woods are in the way but from a high crest; crests are,
/// but for who is declared over; so are hills, by their level.
pub const SIGHT: [grognard_umpire::Clause; 14] = [
    rule!("16.3-a"),
    rule!("16.3-b"),
    rule!("16.3-c"),
    rule!("16.3-d"),
    rule!("16.3-e"),
    rule!("16.3-f"),
    rule!("16.3-g"),
    rule!("16.3-h"),
    rule!("16.3-i"),
    rule!("16.3-j"),
    rule!("15.1-d"),
    rule!("15.1-f"),
    rule!("15.7-i"),
    rule!("15.8-d"),
];

/// The distances and readings of sight. [16.3-a] [16.3-g] [16.3-h]
pub fn visibility(rules: &Campaign) -> Visibility {
    let readings = &rules.readings;
    Visibility {
        farthest: Mils::inches(72),
        in_heavy: Mils::inches(4),
        in_light: Mils::inches(6),
        loose: Mils::inches(2),
        edge: Mils::inches(1),
        crest: Mils::inches(1),
        beyond: Mils::inches(8),
        over_cover: match readings.over_cover {
            OverCoverSight::From8 => OverCover::From,
            OverCoverSight::UpTo8 => OverCover::UpTo,
        },
        bodies: match readings.bodies_block_sight {
            BodiesBlockSight::Yes => BodiesBlock::Yes,
            BodiesBlockSight::No => BodiesBlock::No,
        },
        crest_behind: match readings.crest_behind {
            CrestBehindSight::Blind => CrestBehind::Blind,
            CrestBehindSight::Sees => CrestBehind::Sees,
        },
    }
}
