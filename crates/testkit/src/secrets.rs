//! What a seat may not know it does not get to know, and what becomes known is not taken back.
//!
//! Two games that differ only in what a seat may not see are put side by side: it must see, read and be asked
//! the same, and be refused in the same words. Where the same answer parts them, the rules must have said that
//! something became known.

use grognard_umpire::{
    Answer, Choice, Event, Fact, Generator, Header, Kind, List, Openness, Options, Phase, Playable, Question,
    Refusal, Reveal, Ruling, Session, Side, Visitor,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many pairs of games a title is tried with: a few hundred, or, with `GROGNARD_LONG` set, ten thousand.
pub fn pairs() -> usize {
    match std::env::var_os("GROGNARD_LONG") {
        Some(_) => 10_000,
        None => 200,
    }
}

/// The law of secrets as a visitor.
pub struct Secrets<'a> {
    /// What the procedure is called in messages.
    pub name: &'a str,
    /// How many pairs of games are compared.
    pub pairs: usize,
}

/// What was compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// Games that differed only in what a seat may not see.
    pub pairs: usize,
    /// Secret answers of which one was given in place of another.
    pub answers: usize,
    /// Pairs that the same answer parted, something having become known.
    pub parted: usize,
    /// Moments at which nothing was hidden from anybody.
    pub open: usize,
}

impl Visitor for Secrets<'_> {
    type Out = Compared;
    fn visit<P>(self, start: P, rules: Arc<P::Rules>) -> Compared
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        hold(self.name, &start, &rules, self.pairs)
    }
}

/// Everything that may reach the screen of a seat, or of an onlooker.
#[derive(PartialEq)]
struct Sight {
    view: Fact,
    drawing: Option<String>,
    picture: Option<String>,
    /// Who is asked under which clause, the others too: everybody at the table sees who has to decide.
    waits: Vec<String>,
    asked: Vec<Question>,
    told: Vec<Ruling>,
    refused: Vec<Option<Refusal>>,
    suggested: Vec<usize>,
    /// Aims, pieces, stocks, what stands at the place of each piece, and what each answer would cost.
    guided: String,
    /// The journal's lines, which lie open to everybody.
    written: Vec<String>,
}

/// A journal's lines as everybody reads them. What a commitment hides cannot be read from it, and its bytes
/// follow from a salt that nobody knows.
fn written<P: Playable>(game: &Session<P>) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Secret { by, .. } => format!("secret {by}"),
        event => event.line(),
    };
    game.journal().entries().iter().map(|entry| line(&entry.event)).collect()
}

/// How many answers that nobody offers are tried at a question.
const TRIED_MAX: usize = 12;

/// Answers that are not offered: some that mean nothing, and orders made of those that are on offer, with a word of one in
/// another or a number a little larger. Why they are refused must not hang on what is hidden.
fn not_offered(question: &Question) -> Vec<String> {
    let options = question.options();
    let mut tried = ["no such answer", "done", "finish"].map(str::to_owned).to_vec();
    if !matches!(question.kind, Kind::Order { .. }) {
        return tried;
    }
    let every = (options.len() / TRIED_MAX).max(1);
    for (at, offered) in options.iter().enumerate().step_by(every) {
        let words: Vec<&str> = offered.key.split(' ').collect();
        let other: Vec<&str> = options[(at * 7 + 3) % options.len()].key.split(' ').collect();
        for place in 1..words.len() {
            let larger = words[place].parse::<u32>().ok().map(|number| (number + 1).to_string());
            for word in other.get(place).map(|word| (*word).to_owned()).into_iter().chain(larger) {
                let mut order = words.clone();
                order[place] = &word;
                let order = order.join(" ");
                if !tried.contains(&order) && options.iter().all(|offered| offered.key != order) {
                    tried.push(order);
                }
            }
        }
        if tried.len() >= TRIED_MAX {
            break;
        }
    }
    tried
}

/// How many answers of a question are asked what they cost: enough to find a leak, few enough to be quick.
const COSTED_MAX: usize = 12;

/// All that a guide tells a viewer.
fn guided<P: Playable>(state: &P, rules: &P::Rules, viewer: Option<Side>, asked: &[Question]) -> String {
    let Some(guide) = state.guide(rules, viewer) else { return String::new() };
    let pieces = guide.pieces();
    let mut places: Vec<_> = pieces.iter().filter_map(|piece| piece.place.as_ref()).collect();
    places.sort();
    places.dedup();
    let stands: Vec<_> = places.into_iter().take(COSTED_MAX).map(|place| guide.presence(place)).collect();
    let keys = asked.iter().flat_map(|question| question.options().iter().take(COSTED_MAX));
    let costs: Vec<_> = keys.map(|offered| guide.consequences(&offered.key)).collect();
    let board = guide.board().map(|board| board.hash());
    let now = (guide.cells(), guide.lines());
    format!("{:?} {pieces:?} {:?} {stands:?} {costs:?} {board:?} {now:?}", guide.aims(), guide.stocks())
}

impl Sight {
    fn of<P: Playable>(game: &Session<P>, viewer: Option<Side>) -> Sight {
        let (state, rules) = (game.position(), game.rules());
        let asked: Vec<Question> =
            game.pending().into_iter().filter(|q| q.asking.by == viewer).cloned().collect();
        let tried = asked.iter().flat_map(not_offered);
        let refused = match viewer.filter(|_| !asked.is_empty()) {
            Some(side) => tried.map(|key| game.why_not(side, &key)).collect(),
            None => Vec::new(),
        };
        // What Enter alone would take.
        let suggest = |question: &Question| {
            let openness = if question.kind.is_secret() { Openness::Secret } else { Openness::Open };
            let (asking, options) = (question.asking, List(question.options()));
            let choice = Choice { asking, options: &options, openness, barred: &Vec::new };
            (options.count() > 0).then(|| state.policy(rules, &choice))
        };
        Sight {
            guided: guided(state, rules, viewer, &asked),
            suggested: asked.iter().filter_map(suggest).collect(),
            view: game.view(viewer),
            drawing: state.drawing(rules, viewer),
            picture: state.picture(rules, viewer),
            waits: game.pending().into_iter().map(Question::line).collect(),
            asked,
            told: game.account().iter().chain(game.draft()).cloned().collect(),
            refused,
            written: written(game),
        }
    }

    /// What differs between two sights, in a few words: the whole of them fills books.
    fn difference(&self, other: &Sight) -> String {
        let parts = |sight: &Sight| {
            [
                ("view", format!("{:?}", sight.view)),
                ("drawing", format!("{:?}", sight.drawing)),
                ("picture", format!("{:?}", sight.picture)),
                ("waits", format!("{:?}", sight.waits)),
                ("asked", format!("{:?}", sight.asked)),
                ("told", format!("{:?}", sight.told)),
                ("refused", format!("{:?}", sight.refused)),
                ("guided", sight.guided.clone()),
                ("suggested", format!("{:?}", sight.suggested)),
                ("written", format!("{:?}", sight.written)),
            ]
        };
        let around = |text: &str, at: usize| -> String {
            text.chars().skip(at.saturating_sub(60)).take(160).collect()
        };
        let differs = |((name, one), (_, two)): ((&str, String), (&str, String))| {
            let at = one.chars().zip(two.chars()).take_while(|(a, b)| a == b).count();
            (one != two).then(|| format!("\n{name}: {}\n  but: {}", around(&one, at), around(&two, at)))
        };
        parts(self).into_iter().zip(parts(other)).filter_map(differs).collect()
    }
}

/// Checks the law of secrets on random games until so many pairs have been compared.
pub fn hold<P: Playable>(name: &str, start: &P, rules: &Arc<P::Rules>, pairs: usize) -> Compared {
    let mut compared = Compared::default();
    // How often each kind of question has been looked at: the rare ones are not to be missed.
    let mut looked: BTreeMap<&'static str, usize> = BTreeMap::new();
    // A game that asks nothing has no moments to look at.
    for seed in 0..2 * pairs as u64 {
        let mut dice = Generator::new(seed);
        let mut game = Session::start(start.clone(), Arc::clone(rules), Header::default());
        // From game to game other moments are looked at.
        let every = 1 + dice.below(8);
        for moment in 0u32.. {
            let Some(question) = game.pending().first().map(|question| (*question).clone()) else { break };
            let answer = answer(&question, &mut dice);
            let place = || format!("{name}, seed {seed}, moment {moment}, {}", question.line());
            secret_answers(&game, &answer, &mut compared, &place);
            let total: usize = looked.values().sum();
            let fair = total / looked.len().max(1) + 2 + 2 * seed as usize;
            let kind = looked.entry(question.asking.topic.key()).or_default();
            if (moment % every == 0 || question.kind.is_secret()) && *kind <= fair {
                *kind += 1;
                compare(&game, &answer, &mut dice, &mut compared, &place);
                if compared.pairs + compared.open >= pairs {
                    return compared;
                }
            }
            give(&mut game, &answer).unwrap_or_else(|refusal| panic!("{name}, seed {seed}: {refusal}"));
        }
    }
    compared
}

fn answer(question: &Question, dice: &mut Generator) -> Answer {
    match question.kind {
        Kind::Roll(roll) => Answer::Faces((0..roll.count()).map(|_| dice.face(roll.die())).collect()),
        _ => {
            let options = question.options();
            Answer::Key(options[dice.below(options.len() as u32) as usize].key.clone())
        }
    }
}

fn give<P: Playable>(game: &mut Session<P>, answer: &Answer) -> Result<(), Refusal> {
    let by = game.pending().first().and_then(|question| question.asking.by);
    match (answer, by) {
        (Answer::Faces(faces), _) => game.faces(faces).map(drop),
        (Answer::Key(key), Some(side)) => game.answer_salted(side, key, [0; 16]).map(drop),
        (Answer::Key(_), None) => Err(Refusal::plain("nobody is asked")),
    }?;
    game.open_due();
    Ok(())
}

/// A game that begins with this state and goes on with these answers, where they are answers in it.
fn fork<P: Playable>(state: P, rules: &Arc<P::Rules>, answers: &[Answer]) -> Option<Session<P>> {
    let mut game = Session::start(state, Arc::clone(rules), Header::default());
    for answer in answers {
        give(&mut game, answer).ok()?;
    }
    Some(game)
}

fn compare<P: Playable>(
    game: &Session<P>,
    answer: &Answer,
    dice: &mut Generator,
    compared: &mut Compared,
    place: &dyn Fn() -> String,
) {
    let (rules, answers) = (game.rules(), game.step_answers());
    let viewers = [None, Some(Side::First), Some(Side::Second)];
    // Whoever waits for the other's answer has most to learn from the question.
    let waits = game.pending().first().and_then(|question| question.asking.by).map(Side::other);
    let viewer = [None, Some(Side::First), Some(Side::Second), waits][dice.below(4) as usize];
    let mut draw = |most: u8| 1 + dice.below(u32::from(most)) as u8;
    let other = game.state().clone().with_other_secrets(rules, viewer, &mut draw);
    if other == *game.state() {
        if viewers.iter().all(|&viewer| game.view(viewer) == game.view(None)) {
            compared.open += 1;
        }
        return;
    }
    compared.pairs += 1;
    let mut one = Session::start(game.state().clone(), Arc::clone(rules), Header::default());
    let mut two = Session::start(other, Arc::clone(rules), Header::default());
    let (seen, other) = (Sight::of(&one, viewer), Sight::of(&two, viewer));
    assert!(seen == other, "{}: {viewer:?} sees{}", place(), seen.difference(&other));
    // The same answers in both: where one parts them, something has become known. What can be answered in one
    // of them alone follows from what its owner hides.
    // Where one side has given its part under seal, the answer is the other's, who is not asked first here.
    let sealed = matches!(game.phase(), Phase::Waiting(questions) if questions.len() > game.pending().len());
    for answer in answers.iter().chain((!sealed).then_some(answer)) {
        let own =
            viewer.is_some() && one.pending().first().is_some_and(|question| question.asking.by == viewer);
        let (first, second) = (give(&mut one, answer), give(&mut two, answer));
        if first.is_err() || second.is_err() {
            assert!(!own || first == second, "{}: {answer:?} of one's own: {first:?}, {second:?}", place());
            return;
        }
        if same_or_revealed(&one, &two, viewer, place) {
            compared.parted += 1;
            return;
        }
    }
}

/// One secret answer in place of another: who did not give it sees no difference.
fn secret_answers<P: Playable>(
    game: &Session<P>,
    answer: &Answer,
    compared: &mut Compared,
    place: &dyn Fn() -> String,
) {
    let (rules, answers) = (game.rules(), game.step_answers());
    let Some(question) = game.pending().first().copied() else { return };
    let together = game.pending().len() == 2;
    let others = question.options().iter().map(|offered| Answer::Key(offered.key.clone()));
    let Some(other) = others.into_iter().find(|other| question.kind.is_secret() && other != answer) else {
        return;
    };
    let forks = fork(game.state().clone(), rules, answers).zip(fork(game.state().clone(), rules, answers));
    let Some((mut one, mut two)) = forks else { return };
    // Where the other side has its part in already, it was compared when that was given.
    if one.pending().len() != game.pending().len() {
        return;
    }
    if give(&mut one, answer).is_ok() && give(&mut two, &other).is_ok() {
        compared.answers += 1;
        let viewers = [None, question.asking.by.map(Side::other)];
        for viewer in viewers {
            compared.parted += usize::from(same_or_revealed(&one, &two, viewer, place));
        }
        // Once the other side's part is in as well, both are carried out.
        let theirs = one.pending().first().and_then(|question| question.options().first().cloned());
        if let (true, Some(offered)) = (together, theirs) {
            let theirs = Answer::Key(offered.key);
            if give(&mut one, &theirs).is_ok() && give(&mut two, &theirs).is_ok() {
                for viewer in viewers {
                    compared.parted += usize::from(same_or_revealed(&one, &two, viewer, place));
                }
            }
        }
    }
}

/// Two games look the same to a viewer, or both have told him something and nobody can take it back.
/// Hands back whether they part.
fn same_or_revealed<P: Playable>(
    one: &Session<P>,
    two: &Session<P>,
    viewer: Option<Side>,
    place: &dyn Fn() -> String,
) -> bool {
    let told = |game: &Session<P>| {
        let hears = |reveal: &Reveal| reveal.to.includes(viewer);
        let over = matches!(game.phase(), Phase::Ended(_));
        let shut = Side::ALL.iter().all(|&side| !game.may_undo(side));
        (over || game.revealed().iter().any(hears)) && shut
    };
    let (seen, other) = (Sight::of(one, viewer), Sight::of(two, viewer));
    assert!(
        seen == other || told(one) && told(two),
        "{}: {viewer:?} learns what the rules do not say is revealed{}",
        place(),
        seen.difference(&other)
    );
    seen != other
}
