//! How fire is declared, before any die: who may fire, at whom, with how much. [17.3-o]

use crate::battle::ground::{Ground, Reckoned};
use crate::battle::ids::{UnitId, Units};
use crate::battle::kindling::{LIGHTERS, may_light};
use crate::battle::orders::Moment;
use crate::battle::state::{Aims, Contact, Place, Position, Salvo, Scene};
use crate::battle::verbs;
use crate::fire::Shooters;
use crate::readings::Measuring;
use crate::unit::{Fate, Formation, Order, counted};
use crate::volley::may_reach;
use grognard_board::table::FeatureId;
use grognard_umpire::{Refusal, Side};

/// What a side may say when fire is declared. [17.3-o]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fire {
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

pub(super) struct Declaring<'a, G> {
    pub(super) scene: Scene<'a>,
    pub(super) ground: G,
    pub(super) side: Side,
    pub(super) able: Units,
}

/// How many stands of a unit can fire at all now. [17.3-n]
pub(super) fn stands_left(scene: Scene<'_>, firer: UnitId) -> u8 {
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
        let met = |contact: &Contact| contact.on == firer && contact.from == scene.now.turn;
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
pub(super) fn staff_before<G: Ground>(scene: Scene<'_>, ground: &mut G, firer: UnitId) -> Vec<UnitId> {
    if !G::IS_MEASURED || scene.unit(firer).body.formation != Formation::Skirmish {
        return Vec::new();
    }
    ground.targets(scene, firer).into_iter().filter(|target| scene.protected(*target).is_some()).collect()
}

impl<G: Ground> Declaring<'_, G> {
    /// Whether a gun may fire at a target: heights, dead ground, endangered friends, melees. [17.3.4-a]
    /// [17.3.5] [17.3.6-b]
    pub(super) fn may_aim(&self, firer: UnitId, target: UnitId) -> Result<(), Refusal> {
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
        let firer = super::firer(unit, body, &aimed);
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
                let firer = super::firer(unit, body, &aimed);
                may_reach(&firer, aimed.target_level, &scene.rules.charts, &scene.rules.readings)
            }
        }
    }

    /// The same question in another position.
    fn within<'b>(&'b self, now: &'b Position) -> Declaring<'b, G> {
        let scene = Scene { rules: self.scene.rules, now };
        Declaring { scene, ground: self.ground.clone(), side: self.side, able: self.able }
    }

    /// What a unit may do with its fire, as far as it is worth offering.
    fn shots(&self, firer: UnitId) -> Vec<Fire> {
        let (scene, mut ground) = (self.scene, self.ground.clone());
        let mut all: Vec<Fire> = Vec::new();
        let passers = ground.passers(scene, firer).into_iter().take(PASSERS);
        all.extend(passers.map(|target| Fire::Passing { firer, target }));
        if scene.profile(firer).arm.is_gun() {
            let targets = ground.targets(scene, firer);
            all.extend(targets.into_iter().take(6).map(|target| Fire::At { firer, target }));
            return all;
        }
        let staff = staff_before(scene, &mut ground, firer);
        all.extend(staff.into_iter().map(|target| Fire::At { firer, target }));
        let stands = stands_left(scene, firer);
        all.extend([Fire::SmallArms { firer, stands }, Fire::Reserve { firer, stands }]);
        all
    }

    /// Whether a shot may be declared.
    fn may_declare(&self, order: &Fire, firer: UnitId, stands: u8) -> Result<(), Refusal> {
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
            match unmasked(self.scene, firer) {
                Some(shown) => {
                    let shots = self.within(&shown).shots(firer).into_iter();
                    all.extend(shots.filter(|shot| !matches!(shot, Fire::Reserve { .. })));
                }
                None => all.extend(self.shots(firer)),
            }
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
        match unmasked(self.scene, firer).filter(|_| !matches!(order, Fire::Reserve { .. })) {
            // Hidden troops come on the table when they shoot. [16.4-b]
            Some(shown) => self.within(&shown).may_declare(order, firer, stands),
            None => self.may_declare(order, firer, stands),
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
        verbs::FIRE
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
                format!("{}: fire with {}", name(firer), counted(stands.into(), "stand"))
            }
            Fire::At { firer, target } => format!("{}: fire at {}", name(firer), name(target)),
            Fire::Passing { firer, target } => {
                format!("{}: fire at {} on the way it passed", name(firer), name(target))
            }
            Fire::Light { unit, area } => {
                format!("two stands of {} set {} alight", name(unit), self.scene.piece_name(area))
            }
            Fire::Reserve { firer, stands } => {
                format!("{}: keep the fire of {}", name(firer), counted(stands.into(), "stand"))
            }
        }
    }
}

/// The position as it is once a hidden unit has shown itself; none for any other.
pub(super) fn unmasked(scene: Scene<'_>, unit: UnitId) -> Option<Position> {
    (scene.unit(unit).place == Place::Hidden).then(|| {
        let mut shown = scene.now.clone();
        shown.unit_mut(unit).place = Place::Table;
        shown
    })
}

/// A shot as it waits for its dice.
pub(super) fn salvo_of(scene: Scene<'_>, order: Fire) -> Option<Salvo> {
    let (firer, target, stands, at) = match order {
        Fire::At { firer, target } => (firer, Some(target), 1, Aims::Standing),
        Fire::Passing { firer, target } => {
            let stands = if scene.profile(firer).arm.is_gun() { 1 } else { stands_left(scene, firer) };
            (firer, Some(target), stands, Aims::Passing)
        }
        Fire::SmallArms { firer, stands } => (firer, None, stands, Aims::Standing),
        Fire::Done | Fire::All | Fire::Light { .. } | Fire::Reserve { .. } => return None,
    };
    Some(Salvo { firer, target, stands, lights: None, at })
}
