//! What a campaign hands on from one operation to the next, and what its guide tells of it.

use crate::duel::{STRIP, at, go, start};
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
