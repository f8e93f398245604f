//! Attrition of armies and fleets, on the way and where they stand.

use crate::playing::*;
use grognard_eu9::*;
use grognard_testkit::record;
use grognard_umpire::{Answer, Choice, Generator, Keep, Live, Side, Tape};

/// The guide's own example of survivors: 6 LD out of two A+ stand as A+ A- or A+ 2LD, not as 3A- (a new A
/// counter) nor as A- 4LD (five counters).
#[test]
fn six_ld_stand_as_the_guide_says() {
    let text =
        file("the-road-to-poltava.toml").replace("A+ A- LD", "2A+").replace("manoeuvre = 5", "manoeuvre = 0");
    let played = play(&text, &["3", "pillage", "A+/A-"]);
    let (options, refused) = played.choices.last().unwrap();
    assert_eq!(options, &["A+/A-", "A+/2LD"], "{}", played.account);
    let of = |key: &str| refused.iter().find(|(form, _)| form == key).map(|(_, clause)| clause.as_str());
    assert_eq!(of("3A-"), Some("EU9-STACK-r"));
    assert_eq!(of("A-/4LD"), Some("EU9-STACK-a"));
}

#[test]
fn causes_and_modifiers_of_a_march() {
    let text = file("the-road-to-poltava.toml");
    let rests = text.replace("points = 6", "points = 0").replace("bad-weather = true", "bad-weather = false");
    assert!(play(&rests, &["1"]).account.contains("it is a large stack, moving or not"));
    let small = rests.replace("A+ A- LD", "A+ LD");
    assert!(play(&small, &[]).end.contains("loses nothing"), "no cause, no roll");
    // +8, three causes make +4, pillage +3, less 5: ten in all.
    let played = play(&text, &["1"]);
    for words in ["+8 in enemy land", "-5 MAN", "+4 further causes", "+1 pillage-", "+2 pillage+"] {
        assert!(played.account.contains(words), "{words}: {}", played.account);
    }
    assert!(played.account.contains("11: no attrition"), "{}", played.account);
    // P by technology: both for the old, a choice with foraging, a choice.
    let old = text.replace("manoeuvre\"  ", "arquebus\"   ");
    assert!(play(&old, &["4", "A+/LD"]).account.contains("one LD more is lost and the province pillaged"));
    let foraging = play(&text, &["4", "pillage", "A+/A-"]);
    assert!(foraging.end.contains("scattered foraging"), "{}", foraging.end);
    assert!(refusal(&text.replace("[movement]", "[supply]\nweak = []\n[movement]")).contains("[movement]"));
    assert!(refusal(&text.replace("A+ A- LD", "A+ 2d")).contains("EU9-ATTRITION-ac"));
}

#[test]
fn weak_supply_adds_a_cause_for_every_reason() {
    let text = file("before-vienna.toml");
    let played = play(&text, &["1"]);
    for words in ["+2 further causes", "+2 a large stack", "EU9-SUPPLY-g", "EU9-SUPPLY-k"] {
        assert!(played.account.contains(words), "{words}: {}", played.account);
    }
    assert!(
        play(&text.replace("[\"length\", \"captured-source\"]", "[]"), &[]).end.contains("loses nothing")
    );
    // A lone LD outside Europe does not mind the length of its line.
    let lone = text
        .replace("\"length\", \"captured-source\"", "\"length\"")
        .replace("\"europe\"", "\"rest-of-the-world\"")
        .replace("2A+ pasha", "LD");
    assert!(play(&lone, &[]).account.contains("Nothing makes Süleyman roll"));
    assert!(play(&lone.replace("\"LD\"", "\"2LD\""), &["1"]).account.contains("EU9-SUPPLY-g"));
    let winter = lone.replace("\"length\"", "\"winter\"").replace("pillage-minus = 1", "snow = 2");
    let played = play(&winter, &["1"]);
    assert!(played.account.contains("EU9-SUPPLY-r") && played.account.contains("+2 the snowflake"));
}

#[test]
fn several_fleets_weigh_as_the_source_says() {
    let text = file("the-armada-homeward.toml");
    let account = |reading: &str| {
        let text = text.replace("several-fleets = \"guide\"", &format!("several-fleets = \"{reading}\""));
        let text = text.replace("manoeuvre = 2", "manoeuvre = 6").replace("from-port = 3", "from-port = 0");
        play(&text, &["1"]).account
    };
    assert!(
        account("guide").contains("+3 several F counters") && account("guide").contains("+1 zones entered")
    );
    assert!(account("french").contains("+2 several F counters"));
    let newer = account("2020");
    assert!(newer.contains("+4 zones entered") && !newer.contains("several F"), "{newer}");
    assert!(play(&text.replace("in-port = false", "in-port = true"), &[]).end.contains("loses nothing"));
    // Far from port: +9, or +6 where the guide's note is not followed; plain ND do not mind.
    let far = text.replace("from-port = 3", "from-port = 5");
    assert!(play(&far, &["1"]).account.contains("+9 far from port"));
    assert!(play(&far.replace("\"nine\"", "\"six\""), &["1"]).account.contains("+6 far from port"));
    let plain = far.replace("2F+ 8NWD 2NTD d", "3NWD");
    assert!(!play(&plain, &["1"]).account.contains("far from port"));
    // Strait forts: 2 each in Europe, half their level elsewhere.
    let straits = text.replace("routed = false", "strait-forts = 1\nstrait-fort-levels = [3, 4]");
    assert!(play(&straits, &["1"]).account.contains("+5 strait forts on the line of supply"));
    // A routed fleet has no use for its admiral.
    let routed = play(&text.replace("routed = false", "routed = true"), &["1"]).account;
    assert!(routed.contains("+2 routed [EU9-ATTRITION-ae]") && !routed.contains("MAN"), "{routed}");
}

#[test]
fn remaining_troops_by_edition_and_by_kind() {
    // 80 per cent of 7 and of 8 ND, in both editions.
    let at_eighty = |ships: &str, edition: &str| {
        let text = format!(
            "system = \"eu9\"\nkind = \"sea-attrition\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\nyear = 1790\n\
             name = \"n\"\ncountry = \"england\"\nships = \"{ships}\"\ntechnology = \"nao-galeon\"\n\
             [way]\nzones = [{{ difficulty = 14 }}]\n[rules]\nedition = \"{edition}\"\n"
        );
        play(&text, &["5"]).end
    };
    assert!(at_eighty("F+ 7NWD", "2020").ends_with("keeps F+ NWD."), "{}", at_eighty("F+ 7NWD", "2020"));
    assert!(at_eighty("F+ 7NWD", "2013").ends_with("keeps F+ NWD d."), "{}", at_eighty("F+ 7NWD", "2013"));
    // 8 D leave 1+d. Together: seven are gone but for a third of the last; kind by kind a transport reduced to a
    // third is lost.
    let both = |more: &str| at_eighty("F+ 7NWD NTD", &format!("2020\"\nship-losses = \"{more}"));
    assert!(both("by-kind").contains("keeps F+ NWD."), "{}", both("by-kind"));
    assert!(both("together").contains("keeps F+ NWD d."), "{}", both("together"));
    assert_eq!(
        at_eighty("F+ 7NWD NTD", "2020"),
        both("together"),
        "the whole fleet, as guide and 2020 have it"
    );
}

#[test]
fn a_naval_d_of_carracks_suffers_like_a_carrack() {
    let charts = Charts::load(&[]).unwrap();
    let sum = |ships: &str| {
        let voyage = Voyage::new(Side::First, Fleet::read(ships).unwrap(), NavalTechnology::Carrack);
        grognard_umpire::Modifier::sum(&voyage.modifiers(&charts))
    };
    assert_eq!((sum("2d"), sum("NWD"), sum("3NGD")), (1, 1, 0));
    let perils = Voyage {
        not_back: true,
        privateer_minus: 1,
        privateer_plus: 2,
        strait_forts: 2,
        blockaded: Some((2, 3)),
        ..Voyage::new(Side::First, Fleet::read("F- 2NWD").unwrap(), NavalTechnology::NaoGaleon)
    };
    assert_eq!(grognard_umpire::Modifier::sum(&perils.modifiers(&charts)), 2 + 1 + 4 + 2 - 2 + 2);
}

/// 20 % of 2 NWD and 2 NTD: kind by kind 1+2d and, by two thirds, both transports; together 3 of 4, and the
/// owner says which of them is gone.
#[test]
fn the_sea_takes_by_kind_or_what_the_owner_says() {
    let charts = Charts::load(&[]).unwrap();
    let sink = |ships: &str, percent, losses, keys: &[&str]| {
        let answers: Vec<Answer> = keys.iter().map(|key| Answer::Key((*key).to_owned())).collect();
        let mut tape = Tape::new(&answers, Keep::Account);
        let fleet = Fleet::read(ships).unwrap();
        let voyage = Voyage { losses, ..Voyage::new(Side::First, fleet, NavalTechnology::GalleonFluyt) };
        let left = match voyage.wreck(&charts, percent, &mut tape).unwrap() {
            Wreck::Left(left) => left,
            Wreck::Due(lost) => voyage.shed(lost, &mut tape).unwrap(),
        };
        let left = left.to_string();
        record::reached(&tape.account, &tape.cited);
        assert_eq!(tape.used(), keys.len());
        left
    };
    assert_eq!(sink("2NWD 2NTD", 20, ShipLosses::ByKind, &[]), "NWD 2NTD 2d");
    let together = ShipLosses::Together;
    assert_eq!(sink("2NWD 2NTD", 20, together, &["2NWD/NTD"]), "2NWD NTD");
    assert_eq!(sink("2NWD 2NTD", 20, together, &["NWD/2NTD"]), "NWD 2NTD");
    // 4 D at 10 % leave 3+d: two thirds are lost, by which a galley is gone and a warship a d.
    assert_eq!(sink("2NWD 2NGD", 10, together, &["2NWD/NGD"]), "2NWD NGD");
    assert_eq!(sink("2NWD 2NGD", 10, together, &["NWD/2NGD/d"]), "NWD 2NGD d");
    // 2 D at 20 % leave 1+2d: a third, which a galley bears.
    assert_eq!(sink("NWD NGD", 20, together, &["NWD/NGD"]), "NWD NGD");
    assert_eq!(sink("NWD NGD", 20, together, &["NGD/2d"]), "NGD 2d");
    assert_eq!(sink("4NWD", 20, together, &[]), "3NWD", "one kind is no choice");
}

/// Whoever says what the sea leaves him reads which ships those are.
#[test]
fn what_the_sea_leaves_is_offered_ship_by_ship() {
    let charts = Charts::load(&[]).unwrap();
    let fleet = Fleet::read("F- 2NWD 2NTD").unwrap();
    let voyage = Voyage::new(Side::First, fleet, NavalTechnology::GalleonFluyt);
    let Wreck::Due(lost) = voyage.wreck(&charts, 20, &mut Tape::new(&[], Keep::Nothing)).unwrap() else {
        panic!("two kinds are a choice");
    };
    let mut offered = Vec::new();
    let decide = |choice: &Choice<'_>, _: &mut Generator| {
        offered = (0..choice.options.count()).map(|index| choice.options.words(index)).collect();
        0
    };
    voyage.shed(lost, &mut Live { dice: &mut Generator::new(1), decide }).unwrap();
    assert_eq!(offered, ["keep 2NWD NTD", "keep NWD 2NTD"]);
}

/// A lone LD outside Europe minds neither the length of its line nor where the fleet lies; more than one does.
#[test]
fn a_lone_ld_is_one_and_no_more() {
    let text = |counters: &str, weak: &str| {
        file("before-vienna.toml")
            .replace("\"length\", \"captured-source\"", &format!("\"{weak}\""))
            .replace("\"europe\"", "\"rest-of-the-world\"")
            .replace("2A+ pasha", counters)
    };
    let rolls = |counters, weak| !play(&text(counters, weak), &[]).account.contains("Nothing makes");
    let all = ["LD", "3d", "2d", "LD d", "2LD"];
    assert_eq!(all.map(|counters| rolls(counters, "length")), [false, false, false, true, true]);
    assert!(rolls("LD", "desert"));
    // Where its fleet lies it minds in the guide, and not in the editions.
    assert_eq!(all.map(|counters| rolls(counters, "fleet")), [true; 5]);
    let spared = |counters| !play(&of_2020(&text(counters, "fleet")), &[]).account.contains("Nothing makes");
    assert_eq!(all.map(spared), [false, false, false, true, true]);
}

#[test]
fn land_attrition_files_say_every_modifier() {
    let march = file("the-road-to-poltava.toml");
    let perils = march
        .replace(
            "pillage-minus = 1",
            "pillage-minus = 1\nrevolt-minus = 1\nrevolt-plus = 1\nstrait-forts = 2",
        )
        .replace("bad-weather = true", "bad-weather = true\nredeployment = true");
    let account = play(&perils, &["1"]).account;
    for words in ["+1 revolt-", "+2 revolt+", "+4 strait forts", "-2 redeployment"] {
        assert!(account.contains(words), "{words}: {account}");
    }
    let supply = file("before-vienna.toml").replace("\"length\", \"captured-source\"", "\"no-line\"");
    let account = play(&supply, &["1"]).account;
    assert!(account.contains("EU9-SUPPLY-f") && account.contains("it has no line of supply"), "{account}");
    assert!(account.contains("+2 no line of supply") && !account.contains("further causes"), "{account}");
    let abroad = supply
        .replace("\"europe\"", "\"rest-of-the-world\"")
        .replace("pillage-minus = 1", "strait-fort-levels = [5, 3, 1]");
    assert!(play(&abroad, &["1"]).account.contains("+3 strait forts"), "the halves of 5, 3 and 1");
    let both = supply.replace("\"no-line\"", "\"no-line\", \"length\"");
    assert!(refusal(&both).contains("where there is no line, none can be weak"));
    assert!(refusal(&abroad.replace("rest-of-the-world", "europe")).contains("strait-forts, a number"));
    assert!(refusal(&perils.replace("revolt-minus = 1", "revolt-minus = 99")).contains("at most 20"));
}

#[test]
fn the_besieged_roll_by_their_own_list() {
    let plain = file("before-vienna.toml").replace("\"length\", \"captured-source\"", "\"besieged\"");
    // By the guide they roll like anybody in weak supply.
    let account = play(&plain, &["1"]).account;
    for words in
        ["it is besieged", "+8 in enemy land", "-3 MAN of the leader", "+1 pillage-", "+2 a large stack"]
    {
        assert!(account.contains(words), "{words}: {account}");
    }
    let both = play(&plain.replace("\"besieged\"", "\"besieged\", \"winter\""), &["1"]).account;
    assert!(both.contains("+2 further causes"), "{both}");
    // P costs them an LD all the same: they have nothing to pillage.
    let played = play(&plain, &["10"]);
    assert!(played.account.contains("P: one LD more is lost") && !played.end.contains("pillaged"));
    let walled = plain.replace("[policy]", "[supply.walls]\nsiege = 1\n[policy]");
    assert!(refusal(&walled).contains("leave the walls out"), "{}", refusal(&walled));
    // In the editions by the list of sieges.
    let text = file("before-vienna.toml")
        .replace("\"length\", \"captured-source\"", "\"besieged\"")
        .replace("manoeuvre = 3\n", "")
        .replace(
            "[policy]",
            "[supply.walls]\nsiege = 1\nenemy-siege = 2\nworks-plus = 1\nport = \"open\"\n[policy]",
        );
    let text = of_2020(&text);
    let account = play(&text, &["1"]).account;
    for words in [
        "it is besieged",
        "+6 siege",
        "-1 SIEGE of the leader",
        "+2 SIEGE of the enemy",
        "+3 siegeworks+",
        "-3 an open port",
    ] {
        assert!(account.contains(words), "{words}: {account}");
    }
    assert!(!account.contains("in enemy land") && !account.contains("pillage-"), "{account}");
    let old = text.replace("[rules]\n", "[rules]\nedition = \"2013\"\n");
    assert!(!play(&old, &["1"]).account.contains("SIEGE of the enemy"));
    // P costs them an LD: they have nothing to pillage.
    let played = play(&text, &["10"]);
    assert!(
        played.account.contains("P: one LD more is lost") && !played.end.contains("pillaged"),
        "{}",
        played.end
    );
    let alone =
        of_2020(&(text.rsplit_once("[supply.walls]").unwrap().0.to_owned() + "[policy]\np = \"lose\"\n"));
    assert!(refusal(&alone).contains("[supply.walls]"));
    assert!(refusal(&text.replace("\"besieged\"", "\"besieged\", \"winter\"")).contains("alone"));
    assert!(refusal(&text.replace("\"besieged\"", "\"winter\"")).contains("walls are for a besieged stack"));
    assert!(refusal(&text.replace("works-plus = 1", "works-plus = 3")).contains("at most two counters"));
    assert!(
        refusal(&text.replace("enemy-province", "manoeuvre = 2\nenemy-province"))
            .contains("behind walls SIEGE counts")
    );
}

/// A fleet without ships has no counters.
#[test]
fn nothing_is_left_of_a_fleet_that_is_gone() {
    let played = play(&file("the-armada-homeward.toml"), &["10"]);
    assert!(played.end.ends_with("keeps nothing."), "{}", played.end);
}

/// A blockader's own attrition is of 2020.
#[test]
fn blockaders_suffer_in_the_later_edition() {
    let text = file("the-armada-homeward.toml")
        .replace("routed = false", "routed = false\nblockaded = { siege = 1, level = 3 }");
    let new = play(&text, &["1"]).account;
    assert!(
        new.contains("-1 SIEGE of the blockader") && new.contains("+2 the fortress it blockaded"),
        "{new}"
    );
    let old = play(&text.replace("edition = \"2020\"", "edition = \"2013\""), &["1"]).account;
    assert!(!old.contains("blockade"), "{old}");
}

/// Lines of the sea's modifiers that only some fleets meet.
#[test]
fn the_rest_of_the_sea_modifiers() {
    let text = |ships: &str, rules: &str| {
        file("the-armada-homeward.toml")
            .replace("2F+ 8NWD 2NTD d", ships)
            .replace("several-fleets = \"guide\"", rules)
            .replace("bad-weather = true", "bad-weather = false\nbetween-arsenals = true")
    };
    let account = |ships: &str, rules: &str| play(&text(ships, rules), &["1"]).account;
    let three = "3F+ 8NWD";
    assert!(account(three, "several-fleets = \"french\"").contains("+4 several F counters"));
    let newer = account(three, "several-fleets = \"2020\"");
    assert!(newer.contains("+8 zones entered") && newer.contains("-1 arsenal to arsenal"), "{newer}");
    assert!(!account("F+ 4NWD", "several-fleets = \"2020\"").contains("arsenal to arsenal"));
    for (year, technology, value) in
        [(1600, "battery", "-1"), (1660, "vessel", "-2"), (1700, "three-decker", "-2")]
    {
        let late =
            text("F+ 4NWD", "").replace("1588\n", &format!("{year}\n")).replace("galleon-fluyt", technology);
        let account = play(&late, &["1"]).account;
        assert!(account.contains(&format!("{value} naval technology")), "{technology}: {account}");
    }
}

/// Timars three provinces from home: the die and 6 on the attrition table of their own LD, P not counted.
#[test]
fn timars_go_home_for_the_winter() {
    let text = file("before-vienna.toml");
    let from = text.find("[supply]").unwrap();
    let to = from + text[from..].find("[policy]").unwrap_or(text.len() - from);
    let winter = |timars: &str| {
        let supply = format!("[supply]\nweak = [\"timars\"]\n\n[supply.timars]\n{timars}\n\n");
        format!("{}{supply}{}", &text[..from], &text[to..])
    };
    let far = winter("ld = 4\nprovinces-from-home = 5");
    let played = play(&far, &["10"]);
    assert!(
        played.account.contains("EU9-SUPPLY-u") && played.account.contains("Timars go home"),
        "{}",
        played.account
    );
    assert!(!played.end.contains("loses nothing"), "{}", played.end);
    let near = play(&winter("ld = 4\nprovinces-from-home = 0"), &["1"]);
    assert!(near.end.contains("loses nothing"), "{}", near.end);
    let message = refusal(&far.replace("ld = 4", "ld = 40"));
    assert!(message.contains("supply.timars.ld"), "{message}");
    let message = refusal(&far.replace("[\"timars\"]", "[\"timars\", \"length\"]"));
    assert!(message.contains("a test of their own"), "{message}");
    let message = refusal(&far.replace("country = \"turkey\"", "country = \"venice\"").replace(" pasha", ""));
    assert!(message.contains("only Turkey has Timars"), "{message}");
}
