//! The siege: round by round undermining, storming or leaving, until the place falls, the siege is lifted
//! or the rounds are over.
//!
//! ```text
//! Choice ── undermine ── Attrition? ── P? ── Regroup? ── Outcome ── breach: storm? ── next round
//!    │                                                     └ surrender, war honours: End
//!    ├──── storm ── Assault ── falls: End
//!    └──── lift: End
//! ```

mod assault;
mod leaguer;
mod playable;

pub(crate) use crate::artillery::{artillery_of, artillery_sum};
pub use assault::{Assault, AssaultEnd};
pub(crate) use leaguer::Groundwork;
pub use leaguer::{Party, Port, SiegeGivens, SiegePolicy, SiegeText, StormPolicy, garrison_room};

use crate::attrition::{March, Occasion, Pillage, Suffered};
use crate::charts::{Charts, CheckModifier, Siegework, Toll, WorkModifier};
use crate::leader::Detail;
use crate::modifier::Sheet;
use crate::power::{Terrain, Theatre};
use crate::profile::TooWeak;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{
    Asked, Asking, Barred, Dice, Flow, Modifier, Offer, Openness, Procedure, Refusal, Ruling, Side, Umpire,
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
    Regroup(Lines, Siegework, u8),
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
    Storm,
    Lift,
}

impl Offer for Effort {
    fn key(&self) -> String {
        match self {
            Effort::Undermine => "undermine",
            Effort::Storm => "storm",
            Effort::Lift => "lift",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Effort::Undermine => "dig on",
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

/// What a siegework roll depends on.
pub(crate) struct Mine<'a> {
    pub(crate) charts: &'a Charts,
    pub(crate) theatre: Theatre,
    pub(crate) terrain: Terrain,
    pub(crate) port: Port,
    pub(crate) level: u8,
    pub(crate) artillery: u8,
    pub(crate) breached: bool,
    pub(crate) costly: bool,
    pub(crate) works: Works,
    pub(crate) siege: i8,
    pub(crate) enemy_siege: i8,
    pub(crate) garrison: Stack,
    pub(crate) first_round: bool,
    pub(crate) from_an_earlier_turn: bool,
    pub(crate) supply_line: u8,
}

impl Mine<'_> {
    /// What is added to the siegework die.
    fn put_modifiers(&self, sheet: &mut impl Sheet) {
        let clause = rule!("SIEGE-a");
        let figure = |row: WorkModifier| self.charts.siege.work_modifier(row);
        let mut add = |value: i16, clause, words: &str| sheet.add(value, clause, words);
        add(i16::from(self.level) * figure(WorkModifier::Level), clause, "level of the fortress");
        // However artillery is counted, here it only feeds this bonus.
        let bonus = self.charts.siege.artillery_bonus(self.level, self.artillery);
        add(bonus, rule!("SIEGE-b"), "artillery");
        let rough = self.terrain != Terrain::Plain;
        let open = self.port == Port::Open;
        let ground = match (self.level, self.theatre, rough, open) {
            (_, _, false, false) => None,
            (0, ..) => Some(WorkModifier::FortRoughOrOpen),
            (_, Theatre::RestOfTheWorld, ..) => Some(WorkModifier::AbroadRoughOrOpen),
            (_, Theatre::Europe, true, true) => Some(WorkModifier::RoughAndOpen),
            (_, Theatre::Europe, ..) => Some(WorkModifier::RoughOrOpen),
        };
        let words = if open { "an open port" } else { "rough ground" };
        let port_clause = if open { rule!("SIEGE-k") } else { clause };
        add(ground.map_or(0, figure), port_clause, words);
        if self.breached {
            add(figure(WorkModifier::Breach), clause, "an earlier breach");
        }
        if self.costly {
            add(figure(WorkModifier::Costly), clause, "a costly assault");
        }
        add(i16::from(self.works.minus) * figure(WorkModifier::WorksMinus), clause, "siegeworks-");
        add(i16::from(self.works.plus) * figure(WorkModifier::WorksPlus), clause, "siegeworks+");
        add(self.siege.into(), clause, "SIEGE of the besieger");
        add(-i16::from(self.enemy_siege), clause, "SIEGE of the besieged");
        match (self.garrison.armies(), self.garrison.ld_count()) {
            (1.., _) => add(figure(WorkModifier::Army), clause, "an army inside"),
            (0, 1..) => add(figure(WorkModifier::Troops), clause, "troops inside"),
            (0, 0) => {}
        }
    }

    /// What is added to the same die to see whether the besieger starves.
    fn put_check_modifiers(&self, sheet: &mut impl Sheet) {
        let clause = rule!("SIEGE-c");
        let figure = |row: CheckModifier| self.charts.siege.check_modifier(row);
        if self.first_round {
            sheet.add(figure(CheckModifier::FirstRound), clause, "first round of the turn");
        }
        if self.from_an_earlier_turn {
            sheet.add(figure(CheckModifier::EarlierTurn), clause, "siege from an earlier turn");
        }
        sheet.add(-i16::from(self.enemy_siege), clause, "SIEGE of the besieged");
        let inside = i16::from(self.garrison.ld_count());
        sheet.add(inside * figure(CheckModifier::Inside), clause, "LD inside");
    }

    /// One die, two totals: the siegework, and whether siege attrition follows.
    pub(crate) fn roll(&self, side: Side, ump: &mut impl Umpire) -> Asked<(Siegework, bool)> {
        let (mut sum, mut check_sum) = (0, 0);
        self.put_modifiers(&mut sum);
        self.put_check_modifiers(&mut check_sum);
        let length = i16::from(self.supply_line);
        let asking = Asking::of(side, rule!("SIEGE-d"), "siegework");
        let (work, starves) = ump.throw(asking, Dice::D10, |face| {
            let face = face as i16;
            (self.charts.siege.siegework(face + sum), face + check_sum < length)
        })?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let mut list: Vec<Modifier> = Vec::new();
            self.put_modifiers(&mut list);
            Ruling::new(rule!("SIEGE-a"), format!("Siegework {total}: {}", work_words(work)))
                .with_modifiers(list)
                .with_look(self.charts.siege.siegework_look(&self.charts.pages, total))
        });
        ump.explain_throw(|face| {
            let total = face as i16 + check_sum;
            let result = if starves { "siege attrition" } else { "no siege attrition" };
            let text = format!("The same die, {total} against a line of {length} MP: {result}");
            let mut check: Vec<Modifier> = Vec::new();
            self.put_check_modifiers(&mut check);
            Ruling::new(rule!("SIEGE-c"), text).with_modifiers(check)
        });
        if starves && work >= Siegework::Breach {
            ump.cite(rule!("SIEGE-g"));
        }
        Ok((work, starves))
    }
}

fn work_words(work: Siegework) -> &'static str {
    match work {
        Siegework::Nothing => "nothing",
        Siegework::Minus => "siegeworks-",
        Siegework::Plus => "siegeworks+",
        Siegework::Breach => "a breach",
        Siegework::BreachOrHonours => "a breach or war honours",
        Siegework::Surrender => "the place surrenders",
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
            enemy_siege: givens.parties.second.siege,
            massed: self.stack.ld_count() >= 6,
            pillage_minus,
            pillage_plus,
            bad_weather: givens.bad_weather,
            ..March::new(Side::First, self.stack.ld_count(), givens.parties.first.technology)
        }
    }

    fn too_weak(&self, givens: &SiegeGivens) -> bool {
        self.stack.ld_count() < givens.level.max(1)
    }

    fn efforts(&self, givens: &SiegeGivens) -> Vec<Effort> {
        match (self.too_weak(givens), givens.profile.too_weak) {
            (false, _) => vec![Effort::Undermine, Effort::Storm, Effort::Lift],
            (true, TooWeak::Attrition) => vec![Effort::Storm, Effort::Lift],
            (true, TooWeak::Leaves) => vec![Effort::Lift],
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
        let efforts = self.efforts(givens);
        let barred = || {
            let reason = format!(
                "{} LD cannot undermine a fortress of level {}; one LD a level is needed",
                self.stack.ld_count(),
                givens.level
            );
            let refusal = Refusal::new(rule!("SIEGE-h"), reason);
            if self.too_weak(givens) {
                vec![Barred { key: "undermine".to_owned(), refusal }]
            } else {
                Vec::new()
            }
        };
        Ok(match ump.choose_among(asking, &efforts, Openness::Open, &barred)? {
            Effort::Undermine => Continue(Siege::Undermine(self)),
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

/// What attrition leaves to a stack: the owner regroups.
pub(crate) fn regroup_after(
    side: Side,
    stack: Stack,
    country: crate::power::Country,
    lost: u8,
    ump: &mut impl Umpire,
) -> Asked<Stack> {
    let ways = stack.remainders(country, Thirds::whole(lost.into()));
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
            Siege::Attrition(lines, work) => {
                let toll = lines.march(givens).roll(&givens.charts, ump)?;
                Siege::Ration(lines, work, toll)
            }
            Siege::Ration(mut lines, work, toll) => {
                let Suffered { ld, pillage, .. } = lines.march(givens).pillage(&givens.charts, toll, ump)?;
                if pillage {
                    lines.pillage = lines.pillage.more();
                }
                if ld > 0 { Siege::Regroup(lines, work, ld) } else { Siege::Outcome(lines, work) }
            }
            Siege::Regroup(mut lines, work, lost) => {
                let country = givens.parties.first.country;
                lines.stack = regroup_after(Side::First, lines.stack, country, lost, ump)?;
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
