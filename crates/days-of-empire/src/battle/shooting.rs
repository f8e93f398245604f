//! The Shooting Phase: all fire is declared, then thrown, then felt. [17.3]

mod ahead;
mod declaring;
mod effects;

use super::campaign::Campaign;
use super::ground::{Aimed, Ground};
use super::ids::{UnitId, Units};
use super::kindling::{LIGHTERS, may_light};
use super::orders::Wanted;
use super::situation::sheltered;
use super::state::{Aims, Place, Salvo, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::fire::Gait;
use crate::unit::{Arm, capital};
use crate::volley::{Alight, Firer, MARKS_MAX, Mark, Part, Volley, VolleyRules, spend_first_fire};
use declaring::{Declaring, Fire, may_fire, salvo_of, staff_before, stands_left, unmasked};
use grognard_board::table::FeatureId;
use grognard_umpire::{
    Asked, Asking, BySide, Clause, Offer, Reveal, Ruling, Side, Target, TargetKind, Umpire,
};
use std::sync::Arc;

/// A unit as it fires.
fn firer(unit: crate::unit::Unit, body: crate::unit::Body, aimed: &Aimed) -> Firer {
    Firer {
        unit,
        body,
        bearing: aimed.bearing,
        range: aimed.range,
        groups: aimed.groups.clone(),
        strikes: aimed.strikes,
        level: aimed.level,
    }
}

/// A unit that may test next.
struct Next(UnitId, String, String);

impl Offer for Next {
    fn key(&self) -> String {
        self.1.clone()
    }
    fn words(&self) -> String {
        self.2.clone()
    }
    fn targets(&self) -> Vec<Target> {
        vec![Target::new(TargetKind::Unit, &self.1)]
    }
}

impl<G: Ground> Battle<G> {
    /// Who of a side can fire at somebody: worked out once when its declarations begin.
    fn able_to_fire(&mut self, rules: &Campaign, side: Side) -> Units {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let areas: Vec<FeatureId> = rules.land.features().map(|(id, _)| id).collect();
        let able = |scene: Scene<'_>, ground: &mut G, unit: UnitId| {
            areas.iter().any(|area| may_light(scene, ground, unit, *area).is_ok())
                || may_fire(scene, unit).is_ok()
                    && (match scene.profile(unit).arm.is_gun() {
                        true => !ground.targets(scene, unit).is_empty(),
                        false => {
                            ground.could_fire(scene, unit) || !staff_before(scene, ground, unit).is_empty()
                        }
                    } || !ground.passers(scene, unit).is_empty())
        };
        let waits = |unit: &UnitId| {
            scene.side(*unit) == side
                && (scene.unit(*unit).place.is_on_table() || scene.unit(*unit).place == Place::Hidden)
                && scene.profile(*unit).arm != Arm::Staff
        };
        now.all()
            .filter(waits)
            .filter(|&unit| match unmasked(scene, unit) {
                Some(shown) => able(Scene { rules, now: &shown }, &mut ground.clone(), unit),
                None => able(scene, ground, unit),
            })
            .collect()
    }

    /// Hidden troops that shoot are placed on the table. [16.4-b]
    fn unmasks(&mut self, rules: &Campaign, firer: UnitId, ump: &mut impl Umpire) -> Asked<()> {
        self.now.unit_mut(firer).place = Place::Table;
        self.make_room(rules, firer, ump)?;
        let name = self.scene(rules).name(firer);
        ump.reveal(Reveal::TO_EVERYBODY);
        ump.explain(|| {
            let words = format!("{}: shooting, and so placed on the table.", capital(&name));
            Ruling::new(rule!("16.4-b"), words)
        });
        Ok(())
    }

    /// One declaration of fire; all are made before any die. [17.3-o]
    pub(super) fn declares_fire(
        &mut self,
        rules: &Campaign,
        (side, able): (Side, Option<Units>),
        ump: &mut impl Umpire,
    ) -> Asked<Phase> {
        ump.cite(rule!("17.3-o"));
        let mut able = match able {
            Some(able) => able,
            None => self.able_to_fire(rules, side),
        };
        let after =
            if side == self.now.initiative { Phase::DeclareFire(side.other(), None) } else { Phase::Fire };
        // Where somebody may be hidden everybody is asked until he says that he has done: that he is asked tells nobody
        // that there is somebody who could shoot.
        if able.is_empty() && !rules.may_hide() {
            return Ok(after);
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        ground.ready(scene);
        let moment = Wanted(Declaring { scene, ground: ground.clone(), side, able });
        ump.about(|| format!("Fire of {}: who fires at whom, and who keeps his fire?", rules.names[side]));
        let order = ump.order(Asking::of(side, rule!("17.3-o"), Asks::Fire), &moment)?.order;
        if let Some(salvo) = salvo_of(scene, order).filter(|one| scene.unit(one.firer).place == Place::Hidden)
        {
            able.take(salvo.firer);
            self.unmasks(rules, salvo.firer, ump)?;
            self.now.salvos.push(salvo);
            return Ok(Phase::DeclareFire(side, Some(able)));
        }
        match order {
            Fire::Done => return Ok(after),
            Fire::All => {
                let (mut salvos, mut guns) = (Vec::new(), Units::NONE);
                for firer in able.iter() {
                    let gun = scene.profile(firer).arm.is_gun();
                    if scene.unit(firer).place == Place::Hidden {
                        // Who is hidden shows itself by name only.
                        continue;
                    }
                    if gun && !G::IS_MEASURED {
                        // Beside a real table nobody but the players knows who is nearest: they name it.
                        guns.put(firer);
                        continue;
                    }
                    let targets = || moment.0.ground.clone().targets(scene, firer);
                    let target = gun.then(|| {
                        targets().into_iter().find(|target| moment.0.may_aim(firer, *target).is_ok())
                    });
                    let stands = if gun { 1 } else { stands_left(scene, firer) };
                    if !gun && !moment.0.ground.clone().could_fire(scene, firer) {
                        // Whoever has only passers before it is told to fire at them by name.
                        continue;
                    }
                    match target {
                        Some(None) => {}
                        target => {
                            let target = target.flatten();
                            salvos.push(Salvo { firer, target, stands, lights: None, at: Aims::Standing });
                        }
                    }
                }
                self.now.salvos.extend(salvos);
                return Ok(if guns.is_empty() { after } else { Phase::DeclareFire(side, Some(guns)) });
            }
            Fire::At { firer, .. } | Fire::Passing { firer, .. } | Fire::SmallArms { firer, .. } => {
                // What does not fire now may be kept for a charge. [17.3.3-b]
                ump.cite(if matches!(order, Fire::Passing { .. }) {
                    rule!("17.3-p")
                } else {
                    rule!("17.3-r")
                });
                let salvo = salvo_of(scene, order);
                self.now.salvos.extend(salvo);
                able.take(firer);
            }
            Fire::Light { unit, area } => {
                let salvo = Salvo {
                    firer: unit,
                    target: None,
                    stands: LIGHTERS,
                    lights: Some(area),
                    at: Aims::Standing,
                };
                self.now.salvos.push(salvo);
                self.now.unit_mut(unit).marks.lit = true;
            }
            Fire::Reserve { firer, stands } => {
                ump.cite(rule!("17.3.3-a"));
                self.now.unit_mut(firer).reserved = stands;
                able.take(firer);
            }
        }
        Ok(Phase::DeclareFire(side, Some(able)))
    }

    /// The next salvo's dice, those of the side with the initiative first. [17.3-a]
    pub(super) fn fires(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.3-a"));
        if self.now.salvos.is_empty() {
            return Ok(Phase::Effects);
        }
        let salvo = self.now.salvos.remove(0);
        self.looses(rules, salvo, ump)?;
        Ok(Phase::Fire)
    }

    /// One unit's fire: small arms each at their nearest, a gun at its target. Nobody comes off yet. [17.3-c]
    fn looses(&mut self, rules: &Campaign, salvo: Salvo, ump: &mut impl Umpire) -> Asked<()> {
        let Salvo { firer, target, stands, lights, at } = salvo;
        if let Some(area) = lights {
            return self.lights(rules, (firer, area), ump);
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let parts = match target {
            Some(target) if at == Aims::Passing => {
                // At the range and as the target it was where it passed.
                ump.cite(rule!("17.3-p"));
                ump.cite(rule!("17.3-t"));
                let name = (scene.name(firer), scene.name(target));
                let aimed = ground.passed(scene, firer, target, ump)?;
                ump.explain(|| {
                    let text = format!("{}: fires at {} where it passed", capital(&name.0), name.1);
                    Ruling::new(rule!("17.3-p"), text)
                });
                aimed.map(|aimed| (target, aimed)).into_iter().collect()
            }
            Some(target) => {
                // Guns choose; skirmishers may pick staff and engineers. [17.3-h]
                ump.cite(if scene.profile(firer).arm.is_gun() { rule!("17.3-h") } else { rule!("12.4-n") });
                let aimed = ground.aim(scene, firer, target, ump)?;
                aimed.map(|aimed| (target, aimed)).into_iter().collect()
            }
            None => {
                // The closest enemy of each stand that is seen and eligible.
                ump.cite(rule!("17.3-g"));
                ump.cite(rule!("17.3-u"));
                ground.volleys(scene, firer, stands, ump)?
            }
        };
        if parts.is_empty() {
            let name = scene.name(firer);
            ump.explain(|| {
                Ruling::new(rule!("17.3-i"), format!("{}: nobody is in arc, range and sight", capital(&name)))
            });
        }
        let longest = self.scene(rules).longest_band(firer);
        for (target, aimed) in parts {
            if aimed.range > longest {
                // Whoever bombards stands still all turn. [T16-a]
                self.now.unit_mut(firer).marks.done = true;
            }
            self.shot(rules, firer, (target, &aimed), ump)?;
        }
        let turn = self.now.turn;
        let state = self.now.unit_mut(firer);
        // Once a turn; the first volley is the first fire. [17.3-n]
        ump.cite(rule!("17.3-n"));
        state.fired = state.fired.saturating_add(stands);
        state.smoke = turn;
        spend_first_fire(&mut state.body, ump);
        Ok(())
    }

    /// Fire of one unit at one target, and on whoever else is in its way. [17.3-k] [17.3.7]
    fn shot(
        &mut self,
        rules: &Campaign,
        firer: UnitId,
        (target, aimed): (UnitId, &Aimed),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (hit, volley) = self.volley(rules, firer, (target, aimed), &mut |clause| ump.cite(clause));
        let (hits, alight) = Volley::start(&volley.before).loose(&volley, ump)?;
        for (place, &(unit, part)) in hit.iter().enumerate() {
            let from = if part == Part::AimedAt { aimed.strikes } else { crate::unit::Direction::Front };
            self.strikes(rules, (firer, unit), hits[place], ump);
            let state = self.now.unit_mut(unit);
            if hits[place] != [0, 0] {
                state.shot_from = state.shot_from.max(from);
            }
        }
        if alight == Alight::Yes {
            self.now.kindled.push(target);
        }
        Ok(())
    }

    /// The volley of one unit at one target, and whom its dice may hit: the target, its screen, whoever is behind.
    fn volley(
        &self,
        rules: &Campaign,
        firer: UnitId,
        (target, aimed): (UnitId, &Aimed),
        clerk: &mut dyn FnMut(Clause),
    ) -> (Vec<(UnitId, Part)>, VolleyRules) {
        let scene = Scene { rules, now: &self.now };
        let by = scene.side(firer);
        let (unit, body) = scene.bare(firer);
        let gun = unit.arm.is_gun();
        let mut hit: Vec<(UnitId, Part)> = vec![(target, Part::AimedAt)];
        if let Some((screen, ahead)) = aimed.screen.filter(|_| gun) {
            hit.push((screen, Part::Screen(ahead)));
        }
        // Until the lane ends: no more units, the ground, or the gun's reach. [17.3.7-f]
        clerk(rule!("17.3.7-f"));
        hit.extend(aimed.behind.iter().map(|&(unit, distance)| (unit, Part::Behind(distance))));
        hit.truncate(MARKS_MAX);
        let mut before = [None; MARKS_MAX];
        let mut marks = Vec::new();
        for (place, &(unit, part)) in hit.iter().enumerate() {
            let (plain, mut body) = scene.exposed(unit, clerk);
            let then = aimed.then.filter(|_| part == Part::AimedAt);
            body.formation = then.map_or(body.formation, |then| then.formation);
            before[place] = Some(body);
            marks.push(Mark {
                unit: if part == Part::AimedAt { sheltered(plain, aimed.shelter) } else { plain },
                side: scene.side(unit),
                part,
                gait: then.map_or_else(|| self.gait(rules, unit), |then| then.gait),
                charging: self.now.charge_of(unit).is_some(),
            });
        }
        let volley = VolleyRules {
            charts: Arc::clone(&rules.charts),
            readings: rules.readings,
            names: rules.names.clone(),
            by,
            firers: vec![self::firer(unit, body, aimed)],
            marks,
            level: aimed.target_level,
            before,
            policies: BySide::default(),
        };
        (hit, volley)
    }

    /// Notes hits on a unit; a melee hit by accident shares them with the friend in it. [17.3.4-b] [17.3.4-c]
    fn strikes(
        &mut self,
        rules: &Campaign,
        (firer, unit): (UnitId, UnitId),
        hits: [u8; 2],
        ump: &mut impl Umpire,
    ) {
        let side = self.now.side(rules, firer);
        let total: u8 = hits.iter().sum();
        let friend = self.now.touching(unit).iter().find(|other| self.now.side(rules, *other) == side);
        let shares = match friend.filter(|_| total > 0 && self.now.side(rules, unit) != side) {
            Some(friend) => {
                // The friend takes the larger half.
                ump.cite(rule!("17.3.4-b"));
                ump.cite(rule!("17.3.4-c"));
                let mine = hits.map(|n| n.div_ceil(2));
                vec![(friend, mine), (unit, [hits[0] - mine[0], hits[1] - mine[1]])]
            }
            None => vec![(unit, hits)],
        };
        for (unit, hits) in shares {
            let total: u8 = hits.iter().sum();
            let state = self.now.unit_mut(unit);
            for (fresh, more) in state.fresh.iter_mut().zip(hits) {
                *fresh = fresh.saturating_add(more);
            }
            if total > state.shot_by.map_or(0, |(_, most)| most) {
                state.shot_by = Some((firer, total));
            }
        }
    }

    /// Cavalry on a charge of more than 8 inches is fast while its charge lasts. [13.4-a] [13.4-b]
    pub(super) fn gait(&self, rules: &Campaign, unit: UnitId) -> Gait {
        let far = |onrush: &super::state::Onrush| onrush.distance > rules.charts.figures.fast_beyond;
        match self.now.charge_of(unit).is_some_and(far) {
            true => Gait::Fast,
            false => Gait::Ordinary,
        }
    }
}
