//! A table for tests of movement: units and ground in a few words, orders in words, what comes of them.

use crate::common::charts;
use grognard_board::table::Mils;
use grognard_days_of_empire::battle::campaign::{Campaign, Command, Post, Rank, Terrain as Word};
use grognard_days_of_empire::battle::ids::{CommandId, UnitId};
use grognard_days_of_empire::battle::measured::Measured;
use grognard_days_of_empire::battle::state::{Scene, UnitState};
use grognard_days_of_empire::battle::{Battle, Phase};
use grognard_days_of_empire::terrain::file::read_file;
use grognard_days_of_empire::title::army::GeneralArm;
use grognard_days_of_empire::{Contest, open};
use grognard_testkit::record;
use grognard_umpire::{Answer, Keep, Procedure, Side, Tape};
use std::ops::ControlFlow;

/// A unit: its key, what it is, where it stands.
pub(crate) type Spec<'a> = (&'a str, &'a str, &'a str);

/// Usual troops.
pub(crate) const LINE: &str =
    "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", formation = \"line\"";
pub(crate) const COLUMN: &str =
    "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", formation = \"manoeuvre-column\"";
pub(crate) const MARCH: &str =
    "arm = \"infantry\", class = 2, stands = 12, weapon = \"musket\", formation = \"march-column\"";
pub(crate) const SCREEN: &str =
    "arm = \"infantry\", class = 2, stands = 6, weapon = \"musket\", formation = \"skirmish\"";
pub(crate) const SQUARE: &str =
    "arm = \"infantry\", class = 2, stands = 8, weapon = \"musket\", formation = \"square\"";
pub(crate) const LIGHT: &str = "arm = \"light-cavalry\", class = 2, stands = 8, formation = \"line\"";
pub(crate) const HEAVY: &str = "arm = \"heavy-cavalry\", class = 2, stands = 8, formation = \"line\"";
pub(crate) const HORSE_COLUMN: &str =
    "arm = \"light-cavalry\", class = 2, stands = 8, formation = \"column\"";
pub(crate) const GUN: &str = "arm = \"field-gun\", formation = \"deployed\"";
pub(crate) const LIMBERED: &str = "arm = \"field-gun\", formation = \"limbered\"";
pub(crate) const STAFF: &str = "arm = \"staff\"";

/// Some units, and somebody far away who can always move.
fn far<'a>(units: &[Spec<'a>], more: Spec<'a>) -> Vec<Spec<'a>> {
    units.iter().copied().chain([more]).collect()
}

/// A battle in the Movement Phase of the first side.
pub(crate) struct Table {
    pub(crate) rules: Campaign,
    pub(crate) battle: Battle<Measured>,
    /// The clauses cited by the last order.
    pub(crate) cited: Vec<String>,
}

impl Table {
    /// Units of both sides on some ground; terrain as in a terrain file.
    pub(crate) fn new(terrain: &[&str], first: &[Spec<'_>], second: &[Spec<'_>]) -> Table {
        Table::with("", terrain, first, second)
    }

    /// The same with readings.
    pub(crate) fn with(readings: &str, terrain: &[&str], first: &[Spec<'_>], second: &[Spec<'_>]) -> Table {
        let army = |side: &str, home: &str, units: &[Spec<'_>]| {
            let troops: String = units
                .iter()
                .map(|(key, unit, at)| {
                    format!("[[{side}.troops]]\nkey = \"{key}\"\nunit = {{ name = \"the {key}\", {unit} }}\nat = \"{at}\"\n")
                })
                .collect();
            format!("[{side}]\nname = \"the {side}\"\nhome = \"{home}\"\n{troops}")
        };
        // Somebody far away, so that neither army is empty.
        let (first, second) =
            (far(first, ("nobody-1", SCREEN, "64 2 0")), far(second, ("nobody-2", SCREEN, "64 46 180")));
        let text = format!(
            "system = \"days-of-empire\"\nkind = \"situation\"\ntitle = \"a test\"\ntable = \"72 48\"\nturns = 9\n\
             attacker = \"first\"\nreadings = {{ {readings} }}\n{}{}",
            army("first", "180", &first),
            army("second", "0", &second)
        );
        let Ok(Contest::Battle(_, rules)) = open("test.toml", &text, &charts()) else {
            panic!(
                "no battle:\n{text}\n{:?}",
                open("test.toml", &text, &charts()).err().map(|e| e.to_string())
            )
        };
        let mut rules = Campaign::clone(&rules);
        let pieces: String =
            terrain.iter().map(|piece| format!("[[terrain]]\n{}\n", piece.replace("; ", "\n"))).collect();
        let ground = format!("system = \"days-of-empire\"\nkind = \"terrain\"\ntitle = \"ground\"\n{pieces}");
        let (terrain, _) = read_file("ground.toml", &ground).unwrap_or_else(|error| panic!("{error}"));
        rules.land = terrain.ground;
        rules.terrain = vec![Word::GentleHill; terrain.pieces.len()];
        rules.pieces = terrain.pieces;
        let mut table = Table { battle: Battle::new(&rules, Measured::default()), rules, cited: Vec::new() };
        table.battle.phase = Phase::Moves(Side::First);
        table
    }

    /// Makes engineers, pioneers or a train of a staff stand.
    pub(crate) fn post(mut self, key: &str, post: Post, stands: u8) -> Table {
        let unit = self.rules.unit(key).unwrap();
        self.rules.units[unit.index()].post = Some(post);
        // A wagon carries one span.
        self.rules.units[unit.index()].pontoons = if post == Post::Wagon { 4 } else { 0 };
        self.battle.now.unit_mut(unit).body.strength = stands;
        self
    }

    /// Makes a brigade of some units.
    pub(crate) fn brigade(mut self, key: &str, units: &[&str]) -> Table {
        let id = CommandId(self.rules.commands.len() as u8);
        self.rules.commands.push(Command {
            key: key.to_owned(),
            name: format!("the brigade {key}"),
            side: Side::First,
            rank: Rank::Brigade,
            above: None,
            general: None,
            leads: GeneralArm::Both,
        });
        for unit in units {
            let unit = self.rules.unit(unit).unwrap();
            self.rules.units[unit.index()].command = Some(id);
        }
        self
    }

    pub(crate) fn id(&self, key: &str) -> UnitId {
        let scene = Scene { rules: &self.rules, now: &self.battle.now };
        scene.find(key).unwrap_or_else(|| panic!("no unit {key}"))
    }

    pub(crate) fn unit(&self, key: &str) -> &UnitState {
        self.battle.now.unit(self.id(key))
    }

    pub(crate) fn unit_mut(&mut self, key: &str) -> &mut UnitState {
        let id = self.id(key);
        self.battle.now.unit_mut(id)
    }

    /// Where a unit stands: `36 24 0`.
    pub(crate) fn at(&self, key: &str) -> String {
        let pose = self.unit(key).pose;
        format!("{} {} {}", Mils(pose.at.x), Mils(pose.at.y), pose.heading)
    }

    /// Gives an order, dice after it; the account of what came of it, or the refusal.
    pub(crate) fn try_order(&mut self, text: &str, dice: &[u8]) -> Result<Vec<String>, String> {
        let mut answers = vec![Answer::Key(text.to_owned())];
        answers.extend(dice.iter().map(|&face| Answer::Faces(vec![face])));
        let mut tape = Tape::new(&answers, Keep::Everything);
        let before = self.battle.clone();
        match self.battle.clone().step(&self.rules, &mut tape) {
            Ok(ControlFlow::Continue(next)) => {
                self.battle = next;
                self.cited = tape.cited.iter().map(ToString::to_string).collect();
                record::reached(&tape.account, &tape.cited);
                Ok(tape.account.iter().map(|ruling| ruling.text.clone()).collect())
            }
            Ok(ControlFlow::Break(_)) => panic!("the battle is over"),
            Err(_) => {
                assert_eq!(self.battle, before, "a refusal changes nothing");
                match tape.misfit {
                    Some(refusal) => {
                        record::reached(&[], &refusal.clause.into_iter().collect::<Vec<_>>());
                        Err(refusal.to_string())
                    }
                    None => panic!("{text}: asked {:?}", tape.open),
                }
            }
        }
    }

    #[track_caller]
    pub(crate) fn order(&mut self, text: &str) -> Vec<String> {
        self.order_with(text, &[])
    }

    #[track_caller]
    pub(crate) fn order_with(&mut self, text: &str, dice: &[u8]) -> Vec<String> {
        self.try_order(text, dice).unwrap_or_else(|refusal| panic!("{text}: {refusal}"))
    }

    /// An order that must be refused with these words; its longest part, given as an order to copy, is then legal.
    #[track_caller]
    pub(crate) fn refused(&mut self, text: &str, wanted: &str) -> String {
        let refusal = match self.try_order(text, &[]) {
            Ok(account) => panic!("{text} was done: {account:?}"),
            Err(refusal) => refusal,
        };
        assert!(refusal.contains(wanted), "{text}: {refusal}\nwanted: {wanted}");
        if let Some((_, longest)) = refusal.split_once("possible: ") {
            let longest = longest.trim_end_matches(')').split(" (DOE").next().unwrap().trim();
            let kept = self.battle.clone();
            self.order_with(longest, &[3, 3]);
            self.battle = kept;
        }
        refusal
    }

    /// Goes on to the next turn's moves of the first side; dice for whatever the clock throws.
    pub(crate) fn next_turn(&mut self, dice: &[u8]) {
        self.battle.phase = Phase::Clock;
        let answers: Vec<Answer> = dice.iter().map(|&face| Answer::Faces(vec![face])).collect();
        let mut tape = Tape::new(&answers, Keep::Everything);
        let next = match self.battle.clone().step(&self.rules, &mut tape) {
            Ok(ControlFlow::Continue(next)) => next,
            other => panic!("{:?} {:?}", other.is_ok(), tape.open),
        };
        self.battle = next;
        self.cited = tape.cited.iter().map(ToString::to_string).collect();
        record::reached(&tape.account, &tape.cited);
        self.battle.phase = Phase::TurnEnd;
        let turn = self.battle.now.turn;
        while self.battle.now.turn == turn {
            let answers = [Answer::Key("done".to_owned())];
            let mut tape = Tape::new(&answers, Keep::Everything);
            match self.battle.clone().step(&self.rules, &mut tape) {
                Ok(ControlFlow::Continue(next)) => self.battle = next,
                other => panic!("the turn does not end: {} {:?}", other.is_ok(), tape.misfit),
            }
        }
        self.battle.phase = Phase::Moves(Side::First);
        for unit in &mut self.battle.now.units {
            unit.marks = Default::default();
            unit.fired = 0;
        }
    }
}
