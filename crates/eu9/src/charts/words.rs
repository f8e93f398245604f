//! Cells that hold words: each is read once, and a misspelt one is named with what would be right.

use super::{class, each_row, labels};
use crate::campaign::Campaign;
use crate::power::{Class, Country, Period, Technology, Turn};
use grognard_charts::{BadData, Bands, OnDemand, Pages, Table};
use grognard_umpire::Look;

/// `yes` or `no`.
pub(super) fn yes(table: &Table, row: usize, column: usize) -> Result<bool, BadData> {
    table.parse(row, column, "yes or no", |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

/// Periods such as `I II III`.
pub(super) fn periods(table: &Table, row: usize, column: usize) -> Result<Vec<Period>, BadData> {
    table.parse(row, column, "periods such as `I II`", |text| text.split(' ').map(period).collect())
}

fn period(text: &str) -> Option<Period> {
    Period::ALL.iter().copied().find(|period| period.key() == text)
}

fn technology(text: &str) -> Option<Technology> {
    Technology::ALL.iter().copied().find(|technology| technology.key() == text)
}

/// What blockades a place: F counters, and detachments besides transports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Blockader {
    /// F+ counters.
    pub(crate) f_plus: u8,
    /// F counters of either kind.
    pub(crate) f: u8,
    /// ND that are no transports.
    pub(crate) nd: u8,
}

impl Blockader {
    /// `d`, `ND`, `F- with 2 ND`.
    fn read(text: &str) -> Option<Blockader> {
        let (counter, nd) = match text {
            "d" => return Some(Blockader::default()),
            "ND" => return Some(Blockader { nd: 1, ..Blockader::default() }),
            text => text.split_once(" with ")?,
        };
        let nd = nd.strip_suffix(" ND")?.parse().ok()?;
        match counter {
            "F-" => Some(Blockader { f_plus: 0, f: 1, nd }),
            "F+" => Some(Blockader { f_plus: 1, f: 1, nd }),
            _ => None,
        }
    }
}

/// When a level of a fortress may be built, and when it costs double.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WallsRule {
    /// The technology it takes.
    needs: Option<Technology>,
    /// The turn it takes.
    from: Turn,
    /// Doubled before this technology.
    double_technology: Option<Technology>,
    /// Doubled before this turn.
    double_turn: Turn,
}

impl WallsRule {
    fn read(table: &Table, row: usize) -> Result<WallsRule, BadData> {
        let needs = table.parse(row, 5, "a land technology or `-`", |text| match text {
            "-" => Some(None),
            text => technology(text).map(Some),
        })?;
        let mut rule = WallsRule { needs, from: Turn(1), double_technology: None, double_turn: Turn(1) };
        let wanted = "`-`, `turn 40`, `doubled before turn 40` or `doubled before arquebus`";
        let turn = |text: &str| text.strip_prefix("turn ").and_then(|turn| turn.parse().ok()).map(Turn);
        rule = table.parse(row, 6, wanted, |text| match text.strip_prefix("doubled before ") {
            None if text == "-" => Some(rule),
            None => turn(text).map(|from| WallsRule { from, ..rule }),
            Some(before) => match (turn(before), technology(before)) {
                (Some(double_turn), _) => Some(WallsRule { double_turn, ..rule }),
                (_, Some(technology)) => Some(WallsRule { double_technology: Some(technology), ..rule }),
                _ => None,
            },
        })?;
        Ok(rule)
    }

    /// Whether the level may be built.
    pub(crate) fn allows(self, technology: Technology, turn: Turn) -> bool {
        self.needs.is_none_or(|needs| technology >= needs) && turn >= self.from
    }

    /// How many times its cost and upkeep are due.
    pub(crate) fn times(self, technology: Technology, turn: Turn) -> u16 {
        let early = self.double_technology.is_some_and(|later| technology < later) || turn < self.double_turn;
        if early { 2 } else { 1 }
    }
}

/// What a fort does to a fleet: whether it is stopped, and how many ND are sunk, by the modified die.
type Guns = (Bands, Vec<(bool, u8)>);

/// The typed word cells.
pub(crate) struct Words {
    guns: OnDemand<Guns>,
    blockade: OnDemand<[Blockader; 6]>,
    pub(crate) walls: OnDemand<Vec<WallsRule>>,
    without_logistics: OnDemand<Vec<(Country, bool)>>,
    shields: OnDemand<Vec<bool>>,
    acquainted: OnDemand<Vec<(String, bool)>>,
    conquistador: OnDemand<Period>,
    weather: OnDemand<(Bands, Vec<bool>)>,
    boxes: OnDemand<Vec<u8>>,
}

fn guns(pages: &Pages) -> Result<Guns, BadData> {
    let guns = pages.table("forts-and-straits")?;
    let rows = each_row(guns, |row| {
        let stopped = guns.parse(row, 1, "passes or stopped", |text| match text {
            "passes" => Some(false),
            "stopped" => Some(true),
            _ => None,
        })?;
        Ok((stopped, guns.number(row, 2)?))
    })?;
    Ok((guns.bands()?, rows))
}

fn blockade(pages: &Pages) -> Result<[Blockader; 6], BadData> {
    let blockade = pages.table("blockade")?;
    let mut besieged = [Blockader::default(); 6];
    for (level, slot) in besieged.iter_mut().enumerate() {
        let row = blockade.row(super::siege::LEVELS[level])?;
        *slot = blockade.parse(row, 1, "`d`, `ND`, `F- with 2 ND` or `F+ with 3 ND`", Blockader::read)?;
    }
    Ok(besieged)
}

fn without_logistics(pages: &Pages) -> Result<Vec<(Country, bool)>, BadData> {
    let poor = pages.table("campaigns-without-logistics")?;
    poor.expect_rows(&labels(Country::ALL, |country| country.key()))?;
    each_row(poor, |row| {
        let country = Country::ALL.iter().copied().find(|c| c.key() == poor.row_label(row));
        Ok((country.expect("the rows are the countries"), yes(poor, row, 1)?))
    })
}

fn shields(pages: &Pages) -> Result<Vec<bool>, BadData> {
    let shields = pages.table("cover-against-tercios")?;
    shields.expect_rows(&labels(Class::ALL, |class| class.key()))?;
    Class::ALL.iter().map(|class| yes(shields, shields.row(class.key())?, 1)).collect()
}

fn acquainted(pages: &Pages) -> Result<Vec<(String, bool)>, BadData> {
    let known = pages.table("acquainted-with-turkey")?;
    each_row(known, |row| Ok((known.row_label(row).to_owned(), yes(known, row, 1)?)))
}

fn conquistador(pages: &Pages) -> Result<Period, BadData> {
    let last = pages.table("last-periods")?;
    last.expect_rows(&["conquistador without artillery"])?;
    last.parse(0, 1, "a period such as `IV`", period)
}

fn weather(pages: &Pages) -> Result<(Bands, Vec<bool>), BadData> {
    let weather = pages.table("bad-weather")?;
    let rows = each_row(weather, |row| {
        weather.parse(row, 1, "bad or fair", |text| match text {
            "bad" => Some(true),
            "fair" => Some(false),
            _ => None,
        })
    })?;
    Ok((weather.bands()?, rows))
}

fn boxes(pages: &Pages) -> Result<Vec<u8>, BadData> {
    let boxes = pages.table("land-technology-boxes")?;
    let mut rows = labels(Technology::ALL, |technology| technology.key());
    rows.push("tercio");
    boxes.expect_rows(&rows)?;
    Technology::ALL.iter().map(|technology| boxes.number(boxes.row(technology.key())?, 1)).collect()
}

impl Words {
    pub(super) fn of(pages: &Pages) -> Words {
        Words {
            guns: OnDemand::new(pages, guns),
            blockade: OnDemand::new(pages, blockade),
            walls: OnDemand::new(pages, |pages| {
                let walls = pages.table("fortresses")?;
                each_row(walls, |row| WallsRule::read(walls, row))
            }),
            without_logistics: OnDemand::new(pages, without_logistics),
            shields: OnDemand::new(pages, shields),
            acquainted: OnDemand::new(pages, acquainted),
            conquistador: OnDemand::new(pages, conquistador),
            weather: OnDemand::new(pages, weather),
            boxes: OnDemand::new(pages, boxes),
        }
    }

    /// Reads them all, and those that code looks up by name.
    pub(super) fn checked(&self, pages: &Pages) -> Result<(), BadData> {
        check_campaigns(pages)?;
        check_feeding(pages)?;
        check_risings(pages)?;
        self.guns.checked()?;
        self.blockade.checked()?;
        self.walls.checked()?;
        self.without_logistics.checked()?;
        self.shields.checked()?;
        self.acquainted.checked()?;
        self.conquistador.checked()?;
        self.weather.checked()?;
        self.boxes.checked()?;
        Ok(())
    }

    /// What a modified die of a fort does to a fleet: whether it is stopped, and how many ND are sunk.
    pub(crate) fn guns(&self, die: i32) -> (bool, u8) {
        self.guns.1[self.guns.0.row(die)]
    }

    /// The facts of that look-up.
    pub(crate) fn guns_look(&self, pages: &Pages, die: i32) -> Look {
        pages.table("forts-and-straits").expect("checked").look(self.guns.0.row(die), 1)
    }

    /// The least that blockades a place of a level, 0 being a fort.
    pub(crate) fn blockade(&self, level: u8) -> Blockader {
        self.blockade[usize::from(level.min(5))]
    }

    /// Whether a country may pay for a campaign without logistics.
    pub(crate) fn does_without_logistics(&self, country: Country) -> bool {
        self.without_logistics.iter().any(|&(listed, may)| listed == country && may)
    }

    /// Whether an A of a class covers its side against tercios.
    pub(crate) fn covers(&self, class: Class) -> bool {
        self.shields[class as usize]
    }

    /// Whether somebody of this name knows the Turks.
    pub(crate) fn knows_the_turks(&self, name: &str) -> bool {
        self.acquainted.iter().any(|(listed, knows)| *knows && listed.eq_ignore_ascii_case(name))
    }

    /// The last period in which a conquistador does without artillery.
    pub(crate) fn last_conquistadors(&self) -> Period {
        *self.conquistador
    }

    /// Whether the unmodified die of an extended campaign brings bad weather.
    pub(crate) fn brings_bad_weather(&self, face: u16) -> bool {
        self.weather.1[self.weather.0.row(face.into())]
    }

    /// The box of the technology track at which a land technology is reached.
    pub(crate) fn box_of(&self, technology: Technology) -> u8 {
        self.boxes[technology as usize]
    }
}

/// Free campaigns: whose, which, how many, how often.
fn check_campaigns(pages: &Pages) -> Result<(), BadData> {
    let table = pages.table("free-campaigns")?;
    for row in 0..table.rows() {
        let known = |text: &str| Campaign::ALL.iter().find(|campaign| campaign.row() == text).map(|_| ());
        table.parse(row, 1, "a campaign such as `simple`", known)?;
        table.number::<u8>(row, 2)?;
        table.parse(row, 3, "turn or round", |text| ["turn", "round"].contains(&text).then_some(()))?;
    }
    Ok(())
}

/// Fleets that feed troops: how many LD, whether an A, and what the fleet needs itself.
fn check_feeding(pages: &Pages) -> Result<(), BadData> {
    let table = pages.table("naval-supply")?;
    table.expect_rows(&["d", "ND", "F- and 2 ND", "F+ and 3 ND", "2 F"])?;
    for row in 0..table.rows() {
        table.number::<u8>(row, 1)?;
        table.number::<u8>(row, 2)?;
        yes(table, row, 3)?;
        table.parse(row, 4, "fort, port or arsenal", |text| {
            ["fort", "port", "arsenal"].contains(&text).then_some(())
        })?;
    }
    let classes = pages.table("minor-class")?;
    each_row(classes, |row| classes.parse(row, 1, "an army class", class).map(|_| ()))?;
    Ok(())
}

/// Fights against revolts and pirates, whose rows are looked up by name.
fn check_risings(pages: &Pages) -> Result<(), BadData> {
    let table = pages.table("revolts-and-pirates")?;
    table.expect_rows(&[
        "per LD",
        "per pasha",
        "per fortress level",
        "per LD inside",
        "not plain",
        "plus side",
        "seventy-four",
        "ND without F",
        "per F-",
        "per F+",
        "port there",
        "battle there this turn",
        "enemy ND",
        "enemy F-",
        "enemy F+",
        "success from",
        "natural success",
    ])?;
    each_row(table, |row| Ok((table.number::<i16>(row, 1)?, table.number::<i16>(row, 2)?)))?;
    Ok(())
}
