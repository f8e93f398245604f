//! What follows from the first lines: columns, steady modifiers, morale, and what losses dealt come to.

use super::Lines;
use super::armada::{Line, NavalEngagement};
use super::hit::Hit;
use super::{losses, modifiers};
use crate::charts::{Column, FireEffect, Gunners, Phase, Reading};
use crate::power::{Country, NavalTechnology};
use crate::profile::{Edition, VeteranGalleys};
use crate::thirds::Thirds;
use grognard_umpire::{BySide, Side};
use std::ops::RangeInclusive;
use std::sync::OnceLock;

/// Two first lines facing each other. Worked out once, so that a roll is little more than a look at a face.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formation {
    pub(super) morale: BySide<u8>,
    /// Of Fire and of boarding; none for transports.
    columns: BySide<[Option<Column>; 2]>,
    /// What is left of a side's Fire.
    fire: BySide<FireEffect>,
    /// What each face is read as, by phase, by the morale the enemy has left and by the sum of the modifiers.
    faces: BySide<[Vec<Faces>; 2]>,
    /// The lowest sum that makes a difference, and how many there are.
    sums: (i16, i16),
    /// The sum of the modifiers that do not change, by later day and phase.
    fixed: BySide<[[i16; 2]; 2]>,
    /// What a side loses by what the enemy has dealt, by whether it is routed; before its size limits it.
    suffered: BySide<[Vec<Thirds>; 2]>,
    /// The ways a side's ships can take losses, by whether it won, whether it is routed, and how much it is: found
    /// when they are first asked for.
    hits: BySide<[[Vec<Ways>; 2]; 2]>,
}

/// The ways to take losses, once they have been asked for.
type Ways = OnceLock<Vec<Hit>>;

/// What each face of a die is read as, from 1 to 10.
type Faces = [Reading; 10];

/// The sums of modifiers that make a difference: beyond them every face comes to the same result.
fn sums(givens: &NavalEngagement) -> RangeInclusive<i16> {
    let (lowest, highest) = givens.charts.combat_span();
    lowest - 10..=highest - 1
}

/// The most that four rolls and a pursuit can deal, in thirds.
fn dealt_max(givens: &NavalEngagement) -> i16 {
    5 * givens.charts.most_losses().0
}

impl Formation {
    pub(crate) fn of(givens: &NavalEngagement, lines: Lines) -> Formation {
        let flags = [false, true];
        let phases = [Phase::Fire, Phase::Shock];
        Formation {
            sums: (*sums(givens).start(), sums(givens).count() as i16),
            morale: BySide::from_fn(|side| morale(givens, lines, side)),
            columns: BySide::from_fn(|side| phases.map(|phase| column(givens, lines, side, phase))),
            faces: BySide::from_fn(|side| phases.map(|phase| faces(givens, lines, side, phase))),
            fire: BySide::from_fn(|side| fire_effect(givens, lines, side)),
            fixed: BySide::from_fn(|side| {
                flags.map(|later| {
                    phases.map(|phase| {
                        let mut sum = 0;
                        modifiers::of_lines(givens, lines, side, later, phase, &mut sum);
                        sum
                    })
                })
            }),
            suffered: BySide::from_fn(|side| {
                flags.map(|routed| {
                    (0..=dealt_max(givens))
                        .map(|dealt| losses::suffered(givens, lines, side, Thirds(dealt), routed))
                        .collect()
                })
            }),
            hits: BySide::from_fn(|side: Side| {
                // No more is suffered than three times the fleet.
                let most = 3 * givens.navies[side].fleet.size().0 as usize;
                flags.map(|_| flags.map(|_| vec![Ways::new(); most + 1]))
            }),
        }
    }

    /// The column of a side's Fire or boarding.
    #[inline]
    pub(super) fn column(&self, side: Side, phase: Phase) -> Option<Column> {
        self.columns[side][phase as usize]
    }

    /// The sum of a side's modifiers that do not change.
    #[inline]
    pub(super) fn fixed(&self, side: Side, later: bool, phase: Phase) -> i16 {
        self.fixed[side][usize::from(later)][phase as usize]
    }

    /// What each face is read as with a sum of modifiers, against an enemy with so much morale left; none for
    /// transports, which do not roll.
    #[inline]
    pub(super) fn faces(&self, side: Side, phase: Phase, sum: i16, left: u8) -> Option<&Faces> {
        let (lowest, count) = self.sums;
        let sum = (sum - lowest).clamp(0, count - 1) as usize;
        self.faces[side][phase as usize].get(usize::from(left) * count as usize + sum)
    }

    /// What is left of a result.
    pub(super) fn effect(&self, side: Side, phase: Phase, reading: Reading) -> Reading {
        if phase == Phase::Fire { self.fire[side].apply(reading) } else { reading }
    }

    /// Where the ways are kept in which a side's ships can take losses.
    #[inline]
    pub(super) fn hits(&self, side: Side, won: bool, routed: bool, losses: Thirds) -> &Ways {
        &self.hits[side][usize::from(won)][usize::from(routed)][losses.0 as usize]
    }

    /// What a side loses by what the enemy has dealt.
    #[inline]
    pub(super) fn suffered(&self, side: Side, dealt: Thirds, routed: bool) -> Thirds {
        self.suffered[side][usize::from(routed)][dealt.0 as usize]
    }
}

/// The column of a side's Fire or boarding; none for transports.
fn column(givens: &NavalEngagement, lines: Lines, side: Side, phase: Phase) -> Option<Column> {
    if lines[side] == Line::Transports {
        return None;
    }
    let technology = |side: Side| givens.navies[side].line_technology(lines[side]);
    let old = givens.profile.carrack_fire == Edition::Of2013;
    givens.charts.sea.column(technology(side), technology(side.other()), phase, old)
}

fn faces(givens: &NavalEngagement, lines: Lines, side: Side, phase: Phase) -> Vec<Faces> {
    let Some(column) = column(givens, lines, side, phase) else { return Vec::new() };
    let effect = if phase == Phase::Fire { fire_effect(givens, lines, side) } else { FireEffect::Full };
    let face = |left: u8, sum: i16, face: i16| {
        let dealt = effect.apply(givens.charts.combat(column, face + sum));
        // Nobody can run twice: stars beyond the last of his morale do not count.
        Reading { stars: dealt.stars.min(left), ..dealt }
    };
    let rows =
        (0..=morale(givens, lines, side.other())).flat_map(|left| sums(givens).map(move |sum| (left, sum)));
    rows.map(|(left, sum)| std::array::from_fn(|index| face(left, sum, index as i16 + 1))).collect()
}

/// What technology leaves of a side's Fire.
fn fire_effect(givens: &NavalEngagement, lines: Lines, side: Side) -> FireEffect {
    let navy = &givens.navies[side];
    let gunners = match lines[side] {
        Line::Galleys if navy.technology >= NavalTechnology::Battery => Gunners::LateGalleys,
        Line::Galleys if navy.fleet.galleasses > 0 && lines[side.other()] == Line::Galleys => {
            Gunners::Galleasses
        }
        Line::Galleys => Gunners::Galleys,
        Line::Warships | Line::Transports => Gunners::Warships,
    };
    givens.charts.sea.fire_effect(gunners)
}

/// The morale of a side's first line.
fn morale(givens: &NavalEngagement, lines: Lines, side: Side) -> u8 {
    let navy = &givens.navies[side];
    match lines[side] {
        Line::Transports => 0,
        line => {
            let old = match givens.profile.veteran_galleys {
                VeteranGalleys::All => false,
                VeteranGalleys::Turkish => line == Line::Galleys && navy.country != Country::Turkey,
                VeteranGalleys::None => true,
            };
            givens.charts.sea.morale(navy.line_technology(line), navy.veteran, old)
        }
    }
}
