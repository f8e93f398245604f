//! What can make no difference any more. Play keeps it, for the account; the odds let go of it, and count battles as one that
//! can only go on alike.

use super::aftermath::{Chase, Withdrawal};
use super::losses::Dealt;
use super::parameters::{Pair, Parameters};
use super::{Battle, Fighting};
use crate::charts::{Entry, Phase};
use crate::engagement::Engagement;
use crate::profile::Days;
use crate::thirds::Thirds;
use grognard_umpire::Side;

/// What of the leaders is still read by whoever asks how a battle ends, or only who wins it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reads {
    /// Everything.
    All,
    /// Later days, pursuit and retreat.
    LaterDays,
    /// MAN alone, for the stragglers.
    Stragglers,
    /// Everything up to the verdict.
    AllToVerdict,
    /// The fighting of later days: nobody can leave any more.
    LaterDaysToVerdict,
}

/// How many ways of reading there are.
pub(crate) const READS: usize = 5;

impl Parameters {
    /// Whether two pairs of leaders are the same to whoever reads so much of them.
    fn is_alike(&self, other: &Parameters, reads: Reads) -> bool {
        let manoeuvre = |of: &Parameters| of.leaders.map(|leader| leader.manoeuvre);
        let same_manoeuvre = manoeuvre(self) == manoeuvre(other);
        let same_later = self.later_rolls() == other.later_rolls();
        match reads {
            Reads::All => same_manoeuvre && self.has_the_rolls_of(other) && self.has_the_pursuit_of(other),
            Reads::LaterDays => same_manoeuvre && same_later && self.has_the_pursuit_of(other),
            Reads::Stragglers => same_manoeuvre,
            Reads::AllToVerdict => same_manoeuvre && self.has_the_rolls_of(other),
            Reads::LaterDaysToVerdict => same_later,
        }
    }
}

impl Pair {
    /// The first of the pairs that are the same to whoever reads so much of them: it stands for all.
    #[inline]
    fn stand_in(self, engagement: &Engagement, reads: Reads) -> Pair {
        if engagement.parameters.is_one() {
            return self;
        }
        let alike = engagement.parameters.alike[reads as usize].get_or_init(|| {
            let pairs: Vec<Pair> = engagement.parameters.pairs().collect();
            let first = |pair: &Pair| {
                let own = engagement.parameters(*pair);
                let alike = |other: &&Pair| own.is_alike(engagement.parameters(**other), reads);
                *pairs.iter().find(alike).expect("a pair is like itself")
            };
            pairs.iter().map(first).collect()
        });
        alike[self.index()]
    }
}

impl Battle {
    /// The battle for whoever wants to know nothing but who wins it: without losses that can destroy nobody any more, and
    /// without the leaders' part in what comes after.
    #[must_use]
    pub fn until_verdict(self, engagement: &Engagement) -> Battle {
        match self.forgetting(engagement) {
            Battle::Round(fighting) => Battle::Round(fighting.until_verdict(engagement)),
            Battle::Retreat(fighting, leaving) => {
                Battle::Retreat(fighting.until_verdict(engagement), leaving)
            }
            other => other,
        }
    }

    /// The battle without what can make no difference to its end any more.
    pub(super) fn forgetting(self, engagement: &Engagement) -> Battle {
        match self {
            Battle::Round(fighting) => Battle::Round(fighting.forgetting(engagement)),
            Battle::Retreat(fighting, leaving) => Battle::Retreat(fighting.forgetting(engagement), leaving),
            Battle::Pursuit(chase) => Battle::Pursuit(chase.forgetting(engagement)),
            Battle::Withdrawal(withdrawal) => Battle::Withdrawal(withdrawal.forgetting(engagement)),
            other => other,
        }
    }
}

impl Fighting {
    /// Without what has been dealt to the last man and beyond, without morale lost below nothing, and without the leaders'
    /// part in what is over.
    #[inline]
    fn forgetting(mut self, engagement: &Engagement) -> Fighting {
        let morale = engagement.parameters(self.leaders).morale;
        for side in Side::ALL {
            self.stars[side] = self.stars[side].min(morale[side]);
            self.dealt[side] = engagement.scales[side].no_more_than_all(self.dealt[side]);
        }
        let reads = if self.day > 1 { Reads::LaterDays } else { Reads::All };
        self.leaders = self.leaders.stand_in(engagement, reads);
        self
    }

    /// Without what is only read after the verdict.
    fn until_verdict(mut self, engagement: &Engagement) -> Fighting {
        for side in Side::ALL {
            let most = self.dealt[side].total() + self.most_to_come(engagement, side);
            if engagement.scales[side].spares_some(most) {
                self.dealt[side] = Dealt::default();
            }
        }
        let reads = if self.day > 1 { Reads::LaterDaysToVerdict } else { Reads::AllToVerdict };
        self.leaders = self.leaders.stand_in(engagement, reads);
        self
    }

    /// The most that a side can still deal before the verdict, whatever it throws.
    fn most_to_come(&self, engagement: &Engagement, side: Side) -> Thirds {
        let most = engagement.parameters(self.leaders).most(side);
        let days = engagement.charts.count(match engagement.profile.days {
            Days::Two => Entry::Days,
            Days::Three => Entry::DaysOfTheRemark,
        });
        let has_rolled = self.roller == Side::Second && side == Side::First;
        let mut sum = Thirds::ZERO;
        for day in self.day..=days {
            for phase in [Phase::Fire, Phase::Shock] {
                let over = day == self.day && (phase as u8) < self.phase as u8;
                let rolled = day == self.day && phase == self.phase && has_rolled;
                if !over && !rolled {
                    sum += most[usize::from(day > 1)][phase as usize];
                }
            }
        }
        Thirds(sum.0 * i16::from(engagement.scales[side].dice))
    }
}

impl Chase {
    /// Without what has been dealt to the last man and beyond; where nobody pursues nothing is kept of when it ended, and of
    /// those who have run no morale.
    #[inline]
    fn forgetting(mut self, engagement: &Engagement) -> Chase {
        self.dealt = engagement.scales[self.winner].no_more_than_all(self.dealt);
        if self.routed[self.winner] || self.wiped_out {
            (self.first_day, self.after_fire, self.loser_morale) = (false, false, 0);
            self.leaders = self.leaders.stand_in(engagement, Reads::Stragglers);
        }
        self
    }
}

impl Withdrawal {
    /// Without the leaders' part in the fighting.
    #[inline]
    fn forgetting(mut self, engagement: &Engagement) -> Withdrawal {
        self.leaders = self.leaders.stand_in(engagement, Reads::Stragglers);
        self
    }
}
