//! What the rules want to know of charges, and how a charger is moved.

use super::*;

/// Answers what is asked about charges, and moves chargers. [17.2.3] [17.4.2]
pub trait Charging {
    /// The ways by which a unit might charge another, straight ahead first. A ground that does not know lists
    /// the straight one.
    fn charge_ways(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId) -> Vec<Way>;

    /// How far along its side's edge of the table a unit stands; nothing where that is not known. [17.2.2-a]
    fn across(&mut self, _scene: Scene<'_>, _unit: UnitId) -> Option<i32> {
        None
    }

    /// A charge by such a way as far as it is known without asking: for offers and refusals.
    fn reckon(&mut self, scene: Scene<'_>, charger: UnitId, target: UnitId, way: Way) -> Reckoned<Approach>;

    /// A charge by such a way; none if it never meets the target.
    fn approach(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Approach>>;

    /// How far a charger can go in its 1st Impulse, by a way, between two lengths: the longest run at whose end
    /// it stands on nobody.
    fn impulse(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        way: Way,
        between: (Length, Length),
    ) -> Option<Length>;

    /// Enemy skirmishers on a charger's way, with their distances. [17.2.7]
    fn screens_on_way(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        way: Way,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Length)>>;

    /// Friendly deployed guns that a charger rides or marches through in such a run. [17.4.8-c]
    fn guns_passed(
        &mut self,
        _scene: Scene<'_>,
        _charger: UnitId,
        _run: (Way, Length),
        _ump: &mut impl Umpire,
    ) -> Asked<Units> {
        Ok(Units::NONE)
    }

    /// Moves a charger: its way, then so far straight ahead. [17.2.3]
    fn charge_on(
        &mut self,
        scene: (&Campaign, &mut Position),
        charger: UnitId,
        way: Way,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()>;

    /// Straight ahead from a charger to its target as it stands now; none if it never meets it. [17.4.9-f]
    fn gap(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Length>>;

    /// How far straight ahead a charger can go that does not reach its target, at most so far: clear of friends, and an
    /// inch from enemies. [17.4.9-e]
    fn room_ahead(
        &mut self,
        scene: Scene<'_>,
        charger: UnitId,
        most: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Length>;

    /// What somebody who set out from a place strikes of an enemy whom he has come upon. [17.5.4-c]
    fn struck(
        &mut self,
        scene: Scene<'_>,
        by: (UnitId, Pose),
        on: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Direction>;

    /// Brings a charger into contact and lays it along the touched edge; no contact if the way is closed.
    /// [17.4.2-b] [17.4.2-g]
    fn make_contact(
        &mut self,
        scene: (&Campaign, &mut Position),
        charger: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;
}
