//! A Shooting Phase against one target: dice, rerolls, bounce, damage, then the tests. [17.3]

mod hurt;
mod show;

use crate::asks::Asks;
use crate::charge::UnderFire;
use crate::charts::{Charts, HitBy, Struck};
use crate::clerk::Clerk;
use crate::fire::{
    Aim, Exposure, Gait, GunFire, Shooters, Thrown, damage_gun, dice_words, hit_rider, look, risk_rider,
};
use crate::length::Length;
use crate::morale::{Factor, Outcome, Tester};
use crate::policy::Policy;
use crate::readings::{HighToHigh, Readings, StaffRisk, TestFrom};
use crate::unit::{
    Arm, Body, Cover, Direction, Fate, FirstFire, Formation, Order, Unit, capital, counted, words,
};
use grognard_umpire::{Asked, Asking, BySide, Dice, Flow, Offer, Procedure, Refusal, Ruling, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

pub(crate) use hurt::{Detached, Hurt, Risks, rout, shoot_outcome, spend_first_fire};

/// The most units that one volley can touch.
pub const MARKS_MAX: usize = 5;

words! {
    /// How high something stands. [15.1-f]
    Level {
        /// On the table.
        Table "table",
        /// On a low hill.
        LowHill "low-hill",
        /// On a high hill.
        HighHill "high-hill",
    }
}

/// Stands of a unit that fire together, at the range of the farthest of them. [17.3-l]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Group {
    /// How many.
    pub stands: u8,
    /// Their range.
    pub range: Length,
}

/// Who fires.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Firer {
    /// The unit.
    pub unit: Unit,
    /// How it stands.
    pub body: Body,
    /// Stands that bear; for a square, faces; for artillery, gun models.
    pub bearing: u8,
    /// How far away the target is.
    pub range: Length,
    /// Its stands by range, where they were measured one by one; empty where one range holds for all.
    pub groups: Vec<Group>,
    /// What it sees of the target.
    pub strikes: Direction,
    /// How high it stands.
    pub level: Level,
}

/// What part a unit has in the line of fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// It is aimed at.
    AimedAt,
    /// It screens the target, so many inches in front of it. [12.4-d]
    Screen(Length),
    /// It stands so far behind the target's front edge. [17.3.7-d]
    Behind(Length),
}

/// A unit in the line of fire.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The unit.
    pub unit: Unit,
    /// Whose it is: shot bounces on friends too.
    pub side: Side,
    /// Its part.
    pub part: Part,
    /// Its gait.
    pub gait: Gait,
    /// Whether it is charging: then Charge Home stands for the test after shooting. [17.3-f]
    pub charging: bool,
}

/// What is given for a volley.
#[derive(Clone, Debug)]
pub struct VolleyRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called.
    pub names: BySide<String>,
    /// Whose fire it is.
    pub by: Side,
    /// Who fires.
    pub firers: Vec<Firer>,
    /// Who may be hit: the unit aimed at first.
    pub marks: Vec<Mark>,
    /// How high the target stands.
    pub level: Level,
    /// How they stood before.
    pub before: [Option<Body>; MARKS_MAX],
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
}

/// Whether what the target stands in burns. [15.9-a]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Alight {
    /// It does not.
    No,
    /// It does.
    Yes,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// A firer, and which of its guns.
    Fire(u8, u8),
    /// A firer's dice on the table.
    Rerolls(u8, Thrown),
    /// What the hits on a unit come to.
    Effects(u8),
    /// Who has still to test, by bit.
    Tests(u8),
}

/// A volley under way.
///
/// # Equality
/// Hits so far by unit, the units themselves, what they have tested, and how far it has got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Volley {
    stage: Stage,
    /// Hits by guns and by small arms.
    hits: [[u8; 2]; MARKS_MAX],
    /// The units as they are now.
    pub now: [Option<Body>; MARKS_MAX],
    outcomes: [Option<Outcome>; MARKS_MAX],
    alight: Alight,
}

/// How a volley ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VolleyEnd {
    /// The units.
    pub now: [Option<Body>; MARKS_MAX],
    /// Hits on each.
    pub hits: [u8; MARKS_MAX],
    /// What their tests came to.
    pub outcomes: [Option<Outcome>; MARKS_MAX],
    /// Whether something burns.
    pub alight: Alight,
}

/// Whether guns may fire at a target, by heights and dead ground. [17.3.5]
///
/// # Errors
/// The clause that forbids it.
pub fn may_reach(firer: &Firer, target: Level, charts: &Charts, readings: &Readings) -> Result<(), Refusal> {
    if !firer.unit.arm.is_gun() {
        return Ok(());
    }
    let howitzer = matches!(firer.unit.arm, Arm::FieldHowitzer | Arm::SiegeHowitzer);
    if firer.level == Level::HighHill && firer.range <= charts.figures.dead_ground {
        let words = format!(
            "the target is in dead ground, within {} inches of guns on a high hill",
            charts.figures.dead_ground
        );
        return Err(Refusal::new(rule!("17.3.5-b"), words));
    }
    // Howitzers fire at any height; guns on a low hill reach a high one. [17.3.5-e]
    match (target, firer.level) {
        (Level::HighHill, Level::Table) if !howitzer => Err(Refusal::new(
            rule!("17.3.5-a"),
            "guns on the table cannot fire at a high hill; howitzers can",
        )),
        (Level::HighHill, Level::HighHill) if !howitzer && readings.high_to_high == HighToHigh::No => Err(
            Refusal::new(rule!("17.3.5-h"), "guns on a high hill do not fire at a high hill by this reading"),
        ),
        _ => Ok(()),
    }
}

/// One gun's shot.
struct Shot<'a> {
    firer: &'a Firer,
    fire: GunFire,
    turn: Turn,
}

/// Whether a shot is the first of all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    Opening,
    Later,
}

/// A unit that may test next.
struct Next<'a>(usize, &'a Unit);

impl Offer for Next<'_> {
    fn key(&self) -> String {
        format!("unit-{}", self.0 + 1)
    }
    fn words(&self) -> String {
        self.1.name.clone()
    }
}

impl VolleyRules {
    fn exposure(&self, mark: usize, from: Direction, now: &Body, ump: &mut impl Umpire) -> Exposure {
        let Mark { unit, gait, .. } = &self.marks[mark];
        Exposure::of(&Aim { unit, now, from, gait: *gait }, &self.readings, &mut |clause| ump.cite(clause))
    }

    fn screen(&self) -> Option<(usize, Length)> {
        self.marks.iter().enumerate().find_map(|(index, mark)| match mark.part {
            Part::Screen(ahead) => Some((index, ahead)),
            _ => None,
        })
    }

    /// How far a shot that hit bounces on. Not uphill, nor from a high hill down to the table, nor out of
    /// cover. [17.3.7-g] [17.3.7-i]
    fn bounce(&self, firer: &Firer, fire: &GunFire, ump: &mut impl Umpire) -> Option<Length> {
        let bounce = fire.bounce?;
        ump.cite(rule!("17.3.7-g"));
        if self.level > firer.level || (firer.level == Level::HighHill && self.level == Level::Table) {
            return None;
        }
        ump.cite(rule!("17.3.7-i"));
        (self.marks[0].unit.cover == Cover::Open).then_some(bounce)
    }
}

impl Volley {
    /// A volley about to be fired.
    pub fn start(before: &[Option<Body>; MARKS_MAX]) -> Volley {
        Volley {
            stage: Stage::Fire(0, 0),
            hits: [[0; 2]; MARKS_MAX],
            now: *before,
            outcomes: [None; MARKS_MAX],
            alight: Alight::No,
        }
    }

    fn body(&self, mark: usize) -> Body {
        self.now[mark].expect("a mark has a body")
    }

    /// One unit's volley, or one gun's shot. [17.3-k]
    fn fire(mut self, rules: &VolleyRules, number: u8, gun: u8, ump: &mut impl Umpire) -> Asked<Volley> {
        let firer = &rules.firers[usize::from(number)];
        let (unit, body) = (&firer.unit, &firer.body);
        let shooters = Shooters { unit, now: body, bearing: firer.bearing, range: firer.range };
        let exposure = rules.exposure(0, firer.strikes, &self.body(0), ump);
        if unit.arm.is_gun() {
            if let Some(fire) =
                shooters.gun(&exposure, &rules.charts, &rules.readings, &mut |clause| ump.cite(clause))
            {
                let turn = if number == 0 && gun == 0 { Turn::Opening } else { Turn::Later };
                self.gun(rules, &Shot { firer, fire, turn }, ump)?;
            }
            let last = gun + 1 >= firer.bearing;
            self.stage = if last { Stage::Fire(number + 1, 0) } else { Stage::Fire(number, gun + 1) };
            return Ok(self);
        }
        let weapon = unit.weapon.expect("checked when the file was opened");
        let clerk: Clerk<'_> = &mut |clause| ump.cite(clause);
        let dice = match &firer.groups[..] {
            [] => shooters.small_arms(weapon, &exposure, &rules.charts, clerk),
            groups => {
                let of = |group: &Group| {
                    let part = Shooters { bearing: group.stands, range: group.range, ..shooters };
                    match body.formation {
                        Formation::Square => part.face(weapon, &exposure, &rules.charts, clerk),
                        _ => part.small_arms(weapon, &exposure, &rules.charts, clerk),
                    }
                };
                groups.iter().flat_map(of).collect()
            }
        };
        // Infantry's first volley, and crack infantry in line with enough stands, throw a die again.
        ump.cite(rule!("17.3.2-d"));
        ump.cite(rule!("7.4-c"));
        // With the stands that stood at the start of the phase.
        ump.cite(rule!("17.3-b"));
        let rerolls = [shooters.first_fire(), shooters.crack(&rules.readings)];
        let thrown = Thrown::throw(&dice, rerolls, &rules.charts, rules.by, ump)?;
        ump.explain(|| {
            let text = format!(
                "{}: fire at {} inches with {}, {}",
                capital(&unit.name),
                firer.range,
                dice_words(&dice),
                counted(thrown.hits().into(), "hit")
            );
            let ruling = Ruling::new(rule!("T6-a"), text);
            match dice.first() {
                Some(die) => ruling.with_look(look(&rules.charts, "small-arms", die.row, die.kind)),
                None => ruling,
            }
        });
        self.stage = Stage::Rerolls(number, thrown);
        Ok(self.settle(number, thrown))
    }

    /// Counts a volley's hits once no die is left to throw again.
    fn settle(mut self, number: u8, thrown: Thrown) -> Volley {
        if thrown.is_settled() {
            self.hits[0][HitBy::SmallArms as usize] += thrown.hits();
            self.stage = Stage::Fire(number + 1, 0);
        } else {
            self.stage = Stage::Rerolls(number, thrown);
        }
        self
    }

    /// One gun model fires: at its target, then at whoever stands in the lane behind. [17.3.7-a]
    fn gun(
        &mut self,
        rules: &VolleyRules,
        Shot { firer, fire, turn }: &Shot<'_>,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let charts = &rules.charts;
        let asking = Asking::of(rules.by, rule!("17.3-k"), Asks::ArtilleryFire);
        // Under bombardment a skirmishing unit takes one die in all. [12.4-f]
        let loose = self.body(0).formation == Formation::Skirmish;
        if fire.seat.is_none() && loose && *turn == Turn::Later {
            ump.cite(rule!("12.4-f"));
            return Ok(());
        }
        let mut scored = 0;
        for _ in 0..fire.dice {
            let struck = ump.throw(asking, Dice::D6, |face| match fire.cell.burns(face) {
                true => Struck::Alight,
                false => Struck::Hits(charts.hits(fire.cell.step, face)),
            })?;
            match struck {
                Struck::Hits(hits) => scored += hits,
                Struck::Alight => {
                    self.alight = Alight::Yes;
                    let text = format!("{}: the cover catches fire", rules.marks[0].unit.name);
                    ump.cite(rule!("15.9-c"));
                    ump.explain(|| Ruling::new(rule!("15.9-a"), text));
                }
            }
        }
        ump.explain(|| {
            let text = format!(
                "{}: fire at {} inches, {}",
                capital(&firer.unit.name),
                firer.range,
                counted(scored.into(), "hit")
            );
            let ruling = Ruling::new(rule!("T8-a"), text);
            match fire.seat {
                Some((row, kind)) => ruling.with_look(look(charts, "artillery", row, kind)),
                None => ruling,
            }
        });
        self.allot(rules, fire, scored, ump);
        // Misses bury themselves. [17.3.7-c]
        ump.cite(rule!("17.3.7-c"));
        match rules.bounce(firer, fire, ump) {
            Some(bounce) if scored > 0 => self.bounce(rules, firer, bounce, ump),
            _ => Ok(()),
        }
    }

    /// Hits fall on a screen first where dispersed targets can be hit at that range; what is over passes on
    /// if the unit behind begins within the bounce distance. [12.4-d] [12.4-e]
    fn allot(&mut self, rules: &VolleyRules, fire: &GunFire, scored: u8, ump: &mut impl Umpire) {
        // Thrown on the column of the unit aimed at; only the hits are allotted otherwise.
        ump.cite(rule!("12.4-p"));
        let by_guns = HitBy::Guns as usize;
        let Some((screen, ahead)) = rules.screen().filter(|_| fire.screened) else {
            self.hits[0][by_guns] += scored;
            return;
        };
        ump.cite(rule!("12.4-d"));
        let room = self.body(screen).strength.saturating_sub(self.hits[screen][by_guns]);
        let on_screen = scored.min(room);
        self.hits[screen][by_guns] += on_screen;
        ump.cite(rule!("12.4-e"));
        if fire.bounce.is_some_and(|bounce| ahead <= bounce) {
            self.hits[0][by_guns] += scored - on_screen;
        }
    }

    /// A shot that hit rolls again for every unit in the lane, each by its own kind of target and the band of
    /// the whole distance. [17.3.7-a] [17.3.7-e] (T8-b)
    fn bounce(
        &mut self,
        rules: &VolleyRules,
        firer: &Firer,
        reach: Length,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        for (index, mark) in rules.marks.iter().enumerate() {
            let Part::Behind(distance) = mark.part else { continue };
            let range = firer.range + distance;
            let farthest = rules.charts.gun(firer.unit.arm).last().expect("a gun has bands").to;
            // Counted from the target's front edge, never farther than the gun's own range; friends too.
            ump.cite(rule!("17.3.7-d"));
            ump.cite(rule!("17.3.7-b"));
            ump.cite(rule!("17.3.7-h"));
            if distance > reach || range > farthest {
                continue;
            }
            let shooters = Shooters { unit: &firer.unit, now: &firer.body, bearing: 1, range };
            let exposure = rules.exposure(index, Direction::Front, &self.body(index), ump);
            let clerk = &mut |clause| ump.cite(clause);
            let Some(fire) = shooters.gun(&exposure, &rules.charts, &rules.readings, clerk) else { continue };
            let asking = Asking::of(rules.by, rule!("17.3.7-a"), Asks::BounceThrough);
            let hits = ump.throw(asking, Dice::D6, |face| rules.charts.hits(fire.cell.step, face))?;
            ump.cite(rule!("17.3.7-a"));
            ump.cite(rule!("T8-b"));
            self.hits[index][HitBy::Guns as usize] += hits;
            ump.explain(|| {
                let text =
                    format!("The shot bounces on into {}: {}", mark.unit.name, counted(hits.into(), "hit"));
                let ruling = Ruling::new(rule!("17.3.7-e"), text);
                match fire.seat {
                    Some((row, kind)) => ruling.with_look(look(&rules.charts, "artillery", row, kind)),
                    None => ruling,
                }
            });
        }
        Ok(())
    }

    /// Casualties come off when all have fired: stands, crews, staff. [17.3-c] [17.3-d]
    fn effects(mut self, rules: &VolleyRules, number: u8, ump: &mut impl Umpire) -> Asked<Volley> {
        let index = usize::from(number);
        let mark = &rules.marks[index];
        let under_fire = rules.readings.staff_risk == StaffRisk::UnderFire && mark.part == Part::AimedAt;
        let hurt = Hurt {
            unit: &mark.unit,
            hits: self.hits[index],
            thrower: mark.side.other(),
            risks: if under_fire { Risks::WheneverShotAt } else { Risks::WhenHit },
            piece: if matches!(mark.part, Part::Screen(_)) { Detached::Yes } else { Detached::No },
        };
        self.now[index] = Some(hurt.suffer(self.body(index), &rules.charts, ump)?);
        self.stage = match index + 1 < rules.marks.len() {
            true => Stage::Effects(number + 1),
            false => Stage::Tests(self.must_test(rules)),
        };
        Ok(self)
    }

    /// Fires every shot and throws every reroll, but takes nobody off: hits by unit in the line of fire, those of
    /// guns first, and whether something burns. For phases in which many fire at once. [17.3-a]
    pub fn loose(
        mut self,
        rules: &VolleyRules,
        ump: &mut impl Umpire,
    ) -> Asked<([[u8; 2]; MARKS_MAX], Alight)> {
        loop {
            self = match self.stage {
                Stage::Fire(number, _) if usize::from(number) >= rules.firers.len() => break,
                Stage::Fire(number, gun) => self.fire(rules, number, gun, ump)?,
                Stage::Rerolls(number, thrown) => {
                    self.settle(number, thrown.throw_again(&rules.charts, rules.by, ump)?)
                }
                Stage::Effects(_) | Stage::Tests(_) => break,
            };
        }
        Ok((self.hits, self.alight))
    }

    /// Who tests: whoever lost stands or crew this phase, unless it charges. [17.3-f]
    fn must_test(&self, rules: &VolleyRules) -> u8 {
        let from = match rules.readings.test_from {
            TestFrom::OneHit => 1,
            TestFrom::TwoHits => 2,
        };
        let tests = |index: &usize| {
            let (mark, body) = (&rules.marks[*index], self.body(*index));
            let lost = rules.before[*index].is_some_and(|before| body.strength < before.strength);
            let hits: u8 = self.hits[*index].iter().sum();
            let stands = !body.fate.is_gone() && !mark.charging && body.order != Order::Routing;
            stands && lost && hits >= from && mark.unit.arm != Arm::Staff
        };
        (0..rules.marks.len()).filter(tests).map(|index| 1 << index).sum()
    }

    /// The unit that tests next: the owner says which of several. [17.3-f]
    fn next_test(&self, rules: &VolleyRules, waiting: u8, ump: &mut impl Umpire) -> Asked<usize> {
        let numbers = || (0..rules.marks.len()).filter(|index| waiting & (1 << index) != 0);
        let side = rules.marks[numbers().next().expect("somebody waits")].side;
        let offers: Vec<Next<'_>> = numbers()
            .filter(|&index| rules.marks[index].side == side)
            .map(|index| Next(index, &rules.marks[index].unit))
            .collect();
        Ok(ump.choose(Asking::of(side, rule!("17.3-f"), Asks::UnitThatTestsNext), &offers)?.0)
    }

    /// One Casualties from Shooting test. [17.3-f]
    fn test(mut self, rules: &VolleyRules, waiting: u8, ump: &mut impl Umpire) -> Asked<Volley> {
        let index = self.next_test(rules, waiting, ump)?;
        let (mark, mut body) = (&rules.marks[index], self.body(index));
        let tester = Tester { side: mark.side, unit: &mark.unit, now: &body };
        if mark.side == rules.by {
            // Hit by friends: the test is the same.
            ump.cite(rule!("17.3.4-d"));
        }
        let aside = rules.firers.iter().map(|firer| firer.strikes).max().unwrap_or(Direction::Front);
        let under = UnderFire {
            hits: self.hits[index].iter().sum(),
            from: if mark.part == Part::AimedAt { aside } else { Direction::Front },
        };
        let mut tally = under.tally(tester, &rules.readings, &mut |clause| ump.cite(clause));
        let routed = |other: usize| {
            let same_side = other != index && rules.marks[other].side == mark.side;
            same_side && self.outcomes[other] == Some(Outcome::Rout)
        };
        if !tally.has(Factor::FriendRouting) && (0..rules.marks.len()).any(routed) {
            tally.add(Factor::FriendRouting);
        }
        let outcome = tally.take(tester, &rules.charts, ump)?;
        shoot_outcome(&mut body, &mark.unit, outcome, ump);
        self.now[index] = Some(body);
        self.outcomes[index] = Some(outcome);
        self.stage = Stage::Tests(waiting & !(1 << index));
        Ok(self)
    }
}

impl Procedure for Volley {
    type Rules = VolleyRules;
    type End = VolleyEnd;

    /// One unit's volley or one gun's shot, one reroll, one unit's casualties, or one test.
    fn step(self, rules: &VolleyRules, ump: &mut impl Umpire) -> Flow<Self> {
        let next = match self.stage {
            Stage::Fire(number, gun) => self.fire(rules, number, gun, ump)?,
            Stage::Rerolls(number, thrown) => {
                self.settle(number, thrown.throw_again(&rules.charts, rules.by, ump)?)
            }
            Stage::Effects(number) => self.effects(rules, number, ump)?,
            Stage::Tests(waiting) => self.test(rules, waiting, ump)?,
        };
        Ok(match next.stage {
            Stage::Fire(number, _) if usize::from(number) >= rules.firers.len() => {
                Continue(Volley { stage: Stage::Effects(0), ..next })
            }
            Stage::Tests(0) => Break(VolleyEnd {
                now: next.now,
                hits: next.hits.map(|[guns, small_arms]| guns + small_arms),
                outcomes: next.outcomes,
                alight: next.alight,
            }),
            _ => Continue(next),
        })
    }
}
