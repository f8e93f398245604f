//! Two front ends, one set of rules: a battle is played on the measured table, what people at a real table would have
//! been asked is taken down with its answers, and the battle is played again by the umpire of a real table. The account
//! is the same, line by line.

use super::charts;
use grognard_board::table::{FeatureId, Mils, Pose};
use grognard_days_of_empire::battle::campaign::Campaign;
use grognard_days_of_empire::battle::ground::{
    Aimed, Approach, Charging, Course, Flight, Ground, Met, Moved, Ran, Reckoned, Refuge, Running, Shelter,
    Shots, Survey, Volleyed, Way,
};
use grognard_days_of_empire::battle::ids::{CommandId, UnitId, Units};
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::pushed::said;
use grognard_days_of_empire::battle::reserves::Arriving;
use grognard_days_of_empire::battle::state::{Position, Scene};
use grognard_days_of_empire::battle::told::Told;
use grognard_days_of_empire::battle::{Battle, BattleEnd};
use grognard_days_of_empire::charge::Slope;
use grognard_days_of_empire::charts::Lasting;
use grognard_days_of_empire::fire::Gait;
use grognard_days_of_empire::length::Length;
use grognard_days_of_empire::terrain::{Density, PieceKind};
use grognard_days_of_empire::title::army::Edge;
use grognard_days_of_empire::unit::{Cover, CoverOf, Direction, Formation, Support};
use grognard_days_of_empire::{Asks, Contest, TITLES, open};
use grognard_umpire::{
    Asked, Asking, Choice, Dice, Generator, Offer, Openness, Orders, Procedure, Ruling, Side, Topic, Umpire,
};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, Mutex};

/// Measures, then lets the real table's umpire ask, with the measured answer at hand.
macro_rules! ask {
    ($self:ident, $answers:expr, |$told:ident, $scribe:ident| $call:expr) => {{
        let answers = $answers;
        let Surveyed { told: $told, taken_down, .. } = &mut *$self;
        let $scribe = &mut Scribe { answers, taken_down };
        $call.expect("everything is answered")
    }};
}

mod charging;
mod players;
mod running;
mod scribe;
mod shots;
mod survey;

use players::*;
use scribe::*;

/// Something said to the umpire: what was asked, and the answer.
type Answered = (Option<Side>, Topic, String);

/// A measured table, and somebody beside it who takes down what people would be asked.
#[derive(Clone, Debug, Default)]
struct Surveyed {
    measured: Measured,
    told: Told,
    taken_down: Arc<Mutex<Vec<Answered>>>,
}

impl PartialEq for Surveyed {
    fn eq(&self, _: &Surveyed) -> bool {
        true
    }
}
impl Eq for Surveyed {}
impl Hash for Surveyed {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Ground for Surveyed {
    const IS_MEASURED: bool = true;

    fn ready(&mut self, scene: Scene<'_>) {
        self.measured.ready(scene);
    }

    fn new_phase(&mut self) {
        self.told.new_phase();
    }

    fn place(
        &mut self,
        scene: (&Campaign, &mut Position),
        side: Side,
        how: (Option<CommandId>, Openness),
        ump: &mut impl Umpire,
    ) -> Asked<Option<CommandId>> {
        self.measured.place(scene, side, how, ump)
    }

    fn entry_points(&mut self, scene: Scene<'_>, side: Side) -> Vec<(Edge, Mils, bool)> {
        self.measured.entry_points(scene, side)
    }

    fn enter(
        &mut self,
        scene: (&Campaign, &mut Position),
        unit: UnitId,
        arriving: Arriving,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Pose>> {
        let (rules, now) = scene;
        let mut before = now.clone();
        let found = self.measured.enter((rules, now), unit, arriving, ump)?;
        ask!(self, vec![yes(Asks::RoomAtTheEdge, found.is_some())], |told, scribe| told.enter(
            (rules, &mut before),
            unit,
            arriving,
            scribe
        ));
        Ok(found)
    }

    fn ordinary_move(
        &mut self,
        (rules, now): (&Campaign, &mut Position),
        side: Side,
        ump: &mut impl Umpire,
    ) -> Asked<Moved> {
        let before = now.clone();
        let mut heard = Overheard { inner: ump, last: None };
        let moved = self.measured.ordinary_move((rules, now), side, &mut heard)?;
        let Some((asking, text)) = heard.last else { return Ok(moved) };
        let text = said(&mut self.measured.clone(), (rules, &before), side, &text)
            .unwrap_or_else(|refusal| panic!("{text}: {refusal}"));
        let marches = text.ends_with("force march");
        self.taken_down.lock().unwrap().push((asking.by, Asks::NextMove.into(), text));
        if let Moved::Unit(unit) = moved {
            let unknown = |now: &Position, at: u8| {
                Scene { rules, now }.piece(FeatureId(at)) == PieceKind::Wood(Density::Unknown)
            };
            let woods = (0..rules.pieces.len() as u8).filter(|at| !marches && unknown(&before, *at));
            for at in woods {
                let near = if unknown(now, at) { "no" } else { "yes" };
                let topic = Asks::AnUnknownWoodNear.into();
                self.taken_down.lock().unwrap().push((asking.by, topic, near.to_owned()));
            }
            // What was said of it may be so no more.
            self.told.charge_on(
                (rules, &mut before.clone()),
                unit,
                Way::default(),
                Length::default(),
                ump,
            )?;
        }
        Ok(moved)
    }

    fn clock(&mut self, scene: (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.measured.clock(scene, ump)
    }
}

fn played<G: Ground>(mut battle: Battle<G>, rules: &Campaign, ump: &mut impl Umpire) -> BattleEnd {
    for _ in 0..100_000 {
        match battle.step(rules, ump).expect("everything is answered") {
            Continue(next) => battle = next,
            Break(end) => return end,
        }
    }
    panic!("no end")
}

/// A battle on the measured table; the orders of charges say how far their 1st Impulse went.
fn measured(title: &str, seed: u64) -> (BattleEnd, Reader, Vec<String>) {
    let Ok(Contest::Battle(battle, rules)) = open("title.toml", title, &charts()) else { panic!("a battle") };
    let ground = Surveyed::default();
    let taken_down = Arc::clone(&ground.taken_down);
    let mut player = Player {
        dice: Generator::new(seed),
        thrown: Vec::new(),
        last: 0,
        taken_down: Arc::clone(&taken_down),
        account: Vec::new(),
    };
    let mut battle = Battle { now: battle.now, ground, phase: battle.phase };
    let end = loop {
        let declared = battle.now.charges.len();
        let noted = taken_down.lock().unwrap().len();
        let next = battle.step(&rules, &mut player).expect("everything is answered");
        let next = match next {
            Continue(next) => next,
            Break(end) => break end,
        };
        let mut list = taken_down.lock().unwrap();
        if let (Some(onrush), Some(order)) = (
            next.now.charges.get(declared),
            list.iter_mut().skip(noted).find(|one| one.2.starts_with("charge ") && !one.2.contains(" of ")),
        ) {
            order.2 += &format!(" advance {}", onrush.first);
        }
        drop(list);
        battle = next;
    };
    let answers = taken_down.lock().unwrap().drain(..).collect();
    let dice = player.thrown.into_iter().collect();
    (end, Reader { dice, last: 0, answers, account: Vec::new() }, player.account)
}

/// Plays a title on both tables.
fn both(title: &str, seed: u64) {
    let (end, mut reader, account) = measured(title, seed);
    let real = title.replacen("kind = \"battle\"", "kind = \"umpired-battle\"", 1);
    let Ok(Contest::Umpired(battle, rules)) = open("title.toml", &real, &charts()) else {
        panic!("an umpired battle")
    };
    let again = played(*battle, &rules, &mut reader);
    for (number, (one, other)) in account.iter().zip(&reader.account).enumerate() {
        assert_eq!(one, other, "seed {seed}, line {number} of the account");
    }
    assert_eq!(account.len(), reader.account.len(), "seed {seed}");
    assert_eq!(end, again, "seed {seed}");
    assert!(reader.answers.is_empty() && reader.dice.is_empty(), "seed {seed}: something was not asked");
}

pub(super) fn title(name: &str) -> &'static str {
    TITLES.get_file(name).unwrap().contents_utf8().unwrap()
}

#[test]
fn a_battle_on_the_screen_and_on_a_real_table_gives_one_account() {
    for seed in 0..12 {
        both(title("two-battalions.toml"), seed);
        both(title("thin-red-line.toml"), seed);
    }
}

/// The greater titles, on demand: `GROGNARD_LONG=1 cargo nextest run -p grognard-days-of-empire greater_battles`.
#[test]
fn greater_battles_give_one_account_too() {
    if std::env::var_os("GROGNARD_LONG").is_none() {
        return;
    }
    let mut wrong = Vec::new();
    for name in ["two-battalions", "thin-red-line", "the-alma", "balaclava", "traktir-bridge", "chorgun-road"]
    {
        for seed in 0..12 {
            let run = || both(title(&format!("{name}.toml")), seed);
            if let Err(error) = std::panic::catch_unwind(run) {
                let text = error.downcast_ref::<String>().cloned().unwrap_or_default();
                wrong.push(format!("{name} {seed}: {text}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}
