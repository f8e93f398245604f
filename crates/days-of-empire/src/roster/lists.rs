//! The army lists and prices, as the tables in force give them.

use super::{Body, EngineersFile, Piece, Roster, STANDS_MAX, Unit};
use crate::charts::Charts;
use crate::unit::{Weapon, words};
use grognard_charts::{BadData, Table};

words! {
    /// What a line of the lists is.
    ListArm {
        /// Infantry.
        Infantry "infantry",
        /// Heavy cavalry.
        HeavyCavalry "heavy cavalry",
        /// Light cavalry.
        LightCavalry "light cavalry",
        /// Light cavalry without drill.
        IrregularCavalry "light cavalry, irregular",
        /// A field piece.
        FieldArtillery "field artillery",
        /// A field piece of the horse artillery.
        HorseArtillery "horse artillery",
        /// A siege piece.
        SiegeArtillery "siege artillery",
    }
}

impl ListArm {
    /// In the saddle.
    pub const fn is_horse(self) -> bool {
        matches!(self, ListArm::HeavyCavalry | ListArm::LightCavalry | ListArm::IrregularCavalry)
    }

    /// A gun model.
    pub const fn is_gun(self) -> bool {
        matches!(self, ListArm::FieldArtillery | ListArm::HorseArtillery | ListArm::SiegeArtillery)
    }

    /// Its name in a sentence.
    pub const fn name(self) -> &'static str {
        if self.is_gun() {
            "artillery"
        } else if self.is_horse() {
            "cavalry"
        } else {
            "infantry"
        }
    }
}

/// A line of the army lists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Troops {
    /// Its name.
    pub name: String,
    /// The nation, several of them, or `all`.
    pub nation: String,
    /// What it is.
    pub arm: ListArm,
    /// The classes that can be chosen; none for guns.
    pub classes: Vec<u8>,
    /// What it shoots with.
    pub weapon: Option<Weapon>,
}

impl Troops {
    fn serves(&self, nation: &str) -> bool {
        self.nation == "all" || self.nation.split(", ").any(|one| one == nation)
    }
}

/// Something that could be bought besides.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Choice {
    /// Its price.
    pub points: u32,
    /// What it is.
    pub what: String,
}

/// The lists and prices in force.
#[derive(Clone, Debug)]
pub struct Lists {
    troops: Vec<Troops>,
    /// Prices of a stand by class: infantry, cavalry.
    stand: [[u32; 2]; 4],
    scouting: [u32; 4],
    pub(super) division_general: u32,
    pub(super) brigade_general: u32,
    pub(super) foot_removed: u8,
    pub(super) horse_removed: u8,
    package: u32,
    field_piece: u32,
    siege_piece: u32,
    pontoon: u32,
    works: u32,
    rifle: u32,
    horse_artillery: u32,
}

/// A pontoon is priced for each so many inches.
const PONTOON_INCHES: u8 = 2;
/// Works are priced for each so many inches.
const WORKS_INCHES: u8 = 4;

impl Lists {
    /// Reads the lists from the tables in force.
    ///
    /// # Errors
    /// The first cell that cannot be used.
    pub fn read(charts: &Charts) -> Result<Lists, BadData> {
        let pages = &charts.pages;
        let (points, stands, scouting) =
            (pages.table("points")?, pages.table("stand-points")?, pages.table("scouting")?);
        let price = |label: &str| points.number::<u32>(points.row(label)?, 1);
        let figures = pages.table("printed-figures")?;
        let figure = |label: &str| figures.number::<u8>(figures.row(label)?, 2);
        let mut stand = [[0; 2]; 4];
        let mut scouts = [0; 4];
        for (class, row) in stand.iter_mut().enumerate() {
            let label = (class + 1).to_string();
            let at = stands.row(&label)?;
            *row = [stands.number(at, 1)?, stands.number(at, 2)?];
            scouts[class] = scouting.number(scouting.row(&label)?, 1)?;
        }
        let listed = pages.table("army-lists")?;
        Ok(Lists {
            troops: (0..listed.rows()).map(|row| troops(listed, row)).collect::<Result<_, _>>()?,
            stand,
            scouting: scouts,
            division_general: price("division general")?,
            brigade_general: price("brigade general")?,
            foot_removed: figure("infantry removed at stands")?,
            horse_removed: figure("cavalry removed at stands")?,
            package: price("engineer package")?,
            field_piece: price("field gun or howitzer")?,
            siege_piece: price("siege gun or howitzer")?,
            pontoon: price("pontoon, each 2 inches")?,
            works: price("works, each 4 inches")?,
            rifle: price("rifles, each stand")?,
            horse_artillery: price("horse artillery, each gun")?,
        })
    }

    /// The nations, in the order of the lists.
    pub fn nations(&self) -> Vec<&str> {
        let mut nations = Vec::new();
        for troops in self.troops.iter().filter(|troops| !troops.arm.is_gun()) {
            if !nations.contains(&troops.nation.as_str()) {
                nations.push(troops.nation.as_str());
            }
        }
        nations
    }

    /// The lines open to a nation: its own, those of all, and to the British the Turkish contingent. (T15-a)
    pub fn of<'a>(&'a self, nation: &'a str) -> impl Iterator<Item = &'a Troops> + 'a {
        self.troops.iter().filter(move |troops| {
            troops.serves(nation) || (nation == "British" && troops.nation == "Turkish")
        })
    }

    pub(super) fn find(&self, nation: &str, name: &str) -> Result<Troops, String> {
        self.of(nation).find(|troops| troops.name == name).cloned().ok_or_else(|| {
            let names: Vec<&str> = self.of(nation).map(|troops| troops.name.as_str()).collect();
            format!("`{name}` is not in the {nation} list: {} (T15)", names.join(", "))
        })
    }

    /// The price of one stand. [5.3-a] [5.4-a]
    fn stand_price(&self, troops: &Troops, class: u8) -> u32 {
        let column = usize::from(troops.arm.is_horse());
        let rifle = if troops.weapon == Some(Weapon::Rifle) { self.rifle } else { 0 };
        self.stand[usize::from(class) - 1][column] + rifle
    }

    /// The price of a unit: stands times class and modifiers, or a gun model. [6.1-c]
    pub fn price(&self, troops: &Troops, body: Body) -> u32 {
        match (body, troops.arm) {
            (Body::Stands { class, stands }, _) => u32::from(stands) * self.stand_price(troops, class),
            (Body::Gun(_), ListArm::SiegeArtillery) => self.siege_piece,
            (Body::Gun(_), ListArm::HorseArtillery) => self.field_piece + self.horse_artillery,
            (Body::Gun(_), _) => self.field_piece,
        }
    }

    /// The price of engineers, pontoons and works; begun lengths are paid whole. [5.1-d] [5.2-d] [5.2-e]
    pub fn engineers(&self, file: &EngineersFile) -> u32 {
        let lengths = |inches: u8, each: u8| u32::from(inches.div_ceil(each));
        u32::from(file.packages) * self.package
            + lengths(file.pontoon_inches, PONTOON_INCHES) * self.pontoon
            + lengths(file.works_inches, WORKS_INCHES) * self.works
    }

    /// The scouting points of a unit: light cavalry only. [19.2-a]
    pub fn scouting(&self, unit: &Unit) -> u32 {
        match (unit.body, unit.troops.arm) {
            (Body::Stands { class, stands }, ListArm::LightCavalry | ListArm::IrregularCavalry) => {
                u32::from(stands) * self.scouting[usize::from(class) - 1]
            }
            _ => 0,
        }
    }

    /// What would make a unit more: a stand, or the next class of its list.
    pub(super) fn improvements(&self, unit: &Unit) -> Vec<Choice> {
        let Body::Stands { class, stands } = unit.body else { return Vec::new() };
        let mut choices = Vec::new();
        let here = self.stand_price(&unit.troops, class);
        if stands < STANDS_MAX {
            choices.push(Choice { points: here, what: format!("one stand more for {}", unit.name) });
        }
        if let Some(&next) = unit.troops.classes.iter().find(|&&next| next > class) {
            let points = u32::from(stands) * (self.stand_price(&unit.troops, next) - here);
            choices
                .push(Choice { points, what: format!("class {next} instead of {class} for {}", unit.name) });
        }
        choices
    }

    /// What an army could have besides its units.
    pub(super) fn new_things(&self, roster: &Roster) -> Vec<Choice> {
        let one = |points: u32, what: String| Choice { points, what };
        let mut choices = Vec::new();
        for brigade in
            roster.brigades.iter().filter(|one| one.file.general.is_none() && !one.file.independent)
        {
            choices.push(one(self.brigade_general, format!("a general for {}", brigade.file.name)));
        }
        match &roster.file.engineers {
            Some(engineers) if engineers.packages > 0 => {
                let more = |inches: u8, each: u8| each + (each - inches % each) % each;
                let works = more(engineers.works_inches, WORKS_INCHES);
                choices.push(one(self.works, format!("{works} inches more of works")));
            }
            _ => choices.push(one(self.package, "an engineer with pioneers and a pontoon bridge".to_owned())),
        }
        for troops in self.of(&roster.file.nation).filter(|troops| troops.arm.is_gun()) {
            let points = self.price(troops, Body::Gun(Piece::Gun));
            choices.push(one(points, format!("a gun of the {}", troops.name)));
        }
        choices
    }
}

/// One line of the lists.
fn troops(table: &Table, row: usize) -> Result<Troops, BadData> {
    let arm = table.parse(row, 2, "an arm such as `infantry` or `light cavalry`", ListArm::from_word)?;
    let classes = table.parse(row, 3, "classes such as `2/3`, or `-` for guns", |text| match text {
        "-" => arm.is_gun().then(Vec::new),
        _ => text.split('/').map(|one| one.parse().ok().filter(|class| (1..=4).contains(class))).collect(),
    })?;
    let weapon = table.parse(row, 4, "`musket`, `rifle`, or `-`", |text| match text {
        "-" => Some(None),
        _ => Weapon::from_word(text).map(Some),
    })?;
    let nation = table.cell(row, 1).text().to_owned();
    Ok(Troops { name: table.row_label(row).to_owned(), nation, arm, classes, weapon })
}
