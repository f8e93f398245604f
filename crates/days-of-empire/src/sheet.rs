//! Quick-reference sheets: two pages to lay beside the table, made from the tables in force.
//!
//! What stands on them is data ([`Sheet`]); [`Sheet::svg`] lays it out on A4 in whole hundredths of a
//! millimetre, and [`Sheet::html`] puts the two pages into a file that prints as two sheets.

mod draw;

use crate::charts::Charts;
use crate::readings::Readings;
use grognard_charts::Table;
use grognard_umpire::Mark;

/// Two pages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The pages.
    pub pages: [Page; 2],
}

/// A page of two columns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// Its heading.
    pub title: &'static str,
    /// Its two columns of blocks.
    pub columns: [Vec<Block>; 2],
}

/// A piece of a page: a table, some lines, a drawing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Block {
    /// Its heading.
    pub title: String,
    /// Where its figures come from, in a word.
    pub mark: &'static str,
    /// Column heads of its table.
    pub heads: Vec<String>,
    /// Rows of its table.
    pub rows: Vec<Vec<Shown>>,
    /// Lines below.
    pub lines: Vec<String>,
    /// Whether the arcs of fire are drawn in it.
    pub art: Option<Art>,
}

/// A cell as it is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// What stands in it.
    pub text: String,
    /// Whether it is the player's own.
    pub mark: Mark,
}

/// A drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Art {
    /// Arcs of fire, and the sides of a unit.
    Arcs,
}

/// The block of a table, with the notes worth printing.
fn block(charts: &Charts, key: &str, title: &str, lines: &[&str]) -> Block {
    let table = charts.pages.table(key).expect("a test reads every table");
    let columns: Vec<usize> = (0..table.columns().len()).collect();
    picked(table, title, &columns, lines)
}

fn picked(table: &Table, title: &str, columns: &[usize], lines: &[&str]) -> Block {
    let rows = (0..table.rows()).map(|row| {
        let cell = |&column: &usize| Shown {
            text: table.cell(row, column).text().to_owned(),
            mark: table.source_of(row, column).mark,
        };
        columns.iter().map(cell).collect()
    });
    Block {
        title: title.to_owned(),
        mark: table.source().mark.key(),
        heads: columns.iter().map(|&column| table.columns()[column].clone()).collect(),
        rows: rows.collect(),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        art: None,
    }
}

fn words(title: &str, lines: &[&str]) -> Block {
    let lines = lines.iter().map(|line| (*line).to_owned()).collect();
    Block { title: title.to_owned(), lines, ..Block::default() }
}

impl Sheet {
    /// The sheet of these tables and readings.
    pub fn new(charts: &Charts, readings: &Readings) -> Sheet {
        Sheet { pages: [shooting(charts), fighting(charts, readings)] }
    }

    /// Whether any cell is the player's own.
    pub fn has_house_cells(&self) -> bool {
        let blocks = self.pages.iter().flat_map(|page| page.columns.iter().flatten());
        blocks.flat_map(|block| block.rows.iter().flatten()).any(|cell| cell.mark == Mark::House)
    }

    /// Both pages, one below the other, as one picture.
    pub fn svg(&self) -> String {
        draw::svg(self)
    }

    /// Both pages as a file for a browser, which prints them on two sheets.
    pub fn html(&self) -> String {
        draw::html(self)
    }
}

/// The first page: what happens in a turn, and shooting.
fn shooting(charts: &Charts) -> Page {
    let figures = charts.pages.table("printed-figures").expect("a test reads every table");
    let sequence = words(
        "Sequence of play",
        &[
            "1  Initiative: 1d6 each, higher goes first; ties again.",
            "2  Morale: promote generals; Rally tests; announce reserves; declare charges, then To Charge tests, each pass with its 1st Impulse at once; screens; Being Charged tests and reactions; feints.",
            "3  Shooting: declare all fire and reserves; dice, rerolls, bounce; casualties together; tests of units hit (chargers wait for Charge Home).",
            "4  Movement: routers, pursuers; 2nd Impulses with defensive fire and Charge Home; then ordinary moves and opportunity charges; fires, works.",
            "5  Close assault: routers in contact; then each assault: factors, dice, losses, staff, compulsory moves. Disorder of the idle ends.",
        ],
    );
    let targets = words(
        "Kinds of target",
        &[
            "Dispersed: staff, skirmishers. Line: infantry and cavalry in line, guns in action. Dense: columns, squares, limbered guns, wagons. Fast: cavalry charging more than 8 inches. Light or heavy cover: in it, or within 1 inch behind it.",
            "Several apply: the lowest step counts.",
        ],
    );
    let who = words(
        "Who fires",
        &[
            "Line: every stand in arc, in fours, then the 3 or 2 left; one alone is silent. Manoeuvre column: front rank of 4. March column: 2 wide 2 stands, 1 wide none. Skirmishers: pairs on the 2 row. Square: each face by its own table.",
            "Small arms at the nearest target in arc and sight; artillery as it likes. Once a turn.",
            "First fire: infantry throws one missed die again, once a battle. Class 4 in line, 8 stands or more at one target: any one die again.",
        ],
    );
    let arcs = Block {
        title: "Arcs of fire and sides of a unit".to_owned(),
        art: Some(Art::Arcs),
        ..Block::default()
    };
    let bounce = words(
        "Bounce-through",
        &[
            "Each gun that hits throws one die for every unit behind, up to the bounce from the target's front edge and never past the gun's range; own kind of target, band of the whole distance. Not uphill, not from a high hill down, not out of cover. Friends too.",
        ],
    );
    Page {
        title: "Days of Empire: shooting",
        columns: [
            vec![
                sequence,
                targets,
                block(charts, "small-arms", "Small arms: step of the ladder", &["Shaken: one step lower."]),
                who,
                block(charts, "square-fire", "Squares", &[]),
                picked(figures, "Distances that the book prints", &[0, 2], &[]),
            ],
            vec![
                block(charts, "ladder", "Ladder: hits by face", &[]),
                block(
                    charts,
                    "artillery",
                    "Artillery: step of the ladder",
                    &[
                        "F1: a natural 1 sets what the target stands in on fire. Two crew: one step lower; one: no fire.",
                    ],
                ),
                bounce,
                block(
                    charts,
                    "artillery-damage",
                    "Damage to artillery, 1d6 a hit",
                    &["No horses left: crew. Six horses down to four: a horse battery moves as foot."],
                ),
                block(
                    charts,
                    "staff-casualties",
                    "Staff and engineers, 1d6 a hit",
                    &["Attached: a 6 hits them when their unit loses stands, and in every assault."],
                ),
                arcs,
            ],
        ],
    }
}

/// The second page: morale, assault, movement.
fn fighting(charts: &Charts, readings: &Readings) -> Page {
    let movement = charts.pages.table("movement").expect("a test reads every table");
    let charges = words(
        "Charges",
        &[
            "1st Impulse: more than a quarter, at most half of the way; wheels and a change are paid from it. Caught (2 inches foot, 6 horse, no change): no test, no change, no evading. 2nd Impulse: the second half, straight on, to 2 inches; defensive fire; Charge Home.",
            "After a passed Being Charged: stand, one change of formation (square too), or evade (skirmishers, crews, staff, horse guns limbered). Skirmishers in the open within the 1st Impulse rout.",
        ],
    );
    Page {
        title: "Days of Empire: morale, assault, movement",
        columns: [
            vec![
                block(
                    charts,
                    "morale-factors",
                    "Morale: die must beat base - class + factors",
                    &["Base 4, Rally 5. Guns test as class 3."],
                ),
                block(charts, "morale-results", "Results by total less die", &[]),
                charges,
                block(charts, "assault-factors", "Close assault: average class + factors + 1d6", &[]),
            ],
            vec![
                block(
                    charts,
                    "assault-results",
                    "Result by difference",
                    &[
                        "Draw: both disordered. Minor: winner disordered, loser shaken, falls back. Major: winner disordered, pursues; loser routs. Guns that lose are taken.",
                    ],
                ),
                block(charts, "assault-moves", "After a minor victory, inches", &[]),
                picked(
                    movement,
                    "Movement, inches",
                    &[0, 1, 2, 3, 4, 5, 6, 7],
                    &[
                        "Each impulse: half the charge. First rout or pursuit: half. At least 1 inch on passable ground. Wheel: twice the outer arc.",
                    ],
                ),
                block(
                    charts,
                    "terrain",
                    "Deductions, inches",
                    &["Once a kind of ground and phase. X: closed."],
                ),
                block(
                    charts,
                    "formation-changes",
                    "Change of formation, inches",
                    &["Class 1 pays 1 more, class 4 pays 1 less. Once a turn. A reaction is free."],
                ),
                switches(readings),
            ],
        ],
    }
}

/// The switches in force; those that are not at their default come first.
fn switches(readings: &Readings) -> Block {
    let value = |key: &str| readings.get(key).expect("a switch of the list");
    let mut list: Vec<(bool, String)> = Readings::SWITCHES
        .iter()
        .map(|switch| {
            let now = value(switch.key);
            (now == switch.default_word(), format!("{} {now}", switch.key))
        })
        .collect();
    list.sort_by_key(|(usual, _)| *usual);
    let text = |usual: bool| -> Vec<String> {
        list.iter().filter(|(own, _)| *own == usual).map(|(_, text)| text.clone()).collect()
    };
    let mut lines = Vec::new();
    if list.iter().any(|(usual, _)| !usual) {
        lines.push(format!("Changed: {}.", text(false).join(", ")));
    }
    lines.push(format!("As they come: {}.", text(true).join(", ")));
    Block { title: "Switches in force".to_owned(), lines, ..Block::default() }
}
