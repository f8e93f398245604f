//! Assaults, situation by situation.

use crate::places::*;
use crate::playing::of_2020;
use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{BySide, Header, Kind, Session, Side};

/// Level 3 after a breach: a resistance of 1, and one LD inside.
#[test]
fn a_breach_makes_the_walls_weak() {
    let text = file("storming-of-maastricht.toml");
    let (end, account) = assault(&text, &["5", "8", "5", "8"]);
    assert!(account.contains("to carry the walls, 1 and"), "{account}");
    assert!(end.falls, "{account}");
    insta::assert_snapshot!("maastricht", account);
    let (end, account) = assault(&text.replace("breach = true", "breach = false"), &["5", "8", "5", "8"]);
    assert!(
        account.contains("the walls, 3 and") && account.contains("-3 level of the fortress"),
        "{account}"
    );
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
    assert!(end.routed.second && account.contains("Assault Shock of Maastricht"), "{account}");
    // Two stars of a 10 on the first roll rout medieval men at once.
    let text =
        text.replace("\"arquebus\"\nleader = \"replacement\"", "\"medieval\"\nleader = \"replacement\"");
    let (end, account) = assault(&text, &["6", "10", "1", "10"]);
    assert!(
        account.contains("Fire of Spain: 16 is 2 1/3 **, which by its technology deals 1 **"),
        "{account}"
    );
    assert!(!account.contains("Assault Shock of Maastricht"), "{account}");
    assert!(end.routed.second);
}

/// A storm that fails kills in the garrison; its owner says which counters go.
#[test]
fn the_besieged_say_how_their_garrison_closes_its_ranks() {
    let text = file("siege-of-pavia.toml")
        .replace("level = 2 ", "level = 4 ")
        .replace("garrison = \"2LD\"", "garrison = \"A- LD\"");
    let Contest::Siege(start, givens) = open("test.toml", &of_2020(&text), &charts()).unwrap() else {
        panic!()
    };
    let mut session = Session::start(start, givens, Header::default());
    session.answer(Side::First, "storm").unwrap();
    for _ in 0..40 {
        let question = session.pending()[0].clone();
        if question.asking.topic == Asks::RegroupTheGarrison {
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
                let key = options.iter().find(|o| o.key == "storm").unwrap_or(&options[0]).key.clone();
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

#[test]
fn small_stacks_storm_badly_and_large_armies_well() {
    let text = file("storming-of-maastricht.toml");
    let dealt = |text: &str| blow(&assault(text, &["5", "7", "5", "7"]).1).0.to_string();
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
    blow(&account)
}

/// What the besieger has dealt after all corrections, and what resistance the walls have, by the account.
fn blow(account: &str) -> (Thirds, Thirds) {
    let line = account.lines().find(|line| line.contains("to carry the walls")).unwrap();
    let words = |after: &str, before: &str| {
        let rest = line.split(after).nth(1)?;
        Thirds::read(rest.split(before).next()?)
    };
    let dealt = words("which comes to ", ";").or(words("has dealt ", ";"));
    let resistance = words("the walls, ", " and").or(words("it takes ", " to carry"));
    (dealt.unwrap(), resistance.unwrap())
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
            ("veteran = true", ""),
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
    assert!(account.contains("it takes 2 to carry the walls, 1 and 1 LD inside"), "{account}");
    assert!(account.contains("Spain storms with A+ A- (6 LD), arquebus, morale 4"), "{account}");
    assert!(account.contains("Maastricht: level 3, breached, LD inside, arquebus, veterans, morale 3"));
    assert!(account.contains("is 2 **, which by its technology deals 1 **"), "{account}");
    assert!(account.contains("Maastricht loses 1 of 1 LD inside"), "{account}");
    let (_, account) = assault(&text.replace("A+ A-", "2A+"), &["5", "8", "5", "8"]);
    assert!(!account.contains("EU9-ASSAULT-e") && !account.contains("or fewer"), "{account}");
}

/// The account says how thirds become LD, what a rout adds, and who does not come to Shock.
#[test]
fn the_account_says_what_the_besieged_dealt() {
    let text = file("storming-of-maastricht.toml").replace("breach = true", "breach = false");
    // Fire of Maastricht 8: 1 1/3 and two stars, Shock 4: 1/3.
    let (end, account) = assault(&text, &["5", "1", "8", "1", "4"]);
    assert_eq!(end.losses, Thirds::whole(2), "{account}");
    assert!(account.contains("Maastricht has dealt 1 2/3, rounded to 2 LD: the place holds"), "{account}");
    assert!(account.contains("Spain keeps A+"), "{account}");
    // 10 and 10: 2 with three stars and the fourth: a rout, two thirds more.
    let (end, account) = assault(&text, &["5", "1", "10", "1", "10"]);
    assert!(end.routed.first, "{account}");
    assert!(account.contains("has dealt 4, and 2/3 more for the rout, rounded to 5 LD"), "{account}");
    let green = text.replace("veteran = true\n", "").replace("tercios = true\n", "");
    let (_, account) = assault(&green, &["5", "1", "8", "4"]);
    assert!(account.contains("Spain has no morale left and does not come to Shock"), "{account}");
    let medieval = green.replacen("\"arquebus\"", "\"medieval\"", 1);
    assert!(assault(&medieval, &["5", "1"]).1.contains("Spain has no Fire"));
}
