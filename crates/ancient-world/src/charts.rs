//! The charts as typed tables: what stands in `tables/`, checked and ready to be read by the rules.

mod diplomacy;
mod losses;
mod results;

pub use diplomacy::{AmbassadorResult, DiplomacyChart, DiplomacyRating, Disaster};
pub use losses::LossTable;
pub use results::{BattleResult, BattleResults, Loss};

use crate::force::{Game, Letter, People, Rank, Status, Terrain};
use crate::guile::GuileUse;
use crate::readings::RoughCavalry;
use crate::rule;
use grognard_charts::{BadData, Pages, Table};
use grognard_umpire::{BySide, Mark};
use std::ops::RangeInclusive;

/// All charts of the system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The tables as printed, with their provenance.
    pub pages: Pages,
    /// The Battle Results Table.
    pub results: BattleResults,
    /// The Percentage Loss Chart.
    pub losses: LossTable,
    /// The diplomacy charts.
    pub diplomacy: DiplomacyChart,
    /// The Combat Ratio Chart's modifiers, 1-3 first.
    ratio: [i16; 7],
    tactical: [[u8; 5]; 10],
    /// The smallest difference for each modifier, by row of the chart.
    cavalry: [[Option<u16>; 9]; 5],
    /// The other battle modifiers.
    pub battle: BattleModifiers,
    efficiency: [u8; 5],
    /// The War Elephants Table by face.
    pub elephants: [ElephantEffect; 10],
    /// The leader loss modifiers.
    pub leader_loss: LeaderLoss,
    /// The factors of a pursuit and of a butchery.
    pub pursuit: [u16; 2],
    /// How the ratio changes percentages, and what a star costs.
    pub adjustment: LossAdjustment,
    /// What a Guile Point of each side adds to an unpredictable number.
    pub unpredictable_guile: BySide<i16>,
    /// The After Battle Status charts.
    pub status: StatusCharts,
    /// The Avoidance Chart.
    pub avoidance: AvoidanceChart,
    /// The Coordination Chart.
    pub coordination: CoordinationChart,
    /// What attrition costs.
    pub attrition: AttritionChart,
    guile_uses: Vec<(GuileUse, Rank, bool)>,
    /// The charts of the campaign duel.
    pub campaign: crate::duel::CampaignChart,
}

/// The modifiers that are a single figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct BattleModifiers {
    pub subordinates_max: i16,
    pub elite: i16,
    pub elite_sp_min: u16,
    pub river: i16,
    pub failure: i16,
    pub double_envelopment: i16,
    pub ambush: i16,
    pub landing_attacks: i16,
    pub landing_attacked: i16,
    pub discipline: i16,
    pub veteran_sp_min: u8,
    pub legion_over: i16,
}

/// What one elephant SP does when it is committed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct ElephantEffect {
    pub own_cavalry: u8,
    pub own_infantry: u8,
    pub elephant: u8,
    pub enemy_infantry: u8,
    pub enemy_cavalry: u8,
    pub battle_die: i16,
}

/// The modifiers of the first leader loss roll.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct LeaderLoss {
    pub losing: i16,
    pub pluto: i16,
}

/// How the ratio changes percentages, and what a star costs. [8.33]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct LossAdjustment {
    pub ratio_max: i16,
    pub percent_a_point: i16,
    pub star_percent_max: u16,
    pub percent_beyond: i16,
}

/// The After Battle Status charts; effects are listed by status, fresh first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatusCharts {
    /// A winner's status.
    pub winner: Status,
    /// A loser's.
    pub loser: Status,
    /// A major loser's.
    pub major_loser: Status,
    /// That of a side of a draw with a small loss.
    pub draw_small: Status,
    /// That of a side of a draw with a great loss.
    pub draw_great: Status,
    /// The SP one side must have started with.
    pub sp_min: u16,
    /// The largest percentage that is a small loss.
    pub small_loss_max: u8,
    /// The percentage from which a loser is a major one.
    pub major_loss_min: u8,
    attack: [Option<i16>; 4],
    defence: [i16; 4],
    movement_rows: [u16; 4],
    siege_attrition: [i16; 4],
    siege_assault: [Option<i16>; 4],
    interception: [Option<i16>; 4],
}

impl StatusCharts {
    /// The modifier for attacking; none where it is not allowed. [8.77-a]
    pub const fn attack(&self, status: Status) -> Option<i16> {
        self.attack[status as usize]
    }
    /// The modifier for being attacked. [8.77-b]
    pub const fn defence(&self, status: Status) -> i16 {
        self.defence[status as usize]
    }
    /// How many rows down movement attrition is read. [8.77-c]
    pub const fn movement_rows(&self, status: Status) -> u16 {
        self.movement_rows[status as usize]
    }
    /// The modifier of siege attrition. [8.77-d]
    pub const fn siege_attrition(&self, status: Status) -> i16 {
        self.siege_attrition[status as usize]
    }
    /// The modifier of a siege assault; none where it is not allowed. [8.77-e]
    pub const fn siege_assault(&self, status: Status) -> Option<i16> {
        self.siege_assault[status as usize]
    }
    /// Whether the force may intercept. [8.77-f]
    pub const fn may_intercept(&self, status: Status) -> bool {
        self.interception[status as usize].is_some()
    }
}

/// The Avoidance Chart's modifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AvoidanceChart {
    pub city_near: i16,
    pub city_far: i16,
    pub closed_terrain: i16,
    pub defender_guile: i16,
    pub attacker_guile: i16,
    pub only_across_river: i16,
    pub roman_honour: i16,
}

/// The Coordination Chart's figures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CoordinationChart {
    pub leaders: i16,
    pub hex: i16,
    pub river: i16,
    pub distance_max: u8,
}

/// What attrition costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AttritionChart {
    /// Points for entering a hex, by terrain.
    pub hex: [u16; 4],
    pub city: u16,
    pub infantry_weight: u16,
    pub cavalry_weight: u16,
    pub divisor: u16,
    pub retirement_percent_max: u16,
}

impl Charts {
    /// Reads the system's tables and then the player's.
    ///
    /// # Errors
    /// The first thing that is wrong, with file, line and what would be right.
    pub fn load(house: &[(String, String)]) -> Result<Charts, BadData> {
        let own: Vec<(&str, &str)> = crate::TABLES
            .files()
            .map(|file| {
                let name = file.path().file_name().and_then(|name| name.to_str()).unwrap_or("tables");
                (name, file.contents_utf8().unwrap_or(""))
            })
            .collect();
        let pages = Pages::load(&own, house)?;
        let losses = LossTable::read(&pages)?;
        let results = BattleResults::read(pages.table("battle-results")?)?;
        if house.is_empty() {
            results.check_symmetry(pages.table("battle-results")?)?;
        }
        Ok(Charts {
            results,
            losses,
            diplomacy: DiplomacyChart::read(&pages)?,
            ratio: read_ratio(pages.table("combat-ratio")?)?,
            tactical: read_tactical(pages.table("tactical-ability")?)?,
            cavalry: read_cavalry(pages.table("cavalry-superiority")?)?,
            battle: read_battle_modifiers(pages.table("battle-modifiers")?)?,
            efficiency: read_efficiency(pages.table("command-efficiency")?)?,
            elephants: read_elephants(pages.table("war-elephants")?)?,
            leader_loss: read_leader_loss(pages.table("leader-loss-modifiers")?)?,
            pursuit: read_pursuit(pages.table("pursuit")?)?,
            adjustment: read_adjustment(pages.table("loss-adjustment")?)?,
            unpredictable_guile: read_unpredictable(pages.table("unpredictable")?)?,
            status: read_status(&pages)?,
            avoidance: read_avoidance(pages.table("avoidance")?)?,
            coordination: read_coordination(pages.table("coordination")?)?,
            attrition: read_attrition(&pages)?,
            guile_uses: read_guile_uses(pages.table("guile-uses")?)?,
            campaign: crate::duel::CampaignChart::read(&pages)?,
            pages,
        })
    }

    /// The ratio modifier of a row of the chart: 0 is 1-3, 3 is 1-1, 6 is 3-1.
    pub const fn ratio_row(&self, row: usize) -> i16 {
        self.ratio[row]
    }

    /// Where the cells of the loss chart for a percentage of a force come from: the least certain of them.
    pub fn loss_mark(&self, percent: u8, sp: u16) -> Mark {
        let mark = |table: &str, column: u16| -> Mark {
            let cell = || -> Result<Mark, BadData> {
                let page = self.pages.table(table)?;
                let (row, column) = (page.row(&percent.to_string())?, page.column(&column.to_string())?);
                Ok(page.source_of(row, column).mark)
            };
            cell().unwrap_or(Mark::Printed)
        };
        let (ones, tens) = ("percentage-loss-ones", "percentage-loss-tens");
        let hundreds = if sp >= 100 { Some(mark(tens, 100)) } else { None };
        let ten = match sp / 10 % 10 {
            0 => None,
            1 => Some(mark(ones, 10)),
            ten => Some(mark(tens, 10 * ten)),
        };
        let one = Some(sp % 10).filter(|one| *one > 0).map(|one| mark(ones, one));
        [hundreds, ten, one].into_iter().flatten().max().unwrap_or(Mark::Printed)
    }

    /// A leader's tactical value for a die. [8.32-a]
    pub fn tactical(&self, letter: Letter, die: u16) -> u8 {
        self.tactical[usize::from(die)][letter as usize]
    }

    /// Cavalry superiority by the difference in cavalry SP. [8.31-f to 8.31-i]
    pub fn cavalry(&self, difference: u16, terrain: Terrain, people: People, reading: RoughCavalry) -> i16 {
        if difference == 0 {
            return 0;
        }
        let row = cavalry_row(terrain, people, reading);
        let reached = self.cavalry[row].iter().rposition(|from| from.is_some_and(|from| difference >= from));
        reached.unwrap_or(0) as i16
    }

    /// How many legions a leader commands without loss of efficiency. [5.57-a]
    pub const fn legions_max(&self, letter: Letter) -> u8 {
        self.efficiency[letter as usize]
    }

    /// Who may spend Guile Points on this: the rank that is needed, and whether only Romans in Rise of
    /// the Roman Republic may.
    pub fn guile_use(&self, wanted: GuileUse) -> (Rank, bool) {
        let found = self.guile_uses.iter().find(|(usage, ..)| *usage == wanted);
        found.map(|&(_, rank, roman)| (rank, roman)).expect("every use was read")
    }

    /// Whether a rule of Rise of the Roman Republic for Romans applies.
    pub const fn is_roman_republic(game: Game, people: People) -> bool {
        matches!((game, people), (Game::RiseOfTheRomanRepublic, People::Roman))
    }
}

const CAVALRY_ROWS: [&str; 5] =
    ["flat, not Roman", "rough, not Roman", "flat, Roman", "rough, Roman", "mountain or marsh"];

const fn cavalry_row(terrain: Terrain, people: People, reading: RoughCavalry) -> usize {
    match (terrain, people) {
        (Terrain::Flat, People::Other) => 0,
        (Terrain::Rough, People::Other) => match reading {
            RoughCavalry::ByFives => 1,
            RoughCavalry::ByThrees => 0,
        },
        (Terrain::Flat, People::Roman) => 2,
        (Terrain::Rough, People::Roman) => 3,
        (Terrain::Mountain | Terrain::Marsh, _) => 4,
    }
}

/// What a modifier may be: with all the modifiers there are, the sum of a battle stays far from any bound.
pub(crate) const MODIFIER: RangeInclusive<i32> = -99..=99;
/// What a number of things may be.
pub(crate) const COUNT: RangeInclusive<i32> = 0..=99;
/// What a percentage may be.
pub(crate) const PERCENT: RangeInclusive<i32> = 0..=100;
/// What attrition points of a hex may be: a march over the whole strip keeps them in a byte.
const POINTS: RangeInclusive<i32> = 0..=20;

/// The figure in the last column of the row with a label, within bounds.
pub(crate) fn figure<T: TryFrom<i32>>(
    table: &Table,
    label: &str,
    bounds: RangeInclusive<i32>,
) -> Result<T, BadData> {
    bounded(table, table.row(label)?, table.columns().len() - 1, bounds)
}

/// A cell as a whole number within bounds.
pub(crate) fn bounded<T: TryFrom<i32>>(
    table: &Table,
    row: usize,
    column: usize,
    bounds: RangeInclusive<i32>,
) -> Result<T, BadData> {
    let wanted = format!("a whole number from {} to {}", bounds.start(), bounds.end());
    table.parse(row, column, &wanted, |text| {
        let number: i32 = text.parse().ok()?;
        T::try_from(number).ok().filter(|_| bounds.contains(&number))
    })
}

fn read_ratio(table: &Table) -> Result<[i16; 7], BadData> {
    let rows = ["1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "3-1"];
    table.expect_rows(&rows)?;
    let mut ratio = [0; 7];
    for (slot, label) in ratio.iter_mut().zip(rows) {
        *slot = figure(table, label, MODIFIER)?;
    }
    Ok(ratio)
}

fn read_tactical(table: &Table) -> Result<[[u8; 5]; 10], BadData> {
    let bands = table.bands()?;
    let mut values = [[0; 5]; 10];
    for (die, slots) in values.iter_mut().enumerate() {
        for letter in Letter::ALL {
            let column = table.column(letter.key())?;
            let row = bands.row(die as i32);
            slots[*letter as usize] = table.parse(row, column, "a tactical value from 0 to 9", |text| {
                text.parse().ok().filter(|value: &u8| *value <= 9)
            })?;
        }
    }
    const ORDERED: grognard_umpire::Clause = rule!("8.32-c");
    for die in 0..10 {
        for letter in 0..5 {
            let falls = die > 0 && values[die][letter] < values[die - 1][letter];
            let rises = letter > 0 && values[die][letter] > values[die][letter - 1];
            if falls || rises {
                let place = format!("tactical-ability, die {die}, letter {}", Letter::ALL[letter].key());
                let problem =
                    format!("values may not fall as the die rises nor rise from A to E ({ORDERED})");
                return Err(BadData::new(table.file(), place, problem));
            }
        }
    }
    Ok(values)
}

fn read_cavalry(table: &Table) -> Result<[[Option<u16>; 9]; 5], BadData> {
    table.expect_rows(&CAVALRY_ROWS)?;
    let mut rows = [[None; 9]; 5];
    for (slot, label) in rows.iter_mut().zip(CAVALRY_ROWS) {
        let row = table.row(label)?;
        for (modifier, from) in slot.iter_mut().enumerate() {
            let column = table.column(&modifier.to_string())?;
            *from = table.parse(row, column, "a range such as `3-5`, `24+` or `-`", |text| {
                if text == "-" {
                    return Some(None);
                }
                let low = text.trim_end_matches('+').split('-').next()?;
                low.parse().ok().map(Some)
            })?;
        }
    }
    Ok(rows)
}

fn read_battle_modifiers(table: &Table) -> Result<BattleModifiers, BadData> {
    Ok(BattleModifiers {
        subordinates_max: figure(table, "subordinate battle points at most", COUNT)?,
        elite: figure(table, "elite", MODIFIER)?,
        elite_sp_min: figure(table, "elite SP at least", COUNT)?,
        river: figure(table, "river crossed", MODIFIER)?,
        failure: figure(table, "failed avoidance or interception", MODIFIER)?,
        double_envelopment: figure(table, "double envelopment", MODIFIER)?,
        ambush: figure(table, "ambush", MODIFIER)?,
        landing_attacks: figure(table, "landing force attacks", MODIFIER)?,
        landing_attacked: figure(table, "landing force is attacked", MODIFIER)?,
        discipline: figure(table, "Roman discipline", MODIFIER)?,
        veteran_sp_min: figure(table, "veteran infantry SP at least", COUNT)?,
        legion_over: figure(table, "legion over the limit", MODIFIER)?,
    })
}

fn read_efficiency(table: &Table) -> Result<[u8; 5], BadData> {
    let mut limits = [0; 5];
    for letter in Letter::ALL {
        limits[*letter as usize] = figure(table, letter.key(), COUNT)?;
    }
    Ok(limits)
}

fn read_elephants(table: &Table) -> Result<[ElephantEffect; 10], BadData> {
    let bands = table.bands()?;
    let effect = |die: i32| {
        let cell = |head: &str| {
            let wanted = "0 or 1";
            table.parse(bands.row(die), table.column(head)?, wanted, |text| match text {
                "0" => Some(0i16),
                "1" => Some(1),
                _ => None,
            })
        };
        let effect = ElephantEffect {
            own_cavalry: cell("own cavalry")? as u8,
            own_infantry: cell("own infantry")? as u8,
            elephant: cell("elephant")? as u8,
            enemy_infantry: cell("enemy infantry")? as u8,
            enemy_cavalry: cell("enemy cavalry")? as u8,
            battle_die: cell("battle die")?,
        };
        if effect.own_cavalry + effect.own_infantry + effect.enemy_infantry + effect.enemy_cavalry > 1 {
            let place = format!("war-elephants, row `{}`", table.row_label(bands.row(die)));
            return Err(BadData::new(table.file(), place, "an elephant hits one arm of one side at most"));
        }
        Ok(effect)
    };
    let mut effects = [effect(0)?; 10];
    for (die, slot) in effects.iter_mut().enumerate() {
        *slot = effect(die as i32)?;
    }
    Ok(effects)
}

fn read_leader_loss(table: &Table) -> Result<LeaderLoss, BadData> {
    Ok(LeaderLoss {
        losing: figure(table, "losing force", MODIFIER)?,
        pluto: figure(table, "Visit from Pluto", MODIFIER)?,
    })
}

fn read_pursuit(table: &Table) -> Result<[u16; 2], BadData> {
    Ok([figure(table, "pursuit", COUNT)?, figure(table, "butchery", COUNT)?])
}

fn read_adjustment(table: &Table) -> Result<LossAdjustment, BadData> {
    Ok(LossAdjustment {
        ratio_max: figure(table, "ratio modifier that adjusts nothing, at most", COUNT)?,
        percent_a_point: figure(table, "percent less for each point beyond it", PERCENT)?,
        star_percent_max: figure(table, "star, percent of the force at most", PERCENT)?,
        percent_beyond: figure(table, "percent more for each total beyond the table", PERCENT)?,
    })
}

fn read_unpredictable(table: &Table) -> Result<BySide<i16>, BadData> {
    Ok(BySide::new(
        figure(table, "guile of the attacker, each", MODIFIER)?,
        figure(table, "guile of the defender, each", MODIFIER)?,
    ))
}

fn read_status(pages: &Pages) -> Result<StatusCharts, BadData> {
    let results = pages.table("after-battle-status")?;
    let status = |label: &str| {
        results.parse(results.row(label)?, 1, "fresh, disrupted, disorganized or useless", Status::from_key)
    };
    let limits = pages.table("after-battle-limits")?;
    let effects = pages.table("status-effects")?;
    // What a status may forbid altogether.
    let allowed = |label: &str| -> Result<[Option<i16>; 4], BadData> {
        let row = effects.row(label)?;
        let mut by_status = [Some(0); 4];
        for status in &Status::ALL[1..] {
            let column = effects.column(status.key())?;
            by_status[*status as usize] = match effects.cell(row, column).text() {
                "no" => None,
                _ => Some(bounded(effects, row, column, MODIFIER)?),
            };
        }
        Ok(by_status)
    };
    let mut rows = [0; 4];
    let (mut defence, mut siege_attrition) = ([0; 4], [0; 4]);
    for status in &Status::ALL[1..] {
        let (slot, column) = (*status as usize, effects.column(status.key())?);
        rows[slot] = bounded(effects, effects.row("movement attrition, rows down")?, column, POINTS)?;
        defence[slot] = bounded(effects, effects.row("battle defence")?, column, MODIFIER)?;
        siege_attrition[slot] = bounded(effects, effects.row("siege attrition")?, column, MODIFIER)?;
    }
    Ok(StatusCharts {
        winner: status("winner")?,
        loser: status("loser")?,
        major_loser: status("major loser")?,
        draw_small: status("draw, small loss")?,
        draw_great: status("draw, great loss")?,
        sp_min: figure(limits, "SP of one side at the start, at least", 0..=250)?,
        small_loss_max: figure(limits, "small loss of a draw, percent at most", PERCENT)?,
        major_loss_min: figure(limits, "major loser, percent at least", PERCENT)?,
        attack: allowed("battle attack")?,
        defence,
        movement_rows: rows,
        siege_attrition,
        siege_assault: allowed("siege assault")?,
        interception: allowed("interception")?,
    })
}

fn read_avoidance(table: &Table) -> Result<AvoidanceChart, BadData> {
    Ok(AvoidanceChart {
        city_near: figure(table, "into a city in the same or an adjacent hex", MODIFIER)?,
        city_far: figure(table, "into a city two hexes away", MODIFIER)?,
        closed_terrain: figure(table, "in mountain or marsh", MODIFIER)?,
        defender_guile: figure(table, "guile of the defender, each", MODIFIER)?,
        attacker_guile: figure(table, "guile of the attacker, each", MODIFIER)?,
        only_across_river: figure(table, "only path across a river", MODIFIER)?,
        roman_honour: figure(table, "Roman honour", MODIFIER)?,
    })
}

fn read_coordination(table: &Table) -> Result<CoordinationChart, BadData> {
    Ok(CoordinationChart {
        leaders: figure(table, "leaders whose ratings are averaged", 1..=99)?,
        hex: figure(table, "for each hex distant", MODIFIER)?,
        river: figure(table, "for each river hexside without a road", MODIFIER)?,
        distance_max: figure(table, "hexes distant at most", COUNT)?,
    })
}

fn read_attrition(pages: &Pages) -> Result<AttritionChart, BadData> {
    let hexes = pages.table("retirement-attrition")?;
    let figures = pages.table("attrition")?;
    let mut hex = [0; 4];
    for terrain in Terrain::ALL {
        hex[*terrain as usize] = figure(hexes, terrain.key(), POINTS)?;
    }
    Ok(AttritionChart {
        hex,
        city: figure(hexes, "city", POINTS)?,
        infantry_weight: figure(figures, "weight of an infantry SP", COUNT)?,
        cavalry_weight: figure(figures, "weight of a cavalry SP", COUNT)?,
        divisor: figure(figures, "divisor", 1..=9999)?,
        retirement_percent_max: figure(figures, "retirement loss, percent at most", PERCENT)?,
    })
}

fn read_guile_uses(table: &Table) -> Result<Vec<(GuileUse, Rank, bool)>, BadData> {
    GuileUse::ALL
        .iter()
        .map(|&usage| {
            let row = table.row(usage.key())?;
            let rank = table.parse(row, 1, "`overall commander` or `any leader`", |text| match text {
                "overall commander" => Some(Rank::OverallCommander),
                "any leader" => Some(Rank::Leader),
                _ => None,
            })?;
            let roman =
                table.parse(row, 2, "`-` or `Roman in Rise of the Roman Republic`", |text| match text {
                    "-" => Some(false),
                    "Roman in Rise of the Roman Republic" => Some(true),
                    _ => None,
                })?;
            Ok((usage, rank, roman))
        })
        .collect()
}
