//! The campaign duel's own rules: interception, sieges, treachery, sorties, scoring.

use grognard_ancient_world::duel::{self, Duel, Phase as DuelPhase};
use grognard_ancient_world::{Asks, Charts};
use grognard_testkit::record::reached;
use grognard_umpire::{Header, Kind, Phase, Session, Side};
use std::sync::Arc;

pub(crate) const STRIP: &str = r#"
system = "ancient-world"
kind = "duel"
title = "A strip"
date = "d"
sources = ["made for the test"]
game = "carthage"
turns = 3
hex = [
    { name = "West", terrain = "flat", city = { name = "Westburg", walls = 1, owner = 1, garrison = 1 } },
    { name = "Hills", terrain = "rough" },
    { name = "Ford", terrain = "flat", river-west = true },
    { name = "Plain", terrain = "flat" },
    { name = "East", terrain = "flat", city = { name = "Eastburg", walls = 1, owner = 2, garrison = 2 } },
]

[first]
start = 0

[first.force]
name = "Rome"
leader = { name = "Consul", initiative = 9, battle = "B", campaign = 9, mortality = 0, guile = 2 }
contingent = [{ name = "Line", arm = "infantry", sp = 30 }]

[second]
start = 3

[second.force]
name = "Carthage"
leader = { name = "Hanno", initiative = 0, battle = "D", campaign = 4, mortality = 9 }
contingent = [{ name = "Line", arm = "infantry", sp = 20 }]
"#;

pub(crate) fn start(text: &str) -> Session<Duel> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let (state, rules) = duel::open("strip.toml", text, &charts).unwrap_or_else(|error| panic!("{error}"));
    let mut session = Session::start(state, Arc::new(rules), Header::default());
    // Rome always goes first.
    session.faces(&[0]).unwrap();
    session.faces(&[9]).unwrap();
    session
}

/// Gives answers in order: a number is a die, anything else a choice.
pub(crate) fn go(session: &mut Session<Duel>, script: &[&str]) {
    for (index, answer) in script.iter().enumerate() {
        let question = session.pending().first().map(|question| (*question).clone());
        let question = question.unwrap_or_else(|| panic!("over before `{answer}`"));
        let result = match (&question.kind, answer.parse()) {
            (Kind::Roll(_), Ok(face)) => session.faces(&[face]),
            _ => session.answer(question.asking.by.unwrap(), answer),
        };
        result.unwrap_or_else(|refusal| panic!("{index} `{answer}`: {}: {refusal}", question.line()));
    }
    reached(session.account(), session.cited());
}

pub(crate) fn modifiers(session: &Session<Duel>, id: &str) -> Vec<i16> {
    let rulings = session.account().iter().filter(|ruling| ruling.clause.id() == id);
    rulings.flat_map(|ruling| &ruling.modifiers).map(|modifier| modifier.value).collect()
}

pub(crate) fn at(text: &str, first: u8, second: u8) -> String {
    text.replace("start = 3", "start = second")
        .replace("start = 0", &format!("start = {first}"))
        .replace("start = second", &format!("start = {second}"))
}

#[test]
fn a_successful_interceptor_attacks_and_may_not_be_avoided() {
    let mut session = start(STRIP);
    go(&mut session, &["march-2", "yes", "4"]);
    // Hanno came to the ford: he is the attacker, across no river, and nobody asks Rome to stand.
    let DuelPhase::Fight { attacker, .. } = session.state().phase else { panic!("{:?}", session.state()) };
    assert_eq!(attacker, Side::Second);
    assert_eq!((session.state().forces.first.hex, session.state().forces.second.hex), (2, 2));
    // Tactics: D rolls 0 (0), B rolls 9 (8), so -8, ratio 20:30 is -1: die 0 is row -9, 35/10.
    go(&mut session, &["0", "9", "0"]);
    // Leaders: Hanno first (he attacks), then the consul of mortality 0: wounded by 1, 0.
    go(&mut session, &["0", "1", "0"]);
    // Hanno may go back east or into his city two hexes away; not over the river, where Rome came from.
    let question = session.pending_for(Side::Second).unwrap();
    assert_eq!(question.asking.topic, Asks::WayOfRetreat);
    let Kind::Choose { options, .. } = &question.kind else { panic!() };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["east-1", "east-2"]);
}

#[test]
fn sieges_assaults_and_what_status_does_to_them() {
    // Carthage is away in the west, Rome before Eastburg, Disorganized.
    let text = at(STRIP, 4, 1).replace("name = \"Rome\"", "name = \"Rome\"\nstatus = \"disorganized\"");
    let mut session = start(&text);
    // No city of Rome's within three hexes: unsupplied; flat -1, Disorganized +1.
    go(&mut session, &["siege", "3", "3"]);
    assert_eq!(modifiers(&session, "AW-DUEL-g"), [-1, 1]);
    assert_eq!(session.state().cities[4].garrison, 2);
    // 30 against 2 is +15, walls -1, Disorganized -4: anything takes it, for 5 %.
    go(&mut session, &["0", "assault", "0"]);
    assert_eq!(modifiers(&session, "AW-DUEL-h"), [-4, 15, -1]);
    assert_eq!(session.state().cities[4].owner, Some(Side::First));
    assert_eq!(session.rules().strength(Side::First, &session.state().forces.first), 28);
    assert_eq!(session.state().forces.first.status.key(), "disorganized", "a siege gives no status");
    // A Useless force may besiege but not assault.
    let useless = text.replace("disorganized", "useless");
    let mut session = start(&useless);
    go(&mut session, &["siege", "0", "0", "0"]);
    let refusal = session.answer(Side::First, "assault").unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.77-e");
}

#[test]
fn supply_and_hunger() {
    let mut session = start(&at(STRIP, 4, 1).replace(
        "{ name = \"Plain\", terrain = \"flat\" }",
        "{ name = \"Plain\", terrain = \"flat\", city = { name = \"Depot\", walls = 1, owner = 1, garrison = 1 } }",
    ));
    go(&mut session, &["siege", "9", "7"]);
    // -3 for supply, -1 for flat ground, nothing for a fresh force: 5 costs one SP; the city starves.
    assert_eq!(modifiers(&session, "AW-DUEL-g"), [-3, -1]);
    assert_eq!(session.rules().strength(Side::First, &session.state().forces.first), 29);
    assert_eq!(session.state().cities[4].owner, Some(Side::First));
}

#[test]
fn a_sortie_cannot_be_avoided_and_a_draw_leaves_it_inside() {
    let mut session = start(&at(STRIP, 3, 4));
    // Rome passes; Hanno goes inside; Rome comes up and lays siege.
    go(&mut session, &["stop", "enter-city", "9"]);
    go(&mut session, &["0", "0", "march-4", "0", "siege", "0", "0", "0", "stop"]);
    assert!(session.state().forces.second.inside && session.state().forces.first.siege);
    // Shut in: no march, only a sortie, a rally or nothing.
    let question = session.pending_for(Side::Second).unwrap();
    let Kind::Choose { options, .. } = &question.kind else { panic!() };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["stop", "attack"]);
    go(&mut session, &["attack"]);
    // Straight to tactics: the besieger may not avoid. D rolls 9 (6), B rolls 0 (3): +3, ratio -1; die 3 is +5.
    assert_eq!(
        session.pending().first().map(|question| question.asking.topic),
        Some(Asks::TacticalAbility.topic())
    );
    go(&mut session, &["9", "0", "3", "0", "0"]);
    assert!(session.state().forces.second.inside && session.state().forces.first.siege);
    assert_eq!(session.state().forces.second.status.key(), "disorganized");
}

#[test]
fn a_city_that_falls_takes_the_force_inside_with_it() {
    let weak = STRIP.replace("sp = 20 }]", "sp = 2 }]");
    let mut session = start(&at(&weak, 3, 4));
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "siege", "0", "0", "0"]);
    // 30 against 4 is +7, walls -1: a die of 3 takes the city for 5 %.
    go(&mut session, &["assault", "3"]);
    let Phase::Ended(end) = session.phase() else { panic!("the duel goes on") };
    assert_eq!((end.score.first, end.score.second), (28 + 2 * 5, 0));
}

#[test]
fn bad_strips_are_refused() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    for (from, to, wanted) in [
        ("start = 3", "start = 9", "the starting hex is 9; it must be 0 to 4"),
        ("start = 3", "start = 0", "both sides begin in the same hex"),
        ("turns = 3", "turns = 0", "the number of turns is 0"),
        ("owner = 2", "owner = 3", "the owner of Eastburg is 3"),
        ("battle = \"D\", ", "", "Hanno has no battle letter"),
    ] {
        let error = duel::open("strip.toml", &STRIP.replace(from, to), &charts).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    }
}

#[test]
fn the_besieged_count_out_their_own_dead() {
    let text = at(STRIP, 3, 4)
        .replace("owner = 2, garrison = 2", "owner = 2, garrison = 1")
        .replace("sp = 20 }]", "sp = 20 }, { name = \"Horse\", arm = \"cavalry\", sp = 4 }]")
        .replace("sp = 30 }]", "sp = 28 }, { name = \"Allied\", arm = \"infantry\", sp = 2 }]");
    let mut session = start(&text);
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "siege", "9", "9"]);
    // The besieger loses two and the city two: one of the garrison, one of the force inside.
    go(&mut session, &["allied-infantry=2", "horse-cavalry=1"]);
    let state = session.state();
    assert_eq!((state.cities[4].garrison, state.cities[4].owner), (0, Some(Side::Second)));
    assert_eq!((state.forces.second.troops.0[1], state.forces.first.troops.0[1]), (3, 0));
    assert_eq!(session.rules().strength(Side::First, &state.forces.first), 28);
}

#[test]
fn a_besieger_who_intercepts_in_his_own_hex_keeps_the_siege() {
    let mut session = start(&STRIP.replace("start = 0", "start = 1").replace("start = 3", "start = 0"));
    // Hanno besieges Westburg; Rome comes to its relief and is intercepted under the walls.
    go(&mut session, &["stop", "siege", "0", "0", "9", "0", "9", "march-0", "yes", "0"]);
    let DuelPhase::Fight { attacker, .. } = session.state().phase else { panic!("{:?}", session.state()) };
    assert_eq!((attacker, session.state().forces.second.hex), (Side::Second, 0));
    assert!(session.state().forces.second.siege);
}

/// Every modifier of the account granted under a clause.
pub(crate) fn granted(session: &Session<Duel>, id: &str) -> Vec<i16> {
    let all = session.account().iter().flat_map(|ruling| &ruling.modifiers);
    all.filter(|modifier| modifier.clause.id() == id).map(|modifier| modifier.value).collect()
}

#[test]
fn a_river_counts_for_the_activation_that_crossed_it() {
    // Over the river and at them: -3.
    let mut session = start(&at(STRIP, 1, 2));
    go(&mut session, &["march-2", "no", "0", "attack", "stand", "0", "0"]);
    assert_eq!(granted(&session, "AW-8.31-m"), [-3]);
    // Rome crosses in the first turn and holds the ford; in the second it falls upon Hanno there.
    let mut session = start(STRIP);
    go(&mut session, &["march-2", "no", "0", "stop", "stop"]);
    go(&mut session, &["0", "9", "stop", "march-2", "yes", "0"]);
    let DuelPhase::Fight { attacker, .. } = session.state().phase else { panic!("{:?}", session.state()) };
    assert_eq!(attacker, Side::First);
    go(&mut session, &["0", "0"]);
    assert_eq!(granted(&session, "AW-8.31-m"), [0i16; 0]);
}

#[test]
fn the_way_back_is_open_to_an_attacker_who_followed() {
    let mut session = start(&at(STRIP, 2, 3));
    // Hanno falls back to his city's hex; Rome follows a turn later, attacks and loses (row -2).
    go(
        &mut session,
        &["stop", "march-4", "9", "0", "9", "march-4", "no", "0", "attack", "stand", "0", "9", "0"],
    );
    go(&mut session, &["0", "0", "0"]);
    let question = session.pending_for(Side::First).unwrap();
    assert_eq!(question.asking.topic, Asks::WayOfRetreat);
    let Kind::Choose { options, .. } = &question.kind else { panic!() };
    let keys: Vec<&str> = options.iter().map(|offered| offered.key.as_str()).collect();
    assert_eq!(keys, ["west-1", "west-2"]);
}

#[test]
fn a_failed_interception_helps_one_attack() {
    let mut session = start(&at(STRIP, 1, 2));
    // -3 river, +1 ratio, +2, tactics 3 - 6: a die of 8 is row +5, a draw.
    go(&mut session, &["march-2", "yes", "9", "0", "attack", "stand", "0", "9", "8", "0", "0"]);
    assert_eq!(granted(&session, "AW-6.55-a"), [2]);
    go(&mut session, &["0", "attack", "stand", "0", "0"]);
    assert_eq!(granted(&session, "AW-6.55-a"), [2], "spent on the first attack");
    assert_eq!(granted(&session, "AW-8.31-m"), [-3], "nor is the river crossed twice");
}

#[test]
fn an_intercepted_march_is_paid_for() {
    let text = STRIP.replace("sp = 30 }]", "sp = 60 }, { name = \"Horse\", arm = \"cavalry\", sp = 20 }]");
    let mut session = start(&text);
    // A rough and a flat hex are 2 points on 60 + 2 x 20 attrition SP.
    go(&mut session, &["march-2", "yes", "0"]);
    assert_eq!(session.pending_for(Side::First).unwrap().asking.topic, Asks::Losses);
    go(&mut session, &["horse-cavalry=2"]);
    assert_eq!(session.rules().strength(Side::First, &session.state().forces.first), 78);
    let DuelPhase::Fight { attacker, battle, .. } = &session.state().phase else { panic!() };
    assert_eq!((*attacker, battle.troops.second.0[..2].to_vec()), (Side::Second, vec![60, 18]));
    // Undisturbed the same march costs as much.
    let mut session = start(&text);
    go(&mut session, &["march-2", "no", "line-infantry=2"]);
    assert_eq!(session.rules().strength(Side::First, &session.state().forces.first), 78);
    // Into a friendly city three points are forgiven.
    let home = text.replace(
        "{ name = \"Ford\", terrain = \"flat\", river-west = true }",
        "{ name = \"Ford\", terrain = \"flat\", river-west = true, city = { name = \"Fordham\", walls = 1, owner = 1, garrison = 1 } }",
    );
    let mut session = start(&home);
    go(&mut session, &["march-2", "no"]);
    assert_eq!(session.rules().strength(Side::First, &session.state().forces.first), 80);
    assert_eq!(session.pending()[0].asking.topic, Asks::Continuation, "nothing is due");
}

/// Rome comes up and attacks; a draw (ratio +1, the legate +1, tactics -3, die 6: row +5). The leaders'
/// dice follow.
pub(crate) const DRAWN: [&str; 8] = ["march-3", "no", "0", "attack", "stand", "0", "9", "6"];

#[test]
fn a_useless_force_attacks_nobody_in_a_campaign() {
    let text = at(STRIP, 2, 3).replace("name = \"Rome\"", "name = \"Rome\"\nstatus = \"useless\"");
    let mut session = start(&text);
    go(&mut session, &["march-3", "no", "0"]);
    let question = session.pending_for(Side::First).unwrap();
    assert!(question.options().iter().all(|offered| offered.key != "attack"));
    let refusal = session.answer(Side::First, "attack").unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-8.21-a");
}

#[test]
fn no_march_goes_through_the_enemy_or_his_city() {
    let marches = |text: &str| -> Vec<String> {
        let session = start(text);
        let question = session.pending_for(Side::First).unwrap();
        let keys = question.options().iter().map(|offered| offered.key.clone());
        keys.filter(|key| key.starts_with("march")).collect()
    };
    // From the ford everything is near: river, hills and Westburg cost 4 points, the three hexes east 3.
    assert_eq!(
        marches(&at(&with_coast(), 2, 0)),
        ["march-0", "march-1", "march-3", "march-4"],
        "Eastburg stops it"
    );
    assert_eq!(marches(&at(&with_coast(), 2, 3)), ["march-0", "march-1", "march-3"], "Hanno stops it");
    let open =
        with_coast().replace(", city = { name = \"Eastburg\", walls = 1, owner = 2, garrison = 2 }", "");
    assert_eq!(marches(&at(&open, 2, 0)), ["march-0", "march-1", "march-3", "march-4", "march-5"]);
}

#[test]
fn an_interceptor_who_leaves_his_siege_gives_it_up() {
    let mut session = start(&at(STRIP, 2, 0));
    // Hanno besieges Westburg; Rome comes as far as the hills and is met there.
    go(&mut session, &["stop", "siege", "0", "0", "9", "0", "9"]);
    assert!(session.state().forces.second.siege);
    go(&mut session, &["march-1", "yes", "0"]);
    assert_eq!((session.state().forces.second.hex, session.state().forces.second.siege), (1, false));
}

#[test]
fn a_besieger_who_marches_away_gives_the_siege_up() {
    let mut session = start(&at(STRIP, 4, 0));
    go(&mut session, &["siege", "0", "0"]);
    assert!(session.state().forces.first.siege);
    go(&mut session, &["0", "march-3"]);
    assert_eq!((session.state().forces.first.hex, session.state().forces.first.siege), (3, false));
}

#[test]
fn the_account_of_a_campaign_begins_with_its_readings() {
    let session = start(&format!("{STRIP}\n[readings]\nwounded-leaders = \"leave\"\n"));
    let first = &session.account()[0];
    assert_eq!(first.clause.id(), "AW-0-b");
    assert!(
        first.text.contains("wounded-leaders leave (not the default)") && !first.text.contains("elephants"),
        "{}",
        first.text
    );
    let heads = |session: &Session<Duel>| {
        session.account().iter().filter(|ruling| ruling.clause.id() == "AW-0-b").count()
    };
    let mut session = start(&at(STRIP, 2, 3));
    go(&mut session, &DRAWN[..5]);
    assert_eq!(heads(&session), 1, "the battles of a campaign have no head of their own");
}

#[test]
fn no_gate_is_opened_to_an_army_inside() {
    let mut session = start(&at(STRIP, 3, 4));
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0"]);
    let refusal = session.answer(Side::First, "treachery-2").unwrap_err();
    assert_eq!(refusal.clause.unwrap().id(), "AW-DUEL-i");
}

#[test]
fn the_strip_is_drawn() {
    use grognard_umpire::Playable;
    let mut session = start(&at(STRIP, 3, 4));
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "siege", "0", "0"]);
    insta::assert_snapshot!(session.state().drawing(session.rules(), None).unwrap());
    // As data: hexes in a row, each sharing an edge with the next.
    let guide = session.state().guide(session.rules(), None).unwrap();
    let board = guide.board().unwrap();
    for pair in board.cells.windows(2) {
        assert_eq!(pair[0].edges_with(&pair[1]).len(), 1, "{} and {}", pair[0].id, pair[1].id);
    }
    assert_eq!(guide.aims().turns.unwrap().phase, "operations");
}

#[test]
fn hunger_asks_only_for_those_inside() {
    // Hanno, Disorganized, is inside: +1 for the city. In the open elsewhere he does not count.
    let text =
        at(STRIP, 3, 4).replace("name = \"Carthage\"", "name = \"Carthage\"\nstatus = \"disorganized\"");
    let mut session = start(&text);
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "siege", "3", "3"]);
    assert_eq!(modifiers(&session, "AW-DUEL-g"), [-1, 1]);
    assert_eq!(session.state().cities[4].garrison, 1, "3 + 1 is a row further");
    let text =
        at(STRIP, 4, 1).replace("name = \"Carthage\"", "name = \"Carthage\"\nstatus = \"disorganized\"");
    let mut session = start(&text);
    go(&mut session, &["siege", "3", "3"]);
    assert_eq!((modifiers(&session, "AW-DUEL-g"), session.state().cities[4].garrison), (vec![-1], 2));
}

#[test]
fn a_repulsed_assault_costs_the_defenders_too() {
    let text =
        at(STRIP, 3, 4).replace("sp = 20 }]", "sp = 20 }, { name = \"Horse\", arm = \"cavalry\", sp = 4 }]");
    let mut session = start(&text);
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "siege", "0", "0", "0"]);
    // 30 against 26 is 0, walls -1: 9 makes 8, the walls hold for 5 % and the garrison loses two.
    go(&mut session, &["assault", "9"]);
    let state = session.state();
    assert_eq!((state.cities[4].garrison, state.cities[4].owner), (0, Some(Side::Second)));
    assert_eq!(session.rules().strength(Side::First, &state.forces.first), 28);
    assert_eq!(session.rules().strength(Side::Second, &state.forces.second), 24);
}

/// The strip with a hex beyond Eastburg, so that a besieger there has a way out.
pub(crate) fn with_coast() -> String {
    STRIP.replace(
        "garrison = 2 } },\n]",
        "garrison = 2 } },\n    { name = \"Coast\", terrain = \"flat\" },\n]",
    )
}

#[test]
fn only_the_besieged_make_a_sortie() {
    // Rome lies before Eastburg; Hanno comes from outside and attacks: Rome may avoid him.
    let mut session = start(&at(&with_coast(), 4, 3));
    go(&mut session, &["siege", "0", "0", "0", "stop", "march-4", "no", "0", "attack"]);
    assert_eq!(
        session.pending().first().map(|question| question.asking.topic),
        Some(Asks::StandOrAvoidBattle.topic())
    );
}

#[test]
fn a_beaten_besieger_gives_the_siege_up() {
    let mut session = start(&at(&with_coast(), 4, 3));
    go(&mut session, &["siege", "0", "0", "0", "stop", "march-4", "no", "0", "attack", "stand"]);
    // 20:30 is -1, D rolls 9 (6), B rolls 0 (3): +2, die 7 is row +9. Rome is beaten and goes.
    go(&mut session, &["9", "0", "7", "0", "0", "0"]);
    assert_eq!((session.state().forces.first.hex, session.state().forces.first.siege), (5, false));
}

/// What a march costs is told before it is ordered, and is what it then costs; what an attack leads to is the battle
/// that it begins.
#[test]
fn the_price_of_a_march_and_the_battle_ahead_are_told() {
    use grognard_umpire::{Known, Loss, Playable, Visitor};

    #[derive(Clone, Copy)]
    struct Start;
    impl Visitor for Start {
        type Out = String;
        fn visit<P>(self, start: P, _: Arc<P::Rules>) -> String
        where
            P: Playable + Send + Sync + 'static,
            P::Rules: Send + Sync + 'static,
            P::End: Send + Sync + 'static,
        {
            format!("{start:?}")
        }
    }
    let mut session = start(STRIP);
    let (mut marches, mut battles) = (0, 0);
    let mut dice = grognard_umpire::Generator::new(5);
    for turn in 0..400u32 {
        let Phase::Waiting(_) = session.phase() else { break };
        if session.throw(&mut dice).is_some() {
            continue;
        }
        let question = session.pending()[0].clone();
        let side = question.asking.by.unwrap();
        let options = question.options();
        let attack = options.iter().find(|offered| offered.key == "attack");
        let marching = options.iter().rfind(|offered| offered.key.starts_with("march-"));
        let picked = attack.or(marching).unwrap_or(&options[turn as usize % options.len()]).key.clone();
        let rules = Arc::clone(session.rules());
        let before = session.state().clone();
        let told = before.guide(&rules, Some(side)).unwrap().consequences(&picked);
        let ahead = before.prospects(&rules, side, &picked, Start);
        session.answer(side, &picked).unwrap();
        if Asks::of(question.asking.topic) != Some(Asks::Operation) {
            continue;
        }
        if picked == "attack" {
            let DuelPhase::Fight { battle, .. } = &session.state().phase else { panic!("no battle") };
            assert_eq!(ahead, [(Known::Whole, format!("{battle:?}"))]);
            battles += 1;
        } else {
            assert_eq!(ahead, []);
        }
        // Nobody has been asked to intercept: the march is over and paid for.
        if let (true, DuelPhase::Continuation(_)) = (picked.starts_with("march-"), &session.state().phase) {
            let sp = |duel: &Duel| rules.strength(side, &duel.forces[side]);
            let paid = sp(&before) - sp(session.state());
            let named = told.iter().filter(|told| told.loss == Loss::Worn).count();
            assert_eq!(named > 0, paid > 0, "{picked}: {paid} SP, {told:?}");
            assert!(paid == 0 || told[0].words.contains(&format!(" {paid} SP")), "{told:?}");
            marches += 1;
        }
    }
    assert!(marches > 0 && battles > 0, "{marches} marches, {battles} battles");
}
