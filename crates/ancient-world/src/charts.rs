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
    defence: [Option<i16>; 4],
    movement_rows: [Option<i16>; 4],
    siege_attrition: [Option<i16>; 4],
    siege_assault: [Option<i16>; 4],
    interception: [Option<i16>; 4],
}

impl StatusCharts {
    /// The modifier for attacking; none where it is not allowed. [8.77-a]
    pub const fn attack(&self, status: Status) -> Option<i16> {
        self.attack[status as usize]
    }
    /// The modifier for being attacked. [8.77-b]
    pub fn defence(&self, status: Status) -> i16 {
        self.defence[status as usize].unwrap_or(0)
    }
    /// How many rows down movement attrition is read. [8.77-c]
    pub fn movement_rows(&self, status: Status) -> i16 {
        self.movement_rows[status as usize].unwrap_or(0)
    }
    /// The modifier of siege attrition. [8.77-d]
    pub fn siege_attrition(&self, status: Status) -> i16 {
        self.siege_attrition[status as usize].unwrap_or(0)
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

/// The figure in the last column of the row with a label.
pub(crate) fn figure<T: std::str::FromStr>(table: &Table, label: &str) -> Result<T, BadData> {
    table.number(table.row(label)?, table.columns().len() - 1)
}

fn read_ratio(table: &Table) -> Result<[i16; 7], BadData> {
    let rows = ["1-3", "1-2", "1-1.5", "1-1", "1.5-1", "2-1", "3-1"];
    table.expect_rows(&rows)?;
    let mut ratio = [0; 7];
    for (slot, label) in ratio.iter_mut().zip(rows) {
        *slot = figure(table, label)?;
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
        subordinates_max: figure(table, "subordinate battle points at most")?,
        elite: figure(table, "elite")?,
        elite_sp_min: figure(table, "elite SP at least")?,
        river: figure(table, "river crossed")?,
        failure: figure(table, "failed avoidance or interception")?,
        double_envelopment: figure(table, "double envelopment")?,
        ambush: figure(table, "ambush")?,
        landing_attacks: figure(table, "landing force attacks")?,
        landing_attacked: figure(table, "landing force is attacked")?,
        discipline: figure(table, "Roman discipline")?,
        veteran_sp_min: figure(table, "veteran infantry SP at least")?,
        legion_over: figure(table, "legion over the limit")?,
    })
}

fn read_efficiency(table: &Table) -> Result<[u8; 5], BadData> {
    let mut limits = [0; 5];
    for letter in Letter::ALL {
        limits[*letter as usize] = figure(table, letter.key())?;
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
        Ok(ElephantEffect {
            own_cavalry: cell("own cavalry")? as u8,
            own_infantry: cell("own infantry")? as u8,
            elephant: cell("elephant")? as u8,
            enemy_infantry: cell("enemy infantry")? as u8,
            enemy_cavalry: cell("enemy cavalry")? as u8,
            battle_die: cell("battle die")?,
        })
    };
    let mut effects = [effect(0)?; 10];
    for (die, slot) in effects.iter_mut().enumerate() {
        *slot = effect(die as i32)?;
    }
    Ok(effects)
}

fn read_leader_loss(table: &Table) -> Result<LeaderLoss, BadData> {
    Ok(LeaderLoss { losing: figure(table, "losing force")?, pluto: figure(table, "Visit from Pluto")? })
}

fn read_pursuit(table: &Table) -> Result<[u16; 2], BadData> {
    Ok([figure(table, "pursuit")?, figure(table, "butchery")?])
}

fn read_status(pages: &Pages) -> Result<StatusCharts, BadData> {
    let results = pages.table("after-battle-status")?;
    let status = |label: &str| {
        results.parse(results.row(label)?, 1, "fresh, disrupted, disorganized or useless", Status::from_key)
    };
    let limits = pages.table("after-battle-limits")?;
    let effects = pages.table("status-effects")?;
    let effect = |label: &str| -> Result<[Option<i16>; 4], BadData> {
        let row = effects.row(label)?;
        let mut by_status = [Some(0); 4];
        for status in &Status::ALL[1..] {
            let column = effects.column(status.key())?;
            by_status[*status as usize] =
                effects.parse(row, column, "a number or `no`", |text| match text {
                    "no" => Some(None),
                    text => text.parse().ok().map(Some),
                })?;
        }
        Ok(by_status)
    };
    Ok(StatusCharts {
        winner: status("winner")?,
        loser: status("loser")?,
        major_loser: status("major loser")?,
        draw_small: status("draw, small loss")?,
        draw_great: status("draw, great loss")?,
        sp_min: figure(limits, "SP of one side at the start, at least")?,
        small_loss_max: figure(limits, "small loss of a draw, percent at most")?,
        major_loss_min: figure(limits, "major loser, percent at least")?,
        attack: effect("battle attack")?,
        defence: effect("battle defence")?,
        movement_rows: effect("movement attrition, rows down")?,
        siege_attrition: effect("siege attrition")?,
        siege_assault: effect("siege assault")?,
        interception: effect("interception")?,
    })
}

fn read_avoidance(table: &Table) -> Result<AvoidanceChart, BadData> {
    Ok(AvoidanceChart {
        city_near: figure(table, "into a city in the same or an adjacent hex")?,
        city_far: figure(table, "into a city two hexes away")?,
        closed_terrain: figure(table, "in mountain or marsh")?,
        defender_guile: figure(table, "guile of the defender, each")?,
        attacker_guile: figure(table, "guile of the attacker, each")?,
        only_across_river: figure(table, "only path across a river")?,
        roman_honour: figure(table, "Roman honour")?,
    })
}

fn read_coordination(table: &Table) -> Result<CoordinationChart, BadData> {
    Ok(CoordinationChart {
        leaders: figure(table, "leaders whose ratings are averaged")?,
        hex: figure(table, "for each hex distant")?,
        river: figure(table, "for each river hexside without a road")?,
        distance_max: figure(table, "hexes distant at most")?,
    })
}

fn read_attrition(pages: &Pages) -> Result<AttritionChart, BadData> {
    let hexes = pages.table("retirement-attrition")?;
    let figures = pages.table("attrition")?;
    let mut hex = [0; 4];
    for terrain in Terrain::ALL {
        hex[*terrain as usize] = figure(hexes, terrain.key())?;
    }
    let divisor = figure(figures, "divisor")?;
    if divisor == 0 {
        return Err(BadData::new(figures.file(), "attrition, row `divisor`", "must be at least 1"));
    }
    Ok(AttritionChart {
        hex,
        city: figure(hexes, "city")?,
        infantry_weight: figure(figures, "weight of an infantry SP")?,
        cavalry_weight: figure(figures, "weight of a cavalry SP")?,
        divisor,
        retirement_percent_max: figure(figures, "retirement loss, percent at most")?,
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
