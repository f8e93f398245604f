//! Why a path is refused: the clause, and the amount by which it fails.

use super::Track;
use crate::battle::ids::UnitId;
use crate::battle::measured::{body_of, unit_of};
use crate::terrain::{Density, PieceKind};
use crate::unit::{Arm, Formation};
use grognard_board::table::{FeatureId, Hindrance, Mils};
use grognard_umpire::Clause;

impl Track<'_> {
    /// The clause and the amount by which a path fails.
    pub(super) fn why(&self, why: Hindrance) -> (Clause, String) {
        let name = |body| self.scene.name(unit_of(body));
        let enemy = |body| self.scene.side(unit_of(body)) != self.scene.side(self.unit);
        match why {
            Hindrance::Steps => (rule!("17.4-a"), "a path has at most 8 steps".to_owned()),
            Hindrance::Measure => (rule!("17.4-a"), "no such length or angle".to_owned()),
            Hindrance::Allowance { needs, has } => {
                let clause = if self.changed { rule!("17.4.3-b") } else { rule!("17.4.3-a") };
                (clause, format!("it takes {needs} of {has}, {} too much", needs - has))
            }
            Hindrance::TableEdge => (rule!("3.6-a"), "the table ends there".to_owned()),
            Hindrance::Over(body) if enemy(body) => {
                (rule!("17.4-f"), format!("{} is in the way", name(body)))
            }
            Hindrance::Over(body) => {
                let clause = match self.scene.unit(unit_of(body)).body.formation {
                    Formation::Deployed | Formation::Limbered => rule!("17.4.8-b"),
                    _ => rule!("17.4-h"),
                };
                (clause, format!("{} is in the way and may not be crossed", name(body)))
            }
            Hindrance::Near { body, gap, away } => {
                let clause = match away {
                    _ if away == Mils::inches(12) => rule!("17.4.5-d"),
                    // A general by himself keeps enemies off like a unit.
                    _ if self.scene.profile(unit_of(body)).arm == Arm::Staff => rule!("17.4-j"),
                    _ if !self.began_clear(unit_of(body), away) => rule!("17.4-i"),
                    _ => rule!("17.4-f"),
                };
                (clause, format!("{} would be at {gap}, {} too near", name(body), away - gap.mils()))
            }
            Hindrance::EndsOn(body) => {
                let clause = match self.scene.unit(unit_of(body)).body.formation {
                    Formation::Skirmish => rule!("12.4-k"),
                    Formation::Deployed => rule!("17.4.8-a"),
                    _ => rule!("17.4-h"),
                };
                (clause, format!("it would end on {}, who may only be passed", name(body)))
            }
            Hindrance::Nearer { body, gap, before } => {
                let state = self.scene.unit(self.unit);
                let (clause, word) = match () {
                    () if state.marks.no_closer => (rule!("17.2.2-d"), "failed to charge"),
                    () if state.marks.halted => (rule!("17.2.9-a"), "is halted"),
                    () => (rule!("T12-a"), "is shaken"),
                };
                (
                    clause,
                    format!("it {word} and would end at {gap} from {}, nearer than {before}", name(body)),
                )
            }
            Hindrance::Ground(id) => self.closed(id),
        }
    }

    fn began_clear(&self, other: UnitId, away: Mils) -> bool {
        let (here, there) = (self.field.get(body_of(self.unit)), self.field.get(body_of(other)));
        here.zip(there).is_some_and(|(here, there)| here.gap(there).keeps(away))
    }

    /// Whether a bridge that is down lies ahead.
    fn meets_ruin(&self) -> bool {
        let start = self.scene.unit(self.unit).pose;
        let ground = self.field.ground();
        let ruins = ground.features().filter(|(id, _)| self.scene.piece(*id) == PieceKind::Ruin);
        ruins.into_iter().any(|(_, ruin)| ruin.region.crossed(start.at, start.ahead(Mils::inches(12)).at))
    }

    /// Why ground is closed.
    fn closed(&self, id: FeatureId) -> (Clause, String) {
        let (piece, name) = (self.scene.piece(id), self.scene.piece_name(id));
        if self.scene.burns(id) {
            return (rule!("15.9-f"), format!("{name} burns"));
        }
        let column = "only columns cross, by bridge or ford";
        match piece {
            PieceKind::River if !self.marcher.mover.is_column() => {
                (rule!("15.4-e"), format!("{name} is a river: {column}"))
            }
            PieceKind::River if self.meets_ruin() => {
                (rule!("11-h"), format!("{name} is a river, and the bridge is down"))
            }
            PieceKind::River => (rule!("15.4-a"), format!("{name} is a river: cross by a bridge or a ford")),
            PieceKind::Stream => (rule!("15.4-h"), format!("{name} is crossed in column only")),
            PieceKind::Wood(Density::Unknown) => (
                rule!("15.8-h"),
                format!("{name} counts as heavy until it is known, and is open to foot only"),
            ),
            PieceKind::Wood(_) => {
                (rule!("15.8-b"), format!("{name} is a heavy wood, open to foot only, but by road"))
            }
            PieceKind::Swamp => (rule!("15.6-a"), format!("{name} is a swamp, open to foot only")),
            PieceKind::Urban(_) => (rule!("15.7-e"), format!("a square may not enter {name}")),
            _ => (rule!("T2-a"), format!("{name} is closed to {}", self.marcher.mover.word())),
        }
    }
}
