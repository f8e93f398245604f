//! Close assault: routers first, then dice, casualties, staff at risk, compulsory moves. [17.5]

mod show;

pub(crate) use show::{fate_word, price, unit_facts, worth};

use crate::asks::Asks;
use crate::charts::{Charts, Duty, HorseBattery};
use crate::clerk::deaf;
use crate::command::Quality;
use crate::fire::risk_rider;
use crate::melee::{Bodies, Degree, FIGHTERS_MAX, Fighter, Melee};
use crate::policy::Policy;
use crate::readings::{CoverHold, Readings, RouterVictors};
use crate::unit::{Arm, Body, Cover, Fate, Formation, Impetus, Order, Rider, Unit, capital, words};
use grognard_umpire::{Asked, Asking, BySide, Dice, Flow, Offer, Procedure, Ruling, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// What is given for an assault.
#[derive(Clone, Debug)]
pub struct AssaultRules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// The readings in force.
    pub readings: Readings,
    /// What the sides are called.
    pub names: BySide<String>,
    /// The units.
    pub fighters: BySide<Vec<Fighter>>,
    /// Who stands higher.
    pub higher: Option<Side>,
    /// How it all started.
    pub before: Bodies,
    /// How each side decides when nobody is asked.
    pub policies: BySide<Policy>,
}

words! {
    /// What a unit does when the dice have spoken. [17.5.1]
    Move {
        /// Stays where it is.
        Stays "stays",
        /// Stays in its cover although the table would have it move.
        Holds "holds",
        /// Falls back facing the enemy.
        FallsBack "falls back",
        /// Routs half its rout distance.
        Routs "routs",
        /// Follows up.
        Follows "follows",
        /// Pursues.
        Pursues "pursues",
        /// Is off the table.
        Gone "is gone",
    }
}

impl Offer for Move {
    fn key(&self) -> String {
        self.word().replace(' ', "-")
    }
    fn words(&self) -> String {
        match self {
            Move::Stays => "stay",
            Move::Holds => "hold the cover",
            Move::FallsBack => "fall back",
            Move::Routs => "rout",
            Move::Follows => "follow up",
            Move::Pursues => "pursue",
            Move::Gone => "go",
        }
        .to_owned()
    }
}

/// How an assault came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Verdict {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// By how much.
    pub degree: Degree,
    /// Whether dice were thrown for it.
    pub decided: Decided,
}

/// How a verdict came about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decided {
    /// By dice.
    ByDice,
    /// Without: nobody but routers or skirmishers in the open stood against the winner.
    WithoutDice,
}

/// The unit that moves next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Mover {
    verdict: Verdict,
    side: Side,
    index: u8,
}

/// How an assault ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AssaultEnd {
    /// Who won.
    pub verdict: Verdict,
    /// The units.
    pub now: Bodies,
    /// What they did.
    pub moves: BySide<[Move; FIGHTERS_MAX]>,
}

/// How far an assault has got.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Routers and ridden-down skirmishers go first.
    Automatic,
    /// Both throw.
    Dice,
    /// Generals and engineers in the thick of it.
    Riders(Verdict),
    /// The unit that moves next.
    Moves(Mover),
}

/// An assault under way.
///
/// # Equality
/// The bodies, how far it has got, and the moves made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    stage: Stage,
    /// The units as they are now.
    pub now: Bodies,
    moves: BySide<[Move; FIGHTERS_MAX]>,
}

impl Assault {
    /// An assault about to be fought.
    pub fn start(now: Bodies) -> Assault {
        Assault { stage: Stage::Automatic, now, moves: BySide::from_fn(|_| [Move::Stays; FIGHTERS_MAX]) }
    }

    fn melee<'a>(&'a self, rules: &'a AssaultRules) -> Melee<'a> {
        let AssaultRules { charts, readings, fighters, higher, .. } = rules;
        Melee { fighters, now: &self.now, higher: *higher, charts, readings }
    }

    fn body(&mut self, side: Side, index: usize) -> &mut Body {
        self.now[side][index].as_mut().expect("a fighter has a body")
    }

    /// Routers, and skirmishing foot ridden down in the open, are beaten without dice before the rest. Their
    /// victors do not move for it while others fight on. [17.5.3] [17.2.7-h]
    fn automatic(mut self, rules: &AssaultRules, ump: &mut impl Umpire) -> Asked<Assault> {
        // Before the rest, and apart from it; the others ignore the result.
        ump.cite(rule!("17.5.3-a"));
        let mut beaten = None;
        for side in Side::ALL {
            for (index, Fighter { unit, .. }) in rules.fighters[side].iter().enumerate() {
                let Some(body) = self.now[side][index].filter(|body| !body.fate.is_gone()) else { continue };
                let clause = match (body.order, self.melee(rules).is_ridden_down(side, unit, &body)) {
                    (Order::Routing, _) => rule!("17.5.3-b"),
                    (_, true) => rule!("17.2.7-h"),
                    _ => continue,
                };
                let lost = rules.charts.assault_of(Degree::Major).loser_loses;
                ump.explain(|| {
                    let text = format!(
                        "{}: beaten without dice, a major defeat, {lost} stands lost",
                        capital(&unit.name)
                    );
                    Ruling::new(clause, text)
                });
                let body = self.body(side, index);
                body.lose(lost);
                body.order = Order::Routing;
                self.moves[side][index] = Move::Routs;
                if unit.arm.is_gun() {
                    // Guns that lose by any margin are captured, whatever comes of the rest. [T14-a]
                    self.body(side, index).fate = Fate::Captured;
                    self.moves[side][index] = Move::Gone;
                    let text = format!("{}: taken by the enemy", capital(&unit.name));
                    ump.explain(|| Ruling::new(rule!("T14-a"), text));
                }
                beaten = Some(side);
            }
        }
        self.shatter(rules, ump);
        let alone = |side: Side| self.melee(rules).engaged(side).next().is_none();
        // Both sides may have lost somebody, and not to routers alone: whoever has nobody left to fight has lost.
        let last = beaten.unwrap_or(Side::First);
        let lost = [last, last.other()].into_iter().find(|side| alone(*side));
        self.stage = match (beaten, lost) {
            (_, Some(side)) => {
                let winner = Some(side.other());
                self.disorder_victors(rules, side.other(), ump);
                Stage::Riders(Verdict { winner, degree: Degree::Major, decided: Decided::WithoutDice })
            }
            (Some(_), None) => {
                ump.cite(rule!("17.5.3-c"));
                Stage::Dice
            }
            (None, None) => Stage::Dice,
        };
        Ok(self)
    }

    /// Victors over routers alone move as major victors, unless the switch forbids it. [17.5.3-e]
    fn disorder_victors(&mut self, rules: &AssaultRules, side: Side, ump: &mut impl Umpire) {
        ump.cite(rule!("17.5.3-e"));
        if rules.readings.router_victors == RouterVictors::MoveIfAlone {
            let victors: Vec<usize> = self.melee(rules).engaged(side).map(|(index, ..)| index).collect();
            for index in victors {
                let body = self.body(side, index);
                body.order = body.order.or_worse(Order::Disordered);
            }
        }
    }

    /// Each side adds average class, factors and a die; the difference decides. [17.5-a] [17.5-b]
    fn dice(mut self, rules: &AssaultRules, ump: &mut impl Umpire) -> Asked<Assault> {
        let strength =
            BySide::from_fn(|side| self.melee(rules).strength(side, &mut |clause| ump.cite(clause)));
        let asking = |side| Asking::of(side, rule!("17.5-a"), Asks::CloseAssault);
        let first = ump.throw(asking(Side::First), Dice::D6, i32::from)?;
        ump.explain(|| self.total(rules, Side::First, strength.first + first));
        let charts = &rules.charts;
        let lead = |face: u16| strength.first + first - strength.second - i32::from(face);
        let (winner, row) = ump.throw(asking(Side::Second), Dice::D6, |face| {
            let winner = match lead(face) {
                0 => None,
                1.. => Some(Side::First),
                _ => Some(Side::Second),
            };
            (winner, charts.assault_row(lead(face).abs()))
        })?;
        ump.explain_throw(|face| self.total(rules, Side::Second, strength.second + i32::from(face)));
        let result = charts.assault_at(row);
        let winner = winner.filter(|_| result.degree != Degree::Draw);
        let verdict = Verdict { winner, degree: result.degree, decided: Decided::ByDice };
        ump.cite(rule!("17.5-b"));
        ump.explain(|| {
            let table = charts.pages.table("assault-results").expect("read at the start");
            Ruling::new(rule!("T14-a"), show::verdict_words(rules, verdict)).with_look(table.look(row, 1))
        });
        // The table fixes the losses, however many stands fight. [17.5.2-a]
        ump.cite(rule!("17.5.2-a"));
        let mut shares = BySide::new([0; FIGHTERS_MAX], [0; FIGHTERS_MAX]);
        for side in Side::ALL {
            let losses = match verdict.winner {
                Some(winner) if winner != side => result.loser_loses,
                _ => result.winner_loses,
            };
            shares[side] = self.melee(rules).share(side, losses, ump)?;
        }
        for side in Side::ALL {
            let fighting: Vec<usize> = self.melee(rules).engaged(side).map(|(index, ..)| index).collect();
            for index in fighting {
                let body = self.body(side, index);
                body.lose(shares[side][index]);
                body.order = body.order.or_worse(match (verdict.winner == Some(side), verdict.degree) {
                    (true, _) | (_, Degree::Draw) => Order::Disordered,
                    (false, Degree::Minor | Degree::Major) => Order::Shaken,
                });
            }
        }
        self.stage = Stage::Riders(verdict);
        Ok(self)
    }

    fn total(&self, rules: &AssaultRules, side: Side, total: i32) -> Ruling {
        let text = format!("{} in all for {}", total, rules.names[side]);
        Ruling::new(rule!("17.5-a"), text).with_modifiers(self.melee(rules).modifiers(side))
    }

    /// Generals and engineers attached to a unit that fights are at risk. [17.5.7-a]
    fn riders(mut self, rules: &AssaultRules, verdict: Verdict, ump: &mut impl Umpire) -> Asked<Assault> {
        for side in Side::ALL {
            for (index, Fighter { unit, .. }) in rules.fighters[side].iter().enumerate() {
                let Some(mut body) = self.now[side][index].filter(|body| !body.fate.is_gone()) else {
                    continue;
                };
                let name = format!("The general with {}", unit.name);
                let clause = rule!("17.5.7-a");
                body.general = risk_rider(body.general, &name, clause, side.other(), &rules.charts, ump)?;
                let name = format!("The engineer with {}", unit.name);
                body.engineer = risk_rider(body.engineer, &name, clause, side.other(), &rules.charts, ump)?;
                *self.body(side, index) = body;
            }
        }
        ump.cite(rule!("17.5.8-b"));
        self.shatter(rules, ump);
        self.take_guns(rules, verdict, ump);
        self.stage = Stage::Moves(Mover { verdict, side: Side::First, index: 0 });
        Ok(self)
    }

    /// Units with too few stands go when the whole assault is settled. [17.5.8-a] [17.5.8-c]
    fn shatter(&mut self, rules: &AssaultRules, ump: &mut impl Umpire) {
        for side in Side::ALL {
            for (index, Fighter { unit, .. }) in rules.fighters[side].iter().enumerate() {
                let Some(body) = &mut self.now[side][index] else { continue };
                if body.fate.is_gone() {
                    continue;
                }
                if unit.is_shattered(body, &rules.charts) {
                    body.fate = Fate::Shattered;
                    self.moves[side][index] = Move::Gone;
                    let text = format!("{}: too few stands left, removed", capital(&unit.name));
                    ump.explain(|| Ruling::new(rule!("17.5.8-a"), text));
                } else if unit.apart > 0 && body.strength == 0 {
                    // A part of a unit goes with its last stand; the rest of the unit fights on.
                    body.fate = Fate::Destroyed;
                    self.moves[side][index] = Move::Gone;
                }
            }
        }
    }

    /// Guns and lone staff that lose are taken. (T14-a) [17.5.7-b]
    fn take_guns(&mut self, rules: &AssaultRules, verdict: Verdict, ump: &mut impl Umpire) {
        let Some(loser) = verdict.winner.map(Side::other) else { return };
        for (index, Fighter { unit, .. }) in rules.fighters[loser].iter().enumerate() {
            let Some(body) = &mut self.now[loser][index] else { continue };
            let clause = match unit.arm {
                Arm::Staff => rule!("17.5.7-b"),
                arm if arm.is_gun() => rule!("T14-a"),
                _ => continue,
            };
            if !body.fate.is_gone() {
                if unit.arm == Arm::Staff {
                    ump.cite(rule!("14.5-a"));
                }
                body.fate = Fate::Captured;
                self.moves[loser][index] = Move::Gone;
                ump.explain(|| Ruling::new(clause, format!("{}: taken by the enemy", capital(&unit.name))));
            }
        }
    }

    /// What a unit may do now. [17.5.1] [17.5.5-d] [17.4.12-d]
    fn choices(&self, rules: &AssaultRules, mover: Mover) -> Vec<Move> {
        let Mover { verdict, side, index } = mover;
        let Some(body) = self.now[side][usize::from(index)] else { return vec![Move::Stays] };
        let unit = &rules.fighters[side][usize::from(index)].unit;
        let in_cover = unit.cover != Cover::Open && body.impetus == Impetus::Standing;
        match verdict.winner {
            _ if body.fate.is_gone() => vec![Move::Gone],
            _ if body.order == Order::Routing => vec![Move::Routs],
            None => vec![Move::Stays],
            Some(winner) if winner == side => {
                self.winner_choices(rules, mover, in_cover.then_some(unit.cover))
            }
            Some(_) if in_cover && holds_cover(unit, &body, &rules.readings) => {
                match (verdict.degree, rules.readings.cover_hold) {
                    (Degree::Major, CoverHold::MinorOnly) => vec![Move::Routs],
                    (Degree::Major, CoverHold::EveryMove) => vec![Move::Routs, Move::Holds],
                    _ => vec![Move::FallsBack, Move::Holds],
                }
            }
            Some(_) if verdict.degree == Degree::Major => vec![Move::Routs],
            Some(_) => vec![Move::FallsBack],
        }
    }

    fn winner_choices(&self, rules: &AssaultRules, mover: Mover, cover: Option<Cover>) -> Vec<Move> {
        let Mover { verdict, side, index } = mover;
        let body = self.now[side][usize::from(index)].expect("a winner has a body");
        let unit = &rules.fighters[side][usize::from(index)].unit;
        let never = rules.readings.router_victors == RouterVictors::Never;
        if verdict.decided == Decided::WithoutDice && never {
            return vec![Move::Stays];
        }
        let moves = rules.charts.assault_moves(unit.arm, body.formation);
        let pursues = rules.charts.pace(unit.arm, body.formation, HorseBattery::No).pursuit.is_some();
        // Foot and guns that defend cover may stay in it, and so may horse of class 2, or well led. [17.4.12-d] [17.5.5-d]
        let may_stay = cover.is_some() && (!unit.arm.is_horse() || holds_cover(unit, &body, &rules.readings));
        match verdict.degree {
            _ if unit.arm.is_gun() || body.formation == Formation::Square => vec![Move::Stays],
            Degree::Major if may_stay && pursues => vec![Move::Pursues, Move::Holds],
            Degree::Major if pursues => vec![Move::Pursues],
            Degree::Minor if moves.duty == Duty::Must && may_stay => vec![Move::Follows, Move::Holds],
            Degree::Minor if moves.duty == Duty::Must => vec![Move::Follows],
            Degree::Minor => vec![Move::Stays, Move::Follows],
            _ => vec![Move::Stays],
        }
    }

    /// One unit makes its compulsory move, or declines it where it may. [17.5.1-a]
    fn compulsory(mut self, rules: &AssaultRules, mover: Mover, ump: &mut impl Umpire) -> Asked<Assault> {
        let Mover { verdict, side, index } = mover;
        let place = usize::from(index);
        let choices = self.choices(rules, mover);
        let unit = &rules.fighters[side][place].unit;
        ump.about(|| format!("The assault is over for {}: which move?", unit.name));
        let clause = match choices.contains(&Move::Holds) {
            true if verdict.winner == Some(side) && !unit.arm.is_horse() => rule!("17.4.12-d"),
            true => rule!("17.5.5-d"),
            false => rule!("17.5.1-a"),
        };
        if choices.contains(&Move::Holds) && clause == rule!("17.5.5-d") {
            ump.cite(rule!("17.5.5-e"));
            ump.cite(rule!("17.5.5-f"));
        }
        let made = *ump.choose(Asking::of(side, clause, Asks::CompulsoryMove), &choices)?;
        self.moves[side][place] = made;
        if let Some(body) = &mut self.now[side][place] {
            match made {
                Move::Routs => body.order = Order::Routing,
                // A milder state never replaces a graver one.
                Move::Pursues => body.order = body.order.or_worse(Order::Pursuing),
                _ => {}
            }
            if made == Move::FallsBack && body.formation == Formation::Square {
                ump.cite(rule!("T14-b"));
            }
        }
        ump.cite(rule!("17-d"));
        ump.explain(|| show::move_ruling(rules, unit, &self.now[side][place], made, clause));
        self.stage = Stage::Moves(match (place + 1 < rules.fighters[side].len(), side) {
            (false, Side::First) => Mover { side: Side::Second, index: 0, ..mover },
            _ => Mover { index: index + 1, ..mover },
        });
        Ok(self)
    }

    /// The end, once everybody has moved.
    fn over(&self, rules: &AssaultRules) -> Option<AssaultEnd> {
        match self.stage {
            Stage::Moves(Mover { verdict, side: Side::Second, index })
                if usize::from(index) >= rules.fighters.second.len() =>
            {
                let mut now = self.now;
                for body in now.first.iter_mut().chain(&mut now.second).flatten() {
                    // Nobody charges any more.
                    body.impetus = Impetus::Standing;
                }
                Some(AssaultEnd { verdict, now, moves: self.moves })
            }
            _ => None,
        }
    }

    /// What is asked now, for the policy: whose unit, and its choices.
    pub(crate) fn asked(&self, rules: &AssaultRules) -> Option<(Side, Vec<Move>)> {
        match self.stage {
            Stage::Moves(mover) => Some((mover.side, self.choices(rules, mover))),
            _ => None,
        }
    }
}

/// Whether a unit may decline to leave its cover: class 2 or better, or a general worth the name. [17.5.5-d]
fn holds_cover(unit: &Unit, body: &Body, readings: &Readings) -> bool {
    let led =
        unit.commanded(body, readings, &mut deaf).best.is_some_and(|quality| quality >= Quality::Capable);
    unit.class >= 2 || led
}

impl Procedure for Assault {
    type Rules = AssaultRules;
    type End = AssaultEnd;

    /// Automatic results, dice and casualties, staff at risk, then one compulsory move after the other.
    fn step(self, rules: &AssaultRules, ump: &mut impl Umpire) -> Flow<Self> {
        let next = match self.stage {
            Stage::Automatic => self.automatic(rules, ump)?,
            Stage::Dice => self.dice(rules, ump)?,
            Stage::Riders(verdict) => self.riders(rules, verdict, ump)?,
            Stage::Moves(mover) => self.compulsory(rules, mover, ump)?,
        };
        Ok(match next.over(rules) {
            Some(end) => Break(end),
            None => Continue(next),
        })
    }
}

/// Stands and crews lost by a side.
pub fn losses(before: &[Option<Body>; FIGHTERS_MAX], now: &[Option<Body>; FIGHTERS_MAX]) -> i64 {
    let strength = |bodies: &[Option<Body>; FIGHTERS_MAX]| -> i64 {
        bodies.iter().flatten().map(|body| i64::from(body.strength)).sum()
    };
    strength(before) - strength(now)
}

/// Whether somebody attached was hurt.
pub fn is_hurt(rider: Rider) -> bool {
    matches!(rider, Rider::Wounded(_) | Rider::Killed | Rider::Captured)
}
