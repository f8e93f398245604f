//! A battle as a title: its ground, both armies where they begin, how long it lasts and what wins it.
//!
//! The file is read into the types of [`text`], which hold anything of the right shape; then it is checked as a
//! whole (prices, chains of command, places on the table, overlaps, zones, terrain, objectives), and
//! everything that is wrong is reported at once.

pub mod army;
mod bought;
pub(crate) mod examine;
pub mod outcome;
mod show;
pub mod text;

use crate::battle::lessons::Lessons;
use crate::charts::Charts;
use crate::readings::Readings;
use crate::roster::{self, Lists, Roster};
use crate::setup::examine::Examiner;
use crate::terrain::Terrain;
use crate::terrain::file::{PieceFile, read_pieces};
use crate::unit::words;
use crate::wind::Wind;
use army::{Army, Edge, Mustering};
use grognard_board::table::{Ground, Mils, Point};
use grognard_charts::{BadData, read, refuse};
use grognard_umpire::{BySide, Clause, Mark, Refusal, Side};
use outcome::{Objective, Outcome};
use text::{TitleFile, UmpireFile, WorksFile};

words! {
    /// How the armies come to stand on the table. [16.1-a]
    Deployment {
        /// Where the file places them.
        AsPlaced "as-placed",
        /// Each side draws a map in secret; both are shown together.
        ByMap "by-map",
        /// Brigade by brigade, the sides in turn.
        InTurn "in-turn",
    }
}

/// Who places his first brigade first. [16.1-b]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlacesFirst {
    /// One side.
    Side(Side),
    /// Dice say.
    Roll,
}

/// Who says at which edge each side begins. [16-c]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableSides {
    /// The battle.
    Prescribed,
    /// One player laid the terrain: the other picks.
    LaidBy(Side),
    /// Both laid it: the higher throw picks.
    Roll,
}

/// Where data come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// How good they are.
    pub mark: Mark,
    /// The work, or what was judged.
    pub work: String,
}

/// A battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Title {
    /// Its name.
    pub name: String,
    /// When it was fought.
    pub date: String,
    /// The points agreed on.
    pub points: u32,
    /// The last turn.
    pub turns: u8,
    /// Who attacks. [3.3-g]
    pub attacker: Option<Side>,
    /// How the armies come to stand on the table.
    pub deployment: Deployment,
    /// Who places first.
    pub places_first: PlacesFirst,
    /// Who picks his side of the table.
    pub sides: TableSides,
    /// The wind.
    pub wind: Wind,
    /// Where the data come from.
    pub sources: Vec<Source>,
    /// What it is about.
    pub about: Vec<String>,
    /// Whether it explains what happens for the first time.
    pub lessons: Lessons,
    /// The switches.
    pub readings: Readings,
    /// The ground.
    pub terrain: Terrain,
    /// The armies.
    pub armies: BySide<Army>,
    /// Places worth holding.
    pub objectives: Vec<Objective>,
    /// Ways to come out, the first that holds counts.
    pub outcomes: Vec<Outcome>,
}

/// The longest battle, in turns.
pub const TURNS_MAX: u8 = 60;
/// The longest name.
const NAME_MAX: usize = 80;

/// Reads and checks a battle.
///
/// # Errors
/// Everything that is wrong with it, at once.
pub fn open(file: &str, text: &str, charts: &Charts) -> Result<Title, BadData> {
    let written: TitleFile = read(file, text)?;
    let lists = Lists::read(charts)?;
    let mut examiner = Examiner::default();
    let title = check(&written, charts, &lists, &mut examiner);
    match title {
        Some(title) if examiner.problems.is_empty() => Ok(title),
        _ => Err(refuse(file, text, &examiner.problems)),
    }
}

fn check(file: &TitleFile, charts: &Charts, lists: &Lists, examiner: &mut Examiner) -> Option<Title> {
    if file.system != crate::KEY {
        examiner.wrong("system", format!("`{}` is not this system: write `{}`", file.system, crate::KEY));
    }
    if file.kind != "battle" && file.kind != "umpired-battle" {
        examiner.wrong("kind", format!("no kind `{}` here: write `battle`", file.kind));
    }
    for (path, name) in [("title", &file.title), ("date", &file.date)] {
        if name.trim().is_empty() || name.chars().count() > NAME_MAX {
            examiner.wrong(path, format!("write a name of up to {NAME_MAX} letters"));
        }
    }
    if file.turns == 0 || file.turns > TURNS_MAX {
        examiner.wrong("turns", format!("{} turns: write 1 to {TURNS_MAX}", file.turns));
    }
    let works = [&file.first, &file.second].into_iter().flat_map(|side| &side.command);
    let works = works.flat_map(|command| &command.works).map(thrown_up);
    let pieces: Vec<PieceFile> = file.terrain.iter().cloned().chain(works).collect();
    let terrain = match read_pieces(&file.table, &pieces) {
        Ok(terrain) => Some(terrain),
        Err(problems) => {
            examiner.problems.extend(problems);
            None
        }
    };
    let mut mustering = Mustering { examiner, charts, lists };
    let armies = BySide::new(mustering.army("first", &file.first), mustering.army("second", &file.second));
    let title = Title {
        name: file.title.clone(),
        date: file.date.clone(),
        points: file.points,
        turns: file.turns,
        attacker: side_or(examiner, "attacker", file.attacker.as_deref(), "nobody"),
        deployment: deployment(examiner, file.deployment.as_deref()),
        places_first: side_or(examiner, "places-first", file.places_first.as_deref(), "roll")
            .map_or(PlacesFirst::Roll, PlacesFirst::Side),
        sides: table_sides(examiner, file),
        wind: wind(examiner, file.wind.as_deref()),
        sources: file.sources.iter().map(|source| self::source(examiner, source)).collect(),
        about: file.about.clone(),
        lessons: if file.lessons { Lessons::On } else { Lessons::Off },
        readings: file.readings,
        objectives: outcome::objectives(examiner, &file.objective),
        outcomes: outcome::outcomes(examiner, file),
        terrain: terrain?,
        armies,
    };
    examine::examine(&title, lists, examiner);
    Some(title)
}

/// Works that were bought lie on the table as obstacles of earth.
fn thrown_up(works: &WorksFile) -> PieceFile {
    PieceFile {
        key: works.key.clone(),
        name: Some(works.name.clone()),
        kind: "obstacle".to_owned(),
        path: Some(works.path.clone()),
        weight: Some(works.weight.clone()),
        material: Some("earth".to_owned()),
        ..PieceFile::default()
    }
}

fn side_or(examiner: &mut Examiner, path: &str, word: Option<&str>, neither: &str) -> Option<Side> {
    match word {
        None => None,
        Some(word) if word == neither => None,
        Some(word) => {
            let side = Side::from_key(word);
            if side.is_none() {
                examiner.wrong(path, format!("no `{word}`: write first, second or {neither}"));
            }
            side
        }
    }
}

fn deployment(examiner: &mut Examiner, word: Option<&str>) -> Deployment {
    let Some(word) = word else { return Deployment::AsPlaced };
    Deployment::from_word(word).unwrap_or_else(|| {
        examiner.wrong("deployment", format!("no `{word}`: write as-placed, by-map or in-turn"));
        Deployment::AsPlaced
    })
}

/// Who picks his side of the table: only where nobody stands yet, and no brigade has an edge of its own.
fn table_sides(examiner: &mut Examiner, file: &TitleFile) -> TableSides {
    let Some(word) = file.laid_by.as_deref() else { return TableSides::Prescribed };
    let commands = [&file.first, &file.second].into_iter().flat_map(|side| &side.command);
    let mut edges =
        commands.filter_map(|command| command.off_board.as_ref()).filter(|off| off.edge.is_some());
    if matches!(file.deployment.as_deref(), None | Some("as-placed")) || edges.next().is_some() {
        examiner.wrong("laid-by", "this battle prescribes where everybody begins: leave it out");
    }
    match (word, Side::from_key(word)) {
        ("both", _) => TableSides::Roll,
        (_, Some(side)) => TableSides::LaidBy(side),
        _ => {
            examiner.wrong("laid-by", format!("no `{word}`: write first, second or both"));
            TableSides::Prescribed
        }
    }
}

fn wind(examiner: &mut Examiner, word: Option<&str>) -> Wind {
    match word {
        None => Wind::Rolled,
        Some(word) => Wind::read(word).unwrap_or_else(|problem| {
            examiner.wrong("wind", problem);
            Wind::Rolled
        }),
    }
}

fn source(examiner: &mut Examiner, file: &text::SourceFile) -> Source {
    let mark = Mark::from_key(&file.mark).unwrap_or_else(|| {
        let problem =
            format!("no mark `{}`: write printed, published, reconstructed, ruling or house", file.mark);
        examiner.wrong("sources", problem);
        Mark::Ruling
    });
    Source { mark, work: file.work.clone() }
}

/// Reads and checks two rosters for a battle at a real table. The ground is the players' own.
///
/// # Errors
/// Everything that is wrong with them, at once.
pub fn umpired(file: &str, text: &str, charts: &Charts) -> Result<Title, BadData> {
    let written: UmpireFile = read(file, text)?;
    let lists = Lists::read(charts)?;
    let mut examiner = Examiner::default();
    if written.turns == 0 || written.turns > TURNS_MAX {
        examiner.wrong("turns", format!("{} turns: write 1 to {TURNS_MAX}", written.turns));
    }
    let rosters = BySide::new(
        roster::check(&written.first, &lists, &mut examiner.problems),
        roster::check(&written.second, &lists, &mut examiner.problems),
    );
    examiner.refuse("second.limit", one_total(written.first.limit, written.second.limit));
    let attacker = side_or(&mut examiner, "attacker", written.attacker.as_deref(), "nobody");
    let readings = written.readings;
    if !examiner.problems.is_empty() {
        return Err(refuse(file, text, &examiner.problems));
    }
    // A standard table, bare: nothing of it is looked at.
    let ground = Ground::new(Mils::inches(72), Mils::inches(48))
        .map_err(|bad| BadData::new(file, "", bad.to_string()))?;
    let title = of_rosters(Terrain::bare(ground), rosters, charts);
    let (name, turns) = (written.title, written.turns);
    // People have settled at their table who stands where.
    let (deployment, sides) = (Deployment::AsPlaced, TableSides::Prescribed);
    Ok(Title { name, turns, attacker, readings, deployment, sides, ..title })
}

/// Both armies are bought from one total that was agreed on; only a battle of its own gives each side another.
///
/// # Errors
/// The totals differ.
fn one_total(first: u32, second: u32) -> Result<(), Refusal> {
    match first == second {
        true => Ok(()),
        false => {
            let words = format!("{first} points against {second}: both armies are bought from one total");
            Err(Refusal::new(rule!("5-a"), words))
        }
    }
}

/// The own edges of both sides where nothing else was agreed on: the long ones of the table.
pub fn long_edges(size: Point) -> (Clause, BySide<Edge>) {
    let edges = match size.x >= size.y {
        true => BySide::new(Edge::South, Edge::North),
        false => BySide::new(Edge::West, Edge::East),
    };
    (rule!("16.2-d"), edges)
}

/// A name as it stands inside a sentence: its article is small.
fn inside(name: &str) -> String {
    let article = ["A ", "An ", "The "].into_iter().find(|article| name.starts_with(article));
    match article {
        Some(article) => format!("{}{}", article.to_lowercase(), &name[article.len()..]),
        None => name.to_owned(),
    }
}

/// A battle of two rosters on some ground: everybody is still to be placed, points decide. [16-b] [18.2-a]
///
/// They begin at the long edges of the table.
pub fn of_rosters(terrain: Terrain, rosters: BySide<Roster>, charts: &Charts) -> Title {
    let names = BySide::new(inside(&rosters.first.file.name), inside(&rosters.second.file.name));
    let points = rosters.first.file.limit.max(rosters.second.file.limit);
    let edges = long_edges(terrain.ground.size()).1;
    // One list of keys, so that an order never means somebody of the other side.
    let mut keys = bought::Keys::default();
    let armies = BySide::new(
        bought::from_roster(&rosters.first, edges.first, &mut keys, charts),
        bought::from_roster(&rosters.second, edges.second, &mut keys, charts),
    );
    Title {
        name: format!("{} against {}", rosters.first.file.name, names.second),
        date: "1854-56".to_owned(),
        points,
        turns: 15,
        attacker: None,
        deployment: Deployment::InTurn,
        places_first: PlacesFirst::Roll,
        sides: TableSides::Roll,
        wind: Wind::Rolled,
        sources: Vec::new(),
        about: Vec::new(),
        lessons: Lessons::Off,
        readings: Readings::default(),
        terrain,
        armies,
        objectives: Vec::new(),
        outcomes: Vec::new(),
    }
}
