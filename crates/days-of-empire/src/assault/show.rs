//! What people see of an assault.

use super::{Assault, AssaultEnd, AssaultRules, Decided, Move, Stage, Verdict, is_hurt, losses};
use crate::charts::{Charts, HorseBattery};
use crate::melee::{Degree, FIGHTERS_MAX, Fighter};
use crate::unit::{Arm, Body, Fate, Formation, Order, Unit, Weapon, capital, counted};
use grognard_umpire::{BySide, Choice, Clause, Fact, Figure, Playable, Ruling, Side, Unit as Measure};

/// Who won, in a sentence without its full stop.
pub(super) fn verdict_words(rules: &AssaultRules, verdict: Verdict) -> String {
    let how = match verdict.decided {
        Decided::ByDice => "",
        Decided::WithoutDice => " without dice",
    };
    match verdict.winner {
        None => "A draw: both stay in contact".to_owned(),
        Some(winner) => format!("A {} for {}{how}", verdict.degree.word(), rules.names[winner]),
    }
}

/// The compulsory move of a unit for the account.
pub(super) fn move_ruling(
    rules: &AssaultRules,
    unit: &Unit,
    now: &Option<Body>,
    made: Move,
    clause: Clause,
) -> Ruling {
    let formation = now.map_or(Formation::Line, |body| body.formation);
    let moves = rules.charts.assault_moves(unit.arm, formation);
    let pace = rules.charts.pace(unit.arm, formation, HorseBattery::No);
    let distance = match made {
        Move::FallsBack => Some(moves.falls_back),
        Move::Follows => Some(moves.follows),
        Move::Routs => pace.rout.map(|rout| rout.half()),
        Move::Pursues => pace.pursuit.map(|pursuit| pursuit.half()),
        _ => None,
    };
    let words = match made {
        Move::Stays => "no move",
        Move::Holds => "the cover is held",
        Move::FallsBack => "falling back",
        Move::Routs => "routing",
        Move::Follows => "following up",
        Move::Pursues => "pursuing",
        Move::Gone => "off the table",
    };
    let text = match distance {
        Some(distance) => format!("{}: {words} {distance} inches", capital(&unit.name)),
        None => format!("{}: {words}", capital(&unit.name)),
    };
    Ruling::new(clause, text)
}

/// A unit as data.
pub(crate) fn unit_facts(unit: &Unit, body: &Body) -> Fact {
    let general = unit.attached.map(|_| body.general.words());
    Fact::record([
        ("unit", Fact::from(unit.name.as_str())),
        ("strength", Fact::from(body.strength)),
        ("order", Fact::from(body.order.word())),
        ("formation", Fact::from(body.formation.word())),
        ("fate", Fact::from(fate_word(body.fate))),
        ("general", Fact::from(general.as_deref())),
    ])
}

/// A fate in a word.
pub(crate) const fn fate_word(fate: Fate) -> &'static str {
    match fate {
        Fate::Fights => "fights",
        Fate::Silenced(_) => "silenced",
        Fate::Abandoned => "abandoned",
        Fate::Shattered => "shattered",
        Fate::Destroyed => "destroyed",
        Fate::Captured => "captured",
    }
}

/// What a unit is still worth, in half points: nothing when it is gone, half when it routs or is below half
/// strength, so that play for the end of the game and play for this fight want the same. [18.2-e]
pub(crate) fn worth(unit: &Unit, body: &Body, charts: &Charts) -> i64 {
    let price = price(unit, body.strength, charts);
    match body.fate.is_gone() || body.fate == Fate::Abandoned {
        true => 0,
        false if body.order == Order::Routing || unit.below_half(body) => price,
        false => 2 * price,
    }
}

/// The price of so many stands of a unit, or of a gun. [6.1-c]
pub(crate) fn price(unit: &Unit, strength: u8, charts: &Charts) -> i64 {
    let class = usize::from(unit.class.clamp(1, 4)) - 1;
    let stands = i64::from(strength);
    match unit.arm {
        Arm::Infantry => {
            let rifle = if unit.weapon == Some(Weapon::Rifle) { charts.rifle_points } else { 0 };
            stands * i64::from(charts.stand_points[class][0] + rifle)
        }
        Arm::LightCavalry | Arm::HeavyCavalry | Arm::DismountedCavalry => {
            stands * i64::from(charts.stand_points[class][1])
        }
        Arm::FieldGun | Arm::FieldHowitzer => i64::from(charts.gun_points[0]),
        Arm::SiegeGun | Arm::SiegeHowitzer => i64::from(charts.gun_points[1]),
        Arm::Staff => i64::from(charts.general_points),
    }
}

fn side_worth(rules: &AssaultRules, side: Side, bodies: &[Option<Body>; FIGHTERS_MAX]) -> i64 {
    let pairs = rules.fighters[side].iter().zip(bodies);
    pairs.filter_map(|(fighter, body)| Some(worth(&fighter.unit, body.as_ref()?, &rules.charts))).sum()
}

impl Playable for Assault {
    fn side_name(rules: &AssaultRules, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &AssaultRules, _viewer: Option<Side>) -> Fact {
        let units = |side: Side| {
            let pairs = rules.fighters[side].iter().zip(&self.now[side]);
            Fact::list(pairs.filter_map(|(fighter, body)| Some(unit_facts(&fighter.unit, body.as_ref()?))))
        };
        Fact::record([("first", units(Side::First)), ("second", units(Side::Second))])
    }

    fn end_facts(rules: &AssaultRules, end: &AssaultEnd) -> Fact {
        let units = |side: Side| {
            let pairs = rules.fighters[side].iter().zip(&end.now[side]).zip(&end.moves[side]);
            Fact::list(pairs.filter_map(|((Fighter { unit, .. }, body), made)| {
                let Fact::Record(mut facts) = unit_facts(unit, body.as_ref()?) else { return None };
                facts.push(("move".to_owned(), Fact::from(made.word())));
                Some(Fact::Record(facts))
            }))
        };
        let lost = |side: Side| Fact::from(losses(&rules.before[side], &end.now[side]));
        Fact::record([
            ("winner", Fact::from(end.verdict.winner.map(Side::key))),
            ("degree", Fact::from(end.verdict.degree.word())),
            ("first", Fact::record([("losses", lost(Side::First)), ("units", units(Side::First))])),
            ("second", Fact::record([("losses", lost(Side::Second)), ("units", units(Side::Second))])),
        ])
    }

    fn end_words(rules: &AssaultRules, end: &AssaultEnd) -> String {
        let lost = BySide::from_fn(|side| counted(losses(&rules.before[side], &end.now[side]), "stand"));
        format!(
            "{}. Lost: {} by {}, {} by {}.",
            verdict_words(rules, end.verdict),
            lost.first,
            rules.names.first,
            lost.second,
            rules.names.second
        )
    }

    fn figures(rules: &AssaultRules) -> Vec<Figure<Self>> {
        let [first, second] = Side::ALL.map(|side| rules.names[side].clone());
        let won = |side: Side, degree: Option<Degree>| {
            move |end: &AssaultEnd| {
                let verdict = end.verdict;
                i64::from(
                    verdict.winner == Some(side) && degree.is_none_or(|degree| verdict.degree == degree),
                )
            }
        };
        let before = rules.before;
        let lost = |side: Side| move |end: &AssaultEnd| losses(&before[side], &end.now[side]);
        let routed = |side: Side| {
            move |end: &AssaultEnd| {
                let routs = |body: &&Body| body.order == Order::Routing && !body.fate.is_gone();
                end.now[side].iter().flatten().filter(routs).count() as i64
            }
        };
        let staff = |end: &AssaultEnd| {
            let riders = end.now.first.iter().chain(&end.now.second).flatten();
            riders.filter(|body| is_hurt(body.general) || is_hurt(body.engineer)).count() as i64
        };
        let flag = Measure::Flag;
        vec![
            Figure::new("first-wins", format!("victory of {first}"), flag, won(Side::First, None)),
            Figure::new(
                "first-major",
                format!("major victory of {first}"),
                flag,
                won(Side::First, Some(Degree::Major)),
            ),
            Figure::new("draw", "a draw", flag, |end: &AssaultEnd| i64::from(end.verdict.winner.is_none())),
            Figure::new("second-wins", format!("victory of {second}"), flag, won(Side::Second, None)),
            Figure::new(
                "second-major",
                format!("major victory of {second}"),
                flag,
                won(Side::Second, Some(Degree::Major)),
            ),
            Figure::new("first-losses", format!("stands lost by {first}"), Measure::Count, lost(Side::First)),
            Figure::new(
                "second-losses",
                format!("stands lost by {second}"),
                Measure::Count,
                lost(Side::Second),
            ),
            Figure::new(
                "first-routed",
                format!("units of {first} that rout"),
                Measure::Count,
                routed(Side::First),
            ),
            Figure::new(
                "second-routed",
                format!("units of {second} that rout"),
                Measure::Count,
                routed(Side::Second),
            ),
            Figure::new("staff-hurt", "generals and engineers hurt", Measure::Count, staff),
        ]
    }

    fn objective(rules: &AssaultRules, side: Side, end: &AssaultEnd) -> i64 {
        let worth = |side: Side| side_worth(rules, side, &end.now[side]);
        worth(side) - worth(side.other())
    }

    fn objective_words(_rules: &AssaultRules, _side: Side) -> String {
        "half points of what is left, less the enemy's; a routing unit, or one below half strength, counts half"
            .to_owned()
    }

    fn policy(&self, rules: &AssaultRules, _choice: &Choice<'_>) -> usize {
        match (self.asked(rules), self.stage) {
            (Some((side, choices)), Stage::Moves(_)) => rules.policies[side].compulsory(&choices),
            _ => 0,
        }
    }
}
