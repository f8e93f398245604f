//! Sieges, situation by situation.

use crate::places::*;
use crate::playing::of_2020;
use grognard_eu9::*;
use grognard_testkit::record;
use grognard_umpire::{Header, Kind, Phase as Stage, Session, Side};

/// Pavia: 2 A+ of 1524 have artillery 3 + 2 = 5, so +2 against level 2; -2 for the level, -1 for Leyva, +1
/// for troops inside: the die counts as it falls. First round +4, two inside -2, Leyva -1: one more than
/// the die against a line of 5.
#[test]
fn a_siege_reads_like_a_chronicle() {
    let (end, account) = siege(
        &file("siege-of-pavia.toml"),
        &["undermine", "7", "undermine", "9", "breach", "storm", "8", "6", "9", "5"],
    );
    insta::assert_snapshot!("pavia", account);
    assert_eq!(end.round, 2);
}

#[test]
fn one_die_serves_siegework_and_attrition() {
    let text = file("siege-of-pavia.toml").replace("supply-line = 5", "supply-line = 12");
    let (_, account) = siege(&text, &["undermine", "10", "10", "A+/LD", "wait", "lift"]);
    assert!(account.contains("a breach") && account.contains("siege attrition"), "{account}");
    assert!(account.contains("The same die, 11 against a line of 12 MP"), "{account}");
    let (_, account) = siege(&file("siege-of-pavia.toml"), &["undermine", "4", "lift"]);
    assert!(account.contains("The same die, 5 against a line of 5 MP: no siege attrition"), "{account}");
    let (_, account) = siege(&file("siege-of-pavia.toml"), &["undermine", "3", "5", "A+/A-", "lift"]);
    assert!(account.contains("The same die, 4 against a line of 5 MP: siege attrition"), "{account}");
}

#[test]
fn works_pile_up_and_the_place_surrenders() {
    let (end, account) =
        siege(&file("siege-of-pavia.toml"), &["undermine", "9", "undermine", "8", "wait", "lift"]);
    assert_eq!(end.outcome, SiegeOutcome::Lifted);
    assert!(account.contains("+3 siegeworks+"), "{account}");
    let works = Works::default().dig(false).dig(false);
    assert_eq!(works, Works { minus: 0, plus: 1 });
    assert_eq!(works.dig(true).dig(true), Works { minus: 0, plus: 2 });
    let (end, _) = siege(&file("siege-of-pavia.toml"), &["undermine", "9", "undermine", "10"]);
    assert_eq!(end.outcome, SiegeOutcome::Surrendered);
    assert_eq!(end.garrison, Stack::default());
}

#[test]
fn war_honours_let_the_garrison_go() {
    let (end, account) =
        siege(&file("siege-of-pavia.toml"), &["undermine", "9", "undermine", "9", "honours"]);
    assert!(account.contains("2 LD inside and one more go home with the honours of war: 3LD"), "{account}");
    assert_eq!(end.outcome, SiegeOutcome::Honours);
    assert_eq!(end.garrison.to_string(), "3LD");
}

#[test]
fn too_few_cannot_undermine() {
    let text = file("siege-of-pavia.toml").replace("\"2A+\"", "\"LD\"");
    let Contest::Siege(start, givens) = open("t", &of_2020(&text), &charts()).unwrap() else { panic!() };
    let mut session = Session::start(start, givens, Header::default());
    let refusal = session.answer(Side::First, "undermine").unwrap_err();
    assert!(refusal.to_string().contains("EU9-SIEGE-h"), "{refusal}");
    let (end, _) = siege(&text.replace("\"attrition\"", "\"leaves\""), &[]);
    assert_eq!(end.outcome, SiegeOutcome::Lifted);
    // Staying costs siege attrition each round, whatever the line of supply: 10 + 6 + 1 of Leyva is P.
    let (end, account) = siege(&text, &["stay", "4", "stay", "10"]);
    assert_eq!((end.outcome, end.round), (SiegeOutcome::Ruined, 2), "{account}");
    assert!(account.contains("11: no attrition") && account.contains("17: P"), "{account}");
    assert!(!account.contains("Siegework"), "{account}");
    let text = file("siege-of-pavia.toml").replace("garrison = \"2LD\"", "garrison = \"3LD\"");
    let error = open("t", &text, &charts()).err().unwrap().to_string();
    assert!(error.contains("EU9-SIEGE-h"), "{error}");
}

/// A siege file is held to what a battle file is held to.
#[test]
fn siege_files_claim_nothing_that_battles_may_not() {
    let (pavia, maastricht) = (file("siege-of-pavia.toml"), file("storming-of-maastricht.toml"));
    let refused = |text: &str, from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        let error = open("t", &text.replacen(from, to, 1), &charts()).err();
        error.map_or("accepted".to_owned(), |error| error.to_string())
    };
    let tercios = "EU9-BATTLE-i";
    assert!(refused(&maastricht, "country = \"spain\"", "country = \"portugal\"").contains(tercios));
    let late = maastricht.replace("1579", "1600");
    let muskets = refused(&late, "technology = \"arquebus\"", "technology = \"muskets\"");
    assert!(muskets.contains(tercios), "{muskets}");
    let early = refused(&pavia, "year = 1524", "year = 1519");
    assert_eq!(early, "accepted", "renaissance is old enough");
    let early = refused(&pavia, "veteran = true", "tercios = true");
    assert!(early.contains("besieger.tercios"), "{early}");
    let walls = refused(&pavia, "garrison = \"2LD\"\ntechnology = \"renaissance\"", "technology = \"lace\"");
    assert!(
        walls.contains("besieged.technology") && walls.contains("lace does not exist in 1524"),
        "{walls}"
    );
    for (corps, words) in [
        ("janissary", "only Turkey has janissaries"),
        ("reformed", "only Russia and Turkey"),
        ("second-reform", "only Turkey"),
        ("usa", "minor country of class IV"),
    ] {
        let to = format!("country = \"france\"\ncorps = \"{corps}\"");
        let error = refused(&pavia, "country = \"france\"", &to);
        assert!(error.contains("besieger.corps") && error.contains(words), "{error}");
    }
    let class = refused(&pavia, "country = \"france\"", "country = \"france\"\nclass = \"I\"");
    assert!(class.contains("stands in the table"), "{class}");
    let none = refused(&pavia, "country = \"france\"", "country = \"minor\"");
    assert!(none.contains("needs its army class"), "{none}");
    let d = refused(&pavia, "\"2LD\"", "\"LD 2d\"");
    assert!(d.contains("no land d in Europe"), "{d}");
    let crowd = refused(&pavia, "\"2A+\"", "\"4LD\"");
    assert!(crowd.contains("EU9-STACK-a"), "{crowd}");
}

/// Without a line of supply nobody digs, and hunger is the worse; worse still for the too few.
#[test]
fn no_line_of_supply_no_undermining() {
    let pavia = file("siege-of-pavia.toml");
    let first = |text: &str| {
        let Contest::Siege(start, givens) = open("t", &of_2020(text), &charts()).unwrap() else { panic!() };
        let mut session = Session::start(start, givens, Header::default());
        match session.answer(Side::First, "undermine") {
            Ok(_) => "digs".to_owned(),
            Err(refusal) => refusal.to_string(),
        }
    };
    let far = pavia.replace("supply-line = 5", "supply-line = 13");
    assert_eq!(first(&pavia.replace("supply-line = 5", "supply-line = 12")), "digs");
    assert!(first(&far).contains("13 MP") && first(&far).contains("EU9-SIEGE-h"), "{}", first(&far));
    let (_, account) = siege(&far, &["stay", "1", "A+/A-", "lift"]);
    assert!(account.contains("+2 no line of supply [EU9-SIEGE-e]"), "{account}");
    assert!(!account.contains("too small"), "{account}");
    let (_, account) = siege(&far.replace("\"2A+\"", "\"LD\""), &["stay", "1", "lift"]);
    assert!(
        account.contains("+2 no line of supply") && account.contains("+2 too small as well"),
        "{account}"
    );
    let (end, _) = siege(&far.replace("\"attrition\"", "\"leaves\""), &[]);
    assert_eq!(end.outcome, SiegeOutcome::Lifted);
}

/// Outside Europe siege attrition takes its percentage, and thirds stay as d.
#[test]
fn siege_attrition_outside_europe_goes_by_percent() {
    let text = file("siege-of-pavia.toml")
        .replace("\"europe\"", "\"rest-of-the-world\"")
        .replace("\"2A+\"", "\"A+\"")
        .replace("supply-line = 5", "supply-line = 12");
    // 6 of the siege, 1 of Leyva and 8 are 15: 40 %, which leaves 2+d of 4.
    let (end, account) = siege(&text, &["undermine", "1", "8", "A-/d", "lift"]);
    assert!(account.contains("[EU9-ATTRITION-ab] 15: 40 % lost outside Europe"), "{account}");
    assert_eq!(end.stack, Stack::read("A- d").unwrap());
    assert!(!account.contains("pillage"), "{account}");
    // 2 LD at 10 %: a coin for a d.
    let two = text.replace("\"A+\"", "\"2LD\"");
    let (end, _) = siege(&two, &["undermine", "1", "5", "5", "lift"]);
    assert_eq!(end.stack, Stack::read("LD 2d").unwrap());
    let (end, _) = siege(&two, &["undermine", "1", "5", "6", "lift"]);
    assert_eq!(end.stack, Stack::read("2LD").unwrap());
    // 7 LD, massed, in bad weather: 19 is 80 %, where the editions differ; only 2020 adds Leyva's 1.
    let seven = text.replace("\"A+\"", "\"A+ A- LD\"").replace("bad-weather = false", "bad-weather = true");
    let (end, _) = siege(&seven, &["undermine", "1", "8", "lift"]);
    assert_eq!(end.stack, Stack::read("LD").unwrap());
    let (end, _) = siege(&seven.replace("\"2020\"", "\"2013\""), &["undermine", "1", "9", "lift"]);
    assert_eq!(end.stack, Stack::read("LD d").unwrap());
    let (end, _) = siege(&seven, &["undermine", "1", "10"]);
    assert_eq!(end.outcome, SiegeOutcome::Ruined, "21 takes all");
}

/// The pillage of one round worsens the next.
#[test]
fn a_pillaged_siege_starves() {
    let text = file("siege-of-pavia.toml").replace("supply-line = 5", "supply-line = 12");
    // 8 LD: 6 of the siege, 2 for the large stack, 1 of Leyva and 5 are 14, 1 LD and P.
    let (_, account) = siege(&text, &["undermine", "1", "5", "A+/A-", "undermine", "1", "1", "lift"]);
    assert!(
        account.contains("+1 pillage- [EU9-SIEGE-f]") && account.contains("11: no attrition"),
        "{account}"
    );
}

#[test]
fn an_open_port_helps_the_besieged() {
    let rhodes = file("siege-of-rhodes.toml");
    let (_, blockaded) = siege(&rhodes, &["undermine", "6", "lift"]);
    let (_, open) = siege(&rhodes.replace("blockaded", "open"), &["undermine", "6", "lift"]);
    assert!(
        blockaded.contains("-2 rough ground") && open.contains("-3 an open port [EU9-SIEGE-k]"),
        "{open}"
    );
}

/// The maluses of the ground: outside Europe a port that is blockaded takes it away.
#[test]
fn the_ground_by_theatre_level_and_port() {
    let ground = |theatre: &str, terrain: &str, level: u8, port: &str| {
        let text = file("siege-of-pavia.toml")
            .replace("\"europe\"", &format!("\"{theatre}\""))
            .replace("terrain = \"plain\"", &format!("terrain = \"{terrain}\""))
            .replace("level = 2 ", &format!("level = {level} "))
            .replace("\"2LD\"", "\"LD\"")
            .replace("port = \"none\"", &format!("port = \"{port}\""));
        let (_, account) = siege(&text, &["undermine", "8"]);
        let line =
            account.lines().find(|line| line.contains("an open port") || line.contains("rough ground"));
        line.map_or(0, |line| line.split_whitespace().next().unwrap().parse::<i16>().unwrap())
    };
    let (home, away) = ("europe", "rest-of-the-world");
    for port in ["none", "open", "blockaded"] {
        let open = i16::from(port == "open");
        assert_eq!(ground(home, "plain", 2, port), -2 * open, "{port}");
        assert_eq!(ground(home, "swamp", 2, port), -2 - open, "{port}");
        assert_eq!(ground(away, "plain", 2, port), -2 * open, "{port}");
        assert_eq!(ground(home, "swamp", 0, port), -1, "a fort, {port}");
        assert_eq!(ground(home, "plain", 0, port), -open, "a fort, {port}");
    }
    assert_eq!(ground(away, "mountain", 2, "none"), -2);
    assert_eq!(ground(away, "mountain", 2, "open"), -2, "the ground is ignored then");
    assert_eq!(ground(away, "mountain", 2, "blockaded"), 0);
}

/// A large stack is 6 LD without counting pashas, or two pashas; the enemy's SIEGE is the later edition's.
#[test]
fn siege_attrition_by_size_and_edition() {
    let total = |country: &str, counters: &str, edition: &str| {
        let text = file("siege-of-pavia.toml")
            .replace("country = \"france\"", &format!("country = \"{country}\""))
            .replace("\"2A+\"", &format!("\"{counters}\""))
            .replace("\"2020\"", &format!("\"{edition}\""))
            .replace("supply-line = 5", "supply-line = 12");
        let (_, account) = siege(&text, &["undermine", "1", "1"]);
        let line = account.lines().find(|line| line.contains(": no attrition")).expect(&account);
        line.split("] ").nth(1).unwrap().split(':').next().unwrap().parse::<i16>().unwrap() - 1
    };
    assert_eq!((total("france", "A+ LD", "2020"), total("france", "A+ LD", "2013")), (7, 6), "Leyva's SIEGE");
    assert_eq!(total("france", "A+ A-", "2020"), 9);
    let turkey = "turkey\"\ncorps = \"janissary";
    assert_eq!(total(turkey, "A+ LD pasha", "2020"), 7, "5 LD and a pasha are a small stack");
    assert_eq!(total(turkey, "A- 2pasha", "2020"), 9, "two pashas are a large one");
}

/// A vizier is drawn once, and an odd die makes him a besieger.
#[test]
fn viziers_conduct_sieges() {
    let text = file("siege-of-rhodes.toml").replace(
        "leader = { name = \"Suleiman\", manoeuvre = 4, fire = 3, shock = 3, siege = 2 }",
        "leader = \"vizier\"",
    );
    let text = text.replace("supply-line = 7", "supply-line = 0");
    let (_, odd) = siege(&text, &["3", "undermine", "5", "undermine", "5", "lift"]);
    assert!(
        odd.contains("[EU9-LEADER-c] Turkey draws a vizier with MAN 2, FIRE 2, SHOCK 4, SIEGE 1"),
        "{odd}"
    );
    assert_eq!(odd.matches("+1 SIEGE of the besieger").count(), 2, "{odd}");
    let (_, even) = siege(&text, &["2", "storm", "1", "1", "1", "1", "storm", "1", "1", "1", "1", "lift"]);
    assert!(even.contains("FIRE 4, SHOCK 4, SIEGE 0"), "{even}");
    assert_eq!(even.matches("draws").count(), 1, "he is drawn once: {even}");
    assert_eq!(even.matches("+1 FIRE of the leader").count(), 2, "4 against 3 in both storms: {even}");
    let wrong = text.replace("country = \"turkey\"\ncorps = \"janissary\"", "country = \"france\"");
    let error = open("t", &wrong, &charts()).err().unwrap().to_string();
    assert!(error.contains("for Turkey also"), "{error}");
}

/// A fallen place loses two levels, or one under a guard; never the last in Europe.
#[test]
fn a_fallen_place_is_weaker() {
    let fall = |theatre: &str, level: u8, guard: &str| {
        let text = file("siege-of-pavia.toml")
            .replace("\"europe\"", &format!("\"{theatre}\""))
            .replace("level = 2 ", &format!("level = {level} "))
            .replace("garrison = \"2LD\"", "garrison = \"\"")
            .replace("year = 1524", "year = 1700")
            .replace("supply-line = 5", "supply-line = 0")
            .replace("rounds = 4", "rounds = 9");
        let mut session = match open("t", &of_2020(&text), &charts()).unwrap_or_else(|e| panic!("{e}")) {
            Contest::Siege(start, givens) => Session::start(start, givens, Header::default()),
            _ => panic!(),
        };
        while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
            match &question.kind {
                Kind::Roll(_) => session.faces(&[10]).unwrap(),
                Kind::Choose { options, .. } => {
                    let wish = match question.asking.topic.key() {
                        "garrison" => guard,
                        "breach-or-war-honours" => "honours",
                        "storm-the-breach" => "wait",
                        _ => options[0].key.as_str(),
                    };
                    session.answer(Side::First, wish).unwrap()
                }
                Kind::Order { .. } => unreachable!(),
            };
        }
        record::reached(session.account(), session.cited());
        let Stage::Ended(end) = session.phase() else { panic!("no end") };
        assert!(end.outcome.falls());
        (end.level, end.guard, end.stack.to_string())
    };
    let (home, away) = ("europe", "rest-of-the-world");
    assert_eq!(fall(home, 4, "none"), (2, false, "2A+".to_owned()));
    assert_eq!(fall(home, 4, "garrison/A+/A-/LD"), (3, true, "A+ A- LD".to_owned()));
    assert_eq!(fall(home, 2, "none").0, 1);
    assert_eq!(fall(home, 0, "none").0, 0, "a fort does not become a fortress");
    assert_eq!((fall(away, 2, "none").0, fall(away, 3, "none").0), (0, 1));
}

/// Besieged troops are weakly supplied: where supply segments are played, the garrison rolls at the head of every
/// round but the first, by the siegeworks before it.
#[test]
fn the_garrison_starves_where_that_is_played() {
    let text = file("siege-of-pavia.toml");
    let rolls = text.replace("garrison-hunger = \"aside\"", "garrison-hunger = \"rolls\"");
    // 6 for the siege, Leyva's SIEGE 1, siegeworks+ 3: an 8 makes 16, P, which costs the besieged an LD.
    let (end, account) = siege(&rolls, &["undermine", "7", "8", "undermine", "1", "1", "lift"]);
    assert!(account.contains("Round 2 begins: besieged, Pavia is weakly supplied and rolls"), "{account}");
    assert!(account.contains("+3 siegeworks+ [EU9-SIEGE-e]") && account.contains("16: P"), "{account}");
    assert!(account.contains("Pavia keeps LD") && account.contains("Round 2: France with 2A+ before Pavia"));
    assert_eq!(end.garrison.to_string(), "LD", "{account}");
    let (end, account) = siege(&text, &["undermine", "7", "undermine", "1", "1", "lift"]);
    assert!(!account.contains("weakly supplied"), "{account}");
    assert_eq!(end.garrison.to_string(), "2LD");
    // A siege from an earlier turn is one in its first round too; the enemy's SIEGE is of 2020.
    let on = rolls
        .replace("from-an-earlier-turn = false", "from-an-earlier-turn = true")
        .replace("siege = 0", "siege = 2");
    let (_, account) = siege(&on, &["1", "lift"]);
    assert!(account.contains("Round 1 begins") && account.contains("+2 SIEGE of the enemy"), "{account}");
    let old = on.replace("edition = \"2020\"", "edition = \"2013\"");
    assert!(!siege(&old, &["1", "lift"]).1.contains("SIEGE of the enemy"));
    let port = on.replace("port = \"none\"", "port = \"open\"");
    assert!(siege(&port, &["1", "lift"]).1.contains("-3 an open port"));
    // Outside Europe by percentage; an empty place does not roll.
    let abroad = on.replace("\"europe\"", "\"rest-of-the-world\"");
    let (_, account) = siege(&abroad, &["8", "lift"]);
    assert!(
        account.contains("40 % lost outside Europe") && account.contains("Pavia keeps LD d"),
        "{account}"
    );
    let empty = on.replace("garrison = \"2LD\"", "garrison = \"\"");
    assert!(!siege(&empty, &["lift"]).1.contains("weakly supplied"));
}

/// Earlier turns and whole armies inside count.
#[test]
fn an_army_inside_and_a_siege_from_an_earlier_turn() {
    let text =
        file("siege-of-pavia.toml").replace("from-an-earlier-turn = false", "from-an-earlier-turn = true");
    let (_, account) = siege(&text, &["undermine", "7", "lift"]);
    assert!(account.contains("-2 siege from an earlier turn"), "{account}");
    let army = text.replace("garrison = \"2LD\"", "garrison = \"A-\"");
    let (_, account) = siege(&army, &["undermine", "6", "lift"]);
    assert!(account.contains("+3 an army inside") && !account.contains("troops inside"), "{account}");
}

/// What it costs a besieger to have no line, and to be too small as well, is of 2020.
#[test]
fn no_line_costs_more_in_the_later_edition() {
    let text =
        file("siege-of-pavia.toml").replace("supply-line = 5", "supply-line = 13").replace("2A+", "LD");
    let (_, account) = siege(&text, &["stay", "1", "lift"]);
    assert!(
        account.contains("+2 no line of supply") && account.contains("+2 too small as well"),
        "{account}"
    );
    let old = text.replace("edition = \"2020\"", "edition = \"2013\"");
    let (_, account) = siege(&old, &["stay", "1", "lift"]);
    assert!(!account.contains("no line of supply") && !account.contains("too small"), "{account}");
}
