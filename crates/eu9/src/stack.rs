//! Land stacks: counters, what they hold, and how they may regroup.

use crate::power::{Country, Theatre};
use crate::thirds::Thirds;
use grognard_umpire::{Clause, Offer, Refusal};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The largest number of counters in a stack.
pub(crate) const COUNTERS_MAX: u8 = 3;
/// The largest number of LD in a stack.
pub(crate) const LD_MAX: u8 = 8;
/// How many pashas Turkey may add on top.
pub(crate) const PASHAS_MAX: u8 = 2;
/// Natives come in any number; this is more than the map can hold.
const NATIVE_LD_MAX: u8 = 80;

/// What the counters of an army always are, so that nobody writes their contents down: whole detachments and
/// nothing else.
pub const ARMY_SIZES: [(Clause, &str, u8); 3] =
    [(rule!("LOGISTICS-a"), "LD", 1), (rule!("LOGISTICS-c"), "A+", 4), (rule!("LOGISTICS-d"), "A-", 2)];
/// The LD of an A+ and of an A-.
pub(crate) const ARMY_LD: [u8; 2] = [ARMY_SIZES[1].2, ARMY_SIZES[2].2];

/// The counters of a land stack. There is no record of what is in them: an A+ is always 4 LD, an A-
/// always 2.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Stack {
    /// Full armies, 4 LD each.
    pub a_plus: u8,
    /// Half armies, 2 LD each.
    pub a_minus: u8,
    /// Single land detachments.
    pub ld: u8,
    /// Pashas, Turkey only.
    pub pashas: u8,
    /// Exploration detachments, a third of an LD each.
    pub d: u8,
}

impl Hash for Stack {
    /// All counters in one word: stacks are hashed for every battle that is sampled.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let Stack { a_plus, a_minus, ld, pashas, d } = *self;
        state.write_u64(u64::from_le_bytes([a_plus, a_minus, ld, pashas, d, 0, 0, 0]));
    }
}

impl Stack {
    /// Reads `A+ A- LD`, `2A+`, `5LD`, `A+ pasha`, `LD 2d`.
    ///
    /// # Errors
    /// Which word is no counter.
    pub fn read(text: &str) -> Result<Stack, String> {
        let mut stack = Stack::default();
        for word in text.split_whitespace() {
            let digits = word.chars().take_while(char::is_ascii_digit).count();
            let (count, name) = word.split_at(digits);
            let count: u8 = match count {
                "" => 1,
                count => count.parse().map_err(|_| format!("`{word}` is too many"))?,
            };
            let slot = match name {
                "A+" => &mut stack.a_plus,
                "A-" => &mut stack.a_minus,
                "LD" => &mut stack.ld,
                "pasha" | "pashas" => &mut stack.pashas,
                "d" => &mut stack.d,
                _ => {
                    return Err(format!(
                        "`{word}` is no counter; write A+, A-, LD, pasha or d, as in \"A+ 2LD\""
                    ));
                }
            };
            *slot = slot
                .checked_add(count)
                .filter(|&n| n <= NATIVE_LD_MAX)
                .ok_or_else(|| format!("`{word}` is too many"))?;
            let Stack { a_plus, a_minus, ld, pashas, .. } = stack;
            let ld = 4 * u16::from(a_plus) + 2 * u16::from(a_minus) + u16::from(ld) + u16::from(pashas);
            if ld > NATIVE_LD_MAX.into() {
                return Err(format!("`{word}` is too many: {ld} LD; nobody has more than {NATIVE_LD_MAX}"));
            }
        }
        Ok(stack)
    }

    /// How many LD the counters make, pashas and d left out.
    pub fn counters_ld(self) -> u8 {
        let [plus, minus] = ARMY_LD;
        plus * self.a_plus + minus * self.a_minus + self.ld
    }

    /// How many whole LD fight, pashas among them.
    pub fn ld_count(self) -> u8 {
        self.counters_ld() + self.pashas
    }

    /// Its size in thirds of an LD.
    pub fn size(self) -> Thirds {
        Thirds::whole(i16::from(self.ld_count())) + Thirds(i16::from(self.d))
    }

    /// How many A counters it has.
    pub fn armies(self) -> u8 {
        self.a_plus + self.a_minus
    }

    /// How many counters count for stacking.
    pub fn counters(self) -> u8 {
        self.armies() + self.ld
    }

    /// Checks the stacking limits.
    ///
    /// # Errors
    /// Every limit that is broken.
    pub fn check(self, country: Country) -> Result<(), Vec<Refusal>> {
        let mut refusals = Vec::new();
        let mut refuse = |clause, reason: String| refusals.push(Refusal::new(clause, reason));
        let natives = country == Country::Natives;
        if self.counters() > COUNTERS_MAX && !natives {
            let n = self.counters();
            refuse(rule!("STACK-a"), format!("{n} counters; a land stack has at most {COUNTERS_MAX}"));
        }
        if self.counters_ld() > LD_MAX && !natives {
            let n = self.counters_ld();
            refuse(rule!("STACK-b"), format!("{n} LD; a land stack has at most {LD_MAX}"));
        }
        if country == Country::Turkey && self.pashas > PASHAS_MAX {
            refuse(rule!("STACK-e"), format!("{} pashas; Turkey may add at most {PASHAS_MAX}", self.pashas));
        }
        if country != Country::Turkey && self.pashas > 0 {
            refuse(rule!("STACK-e"), "only Turkey has pashas".to_owned());
        }
        if refusals.is_empty() { Ok(()) } else { Err(refusals) }
    }

    /// Every way the survivors of a stack can regroup: same troops, no more A counters than before, and
    /// within the stacking limits; those that keep the most armies first. Three d may merge into an LD or
    /// stay; an LD falls apart into d only by what it has lost, and no pasha becomes an LD.
    pub fn remainders(self, country: Country, lost: Thirds) -> Vec<Stack> {
        let left = self.size() - lost;
        if left <= Thirds::ZERO {
            return vec![Stack::default()];
        }
        let fraction = (left.0 % 3) as u8;
        let most = self.counters_ld() + self.d / 3;
        let mut found = Vec::new();
        for pashas in (0..=self.pashas).rev() {
            for d in (fraction..=self.d.max(fraction)).step_by(3) {
                let whole = (left - Thirds(d.into())).floor() - i16::from(pashas);
                let Some(ld) = u8::try_from(whole).ok().filter(|&ld| ld <= most) else { continue };
                for a_plus in (0..=ld / 4).rev() {
                    for a_minus in (0..=(ld - 4 * a_plus) / 2).rev() {
                        let stack = Stack { a_plus, a_minus, ld: ld - 4 * a_plus - 2 * a_minus, pashas, d };
                        if stack.regroups_from(self, country).is_ok() {
                            found.push(stack);
                        }
                    }
                }
            }
        }
        found
    }

    /// Whether survivors may stand like this, having been `before`.
    ///
    /// # Errors
    /// Why not: a new A counter, or too large a stack.
    pub fn regroups_from(self, before: Stack, country: Country) -> Result<(), Refusal> {
        // Survivors regroup under the limits of any stack and make no new A counter.
        if self.armies() > before.armies() {
            let (now, then) = (self.armies(), before.armies());
            return Err(Refusal::new(
                rule!("STACK-r"),
                format!("{now} A counters out of {then}; no A counter is made outside the purchase phase"),
            ));
        }
        self.check(country).map_err(|refusals| refusals.into_iter().next().expect("at least one refusal"))
    }

    /// What theatre's smallest unit a loss is rounded to.
    pub fn round(theatre: Theatre, loss: Thirds) -> Thirds {
        match theatre {
            Theatre::Europe => loss.rounded(),
            Theatre::RestOfTheWorld => loss,
        }
    }
}

impl fmt::Display for Stack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counters = [
            (self.a_plus, "A+"),
            (self.a_minus, "A-"),
            (self.ld, "LD"),
            (self.pashas, "pasha"),
            (self.d, "d"),
        ];
        let mut gap = "";
        for (n, name) in counters.into_iter().filter(|(n, _)| *n > 0) {
            f.write_str(gap)?;
            if n > 1 {
                write!(f, "{n}")?;
            }
            f.write_str(name)?;
            gap = " ";
        }
        if gap.is_empty() { f.write_str("nothing") } else { Ok(()) }
    }
}

impl Offer for Stack {
    fn key(&self) -> String {
        self.to_string().replace(' ', "/")
    }
    fn words(&self) -> String {
        format!("keep {self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stack(text: &str) -> Stack {
        Stack::read(text).unwrap()
    }

    #[test]
    fn stacks_read_back_as_written() {
        for text in ["A+", "2A+", "A+ A- LD", "3LD", "A+ 2pasha", "LD 2d", "nothing"] {
            if text != "nothing" {
                assert_eq!(stack(text).to_string(), text);
            }
        }
        assert!(Stack::read("B+").is_err());
        assert!(Stack::read("999A+").is_err());
        assert_eq!(Stack::read("").unwrap(), Stack::default());
    }

    #[test]
    fn limits_of_the_first_golden_rule() {
        let clause = |text: &str, country| {
            stack(text)
                .check(country)
                .err()
                .map(|r| r.iter().map(|r| r.clause.unwrap().id()).collect::<Vec<_>>())
        };
        assert_eq!(clause("4LD", Country::France), Some(vec!["EU9-STACK-a"]));
        assert_eq!(clause("2A+ LD", Country::France), Some(vec!["EU9-STACK-b"]));
        assert_eq!(clause("A+ 2A-", Country::France), None);
        assert_eq!(clause("A+ A- LD", Country::France), None);
        assert_eq!(clause("2A+ 2pasha", Country::Turkey), None);
        assert_eq!(clause("A+ 3pasha", Country::Turkey), Some(vec!["EU9-STACK-e"]));
        assert_eq!(clause("A+ pasha", Country::France), Some(vec!["EU9-STACK-e"]));
        assert_eq!(clause("9LD", Country::France), Some(vec!["EU9-STACK-a", "EU9-STACK-b"]));
        assert_eq!(clause("24LD", Country::Natives), None);
    }

    /// The guide's 6 LD: A+ A- and A+ 2LD may stand, three A- and A- 4LD may not.
    #[test]
    fn six_ld_out_of_two_armies() {
        let kept = stack("2A+").remainders(Country::France, Thirds::whole(2));
        assert_eq!(kept, [stack("A+ A-"), stack("A+ 2LD")]);
        let why = |text: &str| {
            stack(text).regroups_from(stack("2A+"), Country::France).unwrap_err().clause.unwrap().id()
        };
        assert_eq!(why("3A-"), "EU9-STACK-r");
        assert_eq!(why("A- 4LD"), "EU9-STACK-a");
    }

    #[test]
    fn every_loss_leaves_a_stack_of_the_right_size() {
        for text in ["2A+", "A+ 2A-", "A+ A- LD", "3A-", "3LD", "A- 2LD", "A+ LD", "LD"] {
            let before = stack(text);
            for lost in 0..=before.size().0 {
                let kept = before.remainders(Country::France, Thirds(lost));
                assert!(!kept.is_empty(), "{text} less {lost}");
                for after in kept {
                    assert_eq!(after.size().0, before.size().0 - lost);
                    assert!(after.armies() <= before.armies());
                }
            }
        }
        assert_eq!(stack("LD").remainders(Country::France, Thirds(9)), [Stack::default()]);
        assert_eq!(stack("A+").remainders(Country::France, Thirds(11)), [stack("d")]);
        let pashas = stack("2A+ 2pasha").remainders(Country::Turkey, Thirds::whole(3));
        assert!(pashas.contains(&stack("A+ A- LD")) && pashas.contains(&stack("A+ LD 2pasha")));
    }

    /// Every stack that may stand on the map, the d among it, can always regroup.
    #[test]
    fn no_loss_leaves_a_stack_without_a_form() {
        for country in [Country::France, Country::Turkey] {
            for (a_plus, a_minus, ld, pashas) in (0..=2).flat_map(|a| {
                (0..=3).flat_map(move |b| (0..=3).flat_map(move |c| (0..=2).map(move |d| (a, b, c, d))))
            }) {
                for d in 0..=7 {
                    let before = Stack { a_plus, a_minus, ld, pashas, d };
                    if before.check(country).is_err() {
                        continue;
                    }
                    for lost in 0..=before.size().0 {
                        let kept = before.remainders(country, Thirds(lost));
                        assert!(!kept.is_empty(), "{before} of {country} less {lost} thirds");
                        for after in kept {
                            assert_eq!(after.size().0, before.size().0 - lost, "{before} to {after}");
                            assert!(after.check(country).is_ok() && after.armies() <= before.armies());
                            assert!(after.pashas <= before.pashas, "{before} to {after}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn three_d_may_stand_for_an_ld_and_no_pasha_becomes_one() {
        let keys = |text: &str, country, lost| {
            let kept = stack(text).remainders(country, Thirds(lost));
            kept.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(keys("3LD 4d", Country::Spain, 1), ["3LD 3d"], "a fourth LD has no room");
        assert_eq!(keys("LD 4d", Country::Spain, 1), ["2LD", "LD 3d"], "three d may merge");
        assert_eq!(keys("2LD", Country::Spain, 3), ["LD"], "an LD falls apart only by losses");
        assert_eq!(keys("2LD", Country::Spain, 2), ["LD d"]);
        assert_eq!(keys("2pasha", Country::Turkey, 3), ["pasha"]);
        assert_eq!(keys("LD 2pasha", Country::Turkey, 3), ["2pasha", "LD pasha"]);
    }

    #[test]
    fn a_stack_beyond_counting_is_refused() {
        for text in ["64A+", "30A+", "40A- 10LD", "80LD pasha", "80d LD 255d"] {
            assert!(Stack::read(text).unwrap_err().contains("too many"), "{text}");
        }
        assert_eq!(stack("20A+").ld_count(), 80);
    }
}
