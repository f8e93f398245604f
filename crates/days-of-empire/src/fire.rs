//! Fire: who throws how many dice at which step, rerolls, and what hits do to guns and to staff. [17.3]

mod target;

pub use target::{Aim, Exposure, Gait};

use crate::asks::Asks;
use crate::charts::{Charts, Damage, FireCell, HITS_MAX, HitBy, STEPS, Target};
use crate::clerk::Clerk;
use crate::length::Length;
use crate::readings::{Bombardment, Class4Volley, Readings};
use crate::unit::{Arm, Body, Fate, FirstFire, Formation, Order, Rider, Unit, Weapon, capital};
use grognard_umpire::{Asked, Asking, Clause, Dice, Look, Offer, Ruling, Side, Umpire};

/// One die of a volley: its step, and the cell of the chart that gave it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireDie {
    /// The step, all told.
    pub step: u8,
    /// Row of the chart.
    pub row: usize,
    /// Column of the chart.
    pub kind: Target,
}

/// Who shoots, with how many stands, from how far.
#[derive(Clone, Copy, Debug)]
pub struct Shooters<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// How it stands now.
    pub now: &'a Body,
    /// Stands that bear on the target; for a square, faces.
    pub bearing: u8,
    /// How far away the target is.
    pub range: Length,
}

/// Stands on each face of a square of so many stands: front, rear, left, right. [12.3-a]
pub fn square_faces(stands: u8) -> [u8; 4] {
    std::array::from_fn(|face| stands / 4 + u8::from((face as u8) < stands % 4))
}

/// Stands in fours, then the two or three left over. [17.3-l] [17.3-m]
fn groups(stands: u8) -> impl Iterator<Item = u8> {
    let rest = Some(stands % 4).filter(|&rest| rest >= 2);
    std::iter::repeat_n(4, usize::from(stands / 4)).chain(rest)
}

impl Shooters<'_> {
    /// How many stands fire: by formation, and by what the owner lets fire. [17.3-r]
    pub fn stands(&self) -> u8 {
        let able = match (self.unit.arm, self.now.formation) {
            (Arm::Infantry | Arm::DismountedCavalry, Formation::ManoeuvreColumn) => 4,
            (Arm::Infantry | Arm::DismountedCavalry, Formation::MarchColumn) => 2,
            (Arm::Infantry | Arm::DismountedCavalry, Formation::Line | Formation::Skirmish) => {
                self.now.strength
            }
            (Arm::LightCavalry, Formation::Skirmish) => self.now.strength,
            (Arm::Infantry, Formation::Square) => {
                return square_faces(self.now.strength).iter().take(usize::from(self.bearing)).sum();
            }
            _ => 0,
        };
        able.min(self.now.strength).min(self.bearing)
    }

    /// The dice of a volley of small arms, best first; none where nobody can fire. (T6-a)
    pub fn small_arms(
        &self,
        weapon: Weapon,
        target: &Exposure,
        charts: &Charts,
        clerk: Clerk<'_>,
    ) -> Vec<FireDie> {
        let faces = square_faces(self.now.strength);
        let bearing = usize::from(self.bearing).min(faces.len());
        self.volley(weapon, target, charts, &faces[..bearing], clerk)
    }

    /// The dice of one face of a square, of which so many stands bear. [17.3.1-a]
    pub fn face(&self, weapon: Weapon, target: &Exposure, charts: &Charts, clerk: Clerk<'_>) -> Vec<FireDie> {
        self.volley(weapon, target, charts, &[self.bearing], clerk)
    }

    fn volley(
        &self,
        weapon: Weapon,
        target: &Exposure,
        charts: &Charts,
        faces: &[u8],
        clerk: Clerk<'_>,
    ) -> Vec<FireDie> {
        let bands = charts.small_arm(weapon);
        let Some(place) = bands.iter().position(|band| self.range <= band.to) else { return Vec::new() };
        let band = &bands[place];
        // A shaken unit fires one step lower.
        clerk(rule!("T6-b"));
        let shaken = u8::from(self.now.order == Order::Shaken);
        // As many stands as bear and as the owner lets fire.
        clerk(rule!("17.3-r"));
        // The kind of target with the lowest step counts.
        clerk(rule!("13-b"));
        let die = |stands: u8| {
            let (row, steps) = band.rows[usize::from(4 - stands)];
            let (step, kind) = target.lowest(|kind| steps[kind as usize]);
            FireDie { step: step.saturating_sub(shaken), row, kind }
        };
        let mut dice: Vec<FireDie> = match self.now.formation {
            Formation::Skirmish => {
                // In pairs, and never below step 1 at dispersed targets in the first band.
                clerk(rule!("T6-c"));
                let least = u8::from(place == 0 && target.has(Target::Dispersed));
                let pair = || FireDie { step: die(2).step.max(least), ..die(2) };
                (0..self.stands() / 2).map(|_| pair()).collect()
            }
            Formation::Square => {
                // Each face with the stands on it, several if they bear.
                clerk(rule!("12.3-d"));
                clerk(rule!("T7-a"));
                clerk(rule!("17.3.1-a"));
                clerk(rule!("17.3.1-b"));
                faces.iter().flat_map(|&stands| face_dice(stands, charts, &die)).collect()
            }
            _ => {
                // In fours; two or three left over have rows of their own, a single one is silent.
                clerk(rule!("17.3-l"));
                clerk(rule!("17.3-m"));
                groups(self.stands()).map(die).collect()
            }
        };
        dice.sort_by_key(|die| std::cmp::Reverse(die.step));
        dice
    }

    /// Whether the volley is the unit's first fire: infantry only. [17.3.2-a] [17.3.2-d]
    pub fn first_fire(&self) -> Reroll {
        match (self.unit.arm, self.now.first_fire) {
            (Arm::Infantry, FirstFire::Kept) => Reroll::Due,
            _ => Reroll::Gone,
        }
    }

    /// Whether it is a volley of crack infantry in line with enough stands. [7.4-b] [7.4-c]
    pub fn crack(&self, readings: &Readings) -> Reroll {
        let enough = match readings.class_4_volley {
            Class4Volley::Eight => 8,
            Class4Volley::Nine => 9,
        };
        let infantry_in_line = self.unit.arm == Arm::Infantry && self.now.formation == Formation::Line;
        match infantry_in_line && self.unit.class == 4 && self.stands() >= enough {
            true => Reroll::Due,
            false => Reroll::Gone,
        }
    }

    /// What a gun throws: dice, cell, and how far its shot bounces on; none where it cannot fire. (T8-a)
    pub fn gun(
        &self,
        target: &Exposure,
        charts: &Charts,
        readings: &Readings,
        clerk: Clerk<'_>,
    ) -> Option<GunFire> {
        // A limbered gun does not fire, nor one with too few to serve it.
        clerk(rule!("10.1-e"));
        clerk(rule!("T9-b"));
        let served =
            charts.crew_steps(self.now.strength).filter(|_| self.now.formation == Formation::Deployed);
        let served = served.filter(|_| self.now.fate == Fate::Fights)?;
        let lower = served - i8::from(self.now.order == Order::Shaken);
        let lowered = |step: u8| step.saturating_add_signed(lower).min(STEPS as u8 - 1);
        let bands = charts.gun(self.unit.arm);
        if let Some(band) = bands.iter().find(|band| self.range <= band.to) {
            clerk(rule!("13-b"));
            let (step, kind) = target.lowest(|kind| band.cells[kind as usize].step);
            // F is read in the column of the cover, whichever column gives the hits. [T8-a]
            let cover = [Target::LightCover, Target::HeavyCover].into_iter().find(|&kind| target.has(kind));
            let alight = cover.filter(|_| target.burnable).map_or(0, |kind| band.cells[kind as usize].alight);
            let cell = FireCell { step: lowered(step), alight };
            let screened = band.cells[Target::Dispersed as usize].step > 0;
            return Some(GunFire {
                dice: band.dice,
                cell,
                bounce: band.bounce,
                seat: Some((band.row, kind)),
                screened,
            });
        }
        // Bombardment, where the players have agreed on it.
        clerk(rule!("T16-a"));
        let farthest = bands.last().expect("a gun has bands").to + charts.figures.bombardment_reach;
        if readings.bombardment == Bombardment::Off || self.range > farthest {
            return None;
        }
        let [formed, other] = charts.figures.bombardment_steps;
        let (step, _) = target.lowest(|kind| match kind {
            Target::Line | Target::Dense => formed,
            _ => other,
        });
        let cell = FireCell { step: lowered(step), alight: 0 };
        Some(GunFire { dice: 1, cell, bounce: None, seat: None, screened: false })
    }
}

/// The dice of one face of a square. (T7-a)
fn face_dice(stands: u8, charts: &Charts, die: &dyn Fn(u8) -> FireDie) -> Vec<FireDie> {
    let (bands, rows) = &charts.faces;
    if stands == 0 {
        return Vec::new();
    }
    let (of, least) = rows[bands.row(i32::from(stands))];
    match least {
        Some(least) => {
            let read = die(of);
            vec![FireDie { step: u8::from(read.step >= least), ..read }]
        }
        None => (0..(stands / 4).max(1)).map(|_| die(of)).collect(),
    }
}

/// What one gun model throws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GunFire {
    /// How many dice.
    pub dice: u8,
    /// The step, and the faces that set alight.
    pub cell: FireCell,
    /// How far the shot bounces on.
    pub bounce: Option<Length>,
    /// Row and column of the chart; none for a bombardment.
    pub seat: Option<(usize, Target)>,
    /// Whether dispersed targets can be hit at this range, so that a screen in front takes the hits.
    pub screened: bool,
}

/// Whether a reroll may still be made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reroll {
    /// It may.
    Due,
    /// It has been made, or there is none.
    Gone,
}

/// The dice of a volley on the table, with the rerolls that are due.
///
/// # Equality
/// Dice are counted by step and hits, not kept in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thrown {
    dice: [[u8; HITS_MAX + 1]; STEPS],
    settled: u8,
    first_fire: Reroll,
    crack: Reroll,
}

/// What may be thrown again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Again {
    /// Nothing.
    Leave,
    /// A die at this step that scored so many hits.
    Die {
        /// The step.
        step: u8,
        /// Its hits so far.
        hits: u8,
    },
}

impl Offer for Again {
    fn key(&self) -> String {
        match self {
            Again::Leave => "leave".to_owned(),
            Again::Die { step, hits: 0 } => format!("step-{step}-miss"),
            Again::Die { step, hits } => format!("step-{step}-hits-{hits}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Again::Leave => "leave the dice as they are".to_owned(),
            Again::Die { step, hits: 0 } => format!("throw a missed die of step {step} again"),
            Again::Die { step, hits } => format!("throw a die of step {step} again that scored {hits}"),
        }
    }
}

impl Thrown {
    /// Throws a volley. [17.3-k]
    pub fn throw(
        dice: &[FireDie],
        [first_fire, crack]: [Reroll; 2],
        charts: &Charts,
        by: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Thrown> {
        let mut thrown = Thrown { dice: [[0; HITS_MAX + 1]; STEPS], settled: 0, first_fire, crack };
        for die in dice {
            let asking = Asking::of(by, rule!("17.3-k"), Asks::Volley);
            let hits = ump.throw(asking, Dice::D6, |face| charts.hits(die.step, face))?;
            ump.cite(rule!("17.3-k"));
            ump.cite(rule!("T5-a"));
            thrown.dice[usize::from(die.step)][usize::from(hits)] += 1;
        }
        thrown.forget_idle_rerolls();
        Ok(thrown)
    }

    /// So many hits and nothing to throw again: what guns do.
    pub fn settled(hits: u8) -> Thrown {
        let (first_fire, crack) = (Reroll::Gone, Reroll::Gone);
        Thrown { dice: [[0; HITS_MAX + 1]; STEPS], settled: hits, first_fire, crack }
    }

    /// Hits so far.
    pub fn hits(&self) -> u8 {
        let of_step = |step: &[u8; HITS_MAX + 1]| (1..).zip(&step[1..]).map(|(hits, n)| hits * n).sum::<u8>();
        self.settled + self.dice.iter().map(of_step).sum::<u8>()
    }

    /// Whether nothing is left to throw again.
    pub fn is_settled(&self) -> bool {
        self.first_fire == Reroll::Gone && self.crack == Reroll::Gone
    }

    /// What may be thrown again now: first fire a die without a hit, class 4 any die. [7.4-d] [17.3.2-a]
    pub fn choices(&self) -> Vec<Again> {
        let hits_max = if self.first_fire == Reroll::Due { 0 } else { HITS_MAX };
        let mut choices = vec![Again::Leave];
        for (step, hits) in self.dice.iter().enumerate() {
            for (scored, _) in hits.iter().enumerate().filter(|&(scored, &n)| n > 0 && scored <= hits_max) {
                choices.push(Again::Die { step: step as u8, hits: scored as u8 });
            }
        }
        choices
    }

    /// What a sensible player throws again: the die that gains most on average, if any does.
    pub fn advice(&self, charts: &Charts) -> usize {
        let gain = |again: &Again| match again {
            Again::Leave => 0,
            Again::Die { step, hits } => i16::from(charts.hits_in_six(*step)) - 6 * i16::from(*hits),
        };
        let choices = self.choices();
        (0..choices.len()).rev().max_by_key(|&index| gain(&choices[index])).unwrap_or(0)
    }

    /// One reroll: the owner picks a die, and its second throw stands. [7.4-b] [17.3.2-a]
    pub fn throw_again(mut self, charts: &Charts, by: Side, ump: &mut impl Umpire) -> Asked<Thrown> {
        let (clause, topic): (Clause, _) = match self.first_fire {
            Reroll::Due => (rule!("17.3.2-a"), Asks::FirstFireAgain),
            Reroll::Gone => (rule!("7.4-b"), Asks::ClassFourAgain),
        };
        let again = *ump.choose(Asking::of(by, clause, topic), &self.choices())?;
        ump.cite(clause);
        // Which dice: class 4 any, first fire one without a hit.
        ump.cite(rule!("7.4-d"));
        match self.first_fire {
            Reroll::Due => self.first_fire = Reroll::Gone,
            Reroll::Gone => self.crack = Reroll::Gone,
        }
        if let Again::Die { step, hits } = again {
            // Told apart from the others in the journal, as the odd die is on the table.
            ump.cite(rule!("3.5-a"));
            let scored =
                ump.throw(Asking::of(by, clause, Asks::Reroll), Dice::D6, |face| charts.hits(step, face))?;
            // No die is thrown a third time: it leaves the pool. [17.3.2-c]
            ump.cite(rule!("17.3.2-c"));
            self.dice[usize::from(step)][usize::from(hits)] -= 1;
            self.settled += scored;
            ump.explain(|| Ruling::new(clause, format!("A die is thrown again and scores {scored}")));
        }
        self.forget_idle_rerolls();
        Ok(self)
    }

    /// A reroll without a die for it is over: first fire needs a miss, class 4 a die.
    fn forget_idle_rerolls(&mut self) {
        if self.first_fire == Reroll::Due && self.choices().len() == 1 {
            self.first_fire = Reroll::Gone;
        }
        if self.first_fire == Reroll::Gone && self.choices().len() == 1 {
            self.crack = Reroll::Gone;
        }
    }
}

/// The dice of a volley in words: `2 dice at step 3 and 1 at step 2`.
pub fn dice_words(dice: &[FireDie]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for step in (0..STEPS as u8).rev() {
        let count = dice.iter().filter(|die| die.step == step).count();
        match (count, parts.is_empty()) {
            (0, _) => {}
            (1, true) => parts.push(format!("1 die at step {step}")),
            (_, true) => parts.push(format!("{count} dice at step {step}")),
            (_, false) => parts.push(format!("{count} at step {step}")),
        }
    }
    match parts.is_empty() {
        true => "no dice".to_owned(),
        false => parts.join(" and "),
    }
}

/// The cell of a chart for the account.
pub fn look(charts: &Charts, table: &str, row: usize, kind: Target) -> Look {
    let table = charts.pages.table(table).expect("read at the start");
    table.look(row, table.column(kind.word()).expect("read at the start"))
}

/// One hit on a gun: crew, horses, or the gun itself. [17.3.8-a]
pub fn damage_gun(
    unit: &Unit,
    now: &mut Body,
    by: HitBy,
    thrower: Side,
    charts: &Charts,
    ump: &mut impl Umpire,
) -> Asked<()> {
    let asking = Asking::of(thrower, rule!("17.3.8-a"), Asks::DamageToArtillery);
    let formation = now.formation;
    let damage = ump.throw(asking, Dice::D6, |face| charts.damage(formation, by, face))?;
    ump.cite(rule!("T9-a"));
    if by == HitBy::SmallArms {
        ump.cite(rule!("17.3.8-b"));
    }
    let words = match damage {
        Damage::Destroyed => {
            now.fate = Fate::Destroyed;
            "the gun is destroyed".to_owned()
        }
        Damage::Silenced(turns) => {
            now.fate = now.fate.max(Fate::Silenced(turns));
            format!("silenced for {turns} turns")
        }
        // With no horses left all such losses are crew. [17.3.8-c]
        Damage::Horses(lost) if now.horses > 0 => {
            now.horses = now.horses.saturating_sub(lost);
            format!("{lost} of the horses")
        }
        Damage::Horses(lost) | Damage::Crew(lost) => {
            if matches!(damage, Damage::Horses(_)) {
                ump.cite(rule!("17.3.8-c"));
            }
            now.lose(lost);
            format!("{lost} of the crew")
        }
    };
    if now.strength == 0 {
        ump.cite(rule!("T9-b"));
        now.fate = Fate::Destroyed;
    }
    ump.explain_throw(|face| {
        Ruling::new(rule!("17.3.8-a"), format!("{}: die {face}: {words}", capital(&unit.name)))
    });
    Ok(())
}

/// What a hit on a general or an engineer comes to. [17.3.8-e] [14.4-d]
pub fn hit_rider(name: &str, thrower: Side, charts: &Charts, ump: &mut impl Umpire) -> Asked<Rider> {
    let asking = Asking::of(thrower, rule!("14.4-d"), Asks::CasualtiesToStaff);
    let rider = ump.throw(asking, Dice::D6, |face| charts.staff(face))?;
    ump.cite(rule!("14.4-d"));
    ump.explain_throw(|face| Ruling::new(rule!("T10-a"), format!("{name}: die {face}: {}", rider.words())));
    Ok(rider)
}

/// Whether somebody attached to a unit is hit along with it: on a 6, thrown by the opponent. [14.4-c]
pub fn risk_rider(
    rider: Rider,
    name: &str,
    clause: Clause,
    opponent: Side,
    charts: &Charts,
    ump: &mut impl Umpire,
) -> Asked<Rider> {
    if !rider.is_with() {
        return Ok(rider);
    }
    let hit = ump.throw(Asking::of(opponent, clause, Asks::IsSomebodyHit), Dice::D6, |face| face == 6)?;
    ump.explain_throw(|face| {
        let words = if hit { "is hit" } else { "is not hit" };
        Ruling::new(clause, format!("{name} {words}: die {face}"))
    });
    match hit {
        true => Ok(hit_rider(name, opponent, charts, ump)?.max(rider)),
        false => Ok(rider),
    }
}
