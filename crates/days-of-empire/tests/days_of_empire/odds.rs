//! Exact odds counted by a second, independent program, to the last digit it printed.

use crate::common::{assert_fraction, percent, probability};

/// A charge of one unit at another, over so many inches.
fn charge(distance: &str, attacker: &str, defender: &str) -> String {
    format!(
        "system = \"days-of-empire\"\nkind = \"charge\"\ntitle = \"a charge\"\n[way]\n{distance}\n\
         [attacker]\nname = \"the chargers\"\nunit = {{ name = \"the charger\", {attacker} }}\n\
         [defender]\nname = \"the others\"\nunit = {{ name = \"the target\", {defender} }}\n"
    )
}

/// refuses, defender routs, stopped, contact, wins, major, draw, loses.
fn chain(text: &str) -> String {
    let keys =
        ["refuses", "target-routs", "stopped", "contact", "first-wins", "first-major", "draw", "second-wins"];
    keys.map(|key| percent(probability(text, key, 1))).join(" ")
}

const FOOT_2: &str = "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\"";

#[test]
fn chains_of_charges_come_out_as_counted() {
    let foot = |class: u8, weapon: &str, more: &str| {
        format!("arm = \"infantry\", class = {class}, stands = 12, weapon = \"{weapon}\"{more}")
    };
    let column = format!("{FOOT_2}, formation = \"manoeuvre-column\"");
    let supported = ", support = \"within-4\"";
    let heavy = "arm = \"heavy-cavalry\", class = 3, stands = 8";
    let light = "arm = \"light-cavalry\", class = 2, stands = 8";
    let rows: [(&str, &str, String, String, &str); 10] = [
        (
            "column on line",
            "distance = 8",
            column.clone(),
            FOOT_2.to_owned(),
            "33.3 0.0 38.7 27.9 22.8 11.9 2.3 2.8",
        ),
        (
            "both supported",
            "distance = 8",
            column.clone() + supported,
            FOOT_2.to_owned() + supported,
            "16.7 0.0 38.6 44.7 34.4 15.7 4.4 5.9",
        ),
        (
            "class 3 line on line",
            "distance = 8",
            foot(3, "rifle", ""),
            FOOT_2.to_owned(),
            "16.7 0.0 24.3 59.0 47.5 24.0 5.2 6.4",
        ),
        (
            "column on rifles",
            "distance = 8",
            column,
            foot(3, "rifle", ""),
            "33.3 0.0 49.4 17.3 11.4 4.2 2.1 3.7",
        ),
        (
            "class 4 on light cover",
            "distance = 8",
            foot(4, "rifle", ""),
            foot(2, "musket", ", cover = \"light\""),
            "16.7 0.0 28.2 55.1 42.2 19.1 5.4 7.5",
        ),
        (
            "class 3 on heavy cover",
            "distance = 8",
            foot(3, "rifle", ""),
            foot(2, "musket", ", cover = \"heavy\""),
            "50.0 0.0 35.9 14.1 5.9 1.2 2.3 5.9",
        ),
        (
            "heavy horse on a line",
            "distance = 16",
            heavy.to_owned(),
            FOOT_2.to_owned(),
            "16.7 13.9 7.1 62.3 54.4 32.4 4.1 3.9",
        ),
        (
            "heavy horse on a square",
            "distance = 16",
            heavy.to_owned(),
            format!("{FOOT_2}, formation = \"square\""),
            "50.0 0.0 31.9 18.1 6.3 1.1 2.5 9.3",
        ),
        (
            "a line caught",
            "distance = 6",
            heavy.to_owned(),
            FOOT_2.to_owned(),
            "16.7 0.0 23.4 59.9 46.2 20.3 5.9 7.8",
        ),
        (
            "light horse on crack rifles",
            "distance = 16",
            light.to_owned(),
            foot(4, "rifle", ""),
            "33.3 0.0 30.4 36.3 10.1 1.4 4.6 21.6",
        ),
    ];
    for (name, way, attacker, defender, wanted) in rows {
        let text = charge(way, &attacker, &defender) + "policy = { fire = \"reserved\" }\n";
        assert_eq!(chain(&text), wanted, "{name}");
    }
}

#[test]
fn volleys_come_out_as_counted() {
    let volley = |shot: &str, target: &str| {
        format!(
            "system = \"days-of-empire\"\nkind = \"volley\"\ntitle = \"a volley\"\n\
             [attacker]\nname = \"the firers\"\n[defender]\nname = \"the others\"\n[[shot]]\n{shot}\n\
             [target]\nunit = {{ name = \"the target\", {target} }}\n"
        )
    };
    let check = |text: &str, wanted: &[(u32, u32)]| {
        for (hits, &(above, below)) in wanted.iter().enumerate() {
            assert_fraction(probability(text, "hits", hits as i64), above, below);
        }
    };
    let muskets = "unit = { name = \"m\", arm = \"infantry\", class = 2, weapon = \"musket\"";
    let text = volley(&format!("{muskets}, stands = 11, first-fire = \"spent\" }}\nrange = 4"), FOOT_2);
    check(&text, &[(1, 6), (5, 12), (1, 3), (1, 12)]);
    let text = volley(&format!("{muskets}, stands = 8 }}\nrange = 3"), FOOT_2);
    check(&text, &[(1, 8), (3, 8), (1, 2)]);
    let rifles =
        "unit = { name = \"r\", arm = \"infantry\", class = 4, weapon = \"rifle\", stands = 12 }\nrange = 8";
    let column = format!("{FOOT_2}, formation = \"manoeuvre-column\"");
    check(&volley(rifles, &column), &[(1, 243), (10, 243), (64, 243), (168, 243)]);
    let gun = "unit = { name = \"g\", arm = \"field-gun\" }\nrange = ";
    check(&volley(&format!("{gun}20"), &column), &[(1, 3), (1, 2), (1, 6)]);
    check(&volley(&format!("{gun}8"), FOOT_2), &[(1, 9), (4, 9), (4, 9)]);
}
