//! The choice of campaign: what a side announces and pays for in its impulse.

use super::{Game, Impulse, Stage};
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
        let paid = if goes_on { self.campaign[side].cost(&rules.charts) } else { 0 };
        // Some have a campaign of theirs free of charge once a turn.
        let grants = Grant::of(&rules.charts, country, King::default());
        let used = self.free_used[side];
        let is_free = |campaign: &Campaign| used.covers(&grants, *campaign);
        let cost = |campaign: &Campaign| match is_free(campaign) {
            true => 0,
            false => (campaign.cost(&rules.charts) - paid).max(0),
        };
        // What goes on may become larger, not smaller.
        let goes_on_as = |campaign: &Campaign| campaign.cost(&rules.charts) >= paid;
        let allowed = |campaign: &Campaign| campaign.is_open_to(&rules.charts, country);
        let affordable =
            |campaign: &Campaign| allowed(campaign) && goes_on_as(campaign) && cost(campaign) <= purse.max(0);
        let open: Vec<Priced> = Campaign::ALL
            .into_iter()
            .filter(affordable)
            .map(|campaign| Priced(campaign, cost(&campaign)))
            .collect();
        let barred = || {
            let closed = Campaign::ALL.into_iter().filter(|campaign| !affordable(campaign));
            closed
                .map(|campaign| {
                    let reason = match allowed(&campaign) {
                        true if !goes_on_as(&campaign) => {
                            "the campaign of the summer goes on, or becomes a larger one".to_owned()
                        }
                        true => format!("it costs {} ducats; the treasury has {purse}", cost(&campaign)),
                        false => "campaigns without logistics are for Russia and Poland".to_owned(),
                    };
                    Barred { key: campaign.key(), refusal: Refusal::new(campaign.clause(), reason) }
                })
                .collect()
        };
        let asking = Asking::of(side, rule!("CAMPAIGN-q"), "campaign");
        let Priced(campaign, cost) = *ump.choose_among(asking, &open, Openness::Open, &barred)?;
        if is_free(&campaign) {
            self.free_used[side] = used.and(campaign);
            ump.cite(rule!("CAMPAIGN-u"));
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
