//! Readings: where the play aid can be read in two ways, each a named switch with its default.

use grognard_charts::switches;

switches! {
    /// All readings in force.
    pub struct Readings {
        /// O1: may a player assign one morale loss, one retreat hex and one artillery SP, or one of the three together?
        one_each: OneEach = "one-each" of "DE-B3-e" {
            /// One of each.
            PerKind = "per-kind",
            /// One of the three together.
            Pooled = "pooled",
        }
        /// O2: does that limit hold for each stack of a combat, or for all of them together?
        one_each_scope: OneEachScope = "one-each-scope" of "DE-E1" {
            /// Each stack is an allocation of its own.
            EachStack = "each-stack",
            /// All stacks of a combat share each player's limit.
            WholeCombat = "whole-combat",
        }
        /// O3: do the losses of a combat or barrage count for the opponent's choices in the morale check after it?
        earlier_losses: EarlierLosses = "earlier-losses" of "DE-B3-d" {
            /// No: each allocation starts afresh.
            Forgotten = "forgotten",
            /// Yes.
            Counted = "counted",
        }
        /// O4: does the right to name artillery at the second result after a barrage lift the need for a combat loss first?
        second_result: SecondResult = "second-result" of "DE-D3-c" {
            /// No.
            CombatLossFirst = "combat-loss-first",
            /// Yes.
            ArtilleryAtOnce = "artillery-at-once",
        }
        /// O5: whose loss results does a cavalry charge double?
        charge_sides: ChargeSides = "charge-sides" of "DE-F1-d" {
            /// Those of the side that charges.
            ChargingSide = "charging-side",
            /// Those of both sides.
            BothSides = "both-sides",
        }
        /// O6: does the charge also bear on the morale check after it (doubled, then capped)?
        charge_reach: ChargeReach = "charge-reach" of "DE-M4" {
            /// No.
            CombatOnly = "combat-only",
            /// Yes.
            MoraleCheckToo = "morale-check-too",
        }
        /// O7: which SP loss must be the engineers'?
        engineer_loss: EngineerLoss = "engineer-loss" of "DE-F4-b" {
            /// The first.
            First = "first",
            /// Any, as long as there is one in the end.
            Anywhere = "anywhere",
        }
        /// O8: who loses first when cavalry charges and engineers help?
        charge_and_engineers: ChargeAndEngineers = "charge-and-engineers" of "DE-F1-b" {
            /// Cavalry while there is any, then an engineer.
            CavalryFirst = "cavalry-first",
            /// One engineer, then cavalry.
            EngineerFirst = "engineer-first",
        }
        /// O9: which rules hold for the morale check of a stand-fast force that the table drove back?
        after_driven: AfterDriven = "after-driven" of "DE-F2-d" {
            /// The ordinary ones: retreat may be chosen.
            Ordinary = "ordinary",
            /// Still those of standing fast: no retreat, and SP lost are prisoners too.
            StandingFast = "standing-fast",
        }
        /// O10: does the limit of one each hold in forced marches and cavalry fatigue?
        hardship_limits: HardshipLimits = "hardship-limits" of "DE-G1" {
            /// No.
            Off = "off",
            /// Yes.
            On = "on",
        }
        /// O11: how low can a morale level fall?
        morale_floor: MoraleFloor = "morale-floor" of "DE-M3" {
            /// To 0.
            Zero = "0",
            /// To 1.
            One = "1",
        }
        /// O12: what becomes of a loss result whose chooser can take nothing?
        nothing_legal: NothingLegal = "nothing-legal" of "DE-M2" {
            /// It is void.
            Void = "void",
            /// The other player chooses.
            Passes = "passes",
        }
        /// O13: does standing fast also bar retreat in a barrage and its morale check?
        stand_fast_reach: StandFastReach = "stand-fast-reach" of "DE-F2-a" {
            /// Yes.
            BarrageToo = "barrage-too",
            /// No: only in combat and the check after it.
            CombatOnly = "combat-only",
        }
        /// O14: how many levels has a combat marker?
        marker_levels: MarkerLevels = "marker-levels" of "DE-C2-b" {
            /// Two: it is flipped, then removed.
            Two = "2",
            /// One: it is removed at once.
            One = "1",
        }
        /// O15: how strictly are infantry losses shared?
        infantry_sharing: InfantrySharing = "infantry-sharing" of "DE-B2-a" {
            /// At every moment no infantry unit may be two ahead of another.
            Running = "running",
            /// The owner shares them out as he likes.
            Free = "free",
        }
        /// O16: how do retreat hexes taken as results go with the table's own retreat?
        retreat_hexes: RetreatHexes = "retreat-hexes" of "DE-M10" {
            /// They are added.
            Added = "added",
            /// The longer of the two is made.
            Longest = "longest",
        }
        /// X1: what does the table's retreat do to a fort, which cannot move?
        fort_driven: FortDriven = "fort-driven" of "DE-F2-b" {
            /// Nothing: the fort stays.
            Stays = "stays",
            /// The fort falls and its garrison is taken.
            Falls = "falls",
        }
        /// X2: when is an overrunning attacker's morale check without retreat?
        overrun_bar: OverrunBar = "overrun-bar" of "DE-F3" {
            /// When the overrun failed: the defender still holds the hex.
            WhenFailed = "when-failed",
            /// After every overrun.
            Always = "always",
        }
        /// X3: does a posted force take the morale check that a barrage calls for?
        posted_barrage_check: PostedBarrageCheck = "posted-barrage-check" of "DE-F5b-a" {
            /// Yes: it is spared only the checks after combat.
            Taken = "taken",
            /// No.
            Spared = "spared",
        }
        /// X4: is a posted force that has retreated still safe from the attacker's choice of retreat?
        posted_driven: PostedDriven = "posted-driven" of "DE-F5b-b" {
            /// Yes.
            Protected = "protected",
            /// No: it has left the fort.
            Exposed = "exposed",
        }
    }
}
