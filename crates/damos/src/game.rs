//! The whole game: its state, its phases, and the sequence of play. [4.0]

use crate::campaign::{Campaign, Rivers, SetUp};
use crate::charts::{Plan, Posture};
use crate::combat::{Combat, Outcome};
use crate::unit::{UNITS_MAX, UnitId, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{BySide, Clerk, Flow, Procedure, Side, Umpire};
use std::ops::ControlFlow::{Break, Continue};

/// Where a unit is: in a hex, to come, or gone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place(pub(crate) u16);

impl Place {
    const DUE: u16 = 1_000;
    /// Eliminated; it may be rebuilt.
    pub const ELIMINATED: Place = Place(2_000);
    /// Surrendered; it is gone for good.
    pub const SURRENDERED: Place = Place(2_001);
    /// No such unit.
    const NOWHERE: Place = Place(2_002);
    /// Rebuilt and waiting to arrive; the other side sees it when it does. [5.0-e]
    pub const REBUILT: Place = Place(2_003);

    /// In a hex.
    #[inline]
    pub const fn hex(hex: Hex) -> Place {
        Place(hex.0)
    }

    /// To come from a turn on.
    #[inline]
    pub const fn due(turn: u8) -> Place {
        Place(Place::DUE + turn as u16)
    }

    /// The hex.
    #[inline]
    pub fn in_hex(self) -> Option<Hex> {
        (self.0 < Place::DUE).then_some(Hex(self.0))
    }

    /// The turn from which it may come.
    #[inline]
    pub fn due_turn(self) -> Option<u8> {
        (Place::DUE..Place::ELIMINATED.0).contains(&self.0).then(|| (self.0 - Place::DUE) as u8)
    }
}

/// The state of the German air unit this turn. [AGC-4.4]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AirUnit {
    /// Whether it still gives the column shift.
    pub shift: bool,
    /// Whether it still lets a die be thrown again.
    pub reroll: bool,
    /// How often its check failed.
    pub failures: u8,
}

impl AirUnit {
    /// As it is at the start of a turn.
    pub const FRESH: AirUnit = AirUnit { shift: true, reroll: true, failures: 0 };

    /// Whether it can be called: the second failure grounds it.
    pub const fn is_ready(self) -> bool {
        self.failures < 2
    }
}

/// What a force is doing while it is active.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Mode {
    /// It moves, fights and rallies as its points allow.
    Free,
    /// It goes to make a grand assault.
    GrandAssault {
        /// On this hex.
        target: Hex,
    },
    /// It has made a penetration.
    Penetration,
    /// It exploits a won combat.
    Exploiting,
}

/// A won combat that may be exploited. [8.12]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Exploit {
    /// Where.
    pub hex: Hex,
    /// Who has not gone yet.
    pub left: Units,
    /// The plan the combat was won with.
    pub plan: Plan,
    /// LP the defender could not absorb.
    pub surplus: u8,
    /// Won by odds alone.
    pub automatic: bool,
    /// Whether the winner had a line of supply.
    pub supplied: bool,
    /// Whether the winner was ZOI-capable.
    pub capable: bool,
    /// Whether the winner may go on with the points he has left instead, by the switch.
    pub goes_on: bool,
}

/// An active force.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Active {
    /// Its units.
    pub units: Units,
    /// Everybody who has taken part in the activation.
    pub taking_part: Units,
    /// Where it is.
    pub at: Hex,
    /// Where it came from with its last step.
    pub from: Option<Hex>,
    /// Half points spent.
    pub spent: u8,
    /// Half points it had when it was activated, those of its slowest unit. [9.0-b]
    pub had: u8,
    /// Half points of the activation itself, exploitation left out.
    pub spent_before: u8,
    /// The most half points that one of its parts has exploited with.
    pub exploited: u8,
    /// Hexes moved.
    pub hexes: u8,
    /// Hexes moved while units that project a zone of influence were with it.
    pub mobile_hexes: u8,
    /// The hex in which it last picked units up.
    pub gathered_at: Option<Hex>,
    /// What it is doing.
    pub mode: Mode,
    /// The posture chosen against a concerted attack.
    pub posture: Option<Posture>,
    /// The won combat it exploits.
    pub exploit: Option<Exploit>,
}

/// What gives the other side a reaction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Trigger {
    /// A force has moved into a hex.
    Entered,
    /// A force has rallied.
    Rallied,
}

/// Where the sequence of play stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Phase {
    /// A side sets up.
    SetUp(Side),
    /// A game turn begins.
    TurnStart,
    /// Reinforcements and replacements.
    Reinforcements,
    /// A replacement point goes to a unit that its owner names in secret.
    Replacing,
    /// Railheads advance; the rails connected when the phase began.
    Rails(HexSet),
    /// A railhead advances from this hex by so many hexes more.
    Extending(HexSet, Hex, u8),
    /// Strategic movement: the next force.
    Strategic,
    /// Strategic movement: where these units of this hex go.
    StrategicTo(Hex, Units),
    /// Operations: the next force.
    Operations,
    /// A concerted attack on a hex is announced; its kind is to be fixed.
    Planning(Hex),
    /// A concerted attack on a hex is declared; the defender may react.
    Declared(Hex, Plan),
    /// Nobody more comes: the defender takes his posture.
    Posing(Hex, Plan),
    /// The defender has chosen; the attacker names his force.
    Naming(Hex, Plan, Option<Posture>),
    /// A force is active.
    Active(Active),
    /// The other side may react.
    Reaction(Active, Trigger),
    /// A reacting force withdraws from this hex; then the reaction goes on.
    Withdrawal(Active, Trigger, Units, Hex),
    /// A combat.
    Combat(Active, Combat),
    /// The combat is over: losses, air, and the loser.
    Aftermath(Active, Outcome, Setting),
    /// The air unit keeps one of its two benefits.
    AirChoice(Active, Outcome, Setting),
    /// The loser's lot.
    Beaten(Active, Outcome, Setting),
    /// The winner may exploit.
    Exploitation(Active),
    /// A grand assault on a hex is announced in exploitation; the defender takes his posture.
    ExploitPosing(Active, Hex),
    /// The defender has chosen; the winner names the units that make the assault.
    ExploitNaming(Active, Hex, Option<Posture>),
    /// The activation closes: attrition of those not checked yet.
    Closing(Active, Units),
    /// Attrition losses are to be taken in this hex.
    Wearing(Active, Units, Hex, u8),
    /// The operations phase ends: stacking.
    EndOperations,
    /// Surrender, reset, and on to the next player.
    PlayerEnd,
    /// The second player's turn begins.
    PlayerStart,
}

/// What the aftermath needs to know of a combat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Setting {
    /// Where it was fought.
    pub hex: Hex,
    /// Which sides were demoralized.
    pub demoralized: BySide<bool>,
    /// Whether a reaction made it.
    pub forced: bool,
    /// Whether the attacker had a line of supply.
    pub supplied: bool,
    /// Units that stood in the hex without fighting.
    pub idle: Units,
}

/// A game in progress.
///
/// Everything is arrays and sets of bits: cheap to copy, compare and hash. Equal games have equal
/// futures; nothing of the past is kept that no rule asks for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    pub(crate) place: [Place; UNITS_MAX],
    pub(crate) strength: [u8; UNITS_MAX],
    pub(crate) spent: Units,
    pub(crate) demoralized: Units,
    /// Units that have tried to react since the current activation began.
    pub(crate) reacted: Units,
    /// Those of them that may not try again for now.
    pub(crate) tried: Units,
    /// Those of them that came into the hex they reacted to.
    pub(crate) came: Units,
    /// Units that stand by in the hex of the current combat.
    pub(crate) idle: Units,
    /// Reactors whose failure will not spend them, by the switch.
    pub(crate) forgiven: Units,
    /// Units that count as ZOI-capable this turn.
    pub(crate) cossacks: Units,
    /// The hexes the second player controls.
    pub(crate) control: HexSet,
    /// The rail hexes converted to the first player's gauge.
    pub(crate) converted: HexSet,
    pub(crate) turn: u8,
    pub(crate) phasing: Side,
    pub(crate) replacements: BySide<u8>,
    pub(crate) air: AirUnit,
    /// The first turn of the slowdown; 0 as long as it is not settled.
    pub(crate) slowdown: u8,
    /// Whether a force of the first player has got east of the marshes.
    pub(crate) past_marshes: bool,
    pub(crate) owed: u8,
    pub(crate) made: u8,
    /// Whether a ZOI-capable force has gone this operations phase.
    pub(crate) capable_went: bool,
    /// Whether the first player's mobile forces rested on the turn of the pause.
    pub(crate) rested: bool,
    pub(crate) phase: Phase,
}

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Neither held, nor cut off, nor approached: the second player's victory.
    SecondPlayer,
    /// Two hexes next to the objective are occupied.
    MinorFirst,
    /// The objective is held or cut off.
    MajorFirst,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameEnd {
    /// Who won.
    pub verdict: Verdict,
    /// Strength each side has on the map.
    pub strength: BySide<u16>,
    /// Units each side has lost, eliminated or surrendered.
    pub lost: BySide<u8>,
}

impl Game {
    /// A game before its first question.
    pub fn new(rules: &Campaign) -> Game {
        let mut game = Game {
            place: [Place::NOWHERE; UNITS_MAX],
            strength: [0; UNITS_MAX],
            spent: Units::NONE,
            demoralized: Units::NONE,
            reacted: Units::NONE,
            tried: Units::NONE,
            came: Units::NONE,
            idle: Units::NONE,
            forgiven: Units::NONE,
            cossacks: Units::NONE,
            control: rules.start_control,
            converted: rules.first_gauge,
            turn: 1,
            phasing: Side::First,
            replacements: BySide::new(0, 0),
            air: AirUnit::FRESH,
            slowdown: 0,
            past_marshes: false,
            owed: 0,
            made: 0,
            capable_went: false,
            rested: false,
            phase: Phase::SetUp(Side::Second),
        };
        for (index, counter) in rules.counters.iter().enumerate() {
            // A unit starts at its printed strength; arrivals wait for their turn.
            game.strength[index] = counter.strength;
            game.place[index] = Place::due(counter.arrival);
        }
        if rules.setup == SetUp::Historical {
            for side in [Side::Second, Side::First] {
                game.set_up_historically(rules, side);
            }
            game.phase = Phase::TurnStart;
        }
        game
    }

    /// The turn.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose player turn it is. [2.1-h]
    pub fn phasing(&self) -> Side {
        self.phasing
    }

    /// Where the sequence of play stands.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// Where a unit is.
    pub fn place_of(&self, unit: UnitId) -> Place {
        self.place[unit.index()]
    }

    /// The hex a unit is in.
    #[inline]
    pub fn hex_of(&self, unit: UnitId) -> Option<Hex> {
        self.place[unit.index()].in_hex()
    }

    /// A unit's current strength.
    pub fn strength(&self, unit: UnitId) -> u8 {
        self.strength[unit.index()]
    }

    /// Whether a unit is spent. [2.1-d]
    pub fn is_spent(&self, unit: UnitId) -> bool {
        self.spent.has(unit)
    }

    /// Whether a unit is demoralized; its printed figures stay. [2.2-c]
    pub fn is_demoralized(&self, unit: UnitId) -> bool {
        self.demoralized.has(unit)
    }

    /// Who controls a hex. [2.9-a]
    #[inline]
    pub fn controller(&self, hex: Hex) -> Side {
        if self.control.has(hex) { Side::Second } else { Side::First }
    }

    /// The hexes a side controls.
    #[inline]
    pub(crate) fn controlled(&self, rules: &Campaign, side: Side) -> HexSet {
        match side {
            Side::First => self.area(rules).less(&self.control),
            Side::Second => self.area(rules).and(&self.control),
        }
    }

    /// The operational area as it stands: the south opens, to both sides, when the first player has got past
    /// the marshes. [AGC-1.3-a, AGC-1.3-d]
    #[inline]
    pub fn area(&self, rules: &Campaign) -> HexSet {
        if self.past_marshes { rules.area } else { rules.area.less(&rules.south) }
    }

    /// The marshes the first player keeps out of: none once he has got past them. [AGC-1.3-b]
    #[inline]
    pub(crate) fn marshes(&self, rules: &Campaign) -> HexSet {
        if self.past_marshes { HexSet::EMPTY } else { rules.marsh_ban }
    }

    /// The replacement points of a side.
    pub fn replacements(&self, side: Side) -> u8 {
        self.replacements[side]
    }

    /// Units in the hex of a combat that stay out of it, being too many. [2.3-e]
    pub fn standing_by(&self) -> Units {
        self.idle
    }

    /// The air unit.
    pub fn air(&self) -> AirUnit {
        self.air
    }

    /// A side comes to control a hex; the fall of Smolensk is noted.
    pub(crate) fn take_control(&mut self, rules: &Campaign, side: Side, hex: Hex, clerk: &mut impl Clerk) {
        // This hex and no other: what is only next to the force stays whose it was.
        clerk.note_if(rule!("2.9-a"), || self.controller(hex) != side);
        clerk
            .note_if(rule!("2.9-c"), || rules.board.around(hex).iter().any(|to| self.controller(to) != side));
        match side {
            Side::First => self.control.take(hex),
            Side::Second => self.control.put(hex),
        }
        if side == Side::First && !self.past_marshes && rules.past_marshes.has(hex) {
            // The first German force is east of the marshes: they bind nobody any more, and the south opens.
            clerk.note(agc!("1.3-b"));
            clerk.note(agc!("1.3-d"));
            self.past_marshes = true;
        }
        if side == Side::First && hex == rules.slowdown_hex && self.slowdown == 0 {
            clerk.note(agc!("4.7-a"));
            self.slowdown = self.turn + 1;
        }
    }

    /// Whether this is the turn of surprise. [AGC-4.6.1]
    #[inline]
    pub fn is_surprise(&self, rules: &Campaign) -> bool {
        self.turn == rules.special.surprise_turn
    }

    /// Whether the German mobile forces are slowed down this turn. [AGC-4.7-a, AGC-4.7-c]
    pub fn is_slowed(&self, rules: &Campaign) -> bool {
        let from = self.slowdown;
        from > 0 && !rules.options.combined && (from..=from + 1).contains(&self.turn)
    }

    /// Whether rivers count for a side. [AGC-4.6.5-a]
    pub(crate) fn rivers_for(&self, rules: &Campaign, side: Side) -> Rivers {
        match side == Side::First && self.is_surprise(rules) {
            true => Rivers::Ignored,
            false => Rivers::Count,
        }
    }

    /// The units of a side that are on the map.
    pub fn on_map(&self, rules: &Campaign, side: Side) -> Units {
        rules.units_of[side].iter().filter(|&unit| self.hex_of(unit).is_some()).collect()
    }

    pub(crate) fn put(&mut self, units: Units, hex: Hex) {
        for unit in units.iter() {
            self.place[unit.index()] = Place::hex(hex);
        }
    }
}

impl Procedure for Game {
    type Rules = Campaign;
    type End = GameEnd;

    fn step(mut self, rules: &Campaign, ump: &mut impl Umpire) -> Flow<Self> {
        match self.phase {
            Phase::SetUp(side) => self.set_up(side, rules, ump)?,
            Phase::TurnStart => self.start_turn(rules, ump)?,
            Phase::Reinforcements => self.reinforce(rules, ump)?,
            Phase::Replacing => self.replace(rules, ump)?,
            Phase::Rails(connected) => self.advance_railhead(connected, rules, ump)?,
            Phase::Extending(connected, at, left) => self.extend_rails(connected, at, left, rules, ump)?,
            Phase::Strategic => self.strategic_force(rules, ump)?,
            Phase::StrategicTo(from, units) => self.strategic_move(from, units, rules, ump)?,
            Phase::Operations => self.operations(rules, ump)?,
            Phase::Planning(target) => self.plan_concerted(target, rules, ump)?,
            Phase::Declared(target, plan) => self.declared(target, plan, rules, ump)?,
            Phase::Posing(target, plan) => self.pose(target, plan, rules, ump)?,
            Phase::Naming(target, plan, posture) => self.name_attacker(target, plan, posture, rules, ump)?,
            Phase::Active(active) => self.act(active, rules, ump)?,
            Phase::Reaction(active, trigger) => self.react(active, trigger, rules, ump)?,
            Phase::Withdrawal(active, trigger, units, from) => {
                self.withdraw(active, trigger, units, from, rules, ump)?;
            }
            Phase::Combat(active, combat) => match combat.step(&rules.charts, &rules.options, ump)? {
                Continue(combat) => self.phase = Phase::Combat(active, combat),
                Break(outcome) => self.end_combat(active, &combat, outcome, rules, ump),
            },
            Phase::Aftermath(active, outcome, setting) => {
                self.aftermath(active, outcome, setting, rules, ump)?
            }
            Phase::AirChoice(active, outcome, setting) => self.keep_air(active, outcome, setting, ump)?,
            Phase::Beaten(active, outcome, setting) => self.beaten(active, outcome, setting, rules, ump)?,
            Phase::Exploitation(active) => self.exploit(active, rules, ump)?,
            Phase::ExploitPosing(active, target) => self.pose_in_exploitation(active, target, rules, ump)?,
            Phase::ExploitNaming(active, target, posture) => {
                self.name_exploiters(active, target, posture, rules, ump)?;
            }
            Phase::Closing(active, unchecked) => self.close(active, unchecked, rules, ump)?,
            Phase::Wearing(active, unchecked, hex, lost) => {
                self.wear(active, unchecked, hex, lost, ump)?;
            }
            Phase::PlayerStart => self.begin_player_turn(rules, ump)?,
            Phase::EndOperations => self.end_operations(rules, ump)?,
            Phase::PlayerEnd => {
                if let Some(end) = self.end_player_turn(rules, ump)? {
                    return Ok(Break(end));
                }
            }
        }
        Ok(Continue(self))
    }
}
