//! What a unit did in its move, item by item, as people say it beside their table: the account of the allowance is made
//! from it, here for both kinds of table. (17.4)
//!
//! A measured table knows paths; a real one only what was pushed how far, what it met and what it cost.
//! [`said`] turns the one into the other, so that a battle on the screen can be followed on a table of stands.

use super::campaign::Campaign;
use super::formations::{evolution, may_take, meant, mover_in};
use super::ground::Ground;
use super::ids::{CommandId, UnitId};
use super::measured::Measured;
use super::movement::{Given, Moving, marcher};
use super::orders::Moment;
use super::paths::{Deed, Plan};
use super::state::{Position, Scene, Task};
use super::terrain::toll;
use crate::allowance::{Changing, Marcher, OnRoad, Reckoning};
use crate::charts::{ChangeCost, Evolution, Going, Mover, MovesAs};
use crate::clerk::deaf;
use crate::length::Length;
use crate::path::{Act, MoveOrder};
use crate::unit::{Formation, words};
use grognard_board::table::{FeatureId, Item, Mils, Step, Toll};
use grognard_umpire::{Refusal, Side};

words! {
    /// Which way a slope was taken.
    Climb {
        /// Up, or on to the hill.
        Up "up",
        /// Down.
        Down "down",
    }
}

/// One thing that a unit did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Did {
    /// It went so far straight on, or wherever a screen or a rider goes.
    Advance(Mils),
    /// It went so far backwards, at twice the cost.
    Back(Mils),
    /// It wheeled, for so much: twice the way of its outer end.
    Wheel(Mils),
    /// It turned on the spot, which costs nothing.
    Face,
    /// It changed its formation; guns limber and unlimber.
    Form(Formation),
    /// It turned about.
    About,
    /// It turned to a side, and stands in this formation now.
    Quarter(Formation),
    /// It met ground of a kind.
    Kind(Going),
    /// It met a piece of the battle's terrain.
    Piece(FeatureId, Climb),
    /// It went into a piece that costs no more, because the kind has been paid for.
    In(FeatureId),
    /// It kept to a road all the way.
    Road,
    /// It did this at the end.
    Deed(Act),
}

impl Did {
    /// Whether it is a step of a path.
    pub(super) const fn is_step(&self) -> bool {
        !matches!(self, Did::Kind(_) | Did::Piece(..) | Did::In(_) | Did::Road | Did::Deed(_))
    }

    /// The piece of terrain it was in.
    pub(super) const fn piece(&self) -> Option<FeatureId> {
        match *self {
            Did::Piece(id, _) | Did::In(id) => Some(id),
            _ => None,
        }
    }

    /// Its text in an order.
    pub(super) fn text(&self, scene: Scene<'_>) -> String {
        let key = |id: FeatureId| match scene.rules.pieces.get(usize::from(id.0)) {
            Some(piece) => piece.key.clone(),
            None => format!("altered-{}", id.0),
        };
        match self {
            Did::Advance(length) => format!("advance {length}"),
            Did::Back(length) => format!("back {length}"),
            Did::Wheel(cost) if cost.0 % 2 == 0 => format!("wheel {}", Mils(cost.0 / 2)),
            Did::Wheel(cost) => format!("wheel for {cost}"),
            Did::Face => "face".to_owned(),
            Did::Form(Formation::Limbered) => "limber".to_owned(),
            Did::Form(Formation::Deployed) => "unlimber".to_owned(),
            Did::Form(formation) => format!("form {}", formation.word()),
            Did::About => "about".to_owned(),
            Did::Quarter(formation) => format!("turn {}", formation.word()),
            Did::Kind(going) => going.word().to_owned(),
            Did::Piece(id, Climb::Up) => key(*id),
            Did::Piece(id, Climb::Down) => format!("{} down", key(*id)),
            Did::In(id) => format!("in {}", key(*id)),
            Did::Road => "road".to_owned(),
            Did::Deed(act) => act.to_string(),
        }
    }

    /// Reads one.
    ///
    /// # Errors
    /// What cannot be read, and what would be right.
    pub(super) fn read(scene: Scene<'_>, unit: UnitId, text: &str) -> Result<Did, Refusal> {
        // Inches, or what a metric tape says.
        let length = |text: &str| match Length::read(text).filter(|_| text.ends_with("mm")) {
            Some(tape) => Ok(tape.mils()),
            None => Mils::read(text).map_err(|bad| Refusal::plain(bad.to_string())),
        };
        let piece = |key: &str| -> Option<FeatureId> {
            let altered = || Some(FeatureId(key.strip_prefix("altered-")?.parse().ok()?));
            scene.piece_by_key(key).or_else(altered)
        };
        match text.split_whitespace().collect::<Vec<_>>()[..] {
            ["advance" | "move" | "moved", inches] => Ok(Did::Advance(length(inches)?)),
            ["back", inches] => Ok(Did::Back(length(inches)?)),
            ["wheel", "for", cost] => Ok(Did::Wheel(length(cost)?)),
            ["wheel", inches] => length(inches).map(|arc| Did::Wheel(arc + arc)),
            ["face"] => Ok(Did::Face),
            ["about"] => Ok(Did::About),
            ["road"] => Ok(Did::Road),
            ["limber"] => Ok(Did::Form(Formation::Limbered)),
            ["unlimber"] => Ok(Did::Form(Formation::Deployed)),
            [verb @ ("form" | "turn"), word] => {
                let formation = Formation::from_word(word).ok_or_else(|| {
                    let words: Vec<&str> = Formation::ALL.iter().map(|one| one.word()).collect();
                    Refusal::plain(format!("no formation `{word}`: write {}", words.join(", ")))
                })?;
                let formation = meant(scene.profile(unit).arm, formation);
                Ok(if verb == "form" { Did::Form(formation) } else { Did::Quarter(formation) })
            }
            ["in", key] if piece(key).is_some() => Ok(Did::In(piece(key).expect("just found"))),
            [key, "down"] if piece(key).is_some() => {
                Ok(Did::Piece(piece(key).expect("just found"), Climb::Down))
            }
            [key] if piece(key).is_some() => Ok(Did::Piece(piece(key).expect("just found"), Climb::Up)),
            _ => Did::other(scene, unit, text),
        }
    }

    /// Kinds of ground, and what a unit does at the end of its move.
    fn other(scene: Scene<'_>, unit: UnitId, text: &str) -> Result<Did, Refusal> {
        if let Some(going) = Going::from_word(text) {
            return Ok(Did::Kind(going));
        }
        let deeds = |act: &Act| !super::paths::is_step(act) && !matches!(act, Act::Enter(..) | Act::Crest(_));
        let order = MoveOrder::read(&format!("{} {text}", scene.key(unit)));
        if let Ok(MoveOrder::Path(_, acts)) = order
            && let [act] = &acts[..]
            && deeds(act)
        {
            return Ok(Did::Deed(act.clone()));
        }
        let words: Vec<&str> = Going::ALL.iter().map(|one| one.word()).collect();
        Err(Refusal::plain(format!(
            "`{text}`: write advance INCHES, back INCHES, wheel INCHES (of the outer end), form FORMATION, about, \
             turn FORMATION (it stands in then), limber, unlimber, dismount FORMATION, mount, detach STANDS, recall, join UNIT, \
             hold, a work, road, a piece of terrain by its key, or ground: {}",
            words.join(", ")
        )))
    }
}

/// The circumstances in which a move begins: a horse gun that limbers first moves as a limbered one. [10.3-a]
fn begun(scene: Scene<'_>, unit: UnitId, did: &[Did]) -> Marcher {
    let marcher = marcher(scene, unit);
    match did.iter().find(|one| **one != Did::Road) {
        Some(Did::Form(Formation::Limbered)) if marcher.moves_as == MovesAs::HorseGuns => {
            Marcher { mover: Mover::HorseLimbered, ..marcher }
        }
        _ => marcher,
    }
}

/// The account of a move.
///
/// # Errors
/// The clause that forbids a part of it, or what it fails by.
pub(super) fn account(scene: Scene<'_>, unit: UnitId, did: &[Did]) -> Result<Reckoning, Refusal> {
    let whole = reckoned(scene, unit, did);
    // An inch may always be made on ground that is not closed. [T1-b]
    let steps: Vec<&Did> = did.iter().filter(|one| one.is_step()).collect();
    let inch = Mils::inches(1);
    match (whole, &steps[..]) {
        (Err(_), [Did::Advance(by)]) if *by <= inch && open(scene, unit, did) => {
            let mut least = Reckoning::from(rule!("T1-b"), "the inch that is always allowed", inch);
            least.pay(rule!("17.4-a"), "advance", *by)?;
            Ok(least)
        }
        (whole, _) => whole,
    }
}

/// Whether a unit may move at all, on ground that lets it.
fn open(scene: Scene<'_>, unit: UnitId, did: &[Did]) -> bool {
    let marcher = begun(scene, unit, did);
    let left = marcher.basic(&scene.rules.charts, OnRoad::No, &mut deaf).left;
    let closed = |one: &Did| one.piece().is_some_and(|id| toll(scene, id, &marcher) == Toll::Closed);
    left > Mils::ZERO && !did.iter().any(closed)
}

fn reckoned(scene: Scene<'_>, unit: UnitId, did: &[Did]) -> Result<Reckoning, Refusal> {
    let (charts, readings) = (&scene.rules.charts, &scene.rules.readings);
    let marcher = begun(scene, unit, did);
    let road = if did.contains(&Did::Road) { OnRoad::Yes } else { OnRoad::No };
    let mut account = marcher.basic(charts, road, &mut deaf);
    let mut formation = scene.unit(unit).body.formation;
    let mut changed = scene.unit(unit).marks.changed;
    let mut paid: Vec<u8> = Vec::new();
    for one in did {
        let change = match *one {
            Did::Form(to) => Some((evolution(formation, to), to)),
            Did::About => Some((Evolution::About, formation)),
            Did::Quarter(to) => Some((Evolution::Quarter, to)),
            _ => None,
        };
        if let Some((change, to)) = change {
            if changed {
                let words = "it has made its one change of formation this turn";
                return Err(Refusal::new(rule!("17.4.7-a"), words));
            }
            if let Did::Form(to) = *one {
                may_take(scene, unit, to)?;
            }
            if takes_two_phases(scene, unit, one) {
                continue;
            }
            match (change, marcher.change_cost(charts, change, &mut deaf)?) {
                // The team comes up or goes: what is left is left to the gun as it began.
                (Evolution::Limber, ChangeCost::Part(cost)) => {
                    account.pay(rule!("17.4.7-c"), change.word(), cost.mils())?;
                }
                (Evolution::Limber, _) => {
                    if did.iter().filter(|one| one.is_step()).count() > 1 {
                        let words = format!("{} takes the whole move", change.word());
                        return Err(Refusal::new(rule!("T3-a"), words));
                    }
                    let all = account.left;
                    account.pay(rule!("17.4.7-c"), change.word(), all)?;
                }
                _ => {
                    let to = mover_in(scene, unit, to);
                    account.change(charts, readings, &marcher, Changing { change, to })?;
                }
            }
            (formation, changed) = (to, true);
            continue;
        }
        match *one {
            Did::Advance(length) => account.pay(rule!("17.4-a"), "advance", length)?,
            Did::Back(length) => account.pay(rule!("17.4-a"), "back", length + length)?,
            Did::Wheel(cost) => account.pay(rule!("17.4.6-c"), "wheel", cost)?,
            Did::Kind(going) => account.ground(charts, &marcher, going)?,
            Did::Piece(id, climb) => {
                let (kind, cost) = match toll(scene, id, &marcher) {
                    Toll::Free => continue,
                    Toll::Pay { kind, cost } => (kind, cost),
                    Toll::Slope { kind, up, down } => (kind, if climb == Climb::Up { up } else { down }),
                    Toll::Closed => {
                        let words = format!("{} is closed to {}", scene.piece_name(id), marcher.mover.word());
                        return Err(Refusal::new(rule!("T2-a"), words));
                    }
                };
                // Once for each kind in a phase. [T2-b]
                if !paid.contains(&kind) {
                    account.pay(rule!("17.4.4-a"), &scene.piece_name(id), cost)?;
                    paid.push(kind);
                }
            }
            _ => {}
        }
    }
    Ok(account)
}

/// Whether a siege gun only begins to limber or unlimber here: it takes this phase and the next. (T3-a)
pub(super) fn takes_two_phases(scene: Scene<'_>, unit: UnitId, did: &Did) -> bool {
    let state = scene.unit(unit);
    let begun = state.task == Some(Task::Limber) && state.work > 0;
    let marcher = marcher(scene, unit);
    let cost = || marcher.change_cost(&scene.rules.charts, Evolution::Limber, &mut deaf);
    let limbers = matches!(did, Did::Form(Formation::Limbered | Formation::Deployed));
    limbers && !begun && cost() == Ok(ChangeCost::TwoPhases)
}

impl Plan {
    /// What was done, as people would say it.
    pub(super) fn did(&self, scene: Scene<'_>) -> Vec<Did> {
        let mut did = Vec::new();
        if self.road == OnRoad::Yes {
            did.push(Did::Road);
        }
        let marcher = marcher(scene, self.unit);
        let acts: Vec<&Act> = self.acts.iter().filter(|act| super::paths::is_step(act)).collect();
        let mut told = Vec::new();
        for item in &self.walked.paid {
            match *item {
                Item::Step(number, cost) => {
                    let Some(step) = self.walked.made.get(number) else { continue };
                    did.push(match (step, acts.get(number)) {
                        (Step::Back(by), _) => Did::Back(*by),
                        (Step::Wheel(..), _) => Did::Wheel(cost),
                        (Step::Face(_), _) => Did::Face,
                        (Step::Change(_), Some(Act::About)) => Did::About,
                        (Step::Change(_), Some(Act::Quarter(_))) => Did::Quarter(self.formation),
                        (Step::Change(_), _) => Did::Form(self.formation),
                        (Step::Advance(_) | Step::Slip(_), _) => Did::Advance(cost),
                    });
                }
                Item::Ground(_, id, cost) => {
                    let climb = match toll(scene, id, &marcher) {
                        Toll::Slope { up, down, .. } if cost == down && up != down => Climb::Down,
                        _ => Climb::Up,
                    };
                    did.push(Did::Piece(id, climb));
                    told.push(id);
                }
            }
        }
        let rest =
            super::terrain::disordering(scene, &self.walked).into_iter().filter(|id| !told.contains(id));
        did.extend(rest.map(Did::In));
        if self.deed == Some(Deed::Work(Task::Limber)) {
            let limbers = self.acts.contains(&Act::Limber);
            did.push(Did::Form(if limbers { Formation::Limbered } else { Formation::Deployed }));
        }
        // On which side of a crest it is people see themselves.
        let deeds =
            self.acts.iter().filter(|act| !super::paths::is_step(act) && !matches!(act, Act::Crest(_)));
        did.extend(deeds.cloned().map(Did::Deed));
        if did.is_empty() {
            did.push(Did::Deed(Act::Hold));
        }
        did
    }
}

/// An order of a measured table in the words of a real one: each unit that moves, with all that people must say.
///
/// # Errors
/// The order is not allowed.
pub fn said(
    ground: &mut Measured,
    (rules, now): (&Campaign, &Position),
    side: Side,
    text: &str,
) -> Result<String, Refusal> {
    let scene = Scene { rules, now };
    ground.ready(scene);
    let field = ground.field(scene);
    let moving = Moving { scene, field: &field, side, unit: None, ground: ground.clone() };
    let given = moving.read(text)?;
    Ok(match &given {
        Given::Path(unit, acts) => {
            let did = moving.plan(*unit, acts)?.did(scene);
            let parts: Vec<String> = did.iter().map(|one| one.text(scene)).collect();
            format!("{} {}", scene.key(*unit), parts.join(", "))
        }
        _ => moving.key(&given),
    })
}

/// The units of a command on the table.
pub(super) fn members(scene: Scene<'_>, side: Side, command: CommandId) -> super::ids::Units {
    let troops = scene.now.troops(scene.rules, side);
    troops.iter().filter(|unit| scene.profile(*unit).command == Some(command)).collect()
}
