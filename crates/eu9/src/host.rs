//! Stacks of several nations: whose the counters are, what the stack fights like, who commands it, and what
//! losses leave of each nation.

mod quality;

pub(crate) use quality::{Quality, artillery_together, average_size, has_trait, quality, worst_technology};

use crate::power::{Class, Corps, Country, Technology};
use crate::stack::Stack;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Offer, Refusal, Umpire};
use std::fmt;
use std::hash::{Hash, Hasher};

/// The most allied nations in a stack: three counters are three nations, one of which commands.
pub(crate) const ALLIES_MAX: usize = 2;

/// The counters of the allied nations in a stack, in the order of its file. The rest of the stack is the
/// commanding nation's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Allies(pub [Stack; ALLIES_MAX]);

impl Hash for Allies {
    /// Most stacks have no allies, and nothing to add to a hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        if *self != Allies::default() {
            self.0.hash(state);
        }
    }
}

/// A whole stack, and the allies in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Host {
    /// All counters.
    pub stack: Stack,
    /// Those of them that are the allies'.
    pub allies: Allies,
}

impl Host {
    /// A stack of one nation.
    pub fn plain(stack: Stack) -> Host {
        Host { stack, allies: Allies::default() }
    }

    /// The counters of a nation and of those who fight under its command.
    pub(crate) fn gathered(own: Stack, allies: &[Contingent]) -> Host {
        let of = |index: usize| allies.get(index).map(|ally| ally.stack).unwrap_or_default();
        Host::of_nations([own, of(0), of(1)])
    }

    /// The counters of each nation, the commanding one first.
    pub(crate) fn by_nation(self) -> [Stack; ALLIES_MAX + 1] {
        let Allies([one, other]) = self.allies;
        let own = self.stack.without(one.with(other)).expect("the allies are part of the stack");
        [own, one, other]
    }

    /// These counters of the commanding nation and its allies.
    pub(crate) fn of_nations([own, one, other]: [Stack; ALLIES_MAX + 1]) -> Host {
        Host { stack: own.with(one).with(other), allies: Allies([one, other]) }
    }

    /// Every way the survivors can stand: whose the losses are is as free as the counters that are left, as
    /// long as nobody makes a new A counter, none changes its nation, and the stack as a whole keeps its limits.
    pub(crate) fn remainders(self, own: Country, nations: &[Contingent], lost: Thirds) -> Vec<Host> {
        let allies = allies_of(nations);
        if allies.is_empty() {
            return self.stack.remainders(own, lost).into_iter().map(Host::plain).collect();
        }
        let countries = [Some(own), allies.first().map(|a| a.country), allies.get(1).map(|a| a.country)];
        let before = self.by_nation();
        let mut found = Vec::new();
        for losses in self.shares(lost) {
            let ways: [Vec<Stack>; ALLIES_MAX + 1] = std::array::from_fn(|index| match countries[index] {
                Some(country) => before[index].remainders(country, losses[index]),
                None => vec![Stack::default()],
            });
            for &first in &ways[0] {
                for &second in &ways[1] {
                    for &third in &ways[2] {
                        let host = Host::of_nations([first, second, third]);
                        if check_together(host.stack, &[]).is_ok() && !found.contains(&host) {
                            found.push(host);
                        }
                    }
                }
            }
        }
        found
    }

    /// How losses can be shared out among the nations: whole LD to anybody, what is left over to one of them,
    /// unless there are d to lose.
    fn shares(self, lost: Thirds) -> Vec<[Thirds; ALLIES_MAX + 1]> {
        let [own, one, other] = self.by_nation().map(Stack::size);
        let lost = lost.min(self.stack.size());
        let mut found = Vec::new();
        // The allies first: a policy that takes the first way spares them least.
        for third in (0..=other.0.min(lost.0)).rev() {
            for second in (0..=one.0.min(lost.0 - third)).rev() {
                let first = lost.0 - third - second;
                let broken = [first, second, third].iter().filter(|&&share| share % 3 != 0).count();
                if first <= own.0 && (broken <= 1 || self.stack.d > 0) {
                    found.push([first, second, third].map(Thirds));
                }
            }
        }
        found
    }

    /// What is left, nation by nation.
    pub(crate) fn nation_words(self, nations: &[Contingent]) -> String {
        if nations.is_empty() {
            return self.stack.to_string();
        }
        let parts = nations.iter().zip(self.by_nation()).filter(|(_, stack)| *stack != Stack::default());
        let parts: Vec<String> = parts.map(|(nation, stack)| format!("{stack} of {}", nation.name)).collect();
        if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") }
    }

    /// What is left in a word: each nation's counters after its key, or in their order if they have none.
    fn nation_key(self, nations: &[Contingent]) -> String {
        let stacks = self.by_nation();
        if nations.iter().any(|nation| nation.key.is_empty()) {
            let used = 1 + stacks.iter().rposition(|stack| *stack != Stack::default()).unwrap_or(0);
            return stacks[..used].iter().map(Offer::key).collect::<Vec<_>>().join(":");
        }
        let named = nations.iter().map(|nation| nation.key.as_str()).zip(stacks);
        counters_by_nation(named)
    }

    /// The counters of each ally, by the name of his nation.
    pub(crate) fn ally_facts(self, allies: &[Contingent]) -> Vec<(String, String)> {
        let [_, one, other] = self.by_nation();
        allies.iter().map(|ally| ally.name.clone()).zip([one, other].map(|s| s.to_string())).collect()
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stack.fmt(f)
    }
}

/// Counters of several nations in a word, as in `france:A+/LD/venice:LD`.
pub(crate) fn counters_by_nation<'a>(named: impl Iterator<Item = (&'a str, Stack)>) -> String {
    let there = named.filter(|(_, stack)| *stack != Stack::default());
    let parts: Vec<String> = there.map(|(nation, stack)| format!("{nation}:{}", stack.key())).collect();
    if parts.is_empty() { Stack::default().key() } else { parts.join("/") }
}

/// A way to stand, with the nations named.
#[derive(Clone, Debug)]
pub(crate) struct Standing {
    pub(crate) host: Host,
    key: String,
    words: String,
}

impl Offer for Standing {
    fn key(&self) -> String {
        self.key.clone()
    }
    fn words(&self) -> String {
        format!("keep {}", self.words)
    }
}

impl Offer for Host {
    fn key(&self) -> String {
        self.stack.key()
    }
    fn words(&self) -> String {
        self.stack.words()
    }
}

/// The ways to stand, in words.
pub(crate) fn standings(ways: &[Host], nations: &[Contingent]) -> Vec<Standing> {
    let standing =
        |&host: &Host| Standing { host, key: host.nation_key(nations), words: host.nation_words(nations) };
    ways.iter().map(standing).collect()
}

/// The owner says how the survivors stand, and which nation has lost them.
pub(crate) fn choose_standing(
    asking: Asking,
    ways: &[Host],
    nations: &[Contingent],
    ump: &mut impl Umpire,
) -> Asked<Host> {
    if nations.is_empty() {
        return Ok(*ump.choose(asking, ways)?);
    }
    // Whose the losses are is the owner's to say; each nation regroups its own counters.
    ump.cite(rule!("STACK-u"));
    ump.cite(rule!("STACK-i"));
    let ways = standings(ways, nations);
    Ok(ump.choose(asking, &ways)?.host)
}

/// The nations under the command of the first.
pub(crate) fn allies_of(nations: &[Contingent]) -> &[Contingent] {
    nations.get(1..).unwrap_or_default()
}

/// A stack by nation, if it has several.
pub(crate) fn host_of(stack: Stack, nations: &[Contingent]) -> Host {
    match nations {
        [] => Host::plain(stack),
        [own, allies @ ..] => Host::gathered(own.stack, allies),
    }
}

/// The nations of a stack as they are now.
pub(crate) fn nations_now(nations: &[Contingent], host: Host) -> Vec<Contingent> {
    let stacks = host.by_nation();
    let now = nations.iter().zip(stacks).map(|(nation, stack)| Contingent {
        stack,
        // Losses fall on conscripts first.
        veterans: nation.veterans.min(stack.size()),
        ..nation.clone()
    });
    now.filter(|nation| nation.stack != Stack::default()).collect()
}

/// The troops of one nation in a stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Contingent {
    /// What they are called.
    pub name: String,
    /// What orders call them; nothing where there are no orders.
    pub key: String,
    /// Their country.
    pub country: Country,
    /// Their class.
    pub class: Class,
    /// Their corps, if it differs from the country's others.
    pub corps: Option<Corps>,
    /// Their counters.
    pub stack: Stack,
    /// Their technology.
    pub technology: Technology,
    /// How many of them are veterans.
    pub veterans: Thirds,
    /// Whether they fight in tercios.
    pub tercios: bool,
}

/// What an A counter is, where its kind counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub(crate) country: Country,
    pub(crate) class: Class,
    pub(crate) corps: Option<Corps>,
}

impl Contingent {
    /// Whether they are Timars: Turks who belong neither to the janissaries nor to a reformed army.
    pub(crate) fn are_timars(&self) -> bool {
        self.country == Country::Turkey && self.corps.is_none()
    }

    /// Whether Timars or pashas, who lead them, are among them.
    fn has_timars(&self) -> bool {
        self.stack.pashas > 0 || (self.are_timars() && self.stack != Stack::default())
    }

    pub(crate) fn kind(&self) -> Kind {
        Kind { country: self.country, class: self.class, corps: self.corps }
    }
}

/// The limits of a stack of several nations are those of any stack; pashas need Turks in it.
///
/// # Errors
/// Every limit that is broken.
pub(crate) fn check_together(stack: Stack, countries: &[Country]) -> Result<(), Vec<Refusal>> {
    let turkish = countries.is_empty() || countries.contains(&Country::Turkey);
    // Natives among others keep to the limits.
    stack.check(if turkish { Country::Turkey } else { Country::Minor })
}

/// A leader in a stack of several nations, as far as it matters for who commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Claimant {
    /// The thirds of LD of his nation.
    pub(crate) troops: Thirds,
    /// Whether he is there himself, and no substitute.
    pub(crate) present: bool,
    /// A monarch, an heir who leads troops, or a vizier.
    pub(crate) monarch: bool,
    /// His rank, A being the highest.
    pub(crate) rank: Option<char>,
}

/// Whether the first claimant commands before another: a monarch before anybody, then the leader of the most
/// troops, then the higher rank; between equals the players have said.
///
/// # Errors
/// Why he does not.
pub(crate) fn commands(first: Claimant, other: Claimant) -> Result<(), Refusal> {
    let refuse = |reason: &str| Err(Refusal::new(rule!("LEADER-d"), reason.to_owned()));
    match (first.monarch, other.monarch) {
        (true, _) => return Ok(()),
        (false, true) => return refuse("a monarch in the stack commands it"),
        (false, false) => {}
    }
    match first.troops.cmp(&other.troops) {
        std::cmp::Ordering::Greater => return Ok(()),
        std::cmp::Ordering::Less => return refuse("the nation with the most LD commands"),
        std::cmp::Ordering::Equal => {}
    }
    let rank = |claimant: Claimant| match (claimant.present, claimant.rank) {
        (true, Some(rank)) => rank,
        (true, None) => 'Y',
        (false, _) => 'Z',
    };
    match rank(first) <= rank(other) {
        true => Ok(()),
        false => refuse("of nations with as many LD the higher leader commands"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charts::Charts;
    use crate::power::Period;
    use crate::profile::{ArtilleryCount, Mixed, MixedTechnology, MixedTies, MixedTraits};

    fn nation(country: Country, counters: &str, technology: Technology, veteran: bool) -> Contingent {
        let class = if country == Country::Turkey { Class::I } else { Class::III };
        let stack = Stack::read(counters).unwrap();
        let name = country.key().to_owned();
        let veterans = if veteran { stack.size() } else { Thirds::ZERO };
        let (key, corps, tercios) = (String::new(), None, false);
        Contingent { name, key, country, class, corps, stack, technology, veterans, tercios }
    }

    fn host(nations: &[Contingent]) -> Host {
        let stacks: Vec<Stack> = nations.iter().map(|nation| nation.stack).collect();
        let of = |index: usize| stacks.get(index).copied().unwrap_or_default();
        Host::of_nations([of(0), of(1), of(2)])
    }

    const DEFAULT: Mixed = Mixed::PUBLISHED;

    #[test]
    fn most_ld_say_what_a_stack_fights_like() {
        let spain = nation(Country::Spain, "A+", Technology::Arquebus, true);
        let venice = nation(Country::Venice, "A-", Technology::Renaissance, false);
        let pope = nation(Country::Minor, "2LD", Technology::Renaissance, false);
        let league = [spain.clone(), venice.clone(), pope];
        let tie = quality(&league, DEFAULT);
        assert_eq!((tie.technology, tie.veteran), (Technology::Renaissance, false), "4 LD against 4");
        let by_armies = Mixed { ties: MixedTies::Armies, ..DEFAULT };
        let even = quality(&league, by_armies);
        assert_eq!((even.technology, even.veteran), (Technology::Renaissance, false), "one A against one");
        let pope = nation(Country::Minor, "A-", Technology::Arquebus, true);
        let more = [venice.clone(), venice.clone(), spain.clone()];
        assert_eq!(quality(&more, by_armies).technology, Technology::Renaissance, "two A against one");
        let one = [spain.clone(), venice.clone(), pope];
        assert_eq!(quality(&one, DEFAULT).technology, Technology::Arquebus);
        assert!(quality(&one, DEFAULT).veteran);
        let turks = nation(Country::Turkey, "A+ pasha", Technology::Arquebus, true);
        assert!(!quality(&[turks, venice], DEFAULT).veteran, "a pasha makes conscripts of all");
    }

    /// Timars make conscripts of janissaries and allies, who fight as they do; janissaries alone are themselves.
    #[test]
    fn timars_make_conscripts_of_all() {
        let timars = nation(Country::Turkey, "A-", Technology::Renaissance, false);
        let janissaries = Contingent {
            corps: Some(Corps::Janissary),
            ..nation(Country::Turkey, "A+", Technology::Arquebus, true)
        };
        let alone = quality(std::slice::from_ref(&janissaries), DEFAULT);
        assert_eq!((alone.technology, alone.veteran), (Technology::Arquebus, true));
        let mixed = quality(&[janissaries.clone(), timars.clone()], DEFAULT);
        assert_eq!(
            (mixed.technology, mixed.veteran),
            (Technology::Renaissance, false),
            "4 LD of 6 are better"
        );
        let reformed = Contingent { corps: Some(Corps::SecondReform), ..timars };
        assert!(quality(&[janissaries.clone(), reformed], DEFAULT).veteran);
        let none = Contingent {
            stack: Stack::default(),
            ..nation(Country::Turkey, "A-", Technology::Medieval, false)
        };
        assert!(quality(&[janissaries, none], DEFAULT).veteran, "Timars who are gone");
    }

    /// Where only some of a nation are veterans, those count and not the nation.
    #[test]
    fn veterans_are_counted_one_by_one() {
        let spain = nation(Country::Spain, "A+", Technology::Arquebus, true);
        let venice = nation(Country::Venice, "2LD", Technology::Arquebus, false);
        let mixed = |veterans: i16| {
            let spain = Contingent { veterans: Thirds::whole(veterans), ..spain.clone() };
            quality(&[spain, venice.clone()], DEFAULT).veteran
        };
        assert_eq!([4, 3].map(mixed), [true, false], "4 of 6 LD, and 3 of 6");
        let stacks = [spain.clone(), venice.clone()];
        let left = Host::of_nations([Stack::read("A-").unwrap(), venice.stack, Stack::default()]);
        let veterans: Vec<Thirds> = nations_now(&stacks, left).iter().map(|nation| nation.veterans).collect();
        assert_eq!(veterans, [Thirds::whole(2), Thirds::ZERO], "no more veterans than men");
    }

    #[test]
    fn a_tie_may_go_by_army_counters() {
        let foot = nation(Country::Spain, "2LD", Technology::Muskets, false);
        let army = nation(Country::Venice, "A-", Technology::Arquebus, true);
        let stack = [foot, army];
        let worst = quality(&stack, DEFAULT);
        assert_eq!((worst.technology, worst.veteran), (Technology::Arquebus, false));
        let armies = quality(&stack, Mixed { ties: MixedTies::Armies, ..DEFAULT });
        assert_eq!((armies.technology, armies.veteran), (Technology::Arquebus, true));
        let foot = nation(Country::Spain, "2LD", Technology::Arquebus, true);
        let army = nation(Country::Venice, "A-", Technology::Muskets, false);
        let armies = quality(&[foot, army], Mixed { ties: MixedTies::Armies, ..DEFAULT });
        assert_eq!((armies.technology, armies.veteran), (Technology::Muskets, false));
    }

    #[test]
    fn the_middle_may_decide_the_technology() {
        let stack = [
            nation(Country::Spain, "3LD", Technology::Medieval, false),
            nation(Country::France, "2LD", Technology::Arquebus, false),
            nation(Country::Venice, "2LD", Technology::Muskets, false),
        ];
        assert_eq!(quality(&stack, DEFAULT).technology, Technology::Medieval, "the most LD");
        let median = Mixed { technology: MixedTechnology::Median, ..DEFAULT };
        assert_eq!(quality(&stack, median).technology, Technology::Arquebus, "the fourth of seven");
    }

    #[test]
    fn traits_need_more_than_half_or_an_army() {
        let mut spain = nation(Country::Spain, "A+", Technology::Arquebus, true);
        spain.tercios = true;
        let austria = nation(Country::Habsburg, "A+", Technology::Arquebus, true);
        let stack = [spain, austria];
        assert!(!quality(&stack, DEFAULT).tercios);
        assert!(quality(&stack, Mixed { traits: MixedTraits::AnArmy, ..DEFAULT }).tercios);
    }

    #[test]
    fn sizes_are_averaged_and_guns_counted_across_nations() {
        let charts = Charts::load(&[]).unwrap();
        let turkey = nation(Country::Turkey, "A+", Technology::Renaissance, true);
        let venice = nation(Country::Venice, "A- LD", Technology::Renaissance, true);
        let stack = [turkey.clone(), venice.clone()];
        // 4 LD of size 7 and 3 of size 0: 28 / 7.
        assert_eq!(average_size(&charts, &stack, Period::II), 4);
        let smaller = [nation(Country::Turkey, "A-", Technology::Renaissance, true), venice];
        assert_eq!(average_size(&charts, &smaller, Period::II), 2, "14 / 5 is rounded down");
        let guns = |count| artillery_together(&charts, count, &stack, Period::II);
        // Turkey's A+ has 2, Venice's A- one.
        assert_eq!(guns(ArtilleryCount::BestPlus), 3);
        assert_eq!(guns(ArtilleryCount::Sum), 3);
        let two = [nation(Country::France, "A+", Technology::Renaissance, true), turkey.clone(), turkey];
        assert_eq!(artillery_together(&charts, ArtilleryCount::BestPlus, &two, Period::II), 5);
        assert_eq!(artillery_together(&charts, ArtilleryCount::Sum, &two, Period::II), 7);
        assert_eq!(artillery_together(&charts, ArtilleryCount::BestPlus, &[], Period::II), 0);
    }

    /// The side may put losses on any nation, but a nation cannot mend its A counters with another's troops.
    #[test]
    fn losses_fall_on_any_nation() {
        let nations = [
            nation(Country::Spain, "A+", Technology::Arquebus, true),
            nation(Country::Venice, "A- LD", Technology::Arquebus, true),
        ];
        let ways = host(&nations).remainders(Country::Spain, &nations, Thirds::whole(1));
        let keys = |nations: &[Contingent]| -> Vec<String> {
            standings(&ways, nations).iter().map(Offer::key).collect()
        };
        assert_eq!(keys(&nations), ["A+:A-", "A+:2LD"], "Spain broken up would be four counters");
        let named = nations.clone().map(|nation| Contingent { key: nation.name.clone(), ..nation });
        assert_eq!(keys(&named), ["spain:A+/venice:A-", "spain:A+/venice:2LD"]);
        let two = host(&nations).remainders(Country::Spain, &nations, Thirds::whole(2));
        let words: Vec<String> = two.iter().map(|way| way.nation_words(&nations)).collect();
        let right =
            ["A+ of spain, LD of venice", "A- LD of spain, A- of venice", "A- of spain, A- LD of venice"];
        assert_eq!(words, right);
    }

    #[test]
    fn no_loss_leaves_a_host_without_a_form() {
        let texts = ["A+", "A-", "LD", "2A-", "A+ A-", "2LD", "A- LD", "A+ LD", "LD d", "2d"];
        for own in texts {
            for ally in texts {
                for third in ["", "LD", "A-", "d"] {
                    let mut nations = vec![
                        nation(Country::Spain, own, Technology::Arquebus, true),
                        nation(Country::Venice, ally, Technology::Arquebus, true),
                    ];
                    if !third.is_empty() {
                        nations.push(nation(Country::Minor, third, Technology::Arquebus, true));
                    }
                    let before = host(&nations);
                    if check_together(before.stack, &[Country::Spain]).is_err() {
                        continue;
                    }
                    for lost in 0..=before.stack.size().0 {
                        let ways = before.remainders(Country::Spain, &nations, Thirds(lost));
                        assert!(!ways.is_empty(), "{own} | {ally} | {third} less {lost}");
                        for way in ways {
                            assert_eq!(way.stack.size().0, before.stack.size().0 - lost);
                            let pairs = way.by_nation().into_iter().zip(before.by_nation());
                            for (after, before) in pairs {
                                assert!(after.armies() <= before.armies() && after.size() <= before.size());
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn monarchs_then_numbers_then_rank_command() {
        let of = |ld: i16, monarch: bool, rank: Option<char>| Claimant {
            troops: Thirds::whole(ld),
            present: true,
            monarch,
            rank,
        };
        let drawn = Claimant { present: false, ..of(4, false, None) };
        assert!(commands(of(1, true, None), of(5, false, Some('A'))).is_ok());
        assert!(commands(of(5, false, Some('A')), of(1, true, None)).is_err());
        assert!(commands(of(4, false, None), of(3, false, Some('A'))).is_ok());
        assert!(commands(of(3, false, Some('A')), of(4, false, None)).is_err());
        assert!(commands(drawn, of(3, false, Some('A'))).is_ok(), "a substitute of the most LD");
        assert!(commands(of(4, false, Some('B')), of(4, false, Some('A'))).is_err());
        assert!(commands(of(4, false, Some('A')), of(4, false, Some('A'))).is_ok());
        assert!(commands(drawn, of(4, false, None)).is_err(), "he who is there goes before a substitute");
    }
}
