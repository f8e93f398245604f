//! Undermining: one die for the siegework and for the besieger's hunger.

use super::{Port, Works};
use crate::asks::Asks;
use crate::charts::{Charts, CheckModifier, Siegework, WorkModifier};
use crate::modifier::Sheet;
use crate::power::{Terrain, Theatre};
use crate::stack::Stack;
use grognard_umpire::{Asked, Asking, Dice, Modifier, Ruling, Side, Umpire};

/// What a siegework roll depends on.
pub(crate) struct Mine<'a> {
    pub(crate) charts: &'a Charts,
    pub(crate) theatre: Theatre,
    pub(crate) terrain: Terrain,
    pub(crate) port: Port,
    pub(crate) level: u8,
    pub(crate) artillery: u8,
    pub(crate) breached: bool,
    pub(crate) costly: bool,
    pub(crate) works: Works,
    pub(crate) siege: i8,
    pub(crate) enemy_siege: i8,
    pub(crate) garrison: Stack,
    pub(crate) first_round: bool,
    pub(crate) from_an_earlier_turn: bool,
    pub(crate) supply_line: u8,
}

impl Mine<'_> {
    /// What is added to the siegework die.
    fn put_modifiers(&self, sheet: &mut impl Sheet) {
        let clause = rule!("SIEGE-a");
        let figure = |row: WorkModifier| self.charts.siege.work_modifier(row);
        let mut add = |value: i16, clause, words: &str| sheet.add(value, clause, words);
        add(i16::from(self.level) * figure(WorkModifier::Level), clause, "level of the fortress");
        // However artillery is counted, here it only feeds this bonus.
        let bonus = self.charts.siege.artillery_bonus(self.level, self.artillery);
        add(bonus, rule!("SIEGE-b"), "artillery");
        let rough = self.terrain != Terrain::Plain;
        let open = self.port == Port::Open;
        let ground = match (self.level, self.theatre, rough, open) {
            (_, _, false, false) => None,
            (0, ..) => Some(WorkModifier::FortRoughOrOpen),
            // Outside Europe rough ground helps only a place without a port.
            (_, Theatre::RestOfTheWorld, _, false) if self.port == Port::Blockaded => None,
            (_, Theatre::RestOfTheWorld, ..) => Some(WorkModifier::AbroadRoughOrOpen),
            (_, Theatre::Europe, true, true) => Some(WorkModifier::RoughAndOpen),
            (_, Theatre::Europe, ..) => Some(WorkModifier::RoughOrOpen),
        };
        let words = if open { "an open port" } else { "rough ground" };
        let port_clause = if open { rule!("SIEGE-k") } else { clause };
        add(ground.map_or(0, figure), port_clause, words);
        if self.breached {
            add(figure(WorkModifier::Breach), clause, "an earlier breach");
        }
        if self.costly {
            add(figure(WorkModifier::Costly), clause, "a costly assault");
        }
        add(i16::from(self.works.minus) * figure(WorkModifier::WorksMinus), clause, "siegeworks-");
        add(i16::from(self.works.plus) * figure(WorkModifier::WorksPlus), clause, "siegeworks+");
        add(self.siege.into(), clause, "SIEGE of the besieger");
        add(-i16::from(self.enemy_siege), clause, "SIEGE of the besieged");
        match (self.garrison.armies(), self.garrison.ld_count()) {
            (1.., _) => add(figure(WorkModifier::Army), clause, "an army inside"),
            (0, 1..) => add(figure(WorkModifier::Troops), clause, "troops inside"),
            (0, 0) => {}
        }
    }

    /// What is added to the same die to see whether the besieger starves.
    fn put_check_modifiers(&self, sheet: &mut impl Sheet) {
        let clause = rule!("SIEGE-c");
        let figure = |row: CheckModifier| self.charts.siege.check_modifier(row);
        if self.first_round {
            sheet.add(figure(CheckModifier::FirstRound), clause, "first round of the turn");
        }
        if self.from_an_earlier_turn {
            sheet.add(figure(CheckModifier::EarlierTurn), clause, "siege from an earlier turn");
        }
        sheet.add(-i16::from(self.enemy_siege), clause, "SIEGE of the besieged");
        let inside = i16::from(self.garrison.ld_count());
        sheet.add(inside * figure(CheckModifier::Inside), clause, "LD inside");
    }

    /// On how many of the ten faces a siegework or better comes of it.
    pub(crate) fn chance(&self, wanted: Siegework) -> usize {
        let mut sum = 0;
        self.put_modifiers(&mut sum);
        (1..=10).filter(|face| self.charts.siege.siegework(face + sum) >= wanted).count()
    }

    /// One die, two totals: the siegework, and whether siege attrition follows.
    pub(crate) fn roll(&self, side: Side, ump: &mut impl Umpire) -> Asked<(Siegework, bool)> {
        let (mut sum, mut check_sum) = (0, 0);
        self.put_modifiers(&mut sum);
        self.put_check_modifiers(&mut check_sum);
        let length = i16::from(self.supply_line);
        let asking = Asking::of(side, rule!("SIEGE-d"), Asks::Siegework);
        let (work, starves) = ump.throw(asking, Dice::D10, |face| {
            let face = face as i16;
            (self.charts.siege.siegework(face + sum), face + check_sum < length)
        })?;
        ump.explain_throw(|face| {
            let total = face as i16 + sum;
            let mut list: Vec<Modifier> = Vec::new();
            self.put_modifiers(&mut list);
            Ruling::new(rule!("SIEGE-a"), format!("Siegework {total}: {}", work_words(work)))
                .with_modifiers(list)
                .with_look(self.charts.siege.siegework_look(&self.charts.pages, total))
        });
        ump.explain_throw(|face| {
            let total = face as i16 + check_sum;
            let result = if starves { "siege attrition" } else { "no siege attrition" };
            let text = format!("The same die, {total} against a line of {length} MP: {result}");
            let mut check: Vec<Modifier> = Vec::new();
            self.put_check_modifiers(&mut check);
            Ruling::new(rule!("SIEGE-c"), text).with_modifiers(check)
        });
        if starves && work >= Siegework::Breach {
            ump.cite(rule!("SIEGE-g"));
        }
        Ok((work, starves))
    }
}

fn work_words(work: Siegework) -> &'static str {
    match work {
        Siegework::Nothing => "nothing",
        Siegework::Minus => "siegeworks-",
        Siegework::Plus => "siegeworks+",
        Siegework::Breach => "a breach",
        Siegework::BreachOrHonours => "a breach or war honours",
        Siegework::Surrender => "the place surrenders",
    }
}
