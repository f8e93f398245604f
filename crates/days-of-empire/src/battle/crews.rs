//! Gun crews away from their guns: they run, they come back, or the guns are taken. Whoever shelters in a square. [10.2]
//! [12.3-h] [17.4.15-e] (A80, A145)

use super::Battle;
use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::UnitId;
use super::state::{Piece, Place, Scene, UnitState};
use super::works::part_of;
use crate::asks::Asks;
use crate::unit::{Body, Fate, Formation, Order, capital};
use grognard_board::table::{Mils, Stand};
use grognard_umpire::{Asked, Asking, Ruling, Side, Umpire, YesNo};

impl<G: Ground> Battle<G> {
    /// A crew leaves its guns where they are and runs from those who charge it. [17.4.15-e]
    pub(super) fn crew_runs(
        &mut self,
        rules: &Campaign,
        gun: UnitId,
        chargers: &[UnitId],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (turn, guns) = (self.now.turn, *self.now.unit(gun));
        let body = Body { formation: Formation::Skirmish, fate: Fate::Fights, horses: 0, ..guns.body };
        let behind = guns.pose.ahead(Mils(-Stand::GUN.deep.0));
        let mut crew = UnitState::new(guns.of, body, Place::Table, behind);
        (crew.piece, crew.crest, crew.smoke) = (Piece::Crew, guns.crest, guns.smoke);
        crew.marks.answered = true;
        let battery = self.now.unit_mut(gun);
        (battery.body.strength, battery.body.fate) = (0, Fate::Abandoned);
        battery.silent_until = battery.silent_until.max(turn);
        let crew = self.now.put_part(crew);
        self.make_room(rules, crew, ump)?;
        self.evades(rules, crew, chargers, ump)
    }

    /// The end of a Close Assault Phase: guns without their crew whom an enemy touches are taken, and guns whose crew is
    /// no more are lost. [10.2-c] (A145)
    pub(super) fn take_abandoned(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        for gun in self.now.all() {
            let state = *self.now.unit(gun);
            if state.body.fate != Fate::Abandoned || !state.place.is_on_table() {
                continue;
            }
            let crew = part_of(self.scene(rules), gun, Piece::Crew);
            let name = self.scene(rules).name(gun);
            let Battle { now, ground, .. } = self;
            let (clause, words, fate) = match () {
                () if ground.is_touched(Scene { rules, now }, gun, ump)? => {
                    (rule!("10.2-c"), "taken without a fight", Fate::Captured)
                }
                () if state.body.strength == 0 && crew.is_none() && !self.has_crew_away(gun) => {
                    (rule!("T9-b"), "nobody is left to serve it", Fate::Destroyed)
                }
                () => continue,
            };
            for lost in [Some(gun), crew].into_iter().flatten() {
                self.now.unit_mut(lost).body.fate = fate;
                self.now.remove(lost, Place::Gone);
            }
            ump.explain(|| Ruling::new(clause, format!("{}: {words}", capital(&name))));
        }
        Ok(())
    }

    /// Whether a crew is off the table for a while, or in a square.
    fn has_crew_away(&self, gun: UnitId) -> bool {
        let of = self.now.unit(gun).of;
        self.now.units.iter().any(|state| {
            state.of == of
                && state.piece == Piece::Crew
                && matches!(state.place, Place::Away(_) | Place::Sheltered(_))
        })
    }

    /// Whoever is in a square comes out when it dissolves, and is lost with it. [12.3-h] (A128)
    pub(super) fn squares_dissolve(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        for unit in self.now.all() {
            let Place::Sheltered(square) = self.now.unit(unit).place else { continue };
            let host = *self.now.unit(square);
            if !host.place.is_on_table() {
                let state = self.now.unit_mut(unit);
                (state.body.fate, state.place) = (Fate::Destroyed, Place::Gone);
            } else if host.body.formation != Formation::Square {
                let state = self.now.unit_mut(unit);
                (state.place, state.pose) = (Place::Table, host.pose);
                if host.body.order == Order::Routing {
                    state.body.order = Order::Routing;
                }
                self.make_room(rules, unit, ump)?;
            }
        }
        Ok(())
    }

    /// A crew in a square may come out when its side moves; whether one was asked for. [12.3-h]
    pub(super) fn comes_out(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<bool> {
        let due = |unit: &UnitId| {
            let state = self.now.unit(*unit);
            matches!(state.place, Place::Sheltered(_))
                && !state.marks.asked_feint
                && self.now.side(rules, *unit) == side
        };
        let Some(unit) = self.now.all().find(due) else { return Ok(false) };
        let Place::Sheltered(square) = self.now.unit(unit).place else { return Ok(false) };
        self.now.unit_mut(unit).marks.asked_feint = true;
        let (name, pose) = (self.scene(rules).name(unit), self.now.unit(square).pose);
        ump.about(|| format!("{} may leave the square: now?", capital(&name)));
        let asking = Asking::of(side, rule!("12.3-h"), Asks::LeaveTheSquare);
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
            let state = self.now.unit_mut(unit);
            (state.place, state.pose) = (Place::Table, pose);
            self.make_room(rules, unit, ump)?;
        }
        Ok(true)
    }
}
