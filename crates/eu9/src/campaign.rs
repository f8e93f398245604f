//! Campaigns: what is paid, and what may then be done.

mod plan;

pub(crate) use plan::campaign;
pub(crate) use plan::campaign_switches;
pub use plan::{CampaignText, Chosen, Council, Plan};

use crate::attrition::Logistics;
use crate::charts::Charts;
use crate::fleet::Fleet;
use crate::power::Country;
use crate::profile::LowCost;
use grognard_umpire::{Clause, Offer, Refusal};

/// The campaign a side pays for in its impulse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Campaign {
    /// Nothing moves and nothing intercepts.
    None,
    /// Moves at home, interceptions at home, sieges kept up, exploration. Whoever has not chosen yet
    /// counts as having paid this.
    #[default]
    Passive,
    /// One small stack on land and one at sea may act aggressively.
    Simple,
    /// The same for less, but 3 LD already tire.
    SimpleNoLogistics,
    /// One stack of any size, or any number of small ones; land and sea apart.
    Major,
    /// No limits but those of stacking.
    Multiple,
}

/// A campaign with what it costs, for a side to pick.
#[derive(Clone, Copy)]
pub(crate) struct Priced(pub(crate) Campaign, pub(crate) i16);

impl Offer for Priced {
    fn key(&self) -> String {
        self.0.key()
    }
    fn words(&self) -> String {
        format!("{} ({} ducats)", self.0.words(), self.1)
    }
}

impl Campaign {
    /// All of them, cheapest rights first.
    pub const ALL: [Campaign; 6] = [
        Campaign::None,
        Campaign::Passive,
        Campaign::SimpleNoLogistics,
        Campaign::Simple,
        Campaign::Major,
        Campaign::Multiple,
    ];

    /// The row of the campaign costs.
    pub const fn row(self) -> &'static str {
        match self {
            Campaign::None => "none",
            Campaign::Passive => "passive",
            Campaign::Simple => "simple",
            Campaign::SimpleNoLogistics => "simple no logistics",
            Campaign::Major => "major",
            Campaign::Multiple => "multiple",
        }
    }

    /// The clause that sets its price.
    pub const fn clause(self) -> Clause {
        match self {
            Campaign::None | Campaign::Passive => rule!("CAMPAIGN-b"),
            Campaign::Simple => rule!("CAMPAIGN-h"),
            Campaign::SimpleNoLogistics => rule!("CAMPAIGN-r"),
            Campaign::Major => rule!("CAMPAIGN-l"),
            Campaign::Multiple => rule!("CAMPAIGN-o"),
        }
    }

    /// What it costs in ducats.
    pub fn cost(self, charts: &Charts) -> i16 {
        charts.figure("campaign-costs", self.row())
    }

    /// Whether a country may choose it: campaigns without logistics are for a few.
    pub fn is_open_to(self, charts: &Charts, country: Country) -> bool {
        self != Campaign::SimpleNoLogistics || charts.words.does_without_logistics(country)
    }

    /// Whether a sea stack may act aggressively under it at all: in the editions no F counter does in a low-cost
    /// campaign.
    ///
    /// # Errors
    /// Why not.
    pub fn may_act_at_sea(self, fleet: Fleet, low_cost: LowCost) -> Result<(), Refusal> {
        let barred = self == Campaign::SimpleNoLogistics && low_cost == LowCost::Massed;
        match barred && fleet.f_counters() > 0 {
            true => Err(Refusal::new(rule!("CAMPAIGN-v"), "in a low-cost campaign no F counter acts at sea")),
            false => Ok(()),
        }
    }

    /// How it stands with logistics.
    pub fn logistics(self, low_cost: LowCost) -> Logistics {
        match self {
            Campaign::SimpleNoLogistics => Logistics::Low(low_cost),
            _ => Logistics::Paid,
        }
    }

    /// Whether it gives more rights than another: they are told apart by what they allow, not by their price.
    fn exceeds(self, other: Campaign) -> bool {
        let place = |campaign| Campaign::ALL.iter().position(|&one| one == campaign);
        place(self) > place(other)
    }

    /// What it costs where another has been paid for and goes on: a larger and dearer one the difference, a larger
    /// one that is no dearer its price.
    ///
    /// # Errors
    /// That it is smaller.
    pub fn cost_after(self, paid: Option<Campaign>, charts: &Charts) -> Result<i16, Refusal> {
        let cost = self.cost(charts);
        match paid {
            None => Ok(cost),
            Some(paid) if self == paid => Ok(0),
            Some(paid) if !self.exceeds(paid) => {
                let reason = "the campaign of the summer goes on, or becomes a larger one";
                Err(Refusal::new(rule!("CAMPAIGN-w"), reason))
            }
            Some(paid) => Ok(match cost - paid.cost(charts) {
                more @ 1.. => more,
                _ => cost,
            }),
        }
    }

    /// Why it is not open to a country: a low-cost campaign is for those whom the table names.
    ///
    /// # Errors
    /// That reason.
    pub fn check_open_to(self, charts: &Charts, country: Country) -> Result<(), Refusal> {
        if self.is_open_to(charts, country) {
            return Ok(());
        }
        let open = Country::ALL.iter().filter(|&&country| self.is_open_to(charts, country));
        let names: Vec<String> = open.map(|country| country.name()).collect();
        let whose = match &names[..] {
            [] => "nobody".to_owned(),
            [one] => one.clone(),
            [several @ .., last] => format!("{} and {last}", several.join(", ")),
        };
        Err(Refusal::new(self.clause(), format!("low-cost campaigns are for {whose}")))
    }

    /// Whether it lets a stack go somewhere or do something that is no attack on an enemy: a passive campaign
    /// forbids falling on revolts and pirates, but not to go on with a fight or a siege already begun, nor
    /// to explore or to fight natives.
    ///
    /// # Errors
    /// Why not.
    pub fn may_do(self, errand: Errand) -> Result<(), Refusal> {
        let clause = match errand {
            Errand::FallOnRevoltOrPirates => rule!("CAMPAIGN-e"),
            Errand::GoOnWithSiegeOrFight => rule!("CAMPAIGN-f"),
            Errand::ExploreOrFightNatives => rule!("CAMPAIGN-g"),
        };
        match (self, errand) {
            (Campaign::None, _) => Err(Refusal::new(clause, "without a campaign nothing moves")),
            (Campaign::Passive, Errand::FallOnRevoltOrPirates) => {
                Err(Refusal::new(clause, "a passive campaign does not move onto revolts or pirates"))
            }
            _ => Ok(()),
        }
    }

    /// Whether stacks may move at home.
    pub fn moves_at_home(self) -> bool {
        self != Campaign::None
    }

    /// Whether its payer may intercept: at home with a passive campaign, anywhere with a dearer one,
    /// whatever the size and number of the stacks.
    ///
    /// # Errors
    /// Why not.
    pub fn may_intercept(self, at_home: bool) -> Result<(), Refusal> {
        // Neither the size nor the number of interceptions is limited by the campaign (CAMPAIGN-k).
        match (self, at_home) {
            (Campaign::None, _) => {
                Err(Refusal::new(rule!("CAMPAIGN-d"), "without a campaign nothing intercepts"))
            }
            (Campaign::Passive, false) => Err(Refusal::new(
                rule!("CAMPAIGN-d"),
                "a passive campaign intercepts in friendly territory only; a simple one is needed",
            )),
            _ => Ok(()),
        }
    }

    /// The clause under which its payer intercepts, at home or in enemy land.
    pub const fn interception_right(self, at_home: bool) -> Clause {
        match self {
            _ if at_home => rule!("INTERCEPT-b"),
            Campaign::None | Campaign::Passive => rule!("CAMPAIGN-d"),
            Campaign::Simple | Campaign::SimpleNoLogistics => rule!("CAMPAIGN-j"),
            Campaign::Major | Campaign::Multiple => rule!("CAMPAIGN-s"),
        }
    }
}

/// How often something is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Often {
    /// Every round.
    Round,
    /// Every turn.
    Turn,
}

/// Campaigns that somebody has free of charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grant {
    /// Which.
    pub campaign: Campaign,
    /// How many of them.
    pub times: u8,
    /// In what time.
    pub often: Often,
}

/// The king of a country that has free campaigns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum King {
    /// One like others.
    #[default]
    Common,
    /// A great one: of Sweden with a MIL of 7 or more, of Prussia Friedrich II.
    Great,
}

impl King {
    /// The king of a country by his MIL and, since in Prussia it is one man, his name.
    pub fn of(charts: &Charts, country: Country, mil: u8, name: &str) -> King {
        let Ok(table) = charts.pages.table("great-kings") else { return King::Common };
        let bound = table.row(country.key()).and_then(|row| table.number::<u8>(row, 1));
        let named = country != Country::Prussia || name == "Friedrich II";
        if bound.is_ok_and(|bound| mil >= bound) && named { King::Great } else { King::Common }
    }
}

impl Grant {
    /// A line of the free campaigns.
    pub fn named(charts: &Charts, who: &str) -> Option<Grant> {
        let table = charts.pages.table("free-campaigns").ok()?;
        let row = table.row(who).ok()?;
        let campaign = Campaign::ALL.into_iter().find(|c| c.row() == table.cell(row, 1).text())?;
        let often = match table.cell(row, 3).text() {
            "round" => Often::Round,
            _ => Often::Turn,
        };
        Some(Grant { campaign, times: table.number(row, 2).ok()?, often })
    }

    /// What a major country has free of charge under its king; of several grants it may use one in a turn.
    pub fn of(charts: &Charts, country: Country, king: King) -> Vec<Grant> {
        let who = match king {
            King::Common => country.key().to_owned(),
            King::Great => format!("{} under a great king", country.key()),
        };
        [who.clone(), format!("{who}, or")].iter().filter_map(|who| Grant::named(charts, who)).collect()
    }
}

/// The free campaigns a country has used in a turn: all of one kind, since grants are alternatives.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct FreeUse(Option<(Campaign, u8)>);

impl FreeUse {
    /// So many of a kind.
    pub(crate) fn of(campaign: Campaign, times: u8) -> FreeUse {
        FreeUse(Some((campaign, times)))
    }

    /// Which, and how many.
    pub(crate) fn used(self) -> Option<(Campaign, u8)> {
        self.0
    }

    /// How many.
    pub fn times(self) -> u8 {
        self.0.map_or(0, |(_, times)| times)
    }

    /// Whether one more campaign of a kind is free.
    pub fn covers(self, grants: &[Grant], campaign: Campaign) -> bool {
        let same = self.0.is_none_or(|(used, _)| used == campaign);
        same && grants.iter().any(|grant| grant.campaign == campaign && self.times() < grant.times)
    }

    /// With one more of a kind.
    pub fn and(self, campaign: Campaign) -> FreeUse {
        FreeUse(Some((campaign, self.times() + 1)))
    }
}

impl Offer for Campaign {
    fn key(&self) -> String {
        self.row().replace(' ', "-")
    }
    fn words(&self) -> String {
        match self {
            Campaign::None => "no campaign",
            Campaign::Passive => "a passive campaign: move at home",
            Campaign::Simple => "a simple campaign: one small stack attacks",
            Campaign::SimpleNoLogistics => "a low-cost simple campaign, without logistics",
            Campaign::Major => "a major campaign: one large stack or any number of small ones attack",
            Campaign::Multiple => "a multiple campaign: everybody attacks",
        }
        .to_owned()
    }
}

/// What a stack may be about besides attacking an enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Errand {
    /// Moving onto revolts or pirates.
    FallOnRevoltOrPirates,
    /// Keeping up a siege, or a fight against revolts or pirates already in contact.
    GoOnWithSiegeOrFight,
    /// Exploring, or fighting natives.
    ExploreOrFightNatives,
}

/// How many stacks have acted aggressively in an impulse, on land or at sea.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Aggression {
    /// Small stacks.
    pub small: u8,
    /// Large stacks.
    pub large: u8,
}

/// Land or sea: limits are counted apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Element {
    /// Land.
    Land,
    /// Sea.
    Sea,
}

impl Aggression {
    /// Whether one more stack may act aggressively under a campaign.
    ///
    /// # Errors
    /// Why not.
    pub fn allows(self, campaign: Campaign, small: bool, element: Element) -> Result<(), Refusal> {
        let refuse = |clause, reason: &'static str| Err(Refusal::new(clause, reason));
        match campaign {
            Campaign::None | Campaign::Passive => {
                refuse(rule!("CAMPAIGN-c"), "a passive campaign does not enter enemy territory")
            }
            Campaign::Simple | Campaign::SimpleNoLogistics if !small => {
                let clause = match element {
                    Element::Land => rule!("STACK-p"),
                    Element::Sea => rule!("STACK-q"),
                };
                refuse(clause, "a simple campaign attacks with one small stack, and this one is large")
            }
            Campaign::Simple | Campaign::SimpleNoLogistics if self.small + self.large > 0 => refuse(
                rule!("CAMPAIGN-i"),
                "a simple campaign attacks with one small stack, and one has acted",
            ),
            Campaign::Major if self.large > 0 || (!small && self.small > 0) => {
                let clause = match element {
                    Element::Land => rule!("CAMPAIGN-m"),
                    Element::Sea => rule!("CAMPAIGN-n"),
                };
                refuse(
                    clause,
                    "a major campaign attacks with one large stack or any number of small ones, not both",
                )
            }
            _ => Ok(()),
        }
    }

    /// The same with one more stack.
    pub fn and(self, small: bool) -> Aggression {
        match small {
            true => Aggression { small: self.small + 1, ..self },
            false => Aggression { large: self.large + 1, ..self },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pinned::forbids;

    #[test]
    fn some_campaigns_are_free() {
        let charts = Charts::load(&[]).unwrap();
        let free = |who: &str| Grant::named(&charts, who).map(|g| (g.campaign, g.times, g.often));
        assert_eq!(free("minor at war"), Some((Campaign::Simple, 1, Often::Round)));
        assert_eq!(free("minor in limited intervention"), Some((Campaign::Simple, 1, Often::Turn)));
        assert_eq!(
            free("minor in limited intervention, each round"),
            Some((Campaign::Passive, 1, Often::Round))
        );
        assert_eq!(free("sweden"), Some((Campaign::Major, 1, Often::Turn)));
        assert_eq!(free("prussia"), Some((Campaign::Multiple, 1, Often::Turn)));
        assert!(Grant::of(&charts, Country::France, King::Great).is_empty());
    }

    /// Sweden under a great king: two majors, or one multiple instead; Prussia under Friedrich II: two multiples.
    #[test]
    fn great_kings_have_more_free_campaigns() {
        let charts = Charts::load(&[]).unwrap();
        let king = |country, mil, name| King::of(&charts, country, mil, name);
        assert_eq!(king(Country::Sweden, 6, "Charles IX"), King::Common);
        assert_eq!(king(Country::Sweden, 7, "Eric XIV"), King::Great);
        assert_eq!(king(Country::Prussia, 9, "Friedrich-Wilhelm"), King::Common);
        assert_eq!(king(Country::Prussia, 9, "Friedrich II"), King::Great);
        assert_eq!(king(Country::France, 9, "Henri IV"), King::Common);
        let mut used = FreeUse::default();
        let common = Grant::of(&charts, Country::Sweden, King::Common);
        assert!(used.covers(&common, Campaign::Major) && !used.covers(&common, Campaign::Multiple));
        assert!(!used.and(Campaign::Major).covers(&common, Campaign::Major), "one a turn");
        let great = Grant::of(&charts, Country::Sweden, King::Great);
        assert!(used.covers(&great, Campaign::Major) && used.covers(&great, Campaign::Multiple));
        assert!(!used.and(Campaign::Multiple).covers(&great, Campaign::Major), "one or the other");
        used = used.and(Campaign::Major);
        assert!(used.covers(&great, Campaign::Major) && !used.covers(&great, Campaign::Multiple));
        assert!(!used.and(Campaign::Major).covers(&great, Campaign::Major), "two a turn");
        let prussia = |king| Grant::of(&charts, Country::Prussia, king);
        let once = FreeUse::default().and(Campaign::Multiple);
        assert!(once.covers(&prussia(King::Great), Campaign::Multiple));
        assert!(!once.covers(&prussia(King::Common), Campaign::Multiple));
        assert_eq!(once.times(), 1);
    }

    /// The guide bars nobody at sea; the editions bar F counters.
    #[test]
    fn in_a_low_cost_campaign_of_the_editions_no_fleet_counter_acts() {
        let fleet = |text: &str| Fleet::read(text).unwrap();
        let acts =
            |campaign: Campaign, ships: &str, low_cost| campaign.may_act_at_sea(fleet(ships), low_cost);
        forbids(rule!("CAMPAIGN-v"), acts(Campaign::SimpleNoLogistics, "F- 2NWD", LowCost::Massed));
        assert!(acts(Campaign::SimpleNoLogistics, "2NWD", LowCost::Massed).is_ok());
        assert!(acts(Campaign::Simple, "F- 2NWD", LowCost::Massed).is_ok());
        assert!(acts(Campaign::SimpleNoLogistics, "F- 2NWD", LowCost::Further).is_ok());
    }

    /// An extended campaign grows by its rights: what allows more is never had for nothing.
    #[test]
    fn campaigns_that_go_on_are_compared_by_their_rights() {
        let charts = Charts::load(&[]).unwrap();
        let cost = |campaign: Campaign, paid| campaign.cost_after(Some(paid), &charts).ok();
        assert_eq!(cost(Campaign::Passive, Campaign::Passive), Some(0));
        assert_eq!(cost(Campaign::SimpleNoLogistics, Campaign::Passive), Some(10), "no dearer, yet larger");
        assert_eq!(cost(Campaign::Simple, Campaign::Passive), Some(10));
        assert_eq!(cost(Campaign::Simple, Campaign::SimpleNoLogistics), Some(10));
        assert_eq!(cost(Campaign::Multiple, Campaign::Major), Some(50));
        assert_eq!(cost(Campaign::Passive, Campaign::SimpleNoLogistics), None, "smaller at the same price");
        assert_eq!(cost(Campaign::Simple, Campaign::Major), None);
        assert_eq!(Campaign::Major.cost_after(None, &charts).ok(), Some(50));
    }
}
