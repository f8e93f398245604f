//! What an account says of itself: its readings, and what was reconstructed.

use crate::sheet;
use crate::sheet::{HERD, HOME, LINE, Sheet, play, sheet, side, total};
use crate::situations::infantry;

#[test]
fn what_was_reconstructed_is_marked() {
    let texts = |played: &sheet::Played| -> Vec<String> {
        let rulings = played.session.account().iter();
        rulings
            .flat_map(|ruling| {
                let words = ruling.modifiers.iter().map(|modifier| modifier.words.clone());
                std::iter::once(ruling.text.clone()).chain(words)
            })
            .collect()
    };
    let marked = |played: &sheet::Played, start: &str, mark: &str| {
        let all = texts(played);
        let found =
            all.iter().find(|text| text.contains(start)).unwrap_or_else(|| panic!("no {start}: {all:?}"));
        assert!(found.contains(mark), "{found}");
    };
    // The rough-terrain row, the major loser, cavalry at double rate, cells of the loss chart, pursuit, retreat.
    let mut rough = sheet();
    rough.top = "game = \"carthage\"\nterrain = \"rough\"";
    let horse =
        "{ name = \"Line\", arm = \"infantry\", sp = 30 }, { name = \"Horse\", arm = \"cavalry\", sp = 12 }";
    rough.attacker = side("C", 0, horse, HOME);
    rough.defender = side("C", 0, &infantry(42), HOME);
    let script = [("losses", "horse-cavalry=3"), ("pursue", "pursue")];
    let played = play(&rough, &[0, 0, 8, 0, 0, 0], &script);
    marked(&played, "12 cavalry SP against 0", "reconstructed");
    marked(&played, "is a major loser", "reconstructed");
    marked(&played, "removes 3 Horse cavalry", "published");
    marked(&played, "25 % of 42 SP", "reconstructed");
    marked(&played, "pursuit value of 1", "reconstructed");
    marked(&played, "a butchery", "reconstructed");
    marked(&played, "D retreats: home", "reconstructed");
    let look = played.session.account().iter().filter_map(|ruling| ruling.table.as_ref());
    assert!(look.into_iter().any(|look| look.column == "retreats" && look.mark.key() == "reconstructed"));
    // 25 % of 40 is all printed.
    let plain = play(&sheet(), &total(5, 0), &[]);
    assert!(texts(&plain).contains(&"A: 20 % of 40 SP is 8".to_owned()));
}

/// The readings that an account names as having decided something, in order.
fn named(played: &sheet::Played) -> Vec<String> {
    let told = played.session.account().iter().filter_map(|ruling| ruling.text.strip_prefix("reading "));
    told.map(|text| text.split(';').next().unwrap().to_owned()).collect()
}

#[test]
fn readings_that_decided_something_are_named() {
    // Forty against forty, row +5: a draw that no reading has a part in.
    assert_eq!(named(&play(&sheet(), &total(5, 0), &[])), Vec::<String>::new());
    // 12 against 40 is 1-4 or 1-3; 12 against 36 is 1-3 either way.
    let mut weak = sheet();
    weak.attacker = side("C", 0, &infantry(12), HOME);
    let named_in_draw = named(&play(&weak, &[0, 0, 9], &[]));
    assert_eq!(named_in_draw, ["ratio-beyond-three: defender-favour", "draw-percent: applied"]);
    weak.defender = side("C", 0, &infantry(36), HOME);
    assert_eq!(named(&play(&weak, &[0, 0, 7], &[])), Vec::<String>::new());
    // A close row.
    assert_eq!(named(&play(&sheet(), &total(6, 0), &[])), ["bold-results: larger-loss"]);
    let draw = sheet().reading("bold-results = \"close-rows-draw\"");
    assert_eq!(named(&play(&draw, &total(6, 0), &[])), ["bold-results: close-rows-draw"]);
    // Guile of both; of one alone nobody can tell how it was said.
    let guile = |first, second| {
        let mut sheet = sheet();
        sheet.attacker = side("C", first, LINE, HOME);
        sheet.defender = side("C", second, LINE, HOME);
        named(&play(&sheet, &[0, 0, 7, 5], &[]))
    };
    assert_eq!(guile(1, 1), ["guile: secret"]);
    assert_eq!(guile(1, 0), Vec::<String>::new());
    // Elephants of both; of one side alone nobody can tell who came first.
    let mut herds = sheet().with(HERD);
    let committed = |sheet: &Sheet| {
        named(&play(sheet, &[0, 0, 4], &[])).contains(&"elephants: attacker-first".to_owned())
    };
    assert!(committed(&herds));
    herds.defender = side("C", 0, LINE, HOME);
    assert!(!committed(&herds));
    // Command efficiency that is absent, where it would have cost something.
    let mut romans = sheet();
    romans.attacker = side("E", 0, LINE, HOME);
    romans.attacker.push_str("roman = true\nlegion = [{ name = \"I\", sp = 1 }, { name = \"II\", sp = 1 }, { name = \"III\", sp = 1 }]\n");
    assert_eq!(named(&play(&romans, &[9, 0, 2], &[])), ["efficiency-in-carthage: absent"]);
    // A way out that the other reading would close.
    let mut far = sheet();
    far.defender = side("C", 0, LINE, "{ name = \"far\", into-city = true, hexes = [\"flat\", \"flat\"] }");
    assert_eq!(named(&play(&far, &total(9, 0), &[])), ["retreat: two-hexes"]);
    // The choice itself, between a near way and a far one.
    far.defender = side(
        "C",
        0,
        LINE,
        "{ name = \"far\", into-city = true, hexes = [\"flat\", \"flat\"] }, { name = \"near\", into-city = true, hexes = [\"flat\"] }",
    );
    let near = play(&far, &total(9, 0), &[("way-of-retreat", "near")]);
    assert_eq!(named(&near), ["retreat: two-hexes"], "that there was a choice");
    let far = play(&far, &total(9, 0), &[("way-of-retreat", "far")]);
    assert_eq!(named(&far), ["retreat: two-hexes", "retreat: two-hexes"], "and what was chosen");
}

#[test]
fn the_account_begins_with_the_readings_that_are_not_the_defaults() {
    let head = |sheet: &Sheet, dice: &[u8]| {
        let played = play(sheet, dice, &[]);
        let first = played.session.account()[0].clone();
        assert_eq!(first.clause.id(), "AW-0-b");
        first.text
    };
    assert_eq!(head(&sheet(), &total(5, 0)), "readings of unclear rules: all at their defaults");
    // What cannot bear on the battle is none of its readings.
    let plain: Vec<&str> = sheet().rules().readings_in_force().iter().map(|reading| reading.key).collect();
    for listed in ["bold-results", "ratio-beyond-three", "major-loser"] {
        assert!(plain.contains(&listed), "{listed}: {plain:?}");
    }
    for absent in [
        "elephant",
        "guile",
        "coordination",
        "wounded",
        "cavalry",
        "elite",
        "landing",
        "replacement",
        "efficiency",
    ] {
        assert!(!plain.iter().any(|key| key.contains(absent)), "{absent}: {plain:?}");
    }
    let changed = head(&sheet().reading("major-loser = 30\nretreat = \"one-hex\""), &total(5, 0));
    assert!(changed.contains("retreat one-hex (not the default)"), "{changed}");
    assert!(changed.contains("major-loser 30 (not the default)"), "{changed}");
    assert!(
        !changed.contains("bold-results") && changed.ends_with("the others at their defaults"),
        "{changed}"
    );
    let rules = sheet().with(sheet::HERD).rules();
    let keys: Vec<&str> = rules.readings_in_force().iter().map(|reading| reading.key).collect();
    for listed in ["elephants", "elephant-strength", "orphan-elephants", "cavalry-losses", "pursuit"] {
        assert!(keys.contains(&listed), "{listed}: {keys:?}");
    }
}
