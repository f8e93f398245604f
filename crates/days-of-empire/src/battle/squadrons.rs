//! Squadron charges: part of a cavalry unit charges, the rest may follow into the same assault. [17.2.6]

use super::Battle;
use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::UnitId;
use super::state::{Piece, Place, Position, Run, Scene, UnitState};
use super::works::part_of;
use crate::unit::{Formation, Order, capital};
use grognard_board::table::{Pose, STANDS_MAX};
use grognard_umpire::{Asked, Refusal, Ruling, Umpire};

/// A column of cavalry has so many stands in a rank.
const FILES: i32 = 4;

/// Whether so many stands of a unit may charge by themselves.
///
/// # Errors
/// The clause that forbids it, and why.
pub(super) fn may_split(scene: Scene<'_>, unit: UnitId, stands: u8) -> Result<(), Refusal> {
    let (state, profile) = (scene.unit(unit), scene.profile(unit));
    let least = scene.rules.charts.figures.squadron_stands;
    let drawn_up = matches!(state.body.formation, Formation::Line | Formation::CavalryColumn);
    if !profile.arm.is_horse() || state.piece != Piece::Whole || !drawn_up {
        return Err(Refusal::new(rule!("17.2.6-a"), "only cavalry in line or column charges by squadrons"));
    }
    if stands < least || stands >= state.body.strength {
        let words = format!(
            "{stands} of {} stands: a squadron has at least {least}, and somebody stays behind",
            state.body.strength
        );
        return Err(Refusal::new(rule!("17.2.6-a"), words));
    }
    if part_of(scene, unit, Piece::Rest).is_some() {
        return Err(Refusal::new(rule!("17.2.6-a"), "its squadrons are apart already"));
    }
    Ok(())
}

/// Whether the rest of a unit may charge an enemy: after its squadron, into the same assault.
///
/// # Errors
/// The clause that forbids it, and why.
pub(super) fn may_follow(scene: Scene<'_>, rest: UnitId, target: UnitId) -> Result<(), Refusal> {
    if scene.unit(rest).piece != Piece::Rest {
        return Ok(());
    }
    let fights = part_of(scene, rest, Piece::Whole).is_some_and(|squadron| {
        let enemies = scene.now.touching(squadron);
        enemies.has(target) || enemies.iter().any(|enemy| scene.now.touching(enemy).has(target))
    });
    match fights {
        true => Ok(()),
        false => {
            Err(Refusal::new(rule!("17.2.6-c"), "the rest of a unit joins only the assault of its squadron"))
        }
    }
}

impl Position {
    /// Parts a unit: so many stands go on as the unit, the others stay where they are as its rest.
    pub(super) fn split(&mut self, unit: UnitId, stands: u8) {
        let whole = *self.unit(unit);
        let (all, gone) = (i32::from(whole.body.strength), i32::from(stands));
        let left = all - gone;
        // The squadron is the right of a line, the head of a column.
        let (squadron, rest) = match whole.body.formation {
            Formation::Line => {
                let slot = |at: i32| whole.pose.place((at - all / 2) * 1000, 0);
                (slot(left + gone / 2), slot(left / 2))
            }
            _ => {
                let files = if whole.files > 0 { i32::from(whole.files) } else { FILES };
                (whole.pose.at, whole.pose.place(0, -(gone + files - 1) / files * 1000))
            }
        };
        let mut body = whole.body;
        body.strength = left as u8;
        let mut state = UnitState::new(whole.of, body, Place::Table, Pose { at: rest, ..whole.pose });
        (state.piece, state.smoke, state.files) = (Piece::Rest, whole.smoke, whole.files);
        (state.fired, state.reserved) = (whole.fired, whole.reserved);
        self.put_part(state);
        let parent = self.unit_mut(unit);
        parent.body.strength = stands;
        parent.pose.at = squadron;
    }

    /// Puts a part of a unit on the table, in the place of one that is no more where there is one.
    pub(super) fn put_part(&mut self, state: UnitState) -> UnitId {
        let spent = |one: &UnitState| {
            one.of == state.of
                && one.piece == state.piece
                && one.place == Place::Gone
                && one.body.strength == 0
        };
        match self.units.iter().position(spent) {
            Some(at) => {
                self.units[at] = state;
                UnitId(at as u8)
            }
            None => {
                self.units.push(state);
                UnitId((self.units.len() - 1) as u8)
            }
        }
    }
}

impl<G: Ground> Battle<G> {
    /// Once a squadron's charge is over, the rest falls in beside it in a later Movement Phase, if both are free and
    /// there is room.
    pub(super) fn fall_in(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let rests: Vec<UnitId> = self
            .now
            .all()
            .filter(|unit| {
                let state = self.now.unit(*unit);
                state.piece == Piece::Rest && state.place.is_on_table()
            })
            .collect();
        for rest in rests {
            let scene = self.scene(rules);
            let Some(squadron) = part_of(scene, rest, Piece::Whole) else { continue };
            let busy = |unit: UnitId| {
                let state = self.now.unit(unit);
                self.now.is_locked(unit) || state.marks.charged || state.body.order > Order::Shaken
            };
            let more = self.now.unit(rest).body.strength;
            let together = self.now.unit(squadron).body.strength.saturating_add(more);
            if busy(rest) || busy(squadron) || together > STANDS_MAX {
                continue;
            }
            let before = self.now.clone();
            let name = self.scene(rules).name(squadron);
            self.join_up((squadron, rest), more);
            let formation = self.now.unit(squadron).body.formation;
            let Battle { now, ground, .. } = self;
            if !ground.has_room(Scene { rules, now }, squadron, formation, ump)? {
                self.now = before;
                continue;
            }
            ump.cite(rule!("17.2.6-b"));
            ump.explain(|| {
                Ruling::new(
                    rule!("17.2.6-b"),
                    format!("{}: its squadrons are together again", capital(&name)),
                )
            });
        }
        Ok(())
    }

    /// Puts a squadron and the rest together again, in the worse order of the two.
    pub(super) fn join_up(&mut self, (squadron, rest): (UnitId, UnitId), more: u8) {
        let order = self.now.unit(rest).body.order;
        self.now.unit_mut(rest).body.strength = 0;
        self.now.remove(rest, Place::Gone);
        let state = self.now.unit_mut(squadron);
        state.body.strength += more;
        state.body.order = state.body.order.or_worse(order);
        (state.bends, state.files) = ([None; 2], 0);
    }

    /// A squadron that fails To Charge has not left its unit.
    pub(super) fn stays_together(&mut self, rules: &Campaign, squadron: UnitId) {
        let Some(rest) = part_of(self.scene(rules), squadron, Piece::Rest) else { return };
        let charged = self.now.charges.iter().any(|one| one.charger == squadron && one.run == Run::Charging);
        if charged || self.now.unit(squadron).piece != Piece::Whole {
            return;
        }
        let (more, left) = (self.now.unit(rest).body.strength, self.now.unit(rest).pose);
        let all = i32::from(more) + i32::from(self.now.unit(squadron).body.strength);
        self.join_up((squadron, rest), more);
        let state = self.now.unit_mut(squadron);
        if state.body.formation == Formation::Line {
            // Back to the middle of the line as it stood.
            state.pose.at = left.place((all / 2 - i32::from(more) / 2) * 1000, 0);
        }
    }
}
