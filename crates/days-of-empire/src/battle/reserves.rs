//! Brigades kept off the table: announced in the Morale Phase, on the table in the Movement Phase. (16.5) (17.2.1)

use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::{CommandId, UnitId};
use super::orders::{Covert, Moment, Wanted};
use super::state::{Place, Position, Scene};
use super::{Battle, Phase};
use crate::asks::Asks;
use crate::readings::RevealReserves;
use crate::title::army::Edge;
use crate::unit::{Formation, capital};
use grognard_board::table::{Mils, Pose};
use grognard_umpire::{Asked, Asking, Audience, Openness, Refusal, Reveal, Ruling, Side, Umpire, YesNo};

/// Somebody comes on so far from every visible enemy. [16.5-f]
pub const ENTRY_CLEAR: Mils = Mils::inches(25);

/// A brigade that has been announced. [16.5-b]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Arriving {
    /// Who comes.
    pub command: CommandId,
    /// At which edge; dust is seen there. [16.5-h]
    pub edge: Edge,
    /// Where its leading stand is set down, along the edge. [16.5-d]
    pub along: Mils,
    /// The turn in which it comes: this one, or the next where dust is seen a turn before. [16.5-b]
    pub turn: u8,
}

/// An order of the announcements.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Order {
    /// A brigade comes on, at an edge, so far along it.
    Bring(Arriving),
    /// A hidden unit is placed openly. [16.4-e]
    Show(UnitId),
    /// No more.
    Done,
}

struct Announcing<'a, F> {
    scene: Scene<'a>,
    side: Side,
    /// Whether no visible enemy is within 25 inches of a point of an edge.
    clear: F,
}

impl<F: Fn(Edge, Mils) -> bool> Announcing<'_, F> {
    /// The turn in which who is announced now comes on. (A45)
    fn turn(&self) -> u8 {
        match self.scene.rules.readings.reveal_reserves {
            RevealReserves::SameTurn => self.scene.now.turn,
            RevealReserves::TurnBefore => self.scene.now.turn + 1,
        }
    }

    fn waiting(&self) -> Vec<CommandId> {
        self.scene.now.off_board(self.scene.rules, self.side)
    }

    /// The edge and the part of it that the battle leaves open for a brigade.
    fn span(&self, command: CommandId, edge: Edge) -> (Mils, Mils) {
        let whole = (Mils::ZERO, edge.length(self.scene.rules.land.size()));
        let entry = self.scene.rules.entries[command.index()];
        entry.filter(|entry| entry.edge == Some(edge)).and_then(|entry| entry.span).unwrap_or(whole)
    }
}

impl<F: Fn(Edge, Mils) -> bool> Moment for Announcing<'_, F> {
    type Order = Order;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Order> {
        let mut all = vec![Order::Done];
        for command in self.waiting() {
            for &edge in Edge::ALL {
                let (from, to) = self.span(command, edge);
                for part in 1..4 {
                    let along = Mils(from.0 + (to.0 - from.0) / 4 * part / 1000 * 1000);
                    all.push(Order::Bring(Arriving { command, edge, along, turn: self.turn() }));
                }
            }
        }
        let hidden = |unit: &UnitId| {
            self.scene.side(*unit) == self.side && self.scene.unit(*unit).place == Place::Hidden
        };
        all.extend(self.scene.now.all().filter(hidden).map(Order::Show));
        all
    }

    fn judge(&self, order: &Order) -> Result<(), Refusal> {
        let refuse = |clause, words: &str| Err(Refusal::new(clause, words.to_owned()));
        let Order::Bring(arriving) = order else {
            return match order {
                Order::Show(unit)
                    if self.scene.side(*unit) != self.side
                        || self.scene.unit(*unit).place != Place::Hidden =>
                {
                    refuse(rule!("16.4-e"), "this is none of your hidden units")
                }
                _ => Ok(()),
            };
        };
        let rules = self.scene.rules;
        let Some(entry) = rules.entries[arriving.command.index()].or(Some(crate::title::army::Entry {
            edge: None,
            from_turn: 1,
            span: None,
        })) else {
            return Ok(());
        };
        if !self.waiting().contains(&arriving.command) {
            return refuse(rule!("16.5-b"), "this brigade is not off the table, or is announced already");
        }
        if self.scene.now.turn < entry.from_turn {
            return refuse(rule!("16.5-i"), "the battle does not let it come yet");
        }
        let home = rules.baselines[self.scene.now.end_of(self.side)];
        if arriving.edge == home.opposite() {
            return refuse(rule!("16.5-i"), "nobody comes on at the opponent's edge");
        }
        let (from, to) = self.span(arriving.command, arriving.edge);
        if arriving.along < from || arriving.along > to {
            return refuse(rule!("16.5-d"), "the edge is open to it elsewhere");
        }
        let open = (self.clear)(arriving.edge, arriving.along);
        let prescribed = entry.edge.is_some_and(|edge| edge != arriving.edge);
        // Where enemies stand in the way of a flank march, the own edge is left. [16.5-g]
        if prescribed && arriving.edge != home {
            return refuse(rule!("16.5-i"), "the battle names another edge for it");
        }
        if prescribed {
            let edge = entry.edge.unwrap_or(home);
            let (from, to) = self.span(arriving.command, edge);
            let free = |part: i32| (self.clear)(edge, Mils(from.0 + (to.0 - from.0) / 4 * part));
            if (0..=4).any(free) {
                return refuse(rule!("16.5-g"), "the flank is open to it: it comes on there");
            }
        }
        if !open && arriving.edge != home {
            return refuse(rule!("16.5-f"), "a visible enemy is within 25 inches of that place");
        }
        Ok(())
    }

    fn read(&self, text: &str) -> Result<Order, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["done"] => Ok(Order::Done),
            ["show", key] => {
                let unit = self.scene.find(key).filter(|unit| self.scene.side(*unit) == self.side);
                unit.map(Order::Show).ok_or_else(|| Refusal::plain(format!("no unit `{key}` of yours")))
            }
            ["bring", key, edge, along] => {
                let found =
                    self.scene.rules.commands.iter().position(|one| one.key == key && one.side == self.side);
                let command = found.ok_or_else(|| Refusal::plain(format!("no brigade `{key}` of yours")))?;
                let edge = Edge::from_word(edge).ok_or_else(|| {
                    Refusal::plain(format!("no edge `{edge}`: write north, east, south or west"))
                })?;
                let along = Mils::read(along).map_err(|bad| Refusal::plain(bad.to_string()))?;
                Ok(Order::Bring(Arriving {
                    command: CommandId(command as u8),
                    edge,
                    along,
                    turn: self.turn(),
                }))
            }
            _ => Err(Refusal::plain(format!("`{text}`: write bring BRIGADE EDGE INCHES, show UNIT or done"))),
        }
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        super::verbs::ANNOUNCING
    }

    fn key(&self, order: &Order) -> String {
        match order {
            Order::Done => "done".to_owned(),
            Order::Show(unit) => format!("show {}", self.scene.key(*unit)),
            Order::Bring(Arriving { command, edge, along, .. }) => {
                format!("bring {} {} {along}", self.scene.rules.command(*command).key, edge.word())
            }
        }
    }
}

impl Position {
    /// The brigades of a side that are off the table and not announced. [16.5-a]
    pub fn off_board(&self, rules: &Campaign, side: Side) -> Vec<CommandId> {
        let mut all: Vec<CommandId> = self
            .all()
            .filter(|unit| self.unit(*unit).place == Place::OffBoard && self.side(rules, *unit) == side)
            .map(|unit| self.group_of(rules, unit))
            .filter(|command| !self.arriving.iter().any(|one| one.command == *command))
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The next unit of a side that comes on: the general last, the others in their order. [16.5-e]
    fn next_to_enter(&self, rules: &Campaign, side: Side) -> Option<(UnitId, Arriving)> {
        let due = |one: &&Arriving| rules.command(one.command).side == side && one.turn <= self.turn;
        self.arriving.iter().filter(due).find_map(|arriving| {
            let comes = |unit: &UnitId| {
                let state = self.unit(*unit);
                state.place == Place::OffBoard
                    && !state.marks.done
                    && self.group_of(rules, *unit) == arriving.command
            };
            let staff = |unit: &UnitId| self.profile(rules, *unit).post.is_some();
            let troops = self.all().filter(comes).find(|unit| !staff(unit));
            troops.or_else(|| self.all().find(comes)).map(|unit| (unit, *arriving))
        })
    }
}

impl<G: Ground> Battle<G> {
    /// A side shows hidden units and announces brigades: one order a step. Without it nobody comes. [16.5-b] [16.5-c]
    pub(super) fn announce(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<Phase> {
        let next = |battle: &Battle<G>| {
            let first = battle.now.initiative;
            battle.then(side, Phase::Announce, Phase::Declare(first))
        };
        // Asked of both in every turn of a battle in which somebody may hide or stay away: being asked tells nobody
        // anything.
        if !rules.keeps_secrets() {
            return Ok(next(self));
        }
        ump.cite(rule!("17.2.1-a"));
        let Battle { now, ground, .. } = &mut *self;
        let scene = Scene { rules, now };
        let surveyed: Vec<(Edge, Mils, bool)> = ground.entry_points(scene, side);
        let clear = |edge: Edge, along: Mils| {
            let near = surveyed.iter().filter(|(one, ..)| *one == edge);
            near.min_by_key(|(_, at, _)| (at.0 - along.0).abs()).is_none_or(|(.., clear)| *clear)
        };
        ump.about(|| {
            format!("Reserves of {}: bring a brigade on, show a hidden unit, or neither?", rules.names[side])
        });
        let asking = Asking::of(side, rule!("16.5-b"), Asks::Announce);
        // What is announced may tell the other side which brigades there are: only the dust is shown to it.
        let announcing = Wanted(Announcing { scene, side, clear });
        let order = ump.order(asking, &Covert(announcing, Openness::Secret))?.order;
        match order {
            Order::Done => {
                ump.cite(rule!("16.5-c"));
                // Everybody sees that nobody more is announced.
                ump.reveal(Reveal::TO_EVERYBODY);
                return Ok(next(self));
            }
            Order::Show(unit) => {
                ump.cite(rule!("16.4-e"));
                self.now.unit_mut(unit).place = Place::Table;
                self.make_room(rules, unit, ump)?;
                let name = self.scene(rules).name(unit);
                ump.reveal(Reveal::answer(side, rule!("16.5-b")));
                ump.explain(|| {
                    Ruling::new(rule!("16.4-e"), format!("{}: shown on the table.", capital(&name)))
                });
            }
            Order::Bring(arriving) => {
                ump.cite(rule!("16.5-d"));
                // Nobody had to know of it before.
                ump.cite(rule!("16.1-d"));
                self.now.arriving.push(arriving);
                ump.reveal(Reveal { to: Audience::Everybody, opens: None });
                // Dust tells the edge, not the troops.
                let words = format!(
                    "Dust on the {} edge: troops of {} are on their way.",
                    arriving.edge.word(),
                    rules.names[side]
                );
                ump.explain(|| Ruling::new(rule!("16.5-h"), words));
            }
        }
        Ok(Phase::Announce(side))
    }

    /// Announced units come on in column, one after the other; who finds no room waits. [16.5-e]
    pub(super) fn enter(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<bool> {
        let Some((unit, arriving)) = self.now.next_to_enter(rules, side) else {
            let left = |one: &Arriving| {
                let of = |unit: UnitId| {
                    self.now.unit(unit).place == Place::OffBoard
                        && self.now.group_of(rules, unit) == one.command
                };
                rules.command(one.command).side != side || self.now.all().any(of)
            };
            let still: Vec<Arriving> = self.now.arriving.iter().copied().filter(left).collect();
            self.now.arriving = still;
            return Ok(false);
        };
        ump.cite(rule!("16.5-e"));
        let arm = self.now.profile(rules, unit).arm;
        let formation = match () {
            () if self.now.profile(rules, unit).post.is_some() => self.now.unit(unit).body.formation,
            () if arm.is_gun() => Formation::Limbered,
            () if arm.is_horse() => Formation::CavalryColumn,
            () => Formation::MarchColumn,
        };
        let horses = if arm.is_gun() { self.now.profile(rules, unit).horses } else { 0 };
        {
            let state = self.now.unit_mut(unit);
            state.body.formation = formation;
            state.body.horses = horses;
            state.marks.done = true;
            state.marks.moved = true;
        }
        let Battle { now, ground, .. } = self;
        let pose = ground.enter((rules, now), unit, arriving, ump)?;
        if let Some(pose) = pose {
            let state = now.unit_mut(unit);
            state.place = Place::Table;
            state.pose = pose;
            let name = self.scene(rules).name(unit);
            ump.reveal(Reveal::TO_EVERYBODY);
            ump.explain(|| Ruling::new(rule!("16.5-e"), format!("{}: on the table now.", capital(&name))));
        }
        Ok(true)
    }
}

impl<G: Ground> Battle<G> {
    /// A unit that evaded off the table may come back at its own edge, from the third turn after; whether one was asked
    /// for. [17.4.15-f]
    pub(super) fn comes_back(&mut self, rules: &Campaign, side: Side, ump: &mut impl Umpire) -> Asked<bool> {
        let turn = self.now.turn;
        let due = |unit: &UnitId| {
            let state = self.now.unit(*unit);
            let wounded = self
                .now
                .post_of(rules, *unit)
                .is_some_and(|post| self.now.vacant.iter().any(|vacant| vacant.command == post));
            matches!(state.place, Place::Away(back) if back <= turn)
                && !state.marks.done
                && !wounded
                && self.now.side(rules, *unit) == side
        };
        let Some(unit) = self.now.all().find(due) else { return Ok(false) };
        let scene = Scene { rules, now: &self.now };
        let name = scene.name(unit);
        ump.about(|| format!("{} may come back on the table: now?", capital(&name)));
        let asking = Asking::of(side, rule!("17.4.15-f"), Asks::Return);
        let comes = *ump.choose(asking, &[YesNo::Yes, YesNo::No])? == YesNo::Yes;
        // Asked once in a turn; its move is spent on coming.
        let state = self.now.unit_mut(unit);
        (state.marks.done, state.marks.moved) = (true, comes);
        if !comes {
            return Ok(true);
        }
        let edge = rules.baselines[self.now.end_of(side)];
        let left = self.now.unit(unit).pose.at;
        let along = edge.along(left, rules.land.size());
        let arriving = Arriving { command: self.now.group_of(rules, unit), edge, along, turn };
        let Battle { now, ground, .. } = self;
        let Some(pose) = ground.enter((rules, now), unit, arriving, ump)? else { return Ok(true) };
        let state = now.unit_mut(unit);
        (state.place, state.pose) = (Place::Table, pose);
        ump.explain(|| Ruling::new(rule!("17.4.15-f"), format!("{}: back on the table.", capital(&name))));
        Ok(true)
    }
}

/// How far a column may come on in its first move, and where it stands then: the farthest free place straight in from
/// the edge, its whole body on the table. Who finds none waits for the next turn.
pub(super) fn entry_pose(
    (edge, along): (Edge, Mils),
    allowance: Mils,
    size: grognard_board::table::Point,
    free: impl Fn(Pose) -> bool,
) -> Option<Pose> {
    let at = Pose { at: edge.point(along, size), heading: edge.inward() };
    let asides = [0, 3000, -3000, 6000, -6000, 9000, -9000];
    (0..=allowance.0 / 500)
        .rev()
        .flat_map(|step| asides.map(|aside| Pose { at: at.place(aside, step * 500), heading: at.heading }))
        .find(|&pose| free(pose))
}
