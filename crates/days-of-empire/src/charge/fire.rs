//! Fire at a charger, and between units that have not closed yet. [17.3] [17.3.3]

use super::{Charge, ChargeRules, Doing, Ending, Mode, Phase, Reserve, Stage};
use crate::asks::Asks;
use crate::charts::HitBy;
use crate::clerk::{Clerk, deaf};
use crate::fire::{Aim, Exposure, FireDie, Gait, Shooters, Thrown, damage_gun, dice_words, look, risk_rider};
use crate::length::Length;
use crate::readings::StaffRisk;
use crate::unit::{Direction, Fate, Formation, Order, capital, counted};
use crate::volley::spend_first_fire;
use grognard_umpire::{Asked, Asking, Dice, Offer, Ruling, Side, Umpire};

/// When a charged unit fires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum When {
    /// In the Shooting Phase.
    Now,
    /// At the last moment, in the Movement Phase.
    Reserve,
}

impl Offer for When {
    fn key(&self) -> String {
        match self {
            When::Now => "now",
            When::Reserve => "reserve",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            When::Now => "fire in the Shooting Phase",
            When::Reserve => "reserve the fire for the last moment",
        }
        .to_owned()
    }
}

impl Charge {
    fn shooters<'a>(&'a self, rules: &'a ChargeRules, side: Side, range: Length) -> Shooters<'a> {
        let now = &self.now[side];
        // A square that was formed against the charge turns one face to it. [17.3.1-a]
        let formed = now.formation == Formation::Square && rules.before[side].formation != Formation::Square;
        let bearing = if formed { 1 } else { rules.bearing[side] };
        Shooters { unit: &rules.units[side], now, bearing, range }
    }

    /// What a unit is as a target: horse on a long charge is fast while its charge lasts. [13.4-b]
    fn exposure(&self, rules: &ChargeRules, side: Side, clerk: Clerk<'_>) -> Exposure {
        clerk(rule!("13.4-b"));
        let far = rules.distance > rules.charts.figures.fast_beyond;
        let gait = match self.doing[side] == Doing::Charges && far {
            true => Gait::Fast,
            false => Gait::Ordinary,
        };
        let from = if side == Side::Second { rules.strikes } else { Direction::Front };
        let aim = Aim { unit: &rules.units[side], now: &self.now[side], from, gait };
        Exposure::of(&aim, &rules.readings, clerk)
    }

    fn dice(&self, rules: &ChargeRules, side: Side, range: Length, clerk: Clerk<'_>) -> Vec<FireDie> {
        let exposure = self.exposure(rules, side.other(), clerk);
        let shooters = self.shooters(rules, side, range);
        match rules.units[side].weapon {
            Some(weapon) => shooters.small_arms(weapon, &exposure, &rules.charts, clerk),
            None => Vec::new(),
        }
    }

    /// Whether a unit can fire at the other now. Chargers do not, nor who has broken a charge off. [17.2.5-a]
    pub(super) fn can_fire(&self, rules: &ChargeRules, side: Side) -> bool {
        let (unit, now) = (&rules.units[side], &self.now[side]);
        let free = matches!(self.doing[side], Doing::Stands | Doing::Evaded);
        if !free
            || self.reserve[side] == Reserve::Fired
            || now.fate != Fate::Fights
            || now.order == Order::Routing
        {
            return false;
        }
        let range = self.gap(rules);
        match unit.arm.is_gun() {
            true => {
                let exposure = self.exposure(rules, side.other(), &mut deaf);
                self.shooters(rules, side, range)
                    .gun(&exposure, &rules.charts, &rules.readings, &mut deaf)
                    .is_some()
            }
            false => !self.dice(rules, side, range, &mut deaf).is_empty(),
        }
    }

    /// Fire in the Shooting Phase; the unit charged may keep it for the last moment. [17.3.3-a]
    pub(super) fn shoot(mut self, rules: &ChargeRules, side: Side, ump: &mut impl Umpire) -> Asked<Charge> {
        let able = self.can_fire(rules, side) && self.reserve[side] == Reserve::Unfired;
        if self.doing[side] == Doing::Charges {
            // Who charges does not fire, neither now nor in defence.
            ump.cite(rule!("17.2.5-a"));
            ump.cite(rule!("17.2.5-d"));
        }
        if self.now[side].order == Order::Routing && self.now[side].formation == Formation::Skirmish {
            ump.cite(rule!("17.2.7-e"));
        }
        if !able {
            return Ok(self.after_fire(side));
        }
        if side == Side::Second && self.may_be_charged(rules) {
            ump.cite(rule!("17.3.3-a"));
            let asking = Asking::of(side, rule!("17.3.3-a"), Asks::FireNowOrReserveIt);
            ump.about(|| rules.units[side].name.clone());
            if *ump.choose(asking, &[When::Now, When::Reserve])? == When::Reserve {
                self.reserve[side] = Reserve::Kept;
                return Ok(self.after_fire(side));
            }
        }
        let thrown = self.volley(rules, side, self.gap(rules), ump)?;
        Ok(self.fired(side, thrown, ump))
    }

    /// Whether a charge may still come this turn.
    fn may_be_charged(&self, rules: &ChargeRules) -> bool {
        match self.mode {
            Mode::Declared => self.doing.first == Doing::Charges,
            Mode::Opportunity => {
                // Simultaneous fire: whether the other has fired is declared before any die. [17.3-o]
                let reserve =
                    if self.reserve.first == Reserve::Kept { Reserve::Unfired } else { Reserve::Fired };
                rules.distance <= rules.opportunity_reach(reserve)
            }
        }
    }

    /// A volley or a battery's fire at the other unit. [17.3-k]
    pub(super) fn volley(
        &self,
        rules: &ChargeRules,
        side: Side,
        range: Length,
        ump: &mut impl Umpire,
    ) -> Asked<Thrown> {
        let unit = &rules.units[side];
        let shooters = self.shooters(rules, side, range);
        if unit.arm.is_gun() {
            let clerk: Clerk<'_> = &mut |clause| ump.cite(clause);
            let exposure = self.exposure(rules, side.other(), clerk);
            let fire = shooters.gun(&exposure, &rules.charts, &rules.readings, clerk).expect("it can fire");
            let mut hits = 0;
            for _ in 0..rules.bearing[side] * fire.dice {
                let asking = Asking::of(side, rule!("17.3-k"), Asks::ArtilleryFire);
                hits += ump.throw(asking, Dice::D6, |face| rules.charts.hits(fire.cell.step, face))?;
            }
            ump.explain(|| {
                let ruling = Ruling::new(
                    rule!("T8-a"),
                    format!(
                        "{}: fire at {range} inches, {}",
                        capital(&unit.name),
                        counted(hits.into(), "hit")
                    ),
                );
                match fire.seat {
                    Some((row, kind)) => ruling.with_look(look(&rules.charts, "artillery", row, kind)),
                    None => ruling,
                }
            });
            return Ok(Thrown::settled(hits));
        }
        let dice = self.dice(rules, side, range, &mut |clause| ump.cite(clause));
        // Infantry's first volley, and crack infantry in line with enough stands, throw a die again.
        ump.cite(rule!("17.3.2-d"));
        ump.cite(rule!("7.4-c"));
        let rerolls = [shooters.first_fire(), shooters.crack(&rules.readings)];
        let thrown = Thrown::throw(&dice, rerolls, &rules.charts, side, ump)?;
        ump.explain(|| {
            let words = dice_words(&dice);
            let text = format!(
                "{}: fire at {range} inches with {words}, {}",
                capital(&unit.name),
                counted(thrown.hits().into(), "hit")
            );
            let ruling = Ruling::new(rule!("T6-a"), text);
            match dice.first() {
                Some(die) => ruling.with_look(look(&rules.charts, "small-arms", die.row, die.kind)),
                None => ruling,
            }
        });
        Ok(thrown)
    }

    /// Takes down the hits once no die is left to throw again.
    pub(super) fn fired(mut self, side: Side, thrown: Thrown, ump: &mut impl Umpire) -> Charge {
        if !thrown.is_settled() {
            return self.at(Stage::Rerolls(side, thrown));
        }
        // Once a turn, reserved fire included.
        ump.cite(rule!("17.3-n"));
        self.fresh[side.other()] += thrown.hits();
        self.reserve[side] = Reserve::Fired;
        spend_first_fire(&mut self.now[side], ump);
        self.after_fire(side)
    }

    fn after_fire(self, side: Side) -> Charge {
        self.at(match side {
            Side::First => Stage::Shoot(Side::Second),
            Side::Second => Stage::Casualties,
        })
    }

    /// Stands come off together, after all have fired. [17.3-c]
    pub(super) fn casualties(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        ump.cite(rule!("17.3-a"));
        for side in Side::ALL {
            let (unit, hits) = (&rules.units[side], self.fresh[side]);
            let mut body = self.now[side];
            let shot_at = self.reserve[side.other()] == Reserve::Fired;
            if unit.arm.is_gun() {
                for _ in 0..hits {
                    if !body.fate.is_gone() {
                        damage_gun(unit, &mut body, HitBy::SmallArms, side.other(), &rules.charts, ump)?;
                    }
                }
            } else if hits > 0 {
                body.lose(hits);
                ump.explain(|| {
                    let text = format!("{}: {hits} lost, {} left", capital(&unit.name), body.strength);
                    Ruling::new(rule!("17.3-d"), text)
                });
            }
            let under_fire = rules.readings.staff_risk == StaffRisk::UnderFire && shot_at;
            if hits > 0 || under_fire {
                let name = format!("The general with {}", unit.name);
                body.general =
                    risk_rider(body.general, &name, rule!("14.4-c"), side.other(), &rules.charts, ump)?;
            }
            if hits > 0 && unit.is_shattered(&body, &rules.charts) {
                body.fate = Fate::Shattered;
                let text = format!("{}: too few stands left, removed", capital(&unit.name));
                ump.explain(|| Ruling::new(rule!("17.5.8-c"), text));
            }
            self.hits[side] += hits;
            self.fresh[side] = 0;
            self.now[side] = body;
        }
        Ok(match (self.now.first.fate.is_gone(), self.phase) {
            (true, _) if self.mode == Mode::Declared || self.phase == Phase::Movement => {
                self.over(Ending::Stopped)
            }
            (true, _) => self.over(Ending::NoCharge),
            (_, Phase::Shooting) => self.at(Stage::ShootingTest(Side::First)),
            (_, Phase::Movement) => self.at(Stage::ChargeHome(Side::First)),
        })
    }
}
