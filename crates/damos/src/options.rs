//! Readings and switches: every unclear rule with its default and its alternative, and the optional
//! rules, which are off unless a title's file puts them on.

use crate::charts::Erratum;
use serde::Deserialize;

macro_rules! switch {
    ($(#[$doc:meta])* $name:ident { $(#[$first_doc:meta])* $first:ident, $($(#[$other_doc:meta])* $other:ident),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "kebab-case")]
        pub enum $name {
            $(#[$first_doc])*
            #[default]
            $first,
            $($(#[$other_doc])* $other),+
        }
    };
}

switch! {
    /// A defender is wiped out but dealt as many LP as it took. [8.10-f]
    WipedOut {
        /// The comparison stands: the attacker has lost and goes back.
        Letter,
        /// Nobody is left to hold the hex: the attacker keeps it, without exploitation.
        AttackerHolds,
    }
}
switch! {
    /// Where a beaten attacker goes. [8.11-b]
    AttackerRetreat {
        /// Back to the hex it came from, where that is legal.
        WayBack,
        /// To any neighbour toward supply.
        TowardSupply,
    }
}
switch! {
    /// Who controls a hex after a fight in it. [2.9-a]
    ContestedControl {
        /// Whoever is left in it; a repulsed attack changes nothing.
        Holder,
        /// Whoever entered last, repulsed or not.
        LastToEnter,
    }
}
switch! {
    /// What may be activated. [2.1-c]
    Activation {
        /// All fresh units of a hex together.
        WholeForce,
        /// Any of them; the others stay fresh.
        AnyPart,
    }
}
switch! {
    /// Where the rails stop being usable without conversion. [AGC-4.3.1-d]
    GaugeLine {
        /// The frontier of 1939: rails of former Poland serve whoever controls them.
        Frontier1939,
        /// The border of 1941.
        Border,
    }
}
switch! {
    /// The strength of a straggler that comes back. [AGC-4.6.4-a]
    Stragglers {
        /// Half the printed strength, rounded up.
        Half,
        /// The printed strength.
        Full,
    }
}
switch! {
    /// Whether a failed reaction spends the force. [11.0-c]
    FailedReaction {
        /// Any attempt does.
        Spends,
        /// Only a successful one does.
        StaysFresh,
    }
}
switch! {
    /// Whether a garrison may name its own city as its source in the surrender phase. [10.0-b]
    Garrison {
        /// It may: it has to be stormed.
        HoldsOut,
        /// It may not: it needs a line to another source.
        NeedsLine,
    }
}
switch! {
    /// Whether a lone defender of a major city may rout itself to save the hex. [8.11-l]
    LoneRout {
        /// By the letter it may.
        Allowed,
        /// Another unit must stay.
        Refused,
    }
}
switch! {
    /// Which friendly cities take Russian reinforcements. [AGC-4.9-a]
    ReinforcementCities {
        /// Those that are linked with another source or the east edge.
        Linked,
        /// All of them, surrounded or not.
        All,
    }
}
switch! {
    /// How strictly a retreat goes toward supply. [8.11-a]
    RetreatSteps {
        /// Each step comes nearer to the supply net, if any legal step does.
        Nearer,
        /// Any legal step will do.
        Free,
    }
}
switch! {
    /// How the railheads advance. [AGC-4.3.1-e, j, l]
    RailAdvance {
        /// Every line by its own die.
        EveryLine,
        /// Optional: one railhead only, one hex further; the Russian gets one replacement point more.
        ConcentratedThrust,
        /// Super-optional: the thrust, with a reward for a turn of rest.
        OperationalPause,
    }
}

/// All readings and switches of a game or a battle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    /// The doubtful cell of the Combat Results Table.
    pub erratum_row_5: ErratumRow5,
    /// A wiped-out defender that did not lose.
    pub wiped_out: WipedOut,
    /// Where a beaten attacker goes.
    pub attacker_retreat: AttackerRetreat,
    /// Control of a hex that was fought over.
    pub contested_control: ContestedControl,
    /// Whole forces or parts.
    pub activation: Activation,
    /// The start line of the gauge change.
    pub gauge_line: GaugeLine,
    /// Stragglers' strength.
    pub stragglers: Stragglers,
    /// Failed reactions.
    pub failed_reaction: FailedReaction,
    /// Garrisons in the surrender phase.
    pub garrison: Garrison,
    /// Routing the last defender of a major city.
    pub lone_rout: LoneRout,
    /// Cities for Russian reinforcements.
    pub reinforcement_cities: ReinforcementCities,
    /// Steps of a retreat.
    pub retreat_steps: RetreatSteps,
    /// Optional rail rules.
    pub rail_advance: RailAdvance,
    /// Optional: the combined game of three maps, which lifts the boundaries and the slowdown.
    pub combined: bool,
    /// Playing alone: the kind of a concerted attack and the posture are no secrets; the posture is still
    /// fixed before the force moves. [12.0-a]
    pub solitaire: bool,
}

switch! {
    /// The doubtful cell of the Combat Results Table. [CRT-b]
    ErratumRow5 {
        /// As printed.
        Printed,
        /// As the diagonal calls for.
        Diagonal,
    }
}

impl Options {
    /// The reading of the doubtful cell.
    #[inline]
    pub const fn erratum(&self) -> Erratum {
        match self.erratum_row_5 {
            ErratumRow5::Printed => Erratum::Printed,
            ErratumRow5::Diagonal => Erratum::Diagonal,
        }
    }
}
