//! Readings: where the play aid can be read in two ways, each a named switch with its default.

use std::fmt;

/// A word of a battle file that no reading has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoSuchReading {
    /// What would be right.
    pub allowed: String,
}

impl fmt::Display for NoSuchReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "write {}", self.allowed)
    }
}

/// One switch as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch {
    /// Its key in `[readings]`.
    pub key: &'static str,
    /// The question it answers.
    pub question: &'static str,
    /// The default, then the alternative.
    pub values: [&'static str; 2],
}

macro_rules! readings {
    ($($(#[$about:meta])* $field:ident : $name:ident = $key:literal, $question:literal,
        $default:ident $default_key:literal $default_doc:literal,
        $other:ident $other_key:literal $other_doc:literal;)*) => {
        $(
            #[doc = $question]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub enum $name {
                #[default]
                #[doc = $default_doc]
                $default,
                #[doc = $other_doc]
                $other,
            }
        )*

        /// All readings in force.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
        pub struct Readings {
            $( #[doc = $question] pub $field: $name, )*
        }

        impl Readings {
            /// Every switch, in the order of the README.
            pub const SWITCHES: &'static [Switch] = &[
                $( Switch { key: $key, question: $question, values: [$default_key, $other_key] }, )*
            ];

            /// Sets one switch by its words.
            ///
            /// # Errors
            /// What would be right.
            pub fn set(&mut self, key: &str, value: &str) -> Result<(), NoSuchReading> {
                match key {
                    $( $key => self.$field = match value {
                        $default_key => $name::$default,
                        $other_key => $name::$other,
                        _ => return Err(NoSuchReading {
                            allowed: concat!("`", $default_key, "` or `", $other_key, "`").to_owned(),
                        }),
                    }, )*
                    _ => {
                        let keys: Vec<&str> = Readings::SWITCHES.iter().map(|switch| switch.key).collect();
                        return Err(NoSuchReading { allowed: format!("one of {}", keys.join(", ")) });
                    }
                }
                Ok(())
            }

            /// The word a switch stands at.
            pub fn get(&self, key: &str) -> Option<&'static str> {
                match key {
                    $( $key => Some(match self.$field {
                        $name::$default => $default_key,
                        $name::$other => $other_key,
                    }), )*
                    _ => None,
                }
            }
        }
    };
}

readings! {
    one_each: OneEach = "one-each", "O1: may a player assign one morale loss, one retreat hex and one artillery SP, or one of the three together?",
        PerKind "per-kind" "One of each.", Pooled "pooled" "One of the three together.";
    one_each_scope: OneEachScope = "one-each-scope", "O2: does that limit hold for each stack of a combat, or for all of them together?",
        EachStack "each-stack" "Each stack is an allocation of its own.", WholeCombat "whole-combat" "All stacks of a combat share each player's limit.";
    earlier_losses: EarlierLosses = "earlier-losses", "O3: do the losses of a combat or barrage count for the opponent's choices in the morale check after it?",
        Forgotten "forgotten" "No: each allocation starts afresh.", Counted "counted" "Yes.";
    second_result: SecondResult = "second-result", "O4: does the right to name artillery at the second result after a barrage lift the need for a combat loss first?",
        CombatLossFirst "combat-loss-first" "No.", ArtilleryAtOnce "artillery-at-once" "Yes.";
    charge_sides: ChargeSides = "charge-sides", "O5: whose loss results does a cavalry charge double?",
        ChargingSide "charging-side" "Those of the side that charges.", BothSides "both-sides" "Those of both sides.";
    charge_reach: ChargeReach = "charge-reach", "O6: does the charge also bear on the morale check after it (doubled, then capped)?",
        CombatOnly "combat-only" "No.", MoraleCheckToo "morale-check-too" "Yes.";
    engineer_loss: EngineerLoss = "engineer-loss", "O7: which SP loss must be the engineers'?",
        First "first" "The first.", Anywhere "anywhere" "Any, as long as there is one in the end.";
    charge_and_engineers: ChargeAndEngineers = "charge-and-engineers", "O8: who loses first when cavalry charges and engineers help?",
        CavalryFirst "cavalry-first" "Cavalry while there is any, then an engineer.", EngineerFirst "engineer-first" "One engineer, then cavalry.";
    after_driven: AfterDriven = "after-driven", "O9: which rules hold for the morale check of a stand-fast force that the table drove back?",
        Ordinary "ordinary" "The ordinary ones: retreat may be chosen.", StandingFast "standing-fast" "Still those of standing fast.";
    hardship_limits: HardshipLimits = "hardship-limits", "O10: does the limit of one each hold in forced marches and cavalry fatigue?",
        Off "off" "No.", On "on" "Yes.";
    morale_floor: MoraleFloor = "morale-floor", "O11: how low can a morale level fall?",
        Zero "0" "To 0.", One "1" "To 1.";
    nothing_legal: NothingLegal = "nothing-legal", "O12: what becomes of a loss result whose chooser can take nothing?",
        Void "void" "It is void.", Passes "passes" "The other player chooses.";
    stand_fast_reach: StandFastReach = "stand-fast-reach", "O13: does standing fast also bar retreat in a barrage and its morale check?",
        BarrageToo "barrage-too" "Yes.", CombatOnly "combat-only" "No: only in combat and the check after it.";
    marker_levels: MarkerLevels = "marker-levels", "O14: how many levels has a combat marker?",
        Two "2" "Two: it is flipped, then removed.", One "1" "One: it is removed at once.";
    infantry_sharing: InfantrySharing = "infantry-sharing", "O15: how strictly are infantry losses shared?",
        Running "running" "At every moment no infantry unit may be two ahead of another.", Free "free" "The owner shares them out as he likes.";
    retreat_hexes: RetreatHexes = "retreat-hexes", "O16: how do retreat hexes taken as results go with the table's own retreat?",
        Added "added" "They are added.", Longest "longest" "The longer of the two is made.";
    fort_driven: FortDriven = "fort-driven", "X1: what does the table's retreat do to a fort, which cannot move?",
        Stays "stays" "Nothing: the fort stays.", Falls "falls" "The fort falls and its garrison is taken.";
    overrun_bar: OverrunBar = "overrun-bar", "X2: when is an overrunning attacker's morale check without retreat?",
        WhenFailed "when-failed" "When the overrun failed: the defender still holds the hex.", Always "always" "After every overrun.";
    posted_barrage_check: PostedBarrageCheck = "posted-barrage-check", "X3: does a posted force take the morale check that a barrage calls for?",
        Taken "taken" "Yes: it is spared only the checks after combat.", Spared "spared" "No.";
    posted_driven: PostedDriven = "posted-driven", "X4: is a posted force that has retreated still safe from the attacker's choice of retreat?",
        Protected "protected" "Yes.", Exposed "exposed" "No: it has left the fort.";
}
