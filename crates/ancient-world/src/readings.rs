//! The readings: every place where the charts are silent, damaged or can be read two ways is a named
//! switch. The first word of each is the default; the README gives the reasons.

use crate::rule;
use grognard_umpire::{Clause, Reading};
use serde::Deserialize;

macro_rules! reading {
    ($(#[$about:meta])* $name:ident { $(#[$one:meta])* $a:ident = $ka:literal, $(#[$two:meta])* $b:ident = $kb:literal $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        pub enum $name {
            $(#[$one])* #[default] #[serde(rename = $ka)] $a,
            $(#[$two])* #[serde(rename = $kb)] $b,
        }

        impl $name {
            /// Its word in files.
            pub const fn word(self) -> &'static str {
                match self {
                    $name::$a => $ka,
                    $name::$b => $kb,
                }
            }

            /// The other way to read it.
            pub const fn other(self) -> $name {
                match self {
                    $name::$a => $name::$b,
                    $name::$b => $name::$a,
                }
            }
        }
    };
}

reading! {
    /// When coordination succeeds. [8.26-f]
    CoordinationTest {
        /// When the die is at most the value, so that ratings and nearness help.
        AtMost = "at-most",
        /// When the die is greater than the value, as both copies print.
        MoreThan = "more-than",
    }
}
reading! {
    /// Who retreats, where the bold type is lost. [8.3-d]
    BoldResults {
        /// Whoever loses the larger percentage.
        LargerLoss = "larger-loss",
        /// The same, but rows +3 and +6 (15/10 and 10/15) are draws.
        CloseRowsDraw = "close-rows-draw",
    }
}
reading! {
    /// How Guile Points are committed by both sides. [8.23-j, 8.4-e]
    GuileOrder {
        /// Both write them down and show them together.
        Secret = "secret",
        /// The attacker says his first, then the defender.
        AttackerFirst = "attacker-first",
    }
}
reading! {
    /// How elephants are committed by both sides. [8.36-a]
    ElephantOrder {
        /// The attacker commits and rolls, then the defender.
        AttackerFirst = "attacker-first",
        /// Both commit secretly, then the attacker rolls, then the defender.
        Secret = "secret",
    }
}
reading! {
    /// Whether elephant SP count in the ratio and in percentage losses. [8.36-k]
    ElephantStrength {
        /// They do not.
        Apart = "apart",
        /// They do.
        Counted = "counted",
    }
}
reading! {
    /// Whether what elephants kill changes the modifiers of this battle. [8.36-j]
    ElephantTiming {
        /// It does not: modifiers are fixed before elephants are committed.
        Frozen = "frozen",
        /// Ratio and cavalry superiority are worked out again.
        Recomputed = "recomputed",
    }
}
reading! {
    /// The strength that percentages, the star's limit and the single SP are taken of. [8.34-g]
    LossBase {
        /// What is there after the elephants.
        Current = "current",
        /// What was there at the start of the battle.
        Start = "start",
    }
}
reading! {
    /// Ratios worse than one to three. [8.31-d]
    RatioBeyondThree {
        /// The next whole number, in the defender's favour: rounded down to a row, as everywhere on the chart.
        DefenderFavour = "defender-favour",
        /// The whole number of the ratio.
        Truncate = "truncate",
    }
}
reading! {
    /// Failed avoidance and failed interception by the same enemy. [8.31-n]
    Failures {
        /// +2 for each.
        Each = "each",
        /// +2 once.
        Once = "once",
    }
}
reading! {
    /// What a cavalry SP pays for when percentage losses are taken. [8.34-f]
    CavalryLosses {
        /// Two points of loss.
        Double = "double",
        /// One point of loss.
        Single = "single",
    }
}
reading! {
    /// Pursuit and butchery. [8.38-b]
    PursuitRule {
        /// The reconstructed rule.
        StandIn = "stand-in",
        /// There is none.
        None = "none",
    }
}
reading! {
    /// How far a beaten force may go. [8.37-a]
    RetreatDistance {
        /// Up to two hexes, as in avoidance.
        TwoHexes = "two-hexes",
        /// One hex.
        OneHex = "one-hex",
    }
}
reading! {
    /// The three cells of the loss chart that differ from the formula. [8.34-d]
    LossChart {
        /// As the formula has them.
        Formula = "formula",
        /// As the page shows them.
        AsPrinted = "as-printed",
    }
}
reading! {
    /// The cavalry row of anybody but Rome in rough terrain. [8.31-h]
    RoughCavalry {
        /// Steps of five, shared with Romans on flat ground.
        ByFives = "by-fives",
        /// Steps of three, shared with non-Romans on flat ground.
        ByThrees = "by-threes",
    }
}
reading! {
    /// From attrition points to SP. [8.23-r]
    AttritionRule {
        /// The reconstructed rule.
        StandIn = "stand-in",
        /// No SP are lost.
        None = "none",
    }
}
reading! {
    /// The percentage that a draw's status is judged by. [8.54-e]
    DrawPercent {
        /// The percentage after adjustment.
        Applied = "applied",
        /// The percentage in the table.
        Printed = "printed",
    }
}
reading! {
    /// A 1-SP force at great odds when the result is unpredictable. [8.33-e]
    LonePoint {
        /// It is eliminated all the same.
        Eliminated = "eliminated",
        /// It fares as the result says.
        Spared = "spared",
    }
}
reading! {
    /// Status on both sides. [8.77-a, 8.77-b]
    BothStatuses {
        /// Each side's own modifier counts.
        Each = "each",
        /// Only that of the worse status counts; the attacker's if they are equal.
        WorseOnly = "worse-only",
    }
}
reading! {
    /// Legions of coordinating forces and the commander's limit. [5.57-b]
    CoordinatedLegions {
        /// They count.
        Count = "count",
        /// Only those of the commander's own force count.
        Apart = "apart",
    }
}
reading! {
    /// Roman command efficiency outside Rise of the Roman Republic. [5.57-d]
    EfficiencyInCarthage {
        /// It does not apply: the card heads it Rise of the Roman Republic.
        Absent = "absent",
        /// It applies, as in a published session.
        Applies = "applies",
    }
}
reading! {
    /// What an elite group is. [8.31-k]
    EliteGroups {
        /// An arm of a contingent.
        ArmAndContingent = "arm-and-contingent",
        /// A contingent, whatever its arms.
        Contingent = "contingent",
    }
}
reading! {
    /// A landing force that also crossed a river. [8.31-q]
    LandingAndRiver {
        /// Both modifiers apply.
        Both = "both",
        /// Only the landing counts.
        LandingOnly = "landing-only",
    }
}
reading! {
    /// The printed 0 of row -13. [8.3-b]
    PrintedZero {
        /// No loss.
        NoLoss = "no-loss",
        /// The same as a star.
        Star = "star",
    }
}
reading! {
    /// A side in bold whose loss was adjusted to nothing. [8.3-g]
    ReducedToNothing {
        /// It retreats.
        Retreats = "retreats",
        /// It stays, and nobody has lost.
        Stays = "stays",
    }
}

reading! {
    /// Totals beyond the rows of the Battle Results Table. [8.3-c]
    BeyondTheTable {
        /// The row at the end.
        EndRow = "end-row",
        /// The row at the end, and five percent more for each point beyond it to the side that loses there.
        FivePercentAPoint = "five-percent-a-point",
    }
}
reading! {
    /// Unpredictable numbers below 0 or above 9. [8.4-c]
    UnpredictableBeyond {
        /// The nearest number.
        NearestNumber = "nearest-number",
        /// The rows of the table further out, one for each point.
        FurtherRows = "further-rows",
    }
}
reading! {
    /// Whose SP make a battle great enough for an after-battle status. [8.54-a]
    TwentyPoints {
        /// Those of each side with the forces that joined it.
        WithJoined = "with-joined",
        /// Those of the two forces that met.
        MainForces = "main-forces",
    }
}
reading! {
    /// A force that is wiped out; it has lost, whatever the row says. [8.54-h]
    DestroyedForce {
        /// It is a major loser.
        MajorLoser = "major-loser",
        /// It is a major loser only by its percentage.
        ByPercentage = "by-percentage",
    }
}
reading! {
    /// Elephants whose infantry and cavalry are all gone. [8.36-m]
    OrphanElephants {
        /// They are lost too.
        Lost = "lost",
        /// They get away.
        Survive = "survive",
    }
}
reading! {
    /// A row down in the movement attrition table, which was not available. [8.77-c]
    AttritionRow {
        /// One attrition point more.
        OnePoint = "one-point",
        /// One SP more.
        OneSp = "one-sp",
    }
}
reading! {
    /// What the path of a coordinating force is traced through. [8.26-d]
    CoordinationPath {
        /// The hexes between it and the battle.
        HexesBetween = "hexes-between",
        /// Those, and the battle hex.
        BattleHexToo = "battle-hex-too",
    }
}
reading! {
    /// Who calls nearby forces in first. [8.26-a]
    CoordinationOrder {
        /// The attacker.
        AttackerFirst = "attacker-first",
        /// The defender.
        DefenderFirst = "defender-first",
    }
}
reading! {
    /// A winner that lost no SP. [8.54-b]
    UnscathedWinner {
        /// It lost none of any arm, elephants included.
        EveryArm = "every-arm",
        /// It lost no infantry and no cavalry.
        ElephantsApart = "elephants-apart",
    }
}
reading! {
    /// A wounded commander in a campaign. [DUEL-l]
    WoundedLeaders {
        /// He goes on commanding.
        Stay = "stay",
        /// His deputy takes over, as from a dead one.
        Leave = "leave",
    }
}

reading! {
    /// When an ambassador's ransom is paid. [12.34-d]
    Ransom {
        /// At any time: the chart asks for an operation only where an audience was postponed.
        AnyTime = "any-time",
        /// With a Diplomacy operation.
        Operation = "operation",
    }
}

/// The readings in force.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Readings {
    /// When coordination succeeds.
    pub coordination: CoordinationTest,
    /// Who retreats.
    pub bold_results: BoldResults,
    /// How guile is committed.
    pub guile: GuileOrder,
    /// How elephants are committed.
    pub elephants: ElephantOrder,
    /// Whether elephants count as SP.
    pub elephant_strength: ElephantStrength,
    /// Whether elephants' kills change modifiers.
    pub elephant_timing: ElephantTiming,
    /// What percentages are taken of.
    pub loss_base: LossBase,
    /// Ratios past 1-3.
    pub ratio_beyond_three: RatioBeyondThree,
    /// Two failures of one enemy.
    pub failures: Failures,
    /// What cavalry pays for.
    pub cavalry_losses: CavalryLosses,
    /// Pursuit.
    pub pursuit: PursuitRule,
    /// Retreat distance.
    pub retreat: RetreatDistance,
    /// Doubtful cells of the loss chart.
    pub loss_chart: LossChart,
    /// Cavalry in rough terrain.
    pub rough_cavalry: RoughCavalry,
    /// Attrition.
    pub attrition: AttritionRule,
    /// The percentage of a draw.
    pub draw_percent: DrawPercent,
    /// A 1-SP force and an unpredictable result.
    pub lone_point: LonePoint,
    /// Status on both sides.
    pub both_statuses: BothStatuses,
    /// Legions of coordinating forces.
    pub coordinated_legions: CoordinatedLegions,
    /// Command efficiency in Carthage.
    pub efficiency_in_carthage: EfficiencyInCarthage,
    /// Elite groups.
    pub elite_groups: EliteGroups,
    /// Landing and river.
    pub landing_and_river: LandingAndRiver,
    /// The printed 0.
    pub printed_zero: PrintedZero,
    /// Bold, but nothing lost.
    pub reduced_to_nothing: ReducedToNothing,
    /// Totals beyond the table.
    pub beyond_the_table: BeyondTheTable,
    /// Unpredictable numbers beyond 0 to 9.
    pub unpredictable_beyond: UnpredictableBeyond,
    /// Whose 20 SP.
    pub twenty_points: TwentyPoints,
    /// A force wiped out.
    pub destroyed_force: DestroyedForce,
    /// Elephants left alone.
    pub orphan_elephants: OrphanElephants,
    /// A row down in the attrition table.
    pub attrition_row: AttritionRow,
    /// The path of a coordinating force.
    pub coordination_path: CoordinationPath,
    /// Who calls nearby forces in first.
    pub coordination_order: CoordinationOrder,
    /// A winner without loss.
    pub unscathed_winner: UnscathedWinner,
    /// Wounded commanders of a campaign.
    pub wounded_leaders: WoundedLeaders,
    /// The Guile Points that replacing a subordinate costs; that of the costs chart if absent.
    pub replacement_cost: Option<u8>,
    /// The percentage from which a loser is a major loser; that of the limits chart if absent.
    pub major_loser: Option<u8>,
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

/// One reading of two: its word in files, its clause, and where it bears.
pub(crate) struct Switch {
    pub(crate) key: &'static str,
    pub(crate) clause: Clause,
    reach: Reach,
    /// Its word as it stands.
    pub(crate) value: fn(&Readings) -> &'static str,
    /// Reads it the other way.
    pub(crate) turn: fn(&mut Readings),
    is_default: fn(&Readings) -> bool,
    bears: fn(&Bearing) -> bool,
}

impl Switch {
    /// Whether steps of that kind read it.
    pub(crate) fn reaches(&self, reach: Reach) -> bool {
        self.reach == reach || self.reach == Reach::Both
    }
}

macro_rules! switches {
    ($($key:literal $field:ident $id:literal $reach:ident $bears:expr;)*) => {
        /// Every reading of two, in the order of the README.
        pub(crate) const SWITCHES: &[Switch] = &[$(
            Switch {
                key: $key,
                clause: rule!($id),
                reach: Reach::$reach,
                value: |readings| readings.$field.word(),
                turn: |readings| readings.$field = readings.$field.other(),
                is_default: |readings| readings.$field == Readings::default().$field,
                bears: $bears,
            },
        )*];
    };
}

switches! {
    "coordination" coordination "8.26-f" Battle |on| on.nearby;
    "bold-results" bold_results "8.3-d" Battle |_| true;
    "guile" guile "8.4-e" Battle |on| on.guile;
    "elephants" elephants "8.36-a" Battle |on| on.elephants;
    "elephant-strength" elephant_strength "8.36-k" Battle |on| on.elephants;
    "elephant-timing" elephant_timing "8.36-j" Battle |on| on.elephants;
    "loss-base" loss_base "8.34-g" Battle |on| on.elephants;
    "ratio-beyond-three" ratio_beyond_three "8.31-d" Both |_| true;
    "failures" failures "8.31-n" Battle |on| on.two_failures;
    "cavalry-losses" cavalry_losses "8.34-f" Battle |on| on.cavalry;
    "pursuit" pursuit "8.38-b" Battle |on| on.cavalry;
    "retreat" retreat "8.37-a" Battle |_| true;
    "loss-chart" loss_chart "8.34-d" Both |_| true;
    "rough-cavalry" rough_cavalry "8.31-h" Battle |on| on.cavalry && on.rough;
    "attrition" attrition "8.23-r" Both |_| true;
    "draw-percent" draw_percent "8.54-e" Battle |_| true;
    "lone-point" lone_point "8.33-e" Battle |_| true;
    "both-statuses" both_statuses "8.77-b" Battle |on| on.status;
    "coordinated-legions" coordinated_legions "5.57-b" Battle |on| on.nearby;
    "efficiency-in-carthage" efficiency_in_carthage "5.57-d" Battle |on| on.legions_in_carthage;
    "elite-groups" elite_groups "8.31-k" Battle |on| on.elite;
    "landing-and-river" landing_and_river "8.31-q" Battle |on| on.landing_over_river;
    "printed-zero" printed_zero "8.3-b" Battle |_| true;
    "reduced-to-nothing" reduced_to_nothing "8.3-g" Battle |_| true;
    "beyond-the-table" beyond_the_table "8.3-c" Battle |_| true;
    "unpredictable-beyond" unpredictable_beyond "8.4-c" Battle |_| true;
    "twenty-points" twenty_points "8.54-a" Battle |on| on.nearby;
    "destroyed-force" destroyed_force "8.54-h" Battle |_| true;
    "orphan-elephants" orphan_elephants "8.36-m" Battle |on| on.elephants;
    "attrition-row" attrition_row "8.77-c" Both |on| on.status;
    "coordination-path" coordination_path "8.26-d" Battle |on| on.nearby;
    "coordination-order" coordination_order "8.26-a" Battle |on| on.nearby;
    "unscathed-winner" unscathed_winner "8.54-b" Battle |on| on.elephants;
    "wounded-leaders" wounded_leaders "DUEL-l" Campaign |on| on.campaign;
}

/// The figures that two readings set.
pub(crate) struct Figures {
    /// The percentage from which a loser is a major loser.
    pub(crate) major_loser: u8,
    /// The Guile Points that replacing a subordinate costs.
    pub(crate) replacement_cost: u8,
}

impl Readings {
    /// The readings in force that can bear on a contest, those of two first.
    pub(crate) fn in_force(&self, on: &Bearing, figures: &Figures) -> Vec<Reading> {
        let switches = SWITCHES.iter().filter(|switch| (switch.bears)(on)).map(|switch| Reading {
            key: switch.key,
            value: (switch.value)(self).to_owned(),
            clause: switch.clause,
            is_default: (switch.is_default)(self),
        });
        let mut all: Vec<Reading> = switches.collect();
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

/// The head of an account: what it goes by where the charts leave a choice. [0-b]
pub(crate) fn head(readings: &[Reading]) -> grognard_umpire::Ruling {
    let list: Vec<String> = readings.iter().map(Reading::to_string).collect();
    grognard_umpire::Ruling::new(rule!("0-b"), format!("readings in force: {}", list.join(", ")))
}
