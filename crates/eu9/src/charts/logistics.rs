//! Typed charts of forces, prices, campaigns and rounds.

use super::words::periods;
use super::{array, each_row};
use crate::fleet::Fleet;
use crate::power::{Class, Country, NavalTechnology, Period, Technology};
use crate::profile::PortugalsUpkeep;
use grognard_charts::{BadData, Bands, Pages, Table};

/// The contents of a full F- and F+.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FleetContents {
    /// Warships of an F-.
    pub minus_warships: u8,
    /// Transports of an F-.
    pub minus_transports: u8,
    /// Warships of an F+.
    pub plus_warships: u8,
    /// Transports of an F+.
    pub plus_transports: u8,
}

impl FleetContents {
    fn read(text: &str) -> Option<FleetContents> {
        if text == "-" {
            return Some(FleetContents::default());
        }
        let numbers: Option<Vec<u8>> = text.split([' ', '/']).map(|part| part.parse().ok()).collect();
        match numbers?[..] {
            [minus_warships, minus_transports, plus_warships, plus_transports] => {
                Some(FleetContents { minus_warships, minus_transports, plus_warships, plus_transports })
            }
            _ => None,
        }
    }
}

/// What a country may keep and buy in a period.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forces {
    /// The navy ceiling as printed, with conditions in brackets.
    pub max_nd: String,
    /// The basic force as printed.
    pub basic: String,
    /// Whether its slashes part alternatives, governments, instead of forces.
    pub alternatives: bool,
    /// ND that may be bought a turn.
    pub buys_nd: u8,
    /// LD that may be bought a turn.
    pub buys_ld: u8,
}

impl Forces {
    /// The free allowance in detachments: LD, ND, and those that may be either. Slashes part the forces of
    /// Turkey and of Poland, which are all kept; Holland's are alternatives, of which the first counts. What
    /// stands in brackets is conditional and left out; Sweden's convoy keeps 4 ND.
    pub fn allowance(&self) -> (u8, u8, u8) {
        allowance(&self.basic, self.alternatives).unwrap_or_default()
    }

    /// The navy ceiling without its conditions, as in `12`, `18+6` and `2(4)`.
    pub fn nd_max(&self) -> u8 {
        ceiling(&self.max_nd).map_or(0, |(plain, _)| plain)
    }
}

/// The plain ceiling of a cell such as `12`, `18+6` or `2(4)`, and the one under its condition.
fn ceiling(text: &str) -> Option<(u8, u8)> {
    let number = |text: &str| text.parse::<u8>().ok();
    if let Some((plain, more)) = text.split_once('+') {
        return Some((number(plain)?, number(plain)?.checked_add(number(more)?)?));
    }
    match text.split_once('(') {
        Some((plain, other)) => Some((number(plain)?, number(other.strip_suffix(')')?)?)),
        None => number(text).map(|plain| (plain, plain)),
    }
}

/// The detachments of a basic force such as `2 A+ F- 1 GD`; none where a word is not understood.
fn allowance(basic: &str, alternatives: bool) -> Option<(u8, u8, u8)> {
    let (mut ld, mut nd, mut either) = (0, 0, 0);
    for (place, part) in basic.split('/').enumerate() {
        let mut count = None;
        for word in part.split_whitespace() {
            let (word, counts) = match word.strip_prefix('(') {
                Some(word) => (word.strip_suffix(')')?, false),
                None => (word, place == 0 || !alternatives),
            };
            let times = count.take();
            let (kind, size) = match word {
                "A+" => (&mut ld, 4),
                "A-" => (&mut ld, 2),
                "LD" => (&mut ld, 1),
                "ND" => (&mut nd, 1),
                "F+" | "Tr" => (&mut nd, 4),
                "F-" => (&mut nd, 2),
                "GD" => (&mut either, 1),
                // A free privateer, and nothing at all.
                "P" | "none" => continue,
                number if times.is_none() => {
                    count = Some(number.parse::<u8>().ok().filter(|&n| (1..=9).contains(&n))?);
                    continue;
                }
                _ => return None,
            };
            if counts {
                *kind += size * times.unwrap_or(1);
            }
        }
        if count.is_some() {
            return None;
        }
    }
    Some((ld, nd, either))
}

/// What a condition changes in a country's forces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    name: String,
    periods: Vec<Period>,
    /// LD, ND, and detachments of either kind that are kept free besides, or no more.
    pub free: [i8; 3],
    /// ND added to the ceiling.
    pub max_nd: i8,
    /// ND added to what may be bought a turn.
    pub buys_nd: i8,
    /// LD added to what may be bought a turn.
    pub buys_ld: i8,
}

impl Condition {
    fn read(table: &Table, row: usize) -> Result<Condition, BadData> {
        let wanted = "`-`, or forces such as `A- less A+`";
        let free = table.parse(row, 2, wanted, |text| {
            let (more, less) = match text {
                "-" => ("", ""),
                text => text.split_once("less ").unwrap_or((text, "")),
            };
            let ((ld, nd, either), less) = (allowance(more, false)?, allowance(less, false)?);
            Some([ld as i8 - less.0 as i8, nd as i8 - less.1 as i8, either as i8 - less.2 as i8])
        })?;
        let label = table.row_label(row);
        Ok(Condition {
            name: label.split_once(',').map_or(label, |(name, _)| name).to_owned(),
            periods: periods(table, row, 1)?,
            free,
            max_nd: table.number(row, 3)?,
            buys_nd: table.number(row, 4)?,
            buys_ld: table.number(row, 5)?,
        })
    }
}

/// A line of the land prices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandPrice {
    /// To buy: LD, A-.
    pub buy: [u16; 2],
    /// Upkeep at war: LD, A-, A+, each for veterans and for conscripts.
    pub war: [[u16; 2]; 3],
    /// Upkeep at peace: LD, A-, A+.
    pub peace: [u16; 3],
}

/// A line of the naval prices; none where a thing is not to be had.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NavalPrice {
    /// To buy: warship, full F-, galley, full galley F-, transport.
    pub buy: [Option<u16>; 5],
    /// Upkeep: ND, F-, F+.
    pub keep: [u16; 3],
}

/// A box of the round track.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct RoundBox(pub u8);

/// Sea transport, in half points: what troops need and ships carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Capacity {
    pub(crate) ld: u16,
    pub(crate) land_d: u16,
    pub(crate) warship: u16,
    pub(crate) galley: u16,
    pub(crate) transport: u16,
    pub(crate) naval_d: u16,
}

/// The charts of logistics and campaigns.
pub struct LogisticsCharts {
    pub(crate) capacity: Capacity,
    contents: Vec<(String, [FleetContents; 7])>,
    forces: Vec<(String, Forces)>,
    land: Vec<(String, LandPrice)>,
    naval: Vec<(String, NavalPrice)>,
    first_round: [RoundBox; 10],
    continuation_bands: Bands,
    continuation: Vec<[u8; 2]>,
    boxes: Vec<(String, bool)>,
    transport: Vec<(String, [u8; 4])>,
    minors: Vec<(String, Class)>,
    conditions: Vec<Condition>,
    /// The price line of 74s.
    seventy_four: NavalTechnology,
    /// What each level of a fortress costs, and its upkeep, in Europe and elsewhere.
    pub(super) walls: Vec<[[Option<u16>; 2]; 2]>,
}

fn price(table: &Table, row: usize, column: usize) -> Result<Option<u16>, BadData> {
    table.parse(row, column, "a price or `-`", |text| match text {
        "-" => Some(None),
        text => text.parse().ok().map(Some),
    })
}

/// Tables of numbers that are looked up by their rows hold numbers.
fn check_figures(pages: &Pages) -> Result<(), BadData> {
    let costs = pages.table("campaign-costs")?;
    costs.expect_rows(&["none", "passive", "simple", "simple no logistics", "major", "multiple"])?;
    for (key, columns) in [
        ("campaign-costs", 1),
        ("movement-limits", 1),
        ("supply-figures", 1),
        ("evasion", 1),
        ("overrun", 1),
        ("purchase-figures", 1),
        ("conversion", 1),
        ("transport-capacity", 1),
        ("timar-wintering", 1),
        ("movement-costs", 2),
        ("interception-modifiers", 2),
        ("revolts-and-pirates", 2),
    ] {
        let table = pages.table(key)?;
        for column in 1..=columns {
            each_row(table, |row| table.number::<i16>(row, column))?;
        }
    }
    Ok(())
}

/// A table as pairs of a row's label and what it holds.
fn labelled<T>(
    table: &Table,
    mut read: impl FnMut(usize) -> Result<T, BadData>,
) -> Result<Vec<(String, T)>, BadData> {
    each_row(table, |row| Ok((table.row_label(row).to_owned(), read(row)?)))
}

/// What F counters hold, by line and period.
fn contents(pages: &Pages) -> Result<Vec<(String, [FleetContents; 7])>, BadData> {
    let table = pages.table("fleet-contents")?;
    table.expect_rows(&[
        "england",
        "habsburg",
        "spain",
        "holland",
        "france",
        "poland",
        "russia",
        "turkey",
        "venice",
        "sweden",
        "class II and A",
        "class III and portugal",
    ])?;
    labelled(table, |row| {
        let mut periods = [FleetContents::default(); 7];
        for (index, slot) in periods.iter_mut().enumerate() {
            *slot = table.parse(row, index + 1, "`2/1 4/1` or `-`", FleetContents::read)?;
        }
        Ok(periods)
    })
}

/// The forces of the majors.
fn forces(pages: &Pages) -> Result<Vec<(String, Forces)>, BadData> {
    let table = pages.table("forces")?;
    labelled(table, |row| {
        let text = |column| table.cell(row, column).text().to_owned();
        let alternatives = table.row_label(row).starts_with(Country::Holland.key());
        table.parse(row, 1, "a ceiling such as `12`, `18+6` or `2(4)`", ceiling)?;
        let wanted = "a force such as `2 A+ F- 1 GD` of A+, A-, LD, F+, F-, ND, GD, Tr and P";
        table.parse(row, 2, wanted, |text| allowance(text, alternatives))?;
        Ok(Forces {
            max_nd: text(1),
            basic: text(2),
            alternatives,
            buys_nd: table.number(row, 3)?,
            buys_ld: table.number(row, 4)?,
        })
    })
}

/// What troops cost to buy and to keep.
fn land_prices(pages: &Pages) -> Result<Vec<(String, LandPrice)>, BadData> {
    let table = pages.table("land-prices")?;
    labelled(table, |row| {
        let cell = |column| table.number::<u16>(row, column);
        Ok(LandPrice {
            buy: [cell(1)?, cell(2)?],
            war: [[cell(3)?, cell(4)?], [cell(5)?, cell(6)?], [cell(7)?, cell(8)?]],
            peace: [cell(9)?, cell(10)?, cell(11)?],
        })
    })
}

/// And ships.
fn naval_prices(pages: &Pages) -> Result<Vec<(String, NavalPrice)>, BadData> {
    let table = pages.table("naval-prices")?;
    labelled(table, |row| {
        let buy = array(|index| price(table, row, index + 1))?;
        let keep = array(|index| table.number(row, index + 6))?;
        Ok(NavalPrice { buy, keep })
    })
}

impl LogisticsCharts {
    pub(super) fn load(pages: &Pages) -> Result<LogisticsCharts, BadData> {
        let track = pages.table("round-track")?;
        let first = pages.table("first-round")?;
        let further = pages.table("continuation")?;
        let transport = pages.table("transport-points")?;
        check_figures(pages)?;
        let fortresses = pages.table("fortresses")?;
        fortresses.expect_rows(&["1", "2", "3", "4", "5"])?;
        let walls = each_row(fortresses, |row| {
            let pair =
                |first: usize| Ok([price(fortresses, row, first)?, price(fortresses, row, first + 1)?]);
            Ok([pair(1)?, pair(3)?])
        })?;
        let boxes = each_row(track, |row| {
            let season = track.parse(row, 1, "summer, winter or end", |text| {
                matches!(text, "summer" | "winter" | "end").then(|| text.to_owned())
            })?;
            Ok((track.row_label(row).to_owned(), season == "winter"))
        })?;
        let named =
            |text: &str| boxes.iter().position(|(label, _)| label == text).map(|index| RoundBox(index as u8));
        Ok(LogisticsCharts {
            contents: contents(pages)?,
            forces: forces(pages)?,
            land: land_prices(pages)?,
            naval: naval_prices(pages)?,
            first_round: array(|face| first.parse(face, 1, "a box of the round track", named))?,
            continuation_bands: further.bands()?,
            continuation: each_row(further, |row| Ok([further.number(row, 1)?, further.number(row, 2)?]))?,
            transport: labelled(transport, |row| array(|column| transport.number(row, column + 1)))?,
            boxes,
            walls,
            conditions: {
                let table = pages.table("force-conditions")?;
                each_row(table, |row| Condition::read(table, row))?
            },
            seventy_four: {
                let table = pages.table("seventy-four-prices")?;
                table.expect_rows(&[NavalTechnology::SeventyFour.key()])?;
                let known = |text: &str| NavalTechnology::ALL.iter().copied().find(|t| t.key() == text);
                table.parse(0, 1, "a naval technology such as `three-decker`", known)?
            },
            minors: {
                let minors = pages.table("minor-class")?;
                each_row(minors, |row| {
                    let class = minors.parse(row, 1, "an army class", super::class)?;
                    Ok((minors.row_label(row).to_owned(), class))
                })?
            },
            capacity: {
                let table = pages.table("transport-capacity")?;
                let points = |row: &str| table.row(row).and_then(|row| table.number(row, 1));
                Capacity {
                    ld: points("LD")?,
                    land_d: points("land d")?,
                    warship: points("warship")?,
                    galley: points("galley")?,
                    transport: points("transport")?,
                    naval_d: points("naval d")?,
                }
            },
        })
    }

    /// The army class of a minor country by its name in the table.
    pub fn minor_class(&self, name: &str) -> Option<Class> {
        self.minors.iter().find(|(label, _)| label == name).map(|(_, class)| *class)
    }

    /// What a full F- and F+ hold, by country or class line; nothing where there is no F counter.
    pub fn contents(&self, line: &str, period: Period) -> FleetContents {
        let found = self.contents.iter().find(|(label, _)| label == line);
        found.map_or(FleetContents::default(), |(_, periods)| periods[period as usize])
    }

    /// The transport points of an A+ of a class; a reform changes nothing in them.
    pub fn transport_points(&self, class: &str, period: Period) -> Option<u8> {
        let class = if class == Class::IReformed.key() { Class::I.key() } else { class };
        let column = match period {
            Period::I | Period::II | Period::III => 0,
            Period::IV | Period::V => 1,
            Period::VI => 2,
            Period::VII => 3,
        };
        self.transport.iter().find(|(label, _)| label == class).map(|(_, points)| points[column])
    }

    /// What a country may keep and buy; none where it does not exist.
    pub fn forces(&self, country: Country, period: Period) -> Option<&Forces> {
        let label = format!("{} {}", country.key(), period.key());
        self.forces.iter().find(|(row, _)| *row == label).map(|(_, forces)| forces)
    }

    /// What a condition changes in a country's forces; none where the pages have no such condition.
    pub fn condition(&self, country: Country, period: Period, name: &str) -> Option<&Condition> {
        let name = format!("{} {name}", country.key());
        self.conditions.iter().find(|condition| condition.name == name && condition.periods.contains(&period))
    }

    /// The names of a country's conditions in a period.
    pub fn conditions(&self, country: Country, period: Period) -> Vec<&str> {
        let own = self.conditions.iter().filter(|condition| condition.periods.contains(&period));
        own.filter_map(|condition| condition.name.strip_prefix(country.key())?.strip_prefix(' ')).collect()
    }

    /// A country's free allowance in LD, ND, and detachments that may be either; none where it does not exist.
    pub fn allowance(
        &self,
        country: Country,
        period: Period,
        portugal: PortugalsUpkeep,
    ) -> Option<(u8, u8, u8)> {
        let guide = (Country::Portugal, Period::I, PortugalsUpkeep::Guide);
        if (country, period, portugal) == guide {
            let row = self.forces.iter().find(|(row, _)| row == "portugal I by the guide");
            return row.map(|(_, forces)| forces.allowance());
        }
        self.forces(country, period).map(Forces::allowance)
    }

    /// Land prices of a country at a technology.
    pub fn land_price(&self, country: Country, technology: Technology) -> Option<LandPrice> {
        let label = format!("{} {}", country.key(), technology.key());
        self.land.iter().find(|(row, _)| *row == label).map(|(_, price)| *price)
    }

    /// Naval prices of a country at a technology; 74s use the three-decker line.
    pub fn naval_price(&self, country: Country, technology: NavalTechnology) -> Option<NavalPrice> {
        let technology = match technology {
            NavalTechnology::SeventyFour => self.seventy_four,
            other => other,
        };
        let label = format!("{} {}", country.key(), technology.key());
        self.naval.iter().find(|(row, _)| *row == label).map(|(_, price)| *price)
    }

    /// The first round of a turn by the face of the die.
    pub fn first_round(&self, face: u16) -> RoundBox {
        self.first_round[usize::from(face.clamp(1, 10)) - 1]
    }

    /// How many boxes the round marker advances by a modified die.
    pub(super) fn advance(&self, from: RoundBox, die: i16) -> u8 {
        let winter = self.is_winter(from);
        self.continuation[self.continuation_bands.row(die.into())][usize::from(winter)]
    }

    /// Whether a box is a winter round.
    pub fn is_winter(&self, round: RoundBox) -> bool {
        self.boxes[usize::from(round.0)].1
    }

    /// The last box, which ends the turn.
    pub fn end_box(&self) -> RoundBox {
        RoundBox(self.boxes.len() as u8 - 1)
    }

    /// The name of a box.
    pub fn box_name(&self, round: RoundBox) -> &str {
        &self.boxes[usize::from(round.0)].0
    }

    /// A full F- or F+ of warships and transports.
    pub fn full_fleet(&self, line: &str, period: Period, plus: bool) -> Fleet {
        let contents = self.contents(line, period);
        let (warships, transports) = match plus {
            true => (contents.plus_warships, contents.plus_transports),
            false => (contents.minus_warships, contents.minus_transports),
        };
        Fleet { warships, transports, ..Fleet::default() }
    }
}
