//! The choice of campaign: what a side announces and pays for in its impulse.

use super::{Game, Impulse, Stage};
use crate::asks::Asks;
use crate::campaign::{Campaign, Grant, King, Priced};
use crate::title::{ExtendedCampaign, GameRules};
use grognard_umpire::{Asked, Asking, Barred, Offer, Openness, Refusal, Ruling, Umpire};

impl Game {
    /// Whether the campaigns of the round before have been paid for this one too.
    pub(super) fn goes_on(&self, rules: &GameRules) -> bool {
        self.extended && rules.readings.extended_campaign == ExtendedCampaign::Paid
    }

    /// The side announces and pays its campaign. A campaign that goes on from the summer into the same
    /// year's winter has been paid for already; a dearer one costs the difference.
    pub(super) fn choose_campaign(
        mut self,
        impulse: Impulse,
        rules: &GameRules,
        ump: &mut impl Umpire,
    ) -> Asked<Game> {
        let side = impulse.side;
        let purse = self.purse[side];
        let country = rules.nations[usize::from(rules.sides[side].major)].country;
        let goes_on = self.goes_on(rules);
        let paid = goes_on.then_some(self.campaign[side]);
        // Some have a campaign of theirs free of charge once a turn.
        let grants = Grant::of(&rules.charts, country, King::default());
        let used = self.free_used[side];
        let is_free = |campaign: &Campaign| used.covers(&grants, *campaign);
        // What goes on may become larger, not smaller.
        let price = |campaign: Campaign| -> Result<Priced, Refusal> {
            campaign.check_open_to(&rules.charts, country)?;
            let cost = campaign.cost_after(paid, &rules.charts)?;
            let cost = if is_free(&campaign) { 0 } else { cost };
            if cost > purse.max(0) {
                let reason = format!("it costs {cost} ducats; the treasury has {purse}");
                return Err(Refusal::new(campaign.clause(), reason));
            }
            Ok(Priced(campaign, cost))
        };
        let open: Vec<Priced> =
            Campaign::ALL.into_iter().filter_map(|campaign| price(campaign).ok()).collect();
        let barred = || {
            let why = |campaign: Campaign| {
                price(campaign).err().map(|refusal| Barred { key: campaign.key(), refusal })
            };
            Campaign::ALL.into_iter().filter_map(why).collect()
        };
        let asking = Asking::of(side, rule!("CAMPAIGN-q"), Asks::Campaign);
        let Priced(campaign, cost) = *ump.choose_among(asking, &open, Openness::Open, &barred)?;
        if is_free(&campaign) {
            self.free_used[side] = used.and(campaign);
            ump.cite(rule!("CAMPAIGN-u"));
        }
        if goes_on {
            ump.cite(rule!("CAMPAIGN-w"));
        }
        self.purse[side] -= cost;
        (self.campaign[side], self.announced[side]) = (campaign, true);
        // What is announced now holds for interceptions until the side's next choice, whatever it does.
        ump.cite(rule!("CAMPAIGN-q"));
        ump.explain(|| {
            let name = &rules.sides[side].name;
            let text = match campaign {
                Campaign::None => format!("{name} makes no campaign"),
                _ => format!("{name} announces a {} campaign for {cost} ducats", campaign.row()),
            };
            Ruling::new(campaign.clause(), text)
        });
        Ok(self.at_stage(Stage::Move(impulse)))
    }
}
