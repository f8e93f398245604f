//! Laws of this system on battles made at random.

use grognard_ancient_world::battle::{Battle, End, Outcome, Rules};
use grognard_ancient_world::force::{Arm, Status};
use grognard_ancient_world::readings::{
    BothStatuses, CavalryLosses, ElephantOrder, ElephantStrength, ElephantTiming, GuileOrder, LossBase,
    Readings,
};
use grognard_ancient_world::{Charts, setup};
use grognard_umpire::{Generator, Live, Procedure, Side, at_random};
use proptest::prelude::*;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, LazyLock};

static CHARTS: LazyLock<Arc<Charts>> = LazyLock::new(|| Arc::new(Charts::load(&[]).unwrap()));

prop_compose! {
    fn party()(
        letter in "[A-E]",
        campaign in 0..10,
        mortality in 0..10,
        guile in 0..3,
        infantry in 1..60i32,
        elite in 0..60i32,
        cavalry in 0..20,
        elephants in 0..4,
        ways in 0..3usize,
        roman in any::<bool>(),
        status in prop::sample::select(vec!["fresh", "disrupted", "disorganized"]),
    ) -> String {
        let mut contingents = vec![format!("{{ name = \"Line\", arm = \"infantry\", sp = {infantry}, elite = {} }}", elite.min(infantry))];
        if cavalry > 0 {
            contingents.push(format!("{{ name = \"Horse\", arm = \"cavalry\", sp = {cavalry} }}"));
        }
        if elephants > 0 {
            contingents.push(format!("{{ name = \"Herd\", arm = \"elephants\", sp = {elephants} }}"));
        }
        let all = [
            "{ name = \"city\", into-city = true, hexes = [\"flat\"] }",
            "{ name = \"hills\", hexes = [\"rough\", \"mountain\"], across-river = true }",
        ];
        format!(
            "roman = {roman}\nstatus = \"{status}\"\nleader = {{ name = \"L\", battle = \"{letter}\", campaign = {campaign}, \
             mortality = {mortality}, guile = {guile}, overall-commander = true }}\nsubordinate = [{{ name = \"S\", \
             battle-points = 1, mortality = {mortality} }}]\ncontingent = [{}]\nway = [{}]\n",
            contingents.join(", "),
            all[..ways].join(", ")
        )
    }
}

prop_compose! {
    fn battle()(
        attacker in party(),
        defender in party(),
        terrain in prop::sample::select(vec!["flat", "rough", "mountain", "marsh"]),
        republic in any::<bool>(),
        switches in any::<[bool; 7]>(),
    ) -> Rules {
        let attacker = attacker.replace(", across-river = true", "");
        let game = if republic { "rise-of-the-roman-republic" } else { "carthage" };
        let text = format!(
            "system = \"ancient-world\"\nkind = \"battle\"\ntitle = \"t\"\ndate = \"d\"\nsources = [\"s\"]\ngame = \"{game}\"\n\
             terrain = \"{terrain}\"\n[attacker]\nname = \"A\"\n{attacker}[defender]\nname = \"D\"\n{defender}"
        );
        let mut rules = setup::open_battle("t", &text, &CHARTS).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let [a, b, c, d, e, f, g] = switches;
        rules.readings = Readings {
            guile: if a { GuileOrder::Secret } else { GuileOrder::AttackerFirst },
            elephants: if b { ElephantOrder::AttackerFirst } else { ElephantOrder::Secret },
            elephant_strength: if c { ElephantStrength::Apart } else { ElephantStrength::Counted },
            elephant_timing: if d { ElephantTiming::Frozen } else { ElephantTiming::Recomputed },
            loss_base: if e { LossBase::Current } else { LossBase::Start },
            cavalry_losses: if f { CavalryLosses::Double } else { CavalryLosses::Single },
            both_statuses: if g { BothStatuses::Each } else { BothStatuses::WorseOnly },
            ..Readings::default()
        };
        rules
    }
}

/// Fights to the end, decisions at random, and checks every step on the way.
fn fight(rules: &Rules, seed: u64) -> End {
    let mut dice = Generator::new(seed);
    let mut state: Battle = rules.start();
    for _ in 0..200 {
        let mut ump = Live { dice: &mut dice, decide: at_random };
        match state.step(rules, &mut ump).expect("live umpires answer") {
            Continue(next) => {
                for side in Side::ALL {
                    for (before, after) in state.troops[side].0.iter().zip(next.troops[side].0) {
                        assert!(after <= *before, "strength grew: {state:?} {next:?}");
                    }
                    assert!(next.guile[side] <= state.guile[side], "guile grew");
                }
                state = next;
            }
            Break(end) => return end,
        }
    }
    panic!("no end after 200 steps: {state:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_battle_ends_and_nothing_grows(rules in battle(), seeds in any::<[u64; 4]>()) {
        for seed in seeds {
            let end = fight(&rules, seed);
            let left = |side: Side| rules.strength(side, &end.troops[side], end.joined[side]);
            let began = |side: Side| rules.strength(side, &rules.parties[side].troops(), end.joined[side]);
            let old = |side: Side, end: &End| {
                rules.parties[side].worst_status(&end.troops[side], end.joined[side])
            };
            for side in Side::ALL {
                prop_assert!(left(side) == 0 || end.status(&rules, side) >= old(side, &end), "status improved in battle");
                if left(side) == 0 {
                    let elephants = rules.parties[side].of_arm(&end.troops[side], end.joined[side], Arm::Elephants);
                    prop_assert_eq!(elephants, 0, "elephants outlive their force");
                }
            }
            match end.outcome {
                Outcome::Won { by, .. } => {
                    prop_assert!(left(by) > 0, "a dead winner");
                    let loser = by.other();
                    let ways = rules.parties[loser].ways.is_empty();
                    prop_assert_eq!(end.retreat.is_none(), ways || left(loser) == 0);
                    let great = began(Side::First).max(began(Side::Second)) >= 20;
                    if great && left(loser) > 0 {
                        prop_assert!(end.status(&rules, loser) >= Status::Disorganized);
                    }
                    if !great {
                        prop_assert_eq!(end.status(&rules, loser), old(loser, &end));
                    }
                }
                Outcome::Draw => prop_assert!(end.retreat.is_none()),
                Outcome::Avoided(_) => prop_assert_eq!(began(Side::First), left(Side::First)),
            }
        }
    }

    #[test]
    fn half_up_and_additive(percent in 0..=20u8, sp in 0..250u16) {
        use grognard_ancient_world::readings::LossChart;
        let percent = percent * 5;
        let lost = CHARTS.losses.loss(percent, sp, LossChart::Formula);
        prop_assert!(lost <= sp);
        // Digit by digit, half up.
        let half_up = |part: u16| (2 * part * u16::from(percent) + 100) / 200;
        let digits = half_up(sp / 100 * 100) + half_up(sp / 10 % 10 * 10) + half_up(sp % 10);
        prop_assert_eq!(lost, digits.min(sp));
    }

    #[test]
    fn more_attackers_never_lower_the_ratio(a in 1..200u16, d in 1..200u16) {
        use grognard_ancient_world::battle::ratio;
        use grognard_ancient_world::readings::RatioBeyondThree::{DefenderFavour, Truncate};
        for reading in [Truncate, DefenderFavour] {
            prop_assert!(ratio(&CHARTS, a + 1, d, reading) >= ratio(&CHARTS, a, d, reading));
            prop_assert!(ratio(&CHARTS, a, d + 1, reading) <= ratio(&CHARTS, a, d, reading));
        }
        prop_assert!(ratio(&CHARTS, a, d, DefenderFavour) <= ratio(&CHARTS, a, d, Truncate));
    }
}
