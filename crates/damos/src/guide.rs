//! What a player is told when he asks: how to win, what an order will cost, what stands where.
//!
//! All of it comes from the look-ups that the rules use, and from what the viewer may know: where everybody stands
//! and in what order is on the map, strengths are their owner's. [2.4-c]

use crate::asks::Asks;
use crate::battle::losses_words;
use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::{Active, Game, Phase, Place, Verdict};
use crate::options::Isolation;
use crate::order::{Order, parse};
use crate::picture;
use crate::stacking::{may_stack, stacking_barred};
use crate::unit::{UnitId, Units};
use crate::victory::COMBINED_NEEDED;
use crate::{agc, rule};
use grognard_board::Hex;
use grognard_umpire::{
    Aim, Aims, Board, CellNow, Consequence, Count, Guide, Line, Loss, Mark, NoClerk, Offer, Origin, Piece,
    Presence, Reckoned, Side, Stock, Sure, Target, TargetKind, Topic, Turns,
};

/// So many hexes are named where forces stand idle.
const HEXES_NAMED: usize = 4;

/// A game as a viewer is told of it.
pub(crate) struct Guided<'a> {
    pub(crate) game: &'a Game,
    pub(crate) rules: &'a Campaign,
    pub(crate) viewer: Option<Side>,
}

impl Guided<'_> {
    fn hex_words(&self, hex: Hex) -> String {
        let id = self.rules.board.id(hex);
        self.rules.board.name(hex).map_or_else(|| id.to_string(), |name| format!("{name} ({id})"))
    }

    /// A consequence for units in a hex.
    fn over(&self, units: Units, hex: Hex, (loss, sure): (Loss, Sure), why: (Said, String)) -> Consequence {
        let (Said(clause), words) = why;
        let place = std::iter::once(self.rules.hex_target(hex));
        Consequence {
            loss,
            sure,
            clause,
            targets: place.chain(self.rules.unit_targets(units)).collect(),
            words,
        }
    }

    /// What the end of the operations phase, and with it of the player's turn, brings.
    fn at_the_end_of_operations(&self) -> Vec<Consequence> {
        let (game, rules) = (self.game, self.rules);
        let side = game.phasing;
        let field = Field::of(game, rules, None, &mut NoClerk);
        let mut list = Vec::new();
        for hex in field.at[side].iter() {
            let force = game.force_at(rules, side, hex);
            if may_stack(rules, force) {
                continue;
            }
            let clause = stacking_barred(rules, force).unwrap_or(rule!("2.3-c"));
            let words = format!(
                "{} are more than may stay in {}: you will have to eliminate some",
                rules.names(force),
                self.hex_words(hex)
            );
            list.push(self.over(force, hex, (Loss::Eliminated, Sure::Some), (Said(clause), words)));
        }
        for hex in game.pockets(rules, &mut NoClerk) {
            let force = game.force_at(rules, side, hex);
            let verb = if force.len() == 1 { "surrenders" } else { "surrender" };
            let words = format!("{} in {}: cut off, {verb}", rules.names(force), self.hex_words(hex));
            list.push(self.over(force, hex, (Loss::Surrendered, Sure::All), (Said(rule!("10.0-c")), words)));
        }
        let owed = game.owed.saturating_sub(game.made);
        if owed > 0 && side == Side::Second && game.turn == rules.special.owed_attacks_turn {
            let attacks = if owed == 1 { "attack is" } else { "attacks are" };
            let words = format!(
                "{owed} {attacks} still owed; each not made costs a replacement point a turn from turn {} on",
                rules.special.penalty_from_turn
            );
            let clause = agc!("4.6.3-b");
            list.push(Consequence {
                loss: Loss::Unpaid,
                sure: Sure::All,
                clause,
                targets: Vec::new(),
                words,
            });
        }
        list.extend(self.not_gone_yet());
        list
    }

    /// The forces that could still go when the operations phase ends. [7.0-a]
    fn not_gone_yet(&self) -> Option<Consequence> {
        let hexes: Vec<Hex> = self.game.startable(self.rules).iter().collect();
        let named: Vec<String> = hexes.iter().take(HEXES_NAMED).map(|&hex| self.hex_words(hex)).collect();
        let more = match hexes.len().saturating_sub(HEXES_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let forces = match hexes.len() {
            0 => return None,
            1 => "1 force has not gone yet and will do nothing".to_owned(),
            count => format!("{count} forces have not gone yet and will do nothing"),
        };
        Some(Consequence {
            loss: Loss::Idle,
            sure: Sure::All,
            clause: rule!("7.0-a"),
            targets: hexes.iter().map(|&hex| self.rules.hex_target(hex)).collect(),
            words: format!("{forces} this turn: {}{more}", named.join(", ")),
        })
    }

    /// What the end of an activity brings: attrition for those who have marched far and are out of supply.
    fn at_the_end_of_the_activation(&self, active: Active) -> Vec<Consequence> {
        let rules = self.rules;
        let mut after = self.game.clone();
        after.finish_activity(active, &mut NoClerk);
        let Phase::Closing(active, marched) = after.phase else { return Vec::new() };
        let mut list = Vec::new();
        let mut unchecked = marched;
        while let (true, Some(unit)) = (after.is_worn_by(&active, rules), unchecked.iter().next()) {
            let Some(hex) = after.hex_of(unit) else {
                unchecked = unchecked.without(Units::one(unit));
                continue;
            };
            let group = after.units_at(hex).both(unchecked);
            unchecked = unchecked.without(group);
            if !after.has_supply(rules, after.phasing, hex, &mut NoClerk) {
                let words = format!(
                    "{} in {}: more than half the points marched without supply, attrition is thrown for",
                    rules.names(group),
                    self.hex_words(hex)
                );
                list.push(self.over(group, hex, (Loss::Worn, Sure::Perhaps), (Said(rule!("9.0-a")), words)));
            }
        }
        let spent = marched.both(after.on_map(rules, after.phasing)).without(after.spent);
        if !spent.is_empty() {
            let verb = if spent.len() == 1 { "is" } else { "are" };
            let words = format!("{} {verb} spent", rules.names(spent));
            list.push(self.over(spent, active.at, (Loss::Spent, Sure::All), (Said(rule!("7.0-e")), words)));
        }
        list
    }

    /// Who may not start any more once these units have gone. [7.0-d]
    fn left_behind(&self, going: Units, sure: Sure) -> Vec<Consequence> {
        let (game, rules) = (self.game, self.rules);
        let mut after = game.clone();
        after.capable_went |= game.is_capable(rules, going);
        after.spent = after.spent.with(going);
        let may_no_more = game.startable(rules).less(&after.startable(rules));
        let mut list = Vec::new();
        for hex in may_no_more.iter() {
            let idle = game.force_at(rules, game.phasing, hex).without(after.spent);
            if idle.is_empty() {
                continue;
            }
            let words = format!(
                "{} in {} cannot start any more this turn once a ZOI-capable force has",
                rules.names(idle),
                self.hex_words(hex)
            );
            list.push(self.over(idle, hex, (Loss::Idle, sure), (Said(rule!("7.0-d")), words)));
        }
        list
    }

    /// Fresh units of the phasing side that could make a concerted attack on a hex.
    fn could_attack(&self, target: Hex) -> Units {
        let (game, rules) = (self.game, self.rules);
        let forces = game.concerted_plans(rules, target).into_iter();
        let hexes = forces.map(|plan| game.concerted_forces(rules, target, plan));
        let fresh = |hex: Hex| game.force_at(rules, game.phasing, hex).without(game.spent);
        hexes.flat_map(|hexes| hexes.iter().collect::<Vec<_>>()).map(fresh).next().unwrap_or(Units::NONE)
    }

    fn piece(&self, unit: UnitId) -> Piece {
        let (game, rules) = (self.game, self.rules);
        let (counter, side) = (rules.counter(unit), rules.side_of(unit));
        let own = self.viewer == Some(side);
        let gone = game.hex_of(unit).is_some() && game.strength_now(unit) == 0;
        let place = game.hex_of(unit).filter(|_| !gone);
        let elsewhere = match game.place_of(unit) {
            Place::SURRENDERED => "surrendered".to_owned(),
            Place::REBUILT if own => "rebuilt, waits to arrive".to_owned(),
            Place::ELIMINATED | Place::REBUILT => "eliminated".to_owned(),
            _ if gone => "eliminated".to_owned(),
            at => at.due_turn().map_or_else(String::new, |turn| format!("due on turn {turn}")),
        };
        // A unit's strength is its owner's business at all times.
        let strength = match own {
            true => Reckoned {
                key: "strength",
                now: Some(game.strength_now(unit).into()),
                of: Some(counter.strength.into()),
            },
            false => Reckoned { key: "strength", now: None, of: None },
        };
        let states = [(game.is_demoralized(unit), "demoralized"), (game.is_spent(unit), "spent")];
        Piece {
            id: rules.unit_target(unit),
            side: Some(side),
            name: counter.name.clone(),
            symbol: counter.arm.key(),
            figures: vec![strength, Reckoned::of("allowance", counter.allowance)],
            marks: states.into_iter().filter(|(holds, _)| *holds).map(|(_, mark)| mark).collect(),
            place: place.map(|hex| rules.hex_target(hex)),
            elsewhere,
            stance: None,
        }
    }

    /// Losses unit by unit: by name, from what to what.
    fn losses(&self, taken: &[u8], paid: u8, units: impl Iterator<Item = (UnitId, u8)>) -> String {
        losses_words(taken, paid, units.map(|(unit, had)| (self.rules.counter(unit).name.as_str(), had)))
    }

    fn hex(&self, place: &Target) -> Option<Hex> {
        self.rules.board.read(&place.id).filter(|_| place.kind == TargetKind::Hex)
    }
}

/// The clause that brings a consequence about.
struct Said(grognard_umpire::Clause);

impl Guide for Guided<'_> {
    fn aims(&self) -> Aims {
        let (game, rules) = (self.game, self.rules);
        let (first, objective) = (Some(Side::First), rules.objective);
        let field = Field::of(game, rules, None, &mut NoClerk);
        let verdict = game.verdict(rules, &mut NoClerk);
        let city = self.hex_words(objective);
        let aim = |key, side, clause, words| Aim {
            key,
            side,
            clause: Some(clause),
            words,
            count: None,
            reached: false,
            targets: Vec::new(),
        };
        let mut list = Vec::new();
        if rules.options.combined {
            let cities = &rules.combined_objectives;
            let count = Count { now: game.fallen(rules, &field) as i64, needed: COMBINED_NEEDED as i64 };
            let names: Vec<String> = cities.iter().map(|&hex| self.hex_words(hex)).collect();
            list.push(Aim {
                count: Some(count),
                reached: count.is_reached(),
                targets: cities.iter().map(|&hex| rules.hex_target(hex)).collect(),
                ..aim(
                    "major",
                    first,
                    agc!("5.0-e"),
                    format!("a major victory: {COMBINED_NEEDED} of {} held or cut off", names.join(", ")),
                )
            });
        } else {
            let near = Count {
                now: game.at_the_gates(rules, &field, &mut NoClerk).len() as i64,
                needed: rules.minor_hexes.into(),
            };
            let by_the_city = game.verdict_at_objective(rules, &mut NoClerk);
            let (wanted, cut_off) = match rules.options.isolation {
                Isolation::Objective if game.is_isolated(rules, &field, objective, &mut NoClerk) => {
                    ("held or cut off", ", cut off")
                }
                Isolation::Objective => ("held or cut off", ", not cut off"),
                Isolation::Leningrad => ("held", ""),
            };
            let holder = &rules.sides[game.controller(objective)];
            list.push(Aim {
                reached: by_the_city == Verdict::MajorFirst,
                targets: vec![rules.hex_target(objective)],
                ..aim(
                    "major",
                    first,
                    agc!("5.0-a"),
                    format!("a major victory: {city} {wanted}; now {holder}{cut_off}"),
                )
            });
            list.push(Aim {
                count: Some(near),
                reached: near.is_reached(),
                targets: rules.board.around(objective).iter().map(|hex| rules.hex_target(hex)).collect(),
                ..aim(
                    "minor",
                    first,
                    agc!("5.0-c"),
                    format!("a minor victory: {} hexes next to {city} occupied", near.needed),
                )
            });
        }
        if !rules.must_hold.is_empty() {
            let held = rules.must_hold.iter().filter(|&&hex| game.controller(hex) == Side::First).count();
            let count = Count { now: held as i64, needed: rules.must_hold.len() as i64 };
            let names: Vec<String> = rules.must_hold.iter().map(|&hex| self.hex_words(hex)).collect();
            list.push(Aim {
                count: Some(count),
                reached: count.is_reached(),
                targets: rules.must_hold.iter().map(|&hex| rules.hex_target(hex)).collect(),
                ..aim(
                    "must-hold",
                    first,
                    rule!("1.0-a"),
                    format!("besides, {} held, or the victory is one level lower", names.join(" and ")),
                )
            });
        }
        list.push(Aim {
            reached: verdict == Verdict::SecondPlayer,
            targets: vec![rules.hex_target(objective)],
            ..aim(
                "second",
                Some(Side::Second),
                agc!("5.0-d"),
                "a substantial victory: the enemy has neither".to_owned(),
            )
        });
        Aims {
            turns: Some(Turns {
                now: game.turn.into(),
                of: Some(rules.turns().into()),
                date: rules.calendar[usize::from(game.turn) - 1].clone(),
                phase: game.phase.word().replace('-', " "),
            }),
            list,
            standing: Some(verdict.words(rules)),
        }
    }

    fn consequences(&self, order: &str) -> Vec<Consequence> {
        let game = self.game;
        let Ok(order) = parse(order, self.rules, game) else { return Vec::new() };
        match (&game.phase, order) {
            (Phase::Operations, Order::EndOperations) => self.at_the_end_of_operations(),
            (Phase::Operations, Order::Activate(_, units)) => self.left_behind(units, Sure::All),
            (Phase::Operations, Order::Concerted(target)) => {
                self.left_behind(self.could_attack(target), Sure::Perhaps)
            }
            (Phase::Naming(..), Order::AttackFrom(_, units)) => self.left_behind(units, Sure::All),
            (Phase::Active(active), Order::Finish) => self.at_the_end_of_the_activation(*active),
            (Phase::Exploitation(active), Order::EndExploitation) => {
                let exploit =
                    active.exploit.map(|exploit| crate::game::Exploit { left: Units::NONE, ..exploit });
                self.at_the_end_of_the_activation(Active { exploit, ..*active })
            }
            _ => Vec::new(),
        }
    }

    fn meaning(&self, topic: Topic, answer: &str) -> Option<String> {
        let side = self.viewer?;
        match (Asks::of(topic)?, &self.game.phase) {
            (Asks::TakeLosses, Phase::Combat(_, combat)) => {
                let ways = combat.ways_now(side, &self.rules.charts);
                let way = ways.into_iter().find(|way| way.key() == answer)?;
                let fighters = combat.forces[side].fighters().iter();
                Some(self.losses(
                    &way.taken,
                    way.paid,
                    fighters.map(|fighter| (fighter.unit, fighter.strength)),
                ))
            }
            (Asks::TakeAttrition, Phase::Wearing(_, unchecked, hex, lost)) if side == self.game.phasing => {
                let group = self.game.units_at(*hex).both(*unchecked);
                let way = self.game.ways_to_wear(group, *lost).into_iter().find(|way| way.key() == answer)?;
                Some(self.losses(&way.0, 0, group.iter().map(|unit| (unit, self.game.strength(unit)))))
            }
            _ => None,
        }
    }

    fn place(&self, name: &str) -> Option<Target> {
        let board = &self.rules.board;
        let wanted = name.to_lowercase();
        let called = |fits: &dyn Fn(&str) -> bool| {
            let fits = |hex: &Hex| board.name(*hex).is_some_and(|name| fits(&name.to_lowercase()));
            let list: Vec<Hex> = board.hexes().filter(fits).collect();
            <[Hex; 1]>::try_from(list).ok().map(|[hex]| hex)
        };
        let hex = board.read(name).or_else(|| called(&|name| name == wanted));
        hex.or_else(|| called(&|name| wanted.len() > 2 && name.starts_with(&wanted)))
            .map(|hex| self.rules.hex_target(hex))
    }

    fn presence(&self, place: &Target) -> Option<Presence> {
        let (game, rules) = (self.game, self.rules);
        let hex = self.hex(place)?;
        let mut about = vec![rules.ground(hex).words().to_owned()];
        about.push(match game.area(rules).has(hex) {
            true => format!("{} ground", rules.sides[game.controller(hex)]),
            false => "not in play".to_owned(),
        });
        let field = Field::of(game, rules, None, &mut NoClerk);
        for side in Side::ALL {
            let name = &rules.sides[side];
            if field.at[side].has(hex) {
                let supplied = game.supplied(rules, side, &field, &mut NoClerk).has(hex);
                about.push(format!("{name}: {}", if supplied { "in supply" } else { "out of supply" }));
                let limit = may_stack(rules, game.force_at(rules, side, hex));
                about.extend((!limit).then(|| format!("{name}: over the stacking limit")));
            }
            about.extend(field.zoc[side].has(hex).then(|| format!("in a {name} zone of control")));
        }
        let pieces = game.units_at(hex).iter().map(|unit| self.piece(unit));
        Some(Presence {
            place: place.clone(),
            name: self.hex_words(hex),
            about,
            pieces: pieces.filter(|piece| piece.place.is_some()).collect(),
        })
    }

    fn pieces(&self) -> Vec<Piece> {
        // Whoever is due after the last turn has no part in this game.
        let comes = |unit: &UnitId| {
            self.game.place_of(*unit).due_turn().is_none_or(|turn| turn <= self.rules.turns())
        };
        let all = (0..self.rules.counters.len()).map(|index| UnitId(index as u8));
        all.filter(comes).map(|unit| self.piece(unit)).collect()
    }

    fn board(&self) -> Option<Board> {
        Some(picture::board(self.rules))
    }

    fn cells(&self) -> Vec<CellNow> {
        picture::cells(self.game, self.rules)
    }

    fn lines(&self) -> Vec<Line> {
        picture::open_rails(self.game, self.rules)
    }

    fn origins(&self) -> Vec<Origin> {
        let rules = self.rules;
        let (map, list) = (rules.board.source(), &rules.order_of_battle);
        let origin =
            |what: &str, mark, work: &str| Origin { what: what.to_owned(), mark, work: work.to_owned() };
        let listed = Mark::from_key(&list.mark).map(|mark| origin("the order of battle", mark, &list.work));
        std::iter::once(origin("the map", map.mark, &map.work)).chain(listed).collect()
    }

    fn stocks(&self) -> Vec<Stock> {
        let (game, rules) = (self.game, self.rules);
        let points = Side::ALL.map(|side| {
            let count = game.replacements(side);
            let word = if count == 1 { "point" } else { "points" };
            Stock { key: "replacements", side: Some(side), words: format!("{count} replacement {word}") }
        });
        let brings = [(game.air.shift, "column shift"), (game.air.reroll, "die thrown again")];
        let brings: Vec<&str> =
            brings.into_iter().filter(|(left, _)| *left).map(|(_, words)| words).collect();
        let air = match (game.air.is_ready(), brings.is_empty()) {
            (false, _) => "air unit grounded this turn".to_owned(),
            (true, true) => "air unit used up this turn".to_owned(),
            (true, false) => format!("air unit ready: {}", brings.join(", ")),
        };
        let slowed = Stock {
            key: "slowdown",
            side: Some(Side::First),
            words: "slowed down: mobile forces move one hex and do not attack".to_owned(),
        };
        let air = Stock { key: "air", side: Some(Side::First), words: air };
        points.into_iter().chain([air]).chain(game.is_slowed(rules).then_some(slowed)).collect()
    }
}
