//! The morale tests of a charge: To Charge, Being Charged, Charge Home. (T11)

use super::{Charge, ChargeRules, Doing, Ending, Mode, ScreenFate, Slope, Stage};
use crate::clerk::Clerk;
use crate::morale::{Factor, Outcome, Tally, Test, Tester};
use crate::readings::{Readings, TestFrom};
use crate::unit::{Body, Cover, Direction, Formation, Order, Unit, capital};
use crate::volley::{rout, shoot_outcome};
use grognard_umpire::{Asked, Ruling, Side, Umpire};

impl Charge {
    fn tester<'a>(&'a self, rules: &'a ChargeRules, side: Side) -> Tester<'a> {
        Tester { side, unit: &rules.units[side], now: &self.now[side] }
    }

    /// The charge as its charger sees it.
    fn onset<'a>(&'a self, rules: &'a ChargeRules, side: Side) -> Onset<'a> {
        let target = (&rules.units[side.other()], &self.now[side.other()]);
        let slope = if side == Side::First { rules.slope } else { Slope::Easy };
        let strikes = self.struck(rules, side);
        Onset { tester: self.tester(rules, side), target, strikes, slope, hits: self.hits[side] }
    }

    /// What a charger strikes: a square and a screen have neither flank nor rear, and a counter-charge meets the
    /// front.
    fn struck(&self, rules: &ChargeRules, side: Side) -> Direction {
        let all_round = matches!(self.now[side.other()].formation, Formation::Square | Formation::Skirmish);
        match side {
            Side::First if !all_round => rules.strikes,
            _ => Direction::Front,
        }
    }

    /// Whether the declared charge is made. Failing, the unit comes no nearer this turn. [17.2.2-d] [17.2.2-e]
    pub(super) fn to_charge(
        mut self,
        rules: &ChargeRules,
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Charge> {
        // Ground and wheels are taken off the allowance before it is halved.
        ump.cite(rule!("17.2.2-h"));
        let tally = self.onset(rules, side).to_charge(&rules.readings, &mut |clause| ump.cite(clause));
        let outcome = tally.take(self.tester(rules, side), &rules.charts, ump)?;
        let passed = outcome == Outcome::Pass;
        match (side, passed) {
            (Side::First, false) => {
                ump.cite(rule!("17.2.2-d"));
                return Ok(self.over(Ending::Refused));
            }
            (Side::Second, false) => self.doing.second = Doing::Stands,
            (_, true) => {
                self.doing[side] = Doing::Charges;
                if self.mode == Mode::Declared {
                    ump.cite(rule!("17.2.2-e"));
                    let moved = rules.first_impulse;
                    let name = &rules.units[side].name;
                    ump.explain(|| {
                        Ruling::new(
                            rule!("17.2.3-a"),
                            format!("{}: 1st Impulse of {moved} inches", capital(name)),
                        )
                    });
                }
            }
        }
        let counter = self.doing.second == Doing::Charges;
        Ok(self.at(match side {
            Side::First if counter => Stage::ToCharge(Side::Second),
            Side::First => Stage::Screens,
            // Whoever is counter-charged tests at once. [17.4.12-e]
            Side::Second if passed => {
                ump.cite(rule!("17.4.12-e"));
                Stage::BeingCharged(Side::First)
            }
            Side::Second => Stage::Screens,
        }))
    }

    /// Skirmishers in the way rout if they are in the open and within reach of the 1st Impulse; others test,
    /// and evade on a pass. [17.2.7]
    pub(super) fn screens(mut self, rules: &ChargeRules, ump: &mut impl Umpire) -> Asked<Charge> {
        if let Some(screen) = &rules.screen {
            let near = screen.distance <= rules.screen_reach();
            ump.cite(rule!("17.2.7-j"));
            let routed = if near && screen.unit.cover == Cover::Open {
                let text = format!("{}: within reach in the open, so it routs", capital(&screen.unit.name));
                ump.explain(|| Ruling::new(rule!("17.2.7-g"), text));
                true
            } else {
                ump.cite(rule!("17.2.7-i"));
                let tester = Tester { side: Side::Second, unit: &screen.unit, now: &screen.body };
                let by = [(&rules.units.first, &self.now.first)];
                let charged = Charged { tester, struck: Direction::Front, by: &by };
                let tally = charged.tally(&rules.readings, &mut |clause| ump.cite(clause));
                tally.take(tester, &rules.charts, ump)? != Outcome::Pass
            };
            self.screen = if routed { ScreenFate::Routed } else { ScreenFate::Evaded };
        }
        Ok(self.at(Stage::BeingCharged(Side::Second)))
    }

    /// Whoever is charged tests, unless caught. [17.2.2-f] [17.2.3-c]
    pub(super) fn being_charged(
        mut self,
        rules: &ChargeRules,
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Charge> {
        let (unit, now) = (&rules.units[side], self.now[side]);
        let loose = now.formation == Formation::Skirmish && unit.cover == Cover::Open;
        let formed = rules.units[side.other()].is_formed(&self.now[side.other()]);
        let in_reach = rules.distance <= rules.screen_reach() && self.mode == Mode::Declared;
        if self.mode == Mode::Opportunity {
            // At once, not with the other targets.
            ump.cite(rule!("17.4.10-e"));
        }
        let outcome = if now.order == Order::Routing || rules.is_caught(side) {
            ump.cite(rule!("17.2.3-c"));
            ump.explain(|| {
                Ruling::new(
                    rule!("17.2.3-b"),
                    format!("{}: caught on the spot, no test", capital(&unit.name)),
                )
            });
            None
        } else if side == Side::Second && loose && formed && in_reach {
            ump.explain(|| {
                let text = format!("{}: within reach in the open, so it routs", capital(&unit.name));
                Ruling::new(rule!("17.2.7-d"), text)
            });
            Some(Outcome::Rout)
        } else {
            let struck = self.struck(rules, side.other());
            let by = [(&rules.units[side.other()], &self.now[side.other()])];
            let charged = Charged { tester: self.tester(rules, side), struck, by: &by };
            let tally = charged.tally(&rules.readings, &mut |clause| ump.cite(clause));
            Some(tally.take(self.tester(rules, side), &rules.charts, ump)?)
        };
        match outcome {
            Some(Outcome::Shaken) => {
                self.now[side].order = now.order.or_worse(Order::Shaken);
                // The shaken do not charge on.
                self.doing[side] = Doing::Stands;
            }
            Some(Outcome::Rout) => {
                rout(&mut self.now[side], unit, ump);
                self.doing[side] = Doing::Stands;
            }
            _ => {}
        }
        let free = outcome == Some(Outcome::Pass) && self.doing[side] != Doing::Charges;
        Ok(match side {
            Side::First if self.now.first.order == Order::Routing => self.over(Ending::ChargerBroken),
            Side::First => self.at(Stage::Screens),
            Side::Second if free => self.at(Stage::React),
            Side::Second => self.at(Stage::Feint),
        })
    }

    /// Whoever still charges tests before contact. Failing, it stops 2 inches short. [17.4.9-a] [17.4.9-c]
    pub(super) fn charge_home(
        mut self,
        rules: &ChargeRules,
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Charge> {
        if self.doing[side] == Doing::Charges {
            let tally = self.onset(rules, side).charge_home(&rules.readings, &mut |clause| ump.cite(clause));
            let outcome = tally.take(self.tester(rules, side), &rules.charts, ump)?;
            if outcome != Outcome::Pass {
                ump.cite(rule!("17.4.9-c"));
                self.doing[side] = Doing::Stands;
            }
            ump.cite(rule!("17.4.9-g"));
            if outcome == Outcome::StoppedShaken {
                self.now[side].order = self.now[side].order.or_worse(Order::Shaken);
            }
        }
        Ok(self.at(match side {
            Side::First => Stage::ChargeHome(Side::Second),
            Side::Second => Stage::Contact,
        }))
    }

    /// Casualties from Shooting of a unit that does not charge. [17.3-f]
    pub(super) fn shooting_test(
        mut self,
        rules: &ChargeRules,
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Charge> {
        let next = match side {
            Side::First => Stage::ShootingTest(Side::Second),
            Side::Second if self.mode == Mode::Opportunity => Stage::Opportunity,
            Side::Second => Stage::SecondImpulse,
        };
        let from = match rules.readings.test_from {
            TestFrom::OneHit => 1,
            TestFrom::TwoHits => 2,
        };
        let mut body = self.now[side];
        let due = self.hits[side] >= from && self.doing[side] != Doing::Charges;
        if !due || body.fate.is_gone() || body.order == Order::Routing {
            return Ok(self.at(next));
        }
        let unit = &rules.units[side];
        let under = UnderFire {
            hits: self.hits[side],
            from: if side == Side::Second { rules.strikes } else { Direction::Front },
        };
        let tally = under.tally(self.tester(rules, side), &rules.readings, &mut |clause| ump.cite(clause));
        let outcome = tally.take(self.tester(rules, side), &rules.charts, ump)?;
        shoot_outcome(&mut body, unit, outcome, ump);
        self.now[side] = body;
        if side == Side::First {
            self.halted = outcome != Outcome::Pass;
        }
        Ok(self.at(next))
    }
}

/// A charge as its charger sees it. (T11-a)
#[derive(Clone, Copy, Debug)]
pub struct Onset<'a> {
    /// Who charges.
    pub tester: Tester<'a>,
    /// Whom.
    pub target: (&'a Unit, &'a Body),
    /// What of it.
    pub strikes: Direction,
    /// The ground.
    pub slope: Slope,
    /// Hits taken this turn.
    pub hits: u8,
}

impl Onset<'_> {
    /// What the charger sees of its target: cover, order, side, squares and guns.
    fn at_target(&self, tally: &mut Tally) {
        let (target, now) = self.target;
        match target.cover {
            Cover::Open => {}
            Cover::Light => tally.add(Factor::TargetInLightCover),
            Cover::Heavy => tally.add(Factor::TargetInHeavyCover),
        }
        if now.order.is_disordered() || now.order == Order::Shaken {
            tally.add(Factor::TargetDisorderedOrShaken);
        }
        match self.strikes {
            Direction::Front => {}
            Direction::Flank => tally.add(Factor::AtFlank),
            Direction::Rear => tally.add(Factor::AtRear),
        }
        if self.tester.unit.arm.is_horse() && now.formation == Formation::Square {
            tally.add(Factor::HorseAtSquare);
        }
        if self.slope == Slope::SteepUp {
            tally.add(Factor::UpSteepSlope);
        }
    }

    /// The total of a To Charge test.
    pub fn to_charge(&self, readings: &Readings, clerk: Clerk<'_>) -> Tally {
        let mut tally = Tally::common(Test::ToCharge, self.tester, readings, clerk);
        self.at_target(&mut tally);
        let (target, now) = self.target;
        let guns = target.arm.is_gun() && now.formation == Formation::Deployed;
        if self.tester.unit.arm.is_foot() && guns && self.strikes == Direction::Front {
            tally.add(Factor::FootFrontallyAtGuns);
        }
        tally
    }

    /// The total of a Charge Home test: hits of this turn beyond the first weigh. [17.3-s]
    pub fn charge_home(&self, readings: &Readings, clerk: Clerk<'_>) -> Tally {
        let mut tally = Tally::common(Test::ChargeHome, self.tester, readings, clerk);
        self.at_target(&mut tally);
        let (target, now) = self.target;
        if self.tester.unit.arm.is_horse() && target.is_foot_in_the_open(now) {
            tally.add(Factor::HorseAtFootInOpen);
        }
        tally.add_times(Factor::HitBeyondFirst, self.hits.saturating_sub(1));
        tally
    }
}

/// A charge as the unit charged sees it.
#[derive(Clone, Copy, Debug)]
pub struct Charged<'a> {
    /// Who is charged.
    pub tester: Tester<'a>,
    /// On which side, the gravest of several.
    pub struck: Direction,
    /// By whom.
    pub by: &'a [(&'a Unit, &'a Body)],
}

impl Charged<'_> {
    /// The total of a Being Charged test: several chargers count together. (T11-a) [17.2.2-j]
    pub fn tally(&self, readings: &Readings, clerk: Clerk<'_>) -> Tally {
        let Charged { tester, struck, by } = self;
        let Tester { unit, now, .. } = *tester;
        let mut tally = Tally::common(Test::BeingCharged, *tester, readings, clerk);
        if unit.cover != Cover::Open {
            clerk(rule!("17.5.5-b"));
        }
        match struck {
            Direction::Front => {}
            Direction::Flank => tally.add(Factor::ChargedInFlank),
            Direction::Rear => tally.add(Factor::ChargedInRear),
        }
        let by_horse = by.iter().any(|(unit, _)| unit.arm.is_horse());
        if by_horse && unit.is_foot_in_the_open(now) {
            tally.add(Factor::FootInOpenChargedByHorse);
        }
        if by_horse && now.formation == Formation::Square {
            tally.add(Factor::SquareChargedByHorse);
        }
        match unit.cover {
            Cover::Open => {}
            Cover::Light => tally.add(Factor::InLightCover),
            Cover::Heavy => tally.add(Factor::InHeavyCover),
        }
        let stands: u16 = by.iter().map(|(unit, now)| u16::from(unit.stands(now))).sum();
        if stands >= 2 * u16::from(unit.stands(now)) {
            tally.add(Factor::ChargerTwiceMyStands);
        }
        tally
    }
}

/// Fire as the unit that was hit feels it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnderFire {
    /// Hits of this turn.
    pub hits: u8,
    /// The gravest side they came from.
    pub from: Direction,
}

impl UnderFire {
    /// The total of a Casualties from Shooting test. (T11-a)
    pub fn tally(&self, tester: Tester<'_>, readings: &Readings, clerk: Clerk<'_>) -> Tally {
        let mut tally = Tally::common(Test::CasualtiesFromShooting, tester, readings, clerk);
        tally.add_times(Factor::HitBeyondFirst, self.hits.saturating_sub(1));
        match tester.unit.cover {
            Cover::Open => {}
            Cover::Light => tally.add(Factor::InLightCover),
            Cover::Heavy => tally.add(Factor::InHeavyCover),
        }
        if self.from != Direction::Front {
            tally.add(Factor::ShotFromFlankOrRear);
        }
        tally
    }
}
