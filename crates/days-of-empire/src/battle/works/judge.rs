//! Whether somebody may do what it is told to do besides walking, and what that comes to.

use super::{
    BANK, SPAN, afoot, barricade, ford_at, gap_before, holders, part_of, place_of_horses, pontoons_left,
    screen_body, span_before,
};
use crate::battle::campaign::Post;
use crate::battle::ids::{UnitId, Units};
use crate::battle::measured::{body_of, is_free, is_free_but, layout_in};
use crate::battle::paths::Deed;
use crate::battle::state::{Piece, Saddle, Scene, Task, UnitState};
use crate::battle::terrain::{Altered, can_lay, stands_in};
use crate::path::Act;
use crate::terrain::PieceKind;
use crate::unit::{Arm, Body, Formation, Order};
use grognard_board::table::{self, CONTACT, FeatureId, Field, Looks, Mils, Placed, Point, Pose};
use grognard_umpire::{Clause, Refusal};

/// How many foot stands besides pioneers a span takes. [15.5-b]
const FOOT_OF_A_SPAN: u8 = 4;

/// Who does something, and where: at the end of its path.
pub(in crate::battle) struct Spot<'a> {
    pub(in crate::battle) scene: Scene<'a>,
    pub(in crate::battle) field: &'a Field,
    pub(in crate::battle) unit: UnitId,
    pub(in crate::battle) pose: Pose,
    /// Whether it has taken no step to come here.
    pub(in crate::battle) stayed: bool,
}

fn refuse<T>(clause: Clause, words: impl Into<std::borrow::Cow<'static, str>>) -> Result<T, Refusal> {
    Err(Refusal::new(clause, words))
}

/// Whether a unit may ever get down: light cavalry, and heavy cavalry whose list allows it. [9.1-b] [9.3-a] (A24)
///
/// # Errors
/// The clause that forbids it.
pub(in crate::battle) fn may_dismount(scene: Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let (profile, state) = (scene.profile(unit), scene.unit(unit));
    let may = profile.arm == Arm::LightCavalry || profile.arm == Arm::HeavyCavalry && profile.dismounts;
    if !may || state.piece != Piece::Whole {
        return refuse(rule!("9.3-a"), "light cavalry dismounts, and heavy cavalry whose army list says so");
    }
    if holders(scene, state.body.strength) >= state.body.strength {
        return refuse(rule!("9.3-b"), "there would be nobody left but horse holders");
    }
    Ok(())
}

fn on_the_spot<T>() -> Result<T, Refusal> {
    refuse(rule!("9.3-f"), "mounting and dismounting take the whole move, on the spot")
}

/// Whether a unit has its whole move left to mount or dismount. [9.3-f]
///
/// # Errors
/// It has moved or changed formation.
pub(in crate::battle) fn may_mount_or_dismount(scene: Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    let marks = scene.unit(unit).marks;
    if marks.moved || marks.changed { on_the_spot() } else { Ok(()) }
}

/// Whether a unit may get down to lead its horses. [15.6-a]
///
/// # Errors
/// The clause that forbids it.
pub(in crate::battle) fn may_lead(scene: Scene<'_>, unit: UnitId) -> Result<(), Refusal> {
    if !scene.profile(unit).arm.is_horse() || scene.unit(unit).saddle != Saddle::Mounted {
        return refuse(rule!("15.6-a"), "only cavalry in the saddle gets down to lead its horses");
    }
    Ok(())
}

impl Spot<'_> {
    /// What an act besides walking comes to.
    ///
    /// # Errors
    /// The clause that forbids it.
    pub(in crate::battle) fn deed(&self, act: &Act) -> Result<Deed, Refusal> {
        match act {
            Act::Search(key) => self.search(key),
            Act::Demolish(key) => self.demolish(key),
            Act::Clear(key) => self.clear(key),
            Act::Span(key) => self.span(key),
            Act::Build => self.build(),
            Act::Dismount(formation) => self.dismount(*formation),
            Act::Lead => self.lead(),
            Act::Mount => self.mount(),
            Act::Detach(stands) => self.detach(*stands),
            Act::Recall => self.recall(),
            other => refuse(rule!("17.4-d"), format!("{other} is no work")),
        }
    }

    fn state(&self) -> &UnitState {
        self.scene.unit(self.unit)
    }

    fn piece(&self, key: &str) -> Result<FeatureId, Refusal> {
        match self.scene.piece_by_key(key) {
            Some(id) => Ok(id),
            None => Err(Refusal::plain(format!("there is no terrain `{key}` on this table"))),
        }
    }

    /// The unit's body where it would stand.
    fn here(&self) -> Placed {
        let body = self.field.body(body_of(self.unit)).body;
        Placed::new(self.field.ground(), table::Body { pose: self.pose, ..body })
    }

    /// Work leaves no time for anything else in the turn. [11-f] (A28)
    fn does_nothing_else(&self, unit: UnitId) -> Result<(), Refusal> {
        let state = self.scene.unit(unit);
        let busy = state.marks.moved || state.marks.changed || state.marks.charged || state.marks.fought;
        if !self.stayed || busy || state.fired > 0 || self.scene.now.is_locked(unit) {
            let words = format!("{} may do nothing else in the turn", self.scene.name(unit));
            return refuse(rule!("11-f"), words);
        }
        Ok(())
    }

    fn is_officer(&self) -> Result<(), Refusal> {
        if self.scene.profile(self.unit).post != Some(Post::Engineer) {
            return refuse(rule!("11-b"), "an engineer officer does this, with his pioneers");
        }
        self.does_nothing_else(self.unit)
    }

    /// Friends of a kind that touch somebody or something.
    fn at_hand(&self, wanted: impl Fn(UnitId) -> bool, touches: impl Fn(&Placed) -> bool) -> Units {
        let side = self.scene.side(self.unit);
        self.scene
            .now
            .on_table(self.scene.rules, side)
            .iter()
            .filter(|&other| other != self.unit && wanted(other))
            .filter(|&other| self.field.get(body_of(other)).is_some_and(&touches))
            .filter(|&other| self.does_nothing_else(other).is_ok())
            .collect()
    }

    fn touches_piece(&self, body: &Placed, id: FeatureId) -> bool {
        let region = &self.field.ground().feature(id).region;
        body.blocks.iter().any(|footing| region.gap(&footing.outline).exactly_within(CONTACT))
    }

    fn stands(&self, units: Units) -> u8 {
        units.iter().map(|unit| self.scene.unit(unit).body.strength.max(1)).sum()
    }

    fn pioneers(&self, touches: impl Fn(&Placed) -> bool) -> Units {
        self.at_hand(|other| self.scene.profile(other).post == Some(Post::Pioneers), touches)
    }

    /// Who works with the officer and so does nothing else: those who must be at hand for all of the phase. [11-f]
    /// [15.5-b]
    pub(in crate::battle) fn hands(&self, task: Task) -> Units {
        let here = self.here();
        match task {
            Task::Demolish(id) | Task::Clear(id) => {
                self.pioneers(|body| self.touches_piece(body, id) || body.touches(&here))
            }
            Task::Span(_) => {
                let pioneers = self.pioneers(|body| body.touches(&here));
                let (foot, wagon) = (self.foot_beside(pioneers), self.wagon_beside(pioneers));
                let mut stands = 0;
                let needed = foot.iter().take_while(|&unit| {
                    let enough = stands >= FOOT_OF_A_SPAN;
                    stands += self.stands(Units::one(unit));
                    !enough
                });
                pioneers.with(needed.collect()).with(wagon)
            }
            Task::Build | Task::Help(_) | Task::Limber => Units::NONE,
        }
    }

    /// Whether a body touches the officer or one of his pioneers.
    fn beside(&self, pioneers: Units, body: &Placed) -> bool {
        let touches = |other: UnitId| self.field.get(body_of(other)).is_some_and(|one| one.touches(body));
        body.touches(&self.here()) || pioneers.iter().any(touches)
    }

    fn foot_beside(&self, pioneers: Units) -> Units {
        self.at_hand(|other| self.scene.profile(other).arm.is_foot(), |body| self.beside(pioneers, body))
    }

    fn wagon_beside(&self, pioneers: Units) -> Units {
        let wagon = |other: UnitId| self.scene.profile(other).post == Some(Post::Wagon);
        self.at_hand(wagon, |body| self.beside(pioneers, body))
    }

    /// A bridge: the officer and a pioneer stand touch it, and nobody has tried before. [11-d] [11-g]
    fn demolish(&self, key: &str) -> Result<Deed, Refusal> {
        let id = self.piece(key)?;
        self.is_officer()?;
        if !matches!(self.scene.piece(id), PieceKind::Bridge(_)) {
            return refuse(rule!("11-b"), format!("{} is no bridge that stands", self.scene.piece_name(id)));
        }
        if self.scene.now.attempted.contains(&id) {
            return refuse(rule!("11-d"), "one attempt on a bridge is all there is");
        }
        let touches = |body: &Placed| self.touches_piece(body, id);
        if !touches(&self.here()) || self.pioneers(touches).is_empty() {
            return refuse(rule!("11-g"), "the officer and a pioneer stand must touch the bridge");
        }
        Ok(Deed::Work(Task::Demolish(id)))
    }

    /// An obstacle: an inch of it is cleared by the officer and two pioneer stands. [11-e]
    fn clear(&self, key: &str) -> Result<Deed, Refusal> {
        let id = self.piece(key)?;
        self.is_officer()?;
        if !matches!(self.scene.piece(id), PieceKind::Obstacle { .. }) {
            return refuse(rule!("11-e"), format!("{} is no obstacle", self.scene.piece_name(id)));
        }
        let here = self.here();
        let helpers = self.pioneers(|body| self.touches_piece(body, id) || body.touches(&here));
        if !self.touches_piece(&here, id) || self.stands(helpers) < 2 {
            return refuse(
                rule!("11-e"),
                "the officer touches the obstacle and two pioneer stands are with him",
            );
        }
        if !can_lay(self.field.ground(), self.gap()) {
            return refuse(rule!("11-e"), "there is no room for a gap here");
        }
        Ok(Deed::Work(Task::Clear(id)))
    }

    /// The gap that is cleared before the officer.
    fn gap(&self) -> Altered {
        gap_before(self.field, self.pose)
    }

    /// A pontoon bridge: officer, four pioneers, four other foot stands, and the wagon. [15.5-b] [15.5-d]
    fn span(&self, key: &str) -> Result<Deed, Refusal> {
        let id = self.piece(key)?;
        self.is_officer()?;
        if !matches!(self.scene.piece(id), PieceKind::River | PieceKind::Stream) {
            return refuse(rule!("15.5-c"), format!("{} is no water", self.scene.piece_name(id)));
        }
        let here = self.here();
        if !self.touches_piece(&here, id) {
            return refuse(rule!("15.5-c"), "the officer must touch the bank");
        }
        let pioneers = self.pioneers(|body| body.touches(&here));
        let (foot, wagon) = (self.foot_beside(pioneers), self.wagon_beside(pioneers));
        if self.stands(pioneers) < 4 || self.stands(foot) < FOOT_OF_A_SPAN {
            let words = format!(
                "four pioneer stands and four other foot stands must be with the officer: {} and {} are",
                self.stands(pioneers),
                self.stands(foot)
            );
            return refuse(rule!("15.5-b"), words);
        }
        if wagon.is_empty() {
            return refuse(rule!("15.5-d"), "the pontoon wagon must touch the builders");
        }
        let left = wagon.iter().map(|wagon| pontoons_left(self.scene, self.unit, wagon)).max().unwrap_or(0);
        if left < SPAN {
            let words = format!("{left} inches of pontoon are left on the wagon: a span takes {SPAN}");
            return refuse(rule!("5.1-e"), words);
        }
        if !can_lay(self.field.ground(), span_before(self.field, self.pose)) {
            return refuse(rule!("15.5-c"), "there is no room for a span here");
        }
        Ok(Deed::Work(Task::Span(id)))
    }

    /// Barricades: infantry in line in a wood or town. [17.5.6-a]
    fn build(&self) -> Result<Deed, Refusal> {
        let state = self.state();
        if self.scene.profile(self.unit).arm != Arm::Infantry || state.body.formation != Formation::Line {
            return refuse(rule!("17.5.6-a"), "infantry in line builds barricades");
        }
        let here = self.here();
        let features = self.field.ground().features();
        let inside = features
            .into_iter()
            .any(|(id, _)| self.scene.piece(id).is_area() && stands_in(self.field, &here, id));
        if !inside {
            return refuse(rule!("17.5.6-a"), "barricades are built in a wood or town");
        }
        self.does_nothing_else(self.unit)?;
        if !can_lay(self.field.ground(), barricade(&here)) {
            return refuse(rule!("17.5.6-a"), "there is no room for a barricade here");
        }
        Ok(Deed::Work(Task::Build))
    }

    /// A ford is looked for where the unit touches the bank, once in four inches. [15.4-c] [15.4-d]
    fn search(&self, key: &str) -> Result<Deed, Refusal> {
        let id = self.piece(key)?;
        if self.scene.piece(id) != PieceKind::River {
            return refuse(rule!("15.4-b"), "a stream is fordable anywhere; fords are looked for in rivers");
        }
        if !self.touches_piece(&self.here(), id) {
            return refuse(rule!("15.4-c"), "it must touch the river bank");
        }
        let at = self.pose.at;
        let near = |point: Point| !point.gap(at).keeps(BANK);
        if let Some((_, point)) =
            self.scene.now.searched.iter().find(|(river, point)| *river == id && near(*point))
        {
            let words = format!("the bank was searched {} inches from here: once in 4", point.gap(at));
            return refuse(rule!("15.4-d"), words);
        }
        if !can_lay(self.field.ground(), ford_at(self.field, id, self.pose)) {
            return refuse(rule!("15.4-i"), "there is no room for a ford here");
        }
        Ok(Deed::Search(id, at))
    }

    /// Light cavalry, and heavy cavalry whose list allows it, gets down. [9.1-b] [9.3-a] (A24)
    fn dismount(&self, formation: Formation) -> Result<Deed, Refusal> {
        let state = self.state();
        may_dismount(self.scene, self.unit)?;
        self.mounts_or_dismounts()?;
        let afoot = afoot(self.scene, self.unit, self.pose, formation);
        if !is_free(self.field, self.unit, afoot) {
            return refuse(rule!("9.3-f"), format!("there is no room to dismount in {}", formation.word()));
        }
        let holding = holders(self.scene, state.body.strength);
        if place_of_horses(self.field, (self.unit, afoot), holding).is_none() {
            return refuse(rule!("9.3-c"), "there is no room for those who hold the horses");
        }
        Ok(Deed::Dismount(formation))
    }

    fn mounts_or_dismounts(&self) -> Result<(), Refusal> {
        if self.stayed { may_mount_or_dismount(self.scene, self.unit) } else { on_the_spot() }
    }

    fn lead(&self) -> Result<Deed, Refusal> {
        may_lead(self.scene, self.unit)?;
        self.mounts_or_dismounts()?;
        Ok(Deed::Lead)
    }

    /// Back into the saddle: at the holders, or from leading. [9.3-e] [9.3-f]
    fn mount(&self) -> Result<Deed, Refusal> {
        self.mounts_or_dismounts()?;
        match self.state().saddle {
            Saddle::Mounted => refuse(rule!("9.3-f"), "it is in the saddle"),
            Saddle::Leading => {
                self.has_room((Formation::Line, 0), None)?;
                Ok(Deed::Mount(None))
            }
            Saddle::Afoot => {
                let Some(holders) = part_of(self.scene, self.unit, Piece::Holders) else {
                    // As skirmishers it fights on so; a regular formation it keeps. (A178)
                    let loose = self.state().body.formation == Formation::Skirmish;
                    let clause = if loose { rule!("9.3-e") } else { rule!("9.3-g") };
                    return refuse(clause, "its horses are lost: it never mounts again");
                };
                let there = self.field.get(body_of(holders));
                if !there.is_some_and(|there| there.touches(&self.here())) {
                    return refuse(rule!("9.3-f"), "it must touch its horse holders");
                }
                let back = self.scene.unit(holders).body.strength;
                self.has_room((Formation::Line, back), Some(holders))?;
                Ok(Deed::Mount(Some(holders)))
            }
        }
    }

    /// Whether it has room once so many stands have come back to it from a part that goes.
    fn has_room(&self, (formation, more): (Formation, u8), part: Option<UnitId>) -> Result<(), Refusal> {
        let state = self.state();
        let same = formation == state.body.formation;
        let whole = UnitState {
            bends: if same { state.bends } else { [None; 2] },
            files: if same { state.files } else { 0 },
            body: Body { strength: state.body.strength + more, ..state.body },
            ..*state
        };
        let layout = layout_in(self.scene.profile(self.unit).arm, &whole, formation);
        let body = table::Body { layout, pose: self.pose, looks: Looks::FOOT };
        match is_free_but(self.field, self.unit, body, &|other| part == Some(other)) {
            true => Ok(()),
            false => {
                let words =
                    format!("there is no room for {} stands in {}", whole.body.strength, formation.word());
                refuse(rule!("17.4-h"), words)
            }
        }
    }

    /// Skirmishers go out before the unit, as its change of formation. [12.4-o]
    fn detach(&self, stands: u8) -> Result<Deed, Refusal> {
        let (profile, state) = (self.scene.profile(self.unit), self.state());
        if profile.arm != Arm::Infantry || state.piece != Piece::Whole || profile.class < 2 {
            return refuse(rule!("8.1-b"), "infantry of class 2 or better sends out skirmishers");
        }
        if state.marks.changed || !self.stayed {
            return refuse(
                rule!("17.4.7-a"),
                "sending out skirmishers is its change of formation, before any step",
            );
        }
        if stands + 2 >= state.body.strength
            || matches!(state.body.formation, Formation::Square | Formation::Skirmish)
        {
            return refuse(rule!("12.4-o"), "a line or column of at least three stands must stay behind");
        }
        if part_of(self.scene, self.unit, Piece::Screen).is_some() {
            return refuse(rule!("12.4-o"), "its skirmishers are out already");
        }
        let body = screen_body(self.pose, stands);
        let there = Placed::new(self.field.ground(), body);
        let enemy = self.scene.side(self.unit).other();
        let near = |other: UnitId| {
            self.field.get(body_of(other)).is_some_and(|foe| !foe.gap(&there).keeps(Mils::inches(1)))
        };
        if !is_free(self.field, self.unit, body)
            || self.scene.now.on_table(self.scene.rules, enemy).iter().any(near)
        {
            return refuse(rule!("12.4-a"), "there is no room for the screen two inches before it");
        }
        Ok(Deed::Detach(stands))
    }

    fn recall(&self) -> Result<Deed, Refusal> {
        let Some(screen) = part_of(self.scene, self.unit, Piece::Screen) else {
            return refuse(rule!("12.4-o"), "it has no skirmishers out");
        };
        if self.state().marks.changed || !self.stayed {
            return refuse(
                rule!("17.4.7-a"),
                "calling skirmishers in is its change of formation, before any step",
            );
        }
        let reach = self.scene.rules.charts.pace_of(crate::charts::Mover::InfantrySkirmish).normal;
        let near = self
            .field
            .get(body_of(screen))
            .is_some_and(|there| there.within(&self.here(), reach.unwrap_or_default().mils()));
        let free = self.scene.unit(screen).body.order < Order::Pursuing && !self.scene.now.is_locked(screen);
        if !near || !free {
            return refuse(rule!("12.4-o"), "its skirmishers cannot reach it");
        }
        self.has_room((self.state().body.formation, self.scene.unit(screen).body.strength), Some(screen))?;
        Ok(Deed::Recall(screen))
    }
}
