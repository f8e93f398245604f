//! The Italian Wars: random games, the policy's games, refusals, bad data.

use crate::playing::noted;
use grognard_eu9::*;
use grognard_testkit::{account_text, laws, record};
use grognard_umpire::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

/// Plays a game out with somebody who decides; hands back its end and the number of decisions.
fn play(
    start: &Game,
    rules: &GameRules,
    seed: u64,
    mut decide: impl FnMut(&Game, &Choice<'_>, &mut Generator) -> usize,
) -> (GameEnd, u64) {
    let mut dice = Generator::new(seed);
    let mut state = start.clone();
    let mut decisions = 0;
    for _ in 0..2_000_000 {
        let before = state.clone();
        let mut live = Live {
            dice: &mut dice,
            decide: |choice: &Choice<'_>, dice: &mut Generator| {
                decisions += 1;
                decide(&before, choice, dice)
            },
        };
        match state.step(rules, &mut live).expect("live play answers everything") {
            Continue(next) => state = next,
            Break(end) => return (end, decisions),
        }
        state.check(rules).unwrap_or_else(|problem| panic!("seed {seed}: {problem}"));
    }
    panic!("seed {seed}: goes on for ever");
}

#[test]
fn random_games_end_without_a_broken_stack() {
    let games: u64 = std::env::var("EU9_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    for (key, _) in SCENARIOS {
        let (start, rules) = open_title(key, &charts()).unwrap();
        for seed in 0..games {
            play(&start, &rules, seed, |_, choice, dice| at_random(choice, dice));
        }
    }
}

#[test]
fn the_policy_plays_both_sides_and_fights() {
    for (key, _) in SCENARIOS {
        let (start, rules) = open_title(key, &charts()).unwrap();
        let mut moved = 0;
        for seed in 0..20 {
            let (end, _) = play(&start, &rules, seed, |game, choice, _| game.policy(&rules, choice));
            moved += i32::from(end.points != rules.offset);
            assert!(!Game::end_words(&rules, &end).is_empty());
        }
        assert!(moved > 0);
    }
}

/// Who thinks beats who does not: of forty games against random play, half from either side, the policy loses
/// few.
#[test]
fn the_policy_beats_random_play() {
    for (key, _) in SCENARIOS {
        let (start, rules) = open_title(key, &charts()).unwrap();
        let (mut won, mut lost) = (0, 0);
        for seed in 0..40 {
            let thinker = if seed % 2 == 0 { Side::First } else { Side::Second };
            let (end, _) = play(&start, &rules, seed, |game, choice, dice| match choice.asking.by {
                Some(side) if side == thinker => game.policy(&rules, choice),
                _ => at_random(choice, dice),
            });
            won += u32::from(end.winner == Some(thinker));
            lost += u32::from(end.winner == Some(thinker.other()));
        }
        assert!(won >= 28 && lost <= 8, "{key}: {won} won, {lost} lost");
    }
}

fn readings(text: &str) -> ReadingsText {
    grognard_charts::read("title.toml", text).unwrap()
}

#[test]
fn laws_hold_on_the_title() {
    for (key, _) in SCENARIOS {
        for profile in ["published", "guide"] {
            let readings = readings(&format!("profile = \"{profile}\""));
            let (start, rules) = open_title_under(key, &readings, &charts()).unwrap();
            let name = format!("eu9/italian-wars/{key}/{profile}");
            laws::hold(&name, &start, &rules, 1, laws::Odds::TooLarge);
        }
    }
}

#[test]
fn the_arquebus_can_be_played() {
    let (start, rules) =
        open_title_under("pavia", &readings("technology = \"arquebus\""), &charts()).unwrap();
    for seed in 0..20 {
        play(&start, &rules, seed, |game, choice, _| game.policy(&rules, choice));
    }
}

/// Who is asked what in games that are random but for their sieges, which are pressed and end with honours.
fn asked(start: &Game, rules: &GameRules, games: u64) -> std::collections::BTreeMap<String, [u64; 2]> {
    let mut asked = std::collections::BTreeMap::new();
    for seed in 0..games {
        play(start, rules, seed, |game, choice, dice| {
            let what = choice.asking.topic.key();
            let counts: &mut [u64; 2] = asked.entry(what.to_owned()).or_default();
            counts[choice.asking.by.unwrap() as usize] += 1;
            match what {
                "the-siege-this-round" => 0,
                "breach-or-war-honours" => 1,
                _ if dice.below(4) > 0 => game.policy(rules, choice),
                _ => at_random(choice, dice),
            }
        });
    }
    asked
}

#[test]
fn every_decision_is_put_to_a_player() {
    let (start, rules) = open_title("campaign", &charts()).unwrap();
    let asked = asked(&start, &rules, 200);
    for what in ["garrison", "where-troops-gather", "where-the-garrison-goes", "regroup-the-survivors"] {
        let counts = asked.get(what).unwrap_or_else(|| panic!("nobody is asked: {what}; only {asked:?}"));
        assert!(counts.iter().any(|&n| n > 0), "{what}: {counts:?}");
    }
}

/// A neutral that is attacked joins the enemy, who says where its troops gather, and in which of its forms.
#[test]
fn the_enemy_gathers_the_troops_of_a_neutral() {
    let [map, countries, setup] = texts();
    let countries = countries.replace("basic = \"A+\"", "basic = \"A+ or A- 2LD\"");
    let rules = Arc::new(GameRules::read("pavia", &map, &countries, &setup, &charts()).unwrap());
    let (mut places, mut forms) = (0, 0);
    for index in 0..20 {
        let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
        until(&mut session, "campaign");
        session.answer(Side::Second, "simple").unwrap();
        let Kind::Order { offers, .. } = session.pending()[0].kind.clone() else { panic!("no order") };
        let Some(attack) =
            offers.iter().map(|offer| &offer.key).filter(|key| key.starts_with("attack")).nth(index)
        else {
            break;
        };
        session.answer(Side::Second, attack).unwrap();
        while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
            let Kind::Choose { options, .. } = &question.kind else { break };
            assert_eq!(question.asking.by, Some(Side::First), "{attack}: {}", question.line());
            assert!(session.answer(Side::Second, &options[0].key).is_err());
            match question.asking.topic.key() {
                "basic-force" => forms += 1,
                "where-troops-gather" => places += 1,
                "where-ships-gather" => {}
                other => panic!("{attack}: {other}"),
            }
            let last = options.last().unwrap().key.clone();
            session.answer(Side::First, &last).unwrap();
        }
        assert_eq!(session.pending()[0].asking.topic, Asks::Movement);
        record::reached(session.account(), session.cited());
    }
    assert!(places > 0, "no neutral has two provinces");
    assert!(forms > 0, "no neutral has two forms");
}

fn session(key: &str) -> Session<Game> {
    let (start, rules) = open_title(key, &charts()).unwrap();
    Session::start(start, rules, Header::default())
}

/// Throws fives and picks first options until a question of this kind comes up.
fn until(session: &mut Session<Game>, what: &str) -> Question {
    for _ in 0..10_000 {
        let question = session.pending()[0].clone();
        if question.asking.topic.key() == what {
            return question;
        }
        match &question.kind {
            Kind::Roll(_) => session.faces(&[5]).unwrap(),
            Kind::Choose { options, .. } => {
                session.answer(question.asking.by.unwrap(), &options[0].key.clone()).unwrap()
            }
            Kind::Order { offers, .. } => {
                session.answer(question.asking.by.unwrap(), &offers[0].key.clone()).unwrap()
            }
        };
    }
    panic!("never asked for {what}");
}

#[test]
fn a_round_reads_like_a_chronicle() {
    let mut session = session("pavia");
    until(&mut session, "campaign");
    // The Empire, which has the initiative, pays a simple campaign and marches on Picardie.
    session.answer(Side::Second, "simple").unwrap();
    session.answer(Side::Second, "move hainaut").unwrap();
    session.answer(Side::Second, "A+/LD").unwrap();
    let refusal = session.answer(Side::Second, "ile_de_france").unwrap_err();
    assert!(refusal.to_string().contains("does not border"), "{refusal}");
    session.answer(Side::Second, "artois").unwrap();
    session.answer(Side::Second, "picardie").unwrap();
    until(&mut session, "campaign");
    record::reached(session.account(), session.cited());
    insta::assert_snapshot!("round", account_text(session.account()));
}

#[test]
fn orders_are_refused_with_their_clause() {
    let mut session = session("pavia");
    until(&mut session, "campaign");
    session.answer(Side::Second, "passive").unwrap();
    let wrong = session.answer(Side::Second, "move lombardia").unwrap_err();
    assert!(wrong.to_string().contains("not yours"), "{wrong}");
    let wrong = session.answer(Side::Second, "move atlantis").unwrap_err();
    assert!(wrong.to_string().contains("no province `atlantis`"), "{wrong}");
    let wrong = session.answer(Side::Second, "regroup hainaut 2A-/LD").unwrap_err();
    assert!(noted(wrong.to_string()).contains("EU9-STACK-m"), "{wrong}");
    assert!(session.answer(Side::First, "done").is_err(), "not France's turn");
    session.answer(Side::Second, "move hainaut").unwrap();
    session.answer(Side::Second, "A+/LD").unwrap();
    let wrong = session.answer(Side::Second, "champagne").unwrap_err();
    assert!(noted(wrong.to_string()).contains("EU9-CAMPAIGN-c"), "{wrong}");
    session.answer(Side::Second, "halt").unwrap();
    let until_france = until(&mut session, "campaign");
    assert_eq!(until_france.asking.by, Some(Side::First));
    session.answer(Side::First, "simple").unwrap();
}

fn texts() -> [String; 3] {
    ["map", "countries", "setup"].map(|name| {
        let path = format!("italian-wars/{name}.toml");
        TITLES.get_file(&path).unwrap().contents_utf8().unwrap().to_owned()
    })
}

#[test]
fn bad_titles_are_refused_with_their_place() {
    let [map, countries, setup] = texts();
    let charts = charts();
    let error = |map: &str, setup: &str| {
        GameRules::read("pavia", map, &countries, setup, &charts).err().unwrap().to_string()
    };
    let one_sided = map.replacen("[\"artois\", \"none\"], ", "", 1);
    assert_ne!(one_sided, map);
    let message = error(&one_sided, &setup);
    assert!(message.contains("one side only") && message.contains("map.toml"), "{message}");
    let message = error(&map, &setup.replacen("at = \"lombardia\"", "at = \"lombardy\"", 1));
    assert!(message.contains("no province `lombardy`"), "{message}");
    let message = error(&map, &setup.replacen("counters = \"A+ LD\"", "counters = \"4LD\"", 1));
    assert!(message.contains("EU9-STACK-a"), "{message}");
    assert!(open_title("waterloo", &charts).err().unwrap().to_string().contains("no scenario `waterloo`"));
}

/// The map as a table: every province in play with who holds it and who stands there.
#[test]
fn the_map_is_a_table_of_provinces() {
    let (game, rules) = open_title("pavia", &charts()).unwrap();
    let table = game.drawing(&rules, None).unwrap();
    assert_eq!(game.drawing(&rules, Some(Side::First)), Some(table.clone()), "nothing is hidden");
    let widths: Vec<usize> = table.lines().map(|line| line.chars().count()).collect();
    assert!(widths.iter().all(|&width| width <= 180), "{table}");
    let hainaut = table.lines().find(|line| line.starts_with("hainaut ")).expect("Hainaut is on the map");
    assert!(hainaut.contains("A+ LD"), "{hainaut}");
    let leaders = table.lines().skip_while(|line| !line.starts_with("leader ")).skip(1);
    let leaders: Vec<&str> = leaders.take_while(|line| !line.is_empty()).collect();
    assert_eq!(table.lines().count(), rules.provinces.len() + rules.seas.len() + leaders.len() + 14);
    // A terminal measures what stands above the first empty line: that is the table.
    assert!(table.lines().nth(1).unwrap().starts_with("province "), "{table}");
    let lautrec = leaders.iter().find(|line| line.contains("Lautrec")).expect("Lautrec is on the map");
    assert!(lautrec.contains(" foix "), "by the key that orders take: {lautrec}");
    assert!(table.contains("Valois: 0 points, stability +1, 250 ducats, 253 a turn, upkeep"), "{table}");
    assert!(hainaut.contains("A+ LD 5v"), "{hainaut}");
    assert!(
        hainaut.contains("Mons ") && hainaut.contains(" Habsburg "),
        "its city and who holds it: {hainaut}"
    );
    assert!(table.starts_with("Turn 7 (1520 to 1524), before the first round"), "{table}");
    let provence = table.lines().find(|line| line.starts_with("provence ")).unwrap();
    assert!(provence.contains("~france F- 4NGD NTD") && provence.contains("La Fayette"), "{provence}");
}

/// The sheet's incomes at the start: 253 and 255.
#[test]
fn incomes_at_the_start() {
    let (game, rules) = open_title("campaign", &charts()).unwrap();
    let facts = game.incomes(&rules);
    assert_eq!((facts.first, facts.second), (253, 255));
}

#[test]
fn a_journal_of_another_title_is_refused() {
    let mut session = session("pavia");
    until(&mut session, "campaign");
    session.answer(Side::Second, "simple").unwrap();
    session.answer(Side::Second, "move hainaut").unwrap();
    let text = session.journal().text();
    let journal = Journal::read(&text).unwrap();
    let (start, _) = open_title("campaign", &charts()).unwrap();
    let [map, countries, setup] = texts();
    let setup =
        setup.replacen("at = \"hainaut\"\ncountry = \"spain\"", "at = \"brabant\"\ncountry = \"spain\"", 1);
    let setup = setup.replacen(
        "at = \"brabant\"\ncountry = \"spain\"\ncounters = \"A-\"",
        "at = \"limburg\"\ncountry = \"spain\"\ncounters = \"A-\"",
        1,
    );
    let other = GameRules::read("pavia", &map, &countries, &setup, &charts()).unwrap();
    let _ = start;
    let start = Game::new(&other);
    assert!(Session::replay(journal, start, Arc::new(other)).is_err());
}

#[test]
fn the_picture_shows_every_province_and_stack() {
    let (start, rules) = open_title("campaign", &charts()).unwrap();
    let mut dice = Generator::new(3);
    let mut state = start;
    for _ in 0..200 {
        let before = state.clone();
        let decide = |choice: &Choice<'_>, _: &mut Generator| before.policy(&rules, choice);
        let Ok(Continue(next)) = state.step(&rules, &mut Live { dice: &mut dice, decide }) else {
            panic!("ends early")
        };
        state = next;
    }
    let svg = state.picture(&rules, None).expect("a picture");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    assert_eq!(svg.matches("<path class=\"cell ").count(), rules.provinces.len());
    assert_eq!(svg.matches("<path class=\"sea\"").count(), rules.seas.len());
    for province in &rules.provinces {
        assert!(svg.contains(&format!(">{}<", province.name)), "{}", province.name);
    }
    let Fact::List(provinces) = state.view(&rules, None).get("provinces").unwrap().clone() else { panic!() };
    let stacks: usize = provinces
        .iter()
        .map(|province| match province.get("troops") {
            Some(Fact::List(troops)) => troops.len(),
            _ => 0,
        })
        .sum();
    assert!(stacks > 5 && svg.matches("class=\"counter\"").count() >= stacks, "{stacks} stacks");
}
