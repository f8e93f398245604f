//! The five morale tests: factors are added up, and the die must beat the total. [17.2] (T11) (T12)

use crate::asks::Asks;
use crate::charts::Charts;
use crate::clerk::Clerk;
use crate::command::{Quality, Standing};
use crate::readings::Readings;
use crate::unit::{Body, Order, Support, Unit, capital, words};
use grognard_umpire::{Asked, Asking, Clause, Dice, Modifier, Ruling, Side, Umpire};

words! {
    /// The tests. [17.2-f]
    Test {
        /// Before a charge.
        ToCharge "To Charge",
        /// When charged.
        BeingCharged "Being Charged",
        /// After losses by shooting.
        CasualtiesFromShooting "Shooting",
        /// Before contact.
        ChargeHome "Charge Home",
        /// To recover.
        Rally "Rally",
    }
}

impl Test {
    /// The clause that has it taken.
    const fn clause(self) -> Clause {
        match self {
            Test::ToCharge => rule!("17.2.2-c"),
            Test::BeingCharged => rule!("17.2.2-f"),
            Test::CasualtiesFromShooting => rule!("17.3-f"),
            Test::ChargeHome => rule!("17.4.9-a"),
            Test::Rally => rule!("17.2-e"),
        }
    }

    /// What its throw is asked as.
    pub const fn topic(self) -> Asks {
        match self {
            Test::ToCharge => Asks::ToChargeTest,
            Test::BeingCharged => Asks::BeingChargedTest,
            Test::CasualtiesFromShooting => Asks::CasualtiesFromShootingTest,
            Test::ChargeHome => Asks::ChargeHomeTest,
            Test::Rally => Asks::RallyTest,
        }
    }

    /// Its name in accounts and questions.
    pub const fn name(self) -> &'static str {
        self.topic().topic().words()
    }
}

words! {
    /// What a test comes to. (T12-a)
    Outcome {
        /// Passed.
        Pass "pass",
        /// No charge, and no nearer to the enemy.
        NoCharge "no charge",
        /// Shaken, but stands.
        Shaken "shaken",
        /// Routs at once.
        Rout "rout",
        /// Halted.
        Halted "halted",
        /// Halted and shaken.
        HaltedShaken "halted, shaken",
        /// Stopped short of the enemy.
        Stopped "stopped",
        /// Stopped short and shaken.
        StoppedShaken "stopped, shaken",
        /// As before.
        NoChange "no change",
    }
}

words! {
    /// What is added to or taken from a total: the rows of the table. (T11-a)
    Factor {
        /// For each full quarter.
        QuarterLost "each full quarter lost",
        /// Ranks in disorder.
        Disordered "disordered",
        /// Shaken.
        Shaken "shaken",
        /// Formed friends behind.
        Supported "supported",
        /// Friends running nearby.
        FriendRouting "friend routing within 12",
        /// No general in reach.
        OutOfCommand "out of command",
        /// The best general is inept.
        Inept "general inept",
        /// The best general is exceptional.
        Exceptional "general exceptional",
        /// A good general rides with the unit.
        GeneralAttached "general attached",
        /// The enemy has light cover.
        TargetInLightCover "target in light cover",
        /// The enemy has heavy cover.
        TargetInHeavyCover "target in heavy cover",
        /// The enemy is in trouble.
        TargetDisorderedOrShaken "target disordered or shaken",
        /// Charging a flank.
        AtFlank "at its flank",
        /// Charging a rear.
        AtRear "at its rear",
        /// Cavalry at a formed square.
        HorseAtSquare "horse at a square",
        /// Cavalry at foot in the open, not in square.
        HorseAtFootInOpen "horse at foot in the open",
        /// For each hit this turn beyond the first.
        HitBeyondFirst "each hit beyond the first",
        /// Uphill.
        UpSteepSlope "up a steep slope",
        /// Infantry into the mouths of guns.
        FootFrontallyAtGuns "foot frontally at guns",
        /// Charged from the side.
        ChargedInFlank "charged in flank",
        /// Charged from behind.
        ChargedInRear "charged in rear",
        /// Foot in the open, not in square, and here comes the cavalry.
        FootInOpenChargedByHorse "foot in the open charged by horse",
        /// Safe in square.
        SquareChargedByHorse "square charged by horse",
        /// In light cover oneself.
        InLightCover "in light cover",
        /// In heavy cover oneself.
        InHeavyCover "in heavy cover",
        /// Outnumbered two to one.
        ChargerTwiceMyStands "charger twice my stands",
        /// Fire from the side or from behind.
        ShotFromFlankOrRear "shot from flank or rear",
        /// Running already.
        Routing "routing",
        /// The enemy close by.
        FormedEnemyWithin8 "formed enemy within 8",
        /// Out of sight of the enemy.
        InCoverOrNoEnemyVisible "in cover or no enemy visible",
        /// By the option: a quarter of the army's points is lost.
        ArmyLostAQuarter "army has lost a quarter",
    }
}

impl Factor {
    /// The clause that grants it.
    const fn clause(self) -> Clause {
        match self {
            Factor::Supported => rule!("T11-c"),
            Factor::OutOfCommand | Factor::Inept | Factor::Exceptional | Factor::GeneralAttached => {
                rule!("T11-b")
            }
            Factor::HitBeyondFirst => rule!("17.3-s"),
            _ => rule!("T11-a"),
        }
    }
}

/// A total being added up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    test: Test,
    class: u8,
    factors: Vec<(Factor, u8)>,
}

/// Who takes a test.
#[derive(Clone, Copy, Debug)]
pub struct Tester<'a> {
    /// Whose unit it is.
    pub side: Side,
    /// The unit.
    pub unit: &'a Unit,
    /// How it stands now.
    pub now: &'a Body,
}

impl Tally {
    /// The factors that count for every unit in a test. (T11-a) (T11-b)
    pub fn common(test: Test, tester: Tester<'_>, readings: &Readings, clerk: Clerk<'_>) -> Tally {
        let Tester { unit, now, .. } = tester;
        // One of the five, each with its own factors; the state of the ranks is one of five too.
        clerk(rule!("17.2-f"));
        clerk(rule!("17.2.8-a"));
        let mut tally = Tally { test, class: unit.class, factors: Vec::with_capacity(8) };
        if unit.arm.is_gun() {
            // A gun's quarters are those of its crew.
            clerk(rule!("T9-c"));
        }
        tally.add_times(Factor::QuarterLost, unit.quarters_lost(now));
        if now.order.is_disordered() {
            tally.add(Factor::Disordered);
        }
        if now.order == Order::Shaken {
            tally.add(Factor::Shaken);
        }
        if unit.support != Support::Unsupported {
            tally.add(Factor::Supported);
        }
        if unit.friend_routing {
            tally.add(Factor::FriendRouting);
        }
        let commanded = unit.commanded(now, readings, clerk);
        if commanded.standing == Standing::Out {
            tally.add(Factor::OutOfCommand);
        }
        match commanded.best {
            Some(Quality::Inept) => tally.add(Factor::Inept),
            Some(Quality::Exceptional) => tally.add(Factor::Exceptional),
            Some(Quality::Capable) | None => {}
        }
        if unit.attached_now(now).is_some_and(|quality| quality >= Quality::Capable) {
            tally.add(Factor::GeneralAttached);
        }
        tally
    }

    /// Adds a factor.
    pub fn add(&mut self, factor: Factor) {
        self.add_times(factor, 1);
    }

    /// Adds a factor so many times.
    pub fn add_times(&mut self, factor: Factor, times: u8) {
        if times > 0 {
            self.factors.push((factor, times));
        }
    }

    /// Whether a factor is among them.
    pub fn has(&self, factor: Factor) -> bool {
        self.factors.iter().any(|(one, _)| *one == factor)
    }

    /// The total that the die must beat. (T11-a)
    pub fn total(&self, charts: &Charts) -> i32 {
        let base = i32::from(charts.base(self.test)) - i32::from(self.class);
        base + self
            .factors
            .iter()
            .map(|(factor, times)| i32::from(charts.factor(*factor, self.test)) * i32::from(*times))
            .sum::<i32>()
    }

    /// Takes the test: passed only if the die is higher than the total. [17.2-d]
    pub fn take(&self, tester: Tester<'_>, charts: &Charts, ump: &mut impl Umpire) -> Asked<Outcome> {
        let total = self.total(charts);
        let test = self.test;
        ump.cite(rule!("17.2-d"));
        ump.about(|| format!("{}: {}, total {total}", capital(&tester.unit.name), test.name()));
        let asking = Asking::of(tester.side, test.clause(), test.topic());
        let outcome = ump.throw(asking, Dice::D6, |face| charts.result(test, total - i32::from(face)))?;
        ump.cite(rule!("T12-a"));
        ump.explain_throw(|face| {
            let text = format!(
                "{}: {}, total {total}, die {face}: {}",
                capital(&tester.unit.name),
                test.name(),
                outcome.word()
            );
            let table = charts.pages.table("morale-results").expect("read at the start");
            let row = charts.result_row(total - i32::from(face));
            let look = table.look(row, table.column(test.word()).expect("read at the start"));
            Ruling::new(test.clause(), text).with_modifiers(self.modifiers(charts)).with_look(look)
        });
        Ok(outcome)
    }

    /// The total, item by item, for the account.
    pub fn modifiers(&self, charts: &Charts) -> Vec<Modifier> {
        let base = charts.base(self.test);
        let words = format!("{base} less class {}", self.class);
        let mut all = vec![Modifier::new(base - self.class as i8, rule!("T11-a"), words)];
        for (factor, times) in &self.factors {
            let amount = charts.factor(*factor, self.test);
            if amount != 0 {
                let value = i16::from(amount) * i16::from(*times);
                all.push(Modifier::new(value, factor.clause(), factor.word()));
            }
        }
        all
    }
}
