//! What the rules want to know of the table and of who stands where.

use super::*;
use crate::unit::{Fate, Order};

/// Answers the survey questions: they only look.
pub trait Survey {
    /// Formed friends behind a unit, neither shaken nor routing. (T11-c)
    fn support(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Support>;

    /// Whether a visible friendly unit routs within 12 inches. (T11-a)
    fn friend_routing(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// The generals of its side whose command radius the unit is in. [14.2-c]
    fn generals_in_reach(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Units>;

    /// The cover a unit has against nobody in particular: what it stands in, or lines within 1 inch.
    fn shelter(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<Shelter>;

    /// The cover a unit has against somebody who charges it. [15.11]
    fn shelter_from(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Shelter>;

    /// Whether a visible formed enemy is within 8 inches. (T11-a)
    fn formed_enemy_near(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Whether any enemy is visible to a unit. (T11-a)
    fn enemy_visible(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Which side's unit of the two stands higher. (T13)
    fn higher(
        &mut self,
        scene: Scene<'_>,
        one: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Side>>;

    /// How many stands of a unit touch another. [17.5.2-c]
    fn stands_touching(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        other: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<u8>;

    /// The friends who reinforce a unit in line against an enemy it touches. [17.5-e]
    fn reinforcements(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        enemy: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Units>;

    /// Whether a unit stands in a closed square of several: lines that touch each other all round, facing outward.
    /// [12.3]
    fn square_of_several(&mut self, scene: Scene<'_>, unit: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// The wood some stand of a unit is in, the thickest; none on a road through it, and where it is not known.
    fn wood(&mut self, _scene: Scene<'_>, _unit: UnitId) -> Option<grognard_board::table::Thickness> {
        None
    }

    /// Ground that disorders and in which some stand of a unit is, by how long that lasts; none in the open.
    /// [15.7-j] [17.2.8-b]
    fn bad_ground(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<crate::charts::Lasting>>;

    /// Whether a unit stands in an area, with any part of it; no where that is not known.
    fn is_inside(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _area: grognard_board::table::FeatureId,
    ) -> bool {
        false
    }

    /// How many stands of a unit are in an area; none where that is not known.
    fn stands_inside(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _area: grognard_board::table::FeatureId,
    ) -> u8 {
        0
    }

    /// Whether an enemy touches guns that their crew has left. [10.2-c]
    fn is_touched(&mut self, scene: Scene<'_>, gun: UnitId, ump: &mut impl Umpire) -> Asked<bool>;

    /// Whether a general is within 8 inches of a unit of a formation. [14.3-b]
    fn general_near(
        &mut self,
        scene: Scene<'_>,
        general: UnitId,
        command: CommandId,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

    /// Who holds an objective: a side with a unit that may hold it within its reach, and no formed enemy there.
    /// [18.2-a]
    fn objective(&mut self, scene: Scene<'_>, objective: usize, ump: &mut impl Umpire)
    -> Asked<Option<Side>>;

    /// Whether a unit sees another. A ground that does not know says yes.
    fn sees(&mut self, scene: Scene<'_>, by: UnitId, at: UnitId) -> bool;

    /// Whether an enemy on the table sees a hidden unit. A ground that does not know says no. [16.4-b]
    fn spots(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool;
}

/// Whether a friend is of the kind that supports a unit, wherever it stands: formed, neither shaken nor routing. (T11-c)
pub(in crate::battle) fn supports(scene: Scene<'_>, unit: UnitId, friend: UnitId) -> bool {
    friend != unit
        && scene.now.is_formed(scene.rules, friend)
        && scene.unit(friend).body.order < Order::Shaken
}

/// Whether a friend is of the kind that reinforces a line, wherever it stands: formed troops in contact with nobody.
/// [17.5-e]
pub(in crate::battle) fn reinforces(scene: Scene<'_>, unit: UnitId, friend: UnitId) -> bool {
    friend != unit
        && scene.now.is_formed(scene.rules, friend)
        && scene.unit(friend).body.fate == Fate::Fights
        && !scene.profile(friend).arm.is_gun()
        && !scene.now.is_locked(friend)
}
