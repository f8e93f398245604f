//! Battle files that are refused, and why.

use crate::sheet::{LINE, Sheet, sheet, side};
use crate::situations::{infantry, relief};
use grognard_ancient_world::{Charts, setup};
use std::sync::Arc;

#[test]
fn bad_files_are_refused_by_name() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refused = |from: &str, to: &str, wanted: &str| {
        let text = sheet().text();
        assert!(text.contains(from), "{from}");
        let error =
            setup::open_battle("sheet.toml", &text.replacen(from, to, 1), &charts).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
        assert!(error.starts_with("sheet.toml, line "), "{error}");
    };
    refused("battle = \"C\", ", "", "General has no battle letter");
    refused("battle = \"C\"", "battle = \"F\"", "`F`; it must be A to E");
    refused("sp = 40", "sp = 0", "the SP of the Line infantry is 0");
    refused("arm = \"infantry\"", "arm = \"elephants\"", "A has 0 SP of infantry and cavalry");
    refused("sp = 40", "sp = 40, elite = 41", "41 elite SP among 40 SP");
    refused("[readings]", "[readings]\nmajor-loser = 27", "27 is not a percentage of the loss chart");
    refused("campaign = 5", "campaign = 12", "12; it must be 0 to 9");
    refused("mortality = 9, ", "", "no mortality rating");
    refused("name = \"A\"", "name = \"A\"\nstatus = \"useless\"", "may not attack (AW-8.21-a)");
    refused(
        "hexes = [\"flat\"]",
        "hexes = [\"flat\", \"flat\", \"flat\"]",
        "a force goes at most two (AW-8.23-o)",
    );
    refused("terrain = \"flat\"", "terrain = \"sea\"", "unknown variant `sea`");
    refused("kind = \"battle\"", "kind = \"battle\"\nweather = 1", "unknown field `weather`");
    // Everything at once.
    let text = sheet().text().replace("battle = \"C\", ", "").replace("sp = 40", "sp = 0");
    let error = setup::open_battle("sheet.toml", &text, &charts).unwrap_err().to_string();
    assert_eq!(error.matches("also").count(), 3, "{error}");
}

#[test]
fn forces_that_cannot_be_are_refused() {
    let charts = Arc::new(Charts::load(&[]).unwrap());
    let refused = |change: &dyn Fn(&mut Sheet), wanted: &str| {
        let mut sheet = sheet();
        change(&mut sheet);
        let error = setup::open_battle("sheet.toml", &sheet.text(), &charts).unwrap_err().to_string();
        assert!(error.contains(wanted), "{error}");
    };
    let near = |from: &str, to: &str| relief("attacker", "", &infantry(5)).replace(from, to);
    let add = |text: String| move |sheet: &mut Sheet| sheet.attacker.push_str(&text);
    refused(&add(near("distance = 1", "distance = 3")), "3 hexes away and its path has 1");
    refused(&add(near("[\"flat\"]", "[\"rough\"]")), "must end in the battle hex, flat");
    refused(
        &add(near("distance = 1\npath = [\"flat\"]", "distance = 0\npath = []\nrivers = 1")),
        "has no river to cross",
    );
    refused(
        &add(near("mortality = 9 }", "mortality = 9, guile = 2 }")),
        "Ally is the leader of a force near by, of whom nobody reads the number of Guile Points",
    );
    refused(
        &add("subordinate = [{ name = \"Decius\", mortality = 9, guile = 2 }]\n".to_owned()),
        "Decius is a subordinate in a battle, of whom nobody reads the number of Guile Points",
    );
    for (figure, noun) in [
        ("battle = \"C\"", "battle letter"),
        ("campaign = 5", "campaign rating"),
        ("initiative = 3", "initiative"),
        ("overall-commander = true", "rank"),
    ] {
        let text = format!("subordinate = [{{ name = \"Decius\", mortality = 9, {figure} }}]\n");
        refused(
            &add(text),
            &format!("Decius is a subordinate in a battle, of whom nobody reads the {noun}; leave it out"),
        );
    }
    refused(
        &|sheet| sheet.attacker = sheet.attacker.replace("guile = 0", "guile = 0, initiative = 3"),
        "General is a commander, of whom nobody reads the initiative",
    );
    refused(
        &|sheet| sheet.attacker = sheet.attacker.replace("guile = 0", "battle-points = 1"),
        "General is a commander, of whom nobody reads the number of battle points",
    );
    refused(&add("legion = [{ name = \"I\", sp = 5 }]\n".to_owned()), "A is not Roman and has legions");
    refused(&add("policy = { avoid = true }\n".to_owned()), "A attacks and has no battle to avoid");
    refused(
        &|sheet| {
            sheet.attacker =
                side("C", 0, LINE, "{ name = \"back\", hexes = [\"flat\"], across-river = true }")
        },
        "only the river of a defender's way out counts",
    );
    let over = relief("defender", "enters-across-river = true", &infantry(5));
    refused(&|sheet| sheet.defender.push_str(&over), "only a river that an attacker crosses counts");
    refused(&|sheet| sheet.readings.push_str("replacement-cost = 21"), "more than any commander has");
    let legions: Vec<String> = (0..13).map(|n| format!("{{ name = \"L{n}\", sp = 1 }}")).collect();
    refused(
        &add(format!("roman = true\nlegion = [{}]\n", legions.join(", "))),
        "at most 12 can be kept: put auxiliaries of one arm together",
    );
}
