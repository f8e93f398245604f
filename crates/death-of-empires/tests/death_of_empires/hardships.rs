//! Forced marches and tired cavalry, from the files on.

use crate::script::{Played, play, wish};
use grognard_death_of_empires::hardship::MarchEnd;
use grognard_death_of_empires::{BATTLES, Charts, Contest, open};
use grognard_umpire::{Answer, Keep, Kind, Playable, Procedure, Side, Tape};
use std::sync::Arc;

fn run(name: &str, change: (&str, &str), dice: &[u16], wishes: &[&str]) -> Played<MarchEnd> {
    let text = BATTLES.get_file(format!("{name}.toml")).and_then(|file| file.contents_utf8()).unwrap();
    let text = text.replace(change.0, change.1);
    match open(name, &text, &Arc::new(Charts::load(&[]).unwrap())) {
        Ok(Contest::Hardship(start, rules)) => {
            let played = play(start, &*rules, dice, &mut wish(wishes));
            assert_eq!(played.dice_left, 0);
            played
        }
        Ok(_) => unreachable!("a march was written"),
        Err(error) => panic!("{error}"),
    }
}

const AS_WRITTEN: (&str, &str) = ("", "");

fn total(end: &MarchEnd) -> u32 {
    end.strength.iter().flatten().map(|&sp| u32::from(sp)).sum()
}

#[test]
fn whoever_falls_out_on_a_retirement_is_taken() {
    // Morale 7: the 3rd Division marched 2 points (+1), the 5th 3 (+2). 8 + 1 fails by 2, 9 + 2 by 4.
    let retired = run("retreat-from-mons", AS_WRITTEN, &[8, 9], &["combat", "7", "13"]);
    assert_eq!(total(&retired.end), 30 - 6);
    assert_eq!(retired.end.prisoners, 6);
    assert_eq!(retired.end.morale[0], 7);
    let advanced = run("retreat-from-mons", ("\"retire\"", "\"advance\""), &[8, 9], &["combat", "7", "13"]);
    assert_eq!((total(&advanced.end), advanced.end.prisoners), (24, 0));
}

#[test]
fn each_stack_checks_by_its_own_points_against_the_one_level() {
    // 6 + 1 and 5 + 2 pass against 7.
    let passed = run("retreat-from-mons", AS_WRITTEN, &[6, 5], &["morale"]);
    assert_eq!((total(&passed.end), passed.end.morale[0]), (30, 7));
    // 7 + 1 fails by one and costs a level; then 5 + 2 fails by one against 6.
    let failed = run("retreat-from-mons", AS_WRITTEN, &[7, 5], &["morale"]);
    assert_eq!(failed.end.morale[0], 5);
    // The points of the other stack make no difference.
    let other =
        run("retreat-from-mons", ("movement-points = 3", "movement-points = 1"), &[6, 7], &["morale"]);
    assert_eq!(other.end.morale[0], 7);
}

#[test]
fn the_owner_says_which_stack_of_a_formation_checks_first() {
    // The 5th Division first: 6 + 2 fails by one and costs a level; then 6 + 1 fails against 6.
    let fifth = run("retreat-from-mons", AS_WRITTEN, &[6, 6], &["stack-2", "morale"]);
    assert_eq!(fifth.end.morale[0], 5);
    // The 3rd first: 6 + 1 passes against 7; then 6 + 2 fails.
    let third = run("retreat-from-mons", AS_WRITTEN, &[6, 6], &["stack-1", "morale"]);
    assert_eq!(third.end.morale[0], 6);
}

#[test]
fn the_view_shows_the_march_as_it_stands_while_a_stack_takes_its_results() {
    use grognard_umpire::{Fact, Procedure};
    let text = BATTLES.get_file("retreat-from-mons.toml").and_then(|file| file.contents_utf8()).unwrap();
    let Ok(Contest::Hardship(start, rules)) = open("mons", text, &Arc::new(Charts::load(&[]).unwrap()))
    else {
        panic!("a march was written")
    };
    let mut decide = wish(&["morale"]);
    let mut script = crate::script::Script {
        dice: [8].iter().copied(),
        decide: &mut decide,
        account: Vec::new(),
        cited: Vec::new(),
    };
    let mut march = start;
    for level in [7, 6] {
        let Ok(std::ops::ControlFlow::Continue(next)) = march.step(&rules, &mut script) else {
            panic!("goes on")
        };
        march = next;
        let view = march.view(&rules, None);
        let Some(Fact::List(stacks)) = view.get("stacks") else { panic!("{view:?}") };
        for stack in stacks {
            assert_eq!(stack.get("morale"), Some(&Fact::Number(level)), "one formation, one level");
        }
        assert_eq!(stacks[0].get("waiting"), Some(&Fact::Flag(false)));
        assert_eq!(stacks[1].get("waiting"), Some(&Fact::Flag(true)));
    }
}

#[test]
fn tired_cavalry_loses_morale_only() {
    // 10 against 7 fails by three; the others pass.
    let tired = run("sordets-ride", AS_WRITTEN, &[10, 7, 1], &["combat"]);
    assert_eq!(tired.end.morale[..3], [4, 7, 7]);
    assert_eq!(total(&tired.end), 18);
    // At level 1 the second and third of three results find nothing to take.
    let worn = run("sordets-ride", ("morale = 7", "morale = 1"), &[10, 1, 1], &["combat"]);
    assert_eq!(worn.end.morale[..3], [0, 1, 1]);
    assert!(worn.cites("DE-M2"));
}

#[test]
fn the_worth_of_a_march() {
    let text = BATTLES.get_file("retreat-from-mons.toml").and_then(|file| file.contents_utf8()).unwrap();
    let Ok(Contest::Hardship(_, rules)) = open("mons", text, &Arc::new(Charts::load(&[]).unwrap())) else {
        panic!("a march was written")
    };
    use grognard_death_of_empires::hardship::Hardship;
    let before = rules.before;
    // 24 infantry at 10, 6 guns at 20, 7 levels at 15.
    assert_eq!(Hardship::objective(&rules, Side::First, &before), 240 + 120 + 105);
    assert_eq!(Hardship::objective(&rules, Side::Second, &before), -(240 + 120 + 105));
    let taken = MarchEnd { prisoners: 2, ..before };
    assert_eq!(Hardship::objective(&rules, Side::First, &taken), 465 - 10);
    for side in [Side::First, Side::Second] {
        assert_eq!(
            Hardship::objective_words(&rules, side),
            "the worth of what is left after the march, in tenths of an infantry SP"
        );
    }
    let figures = Hardship::figures(&rules);
    let mut end = before;
    end.strength[0][0] -= 3;
    end.morale[0] -= 2;
    end.prisoners = 1;
    assert_eq!(figures.iter().map(|figure| (figure.of)(&end)).collect::<Vec<_>>(), [3, 2, 1]);
    assert_eq!(
        Hardship::end_words(&rules, &end),
        "Lost by the British: 3 SP and 2 morale levels. Prisoners: 1 SP."
    );
}

/// The check of a march is thrown by whoever marched.
#[test]
fn the_owner_throws_his_own_check() {
    let text = BATTLES.get_file("retreat-from-mons.toml").and_then(|file| file.contents_utf8()).unwrap();
    let contest = open("retreat-from-mons", text, &Arc::new(Charts::load(&[]).unwrap()));
    let Ok(Contest::Hardship(start, rules)) = contest else { panic!("a march was written") };
    let answers = [Answer::Key("stack-1".to_owned())];
    let mut tape = Tape::new(&answers, Keep::Everything);
    assert!(start.step(&rules, &mut tape).is_err(), "a die is due");
    assert!(matches!(tape.open[0].kind, Kind::Roll(_)));
    assert_eq!(tape.open[0].asking.by, Some(Side::First));
}

/// What the file says of the owner's own results is what its policy takes, and the reading that was turned is told.
#[test]
fn a_march_follows_its_policy_and_lists_its_readings() {
    use std::ops::ControlFlow::{Break, Continue};
    let text = BATTLES.get_file("retreat-from-mons.toml").and_then(|file| file.contents_utf8()).unwrap();
    let march = |own: &str| {
        let text = text.replace("[\"morale\", \"combat\", \"engineer\", \"artillery\"]", own);
        let text = format!("{text}[readings]\none-each = \"pooled\"\n");
        let Ok(Contest::Hardship(start, rules)) = open("mons", &text, &Arc::new(Charts::load(&[]).unwrap()))
        else {
            panic!("a march was written")
        };
        let turned = grognard_death_of_empires::hardship::Hardship::readings(&rules);
        let turned: Vec<&str> =
            turned.iter().filter(|reading| !reading.is_default).map(|reading| reading.key).collect();
        assert_eq!(turned, ["one-each"]);
        // 7 + 1 fails by one against 7; 1 + 2 passes.
        let mut state = start;
        let faces = [7, 1];
        let mut thrown = 0;
        loop {
            let mut decide = |choice: &grognard_umpire::Choice<'_>| state.policy(&rules, choice);
            let dice = faces[thrown..].iter().copied();
            let mut script =
                crate::script::Script { dice, decide: &mut decide, account: Vec::new(), cited: Vec::new() };
            let flow = state.step(&rules, &mut script).unwrap();
            thrown = faces.len() - script.dice.len();
            match flow {
                Continue(next) => state = next,
                Break(end) => return (total(&end), end.morale[0]),
            }
        }
    };
    assert_eq!(march("[\"morale\"]"), (30, 6));
    assert_eq!(march("[\"combat\"]"), (29, 7));
}

#[test]
fn whoever_marches_goes_by_the_name_in_the_file() {
    let text = BATTLES.get_file("retreat-from-mons.toml").and_then(|file| file.contents_utf8()).unwrap();
    let Ok(Contest::Hardship(_, rules)) = open("march", text, &Arc::new(Charts::load(&[]).unwrap())) else {
        unreachable!("a march was written")
    };
    assert_eq!(grognard_death_of_empires::hardship::Hardship::side_name(&rules, Side::First), "the British");
}
