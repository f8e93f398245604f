//! What people see of a duel.

use super::operation::{self, Operation};
use super::seats::{seat, seated};
use super::{Duel, End, Phase, Rules, fight};
use crate::battle::{Battle, Removal};
use crate::force::{Joined, Status};
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

impl Playable for Duel {
    fn side_name(rules: &Rules, side: Side) -> String {
        rules.parties[side].name.clone()
    }

    fn view(&self, rules: &Rules, viewer: Option<Side>) -> Fact {
        let force = |side: Side| {
            let force = &self.forces[side];
            let party = &rules.parties[side];
            Fact::record([
                ("name", Fact::from(party.name.as_str())),
                ("leader", Fact::from(rules.leader(side, force).name.as_str())),
                ("hex", Fact::from(force.hex)),
                ("inside", Fact::from(force.inside)),
                ("siege", Fact::from(force.siege)),
                ("sp", Fact::from(rules.strength(side, force))),
                ("status", Fact::from(force.status.key())),
                ("guile", Fact::from(force.guile)),
                ("units", party.units_fact(&force.troops, Joined::default())),
            ])
        };
        let hexes = rules.hexes.iter().enumerate().map(|(index, hex)| {
            let city = hex.city.as_ref().map(|plan| {
                let city = &self.cities[index];
                Fact::record([
                    ("name", Fact::from(plan.name.as_str())),
                    ("walls", Fact::from(plan.walls)),
                    ("owner", Fact::from(city.owner.map(Side::key))),
                    ("garrison", Fact::from(city.garrison)),
                ])
            });
            Fact::record([
                ("name", Fact::from(hex.name.as_str())),
                ("terrain", Fact::from(hex.terrain.key())),
                ("river-west", Fact::from(hex.river_west)),
                ("city", Fact::from(city)),
            ])
        });
        let battle = match self.phase {
            Phase::Fight { attacker, interception, battle, .. } => {
                let battle_rules = fight::rules_of(self, rules, attacker, interception);
                battle.view(&battle_rules, viewer.map(|side| seat(attacker, side)))
            }
            _ => Fact::Nothing,
        };
        Fact::record([
            ("turn", Fact::from(self.turn)),
            ("turns", Fact::from(rules.turns)),
            ("hexes", Fact::List(hexes.collect())),
            ("first", force(Side::First)),
            ("second", force(Side::Second)),
            ("battle", battle),
        ])
    }

    fn end_facts(rules: &Rules, end: &End) -> Fact {
        let side = |side: Side| {
            let force = &end.forces[side];
            let cities = end.cities.iter().filter(|city| city.owner == Some(side)).count() as u16;
            Fact::record([
                ("score", Fact::from(end.score[side])),
                ("cities", Fact::from(cities)),
                ("sp", Fact::from(rules.strength(side, force))),
                ("status", Fact::from(force.status.key())),
            ])
        };
        let winner = winner(end).map(Side::key);
        Fact::record([
            ("winner", Fact::from(winner)),
            ("first", side(Side::First)),
            ("second", side(Side::Second)),
        ])
    }

    fn end_words(rules: &Rules, end: &End) -> String {
        let name = |side: Side| &rules.parties[side].name;
        let result = match winner(end) {
            Some(side) => format!("{} wins", name(side)),
            None => "Neither wins".to_owned(),
        };
        format!("{result}: {} points against {}.", end.score.first, end.score.second)
    }

    fn figures(rules: &Rules) -> Vec<Figure<Self>> {
        let name = |side: Side| rules.parties[side].name.clone();
        let wins = |key, side: Side| {
            Figure::new(key, format!("{} wins", name(side)), Unit::Flag, move |end: &End| {
                i64::from(winner(end) == Some(side))
            })
        };
        let score = |key, side: Side| {
            Figure::new(key, format!("points of {}", name(side)), Unit::Count, move |end: &End| {
                i64::from(end.score[side])
            })
        };
        vec![
            wins("first-wins", Side::First),
            wins("second-wins", Side::Second),
            score("first-score", Side::First),
            score("second-score", Side::Second),
        ]
    }

    fn objective(_: &Rules, side: Side, end: &End) -> i64 {
        i64::from(end.score[side]) - i64::from(end.score[side.other()])
    }

    fn objective_words(rules: &Rules, _: Side) -> String {
        format!("points over the enemy's: a city {}, an SP 1", rules.charts.campaign.city_points)
    }

    fn policy(&self, rules: &Rules, choice: &Choice<'_>) -> usize {
        match self.phase {
            Phase::Fight { attacker, interception, battle, .. } => {
                let battle_rules = fight::rules_of(self, rules, attacker, interception);
                Battle::policy(&battle, &battle_rules, &seated(attacker, choice))
            }
            Phase::Operation(activation) => operation_policy(self, rules, activation.side),
            Phase::Interception { activation, .. } => {
                let enemy = activation.side.other();
                usize::from(is_stronger(self, rules, enemy))
            }
            Phase::Losses { side, due, .. } => {
                let party = &rules.parties[side];
                let troops = &self.forces[side].troops;
                Removal::new(party, troops, Joined::default(), u16::from(due[side]))
                    .policy_index(party.policy.losses)
            }
            Phase::Initiative | Phase::Continuation(_) | Phase::March { .. } => 0,
        }
    }
}

/// Whether a side has at least as many SP, with its status counted against it.
fn is_stronger(duel: &Duel, rules: &Rules, side: Side) -> bool {
    let worth = |side: Side| {
        let force = &duel.forces[side];
        rules.strength(side, force) * (4 - force.status as u16)
    };
    worth(side) >= worth(side.other())
}

/// A plain general: fights when he is the stronger, takes cities, rallies when shaken, and otherwise
/// makes for the nearest enemy city.
fn operation_policy(duel: &Duel, rules: &Rules, side: Side) -> usize {
    let (options, _) = operation::options(duel, rules, side);
    let own = &duel.forces[side];
    let stronger = is_stronger(duel, rules, side);
    let goal = (0..rules.hexes.len() as u8)
        .filter(|hex| duel.city_owner(*hex) == Some(side.other()))
        .min_by_key(|hex| hex.abs_diff(own.hex));
    let worth = |operation: &Operation| match *operation {
        Operation::Attack if stronger => 90,
        Operation::Rally if own.status >= Status::Disorganized => 80,
        Operation::Assault if stronger => 70,
        Operation::Siege => 60,
        Operation::Rally => 50,
        Operation::March(hex) => match goal {
            Some(goal) if hex.abs_diff(goal) < own.hex.abs_diff(goal) => 40 - i32::from(hex.abs_diff(goal)),
            _ => -1,
        },
        Operation::Stop => 0,
        Operation::EnterCity if !stronger => 10,
        Operation::EnterCity | Operation::Attack | Operation::Assault | Operation::Treachery(_) => -2,
    };
    let best =
        options.iter().enumerate().max_by_key(|(index, operation)| (worth(operation), usize::MAX - index));
    best.map_or(0, |(index, _)| index)
}

fn winner(end: &End) -> Option<Side> {
    match end.score.first.cmp(&end.score.second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}
