//! After a naval battle: verdict, pursuit, the sorting of losses, admirals.

use super::armada::{Line, NavalEngagement};
use super::losses::{self, Sorted};
use super::{Close, Fighting, Lines, NavalBattle, modifiers};
use crate::battle::Fate;
use crate::charts::Phase;
use crate::fleet::Fleet;
use crate::leader::{Detail, Leader, Peril, casualty};
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, BySide, Dice, Modifier, Ruling, Side, Umpire};

/// How a naval battle ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NavalEnd {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// Whether it was a major victory.
    pub major: bool,
    /// Who was routed.
    pub routed: BySide<bool>,
    /// What each side lost in all.
    pub losses: BySide<Thirds>,
    /// What became of it.
    pub sorted: BySide<Sorted>,
    /// Detachments captured from each side.
    pub captured: BySide<u8>,
    /// The ships each side has left, the damaged ones not among them.
    pub kept: BySide<Fleet>,
    /// What became of the admirals; how long a wound takes only the account says.
    pub leaders: BySide<Fate>,
}

/// A winner about to pursue.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chase {
    winner: Side,
    lines: Lines,
    leaders: BySide<u8>,
    wind: bool,
    /// What the winner has dealt so far.
    dealt: Thirds,
    /// What the winner has lost, for good.
    lost: Thirds,
    /// Whether the loser has run already.
    routed: bool,
    /// What morale he has left.
    loser_morale: u8,
    first_day: bool,
    after_fire: bool,
}

/// Losses dealt, to be corrected and sorted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Sorting {
    winner: Option<Side>,
    lines: Lines,
    /// Corrected losses of each side.
    losses: BySide<Thirds>,
    routed: BySide<bool>,
    captures: u8,
    daring: BySide<bool>,
}

fn daring(leader: Leader) -> bool {
    leader.fire == Leader::VALUE_MAX || leader.shock == Leader::VALUE_MAX
}

impl Fighting {
    /// Who has won: whoever the other left or ran from, else who has more morale left.
    pub(super) fn verdict(
        self,
        close: Close,
        givens: &NavalEngagement,
        ump: &mut impl Umpire,
    ) -> NavalBattle {
        let morale = BySide::from_fn(|side| self.morale_left(givens, side));
        let routed = morale.map(|left| left == 0);
        let winner = match close {
            Close::Slipped(side) | Close::Left(side) => Some(side.other()),
            Close::Fought => match morale.first.cmp(&morale.second) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            },
        };
        ump.explain(|| {
            let clause = if winner.is_some() { rule!("BATTLE-w") } else { rule!("BATTLE-x") };
            let (first, second) = (morale.first, morale.second);
            let text = match winner {
                Some(side) => format!("{} wins, morale {first} to {second}", givens.navies[side].name),
                None => format!("A drawn battle, morale {first} to {second}"),
            };
            Ruling::new(clause, text)
        });
        match winner {
            Some(winner) if !matches!(close, Close::Slipped(_)) => NavalBattle::Pursuit(Chase {
                winner,
                lines: self.lines,
                leaders: self.leaders,
                wind: self.wind == Some(winner),
                dealt: self.dealt[winner],
                lost: losses_of(givens, self.lines, winner, self.dealt[winner.other()], false),
                routed: routed[winner.other()],
                loser_morale: morale[winner.other()],
                first_day: self.day == 1,
                after_fire: self.phase == Phase::Fire,
            }),
            winner => {
                let losses = BySide::from_fn(|side: Side| {
                    losses_of(givens, self.lines, side, self.dealt[side.other()], routed[side])
                });
                NavalBattle::Sorting(Sorting {
                    winner,
                    lines: self.lines,
                    losses,
                    routed,
                    captures: 0,
                    daring: givens.leaders(self.leaders).map(daring),
                })
            }
        }
    }
}

/// What a side loses by what the enemy has dealt: a rout costs something, and galleys and transports are
/// lost whole.
fn losses_of(givens: &NavalEngagement, lines: Lines, side: Side, dealt: Thirds, routed: bool) -> Thirds {
    let mut losses = losses::inflicted(givens, lines, side.other(), dealt);
    if routed {
        losses = losses.max(Thirds::whole(1));
    }
    if lines[side] != Line::Warships {
        losses = Thirds(losses.0.div_euclid(3) * 3 + if losses.0 % 3 > 0 { 3 } else { 0 });
    }
    losses.min(givens.navies[side].fleet.size())
}

impl Chase {
    pub(super) fn pursue(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let (winner, loser) = (self.winner, self.winner.other());
        let leaders = givens.leaders(self.leaders);
        let column = modifiers::pursuit_column(self.lines[loser]);
        let chase = (self.wind, self.first_day, self.after_fire);
        let mut sum = 0;
        modifiers::of_pursuit(givens, self.lines, leaders, winner, chase, &mut sum);
        let asking = Asking::of(winner, rule!("NAVAL-h"), "pursuit");
        let reading = ump.throw(asking, Dice::D10, |face| givens.charts.combat(column, face as i16 + sum))?;
        ump.explain_throw(|face| {
            let mut list: Vec<Modifier> = Vec::new();
            modifiers::of_pursuit(givens, self.lines, leaders, winner, chase, &mut list);
            let total = face as i16 + sum;
            let text =
                format!("{} pursues: {total} in column {column} is {reading}", givens.navies[winner].name);
            Ruling::new(rule!("NAVAL-h"), text)
                .with_modifiers(list)
                .with_look(givens.charts.combat_look(column, total))
        });
        let (mut routed, mut losses) = (BySide::new(false, false), BySide::new(self.lost, self.lost));
        routed[loser] = self.routed || reading.stars >= self.loser_morale;
        losses[loser] = losses_of(givens, self.lines, loser, self.dealt + reading.losses, routed[loser]);
        Ok(NavalBattle::Sorting(Sorting {
            winner: Some(winner),
            lines: self.lines,
            losses,
            routed,
            captures: reading.stars,
            daring: leaders.map(daring),
        }))
    }
}

impl Sorting {
    pub(super) fn lines(&self) -> Lines {
        self.lines
    }

    pub(super) fn settle(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalEnd> {
        ump.cite(rule!("NAVAL-j"));
        let sorted = BySide::from_fn(|side: Side| {
            let size = givens.navies[side].fleet.size();
            losses::sort(givens, self.winner == Some(side), self.losses[side], size)
        });
        let mut kept = BySide::new(Fleet::default(), Fleet::default());
        let mut captured = BySide::new(0, 0);
        for side in Side::ALL {
            let navy = &givens.navies[side];
            let gone = sorted[side].sunk + sorted[side].damaged;
            kept[side] = losses::take(navy.fleet, self.lines[side], gone);
            // A routed galley fleet does not save all its galleasses.
            let all = navy.fleet.galleasses;
            if self.routed[side] && all > 0 && kept[side].galleasses == all && gone >= Thirds::whole(1) {
                kept[side].galleasses -= 1;
                kept[side].galleys += u8::from(kept[side].galleys < navy.fleet.galleys);
            }
            if self.winner == Some(side.other()) && self.captures > 0 {
                let wanted = self.captures * givens.charts.sea.captures(self.lines[side] as usize);
                // The damaged ones are taken first.
                captured[side] = wanted.min(sorted[side].damaged.floor() as u8 + kept[side].nd());
                let from_sound = i16::from(captured[side]) - sorted[side].damaged.floor();
                kept[side] = losses::take(kept[side], self.lines[side], Thirds::whole(from_sound.max(0)));
            }
            ump.explain(|| self.words(givens, side, sorted[side], captured[side]));
            ump.cite(rule!("NAVAL-d"));
        }
        let major = self.winner.is_some_and(|winner| self.is_major(winner, givens, ump));
        let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
        for side in Side::ALL {
            let peril = Peril {
                won: self.winner == Some(side),
                destroyed: kept[side].is_empty(),
                daring: self.daring[side],
            };
            leaders[side] =
                casualty(&givens.charts, side, &givens.navies[side].commander, peril, Detail::Fate, ump)?;
        }
        let Sorting { winner, routed, losses, .. } = self;
        Ok(NavalEnd { winner, major, routed, losses, sorted, captured, kept, leaders })
    }

    fn words(&self, givens: &NavalEngagement, side: Side, sorted: Sorted, captured: u8) -> Ruling {
        let Sorted { sunk, damaged, refitted } = sorted;
        let name = &givens.navies[side].name;
        let lost = self.losses[side];
        let text = format!(
            "{name} loses {lost} ND: {sunk} sunk, {damaged} damaged, {refitted} refitted, {captured} captured"
        );
        Ruling::new(rule!("NAVAL-c"), text)
    }

    /// A major victory: a rout, and so many more lost by the loser.
    fn is_major(&self, winner: Side, givens: &NavalEngagement, ump: &mut impl Umpire) -> bool {
        let gap = givens.charts.sea.major_gap(self.lines[winner] == Line::Galleys);
        let loser = winner.other();
        let margin = self.losses[loser] - self.losses[winner];
        let major = self.routed[loser] && margin >= Thirds::whole(gap);
        if major {
            ump.explain(|| {
                let text = format!("A major victory for {}", givens.navies[winner].name);
                Ruling::new(rule!("NAVAL-h"), text)
            });
            ump.cite(rule!("MAJOR-e"));
        }
        major
    }
}
