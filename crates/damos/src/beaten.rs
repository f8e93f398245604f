//! The loser's lot: retreat, demoralization, the price of a major city, and what the winner may do
//! with the hole. [8.11, 8.12]

use crate::asks::Asks;
use crate::battle::{Fate, Morale};
use crate::campaign::Campaign;
use crate::charts::Posture;
use crate::combat::{Outcome, Role};
use crate::engagement::Which;
use crate::game::{Active, Exploit, Game, Mode, Phase, Place, Setting};
use crate::options::{AfterCombat, ContestedControl, Delay, Rout};
use crate::rule;
use crate::unit::Units;
use grognard_board::Hex;
use grognard_umpire::{Asked, Asking, BySide, Clerk, Openness, Reveal, Ruling, Side, Umpire, YesNo};

impl Game {
    /// The loser retreats, is demoralized, or holds a major city at a price. [8.11]
    pub(crate) fn beaten(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let (attacker, defender) = (self.phasing, self.phasing.other());
        let defenders = self.force_at(rules, defender, setting.hex);
        let fought = defenders.without(setting.idle);
        let routed = self.rout(&outcome, setting.hex, fought, rules, ump)?;
        // Whoever routs his strongest unit holds the city, and the attacker goes back demoralized.
        ump.note_if(rule!("8.11-k"), || !routed.is_empty());
        let winner = if routed.is_empty() { outcome.winner } else { Role::Defender };
        let loser = if winner == Role::Attacker { defender } else { attacker };
        let morale = if setting.demoralized[loser] { Morale::Demoralized } else { Morale::Steady };
        let fate = match routed.is_empty() {
            true => Fate::of(&outcome, morale, &rules.options, ump),
            false => Fate::of_the_thrown_back(morale, ump),
        };
        let lost_it = self.force_at(rules, loser, setting.hex);
        // Those above the stacking limit who stood by are lost where their force has lost the combat, even if a rout
        // saves the hex; whoever is thrown back by a rout has not lost it, and takes his own along.
        let beaten = if outcome.winner == Role::Attacker { defender } else { attacker };
        let stood_by = setting.idle.both(rules.units_of[beaten]);
        ump.note_if(rule!("2.3-f"), || !stood_by.is_empty());
        ump.note_if(rule!("2.3-g"), || !setting.idle.without(stood_by).is_empty());
        let going = lost_it.without(stood_by);
        let mut gone = stood_by;
        if !going.is_empty() {
            match self.fall_back(&active, going, winner, &outcome, setting.hex, rules, ump)? {
                None => gone = gone.with(going),
                Some(end) => {
                    self.put(going, end);
                    gone = gone.with(self.bear(rules, going, fate, ump)?);
                    if loser == attacker {
                        active.at = end;
                    }
                }
            }
        }
        if outcome.winner == Role::Defender && setting.demoralized[defender] {
            // A demoralized defender that wins rallies at once.
            ump.cite(rule!("2.8-h"));
            self.demoralized = self.demoralized.without(defenders);
        }
        self.lose_routed(rules, routed, ump)?;
        self.eliminate(rules, gone, ump)?;
        active.units = active.units.without(gone);
        active.taking_part = active.taking_part.without(gone);
        self.contaminate(rules, loser, ump);
        self.settle_control(rules, setting.hex, ump);
        self.after_combat(active, outcome, winner, setting, rules, ump);
        Ok(())
    }

    /// Instead of leaving a major city the defender may rout his strongest unit and stay.
    fn rout(
        &self,
        outcome: &Outcome,
        hex: Hex,
        defenders: Units,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<Units> {
        let defender = self.phasing.other();
        if !rules.major_cities.has(hex) || usize::from(defenders.len()) < rules.options.rout_takes() {
            return Ok(Units::NONE);
        }
        if outcome.winner == Role::Defender {
            // Only defenders have the choice: an attacker beaten in a city, by a counterattack or not, goes.
            ump.cite(rule!("8.11-m"));
            return Ok(Units::NONE);
        }
        let asking = Asking::of(defender, rule!("8.11-j"), Asks::HoldTheCity);
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::No {
            return Ok(Units::NONE);
        }
        let strongest = self.strongest(rules, defenders);
        let asking = Asking::of(defender, rule!("8.11-j"), Asks::WhichUnitIsRouted);
        // Whether several are equally strong is their owner's business.
        let seeming = usize::from(defenders.len());
        let unit = ump.choose_seeming(asking, &strongest, Openness::Secret, &Vec::new, seeming)?.0;
        // It was the strongest.
        ump.reveal(Reveal::answer(defender, rule!("8.11-j")));
        ump.explain(|| {
            let (name, id) = (&rules.counter(unit).name, rules.board.id(hex));
            Ruling::new(rule!("8.11-j"), format!("{name} is routed, and {id} is held"))
        });
        Ok(Units::one(unit))
    }

    fn lose_routed(&mut self, rules: &Campaign, routed: Units, ump: &mut impl Umpire) -> Asked<()> {
        ump.note_if(rule!("8.11-l"), || !routed.is_empty());
        match rules.options.rout {
            Rout::Eliminated => self.eliminate(rules, routed, ump),
            Rout::ForGood => {
                for unit in routed.iter() {
                    self.remove(unit, Place::SURRENDERED);
                }
                Ok(())
            }
        }
    }

    /// Where the loser of a combat goes; nowhere, where no way is open.
    #[allow(clippy::too_many_arguments)]
    fn fall_back(
        &self,
        active: &Active,
        going: Units,
        winner: Role,
        outcome: &Outcome,
        hex: Hex,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Hex>> {
        let (attacker, defender) = (self.phasing, self.phasing.other());
        let (loser, clause) = match winner {
            Role::Defender => (attacker, rule!("8.11-b")),
            Role::Attacker => (defender, rule!("8.11-c")),
        };
        let mut length = (1, 1);
        let paths = match winner {
            Role::Defender => self.attacker_paths(rules, attacker, hex, active.from),
            Role::Attacker => {
                // Whoever delays may stop after a single hex.
                let delays =
                    outcome.posture == Some(Posture::Delay) && rules.options.delay == Delay::GivesWay;
                length = (if delays { 1 } else { 2 }, 3);
                self.retreat_paths(rules, defender, hex, length.0, length.1)
            }
        };
        // The zones of those just fought do not count.
        ump.cite(rule!("2.5-e"));
        if paths.is_empty() {
            // Through an enemy zone of control nobody gets away.
            ump.cite(rule!("8.11-e"));
            ump.explain(|| {
                let id = rules.board.id(hex);
                let who = rules.names(going);
                Ruling::new(rule!("8.11-e"), format!("{who}: no way out of {id}, lost"))
            });
            return Ok(None);
        }
        let asking = Asking::of(loser, clause, Asks::RetreatAlong);
        let barred = || self.barred_retreats(rules, loser, hex, length, &paths);
        ump.cite(rule!("8.11-a"));
        let path = ump.choose_among(asking, &paths, Openness::Open, &barred)?;
        // All go to one hex.
        ump.note_if(rule!("8.11-d"), || going.len() > 1);
        let end = path.end();
        // A friendly major city as the first hex was a place to stop; no retreat changes control.
        let stops = path.hexes().count() == 1 && rules.major_cities.has(end);
        ump.note_if(rule!("8.11-i"), || winner == Role::Attacker && stops);
        ump.note_if(rule!("2.9-b"), || path.hexes().any(|hex| self.controller(hex) != loser));
        ump.explain(|| {
            let (from, to) = (rules.board.id(hex), rules.board.id(end));
            Ruling::new(clause, format!("{}: retreat from {from} to {to}", rules.names(going)))
        });
        Ok(Some(end))
    }

    /// The units among some that have the most strength, for their owner to pick from.
    fn strongest<'a>(&self, rules: &'a Campaign, units: Units) -> Vec<Which<'a>> {
        let most = units.iter().map(|unit| self.strength(unit)).max();
        units
            .iter()
            .filter(|&unit| Some(self.strength(unit)) == most)
            .map(|unit| Which(unit, rules))
            .collect()
    }

    /// What losing does to a force's morale; hands back a unit that its last point leaves with.
    fn bear(&mut self, rules: &Campaign, units: Units, fate: Fate, ump: &mut impl Umpire) -> Asked<Units> {
        match fate {
            Fate::None => {}
            Fate::Demoralized => {
                // The printed figures stay what they are.
                ump.cite(rule!("8.11-f"));
                ump.cite(rule!("2.2-c"));
                self.demoralized = self.demoralized.with(units);
            }
            Fate::OneMore => {
                ump.cite(rule!("8.11-g"));
                let largest = self.strongest(rules, units);
                let owner = rules.side_of(largest[0].0);
                let asking = Asking::of(owner, rule!("8.11-g"), Asks::WhichUnitLosesOnePointMore);
                let seeming = usize::from(units.len());
                let unit = ump.choose_seeming(asking, &largest, Openness::Secret, &Vec::new, seeming)?.0;
                self.strength[unit.index()] -= 1;
                // Who is gone, and who is not, tells of the strengths.
                ump.reveal(Reveal::TO_EVERYBODY);
                if self.strength(unit) == 0 {
                    return Ok(Units::one(unit));
                }
            }
        }
        Ok(Units::NONE)
    }

    /// A hex with one side left in it is that side's. [2.9-a]
    fn settle_control(&mut self, rules: &Campaign, hex: Hex, clerk: &mut impl Clerk) {
        if rules.options.contested_control != ContestedControl::Holder {
            return;
        }
        let here = BySide::from_fn(|side| !self.force_at(rules, side, hex).is_empty());
        match (here.first, here.second) {
            (true, false) => self.take_control(rules, Side::First, hex, clerk),
            (false, true) => self.take_control(rules, Side::Second, hex, clerk),
            _ => {}
        }
    }

    /// After the loser's lot: exploitation for an attacker who won, otherwise the end, unless the switch lets
    /// the force go on with the points it has left.
    fn after_combat(
        &mut self,
        mut active: Active,
        outcome: Outcome,
        winner: Role,
        setting: Setting,
        rules: &Campaign,
        ump: &mut impl Umpire,
    ) {
        // A beaten defender has left the hex, one way or the other. Defenders never exploit, a counterattack
        // notwithstanding; nor does a second exploitation follow.
        let first = active.exploit.is_none();
        ump.note_if(rule!("8.12-i"), || winner == Role::Defender);
        ump.note_if(rule!("8.12-f"), || winner == Role::Attacker && !first);
        let goes_on = self.goes_on(&active, &setting, rules);
        let won = winner == Role::Attacker && outcome.earned;
        // Whoever was one too many has not attacked, and so does not exploit.
        let attacked = active.units.without(setting.idle);
        ump.note_if(rule!("2.3-e"), || won && first && attacked != active.units);
        // Whoever goes on stands: he has not come from anywhere.
        active.from = None;
        if won && first && !attacked.is_empty() {
            ump.cite(rule!("8.12-a"));
            active.spent_before = active.spent;
            active.exploit = Some(Exploit {
                hex: setting.hex,
                left: attacked,
                plan: outcome.plan,
                surplus: outcome.surplus,
                automatic: outcome.automatic,
                supplied: setting.supplied,
                capable: self.is_capable(rules, attacked),
                goes_on,
            });
            self.phase = Phase::Exploitation(active);
        } else if goes_on {
            ump.cite(rule!("7.0-a"));
            self.phase = Phase::Active(active);
        } else {
            self.finish_activity(active, ump);
        }
    }

    /// Whether a force may go on after a combat with the points it has left. A concerted attack is all that
    /// its force does, but one that a reaction kept from it is still to be made.
    fn goes_on(&self, active: &Active, setting: &Setting, rules: &Campaign) -> bool {
        let read = match rules.options.after_combat {
            AfterCombat::Ends => false,
            AfterCombat::ForcedGoesOn => setting.forced,
            AfterCombat::GoesOn => true,
        };
        let free = match active.mode {
            Mode::Free | Mode::Exploiting => true,
            Mode::GrandAssault { .. } => setting.forced && active.units.both(self.demoralized).is_empty(),
            Mode::Penetration => false,
        };
        let left = self.points(rules, active, active.units).saturating_sub(active.spent);
        read && free && !active.units.is_empty() && left > 0
    }
}
