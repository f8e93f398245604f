//! What applies before any die: the modifiers, table rows and clauses that the coming throws would use.
//!
//! Nothing about a rule is said here a second time. The battle is carried out by the rules themselves with a middling
//! throw every time and each side's own policy, and again with every other result of each throw; what the account
//! then says of that throw is what applies to it.

use crate::contest::Contest;
use crate::play::Play;
use grognard_umpire::{Clause, Dice, Header, Journal, Kind, Look, Modifier, Opening, Ruling, Salt, Side};

/// A throw to come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Coming {
    /// Who throws.
    pub by: Option<Side>,
    /// The clause that has it thrown.
    pub clause: Clause,
    /// What it is for.
    pub what: &'static str,
    /// What is thrown.
    pub dice: Dice,
    /// The modifiers that will be added up.
    pub modifiers: Vec<Modifier>,
    /// What each result comes to, lowest first.
    pub results: Vec<Result>,
}

/// What one result of a throw comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Result {
    /// The result.
    pub result: u16,
    /// The cell that is read.
    pub look: Option<Look>,
    /// What the account says.
    pub text: String,
}

/// No battle asks more than this between two of the throws that are looked at.
const QUESTIONS_MAX: usize = 200;

/// One answer of the way that is looked along.
enum Answer {
    Faces(Dice, Vec<u8>),
    Key(Side, String),
}

/// The next throws of a battle, at most so many: from its beginning, or from where a journal has got.
///
/// Beyond the first of them it is a look along one way: each throw before it in the middle, each decision as the
/// side's policy has it.
pub fn coming(contest: &dyn Contest, begun: Option<(&Journal, &[Opening])>, throws: usize) -> Vec<Coming> {
    let Some(mut play) = start(contest, begun) else { return Vec::new() };
    let before = told(&*play).len();
    let mut way: Vec<Answer> = Vec::new();
    let mut asked: Vec<(usize, Option<Side>, Clause, &'static str, Dice)> = Vec::new();
    while asked.len() < throws && way.len() < QUESTIONS_MAX {
        let Some((answer, question)) = next(&*play) else { break };
        if let (Answer::Faces(dice, _), (by, clause, what)) = (&answer, question) {
            asked.push((way.len(), by, clause, what, *dice));
        }
        if !give(&mut *play, &answer) {
            break;
        }
        way.push(answer);
    }
    // A ruling may wait for the throw after it: both sides' dice of a phase are told together.
    while way.len() < QUESTIONS_MAX && thrown(&told(&*play)[before..]) < asked.len() {
        let Some((answer, _)) = next(&*play) else { break };
        if !give(&mut *play, &answer) {
            break;
        }
        way.push(answer);
    }
    let along = told(&*play).split_off(before);
    let look = |(number, (at, by, clause, what, dice)): (usize, (usize, _, _, _, Dice))| {
        let modifiers = about(&along, number).map(|ruling| ruling.modifiers.clone()).unwrap_or_default();
        let results = dice.ways().into_iter().filter_map(|(result, _)| {
            let mut other = start(contest, begun)?;
            let faces = faces_for(dice, result)?;
            for (index, answer) in way.iter().enumerate() {
                let went = match answer {
                    Answer::Faces(dice, _) if index == at => {
                        give(&mut *other, &Answer::Faces(*dice, faces.clone()))
                    }
                    answer => give(&mut *other, answer),
                };
                // Another result may lead to other questions; what was said until then is enough.
                if !went {
                    break;
                }
                if thrown(&told(&*other)[before..]) > number {
                    break;
                }
            }
            let said = told(&*other).split_off(before);
            let ruling = about(&said, number)?;
            Some(Result { result, look: ruling.table.clone(), text: ruling.text.clone() })
        });
        Coming { by, clause, what, dice, modifiers, results: results.collect() }
    };
    asked.into_iter().enumerate().map(look).collect()
}

fn start(contest: &dyn Contest, begun: Option<(&Journal, &[Opening])>) -> Option<Box<dyn Play>> {
    match begun {
        None => Some(contest.start(Header::default())),
        Some((journal, openings)) => contest.replay(journal, openings).ok(),
    }
}

fn told(play: &dyn Play) -> Vec<Ruling> {
    play.account().iter().chain(play.draft()).cloned().collect()
}

fn thrown(rulings: &[Ruling]) -> usize {
    rulings.iter().map(|ruling| ruling.dice.len()).sum()
}

/// The ruling that tells of a throw, by its number.
fn about(rulings: &[Ruling], number: usize) -> Option<&Ruling> {
    let mut seen = 0;
    rulings.iter().find(|ruling| {
        seen += ruling.dice.len();
        seen > number
    })
}

type Asked = (Option<Side>, Clause, &'static str);

/// What the way goes on with: a throw in the middle, or what the policy of a side that is asked would say.
fn next(play: &dyn Play) -> Option<(Answer, Asked)> {
    let question = *play.pending().first()?;
    let asked = (question.asking.by, question.asking.clause, question.asking.words());
    if let Kind::Roll(dice) = question.kind {
        let ways = dice.ways();
        let middle = ways.get(ways.len() / 2)?.0;
        return Some((Answer::Faces(dice, faces_for(dice, middle)?), asked));
    }
    let side = question.asking.by?;
    let key = play.by_policy(side).or_else(|| Some(question.options().first()?.key.clone()))?;
    Some((Answer::Key(side, key), asked))
}

fn give(play: &mut dyn Play, answer: &Answer) -> bool {
    match answer {
        Answer::Faces(_, faces) => play.faces(faces).is_ok(),
        Answer::Key(side, key) => play.answer(*side, key, Salt::default()).is_ok(),
    }
}

/// Faces that come to a result.
fn faces_for(dice: Dice, result: u16) -> Option<Vec<u8>> {
    let die = dice.die();
    let count = usize::from(dice.count());
    let mut faces = vec![die.lowest(); count];
    match dice {
        Dice::One(_) => faces[0] = u8::try_from(result).ok()?,
        Dice::Sum { .. } => {
            let mut left = result.checked_sub(u16::from(die.lowest()) * count as u16)?;
            for face in &mut faces {
                let more = left.min(u16::from(die.highest() - die.lowest()));
                *face += more as u8;
                left -= more;
            }
        }
        Dice::Hits { .. } => faces.iter_mut().take(result.into()).for_each(|face| *face = die.highest()),
    }
    (dice.read(&faces) == result).then_some(faces)
}
