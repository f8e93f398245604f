//! What an umpire says of an assault beside the dice: how both sides stand, and what their blows come to.

use super::Assault;
use crate::charts::Correction;
use crate::siege::leaguer::{Besieger, SiegeGivens};
use crate::thirds::Thirds;
use grognard_umpire::{Ruling, Side, Umpire};

impl Assault {
    /// Says how both sides stand.
    pub(super) fn describe(&self, givens: &SiegeGivens, ump: &mut impl Umpire) {
        givens.explain_nations(self.host(), ump);
        ump.explain(|| {
            let Besieger { technology, morale, .. } = givens.besieger(self.host());
            let (name, stack, ld) = (&givens.parties.first.name, self.stack, self.stack.size());
            let text = format!("{name} storms with {stack} ({ld} LD), {technology}, morale {}", morale.first);
            Ruling::new(rule!("BATTLE-i"), text)
        });
        ump.explain(|| {
            let (walls, morale) = (&givens.parties.second, givens.besieger(self.host()).morale.second);
            let breach = if self.breach { ", breached" } else { "" };
            let inside = match self.garrison.size() {
                Thirds::ZERO => "nobody inside".to_owned(),
                _ => format!("{} inside", self.garrison),
            };
            let (name, level, technology) = (&walls.name, givens.level, walls.technology);
            let text =
                format!("{name}: level {level}{breach}, {inside}, {technology}, veterans, morale {morale}");
            Ruling::new(rule!("BATTLE-i"), text)
        });
    }

    /// Says what the blow of the besieger comes to, and what it takes.
    pub(super) fn explain_blow(&self, dealt: Thirds, givens: &SiegeGivens, ump: &mut impl Umpire) {
        for &row in self.corrections(givens).iter().flatten() {
            ump.explain(|| {
                let (name, change) = (&givens.parties.first.name, givens.charts.siege.correction(row));
                let sign = if change.0 > 0 { "+" } else { "" };
                let why = match row {
                    Correction::SixLd => format!("{} LD or fewer", givens.small_besiegers()[0]),
                    row => row.words().to_owned(),
                };
                Ruling::new(rule!("ASSAULT-e"), format!("{name} has {sign}{change} for {why}"))
            });
            ump.cite(rule!("ASSAULT-e"));
        }
        ump.explain(|| {
            let (name, inside) = (&givens.parties.first.name, self.shield(givens));
            let (inflicted, resistance) = (self.inflicted(givens, dealt), givens.resistance(self.breach));
            let comes = match inflicted == dealt {
                true => String::new(),
                false => format!(", which comes to {inflicted}"),
            };
            let need = resistance + inside;
            let (clause, why) = match inside {
                Thirds::ZERO => (rule!("ASSAULT-d"), String::new()),
                _ => (rule!("ASSAULT-h"), format!(", {resistance} and {inside} LD inside")),
            };
            let text = format!("{name} has dealt {dealt}{comes}; it takes {need} to carry the walls{why}");
            Ruling::new(clause, text)
        });
    }

    /// How what the besieged have dealt comes to what the besieger loses.
    pub(super) fn words_of_the_besieged(
        &self,
        givens: &SiegeGivens,
        dealt: Thirds,
        routed: bool,
        losses: Thirds,
    ) -> String {
        let most = self.most_of_the_besieged(givens);
        let all = self.reply(givens).deals(dealt, routed);
        let mut words = dealt.to_string();
        if dealt > most {
            words.push_str(&format!(", of which {most} at most count"));
        }
        if routed {
            words.push_str(&format!(", and {} more for the rout", all - dealt.min(most)));
        }
        match (all == losses, losses == self.stack.size()) {
            (true, _) => {}
            (false, true) => words.push_str(", all there are"),
            (false, false) => words.push_str(&format!(", rounded to {losses} LD")),
        }
        words
    }
}

/// Says that a side was routed by Fire and does not come to Shock.
pub(super) fn explain_run(givens: &SiegeGivens, side: Side, ump: &mut impl Umpire) {
    ump.explain(|| {
        let name = &givens.parties[side].name;
        Ruling::new(rule!("ASSAULT-g"), format!("{name} has no morale left and does not come to Shock"))
    });
}
