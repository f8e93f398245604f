//! The army lists and prices, as the tables in force give them.

use super::{Body, EngineersFile, Item, Piece, Roster, STANDS_MAX, Unit, total};
use crate::charts::Charts;
use crate::unit::{Weapon, words};
use grognard_charts::{BadData, Table};
use grognard_umpire::Refusal;

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
    /// Horses of a team: field, horse artillery, siege.
    teams: [u8; 3],
    division_general: u32,
    brigade_general: u32,
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
            teams: charts.crews.map(|(_, horses)| horses),
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

    pub(super) fn find(&self, nation: &str, name: &str) -> Result<Troops, Refusal> {
        // Class and weapon are those of a line of the nation's list.
        self.of(nation).find(|troops| troops.name == name).cloned().ok_or_else(|| {
            let names: Vec<&str> = self.of(nation).map(|troops| troops.name.as_str()).collect();
            let words = format!("`{name}` is not in the {nation} list: {}", names.join(", "));
            Refusal::new(rule!("T15-a"), words)
        })
    }

    /// What a stand costs, by its class and what it carries.
    fn stand_prices(&self, troops: &Troops, class: u8, stands: u8) -> Vec<Item> {
        let [foot, horse] = self.stand[usize::from(class) - 1];
        let count = u32::from(stands);
        let mut bill = vec![match troops.arm.is_horse() {
            false => Item::new(rule!("5.3-a"), count, foot),
            true => Item::new(rule!("5.3-b"), count, horse),
        }];
        if troops.weapon == Some(Weapon::Rifle) {
            bill.push(Item::new(rule!("5.4-a"), count, self.rifle));
        }
        bill
    }

    /// The price of a unit: its stands times their class and modifiers, or a gun model with its free team.
    pub fn price(&self, troops: &Troops, body: Body) -> Vec<Item> {
        let horses = |row: usize| Item::new(rule!("5.2-c"), u32::from(self.teams[row]), 0);
        match (body, troops.arm) {
            (Body::Stands { class, stands }, _) => self.stand_prices(troops, class, stands),
            (Body::Gun(_), ListArm::SiegeArtillery) => {
                vec![Item::new(rule!("5.2-b"), 1, self.siege_piece), horses(2)]
            }
            (Body::Gun(_), ListArm::HorseArtillery) => {
                // Six horses, on one limber.
                let team = Item { clause: rule!("10.3-d"), ..horses(1) };
                let more = Item::new(rule!("5.4-b"), 1, self.horse_artillery);
                vec![Item::new(rule!("5.2-a"), 1, self.field_piece), more, team]
            }
            (Body::Gun(_), _) => vec![Item::new(rule!("5.2-a"), 1, self.field_piece), horses(0)],
        }
    }

    /// The price of engineers, pontoons and works; begun lengths are paid whole.
    pub fn engineers(&self, file: &EngineersFile) -> Vec<Item> {
        let lengths = |inches: u8, each: u8| u32::from(inches.div_ceil(each));
        let pontoons = lengths(file.pontoon_inches, PONTOON_INCHES);
        let works = lengths(file.works_inches, WORKS_INCHES);
        vec![
            // Officer, six pioneers, and one span of pontoon with its wagon.
            Item::new(rule!("5.1-d"), u32::from(file.packages), self.package),
            Item::new(rule!("5.2-d"), pontoons, self.pontoon),
            Item::new(rule!("5.2-e"), works, self.works),
        ]
    }

    /// The scouting points of a unit: light cavalry only. [19.2-a]
    pub fn scouting(&self, unit: &Unit) -> u32 {
        match (unit.body, unit.troops.arm) {
            (Body::Stands { class, stands }, ListArm::LightCavalry | ListArm::IrregularCavalry) => {
                self.scouting_points(class, stands)
            }
            _ => 0,
        }
    }

    /// The scouting points of so many light cavalry stands of a class. [19.2-a]
    pub fn scouting_points(&self, class: u8, stands: u8) -> u32 {
        u32::from(stands) * self.scouting[usize::from(class) - 1]
    }

    /// The price of a division's general.
    pub const fn division_general(&self) -> Item {
        Item::new(rule!("5.1-b"), 1, self.division_general)
    }

    /// The price of a brigade's general.
    pub const fn brigade_general(&self) -> Item {
        Item::new(rule!("5.1-c"), 1, self.brigade_general)
    }

    /// What would make a unit more: a stand, or the next class of its list.
    pub(super) fn improvements(&self, unit: &Unit) -> Vec<Choice> {
        let Body::Stands { class, stands } = unit.body else { return Vec::new() };
        let mut choices = Vec::new();
        let here = total(&self.stand_prices(&unit.troops, class, 1));
        if stands < STANDS_MAX {
            choices.push(Choice { points: here, what: format!("one stand more for {}", unit.name) });
        }
        if let Some(&next) = unit.troops.classes.iter().find(|&&next| next > class) {
            let points = total(&self.stand_prices(&unit.troops, next, stands)) - unit.points;
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
            let points = total(&self.price(troops, Body::Gun(Piece::Gun)));
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
