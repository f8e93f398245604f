//! Single situations: what the computer does with them, and why.

use grognard_ai::{Decision, decide};
use grognard_board::Hex;
use grognard_damos::{
    Arrangement, Asks, Campaign, Charts, Game, Phase, Place, Placed, Plan, Posture, TITLES, UnitId,
    open_campaign,
};
use grognard_umpire::{Generator, Header, Question, Session, Side};
use std::sync::Arc;

fn campaign() -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = "army-group-center/title.toml";
    let text = TITLES.get_file(name).unwrap().contents_utf8().unwrap();
    open_campaign(name, text, &charts).unwrap()
}

/// A position: `G-Pz3 2819`, with `=4` for a strength and `!` for demoralized.
fn position(rules: &Campaign, turn: u8, side: Side, units: &[&str], taken: &[u16]) -> Arrangement {
    let mut position = Arrangement::new(turn, side);
    for text in units {
        let (key, rest) = text.split_once(' ').unwrap();
        let unit = rules.unit(key).unwrap_or_else(|| panic!("no unit {key}"));
        let mut placed = Placed::new(unit, rules.board.read(&rest[..4]).unwrap());
        placed.demoralized = rest.contains('!');
        placed.strength = rest.split_once('=').map(|(_, digits)| digits.parse().unwrap());
        position.units.push(placed);
    }
    position.taken = taken.iter().map(|id| rules.board.read(&id.to_string()).unwrap()).collect();
    position
}

/// The hexes of the railway from one hex to another, the shortest way.
fn railway(rules: &Campaign, from: &str, to: &str) -> Vec<Hex> {
    let (from, to) = (rules.board.read(from).unwrap(), rules.board.read(to).unwrap());
    let mut seen = vec![from];
    let mut ways = vec![vec![from]];
    while !ways.is_empty() {
        if let Some(way) = ways.iter().find(|way| way.last() == Some(&to)) {
            return way.clone();
        }
        let mut longer = Vec::new();
        for way in ways {
            for next in rules.board.along_rails(way[way.len() - 1]) {
                if !seen.contains(&next) {
                    seen.push(next);
                    longer.push([way.clone(), vec![next]].concat());
                }
            }
        }
        ways = longer;
    }
    panic!("no railway");
}

fn ask(rules: &Arc<Campaign>, position: &Arrangement) -> (Game, Question) {
    let session = Session::start(Game::arranged(rules, position), Arc::clone(rules), Header::default());
    let question = session.pending()[0].clone();
    (session.state().clone(), question)
}

fn first_decision(rules: &Arc<Campaign>, position: &Arrangement) -> Decision {
    let (game, question) = ask(rules, position);
    decide(&game, rules, &question)
}

#[test]
fn panzers_fall_on_a_lone_rifle_corps_and_leave_a_fortress_alone() {
    let rules = campaign();
    let attackers = ["G-Pz3 3127", "G-Pz4 3127", "G-Mot10 3127"];
    let weak = [&attackers[..], &["S-RC28 3126"]].concat();
    let decision = first_decision(&rules, &position(&rules, 2, Side::First, &weak, &[3127]));
    assert_eq!(decision.key, "concerted 3126", "{}", decision.why);
    // Who attacks, how, and with what chance is nobody's business yet.
    assert_eq!(decision.why, "Kobrin (3126) is worth a concerted attack");
    // Two regiments do not attack an army.
    let strong = ["G-GD 3127=1", "S-A24 3126", "S-A5 3126"];
    let decision = first_decision(&rules, &position(&rules, 8, Side::First, &strong, &[3127]));
    assert!(!decision.key.starts_with("concerted"), "{}", decision.why);
}

#[test]
fn tanks_that_must_counterattack_meet_a_grand_assault_and_riflemen_a_penetration() {
    let rules = campaign();
    let stack = ["G-Pz3 3127", "G-Pz4 3127", "G-Mot10 3127", "G-DR 3127"];
    for (enemies, plan) in
        [(["S-MC6 3126", "S-MC14 3126"], "grand-assault"), (["S-RC28 3126", "S-RC5 3126"], "penetration")]
    {
        let all = [&stack[..], &enemies].concat();
        let position = position(&rules, 2, Side::First, &all, &[3127]);
        let mut session =
            Session::start(Game::arranged(&rules, &position), Arc::clone(&rules), Header::default());
        session.answer_salted(Side::First, "concerted 3126", [0; 16]).unwrap();
        let question = session.pending()[0].clone();
        assert_eq!(question.asking.topic, Asks::KindOfConcertedAttack);
        let decision = decide(session.state(), &rules, &question);
        assert_eq!(decision.key, plan, "{}", decision.why);
    }
}

#[test]
fn the_demoralized_are_rallied() {
    let rules = campaign();
    let units = ["G-Pz3 3127!", "S-RC28 2819"];
    let position = position(&rules, 3, Side::First, &units, &[3127, 3126]);
    let mut session =
        Session::start(Game::arranged(&rules, &position), Arc::clone(&rules), Header::default());
    for wanted in ["activate 3127 G-Pz3", "rally"] {
        let question = session.pending()[0].clone();
        let decision = decide(session.state(), &rules, &question);
        assert_eq!(decision.key, wanted, "{}", decision.why);
        session.answer_salted(Side::First, &decision.key, [0; 16]).unwrap();
    }
}

#[test]
fn railheads_go_on_toward_the_objective() {
    let rules = campaign();
    let mut position = position(&rules, 4, Side::First, &["G-Inf31 2819", "S-RC28 2811"], &[2818, 2919]);
    let line = railway(&rules, "2831", "2819");
    position.taken.extend(line.iter().filter(|&&hex| rules.board.side(hex) == Side::Second));
    position.converted = line;
    // From Minsk one line leads east to Moscow, another south-east to Gomel; the shorter one comes first.
    position.phase = Phase::Reinforcements;
    position.replacements.first = 1;
    let mut session =
        Session::start(Game::arranged(&rules, &position), Arc::clone(&rules), Header::default());
    session.answer_salted(Side::First, "end reinforcements", [0; 16]).unwrap();
    let mut dice = Generator::new(1);
    session.throw_on(&mut dice);
    let mut asked = 0;
    while let Some(question) = session.pending().first().cloned().cloned() {
        if question.asking.topic != Asks::AdvanceTheRailheads {
            break;
        }
        let decision = decide(session.state(), &rules, &question);
        let wanted = if asked == 0 { "extend 2819 2818" } else { "extend " };
        assert!(decision.key.starts_with(wanted), "{}", decision.key);
        asked += 1;
        session.answer_salted(Side::First, &decision.key, [0; 16]).unwrap();
        session.throw_on(&mut dice);
    }
    assert!(asked > 0, "no railhead was asked about");
}

#[test]
fn moscow_is_held_at_the_price_of_its_strongest_unit() {
    let rules = campaign();
    let units = ["G-Pz3 2704", "G-Pz4 2704", "G-Pz10 2704", "G-Pz17 2704", "S-A24 2703=2", "S-A5 2703=2"];
    let position = position(&rules, 13, Side::First, &units, &[2704]);
    let mut asked = false;
    for seed in 0..40 {
        let mut session =
            Session::start(Game::arranged(&rules, &position), Arc::clone(&rules), Header::default());
        let mut dice = Generator::new(seed);
        session.answer_salted(Side::First, "concerted 2703", [0; 16]).unwrap();
        for _ in 0..40 {
            session.throw_on(&mut dice);
            let Some(question) = session.pending().first().cloned().cloned() else { break };
            let decision = decide(session.state(), &rules, &question);
            if question.asking.topic == Asks::HoldTheCity {
                assert_eq!(decision.key, "yes", "{}", decision.why);
                asked = true;
            }
            if question.asking.topic == Asks::Operations {
                break;
            }
            session.answer_salted(question.asking.by.unwrap(), &decision.key, [0; 16]).unwrap();
        }
    }
    assert!(asked, "Moscow was never in danger");
}

#[test]
fn a_force_about_to_be_cut_off_goes_back_to_where_supply_is() {
    let rules = campaign();
    // A rifle corps stands in the open between two panzer stacks; its friends hold Smolensk.
    let units = [
        "S-RC20 2816",
        "G-Pz3 2917",
        "G-Pz10 2917",
        "G-Pz4 2715",
        "G-Pz7 2715",
        "G-Inf31 2819",
        "S-RC69 2811",
        "S-RC32 2811",
    ];
    let position = position(&rules, 3, Side::Second, &units, &[2819, 2818, 2917, 2715]);
    let (game, question) = ask(&rules, &position);
    let corps = rules.unit("S-RC20").unwrap();
    let from = game.place_of(corps);
    assert_eq!(question.asking.topic, Asks::Operations);
    let away = (0..20).filter(|&seed| flees(&rules, &position, corps, from, seed)).count();
    assert!(away >= 10, "it gets away only {away} times in 20");
}

/// Plays the turn on until a unit has gone, and says whether it came nearer to Smolensk.
fn flees(rules: &Arc<Campaign>, position: &Arrangement, corps: UnitId, from: Place, seed: u64) -> bool {
    let mut session = Session::start(Game::arranged(rules, position), Arc::clone(rules), Header::default());
    let mut dice = Generator::new(seed);
    for _ in 0..60 {
        session.throw_on(&mut dice);
        let Some(question) = session.pending().first().cloned().cloned() else { break };
        let decision = decide(session.state(), rules, &question);
        let done = session.state().is_spent(corps) || decision.key == "end operations";
        if question.asking.topic == Asks::Operations && done {
            break;
        }
        session.answer_salted(question.asking.by.unwrap(), &decision.key, [0; 16]).unwrap();
    }
    let smolensk = rules.board.named("Smolensk").unwrap();
    let distance = |place: Place| place.in_hex().map(|hex| rules.board.distance(hex, smolensk));
    distance(session.state().place_of(corps)).is_some_and(|to| Some(to) < distance(from))
}

#[test]
fn plans_and_postures_chosen_in_secret_are_not_looked_at() {
    let rules = campaign();
    let units = ["G-Pz3 2816", "G-Inf31 2816", "S-MC5 2815", "S-MC7 2815", "S-RC20 2814"];
    let at = |phase: Phase| {
        let mut position = position(&rules, 3, Side::Second, &units, &[2816, 2817, 2818]);
        position.phase = phase;
        let (game, question) = ask(&rules, &position);
        (decide(&game, &rules, &question), question)
    };
    let target = rules.board.read("2816").unwrap();
    // The defender, asked to react or for his posture, does not know which attack is coming.
    let (assault, question) = at(Phase::Declared(target, Plan::GrandAssault));
    assert_eq!(question.asking.by, Some(Side::First));
    assert_eq!((assault, question), at(Phase::Declared(target, Plan::Penetration)));
    // The attacker, asked for his force, does not know the posture.
    let (named, question) = at(Phase::Naming(target, Plan::Penetration, Some(Posture::Steadfast)));
    assert_eq!(question.asking.by, Some(Side::Second));
    for posture in [Posture::Counterattack, Posture::Elastic, Posture::Delay] {
        let other = at(Phase::Naming(target, Plan::Penetration, Some(posture)));
        assert_eq!(other, (named.clone(), question.clone()));
    }
}

#[test]
fn in_a_combat_the_total_is_known_and_not_how_it_is_spread() {
    let rules = campaign();
    // Two rifle corps attack panzers in the woods: whoever has the points among them is their business.
    let decisions = |corps: [&str; 2]| {
        let units = ["G-Pz3 2816", "G-Pz4 2816", corps[0], corps[1], "S-RC32 2811"];
        let position = position(&rules, 3, Side::Second, &units, &[2816, 2817, 2818, 2819]);
        let mut session =
            Session::start(Game::arranged(&rules, &position), Arc::clone(&rules), Header::default());
        session.answer_salted(Side::Second, "activate 2815 S-RC20+S-RC69", [0; 16]).unwrap();
        session.answer_salted(Side::Second, "move 2816", [0; 16]).unwrap();
        let mut list = Vec::new();
        let mut dice = Generator::new(8);
        while let Phase::Reaction(..) | Phase::Combat(..) | Phase::Active(_) = session.state().phase() {
            let Some(question) = session.pending().first().cloned().cloned() else { break };
            if session.throw(&mut dice).is_some() {
                break;
            }
            let side = question.asking.by.unwrap();
            let decision = decide(session.state(), &rules, &question);
            if side == Side::First {
                list.push((question.line(), decision.clone()));
            }
            session.answer_salted(side, &decision.key, [0; 16]).unwrap();
        }
        list
    };
    let one = decisions(["S-RC20 2815=4", "S-RC69 2815=2"]);
    assert!(one.iter().any(|(line, _)| line.contains("defensive posture")), "{one:?}");
    assert_eq!(one, decisions(["S-RC20 2815=2", "S-RC69 2815=4"]));
}

#[test]
fn the_set_up_is_historical() {
    let rules = campaign();
    let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
    for side in [Side::Second, Side::First] {
        for wanted in ["historical", "end set-up"] {
            let question = session.pending()[0].clone();
            assert_eq!(question.asking.by, Some(side));
            let decision = decide(session.state(), &rules, &question);
            assert_eq!(decision.key, wanted);
            session.answer_salted(side, &decision.key, [0; 16]).unwrap();
        }
    }
}

#[test]
fn a_set_up_begun_by_hand_is_finished_legally() {
    let rules = campaign();
    let mut session = Session::start(Game::new(&rules), Arc::clone(&rules), Header::default());
    session.answer_salted(Side::Second, "place S-RC1 2627", [0; 16]).unwrap();
    for _ in 0..200 {
        let question = session.pending()[0].clone();
        if question.asking.by != Some(Side::Second) || question.asking.topic != Asks::SetUp {
            return;
        }
        let decision = decide(session.state(), &rules, &question);
        session.answer_salted(Side::Second, &decision.key, [0; 16]).unwrap();
    }
    panic!("the set-up does not end");
}
