//! What a pair of leaders comes to: morale, columns, modifiers, and the reading of every face.

use super::forgotten::READS;
use super::modifiers::{self, Roll};
use crate::charts::{Column, FireEffect, Phase, Reading};
use crate::engagement::Engagement;
use crate::leader::{Commander, Leader};
use crate::thirds::Thirds;
use grognard_umpire::{BySide, Modifier, Side};
use std::sync::OnceLock;

/// Which pair of leaders met: the place of their [`Parameters`] in the engagement's list. One byte instead
/// of two leaders keeps the state of a battle small.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Pair(u8);

impl Pair {
    pub(super) fn word(self) -> u64 {
        self.0.into()
    }

    /// Its place in the list.
    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    /// The pair of the leaders that were drawn, by their faces; a side that draws none has only one.
    pub(crate) fn of(engagement: &Engagement, drawn: BySide<u8>) -> Pair {
        let index = |side: Side| drawn[side].max(1) - 1;
        let second = possible_leaders(engagement, Side::Second).len() as u8;
        Pair(index(Side::First) * second + index(Side::Second))
    }
}

/// Everything about the battle that follows from who commands. Worked out once for every pair of
/// leaders that meets, so that a roll is nothing but a look at a face; a campaign, which sees one pair a
/// battle, does not pay for the others.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    pub(crate) leaders: BySide<Leader>,
    pub(crate) morale: BySide<u8>,
    /// By later day, phase, and whether the enemy failed to retreat.
    rolls: BySide<[OfADay; 2]>,
    /// By first day, and whether it was over after a Fire.
    pursuit: BySide<[[Faces; 2]; 2]>,
}

/// What each face of a die is read as, from 1 to 10.
type Faces = [Reading; 10];

/// The faces of a side's rolls on a day: by phase, and whether the enemy failed to retreat.
type OfADay = [[Option<Faces>; 2]; 2];

/// The parameters of every pair that can meet, made when it meets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    all: Vec<OnceLock<Parameters>>,
    /// The pair that stands for each, by what is read of it.
    pub(super) alike: [OnceLock<Vec<Pair>>; READS],
}

impl Pairs {
    /// Whether only one pair can meet.
    #[inline]
    pub(super) fn is_one(&self) -> bool {
        self.all.len() == 1
    }

    /// Every pair that can meet.
    pub(super) fn pairs(&self) -> impl Iterator<Item = Pair> {
        (0..self.all.len()).map(|index| Pair(index as u8))
    }

    /// Room for the parameters of every pair that can meet.
    pub(crate) fn of_all_leaders(engagement: &Engagement) -> Pairs {
        let count = |side: Side| possible_leaders(engagement, side).len();
        let all = vec![OnceLock::new(); count(Side::First) * count(Side::Second)];
        Pairs { all, ..Pairs::default() }
    }
}

impl Parameters {
    fn of_pair(engagement: &Engagement, pair: Pair) -> Parameters {
        let second = possible_leaders(engagement, Side::Second);
        let index = usize::from(pair.0);
        let first = possible_leaders(engagement, Side::First)[index / second.len()];
        Parameters::new(engagement, BySide::new(first, second[index % second.len()]))
    }

    fn new(engagement: &Engagement, leaders: BySide<Leader>) -> Parameters {
        let flag = [false, true];
        let rolls = BySide::from_fn(|side| {
            flag.map(|later| {
                [Phase::Fire, Phase::Shock].map(|phase| {
                    flag.map(|enemy_failed| {
                        let roll = Roll { side, later, phase, enemy_failed };
                        let column = column(engagement, side, phase)?;
                        let modifier = Modifier::sum(&modifiers::of_roll(engagement, leaders, roll));
                        let effect = effect(engagement, side, phase);
                        Some(faces(|face| effect.apply(engagement.charts.combat(column, face + modifier))))
                    })
                })
            })
        });
        let pursuit = BySide::from_fn(|winner| {
            flag.map(|first_day| {
                flag.map(|after_fire| {
                    let list = modifiers::of_pursuit(engagement, leaders, winner, first_day, after_fire);
                    let modifier = Modifier::sum(&list);
                    faces(|face| engagement.charts.combat(Column::E, face + modifier))
                })
            })
        });
        Parameters { leaders, morale: BySide::from_fn(|side| morale(engagement, side)), rolls, pursuit }
    }

    /// What each face of a Fire or Shock roll is read as; none where the side does not roll.
    #[inline]
    pub(crate) fn roll(&self, roll: Roll) -> Option<&Faces> {
        let Roll { side, later, phase, enemy_failed } = roll;
        self.rolls[side][usize::from(later)][phase as usize][usize::from(enemy_failed)].as_ref()
    }

    /// Both sides' rolls after the first day.
    pub(super) fn later_rolls(&self) -> BySide<&OfADay> {
        BySide::new(&self.rolls.first[1], &self.rolls.second[1])
    }

    /// Whether each face of each roll is read alike.
    pub(super) fn has_the_rolls_of(&self, other: &Parameters) -> bool {
        self.rolls == other.rolls
    }

    /// Whether each face of each pursuit is read alike.
    pub(super) fn has_the_pursuit_of(&self, other: &Parameters) -> bool {
        self.pursuit == other.pursuit
    }

    /// The most that a roll of a side can deal, by later day and phase.
    pub(super) fn most(&self, side: Side) -> [[Thirds; 2]; 2] {
        let most = |faces: &[Option<Faces>; 2]| {
            faces.iter().flatten().flatten().map(|reading| reading.losses).max().unwrap_or_default()
        };
        self.rolls[side].each_ref().map(|day| day.each_ref().map(most))
    }

    /// What each face of a pursuit is read as.
    #[inline]
    pub(crate) fn pursuit(&self, winner: Side, first_day: bool, after_fire: bool) -> &Faces {
        &self.pursuit[winner][usize::from(first_day)][usize::from(after_fire)]
    }
}

impl Engagement {
    #[inline]
    pub(crate) fn parameters(&self, pair: Pair) -> &Parameters {
        self.parameters.all[usize::from(pair.0)].get_or_init(|| Parameters::of_pair(self, pair))
    }
}

fn faces(read: impl Fn(i16) -> Reading) -> Faces {
    std::array::from_fn(|index| read(index as i16 + 1))
}

pub(crate) fn possible_leaders(engagement: &Engagement, side: Side) -> Vec<Leader> {
    match &engagement.armies[side].commander {
        Commander::Present { leader, .. } => vec![*leader],
        Commander::Drawn { row } => {
            engagement.charts.replacements(row).expect("every country has its row").to_vec()
        }
    }
}

/// The column of a side's Fire or Shock: none for medieval Fire, nor for a renaissance stack without
/// an A in Europe.
pub(crate) fn column(engagement: &Engagement, side: Side, phase: Phase) -> Option<Column> {
    let (own, enemy) = (&engagement.armies[side], &engagement.armies[side.other()]);
    let column = engagement.charts.column(own.technology, enemy.technology, phase);
    column.filter(|_| phase == Phase::Shock || modifiers::can_fire(engagement, side))
}

/// What technology leaves of a result: only Fire is changed.
pub(crate) fn effect(engagement: &Engagement, side: Side, phase: Phase) -> FireEffect {
    match phase {
        Phase::Fire => engagement.charts.fire_effect(engagement.armies[side].technology),
        Phase::Shock => FireEffect::Full,
    }
}

/// Morale: that of the technology, one more for veterans, one more for tercios.
pub(crate) fn morale(engagement: &Engagement, side: Side) -> u8 {
    let (own, enemy) = (&engagement.armies[side], &engagement.armies[side.other()]);
    engagement.charts.morale(own.technology, enemy.technology, own.veteran, own.tercios)
}
