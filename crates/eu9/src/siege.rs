//! The siege: round by round undermining, storming or leaving, until the place falls, the siege is lifted
//! or the rounds are over.
//!
//! ```text
//! Hunger? ── Starved?
//!    │
//! Choice ── undermine ── Attrition? ── Regroup? ── breach: storm? ── next round
//!    ├──── stay, unable to undermine ┘      └────── surrender, war honours ── Occupy ── End
//!    ├──── storm ── Assault ── falls ─────────────────────────────────────────┘
//!    └──── lift: End
//! ```

mod assault;
mod choices;
mod command;
mod fall;
mod leaguer;
mod mine;
mod playable;
mod round;

use crate::asks::Asks;
pub use assault::{Assault, AssaultEnd};
pub(crate) use choices::{Effort, Open, Terms};
pub use command::Command;
pub(crate) use fall::{Fallen, Occupied};
pub use fall::{SiegeEnd, SiegeOutcome};
pub(crate) use leaguer::Groundwork;
pub(crate) use leaguer::LEVEL_MAX;
pub use leaguer::{Party, Port, SiegeGivens, SiegePolicy, SiegeText, StormPolicy, garrison_room};
use mine::Mine;
pub(crate) use round::works_words;

use crate::attrition::{March, Occasion, Pillage, Suffered, remaining};
use crate::charts::Siegework;
use crate::host::{Allies, Host, choose_standing};
use crate::leader::Detail;
use crate::power::Theatre;
use crate::profile::TooWeak;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{
    Asked, Asking, Barred, BySide, Flow, Openness, Procedure, Refusal, Ruling, Side, Umpire,
};
use std::ops::ControlFlow::{self, Break, Continue};

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
    /// What of both is their allies'.
    pub allies: BySide<Allies>,
    /// Siegeworks.
    pub works: Works,
    /// Whether a breach was made this turn.
    pub breached: bool,
    /// Whether an assault hurt the place this turn.
    pub costly: bool,
    /// Pillage in the province.
    pub pillage: Pillage,
    /// Who commands.
    pub command: BySide<Command>,
    /// The round, from 1.
    pub round: u8,
}

/// A siege under way. The besieger is the first side.
///
/// # Equality
/// Equal states have equal futures: how the works came to be is not kept, and in the last round nothing that
/// only another one would ask for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Siege {
    /// Viziers are drawn.
    Muster(Lines),
    /// The garrison rolls for its supply, where that is played.
    Hunger(Lines),
    /// The garrison closes its ranks over those who have starved.
    Starved(Lines, Thirds),
    /// The besieger decides what to do this round. A mine is one die for the siegework and for attrition.
    Choice(Lines),
    /// Siege attrition is rolled, and P settled.
    Attrition(Lines, Siegework),
    /// The besieger regroups what attrition left.
    Regroup(Lines, Siegework, Thirds),
    /// The besieger has a breach, or grants war honours.
    Terms(Lines),
    /// A breach is open: storm it?
    Breach(Lines),
    /// The assault, and what is behind it.
    Storm(Trenches, Assault),
    /// The garrison has beaten off an assault and closes its ranks.
    Garrison(Lines, Thirds),
    /// The place has fallen: does the besieger leave a garrison?
    Occupy(SiegeEnd),
}

/// What of a siege outlasts an assault, besides the troops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Trenches {
    works: Works,
    breached: bool,
    pillage: Pillage,
    command: BySide<Command>,
    round: u8,
}

impl Siege {
    /// The siege of a file at its start.
    pub fn of(givens: &SiegeGivens) -> Siege {
        let lines = Lines {
            stack: givens.parties.first.stack,
            garrison: givens.parties.second.stack,
            allies: givens.allies(),
            works: Works::default(),
            breached: false,
            costly: false,
            pillage: Pillage::default(),
            command: BySide::default(),
            round: 1,
        };
        match givens.awaits_vizier(lines.command) {
            Some(_) => Siege::Muster(lines),
            None => lines.begin(givens),
        }
    }
}

impl Lines {
    /// What the siegework roll depends on.
    pub(crate) fn mine<'a>(&self, givens: &'a SiegeGivens) -> Mine<'a> {
        Mine {
            charts: &givens.charts,
            theatre: givens.theatre,
            terrain: givens.terrain,
            port: givens.port,
            level: givens.level,
            artillery: givens.besieger(self.host(Side::First)).artillery,
            breached: self.breached,
            costly: self.costly,
            works: self.works,
            siege: self.siege(givens, Side::First),
            enemy_siege: self.siege(givens, Side::Second),
            garrison: self.garrison,
            first_round: self.round == 1,
            from_an_earlier_turn: givens.from_an_earlier_turn,
            supply_line: givens.supply_line,
        }
    }

    /// The besieger's attrition.
    pub(crate) fn march(&self, givens: &SiegeGivens) -> March {
        let (pillage_minus, pillage_plus) = self.pillage.counters();
        March {
            occasion: Occasion::Siege,
            leader: self.siege(givens, Side::First),
            // The enemy's SIEGE came with the later edition.
            enemy_siege: if givens.is_old() { 0 } else { self.siege(givens, Side::Second) },
            massed: self.stack.is_massed(&givens.charts, false),
            pillage_minus,
            pillage_plus,
            bad_weather: givens.bad_weather,
            theatre: givens.theatre,
            // So did what it costs to have no line of supply.
            no_supply: !givens.groundwork.supplied && !givens.is_old(),
            too_small: self.too_weak(givens),
            ..March::new(
                Side::First,
                self.stack.ld_count(),
                givens.besieger(self.host(Side::First)).worst_technology,
            )
        }
    }

    /// The besieging stack or the garrison, by nation.
    fn host(&self, side: Side) -> Host {
        let stack = match side {
            Side::First => self.stack,
            Side::Second => self.garrison,
        };
        Host { stack, allies: self.allies[side] }
    }

    /// What losses leave of a side: its owner regroups.
    fn regroup(
        &mut self,
        side: Side,
        lost: Thirds,
        givens: &SiegeGivens,
        ump: &mut impl Umpire,
    ) -> Asked<Host> {
        let (party, host) = (&givens.parties[side], self.host(side));
        let topic = match side {
            Side::First => Asks::RegroupTheSurvivors,
            Side::Second => Asks::RegroupTheGarrison,
        };
        let ways = host.remainders(party.country, &party.nations, lost);
        let asking = Asking::of(side, rule!("STACK-r"), topic);
        let left = choose_standing(asking, &ways, &party.nations, ump)?;
        if side == Side::First {
            givens.explain_left(side, left, ump);
        }
        self.allies[side] = left.allies;
        match side {
            Side::First => self.stack = left.stack,
            Side::Second => self.garrison = left.stack,
        }
        Ok(left)
    }

    fn too_weak(&self, givens: &SiegeGivens) -> bool {
        self.stack.ld_count() < garrison_room(&givens.charts, givens.level)
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
        match (givens.idle.is_some(), able, givens.profile.too_weak) {
            (false, true, _) => &[Effort::Undermine, Effort::Storm, Effort::Lift],
            (false, false, TooWeak::Attrition) => &[Effort::Stay, Effort::Storm, Effort::Lift],
            (true, _, TooWeak::Attrition) => &[Effort::Stay, Effort::Lift],
            (_, _, TooWeak::Leaves) => &[Effort::Lift],
        }
    }

    /// Whether the besieger may undermine.
    pub(crate) fn may_mine(&self, givens: &SiegeGivens) -> bool {
        self.efforts(givens).contains(&Effort::Undermine)
    }

    /// Whether nothing is left to the besieger but to go.
    pub(crate) fn must_leave(&self, givens: &SiegeGivens) -> bool {
        self.efforts(givens) == [Effort::Lift]
    }

    /// What the besieger does this round.
    pub(crate) fn effort(&self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Effort> {
        let asking = Asking::of(Side::First, rule!("SIEGE-h"), Asks::TheSiegeThisRound);
        let barred = || {
            let bar = |key: &str, refusal: &Refusal| Barred { key: key.to_owned(), refusal: refusal.clone() };
            if let Some(refusal) = &givens.idle {
                return vec![bar("undermine", refusal), bar("storm", refusal)];
            }
            let mine = self.why_no_mine(givens).map(|reason| Refusal::new(rule!("SIEGE-h"), reason));
            mine.iter().map(|refusal| bar("undermine", refusal)).collect()
        };
        Ok(*ump.choose_among(asking, self.efforts(givens), Openness::Open, &barred)?)
    }

    fn end(&self, outcome: SiegeOutcome, garrison: Stack, givens: &SiegeGivens) -> SiegeEnd {
        let (round, stack, allies, level) = (self.round, self.stack, self.allies, givens.level);
        SiegeEnd { outcome, round, stack, garrison, allies, level, guard: false }
    }

    fn choose(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        self.announce(givens, ump);
        Ok(match self.effort(givens, ump)? {
            Effort::Undermine => return self.undermine(givens, ump),
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
                Break(self.end(SiegeOutcome::Lifted, self.garrison, givens))
            }
        })
    }

    fn undermine(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        let (work, starves) = self.mine(givens).roll(Side::First, ump)?;
        let lines = self.forget_works(givens);
        if starves {
            return Ok(Continue(Siege::Attrition(lines, work)));
        }
        lines.forget_pillage(givens).conclude(work, givens, ump)
    }

    /// The assault; behind that of the last round nothing counts any more.
    fn storm(self, breach: bool, givens: &SiegeGivens) -> Siege {
        let Lines { works, breached, pillage, command, round, .. } = self;
        let costly = self.costly && !givens.is_old();
        let trenches = Trenches { works, breached, pillage, command, round };
        let trenches = if round == givens.rounds { trenches.abandoned() } else { trenches };
        let assault = Assault::new(self.stack, self.garrison, breach, costly);
        Siege::Storm(trenches, assault.with_allies(self.allies).led_by(command.map(Command::head)))
    }

    /// In the last round nothing is dug any more.
    fn forget_works(self, givens: &SiegeGivens) -> Lines {
        match self.round == givens.rounds {
            true => Lines { works: Works::default(), breached: false, ..self },
            false => self,
        }
    }

    /// In the last round nobody starves any more.
    fn forget_pillage(self, givens: &SiegeGivens) -> Lines {
        match self.round == givens.rounds {
            true => Lines { pillage: Pillage::default(), ..self },
            false => self,
        }
    }

    /// Siege attrition, and P as the owner likes it.
    fn starve(mut self, work: Siegework, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        let march = self.march(givens);
        let lost = match givens.theatre {
            Theatre::Europe => {
                let toll = march.roll(&givens.charts, ump)?;
                let Suffered { ld, pillage, .. } = march.pillage(&givens.charts, toll, ump)?;
                if pillage {
                    self.pillage = self.pillage.more();
                }
                Thirds::whole(ld.into())
            }
            // A percentage, and nothing is pillaged.
            Theatre::RestOfTheWorld => {
                let percent = march.roll_percent(&givens.charts, ump)?;
                let (size, edition) = (self.stack.size(), givens.profile.edition);
                size - remaining(&givens.charts, Side::First, size, percent, edition, ump)?
            }
        };
        let lines = self.forget_pillage(givens);
        match lost {
            Thirds::ZERO => lines.conclude(work, givens, ump),
            lost => Ok(Continue(Siege::Regroup(lines, work, lost))),
        }
    }

    /// The next round, unless the besieger is gone or the rounds are over.
    fn next_round(self, givens: &SiegeGivens) -> ControlFlow<SiegeEnd, Siege> {
        if self.stack.size() == Thirds::ZERO {
            return Break(self.end(SiegeOutcome::Ruined, self.garrison, givens));
        }
        if self.round == givens.rounds {
            return Break(self.end(SiegeOutcome::Holds, self.garrison, givens));
        }
        let round = self.round + 1;
        let command = self.command.map(|command| command.in_round(round));
        Continue(Lines { round, command, ..self }.begin(givens))
    }

    /// The place has fallen.
    fn fall(self, outcome: SiegeOutcome, home: Stack, givens: &SiegeGivens) -> Siege {
        Siege::Occupy(self.end(outcome, home, givens))
    }

    /// The siegework takes effect; nobody takes a place for a besieger who has starved.
    fn conclude(mut self, work: Siegework, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Siege> {
        if self.stack.size() == Thirds::ZERO {
            return Ok(self.next_round(givens));
        }
        Ok(match work {
            Siegework::Nothing => self.next_round(givens),
            Siegework::Minus | Siegework::Plus => {
                ump.cite(rule!("SIEGE-i"));
                self.works = self.works.dig(work == Siegework::Plus);
                self.next_round(givens)
            }
            Siegework::Breach => Continue(Siege::Breach(Lines { breached: true, ..self })),
            Siegework::BreachOrHonours => Continue(Siege::Terms(self)),
            Siegework::Surrender => {
                ump.explain(|| {
                    let (name, inside) = (&givens.parties.second.name, self.garrison.size());
                    Ruling::new(rule!("SIEGE-i"), format!("{name} surrenders; {inside} LD inside are lost"))
                });
                self.allies.second = Allies::default();
                Continue(self.fall(SiegeOutcome::Surrendered, Stack::default(), givens))
            }
        })
    }

    /// A breach, or war honours.
    fn terms(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Siege> {
        if Terms::ask(ump)? == Terms::Breach {
            return Ok(Siege::Breach(Lines { breached: true, ..self }));
        }
        let home = Stack { ld: self.garrison.ld + 1, ..self.garrison };
        ump.explain(|| {
            let (name, inside) = (&givens.parties.second.name, self.garrison.size());
            let text = format!(
                "{name} opens its gates; {inside} LD inside and one more go home with the honours of war: {home}"
            );
            Ruling::new(rule!("SIEGE-i"), text)
        });
        Ok(self.fall(SiegeOutcome::Honours, home, givens))
    }

    /// What an assault has left.
    fn after_storm(mut self, end: AssaultEnd, givens: &SiegeGivens) -> ControlFlow<SiegeEnd, Siege> {
        (self.stack, self.allies.first) = (end.kept, end.allies);
        if end.falls {
            self.allies.second = Allies::default();
            return Continue(self.fall(SiegeOutcome::Stormed, Stack::default(), givens));
        }
        if self.round < givens.rounds {
            self.command =
                BySide::from_fn(|side: Side| self.command[side].after(end.leaders[side], self.round));
            self.costly |= end.hurt && !givens.is_old();
        }
        match end.killed {
            Thirds::ZERO => self.next_round(givens),
            killed => Continue(Siege::Garrison(self, killed)),
        }
    }
}

impl Trenches {
    /// Behind the last assault nothing counts any more.
    fn abandoned(self) -> Trenches {
        let (works, pillage, command) = (Works::default(), Pillage(0), BySide::default());
        Trenches { works, breached: false, pillage, command, round: self.round }
    }

    /// A step of the assault; what becomes of leaders counts for the rounds to come.
    fn storm(self, assault: Assault, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Assault> {
        assault.step_in(Detail::Rounds(givens.rounds - self.round), givens, ump)
    }

    /// The lines again, with the troops an assault began with.
    fn lines(self, assault: Assault) -> Lines {
        let Trenches { works, breached, pillage, command, round } = self;
        let Assault { stack, garrison, allies, costly, .. } = assault;
        Lines { stack, garrison, allies, works, breached, costly, pillage, command, round }
    }
}

impl Procedure for Siege {
    type Rules = SiegeGivens;
    type End = SiegeEnd;

    fn step(self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self {
            Siege::Muster(lines) => Continue(lines.muster(givens, ump)?),
            Siege::Hunger(lines) => Continue(lines.hunger(givens, ump)?),
            Siege::Starved(lines, lost) => Continue(lines.starved(lost, givens, ump)?),
            Siege::Choice(lines) => lines.choose(givens, ump)?,
            Siege::Attrition(lines, work) => lines.starve(work, givens, ump)?,
            Siege::Regroup(mut lines, work, lost) => {
                lines.regroup(Side::First, lost, givens, ump)?;
                lines.conclude(work, givens, ump)?
            }
            Siege::Terms(lines) => Continue(lines.terms(givens, ump)?),
            Siege::Breach(lines) => match Open::ask(ump)? {
                Open::Wait => lines.next_round(givens),
                Open::Storm => Continue(lines.storm(true, givens)),
            },
            Siege::Storm(trenches, assault) => match trenches.storm(assault, givens, ump)? {
                Continue(assault) => {
                    let decided = assault.is_decided(givens);
                    let trenches = if decided { trenches.abandoned() } else { trenches };
                    Continue(Siege::Storm(trenches, assault.forget()))
                }
                Break(end) => trenches.lines(assault).after_storm(end, givens),
            },
            Siege::Garrison(mut lines, killed) => {
                let left = lines.regroup(Side::Second, killed, givens, ump)?;
                let party = &givens.parties.second;
                ump.explain(|| {
                    let kept = left.nation_words(&party.nations);
                    let text = format!("The garrison loses {killed} LD and keeps {kept}");
                    Ruling::new(rule!("STACK-r"), text)
                });
                lines.next_round(givens)
            }
            Siege::Occupy(end) => Break(end.occupy(givens, ump)?),
        })
    }

    /// Round by round, and within a round from the choice to the garrison's ranks.
    fn rank(&self, givens: &SiegeGivens) -> Option<u32> {
        const A_ROUND: u32 = 16;
        let (round, part) = match self {
            Siege::Muster(lines) => {
                let drawn = |side| matches!(lines.command[side], Command::Vizier(_));
                (lines.round, Side::ALL.into_iter().filter(|side| drawn(*side)).count() as u32)
            }
            Siege::Hunger(lines) => (lines.round, 3),
            Siege::Starved(lines, _) => (lines.round, 4),
            Siege::Choice(lines) => (lines.round, 5),
            Siege::Attrition(lines, _) => (lines.round, 6),
            Siege::Regroup(lines, ..) => (lines.round, 7),
            Siege::Terms(lines) => (lines.round, 8),
            Siege::Breach(lines) => (lines.round, 9),
            Siege::Storm(trenches, assault) => (trenches.round, 10 + assault.rank(givens)?),
            Siege::Garrison(lines, _) => (lines.round, 14),
            Siege::Occupy(_) => (u8::MAX, 0),
        };
        Some(u32::from(round) * A_ROUND + part)
    }
}
