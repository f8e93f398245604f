//! What people see of a duel.

use super::guide::Guided;
use super::{Duel, End, Force, Operation, Phase, Rules, operation, policy, position};
use crate::force::Joined;
use crate::guile::GuilePoints;
use grognard_charts::Page;
use grognard_umpire::{
    Choice, Fact, Figure, Guide, Known, Misread, Offer, Playable, Reading, Side, Unit, Visitor,
};
use std::fmt::Write as _;

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
                ("subordinates", Fact::list(subordinates(rules, side, force).map(Fact::from))),
                ("hex", Fact::from(force.hex)),
                ("inside", Fact::from(force.inside)),
                ("siege", Fact::from(force.siege)),
                ("sp", Fact::from(rules.strength(side, force))),
                ("status", Fact::from(force.status.key())),
                ("guile", Fact::from(force.guile)),
                ("units", party.units_fact(&force.troops, Joined::default(), force.status)),
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
        let battle = match &self.phase {
            Phase::Fight { attacker, battle, givens, .. } => {
                battle.view(givens, viewer.map(|side| side.seat(*attacker)))
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

    fn is_settled(&self) -> bool {
        matches!(self.phase, Phase::Initiative | Phase::Operation(_) | Phase::Continuation(_))
    }

    fn position(&self, rules: &Rules) -> Fact {
        position::written(self, rules)
    }

    fn from_position(rules: &Rules, position: &Fact) -> Result<Duel, Vec<Misread>> {
        Page::position(position, |page| position::read(rules, page))
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
        let count = |side: Side| {
            let cities = end.cities.iter().filter(|city| city.owner == Some(side)).count();
            let sp = rules.strength(side, &end.forces[side]);
            let plural = if cities == 1 { "city" } else { "cities" };
            format!("{} has {} points ({cities} {plural}, {sp} SP)", name(side), end.score[side])
        };
        format!("{result}: {}; {}.", count(Side::First), count(Side::Second))
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

    fn drawing(&self, rules: &Rules, _viewer: Option<Side>) -> Option<String> {
        Some(strip(self, rules))
    }

    fn picture(&self, rules: &Rules, _viewer: Option<Side>) -> Option<String> {
        Some(self.draw_svg(rules))
    }

    fn guide<'a>(&'a self, rules: &'a Rules, _viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { duel: self, rules }))
    }

    /// Nothing is hidden: an attack is the battle that it begins.
    fn prospects<V: Visitor + Copy>(
        &self,
        rules: &Rules,
        side: Side,
        order: &str,
        visitor: V,
    ) -> Vec<(Known, V::Out)> {
        let Phase::Operation(activation) = self.phase else { return Vec::new() };
        let (options, _) = operation::options(self, rules, side);
        let attacks = order == Operation::Attack.key() && options.contains(&Operation::Attack);
        if activation.side != side || !attacks {
            return Vec::new();
        }
        match operation::attack(self.clone(), rules, activation).phase {
            Phase::Fight { battle, givens, .. } => {
                vec![(Known::Whole, visitor.visit(battle, givens.shared()))]
            }
            _ => Vec::new(),
        }
    }

    fn fight<V: Visitor + Copy>(&self, _rules: &Rules, _side: Side, visitor: V) -> Option<(Side, V::Out)> {
        match &self.phase {
            Phase::Fight { attacker, battle, givens, .. } => {
                Some((*attacker, visitor.visit(*battle, givens.shared())))
            }
            _ => None,
        }
    }

    fn readings(rules: &Rules) -> Vec<Reading> {
        rules.readings_in_force()
    }

    fn policy(&self, rules: &Rules, choice: &Choice<'_>) -> usize {
        policy::decide(self, rules, choice)
    }
}

/// The strip from west to east, a line a hex, and the two forces below it.
///
/// ```text
/// turn 2 of 6
///  2  Beneventum      rough     ≈   [Beneventum: Rome, 3 SP, walls 2]   ◄ Rome
/// ```
fn strip(duel: &Duel, rules: &Rules) -> String {
    let mut text =
        format!("turn {} of {}, from west to east; ≈ a river to the west\n", duel.turn, rules.turns);
    let width = rules.hexes.iter().map(|hex| hex.name.chars().count()).max().unwrap_or(0);
    for (index, hex) in rules.hexes.iter().enumerate() {
        let river = if hex.river_west { "≈" } else { " " };
        let mut parts = vec![format!("{index:>3} {river} {:<width$}  {:<8}", hex.name, hex.terrain.key())];
        if let (Some(plan), Some(owner)) = (&hex.city, duel.cities[index].owner) {
            let name = if plan.name == hex.name { String::new() } else { format!("{}: ", plan.name) };
            let (owner, garrison) = (&rules.parties[owner].name, duel.cities[index].garrison);
            parts.push(format!("  [{name}{owner}, garrison {garrison}, walls {}]", plan.walls));
        }
        for side in Side::ALL {
            let force = &duel.forces[side];
            if usize::from(force.hex) == index && rules.strength(side, force) > 0 {
                let how = match (force.inside, force.siege) {
                    (true, _) => " (inside)",
                    (_, true) => " (besieging)",
                    _ => "",
                };
                parts.push(format!("  <- {}{how}", rules.parties[side].name));
            }
        }
        text.push_str(&within(&parts, "        "));
    }
    for side in Side::ALL {
        let (force, party) = (&duel.forces[side], &rules.parties[side]);
        let units = party.units.iter().enumerate().filter(|(index, _)| force.troops.0[*index] > 0);
        let units: Vec<String> =
            units.map(|(index, unit)| format!("{} {}", force.troops.0[index], unit.name)).collect();
        let head = format!(
            "{}: {} SP, {}, under {}, {}:",
            party.name,
            rules.strength(side, force),
            force.status.key(),
            command(rules, side, force),
            GuilePoints(force.guile).words(),
        );
        let last = units.len().saturating_sub(1);
        let comma =
            |(index, unit): (usize, String)| format!(" {unit}{}", if index == last { "" } else { "," });
        let parts: Vec<String> = [head].into_iter().chain(units.into_iter().enumerate().map(comma)).collect();
        text.push_str(&within(&parts, " "));
    }
    text
}

/// No line of the strip is longer: most terminals have room for it.
const STRIP_COLUMNS: usize = 78;

/// The parts of a line, going on in the next, further in, where they would be too long together.
fn within(parts: &[String], further: &str) -> String {
    let (mut text, mut used) = (String::new(), 0);
    for part in parts {
        let long = part.trim_end().chars().count();
        if used > 0 && used + long > STRIP_COLUMNS {
            text.truncate(text.trim_end().len());
            let _ = write!(text, "\n{further}");
            used = further.len();
        }
        text.push_str(part);
        used += part.chars().count();
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// The subordinates with a force.
fn subordinates<'a>(rules: &'a Rules, side: Side, force: &Force) -> impl Iterator<Item = &'a str> {
    let leaders = &rules.parties[side].leaders;
    rules.serving(side, force).into_iter().skip(1).map(|leader| leaders[leader].name.as_str())
}

/// Whoever leads a force, with those who serve under him.
fn command(rules: &Rules, side: Side, force: &Force) -> String {
    let others: Vec<&str> = subordinates(rules, side, force).collect();
    let name = &rules.leader(side, force).name;
    if others.is_empty() { name.clone() } else { format!("{name} with {}", others.join(" and ")) }
}

fn winner(end: &End) -> Option<Side> {
    match end.score.first.cmp(&end.score.second) {
        std::cmp::Ordering::Greater => Some(Side::First),
        std::cmp::Ordering::Less => Some(Side::Second),
        std::cmp::Ordering::Equal => None,
    }
}
