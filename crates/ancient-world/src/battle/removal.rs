//! Removing strength points: what an owner may give up for what he lost. [8.34]

use super::Questions;
use crate::asks::Asks;
use crate::force::{Arm, Joined, LossPolicy, Party, Troops, UNITS_MAX, Unit};
use crate::roster::Place;
use crate::rule;
use grognard_umpire::{Asked, Asking, Offer, Orders, Refusal, Side, Umpire};

/// SP to be removed from each unit of a side. Its words are only made for those who read them.
#[derive(Clone, Debug)]
pub struct Payment<'a> {
    /// SP by unit.
    pub sp: [u8; UNITS_MAX],
    party: &'a Party,
}

impl Payment<'_> {
    /// Who loses how many.
    fn parts(&self) -> impl Iterator<Item = (&str, u8)> {
        let lost = self.party.units.iter().zip(self.sp).filter(|(_, sp)| *sp > 0);
        lost.map(|(unit, sp)| (unit.key.as_str(), sp))
    }
}

impl Offer for Payment<'_> {
    fn key(&self) -> String {
        self.parts().map(|(unit, sp)| format!("{unit}={sp}")).collect::<Vec<_>>().join(" ")
    }
    fn words(&self) -> String {
        let parts: Vec<String> = self.parts().map(|(unit, sp)| format!("{sp} {unit}")).collect();
        format!("remove {}", parts.join(", "))
    }
}

/// What a cavalry SP is worth when losses are paid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rate {
    /// One point, like any other.
    Single,
    /// Two points.
    CavalryDouble,
}

/// A loss to be paid by a side: the order to give is a list such as `gauls=4 numidians=1`.
pub struct Removal<'a> {
    /// Whose loss.
    pub party: &'a Party,
    /// What it has left.
    pub troops: &'a Troops,
    /// Who is there.
    pub joined: Joined,
    /// Pay only from this nearby force.
    pub only: Option<u8>,
    /// Points to pay.
    pub due: u16,
    /// What cavalry is worth.
    pub rate: Rate,
    /// Whether elephants may be given up too.
    pub elephants: bool,
}

/// What can be paid: the strength by kind of payment.
#[derive(Clone, Copy)]
struct Purse {
    foot: u16,
    horse: u16,
    worth: u16,
}

impl Purse {
    /// The least horse that must go, and the most that may.
    fn horse_range(self, due: u16) -> (u16, u16) {
        let least = due.saturating_sub(self.foot).div_ceil(self.worth).min(self.horse);
        let most = (due / self.worth).min(self.horse);
        (least, most.max(least))
    }

    fn foot_for(self, due: u16, horse: u16) -> u16 {
        due.saturating_sub(horse * self.worth).min(self.foot)
    }
}

impl<'a> Removal<'a> {
    /// The loss of a whole side.
    pub fn new(party: &'a Party, troops: &'a Troops, joined: Joined, due: u16) -> Self {
        Removal { party, troops, joined, only: None, due, rate: Rate::Single, elephants: false }
    }

    /// Whether a unit may be given up, if it has anything left.
    #[inline]
    fn may_go(&self, arm: Arm, nearby: Option<u8>) -> bool {
        self.joined.has(nearby)
            && (self.only.is_none() || nearby == self.only)
            && (self.elephants || arm != Arm::Elephants)
    }

    fn payable(&self) -> impl Iterator<Item = (usize, &'a Unit)> {
        let units = self.party.units.iter().enumerate();
        units.filter(|(index, unit)| self.troops.0[*index] > 0 && self.may_go(unit.arm, unit.nearby))
    }

    fn purse(&self) -> Purse {
        let (mut foot, mut horse) = (0, 0);
        for place in self.party.roster.places() {
            let sp = u16::from(self.troops.0[usize::from(place.unit)]);
            if self.may_go(place.arm, place.nearby) {
                *(if place.arm == Arm::Cavalry { &mut horse } else { &mut foot }) += sp;
            }
        }
        let worth = match self.rate {
            Rate::Single => 1,
            Rate::CavalryDouble => 2,
        };
        Purse { foot, horse, worth }
    }

    /// Whether there is anything to decide: more than one way to pay.
    pub fn is_choice(&self) -> bool {
        let purse = self.purse();
        if self.due == 0 || self.due >= purse.foot + purse.horse * purse.worth {
            return false;
        }
        let (least, most) = purse.horse_range(self.due);
        if least < most {
            return true;
        }
        let foot = purse.foot_for(self.due, least);
        let units = |horse: bool| self.payable().filter(|(_, u)| (u.arm == Arm::Cavalry) == horse).count();
        let split = |take: u16, total: u16, horse: bool| take > 0 && take < total && units(horse) > 1;
        split(foot, purse.foot, false) || split(least, purse.horse, true)
    }

    /// The payment that gives up so much horse and the rest in foot, ordinary men before select ones or the
    /// other way round. Elephants go last, whoever else goes first.
    fn paying(&self, purse: Purse, horse: u16, select_first: bool) -> [u8; UNITS_MAX] {
        let mut left = [purse.foot_for(self.due, horse), horse];
        let mut sp = [0; UNITS_MAX];
        let mut take = |place: &Place| {
            let (unit, arm) = (usize::from(place.unit), usize::from(place.arm == Arm::Cavalry));
            if left[arm] > 0 && self.may_go(place.arm, place.nearby) {
                let taken = left[arm].min(u16::from(self.troops.0[unit]));
                sp[unit] = taken as u8;
                left[arm] -= taken;
            }
        };
        let places = self.party.roster.places();
        if select_first {
            let (herd, men): (Vec<&Place>, Vec<&Place>) =
                places.iter().rev().partition(|place| place.arm == Arm::Elephants);
            men.into_iter().chain(herd).for_each(take);
        } else {
            places.iter().for_each(&mut take);
        }
        sp
    }

    /// The payment of a side that follows a policy.
    pub fn by_policy(&self, policy: LossPolicy) -> [u8; UNITS_MAX] {
        let purse = self.purse();
        let (least, most) = purse.horse_range(self.due);
        let horse = match policy {
            LossPolicy::InfantryFirst => least,
            LossPolicy::CavalryFirst => most,
            LossPolicy::Even => {
                let all = purse.foot + purse.horse * purse.worth;
                (self.due * purse.horse).checked_div(all).unwrap_or(0).clamp(least, most)
            }
        };
        self.paying(purse, horse, false)
    }

    /// The index among the offers of what a policy pays.
    pub fn policy_index(&self, policy: LossPolicy) -> usize {
        if policy == LossPolicy::InfantryFirst {
            return 0;
        }
        let wanted = self.by_policy(policy);
        self.payments().iter().position(|sp| *sp == wanted).unwrap_or(0)
    }

    /// A fair selection: as little cavalry as can be, as much as can be, and what the side's policy says;
    /// where the arms are settled, ordinary men first or select men first. Any other sum may be ordered.
    fn payments(&self) -> Vec<[u8; UNITS_MAX]> {
        let purse = self.purse();
        let (least, most) = purse.horse_range(self.due);
        let mut payments = vec![self.by_policy(LossPolicy::InfantryFirst)];
        let others = if least < most {
            [self.by_policy(LossPolicy::CavalryFirst), self.by_policy(self.party.policy.losses)]
        } else {
            [self.paying(purse, least, true); 2]
        };
        for sp in others {
            if !payments.contains(&sp) {
                payments.push(sp);
            }
        }
        payments
    }

    fn payment(&self, sp: [u8; UNITS_MAX]) -> Payment<'a> {
        Payment { sp, party: self.party }
    }

    /// Asks the owner where there is a choice, and hands back what goes.
    pub fn ask(&self, asking: Asking, ump: &mut impl Umpire) -> Asked<[u8; UNITS_MAX]> {
        if !self.is_choice() {
            return Ok(self.forced());
        }
        ump.about(|| self.due_words());
        Ok(ump.order(asking, self)?.sp)
    }

    /// What is due, what there is to give, and how it is written.
    fn due_words(&self) -> String {
        let due = match (self.due, self.rate) {
            (1, _) => "1 point is due".to_owned(),
            (due, Rate::Single) => format!("{due} points are due"),
            (due, Rate::CavalryDouble) => format!("{due} points are due, a cavalry SP counting as 2"),
        };
        let left = self.payable().map(|(index, unit)| format!("{} {}", unit.key, self.troops.0[index]));
        let left: Vec<String> = left.collect();
        let first = self.payable().next().map_or("", |(_, unit)| unit.key.as_str());
        format!("{due}, from {}; any sum may be ordered, as {first}=1 and so on", left.join(", "))
    }

    /// The payment, where it need not be asked for: there is only one, or policies decide.
    pub fn unasked(&self, questions: Questions) -> Option<[u8; UNITS_MAX]> {
        if self.due == 0 {
            return Some([0; UNITS_MAX]);
        }
        match questions {
            Questions::Great => Some(self.by_policy(self.party.policy.losses)),
            Questions::All if self.is_choice() => None,
            Questions::All => Some(self.forced()),
        }
    }

    /// The only payment there is.
    pub fn forced(&self) -> [u8; UNITS_MAX] {
        self.by_policy(LossPolicy::InfantryFirst)
    }

    fn check_sum(&self, sp: &[u8; UNITS_MAX]) -> Result<(), Refusal> {
        let (mut foot, mut horse) = (0u16, 0u16);
        for (index, unit) in self.payable() {
            match unit.arm {
                Arm::Cavalry => horse += u16::from(sp[index]),
                Arm::Infantry | Arm::Elephants => foot += u16::from(sp[index]),
            }
        }
        let purse = self.purse();
        let paid = foot + horse * purse.worth;
        // Where there is no foot, the odd last point takes a whole cavalry SP.
        let odd_point = purse.foot == 0 && paid == self.due + 1 && purse.worth == 2;
        if paid == self.due || odd_point {
            return Ok(());
        }
        let rate = match self.rate {
            Rate::CavalryDouble => ", a cavalry SP counting as 2",
            Rate::Single => "",
        };
        let reason = format!("{} points are due{rate}; this pays {paid}", self.due);
        Err(Refusal::new(rule!("8.34-f"), reason))
    }
}

impl<'a> Orders for Removal<'a> {
    type Order = Payment<'a>;

    fn offers(&self) -> Vec<Payment<'a>> {
        self.payments().into_iter().map(|sp| self.payment(sp)).collect()
    }

    fn check(&self, text: &str) -> Result<Payment<'a>, Refusal> {
        let mut sp = [0u8; UNITS_MAX];
        for part in text.split_whitespace() {
            let Some((key, count)) = part.split_once('=') else {
                return Err(Refusal::plain(format!("`{part}` is no loss: write unit=SP, such as gauls=4")));
            };
            let Some((index, unit)) = self.payable().find(|(_, unit)| unit.key == key) else {
                let keys: Vec<&str> = self.payable().map(|(_, unit)| unit.key.as_str()).collect();
                let reason = format!("`{key}` has nothing to give up; those that have: {}", keys.join(", "));
                return Err(Refusal::new(rule!("8.34-e"), reason));
            };
            let have = self.troops.0[index];
            let left = have - sp[index];
            match count.parse::<u8>() {
                Ok(count) if count <= left => sp[index] += count,
                _ => {
                    let reason = format!("{} has {have} SP; `{count}` cannot go", unit.name);
                    return Err(Refusal::new(rule!("8.34-e"), reason));
                }
            }
        }
        self.check_sum(&sp)?;
        Ok(self.payment(sp))
    }
}

/// Takes a payment off.
pub(crate) fn take_off(troops: &mut Troops, sp: &[u8; UNITS_MAX]) {
    for (unit, lost) in troops.0.iter_mut().zip(sp) {
        *unit = unit.checked_sub(*lost).expect("nobody gives up more than he has");
    }
}

/// A payment in words.
pub(crate) fn payment_words(party: &Party, sp: &[u8; UNITS_MAX]) -> String {
    let parts: Vec<String> = party
        .units
        .iter()
        .zip(sp)
        .filter(|(_, sp)| **sp > 0)
        .map(|(unit, sp)| format!("{sp} {}", unit.name))
        .collect();
    if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
}

/// Who is asked for a loss.
pub(crate) fn owner(side: Side, topic: Asks) -> Asking {
    Asking::of(side, rule!("8.34-e"), topic)
}
