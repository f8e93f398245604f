//! Ambassadors: the Ambassador Table with its disasters, ransom and guile, as a procedure of its own.
//! [12.34]
//!
//! In each Diplomacy operation the Overall Commander may send his ambassador, arrange a postponed
//! audience again, or pay towards a ransom.

use crate::asks::Asks;
use crate::battle::DIE;
use crate::charts::{AmbassadorResult, Charts, DiplomacyRating, Disaster};
use crate::force::{Game, People, Rank};
use crate::guile::{GUILE_MAX, GuilePoints, GuileUse, may_spend};
use crate::readings::{MissionReadings, Ransom, head};
use crate::rule;
use crate::setup::Checker;
use grognard_charts::{BadData, read, refuse};
use grognard_umpire::{
    Asked, Asking, Choice, Fact, Figure, Flow, Offer, Playable, Procedure, Reading, Ruling, Side, Umpire,
    Unit, YesNo,
};
use serde::Deserialize;
use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

/// Tables and givens of a mission.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The charts.
    pub charts: Arc<Charts>,
    /// What it is called.
    pub title: String,
    /// Who sends.
    pub sender: String,
    /// To whom.
    pub hosts: String,
    /// The ambassador's name.
    pub ambassador: String,
    /// His Diplomacy Rating.
    pub rating: DiplomacyRating,
    /// What is added to the die, from rules that are not on the charts.
    pub modifier: i16,
    /// The readings in force.
    pub readings: MissionReadings,
    /// How the sender decides when nobody asks him.
    pub policy: MissionPolicy,
    /// The mission before its first operation.
    pub start: Mission,
}

impl Rules {
    /// The Guile Points that sending the ambassador costs.
    pub fn sending_cost(&self) -> u8 {
        self.readings.sending_cost.unwrap_or(self.charts.diplomacy.cost_of_sending)
    }

    /// The readings in force. [0-b]
    pub fn readings_in_force(&self) -> Vec<Reading> {
        vec![
            Reading {
                key: "ransom",
                value: self.readings.ransom.word().to_owned(),
                clause: rule!("12.34-d"),
                is_default: self.readings.ransom == Ransom::default(),
            },
            Reading {
                key: "sending-cost",
                value: self.sending_cost().to_string(),
                clause: rule!("G-a"),
                is_default: self.readings.sending_cost.is_none(),
            },
        ]
    }
}

/// How the sender decides when nobody asks him.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct MissionPolicy {
    /// Whether he sends the ambassador.
    pub send: bool,
    /// Whether he arranges a postponed audience again.
    pub again: bool,
    /// Whether he pays towards a ransom all he can.
    pub ransom: bool,
    /// Whether he buys a deserter back.
    pub recover: bool,
}

impl Default for MissionPolicy {
    fn default() -> Self {
        MissionPolicy { send: true, again: true, ransom: true, recover: true }
    }
}

/// Where the ambassador is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Whereabouts {
    /// Ready to be sent.
    AtHome,
    /// With his hosts, the audience postponed.
    Waiting,
    /// Held to ransom for so many Guile Points.
    Held(u8),
    /// Gone over to his hosts.
    Deserted,
    /// Lost for good.
    Lost,
}

impl Whereabouts {
    /// The stable word.
    pub const fn key(self) -> &'static str {
        match self {
            Whereabouts::AtHome => "at-home",
            Whereabouts::Waiting => "waiting",
            Whereabouts::Held(_) => "held-to-ransom",
            Whereabouts::Deserted => "deserted",
            Whereabouts::Lost => "lost",
        }
    }
}

/// A mission in progress. All of it is read by later operations, so equal states have equal futures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mission {
    /// Diplomacy operations left.
    pub operations: u8,
    /// Guile Points left.
    pub guile: u8,
    /// Alliance boxes won (or lost) so far.
    pub boxes: i8,
    /// Where the ambassador is.
    pub whereabouts: Whereabouts,
}

/// What to do with a Diplomacy operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operation {
    Nothing,
    Send,
    Audience,
    Pay(u8),
}

impl Offer for Operation {
    fn key(&self) -> String {
        match self {
            Operation::Nothing => "nothing".to_owned(),
            Operation::Send => "send".to_owned(),
            Operation::Audience => "audience".to_owned(),
            Operation::Pay(points) => format!("pay-{points}"),
        }
    }
    fn words(&self) -> String {
        match self {
            Operation::Nothing => "no diplomacy".to_owned(),
            Operation::Send => "send the ambassador".to_owned(),
            Operation::Audience => "arrange the audience again".to_owned(),
            Operation::Pay(points) => format!("pay {} of the ransom", GuilePoints(*points).words()),
        }
    }
}

impl Mission {
    /// What can be done with the next operation; nothing alone ends the mission.
    fn options(&self, rules: &Rules) -> Vec<Operation> {
        let chart = &rules.charts.diplomacy;
        let mut options = vec![Operation::Nothing];
        match self.whereabouts {
            Whereabouts::AtHome if self.guile >= rules.sending_cost() => options.push(Operation::Send),
            Whereabouts::Waiting if self.guile >= chart.cost_of_audience => options.push(Operation::Audience),
            Whereabouts::Held(owed) => options.extend((1..=owed.min(self.guile)).map(Operation::Pay)),
            _ => {}
        }
        options
    }
}

impl Procedure for Mission {
    type Rules = Rules;
    type End = Mission;

    fn step(mut self, rules: &Rules, ump: &mut impl Umpire) -> Flow<Self> {
        if self.whereabouts == Whereabouts::Deserted {
            return recover(self, rules, ump);
        }
        if self == rules.start {
            ump.explain(|| head(&rules.readings_in_force()));
        }
        let options = self.options(rules);
        let free =
            matches!(self.whereabouts, Whereabouts::Held(_)) && rules.readings.ransom == Ransom::AnyTime;
        if options.len() == 1 || (self.operations == 0 && !free) {
            return Ok(Break(Mission { operations: 0, ..self }));
        }
        let asking = Asking::of(Side::First, rule!("G-a"), Asks::DiplomacyOperation);
        let operation = *ump.choose(asking, &options)?;
        let costs_an_operation = !matches!(operation, Operation::Pay(_)) || !free;
        if costs_an_operation {
            let Some(left) = self.operations.checked_sub(1) else {
                return Ok(Break(self));
            };
            self.operations = left;
        }
        let chart = &rules.charts.diplomacy;
        match operation {
            Operation::Nothing => Ok(Continue(self)),
            Operation::Send => {
                let cost = rules.sending_cost();
                self.guile -= cost;
                ump.explain(|| {
                    let text = format!(
                        "{} sends {} for {} (reading sending-cost)",
                        rules.sender,
                        rules.ambassador,
                        GuilePoints(cost).words()
                    );
                    Ruling::new(rule!("G-a"), text)
                });
                audience(self, rules, ump)
            }
            Operation::Audience => {
                // A postponed audience costs a point more, in another operation.
                ump.cite(rule!("12.34-g"));
                self.guile -= chart.cost_of_audience;
                audience(self, rules, ump)
            }
            Operation::Pay(points) => Ok(Continue(pay(self, rules, points, ump))),
        }
    }
}

/// The ransom may be paid over time; when it is paid the ambassador is free. [12.34-d]
fn pay(mut mission: Mission, rules: &Rules, points: u8, ump: &mut impl Umpire) -> Mission {
    let Whereabouts::Held(owed) = mission.whereabouts else { unreachable!("only a captive is paid for") };
    mission.guile -= points;
    mission.whereabouts = match owed - points {
        0 => Whereabouts::AtHome,
        owed => Whereabouts::Held(owed),
    };
    ump.explain(|| {
        let text =
            format!("{} paid for {}, {} owed", GuilePoints(points).words(), rules.ambassador, owed - points);
        let text = format!("{text} (reading ransom: {})", rules.readings.ransom.word());
        Ruling::new(rule!("12.34-d"), text)
    });
    mission
}

/// The roll on the Ambassador Table. [12.34-a, 12.34-b]
fn audience(mut mission: Mission, rules: &Rules, ump: &mut impl Umpire) -> Flow<Mission> {
    let chart = &rules.charts.diplomacy;
    mission.whereabouts = Whereabouts::AtHome;
    let asking = Asking::of(Side::First, rule!("12.34-a"), Asks::Audience);
    let (row, result) =
        ump.throw(asking, DIE, |die| chart.ambassador(rules.rating, die as i16 + rules.modifier))?;
    ump.explain(|| {
        let page = rules.charts.pages.table("ambassador").expect("read at the start");
        let column = page.column(rules.rating.key()).expect("read at the start");
        let look = page.look(row, column);
        let text = format!("{} before {}: {}", rules.ambassador, rules.hosts, look.cell);
        Ruling::new(rule!("12.34-a"), text).with_look(look)
    });
    match result {
        AmbassadorResult::Boxes(boxes) => mission.boxes = mission.boxes.saturating_add(boxes),
        AmbassadorResult::BoxesOrDisaster(boxes) => {
            let asking = Asking::of(Side::First, rule!("12.34-b"), Asks::EvenOrOdd);
            if ump.throw(asking, DIE, |die| die % 2 == 0)? {
                ump.explain(|| Ruling::new(rule!("12.34-b"), format!("even: {}", boxes_in_words(boxes))));
                mission.boxes = mission.boxes.saturating_add(boxes);
            } else {
                ump.explain(|| Ruling::new(rule!("12.34-b"), "odd: a disaster"));
                return disaster(mission, rules, ump).map(Continue);
            }
        }
        AmbassadorResult::Disaster => return disaster(mission, rules, ump).map(Continue),
    }
    Ok(Continue(mission))
}

/// A diplomatic disaster. [12.34-c to 12.34-g]
fn disaster(mut mission: Mission, rules: &Rules, ump: &mut impl Umpire) -> Asked<Mission> {
    let chart = &rules.charts.diplomacy;
    let asking = Asking::of(Side::First, rule!("12.34-c"), Asks::Disaster);
    let (boxes, lot) = ump.throw(asking, DIE, |die| chart.disaster(die))?;
    mission.boxes = mission.boxes.saturating_add(boxes);
    let (clause, whereabouts) = match lot {
        Disaster::Killed => (rule!("12.34-c"), Whereabouts::Lost),
        Disaster::Ransom => {
            let asking = Asking::of(Side::First, rule!("12.34-d"), Asks::Ransom);
            let price = ump.throw(asking, DIE, |die| (die / chart.ransom_divisor).max(chart.ransom_min))?;
            (rule!("12.34-d"), Whereabouts::Held(price as u8))
        }
        Disaster::Dies => (rule!("12.34-e"), Whereabouts::Lost),
        Disaster::Deserts => (rule!("12.34-f"), Whereabouts::Deserted),
        Disaster::Postponed => (rule!("12.34-g"), Whereabouts::Waiting),
    };
    mission.whereabouts = whereabouts;
    ump.explain(|| {
        let price = match whereabouts {
            Whereabouts::Held(price) => format!(" for {}", GuilePoints(price).words()),
            _ => String::new(),
        };
        let what = match lot {
            Disaster::Killed => "is killed before their eyes",
            Disaster::Ransom => "is held to ransom",
            Disaster::Dies => "dies, mourned by his hosts",
            Disaster::Deserts => "goes over to his hosts",
            Disaster::Postponed => "has to wait for his audience",
        };
        let text = format!("{} {what}{price}: {}", rules.ambassador, boxes_in_words(boxes));
        Ruling::new(clause, text)
    });
    Ok(mission)
}

/// Alliance boxes in words.
fn boxes_in_words(boxes: i8) -> String {
    match boxes {
        0 => "no box won or lost".to_owned(),
        1 => "1 box won".to_owned(),
        -1 => "1 box lost".to_owned(),
        2.. => format!("{boxes} boxes won"),
        ..-1 => format!("{} boxes lost", boxes.unsigned_abs()),
    }
}

/// A deserter can be bought back, or is gone. [12.34-f]
fn recover(mut mission: Mission, rules: &Rules, ump: &mut impl Umpire) -> Flow<Mission> {
    let cost = rules.charts.diplomacy.cost_of_recovery;
    let options: &[YesNo] = if mission.guile >= cost { &[YesNo::No, YesNo::Yes] } else { &[YesNo::No] };
    let asking = Asking::of(Side::First, rule!("12.34-f"), Asks::BuyTheAmbassadorBack);
    mission.whereabouts = match ump.choose(asking, options)? {
        YesNo::No => Whereabouts::Lost,
        YesNo::Yes => {
            mission.guile -= cost;
            Whereabouts::AtHome
        }
    };
    ump.explain(|| {
        let result = if mission.whereabouts == Whereabouts::AtHome { "is bought back" } else { "is gone" };
        Ruling::new(rule!("12.34-f"), format!("{} {result}", rules.ambassador))
    });
    Ok(Continue(mission))
}

impl Playable for Mission {
    fn side_name(rules: &Rules, side: Side) -> String {
        match side {
            Side::First => rules.sender.clone(),
            Side::Second => rules.hosts.clone(),
        }
    }

    fn view(&self, rules: &Rules, _viewer: Option<Side>) -> Fact {
        Fact::record([
            ("ambassador", Fact::from(rules.ambassador.as_str())),
            ("rating", Fact::from(rules.rating.key())),
            ("operations", Fact::from(self.operations)),
            ("guile", Fact::from(self.guile)),
            ("boxes", Fact::from(self.boxes)),
            ("whereabouts", Fact::from(self.whereabouts.key())),
        ])
    }

    fn end_facts(_: &Rules, end: &Mission) -> Fact {
        let owed = match end.whereabouts {
            Whereabouts::Held(owed) => Some(owed),
            _ => None,
        };
        Fact::record([
            ("boxes", Fact::from(end.boxes)),
            ("guile", Fact::from(end.guile)),
            ("whereabouts", Fact::from(end.whereabouts.key())),
            ("ransom", Fact::from(owed)),
        ])
    }

    fn end_words(rules: &Rules, end: &Mission) -> String {
        let lot = match end.whereabouts {
            Whereabouts::AtHome => "is home",
            Whereabouts::Waiting => "waits for his audience",
            Whereabouts::Held(_) => "is held to ransom",
            Whereabouts::Deserted | Whereabouts::Lost => "is lost",
        };
        format!("{} with {}; {} {lot}.", boxes_in_words(end.boxes), rules.hosts, rules.ambassador)
    }

    fn figures(rules: &Rules) -> Vec<Figure<Self>> {
        let name = &rules.ambassador;
        vec![
            Figure::new("boxes", format!("boxes with {}", rules.hosts), Unit::Count, |end: &Mission| {
                i64::from(end.boxes)
            }),
            Figure::new("lost", format!("{name} is lost"), Unit::Flag, |end: &Mission| {
                i64::from(matches!(end.whereabouts, Whereabouts::Lost | Whereabouts::Held(_)))
            }),
            Figure::new("guile", "Guile Points left", Unit::Count, |end: &Mission| i64::from(end.guile)),
        ]
    }

    fn objective(_: &Rules, side: Side, end: &Mission) -> i64 {
        let home = matches!(end.whereabouts, Whereabouts::AtHome | Whereabouts::Waiting);
        let score = 2 * i64::from(end.boxes) + i64::from(end.guile) + i64::from(home);
        if side == Side::First { score } else { -score }
    }

    fn objective_words(_: &Rules, _: Side) -> String {
        "a box 2, a Guile Point 1, the ambassador 1".to_owned()
    }

    fn readings(rules: &Rules) -> Vec<Reading> {
        rules.readings_in_force()
    }

    fn policy(&self, rules: &Rules, choice: &Choice<'_>) -> usize {
        let policy = &rules.policy;
        let last = choice.options.count() - 1;
        let yes = match self.whereabouts {
            Whereabouts::AtHome => policy.send,
            Whereabouts::Waiting => policy.again,
            Whereabouts::Held(_) => policy.ransom,
            Whereabouts::Deserted | Whereabouts::Lost => policy.recover,
        };
        if yes { last } else { 0 }
    }
}

grognard_charts::battle_file! {
    /// A mission file.
    #[allow(missing_docs)]
    pub struct MissionFile {
        pub game: Game,
        pub sender: String,
        #[serde(default)]
        pub roman: bool,
        pub hosts: String,
        pub ambassador: String,
        pub rating: DiplomacyRating,
        #[serde(default)]
        pub modifier: i64,
        pub operations: i64,
        pub guile: i64,
        /// Whether the sender's leader is the Overall Commander, who alone may send.
        #[serde(default)]
        pub overall_commander: bool,
        #[serde(default)]
        pub readings: MissionReadings,
        #[serde(default)]
        pub policy: MissionPolicy,
    }
}

/// Reads a mission file and checks it.
///
/// # Errors
/// Everything that is wrong with it, with lines, and what would be right.
pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<(Mission, Rules), BadData> {
    let parsed: MissionFile = read(file, text)?;
    let mut checker = Checker { problems: Vec::new() };
    checker.title_page(&parsed.title);
    let people = if parsed.roman { People::Roman } else { People::Other };
    let rank = if parsed.overall_commander { Rank::OverallCommander } else { Rank::Leader };
    if let Err(refusal) = may_spend(charts, parsed.game, people, rank, GuileUse::Ambassadors) {
        checker.problem("overall-commander", refusal.to_string());
    }
    if !(-9..=9).contains(&parsed.modifier) {
        checker.problem("modifier", format!("{} must be -9 to 9", parsed.modifier));
    }
    let operations =
        checker.number("operations".into(), parsed.operations, 1, 20, "the number of operations");
    let most = i64::from(GUILE_MAX);
    let guile = checker.number("guile".into(), parsed.guile, 0, most, "the number of Guile Points");
    if let Some(cost) = parsed.readings.sending_cost {
        checker.number("readings.sending-cost".into(), i64::from(cost), 0, most, "the cost of sending");
    }
    if !checker.problems.is_empty() {
        return Err(refuse(file, text, &checker.problems));
    }
    let start = Mission { operations, guile, boxes: 0, whereabouts: Whereabouts::AtHome };
    let rules = Rules {
        start,
        charts: charts.clone(),
        title: parsed.title,
        sender: parsed.sender,
        hosts: parsed.hosts,
        ambassador: parsed.ambassador,
        rating: parsed.rating,
        modifier: parsed.modifier as i16,
        readings: parsed.readings,
        policy: parsed.policy,
    };
    Ok((start, rules))
}
