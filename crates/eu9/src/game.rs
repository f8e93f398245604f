//! The Italian Wars as a game: turns of rounds, each side in turn supplied, campaigning and fighting, then
//! the sieges.
//!
//! ```text
//! turn: Levy ── Upkeep ── Purchase ── first round
//! round: for each side Supply ── Campaign ── Move (marches and voyages, interceptions, attrition) ──
//!        SeaBattles ── Battles; then Sieges ── Refit ── continuation: another round, or Winter and the
//!        end of the turn with income, victory and offers of peace
//! ```

mod announcement;
mod battle;
mod board;
mod books;
mod captives;
mod counter;
mod fallback;
mod garrison;
mod guide;
mod homing;
mod itinerary;
mod joining;
mod leaders;
mod levy;
mod market;
mod movement;
mod orders;
mod parting;
mod people_view;
mod picture;
mod playable;
mod policy;
mod position;
mod posting;
mod prospect;
mod reaction;
mod roster;
mod sea;
mod siege;
mod situation;
mod supply;
mod targets;
#[cfg(test)]
mod tests;
mod toll;
mod turn;
mod upkeep;
mod view;
mod walls;
mod way;
mod weariness;

use crate::attrition::Pillage;
use crate::campaign::{Aggression, Campaign, FreeUse};
use crate::charts::RoundBox;
use crate::evasion::Evasion;
use crate::passage::Strait;
use crate::siege::Works;
use crate::stack::Stack;
use crate::title::{Border, FIRST_TURN, GameRules};
use battle::Clash;
use counter::Rescue;
use fallback::Fallback;
use grognard_umpire::{BySide, Flow, Procedure, Side, Umpire};
use homing::Homing;
use levy::Muster;
use market::Bought;
use movement::Marching;
pub use policy::{Advice, Chances, Judge, RuleOfThumb, Walls};
use posting::Quarters;
pub use roster::{Band, Roster};
pub use sea::{Anchorage, Squadron};
use sea::{Flight, Gale, Sailing, SeaClash};
use siege::{Circuit, Leaguer};
use std::ops::ControlFlow::{Break, Continue};
use toll::Hunger;
pub use turn::{GameEnd, Level, Reason};
use weariness::Weary;

/// A province in play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Land {
    /// Who owns it: the index of a country.
    pub owner: u8,
    /// Who has taken the city from its owner.
    pub taken: Option<Side>,
    /// The fortress level.
    pub level: u8,
    /// Pillage.
    pub pillage: Pillage,
    /// Siegeworks.
    pub works: Works,
    /// Whether a breach was made this turn.
    pub breached: bool,
    /// Whether an assault hurt the place this turn.
    pub costly: bool,
    /// Siege rounds this turn.
    pub siege_rounds: u8,
    /// Whether the siege began in an earlier turn.
    pub old_siege: bool,
}

/// A land stack: what a side has in the open of a province, or in its city.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Troops {
    /// The province.
    pub at: u8,
    /// Whether inside the city.
    pub inside: bool,
    /// The counters, by nation.
    pub roster: Roster,
    /// Whether it has moved in this impulse.
    pub moved: bool,
    /// Whether it tried to intercept in this impulse and failed to win.
    pub spent: bool,
    /// Whether it has intercepted in this impulse: it does not evade then.
    pub intercepted: bool,
    /// Whether it lived off the land in this impulse.
    pub foraging: bool,
    /// How many of its LD were out of supply last round.
    pub hungry: u8,
    /// Where it came from in this impulse, and over what border.
    pub came: (u8, Border),
    /// How many of its LD have stood here since the impulse began.
    pub rested: u8,
    /// Whether it has taken other counters in this impulse.
    pub regrouped: bool,
    /// Where its last march set out. No rule asks for it, but whoever plans does.
    pub trail: Trail,
}

/// Where a stack's last march set out, remembered for two rounds: everybody at the table has seen it, and a player
/// who knows it does not walk back at once what he has walked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Trail {
    set_out: Option<u8>,
    impulses: u8,
}

impl Trail {
    /// How many impulses of both sides it is remembered.
    const REMEMBERED: u8 = 4;

    /// The trail of a march that set out from a province.
    pub(crate) fn from(at: u8) -> Trail {
        Trail { set_out: Some(at), impulses: 0 }
    }

    /// The same when another impulse begins.
    fn after_an_impulse(self) -> Trail {
        match self.impulses < Trail::REMEMBERED {
            true => Trail { impulses: self.impulses + 1, ..self },
            false => Trail::default(),
        }
    }

    /// The province it leads back to.
    pub(crate) fn back(self) -> Option<u8> {
        self.set_out
    }
}

impl Troops {
    /// Troops that have just come to a province.
    pub(crate) fn new(at: u8, country: u8, stack: Stack, veterans: u8) -> Troops {
        Troops {
            at,
            inside: false,
            roster: Roster::of(country, stack, veterans),
            moved: false,
            spent: false,
            intercepted: false,
            foraging: false,
            hungry: 0,
            came: (at, Border::None),
            rested: stack.ld_count(),
            regrouped: false,
            trail: Trail::default(),
        }
    }

    /// All its counters.
    pub fn stack(&self) -> Stack {
        self.roster.stack()
    }

    /// The same with these counters left: nobody is hungry or rested who is not there.
    pub(crate) fn reduced(self, roster: Roster) -> Troops {
        let ld = roster.ld_count();
        Troops { roster, hungry: self.hungry.min(ld), rested: self.rested.min(ld), ..self }
    }
}

/// Where a leader is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Post {
    /// Not on the map.
    Away,
    /// With the troops of his country in a province, or with its fleet in the port.
    At(u8),
    /// In the city of a province, with its garrison.
    Inside(u8),
    /// With the fleet of his country in a sea zone.
    Afloat(u8),
    /// At sea with troops that are carried over.
    Aboard,
    /// Wounded, and back with the troops when so many rounds have begun, or with the next turn.
    Wounded(u8),
    /// A prisoner until the turn ends.
    Captive,
    /// Dead.
    Gone,
}

impl Post {
    /// The post of a leader who misses so many rounds after this one.
    pub(crate) fn wounded(rounds: u8) -> Post {
        Post::Wounded(rounds + 1)
    }
}

/// How often in an impulse marches and voyages may be called off that have not begun.
const CALLED_OFF_MAX: u8 = 12;

/// A side's impulse.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Impulse {
    /// Whose.
    pub side: Side,
    /// Whether the other side has had its own this round.
    pub last: bool,
    /// Stacks of the majors that have acted aggressively.
    pub aggression: Aggression,
    /// Minors that have used their free campaign, a bit each.
    pub minors: u32,
    /// Sea stacks of the majors that have acted aggressively.
    pub sea_aggression: Aggression,
    /// Minors that have used their free campaign at sea, a bit each.
    pub sea_minors: u32,
    /// Leaders who have ridden alone, a bit each.
    pub ridden: u32,
    /// Leaders who have marched with troops, a bit each.
    pub marched: u32,
    /// Whether anything has moved.
    pub begun: bool,
    /// Marches and voyages that were called off before they began.
    pub called_off: u8,
    /// Whether the side has no more moves, and large stacks that stayed where they were still roll.
    pub closing: bool,
}

impl Impulse {
    /// The first impulse of a round.
    fn first(side: Side) -> Impulse {
        let none = Aggression::default();
        Impulse {
            side,
            last: false,
            aggression: none,
            minors: 0,
            sea_aggression: none,
            sea_minors: 0,
            ridden: 0,
            marched: 0,
            begun: false,
            called_off: 0,
            closing: false,
        }
    }

    /// A march or a voyage is called off. Whether it counts as one all the same: nobody changes his mind for ever.
    fn called_off(&mut self) -> bool {
        self.called_off += 1;
        self.called_off > CALLED_OFF_MAX
    }
}

/// What is being done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// A turn begins: minors change sides, leaders come.
    Levy,
    /// Wurtemberg may be kept for money.
    Wurtemberg,
    /// A leader joins a stack; from this one on, and on what occasion.
    Arrival(u8, Muster),
    /// A side pays for its troops.
    Upkeep(Side),
    /// A side buys troops and ships; what each country has bought so far.
    Purchase(Side, Bought),
    /// The first round of the turn.
    FirstRound,
    /// A side's impulse begins.
    Opening(Impulse),
    /// Supply of the next stack.
    Supply(Impulse, u8),
    /// A hungry stack loses men, for so many causes.
    Starving(Impulse, u8, u8, Hunger),
    /// The campaign is chosen.
    Campaign(Impulse),
    /// The next stack is picked.
    Move(Impulse),
    /// What of it marches.
    Detach(Impulse, u8),
    /// What of it goes into the city.
    Enter(Impulse, u8),
    /// What other counters it takes.
    Regroup(Impulse, u8),
    /// What other counters a fleet takes.
    Form(Impulse, u8),
    /// Where a leader alone rides to.
    Ride(Impulse, u8),
    /// It marches on, or halts.
    March(Impulse, Marching),
    /// It may be intercepted; the next stack that could.
    Intercept(Impulse, Marching, u8),
    /// A stack has intercepted it, and friends join that one where it goes.
    Gather(Impulse, Marching, u8),
    /// Stacks of the phasing side may come to its help.
    Rescue(Box<Rescue>),
    /// One has come in time.
    Relief(Box<Rescue>, u8),
    /// It has won with the help of others, and stays.
    Disengage(Impulse, Marching),
    /// An overrun or interception battle is due.
    Meeting(Impulse, Marching, u8),
    /// It has come to its end, and joins whoever stands there.
    Arrive(Impulse, Marching),
    /// Attrition of the march.
    Tired(Impulse, Marching, Hunger),
    /// Attrition of a march that ended in a lost battle, before the beaten fall back.
    Weary(Box<Weary>),
    /// What of a fleet sails.
    SetSail(Impulse, u8),
    /// A fleet that is to leave or enter a blockaded port does so by stealth, or by force.
    Blockaded(Impulse, Box<Sailing>),
    /// A fleet runs a blockade.
    Escape(Impulse, Box<Sailing>, Evasion),
    /// Siegeworks fire at a fleet that leaves a port for a zone, or enters one.
    UnderFire(Impulse, Box<Sailing>, Strait, Option<u8>),
    /// A fleet sails on, or stays.
    Sail(Impulse, Box<Sailing>),
    /// It may be intercepted; the next fleet that could.
    Waylay(Impulse, Box<Sailing>, u8),
    /// A fleet rolls for attrition.
    Gale(Box<Gale>),
    /// Troops are set ashore in a city of theirs that is besieged.
    Ashore(Impulse, Marching),
    /// Fleets run for port.
    Flight(Box<Flight>),
    /// Battles of the impulse at sea, from this fleet on.
    SeaBattles(Impulse, u8),
    /// The fleet attacked may evade.
    SeaEvade(Impulse, Box<(Sailing, Sailing)>, u8, Evasion),
    /// A naval battle.
    SeaFight(Box<SeaClash>),
    /// Battles of the impulse.
    Battles(Impulse),
    /// The non-phasing side may send men into the city.
    Shelter(Impulse, u8),
    /// The non-phasing side may evade.
    Evade(Impulse, u8, Evasion),
    /// A besieged garrison may join the relief.
    Sortie(Impulse, u8),
    /// A battle.
    Fight(Box<Clash>),
    /// Whoever must leave the field goes somewhere.
    Fallback(Box<Fallback>),
    /// The sieges of a side.
    Sieges(Circuit),
    /// One siege.
    Siege(Box<Leaguer>),
    /// A side refits damaged ships.
    Refit(Side),
    /// Another round?
    Continuation,
    /// A winter passes, from this stack on, and so many more after it.
    Frost(u8, Hunger, u8),
    /// Leaders are posted anew in winter.
    Quarters(Quarters),
    /// Fleets at sea when the turn ends.
    Winter,
    /// The turn is scored: a sudden end, or it goes on.
    Verdict,
    /// A side may offer peace, and the other take it.
    Peace(Side, bool),
    /// A side has offered no peace, or none that was taken.
    PeaceOver(Side),
    /// Troops look for a place.
    Homing(Box<Homing>),
    /// The turn ends.
    TurnEnd,
}

impl Stage {
    /// Whether a turn has begun and its first round has not.
    fn is_before_the_rounds(&self) -> bool {
        match self {
            Stage::Levy | Stage::Wurtemberg | Stage::Upkeep(_) | Stage::Purchase(..) | Stage::FirstRound => {
                true
            }
            Stage::Arrival(_, muster) => *muster != Muster::Recovered,
            Stage::Homing(homing) => homing.then.is_before_the_rounds(),
            Stage::Flight(flight) => flight.then.is_before_the_rounds(),
            _ => false,
        }
    }
}

/// A game of the Italian Wars. France is the first side, the Empire the second.
///
/// # Equality
/// Equal games have equal futures. The givens of a running battle are made from the state and left out of
/// the comparison.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Game {
    /// The index of the turn in the scenario.
    turn: u8,
    round: RoundBox,
    bad_weather: bool,
    /// Whether the campaigns of the round before go on in this one.
    extended: bool,
    lands: Vec<Land>,
    troops: Vec<Troops>,
    squadrons: Vec<Squadron>,
    /// Fleets that have come together and want counters: where, whose, and how many F counters at most.
    unformed: Vec<(Anchorage, u8, u8)>,
    posts: Vec<Post>,
    /// Leaders who command before others with the same right, as their owners have said; a bit each.
    preferred: u32,
    allegiance: Vec<Option<Side>>,
    purse: BySide<i16>,
    stability: BySide<i8>,
    points: BySide<i16>,
    campaign: BySide<Campaign>,
    /// Whether a side has chosen a campaign in this turn.
    announced: BySide<bool>,
    /// The free campaigns each side has used in the turn.
    free_used: BySide<FreeUse>,
    stage: Stage,
}

impl Game {
    /// The game at its start.
    pub fn new(rules: &GameRules) -> Game {
        let lands = rules
            .provinces
            .iter()
            .map(|province| Land { owner: province.owner, level: province.fortress, ..Land::default() })
            .collect();
        let mut posts = vec![Post::Away; rules.leaders.len()];
        let mut troops = Vec::new();
        for start in &rules.troops {
            let veterans = if start.veteran { start.stack.ld_count() } else { 0 };
            let inside = start.inside;
            let stack = Troops { inside, ..Troops::new(start.at, start.country, start.stack, veterans) };
            for &leader in &start.leaders {
                posts[usize::from(leader)] = Game::post_with(&stack);
            }
            troops.push(stack);
        }
        let mut squadrons = Vec::new();
        for start in &rules.fleets {
            for &leader in &start.leaders {
                posts[usize::from(leader)] = Post::At(start.port);
            }
            squadrons.push(Squadron::in_port(start.port, start.country, start.fleet, true));
        }
        squadrons.sort_unstable();
        let turn = usize::from(rules.turns[0] - FIRST_TURN);
        let mut game = Game {
            turn: 0,
            round: RoundBox(0),
            bad_weather: false,
            extended: false,
            lands,
            troops: Vec::new(),
            squadrons,
            unformed: Vec::new(),
            posts,
            preferred: 0,
            allegiance: rules.nations.iter().map(|nation| nation.sides[turn]).collect(),
            purse: BySide::from_fn(|side| rules.sides[side].treasury),
            stability: BySide::from_fn(|side| rules.sides[side].stability),
            points: rules.offset,
            campaign: BySide::default(),
            announced: BySide::default(),
            free_used: BySide::default(),
            stage: Stage::FirstRound,
        };
        troops.into_iter().for_each(|stack| game.place(rules, stack));
        game
    }

    fn at_stage(mut self, stage: Stage) -> Game {
        self.stage = stage;
        self
    }
}

impl Procedure for Game {
    type Rules = GameRules;
    type End = GameEnd;

    fn step(mut self, rules: &GameRules, ump: &mut impl Umpire) -> Flow<Self> {
        if let Some(end) = self.collapse(rules, ump) {
            return Ok(Break(end));
        }
        ump.about(|| self.situation(rules));
        if let Some(fleet) = self.unformed.pop() {
            return Ok(Continue(self.form_up(fleet, rules, ump)?));
        }
        let stage = std::mem::replace(&mut self.stage, Stage::Levy);
        Ok(Continue(match stage {
            Stage::Levy => self.levy(rules, ump)?,
            Stage::Wurtemberg => self.wurtemberg(rules, ump)?,
            Stage::Arrival(leader, muster) => self.arrival(leader, muster, rules, ump)?,
            Stage::Upkeep(side) => self.upkeep(side, rules, ump)?,
            Stage::Purchase(side, bought) => self.purchase(side, bought, rules, ump)?,
            Stage::FirstRound => self.first_round(rules, ump)?,
            Stage::Opening(impulse) => self.open_impulse(impulse, rules, ump),
            Stage::Supply(impulse, next) => self.supply(impulse, next, rules, ump)?,
            Stage::Starving(impulse, index, causes, hunger) => {
                self.starving(impulse, index, causes, hunger, rules, ump)?
            }
            Stage::Campaign(impulse) => self.choose_campaign(impulse, rules, ump)?,
            Stage::Move(impulse) => self.pick_stack(impulse, rules, ump)?,
            Stage::Detach(impulse, index) => self.detach(impulse, index, rules, ump)?,
            Stage::Enter(impulse, index) => self.pick_garrison(impulse, index, rules, ump)?,
            Stage::Regroup(impulse, index) => self.pick_form(impulse, index, rules, ump)?,
            Stage::Form(impulse, index) => self.pick_fleet_form(impulse, index, rules, ump)?,
            Stage::Ride(impulse, leader) => self.pick_ride(impulse, leader, rules, ump)?,
            Stage::March(impulse, marching) => self.march(impulse, marching, rules, ump)?,
            Stage::Intercept(impulse, marching, next) => {
                self.intercept(impulse, marching, next, rules, ump)?
            }
            Stage::Gather(impulse, marching, index) => self.gather(impulse, marching, index, rules, ump)?,
            Stage::Rescue(rescue) => self.rescue(rescue, rules, ump)?,
            Stage::Relief(rescue, index) => self.relief(rescue, index, rules, ump)?,
            Stage::Disengage(impulse, marching) => self.disengage(impulse, marching, rules, ump)?,
            Stage::Quarters(quarters) => self.winter_quarters(quarters, rules, ump)?,
            Stage::Meeting(impulse, marching, index) => self.meeting(impulse, marching, index, rules, ump)?,
            Stage::Arrive(impulse, marching) => self.arrive(impulse, marching, rules, ump)?,
            Stage::Tired(impulse, marching, hunger) => self.tired(impulse, marching, hunger, rules, ump)?,
            Stage::Weary(weary) => self.weary(weary, rules, ump)?,
            Stage::SetSail(impulse, index) => self.set_sail(impulse, index, rules, ump)?,
            Stage::Blockaded(impulse, sailing) => self.blockaded(impulse, sailing, rules, ump)?,
            Stage::Escape(impulse, sailing, evasion) => self.escape(impulse, sailing, evasion, rules, ump)?,
            Stage::UnderFire(impulse, sailing, strait, out) => {
                self.under_fire(impulse, sailing, strait, out, rules, ump)?
            }
            Stage::Sail(impulse, sailing) => self.sail(impulse, sailing, rules, ump)?,
            Stage::Waylay(impulse, sailing, next) => self.waylay(impulse, sailing, next, rules, ump)?,
            Stage::Gale(gale) => self.gale(gale, rules, ump)?,
            Stage::Ashore(impulse, marching) => self.into_the_city(impulse, marching, rules, ump)?,
            Stage::Flight(flight) => self.flight(flight, rules, ump)?,
            Stage::SeaBattles(impulse, next) => self.sea_battles(impulse, next, rules, ump)?,
            Stage::SeaEvade(impulse, fleets, sea, evasion) => {
                self.sea_evade(impulse, *fleets, sea, evasion, rules, ump)?
            }
            Stage::SeaFight(clash) => self.sea_fight(clash, rules, ump)?,
            Stage::Battles(impulse) => self.battles(impulse, rules, ump)?,
            Stage::Shelter(impulse, at) => self.shelter(impulse, at, rules, ump)?,
            Stage::Evade(impulse, at, evasion) => self.evade(impulse, at, evasion, rules, ump)?,
            Stage::Sortie(impulse, at) => self.sortie(impulse, at, rules, ump)?,
            Stage::Fight(clash) => self.fight(clash, rules, ump)?,
            Stage::Fallback(fallback) => self.fall_back(fallback, rules, ump)?,
            Stage::Sieges(circuit) => self.sieges(circuit, rules, ump)?,
            Stage::Siege(leaguer) => self.besiege(leaguer, rules, ump)?,
            Stage::Homing(homing) => self.homing(*homing, rules, ump)?,
            Stage::Refit(side) => self.refit(side, rules, ump)?,
            Stage::Continuation => self.continuation(rules, ump)?,
            Stage::Frost(index, hunger, more) => self.frost(index, hunger, more, rules, ump)?,
            Stage::Winter => self.winter(rules, ump)?,
            Stage::TurnEnd => self.turn_end(rules, ump),
            Stage::Verdict => return Ok(self.verdict(rules, ump).map_or_else(Break, Continue)),
            Stage::Peace(side, offered) => {
                return Ok(self.peace(side, offered, rules, ump)?.map_or_else(Break, Continue));
            }
            Stage::PeaceOver(side) => {
                return Ok(self.no_peace(side, rules, ump).map_or_else(Break, Continue));
            }
        }))
    }
}

/// How the border just crossed counts in a battle.
fn approach(border: Border) -> crate::engagement::Approach {
    use crate::engagement::Approach;
    match border {
        Border::None => Approach::Open,
        Border::River => Approach::River,
        Border::Pass => Approach::Pass,
        Border::Strait => Approach::Strait,
    }
}
