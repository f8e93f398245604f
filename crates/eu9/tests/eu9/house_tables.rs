//! A player's own tables: what they change, and what is refused.

use crate::laws::SOURCES;
use crate::playing::{file, play, refusal};
use grognard_eu9::*;

fn load(text: &str) -> Result<Charts, String> {
    Charts::load(&[("house.toml".to_owned(), text.to_owned())]).map_err(|error| error.to_string())
}

fn change(table: &str, row: &str, column: &str, cell: &str) -> String {
    format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n")
}

fn with(table: &str, row: &str, column: &str, cell: &str) -> Charts {
    load(&change(table, row, column, cell)).unwrap_or_else(|error| panic!("{error}"))
}

fn figure(table: &str, row: &str, cell: i16) -> Charts {
    with(table, row, "value", &cell.to_string())
}

/// Nothing reads these tables yet, so that a change to one would do nothing.
#[test]
fn tables_for_reference_refuse_changes() {
    let cases = [
        ("gold-ships", "ducats sunk with it", "value"),
        ("conversion", "A+ or F+", "ducats"),
        ("technology-start", "france", "land"),
        ("forts", "rounds to build", "value"),
        ("movement-elsewhere", "rough ground but mountains for native troops", "what it costs"),
        ("new-troops", "sweden", "within the limit"),
        ("privateers", "each", "ducats"),
        ("counter-limits", "portugal", "A"),
        ("forces-summary-page", "holland IV, max ND", "summary page"),
    ];
    for (table, row, column) in cases {
        let error =
            load(&change(table, row, column, "7")).err().unwrap_or_else(|| panic!("{table} is taken"));
        assert!(error.starts_with(&format!("house.toml, {table}, row `{row}`")), "{error}");
        assert!(error.contains("for reference only") && error.contains("leave it as it is"), "{error}");
        let charts = Charts::load(&[]).unwrap();
        let page = charts.pages.table(table).unwrap().page();
        assert!(page.contains("For reference only: "), "the page of {table} says so");
    }
    // The same figures again are no change.
    assert!(load(&change("privateers", "each", "ducats", "10")).is_ok());
}

/// Every table is read by code or refuses changes.
#[test]
fn no_table_stands_for_nothing() {
    let sources: String = grognard_charts::embedded(&SOURCES)
        .iter()
        .map(|(_, text)| text.split("#[cfg(test)]").next().unwrap_or(text))
        .collect();
    for table in Charts::load(&[]).unwrap().pages.tables() {
        assert!(sources.contains(&format!("\"{}\"", table.key())), "nothing reads {}", table.key());
    }
}

#[test]
fn misspelt_words_are_named_with_what_would_be_right() {
    let cases = [
        ("forts-and-straits", "9..10", "result", "sunk", "passes or stopped"),
        ("blockade", "4", "fleet", "F+ with three ND", "`F- with 2 ND`"),
        ("naval-supply", "ND", "army allowed", "perhaps", "yes or no"),
        ("naval-supply", "ND", "needs", "harbour", "fort, port or arsenal"),
        ("free-campaigns", "sweden", "how often", "year", "turn or round"),
        ("free-campaigns", "sweden", "campaign", "large", "a campaign such as `simple`"),
        ("forces", "france I", "basic force", "A++ many", "a force such as"),
        ("forces", "france I", "basic force", "3 2 A+", "a force such as"),
        ("forces", "france I", "max ND", "8+", "a ceiling such as"),
        ("fortresses", "3", "needs", "renaisance", "a land technology"),
        ("fortresses", "3", "before", "dear before arquebus", "`doubled before arquebus`"),
        ("large-armies", "poland", "periods", "I-II", "periods such as"),
        ("campaigns-without-logistics", "sweden", "may", "ja", "yes or no"),
        ("cover-against-tercios", "III", "covers", "1", "yes or no"),
        ("acquainted-with-turkey", "Genoa", "knows", "some", "yes or no"),
        ("last-periods", "conquistador without artillery", "last period", "VIII", "a period"),
        ("bad-weather", "1", "weather", "rain", "bad or fair"),
        ("naval-fire-effect", "galleys", "losses", "third", "half or full"),
        ("seventy-four-prices", "seventy-four", "line", "74", "a naval technology"),
        ("force-conditions", "spain holding Campania", "basic force", "one F-", "forces such as"),
        ("small-stacks", "LD at most", "value", "-1", "a whole number from 0 to 8"),
        ("leader-figures", "divisor of the die for the rounds of a wound", "value", "0", "from 1 to 10"),
    ];
    for (table, row, column, cell, wanted) in cases {
        let error = load(&change(table, row, column, cell)).err().unwrap_or_else(|| panic!("{table} {cell}"));
        let place = format!("{table}, row `{row}`: column `{column}` holds `{cell}`, which is not ");
        assert!(error.contains(&place) && error.contains(wanted), "{error}");
    }
    let error = load("[purchase-figures]\nrows = [[\"upkeep size of F+\", 4]]\n").err().unwrap();
    assert!(error.contains("the row `tranches of the land limit` is missing"), "{error}");
}

/// Another group names other countries, and takes the guide's out.
#[test]
fn campaigns_without_logistics_go_by_the_table() {
    let poor = Campaign::SimpleNoLogistics;
    let charts = Charts::load(&[]).unwrap();
    let open: Vec<Country> =
        Country::ALL.iter().copied().filter(|&country| poor.is_open_to(&charts, country)).collect();
    assert_eq!(open, [Country::Poland, Country::Russia]);
    let changed = change("campaigns-without-logistics", "russia", "may", "no")
        + &change("campaigns-without-logistics", "turkey", "may", "yes");
    let charts = load(&changed).unwrap();
    assert!(!poor.is_open_to(&charts, Country::Russia) && poor.is_open_to(&charts, Country::Turkey));
}

/// A changed cell changes what is played: one look for each figure that used to stand in code.
#[test]
fn figures_of_troops_are_cells() {
    let plain = Charts::load(&[]).unwrap();
    let (old, own) = (Technology::Renaissance, Technology::Arquebus);
    assert_eq!(plain.morale(own, old, true, true), 4);
    assert_eq!(with("land-morale", "arquebus", "veterans add", "2").morale(own, old, true, false), 4);
    assert_eq!(with("land-morale", "arquebus", "tercios add", "0").morale(own, old, true, true), 3);
    let five = Stack::read("A+ LD").unwrap();
    assert!(five.is_small(&plain) && !Stack::read("LD 2pasha").unwrap().is_small(&plain));
    assert!(!five.is_small(&figure("small-stacks", "LD at most", 4)));
    assert!(Stack::read("LD 2pasha").unwrap().is_small(&figure("small-stacks", "pashas at most", 2)));
    let fleet = Fleet::read("2F- 4NWD").unwrap();
    assert!(!fleet.is_small(&plain) && fleet.is_small(&figure("small-stacks", "F counters at most", 2)));
    assert_eq!((garrison_room(&plain, 0), garrison_room(&plain, 3)), (1, 3));
    assert_eq!(garrison_room(&figure("siege-figures", "LD in a fort", 2), 0), 2);
    assert_eq!(garrison_room(&figure("siege-figures", "LD in a fortress for each level", 2), 3), 6);
}

#[test]
fn figures_of_money_are_cells() {
    let plain = Charts::load(&[]).unwrap();
    assert_eq!(purchase_cost(&plain, 5, 2, 0, 6), Ok(2 * 5 + 2 * 10 + 2 * 15));
    for (row, cell, due) in [
        ("price factor of the first", 2, 2 * 10 + 2 * 10 + 2 * 15),
        ("price factor of the second", 4, 2 * 5 + 2 * 20 + 2 * 15),
        ("price factor of the third", 5, 2 * 5 + 2 * 10 + 2 * 25),
    ] {
        assert_eq!(purchase_cost(&figure("purchase-figures", row, cell), 5, 2, 0, 6), Ok(due), "{row}");
    }
    let two = figure("purchase-figures", "tranches of the land limit", 2);
    assert!(purchase_cost(&two, 5, 2, 0, 4).is_ok());
    let refusal = purchase_cost(&two, 5, 2, 0, 5).unwrap_err();
    assert!(refusal.to_string().contains("more than 2 times the limit of 2 LD"), "{refusal}");
    let fleet = Fleet::read("F+ F- 2d").unwrap();
    let size = |charts: &Charts| fleet.upkeep_nd(charts, "france", Period::I);
    assert_eq!(size(&plain), 4 + 2 + 1);
    assert_eq!(size(&figure("purchase-figures", "upkeep size of F+", 5)), 8);
    assert_eq!(size(&figure("purchase-figures", "upkeep size of F-", 3)), 8);
    assert_eq!(size(&figure("purchase-figures", "d to a detachment of upkeep", 1)), 8);
    let modern = NavalTechnology::SeventyFour;
    let price = |charts: &Charts| charts.logistics.naval_price(Country::France, modern).unwrap().buy[0];
    assert_eq!(price(&plain), Some(65));
    assert_eq!(price(&with("seventy-four-prices", "seventy-four", "line", "vessel")), Some(60));
}

/// Levels 3 and 4 cost double at first, 4 and 5 come late, and level 5 is not built outside Europe.
#[test]
fn fortresses_are_priced_by_technology_and_turn() {
    let charts = Charts::load(&[]).unwrap();
    let price =
        |level, technology, turn| charts.fortress(level, Theatre::Europe, technology, Turn(turn)).unwrap();
    let may = |level, technology, turn| charts.may_build(level, technology, Turn(turn));
    assert_eq!(price(1, Technology::Medieval, 1), (25, 1));
    assert_eq!(price(3, Technology::Renaissance, 7), (100, 6));
    assert_eq!(price(3, Technology::Arquebus, 11), (50, 3));
    assert_eq!((price(4, Technology::Baroque, 39), price(4, Technology::Baroque, 40)), ((150, 8), (75, 4)));
    assert_eq!(price(5, Technology::Manoeuvre, 40), (100, 5));
    assert!(!may(3, Technology::Medieval, 7) && may(3, Technology::Renaissance, 7));
    assert!(!may(4, Technology::Muskets, 33) && may(4, Technology::Baroque, 33));
    assert!(!may(5, Technology::Manoeuvre, 39) && may(5, Technology::Manoeuvre, 40));
    assert!(!may(0, Technology::Lace, 60) && !may(6, Technology::Lace, 60));
    let abroad = |level| charts.fortress(level, Theatre::RestOfTheWorld, Technology::Lace, Turn(60));
    assert_eq!((abroad(2), abroad(5)), (Some((50, 4)), None));
    let dear = with("fortresses", "2", "before", "doubled before turn 9");
    let level = |turn| dear.fortress(2, Theatre::Europe, Technology::Medieval, Turn(turn));
    assert_eq!((level(8), level(9)), (Some((50, 4)), Some((25, 2))));
}

/// +2 for the poor weather event, -1 late; 1 to 5 after a summer is one campaign for two rounds, and it rains in
/// it on an unmodified 1, 3 or 5.
#[test]
fn the_continuation_die_is_modified() {
    let charts = Charts::load(&[]).unwrap();
    let summer = charts.logistics.first_round(2);
    let roll = |face, period, poor| {
        let Continuation { to, extended, bad_weather } = charts.continuation(summer, face, period, poor);
        (charts.logistics.box_name(to).to_owned(), extended, bad_weather)
    };
    let of = |name: &str, extended, bad| (name.to_owned(), extended, bad);
    assert_eq!(roll(5, Period::II, false), of("W1", true, true));
    assert_eq!(roll(4, Period::II, false), of("W1", true, false));
    assert_eq!(roll(6, Period::II, false), of("S2", false, false));
    assert_eq!(roll(6, Period::VI, false), of("W1", true, false), "one less in VI and VII");
    assert_eq!(roll(4, Period::II, true), of("S2", false, false), "two more in poor weather");
    assert_eq!(roll(2, Period::II, true), of("W1", true, true), "every winter round is bad in such a turn");
    let winter = charts.logistics.first_round(1);
    assert!(!charts.continuation(winter, 1, Period::II, false).extended, "only after a summer");
    let six = figure("round-figures", "extended campaign at most", 6);
    assert!(six.continuation(summer, 6, Period::II, false).extended);
    let fair = with("bad-weather", "5", "weather", "fair");
    assert!(!fair.continuation(summer, 5, Period::II, false).bad_weather);
}

/// Every condition of the country pages, as a bill has it: what is kept free, and what may be bought.
#[test]
fn conditions_change_forces() {
    let charts = Charts::load(&[]).unwrap();
    let of = |country, period, name: &str| {
        let condition = charts.logistics.condition(country, period, name);
        condition.map(|c| (c.free, c.max_nd, c.buys_nd, c.buys_ld))
    };
    let plain = |free| Some((free, 0, 0, 0));
    assert_eq!(of(Country::Sweden, Period::IV, "at war"), plain([2, 0, 0]));
    assert_eq!(of(Country::Sweden, Period::IV, "at war under a great king"), plain([4, 0, 0]));
    assert_eq!(of(Country::Russia, Period::IV, "reformed"), Some(([0, 0, 0], 0, 0, -1)));
    assert_eq!(of(Country::Russia, Period::III, "with Saint Petersburg"), None, "from IV on");
    assert_eq!(of(Country::Russia, Period::IV, "with Saint Petersburg"), Some(([0, 0, 0], 0, 2, 0)));
    assert_eq!(of(Country::England, Period::III, "under the Counter-Reformation"), plain([2, 0, 0]));
    assert_eq!(of(Country::England, Period::IV, "under the Counter-Reformation"), None);
    assert_eq!(of(Country::France, Period::III, "with mercantilism"), Some(([0, 0, 0], 2, 0, 0)));
    assert_eq!(of(Country::France, Period::V, "with mercantilism"), Some(([0, 2, 0], 6, 0, 0)));
    assert_eq!(of(Country::France, Period::VI, "with mercantilism"), Some(([0, 0, 0], 6, 0, 0)));
    assert_eq!(of(Country::France, Period::V, "Protestant"), Some(([0, 0, 0], 6, 0, 0)));
    assert_eq!(of(Country::France, Period::II, "in the Wars of Religion"), plain([1, 0, -1]));
    assert_eq!(of(Country::France, Period::III, "in the Wars of Religion"), plain([0, 0, -1]));
    assert_eq!(of(Country::Spain, Period::II, "holding Campania"), plain([0, 2, 0]));
    assert_eq!(of(Country::Spain, Period::V, "holding Campania"), None);
    assert_eq!(of(Country::Spain, Period::IV, "with Portugal annexed"), Some(([0, 0, 3], 0, 1, 1)));
    assert_eq!(of(Country::Turkey, Period::VI, "after M-1a"), Some(([-2, 0, 0], 0, 0, -1)));
    assert_eq!(of(Country::Turkey, Period::VI, "after M-1b"), plain([-4, 0, 0]));
    assert_eq!(of(Country::Turkey, Period::VI, "after M-2"), plain([-4, 0, 0]));
    assert_eq!(of(Country::Habsburg, Period::I, "with a Hanse port"), Some(([0, 0, 0], 3, 1, 0)));
    assert_eq!(of(Country::Habsburg, Period::VII, "with a Hanse port"), Some(([0, 0, 0], 6, 1, 0)));
    assert_eq!(of(Country::Habsburg, Period::III, "with Hungary"), plain([4, 0, 0]));
    assert_eq!(of(Country::Habsburg, Period::III, "with part of Hungary"), plain([2, 0, 0]));
    assert_eq!(of(Country::Poland, Period::I, "Protestant"), Some(([0, 0, 0], 1, 0, 0)));
    assert_eq!(of(Country::Poland, Period::II, "Protestant"), Some(([-1, 0, 1], 2, 1, 0)));
    assert_eq!(of(Country::Poland, Period::III, "Protestant"), Some(([-2, 0, 1], 2, 0, 0)));
    assert_eq!(of(Country::Poland, Period::IV, "Protestant"), Some(([-2, 2, 0], 2, 0, 0)));
    assert_eq!(of(Country::Poland, Period::V, "Protestant"), Some(([-2, 2, 0], 0, 0, 0)));
    assert_eq!(of(Country::Poland, Period::VII, "Protestant"), Some(([-1, 2, 0], 0, 0, 0)));
    let parliament = |period| {
        let forces = charts.logistics.forces(Country::Holland, period).unwrap().allowance();
        let free = of(Country::Holland, period, "under the Parliament").unwrap().0;
        [forces.0 as i8 + free[0], forces.1 as i8 + free[1], forces.2 as i8 + free[2]]
    };
    assert_eq!((parliament(Period::III), parliament(Period::V)), ([0, 4, 1], [0, 4, 2]));
    assert_eq!((parliament(Period::IV), parliament(Period::VII)), ([0, 4, 1], [0, 4, 2]));
}

#[test]
fn a_bill_is_reckoned_under_conditions() {
    let spain = file("portugal-sets-sail.toml")
        .replace("country = \"portugal\"", "country = \"spain\"\nconditions = [\"with Portugal annexed\"]");
    let account = play(&spain, &[]).account;
    assert!(account.contains("keeps 4 LD and 0 ND free, and 6 of either kind"), "{account}");
    let other = spain.replace("with Portugal annexed", "at war");
    let error = refusal(&other);
    assert!(error.contains("no condition `at war` in period I; there is with Portugal annexed"), "{error}");
    let crowded = file("portugal-sets-sail.toml").replace("ships = \"NTD\"", "ships = \"4NWD\"");
    let crowded = crowded.replace("ships = \"F+", "ships = \"2F+ 9NWD 2NTD\" #");
    let error = refusal(&crowded);
    assert!(error.contains("ND with what is bought; the country has at most 12"), "{error}");
}
