//! Every end and every view is what the system's list of shapes says, in random games of everything that is ready.
//!
//! `GROGNARD_SHAPES=SYSTEM` prints the lines that the games of a system need, for whoever adds or changes one.

use grognard::umpire::{Fact, Generator, Header, Kind, Side};
use grognard::{Play, System, systems};
use grognard_wire::{Shape, Shaped, shape_lines};
use std::collections::BTreeMap;

/// A battle on a real table is the same battle, with people who measure.
const AT_A_REAL_TABLE: [(&str, &str); 2] = [("battle", "umpired-battle"), ("battle", "situation")];

/// Ends and views by kind of file.
type Facts = BTreeMap<(String, Shaped), Vec<Fact>>;

fn kind_of(text: &str) -> String {
    let line = text.lines().find_map(|line| line.strip_prefix("kind = ")).expect("a kind");
    line.trim_matches('"').to_owned()
}

/// Answers or throws; whether there was anything to do.
fn goes_on(play: &mut dyn Play, dice: &mut Generator) -> bool {
    if play.throw(dice).is_some() {
        return true;
    }
    let Some((side, key)) = play.pending().first().map(|question| {
        let options = match &question.kind {
            Kind::Choose { options, .. } | Kind::Order { offers: options, .. } => options,
            Kind::Roll(_) => unreachable!("dice were thrown"),
        };
        let key = options[dice.below(options.len() as u32) as usize].key.clone();
        (question.asking.by.expect("a decision belongs to a side"), key)
    }) else {
        return false;
    };
    play.answer(side, &key, [0; 16]).expect("it was offered");
    true
}

/// Plays at random and looks at the view now and then.
fn seen(text: &str, games: u64, decisions: usize, facts: &mut Facts) {
    let contest = grognard::open("a.toml", text, &[]).unwrap_or_else(|bad| panic!("{bad}"));
    let kind = kind_of(text);
    for seed in 0..games {
        let mut dice = Generator::new(seed);
        let mut play = contest.start(Header::default());
        let every = 1 + dice.below(if decisions > 1_000 { 150 } else { 6 }) as usize;
        for number in 0..decisions {
            if number % every == 0 {
                let viewer = [None, Some(Side::First), Some(Side::Second)][number / every % 3];
                facts.entry((kind.clone(), Shaped::View)).or_default().push(play.view(viewer));
            }
            if !goes_on(&mut *play, &mut dice) {
                break;
            }
        }
        if let Some((end, _)) = play.end() {
            facts.entry((kind.clone(), Shaped::End)).or_default().push(end);
        }
    }
}

fn facts_of(system: &System) -> Facts {
    let mut facts = Facts::new();
    let thorough =
        std::env::var_os("GROGNARD_SHAPES").is_some() || std::env::var_os("GROGNARD_LONG").is_some();
    let more = if thorough { 10 } else { 1 };
    for (_, text) in system.battles() {
        seen(text, 6 * more, 1_000, &mut facts);
    }
    for (_, text) in system.titles() {
        // Whole games between players who know nothing are long; their ends come in the thorough form.
        seen(text, 2 * more, if thorough { 40_000 } else { 4_000 }, &mut facts);
    }
    facts
}

#[test]
fn ends_and_views_are_what_the_lists_say() {
    let wanted = std::env::var("GROGNARD_SHAPES").ok();
    for system in systems().iter().filter(|system| wanted.as_ref().is_none_or(|wanted| wanted == system.key))
    {
        let facts = facts_of(system);
        for ((kind, shaped), facts) in &facts {
            // Somebody adds a system and wants to read them.
            #[allow(clippy::print_stdout)]
            if wanted.is_some() {
                shape_lines(facts).iter().for_each(|line| println!("{kind}\t{}\t{line}", shaped.key()));
                continue;
            }
            let shape = Shape::of(system, kind, *shaped);
            let shape = shape.unwrap_or_else(|| panic!("{}/{kind}: no {shaped:?} in shapes.tsv", system.key));
            for fact in facts {
                if let Some(misfit) = shape.misfit(fact) {
                    panic!("{}/{kind}, {}{misfit}", system.key, shaped.key());
                }
            }
        }
        assert!(facts.keys().any(|(_, shaped)| *shaped == Shaped::View), "{}", system.key);
    }
}

/// No kind of file is left out.
#[test]
fn every_kind_of_file_has_its_shapes() {
    for system in systems() {
        for kind in system.kinds {
            for shaped in [Shaped::End, Shaped::View] {
                assert!(
                    Shape::of(system, kind.key, shaped).is_some(),
                    "{}/{}: {shaped:?}",
                    system.key,
                    kind.key
                );
            }
        }
    }
    let crimea = grognard::system("days-of-empire").unwrap();
    for (one, other) in AT_A_REAL_TABLE {
        assert_eq!(Shape::of(crimea, one, Shaped::End), Shape::of(crimea, other, Shaped::End));
    }
}

#[test]
fn what_is_not_in_a_list_is_found() {
    let eu9 = grognard::system("eu9").unwrap();
    let shape = Shape::of(eu9, "italian-wars", Shaped::End).unwrap();
    let end = Fact::record([("winner", Fact::Number(3))]);
    assert_eq!(shape.misfit(&end).unwrap(), ".winner: integer instead of null|string");
    let end = Fact::record([("unheard-of", Fact::Flag(true))]);
    assert_eq!(shape.misfit(&end).unwrap(), ".unheard-of: not in the list");
    assert_eq!(shape.misfit(&Fact::Nothing).unwrap(), ": null instead of object");
}
