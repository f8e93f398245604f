//! Readings and switches: every unclear rule with its default and its alternative, and the optional
//! rules, which are off unless a title's file puts them on.

use crate::charts::Erratum;
use grognard_charts::{Takes, switches};

switches! {
    /// All readings and switches of a game or a battle.
    pub struct Options {
        /// The doubtful cell of the Combat Results Table.
        erratum_row_5: ErratumRow5 = "erratum-row-5" of "DAMOS-CRT-b" {
            /// As printed.
            Printed = "printed",
            /// As the diagonal calls for.
            Diagonal = "diagonal",
        }
        /// A defender is wiped out but dealt as many LP as it took.
        wiped_out: WipedOut = "wiped-out" of "DAMOS-8.10-f" {
            /// The comparison stands: the attacker has lost and goes back.
            Letter = "letter",
            /// Nobody is left to hold the hex: the attacker keeps it, without exploitation.
            AttackerHolds = "attacker-holds",
        }
        /// Where a beaten attacker goes.
        attacker_retreat: AttackerRetreat = "attacker-retreat" of "DAMOS-8.11-b" {
            /// To any neighbour toward supply.
            TowardSupply = "toward-supply",
            /// Back to the hex it came from, where that is legal.
            WayBack = "way-back",
        }
        /// Who controls a hex after a fight in it.
        contested_control: ContestedControl = "contested-control" of "DAMOS-2.9-a" {
            /// Whoever is left in it; a repulsed attack changes nothing.
            Holder = "holder",
            /// Whoever entered last, repulsed or not.
            LastToEnter = "last-to-enter",
        }
        /// What may be activated.
        activation: Activation = "activation" of "DAMOS-2.1-c" {
            /// All fresh units of a hex together.
            WholeForce = "whole-force",
            /// Any of them; the others stay fresh.
            AnyPart = "any-part",
        }
        /// Where the rails stop being usable without conversion.
        gauge_line: GaugeLine = "gauge-line" of "AGC-4.3.1-d" {
            /// The frontier of 1939: rails of former Poland serve whoever controls them.
            Frontier1939 = "frontier1939",
            /// The border of 1941.
            Border = "border",
        }
        /// The strength of a straggler that comes back.
        stragglers: Stragglers = "stragglers" of "AGC-4.6.4-a" {
            /// The printed strength.
            Full = "full",
            /// Half the printed strength, rounded up.
            Half = "half",
        }
        /// Whether a failed reaction spends the force.
        failed_reaction: FailedReaction = "failed-reaction" of "DAMOS-11.0-c" {
            /// Any attempt does.
            Spends = "spends",
            /// Only a successful one does.
            StaysFresh = "stays-fresh",
        }
        /// Whether a garrison may name its own city as its source in the surrender phase.
        garrison: Garrison = "garrison" of "DAMOS-10.0-b" {
            /// It may: it has to be stormed.
            HoldsOut = "holds-out",
            /// It may not: it needs a line to another source.
            NeedsLine = "needs-line",
        }
        /// Whether a lone defender of a major city may rout itself to save the hex.
        lone_rout: LoneRout = "lone-rout" of "DAMOS-8.11-l" {
            /// By the letter it may.
            Allowed = "allowed",
            /// Another unit must stay.
            Refused = "refused",
        }
        /// Which friendly cities take Russian reinforcements.
        reinforcement_cities: ReinforcementCities = "reinforcement-cities" of "AGC-4.9-a" {
            /// All of them, surrounded or not.
            All = "all",
            /// Those that are linked with another source or the east edge.
            Linked = "linked",
        }
        /// How strictly a retreat goes toward supply.
        retreat_steps: RetreatSteps = "retreat-steps" of "DAMOS-8.11-a" {
            /// Each step comes nearer to one and the same source, if any legal step does.
            Nearer = "nearer",
            /// Any legal step will do.
            Free = "free",
        }
        /// How the two or three hexes of a retreat are counted.
        retreat_length: RetreatLength = "retreat-length" of "DAMOS-8.11-c" {
            /// As hexes entered: the way may bend.
            Entered = "entered",
            /// As hexes away: the end lies as far from the combat.
            Away = "away",
        }
        /// What a combat leaves of an activation with points to spare.
        after_combat: AfterCombat = "after-combat" of "DAMOS-7.0-a" {
            /// Nothing but the exploitation of a victory.
            Ends = "ends",
            /// After a meeting engagement that a reaction made, the force goes on with the points it has left.
            ForcedGoesOn = "forced-goes-on",
            /// After any combat but a concerted attack it goes on.
            GoesOn = "goes-on",
        }
        /// Which enemy zones of control kill in retreat.
        retreat_zones: RetreatZones = "retreat-zones" of "DAMOS-2.5-e" {
            /// Those of the force just fought do not count.
            OthersOnly = "others-only",
            /// All of them, so that nobody survives a retreat from a steady enemy.
            All = "all",
        }
        /// Whether a friend in the hex cancels enemy zones of control in retreat, as it does for supply.
        retreat_friends: RetreatFriends = "retreat-friends" of "DAMOS-8.11-e" {
            /// It does not.
            NoHelp = "no-help",
            /// It does.
            Help = "help",
        }
        /// What becomes of a beaten defender that finds one legal hex and no second.
        short_retreat: ShortRetreat = "short-retreat" of "DAMOS-8.11-c" {
            /// It is lost, for it cannot retreat as far as it must.
            Eliminated = "eliminated",
            /// It stops where it can.
            Stops = "stops",
        }
        /// What a routed unit comes to.
        rout: Rout = "rout" of "DAMOS-8.11-l" {
            /// It is eliminated and may be rebuilt.
            Eliminated = "eliminated",
            /// It is gone for good.
            ForGood = "for-good",
        }
        /// Whether a demoralized force that loses a meeting engagement pays one point more.
        second_loss: SecondLoss = "second-loss" of "DAMOS-8.11-h" {
            /// It does not: nobody is demoralized by one.
            NotAfterMeeting = "not-after-meeting",
            /// It does, by the letter of 2.8.
            Always = "always",
        }
        /// From where a line of supply is traced in a combat.
        combat_supply: CombatSupply = "combat-supply" of "DAMOS-2.10-g" {
            /// The attacker from the hex he came from, but from where he stands if the enemy came to him; those who
            /// fight do not cut each other off.
            EnteredFrom = "entered-from",
            /// Both from the hex they fight in, every zone of control counting.
            CombatHex = "combat-hex",
        }
        /// What the number of combat dice follows.
        combat_dice: CombatDice = "combat-dice" of "DAMOS-8.2-c" {
            /// The strength as the ground modifies it.
            Modified = "modified",
            /// The strength itself, as for the zone of influence.
            Current = "current",
        }
        /// What the posture of delay does besides its cell of the matrix, which is reconstructed.
        delay: Delay = "delay" of "DAMOS-8.4-a" {
            /// The defender counts as the loser, retreats one to three hexes and keeps its order.
            GivesWay = "gives-way",
            /// Nothing: the losses decide.
            FightsOn = "fights-on",
        }
        /// Whether LP that the victim had no strength to take count for the winner.
        overkill: Overkill = "overkill" of "DAMOS-8.10-e" {
            /// They do.
            Counts = "counts",
            /// They do not.
            Ignored = "ignored",
        }
        /// What becomes of a heart or diamond when LP of a counterattack are added.
        counterattack_symbols: CounterattackSymbols = "counterattack-symbols" of "DAMOS-8.10-a" {
            /// It goes.
            Dropped = "dropped",
            /// It stays as long as the sum is below two.
            Kept = "kept",
        }
        /// Whether LP paid with replacement points count for the winner.
        paid_losses: PaidLosses = "paid-losses" of "AGC-4.5.1-c" {
            /// They do.
            Count = "count",
            /// They do not.
            DoNot = "do-not",
        }
        /// Which strengths make twelve to one.
        unprepared_strength: UnpreparedStrength = "unprepared-strength" of "AGC-4.6.2-a" {
            /// Those the ground modifies.
            Modified = "modified",
            /// Those of the units alone.
            Current = "current",
        }
        /// Whom twelve to one removes.
        unprepared_for: UnpreparedFor = "unprepared-for" of "AGC-4.6.2-a" {
            /// Any defender.
            Everybody = "everybody",
            /// Russian defenders only, as the heading has it.
            Russians = "russians",
        }
        /// When the air unit is called.
        air_call: AirCall = "air-call" of "AGC-4.4-a" {
            /// When plan and posture are on the table.
            AfterPlans = "after-plans",
            /// Before either is chosen.
            BeforePlans = "before-plans",
        }
        /// Which die the air unit has thrown again.
        air_reroll: AirReroll = "air-reroll" of "AGC-4.4-c" {
            /// One of the German's own.
            OwnDie = "own-die",
            /// Any die of the combat, the enemy's too.
            AnyDie = "any-die",
        }
        /// Which dice are thrown after the air unit's shift.
        shifted_dice: ShiftedDice = "shifted-dice" of "AGC-4.4-b" {
            /// Those of the new column.
            NewColumn = "new-column",
            /// Those the force had without it.
            OldColumn = "old-column",
        }
        /// Whose strength makes the range of a zone of influence.
        influence_strength: InfluenceStrength = "influence-strength" of "DAMOS-2.6-e" {
            /// The whole force's, as soon as one unit projects.
            WholeForce = "whole-force",
            /// That of the projecting units alone.
            ProjectingUnits = "projecting-units",
            /// That of the fresh units alone.
            FreshUnits = "fresh-units",
        }
        /// Whose zone of influence adds surplus LP to the points of exploitation.
        surplus_for: SurplusFor = "surplus-for" of "DAMOS-8.12.1-c" {
            /// That of the units that exploit together.
            ExploitingForce = "exploiting-force",
            /// That of the force that attacked.
            AttackingForce = "attacking-force",
        }
        /// By which ways a force reacts.
        reaction_ways: ReactionWays = "reaction-ways" of "DAMOS-2.6.1-i" {
            /// By a shortest one.
            Shortest = "shortest",
            /// By any that is no longer than its zone of influence reaches.
            WithinRange = "within-range",
        }
        /// Who reacts out of a hex.
        reacting_units: ReactingUnits = "reacting-units" of "DAMOS-2.6.1-f" {
            /// The units its owner names before the roll.
            Named = "named",
            /// All that can, together.
            WholeForce = "whole-force",
        }
        /// How often a force may try to react while one enemy force is active.
        reaction_tries: ReactionTries = "reaction-tries" of "DAMOS-2.6.1-u" {
            /// Once.
            One = "one",
            /// Again each time the enemy gives cause.
            EachTrigger = "each-trigger",
        }
        /// Whether reaction modifiers that compare forces count before the attacker is named.
        declared_modifiers: DeclaredModifiers = "declared-modifiers" of "DAMOS-8.1-d" {
            /// They do not: there is nothing to compare with.
            Unknown = "unknown",
            /// They do, as against a force without strength.
            Granted = "granted",
        }
        /// Whether friends that the active force meets in a hex fight along when the enemy reacts into it.
        bystanders: Bystanders = "bystanders" of "DAMOS-2.6.1-m" {
            /// The fresh among them do, within the stacking limit; the spent share the fate of the hex.
            Join = "join",
            /// Only the active force does; the others share its fate.
            StandBy = "stand-by",
        }
        /// Whether those on foot are picked up once a ZOI-capable force has gone.
        late_pick_up: LatePickUp = "late-pick-up" of "DAMOS-7.0-d" {
            /// They are: they do not start an activation.
            Allowed = "allowed",
            /// They are not.
            Refused = "refused",
        }
        /// Which points count for attrition.
        attrition_points: AttritionPoints = "attrition-points" of "DAMOS-9.0-a" {
            /// Those of the activation, the combat included.
            WithoutExploitation = "without-exploitation",
            /// Those of the exploitation too.
            WithExploitation = "with-exploitation",
        }
        /// With how much an eliminated unit is rebuilt.
        rebuilding: Rebuilding = "rebuilding" of "DAMOS-5.0-e" {
            /// One point or more.
            AnyStrength = "any-strength",
            /// Its printed strength or not at all.
            FullStrength = "full-strength",
        }
        /// Which cities are inside of Russia.
        russian_cities: RussianCities = "russian-cities" of "AGC-4.3.2-c" {
            /// Those on the Russian side of the border.
            Border1941 = "border1941",
            /// Those beyond the frontier of 1939.
            Frontier1939 = "frontier1939",
        }
        /// Which Russian losses may straggle back.
        undying: Undying = "undying" of "AGC-4.6.4-b" {
            /// Those of combat and retreat.
            Combat = "combat",
            /// Those that surrendered too.
            SurrenderToo = "surrender-too",
        }
        /// What counts for the attacks the Russian owes, printed for another map.
        owed_attacks: OwedAttacks = "owed-attacks" of "AGC-4.6.3-a" {
            /// Any combat his activations begin here.
            AnyCombat = "any-combat",
            /// Those among them that are no meeting engagements.
            Prepared = "prepared",
            /// Nothing is owed on this map.
            NotHere = "not-here",
        }
        /// Strategic movement during the slowdown.
        slowdown_strategic: SlowdownStrategic = "slowdown-strategic" of "AGC-4.7-b" {
            /// One hex, like any other.
            OneHex = "one-hex",
            /// It is not held up.
            Free = "free",
        }
        /// Reactions of German ZOI-capable forces during the slowdown.
        slowdown_reaction: SlowdownReaction = "slowdown-reaction" of "AGC-4.7-b" {
            /// They do not react: their one hex a turn is that of their own phase.
            Barred = "barred",
            /// They react as on any other turn.
            Free = "free",
        }
        /// The Pripet marshes.
        marsh: Marsh = "marsh" of "AGC-1.3-b" {
            /// Until a German force is east of them, Germans do not enter those of the southern row of their own
            /// will.
            Barred = "barred",
            /// The operational area is the only limit.
            Open = "open",
        }
        /// The part of the operational area south of the marshes.
        southern_boundary: SouthernBoundary = "southern-boundary" of "AGC-1.3-d" {
            /// It opens, to both sides, when the first German force has got east of the marshes.
            Opens = "opens",
            /// It is open from the beginning.
            Open = "open",
        }
        /// Which rail hexes a railhead may convert.
        conversion: Conversion = "conversion" of "AGC-4.3.1-g" {
            /// Those under German control.
            Controlled = "controlled",
            /// Any that no enemy stands in and no enemy zone of control covers, whoever controls it.
            Any = "any",
        }
        /// By which rails strategic movement goes at their cheap rate.
        strategic_rails: StrategicRails = "strategic-rails" of "DAMOS-6.0-e" {
            /// Those that carry its supply: in its hands and of its gauge.
            OwnGauge = "own-gauge",
            /// Any in its hands.
            Any = "any",
        }
        /// Whether a missing line of supply touches the die of a counterattack.
        counterattack_supply: CounterattackSupply = "counterattack-supply" of "DAMOS-8.9-f" {
            /// It does not: no modifier does.
            Ignored = "ignored",
            /// The counterattacker has the modifier of an attacker without supply.
            Counts = "counts",
        }
        /// Which city is isolated for a major victory; the rule prints Leningrad.
        isolation: Isolation = "isolation" of "AGC-5.0-b" {
            /// The one the game is about.
            Objective = "objective",
            /// Leningrad, which is not on the map: only control counts.
            Leningrad = "leningrad",
        }
        /// What it takes to occupy a hex next to the objective.
        occupying: Occupying = "occupying" of "AGC-5.0-c" {
            /// Units in it.
            Present = "present",
            /// Units in it that can trace a line of supply.
            Supplied = "supplied",
        }
        /// How the railheads advance.
        rail_advance: RailAdvance = "rail-advance" of "AGC-4.3.1-e" {
            /// Every line by its own die.
            EveryLine = "every-line",
            /// Optional: one railhead only, one hex further; the Russian gets one replacement point more.
            ConcentratedThrust = "concentrated-thrust",
            /// Super-optional: the thrust, with a reward for a turn of rest.
            OperationalPause = "operational-pause",
        }
    }
    and {
        /// Optional: whether the combined game of three maps is played, which lifts the boundaries and the slowdown
        /// and is played for four cities.
        combined: bool = "combined" of "AGC-1.3-g" takes Takes::YesNo([
            "This map alone.",
            "The three maps together.",
        ]);
        /// Whether one plays alone.
        solitaire: bool = "solitaire" of "DAMOS-12.0-a" takes Takes::YesNo([
            "The kind of a concerted attack and the posture are secrets.",
            "They are open; the posture is still fixed before the force moves.",
        ]);
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
