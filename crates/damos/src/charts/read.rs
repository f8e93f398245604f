//! Reading the tables: each once, checked, with file and cell named where something is wrong.

use super::{COLUMNS, GroundEffects, MatrixCell, Plan, Posture, StackingLimit, TERRAIN_ROWS};
use crate::combat::FIGHTERS_MAX;
use crate::ladder::LossPoints;
use crate::unit::{Arm, Nation};
use grognard_charts::{BadData, Bands, Pages, Table};

pub(super) fn column_bands(table: &Table) -> Result<Bands, BadData> {
    // The heads are labels like those of rows: lend them to a table of their own.
    let rows: Vec<String> = table.columns()[1..].iter().map(|head| format!("[\"{head}\"]")).collect();
    let text = format!(
        "[heads]\ntitle=\"heads\"\nrule=\"{}\"\nsource={{mark=\"printed\",work=\"heads\"}}\ncolumns=[\"head\"]\nrows=[{}]\n",
        table.rule(),
        rows.join(",")
    );
    Pages::load(&[(table.file(), &text)], &[])?.table("heads")?.bands()
}

pub(super) fn read_results(table: &Table) -> Result<(Vec<[LossPoints; COLUMNS]>, Bands), BadData> {
    table.bands()?;
    if table.columns().len() != COLUMNS + 1 {
        return Err(BadData::new(table.file(), table.key(), "the table has twelve strength columns"));
    }
    let mut rows: Vec<[LossPoints; COLUMNS]> = Vec::new();
    for row in 0..table.rows() {
        let mut cells = [LossPoints::NONE; COLUMNS];
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell = match (table.cell(row, column + 1).text(), rows.last()) {
                ("-", Some(above)) => above[column],
                _ => table.parse(row, column + 1, "a loss such as 2, 1h or 0d", LossPoints::read)?,
            };
        }
        rows.push(cells);
    }
    Ok((rows, column_bands(table)?))
}

pub(super) fn numbers<T: std::str::FromStr>(
    table: &Table,
    column: usize,
    wanted: &str,
    fits: impl Fn(&T) -> bool,
) -> Result<Vec<T>, BadData> {
    (0..table.rows())
        .map(|row| table.parse(row, column, wanted, |text| text.parse().ok().filter(&fits)))
        .collect()
}

fn read_cell(text: &str) -> Option<MatrixCell> {
    let mut cell = MatrixCell::default();
    if text == "-" {
        return Some(cell);
    }
    for part in text.split(", ") {
        let [who, value, what] = part.split(' ').collect::<Vec<_>>()[..] else { return None };
        let value: i8 = value.trim_start_matches('+').parse().ok()?;
        *match (who, what) {
            ("A", "DRM") => &mut cell.attacker_modifier,
            ("D", "DRM") => &mut cell.defender_modifier,
            ("A", "LP") => &mut cell.attacker_losses,
            ("D", "LP") => &mut cell.defender_losses,
            _ => return None,
        } += value;
    }
    Some(cell)
}

pub(super) fn read_matrix(table: &Table) -> Result<[[MatrixCell; 4]; 4], BadData> {
    table.expect_rows(&Posture::ALL.map(Posture::word))?;
    let mut matrix = [[MatrixCell::default(); 4]; 4];
    for posture in Posture::ALL {
        for plan in Plan::ALL {
            let column = table.column(plan.word())?;
            matrix[posture as usize][plan as usize] =
                table.parse(table.row(posture.word())?, column, "such as `D +1 DRM, A -1 LP`", read_cell)?;
        }
    }
    Ok(matrix)
}

fn yes_or_no(table: &Table, row: usize, column: usize) -> Result<bool, BadData> {
    table.parse(row, column, "yes or no", |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

pub(super) fn read_influencing(table: &Table) -> Result<[[bool; 6]; 3], BadData> {
    table.expect_rows(&Nation::ALL.map(Nation::key))?;
    let mut projects = [[false; 6]; 3];
    for nation in Nation::ALL {
        let row = table.row(nation.key())?;
        for arm in Arm::ALL {
            projects[nation as usize][arm as usize] = yes_or_no(table, row, table.column(arm.key())?)?;
        }
    }
    Ok(projects)
}

pub(super) fn read_stacking(table: &Table) -> Result<[StackingLimit; 3], BadData> {
    table.expect_rows(&Nation::ALL.map(Nation::key))?;
    let mut limits = [StackingLimit::default(); 3];
    for nation in Nation::ALL {
        let row = table.row(nation.key())?;
        let limit = StackingLimit {
            units: table.number(row, table.column("units")?)?,
            divisions_more: table.number(row, table.column("divisions-more")?)?,
            regiments_free: table.number(row, table.column("regiments-free")?)?,
        };
        let all = [limit.units, limit.divisions_more, limit.regiments_free].map(usize::from);
        if limit.units == 0 || all.iter().sum::<usize>() > FIGHTERS_MAX {
            let place = format!("{}, {}", table.key(), nation.key());
            let problem = format!("one unit at least, and {FIGHTERS_MAX} in all at most, stay in a hex");
            return Err(BadData::new(table.file(), &place, problem));
        }
        limits[nation as usize] = limit;
    }
    Ok(limits)
}

pub(super) fn read_postures(table: &Table) -> Result<[[bool; 6]; 4], BadData> {
    table.expect_rows(&Posture::ALL.map(Posture::word))?;
    let mut allowed = [[false; 6]; 4];
    for posture in Posture::ALL {
        let row = table.row(posture.word())?;
        for (column, cell) in allowed[posture as usize].iter_mut().enumerate() {
            *cell = yes_or_no(table, row, column + 1)?;
        }
    }
    Ok(allowed)
}

pub(super) fn read_counterattack(table: &Table) -> Result<[[(u8, u8); 6]; 6], BadData> {
    table.expect_rows(&["1", "2", "3", "4", "5", "6"])?;
    let mut cells = [[(0, 0); 6]; 6];
    for (row, line) in cells.iter_mut().enumerate() {
        for (column, cell) in line.iter_mut().enumerate() {
            *cell = table.parse(row, column + 1, "two losses such as 1/3", |text| {
                let (own, other) = text.split_once('/')?;
                Some((own.parse().ok()?, other.parse().ok()?))
            })?;
        }
    }
    Ok(cells)
}

pub(super) fn read_attrition(table: &Table) -> Result<Vec<Vec<u8>>, BadData> {
    (0..table.rows())
        .map(|row| (1..table.columns().len()).map(|column| table.number(row, column)).collect())
        .collect()
}

/// A number of points that sums of a few cannot overflow.
fn few(table: &Table, row: usize, column: usize) -> Result<u8, BadData> {
    table.parse(row, column, "0 to 20", |text| text.parse().ok().filter(|&points| points <= 20))
}

/// A modifier that sums of a few cannot overflow.
fn small(table: &Table, row: usize, column: usize) -> Result<i8, BadData> {
    table.parse(row, column, "a modifier from -12 to 12", |text| {
        let text = text.strip_prefix('+').unwrap_or(text);
        text.parse().ok().filter(|modifier| (-12..=12).contains(modifier))
    })
}

/// Rail hexes for one movement point: so many that hexes and points have a common measure.
pub(super) fn read_rail_move(table: &Table) -> Result<u8, BadData> {
    table.parse(table.row("usable")?, 1, "1, 2, 3, 4 or 6 rail hexes for a movement point", |text| {
        text.parse().ok().filter(|hexes| [1, 2, 3, 4, 6].contains(hexes))
    })
}

/// What an attacking force loses across a river, written as a loss.
pub(super) fn read_river_attack(table: &Table) -> Result<u8, BadData> {
    table.parse(table.row("river")?, 1, "0, or a loss from -1 to -20", |text| {
        text.parse::<i8>().ok().filter(|loss| (-20..=0).contains(loss)).map(i8::unsigned_abs)
    })
}

/// The points of a plan: a penetration takes all of them, and no other plan does.
pub(super) fn read_plan_points(table: &Table, row: usize, plan: Plan) -> Result<Option<u8>, BadData> {
    match plan {
        Plan::Penetration => {
            table.parse(row, 1, "all: a penetration takes every movement point", |text| match text {
                "all" => Some(None),
                _ => None,
            })
        }
        _ => table.parse(row, 1, "0 to 20 movement points", |text| {
            text.parse::<u8>().ok().filter(|&points| points <= 20).map(Some)
        }),
    }
}

pub(super) fn read_terrain(table: &Table) -> Result<[GroundEffects; 7], BadData> {
    table.expect_rows(&TERRAIN_ROWS)?;
    let mut effects = [GroundEffects::default(); 7];
    for (index, label) in TERRAIN_ROWS.into_iter().enumerate() {
        let row = table.row(label)?;
        if label == "river" {
            // A hexside is no hex: nobody stands in it, and what it costs an attack has a table of its own.
            for column in [3, 4, 5, 7] {
                let wanted = "0 in the row of rivers; the table river-attack has what an attack across loses";
                table.parse(row, column, wanted, |text| (text == "0").then_some(()))?;
            }
        }
        let points = |column| {
            table.parse(row, column, "0 to 20 movement points", |text| {
                text.parse::<u8>().ok().filter(|&points| points <= 20).map(|points| points * 2)
            })
        };
        effects[index] = GroundEffects {
            half_points: points(1)?,
            half_points_foot: points(2)?,
            defender: few(table, row, 3)?,
            per_armor: few(table, row, 4)?,
            per_wheels: few(table, row, 5)?,
            reaction: small(table, row, 6)?,
            attrition: small(table, row, 7)?,
        };
    }
    Ok(effects)
}
