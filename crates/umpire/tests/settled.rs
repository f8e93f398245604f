//! The last settled moment: a position is written down there, with what was answered since.

use grognard_umpire::{
    Answer, Asking, Choice, Clause, Dice, Fact, Figure, Flow, Header, Misread, Playable, Procedure, Session,
    Side, Umpire, topics,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

topics! {
    /// What a camp asks.
    enum Asks of "camp" {
        Drill: "drill", "drill";
        Weather: "weather", "weather";
        Watch: "watch", "set a watch";
    }
}

const CAMP: Clause = Clause::new("CAMP-1");

/// Days in camp, settled in the morning. On even days nobody is asked anything before the evening.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Camp {
    Morning { day: u8 },
    Evening { day: u8 },
}

impl Procedure for Camp {
    type Rules = ();
    type End = u8;
    fn step(self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        Ok(match self {
            Camp::Morning { day } => {
                if day % 2 == 1 {
                    ump.choose(Asking::of(Side::First, CAMP, Asks::Drill), &["rest", "drill"])?;
                    ump.roll(Asking::neutral(CAMP, Asks::Weather), Dice::D6)?;
                }
                Continue(Camp::Evening { day })
            }
            Camp::Evening { day } => {
                ump.choose(Asking::of(Side::Second, CAMP, Asks::Watch), &["none", "two men"])?;
                if day == 4 { Break(day) } else { Continue(Camp::Morning { day: day + 1 }) }
            }
        })
    }
}

impl Playable for Camp {
    fn side_name((): &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, (): &(), _: Option<Side>) -> Fact {
        Fact::Nothing
    }
    fn end_facts((): &(), _: &u8) -> Fact {
        Fact::Nothing
    }
    fn end_words((): &(), _: &u8) -> String {
        "over".to_owned()
    }
    fn figures((): &()) -> Vec<Figure<Camp>> {
        Vec::new()
    }
    fn objective((): &(), _: Side, _: &u8) -> i64 {
        0
    }
    fn objective_words((): &(), _: Side) -> String {
        String::new()
    }
    fn policy(&self, (): &(), _: &Choice<'_>) -> usize {
        0
    }
    fn is_settled(&self) -> bool {
        matches!(self, Camp::Morning { .. })
    }
    fn position(&self, (): &()) -> Fact {
        let (Camp::Morning { day } | Camp::Evening { day }) = self;
        Fact::from(*day)
    }
    fn from_position((): &(), position: &Fact) -> Result<Camp, Vec<Misread>> {
        let day = (1..=4).find(|day| *position == Fact::from(*day));
        let nowhere = || vec![Misread { path: "position".to_owned(), problem: "no such day".to_owned() }];
        day.map(|day| Camp::Morning { day }).ok_or_else(nowhere)
    }
}

fn start() -> Session<Camp> {
    Session::start(Camp::Morning { day: 1 }, Arc::new(()), Header::default())
}

fn key(key: &str) -> Answer {
    Answer::Key(key.to_owned())
}

/// The morning of the day, whether or not anybody was asked in it, and what was answered since; begun from there, a
/// game stands where the first one did. Undoing goes back to the morning before.
#[test]
fn a_position_is_the_last_morning_and_the_answers_since() {
    let mut game = start();
    let played: [(Answer, u8, &[Answer]); 6] = [
        (key("drill"), 1, &[key("drill")]),
        (Answer::Faces(vec![3]), 1, &[key("drill"), Answer::Faces(vec![3])]),
        (key("none"), 2, &[]),
        (key("two men"), 3, &[]),
        (key("rest"), 3, &[key("rest")]),
        (Answer::Faces(vec![5]), 3, &[key("rest"), Answer::Faces(vec![5])]),
    ];
    for (answer, day, since) in played {
        match &answer {
            Answer::Faces(faces) => drop(game.faces(faces).unwrap()),
            Answer::Key(key) => {
                let side = game.pending()[0].asking.by.unwrap();
                let before = game.as_position();
                game.answer(side, key).unwrap();
                let after = game.as_position();
                game.undo(side).unwrap();
                assert_eq!(game.as_position(), before, "taken back: {key}");
                game.answer(side, key).unwrap();
                assert_eq!(game.as_position(), after);
            }
        }
        let position = game.as_position();
        assert_eq!(position.settled, Some(Fact::from(day)), "after {answer:?}");
        assert_eq!(position.since, since, "after {answer:?}");
        let begun = position.start(Camp::Morning { day: 1 }, &()).unwrap();
        let begun = Session::start_at(begun, Arc::new(()), Header::default());
        assert_eq!((begun.state(), begun.phase()), (game.state(), game.phase()));
        assert_eq!(begun.as_position(), position);
        // The answers of a position are written as plain facts, and read back from them.
        for answer in &position.since {
            assert_eq!(Answer::of_fact(&Fact::from(answer)), Some(answer.clone()));
        }
    }
    for wrong in [Fact::Nothing, Fact::list([300]), Fact::List(vec![Fact::from("six")])] {
        assert_eq!(Answer::of_fact(&wrong), None, "{wrong:?}");
    }
}
