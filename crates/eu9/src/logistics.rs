//! Stacks and money: conversions, small stacks, purchase.

use crate::charts::{Bound, Charts, Entry};
use crate::power::{Country, Period};
use crate::stack::{COUNTERS_MAX, LD_MAX, PASHAS_MAX, Stack};
use grognard_umpire::{Clause, Refusal};

/// The clause under which a conversion is made.
pub fn conversion_clause(before: Stack, after: Stack) -> Clause {
    let change = |then: u8, now: u8| now as i8 - then as i8;
    let (plus, minus, ld) = (
        change(before.a_plus, after.a_plus),
        change(before.a_minus, after.a_minus),
        change(before.ld, after.ld),
    );
    match (plus, minus, ld) {
        (1, -1, -2) => rule!("STACK-j"),
        (-1, 1, 2) => rule!("STACK-k"),
        (-1, 0, 4) => rule!("STACK-l"),
        (1, -2, 0) => rule!("STACK-o"),
        _ => rule!("STACK-h"),
    }
}

/// The sea-transport points a stack needs, doubled so that an A- of an odd class stays whole; none for a
/// class without a row.
pub fn transport_need(charts: &Charts, stack: Stack, class: &str, period: Period) -> Option<(Clause, u16)> {
    let army = u16::from(charts.logistics.transport_points(class, period)?);
    let capacity = &charts.logistics.capacity;
    let need = 2 * army * u16::from(stack.a_plus)
        + army * u16::from(stack.a_minus)
        + capacity.ld * u16::from(stack.ld)
        + capacity.land_d * u16::from(stack.d);
    Some((rule!("LOGISTICS-s"), need))
}

impl Stack {
    /// Whether it is a small stack: at most 5 LD and one pasha.
    pub fn is_small(self, charts: &Charts) -> bool {
        self.counters_ld() <= charts.count(Entry::SmallLd) && self.pashas <= charts.count(Entry::SmallPashas)
    }

    /// Whether it counts as massed for attrition: a large stack, or 3 LD in a campaign without logistics.
    pub fn is_massed(self, charts: &Charts, without_logistics: bool) -> bool {
        let row = match without_logistics {
            true => Bound::MassedLdWithoutLogistics,
            false => Bound::MassedLd,
        };
        let bound = |row| charts.attrition.bound(row);
        self.counters_ld() >= bound(row) || self.pashas >= bound(Bound::MassedPashas)
    }

    /// Checks a conversion outside the purchase phase: the same number of LD, and no new A counter.
    ///
    /// # Errors
    /// Why not.
    pub fn converts_to(self, after: Stack, country: Country) -> Result<(), Refusal> {
        self.converts_into(&[after], country)
    }

    /// Checks a conversion into several stacks, when part of it leaves: an A+ may fall apart into four LD if
    /// one of them goes, for four are too many counters for one stack.
    ///
    /// # Errors
    /// Why not.
    pub fn converts_into(self, stacks: &[Stack], country: Country) -> Result<(), Refusal> {
        let after = stacks.iter().fold(Stack::default(), |sum, stack| sum.with(*stack));
        if (self.counters_ld(), self.pashas, self.d) != (after.counters_ld(), after.pashas, after.d) {
            let (then, now) = (self.counters_ld(), after.counters_ld());
            let reason = format!("{then} LD cannot become {now}; a conversion keeps the number of LD");
            return Err(Refusal::new(rule!("STACK-h"), reason));
        }
        if after.armies() > self.armies() {
            let clause = match (self.armies(), after.a_plus) {
                // Four LD never become an A+, an A+ never two A-.
                (0, 1..) => rule!("STACK-n"),
                (1.., _) if self.a_plus > after.a_plus => rule!("STACK-m"),
                _ => rule!("STACK-g"),
            };
            let reason = format!(
                "{} A counters out of {}; no A counter is made outside the purchase phase",
                after.armies(),
                self.armies()
            );
            return Err(Refusal::new(clause, reason));
        }
        stacks.iter().try_for_each(|stack| {
            stack
                .check(country)
                .map_err(|refusals| refusals.into_iter().next().expect("at least one refusal"))
        })
    }

    /// Whether it keeps the stacking limits; the same as [`Stack::check`], without the reasons.
    pub fn fits(self, country: Country) -> bool {
        let pashas = if country == Country::Turkey { self.pashas <= PASHAS_MAX } else { self.pashas == 0 };
        let land =
            country == Country::Natives || (self.counters() <= COUNTERS_MAX && self.counters_ld() <= LD_MAX);
        pashas && land
    }

    /// Every other form it may take outside the purchase phase, in one stack.
    pub fn conversions(self, country: Country) -> impl Iterator<Item = Stack> {
        // What `converts_to` asks for: the number of LD is kept, so no new A and the limits are left.
        let possible =
            move |after: &Stack| *after != self && after.armies() <= self.armies() && after.fits(country);
        forms(self.counters_ld())
            .map(move |form| Stack { pashas: self.pashas, d: self.d, ..form })
            .filter(possible)
    }

    /// The counters of two stacks together.
    pub fn with(self, other: Stack) -> Stack {
        Stack {
            a_plus: self.a_plus + other.a_plus,
            a_minus: self.a_minus + other.a_minus,
            ld: self.ld + other.ld,
            pashas: self.pashas + other.pashas,
            d: self.d + other.d,
        }
    }

    /// What is left when counters are taken out; none if they are not in it.
    pub fn without(self, part: Stack) -> Option<Stack> {
        Some(Stack {
            a_plus: self.a_plus.checked_sub(part.a_plus)?,
            a_minus: self.a_minus.checked_sub(part.a_minus)?,
            ld: self.ld.checked_sub(part.ld)?,
            pashas: self.pashas.checked_sub(part.pashas)?,
            d: self.d.checked_sub(part.d)?,
        })
    }

    /// Every part of it that can march alone, the whole first.
    pub fn parts(self) -> Vec<Stack> {
        let mut found = Vec::new();
        for a_plus in (0..=self.a_plus).rev() {
            for a_minus in (0..=self.a_minus).rev() {
                for ld in (0..=self.ld).rev() {
                    let part = Stack { a_plus, a_minus, ld, ..Stack::default() };
                    if part.counters() > 0 {
                        found.push(part);
                    }
                }
            }
        }
        found
    }

    /// Every form that two stacks joined may take, their counters side by side first if they fit. Which one is
    /// the owner's choice; none if there is no room for them in one stack.
    pub fn joinings(self, other: Stack, country: Country) -> Vec<Stack> {
        let sum = self.with(other);
        let side_by_side = sum.fits(country).then_some(sum);
        side_by_side.into_iter().chain(sum.conversions(country)).collect()
    }

    /// Every way it can part with a stack of `leaving` in LD, counters converted where the rules let them: who
    /// goes, and who stays. Its own counters first.
    pub fn partings(self, leaving: u8, country: Country) -> Vec<(Stack, Stack)> {
        let Some(staying) = self.counters_ld().checked_sub(leaving) else { return Vec::new() };
        let mut found = Vec::new();
        for goes in forms(leaving) {
            for stays in forms(staying) {
                let stays = Stack { pashas: self.pashas, d: self.d, ..stays };
                if self.converts_into(&[goes, stays], country).is_ok() {
                    found.push((goes, stays));
                }
            }
        }
        found.sort_by_key(|(goes, stays)| goes.with(*stays) != self);
        found
    }

    /// Two stacks joined in the first form there is.
    pub fn joined(self, other: Stack, country: Country) -> Option<Stack> {
        self.joinings(other, country).into_iter().next()
    }
}

/// Every set of counters that so many LD make, those with the largest first.
fn forms(ld: u8) -> impl Iterator<Item = Stack> {
    (0..=ld / 4).rev().flat_map(move |a_plus| {
        let rest = ld - 4 * a_plus;
        (0..=rest / 2).rev().map(move |a_minus| Stack {
            a_plus,
            a_minus,
            ld: rest - 2 * a_minus,
            ..Stack::default()
        })
    })
}

/// What buying so many LD costs after `bought` of this turn's limit, at a price for each LD: normal within
/// the limit, double in the second limit, triple in the third.
///
/// # Errors
/// That there is nothing to be had beyond three times the limit.
pub fn purchase_cost(charts: &Charts, price: u16, limit: u8, bought: u8, ld: u8) -> Result<u16, Refusal> {
    Ok(price * purchase_rates(charts, limit, bought, ld)?)
}

/// The same for an A- at its price, which is two LD of the limit.
///
/// # Errors
/// As for single LD.
pub fn army_cost(charts: &Charts, price: u16, limit: u8, bought: u8) -> Result<u16, Refusal> {
    // A counter that does not lie wholly within a limit pays the next one's rate.
    let last = purchase_rates(charts, limit, bought + 1, 1)?;
    Ok(price * last)
}

/// How many times the price of one is due for so many LD.
fn purchase_rates(charts: &Charts, limit: u8, bought: u8, ld: u8) -> Result<u16, Refusal> {
    let mut rates = 0;
    for number in bought..bought + ld {
        let tranche = number.checked_div(limit).unwrap_or(u8::MAX);
        let tranches = charts.count(Entry::Tranches);
        if tranche >= tranches {
            let reason = format!("more than {tranches} times the limit of {limit} LD a turn");
            return Err(Refusal::new(rule!("LOGISTICS-o"), reason));
        }
        // What lies in a tranche pays its rate; an A- that of its second LD (`army_cost`).
        rates += u16::from(charts.count(match tranche {
            0 => Entry::FirstTranche,
            1 => Entry::SecondTranche,
            _ => Entry::ThirdTranche,
        }));
    }
    Ok(rates)
}

/// Whether so many ND, in halves, may still be bought: the naval limit is never exceeded.
///
/// # Errors
/// That they may not.
pub fn naval_purchase(limit: u8, bought_halves: u8, halves: u8) -> Result<(), Refusal> {
    let all = bought_halves + halves;
    if all > 2 * limit {
        let half = if all % 2 == 1 { " 1/2" } else { "" };
        let reason = format!("{}{half} ND; at most {limit} a turn", all / 2);
        return Err(Refusal::new(rule!("LOGISTICS-m"), reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::Errand;
    use crate::campaign::{Aggression, Campaign, Element};
    use crate::fleet::Fleet;
    use crate::pinned::{comes_to, forbids};
    use crate::stack::ARMY_SIZES;

    fn stack(text: &str) -> Stack {
        Stack::read(text).unwrap()
    }

    fn clause(before: &str, after: &str) -> Option<&'static str> {
        let result = stack(before).converts_to(stack(after), Country::France);
        result.err().map(|refusal| refusal.clause.unwrap().id())
    }

    #[test]
    fn the_second_golden_rule() {
        comes_to(rule!("STACK-j"), clause("A- 2LD", "A+"), None);
        comes_to(rule!("STACK-k"), clause("A+", "A- 2LD"), None);
        comes_to(rule!("STACK-o"), clause("2A-", "A+"), None);
        assert_eq!(clause("A- 3LD", "A+ LD"), None);
        comes_to(rule!("STACK-m"), clause("A+", "2A-"), Some("EU9-STACK-m"));
        comes_to(rule!("STACK-g"), clause("2LD", "A-"), Some("EU9-STACK-g"));
        assert_eq!(clause("3LD", "A- LD"), Some("EU9-STACK-g"));
        assert_eq!(clause("A+", "4LD"), Some("EU9-STACK-a"), "too many counters while all of it stays");
        let leaves = |goes: &str, stays: &str| {
            let result = stack("A+").converts_into(&[stack(goes), stack(stays)], Country::France);
            result.map_err(|refusal| refusal.clause.unwrap().id())
        };
        comes_to(rule!("STACK-l"), leaves("LD", "3LD"), Ok(()));
        assert_eq!(leaves("LD", "A- LD"), Ok(()));
        assert_eq!(leaves("A-", "A-"), Err("EU9-STACK-m"));
        assert_eq!(leaves("LD", "A-"), Err("EU9-STACK-h"));
        comes_to(rule!("STACK-h"), clause("A+", "A+ LD"), Some("EU9-STACK-h"));
        let four = Stack { ld: 4, ..Stack::default() };
        forbids(rule!("STACK-n"), four.converts_to(stack("A+"), Country::France));
    }

    #[test]
    fn joined_stacks_take_every_form_the_limits_leave() {
        let forms = |one: &str, other: &str| -> Vec<String> {
            stack(one).joinings(stack(other), Country::France).iter().map(ToString::to_string).collect()
        };
        assert_eq!(forms("A-", "2LD"), ["A- 2LD", "A+"]);
        assert_eq!(forms("A- 2LD", "2LD"), ["A+ 2LD"], "one A counter holds what five counters held");
        assert_eq!(forms("A+", "2A-"), ["A+ 2A-", "2A+"]);
        assert_eq!(forms("A+ A-", "2LD"), ["2A+"], "no third A out of LD");
        assert_eq!(forms("A- LD", "A- LD"), ["A+ A-", "A+ 2LD"]);
        assert!(forms("3LD", "LD").is_empty());
        assert!(forms("2A+", "LD").is_empty());
    }

    #[test]
    fn an_army_falls_apart_when_a_detachment_leaves() {
        let ways = |text: &str, leaving| -> Vec<String> {
            let ways = stack(text).partings(leaving, Country::France);
            ways.iter().map(|(goes, stays)| format!("{goes} | {stays}")).collect()
        };
        assert_eq!(ways("A+", 1), ["LD | A- LD", "LD | 3LD"]);
        assert_eq!(ways("A+", 2), ["A- | 2LD", "2LD | A-", "2LD | 2LD"]);
        assert_eq!(ways("A+ LD", 1)[0], "LD | A+", "as it stands");
        assert_eq!(ways("3LD", 2), ["2LD | LD"]);
        assert!(ways("LD", 2).is_empty());
        for (goes, stays) in stack("A+ A- LD").partings(3, Country::France) {
            assert!(goes.fits(Country::France) && stays.fits(Country::France));
            assert!(goes.armies() + stays.armies() <= 2);
        }
    }

    #[test]
    fn conversions_keep_every_ld() {
        for text in ["2A+", "A+ A- LD", "3A-", "3LD", "A- 2LD", "A+ LD", "A+ 2A-"] {
            for after in stack(text).conversions(Country::France) {
                assert!(stack(text).converts_to(after, Country::France).is_ok());
                assert_eq!(after.counters_ld(), stack(text).counters_ld());
                assert!(after.armies() <= stack(text).armies());
            }
        }
    }

    #[test]
    fn fitting_is_passing_the_check() {
        for country in [Country::France, Country::Turkey, Country::Natives] {
            for (a_plus, a_minus, ld, pashas) in (0..=3).flat_map(|a| {
                (0..=4).flat_map(move |b| (0..=9).flat_map(move |c| (0..=3).map(move |d| (a, b, c, d))))
            }) {
                let stack = Stack { a_plus, a_minus, ld, pashas, d: 0 };
                assert_eq!(stack.fits(country), stack.check(country).is_ok(), "{stack} of {country}");
            }
        }
    }

    #[test]
    fn small_stacks() {
        let charts = Charts::load(&[]).unwrap();
        let small = ["A+ LD", "A+ LD pasha", "A+ A-", "LD 2pasha"].map(|text| stack(text).is_small(&charts));
        comes_to(rule!("STACK-p"), small, [true, true, false, false]);
    }

    #[test]
    fn the_land_limit_may_be_exceeded_three_times() {
        let charts = Charts::load(&[]).unwrap();
        comes_to(rule!("LOGISTICS-n"), purchase_cost(&charts, 5, 4, 0, 6), Ok(4 * 5 + 2 * 10));
        assert!(purchase_cost(&charts, 5, 4, 0, 12).is_ok());
        forbids(rule!("LOGISTICS-o"), purchase_cost(&charts, 5, 4, 0, 13));
        assert!(naval_purchase(4, 0, 8).is_ok() && naval_purchase(4, 2, 6).is_ok());
        forbids(rule!("LOGISTICS-m"), naval_purchase(4, 2, 7));
        let reason = naval_purchase(4, 2, 7).unwrap_err().to_string();
        assert!(reason.contains("4 1/2 ND; at most 4 a turn"), "{reason}");
        // An A- that reaches into the second limit pays its rate for both LD.
        let army = |bought| army_cost(&charts, 24, 3, bought).ok();
        assert_eq!(
            [0, 1, 2, 4, 5, 7, 8].map(army),
            [24, 24, 48, 48, 72, 72, 0].map(|p| (p > 0).then_some(p))
        );
    }

    #[test]
    fn campaigns_allow_what_they_cost() {
        let charts = Charts::load(&[]).unwrap();
        let prices = [
            (rule!("CAMPAIGN-b"), Campaign::Passive, 10),
            (rule!("CAMPAIGN-r"), Campaign::SimpleNoLogistics, 10),
            (rule!("CAMPAIGN-h"), Campaign::Simple, 20),
            (rule!("CAMPAIGN-l"), Campaign::Major, 50),
            (rule!("CAMPAIGN-o"), Campaign::Multiple, 100),
        ];
        for (clause, campaign, cost) in prices {
            comes_to(clause, campaign.cost(&charts), cost);
            assert_eq!(campaign.clause(), clause);
        }
        assert_eq!(Campaign::None.cost(&charts), 0);
        let none = Aggression::default();
        let land = |a: Aggression, campaign, small| a.allows(campaign, small, Element::Land);
        forbids(rule!("CAMPAIGN-c"), land(none, Campaign::Passive, true));
        assert!(land(none, Campaign::Simple, true).is_ok());
        forbids(rule!("STACK-p"), land(none, Campaign::Simple, false));
        forbids(rule!("CAMPAIGN-i"), land(none.and(true), Campaign::Simple, true));
        assert!(land(none, Campaign::Major, false).is_ok());
        assert!(land(none.and(true).and(true), Campaign::Major, true).is_ok());
        forbids(rule!("CAMPAIGN-m"), land(none.and(true), Campaign::Major, false));
        forbids(rule!("CAMPAIGN-m"), land(none.and(false), Campaign::Major, true));
        assert!(land(none.and(false).and(false), Campaign::Multiple, false).is_ok());
        forbids(rule!("CAMPAIGN-n"), none.and(false).allows(Campaign::Major, true, Element::Sea));
        assert!(Campaign::Passive.may_intercept(true).is_ok());
        forbids(rule!("CAMPAIGN-d"), Campaign::Passive.may_intercept(false));
        assert!(Campaign::Simple.may_intercept(false).is_ok());
        assert!(Campaign::SimpleNoLogistics.is_open_to(&charts, Country::Russia));
        assert!(!Campaign::SimpleNoLogistics.is_open_to(&charts, Country::France));
        assert!(stack("3LD").is_massed(&charts, true) && !stack("3LD").is_massed(&charts, false));
    }

    #[test]
    fn counters_are_what_the_guide_says() {
        let charts = Charts::load(&[]).unwrap();
        for (clause, text, ld) in ARMY_SIZES {
            comes_to(clause, stack(text).counters_ld(), ld);
        }
        // Nothing but whole detachments, whatever the counters.
        comes_to(rule!("LOGISTICS-a"), stack("A+ A- LD").size(), crate::thirds::Thirds::whole(7));
        let clause = |before: &str, after: &str| conversion_clause(stack(before), stack(after)).id();
        assert_eq!(clause("A- 2LD", "A+"), "EU9-STACK-j");
        assert_eq!(clause("A+", "A- 2LD"), "EU9-STACK-k");
        assert_eq!(clause("A+", "4LD"), "EU9-STACK-l");
        assert_eq!(clause("2A-", "A+"), "EU9-STACK-o");
        let russia = Fleet { f_plus: 1, ..charts.logistics.full_fleet("russia", Period::VII, true) };
        let kept = (russia.nd(), russia.upkeep_nd(&charts, "russia", Period::VII));
        comes_to(rule!("LOGISTICS-h"), kept, (9, 4));
        // A 3/1 fleet that has lost a detachment is written down as 2/1.
        let mut written = Fleet::read("F+ 3NWD NTD").unwrap();
        written.warships -= 1;
        comes_to(rule!("LOGISTICS-k"), written.to_string().as_str(), "F+ 2NWD NTD");
        assert_eq!((written.nd(), written.upkeep_nd(&charts, "russia", Period::III)), (3, 4));
        let need = transport_need(&charts, stack("A+ A- LD"), "IV", Period::II).unwrap().1;
        comes_to(rule!("LOGISTICS-s"), need, 12 + 6 + 4);
        let turks = |class: &str| transport_need(&charts, stack("A+"), class, Period::IV).map(|need| need.1);
        assert_eq!((turks("I"), turks("I reformed")), (Some(20), Some(20)));
        let loose = Fleet::read("F+ 6NWD NTD").unwrap();
        assert_eq!(loose.upkeep_nd(&charts, "france", Period::I), 6, "an F+ of 4/1 and two loose ND");
        assert_eq!(Fleet::read("F+ 3NWD").unwrap().upkeep_nd(&charts, "france", Period::I), 4);
        assert_eq!(Fleet::read("3NWD 3NGD d").unwrap().upkeep_nd(&charts, "france", Period::I), 6);
        let passive = |errand| Campaign::Passive.may_do(errand);
        forbids(rule!("CAMPAIGN-e"), passive(Errand::FallOnRevoltOrPirates));
        comes_to(rule!("CAMPAIGN-f"), passive(Errand::GoOnWithSiegeOrFight).is_ok(), true);
        comes_to(rule!("CAMPAIGN-g"), passive(Errand::ExploreOrFightNatives).is_ok(), true);
        forbids(rule!("CAMPAIGN-g"), Campaign::None.may_do(Errand::ExploreOrFightNatives));
    }
}
