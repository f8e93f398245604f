//! What becomes of the loser, as far as it needs no map: morale, and the price of a major city. [8.11]

use super::{BattleEnd, BattleRules};
use crate::asks::Asks;
use crate::charts::{Plan, Posture};
use crate::combat::{FIGHTERS_MAX, Outcome, Role};
use crate::options::{Delay, Options, SecondLoss};
use crate::rule;
use grognard_board::Settlement;
use grognard_umpire::{Asked, Asking, Offer, Openness, Reveal, Ruling, Side, Umpire, YesNo};

/// What losing does to a force, apart from the retreat that needs a map.
pub(super) fn finish(
    mut outcome: Outcome,
    was_demoralized: bool,
    rules: &BattleRules,
    ump: &mut impl Umpire,
) -> Asked<BattleEnd> {
    // Alone on the table only the defender can be demoralized: nobody attacks so.
    let shaken = was_demoralized && outcome.winner == Role::Attacker;
    let morale = if shaken { Morale::Demoralized } else { Morale::Steady };
    let mut fate = Fate::of(&outcome, morale, &rules.options, ump);
    if rout(&mut outcome, rules, ump)? {
        fate = Fate::of_the_thrown_back(Morale::Steady, ump);
    }
    let force = &mut outcome.forces[Side::Second];
    if fate == Fate::OneMore && force.strength() > 0 {
        ump.cite(rule!("8.11-g"));
        let names = &rules.units[Side::Second];
        let largest: Vec<Largest<'_>> =
            force.strongest().into_iter().map(|place| Largest { place, name: &names[place] }).collect();
        let asking = Asking::of(Side::Second, rule!("8.11-g"), Asks::WhichUnitLosesOnePointMore);
        let seeming = force.living();
        let place = ump.choose_seeming(asking, &largest, Openness::Secret, &Vec::new, seeming)?.place;
        force.lose_one_more(place);
    }
    ump.explain(|| Ruling::new(rule!("8.11-f"), fate.words()));
    let left = outcome.forces.map(|force| {
        let mut left = [0; FIGHTERS_MAX];
        for (slot, fighter) in left.iter_mut().zip(force.fighters()) {
            *slot = fighter.strength;
        }
        left
    });
    Ok(BattleEnd {
        winner: outcome.winner,
        plan: outcome.plan,
        posture: outcome.posture,
        automatic: outcome.automatic,
        left,
        loser_demoralized: matches!(fate, Fate::Demoralized | Fate::OneMore),
        surplus: outcome.surplus,
        replacements: outcome.replacements,
    })
}

/// Instead of leaving a major city the defender may rout his strongest unit and stay; then it is the
/// attacker who has lost.
fn rout(outcome: &mut Outcome, rules: &BattleRules, ump: &mut impl Umpire) -> Asked<bool> {
    let force = &mut outcome.forces[Side::Second];
    let standing = force.living();
    let city = rules.start.ground.settlement == Some(Settlement::MajorCity);
    if !city || outcome.winner == Role::Defender || standing < rules.options.rout_takes() {
        return Ok(false);
    }
    let asking = Asking::of(Side::Second, rule!("8.11-j"), Asks::HoldTheCity);
    if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
        return Ok(false);
    }
    let names = &rules.units[Side::Second];
    let strongest: Vec<Largest<'_>> =
        force.strongest().into_iter().map(|place| Largest { place, name: &names[place] }).collect();
    let asking = Asking::of(Side::Second, rule!("8.11-j"), Asks::WhichUnitIsRouted);
    // Whether several are equally strong is their owner's business.
    let place = ump.choose_seeming(asking, &strongest, Openness::Secret, &Vec::new, standing)?.place;
    ump.reveal(Reveal::answer(Side::Second, rule!("8.11-j")));
    force.lose_all(place);
    outcome.winner = Role::Defender;
    ump.cite(rule!("8.11-k"));
    ump.cite(rule!("8.11-l"));
    ump.explain(|| Ruling::new(rule!("8.11-j"), format!("{} is routed, and the city is held", names[place])));
    Ok(true)
}

/// One of a force's strongest units, by its place in the force.
struct Largest<'a> {
    place: usize,
    name: &'a str,
}

impl Offer for Largest<'_> {
    fn key(&self) -> String {
        (self.place + 1).to_string()
    }

    fn words(&self) -> String {
        self.name.to_owned()
    }
}

/// The order of a force before a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Morale {
    /// In good order.
    Steady,
    /// Demoralized.
    Demoralized,
}

/// What losing does to the loser's morale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Nothing: a meeting engagement, a delay, or nobody left.
    None,
    /// It is demoralized.
    Demoralized,
    /// It was demoralized already and loses one point more.
    OneMore,
}

impl Fate {
    /// The fate of a combat's loser, by the order it was in before.
    pub(crate) fn of(outcome: &Outcome, loser: Morale, options: &Options, ump: &mut impl Umpire) -> Fate {
        let delayed = options.delay == Delay::GivesWay
            && outcome.posture == Some(Posture::Delay)
            && outcome.winner == Role::Attacker;
        if delayed || outcome.automatic {
            return Fate::None;
        }
        match (outcome.plan == Plan::MeetingEngagement, loser, options.second_loss) {
            // A meeting engagement demoralizes nobody, and so costs the demoralized nothing more.
            (true, Morale::Steady, _) => {
                ump.cite(rule!("2.8-a"));
                Fate::None
            }
            (true, Morale::Demoralized, SecondLoss::NotAfterMeeting) => {
                ump.cite(rule!("8.11-h"));
                Fate::None
            }
            (true, Morale::Demoralized, SecondLoss::Always) => {
                ump.cite(rule!("8.11-h"));
                Fate::OneMore
            }
            (false, Morale::Demoralized, _) => {
                ump.cite(rule!("2.8-f"));
                Fate::OneMore
            }
            (false, Morale::Steady, _) => {
                ump.cite(rule!("2.8-a"));
                Fate::Demoralized
            }
        }
    }

    /// The fate of an attacker whom a rout sends back from a major city, by the order he was in before.
    pub(crate) fn of_the_thrown_back(loser: Morale, ump: &mut impl Umpire) -> Fate {
        match loser {
            Morale::Steady => Fate::Demoralized,
            Morale::Demoralized => {
                ump.cite(rule!("2.8-f"));
                Fate::OneMore
            }
        }
    }

    fn words(self) -> &'static str {
        match self {
            Fate::None => "the loser retreats in good order",
            Fate::Demoralized => "the loser retreats and is demoralized",
            Fate::OneMore => "the loser, demoralized already, retreats and loses one more point",
        }
    }
}
