//! All switches of sieges and of naval battles together, and the `[rules]` of their files.

use super::{
    ArtilleryCount, BesiegedFire, BesiegedSupply, DestroyedAtSea, Edition, GarrisonHunger, GarrisonShield,
    LargeArmies, LeaderDifference, LineLosses, LossCycle, LossSize, Mixed, MixedTechnology, MixedTies,
    MixedTraits, MoreNd, NavalLossCap, Profile, ProfileName, Resistance, RetreatRoll, SeaRetreat,
    SmallBesieger, StormDanger, TooWeak, VeteranGalleys,
};

profile_text! {
    /// The `[rules]` part of a siege or assault file: a profile, and single switches that differ from it.
    pub struct SiegeProfileText of SiegeProfile {
        artillery: ArtilleryCount = "artillery" at artillery of "EU9-SIEGE-b";
        edition: Edition = "edition" at edition of "EU9-ASSAULT-c" about "Whose assault table, modifiers for earlier assaults, and enemy's SIEGE in attrition count.";
        too_weak: TooWeak = "too-weak" at too_weak of "EU9-SIEGE-h";
        resistance: Resistance = "resistance" at resistance of "EU9-ASSAULT-d";
        garrison_shield: GarrisonShield = "garrison-shield" at garrison_shield of "EU9-ASSAULT-h";
        small_besieger: SmallBesieger = "small-besieger" at small_besieger of "EU9-ASSAULT-e";
        large_armies: LargeArmies = "large-armies" at large_armies of "EU9-ASSAULT-e";
        besieged_fire: BesiegedFire = "besieged-fire" at besieged_fire of "EU9-ASSAULT-b";
        storm_danger: StormDanger = "storm-danger" at storm_danger of "EU9-ASSAULT-g";
        garrison_hunger: GarrisonHunger = "garrison-hunger" at garrison_hunger of "EU9-SUPPLY-m";
        besieged_supply: BesiegedSupply = "besieged-supply" at besieged_supply of "EU9-SUPPLY-m";
        mixed_technology: MixedTechnology = "mixed-technology" at mixed.technology of "EU9-STACK-s";
        mixed_ties: MixedTies = "mixed-ties" at mixed.ties of "EU9-STACK-s";
        mixed_traits: MixedTraits = "mixed-traits" at mixed.traits of "EU9-STACK-t";
    }
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
}

profile_text! {
    /// The `[rules]` part of a naval battle file: a profile, and single switches that differ from it.
    pub struct NavalProfileText of NavalProfile {
        sea_retreat: SeaRetreat = "sea-retreat" at sea_retreat of "EU9-NAVAL-i";
        retreat_roll: RetreatRoll = "retreat-roll" at retreat_roll of "EU9-NAVAL-i";
        carrack_fire: Edition = "carrack-fire" at carrack_fire of "EU9-NAVAL-g" about "Whether carracks fire at 74s: not in the edition of 2013.";
        veteran_galleys: VeteranGalleys = "veteran-galleys" at veteran_galleys of "EU9-NAVAL-g";
        loss_row_three: Edition = "loss-row-three" at loss_row_three of "EU9-NAVAL-b" about "Whose loss row of the largest fleets counts.";
        wind_boxes: Edition = "wind-boxes" at wind_boxes of "EU9-NAVAL-f" about "Whether being far ahead in technology helps to the wind.";
        leader_difference: LeaderDifference = "leader-difference" at leader_difference of "EU9-NAVAL-g";
        line_losses: LineLosses = "line-losses" at line_losses of "EU9-NAVAL-l";
        loss_size: LossSize = "loss-size" at loss_size of "EU9-NAVAL-b";
        more_nd: MoreNd = "more-nd" at more_nd of "EU9-NAVAL-b";
        loss_cap: NavalLossCap = "loss-cap" at loss_cap of "EU9-NAVAL-j";
        loss_cycle: LossCycle = "loss-cycle" at loss_cycle of "EU9-NAVAL-c";
        destroyed: DestroyedAtSea = "destroyed" at destroyed of "EU9-NAVAL-o";
    }
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
    /// Which ND are compared for the bonuses.
    pub more_nd: MoreNd,
    /// What a fleet can inflict at most.
    pub loss_cap: NavalLossCap,
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
        more_nd: MoreNd::FirstLine,
        loss_cap: NavalLossCap::TwiceItsOwn,
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
        loss_cap: NavalLossCap::None,
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
