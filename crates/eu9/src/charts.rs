//! Typed view of `tables/`.

mod attrition;
mod entry;
mod logistics;
mod reading;
mod reference;
mod sea;
mod siege;
mod words;

pub use attrition::{AttritionCharts, Discovery, LeaderTest, Left, PillageRule, Toll};
pub(crate) use attrition::{Bound, LandModifier, SiegeModifier};
pub(crate) use entry::Entry;
pub use logistics::{Condition, FleetContents, Forces, LandPrice, LogisticsCharts, NavalPrice, RoundBox};
pub(crate) use sea::Gunners;
pub use sea::{Lot, NavalModifier, SeaCharts};
pub use siege::{AssaultColumn, SiegeCharts, Siegework};
pub(crate) use siege::{AssaultModifier, CheckModifier, Correction, WorkModifier};

use crate::TABLES;
use crate::leader::Leader;
use crate::power::{Class, Country, Period, Technology, Terrain, Theatre, Turn};
use crate::thirds::Thirds;
use grognard_charts::{BadData, Bands, OnDemand, Pages, Table};
use grognard_umpire::{Clause, Look, Modifier};
use reading::{
    MODIFIER, array, by_period, cavalry, class, columns, each_row, fire_effects, labels, leaders, letters,
    loss_rows, morale, periods, steps, within,
};

/// What one Fire or Shock does: losses dealt and stars of morale.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Reading {
    /// Losses dealt.
    pub losses: Thirds,
    /// Morale taken.
    pub stars: u8,
}

impl Reading {
    fn read(text: &str) -> Option<Reading> {
        let losses = text.trim_end_matches('*');
        let stars = (text.len() - losses.len()) as u8;
        Some(Reading { losses: Thirds::read(losses.trim_end())?, stars })
    }
}

impl std::fmt::Display for Reading {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.losses, self.stars) {
            (Thirds::ZERO, 0) => f.write_str("nothing"),
            (Thirds::ZERO, stars) => f.write_str(&"*".repeat(stars.into())),
            (losses, 0) => write!(f, "{losses}"),
            (losses, stars) => write!(f, "{losses} {}", "*".repeat(stars.into())),
        }
    }
}

/// A column of the combat results.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(u8);

impl Column {
    /// The column of pursuit at sea against galleys and transports.
    pub const C: Column = Column(2);
    /// The column of pursuit.
    pub const E: Column = Column(4);

    fn read(letter: char) -> Option<Option<Column>> {
        match letter {
            '-' => Some(None),
            'A'..='E' => Some(Some(Column(letter as u8 - b'A'))),
            _ => None,
        }
    }
}

impl std::fmt::Display for Column {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", char::from(b'A' + self.0))
    }
}

/// Fire or Shock.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// Fire.
    Fire,
    /// Shock.
    Shock,
}

/// What technology leaves of a Fire result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FireEffect {
    /// No Fire at all.
    None,
    /// Stars, but no losses.
    StarsOnly,
    /// Losses halved, rounded down to a third; stars whole.
    Halved,
    /// The same, rounded up.
    HalvedUp,
    /// As printed.
    #[default]
    Full,
}

impl FireEffect {
    /// What is left of a result.
    pub fn apply(self, reading: Reading) -> Reading {
        match self {
            FireEffect::None => Reading::default(),
            FireEffect::StarsOnly => Reading { losses: Thirds::ZERO, ..reading },
            FireEffect::Halved => Reading { losses: reading.losses.halved(), ..reading },
            FireEffect::HalvedUp => Reading { losses: Thirds((reading.losses.0 + 1) / 2), ..reading },
            FireEffect::Full => reading,
        }
    }
}

/// What a continuation roll comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Continuation {
    /// The box of the next round, or the end.
    pub to: RoundBox,
    /// Whether one campaign spans both rounds.
    pub extended: bool,
    /// Whether the weather is bad in it.
    pub bad_weather: bool,
}

/// A row of the loss modification by size.
#[derive(Clone, Copy, Debug, Default)]
struct SizeRow {
    thirds: [i16; 3],
    wholes: [i16; 7],
    above: i16,
}

/// A line of the structural cavalry.
struct Cavalry {
    who: String,
    periods: Vec<String>,
    terrain: Vec<String>,
}

/// All tables of the system, checked and typed.
pub struct Charts {
    /// The tables as printed.
    pub pages: Pages,
    /// The charts of the naval battle.
    pub sea: OnDemand<SeaCharts>,
    /// The charts of sieges.
    pub siege: OnDemand<SiegeCharts>,
    /// The charts of attrition.
    pub attrition: OnDemand<AttritionCharts>,
    /// The charts of logistics and campaigns.
    pub logistics: OnDemand<LogisticsCharts>,
    crt_bands: Bands,
    crt: Vec<[Reading; 5]>,
    /// The lowest and the highest modified die that make a difference.
    crt_span: (i16, i16),
    columns: [[[Option<Column>; 2]; 7]; 7],
    morale: [[u8; 4]; 7],
    fire_effects: [FireEffect; 7],
    sizes: Vec<[i8; 7]>,
    steps: Vec<i8>,
    artillery: Vec<(String, [u8; 7])>,
    loss_rows: Vec<SizeRow>,
    retreat_bands: Bands,
    retreat: Vec<Thirds>,
    leaders: OnDemand<Vec<(String, [Leader; 10])>>,
    cavalry: Vec<Cavalry>,
    periods: Vec<(Turn, Turn)>,
    figures: entry::Figures,
    /// Cells that hold words.
    pub(crate) words: words::Words,
}

impl Charts {
    /// Reads the system's tables and the player's changes to them.
    ///
    /// # Errors
    /// The first table that is not what it must be, with file, row and reason.
    pub fn load(house: &[(String, String)]) -> Result<Charts, BadData> {
        let own: Vec<(&str, &str)> = TABLES
            .files()
            .map(|file| (file.path().to_str().unwrap_or("table"), file.contents_utf8().unwrap_or("")))
            .collect();
        let charts = Charts::read(Pages::load(&own, house)?)?;
        if house.is_empty() {
            charts.bears_out_the_guide()?;
        } else {
            reference::check(&Pages::load(&own, &[])?, &charts.pages)?;
            charts.checked()?;
        }
        Ok(charts)
    }

    /// What every land battle needs is read at once, the rest when it is asked for.
    fn read(pages: Pages) -> Result<Charts, BadData> {
        let crt = pages.table("combat-results")?;
        let retreat = pages.table("retreat-losses")?;
        let thirds =
            |table: &Table, row, column| table.parse(row, column, "a number of thirds", Thirds::read);
        Ok(Charts {
            sea: OnDemand::new(&pages, SeaCharts::load),
            siege: OnDemand::new(&pages, SiegeCharts::load),
            attrition: OnDemand::new(&pages, AttritionCharts::load),
            logistics: OnDemand::new(&pages, LogisticsCharts::load),
            leaders: OnDemand::new(&pages, |pages| leaders(pages.table("replacement-leaders")?)),
            crt_bands: crt.bands()?,
            crt: each_row(crt, |row| array(|column| reading::combat(crt, row, column + 1)))?,
            crt_span: span(crt)?,
            columns: columns(&pages)?,
            morale: morale(&pages)?,
            fire_effects: fire_effects(&pages)?,
            sizes: by_period(pages.table("army-size")?, &labels(Class::ALL, |class| class.key()))?,
            steps: steps(pages.table("size-comparison")?)?,
            artillery: each_row(pages.table("artillery")?, |row| {
                let table = pages.table("artillery")?;
                Ok((table.row_label(row).to_owned(), array(|period| table.number(row, period + 1))?))
            })?,
            loss_rows: loss_rows(pages.table("loss-by-size")?)?,
            retreat_bands: retreat.bands()?,
            retreat: each_row(retreat, |row| thirds(retreat, row, 1))?,
            cavalry: cavalry(pages.table("cavalry")?)?,
            periods: periods(pages.table("periods")?)?,
            figures: entry::Figures::of(&pages),
            words: words::Words::of(&pages),
            pages,
        })
    }

    /// The guide's own remarks on army sizes, which its table must bear out. A player's table need not.
    fn bears_out_the_guide(&self) -> Result<(), BadData> {
        let table = self.pages.table("army-size")?;
        let wrong = |clause: Clause, what: String| {
            BadData::new(table.file(), table.key(), format!("{what} ({clause})"))
        };
        for &period in Period::ALL {
            // A step of two takes an army of size 7, for sizes 5 and 6 do not occur.
            if let Some(class) = Class::ALL.iter().find(|class| [5, 6].contains(&self.size(**class, period)))
            {
                return Err(wrong(
                    rule!("LOSS-j"),
                    format!("class {class} has size 5 or 6 in period {period}"),
                ));
            }
            // France is a step above Spain always, and above England except in period VII.
            let england = i8::from(period != Period::VII);
            for (other, step) in [(Country::Spain, 1), (Country::England, england)] {
                let size =
                    |country| self.class_of(country, period).map_or(0, |class| self.size(class, period));
                if self.size_step(size(Country::France), size(other)) != step {
                    let what = format!("France is not {step} step above {other} in period {period}");
                    return Err(wrong(rule!("LOSS-k"), what));
                }
            }
        }
        Ok(())
    }

    /// Reads everything, and looks every figure up once that code will look up by name, so that nothing can fail later. A
    /// test does so with our own tables.
    fn checked(&self) -> Result<(), BadData> {
        self.sea.checked()?;
        self.siege.checked()?;
        self.attrition.checked()?;
        self.logistics.checked()?;
        self.leaders.checked()?;
        self.figures.checked()?;
        self.words.checked(&self.pages)?;
        self.pages.table("land-modifiers")?.expect_rows(MODIFIERS)?;
        let modifiers = self.pages.table("land-modifiers")?;
        for row in 0..modifiers.rows() {
            for column in 1..=4 {
                within::<i8>(modifiers, row, column, MODIFIER)?;
            }
        }
        for (table, rows) in [
            ("pursuit-modifiers", &["not plain", "sipahi", "ended on day 1", "ended after Fire"][..]),
            ("battle-figures", FIGURES),
        ] {
            let table = self.pages.table(table)?;
            table.expect_rows(rows)?;
            let bounds = if table.key() == "pursuit-modifiers" { MODIFIER } else { 0..=100 };
            each_row(table, |row| within::<i8>(table, row, 1, bounds.clone()))?;
        }
        let small = self.pages.table("small-stack")?;
        small.expect_rows(&["d", "2d", "1", "1+d", "1+2d", "2", "3", "4", "5", "6", "7", "8"])?;
        for row in 0..small.rows() {
            for column in 1..=2 {
                small.parse(row, column, "a number of thirds", Thirds::read)?;
            }
        }
        let classes = self.pages.table("army-class")?;
        for row in 0..classes.rows() {
            for column in 1..=2 {
                classes.parse(row, column, "an army class", class)?;
            }
        }
        let dates = self.pages.table("land-technology-dates")?;
        for technology in Technology::ALL {
            dates.number::<u8>(dates.row(technology.key())?, 2)?;
        }
        dates.number::<u8>(dates.row("tercio")?, 2)?;
        Ok(())
    }

    /// The result of a modified die in a column.
    pub fn combat(&self, column: Column, die: i16) -> Reading {
        self.crt[self.crt_bands.row(die.into())][usize::from(column.0)]
    }

    /// The lowest and the highest modified die that make a difference: beyond them the result stays the same.
    pub(crate) fn combat_span(&self) -> (i16, i16) {
        self.crt_span
    }

    /// The most losses that one roll can deal.
    pub(crate) fn most_losses(&self) -> Thirds {
        self.crt.iter().flatten().map(|reading| reading.losses).max().unwrap_or_default()
    }

    /// The facts of that look-up.
    pub fn combat_look(&self, column: Column, die: i16) -> Look {
        let table = self.pages.table("combat-results").expect("checked");
        table.look(self.crt_bands.row(die.into()), usize::from(column.0) + 1)
    }

    /// The column in which a technology fights another; none where it does not fight.
    pub fn column(&self, own: Technology, enemy: Technology, phase: Phase) -> Option<Column> {
        self.columns[own as usize][enemy as usize][phase as usize]
    }

    /// The morale of a technology against another, with what veterans and tercios add to it.
    pub fn morale(&self, own: Technology, enemy: Technology, veteran: bool, tercios: bool) -> u8 {
        let cells = &self.morale[own as usize];
        cells[usize::from(enemy != Technology::Medieval)]
            + if veteran { cells[2] } else { 0 }
            + if tercios { cells[3] } else { 0 }
    }

    /// Whether troops of a technology can fight in tercios: those to whom tercios add something.
    pub(crate) fn knows_tercios(&self, technology: Technology) -> bool {
        self.morale[technology as usize][3] > 0
    }

    /// A figure of a table with one figure to a row.
    #[inline]
    pub(crate) fn value(&self, entry: Entry) -> i16 {
        self.figures.get(entry)
    }

    /// The same, where it is a count.
    #[inline]
    pub(crate) fn count(&self, entry: Entry) -> u8 {
        self.figures.get(entry) as u8
    }

    /// What technology leaves of a Fire result.
    pub fn fire_effect(&self, technology: Technology) -> FireEffect {
        self.fire_effects[technology as usize]
    }

    /// The relative size of a class in a period.
    pub fn size(&self, class: Class, period: Period) -> i8 {
        self.sizes[class as usize][period as usize]
    }

    /// The step of an army of size `own` over one of size `enemy`: -2 to +2.
    pub fn size_step(&self, own: i8, enemy: i8) -> i8 {
        let difference = own - enemy;
        let step = self.steps[usize::from(difference.unsigned_abs()).min(self.steps.len() - 1)];
        step * difference.signum()
    }

    /// The class of a major power in a period; none for minors and natives.
    pub fn class_of(&self, country: Country, period: Period) -> Option<Class> {
        let table = self.pages.table("army-class").expect("checked");
        let row = table.row(country.key()).ok()?;
        class(table.cell(row, 1 + usize::from(period >= Period::VI)).text())
    }

    /// The artillery of an A+ in a row of the table; none where there is no such row.
    pub fn artillery(&self, row: &str, period: Period) -> Option<u8> {
        self.artillery.iter().find(|(label, _)| label == row).map(|(_, values)| values[period as usize])
    }

    /// What a stack of so many whole LD and d subtracts from the losses it deals, by whether the die of
    /// a 7 LD stack is odd.
    pub fn small_stack(&self, ld: u8, d: u8, odd: bool) -> Thirds {
        let table = self.pages.table("small-stack").expect("checked");
        // Three d are one LD.
        let label = match (ld + d / 3, d % 3) {
            (0, 0 | 1) => "d".to_owned(),
            (0, _) => "2d".to_owned(),
            (1, 1) => "1+d".to_owned(),
            (1, 2..) => "1+2d".to_owned(),
            (ld, _) => ld.min(8).to_string(),
        };
        let row = table.row(&label).expect("checked");
        Thirds::read(table.cell(row, if odd { 1 } else { 2 }).text()).expect("checked")
    }

    /// Losses as the size step changes them: whole part and fraction apart, above 6 the last column.
    pub fn by_size(&self, losses: Thirds, step: i8) -> Thirds {
        let row = &self.loss_rows[(step + 2) as usize];
        if losses > Thirds::whole(6) {
            return Thirds(losses.0 + row.above);
        }
        let (whole, thirds) = (losses.floor() as usize, (losses.0 % 3) as usize);
        Thirds(row.wholes[whole] + row.thirds[thirds])
    }

    /// The loss of a retreat by its modified die.
    pub fn retreat_loss(&self, die: i16) -> Thirds {
        self.retreat[self.retreat_bands.row(die.into())]
    }

    /// The facts of that look-up.
    pub fn retreat_look(&self, die: i16) -> Look {
        self.pages.table("retreat-losses").expect("checked").look(self.retreat_bands.row(die.into()), 1)
    }

    /// The replacement leaders of a row of their table, by the die.
    pub fn replacements(&self, row: &str) -> Option<&[Leader; 10]> {
        self.leaders.iter().find(|(label, _)| label == row).map(|(_, leaders)| leaders)
    }

    /// Whether a class or country has the cavalry bonus in a period and terrain. Northern forest is a kind
    /// of dense forest: whoever has it in the one has it in the other.
    pub fn cavalry(&self, who: &str, period: Period, terrain: Terrain) -> bool {
        let dense = (terrain == Terrain::NorthernForest).then_some(Terrain::DenseForest.key());
        self.cavalry.iter().any(|line| {
            line.who == who
                && line.periods.iter().any(|p| p == period.key())
                && line.terrain.iter().any(|t| t == terrain.key() || Some(t.as_str()) == dense)
        })
    }

    /// The period of a turn.
    pub fn period(&self, turn: Turn) -> Option<Period> {
        let index = self.periods.iter().position(|(first, last)| (*first..=*last).contains(&turn))?;
        Some(Period::ALL[index])
    }

    /// The first turn of a technology, or of the tercios.
    pub fn first_turn(&self, technology: &str) -> Turn {
        let table = self.pages.table("land-technology-dates").expect("checked");
        Turn(table.number(table.row(technology).expect("checked"), 2).expect("checked"))
    }

    /// What an unmodified continuation die comes to in a period, with or without the poor weather event.
    pub fn continuation(
        &self,
        from: RoundBox,
        face: u16,
        period: Period,
        poor_weather: bool,
    ) -> Continuation {
        let mut die = face as i16;
        if poor_weather {
            die += self.value(Entry::PoorWeather);
        }
        if period >= Period::VI {
            die += self.value(Entry::LatePeriods);
        }
        let to = from.0 + self.logistics.advance(from, die);
        let to = RoundBox(to.min(self.logistics.end_box().0));
        // Campaigns of a summer may go on into the winter, and some of those winters are wet.
        let extended = !self.logistics.is_winter(from) && die <= self.value(Entry::ExtendedUntil);
        let bad = extended && self.words.brings_bad_weather(face);
        Continuation { to, extended, bad_weather: bad || (poor_weather && self.logistics.is_winter(to)) }
    }

    /// What a fortress of a level costs to build and to keep in a theatre; none where there is none.
    pub fn fortress(
        &self,
        level: u8,
        theatre: Theatre,
        technology: Technology,
        turn: Turn,
    ) -> Option<(u16, u16)> {
        let [cost, upkeep] = *self.logistics.walls.get(usize::from(level).checked_sub(1)?)?;
        let times = self.words.walls.get(usize::from(level) - 1)?.times(technology, turn);
        let column = theatre as usize;
        Some((cost[column]? * times, upkeep[column]? * times))
    }

    /// Whether a fortress of a level may be built with a technology in a turn.
    pub fn may_build(&self, level: u8, technology: Technology, turn: Turn) -> bool {
        let rule = usize::from(level).checked_sub(1).and_then(|row| self.words.walls.get(row));
        rule.is_some_and(|rule| rule.allows(technology, turn))
    }

    /// A land modifier on the first or a later day, if it is not nothing.
    pub fn modifier(
        &self,
        row: &str,
        later: bool,
        phase: Phase,
        clause: Clause,
        words: &str,
    ) -> Option<Modifier> {
        let table = self.pages.table("land-modifiers").expect("checked");
        let column = 1 + 2 * usize::from(later) + phase as usize;
        let value: i16 = table.number(table.row(row).expect("checked"), column).expect("checked");
        (value != 0).then(|| Modifier::new(value, clause, words))
    }

    /// A figure of a table of figures: its second column by the label of the row.
    pub fn figure(&self, table: &str, row: &str) -> i16 {
        let table = self.pages.table(table).expect("checked");
        table.number(table.row(row).expect("checked"), 1).expect("checked")
    }
}

/// The dice that combat results can tell apart.
const DICE: std::ops::RangeInclusive<i16> = -20..=40;

/// The lowest and the highest die that a table of combat results tells apart.
fn span(crt: &Table) -> Result<(i16, i16), BadData> {
    let (bands, last) = (crt.bands()?, crt.rows() - 1);
    // Beyond the dice of a battle with all its modifiers a row would never be read.
    let beyond = |die: i16, row: usize| bands.row(die.into()) != row;
    if beyond(*DICE.start() - 1, 0) || beyond(*DICE.end() + 1, last) {
        let problem = format!(
            "rows for dice from {} to {} at most; the first stands for all below, the last for all above",
            DICE.start(),
            DICE.end()
        );
        return Err(BadData::new(crt.file(), crt.key(), problem));
    }
    let low = DICE.rev().find(|&die| bands.row(die.into()) == 0).unwrap_or(*DICE.start());
    let high = DICE.into_iter().find(|&die| bands.row(die.into()) == last).unwrap_or(*DICE.end());
    Ok((low, high))
}

const MODIFIERS: &[&str] = &[
    "later day",
    "enemy failed to retreat",
    "foraging",
    "against tercios",
    "first fight with Turkey",
    "forest swamp or desert",
    "mountain",
    "river or pass",
    "strait or landing",
    "no artillery",
    "much artillery",
    "three LD more",
    "cavalry",
];

const FIGURES: &[&str] = &[
    "major gap",
    "major gap at size 2",
    "stability",
    "victory points",
    "artillery for the bonus",
    "LD more for the bonus",
];

#[cfg(test)]
mod tests {
    use super::*;

    /// What is read on demand cannot fail then.
    #[test]
    fn our_own_tables_can_be_read() {
        assert_eq!(Charts::load(&[]).unwrap().checked(), Ok(()));
    }

    /// The guide's remarks on sizes bind the tables that come with the program.
    #[test]
    fn sizes_must_bear_out_the_guide() {
        let refused = |class: &str, period: &str, size: u8| {
            let row = format!("row = \"{class}\"\ncolumn = \"{period}\"\ncell = {size}\n");
            let text = format!("[[army-size.change]]\n{row}");
            let charts = Charts::load(&[("own.toml".to_owned(), text)]).expect("a player may");
            charts.bears_out_the_guide().err().map(|error| error.to_string()).unwrap_or_default()
        };
        // Class IV is France's, III Spain's, whose size is 0 in period II.
        assert!(refused("IV", "II", 0).contains("EU9-LOSS-k"), "{}", refused("IV", "II", 0));
        assert!(refused("IV", "III", 5).contains("EU9-LOSS-j"), "{}", refused("IV", "III", 5));
        assert_eq!(refused("IV", "II", 2), "", "as it is");
    }
}
