//! The quick-reference sheets.

use grognard_days_of_empire::Charts;
use grognard_days_of_empire::readings::Readings;
use grognard_days_of_empire::sheet::Sheet;

fn sheet(house: &str, readings: &Readings) -> Sheet {
    let house: Vec<(String, String)> = Some(house)
        .filter(|text| !text.is_empty())
        .map(|text| ("house.toml".to_owned(), text.to_owned()))
        .into_iter()
        .collect();
    Sheet::new(&Charts::load(&house).unwrap(), readings)
}

#[test]
fn the_tables_in_force_are_on_it() {
    let sheet = sheet("", &Readings::default());
    let titles: Vec<Vec<&str>> = sheet
        .pages
        .iter()
        .map(|page| page.columns.iter().flatten().map(|block| block.title.as_str()).collect())
        .collect();
    insta::assert_debug_snapshot!(titles);
    let svg = sheet.svg();
    for text in [
        "musket short 4",
        "field howitzer effective",
        "foot in the open charged by horse",
        "heavy cavalry column",
        "As they come: class-4-volley 8",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(!sheet.has_house_cells() && !svg.contains('*'), "nothing is marked");
}

#[test]
fn house_cells_and_changed_switches_are_marked() {
    let house = "[[small-arms.change]]\nrow = \"rifle short 4\"\ncolumn = \"line\"\ncell = 6\n";
    let mut readings = Readings::default();
    readings.set("square-target", "line").unwrap();
    let sheet = sheet(house, &readings);
    let svg = sheet.svg();
    assert!(
        svg.contains(">6*</text>") && svg.contains("* your own table"),
        "the cell is marked and explained"
    );
    assert!(svg.contains("Changed: square-target line."), "the switch stands first");
}

/// Nothing is drawn off the page, at whatever size was chosen.
#[test]
fn both_pages_stay_inside_their_margins() {
    let html = sheet("", &Readings::default()).html();
    assert_eq!(html.matches("<svg").count(), 2);
    let number = |text: &str, key: &str| -> Option<i64> {
        text.split(&format!(" {key}=\"")).nth(1)?.split('"').next()?.parse().ok()
    };
    for line in html.lines().filter(|line| line.starts_with("<text")) {
        let (x, y) = (number(line, "x").unwrap(), number(line, "y").unwrap());
        assert!((1_000..=20_000).contains(&x) && (1_000..=28_700).contains(&y), "{line}");
    }
    let size = html.lines().filter_map(|line| number(line, "font-size")).min().unwrap();
    assert!(size >= 160, "the smallest type is {size} hundredths of a millimetre");
}
