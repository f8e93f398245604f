//! Bad files: one clear message with the place and what would be right.

use crate::common::{assault, charge, refused, volley};
use grognard_testkit::record::exercised;

const LINE_2: &str = "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\"";
const SHOT: &str =
    "unit = { name = \"s\", arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\" }\nrange = 4";

#[test]
fn units_that_cannot_be_are_refused() {
    let target = |unit: &str| refused(&volley("", &[SHOT], unit, ""));
    for (unit, wanted) in [
        ("arm = \"camels\", class = 2, stands = 12", "no arm `camels`: write infantry, light-cavalry"),
        (
            "arm = \"infantry\", class = 5, stands = 12, weapon = \"musket\"",
            "target.unit.class: 5; write 1 to 4",
        ),
        ("arm = \"infantry\", stands = 12, weapon = \"musket\"", "write its class, 1 to 4"),
        ("arm = \"infantry\", class = 2, stands = 25, weapon = \"musket\"", "25; write 1 to 24"),
        ("arm = \"infantry\", class = 2, stands = 0, weapon = \"musket\"", "0; write 1 to 24"),
        ("arm = \"infantry\", class = 2, weapon = \"musket\"", "write its stands"),
        ("arm = \"infantry\", class = 2, stands = 12, start = 11, weapon = \"musket\"", "11; write 12 to 24"),
        ("arm = \"infantry\", class = 2, stands = 12", "write musket or rifle"),
        (
            "arm = \"infantry\", class = 2, stands = 12, weapon = \"carbine\"",
            "infantry has muskets or rifles",
        ),
        ("arm = \"light-cavalry\", class = 2, stands = 8, weapon = \"rifle\"", "cavalry has carbines"),
        ("arm = \"field-gun\", class = 3", "guns and staff have no class"),
        ("arm = \"field-gun\", stands = 3", "a gun has a crew"),
        ("arm = \"field-gun\", crew = 5", "5; write 1 to 4"),
        ("arm = \"siege-gun\", horse-artillery = true", "only field guns and howitzers"),
        ("arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", crew = 3", "only guns have crew"),
        ("arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", general = \"mad\"", "no `mad`"),
        (
            "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", cover = \"deep\"",
            "no `deep`: write none, light, heavy",
        ),
        (
            "arm = \"infantry\", class = 1, stands = 12, weapon = \"musket\", formation = \"skirmish\"",
            "DOE-8.1-b",
        ),
        ("arm = \"heavy-cavalry\", class = 4, stands = 8, formation = \"skirmish\"", "DOE-9.2-b"),
        (
            "arm = \"infantry\", class = 2, stands = 3, weapon = \"musket\", formation = \"square\"",
            "DOE-12.3-c",
        ),
        (
            "arm = \"infantry\", class = 2, stands = 8, weapon = \"musket\", drill = \"irregular\", formation = \"square\"",
            "DOE-12.3-b",
        ),
        ("arm = \"light-cavalry\", class = 2, stands = 8, formation = \"square\"", "DOE-12.3-b"),
        ("arm = \"light-cavalry\", class = 2, stands = 8, formation = \"march-column\"", "DOE-12.1-a"),
        (
            "arm = \"infantry\", class = 2, stands = 8, weapon = \"musket\", formation = \"column\"",
            "DOE-12.1-a",
        ),
        (
            "arm = \"infantry\", class = 2, stands = 8, weapon = \"musket\", formation = \"deployed\"",
            "DOE-10.1-a",
        ),
        ("arm = \"field-gun\", formation = \"line\"", "DOE-10.1-a"),
    ] {
        let error = target(unit);
        assert!(error.contains(wanted), "{unit}: {error}");
    }
    // V43: class 1 light horse may skirmish.
    crate::common::opened(&volley(
        "",
        &[SHOT],
        "arm = \"light-cavalry\", class = 1, stands = 8, formation = \"skirmish\"",
        "",
    ));
    exercised(&["DOE-8.1-b", "DOE-9.2-b", "DOE-12.3-b", "DOE-12.3-c", "DOE-12.1-a"]);
}

#[test]
fn charges_that_the_rules_forbid_are_refused() {
    let light = "arm = \"light-cavalry\", class = 2, stands = 8";
    let with = |more: &str| format!("{LINE_2}{more}");
    for (way, attacker, defender, wanted) in [
        ("distance = 8", LINE_2.to_owned(), light.to_owned(), "DOE-17.2.4-b"),
        ("distance = 8", "arm = \"field-gun\"".to_owned(), with(""), "DOE-17.2.4-c"),
        ("distance = 8", with(", formation = \"square\""), with(""), "DOE-12.3-e"),
        ("distance = 8", with(", formation = \"march-column\""), with(""), "DOE-T4-a"),
        ("distance = 8", with(", formation = \"skirmish\""), with(""), "DOE-12.4-i"),
        ("distance = 8", with(", order = \"shaken\""), with(""), "DOE-T12-a"),
        ("distance = 8", with(", cover = \"heavy\", cover-of = \"wood\""), with(""), "DOE-15.8-g"),
        ("distance = 9", with(""), with(""), "DOE-17.2.2-g"),
        ("distance = 8\ndeductions = 1", with(""), with(""), "DOE-17.2.2-g"),
        ("distance = 8\nfirst-impulse = 2", with(""), with(""), "DOE-17.2.3-a"),
        ("distance = 8\nfirst-impulse = \"4.1\"", with(""), with(""), "DOE-17.2.3-a"),
        ("distance = 1000000000", with(""), with(""), "no length"),
        ("distance = \"8.0001\"", with(""), with(""), "up to three decimals"),
        ("distance = -1", with(""), with(""), "no length"),
        ("distance = 7.5", with(""), with(""), "in quotes such as"),
        ("distance = 8\nstrikes = \"top\"", with(""), with(""), "no `top`: write front, flank, rear"),
        (
            "distance = 8\nhigher = \"moon\"",
            with(""),
            with(""),
            "no `moon`: write attacker, defender or nobody",
        ),
    ] {
        let error = refused(&charge("", way, &attacker, &defender, ""));
        assert!(error.contains(wanted), "{way} {attacker}: {error}");
    }
    // V8: a 1st Impulse of more than a quarter and at most half.
    crate::common::opened(&charge("", "distance = 14\nfirst-impulse = \"3.501\"", light, LINE_2, ""));
    crate::common::opened(&charge("", "distance = 14\nfirst-impulse = 7", light, LINE_2, ""));
    exercised(&[
        "DOE-17.2.4-b",
        "DOE-17.2.4-c",
        "DOE-12.3-e",
        "DOE-T4-a",
        "DOE-12.4-i",
        "DOE-15.8-g",
        "DOE-17.2.2-g",
        "DOE-17.2.3-a",
    ]);
}

#[test]
fn volleys_that_the_rules_forbid_are_refused() {
    let screen = "[screen]\nunit = { name = \"x\", arm = \"infantry\", class = 2, stands = 4, weapon = \"musket\", formation = \"skirmish\" }\ndistance = 2";
    assert!(refused(&volley("", &[SHOT], LINE_2, screen)).contains("DOE-12.4-h"));
    assert!(refused(&volley("", &[SHOT], "arm = \"staff\"", "")).contains("DOE-17.3.8-d"));
    let formed = screen.replace("skirmish", "line");
    assert!(refused(&volley("", &[SHOT], LINE_2, &formed)).contains("a screen is in skirmish order"));
    assert!(refused(&volley("", &[], LINE_2, "")).contains("missing field `shot`"));
    assert!(refused(&volley("", &[SHOT; 7], LINE_2, "")).contains("7 units fire; write 1 to 6"));
    assert!(
        refused(&volley("", &[&format!("{SHOT}\nbearing = 13")], LINE_2, "")).contains("13; write 1 to 12")
    );
    let routing = SHOT.replace("musket\" }", "musket\", order = \"routing\" }");
    assert!(refused(&volley("", &[&routing], LINE_2, "")).contains("a routing unit only runs or rallies"));
    exercised(&["DOE-12.4-h", "DOE-17.3.8-d"]);
}

#[test]
fn assaults_that_cannot_be_are_refused() {
    let unit = format!("unit = {{ name = \"a\", {LINE_2} }}");
    assert!(refused(&assault("", &[], &[&unit])).contains("missing field `fighter`"));
    let five = [unit.as_str(); 5];
    assert!(refused(&assault("", &five, &[&unit])).contains("5 units; write 1 to 4"));
    let behind = format!("{unit}\nreinforcing = true");
    assert!(refused(&assault("", &[&behind], &[&unit])).contains("DOE-17.5-e"));
    let many = format!("{unit}\ncontact = 13");
    assert!(refused(&assault("", &[&many], &[&unit])).contains("13; the unit has 12 stands"));
    let gun = "unit = { name = \"g\", arm = \"field-gun\" }\ncharging = true";
    assert!(refused(&assault("", &[gun], &[&unit])).contains("guns and squares do not charge"));
    let runs = unit.replace("musket\" }", "musket\", order = \"routing\" }");
    assert!(refused(&assault("", &[&runs], &[&runs])).contains("everybody routs"));
}

#[test]
fn other_files_are_refused_by_name() {
    assert!(
        refused("system = \"eu9\"\nkind = \"volley\"\n")
            .contains("`eu9` is another system; write days-of-empire")
    );
    assert!(
        refused("system = \"days-of-empire\"\nkind = \"siege\"\n")
            .contains("no kind `siege`: write volley, charge, assault")
    );
    let slip = volley("", &[SHOT], LINE_2, "colour = \"red\"");
    assert!(refused(&slip).contains("unknown field `colour`"));
}
