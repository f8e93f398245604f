//! Positions of a battle as text: who stands where and how, what is in contact, what burns and what has been altered.
//!
//! A position is written when a turn has begun: the initiative is known, nobody has done anything yet, and nothing of
//! the last turn is left but what it has made of the units. Lengths are inches and headings degrees, as in orders.

mod legs;

use super::campaign::Campaign;
use super::deployment::Setup;
use super::fires::Fire;
use super::ground::Ground;
use super::ids::{CommandId, UnitId};
use super::reserves::Arriving;
use super::staff::Vacant;
use super::state::{Contact, Marks, Piece, Place, Position, Saddle, Scene, Task, UnitState};
use super::terrain::Altered;
use super::{Battle, Phase};
use crate::command::Quality;
use crate::length::Length;
use crate::staff::{Health, Hour};
use crate::title::army::Edge;
use crate::unit::{Direction, Fate, FirstFire, Formation, Impetus, Order};
use grognard_board::table::{
    Bend, CrestSide, FeatureId, Heading, Mils, Notches, Point, Pose, Swing, Thickness,
};
use grognard_charts::Page;
use grognard_umpire::{Fact, Side};

/// A fact that is left out where it says what everybody takes for granted.
fn unless(usual: bool, fact: impl Into<Fact>) -> Fact {
    if usual { Fact::Nothing } else { fact.into() }
}

fn list(facts: Vec<Fact>) -> Fact {
    if facts.is_empty() { Fact::Nothing } else { Fact::List(facts) }
}

/// Whether a battle stands where it can be written down.
pub(super) fn is_settled<G: Ground>(battle: &Battle<G>) -> bool {
    let now = &battle.now;
    let fresh = |unit: &UnitState| {
        let began = Marks { began_disordered: unit.body.order == Order::Disordered, ..Marks::default() };
        unit.marks == began
            && (unit.fired, unit.reserved, unit.hits, unit.ran) == (0, 0, 0, Mils::ZERO)
            && unit.body.impetus == Impetus::Standing
    };
    // A part goes by its parent's key and what it is: there must be one of each.
    let alone = |(at, unit): (usize, &UnitState)| {
        now.units[..at].iter().all(|other| (other.of, other.piece) != (unit.of, unit.piece))
    };
    G::IS_MEASURED
        && battle.phase == Phase::Promote(now.initiative)
        && now.setup == Setup::Done
        && now.ending.is_none()
        && !now.asked_both
        && !now.would_end.first
        && !now.would_end.second
        && now.charges.is_empty()
        && now.salvos.is_empty()
        && now.kindled.is_empty()
        && now.units.iter().all(fresh)
        && now.units.iter().enumerate().all(alone)
}

/// The position as a document.
pub(super) fn written(scene: Scene<'_>) -> Fact {
    let (rules, now) = (scene.rules, scene.now);
    let contact = |contact: &Contact| {
        Fact::record([
            ("by", Fact::from(scene.key(contact.by))),
            ("on", Fact::from(scene.key(contact.on))),
            ("strikes", Fact::from(contact.strikes.word())),
            ("impetus", Fact::from(contact.impetus.word())),
            ("from", Fact::from(contact.from)),
            ("rest", unless(contact.rest == Length::default(), contact.rest.mils().to_string())),
        ])
    };
    let vacant = |post: &Vacant| {
        let (health, until) = match post.health {
            Health::Well => ("well", None),
            Health::Unhorsed => ("unhorsed", None),
            Health::Wounded(hour) => ("wounded", Some(hour)),
            Health::Killed => ("killed", None),
            Health::Captured => ("captured", None),
        };
        Fact::record([
            ("command", Fact::from(rules.command(post.command).key.as_str())),
            ("health", Fact::from(health)),
            ("until-turn", Fact::from(until.map(|hour: Hour| hour.turn))),
            ("until-phase", Fact::from(until.map(|hour: Hour| hour.phase.word()))),
            ("since", Fact::from(post.since)),
            ("quality", Fact::from(post.quality.word())),
            ("filled", unless(!post.filled, true)),
        ])
    };
    let arriving = |one: &Arriving| {
        Fact::record([
            ("command", Fact::from(rules.command(one.command).key.as_str())),
            ("edge", Fact::from(one.edge.word())),
            ("along", Fact::from(one.along.to_string())),
            ("turn", Fact::from(one.turn)),
        ])
    };
    let fire = |fire: &Fire| {
        Fact::record([
            ("area", Fact::from(feature(rules, fire.area))),
            ("since", Fact::from(fire.since)),
            ("origin", Fact::from(point(fire.origin))),
            ("reach", Fact::from(fire.reach.to_string())),
        ])
    };
    let searched =
        |(water, at): &(FeatureId, Point)| Fact::from(format!("{} {}", feature(rules, *water), point(*at)));
    let there = |unit: &UnitId| *now.unit(*unit) != absent(rules, *unit);
    Fact::record([
        ("turn", Fact::from(now.turn)),
        ("initiative", Fact::from(now.initiative.key())),
        ("wind", Fact::from(now.wind.to_string())),
        ("ends-changed", unless(!now.ends_changed, true)),
        ("units", Fact::List(now.all().filter(there).map(|unit| unit_fact(scene, unit)).collect())),
        ("contacts", list(now.contacts.iter().map(contact).collect())),
        ("legs", list(now.legs.iter().map(|leg| legs::leg(scene, leg)).collect())),
        ("vacant", list(now.vacant.iter().map(vacant).collect())),
        ("arriving", list(now.arriving.iter().map(arriving).collect())),
        ("fires", list(now.fires.iter().map(fire).collect())),
        ("altered", list(now.altered.iter().map(|one| Fact::from(altered(rules, *one))).collect())),
        (
            "destroyed",
            list(now.destroyed.iter().map(|at| Fact::from(feature(rules, FeatureId(*at)))).collect()),
        ),
        ("searched", list(now.searched.iter().map(searched).collect())),
        ("attempted", list(now.attempted.iter().map(|at| Fact::from(feature(rules, *at))).collect())),
    ])
}

/// How a unit stands of which nothing is said: it is not in this battle.
fn absent(rules: &Campaign, unit: UnitId) -> UnitState {
    match rules.start.get(unit.index()) {
        Some(start) => UnitState { place: Place::Unplaced, ..*start },
        // A part is there only if it is written.
        None => UnitState { of: UnitId(u8::MAX), ..rules.start[0] },
    }
}

/// A unit as it is when a row says nothing more of it.
fn usual(rules: &Campaign, of: UnitId, piece: Piece) -> UnitState {
    match piece {
        Piece::Whole => rules.start[of.index()],
        _ => {
            let parent = rules.start[of.index()];
            UnitState { piece, ..UnitState::new(of, parent.body, Place::Table, parent.pose) }
        }
    }
}

fn unit_fact(scene: Scene<'_>, unit: UnitId) -> Fact {
    let (rules, now) = (scene.rules, scene.unit(unit));
    let usual = usual(rules, now.of, now.piece);
    let (place, until, inside) = match now.place {
        Place::Unplaced => ("unplaced", None, None),
        Place::Table => ("table", None, None),
        Place::Mapped => ("mapped", None, None),
        Place::Hidden => ("hidden", None, None),
        Place::OffBoard => ("off-board", None, None),
        Place::Away(turn) => ("away", Some(turn), None),
        Place::Sheltered(square) => ("sheltered", None, Some(square)),
        Place::RoutedOff => ("routed-off", None, None),
        Place::Surrendered => ("surrendered", None, None),
        Place::Gone => ("gone", None, None),
    };
    let (fate, silenced) = match now.body.fate {
        Fate::Fights => ("fights", None),
        Fate::Silenced(turns) => ("silenced", Some(turns)),
        Fate::Abandoned => ("abandoned", None),
        Fate::Shattered => ("shattered", None),
        Fate::Destroyed => ("destroyed", None),
        Fate::Captured => ("captured", None),
    };
    let (body, old) = (&now.body, &usual.body);
    let number = |now: u8, usual: u8| unless(now == usual, now);
    let flag = |now: bool| unless(!now, true);
    let fresh: Vec<Fact> = now.fresh.iter().map(|hits| Fact::from(*hits)).collect();
    Fact::record([
        ("unit", Fact::from(rules.profile(now.of).key.as_str())),
        ("part", unless(now.piece == Piece::Whole, now.piece.word())),
        ("at", Fact::from(point(now.pose.at))),
        ("facing", Fact::from(now.pose.heading.to_string())),
        ("place", unless(now.place == Place::Table, place)),
        ("until", Fact::from(until)),
        ("inside", Fact::from(inside.map(|square| scene.key(square)))),
        ("stands", number(body.strength, old.strength)),
        ("horses", number(body.horses, old.horses)),
        ("order", unless(body.order == Order::Good, body.order.word())),
        ("formation", unless(body.formation == old.formation, body.formation.word())),
        ("first-fire", unless(body.first_fire == old.first_fire, body.first_fire.word())),
        ("fate", unless(body.fate == Fate::Fights, fate)),
        ("silenced", Fact::from(silenced)),
        ("silent-until", number(now.silent_until, 0)),
        ("rides-with", Fact::from(now.rides_with.map(|with| scene.key(with)))),
        ("quality", unless(now.quality == usual.quality, now.quality.word())),
        ("saddle", unless(now.saddle == Saddle::Mounted, now.saddle.word())),
        ("bends", list(now.bends.iter().flatten().map(legs::bend).collect())),
        ("files", number(now.files, usual.files)),
        ("crest", unless(now.crest == CrestSide::Over, "behind")),
        ("fired-in", number(now.smoke, 0)),
        ("work", number(now.work, 0)),
        ("task", Fact::from(now.task.map(|task| task_words(scene, task)))),
        ("burning", number(now.burning, 0)),
        ("by-ground", flag(now.by_ground)),
        ("until-rallied", flag(now.until_rallied)),
        ("hits", unless(now.fresh == [0; 2], Fact::List(fresh))),
        ("shot-from", unless(now.shot_from == Direction::Front, now.shot_from.word())),
        ("shot-by", Fact::from(now.shot_by.map(|(by, _)| scene.key(by)))),
        ("shot-hits", Fact::from(now.shot_by.map(|(_, hits)| hits))),
        ("forced-marches", number(now.forced_marches, 0)),
        ("spans", number(now.spans, 0)),
        ("team", Fact::from(now.team)),
    ])
}

fn point(at: Point) -> String {
    format!("{} {}", Mils(at.x), Mils(at.y))
}

/// A piece of terrain by its key; one that was laid since by its number.
fn feature(rules: &Campaign, id: FeatureId) -> String {
    rules.pieces.get(usize::from(id.0)).map_or_else(|| format!("#{}", id.0), |piece| piece.key.clone())
}

fn task_words(scene: Scene<'_>, task: Task) -> String {
    match task {
        Task::Demolish(at) => format!("demolish {}", feature(scene.rules, at)),
        Task::Clear(at) => format!("clear {}", feature(scene.rules, at)),
        Task::Span(at) => format!("span {}", feature(scene.rules, at)),
        Task::Build => "build".to_owned(),
        Task::Help(unit) => format!("help {}", scene.key(unit)),
        Task::Limber => "limber".to_owned(),
    }
}

fn altered(rules: &Campaign, altered: Altered) -> String {
    let line = |word: &str, from: Point, to: Point| format!("{word} {} {}", point(from), point(to));
    match altered {
        Altered::WoodIs(wood, Thickness::Light) => format!("light-wood {}", feature(rules, wood)),
        Altered::WoodIs(wood, Thickness::Heavy) => format!("heavy-wood {}", feature(rules, wood)),
        Altered::BridgeDown(bridge) => format!("bridge-down {}", feature(rules, bridge)),
        Altered::Ford(from, to) => line("ford", from, to),
        Altered::Pontoon(from, to) => line("pontoon", from, to),
        Altered::Gap(from, to) => line("gap", from, to),
        Altered::Barricade(from, to) => line("barricade", from, to),
    }
}

/// The battle of a document; what is wrong with it is noted on the page.
pub(super) fn read<G: Ground>(rules: &Campaign, page: &Page<'_>) -> Option<Battle<G>> {
    let rows = page.rows("units");
    let mut now = Position::new(rules);
    now.units = (0..rules.start.len() as u8).map(|at| absent(rules, UnitId(at))).collect();
    // Whom the rows name, so that one may speak of another that comes later.
    let mut named: Vec<Option<(UnitId, UnitId, Piece)>> = Vec::new();
    for row in &rows {
        let of = row.needed("unit", row.named("unit", |key| rules.unit(key)));
        let piece = row.named("part", Piece::from_word).unwrap_or(Piece::Whole);
        let twice =
            |of: UnitId| named.iter().flatten().any(|(_, other, part)| (*other, *part) == (of, piece));
        if of.is_some_and(twice) {
            row.wrong("unit", "it stands in the list already");
        }
        let full = piece != Piece::Whole && now.units.len() >= super::ids::UNITS_MAX;
        if full {
            row.wrong("part", format!("a battle has at most {} units", super::ids::UNITS_MAX));
        }
        named.push(of.filter(|_| !full).map(|of| match piece {
            Piece::Whole => (of, of, piece),
            _ => {
                now.units.push(usual(rules, of, piece));
                (UnitId((now.units.len() - 1) as u8), of, piece)
            }
        }));
    }
    let bare = now.clone();
    let scene = Scene { rules, now: &bare };
    for (row, named) in rows.iter().zip(&named) {
        match *named {
            Some((unit, of, piece)) => *now.unit_mut(unit) = read_unit(scene, row, usual(rules, of, piece)),
            // Its other slips are noted all the same.
            None => drop(read_unit(scene, row, rules.start[0])),
        }
    }
    now.turn = page.number("turn", 1..=rules.turns, 1);
    now.initiative = page.needed("initiative", page.side("initiative")).unwrap_or(Side::First);
    now.wind = page.named("wind", |text| Heading::read(text).ok()).unwrap_or(rules.wind);
    now.ends_changed = page.flag("ends-changed");
    now.setup = Setup::Done;
    read_contacts(scene, page, &mut now);
    legs::read_legs(scene, page, &mut now);
    read_staff(rules, page, &mut now);
    read_ground(rules, page, &mut now);
    Some(Battle { phase: Phase::Promote(now.initiative), now, ground: G::default() })
}

fn read_unit(scene: Scene<'_>, row: &Page<'_>, usual: UnitState) -> UnitState {
    let unit = |key: &str| row.named(key, |key| scene.find(key));
    let at = row.named("at", |text| read_point(&mut text.split_whitespace()));
    let heading = row.named("facing", |text| Heading::read(text).ok());
    let until = row.number("until", 0..=u8::MAX, 0);
    let inside = unit("inside");
    let places = [
        ("unplaced", Place::Unplaced),
        ("table", Place::Table),
        ("mapped", Place::Mapped),
        ("hidden", Place::Hidden),
        ("off-board", Place::OffBoard),
        ("away", Place::Away(until)),
        ("sheltered", Place::Sheltered(inside.unwrap_or(usual.of))),
        ("routed-off", Place::RoutedOff),
        ("surrendered", Place::Surrendered),
        ("gone", Place::Gone),
    ];
    let silenced = row.number("silenced", 0..=u8::MAX, 0);
    let fates = [
        ("fights", Fate::Fights),
        ("silenced", Fate::Silenced(silenced)),
        ("abandoned", Fate::Abandoned),
        ("shattered", Fate::Shattered),
        ("destroyed", Fate::Destroyed),
        ("captured", Fate::Captured),
    ];
    let place = row.one_of("place", &places).unwrap_or(Place::Table);
    if matches!(place, Place::Sheltered(_)) && inside.is_none() {
        row.wrong("inside", "`inside` is missing: the square that shelters it");
    }
    let mut body = usual.body;
    body.strength = row.number("stands", 0..=usual.body.strength.max(1), usual.body.strength);
    body.horses = row.number("horses", 0..=u8::MAX, usual.body.horses);
    body.order = row.named("order", Order::from_word).unwrap_or(Order::Good);
    body.formation = row.named("formation", Formation::from_word).unwrap_or(usual.body.formation);
    body.first_fire = row.named("first-fire", FirstFire::from_word).unwrap_or(usual.body.first_fire);
    body.fate = row.one_of("fate", &fates).unwrap_or(Fate::Fights);
    let qualities = Quality::ALL.map(|quality| (quality.word(), quality));
    let hits: Vec<u8> = row.numbers("hits");
    let shot_by = unit("shot-by");
    let shot_hits = row.number("shot-hits", 0..=u8::MAX, 0);
    UnitState {
        place,
        body,
        pose: Pose { at: at.unwrap_or(usual.pose.at), heading: heading.unwrap_or(usual.pose.heading) },
        bends: legs::read_bends(row),
        files: row.number("files", 0..=u8::MAX, usual.files),
        crest: row.one_of("crest", &[("behind", CrestSide::Behind)]).unwrap_or(CrestSide::Over),
        rides_with: unit("rides-with"),
        marks: Marks { began_disordered: body.order == Order::Disordered, ..Marks::default() },
        smoke: row.number("fired-in", 0..=u8::MAX, 0),
        silent_until: row.number("silent-until", 0..=u8::MAX, 0),
        work: row.number("work", 0..=u8::MAX, 0),
        burning: row.number("burning", 0..=u8::MAX, 0),
        by_ground: row.flag("by-ground"),
        until_rallied: row.flag("until-rallied"),
        quality: row.one_of("quality", &qualities).unwrap_or(usual.quality),
        fresh: [hits.first().copied().unwrap_or(0), hits.get(1).copied().unwrap_or(0)],
        shot_from: row.named("shot-from", Direction::from_word).unwrap_or(Direction::Front),
        shot_by: shot_by.map(|by| (by, shot_hits)),
        saddle: row.named("saddle", Saddle::from_word).unwrap_or(Saddle::Mounted),
        task: row.named("task", |text| read_task(scene, text)),
        forced_marches: row.number("forced-marches", 0..=u8::MAX, 0),
        spans: row.number("spans", 0..=u8::MAX, 0),
        team: row.has("team").then(|| row.number("team", 0..=u8::MAX, 0)),
        ..usual
    }
}

fn read_contacts(scene: Scene<'_>, page: &Page<'_>, now: &mut Position) {
    for row in page.rows("contacts") {
        let unit = |key: &str| row.needed(key, row.named(key, |name| scene.find(name)));
        let (by, on) = (unit("by"), unit("on"));
        let contact = |by, on| Contact {
            by,
            on,
            strikes: row.named("strikes", Direction::from_word).unwrap_or(Direction::Front),
            impetus: row.named("impetus", Impetus::from_word).unwrap_or(Impetus::Standing),
            from: row.number("from", 0..=u8::MAX, 1),
            rest: row.named("rest", |text| Mils::read(text).ok()).map(Length::measured).unwrap_or_default(),
        };
        now.contacts.extend(by.zip(on).map(|(by, on)| contact(by, on)));
    }
}

fn read_staff(rules: &Campaign, page: &Page<'_>, now: &mut Position) {
    let command = |row: &Page<'_>| {
        let find = |key: &str| rules.commands.iter().position(|command| command.key == key);
        row.needed("command", row.named("command", find)).map(|at| CommandId(at as u8))
    };
    for row in page.rows("vacant") {
        let phase = row.named("until-phase", crate::staff::Phase::from_word);
        let hour = Hour {
            turn: row.number("until-turn", 0..=u8::MAX, 0),
            phase: phase.unwrap_or(crate::staff::Phase::Initiative),
        };
        let healths = [
            ("well", Health::Well),
            ("unhorsed", Health::Unhorsed),
            ("wounded", Health::Wounded(hour)),
            ("killed", Health::Killed),
            ("captured", Health::Captured),
        ];
        let qualities = Quality::ALL.map(|quality| (quality.word(), quality));
        let post = |command| Vacant {
            command,
            health: row.one_of("health", &healths).unwrap_or(Health::Killed),
            since: row.number("since", 0..=u8::MAX, 0),
            quality: row.one_of("quality", &qualities).unwrap_or(Quality::Capable),
            filled: row.flag("filled"),
        };
        now.vacant.extend(command(&row).map(post));
    }
    for row in page.rows("arriving") {
        let edge = row.needed("edge", row.named("edge", Edge::from_word));
        let along = row.named("along", |text| Mils::read(text).ok()).unwrap_or(Mils::ZERO);
        let turn = row.number("turn", 1..=u8::MAX, now.turn);
        now.arriving.extend(command(&row).zip(edge).map(|(command, edge)| Arriving {
            command,
            edge,
            along,
            turn,
        }));
    }
}

fn read_ground(rules: &Campaign, page: &Page<'_>, now: &mut Position) {
    now.fires.clear();
    for row in page.rows("fires") {
        let area = row.needed("area", row.named("area", |key| read_feature(rules, key)));
        let origin = row.named("origin", |text| read_point(&mut text.split_whitespace()));
        let fire = |area| Fire {
            area,
            since: row.number("since", 0..=u8::MAX, 0),
            origin: origin.unwrap_or(Point::new(0, 0)),
            reach: row.named("reach", |text| Mils::read(text).ok()).unwrap_or(Mils::ZERO),
        };
        now.fires.extend(area.map(fire));
    }
    now.altered = page.all_named("altered", |text| read_altered(rules, text));
    let features = |key: &str| page.all_named(key, |name| read_feature(rules, name));
    now.destroyed = features("destroyed").into_iter().map(|at| at.0).collect();
    now.attempted = features("attempted");
    now.searched = page.all_named("searched", |text| {
        let (water, at) = text.split_once(' ')?;
        Some((read_feature(rules, water)?, read_point(&mut at.split_whitespace())?))
    });
}

fn read_mils(text: &str) -> Option<i32> {
    match text.strip_prefix('-') {
        Some(text) => Mils::read(text).ok().map(|mils| -mils.0),
        None => Mils::read(text).ok().map(|mils| mils.0),
    }
}

fn read_point<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Point> {
    Some(Point::new(read_mils(words.next()?)?, read_mils(words.next()?)?))
}

fn read_feature(rules: &Campaign, key: &str) -> Option<FeatureId> {
    let laid = || key.strip_prefix('#').and_then(|number| number.parse().ok());
    let known = rules.pieces.iter().position(|piece| piece.key == key).map(|at| at as u8);
    known.or_else(laid).map(FeatureId)
}

fn read_bend(text: &str) -> Option<Bend> {
    let [hinge, swing, by] = text.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let swing = match swing {
        "forward" => Swing::Forward,
        "back" => Swing::Back,
        _ => return None,
    };
    Some(Bend { hinge: hinge.parse().ok()?, swing, by: Notches::read(by).ok()? })
}

fn read_task(scene: Scene<'_>, text: &str) -> Option<Task> {
    let feature = |key: &str| read_feature(scene.rules, key);
    match text.split_whitespace().collect::<Vec<_>>()[..] {
        ["demolish", key] => feature(key).map(Task::Demolish),
        ["clear", key] => feature(key).map(Task::Clear),
        ["span", key] => feature(key).map(Task::Span),
        ["build"] => Some(Task::Build),
        ["help", key] => scene.find(key).map(Task::Help),
        ["limber"] => Some(Task::Limber),
        _ => None,
    }
}

fn read_altered(rules: &Campaign, text: &str) -> Option<Altered> {
    let mut words = text.split_whitespace();
    let word = words.next()?;
    let line = |words: &mut dyn Iterator<Item = &str>| {
        let mut words = words;
        Some((read_point(&mut words)?, read_point(&mut words)?))
    };
    let read = match word {
        "light-wood" => Altered::WoodIs(read_feature(rules, words.next()?)?, Thickness::Light),
        "heavy-wood" => Altered::WoodIs(read_feature(rules, words.next()?)?, Thickness::Heavy),
        "bridge-down" => Altered::BridgeDown(read_feature(rules, words.next()?)?),
        "ford" => line(&mut words).map(|(from, to)| Altered::Ford(from, to))?,
        "pontoon" => line(&mut words).map(|(from, to)| Altered::Pontoon(from, to))?,
        "gap" => line(&mut words).map(|(from, to)| Altered::Gap(from, to))?,
        "barricade" => line(&mut words).map(|(from, to)| Altered::Barricade(from, to))?,
        _ => return None,
    };
    words.next().is_none().then_some(read)
}
