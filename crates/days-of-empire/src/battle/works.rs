//! Engineers and others at work: demolition, clearing, pontoons, barricades, fords looked for; horses and skirmishers
//! sent away and called in. (9.3, 11, 12.4, 15.4, 15.5, 17.5.6)

mod judge;

pub(super) use judge::{Spot, may_dismount, may_lead, may_mount_or_dismount};

use super::campaign::{Campaign, Post};
use super::ids::{UnitId, Units};
use super::measured::{Measured, body_of, is_free, layout_in};
use super::paths::Deed;
use super::state::{Piece, Place, Position, Saddle, Scene, Task, UnitState};
use super::terrain::{Altered, can_lay};
use crate::asks::Asks;
use crate::readings::Holders;
use crate::terrain::{Material, PieceKind};
use crate::unit::{Arm, Body, Fate, Formation, capital};
use grognard_board::table::{self, CrestSide, FeatureId, Field, Looks, Mils, Placed, Point, Pose, convex};
use grognard_umpire::{Asked, Asking, Dice, Ruling, Umpire};

/// A bank can be searched once in so much of its length. [15.4-d]
const BANK: Mils = Mils::inches(4);

/// A span of a pontoon bridge, in inches. [15.5-c]
const SPAN: u8 = 4;

/// The inches of pontoon that are still on an officer's wagon; none on anything else.
fn pontoons_left(scene: Scene<'_>, officer: UnitId, wagon: UnitId) -> u8 {
    let (profile, state) = (scene.profile(wagon), scene.unit(wagon));
    let own = profile.post == Some(Post::Wagon) && profile.command == scene.profile(officer).command;
    if own { profile.pontoons.saturating_sub(SPAN * state.spans) } else { 0 }
}

/// A part of a unit that is on the table.
pub(super) fn part_of(scene: Scene<'_>, unit: UnitId, piece: Piece) -> Option<UnitId> {
    let of = scene.unit(unit).of;
    scene.now.all().find(|&part| {
        let state = scene.unit(part);
        part != unit && state.of == of && state.piece == piece && state.place.is_on_table()
    })
}

/// How many stands hold the horses. [9.3-b] (A23)
pub(super) fn holders(scene: Scene<'_>, stands: u8) -> u8 {
    match scene.rules.readings.holders {
        Holders::OneInFour => stands.div_ceil(4),
        Holders::OneBesideFour => stands.div_ceil(5),
    }
}

/// A screen two inches before a unit.
fn screen_body(pose: Pose, stands: u8) -> table::Body {
    let layout = table::Layout::new(table::Formation::Screen, stands.max(1), table::Stand::INCH);
    let layout = layout.expect("a screen of 1 to 24 stands");
    table::Body { layout, pose: pose.ahead(Mils::inches(3)), looks: Looks::SCREEN }
}

/// Keeps a point on the table.
fn on_table(field: &Field, point: Point) -> Point {
    let size = field.ground().size();
    Point::new(point.x.clamp(0, size.x), point.y.clamp(0, size.y))
}

/// A gap an inch wide across what lies before an officer.
fn gap_before(field: &Field, pose: Pose) -> Altered {
    Altered::Gap(
        on_table(field, pose.ahead(-Mils::inches(1)).at),
        on_table(field, pose.ahead(Mils::inches(1)).at),
    )
}

/// A span of four inches from an officer on the bank. [15.5-c]
fn span_before(field: &Field, pose: Pose) -> Altered {
    Altered::Pontoon(on_table(field, pose.at), on_table(field, pose.ahead(Mils::inches(4)).at))
}

/// A ford across a river from a point of its bank. [15.4-i]
fn ford_at(field: &Field, river: FeatureId, pose: Pose) -> Altered {
    let line = field.ground().feature(river).region.middle_line();
    let foot =
        line.windows(2).map(|part| convex::nearest(pose.at, part)).min_by_key(|foot| foot.gap(pose.at));
    let across = match foot {
        Some(foot) if foot != pose.at => foot - pose.at,
        _ => pose.ahead(Mils::inches(2)).at - pose.at,
    };
    let length = Mils(across.square().isqrt() as i32);
    // A little on to either bank.
    let (near, far) =
        (pose.at - across.stretched(Mils(100)), pose.at + across.stretched(length + length + Mils(100)));
    Altered::Ford(on_table(field, near), on_table(field, far))
}

/// Barricades along a front, one piece before each stand. [17.5.6-c]
fn barricade(body: &Placed) -> Altered {
    let block = &body.blocks[body.body.layout.command_block()];
    let [_, right, left, _] = block.outline;
    Altered::Barricade(left, right)
}

/// Does what a unit does at the end of its path. Beside a real table there is no field, and people lay things down.
pub(super) fn carry_out(
    (rules, now): (&Campaign, &mut Position),
    field: Option<&Field>,
    (unit, deed): (UnitId, Deed),
    ump: &mut impl Umpire,
) -> Asked<()> {
    match deed {
        Deed::Search(river, at) => return searches((rules, now), field, (unit, river, at), ump),
        Deed::Work(task) => {
            ump.cite(rule!("11-f"));
            let state = now.unit_mut(unit);
            if state.task != Some(task) {
                state.work = 0;
            }
            state.task = Some(task);
            state.marks.worked = true;
            let with = field.map_or(Units::NONE, |field| {
                let (scene, pose) = (Scene { rules, now }, now.unit(unit).pose);
                Spot { scene, field, unit, pose, stayed: true }.hands(task)
            });
            with.iter().for_each(|helper| {
                let state = now.unit_mut(helper);
                state.marks.worked = true;
                state.marks.done = true;
                state.task = Some(Task::Help(unit));
            });
        }
        Deed::Dismount(formation) => dismounts((rules, now), field, (unit, formation), ump),
        Deed::Lead => now.unit_mut(unit).saddle = Saddle::Leading,
        Deed::Mount(holders) => {
            ump.cite(rule!("9.3-f"));
            let back = holders.map_or(0, |holders| now.unit(holders).body.strength);
            let state = now.unit_mut(unit);
            state.saddle = Saddle::Mounted;
            state.body.strength += back;
            state.body.formation = Formation::Line;
            (state.bends, state.files) = ([None; 2], 0);
            if let Some(holders) = holders {
                now.unit_mut(holders).body.strength = 0;
                now.remove(holders, Place::Gone);
            }
        }
        Deed::Detach(stands) => {
            ump.cite(rule!("12.4-o"));
            let parent = *now.unit(unit);
            let pose = screen_body(parent.pose, stands).pose;
            let body = Body { strength: stands, formation: Formation::Skirmish, ..parent.body };
            let screen = UnitState {
                of: parent.of,
                piece: Piece::Screen,
                smoke: parent.smoke,
                ..UnitState::new(parent.of, body, Place::Table, pose)
            };
            now.put_part(screen);
            let state = now.unit_mut(unit);
            state.body.strength -= stands;
            state.marks.changed = true;
        }
        Deed::Recall(screen) => {
            ump.cite(rule!("12.4-o"));
            let stands = now.unit(screen).body.strength;
            now.unit_mut(screen).body.strength = 0;
            now.remove(screen, Place::Gone);
            let state = now.unit_mut(unit);
            state.body.strength += stands;
            state.marks.changed = true;
        }
        Deed::Join(other) => joins((rules, now), (unit, other), ump),
    }
    Ok(())
}

/// A general touches a unit and is attached to it; a crew is back at its gun. [14.4-a] (A145)
fn joins((rules, now): (&Campaign, &mut Position), (unit, other): (UnitId, UnitId), ump: &mut impl Umpire) {
    if now.unit(unit).piece == Piece::Crew {
        ump.cite(rule!("17.4.8-d"));
        let crew = now.unit(unit).body.strength;
        now.unit_mut(unit).body.strength = 0;
        now.remove(unit, Place::Gone);
        let (turn, gun) = (now.turn, now.unit_mut(other));
        gun.body.strength = crew;
        gun.body.fate = Fate::Fights;
        // It fires from the next turn on.
        gun.silent_until = gun.silent_until.max(turn);
        return;
    }
    ump.cite(rule!("14.4-a"));
    let scene = Scene { rules, now };
    let (name, with) = (scene.name(unit), scene.name(other));
    now.unit_mut(unit).rides_with = Some(other);
    ump.explain(|| Ruling::new(rule!("14.4-a"), format!("{} joins {with}", capital(&name))));
}

/// A unit on foot beside its horses, as it will stand. [9.3-b]
fn afoot(scene: Scene<'_>, unit: UnitId, pose: Pose, formation: Formation) -> table::Body {
    let state = scene.unit(unit);
    let left = state.body.strength - holders(scene, state.body.strength);
    let afoot =
        UnitState { bends: [None; 2], files: 0, body: Body { strength: left, ..state.body }, ..*state };
    let layout = layout_in(Arm::DismountedCavalry, &afoot, formation);
    table::Body { layout, pose, looks: Looks::FOOT }
}

/// Where the horses are held: behind the unit, as near as there is room, else beside it, else before it. [9.3-c]
fn place_of_horses(field: &Field, (unit, afoot): (UnitId, table::Body), holding: u8) -> Option<Pose> {
    let layout = table::Layout::holders(4 * holding);
    let here = Placed::new(field.ground(), afoot);
    let free = |pose: &Pose| {
        let body = table::Body { layout, pose: *pose, looks: Looks::HORSE };
        is_free(field, unit, body) && !Placed::new(field.ground(), body).overlaps(&here)
    };
    let at = |aside: i32, ahead: i32| Pose { at: afoot.pose.place(aside, ahead), ..afoot.pose };
    let behind = (2..=24).map(|times| at(0, -times * 500));
    let beside = (2..=40).flat_map(|times| [at(times * 500, 0), at(-times * 500, 0)]);
    let before = (2..=24).map(|times| at(0, times * 500));
    behind.chain(beside).chain(before).find(free)
}

/// Cavalry gets down and leaves its horse holders where it was. [9.3-b] [9.3-c]
fn dismounts(
    (rules, now): (&Campaign, &mut Position),
    field: Option<&Field>,
    (unit, formation): (UnitId, Formation),
    ump: &mut impl Umpire,
) {
    ump.cite(rule!("9.3-b"));
    ump.cite(rule!("9.3-c"));
    // Holders stand on stands like those of the others.
    ump.cite(rule!("4.1-e"));
    if now.profile(rules, unit).arm == Arm::LightCavalry {
        ump.cite(rule!("9.1-b"));
    }
    let state = *now.unit(unit);
    let holding = holders(Scene { rules, now }, state.body.strength);
    // At a real table people set them down behind it.
    let behind = state.pose.ahead(Mils::inches(-1));
    let scene = Scene { rules, now };
    let pose = field.map_or(Some(behind), |field| {
        place_of_horses(field, (unit, afoot(scene, unit, state.pose, formation)), holding)
    });
    let pose = pose.expect("it was judged before that there is room");
    let body = Body { strength: holding, formation: Formation::Line, ..state.body };
    let held = UnitState {
        piece: Piece::Holders,
        crest: CrestSide::Over,
        ..UnitState::new(state.of, body, Place::Table, pose)
    };
    now.put_part(held);
    let state = now.unit_mut(unit);
    state.saddle = Saddle::Afoot;
    state.body.strength -= holding;
    state.body.formation = formation;
    (state.bends, state.files) = ([None; 2], 0);
    let name = Scene { rules, now }.name(unit);
    ump.explain(|| {
        let text = format!(
            "{} dismounts; {} hold the horses",
            capital(&name),
            crate::unit::counted(i64::from(holding), "stand")
        );
        Ruling::new(rule!("9.3-b"), text)
    });
}

/// A ford is found on a 6. [15.4-c]
fn searches(
    (rules, now): (&Campaign, &mut Position),
    field: Option<&Field>,
    (unit, river, at): (UnitId, FeatureId, Point),
    ump: &mut impl Umpire,
) -> Asked<()> {
    ump.cite(rule!("15.4-c"));
    let scene = Scene { rules, now };
    let (side, name) = (scene.side(unit), scene.piece_name(river));
    let die = ump.roll(Asking::of(side, rule!("15.4-c"), Asks::SearchForAFord), Dice::D6)?;
    now.searched.push((river, at));
    let found = die == 6;
    if found {
        ump.cite(rule!("15.4-i"));
        let pose = now.unit(unit).pose;
        now.altered.extend(field.map(|field| ford_at(field, river, pose)));
    }
    let word = if found { "a ford is found" } else { "no ford is found" };
    ump.explain(|| Ruling::new(rule!("15.4-c"), format!("{word} in {name}")));
    Ok(())
}

/// How many phases a bridge takes. [11-b]
const fn phases(material: Material) -> u8 {
    match material {
        Material::Wood => 3,
        Material::Stone | Material::Earth => 6,
    }
}

/// Horse holders whom an enemy has come upon are gone. [9.3-d]
fn scatter_holders((rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) {
    let caught = |unit: &UnitId| now.unit(*unit).piece == Piece::Holders && now.is_locked(*unit);
    for holders in now.all().filter(caught).collect::<Vec<_>>() {
        ump.cite(rule!("9.3-d"));
        let name = Scene { rules, now }.name(holders);
        now.unit_mut(holders).body.fate = Fate::Destroyed;
        now.remove(holders, Place::Gone);
        ump.explain(|| {
            Ruling::new(rule!("9.3-d"), format!("{} are scattered, and the horses with them", capital(&name)))
        });
    }
}

/// A Movement Phase is over: works that went on come nearer to their end, others begin anew. Beside a real table people
/// lay down what was built. [11-i]
pub(super) fn tick(
    mut ground: Option<&mut Measured>,
    (rules, now): (&Campaign, &mut Position),
    ump: &mut impl Umpire,
) -> Asked<()> {
    scatter_holders((rules, now), ump);
    for unit in now.all() {
        let locked = now.is_locked(unit);
        let state = now.unit_mut(unit);
        let Some(task) = state.task else { continue };
        // A shot at a charger or a fight is another activity.
        let busy = locked || state.fired > 0;
        if !state.marks.worked || busy || !state.place.is_on_table() {
            ump.cite(rule!("11-i"));
            (state.task, state.work) = (None, 0);
            continue;
        }
        state.work += 1;
        let work = state.work;
        let field = ground.as_mut().map(|ground| ground.field(Scene { rules, now }));
        let field = field.as_deref();
        let scene = Scene { rules, now };
        let (pose, side) = (now.unit(unit).pose, scene.side(unit));
        let built = match task {
            Task::Clear(_) => {
                ump.cite(rule!("11-e"));
                let gap = field.map(|field| gap_before(field, pose));
                Some((rule!("11-e"), gap, "an inch of the obstacle is cleared"))
            }
            Task::Build if work >= 2 => {
                let body =
                    field.map(|field| field.get(body_of(unit)).expect("whoever builds is on the table"));
                Some((rule!("17.5.6-b"), body.map(barricade), "barricades stand before the line"))
            }
            Task::Span(_) if work >= 6 => {
                let span = field.map(|field| span_before(field, pose));
                Some((rule!("15.5-a"), span, "a span of the pontoon bridge is laid"))
            }
            Task::Demolish(bridge) => {
                let PieceKind::Bridge(material) = scene.piece(bridge) else { continue };
                if work < phases(material) {
                    continue;
                }
                ump.cite(rule!("11-c"));
                let name = scene.piece_name(bridge);
                let die = ump.roll(Asking::of(side, rule!("11-c"), Asks::Demolition), Dice::D6)?;
                now.attempted.push(bridge);
                let down = die >= 5;
                if down {
                    now.altered.push(Altered::BridgeDown(bridge));
                    now.destroyed.push(bridge.0);
                }
                let word = if down { "a span falls" } else { "it holds" };
                ump.explain(|| Ruling::new(rule!("11-c"), format!("{}: {word}", capital(&name))));
                (now.unit_mut(unit).task, now.unit_mut(unit).work) = (None, 0);
                None
            }
            Task::Build | Task::Span(_) | Task::Help(_) | Task::Limber => None,
        };
        if let Some((clause, altered, words)) = built {
            ump.cite(clause);
            match task {
                Task::Build => ump.cite(rule!("17.5.6-c")),
                Task::Span(_) => {
                    ump.cite(rule!("15.5-c"));
                    // A span is four inches of what the wagon carries.
                    ump.cite(rule!("5.1-e"));
                    let scene = Scene { rules, now };
                    let own = |wagon: &UnitId| pontoons_left(scene, unit, *wagon) >= SPAN;
                    if let Some(wagon) = now.on_table(rules, side).iter().find(own) {
                        now.unit_mut(wagon).spans += 1;
                    }
                }
                _ => {}
            }
            now.altered.extend(
                field
                    .zip(altered)
                    .filter(|(field, one)| can_lay(field.ground(), *one))
                    .map(|(_, altered)| altered),
            );
            (now.unit_mut(unit).task, now.unit_mut(unit).work) = (None, 0);
            ump.explain(|| Ruling::new(clause, words.to_owned()));
        }
    }
    Ok(())
}
