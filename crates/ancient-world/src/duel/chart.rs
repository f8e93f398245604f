//! The duel's own figures, all reconstructed or published elsewhere.

use crate::charts::{COUNT, MODIFIER, bounded, figure};
use crate::force::Terrain;
use grognard_charts::{BadData, Bands, Pages};

/// A row of the assault table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct AssaultRow {
    pub besieger_percent: u8,
    pub garrison_sp: u8,
    pub falls: bool,
}

/// Figures of marches, sieges and scoring.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub struct CampaignChart {
    pub operations_max: u8,
    pub march_points: u8,
    pub hex_cost: [u8; 4],
    pub river_cost: u8,
    pub interception_distance_max: u8,
    pub city_relief: u16,
    pub supplied_besieger: i16,
    pub besieger_on_flat: i16,
    pub supply_distance_max: u8,
    pub treachery_factor: u16,
    pub rally_levels: u8,
    pub city_points: u16,
    pub captured_garrison: u8,
    siege: (Bands, Vec<u8>),
    assault: (Bands, Vec<AssaultRow>),
}

impl CampaignChart {
    pub(crate) fn read(pages: &Pages) -> Result<CampaignChart, BadData> {
        let table = pages.table("campaign")?;
        let mut hex_cost = [0; 4];
        for terrain in Terrain::ALL {
            hex_cost[*terrain as usize] = figure(table, &format!("march points, {}", terrain.key()), COUNT)?;
        }
        let siege = pages.table("siege-attrition")?;
        let losses: Result<Vec<u8>, BadData> =
            (0..siege.rows()).map(|row| bounded(siege, row, 1, COUNT)).collect();
        let assault = pages.table("siege-assault")?;
        let rows: Result<Vec<AssaultRow>, BadData> = (0..assault.rows())
            .map(|row| {
                Ok(AssaultRow {
                    besieger_percent: assault.parse(row, 1, "a percentage of the loss chart", |text| {
                        text.parse().ok().filter(|percent: &u8| percent.is_multiple_of(5) && *percent <= 100)
                    })?,
                    garrison_sp: bounded(assault, row, 2, COUNT)?,
                    falls: assault.parse(row, 3, "`holds` or `falls`", |text| match text {
                        "holds" => Some(false),
                        "falls" => Some(true),
                        _ => None,
                    })?,
                })
            })
            .collect();
        Ok(CampaignChart {
            operations_max: figure(table, "operations in an activation, at most", 1..=99)?,
            march_points: figure(table, "march points", COUNT)?,
            hex_cost,
            river_cost: figure(table, "march points, river", COUNT)?,
            interception_distance_max: figure(table, "interception, hexes at most", COUNT)?,
            city_relief: figure(table, "attrition points less, ending in a friendly city", COUNT)?,
            supplied_besieger: figure(table, "siege attrition, supplied besieger", MODIFIER)?,
            besieger_on_flat: figure(table, "siege attrition, besieger on flat ground", MODIFIER)?,
            supply_distance_max: figure(table, "supply, hexes to a friendly city at most", COUNT)?,
            treachery_factor: figure(table, "treachery, die below guile times", COUNT)?,
            rally_levels: figure(table, "status levels per rally", COUNT)?,
            city_points: figure(table, "points for a city", COUNT)?,
            captured_garrison: figure(table, "garrison SP of a captured city", 0..=20)?,
            siege: (siege.bands()?, losses?),
            assault: (assault.bands()?, rows?),
        })
    }

    /// The SP that siege attrition costs.
    pub fn siege(&self, total: i16) -> u8 {
        self.siege.1[self.siege.0.row(i32::from(total))]
    }

    /// What an assault comes to.
    pub fn assault(&self, total: i16) -> AssaultRow {
        self.assault.1[self.assault.0.row(i32::from(total))]
    }
}
