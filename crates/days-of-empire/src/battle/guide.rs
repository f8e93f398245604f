//! What a player of a battle is told when he asks: hidden and off-board troops do not exist for the other side.
//! [16.4-b] [16.5-h]

use super::campaign::Campaign;
use super::ground::Ground;
use super::ids::{CommandId, UnitId};
use super::show::phase_word;
use super::state::{Place, Position, Scene, Task};
use super::{Battle, Phase, chart};
use crate::length::Length;
use crate::title::outcome::{self, Outcome, Standing, When, Winner};
use crate::unit::{Order as Ranks, counted};
use grognard_board::table::Mils;
use grognard_umpire::{
    Aim, Aims, Board, BySide, CellNow, Clause, Consequence, Guide, Keep, Line, Loss, Mark, Origin, Piece,
    Presence, Reckoned, Side, Sure, Tape, Target, TargetKind, Turns,
};

/// A battle as a viewer is told of it.
pub(super) struct Guided<'a, G: Ground> {
    pub(super) battle: &'a Battle<G>,
    pub(super) rules: &'a Campaign,
    pub(super) viewer: Option<Side>,
}

/// Who holds each objective, nothing at a real table, and the points each side has lost, in halves.
struct Stands {
    held: Vec<Option<Side>>,
    lost: BySide<u32>,
}

/// The points a side has lost, in halves.
fn lost(now: &Position, rules: &Campaign, side: Side) -> u32 {
    now.points_lost(rules, side, &mut Tape::new(&[], Keep::Account))
}

/// Halves of a point in words.
fn in_points(halves: u32) -> String {
    match halves % 2 {
        0 => format!("{}", halves / 2),
        _ => format!("{} 1/2", halves / 2),
    }
}

impl<G: Ground> Guided<'_, G> {
    /// How it stands among those whom the viewer sees: who holds what, and the points lost. At a real table only people
    /// know who holds what.
    fn stands(&self) -> Stands {
        let mut seen = self.battle.clone();
        for unit in self.battle.now.all() {
            if !self.battle.scene(self.rules).is_known(unit, self.viewer) {
                seen.now.unit_mut(unit).place = Place::OffBoard;
            }
        }
        let rules = self.rules;
        let mut held = Vec::new();
        if G::IS_MEASURED {
            for at in 0..rules.objectives.len() {
                let scene = Scene { rules, now: &seen.now };
                let holder = seen.ground.objective(scene, at, &mut Tape::new(&[], Keep::Account));
                held.push(holder.ok().flatten());
            }
        }
        Stands { held, lost: BySide::from_fn(|side| lost(&seen.now, rules, side)) }
    }

    /// What the viewer's sight of it is worth to something that asks how it stands.
    fn judged<T>(&self, stands: &Stands, judge: impl FnOnce(&Standing<'_>) -> T) -> T {
        let destroyed = |key: &str| self.battle.now.has_lost_a_span(self.rules, key);
        judge(&Standing { held: &stands.held, lost: stands.lost, destroyed: &destroyed })
    }

    /// One way for the battle to come out, as an aim of whoever wins by it.
    fn outcome(&self, outcome: &Outcome, stands: &Stands) -> Aim {
        let rules = self.rules;
        let (side, mut wins) = match outcome.winner {
            Winner::Named(Some(side)) => (Some(side), Vec::new()),
            Winner::Named(None) => (None, vec!["a draw if none of these is so".to_owned()]),
            Winner::MoreObjectives => (None, vec!["more objectives held than the enemy".to_owned()]),
            Winner::Points => (None, vec![self.fewer_points()]),
        };
        let names: Vec<&str> =
            outcome.holds.iter().map(|at| rules.objectives[usize::from(*at)].name.as_str()).collect();
        if !names.is_empty() {
            wins.push(format!("hold {}", names.join(" and ")));
        }
        if let Some(by) = outcome.fewer_points_by {
            let points = counted(i64::from(by), "point");
            wins.push(format!("lose at least {points} fewer than the enemy"));
        }
        if let Some(key) = &outcome.destroyed {
            let piece = rules.pieces.iter().find(|piece| piece.key == *key);
            let name = piece.map_or(key.as_str(), |piece| piece.name.as_str());
            wins.push(format!("break a span of {name}"));
        }
        let when = match outcome.when {
            When::End => "when the battle ends",
            When::AnyTurn => "at the end of any turn, and the battle ends",
        };
        // Who holds what at a real table is asked when it matters.
        let is_known = G::IS_MEASURED || outcome.holds.is_empty();
        Aim {
            key: "outcome",
            side,
            clause: Some(if side.is_some() { rule!("18.2-c") } else { rule!("18.2-b") }),
            words: format!("{} {when}", wins.join(" and ")),
            count: None,
            reached: is_known && self.judged(stands, |standing| outcome::is_met(outcome, standing)),
            targets: Vec::new(),
        }
    }

    /// The least that a side has to be ahead by in points, in words. [18.2-f] [18.2-g]
    fn fewer_points(&self) -> String {
        let rules = self.rules;
        let is_draw = |halves: &u32| {
            rules.margins.of_difference(*halves, rules.points, &mut |_| ()) == outcome::Margin::Draw
        };
        let least = (1..=2 * rules.points.max(1)).find(|halves| !is_draw(halves)).unwrap_or(1);
        match least {
            2 => "lose at least 1 point fewer than the enemy".to_owned(),
            halves => format!("lose at least {} points fewer than the enemy", in_points(halves)),
        }
    }

    /// How it would end if it ended now, who holds what, and the points lost.
    fn standing(&self, stands: &Stands) -> String {
        let rules = self.rules;
        let mut parts = Vec::new();
        if G::IS_MEASURED || rules.objectives.is_empty() {
            let (outcomes, margins) = ((&rules.outcomes[..], When::End), (&rules.margins, rules.points));
            let result =
                self.judged(stands, |standing| outcome::result(outcomes, standing, margins, &mut |_| ()));
            parts.extend(result.map(|result| match (result.winner, result.margin) {
                (Some(side), Some(margin)) => format!("won by {}, a {}", rules.names[side], margin.word()),
                (Some(side), None) => format!("won by {}", rules.names[side]),
                (None, _) => "a draw".to_owned(),
            }));
        }
        for (objective, holder) in rules.objectives.iter().zip(&stands.held) {
            let holder = holder.map_or("nobody", |side| rules.names[side].as_str());
            parts.push(format!("{} held by {holder}", objective.name));
        }
        let lost = Side::ALL.map(|side| format!("{} {}", rules.names[side], in_points(stands.lost[side])));
        parts.push(format!("points lost: {}", lost.join(", ")));
        parts.join("; ")
    }

    fn piece(&self, unit: UnitId) -> Piece {
        let scene = self.battle.scene(self.rules);
        let (state, profile) = (scene.unit(unit), scene.profile(unit));
        let marks = [
            (state.place == Place::Hidden, "hidden"),
            (state.marks.moved && !state.marks.done, "moved"),
            (state.marks.halted, "halted"),
            (state.marks.no_closer, "no closer"),
            (state.marks.charged, "charging"),
            (state.marks.done, "has moved"),
        ];
        let on_table = state.place.is_on_table() || state.place == Place::Hidden;
        let mut marks: Vec<&'static str> =
            marks.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect();
        if profile.post.is_none() {
            marks.push(state.body.formation.word());
        }
        if state.body.order != Ranks::Good {
            marks.push(state.body.order.word());
        }
        let at = format!("{},{}", state.pose.at.x, state.pose.at.y);
        Piece {
            id: Target::new(TargetKind::Unit, scene.key(unit)),
            side: Some(profile.side),
            name: scene.name(unit),
            symbol: profile.post.map_or(profile.arm.word(), super::campaign::Post::word),
            // Leaders have neither stands to lose nor a class.
            figures: match profile.post {
                Some(_) => Vec::new(),
                None => vec![
                    Reckoned {
                        key: "stands",
                        now: Some(state.body.strength.into()),
                        of: Some(profile.start.into()),
                    },
                    Reckoned::of("class", profile.class),
                ],
            },
            marks,
            // At a real table only people know where it stands.
            place: (on_table && G::IS_MEASURED).then(|| Target::new(TargetKind::Point, at)),
            elsewhere: if on_table && G::IS_MEASURED { String::new() } else { scene.place_word(unit) },
            stance: (G::IS_MEASURED && on_table && state.rides_with.is_none())
                .then(|| chart::stance(scene, unit)),
        }
    }

    /// Who could still fire when his side has declared all its fire. [17.3-o]
    fn silent(&self) -> Option<Consequence> {
        let (scene, rules) = (self.battle.scene(self.rules), self.rules);
        let silent = self.battle.still_to_fire(rules, self.viewer?);
        let names: Vec<String> = silent.iter().map(|unit| scene.name(unit)).collect();
        let named = match &names[..] {
            [] => return None,
            [one] => one.clone(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        };
        Some(Consequence {
            loss: Loss::Idle,
            sure: Sure::All,
            clause: rule!("17.3-o"),
            targets: silent.iter().map(|unit| Target::new(TargetKind::Unit, scene.key(unit))).collect(),
            words: format!("{named} could still fire, and will stay silent this turn"),
        })
    }

    /// Who is lost in a fire when the side has made its moves. [15.9-d]
    fn burning(&self) -> Option<Consequence> {
        let (scene, mut ground) = (self.battle.scene(self.rules), self.battle.ground.clone());
        let due = self.battle.now.fires.iter().filter(|fire| fire.is_due(self.battle.now.turn));
        let areas: Vec<_> = due.map(|fire| fire.area).collect();
        let own = self.battle.now.on_table(self.rules, self.viewer?);
        let inside = |unit: &UnitId| areas.iter().any(|area| ground.is_inside(scene, *unit, *area));
        let units: Vec<UnitId> = own.iter().filter(inside).collect();
        let loss = (Loss::Eliminated, rule!("15.9-d"));
        self.warned(&units, loss, "will be lost in the fire at the end of this phase")
    }

    /// Whose work is broken off: the phases it has taken so far go for nothing. [11-i]
    fn broken_off(&self) -> Option<Consequence> {
        let now = &self.battle.now;
        let idle = |unit: &UnitId| {
            let state = now.unit(*unit);
            state.work > 0 && !state.marks.worked && !matches!(state.task, None | Some(Task::Help(_)))
        };
        let units: Vec<UnitId> = now.on_table(self.rules, self.viewer?).iter().filter(idle).collect();
        let loss = (Loss::Unpaid, rule!("11-i"));
        self.warned(&units, loss, "will not go on with the work, and will have to begin anew")
    }

    /// Which brigades stay away for another turn if nobody announces them. [16.5-c]
    fn unannounced(&self) -> Option<Consequence> {
        let (now, rules) = (&self.battle.now, self.rules);
        let open = |command: &CommandId| {
            rules.entries[command.index()].is_none_or(|entry| entry.from_turn <= now.turn)
        };
        let waiting = now.off_board(rules, self.viewer?).into_iter().filter(open);
        let names: Vec<String> = waiting.map(|command| rules.command(command).name.clone()).collect();
        let words = match &names[..] {
            [] => return None,
            [one] => format!("{one} cannot come on the table this turn"),
            [all @ .., last] => format!("{} and {last} cannot come on the table this turn", all.join(", ")),
        };
        let clause = rule!("16.5-c");
        Some(Consequence { loss: Loss::Idle, sure: Sure::All, clause, targets: Vec::new(), words })
    }

    /// What comes over some units, if there are any.
    fn warned(&self, units: &[UnitId], (loss, clause): (Loss, Clause), what: &str) -> Option<Consequence> {
        let scene = self.battle.scene(self.rules);
        let names: Vec<String> = units.iter().map(|unit| scene.name(*unit)).collect();
        let named = match &names[..] {
            [] => return None,
            [one] => one.clone(),
            [all @ .., last] => format!("{} and {last}", all.join(", ")),
        };
        Some(Consequence {
            loss,
            sure: Sure::All,
            clause,
            targets: units.iter().map(|unit| Target::new(TargetKind::Unit, scene.key(*unit))).collect(),
            words: format!("{named} {what}"),
        })
    }

    fn known(&self) -> Vec<UnitId> {
        let scene = self.battle.scene(self.rules);
        self.battle.now.all().filter(|unit| scene.is_known(*unit, self.viewer)).collect()
    }
}

impl<G: Ground> Guide for Guided<'_, G> {
    fn aims(&self) -> Aims {
        let (rules, now, stands) = (self.rules, &self.battle.now, self.stands());
        let mut list: Vec<Aim> =
            rules.outcomes.iter().map(|outcome| self.outcome(outcome, &stands)).collect();
        // Points decide where no outcome does, and are no aim where one always does.
        let always = |outcome: &Outcome| match outcome.winner {
            Winner::Points => true,
            Winner::Named(None) => outcome.when == When::End && outcome.destroyed.is_none(),
            Winner::Named(Some(_)) | Winner::MoreObjectives => false,
        };
        if !rules.outcomes.iter().any(always) {
            list.extend(Side::ALL.map(|side| Aim {
                key: "points",
                side: Some(side),
                clause: Some(rule!("18.2-f")),
                words: format!("{} when the battle ends", self.fewer_points()),
                count: None,
                reached: false,
                targets: Vec::new(),
            }));
        }
        Aims {
            turns: Some(Turns {
                now: now.turn.into(),
                of: Some(rules.turns.into()),
                date: rules.date.clone(),
                phase: phase_word(&self.battle.phase).replace('-', " "),
            }),
            list,
            standing: Some(self.standing(&stands)),
        }
    }

    fn consequences(&self, order: &str) -> Vec<Consequence> {
        let ending = self.battle.now.ending.is_some();
        let scene = self.battle.scene(self.rules);
        match order.split_whitespace().collect::<Vec<_>>()[..] {
            ["surrender", key] if ending => {
                let Some(unit) = scene.find(key).filter(|unit| self.viewer == Some(scene.side(*unit))) else {
                    return Vec::new();
                };
                vec![Consequence {
                    loss: Loss::Surrendered,
                    sure: Sure::All,
                    clause: rule!("18.1-a"),
                    targets: vec![Target::new(TargetKind::Unit, scene.key(unit))],
                    words: format!("{} will be out of the battle", scene.name(unit)),
                }]
            }
            ["done"] => match self.battle.phase {
                Phase::Announce(by) if self.viewer == Some(by) => self.unannounced().into_iter().collect(),
                Phase::Moves(by) if self.viewer == Some(by) => {
                    self.burning().into_iter().chain(self.broken_off()).collect()
                }
                _ => self.silent().into_iter().collect(),
            },
            _ => Vec::new(),
        }
    }

    fn place(&self, name: &str) -> Option<Target> {
        let scene = self.battle.scene(self.rules);
        let known = self.known();
        // A place on a table is where somebody stands, or an objective.
        let wanted = name.to_lowercase();
        let by_key = known.iter().find(|unit| scene.key(**unit) == name);
        let by_name = || {
            let mut named = known.iter().filter(|unit| scene.name(**unit).to_lowercase().contains(&wanted));
            named.next().filter(|_| !wanted.is_empty() && named.next().is_none())
        };
        // At a real table only people know where a unit stands.
        let unit = by_key.or_else(by_name).filter(|_| G::IS_MEASURED).map(|unit| scene.unit(*unit).pose.at);
        let goal = || {
            let fits = |goal: &&crate::title::outcome::Objective| {
                goal.key.to_lowercase() == wanted || goal.name.to_lowercase() == wanted
            };
            self.rules.objectives.iter().find(fits).map(|goal| goal.at)
        };
        unit.or_else(goal).map(|at| Target::new(TargetKind::Point, format_args!("{},{}", at.x, at.y)))
    }

    fn presence(&self, place: &Target) -> Option<Presence> {
        let (x, y) = place.id.split_once(',').filter(|_| place.kind == TargetKind::Point)?;
        let at = grognard_board::table::Point::new(x.parse().ok()?, y.parse().ok()?);
        let goal = self.rules.objectives.iter().find(|goal| goal.at == at);
        let inches = |mils: i32| Length::measured(Mils(mils)).to_string();
        let measured = || format!("{} across, {} up", inches(at.x), inches(at.y));
        let name = goal.map_or_else(measured, |goal| goal.name.clone());
        // An objective reaches as far as it says; anybody else stands where he stands.
        let reach = goal.map_or(0, |goal| i64::from(goal.radius.0));
        let near = |unit: &UnitId| {
            let there = self.battle.now.unit(*unit).pose.at;
            let (dx, dy) = (i64::from(there.x - at.x), i64::from(there.y - at.y));
            dx * dx + dy * dy <= reach * reach
        };
        let pieces = self.known().into_iter().filter(near).map(|unit| self.piece(unit));
        Some(Presence {
            place: place.clone(),
            name,
            about: goal.map(|_| "an objective".to_owned()).into_iter().collect(),
            pieces: pieces.filter(|piece| piece.place.is_some()).collect(),
        })
    }

    fn origins(&self) -> Vec<Origin> {
        vec![Origin {
            what: "the charts".to_owned(),
            mark: Mark::Reconstructed,
            work:
                "the printed sheets are lost; `grognard tables days-of-empire` shows ours, --tables DIR puts \
                   yours in their place"
                    .to_owned(),
        }]
    }

    fn pieces(&self) -> Vec<Piece> {
        self.known().into_iter().map(|unit| self.piece(unit)).collect()
    }

    fn board(&self) -> Option<Board> {
        G::IS_MEASURED.then(|| chart::board(self.rules))
    }

    fn cells(&self) -> Vec<CellNow> {
        if G::IS_MEASURED { chart::cells(self.battle.scene(self.rules)) } else { Vec::new() }
    }

    fn lines(&self) -> Vec<Line> {
        if G::IS_MEASURED { chart::lines(self.battle.scene(self.rules)) } else { Vec::new() }
    }
}
