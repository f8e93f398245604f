//! A fight against revolts or pirates as a file of its own.

use super::{Fight, Rising, suppress};
use crate::campaign::{Campaign, Errand};
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::{Country, NavalTechnology, Terrain, Turn};
use crate::sea_attrition::{check_manoeuvre, check_year};
use crate::siege::LEVEL_MAX;
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_charts::{BadData, Problem, read, refuse};
use grognard_umpire::{
    Choice, Fact, Figure, Flow, Modifier, Offer, Playable, Procedure, Refusal, Side, Umpire, Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::Break;
use std::sync::Arc;

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AshoreText {
    counters: String,
    terrain: Terrain,
    /// The level of a fortress the rebels hold.
    #[serde(default)]
    fortress: u8,
    /// Their LD inside it.
    #[serde(default)]
    inside: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct AfloatText {
    ships: String,
    technology: NavalTechnology,
    /// Whether the pirates have a port there.
    #[serde(default)]
    port: bool,
    /// Whether a battle was fought there this turn.
    #[serde(default)]
    after_battle: bool,
    /// An enemy fleet at sea in the same zone.
    #[serde(default)]
    enemy: String,
}

grognard_charts::battle_file! {
    /// A revolt file: a stack against a revolt, or a fleet against pirates.
    #[derive(Clone, Debug)]
    pub struct RevoltText {
        year: u16,
        name: String,
        country: Country,
        /// The campaign last paid: none, passive, simple, simple-no-logistics, major, multiple.
        campaign: String,
        /// Whether they have been in contact before, so that the fight goes on.
        #[serde(default)]
        in_contact: bool,
        /// Counters on their plus side.
        #[serde(default)]
        plus: u8,
        #[serde(default)]
        manoeuvre: i8,
        #[serde(default)]
        enemy_manoeuvre: i8,
        revolt: Option<AshoreText>,
        pirates: Option<AfloatText>,
    }
}

/// One revolt has one counter; a sea zone has more pirates.
const PIRATES_MAX: u8 = 4;

impl RevoltText {
    /// Whether the campaign allows it.
    fn may_fight(&self) -> Result<(), Refusal> {
        let Some(campaign) = Campaign::ALL.into_iter().find(|campaign| campaign.key() == self.campaign)
        else {
            let keys: Vec<String> = Campaign::ALL.iter().map(Offer::key).collect();
            let reason = format!("no campaign `{}`; write {}", self.campaign, keys.join(", "));
            return Err(Refusal::plain(reason));
        };
        campaign.may_do(match self.in_contact {
            true => Errand::GoOnWithSiegeOrFight,
            false => Errand::FallOnRevoltOrPirates,
        })
    }

    /// What is fought, with all that is wrong with it.
    fn rising(&self, charts: &Charts, problems: &mut Vec<Problem>) -> Option<Rising> {
        let mut wrong = |path: &str, words: String| problems.push(Problem::new(path, words));
        match (&self.revolt, &self.pirates) {
            (Some(ashore), None) => {
                let stack = Stack::read(&ashore.counters).unwrap_or_else(|problem| {
                    wrong("revolt.counters", problem);
                    Stack::default()
                });
                for refusal in stack.check(self.country).err().unwrap_or_default() {
                    wrong("revolt.counters", refusal.to_string());
                }
                if stack.size() == Thirds::ZERO {
                    wrong("revolt.counters", "nobody is there to fight".to_owned());
                }
                if ashore.fortress > LEVEL_MAX {
                    wrong("revolt.fortress", format!("a level is 0 (none) to {LEVEL_MAX}"));
                }
                if ashore.inside > ashore.fortress {
                    wrong("revolt.inside", "a fortress holds one LD for each level".to_owned());
                }
                if self.plus > 1 {
                    wrong("plus", "a revolt is one counter; write 0 or 1".to_owned());
                }
                let AshoreText { terrain, fortress, inside, .. } = *ashore;
                Some(Rising::Revolt { stack, terrain, fortress, inside })
            }
            (None, Some(afloat)) => {
                let mut ships = |path: &str, text: &str, country: Option<Country>| {
                    let fleet = Fleet::read(text).unwrap_or_else(|problem| {
                        wrong(path, problem);
                        Fleet::default()
                    });
                    if let Err(refusal) = fleet.check_somewhere(charts, country, Some(self.year)) {
                        wrong(path, refusal.to_string());
                    }
                    fleet
                };
                let fleet = ships("pirates.ships", &afloat.ships, Some(self.country));
                let enemy = ships("pirates.enemy", &afloat.enemy, None);
                if fleet.is_empty() {
                    wrong("pirates.ships", "nobody is there to fight".to_owned());
                }
                let first = charts.sea.first_turn(afloat.technology.key());
                if Turn::of_year(self.year).is_some_and(|turn| turn < first) {
                    let problem = format!("{} does not exist before turn {}", afloat.technology, first.0);
                    wrong("pirates.technology", problem);
                }
                if self.plus > PIRATES_MAX {
                    wrong("plus", format!("a zone has at most {PIRATES_MAX} pirates"));
                }
                let AfloatText { technology, port, after_battle, .. } = *afloat;
                Some(Rising::Pirates { fleet, technology, port, after_battle, enemy })
            }
            _ => {
                wrong("revolt", "write a [revolt] or [pirates], one of the two".to_owned());
                None
            }
        }
    }
}

/// The givens of a fight against revolts or pirates.
pub struct Duty {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Who fights.
    pub name: String,
    /// The fight.
    pub fight: Fight,
}

impl Duty {
    /// Reads a revolt file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right; among it a campaign that does not allow it.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Duty, BadData> {
        let setup: RevoltText = read(file, text)?;
        let mut problems = Vec::new();
        check_year(Some(setup.year), &mut problems);
        check_manoeuvre(setup.manoeuvre, "manoeuvre", &mut problems);
        check_manoeuvre(setup.enemy_manoeuvre, "enemy-manoeuvre", &mut problems);
        if let Err(refusal) = setup.may_fight() {
            problems.push(Problem::new("campaign", refusal.to_string()));
        }
        match setup.rising(charts, &mut problems).filter(|_| problems.is_empty()) {
            None => Err(refuse(file, text, &problems)),
            Some(rising) => {
                let manoeuvre = setup.manoeuvre - setup.enemy_manoeuvre;
                let fight = Fight { side: Side::First, rising, plus: setup.plus, manoeuvre };
                Ok(Duty { charts: Arc::clone(charts), title: setup.title, name: setup.name, fight })
            }
        }
    }
}

/// A fight about to begin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Suppression;

/// How it came out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RevoltEnd {
    /// Whether a side of the counter is gone.
    pub put_down: bool,
}

impl Procedure for Suppression {
    type Rules = Duty;
    type End = RevoltEnd;

    fn step(self, rules: &Duty, ump: &mut impl Umpire) -> Flow<Self> {
        Ok(Break(RevoltEnd { put_down: suppress(&rules.charts, &rules.fight, ump)? }))
    }
}

impl Playable for Suppression {
    fn side_name(rules: &Duty, side: Side) -> String {
        match side {
            Side::First => rules.name.clone(),
            Side::Second => "nobody".to_owned(),
        }
    }
    fn view(&self, rules: &Duty, _: Option<Side>) -> Fact {
        let mut list: Vec<Modifier> = Vec::new();
        rules.fight.put_modifiers(&rules.charts, &mut list);
        Fact::record([("stage", Fact::from("fight")), ("modifier", Modifier::sum(&list).into())])
    }
    fn end_facts(_: &Duty, end: &RevoltEnd) -> Fact {
        Fact::record([("put-down", Fact::from(end.put_down))])
    }
    fn end_words(rules: &Duty, end: &RevoltEnd) -> String {
        let left = match (end.put_down, rules.fight.plus) {
            (false, _) => return format!("{} gets nowhere.", rules.name),
            (true, 0) => "the counter is gone",
            (true, _) => "a counter is turned to its minus side",
        };
        format!("{} puts them down: {left}.", rules.name)
    }
    fn figures(_: &Duty) -> Vec<Figure<Suppression>> {
        vec![Figure::new("put-down", "a side is put down", Unit::Flag, |end: &RevoltEnd| end.put_down.into())]
    }
    fn objective(_: &Duty, side: Side, end: &RevoltEnd) -> i64 {
        let value = i64::from(end.put_down);
        if side == Side::First { value } else { -value }
    }
    fn objective_words(_: &Duty, _: Side) -> String {
        "1 for putting a side down".to_owned()
    }
    fn policy(&self, _: &Duty, _: &Choice<'_>) -> usize {
        0
    }
}
