//! Declared charges: who charges whom, To Charge, the 1st Impulse, screens in the way. [17.2.2] to [17.2.7]

use super::campaign::Campaign;
use super::ground::{Approach, Ground, Reckoned, Way};
use super::ids::{CommandId, UnitId, Units};
use super::orders::{Moment, Wanted};
use super::squadrons::{may_follow, may_split};
use super::state::{Onrush, Piece, Run, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::charge::{Onset, may_charge};
use crate::length::Length;
use crate::morale::{Outcome, Tester};
use crate::readings::{Measuring, Readings, ScreenReach, SecondImpulse};
use crate::unit::{Arm, Cover, Drill, Fate, Formation, Order, Unit, capital, counted};
use grognard_board::table::{Hand, Notches, Thickness};
use grognard_umpire::{Asked, Asking, Refusal, Ruling, Side, Umpire};

/// What a side may say when charges are declared. [17.2.2-a]
#[derive(Clone, PartialEq, Eq, Debug)]
enum Declaration {
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
struct Declaring<'a, G> {
    scene: Scene<'a>,
    ground: G,
    side: Side,
}

/// How far a 1st Impulse goes: more than the first length, at most the second. [17.2.3-a]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    pub(super) over: Length,
    pub(super) most: Length,
}

/// The bounds of a 1st Impulse over a distance with an allowance; none if the target is out of reach.
/// [17.2.2-g] [17.2.2-h] [17.2.3-a]
pub(super) fn bounds(approach: &Approach, allowance: Length, readings: &Readings) -> Option<Bounds> {
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
fn allowance(scene: Scene<'_>, charger: UnitId, way: Way, approach: &Approach) -> Length {
    let (profile, state) = (scene.profile(charger), scene.unit(charger));
    let formation = way.form.unwrap_or(state.body.formation);
    let pace = scene.rules.charts.pace(profile.arm, formation, profile.horse_battery);
    pace.charge.unwrap_or_default() - approach.ground
}

/// Whether a unit may charge another at all, whatever the ground. [17.2.4] [17.5-g]
pub(super) fn may_declare(
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
    if state.marks.tried_charge {
        // Once a turn: foot and irregulars by the letter, regular horse but for its squadrons.
        let profile = scene.profile(charger);
        let horse = profile.arm.is_horse() && profile.drill == Drill::Regular;
        let clause = if horse { rule!("17.2.4-d") } else { rule!("17.2.4-a") };
        return refuse(clause, "it has tried to charge this turn");
    }
    if way.form.is_some() && state.marks.changed {
        return refuse(rule!("17.4.7-a"), "it has changed formation this turn");
    }
    // Lone staff may be charged by anybody; mounted troops are cavalry in the saddle. [17.4-j] [17.2.4-e]
    let ((unit, mut body), (prey, prey_body)) = (scene.bare(charger), scene.bare(target));
    body.formation = way.form.unwrap_or(body.formation);
    may_charge((&unit, &body), (&prey, &prey_body))
}

/// No charge starts inside a heavy wood.
///
/// # Errors
/// It would.
pub(super) fn out_of_heavy_wood<G: Ground>(
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
            let words = format!("{} is in the way", self.scene.name(blocker));
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
    fn of_brigade(&self, command: CommandId, target: UnitId) -> Vec<(UnitId, Way)> {
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
        super::verbs::CHARGES
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
                format!("{} charges {}", self.scene.rules.command(command).name, self.scene.name(target))
            }
            Declaration::Squadron { charger, stands, target } => format!(
                "{} of {} charge {}",
                counted(stands.into(), "stand"),
                self.scene.name(charger),
                self.scene.name(target)
            ),
            Declaration::Charge { charger, target, .. } => {
                let how = self.key(order);
                let how = how.splitn(4, ' ').nth(3).map(|how| format!(", {how}")).unwrap_or_default();
                format!("{} charges {}{how}", self.scene.name(charger), self.scene.name(target))
            }
        }
    }
}

impl<G: Ground> Battle<G> {
    /// One declaration; when both sides have made theirs, the tests begin. [17.2.2-a] [17.2.2-b]
    pub(super) fn declares(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Phase> {
        ump.cite(rule!("17.2.2-a"));
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        ground.ready(scene);
        let moment = Wanted(Declaring { scene, ground: ground.clone(), side });
        let order = ump.order(Asking::of(side, rule!("17.2.2-a"), Asks::Charges), &moment)?.order;
        let named: Vec<(UnitId, UnitId, Way, Option<Length>)> = match order {
            Declaration::Done => {
                ump.cite(rule!("17.2.2-b"));
                return Ok(self.then(side, Phase::Declare, Phase::ToCharge));
            }
            Declaration::Charge { charger, target, way, first } => vec![(charger, target, way, first)],
            Declaration::Squadron { charger, stands, target } => {
                ump.cite(rule!("17.2.6-a"));
                self.now.split(charger, stands);
                vec![(charger, target, Way::default(), None)]
            }
            Declaration::Brigade { command, target } => {
                let members = moment.0.of_brigade(command, target);
                members.into_iter().map(|(unit, way)| (unit, target, way, None)).collect()
            }
        };
        let declaration = self.now.charges.iter().map(|onrush| onrush.declaration + 1).max().unwrap_or(0);
        for (charger, target, way, first) in named {
            self.declare(rules, (charger, target, way, first), declaration, ump)?;
        }
        Ok(Phase::Declare(side))
    }

    /// Takes one unit's declaration down: distance and side are judged now. (5.6 of the design)
    fn declare(
        &mut self,
        rules: &Campaign,
        (charger, target, way, first): (UnitId, UnitId, Way, Option<Length>),
        declaration: u8,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let Battle { now, ground, .. } = self;
        let scene = Scene { rules, now };
        let Some(approach) = ground.approach(scene, charger, target, way, ump)? else { return Ok(()) };
        let whole = allowance(scene, charger, way, &approach);
        let name = (scene.name(charger), scene.name(target));
        if scene.profile(target).arm == Arm::Staff {
            // Lone staff may be charged by foot and horse alike.
            ump.cite(rule!("17.4-j"));
        }
        self.now.unit_mut(charger).marks.tried_charge = true;
        self.leaves_wood(rules, charger, ump);
        // Told by people it may still be out of reach.
        let Some(bounds) = bounds(&approach, whole, &rules.readings) else {
            ump.explain(|| Ruling::new(rule!("17.2.2-g"), format!("{}: out of reach", capital(&name.0))));
            return Ok(());
        };
        self.now.charges.push(Onrush {
            declaration,
            charger,
            target,
            way,
            first: first.unwrap_or(bounds.most),
            distance: approach.distance,
            allowance: whole,
            strikes: approach.strikes,
            slope: approach.slope,
            run: Run::Declared,
        });
        ump.explain(|| {
            let text = format!(
                "{}: a charge is declared on {} from {} inches",
                capital(&name.0),
                name.1,
                approach.distance
            );
            Ruling::new(rule!("17.2.2-a"), text)
        });
        Ok(())
    }

    /// The next declaration is tested, and on a pass its units move at once. [17.2.2-c] [17.2.2-e]
    pub(super) fn tests_to_charge(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<Phase> {
        // Rallies are over; then To Charge in order of declaration, Being Charged, and in later phases the others.
        ump.cite(rule!("17.2-g"));
        let Some(next) = self.now.charges.iter().find(|onrush| onrush.run == Run::Declared).copied() else {
            return Ok(Phase::Answer);
        };
        let group: Vec<Onrush> = self
            .now
            .charges
            .iter()
            .filter(|onrush| onrush.declaration == next.declaration && onrush.run == Run::Declared)
            .copied()
            .collect();
        let passed = self.tests_charge(rules, &group, ump)?;
        for onrush in group {
            let charger = onrush.charger;
            if passed {
                self.now.unit_mut(charger).marks.charged = true;
                self.set_run(charger, Run::Charging);
                self.first_impulse(rules, onrush, ump)?;
            } else {
                // It may come no nearer, but it may shoot. [17.2.2-d] [17.2.5-c]
                ump.cite(rule!("17.2.2-d"));
                ump.cite(rule!("17.2.5-c"));
                self.set_run(charger, Run::Refused);
                self.now.unit_mut(charger).marks.no_closer = true;
                self.stays_together(rules, charger);
            }
        }
        if passed && self.now.charge_of(next.target).is_some() {
            // A charger who is charged himself tests at once. [17.4.12-e]
            ump.cite(rule!("17.4.12-a"));
            ump.cite(rule!("17.4.12-e"));
            self.answers(rules, next.target, ump)?;
        }
        Ok(Phase::ToCharge)
    }

    /// Who charges out of a light wood does so in disorder, however it came to stand there.
    pub(super) fn leaves_wood(&mut self, rules: &Campaign, charger: UnitId, ump: &mut impl Umpire) {
        let Battle { now, ground, .. } = self;
        if ground.wood(Scene { rules, now }, charger) == Some(Thickness::Light) {
            ump.cite(rule!("15.8-e"));
            let state = now.unit_mut(charger);
            state.by_ground |= state.body.order == Order::Good;
            state.marks.in_bad_ground = true;
            state.body.order = state.body.order.or_worse(Order::Disordered);
        }
    }

    fn set_run(&mut self, charger: UnitId, run: Run) {
        for onrush in &mut self.now.charges {
            if onrush.charger == charger && matches!(onrush.run, Run::Declared | Run::Charging) {
                onrush.run = run;
            }
        }
    }

    /// One To Charge test for a declaration: several units test with the worst class and the best general.
    /// [17.2.2-c] (A10)
    pub(super) fn tests_charge(
        &mut self,
        rules: &Campaign,
        group: &[Onrush],
        ump: &mut impl Umpire,
    ) -> Asked<bool> {
        let worst = group
            .iter()
            .min_by_key(|onrush| self.now.profile(rules, onrush.charger).class)
            .expect("a declaration names somebody");
        let (mut unit, body) = self.situate(rules, worst.charger, ump)?;
        for onrush in group.iter().filter(|onrush| onrush.charger != worst.charger) {
            ump.cite(rule!("17.2.2-c"));
            let (other, _) = self.situate(rules, onrush.charger, ump)?;
            unit = Unit { command: better(unit.command, other.command), ..unit };
        }
        let (target, target_body) = self.situate_against(rules, worst.target, worst.charger, ump)?;
        let side = self.now.side(rules, worst.charger);
        let onset = Onset {
            tester: Tester { side, unit: &unit, now: &body },
            target: (&target, &target_body),
            strikes: worst.strikes,
            slope: worst.slope,
            hits: self.now.unit(worst.charger).hits,
        };
        let tally = onset.to_charge(&rules.readings, &mut |clause| ump.cite(clause));
        Ok(tally.take(onset.tester, &rules.charts, ump)? == Outcome::Pass)
    }

    /// The 1st Impulse: the chargers move, then the skirmishers in their way. [17.2.3-a] [17.2.7-b]
    fn first_impulse(&mut self, rules: &Campaign, onrush: Onrush, ump: &mut impl Umpire) -> Asked<()> {
        let Onrush { charger, target, way, .. } = onrush;
        // A move in the Morale Phase, with wheel and change as they were declared.
        ump.cite(rule!("17-c"));
        ump.cite(rule!("17.2.2-e"));
        ump.cite(rule!("17.2.3-d"));
        let Battle { now, ground, .. } = self;
        let screens = ground.screens_on_way(Scene { rules, now }, charger, target, way, ump)?;
        let reach = match rules.readings.screen_reach {
            ScreenReach::HalfAllowance => onrush.allowance.half(),
            ScreenReach::AsMoved => onrush.first,
        };
        let name = Scene { rules, now }.name(charger);
        ump.explain(|| {
            let text = format!("{}: 1st Impulse of {} inches", capital(&name), onrush.first);
            Ruling::new(rule!("17.2.3-a"), text)
        });
        let Battle { now, ground, .. } = self;
        let guns = ground.guns_passed(Scene { rules, now }, charger, (way, onrush.first), ump)?;
        let screens: Vec<(UnitId, Length)> =
            screens.into_iter().filter(|(_, distance)| *distance <= onrush.distance).collect();
        let nearest = screens.first().map_or(onrush.first, |(_, distance)| onrush.first.min(*distance));
        // The chargers move, up to the screen; then the skirmishers; then the rest of the impulse.
        ump.cite(rule!("17.2.7-b"));
        ground.charge_on((rules, now), charger, way, nearest, ump)?;
        for &(screen, distance) in &screens {
            ump.cite(rule!("17.2.7-a"));
            self.screen_gives_way(rules, screen, (charger, distance <= reach), ump)?;
        }
        if nearest < onrush.first {
            let Battle { now, ground, .. } = self;
            ground.charge_on((rules, now), charger, Way::default(), onrush.first - nearest, ump)?;
        }
        self.rides_through(rules, charger, guns, ump);
        Ok(())
    }

    /// Who charges through friendly guns is disordered; the gunners scatter and are back in the next Movement
    /// Phase. [17.4.8-c] [17.4.8-d]
    fn rides_through(&mut self, rules: &Campaign, charger: UnitId, guns: Units, ump: &mut impl Umpire) {
        let turn = self.now.turn;
        for gun in guns.iter() {
            let (name, guns) = (self.scene(rules).name(charger), self.scene(rules).name(gun));
            let body = &mut self.now.unit_mut(charger).body;
            body.order = body.order.or_worse(Order::Disordered);
            let battery = self.now.unit_mut(gun);
            battery.body.fate = battery.body.fate.max(Fate::Abandoned);
            battery.silent_until = battery.silent_until.max(turn);
            ump.cite(rule!("17.4.8-d"));
            ump.explain(|| {
                let text = format!("{}: through {guns}, whose crew scatters", capital(&name));
                Ruling::new(rule!("17.4.8-c"), text)
            });
        }
    }

    /// Skirmishers on a charger's way rout if they are in the open and within reach; others test, and evade on a
    /// pass. The screen acts as one. [17.2.7]
    fn screen_gives_way(
        &mut self,
        rules: &Campaign,
        screen: UnitId,
        (charger, in_reach): (UnitId, bool),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        if !self.now.unit(screen).place.is_on_table() || self.now.is_locked(screen) {
            return Ok(());
        }
        ump.cite(rule!("17.2.7-c"));
        let (unit, _) = self.situate_in_cover(rules, screen, ump)?;
        ump.cite(rule!("17.2.7-j"));
        if in_reach && unit.cover == Cover::Open {
            ump.explain(|| {
                let text = format!("{}: within reach in the open, so it routs", capital(&unit.name));
                Ruling::new(rule!("17.2.7-g"), text)
            });
            ump.cite(rule!("17.2.7-d"));
            return self.breaks(rules, screen, &[charger], ump);
        }
        ump.cite(rule!("17.2.7-i"));
        self.faces_charge(rules, screen, &[charger], ump)
    }
}

/// The better of two commands for a test.
fn better(one: crate::command::Command, other: crate::command::Command) -> crate::command::Command {
    use crate::command::{Command, OwnGeneral};
    let rank = |own: OwnGeneral| match own {
        OwnGeneral::InReach(quality) => Some(quality),
        _ => None,
    };
    let own = if rank(other.own) > rank(one.own) { other.own } else { one.own };
    Command { own, senior: one.senior.max(other.senior) }
}
