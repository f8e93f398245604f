//! Random whole games: they end, and no invariant breaks on the way.

use grognard_damos::*;
use grognard_umpire::{Generator, Live, Playable, Procedure, Side, at_random};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

fn campaign(title: &str, change: impl Fn(&str) -> String) -> Arc<Campaign> {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let name = format!("{title}/title.toml");
    let text = TITLES.get_file(&name).unwrap().contents_utf8().unwrap();
    open_campaign(&name, &change(text), &charts).unwrap()
}

/// What must hold between any two steps.
fn check(game: &Game, rules: &Campaign) {
    let mut sides = [grognard_board::HexSet::EMPTY; 2];
    for side in Side::ALL {
        for unit in game.on_map(rules, side).iter() {
            let hex = game.place_of(unit).in_hex().unwrap();
            sides[side as usize].put(hex);
            let counter = rules.counter(unit);
            assert!(
                game.strength(unit) >= 1 || matches!(game.phase(), Phase::Aftermath(..)),
                "{}",
                counter.key
            );
            assert!(game.strength(unit) <= counter.strength, "{} above its printed strength", counter.key);
        }
    }
    match game.phase() {
        Phase::Operations | Phase::Strategic | Phase::Reinforcements | Phase::TurnStart => {
            assert!(sides[0].and(&sides[1]).is_empty(), "both sides in one hex outside a combat");
            for side in Side::ALL {
                for hex in sides[side as usize].iter() {
                    let force = game.force_at(rules, side, hex);
                    let shaken = force.iter().filter(|&unit| game.is_demoralized(unit)).count();
                    assert!(shaken == 0 || shaken == usize::from(force.len()), "a mixed stack");
                }
            }
        }
        Phase::PlayerEnd => {
            for hex in sides[game.phasing() as usize].iter() {
                assert!(may_stack(rules, game.force_at(rules, game.phasing(), hex)), "overstacked");
            }
        }
        _ => {}
    }
}

/// Control changes hands only where the new owner has come: he stands there, or passed by in a reaction.
fn check_control(before: &Game, after: &Game, rules: &Campaign) {
    let reacting = matches!(before.phase(), Phase::Reaction(..) | Phase::Declared(..));
    for hex in rules.board.hexes() {
        let owner = after.controller(hex);
        if owner == before.controller(hex) {
            continue;
        }
        let near = |at: grognard_board::Hex| rules.board.distance(at, hex) <= if reacting { 2 } else { 0 };
        let came = after.on_map(rules, owner).iter().any(|unit| after.hex_of(unit).is_some_and(near));
        assert!(came, "{} fell to nobody in {:?}", rules.board.id(hex), before.phase());
    }
    // Whoever has moved into a hex without enemies controls it.
    if let Phase::Active(active) = after.phase() {
        let enemies = after.force_at(rules, after.phasing().other(), active.at);
        let moved = active.from.is_some();
        assert!(!moved || !enemies.is_empty() || after.controller(active.at) == after.phasing());
    }
}

/// Plays a game at random and hands back its end and the number of steps.
fn play(rules: &Campaign, seed: u64, checked: bool) -> (GameEnd, usize) {
    let mut dice = Generator::new(seed);
    let mut game = Game::new(rules);
    for steps in 0..200_000 {
        if checked {
            check(&game, rules);
        }
        let before = checked.then(|| game.clone());
        match game.step(rules, &mut Live { dice: &mut dice, decide: at_random }).unwrap() {
            Continue(next) => game = next,
            Break(end) => return (end, steps),
        }
        if let Some(before) = before {
            check_control(&before, &game, rules);
        }
    }
    panic!("seed {seed} never ends");
}

#[test]
fn random_campaigns_end_and_break_nothing() {
    let rules = campaign("army-group-center", |text| text.to_owned());
    let mut steps = 0;
    for seed in 0..40 {
        steps += play(&rules, seed, true).1;
    }
    assert!(steps > 10_000);
}

#[test]
fn random_lunch_games_end_and_break_nothing() {
    let rules = campaign("bialystok-minsk", |text| text.to_owned());
    for seed in 0..60 {
        play(&rules, seed, true);
    }
}

#[test]
fn random_games_by_the_other_readings_end_and_break_nothing() {
    let others = "wiped-out = \"attacker-holds\"\nattacker-retreat = \"way-back\"\nactivation = \"any-part\"\n\
                  gauge-line = \"border\"\nstragglers = \"half\"\nfailed-reaction = \"stays-fresh\"\n\
                  garrison = \"needs-line\"\nlone-rout = \"refused\"\nerratum-row-5 = \"diagonal\"\nsolitaire = true\n\
                  reinforcement-cities = \"linked\"\nretreat-steps = \"free\"\nretreat-friends = \"help\"\n\
                  short-retreat = \"stops\"\nrout = \"for-good\"\nsecond-loss = \"always\"\n\
                  combat-supply = \"combat-hex\"\ncombat-dice = \"current\"\ndelay = \"fights-on\"\n\
                  overkill = \"ignored\"\ncounterattack-symbols = \"kept\"\npaid-losses = \"do-not\"\n\
                  unprepared-strength = \"current\"\nunprepared-for = \"russians\"\nair-call = \"before-plans\"\n\
                  air-reroll = \"any-die\"\nshifted-dice = \"old-column\"\nsurplus-for = \"attacking-force\"\n\
                  influence-strength = \"fresh-units\"\nreaction-ways = \"within-range\"\n\
                  reacting-units = \"whole-force\"\nreaction-tries = \"each-trigger\"\n\
                  declared-modifiers = \"granted\"\nbystanders = \"stand-by\"\nlate-pick-up = \"refused\"\n\
                  attrition-points = \"with-exploitation\"\nrebuilding = \"full-strength\"\n\
                  russian-cities = \"frontier1939\"\nundying = \"surrender-too\"\nowed-attacks = \"prepared\"\n\
                  slowdown-strategic = \"free\"\nmarsh = \"open\"\nisolation = \"leningrad\"\n\
                  occupying = \"supplied\"\nretreat-length = \"away\"\nslowdown-reaction = \"free\"\n\
                  southern-boundary = \"open\"\nconversion = \"any\"\ncounterattack-supply = \"counts\"\n\
                  strategic-rails = \"any\"\n";
    for more in [
        "rail-advance = \"concentrated-thrust\"\nafter-combat = \"goes-on\"",
        "rail-advance = \"operational-pause\"\ncontested-control = \"last-to-enter\"\n\
         after-combat = \"forced-goes-on\"",
        "combined = true\nretreat-zones = \"all\"\nafter-combat = \"goes-on\"",
    ] {
        let rules = campaign("army-group-center", |text| {
            let cities = "combined-objectives = [2703, 2811, 2819, 3005]\nobjective = 2703 ";
            format!("{}\n[options]\n{others}{more}\n", text.replace("objective = 2703 ", cities))
        });
        for seed in 0..8 {
            play(&rules, seed, true);
        }
    }
}

#[test]
fn the_map_can_be_drawn() {
    let rules = campaign("bialystok-minsk", |text| text.to_owned());
    let game = Game::new(&rules);
    insta::assert_snapshot!(game.draw(&rules));
    let svg = game.draw_svg(&rules, Some(Side::First));
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    // Every cell of the board as data is in the picture, and nothing else is a cell.
    let board = game.guide(&rules, None).and_then(|guide| guide.board()).unwrap();
    assert_eq!(svg.matches("<path class=\"cell ").count(), board.cells.len());
    let (mut corner, mut end) = (board.size, (0, 0));
    for cell in &board.cells {
        assert!(svg.contains(&format!("data-target=\"{}\"", cell.id)), "{}", cell.id);
        // Neighbours share an edge, and know each other.
        for (to, between) in &cell.neighbours {
            let other = board.cell(to).unwrap_or_else(|| panic!("{} has {to} for a neighbour", cell.id));
            assert_eq!(cell.edges_with(other).len(), 1, "{} and {to}", cell.id);
            assert!(other.neighbours.contains(&(cell.id.clone(), between)), "{to} knows {}", cell.id);
        }
        let [(left, top), (right, bottom)] = grognard_umpire::Board::reach(cell);
        assert!(left >= 0 && top >= 0 && right <= board.size.0 && bottom <= board.size.1, "{}", cell.id);
        (corner, end) = ((corner.0.min(left), corner.1.min(top)), (end.0.max(right), end.1.max(bottom)));
    }
    assert_eq!((corner, end), ((0, 0), board.size), "no empty margin");
}

/// Railways lead from the middle of one hex to that of another, those that can be used as well as all.
#[test]
fn railways_lead_from_middle_to_middle() {
    for title in ["bialystok-minsk", "army-group-center"] {
        let rules = campaign(title, str::to_owned);
        let game = Game::new(&rules);
        let guide = game.guide(&rules, None).unwrap();
        let (board, lines) = (guide.board().unwrap(), guide.lines());
        assert!(!lines.is_empty() && !board.lines.is_empty(), "{title}");
        for line in lines.iter().chain(&board.lines) {
            for spot in &line.spots {
                assert!(
                    board.cells.iter().any(|cell| cell.middle == *spot),
                    "{title}, {}: {spot:?}",
                    line.kind
                );
            }
        }
    }
}
