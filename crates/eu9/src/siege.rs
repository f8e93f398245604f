//! The siege: round by round undermining, storming or leaving, until the place falls, the siege is lifted
//! or the rounds are over.
//!
//! ```text
//! Choice ── undermine ── Attrition? ── P? ── Regroup? ── Outcome ── breach: storm? ── next round
//!    ├──── stay, unable to undermine ┘                     └ surrender, war honours: End
//!    ├──── storm ── Assault ── falls: End
//!    └──── lift: End
//! ```

mod assault;
mod leaguer;
mod mine;
mod playable;

pub(crate) use crate::artillery::{artillery_of, artillery_sum};
pub use assault::{Assault, AssaultEnd};
pub(crate) use leaguer::Groundwork;
pub use leaguer::{Party, Port, SiegeGivens, SiegePolicy, SiegeText, StormPolicy, garrison_room};
pub(crate) use mine::Mine;

use crate::attrition::{March, Occasion, Pillage, Suffered, remaining};
use crate::charts::{Siegework, Toll};
use crate::leader::Detail;
use crate::power::Theatre;
use crate::profile::TooWeak;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{
    Asked, Asking, Barred, Flow, Offer, Openness, Procedure, Refusal, Ruling, Side, Umpire,
};
use std::ops::ControlFlow::{Break, Continue};

/// Siegeworks dug: at most two counters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Works {
    /// Siegeworks- counters.
    pub minus: u8,
    /// Siegeworks+ counters.
    pub plus: u8,
}

impl Works {
    /// One more siegeworks- (two make a siegeworks+) or siegeworks+; the best two stay.
    pub fn dig(mut self, plus: bool) -> Works {
        match plus {
            true => self.plus += 1,
            false => self.minus += 1,
        }
        if self.minus >= 2 {
            self.minus -= 2;
            self.plus += 1;
        }
        self.plus = self.plus.min(2);
        self.minus = self.minus.min(2 - self.plus);
        self
    }
}

/// How a siege stands at the beginning of a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lines {
    /// The besieging stack.
    pub stack: Stack,
    /// The garrison.
    pub garrison: Stack,
    /// Siegeworks.
    pub works: Works,
    /// Whether a breach was made this turn.
    pub breached: bool,
    /// Whether an assault hurt the place this turn.
    pub costly: bool,
    /// Pillage in the province.
    pub pillage: Pillage,
    /// The round, from 1.
    pub round: u8,
}

/// A siege under way. The besieger is the first side.
///
/// # Equality
/// Equal states have equal futures; how the works came to be is not kept.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Siege {
    /// The besieger decides what to do this round.
    Choice(Lines),
    /// The mine is dug: one die for the siegework and for attrition.
    Undermine(Lines),
    /// Siege attrition is rolled.
    Attrition(Lines, Siegework),
    /// P is settled.
    Ration(Lines, Siegework, Toll),
    /// The besieger regroups what attrition left.
    Regroup(Lines, Siegework, Thirds),
    /// The siegework takes effect.
    Outcome(Lines, Siegework),
    /// A breach is open: storm it?
    Breach(Lines),
    /// The assault, and what is behind it.
    Storm(Trenches, Assault),
    /// The garrison has beaten off an assault and closes its ranks.
    Garrison(Lines, u8),
}

/// What of a siege outlasts an assault, besides the troops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trenches {
    works: Works,
    breached: bool,
    pillage: Pillage,
    round: u8,
}

/// How a siege ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SiegeEnd {
    /// How.
    pub outcome: SiegeOutcome,
    /// In which round.
    pub round: u8,
    /// What the besieger has left.
    pub stack: Stack,
    /// What the garrison has left, going home with war honours or still inside.
    pub garrison: Stack,
}

/// The ways a siege ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SiegeOutcome {
    /// Surrender.
    Surrendered,
    /// War honours: the garrison goes home.
    Honours,
    /// Stormed.
    Stormed,
    /// The besieger left.
    Lifted,
    /// Nothing is left of the besieger.
    Ruined,
    /// The rounds are over and the place holds.
    Holds,
}

impl SiegeOutcome {
    /// Whether the place has fallen.
    pub fn falls(self) -> bool {
        matches!(self, SiegeOutcome::Surrendered | SiegeOutcome::Honours | SiegeOutcome::Stormed)
    }
}

/// What a besieger does in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    Undermine,
    /// Who cannot undermine may stay, and starves.
    Stay,
    Storm,
    Lift,
}

impl Offer for Effort {
    fn key(&self) -> String {
        match self {
            Effort::Undermine => "undermine",
            Effort::Stay => "stay",
            Effort::Storm => "storm",
            Effort::Lift => "lift",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Effort::Undermine => "dig on",
            Effort::Stay => "stay before the walls and starve",
            Effort::Storm => "storm the place",
            Effort::Lift => "lift the siege",
        }
        .to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Open {
    Wait,
    Storm,
}

impl Offer for Open {
    fn key(&self) -> String {
        match self {
            Open::Wait => "wait",
            Open::Storm => "storm",
        }
        .to_owned()
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Terms {
    Breach,
    Honours,
}

impl Offer for Terms {
    fn key(&self) -> String {
        match self {
            Terms::Breach => "breach",
            Terms::Honours => "honours",
        }
        .to_owned()
    }
}

impl Siege {
    /// The siege of a file at its start.
    pub fn of(givens: &SiegeGivens) -> Siege {
        Siege::Choice(Lines {
            stack: givens.parties.first.stack,
            garrison: givens.parties.second.stack,
            works: Works::default(),
            breached: false,
            costly: false,
            pillage: Pillage::default(),
            round: 1,
        })
    }
}

impl Lines {
    fn mine<'a>(&self, givens: &'a SiegeGivens) -> Mine<'a> {
        Mine {
            charts: &givens.charts,
            theatre: givens.theatre,
            terrain: givens.terrain,
            port: givens.port,
            level: givens.level,
            artillery: givens.artillery(self.stack),
            breached: self.breached,
            costly: self.costly,
            works: self.works,
            siege: givens.parties.first.siege,
            enemy_siege: givens.parties.second.siege,
            garrison: self.garrison,
            first_round: self.round == 1,
            from_an_earlier_turn: givens.from_an_earlier_turn,
            supply_line: givens.supply_line,
        }
    }

    fn march(&self, givens: &SiegeGivens) -> March {
        let (pillage_minus, pillage_plus) = self.pillage.counters();
        March {
            occasion: Occasion::Siege,
            leader: givens.parties.first.siege,
            // The enemy's SIEGE came with the later edition.
            enemy_siege: if givens.is_old() { 0 } else { givens.parties.second.siege },
            massed: self.stack.is_massed(&givens.charts, false),
            pillage_minus,
            pillage_plus,
            bad_weather: givens.bad_weather,
            theatre: givens.theatre,
            no_supply: !givens.groundwork.supplied,
            too_small: self.too_weak(givens),
            ..March::new(Side::First, self.stack.ld_count(), givens.parties.first.technology)
        }
    }

    fn too_weak(&self, givens: &SiegeGivens) -> bool {
        self.stack.ld_count() < garrison_room(givens.level)
    }

    /// Why a besieger cannot undermine: too few LD, or no line of supply.
    fn why_no_mine(&self, givens: &SiegeGivens) -> Option<String> {
        let (ld, level, line) = (self.stack.ld_count(), givens.level, givens.supply_line);
        match (self.too_weak(givens), givens.groundwork.supplied) {
            (false, true) => None,
            (true, _) => Some(format!(
                "{ld} LD cannot undermine a fortress of level {level}; one LD a level is needed"
            )),
            (false, false) => {
                Some(format!("a line of {line} MP is none; without one there is no undermining"))
            }
        }
    }

    fn efforts(&self, givens: &SiegeGivens) -> &'static [Effort] {
        let able = !self.too_weak(givens) && givens.groundwork.supplied;
        match (able, givens.profile.too_weak) {
            (true, _) => &[Effort::Undermine, Effort::Storm, Effort::Lift],
            (false, TooWeak::Attrition) => &[Effort::Stay, Effort::Storm, Effort::Lift],
            (false, TooWeak::Leaves) => &[Effort::Lift],
        }
    }

    fn end(&self, outcome: SiegeOutcome, garrison: Stack) -> SiegeEnd {
        SiegeEnd { outcome, round: self.round, stack: self.stack, garrison }
    }

    fn choose(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        if self.stack.size() == Thirds::ZERO {
            return Ok(Break(self.end(SiegeOutcome::Ruined, self.garrison)));
        }
        if self.round > givens.rounds {
            let last = Lines { round: givens.rounds, ..self };
            return Ok(Break(last.end(SiegeOutcome::Holds, self.garrison)));
        }
        let asking = Asking::of(Side::First, rule!("SIEGE-h"), "the siege this round");
        let barred = || {
            let refusal = |reason| Refusal::new(rule!("SIEGE-h"), reason);
            let mine = self.why_no_mine(givens).map(refusal);
            mine.into_iter().map(|refusal| Barred { key: "undermine".to_owned(), refusal }).collect()
        };
        Ok(match ump.choose_among(asking, self.efforts(givens), Openness::Open, &barred)? {
            Effort::Undermine => Continue(Siege::Undermine(self)),
            Effort::Stay => {
                ump.cite(rule!("SIEGE-h"));
                Continue(Siege::Attrition(self, Siegework::Nothing))
            }
            Effort::Storm => Continue(self.storm(false, givens)),
            Effort::Lift => {
                ump.explain(|| {
                    let name = &givens.parties.first.name;
                    Ruling::new(rule!("SIEGE-h"), format!("{name} lifts the siege"))
                });
                Break(self.end(SiegeOutcome::Lifted, self.garrison))
            }
        })
    }

    /// The assault; behind that of the last round nothing counts any more.
    fn storm(self, breach: bool, givens: &SiegeGivens) -> Siege {
        let Lines { works, breached, pillage, round, .. } = self;
        let costly = self.costly && !givens.is_old();
        let trenches = match round == givens.rounds {
            true => Trenches { works: Works::default(), breached: false, pillage: Pillage(0), round },
            false => Trenches { works, breached, pillage, round },
        };
        Siege::Storm(trenches, Assault::new(self.stack, self.garrison, breach, costly))
    }

    fn after_attrition(self, work: Siegework, lost: Thirds) -> Siege {
        match lost {
            Thirds::ZERO => Siege::Outcome(self, work),
            lost => Siege::Regroup(self, work, lost),
        }
    }

    /// Outside Europe a percentage is lost, and nothing is pillaged.
    fn starve_abroad(self, work: Siegework, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Siege> {
        let percent = self.march(givens).roll_percent(&givens.charts, ump)?;
        let (size, edition) = (self.stack.size(), givens.profile.edition);
        let left = remaining(&givens.charts, Side::First, size, percent, edition, ump)?;
        Ok(self.after_attrition(work, size - left))
    }

    fn next_round(self) -> Siege {
        Siege::Choice(Lines { round: self.round + 1, ..self })
    }

    /// The siegework takes effect.
    fn outcome(mut self, work: Siegework, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        if self.stack.size() == Thirds::ZERO && work != Siegework::Surrender {
            return Ok(Break(self.end(SiegeOutcome::Ruined, self.garrison)));
        }
        Ok(match work {
            Siegework::Nothing => Continue(self.next_round()),
            Siegework::Minus | Siegework::Plus => {
                ump.cite(rule!("SIEGE-i"));
                self.works = self.works.dig(work == Siegework::Plus);
                Continue(self.next_round())
            }
            Siegework::Breach => {
                self.breached = true;
                Continue(Siege::Breach(self))
            }
            Siegework::BreachOrHonours => {
                let asking = Asking::of(Side::First, rule!("SIEGE-i"), "breach or war honours");
                match ump.choose(asking, &[Terms::Breach, Terms::Honours])? {
                    Terms::Breach => {
                        self.breached = true;
                        Continue(Siege::Breach(self))
                    }
                    Terms::Honours => {
                        let name = &givens.parties.second.name;
                        ump.explain(|| {
                            let text = format!(
                                "{name} opens its gates; the garrison leaves with the honours of war"
                            );
                            Ruling::new(rule!("SIEGE-i"), text)
                        });
                        let home = Stack { ld: self.garrison.ld + 1, ..self.garrison };
                        Break(self.end(SiegeOutcome::Honours, home))
                    }
                }
            }
            Siegework::Surrender => {
                ump.explain(|| {
                    let name = &givens.parties.second.name;
                    Ruling::new(rule!("SIEGE-i"), format!("{name} surrenders"))
                });
                Break(self.end(SiegeOutcome::Surrendered, Stack::default()))
            }
        })
    }
}

/// What attrition in Europe leaves to a stack: the owner regroups.
pub(crate) fn regroup_after(
    side: Side,
    stack: Stack,
    country: crate::power::Country,
    lost: u8,
    ump: &mut impl Umpire,
) -> Asked<Stack> {
    survivors(side, stack, country, Thirds::whole(lost.into()), ump)
}

/// What any loss leaves to a stack: the owner regroups.
fn survivors(
    side: Side,
    stack: Stack,
    country: crate::power::Country,
    lost: Thirds,
    ump: &mut impl Umpire,
) -> Asked<Stack> {
    let ways = stack.remainders(country, lost);
    Ok(*ump.choose(Asking::of(side, rule!("STACK-r"), "regroup the survivors"), &ways)?)
}

/// What an assault that failed leaves of a garrison: its owner says which counters go.
pub(crate) fn close_ranks(
    side: Side,
    garrison: Stack,
    country: crate::power::Country,
    killed: u8,
    ump: &mut impl Umpire,
) -> Asked<Stack> {
    let ways = garrison.remainders(country, Thirds::whole(killed.into()));
    let left = *ump.choose(Asking::of(side, rule!("STACK-r"), "regroup the garrison"), &ways)?;
    ump.explain(|| {
        Ruling::new(rule!("ASSAULT-e"), format!("The garrison loses {killed} LD and keeps {left}"))
    });
    Ok(left)
}

impl Trenches {
    /// The lines again, with the troops an assault began with.
    fn lines(self, assault: Assault) -> Lines {
        let Trenches { works, breached, pillage, round } = self;
        let (stack, garrison, costly) = (assault.stack, assault.garrison, assault.costly);
        Lines { stack, garrison, works, breached, costly, pillage, round }
    }
}

impl Procedure for Siege {
    type Rules = SiegeGivens;
    type End = SiegeEnd;

    fn step(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Continue(match self {
            Siege::Choice(lines) => return lines.choose(givens, ump),
            Siege::Undermine(lines) => match lines.mine(givens).roll(Side::First, ump)? {
                (work, true) => Siege::Attrition(lines, work),
                (work, false) => Siege::Outcome(lines, work),
            },
            Siege::Attrition(lines, work) => match givens.theatre {
                Theatre::Europe => Siege::Ration(lines, work, lines.march(givens).roll(&givens.charts, ump)?),
                Theatre::RestOfTheWorld => lines.starve_abroad(work, givens, ump)?,
            },
            Siege::Ration(mut lines, work, toll) => {
                let Suffered { ld, pillage, .. } = lines.march(givens).pillage(&givens.charts, toll, ump)?;
                if pillage {
                    lines.pillage = lines.pillage.more();
                }
                lines.after_attrition(work, Thirds::whole(ld.into()))
            }
            Siege::Regroup(mut lines, work, lost) => {
                let country = givens.parties.first.country;
                lines.stack = survivors(Side::First, lines.stack, country, lost, ump)?;
                Siege::Outcome(lines, work)
            }
            Siege::Outcome(lines, work) => return lines.outcome(work, givens, ump),
            Siege::Breach(lines) => {
                let asking = Asking::of(Side::First, rule!("SIEGE-a"), "storm the breach");
                match ump.choose(asking, &[Open::Wait, Open::Storm])? {
                    Open::Wait => lines.next_round(),
                    Open::Storm => lines.storm(true, givens),
                }
            }
            Siege::Storm(trenches, assault) => match assault.step_in(Detail::Siege, givens, ump)? {
                Continue(assault) => Siege::Storm(trenches, assault.forget()),
                Break(end) => {
                    let mut lines = trenches.lines(assault);
                    lines.stack = end.kept;
                    lines.costly |= end.hurt && !givens.is_old();
                    if end.falls {
                        return Ok(Break(lines.end(SiegeOutcome::Stormed, Stack::default())));
                    }
                    match end.killed {
                        0 => lines.next_round(),
                        killed => Siege::Garrison(lines, killed),
                    }
                }
            },
            Siege::Garrison(mut lines, killed) => {
                let country = givens.parties.second.country;
                lines.garrison = close_ranks(Side::Second, lines.garrison, country, killed, ump)?;
                lines.next_round()
            }
        }))
    }
}
