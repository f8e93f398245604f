//! Evasion as a procedure of its own: slipping away before a battle, on land, at sea, or out of a blockaded
//! port.

mod playable;

use crate::answer::is_yes;
use crate::asks::Asks;
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::modifier::Sheet;
use crate::power::{Country, NavalTechnology};
use crate::sea_attrition::{check_manoeuvre, check_year};
use crate::siege::{LEVEL_MAX, garrison_room};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Asked, Asking, Barred, Dice, Flow, Modifier, Offer, Openness, Procedure, Refusal, Ruling, Side, Target,
    TargetKind, Umpire,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// What a stack does before a battle it did not seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Stand {
    /// It fights, or stays in port.
    Fight,
    /// It tries to slip away.
    Evade,
    /// It goes into the local fortress.
    Fortress,
}

impl Offer for Stand {
    fn key(&self) -> String {
        match self {
            Stand::Fight => "fight",
            Stand::Evade => "evade",
            Stand::Fortress => "fortress",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Stand::Fight => "stand and fight",
            Stand::Evade => "try to slip away",
            Stand::Fortress => "go into the fortress",
        }
        .to_owned()
    }
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EvaderText {
    name: String,
    country: Country,
    /// Its land counters.
    counters: Option<String>,
    /// Or its ships.
    ships: Option<String>,
    #[serde(default)]
    manoeuvre: i8,
    /// Where it may go: friendly provinces next to it that are not besieged; at sea the nearest ports.
    refuges: Vec<String>,
    /// The level of the local friendly fortress; 0 is a fort.
    fortress: Option<u8>,
    /// Whether it moves or intercepts itself, and so cannot evade.
    #[serde(default)]
    moving: bool,
    /// What it does, if nobody is asked.
    stand: Stand,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct PursuerText {
    name: String,
    /// Whose the blockading ships are, for what their F counters hold.
    country: Option<Country>,
    #[serde(default)]
    manoeuvre: i8,
    /// Its ships, if it blockades the evader's port.
    blockading_with: Option<String>,
    technology: Option<NavalTechnology>,
    /// Whether it forces a battle on a fleet that fails to slip out, if nobody is asked.
    #[serde(default)]
    forces_battle: bool,
}

grognard_charts::battle_file! {
    /// An evasion file.
    #[derive(Clone, Debug)]
    pub struct EvasionText {
        /// When, for what the F counters hold; where nothing is said, as much as they ever do.
        year: Option<u16>,
        evader: EvaderText,
        pursuer: PursuerText,
    }
}

/// The givens of an evasion. The evader is the first side.
pub struct Escape {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// The evader and the pursuer.
    pub names: [String; 2],
    /// MAN of the evader less that of the pursuer.
    pub manoeuvre: i8,
    /// The evader's stack; none at sea.
    pub stack: Option<Stack>,
    /// The ND of the evader and the ships that blockade it, with their technology.
    pub blockade: Option<(u8, Fleet, NavalTechnology)>,
    /// The level of the local fortress.
    pub fortress: Option<u8>,
    /// Whose stack it is, if part of it may go in and the rest be asked again; a game asks for that itself.
    pub divides: Option<Country>,
    /// Where it may go.
    pub refuges: Vec<Refuge>,
    /// What the fortress is called.
    pub walls: String,
    /// Whether it moves or intercepts itself.
    pub moving: bool,
    /// What the evader does, if nobody is asked.
    pub stand: Stand,
    /// Whether the blockader forces a battle.
    pub forces_battle: bool,
    /// Whether it is about to be overrun, and has no time to evade.
    pub overrun: bool,
}

/// More refuges than a province has neighbours.
const REFUGES_MAX: usize = 20;

impl Escape {
    /// Reads an evasion file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Escape, BadData> {
        let setup: EvasionText = read(file, text)?;
        let mut problems = Vec::new();
        let EvasionText { title, year, evader, pursuer, .. } = setup;
        check_year(year, &mut problems);
        check_manoeuvre(evader.manoeuvre, "evader.manoeuvre", &mut problems);
        check_manoeuvre(pursuer.manoeuvre, "pursuer.manoeuvre", &mut problems);
        let mut wrong = |path: &str, words: String| problems.push(Problem::new(path, words));
        let stack = evader.counters.as_deref().map(|counters| {
            Stack::read(counters).map_err(|problem| wrong("evader.counters", problem)).unwrap_or_default()
        });
        let ships = |path: &str, text: &Option<String>, wrong: &mut dyn FnMut(&str, String)| {
            text.as_deref()
                .map(|text| Fleet::read(text).map_err(|problem| wrong(path, problem)).unwrap_or_default())
        };
        let fleet = ships("evader.ships", &evader.ships, &mut wrong);
        let blockader = ships("pursuer.blockading-with", &pursuer.blockading_with, &mut wrong);
        match (stack, fleet) {
            (Some(stack), None) => {
                for refusal in stack.check(evader.country).err().unwrap_or_default() {
                    wrong("evader.counters", refusal.to_string());
                }
                if stack.size() == Thirds::ZERO {
                    wrong("evader.counters", "an empty stack has nothing to evade".to_owned());
                }
            }
            (None, Some(fleet)) if !fleet.is_empty() => {
                if let Err(refusal) = fleet.check_somewhere(charts, Some(evader.country), year) {
                    wrong("evader.ships", refusal.to_string());
                }
            }
            _ => wrong("evader", "write its counters or its ships, one of the two".to_owned()),
        }
        if let Some(Err(refusal)) =
            blockader.map(|ships| ships.check_somewhere(charts, pursuer.country, year))
        {
            wrong("pursuer.blockading-with", refusal.to_string());
        }
        if blockader.is_some() && (fleet.is_none() || pursuer.technology.is_none()) {
            let problem = "a blockade is run by ships, and the blockader's technology counts; write both";
            wrong("pursuer.blockading-with", problem.to_owned());
        }
        if evader.fortress.is_some_and(|level| level > LEVEL_MAX) {
            wrong("evader.fortress", "a level is 0 (a fort) to 5".to_owned());
        }
        let refuges: Vec<Refuge> = evader.refuges.into_iter().map(Refuge::named).collect();
        let twice =
            |(at, refuge): (usize, &Refuge)| refuges[..at].iter().any(|other| other.key == refuge.key);
        if refuges.len() > REFUGES_MAX || refuges.iter().enumerate().any(twice) {
            wrong("evader.refuges", "write each refuge once, 20 at most".to_owned());
        }
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        let technology = pursuer.technology.unwrap_or(NavalTechnology::Carrack);
        Ok(Escape {
            charts: Arc::clone(charts),
            title,
            names: [evader.name, pursuer.name],
            manoeuvre: evader.manoeuvre - pursuer.manoeuvre,
            stack,
            blockade: blockader.map(|ships| (fleet.unwrap_or_default().nd(), ships, technology)),
            fortress: evader.fortress,
            divides: Some(evader.country),
            refuges,
            walls: "the fortress".to_owned(),
            moving: evader.moving,
            stand: evader.stand,
            forces_battle: pursuer.forces_battle,
            overrun: false,
        })
    }

    /// What is added to the die.
    pub fn modifiers(&self) -> Vec<Modifier> {
        let clause = rule!("INTERCEPT-d");
        let figure = |row: &str| self.charts.figure("evasion", row);
        let mut list: Vec<Modifier> = Vec::new();
        // Nobody is worse off for a poorer leader.
        list.add(self.manoeuvre.max(0).into(), clause, "MAN difference");
        if let Some((nd, blockader, technology)) = self.blockade {
            if blockader.nd() < nd {
                list.add(figure("blockader has fewer ND"), clause, "the blockader has fewer ND");
            }
            if blockader.warships > 0 && technology < NavalTechnology::SeventyFour {
                list.add(figure("blockader warships without 74s"), clause, "warships, and no 74s");
            }
        }
        list
    }

    /// Whether it runs for port before a battle at sea, which costs sea attrition; on land nobody rolls, and who
    /// runs a blockade goes on with the voyage it rolls for.
    fn is_flight_at_sea(&self) -> bool {
        self.stack.is_none() && self.blockade.is_none()
    }

    fn stands(&self) -> Vec<Stand> {
        let mut stands = vec![Stand::Fight];
        if self.may_evade().is_ok() {
            stands.push(Stand::Evade);
        }
        if self.may_go_in().is_some_and(|may| may.is_ok() || self.divides.is_some()) {
            stands.push(Stand::Fortress);
        }
        stands
    }

    /// The parts of a stack that may go into the fortress, the largest first, and what stays outside.
    fn parts(&self) -> Vec<Part> {
        let (Some(level), Some(stack), Some(country)) = (self.fortress, self.stack, self.divides) else {
            return Vec::new();
        };
        let mut parts = Vec::new();
        for ld in (1..=garrison_room(&self.charts, level)).rev() {
            let rests = stack.remainders(country, Thirds::whole(ld.into()));
            // Pashas and d stay with the larger part.
            for outside in rests.into_iter().filter(|rest| (rest.pashas, rest.d) == (stack.pashas, stack.d)) {
                // An A counter that is not outside any more may be inside.
                let armies = stack.armies() - outside.armies();
                for a_minus in (0..=(ld / 2).min(armies)).rev() {
                    let inside = Stack { a_minus, ld: ld - 2 * a_minus, ..Stack::default() };
                    if inside.check(country).is_ok() {
                        parts.push(Part { inside, outside });
                    }
                }
            }
        }
        parts
    }

    fn may_evade(&self) -> Result<(), Refusal> {
        let refuse = |reason: &'static str| Err(Refusal::new(rule!("INTERCEPT-d"), reason));
        if self.moving {
            return refuse("a stack that moves or intercepts itself does not evade");
        }
        if self.overrun {
            let reason = "so far outnumbered there is no time to evade; only walls are near enough";
            return Err(Refusal::new(rule!("INTERCEPT-e"), reason));
        }
        if self.refuges.is_empty() {
            return refuse("there is no friendly place to go to");
        }
        Ok(())
    }

    /// Whether the whole stack may go into the local fortress; none where there is no fortress.
    fn may_go_in(&self) -> Option<Result<(), Refusal>> {
        let (level, stack) = (self.fortress?, self.stack?);
        let room = garrison_room(&self.charts, level);
        Some(match stack.size() <= Thirds::whole(room.into()) {
            true => Ok(()),
            false => {
                let reason = format!("{} LD; the fortress holds {room}", stack.size());
                Err(Refusal::new(rule!("INTERCEPT-d"), reason))
            }
        })
    }

    fn refused(&self) -> Vec<Barred> {
        let evade = self.may_evade().err().map(|refusal| Barred { key: Stand::Evade.key(), refusal });
        let inside = self.may_go_in().and_then(Result::err).filter(|_| self.divides.is_none());
        evade
            .into_iter()
            .chain(inside.map(|refusal| Barred { key: Stand::Fortress.key(), refusal }))
            .collect()
    }
}

/// An evasion under way. Equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Evasion {
    /// Stand, evade, or go into the fortress?
    Stand,
    /// It tries to slip away.
    Slip,
    /// It has slipped away: where to?
    Refuge,
    /// A fleet has run into the blockader, who may force a battle.
    Caught,
    /// Only part of the stack fits into the fortress: which?
    Divide,
    /// That part is inside; the rest is asked once more.
    Outside(Part, Outside),
}

/// A stack in two: what goes into the fortress, and what does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// In the fortress.
    pub inside: Stack,
    /// Before it.
    pub outside: Stack,
}

impl Offer for Part {
    fn key(&self) -> String {
        format!("{}/outside/{}", self.inside.key(), self.outside.key())
    }
    fn words(&self) -> String {
        format!("send {} into the fortress and keep {} outside", self.inside, self.outside)
    }
}

/// How far those outside have got.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outside {
    /// They stand or evade.
    Stand,
    /// They try to slip away.
    Slip,
    /// They have slipped away: where to?
    Refuge,
}

/// How an evasion came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EvasionEnd {
    /// It stands and fights, or stays in port.
    Stands,
    /// It tried and was held; on land and at sea it must fight.
    Held,
    /// It went into the fortress.
    Inside,
    /// It slipped away, to this refuge of the list.
    Away(u8),
    /// It is still in port.
    StillInPort,
    /// The blockader forces a battle.
    ForcedBattle,
    /// Part of it went into the fortress; the others fight, unless they slipped away to this refuge of the list.
    Divided(Part, Option<u8>),
}

/// A place to which an evader may go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refuge {
    /// How an answer writes it.
    pub key: String,
    /// What it is called.
    pub name: String,
}

impl Refuge {
    fn named(name: String) -> Refuge {
        Refuge { key: name.to_lowercase().replace(' ', "-"), name }
    }
}

impl Offer for Refuge {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        format!("go to {}", self.name)
    }
    fn targets(&self) -> Vec<Target> {
        vec![Target::new(TargetKind::Province, &self.key)]
    }
}

impl Escape {
    fn slips_from(&self) -> i16 {
        self.charts.figure("evasion", "success from")
    }

    /// On how many of the ten faces it would slip away.
    pub fn chance(&self) -> usize {
        let sum = Modifier::sum(&self.modifiers());
        (1..=10).filter(|face| face + sum >= self.slips_from()).count()
    }

    /// The roll: away, held, or caught by a blockader.
    fn slip(&self, ump: &mut impl Umpire) -> Asked<std::cmp::Ordering> {
        use std::cmp::Ordering;
        let list = self.modifiers();
        let sum = Modifier::sum(&list);
        let from = self.slips_from();
        let caught = self.blockade.map(|_| self.charts.figure("evasion", "forced battle at most"));
        let clause = rule!("INTERCEPT-d");
        let result = ump.throw(Asking::of(Side::First, clause, Asks::Evasion), Dice::D10, |face| {
            match face as i16 + sum {
                total if total >= from => Ordering::Greater,
                total if caught.is_some_and(|bound| total <= bound) => Ordering::Less,
                _ => Ordering::Equal,
            }
        })?;
        ump.explain_throw(|face| {
            let words = match result {
                Ordering::Greater => "slips away",
                Ordering::Equal => "is held",
                Ordering::Less => "runs into the blockader",
            };
            let battle = match caught {
                Some(bound) => format!(", {bound} or less giving battle"),
                None => String::new(),
            };
            let text = format!("{} {words}: {} against {from}{battle}", self.names[0], face as i16 + sum);
            Ruling::new(clause, text).with_modifiers(list)
        });
        Ok(result)
    }
}

impl Escape {
    /// Where it goes: a place of the list.
    fn refuge(&self, ump: &mut impl Umpire) -> Asked<u8> {
        let clause = rule!("INTERCEPT-d");
        let picked = ump.choose(Asking::of(Side::First, clause, Asks::WhereTo), &self.refuges)?;
        let at = self.refuges.iter().position(|refuge| refuge == picked).unwrap_or(0);
        ump.explain(|| {
            let due = if self.is_flight_at_sea() { " and rolls sea attrition on the way" } else { "" };
            Ruling::new(clause, format!("{} goes to {}{due}", self.names[0], picked.name))
        });
        Ok(at as u8)
    }

    /// What those do who did not find room in the fortress.
    fn outside(&self, part: Part, outside: Outside, ump: &mut impl Umpire) -> Flow<Evasion> {
        let asking = Asking::of(Side::First, rule!("INTERCEPT-d"), Asks::StandOrEvade);
        Ok(match outside {
            Outside::Stand => {
                let stands: &[Stand] =
                    if self.may_evade().is_ok() { &[Stand::Fight, Stand::Evade] } else { &[Stand::Fight] };
                match ump.choose(asking, stands)? {
                    Stand::Evade => Continue(Evasion::Outside(part, Outside::Slip)),
                    _ => Break(EvasionEnd::Divided(part, None)),
                }
            }
            Outside::Slip => match self.slip(ump)? {
                std::cmp::Ordering::Greater => Continue(Evasion::Outside(part, Outside::Refuge)),
                _ => Break(EvasionEnd::Divided(part, None)),
            },
            Outside::Refuge => Break(EvasionEnd::Divided(part, Some(self.refuge(ump)?))),
        })
    }
}

impl Procedure for Evasion {
    type Rules = Escape;
    type End = EvasionEnd;

    fn step(self, rules: &Escape, ump: &mut impl Umpire) -> Flow<Self> {
        use std::cmp::Ordering;
        let clause = rule!("INTERCEPT-d");
        Ok(match self {
            Evasion::Stand => {
                let asking = Asking::of(Side::First, clause, Asks::StandOrEvade);
                let refused = || rules.refused();
                match ump.choose_among(asking, &rules.stands(), Openness::Open, &refused)? {
                    Stand::Fight => Break(EvasionEnd::Stands),
                    Stand::Fortress if rules.may_go_in().is_some_and(|may| may.is_err()) => {
                        Continue(Evasion::Divide)
                    }
                    Stand::Fortress => {
                        ump.explain(|| {
                            Ruling::new(clause, format!("{} goes into {}", rules.names[0], rules.walls))
                        });
                        Break(EvasionEnd::Inside)
                    }
                    Stand::Evade => Continue(Evasion::Slip),
                }
            }
            Evasion::Slip => match (rules.slip(ump)?, rules.blockade) {
                (Ordering::Greater, _) => Continue(Evasion::Refuge),
                (Ordering::Less, _) => Continue(Evasion::Caught),
                (Ordering::Equal, None) => Break(EvasionEnd::Held),
                (Ordering::Equal, Some(_)) => Break(EvasionEnd::StillInPort),
            },
            Evasion::Refuge => Break(EvasionEnd::Away(rules.refuge(ump)?)),
            Evasion::Divide => {
                let parts = rules.parts();
                let part = *ump.choose(Asking::of(Side::First, clause, Asks::WhoGoesInside), &parts)?;
                ump.explain(|| {
                    let (name, Part { inside, outside }) = (&rules.names[0], part);
                    Ruling::new(
                        clause,
                        format!("{name} sends {inside} into the fortress; {outside} stay outside"),
                    )
                });
                Continue(Evasion::Outside(part, Outside::Stand))
            }
            Evasion::Outside(part, outside) => rules.outside(part, outside, ump)?,
            Evasion::Caught => {
                let asking = Asking::of(Side::Second, clause, Asks::ForceABattle);
                match is_yes(asking, ["let them stay where they are", "force a battle"], ump)? {
                    false => Break(EvasionEnd::StillInPort),
                    true => Break(EvasionEnd::ForcedBattle),
                }
            }
        })
    }
}
