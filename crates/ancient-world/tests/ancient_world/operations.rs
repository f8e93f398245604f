//! What a campaign hands on from one operation to the next, and what its guide tells of it.

use crate::duel::{STRIP, at, go, modifiers, start, with_coast};
use grognard_ancient_world::Asks;
use grognard_ancient_world::duel::{Duel, Phase as DuelPhase};
use grognard_ancient_world::force::Rank;
use grognard_umpire::{Kind, Phase, Playable, Session, Side};

fn sp(session: &Session<Duel>, side: Side) -> u16 {
    session.rules().strength(side, &session.state().forces[side])
}

/// He who finds the enemy gone chooses another operation in the same turn, and nobody rolls for initiative.
#[test]
fn after_an_avoided_battle_the_attacker_chooses_again() {
    let mut session = start(&at(STRIP, 2, 3).replace("guile = 2", "guile = 0"));
    go(&mut session, &["march-3", "no", "0", "attack", "east-1", "0"]);
    assert_eq!(session.state().forces.second.hex, 4, "he got away");
    assert_eq!(session.state().turn, 1);
    let question = session.pending_for(Side::First).expect("Rome is asked");
    assert_eq!(question.asking.topic, Asks::Operation);
    let DuelPhase::Operation(activation) = &session.state().phase else { panic!("{:?}", session.state()) };
    assert!(activation.first && activation.side == Side::First);
}

/// A march wears nobody out where the reading says so.
#[test]
fn without_attrition_a_march_is_free() {
    let text = STRIP.replace("sp = 30 }]", "sp = 60 }, { name = \"Horse\", arm = \"cavalry\", sp = 20 }]");
    let mut worn = start(&text);
    go(&mut worn, &["march-2", "no", "line-infantry=2"]);
    let mut free = start(&text.replace("[first]\n", "[readings]\nattrition = \"none\"\n[first]\n"));
    go(&mut free, &["march-2", "no"]);
    assert_eq!([sp(&worn, Side::First), sp(&free, Side::First)], [78, 80]);
}

/// Officers without a name never run out: the next takes over from one who falls, and the account says so.
#[test]
fn a_fallen_officer_is_followed_by_another() {
    let text = at(STRIP, 2, 3).replace("turns = 3", "turns = 9");
    let mut session = start(&text);
    let officer = session.rules().parties.first.leaders.last().unwrap();
    assert_eq!((officer.name.as_str(), officer.rank), ("an officer of Consul", Rank::Leader));
    for _ in 0..400 {
        let Phase::Waiting(_) = session.phase() else { break };
        let question = session.pending()[0].clone();
        let by_rome = question.asking.by == Some(Side::First);
        match question.kind {
            // Leaders of Rome fall; every battle is drawn as near as the dice can.
            Kind::Roll(_) => {
                let falls = question.asking.topic.key().starts_with("leader-loss") && by_rome;
                drop(session.faces(&[if falls { 9 } else { 4 }]).unwrap());
            }
            _ => {
                let options = question.options();
                let wanted = ["attack", "stand", "march-3"];
                let key = wanted.iter().find(|key| options.iter().any(|offered| offered.key == **key));
                let key = key.map_or_else(|| options[0].key.clone(), |key| (*key).to_owned());
                drop(session.answer_salted(question.asking.by.unwrap(), &key, [0; 16]).unwrap());
            }
        }
    }
    let followed: Vec<&str> = session
        .account()
        .iter()
        .filter(|ruling| ruling.clause.id() == "AW-DUEL-k")
        .map(|ruling| ruling.text.split(", letter").next().unwrap())
        .collect();
    assert_eq!(followed[0], "Consul is followed by an officer of Consul");
    assert!(
        followed[1..].contains(&"an officer of Consul is followed by an officer of Consul"),
        "{followed:?}"
    );
}

/// A force is told with the units it has left, its Guile Points, and the cities with what guards them.
#[test]
fn the_guide_tells_forces_points_and_cities() {
    let text = STRIP.replace("sp = 20 }]", "sp = 20 }, { name = \"Horse\", arm = \"cavalry\", sp = 1 }]");
    let session = start(&text);
    let mut state = session.state().clone();
    let told = |state: &Duel| {
        let guide = state.guide(session.rules(), Some(Side::First)).unwrap();
        (guide.pieces(), guide.stocks(), guide.cells())
    };
    let (pieces, stocks, cells) = told(&state);
    assert_eq!(pieces[1].name, "Carthage under Hanno: 20 Line infantry, 1 Horse cavalry");
    state.forces.second.troops.0[1] = 0;
    assert_eq!(told(&state).0[1].name, "Carthage under Hanno: 20 Line infantry", "nobody rides any more");
    let points: Vec<_> = stocks.iter().map(|stock| (stock.side.unwrap(), stock.words.as_str())).collect();
    assert_eq!(points.len(), 2);
    assert!(points[0].0 == Side::First && points[0].1.starts_with('2'), "{points:?}");
    let figures = |index: usize| -> Vec<(&str, Option<i64>)> {
        cells[index].figures.iter().map(|figure| (figure.key, figure.now)).collect()
    };
    assert_eq!(figures(0), [("garrison", Some(1)), ("walls", Some(1))]);
    assert_eq!(figures(1), [("garrison", Some(2)), ("walls", Some(1))]);
}

/// The keys of what a side is offered now.
fn offered(session: &Session<Duel>, side: Side) -> Vec<String> {
    let question = session.pending_for(side).expect("the side is asked");
    question.options().iter().map(|offered| offered.key.clone()).collect()
}

fn asked(session: &Session<Duel>) -> (Option<Side>, grognard_umpire::Topic) {
    let question = session.pending()[0];
    (question.asking.by, question.asking.topic)
}

/// A besieger is supplied from three hexes away, and from no further.
#[test]
fn supply_reaches_three_hexes() {
    let hills = STRIP.replace(
        "{ name = \"Hills\", terrain = \"rough\" }",
        "{ name = \"Hills\", terrain = \"rough\", city = { name = \"Hillton\", walls = 1, owner = 1, garrison = 1 } }",
    );
    for (text, granted) in [(hills.as_str(), vec![-3, -1]), (STRIP, vec![-1])] {
        let mut session = start(&at(text, 4, 2));
        go(&mut session, &["siege", "0", "0"]);
        assert_eq!(modifiers(&session, "AW-DUEL-g"), granted);
    }
}

/// He goes on with a die of just his Campaign Rating, and not after the third operation.
#[test]
fn a_leader_goes_on_as_long_as_he_may() {
    let mut able = start(STRIP);
    go(&mut able, &["stop", "march-4", "4"]);
    assert_eq!(asked(&able), (Some(Side::Second), Asks::Operation.topic()));
    let mut spent = start(STRIP);
    go(&mut spent, &["stop", "march-4", "5"]);
    assert_eq!(asked(&spent), (Some(Side::First), Asks::Initiative.topic()));
    let mut three = start(STRIP);
    go(&mut three, &["march-1", "0", "march-0", "0", "march-1"]);
    assert_eq!(asked(&three), (Some(Side::Second), Asks::Operation.topic()), "three are all there are");
}

/// A gate is opened by a die below twice the Guile Points spent; they are spent either way.
#[test]
fn treachery_takes_a_die_below_twice_the_guile() {
    for (points, die, opened) in [(2, "3", true), (2, "4", false), (1, "1", true), (1, "2", false)] {
        let mut session = start(&at(STRIP, 4, 1));
        go(&mut session, &[&format!("treachery-{points}"), die]);
        let owner = if opened { Side::First } else { Side::Second };
        assert_eq!(session.state().cities[4].owner, Some(owner), "{points}, {die}");
        assert_eq!(session.state().forces.first.guile, 2 - points, "{points}, {die}");
    }
}

/// Nobody slips into a city past the lines of those who besiege it.
#[test]
fn a_besieged_city_is_not_entered() {
    let mut session = start(&at(&with_coast(), 4, 3));
    go(&mut session, &["siege", "0", "0", "0", "stop", "march-4", "no", "0"]);
    assert_eq!(offered(&session, Side::Second), ["stop", "march-2", "march-3", "march-5", "attack"]);
}

/// Whoever comes out of a city to intercept is no longer inside one.
#[test]
fn an_interceptor_leaves_his_city() {
    let mut session = start(&at(STRIP, 2, 4));
    go(&mut session, &["stop", "enter-city", "9", "0", "0"]);
    assert!(session.state().forces.second.inside);
    go(&mut session, &["march-3", "yes", "0"]);
    let hanno = &session.state().forces.second;
    assert_eq!((hanno.hex, hanno.inside), (3, false));
}

/// Only a besieger has to face those inside; whoever merely stands before the city may go.
#[test]
fn who_does_not_besiege_may_avoid_those_inside() {
    let mut session = start(&at(STRIP, 3, 4));
    go(&mut session, &["stop", "enter-city", "9", "0", "0", "march-4", "0", "stop", "attack"]);
    assert_eq!(asked(&session), (Some(Side::First), Asks::StandOrAvoidBattle.topic()));
}

/// A force beaten in battle ends its activation: nobody rolls whether its leader goes on.
#[test]
fn a_beaten_attacker_does_not_go_on() {
    let mut session = start(&at(STRIP, 2, 3));
    go(&mut session, &["stop", "march-4", "9", "0", "9", "march-4", "no", "0", "attack", "stand"]);
    go(&mut session, &["0", "9", "0", "0", "0", "0", "west-1"]);
    assert_eq!(session.state().forces.first.hex, 3);
    assert_eq!(asked(&session), (Some(Side::Second), Asks::Operation.topic()));
}

/// The way into an enemy city is no way out, nor is the hex that the enemy came from.
#[test]
fn nobody_gets_away_into_an_enemy_city() {
    let mut session = start(&at(STRIP, 3, 2));
    go(&mut session, &["stop", "march-3", "no", "0", "attack"]);
    assert_eq!(asked(&session).1, Asks::TacticalAbility.topic());
    assert!(session.account().iter().any(|ruling| ruling.clause.id() == "AW-8.23-c"));
}
