//! Interception, evasion, overruns, fleets under the guns of forts, leaders who are replaced.

use crate::playing::*;
use grognard_eu9::*;

#[test]
fn interceptions_need_a_campaign_and_an_eight() {
    let text = file("into-hainault.toml");
    let passive = text.replace("campaign = \"simple\"", "campaign = \"passive\"");
    assert!(refusal(&passive).contains("EU9-CAMPAIGN-d"));
    assert!(try_open(&passive.replace("friendly = false", "friendly = true")).is_ok());
    assert!(refusal(&text.replace("\"simple\"", "\"huge\"")).contains("no campaign `huge`"));
    // +1 MAN, -2 for other enemies there.
    let met = |text: &str, face: &str| play(text, &["yes", face]).end.contains("intercepts");
    assert!(!met(&text, "8") && met(&text, "9") && met(&text, "10"));
    let hopeless =
        text.replace("manoeuvre = 4", "manoeuvre = 0").replace("bad-weather = false", "bad-weather = true");
    assert!(met(&hopeless, "10") && !met(&hopeless, "9"), "a natural 10 always meets");
    assert!(play(&text, &["no"]).end.contains("lets Spain pass"));
    assert!(play(&text, &["yes", "9"]).account.contains("[EU9-INTERCEPT-f]"));
    // Bad weather over a river: -4 since 2020, -2 in 2013.
    let wet = text
        .replace("river-or-pass = false", "river-or-pass = true")
        .replace("bad-weather = false", "bad-weather = true")
        .replace("enemies = true", "enemies = false")
        .replace("manoeuvre = 4", "manoeuvre = 5");
    assert!(!met(&wet, "9"));
    assert!(
        met(&wet.replace("\"2020\"", "\"2013\""), "8") && !met(&wet.replace("\"2020\"", "\"2013\""), "7")
    );
}

#[test]
fn at_sea_only_the_best_of_four_counts() {
    let charts = Charts::load(&[]).unwrap();
    let sum = |c: Circumstances| grognard_umpire::Modifier::sum(&c.modifiers(&charts));
    let sea = Circumstances { at_sea: true, ..Circumstances::default() };
    assert_eq!(sum(Circumstances { own_place: true, three_decker: true, landing: true, ..sea }), 2);
    assert_eq!(sum(Circumstances { own_place: true, three_decker: true, ..sea }), 1);
    assert_eq!(sum(Circumstances { station: Station::Port, ..sea }), -3);
    assert_eq!(sum(Circumstances { station: Station::Port, landing: true, ..sea }), 2);
    assert_eq!(
        sum(Circumstances { station: Station::Port, three_decker: true, ..sea }),
        -3,
        "it is not at sea"
    );
    assert_eq!(sum(Circumstances { station: Station::Arsenal, ..sea }), 0);
    assert_eq!(sum(Circumstances { engaged: true, bad_weather: true, boxes_ahead: true, ..sea }), -2);
    let land =
        Circumstances { swamp: true, from_swamp: true, friends_there: true, ..Circumstances::default() };
    assert_eq!(sum(land), -1);
}

#[test]
fn evading_takes_an_eight_and_a_refuge() {
    let text = file("montecuccoli-slips-away.toml");
    let played = play(&text, &["evade", "6"]);
    assert!(played.end.contains("must fight"), "6 + 1: {}", played.end);
    assert_eq!(played.choices[0].0, ["fight", "evade", "fortress"]);
    // 5 LD, room for 2: part of them goes in, the rest stands or evades.
    let part = play(&text, &["fortress", "2LD/outside/A-/LD", "evade", "8", "pfalz"]);
    let keys =
        ["2LD/outside/A-/LD", "A-/outside/3LD", "2LD/outside/3LD", "LD/outside/A+", "LD/outside/A-/2LD"];
    assert_eq!(part.choices[1].0, keys, "{}", part.account);
    assert!(part.end.contains("leaves 2LD in the fortress; A- LD slip away to Pfalz"), "{}", part.end);
    let stands = play(&text, &["fortress", "LD/outside/A+", "fight"]);
    assert!(stands.end.contains("leaves LD in the fortress; A+ must fight."), "{}", stands.end);
    assert!(play(&text, &["fortress", "LD/outside/A+", "evade", "1"]).end.contains("must fight"));
    let small = text.replace("A+ LD", "A-");
    assert!(play(&small, &["fortress"]).end.contains("no battle"));
    let worse = text.replace("manoeuvre = 5", "manoeuvre = 1");
    assert!(
        play(&worse, &["evade", "8", "franken"]).end.contains("Franken"),
        "a poorer leader costs nothing"
    );
    let moving = text.replace("stand = \"evade\"", "moving = true\nstand = \"fight\"");
    assert_eq!(play(&moving, &[]).end, "Montecuccoli stands and fights.");
}

#[test]
fn blockades_are_run_or_not() {
    let text = file("out-of-brest.toml");
    // Fewer ND, and warships without 74s: +2.
    assert!(play(&text, &["evade", "6"]).end.contains("the open sea"));
    assert!(play(&text, &["evade", "5"]).end.contains("does not get out"));
    assert!(play(&text, &["evade", "4"]).end.contains("does not get out"));
    assert!(play(&text, &["evade", "3", "no"]).end.contains("does not get out"));
    assert!(play(&text, &["evade", "3", "yes"]).end.contains("forces a battle"));
    let seventy_fours = text.replace("three-decker", "seventy-four").replace("9NWD", "12NWD");
    assert!(play(&seventy_fours, &["evade", "7"]).end.contains("does not get out"));
    assert!(play(&text, &["fight"]).end.contains("stays in port"));
}

#[test]
fn eight_times_removes_and_four_times_fights() {
    let text = file("swept-aside.toml");
    assert_eq!(play(&text, &[]).end, "Charles V overruns the French outpost and marches on.");
    assert!(
        play(&text.replace("counters = \"2A+\"", "counters = \"A+ A- LD\""), &[]).end.contains("at once")
    );
    assert!(
        play(&text.replace("counters = \"2A+\"", "counters = \"3LD\""), &[]).end.contains("battle segment")
    );
    // Four times is enough, and it is the strength of the enemy that is counted so many times.
    assert!(play(&text.replace("counters = \"2A+\"", "counters = \"A+\""), &[]).end.contains("at once"));
    let two = text.replace("counters = \"LD\"", "counters = \"2LD\"");
    assert!(play(&two, &[]).end.contains("at once"), "eight against two");
    let seven = two.replace("counters = \"2A+\"", "counters = \"A+ A- LD\"");
    assert!(play(&seven, &[]).end.contains("battle segment"), "seven against two");
}

#[test]
fn forts_fire_by_their_kind() {
    let charts = Charts::load(&[]).unwrap();
    assert_eq!(level_of(&charts, Battery::StraitFort, Theatre::Europe, 5), 2);
    assert_eq!(level_of(&charts, Battery::StraitFort, Theatre::RestOfTheWorld, 5), 2);
    assert_eq!(level_of(&charts, Battery::StraitFort, Theatre::RestOfTheWorld, 3), 1);
    assert_eq!(level_of(&charts, Battery::Presidio, Theatre::Europe, 3), 3);
    assert_eq!(level_of(&charts, Battery::Siegeworks, Theatre::Europe, 3), 0);
    let text = file("under-the-castles.toml");
    assert!(play(&text, &["5"]).end.contains("passes"));
    assert!(play(&text, &["6"]).end.ends_with("stops Venice."));
    assert!(play(&text, &["10", "NWD", "NTD"]).end.ends_with("keeps F+ 3NWD NTD."));
}

#[test]
fn substitutes_come_from_their_row() {
    let text = file("a-vizier-is-named.toml");
    assert!(play(&text, &["2"]).end.contains("MAN 4, FIRE 4, SHOCK 4."));
    assert!(play(&text, &["3"]).end.contains("SIEGE 1"), "an odd die");
    assert!(refusal(&text.replace("\"turkey\"", "\"france\"")).contains("only Turkey has viziers"));
    let general = text.replace("\"vizier\"", "\"general\"").replace("\"turkey\"", "\"poland\"");
    assert!(play(&general, &["1"]).end.contains("MAN 4, FIRE 1, SHOCK 2"));
    let admiral = general.replace("\"general\"", "\"admiral\"");
    assert!(play(&admiral, &["1"]).end.contains("MAN 3, FIRE 1, SHOCK 2"), "a Polish admiral");
    assert!(play(&admiral.replace("poland", "prussia"), &["2"]).end.contains("MAN 2, FIRE 2, SHOCK 2"));
}

/// Whoever runs for port before a battle at sea rolls for the way; on land and out of a blockade nobody does.
#[test]
fn evading_at_sea_costs_attrition() {
    let sea = "system = \"eu9\"\nkind = \"evasion\"\ntitle = \"t\"\ndate = \"d\"\nsources = []\n[evader]\nname = \"Doria\"\n\
               country = \"spain\"\nships = \"F+ 4NGD\"\nrefuges = [\"Messina\"]\nstand = \"evade\"\n[pursuer]\nname = \"Dragut\"\n";
    let away = play(sea, &["evade", "8"]);
    assert!(
        away.account.contains("Doria goes to Messina and rolls sea attrition on the way"),
        "{}",
        away.account
    );
    assert!(away.end.ends_with("and rolls sea attrition on the way."), "{}", away.end);
    assert!(play(sea, &["evade", "7"]).end.contains("must fight"));
    let land = play(&file("montecuccoli-slips-away.toml"), &["evade", "8", "pfalz"]);
    assert!(!land.end.contains("attrition") && !land.account.contains("attrition"), "{}", land.end);
    let brest = play(&file("out-of-brest.toml"), &["evade", "8"]);
    assert!(!brest.end.contains("attrition"), "{}", brest.end);
    assert!(brest.account.contains("against 8, 5 or less giving battle"), "{}", brest.account);
}

/// Boxes are compared, besiegers come badly away, and a file says nothing that its element does not know.
#[test]
fn interceptions_say_what_counts_where_they_are() {
    let text = file("into-hainault.toml");
    let boxes = |own: &str, other: &str| {
        let line = "technology-box = 21";
        let (head, tail) = text.split_once("[target]").unwrap();
        format!("{}[target]{}", head.replace(line, own), tail.replace(line, other))
    };
    let ahead = play(&boxes("technology-box = 20", "technology-box = 14"), &["yes", "5"]).account;
    assert!(ahead.contains("+1 6 boxes of technology ahead"), "{ahead}");
    assert!(
        !play(&boxes("technology-box = 19", "technology-box = 14"), &["yes", "5"]).account.contains("boxes")
    );
    assert!(refusal(&boxes("technology-box = 20", "")).contains("write both sides' or neither's"));
    let besieging = play(&text.replace("engaged = false", "engaged = true"), &["yes", "5"]).account;
    assert!(besieging.contains("-1 "), "{besieging}");
    assert!(
        refusal(&text.replacen("[interceptor]", "[interceptor]\nthree-decker = true", 1))
            .contains("at sea only")
    );
    let sea = file("hunting-the-french.toml").replacen("[place]", "[place]\nswamp = true", 1);
    assert!(refusal(&sea).contains("on land only"), "{}", refusal(&sea));
}

/// What a file does not say of a fleet, its owner and its year, is taken as the roomiest there is; what it says counts.
#[test]
fn fleets_before_forts_and_blockades_keep_the_limits_of_a_sea_stack() {
    let castles = file("under-the-castles.toml");
    let message = refusal(&castles.replace("F+ 4NWD 2NTD", "F+ 8NWD 2NTD"));
    assert!(message.contains("ships") && message.contains("EU9-STACK-f"), "{message}");
    let unsaid = castles.replace("country = \"venice\"\n", "").replace("year = 1657", "# year");
    assert!(try_open(&unsaid.replace("F+ 4NWD 2NTD", "F+ 8NWD 2NTD")).is_ok(), "England holds 7 in an F+");
    let message = refusal(&unsaid.replace("F+ 4NWD 2NTD", "F+ 10NWD 2NTD"));
    assert!(message.contains("4 counters"), "{message}");
    let message = refusal(&castles.replace("year = 1657", "year = 1857"));
    assert!(message.contains("1857 is outside the game"), "{message}");
    let brest = file("out-of-brest.toml");
    let message = refusal(&brest.replace("2F+ 10NWD 2NTD", "3F+ 30NWD"));
    assert!(message.contains("evader.ships") && message.contains("EU9-STACK-f"), "{message}");
    let message = refusal(&brest.replace("2F+ 9NWD", "4F+ 9NWD"));
    assert!(message.contains("pursuer.blockading-with") && message.contains("4 counters"), "{message}");
}

/// A revolt on its plus side in a forest: three LD and two of MAN against -2 and -3.
#[test]
fn revolts_and_pirates_are_fought_under_a_campaign() {
    let peasants = file("the-peasants-war.toml");
    let ends = |text: &str| -> Vec<bool> {
        (1..=10).map(|face| play(text, &[&face.to_string()]).end.contains("puts them down")).collect()
    };
    let from = |text: &str| ends(text).iter().position(|&down| down).unwrap() + 1;
    assert_eq!(from(&peasants), 8);
    assert_eq!(from(&peasants.replace("plus = 1", "plus = 0")), 6);
    assert!(play(&peasants, &["9"]).end.contains("turned to its minus side"));
    assert!(play(&peasants.replace("plus = 1", "plus = 0"), &["9"]).end.contains("the counter is gone"));
    let passive = peasants.replace("campaign = \"simple\"", "campaign = \"passive\"");
    let message = refusal(&passive);
    assert!(message.contains("campaign") && message.contains("EU9-CAMPAIGN-e"), "{message}");
    assert_eq!(
        from(&passive.replace("in-contact = false", "in-contact = true")),
        8,
        "it goes on with a fight"
    );
    let corsairs = file("corsairs-of-algiers.toml");
    assert_eq!(from(&corsairs.replace("port = true", "port = false")) + 2, from(&corsairs));
    for (text, expected) in [
        (peasants.replace("plus = 1", "plus = 2"), "plus: a revolt is one counter"),
        (peasants.replace("inside = 0", "inside = 1"), "revolt.inside"),
        (peasants.replace("counters = \"A- LD\"", "counters = \"4LD\""), "EU9-STACK-a"),
        (peasants.replace("[revolt]", "[rising]"), "rising"),
        (corsairs.replace("F+ 8NGD", ""), "nobody is there to fight"),
        (corsairs.replace("nao-galeon", "seventy-four"), "does not exist before turn 50"),
        (corsairs.replace("campaign = \"passive\"", "campaign = \"crusade\""), "no campaign `crusade`"),
    ] {
        let message = refusal(&text);
        assert!(message.contains(expected), "{expected}: {message}");
    }
}
