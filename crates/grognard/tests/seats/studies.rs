//! Studies play games out of hand. They go as they would for the record: the same questions, answers and dice.

use grognard::umpire::{BySide, Generator, Header, Kind};
use grognard::{Contest, Play, Player, Progress, Sees, Strength, StudyRequest, systems};

/// Answers the question that waits as a player of a study would.
fn answer(play: &mut dyn Play, players: BySide<Player>, dice: &mut Generator) {
    let question = play.pending()[0].clone();
    let side = question.asking.by.expect("a decision belongs to a side");
    let key = match (players[side], &question.kind) {
        (Player::Computer, _) => play.by_computer(side).expect("it is asked").0,
        (Player::Easy, _) => play.by_computer_at(side, Strength::Easy).expect("it is asked").0,
        (Player::Naive, _) => play.by_naive(side).expect("it is asked"),
        (Player::Policy, _) => play.by_policy(side).expect("it is asked"),
        (Player::Random, Kind::Choose { options, .. } | Kind::Order { offers: options, .. }) => {
            options[dice.below(options.len() as u32) as usize].key.clone()
        }
        (Player::Random, Kind::Roll(_)) => unreachable!("dice are thrown"),
    };
    play.answer(side, &key, [0; 16]).unwrap();
}

/// Plays on until so many answers and throws have been made, or to the end.
fn play_on(play: &mut dyn Play, players: BySide<Player>, dice: &mut Generator, most: usize) {
    for _ in 0..most {
        if play.end().is_some() {
            return;
        }
        if play.throw(dice).is_none() {
            answer(play, players, dice);
        }
    }
}

fn title(name: &str) -> Box<dyn Contest> {
    let all = systems().iter().flat_map(|system| [system.titles(), system.battles()].concat());
    let (key, text) = all.into_iter().find(|(key, _)| key == name).expect("a title or a battle");
    grognard::open(&key, text, &[]).unwrap()
}

const ODD: BySide<Player> = BySide::new(Player::Random, Player::Policy);
const EVEN: BySide<Player> = BySide::new(Player::Computer, Player::Computer);
const EASY: BySide<Player> = BySide::new(Player::Easy, Player::Policy);

#[test]
fn a_study_plays_the_games_of_the_record() {
    let all = [
        ("pavia", EVEN),
        ("pavia", ODD),
        ("bialystok-minsk", EVEN),
        ("bialystok-minsk", ODD),
        ("two-battalions", EASY),
    ];
    for (name, players) in all {
        let contest = title(name);
        let request = StudyRequest::of(players, 2, 5);
        let games = contest.games(&request, &Progress::default()).unwrap();
        for (number, values) in games.values.iter().enumerate() {
            let mut play = contest.start(Header::default());
            play_on(&mut *play, players, &mut Generator::stream(5, number as u64), usize::MAX);
            let figures: Vec<i64> = play.figures().iter().map(|(_, value)| *value).collect();
            assert_eq!(figures, *values, "{name}, {players:?}, game {number}");
        }
    }
}

/// From any moment of a game: some of these lie in the middle of a step.
#[test]
fn a_study_goes_on_from_any_moment() {
    for name in ["pavia", "bialystok-minsk"] {
        let contest = title(name);
        for answers in 5..25 {
            let begun = || {
                let mut play = contest.start(Header::default());
                play_on(&mut *play, ODD, &mut Generator::new(3), answers);
                play
            };
            if begun().end().is_some() {
                break;
            }
            let request = StudyRequest::of(ODD, 1, 8);
            let report = begun().study(Sees::Everything, &request, &Progress::default()).unwrap();
            let mut play = begun();
            play_on(&mut *play, ODD, &mut Generator::stream(8, 0), usize::MAX);
            for ((key, value), figure) in play.figures().iter().zip(&report.figures) {
                assert_eq!(*value as f64, figure.mean, "{name}, after {answers}: {key}");
            }
        }
    }
}
