//! The Shooting Phase: all fire is declared, then thrown, then felt. [17.3]

mod ahead;
mod effects;

use super::campaign::Campaign;
use super::ground::{Aimed, Ground, Reckoned};
use super::ids::{UnitId, Units};
use super::kindling::{LIGHTERS, may_light};
use super::orders::{Moment, Wanted};
use super::situation::sheltered;
use super::state::{Aims, Salvo, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::fire::{Gait, Shooters};
use crate::readings::Measuring;
use crate::unit::{Fate, Formation, Order, capital, counted};
use crate::volley::{Alight, Firer, MARKS_MAX, Mark, Part, Volley, VolleyRules, may_reach, spend_first_fire};
use grognard_board::table::FeatureId;
use grognard_umpire::{
    Asked, Asking, BySide, Clause, Offer, Refusal, Ruling, Side, Target, TargetKind, Umpire,
};
use std::sync::Arc;

/// What a side may say when fire is declared. [17.3-o]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fire {
    /// Nobody else fires.
    Done,
    /// Everybody left fires: small arms with all stands, guns at the nearest target they may fire at.
    All,
    /// So many stands of a unit fire, each at its nearest enemy. [17.3-g] [17.3-r]
    SmallArms { firer: UnitId, stands: u8 },
    /// A gun fires at a target of its choice; skirmishers at staff. [17.3-h] [12.4-n]
    At { firer: UnitId, target: UnitId },
    /// A unit that has stood still fires at an enemy where it passed last turn. [17.3-p]
    Passing { firer: UnitId, target: UnitId },
    /// Two stands try to set what they stand in alight. [15.9-b]
    Light { unit: UnitId, area: FeatureId },
    /// So many stands keep their fire for whoever charges them. [17.3.3-a]
    Reserve { firer: UnitId, stands: u8 },
}

/// So many enemies who passed are offered to a unit.
const PASSERS: usize = 3;

struct Declaring<'a, G> {
    scene: Scene<'a>,
    ground: G,
    side: Side,
    able: Units,
}

/// How many stands of a unit can fire at all now. [17.3-n]
fn stands_left(scene: Scene<'_>, firer: UnitId) -> u8 {
    let state = scene.unit(firer);
    let (unit, body) = scene.bare(firer);
    let bearing = if body.formation == Formation::Square { 4 } else { body.strength };
    let able = Shooters { unit: &unit, now: &body, bearing, range: Default::default() }.stands();
    let lighting = if state.marks.lit { LIGHTERS } else { 0 };
    able.saturating_sub(state.fired).saturating_sub(state.reserved).saturating_sub(lighting)
}

/// Whether a unit may fire in the Shooting Phase, whatever the ground. [17.2.5-a] [17.2.7-e] [17.5-g]
pub(super) fn may_fire(scene: Scene<'_>, firer: UnitId) -> Result<(), Refusal> {
    let (state, profile) = (scene.unit(firer), scene.profile(firer));
    let refuse = |clause, words: &'static str| Err(Refusal::new(clause, words));
    if !state.place.is_on_table() || state.rides_with.is_some() {
        return refuse(rule!("17.3-o"), "it is not on the table");
    }
    if scene.now.is_locked(firer) {
        let met = |contact: &super::state::Contact| contact.on == firer && contact.from == scene.now.turn;
        // Who was met in a break-through and stood may fire.
        if !scene.now.contacts.iter().any(met) {
            return refuse(rule!("17.5-g"), "it is in contact with an enemy");
        }
    }
    if state.marks.charged {
        return refuse(rule!("17.2.5-a"), "it charges this turn and does not shoot");
    }
    if state.body.order == Order::Routing {
        return refuse(rule!("17.2.7-e"), "a routing unit does not shoot");
    }
    if profile.arm.is_gun() {
        let ready = state.body.formation == Formation::Deployed && state.body.fate == Fate::Fights;
        if !ready || state.silent_until >= scene.now.turn || state.fired > 0 {
            return refuse(rule!("10.1-e"), "the gun cannot fire now");
        }
        return Ok(());
    }
    if profile.weapon.is_none() || stands_left(scene, firer) < 1 {
        return refuse(rule!("17.3-n"), "it has no stand left that can fire");
    }
    Ok(())
}

/// Staff whom skirmishers could pick out: known only where places are measured. [12.4-n]
fn staff_before<G: Ground>(scene: Scene<'_>, ground: &mut G, firer: UnitId) -> Vec<UnitId> {
    if !G::IS_MEASURED || scene.unit(firer).body.formation != Formation::Skirmish {
        return Vec::new();
    }
    ground.targets(scene, firer).into_iter().filter(|target| scene.protected(*target).is_some()).collect()
}

impl<G: Ground> Declaring<'_, G> {
    /// Whether a gun may fire at a target: heights, dead ground, endangered friends, melees. [17.3.4-a]
    /// [17.3.5] [17.3.6-b]
    fn may_aim(&self, firer: UnitId, target: UnitId) -> Result<(), Refusal> {
        let scene = self.scene;
        if !scene.unit(target).place.is_on_table() || scene.side(target) == self.side {
            return Err(Refusal::new(rule!("17.3-h"), "that is no enemy on the table"));
        }
        if scene.now.is_melee(firer, target) {
            return Err(Refusal::new(rule!("17.3.4-a"), "nobody aims at a melee"));
        }
        let gun = scene.profile(firer).arm.is_gun();
        if !gun && scene.unit(firer).body.formation != Formation::Skirmish {
            return Err(Refusal::new(rule!("17.3-g"), "small arms fire at the nearest enemy"));
        }
        let protected = scene.protected(target);
        if let Some(clause) = protected.filter(|_| gun) {
            return Err(Refusal::new(clause, "only skirmishers aim at staff"));
        }
        if !gun && protected.is_none() {
            return Err(Refusal::new(rule!("17.3-g"), "small arms fire at the nearest enemy"));
        }
        let aimed = match self.ground.clone().reckon_shot(scene, firer, target) {
            Reckoned::Unknown => return Ok(()),
            Reckoned::Never if self.unmeasured() && self.ground.clone().sees(scene, firer, target) => {
                return Ok(());
            }
            Reckoned::Never => {
                return Err(Refusal::new(rule!("17.3-i"), "it is out of range, out of arc or out of sight"));
            }
            Reckoned::Known(aimed) => aimed,
        };
        if let Some(friend) = aimed.endangers.first() {
            let words = format!("{} would be endangered", scene.name(friend));
            return Err(Refusal::new(rule!("17.3.6-b"), words));
        }
        let (unit, body) = scene.bare(firer);
        let firer = self::firer(unit, body, &aimed);
        may_reach(&firer, aimed.target_level, &scene.rules.charts, &scene.rules.readings)
    }

    /// Whether nobody measures before fire is declared: then what is out of range is wasted. (A76)
    fn unmeasured(&self) -> bool {
        self.scene.rules.readings.measuring == Measuring::WhenDeclared
    }

    /// Whether a unit may fire at an enemy where it passed. [17.3-p] [17.3-t]
    fn may_aim_back(&self, firer: UnitId, target: UnitId) -> Result<(), Refusal> {
        let scene = self.scene;
        if !scene.unit(target).place.is_on_table() || scene.side(target) == self.side {
            return Err(Refusal::new(rule!("17.3-p"), "that is no enemy on the table"));
        }
        if scene.now.is_melee(firer, target) {
            return Err(Refusal::new(rule!("17.3.4-a"), "nobody aims at a melee"));
        }
        if let Some(clause) = scene.protected(target) {
            return Err(Refusal::new(clause, "only skirmishers aim at staff"));
        }
        match self.ground.clone().reckon_passed(scene, firer, target) {
            Reckoned::Unknown => Ok(()),
            Reckoned::Never => Err(Refusal::new(
                rule!("17.3-t"),
                "it has moved since, or that enemy did not pass its arc within range and sight last turn",
            )),
            Reckoned::Known(aimed) if !aimed.endangers.is_empty() => {
                Err(Refusal::new(rule!("17.3.6-b"), "friends would be endangered"))
            }
            Reckoned::Known(aimed) => {
                let (unit, body) = scene.bare(firer);
                let firer = self::firer(unit, body, &aimed);
                may_reach(&firer, aimed.target_level, &scene.rules.charts, &scene.rules.readings)
            }
        }
    }

    fn find(&self, key: &str) -> Result<UnitId, Refusal> {
        self.scene.find(key).ok_or_else(|| Refusal::plain(format!("there is no unit `{key}` in this battle")))
    }

    fn stands(&self, text: &str) -> Result<u8, Refusal> {
        text.parse().map_err(|_| Refusal::plain(format!("`{text}`: write a number of stands")))
    }
}

impl<G: Ground> Moment for Declaring<'_, G> {
    type Order = Fire;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Fire> {
        let mut all = vec![Fire::Done];
        if !self.able.is_empty() {
            all.push(Fire::All);
        }
        for firer in self.able.iter() {
            let passers = self.ground.clone().passers(self.scene, firer).into_iter().take(PASSERS);
            all.extend(passers.map(|target| Fire::Passing { firer, target }));
            if self.scene.profile(firer).arm.is_gun() {
                let targets = self.ground.clone().targets(self.scene, firer);
                all.extend(targets.into_iter().take(6).map(|target| Fire::At { firer, target }));
                continue;
            }
            let staff = staff_before(self.scene, &mut self.ground.clone(), firer);
            all.extend(staff.into_iter().map(|target| Fire::At { firer, target }));
            let stands = stands_left(self.scene, firer);
            all.push(Fire::SmallArms { firer, stands });
            all.push(Fire::Reserve { firer, stands });
        }
        for unit in self.scene.now.troops(self.scene.rules, self.side).iter() {
            let areas = self.scene.rules.land.features().map(|(id, _)| id);
            all.extend(areas.map(|area| Fire::Light { unit, area }));
        }
        all
    }

    fn judge(&self, order: &Fire) -> Result<(), Refusal> {
        let (firer, stands) = match *order {
            Fire::Done | Fire::All => return Ok(()),
            Fire::Light { unit, area } => {
                if self.scene.side(unit) != self.side {
                    return Err(Refusal::plain("that unit is the enemy's"));
                }
                return may_light(self.scene, &mut self.ground.clone(), unit, area);
            }
            Fire::At { firer, .. } | Fire::Passing { firer, .. } => (firer, 1),
            Fire::SmallArms { firer, stands } | Fire::Reserve { firer, stands } => (firer, stands),
        };
        if self.scene.side(firer) != self.side {
            return Err(Refusal::plain("that unit is the enemy's"));
        }
        may_fire(self.scene, firer)?;
        if self.scene.now.salvos.iter().any(|salvo| salvo.firer == firer && salvo.lights.is_none()) {
            return Err(Refusal::new(rule!("17.3-n"), "its fire has been declared"));
        }
        let gun = self.scene.profile(firer).arm.is_gun();
        match *order {
            Fire::At { target, .. } => self.may_aim(firer, target),
            Fire::Passing { target, .. } => self.may_aim_back(firer, target),
            _ if gun => Err(Refusal::new(rule!("17.3-h"), "name the gun's target: fire GUN ENEMY")),
            _ if stands == 0 || stands > stands_left(self.scene, firer) => {
                let words = format!(
                    "it has {} that can fire",
                    counted(stands_left(self.scene, firer).into(), "stand")
                );
                Err(Refusal::new(rule!("17.3-r"), words))
            }
            Fire::SmallArms { .. }
                if !self.unmeasured() && !self.ground.clone().could_fire(self.scene, firer) =>
            {
                Err(Refusal::new(rule!("17.3-g"), "no enemy is in arc, range and sight of any stand"))
            }
            _ => Ok(()),
        }
    }

    fn read(&self, text: &str) -> Result<Fire, Refusal> {
        let words: Vec<&str> = text.split_whitespace().take(5).collect();
        Ok(match words[..] {
            ["done"] => Fire::Done,
            ["all"] => Fire::All,
            ["fire", firer] => {
                let firer = self.find(firer)?;
                Fire::SmallArms { firer, stands: stands_left(self.scene, firer) }
            }
            ["fire", firer, what] => {
                let firer = self.find(firer)?;
                match self.scene.find(what) {
                    Some(target) => Fire::At { firer, target },
                    None => Fire::SmallArms { firer, stands: self.stands(what)? },
                }
            }
            ["fire", firer, "passing", target] => {
                Fire::Passing { firer: self.find(firer)?, target: self.find(target)? }
            }
            ["light", unit, area] => {
                let area = self.scene.piece_by_key(area);
                let area =
                    area.ok_or_else(|| Refusal::plain("there is no such wood or town on this table"))?;
                Fire::Light { unit: self.find(unit)?, area }
            }
            ["reserve", firer] => {
                let firer = self.find(firer)?;
                Fire::Reserve { firer, stands: stands_left(self.scene, firer) }
            }
            ["reserve", firer, stands] => {
                Fire::Reserve { firer: self.find(firer)?, stands: self.stands(stands)? }
            }
            _ => {
                let like = "write fire UNIT, fire UNIT 8, fire GUN ENEMY, fire UNIT passing ENEMY, reserve UNIT 4, light UNIT WOOD, all or done";
                return Err(Refusal::plain(format!("`{text}` is not an order; {like}")));
            }
        })
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        super::verbs::FIRE
    }

    fn key(&self, order: &Fire) -> String {
        let key = |unit: UnitId| self.scene.key(unit);
        match *order {
            Fire::Done => "done".to_owned(),
            Fire::All => "all".to_owned(),
            Fire::SmallArms { firer, stands } => format!("fire {} {stands}", key(firer)),
            Fire::At { firer, target } => format!("fire {} {}", key(firer), key(target)),
            Fire::Passing { firer, target } => format!("fire {} passing {}", key(firer), key(target)),
            Fire::Reserve { firer, stands } => format!("reserve {} {stands}", key(firer)),
            Fire::Light { unit, area } => {
                format!("light {} {}", key(unit), self.scene.rules.pieces[usize::from(area.0)].key)
            }
        }
    }

    fn words(&self, order: &Fire) -> String {
        let name = |unit: UnitId| self.scene.name(unit);
        match *order {
            Fire::Done => "nobody else fires".to_owned(),
            Fire::All => "everybody left fires".to_owned(),
            Fire::SmallArms { firer, stands } => {
                format!("{} fires with {}", name(firer), counted(stands.into(), "stand"))
            }
            Fire::At { firer, target } => format!("{} fires at {}", name(firer), name(target)),
            Fire::Passing { firer, target } => {
                format!("{} fires at {} where it passed", name(firer), name(target))
            }
            Fire::Light { unit, area } => {
                format!("two stands of {} set {} alight", name(unit), self.scene.piece_name(area))
            }
            Fire::Reserve { firer, stands } => {
                format!("{} reserves the fire of {}", name(firer), counted(stands.into(), "stand"))
            }
        }
    }
}

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
        let able = |unit: &UnitId| {
            areas.iter().any(|area| may_light(scene, ground, *unit, *area).is_ok())
                || may_fire(scene, *unit).is_ok()
                    && (match scene.profile(*unit).arm.is_gun() {
                        true => !ground.targets(scene, *unit).is_empty(),
                        false => {
                            ground.could_fire(scene, *unit) || !staff_before(scene, ground, *unit).is_empty()
                        }
                    } || !ground.passers(scene, *unit).is_empty())
        };
        now.troops(rules, side).iter().filter(able).collect()
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
        if able.is_empty() {
            return Ok(after);
        }
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        ground.ready(scene);
        let moment = Wanted(Declaring { scene, ground: ground.clone(), side, able });
        let order = ump.order(Asking::of(side, rule!("17.3-o"), Asks::Fire), &moment)?.order;
        match order {
            Fire::Done => return Ok(after),
            Fire::All => {
                let (mut salvos, mut guns) = (Vec::new(), Units::NONE);
                for firer in able.iter() {
                    let gun = scene.profile(firer).arm.is_gun();
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
            Fire::At { firer, target } => {
                self.now.salvos.push(Salvo {
                    firer,
                    target: Some(target),
                    stands: 1,
                    lights: None,
                    at: Aims::Standing,
                });
                able.take(firer);
            }
            Fire::Passing { firer, target } => {
                ump.cite(rule!("17.3-p"));
                let stands = if scene.profile(firer).arm.is_gun() { 1 } else { stands_left(scene, firer) };
                let salvo = Salvo { firer, target: Some(target), stands, lights: None, at: Aims::Passing };
                self.now.salvos.push(salvo);
                able.take(firer);
            }
            Fire::SmallArms { firer, stands } => {
                // What does not fire now may be kept for a charge. [17.3.3-b]
                ump.cite(rule!("17.3-r"));
                self.now.salvos.push(Salvo { firer, target: None, stands, lights: None, at: Aims::Standing });
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
        for (target, aimed) in parts {
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
