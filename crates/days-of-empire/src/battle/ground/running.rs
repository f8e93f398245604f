//! Compulsory moves: routs, evades, falling back, following up, rallying.

use super::*;

/// Moves units by compulsion, and answers where they could go. [17.4.13] to [17.4.15] [17.5.1]
pub trait Running {
    /// A unit runs away from others. [17.4.13] [17.4.14] [17.4.15]
    fn flee(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        from: &[UnitId],
        run: (Flight, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// Difficult ground, woods and towns that a runner could reach instead of running straight away, nearest first: he
    /// comes no nearer to anybody he runs from. [12.4-g] [12.4-r]
    fn refuges(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        from: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Refuge>>;

    /// Friendly squares that a runner could reach, with how far that is. [17.4.15-d]
    fn squares_near(&mut self, scene: Scene<'_>, unit: UnitId, length: Length) -> Vec<(UnitId, Length)>;

    /// Friendly infantry behind whom a gun crew could run, each with where it would stand and how far that is. [10.2-b]
    fn friends_near(
        &mut self,
        scene: Scene<'_>,
        crew: UnitId,
        from: &[UnitId],
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Pose, Length)>>;

    /// A unit falls back, facing the enemy. (T14)
    fn fall_back(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// A unit follows or pursues. [17.5.4-a]
    fn press_on(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        run: (Course, Length),
        ump: &mut impl Umpire,
    ) -> Asked<Ran>;

    /// How far it is to ground in which pursuing horse would be at a disadvantage, if it lies on its way.
    /// [17.5.1-c]
    fn bad_ground_ahead(
        &mut self,
        _scene: Scene<'_>,
        _unit: UnitId,
        _run: (Course, Length),
        _ump: &mut impl Umpire,
    ) -> Asked<Option<Length>> {
        Ok(None)
    }

    /// The enemies in reach of a winner's compulsory advance whom a wheel of up to 45 degrees would bring before
    /// it, each with the wheel and what it costs. [17.5.4-d]
    fn wheels(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        length: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<(UnitId, Way, Length)>>;

    /// Turns a rallied router about in a formation, if there is room for it. [17.2.10-b] (A132)
    fn rally(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;

    /// Whether a unit has room for a formation where it stands. (A132)
    fn has_room(
        &mut self,
        scene: Scene<'_>,
        unit: UnitId,
        formation: Formation,
        ump: &mut impl Umpire,
    ) -> Asked<bool>;
}
