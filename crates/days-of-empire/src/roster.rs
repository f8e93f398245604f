//! Orders of battle: an army bought from the lists, checked, priced and printed with boxes for its losses. (6)
//!
//! A roster is a TOML file. It is read into the types below, which hold anything of the right shape; then
//! it is checked as a whole, and everything that is wrong is reported at once.

mod lists;
mod print;

use crate::charts::Charts;
use crate::title::army::PIONEERS;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{Clause, Refusal};
use serde::Deserialize;

pub use lists::{Choice, ListArm, Lists, Troops};

/// The most stands of a unit.
pub const STANDS_MAX: u8 = 24;
/// The highest limit that can be agreed.
pub const LIMIT_MAX: u32 = 5000;

/// A roster file.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RosterFile {
    /// `days-of-empire`.
    pub system: String,
    /// `roster`.
    pub kind: String,
    /// The army's name.
    pub name: String,
    /// `British`, `French`, `Turkish`, `Sardinian` or `Russian`.
    pub nation: String,
    /// The points agreed on.
    pub limit: u32,
    /// The player's own general.
    pub general: String,
    /// Engineers and what only they can build.
    #[serde(default)]
    pub engineers: Option<EngineersFile>,
    /// Divisions, whose generals stand between the player and the brigades.
    #[serde(default)]
    pub division: Vec<DivisionFile>,
    /// Brigades, and units that are under nobody but the player.
    #[serde(default)]
    pub brigade: Vec<BrigadeFile>,
}

/// Engineers and what only they can build.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EngineersFile {
    /// Packages of an officer, six pioneers, one pontoon bridge of 4 inches and its wagon.
    pub packages: u8,
    /// Inches of pontoon beyond those of the packages.
    #[serde(default)]
    pub pontoon_inches: u8,
    /// Inches of earthworks or field defences.
    #[serde(default)]
    pub works_inches: u8,
}

/// A division.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct DivisionFile {
    /// Its name.
    pub name: String,
    /// Its general.
    pub general: String,
}

/// A brigade.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BrigadeFile {
    /// Its name.
    pub name: String,
    /// Its general; without one the player's own counts as its general.
    #[serde(default)]
    pub general: Option<String>,
    /// The division it belongs to.
    #[serde(default)]
    pub division: Option<String>,
    /// Whether its units are independent: under nobody, and never out of command.
    #[serde(default)]
    pub independent: bool,
    /// Whether it is kept off the table as a reserve.
    #[serde(default)]
    pub off_board: bool,
    /// Its units.
    #[serde(default)]
    pub units: Vec<UnitFile>,
}

/// A unit.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    /// Its name.
    pub name: String,
    /// What it is: a line of the army lists, such as `British line` or `field artillery`.
    pub troops: String,
    /// Its class, one of those the list gives; guns have none. Left out where the list gives only one.
    #[serde(default)]
    pub class: Option<u8>,
    /// Its stands; guns have none. Infantry left without a number is a battalion of 12.
    #[serde(default)]
    pub stands: Option<u8>,
    /// `gun` or `howitzer`; gun if left out.
    #[serde(default)]
    pub piece: Option<String>,
}

/// A gun model, or stands of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body {
    /// Foot or horse.
    Stands {
        /// The class.
        class: u8,
        /// How many stands.
        stands: u8,
    },
    /// One gun model.
    Gun(Piece),
}

/// What a gun is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Piece {
    /// A gun.
    Gun,
    /// A howitzer.
    Howitzer,
}

/// A line of the account: so many at so much each. The opponent can check it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// The clause that gives the price.
    pub clause: Clause,
    /// How many.
    pub count: u32,
    /// The price of each.
    pub each: u32,
}

impl Item {
    const fn new(clause: Clause, count: u32, each: u32) -> Item {
        Item { clause, count, each }
    }

    /// What it comes to.
    pub const fn points(&self) -> u32 {
        self.count * self.each
    }
}

/// What an account comes to.
fn total(bill: &[Item]) -> u32 {
    bill.iter().map(Item::points).sum()
}

/// What an army stands for in the field. [3.1]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Muster {
    /// Officers and men.
    pub men: u32,
    /// Pieces of artillery.
    pub guns: u32,
}

/// Something unusual but allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// The clause that says what is usual.
    pub clause: Clause,
    /// What is not.
    pub words: String,
}

/// A unit that was bought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// Its name.
    pub name: String,
    /// Its line of the lists.
    pub troops: Troops,
    /// What it is made of.
    pub body: Body,
    /// What its price is made of.
    pub bill: Vec<Item>,
    /// Its price.
    pub points: u32,
}

/// A brigade that was bought.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brigade {
    /// What the file says of it.
    pub file: BrigadeFile,
    /// Its units.
    pub units: Vec<Unit>,
    /// The price of its units and its general.
    pub points: u32,
}

/// An army that holds together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Roster {
    /// What the file says.
    pub file: RosterFile,
    /// Its brigades.
    pub brigades: Vec<Brigade>,
    /// The price of the whole.
    pub points: u32,
    /// What the player's own general, division generals, engineers and works cost.
    pub bill: Vec<Item>,
    /// Scouting points of its light cavalry. [19.2-a]
    pub scouting: u32,
    /// What is unusual but allowed.
    pub remarks: Vec<Remark>,
}

/// Reads and checks a roster.
///
/// # Errors
/// Everything that is wrong with it, at once.
pub fn open(file: &str, text: &str, charts: &Charts) -> Result<Roster, BadData> {
    let roster: RosterFile = read(file, text)?;
    let lists = Lists::read(charts)?;
    let mut problems = Vec::new();
    let checked = check(&roster, &lists, &mut problems);
    if problems.is_empty() { Ok(checked) } else { Err(refuse(file, text, &problems)) }
}

/// Checks and prices a roster, collecting what is wrong.
pub(crate) fn check(file: &RosterFile, lists: &Lists, problems: &mut Vec<Problem>) -> Roster {
    let mut wrong = |path: &str, problem: String| problems.push(Problem::new(path, problem));
    if file.system != crate::KEY {
        wrong("system", format!("`{}` is not this system: write `{}`", file.system, crate::KEY));
    }
    if file.kind != "roster" {
        wrong("kind", format!("no kind `{}` here: write `roster`", file.kind));
    }
    if !lists.nations().contains(&file.nation.as_str()) {
        wrong("nation", format!("no nation `{}`: write one of {}", file.nation, lists.nations().join(", ")));
    }
    if file.limit == 0 || file.limit > LIMIT_MAX {
        wrong("limit", format!("{} points: agree on 1 to {LIMIT_MAX}", file.limit));
    }
    check_names(file, &mut wrong);
    let brigades: Vec<Brigade> =
        file.brigade.iter().map(|one| brigade(file, one, lists, &mut wrong)).collect();
    // The player's own general costs nothing.
    let mut bill = vec![Item::new(rule!("5.1-a"), 1, 0)];
    bill.extend(file.division.iter().map(|_| lists.division_general()));
    bill.extend(file.engineers.iter().flat_map(|engineers| lists.engineers(engineers)));
    // The whole list of one player's forces, priced together.
    let points = total(&bill) + brigades.iter().map(|brigade| brigade.points).sum::<u32>();
    if let Err(refusal) = within_limit("the army costs", points, file.limit) {
        wrong("limit", refusal.to_string());
    }
    if let Some(engineers) = &file.engineers
        && (engineers.works_inches > 0 || engineers.pontoon_inches > 0)
        && let Err(refusal) = works_take_engineers(engineers.packages)
    {
        wrong("engineers.packages", refusal.to_string());
    }
    // Up to a third of the points stays off the table, in whole brigades. [16.5-a]
    let away: u32 =
        brigades.iter().filter(|brigade| brigade.file.off_board).map(|brigade| brigade.points).sum();
    if 3 * away > points {
        let most = points / 3;
        wrong(
            "brigade",
            format!("{away} points are off the table: at most a third, here {most}, may be (16.5)"),
        );
    }
    let scouting = brigades.iter().flat_map(|brigade| &brigade.units).map(|unit| lists.scouting(unit)).sum();
    let remarks = remarks(file, &brigades, lists);
    Roster { file: file.clone(), brigades, points, bill, scouting, remarks }
}

/// An army is bought from the total that both have agreed on, and may not exceed it.
///
/// # Errors
/// By how much it does.
pub(crate) fn within_limit(costs: &str, points: u32, limit: u32) -> Result<(), Refusal> {
    match points.checked_sub(limit) {
        None | Some(0) => Ok(()),
        Some(over) => {
            let words = format!("{costs} {points} points, {over} more than the {limit} agreed");
            Err(Refusal::new(rule!("6-a"), words))
        }
    }
}

/// Field works and pontoons are bought only with an engineer officer.
///
/// # Errors
/// There is none.
pub(crate) fn works_take_engineers(packages: u8) -> Result<(), Refusal> {
    match packages {
        0 => {
            Err(Refusal::new(rule!("15.10-b"), "works and pontoons take an engineer: buy at least 1 package"))
        }
        _ => Ok(()),
    }
}

/// Every name once: divisions, brigades, units.
fn check_names(file: &RosterFile, wrong: &mut dyn FnMut(&str, String)) {
    let mut names: Vec<&str> = Vec::new();
    let divisions = file.division.iter().map(|division| division.name.as_str());
    let brigades = file.brigade.iter().flat_map(|brigade| {
        std::iter::once(brigade.name.as_str()).chain(brigade.units.iter().map(|unit| unit.name.as_str()))
    });
    for name in divisions.chain(brigades) {
        if name.trim().is_empty() {
            wrong("brigade", "a name is empty: give every division, brigade and unit one".to_owned());
        } else if names.contains(&name) {
            wrong("brigade", format!("the name `{name}` is used twice: give each its own"));
        }
        names.push(name);
    }
}

fn brigade(
    roster: &RosterFile,
    file: &BrigadeFile,
    lists: &Lists,
    wrong: &mut dyn FnMut(&str, String),
) -> Brigade {
    let place = format!("in `{}`", file.name);
    if let Some(division) = &file.division
        && !roster.division.iter().any(|one| one.name == *division)
    {
        wrong("brigade", format!("{place}: no division `{division}` is in the file"));
    }
    // Independent units come under nobody. [14.2-a]
    if file.independent && (file.general.is_some() || file.division.is_some()) {
        wrong("brigade", format!("{place}: independent units have no general and no division (14.2)"));
    }
    if file.independent && file.off_board {
        wrong(
            "brigade",
            format!("{place}: only brigades are kept off the table, not independent units (16.5)"),
        );
    }
    if file.units.is_empty() {
        wrong("brigade", format!("{place}: it has no units; give it some or leave it out"));
    }
    let units: Vec<Unit> = file
        .units
        .iter()
        .filter_map(|one| match unit(&roster.nation, one, lists) {
            Ok(unit) => Some(unit),
            Err(refusal) => {
                wrong("brigade", format!("{place}, `{}`: {refusal}", one.name));
                None
            }
        })
        .collect();
    // A brigade is of one arm, with guns. [14.2-m]
    let has = |horse: bool| {
        units.iter().any(|unit| !unit.troops.arm.is_gun() && unit.troops.arm.is_horse() == horse)
    };
    if !file.independent && has(true) && has(false) {
        wrong(
            "brigade",
            format!("{place}: infantry and cavalry do not serve in one brigade: make it two (14.2)"),
        );
    }
    let general = file.general.as_ref().map_or(0, |_| lists.brigade_general().points());
    let points = general + units.iter().map(|unit| unit.points).sum::<u32>();
    Brigade { file: file.clone(), units, points }
}

/// A unit bought from the lists of a nation.
///
/// # Errors
/// The clause that keeps it from being bought so.
pub(crate) fn unit(nation: &str, file: &UnitFile, lists: &Lists) -> Result<Unit, Refusal> {
    let troops = lists.find(nation, &file.troops)?;
    let body = if troops.arm.is_gun() {
        // Guns are bought without a class.
        if file.class.is_some() || file.stands.is_some() {
            let words = "guns have neither class nor stands: each unit is one model";
            return Err(Refusal::new(rule!("6-e"), words));
        }
        Body::Gun(match file.piece.as_deref() {
            None | Some("gun") => Piece::Gun,
            Some("howitzer") => Piece::Howitzer,
            Some(other) => {
                return Err(Refusal::plain(format!("no piece `{other}`: write `gun` or `howitzer`")));
            }
        })
    } else {
        if file.piece.is_some() {
            return Err(Refusal::plain("only artillery has a piece"));
        }
        let class = class_of(&troops, file.class)?;
        let stands = stands_of(&troops, file.stands, lists)?;
        Body::Stands { class, stands }
    };
    let bill = lists.price(&troops, body);
    let points = total(&bill);
    Ok(Unit { name: file.name.clone(), troops, body, bill, points })
}

/// A battalion of line infantry has so many stands when nothing else is said.
const BATTALION: (Clause, u8) = (rule!("6.1-a"), 12);

/// How many stands a unit has.
fn stands_of(troops: &Troops, wanted: Option<u8>, lists: &Lists) -> Result<u8, Refusal> {
    let horse = troops.arm.is_horse();
    // Infantry is removed at two stands and cavalry at one: fewer than one more could not begin. [17.5.8-a]
    let least = if horse { lists.horse_removed + 1 } else { lists.foot_removed + 1 };
    let stands = match wanted {
        None if !horse => BATTALION.1,
        other => other.unwrap_or(0),
    };
    if stands < least || stands > STANDS_MAX {
        let words = format!("{stands} stands: {} has {least} to {STANDS_MAX}", troops.arm.name());
        return Err(Refusal::plain(words));
    }
    Ok(stands)
}

/// The class of a unit: one for all its stands, chosen from those of the list.
fn class_of(troops: &Troops, chosen: Option<u8>) -> Result<u8, Refusal> {
    let listed = troops.classes.iter().map(u8::to_string).collect::<Vec<_>>().join(" or ");
    match (chosen, &troops.classes[..]) {
        // A unit has one class, whatever the others of its brigade have.
        (None, [only]) => Ok(*only),
        (None, _) => {
            let words = format!("choose its class, one for all its stands: {} is {listed}", troops.name);
            Err(Refusal::new(rule!("6-b"), words))
        }
        (Some(class), classes) if classes.contains(&class) => Ok(class),
        (Some(class), _) if !(1..=4).contains(&class) => Err(Refusal::new(
            rule!("6-d"),
            format!("class {class}: there are four, and {} is {listed}", troops.name),
        )),
        (Some(class), _) => {
            Err(Refusal::new(rule!("6-c"), format!("class {class}: {} is {listed}", troops.name)))
        }
    }
}

/// What a class is called.
pub const fn class_word(class: u8) -> (Clause, &'static str) {
    match class {
        1 => (rule!("7.1-a"), "poor"),
        2 => (rule!("7.2-a"), "average"),
        3 => (rule!("7.3-a"), "good"),
        _ => (rule!("7.4-a"), "crack"),
    }
}

/// What is unusual but allowed.
fn remarks(file: &RosterFile, brigades: &[Brigade], lists: &Lists) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let mut remark = |clause: Clause, words: String| remarks.push(Remark { clause, words });
    if !(400..=1200).contains(&file.limit) {
        let words = format!("A game of {} points is outside the ordinary 400 to 1200.", file.limit);
        remark(rule!("3.6-b"), words);
    }
    for unit in brigades.iter().flat_map(|brigade| &brigade.units) {
        if let Body::Stands { stands, .. } = unit.body
            && unit.troops.arm.is_horse()
            && !(6..=12).contains(&stands)
        {
            remark(
                rule!("6.1-b"),
                format!("{} has {stands} stands; cavalry usually has 6 to 12.", unit.name),
            );
        }
        if unit.troops.nation != file.nation && lists.nations().contains(&unit.troops.nation.as_str()) {
            remark(rule!("T15-a"), format!("{} is a {} contingent.", unit.name, unit.troops.nation));
        }
    }
    for brigade in
        brigades.iter().filter(|brigade| brigade.file.general.is_none() && !brigade.file.independent)
    {
        let words =
            format!("{} has no general of its own: {} counts as such.", brigade.file.name, file.general);
        remark(rule!("14.2-a"), words);
    }
    remarks
}

impl Unit {
    /// What it stands for in the field.
    pub fn muster(&self) -> Muster {
        match self.body {
            Body::Stands { stands, .. } => Muster { men: u32::from(stands) * STAND_MEN.1, guns: 0 },
            Body::Gun(_) => Muster { men: GUN_MEN.1, guns: BATTERY.1 },
        }
    }
}

/// A stand of foot or horse is so many men.
const STAND_MEN: (Clause, u32) = (rule!("3.1-a"), 50);
/// A stand of artillery, engineers or staff is so many.
const GUN_MEN: (Clause, u32) = (rule!("3.1-b"), 10);
/// A gun model is a battery of so many pieces.
const BATTERY: (Clause, u32) = (rule!("3.1-c"), 2);

impl Roster {
    /// What the army stands for: stands of foot and horse, guns, staff, engineers and pioneers.
    pub fn muster(&self) -> Muster {
        let units = self.brigades.iter().flat_map(|brigade| &brigade.units).map(Unit::muster);
        let generals = 1
            + self.file.division.len()
            + self.brigades.iter().filter(|brigade| brigade.file.general.is_some()).count();
        let packages = self.file.engineers.as_ref().map_or(0, |engineers| u32::from(engineers.packages));
        let staff = generals as u32 + packages * (1 + u32::from(PIONEERS));
        let alone = Muster { men: staff * GUN_MEN.1, guns: 0 };
        units.fold(alone, |sum, one| Muster { men: sum.men + one.men, guns: sum.guns + one.guns })
    }

    /// The points that are not spent.
    pub fn left(&self) -> u32 {
        self.file.limit - self.points
    }

    /// What could be bought besides, the cheapest first. Every choice is lawful by itself.
    pub fn choices(&self, charts: &Charts) -> Result<Vec<Choice>, BadData> {
        let lists = Lists::read(charts)?;
        let mut choices = lists.new_things(self);
        for unit in self.brigades.iter().flat_map(|brigade| &brigade.units) {
            choices.extend(lists.improvements(unit));
        }
        choices.sort();
        Ok(choices)
    }
}
