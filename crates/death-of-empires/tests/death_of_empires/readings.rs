//! Every switch, both ways.

use crate::common::Trial;
use grognard_death_of_empires::circumstances::Occasion::{
    Barrage, CheckAfterBarrage, CheckAfterCombat, Combat, ForcedMarch,
};
use grognard_death_of_empires::readings::Readings;
use grognard_umpire::Side;

const ATTACKER: Side = Side::First;
const DEFENDER: Side = Side::Second;

#[test]
fn sixteen_switches_and_four_more() {
    let asked: Vec<&str> =
        Readings::SWITCHES.iter().map(|switch| switch.about.split(':').next().unwrap()).collect();
    let sheet: Vec<String> =
        (1..=16).map(|n| format!("O{n}")).chain((1..=4).map(|n| format!("X{n}"))).collect();
    assert_eq!(asked, sheet);
    let mut readings = Readings::default();
    for switch in Readings::SWITCHES {
        assert_eq!(
            readings.get(switch.key).as_deref(),
            Some(switch.words()[0]),
            "{} starts at its default",
            switch.key
        );
        readings.set(switch.key, switch.words()[1]).unwrap();
        assert_eq!(readings.get(switch.key).as_deref(), Some(switch.words()[1]));
        assert!(readings.set(switch.key, "nonsense").unwrap_err().to_string().contains(switch.words()[0]));
    }
    assert!(readings.set("nonsense", "x").unwrap_err().to_string().contains("one-each"));
    assert_eq!(readings.get("nonsense"), None);
}

// O1, O4 and O15 change the counts of the reference cases; see counts.rs. O2, O3, O5, O14, O16 and
// X1 to X3 need a whole fight; see fights.rs.

#[test]
fn o6_charge_reach() {
    let check = |reading| {
        Trial::new(CheckAfterCombat, ATTACKER, 3, 5, "I1 2, C1 2")
            .with(|c| c.charge = true)
            .reading("charge-reach", reading)
    };
    assert_eq!(check("combat-only").start().results, 3);
    assert_eq!(check("combat-only").why_not("", "SP(I1)"), "open");
    assert_eq!(check("morale-check-too").start().results, 4, "doubled to six, then capped");
    assert_eq!(check("morale-check-too").why_not("", "SP(I1)"), "DE-F1-b");
    let one = Trial::new(CheckAfterCombat, ATTACKER, 1, 5, "I1 2, C1 2").with(|c| c.charge = true);
    assert_eq!(one.reading("charge-reach", "morale-check-too").start().results, 2);
}

#[test]
fn o7_engineer_loss() {
    let trial = |found| {
        Trial::new(Combat, ATTACKER, found, 5, "I1 3, E1 1")
            .with(|c| c.engineers = true)
            .reading("engineer-loss", "anywhere")
    };
    let two = trial(2);
    assert_eq!(two.open_now(&two.start()), ["ML", "SP(E1)", "SP(I1)"]);
    assert_eq!(two.open_now(&two.follow("SP(I1)").unwrap()), ["SP(E1)"], "the last chance");
    assert_eq!(two.why_not("SP(I1)", "SP(I1)"), "DE-F4-a");
    assert_eq!(two.why_not("SP(I1)", "ML"), "DE-F4-a");
    assert_eq!(two.open_now(&two.follow("SP(E1)").unwrap()), ["ML", "SP(I1)"]);
    let one = trial(1);
    assert_eq!(one.open_now(&one.start()), ["ML", "SP(E1)"]);
    let three = trial(3);
    assert!(three.follow("SP(I1) ML SP(E1)").is_ok());
    assert!(three.follow("ML SP(E1) SP(I1)").is_ok());
    assert_eq!(three.follow("SP(I1) ML SP(I1)"), Err(3));
    let check = Trial::new(CheckAfterCombat, ATTACKER, 1, 5, "I1 3, E1 1")
        .with(|c| c.engineers = true)
        .reading("engineer-loss", "anywhere");
    assert_eq!(check.why_not("", "SP(I1)"), "open");
}

#[test]
fn o8_charge_and_engineers() {
    let trial = |reading| {
        Trial::new(Combat, ATTACKER, 2, 0, "I1 3, C1 1, E1 1")
            .with(|c| {
                c.engineers = true;
                c.charge = true;
            })
            .reading("charge-and-engineers", reading)
    };
    let cavalry = trial("cavalry-first");
    assert_eq!(cavalry.open_now(&cavalry.start()), ["SP(C1)"]);
    assert_eq!(cavalry.open_now(&cavalry.follow("SP(C1)").unwrap()), ["SP(E1)"]);
    let engineer = trial("engineer-first");
    assert_eq!(engineer.open_now(&engineer.start()), ["SP(E1)"]);
    assert_eq!(engineer.open_now(&engineer.follow("SP(E1)").unwrap()), ["SP(C1)"]);
    // Anywhere: the cavalry still goes first, and the duty rests while it lasts.
    let anywhere = trial("cavalry-first").reading("engineer-loss", "anywhere");
    assert!(anywhere.follow("SP(C1) SP(I1) SP(E1)").is_ok());
    assert_eq!(anywhere.follow("SP(C1) SP(I1) SP(I1) SP(I1)"), Err(4));
    let deep = Trial::new(Combat, ATTACKER, 1, 0, "C1 5, E1 1")
        .with(|c| {
            c.engineers = true;
            c.charge = true;
        })
        .reading("engineer-loss", "anywhere");
    assert!(deep.follow("SP(C1) SP(C1)").is_ok());
    // Anywhere, but engineers first: in a charge one engineer goes before the cavalry.
    let both = Trial::new(Combat, ATTACKER, 1, 0, "C1 5, E1 1")
        .with(|c| {
            c.engineers = true;
            c.charge = true;
        })
        .reading("engineer-loss", "anywhere")
        .reading("charge-and-engineers", "engineer-first");
    assert_eq!(both.open_now(&both.start()), ["SP(E1)"]);
    assert_eq!(both.open_now(&both.follow("SP(E1)").unwrap()), ["SP(C1)"]);
    assert_eq!(both.why_not("", "SP(C1)"), "DE-F4-a");
    // Where the duty cannot be met whatever is chosen, it bars nothing; where it can be left to rest, it
    // bars taking the last of the cavalry and leaving the engineers unharmed.
    let last = |morale| {
        Trial::new(Combat, ATTACKER, 1, morale, "I1 3, C1 2, E1 1")
            .with(|c| {
                c.engineers = true;
                c.charge = true;
            })
            .reading("engineer-loss", "anywhere")
    };
    assert!(last(0).follow("SP(C1) SP(C1)").is_ok());
    assert_eq!(last(5).open_now(&last(5).follow("SP(C1)").unwrap()), ["ML"]);
    assert_eq!(last(5).why_not("SP(C1)", "SP(C1)"), "DE-F4-a");
}

#[test]
fn o9_after_driven() {
    let check = |reading| {
        Trial::new(CheckAfterCombat, DEFENDER, 2, 5, "I1 2")
            .with(|c| {
                c.stand_fast = true;
                c.driven = true;
            })
            .reading("after-driven", reading)
    };
    assert_eq!(check("ordinary").why_not("", "RET"), "open");
    assert_eq!(check("standing-fast").why_not("", "RET"), "DE-F2-a");
    let not_driven = Trial::new(CheckAfterCombat, DEFENDER, 2, 5, "I1 2").with(|c| c.stand_fast = true);
    assert_eq!(not_driven.why_not("", "RET"), "DE-F2-a", "without a retreat it still stands fast");
    let combat = Trial::new(Combat, DEFENDER, 2, 5, "I1 2").with(|c| {
        c.stand_fast = true;
        c.driven = true;
    });
    assert_eq!(combat.why_not("", "RET"), "DE-F2-a", "in the combat itself it cannot choose it");
}

#[test]
fn o10_hardship_limits() {
    let march = |reading| Trial::new(ForcedMarch, ATTACKER, 2, 5, "I1 2").reading("hardship-limits", reading);
    assert_eq!(march("off").why_not("ML", "ML"), "open");
    assert_eq!(march("on").why_not("ML", "ML"), "DE-B3-a");
}

#[test]
fn o11_morale_floor() {
    let trial = |reading| Trial::new(Combat, DEFENDER, 2, 1, "I1 2").reading("morale-floor", reading);
    assert_eq!(trial("0").why_not("", "ML"), "open");
    assert_eq!(trial("1").why_not("", "ML"), "DE-M3");
}

#[test]
fn o12_nothing_legal() {
    // A stack of guns alone: without a combat loss nothing is open to the opponent.
    let trial = |reading| Trial::new(Combat, ATTACKER, 3, 1, "A1 3").reading("nothing-legal", reading);
    let void = trial("void");
    assert_eq!(void.open_now(&void.follow("ML").unwrap()), ["void"]);
    let passes = trial("passes");
    let second = passes.follow("ML").unwrap();
    let (by, actions) = second.actions(&passes.rules.case());
    assert_eq!((by, actions.len()), (ATTACKER, 1), "the owner chooses instead");
    assert_eq!(passes.open_now(&second), ["SP(A1)"]);
    // Where neither has anything it is void after all.
    assert_eq!(passes.open_now(&passes.follow("ML SP(A1)").unwrap()), ["void"]);
    // On a march there is no enemy to pass it to.
    let march = Trial::new(ForcedMarch, ATTACKER, 3, 2, "A1 3")
        .reading("hardship-limits", "on")
        .reading("nothing-legal", "passes");
    assert_eq!(march.open_now(&march.follow("SP(A1) ML").unwrap()), ["void"]);
}

#[test]
fn o13_stand_fast_reach() {
    for occasion in [Barrage, CheckAfterBarrage] {
        let trial = |reading| {
            Trial::new(occasion, DEFENDER, 2, 5, "I1 2")
                .with(|c| c.stand_fast = true)
                .reading("stand-fast-reach", reading)
        };
        assert_eq!(trial("barrage-too").why_not("", "RET"), "DE-F2-a");
        assert_eq!(trial("combat-only").why_not("", "RET"), "open");
    }
    let combat = Trial::new(Combat, DEFENDER, 2, 5, "I1 2").with(|c| c.stand_fast = true);
    assert_eq!(combat.reading("stand-fast-reach", "combat-only").why_not("", "RET"), "DE-F2-a");
}

#[test]
fn x4_posted_driven() {
    let check = |reading| {
        Trial::new(CheckAfterCombat, DEFENDER, 2, 5, "I1 2")
            .with(|c| c.posted = true)
            .reading("posted-driven", reading)
    };
    assert_eq!(check("protected").why_not("SP(I1)", "RET"), "DE-F5b-b");
    assert_eq!(check("exposed").why_not("SP(I1)", "RET"), "open");
    assert_eq!(check("protected").why_not("", "RET"), "open", "its owner may");
}
