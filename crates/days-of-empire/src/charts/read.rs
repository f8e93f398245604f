//! Reading the tables: each once, checked, with file and cell named where something is wrong.

use super::{
    AssaultMoves, AssaultResult, Band, Charts, Damage, Draught, Duty, Figures, FireCell, GunBand, HITS_MAX,
    HorseBattery, Mover, Pace, STEPS, SmallArm, TARGETS, Target, movement,
};
use crate::command::Quality;
use crate::length::Length;
use crate::melee::{Degree, Edge};
use crate::morale::{Factor, Outcome, Test};
use crate::unit::{Arm, Formation, Rider, Weapon};
use grognard_charts::{BadData, Pages, Table};

/// The row of the movement table for a kind of troops.
pub(super) fn pace_row(arm: Arm, formation: Formation, horse: HorseBattery) -> Mover {
    match (arm, formation, horse) {
        (Arm::Infantry, Formation::ManoeuvreColumn, _) => Mover::InfantryManoeuvreColumn,
        (Arm::Infantry, Formation::MarchColumn | Formation::MarchColumnOneWide, _) => {
            Mover::InfantryMarchColumn
        }
        (Arm::Infantry, Formation::Skirmish, _) => Mover::InfantrySkirmish,
        (Arm::Infantry, Formation::Square, _) => Mover::InfantrySquare,
        (Arm::Infantry, ..) => Mover::InfantryLine,
        (Arm::HeavyCavalry, Formation::CavalryColumn, _) => Mover::HeavyColumn,
        (Arm::HeavyCavalry, ..) => Mover::HeavyLine,
        (Arm::LightCavalry, Formation::CavalryColumn, _) => Mover::LightColumn,
        (Arm::LightCavalry, Formation::Skirmish, _) => Mover::LightSkirmish,
        (Arm::LightCavalry, ..) => Mover::LightLine,
        (Arm::DismountedCavalry, Formation::Skirmish, _) => Mover::DismountedSkirmish,
        (Arm::DismountedCavalry, ..) => Mover::DismountedFormed,
        (Arm::SiegeGun | Arm::SiegeHowitzer, Formation::Limbered, _) => Mover::SiegeLimbered,
        (_, Formation::Limbered, HorseBattery::Yes) => Mover::HorseLimbered,
        (_, Formation::Limbered, HorseBattery::No) => Mover::FootLimbered,
        (Arm::FieldGun | Arm::FieldHowitzer, ..) => Mover::FieldDeployed,
        (Arm::SiegeGun | Arm::SiegeHowitzer, ..) => Mover::SiegeDeployed,
        (Arm::Staff, ..) => Mover::Staff,
    }
}

/// A number no greater than a limit.
fn number(table: &Table, row: usize, column: usize, most: u8) -> Result<u8, BadData> {
    table.parse(row, column, &format!("a whole number from 0 to {most}"), |text| {
        text.parse().ok().filter(|&n| n <= most)
    })
}

fn inches(table: &Table, row: usize, column: usize) -> Result<Length, BadData> {
    table.parse(row, column, "a length in inches such as 8 or 7.5", Length::read)
}

fn maybe_inches(table: &Table, row: usize, column: usize) -> Result<Option<Length>, BadData> {
    table.parse(row, column, "a length in inches, or `-`", |text| match text {
        "-" => Some(None),
        _ => Length::read(text).map(Some),
    })
}

/// A factor such as `+1`, `-2` or `-` for none.
fn amount(table: &Table, row: usize, column: usize) -> Result<i8, BadData> {
    table.parse(row, column, "a factor such as +1, -2 or `-`", |text| match text {
        "-" => Some(0),
        _ => text.parse::<i8>().ok().filter(|n| (-9..=9).contains(n)),
    })
}

fn yes_no(table: &Table, row: usize, column: usize) -> Result<bool, BadData> {
    table.parse(row, column, "yes or no", |text| match text {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    })
}

fn ladder(table: &Table) -> Result<[[u8; 7]; STEPS], BadData> {
    let labels: [String; STEPS] = std::array::from_fn(|step| step.to_string());
    table.expect_rows(&labels.each_ref().map(String::as_str))?;
    let mut ladder = [[0; 7]; STEPS];
    for (step, faces) in ladder.iter_mut().enumerate() {
        let row = table.row(&labels[step])?;
        for (face, hits) in faces.iter_mut().enumerate().skip(1) {
            let column = table.column(&face.to_string())?;
            *hits = table.parse(row, column, "`-`, H, HH or HHH", |text| match text {
                "-" => Some(0),
                _ if text.len() <= HITS_MAX && text.bytes().all(|byte| byte == b'H') => {
                    Some(text.len() as u8)
                }
                _ => None,
            })?;
        }
    }
    Ok(ladder)
}

const STEP_MAX: u8 = STEPS as u8 - 1;

/// A step, and the faces that read F: `2`, `2 F1`, `3 F12`.
fn fire_cell(text: &str) -> Option<FireCell> {
    let (step, faces) = text.split_once(" F").unwrap_or((text, ""));
    let step = step.parse().ok().filter(|&step| step <= STEP_MAX)?;
    let mut alight = 0;
    for face in faces.chars() {
        alight |= 1 << face.to_digit(10).filter(|face| (1..=6).contains(face))?;
    }
    Some(FireCell { step, alight })
}

fn fire_cells(table: &Table, row: usize) -> Result<[FireCell; TARGETS], BadData> {
    let mut cells = [FireCell::default(); TARGETS];
    for target in Target::ALL {
        let column = table.column(target.word())?;
        cells[*target as usize] =
            table.parse(row, column, "a step from 0 to 8, perhaps with F1", fire_cell)?;
    }
    Ok(cells)
}

fn small_arms(table: &Table, weapon: Weapon) -> Result<SmallArm, BadData> {
    let to = table.column("to")?;
    let mut bands: SmallArm = Vec::new();
    for name in ["short", "medium", "long"] {
        // Only the rifle has a medium band.
        if name == "medium" && weapon != Weapon::Rifle {
            continue;
        }
        let mut rows = [(0, [0; TARGETS]); 3];
        for (place, stands) in [4, 3, 2].into_iter().enumerate() {
            let row = table.row(&format!("{} {name} {stands}", weapon.word()))?;
            rows[place] = (row, fire_cells(table, row)?.map(|cell| cell.step));
        }
        let reach = inches(table, rows[0].0, to)?;
        let farther = bands.last().is_none_or(|band| band.to < reach);
        if !farther || rows.iter().any(|&(row, _)| inches(table, row, to).ok() != Some(reach)) {
            let problem = format!(
                "the rows of `{} {name}` must reach equally far, and farther than the band before",
                weapon.word()
            );
            return Err(BadData::new(table.file(), table.key(), problem));
        }
        bands.push(Band { to: reach, rows });
    }
    Ok(bands)
}

fn guns(table: &Table, piece: &str) -> Result<Vec<GunBand>, BadData> {
    let (to, dice, bounce) = (table.column("to")?, table.column("dice")?, table.column("bounce")?);
    let mut bands: Vec<GunBand> = Vec::new();
    let first = if piece == "siege howitzer" { "close" } else { "canister" };
    for name in [first, "effective", "long"] {
        let row = table.row(&format!("{piece} {name}"))?;
        let reach = inches(table, row, to)?;
        if bands.last().is_some_and(|band| band.to >= reach) {
            let problem = format!("`{piece} {name}` must reach farther than the band before");
            return Err(BadData::new(table.file(), table.key(), problem));
        }
        bands.push(GunBand {
            row,
            to: reach,
            dice: number(table, row, dice, 4)?,
            bounce: maybe_inches(table, row, bounce)?,
            cells: fire_cells(table, row)?,
        });
    }
    Ok(bands)
}

const FACES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];

fn damage(table: &Table) -> Result<[[Damage; 4]; 6], BadData> {
    table.expect_rows(&FACES)?;
    let wanted = "such as `1 crew`, `1 horse`, `silenced 2` or `destroyed`";
    let mut all = [[Damage::Destroyed; 4]; 6];
    for (cells, label) in all.iter_mut().zip(FACES) {
        let row = table.row(label)?;
        for (column, cell) in cells.iter_mut().enumerate() {
            *cell =
                table.parse(
                    row,
                    column + 1,
                    wanted,
                    |text| match text.split(' ').collect::<Vec<_>>()[..] {
                        [n, "crew"] => Some(Damage::Crew(n.parse().ok().filter(|&n| n <= 5)?)),
                        [n, "horse" | "horses"] => Some(Damage::Horses(n.parse().ok().filter(|&n| n <= 6)?)),
                        ["silenced", n] => Some(Damage::Silenced(n.parse().ok().filter(|&n| n <= 9)?)),
                        ["destroyed"] => Some(Damage::Destroyed),
                        _ => None,
                    },
                )?;
        }
    }
    Ok(all)
}

fn staff(table: &Table) -> Result<[Rider; 6], BadData> {
    let list = column_of(table, &FACES, |row| {
        table.parse(row, 1, "none, unhorsed, killed or such as `wounded 2`", |text| {
            match text.split(' ').collect::<Vec<_>>()[..] {
                ["none"] => Some(Rider::With),
                ["unhorsed"] => Some(Rider::Unhorsed),
                ["wounded", n] => Some(Rider::Wounded(n.parse().ok().filter(|&n| n <= 9)?)),
                ["killed"] => Some(Rider::Killed),
                _ => None,
            }
        })
    })?;
    Ok(exactly(list))
}

fn figures(pages: &Pages) -> Result<Figures, BadData> {
    let (printed, options) = (pages.table("printed-figures")?, pages.table("options")?);
    let length = |label| inches(printed, printed.row(label)?, 2);
    let count = |label| number(printed, printed.row(label)?, 2, 24);
    let step = |label| number(options, options.row(label)?, 1, STEP_MAX);
    Ok(Figures {
        caught_by_foot: length("caught by foot")?,
        caught_by_horse: length("caught by horse")?,
        fast_beyond: length("fast when charging farther than")?,
        stopped_short: length("stopped short by a failed Charge Home")?,
        opportunity_after_fire: length("opportunity charge of a unit that fired")?,
        square_stands: count("stands to form square")?,
        infantry_removed: count("infantry removed at stands")?,
        cavalry_removed: count("cavalry removed at stands")?,
        horses_slow: count("horses at which a horse battery slows")?,
        clear_of_enemies: length("clear of enemies not charged")?,
        squadron_stands: count("squadron charge, stands")?,
        dead_ground: length("dead ground of guns on a high hill")?,
        bombardment_reach: inches(options, options.row("bombardment reaches beyond long range")?, 1)?,
        bombardment_steps: [
            step("bombardment, step at line and dense")?,
            step("bombardment, step at other targets")?,
        ],
    })
}

fn paces(table: &Table) -> Result<Vec<Pace>, BadData> {
    let rows: Vec<&str> = Mover::ALL.iter().map(|mover| mover.word()).collect();
    column_of(table, &rows, |row| {
        let cell = |head| maybe_inches(table, row, table.column(head)?);
        Ok(Pace {
            normal: cell("normal")?,
            charge: cell("charge")?,
            evade: cell("evade")?,
            forced: cell("forced march")?,
            road: cell("road bonus")?,
            rout: cell("rout")?,
            pursuit: cell("pursuit")?,
        })
    })
}

fn assault_moves(table: &Table) -> Result<[AssaultMoves; 3], BadData> {
    let list = column_of(table, &["foot", "horse", "square"], |row| {
        Ok(AssaultMoves {
            falls_back: inches(table, row, 1)?,
            follows: inches(table, row, 2)?,
            duty: if yes_no(table, row, 3)? { Duty::Must } else { Duty::May },
        })
    })?;
    Ok(exactly(list))
}

/// One value a row, in the order of the labels given; there must be no other rows.
pub(super) fn column_of<T>(
    table: &Table,
    labels: &[&str],
    mut read: impl FnMut(usize) -> Result<T, BadData>,
) -> Result<Vec<T>, BadData> {
    table.expect_rows(labels)?;
    labels.iter().map(|label| read(table.row(label)?)).collect()
}

fn exactly<T: std::fmt::Debug, const N: usize>(list: Vec<T>) -> [T; N] {
    list.try_into().expect("as many as there are labels")
}

/// One value a row, in the order of the table's rows.
fn rows_of<T>(table: &Table, read: impl FnMut(usize) -> Result<T, BadData>) -> Result<Vec<T>, BadData> {
    (0..table.rows()).map(read).collect()
}

/// One value a test, from the columns headed by their names.
fn by_test<T: std::fmt::Debug>(
    table: &Table,
    mut read: impl FnMut(usize) -> Result<T, BadData>,
) -> Result<[T; 5], BadData> {
    let cells: Result<Vec<T>, BadData> =
        Test::ALL.iter().map(|test| read(table.column(test.word())?)).collect();
    Ok(exactly(cells?))
}

fn assault_results(table: &Table) -> Result<Vec<AssaultResult>, BadData> {
    let rows = rows_of(table, |row| {
        Ok(AssaultResult {
            degree: table.parse(row, 1, "draw, minor victory or major victory", Degree::from_word)?,
            winner_loses: number(table, row, 2, 24)?,
            loser_loses: number(table, row, 3, 24)?,
        })
    })?;
    match Degree::ALL.iter().find(|degree| !rows.iter().any(|row| row.degree == **degree)) {
        None => Ok(rows),
        Some(missing) => {
            let problem = format!("no row has the degree `{}`", missing.word());
            Err(BadData::new(table.file(), table.key(), problem))
        }
    }
}

fn square_faces(table: &Table) -> Result<Vec<(u8, Option<u8>)>, BadData> {
    rows_of(table, |row| {
        let of =
            table.parse(row, 1, "4, 3 or 2", |text| text.parse().ok().filter(|n| (2..=4).contains(n)))?;
        let least = table.parse(row, 2, "a step, or `-`", |text| match text {
            "-" => Some(None),
            _ => text.parse().ok().filter(|&step| step <= STEP_MAX).map(Some),
        })?;
        Ok((of, least))
    })
}

pub(super) fn charts(pages: Pages) -> Result<Charts, BadData> {
    let table = |key| pages.table(key);
    let factors = table("morale-factors")?;
    let factor_labels: Vec<&str> = Factor::ALL.iter().map(|factor| factor.word()).collect();
    let results = table("morale-results")?;
    let base = table("morale-base")?;
    let tests: Vec<&str> = Test::ALL.iter().map(|test| test.word()).collect();
    let classes = table("test-class")?;
    let staff_class =
        |quality: Quality| number(classes, classes.row(&format!("staff, {}", quality.word()))?, 1, 4);
    let edges = table("assault-factors")?;
    let edge_labels: Vec<&str> = Edge::ALL.iter().map(|edge| edge.word()).collect();
    let (assault, faces, crews) =
        (table("assault-results")?, table("square-fire")?, table("gun-fire-by-crew")?);
    let (arms, pieces) = (table("small-arms")?, table("artillery")?);
    let (points, stands, teams) = (table("points")?, table("stand-points")?, table("gun-crews")?);
    let draught = table("gun-teams")?;
    let price = |label| number(points, points.row(label)?, 1, 200);
    Ok(Charts {
        ladder: ladder(table("ladder")?)?,
        small_arms: [
            small_arms(arms, Weapon::Musket)?,
            small_arms(arms, Weapon::Rifle)?,
            small_arms(arms, Weapon::Carbine)?,
        ],
        guns: [
            guns(pieces, "field gun")?,
            guns(pieces, "field howitzer")?,
            guns(pieces, "siege gun")?,
            guns(pieces, "siege howitzer")?,
        ],
        faces: (faces.bands()?, square_faces(faces)?),
        damage: damage(table("artillery-damage")?)?,
        crew_steps: (
            crews.bands()?,
            rows_of(crews, |row| Ok(yes_no(crews, row, 2)?.then_some(amount(crews, row, 1)?)))?,
        ),
        staff: staff(table("staff-casualties")?)?,
        base: exactly(column_of(base, &tests, |row| amount(base, row, 1))?),
        factors: column_of(factors, &factor_labels, |row| {
            by_test(factors, |column| amount(factors, row, column))
        })?,
        results: (
            results.bands()?,
            rows_of(results, |row| {
                by_test(results, |column| {
                    results.parse(row, column, "the result of a test", Outcome::from_word)
                })
            })?,
        ),
        gun_class: number(classes, classes.row("artillery")?, 1, 4)?,
        staff_class: [
            staff_class(Quality::Inept)?,
            staff_class(Quality::Capable)?,
            staff_class(Quality::Exceptional)?,
        ],
        edges: column_of(edges, &edge_labels, |row| amount(edges, row, 1))?,
        assault: (assault.bands()?, assault_results(assault)?),
        moves: assault_moves(table("assault-moves")?)?,
        paces: paces(table("movement")?)?,
        teams: (
            draught.bands()?,
            rows_of(draught, |row| draught.parse(row, 1, "none, half or whole", Draught::from_word))?,
        ),
        goings: movement::goings(table("terrain")?)?,
        changes: movement::changes(table("formation-changes")?)?,
        stand_points: exactly(column_of(stands, &["1", "2", "3", "4"], |row| {
            Ok([number(stands, row, 1, 99)?, number(stands, row, 2, 99)?])
        })?),
        gun_points: [price("field gun or howitzer")?, price("siege gun or howitzer")?],
        rifle_points: price("rifles, each stand")?,
        general_points: price("brigade general")?,
        crews: exactly(column_of(teams, &["field", "horse", "siege"], |row| {
            Ok((number(teams, row, 1, 9)?, number(teams, row, 2, 9)?))
        })?),
        figures: figures(&pages)?,
        pages,
    })
}
