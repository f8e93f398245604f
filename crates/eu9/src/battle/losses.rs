//! The corrections of losses: small stacks, the cap, relative size.

use crate::charts::Entry;
use crate::engagement::Engagement;
use crate::host::Host;
use crate::power::Country;
use crate::profile::{Days, Destroyed, LossCap, MajorGap};
use crate::thirds::Thirds;
use grognard_umpire::{Clause, Side};
use std::sync::OnceLock;

/// What a side has dealt so far. Natives in great numbers roll several dice; their last die stands for
/// a part of them only and is kept apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Dealt {
    pub(crate) main: Thirds,
    pub(crate) last: Thirds,
}

impl Dealt {
    pub(crate) fn total(self) -> Thirds {
        self.main + self.last
    }
}

/// The steps from losses dealt to losses suffered by the enemy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Corrected {
    /// What the small stack takes off.
    pub(crate) cut: Thirds,
    /// After that, not below nothing and, where losses are capped, not above the dealer's own LD.
    pub(crate) inflicted: Thirds,
    /// Whether the cap has taken something off.
    pub(crate) capped: bool,
    /// After the size step.
    pub(crate) suffered: Thirds,
}

/// What the corrections of a side's losses need to know of its army: worked out once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scale {
    /// The small-stack cut, by an even and by an odd die.
    cuts: [Thirds; 2],
    pub(crate) dice: u8,
    /// What the size step makes of the losses inflicted, by their thirds.
    by_size: Vec<Thirds>,
    /// The most it can inflict: its own LD, a d being a third of one, or all that it can roll.
    cap: Thirds,
    /// Who has dealt so much has dealt the enemy's last man and an LD more, however the rest is corrected and rounded: more
    /// makes no difference. Beyond all that can be dealt where that is not so.
    enough: Thirds,
    /// Whoever has dealt less has not destroyed the enemy.
    deadly: Thirds,
    /// How the survivors may regroup, by the thirds lost: worked out when somebody asks, since who only wants to know who
    /// wins never does.
    remainders: Vec<OnceLock<Vec<Host>>>,
    /// By how much the side, winning, must lose less for a major victory.
    pub(crate) major_gap: Thirds,
}

impl Scale {
    pub(crate) fn of(engagement: &Engagement, side: Side) -> Scale {
        let (ld, d) = cut_size(engagement, side);
        let army = &engagement.armies[side];
        let size = army.stack.size();
        let dice = dice_of(engagement, side);
        let cap = match engagement.profile.loss_cap {
            LossCap::OwnNumber => size,
            LossCap::None => most_dealt(engagement, dice),
        };
        let step = engagement.size_step(side);
        let cuts = [false, true].map(|odd| engagement.charts.small_stack(ld, d, odd));
        let by_size: Vec<Thirds> =
            (0..=cap.0).map(|losses| engagement.charts.by_size(Thirds(losses), step)).collect();
        let wiped_out = engagement.armies[side.other()].stack.size() + Thirds::whole(1);
        let spared = by_size.iter().rposition(|suffered| *suffered < wiped_out).map_or(0, |last| last + 1);
        let cut = cuts.into_iter().max().unwrap_or_default();
        // Several dice are corrected apart, and where even the cap spares somebody every third counts.
        let enough = match dice == 1 && spared < by_size.len() {
            true => Thirds(spared as i16) + cut,
            false => Thirds(i16::MAX),
        };
        // Rounding adds a third at most.
        let enemy = engagement.armies[side.other()].stack.size();
        let deadly = by_size.iter().position(|suffered| suffered.0 + 1 >= enemy.0);
        Scale {
            cuts,
            dice,
            deadly: Thirds(deadly.map_or(i16::MAX, |first| first as i16)),
            by_size,
            enough,
            cap,
            remainders: vec![OnceLock::new(); size.0 as usize + 1],
            major_gap: major_gap(engagement, side).0,
        }
    }
}

impl Scale {
    /// What has been dealt, without what makes no difference any more.
    #[inline]
    pub(super) fn no_more_than_all(&self, dealt: Dealt) -> Dealt {
        Dealt { main: dealt.main.min(self.enough), ..dealt }
    }

    /// Whether nobody who deals so much, or less, can destroy the enemy, however it is corrected and rounded.
    #[inline]
    pub(super) fn spares_some(&self, dealt: Thirds) -> bool {
        dealt < self.deadly
    }
}

impl Engagement {
    /// How the survivors of a side that has lost so much may regroup.
    #[inline]
    pub(crate) fn remainders(&self, side: Side, lost: Thirds) -> &[Host] {
        self.scales[side].remainders[lost.0 as usize].get_or_init(|| {
            let army = &self.armies[side];
            match lost {
                Thirds::ZERO => vec![army.host()],
                lost => army.host().remainders_shown(army.country, &army.nations, lost, army.change),
            }
        })
    }
}

/// The most that can be rolled: every Fire and Shock of every day, and the pursuit, at the best of the table.
fn most_dealt(engagement: &Engagement, dice: u8) -> Thirds {
    let days = engagement.charts.value(match engagement.profile.days {
        Days::Two => Entry::Days,
        Days::Three => Entry::DaysOfTheRemark,
    });
    Thirds(engagement.charts.most_losses().0 * (2 * days * i16::from(dice) + 1))
}

/// How much more the loser must lose for a major victory of a side, and the clause that says so.
pub(crate) fn major_gap(engagement: &Engagement, winner: Side) -> (Thirds, Clause) {
    let (row, clause) = match engagement.profile.major_gap {
        MajorGap::Four => ("major gap at size 2", rule!("MAJOR-c")),
        MajorGap::Three if engagement.size_step(winner) == 2 => ("major gap at size 2", rule!("MAJOR-b")),
        MajorGap::Three => ("major gap", rule!("MAJOR-a")),
    };
    (Thirds::whole(engagement.charts.figure("battle-figures", row)), clause)
}

/// How many dice a side rolls each time: one, but natives beyond 8 LD one for every 8 or part of it.
fn dice_of(engagement: &Engagement, side: Side) -> u8 {
    let army = &engagement.armies[side];
    match army.country {
        Country::Natives if army.nations.is_empty() => army.stack.ld_count().div_ceil(8).max(1),
        _ => 1,
    }
}

/// Whether the small-stack cut of a side depends on a die: a stack of exactly 7 LD, or natives whose
/// last die stands for 7.
#[inline]
pub(crate) fn needs_die(engagement: &Engagement, side: Side) -> bool {
    let [even, odd] = engagement.scales[side].cuts;
    even != odd
}

/// The small-stack cut of a side, by its die.
pub(crate) fn cut(engagement: &Engagement, side: Side, odd: bool) -> Thirds {
    engagement.scales[side].cuts[usize::from(odd)]
}

/// The LD and d whose small-stack cut applies.
fn cut_size(engagement: &Engagement, side: Side) -> (u8, u8) {
    let stack = engagement.armies[side].stack;
    let dice = dice_of(engagement, side);
    if dice == 1 { (stack.ld_count(), stack.d) } else { (stack.ld_count() - 8 * (dice - 1), 0) }
}

/// Both corrections, applied to what a side has dealt.
#[inline]
pub(crate) fn correct(engagement: &Engagement, side: Side, dealt: Dealt, odd: bool) -> Corrected {
    let Scale { cuts, dice, cap, .. } = engagement.scales[side];
    let cut = cuts[usize::from(odd)];
    let several = dice > 1;
    let left = |losses: Thirds| Thirds((losses.0 - cut.0).max(0));
    let after = if several { dealt.main + left(dealt.last) } else { left(dealt.total()) };
    let inflicted = after.min(cap);
    let capped = after > cap;
    let suffered = engagement.scales[side].by_size[inflicted.0 as usize];
    Corrected { cut, inflicted, capped, suffered }
}

/// Whether a side that suffered so much is destroyed.
#[inline]
pub(crate) fn is_destroyed(engagement: &Engagement, side: Side, suffered: Thirds) -> bool {
    let size = engagement.armies[side].stack.size();
    match engagement.profile.destroyed {
        Destroyed::AtSize => suffered >= size,
        Destroyed::AboveSize => suffered > size,
    }
}
