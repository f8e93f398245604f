//! What a fight is worth, what is told and shown of it, and how policies fight it.

use crate::fights::{Plan, formation, stack, total};
use crate::script::wish;
use grognard_death_of_empires::Charts;
use grognard_death_of_empires::allocation::Form;
use grognard_death_of_empires::fight::{Fight, FightRules};
use grognard_umpire::{Choice, Generator, Side};
use std::sync::Arc;

/// A choice that makes every action as likely: a class counts as often as it has units open.
fn any_action(state: &Fight, rules: &FightRules, dice: &mut Generator) -> usize {
    let Some((case, at)) = state.under_way(rules) else { return 0 };
    let (by, forms) = at.due(&case, &mut |_| {});
    if let Some(named) = at.named {
        return dice.below(at.units(&case, named.by, named.class, &mut |_| {}).len() as u32) as usize;
    }
    let weight = |form: &Form| match form {
        Form::Loss(class) => at.units(&case, by, *class, &mut |_| {}).len() as u32,
        _ => 1,
    };
    let mut left = dice.below(forms.iter().map(weight).sum::<u32>().max(1));
    forms
        .iter()
        .position(|form| {
            let here = left < weight(form);
            left = left.saturating_sub(weight(form));
            here
        })
        .unwrap_or(0)
}

/// The reference sheet's sanity run: 20 000 attacks with random choices, no modifiers of the die. Its
/// program left the attacker's morale check out, against the sheet's own rule that every stack with a
/// result checks; a level of 10, which never fails, does the same here. (With the check the attacker
/// loses 1.2 SP and 0.39 morale levels instead of 0.8 and 0.26.)
#[test]
fn the_sanity_run() {
    use grognard_umpire::{Live, Procedure};
    use std::ops::ControlFlow::{Break, Continue};
    let flat = "[[combat-modifiers.change]]\nrow = \"artillery superiority\"\ncolumn = \"modifier\"\ncell = 0\n\
                [[combat-modifiers.change]]\nrow = \"combat marker full\"\ncolumn = \"modifier\"\ncell = 0\n";
    let charts = Arc::new(Charts::load(&[("flat.toml".to_owned(), flat.to_owned())]).unwrap());
    let plan =
        Plan { marker: 2, ..Plan::simple() }.special("[barrage]\nstrength = 36\n[combat]\nodds = \"2-1\"");
    let plan = Plan { attackers: plan.attackers.replace("morale = 6", "morale = 10"), ..plan };
    let (start, rules) = plan.open();
    let rules = FightRules { charts, ..(*rules).clone() };
    let mut dice = Generator::new(1914);
    let (n, mut sums) = (20_000, [0i64; 8]);
    for _ in 0..n {
        let mut state = start;
        let end = loop {
            let pick = any_action(&state, &rules, &mut dice);
            let mut live = Live { dice: &mut dice, decide: |_: &Choice<'_>, _: &mut Generator| pick };
            match state.step(&rules, &mut live).unwrap() {
                Continue(next) => state = next,
                Break(end) => break end,
            }
        };
        let figures = [
            16 - i64::from(total(&end.strength.second)),
            6 - i64::from(end.morale.second[0]),
            i64::from(end.hexes.second[0]),
            i64::from(!end.is_held()),
            15 - i64::from(total(&end.strength.first)),
            10 - i64::from(end.morale.first[0]),
            i64::from(end.superiority),
            i64::from(end.prisoners.first),
        ];
        for (sum, figure) in sums.iter_mut().zip(figures) {
            *sum += figure;
        }
    }
    let means = sums.map(|sum| sum as f64 / f64::from(n));
    let sheet = [3.5, 1.0, 1.2, 0.79, 0.8, 0.26, 0.21, 0.17];
    let near = [0.06, 0.06, 0.06, 0.011, 0.06, 0.011, 0.011, 0.011];
    for (place, ((mean, sheet), near)) in means.iter().zip(sheet).zip(near).enumerate() {
        assert!((mean - sheet).abs() < near, "figure {place}: {mean} against {sheet}; all {means:?}");
    }
}

#[test]
fn the_worth_and_the_figures_of_an_end() {
    use grognard_umpire::Playable;
    let (_, rules) = Plan { marker: 2, ..Plan::simple() }.open();
    let before = rules.before;
    // Attacker: 12 infantry, 3 guns, 6 levels. Defender: the same and an engineer, the hex, the marker.
    let attacker = 120 + 60 + 90;
    let defender = 120 + 60 + 15 + 90 + 20 + 16;
    assert_eq!(Fight::objective(&rules, Side::Second, &before), defender - attacker);
    assert_eq!(Fight::objective(&rules, Side::First, &before), attacker - defender);
    let mut end = before;
    end.hexes.second[0] = 2;
    end.strength.second[0][0] -= 3;
    end.strength.first[0][2] -= 1;
    end.morale.first[0] -= 1;
    end.morale.second[0] -= 2;
    end.prisoners.first = 1;
    end.superiority = true;
    end.marker = 1;
    let change = -20 - 10 - 30 + 20 + 15 - 30 - 5 - 12 - 8;
    assert_eq!(Fight::objective(&rules, Side::Second, &end), defender - attacker + change);
    let figures: Vec<i64> = Fight::figures(&rules).iter().map(|figure| (figure.of)(&end)).collect();
    assert_eq!(figures, [0, 1, 3, 1, 2, 2, 1, 1]);
    assert_eq!(
        Fight::figures(&rules).iter().map(|figure| (figure.of)(&before)).collect::<Vec<_>>(),
        [1, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(
        Fight::end_words(&rules, &end),
        "The hex is lost by the Russians. SP lost: the Germans 1, the Russians 3. Prisoners of the Germans: 1 SP. \
         Artillery superiority is with the Germans."
    );
}

/// The readings in force stand at the head of odds, those that were turned marked.
#[test]
fn a_contest_lists_its_readings() {
    use grognard_umpire::Playable;
    let (_, rules) = Plan::simple().special("[readings]\none-each = \"pooled\"").open();
    let readings = Fight::readings(&rules);
    assert_eq!(readings.len(), 20);
    let turned: Vec<String> =
        readings.iter().filter(|reading| !reading.is_default).map(|reading| reading.key.to_owned()).collect();
    assert_eq!(turned, ["one-each"]);
}

#[test]
fn policies_follow_the_file() {
    use grognard_umpire::{Playable, Procedure};
    use std::ops::ControlFlow::{Break, Continue};
    let run = |policies: &str| {
        let mut plan = Plan::simple().special("[combat]\nodds = \"2-1\"");
        plan.defenders = formation("defender", "d", 10, "")
            + &stack(
                "defender",
                "d",
                "D",
                "",
                "i1 infantry 2, i2 infantry 5, c1 cavalry 2, c2 cavalry 4, g artillery 3",
            )
            + policies;
        let (start, rules) = plan.open();
        let mut state = start;
        // Die 5 at 2-1 is 2/2; both checks pass with a one.
        let faces = [5, 1, 1];
        let mut thrown = 0;
        loop {
            let mut decide = |choice: &Choice<'_>| state.policy(&rules, choice);
            let dice = faces[thrown..].iter().copied();
            let mut script =
                crate::script::Script { dice, decide: &mut decide, account: Vec::new(), cited: Vec::new() };
            let flow = state.step(&rules, &mut script).unwrap();
            thrown = faces.len() - script.dice.len();
            match flow {
                Continue(next) => state = next,
                Break(end) => return end.strength.second[0],
            }
        }
    };
    let infantry = "[defender.policy]\nown = [\"combat\"]\narms = [\"infantry\", \"cavalry\"]\nspend = ";
    let cavalry = "[defender.policy]\nown = [\"combat\"]\narms = [\"cavalry\", \"infantry\"]\nspend = ";
    // The defender's first result is his own; the attacker's is artillery by default.
    assert_eq!(run(&format!("{infantry}\"strongest\""))[..5], [2, 4, 2, 4, 2]);
    assert_eq!(run(&format!("{infantry}\"weakest\""))[..5], [1, 5, 2, 4, 2]);
    assert_eq!(run(&format!("{cavalry}\"strongest\""))[..5], [2, 5, 2, 3, 2]);
    assert_eq!(run(&format!("{cavalry}\"weakest\""))[..5], [2, 5, 1, 4, 2]);
    assert_eq!(
        run("[defender.policy]\nown = [\"artillery\"]\n")[4],
        2,
        "an own gun first, then no second loss by B5"
    );
}

#[test]
fn the_view_shows_who_was_driven() {
    use grognard_umpire::{Fact, Playable, Procedure};
    let (start, rules) = Plan::simple().special("[combat]\nodds = \"3-1\"").open();
    let mut decide = wish(&["combat"]);
    let mut script = crate::script::Script {
        dice: [6].iter().copied(),
        decide: &mut decide,
        account: Vec::new(),
        cited: Vec::new(),
    };
    let Ok(std::ops::ControlFlow::Continue(struck)) = start.step(&rules, &mut script) else {
        panic!("a die")
    };
    let view = struck.view(&rules, None);
    assert_eq!(view.get("stage"), Some(&Fact::from("results of the combat")));
    let Some(Fact::List(defenders)) = view.get("defender") else { panic!("{view:?}") };
    assert_eq!(defenders[0].get("hexes"), Some(&Fact::Number(1)));
    let Some(Fact::List(attackers)) = view.get("attacker") else { panic!("{view:?}") };
    assert_eq!(attackers[0].get("hexes"), Some(&Fact::Number(0)), "lifted out, and shown all the same");
    assert_eq!(attackers[0].get("morale"), Some(&Fact::Number(6)));
}

#[test]
fn the_view_shows_the_fight_as_it_stands_while_a_stack_takes_its_results() {
    use grognard_umpire::{Fact, Playable, Procedure};
    let mut plan = Plan { marker: 2, ..Plan::simple() }
        .special("[barrage]\nstrength = 36\ntarget = \"D\"\n[combat]\nodds = \"1-1\"");
    plan.defenders += &stack("defender", "d", "D2", "", "i1 infantry 4");
    let (start, rules) = plan.open();
    let mut decide = wish(&["morale", "marker"]);
    let mut script = crate::script::Script {
        dice: [3].iter().copied(),
        decide: &mut decide,
        account: Vec::new(),
        cited: Vec::new(),
    };
    // Die 3 in the column 35-49: two results, the owner's morale and the attacker's flip of the marker.
    let mut fight = start;
    let mut seen = Vec::new();
    for _ in 0..3 {
        let Ok(std::ops::ControlFlow::Continue(next)) = fight.step(&rules, &mut script) else {
            panic!("goes on")
        };
        fight = next;
        let view = fight.view(&rules, None);
        let Some(Fact::List(defenders)) = view.get("defender") else { panic!("{view:?}") };
        let morale = |stack: usize| defenders[stack].get("morale").cloned();
        assert_eq!(morale(0), morale(1), "one formation has one level, whichever of its stacks is asked");
        seen.push((morale(1), view.get("marker").cloned()));
    }
    let number = |n: i64| Some(Fact::Number(n));
    assert_eq!(seen, [(number(6), number(2)), (number(5), number(2)), (number(5), number(1))]);
}
