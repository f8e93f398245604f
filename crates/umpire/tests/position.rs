//! The position at a question: a step that goes on after dice and answers shows where it has got to.

use grognard_umpire::{
    Asked, Asking, Choice, Clause, Dice, Fact, Figure, Flow, Generator, Header, Looking, Playable, Procedure,
    Ruling, Session, Side, Umpire, YesNo, play_out, topics,
};
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

topics! {
    /// What a march asks.
    enum Asks of "march" {
        GoOn: "go-on", "go on";
        Hunger: "hunger", "hunger";
        Scout: "scout", "scout ahead";
        Storm: "storm", "storm the gate";
    }
}

const MARCH: Clause = Clause::new("MARCH-1");

/// A march told straight through in one step: leagues, men, and at the end a gate to storm.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct March {
    leagues: u8,
    men: u8,
    at_the_gate: Option<Gate>,
}

/// A fight inside the march, a procedure of its own.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Gate {
    planks: u8,
}

impl Procedure for Gate {
    type Rules = ();
    type End = u8;
    fn step(self, _: &(), ump: &mut impl Umpire) -> Flow<Self> {
        let storms = *ump.choose(Asking::of(Side::First, MARCH, Asks::Storm), &[YesNo::No, YesNo::Yes])?;
        let planks = self.planks - 1;
        Ok(match (storms, planks) {
            (YesNo::No, _) | (_, 0) => Break(planks),
            (YesNo::Yes, planks) => Continue(Gate { planks }),
        })
    }
}

impl March {
    fn go(&mut self, ump: &mut impl Umpire) -> Asked<()> {
        while self.leagues < 4 {
            ump.pose(|| self.clone());
            let on = *ump.choose(Asking::of(Side::First, MARCH, Asks::GoOn), &[YesNo::No, YesNo::Yes])?;
            if on == YesNo::No {
                break;
            }
            // A second question after one pose.
            ump.choose(Asking::of(Side::First, MARCH, Asks::Scout), &[YesNo::No, YesNo::Yes])?;
            self.leagues += 1;
            let lost = ump.throw(Asking::of(Side::First, MARCH, Asks::Hunger), Dice::D6, |face| face <= 3)?;
            self.men -= u8::from(lost);
            ump.explain(|| Ruling::new(MARCH, format!("{} men after {} leagues", self.men, self.leagues)));
        }
        Ok(())
    }
}

impl Procedure for March {
    type Rules = ();
    type End = (u8, u8, u8);
    fn step(mut self, (): &(), ump: &mut impl Umpire) -> Flow<Self> {
        self.go(ump)?;
        let outer = self.clone();
        let at = |gate: &Gate| March { at_the_gate: Some(gate.clone()), ..outer.clone() };
        let planks = play_out(Gate { planks: 3 }, &(), Side::Second, ump, at)?;
        Ok(Break((self.leagues, self.men, planks)))
    }
}

impl Playable for March {
    fn side_name(_: &(), side: Side) -> String {
        side.to_string()
    }
    fn view(&self, _: &(), _: Option<Side>) -> Fact {
        let planks = self.at_the_gate.as_ref().map(|gate| gate.planks);
        Fact::record([
            ("leagues", Fact::from(self.leagues)),
            ("men", Fact::from(self.men)),
            ("planks", Fact::from(planks)),
        ])
    }
    fn end_facts(_: &(), end: &(u8, u8, u8)) -> Fact {
        Fact::record([("leagues", Fact::from(end.0))])
    }
    fn end_words(_: &(), _: &(u8, u8, u8)) -> String {
        "there".to_owned()
    }
    fn figures(_: &()) -> Vec<Figure<Self>> {
        Vec::new()
    }
    fn objective(_: &(), _: Side, end: &(u8, u8, u8)) -> i64 {
        end.0.into()
    }
    fn objective_words(_: &(), _: Side) -> String {
        "leagues".to_owned()
    }
    /// On while there are six men, and two blows at the gate.
    fn policy(&self, (): &(), choice: &Choice<'_>) -> usize {
        match Asks::of(choice.asking.topic) {
            Some(Asks::GoOn) => usize::from(self.men >= 6),
            Some(Asks::Storm) => usize::from(self.at_the_gate.as_ref().is_some_and(|gate| gate.planks > 1)),
            _ => 0,
        }
    }
}

fn start() -> March {
    March { leagues: 0, men: 7, at_the_gate: None }
}

fn session() -> Session<March> {
    Session::start(start(), Arc::new(()), Header::default())
}

/// Leagues and men as a viewer sees them.
fn seen(session: &Session<March>) -> [Option<Fact>; 3] {
    let view = session.view(None);
    ["leagues", "men", "planks"].map(|key| view.get(key).cloned())
}

fn stands(leagues: u8, men: u8, planks: Option<u8>) -> [Option<Fact>; 3] {
    [Some(Fact::from(leagues)), Some(Fact::from(men)), Some(Fact::from(planks))]
}

#[test]
fn whoever_is_asked_sees_how_far_the_step_has_got() {
    let mut game = session();
    assert_eq!(seen(&game), stands(0, 7, None));
    game.answer(Side::First, "yes").unwrap();
    assert_eq!(game.pending()[0].asking.topic, Asks::Scout);
    assert_eq!(seen(&game), stands(0, 7, None), "the position is that of the last pose");
    game.answer(Side::First, "no").unwrap();
    game.faces(&[2]).unwrap();
    assert_eq!(game.pending()[0].asking.topic, Asks::GoOn);
    assert_eq!(seen(&game), stands(1, 6, None), "a league and a man further");
    assert_eq!(game.state(), &start(), "the step itself has not ended");
    game.answer(Side::First, "yes").unwrap();
    assert_eq!(game.pending()[0].asking.topic, Asks::Scout);
    assert_eq!(seen(&game), stands(1, 6, None), "although an answer has followed the pose");
}

#[test]
fn a_choice_taken_back_takes_its_position_back() {
    let mut game = session();
    for faces in [[2], [2]] {
        game.answer(Side::First, "yes").unwrap();
        game.answer(Side::First, "no").unwrap();
        game.faces(&faces).unwrap();
    }
    let before = seen(&game);
    assert_eq!(before, stands(2, 5, None));
    game.answer(Side::First, "no").unwrap();
    assert_eq!(seen(&game), stands(2, 5, Some(3)), "at the gate");
    game.undo(Side::First).unwrap();
    assert_eq!(seen(&game), before);
}

/// The fight at the gate belongs to the second player's seat, and its planks are seen between its steps.
#[test]
fn an_inner_procedure_is_seen_from_outside() {
    let mut game = session();
    game.answer(Side::First, "no").unwrap();
    assert_eq!(game.pending()[0].asking.by, Some(Side::Second), "whoever plays its first side");
    assert_eq!(seen(&game), stands(0, 7, Some(3)));
    game.answer(Side::Second, "yes").unwrap();
    assert_eq!(seen(&game), stands(0, 7, Some(2)));
    let again = Session::replay(game.journal().clone(), start(), Arc::new(())).unwrap();
    assert_eq!((seen(&again), again.pending()), (seen(&game), game.pending()));
}

/// A player at a live table sees the same as one at a session: the same dice lead to the same end.
#[test]
fn live_players_look_at_what_is_posed() {
    for seed in 0..40 {
        let mut dice = Generator::new(seed);
        let decide = |march: &March, choice: &Choice<'_>, _: &mut Generator| march.policy(&(), choice);
        let mut live = Looking { dice: &mut dice, position: start(), decide };
        let Ok(Break(end)) = start().step(&(), &mut live) else { panic!("one step is all") };
        let mut game = session();
        let mut dice = Generator::new(seed);
        while let Some(question) = game.pending().first().map(|question| (*question).clone()) {
            if game.throw(&mut dice).is_some() {
                continue;
            }
            let options = question.options();
            let list = grognard_umpire::List(options);
            let openness = grognard_umpire::Openness::Open;
            let choice = Choice { asking: question.asking, options: &list, openness, barred: &Vec::new };
            let index = game.position().policy(&(), &choice);
            game.answer(question.asking.by.unwrap(), &options[index].key.clone()).unwrap();
        }
        assert_eq!(game.phase(), &grognard_umpire::Phase::Ended(end), "seed {seed}");
        // Whoever did not see the gate would leave two planks, and whoever did not see the men would march on.
        assert!(end.2 == 0 && (end.0 == 4 || end.1 < 6), "by what was seen: {end:?}");
    }
}
