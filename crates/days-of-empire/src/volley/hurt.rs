//! What hits do to a unit, to its gun and to whoever rides with it, and what the test after them does. [17.3-c]
//! [17.3.8]

use super::*;

/// What a unit has been hit by.
pub(crate) struct Hurt<'a> {
    pub(crate) unit: &'a Unit,
    /// Hits by guns, then by small arms.
    pub(crate) hits: [u8; 2],
    /// Who throws for damage and staff: the enemy.
    pub(crate) thrower: Side,
    pub(crate) risks: Risks,
    pub(crate) piece: Detached,
}

/// When attached staff are at risk. (A81)
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Risks {
    WhenHit,
    WheneverShotAt,
}

/// Whether a body is a part of a unit, not shattered by itself. [17.5.8-b]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Detached {
    Yes,
    No,
}

impl Hurt<'_> {
    /// What the hits come to. [17.3-c] [17.3-d]
    pub(crate) fn suffer(&self, mut body: Body, charts: &Charts, ump: &mut impl Umpire) -> Asked<Body> {
        let Hurt { unit, thrower, .. } = *self;
        let hits: u8 = self.hits.iter().sum();
        if unit.arm.is_gun() {
            for by in [HitBy::Guns, HitBy::SmallArms] {
                for _ in 0..self.hits[by as usize] {
                    if !body.fate.is_gone() {
                        damage_gun(unit, &mut body, by, thrower, charts, ump)?;
                    }
                }
            }
        } else if unit.arm == Arm::Staff {
            // Each hit on lone staff rolls on the table; they test no morale. [17.3.8-e] [17.3.8-g]
            ump.cite(rule!("17.3.8-e"));
            ump.cite(rule!("17.3.8-g"));
            for _ in 0..hits {
                body.general = body.general.max(hit_rider(&unit.name, thrower, charts, ump)?);
            }
        } else if hits > 0 {
            body.lose(hits);
            ump.explain(|| {
                let text = format!("{}: {hits} lost, {} left", capital(&unit.name), body.strength);
                Ruling::new(rule!("17.3-d"), text)
            });
        }
        if unit.arm != Arm::Staff && (hits > 0 || self.risks == Risks::WheneverShotAt) {
            // His hit is none on the unit.
            ump.cite(rule!("14.4-e"));
            let name = format!("The general with {}", unit.name);
            body.general = risk_rider(body.general, &name, rule!("14.4-c"), thrower, charts, ump)?;
            let name = format!("The engineer with {}", unit.name);
            body.engineer = risk_rider(body.engineer, &name, rule!("17.3.8-f"), thrower, charts, ump)?;
        }
        // All stands come off at once, and shattered units go before any test.
        ump.cite(rule!("17.3-c"));
        // A screen is part of its unit and is not shattered by itself.
        ump.cite(rule!("17.5.8-b"));
        if (self.piece == Detached::Yes || unit.apart > 0) && body.strength == 0 {
            body.fate = Fate::Destroyed;
        }
        if hits > 0 && self.piece == Detached::No && unit.is_shattered(&body, charts) {
            body.fate = Fate::Shattered;
            ump.explain(|| {
                Ruling::new(
                    rule!("17.5.8-c"),
                    format!("{}: too few stands left, removed", capital(&unit.name)),
                )
            });
        }
        Ok(body)
    }
}

/// What a failed Casualties from Shooting test does to a unit. (T12-a)
pub(crate) fn shoot_outcome(body: &mut Body, unit: &Unit, outcome: Outcome, ump: &mut impl Umpire) {
    match outcome {
        Outcome::HaltedShaken => body.order = body.order.or_worse(Order::Shaken),
        Outcome::Rout => rout(body, unit, ump),
        _ => {}
    }
}

/// A unit breaks: it routs, and guns that are not limbered are lost. [17.4.13-a] [17.4.13-c]
pub(crate) fn rout(body: &mut Body, unit: &Unit, ump: &mut impl Umpire) {
    body.order = Order::Routing;
    ump.cite(rule!("17.4.13-a"));
    if unit.arm.is_gun() && body.formation == Formation::Deployed {
        ump.cite(rule!("17.4.13-c"));
        body.fate = Fate::Destroyed;
    }
}

/// A unit that has fired has given its first fire away, reroll or not. [17.3.2-b] [17.3.2-d]
pub(crate) fn spend_first_fire(body: &mut Body, ump: &mut impl Umpire) {
    ump.cite(rule!("17.3.2-b"));
    body.first_fire = FirstFire::Spent;
}
