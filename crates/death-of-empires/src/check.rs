//! The morale check, whatever calls for it.

use crate::asks::Asks;
use crate::charts::Charts;
use crate::circumstances::Occasion;
use crate::seen::Seen;
use grognard_umpire::{Asked, Asking, Dice, Modifier, Ruling, Side, Umpire};

/// One check.
pub(crate) struct Check<'a> {
    pub(crate) side: Side,
    /// Who checks, for the account.
    pub(crate) name: &'a str,
    pub(crate) occasion: Occasion,
    pub(crate) morale: u8,
    pub(crate) modifiers: &'a [Modifier],
}

impl Check<'_> {
    /// Throws for it: the loss results found, none if it is passed.
    pub(crate) fn throw(&self, charts: &Charts, ump: &mut impl Umpire) -> Asked<u8> {
        let topic = match self.occasion {
            Occasion::CheckAfterBarrage => Asks::MoraleCheckAfterTheBarrage,
            Occasion::CheckAfterCombat => Asks::MoraleCheckAfterTheCombat,
            Occasion::ForcedMarch => Asks::MoraleCheckOfAForcedMarch,
            _ => Asks::MoraleCheckOfTiredCavalry,
        };
        let modifier = i32::from(Modifier::sum(self.modifiers));
        let morale = i32::from(self.morale);
        let seen = ump.throw(Asking::of(self.side, rule!("T3"), topic), Dice::D10, |face| {
            let die = i32::from(face) + modifier;
            Seen { what: charts.check(die - morale), die }
        })?;
        ump.explain(|| self.ruling(charts, &seen));
        Ok(seen.what)
    }

    fn ruling(&self, charts: &Charts, seen: &Seen<u8>) -> Ruling {
        let (name, die, morale) = (self.name, seen.die, self.morale);
        let after = match self.occasion {
            Occasion::CheckAfterBarrage => "after the barrage",
            Occasion::CheckAfterCombat => "after the combat",
            Occasion::ForcedMarch => "for the forced march",
            _ => "for its tired horses",
        };
        let result = match seen.what {
            0 => "passed".to_owned(),
            1 => "failed, which gives 1 loss result".to_owned(),
            results => format!("failed, which gives {results} loss results"),
        };
        let text = format!("Morale check of {name} {after}: {die} against a level of {morale}, {result}.");
        Ruling::new(rule!("T3"), text)
            .with_modifiers(self.modifiers.to_vec())
            .with_look(charts.check_look(die - i32::from(morale)))
    }
}
