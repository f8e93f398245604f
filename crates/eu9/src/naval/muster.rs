//! Before the battle: admirals are drawn, both lines are looked at, and the wind is rolled for.

use super::armada::{Line, NavalEngagement};
use super::{Edge, Fighting, Muster, NavalBattle, Stage, modifiers};
use crate::asks::Asks;
use crate::charts::Phase;
use crate::leader::{Commander, Leader};
use grognard_umpire::{Asked, Asking, BySide, Dice, Modifier, Ruling, Side, Umpire};
use std::cmp::Ordering;

impl Muster {
    pub(super) fn draw_admirals(
        mut self,
        givens: &NavalEngagement,
        ump: &mut impl Umpire,
    ) -> Asked<NavalBattle> {
        for side in Side::ALL {
            let Commander::Drawn { .. } = givens.navies[side].commander else { continue };
            if self.leaders[side] == 0 {
                let asking = Asking::of(side, rule!("BATTLE-a"), Asks::ReplacementLeader);
                // Admirals of the same values are one and the same.
                self.leaders[side] = ump.throw(asking, Dice::D10, |face| {
                    let of = |face: u8| givens.leaders(BySide::new(face, face))[side];
                    (1..=face as u8).find(|&first| of(first) == of(face as u8)).unwrap_or(face as u8)
                })?;
                ump.explain(|| {
                    let Leader { manoeuvre, fire, shock } = givens.leaders(self.leaders)[side];
                    let name = &givens.navies[side].name;
                    let values = format!("MAN {manoeuvre}, FIRE {fire}, SHOCK {shock}");
                    let text = format!("{name} has no admiral and draws one with {values}");
                    Ruling::new(rule!("BATTLE-a"), text)
                });
                return Ok(NavalBattle::at(Stage::Muster(self)));
            }
        }
        self.describe(givens, ump);
        Ok(NavalBattle::at(Stage::Wind(self)))
    }

    /// Says how both lines stand.
    fn describe(&self, givens: &NavalEngagement, ump: &mut impl Umpire) {
        let formation = givens.formation(self.lines);
        for side in Side::ALL {
            let (navy, line) = (&givens.navies[side], self.lines[side]);
            ump.explain(|| {
                let letter = |phase| formation.column(side, phase).map_or("-".into(), |c| c.to_string());
                let text = format!(
                    "{}: {} ND in the line, {}, columns {} and {}",
                    navy.name,
                    navy.line_nd(line),
                    if line == Line::Transports {
                        "transports".to_owned()
                    } else {
                        navy.line_technology(line).to_string()
                    },
                    letter(Phase::Fire),
                    letter(Phase::Shock)
                );
                Ruling::new(rule!("BATTLE-b"), text)
            });
            ump.explain(|| {
                let veteran = if navy.veteran { ", veterans" } else { "" };
                let text = format!("{}: morale {}{veteran}", navy.name, formation.morale[side]);
                Ruling::new(rule!("BATTLE-i"), text)
            });
        }
    }

    /// Who has the wind: die, MAN and the factor of the more modern ships.
    pub(super) fn wind(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<NavalBattle> {
        let clause = rule!("NAVAL-f");
        let alone = |side: Side| self.lines[side] == Line::Transports;
        let wind = match (alone(Side::First), alone(Side::Second), self.lines) {
            (true, true, _) => None,
            (true, false, _) => Some(Side::Second),
            (false, true, _) => Some(Side::First),
            (false, false, BySide { first: Line::Galleys, second: Line::Galleys }) => None,
            _ => self.roll_for_the_wind(givens, ump)?,
        };
        ump.explain(|| {
            let text = match wind {
                Some(side) => format!("{} has the wind", givens.navies[side].name),
                None => "Nobody has the wind".to_owned(),
            };
            Ruling::new(clause, text)
        });
        Ok(NavalBattle::at(Stage::Round(Fighting {
            lines: self.lines,
            edge: Edge::of(givens.leaders(self.leaders)),
            wind,
            dealt: BySide::default(),
            stars: BySide::default(),
            shaken: None,
            day: 1,
            phase: Phase::Fire,
            roller: Side::First,
            failed: BySide::default(),
        })))
    }
}

impl Muster {
    /// Both sides roll; the higher total has the wind.
    fn roll_for_the_wind(self, givens: &NavalEngagement, ump: &mut impl Umpire) -> Asked<Option<Side>> {
        let clause = rule!("NAVAL-f");
        let leaders = givens.leaders(self.leaders);
        let bonus = |side: Side| {
            let mut sum = 0;
            modifiers::of_the_wind(givens, self.lines, leaders, side, &mut sum);
            sum
        };
        let (own, other) = (bonus(Side::First), bonus(Side::Second));
        let first = ump.roll(Asking::of(Side::First, clause, Asks::Wind), Dice::D10)? as i16;
        let order = ump.throw(Asking::of(Side::Second, clause, Asks::Wind), Dice::D10, |second| {
            (first + own).cmp(&(second as i16 + other))
        })?;
        ump.explain_throw(|second| {
            let name = |side: Side| &givens.navies[side].name;
            let (one, two) = (first + own, second as i16 + other);
            let text = format!("Wind: {} {one}, {} {two}", name(Side::First), name(Side::Second));
            let mut list: Vec<Modifier> = Vec::new();
            for side in Side::ALL {
                let from = list.len();
                modifiers::of_the_wind(givens, self.lines, leaders, side, &mut list);
                for modifier in &mut list[from..] {
                    modifier.words = format!("{}: {}", name(side), modifier.words);
                }
            }
            Ruling::new(clause, text).with_modifiers(list)
        });
        Ok(match order {
            Ordering::Greater => Some(Side::First),
            Ordering::Less => Some(Side::Second),
            Ordering::Equal => None,
        })
    }
}
