//! The procedures that have a file of their own: attrition, interception, evasion, overrun, straits,
//! replacement leaders, explorations.

use grognard_eu9::*;
use grognard_testkit::{account_text, record};
use grognard_umpire::{Answer, Header, Keep, Kind, Phase as Stage, Playable, Session, Side, Tape, Visitor};
use std::sync::Arc;

pub(crate) fn file(name: &str) -> String {
    BATTLES.get_file(name).unwrap_or_else(|| panic!("no {name}")).contents_utf8().unwrap().to_owned()
}

fn try_open(text: &str) -> Result<Contest, String> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    open("test.toml", text, &charts).map_err(|error| error.to_string())
}

pub(crate) fn refusal(text: &str) -> String {
    try_open(text).err().expect("must be refused")
}

/// The options of a choice, and what was refused beside them with its clause.
pub(crate) type Offered = (Vec<String>, Vec<(String, String)>);

/// What came of playing a file with given answers: the end in words, and the account.
pub(crate) struct Played {
    pub(crate) end: String,
    pub(crate) account: String,
    pub(crate) choices: Vec<Offered>,
}

struct Play<'a>(&'a [&'a str]);

impl Visitor for Play<'_> {
    type Out = Played;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Played
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let mut session = Session::start(start, Arc::clone(&rules), Header::default());
        let mut choices = Vec::new();
        for answer in self.0 {
            let question = session.pending().first().map(|q| (*q).clone());
            let question = question.unwrap_or_else(|| panic!("over before {answer}"));
            if let Kind::Choose { options, barred, .. } = &question.kind {
                let refused = barred.iter().map(|barred| {
                    (barred.key.clone(), barred.refusal.clause.map_or("", |clause| clause.id()).to_owned())
                });
                choices.push((options.iter().map(|(key, _)| key.clone()).collect(), refused.collect()));
            }
            match answer.parse::<u8>() {
                Ok(face) => session.faces(&[face]),
                Err(_) => session.answer(question.asking.by.unwrap(), answer),
            }
            .unwrap_or_else(|refusal| panic!("{answer} to {}: {refusal}", question.line()));
        }
        // Whatever else is asked: sixes, and the first option.
        while let Some(question) = session.pending().first().map(|q| (*q).clone()) {
            match &question.kind {
                Kind::Roll(_) => session.faces(&[6]).unwrap(),
                Kind::Choose { options, .. } => {
                    session.answer(question.asking.by.unwrap(), &options[0].0).unwrap()
                }
                Kind::Order { .. } => unreachable!(),
            };
        }
        record::reached(session.account(), session.cited());
        let account = account_text(session.account());
        let Stage::Ended(end) = session.phase() else {
            panic!("still open: {:?}\n{account}", session.pending())
        };
        Played { end: P::end_words(&rules, end), account, choices }
    }
}

pub(crate) fn play(text: &str, answers: &[&str]) -> Played {
    try_open(text).unwrap_or_else(|error| panic!("{error}")).visit(Play(answers))
}

fn snapshot(name: &str, text: &str, answers: &[&str]) {
    let played = play(text, answers);
    insta::assert_snapshot!(name.to_owned(), format!("{}\n{}", played.account, played.end));
}

#[test]
fn accounts_read_as_written() {
    snapshot("road-to-poltava", &file("the-road-to-poltava.toml"), &["4", "pillage", "A+/A-"]);
    snapshot("cortes-to-honduras", &file("cortes-to-honduras.toml"), &["9"]);
    snapshot("before-vienna", &file("before-vienna.toml"), &["5", "A+/LD/pasha"]);
    snapshot("armada-homeward", &file("the-armada-homeward.toml"), &["1"]);
    snapshot("into-hainault", &file("into-hainault.toml"), &["yes", "9"]);
    snapshot("hunting-the-french", &file("hunting-the-french.toml"), &["yes", "6"]);
    snapshot("montecuccoli", &file("montecuccoli-slips-away.toml"), &["evade", "7", "pfalz"]);
    snapshot("out-of-brest", &file("out-of-brest.toml"), &["evade", "3", "yes"]);
    snapshot("swept-aside", &file("swept-aside.toml"), &["yes"]);
    snapshot("under-the-castles", &file("under-the-castles.toml"), &["8", "NTD"]);
    snapshot("a-vizier", &file("a-vizier-is-named.toml"), &["7"]);
    snapshot("round-the-cape", &file("round-the-cape.toml"), &["8", "6", "3"]);
    snapshot("down-the-amazon", &file("down-the-amazon.toml"), &["6", "5"]);
}

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
    assert!(routed.contains("+2 routed") && !routed.contains("MAN"), "{routed}");
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
    record::exercised(&["EU9-ATTRITION-ae"]);
}

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
    assert_eq!(try_open(&moving).unwrap().visit(Play(&[])).end, "Montecuccoli stands and fights.");
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

#[test]
fn a_leader_alone_explores_and_may_die_of_it() {
    let text = file("cabeza-de-vaca.toml");
    // An explorer on land has half his MAN: 2.
    let played = play(&text, &["6"]);
    assert!(played.account.contains("-2 MAN of the explorer"), "{}", played.account);
    assert!(played.end.contains("finds what it sought; left: nobody but the leader."), "{}", played.end);
    // In the edition of 2020 line 14 tests a leader without troops, and only such a one.
    let newer = text.replace("profile = \"guide\"", "edition = \"2020\"\nmodifiers = \"guide\"");
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
    for weak in ["length", "fleet"] {
        assert_eq!(
            ["LD", "3d", "2d", "LD d", "2LD"].map(|c| rolls(c, weak)),
            [false, false, false, true, true]
        );
    }
    assert!(rolls("LD", "desert"));
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
    let text = file("before-vienna.toml")
        .replace("\"length\", \"captured-source\"", "\"besieged\"")
        .replace("manoeuvre = 3\n", "")
        .replace(
            "[policy]",
            "[supply.walls]\nsiege = 1\nenemy-siege = 2\nworks-plus = 1\nport = \"open\"\n[policy]",
        );
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
    let old = text.replace("[policy]", "[rules]\nedition = \"2013\"\n[policy]");
    assert!(!play(&old, &["1"]).account.contains("SIEGE of the enemy"));
    // P costs them an LD: they have nothing to pillage.
    let played = play(&text, &["10"]);
    assert!(
        played.account.contains("P: one LD more is lost") && !played.end.contains("pillaged"),
        "{}",
        played.end
    );
    let alone = text.rsplit_once("[supply.walls]").unwrap().0.to_owned() + "[policy]\np = \"lose\"\n";
    assert!(refusal(&alone).contains("[supply.walls]"));
    assert!(refusal(&text.replace("\"besieged\"", "\"besieged\", \"winter\"")).contains("alone"));
    assert!(refusal(&text.replace("\"besieged\"", "\"winter\"")).contains("walls are for a besieged stack"));
    assert!(refusal(&text.replace("works-plus = 1", "works-plus = 3")).contains("at most two counters"));
    assert!(
        refusal(&text.replace("enemy-province", "manoeuvre = 2\nenemy-province"))
            .contains("behind walls SIEGE counts")
    );
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
    let guide = "modifiers = \"guide\"";
    let now = left(guide);
    let old = left(&format!("{guide}\nedition = \"2013\""));
    assert_ne!(now, old, "7D at 80 %");
    assert_eq!(left(&format!("{guide}\n[rules.voyage]\nedition = \"2013\"")), old);
    let twice = under("edition = \"2013\"\n[rules.voyage]\nedition = \"2013\"");
    assert!(refusal(&twice).contains("leave it out here"));
}

/// A fleet without ships has no counters.
#[test]
fn nothing_is_left_of_a_fleet_that_is_gone() {
    let played = play(&file("the-armada-homeward.toml"), &["10"]);
    assert!(played.end.ends_with("keeps nothing."), "{}", played.end);
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
    assert!(play(&stays("A+ A-"), &["1", "1"]).account.contains("EU9-ATTRITION-ab"));
    let sea = file("round-the-cape.toml");
    let storm = play(&sea.replace("bad-weather = false", "bad-weather = true"), &["1", "1"]).account;
    assert_eq!(storm.matches("+2 bad weather").count(), 2, "on the way and in the discovery: {storm}");
    assert!(
        refusal(&sea.replace("from-port = 0", "bad-weather = true\nfrom-port = 0"))
            .contains("write it at the top")
    );
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
