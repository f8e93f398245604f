//! Lines of supply: how long, how weak, through which fleet.

use super::*;
use crate::pinned::{comes_to, forbids};
use grognard_umpire::{Answer, Keep, Tape};

fn line(points: &[u8]) -> Line {
    let link = |&points: &u8| Link { points, desert: false, national: false, cold: false };
    Line {
        theatre: Theatre::Europe,
        source_in_desert: false,
        source_owned: true,
        links: points.iter().map(link).collect(),
        passage: None,
        besieged: false,
    }
}

fn supply(line: &Line, stack: &str) -> Supply {
    let charts = Charts::load(&[]).unwrap();
    let stack = Stack::read(stack).unwrap();
    line.supply(&charts, stack, Period::II, "france", GUIDE)
}

const GUIDE: SupplyReadings =
    SupplyReadings { cold: ColdRule::Wintering, naval: NavalSupply::Guide, lone: LoneDetachment::Length };

#[test]
fn length_decides() {
    assert_eq!(supply(&line(&[3, 2]), "A+"), Supply::Full);
    assert_eq!(supply(&line(&[3, 3]), "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
    assert_eq!(supply(&line(&[6, 6]), "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
    assert_eq!(supply(&line(&[6, 7]), "A+"), Supply::Out(rule!("SUPPLY-f")));
    let far = Line { theatre: Theatre::RestOfTheWorld, ..line(&[9]) };
    assert_eq!(supply(&far, "LD"), Supply::Full, "{:?}", far.spares(Stack::read("LD").unwrap()));
    assert_eq!(supply(&far, "2LD"), Supply::Weak(vec![rule!("SUPPLY-g")]));
    // A fleet far from port weakens it all the same, but not in the editions.
    let passage =
        Passage { fleet: Fleet::read("F- 2NWD").unwrap(), beside_port: false, zones: 1, desert: false };
    let fed = Line { passage: Some(passage), theatre: Theatre::RestOfTheWorld, ..line(&[7]) };
    assert_eq!(supply(&fed, "LD"), Supply::Weak(vec![rule!("SUPPLY-l")]));
    let editions = SupplyReadings { lone: LoneDetachment::LengthAndFleet, ..GUIDE };
    let charts = Charts::load(&[]).unwrap();
    let of = |stack: &str| fed.supply(&charts, Stack::read(stack).unwrap(), Period::II, "france", editions);
    let both = vec![rule!("SUPPLY-l"), rule!("SUPPLY-g")];
    assert_eq!((of("LD"), of("2LD")), (Supply::Full, Supply::Weak(both)));
    assert_eq!(supply(&far, "LD d"), Supply::Weak(vec![rule!("SUPPLY-g")]), "more than a lone LD");
    assert_eq!((supply(&far, "3d"), supply(&far, "d")), (Supply::Full, Supply::Full), "no more than one");
    assert_eq!(
        supply(&Line { theatre: Theatre::RestOfTheWorld, ..line(&[13]) }, "LD"),
        Supply::Out(rule!("SUPPLY-f"))
    );
    comes_to(rule!("SUPPLY-g"), supply(&line(&[6]), "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
    comes_to(rule!("SUPPLY-f"), supply(&line(&[13]), "A+"), Supply::Out(rule!("SUPPLY-f")));
    comes_to(rule!("SUPPLY-h"), (supply(&far, "LD"), far.spares(Stack::read("LD").unwrap())), {
        (Supply::Full, Some(rule!("SUPPLY-h")))
    });
}

#[test]
fn deserts_and_captured_cities_weaken() {
    let mut through = line(&[1, 1]);
    through.links[0].desert = true;
    assert_eq!(supply(&through, "A+"), Supply::Weak(vec![rule!("SUPPLY-i")]));
    let charts = Charts::load(&[]).unwrap();
    assert_eq!(through.length(&charts, ColdRule::Wintering), 3, "a foreign desert counts double");
    through.links[0].national = true;
    assert_eq!(through.length(&charts, ColdRule::Wintering), 2);
    assert_eq!(supply(&through, "A+"), Supply::Full);
    let next_door = Line { source_in_desert: true, ..line(&[1]) };
    assert_eq!(supply(&next_door, "A+"), Supply::Weak(vec![rule!("SUPPLY-j")]));
    assert_eq!(supply(&Line { source_in_desert: true, ..line(&[]) }, "A+"), Supply::Full);
    let mut both = Line { source_in_desert: true, ..line(&[1, 1]) };
    both.links[1].desert = true;
    assert_eq!(supply(&both, "A+"), Supply::Weak(vec![rule!("SUPPLY-i")]), "one desert or two, one cause");
    assert_eq!(
        supply(&Line { source_owned: false, ..line(&[1]) }, "A+"),
        Supply::Weak(vec![rule!("SUPPLY-k")])
    );
    assert_eq!(supply(&Line { besieged: true, ..line(&[]) }, "LD"), Supply::Weak(vec![rule!("SUPPLY-m")]));
    comes_to(rule!("SUPPLY-j"), supply(&next_door, "A+"), Supply::Weak(vec![rule!("SUPPLY-j")]));
}

/// Every reason for weak supply is a cause of attrition of its own.
#[test]
fn reasons_add_up() {
    let far = Line { source_owned: false, besieged: true, ..line(&[4, 4]) };
    let reasons = vec![rule!("SUPPLY-m"), rule!("SUPPLY-k"), rule!("SUPPLY-g")];
    assert_eq!(supply(&far, "A+"), Supply::Weak(reasons));
}

/// A row of five places, a source at the left end, the enemy in the fourth.
struct Row<'a>(&'a Charts);

impl Ground for Row<'_> {
    fn charts(&self) -> &Charts {
        self.0
    }
    fn places(&self) -> usize {
        5
    }
    fn steps_into(&self, to: u8, step: &mut dyn FnMut(u8, Link)) {
        let link = Link { points: 2, desert: false, national: false, cold: to == 1 };
        if to > 0 {
            step(to - 1, link);
        }
        if to < 4 {
            step(to + 1, link);
        }
    }
    fn ends(&self, at: u8) -> bool {
        at == 3
    }
    fn in_desert(&self, at: u8) -> bool {
        at == 0
    }
}

/// A source at 0, the stack at 2: through the desert at 1, or round it by 3 and 4.
struct Ring<'a>(&'a Charts);

impl Ground for Ring<'_> {
    fn charts(&self) -> &Charts {
        self.0
    }
    fn places(&self) -> usize {
        5
    }
    fn steps_into(&self, to: u8, step: &mut dyn FnMut(u8, Link)) {
        let link = Link { points: 1, desert: to == 1, national: false, cold: false };
        let from: &[u8] = [&[1, 3][..], &[0, 2], &[1, 4], &[0, 4], &[3, 2]][usize::from(to)];
        from.iter().for_each(|&from| step(from, link));
    }
    fn ends(&self, _: u8) -> bool {
        false
    }
    fn in_desert(&self, at: u8) -> bool {
        at == 1
    }
}

/// The shortest line is not always the best: the owner's line goes round the desert if it can.
#[test]
fn lines_go_round_deserts() {
    let charts = Charts::load(&[]).unwrap();
    let wintering = ColdRule::Wintering;
    let lengths = |at: u8, source: u8| -> Vec<usize> {
        let found = Line::traces(&Ring(&charts), at, |place| place == source, 12, wintering);
        found.iter().map(|(_, links)| links.len()).collect()
    };
    assert_eq!(lengths(2, 0), [2, 3], "through the desert, and round it");
    assert_eq!(lengths(3, 0), [1], "no desert on the way");
    assert_eq!(lengths(2, 1), [1], "out of a desert there is no way round it");
    assert_eq!(lengths(1, 1), [0], "standing in the source");
    assert_eq!(
        Line::traces(&Ring(&charts), 2, |place| place == 0, 2, wintering).len(),
        0,
        "1 doubled and 1 are 3"
    );
}

#[test]
fn lines_are_traced_up_to_the_enemy() {
    let charts = Charts::load(&[]).unwrap();
    let length = |at: u8, longest: u8, cold: ColdRule| {
        let found = Line::trace(&Row(&charts), at, |place| place == 0, longest, cold);
        found.map(|(_, links)| links.iter().map(|link| link.length(&charts, cold)).sum::<u8>())
    };
    let new = |at| length(at, 12, ColdRule::Wintering);
    assert_eq!([0, 1, 2, 3, 4].map(new), [Some(0), Some(2), Some(4), Some(6), None]);
    assert_eq!(length(2, 12, ColdRule::Doubled), Some(6), "the first step is cold");
    assert_eq!(length(2, 3, ColdRule::Wintering), None);
    let (source, links) = Line::trace(&Row(&charts), 2, |place| place < 2, 12, ColdRule::Wintering).unwrap();
    assert_eq!((source, links.len()), (1, 1), "the nearest source");
}

#[test]
fn fleets_feed_by_size() {
    let charts = Charts::load(&[]).unwrap();
    let ok = |fleet: &str, stack: &str| {
        let (fleet, stack) = (Fleet::read(fleet).unwrap(), Stack::read(stack).unwrap());
        feeds(&charts, fleet, stack, Period::II, "france").is_ok()
    };
    assert!(ok("F- NWD", "A+ LD") && ok("2NWD", "A+ LD") && !ok("NWD", "A+ LD"));
    assert!(ok("F+ 4NWD NTD", "A+ A-") && ok("3NWD", "A+ A-") && !ok("F- 2NWD", "A+ A-"));
    assert!(
        one_stack_each(0, true).is_ok()
            && one_stack_each(1, true).is_err()
            && one_stack_each(0, false).is_err()
    );
    let fleet = Fleet::read("F+ 4NWD").unwrap();
    let passage = Passage { fleet, beside_port: true, zones: 0, desert: false };
    let at_port = Line { passage: Some(passage), ..line(&[1]) };
    assert_eq!(supply(&at_port, "A+"), Supply::Full);
    assert_eq!(
        supply(&Line { passage: Some(Passage { beside_port: false, ..passage }), ..at_port.clone() }, "A+"),
        Supply::Weak(vec![rule!("SUPPLY-l")])
    );
    // Over a desert shore the sea trip counts double: 1 + 6.
    let shore = Line { passage: Some(Passage { desert: true, ..passage }), ..at_port.clone() };
    let both = vec![rule!("SUPPLY-i"), rule!("SUPPLY-g")];
    assert_eq!(supply(&shore, "A+"), Supply::Weak(both), "and a foreign desert is crossed");
    assert_eq!(shore.length(&Charts::load(&[]).unwrap(), ColdRule::Wintering), 7);
    assert_eq!((shore.lengthened(), line(&[1]).lengthened()), (Some(rule!("SUPPLY-v")), None));
    // Two zones further off the line is too long for full supply: 1 + 3 + 2.
    let far = Line { passage: Some(Passage { zones: 2, ..passage }), ..at_port };
    assert_eq!(supply(&far, "A+"), Supply::Weak(vec![rule!("SUPPLY-g")]));
    forbids(rule!("SUPPLY-b"), one_stack_each(0, false));
    forbids(rule!("SUPPLY-e"), one_stack_each(1, true));
    comes_to(rule!("SUPPLY-v"), far.length(&charts, ColdRule::Wintering), 6);
}

/// A full F+ feeds a large stack even where it holds fewer than 3 ND; one that is not full does not.
#[test]
fn a_full_fleet_counter_feeds_a_large_stack() {
    let charts = Charts::load(&[]).unwrap();
    let large = Stack::read("2A+").unwrap();
    let fed = |ships: &str, line: &str, period| {
        feeds(&charts, Fleet::read(ships).unwrap(), large, period, line).map_err(|refusal| refusal.clause)
    };
    let refused = Err(Some(rule!("SUPPLY-d")));
    // Poland's F+ of period I and Russia's of period II hold 2 ND.
    for (line, period) in [("poland", Period::I), ("russia", Period::II)] {
        assert_eq!(fed("F+ 2NWD", line, period), Ok(()), "{line}");
        assert_eq!(fed("F+ NWD NTD", line, period), refused, "not full: {line}");
        assert_eq!(fed("F- 2NWD", line, period), refused, "no F+: {line}");
        assert_eq!(fed("2NWD", line, period), refused, "no F: {line}");
    }
    assert_eq!(fed("F+ 2NWD", "poland", Period::II), refused, "3 ND fill it by then");
    comes_to(rule!("SUPPLY-d"), fed("3NWD", "poland", Period::I), Ok(()));
}

#[test]
fn cold_provinces_cost_double_or_winter() {
    let charts = Charts::load(&[]).unwrap();
    let mut cold = line(&[1, 1, 1]);
    cold.links.iter_mut().for_each(|link| link.cold = true);
    comes_to(rule!("SUPPLY-q"), cold.length(&charts, ColdRule::Doubled), 6);
    assert_eq!(cold.length(&charts, ColdRule::Wintering), 3);
}

#[test]
fn timars_go_home() {
    let charts = Charts::load(&[]).unwrap();
    let home = |face: u8, distance: u8, ld: u8| {
        let answers = [Answer::Faces(vec![face])];
        let mut tape = Tape::new(&answers, Keep::Account);
        let home = timar_wintering(&charts, Side::First, distance, ld, &mut tape).unwrap();
        grognard_testkit::record::reached(&tape.account, &tape.cited);
        home
    };
    assert_eq!(home(9, 1, 4), 1, "17 in the guide's numbering");
    assert_eq!(home(6, 1, 4), 0, "14");
    assert_eq!(home(10, 3, 4), 2, "22");
}
