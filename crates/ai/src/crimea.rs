//! An opponent for Days of Empire. It plans by brigade (attack, hold, screen, reserve), weighs places by the fire they give
//! and take, and plays charges, answers to charges and whatever else hangs on dice through to the end of the turn on copies of
//! the battle, with the rules themselves. It looks only at what its side may see, keeps no plan from one question to the
//! next, and says in a line why.

mod candidates;
mod clash;
mod crossing;
mod fire;
mod march;
mod naive;
mod place;
mod plan;
mod reason;
mod standing;
mod trial;

use crate::Decision;
use clash::Clash;
use grognard_board::table::{Mils, Point};
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::Battle;
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::{Place, Scene};
use grognard_days_of_empire::title::army::Edge;
use grognard_days_of_empire::unit::Arm;
use grognard_umpire::{Question, Side};
pub use naive::advance_and_fire;
use place::{View, cover_of};
use plan::Plan;
use trial::{Trial, Tries};

/// How hard it thinks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Strength {
    /// For a quiet evening: it moves and fires by its plan and looks no farther.
    Easy,
    /// It tries charges and answers to charges out, many times over.
    Full,
}

impl Strength {
    /// How many falls of the dice each way is tried with.
    fn tries(self, units: usize) -> Tries {
        match self {
            Strength::Easy => Tries { from: 0, count: 3 },
            // A small battle is thought over longer: it takes as long as a large one.
            Strength::Full => Tries { from: 0, count: (160 / units.max(1) as u32).clamp(6, 24) },
        }
    }

    /// How many it is tried with once more, if it is among the best: others than before, so that luck is not counted twice.
    fn tries_again(self, units: usize) -> Tries {
        Tries { from: 1_000, count: 3 * self.tries(units).count }
    }
}

/// The most options that are tried out.
const OPTIONS_MAX: usize = 16;
/// The most charges that are tried out at one question.
const WAYS_MAX: usize = 4;
/// A charge that is worth less than this, in hundredths of a point, is left: it costs the volley and the order of the ranks.
const CHARGE_LEAST: i64 = 100;

/// Answers one question put to a side of a battle, with the reason as everybody may hear it.
pub fn decide(battle: &Battle<Measured>, rules: &Campaign, question: &Question) -> Decision {
    decide_at(Strength::Full, battle, rules, question)
}

/// Answers one question, thinking so hard, with the reason as everybody may hear it.
pub fn decide_at(
    strength: Strength,
    battle: &Battle<Measured>,
    rules: &Campaign,
    question: &Question,
) -> Decision {
    let key = answer_at(strength, battle, rules, question);
    Decision { why: aloud(strength, battle, rules, (question, &key)), key }
}

/// The key of an answer alone: reasons cost time.
pub fn answer_at(
    strength: Strength,
    battle: &Battle<Measured>,
    rules: &Campaign,
    question: &Question,
) -> String {
    let side = question.asking.by.unwrap_or(Side::First);
    let seen = as_seen(battle, rules, side);
    Staff { battle: &seen, rules, side, strength }.answer(question)
}

/// What can be said aloud of an answer: the reason that somebody would give who sees what both sides see. It tells nothing of
/// who is hidden or off the table.
pub fn aloud(
    strength: Strength,
    battle: &Battle<Measured>,
    rules: &Campaign,
    (question, key): (&Question, &str),
) -> String {
    let side = question.asking.by.unwrap_or(Side::First);
    let seen = as_seen(&as_seen(battle, rules, side), rules, side.other());
    Staff { battle: &seen, rules, side, strength }.reason(question, key).unwrap_or_default()
}

/// The battle as a side sees it: whoever is hidden from it is not on the table.
fn as_seen(battle: &Battle<Measured>, rules: &Campaign, side: Side) -> Battle<Measured> {
    let mut seen = battle.clone();
    for unit in battle.now.all() {
        let secret = matches!(battle.now.unit(unit).place, Place::Hidden | Place::Mapped | Place::OffBoard);
        if secret && battle.now.side(rules, unit) != side {
            let state = seen.now.unit_mut(unit);
            state.place = Place::OffBoard;
            state.pose = rules.start[0].pose;
        }
    }
    seen
}

/// One side's staff at one moment.
struct Staff<'a> {
    battle: &'a Battle<Measured>,
    rules: &'a Campaign,
    side: Side,
    strength: Strength,
}

impl<'a> Staff<'a> {
    fn scene(&self) -> Scene<'a> {
        Scene { rules: self.rules, now: &self.battle.now }
    }

    /// How many units are on the table.
    fn units(&self) -> usize {
        Side::ALL.into_iter().map(|side| self.battle.now.troops(self.rules, side).iter().count()).sum()
    }

    fn plan(&self) -> Plan {
        Plan::of(self.battle, self.rules, self.side)
    }

    fn trial(&self) -> Trial<'a> {
        Trial { battle: self.battle, rules: self.rules, side: self.side }
    }

    /// The answer to a question.
    fn answer(&self, question: &Question) -> String {
        let keys: Vec<String> = question.options().iter().map(|option| option.key.clone()).collect();
        let Some(first) = keys.first() else { return String::new() };
        match Asks::of(question.asking.topic) {
            // Nobody lays down his arms while he can fight.
            Some(Asks::EndOfTheTurn) => "done".to_owned(),
            Some(Asks::PromoteAGeneral) => "yes".to_owned(),
            Some(Asks::Fire) => self.fire(&keys),
            Some(Asks::NextMove) => self.next_move(&keys),
            Some(Asks::ItsMove) => self.its_move(&keys),
            Some(Asks::Announce) => self.announce(&keys),
            Some(Asks::Charges) => self.charges(&keys),
            Some(Asks::UnitThatTestsNext | Asks::AssaultFoughtNext | Asks::Place) => first.clone(),
            topic => self.tried(&keys, topic),
        }
    }

    /// Guns first, each at what it hits best; then everybody else fires at the nearest.
    fn fire(&self, keys: &[String]) -> String {
        let scene = self.scene();
        let plan = self.plan();
        let mut ground = self.battle.ground.clone();
        let field = ground.field(scene);
        let mut shot = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            let ["fire", firer, target] = words[..] else { return None };
            let (firer, target) = (scene.find(firer)?, scene.find(target)?);
            if !scene.profile(firer).arm.is_gun() {
                return None;
            }
            let cover = || cover_of(&mut ground, scene, target, firer);
            let worth = fire::worth(scene, (firer, target), fire::gap(&field, firer, target), cover);
            // Who stands in the place that decides the battle is shot out of it first; who charges, before all others.
            let stakes = 2 + i64::from(plan.is_in_the_way(scene, target));
            let stakes = stakes + 2 * i64::from(scene.now.charge_of(target).is_some());
            Some((worth * stakes, firer, target))
        };
        let mut shots: Vec<((i64, UnitId, UnitId), &String)> = Vec::new();
        for key in keys {
            shots.extend(shot(key).map(|shot| (shot, key)));
        }
        match shots.into_iter().max() {
            Some(((worth, _, _), key)) if worth > 0 => key.clone(),
            _ if keys.iter().any(|key| key == "all") => "all".to_owned(),
            _ => "done".to_owned(),
        }
    }

    /// Off-board brigades come on as soon as they may, where they are nearest to what matters; a hidden unit shows itself
    /// when it can hit.
    fn announce(&self, keys: &[String]) -> String {
        let (scene, plan) = (self.scene(), self.plan());
        let size = self.rules.land.size();
        let far = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            let [_, _, edge, along] = words[..] else { return None };
            let edge = Edge::ALL.iter().find(|one| one.word() == edge)?;
            let at = edge.point(Mils::read(along).ok()?, size);
            Some(plan.to_goal(self.rules, at))
        };
        // What is offered are examples: a place between them may be open where they are not.
        let mut ways: Vec<(i64, String)> =
            keys.iter().filter_map(|key| Some((far(key)?, key.clone()))).collect();
        if ways.is_empty() {
            let trial = self.trial();
            let between = self.entries().into_iter().filter_map(|key| Some((far(&key)?, key)));
            ways = between.filter(|(_, key)| trial.after(Asks::Announce, key).is_some()).collect();
        }
        if let Some((_, key)) = ways.iter().min() {
            return key.clone();
        }
        let near = |key: &&String| {
            let unit = key.strip_prefix("show ").and_then(|unit| scene.find(unit));
            let close = |unit: UnitId| place::nearest(scene, unit).is_some_and(|(gap, _)| gap < 8_000);
            unit.is_some_and(|unit| plan.attacks || close(unit))
        };
        keys.iter().find(near).map_or("done".to_owned(), String::clone)
    }

    /// Orders that would bring a waiting brigade on, along the part of the edge that the battle names for it.
    fn entries(&self) -> Vec<String> {
        let mut texts = Vec::new();
        let due = |at: &usize| {
            let command = &self.rules.commands[*at];
            command.side == self.side
                && self.battle.now.all().any(|unit| {
                    let own = self.battle.now.profile(self.rules, unit).command;
                    own.is_some_and(|own| own.index() == *at)
                        && self.battle.now.unit(unit).place == Place::OffBoard
                })
        };
        for at in (0..self.rules.commands.len()).filter(due) {
            let Some(entry) = self.rules.entries[at].filter(|entry| entry.from_turn <= self.battle.now.turn)
            else {
                continue;
            };
            if let (Some(edge), Some((from, to))) = (entry.edge, entry.span) {
                let key = &self.rules.commands[at].key;
                let places = (from.0..=to.0).step_by(2_000).map(Mils);
                texts.extend(places.map(|along| format!("bring {key} {} {along}", edge.word())));
            }
        }
        texts
    }

    /// Charges by what they bring by the end of the turn, fire and all, against standing and shooting.
    fn charges(&self, keys: &[String]) -> String {
        let plan = self.plan();
        let mut ways: Vec<(i64, Vec<UnitId>, &String)> = keys
            .iter()
            .filter_map(|key| self.charge(&plan, key).map(|(worth, units)| (worth, units, key)))
            .collect();
        ways.sort_by_key(|(worth, _, _)| -worth);
        // One way at each enemy by each unit, the likeliest first.
        ways.dedup_by_key(|(_, units, key)| (units.clone(), key.starts_with("charge brigade")));
        ways.truncate(if self.strength == Strength::Easy { 2 } else { WAYS_MAX });
        let mut best: Option<(i64, Vec<UnitId>, &String)> = None;
        for (_, units, key) in ways {
            let gain = self.gain(&units, Asks::Charges, key, self.strength.tries(self.units()));
            if let Some(gain) = gain.filter(|gain| best.as_ref().is_none_or(|(most, _, _)| gain > most)) {
                best = Some((gain, units, key));
            }
        }
        // The most promising is tried out once more: the best of several was perhaps the luckiest.
        let best = best.filter(|(gain, _, _)| *gain > 0).and_then(|(_, units, key)| {
            let gain = self.gain(&units, Asks::Charges, key, self.strength.tries_again(self.units()))?;
            Some((gain, key))
        });
        match best {
            Some((gain, key)) if gain > CHARGE_LEAST => key.clone(),
            _ => "done".to_owned(),
        }
    }

    /// What a charge looks like before it is tried out, and who takes part; nothing if it is hopeless or no charge.
    fn charge(&self, plan: &Plan, key: &str) -> Option<(i64, Vec<UnitId>)> {
        let (scene, words) = (self.scene(), key.split(' ').collect::<Vec<_>>());
        let (chargers, target) = match words[..] {
            ["charge", "brigade", brigade, target] => {
                let target = scene.find(target)?;
                let at = self.rules.commands.iter().position(|command| command.key == brigade);
                let near = |unit: &UnitId| {
                    scene.profile(*unit).command.map(|command| command.index()) == at
                        && far(scene.unit(*unit).pose.at, scene.unit(target).pose.at) < 20_000
                };
                (self.battle.now.troops(self.rules, self.side).iter().filter(near).collect(), target)
            }
            // A squadron by itself is weaker than the whole.
            ["charge", _, "of", ..] => return None,
            ["charge", charger, target, ..] => (vec![scene.find(charger)?], scene.find(target)?),
            _ => return None,
        };
        let mut ground = self.battle.ground.clone();
        let field = ground.field(scene);
        let mut one = |charger: UnitId| {
            let cover = cover_of(&mut ground, scene, target, charger);
            Clash { charger, target, gap: fire::gap(&field, charger, target), cover }.prospect(scene)
        };
        let worth = chargers.iter().map(|charger| one(*charger)).max()?;
        // Whoever is in the place that decides the battle is worth a bad risk.
        let (risk, stakes) = match plan.is_in_the_way(scene, target) {
            true => (2_000, fire::price(scene.profile(target)) / 2),
            false => (100, 0),
        };
        let units: Vec<UnitId> = chargers.into_iter().chain([target]).collect();
        (worth > -risk).then_some((worth + stakes, units))
    }

    /// What an answer brings against `done`, tried out around some units with the same dice.
    fn gain(&self, units: &[UnitId], topic: Asks, key: &str, tries: Tries) -> Option<i64> {
        let part = trial::around(self.battle, self.rules, units);
        let trial = Trial { battle: &part, rules: self.rules, side: self.side };
        Some(trial.worth(topic, key, tries)? - trial.worth(topic, "done", tries)?)
    }

    /// Whatever hangs on dice: each option is played out on copies of the battle.
    fn tried(&self, keys: &[String], topic: Option<Asks>) -> String {
        let Some(topic) = topic else { return keys[0].clone() };
        // What is asked in the middle of a turn is about those who charge and fight.
        let now = &self.battle.now;
        let charging = now.charges.iter().flat_map(|one| [one.charger, one.target]);
        let fighting = now.contacts.iter().flat_map(|one| [one.by, one.on]);
        let busy: Vec<UnitId> = charging.chain(fighting).collect();
        let part =
            if busy.is_empty() { self.battle.clone() } else { trial::around(self.battle, self.rules, &busy) };
        let trial = Trial { battle: &part, rules: self.rules, side: self.side };
        let step = keys.len().div_ceil(OPTIONS_MAX);
        let tries = self.strength.tries(self.units());
        let mut best: Option<(i64, &String)> = None;
        for key in keys.iter().step_by(step.max(1)) {
            let Some(worth) = trial.worth(topic, key, tries) else { continue };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, key));
            }
        }
        best.map_or_else(|| keys[0].clone(), |(_, key)| key.clone())
    }

    /// The next unit to move, and how: those nearest to the enemy first, so that nobody stands in another's way.
    fn next_move(&self, keys: &[String]) -> String {
        let scene = self.scene();
        let plan = self.plan();
        // Generals see first where their men have gone.
        let staff = |unit: UnitId| scene.profile(unit).arm == Arm::Staff;
        let mut movers: Vec<(bool, i64, UnitId)> = keys
            .iter()
            .filter_map(|key| scene.find(key))
            .map(|unit| (staff(unit), place::nearest(scene, unit).map_or(i64::MAX, |(gap, _)| gap), unit))
            .collect();
        movers.sort_unstable();
        for (_, _, unit) in movers {
            let view = View::new(self.battle, self.rules, &plan, unit);
            let texts = match staff(unit) {
                true => candidates::of_staff(scene, unit),
                false => candidates::of_troops(self.battle, self.rules, (&plan, &view), unit),
            };
            if let Some(text) = self.best_move(&view, unit, &texts) {
                return text;
            }
            // Whoever stands well is done, and is not asked again this turn.
            let hold = format!("{} hold", scene.key(unit));
            if self.trial().moved(&hold).is_some() {
                return hold;
            }
        }
        "done".to_owned()
    }

    /// A unit that was named: the same, among what is offered as well.
    fn its_move(&self, keys: &[String]) -> String {
        let scene = self.scene();
        let unit = keys.first().and_then(|key| key.split(' ').next()).and_then(|key| scene.find(key));
        let Some(unit) = unit else { return keys[0].clone() };
        let plan = self.plan();
        let view = View::new(self.battle, self.rules, &plan, unit);
        let hold = || keys.iter().find(|key| key.ends_with(" hold")).unwrap_or(&keys[0]).clone();
        self.best_move(&view, unit, keys).unwrap_or_else(hold)
    }

    /// The best of some moves; nothing if standing still is as good.
    fn best_move(&self, view: &View<'_>, unit: UnitId, texts: &[String]) -> Option<String> {
        let trial = self.trial();
        // Nobody moves for a trifle: who stands still recovers his order.
        let still = view.worth(self.battle) + fire::price(self.scene().profile(unit)) / 60;
        let (charges, moves): (Vec<&String>, Vec<&String>) =
            texts.iter().partition(|text| text.split(' ').nth(1) == Some("charge"));
        let mut best: Option<(i64, &String)> = None;
        for text in moves {
            let Some(after) = trial.moved(text) else { continue };
            let worth = view.worth(&after);
            if worth > still && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, text));
            }
        }
        // An opportunity charge is dice: it is tried out.
        let tries = self.strength.tries(self.units());
        let gain = |text: &&String| {
            let target = text.split(' ').next_back().and_then(|key| self.scene().find(key))?;
            self.gain(&[unit, target], Asks::NextMove, text, tries)
        };
        let tried = charges.iter().filter_map(|text| Some((gain(text)?, *text)));
        if let Some((_, text)) = tried.max().filter(|(gain, _)| *gain > CHARGE_LEAST) {
            return Some((*text).clone());
        }
        best.map(|(_, text)| text.clone())
    }
}

/// How far it is between two points.
fn far(here: Point, there: Point) -> i64 {
    i64::from((there - here).square().isqrt() as i32)
}
