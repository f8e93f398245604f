//! Objectives, and who has won: the outcomes a battle names, in order; points where none of them holds. (18.2)

use super::army::read_length;
use super::text::{ObjectiveFile, OutcomeFile, TitleFile};
use crate::charts::Charts;
use crate::setup::examine::Examiner;
use crate::terrain::file::read_points;
use crate::unit::words;
use grognard_board::table::{Mils, Point};
use grognard_charts::BadData;
use grognard_umpire::{BySide, Clause, Side};

/// A place worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// Its key.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Its middle.
    pub at: Point,
    /// How far it reaches.
    pub radius: Mils,
}

words! {
    /// When an outcome is looked at.
    When {
        /// After the last turn.
        End "end",
        /// After every turn; it ends the battle.
        AnyTurn "any-turn",
    }
}

/// Whom an outcome makes the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winner {
    /// A side, or nobody: a draw.
    Named(Option<Side>),
    /// Whoever holds more objectives; does not hold if it is as many.
    MoreObjectives,
    /// Whoever has lost fewer points, by the margins of the table.
    Points,
}

/// One way for the battle to come out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner.
    pub winner: Winner,
    /// The objectives that the winner holds, as places in the list.
    pub holds: Vec<u8>,
    /// When it is looked at.
    pub when: When,
    /// How much less the winner has lost.
    pub fewer_points_by: Option<u32>,
    /// The key of a bridge that has lost a span.
    pub destroyed: Option<String>,
}

pub(super) fn objectives(examiner: &mut Examiner, files: &[ObjectiveFile]) -> Vec<Objective> {
    let mut made = Vec::new();
    for file in files {
        let path = format!("objective `{}`", file.key);
        let at = match read_points(&file.at).as_deref() {
            Ok([at]) => Some(*at),
            Ok(_) => {
                examiner.wrong(&path, format!("at `{}`: write one place, as 42 16", file.at));
                None
            }
            Err(problem) => {
                examiner.wrong(&path, problem.clone());
                None
            }
        };
        let radius = match read_length(&file.radius) {
            Ok(radius) if radius.0 > 0 => Some(radius),
            Ok(_) => {
                examiner.wrong(&path, "radius 0: an objective reaches at least a little".to_owned());
                None
            }
            Err(problem) => {
                examiner.wrong(&path, problem);
                None
            }
        };
        if let (Some(at), Some(radius)) = (at, radius) {
            made.push(Objective { key: file.key.clone(), name: file.name.clone(), at, radius });
        }
    }
    made
}

pub(super) fn outcomes(examiner: &mut Examiner, file: &TitleFile) -> Vec<Outcome> {
    let read = |(at, outcome): (usize, &OutcomeFile)| outcome_of(examiner, at, outcome, file);
    file.outcome.iter().enumerate().map(read).collect()
}

fn outcome_of(examiner: &mut Examiner, at: usize, file: &OutcomeFile, title: &TitleFile) -> Outcome {
    let path = format!("outcome {}", at + 1);
    let winner = match file.winner.as_str() {
        "nobody" => Winner::Named(None),
        "objectives" => Winner::MoreObjectives,
        "points" => Winner::Points,
        word => Winner::Named(Some(Side::from_key(word).unwrap_or_else(|| {
            examiner
                .wrong(&path, format!("winner `{word}`: write first, second, nobody, objectives or points"));
            Side::First
        }))),
    };
    let sided = matches!(winner, Winner::Named(Some(_)));
    if !sided && (!file.holds.is_empty() || file.fewer_points_by.is_some()) {
        examiner.wrong(&path, "holds and fewer-points-by speak of a winner: write first or second");
    }
    let place = |key: &String| title.objective.iter().position(|one| one.key == *key);
    for key in file.holds.iter().filter(|key| place(key).is_none()) {
        examiner.wrong(&path, format!("no objective `{key}` is in the file"));
    }
    if let Some(key) = &file.destroyed
        && !title.terrain.iter().any(|piece| piece.key == *key && piece.kind == "bridge")
    {
        examiner.wrong(&path, format!("no bridge `{key}` is in the file"));
    }
    let when = match file.when.as_deref() {
        None => When::End,
        Some(word) => When::from_word(word).unwrap_or_else(|| {
            examiner.wrong(&path, format!("when `{word}`: write end or any-turn"));
            When::End
        }),
    };
    Outcome {
        winner,
        holds: file.holds.iter().filter_map(place).map(|at| at as u8).collect(),
        when,
        fewer_points_by: file.fewer_points_by,
        destroyed: file.destroyed.clone(),
    }
}

/// What a battle stands like when it is asked who has won.
pub struct Standing<'a> {
    /// Who holds each objective.
    pub held: &'a [Option<Side>],
    /// Points each side has lost, in halves. [18.2-e]
    pub lost: BySide<u32>,
    /// Whether a piece of terrain has lost a span.
    pub destroyed: &'a dyn Fn(&str) -> bool,
}

words! {
    /// How great a victory is by points. [18.2-g]
    Margin {
        /// A draw.
        Draw "draw",
        /// A minor victory.
        Minor "minor victory",
        /// A major victory.
        Major "major victory",
        /// A massacre.
        Massacre "massacre",
    }
}

/// The game for which the margins are printed. [18.2-g]
const STANDARD_GAME: u32 = 800;

/// How a battle has come out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Result {
    /// Who has won.
    pub winner: Option<Side>,
    /// By how much, where points decide.
    pub margin: Option<Margin>,
}

/// The widest difference of points of a draw, a minor and a major victory, as the table has them for one size of
/// game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margins {
    /// The widest differences, in points.
    pub widest: [u32; 3],
    /// The points of a game they are for.
    pub of: u32,
}

impl Margins {
    /// The margins of the table in force.
    ///
    /// # Errors
    /// A cell that is no margin.
    pub fn read(charts: &Charts) -> std::result::Result<Margins, BadData> {
        let table = charts.pages.table("victory")?;
        if table.rows() < 3 {
            return Err(BadData::new(
                "armies.toml",
                "victory",
                "write a row for a draw, a minor and a major victory",
            ));
        }
        let mut widest = [0; 3];
        for (row, most) in widest.iter_mut().enumerate() {
            *most = table.parse(row, 0, "a range such as 151..250", |text| {
                text.split_once("..").and_then(|(_, most)| most.parse().ok())
            })?;
        }
        Ok(Margins { widest, of: STANDARD_GAME })
    }

    /// What a difference, in half points, comes to in a game of so many points. The margins grow and shrink with
    /// the size of the game. [18.2-g] [18.2-h]
    pub fn of_difference(&self, halves: u32, points: u32, clerk: &mut dyn FnMut(Clause)) -> Margin {
        clerk(rule!("18.2-g"));
        clerk(rule!("18.2-h"));
        // A difference of so many halves is at most a margin: halves / 2 <= widest * points / of.
        let within =
            |widest: u32| u64::from(halves) * u64::from(self.of) <= 2 * u64::from(widest) * u64::from(points);
        let steps = self.widest.iter().filter(|&&widest| !within(widest)).count();
        Margin::ALL[steps]
    }
}

/// Who has won after a turn, if the battle is over: the first outcome that holds. Without any, and where an
/// outcome says so, points decide: the side that has lost less. [18.2-b] [18.2-c] [18.2-f]
pub fn result(
    (outcomes, when): (&[Outcome], When),
    standing: &Standing<'_>,
    (margins, points): (&Margins, u32),
    clerk: &mut dyn FnMut(Clause),
) -> Option<Result> {
    let named = |winner| Result { winner, margin: None };
    for outcome in outcomes.iter().filter(|outcome| when == When::End || outcome.when == When::AnyTurn) {
        match outcome.winner {
            Winner::Named(Some(side)) if holds(outcome, side, standing) => {
                // He took his objectives and denied the enemy his.
                clerk(rule!("18.2-c"));
                return Some(named(Some(side)));
            }
            Winner::Named(None) if bridge_gone(outcome, standing) => {
                clerk(rule!("18.2-b"));
                return Some(named(None));
            }
            Winner::MoreObjectives => {
                let count = |side: Side| standing.held.iter().filter(|held| **held == Some(side)).count();
                let (first, second) = (count(Side::First), count(Side::Second));
                if first != second {
                    clerk(rule!("18.2-c"));
                    let winner = if first > second { Side::First } else { Side::Second };
                    return Some(named(Some(winner)));
                }
                // As many on both sides: neither has his.
                clerk(rule!("18.2-b"));
            }
            Winner::Points if when == When::End => return Some(by_points(standing, margins, points, clerk)),
            _ => {}
        }
    }
    (when == When::End).then(|| by_points(standing, margins, points, clerk))
}

/// Whether an outcome that names somebody holds as things stand.
pub fn is_met(outcome: &Outcome, standing: &Standing<'_>) -> bool {
    match outcome.winner {
        Winner::Named(Some(side)) => holds(outcome, side, standing),
        _ => false,
    }
}

fn holds(outcome: &Outcome, side: Side, standing: &Standing<'_>) -> bool {
    let held = outcome.holds.iter().all(|&at| standing.held[usize::from(at)] == Some(side));
    let fewer =
        outcome.fewer_points_by.is_none_or(|by| standing.lost[side] + 2 * by <= standing.lost[side.other()]);
    held && fewer && bridge_gone(outcome, standing)
}

fn bridge_gone(outcome: &Outcome, standing: &Standing<'_>) -> bool {
    outcome.destroyed.as_ref().is_none_or(|key| (standing.destroyed)(key))
}

fn by_points(
    standing: &Standing<'_>,
    margins: &Margins,
    points: u32,
    clerk: &mut dyn FnMut(Clause),
) -> Result {
    clerk(rule!("18.2-f"));
    let (first, second) = (standing.lost.first, standing.lost.second);
    let margin = margins.of_difference(first.abs_diff(second), points, clerk);
    let winner = match margin {
        Margin::Draw => None,
        _ if first < second => Some(Side::First),
        _ => Some(Side::Second),
    };
    Result { winner, margin: Some(margin) }
}

/// What has become of a unit, for the points. [18.2-e] [18.2-i] [18.2-k]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loss {
    /// Still in good strength, or off the table as a reserve or after an evade.
    None,
    /// Routing, or under half of what it began with.
    Half,
    /// Destroyed, surrendered, captured, or routed off the table.
    Whole,
}

/// The points of a price that are lost, in halves, so that none is rounded. [18.2-e] [18.2-i]
pub fn halves_lost(price: u32, loss: Loss, clerk: &mut dyn FnMut(Clause)) -> u32 {
    clerk(rule!("18.2-e"));
    match loss {
        Loss::None => 0,
        Loss::Half => price,
        Loss::Whole => 2 * price,
    }
}
