//! What bears on a battle, what it is worth to either side, and how far it has got.

use crate::duel::STRIP;
use crate::sheet::{HOME, LINE, Sheet, play, sheet, side};
use grognard_ancient_world::battle::{Battle, End};
use grognard_ancient_world::{BATTLES, Charts, Contest, duel, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{
    Answer, Choice, Generator, Header, Keep, Kind, Phase, Playable, Procedure, Reading, Session, Side, Tape,
};
use std::ops::ControlFlow::Continue;
use std::sync::Arc;

fn lists(readings: &[Reading], key: &str) -> bool {
    readings.iter().any(|reading| reading.key == key)
}

/// A reading stands at the head of an account where the battle has what it is about, and nowhere else.
#[test]
fn a_reading_is_listed_where_it_can_decide_something() {
    type Change = fn(&mut Sheet);
    let cases: [(&str, Change); 5] = [
        ("failures", |sheet| sheet.situation = "interception = \"failed-by-defender\"".to_owned()),
        ("landing-and-river", |sheet| {
            sheet.situation = "landing = \"attacker\"\nriver-crossed = true".to_owned();
        }),
        ("coordination", |sheet| {
            sheet.defender.push_str(
                "[[defender.nearby]]\nname = \"Relief\"\ndistance = 1\npath = [\"flat\"]\n\
                 leader = { name = \"Ally\", campaign = 5, mortality = 9 }\n\
                 contingent = [{ name = \"Line\", arm = \"infantry\", sp = 5 }]\n",
            );
        }),
        ("replacement-cost", |sheet| {
            sheet.attacker = side("C", 1, LINE, HOME);
            sheet.attacker.push_str("subordinate = [{ name = \"Legate\", mortality = 0 }]\n");
        }),
        ("guile", |sheet| sheet.attacker = side("C", 1, LINE, HOME)),
    ];
    for (key, change) in cases {
        let mut changed = sheet();
        assert!(!lists(&changed.rules().readings_in_force(), key), "{key} bears on nothing");
        change(&mut changed);
        assert!(lists(&changed.rules().readings_in_force(), key), "{key}");
    }
    // Romans without a legion have nothing to command.
    let efficiency = |legions: &str| {
        let mut changed = sheet();
        changed.attacker.push_str(&format!("roman = true\n{legions}"));
        lists(&changed.rules().readings_in_force(), "efficiency-in-carthage")
    };
    assert!(efficiency("legion = [{ name = \"I\", sp = 1 }]\n") && !efficiency(""));
    // A landing without a river, and a river without a landing.
    for half in ["landing = \"attacker\"", "river-crossed = true"] {
        let mut changed = sheet();
        changed.situation = half.to_owned();
        assert!(!lists(&changed.rules().readings_in_force(), "landing-and-river"), "{half}");
    }
}

/// What a battle can come to: getting away only where there is a way, a leader's death only where he died.
#[test]
fn figures_say_what_can_happen_and_what_did() {
    let figure = |sheet: &Sheet, key: &str| {
        let figures = Battle::figures(&sheet.rules());
        figures.into_iter().find(|figure| figure.key == key).map(|figure| figure.of)
    };
    let mut penned = sheet();
    penned.defender = side("C", 0, LINE, "");
    assert!(figure(&sheet(), "avoided").is_some() && figure(&penned, "avoided").is_none());
    let killed = figure(&sheet(), "attacker-leader-killed").unwrap();
    // Whoever plays leaves the leaders unhurt where no die is given for them.
    assert_eq!(killed(&play(&sheet(), &[0, 0, 5], &[]).end), 0);
}

/// As many leaders as can be kept are kept.
#[test]
fn as_many_leaders_as_can_be_kept_are_accepted() {
    use grognard_ancient_world::force::LEADERS_MAX;
    let mut full = sheet();
    let legates: Vec<String> =
        (1..LEADERS_MAX).map(|number| format!("{{ name = \"Legate {number}\", mortality = 0 }}")).collect();
    full.attacker.push_str(&format!("subordinate = [{}]\n", legates.join(", ")));
    assert_eq!(full.rules().parties.first.leaders.len(), LEADERS_MAX);
}

/// Nothing that follows depends on what befell the leaders: the odds leave their dice for the end.
#[test]
fn the_odds_leave_the_fates_of_leaders_for_the_end() {
    let rules = sheet().rules();
    let decide = |state: &Battle, choice: &Choice<'_>| state.policy(&rules, choice);
    let odds = exact(&rules.start(), &rules, &decide, Budget::default()).unwrap();
    let leaves_open = |end: &End| {
        let mut parts = Vec::new();
        Battle::open_parts(&rules, end, &mut parts);
        !parts.is_empty()
    };
    assert!(odds.ends().iter().any(|(end, _)| leaves_open(end)));
}

/// In a campaign horsemen may come to fight on any of its rough hexes.
#[test]
fn rough_ground_anywhere_bears_on_a_campaign() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let readings = |text: &str| duel::open("strip.toml", text, &charts).unwrap().1.readings_in_force();
    let horse = STRIP.replace("arm = \"infantry\", sp = 30", "arm = \"cavalry\", sp = 30");
    assert!(lists(&readings(&horse), "rough-cavalry"));
    assert!(!lists(&readings(STRIP), "rough-cavalry"), "nobody rides");
    assert!(!lists(&readings(&horse.replace("\"rough\"", "\"flat\"")), "rough-cavalry"), "nothing is rough");
}

/// Plays a battle at random and hands every state on the way to somebody who looks.
fn at_random(
    start: &Battle,
    rules: &Arc<grognard_ancient_world::battle::Rules>,
    seed: u64,
    mut look: impl FnMut(&Battle),
) -> Session<Battle> {
    let mut dice = Generator::new(seed);
    let mut session = Session::start(*start, Arc::clone(rules), Header::default());
    while let Phase::Waiting(_) = session.phase() {
        look(session.state());
        if session.throw(&mut dice).is_some() {
            continue;
        }
        let question = session.pending()[0].clone();
        let options = question.options();
        let key = options[dice.below(options.len() as u32) as usize].key.clone();
        session.answer_salted(question.asking.by.unwrap(), &key, [0; 16]).unwrap();
    }
    session
}

/// What one side wins the other loses, to the last point; and every step brings a battle further.
#[test]
fn a_battle_goes_forward_and_is_worth_to_one_what_it_costs_the_other() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (mut unequal, mut further) = (0, 0);
    let herds = ("herds.toml", include_str!("herds.toml"));
    let files = BATTLES.files().map(|file| (file.path().to_str().unwrap(), file.contents_utf8().unwrap()));
    for (name, text) in files.chain([herds]) {
        let Contest::Battle(start, rules) = open(name, text, &charts).unwrap() else { continue };
        for seed in 0..20 {
            let mut stood: Option<Battle> = None;
            let session = at_random(&start, &rules, seed, |state| {
                if let Some(before) = stood.filter(|before| before != state) {
                    assert!(state.rank(&rules) > before.rank(&rules), "{name}: {before:?}\n{state:?}");
                    further += 1;
                }
                stood = Some(*state);
            });
            let Phase::Ended(end) = session.phase() else { unreachable!("played out") };
            let worth = Side::ALL.map(|side| Battle::objective(&rules, side, end));
            assert_eq!(worth[0], -worth[1], "{name}, {seed}: {end:?}");
            unequal += usize::from(worth[0] != 0);
        }
    }
    assert!(unequal > 50 && further > 500, "{unequal} {further}");
}

/// How a total came about is forgotten when its row is found: equal rows have equal futures.
#[test]
fn equal_totals_leave_equal_battles() {
    let rules = Arc::new(sheet().rules());
    let after = |tactics: [u8; 2], die: u8| {
        let mut session = Session::start(rules.start(), Arc::clone(&rules), Header::default());
        session.answer(Side::Second, "stand").unwrap();
        for face in tactics {
            session.faces(&[face]).unwrap();
        }
        assert!(matches!(session.pending()[0].kind, Kind::Roll(_)));
        let answers = [Answer::Faces(vec![die])];
        let mut tape = Tape::new(&answers, Keep::Everything);
        let flow = session.state().step(&rules, &mut tape);
        let Ok(Continue(next)) = flow else { panic!("{flow:?}") };
        let total = tape.account.iter().find(|ruling| ruling.clause.id() == "AW-8.3-b").unwrap().text.clone();
        (next, total)
    };
    let even: Vec<_> = (0..10).map(|die| after([0, 0], die)).collect();
    let ahead: Vec<_> = (0..10).map(|die| after([9, 0], die)).collect();
    let total = |text: &str| text.split(" is ").nth(1).unwrap().split([':', ',']).next().unwrap().to_owned();
    let mut compared = 0;
    for (one, words) in &even {
        for (other, same) in ahead.iter().filter(|(_, same)| total(same) == total(words)) {
            assert_eq!(one, other, "{words} / {same}");
            compared += 1;
        }
    }
    assert!(compared >= 3, "{compared}");
}
