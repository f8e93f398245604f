//! What a seat is told: the same, byte for byte, whatever the other side hides.

#[path = "seats/studies.rs"]
mod studies;

use grognard::umpire::{
    Answer, Generator, Header, Kind, Phase, Playable, Proposal, Question, Refusal, Reveal, Session, Side,
    Visitor,
};
use grognard::{Asked, Game, OddsRequest, Seat, TableAct};
use std::sync::Arc;

const SEATS: [Seat; 3] = [Seat::Onlooker, Seat::Side(Side::First), Seat::Side(Side::Second)];

/// Everything that can be asked for in a seat's name, as one text. Of commitments and hashes only the length counts:
/// they are random.
fn sight(game: &Game, seat: Seat) -> String {
    let told = game.told(seat, 0);
    let refused = ["no such answer", "done", "1"].map(|key| game.why_not(seat, key));
    format!(
        "{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?}\n{:?} {:?} {:?} {:?}\n{:?}\n{}\n{}",
        game.view(seat),
        game.picture(seat),
        game.drawing(seat),
        game.questions(seat),
        told,
        refused,
        game.may_undo(seat),
        game.sealed(),
        game.to_decide(),
        game.number(),
        game.suggestion(seat).map(|(key, _)| key),
        masked(&game.journal(seat).unwrap_or_default()),
        offered(game, seat),
    )
}

/// Of so many of a seat's answers the cost is told, and so many fights are counted out.
const ANSWERS_TRIED: usize = 24;
const FIGHTS_TRIED: usize = 3;

/// What a seat is told of the answers it may give: their cost, and the odds of the fights they lead to.
fn offered(game: &Game, seat: Seat) -> String {
    let mut told = format!("{:?}\n", game.guide(seat).aims());
    let own = |asked: &Asked<'_>| match asked {
        Asked::Whole(question) if seat.side().is_some() && question.asking.by == seat.side() => {
            question.options().iter().map(|option| option.key.clone()).collect()
        }
        _ => Vec::new(),
    };
    if let Some(fight) = game.fight(seat) {
        let odds = fight.contest.odds(&OddsRequest::default()).map(|report| report.figures);
        told += &format!("{ODDS_OF}the fight: {:?} {odds:?}\n", fight.first);
    }
    let mut fights = 0;
    for (number, key) in game.questions(seat).iter().flat_map(own).enumerate() {
        if number < ANSWERS_TRIED {
            told += &format!("{key} costs {:?}\n", game.consequences(seat, &key));
        }
        if fights >= FIGHTS_TRIED {
            continue;
        }
        for prospect in game.prospects(seat, &key) {
            let odds = prospect.contest.odds(&OddsRequest::default()).map(|report| report.figures);
            told += &format!("{ODDS_OF}{key}: {:?} {odds:?}\n", prospect.known);
            fights += 1;
        }
    }
    told
}

/// How a line of odds begins, by which those that were compared are counted.
const ODDS_OF: &str = "odds of ";

fn masked(journal: &str) -> String {
    let word = |word: &str| match word.len() >= 32 && word.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        true => "#".repeat(word.len()),
        false => word.to_owned(),
    };
    journal.lines().map(|line| line.split(' ').map(word).collect::<Vec<_>>().join(" ") + "\n").collect()
}

fn difference(one: &str, two: &str) -> String {
    let at = one.bytes().zip(two.bytes()).take_while(|(a, b)| a == b).count();
    let around = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(120)..])
            .chars()
            .take(300)
            .collect::<String>()
    };
    format!("\n{}\n-- but --\n{}", around(one), around(two))
}

fn random_answer(question: &Question, dice: &mut Generator) -> Answer {
    match question.kind {
        Kind::Roll(roll) => Answer::Faces((0..roll.count()).map(|_| dice.face(roll.die())).collect()),
        _ => {
            let options = question.options();
            Answer::Key(options[dice.below(options.len() as u32) as usize].key.clone())
        }
    }
}

fn give<P: Playable>(game: &mut Session<P>, answer: &Answer, salt: u8) -> Result<(), Refusal> {
    let by = game.pending().first().and_then(|question| question.asking.by);
    match (answer, by) {
        (Answer::Faces(faces), _) => game.faces(faces).map(drop),
        (Answer::Key(key), Some(side)) => game.answer_salted(side, key, [salt; 16]).map(drop),
        (Answer::Key(_), None) => Err(Refusal::plain("nobody is asked")),
    }
}

fn fork<P: Playable>(state: P, rules: &Arc<P::Rules>, answers: &[Answer]) -> Option<Session<P>> {
    let mut game = Session::start(state, Arc::clone(rules), Header::default());
    answers.iter().try_for_each(|answer| give(&mut game, answer, 0)).ok()?;
    Some(game)
}

/// How many are to be compared: pairs of positions, pairs of secret answers, and fights whose odds are told.
struct Pairs {
    positions: usize,
    answers: usize,
    fights: usize,
}

impl Visitor for Pairs {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let (mut positions, mut answers, mut fights) = (0, 0, 0);
        let most = self.positions.max(self.answers).max(10);
        for seed in 0.. {
            let mut dice = Generator::new(seed);
            let mut game = Session::start(start.clone(), Arc::clone(&rules), Header::default());
            let every = 3 + dice.below(20);
            for moment in 0u32.. {
                if positions >= self.positions && answers >= self.answers && fights >= self.fights {
                    return;
                }
                let Some(question) = game.pending().first().map(|question| (*question).clone()) else {
                    break;
                };
                let answer = random_answer(&question, &mut dice);
                if question.kind.is_secret() && answers < self.answers {
                    answers += usize::from(other_answer(&game, &question, &answer));
                }
                let asked =
                    question.asking.by.filter(|&side| fights < self.fights && fight_ahead(&game, side));
                if let Some(side) = asked {
                    fights += other_position(&game, Seat::Side(side), &mut dice).unwrap_or(0);
                }
                if moment % every == 0 && positions < self.positions {
                    let seat = SEATS[dice.below(3) as usize];
                    positions += usize::from(other_position(&game, seat, &mut dice).is_some());
                }
                give(&mut game, &answer, 0).unwrap();
            }
            let found = format!("{positions} positions, {answers} answers and {fights} fights");
            assert!(seed < 20 * most as u64, "{found} in so many games");
        }
    }
}

/// Counts the fights it is handed.
#[derive(Clone, Copy)]
struct Fight;

impl Visitor for Fight {
    type Out = ();
    fn visit<P>(self, _: P, _: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
    }
}

/// Whether an answer of a side leads to a fight.
fn fight_ahead<P: Playable>(game: &Session<P>, side: Side) -> bool {
    let leads = |key: &str| !game.position().prospects(game.rules(), side, key, Fight).is_empty();
    let own = game.pending().into_iter().filter(|question| question.asking.by == Some(side));
    own.flat_map(Question::options).any(|option| leads(&option.key))
}

/// The same position with other secrets of the enemy looks the same to a seat. Hands back how many fights' odds were
/// among what was compared; nothing where there was nothing to compare.
fn other_position<P>(game: &Session<P>, seat: Seat, dice: &mut Generator) -> Option<usize>
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    let mut draw = |most: u8| 1 + dice.below(u32::from(most)) as u8;
    let other = game.state().clone().with_other_secrets(game.rules(), seat.side(), &mut draw);
    let answers = game.step_answers();
    let one = fork(game.state().clone(), game.rules(), answers);
    let two = fork(other.clone(), game.rules(), answers);
    let (one, two) = one.zip(two)?;
    let parted =
        *one.state() != *game.state() || *two.state() != other || one.pending().len() != two.pending().len();
    if other == *game.state() || parted {
        return None;
    }
    let place = format!("{seat:?}, {}", game.pending()[0].line());
    let (one, two) = (sight(&Game::of_session(one), seat), sight(&Game::of_session(two), seat));
    assert!(one == two, "{place}{}", difference(&one, &two));
    Some(one.matches(ODDS_OF).count())
}

/// One secret answer in place of another looks the same to whoever did not give it.
fn other_answer<P>(game: &Session<P>, question: &Question, answer: &Answer) -> bool
where
    P: Playable + Send + Sync + 'static,
    P::Rules: Send + Sync + 'static,
    P::End: Send + Sync + 'static,
{
    let others = question.options().iter().map(|option| Answer::Key(option.key.clone()));
    let Some(other) = others.into_iter().find(|other| other != answer) else { return false };
    let make = || fork(game.state().clone(), game.rules(), game.step_answers());
    let (Some(mut one), Some(mut two)) = (make(), make()) else { return false };
    if one.pending().len() != game.pending().len() {
        return false;
    }
    if give(&mut one, answer, 1).is_err() || give(&mut two, &other, 2).is_err() {
        return false;
    }
    let told = |game: &Session<P>, seat: Seat| {
        let heard = |reveal: &Reveal| reveal.to.includes(seat.side());
        matches!(game.phase(), Phase::Ended(_)) || game.revealed().iter().any(heard)
    };
    let seats = [Seat::Onlooker, Seat::Side(question.asking.by.unwrap().other())];
    let blind: Vec<Seat> = seats.into_iter().filter(|&seat| !told(&one, seat) && !told(&two, seat)).collect();
    let (one, two) = (Game::of_session(one), Game::of_session(two));
    for seat in blind {
        let (one, two) = (sight(&one, seat), sight(&two, seat));
        assert!(one == two, "{seat:?}, {}{}", question.line(), difference(&one, &two));
    }
    true
}

/// How many pairs are compared of each title.
fn pairs() -> usize {
    if std::env::var_os("GROGNARD_LONG").is_some() { 10_000 } else { 150 }
}

#[test]
fn secrets_of_the_enemy_change_no_byte_that_a_seat_is_told() {
    let charts = Arc::new(grognard_damos::Charts::load(&[]).unwrap());
    for (key, text) in grognard::system("damos").unwrap().titles() {
        let contest = grognard_damos::open(&key, text, &charts).unwrap();
        contest.visit(Pairs { positions: pairs(), answers: pairs(), fights: pairs() / 5 });
    }
}

/// Nothing is hidden in the duels but what both lay down at once, which is seldom.
#[test]
fn what_is_laid_down_in_a_duel_changes_no_byte_that_the_other_is_told() {
    let charts = Arc::new(grognard_ancient_world::Charts::load(&[]).unwrap());
    for (key, text) in grognard::system("ancient-world").unwrap().titles() {
        let contest = grognard_ancient_world::open(&key, text, &charts).unwrap();
        contest.visit(Pairs { positions: 0, answers: pairs() / 6, fights: 0 });
    }
}

/// Troops that hide or have not come yet. The battles of the Crimea are long; in the short form there are fewer pairs.
#[test]
fn hidden_troops_change_no_byte_that_a_seat_is_told() {
    let charts = Arc::new(grognard::days_of_empire::Charts::load(&[]).unwrap());
    for (key, text) in grognard::system("days-of-empire").unwrap().titles() {
        if !HIDE_TROOPS.contains(&key.as_str()) {
            continue;
        }
        let contest = grognard::days_of_empire::open(&key, text, &charts).unwrap();
        contest.visit(Pairs { positions: pairs() / 6, answers: 0, fights: pairs() / 50 });
    }
}

/// The battles in which troops hide, or wait off the table.
const HIDE_TROOPS: [&str; 2] = ["chorgun-road", "the-alma"];

fn game(name: &str) -> Game {
    let (system, name) = name.split_once('/').unwrap();
    let text = grognard::system(system).unwrap().battle(name).unwrap();
    Game::new(grognard::open(name, text, &[]).unwrap().start(Header::default()))
}

/// Throws what is due until somebody has to decide.
fn throw(game: &mut Game) {
    let mut dice = Generator::new(7);
    while game.house().throw(&mut dice).is_some() {}
}

#[test]
fn the_other_sides_question_is_told_by_its_clause_alone() {
    let mut game = game("eu9/pavia");
    throw(&mut game);
    let side = game.to_decide()[0];
    let [Asked::Whole(own)] = game.questions(Seat::Side(side))[..] else { panic!("its own, whole") };
    assert!(!own.options().is_empty());
    let clause = own.asking.clause;
    for seat in [Seat::Side(side.other()), Seat::Onlooker] {
        assert_eq!(game.questions(seat), [Asked::Reduced { by: side, clause }]);
    }
    assert!(matches!(game.questions(Seat::Umpire)[..], [Asked::Whole(_)]));
}

#[test]
fn only_a_sides_own_seat_decides() {
    let mut game = game("eu9/pavia");
    throw(&mut game);
    let side = game.to_decide()[0];
    let [Asked::Whole(own)] = game.questions(Seat::Side(side))[..] else { panic!("its own, whole") };
    let key = own.options()[0].key.clone();
    let before = game.number();
    for seat in [Seat::Side(side.other()), Seat::Onlooker, Seat::Umpire] {
        assert!(game.answer(seat, &key, [0; 16]).is_err(), "{seat:?}");
        assert!(game.why_not(seat, &key).is_some(), "{seat:?}");
        assert!(game.undo(seat).is_err() && !game.may_undo(seat), "{seat:?}");
        assert_eq!(game.suggestion(seat), None, "{seat:?}");
    }
    for seat in [Seat::Onlooker, Seat::Umpire] {
        assert!(game.at_table(seat, TableAct::Resign).is_err(), "{seat:?}");
        assert!(game.faces(seat, &[1]).is_err(), "{seat:?}");
    }
    assert!(game.at_table(Seat::Side(side), TableAct::TimeOut).is_err(), "nobody calls his own time");
    assert_eq!(game.number(), before);
    assert_eq!(game.why_not(Seat::Side(side), &key), None);
    game.answer(Seat::Side(side), &key, [0; 16]).unwrap();
    assert_eq!(game.number(), before + 1);
}

#[test]
fn what_is_new_since_an_entry_is_told_and_what_was_taken_back_is_not_kept() {
    let mut game = game("eu9/pavia");
    throw(&mut game);
    let all = game.told(Seat::Onlooker, 0);
    let (number, heard) = (game.number(), all.kept + all.lines.len());
    assert!(all.lines.iter().all(|(entry, _)| *entry <= number));
    assert_eq!(game.told(Seat::Onlooker, number).lines, []);
    assert_eq!(game.told(Seat::Onlooker, number).kept, heard);
    let side = game.to_decide()[0];
    let key = game.suggestion(Seat::Side(side)).unwrap().0;
    game.answer(Seat::Side(side), &key, [0; 16]).unwrap();
    throw(&mut game);
    let after = game.told(Seat::Onlooker, number);
    assert_eq!(after.kept, heard);
    assert!(!after.lines.is_empty() && after.lines.iter().all(|(entry, _)| *entry > number));
    // Going back by consent: everything after the moment is taken back, and told anew when it is played anew.
    let other = Seat::Side(side.other());
    game.at_table(Seat::Side(side), TableAct::Propose(Proposal::Rewind(number))).unwrap();
    let late = game.number();
    game.at_table(other, TableAct::Agree).unwrap();
    assert_eq!(
        (game.told(Seat::Onlooker, late).kept, game.told(Seat::Onlooker, late).lines),
        (heard, vec![])
    );
    assert_eq!(game.to_decide(), [side]);
}

#[test]
fn a_game_ended_at_the_table_is_over_for_everybody() {
    let mut game = game("eu9/pavia");
    throw(&mut game);
    let side = game.to_decide()[0];
    game.at_table(Seat::Side(side), TableAct::Resign).unwrap();
    let (facts, words) = game.end().unwrap();
    assert_eq!(facts.get("closed"), Some(&"resigned".into()));
    assert_eq!(facts.get("lost_by"), Some(&side.key().into()));
    assert!(words.contains(&game.side_names()[side.other()]), "{words}");
    assert!(SEATS.iter().all(|&seat| game.questions(seat).is_empty()));
}

#[test]
fn advice_is_given_where_nothing_is_hidden_and_to_whoever_is_asked() {
    let mut game = game("eu9/italian-plain");
    throw(&mut game);
    let side = game.to_decide()[0];
    assert!(!game.hides());
    assert!(!game.advice(Seat::Side(side)).is_empty());
    assert_eq!(game.advice(Seat::Side(side.other())), []);
    assert_eq!(game.advice(Seat::Onlooker), []);
}

/// Where it can be reckoned what each answer is worth, none is advised that is worth less than another, whatever the plain
/// policy would do.
#[test]
fn nobody_is_advised_to_give_an_answer_that_is_known_to_be_worth_less() {
    let mut game = game("ancient-world/cannae");
    let (mut otherwise, mut known) = (0, 0);
    loop {
        throw(&mut game);
        let Some(&side) = game.to_decide().first() else { break };
        let seat = Seat::Side(side);
        let (key, why) = game.advised(seat).unwrap();
        let advice = game.advice(seat);
        let best = advice.iter().map(|alternative| alternative.value).fold(f64::NEG_INFINITY, f64::max);
        if let Some(taken) = advice.iter().find(|alternative| alternative.key == key) {
            assert!(best - taken.value < 1e-9, "{key}: {advice:?}");
            assert!(advice.len() < 2 || why.contains("worth"), "{key}: {why}");
            known += 1;
        }
        otherwise += usize::from(game.suggestion(seat).unwrap().0 != key);
        for other in [Seat::Side(side.other()), Seat::Onlooker, Seat::Umpire] {
            assert_eq!(game.advised(other), None, "{other:?}");
        }
        game.answer(seat, &key, [0; 16]).unwrap();
    }
    assert!(known > 2 && otherwise > 0, "{known} answers weighed, {otherwise} other than the plain policy's");
}
