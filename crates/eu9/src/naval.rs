//! The naval battle: first lines, wind, at most two days of Fire and boarding, pursuit, and what becomes
//! of the ships.
//!
//! ```text
//! Lines ── Muster ── Wind ── Round: Fire ── Slip? ── Round: boarding ── Leave? ── day 2 the same
//!                               │ rout       │ gone        │ rout          │ gone       │
//!                               └────────────┴── verdict ──┴───────────────┴────────────┘
//!                                         Pursuit ── Sorting ── End
//! ```
//!
//! Whoever stays after being asked rolls in the same step, so that a question is no stop of its own.

mod aftermath;
mod armada;
mod formation;
mod hit;
mod losses;
mod modifiers;
mod muster;
mod playable;
mod word;

use crate::asks::Asks;
pub use aftermath::NavalEnd;
use aftermath::{Chase, Sorting};
pub(crate) use armada::BOX_MAX;
pub use armada::{LeavePolicy, Line, NavalEngagement, NavalPolicy, NavalText, Navy, Sea};
pub(crate) use formation::Formation;
pub use losses::Sorted;

use crate::battle::capitalised;
use crate::charts::{Phase, Reading};
use crate::leader::Leader;
use crate::profile::{RetreatRoll, SeaRetreat};
use crate::thirds::Thirds;
use grognard_umpire::{
    Asked, Asking, BySide, Dice, Flow, Modifier, Offer, Procedure, Ruling, Side, Umpire, YesNo,
};
use std::cmp::Ordering;
use std::ops::ControlFlow::{Break, Continue};
use word::{Fits, Reader, Word, Writer};

/// The first line of each side.
type Lines = BySide<Line>;

/// A naval battle under way.
///
/// # Equality
/// As for a land battle: each variant keeps only what a later step reads. Admirals are kept as what their
/// difference still gives, and forgotten value by value as the rolls they count for are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NavalBattle(Word<Stage>);

/// What happens next in a naval battle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Each side picks its first line.
    Lines(BySide<Option<Line>>),
    /// Substitutes are drawn for fleets without an admiral.
    Muster(Muster),
    /// The wind is rolled for.
    Wind(Muster),
    /// A side is about to roll its Fire or boarding.
    Round(Fighting),
    /// After a Fire: the side with the wind may leave.
    Slip(Fighting),
    /// After day 1: the side whose turn it is may try to leave, the second before the first.
    Leave(Fighting),
    /// The winner pursues.
    Pursuit(Chase),
    /// Losses are sorted.
    Sorting(Sorting),
}

impl Fits for Stage {
    #[inline(always)]
    fn write(self, word: &mut Writer) {
        match self {
            Stage::Lines(lines) => {
                word.put(0, 3);
                for side in Side::ALL {
                    word.put(lines[side].map_or(0, |line| line as u64 + 1), 2);
                }
            }
            Stage::Muster(muster) => word.after(1, 3, muster),
            Stage::Wind(muster) => word.after(2, 3, muster),
            Stage::Round(fighting) => word.after(3, 3, fighting),
            Stage::Slip(fighting) => word.after(4, 3, fighting),
            Stage::Leave(fighting) => word.after(5, 3, fighting),
            Stage::Pursuit(chase) => word.after(6, 3, chase),
            Stage::Sorting(sorting) => word.after(7, 3, sorting),
        }
    }

    #[inline(always)]
    fn read(word: &mut Reader) -> Stage {
        match word.take(3) {
            0 => Stage::Lines(BySide::from_fn(|_| match word.take(2) {
                0 => None,
                line => Some(Line::ALL[line as usize - 1]),
            })),
            1 => Stage::Muster(Fits::read(word)),
            2 => Stage::Wind(Fits::read(word)),
            tag @ 3..=5 => {
                let fighting = Fits::read(word);
                match tag {
                    3 => Stage::Round(fighting),
                    4 => Stage::Slip(fighting),
                    _ => Stage::Leave(fighting),
                }
            }
            6 => Stage::Pursuit(Fits::read(word)),
            _ => Stage::Sorting(Fits::read(word)),
        }
    }
}

/// First lines and the admirals drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Muster {
    lines: Lines,
    leaders: BySide<u8>,
}

impl Fits for Muster {
    fn write(self, word: &mut Writer) {
        word.lines(self.lines);
        word.put(self.leaders.first.into(), 4);
        word.put(self.leaders.second.into(), 4);
    }

    fn read(word: &mut Reader) -> Muster {
        Muster { lines: word.lines(), leaders: BySide::new(word.take(4) as u8, word.take(4) as u8) }
    }
}

/// Both fleets in the midst of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fighting {
    lines: Lines,
    edge: Edge,
    wind: Option<Side>,
    dealt: BySide<Thirds>,
    stars: BySide<u8>,
    /// Who had suffered more stars when this Fire or boarding began.
    shaken: Option<Side>,
    day: u8,
    phase: Phase,
    /// Whose turn it is to roll, or to be asked.
    roller: Side,
    failed: BySide<bool>,
}

/// What the admirals still give: the first side's FIRE and SHOCK over the second's, and MAN, which after
/// the first day counts as a difference only.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Edge {
    manoeuvre: BySide<i8>,
    fire: i8,
    shock: i8,
}

impl Edge {
    fn of(leaders: BySide<Leader>) -> Edge {
        let BySide { first, second } = leaders;
        Edge {
            manoeuvre: leaders.map(|leader| leader.manoeuvre),
            fire: first.fire - second.fire,
            shock: first.shock - second.shock,
        }
    }

    /// By how much a side's admiral is better: nobody is worse off for a poorer one.
    fn better(difference: i8, side: Side) -> i8 {
        match side {
            Side::First => difference.max(0),
            Side::Second => (-difference).max(0),
        }
    }
}

impl Fighting {
    /// Lets go of what no later roll reads: what counted for a roll that has been made, all of the next
    /// phase where this one is the last, and MAN itself once nobody can leave any more.
    #[inline]
    fn forget(mut self, givens: &NavalEngagement) -> Fighting {
        let second = self.roller == Side::Second;
        // Whoever the first roll has routed makes this phase the last.
        let over = second && self.morale_left(givens, Side::Second) == 0;
        let last_fire = over || self.day > 1;
        let last_shock = over || (self.day > 1 && self.phase == Phase::Shock);
        let spent = |difference: i8| if second { difference.min(0) } else { difference };
        match self.phase {
            Phase::Fire if last_fire => self.edge.fire = spent(self.edge.fire),
            Phase::Shock if last_fire => self.edge.fire = 0,
            _ => {}
        }
        match self.phase {
            Phase::Shock if last_shock => self.edge.shock = spent(self.edge.shock),
            Phase::Fire if over => self.edge.shock = 0,
            _ => {}
        }
        if last_shock {
            self.failed.second &= !second;
        }
        if last_fire {
            let BySide { first, second } = self.edge.manoeuvre;
            let least = first.min(second);
            self.edge.manoeuvre = BySide::new(first - least, second - least);
        }
        if second {
            self.shaken = self.shaken.filter(|side| *side == Side::Second);
        }
        self
    }
}

impl Fits for Fighting {
    #[inline]
    fn write(self, word: &mut Writer) {
        word.put(self.day.into(), 2);
        word.phase(self.phase);
        word.side(self.roller);
        word.lines(self.lines);
        word.small(self.edge.manoeuvre.first);
        word.small(self.edge.manoeuvre.second);
        word.small(self.edge.fire);
        word.small(self.edge.shock);
        word.maybe(self.wind);
        word.thirds(self.dealt.first, 8);
        word.thirds(self.dealt.second, 8);
        word.put(self.stars.first.into(), 4);
        word.put(self.stars.second.into(), 4);
        word.maybe(self.shaken);
        word.flag(self.failed.first);
        word.flag(self.failed.second);
    }

    // Always inlined, so that whoever wants a field or two does not unpack them all.
    #[inline(always)]
    fn read(word: &mut Reader) -> Fighting {
        Fighting {
            day: word.take(2) as u8,
            phase: word.phase(),
            roller: word.side(),
            lines: word.lines(),
            edge: Edge {
                manoeuvre: BySide::new(word.small(), word.small()),
                fire: word.small(),
                shock: word.small(),
            },
            wind: word.maybe(),
            dealt: BySide::new(word.thirds(8), word.thirds(8)),
            stars: BySide::new(word.take(4) as u8, word.take(4) as u8),
            shaken: word.maybe(),
            failed: BySide::new(word.flag(), word.flag()),
        }
    }
}

/// How the fighting came to its close.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Close {
    /// After the last day, or by rout.
    Fought,
    /// A fleet was sunk to its last ship on the first day.
    Destroyed,
    /// A side left with the wind: no pursuit.
    Slipped(Side),
    /// A side left after day 1.
    Left(Side),
}

impl Offer for Line {
    fn key(&self) -> String {
        (*self).key().to_owned()
    }
    fn words(&self) -> String {
        format!("put the {} in the first line", (*self).key())
    }
}

impl NavalBattle {
    /// A battle about to begin.
    pub fn new() -> NavalBattle {
        NavalBattle::at(Stage::Lines(BySide::default()))
    }

    #[inline(always)]
    fn at(stage: Stage) -> NavalBattle {
        NavalBattle(Word::of(stage))
    }

    /// Who has won, nobody in a draw, as soon as that is settled: what follows is losses, prizes and leaders.
    pub fn decided(&self) -> Option<Option<Side>> {
        match self.stage() {
            Stage::Lines(_) | Stage::Muster(_) | Stage::Wind(_) => None,
            Stage::Round(_) | Stage::Slip(_) | Stage::Leave(_) => None,
            Stage::Pursuit(chase) => Some(Some(chase.winner())),
            Stage::Sorting(sorting) => Some(sorting.winner()),
        }
    }

    /// What happens next.
    #[inline(always)]
    fn stage(self) -> Stage {
        self.0.open()
    }
}

impl Default for NavalBattle {
    fn default() -> Self {
        NavalBattle::new()
    }
}

impl Procedure for NavalBattle {
    type Rules = NavalEngagement;
    type End = NavalEnd;

    #[inline]
    fn step(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Continue(match self.stage() {
            Stage::Lines(lines) => first_lines(lines, givens, ump)?,
            Stage::Muster(muster) => muster.draw_admirals(givens, ump)?,
            Stage::Wind(muster) => muster.wind(givens, ump)?,
            Stage::Round(fighting) => fighting.roll(givens, ump)?,
            Stage::Slip(fighting) => fighting.slip(givens, ump)?,
            Stage::Leave(fighting) => fighting.leave(givens, ump)?,
            Stage::Pursuit(chase) => chase.pursue(givens, ump)?,
            Stage::Sorting(sorting) => return Ok(Break(sorting.settle(givens, ump)?)),
        }))
    }

    /// Picks, draws and winds, then every Fire and boarding with its two rolls and the question after it.
    #[inline]
    fn rank(&self, _: &NavalEngagement) -> Option<u32> {
        let chosen = |these: BySide<bool>| u32::from(these.first) + u32::from(these.second);
        Some(match self.stage() {
            Stage::Lines(lines) => chosen(lines.map(|line| line.is_some())),
            Stage::Muster(muster) => 3 + chosen(muster.leaders.map(|drawn| drawn > 0)),
            Stage::Wind(_) => 6,
            Stage::Round(fighting) => fighting.rank() + fighting.roller as u32,
            Stage::Slip(fighting) => fighting.rank() + 2,
            // The second side is asked before the first.
            Stage::Leave(fighting) => fighting.rank() + 2 + u32::from(fighting.roller == Side::First),
            Stage::Pursuit(_) => 64,
            Stage::Sorting(_) => 65,
        })
    }
}

/// A fleet of both kinds picks one for its first line; only that kind counts and rolls.
fn first_lines(
    mut lines: BySide<Option<Line>>,
    givens: &NavalEngagement,
    ump: &mut impl Umpire,
) -> Asked<NavalBattle> {
    for side in Side::ALL {
        if lines[side].is_none() {
            let navy = &givens.navies[side];
            let kinds = navy.lines();
            let line = *ump.choose(Asking::of(side, rule!("NAVAL-e"), Asks::FirstLine), &kinds)?;
            ump.explain(|| {
                let text = format!("{} ({}) fights with its {}", navy.name, navy.fleet, line.key());
                Ruling::new(rule!("NAVAL-e"), text)
            });
            if givens.allied[side] {
                ump.explain(|| {
                    let quality = if navy.veteran { "as veterans" } else { "as raw crews" };
                    let text = format!("{}: most ships are {}, {quality}", navy.name, navy.technology);
                    Ruling::new(rule!("NAVAL-k"), text)
                });
            }
            lines[side] = Some(line);
            if kinds.len() > 1 {
                return Ok(NavalBattle::at(Stage::Lines(lines)));
            }
        }
    }
    let lines = lines.map(|line| line.expect("both have picked"));
    Ok(NavalBattle::at(Stage::Muster(Muster { lines, leaders: BySide::default() })))
}

impl Fighting {
    /// The rank of its Fire or boarding.
    #[inline]
    fn rank(&self) -> u32 {
        8 * (2 * u32::from(self.day) + self.phase as u32)
    }

    pub(super) fn morale_left(&self, givens: &NavalEngagement, side: Side) -> u8 {
        givens.formation(self.lines).morale[side].saturating_sub(self.stars[side])
    }

    /// One side's Fire or boarding; both take effect together.
    #[inline]
    fn roll(mut self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        ump.cite(rule!("NAVAL-a"));
        if (self.roller, self.phase) == (Side::First, Phase::Fire) {
            ump.explain(|| Ruling::heading(rule!("NAVAL-a"), format!("Day {}", self.day)));
        }
        let (side, enemy) = (self.roller, self.roller.other());
        let formation = givens.formation(self.lines);
        let mut sum = formation.fixed(side, self.day > 1, self.phase);
        modifiers::of_the_moment(givens, &self, &mut sum);
        if let Some(faces) = formation.faces(side, self.phase, sum, self.morale_left(givens, enemy)) {
            let asking = Asking::of(side, rule!("NAVAL-a"), topic_of(self.day, self.phase));
            let reading: Reading = ump.throw(asking, Dice::D10, |face| faces[usize::from(face) - 1])?;
            ump.explain_throw(|face| self.words_of_roll(givens, face, sum));
            self.dealt[side] += reading.losses;
            self.stars[enemy] += reading.stars;
        }
        if side == Side::First {
            let next = Fighting { roller: Side::Second, ..self }.forget(givens);
            return Ok(NavalBattle::at(Stage::Round(next)));
        }
        Ok(self.after_both(givens, ump))
    }

    fn words_of_roll(&self, givens: &NavalEngagement, face: u16, sum: i16) -> Ruling {
        let formation = givens.formation(self.lines);
        let column = formation.column(self.roller, self.phase).expect("a roll has a column");
        let mut list: Vec<Modifier> = Vec::new();
        modifiers::of_the_moment(givens, self, &mut list);
        modifiers::of_lines(givens, self.lines, self.roller, self.day > 1, self.phase, &mut list);
        let total = face as i16 + sum;
        let printed = givens.charts.combat(column, total);
        let dealt = formation.effect(self.roller, self.phase, printed);
        let name = &givens.navies[self.roller].name;
        let what = capitalised(topic_of(self.day, self.phase).topic().words());
        let halved = if dealt == printed { String::new() } else { format!(", halved from {printed}") };
        let text = format!("{what} of {name}: {total} in column {column} deals {dealt}{halved}");
        Ruling::new(rule!("NAVAL-a"), text)
            .with_modifiers(list)
            .with_look(givens.charts.combat_look(column, total))
    }

    /// The next Fire or boarding, with what both sides know of the last.
    fn onward(self, day: u8, phase: Phase, givens: &NavalEngagement) -> Fighting {
        let shaken = match self.stars.first.cmp(&self.stars.second) {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        };
        Fighting { day, phase, roller: Side::First, shaken, ..self }.forget(givens)
    }

    fn after_both(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> NavalBattle {
        let mut anybody = false;
        for side in Side::ALL {
            if self.morale_left(givens, side) == 0 {
                anybody = true;
                ump.explain(|| {
                    let name = &givens.navies[side].name;
                    Ruling::new(rule!("BATTLE-g"), format!("{name} has no morale left and routs"))
                });
            }
        }
        if anybody {
            return self.verdict(Close::Fought, givens, ump);
        }
        let rested = |roller: Side| Fighting { roller, shaken: None, ..self };
        match self.phase {
            Phase::Fire if self.wind.is_some() => NavalBattle::at(Stage::Slip(rested(Side::First))),
            Phase::Fire => NavalBattle::at(Stage::Round(self.onward(self.day, Phase::Shock, givens))),
            Phase::Shock if self.day == 1 => {
                let sunk = self.destroyed(givens);
                match sunk.first || sunk.second {
                    true => self.verdict(Close::Destroyed, givens, ump),
                    false => NavalBattle::at(Stage::Leave(rested(Side::Second))),
                }
            }
            Phase::Shock => self.verdict(Close::Fought, givens, ump),
        }
    }

    /// After a Fire the side with the wind may be gone; it has lost, but nobody can follow. If it stays, the
    /// boarding begins.
    fn slip(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let side = self.wind.expect("only with the wind");
        let asking = Asking::of(side, rule!("NAVAL-i"), Asks::LeaveWithTheWind);
        if *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes {
            ump.explain(|| {
                let text = format!("{} leaves with the wind", givens.navies[side].name);
                Ruling::new(rule!("NAVAL-i"), text)
            });
            return Ok(self.verdict(Close::Slipped(side), givens, ump));
        }
        self.onward(self.day, Phase::Shock, givens).roll(givens, ump)
    }

    /// After day 1 either side may try to leave, the defender first; then the second day begins.
    fn leave(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let asking = Asking::of(self.roller, rule!("NAVAL-i"), Asks::LeaveAfterDay1);
        let tries = *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes;
        match (tries, self.roller) {
            (true, _) => self.try_to_leave(givens, ump),
            // Nothing has been thrown yet, so the other side can be asked at once.
            (false, Side::Second) => Fighting { roller: Side::First, ..self }.leave(givens, ump),
            (false, Side::First) => self.onward(2, Phase::Fire, givens).roll(givens, ump),
        }
    }

    fn try_to_leave(mut self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let (side, clause) = (self.roller, rule!("NAVAL-i"));
        let bound = i16::from(self.edge.manoeuvre[side]) + i16::from(self.morale_left(givens, side));
        let highest = match givens.profile.retreat_roll {
            RetreatRoll::AtMost => bound,
            RetreatRoll::Under => bound - 1,
        };
        let gone = match givens.profile.sea_retreat {
            SeaRetreat::Automatic => true,
            SeaRetreat::Roll => {
                let asking = Asking::of(side, clause, Asks::RetreatAttempt);
                ump.throw(asking, Dice::D10, |face| face as i16 <= highest)?
            }
        };
        ump.explain(|| {
            let result = if gone { "gets away" } else { "fails" };
            let need = match (givens.profile.sea_retreat, givens.profile.retreat_roll) {
                (SeaRetreat::Automatic, _) => "no roll needed".to_owned(),
                (_, RetreatRoll::AtMost) => format!("{bound} or less"),
                (_, RetreatRoll::Under) => format!("less than {bound}"),
            };
            let text = format!("{} tries to leave ({need}) and {result}", givens.navies[side].name);
            Ruling::new(clause, text)
        });
        if gone {
            return Ok(self.verdict(Close::Left(side), givens, ump));
        }
        self.failed[side] = true;
        match side {
            Side::Second => Ok(NavalBattle::at(Stage::Leave(Fighting { roller: Side::First, ..self }))),
            Side::First => self.onward(2, Phase::Fire, givens).roll(givens, ump),
        }
    }
}

fn topic_of(day: u8, phase: Phase) -> Asks {
    match (day, phase) {
        (1, Phase::Fire) => Asks::Day1Fire,
        (1, Phase::Shock) => Asks::Day1Boarding,
        (_, Phase::Fire) => Asks::Day2Fire,
        (_, Phase::Shock) => Asks::Day2Boarding,
    }
}
