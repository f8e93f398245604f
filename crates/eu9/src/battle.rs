//! The land battle: at most two days of Fire and Shock, a chance to slip away in between, pursuit,
//! corrected losses, and what becomes of the leaders.
//!
//! ```text
//! Muster ── Round: day 1 Fire, Shock ── nightfall ── Retreat? ── Round: day 2 Fire, Shock
//!                        │ rout             │ destroyed   │ gone              │
//!                        └──────────────────┴─────────────┴───── verdict ─────┘
//!                                      Pursuit ── Withdrawal ── Regrouping ── Casualties ── End
//! ```

mod aftermath;
mod apart;
mod forgotten;
mod guide_example;
mod losses;
mod modifiers;
mod parameters;
mod playable;
mod word;

pub use guide_example::{LookUp, as_the_guide_counts, guide_example};
pub(crate) use losses::Scale;
pub(crate) use parameters::Pairs;
pub(crate) use playable::fate_key;

use crate::artillery::artillery_clause;
use crate::asks::Asks;
use crate::charts::{Entry, Phase, Reading};
use crate::engagement::{Army, Engagement, Interception};
use crate::host::Allies;
use crate::leader::{Commander, Leader};
use crate::power::Country;
use crate::profile::{Days, RetreatRoll, SevenOnDayOne};
use crate::stack::Stack;
use crate::thirds::Thirds;
use aftermath::{Aftermath, Chase, Withdrawal};
use apart::Tested;
use grognard_umpire::{
    Asked, Asking, BySide, Dice, Flow, Modifier, Offer, Part, Procedure, Ruling, Side, Umpire,
};
use losses::{Dealt, correct, cut, is_destroyed, needs_die};
use modifiers::Roll;
use parameters::Pair;
use std::ops::ControlFlow::{Break, Continue};

/// A land battle under way.
///
/// # Equality
/// Two battles of the same engagement are equal if the same can still happen with the same odds: each
/// variant keeps only what a later step reads. What was dealt is kept as totals, not roll by roll.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Battle {
    /// Substitutes are drawn for sides without a leader.
    Muster(Muster),
    /// A side is about to roll its Fire or Shock.
    Round(Fighting),
    /// A side may try to leave the field.
    Retreat(Fighting, Leaving),
    /// The fighting is over: who has won? Most battles pass through it within the step that ended them.
    Verdict(Fighting, Close),
    /// The winner pursues.
    Pursuit(Chase),
    /// Those who did not win lose stragglers.
    Withdrawal(Withdrawal),
    /// Survivors regroup into counters.
    Regrouping(Aftermath),
    /// Leaders are tested.
    Casualties(Aftermath),
    /// A leader is tested and nothing else: the odds see to his fate apart from the battle.
    Leader(Tested),
}

/// The faces that drew the leaders; 0 while it is still to be done, or where a side has its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Muster {
    drawn: BySide<u8>,
}

/// Both sides in the midst of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Fighting {
    leaders: Pair,
    dealt: BySide<Dealt>,
    /// Morale lost.
    stars: BySide<u8>,
    day: u8,
    phase: Phase,
    /// Who rolls next; both rolls of a phase take effect together.
    roller: Side,
    /// Who tried to retreat after the first day and failed.
    failed: BySide<bool>,
}

/// A retreat attempt: whose turn it is, and whether the other has had his.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Leaving {
    side: Side,
    second: bool,
}

/// How the fighting came to its close.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Close {
    /// After the last day, or by a rout.
    Fought,
    /// A side was destroyed on the first day.
    Destroyed,
    /// A side left the field after the first day.
    Left(Side),
}

/// What became of a leader.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// He was not tested: a substitute, or an enemy too weak to hurt him.
    NotTested,
    /// He is unhurt.
    Unhurt,
    /// He is wounded for so many rounds.
    Wounded(u8),
    /// He is dead.
    Killed,
}

/// How a land battle ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct End {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Whether it was a major victory.
    pub major: bool,
    /// Who was routed.
    pub routed: BySide<bool>,
    /// What each side lost.
    pub losses: BySide<Thirds>,
    /// What each side has left.
    pub kept: BySide<Stack>,
    /// What of it is its allies'.
    pub allies: BySide<Allies>,
    /// What became of the leaders.
    pub leaders: BySide<Fate>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stay {
    Stay,
    Retreat,
}

impl Offer for Stay {
    fn key(&self) -> String {
        match self {
            Stay::Stay => "stay",
            Stay::Retreat => "retreat",
        }
        .to_owned()
    }
    fn words(&self) -> String {
        match self {
            Stay::Stay => "stand and fight the second day",
            Stay::Retreat => "try to leave the field",
        }
        .to_owned()
    }
}

impl Battle {
    /// A battle about to begin.
    pub fn new() -> Battle {
        Battle::Muster(Muster::default())
    }

    /// Who has won, nobody in a draw, as soon as that is settled: what follows is losses and leaders.
    pub fn decided(&self) -> Option<Option<Side>> {
        match self {
            Battle::Muster(_) | Battle::Round(_) | Battle::Retreat(..) => None,
            Battle::Verdict(..) | Battle::Leader(_) => None,
            Battle::Pursuit(chase) => Some(Some(chase.winner())),
            Battle::Withdrawal(withdrawal) => Some(withdrawal.winner()),
            Battle::Regrouping(aftermath) | Battle::Casualties(aftermath) => Some(aftermath.winner()),
        }
    }
}

impl Default for Battle {
    fn default() -> Self {
        Battle::new()
    }
}

impl Procedure for Battle {
    type Rules = Engagement;
    type End = End;

    #[inline]
    fn step(self, engagement: &Engagement, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Continue(match self {
            Battle::Muster(muster) => muster.draw_leaders(engagement, ump)?,
            Battle::Round(fighting) => fighting.roll(engagement, ump)?,
            Battle::Retreat(fighting, leaving) => fighting.retreat(leaving, engagement, ump)?,
            Battle::Verdict(fighting, close) => fighting.verdict(close, engagement, ump)?,
            Battle::Pursuit(chase) => chase.pursue(engagement, ump)?,
            Battle::Withdrawal(withdrawal) => withdrawal.stragglers(engagement, ump)?,
            Battle::Regrouping(aftermath) => aftermath.regroup(engagement, ump)?,
            Battle::Casualties(aftermath) => return Ok(Break(aftermath.casualties(engagement, ump)?)),
            Battle::Leader(tested) => return Ok(Break(tested.alone(engagement, ump)?)),
        }))
    }

    /// Day by day and phase by phase, then what follows the fighting.
    fn rank(&self, _: &Engagement) -> Option<u32> {
        // No day of any battle comes after these.
        const AFTERWARDS: u32 = 1 << 16;
        Some(match self {
            Battle::Muster(muster) => Side::ALL.iter().filter(|&&side| muster.drawn[side] > 0).count() as u32,
            Battle::Round(fighting) => fighting.rank() + fighting.roller as u32,
            Battle::Retreat(fighting, leaving) => fighting.rank() + 2 + u32::from(leaving.second),
            Battle::Verdict(..) => AFTERWARDS,
            Battle::Pursuit(_) => AFTERWARDS + 1,
            Battle::Withdrawal(withdrawal) => AFTERWARDS + 2 + withdrawal.rank(),
            Battle::Regrouping(aftermath) => AFTERWARDS + 4 + aftermath.rank(),
            Battle::Casualties(_) | Battle::Leader(_) => AFTERWARDS + 6,
        })
    }

    fn open_parts(engagement: &Engagement, end: &End, parts: &mut Vec<Part>) {
        apart::parts(engagement, end, parts);
    }

    #[inline]
    fn trimmed(self, engagement: &Engagement) -> Battle {
        self.forgetting(engagement)
    }

    fn part_alone(_: &Engagement, part: Part) -> Battle {
        apart::alone(part)
    }

    fn with_part(_: &Engagement, end: &End, part: Part, alone: &End) -> End {
        apart::with(end, part, alone)
    }
}

impl Muster {
    /// A side without a leader draws a substitute for this battle; then both know how they stand.
    fn draw_leaders(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        for side in Side::ALL {
            let Commander::Drawn { .. } = engagement.armies[side].commander else { continue };
            if self.drawn[side] == 0 {
                let asking = Asking::of(side, rule!("BATTLE-a"), Asks::ReplacementLeader);
                self.drawn[side] = ump.throw(asking, Dice::D10, |face| face as u8)?;
                ump.explain(|| {
                    let drawn = engagement.parameters(Pair::of(engagement, self.drawn)).leaders[side];
                    let name = &engagement.armies[side].name;
                    let text = format!("{name} has no leader and draws one with {}", values(drawn));
                    Ruling::new(rule!("BATTLE-a"), text)
                });
                return Ok(Battle::Muster(self));
            }
        }
        let leaders = Pair::of(engagement, self.drawn);
        describe(leaders, engagement, ump);
        Ok(Battle::Round(Fighting {
            leaders,
            dealt: BySide::default(),
            stars: BySide::default(),
            day: 1,
            phase: Phase::Fire,
            roller: Side::First,
            failed: BySide::default(),
        }))
    }
}

/// Says how both sides stand. None of it is worked out again later, whatever is lost.
fn describe(leaders: Pair, engagement: &Engagement, ump: &mut impl Umpire) {
    ump.cite(rule!("BATTLE-r"));
    let parameters = engagement.parameters(leaders);
    for side in Side::ALL {
        let army = &engagement.armies[side];
        ump.explain(|| {
            let letter =
                |phase| parameters::column(engagement, side, phase).map_or("-".into(), |c| c.to_string());
            let text = format!(
                "{}: {} ({} LD), {}, columns {} and {}",
                army.name,
                army.stack,
                army.stack.size(),
                army.technology,
                letter(Phase::Fire),
                letter(Phase::Shock)
            );
            Ruling::new(rule!("BATTLE-b"), text)
        });
        ump.explain(|| {
            let text = format!("{}: {} artillery", army.name, engagement.artillery(side));
            Ruling::new(artillery_clause(army.stack), text)
        });
        if !army.nations.is_empty() {
            describe_nations(army, engagement.size(side), ump);
        }
        ump.explain(|| {
            let veteran = if army.veteran { ", veterans" } else { "" };
            let tercios = if army.tercios { ", tercios" } else { "" };
            let text = format!("{}: morale {}{veteran}{tercios}", army.name, parameters.morale[side]);
            Ruling::new(rule!("BATTLE-i"), text)
        });
    }
}

/// Says what a stack of several nations is made of and fights like.
fn describe_nations(army: &Army, size: i8, ump: &mut impl Umpire) {
    let commander = match &army.commander {
        Commander::Present { name, .. } => name.clone(),
        Commander::Drawn { .. } => "a substitute".to_owned(),
    };
    ump.explain(|| {
        // Minors have no name among the countries of the tables.
        let whose = if army.country == Country::Minor { army.name.clone() } else { army.country.name() };
        let text = format!("{}: {commander} of {whose} commands the stack", army.name);
        Ruling::new(rule!("LEADER-d"), text)
    });
    ump.explain(|| {
        let nations = army.host().nation_words(&army.nations);
        let veteran = if army.veteran { "veterans" } else { "conscripts" };
        let text = format!("{}: {nations}; they fight with {} and as {veteran}", army.name, army.technology);
        Ruling::new(rule!("STACK-s"), text)
    });
    ump.explain(|| Ruling::new(rule!("STACK-t"), format!("{}: size {size} on average", army.name)));
}

fn values(leader: Leader) -> String {
    format!("MAN {}, FIRE {}, SHOCK {}", leader.manoeuvre, leader.fire, leader.shock)
}

/// Which die of a side it is: natives in great numbers throw several.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Throw {
    First,
    Further,
}

impl Fighting {
    /// How far the fighting has got. Each phase has room for two rolls and two attempts to leave.
    fn rank(&self) -> u32 {
        4 * (2 * u32::from(self.day) + self.phase as u32)
    }

    #[inline]
    fn morale_left(&self, engagement: &Engagement, side: Side) -> u8 {
        engagement.parameters(self.leaders).morale[side].saturating_sub(self.stars[side])
    }

    #[inline]
    fn has_routed(&self, engagement: &Engagement, side: Side) -> bool {
        self.morale_left(engagement, side) == 0
    }

    #[inline]
    fn this_roll(&self) -> Roll {
        // Who could not leave after the first day is the worse for it on the second, not on a third.
        let enemy_failed = self.day == 2 && self.failed[self.roller.other()];
        Roll { side: self.roller, later: self.day > 1, phase: self.phase, enemy_failed }
    }

    /// One side's Fire or Shock. What it does to the enemy shows once both have rolled.
    #[inline]
    fn roll(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        if (self.roller, self.phase) == (Side::First, Phase::Fire) {
            ump.explain(|| Ruling::heading(rule!("BATTLE-c"), format!("Day {}", self.day)));
        }
        let roll = self.this_roll();
        if let Some(readings) = engagement.parameters(self.leaders).roll(roll) {
            let asking = Asking::of(self.roller, rule!("BATTLE-e"), topic_of(self.day, self.phase));
            let reading = ump.throw(asking, Dice::D10, |face| readings[usize::from(face) - 1])?;
            self.explain_roll(engagement, roll, Throw::First, ump);
            ump.cite(rule!("LOSS-a"));
            self.dealt[self.roller].main += reading.losses;
            self.stars[self.roller.other()] += reading.stars;
            self.further_dice(engagement, roll, readings, ump)?;
        } else {
            ump.explain(|| {
                let name = &engagement.armies[self.roller].name;
                Ruling::new(rule!("BATTLE-b"), format!("{name} has no Fire"))
            });
        }
        if self.roller == Side::First {
            return Ok(Battle::Round(Fighting { roller: Side::Second, ..self }));
        }
        self.after_both(engagement, ump)
    }

    /// Natives beyond 8 LD: a die for every 8, of which the stars do not count, and the last of which
    /// stands for what is left over.
    #[inline]
    fn further_dice(
        &mut self,
        engagement: &Engagement,
        roll: Roll,
        readings: &[Reading; 10],
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let dice = engagement.scales[self.roller].dice;
        for number in 2..=dice {
            let asking = Asking::of(self.roller, rule!("BATTLE-ae"), Asks::AFurtherDieOfNatives);
            let losses = ump.throw(asking, Dice::D10, |face| readings[usize::from(face) - 1].losses)?;
            self.explain_roll(engagement, roll, Throw::Further, ump);
            let dealt = &mut self.dealt[self.roller];
            if number == dice { dealt.last += losses } else { dealt.main += losses }
        }
        Ok(())
    }

    fn explain_roll(&self, engagement: &Engagement, roll: Roll, throw: Throw, ump: &mut impl Umpire) {
        let leaders = engagement.parameters(self.leaders).leaders;
        ump.explain_throw(|face| {
            let list = modifiers::of_roll(engagement, leaders, roll);
            let total = face as i16 + Modifier::sum(&list);
            let column = parameters::column(engagement, roll.side, roll.phase).expect("a roll has a column");
            let printed = engagement.charts.combat(column, total);
            let reading = parameters::effect(engagement, roll.side, roll.phase).apply(printed);
            let name = &engagement.armies[roll.side].name;
            let mut text = format!(
                "{} of {name}: {total} in column {column} is {printed}",
                capitalised(topic_of(self.day, self.phase).topic().words())
            );
            let mut clause = rule!("BATTLE-e");
            if printed != reading {
                text.push_str(&format!(", which the technology makes {reading}"));
                clause = rule!("BATTLE-h");
            }
            if throw == Throw::Further {
                text.push_str("; of a further die only the losses count");
                clause = rule!("BATTLE-ae");
            }
            Ruling::new(clause, text)
                .with_modifiers(list)
                .with_look(engagement.charts.combat_look(column, total))
        });
    }

    /// Both have rolled: who has no morale left routs, else the day goes on.
    #[inline]
    fn after_both(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        ump.cite(rule!("BATTLE-f"));
        let mut anybody = false;
        for side in Side::ALL {
            if self.has_routed(engagement, side) {
                anybody = true;
                ump.explain(|| {
                    let name = &engagement.armies[side].name;
                    Ruling::new(rule!("BATTLE-g"), format!("{name} has no morale left and routs"))
                });
            }
        }
        if anybody {
            return self.verdict(Close::Fought, engagement, ump);
        }
        let days = engagement.charts.count(match engagement.profile.days {
            Days::Two => Entry::Days,
            Days::Three => Entry::DaysOfTheRemark,
        });
        // A day is one Fire, then one Shock.
        ump.cite(rule!("BATTLE-d"));
        let next = Fighting { roller: Side::First, ..self };
        match self.phase {
            Phase::Fire => Ok(Battle::Round(Fighting { phase: Phase::Shock, ..next })),
            Phase::Shock if self.day == 1 => next.nightfall(engagement, ump),
            Phase::Shock if self.day < days => {
                let failed = BySide::default();
                Ok(Battle::Round(Fighting { day: self.day + 1, phase: Phase::Fire, failed, ..next }))
            }
            Phase::Shock => {
                ump.cite(rule!("BATTLE-c"));
                next.verdict(Close::Fought, engagement, ump)
            }
        }
    }

    /// The end of the first day: a side wholly destroyed by its corrected losses has lost. The check is
    /// provisional, without rounding; the totals dealt stay as they are.
    #[inline]
    fn nightfall(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        let mut destroyed = BySide::default();
        let mut dice = None;
        if engagement.profile.seven_on_day_one == SevenOnDayOne::Roll {
            dice = Some(odd_dice(engagement, ump)?);
        }
        let odd = dice.unwrap_or(BySide::new(true, true));
        for side in Side::ALL {
            let enemy = side.other();
            let corrected = correct(engagement, enemy, self.dealt[enemy], odd[enemy]);
            destroyed[side] = is_destroyed(engagement, side, corrected.suffered);
            ump.explain(|| {
                let name = &engagement.armies[side].name;
                let (lost, size) = (corrected.suffered, engagement.armies[side].stack.size());
                Ruling::new(rule!("BATTLE-t"), format!("{name} has really lost {lost} of {size} so far"))
            });
        }
        if destroyed.first || destroyed.second {
            ump.cite(rule!("BATTLE-s"));
            return self.verdict_with(dice, Close::Destroyed, engagement, ump);
        }
        // The non-phasing side decides first; in an interception battle the phasing side does.
        let side = match engagement.interception {
            Interception::None => Side::Second,
            _ => Side::First,
        };
        Ok(Battle::Retreat(self, Leaving { side, second: false }))
    }

    /// A side may try to leave the field; if it fails, the enemy fights the better for it.
    #[inline]
    fn retreat(mut self, leaving: Leaving, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        let side = leaving.side;
        let asking = Asking::of(side, rule!("BATTLE-u"), Asks::LeaveTheFieldAfterDay1);
        let name = &engagement.armies[side].name;
        let manoeuvre = engagement.parameters(self.leaders).leaders[side].manoeuvre;
        let morale = self.morale_left(engagement, side);
        let bound = i16::from(manoeuvre) + i16::from(morale);
        let away = |face: u16| gets_away(engagement.profile.retreat_roll, face, bound);
        ump.about(|| {
            let [dealt, taken] = [side, side.other()].map(|by| self.dealt[by].total());
            let (chance, enemy) = ((1..=10).filter(|&face| away(face)).count(), side.other());
            format!(
                "{name} has morale {morale} left, {} {}; {name} has dealt {dealt} and taken {taken} so far; {chance} in 10 to get away",
                engagement.armies[enemy].name,
                self.morale_left(engagement, enemy)
            )
        });
        if *ump.choose(asking, &[Stay::Stay, Stay::Retreat])? == Stay::Retreat {
            let gone =
                ump.throw(Asking::of(side, rule!("BATTLE-u"), Asks::RetreatAttempt), Dice::D10, away)?;
            ump.explain_throw(|face| {
                let needed = match engagement.profile.retreat_roll {
                    RetreatRoll::AtMost => format!("{bound} or less"),
                    RetreatRoll::Under => format!("less than {bound}"),
                };
                let result = if gone { "gets away" } else { "fails" };
                let text = format!(
                    "{name} tries to leave with MAN {manoeuvre} and morale {morale}: it takes {needed}, and a {face} {result}"
                );
                Ruling::new(rule!("BATTLE-u"), text)
            });
            if gone {
                ump.cite(rule!("BATTLE-aa"));
                return self.verdict(Close::Left(side), engagement, ump);
            }
            ump.cite(rule!("BATTLE-v"));
            self.failed[side] = true;
        } else {
            ump.explain(|| Ruling::new(rule!("BATTLE-u"), format!("{name} stays")));
        }
        if leaving.second {
            return Ok(Battle::Round(Fighting { day: 2, phase: Phase::Fire, ..self }));
        }
        Ok(Battle::Retreat(self, Leaving { side: side.other(), second: true }))
    }
}

/// Whether a face lets a side of so much MAN and morale leave the field.
fn gets_away(retreat_roll: RetreatRoll, face: u16, bound: i16) -> bool {
    match retreat_roll {
        RetreatRoll::AtMost => face as i16 <= bound,
        RetreatRoll::Under => (face as i16) < bound,
    }
}

/// Whether the die of a 7 LD stack is odd, for each side that has one.
fn odd_dice(engagement: &Engagement, ump: &mut impl Umpire) -> Asked<BySide<bool>> {
    let mut odd = BySide::new(true, true);
    for side in Side::ALL {
        if needs_die(engagement, side) {
            let asking = Asking::of(side, rule!("LOSS-b"), Asks::SmallStackOfSeven);
            odd[side] = ump.throw(asking, Dice::D10, |face| face % 2 == 1)?;
            ump.explain_throw(|face| {
                let name = &engagement.armies[side].name;
                let (is, cut) = (if odd[side] { "odd" } else { "even" }, cut(engagement, side, odd[side]));
                let text =
                    format!("{name}, a stack of 7 LD, throws {face}, which is {is}: {cut} is taken off");
                Ruling::new(rule!("LOSS-b"), text)
            });
        }
    }
    Ok(odd)
}

fn topic_of(day: u8, phase: Phase) -> Asks {
    match (day, phase) {
        (1, Phase::Fire) => Asks::Day1Fire,
        (1, Phase::Shock) => Asks::Day1Shock,
        (2, Phase::Fire) => Asks::Day2Fire,
        (2, Phase::Shock) => Asks::Day2Shock,
        (_, Phase::Fire) => Asks::Day3Fire,
        (_, Phase::Shock) => Asks::Day3Shock,
    }
}

/// A line begins with a capital letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
