//! Explorations by sea and land, and the way to them.

use crate::playing::*;

#[test]
fn the_penalty_of_the_sea_explored_is_not_charged_on_the_way() {
    let played = play(&file("round-the-cape.toml"), &["8", "6", "3"]);
    let (way, discovery) = played.account.split_once("explores").unwrap();
    assert!(!way.contains("these seas"), "{}", played.account);
    assert!(discovery.contains("+2 these seas"), "{}", played.account);
}

#[test]
fn exploration_modifiers_by_profile() {
    let text = file("round-the-cape.toml").replace("bad-weather = false", "bad-weather = true");
    let of = |text: &str| {
        let account = play(text, &["1", "1"]).account;
        account.split_once("explores").unwrap().1.to_owned()
    };
    assert!(of(&text).contains("+1 naval technology") && of(&text).contains("+2 bad weather"));
    let older = text.replace("profile = \"published\"", "modifiers = \"2013\"");
    assert!(of(&older).contains("+1 naval technology") && !of(&older).contains("bad weather"));
    let guide = text.replace("\"published\"", "\"guide\"");
    assert!(!of(&guide).contains("naval technology") && !of(&guide).contains("bad weather"));
    let known = text.replace("known-to-others = false", "known-to-others = true");
    assert!(!of(&known).contains("others know"), "not before period IV");
    let late = known.replace("year = 1497", "year = 1640");
    assert!(of(&late).contains("-2 others know this sea"));
}

#[test]
fn ships_are_lost_as_their_owner_says_on_an_exploration() {
    // 30 per cent of four leave three; kind by kind 1+d of each, and the third of a transport is lost.
    let text = file("round-the-cape.toml")
        .replace("NWD 2d\"", "F+ 2NWD 2NTD\"")
        .replace("penalty = 2", "penalty = 0")
        .replace("\"published\"", "\"guide\"");
    let played = play(&text, &["1", "9", "NWD/2NTD"]);
    assert!(played.end.contains("left: F+ NWD 2NTD"), "{}\n{}", played.end, played.account);
    let played = play(&text, &["1", "9", "2NWD/NTD"]);
    assert!(played.end.contains("left: F+ 2NWD NTD"), "{}\n{}", played.end, played.account);
    let by_kind =
        text.replace("profile = \"guide\"", "profile = \"guide\"\nvoyage = { ship-losses = \"by-kind\" }");
    let played = play(&by_kind, &["1", "9"]);
    assert!(played.end.contains("left: F+ NWD NTD d"), "{}\n{}", played.end, played.account);
    // On the way the same.
    let rough = text.replace("difficulty = ", "difficulty = 1");
    let played = play(&rough, &["9"]);
    assert!(played.account.contains("EU9-EXPLORE-b"), "{}", played.account);
}

/// By the guide the MAN of an explorer counts on the march to the place as it is, and by half in the editions.
#[test]
fn an_explorer_marches_with_all_his_manoeuvre_by_the_guide() {
    let text =
        file("down-the-amazon.toml").replace("conquistador\", manoeuvre = 3", "explorer\", manoeuvre = 4");
    let guide = play(&text, &["10", "1"]).account;
    assert!(guide.contains("-4 MAN of the leader") && guide.contains("-4 MAN of the explorer"), "{guide}");
    for edition in ["2013", "2020"] {
        let text = text.clone() + &format!("\n[rules]\nprofile = \"{edition}\"\n");
        let account = play(&text, &["10", "1"]).account;
        assert!(account.contains("-2 MAN of the leader"), "{account}");
    }
}

#[test]
fn a_leader_alone_explores_and_may_die_of_it() {
    let text = file("cabeza-de-vaca.toml");
    // By the guide his MAN helps as it is; in the editions an explorer on land has half of it.
    let played = play(&text, &["6"]);
    assert!(played.account.contains("-4 MAN of the explorer"), "{}", played.account);
    let halved = play(&text.replace("profile = \"guide\"", "profile = \"2013\""), &["4"]);
    assert!(halved.account.contains("-2 MAN of the explorer"), "{}", halved.account);
    assert!(played.end.contains("finds what it sought; left: nobody but the leader."), "{}", played.end);
    // In the edition of 2020 line 14 tests a leader without troops, and only such a one.
    let newer = text.replace("profile = \"guide\"", "profile = \"2020\"");
    assert!(play(&newer, &["6", "3"]).end.ends_with("its leader dies."));
    assert!(play(&newer, &["6", "2"]).end.ends_with("nobody but the leader."));
    let company = newer.replace("counters = \"\" ", "counters = \"3LD\" ");
    assert!(
        play(&company, &["6"]).end.contains("finds what it sought; left: 2 LD."),
        "{}",
        play(&company, &["6"]).end
    );
}

#[test]
fn land_expeditions_march_by_percentages() {
    let text = file("down-the-amazon.toml");
    let played = play(&text, &["10", "1"]);
    assert!(
        played.account.contains("EU9-ATTRITION-ab") && played.account.contains("EU9-EXPLORE-b"),
        "{}",
        played.account
    );
    let stays = text.split("[march]").next().unwrap().to_owned();
    assert!(!play(&stays, &["1"]).account.contains("EU9-ATTRITION-ab"));
    assert!(refusal(&text.replace("[march]", "[way]\nzones = []\n[march]")).contains("march"));
    assert!(refusal(&text.replace("technology = \"renaissance\"\n", "")).contains("technology"));
    let galleys = file("round-the-cape.toml").replace("NWD 2d", "2NGD");
    assert!(refusal(&galleys).contains("EU9-LOGISTICS-b"));
}

/// In a low-cost campaign 3 LD tire on the way to what they look for, a large stack twice over by the guide; it is for
/// those only whom the table names.
#[test]
fn explorers_of_a_low_cost_campaign_tire_sooner() {
    let text = file("down-the-amazon.toml").replace("\"spain\"", "\"russia\"");
    let marches = |counters: &str, campaign: &str, rules: &str, dice: &[&str]| {
        let force = format!("counters = \"{counters}\"\ncampaign = \"{campaign}\"");
        let text = text.replace("counters = \"LD 2d\"", &force).replace("points = 8", "points = 1");
        play(&format!("{text}\n[rules]\n{rules}\n"), dice).account
    };
    // Without a cause only the discovery is thrown for.
    marches("3LD", "simple", "", &["1"]);
    marches("2LD", "simple-no-logistics", "", &["1"]);
    let further = |counters: &str, campaign: &str, rules: &str| {
        let account = marches(counters, campaign, rules, &["1", "1"]);
        assert!(account.contains("EU9-ATTRITION-ab"), "{account}");
        account.contains("+2 further causes")
    };
    assert!(!further("3LD", "simple-no-logistics", ""));
    assert!(!further("A+ A-", "simple", "") && further("A+ A-", "simple-no-logistics", ""));
    assert!(!further("A+ A-", "simple-no-logistics", "low-cost = \"massed\""));
    assert!(!further("A+ A-", "simple-no-logistics", "profile = \"2020\""));
    let spain = text.replace("\"russia\"", "\"spain\"");
    let spain = spain.replace("technology = ", "campaign = \"simple-no-logistics\"\ntechnology = ");
    assert!(refusal(&spain).contains("low-cost campaigns are for"), "{}", refusal(&spain));
}

/// Nobody in command, nobody to lose.
#[test]
fn an_expedition_without_a_leader_loses_none() {
    let text = file("round-the-cape.toml").replace("manoeuvre = 5", "manoeuvre = 3");
    let start = text.find("[leader]").or(text.find("leader =")).unwrap();
    let line = text[start..].find('\n').unwrap();
    let nobody = format!("{}{}", &text[..start], &text[start + line..]);
    let (with, without) = (play(&text, &["1", "10", "10"]), play(&nobody, &["1", "10"]));
    assert!(with.account.contains("throws 10 and dies: MAN"), "{}", with.account);
    assert!(!without.account.contains("dies") && !without.end.contains("dies"), "{}", without.account);
    let alone = file("cabeza-de-vaca.toml");
    let start = alone.find("leader =").unwrap();
    let line = alone[start..].find('\n').unwrap();
    let nobody = format!("{}{}", &alone[..start], &alone[start + line..]);
    assert!(refusal(&nobody).contains("nobody explores"));
}

/// The edition of an exploration is one, whoever says it.
#[test]
fn one_edition_on_the_way_and_in_the_discovery() {
    let ships = file("round-the-cape.toml")
        .replace("NWD 2d\"", "2F+ 7NWD\"")
        .replace("penalty = 2", "penalty = 0")
        .replace("manoeuvre = 5", "manoeuvre = 1")
        .replace("difficulty = 7", "difficulty = 2");
    let under = |rules: &str| ships.replace("profile = \"published\"", rules);
    let left = |rules: &str| play(&under(rules), &["1", "10"]).end;
    let guide = "profile = \"2020\"\nmodifiers = \"guide\"";
    let now = left(guide);
    let old = left(&format!("{guide}\nedition = \"2013\""));
    assert_ne!(now, old, "7D at 80 %");
    assert_eq!(left(&format!("{guide}\n[rules.voyage]\nedition = \"2013\"")), old);
    let twice = under("edition = \"2013\"\n[rules.voyage]\nedition = \"2013\"");
    assert!(refusal(&twice).contains("leave it out here"));
}

/// A large stack that stays next to what it seeks rolls all the same; the weather is one.
#[test]
fn staying_is_no_shelter_for_a_large_stack() {
    let text = file("down-the-amazon.toml");
    let (head, tail) = text.split_once("[march]").unwrap();
    let after = tail.find("\n[").map_or("", |at| &tail[at..]);
    let counters = head.lines().find(|line| line.starts_with("counters")).unwrap();
    let stays = |stack: &str| format!("{head}{after}").replace(counters, &format!("counters = \"{stack}\""));
    assert!(!play(&stays("2LD"), &["1"]).account.contains("EU9-ATTRITION-ab"));
    let large = play(&stays("A+ A-"), &["1", "1"]).account;
    assert!(
        large.contains("EU9-ATTRITION-ab") && large.contains("stays beside what is to be found"),
        "{large}"
    );
    let sea = file("round-the-cape.toml");
    let storm = play(&sea.replace("bad-weather = false", "bad-weather = true"), &["1", "1"]).account;
    assert_eq!(storm.matches("+2 bad weather").count(), 2, "on the way and in the discovery: {storm}");
    assert!(
        refusal(&sea.replace("from-port = 0", "bad-weather = true\nfrom-port = 0"))
            .contains("write it at the top")
    );
}
