//! Opening a battle file.

use super::examine::{Examiner, word};
use super::{
    AssaultFile, AssaultSideFile, ChargeFile, ChargeSideFile, KINDS, LaneFile, ShotFile, VolleyFile, WayFile,
};
use crate::assault::{Assault, AssaultRules};
use crate::battle::campaign::Campaign;
use crate::battle::measured::Measured;
use crate::battle::state::Place;
use crate::battle::told::Told;
use crate::battle::{Battle, small, title};
use crate::charge::{Charge, ChargeRules, Manoeuvre, Passage, Screen, Slope, may_charge};
use crate::charts::{Charts, HorseBattery};
use crate::fire::Gait;
use crate::length::Length;
use crate::melee::{Bodies, FIGHTERS_MAX, Fighter, Role, alone};
use crate::unit::{Arm, Body, Direction, Formation, Impetus, Order, Unit};
use crate::volley::{Firer, Level, MARKS_MAX, Mark, Part, Volley, VolleyRules, may_reach};
use grognard_charts::{BadData, kind_of, read, refuse};
use grognard_umpire::{BySide, Refusal, Side, Visitor};
use std::sync::Arc;

/// An opened battle file: the state it starts from, and the rules and givens.
#[derive(Clone, Debug)]
pub enum Contest {
    /// A volley.
    Volley(Volley, Arc<VolleyRules>),
    /// A charge.
    Charge(Box<Charge>, Arc<ChargeRules>),
    /// A close assault.
    Assault(Assault, Arc<AssaultRules>),
    /// A whole battle on a real table, whose people are asked.
    Umpired(Box<Battle<Told>>, Arc<Campaign>),
    /// A whole battle on a measured table.
    Battle(Box<Battle<Measured>>, Arc<Campaign>),
}

impl Contest {
    /// Hands the procedure over to whoever takes in any.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Out {
        match self {
            Contest::Volley(start, rules) => visitor.visit(start, rules),
            Contest::Charge(start, rules) => visitor.visit(*start, rules),
            Contest::Assault(start, rules) => visitor.visit(start, rules),
            Contest::Umpired(start, rules) => visitor.campaign(*start, rules),
            Contest::Battle(start, rules) => visitor.campaign(*start, rules),
        }
    }
}

/// Opens a battle file.
///
/// # Errors
/// Everything that is wrong with it, with line and key, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Contest, BadData> {
    let mut examiner = Examiner::default();
    let contest = match kind_of(file, text, crate::KEY, KINDS)? {
        "volley" => volley(&mut examiner, &read(file, text)?, charts),
        "charge" => charge(&mut examiner, &read(file, text)?, charts),
        "assault" => assault(&mut examiner, &read(file, text)?, charts),
        "situation" => {
            return match small::campaign(&mut examiner, &read(file, text)?, charts) {
                Some(rules) if examiner.problems.is_empty() => {
                    let battle = Battle::new(&rules, Measured::default());
                    Ok(Contest::Battle(Box::new(battle), Arc::new(rules)))
                }
                _ => Err(refuse(file, text, &examiner.problems)),
            };
        }
        // The same battle beside a real table: whoever has a place in the file has one on the table.
        "umpired-battle" => {
            let title = crate::title::open(file, text, charts)?;
            return Ok(umpired(title::campaign(&title, charts)?));
        }
        "umpire" => {
            let title = crate::title::umpired(file, text, charts)?;
            return Ok(umpired(title::campaign(&title, charts)?));
        }
        "battle" => {
            let rules = title::campaign(&crate::title::open(file, text, charts)?, charts)?;
            let battle = Battle::new(&rules, Measured::default());
            return Ok(Contest::Battle(Box::new(battle), Arc::new(rules)));
        }
        other => unreachable!("`{other}` is no kind of the list"),
    };
    match examiner.problems.is_empty() {
        true => Ok(contest),
        false => Err(refuse(file, text, &examiner.problems)),
    }
}

/// A battle beside a real table: people have set their stands down.
fn umpired(mut rules: Campaign) -> Contest {
    for unit in &mut rules.start {
        if unit.place == Place::Unplaced {
            unit.place = Place::Table;
        }
    }
    let battle = Battle::new(&rules, Told::default());
    Contest::Umpired(Box::new(battle), Arc::new(rules))
}

/// The most units that fire at one target.
const SHOTS_MAX: usize = 6;
/// The most gun models in one battery group.
const GUNS_MAX: u8 = 8;

/// How many stands, faces or guns bear.
fn bearing(examiner: &mut Examiner, path: &str, given: Option<u8>, unit: &Unit, body: &Body) -> u8 {
    let (most, usual) = match (unit.arm.is_gun(), body.formation) {
        (true, _) => (GUNS_MAX, 1),
        (_, Formation::Square) => (4, 1),
        _ => (body.strength, body.strength),
    };
    match given {
        None => usual,
        Some(n) if (1..=most).contains(&n) => n,
        Some(n) => {
            examiner.wrong(&format!("{path}.bearing"), format!("{n}; write 1 to {most}"));
            usual
        }
    }
}

fn shot(examiner: &mut Examiner, file: &ShotFile, charts: &Charts) -> Firer {
    let (unit, body, _) = examiner.unit("shot", &file.unit, charts);
    if unit.weapon.is_none() && !unit.arm.is_gun() {
        examiner.wrong("shot.unit.arm", "staff do not fire");
    }
    if body.order == Order::Routing {
        examiner.wrong("shot.unit.order", "a routing unit only runs or rallies (DOE-17-d)");
    }
    Firer {
        bearing: bearing(examiner, "shot", file.bearing, &unit, &body),
        unit,
        body,
        range: file.range.0,
        groups: Vec::new(),
        strikes: word!(examiner, "shot", "strikes", file.strikes, Direction, Direction::Front),
        level: word!(examiner, "shot", "level", file.level, Level, Level::Table),
    }
}

/// A unit in the lane, and how it stands.
fn lane(examiner: &mut Examiner, path: &str, file: &LaneFile, charts: &Charts) -> (Mark, Body) {
    let (unit, body, _) = examiner.unit(path, &file.unit, charts);
    let part = match path {
        "screen" => Part::Screen(file.distance.0),
        _ => Part::Behind(file.distance.0),
    };
    if path == "screen" && body.formation != Formation::Skirmish {
        examiner.wrong("screen.unit.formation", "a screen is in skirmish order: write skirmish");
    }
    let side = if file.friend { Side::First } else { Side::Second };
    (Mark { unit, side, part, gait: Gait::Ordinary, charging: false }, body)
}

fn volley(examiner: &mut Examiner, file: &VolleyFile, charts: &Arc<Charts>) -> Contest {
    examiner.head(&file.title, [&file.attacker.name, &file.defender.name]);
    let readings = file.readings;
    if !(1..=SHOTS_MAX).contains(&file.shot.len()) {
        examiner.wrong("shot", format!("{} units fire; write 1 to {SHOTS_MAX}", file.shot.len()));
    }
    let firers: Vec<Firer> =
        file.shot.iter().take(SHOTS_MAX).map(|one| shot(examiner, one, charts)).collect();
    let (unit, body, _) = examiner.unit("target", &file.target.unit, charts);
    let level = word!(examiner, "target", "level", file.target.level, Level, Level::Table);
    if file.target.fast && !unit.arm.is_horse() {
        examiner.wrong("target.fast", "only cavalry in the saddle is fast (DOE-13.4-a)");
    }
    let gait = if file.target.fast { Gait::Fast } else { Gait::Ordinary };
    let aimed = Mark { unit, side: Side::Second, part: Part::AimedAt, gait, charging: file.target.charging };
    for firer in &firers {
        examiner.refuse("shot.range", may_reach(firer, level, charts, &readings));
        examiner.refuse("target.unit", may_aim(firer, &aimed, file.screen.as_ref()));
    }
    let mut marks = vec![(aimed, body)];
    marks.extend(file.screen.iter().map(|screen| lane(examiner, "screen", screen, charts)));
    if marks.len() + file.behind.len() > MARKS_MAX {
        examiner.wrong("behind", format!("at most {} units behind", MARKS_MAX - marks.len()));
    }
    let room = MARKS_MAX - marks.len();
    marks.extend(file.behind.iter().take(room).map(|behind| lane(examiner, "behind", behind, charts)));
    let mut before = [None; MARKS_MAX];
    for (place, (_, body)) in before.iter_mut().zip(&marks) {
        *place = Some(*body);
    }
    let rules = VolleyRules {
        by: Side::First,
        charts: charts.clone(),
        readings,
        names: BySide::new(file.attacker.name.clone(), file.defender.name.clone()),
        firers,
        marks: marks.into_iter().map(|(mark, _)| mark).collect(),
        level,
        before,
        policies: BySide::new(
            examiner.policy("attacker", &file.attacker.policy),
            examiner.policy("defender", &file.defender.policy),
        ),
    };
    Contest::Volley(Volley::start(&before), Arc::new(rules))
}

/// Whether small arms may aim at a target: not through a screen, and at staff only skirmishers. [12.4-h]
/// [17.3.8-d]
fn may_aim(firer: &Firer, target: &Mark, screen: Option<&LaneFile>) -> Result<(), Refusal> {
    if firer.unit.arm.is_gun() {
        return Ok(());
    }
    if screen.is_some() {
        return Err(Refusal::new(rule!("12.4-h"), "a screen stops all small-arms fire at troops behind it"));
    }
    if target.unit.arm == Arm::Staff && firer.body.formation != Formation::Skirmish {
        return Err(Refusal::new(rule!("17.3.8-d"), "only skirmishers may aim at staff"));
    }
    Ok(())
}

/// The most units on a side of an assault that is given as a file: more ends than these have are not counted out.
const FILE_FIGHTERS: usize = 4;

fn fighters(
    examiner: &mut Examiner,
    path: &str,
    file: &AssaultSideFile,
    charts: &Charts,
) -> (Vec<Fighter>, [Option<Body>; FIGHTERS_MAX]) {
    if !(1..=FILE_FIGHTERS).contains(&file.fighter.len()) {
        let problem = format!("{} units; write 1 to {FILE_FIGHTERS}", file.fighter.len());
        examiner.wrong(&format!("{path}.fighter"), problem);
    }
    let (mut fighters, mut bodies) = (Vec::new(), [None; FIGHTERS_MAX]);
    let place = format!("{path}.fighter");
    for (one, seat) in file.fighter.iter().zip(&mut bodies) {
        let (unit, mut body, _) = examiner.unit(&place, &one.unit, charts);
        if one.charging {
            body.impetus = Impetus::Charging;
            if unit.arm.is_gun() || body.formation == Formation::Square {
                examiner.wrong(
                    &format!("{place}.charging"),
                    "guns and squares do not charge (DOE-17.2.4-c, DOE-12.3-e)",
                );
            }
        }
        let contact = contact(examiner, &place, one.contact, &unit, &body);
        let strikes = word!(examiner, place, "strikes", one.strikes, Direction, Direction::Front);
        let role = if one.reinforcing { Role::Reinforcing } else { Role::InContact };
        fighters.push(Fighter { unit, strikes, role, contact });
        *seat = Some(body);
    }
    if !fighters.is_empty() && fighters.iter().all(|fighter| fighter.role == Role::Reinforcing) {
        examiner.wrong(&place, "somebody must be in contact for others to reinforce (DOE-17.5-e)");
    }
    (fighters, bodies)
}

fn contact(examiner: &mut Examiner, path: &str, given: Option<u8>, unit: &Unit, body: &Body) -> u8 {
    let all = unit.stands(body);
    match given {
        None => all,
        Some(n) if n <= all => n,
        Some(n) => {
            examiner.wrong(&format!("{path}.contact"), format!("{n}; the unit has {all} stands"));
            all
        }
    }
}

fn assault(examiner: &mut Examiner, file: &AssaultFile, charts: &Arc<Charts>) -> Contest {
    examiner.head(&file.title, [&file.attacker.name, &file.defender.name]);
    let readings = file.readings;
    let (first, first_bodies) = fighters(examiner, "attacker", &file.attacker, charts);
    let (second, second_bodies) = fighters(examiner, "defender", &file.defender, charts);
    let before: Bodies = BySide::new(first_bodies, second_bodies);
    let fights = |bodies: &[Option<Body>; FIGHTERS_MAX]| {
        bodies.iter().flatten().any(|body| body.order != Order::Routing)
    };
    if !fights(&before.first) && !fights(&before.second) && examiner.problems.is_empty() {
        examiner.wrong("attacker.fighter", "everybody routs: somebody must fight");
    }
    let rules = AssaultRules {
        charts: charts.clone(),
        readings,
        names: BySide::new(file.attacker.name.clone(), file.defender.name.clone()),
        fighters: BySide::new(first, second),
        higher: examiner.higher("higher", file.higher.as_deref()),
        before,
        policies: BySide::new(
            examiner.policy("attacker", &file.attacker.policy),
            examiner.policy("defender", &file.defender.policy),
        ),
    };
    Contest::Assault(Assault::start(before), Arc::new(rules))
}

/// One side of a charge.
struct Party {
    unit: Unit,
    body: Body,
    horse: HorseBattery,
    bearing: u8,
    contact: u8,
}

fn party(examiner: &mut Examiner, path: &str, file: &ChargeSideFile, charts: &Charts) -> Party {
    let (unit, body, horse) = examiner.unit(path, &file.unit, charts);
    let bearing = bearing(examiner, path, file.bearing, &unit, &body);
    let contact = contact(examiner, path, file.contact, &unit, &body);
    Party { unit, body, horse, bearing, contact }
}

fn charge(examiner: &mut Examiner, file: &ChargeFile, charts: &Arc<Charts>) -> Contest {
    examiner.head(&file.title, [&file.attacker.name, &file.defender.name]);
    let readings = file.readings;
    let first = party(examiner, "attacker", &file.attacker, charts);
    let second = party(examiner, "defender", &file.defender, charts);
    examiner.refuse("attacker.unit", may_charge((&first.unit, &first.body), (&second.unit, &second.body)));
    let strikes = word!(examiner, "way", "strikes", file.way.strikes, Direction, Direction::Front);
    let names = BySide::new(file.attacker.name.clone(), file.defender.name.clone());
    let policies = BySide::new(
        examiner.policy("attacker", &file.attacker.policy),
        examiner.policy("defender", &file.defender.policy),
    );
    let fighter = |party: &Party, strikes: Direction| Fighter {
        unit: party.unit.clone(),
        strikes,
        role: Role::InContact,
        contact: party.contact,
    };
    let all_round = matches!(second.body.formation, Formation::Square | Formation::Skirmish);
    let assault = AssaultRules {
        charts: charts.clone(),
        readings,
        names: names.clone(),
        fighters: BySide::new(
            vec![fighter(&first, if all_round { Direction::Front } else { strikes })],
            vec![fighter(&second, Direction::Front)],
        ),
        higher: examiner.higher("way.higher", file.way.higher.as_deref()),
        before: BySide::new(first.body, second.body).map(alone),
        policies,
    };
    let screen = file.screen.as_ref().map(|screen| {
        let (mark, body) = lane(examiner, "screen", screen, charts);
        Screen { unit: mark.unit, body, distance: screen.distance.0 }
    });
    if screen.as_ref().is_some_and(|screen| screen.distance >= file.way.distance.0) {
        examiner.wrong("screen.distance", "the screen stands between the charger and its target");
    }
    let mut rules = ChargeRules {
        charts: charts.clone(),
        readings,
        names,
        before: BySide::new(first.body, second.body),
        units: BySide::new(first.unit, second.unit),
        distance: file.way.distance.0,
        first_impulse: Length::default(),
        deductions: file.way.deductions.map_or(Length::default(), |text| text.0),
        strikes,
        slope: if file.way.steep { Slope::SteepUp } else { Slope::Easy },
        passage: if file.way.disorders { Passage::Disorders } else { Passage::Clear },
        manoeuvre: match file.way.changes_formation {
            true => Manoeuvre::ChangesFormation,
            false => Manoeuvre::KeepsFormation,
        },
        horse_battery: second.horse,
        bearing: BySide::new(first.bearing, second.bearing),
        screen,
        assault,
        policies,
    };
    rules.first_impulse = first_impulse(examiner, &file.way, &rules);
    Contest::Charge(Box::new(Charge::start(&rules.before)), Arc::new(rules))
}

/// How far the 1st Impulse goes: more than a quarter, at most half of the way, and at most half of the
/// allowance. [17.2.3-a] [17.2.2-g]
fn first_impulse(examiner: &mut Examiner, way: &WayFile, rules: &ChargeRules) -> Length {
    let (distance, allowance) = (rules.distance, rules.allowance(Side::First));
    if distance > allowance {
        let refusal = Refusal::new(
            rule!("17.2.2-g"),
            format!("the charge reaches {allowance} inches, and the target is {distance} away"),
        );
        examiner.refuse("way.distance", Err(refusal));
    }
    let farthest = distance.half().min(allowance.half());
    let Some(given) = way.first_impulse.map(|text| text.0) else { return farthest };
    if given > farthest || !given.times_exceeds(4, distance) {
        let words =
            format!("the 1st Impulse goes more than a quarter of {distance} inches and at most {farthest}");
        examiner.refuse("way.first-impulse", Err(Refusal::new(rule!("17.2.3-a"), words)));
    }
    given
}
