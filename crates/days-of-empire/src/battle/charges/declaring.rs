//! How charges are declared: who may charge whom, by which way, and how far in the 1st Impulse. [17.2.2] [17.2.3]

use crate::battle::formations::may_take;
use crate::battle::ground::{Approach, Ground, Reckoned, Way};
use crate::battle::ids::{CommandId, UnitId};
use crate::battle::orders::Moment;
use crate::battle::squadrons::{may_follow, may_split};
use crate::battle::state::{Onrush, Piece, Scene};
use crate::battle::verbs;
use crate::charge::may_charge;
use crate::length::Length;
use crate::readings::{Measuring, Readings, SecondImpulse};
use crate::unit::{Drill, Formation, counted};
use grognard_board::table::{Hand, Notches, Thickness};
use grognard_umpire::{Refusal, Side};

/// What a side may say when charges are declared. [17.2.2-a]
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Declaration {
    /// No more charges.
    Done,
    /// One unit charges another by a way, so far in its 1st Impulse; as far as it may if nothing is said.
    Charge { charger: UnitId, target: UnitId, way: Way, first: Option<Length> },
    /// So many stands of a cavalry unit charge straight ahead, the rest stays. [17.2.6-a]
    Squadron { charger: UnitId, stands: u8, target: UnitId },
    /// Everybody of a brigade who can charges one enemy: one declaration, one test. [17.2.2-c]
    Brigade { command: CommandId, target: UnitId },
}

/// The moment in which a side declares.
pub(super) struct Declaring<'a, G> {
    pub(super) scene: Scene<'a>,
    pub(super) ground: G,
    pub(super) side: Side,
}

/// How far a 1st Impulse goes: more than the first length, at most the second. [17.2.3-a]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::battle) struct Bounds {
    pub(in crate::battle) over: Length,
    pub(in crate::battle) most: Length,
}

/// The bounds of a 1st Impulse over a distance with an allowance; none if the target is out of reach.
/// [17.2.2-g] [17.2.2-h] [17.2.3-a]
pub(in crate::battle) fn bounds(
    approach: &Approach,
    allowance: Length,
    readings: &Readings,
) -> Option<Bounds> {
    let Approach { distance, manoeuvre, .. } = *approach;
    let half = allowance.half();
    let most = distance.half().min(half - manoeuvre);
    let second = match readings.second_impulse {
        SecondImpulse::OwnHalf => half,
        SecondImpulse::HalfOfRest => (allowance - most).half(),
    };
    let over = distance.half().half();
    let enough = most.times_exceeds(4, distance) || distance < Length::inches(1);
    (enough && distance - most <= second && manoeuvre <= half).then_some(Bounds { over, most })
}

/// The charge allowance of a unit by a way, ground deducted. (T4-a)
pub(in crate::battle) fn allowance(
    scene: Scene<'_>,
    charger: UnitId,
    way: Way,
    approach: &Approach,
) -> Length {
    let (profile, state) = (scene.profile(charger), scene.unit(charger));
    let of = |formation| scene.rules.charts.pace(profile.arm, formation, profile.horse_battery).charge;
    let before = of(state.body.formation);
    // Who changes formation has the lesser of both allowances; a march column has none to compare. [17.4.3-b]
    let charge = match (before, way.form.map(|form| of(form).unwrap_or_default())) {
        (Some(before), Some(after)) => before.min(after),
        (before, after) => after.or(before).unwrap_or_default(),
    };
    charge - approach.ground
}

/// Whether a unit may charge another at all, whatever the ground. [17.2.4] [17.5-g]
pub(in crate::battle) fn may_declare(
    scene: Scene<'_>,
    charger: UnitId,
    target: UnitId,
    way: Way,
) -> Result<(), Refusal> {
    let state = scene.unit(charger);
    let refuse = |clause, words: &'static str| Err(Refusal::new(clause, words));
    if !state.place.is_on_table() || !scene.unit(target).place.is_on_table() {
        return refuse(rule!("17.2.2-g"), "both must be on the table");
    }
    if scene.side(target) == scene.side(charger) {
        return refuse(rule!("17.2.2-g"), "that is no enemy");
    }
    if scene.now.is_locked(charger) {
        return refuse(rule!("17.5-g"), "it is in contact with an enemy and declares nothing");
    }
    may_follow(scene, charger, target)?;
    tries_once(scene, charger)?;
    if let Some(form) = way.form {
        if state.marks.changed {
            return refuse(rule!("17.4.7-a"), "it has changed formation this turn");
        }
        may_take(scene, charger, form)?;
    }
    // Lone staff may be charged by anybody; mounted troops are cavalry in the saddle. [17.4-j] [17.2.4-e]
    let ((unit, mut body), (prey, prey_body)) = (scene.bare(charger), scene.bare(target));
    body.formation = way.form.unwrap_or(body.formation);
    may_charge((&unit, &body), (&prey, &prey_body))
}

/// Who has tried to charge does not try again in the turn. [17.2.4-a] [17.2.4-d]
///
/// # Errors
/// It has tried.
pub(in crate::battle) fn tries_once(scene: Scene<'_>, charger: UnitId) -> Result<(), Refusal> {
    if !scene.unit(charger).marks.tried_charge {
        return Ok(());
    }
    // Foot and irregulars by the letter, regular horse but for its squadrons.
    let profile = scene.profile(charger);
    let horse = profile.arm.is_horse() && profile.drill == Drill::Regular;
    let clause = if horse { rule!("17.2.4-d") } else { rule!("17.2.4-a") };
    Err(Refusal::new(clause, "it has tried to charge this turn"))
}

/// No charge starts inside a heavy wood.
///
/// # Errors
/// It would.
pub(in crate::battle) fn out_of_heavy_wood<G: Ground>(
    scene: Scene<'_>,
    ground: &mut G,
    charger: UnitId,
) -> Result<(), Refusal> {
    match ground.wood(scene, charger) {
        Some(Thickness::Heavy) => Err(Refusal::new(rule!("15.8-g"), "no charge starts inside a heavy wood")),
        _ => Ok(()),
    }
}

impl<G: Ground> Declaring<'_, G> {
    /// Whether a charge can be declared, and how far its 1st Impulse may go.
    fn weigh(
        &self,
        charger: UnitId,
        target: UnitId,
        way: Way,
    ) -> Result<Option<(Approach, Length, Bounds)>, Refusal> {
        if self.scene.unit(charger).piece == Piece::Rest {
            let words = "the rest of a unit follows its squadron in the Movement Phase";
            return Err(Refusal::new(rule!("17.2.6-b"), words));
        }
        may_declare(self.scene, charger, target, way)?;
        let mut ground = self.ground.clone();
        out_of_heavy_wood(self.scene, &mut ground, charger)?;
        if !ground.sees(self.scene, charger, target) {
            return Err(Refusal::new(rule!("17.2.2-g"), "it does not see that enemy"));
        }
        let approach = match ground.reckon(self.scene, charger, target, way) {
            Reckoned::Unknown => return Ok(None),
            Reckoned::Never => {
                return Err(Refusal::new(
                    rule!("17.2.2-g"),
                    "straight ahead it never meets that enemy; a wheel may help",
                ));
            }
            Reckoned::Known(approach) => approach,
        };
        if let Some(blocker) = approach.blocked_by {
            let words = format!("the way is barred by {}", self.scene.name(blocker));
            return Err(Refusal::new(rule!("17.4-h"), words));
        }
        let whole = allowance(self.scene, charger, way, &approach);
        let Some(bounds) = bounds(&approach, whole, &self.scene.rules.readings) else {
            if self.scene.rules.readings.measuring == Measuring::WhenDeclared {
                // Nobody has measured yet: it is found out when it has been said.
                return Ok(None);
            }
            let words = format!(
                "the enemy is {} inches away and the charge has {whole}, of which the wheel and the change cost {}",
                approach.distance, approach.manoeuvre
            );
            return Err(Refusal::new(rule!("17.2.2-g"), words));
        };
        if ground.impulse(self.scene, charger, way, (bounds.over, bounds.most)).is_none() {
            return Err(Refusal::new(rule!("17.2.3-a"), "there is no room where its 1st Impulse would end"));
        }
        Ok(Some((approach, whole, bounds)))
    }

    /// Whether units may be declared after those before them: charges are named across the table in one direction.
    /// [17.2.2-a]
    fn in_order(&self, chargers: &[UnitId]) -> Result<(), Refusal> {
        let across = |unit: UnitId| self.ground.clone().across(self.scene, unit);
        let own = |onrush: &&Onrush| self.scene.side(onrush.charger) == self.side;
        let mut named: Vec<(u8, i32, i32)> = Vec::new();
        for onrush in self.scene.now.charges.iter().filter(own) {
            let Some(at) = across(onrush.charger) else { return Ok(()) };
            match named.last_mut().filter(|last| last.0 == onrush.declaration) {
                Some(last) => (last.1, last.2) = (last.1.min(at), last.2.max(at)),
                None => named.push((onrush.declaration, at, at)),
            }
        }
        let places: Vec<i32> = chargers.iter().filter_map(|unit| across(*unit)).collect();
        let (Some(&low), Some(&high)) = (places.iter().min(), places.iter().max()) else { return Ok(()) };
        let right = |one: (i32, i32), next: (i32, i32)| next.0 >= one.1;
        let left = |one: (i32, i32), next: (i32, i32)| next.1 <= one.0;
        let all: Vec<(i32, i32)> =
            named.iter().map(|&(_, low, high)| (low, high)).chain([(low, high)]).collect();
        let one_way =
            |goes: &dyn Fn((i32, i32), (i32, i32)) -> bool| all.windows(2).all(|pair| goes(pair[0], pair[1]));
        match one_way(&right) || one_way(&left) {
            true => Ok(()),
            false => Err(Refusal::new(
                rule!("17.2.2-a"),
                "charges are declared across the table in one direction, and that unit has been passed over",
            )),
        }
    }

    /// The units of a brigade that could charge an enemy, each by its first way that serves.
    pub(super) fn of_brigade(&self, command: CommandId, target: UnitId) -> Vec<(UnitId, Way)> {
        let troops = self.scene.now.troops(self.scene.rules, self.side);
        let own = |unit: &UnitId| self.scene.profile(*unit).command == Some(command);
        let way = |unit: UnitId| {
            let ways = self.ground.clone().charge_ways(self.scene, unit, target);
            ways.into_iter().find(|way| self.weigh(unit, target, *way).is_ok()).map(|way| (unit, way))
        };
        troops.iter().filter(own).filter_map(way).collect()
    }

    fn find(&self, key: &str) -> Result<UnitId, Refusal> {
        self.scene.find(key).ok_or_else(|| Refusal::plain(format!("there is no unit `{key}` in this battle")))
    }
}

impl<G: Ground> Moment for Declaring<'_, G> {
    type Order = Declaration;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Declaration> {
        let (rules, now) = (self.scene.rules, self.scene.now);
        let mut all = vec![Declaration::Done];
        let enemies = now.on_table(rules, self.side.other());
        let mut brigades: Vec<(CommandId, UnitId, u8)> = Vec::new();
        for charger in now.troops(rules, self.side).iter() {
            for target in enemies.iter() {
                if may_declare(self.scene, charger, target, Way::default()).is_err()
                    && !self.scene.unit(charger).body.formation.is_march_column()
                {
                    continue;
                }
                let ways = self.ground.clone().charge_ways(self.scene, charger, target);
                let legal: Vec<Way> =
                    ways.into_iter().filter(|way| self.weigh(charger, target, *way).is_ok()).collect();
                if let (Some(command), false) = (self.scene.profile(charger).command, legal.is_empty()) {
                    match brigades.iter_mut().find(|one| (one.0, one.1) == (command, target)) {
                        Some(one) => one.2 += 1,
                        None => brigades.push((command, target, 1)),
                    }
                }
                all.extend(legal.into_iter().map(|way| Declaration::Charge {
                    charger,
                    target,
                    way,
                    first: None,
                }));
            }
        }
        let squadrons: Vec<Declaration> = all
            .iter()
            .filter_map(|one| match *one {
                Declaration::Charge { charger, target, way, .. } if way == Way::default() => {
                    let stands = self.scene.unit(charger).body.strength / 2;
                    Some(Declaration::Squadron { charger, stands, target })
                }
                _ => None,
            })
            .collect();
        all.extend(squadrons);
        let whole = brigades.into_iter().filter(|one| one.2 > 1);
        all.extend(whole.map(|(command, target, _)| Declaration::Brigade { command, target }));
        all
    }

    fn judge(&self, order: &Declaration) -> Result<(), Refusal> {
        match *order {
            Declaration::Done => Ok(()),
            Declaration::Charge { charger, target, way, first } => {
                if self.scene.side(charger) != self.side {
                    return Err(Refusal::plain("that unit is the enemy's"));
                }
                let weighed = self.weigh(charger, target, way)?;
                self.in_order(&[charger])?;
                match (first, weighed) {
                    (Some(first), Some((approach, _, bounds)))
                        if first > bounds.most || !first.times_exceeds(4, approach.distance) =>
                    {
                        let words = format!(
                            "the 1st Impulse goes more than {} and at most {} inches",
                            bounds.over, bounds.most
                        );
                        Err(Refusal::new(rule!("17.2.3-a"), words))
                    }
                    _ => Ok(()),
                }
            }
            Declaration::Squadron { charger, stands, target } => {
                if self.scene.side(charger) != self.side {
                    return Err(Refusal::plain("that unit is the enemy's"));
                }
                may_split(self.scene, charger, stands)?;
                // Judged as it will stand, the rest beside it.
                let mut parted = self.scene.now.clone();
                parted.split(charger, stands);
                let scene = Scene { rules: self.scene.rules, now: &parted };
                let apart = Declaring { scene, ground: self.ground.clone(), side: self.side };
                apart.weigh(charger, target, Way::default())?;
                self.in_order(&[charger])
            }
            Declaration::Brigade { command, target } => {
                if self.scene.rules.command(command).side != self.side {
                    return Err(Refusal::plain("that brigade is the enemy's"));
                }
                let members: Vec<UnitId> =
                    self.of_brigade(command, target).into_iter().map(|(unit, _)| unit).collect();
                match members.is_empty() {
                    true => {
                        Err(Refusal::new(rule!("17.2.2-g"), "nobody of that brigade can charge that enemy"))
                    }
                    false => self.in_order(&members),
                }
            }
        }
    }

    fn read(&self, text: &str) -> Result<Declaration, Refusal> {
        let words: Vec<&str> = text.split_whitespace().take(16).collect();
        let (charger, target, mut rest) = match &words[..] {
            ["done"] => return Ok(Declaration::Done),
            ["charge", "brigade", brigade, target] => {
                let at = self.scene.rules.commands.iter().position(|command| command.key == *brigade);
                let none = || Refusal::plain(format!("there is no brigade `{brigade}` in this battle"));
                let command = CommandId(at.ok_or_else(none)? as u8);
                return Ok(Declaration::Brigade { command, target: self.find(target)? });
            }
            ["charge", stands, "of", charger, target] => {
                let stands = stands
                    .parse()
                    .map_err(|_| Refusal::plain(format!("`{stands}`: write a number of stands")))?;
                let (charger, target) = (self.find(charger)?, self.find(target)?);
                return Ok(Declaration::Squadron { charger, stands, target });
            }
            ["charge", charger, target, rest @ ..] => (self.find(charger)?, self.find(target)?, rest),
            _ => {
                let like = "write charge UNIT ENEMY, charge UNIT ENEMY wheel left 8, charge 4 of UNIT ENEMY, charge brigade KEY ENEMY or done";
                return Err(Refusal::plain(format!("`{text}` is not an order; {like}")));
            }
        };
        let (mut way, mut first) = (Way::default(), None);
        while !rest.is_empty() {
            rest = match rest {
                ["wheel", hand, by, rest @ ..] => {
                    let hand = match *hand {
                        "left" => Hand::Left,
                        "right" => Hand::Right,
                        _ => return Err(Refusal::plain(format!("wheel left or right, not `{hand}`"))),
                    };
                    let by = Notches::read(by).map_err(|error| Refusal::plain(error.to_string()))?;
                    way.wheel = Some((hand, by));
                    rest
                }
                ["form", formation, rest @ ..] => {
                    let formation = Formation::from_word(formation)
                        .ok_or_else(|| Refusal::plain(format!("there is no formation `{formation}`")))?;
                    way.form = Some(formation);
                    rest
                }
                ["advance", length, rest @ ..] => {
                    let length = Length::read(length)
                        .ok_or_else(|| Refusal::plain(format!("`{length}` is no length in inches")))?;
                    first = Some(length);
                    rest
                }
                [word, ..] => return Err(Refusal::plain(format!("`{word}`: write wheel, form or advance"))),
                [] => rest,
            };
        }
        Ok(Declaration::Charge { charger, target, way, first })
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        verbs::CHARGES
    }

    fn key(&self, order: &Declaration) -> String {
        match *order {
            Declaration::Done => "done".to_owned(),
            Declaration::Brigade { command, target } => {
                format!("charge brigade {} {}", self.scene.rules.command(command).key, self.scene.key(target))
            }
            Declaration::Squadron { charger, stands, target } => {
                format!("charge {stands} of {} {}", self.scene.key(charger), self.scene.key(target))
            }
            Declaration::Charge { charger, target, way, first } => {
                let mut text = format!("charge {} {}", self.scene.key(charger), self.scene.key(target));
                if let Some(formation) = way.form {
                    text += &format!(" form {}", formation.word());
                }
                if let Some((hand, by)) = way.wheel {
                    let hand = if hand == Hand::Left { "left" } else { "right" };
                    text += &format!(" wheel {hand} {by}");
                }
                if let Some(first) = first {
                    text += &format!(" advance {first}");
                }
                text
            }
        }
    }

    fn words(&self, order: &Declaration) -> String {
        match *order {
            Declaration::Done => "no more charges".to_owned(),
            Declaration::Brigade { command, target } => {
                format!("{}: charge {}", self.scene.rules.command(command).name, self.scene.name(target))
            }
            Declaration::Squadron { charger, stands, target } => format!(
                "{} of {}: charge {}",
                counted(stands.into(), "stand"),
                self.scene.name(charger),
                self.scene.name(target)
            ),
            Declaration::Charge { charger, target, .. } => {
                let how = self.key(order);
                let how = how.splitn(4, ' ').nth(3).map(|how| format!(", {how}")).unwrap_or_default();
                format!("{}: charge {}{how}", self.scene.name(charger), self.scene.name(target))
            }
        }
    }
}

/// The charge of one whole unit that an order declares, if it may be declared.
pub(in crate::battle) fn named<G: Ground>(
    scene: Scene<'_>,
    ground: &G,
    side: Side,
    order: &str,
) -> Option<(UnitId, UnitId, Way, Option<Length>)> {
    let moment = Declaring { scene, ground: ground.clone(), side };
    let order = moment.read(order).ok()?;
    moment.judge(&order).ok()?;
    match order {
        Declaration::Charge { charger, target, way, first } => Some((charger, target, way, first)),
        _ => None,
    }
}
