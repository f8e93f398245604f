//! What the rulebook leaves open and the umpire had to settle, each on a situation of its own; readings with
//! a switch are in `readings.rs`.

use super::fights::front;
use super::ground::west;
use super::table::*;
use grognard_damos::*;
use grognard_umpire::{Kind, Side};

const PANZERS: [&str; 3] = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3021"];

/// Ends whatever can be ended, and takes the first option of the rest, until a turn begins.
fn play_to(table: &mut Table, turn: u8) {
    while table.game().turn() < turn {
        let asked = match table.offers().into_iter().find(|offer| offer.starts_with("end ")) {
            Some(end) => table.order(&end),
            None => table.first(),
        };
        assert_ne!(asked, "the end", "before turn {turn}");
    }
}

/// A grand assault on 3019 is declared and has set out; a mechanized corps waits beside its way.
fn assault_under_way() -> Table {
    let units = [&PANZERS[..], &["S-RC2 3019", "S-MC6 3120"]].concat();
    let mut table = front(&standard(), 3, &units);
    assert_eq!(table.order("concerted 3019"), "react", "the corps could join the target");
    assert_eq!(table.order("done"), "name-the-attacking-force");
    table.order("attack-from 3021");
    assert_eq!(table.order("move 3020"), "react", "8.1-i: the way there is open to reaction");
    table.order("react 3120 S-MC6");
    assert_eq!(table.throw(&[6, 6]), "call-the-air-unit", "the plan is settled");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
    assert_eq!(combat.plans, Plans::Settled(Plan::MeetingEngagement));
    assert_eq!(combat.forces.second.strength(), 8, "the corps alone");
    table.order("no-air");
    table
}

/// 8.1-i, 2.6.1-l: a grand assault that is intercepted on its way fights the meeting engagement, and is lost.
#[test]
fn an_intercepted_assault_is_lost_with_its_meeting_engagement() {
    let mut table = assault_under_way();
    // 18 SP, 3 - 1: 2 LP. 8 SP, 12: 3 LP. Beaten, the panzers go back in good order.
    table.throw(&[1, 1, 1]);
    assert_eq!(table.throw(&[6, 6]), "take-losses");
    assert_eq!(table.order("1-1-1"), "retreat-along");
    assert_eq!(table.order("3021"), "operations", "nobody assaults any more");
    assert_eq!((table.at("G-Pz3"), table.demoralized("G-Pz3")), (Some(3021), false));
    assert!(["G-Pz3", "G-Pz4", "G-Pz7"].iter().all(|key| table.spent(key)));
    assert_eq!(
        (table.at("S-RC2"), table.strength("S-RC2")),
        (Some(3019), 4),
        "the target was never attacked"
    );
    // Steadfast against the assault, the corps in its way still strikes back when it loses.
    let mut table = assault_under_way();
    // 18 SP, 17: 5 LP. 8 SP, 2: 1 LP. 3 against 17 strike back: a 1 costs the corps the rest.
    table.throw(&[6, 6, 6]);
    assert_eq!(table.throw(&[1, 1]), "take-losses");
    assert_eq!(table.order("1-0-0"), "counterattack");
    assert_eq!(table.throw(&[1]), "exploit");
    // Whoever wins exploits like the winner of a meeting engagement: two points, and no assault to be had.
    table.order("exploit G-Pz3+G-Pz4+G-Pz7");
    assert_eq!(table.order("move 3019"), "attack-plan");
    assert_eq!(table.offers(), ["meeting-engagement", "standard-attack"]);
}

/// 8.1-d, 2.6.1-u: whoever tried to react when the attack was declared does not try again on its way.
#[test]
fn whoever_tried_at_the_declaration_does_not_intercept() {
    let units = [&PANZERS[..], &["S-RC2 3019", "S-MC6 3120"]].concat();
    let mut table = front(&standard(), 3, &units);
    table.order("concerted 3019");
    table.order("react 3120 S-MC6");
    // Two ways lead there; by either a 2 fails.
    if table.asked().unwrap().asking.topic == Asks::ReactAlong {
        table.first();
    }
    assert_eq!(table.throw(&[1, 1]), "name-the-attacking-force");
    table.order("attack-from 3021");
    assert_eq!(table.order("move 3020"), "order-to-the-active-force");
    assert_eq!(table.order("move 3019"), "call-the-air-unit", "the assault is made");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
    assert_eq!(combat.plans, Plans::Settled(Plan::GrandAssault));
}

/// 8.1-h: the rulebook's ground assault is the grand assault: it moves and gathers others on its way.
#[test]
fn a_grand_assault_gathers_others_on_its_way() {
    let units = ["G-Pz3 3021", "G-Pz4 3021", "G-Pz7 3020", "S-RC2 3019"];
    let mut table = front(&standard(), 3, &units);
    table.order("concerted 3019");
    table.order("grand-assault");
    table.order("attack-from 3021");
    table.order("move 3020");
    table.order("pick-up G-Pz7");
    table.order("move 3019");
    let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
    assert_eq!((combat.plans, combat.forces.first.strength()), (Plans::Settled(Plan::GrandAssault), 18));
}

/// 8.1-b: a declared attack that nobody can make lapses, and nobody is spent by it.
#[test]
fn an_attack_nobody_can_make_lapses() {
    let rules = standard();
    let mut table = Table::arranged(&rules, 3, Side::First, &["G-Pz3 3021", "S-RC2 3019"], |a| {
        a.phase = Phase::Naming(hex(&rules, 3019), Plan::Penetration, Some(Posture::Steadfast));
    });
    assert_eq!(table.offers(), ["lapse"]);
    assert_eq!(table.refused("attack-from 3021"), "DAMOS-8.1-g");
    assert_eq!(table.order("lapse"), "operations");
    assert!(!table.spent("G-Pz3"));
    table.order("activate 3021");
}

/// AGC-4.3.1-b, e: only rails under German control are converted, and only on from the connected net.
#[test]
fn only_controlled_rails_are_converted() {
    let rules = standard();
    let start = |more: &[u16]| {
        // On the line to Polotsk another railhead stays open, so that the German is asked.
        let more = more.iter().chain(&[2619, 2519, 2518, 2517]).map(|&id| hex(&rules, id));
        let taken: Vec<_> = west(&rules).into_iter().chain(more).collect();
        Table::arranged(&rules, 4, Side::First, &["G-Pz3 3020"], |a| {
            a.taken = taken.clone();
            a.phase = Phase::Reinforcements;
        })
    };
    // Three hexes by the die: 2920, and then Minsk, which is Russian, stops the work.
    let mut table = start(&[]);
    table.order("extend 2921 2920");
    table.throw(&[6]);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::AdvanceTheRailheads, "there is no hex to go on to");
    assert_eq!(table.refused("extend 2720 2819"), "AGC-4.3.1-b");
    // With Minsk taken the same die goes on.
    let mut table = start(&[2819]);
    table.order("extend 2921 2920");
    assert_eq!(table.throw(&[6]), "which-branch");
    assert_eq!(table.offers(), ["stop", "2819"]);
    // 2818 is German too, but not next to the converted net.
    assert_eq!(start(&[2819, 2818]).refused("extend 2819 2818"), "AGC-4.3.1-e");
}

/// AGC-4.3.1-b, AGC-4.3.2-b: converted rails that the Russian has retaken serve neither side, and the German
/// at once when he is back.
#[test]
fn retaken_rails_serve_nobody_until_the_german_is_back() {
    let rules = standard();
    let taken = [west(&rules), vec![hex(&rules, 2818), hex(&rules, 2817)]].concat();
    let converted: Vec<_> = [2920, 2819, 2818, 2817].map(|id| hex(&rules, id)).to_vec();
    // Minsk is Russian again.
    let mut table = Table::arranged(&rules, 6, Side::First, &["G-Inf5 2821", "G-Pz3 2815"], |a| {
        a.taken = taken.clone();
        a.converted = converted.clone();
    });
    let served = |table: &Table, side: Side, at: u16| {
        let field = Field::of(table.game(), &rules, None, &mut clerk());
        table.game().network(&rules, side, &field, &mut clerk()).has(hex(&rules, at))
    };
    assert!(!served(&table, Side::First, 2819) && !served(&table, Side::Second, 2819));
    assert!(!table.game().has_supply(&rules, Side::First, hex(&rules, 2815), &mut clerk()));
    table.order("activate 2821");
    table.order("move 2820");
    table.order("move 2819");
    assert!(served(&table, Side::First, 2817), "no second conversion");
    assert!(table.game().has_supply(&rules, Side::First, hex(&rules, 2815), &mut clerk()));
}

/// 2.10-g: the attacker traces his line of supply from where he came, not from where he fights.
#[test]
fn an_attacker_is_supplied_by_where_he_came_from() {
    let rules = standard();
    let supplied = |from: u16, to: u16| {
        let units = [format!("G-Inf5 {from}"), format!("S-RC2 {to}")];
        let units: Vec<&str> = units.iter().map(String::as_str).collect();
        let mut table = front(&rules, 3, &units);
        table.order(&format!("activate {from}"));
        table.order(&format!("move {to}"));
        let Phase::Combat(_, combat) = table.game().phase() else { panic!("{:?}", table.game().phase()) };
        combat.supplied.first
    };
    // The rails end at 3021: three hexes on there is supply, four on there is none.
    assert!(supplied(3018, 3017));
    assert!(!supplied(3017, 3018));
}

/// 2.6.1-m, 8.12.1-b: the phasing force attacks in a meeting engagement that a reaction makes, and if it wins
/// it exploits with its rating alone.
#[test]
fn the_winner_of_a_reactions_meeting_engagement_exploits() {
    let units = [&PANZERS[..], &["S-MC6 3120"]].concat();
    let rules = standard();
    let mut table = front(&rules, 3, &units);
    table.order("activate 3021");
    assert_eq!(table.order("move 3020"), "react");
    table.order("react 3120 S-MC6");
    table.throw(&[6, 6]);
    let Phase::Combat(_, combat) = table.game().phase() else { panic!() };
    assert_eq!((combat.attacker, combat.plans), (Side::First, Plans::Settled(Plan::MeetingEngagement)));
    table.order("no-air");
    table.throw(&[6, 6, 6]);
    table.throw(&[1, 1]);
    table.order("1-0-0");
    assert_eq!(table.throw(&[1]), "exploit");
    let Phase::Exploitation(active) = *table.game().phase() else { panic!() };
    let points = table.game().exploit_allowance(&rules, &active.exploit.unwrap(), active.units);
    assert_eq!(points, 4, "the two points of armor, in halves, and none for the plan");
}

/// 7.0-j, 8.12-a: a combat ends the activation, points left or not; only exploitation follows.
#[test]
fn after_a_combat_nobody_moves_on_but_to_exploit() {
    let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC2 3019"];
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("meeting-engagement");
    table.order("no-air");
    // 12 SP, 12 - 1: 3 LP; the corps throws 1 + 1: nothing.
    table.throw(&[6, 6]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    // Foot has a rating of nought and no point of the plan: four points left are of no use.
    assert_eq!(table.first(), "operations");
    assert!(table.spent("G-Inf5"));
}

/// 9.0-a: a penetration spends everything, so that whoever makes one without supply is worn down.
#[test]
fn a_penetration_without_supply_always_tests_attrition() {
    let units = ["G-Pz3 3020", "G-Pz4 3020", "G-Pz7 3020", "S-RC29 3019"];
    let mut table = Table::new(&standard(), 3, Side::First, &units);
    table.order("concerted 3019");
    table.order("penetration");
    table.order("attack-from 3020");
    // 18 SP, 18 - 6 + 2: 5 LP on 2 SP.
    table.throw(&[6, 6, 6]);
    assert_eq!(table.throw(&[1]), "exploit");
    assert_eq!(table.order("end exploitation"), "attrition");
    // In supply it is not.
    let mut table = front(&standard(), 3, &units);
    table.order("concerted 3019");
    table.order("penetration");
    table.order("attack-from 3020");
    table.order("no-air");
    table.throw(&[6, 6, 6]);
    table.throw(&[1]);
    assert_eq!(table.order("end exploitation"), "operations");
}

/// Three divisions beat a corps in 3019, which may fall back into Minsk.
fn into_minsk(garrison: &[&str]) -> Table {
    let units = [&["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", "S-RC4 3019"][..], garrison].concat();
    let mut table = front(&standard(), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[4, 4]);
    assert_eq!(table.throw(&[1]), "retreat-along");
    table.order("2919-2819");
    assert_eq!(table.at("S-RC4"), Some(2819));
    table
}

/// 2.3-b, 2.3-d: a retreat may end in a full hex; who is too many goes when the owner's own phase ends.
#[test]
fn a_retreat_may_crowd_a_hex() {
    let mut table = into_minsk(&["S-RC2 2819", "S-RC44 2819"]);
    table.order("end exploitation");
    table.order("end operations");
    table.order("end reinforcements");
    table.order("end strategic");
    assert_eq!(table.order("end operations"), "who-is-too-many");
    assert_eq!(table.offers(), ["S-RC2", "S-RC4", "S-RC44"]);
}

/// 2.8-b: the demoralized infect those with whom their retreat ends.
#[test]
fn a_retreat_that_ends_with_friends_is_catching() {
    let table = into_minsk(&["S-RC2 2819", "S-RC44 2919"]);
    assert!(table.demoralized("S-RC4") && table.demoralized("S-RC2"));
    assert!(!table.demoralized("S-RC44"), "only passed by");
}

/// 8.11-b: a beaten attacker goes back where it came from, and where that is closed another way.
#[test]
fn an_attacker_whose_way_back_is_closed_takes_another() {
    // From 3121 a second corps reaches into 3020, where the division came from.
    let units = ["G-Inf5 3020", "S-RC2 3019", "S-RC44 3019", "S-RC1 3121"];
    let mut table = front(&with("attacker-retreat = \"way-back\""), 3, &units);
    table.order("activate 3020");
    table.order("move 3019");
    table.order("standard-attack");
    table.order("no-air");
    table.throw(&[1]);
    table.throw(&[6, 6]);
    assert_eq!(table.at("G-Inf5"), Some(2920), "the only open hex toward the west");
}

/// 8.11-a, AGC-1.3-a: no retreat leaves the operational area.
#[test]
fn retreats_stay_inside_the_area() {
    let rules = with("retreat-steps = \"free\"");
    let table = Table::new(&rules, 3, Side::First, &["S-RC1 2317"]);
    let from = hex(&rules, 2317);
    assert!(rules.board.neighbours(from).any(|(_, to)| !rules.board.area().has(to)), "the limit is near");
    let paths = table.game().retreat_paths(&rules, Side::Second, from, 2, 3);
    assert!(!paths.is_empty());
    assert!(paths.iter().all(|path| path.hexes().all(|hex| rules.board.area().has(hex))));
}

/// AGC-4.7-b: slowed down, the panzers have one hex a turn, in their own phase: they do not react, unless the
/// switch lets them.
#[test]
fn slowed_down_the_panzers_do_not_react() {
    let play = |options: &str| {
        let rules = with(options);
        let units = ["G-Pz3 3020", "G-Pz4 3020", "S-RC2 3017"];
        let taken = west(&rules);
        let mut table = Table::arranged(&rules, 5, Side::First, &units, |a| {
            a.taken = taken.clone();
            a.phase = Phase::TurnStart;
        });
        let phases = ["end reinforcements", "end rails", "end strategic", "end operations"];
        for order in [&phases[..], &["end reinforcements", "end strategic"]].concat() {
            table.order(order);
        }
        assert!(table.game().is_slowed(&rules) && table.game().phasing() == Side::Second);
        table.order("activate 3017");
        let asked = table.order("move 3018");
        (table, asked)
    };
    let (mut table, asked) = play("");
    assert_eq!(asked, "order-to-the-active-force", "neither into the hex nor away from it");
    assert_eq!(table.order("move 3019"), "order-to-the-active-force", "not even next door");
    let (mut table, asked) = play("slowdown-reaction = \"free\"");
    assert_eq!(asked, "react");
    assert!(table.offers().contains(&"withdraw 3020".to_owned()));
    table.order("react 3020 G-Pz3+G-Pz4");
    table.throw(&[6, 6]);
    assert_eq!(table.at("G-Pz3"), Some(3018), "two hexes");
}

/// AGC-4.7-a: the slowdown lasts two turns, whether Smolensk or the calendar began it, and comes once.
#[test]
fn the_slowdown_ends_after_two_turns() {
    let rules = standard();
    let slowed = |table: &mut Table| {
        let mut turns = Vec::new();
        for turn in table.game().turn()..=8 {
            play_to(table, turn);
            table.asked();
            if table.game().is_slowed(&rules) {
                turns.push(turn);
            }
        }
        turns
    };
    let units = ["G-Pz3 3020", "S-A24 2703"];
    let mut late = Table::arranged(&rules, 3, Side::First, &units, |a| a.phase = Phase::TurnStart);
    assert_eq!(slowed(&mut late), [5, 6]);
    // On turn 7 panzers move and attack again.
    let mut free = Table::arranged(&rules, 5, Side::First, &["G-Pz3 3021", "S-RC2 3019"], |a| {
        a.phase = Phase::TurnStart;
    });
    play_to(&mut free, 7);
    free.order("end reinforcements");
    free.order("end strategic");
    free.order("activate 3021");
    free.order("move 3020");
    assert_eq!(free.order("move 3019"), "attack-plan");
    // Smolensk fell on turn 2: turns 3 and 4, and the end of August changes nothing more.
    let mut early = Table::new(&rules, 2, Side::First, &["G-Pz3 2812", "S-A24 2703"]);
    early.order("activate 2812");
    early.order("move 2811");
    early.order("finish");
    assert_eq!(slowed(&mut early), [3, 4]);
}

/// AGC-4.8-a: the hex is named for one turn; on the next it is asked for anew.
#[test]
fn cossacks_dismount_when_the_turn_ends() {
    let rules = standard();
    let units = ["S-CCB 3018", "S-CCD 3018", "G-Inf5 3022"];
    let mut table = Table::arranged(&rules, 10, Side::First, &units, |a| a.phase = Phase::TurnStart);
    let range = |table: &Table| table.game().influence(&rules, Side::Second, hex(&rules, 3018), &mut clerk());
    table.order("3018");
    assert_eq!(range(&table), 2);
    while table.game().phasing() == Side::First {
        let end = table.offers().into_iter().find(|offer| offer.starts_with("end ")).unwrap();
        table.order(&end);
    }
    assert_eq!((table.game().turn(), range(&table)), (10, 2), "through both player turns");
    play_to(&mut table, 11);
    assert_eq!(table.asked().unwrap().asking.topic, Asks::NameTheCossacksHex);
    assert_eq!(range(&table), 0);
    table.order("nobody");
    assert_eq!(range(&table), 0);
}

/// AGC-4.6.3-b: what is paid for attacks not made is paid to the end of the game.
#[test]
fn attacks_not_made_are_paid_for_to_the_end() {
    let rules = standard();
    let mut table = Table::arranged(&rules, 2, Side::Second, &["S-A24 2703", "G-Inf5 3022"], |a| {
        a.phase = Phase::PlayerStart;
    });
    table.throw(&[5]);
    for (turn, income) in [(3, 5), (4, 2), (8, 2), (13, 2)] {
        play_to(&mut table, turn);
        assert_eq!(table.game().income(&rules, Side::Second, &mut clerk()), income, "turn {turn}");
    }
}

/// AGC-4.6.4-a: five or six bring a lost Russian back, whole, or by the switch at half his strength rounded up;
/// a German never.
#[test]
fn stragglers_come_back_on_a_five() {
    let play = |options: &str, victim: &str, face: u8| {
        let units = ["G-Inf5 3020", "G-Inf35 3020", "G-Inf6 3020", victim];
        let mut table = front(&with(options), 2, &units);
        table.order("activate 3020");
        assert_eq!(table.order("move 3019"), "straggle-back");
        table.throw(&[face]);
        table
    };
    let lost = play("", "S-RC5 3019=1", 4);
    assert_eq!(lost.game().place_of(lost.unit("S-RC5")), Place::ELIMINATED);
    for (options, strength) in [("", 5), ("stragglers = \"half\"", 3)] {
        let mut back = play(options, "S-RC5 3019=1", 5);
        back.throw(&[1]);
        assert_eq!(
            (back.game().place_of(back.unit("S-RC5")), back.strength("S-RC5")),
            (Place::due(3), strength)
        );
    }
    // Twelve to one against a German: he is lost for good or rebuilt, but nobody throws.
    let rules = standard();
    let units = ["S-SA1 3019", "S-A20 3019", "G-Inf5 3020=1"];
    let mut table = Table::new(&rules, 2, Side::Second, &units);
    table.order("activate 3019");
    assert_eq!(table.order("move 3020"), "exploit", "a point to go on with, and no die");
    assert_eq!(table.game().place_of(table.unit("G-Inf5")), Place::ELIMINATED);
}

/// AGC-4.9-a: reinforcements keep to the stacking limit of the city they come to.
#[test]
fn reinforcements_keep_to_the_stacking_limit() {
    let rules = standard();
    let mut table = Table::of(&rules, Game::new(&rules));
    for order in ["historical", "end set-up", "historical", "end set-up"] {
        table.order(order);
    }
    play_to(&mut table, 2);
    while table.game().phasing() == Side::First {
        let end = table.offers().into_iter().find(|offer| offer.starts_with("end ")).unwrap();
        table.order(&end);
    }
    if matches!(table.asked().unwrap().kind, Kind::Roll(_)) {
        table.throw(&[1]);
    }
    table.order("place S-RC51 2811");
    table.order("place S-RC62 2811");
    assert_eq!(table.refused("place S-RC20 2811"), "AGC-4.1-b");
    table.order("place S-RC20 2703");
    assert_eq!(table.refused("place S-RC69 2706"), "AGC-4.9-a", "no city");
    table.order("place S-RC69 2501");
}

/// AGC-1.0-a, 4.0-b: half-month turns, as many as the title's calendar has; the German goes first.
#[test]
fn the_calendar_is_the_length_of_the_game() {
    let rules = standard();
    assert_eq!(rules.turns(), 13);
    for (index, name) in rules.calendar.iter().enumerate() {
        let half = if index % 2 == 0 { " I " } else { " II " };
        assert!(name.contains(half), "{name}");
    }
    let short =
        campaign(|text| text.replace("\"December II 1941\", \"January I 1942\",", "\"December II 1941\","));
    assert_eq!(short.turns(), 12);
    let last = |rules, turn| {
        let mut table = Table::new(rules, turn, Side::First, &["S-A24 2703", "G-Pz3 2906"]);
        assert_ne!(table.order("end operations"), "the end", "the Russian has his turn after the German");
        assert_eq!(table.game().phasing(), Side::Second);
        table.order("end reinforcements");
        table.order("end strategic");
        table.order("end operations")
    };
    assert_eq!(last(&short, 12), "the end");
    assert_eq!(last(&rules, 13), "the end");
    assert_ne!(last(&rules, 12), "the end");
    assert_eq!((rules.sides.first.as_str(), rules.sides.second.as_str()), ("German", "Russian"));
}
