//! Every constraint by itself: what is open, what is not, and the clause that says so.

use crate::common::{Trial, unheard};
use crate::script::play;
use grognard_death_of_empires::allocation::{Form, Named};
use grognard_death_of_empires::circumstances::Occasion::{
    self, Barrage, CavalryFatigue, CheckAfterBarrage, CheckAfterCombat, Combat, ForcedMarch,
};
use grognard_death_of_empires::force::Class;
use grognard_testkit::record;
use grognard_umpire::{Answer, Choice, Keep, Procedure, Side, Tape};

const MIXED: &str = "I1 3, I2 3, C1 2, A1 2, E1 1";
const ATTACKER: Side = Side::First;
const DEFENDER: Side = Side::Second;

fn mixed(occasion: Occasion, owner: Side, found: u8) -> Trial {
    let mut trial = Trial::new(occasion, owner, found, 5, MIXED);
    if occasion.is_barrage() {
        trial.rules.circumstances.barrage_strength = 40;
        trial.rules.before.marker = 2;
    }
    trial
}

/// The forms that the owner (first result) and the opponent (second, after an infantry loss) may take.
fn at_a_glance(trial: &Trial) -> (Vec<&'static str>, Vec<&'static str>) {
    let case = trial.rules.case();
    let words = |forms: &[Form]| forms.iter().map(|form| form.word()).collect::<Vec<_>>();
    let start = trial.start();
    let owner = words(&start.forms(&case, trial.rules.force.owner, &mut unheard));
    let unit = format!("SP({})", trial.rules.force.units[0].key);
    let second = trial.follow(&unit).unwrap_or(start);
    (owner, words(&second.forms(&case, trial.rules.force.owner.other(), &mut unheard)))
}

/// The sheet's table of who may do what.
#[test]
fn who_may_do_what_at_a_glance() {
    let sp = ["combat", "artillery", "engineer"];
    let with = |extra: &[&'static str]| sp.iter().chain(extra).copied().collect::<Vec<_>>();
    let all = with(&["morale", "retreat"]);
    let still = with(&["morale"]);
    assert_eq!(
        at_a_glance(&mixed(Barrage, DEFENDER, 3)),
        (all.clone(), with(&["morale", "marker", "superiority"]))
    );
    let checked = at_a_glance(&mixed(CheckAfterBarrage, DEFENDER, 3));
    assert_eq!(checked, (all.clone(), vec!["combat", "artillery", "morale", "marker", "superiority"]));
    assert_eq!(at_a_glance(&mixed(Combat, DEFENDER, 3)), (all.clone(), all.clone()));
    let standing = mixed(Combat, DEFENDER, 3).with(|c| c.stand_fast = true);
    assert_eq!(at_a_glance(&standing), (still.clone(), still.clone()));
    let posted = mixed(Combat, DEFENDER, 3).with(|c| c.posted = true);
    assert_eq!(at_a_glance(&posted), (all.clone(), still.clone()));
    assert_eq!(at_a_glance(&mixed(Combat, ATTACKER, 3)), (still.clone(), still.clone()));
    assert_eq!(at_a_glance(&mixed(CheckAfterCombat, DEFENDER, 3)), (all.clone(), all.clone()));
    assert_eq!(at_a_glance(&mixed(CheckAfterCombat, ATTACKER, 3)), (all.clone(), all.clone()));
    let overrun = mixed(CheckAfterCombat, ATTACKER, 3).with(|c| c.overrun = true);
    assert_eq!(at_a_glance(&overrun), (still.clone(), still.clone()));
    for occasion in [Barrage, CheckAfterBarrage, Combat, CheckAfterCombat] {
        let mut fort = Trial::new(occasion, DEFENDER, 3, 5, "F1 4");
        fort.rules.circumstances.barrage_strength = 40;
        fort.rules.before.marker = 2;
        assert_eq!(at_a_glance(&fort), (vec!["fort"], vec!["fort"]), "{occasion:?}");
    }
    assert_eq!(at_a_glance(&mixed(ForcedMarch, ATTACKER, 3)).0, still);
    assert_eq!(at_a_glance(&mixed(CavalryFatigue, ATTACKER, 3)).0, vec!["morale"]);
}

#[test]
fn owner_and_opponent_take_turns() {
    let trial = mixed(Combat, DEFENDER, 4);
    let case = trial.rules.case();
    let mut at = trial.start();
    for expected in [DEFENDER, ATTACKER, DEFENDER, ATTACKER] {
        assert_eq!(at.turn(&case, &mut unheard), expected);
        let (by, actions) = at.actions(&case);
        at = at.take(&case, by, actions[0], &mut unheard);
    }
    assert!(at.is_over(&mut unheard));
    let march = mixed(ForcedMarch, ATTACKER, 2);
    let second = march.follow("ML").unwrap();
    assert_eq!(second.turn(&march.rules.case(), &mut unheard), ATTACKER, "the owner chooses every one");
}

#[test]
fn infantry_shares_its_losses() {
    let trial = Trial::new(Combat, DEFENDER, 6, 0, "I1 3, I2 1, I3 3");
    assert_eq!(trial.why_not("SP(I1)", "SP(I1)"), "DE-B2-a");
    assert_eq!(trial.why_not("SP(I1) SP(I3)", "SP(I1)"), "DE-B2-a");
    // The second regiment is gone and no longer counts.
    let gone = trial.follow("SP(I2) SP(I1) SP(I3)").unwrap();
    assert_eq!(trial.open_now(&gone), ["RET", "SP(I1)", "SP(I3)"]);
    let alone = Trial::new(Combat, DEFENDER, 4, 0, "I1 3, I2 1");
    assert!(alone.follow("SP(I2) SP(I1) SP(I1) SP(I1)").is_ok());
}

#[test]
fn one_each_for_each_player() {
    let trial = mixed(Combat, DEFENDER, 6);
    assert_eq!(trial.why_not("ML SP(C1)", "ML"), "DE-B3-a");
    assert_eq!(trial.why_not("RET RET", "RET"), "DE-B3-b");
    assert_eq!(trial.why_not("SP(A1) SP(C1)", "SP(A1)"), "DE-B3-c");
    // What the one has used up the other still has.
    assert!(trial.follow("RET RET SP(C1) ML ML SP(A1)").is_ok());
    assert_eq!(trial.why_not("SP(C1) SP(A1) SP(C1)", "SP(A1)"), "DE-B3-c");
    let pooled = mixed(Combat, DEFENDER, 6).reading("one-each", "pooled");
    assert_eq!(pooled.why_not("ML SP(C1)", "RET"), "DE-B3-e");
    assert_eq!(pooled.why_not("ML SP(C1)", "SP(A1)"), "DE-B3-e");
    assert_eq!(pooled.why_not("RET SP(C1)", "ML"), "DE-B3-e");
    assert_eq!(pooled.why_not("SP(A1) SP(C1)", "ML"), "DE-B3-e");
}

#[test]
fn the_opponent_needs_losses_first() {
    let trial = mixed(Combat, DEFENDER, 4);
    assert_eq!(trial.why_not("RET", "ML"), "DE-B4-a");
    assert_eq!(trial.why_not("", "ML"), "open", "the owner does not");
    assert_eq!(trial.why_not("", "SP(A1)"), "open", "nor for artillery");
    assert_eq!(trial.why_not("SP(E1)", "ML"), "open", "any SP will do for morale");
    assert_eq!(trial.why_not("SP(E1)", "SP(A1)"), "DE-B5-a", "but not for artillery");
    assert_eq!(trial.why_not("SP(A1)", "SP(A1)"), "DE-B5-a");
    assert_eq!(trial.why_not("SP(C1)", "SP(A1)"), "open");
    assert_eq!(trial.why_not("SP(I1)", "SP(A1)"), "open");
}

#[test]
fn the_number_of_results() {
    let results = |trial: &Trial| trial.start().results;
    assert_eq!(results(&mixed(CheckAfterCombat, DEFENDER, 5)), 4, "a check gives four at most");
    assert_eq!(results(&mixed(CheckAfterCombat, DEFENDER, 3)), 3);
    assert_eq!(results(&mixed(Combat, DEFENDER, 5)), 5, "a combat may give more");
    assert_eq!(results(&mixed(Combat, ATTACKER, 3).with(|c| c.charge = true)), 6);
    assert_eq!(results(&mixed(CheckAfterCombat, ATTACKER, 3).with(|c| c.charge = true)), 3);
    assert_eq!(results(&mixed(Barrage, DEFENDER, 3).with(|c| c.charge = true)), 3, "no charge in a barrage");
}

#[test]
fn barrage_extras() {
    let trial = mixed(Barrage, DEFENDER, 8);
    for extra in ["FLIP", "SUP"] {
        assert_eq!(trial.why_not("", extra), "DE-C2-f", "the owner never has it");
        assert_eq!(trial.why_not("RET", extra), "open", "before any loss, unlike morale");
    }
    assert_eq!(trial.why_not("SP(I1) FLIP SP(I2)", "FLIP"), "open", "level by level");
    assert_eq!(trial.why_not("SP(I1) FLIP SP(I2) FLIP SP(C1)", "FLIP"), "DE-C2-b");
    assert_eq!(trial.why_not("SP(I1) SUP SP(I2)", "SUP"), "DE-C2-e");
    assert_eq!(trial.why_not("SP(I1) SUP SP(I2)", "FLIP"), "open", "nor does one bar the other");
    assert_eq!(trial.why_not("SP(I1) SUP SP(I2)", "ML"), "open", "nor use anything up");
    assert_eq!(trial.why_not("SP(I1) FLIP SP(I2)", "ML"), "open", "nor does the other");
    let weak = |strength| mixed(Barrage, DEFENDER, 4).with(|c| c.barrage_strength = strength);
    assert_eq!(weak(34).why_not("RET", "SUP"), "DE-C2-d");
    assert_eq!(weak(35).why_not("RET", "SUP"), "open");
    assert_eq!(mixed(Combat, DEFENDER, 4).why_not("RET", "FLIP"), "DE-C2-a");
    assert_eq!(mixed(Combat, DEFENDER, 4).why_not("RET", "SUP"), "DE-C2-a");
    assert_eq!(trial.why_not("SP(I1)", "RET"), "DE-C1-a");
    assert_eq!(trial.why_not("", "RET"), "open");
}

#[test]
fn the_second_result_after_a_barrage() {
    let trial = mixed(CheckAfterBarrage, DEFENDER, 4);
    assert_eq!(trial.why_not("SP(I1)", "SP(E1)"), "DE-D3-a");
    assert_eq!(trial.why_not("SP(I1) SP(C1) SP(I2)", "SP(E1)"), "open");
    assert_eq!(mixed(Barrage, DEFENDER, 4).why_not("SP(I1)", "SP(E1)"), "open");
    assert_eq!(mixed(CheckAfterCombat, DEFENDER, 4).why_not("SP(I1)", "SP(E1)"), "open");
    assert_eq!(trial.why_not("SP(E1)", "SP(A1)"), "DE-B5-a");
    let lifted = mixed(CheckAfterBarrage, DEFENDER, 4).reading("second-result", "artillery-at-once");
    assert_eq!(lifted.why_not("SP(E1)", "SP(A1)"), "open");
    assert_eq!(lifted.why_not("SP(E1) FLIP SP(A1)", "SP(A1)"), "DE-B5-a", "only at the second");
    let barrage = mixed(Barrage, DEFENDER, 4).reading("second-result", "artillery-at-once");
    assert_eq!(barrage.why_not("SP(E1)", "SP(A1)"), "DE-B5-a", "and not in the barrage itself");
}

#[test]
fn charges() {
    let trial = Trial::new(Combat, ATTACKER, 4, 5, "I1 3, C1 1, C2 1, A1 2").with(|c| c.charge = true);
    assert_eq!(trial.start().results, 8);
    assert_eq!(trial.open_now(&trial.start()), ["ML", "SP(C1)", "SP(C2)"]);
    assert_eq!(trial.why_not("", "SP(I1)"), "DE-F1-b");
    assert_eq!(trial.why_not("SP(C1)", "SP(A1)"), "DE-F1-b");
    assert_eq!(trial.why_not("SP(C1) SP(C2)", "SP(I1)"), "open", "the cavalry is gone");
    assert_eq!(trial.why_not("SP(C1) SP(C2)", "SP(A1)"), "open");
    // That the cavalry is used up is said when it is, and not before.
    assert!(!trial.cited("", "SP(I1)").contains(&"DE-F1-c"));
    assert!(trial.cited("SP(C1) SP(C2)", "SP(I1)").contains(&"DE-F1-c"));
    assert_eq!(trial.why_not("", "RET"), "DE-E2");
}

#[test]
fn engineers() {
    let helped = |occasion| mixed(occasion, ATTACKER, 3).with(|c| c.engineers = true);
    let trial = helped(Combat);
    assert_eq!(trial.open_now(&trial.start()), ["ML", "SP(E1)"]);
    assert_eq!(trial.why_not("", "SP(I1)"), "DE-F4-a");
    assert_eq!(trial.why_not("SP(E1)", "SP(I1)"), "open");
    assert_eq!(helped(CheckAfterCombat).why_not("", "SP(I1)"), "open", "not in the check");
    let none = Trial::new(Combat, ATTACKER, 3, 5, "I1 3, A1 2").with(|c| c.engineers = true);
    assert_eq!(none.why_not("", "SP(I1)"), "open", "no engineer is left to lose");
    assert!(none.cited("", "SP(I1)").contains(&"DE-F4-c") && !trial.cited("", "SP(I1)").contains(&"DE-F4-c"));
}

#[test]
fn forts_take_everything_as_losses() {
    let fort = Trial::new(CheckAfterBarrage, DEFENDER, 4, 5, "F1 2, F2 3").with(|c| c.barrage_strength = 50);
    for form in ["ML", "RET", "FLIP", "SUP"] {
        assert_eq!(fort.why_not("", form), "DE-F5a", "{form}");
        assert_eq!(fort.why_not("SP(F1)", form), "DE-F5a", "{form}");
    }
    assert!(fort.follow("SP(F1) SP(F1) SP(F2) SP(F2)").is_ok(), "without any limit of one each");
}

#[test]
fn marches_and_fatigue() {
    let march = mixed(ForcedMarch, ATTACKER, 4);
    assert_eq!(march.why_not("", "RET"), "DE-G2-b");
    assert!(march.follow("ML ML ML SP(A1)").is_ok(), "no limit of one each");
    assert!(march.follow("SP(A1) SP(A1)").is_ok());
    let limited = mixed(ForcedMarch, ATTACKER, 4).reading("hardship-limits", "on");
    assert_eq!(limited.why_not("ML", "ML"), "DE-B3-a");
    assert_eq!(limited.why_not("SP(A1)", "SP(A1)"), "DE-B3-c");
    let fatigue = mixed(CavalryFatigue, ATTACKER, 3);
    for word in ["SP(C1)", "RET", "FLIP", "SUP"] {
        assert_eq!(fatigue.why_not("", word), "DE-G3-a", "{word}");
    }
    let limited = mixed(CavalryFatigue, ATTACKER, 3).reading("hardship-limits", "on");
    assert_eq!(limited.open_now(&limited.follow("ML").unwrap()), ["void"]);
}

#[test]
fn prisoners_come_beside_the_results() {
    let trial = mixed(Combat, DEFENDER, 4).with(|c| c.prisoners = true);
    let end = trial.follow("SP(I1) SP(I2) ML SP(C1)").unwrap();
    assert_eq!(end.condition.prisoners, 3);
    assert_eq!(end.next, 5, "four results were used, no more");
    assert_eq!(mixed(Combat, DEFENDER, 4).follow("SP(I1) SP(I2)").unwrap().condition.prisoners, 0);
}

#[test]
fn allocation_stops_when_nobody_is_left() {
    let trial = Trial::new(Combat, ATTACKER, 5, 0, "I1 2");
    let end = trial.follow("SP(I1) SP(I1)").unwrap();
    assert!(end.is_over(&mut unheard));
    assert_eq!(trial.follow("SP(I1) SP(I1) void"), Err(3));
}

#[test]
fn morale_has_a_floor() {
    let low = Trial::new(Combat, DEFENDER, 2, 0, "I1 2");
    assert_eq!(low.why_not("", "ML"), "DE-M3");
    let one = Trial::new(Combat, DEFENDER, 2, 1, "I1 2");
    assert_eq!(one.why_not("", "ML"), "open");
    assert_eq!(one.reading("morale-floor", "1").why_not("", "ML"), "DE-M3");
}

/// A paused question lists what may be chosen, and for everything else the reason.
#[test]
fn reasons_are_spoken() {
    let trial = Trial::p1();
    let answers = [Answer::Key("morale".to_owned())];
    let mut tape = Tape::new(&answers, Keep::Everything);
    let Ok(std::ops::ControlFlow::Continue(second)) = trial.start().step(&trial.rules, &mut tape) else {
        panic!("the first result was chosen")
    };
    let case = trial.rules.case();
    let spoken: Vec<String> = second
        .barred_forms(&case, ATTACKER)
        .iter()
        .map(|barred| format!("{}: {}", barred.key, barred.refusal))
        .collect();
    insta::assert_snapshot!(spoken.join("\n"));
    let first = trial.follow("SP(I1)").unwrap();
    let named = Named { class: Class::Combat, by: ATTACKER };
    let units: Vec<String> = first
        .barred_units(&case, named)
        .iter()
        .map(|barred| format!("{}: {}", barred.key, barred.refusal))
        .collect();
    insta::assert_snapshot!("units", units.join("\n"));
}

#[test]
fn the_worth_and_the_figures_of_an_allocation() {
    use grognard_death_of_empires::allocation::Allocation;
    use grognard_umpire::Playable;
    let mut trial = Trial::p1();
    trial.rules.before.marker = 2;
    let (rules, before) = (&trial.rules, trial.rules.before);
    // Six infantry, two cavalry, two guns at 20, five levels at 15, the hex, two marker levels at 8.
    let worth = 60 + 20 + 40 + 75 + 20 + 16;
    assert_eq!(Allocation::objective(rules, DEFENDER, &before), worth);
    assert_eq!(Allocation::objective(rules, ATTACKER, &before), -worth);
    let mut end = before;
    end.strength[0] -= 1;
    end.morale -= 1;
    end.hexes = 2;
    end.prisoners = 1;
    end.superiority = true;
    end.marker = 1;
    let after = worth - 10 - 15 - 20 - 10 - 5 - 12 - 8;
    assert_eq!(Allocation::objective(rules, DEFENDER, &end), after);
    let figures: Vec<i64> = Allocation::figures(rules).iter().map(|figure| (figure.of)(&end)).collect();
    assert_eq!(figures, [1, 1, 2, 1, 0, after]);
    assert_eq!(
        Allocation::end_words(rules, &end),
        "SP lost by the stack: 1 of 10. Morale level: 4. Hexes of retreat: 2. Prisoners: 1 SP. Artillery superiority is placed."
    );
    let mut gone = before;
    gone.strength = [0; 12];
    assert_eq!(Allocation::end_words(rules, &gone), "SP lost by the stack: 10 of 10. Nothing is left of it.");
    assert_eq!((Allocation::figures(rules)[4].of)(&gone), 0);
    assert_eq!((Allocation::figures(rules)[4].of)(&before), 1);
    assert_eq!(Allocation::objective(rules, DEFENDER, &gone), 75 + 16, "nobody is there to hold the hex");
    assert!(Allocation::objective_words(rules, DEFENDER).starts_with("the worth"));
    assert!(Allocation::objective_words(rules, ATTACKER).starts_with("minus the worth"));
}

/// A paused allocation's question: who is asked, under which clause, and the keys on offer.
fn question(trial: &Trial, answers: &[&str]) -> (Option<Side>, &'static str, Vec<String>) {
    let mut at = trial.start();
    let mut answers = answers.iter();
    loop {
        let given: Vec<Answer> =
            answers.next().map(|key| Answer::Key((*key).to_owned())).into_iter().collect();
        let mut tape = Tape::new(&given, Keep::Everything);
        match at.step(&trial.rules, &mut tape) {
            Ok(std::ops::ControlFlow::Continue(next)) => at = next,
            Ok(std::ops::ControlFlow::Break(_)) => panic!("the allocation is over"),
            Err(_) => {
                let open = &tape.open[0];
                let keys = open.options().iter().map(|offered| offered.key.clone()).collect();
                return (open.asking.by, open.asking.clause.id(), keys);
            }
        }
    }
}

/// Whoever named the class, the owner names the unit.
#[test]
fn the_owner_names_the_unit_whoever_named_the_class() {
    let trial = mixed(Combat, DEFENDER, 4);
    let units = ["I1", "I2", "C1"].map(str::to_owned).to_vec();
    // Result 1 is the owner's: he names class and unit.
    assert_eq!(question(&trial, &[]).0, Some(DEFENDER));
    assert_eq!(question(&trial, &["combat"]), (Some(DEFENDER), "DE-B1", units.clone()));
    // Result 2 is the opponent's: he names the class, and the owner the unit.
    assert_eq!(question(&trial, &["engineer"]).0, Some(ATTACKER));
    assert_eq!(question(&trial, &["engineer", "combat"]), (Some(DEFENDER), "DE-B1", units.clone()));
    // The same on an attacker, whose opponent is the defender.
    let attacker = mixed(Combat, ATTACKER, 4);
    assert_eq!(question(&attacker, &["engineer"]).0, Some(DEFENDER));
    assert_eq!(question(&attacker, &["engineer", "combat"]), (Some(ATTACKER), "DE-B1", units));
}

/// The clause and the words of the first ruling on an SP loss.
fn first_loss(trial: &Trial, keys: &[&str]) -> (&'static str, String) {
    let answers: Vec<Answer> = keys.iter().map(|key| Answer::Key((*key).to_owned())).collect();
    let mut tape = Tape::new(&answers, Keep::Everything);
    let mut at = trial.start();
    while let Ok(std::ops::ControlFlow::Continue(next)) = at.step(&trial.rules, &mut tape) {
        at = next;
    }
    record::reached(&tape.account, &tape.cited);
    let loss = tape.account.iter().find(|ruling| ruling.text.contains("an SP of"));
    let loss = loss.unwrap_or_else(|| panic!("no SP was lost: {:?}", tape.account));
    (loss.clause.id(), loss.text.clone())
}

/// A loss that had to fall where it fell says why.
#[test]
fn forced_losses_cite_what_forces_them() {
    let free = first_loss(&mixed(Combat, DEFENDER, 2), &["combat", "I1"]);
    assert_eq!(free.0, "DE-B1");
    assert!(free.1.ends_with("(3 SP to 2)."), "{}", free.1);
    let charge = first_loss(&mixed(Combat, ATTACKER, 2).with(|c| c.charge = true), &["combat"]);
    assert_eq!(charge.0, "DE-F1-b");
    assert!(charge.1.ends_with("; in a charge the cavalry loses first."), "{}", charge.1);
    let helped = first_loss(&mixed(Combat, ATTACKER, 2).with(|c| c.engineers = true), &["engineer"]);
    assert_eq!(helped.0, "DE-F4-a");
    assert!(helped.1.contains("the engineers helped"), "{}", helped.1);
    let fort = first_loss(&Trial::new(Combat, DEFENDER, 2, 5, "F1 4"), &[]);
    assert_eq!(fort.0, "DE-F5a");
    assert!(fort.1.ends_with("; a fort takes every result as an SP loss."), "{}", fort.1);
    // Anywhere in the sequence: only where it is the last chance.
    let anywhere = |keys: &[&str]| {
        let trial = Trial::new(Combat, ATTACKER, 1, 5, "I1 3, E1 1").with(|c| c.engineers = true);
        first_loss(&trial.reading("engineer-loss", "anywhere"), keys).0
    };
    assert_eq!(anywhere(&["engineer"]), "DE-F4-a");
}

/// The number of results: what is at a bound is left alone, and nothing is said of it.
#[test]
fn results_at_their_bounds() {
    let cited = |occasion, found: u8, charge: bool| {
        let trial = mixed(occasion, ATTACKER, found).with(|c| c.charge = charge);
        let mut cited = Vec::new();
        let results =
            grognard_death_of_empires::allocation::results(&trial.rules.case(), found, &mut |clause| {
                cited.push(clause.id())
            });
        (results, cited.contains(&"DE-B6"), cited.contains(&"DE-F1-a"))
    };
    assert_eq!(cited(CheckAfterCombat, 3, false), (3, false, false));
    assert_eq!(cited(CheckAfterCombat, 4, false), (4, false, false), "four is not too many");
    assert_eq!(cited(CheckAfterCombat, 5, false), (4, true, false));
    assert_eq!(cited(Combat, 5, false), (5, false, false), "the bound is the check's");
    assert_eq!(cited(Combat, 5, true), (10, false, true));
    // The last result is taken, and no more.
    let two = mixed(Combat, DEFENDER, 2);
    assert!(!two.follow("SP(I1)").unwrap().is_over(&mut unheard));
    assert!(two.follow("SP(I1) SP(I2)").unwrap().is_over(&mut unheard));
}

#[test]
fn each_loss_result_is_asked_by_its_number_on_the_sheet() {
    let trial = Trial::new(Combat, DEFENDER, 10, 5, "I1 9, I2 9, I3 9, C1 9, A1 9");
    let mut asked: Vec<&str> = Vec::new();
    let mut first = |choice: &Choice<'_>| {
        let key = choice.asking.topic.key();
        if key.starts_with("form-of-loss") && asked.last() != Some(&key) {
            asked.push(key);
        }
        0
    };
    play(trial.start(), &trial.rules, &[], &mut first);
    let numbered = |number: usize| format!("form-of-loss-result-{number}");
    let all: Vec<String> = (1..=8).map(numbered).chain(["form-of-loss".to_owned()]).collect();
    assert!(asked.len() > 2 && asked.iter().all(|key| all.iter().any(|one| one == key)), "{asked:?}");
    assert_eq!(asked.last(), Some(&"form-of-loss"), "{asked:?}");
    assert!(asked.contains(&"form-of-loss-result-7"), "{asked:?}");
}
