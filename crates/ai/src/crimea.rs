//! An opponent for Days of Empire. It plans by brigade (attack, hold, screen, reserve), weighs places by the fire they give
//! and take, and plays charges, answers to charges and whatever else hangs on dice through to the end of the turn on copies of
//! the battle, with the rules themselves. It looks only at what its side may see, keeps no plan from one question to the
//! next, and says in a line why.

mod candidates;
mod place;
mod plan;
mod trial;

use crate::Decision;
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
use plan::{Plan, Role};
use trial::Trial;

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
    const fn tries(self) -> u32 {
        match self {
            Strength::Easy => 3,
            Strength::Full => 10,
        }
    }
}

/// The most options that are tried out.
const OPTIONS_MAX: usize = 16;

/// Answers one question put to a side of a battle.
pub fn decide(battle: &Battle<Measured>, rules: &Campaign, question: &Question) -> Decision {
    decide_at(Strength::Full, battle, rules, question)
}

/// Answers one question, thinking so hard.
pub fn decide_at(
    strength: Strength,
    battle: &Battle<Measured>,
    rules: &Campaign,
    question: &Question,
) -> Decision {
    let keys: Vec<String> = question.options().iter().map(|option| option.key.clone()).collect();
    let side = question.asking.by.unwrap_or(Side::First);
    let Some(first) = keys.first() else { return say("", "") };
    let seen = as_seen(battle, rules, side);
    let staff = Staff { battle: &seen, rules, side, strength };
    match Asks::of(question.asking.topic) {
        // Nobody lays down his arms while he can fight.
        Some(Asks::EndOfTheTurn) => say("done", ""),
        Some(Asks::PromoteAGeneral) => say("yes", "a formation wants its general"),
        Some(Asks::Fire) => staff.fire(&keys),
        Some(Asks::NextMove) => staff.next_move(&keys),
        Some(Asks::ItsMove) => staff.its_move(&keys),
        Some(Asks::Announce) => staff.announce(&keys),
        Some(Asks::Charges) => staff.charges(&keys),
        Some(Asks::UnitThatTestsNext | Asks::AssaultFoughtNext | Asks::Place) => say(first, ""),
        topic => staff.tried(question, &keys, topic),
    }
}

fn say(key: &str, why: impl Into<String>) -> Decision {
    Decision { key: key.to_owned(), why: why.into() }
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

    fn trial(&self) -> Trial<'a> {
        Trial { battle: self.battle, rules: self.rules, side: self.side }
    }

    /// Guns first, each at what it hits best; then everybody else fires at the nearest.
    fn fire(&self, keys: &[String]) -> Decision {
        let scene = self.scene();
        let shot = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            let [_, firer, target] = words[..] else { return None };
            let (firer, target) = (scene.find(firer)?, scene.find(target)?);
            let gun = scene.profile(firer).arm.is_gun();
            gun.then(|| (place::shot(scene, firer, target), firer, target))
        };
        let best = keys.iter().filter_map(|key| Some((shot(key)?, key))).max();
        match best {
            Some(((worth, firer, target), key)) if worth > 0 => {
                let why = format!("{} hits {} best", scene.name(firer), scene.name(target));
                say(key, why)
            }
            _ if keys.iter().any(|key| key == "all") => say("all", "everybody fires"),
            _ => say("done", ""),
        }
    }

    /// Off-board brigades come on as soon as they may, where they are nearest to what matters; a hidden unit shows itself
    /// when it can hit.
    fn announce(&self, keys: &[String]) -> Decision {
        let (scene, plan) = (self.scene(), Plan::of(self.battle, self.rules, self.side));
        let size = self.rules.land.size();
        let far = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            let [_, _, edge, along] = words[..] else { return None };
            let edge = Edge::ALL.iter().find(|one| one.word() == edge)?;
            let at = edge.point(Mils::read(along).ok()?, size);
            Some(plan.to_goal(self.rules, at))
        };
        if let Some((_, key)) = keys.iter().filter_map(|key| Some((far(key)?, key))).min() {
            return say(key, "the reserve is wanted");
        }
        let near = |key: &&String| {
            let unit = key.strip_prefix("show ").and_then(|unit| scene.find(unit));
            unit.is_some_and(|unit| place::nearest(scene, unit).is_some_and(|(gap, _)| gap < 8_000))
        };
        match keys.iter().find(near) {
            Some(key) => say(key, "the enemy is close enough"),
            None => say("done", ""),
        }
    }

    /// Charges by what they bring by the end of the turn, fire and all, against standing and shooting.
    fn charges(&self, keys: &[String]) -> Decision {
        let scene = self.scene();
        let worth = |key: &String| {
            let words: Vec<&str> = key.split(' ').collect();
            let (charger, target) = match words[..] {
                ["charge", "brigade", _, target] => (None, scene.find(target)),
                ["charge", charger, target, ..] => (scene.find(charger), scene.find(target)),
                _ => return None,
            };
            Some(place::prey(scene, charger, target?)).filter(|worth| *worth > 0)
        };
        let mut ways: Vec<(i64, &String)> = keys.iter().filter_map(|key| Some((worth(key)?, key))).collect();
        ways.sort_by_key(|(worth, _)| -worth);
        // One way at each enemy by each unit, the likeliest first.
        ways.dedup_by_key(|(_, key)| key.split(' ').take(3).collect::<Vec<_>>().join(" "));
        ways.truncate(if self.strength == Strength::Easy { 3 } else { 8 });
        if ways.is_empty() {
            return say("done", "");
        }
        let trial = self.trial();
        let tries = self.strength.tries();
        let still = trial.worth(Asks::Charges, "done", tries).unwrap_or_default();
        let tried = ways.iter().filter_map(|(_, key)| Some((trial.worth(Asks::Charges, key, tries)?, *key)));
        match tried.max() {
            Some((worth, key)) if worth > still + 100 => {
                let points = (worth - still) / 100;
                say(key, format!("tried out, the charge is worth {points} points more than standing"))
            }
            _ => say("done", "no charge pays"),
        }
    }

    /// Whatever hangs on dice: each option is played out on copies of the battle.
    fn tried(&self, question: &Question, keys: &[String], topic: Option<Asks>) -> Decision {
        let (trial, Some(topic)) = (self.trial(), topic) else { return say(&keys[0], "") };
        let step = keys.len().div_ceil(OPTIONS_MAX);
        let tries = self.strength.tries();
        let mut best: Option<(i64, &String)> = None;
        for key in keys.iter().step_by(step.max(1)) {
            let Some(worth) = trial.worth(topic, key, tries) else { continue };
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, key));
            }
        }
        let Some((_, key)) = best else { return say(&keys[0], "") };
        say(key, format!("{}: tried out, this comes out best", question.asking.words()))
    }

    /// The next unit to move, and how: those nearest to the enemy first, so that nobody stands in another's way.
    fn next_move(&self, keys: &[String]) -> Decision {
        let scene = self.scene();
        let plan = Plan::of(self.battle, self.rules, self.side);
        let mut movers: Vec<(i64, UnitId)> = keys
            .iter()
            .filter_map(|key| scene.find(key))
            .map(|unit| (place::nearest(scene, unit).map_or(i64::MAX, |(gap, _)| gap), unit))
            .collect();
        movers.sort_unstable();
        for (_, unit) in movers {
            let arm = scene.profile(unit).arm;
            let texts = match arm == Arm::Staff {
                true => candidates::of_staff(scene, &plan, unit),
                false => candidates::of_troops(scene, &plan, unit),
            };
            let best = self.best_move(&plan, unit, &texts);
            if let Some((text, why)) = best {
                return say(&text, why);
            }
        }
        say("done", "")
    }

    /// A unit that was named: the same, among what is offered as well.
    fn its_move(&self, keys: &[String]) -> Decision {
        let scene = self.scene();
        let unit = keys.first().and_then(|key| key.split(' ').next()).and_then(|key| scene.find(key));
        let Some(unit) = unit else { return say(&keys[0], "") };
        let plan = Plan::of(self.battle, self.rules, self.side);
        match self.best_move(&plan, unit, keys) {
            Some((text, why)) => say(&text, why),
            None => say(keys.iter().find(|key| key.ends_with(" hold")).unwrap_or(&keys[0]), "it stands well"),
        }
    }

    /// The best of some moves; nothing if standing still is as good.
    fn best_move(&self, plan: &Plan, unit: UnitId, texts: &[String]) -> Option<(String, String)> {
        let (scene, trial) = (self.scene(), self.trial());
        let view = place::View::new(scene, plan, self.side);
        let still = view.worth(scene, plan, unit);
        let (charges, moves): (Vec<&String>, Vec<&String>) =
            texts.iter().partition(|text| text.split(' ').nth(1) == Some("charge"));
        let mut best: Option<(i64, &String)> = None;
        for text in moves {
            let Some(after) = trial.moved(text) else { continue };
            let there = Scene { rules: self.rules, now: &after.now };
            let worth = view.worth(there, plan, unit);
            if worth > still && best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, text));
            }
        }
        // An opportunity charge is dice: it is tried out against the best move.
        let tries = self.strength.tries();
        let stands = (!charges.is_empty()).then(|| trial.worth(Asks::NextMove, "done", tries)).flatten();
        let charge = stands.and_then(|stands| {
            let tried =
                charges.iter().filter_map(|text| Some((trial.worth(Asks::NextMove, text, tries)?, *text)));
            tried.max().filter(|(worth, _)| *worth > stands + 100)
        });
        if let Some((_, text)) = charge {
            return Some((text.clone(), "an opportunity worth taking".to_owned()));
        }
        best.map(|(_, text)| (text.clone(), self.reason(plan, unit, text)))
    }

    /// Why it moves, in a line.
    fn reason(&self, plan: &Plan, unit: UnitId, text: &str) -> String {
        let scene = self.scene();
        let name = scene.name(unit);
        let goal = |at: Option<usize>| {
            at.map_or("the enemy".to_owned(), |at| self.rules.objectives[at].name.clone())
        };
        let near = place::nearest(scene, unit).is_some_and(|(gap, _)| gap < 14_000);
        match plan.role(scene, unit) {
            _ if text.contains("form square") => format!("{name} forms square: horse is near"),
            _ if text.contains("form line") && near => format!("{name} deploys before the musketry"),
            _ if text.contains("unlimber") => format!("{name} comes into action"),
            _ if text.contains("join") => format!("{name} joins his men"),
            Role::Attack(at) => format!("{name} goes for {}", goal(at)),
            Role::Hold(at) => format!("{name} holds {}", goal(at)),
            Role::Screen => format!("{name} keeps to the flank"),
            Role::Reserve => format!("{name} stays behind the line"),
        }
    }
}

/// How far it is between two points.
fn far(here: Point, there: Point) -> i64 {
    i64::from((there - here).square().isqrt() as i32)
}
