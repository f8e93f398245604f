//! Options that several commands share, and how the values of options are read.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use grognard::Strength;
use std::path::PathBuf;
use std::sync::LazyLock;

/// The player's own tables.
#[derive(Args, Debug, Clone)]
pub(crate) struct HouseTables {
    /// A folder of TOML files with your own charts: whole tables, or single cells.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
}

/// Anything may be written, and what is ready is known to whoever completes it.
#[derive(Clone)]
pub(super) struct Ready(pub(super) &'static LazyLock<Vec<String>>);

impl TypedValueParser for Ready {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|name| PossibleValue::new(name.as_str()))))
    }
}

/// The ready battles as SYSTEM/NAME.
pub(super) static BATTLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let of = |system: &grognard::System| {
        let key = system.key;
        system.battles().into_iter().map(move |(name, _)| format!("{key}/{name}")).collect::<Vec<_>>()
    };
    grognard::systems().iter().flat_map(of).collect()
});

/// The titles, and the ready battles.
pub(super) static TITLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let titles = grognard::systems().iter().flat_map(|system| system.titles()).map(|(key, _)| key);
    titles.chain(BATTLES.iter().cloned()).collect()
});

/// The systems' keys.
pub(super) static SYSTEMS: LazyLock<Vec<String>> =
    LazyLock::new(|| grognard::systems().iter().map(|system| system.key.to_owned()).collect());

/// A battle file.
#[derive(Args, Debug, Clone)]
pub(crate) struct BattleFile {
    /// A battle file, a ready one as SYSTEM/NAME, for example eu9/pavia, or a link shared from the battle desk.
    #[arg(value_parser = Ready(&BATTLES), hide_possible_values = true)]
    pub(crate) file: String,
    #[command(flatten)]
    pub(crate) tables: HouseTables,
}

/// How hard a computer thinks.
pub(super) fn strength() -> impl TypedValueParser<Value = Strength> {
    PossibleValuesParser::new(["full", "easy"]).map(|word| match word.as_str() {
        "easy" => Strength::Easy,
        _ => Strength::Full,
    })
}

pub(super) fn two_figures(text: &str) -> Result<(String, String), String> {
    match text.split_once(',') {
        Some((row, column)) if !column.contains(',') => Ok((row.trim().to_owned(), column.trim().to_owned())),
        _ => Err("two figures with a comma between, as attacker-losses,defender-losses".to_owned()),
    }
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=1e6).contains(seconds));
    seconds.ok_or_else(|| "a number of seconds, at least 0.01".to_owned())
}

pub(super) fn points(text: &str) -> Result<f64, String> {
    let points = text.parse().ok().filter(|points| (0.001..=50.0).contains(points));
    points.ok_or_else(|| "percentage points, 0.001 to 50".to_owned())
}

pub(super) fn ends(text: &str) -> Result<usize, String> {
    if text == "all" {
        return Ok(usize::MAX);
    }
    text.parse().map_err(|_| "a number, or `all`".to_owned())
}
