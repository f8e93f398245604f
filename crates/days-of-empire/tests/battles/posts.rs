//! Posts and places: engineers under fire, generals of a nation, who is hidden, mapped, overflowing or comes on late.

use crate::battle;
use crate::before::{DICE, everybody, id, rosters, script, steps};
use grognard_board::table::Point;
use grognard_days_of_empire::TITLES;
use grognard_days_of_empire::battle::campaign::{Campaign, Post};
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::staff::Vacant;
use grognard_days_of_empire::battle::state::Place;
use grognard_days_of_empire::battle::{Battle, Phase};
use grognard_days_of_empire::command::Quality;
use grognard_days_of_empire::readings::StaffQuality;
use grognard_days_of_empire::staff::{Health, Hour, Phase as BookPhase, QualityDie};
use grognard_days_of_empire::title::Deployment;
use grognard_umpire::Side;
use std::sync::Arc;

fn placing(battle: &Battle<Measured>) -> bool {
    matches!(battle.phase, Phase::Deployment(_))
}

/// 19.4: a British and a Russian general by the tables of their nations; a Sardinian by the ordinary one.
#[test]
fn nations_rate_their_generals() {
    let rated = |nation: &str, die: u16| {
        let mut rules = rosters();
        rules.readings.staff_quality = StaffQuality::National;
        rules.nations.second = vec![nation.to_owned()];
        rules.national_quality.second = QualityDie::read(&crate::charts(), nation).unwrap();
        let mut dice = script(&[], &[1, 2, die, die, die]);
        let (battle, _) = steps(Battle::new(&rules, Measured::default()), &rules, &mut dice, placing);
        let second = rules
            .commands
            .iter()
            .filter(|one| one.side == Side::Second)
            .filter_map(|one| one.general)
            .find(|general| battle.now.unit(*general).quality != Quality::Capable);
        let first = id(&battle, &rules, "brigcomm");
        (battle.now.unit(first).quality, second.map(|general| battle.now.unit(general).quality))
    };
    assert_eq!(
        rated("Russian", 3),
        (Quality::Inept, Some(Quality::Inept)),
        "2 is inept in a Briton, 3 in a Russian"
    );
    assert_eq!(rated("Sardinian", 3).1, None, "and capable in a Sardinian");
}

/// 16.1-e: a tie is thrown again.
#[test]
fn who_places_first_is_thrown_for_again_after_a_tie() {
    let rules = rosters();
    let dice = [&DICE[..5], &[4, 4, 5, 2]].concat();
    let mut orders = script(&["rest regi"], &dice);
    let all = |battle: &Battle<Measured>| battle.now.unplaced(&rules, Side::Second).len();
    let start = Battle::new(&rules, Measured::default());
    let before = all(&start);
    let (battle, _) = steps(start, &rules, &mut orders, |battle| all(battle) == before);
    assert!(
        orders.dice.is_empty() && orders.orders.is_empty(),
        "four dice, and the lower places: {:?}",
        orders.refusals
    );
    assert!(all(&battle) < before);
}

/// 16.2-b: whoever finds no room in the zone waits behind the others, off the table.
#[test]
fn who_does_not_fit_waits_off_the_table() {
    let mut rules = rosters();
    let corner = |x: i32, y: i32| Point::new(x * 1000, y * 1000);
    rules.zones.first = vec![corner(30, 0), corner(44, 0), corner(44, 6), corner(30, 6)];
    let mut orders = script(&IN_TURN, &DICE);
    let (battle, _) = steps(Battle::new(&rules, Measured::default()), &rules, &mut orders, placing);
    let waiting = |side: Side| {
        let off = |unit: &UnitId| battle.now.unit(*unit).place == Place::OffBoard;
        battle.now.all().filter(|unit| rules.profile(*unit).side == side && off(unit)).count()
    };
    assert!(waiting(Side::First) > 2, "two of them by their owner's wish: {:?}", orders.refusals);
    assert_eq!(waiting(Side::Second), 0, "there is room on the other side");
}

/// The brigades of both rosters in the order in which they may be placed.
const IN_TURN: [&str; 6] = [
    "reserve lighhors",
    "rest regi",
    "rest lighbrig",
    "rest hussbrig",
    "rest first-army",
    "rest second-army",
];

/// 3.3-e, 16.1-a: with maps nobody stands on the table before both are drawn.
#[test]
fn maps_are_shown_together() {
    let mut rules = rosters();
    rules.deployment = Deployment::ByMap;
    let mut first = script(&["reserve lighhors", "rest lighbrig", "rest first-army"], &DICE[..5]);
    let drawing = |battle: &Battle<Measured>| !battle.now.unplaced(&rules, Side::First).is_empty();
    let (battle, _) = steps(Battle::new(&rules, Measured::default()), &rules, &mut first, drawing);
    let of = |battle: &Battle<Measured>, place: Place| {
        battle.now.all().filter(|unit| battle.now.unit(*unit).place == place).count()
    };
    assert!(of(&battle, Place::Mapped) > 5 && of(&battle, Place::Table) == 0, "{:?}", first.refusals);
    let mut second = script(&["rest regi", "rest hussbrig", "rest second-army"], &[]);
    let (battle, _) = steps(battle, &rules, &mut second, placing);
    assert!(of(&battle, Place::Mapped) == 0 && of(&battle, Place::Table) > 10, "{:?}", second.refusals);
}

/// The village on the Chorgun road: a wood, a town, a brigade that comes on at the eastern edge.
fn chorgun() -> (Battle<Measured>, Campaign) {
    let text = TITLES.get_file("chorgun-road.toml").unwrap().contents_utf8().unwrap();
    let (battle, rules) = battle(text);
    (battle, Campaign::clone(&Arc::clone(&rules)))
}

/// 16.4: who hides does so in or behind something, where he was written down.
#[test]
fn troops_hide_behind_something() {
    let mut rules = rosters();
    let (_, wooded) = chorgun();
    // The swamp and the wood of the village lie within the zone of the first side here.
    (rules.land, rules.terrain, rules.pieces) = (wooded.land, wooded.terrain, wooded.pieces);
    rules.zones.first = vec![(0, 0), (60, 0), (60, 36), (0, 36)]
        .into_iter()
        .map(|(x, y)| Point::new(x * 1000, y * 1000))
        .collect();
    let lancers = id(&Battle::new(&rules, Measured::default()), &rules, "17thlanc");
    let mut orders = script(&["!hide 17thlanc 55 6 0 column", "hide 17thlanc 42 21.5 0 column"], &DICE);
    let hidden = |battle: &Battle<Measured>| battle.now.unit(lancers).place == Place::Hidden;
    let (battle, _) =
        steps(Battle::new(&rules, Measured::default()), &rules, &mut orders, |battle| !hidden(battle));
    let wanted = "hidden units stand in or behind woods, houses, walls or crests (DOE-16.4-a)";
    assert!(orders.refusals[0].contains(wanted), "{:?}", orders.refusals);
    assert_eq!(battle.now.unit(lancers).pose.at, Point::new(42_000, 21_500), "{:?}", orders.refusals);
}

/// 16.5-g: a brigade that is to come on from the flank does so while any of it is open.
#[test]
fn an_open_flank_is_used() {
    let (mut battle, rules) = chorgun();
    battle.now.turn = 3;
    battle.phase = Phase::Announce(Side::Second);
    let mut orders = script(&["!bring cav-r north 30", "bring cav-r east 37", "done"], &[]);
    let (battle, _) =
        steps(battle, &rules, &mut orders, |battle| battle.phase == Phase::Announce(Side::Second));
    assert!(
        orders.refusals[0].contains("the flank is open to it: it comes on there (DOE-16.5-g)"),
        "{:?}",
        orders.refusals
    );
    assert_eq!(battle.now.arriving.len(), 1, "{:?}", orders.refusals);
}

/// 14.3-g: a general who is well again is put beside a unit of his formation.
#[test]
fn a_general_comes_back_to_his_own() {
    let rules = rosters();
    let mut battle = everybody(&rules);
    let general = id(&battle, &rules, "brigcomm");
    let command = battle.now.post_of(&rules, general).unwrap();
    let health = Health::Wounded(Hour { turn: 3, phase: BookPhase::Shooting });
    battle.now.vacant.push(Vacant { command, health, since: 1, quality: Quality::Capable, filled: false });
    battle.now.unit_mut(general).place = Place::Gone;
    battle.now.turn = 3;
    battle.phase = Phase::Effects;
    let mut orders = script(&["23rdfusi"], &[]);
    let (battle, _) = steps(battle, &rules, &mut orders, |battle| battle.phase == Phase::Effects);
    let (state, unit) = (battle.now.unit(general), id(&battle, &rules, "23rdfusi"));
    assert_eq!((state.place, state.rides_with), (Place::Table, Some(unit)), "{:?}", orders.account);
}

const ENGINEERS: &str = r#"
system = "days-of-empire"
kind = "situation"
title = "Engineers before a gun"
table = "36 36"
turns = 2
attacker = "first"
[first]
name = "the first"
home = "180"
troops = [
  { key = "g1", unit = { name = "g1", arm = "field-gun" }, at = "18 4 0" },
  { key = "s1", unit = { name = "s1", arm = "infantry", class = 3, stands = 4, weapon = "rifle", formation = "skirmish", first-fire = "spent" }, at = "10 20 0" },
]
[second]
name = "the second"
home = "0"
troops = [
  { key = "e1", unit = { name = "e1", arm = "staff" }, at = "18 22 180" },
  { key = "f33", unit = { name = "f33", arm = "infantry", class = 3, stands = 4, weapon = "rifle" }, at = "30 22 180" },
]
"#;

/// 13.1-b, 13.3-b, 17.3.8-i: a lone engineer officer is spared by guns and dispersed; pioneers are shot at like foot in column.
#[test]
fn engineers_are_spared_and_pioneers_are_not() {
    let shot = |post: Post, orders: &[&str], dice: &[u16]| {
        let (mut battle, rules) = battle(ENGINEERS);
        let mut rules = Campaign::clone(&rules);
        let unit = id(&battle, &rules, "e1");
        rules.units[unit.index()].post = Some(post);
        battle.now.unit_mut(unit).body.strength = if post == Post::Engineer { 1 } else { 6 };
        battle.phase = Phase::DeclareFire(Side::First, None);
        let mut script = script(orders, dice);
        let shooting = |battle: &Battle<Measured>| battle.phase.of_book() == BookPhase::Shooting;
        let (battle, _) = steps(battle, &rules, &mut script, shooting);
        let left = battle.now.unit(unit).body.strength;
        (left, std::mem::take(&mut script.refusals), script.account.join("\n"))
    };
    let (_, refusals, _) = shot(Post::Engineer, &["!fire g1 e1"], &[]);
    assert!(refusals[0].contains("only skirmishers aim at staff (DOE-17.3.8-i)"), "{refusals:?}");
    // At a column 3 hits at 18 inches, at men dispersed it does not.
    let (left, refusals, account) = shot(Post::Pioneers, &["fire g1 e1"], &[3, 6, 6, 6]);
    assert_eq!(left, 5, "{refusals:?} {account}");
    let (_, refusals, account) = shot(Post::Engineer, &["fire s1 e1"], &[6, 6, 6]);
    assert!(refusals.is_empty() && account.contains("S1: fire at"), "{refusals:?} {account}");
}

/// 16.4-d: a hidden unit stays as it is.
#[test]
fn hidden_troops_do_not_move() {
    let (mut battle, rules) = battle(ENGINEERS);
    let unit = id(&battle, &rules, "s1");
    battle.now.unit_mut(unit).place = Place::Hidden;
    battle.phase = Phase::Moves(Side::First);
    let mut orders = script(&["!s1 advance 1", "g1 advance 1"], &[]);
    steps(battle, &rules, &mut orders, |battle| matches!(battle.phase, Phase::Moves(Side::First)));
    assert!(orders.refusals[0].contains("DOE-16.4-d"), "{:?}", orders.refusals);
}

/// 17.2.2-c, A10: one declaration is one test, with the worst class in it.
#[test]
fn a_brigade_that_charges_tests_once() {
    let text = TITLES.get_file("two-battalions.toml").and_then(|file| file.contents_utf8()).expect("a title");
    let k1 = "formation = \"manoeuvre-column\", at = \"18 12 0\" }";
    let both = "formation = \"manoeuvre-column\", at = \"16 14 0\" },\n    { key = \"k2\", name = \"2nd Kazan\", troops = \"Russian line\", class = 1, stands = 12, formation = \"manoeuvre-column\", at = \"21 14 0\" }";
    assert!(text.contains(k1));
    let text = text.replace(k1, both).replace("at = \"18 24 180\"", "at = \"18 22 180\"");
    let mut script = script(&["charge brigade kaz f33"], &[3]);
    let (battle, rules) = crate::play(&text, &mut script);
    let told = script.account.join("\n");
    assert_eq!(told.matches("To Charge test").count(), 1, "{told}");
    assert!(told.contains("total 3, die 3: no charge"), "the class of the 2nd counts: {told}");
    for key in ["k1", "k2"] {
        assert!(battle.now.unit(id(&battle, &rules, key)).marks.no_closer, "{key} may come no nearer");
    }
}
