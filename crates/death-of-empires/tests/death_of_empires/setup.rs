//! Battle files: what is refused, with every reason at once, and where.

use grognard_death_of_empires::{BATTLES, Charts, Contest, open};
use grognard_testkit::record;
use std::sync::Arc;

fn text(name: &str) -> &'static str {
    BATTLES.get_file(format!("{name}.toml")).and_then(|file| file.contents_utf8()).unwrap()
}

fn try_open(text: &str) -> Result<Contest, String> {
    open("battle.toml", text, &Arc::new(Charts::load(&[]).unwrap())).map_err(|error| noted(error.to_string()))
}

/// Notes the clauses that a refusal names.
fn noted(refusal: String) -> String {
    let words = refusal.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    record::exercised(&words.filter(|word| word.starts_with("DE-")).collect::<Vec<_>>());
    refusal
}

/// The refusal of a ready file after a slip.
fn slip(name: &str, from: &str, to: &str) -> String {
    let text = text(name);
    assert!(text.contains(from), "{name} has no `{from}`");
    match try_open(&text.replacen(from, to, 1)) {
        Err(error) => error,
        Ok(_) => panic!("{name}: `{to}` was accepted"),
    }
}

#[test]
fn every_reason_is_given_at_once() {
    let many = text("reference-combat")
        .replace("morale = 5", "morale = 15")
        .replace("found = 3", "found = 0")
        .replace("side = \"defender\"", "side = \"nobody\"")
        .replace("arm = \"cavalry\"", "arm = \"camelry\"");
    insta::assert_snapshot!(try_open(&many).unwrap_err());
}

#[test]
fn slips_in_an_allocation() {
    for (from, to, says) in [
        ("system = \"death-of-empires\"", "system = \"eu9\"", "line 16, system: `eu9` is another system"),
        ("kind = \"allocation\"", "kind = \"duel\"", "no kind `duel`: write allocation, chain"),
        ("game = \"other\"", "game = \"chess\"", "no game `chess`"),
        ("title = \"Three", "titel = \"Three", "unknown field `titel`"),
        ("occasion = \"combat\"", "occasion = \"duel\"", "no occasion `duel`"),
        ("found = 3", "found = 11", "11 results; write 1 to 10"),
        ("found = 3", "found = 3\nbarrage-strength = 3", "only a barrage and the check after it have one"),
        ("found = 3", "found = 3\noverrun = true", "only an attacker overruns"),
        ("occasion = \"combat\"", "occasion = \"barrage\"", "a barrage has a strength of at least 1"),
        ("side = \"defender\"", "side = \"attacker\"\nstand-fast = true", "only a defender stands fast"),
        ("occasion = \"combat\"", "occasion = \"forced-march\"\ncharge = true", "a charge bears on combat"),
        (
            "occasion = \"combat\"",
            "occasion = \"forced-march\"\nprisoners = true",
            "only the combat table makes prisoners",
        ),
        ("morale = 5", "morale = 5\nengineers = true", "has no engineers that could modify the combat"),
        ("morale = 5", "morale = 5\ncombat-marker = 3", "a combat marker has at most 2 here"),
        ("morale = 5", "morale = 5\norder = \"dance\"", "no mission order `dance`"),
        ("key = \"I2\"", "key = \"I1\"", "stands twice"),
        ("strength = 3", "strength = 0", "write 1 to 20"),
        ("strength = 3", "strength = 21", "write 1 to 20"),
        ("arm = \"artillery\"", "arm = \"fort\"", "stacks a fort with troops"),
        ("own = [\"combat\"", "own = [\"surrender\"", "no form `surrender`"),
        ("arms = [\"cavalry\"", "arms = [\"navy\"", "no arm `navy`"),
        ("spend = \"strongest\"", "spend = \"all\"", "write strongest or weakest"),
        ("\n[objective]", "\n[readings]\none-each = \"two\"\n[objective]", "expected `per-kind` or `pooled`"),
        (
            "\n[objective]",
            "\n[readings]\nnonsense = \"two\"\n[objective]",
            "expected one of `one-each`, `one-each-scope`",
        ),
    ] {
        let said = slip("reference-combat", from, to);
        assert!(said.contains(says), "`{to}`: {said}");
    }
    let empty = text("reference-combat");
    let (before, after) = (empty.find("\nunits = [").unwrap() + 1, empty.find("\n[results]").unwrap());
    let said = try_open(&format!("{}units = []\n{}", &empty[..before], &empty[after..])).unwrap_err();
    assert!(said.contains("has 0 units; a stack has 1 to 12"), "{said}");
    let on_attacker = slip("reference-barrage", "side = \"defender\"", "side = \"attacker\"");
    assert!(on_attacker.contains("a barrage falls on a defender"));
}

#[test]
fn slips_in_a_fight() {
    for (name, from, to, says) in [
        ("gumbinnen", "formation = \"xvii\"", "formation = \"xviii\"", "names the formation `xviii`"),
        ("gumbinnen", "strength = 18", "strength = 0", "a barrage has a strength of at least 1"),
        (
            "gumbinnen",
            "strength = 18",
            "strength = 18\ntarget = \"nobody\"",
            "name one of the defender's stacks",
        ),
        (
            "gumbinnen",
            "[attacker]",
            "[combat]\nodds = \"9-1\"\n[attacker]",
            "no column `9-1`: write one of 1-3",
        ),
        ("gumbinnen", "[attacker]", "[combat]\ncharge = \"nobody\"\n[attacker]", "no side `nobody`"),
        (
            "gumbinnen",
            "[attacker]",
            "[combat]\ncharge = \"attacker\"\n[attacker]",
            "no stack of that side has cavalry to charge with",
        ),
        ("gumbinnen", "name = \"XVII Corps\"", "posted = true", "only a defender stands fast or is posted"),
        (
            "gumbinnen",
            "name = \"XVII Corps\"",
            "stand-fast = true",
            "only a defender stands fast or is posted",
        ),
        ("bischofsburg", "key = \"ir\"", "key = \"xvii\"", "the key `xvii` stands twice"),
        (
            "gumbinnen",
            "name = \"the Germans\"",
            "name = \"the Germans\"\ncombat-marker = 1",
            "only the defender has a combat marker",
        ),
        (
            "gumbinnen",
            "formation = \"xvii\"",
            "formation = \"xvii\"\nmovement-points = 2",
            "belong to a forced march",
        ),
        ("haelen", "formation = \"ii\"", "formation = \"ii\"\nengineers = true", "has no engineers"),
        ("liege", "target = \"the 11th Mixed Brigade\"", "", "name one of the defender's stacks"),
        ("liege", "key = \"fort\"", "key = \"3\"", "the key `3` stands twice"),
        (
            "liege",
            "name = \"the 11th Mixed Brigade\"",
            "name = \"Fort Fléron\"",
            "the name `Fort Fléron` stands twice",
        ),
        ("krasnik", "arm = \"infantry\"", "arm = \"fort\"", "stacks a fort with troops"),
    ] {
        let said = slip(name, from, to);
        assert!(said.contains(says), "{name}, `{to}`: {said}");
    }
}

/// A file may be as large as is said, and no larger: units of a stack, formations and stacks of a side.
#[test]
fn as_much_as_is_said_and_no_more() {
    let units = |many: usize| {
        let ready = text("reference-combat");
        let (before, after) = (ready.find("\nunits = [").unwrap() + 1, ready.find("\n[results]").unwrap());
        let list: Vec<String> = (1..=many)
            .map(|number| format!("{{ key = \"U{number}\", arm = \"infantry\", strength = 1 }}"))
            .collect();
        format!("{}units = [{}]\n{}", &ready[..before], list.join(", "), &ready[after..])
    };
    assert!(try_open(&units(1)).is_ok());
    assert!(try_open(&units(12)).is_ok());
    assert!(try_open(&units(13)).unwrap_err().contains("has 13 units; a stack has 1 to 12"));
    let formations = |more: usize| {
        let extra: String =
            (0..more).map(|n| format!("[[attacker.formation]]\nkey = \"n{n}\"\nmorale = 5\n")).collect();
        format!("{}\n{extra}", text("gumbinnen"))
    };
    let given = text("gumbinnen").matches("[[attacker.formation]]").count();
    assert!(try_open(&formations(4 - given)).is_ok());
    assert!(try_open(&formations(5 - given)).unwrap_err().contains("5 formations; write 1 to 4"));
    let stacks = |more: usize| {
        let extra: String = (0..more)
            .map(|n| {
                format!(
                    "[[attacker.stack]]\nname = \"S{n}\"\nformation = \"xvii\"\n\
                     units = [{{ key = \"i\", arm = \"infantry\", strength = 1 }}]\n"
                )
            })
            .collect();
        format!("{}\n{extra}", text("gumbinnen"))
    };
    // A side has at least one of each.
    for (list, says) in [("formation", "0 formations; write 1 to 4"), ("stack", "0 stacks; write 1 to 4")] {
        let head = format!("[[attacker.{list}]]");
        let ready = text("gumbinnen");
        let first = ready.find(&head).unwrap();
        let after = ready[first + head.len()..].find("\n[").unwrap() + first + head.len() + 1;
        let none = format!("{}{}", &ready[..first], &ready[after..]);
        assert!(!none.contains(&head) && try_open(&none).unwrap_err().contains(says), "{list}");
    }
    let given = text("gumbinnen").matches("[[attacker.stack]]").count();
    assert!(try_open(&stacks(4 - given)).is_ok());
    assert!(try_open(&stacks(5 - given)).unwrap_err().contains("5 stacks; write 1 to 4"));
}

#[test]
fn slips_in_a_march() {
    for (name, from, to, says) in [
        ("retreat-from-mons", "movement-points = 2", "", "needs the movement-points it marched"),
        (
            "retreat-from-mons",
            "movement-points = 2",
            "movement-points = 2\nengineers = true",
            "has no engineers",
        ),
        (
            "sordets-ride",
            "formation = \"1\"",
            "formation = \"1\"\nmovement-points = 2",
            "belong to a forced march",
        ),
        (
            "sordets-ride",
            "name = \"the French\"",
            "name = \"the French\"\ncombat-marker = 1",
            "no combat marker has a part",
        ),
    ] {
        let said = slip(name, from, to);
        assert!(said.contains(says), "{name}, `{to}`: {said}");
    }
    let all_foot = text("sordets-ride").replace("arm = \"cavalry\"", "arm = \"infantry\"");
    assert!(try_open(&all_foot).unwrap_err().contains("has no cavalry that could be tired"));
}

/// What nobody reads is refused, so that no figure is lost without a word.
#[test]
fn what_nobody_reads_is_refused() {
    let combat = "occasion = \"combat\"";
    for (occasion, field, says) in [
        ("combat", "order = \"retire\"", "only a forced march reads the mission order"),
        ("combat", "order = \"advance\"", "only a forced march reads the mission order"),
        ("forced-march", "stand-fast = true", "standing fast has no part in a march"),
        ("forced-march", "posted = true", "matters to the combat and the check after it"),
        ("check-after-barrage", "posted = true", "matters to the combat and the check after it"),
        ("forced-march", "engineers = true", "engineers modify combat"),
    ] {
        let file = text("reference-combat")
            .replace(combat, &format!("occasion = \"{occasion}\"\nbarrage-strength = 40"))
            .replace("arm = \"cavalry\"", "arm = \"engineer\"")
            .replace("morale = 5", &format!("morale = 5\n{field}"));
        let said = try_open(&file).err().unwrap_or_else(|| panic!("{occasion}: `{field}` was accepted"));
        assert!(said.contains(says), "{occasion}, `{field}`: {said}");
    }
    for (occasion, side, field, says) in [
        ("combat", "defender", "driven = true", "only to a force that stands fast"),
        ("check-after-combat", "defender", "driven = true", "only to a force that stands fast"),
        ("combat", "attacker", "overrun = true", "bears on the check after the combat"),
    ] {
        let file = text("reference-combat")
            .replace(combat, &format!("occasion = \"{occasion}\"\n{field}"))
            .replace("side = \"defender\"", &format!("side = \"{side}\""));
        let said = try_open(&file).err().unwrap_or_else(|| panic!("{occasion}: `{field}` was accepted"));
        assert!(said.contains(says), "{occasion}, `{field}`: {said}");
    }
    // In a fight and in fatigue nobody has orders that matter; a march has no hex, no marker and no enemy.
    for (name, from, to, says) in [
        (
            "gumbinnen",
            "name = \"XVII Corps\"",
            "order = \"advance\"",
            "only a forced march reads the mission order",
        ),
        (
            "gumbinnen",
            "name = \"III Corps\"",
            "order = \"retire\"",
            "only a forced march reads the mission order",
        ),
        (
            "sordets-ride",
            "morale = 7",
            "morale = 7\norder = \"retire\"",
            "only a forced march reads the mission order",
        ),
        ("retreat-from-mons", "[objective]", "[objective]\nhold = 3", "a march has no hex to hold"),
        ("retreat-from-mons", "[objective]", "[objective]\nhex = 3", "a march has no hex to hold"),
        ("sordets-ride", "[objective]", "[objective]\nmarker = 3", "a march has no hex to hold"),
        ("sordets-ride", "[objective]", "[objective]\nsuperiority = 3", "a march has no hex to hold"),
        (
            "retreat-from-mons",
            "[enemy]",
            "[enemy.policy]\nspend = \"weakest\"\n[enemy]",
            "the enemy chooses nothing",
        ),
        (
            "retreat-from-mons",
            "[marching.policy]",
            "[marching.policy]\nenemy = [\"combat\"]",
            "the enemy chooses nothing",
        ),
    ] {
        let said = slip(name, from, to);
        assert!(said.contains(says), "{name}, `{to}`: {said}");
    }
    // An order that is no order is nothing to be lost.
    let other = text("gumbinnen").replace("name = \"XVII Corps\"", "order = \"other\"");
    assert!(try_open(&other).is_ok());
}

#[test]
fn fatigue_exists_in_one_game_only() {
    let leaves = "home-before-the-leaves-fall";
    assert!(try_open(text("sordets-ride")).is_ok());
    for other in ["the-cossacks-are-coming", "other"] {
        assert!(slip("sordets-ride", leaves, other).contains("(DE-G3-b)"));
    }
    let allocation =
        text("reference-combat").replace("occasion = \"combat\"", "occasion = \"cavalry-fatigue\"");
    assert!(try_open(&allocation).unwrap_err().contains("(DE-G3-b)"));
    assert!(try_open(&allocation.replace("game = \"other\"", &format!("game = \"{leaves}\""))).is_ok());
}

#[test]
fn what_a_file_says_reaches_the_rules() {
    use grognard_death_of_empires::circumstances::Occasion;
    let retire = text("reference-combat")
        .replace("occasion = \"combat\"", "occasion = \"forced-march\"")
        .replace("morale = 5", "morale = 5\norder = \"retire\"");
    let Ok(Contest::Allocation(start, rules)) = try_open(&retire) else { panic!("a march") };
    assert!(rules.circumstances.prisoners, "RETIRE makes prisoners of losses");
    assert_eq!((rules.circumstances.occasion, start.results), (Occasion::ForcedMarch, 3));
    let advance = retire.replace("\"retire\"", "\"advance\"");
    let Ok(Contest::Allocation(_, rules)) = try_open(&advance) else { panic!("a march") };
    assert!(!rules.circumstances.prisoners);
    let driven = text("reference-combat")
        .replace("morale = 5", "morale = 5\nstand-fast = true")
        .replace("found = 3", "found = 3\ndriven = true");
    let Ok(Contest::Allocation(_, rules)) = try_open(&driven) else { panic!("a combat") };
    assert!(rules.circumstances.prisoners, "driven from a stand");
    let check = driven.replace("occasion = \"combat\"", "occasion = \"check-after-combat\"");
    let prisoners_in_the_check = |reading: &str| {
        let text = check
            .replace("\n[objective]", &format!("\n[readings]\nafter-driven = \"{reading}\"\n[objective]"));
        let Ok(Contest::Allocation(_, rules)) = try_open(&text) else { panic!("a check") };
        rules.circumstances.prisoners
    };
    assert!(!prisoners_in_the_check("ordinary") && prisoners_in_the_check("standing-fast"));
    let weights = text("reference-combat").replace("hold = 20", "hold = 7\nprisoner = 3");
    let Ok(Contest::Allocation(_, rules)) = try_open(&weights) else { panic!("a combat") };
    assert_eq!((rules.weights.hold, rules.weights.prisoner, rules.weights.marker), (7, 3, 8));
    use grognard_umpire::{Playable, Side};
    let name = |side| grognard_death_of_empires::allocation::Allocation::side_name(&rules, side);
    assert_eq!(Side::ALL.map(name), ["the attacker", "the defender"]);
}

#[test]
fn a_check_may_look_back() {
    use grognard_death_of_empires::allocation::Losses;
    let check = |reading: &str, earlier: &str| {
        text("reference-combat")
            .replace(
                "occasion = \"combat\"",
                &format!("occasion = \"check-after-combat\"\nearlier = \"{earlier}\""),
            )
            .replace("\n[objective]", &format!("\n[readings]\nearlier-losses = \"{reading}\"\n[objective]"))
    };
    let losses = |earlier: &str| match try_open(&check("counted", earlier)) {
        Ok(Contest::Allocation(start, _)) => start.losses,
        Ok(_) => unreachable!("an allocation was written"),
        Err(error) => panic!("{error}"),
    };
    assert_eq!(losses("nothing"), Losses::default());
    assert_eq!(losses("sp"), Losses { any: true, combat: false, engineer: false });
    assert_eq!(losses("combat-sp"), Losses { any: true, combat: true, engineer: false });
    assert!(try_open(&check("counted", "much")).unwrap_err().contains("write nothing, sp or combat-sp"));
    assert!(try_open(&check("forgotten", "sp")).unwrap_err().contains("earlier losses are forgotten"));
    let combat = check("counted", "sp").replace("check-after-combat", "combat");
    assert!(try_open(&combat).unwrap_err().contains("has something before it"));
}

/// Whatever is thrown at it, a file is opened or refused.
#[test]
fn mangled_files_never_panic() {
    let mut dice = grognard_umpire::Generator::new(8);
    for name in ["reference-combat", "liege", "retreat-from-mons", "sordets-ride"] {
        let lines: Vec<&str> = text(name).lines().collect();
        for _ in 0..300 {
            let mut mangled = lines.clone();
            for _ in 0..1 + dice.below(3) {
                let (a, b) =
                    (dice.below(lines.len() as u32) as usize, dice.below(lines.len() as u32) as usize);
                match dice.below(3) {
                    0 => mangled[a] = "",
                    1 => mangled.swap(a, b),
                    _ => mangled[a] = lines[b],
                }
            }
            let _ = try_open(&mangled.join("\n"));
        }
    }
}
