//! Situations of sieges, assaults and attrition.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Answer, BySide, Header, Keep, Kind, Phase as Stage, Playable, Session, Side, Tape};
use std::sync::Arc;

fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap().contents_utf8().unwrap().to_owned()
}

fn charts() -> Arc<Charts> {
    Arc::new(Charts::load(&[]).unwrap())
}

fn run<P: Playable>(start: P, givens: Arc<P::Rules>, answers: &[&str]) -> (P::End, String) {
    let mut session = Session::start(start, givens, Header::default());
    let mut tape = answers.iter().copied().peekable();
    // Faces not given are fives, choices not given the first option.
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        match &question.kind {
            Kind::Roll(_) => {
                let face =
                    tape.next_if(|answer| answer.parse::<u8>().is_ok()).map_or(5, |a| a.parse().unwrap());
                session.faces(&[face]).unwrap();
            }
            Kind::Choose { options, .. } => {
                let key =
                    tape.next_if(|answer| answer.parse::<u8>().is_err()).unwrap_or(&options[0].0).to_owned();
                let by = question.asking.by.unwrap();
                session.answer(by, &key).unwrap_or_else(|r| panic!("{key} to {}: {r}", question.line()));
            }
            Kind::Order { .. } => unreachable!(),
        }
    }
    assert!(tape.next().is_none(), "the tape goes on after the end");
    record::reached(session.account(), session.cited());
    let Stage::Ended(end) = session.phase() else { panic!("no end") };
    (end.clone(), account_text(session.account()))
}

fn siege(text: &str, answers: &[&str]) -> (SiegeEnd, String) {
    match open("test.toml", text, &charts()).unwrap_or_else(|e| panic!("{e}")) {
        Contest::Siege(start, givens) => run(start, givens, answers),
        _ => panic!("no siege"),
    }
}

fn assault(text: &str, answers: &[&str]) -> (AssaultEnd, String) {
    match open("test.toml", text, &charts()).unwrap_or_else(|e| panic!("{e}")) {
        Contest::Assault(start, givens) => run(start, givens, answers),
        _ => panic!("no assault"),
    }
}

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
    let (end, _) = siege(&file("siege-of-pavia.toml"), &["undermine", "9", "undermine", "9", "honours"]);
    assert_eq!(end.outcome, SiegeOutcome::Honours);
    assert_eq!(end.garrison.to_string(), "3LD");
}

#[test]
fn too_few_cannot_undermine() {
    let text = file("siege-of-pavia.toml").replace("\"2A+\"", "\"LD\"");
    let Contest::Siege(start, givens) = open("t", &text, &charts()).unwrap() else { panic!() };
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
    record::exercised(&["EU9-SIEGE-h"]);
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
        let Contest::Siege(start, givens) = open("t", text, &charts()).unwrap() else { panic!() };
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
    assert_eq!(total("turkey", "A+ LD pasha", "2020"), 7, "5 LD and a pasha are a small stack");
    assert_eq!(total("turkey", "A- 2pasha", "2020"), 9, "two pashas are a large one");
}

/// Level 3 after a breach: a resistance of 1, and one LD inside.
#[test]
fn a_breach_makes_the_walls_weak() {
    let text = file("storming-of-maastricht.toml");
    let (end, account) = assault(&text, &["5", "8", "5", "8"]);
    assert!(account.contains("resistance of 1"), "{account}");
    assert!(end.falls, "{account}");
    insta::assert_snapshot!("maastricht", account);
    let (end, account) = assault(&text.replace("breach = true", "breach = false"), &["5", "8", "5", "8"]);
    assert!(account.contains("resistance of 3") && account.contains("-3 level of the fortress"), "{account}");
    assert!(!end.falls, "{account}");
}

#[test]
fn a_garrison_can_be_routed() {
    let text = file("storming-of-maastricht.toml")
        .replace("\"arquebus\"\nleader = \"replacement\"", "\"medieval\"\nleader = \"replacement\"");
    let (end, account) = assault(&text, &["6", "10", "1", "10"]);
    assert!(end.falls && end.routed.second, "{account}");
    assert!(account.contains("EU9-ASSAULT-f"), "{account}");
}

/// Only Fire silences: a garrison that the besieger's Shock routs has rolled its own with it.
#[test]
fn only_whoever_fire_routs_does_not_roll_shock() {
    let text = file("storming-of-maastricht.toml");
    let (end, account) = assault(&text, &["5", "8", "5", "8"]);
    assert!(end.routed.second && account.contains("assault Shock of Maastricht"), "{account}");
    // Two stars of a 10 on the first roll rout medieval men at once.
    let text =
        text.replace("\"arquebus\"\nleader = \"replacement\"", "\"medieval\"\nleader = \"replacement\"");
    let (end, account) = assault(&text, &["6", "10", "1", "10"]);
    assert!(account.contains("Fire of Spain: 16 deals 1 **"), "{account}");
    assert!(!account.contains("assault Shock of Maastricht"), "{account}");
    assert!(end.routed.second);
}

/// A storm that fails kills in the garrison; its owner says which counters go.
#[test]
fn the_besieged_say_how_their_garrison_closes_its_ranks() {
    let text = file("siege-of-pavia.toml")
        .replace("level = 2 ", "level = 4 ")
        .replace("garrison = \"2LD\"", "garrison = \"A- LD\"");
    let Contest::Siege(start, givens) = open("test.toml", &text, &charts()).unwrap() else { panic!() };
    let mut session = Session::start(start, givens, Header::default());
    session.answer(Side::First, "storm").unwrap();
    for _ in 0..40 {
        let question = session.pending()[0].clone();
        if question.asking.what == "regroup the garrison" {
            assert_eq!(question.asking.by, Some(Side::Second));
            assert!(session.answer(Side::First, "A-").is_err(), "not the besieger's to say");
            session.answer(Side::Second, "2LD").unwrap();
            assert!(account_text(session.account()).contains("loses 1 LD and keeps 2LD"));
            record::reached(session.account(), session.cited());
            return;
        }
        match &question.kind {
            Kind::Roll(_) => {
                session.faces(&[if question.asking.by == Some(Side::First) { 6 } else { 4 }]).unwrap()
            }
            Kind::Choose { options, .. } => {
                let key = options.iter().find(|o| o.0 == "storm").unwrap_or(&options[0]).0.clone();
                session.answer(question.asking.by.unwrap(), &key).unwrap()
            }
            Kind::Order { .. } => unreachable!(),
        };
    }
    panic!("never asked:\n{}", account_text(session.account()));
}

/// Outside Europe a garrison loses thirds and keeps d; in Europe whole LD.
#[test]
fn thirds_of_a_garrison_outside_europe() {
    let text = file("storming-of-maastricht.toml")
        .replace("level = 3", "level = 0")
        .replace("breach = true", "breach = false")
        .replace("leader = \"replacement\"", "leader = { manoeuvre = 4, fire = 4, shock = 4 }");
    let abroad = text.replace("\"europe\"", "\"rest-of-the-world\"");
    // At -1 for modern works and +3 for the guns: Shock 3 is 5, 2/3; less 1/3 for 6 LD.
    let killed = |text: &str, face: &str| {
        let (end, account) = assault(text, &["1", "1", face, "1"]);
        assert!(!end.falls, "{account}");
        end.killed
    };
    assert_eq!([killed(&abroad, "2"), killed(&abroad, "3")], [Thirds(0), Thirds(1)]);
    assert_eq!(killed(&text, "3"), Thirds::ZERO, "a third is nothing in Europe");
    // Another third without being a small stack.
    let (large, home) = (abroad.replace("A+ A-", "2A+"), text.replace("A+ A-", "2A+"));
    assert_eq!((killed(&large, "3"), killed(&home, "3")), (Thirds(2), Thirds::whole(1)));
    let siege_text = |text: &str| {
        text.replace("kind = \"assault\"", "kind = \"siege\"").replace("breach = false", "rounds = 2")
    };
    let (end, account) = siege(&siege_text(&large), &["storm", "1", "1", "3", "1", "lift"]);
    assert!(account.contains("The garrison loses 2/3 LD and keeps d"), "{account}");
    assert_eq!(end.garrison, Stack::read("d").unwrap());
    let (end, _) = siege(&siege_text(&home), &["storm", "1", "1", "3", "1", "lift"]);
    assert_eq!(end.garrison, Stack::default());
}

/// Nobody is hurt by fewer than 3 LD in Europe; walls may be ruled to be danger enough.
#[test]
fn leaders_in_storms() {
    let text = file("storming-of-maastricht.toml").replace(
        "leader = \"replacement\"",
        "leader = { name = \"Tapin\", manoeuvre = 2, fire = 2, shock = 2 }",
    );
    let fates = |text: &str, answers: &[&str]| {
        let (end, account) = assault(text, answers);
        assert_eq!(
            account.contains("EU9-LEADER-a"),
            end.leaders != BySide::new(Fate::NotTested, Fate::NotTested)
        );
        end.leaders
    };
    // Tapin has lost all: 7 - 1 - 5 is a hit, and then a 4 is a wound of two rounds. Parma faces one LD.
    let storm = ["8", "5", "8", "5"];
    let with = |more: &[&'static str]| [&storm[..], more].concat();
    assert_eq!(fates(&text, &with(&["7", "4"])), BySide::new(Fate::NotTested, Fate::Wounded(2)));
    assert_eq!(fates(&text, &with(&["8"])), BySide::new(Fate::NotTested, Fate::Unhurt));
    let few = text.replace("A+ A-", "2LD");
    let (end, account) = assault(&few, &["8", "5", "8", "5"]);
    assert_eq!(
        end.leaders,
        BySide::new(Fate::NotTested, Fate::NotTested),
        "2 LD hurt no governor: {account}"
    );
    let three = text.replace("garrison = \"LD\"", "garrison = \"3LD\"");
    assert_eq!(fates(&three, &with(&["1", "3", "10"])).first, Fate::Killed, "3 LD are danger enough");
    let walls = text.replace("[besieger]", "[rules]\nstorm-danger = \"walls\"\n[besieger]");
    assert_eq!(fates(&walls, &with(&["1", "6", "8"])), BySide::new(Fate::Wounded(3), Fate::Unhurt));
    let abroad = text.replace("\"europe\"", "\"rest-of-the-world\"");
    assert_eq!(fates(&abroad, &with(&["1", "5", "8"])), BySide::new(Fate::Killed, Fate::Unhurt));
}

/// Leyva falls in a storm that fails: his SIEGE is gone with him, and a substitute stands in the next storm.
#[test]
fn a_fallen_leader_commands_no_more() {
    let pavia = file("siege-of-pavia.toml").replace("supply-line = 5", "supply-line = 0");
    // The storm of round 1 on whole walls: all ones, and Leyva's die is a 1; odd is death, even a wound.
    let storm = ["storm", "1", "1", "1", "1", "1"];
    let after =
        |fate: &[&'static str], rest: &[&'static str]| siege(&pavia, &[&storm[..], fate, rest].concat()).1;
    let siege_lines = |account: &str| account.matches("-1 SIEGE of the besieged [EU9-SIEGE-a]").count();
    let killed = after(&["3"], &["undermine", "5", "storm", "10", "1", "1", "1", "1", "lift"]);
    assert!(killed.contains("Leyva is killed"), "{killed}");
    assert_eq!(siege_lines(&killed), 0, "{killed}");
    assert!(killed.contains("Pavia has no leader and draws one with MAN 3, FIRE 3, SHOCK 3"), "{killed}");
    assert_eq!(killed.matches("Leyva").count(), 1, "he dies once: {killed}");
    // A wound of two rounds: away in rounds 2 and 3, back in round 4.
    let wounded = after(&["4"], &["undermine", "5", "undermine", "5", "undermine", "5"]);
    assert!(wounded.contains("Leyva is wounded for 2 rounds"), "{wounded}");
    assert_eq!(siege_lines(&wounded), 1, "{wounded}");
    let last = wounded.rfind("-1 SIEGE of the besieged [EU9-SIEGE-a]").unwrap();
    assert_eq!(wounded[..last].matches("Siegework").count(), 3, "{wounded}");
    let unhurt = siege(&pavia, &["storm", "1", "1", "1", "1", "2", "undermine", "5", "lift"]).1;
    assert_eq!(siege_lines(&unhurt), 1, "{unhurt}");
    // The besieger's leader likewise, where he is in danger.
    let walls =
        pavia.replace("[rules]", "[rules]\nstorm-danger = \"walls\"").replace("siege = 0", "siege = 3");
    let (_, account) = siege(&walls, &["storm", "1", "1", "1", "1", "2", "3", "2", "undermine", "5", "lift"]);
    assert!(
        account.contains("Francois I is killed") && !account.contains("SIEGE of the besieger"),
        "{account}"
    );
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
        let mut session = match open("t", &text, &charts()).unwrap_or_else(|e| panic!("{e}")) {
            Contest::Siege(start, givens) => Session::start(start, givens, Header::default()),
            _ => panic!(),
        };
        while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
            match &question.kind {
                Kind::Roll(_) => session.faces(&[10]).unwrap(),
                Kind::Choose { options, .. } => {
                    let wish = match question.asking.what {
                        "garrison" => guard,
                        "breach or war honours" => "honours",
                        "storm the breach" => "wait",
                        _ => options[0].0.as_str(),
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

#[test]
fn small_stacks_storm_badly_and_large_armies_well() {
    let text = file("storming-of-maastricht.toml");
    let dealt = |text: &str| {
        let (_, account) = assault(text, &["5", "7", "5", "7"]);
        let line = account.lines().find(|line| line.contains("against a resistance")).unwrap().to_owned();
        line.split(" deals ").nth(1).unwrap().split(" against").next().unwrap().to_owned()
    };
    let large = dealt(&text.replace("A+ A-", "2A+"));
    let small = dealt(&text.replace("A+ A-", "A+"));
    // Two A+ and an A+ with an A- have the same siege artillery, but 8 and 6 LD.
    let middle = dealt(&text);
    assert_eq!(Thirds::read(&large).unwrap() - Thirds::read(&middle).unwrap(), Thirds(1));
    assert!(Thirds::read(&small).unwrap() < Thirds::read(&middle).unwrap());
    let none = dealt(&text.replace("A+ A-", "3LD"));
    assert!(Thirds::read(&none).unwrap() < Thirds::read(&small).unwrap());
    let poland =
        text.replace("\"spain\"", "\"poland\"").replace("1579", "1540").replace("tercios = true\n", "");
    let other = poland.replace("country = \"poland\"", "country = \"minor\"\nclass = \"IIM\"");
    assert_eq!(
        Thirds::read(&dealt(&poland)).unwrap() - Thirds::read(&dealt(&other)).unwrap(),
        Thirds(2),
        "an A+ of Poland in period II"
    );
}

/// The storming of Maastricht under other rules: what the besieger deals, and against what resistance.
fn dealt_under(rules: &str, changes: &[(&str, &str)]) -> (Thirds, Thirds) {
    let mut text =
        file("storming-of-maastricht.toml").replace("[besieger]", &format!("[rules]\n{rules}\n[besieger]"));
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    let (_, account) = assault(&text, &["5", "8", "5", "8"]);
    let line = account.lines().find(|line| line.contains("against a resistance")).unwrap().to_owned();
    let words = |after: &str, before: &str| {
        let rest = line.split(after).nth(1).unwrap();
        Thirds::read(rest.split(before).next().unwrap()).unwrap()
    };
    (words(" deals ", " against"), words("resistance of ", ","))
}

const WHOLE: (&str, &str) = ("breach = true", "breach = false");

/// The guide wants as many losses as the fortress has levels; the tables stop at 3. A breach has its own figures.
#[test]
fn resistance_by_the_table_or_by_the_level() {
    let resistance = |rules: &str, level: u8, whole: bool| {
        let to = format!("level = {level}");
        let mut changes = vec![("level = 3", to.as_str())];
        changes.extend(whole.then_some(WHOLE));
        dealt_under(rules, &changes).1.0
    };
    let of = |rules: &str, whole| [0, 1, 2, 3, 4, 5].map(|level| resistance(rules, level, whole));
    assert_eq!(of("", true), [2, 3, 6, 9, 9, 9]);
    for guide in ["profile = \"guide\"", "resistance = \"level\""] {
        assert_eq!(of(guide, true), [2, 3, 6, 9, 12, 15]);
        assert_eq!(of(guide, false), of("", false));
    }
    assert_eq!(of("", false), [1, 2, 2, 3, 4, 5]);
    assert_eq!(of("profile = \"guide\"\nresistance = \"table\"", true), of("", true));
}

/// The guide hinders every besieger of fewer than 8 LD, the tables from 6 LD down.
#[test]
fn small_besiegers_by_the_table_or_by_the_guide() {
    // The artillery of one A+ and of two differ: counted without its bonus.
    let dealt = |rules: &str, counters: &str| {
        let to = format!("counters = \"{counters}\"");
        dealt_under(rules, &[("counters = \"A+ A-\"", &to)]).0.0
    };
    let under = "small-besieger = \"under-eight\"";
    for guide in [under, "profile = \"guide\""] {
        assert_eq!(dealt(guide, "2A+"), dealt("", "2A+"), "8 LD");
        assert_eq!(dealt(guide, "A+ A- LD"), dealt("", "A+ A- LD") - 1, "7 LD");
        assert_eq!(dealt(guide, "A+ A-"), dealt("", "A+ A-"), "6 LD");
    }
    assert_eq!(dealt("", "A+ A- LD") - 1, dealt("", "A+ A-"), "6 LD are small, 7 are not");
    assert_eq!(dealt("", "A+ LD") - 1, dealt("", "A+"), "4 LD are smaller");
    assert_eq!(dealt("", "3LD"), dealt("", "2LD"), "nothing beyond that");
}

/// Janissaries are large armies; the guide names Turkey, the table also class I.
#[test]
fn large_armies_by_name_or_by_class() {
    let dealt = |rules: &str, who: &str, year: &str| {
        let changes = [
            ("country = \"spain\"", who),
            ("tercios = true", ""),
            ("1579", year),
            ("arquebus", "renaissance"),
            (
                "leader = { name = \"Parma\", manoeuvre = 5, fire = 4, shock = 4, siege = 3 }",
                "leader = { manoeuvre = 3, fire = 3, shock = 3 }",
            ),
        ];
        dealt_under(rules, &changes).0.0
    };
    let (janissary, timar) = ("country = \"turkey\"\ncorps = \"janissary\"", "country = \"turkey\"");
    let khan = "country = \"minor\"\nclass = \"I\"";
    let other = dealt("", "country = \"minor\"\nclass = \"II\"", "1540");
    assert_eq!(dealt("", timar, "1540"), other);
    assert_eq!(dealt("", khan, "1540"), other);
    for guide in ["profile = \"guide\"", "large-armies = \"class-one\""] {
        assert_eq!(dealt(guide, timar, "1540"), other + 2);
        assert_eq!(dealt(guide, khan, "1540"), other + 2);
        assert_eq!(
            dealt(guide, "country = \"turkey\"\ncorps = \"reformed\"", "1540"),
            other,
            "not after the reform"
        );
    }
    let late = dealt("", timar, "1640");
    assert_eq!(
        (dealt("", janissary, "1640"), dealt("large-armies = \"class-one\"", timar, "1640")),
        (late, late)
    );
    assert_eq!(dealt("", janissary, "1500"), dealt("", timar, "1500") + 2);
}

/// Whether walls fire as troops of their technology do.
#[test]
fn the_fire_of_the_besieged() {
    let fire = |rules: &str, technology: &str| {
        let text = file("storming-of-maastricht.toml")
            .replace("[besieger]", &format!("[rules]\n{rules}\n[besieger]"))
            .replace("breach = true", "breach = false")
            .replace(
                "\"arquebus\"\nleader = \"replacement\"",
                &format!("\"{technology}\"\nleader = {{ manoeuvre = 4, fire = 4, shock = 4 }}"),
            );
        let (_, account) = assault(&text, &["1", "10"]);
        let line = account.lines().find(|line| line.contains("Fire of Maastricht"));
        line.map_or("none".to_owned(), |line| line.split("deals ").nth(1).unwrap().to_owned())
    };
    let by = "besieged-fire = \"by-technology\"";
    for technology in ["medieval", "renaissance", "arquebus"] {
        assert_eq!(fire("", technology), "2 ***");
    }
    assert_eq!(["medieval", "renaissance", "arquebus"].map(|t| fire(by, t)), ["none", "***", "1 ***"]);
}

/// The account of an assault names the substitute, the corrections and the garrison.
#[test]
fn the_account_of_an_assault_is_whole() {
    let text = file("storming-of-maastricht.toml");
    let (_, account) = assault(&text, &["5", "8", "5", "8"]);
    assert!(
        account.contains("Maastricht has no leader and draws one with MAN 2, FIRE 2, SHOCK 2"),
        "{account}"
    );
    assert!(account.contains("-1/3 for 6 LD or fewer"), "{account}");
    assert!(account.contains("1 LD inside"), "{account}");
    let (_, account) = assault(&text.replace("A+ A-", "2A+"), &["5", "8", "5", "8"]);
    assert!(!account.contains("EU9-ASSAULT-e") && !account.contains("or fewer"), "{account}");
}

fn march(ld: u8) -> March {
    March::new(Side::First, ld, Technology::Renaissance)
}

fn total(march: March) -> i16 {
    grognard_umpire::Modifier::sum(&march.modifiers(&charts()))
}

#[test]
fn land_attrition_adds_up_as_the_guide_says() {
    assert_eq!(total(march(3)), 6);
    assert_eq!(total(March { enemy_province: true, ..march(3) }), 8);
    assert_eq!(total(March { leader: 3, ..march(3) }), 3);
    assert_eq!(total(March { pillage_minus: 1, pillage_plus: 1, ..march(3) }), 9);
    // Large, 6 MP, 3 MP in poor weather, an enemy beach: four causes.
    assert_eq!(total(March { causes: 4, enemy_province: true, ..march(8) }), 14);
    for causes in 1..=4 {
        assert_eq!(total(March { causes, ..march(3) }), 6 + 2 * (i16::from(causes) - 1));
    }
    let supply = March { occasion: Occasion::Supply, massed: true, ..march(6) };
    assert_eq!(total(supply) + 4, 12, "6 LD at home, die 4, no leader");
    let siege = March { occasion: Occasion::Siege, leader: 2, ..march(6) };
    assert_eq!(total(siege), 4, "SIEGE instead of MAN");
    assert_eq!(total(March { pillage_minus: 1, pillage_plus: 1, ..siege }), 7);
    assert_eq!(total(March { massed: true, bad_weather: true, ..siege }), 8);
    assert_eq!(total(March { enemy_siege: 3, ..siege }), 7);
    assert_eq!(total(March { no_supply: true, ..siege }), 6);
    assert_eq!(total(March { no_supply: true, too_small: true, ..siege }), 8);
    assert_eq!(total(March { too_small: true, ..siege }), 4, "too small alone adds nothing");
    record::exercised(&[
        "EU9-ATTRITION-b",
        "EU9-ATTRITION-c",
        "EU9-ATTRITION-d",
        "EU9-ATTRITION-e",
        "EU9-ATTRITION-o",
        "EU9-ATTRITION-p",
        "EU9-SIEGE-e",
        "EU9-SIEGE-f",
    ]);
}

/// The toll of a march whose die is a 5.
fn lost(march: March) -> Toll {
    let answers = [Answer::Faces(vec![5])];
    let mut tape = Tape::new(&answers, Keep::Account);
    let toll = march.roll(&charts(), &mut tape).unwrap();
    record::reached(&tape.account, &tape.cited);
    toll
}

/// What lies on the way: revolts, hostile straits; and what makes it easier.
#[test]
fn revolts_straits_and_redeployment() {
    assert_eq!(total(March { revolt_minus: 1, revolt_plus: 2, ..march(3) }), 6 + 1 + 4);
    assert_eq!(total(March { no_supply: true, ..march(3) }), 8);
    assert_eq!(total(March { strait_forts: 2, ..march(3) }), 10);
    let elsewhere = March { theatre: Theatre::RestOfTheWorld, strait_forts: 3, ..march(3) };
    assert_eq!(total(elsewhere), 9, "outside Europe half the level of each, here 3 together");
    assert_eq!(total(March { redeployment: true, ..march(3) }), 4);
    assert_eq!(lost(march(3)), Toll { ld: 0, pillage: false }, "11");
    assert_eq!(lost(March { revolt_minus: 1, ..march(3) }), Toll { ld: 0, pillage: true }, "12");
    let siege = March { occasion: Occasion::Siege, ..march(3) };
    let same = March { revolt_minus: 1, redeployment: true, strait_forts: 1, ..siege };
    assert_eq!(total(same), total(siege), "none of it at a siege");
}

/// Behind two siegeworks+ a garrison loses what it would not lose before them; an open port feeds it.
#[test]
fn besieged_troops_suffer_from_the_works_and_live_by_the_port() {
    let besieged = March { occasion: Occasion::Besieged, ..march(2) };
    assert_eq!(total(besieged), 6);
    assert_eq!(total(March { works: Works { minus: 0, plus: 2 }, ..besieged }), 12);
    assert_eq!(total(March { works: Works { minus: 1, plus: 1 }, ..besieged }), 10);
    assert_eq!(total(March { open_port: true, ..besieged }), 3);
    assert_eq!(total(March { leader: 2, enemy_siege: 1, ..besieged }), 5);
    assert_eq!(
        total(March { pillage_plus: 2, ..besieged }),
        6,
        "what lies outside the walls is nothing to them"
    );
    let siege = March { occasion: Occasion::Siege, ..march(2) };
    let works = March { works: Works { minus: 0, plus: 2 }, open_port: true, ..siege };
    assert_eq!(total(works), total(siege), "the besieger's own works do not trouble him");
    assert_eq!(lost(besieged), Toll { ld: 0, pillage: false }, "11");
    assert_eq!(
        lost(March { works: Works { minus: 0, plus: 2 }, ..besieged }),
        Toll { ld: 1, pillage: false }
    );
}

#[test]
fn p_goes_by_technology() {
    let charts = charts();
    let toll = Toll { ld: 1, pillage: true };
    let ask = |technology, occasion, answers: &[Answer]| {
        let mut tape = Tape::new(answers, Keep::Account);
        let march = March { occasion, ..March::new(Side::First, 5, technology) };
        let suffered = march.pillage(&charts, toll, &mut tape);
        record::reached(&tape.account, &tape.cited);
        suffered
    };
    let key = |text: &str| [Answer::Key(text.to_owned())];
    let both = ask(Technology::Renaissance, Occasion::March, &[]).unwrap();
    assert_eq!(both, Suffered { ld: 2, pillage: true, foraging: false });
    let lose = ask(Technology::Muskets, Occasion::March, &key("lose")).unwrap();
    assert_eq!(lose, Suffered { ld: 2, pillage: false, foraging: false });
    let forage = ask(Technology::Muskets, Occasion::March, &key("pillage")).unwrap();
    assert_eq!(forage, Suffered { ld: 1, pillage: true, foraging: true });
    let lace = ask(Technology::Lace, Occasion::March, &key("pillage")).unwrap();
    assert_eq!(lace, Suffered { ld: 1, pillage: true, foraging: false });
    let besieged = ask(Technology::Lace, Occasion::Besieged, &[]).unwrap();
    assert_eq!(besieged, Suffered { ld: 2, pillage: false, foraging: false });
    assert_eq!(Pillage(1).more().counters(), (0, 1), "two pillage- make a pillage+");
    assert_eq!(Pillage(4).more(), Pillage::MAX);
}

fn voyage(ships: &str) -> Voyage {
    Voyage::new(Side::First, Fleet::read(ships).unwrap(), NavalTechnology::NaoGaleon)
}

#[test]
fn sea_attrition_adds_up_as_the_guide_says() {
    let total = |voyage: Voyage| grognard_umpire::Modifier::sum(&voyage.modifiers(&charts()));
    let f = voyage("F- 2NWD");
    assert_eq!(total(Voyage { leader: 2, bad_weather: true, ..f }), 0);
    assert_eq!(total(Voyage { difficulty: 5, ..f }), 5);
    for (zones, value) in [(3, 0), (4, 1), (7, 1), (8, 2)] {
        assert_eq!(total(Voyage { zones, ..f }), value);
    }
    for (off, value) in [(0, 0), (1, 3), (2, 6), (5, 9)] {
        assert_eq!(total(Voyage { off, ..f }), value);
        assert_eq!(total(Voyage { off, ..voyage("2NWD") }), 0, "plain ND do not mind");
    }
    assert_eq!(total(Voyage { off: 5, far_off: false, ..f }), 6);
    assert_eq!(total(voyage("2F- 4NWD")), 3);
    assert_eq!(total(voyage("3F- 6NWD")), 6);
    assert_eq!(total(Voyage { penalty: 2, ..f }), 2);
    assert_eq!(total(Voyage { technology: NavalTechnology::SeventyFour, ..f }), -3);
    record::exercised(&[
        "EU9-ATTRITION-r",
        "EU9-ATTRITION-s",
        "EU9-ATTRITION-u",
        "EU9-ATTRITION-v",
        "EU9-ATTRITION-w",
        "EU9-ATTRITION-x",
        "EU9-ATTRITION-y",
    ]);
}

#[test]
fn ships_are_lost_by_the_table() {
    let charts = charts();
    let sink = |ships: &str, percent, faces: &[u8]| {
        let answers: Vec<Answer> = faces.iter().map(|&f| Answer::Faces(vec![f])).collect();
        let mut tape = Tape::new(&answers, Keep::Account);
        let Wreck::Left(left) = voyage(ships).wreck(&charts, percent, &mut tape).unwrap() else {
            panic!("one kind is no choice");
        };
        let left = left.to_string();
        record::reached(&tape.account, &tape.cited);
        left
    };
    assert_eq!(sink("4NWD", 20, &[]), "3NWD");
    assert_eq!(sink("12NWD", 50, &[]), "6NWD", "ten, then two");
    assert_eq!(sink("NWD", 10, &[5]), "2d");
    assert_eq!(sink("NWD", 10, &[6]), "NWD");
    assert_eq!(sink("NTD", 20, &[]), "NTD", "two thirds of a transport are left whole");
    assert_eq!(sink("NTD", 50, &[]), "nothing", "one third is lost");
    assert_eq!(sink("4NWD", 100, &[]), "nothing");
}

#[test]
fn one_move_can_meet_several_causes() {
    let charts = charts();
    let causes = |stack: &str, points, bad, beach, without| {
        march_causes(&charts, Stack::read(stack).unwrap(), points, bad, beach, without).len()
    };
    assert_eq!(causes("A+ A-", 0, false, false, false), 1, "a large stack rolls even at rest");
    assert_eq!(causes("A+ LD", 5, false, false, false), 0);
    assert_eq!(causes("A+ LD", 6, false, false, false), 1);
    assert_eq!(causes("A+ LD", 2, true, false, false), 0);
    assert_eq!(causes("A+ LD", 3, true, false, false), 1);
    assert_eq!(causes("A+ LD", 3, false, false, false), 0);
    assert_eq!(causes("LD", 1, false, true, false), 1);
    assert_eq!(causes("2A+", 6, true, true, false), 4);
    assert_eq!(causes("3LD", 2, false, false, true), 1);
    assert_eq!(causes("2LD", 2, false, false, true), 0);
    assert_eq!(worst_sea(&charts, &[(2, false), (5, false), (3, false)]).1, 5);
    assert_eq!(worst_sea(&charts, &[(5, true)]).1, 3);
    record::exercised(&[
        "EU9-ATTRITION-i",
        "EU9-ATTRITION-l",
        "EU9-ATTRITION-m",
        "EU9-ATTRITION-n",
        "EU9-ATTRITION-p",
        "EU9-ATTRITION-q",
        "EU9-ATTRITION-t",
    ]);
}

#[test]
fn forts_fire_at_passing_fleets() {
    let charts = charts();
    let fire = |face, level, ships: &str| {
        let answers = [Answer::Faces(vec![face])];
        let mut tape = Tape::new(&answers, Keep::Account);
        fort_fire(&charts, Side::First, level, 0, Fleet::read(ships).unwrap(), &mut tape).unwrap()
    };
    assert_eq!(fire(6, 2, "2NWD"), (false, 0));
    assert_eq!(fire(6, 2, "F- 2NWD"), (true, 0));
    assert_eq!(fire(9, 2, "2NWD"), (true, 1));
    assert_eq!(fire(10, 2, "F- 2NWD"), (true, 2));
    record::exercised(&["EU9-INTERCEPT-h"]);
}

#[test]
fn land_d_die_on_entering_europe() {
    let mut tape = Tape::new(&[], Keep::Account);
    let stack = Stack::read("LD 2d").unwrap();
    assert_eq!(entering(Theatre::Europe, stack, &mut tape).to_string(), "LD");
    assert_eq!(entering(Theatre::RestOfTheWorld, stack, &mut tape), stack);
    record::reached(&tape.account, &tape.cited);
}
