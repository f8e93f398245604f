//! Absorbing losses: half on the largest unit, the rest as the owner likes. [8.8]

use super::{Combat, FIGHTERS_MAX, Force, Round, Stage};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::{agc, rule};
use grognard_umpire::{Asked, Asking, BySide, Clerk, Offer, Reveal, Ruling, Side, Umpire};

/// How an owner takes losses: points paid with replacements, and points from each unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Allocation {
    /// Loss points paid with replacement points.
    pub paid: u8,
    /// Loss points taken by each unit of the force, in its order.
    pub taken: [u8; FIGHTERS_MAX],
    count: u8,
}

impl Allocation {
    /// The points of each unit, in the order of the force.
    fn unit_by_unit(&self) -> String {
        let taken: Vec<String> = self.taken[..usize::from(self.count)].iter().map(u8::to_string).collect();
        taken.join("-")
    }
}

impl Offer for Allocation {
    fn key(&self) -> String {
        match self.paid {
            0 => self.unit_by_unit(),
            paid => format!("{}+rp{paid}", self.unit_by_unit()),
        }
    }

    fn words(&self) -> String {
        match self.paid {
            0 => format!("lose {}", self.unit_by_unit()),
            paid => format!("pay {paid} with replacements, lose {}", self.unit_by_unit()),
        }
    }
}

impl Force {
    /// Every legal way to take some losses, `paid` of them with replacements.
    fn each_allocation(&self, lost: u8, paid: u8, each: &mut impl FnMut(Allocation)) {
        let lost = lost - paid;
        // What is left over when the whole force is gone concerns it no more.
        let total = lost.min(self.strength());
        // Half, rounded down, on the unit with the most current strength; the owner picks among equals.
        let largest = self.fighters().iter().map(|fighter| fighter.strength).max().unwrap_or(0);
        // Where half is more than it has, the rest passes to the others.
        let half = (lost / 2).min(largest);
        let mut room = [0; FIGHTERS_MAX];
        // What each must at least take to be the one that takes half: more than there is for all but the largest.
        let mut enough = [u8::MAX; FIGHTERS_MAX];
        for (index, fighter) in self.fighters().iter().enumerate() {
            room[index] = fighter.strength;
            if fighter.strength == largest {
                enough[index] = half;
            }
        }
        spread(&room[..usize::from(self.count)], total, &mut |taken: &[u8; FIGHTERS_MAX]| {
            if taken.iter().zip(enough).any(|(&points, enough)| points >= enough) {
                each(Allocation { paid, taken: *taken, count: self.count });
            }
        });
    }

    fn take(&mut self, allocation: &Allocation) {
        for (fighter, points) in self.fighters.iter_mut().zip(allocation.taken) {
            // Strength only falls, and at nought the unit is out.
            fighter.strength -= points;
        }
    }
}

/// Every way to spread a loss over some room of at most `N` units, in the order of what the first of them take.
pub(crate) fn spread<const N: usize>(room: &[u8], total: u8, each: &mut impl FnMut(&[u8; N])) {
    let Some(last) = room.len().checked_sub(1) else {
        return if total == 0 {
            each(&[0; N])
        };
    };
    // What the units after each one can take together.
    let mut after = [0u8; N];
    for index in (0..last).rev() {
        after[index] = after[index + 1].saturating_add(room[index + 1]);
    }
    if total > after[0].saturating_add(room[0]) {
        return;
    }
    // Like an odometer: each unit but the last counts up from the least it must take to the most it can.
    let mut taken = [0; N];
    let mut left = [0; N];
    let mut at = 0;
    left[0] = total;
    taken[0] = total.saturating_sub(after[0]);
    loop {
        if at == last {
            taken[last] = left[last];
            each(&taken);
            // Back to the last unit before it that can take one more.
            loop {
                let Some(before) = at.checked_sub(1) else { return };
                at = before;
                if taken[at] < left[at].min(room[at]) {
                    taken[at] += 1;
                    break;
                }
            }
        } else {
            left[at + 1] = left[at] - taken[at];
            at += 1;
            taken[at] = left[at].saturating_sub(after[at]);
        }
    }
}

impl Combat {
    /// Both sides take their losses, each as its owner decides, neither seeing how the other did.
    pub(super) fn absorb(&mut self, lost: BySide<u8>, charts: &Charts, ump: &mut impl Umpire) -> Asked<()> {
        if matches!(self.stage, Stage::Losses { round: Round::Counterattack, .. }) {
            // A counterattack's losses go the same way, with the largest found anew.
            ump.cite(rule!("8.8-h"));
            ump.cite(rule!("8.9-g"));
        }
        if ump.listens() {
            for side in Side::ALL {
                self.cite_losses(side, lost[side], ump);
            }
        }
        let lists = BySide::from_fn(|side| self.ways_to_lose(side, lost[side], charts));
        // How a loss is spread stays with its owner.
        ump.note_if(rule!("2.4-c"), || lost.first + lost.second > 0);
        let asking = |side| Asking::of(side, rule!("8.8-d"), Asks::TakeLosses);
        let several = |side: Side| lists[side].len() > 1;
        let (first, second) = if several(Side::First) && several(Side::Second) {
            let (first, second) = ump.choose_together(
                (asking(Side::First), &lists.first),
                (asking(Side::Second), &lists.second),
            )?;
            (*first, *second)
        } else {
            (
                *ump.choose_secretly(asking(Side::First), &lists.first)?,
                *ump.choose_secretly(asking(Side::Second), &lists.second)?,
            )
        };
        // What is paid and what is left are told again, not who took it.
        ump.reveal(Reveal::TO_EVERYBODY);
        for (side, allocation) in [(Side::First, first), (Side::Second, second)] {
            let taken: u8 = allocation.taken.iter().sum();
            ump.note_if(rule!("2.4-a"), || taken > 0);
            self.forces[side].take(&allocation);
            if self.forces[side].fighters().iter().any(|fighter| fighter.strength == 0) {
                ump.cite(rule!("2.4-b"));
            }
            self.replacements[side] -= allocation.paid;
            self.paid[side] += allocation.paid;
            // What cannot be absorbed is remembered: the defender's for the exploitation.
            let surplus = lost[side] - allocation.paid - taken;
            ump.note_if(rule!("8.8-g"), || side != self.attacker && surplus > 0);
            self.surplus[side] += surplus;
            if allocation.paid > 0 {
                // What was dealt stays dealt when the winner is found.
                ump.cite(agc!("4.5.1-b"));
                ump.cite(agc!("4.5.1-c"));
                ump.explain(|| {
                    let text = format!("{} LP are paid with replacement points", allocation.paid);
                    Ruling::new(agc!("4.5.1-a"), text)
                });
            }
        }
        Ok(())
    }

    /// Notes the clauses that shape how a side may take its losses.
    fn cite_losses(&self, side: Side, lost: u8, ump: &mut impl Umpire) {
        let force = &self.forces[side];
        if lost == 0 {
            return;
        }
        // A loss point is a strength point.
        ump.cite(rule!("8.8-a"));
        let largest = force.fighters().iter().map(|fighter| fighter.strength).max().unwrap_or(0);
        if lost >= 2 && force.fighters().len() > 1 {
            ump.cite(rule!("8.8-b"));
            ump.cite(rule!("8.8-d"));
            let most = force.fighters().iter().filter(|fighter| fighter.strength == largest).count();
            ump.note_if(rule!("8.8-c"), || most > 1 || force.fighters()[0].strength < largest);
        }
        if lost / 2 > largest {
            ump.cite(rule!("8.8-e"));
        }
        if lost > force.strength() {
            ump.cite(rule!("8.8-f"));
        }
        if self.replacements[side] > 0 {
            ump.cite(match self.supplied[side] {
                true => agc!("4.5.1-a"),
                false => agc!("4.5.1-b"),
            });
        }
    }

    /// The ways a side may take the losses that stand to be taken now.
    pub(crate) fn ways_now(&self, side: Side, charts: &Charts) -> Vec<Allocation> {
        let mut ways = Vec::new();
        self.each_way_now(side, charts, &mut |way| ways.push(way));
        ways
    }

    /// The same one by one, for whoever looks for one of them.
    pub(crate) fn each_way_now(&self, side: Side, charts: &Charts, each: &mut impl FnMut(Allocation)) {
        if let Stage::Losses { lost, .. } = self.stage {
            self.each_way_to_lose(side, lost[side], charts, each);
        }
    }

    fn ways_to_lose(&self, side: Side, lost: u8, charts: &Charts) -> Vec<Allocation> {
        let mut ways = Vec::with_capacity(WAYS_OFTEN);
        self.each_way_to_lose(side, lost, charts, &mut |way| ways.push(way));
        ways
    }

    fn each_way_to_lose(&self, side: Side, lost: u8, charts: &Charts, each: &mut impl FnMut(Allocation)) {
        self.forces[side].each_allocation(lost, 0, each);
        // Replacement points pay up to two LP of a combat, for a force in supply; the score stays.
        if self.supplied[side] {
            let most = (charts.paid_losses - self.paid[side]).min(self.replacements[side]).min(lost);
            for paid in 1..=most {
                self.forces[side].each_allocation(lost, paid, each);
            }
        }
    }
}

/// There are seldom more ways to take a loss than this.
const WAYS_OFTEN: usize = 128;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::Fighter;
    use crate::unit::Arm;

    /// Whether there is more than one way to take a loss follows from what both sides know: how many units
    /// there are, what they have together and what is lost. So that it is asked tells nothing of the split.
    #[test]
    fn that_a_loss_leaves_a_choice_tells_no_split() {
        let mut splits = 0;
        for count in 1..=4usize {
            for total in count as u8..=9 {
                spread(&[9; FIGHTERS_MAX][..count], total, &mut |strengths: &[u8; FIGHTERS_MAX]| {
                    if strengths[..count].contains(&0) {
                        return;
                    }
                    splits += 1;
                    let fighter = |&strength| Fighter { strength, arm: Arm::Infantry, ..Fighter::default() };
                    let fighters: Vec<Fighter> = strengths[..count].iter().map(fighter).collect();
                    let force = Force::new(&fighters);
                    for lost in 0..=total + 2 {
                        let mut ways = Vec::new();
                        force.each_allocation(lost, 0, &mut |way| ways.push(way));
                        let choice = count > 1 && (1..total).contains(&lost);
                        assert_eq!(ways.len() > 1, choice, "{lost} of {strengths:?}");
                    }
                });
            }
        }
        assert!(splits > 200, "{splits}");
    }
}
