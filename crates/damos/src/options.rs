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
        /// To any neighbour toward supply.
        TowardSupply,
        /// Back to the hex it came from, where that is legal.
        WayBack,
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
        /// The printed strength.
        Full,
        /// Half the printed strength, rounded up.
        Half,
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
        /// All of them, surrounded or not.
        All,
        /// Those that are linked with another source or the east edge.
        Linked,
    }
}
switch! {
    /// How strictly a retreat goes toward supply. [8.11-a]
    RetreatSteps {
        /// Each step comes nearer to one and the same source, if any legal step does.
        Nearer,
        /// Any legal step will do.
        Free,
    }
}
switch! {
    /// How the two or three hexes of a retreat are counted. [8.11-c]
    RetreatLength {
        /// As hexes entered: the way may bend.
        Entered,
        /// As hexes away: the end lies as far from the combat.
        Away,
    }
}
switch! {
    /// What a combat leaves of an activation with points to spare. [7.0-a]
    AfterCombat {
        /// Nothing but the exploitation of a victory.
        Ends,
        /// After a meeting engagement that a reaction made, the force goes on with the points it has left.
        ForcedGoesOn,
        /// After any combat but a concerted attack it goes on.
        GoesOn,
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

switch! {
    /// Which enemy zones of control kill in retreat. [2.5-e]
    RetreatZones {
        /// Those of the force just fought do not count.
        OthersOnly,
        /// All of them, so that nobody survives a retreat from a steady enemy.
        All,
    }
}
switch! {
    /// Whether a friend in the hex cancels enemy zones of control in retreat, as it does for supply. [8.11-e]
    RetreatFriends {
        /// It does not.
        NoHelp,
        /// It does.
        Help,
    }
}
switch! {
    /// What becomes of a beaten defender that finds one legal hex and no second. [8.11-c]
    ShortRetreat {
        /// It is lost, for it cannot retreat as far as it must.
        Eliminated,
        /// It stops where it can.
        Stops,
    }
}
switch! {
    /// What a routed unit comes to. [8.11-l]
    Rout {
        /// It is eliminated and may be rebuilt.
        Eliminated,
        /// It is gone for good.
        ForGood,
    }
}
switch! {
    /// Whether a demoralized force that loses a meeting engagement pays one point more. [8.11-h]
    SecondLoss {
        /// It does not: nobody is demoralized by one.
        NotAfterMeeting,
        /// It does, by the letter of 2.8.
        Always,
    }
}
switch! {
    /// From where a line of supply is traced in a combat. [2.10-g]
    CombatSupply {
        /// The attacker from the hex he came from, but from where he stands if the enemy came to him; those who
        /// fight do not cut each other off.
        EnteredFrom,
        /// Both from the hex they fight in, every zone of control counting.
        CombatHex,
    }
}
switch! {
    /// What the number of combat dice follows. [8.2-c]
    CombatDice {
        /// The strength as the ground modifies it.
        Modified,
        /// The strength itself, as for the zone of influence.
        Current,
    }
}
switch! {
    /// What the posture of delay does besides its cell of the matrix, which is reconstructed. [8.4-a]
    Delay {
        /// The defender counts as the loser, retreats one to three hexes and keeps its order.
        GivesWay,
        /// Nothing: the losses decide.
        FightsOn,
    }
}
switch! {
    /// Whether LP that the victim had no strength to take count for the winner. [8.10-e]
    Overkill {
        /// They do.
        Counts,
        /// They do not.
        Ignored,
    }
}
switch! {
    /// What becomes of a heart or diamond when LP of a counterattack are added. [8.10-a]
    CounterattackSymbols {
        /// It goes.
        Dropped,
        /// It stays as long as the sum is below two.
        Kept,
    }
}
switch! {
    /// Whether LP paid with replacement points count for the winner. [AGC-4.5.1-c]
    PaidLosses {
        /// They do.
        Count,
        /// They do not.
        DoNot,
    }
}
switch! {
    /// Which strengths make twelve to one. [AGC-4.6.2-a]
    UnpreparedStrength {
        /// Those the ground modifies.
        Modified,
        /// Those of the units alone.
        Current,
    }
}
switch! {
    /// Whom twelve to one removes. [AGC-4.6.2-a]
    UnpreparedFor {
        /// Any defender.
        Everybody,
        /// Russian defenders only, as the heading has it.
        Russians,
    }
}
switch! {
    /// When the air unit is called. [AGC-4.4-a]
    AirCall {
        /// When plan and posture are on the table.
        AfterPlans,
        /// Before either is chosen.
        BeforePlans,
    }
}
switch! {
    /// Which die the air unit has thrown again. [AGC-4.4-c]
    AirReroll {
        /// One of the German's own.
        OwnDie,
        /// Any die of the combat, the enemy's too.
        AnyDie,
    }
}
switch! {
    /// Which dice are thrown after the air unit's shift. [AGC-4.4-b]
    ShiftedDice {
        /// Those of the new column.
        NewColumn,
        /// Those the force had without it.
        OldColumn,
    }
}
switch! {
    /// Whose strength makes the range of a zone of influence. [2.6-e]
    InfluenceStrength {
        /// The whole force's, as soon as one unit projects.
        WholeForce,
        /// That of the projecting units alone.
        ProjectingUnits,
        /// That of the fresh units alone.
        FreshUnits,
    }
}
switch! {
    /// Whose zone of influence adds surplus LP to the points of exploitation. [8.12.1-c]
    SurplusFor {
        /// That of the units that exploit together.
        ExploitingForce,
        /// That of the force that attacked.
        AttackingForce,
    }
}
switch! {
    /// By which ways a force reacts. [2.6.1-i]
    ReactionWays {
        /// By a shortest one.
        Shortest,
        /// By any that is no longer than its zone of influence reaches.
        WithinRange,
    }
}
switch! {
    /// Who reacts out of a hex. [2.6.1-f]
    ReactingUnits {
        /// The units its owner names before the roll.
        Named,
        /// All that can, together.
        WholeForce,
    }
}
switch! {
    /// How often a force may try to react while one enemy force is active. [2.6.1-u]
    ReactionTries {
        /// Once.
        One,
        /// Again each time the enemy gives cause.
        EachTrigger,
    }
}
switch! {
    /// Whether reaction modifiers that compare forces count before the attacker is named. [8.1-d]
    DeclaredModifiers {
        /// They do not: there is nothing to compare with.
        Unknown,
        /// They do, as against a force without strength.
        Granted,
    }
}
switch! {
    /// Whether friends that the active force meets in a hex fight along when the enemy reacts into it. [2.6.1-m]
    Bystanders {
        /// The fresh among them do, within the stacking limit; the spent share the fate of the hex.
        Join,
        /// Only the active force does; the others share its fate.
        StandBy,
    }
}
switch! {
    /// Whether those on foot are picked up once a ZOI-capable force has gone. [7.0-d]
    LatePickUp {
        /// They are: they do not start an activation.
        Allowed,
        /// They are not.
        Refused,
    }
}
switch! {
    /// Which points count for attrition. [9.0-a]
    AttritionPoints {
        /// Those of the activation, the combat included.
        WithoutExploitation,
        /// Those of the exploitation too.
        WithExploitation,
    }
}
switch! {
    /// With how much an eliminated unit is rebuilt. [5.0-e]
    Rebuilding {
        /// One point or more.
        AnyStrength,
        /// Its printed strength or not at all.
        FullStrength,
    }
}
switch! {
    /// Which cities are inside of Russia. [AGC-4.3.2-c]
    RussianCities {
        /// Those on the Russian side of the border.
        Border1941,
        /// Those beyond the frontier of 1939.
        Frontier1939,
    }
}
switch! {
    /// Which Russian losses may straggle back. [AGC-4.6.4-b]
    Undying {
        /// Those of combat and retreat.
        Combat,
        /// Those that surrendered too.
        SurrenderToo,
    }
}
switch! {
    /// What counts for the attacks the Russian owes, printed for another map. [AGC-4.6.3-a]
    OwedAttacks {
        /// Any combat his activations begin here.
        AnyCombat,
        /// Those among them that are no meeting engagements.
        Prepared,
        /// Nothing is owed on this map.
        NotHere,
    }
}
switch! {
    /// Strategic movement during the slowdown. [AGC-4.7-b]
    SlowdownStrategic {
        /// One hex, like any other.
        OneHex,
        /// It is not held up.
        Free,
    }
}
switch! {
    /// Reactions of German ZOI-capable forces during the slowdown. [AGC-4.7-b]
    SlowdownReaction {
        /// They do not react: their one hex a turn is that of their own phase.
        Barred,
        /// They react as on any other turn.
        Free,
    }
}
switch! {
    /// The part of the operational area south of the marshes. [AGC-1.3-d]
    SouthernBoundary {
        /// It opens, to both sides, when the first German force has got east of the marshes.
        Opens,
        /// It is open from the beginning.
        Open,
    }
}
switch! {
    /// Which rail hexes a railhead may convert. [AGC-4.3.1-g]
    Conversion {
        /// Those under German control.
        Controlled,
        /// Any that no enemy stands in and no enemy zone of control covers, whoever controls it.
        Any,
    }
}
switch! {
    /// Whether a missing line of supply touches the die of a counterattack. [8.9-f]
    CounterattackSupply {
        /// It does not: no modifier does.
        Ignored,
        /// The counterattacker has the modifier of an attacker without supply.
        Counts,
    }
}
switch! {
    /// The Pripet marshes. [AGC-1.3-b]
    Marsh {
        /// Until a German force is east of them, Germans do not enter those of the southern row of their own
        /// will.
        Barred,
        /// The operational area is the only limit.
        Open,
    }
}
switch! {
    /// Which city is isolated for a major victory; the rule prints Leningrad. [AGC-5.0-b]
    Isolation {
        /// The one the game is about.
        Objective,
        /// Leningrad, which is not on the map: only control counts.
        Leningrad,
    }
}
switch! {
    /// What it takes to occupy a hex next to the objective. [AGC-5.0-c]
    Occupying {
        /// Units in it.
        Present,
        /// Units in it that can trace a line of supply.
        Supplied,
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
    /// The length of a retreat.
    pub retreat_length: RetreatLength,
    /// Points left after a combat.
    pub after_combat: AfterCombat,
    /// Zones of control in retreat.
    pub retreat_zones: RetreatZones,
    /// Friends in the way of a retreat.
    pub retreat_friends: RetreatFriends,
    /// A retreat cut short.
    pub short_retreat: ShortRetreat,
    /// What a rout does.
    pub rout: Rout,
    /// The demoralized that lose again.
    pub second_loss: SecondLoss,
    /// Supply in a combat.
    pub combat_supply: CombatSupply,
    /// The number of combat dice.
    pub combat_dice: CombatDice,
    /// The posture of delay.
    pub delay: Delay,
    /// LP beyond what the victim had.
    pub overkill: Overkill,
    /// Symbols after a counterattack.
    pub counterattack_symbols: CounterattackSymbols,
    /// LP paid with replacements.
    pub paid_losses: PaidLosses,
    /// The strengths of twelve to one.
    pub unprepared_strength: UnpreparedStrength,
    /// The victims of twelve to one.
    pub unprepared_for: UnpreparedFor,
    /// When the air unit is called.
    pub air_call: AirCall,
    /// The die thrown again.
    pub air_reroll: AirReroll,
    /// Dice after the shift.
    pub shifted_dice: ShiftedDice,
    /// The strength behind a zone of influence.
    pub influence_strength: InfluenceStrength,
    /// Surplus LP in exploitation.
    pub surplus_for: SurplusFor,
    /// Ways of reaction.
    pub reaction_ways: ReactionWays,
    /// Who reacts.
    pub reacting_units: ReactingUnits,
    /// Tries at reaction.
    pub reaction_tries: ReactionTries,
    /// Modifiers against a declared attack.
    pub declared_modifiers: DeclaredModifiers,
    /// Friends in the hex of a reaction.
    pub bystanders: Bystanders,
    /// Foot picked up late.
    pub late_pick_up: LatePickUp,
    /// Points that count for attrition.
    pub attrition_points: AttritionPoints,
    /// Rebuilding the eliminated.
    pub rebuilding: Rebuilding,
    /// Cities inside of Russia.
    pub russian_cities: RussianCities,
    /// Who straggles back.
    pub undying: Undying,
    /// Attacks owed.
    pub owed_attacks: OwedAttacks,
    /// Strategic movement in the slowdown.
    pub slowdown_strategic: SlowdownStrategic,
    /// Reactions in the slowdown.
    pub slowdown_reaction: SlowdownReaction,
    /// The Pripet marshes.
    pub marsh: Marsh,
    /// The south of the operational area.
    pub southern_boundary: SouthernBoundary,
    /// Rail hexes to convert.
    pub conversion: Conversion,
    /// Supply in a counterattack.
    pub counterattack_supply: CounterattackSupply,
    /// The city to isolate.
    pub isolation: Isolation,
    /// Occupying a hex.
    pub occupying: Occupying,
    /// Optional rail rules.
    pub rail_advance: RailAdvance,
    /// Optional: the combined game of three maps, which lifts the boundaries and the slowdown and is played
    /// for four cities.
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
    /// How many defenders it takes to rout one of them.
    #[inline]
    pub(crate) const fn rout_takes(&self) -> usize {
        match self.lone_rout {
            LoneRout::Allowed => 1,
            LoneRout::Refused => 2,
        }
    }

    /// The reading of the doubtful cell.
    #[inline]
    pub const fn erratum(&self) -> Erratum {
        match self.erratum_row_5 {
            ErratumRow5::Printed => Erratum::Printed,
            ErratumRow5::Diagonal => Erratum::Diagonal,
        }
    }
}
