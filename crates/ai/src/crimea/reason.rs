//! Why, in a line: what is said aloud of an answer. It is told from what both sides see, and silent of whoever is hidden.

use super::plan::Role;
use super::{Staff, place};
use grognard_days_of_empire::Asks;
use grognard_days_of_empire::battle::ids::UnitId;
use grognard_umpire::Question;

impl Staff<'_> {
    /// The reason for an answer; nothing where there is none to tell.
    pub(super) fn reason(&self, question: &Question, key: &str) -> Option<String> {
        let topic = Asks::of(question.asking.topic)?;
        let told = |words: &str| Some(words.to_owned());
        match (topic, key) {
            (Asks::EndOfTheTurn, _) => None,
            (Asks::UnitThatTestsNext | Asks::AssaultFoughtNext | Asks::Place, _) => None,
            (Asks::PromoteAGeneral, _) => told("a formation wants its general"),
            (Asks::Charges, "done") => told("no charge pays"),
            (Asks::Charges, _) => self.why_charge(key),
            (Asks::Fire, "all") => told("everybody fires"),
            (Asks::Fire, _) => self.why_fire(key),
            (Asks::Announce, _) if key.starts_with("bring ") => told("the reserve is wanted"),
            (Asks::Announce, _) if key.starts_with("show ") => told("the enemy is close enough"),
            (Asks::Announce, _) => None,
            (Asks::NextMove | Asks::ItsMove, _) => self.why_move(key),
            _ if question.options().len() < 2 => None,
            _ => Some(format!("{}: tried out, this comes out best", question.asking.words())),
        }
    }

    /// A unit that everybody sees.
    fn seen(&self, key: &str) -> Option<UnitId> {
        let scene = self.scene();
        scene.find(key).filter(|unit| scene.unit(*unit).place.is_on_table())
    }

    fn why_fire(&self, key: &str) -> Option<String> {
        let words: Vec<&str> = key.split(' ').collect();
        let ["fire", firer, target, ..] = words[..] else { return None };
        let (firer, target) = (self.seen(firer)?, self.seen(target)?);
        Some(format!("the best mark for {}: {}", self.scene().name(firer), self.scene().name(target)))
    }

    /// What the charge brings, tried out once more among those whom everybody sees.
    fn why_charge(&self, key: &str) -> Option<String> {
        let (_, units) = self.charge(&self.plan(), key)?;
        let gain = self.gain(&units, Asks::Charges, key, self.strength.tries_again(self.units()))?;
        let points = gain / 100;
        (points > 0).then(|| format!("tried out, the charge is worth {points} points more than standing"))
    }

    fn why_move(&self, key: &str) -> Option<String> {
        let mut words = key.split(' ');
        let unit = self.seen(words.next()?)?;
        let text = words.collect::<Vec<_>>().join(" ");
        if text == "hold" {
            return Some("it stands well".to_owned());
        }
        if text.starts_with("charge") {
            return Some("an opportunity worth taking".to_owned());
        }
        let scene = self.scene();
        let name = scene.name(unit);
        let goal = |at: Option<usize>| {
            at.map_or("the enemy".to_owned(), |at| self.rules.objectives[at].name.clone())
        };
        let near = place::nearest(scene, unit).is_some_and(|(gap, _)| gap < 14_000);
        Some(match self.plan().role(scene, unit) {
            // No verb: a name may be of one or of many.
            _ if text.contains("form square") => format!("{name}: into square, horse is near"),
            _ if text.contains("form line") && near => format!("{name}: into line before the musketry"),
            _ if text.contains("unlimber") => format!("{name}: into action"),
            _ if text.contains("join") => format!("{name}: to his men"),
            Role::Attack(at) => format!("{name}: on to {}", goal(at)),
            Role::Hold(at) => format!("{name}: to hold {}", goal(at)),
            Role::Hunt(prey) => format!("{name}: after {}", scene.name(prey)),
            Role::Screen => format!("{name}: on the flank"),
            Role::Reserve => format!("{name}: behind the line"),
        })
    }
}
