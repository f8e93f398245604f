//! What a player of a duel is told when he asks. Nothing is hidden in it: everybody is told the same.

use super::operation::Operation;
use super::{Duel, End, Force, Phase, Rules, picture};
use crate::asks::Asks;
use crate::guile::GuilePoints;
use crate::rule;
use grognard_umpire::{
    Aim, Aims, Answer, Board, CellNow, Consequence, Count, Guide, Keep, Loss, Mark, Offer, Origin, Piece,
    Presence, Procedure, Reckoned, Side, Stock, Sure, Tape, Target, TargetKind, Turns,
};
use std::ops::ControlFlow::{Break, Continue};

/// A duel as everybody may be told of it.
pub(super) struct Guided<'a> {
    pub(super) duel: &'a Duel,
    pub(super) rules: &'a Rules,
}

/// More steps than an operation has.
const STEPS_MAX: usize = 64;

impl Guided<'_> {
    /// What the end would be now.
    fn end(&self) -> End {
        self.duel.end(self.rules, &mut Tape::new(&[], Keep::Account))
    }

    /// The SP that a march costs if nobody intercepts it: it is carried out.
    fn march_costs(&self, side: Side, key: &str) -> u16 {
        let before = self.rules.strength(side, &self.duel.forces[side]);
        let mut duel = self.duel.clone();
        let mut answers = vec![Answer::Key(key.to_owned())];
        for _ in 0..STEPS_MAX {
            let mut tape = Tape::new(&answers, Keep::Account);
            match duel.clone().step(self.rules, &mut tape) {
                Ok(Continue(next)) => (duel, answers) = (next, Vec::new()),
                Ok(Break(end)) => return before - self.rules.strength(side, &end.forces[side]),
                Err(_) => match tape.open.first().and_then(|question| Asks::of(question.asking.topic)) {
                    Some(Asks::InterceptTheMarch) => answers = vec![Answer::Key("no".to_owned())],
                    _ => break,
                },
            }
            match duel.phase {
                Phase::Losses { due, .. } => return u16::from(due[side]),
                Phase::March { .. } | Phase::Interception { .. } => {}
                _ => break,
            }
        }
        before - self.rules.strength(side, &duel.forces[side])
    }

    fn hex(&self, place: &Target) -> Option<usize> {
        let index: usize = place.id.parse().ok()?;
        (place.kind == TargetKind::Hex && index < self.rules.hexes.len()).then_some(index)
    }

    fn force_piece(&self, side: Side, force: &Force) -> Piece {
        let (party, rules) = (&self.rules.parties[side], self.rules);
        let units = party.units.iter().enumerate().filter(|(index, _)| force.troops.0[*index] > 0);
        let units: Vec<String> =
            units.map(|(index, unit)| format!("{} {}", force.troops.0[index], unit.name)).collect();
        let left = rules.strength(side, force);
        let at_first = rules.strength(side, &rules.start().forces[side]);
        let states = [(force.inside, "in the city"), (force.siege, "besieging")];
        let mut marks = vec![force.status.key()];
        marks.extend(states.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark));
        Piece {
            id: Target::new(TargetKind::Stack, side.key()),
            side: Some(side),
            name: format!("{} under {}: {}", party.name, rules.leader(side, force).name, units.join(", ")),
            symbol: "army",
            figures: vec![
                Reckoned { key: "sp", now: Some(left.into()), of: Some(at_first.into()) },
                Reckoned::of("guile", force.guile),
            ],
            marks,
            place: (left > 0).then(|| Target::new(TargetKind::Hex, force.hex)),
            elsewhere: if left > 0 { String::new() } else { "destroyed".to_owned() },
            stance: None,
        }
    }
}

impl Guide for Guided<'_> {
    fn aims(&self) -> Aims {
        let (rules, end) = (self.rules, self.end());
        let aim = |side: Side| {
            let held = |(_, city): &(usize, &super::City)| city.owner == Some(side);
            let cities = end.cities.iter().enumerate();
            Aim {
                key: "points",
                side: Some(side),
                clause: Some(rule!("DUEL-m")),
                words: format!(
                    "more points than the enemy: {} for each city held, 1 for each SP left",
                    rules.charts.campaign.city_points
                ),
                count: Some(Count {
                    now: end.score[side].into(),
                    needed: i64::from(end.score[side.other()]) + 1,
                }),
                reached: end.score[side] > end.score[side.other()],
                targets: cities.filter(held).map(|(hex, _)| Target::new(TargetKind::Hex, hex)).collect(),
            }
        };
        let names = |side: Side| &rules.parties[side].name;
        let score = |side: Side| format!("{} points against {}", end.score[side], end.score[side.other()]);
        let ahead = |side: Side| format!("{} would win, {}", names(side), score(side));
        let standing = match end.score.first.cmp(&end.score.second) {
            std::cmp::Ordering::Greater => ahead(Side::First),
            std::cmp::Ordering::Less => ahead(Side::Second),
            std::cmp::Ordering::Equal => format!("neither would win, {}", score(Side::First)),
        };
        Aims {
            turns: Some(Turns {
                now: self.duel.turn.into(),
                of: Some(rules.turns.into()),
                date: String::new(),
                phase: self.duel.phase.word().to_owned(),
            }),
            list: Side::ALL.map(aim).into(),
            standing: Some(standing),
        }
    }

    fn consequences(&self, order: &str) -> Vec<Consequence> {
        let Phase::Operation(activation) = self.duel.phase else { return Vec::new() };
        let side = activation.side;
        let (options, _) = super::operation::options(self.duel, self.rules, side);
        let Some(&Operation::March(to)) = options.iter().find(|operation| operation.key() == order) else {
            return Vec::new();
        };
        match self.march_costs(side, order) {
            0 => Vec::new(),
            due => vec![Consequence {
                loss: Loss::Worn,
                sure: Sure::All,
                clause: rule!("DUEL-d"),
                targets: vec![Target::new(TargetKind::Stack, side.key()), Target::new(TargetKind::Hex, to)],
                words: format!("the march costs {due} SP of attrition if nobody intercepts it"),
            }],
        }
    }

    fn place(&self, name: &str) -> Option<Target> {
        let wanted = name.to_lowercase();
        let names = |hex: &super::Hex| {
            let city = hex.city.as_ref().map_or_else(String::new, |city| city.name.to_lowercase());
            [hex.name.to_lowercase(), city]
        };
        let hexes = &self.rules.hexes;
        let by_number = name.parse().ok().filter(|index| *index < hexes.len());
        let exact = || hexes.iter().position(|hex| names(hex).contains(&wanted));
        let begins = || {
            let fits = |hex: &super::Hex| names(hex).iter().any(|name| name.starts_with(&wanted));
            let first = hexes.iter().position(fits)?;
            (wanted.chars().count() > 2 && hexes.iter().filter(|hex| fits(hex)).count() == 1).then_some(first)
        };
        by_number.or_else(exact).or_else(begins).map(|index| Target::new(TargetKind::Hex, index))
    }

    fn presence(&self, place: &Target) -> Option<Presence> {
        let index = self.hex(place)?;
        let hex = &self.rules.hexes[index];
        let mut about = vec![hex.terrain.key().to_owned()];
        about.extend(hex.river_west.then(|| "a river to the west".to_owned()));
        let city = &self.duel.cities[index];
        if let (Some(plan), Some(owner)) = (&hex.city, city.owner) {
            let name = &self.rules.parties[owner].name;
            about.push(format!(
                "{}, held by {name}: garrison {}, walls {}",
                plan.name, city.garrison, plan.walls
            ));
        }
        let pieces = self.pieces().into_iter().filter(|piece| piece.place.as_ref() == Some(place)).collect();
        Some(Presence { place: place.clone(), name: format!("{} (hex {index})", hex.name), about, pieces })
    }

    fn pieces(&self) -> Vec<Piece> {
        Side::ALL.map(|side| self.force_piece(side, &self.duel.forces[side])).into()
    }

    fn stocks(&self) -> Vec<Stock> {
        let stock = |side: Side| Stock {
            key: "guile",
            side: Some(side),
            words: GuilePoints(self.duel.forces[side].guile).words(),
        };
        Side::ALL.map(stock).into()
    }

    fn board(&self) -> Option<Board> {
        Some(picture::board(self.rules))
    }

    fn cells(&self) -> Vec<CellNow> {
        picture::cells(self.duel, self.rules)
    }

    fn origins(&self) -> Vec<Origin> {
        vec![Origin {
            what: "march points, sieges and the order of play".to_owned(),
            mark: Mark::Reconstructed,
            work: "they are not on the charts; `grognard tables ancient-world campaign` shows ours"
                .to_owned(),
        }]
    }
}

impl Phase {
    /// The phase in a word or two.
    fn word(&self) -> &'static str {
        match self {
            Phase::Initiative => "initiative",
            Phase::Operation(_) | Phase::Continuation(_) => "operations",
            Phase::March { .. } => "march",
            Phase::Interception { .. } => "interception",
            Phase::Losses { .. } => "losses",
            Phase::Fight { .. } => "battle",
        }
    }
}
