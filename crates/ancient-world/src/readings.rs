//! The readings: every place where the charts are silent, damaged or can be read two ways is a named
//! switch. The first word of each is the default; the README gives the reasons.

use crate::rule;
use grognard_charts::{Switch, Takes, switches};
use grognard_umpire::Reading;

switches! {
    /// The readings in force.
    pub struct Readings {
        /// When coordination succeeds.
        coordination: CoordinationTest = "coordination" of "AW-8.26-f" {
            /// When the die is at most the value, so that ratings and nearness help.
            AtMost = "at-most",
            /// When the die is greater than the value, as both copies print.
            MoreThan = "more-than",
        }
        /// Who retreats, where the bold type is lost.
        bold_results: BoldResults = "bold-results" of "AW-8.3-d" {
            /// Whoever loses the larger percentage.
            LargerLoss = "larger-loss",
            /// The same, but rows +3 and +6 (15/10 and 10/15) are draws.
            CloseRowsDraw = "close-rows-draw",
        }
        /// How Guile Points are committed by both sides.
        guile: GuileOrder = "guile" of "AW-8.4-e" {
            /// Both write them down and show them together.
            Secret = "secret",
            /// The attacker says his first, then the defender.
            AttackerFirst = "attacker-first",
        }
        /// How elephants are committed by both sides.
        elephants: ElephantOrder = "elephants" of "AW-8.36-a" {
            /// The attacker commits and rolls, then the defender.
            AttackerFirst = "attacker-first",
            /// Both commit secretly, then the attacker rolls, then the defender.
            Secret = "secret",
        }
        /// Whether elephant SP count in the ratio and in percentage losses.
        elephant_strength: ElephantStrength = "elephant-strength" of "AW-8.36-k" {
            /// They do not.
            Apart = "apart",
            /// They do.
            Counted = "counted",
        }
        /// Whether what elephants kill changes the modifiers of this battle.
        elephant_timing: ElephantTiming = "elephant-timing" of "AW-8.36-j" {
            /// It does not: modifiers are fixed before elephants are committed.
            Frozen = "frozen",
            /// Ratio and cavalry superiority are worked out again.
            Recomputed = "recomputed",
        }
        /// The strength that percentages, the star's limit and the single SP are taken of.
        loss_base: LossBase = "loss-base" of "AW-8.34-g" {
            /// What is there after the elephants.
            Current = "current",
            /// What was there at the start of the battle.
            Start = "start",
        }
        /// Ratios worse than one to three.
        ratio_beyond_three: RatioBeyondThree = "ratio-beyond-three" of "AW-8.31-d" {
            /// The next whole number, in the defender's favour: rounded down to a row, as everywhere on the chart.
            DefenderFavour = "defender-favour",
            /// The whole number of the ratio.
            Truncate = "truncate",
        }
        /// Failed avoidance and failed interception by the same enemy.
        failures: Failures = "failures" of "AW-8.31-n" {
            /// +2 for each.
            Each = "each",
            /// +2 once.
            Once = "once",
        }
        /// What a cavalry SP pays for when percentage losses are taken.
        cavalry_losses: CavalryLosses = "cavalry-losses" of "AW-8.34-f" {
            /// Two points of loss.
            Double = "double",
            /// One point of loss.
            Single = "single",
        }
        /// Pursuit and butchery.
        pursuit: PursuitRule = "pursuit" of "AW-8.38-b" {
            /// The reconstructed rule.
            StandIn = "stand-in",
            /// There is none.
            None = "none",
        }
        /// How far a beaten force may go.
        retreat: RetreatDistance = "retreat" of "AW-8.37-a" {
            /// Up to two hexes, as in avoidance.
            TwoHexes = "two-hexes",
            /// One hex.
            OneHex = "one-hex",
        }
        /// The three cells of the loss chart that differ from the formula.
        loss_chart: LossChart = "loss-chart" of "AW-8.34-d" {
            /// As the formula has them.
            Formula = "formula",
            /// As the page shows them.
            AsPrinted = "as-printed",
        }
        /// The cavalry row of anybody but Rome in rough terrain.
        rough_cavalry: RoughCavalry = "rough-cavalry" of "AW-8.31-h" {
            /// Steps of five, shared with Romans on flat ground.
            ByFives = "by-fives",
            /// Steps of three, shared with non-Romans on flat ground.
            ByThrees = "by-threes",
        }
        /// From attrition points to SP.
        attrition: AttritionRule = "attrition" of "AW-8.23-r" {
            /// The reconstructed rule.
            StandIn = "stand-in",
            /// No SP are lost.
            None = "none",
        }
        /// The percentage that a draw's status is judged by.
        draw_percent: DrawPercent = "draw-percent" of "AW-8.54-e" {
            /// The percentage after adjustment.
            Applied = "applied",
            /// The percentage in the table.
            Printed = "printed",
        }
        /// A 1-SP force at great odds when the result is unpredictable.
        lone_point: LonePoint = "lone-point" of "AW-8.33-e" {
            /// It is eliminated all the same.
            Eliminated = "eliminated",
            /// It fares as the result says.
            Spared = "spared",
        }
        /// Status on both sides.
        both_statuses: BothStatuses = "both-statuses" of "AW-8.77-b" {
            /// Each side's own modifier counts.
            Each = "each",
            /// Only that of the worse status counts; the attacker's if they are equal.
            WorseOnly = "worse-only",
        }
        /// Legions of coordinating forces and the commander's limit.
        coordinated_legions: CoordinatedLegions = "coordinated-legions" of "AW-5.57-b" {
            /// They count.
            Count = "count",
            /// Only those of the commander's own force count.
            Apart = "apart",
        }
        /// Roman command efficiency outside Rise of the Roman Republic.
        efficiency_in_carthage: EfficiencyInCarthage = "efficiency-in-carthage" of "AW-5.57-d" {
            /// It does not apply: the card heads it Rise of the Roman Republic.
            Absent = "absent",
            /// It applies, as in a published session.
            Applies = "applies",
        }
        /// What an elite group is.
        elite_groups: EliteGroups = "elite-groups" of "AW-8.31-k" {
            /// An arm of a contingent.
            ArmAndContingent = "arm-and-contingent",
            /// A contingent, whatever its arms.
            Contingent = "contingent",
        }
        /// A landing force that also crossed a river.
        landing_and_river: LandingAndRiver = "landing-and-river" of "AW-8.31-q" {
            /// Both modifiers apply.
            Both = "both",
            /// Only the landing counts.
            LandingOnly = "landing-only",
        }
        /// The printed 0 of row -13.
        printed_zero: PrintedZero = "printed-zero" of "AW-8.3-b" {
            /// No loss.
            NoLoss = "no-loss",
            /// The same as a star.
            Star = "star",
        }
        /// A side in bold whose loss was adjusted to nothing.
        reduced_to_nothing: ReducedToNothing = "reduced-to-nothing" of "AW-8.3-g" {
            /// It retreats.
            Retreats = "retreats",
            /// It stays, and nobody has lost.
            Stays = "stays",
        }
        /// Totals beyond the rows of the Battle Results Table.
        beyond_the_table: BeyondTheTable = "beyond-the-table" of "AW-8.3-c" {
            /// The row at the end.
            EndRow = "end-row",
            /// The row at the end, and five percent more for each point beyond it to the side that loses there.
            FivePercentAPoint = "five-percent-a-point",
        }
        /// Unpredictable numbers below 0 or above 9.
        unpredictable_beyond: UnpredictableBeyond = "unpredictable-beyond" of "AW-8.4-c" {
            /// The nearest number.
            NearestNumber = "nearest-number",
            /// The rows of the table further out, one for each point.
            FurtherRows = "further-rows",
        }
        /// Whose SP make a battle great enough for an after-battle status.
        twenty_points: TwentyPoints = "twenty-points" of "AW-8.54-a" {
            /// Those of each side with the forces that joined it.
            WithJoined = "with-joined",
            /// Those of the two forces that met.
            MainForces = "main-forces",
        }
        /// A force that is wiped out; it has lost, whatever the row says.
        destroyed_force: DestroyedForce = "destroyed-force" of "AW-8.54-h" {
            /// It is a major loser.
            MajorLoser = "major-loser",
            /// It is a major loser only by its percentage.
            ByPercentage = "by-percentage",
        }
        /// Elephants whose infantry and cavalry are all gone.
        orphan_elephants: OrphanElephants = "orphan-elephants" of "AW-8.36-m" {
            /// They are lost too.
            Lost = "lost",
            /// They get away.
            Survive = "survive",
        }
        /// A row down in the movement attrition table, which was not available.
        attrition_row: AttritionRow = "attrition-row" of "AW-8.77-c" {
            /// One attrition point more.
            OnePoint = "one-point",
            /// One SP more.
            OneSp = "one-sp",
        }
        /// What the path of a coordinating force is traced through.
        coordination_path: CoordinationPath = "coordination-path" of "AW-8.26-d" {
            /// The hexes between it and the battle.
            HexesBetween = "hexes-between",
            /// Those, and the battle hex.
            BattleHexToo = "battle-hex-too",
        }
        /// Who calls nearby forces in first.
        coordination_order: CoordinationOrder = "coordination-order" of "AW-8.26-a" {
            /// The attacker.
            AttackerFirst = "attacker-first",
            /// The defender.
            DefenderFirst = "defender-first",
        }
        /// A winner that lost no SP.
        unscathed_winner: UnscathedWinner = "unscathed-winner" of "AW-8.54-b" {
            /// It lost none of any arm, elephants included.
            EveryArm = "every-arm",
            /// It lost no infantry and no cavalry.
            ElephantsApart = "elephants-apart",
        }
        /// A wounded commander in a campaign.
        wounded_leaders: WoundedLeaders = "wounded-leaders" of "AW-DUEL-l" {
            /// He goes on commanding.
            Stay = "stay",
            /// His deputy takes over, as from a dead one.
            Leave = "leave",
        }
    }
    and {
        /// The Guile Points that replacing a subordinate costs.
        replacement_cost: Option<u8> = "replacement-cost" of "AW-G-a" takes Takes::Number("that of the costs chart");
        /// The percentage from which a loser is a major loser.
        major_loser: Option<u8> = "major-loser" of "AW-8.54-g" takes Takes::Number("that of the limits chart");
    }
}

switches! {
    /// The readings of a mission.
    pub struct MissionReadings {
        /// When an ambassador's ransom is paid.
        ransom: Ransom = "ransom" of "AW-12.34-d" {
            /// At any time: the chart asks for an operation only where an audience was postponed.
            AnyTime = "any-time",
            /// With a Diplomacy operation.
            Operation = "operation",
        }
    }
    and {
        /// The Guile Points that sending the ambassador costs.
        sending_cost: Option<u8> = "sending-cost" of "AW-G-a" takes Takes::Number("that of the costs chart");
    }
}

/// What a reading is read by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// The steps of a battle.
    Battle,
    /// The steps of a campaign outside its battles.
    Campaign,
    /// Both.
    Both,
}

/// What there is about a contest that readings can bear on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bearing {
    pub(crate) campaign: bool,
    pub(crate) nearby: bool,
    pub(crate) guile: bool,
    pub(crate) elephants: bool,
    pub(crate) cavalry: bool,
    pub(crate) rough: bool,
    pub(crate) two_failures: bool,
    pub(crate) status: bool,
    pub(crate) legions_in_carthage: bool,
    pub(crate) elite: bool,
    pub(crate) landing_over_river: bool,
    pub(crate) replacement: bool,
}

/// Where a reading of two bears: in which steps, and on what.
pub(crate) struct Bears {
    pub(crate) key: &'static str,
    reach: Reach,
    on: fn(&Bearing) -> bool,
}

impl Bears {
    /// Whether steps of that kind read it.
    pub(crate) fn reaches(&self, reach: Reach) -> bool {
        self.reach == reach || self.reach == Reach::Both
    }

    /// The reading itself.
    pub(crate) fn switch(&self) -> &'static Switch {
        Readings::SWITCHES.iter().find(|switch| switch.key == self.key).expect("a reading of the list")
    }

    /// The other word of a reading.
    pub(crate) fn other(&self, readings: &Readings) -> &'static str {
        let stands = readings.get(self.key);
        let other = self.switch().words().into_iter().find(|&word| stands.as_deref() != Some(word));
        other.expect("a reading of two")
    }
}

/// Every reading of two, in the order of the README.
pub(crate) const BEARING: &[Bears] = &[
    Bears { key: "coordination", reach: Reach::Battle, on: |on| on.nearby },
    Bears { key: "bold-results", reach: Reach::Battle, on: |_| true },
    Bears { key: "guile", reach: Reach::Battle, on: |on| on.guile },
    Bears { key: "elephants", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "elephant-strength", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "elephant-timing", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "loss-base", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "ratio-beyond-three", reach: Reach::Both, on: |_| true },
    Bears { key: "failures", reach: Reach::Battle, on: |on| on.two_failures },
    Bears { key: "cavalry-losses", reach: Reach::Battle, on: |on| on.cavalry },
    Bears { key: "pursuit", reach: Reach::Battle, on: |on| on.cavalry },
    Bears { key: "retreat", reach: Reach::Battle, on: |_| true },
    Bears { key: "loss-chart", reach: Reach::Both, on: |_| true },
    Bears { key: "rough-cavalry", reach: Reach::Battle, on: |on| on.cavalry && on.rough },
    Bears { key: "attrition", reach: Reach::Both, on: |_| true },
    Bears { key: "draw-percent", reach: Reach::Battle, on: |_| true },
    Bears { key: "lone-point", reach: Reach::Battle, on: |_| true },
    Bears { key: "both-statuses", reach: Reach::Battle, on: |on| on.status },
    Bears { key: "coordinated-legions", reach: Reach::Battle, on: |on| on.nearby },
    Bears { key: "efficiency-in-carthage", reach: Reach::Battle, on: |on| on.legions_in_carthage },
    Bears { key: "elite-groups", reach: Reach::Battle, on: |on| on.elite },
    Bears { key: "landing-and-river", reach: Reach::Battle, on: |on| on.landing_over_river },
    Bears { key: "printed-zero", reach: Reach::Battle, on: |_| true },
    Bears { key: "reduced-to-nothing", reach: Reach::Battle, on: |_| true },
    Bears { key: "beyond-the-table", reach: Reach::Battle, on: |_| true },
    Bears { key: "unpredictable-beyond", reach: Reach::Battle, on: |_| true },
    Bears { key: "twenty-points", reach: Reach::Battle, on: |on| on.nearby },
    Bears { key: "destroyed-force", reach: Reach::Battle, on: |_| true },
    Bears { key: "orphan-elephants", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "attrition-row", reach: Reach::Both, on: |on| on.status },
    Bears { key: "coordination-path", reach: Reach::Battle, on: |on| on.nearby },
    Bears { key: "coordination-order", reach: Reach::Battle, on: |on| on.nearby },
    Bears { key: "unscathed-winner", reach: Reach::Battle, on: |on| on.elephants },
    Bears { key: "wounded-leaders", reach: Reach::Campaign, on: |on| on.campaign },
];

/// The figures that two readings set.
pub(crate) struct Figures {
    /// The percentage from which a loser is a major loser.
    pub(crate) major_loser: u8,
    /// The Guile Points that replacing a subordinate costs.
    pub(crate) replacement_cost: u8,
}

impl Readings {
    /// The readings in force that can bear on a contest, those of two first.
    pub(crate) fn bearing_on(&self, on: &Bearing, figures: &Figures) -> Vec<Reading> {
        let bears = |key| BEARING.iter().any(|bears| bears.key == key && (bears.on)(on));
        let mut all: Vec<Reading> =
            self.in_force().into_iter().filter(|reading| bears(reading.key)).collect();
        all.push(Reading {
            key: "major-loser",
            value: figures.major_loser.to_string(),
            clause: rule!("8.54-g"),
            is_default: self.major_loser.is_none(),
        });
        if on.replacement {
            all.push(Reading {
                key: "replacement-cost",
                value: figures.replacement_cost.to_string(),
                clause: rule!("G-a"),
                is_default: self.replacement_cost.is_none(),
            });
        }
        all
    }
}

/// The head of an account: what it goes by where the charts leave a choice, as far as it is not the default. Those that decided
/// something are named where they do. [0-b]
pub(crate) fn head(readings: &[Reading]) -> grognard_umpire::Ruling {
    let list: Vec<String> =
        readings.iter().filter(|reading| !reading.is_default).map(Reading::to_string).collect();
    let text = match list.is_empty() {
        true => "readings of unclear rules: all at their defaults".to_owned(),
        false => format!("readings of unclear rules: {}; the others at their defaults", list.join(", ")),
    };
    grognard_umpire::Ruling::new(rule!("0-b"), text)
}
