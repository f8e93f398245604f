//! Where those run to who may choose: straight away; skirmishers, crews and staff into difficult ground, a wood or a town
//! within reach; crews and staff into a friendly square; crews behind friendly infantry. [10.2-b] [12.4-g] [12.4-r]
//! [17.4.15-d]

use super::Battle;
use super::campaign::Campaign;
use super::ground::{Flight, Ground, Refuge};
use super::ids::UnitId;
use super::state::{Piece, Place, Scene, UnitState};
use crate::asks::Asks;
use crate::length::Length;
use crate::unit::{Arm, Formation, capital};
use grognard_board::table::Pose;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Umpire};

/// Straight away, or a place of refuge: where, how far, its key, its words.
struct Haven(Where, String, String);

/// Where a runner goes.
#[derive(Clone, Copy)]
enum Where {
    Away,
    To(Pose, Length),
    Into(UnitId, Length),
}

/// Friendly squares that have room for one more stand: a square shelters as many as it has itself. [12.3-h]
pub(super) fn open_squares(scene: Scene<'_>, unit: UnitId) -> Vec<UnitId> {
    let inside = |square: UnitId| {
        let sheltered = |one: &UnitState| one.place == Place::Sheltered(square);
        scene.now.riders(square).count() + scene.now.units.iter().filter(|one| sheltered(one)).count()
    };
    let open = |square: &UnitId| {
        let body = &scene.unit(*square).body;
        body.formation == Formation::Square && inside(*square) < usize::from(body.strength)
    };
    scene.now.troops(scene.rules, scene.side(unit)).iter().filter(open).collect()
}

impl Offer for Haven {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        self.2.clone()
    }
}

impl<G: Ground> Battle<G> {
    /// Who must run may run into a refuge; whether it did.
    pub(super) fn takes_refuge(
        &mut self,
        rules: &Campaign,
        unit: UnitId,
        (from, run): (&[UnitId], (Flight, Length)),
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let clause = match run.0 {
            Flight::Evade => rule!("12.4-g"),
            Flight::Rout => rule!("12.4-r"),
            Flight::RunOn => return Ok(false),
        };
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let (crew, staff) = (scene.unit(unit).piece == Piece::Crew, scene.profile(unit).arm == Arm::Staff);
        if scene.unit(unit).body.formation != Formation::Skirmish && !staff {
            return Ok(false);
        }
        let mut havens = vec![Haven(Where::Away, "away".to_owned(), "straight away".to_owned())];
        let refuges = ground.refuges(scene, unit, from, run.1, ump)?;
        for (at, Refuge { area, pose, length }) in refuges.into_iter().enumerate() {
            let name = area.map_or("cover".to_owned(), |area| scene.piece_name(area));
            let words = format!("into {name}, {length} inches");
            havens.push(Haven(Where::To(pose, length), format!("area-{at}"), words));
        }
        if run.0 == Flight::Evade && (crew || staff) {
            for (square, length) in ground.squares_near(scene, unit, run.1) {
                let words = format!("into the square of {}", scene.name(square));
                let key = format!("square-{}", scene.key(square));
                havens.push(Haven(Where::Into(square, length), key, words));
            }
        }
        if run.0 == Flight::Evade && crew {
            for (friend, pose, length) in ground.friends_near(scene, unit, from, run.1, ump)? {
                let words = format!("behind {}, {length} inches", scene.name(friend));
                havens.push(Haven(Where::To(pose, length), format!("behind-{}", scene.key(friend)), words));
            }
        }
        let (side, name) = (scene.side(unit), scene.name(unit));
        ump.about(|| format!("The flight of {name}: where to?"));
        let chosen = ump.choose(Asking::of(side, clause, Asks::Refuge), &havens)?;
        let Haven(goes, key, words) = chosen;
        let clause = match goes {
            Where::Away => return Ok(false),
            Where::Into(..) => rule!("17.4.15-d"),
            Where::To(..) if key.starts_with("behind") => rule!("10.2-b"),
            Where::To(..) => clause,
        };
        ump.cite(clause);
        let state = self.now.unit_mut(unit);
        let length = match *goes {
            Where::To(pose, length) => {
                state.pose = pose;
                length
            }
            // Staff ride with a square; a crew stands in it.
            Where::Into(square, length) => {
                if staff {
                    state.rides_with = Some(square);
                } else {
                    state.place = Place::Sheltered(square);
                }
                length
            }
            Where::Away => return Ok(false),
        };
        state.ran += length.mils();
        state.marks.moved = true;
        // What it is called does not matter to the rule.
        let words =
            if key.starts_with("area") { format!("into cover, {length} inches") } else { words.clone() };
        ump.explain(|| Ruling::new(clause, format!("{}: runs {words}", capital(&name))));
        Ok(true)
    }
}
