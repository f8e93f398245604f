//! What people see of a charge.

use super::{Charge, ChargeEnd, ChargeRules, Ending, Opening, Reaction, ScreenFate, Stage};
use crate::assault::{fate_word, is_hurt, unit_facts, worth};
use crate::melee::Degree;
use crate::policy::{Answer, Feint, FireWhen, Plan, Wish};
use crate::unit::{Body, Formation, Order, capital};
use grognard_umpire::{BySide, Choice, Fact, Figure, Playable, Side, Unit as Measure};

impl Ending {
    /// Its key in data.
    pub fn key(self) -> &'static str {
        match self {
            Ending::Refused => "refused",
            Ending::NoCharge => "no-charge",
            Ending::Feinted => "feinted",
            Ending::ChargerBroken => "charger-broken",
            Ending::TargetRouted => "target-routed",
            Ending::TargetEvaded => "target-evaded",
            Ending::OutOfReach => "out-of-reach",
            Ending::Stopped => "stopped",
            Ending::GunsTaken => "guns-taken",
            Ending::Contact(_) => "contact",
        }
    }
}

fn ending_words(rules: &ChargeRules, ending: Ending) -> String {
    match ending {
        Ending::Refused => "The charge is refused".to_owned(),
        Ending::NoCharge => "No charge is made".to_owned(),
        Ending::Feinted => "The charge is broken off".to_owned(),
        Ending::ChargerBroken => "The charge breaks down before contact".to_owned(),
        Ending::TargetRouted => "The target routs before contact".to_owned(),
        Ending::TargetEvaded => "The target gets away".to_owned(),
        Ending::OutOfReach => "The charge falls short".to_owned(),
        Ending::Stopped => "The charge is stopped short".to_owned(),
        Ending::GunsTaken => "The guns are taken without a fight".to_owned(),
        Ending::Contact(verdict) => match verdict.winner {
            None => "Contact, and a drawn assault".to_owned(),
            Some(side) => format!("Contact, and a {} for {}", verdict.degree.word(), rules.names[side]),
        },
    }
}

fn lost(rules: &ChargeRules, end: &ChargeEnd, side: Side) -> i64 {
    i64::from(rules.before[side].strength) - i64::from(end.now[side].strength)
}

fn body_words(body: &Body) -> String {
    match body.fate.is_gone() {
        true => fate_word(body.fate).to_owned(),
        false if body.order == Order::Good => format!("{} left in good order", body.strength),
        false => format!("{} left, {}", body.strength, body.order.word()),
    }
}

fn won(end: &ChargeEnd, side: Side, degree: Option<Degree>) -> bool {
    match end.ending {
        Ending::Contact(verdict) => {
            verdict.winner == Some(side) && degree.is_none_or(|degree| verdict.degree == degree)
        }
        _ => false,
    }
}

impl Playable for Charge {
    fn side_name(rules: &ChargeRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &ChargeRules, _viewer: Option<Side>) -> Fact {
        let now = match self.stage {
            Stage::Assault(assault) => {
                BySide::from_fn(|side| assault.now[side][0].expect("a fighter has a body"))
            }
            _ => self.now,
        };
        let unit = |side: Side| {
            let Fact::Record(mut facts) = unit_facts(&rules.units[side], &now[side]) else {
                return Fact::Nothing;
            };
            facts.push(("doing".to_owned(), Fact::from(self.doing[side].word())));
            facts.push(("fire".to_owned(), Fact::from(self.reserve[side].word())));
            Fact::Record(facts)
        };
        Fact::record([("first", unit(Side::First)), ("second", unit(Side::Second))])
    }

    fn end_facts(rules: &ChargeRules, end: &ChargeEnd) -> Fact {
        let unit = |side: Side| {
            let Fact::Record(mut facts) = unit_facts(&rules.units[side], &end.now[side]) else {
                return Fact::Nothing;
            };
            facts.push(("losses".to_owned(), Fact::from(lost(rules, end, side))));
            facts.push(("move".to_owned(), Fact::from(end.moves[side].word())));
            Fact::Record(facts)
        };
        let (winner, degree) = match end.ending {
            Ending::Contact(verdict) => (verdict.winner.map(Side::key), Some(verdict.degree.word())),
            _ => (None, None),
        };
        let screen = rules.screen.as_ref().map(|_| end.screen.word());
        Fact::record([
            ("ending", Fact::from(end.ending.key())),
            ("winner", Fact::from(winner)),
            ("degree", Fact::from(degree)),
            ("first", unit(Side::First)),
            ("second", unit(Side::Second)),
            ("screen", Fact::from(screen)),
        ])
    }

    fn end_words(rules: &ChargeRules, end: &ChargeEnd) -> String {
        let screen = match (&rules.screen, end.screen) {
            (Some(screen), ScreenFate::Routed) => format!(" {}: routing.", capital(&screen.unit.name)),
            (Some(screen), ScreenFate::Evaded) => format!(" {}: evaded.", capital(&screen.unit.name)),
            _ => String::new(),
        };
        let [one, two] =
            Side::ALL.map(|side| format!("{}: {}", rules.units[side].name, body_words(&end.now[side])));
        format!("{}. {}; {two}.{screen}", ending_words(rules, end.ending), capital(&one))
    }

    fn figures(rules: &ChargeRules) -> Vec<Figure<Self>> {
        let [charger, target] = Side::ALL.map(|side| rules.units[side].name.clone());
        let flag = Measure::Flag;
        let is = |ending: Ending| move |end: &ChargeEnd| i64::from(end.ending == ending);
        let wins = |side, degree| move |end: &ChargeEnd| i64::from(won(end, side, degree));
        let before = rules.before;
        let losses = |side: Side| {
            move |end: &ChargeEnd| i64::from(before[side].strength) - i64::from(end.now[side].strength)
        };
        let broken = |side: Side| {
            move |end: &ChargeEnd| {
                i64::from(end.now[side].order == Order::Routing || end.now[side].fate.is_gone())
            }
        };
        let contact =
            |end: &ChargeEnd| i64::from(matches!(end.ending, Ending::Contact(_) | Ending::GunsTaken));
        let draw = |end: &ChargeEnd| match end.ending {
            Ending::Contact(verdict) => i64::from(verdict.winner.is_none()),
            _ => 0,
        };
        let screen = rules.screen.as_ref().map(|screen| {
            let words = format!("{}: routing", screen.unit.name);
            Figure::new("screen-routs", words, flag, |end: &ChargeEnd| {
                i64::from(end.screen == ScreenFate::Routed)
            })
        });
        let mut figures = vec![
            Figure::new("refuses", "the charge is refused", flag, is(Ending::Refused)),
            Figure::new("target-routs", "the target routs before contact", flag, is(Ending::TargetRouted)),
            Figure::new("target-evades", "the target gets away", flag, is(Ending::TargetEvaded)),
            Figure::new("stopped", "the charge is stopped short", flag, is(Ending::Stopped)),
            Figure::new("contact", "contact", flag, contact),
            Figure::new("first-wins", format!("assault won by {charger}"), flag, wins(Side::First, None)),
            Figure::new(
                "first-major",
                format!("major victory of {charger}"),
                flag,
                wins(Side::First, Some(Degree::Major)),
            ),
            Figure::new("draw", "a drawn assault", flag, draw),
            Figure::new("second-wins", format!("assault won by {target}"), flag, wins(Side::Second, None)),
            Figure::new(
                "second-major",
                format!("major victory of {target}"),
                flag,
                wins(Side::Second, Some(Degree::Major)),
            ),
            Figure::new(
                "first-losses",
                format!("stands lost by {charger}"),
                Measure::Count,
                losses(Side::First),
            ),
            Figure::new(
                "second-losses",
                format!("stands or crew lost by {target}"),
                Measure::Count,
                losses(Side::Second),
            ),
            Figure::new("first-broken", format!("{charger}: routing or gone"), flag, broken(Side::First)),
            Figure::new("second-broken", format!("{target}: routing or gone"), flag, broken(Side::Second)),
            Figure::new("staff-hurt", "generals hurt", Measure::Count, |end: &ChargeEnd| {
                i64::from(is_hurt(end.now.first.general)) + i64::from(is_hurt(end.now.second.general))
            }),
        ];
        figures.extend(screen);
        figures
    }

    fn objective(rules: &ChargeRules, side: Side, end: &ChargeEnd) -> i64 {
        let worth = |side: Side| worth(&rules.units[side], &end.now[side], &rules.charts);
        worth(side) - worth(side.other())
    }

    fn objective_words(_rules: &ChargeRules, _side: Side) -> String {
        "half points of what is left, less the enemy's; a routing unit, or one below half strength, counts half"
            .to_owned()
    }

    fn policy(&self, rules: &ChargeRules, _choice: &Choice<'_>) -> usize {
        let BySide { first, second } = &rules.policies;
        let yes = |wish: bool| usize::from(wish);
        match self.stage {
            Stage::Opening => {
                let wanted = match first.plan {
                    Plan::Charge => Opening::Charge,
                    Plan::Shoot => Opening::Shoot,
                    Plan::Hold => Opening::Hold,
                };
                self.openings(rules).iter().position(|opening| *opening == wanted).unwrap_or(0)
            }
            Stage::Counter => yes(second.counter_charge == Wish::Yes),
            Stage::React => {
                let wanted = match second.answer {
                    Answer::Stand => Reaction::Stand,
                    Answer::Square => Reaction::Square,
                    Answer::Line => Reaction::Line,
                    Answer::Column => Reaction::Column,
                    Answer::Evade => Reaction::Evade,
                };
                self.reactions(rules).iter().position(|reaction| *reaction == wanted).unwrap_or(0)
            }
            Stage::Feint => yes(match first.feint {
                Feint::Never => false,
                Feint::BeforeSquares => self.now.second.formation == Formation::Square,
                Feint::Always => true,
            }),
            Stage::Shoot(_) => yes(second.fire == FireWhen::Reserved),
            Stage::Rerolls(_, thrown) => thrown.advice(&rules.charts),
            Stage::Opportunity => yes(first.plan != Plan::Hold),
            Stage::Assault(assault) => match assault.asked(&rules.assault) {
                Some((side, choices)) => rules.policies[side].compulsory(&choices),
                None => 0,
            },
            _ => 0,
        }
    }
}
