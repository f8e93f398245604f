//! What the rules want to know of shots, and what shells set alight.

use super::*;

/// Answers what is asked about shots. [17.3]
pub trait Shots {
    /// The enemies a unit might shoot at, nearest first. A ground that does not know lists all.
    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId>;

    /// A shot at one of them; none if no stand bears or nothing is seen.
    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>>;

    /// The enemies who passed a unit last turn and at whom it might fire now; a ground that does not know lists none.
    /// [17.3-p]
    fn passers(&mut self, _scene: Scene<'_>, _firer: UnitId) -> Vec<UnitId> {
        Vec::new()
    }

    /// A shot at an enemy where it passed, as far as it is known without asking.
    fn reckon_passed(&mut self, _scene: Scene<'_>, _firer: UnitId, _target: UnitId) -> Reckoned<Aimed> {
        Reckoned::Unknown
    }

    /// A shot at an enemy where it passed; none if no stand bore on it.
    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>>;

    /// A unit's small arms with so many stands, each at its own nearest eligible enemy: one part for each target.
    /// [17.3-g] [17.3-u]
    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>>;

    /// A shot as far as it is known without asking: for offers and refusals.
    fn reckon_shot(&mut self, scene: Scene<'_>, firer: UnitId, target: UnitId) -> Reckoned<Aimed>;

    /// Whether a unit's small arms would find anybody to fire at. A ground that does not know says yes.
    fn could_fire(&mut self, scene: Scene<'_>, firer: UnitId) -> bool;

    /// What shells have set alight burns from now on. [15.9-a] [15.9-f]
    fn kindle(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()>;
}
