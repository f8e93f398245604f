//! The course of a land battle, situation by situation: each test is named for what the clause says.

use crate::field::*;
use grognard_eu9::{BATTLES, Charts, Contest, Fate, Stack, Thirds, as_the_guide_counts, guide_example, open};
use grognard_testkit::record;
use grognard_umpire::{Header, Session, Side};
use std::sync::Arc;

#[test]
fn the_guides_example_look_up_by_look_up() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let text = BATTLES.get_file("italian-plain.toml").unwrap().contents_utf8().unwrap();
    let Ok(Contest::LandBattle(_, engagement)) = open("italian-plain.toml", text, &charts) else {
        panic!("opens")
    };
    for look_up in guide_example(&engagement) {
        record::exercised(&[look_up.clause.id()]);
        if look_up.clause.id() == "EU9-EXAMPLE-r" {
            // The guide miscounts: France has taken two stars of three.
            assert_eq!((look_up.printed, look_up.ours.as_str()), ("2, 1", "1, 1"));
        } else {
            assert_eq!(look_up.ours, look_up.printed, "{} {}", look_up.clause, look_up.what);
        }
    }
    // With France at 2, as the guide counts, everything after it comes out as printed.
    let session = Session::start(as_the_guide_counts(&engagement), engagement, Header::default());
    let end = Fought::go_on(session, "9 3 A+/A- 7 7").end();
    assert_eq!((end.winner, end.major), (Some(Side::First), true));
    assert_eq!((end.losses.first, end.losses.second), (Thirds::whole(2), Thirds::whole(5)));
    assert!(end.routed.second && !end.routed.first);
    assert_eq!(end.kept.second, Stack::default());
}

#[test]
fn a_side_without_a_leader_draws_one() {
    let mut field = field();
    field.attacker = army("spain", "A-", "muskets", "leader = \"replacement\"");
    let fought = field.fight("1 5");
    assert_eq!(
        fought.ruling("spain has no leader").text,
        "spain has no leader and draws one with MAN 2, FIRE 3, SHOCK 2"
    );
    assert_eq!(fought.sum("Day 1 Fire of spain"), 1, "FIRE 3 against 2");
    let natives = Field {
        theatre: "rest-of-the-world",
        attacker: army("natives", "A+ A-", "medieval", "leader = \"replacement\""),
        ..field
    };
    assert!(natives.fight("2").ruling("natives has no leader").text.ends_with("MAN 4, FIRE 0, SHOCK 5"));
    let end = natives.fight("2").finish(1);
    assert_eq!(end.leaders.first, Fate::NotTested, "a substitute leaves with the battle");
}

#[test]
fn fire_then_shock_for_two_days_and_no_third() {
    let asked = |answers: &str| field().fight(answers).asked();
    assert_eq!(asked(""), "day-1-fire");
    assert_eq!(asked("1 1"), "day-1-shock");
    assert_eq!(asked("1 1 1 1"), "leave-the-field-after-day-1");
    assert_eq!(asked("1 1 1 1 stay stay"), "day-2-fire");
    assert_eq!(asked("1 1 1 1 stay stay 1 1"), "day-2-shock");
    assert_eq!(asked("1 1 1 1 stay stay 1 1 1 1"), "retreat-losses", "a draw: both withdraw, nobody pursues");
    let three = Field { rules: "days = \"three\"".to_owned(), ..field() };
    assert_eq!(three.fight("1 1 1 1 stay stay 1 1 1 1").asked(), "day-3-fire");
    let fought = three.fight("1 1 1 1 stay stay 1 1 1 1 1 1 1 1");
    assert_eq!(fought.sum("Day 3 Fire of portugal"), -1, "like the second day");
    assert_eq!(fought.asked(), "retreat-losses");
}

#[test]
fn morale_by_technology_veterans_and_tercios() {
    let morale = |country: &str, technology: &str, enemy: &str, more: &str, year| {
        let field = Field {
            year,
            attacker: army(country, "A+", technology, more),
            defender: army("turkey", "A+", enemy, ""),
            ..field()
        };
        let text = field.fight("").ruling(&format!("{country}: morale")).text.clone();
        text.trim_start_matches(|c: char| !c.is_ascii_digit()).chars().next().unwrap().to_digit(10).unwrap()
    };
    assert_eq!(morale("portugal", "medieval", "medieval", "", 1500), 1);
    assert_eq!(morale("portugal", "renaissance", "medieval", "", 1500), 1);
    assert_eq!(morale("portugal", "renaissance", "renaissance", "", 1500), 2);
    assert_eq!(morale("portugal", "arquebus", "arquebus", "", 1550), 2);
    assert_eq!(morale("portugal", "arquebus", "arquebus", "veteran = true", 1550), 3);
    assert_eq!(morale("spain", "arquebus", "arquebus", "veteran = true\ntercios = true", 1550), 4);
    for technology in ["muskets", "baroque", "manoeuvre", "lace"] {
        assert_eq!(morale("portugal", technology, "muskets", "", 1780), 3);
    }
    let pashas = Field {
        defender: army("turkey", "A+ pasha", "muskets", "corps = \"janissary\"\nveteran = true"),
        ..field()
    };
    assert_eq!(
        pashas.fight("").ruling("turkey: morale").text,
        "turkey: morale 3",
        "pashas make it conscript"
    );
    let timars = Field { defender: army("turkey", "A+", "muskets", "veteran = true"), ..field() };
    let refused = timars.refused();
    assert!(refused.contains("defender.veteran") && refused.contains("EU9-STACK-s"), "{refused}");
    let janissaries = Field {
        defender: army("turkey", "A+", "muskets", "corps = \"janissary\"\nveteran = true"),
        ..field()
    };
    assert_eq!(janissaries.fight("").ruling("turkey: morale").text, "turkey: morale 4, veterans");
}

#[test]
fn an_army_without_morale_routs_and_its_own_roll_still_counts() {
    // Muskets against muskets: column C; 10 is two stars, so two Fires of 10 against morale 3 need help.
    let mut field = field();
    field.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 5, shock = 2 }");
    // 10 + 3 = 13 in column C: three stars at once.
    let fought = field.fight("10 10");
    assert_eq!(fought.ruling("venice has no morale").clause.id(), "EU9-BATTLE-g");
    assert_eq!(fought.asked(), "pursuit", "no Shock any more");
    let end = fought.finish(4);
    assert_eq!(end.winner, Some(Side::First));
    assert!(end.routed.second);
    assert!(end.losses.first > Thirds::ZERO, "venice's 10 in the same Fire still hurt");
}

#[test]
fn both_routed_is_a_draw() {
    let mut field = field();
    let leader = "leader = { manoeuvre = 2, fire = 5, shock = 2 }";
    field.rules = "profile = \"guide\"".to_owned();
    field.year = 1780;
    field.attacker = army("france", "2A+", "lace", leader);
    field.defender = army("prussia", "2A+", "lace", leader);
    // Lace against lace: column B; 6 artillery and more give +1, so a 10 is 11: two stars each. Shock: 10 is two stars.
    let fought = field.fight("10 10 10 10");
    assert_eq!(fought.ruling("A draw").text, "A draw: both have run (morale france 0, prussia 0)");
    let end = fought.finish(5);
    assert!(end.winner.is_none() && end.routed.first && end.routed.second);
}

#[test]
fn the_second_day_and_a_failed_retreat() {
    let fought = field().fight("5 5 5 5 retreat 10 stay 5 5 5 5");
    assert_eq!(
        fought.ruling("venice tries to leave").text,
        "venice tries to leave with MAN 2 and morale 3: it takes 5 or less, and a 10 fails"
    );
    assert_eq!(fought.sum("Day 2 Fire of portugal"), 0, "-1 of the day, +1 of the failure");
    assert_eq!(fought.sum("Day 2 Fire of venice"), -1);
    let both = field().fight("5 5 5 5 retreat 10 retreat 10 5 5 5 5");
    assert_eq!((both.sum("Day 2 Shock of portugal"), both.sum("Day 2 Shock of venice")), (0, 0));
}

#[test]
fn who_may_leave_first_and_what_it_takes() {
    let side = |more: &str| {
        let field = Field { more: more.to_owned(), ..field() };
        let fought = field.fight("5 5 5 5");
        fought.0.pending()[0].asking.by.unwrap()
    };
    assert_eq!(side(""), Side::Second, "the non-phasing side decides first");
    assert_eq!(side("interception = \"by-defender\""), Side::First);
    // MAN 2 + morale 3 = 5.
    let gone = |rules: &str, face: u8| {
        let field = Field { rules: rules.to_owned(), ..field() };
        field.fight(&format!("5 5 5 5 retreat {face}")).asked() == "pursuit"
    };
    assert!(gone("", 5) && !gone("", 6));
    assert!(gone("retreat-roll = \"under\"", 4) && !gone("retreat-roll = \"under\"", 5));
    let end = field().fight("5 5 5 5 retreat 1").finish(4);
    assert_eq!(end.winner, Some(Side::First), "whoever leaves has lost");
    assert!(!end.routed.second);
}

#[test]
fn destroyed_after_the_first_day() {
    let weak = Field {
        attacker: army("portugal", "2A+", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army(
            "venice",
            "A-",
            "muskets",
            "veteran = true\nleader = { manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        ..field()
    };
    // Column C at +4: a 4 is 8, 1 with a star; column B at +5: a 3 is 8, 1 1/3 with a star.
    let fought = weak.fight("4 1 3 1");
    assert_eq!(fought.ruling("venice has really lost").clause.id(), "EU9-BATTLE-t");
    assert_eq!(fought.ruling("Victory for portugal").clause.id(), "EU9-BATTLE-s");
    assert_eq!(fought.asked(), "pursuit", "no retreat attempts any more");
    let end = fought.finish(3);
    assert_eq!(
        (end.winner, end.losses.second, end.kept.second),
        (Some(Side::First), Thirds::whole(2), Stack::default())
    );
    // Exactly the size destroys it, unless the prose of 2020 is followed: 1 and 1 against 2 LD.
    let exact = |rules: &str| {
        let field = Field { rules: rules.to_owned(), ..weak.clone() };
        field.fight("4 1 2 1").asked()
    };
    assert_eq!(exact(""), "pursuit");
    assert_eq!(exact("destroyed = \"above-size\""), "leave-the-field-after-day-1");
    // So read, it may still win when the enemy leaves; but nobody is left to pursue.
    let field = Field { rules: "destroyed = \"above-size\"".to_owned(), ..weak.clone() };
    let left = field.fight("4 1 2 1 stay retreat 1");
    assert!(left.ruling("Victory for venice").text.contains("has left the field"));
    assert_eq!(left.ruling("venice has nobody left to pursue").clause.id(), "EU9-BATTLE-y");
    assert_eq!(left.asked(), "retreat-losses");
}

/// The die of the check is the die of the losses: a side it finds destroyed has lost, whatever its morale.
#[test]
fn the_seven_ld_die_of_the_check_decides() {
    let seven = |rules: &str| Field {
        rules: rules.to_owned(),
        attacker: army("portugal", "A+ A- LD", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army("venice", "A-", "muskets", "veteran = true"),
        ..field()
    };
    // 1 and 1 against 2 LD; two stars each, so that venice has 2 of 4 left and portugal 1 of 3.
    for rules in ["", "destroyed-at-the-end = \"settled\""] {
        let roll = seven(&format!("seven-on-day-one = \"roll\"\n{rules}"));
        let even = roll.fight("4 10 2 1 8");
        assert_eq!(even.ruling("venice has really lost").text, "venice has really lost 2 of 2 so far");
        assert!(even.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
        assert_eq!(even.asked(), "pursuit", "no second die for the 7 LD");
        assert!(Fought::go_on(even.0, "1").ruling("portugal dealt").text.contains("takes nothing off"));
        let odd = roll.fight("4 10 2 1 7");
        assert_eq!(odd.asked(), "leave-the-field-after-day-1");
    }
    // Without a die in the check it comes when the fighting is over, once.
    let fought = seven("").fight("4 10 2 1 stay stay 1 1 1 1");
    assert_eq!(fought.asked(), "small-stack-of-seven");
    let even = Fought::go_on(fought.0, "8");
    assert!(even.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    assert_eq!(even.ruling("Victory for portugal").clause.id(), "EU9-BATTLE-ag");
    assert_eq!(even.asked(), "pursuit");
}

/// With losses as they are finally counted 1 2/3 of 2 LD are 2 in Europe and destroy, 1 2/3 elsewhere. By default
/// rounding comes last, after the pursuit: who has more morale left has won and pursues with his last third, though
/// nobody of his is left in the end.
#[test]
fn a_destroyed_army_does_not_win() {
    let few = |rules: &str, theatre: &'static str| Field {
        rules: rules.to_owned(),
        theatre,
        attacker: army("portugal", "2A+", "muskets", ""),
        defender: army("venice", "A-", "muskets", "veteran = true"),
        ..field()
    };
    let answers = "6 1 5 1 stay stay 7 1 5 1";
    let fought = few("destroyed-at-the-end = \"settled\"", "europe").fight(answers);
    assert_eq!(fought.ruling("venice has really lost").text, "venice has really lost 1 of 2 so far");
    assert!(fought.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    let end = fought.finish(1);
    assert_eq!((end.winner, end.kept.second), (Some(Side::First), Stack::default()));
    let elsewhere = few("destroyed-at-the-end = \"settled\"", "rest-of-the-world").fight(answers);
    assert!(elsewhere.ruling("Victory for venice").text.contains("more morale left"));
    assert_eq!(elsewhere.asked(), "pursuit");
    // By the count of the first day it wins on morale, and what is left of it pursues.
    let unrounded = few("", "europe").fight(answers);
    assert!(unrounded.ruling("Victory for venice").text.contains("more morale left"));
    assert_eq!(unrounded.asked(), "pursuit");
    let end = unrounded.finish(1);
    assert_eq!((end.winner, end.kept.second), (Some(Side::Second), Stack::default()));
}

/// Single LD of lace: 5 thirds by Fire and 5 by Shock, less the cut of 2 LD, is more than the one LD there is.
fn single_ld() -> Field {
    Field {
        year: 1780,
        attacker: army("portugal", "LD", "lace", "veteran = true"),
        defender: army("venice", "LD", "lace", "veteran = true"),
        ..field()
    }
}

#[test]
fn both_destroyed_is_a_draw() {
    let fought = single_ld().fight("10 10 9 9");
    assert_eq!(fought.ruling("A draw").clause.id(), "EU9-BATTLE-ag");
    assert_eq!(fought.ruling("A draw").text, "A draw: both are destroyed (morale portugal 2, venice 2)");
    let end = fought.finish(1);
    assert_eq!((end.winner, end.major), (None, false));
    assert_eq!((end.kept.first, end.kept.second), (Stack::default(), Stack::default()));
}

#[test]
fn a_winner_who_has_run_does_not_pursue() {
    // Three stars rout the attacker in the Shock that wipes the defender out.
    let field = Field { attacker: army("portugal", "3LD", "lace", ""), ..single_ld() };
    let fought = field.fight("10 10 9 10");
    assert_eq!(fought.ruling("portugal has no morale").clause.id(), "EU9-BATTLE-g");
    assert!(fought.ruling("Victory for portugal").text.contains("the enemy is destroyed"));
    assert_eq!(fought.asked(), "retreat-losses", "no die of pursuit");
    let end = fought.finish(1);
    assert_eq!(end.winner, Some(Side::First));
    assert!(end.routed.first && !end.routed.second);
}

#[test]
fn more_morale_wins_after_the_second_day() {
    // One star of venice in the last Shock: 8 - 1 in column B.
    let fought = field().fight("1 1 1 1 stay stay 1 1 8 1");
    assert_eq!(fought.ruling("Victory for portugal").clause.id(), "EU9-BATTLE-w");
    assert_eq!(fought.asked(), "pursuit");
    let drawn = field().fight("1 1 1 1 stay stay 1 1 1 1");
    assert_eq!(drawn.ruling("A draw").clause.id(), "EU9-BATTLE-x");
    let end = drawn.finish(1);
    assert_eq!(end.winner, None);
}

#[test]
fn pursuit_and_its_modifiers() {
    let pursuit = |field: &Field, answers: &str| field.fight(answers).sum("portugal pursues");
    // Won on the second day by a star in the last Shock.
    let late = "1 1 1 1 stay stay 1 1 8 1 5";
    assert_eq!(pursuit(&field(), late), 0, "column E at +0, as in the guide's example");
    let rough = Field { terrain: "swamp", ..field() };
    assert_eq!(pursuit(&rough, "1 1 1 1 stay stay 1 1 9 1 5"), -1);
    let mut shock = field();
    shock.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 2, shock = 4 }");
    assert_eq!(pursuit(&shock, late), 2);
    assert_eq!(pursuit(&field(), "1 1 1 1 retreat 1 5"), 2, "over on the first day");
    let mut quick = field();
    quick.attacker = army("portugal", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 5, shock = 2 }");
    assert_eq!(pursuit(&quick, "10 1 5"), 3, "on the first day, and after a Fire");
    let mut turkey = Field { year: 1600, ..field() };
    turkey.attacker = army("turkey", "A+ A-", "muskets", "leader = { manoeuvre = 2, fire = 2, shock = 2 }");
    assert_eq!(turkey.fight("1 1 1 1 stay stay 1 1 8 1 5").sum("turkey pursues"), 1, "sipahi");
}

#[test]
fn pursuit_can_turn_a_retreat_into_a_rout() {
    // venice lost two stars of three (Shock 10 in column B is two), and then the pursuit takes one more.
    let fought = field().fight("1 1 10 1 stay stay 1 1 1 1 9");
    let text = &fought.ruling("portugal pursues").text;
    assert!(text.ends_with("the retreat of venice becomes a rout"), "{text}");
    assert!(fought.finish(1).routed.second);
    let calm = field().fight("1 1 10 1 stay stay 1 1 1 1 8");
    assert!(!calm.finish(1).routed.second);
}

#[test]
fn bad_battle_files_are_refused_by_name() {
    let text = field().text();
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refused = |from: &str, to: &str| {
        let text = text.replacen(from, to, 1);
        let error = open("field.toml", &text, &charts).err();
        error.map_or("accepted".to_owned(), |error| crate::playing::noted(error.to_string()))
    };
    insta::assert_snapshot!(
        [
            refused("terrain = \"plain\"", "terain = \"plain\""),
            refused("terrain = \"plain\"", "terrain = \"moor\""),
            refused("technology = \"muskets\"", "technology = \"lace\""),
            refused("counters = \"A+ A-\"", "counters = \"2A+ LD\""),
            refused("counters = \"A+ A-\"", "counters = \"9LD\""),
            refused("counters = \"A+ A-\"", "counters = \"\""),
            refused("counters = \"A+ A-\"", "counters = \"A+ pasha d\""),
            refused("year = 1600", "year = 1850"),
            refused("fire = 2", "fire = 9"),
            refused("country = \"portugal\"", "country = \"minor\""),
            refused("country = \"portugal\"", "country = \"portugal\"\nclass = \"III\""),
            refused("leader = { name", "tercios = true\nleader = { name"),
            refused("kind = \"land-battle\"", "kind = \"duel\""),
            refused("[defender]", "[defender]\napproach = \"river\""),
        ]
        .join("\n")
    );
}
