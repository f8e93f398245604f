//! The guide's letter, which is the default, beside what the editions say.

use crate::field::*;
use crate::playing::{file, of_2020, play, refusal};
use grognard_eu9::*;
use grognard_testkit::account_text;
use grognard_umpire::{Generator, Header, Kind, Phase as Stage, Session, Side};
use std::sync::Arc;

const GUIDE: &str = "profile = \"guide\"";

fn guided(attacker: String, defender: String) -> Field {
    Field { rules: GUIDE.to_owned(), year: 1610, attacker, defender, ..field() }
}

/// Whoever leaves the field has not won because the losses of the other are rounded up afterwards.
#[test]
fn nobody_wins_by_running_away() {
    let france =
        army("france", "2A+", "muskets", "veteran = true\nleader = { manoeuvre = 6, fire = 2, shock = 2 }");
    let field = guided(france, army("spain", "LD", "muskets", "veteran = true"));
    let mut seen = 0;
    for face in 1..=10 {
        let fought = field.fight(&format!("{face} 1 1 1"));
        if fought.asked() != "leave-the-field-after-day-1" {
            continue;
        }
        let lost = fought.ruling("spain has really lost").text.clone();
        let left = Fought::go_on(fought.0, "stay retreat 1");
        let verdict = left.ruling("Victory for spain");
        assert!(verdict.text.contains("the enemy has left the field"), "{face}: {}", verdict.text);
        assert_eq!(verdict.clause.id(), "EU9-BATTLE-aa");
        seen += u32::from(lost == "spain has really lost 2/3 of 1 so far");
    }
    assert!(seen > 0, "2/3 of an LD would be rounded to the whole of it");
}

/// Nor has whoever runs; but a side that is destroyed has lost to one that has run.
#[test]
fn a_rout_is_lost_unless_the_other_is_destroyed() {
    let spain = army("spain", "LD", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 2 }");
    let field = guided(army("france", "2A+", "muskets", ""), spain);
    let (mut rounded, mut destroyed) = (0, 0);
    for face in 1..=10 {
        let fought = field.fight(&format!("{face} 10"));
        let verdict = fought.ruling("Victory for").text.clone();
        let end = fought.finish(1);
        assert!(end.routed.first, "{verdict}");
        match end.winner {
            // Spain's LD is gone in the end, but was not when the fighting stopped.
            Some(Side::Second) => {
                assert!(verdict.contains("the enemy has run"), "{verdict}");
                rounded += u32::from(end.losses.second == Thirds::whole(1));
            }
            Some(Side::First) => {
                assert!(verdict.contains("the enemy is destroyed"), "{verdict}");
                destroyed += 1;
            }
            None => panic!("no draw: {verdict}"),
        }
    }
    assert!(rounded > 0 && destroyed > 0, "{rounded} {destroyed}");
}

/// A lone LD deals 3 1/3 and takes 2 off: 1 1/3 in the guide, no more than its own in the editions.
#[test]
fn losses_are_capped_in_the_editions_only() {
    let field = |rules: &str| Field {
        rules: rules.to_owned(),
        attacker: army("portugal", "LD", "muskets", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army(
            "venice",
            "A+ A-",
            "muskets",
            "veteran = true\nleader = { manoeuvre = 2, fire = 2, shock = 2 }",
        ),
        ..crate::field::field()
    };
    let lost = |rules: &str| field(rules).fight("6 1 6 1").ruling("venice has really lost").text.clone();
    assert_eq!(lost(GUIDE), "venice has really lost 1 1/3 of 6 so far");
    assert_eq!(
        lost("loss-cap = \"own-number\"\nprofile = \"guide\""),
        "venice has really lost 1 of 6 so far"
    );
    assert_eq!(lost(""), "venice has really lost 1 of 6 so far");
    // The account adds up where the cap bites, and names its clause.
    let told = |rules: &str| {
        let fought = field(rules).fight("6 1 6 1 stay stay 1 1 1 1 1");
        let ruling = fought.ruling("portugal dealt");
        (ruling.clause.id(), ruling.text.clone())
    };
    let (clause, text) = told("");
    assert_eq!(clause, "EU9-LOSS-p");
    assert!(text.ends_with("takes 2 off and can inflict no more than its own number, leaving 1"), "{text}");
    let (clause, text) = told(GUIDE);
    assert_eq!(clause, "EU9-LOSS-b");
    assert!(text.contains("takes 2 off, leaving"), "{text}");
}

/// The bonus for an enemy who could not leave is one of the second day.
#[test]
fn a_failed_retreat_counts_on_the_second_day_only() {
    let long = Field { rules: "days = \"three\"".to_owned(), ..field() };
    let fought = long.fight("1 1 1 1 retreat 10 stay 1 1 1 1 1 1 1 1");
    let has = |begins: &str| {
        fought.ruling(begins).modifiers.iter().any(|modifier| modifier.clause.id() == "EU9-BATTLE-v")
    };
    assert!(has("Day 2 Fire of portugal") && has("Day 2 Shock of portugal"));
    assert!(!has("Day 3 Fire of portugal") && !has("Day 3 Shock of portugal"));
}

/// The guide's own stack of 8 LD, A+ 2A-: 3 and twice half of 3 are 6 guns; counter by counter they would be 5.
#[test]
fn halves_of_artillery_add_up() {
    let guns = |counters: &str, rules: &str| {
        let field = Field {
            rules: rules.to_owned(),
            year: 1545,
            attacker: army("france", counters, "arquebus", ""),
            defender: army("venice", "A+", "arquebus", ""),
            ..field()
        };
        let fought = field.fight("5 5");
        let texts: Vec<String> = fought.0.account().iter().map(|ruling| ruling.text.clone()).collect();
        texts.into_iter().find(|text| text.starts_with("france: ") && text.ends_with(" artillery")).unwrap()
    };
    assert_eq!(guns("A+ 2A-", GUIDE), "france: 6 artillery");
    assert_eq!(guns("A+ A-", GUIDE), "france: 4 artillery", "4 1/2 rounded down");
    assert_eq!(guns("A+ 2A-", ""), "france: 4 artillery", "the best, and what half of one adds");
}

/// A winner of size -2 needs 3 LD more for a major battle, like anybody but one of size +2.
#[test]
fn a_small_winner_needs_no_larger_gap() {
    let field = Field {
        rules: GUIDE.to_owned(),
        year: 1530,
        attacker: army("portugal", "2A+", "renaissance", "leader = { manoeuvre = 2, fire = 6, shock = 6 }"),
        defender: army("turkey", "A+ A-", "renaissance", ""),
        ..field()
    };
    assert_eq!(field.open().1.size_step(Side::First), -2);
    let mut by_three = 0;
    for (fire, last) in (1..=10).flat_map(|fire| [2, 5, 8, 10].map(|last| (fire, last))) {
        let end = field.fight(&format!("{fire} 1")).finish(last);
        if end.winner == Some(Side::First) && end.routed.second {
            let gap = end.losses.second - end.losses.first;
            assert_eq!(end.major, gap >= Thirds::whole(3), "{fire} {last}");
            by_three += u32::from(gap == Thirds::whole(3));
        }
    }
    // Four would be wanted of a winner of size +2: these are major all the same.
    assert!(by_three > 0);
}

/// A fleet at sea, played at random, with what came of it.
fn fleets(charts: &Arc<Charts>, rules: &str, ships: [&str; 2], seed: u64) -> (NavalEnd, String) {
    let text = file("gravelines.toml")
        .replace("ships = \"2F+ 8NWD 2NTD\"", &format!("ships = \"{}\"", ships[0]))
        .replace("ships = \"2F+ 9NWD 3NTD\"", &format!("ships = \"{}\"", ships[1]))
        + &format!("\n[rules]\n{rules}\n");
    let Ok(Contest::NavalBattle(start, givens)) = open("t", &text, charts) else { panic!("a naval battle") };
    let mut dice = Generator::new(seed);
    let mut session = Session::start(start, givens, Header::default());
    while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
        if session.throw(&mut dice).is_some() {
            continue;
        }
        let Kind::Choose { options, .. } = &question.kind else { unreachable!("a choice") };
        session.answer(question.asking.by.unwrap(), &options[0].key).unwrap();
    }
    let Stage::Ended(end) = session.phase() else { panic!("it ends") };
    (*end, account_text(session.account()))
}

fn nothing_left(end: &NavalEnd, side: Side) -> bool {
    end.sorted[side].sunk > Thirds::ZERO && end.kept[side].is_empty() && end.damaged[side].is_empty()
}

/// A fleet that is sunk to its last ship has not won, as on land; in the editions it may have, but takes nothing.
#[test]
fn a_fleet_that_is_wholly_sunk_neither_wins_nor_takes_prizes() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (mut sunk, mut ghosts) = (0, 0);
    for seed in 0..300 {
        for ships in [["3F+ 15NWD", "2NWD"], ["3F+ 15NWD", "NWD"]] {
            let (end, account) = fleets(&charts, GUIDE, ships, seed);
            for side in Side::ALL.into_iter().filter(|&side| nothing_left(&end, side)) {
                // What a pursuit sinks has lost before.
                assert_ne!(end.winner, Some(side), "{account}");
                sunk += u32::from(account.contains("sunk to the last ship"));
            }
            let (end, account) = fleets(&charts, "profile = \"2020\"", ships, seed);
            if end.winner.is_some_and(|winner| end.kept[winner].is_empty()) {
                ghosts += 1;
                assert!(end.prizes.is_empty() && end.hulks.is_empty(), "{account}");
                assert!(account.contains("has no sound ship left to pursue with"), "{account}");
                assert!(!account.contains("pursues at"), "{account}");
            }
        }
    }
    assert!(sunk > 0 && ghosts > 0, "{sunk} {ghosts}");
}

/// By the guide a third of every loss is sunk, a third damaged and a third refitted, whoever has won; in the editions
/// of what the others lose nothing is refitted.
#[test]
fn naval_losses_go_in_thirds() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refitted = |rules: &str| {
        let mut seen = 0;
        for seed in 0..40 {
            let (end, account) = fleets(&charts, rules, ["3F+ 15NWD", "3F+ 15NWD"], seed);
            for side in Side::ALL.into_iter().filter(|&side| end.winner != Some(side)) {
                let Sorted { sunk, damaged, refitted } = end.sorted[side];
                if end.losses[side] >= Thirds::whole(3) && rules == GUIDE {
                    // Detachment by detachment in the order of the table: damaged, sunk, refitted.
                    let round =
                        |place: i16| (0..end.losses[side].0).filter(|third| third / 3 % 3 == place).count();
                    let lots = [damaged, sunk, refitted].map(|lot| lot.0 as usize);
                    assert_eq!(lots, [round(0), round(1), round(2)], "{account}");
                }
                seen += u32::from(refitted > Thirds::ZERO);
            }
        }
        seen
    };
    assert!(refitted(GUIDE) > 0);
    assert_eq!(refitted("profile = \"2020\""), 0);
}

/// The ND of the stack correct the losses it deals, galleys among them and transports not.
#[test]
fn the_stack_counts_for_losses_at_sea_without_its_transports() {
    let said = |rules: &str| {
        let text = file("gravelines.toml")
            .replace("sea = \"ocean\"", "sea = \"mediterranean\"")
            .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"2F+ 5NWD 4NGD 2NTD\"")
            + &format!("\n[rules]\n{rules}\n");
        play(&text, &["warships"]).account
    };
    assert!(said(GUIDE).contains("; a fleet of 9 ND takes"), "{}", said(GUIDE));
    assert!(said("profile = \"2020\"").contains("; a line of 5 ND takes"));
}

/// The bonus for more ND looks at the first lines, as the list of modifiers has it, or at the stacks like the losses.
#[test]
fn more_nd_are_those_of_the_lines_or_of_the_stacks() {
    let has_bonus = |rules: &str| {
        let text = file("gravelines.toml")
            .replace("sea = \"ocean\"", "sea = \"mediterranean\"")
            .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"2F+ 5NWD 4NGD 2NTD\"")
            + &format!("\n[rules]\n{rules}\n");
        play(&text, &["warships"]).account.contains("more ND")
    };
    assert!(has_bonus(GUIDE), "5 ND in one line, 9 in the other");
    assert!(!has_bonus("more-nd = \"stack\""), "9 ND in either stack");
}

/// At sea as on land the guide knows two corrections and no cap; in the editions a fleet sinks at most twice its own.
#[test]
fn naval_losses_are_capped_in_the_editions_only() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let mut more = 0;
    for seed in 0..200 {
        let fought = |rules: &str| fleets(&charts, rules, ["NWD", "3F+ 15NWD"], seed);
        let (guide, account) = fought(GUIDE);
        assert!(!account.contains("no more than twice its own"), "{account}");
        let (capped, told) = fought("profile = \"guide\"\nloss-cap = \"twice-its-own\"");
        assert!(capped.losses.second <= guide.losses.second, "{account}\n{told}");
        if capped.losses.second < guide.losses.second {
            assert!(told.contains("no more than twice its own can sink, leaving 2\n"), "{told}");
            more += 1;
        }
    }
    assert!(more > 0);
}

/// As many losses as the fortress has levels; in the editions those inside must be beaten first.
#[test]
fn walls_are_measured_by_their_level_alone() {
    let need = |rules: &str| {
        let text = file("storming-of-maastricht.toml")
            .replace("breach = true", "breach = false")
            .replace("level = 3", "level = 2")
            .replace("garrison = \"LD\"", "garrison = \"2LD\"")
            + &format!("\n[rules]\n{rules}\n");
        let account = play(&text, &[]).account;
        let line = account.lines().find(|line| line.contains("to carry the walls")).unwrap().to_owned();
        (line.contains("EU9-ASSAULT-h"), line.split("it takes ").nth(1).unwrap().to_owned())
    };
    assert_eq!(need(GUIDE), (false, "2 to carry the walls".to_owned()));
    assert_eq!(need("profile = \"2020\""), (true, "4 to carry the walls, 2 and 2 LD inside".to_owned()));
    assert_eq!(need("garrison-shield = \"first\"").1, "4 to carry the walls, 2 and 2 LD inside");
}

/// A siege file plays the supply segments of its rounds too: the garrison rolls like anybody in weak supply.
#[test]
fn the_besieged_of_a_siege_file_roll_by_default() {
    let text = file("siege-of-rhodes.toml");
    let account = play(&text, &[]).account;
    assert!(account.contains("is weakly supplied and rolls"), "{account}");
    assert!(account.contains("+6 in friendly land"), "{account}");
    assert!(!play(&of_2020(&text), &[]).account.contains("is weakly supplied and rolls"));
}

/// MAN of whoever commands and the penalty of the sea, nothing else.
#[test]
fn explorations_have_two_modifiers() {
    let text = file("round-the-cape.toml")
        .replace("kind = \"explorer\"", "kind = \"other\"")
        .replace("bad-weather = false", "bad-weather = true");
    let modifiers = |profile: &str| {
        let text = text.replace("profile = \"published\"", profile);
        let account = play(&text, &["1", "5"]).account;
        let roll = account.split("EU9-EXPLORE-d").nth(1).unwrap().split("\n[").next().unwrap().to_owned();
        ["-5 MAN of the explorer", "+2 these seas", "+1 naval technology", "+2 bad weather"]
            .map(|m| roll.contains(m))
    };
    assert_eq!(modifiers(GUIDE), [true, true, false, false]);
    assert_eq!(modifiers("profile = \"2013\""), [false, true, true, false]);
    assert_eq!(modifiers("profile = \"2020\""), [false, true, true, true]);
    let stays = file("round-the-cape.toml").replace("from-port = 0", "from-port = 0\nstays = true").replace(
        "{ difficulty = 2, port = true }, { difficulty = 4 }, { difficulty = 5 }, { difficulty = 7 }",
        "{ difficulty = 7 }",
    );
    assert!(play(&stays, &["1", "5"]).account.contains("stays beside what is to be found"));
}

/// A passive campaign is enough to explore; without one nobody does.
#[test]
fn exploring_takes_a_campaign() {
    let text = |campaign: &str| {
        file("round-the-cape.toml").replace("penalty = 2", &format!("campaign = \"{campaign}\"\npenalty = 2"))
    };
    let account = play(&text("passive"), &["1", "5"]).account;
    assert!(account.contains("[EU9-CAMPAIGN-g] A passive campaign is enough to explore"), "{account}");
    assert!(refusal(&text("none")).contains("EU9-CAMPAIGN-g"), "{}", refusal(&text("none")));
    assert!(refusal(&text("grand")).contains("no campaign `grand`"));
}

/// The snowflake counts in the rolls of the winter; in the editions in every roll outside Europe.
#[test]
fn snow_falls_in_winter() {
    let march = file("the-road-to-poltava.toml")
        .replace("\"europe\"", "\"rest-of-the-world\"")
        .replace("pillage-minus = 1", "snow = 2\npillage-minus = 1");
    assert!(refusal(&march).contains("counts in a roll of the winter"), "{}", refusal(&march));
    assert!(play(&of_2020(&march), &["5"]).account.contains("+2 the snowflake"));
    let winter = file("before-vienna.toml")
        .replace("\"europe\"", "\"rest-of-the-world\"")
        .replace("pillage-minus = 1", "snow = 2\npillage-minus = 1")
        .replace("\"length\", \"captured-source\"", "\"winter\"");
    assert!(play(&winter, &["5"]).account.contains("+2 the snowflake"));
}

/// A low-cost campaign: two causes for a large stack in the guide, one in the editions.
#[test]
fn a_low_cost_campaign_is_a_further_cause() {
    let text = file("the-road-to-poltava.toml")
        .replace("points = 6", "points = 2")
        .replace("bad-weather = true", "bad-weather = false")
        .replace("without-logistics = false", "without-logistics = true");
    assert!(play(&text, &["5"]).account.contains("+2 further causes"));
    assert!(!play(&of_2020(&text), &["5"]).account.contains("further causes"));
    let account = play(&text.replace("A+ A- LD", "3LD"), &["5"]).account;
    assert!(account.contains("EU9-ATTRITION-q") && !account.contains("further causes"), "{account}");
}

/// A city of the interceptor's own counts as friends there; on the old map there are no arsenals.
#[test]
fn a_friendly_city_helps_an_interception() {
    let text = file("into-hainault.toml");
    let sum = |text: &str| {
        let account = play(text, &["yes", "5"]).account;
        let helps = account.lines().filter(|line| line.trim_start().starts_with("+1")).count();
        (helps, account)
    };
    let (with_friends, friends) = sum(&text.replace("friends = false", "friends = true"));
    let (with_city, city) = sum(&text.replace("friendly = false", "friendly = true"));
    assert_eq!(with_friends, with_city, "{friends}\n{city}");
    assert_eq!(with_city, sum(&text).0 + 1, "{city}");
    let old = text
        .replace("edition = \"2020\"", "map = \"old\"")
        .replace("at-sea = false", "at-sea = true")
        .replace("engaged = false", "station = \"arsenal\"\nengaged = false")
        .replace("enemies = true", "enemies = false");
    assert!(refusal(&old).contains("EU9-SUPPLY-t"), "{}", refusal(&old));
}

/// A bill: as at war each by its quality, and purchases in the order that costs least.
#[test]
fn bills_take_the_cheapest_way_and_each_its_own_column() {
    let england = |peace: &str, counters: &str, bought: &str| {
        let text = file("portugal-sets-sail.toml")
            .replace("year = 1497", "year = 1575")
            .replace("\"portugal\"", "\"england\"")
            .replace("\"medieval\"", "\"arquebus\"")
            .replace("\"carrack\"", "\"galleon-fluyt\"")
            .replace("at-peace = false", peace)
            .replace("counters = \"A+\"\nveteran = true", &format!("counters = \"{counters}\""))
            .replace("ships = \"F+ 4NWD\"", "ships = \"F- 2NWD\"")
            .replace("counters = \"LD\"\nships = \"NTD\"", &format!("counters = \"{bought}\""))
            .replace("peace-upkeep = \"dearer\"", "peace-upkeep = \"as-at-war\"");
        play(&text, &[])
    };
    let (war, peace) = (england("at-peace = false", "A+ A-", ""), england("at-peace = true", "A+ A-", ""));
    assert_eq!(war.end, peace.end, "conscripts cost as conscripts");
    assert!(
        peace.account.contains("conscript A+") && !peace.account.contains("veteran"),
        "{}",
        peace.account
    );
    // The limit is 3 LD: A-, LD within it, then an A- at the double price.
    let bought = england("at-peace = false", "A-", "2A- LD");
    assert!(bought.end.contains("91 for what it buys"), "{}\n{}", bought.account, bought.end);
}

/// ND and transports are two things: a full F- of 2 ND and a transport is within a limit of 2 ND, but not in the
/// editions.
#[test]
fn transports_are_no_nd_of_the_purchase_limit() {
    let france = |ships: &str, rules: &str| {
        let text: String = file("portugal-sets-sail.toml")
            .replace("year = 1497", "year = 1495")
            .replace("\"portugal\"", "\"france\"")
            .replace("counters = \"LD\"\nships = \"NTD\"", &format!("ships = \"{ships}\""));
        text.split("[rules]").next().unwrap().to_owned() + rules
    };
    let bought = play(&france("F-", ""), &[]);
    assert!(bought.account.contains("F- with 2NWD NTD is bought for"), "{}", bought.account);
    let refused = refusal(&france("F-", "[rules]\npurchase-limit = \"all-ships\"\n"));
    assert!(refused.contains("3 ND; at most 2 a turn (EU9-LOGISTICS-m)"), "{refused}");
    assert!(refusal(&france("F-", "[rules]\nprofile = \"2020\"\n")).contains("3 ND; at most 2 a turn"));
    assert!(refusal(&france("F- NWD", "")).contains("3 ND; at most 2 a turn"), "warships count");
}

/// Further reasons for weak supply add 2 each, by the list below the table; a group may leave it at one roll.
#[test]
fn reasons_for_weak_supply_add_up_or_not() {
    let text = file("before-vienna.toml")
        .replace("\"length\", \"captured-source\"", "\"length\", \"captured-source\", \"desert\"");
    let account = |rules: &str| play(&(text.clone() + rules), &["5"]).account;
    assert!(account("").contains("+4 further causes [EU9-ATTRITION-af]"), "{}", account(""));
    let once = account("\n[rules]\nweak-reasons = \"once\"\n");
    assert!(!once.contains("further causes") && once.contains("+2 a large stack"), "{once}");
}

/// Wood keeps part of the fleet, and says so.
#[test]
fn wood_keeps_ships() {
    let account = play(&file("portugal-sets-sail.toml").replace("wood = 0", "wood = 2"), &[]).account;
    assert!(account.contains("[EU9-LOGISTICS-u] Wood keeps"), "{account}");
}

/// A low-cost campaign of the guide lets an F counter act; an extended passive one does not become it for nothing.
#[test]
fn low_cost_campaigns_from_a_file() {
    let russia: String = file("lion-of-the-north.toml")
        .replace("\"sweden\"", "\"russia\"")
        .lines()
        .filter(|line| !line.starts_with("king") && !line.starts_with("free-used"))
        .map(|line| if line.starts_with("year") { "year = 1710\n".to_owned() } else { format!("{line}\n") })
        .collect();
    let acts = |rules: &str| play(&(russia.clone() + rules), &["simple-no-logistics"]).account;
    assert!(acts("").contains("the Baltic fleet (F- 2NWD) may act aggressively"), "{}", acts(""));
    let barred = acts("[rules]\nprofile = \"2020\"\n");
    assert!(barred.contains("may not: in a low-cost campaign no F counter acts at sea"), "{barred}");
    let treasury = russia.lines().find(|line| line.starts_with("treasury")).unwrap().to_owned();
    let extended = russia.replace(&treasury, &format!("{treasury}\nextended = \"passive\""));
    let end = play(&extended, &["simple-no-logistics"]).end;
    assert!(end.contains("pays 10 ducats for a simple no logistics campaign"), "{end}");
    let same = play(&extended, &["passive"]).end;
    assert!(same.contains("pays 0 ducats for a passive campaign"), "{same}");
}
