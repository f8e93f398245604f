//! Tables that no state of a battle has room for are refused by cell; all others are played with as they are.

use crate::playing::{file, of_2020};
use grognard_eu9::*;
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Playable, Side};
use proptest::prelude::*;
use std::sync::Arc;

fn change(table: &str, row: &str, column: &str, cell: &str) -> String {
    format!("[[{table}.change]]\nrow = \"{row}\"\ncolumn = \"{column}\"\ncell = \"{cell}\"\n")
}

fn load(text: &str) -> Result<Charts, String> {
    Charts::load(&[("house.toml".to_owned(), text.to_owned())]).map_err(|error| error.to_string())
}

#[test]
fn what_no_state_has_room_for_is_refused_by_its_cell() {
    let cases = [
        ("naval-pursuit-modifiers", "wind", "value", "7", "from -6 to 6"),
        ("naval-pursuit-modifiers", "ended on day 1", "value", "-7", "from -6 to 6"),
        ("naval-morale", "galley", "morale", "8", "from 0 to 7"),
        ("naval-morale", "galley", "veterans add", "-1", "from 0 to 7"),
        ("naval-modifiers", "wind", "day 1 Fire", "21", "from -20 to 20"),
        ("land-morale", "muskets", "against others", "9", "from 0 to 7"),
        ("pursuit-modifiers", "sipahi", "value", "-21", "from -20 to 20"),
        ("combat-results", "10", "A", "18", "at most 17 and 9 stars"),
        ("combat-results", "10", "A", "-1", "at most 17 and 9 stars"),
        ("combat-results", "10", "A", "1 **********", "at most 17 and 9 stars"),
        ("naval-figures", "capture warships", "value", "-1", "from 0 to 100"),
    ];
    for (table, row, column, cell, wanted) in cases {
        let text = change(table, row, column, cell);
        let error = load(&text).err().unwrap_or_else(|| panic!("{table} takes {cell}"));
        assert!(error.contains(&format!("{table}, row `{row}`: column `{column}`")), "{error}");
        assert!(error.contains(&format!("holds `{cell}`")) && error.contains(wanted), "{error}");
    }
}

/// The odds of a small fleet against another with these tables.
fn odds(charts: Charts) -> (f64, Vec<(NavalEnd, f64)>) {
    let text = of_2020(&file("gravelines.toml"))
        .replace("ships = \"2F+ 9NWD 3NTD\"", "ships = \"NWD\"")
        .replace("ships = \"2F+ 8NWD 2NTD\"", "ships = \"2NWD\"")
        .replace("admiral = \"replacement\"", "admiral = { manoeuvre = 0, fire = 0, shock = 6 }");
    let charts = Arc::new(charts);
    let Ok(Contest::NavalBattle(start, givens)) = open("t", &text, &charts) else { panic!("a naval battle") };
    let decide = |state: &NavalBattle, choice: &Choice<'_>| state.policy(&givens, choice);
    let odds = exact(&start, &*givens, &decide, Budget::default()).unwrap();
    let ends: Vec<(NavalEnd, f64)> = odds.ends().to_vec();
    (ends.iter().map(|(_, p)| p).sum(), ends)
}

/// A pursuit that is hampered: -1 for each line is -1, and not a spill into what stands beside it.
#[test]
fn a_hampered_pursuit_sinks_less() {
    let all = |value: i8| {
        let rows = ["wind", "ND more", "ended on day 1", "ended after Fire"];
        load(&rows.map(|row| change("naval-pursuit-modifiers", row, "value", &value.to_string())).concat())
            .unwrap()
    };
    let lost = |charts: Charts| {
        let (sum, ends) = odds(charts);
        assert!((sum - 1.0).abs() < 1e-12, "{sum}");
        let lost = |end: &NavalEnd| f64::from(end.losses.second.0);
        let (won, p) = ends
            .iter()
            .filter(|(end, _)| end.winner == Some(Side::First))
            .fold((0.0, 0.0), |(l, q), (end, p)| (l + p * lost(end), q + p));
        // Who wins does not depend on the pursuit.
        (p, won)
    };
    let (plain, hampered, worst) = (lost(all(0)), lost(all(-1)), lost(all(-6)));
    assert!((plain.0 - hampered.0).abs() < 1e-12 && (plain.0 - worst.0).abs() < 1e-12);
    assert!(worst.1 <= hampered.1 && hampered.1 < plain.1, "{plain:?} {hampered:?} {worst:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]
    /// Tables within bounds, however odd, are played with as they stand: the odds sum to one, and no state spills over.
    #[test]
    fn any_table_within_bounds_is_played_with(
        pursuit in proptest::array::uniform4(-6i8..=6),
        morale in 1u8..=7,
        fire in -20i8..=20,
        losses in 0u8..=17,
        stars in 0usize..=9,
    ) {
        let rows = ["wind", "ND more", "ended on day 1", "ended after Fire"];
        let mut text: String = rows
            .iter()
            .zip(pursuit)
            .map(|(row, value)| change("naval-pursuit-modifiers", row, "value", &value.to_string()))
            .collect();
        text += &change("naval-morale", "galleon-fluyt", "morale", &morale.to_string());
        text += &change("naval-modifiers", "wind", "day 1 Fire", &fire.to_string());
        for column in ["A", "B", "C", "D", "E"] {
            let cell = format!("{losses} {}", "*".repeat(stars));
            text += &change("combat-results", "10", column, cell.trim_end());
        }
        let charts = load(&text).unwrap();
        let (sum, ends) = odds(charts);
        prop_assert!((sum - 1.0).abs() < 1e-9, "{sum}");
        for (end, _) in ends {
            for side in Side::ALL {
                prop_assert!(end.losses[side] >= Thirds::ZERO && end.losses[side] <= Thirds::whole(2));
            }
        }
    }
}
