//! Where skirmishers run to: straight away, or into difficult ground, a wood or a town within reach. [12.4-g] [12.4-r]

use super::Battle;
use super::campaign::Campaign;
use super::ground::{Flight, Ground};
use super::ids::UnitId;
use super::state::Scene;
use crate::asks::Asks;
use crate::length::Length;
use crate::unit::{Formation, capital};
use grognard_board::table::Pose;
use grognard_umpire::{Asked, Asking, Offer, Ruling, Umpire};

/// Straight away, or a place of refuge: where, how far, its key, its words.
struct Haven(Option<(Pose, Length)>, String, String);

impl Offer for Haven {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        self.2.clone()
    }
}

impl<G: Ground> Battle<G> {
    /// Skirmishers who must run may run into cover; whether they did.
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
        if scene.unit(unit).body.formation != Formation::Skirmish {
            return Ok(false);
        }
        let mut havens = vec![Haven(None, "away".to_owned(), "straight away".to_owned())];
        for (area, pose, length) in ground.refuges(scene, unit, from, run.1) {
            let words = format!("into {}, {length} inches", scene.piece_name(area));
            havens.push(Haven(Some((pose, length)), format!("area-{}", area.0), words));
        }
        let (side, name) = (scene.side(unit), scene.name(unit));
        ump.about(|| name.clone());
        let chosen = ump.choose(Asking::of(side, clause, Asks::Refuge), &havens)?;
        let Haven(Some((pose, length)), _, words) = chosen else { return Ok(false) };
        ump.cite(clause);
        let state = self.now.unit_mut(unit);
        state.pose = *pose;
        state.ran += length.mils();
        state.marks.moved = true;
        ump.explain(|| Ruling::new(clause, format!("{}: runs {words}", capital(&name))));
        Ok(true)
    }
}
