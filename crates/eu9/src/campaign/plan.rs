//! The choice of a campaign: what each costs a country now, and which of its stacks may then act aggressively.

use super::{Aggression, Campaign, Element, FreeUse, Grant, King, Priced};
use crate::asks::Asks;
use crate::charts::Charts;
use crate::fleet::{Fleet, fleet_line};
use crate::power::{Country, Period, Turn};
use crate::profile::{AttritionProfile, LowCost, ProfileName, listed};
use crate::stack::Stack;
use grognard_charts::{BadData, Problem, Switch, read, refuse};
use grognard_umpire::{
    Asking, Barred, Choice, Fact, Figure, Flow, Offer, Openness, Playable, Procedure, Refusal, Ruling, Side,
    Umpire, Unit,
};
use serde::Deserialize;
use std::ops::ControlFlow::Break;
use std::sync::Arc;

/// More stacks than a country leads into battle at once.
const STACKS_MAX: usize = 16;

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct StackText {
    name: String,
    counters: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct FleetText {
    name: String,
    ships: String,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct KingText {
    name: String,
    mil: u8,
}

/// The `[rules]` of a campaign file.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CampaignRulesText {
    profile: Option<ProfileName>,
    low_cost: Option<LowCost>,
}

/// The switches of a campaign file, each with its reading under a profile.
pub(crate) fn campaign_switches(name: ProfileName) -> Vec<Switch> {
    listed!["low-cost" LowCost = AttritionProfile::of(name).low_cost, of "EU9-CAMPAIGN-v";]
}

grognard_charts::battle_file! {
    /// A campaign file.
    #[derive(Clone, Debug)]
    pub struct CampaignText {
        year: u16,
        name: String,
        country: Country,
        treasury: i16,
        /// The king, where he makes a difference.
        king: Option<KingText>,
        /// Free campaigns used earlier in the turn.
        #[serde(default)]
        free_used: Vec<String>,
        /// The campaign paid for in the summer, in an extended one.
        extended: Option<String>,
        /// Stacks that are to act aggressively, in this order.
        #[serde(default)]
        stacks: Vec<StackText>,
        /// And fleets.
        #[serde(default)]
        fleets: Vec<FleetText>,
        #[serde(default)]
        rules: CampaignRulesText,
    }
}

/// A stack or fleet that is to act aggressively.
#[derive(Clone, Debug)]
struct Force {
    words: String,
    small: bool,
    fleet: Option<Fleet>,
}

/// The givens of a country's choice of campaign.
pub struct Plan {
    /// The tables.
    pub charts: Arc<Charts>,
    /// Its name.
    pub title: String,
    /// Whose.
    pub name: String,
    country: Country,
    treasury: i16,
    grants: Vec<Grant>,
    used: FreeUse,
    paid: Option<Campaign>,
    low_cost: LowCost,
    forces: Vec<Force>,
}

/// The campaign of a key in a file.
pub(crate) fn campaign(key: &str, path: &str, problems: &mut Vec<Problem>) -> Campaign {
    Campaign::ALL.into_iter().find(|campaign| campaign.key() == key).unwrap_or_else(|| {
        let keys: Vec<String> = Campaign::ALL.iter().map(Offer::key).collect();
        problems.push(Problem::new(path, format!("no campaign `{key}`; write {}", keys.join(", "))));
        Campaign::None
    })
}

impl Plan {
    /// Reads a campaign file.
    ///
    /// # Errors
    /// What is wrong with it, where, and what would be right.
    pub fn open(file: &str, text: &str, charts: &Arc<Charts>) -> Result<Plan, BadData> {
        let setup: CampaignText = read(file, text)?;
        let mut problems = Vec::new();
        let turn = Turn::of_year(setup.year);
        let period = turn.and_then(|turn| charts.period(turn)).unwrap_or_else(|| {
            let words = Turn::outside(setup.year);
            problems.push(Problem::new("year", words));
            Period::I
        });
        let forces = forces(&setup, charts, period, &mut problems);
        let king = setup.king.as_ref().map_or(King::Common, |king| {
            if king.mil > 9 {
                problems.push(Problem::new("king.mil", format!("{} is no MIL; write 3 to 9", king.mil)));
            }
            King::of(charts, setup.country, king.mil, &king.name)
        });
        let grants = Grant::of(charts, setup.country, king);
        let mut used = FreeUse::default();
        for (place, key) in setup.free_used.iter().enumerate() {
            let path = format!("free-used[{place}]");
            let one = campaign(key, &path, &mut problems);
            if !used.covers(&grants, one) {
                let words = format!("{} has no such free campaign left", setup.country.key());
                problems.push(Problem::new(path, format!("{words} ({})", rule!("CAMPAIGN-u"))));
            }
            used = used.and(one);
        }
        let extended = setup.extended.as_deref().map(|key| campaign(key, "extended", &mut problems));
        if !problems.is_empty() {
            return Err(refuse(file, text, &problems));
        }
        Ok(Plan {
            charts: Arc::clone(charts),
            title: setup.title,
            name: setup.name,
            country: setup.country,
            treasury: setup.treasury,
            grants,
            used,
            paid: extended,
            low_cost: setup
                .rules
                .low_cost
                .unwrap_or(AttritionProfile::of(setup.rules.profile.unwrap_or_default()).low_cost),
            forces,
        })
    }

    fn is_free(&self, campaign: Campaign) -> bool {
        self.used.covers(&self.grants, campaign)
    }

    /// What a campaign costs now: nothing if it is free, and the difference if one goes on.
    fn cost(&self, campaign: Campaign) -> Result<i16, Refusal> {
        let cost = campaign.cost_after(self.paid, &self.charts)?;
        Ok(if self.is_free(campaign) { 0 } else { cost })
    }

    fn check(&self, campaign: Campaign) -> Result<(), Refusal> {
        campaign.check_open_to(&self.charts, self.country)?;
        let (cost, treasury) = (self.cost(campaign)?, self.treasury);
        match cost <= treasury.max(0) {
            true => Ok(()),
            false => {
                let reason = format!("it costs {cost} ducats; the treasury has {treasury}");
                Err(Refusal::new(campaign.clause(), reason))
            }
        }
    }

    /// Which of the forces may act under a campaign, in their order; on land and at sea apart.
    fn acting(&self, campaign: Campaign) -> Vec<Result<(), Refusal>> {
        let (mut land, mut sea) = (Aggression::default(), Aggression::default());
        let act = |force: &Force| {
            let (so_far, element) = match force.fleet {
                Some(_) => (&mut sea, Element::Sea),
                None => (&mut land, Element::Land),
            };
            force.fleet.map_or(Ok(()), |fleet| campaign.may_act_at_sea(fleet, self.low_cost))?;
            so_far.allows(campaign, force.small, element)?;
            *so_far = so_far.and(force.small);
            Ok(())
        };
        self.forces.iter().map(act).collect()
    }
}

fn forces(setup: &CampaignText, charts: &Charts, period: Period, problems: &mut Vec<Problem>) -> Vec<Force> {
    let mut forces = Vec::new();
    for (place, text) in setup.stacks.iter().enumerate() {
        let path = format!("stacks[{place}].counters");
        match Stack::read(&text.counters) {
            Ok(stack) => {
                if let Err(refusals) = stack.check(setup.country) {
                    problems.push(Problem::new(path, refusals[0].to_string()));
                }
                let words = format!("{} ({stack})", text.name);
                forces.push(Force { words, small: stack.is_small(charts), fleet: None });
            }
            Err(problem) => problems.push(Problem::new(path, problem)),
        }
    }
    for (place, text) in setup.fleets.iter().enumerate() {
        let path = format!("fleets[{place}].ships");
        match Fleet::read(&text.ships) {
            Ok(fleet) => {
                if let Err(refusal) = fleet.check(charts, fleet_line(setup.country, "III"), period) {
                    problems.push(Problem::new(path, refusal.to_string()));
                }
                let words = format!("{} ({fleet})", text.name);
                forces.push(Force { words, small: fleet.is_small(charts), fleet: Some(fleet) });
            }
            Err(problem) => problems.push(Problem::new(path, problem)),
        }
    }
    if forces.len() > STACKS_MAX {
        problems.push(Problem::new("stacks", format!("at most {STACKS_MAX} stacks and fleets")));
    }
    forces
}

/// A campaign about to be chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Council;

/// What was chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Chosen {
    /// The campaign.
    pub campaign: Campaign,
    /// What it costs.
    pub cost: i16,
    /// How many of the stacks and fleets named act under it.
    pub acting: u8,
}

impl Plan {
    fn open_campaigns(&self) -> Vec<Priced> {
        let open = Campaign::ALL.into_iter().filter(|&campaign| self.check(campaign).is_ok());
        open.filter_map(|campaign| Some(Priced(campaign, self.cost(campaign).ok()?))).collect()
    }

    fn acting_count(&self, campaign: Campaign) -> u8 {
        self.acting(campaign).iter().filter(|act| act.is_ok()).count() as u8
    }
}

impl Procedure for Council {
    type Rules = Plan;
    type End = Chosen;

    fn step(self, plan: &Plan, ump: &mut impl Umpire) -> Flow<Self> {
        let barred = || {
            let why = |campaign: Campaign| {
                plan.check(campaign).err().map(|refusal| Barred { key: campaign.key(), refusal })
            };
            Campaign::ALL.into_iter().filter_map(why).collect()
        };
        let asking = Asking::of(Side::First, rule!("CAMPAIGN-q"), Asks::Campaign);
        let open = plan.open_campaigns();
        let Priced(campaign, cost) = *ump.choose_among(asking, &open, Openness::Open, &barred)?;
        if plan.is_free(campaign) {
            ump.explain(|| {
                let text = format!("{} has this campaign free of charge", plan.name);
                Ruling::new(rule!("CAMPAIGN-u"), text)
            });
        }
        ump.explain(|| {
            let text = format!("{} announces {} ({cost} ducats)", plan.name, campaign.words());
            Ruling::new(campaign.clause(), text)
        });
        for (force, act) in plan.forces.iter().zip(plan.acting(campaign)) {
            ump.explain(|| match act {
                Ok(()) => Ruling::new(campaign.clause(), format!("{} may act aggressively", force.words)),
                Err(refusal) => {
                    let clause = refusal.clause.unwrap_or(campaign.clause());
                    Ruling::new(clause, format!("{} may not: {}", force.words, refusal.reason))
                }
            });
        }
        Ok(Break(Chosen { campaign, cost, acting: plan.acting_count(campaign) }))
    }
}

impl Playable for Council {
    fn side_name(plan: &Plan, side: Side) -> String {
        match side {
            Side::First => plan.name.clone(),
            Side::Second => "nobody".to_owned(),
        }
    }

    fn view(&self, plan: &Plan, _: Option<Side>) -> Fact {
        Fact::record([
            ("stage", Fact::from("choice of campaign")),
            ("treasury", plan.treasury.into()),
            ("free-campaigns-used", plan.used.times().into()),
        ])
    }

    fn end_facts(plan: &Plan, end: &Chosen) -> Fact {
        Fact::record([
            ("campaign", Fact::from(end.campaign.key())),
            ("cost", end.cost.into()),
            ("treasury", (plan.treasury - end.cost).into()),
            ("acting", end.acting.into()),
        ])
    }

    fn end_words(plan: &Plan, end: &Chosen) -> String {
        let paid = match end.campaign {
            Campaign::None => "announces no campaign".to_owned(),
            campaign => format!("pays {} ducats for a {} campaign", end.cost, campaign.row()),
        };
        format!("{} {paid}; {} of {} may act aggressively.", plan.name, end.acting, plan.forces.len())
    }

    fn figures(_: &Plan) -> Vec<Figure<Council>> {
        vec![
            Figure::new("cost", "ducats paid", Unit::Count, |end: &Chosen| end.cost.into()),
            Figure::new("acting", "stacks and fleets that act", Unit::Count, |end: &Chosen| {
                end.acting.into()
            }),
        ]
    }

    /// As many forces as possible, as cheaply as possible.
    fn objective(_: &Plan, side: Side, end: &Chosen) -> i64 {
        let value = 1000 * i64::from(end.acting) - i64::from(end.cost);
        if side == Side::First { value } else { -value }
    }

    fn objective_words(_: &Plan, _: Side) -> String {
        "1000 for each stack or fleet that acts, less the ducats paid".to_owned()
    }

    /// The cheapest campaign under which the most of them act.
    fn policy(&self, plan: &Plan, _: &Choice<'_>) -> usize {
        let open = plan.open_campaigns();
        let worth = |&place: &usize| {
            let Priced(campaign, cost) = open[place];
            (plan.acting_count(campaign), -cost)
        };
        // Of equals the first.
        (0..open.len()).rev().max_by_key(worth).unwrap_or(0)
    }
}
