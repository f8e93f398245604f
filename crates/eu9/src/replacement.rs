//! Drawing a replacement leader as a procedure of its own: who steps in where nobody commands.

use crate::asks::Asks;
use crate::charts::{Charts, Entry};
use crate::leader::{Leader, vizier_siege};
use crate::power::Country;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Asked, Asking, Choice, Dice, Fact, Figure, Flow, Playable, Procedure, Ruling, Side, Umpire, Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::Break;
use std::sync::Arc;

/// What a substitute is to command.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Post {
    /// An army.
    General,
    /// A fleet.
    Admiral,
    /// A Turkish army under a vizier.
    Vizier,
}

grognard_charts::battle_file! {
    /// A replacement leader file.
    #[derive(Clone, Debug)]
    pub struct ReplacementText {
        name: String,
        country: Country,
        post: Post,
    }
}

/// The givens of a draw.
pub struct Vacancy {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Who draws.
    pub name: String,
    /// Its country.
    pub country: Country,
    /// What he is to command.
    pub post: Post,
}

/// An admiral of a country's row: one drawn for Poland manoeuvres worse, one for Prussia fires worse.
pub(crate) fn admiral(charts: &Charts, country: Country, leader: Leader) -> Leader {
    let more = |value: i8, entry| (value + charts.value(entry) as i8).clamp(0, Leader::VALUE_MAX);
    match country {
        Country::Poland => Leader { manoeuvre: more(leader.manoeuvre, Entry::PolishAdmiral), ..leader },
        Country::Prussia => Leader { fire: more(leader.fire, Entry::PrussianAdmiral), ..leader },
        _ => leader,
    }
}

impl Vacancy {
    /// Reads a replacement leader file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Vacancy, BadData> {
        let setup: ReplacementText = read(file, text)?;
        if setup.post == Post::Vizier && setup.country != Country::Turkey {
            let problem = Problem::new("post", "only Turkey has viziers; write general or admiral");
            return Err(refuse(file, text, &[problem]));
        }
        let ReplacementText { title, name, country, post, .. } = setup;
        Ok(Vacancy { charts: Arc::clone(charts), title, name, country, post })
    }

    fn row(&self) -> &'static str {
        match self.post {
            Post::Vizier => "vizier",
            Post::General | Post::Admiral => self.country.key(),
        }
    }

    /// Whom a face draws, and his SIEGE: a vizier has 1 if the die was odd.
    fn drawn(&self, face: u16) -> (Leader, i8) {
        let row = self.charts.replacements(self.row()).expect("every country has its row");
        let leader = row[usize::from(face.clamp(1, 10)) - 1];
        match self.post {
            Post::General => (leader, 0),
            Post::Admiral => (admiral(&self.charts, self.country, leader), 0),
            Post::Vizier => (leader, vizier_siege(&self.charts, face)),
        }
    }

    fn draw(&self, ump: &mut impl Umpire) -> Asked<(Leader, i8)> {
        let clause = match self.post {
            Post::Vizier => rule!("LEADER-c"),
            Post::General | Post::Admiral => rule!("BATTLE-a"),
        };
        let asking = Asking::of(Side::First, clause, Asks::ReplacementLeader);
        let drawn = ump.throw(asking, Dice::D10, |face| self.drawn(face))?;
        ump.explain_throw(|face| {
            let table = self.charts.pages.table("replacement-leaders").expect("checked");
            let row = table.row(self.row()).expect("checked");
            let text = format!("{} draws a leader with {}", self.name, words(drawn));
            Ruling::new(clause, text).with_look(table.look(row, usize::from(face)))
        });
        Ok(drawn)
    }
}

fn words((leader, siege): (Leader, i8)) -> String {
    let Leader { manoeuvre, fire, shock } = leader;
    let siege = if siege > 0 { format!(", SIEGE {siege}") } else { String::new() };
    format!("MAN {manoeuvre}, FIRE {fire}, SHOCK {shock}{siege}")
}

/// A substitute about to be drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Replacement;

/// Who was drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Substitute {
    /// His values.
    pub leader: Leader,
    /// His SIEGE.
    pub siege: i8,
}

impl Procedure for Replacement {
    type Rules = Vacancy;
    type End = Substitute;

    fn step(self, rules: &Vacancy, ump: &mut impl Umpire) -> Flow<Self> {
        let (leader, siege) = rules.draw(ump)?;
        Ok(Break(Substitute { leader, siege }))
    }
}

impl Playable for Replacement {
    fn side_name(rules: &Vacancy, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "nobody".to_owned(),
        }
    }
    fn view(&self, _: &Vacancy, _: Option<Side>) -> Fact {
        Fact::record([("stage", Fact::from("replacement leader"))])
    }
    fn end_facts(_: &Vacancy, end: &Substitute) -> Fact {
        let Leader { manoeuvre, fire, shock } = end.leader;
        Fact::record([
            ("manoeuvre", Fact::from(manoeuvre)),
            ("fire", fire.into()),
            ("shock", shock.into()),
            ("siege", end.siege.into()),
        ])
    }
    fn end_words(rules: &Vacancy, end: &Substitute) -> String {
        format!("{} is led by a substitute with {}.", rules.name, words((end.leader, end.siege)))
    }
    fn figures(_: &Vacancy) -> Vec<Figure<Replacement>> {
        vec![
            Figure::new("manoeuvre", "MAN", Unit::Count, |end: &Substitute| end.leader.manoeuvre.into()),
            Figure::new("fire", "FIRE", Unit::Count, |end: &Substitute| end.leader.fire.into()),
            Figure::new("shock", "SHOCK", Unit::Count, |end: &Substitute| end.leader.shock.into()),
        ]
    }
    fn objective(_: &Vacancy, side: Side, end: &Substitute) -> i64 {
        let Leader { manoeuvre, fire, shock } = end.leader;
        let value = i64::from(manoeuvre) + i64::from(fire) + i64::from(shock);
        if side == Side::First { value } else { -value }
    }
    fn objective_words(_: &Vacancy, _: Side) -> String {
        "the sum of his values".to_owned()
    }
    fn policy(&self, _: &Vacancy, _: &Choice<'_>) -> usize {
        0
    }
}
