//! Readings: where the book can be read in two ways or leaves something to the players, each a named switch
//! with its default. The rulings they belong to are listed in the README.

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
    /// The question it answers, with the number of the ruling or the section.
    pub question: &'static str,
    /// The default, then the alternative.
    pub values: [&'static str; 2],
}

macro_rules! readings {
    ($($field:ident : $name:ident = $key:literal, $question:literal,
        $default:ident $default_key:literal, $other:ident $other_key:literal;)*) => {
        $(
            #[doc = $question]
            #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
            pub enum $name {
                #[default]
                #[doc = concat!("`", $default_key, "`, the default.")]
                $default,
                #[doc = concat!("`", $other_key, "`.")]
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
    class_4_volley: Class4Volley = "class-4-volley", "A2: how many stands must fire at one target for the reroll of class 4?",
        Eight "8", Nine "9";
    second_impulse: SecondImpulse = "second-impulse", "A5: how far may the 2nd Impulse go?",
        OwnHalf "own-half", HalfOfRest "half-of-rest";
    square_target: SquareTarget = "square-target", "A29: what kind of target is a square?",
        Dense "dense", Line "line";
    stone_burns: StoneBurns = "stone-burns", "A41: can heavy urban areas burn?",
        Yes "yes", No "no";
    cover_hold: CoverHold = "cover-hold", "A70: which compulsory moves may defenders of cover decline?",
        MinorOnly "minor-only", EveryMove "every-compulsory-move";
    staff_risk: StaffRisk = "staff-risk", "A81: when are attached staff at risk from fire?",
        Casualties "casualties", UnderFire "under-fire";
    test_from: TestFrom = "test-from", "A94: how many hits make a unit test after shooting?",
        OneHit "1", TwoHits "2";
    assault_factors: AssaultFactors = "assault-factors", "A124: how often does a factor count for a side of several units?",
        Once "once", EveryUnit "every-unit";
    screen_reach: ScreenReach = "screen-reach", "A140: how far does the 1st Impulse reach for screens?",
        HalfAllowance "half-allowance", AsMoved "as-moved";
    high_to_high: HighToHigh = "high-to-high", "A146: may guns on a high hill fire at targets on a high hill?",
        Yes "yes", No "no";
    lost_commander: LostCommander = "lost-commander", "A148: does a senior general in reach stand in for a lost commander?",
        SeniorLifts "senior-lifts", OutUntilReplaced "out-until-replaced";
    router_victors: RouterVictors = "router-victors", "A154: do victors over routers move when nobody else is in contact?",
        MoveIfAlone "move-if-alone", Never "never";
    column_factor: ColumnFactor = "column-factor", "A170: where does a charging manoeuvre column have its factor?",
        Open "open", Everywhere "everywhere";
    enfilade: Enfilade = "enfilade", "T16: does a line shot at from a flank count as dense?",
        Off "off", On "on";
    bombardment: Bombardment = "bombardment", "T16: may guns fire beyond their long range?",
        Off "off", On "on";
}
