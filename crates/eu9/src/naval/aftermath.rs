//! After a naval battle: verdict, pursuit, the sorting of losses, admirals.

use super::armada::{Line, NavalEngagement};
use super::hit::{Hit, Struck, lost_of};
use super::losses::{self, Sorted};
use super::word::{Fits, Reader, Writer};
use super::{Close, Fighting, Lines, NavalBattle, Stage, modifiers};
use crate::asks::Asks;
use crate::battle::Fate;
use crate::fleet::Fleet;
use crate::leader::{Detail, Peril, casualty};
use crate::profile::DestroyedAtSea;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, BySide, Dice, Modifier, Offer, Ruling, Side, Umpire};
use std::hash::{Hash, Hasher};

/// How a naval battle ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
    /// Sound ships captured from the loser.
    pub prizes: Fleet,
    /// Damaged ones captured from him, which he does not get back.
    pub hulks: Fleet,
    /// The ships each side has left, the damaged ones not among them.
    pub kept: BySide<Fleet>,
    /// The ships each side can repair.
    pub damaged: BySide<Fleet>,
    /// What became of the admirals; how long a wound takes only the account says.
    pub leaders: BySide<Fate>,
}

impl NavalEnd {
    /// How many detachments a side has lost to its captor.
    pub fn captured(&self, side: Side) -> u8 {
        match self.winner == Some(side.other()) {
            true => self.prizes.nd() + self.hulks.nd(),
            false => 0,
        }
    }

    /// How many of those were damaged.
    pub fn hulks_of(&self, side: Side) -> u8 {
        if self.winner == Some(side.other()) { self.hulks.nd() } else { 0 }
    }
}

impl Hash for NavalEnd {
    /// What tells ends apart, in one word; the rest follows from it and the fleets.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let fate = |fate: Fate| match fate {
            Fate::NotTested => 0,
            Fate::Unhurt => 1,
            Fate::Killed => 2,
            Fate::Wounded(_) => 3,
        };
        let word = [
            (self.winner.map_or(0, |side| side as u64 + 1), 2),
            (fate(self.leaders.first), 2),
            (fate(self.leaders.second), 2),
            (u64::from(self.routed.first), 1),
            (u64::from(self.routed.second), 1),
            (u64::from(self.prizes.nd() & 0x1f), 5),
            (u64::from(self.hulks.nd() & 0x1f), 5),
            (self.losses.first.0 as u64 & 0xff, 8),
            (self.losses.second.0 as u64 & 0xff, 8),
            (self.sorted.first.sunk.0 as u64 & 0xff, 8),
            (self.sorted.second.sunk.0 as u64 & 0xff, 8),
        ];
        state.write_u64(word.into_iter().fold(0, |word, (value, bits)| word << bits | value));
    }
}

/// A winner about to pursue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chase {
    winner: Side,
    lines: Lines,
    /// What is added to his die.
    bonus: i8,
    /// What he has dealt so far.
    dealt: Thirds,
    /// What he has lost, for good.
    lost: Thirds,
    /// What morale the loser has left; none if he has run already.
    loser_morale: u8,
}

/// Losses dealt, to be sorted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Sorting {
    winner: Option<Side>,
    lines: Lines,
    /// Corrected losses of each side, which may exceed its ships.
    losses: BySide<Thirds>,
    routed: BySide<bool>,
    captures: u8,
}

/// A kind of ship to capture, and how many there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Prize {
    kind: Line,
    ships: u8,
}

impl Offer for Prize {
    fn key(&self) -> String {
        self.kind.key().to_owned()
    }
    fn words(&self) -> String {
        format!("capture {}", self.kind.key())
    }
}

impl Fits for Chase {
    #[inline]
    fn write(self, word: &mut Writer) {
        word.side(self.winner);
        word.lines(self.lines);
        word.figure(self.bonus);
        word.thirds(self.dealt, 8);
        word.thirds(self.lost, 12);
        word.put(self.loser_morale.into(), 4);
    }

    #[inline]
    fn read(word: &mut Reader) -> Chase {
        Chase {
            winner: word.side(),
            lines: word.lines(),
            bonus: word.figure(),
            dealt: word.thirds(8),
            lost: word.thirds(12),
            loser_morale: word.take(4) as u8,
        }
    }
}

impl Fits for Sorting {
    #[inline]
    fn write(self, word: &mut Writer) {
        word.maybe(self.winner);
        word.lines(self.lines);
        word.thirds(self.losses.first, 12);
        word.thirds(self.losses.second, 12);
        word.flag(self.routed.first);
        word.flag(self.routed.second);
        word.put(self.captures.into(), 4);
    }

    #[inline]
    fn read(word: &mut Reader) -> Sorting {
        Sorting {
            winner: word.maybe(),
            lines: word.lines(),
            losses: BySide::new(word.thirds(12), word.thirds(12)),
            routed: BySide::new(word.flag(), word.flag()),
            captures: word.take(4) as u8,
        }
    }
}

impl Fighting {
    /// Which fleets are sunk to their last ship by what the enemy has dealt, where that decides a battle.
    pub(super) fn destroyed(&self, givens: &NavalEngagement) -> BySide<bool> {
        let formation = givens.formation(self.lines);
        BySide::from_fn(|side: Side| {
            let size = givens.navies[side].fleet.size();
            let routed = self.morale_left(givens, side) == 0;
            let lost = formation.suffered(side, self.dealt[side.other()], routed);
            givens.profile.destroyed == DestroyedAtSea::AsOnLand
                && losses::sort(givens, false, lost, size).sunk == size
        })
    }

    /// Who has won: nobody who is sunk to the last ship; else whoever the other left or ran from, else who has more morale left.
    pub(super) fn verdict(
        self,
        close: Close,
        givens: &NavalEngagement,
        ump: &mut impl Umpire,
    ) -> NavalBattle {
        let morale = BySide::from_fn(|side| self.morale_left(givens, side));
        let destroyed = self.destroyed(givens);
        let winner = match close {
            _ if destroyed.first && destroyed.second => None,
            _ if destroyed.first => Some(Side::Second),
            _ if destroyed.second => Some(Side::First),
            Close::Slipped(side) | Close::Left(side) => Some(side.other()),
            Close::Fought | Close::Destroyed => match morale.first.cmp(&morale.second) {
                std::cmp::Ordering::Greater => Some(Side::First),
                std::cmp::Ordering::Less => Some(Side::Second),
                std::cmp::Ordering::Equal => None,
            },
        };
        ump.explain(|| verdict_words(close, winner, morale, destroyed, givens));
        let formation = givens.formation(self.lines);
        let lost = |side: Side, routed| formation.suffered(side, self.dealt[side.other()], routed);
        // As on land: whoever has run himself, or has nothing to pursue with, does not.
        let is_sound = |winner: Side| {
            let sorted = losses::sort(givens, true, lost(winner, false), givens.navies[winner].fleet.size());
            sorted.sunk + sorted.damaged < givens.navies[winner].fleet.size()
        };
        let chases = |winner: Side| morale[winner] > 0 && is_sound(winner);
        if let Some(winner) = winner.filter(|winner| !chases(*winner)) {
            ump.explain(|| {
                let why = match morale[winner] {
                    0 => "run itself and cannot pursue",
                    _ => "no sound ship left to pursue with",
                };
                Ruling::new(rule!("BATTLE-y"), format!("{} has {why}", givens.navies[winner].name))
            });
        }
        match winner {
            Some(winner) if !matches!(close, Close::Slipped(_)) && chases(winner) => {
                losses::explain(givens, self.lines, winner, self.dealt[winner.other()], false, ump);
                let mut bonus = 0;
                modifiers::of_pursuit(givens, &self, winner, &mut bonus);
                ump.explain(|| {
                    let mut list: Vec<Modifier> = Vec::new();
                    modifiers::of_pursuit(givens, &self, winner, &mut list);
                    let text = format!("{} pursues at {bonus:+}", givens.navies[winner].name);
                    Ruling::new(rule!("NAVAL-h"), text).with_modifiers(list)
                });
                NavalBattle::at(Stage::Pursuit(Chase {
                    winner,
                    lines: self.lines,
                    bonus: bonus as i8,
                    dealt: self.dealt[winner],
                    lost: lost(winner, false),
                    loser_morale: morale[winner.other()],
                }))
            }
            winner => {
                let routed = morale.map(|left| left == 0);
                let losses = BySide::from_fn(|side: Side| lost(side, routed[side]));
                for side in Side::ALL {
                    losses::explain(givens, self.lines, side, self.dealt[side.other()], routed[side], ump);
                }
                let sorting = Sorting { winner, lines: self.lines, losses, routed, captures: 0 };
                NavalBattle::at(Stage::Sorting(sorting))
            }
        }
    }
}

/// Who has won, and why.
fn verdict_words(
    close: Close,
    winner: Option<Side>,
    morale: BySide<u8>,
    destroyed: BySide<bool>,
    givens: &NavalEngagement,
) -> Ruling {
    let name = |side: Side| &givens.navies[side].name;
    let ran = morale.first == 0 || morale.second == 0;
    let (clause, why) = match (close, winner) {
        _ if destroyed.first && destroyed.second => (rule!("NAVAL-o"), "both are sunk to the last ship"),
        _ if destroyed.first || destroyed.second => (rule!("NAVAL-o"), "the enemy is sunk to the last ship"),
        (Close::Slipped(_), _) => (rule!("NAVAL-i"), "the enemy has left with the wind"),
        (Close::Left(_), _) => (rule!("BATTLE-aa"), "the enemy has left"),
        (Close::Fought | Close::Destroyed, Some(_)) if ran => (rule!("BATTLE-aa"), "the enemy has run"),
        (Close::Fought | Close::Destroyed, Some(_)) => (rule!("BATTLE-w"), "more morale left"),
        (Close::Fought | Close::Destroyed, None) if ran => (rule!("BATTLE-x"), "both have run"),
        (Close::Fought | Close::Destroyed, None) => (rule!("BATTLE-x"), "equal morale"),
    };
    let left =
        format!("morale {} {}, {} {}", name(Side::First), morale.first, name(Side::Second), morale.second);
    let text = match winner {
        Some(side) => format!("Victory for {}: {why} ({left})", name(side)),
        None => format!("A draw: {why} ({left})"),
    };
    Ruling::new(clause, text)
}

impl Chase {
    pub(super) fn winner(&self) -> Side {
        self.winner
    }

    #[inline]
    pub(super) fn pursue(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let (winner, loser) = (self.winner, self.winner.other());
        let column = modifiers::pursuit_column(self.lines[loser]);
        let bonus = i16::from(self.bonus);
        let asking = Asking::of(winner, rule!("NAVAL-h"), Asks::Pursuit);
        let reading =
            ump.throw(asking, Dice::D10, |face| givens.charts.combat(column, face as i16 + bonus))?;
        ump.explain_throw(|face| {
            let total = face as i16 + bonus;
            let rout = match self.loser_morale {
                1.. if reading.stars >= self.loser_morale => {
                    format!(", and the retreat of {} becomes a rout", givens.navies[loser].name)
                }
                _ => String::new(),
            };
            let name = &givens.navies[winner].name;
            let text = format!("Pursuit of {name}: {total} in column {column} is {reading}{rout}");
            Ruling::new(rule!("NAVAL-h"), text).with_look(givens.charts.combat_look(column, total))
        });
        let (mut routed, mut losses) = (BySide::new(false, false), BySide::new(self.lost, self.lost));
        routed[loser] = reading.stars >= self.loser_morale;
        let dealt = self.dealt + reading.losses;
        losses::explain(givens, self.lines, loser, dealt, routed[loser], ump);
        losses[loser] = givens.formation(self.lines).suffered(loser, dealt, routed[loser]);
        let (winner, captures) = (Some(winner), reading.stars);
        let sorting = Sorting { winner, lines: self.lines, losses, routed, captures };
        Ok(NavalBattle::at(Stage::Sorting(sorting)))
    }
}

impl Sorting {
    pub(super) fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// What becomes of a side's losses.
    fn sorted(&self, side: Side, givens: &NavalEngagement) -> Sorted {
        let size = givens.navies[side].fleet.size();
        losses::sort(givens, self.winner == Some(side), self.losses[side], size)
    }

    /// Which of a side's ships are hit, before anything is captured.
    fn hit(&self, side: Side, sorted: Sorted, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<Hit> {
        let (fleet, line, routed) = (givens.navies[side].fleet, self.lines[side], self.routed[side]);
        let known =
            givens.formation(self.lines).hits(side, self.winner == Some(side), routed, self.losses[side]);
        let struck = Struck { fleet, line, sorted, routed };
        let ways = known.get_or_init(|| struck.possible(givens.profile.line_losses));
        Ok(*ump.choose(Asking::of(side, rule!("NAVAL-l"), Asks::WhichShipsAreHit), ways)?)
    }

    /// The kinds of ship of which the winner may capture some, and how many kinds there are: those of the first
    /// line, damaged or not, come first.
    fn prizes(&self, loser: Side, hit: &Hit) -> ([Prize; 3], usize) {
        let line = self.lines[loser];
        let mut prizes = [Prize { kind: line, ships: 0 }; 3];
        let mut count = 0;
        let others = Line::ALL.into_iter().filter(|kind| *kind != line);
        for kind in std::iter::once(line).chain(others) {
            let ships = losses::ships_of(hit.damaged, kind) + losses::ships_of(hit.kept, kind);
            if ships > 0 {
                prizes[count] = Prize { kind, ships };
                count += 1;
            }
        }
        (prizes, count)
    }

    /// Each star of the pursuit captures ships of a kind that the winner picks, star by star, the damaged ones
    /// first. Hands back the sound ones and the damaged ones.
    fn capture(
        &self,
        winner: Side,
        givens: &NavalEngagement,
        hit: &mut Hit,
        ump: &mut impl Umpire,
    ) -> Asked<(Fleet, Fleet)> {
        if self.captures == 0 {
            return Ok(Default::default());
        }
        let before = *hit;
        for _ in 0..self.captures {
            let (prizes, kinds) = self.prizes(winner.other(), hit);
            if kinds == 0 {
                break;
            }
            let asking = Asking::of(winner, rule!("NAVAL-h"), Asks::WhatToCapture);
            let prize = *ump.choose(asking, &prizes[..kinds])?;
            let captured = givens.charts.sea.captures(prize.kind as usize).min(prize.ships);
            let hulks = captured.min(losses::ships_of(hit.damaged, prize.kind));
            hit.damaged = losses::without(hit.damaged, prize.kind, hulks);
            hit.kept = losses::without(hit.kept, prize.kind, captured - hulks);
        }
        Ok((lost_of(before.kept, hit.kept), lost_of(before.damaged, hit.damaged)))
    }

    pub(super) fn settle(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalEnd> {
        let sorted = BySide::from_fn(|side| self.sorted(side, givens));
        let first = self.hit(Side::First, sorted.first, givens, ump)?;
        let mut hit = BySide::new(first, self.hit(Side::Second, sorted.second, givens, ump)?);
        let (mut prizes, mut hulks) = (Fleet::default(), Fleet::default());
        if let Some(winner) = self.winner {
            (prizes, hulks) = self.capture(winner, givens, &mut hit[winner.other()], ump)?;
        }
        for side in Side::ALL {
            ump.explain(|| self.words(givens, side, sorted[side]));
            if self.winner == Some(side.other()) && self.captures > 0 {
                ump.explain(|| capture_words(givens, side, self.captures, prizes, hulks));
            }
            hit[side].kept = hit[side].kept.or_nothing();
            if sorted[side].sunk + sorted[side].damaged > Thirds::ZERO {
                // Those of the first line first, and where there is a choice as their owner says.
                ump.explain(|| kept_words(givens, side, &hit[side]));
            }
            if self.losses[side].0 % 3 != 0 {
                // Thirds are kept as d, in Europe as well.
                ump.cite(rule!("NAVAL-d"));
            }
            if self.routed[side] || self.lines[side] != Line::Warships {
                // At least 1 ND is lost in a rout, and galleys and transports are lost whole.
                ump.cite(rule!("NAVAL-j"));
            }
        }
        let losses = BySide::from_fn(|side| self.lost(givens, side));
        let major = self.winner.is_some_and(|winner| self.is_major(winner, givens, ump));
        let mut leaders = BySide::new(Fate::NotTested, Fate::NotTested);
        for side in Side::ALL {
            let commander = &givens.navies[side].commander;
            let peril = Peril {
                won: self.winner == Some(side),
                // Damaged ships can be repaired: a fleet is destroyed when nothing at all is left of it.
                destroyed: hit[side].kept.is_empty() && hit[side].damaged.is_empty(),
                daring: commander.is_daring(),
            };
            leaders[side] = casualty(&givens.charts, side, commander, peril, Detail::Fate, ump)?;
        }
        let Sorting { winner, routed, .. } = self;
        let (kept, damaged) = (hit.map(|hit| hit.kept), hit.map(|hit| hit.damaged));
        Ok(NavalEnd { winner, major, routed, losses, sorted, prizes, hulks, kept, damaged, leaders })
    }

    /// What a side has really lost: no more than it had.
    fn lost(&self, givens: &NavalEngagement, side: Side) -> Thirds {
        self.losses[side].min(givens.navies[side].fleet.size())
    }

    fn words(&self, givens: &NavalEngagement, side: Side, sorted: Sorted) -> Ruling {
        let Sorted { sunk, damaged, refitted } = sorted;
        let name = &givens.navies[side].name;
        let (lost, size) = (self.lost(givens, side), givens.navies[side].fleet.size());
        let text = match lost {
            Thirds::ZERO => format!("{name} loses nothing of {size} ND"),
            lost => format!(
                "{name} loses {lost} of {size} ND: {sunk} sunk, {damaged} damaged, {refitted} refitted at once"
            ),
        };
        Ruling::new(rule!("NAVAL-c"), text)
    }

    /// A major victory: a rout, and so many more lost by the loser.
    fn is_major(&self, winner: Side, givens: &NavalEngagement, ump: &mut impl Umpire) -> bool {
        let gap = givens.charts.sea.major_gap(self.lines[winner] == Line::Galleys);
        let loser = winner.other();
        let margin = self.lost(givens, loser) - self.lost(givens, winner);
        let major = self.routed[loser] && margin >= Thirds::whole(gap);
        if major {
            ump.explain(|| {
                let name = &givens.navies[winner].name;
                let text = format!(
                    "A major victory for {name}: a rout, and {margin} ND more lost, {gap} being enough"
                );
                Ruling::new(rule!("NAVAL-h"), text)
            });
            ump.explain(|| {
                let name = |side: Side| &givens.navies[side].name;
                let figure = |row: &str| givens.charts.figure("battle-figures", row);
                let (stability, points) = (figure("stability"), figure("victory points"));
                let text = format!(
                    "{} gains {stability} stability and {points} victory points, {} loses {stability} stability",
                    name(winner),
                    name(loser)
                );
                Ruling::new(rule!("MAJOR-e"), text)
            });
        }
        major
    }
}

/// What the stars of a pursuit have captured.
fn capture_words(givens: &NavalEngagement, loser: Side, stars: u8, prizes: Fleet, hulks: Fleet) -> Ruling {
    let (winner, loser) = (&givens.navies[loser.other()].name, &givens.navies[loser].name);
    let captured = match (hulks.is_empty(), prizes.is_empty()) {
        (true, true) => "nothing, there being nothing left".to_owned(),
        (false, true) => format!("{hulks}, damaged"),
        (true, false) => format!("{prizes}, undamaged"),
        (false, false) => format!("{hulks}, damaged, and {prizes} besides"),
    };
    let each = if stars == 1 { "star captures" } else { "stars capture" };
    let text = format!("{stars} {each} for {winner} of the ships of {loser}: {captured}");
    Ruling::new(rule!("NAVAL-h"), text)
}

/// What is left of a side's ships.
fn kept_words(givens: &NavalEngagement, side: Side, hit: &Hit) -> Ruling {
    let (name, kept) = (&givens.navies[side].name, hit.kept);
    let refit = match hit.damaged.is_empty() {
        true => String::new(),
        false => format!(", and {} to refit", hit.damaged),
    };
    Ruling::new(rule!("NAVAL-l"), format!("{name} keeps {kept}{refit}"))
}
