//! Rounds and the ends of turns: weather, income, peace, and who has won.

use super::levy::Muster;
use super::toll::Hunger;
use super::{Game, Impulse, Post, Stage};
use crate::answer::is_yes;
use crate::asks::Asks;
use crate::attrition::Pillage;
use crate::campaign::Campaign;
use crate::charts::{Continuation, RoundBox};
use crate::siege::Works;
use crate::title::{GameRules, TakenMinors};
use grognard_umpire::{Asked, Asking, BySide, Dice, Ruling, Side, Umpire};

/// How large a victory is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// A draw.
    Draw,
    /// Marginal.
    Marginal,
    /// Decisive.
    Decisive,
}

/// Why a game of the Italian Wars is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The last turn has been played.
    Points,
    /// The winner holds the enemy's capital.
    Capital,
    /// The loser's stability has fallen too low.
    Collapse,
    /// They have made peace.
    Peace,
}

/// How a game of the Italian Wars ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameEnd {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How large the victory is.
    pub level: Level,
    /// Victory points.
    pub points: BySide<i16>,
    /// Whether it ended at once: a capital held, or a side collapsed.
    pub sudden: bool,
    /// Why it is over.
    pub reason: Reason,
    /// The last turn played.
    pub turn: u8,
}

impl Game {
    pub(super) fn first_side(&self, rules: &GameRules) -> Side {
        match rules.sides.first.initiative >= rules.sides.second.initiative {
            true => Side::First,
            false => Side::Second,
        }
    }

    /// The first round of the turn.
    pub(super) fn first_round(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let logistics = &rules.charts.logistics;
        let asking = Asking::neutral(rule!("CAMPAIGN-t"), Asks::FirstRound);
        self.round = ump.throw(asking, Dice::D10, |face| logistics.first_round(face))?;
        (self.bad_weather, self.extended) = (false, false);
        ump.explain(|| {
            let text = format!(
                "Turn {} opens with round {}",
                self.turn_number(rules),
                logistics.box_name(self.round)
            );
            Ruling::heading(rule!("CAMPAIGN-t"), text)
        });
        let first = Impulse::first(self.first_side(rules));
        Ok(self.at_stage(Stage::Opening(first)))
    }

    /// Another round, or the end of the turn.
    pub(super) fn continuation(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Asked<Game> {
        let logistics = &rules.charts.logistics;
        let end = logistics.end_box();
        let here = self.round;
        let asking = Asking::neutral(rule!("CAMPAIGN-t"), Asks::AnotherRound);
        // The event of poor weather does not occur in this title.
        let Continuation { to: next, extended, bad_weather: bad } =
            ump.throw(asking, Dice::D10, |face| rules.charts.continuation(here, face, rules.period, false))?;
        self.round = next;
        (self.extended, self.bad_weather) = (extended && next != end, bad);
        ump.explain(|| {
            let weather = if bad { ", in bad weather" } else { "" };
            let text = match next == end {
                true => format!("After {} the armies go home", logistics.box_name(here)),
                false => {
                    let same =
                        if self.goes_on(rules) { ", and the campaigns of the summer go on" } else { "" };
                    format!("The war goes on to {}{weather}{same}", logistics.box_name(next))
                }
            };
            Ruling::new(rule!("CAMPAIGN-t"), text)
        });
        // A winter passes after a winter round, when one is left out, and at the end.
        let winters = (here.0..next.0).filter(|&round| logistics.is_winter(RoundBox(round))).count() as u8;
        Ok(match winters.max(u8::from(next == end)) {
            0 => self.next_round(rules),
            winters => self.at_stage(Stage::Frost(0, Hunger::Roll, winters - 1)),
        })
    }

    /// The next round begins, or the turn ends.
    pub(super) fn next_round(mut self, rules: &GameRules) -> Game {
        if self.round == rules.charts.logistics.end_box() {
            for squadron in &mut self.squadrons {
                squadron.moved = false;
            }
            return self.at_stage(Stage::Winter);
        }
        for post in &mut self.posts {
            if let Post::Wounded(rounds) = post {
                *rounds = rounds.saturating_sub(1);
            }
        }
        self.at_stage(Stage::Arrival(0, Muster::Recovered))
    }

    /// The first impulse of a round.
    pub(super) fn open_round(self, rules: &GameRules) -> Game {
        let first = Impulse::first(self.first_side(rules));
        self.at_stage(Stage::Opening(first))
    }

    /// The income of a side.
    pub(super) fn income(&self, rules: &GameRules, side: Side) -> i16 {
        let mut sum = rules.sides[side].fixed_income;
        for (at, province) in rules.provinces.iter().enumerate() {
            let land = &self.lands[at];
            let owner = usize::from(land.owner);
            if land.pillage.counters().1 > 0 {
                continue;
            }
            let major = rules.nations[owner].major;
            let spoils = major || rules.readings.taken_minors == TakenMinors::Half;
            let yields = province.income + province.gold;
            match (self.allegiance[owner] == Some(side), land.taken) {
                (true, None) if major => sum += yields,
                (false, Some(taker)) if taker == side && spoils => sum += yields / 2,
                _ => {}
            }
        }
        sum
    }

    fn score(&mut self, rules: &GameRules, last: bool, ump: &mut impl Umpire) {
        let mut scored: BySide<Vec<String>> = BySide::default();
        for &(at, who, points) in &rules.victory {
            let Some(side) = self.control(at) else { continue };
            if self.scores_for(side, at, who) {
                let points = if last { 2 * points } else { points };
                self.points[side] += points;
                if ump.listening() {
                    scored[side].push(format!("{} {points}", rules.place(at)));
                }
            }
        }
        for side in Side::ALL {
            ump.explain(|| {
                let twice = if last { ", all doubled in the last turn" } else { "" };
                let text = format!("{} scores{twice}: {}", rules.sides[side].name, scored[side].join(", "));
                Ruling::new(rule!("ITALY-e"), text)
            });
        }
    }

    /// How it would end if it ended now, by the points.
    pub(super) fn end_by_points(&self, rules: &GameRules) -> GameEnd {
        self.end(rules, None, Reason::Points)
    }

    /// What a side would score for what it holds if the turn ended now.
    pub(super) fn scores(&self, rules: &GameRules, side: Side) -> i16 {
        let last = self.is_last_turn(rules);
        let held = rules.victory.iter().filter(|&&(at, who, _)| self.scores_for(side, at, who));
        held.map(|&(_, _, points)| if last { 2 * points } else { points }).sum()
    }

    /// Whether a side scores a line of the list: it holds the province, and the line is for it.
    fn scores_for(&self, side: Side, at: u8, who: Option<Side>) -> bool {
        self.control(at) == Some(side) && who.is_none_or(|who| who == side)
    }

    fn end(&self, rules: &GameRules, sudden: Option<Side>, reason: Reason) -> GameEnd {
        let margin = self.points.first - self.points.second;
        let (winner, level) = match sudden {
            Some(side) => (Some(side), Level::Decisive),
            None if margin.abs() <= rules.figures.draw_up_to => (None, Level::Draw),
            None => {
                let side = if margin > 0 { Side::First } else { Side::Second };
                let marginal = margin.abs() <= rules.figures.marginal_up_to;
                (Some(side), if marginal { Level::Marginal } else { Level::Decisive })
            }
        };
        let turn = self.turn_number(rules);
        GameEnd { winner, level, points: self.points, sudden: sudden.is_some(), reason, turn }
    }

    /// The score of a turn.
    pub(super) fn turn_end(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        let last = self.is_last_turn(rules);
        self.score(rules, last, ump);
        ump.explain(|| {
            let (first, second) = (&rules.sides.first.name, &rules.sides.second.name);
            let text = format!(
                "Turn {} ends: {first} {}, {second} {} points",
                self.turn_number(rules),
                self.points.first,
                self.points.second
            );
            Ruling::new(rule!("ITALY-e"), text)
        });
        // The board that is left shows the points by which the game is won.
        self.at_stage(Stage::Verdict)
    }

    /// A sudden end if there is one; otherwise a side may offer peace.
    pub(super) fn verdict(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Result<Game, GameEnd> {
        let holds =
            BySide::from_fn(|side: Side| self.control(rules.sides[side.other()].capital) == Some(side));
        if let Some(end) = self.sudden_end(rules, (holds, Reason::Capital), ump, |side| {
            let place = rules.place(rules.sides[side.other()].capital);
            format!("{} holds {place} and wins at once", rules.sides[side].name)
        }) {
            return Err(end);
        }
        self.hand_over(rules, ump);
        Ok(self.at_stage(Stage::Peace(Side::First, false)))
    }

    /// The game is over at once if a side's stability has fallen too low.
    pub(super) fn collapse(&self, rules: &GameRules, ump: &mut impl Umpire) -> Option<GameEnd> {
        let outlasts = self.stability.map(|stability| stability < rules.figures.stability_lost_below);
        let wins = BySide::new(outlasts.second, outlasts.first);
        self.sudden_end(rules, (wins, Reason::Collapse), ump, |side| {
            let (name, enemy) = (&rules.sides[side].name, &rules.sides[side.other()].name);
            format!("{enemy} collapses, and {name} wins at once")
        })
    }

    /// An end at once for whoever wins so; if both do, by points.
    fn sudden_end(
        &self,
        rules: &GameRules,
        (wins, reason): (BySide<bool>, Reason),
        ump: &mut impl Umpire,
        words: impl Fn(Side) -> String,
    ) -> Option<GameEnd> {
        let clause = rule!("ITALY-f");
        let winner = match (wins.first, wins.second) {
            (false, false) => return None,
            (true, true) => None,
            (first, _) => Some(if first { Side::First } else { Side::Second }),
        };
        ump.explain(|| {
            let both = || "Both sides would win at once; the points decide".to_owned();
            Ruling::new(clause, winner.map_or_else(both, &words))
        });
        Some(self.end(rules, winner, reason))
    }

    fn is_last_turn(&self, rules: &GameRules) -> bool {
        usize::from(self.turn) + 1 == rules.turns.len()
    }

    /// Lombardia and Parma belong to whoever holds them.
    fn hand_over(&mut self, rules: &GameRules, ump: &mut impl Umpire) {
        for id in ["lombardia", "parma"] {
            let Some(at) = rules.province(id) else { continue };
            let Some(side) = self.lands[usize::from(at)].taken else { continue };
            let land = &mut self.lands[usize::from(at)];
            (land.owner, land.taken) = (rules.sides[side].major, None);
            ump.explain(|| {
                let name = &rules.nations[usize::from(rules.sides[side].major)].name;
                Ruling::new(rule!("ITALY-h"), format!("{} is now {name}'s own", rules.place(at)))
            });
        }
    }

    /// A side near collapse may offer peace: taken, the game ends there; refused, the other side pays.
    pub(super) fn peace(
        mut self,
        side: Side,
        offered: bool,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Result<Game, GameEnd>> {
        let clause = rule!("ITALY-k");
        let (name, enemy) = (&rules.sides[side].name, &rules.sides[side.other()].name);
        let price = -rules.figures.peace_refused;
        if offered {
            let asking = Asking::of(side.other(), clause, Asks::AcceptPeace);
            ump.about(|| format!("{}; to refuse costs {enemy} {price} points", self.stakes(rules)));
            if is_yes(asking, ["fight on", "make peace: the game ends here"], ump)? {
                ump.explain(|| Ruling::new(clause, format!("{name} and {enemy} make peace")));
                return Ok(Err(self.end(rules, None, Reason::Peace)));
            }
            self.points[side.other()] += rules.figures.peace_refused;
            ump.explain(|| {
                Ruling::new(
                    clause,
                    format!(
                        "{enemy} refuses the peace that {name} offers: {:+} points",
                        rules.figures.peace_refused
                    ),
                )
            });
            return Ok(Ok(self.at_stage(Stage::PeaceOver(side))));
        }
        if self.stability[side] <= rules.figures.peace_offered_from {
            let asking = Asking::of(side, clause, Asks::OfferPeace);
            ump.about(|| {
                let (stakes, stability) = (self.stakes(rules), self.stability[side]);
                format!("{name} has stability {stability:+}; {stakes}; to refuse would cost {enemy} {price} points")
            });
            if is_yes(asking, ["fight on", "offer peace"], ump)? {
                return Ok(Ok(self.at_stage(Stage::Peace(side, true))));
            }
        }
        Ok(Ok(self.at_stage(Stage::PeaceOver(side))))
    }

    /// No peace was made: the other side may offer one, and the war goes on if there are turns left.
    pub(super) fn no_peace(
        self,
        side: Side,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Result<Game, GameEnd> {
        match side {
            Side::First => Ok(self.at_stage(Stage::Peace(Side::Second, false))),
            Side::Second if self.is_last_turn(rules) => Err(self.end(rules, None, Reason::Points)),
            Side::Second => Ok(self.new_turn(rules, ump)),
        }
    }

    /// How a peace would find both sides.
    fn stakes(&self, rules: &GameRules) -> String {
        let [first, second] =
            Side::ALL.map(|side| format!("{} {} points", rules.sides[side].name, self.points[side]));
        format!("peace ends the game at {first}, {second}")
    }

    /// Income, and on to the next turn.
    fn new_turn(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Game {
        for side in Side::ALL {
            let income = self.income(rules, side);
            self.purse[side] += income;
            ump.explain(|| {
                let text = format!("{} receives {income} ducats", rules.sides[side].name);
                Ruling::new(rule!("ITALY-c"), text)
            });
        }
        for at in 0..self.lands.len() as u8 {
            let besieged = Side::ALL
                .into_iter()
                .any(|side| self.control(at) == Some(side.other()) && self.field(side, at).is_some());
            let land = &mut self.lands[usize::from(at)];
            land.old_siege = besieged;
            (land.breached, land.costly, land.siege_rounds) = (false, false, 0);
            // A pillage- is gone with the turn, a pillage+ becomes one.
            land.pillage = Pillage(land.pillage.counters().1);
            if !besieged {
                land.works = Works::default();
            }
        }
        for troops in &mut self.troops {
            (troops.moved, troops.spent, troops.foraging) = (false, false, false);
        }
        for squadron in &mut self.squadrons {
            // Ships that are kept over the turn are veterans.
            (squadron.veteran, squadron.moved, squadron.spent) = (true, false, false);
        }
        self.turn += 1;
        self.campaign = BySide::new(Campaign::Passive, Campaign::Passive);
        self.at_stage(Stage::Levy)
    }
}
