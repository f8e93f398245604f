//! What happens in a close assault: tactical factors, dice, casualties shared. [17.5]

use crate::asks::Asks;
use crate::charts::Charts;
use crate::clerk::{Clerk, deaf};
use crate::command::Quality;
use crate::readings::{AssaultFactors, ColumnFactor, Readings};
use crate::unit::{Arm, Body, Cover, CoverOf, Direction, Formation, Impetus, Order, Support, Unit, words};
use grognard_umpire::{Asked, Asking, BySide, Dice, Modifier, Side, Umpire};

/// The most units on a side of one assault.
pub const FIGHTERS_MAX: usize = 8;

words! {
    /// How an assault ends. (T14-a)
    Degree {
        /// Nobody gives way.
        Draw "draw",
        /// The loser falls back.
        Minor "minor victory",
        /// The loser routs.
        Major "major victory",
    }
}

words! {
    /// A tactical factor: the rows of the table. (T13-a)
    Edge {
        /// Infantry charging.
        ChargingFoot "charging foot",
        /// Light cavalry charging.
        ChargingLight "charging light horse",
        /// Heavy cavalry charging.
        ChargingHeavy "charging heavy horse",
        /// A manoeuvre column that charges.
        ColumnCharging "manoeuvre column charging in the open",
        /// Cavalry that stands to receive cavalry.
        HorseCaughtStanding "horse caught standing by charging horse",
        /// Striking a flank.
        OnFlank "on enemy flank",
        /// Striking a rear.
        OnRear "on enemy rear",
        /// Half as many again.
        ThreeToTwo "stands 3 to 2",
        /// Twice as many.
        TwoToOne "stands 2 to 1",
        /// Three times as many.
        ThreeToOne "stands 3 to 1",
        /// Friends behind.
        Support "support or reinforcement",
        /// Above the enemy.
        Higher "higher ground",
        /// Behind light cover.
        LightCover "defending light cover",
        /// Behind heavy cover.
        HeavyCover "defending heavy cover",
        /// An engineer shows the way.
        Engineer "engineer at town or works",
        /// A capable general.
        GeneralCapable "general attached, capable",
        /// An exceptional general.
        GeneralExceptional "general attached, exceptional",
        /// What squares are for.
        SquareAgainstHorse "square against horse",
        /// What squares are not for.
        SquareAgainstFoot "square against foot",
        /// Ranks in disorder.
        Disordered "disordered",
        /// Shaken.
        Shaken "shaken",
        /// Most of the unit is gone.
        BelowHalf "below half strength",
        /// Loose order against close order.
        SkirmishAgainstFormedFoot "skirmishers against formed foot",
        /// Horsemen on foot.
        Dismounted "dismounted cavalry",
        /// Gunners with rammers.
        Gunners "gunners at their guns",
        /// Caught on the road.
        MarchColumnOrLimbered "march column or limbered guns",
    }
}

impl Edge {
    /// Forms of one factor, of which only the graver counts for a side.
    const fn family(self) -> u8 {
        match self {
            Edge::ChargingFoot | Edge::ChargingLight | Edge::ChargingHeavy => 100,
            Edge::OnFlank | Edge::OnRear => 101,
            Edge::LightCover | Edge::HeavyCover => 102,
            Edge::GeneralCapable | Edge::GeneralExceptional => 103,
            Edge::SquareAgainstHorse | Edge::SquareAgainstFoot => 104,
            Edge::Disordered | Edge::Shaken => 105,
            other => other as u8,
        }
    }
}

/// What part a unit has in an assault. [17.5-e]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// In contact with the enemy.
    InContact,
    /// Directly behind a friendly line, opposite the enemy.
    Reinforcing,
}

/// A unit in an assault, as the file gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fighter {
    /// The unit.
    pub unit: Unit,
    /// What it strikes of the enemy.
    pub strikes: Direction,
    /// Its part.
    pub role: Role,
    /// Stands of it that touch the enemy.
    pub contact: u8,
}

/// Everybody's bodies in an assault.
pub type Bodies = BySide<[Option<Body>; FIGHTERS_MAX]>;

/// The bodies of a side with a single unit.
pub fn alone(body: Body) -> [Option<Body>; FIGHTERS_MAX] {
    let mut bodies = [None; FIGHTERS_MAX];
    bodies[0] = Some(body);
    bodies
}

/// An assault as the factors read it.
#[derive(Clone, Copy)]
pub struct Melee<'a> {
    /// The units.
    pub fighters: &'a BySide<Vec<Fighter>>,
    /// How they stand now.
    pub now: &'a Bodies,
    /// Who stands on higher ground.
    pub higher: Option<Side>,
    /// The charts.
    pub charts: &'a Charts,
    /// The readings.
    pub readings: &'a Readings,
}

impl<'a> Melee<'a> {
    /// The units that fight: neither gone nor routing; routers' stands do not count. [17.5.3-d]
    pub fn engaged(&self, side: Side) -> impl Iterator<Item = (usize, &'a Fighter, &'a Body)> + use<'a> {
        let bodies = &self.now[side];
        self.fighters[side].iter().enumerate().filter_map(move |(index, fighter)| {
            let body = bodies[index].as_ref()?;
            (!body.fate.is_gone() && body.order != Order::Routing).then_some((index, fighter, body))
        })
    }

    fn any(&self, side: Side, of: impl Fn(&Unit, &Body) -> bool) -> bool {
        self.engaged(side).any(|(_, fighter, body)| of(&fighter.unit, body))
    }

    /// Skirmishing foot that horse has reached in the open is lost without a die. [17.2.7-h]
    pub fn is_ridden_down(&self, side: Side, unit: &Unit, body: &Body) -> bool {
        let loose_foot = unit.arm.is_foot() && body.formation == Formation::Skirmish;
        loose_foot && unit.cover == Cover::Open && self.any(side.other(), |unit, _| unit.arm.is_horse())
    }

    /// The mean class of the units involved, halves up. [17.5-f]
    pub fn average_class(&self, side: Side) -> i32 {
        let classes: Vec<i32> =
            self.engaged(side).map(|(_, fighter, _)| i32::from(fighter.unit.class)).collect();
        let (sum, count) = (classes.iter().sum::<i32>(), classes.len() as i32);
        (2 * sum + count) / (2 * count)
    }

    /// Stands that count: all, except against skirmishers only those in contact. [17.5-d]
    fn stands(&self, side: Side) -> u16 {
        let loose_enemies = !self.any(side.other(), |_, body| body.formation != Formation::Skirmish);
        let count = |(_, fighter, body): (usize, &Fighter, &Body)| {
            let all = fighter.unit.stands(body);
            u16::from(if loose_enemies { all.min(fighter.contact) } else { all })
        };
        self.engaged(side).map(count).sum()
    }

    /// The factors that one unit brings. (T13-a)
    fn edges_of(&self, side: Side, fighter: &Fighter, body: &Body, clerk: Clerk<'_>) -> Vec<Edge> {
        let (unit, enemy) = (&fighter.unit, side.other());
        let mut edges = Vec::with_capacity(8);
        let charging = body.impetus == Impetus::Charging;
        let enemy_horse = self.any(enemy, |unit, _| unit.arm.is_horse());
        // Who charges has left his cover.
        let enemy_in_open =
            !self.any(enemy, |unit, body| unit.cover != Cover::Open && body.impetus == Impetus::Standing);
        if charging {
            edges.push(match unit.arm {
                Arm::HeavyCavalry => Edge::ChargingHeavy,
                Arm::LightCavalry => Edge::ChargingLight,
                _ => Edge::ChargingFoot,
            });
        }
        let everywhere = self.readings.column_factor == ColumnFactor::Everywhere;
        if charging && body.formation == Formation::ManoeuvreColumn && (everywhere || enemy_in_open) {
            edges.push(Edge::ColumnCharging);
        }
        let enemy_horse_charging =
            |unit: &Unit, body: &Body| unit.arm.is_horse() && body.impetus == Impetus::Charging;
        if unit.arm.is_horse() && !charging && self.any(enemy, enemy_horse_charging) {
            edges.push(Edge::HorseCaughtStanding);
        }
        // Whoever has formed square since the charge was declared has no flank to strike.
        let struck = |(_, _, body): (usize, &Fighter, &Body)| body.struck_from(fighter.strikes);
        match self.engaged(enemy).map(struck).max().unwrap_or(Direction::Front) {
            Direction::Front => {}
            Direction::Flank => edges.push(Edge::OnFlank),
            Direction::Rear => edges.push(Edge::OnRear),
        }
        // Who charges has left his cover. From whichever side he comes, the defender keeps his.
        if unit.cover != Cover::Open {
            clerk(rule!("17.5.5-a"));
            clerk(rule!("17.5.5-c"));
            clerk(rule!("15.7-g"));
        }
        match unit.cover {
            Cover::Light if !charging => edges.push(Edge::LightCover),
            Cover::Heavy if !charging => edges.push(Edge::HeavyCover),
            _ => {}
        }
        let walled = |unit: &Unit, body: &Body| {
            unit.cover != Cover::Open
                && body.impetus == Impetus::Standing
                && matches!(unit.cover_of, CoverOf::UrbanArea | CoverOf::Works)
        };
        if body.engineer.is_with() && self.any(enemy, walled) {
            clerk(rule!("11-a"));
            edges.push(Edge::Engineer);
        }
        match unit.attached_now(body) {
            Some(Quality::Exceptional) => edges.push(Edge::GeneralExceptional),
            Some(Quality::Capable) => edges.push(Edge::GeneralCapable),
            Some(Quality::Inept) | None => {}
        }
        match body.formation {
            Formation::Square if enemy_horse => {
                clerk(rule!("12.3-j"));
                edges.push(Edge::SquareAgainstHorse);
            }
            Formation::Square => edges.push(Edge::SquareAgainstFoot),
            Formation::Skirmish
                if self
                    .any(enemy, |unit, body| unit.arm.is_foot() && body.formation != Formation::Skirmish) =>
            {
                edges.push(Edge::SkirmishAgainstFormedFoot);
            }
            Formation::Deployed => edges.push(Edge::Gunners),
            Formation::Limbered | Formation::MarchColumn | Formation::MarchColumnOneWide => {
                edges.push(Edge::MarchColumnOrLimbered);
            }
            _ => {}
        }
        if body.order.is_disordered() {
            clerk(rule!("17-e"));
            edges.push(Edge::Disordered);
        }
        if body.order == Order::Shaken {
            edges.push(Edge::Shaken);
        }
        if unit.below_half(body) {
            edges.push(Edge::BelowHalf);
        }
        if unit.arm == Arm::DismountedCavalry {
            edges.push(Edge::Dismounted);
        }
        edges
    }

    /// The factors of a side: those of its units, each once with the graver form over the milder or, by the
    /// switch, every unit's; then numbers, support and ground. [17.5-i]
    pub fn edges(&self, side: Side, clerk: Clerk<'_>) -> Vec<Edge> {
        clerk(rule!("17.5-i"));
        let mut edges: Vec<Edge> = Vec::with_capacity(8);
        for (_, fighter, body) in self.engaged(side) {
            for edge in self.edges_of(side, fighter, body, clerk) {
                let same = edges.iter().position(|other| other.family() == edge.family());
                match (self.readings.assault_factors, same) {
                    (AssaultFactors::Once, Some(place)) => {
                        let weight = |edge: Edge| self.charts.edge(edge).abs();
                        if weight(edge) > weight(edges[place]) {
                            edges[place] = edge;
                        }
                    }
                    _ => edges.push(edge),
                }
            }
        }
        // All stands count, except against skirmishers; routers' do not.
        clerk(rule!("17.5-d"));
        clerk(rule!("17.5.3-d"));
        let (mine, theirs) = (self.stands(side), self.stands(side.other()));
        if theirs > 0 {
            match () {
                () if mine >= 3 * theirs => edges.push(Edge::ThreeToOne),
                () if mine >= 2 * theirs => edges.push(Edge::TwoToOne),
                () if 2 * mine >= 3 * theirs => edges.push(Edge::ThreeToTwo),
                () => {}
            }
        }
        let helped = |(_, fighter, _): (usize, &Fighter, &Body)| {
            fighter.role == Role::Reinforcing || fighter.unit.support == Support::Within4
        };
        if self.engaged(side).any(helped) {
            clerk(rule!("17.5-e"));
            edges.push(Edge::Support);
        }
        if self.higher == Some(side) {
            edges.push(Edge::Higher);
        }
        edges
    }

    /// Average class and factors: what a side has before its die. [17.5-a]
    pub fn strength(&self, side: Side, clerk: Clerk<'_>) -> i32 {
        let factors: i32 =
            self.edges(side, clerk).iter().map(|&edge| i32::from(self.charts.edge(edge))).sum();
        self.average_class(side) + factors
    }

    /// The same, item by item, for the account.
    pub fn modifiers(&self, side: Side) -> Vec<Modifier> {
        let class = Modifier::new(self.average_class(side) as i16, rule!("17.5-f"), "average class");
        let edges = self.edges(side, &mut deaf).into_iter();
        let of = |edge: Edge| Modifier::new(self.charts.edge(edge), rule!("T13-a"), edge.word());
        std::iter::once(class).chain(edges.map(of)).collect()
    }

    /// Shares casualties out evenly among the units involved; a spare one falls on the lowest class, then on
    /// the most stands in contact, then by die. [17.5.2]
    pub fn share(&self, side: Side, losses: u8, ump: &mut impl Umpire) -> Asked<[u8; FIGHTERS_MAX]> {
        ump.cite(rule!("17.5.2-b"));
        // Foot and horse together bear them; guns only where there is nobody else.
        ump.cite(rule!("17.5.2-d"));
        let mut share = [0; FIGHTERS_MAX];
        let guns_only = !self.any(side, |unit, _| unit.arm.is_foot() || unit.arm.is_horse());
        let mut bearers: Vec<(usize, &Fighter)> = self
            .engaged(side)
            .filter(|(_, fighter, _)| guns_only || fighter.unit.arm.is_foot() || fighter.unit.arm.is_horse())
            .map(|(index, fighter, _)| (index, fighter))
            .collect();
        if bearers.is_empty() {
            return Ok(share);
        }
        let each = losses / bearers.len() as u8;
        for (index, _) in &bearers {
            share[*index] = each;
        }
        for _ in 0..losses % bearers.len() as u8 {
            ump.cite(rule!("17.5.2-c"));
            let rank = |fighter: &Fighter| (fighter.unit.class, std::cmp::Reverse(fighter.contact));
            let first = bearers.iter().map(|(_, fighter)| rank(fighter)).min().expect("somebody bears it");
            let tied: Vec<usize> =
                (0..bearers.len()).filter(|&place| rank(bearers[place].1) == first).collect();
            let place = tied[draw_lots(side, tied.len(), ump)?];
            share[bearers[place].0] += 1;
            bearers.remove(place);
        }
        Ok(share)
    }
}

/// One of so many, by die.
fn draw_lots(side: Side, count: usize, ump: &mut impl Umpire) -> Asked<usize> {
    let mut lot = |of: usize| {
        ump.throw(Asking::of(side, rule!("17.5.2-c"), Asks::SpareCasualty), Dice::D6, |face| {
            (usize::from(face) - 1) * of / 6
        })
    };
    loop {
        // By halves where one die does not part them; a lot beyond the last is drawn again.
        let drawn = match count {
            1 => 0,
            2 | 3 => lot(count)?,
            4 => 2 * lot(2)? + lot(2)?,
            5 | 6 => lot(6)?,
            _ => 4 * lot(2)? + 2 * lot(2)? + lot(2)?,
        };
        if drawn < count {
            return Ok(drawn);
        }
    }
}
