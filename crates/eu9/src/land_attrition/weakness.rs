//! What makes a stack roll in the supply segment: weak lines, sieges, the winter.

use crate::attrition::March;
use crate::charts::{Charts, Entry};
use crate::power::Country;
use crate::profile::{BesiegedSupply, Edition};
use crate::sea_attrition::check_manoeuvre;
use crate::siege::{Port, Works};
use grognard_charts::Problem;
use grognard_umpire::Clause;
use serde::Deserialize;

/// More provinces than lie between any place and the nearest Turkish one.
const PROVINCES_MAX: u8 = 30;

/// What weakens a line of supply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum Weakness {
    /// It is long.
    Length,
    /// It crosses a desert that is not national territory.
    Desert,
    /// Its source is controlled and not owned.
    CapturedSource,
    /// It goes over a fleet that is not next to a friendly port.
    Fleet,
    /// There is none at all, this round for the first time.
    NoLine,
    /// The stack is besieged.
    Besieged,
    /// The winter has come over a stack in an uncontrolled cold province.
    Winter,
    /// A winter box has passed over Timars.
    Timars,
}

impl Weakness {
    pub(super) fn clause(self) -> Clause {
        match self {
            Weakness::Length => rule!("SUPPLY-g"),
            Weakness::Desert => rule!("SUPPLY-i"),
            Weakness::CapturedSource => rule!("SUPPLY-k"),
            Weakness::Fleet => rule!("SUPPLY-l"),
            Weakness::NoLine => rule!("SUPPLY-f"),
            Weakness::Besieged => rule!("SUPPLY-m"),
            Weakness::Winter => rule!("SUPPLY-r"),
            Weakness::Timars => rule!("SUPPLY-u"),
        }
    }

    pub(super) fn words(self, charts: &Charts) -> String {
        match self {
            Weakness::Length => {
                return format!("its line of supply is {} MP or longer", charts.count(Entry::WeakFrom));
            }
            Weakness::Desert => "its line of supply crosses a desert",
            Weakness::CapturedSource => "its source of supply is not its own",
            Weakness::Fleet => "the fleet that feeds it is not next to a port",
            Weakness::NoLine => "it has no line of supply",
            Weakness::Besieged => "it is besieged",
            Weakness::Winter => "it winters in the cold",
            Weakness::Timars => "its Timars winter away from home",
        }
        .to_owned()
    }
}

/// The supply of a stack.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct SupplyText {
    pub(super) weak: Vec<Weakness>,
    /// What lies before the walls of a besieged stack.
    pub(super) walls: Option<WallsText>,
    /// Timars that winter away from home.
    pub(super) timars: Option<TimarsText>,
}

/// The Timars of a stack when a winter box passes.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct TimarsText {
    /// Their LD.
    pub(super) ld: u8,
    /// How many provinces they are from Turkish national territory.
    pub(super) provinces_from_home: u8,
}

/// The place of a besieged stack, and who besieges it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct WallsText {
    /// SIEGE of a leader inside, which counts instead of MAN.
    #[serde(default)]
    siege: i8,
    /// SIEGE of a leader outside, in the edition of 2020.
    #[serde(default)]
    enemy_siege: i8,
    #[serde(default)]
    works_minus: u8,
    #[serde(default)]
    works_plus: u8,
    #[serde(default)]
    port: Port,
    #[serde(default)]
    bad_weather: bool,
}

impl WallsText {
    /// A stack behind these walls.
    pub(super) fn behind(self, march: March, edition: Edition) -> March {
        March {
            leader: self.siege,
            // The enemy's SIEGE came with the later edition.
            enemy_siege: if edition == Edition::Of2013 { 0 } else { self.enemy_siege },
            works: Works { minus: self.works_minus, plus: self.works_plus },
            open_port: self.port == Port::Open,
            bad_weather: self.bad_weather,
            ..march
        }
    }
}

impl SupplyText {
    /// Checks that the reasons go together.
    pub(super) fn check(
        &self,
        (country, ld): (Country, u8),
        manoeuvre: i8,
        list: BesiegedSupply,
        problems: &mut Vec<Problem>,
    ) {
        let mut wrong = |path: &str, words: &str| problems.push(Problem::new(path, words));
        let has = |weakness: Weakness| self.weak.contains(&weakness);
        let of_a_line = [Weakness::Length, Weakness::Desert, Weakness::CapturedSource, Weakness::Fleet];
        if has(Weakness::NoLine) && of_a_line.into_iter().any(has) {
            wrong("supply.weak", "where there is no line, none can be weak; write \"no-line\" alone");
        }
        let by_siege_list = list == BesiegedSupply::SiegeList;
        if has(Weakness::Besieged) && self.weak.len() > 1 && by_siege_list {
            wrong("supply.weak", "the besieged roll by a list of their own; write \"besieged\" alone");
        }
        if has(Weakness::Timars) != self.timars.is_some() || (has(Weakness::Timars) && self.weak.len() > 1) {
            wrong(
                "supply.timars",
                "Timars have a test of their own: weak = [\"timars\"] alone, and a [supply.timars] part",
            );
        }
        if let Some(timars) = self.timars {
            if country != Country::Turkey {
                wrong("supply.timars", "only Turkey has Timars");
            }
            if !(1..=ld).contains(&timars.ld) {
                wrong("supply.timars.ld", "write how many LD of the stack they are");
            }
            if timars.provinces_from_home > PROVINCES_MAX {
                wrong("supply.timars.provinces-from-home", "farther than any province is");
            }
        }
        let Some(walls) = self.walls else {
            if has(Weakness::Besieged) && by_siege_list {
                wrong(
                    "supply.weak",
                    "a besieged stack has walls: write a [supply.walls] part, if only its head",
                );
            }
            return;
        };
        if !by_siege_list {
            wrong(
                "supply.walls",
                "the besieged roll like others in weak supply; leave the walls out, or write besieged-supply = \"siege-list\" in [rules]",
            );
            return;
        }
        if !has(Weakness::Besieged) {
            wrong("supply.walls", "walls are for a besieged stack: weak = [\"besieged\"]");
        }
        if walls.works_minus.saturating_add(walls.works_plus) > 2 || walls.works_minus > 1 {
            wrong(
                "supply.walls.works-plus",
                "two siegeworks- make a siegeworks+, and at most two counters stay",
            );
        }
        if manoeuvre > 0 {
            wrong("manoeuvre", "behind walls SIEGE counts, not MAN: write it under [supply.walls]");
        }
        check_manoeuvre(walls.siege, "supply.walls.siege", problems);
        check_manoeuvre(walls.enemy_siege, "supply.walls.enemy-siege", problems);
    }
}
