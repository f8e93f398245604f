//! Ordinary moves at a real table: people push their stands and say what they did; the umpire keeps the account of the
//! allowance with every deduction. (17.4)

use super::Told;
use crate::allowance::OnRoad;
use crate::asks::Asks;
use crate::battle::campaign::{Campaign, Post};
use crate::battle::ground::Moved;
use crate::battle::ids::{CommandId, UnitId};
use crate::battle::movement::{dispute, force, marcher, may_move, next_move, team_comes_or_goes};
use crate::battle::orders::{Moment, Wanted};
use crate::battle::paths::Deed;
use crate::battle::pushed::{Did, account, members, takes_two_phases};
use crate::battle::state::{Piece, Position, Saddle, Scene, Task};
use crate::battle::terrain;
use crate::battle::works::{self, may_dismount, may_lead, may_mount_or_dismount, part_of};
use crate::charts::{Going, Lasting};
use crate::clerk::deaf;
use crate::path::Act;
use crate::terrain::PieceKind;
use crate::unit::{Arm, Formation, Order as Ranks, capital};
use grognard_board::table::FeatureId;
use grognard_umpire::{Asked, Asking, Refusal, Ruling, Side, Umpire};

/// An order at a real table.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Order {
    /// The side has done moving.
    Done,
    /// A dispute is settled by a die. [3.4]
    Dispute,
    /// A unit moved like this.
    Move(UnitId, Vec<Did>),
    /// An opportunity charge. [17.4.10]
    Charge(UnitId, UnitId),
    /// A general leaves the unit he rides with. [14.4-a]
    Leave(UnitId),
    /// A brigade makes a forced march. [17.4.5]
    ForceMarch(CommandId),
}

struct Pushing<'a> {
    scene: Scene<'a>,
    side: Side,
}

impl Pushing<'_> {
    /// What a unit does at the end of its move, if the rules let it; how it stands people see themselves.
    fn deed(&self, unit: UnitId, did: &[Did]) -> Result<Option<Deed>, Refusal> {
        let scene = self.scene;
        if did.iter().any(|one| takes_two_phases(scene, unit, one)) {
            return Ok(Some(Deed::Work(Task::Limber)));
        }
        let Some(Did::Deed(act)) = did.iter().find(|one| matches!(one, Did::Deed(_))) else {
            return Ok(None);
        };
        let stays = !did.iter().any(Did::is_step);
        if !matches!(act, Act::Hold | Act::Join(_) | Act::Search(_)) {
            if !stays {
                return Err(Refusal::new(rule!("9.3-f"), "that takes the whole move, on the spot"));
            }
            may_mount_or_dismount(scene, unit)?;
        }
        let piece = |key: &str, wanted: fn(PieceKind) -> bool, clause, what: &'static str| {
            let found = scene.piece_by_key(key).filter(|id| wanted(scene.piece(*id)));
            found.ok_or_else(|| Refusal::new(clause, what))
        };
        let officer = || match scene.profile(unit).post {
            Some(Post::Engineer) => Ok(()),
            _ => Err(Refusal::new(rule!("11-b"), "an engineer officer does this, with his pioneers")),
        };
        Ok(match act {
            Act::Search(key) => {
                let river = |piece| piece == PieceKind::River;
                let id = piece(key, river, rule!("15.4-b"), "fords are looked for in rivers")?;
                Some(Deed::Search(id, scene.unit(unit).pose.at))
            }
            Act::Demolish(key) => {
                officer()?;
                let bridge = |piece| matches!(piece, PieceKind::Bridge(_));
                let id = piece(key, bridge, rule!("11-b"), "that is no bridge that stands")?;
                if scene.now.attempted.contains(&id) {
                    return Err(Refusal::new(rule!("11-d"), "one attempt on a bridge is all there is"));
                }
                Some(Deed::Work(Task::Demolish(id)))
            }
            Act::Clear(key) => {
                officer()?;
                let obstacle = |piece| matches!(piece, PieceKind::Obstacle { .. });
                Some(Deed::Work(Task::Clear(piece(key, obstacle, rule!("11-e"), "that is no obstacle")?)))
            }
            Act::Span(key) => {
                officer()?;
                let water = |piece| matches!(piece, PieceKind::River | PieceKind::Stream);
                Some(Deed::Work(Task::Span(piece(key, water, rule!("15.5-c"), "that is no water")?)))
            }
            Act::Build => {
                let line = scene.unit(unit).body.formation == Formation::Line;
                if scene.profile(unit).arm != Arm::Infantry || !line {
                    return Err(Refusal::new(rule!("17.5.6-a"), "infantry in line builds barricades"));
                }
                Some(Deed::Work(Task::Build))
            }
            Act::Detach(stands) => {
                let (state, profile) = (scene.unit(unit), scene.profile(unit));
                if profile.arm != Arm::Infantry || state.piece != Piece::Whole || profile.class < 2 {
                    let words = "infantry of class 2 or better sends out skirmishers";
                    return Err(Refusal::new(rule!("8.1-b"), words));
                }
                if stands + 2 >= state.body.strength || part_of(scene, unit, Piece::Screen).is_some() {
                    let words = "at least three stands stay behind, and one screen goes out";
                    return Err(Refusal::new(rule!("12.4-o"), words));
                }
                Some(Deed::Detach(*stands))
            }
            Act::Recall => {
                let none = || Refusal::new(rule!("12.4-o"), "it has no skirmishers out");
                Some(Deed::Recall(part_of(scene, unit, Piece::Screen).ok_or_else(none)?))
            }
            Act::Join(key) => {
                let with = self.own(key)?;
                let (mover, host) = (scene.unit(unit), scene.unit(with));
                if mover.piece == Piece::Crew && mover.of == host.of && host.piece == Piece::Whole {
                    return Ok(Some(Deed::Join(with)));
                }
                if scene.profile(unit).arm != Arm::Staff || scene.profile(with).arm == Arm::Staff {
                    return Err(Refusal::new(rule!("14.4-a"), "only staff join units, and only their own"));
                }
                Some(Deed::Join(with))
            }
            Act::Dismount(formation) => {
                may_dismount(scene, unit)?;
                Some(Deed::Dismount(*formation))
            }
            Act::Lead => {
                may_lead(scene, unit)?;
                Some(Deed::Lead)
            }
            Act::Mount => match scene.unit(unit).saddle {
                Saddle::Mounted => return Err(Refusal::new(rule!("9.3-f"), "it is in the saddle")),
                Saddle::Leading => Some(Deed::Mount(None)),
                Saddle::Afoot => {
                    let lost = "its horses are lost: it never mounts again";
                    let holders = part_of(scene, unit, Piece::Holders);
                    Some(Deed::Mount(Some(holders.ok_or_else(|| Refusal::new(rule!("9.3-e"), lost))?)))
                }
            },
            _ => None,
        })
    }

    fn brigade(&self, key: &str) -> Result<CommandId, Refusal> {
        let commands = &self.scene.rules.commands;
        let found = commands.iter().position(|command| command.key == key && command.side == self.side);
        found
            .map(|at| CommandId(at as u8))
            .ok_or_else(|| Refusal::plain(format!("there is no brigade `{key}` of yours")))
    }

    fn own(&self, key: &str) -> Result<UnitId, Refusal> {
        let found = self.scene.find(key).filter(|unit| self.scene.side(*unit) == self.side);
        found.ok_or_else(|| Refusal::plain(format!("no unit `{key}` of yours")))
    }
}

impl Moment for Pushing<'_> {
    type Order = Order;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Order> {
        let mut all = vec![Order::Done];
        for unit in self.scene.now.on_table(self.scene.rules, self.side).iter() {
            let whole = marcher(self.scene, unit).basic(&self.scene.rules.charts, OnRoad::No, &mut deaf).left;
            all.push(Order::Move(unit, vec![Did::Advance(whole)]));
        }
        all
    }

    fn judge(&self, order: &Order) -> Result<(), Refusal> {
        match order {
            Order::Done | Order::Dispute => Ok(()),
            Order::Move(unit, did) => {
                may_move(self.scene, *unit)?;
                self.deed(*unit, did)?;
                account(self.scene, *unit, did).map(|_| ())
            }
            Order::Charge(unit, target) => {
                may_move(self.scene, *unit)?;
                let enemy =
                    self.scene.side(*target) != self.side && self.scene.unit(*target).place.is_on_table();
                if enemy {
                    Ok(())
                } else {
                    Err(Refusal::new(rule!("17.4.10-a"), "charge an enemy on the table"))
                }
            }
            Order::Leave(staff) => {
                may_move(self.scene, *staff)?;
                match self.scene.unit(*staff).rides_with {
                    Some(_) => Ok(()),
                    None => Err(Refusal::new(rule!("14.4-a"), "it rides with nobody")),
                }
            }
            Order::ForceMarch(command) => {
                let units = members(self.scene, self.side, *command);
                if units.is_empty() {
                    return Err(Refusal::plain("nobody of that brigade is on the table"));
                }
                for unit in units.iter() {
                    may_move(self.scene, unit)?;
                    if self.scene.rules.charts.pace_of(marcher(self.scene, unit).mover).forced.is_none() {
                        let words = format!("{}: not in march column", self.scene.name(unit));
                        return Err(Refusal::new(rule!("12.1-d"), words));
                    }
                }
                Ok(())
            }
        }
    }

    fn read(&self, text: &str) -> Result<Order, Refusal> {
        let text = text.trim().to_ascii_lowercase();
        match text.as_str() {
            "done" => return Ok(Order::Done),
            "dispute" => return Ok(Order::Dispute),
            _ => {}
        }
        let (key, rest) = text.split_once(' ').unwrap_or((text.as_str(), ""));
        if let ("brigade", Some(brigade)) = (key, rest.strip_suffix(" force march")) {
            return Ok(Order::ForceMarch(self.brigade(brigade.trim())?));
        }
        let unit = self.own(key)?;
        match rest.split_whitespace().collect::<Vec<_>>()[..] {
            ["charge", target] => {
                let target =
                    self.scene.find(target).ok_or_else(|| Refusal::plain(format!("no unit `{target}`")))?;
                return Ok(Order::Charge(unit, target));
            }
            ["leave"] => return Ok(Order::Leave(unit)),
            [] => {
                let whole = marcher(self.scene, unit).basic(&self.scene.rules.charts, OnRoad::No, &mut deaf);
                let name = self.scene.name(unit);
                let words = format!(
                    "{}: {}. Say what it did, as {key} form line, advance 2",
                    capital(&name),
                    whole.line()
                );
                return Err(Refusal::plain(words));
            }
            _ => {}
        }
        let did = rest
            .split(',')
            .map(|part| Did::read(self.scene, unit, part.trim()))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Order::Move(unit, did))
    }

    fn key(&self, order: &Order) -> String {
        match order {
            Order::Done => "done".to_owned(),
            Order::Dispute => "dispute".to_owned(),
            Order::Move(unit, all) => {
                let parts: Vec<String> = all.iter().map(|one| one.text(self.scene)).collect();
                format!("{} {}", self.scene.key(*unit), parts.join(", "))
            }
            Order::Charge(unit, target) => {
                format!("{} charge {}", self.scene.key(*unit), self.scene.key(*target))
            }
            Order::Leave(staff) => format!("{} leave", self.scene.key(*staff)),
            Order::ForceMarch(command) => {
                format!("brigade {} force march", self.scene.rules.command(*command).key)
            }
        }
    }
}

/// One ordinary move that people have made.
pub(super) fn ordinary_move(
    told: &mut Told,
    (rules, now): (&Campaign, &mut Position),
    side: Side,
    ump: &mut impl Umpire,
) -> Asked<Moved> {
    let scene = Scene { rules, now };
    ump.about(|| next_move(rules, side));
    let asking = Asking::of(side, rule!("17.4-d"), Asks::NextMove);
    let order = ump.order(asking, &Wanted(Pushing { scene, side }))?.order;
    match order {
        Order::Done => Ok(Moved::Done),
        Order::Dispute => dispute(rules, ump),
        Order::Charge(unit, target) => Ok(Moved::Charge(unit, target)),
        Order::Leave(staff) => {
            ump.cite(rule!("14.4-a"));
            let state = now.unit_mut(staff);
            state.rides_with = None;
            state.marks.done = true;
            told.moved(staff);
            Ok(Moved::Unit(staff))
        }
        Order::ForceMarch(command) => {
            let units = members(scene, side, command);
            force(rules, now, units, ump);
            Ok(units.first().map_or(Moved::Done, Moved::Unit))
        }
        Order::Move(unit, did) => {
            let deed = Pushing { scene, side }.deed(unit, &did).unwrap_or_default();
            let words = account(scene, unit, &did).map(|account| account.line()).unwrap_or_default();
            let name = capital(&scene.name(unit));
            let acts: Vec<String> = did.iter().map(|one| one.text(scene)).collect();
            let begun = did.iter().any(|one| takes_two_phases(scene, unit, one));
            let steps = did.iter().any(Did::is_step) && !begun;
            if steps {
                ump.explain(|| Ruling::new(rule!("17.4-a"), format!("{name}: {words}")));
            }
            let did: Vec<Did> = did.into_iter().filter(|one| !takes_two_phases(scene, unit, one)).collect();
            put((rules, now), (unit, &did));
            told.moved(unit);
            disorder((rules, now), (unit, &did), ump);
            told.woods((rules, now), unit, ump)?;
            if let Some(deed) = deed {
                if !steps {
                    ump.explain(|| Ruling::new(rule!("17.4-d"), format!("{name}: {}", acts.join(", "))));
                }
                works::carry_out((rules, now), None, (unit, deed), ump)?;
            }
            Ok(Moved::Unit(unit))
        }
    }
}

/// What a move does to a unit's marks and formation.
fn put((rules, now): (&Campaign, &mut Position), (unit, did): (UnitId, &[Did])) {
    let horses = now.profile(rules, unit).horses;
    let state = now.unit_mut(unit);
    let (was, team) = (state.body.formation, state.team.unwrap_or(horses));
    state.marks.done = true;
    for one in did {
        match *one {
            Did::Advance(_) | Did::Back(_) | Did::Wheel(_) => state.marks.moved = true,
            Did::Form(formation) => {
                state.marks.changed = true;
                state.body.formation = formation;
            }
            Did::Quarter(formation) => {
                state.marks.changed = true;
                state.body.formation = formation;
            }
            Did::About => state.marks.changed = true,
            _ => {}
        }
    }
    if did.iter().any(Did::is_step) {
        state.rides_with = None;
    }
    team_comes_or_goes(state, (was, state.body.formation), team);
}

/// What ground does to the order of a unit's ranks: pieces of the battle's terrain, or ground by its kind.
fn disorder((rules, now): (&Campaign, &mut Position), (unit, did): (UnitId, &[Did]), ump: &mut impl Umpire) {
    let pieces: Vec<FeatureId> = did.iter().filter_map(Did::piece).collect();
    terrain::disorder(rules, now, unit, &pieces, ump);
    if now.profile(rules, unit).arm == Arm::Staff {
        return;
    }
    let state = now.unit_mut(unit);
    for one in did {
        let Did::Kind(going) = *one else { continue };
        if rules.charts.disorders(going) == Lasting::Not {
            continue;
        }
        ump.cite(rule!("17.2.8-b"));
        let was = state.body.order;
        state.marks.in_bad_ground = true;
        state.body.order = was.or_worse(Ranks::Disordered);
        let area = matches!(
            going,
            Going::LightWood | Going::HeavyWood | Going::LightUrban | Going::HeavyUrban | Going::Difficult
        );
        state.by_ground |= area && was == Ranks::Good;
        state.until_rallied |= !area;
    }
}
