//! Positions of a campaign as text: who stands where, who is still to come, what has changed hands.
//!
//! Between two orders everything is written in the names of the map and the counters. What is not named is as a blank
//! map has it: a unit is gone for good, a hex is held by whoever stands in it or by whom the map gives it to, the
//! air unit is fresh.

use crate::arrange::{Arrangement, Placed};
use crate::campaign::Campaign;
use crate::game::{AirUnit, Game, Phase, Place};
use crate::unit::{UnitId, Units};
use grognard_board::{Hex, HexId, HexSet};
use grognard_charts::Page;
use grognard_umpire::{BySide, Fact, Misread, Side};

/// The phases between two orders, by their words in files. Set-up comes with its side.
const PHASES: [(&str, Phase); 9] = [
    ("set-up-second", Phase::SetUp(Side::Second)),
    ("set-up-first", Phase::SetUp(Side::First)),
    ("turn-start", Phase::TurnStart),
    ("reinforcements", Phase::Reinforcements),
    ("strategic", Phase::Strategic),
    ("operations", Phase::Operations),
    ("end-of-operations", Phase::EndOperations),
    ("end-of-player-turn", Phase::PlayerEnd),
    ("player-turn", Phase::PlayerStart),
];

/// The lists of units that some rule has marked.
type Marked = (&'static str, fn(&mut Game) -> &mut Units);

const MARKED: [Marked; 6] = [
    ("cossacks", |game| &mut game.cossacks),
    ("reacted", |game| &mut game.reacted),
    ("tried", |game| &mut game.tried),
    ("came", |game| &mut game.came),
    ("standing-by", |game| &mut game.idle),
    ("forgiven", |game| &mut game.forgiven),
];

impl Game {
    pub(crate) fn is_between_orders(&self) -> bool {
        PHASES.iter().any(|(_, phase)| *phase == self.phase)
    }

    /// The position as a document.
    pub(crate) fn written(&self, rules: &Campaign) -> Fact {
        let phase = PHASES.iter().find(|(_, phase)| *phase == self.phase).map(|(key, _)| *key);
        let blank = Game::arranged(rules, &self.arrangement(rules));
        let number = |number: u8, usual: u8| (number != usual).then_some(number);
        let flag = |flag: bool, usual: bool| (flag != usual).then_some(flag);
        let hexes = |hexes: HexSet| {
            let ids: Vec<Fact> = hexes.iter().map(|hex| Fact::from(rules.board.id(hex).0)).collect();
            if ids.is_empty() { Fact::Nothing } else { Fact::List(ids) }
        };
        let mut fields = vec![
            ("turn", Fact::from(self.turn)),
            ("phasing", Fact::from(self.phasing.key())),
            ("phase", Fact::from(phase)),
            ("replacements-first", Fact::from(number(self.replacements.first, 0))),
            ("replacements-second", Fact::from(number(self.replacements.second, 0))),
            ("air-shift", Fact::from(flag(self.air.shift, true))),
            ("air-reroll", Fact::from(flag(self.air.reroll, true))),
            ("air-failures", Fact::from(number(self.air.failures, 0))),
            ("slowdown-from", Fact::from(number(self.slowdown, 0))),
            ("past-marshes", Fact::from(flag(self.past_marshes, blank.past_marshes))),
            ("attacks-owed", Fact::from(number(self.owed, 0))),
            ("attacks-made", Fact::from(number(self.made, 0))),
            ("mobile-force-went", Fact::from(flag(self.capable_went, false))),
            ("rested", Fact::from(flag(self.rested, false))),
            ("taken", hexes(self.taken(rules))),
            ("not-held", hexes(self.not_held(rules))),
            ("converted", hexes(differing(&self.converted, &rules.first_gauge))),
            ("units", Fact::List(self.unit_rows(rules))),
            ("to-come", keys(rules, self.to_come(rules))),
        ];
        let mut game = self.clone();
        for (key, set) in MARKED {
            let units = *set(&mut game);
            fields.push((key, keys(rules, units)));
        }
        Fact::record(fields)
    }

    /// The hexes that have changed hands, but for those that their holder stands in.
    fn taken(&self, rules: &Campaign) -> HexSet {
        let mut taken = differing(&self.control, &rules.start_control);
        for side in Side::ALL {
            for hex in self.on_map(rules, side).iter().filter_map(|unit| self.hex_of(unit)) {
                if self.controller(hex) == side {
                    taken.take(hex);
                }
            }
        }
        taken
    }

    /// The hexes that units stand in and the other side controls.
    fn not_held(&self, rules: &Campaign) -> HexSet {
        let stand =
            |side: Side| self.on_map(rules, side).iter().filter_map(|unit| self.hex_of(unit)).collect();
        let (first, second): (HexSet, HexSet) = (stand(Side::First), stand(Side::Second));
        first.and(&self.control).or(&second.less(&self.control))
    }

    /// Those who stand on the map, as they are put on a blank one.
    fn arrangement(&self, rules: &Campaign) -> Arrangement {
        let placed = |unit: UnitId| {
            let strength = Some(self.strength(unit)).filter(|&strength| strength > 0);
            Some(Placed { strength, ..Placed::new(unit, self.hex_of(unit)?) })
        };
        Arrangement {
            units: (0..rules.counters.len()).filter_map(|index| placed(UnitId(index as u8))).collect(),
            taken: self.taken(rules).iter().collect(),
            ..Arrangement::new(self.turn, self.phasing)
        }
    }

    /// The units that come when and as they are printed.
    fn to_come(&self, rules: &Campaign) -> Units {
        let comes = |unit: &UnitId| {
            let counter = rules.counter(*unit);
            self.place_of(*unit) == Place::due(counter.arrival) && self.strength(*unit) == counter.strength
        };
        let all = rules.units_of.first.with(rules.units_of.second);
        all.iter().filter(comes).collect::<Units>().without(self.spent).without(self.demoralized)
    }

    /// A row for every unit that is not gone for good and does not come as printed.
    fn unit_rows(&self, rules: &Campaign) -> Vec<Fact> {
        let to_come = self.to_come(rules);
        let row = |index: usize| {
            let (unit, counter) = (UnitId(index as u8), &rules.counters[index]);
            if to_come.has(unit) {
                return None;
            }
            let place = self.place_of(unit);
            let flag = |set: Units| set.has(unit).then_some(true);
            let (at, due) = (place.in_hex().map(|hex| rules.board.id(hex).0), place.due_turn());
            let state = match place {
                Place::ELIMINATED => Some("eliminated"),
                Place::REBUILT => Some("rebuilt"),
                _ => None,
            };
            let usual = usual_strength(place, counter.strength);
            let strength = Some(self.strength(unit)).filter(|&strength| strength != usual);
            let (spent, demoralized) = (flag(self.spent), flag(self.demoralized));
            let gone = place == Place::SURRENDERED && strength.is_none();
            (!gone || spent.is_some() || demoralized.is_some()).then(|| {
                Fact::record([
                    ("unit", Fact::from(counter.key.as_str())),
                    ("at", Fact::from(at)),
                    ("due", Fact::from(due)),
                    ("state", Fact::from(state)),
                    ("strength", Fact::from(strength)),
                    ("spent", Fact::from(spent)),
                    ("demoralized", Fact::from(demoralized)),
                ])
            })
        };
        (0..rules.counters.len()).filter_map(row).collect()
    }

    /// The game of a document.
    pub(crate) fn read(rules: &Campaign, position: &Fact) -> Result<Game, Vec<Misread>> {
        Page::position(position, |page| Game::of_page(rules, page))
    }

    fn of_page(rules: &Campaign, page: &Page<'_>) -> Option<Game> {
        let turns = rules.calendar.len() as u8;
        let hex = |text: &str| text.parse().ok().and_then(|id| rules.board.hex(HexId(id)));
        let phase = page.needed("phase", page.one_of("phase", &PHASES));
        let phasing = page.needed("phasing", page.side("phasing"));
        let mut arrangement = Arrangement {
            taken: page.all_named("taken", hex),
            converted: Vec::new(),
            replacements: BySide::new(
                page.number("replacements-first", 0..=u8::MAX, 0),
                page.number("replacements-second", 0..=u8::MAX, 0),
            ),
            phase: phase.unwrap_or(Phase::Operations),
            ..Arrangement::new(page.number("turn", 1..=turns, 1), phasing.unwrap_or(Side::First))
        };
        let mut elsewhere = Vec::new();
        let mut marked = [Units::NONE; 2];
        let mut seen = Units::NONE;
        for row in page.rows("units") {
            let unit = row.needed("unit", row.named("unit", |key| rules.unit(key)));
            let at = row.has("at").then(|| row.number("at", 1..=u16::MAX, 0));
            let at = at.and_then(|id| {
                let hex = rules.board.hex(HexId(id)).filter(|&hex| rules.area.has(hex));
                if hex.is_none() && id > 0 {
                    row.wrong("at", format!("no hex {id} in the area of play"));
                }
                hex
            });
            // A part of a campaign has units of turns that are not played.
            let due = row.has("due").then(|| Place::due(row.number("due", 1..=99, 1)));
            let states = [("eliminated", Place::ELIMINATED), ("rebuilt", Place::REBUILT)];
            let state = row.one_of("state", &states);
            let place = at.map(Place::hex).or(due).or(state).unwrap_or(Place::SURRENDERED);
            let printed = unit.map_or(u8::MAX, |unit| rules.counter(unit).strength);
            // Nobody on the map has no strength left.
            let least = u8::from(at.is_some());
            let strength = row.number("strength", least..=printed, usual_strength(place, printed));
            let (spent, demoralized) = (row.flag("spent"), row.flag("demoralized"));
            if [at.is_some(), due.is_some(), state.is_some()].iter().filter(|said| **said).count() > 1 {
                row.wrong("unit", "a unit stands in a hex, is due or has a state, not two of them");
            }
            let Some(unit) = unit else { continue };
            if seen.has(unit) {
                row.wrong("unit", "this unit stands here twice");
            }
            seen = seen.with(Units::one(unit));
            match at {
                Some(hex) => arrangement.units.push(Placed {
                    unit,
                    hex,
                    strength: Some(strength).filter(|&strength| (1..=printed).contains(&strength)),
                    demoralized,
                    spent,
                }),
                None => {
                    elsewhere.push((unit, place, strength));
                    for (set, flag) in marked.iter_mut().zip([spent, demoralized]) {
                        *set = if flag { set.with(Units::one(unit)) } else { *set };
                    }
                }
            }
        }
        for unit in page.all_named("to-come", |key| rules.unit(key)) {
            let counter = rules.counter(unit);
            if seen.has(unit) {
                page.wrong("to-come", format!("{} stands among the units as well", counter.key));
            }
            elsewhere.push((unit, Place::due(counter.arrival), counter.strength));
        }
        let mut game = Game::arranged(rules, &arrangement);
        for (unit, place, strength) in elsewhere {
            game.place[unit.index()] = place;
            game.strength[unit.index()] = strength;
        }
        for hex in page.all_named("not-held", hex) {
            turn_over(&mut game.control, hex);
        }
        game.spent = game.spent.with(marked[0]);
        game.demoralized = game.demoralized.with(marked[1]);
        let usual = |key: &str, usual: bool| if page.has(key) { page.flag(key) } else { usual };
        let failures = page.number("air-failures", 0..=2, 0);
        game.air = AirUnit { shift: usual("air-shift", true), reroll: usual("air-reroll", true), failures };
        game.slowdown = page.number("slowdown-from", 0..=turns + 1, 0);
        game.past_marshes = usual("past-marshes", game.past_marshes);
        game.owed = page.number("attacks-owed", 0..=u8::MAX, 0);
        game.made = page.number("attacks-made", 0..=u8::MAX, 0);
        game.capable_went = page.flag("mobile-force-went");
        game.rested = page.flag("rested");
        for hex in page.all_named("converted", hex) {
            turn_over(&mut game.converted, hex);
        }
        for (key, set) in MARKED {
            *set(&mut game) = page.all_named(key, |key| rules.unit(key)).into_iter().collect();
        }
        (phase.is_some() && phasing.is_some()).then_some(game)
    }
}

/// The strength of a unit of which none is written: as printed, or none where it is off the map for good.
fn usual_strength(place: Place, printed: u8) -> u8 {
    match place {
        Place::ELIMINATED | Place::SURRENDERED => 0,
        _ => printed,
    }
}

/// Units by their keys; nothing where there are none.
fn keys(rules: &Campaign, units: Units) -> Fact {
    match units.is_empty() {
        true => Fact::Nothing,
        false => Fact::list(units.iter().map(|unit| rules.counter(unit).key.as_str())),
    }
}

/// The hexes that are in one of two sets only.
fn differing(one: &HexSet, other: &HexSet) -> HexSet {
    one.less(other).or(&other.less(one))
}

fn turn_over(set: &mut HexSet, hex: Hex) {
    match set.has(hex) {
        true => set.take(hex),
        false => set.put(hex),
    }
}
