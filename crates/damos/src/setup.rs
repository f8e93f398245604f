//! Set-up, the start of a turn, reinforcements and replacements. [5.0, AGC-4.5, AGC-4.9, AGC-6.0]

use crate::asks::Asks;
use crate::campaign::Campaign;
use crate::engagement::Which;
use crate::field::Field;
use crate::game::{AirUnit, Game, Phase, Place};
use crate::options::{OwedAttacks, RailAdvance, Rebuilding, ReinforcementCities};
use crate::order::{Moment, Order, Wanted, Why, verb};
use crate::stacking::{note_stacking, stacking_barred};
use crate::unit::{UnitId, Units};
use crate::{agc, rule};
use grognard_board::{Hex, HexSet};
use grognard_umpire::{
    Asked, Asking, Barred, Clerk, Dice, NoClerk, Offer, Openness, Refusal, Reveal, Ruling, Side, Target,
    TargetKind, Umpire, Verb, YesNo,
};

struct SettingUp<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    side: Side,
    /// Border hexes nobody stands in yet.
    bare: HexSet,
    waiting: Units,
    stacks: Vec<Units>,
}

impl SettingUp<'_> {
    fn check_place(&self, unit: UnitId, hex: Hex) -> Result<(), Why> {
        if !self.rules.units_of[self.side].has(unit) {
            return Err((agc!("6.0-a"), "the Russian sets up first, then the German, each his own units"));
        }
        if !self.waiting.has(unit) {
            return Err((rule!("5.0-a"), "this unit stands already or arrives later"));
        }
        match self.side {
            Side::First if !self.rules.first_set_up.has(hex) => {
                return Err((agc!("6.0-d"), "Germans start on or behind their border, in the printed rows"));
            }
            Side::Second if !self.bare.is_empty() => {
                if !self.rules.border.has(hex) {
                    return Err((agc!("6.0-b"), "every hex along the border is manned first"));
                }
                let left = usize::from(self.waiting.len()) - 1;
                if left < self.bare.len() - usize::from(self.bare.has(hex)) {
                    return Err((agc!("6.0-b"), "too few units would be left for the bare border hexes"));
                }
            }
            Side::Second if self.rules.south.has(hex) => {
                return Err((agc!("1.3-d"), "the south opens when Germans are east of the marshes"));
            }
            Side::Second if !self.rules.border.or(&self.rules.second_set_up).has(hex) => {
                let why = "the others start along the border or in towns and cities on the Russian side";
                return Err((agc!("6.0-c"), why));
            }
            _ => {}
        }
        fits(self.rules, self.stacks[hex.index()].with(Units::one(unit)))
    }
}

/// Whether units may be placed together.
fn fits(rules: &Campaign, units: Units) -> Result<(), Why> {
    match stacking_barred(rules, units) {
        None => Ok(()),
        Some(clause) => Err((clause, "the hex is full")),
    }
}

impl Moment for SettingUp<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::Historical);
        out.push(Order::EndSetUp);
        let hexes = match self.side {
            Side::First => self.rules.first_set_up,
            Side::Second => self.rules.border.or(&self.rules.second_set_up),
        };
        out.reserve(usize::from(self.waiting.len()) * hexes.len());
        for unit in self.waiting.iter() {
            out.extend(hexes.iter().map(|hex| Order::Place(unit, hex)));
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::Place(unit, hex) => self.check_place(unit, hex),
            Order::Historical if !self.waiting.is_empty() && self.game.untouched(self.rules, self.side) => {
                Ok(())
            }
            Order::Historical => Err((agc!("6.0-a"), "the historical set-up is taken whole or not at all")),
            Order::EndSetUp if self.waiting.is_empty() => Ok(()),
            Order::EndSetUp => Err((agc!("6.0-a"), "units are still to be set up")),
            _ => Err((agc!("6.0-a"), "this is the set-up")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write place UNIT HEX, historical or end set-up"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::PLACE, verb::HISTORICAL, verb::END_SET_UP]
    }
}

impl Game {
    fn waiting(&self, rules: &Campaign, side: Side) -> Units {
        let waits = |unit: &UnitId| {
            let place = self.place[unit.index()];
            place == Place::REBUILT || place.due_turn().is_some_and(|turn| turn <= self.turn)
        };
        rules.units_of[side].iter().filter(waits).collect()
    }

    fn untouched(&self, rules: &Campaign, side: Side) -> bool {
        self.on_map(rules, side).is_empty()
    }

    /// Puts everybody of a side who starts on the map where he stood.
    pub(crate) fn set_up_historically(&mut self, rules: &Campaign, side: Side) {
        for unit in rules.units_of[side].iter() {
            let counter = rules.counter(unit);
            if let (1, Some(hex)) = (counter.arrival, counter.historical) {
                // Where a title plays on a part of the map, those beyond it come later from the edge.
                self.place[unit.index()] =
                    if self.area(rules).has(hex) { Place::hex(hex) } else { Place::due(2) };
            }
        }
    }

    pub(crate) fn set_up(&mut self, side: Side, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        ump.cite(agc!("6.0-a"));
        let mut bare = HexSet::EMPTY;
        if side == Side::Second {
            bare = rules.border;
            for unit in rules.units_of[side].iter() {
                if let Some(hex) = self.hex_of(unit) {
                    bare.take(hex);
                }
            }
        }
        let waiting = self.waiting(rules, side);
        let moment = SettingUp { game: self, rules, side, bare, waiting, stacks: self.stacks(rules, side) };
        let asking = Asking::of(side, agc!("6.0-a"), Asks::SetUp);
        match ump.order(asking, &Wanted { rules, game: self, moment })?.order {
            Order::Place(unit, hex) => self.arrive(unit, hex, rules, ump),
            Order::Historical => self.set_up_historically(rules, side),
            _ => {
                self.phase = match side {
                    Side::Second => Phase::SetUp(Side::First),
                    Side::First => Phase::TurnStart,
                };
            }
        }
        Ok(())
    }

    /// A unit comes on the map at its printed figures.
    fn arrive(&mut self, unit: UnitId, hex: Hex, rules: &Campaign, clerk: &mut impl Clerk) {
        clerk.note(rule!("2.2-a"));
        self.place[unit.index()] = Place::hex(hex);
        let side = rules.side_of(unit);
        note_stacking(rules, self.force_at(rules, side, hex), Units::NONE, clerk);
    }

    /// The start of a game turn: the air unit is back, the slowdown is settled, Cossacks are named.
    pub(crate) fn start_turn(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        if self.turn >= rules.special.cossacks_from_turn {
            // From turn 10 the Russian may name one hex whose units count as ZOI-capable this turn.
            let mut offers = vec![Named::Nobody];
            let mut seen = HexSet::EMPTY;
            for unit in rules.units_of.second.iter() {
                if let Some(hex) = self.hex_of(unit).filter(|&hex| !seen.has(hex)) {
                    seen.put(hex);
                    offers.push(Named::Hex(hex, rules.board.id(hex).0));
                }
            }
            let asking = Asking::of(Side::Second, agc!("4.8-a"), Asks::NameTheCossacksHex);
            if let Named::Hex(hex, _) = *ump.choose(asking, &offers)? {
                self.cossacks = self.force_at(rules, Side::Second, hex);
            }
        }
        ump.note_if(agc!("4.7-c"), || rules.options.combined && self.slowdown == self.turn);
        if self.slowdown == 0 && self.turn > rules.special.slowdown_after_turn {
            ump.cite(if rules.options.combined { agc!("4.7-c") } else { agc!("4.7-a") });
            self.slowdown = rules.special.slowdown_after_turn + 1;
        }
        // The first player is the German: it is the Russian turn that surprise takes away.
        ump.cite(rule!("2.1-j"));
        ump.cite(rule!("4.0-b"));
        self.air = AirUnit::FRESH;
        if self.turn == rules.special.pause_turn {
            self.rested = true;
        }
        self.phasing = Side::First;
        let turn = self.turn;
        ump.explain(|| {
            let name = &rules.calendar[usize::from(turn) - 1];
            Ruling::heading(rule!("4.0-b"), format!("Turn {turn}, {name}"))
        });
        self.begin_player_turn(rules, ump)
    }

    /// The reinforcement and replacement phase begins.
    pub(crate) fn begin_player_turn(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        ump.cite(rule!("4.0-a"));
        let side = self.phasing;
        self.claim_pause(rules, ump)?;
        let owing = side == Side::Second && self.turn == rules.special.owed_attacks_turn;
        if owing && rules.options.owed_attacks != OwedAttacks::NotHere {
            // A d3 is a die halved, rounded up.
            ump.cite(agc!("1.2-b"));
            let asking = Asking::of(side, agc!("4.6.3-a"), Asks::AttacksOwed);
            self.owed = ump.throw(asking, Dice::D6, |die| die.div_ceil(2) as u8)?;
            let owed = self.owed;
            let attacks = if owed == 1 { "attack is" } else { "attacks are" };
            ump.explain(|| Ruling::new(agc!("4.6.3-a"), format!("{owed} {attacks} owed this turn")));
        }
        self.receive(rules, side, ump);
        self.phase = Phase::Reinforcements;
        Ok(())
    }

    /// A side receives the replacement points of the turn; those not used stay.
    pub(crate) fn receive(&mut self, rules: &Campaign, side: Side, clerk: &mut impl Clerk) {
        clerk.note_if(rule!("5.0-g"), || self.replacements[side] > 0);
        let income = self.income(rules, side, clerk);
        self.replacements[side] = self.replacements[side].saturating_add(income);
    }

    /// Whoever has rested on the turn of the pause says whether he claims its reward, at its price.
    fn claim_pause(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let due = self.phasing == Side::First && self.turn == rules.special.pause_turn + 1;
        if rules.options.rail_advance == RailAdvance::OperationalPause && self.rested && due {
            let asking = Asking::of(Side::First, agc!("4.3.1-m"), Asks::ClaimTheOperationalPause);
            self.rested = *ump.choose(asking, &[YesNo::No, YesNo::Yes])? == YesNo::Yes;
        }
        Ok(())
    }

    /// The replacement points a side gets this turn.
    pub fn income(&self, rules: &Campaign, side: Side, clerk: &mut impl Clerk) -> u8 {
        clerk.note(if side == Side::First { agc!("4.5-a") } else { agc!("4.5-b") });
        let (from, per_turn) = match side {
            Side::First => rules.special.replacements_first,
            Side::Second => rules.special.replacements_second,
        };
        if self.turn < from {
            return 0;
        }
        let mut income = per_turn;
        if side == Side::Second {
            if rules.options.rail_advance != RailAdvance::EveryLine {
                clerk.note(agc!("4.3.1-k"));
                income += 1;
            }
            if self.turn >= rules.special.penalty_from_turn {
                let missed = self.owed.saturating_sub(self.made);
                clerk.note_if(agc!("4.6.3-b"), || missed > 0);
                income = income.saturating_sub(missed);
            }
            let doubled = (rules.special.pause_turn + 1)..=(rules.special.pause_turn + 2);
            if rules.options.rail_advance == RailAdvance::OperationalPause
                && self.rested
                && doubled.contains(&self.turn)
            {
                clerk.note(agc!("4.3.1-n"));
                income *= 2;
            }
        }
        income
    }

    fn reinforcing<'a>(&'a self, rules: &'a Campaign, clerk: &mut impl Clerk) -> Reinforcing<'a> {
        let side = self.phasing;
        let field = Field::of(self, rules, None, clerk);
        let supplied = self.supplied(rules, side, &field, clerk);
        let waiting = self.waiting(rules, side);
        Reinforcing {
            game: self,
            rules,
            side,
            waiting,
            // Where they enter is only looked for when somebody waits.
            entries: if waiting.is_empty() { HexSet::EMPTY } else { self.entries(rules, side, &field) },
            nourished: supplied.less(&field.zoc[side.other()]),
            stacks: self.stacks(rules, side),
        }
    }

    /// A replacement point goes to a unit on the map or to one that was eliminated; to which is its owner's
    /// secret, like the strengths themselves. The other side sees the points go, and the rebuilt arrive.
    pub(crate) fn replace(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let moment = self.reinforcing(rules, ump);
        let own = rules.units_of[side];
        let takes = |unit: &UnitId| moment.check_replace(*unit).is_ok();
        let offers: Vec<Which<'_>> = own.iter().filter(takes).map(|unit| Which(unit, rules)).collect();
        let barred = || {
            let why = |unit: UnitId| {
                let (clause, reason) = moment.check_replace(unit).err()?;
                let key = rules.counter(unit).key.clone();
                Some(Barred { key, refusal: Refusal::new(clause, reason) })
            };
            own.iter().filter_map(why).collect()
        };
        let asking = Asking::of(side, rule!("5.0-b"), Asks::WhichUnitTakesThePoint);
        // How many have lost points is their owner's business.
        let seeming = usize::from(own.len());
        let unit = ump.choose_seeming(asking, &offers, Openness::Secret, &barred, seeming)?.0;
        ump.cite(rule!("5.0-b"));
        let mut points = 1;
        if self.place_of(unit) == Place::ELIMINATED {
            // It comes back as a reinforcement, and may take more points before it does.
            ump.cite(rule!("5.0-e"));
            self.place[unit.index()] = Place::REBUILT;
            if rules.options.rebuilding == Rebuilding::FullStrength {
                points = rules.counter(unit).strength;
            }
        }
        if rules.options.rebuilding == Rebuilding::FullStrength {
            // How many points go at once tells whether somebody is rebuilt.
            ump.reveal(Reveal::TO_EVERYBODY);
        }
        self.strength[unit.index()] += points;
        self.replacements[side] -= points;
        self.phase = Phase::Reinforcements;
        Ok(())
    }

    pub(crate) fn reinforce(&mut self, rules: &Campaign, ump: &mut impl Umpire) -> Asked<()> {
        let side = self.phasing;
        let moment = self.reinforcing(rules, ump);
        if moment.nothing_to_do() {
            self.phase = self.after_reinforcements(rules, ump);
            return Ok(());
        }
        let asking = Asking::of(side, rule!("5.0-a"), Asks::ReinforcementsAndReplacements);
        match ump.order(asking, &Wanted { rules, game: self, moment })?.order {
            Order::Place(unit, hex) => {
                ump.cite(agc!("4.9-a"));
                if self.place_of(unit) == Place::REBUILT {
                    // Now it is seen whom replacement points have rebuilt.
                    ump.reveal(Reveal::TO_EVERYBODY);
                }
                self.arrive(unit, hex, rules, ump);
                self.contaminate(rules, side, ump);
            }
            Order::Replace => self.phase = Phase::Replacing,
            _ => self.phase = self.after_reinforcements(rules, ump),
        }
        Ok(())
    }

    fn after_reinforcements(&self, rules: &Campaign, ump: &mut impl Umpire) -> Phase {
        match self.phasing {
            // Railheads advance at the start of the German strategic movement phase.
            Side::First => {
                ump.cite(agc!("4.3.1-e"));
                let field = Field::of(self, rules, None, ump);
                Phase::Rails(self.network(rules, Side::First, &field, ump))
            }
            Side::Second => Phase::Strategic,
        }
    }

    /// Where a side's reinforcements enter. [AGC-4.9-a]
    pub(crate) fn entries(&self, rules: &Campaign, side: Side, field: &Field) -> HexSet {
        let own = self.controlled(rules, side).less(&field.at[side.other()]);
        match side {
            Side::First => rules.west.and(&own),
            Side::Second => {
                // A city takes them, surrounded or not, unless the switch wants it linked.
                let open = field.open(self, rules, side, &mut NoClerk);
                let sources = rules.cities.or(&rules.east).and(&own);
                let linked = |hex: Hex| match rules.options.reinforcement_cities {
                    ReinforcementCities::Linked => rules.board.is_linked(hex, &sources.and(&open), &open),
                    ReinforcementCities::All => true,
                };
                let cities = rules.cities.and(&own);
                cities.iter().filter(|&hex| linked(hex)).collect::<HexSet>().or(&rules.east.and(&own))
            }
        }
    }
}

/// The hex the Cossacks ride from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Named {
    Nobody,
    Hex(Hex, u16),
}

impl Offer for Named {
    fn key(&self) -> String {
        match self {
            Named::Nobody => "nobody".to_owned(),
            Named::Hex(_, id) => format!("{id:04}"),
        }
    }

    fn targets(&self) -> Vec<Target> {
        match self {
            Named::Nobody => Vec::new(),
            Named::Hex(_, id) => vec![Target::new(TargetKind::Hex, format_args!("{id:04}"))],
        }
    }
}

struct Reinforcing<'a> {
    game: &'a Game,
    rules: &'a Campaign,
    side: Side,
    waiting: Units,
    entries: HexSet,
    /// Hexes in supply and out of enemy zones of control.
    nourished: HexSet,
    stacks: Vec<Units>,
}

impl Reinforcing<'_> {
    /// Whether there is nothing to place or to spend for all that both sides know. Of the eliminated somebody
    /// may have been rebuilt, which only his owner knows until he arrives.
    fn nothing_to_do(&self) -> bool {
        let gone = |unit| matches!(self.game.place_of(unit), Place::ELIMINATED | Place::REBUILT);
        self.waiting.is_empty()
            && self.game.replacements[self.side] == 0
            && !self.rules.units_of[self.side].iter().any(gone)
    }

    /// Whether a unit may take a replacement point.
    fn check_replace(&self, unit: UnitId) -> Result<(), Why> {
        let (game, printed) = (self.game, self.rules.counter(unit).strength);
        match game.place_of(unit) {
            Place::SURRENDERED => return Err((rule!("5.0-f"), "what surrendered is gone for good")),
            Place::ELIMINATED => return self.check_rebuild(printed),
            _ if game.strength(unit) >= printed => {
                return Err((rule!("5.0-c"), "the unit is at its printed strength"));
            }
            Place::REBUILT => return Ok(()),
            _ => {}
        }
        let Some(hex) = game.hex_of(unit) else {
            return Err((rule!("5.0-a"), "the unit is still to come"));
        };
        match self.nourished.has(hex) {
            true => Ok(()),
            false => Err((rule!("5.0-d"), "a unit in an enemy zone of control or without supply takes none")),
        }
    }

    /// Whether the points at hand are enough to rebuild an eliminated unit.
    fn check_rebuild(&self, printed: u8) -> Result<(), Why> {
        match self.rules.options.rebuilding {
            Rebuilding::FullStrength if self.game.replacements[self.side] < printed => {
                Err((rule!("5.0-e"), "a unit is rebuilt to its printed strength or not at all"))
            }
            Rebuilding::FullStrength | Rebuilding::AnyStrength => Ok(()),
        }
    }
}

impl Moment for Reinforcing<'_> {
    fn candidates(&self, out: &mut Vec<Order>) {
        out.push(Order::EndReinforcements);
        for unit in self.waiting.iter() {
            out.extend(self.entries.iter().map(|hex| Order::Place(unit, hex)));
        }
        if self.game.replacements[self.side] > 0 {
            out.push(Order::Replace);
        }
    }

    fn check(&self, order: Order) -> Result<(), Why> {
        match order {
            Order::EndReinforcements => Ok(()),
            Order::Replace if self.game.replacements[self.side] == 0 => {
                Err((rule!("5.0-b"), "no replacement points are left"))
            }
            Order::Replace => {
                match self.rules.units_of[self.side].iter().any(|unit| self.check_replace(unit).is_ok()) {
                    true => Ok(()),
                    false => Err((
                        rule!("5.0-d"),
                        "no unit that lost points is in supply and out of enemy zones, and none can be rebuilt",
                    )),
                }
            }
            Order::Place(unit, _) if !self.waiting.has(unit) => {
                Err((rule!("5.0-a"), "this unit is not waiting to arrive now"))
            }
            Order::Place(_, hex) if !self.entries.has(hex) => Err((
                agc!("4.9-a"),
                "Russians arrive in friendly cities and on the east edge, Germans on the west edge",
            )),
            Order::Place(unit, hex) => fits(self.rules, self.stacks[hex.index()].with(Units::one(unit))),
            _ => Err((rule!("4.0-a"), "this is the reinforcement and replacement phase")),
        }
    }

    fn wanted(&self) -> &'static str {
        "write place UNIT HEX, replace or end reinforcements"
    }

    fn verbs(&self) -> &'static [Verb] {
        &[verb::PLACE, verb::REPLACE, verb::END_REINFORCEMENTS]
    }
}
