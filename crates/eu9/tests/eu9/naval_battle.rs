//! Situations of the naval battle.

use crate::playing::{answered, file, noted, of_2020};
use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{BySide, Fact, Header, Kind, Phase as Stage, Playable, Session, Side};
use std::sync::Arc;

fn contest(text: &str) -> Result<(NavalBattle, Arc<NavalEngagement>), String> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    match open("test.toml", &of_2020(text), &charts) {
        Ok(Contest::NavalBattle(start, givens)) => Ok((start, givens)),
        Ok(_) => panic!("not a naval battle"),
        Err(error) => Err(noted(error.to_string())),
    }
}

/// Plays with these answers, and fives.
fn play(text: &str, answers: &[&str]) -> (NavalEnd, Arc<NavalEngagement>, String) {
    let (start, givens) = contest(text).unwrap();
    let (end, account, _) = answered(start, &givens, answers, 5);
    (end, givens, account)
}

#[test]
fn lepanto_goes_by_the_book() {
    let text = file("lepanto.toml");
    // Galleys on both sides: no wind. Fire of the galleasses is full, that of the others halved upwards.
    let (end, givens, account) = play(&text, &["6", "4", "5", "6"]);
    insta::assert_snapshot!("lepanto", account);
    insta::assert_snapshot!("lepanto-end", NavalBattle::end_words(&givens, &end));
    assert!(matches!(NavalBattle::end_facts(&givens, &end), Fact::Record(_)));
}

#[test]
fn galleys_do_not_sail_the_ocean() {
    let text = file("lepanto.toml").replace("sea = \"mediterranean\"", "sea = \"ocean\"");
    let error = contest(&text).err().unwrap();
    assert!(error.contains("EU9-LOGISTICS-b"), "{error}");
}

#[test]
fn three_counters_at_sea_and_no_more() {
    let error = contest(&file("gravelines.toml").replace("2F+ 8NWD 2NTD", "3F+ 18NWD")).err().unwrap();
    assert!(error.contains("EU9-STACK-f"), "{error}");
    assert!(contest(&file("gravelines.toml").replace("2F+ 8NWD 2NTD", "3F+ 15NWD 3NTD")).is_ok());
}

#[test]
fn all_problems_are_told_at_once() {
    let text = file("gravelines.toml").replace("galleon-fluyt", "three-decker").replace("9NWD", "9XYZ");
    let error = contest(&text).err().unwrap();
    assert!(error.contains("attacker.technology") && error.contains("defender.ships"), "{error}");
}

#[test]
fn who_leaves_with_the_wind_loses_and_is_not_pursued() {
    let text = file("gravelines.toml");
    // The Armada draws its admiral (5: 122), England has the wind, fires, and is gone.
    let (end, _, account) = play(&text, &["5", "9", "1", "2", "2", "yes"]);
    assert_eq!(end.winner, Some(Side::Second), "{account}");
    assert!(!account.contains("pursues"), "{account}");
    assert!(account.contains("leaves with the wind"));
}

#[test]
fn losses_go_by_thirds_in_the_cycle() {
    // Equal fleets of 15 ships, so that nobody has more ND and winners lose something as well.
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"3F+ 15NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"3F+ 15NWD\"");
    let sorted = |end: &NavalEnd, side: Side| {
        let Sorted { damaged, sunk, refitted } = end.sorted[side];
        (end.losses[side].0, [damaged.0, sunk.0, refitted.0])
    };
    let text = text.replacen("year = ", "rules = { sea-retreat = \"automatic\" }\nyear = ", 1);
    // Nobody has the wind; each side throws the same faces in Fire and boarding to the end, unless the second
    // leaves after day 1.
    let fight = |fire: [u8; 2], boarding: [u8; 2], leaves: bool| {
        let (start, givens) = contest(&text).unwrap();
        let mut session = Session::start(start, Arc::clone(&givens), Header::default());
        for face in [5, 1, 5] {
            session.faces(&[face]).unwrap();
        }
        while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
            match &question.kind {
                Kind::Roll(_) => {
                    let faces = if matches!(
                        Asks::of(question.asking.topic),
                        Some(Asks::Day1Boarding | Asks::Day2Boarding)
                    ) {
                        boarding
                    } else {
                        fire
                    };
                    session.faces(&[faces[question.asking.by.unwrap() as usize]]).unwrap()
                }
                Kind::Choose { options, .. } => {
                    let by = question.asking.by.unwrap();
                    let goes = leaves && by == Side::Second && question.asking.topic == Asks::LeaveAfterDay1;
                    session.answer(by, if goes { "yes" } else { &options[0].key }).unwrap()
                }
                Kind::Order { .. } => unreachable!(),
            };
        }
        record::reached(session.account(), session.cited());
        let Stage::Ended(end) = session.phase() else { panic!("still open") };
        (sorted(end, Side::First), sorted(end, Side::Second), end.winner, account_text(session.account()))
    };
    let cycle = |winner: bool, losses: i16| {
        // By hand: whole detachments go round damaged, sunk and refitted (damaged again for whoever has not
        // won), and what is left of the last goes to the next of the three.
        let mut lots = [0; 3];
        let order = if winner { [0, 1, 2] } else { [0, 1, 0] };
        for third in 0..losses {
            lots[order[(third / 3 % 3) as usize]] += 1;
        }
        lots
    };
    let mut seen = std::collections::BTreeSet::new();
    for attacker in [4, 6, 7] {
        for (fire, boarding, leaves) in [(1, 1, false), (6, 5, false), (5, 8, false), (9, 6, true)] {
            let (first, second, winner, account) = fight([attacker, fire], [attacker, boarding], leaves);
            assert_eq!(first.1, cycle(winner == Some(Side::First), first.0), "{account}");
            assert_eq!(second.1, cycle(winner == Some(Side::Second), second.0), "{account}");
            seen.extend([(winner == Some(Side::First), first.0), (winner == Some(Side::Second), second.0)]);
        }
    }
    // Winners who have lost more than two detachments, a loser's third one, and fractions in every place.
    assert!(seen.iter().any(|&(won, lost)| won && lost > 6), "{seen:?}");
    assert!(seen.iter().any(|&(won, lost)| !won && lost > 6), "{seen:?}");
    assert!(seen.iter().any(|&(_, lost)| lost % 3 != 0), "{seen:?}");
}

/// Which ships are hit their owner says, where there is a choice; or they go in a set order.
#[test]
fn the_owner_says_which_ships_are_hit() {
    let text = file("lepanto.toml");
    let tape = ["1", "10", "1", "10", "1"];
    let with = |key: &str| play(&text, &[&tape[..], &[key]].concat()).0.kept.first;
    let (start, givens) = contest(&text).unwrap();
    let mut session = Session::start(start, Arc::clone(&givens), Header::default());
    for face in tape {
        session.faces(&[face.parse().unwrap()]).unwrap();
    }
    let question = session.pending()[0].clone();
    assert_eq!((question.asking.topic.key(), question.asking.by), ("which-ships-are-hit", Some(Side::First)));
    let Kind::Choose { options, .. } = question.kind else { panic!("no choice") };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    // Six are hit and the League has run: one galleass at least, or both.
    let (one, both) = (with(keys[0]), with("16NGD/2NTD/damaged/2NGD/2VGD"));
    assert_eq!((one.galleys, one.galleasses), (15, 1), "{keys:?}");
    assert_eq!((both.galleys, both.galleasses), (16, 0), "{keys:?}");
    let set = text.replacen("[rules]\n", "[rules]\nline-losses = \"in-order\"\n", 1);
    let (end, _, account) = play(&set, &tape);
    assert_eq!((end.kept.first.galleys, end.kept.first.galleasses), (15, 1), "unasked: {account}");
    assert!(
        account.contains("[EU9-NAVAL-c] the Holy League loses 6 of 24 ND: 2 sunk, 4 damaged"),
        "{account}"
    );
}

#[test]
fn the_wind_belongs_to_the_modern() {
    let charts = Charts::load(&[]).unwrap();
    assert_eq!(charts.sea.wind(NavalTechnology::ThreeDecker, NavalTechnology::Carrack), 6);
    assert_eq!(charts.sea.wind(NavalTechnology::Carrack, NavalTechnology::ThreeDecker), 0);
    assert_eq!(charts.sea.wind(NavalTechnology::Carrack, NavalTechnology::Galley), -3);
    let old = charts.sea.column(NavalTechnology::Carrack, NavalTechnology::SeventyFour, Phase::Fire, true);
    let new = charts.sea.column(NavalTechnology::Carrack, NavalTechnology::SeventyFour, Phase::Fire, false);
    assert!(old.is_none() && new.is_some());
    assert_eq!(charts.sea.morale(NavalTechnology::Galley, true, false), 3);
    assert_eq!(charts.sea.morale(NavalTechnology::Galley, true, true), 2);
}

#[test]
fn a_sea_retreat_is_rolled_for_or_automatic() {
    let roll = file("gravelines.toml");
    let auto = roll.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nsea-retreat = \"automatic\"");
    for (text, more) in [(roll, vec!["10"]), (auto, vec![])] {
        let (start, givens) = contest(&text).unwrap();
        let mut session = Session::start(start, Arc::clone(&givens), Header::default());
        // Nobody has the wind: 1 + 5 against 5 + 1 with a drawn 1.
        let tape = ["5", "1", "5", "4", "4", "4", "4", "yes"];
        for answer in tape.into_iter().chain(more.iter().copied()) {
            let by = session.pending()[0].asking.by.unwrap();
            match answer.parse::<u8>() {
                Ok(face) => session.faces(&[face]).unwrap(),
                Err(_) => session.answer(by, answer).unwrap(),
            };
        }
        let left = account_text(session.account()).contains("gets away");
        assert_eq!(left, more.is_empty());
    }
}

/// Both rolls of a phase take effect together: what the attacker's boarding does to the defender does not
/// shake the defender's own boarding of the same phase.
#[test]
fn nobody_is_shaken_by_a_roll_of_the_same_phase() {
    let text = file("lepanto.toml");
    // Fire without stars on either side, then a boarding that takes stars off the Turks before they roll.
    let (_, _, account) = play(&text, &["1", "1", "8", "1"]);
    let boarding = account.split("Day 1 boarding of Turkey").nth(1).unwrap();
    let modifiers = boarding.split("\n[").next().unwrap();
    assert!(!modifiers.contains("more shaken"), "{account}");
    // On the second day they are.
    let fire = account.split("Day 2 Fire of Turkey").nth(1).unwrap();
    assert!(fire.split("\n[").next().unwrap().contains("-1 more shaken"), "{account}");
}

/// Losses beyond the whole fleet: what is sunk comes first, then what is damaged.
#[test]
fn a_fleet_that_loses_more_than_it_has_is_sunk_first() {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"2NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"3F+ 15NWD\"");
    // The wind and a 10 in Fire: 3 dealt, by the row of 15 ships 4 1/3, and a pursuit on top of it.
    let (end, _, account) = play(&text, &["6", "9", "1", "10", "1", "9"]);
    assert!(end.routed.second, "{account}");
    let sorted = end.sorted.second;
    assert_eq!((sorted.sunk, sorted.damaged, sorted.refitted), (Thirds::whole(2), Thirds(0), Thirds(0)));
    assert_eq!(end.losses.second, Thirds::whole(2), "no more is lost than there was: {account}");
}

/// Damaged ships can be repaired, so their admiral is not in the peril of one whose fleet is gone.
#[test]
fn a_fleet_that_is_only_damaged_is_not_destroyed() {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"3NWD\"")
        .replace("admiral = \"replacement\"", "admiral = { manoeuvre = 1, fire = 1, shock = 1 }");
    // The wind for nobody; England deals 3 in Fire and routs them, then catches nothing.
    let (end, _, account) = play(&text, &["1", "5", "9", "1", "1"]);
    assert!(end.routed.second, "{account}");
    assert!(end.kept.second.is_empty() && end.sorted.second.damaged > Thirds::ZERO, "{account}");
    let hit = account.rsplit("leader casualty").next().unwrap();
    assert!(!hit.contains("all is lost"), "{account}");
}

/// Stars of the pursuit capture ships: of the kind the winner picks, the damaged ones first.
#[test]
fn the_winner_picks_what_to_capture() {
    let text = file("gravelines.toml");
    let fight = |kinds: &[&'static str]| {
        let tape: Vec<&str> = ["6", "9", "1", "10", "1", "10"].iter().chain(kinds).copied().collect();
        play(&text, &tape)
    };
    let (warships, givens, account) = fight(&["warships"; 3]);
    assert!(account.contains("pursues at +8"), "MAN 4, wind 1, day 1 2, Fire 1: {account}");
    assert!(
        account.contains("3 stars capture for England of the ships of the Armada: 3NWD, damaged"),
        "{account}"
    );
    // Star by star: a warship or two transports each; what is left of the three transports for the second.
    let (transports, _, account) = fight(&["transports", "transports"]);
    assert!(account.contains("NWD, damaged, and 3NTD besides"), "{account}");
    let (mixed, _, _) = fight(&["transports", "warships", "warships"]);
    let captured = [&warships, &transports, &mixed].map(|end| end.captured(Side::Second));
    assert_eq!(captured, [3, 4, 4], "{account}");
    assert_eq!([&warships, &transports, &mixed].map(|end| end.kept.second.transports), [3, 0, 1]);
    let hulks = [&warships, &transports, &mixed].map(|end| end.hulks_of(Side::Second));
    assert_eq!(hulks, [3, 1, 2], "the damaged ones go first");
    let facts = |end: &NavalEnd| {
        NavalBattle::end_facts(&givens, end).get("defender").unwrap().get("damaged").cloned()
    };
    assert_ne!(facts(&warships), facts(&transports), "no ship is both damaged and captured");
    assert_eq!(warships.kept.second.warships, transports.kept.second.warships);
}

/// Far ahead in technology: one more for the wind, in the edition of 2020.
#[test]
fn boxes_ahead_help_to_the_wind() {
    let new = file("gravelines.toml").replacen("veteran = true", "veteran = true\ntechnology-box = 30", 1);
    let old = new.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nwind-boxes = \"2013\"");
    let wind = |text: &str| {
        let (_, _, account) = play(text, &["6", "1", "6"]);
        account.contains("England has the wind")
    };
    // 1 + 5 against 6 + 1: behind by one, which the boxes make a tie; one pip more and they decide.
    assert!(!wind(&new) && !wind(&old));
    let wind = |text: &str| play(text, &["6", "2", "6"]).2.contains("England has the wind");
    assert!(wind(&new) && !wind(&old));
}

/// Several nations: most warships give the technology, more than half of the ships the quality.
#[test]
fn allies_sail_together() {
    let ally = |ships: &str, technology: &str, veteran: bool| {
        let line = format!(
            "allies = [{{ country = \"holland\", ships = \"{ships}\", technology = \"{technology}\", veteran = {veteran} }}]\nadmiral = {{ name = \"Drake\""
        );
        file("gravelines.toml").replace("admiral = { name = \"Drake\"", &line)
    };
    let navy = |text: &str| {
        let (_, givens) = contest(text).unwrap();
        let navy = &givens.navies.first;
        (navy.fleet.to_string(), navy.technology, navy.veteran)
    };
    let eleven = navy(&ally("F+ 3NWD", "nao-galeon", false));
    assert_eq!(eleven, ("3F+ 11NWD 2NTD".to_owned(), NavalTechnology::GalleonFluyt, true));
    let (_, technology, veteran) =
        navy(&ally("F+ 2NWD", "nao-galeon", false).replace("2F+ 8NWD 2NTD", "F- 2NWD"));
    assert_eq!(
        (technology, veteran),
        (NavalTechnology::NaoGaleon, false),
        "the worst at a tie, half are not most"
    );
    let error = contest(&ally("2F+ 3NWD", "nao-galeon", false)).err().unwrap();
    assert!(error.contains("4 counters") && error.contains("EU9-STACK-f"), "{error}");
    let (_, _, account) = play(&ally("F+ 3NWD", "nao-galeon", false), &["5"]);
    assert!(
        account.contains("[EU9-NAVAL-k] England: most ships are galleon-fluyt, as veterans"),
        "{account}"
    );
}

/// The cycle of three, fleet by fleet: 4 ND that lose 1 1/3 keep 2 and two d.
#[test]
fn losses_are_sorted_detachment_by_detachment() {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"F+ 4NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"F+ 4NWD\"");
    // England deals 2/3, 1/3 and 1/3 without a rout, and 2/3 in the pursuit: 2, less 2/3 for a small fleet.
    let tape = ["5", "1", "5", "5", "1", "5", "1", "no", "no", "4", "1", "4", "1", "3"];
    let (end, _, account) = play(&text, &tape);
    assert_eq!(end.winner, Some(Side::First), "{account}");
    assert_eq!(end.losses.second, Thirds(4), "1 1/3: {account}");
    let sorted = end.sorted.second;
    assert_eq!(
        (sorted.damaged, sorted.sunk, sorted.refitted),
        (Thirds(3), Thirds(1), Thirds(0)),
        "{account}"
    );
    assert_eq!(end.kept.second.to_string(), "F+ 2NWD 2d", "{account}");
    assert_eq!(end.losses.first, Thirds::ZERO);
}

/// Transports alone have no wind, do not roll, and run after the first Fire; they are pursued in column C.
#[test]
fn transports_alone_run() {
    let text = file("gravelines.toml").replace("2F+ 9NWD 3NTD", "F+ 2NTD");
    let (end, _, account) = play(&text, &["5", "1", "1"]);
    assert!(account.contains("England has the wind") && !account.contains("Wind:"), "{account}");
    assert!(account.contains("the Armada has no morale left and routs"), "{account}");
    assert!(!account.contains("Fire of the Armada") && account.contains("in column C is"), "{account}");
    // Six ships more: +1 to Fire and to the pursuit.
    assert!(account.contains("+1 more ND") && account.contains("+1 many more ND"), "{account}");
    assert_eq!((end.winner, end.losses.second), (Some(Side::First), Thirds::whole(2)));
}

/// A rout costs a detachment at least; nobody sinks more than twice his own.
#[test]
fn a_rout_costs_one_and_two_for_one_is_the_most() {
    let small = file("gravelines.toml").replace("2F+ 8NWD 2NTD", "2NWD").replace("2F+ 9NWD 3NTD", "2NWD");
    // 1 2/3 less 1 1/3 for so small a fleet is a third; Drake without MAN catches nothing.
    let slow = small.replace("manoeuvre = 5", "manoeuvre = 0");
    let (end, _, account) = play(&slow, &["5", "2", "1", "8", "1", "1"]);
    assert!(end.routed.second, "{account}");
    assert_eq!(end.losses.second, Thirds::whole(1), "{account}");
    let one = file("gravelines.toml").replace("2F+ 8NWD 2NTD", "NWD").replace("2F+ 9NWD 3NTD", "3NWD");
    // 2 1/3 and 2 1/3 less 1 2/3 would be 3.
    let (end, _, account) = play(&one, &["5", "1", "5", "10", "1", "10"]);
    assert_eq!(end.losses.second, Thirds::whole(2), "{account}");
}

#[test]
fn galleys_have_their_seas_and_their_time() {
    let text = file("preveza.toml").replace("F+ F- 12NGD", "F+ F- 6NWD");
    let fight = |text: &str| play(text, &["galleys", "1", "1", "1", "1"]).2;
    let account = fight(&text);
    assert_eq!(account.matches("+1 galleys in the Mediterranean").count(), 4, "{account}");
    assert!(account.contains("-2 first fight with Turkey"), "{account}");
    assert!(!fight(&text.replace("\"mediterranean\"", "\"baltic\"")).contains("in the Mediterranean"));
    let late = text.replace("year = 1538", "year = 1700").replace("first-fight-with-turkey = true\n", "");
    let account = fight(&late);
    assert!(account.contains("-1 galleys against modern warships"), "{account}");
    assert!(!account.contains("in the Mediterranean"), "{account}");
    let venice = text.replace("country = \"spain\"", "country = \"venice\"");
    assert!(contest(&venice).err().unwrap().contains("Venice knows the Turks"));
}

/// Galleys fire at half effect, rounded up, unless galleasses lead them; and a routed fleet loses one of those.
#[test]
fn galleasses_lead_and_are_lost() {
    let text = file("lepanto.toml");
    let (end, _, account) = play(&text, &["1", "10", "1", "10", "1"]);
    assert!(
        account.contains("Day 1 Fire of Turkey: 10 in column E deals 2/3 *, halved from 1 1/3 *"),
        "{account}"
    );
    assert!(end.routed.first, "{account}");
    assert_eq!(end.losses.first, Thirds::whole(6), "3 1/3 in the last row: {account}");
    assert_eq!((end.kept.first.galleasses, end.kept.first.galleys), (1, 15), "{account}");
    let (_, _, account) = play(&text, &["10", "1"]);
    assert!(account.contains("Day 1 Fire of the Holy League: 13 in column E deals 2 **\n"), "{account}");
    let without = play(&text.replace("2VGD ", ""), &["10", "1"]).2;
    assert!(without.contains("Holy League: 12 in column E deals 1 **, halved from 2 **"), "{without}");
}

/// Where the editions differ, both ways.
#[test]
fn naval_editions_both_ways() {
    let rule = |text: &str, switch: &str| {
        text.replace("sea-retreat = \"roll\"", &format!("{switch} = \"2013\"\nsea-retreat = \"roll\""))
    };
    let quick = file("lepanto.toml").replace("manoeuvre = 4", "manoeuvre = 0");
    // 6 1/3 dealt by 24 ships: five more, or four.
    let lost = |text: &str| play(text, &["1", "10", "1", "10", "10"]).0.losses.first;
    assert_eq!(lost(&quick), Thirds::whole(12));
    assert_eq!(lost(&rule(&quick, "loss-row-three")), Thirds::whole(11));
    let quiet = ["1", "1", "1", "1", "no", "no", "1", "1", "1", "1"];
    let morale = |text: &str| {
        let account = play(text, &quiet).2;
        account.split("A draw: equal morale (morale the Holy League ").nth(1).unwrap()[..1].to_owned()
    };
    assert_eq!((morale(&quick), morale(&rule(&quick, "veteran-galleys"))), ("3".to_owned(), "2".to_owned()));
    let turkish = rule(&quick, "veteran-galleys").replace("\"2013\"", "\"turkish\"");
    let (end, _, account) = play(&turkish, &quiet);
    assert_eq!(end.winner, Some(Side::Second), "the Turks' galleys have more heart: {account}");
    let old_ships = file("gravelines.toml")
        .replace("year = 1588", "year = 1740\n[rules]\nsea-retreat = \"roll\"")
        .replace("sea = \"ocean\"\n", "")
        .replace("[rules]", "sea = \"ocean\"\n[rules]")
        .replacen("galleon-fluyt", "carrack", 1)
        .replace("galleon-fluyt", "seventy-four");
    assert!(play(&old_ships, &["5"]).2.contains("Day 1 Fire of England"));
    assert!(!play(&rule(&old_ships, "carrack-fire"), &["5"]).2.contains("Day 1 Fire of England"));
}

/// The guide says less than MAN and morale, the editions say or equal.
#[test]
fn leaving_by_both_profiles() {
    let published = file("gravelines.toml");
    let guide = published.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nprofile = \"guide\"");
    let tape = |face: &'static str| ["5", "1", "5", "4", "4", "4", "4", "yes", face];
    assert!(play(&published, &tape("3")).2.contains("gets away"), "MAN 1 and morale 2");
    let failed = play(&published, &tape("4")).2;
    assert!(failed.contains("and fails"), "{failed}");
    // Who failed to leave is the easier prey on the second day, in Fire and boarding.
    assert_eq!(failed.matches("+1 the enemy tried to leave and failed").count(), 2, "{failed}");
    assert!(play(&guide, &tape("3")).2.contains("(less than 3) and fails"));
    assert!(play(&guide, &tape("2")).2.contains("gets away"));
}

#[test]
fn more_ships_help_by_the_table() {
    let charts = Charts::load(&[]).unwrap();
    for (more, fire, shock) in [(0, 0, 0), (1, 0, 1), (2, 0, 1), (3, 1, 1), (6, 1, 1), (7, 1, 2), (20, 1, 2)]
    {
        let bonus = |phase| charts.sea.size_bonus(more, phase);
        assert_eq!((bonus(Phase::Fire), bonus(Phase::Shock)), (fire, shock), "{more} ND more");
    }
    assert_eq!(charts.sea.pursuit(true, 5, true, true), [1, 1, 2, 1]);
    assert_eq!(charts.sea.pursuit(false, 4, false, false), [0, 0, 0, 0]);
    for (nd, row) in [(1, 0), (6, 0), (7, 1), (12, 1), (13, 2), (18, 2), (19, 3), (40, 3)] {
        assert_eq!(charts.sea.size_row(nd), row, "{nd} ND");
    }
    for (nd, thirds) in [(0, 6), (1, 5), (5, 1), (6, 0), (9, 0)] {
        assert_eq!(charts.sea.small_fleet(nd), Thirds(thirds), "{nd} ND");
    }
}

/// Turks among the enemy's allies are Turks.
#[test]
fn a_first_fight_with_turkish_allies() {
    let text = file("preveza.toml");
    let turks = text.find("country = \"turkey\"").unwrap();
    let ally = "country = \"minor\"\nclass = \"II\"\nallies = [{ country = \"turkey\", ships = \"NGD\", technology = \"carrack\", veteran = true }]";
    let allied = format!("{}{}", &text[..turks], text[turks..].replacen("country = \"turkey\"", ally, 1));
    let opened = contest(&allied);
    assert!(opened.as_ref().err().is_none_or(|error| !error.contains("first-fight")), "{:?}", opened.err());
    let without =
        format!("{}{}", &text[..turks], text[turks..].replacen("\"turkey\"", "\"minor\"\nclass = \"II\"", 1));
    assert!(contest(&without).err().unwrap().contains("only against Turkey"));
}

/// The verdict names its reason: a rout, a fleet gone, or morale.
#[test]
fn the_verdict_has_its_reason() {
    let text = file("gravelines.toml");
    let left = play(&text, &["5", "9", "1", "2", "2", "yes"]).2;
    assert!(
        left.contains(
            "[EU9-NAVAL-i] Victory for the Armada: the enemy has left with the wind (morale England"
        ),
        "{left}"
    );
    let routed = play(&text, &["6", "9", "1", "10", "1", "10"]).2;
    assert!(routed.contains("[EU9-BATTLE-aa] Victory for England: the enemy has run"), "{routed}");
    // 4 ND of each: a small line, its cut, the cap and the row.
    let small = text.replace("2F+ 8NWD 2NTD", "2NWD").replace("2F+ 9NWD 3NTD", "2NWD");
    let account = play(&small.replace("manoeuvre = 5", "manoeuvre = 0"), &["5", "2", "1", "8", "1", "1"]).2;
    assert!(
        account.contains("England dealt 1 2/3; a line of 2 ND takes 1 1/3 off, leaving 1/3"),
        "{account}"
    );
    assert!(
        account.contains("Row +0 of 2 ND makes that 1/3 for the Armada, of which a rout makes 1"),
        "{account}"
    );
    let one = text.replace("2F+ 8NWD 2NTD", "NWD").replace("2F+ 9NWD 3NTD", "3NWD");
    let account = play(&one, &["5", "1", "5", "10", "1", "10"]).2;
    assert!(account.contains("and no more than twice its own can sink, leaving 2"), "{account}");
}

/// Nothing is left of a fleet but its ships.
#[test]
fn a_sunk_fleet_has_no_counters() {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"F- 2NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"3F+ 15NWD\"");
    let (end, _, account) = play(&text, &["6", "9", "1", "10", "1", "9"]);
    assert_eq!(end.kept.second, Fleet::default(), "{account}");
    assert!(account.contains("the Armada keeps nothing"), "{account}");
}

#[test]
fn the_difference_of_admirals_may_be_limited() {
    let wide = file("gravelines.toml")
        .replace("admiral = \"replacement\"", "admiral = { manoeuvre = 0, fire = 0, shock = 0 }");
    let narrow =
        wide.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nleader-difference = \"at-most-three\"");
    let account = |text: &str| play(text, &["9", "1", "10", "1", "1"]).2;
    assert!(account(&wide).contains("+5 MAN of the admiral [EU9-NAVAL-h]"), "{}", account(&wide));
    let limited = account(&narrow);
    assert!(limited.contains("+3 FIRE of the admiral"), "{limited}");
    assert!(
        limited.contains("+5 MAN of the admiral [EU9-NAVAL-h]"),
        "the limit is of FIRE and SHOCK: {limited}"
    );
}

/// Whose ND correct losses: those of the line, or of the whole stack.
#[test]
fn losses_by_the_line_or_by_the_stack() {
    let text = file("gravelines.toml").replace("2F+ 8NWD 2NTD", "F+ 4NWD 2NTD");
    let stack = text.replace("sea = \"ocean\"", "sea = \"ocean\"\n[rules]\nloss-size = \"stack\"");
    let tape = ["5", "1", "5", "7", "1", "5", "1", "no", "no", "4", "1", "4", "1", "3"];
    let by = |text: &str| play(text, &tape).2;
    assert!(by(&text).contains("a line of 4 ND takes 2/3 off"), "{}", by(&text));
    assert!(by(&stack).contains("a fleet of 4 ND takes 2/3 off"), "transports do not count: {}", by(&stack));
}

/// What best play strives for: four points for a major victory, two for another, as many lost by the loser, and thirds
/// of an ND where the rest is equal.
#[test]
fn an_objective_is_victory_first_and_losses_after_it() {
    let (end, givens, _) = play(&file("gravelines.toml"), &["5", "9", "1", "2", "2", "yes"]);
    let losses = BySide::new(Thirds(2), Thirds(7));
    let worth = |winner, major| {
        let end = NavalEnd { winner, major, losses, ..end };
        Side::ALL.map(|side| NavalBattle::objective(&givens, side, &end))
    };
    assert_eq!(worth(Some(Side::First), true), [405, -405]);
    assert_eq!(worth(Some(Side::Second), false), [-195, 195]);
    assert_eq!(worth(None, false), [5, -5]);
}
