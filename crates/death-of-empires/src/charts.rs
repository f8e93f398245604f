//! The charts as the rules read them: typed tables made from `tables/*.toml`.

use crate::readings::MarkerLevels;
use grognard_charts::{BadData, Bands, Pages, Table};
use grognard_umpire::{Look, Modifier};

/// What the combat table says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct CombatResult {
    /// Loss results for each attacking stack.
    pub attacker: u8,
    /// Loss results for each defending stack.
    pub defender: u8,
    /// `r`: the defender retreats a hex besides.
    pub retreat: bool,
    /// `p`: the defender's SP losses are also prisoners.
    pub prisoners: bool,
}

/// What the barrage table says.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BarrageResult {
    /// Loss results for the shelled force.
    pub results: u8,
    /// `*`: a morale check besides.
    pub check: bool,
}

/// The single figures of the play aid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most loss results of one failed morale check. (B6)
    pub check_results_max: u8,
    /// The least barrage strength that allows artillery superiority. (C2-c)
    pub superiority_strength_min: u16,
    /// What a cavalry charge multiplies loss results by. (F1-a)
    pub charge_factor: u8,
}

/// A chart with results in every cell, its rows die results.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Grid<T> {
    bands: Bands,
    rows: Vec<Vec<T>>,
}

impl<T: Copy> Grid<T> {
    fn read(table: &Table, wanted: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Self, BadData> {
        let rows = (0..table.rows()).map(|row| {
            (1..table.columns().len()).map(|column| table.parse(row, column, wanted, &parse)).collect()
        });
        Ok(Grid { bands: table.bands()?, rows: rows.collect::<Result<_, _>>()? })
    }

    #[inline]
    fn at(&self, die: i32, column: usize) -> T {
        self.rows[self.bands.row(die)][column]
    }
}

/// Odds of the attacker against the defender, as a column head gives them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Odds {
    attacker: u32,
    defender: u32,
}

/// All charts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The tables as printed.
    pub pages: Pages,
    /// The play aid's single figures.
    pub limits: Limits,
    combat: Grid<CombatResult>,
    odds: Vec<Odds>,
    barrage: Grid<BarrageResult>,
    barrage_from: Vec<u16>,
    check: Grid<u8>,
    march: Grid<i16>,
    superiority: i16,
    /// By the marker's level: none, flipped, full.
    marker: [i16; 3],
}

const COMBAT: &str = "combat-results";
const COMBAT_MODIFIERS: &str = "combat-modifiers";
const BARRAGE: &str = "barrage";
const CHECK: &str = "morale-check";
const MARCH: &str = "forced-march";
const MARKER_ROWS: [&str; 3] = ["combat marker none", "combat marker flipped", "combat marker full"];
const SUPERIORITY_ROW: &str = "artillery superiority";

/// The row of a marker's level: a marker of one level is never flipped, so its only level is the full one.
const fn marker_row(level: u8, levels: MarkerLevels) -> usize {
    match (level, levels) {
        (0, _) => 0,
        (1, MarkerLevels::Two) => 1,
        _ => 2,
    }
}

impl Charts {
    /// Reads the system's own tables, changed by a player's.
    ///
    /// # Errors
    /// The first cell or table that cannot be used, with file and line.
    pub fn load(house: &[(String, String)]) -> Result<Charts, BadData> {
        let own: Vec<(&str, &str)> = crate::TABLES
            .files()
            .filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?)))
            .collect();
        let pages = Pages::load(&own, house)?;
        let combat = pages.table(COMBAT)?;
        let barrage = pages.table(BARRAGE)?;
        let modifiers = pages.table(COMBAT_MODIFIERS)?;
        let modifier = |row: &str| modifiers.parse(modifiers.row(row)?, 1, "a modifier", read_modifier);
        Ok(Charts {
            limits: Limits::read(pages.table("limits")?)?,
            combat: Grid::read(combat, "a result such as `1/3r`", read_combat)?,
            odds: read_odds(combat)?,
            barrage: Grid::read(barrage, "a result such as `2*`", read_barrage)?,
            barrage_from: read_strengths(barrage)?,
            check: Grid::read(pages.table(CHECK)?, "a number of loss results", read_results)?,
            march: Grid::read(pages.table(MARCH)?, "a modifier", read_modifier)?,
            superiority: modifier(SUPERIORITY_ROW)?,
            marker: [modifier(MARKER_ROWS[0])?, modifier(MARKER_ROWS[1])?, modifier(MARKER_ROWS[2])?],
            pages,
        })
    }

    /// The combat table's column for two strengths, rounded down; the leftmost for anything below it.
    #[inline]
    pub fn odds_column(&self, attacker: u16, defender: u16) -> usize {
        let (attacker, defender) = (u32::from(attacker), u32::from(defender));
        self.odds
            .iter()
            .rposition(|odds| attacker * odds.defender >= defender * odds.attacker)
            .unwrap_or_default()
    }

    /// The combat table's column with a head, for example `2-1`.
    pub fn odds_column_named(&self, head: &str) -> Option<usize> {
        self.odds_heads().iter().position(|column| column.trim_end_matches('+') == head.trim_end_matches('+'))
    }

    /// The heads of the combat table's columns.
    pub fn odds_heads(&self) -> &[String] {
        &self.pages.table(COMBAT).expect("read when loading").columns()[1..]
    }

    /// The combat table's result for a modified die.
    #[inline]
    pub fn combat(&self, die: i32, column: usize) -> CombatResult {
        self.combat.at(die, column)
    }

    /// The barrage table's column for a strength.
    #[inline]
    pub fn barrage_column(&self, strength: u16) -> usize {
        self.barrage_from.iter().rposition(|&from| strength >= from).unwrap_or_default()
    }

    /// The barrage table's result for a die.
    #[inline]
    pub fn barrage(&self, die: i32, column: usize) -> BarrageResult {
        self.barrage.at(die, column)
    }

    /// The loss results of a morale check whose modified die exceeds the morale level by so much.
    #[inline]
    pub fn check(&self, difference: i32) -> u8 {
        self.check.at(difference, 0)
    }

    /// The modifier of a forced march's check for the movement points marched.
    #[inline]
    pub fn march(&self, movement_points: u8) -> i16 {
        self.march.at(i32::from(movement_points), 0)
    }

    /// The modifiers of the combat die: artillery superiority and the level of the combat marker.
    #[inline]
    pub fn combat_modifier(&self, superiority: bool, marker: u8, levels: MarkerLevels) -> i16 {
        let superiority = if superiority { self.superiority } else { 0 };
        superiority + self.marker[marker_row(marker, levels)]
    }

    /// The same, one by one and in words.
    pub fn combat_modifiers(&self, superiority: bool, marker: u8, levels: MarkerLevels) -> Vec<Modifier> {
        let clause = rule!("T1");
        let row = marker_row(marker, levels);
        let mut list = Vec::new();
        if superiority {
            list.push(Modifier::new(self.superiority, clause, SUPERIORITY_ROW));
        }
        list.push(Modifier::new(self.marker[row], clause, MARKER_ROWS[row]));
        list.retain(|modifier| modifier.value != 0);
        list
    }

    /// The combat table's cell for the account.
    pub fn combat_look(&self, die: i32, column: usize) -> Look {
        self.look(COMBAT, self.combat.bands.row(die), column)
    }

    /// The barrage table's cell for the account.
    pub fn barrage_look(&self, die: i32, column: usize) -> Look {
        self.look(BARRAGE, self.barrage.bands.row(die), column)
    }

    /// The morale check table's cell for the account.
    pub fn check_look(&self, difference: i32) -> Look {
        self.look(CHECK, self.check.bands.row(difference), 0)
    }

    fn look(&self, table: &str, row: usize, column: usize) -> Look {
        self.pages.table(table).expect("read when loading").look(row, column + 1)
    }
}

impl Limits {
    fn read(table: &Table) -> Result<Limits, BadData> {
        let row = |label: &str| table.row(label);
        let count = |label: &str| table.parse(row(label)?, 1, "a number of 1 to 10", read_count);
        Ok(Limits {
            check_results_max: count("results of a failed morale check, at most")?,
            superiority_strength_min: table.number(row("barrage strength for superiority, at least")?, 1)?,
            charge_factor: count("charge multiplies results by")?,
        })
    }
}

/// More loss results than any table gives at once; a bigger figure is a slip.
const RESULTS_MAX: u8 = 10;

/// A modifier beyond it would leave nothing to the die.
const MODIFIER_MAX: i16 = 20;

fn read_results(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&results| results <= RESULTS_MAX)
}

fn read_count(text: &str) -> Option<u8> {
    read_results(text).filter(|&count| count > 0)
}

fn read_modifier(text: &str) -> Option<i16> {
    text.parse().ok().filter(|modifier| (-MODIFIER_MAX..=MODIFIER_MAX).contains(modifier))
}

fn read_combat(text: &str) -> Option<CombatResult> {
    let (attacker, rest) = text.split_once('/')?;
    let (rest, prisoners) = rest.strip_suffix('p').map_or((rest, false), |rest| (rest, true));
    let (defender, retreat) = rest.strip_suffix('r').map_or((rest, false), |rest| (rest, true));
    let (attacker, defender) = (read_results(attacker)?, read_results(defender)?);
    Some(CombatResult { attacker, defender, retreat, prisoners })
}

fn read_barrage(text: &str) -> Option<BarrageResult> {
    let (number, check) = text.strip_suffix('*').map_or((text, false), |rest| (rest, true));
    Some(BarrageResult { results: read_results(number)?, check })
}

fn read_odds(table: &Table) -> Result<Vec<Odds>, BadData> {
    let bad =
        |head: &str, problem: &str| BadData::new(table.file(), table.key(), format!("{head}: {problem}"));
    let mut list: Vec<Odds> = Vec::new();
    for head in &table.columns()[1..] {
        let (attacker, defender) = head
            .trim_end_matches('+')
            .split_once('-')
            .and_then(|(a, d)| Some((a.parse().ok()?, d.parse().ok().filter(|&d| d > 0)?)))
            .ok_or_else(|| bad(head, "a column head is odds such as `3-2`"))?;
        let odds = Odds { attacker, defender };
        if list.last().is_some_and(|last| last.attacker * odds.defender >= odds.attacker * last.defender) {
            return Err(bad(head, "odds must rise from left to right"));
        }
        list.push(odds);
    }
    Ok(list)
}

fn read_strengths(table: &Table) -> Result<Vec<u16>, BadData> {
    let mut list: Vec<u16> = Vec::new();
    for head in &table.columns()[1..] {
        let from = head.trim_end_matches('+').split('-').next().and_then(|from| from.parse().ok());
        let rises = |from: &u16| list.last().is_none_or(|last| last < from);
        let from = from.filter(rises).ok_or_else(|| {
            BadData::new(table.file(), table.key(), format!("{head}: write rising strengths such as `5-9`"))
        })?;
        list.push(from);
    }
    Ok(list)
}
