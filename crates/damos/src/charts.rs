//! The typed view of the tables.

mod read;

use crate::ladder::LossPoints;
use crate::unit::{Arm, Nation};
use crate::{TABLES, rule};
use grognard_board::{Settlement, Terrain};
use grognard_charts::{BadData, Bands, Pages};
use grognard_umpire::{Clause, Look, Offer};
use read::{
    column_bands, numbers, read_attrition, read_counterattack, read_influencing, read_matrix,
    read_plan_points, read_postures, read_rail_move, read_results, read_river_attack, read_stacking,
    read_terrain,
};

/// An attack plan. [8.3]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Plan {
    /// No preparation at all.
    MeetingEngagement,
    /// The ordinary attack.
    StandardAttack,
    /// A concerted attack with two points of preparation.
    GrandAssault,
    /// A concerted attack with everything.
    Penetration,
}

impl Plan {
    /// All plans, in the table's order.
    pub const ALL: [Plan; 4] =
        [Plan::MeetingEngagement, Plan::StandardAttack, Plan::GrandAssault, Plan::Penetration];

    /// The plan's word in files and orders.
    pub const fn word(self) -> &'static str {
        match self {
            Plan::MeetingEngagement => "meeting-engagement",
            Plan::StandardAttack => "standard-attack",
            Plan::GrandAssault => "grand-assault",
            Plan::Penetration => "penetration",
        }
    }

    /// The plan with that word.
    pub fn from_word(word: &str) -> Option<Plan> {
        Plan::ALL.into_iter().find(|plan| plan.word() == word)
    }
}

impl Offer for Plan {
    fn key(&self) -> String {
        self.word().to_owned()
    }

    fn words(&self) -> String {
        self.word().replace('-', " ")
    }
}

/// A defensive posture. [8.4]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Posture {
    /// Hold where one stands.
    Steadfast,
    /// Strike back if the first exchange is lost.
    Counterattack,
    /// Give and come back.
    Elastic,
    /// Win time and go.
    Delay,
}

impl Posture {
    /// All postures, in the table's order.
    pub const ALL: [Posture; 4] =
        [Posture::Steadfast, Posture::Counterattack, Posture::Elastic, Posture::Delay];

    /// The posture's word in files and orders.
    pub const fn word(self) -> &'static str {
        match self {
            Posture::Steadfast => "steadfast",
            Posture::Counterattack => "counterattack",
            Posture::Elastic => "elastic",
            Posture::Delay => "delay",
        }
    }

    /// The posture with that word.
    pub fn from_word(word: &str) -> Option<Posture> {
        Posture::ALL.into_iter().find(|posture| posture.word() == word)
    }
}

impl Offer for Posture {
    fn key(&self) -> String {
        self.word().to_owned()
    }
}

/// What a hex is to the terrain chart: its terrain with the settlement in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Ground {
    /// What covers it.
    pub terrain: Terrain,
    /// What stands in it.
    pub settlement: Option<Settlement>,
}

impl Ground {
    /// The row of the posture table: a settlement goes before the terrain it stands in.
    pub const fn column(self) -> usize {
        match (self.settlement, self.terrain) {
            (Some(Settlement::MajorCity), _) => 5,
            (Some(Settlement::City), _) => 4,
            (Some(Settlement::Town), _) => 3,
            (None, Terrain::Marsh) => 2,
            (None, Terrain::Woods) => 1,
            (None, Terrain::Clear | Terrain::Lake) => 0,
        }
    }

    /// The words for it in accounts.
    pub const fn words(self) -> &'static str {
        match self.column() {
            5 => "a major city",
            4 => "a city",
            3 => match self.terrain {
                Terrain::Woods => "a town in the woods",
                Terrain::Marsh => "a town in the marsh",
                Terrain::Clear | Terrain::Lake => "a town",
            },
            2 => "marsh",
            1 => "woods",
            _ => "clear ground",
        }
    }
}

/// The terrain chart's figures for a kind of ground, settlement and terrain together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GroundEffects {
    /// Half movement points to enter on wheels and tracks.
    pub half_points: u8,
    /// Half movement points to enter on foot and hoof.
    pub half_points_foot: u8,
    /// Strength added to a defending force.
    pub defender: u8,
    /// Strength each attacking armor unit loses.
    pub per_armor: u8,
    /// Strength each attacking mechanized or motorized unit loses.
    pub per_wheels: u8,
    /// Reaction modifier.
    pub reaction: i8,
    /// Attrition modifier of the terrain itself.
    pub attrition: i8,
}

/// One cell of the Combat Matrix.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MatrixCell {
    /// Added to the attacker's dice.
    pub attacker_modifier: i8,
    /// Added to the defender's dice.
    pub defender_modifier: i8,
    /// Steps on the losses the attacker suffers.
    pub attacker_losses: i8,
    /// Steps on the losses the defender suffers.
    pub defender_losses: i8,
}

/// How many units of a nation may stay in one hex. [AGC-4.1]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StackingLimit {
    /// Units of any kind.
    pub units: u8,
    /// Divisions more, where one of those units is a division.
    pub divisions_more: u8,
    /// Regiments of internal troops that do not count.
    pub regiments_free: u8,
}

/// Columns of the Combat Results Table.
pub const COLUMNS: usize = 12;

/// All tables, typed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charts {
    /// The tables as printed.
    pub pages: Pages,
    results: Vec<[LossPoints; COLUMNS]>,
    erratum: LossPoints,
    columns: Bands,
    dice: [u8; COLUMNS],
    influence: Vec<u8>,
    influence_bands: Bands,
    plan_points: [Option<u8>; 4],
    plan_modifier: [i8; 4],
    ratings: [u8; 6],
    matrix: [[MatrixCell; 4]; 4],
    postures: [[bool; 6]; 4],
    counterattack: [[(u8, u8); 6]; 6],
    attrition: Vec<Vec<u8>>,
    attrition_rows: Bands,
    attrition_columns: Bands,
    terrain: [GroundEffects; 7],
    /// Strength an attacking force loses across a river.
    pub river_attack: u8,
    /// Rail hexes for one movement point in strategic movement. [6.0-e]
    pub rail_hexes: u8,
    /// What a reaction needs on two dice.
    pub reaction_needed: i8,
    /// The unmodified throw that always succeeds.
    pub reaction_always: u16,
    /// Added for more mobile strength than the mover.
    pub reaction_more_mobile: i8,
    /// Added into a hex three hexes away.
    pub reaction_three_hexes: i8,
    /// Added against a force without zone of influence.
    pub reaction_against_slow: i8,
    /// Per die, for an attacker without line of supply.
    pub attacker_unsupplied: i8,
    /// For a defender without line of supply.
    pub defender_unsupplied: i8,
    /// For the attacker of a demoralized defender.
    pub defender_demoralized: i8,
    /// Attrition: in a settlement, alone, demoralized, full stack.
    pub attrition_modifiers: [i8; 4],
    /// The odds at which a defender is gone without dice. [AGC-4.6.2-a]
    pub automatic_odds: u8,
    /// The most LP of a combat that replacement points pay. [AGC-4.5.1-a]
    pub paid_losses: u8,
    /// Half movement points to rally. [2.8-g]
    pub rally_half_points: u8,
    /// Half movement points to pick others up in a hex. [7.0-l]
    pub pick_up_half_points: u8,
    influencing: [[bool; 6]; 3],
    stacking: [StackingLimit; 3],
}

/// The rows of the terrain chart, in the order of [`Charts`]' array.
const TERRAIN_ROWS: [&str; 7] = ["clear", "woods", "marsh", "town", "city", "major-city", "river"];

impl Charts {
    /// Reads the tables, the player's own put over them.
    ///
    /// # Errors
    /// The first table, row or cell that cannot be used, with file and line.
    pub fn load(house: &[(String, String)]) -> Result<Charts, BadData> {
        let own: Vec<(&str, &str)> =
            TABLES.files().filter_map(|file| Some((file.path().to_str()?, file.contents_utf8()?))).collect();
        let pages = Pages::load(&own, house)?;
        let single = |key: &str, row: &str| -> Result<i8, BadData> {
            let table = pages.table(key)?;
            table.number(table.row(row)?, 1)
        };
        let small = |key: &str, row: &str| -> Result<u8, BadData> {
            let table = pages.table(key)?;
            table.number(table.row(row)?, 1)
        };
        let few = |key: &str, row: &str| -> Result<u8, BadData> {
            let table = pages.table(key)?;
            table.parse(table.row(row)?, 1, "a number from 1 to 40", |text| {
                text.parse().ok().filter(|number| (1..=40).contains(number))
            })
        };
        let (results, columns) = read_results(pages.table("combat-results")?)?;
        let influence_table = pages.table("influence")?;
        let influence_bands = influence_table.bands()?;
        let influence = numbers(influence_table, 1, "1 to 3 dice", |&dice: &u8| (1..=3).contains(&dice))?;
        let mut dice = [0; COLUMNS];
        for (column, count) in dice.iter_mut().enumerate() {
            let head = &pages.table("combat-results")?.columns()[column + 1];
            let low: i32 =
                head.trim_start_matches(">=").split("..").next().and_then(|n| n.parse().ok()).unwrap_or(1);
            *count = influence[influence_bands.row(low)];
        }
        let attrition_table = pages.table("attrition")?;
        let mut charts = Charts {
            erratum: pages.table("combat-results-erratum")?.parse(0, 1, "a loss", LossPoints::read)?,
            results,
            columns,
            dice,
            influence,
            influence_bands,
            plan_points: [None; 4],
            plan_modifier: [0; 4],
            ratings: [0; 6],
            matrix: read_matrix(pages.table("combat-matrix")?)?,
            postures: read_postures(pages.table("postures")?)?,
            counterattack: read_counterattack(pages.table("counterattack")?)?,
            attrition: read_attrition(attrition_table)?,
            attrition_rows: attrition_table.bands()?,
            attrition_columns: column_bands(attrition_table)?,
            terrain: read_terrain(pages.table("terrain")?)?,
            river_attack: read_river_attack(pages.table("river-attack")?)?,
            rail_hexes: read_rail_move(pages.table("rail-move")?)?,
            reaction_needed: single("reaction", "needed")?,
            reaction_always: u16::from(small("reaction", "always")?),
            reaction_more_mobile: single("reaction", "more-mobile")?,
            reaction_three_hexes: single("reaction", "three-hexes")?,
            reaction_against_slow: single("reaction", "against-slow")?,
            attacker_unsupplied: single("combat-modifiers", "attacker-unsupplied-per-die")?,
            defender_unsupplied: single("combat-modifiers", "defender-unsupplied")?,
            defender_demoralized: single("combat-modifiers", "defender-demoralized")?,
            attrition_modifiers: [0; 4],
            automatic_odds: few("combat-limits", "automatic-odds")?,
            paid_losses: few("combat-limits", "paid-losses")?,
            rally_half_points: few("activation-costs", "rally")? * 2,
            pick_up_half_points: few("activation-costs", "pick-up")? * 2,
            influencing: read_influencing(pages.table("zones-of-influence")?)?,
            stacking: read_stacking(pages.table("stacking")?)?,
            pages,
        };
        for (index, row) in ["settlement", "alone", "demoralized", "full-stack"].into_iter().enumerate() {
            let table = charts.pages.table("attrition-modifiers")?;
            charts.attrition_modifiers[index] = table.number(table.row(row)?, 1)?;
        }
        let plans = charts.pages.table("attack-plans")?;
        plans.expect_rows(&Plan::ALL.map(Plan::word))?;
        for plan in Plan::ALL {
            let row = plans.row(plan.word())?;
            charts.plan_points[plan as usize] = read_plan_points(plans, row, plan)?;
            charts.plan_modifier[plan as usize] = plans.number(row, 2)?;
        }
        let ratings = charts.pages.table("exploit-ratings")?;
        ratings.expect_rows(&Arm::ALL.map(Arm::key))?;
        for arm in Arm::ALL {
            charts.ratings[arm as usize] = ratings.number(ratings.row(arm.key())?, 1)?;
        }
        Ok(charts)
    }

    /// The column of the Combat Results Table for a strength, moved right by some columns; the last
    /// column stays the last.
    #[inline]
    pub fn column(&self, strength: u8, right: u8) -> usize {
        (self.columns.row(i32::from(strength)) + usize::from(right)).min(COLUMNS - 1)
    }

    /// How many dice a column rolls.
    #[inline]
    pub fn dice(&self, column: usize) -> u8 {
        self.dice[column]
    }

    /// The losses that a modified total deals in a column. [8.6]
    #[inline]
    pub fn results(&self, total: i16, column: usize, erratum: Erratum) -> LossPoints {
        // Below nought the lowest row is read, beyond the last filled row that row.
        let row = total.clamp(0, self.results.len() as i16 - 1) as usize;
        // The printed 0 in row 5 under strength 2 stands unless the switch says otherwise.
        if erratum == Erratum::Diagonal && self.is_doubtful(row as i16, column) {
            return self.erratum;
        }
        self.results[row][column]
    }

    /// The facts of a look into the Combat Results Table, with the cell that is read there.
    pub fn look_results(&self, total: i16, column: usize, erratum: Erratum) -> Look {
        if erratum == Erratum::Diagonal && self.is_doubtful(total, column) {
            return self.pages.table("combat-results-erratum").expect("loaded").look(0, 1);
        }
        let table = self.pages.table("combat-results").expect("loaded");
        let row = total.clamp(0, self.last_row(column)) as usize;
        table.look(row, column + 1)
    }

    /// The last row that is filled in a column.
    fn last_row(&self, column: usize) -> i16 {
        let table = self.pages.table("combat-results").expect("loaded");
        (0..table.rows()).rev().find(|&row| table.cell(row, column + 1).text() != "-").unwrap_or(0) as i16
    }

    /// Whether this is the cell that breaks the table's diagonal.
    const fn is_doubtful(&self, total: i16, column: usize) -> bool {
        total == 5 && column == 1
    }

    /// The clause by which a total finds its row: the table itself, its ends, or the doubtful cell.
    pub(crate) fn row_clause(&self, total: i16, column: usize) -> Clause {
        match total {
            ..=-1 => rule!("8.6-b"),
            _ if total > self.last_row(column) => rule!("8.6-c"),
            _ if self.is_doubtful(total, column) => rule!("CRT-b"),
            _ => rule!("8.6-a"),
        }
    }

    /// The range of a zone of influence, which is the number of combat dice. [2.6-a]
    #[inline]
    pub fn influence(&self, strength: u8) -> u8 {
        self.influence[self.influence_bands.row(i32::from(strength))]
    }

    /// The points a plan costs; nothing for all of them.
    #[inline]
    pub fn plan_points(&self, plan: Plan) -> Option<u8> {
        self.plan_points[plan as usize]
    }

    /// Half movement points a plan costs; all of them count as none here.
    #[inline]
    pub fn plan_half_points(&self, plan: Plan) -> u8 {
        self.plan_points(plan).unwrap_or(0) * 2
    }

    /// The attacker's modifier for a plan.
    #[inline]
    pub fn plan_modifier(&self, plan: Plan) -> i8 {
        self.plan_modifier[plan as usize]
    }

    /// The exploit rating of a type. [8.12.1-a]
    #[inline]
    pub fn exploit_rating(&self, arm: Arm) -> u8 {
        self.ratings[arm as usize]
    }

    /// Whether units of a type and nation project a zone of influence. [AGC-3.1-a, AGC-3.2-a]
    #[inline]
    pub fn projects(&self, arm: Arm, nation: Nation) -> bool {
        self.influencing[nation as usize][arm as usize]
    }

    /// How many units of a nation may stay in one hex.
    #[inline]
    pub fn stacking(&self, nation: Nation) -> StackingLimit {
        self.stacking[nation as usize]
    }

    /// The cell of the Combat Matrix.
    #[inline]
    pub fn matrix(&self, plan: Plan, posture: Posture) -> MatrixCell {
        self.matrix[posture as usize][plan as usize]
    }

    /// The facts of a look into the Combat Matrix.
    pub fn look_matrix(&self, plan: Plan, posture: Posture) -> Look {
        let table = self.pages.table("combat-matrix").expect("loaded");
        let row = table.row(posture.word()).expect("checked");
        table.look(row, plan as usize + 1)
    }

    /// Whether the ground lets a posture be chosen.
    #[inline]
    pub fn ground_allows(&self, posture: Posture, ground: Ground) -> bool {
        self.postures[posture as usize][ground.column()]
    }

    /// The Counterattack Table: LP of the counterattacker, LP of the original attacker.
    #[inline]
    pub fn counterattack(&self, die: u16, column: usize) -> (u8, u8) {
        self.counterattack[usize::from(die) - 1][column]
    }

    /// The facts of a look into the Counterattack Table.
    pub fn look_counterattack(&self, die: u16, column: usize) -> Look {
        self.pages.table("counterattack").expect("loaded").look(usize::from(die) - 1, column + 1)
    }

    /// The losses of attrition for a modified throw and a force's strength; one point never loses.
    #[inline]
    pub fn attrition(&self, roll: i16, strength: u8) -> u8 {
        if strength < 2 {
            return 0;
        }
        let row = self.attrition_rows.row(i32::from(roll));
        self.attrition[row][self.attrition_columns.row(i32::from(strength))]
    }

    /// The terrain chart's figures for a kind of ground. A town adds to its terrain, a city replaces it.
    #[inline]
    pub fn ground(&self, ground: Ground) -> GroundEffects {
        let base = match (ground.settlement, ground.terrain) {
            (Some(Settlement::MajorCity), _) => self.terrain[5],
            (Some(Settlement::City), _) => self.terrain[4],
            (_, Terrain::Clear | Terrain::Lake) => self.terrain[0],
            (_, Terrain::Woods) => self.terrain[1],
            (_, Terrain::Marsh) => self.terrain[2],
        };
        if ground.settlement != Some(Settlement::Town) {
            return base;
        }
        let town = self.terrain[3];
        GroundEffects {
            half_points: base.half_points + town.half_points,
            half_points_foot: base.half_points_foot + town.half_points_foot,
            defender: base.defender + town.defender,
            per_armor: base.per_armor + town.per_armor,
            per_wheels: base.per_wheels + town.per_wheels,
            reaction: base.reaction + town.reaction,
            attrition: base.attrition + town.attrition,
        }
    }

    /// The rows of the terrain chart that a kind of ground is read in: a town's beside its terrain's, a city's
    /// instead of it.
    pub(crate) fn rows_of(ground: Ground) -> TerrainRows {
        let terrain = match ground.terrain {
            Terrain::Clear | Terrain::Lake => 0,
            Terrain::Woods => 1,
            Terrain::Marsh => 2,
        };
        TerrainRows(match ground.settlement {
            Some(Settlement::MajorCity) => 1 << 5,
            Some(Settlement::City) => 1 << 4,
            Some(Settlement::Town) => 1 << 3 | 1 << terrain,
            None => 1 << terrain,
        })
    }

    /// What some rows of the terrain chart do to a reaction, each once. [2.6.1-i]
    pub(crate) fn reaction_over(&self, rows: TerrainRows) -> i8 {
        let met = |(index, effects): (usize, &GroundEffects)| match rows.0 >> index & 1 {
            1 => effects.reaction,
            _ => 0,
        };
        self.terrain.iter().enumerate().map(met).sum()
    }

    /// The terrain chart's figures for a river hexside.
    #[inline]
    pub fn river(&self) -> GroundEffects {
        self.terrain[6]
    }
}

/// Some rows of the terrain chart: a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TerrainRows(u8);

impl TerrainRows {
    /// The row of rivers.
    pub(crate) const RIVER: TerrainRows = TerrainRows(1 << 6);

    /// These rows and others.
    pub(crate) const fn with(self, other: TerrainRows) -> TerrainRows {
        TerrainRows(self.0 | other.0)
    }
}

/// Which reading of the doubtful cell of the Combat Results Table is in force. [CRT-b]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Erratum {
    /// The printed 0.
    #[default]
    Printed,
    /// The diamond that the table's diagonal calls for.
    Diagonal,
}

/// The clause of a plan's modifier.
pub(crate) const fn plan_clause(plan: Plan) -> Clause {
    match plan {
        Plan::MeetingEngagement => rule!("8.3-a"),
        Plan::StandardAttack => rule!("8.3-b"),
        Plan::GrandAssault => rule!("8.3-c"),
        Plan::Penetration => rule!("8.3-d"),
    }
}
