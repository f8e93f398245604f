//! All switches of sieges and of naval battles together, and the `[rules]` of their files.

use super::{
    ArtilleryCount, BesiegedFire, BesiegedSupply, DestroyedAtSea, Edition, GarrisonHunger, GarrisonShield,
    LargeArmies, LeaderDifference, LineLosses, LossCycle, LossSize, Mixed, MixedTechnology, MixedTies,
    MixedTraits, Profile, ProfileName, Resistance, RetreatRoll, SeaRetreat, SmallBesieger, StormDanger,
    TooWeak, VeteranGalleys,
};
use serde::Deserialize;

/// The `[rules]` part of a siege or assault file: a profile, and single switches that differ from it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SiegeProfileText {
    profile: Option<ProfileName>,
    artillery: Option<ArtilleryCount>,
    edition: Option<Edition>,
    too_weak: Option<TooWeak>,
    resistance: Option<Resistance>,
    garrison_shield: Option<GarrisonShield>,
    small_besieger: Option<SmallBesieger>,
    large_armies: Option<LargeArmies>,
    besieged_fire: Option<BesiegedFire>,
    storm_danger: Option<StormDanger>,
    garrison_hunger: Option<GarrisonHunger>,
    besieged_supply: Option<BesiegedSupply>,
    mixed_technology: Option<MixedTechnology>,
    mixed_ties: Option<MixedTies>,
    mixed_traits: Option<MixedTraits>,
}

/// All switches of sieges.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SiegeProfile {
    /// Counting artillery.
    pub artillery: ArtilleryCount,
    /// The assault table, the modifiers for earlier assaults, and the enemy's SIEGE in attrition.
    pub edition: Edition,
    /// A besieger who cannot undermine.
    pub too_weak: TooWeak,
    /// What carries the walls.
    pub resistance: Resistance,
    /// Whether those inside keep losses off the walls.
    pub garrison_shield: GarrisonShield,
    /// Small besiegers.
    pub small_besieger: SmallBesieger,
    /// Large armies.
    pub large_armies: LargeArmies,
    /// The fire of the besieged.
    pub besieged_fire: BesiegedFire,
    /// Leaders who storm.
    pub storm_danger: StormDanger,
    /// Hunger behind the walls.
    pub garrison_hunger: GarrisonHunger,
    /// By which list the besieged roll for it.
    pub besieged_supply: BesiegedSupply,
    /// Stacks of several nations.
    pub mixed: Mixed,
}

impl SiegeProfile {
    /// The edition of 2020.
    pub const OF_2020: SiegeProfile = SiegeProfile {
        artillery: ArtilleryCount::BestPlus,
        edition: Edition::Of2020,
        too_weak: TooWeak::Attrition,
        resistance: Resistance::Table,
        garrison_shield: GarrisonShield::First,
        small_besieger: SmallBesieger::SixOrFewer,
        large_armies: LargeArmies::Named,
        besieged_fire: BesiegedFire::Full,
        storm_danger: StormDanger::Troops,
        garrison_hunger: GarrisonHunger::Aside,
        besieged_supply: BesiegedSupply::SiegeList,
        mixed: Mixed::PUBLISHED,
    };

    /// The edition of 2013, where it differs from the later one.
    pub const OF_2013: SiegeProfile = SiegeProfile {
        edition: Edition::Of2013,
        too_weak: TooWeak::Leaves,
        besieged_fire: BesiegedFire::ByTechnology,
        ..SiegeProfile::OF_2020
    };

    /// The guide's letter; where it is silent, the later edition. In sieges it counts artillery the new way.
    pub const GUIDE: SiegeProfile = SiegeProfile {
        resistance: Resistance::Level,
        garrison_shield: GarrisonShield::Aside,
        small_besieger: SmallBesieger::UnderEight,
        large_armies: LargeArmies::ClassOne,
        garrison_hunger: GarrisonHunger::Rolls,
        besieged_supply: BesiegedSupply::AsOthers,
        ..SiegeProfile::OF_2020
    };

    /// That of a name.
    pub const fn of(name: ProfileName) -> SiegeProfile {
        match name {
            ProfileName::Guide => SiegeProfile::GUIDE,
            ProfileName::Of2020 => SiegeProfile::OF_2020,
            ProfileName::Of2013 => SiegeProfile::OF_2013,
        }
    }
}

impl SiegeProfileText {
    /// What it says of hunger behind the walls.
    pub(crate) fn garrison_hunger(self) -> Option<GarrisonHunger> {
        self.garrison_hunger
    }

    /// What it says of the list the besieged roll by.
    pub(crate) fn besieged_supply(self) -> Option<BesiegedSupply> {
        self.besieged_supply
    }

    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> SiegeProfileText {
        SiegeProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> SiegeProfile {
        let base = SiegeProfile::of(self.profile.unwrap_or_default());
        SiegeProfile {
            artillery: self.artillery.unwrap_or(base.artillery),
            edition: self.edition.unwrap_or(base.edition),
            too_weak: self.too_weak.unwrap_or(base.too_weak),
            resistance: self.resistance.unwrap_or(base.resistance),
            garrison_shield: self.garrison_shield.unwrap_or(base.garrison_shield),
            small_besieger: self.small_besieger.unwrap_or(base.small_besieger),
            large_armies: self.large_armies.unwrap_or(base.large_armies),
            besieged_fire: self.besieged_fire.unwrap_or(base.besieged_fire),
            storm_danger: self.storm_danger.unwrap_or(base.storm_danger),
            garrison_hunger: self.garrison_hunger.unwrap_or(base.garrison_hunger),
            besieged_supply: self.besieged_supply.unwrap_or(base.besieged_supply),
            mixed: Mixed {
                technology: self.mixed_technology.unwrap_or(base.mixed.technology),
                ties: self.mixed_ties.unwrap_or(base.mixed.ties),
                traits: self.mixed_traits.unwrap_or(base.mixed.traits),
            },
        }
    }
}

/// The `[rules]` part of a naval battle file.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct NavalProfileText {
    profile: Option<ProfileName>,
    sea_retreat: Option<SeaRetreat>,
    retreat_roll: Option<RetreatRoll>,
    carrack_fire: Option<Edition>,
    veteran_galleys: Option<VeteranGalleys>,
    loss_row_three: Option<Edition>,
    wind_boxes: Option<Edition>,
    leader_difference: Option<LeaderDifference>,
    line_losses: Option<LineLosses>,
    loss_size: Option<LossSize>,
    loss_cycle: Option<LossCycle>,
    destroyed: Option<DestroyedAtSea>,
}

/// All switches of the naval battle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NavalProfile {
    /// Leaving after the first day.
    pub sea_retreat: SeaRetreat,
    /// What the roll for it must be.
    pub retreat_roll: RetreatRoll,
    /// Whether carracks fire at 74s.
    pub carrack_fire: Edition,
    /// Whether veteran galleys have more morale.
    pub veteran_galleys: VeteranGalleys,
    /// The loss row of the largest fleets.
    pub loss_row_three: Edition,
    /// Whether being far ahead in technology helps to the wind.
    pub wind_boxes: Edition,
    /// Leader difference.
    pub leader_difference: LeaderDifference,
    /// Which ships are hit.
    pub line_losses: LineLosses,
    /// Which ND correct losses.
    pub loss_size: LossSize,
    /// What becomes of lost ships.
    pub loss_cycle: LossCycle,
    /// Fleets sunk to the last ship.
    pub destroyed: DestroyedAtSea,
}

impl NavalProfile {
    /// The edition of 2020.
    pub const OF_2020: NavalProfile = NavalProfile {
        sea_retreat: SeaRetreat::Roll,
        retreat_roll: Profile::OF_2020.retreat_roll,
        carrack_fire: Edition::Of2020,
        veteran_galleys: VeteranGalleys::All,
        loss_row_three: Edition::Of2020,
        wind_boxes: Edition::Of2020,
        leader_difference: LeaderDifference::Unlimited,
        line_losses: LineLosses::Owner,
        loss_size: LossSize::FirstLine,
        loss_cycle: LossCycle::ByOutcome,
        destroyed: DestroyedAtSea::Never,
    };

    /// The edition of 2013, where it differs from the later one.
    pub const OF_2013: NavalProfile = NavalProfile {
        sea_retreat: SeaRetreat::Automatic,
        carrack_fire: Edition::Of2013,
        veteran_galleys: VeteranGalleys::None,
        loss_row_three: Edition::Of2013,
        wind_boxes: Edition::Of2013,
        line_losses: LineLosses::InOrder,
        ..NavalProfile::OF_2020
    };

    /// The guide's letter; where it is silent, the later edition. It has naval battles go like those on land,
    /// leaving the field included.
    pub const GUIDE: NavalProfile = NavalProfile {
        retreat_roll: Profile::GUIDE.retreat_roll,
        loss_size: LossSize::Stack,
        loss_cycle: LossCycle::Thirds,
        destroyed: DestroyedAtSea::AsOnLand,
        ..NavalProfile::OF_2020
    };

    /// That of a name.
    pub const fn of(name: ProfileName) -> NavalProfile {
        match name {
            ProfileName::Guide => NavalProfile::GUIDE,
            ProfileName::Of2020 => NavalProfile::OF_2020,
            ProfileName::Of2013 => NavalProfile::OF_2013,
        }
    }
}

impl NavalProfileText {
    /// The same; where it names no profile, this one counts.
    pub(crate) fn under(self, profile: Option<ProfileName>) -> NavalProfileText {
        NavalProfileText { profile: self.profile.or(profile), ..self }
    }

    /// The switches it comes to.
    pub fn profile(&self) -> NavalProfile {
        let base = NavalProfile::of(self.profile.unwrap_or_default());
        NavalProfile {
            sea_retreat: self.sea_retreat.unwrap_or(base.sea_retreat),
            retreat_roll: self.retreat_roll.unwrap_or(base.retreat_roll),
            carrack_fire: self.carrack_fire.unwrap_or(base.carrack_fire),
            veteran_galleys: self.veteran_galleys.unwrap_or(base.veteran_galleys),
            loss_row_three: self.loss_row_three.unwrap_or(base.loss_row_three),
            wind_boxes: self.wind_boxes.unwrap_or(base.wind_boxes),
            leader_difference: self.leader_difference.unwrap_or(base.leader_difference),
            line_losses: self.line_losses.unwrap_or(base.line_losses),
            loss_size: self.loss_size.unwrap_or(base.loss_size),
            loss_cycle: self.loss_cycle.unwrap_or(base.loss_cycle),
            destroyed: self.destroyed.unwrap_or(base.destroyed),
        }
    }
}
