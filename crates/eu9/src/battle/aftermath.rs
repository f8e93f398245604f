//! After the fighting: verdict, pursuit, losses, regrouping, leaders.

use super::apart::{Tested, tested};
use super::losses::{Dealt, correct, is_destroyed, major_gap, needs_die};
use super::parameters::Pair;
use super::word::{Words, bits, both, somebody};
use super::{Battle, Close, End, Fate, Fighting, modifiers, odd_dice, word};
use crate::asks::Asks;
use crate::change::explain_change;
use crate::charts::{Column, Phase};
use crate::engagement::Engagement;
use crate::host::{Host, choose_standing};
use crate::power::{Class, Theatre};
use crate::profile::{DestroyedAtTheEnd, MajorNeedsArmy};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, BySide, Clause, Dice, Modifier, Ruling, Side, Umpire};

/// A winner about to pursue. His own losses are settled; what he has dealt may still grow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Chase {
    pub(super) winner: Side,
    pub(super) leaders: Pair,
    pub(super) routed: BySide<bool>,
    pub(super) loser_morale: u8,
    pub(super) dealt: Dealt,
    /// Whether the die of his 7 LD was odd.
    odd: bool,
    winner_losses: Thirds,
    /// Whether nobody of his is left to pursue. Rounding comes last, after the pursuit, and tells nothing of it.
    pub(super) wiped_out: bool,
    pub(super) first_day: bool,
    pub(super) after_fire: bool,
}

/// Losses settled but for those of the retreat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Withdrawal {
    winner: Option<Side>,
    pub(super) leaders: Pair,
    routed: BySide<bool>,
    losses: BySide<Thirds>,
    next: Side,
}

/// Everything settled but counters and leaders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Aftermath {
    winner: Option<Side>,
    major: bool,
    routed: BySide<bool>,
    losses: BySide<Thirds>,
    /// Which of the ways to stand with these losses.
    kept: BySide<Option<u16>>,
}

impl Chase {
    pub(super) fn winner(&self) -> Side {
        self.winner
    }

    pub(super) fn words(&self) -> Words {
        let Chase { winner, leaders, routed, loser_morale, .. } = *self;
        let flags = [self.odd, self.wiped_out, self.first_day, self.after_fire];
        let flags = flags.into_iter().fold(0, |word, flag| word << 1 | u64::from(flag));
        let who = (winner as u64) | bits(routed) << 1 | flags << 3;
        let losses = self.dealt.word() | word::thirds(self.winner_losses) << 32;
        [losses, who | leaders.word() << 8 | u64::from(loser_morale) << 16]
    }
}

impl Withdrawal {
    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// One side's stragglers come before the other's.
    pub(super) fn rank(&self) -> u32 {
        self.next as u32
    }

    pub(super) fn words(&self) -> Words {
        let who = somebody(self.winner) | bits(self.routed) << 2 | (self.next as u64) << 4;
        [both(self.losses), who | self.leaders.word() << 8]
    }
}

impl Aftermath {
    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// How many sides have regrouped.
    pub(super) fn rank(&self) -> u32 {
        Side::ALL.iter().filter(|&&side| self.kept[side].is_some()).count() as u32
    }

    pub(super) fn words(&self) -> Words {
        let kept = |side: Side| self.kept[side].map_or(0, |way| 1 + u64::from(way));
        let who = somebody(self.winner) | u64::from(self.major) << 2 | bits(self.routed) << 3;
        [both(self.losses) | kept(Side::First) << 32, who | kept(Side::Second) << 8]
    }
}

impl Fighting {
    /// The fighting is over; the stacks of 7 LD throw their die.
    #[inline]
    pub(super) fn verdict(
        self,
        close: Close,
        engagement: &Engagement,
        ump: &mut impl Umpire,
    ) -> Asked<Battle> {
        self.verdict_with(None, close, engagement, ump)
    }

    /// Which sides are destroyed, by what their enemies dealt. A check that has thrown the dice of 7 LD has
    /// thrown them for good.
    #[inline]
    fn destroyed(&self, thrown: bool, odd: BySide<bool>, engagement: &Engagement) -> BySide<bool> {
        BySide::from_fn(|side: Side| {
            let enemy = side.other();
            let suffered = |odd| correct(engagement, enemy, self.dealt[enemy], odd).suffered;
            let suffered = match engagement.profile.destroyed_at_the_end {
                DestroyedAtTheEnd::Settled => Stack::round(engagement.theatre, suffered(odd[enemy])),
                DestroyedAtTheEnd::AsOnDayOne => suffered(odd[enemy] || !thrown),
            };
            is_destroyed(engagement, side, suffered)
        })
    }

    /// Who has won: not a side destroyed, whatever else has happened; else whoever the other left or ran from; else who has
    /// more morale left.
    #[inline]
    pub(super) fn verdict_with(
        self,
        dice: Option<BySide<bool>>,
        close: Close,
        engagement: &Engagement,
        ump: &mut impl Umpire,
    ) -> Asked<Battle> {
        let odd = match dice {
            Some(odd) => odd,
            None => odd_dice(engagement, ump)?,
        };
        let destroyed = self.destroyed(dice.is_some(), odd, engagement);
        let routed = BySide::from_fn(|side| self.has_routed(engagement, side));
        let morale = BySide::from_fn(|side| self.morale_left(engagement, side));
        let name = |side: Side| &engagement.armies[side].name;
        let (winner, clause, why) = judge(destroyed, routed, morale, close);
        ump.explain(|| {
            let (first, second) = (morale.first, morale.second);
            let left = format!("morale {} {first}, {} {second}", name(Side::First), name(Side::Second));
            let text = match winner {
                Some(side) => format!("Victory for {}: {why} ({left})", name(side)),
                None => format!("A draw: {why} ({left})"),
            };
            Ruling::new(clause, text)
        });
        let Some(winner) = winner else {
            ump.cite(rule!("BATTLE-z"));
            let first = suffered(engagement, Side::First, self.dealt.second, odd.second, ump);
            let second = suffered(engagement, Side::Second, self.dealt.first, odd.first, ump);
            // Beyond the last LD nothing more can be lost.
            let losses = BySide::from_fn(|side| {
                let lost = if side == Side::First { first } else { second };
                lost.min(engagement.armies[side].stack.size())
            });
            return Ok(Battle::Withdrawal(Withdrawal {
                winner: None,
                leaders: self.leaders,
                routed,
                losses,
                next: Side::First,
            }));
        };
        let loser = winner.other();
        let winner_losses = suffered(engagement, winner, self.dealt[loser], odd[loser], ump);
        Ok(Battle::Pursuit(Chase {
            winner,
            leaders: self.leaders,
            routed,
            loser_morale: morale[loser],
            dealt: self.dealt[winner],
            odd: odd[winner],
            // The winner has no retreat before him: his losses can be rounded now.
            winner_losses: settled(engagement, winner, winner_losses),
            wiped_out: winner_losses >= engagement.armies[winner].stack.size(),
            first_day: self.day == 1,
            // The roll that ended it tells; leaving after the day means after its Shock.
            after_fire: self.phase == Phase::Fire,
        }))
    }
}

/// Who has won, by which clause, and why.
fn judge(
    destroyed: BySide<bool>,
    routed: BySide<bool>,
    morale: BySide<u8>,
    close: Close,
) -> (Option<Side>, Clause, &'static str) {
    let better = match morale.first.cmp(&morale.second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    };
    let fell = if close == Close::Destroyed { rule!("BATTLE-s") } else { rule!("BATTLE-ag") };
    match (destroyed.first, destroyed.second, close) {
        (true, false, _) => (Some(Side::Second), fell, "the enemy is destroyed"),
        (false, true, _) => (Some(Side::First), fell, "the enemy is destroyed"),
        (true, true, _) => (None, rule!("BATTLE-ag"), "both are destroyed"),
        (false, false, Close::Left(side)) => {
            (Some(side.other()), rule!("BATTLE-aa"), "the enemy has left the field")
        }
        (false, false, Close::Fought | Close::Destroyed) if routed.first || routed.second => match better {
            Some(side) => (Some(side), rule!("BATTLE-aa"), "the enemy has run"),
            None => (None, rule!("BATTLE-x"), "both have run"),
        },
        (false, false, Close::Fought | Close::Destroyed) => match better {
            Some(side) => (Some(side), rule!("BATTLE-w"), "more morale left"),
            None => (None, rule!("BATTLE-x"), "equal morale"),
        },
    }
}

/// What a side suffers of what the enemy dealt: small stack, cap, size.
#[inline]
fn suffered(engagement: &Engagement, side: Side, dealt: Dealt, odd: bool, ump: &mut impl Umpire) -> Thirds {
    let enemy = side.other();
    let corrected = correct(engagement, enemy, dealt, odd);
    ump.cite(rule!("LOSS-d"));
    ump.explain(|| {
        let (name, total) = (&engagement.armies[enemy].name, dealt.total());
        let ld = engagement.armies[enemy].stack.size();
        // A stack of 7 LD that takes nothing off has thrown for it.
        let spared = corrected.cut == Thirds::ZERO && !needs_die(engagement, enemy);
        let clause = if spared { rule!("LOSS-c") } else { rule!("LOSS-b") };
        let (cut, inflicted) = (corrected.cut, corrected.inflicted);
        let cut = if cut == Thirds::ZERO { "nothing".to_owned() } else { cut.to_string() };
        let most = if corrected.capped { " and can inflict no more than its own number" } else { "" };
        let clause = if corrected.capped { rule!("LOSS-p") } else { clause };
        Ruling::new(
            clause,
            format!(
                "{name} dealt {total}; as a stack of {ld} LD it takes {cut} off{most}, leaving {inflicted}"
            ),
        )
    });
    // Of nothing the sizes make nothing.
    if corrected.inflicted == Thirds::ZERO {
        return corrected.suffered;
    }
    ump.explain(|| {
        let step = engagement.size_step(enemy);
        let (name, enemy_name) = (&engagement.armies[side].name, &engagement.armies[enemy].name);
        let unchanged = matches!(step, 0 | -1);
        let clause = if unchanged { rule!("LOSS-h") } else { rule!("LOSS-i") };
        Ruling::new(
            clause,
            format!("Size {step:+} of {enemy_name} makes that {} for {name}", corrected.suffered),
        )
        .with_modifiers(size_facts(engagement, enemy))
    });
    ump.cite(rule!("LOSS-e"));
    corrected.suffered
}

/// The sizes behind a size step.
fn size_facts(engagement: &Engagement, side: Side) -> Vec<Modifier> {
    [side, side.other()]
        .map(|side| {
            let army = &engagement.armies[side];
            let clause = if side == Side::First { rule!("LOSS-f") } else { rule!("LOSS-g") };
            let (clause, classes) = match army.nations.is_empty() {
                true => (clause, format!("class {}", army.class)),
                false => (rule!("STACK-t"), "the average of its nations".to_owned()),
            };
            Modifier::new(engagement.size(side), clause, format!("size of {}, {classes}", army.name))
        })
        .to_vec()
}

/// Losses as they are finally counted: rounded in Europe, and never more than there were.
fn settled(engagement: &Engagement, side: Side, losses: Thirds) -> Thirds {
    Stack::round(engagement.theatre, losses).min(engagement.armies[side].stack.size())
}

impl Chase {
    /// The winner pursues in column E, unless he was routed himself. It may turn a retreat into a rout.
    #[inline]
    pub(super) fn pursue(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        let (winner, loser) = (self.winner, self.winner.other());
        let parameters = engagement.parameters(self.leaders);
        if self.routed[winner] || self.wiped_out {
            ump.explain(|| {
                let name = &engagement.armies[winner].name;
                let why =
                    if self.wiped_out { "nobody left to pursue" } else { "run itself and cannot pursue" };
                Ruling::new(rule!("BATTLE-y"), format!("{name} has {why}"))
            });
        } else {
            let readings = parameters.pursuit(winner, self.first_day, self.after_fire);
            let asking = Asking::of(winner, rule!("BATTLE-y"), Asks::Pursuit);
            // A rout cannot get worse: of the stars only that matters.
            let left = if self.routed[loser] { u8::MAX } else { self.loser_morale };
            let read = |face: u16| {
                let reading = readings[usize::from(face) - 1];
                (reading.losses, reading.stars >= left)
            };
            let (losses, runs) = ump.throw(asking, Dice::D10, read)?;
            ump.explain_throw(|face| {
                let list = modifiers::of_pursuit(
                    engagement,
                    parameters.leaders,
                    winner,
                    self.first_day,
                    self.after_fire,
                );
                let total = face as i16 + Modifier::sum(&list);
                let reading = engagement.charts.combat(Column::E, total);
                let (name, fleeing) = (&engagement.armies[winner].name, &engagement.armies[loser].name);
                let rout = if runs {
                    format!(", and the retreat of {fleeing} becomes a rout")
                } else {
                    String::new()
                };
                Ruling::new(
                    rule!("BATTLE-y"),
                    format!("{name} pursues: {total} in column E is {reading}{rout}"),
                )
                .with_modifiers(list)
                .with_look(engagement.charts.combat_look(Column::E, total))
            });
            self.dealt.main += losses;
            self.routed[loser] |= runs;
        }
        let mut losses = BySide::new(self.winner_losses, self.winner_losses);
        losses[loser] =
            suffered(engagement, loser, self.dealt, self.odd, ump).min(engagement.armies[loser].stack.size());
        let (leaders, routed) = (self.leaders, self.routed);
        Ok(Battle::Withdrawal(Withdrawal {
            winner: Some(winner),
            leaders,
            routed,
            losses,
            next: Side::First,
        }))
    }
}

impl Withdrawal {
    /// Whoever has not won loses stragglers, fewer behind a leader who can manoeuvre; then all losses
    /// are rounded, once.
    #[inline]
    pub(super) fn stragglers(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        // The winner stays where he is: only the others are asked.
        let side = if self.winner == Some(self.next) { self.next.other() } else { self.next };
        if self.winner != Some(side) {
            let name = &engagement.armies[side].name;
            let manoeuvre = i16::from(engagement.parameters(self.leaders).leaders[side].manoeuvre);
            let less = if self.routed[side] { 0 } else { manoeuvre };
            let asking = Asking::of(side, rule!("RETREAT-a"), Asks::RetreatLosses);
            let loss =
                ump.throw(asking, Dice::D10, |face| engagement.charts.retreat_loss(face as i16 - less))?;
            ump.explain_throw(|face| {
                let die = face as i16 - less;
                let list = match less {
                    0 => Vec::new(),
                    _ => vec![Modifier::new(-less, rule!("RETREAT-b"), "MAN of the leader")],
                };
                let how = if self.routed[side] { "routed" } else { "retreating" };
                Ruling::new(rule!("RETREAT-a"), format!("{name}, {how}, loses {loss} more on the way"))
                    .with_modifiers(list)
                    .with_look(engagement.charts.retreat_look(die))
            });
            // Neither small stacks nor size change these.
            ump.cite(rule!("RETREAT-c"));
            self.losses[side] += loss;
            self.losses[side] = settled(engagement, side, self.losses[side]);
        }
        if self.winner.is_none() && side == Side::First {
            return Ok(Battle::Withdrawal(Withdrawal { next: Side::Second, ..self }));
        }
        self.settle(engagement, ump)
    }

    #[inline]
    fn settle(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        for side in Side::ALL {
            let army = &engagement.armies[side];
            ump.explain(|| {
                let clause = match engagement.theatre {
                    Theatre::Europe => rule!("LOSS-l"),
                    Theatre::RestOfTheWorld => rule!("LOSS-m"),
                };
                let (lost, size) = (self.losses[side], army.stack.size());
                Ruling::new(clause, format!("{} loses {lost} of {size} LD", army.name))
            });
            if self.losses[side] == army.stack.size() {
                ump.explain(|| {
                    Ruling::new(rule!("LOSS-o"), format!("The stack of {} is destroyed", army.name))
                });
            }
        }
        ump.cite(rule!("LOSS-n"));
        let major = self.winner.is_some_and(|winner| self.is_major(winner, engagement, ump));
        let aftermath = Aftermath {
            winner: self.winner,
            major,
            routed: self.routed,
            losses: self.losses,
            kept: BySide::default(),
        };
        Ok(aftermath.keep_what_is_no_choice(engagement, ump))
    }

    /// A major victory: the loser routed, and lost so much more than the winner.
    #[inline]
    fn is_major(&self, winner: Side, engagement: &Engagement, ump: &mut impl Umpire) -> bool {
        let loser = winner.other();
        let army = engagement.armies[loser].stack.armies() > 0;
        // Armies of class A are those of Asia, Africa and the Americas.
        let european = || engagement.armies[loser].has_army_of(|kind| kind.class != Class::A);
        let counts = match engagement.profile.major_needs_army {
            MajorNeedsArmy::RestOfTheWorld => engagement.theatre == Theatre::Europe || european(),
            MajorNeedsArmy::Never => true,
            MajorNeedsArmy::Always => army,
        };
        if ump.listening() {
            ump.cite(major_gap(engagement, winner).1);
        }
        // The margin is taken from the final losses, rounded and with the retreat in them.
        ump.cite(rule!("MAJOR-d"));
        let margin = self.losses[loser] - self.losses[winner];
        let major = self.routed[loser] && counts && margin >= engagement.scales[winner].major_gap;
        if major {
            ump.explain(|| {
                let clause = major_gap(engagement, winner).1;
                let name = &engagement.armies[winner].name;
                Ruling::new(clause, format!("A major victory for {name}: a rout, and {margin} LD more lost"))
            });
            ump.explain(|| {
                let (name, other) = (&engagement.armies[winner].name, &engagement.armies[loser].name);
                let stability = engagement.charts.figure("battle-figures", "stability");
                let points = engagement.charts.figure("battle-figures", "victory points");
                let text = format!(
                    "{name} gains {stability} stability and {points} victory points, {other} loses {stability} stability"
                );
                Ruling::new(rule!("MAJOR-e"), text)
            });
        }
        major
    }
}

impl Aftermath {
    /// Stacks that lost nothing, or can stand in one way only, stand.
    fn keep_what_is_no_choice(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Battle {
        for side in Side::ALL {
            let ways = engagement.remainders(side, self.losses[side]);
            if let [only] = *ways {
                self.kept[side] = Some(0);
                if self.losses[side] > Thirds::ZERO {
                    explain_change(engagement.armies[side].stack.size(), self.losses[side], only, ump);
                    explain_kept(side, only, engagement, ump);
                }
            }
        }
        self.next_stage()
    }

    fn next_stage(self) -> Battle {
        match (self.kept.first, self.kept.second) {
            (Some(_), Some(_)) => Battle::Casualties(self),
            _ => Battle::Regrouping(self),
        }
    }

    /// The owner regroups what is left of his stack, one side after the other.
    #[inline]
    pub(super) fn regroup(mut self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<Battle> {
        let side = if self.kept.first.is_none() { Side::First } else { Side::Second };
        let army = &engagement.armies[side];
        let ways = engagement.remainders(side, self.losses[side]);
        let asking = Asking::of(side, rule!("STACK-r"), Asks::RegroupTheSurvivors);
        ump.about(|| format!("{}, {}, loses {} LD", army.name, army.stack, self.losses[side]));
        let kept = choose_standing(asking, ways, &army.nations, ump)?;
        explain_change(army.stack.size(), self.losses[side], kept, ump);
        explain_kept(side, kept, engagement, ump);
        self.kept[side] = ways.iter().position(|way| *way == kept).map(|index| index as u16);
        Ok(self.next_stage())
    }

    /// What becomes of the leaders.
    #[inline]
    pub(super) fn casualties(self, engagement: &Engagement, ump: &mut impl Umpire) -> Asked<End> {
        let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
        for side in Side::ALL {
            if tested(engagement, side) && !ump.leaves_open() {
                let tested = Tested::after(engagement, side, self.winner, self.losses[side]);
                leaders[side] = tested.fate(engagement, ump)?;
            }
        }
        let Aftermath { winner, major, routed, losses, kept, .. } = self;
        let standing = BySide::from_fn(|side: Side| {
            let ways = engagement.remainders(side, losses[side]);
            ways[usize::from(kept[side].expect("both have regrouped"))]
        });
        let (kept, allies) = (standing.map(|host| host.stack), standing.map(|host| host.allies));
        Ok(End { winner, major, routed, losses, kept, allies, leaders })
    }
}

/// Says what a side has left.
fn explain_kept(side: Side, kept: Host, engagement: &Engagement, ump: &mut impl Umpire) {
    ump.explain(|| {
        let army = &engagement.armies[side];
        let words = kept.nation_words(&army.nations);
        Ruling::new(rule!("STACK-r"), format!("{} keeps {words}", army.name))
    });
}
