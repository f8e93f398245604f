//! What people see of a game: views by side, ends, figures. [2.4-c, 2.4-d, 8.1-b]

use crate::campaign::Campaign;
use crate::field::Field;
use crate::game::{Game, GameEnd, Phase, Place, Verdict};
use crate::guide::Guided;
use crate::unit::UnitId;
use grognard_umpire::{Choice, Fact, Figure, Guide, Known, NoClerk, Playable, Side, Unit, Visitor};

impl Phase {
    /// The phase in a word or two.
    pub fn word(&self) -> &'static str {
        match self {
            Phase::SetUp(_) => "set-up",
            Phase::TurnStart | Phase::PlayerStart => "start",
            Phase::Reinforcements | Phase::Replacing => "reinforcements",
            Phase::Rails(_) | Phase::Extending(..) => "rails",
            Phase::Strategic | Phase::StrategicTo(..) => "strategic-movement",
            Phase::Operations
            | Phase::Planning(_)
            | Phase::Declared(..)
            | Phase::Posing(..)
            | Phase::Naming(..) => "operations",
            Phase::Active(_) | Phase::Reaction(..) | Phase::Withdrawal(..) => "operations",
            Phase::Combat(..) | Phase::Aftermath(..) | Phase::AirChoice(..) | Phase::Beaten(..) => "combat",
            Phase::Exploitation(_) | Phase::ExploitPosing(..) | Phase::ExploitNaming(..) => "exploitation",
            Phase::Closing(..) | Phase::Wearing(..) => "attrition",
            Phase::EndOperations => "end-of-operations",
            Phase::PlayerEnd => "surrender",
        }
    }
}

impl Game {
    fn unit_fact(&self, rules: &Campaign, unit: UnitId, viewer: Option<Side>) -> Fact {
        let counter = rules.counter(unit);
        let own = viewer == Some(rules.side_of(unit));
        // A unit's strength is its owner's business at all times.
        let strength = if own { Fact::from(self.strength_now(unit)) } else { Fact::Nothing };
        let place = match self.place_of(unit) {
            Place::ELIMINATED => Fact::from("eliminated"),
            Place::SURRENDERED => Fact::from("surrendered"),
            // Whom replacement points have rebuilt is seen when he arrives.
            Place::REBUILT => Fact::from(if own { "rebuilt" } else { "eliminated" }),
            // Whoever has lost his last point in a combat is out at once. [2.4-b]
            place => match (place.in_hex(), place.due_turn()) {
                (Some(_), _) if self.strength_now(unit) == 0 => Fact::from("eliminated"),
                (Some(hex), _) => Fact::from(rules.board.id(hex).to_string()),
                (None, Some(turn)) => Fact::from(format!("turn {turn}")),
                (None, None) => Fact::Nothing,
            },
        };
        Fact::record([
            ("key", Fact::from(counter.key.as_str())),
            ("name", Fact::from(counter.name.as_str())),
            ("side", Fact::from(rules.side_of(unit).key())),
            ("type", Fact::from(counter.arm.key())),
            ("size", Fact::from(counter.size.key())),
            ("place", place),
            ("strength", strength),
            ("printed", if own { Fact::from(counter.strength) } else { Fact::Nothing }),
            ("demoralized", Fact::from(self.is_demoralized(unit))),
            ("spent", Fact::from(self.is_spent(unit))),
        ])
    }

    fn focus(&self, rules: &Campaign) -> Fact {
        // Of a declared attack only the target is known, of an active force where it is.
        let (what, hex) = match self.phase {
            Phase::Planning(hex)
            | Phase::Declared(hex, _)
            | Phase::Posing(hex, _)
            | Phase::Naming(hex, ..)
            | Phase::ExploitPosing(_, hex)
            | Phase::ExploitNaming(_, hex, _) => ("declared", hex),
            Phase::Active(active)
            | Phase::Reaction(active, _)
            | Phase::Withdrawal(active, ..)
            | Phase::Combat(active, _)
            | Phase::Aftermath(active, ..)
            | Phase::AirChoice(active, ..)
            | Phase::Beaten(active, ..)
            | Phase::Exploitation(active)
            | Phase::Closing(active, _)
            | Phase::Wearing(active, ..) => ("active", active.at),
            Phase::StrategicTo(hex, _) => ("strategic", hex),
            _ => return Fact::Nothing,
        };
        Fact::record([("what", Fact::from(what)), ("hex", Fact::from(rules.board.id(hex).to_string()))])
    }

    /// A unit's strength, the losses of a combat taken off that is in progress or whose dead are being counted.
    pub(crate) fn strength_now(&self, unit: UnitId) -> u8 {
        let forces = match &self.phase {
            Phase::Combat(_, combat) => &combat.forces,
            Phase::Aftermath(_, outcome, _) => &outcome.forces,
            _ => return self.strength(unit),
        };
        let fighters = forces.first.fighters().iter().chain(forces.second.fighters());
        fighters
            .filter(|fighter| fighter.unit == unit)
            .map(|fighter| fighter.strength)
            .next()
            .unwrap_or(self.strength(unit))
    }

    /// In a combat both sides know the totals, and plan and posture once they are on the table.
    /// [2.4-d, 8.4-d]
    fn combat_fact(&self) -> Fact {
        let Phase::Combat(_, combat) = &self.phase else { return Fact::Nothing };
        let shown = combat.is_revealed();
        let plan = combat.plans.list()[0].word();
        let posture = combat.posture.map_or(Fact::Nothing, |posture| Fact::from(posture.word()));
        Fact::record([
            (Side::First.key(), Fact::from(combat.forces.first.strength())),
            (Side::Second.key(), Fact::from(combat.forces.second.strength())),
            ("attacker", Fact::from(combat.attacker.key())),
            ("ground", Fact::from(combat.ground.words())),
            ("first-supplied", Fact::from(combat.supplied.first)),
            ("second-supplied", Fact::from(combat.supplied.second)),
            ("defender-demoralized", Fact::from(combat.demoralized)),
            ("plan", if shown { Fact::from(plan) } else { Fact::Nothing }),
            ("posture", if shown { posture } else { Fact::Nothing }),
        ])
    }

    /// A letter for each hex, row by row.
    fn rows(&self, rules: &Campaign, of: impl Fn(grognard_board::Hex) -> char) -> Fact {
        let (rows, columns) = rules.board.size();
        let lines = (0..rows).map(|row| {
            (0..columns).map(|east| of(grognard_board::Hex(row * columns + east))).collect::<String>()
        });
        Fact::list(lines)
    }
}

impl Playable for Game {
    fn side_name(rules: &Campaign, side: Side) -> String {
        rules.sides[side].clone()
    }

    fn with_other_secrets(
        self,
        rules: &Campaign,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        self.secrets_drawn(rules, viewer, draw)
    }

    fn view(&self, rules: &Campaign, viewer: Option<Side>) -> Fact {
        let units = (0..rules.counters.len()).map(|index| self.unit_fact(rules, UnitId(index as u8), viewer));
        let field = Field::of(self, rules, None, &mut NoClerk);
        let area = self.area(rules);
        let heads = self.railheads(rules, &field, &mut NoClerk);
        Fact::record([
            ("title", Fact::from(rules.title.as_str())),
            ("turn", Fact::from(self.turn)),
            ("date", Fact::from(rules.calendar[usize::from(self.turn) - 1].as_str())),
            ("phasing", Fact::from(self.phasing.key())),
            ("phase", Fact::from(self.phase.word())),
            ("focus", self.focus(rules)),
            ("combat", self.combat_fact()),
            ("replacements-first", Fact::from(self.replacements.first)),
            ("replacements-second", Fact::from(self.replacements.second)),
            ("air-ready", Fact::from(self.air.is_ready())),
            ("air-shift", Fact::from(self.air.shift)),
            ("air-reroll", Fact::from(self.air.reroll)),
            ("slowed-down", Fact::from(self.is_slowed(rules))),
            ("attacks-owed", Fact::from(self.owed.saturating_sub(self.made))),
            ("railheads", Fact::list(heads.iter().map(|hex| rules.board.id(hex).to_string()))),
            (
                "control",
                self.rows(rules, |hex| match (area.has(hex), self.controller(hex)) {
                    (false, _) => '.',
                    (true, Side::First) => 'f',
                    (true, Side::Second) => 's',
                }),
            ),
            (
                "rails",
                self.rows(rules, |hex| match (rules.rail.has(hex), self.converted.has(hex)) {
                    (false, _) => '.',
                    (true, true) => 'c',
                    (true, false) => 'u',
                }),
            ),
            ("units", Fact::List(units.collect())),
        ])
    }

    fn is_settled(&self) -> bool {
        self.is_between_orders()
    }

    fn position(&self, rules: &Campaign) -> Fact {
        self.written(rules)
    }

    fn from_position(rules: &Campaign, position: &Fact) -> Result<Self, Vec<grognard_umpire::Misread>> {
        Game::read(rules, position)
    }

    fn end_facts(_rules: &Campaign, end: &GameEnd) -> Fact {
        let verdict = match end.verdict {
            Verdict::MajorFirst => "major-first",
            Verdict::MinorFirst => "minor-first",
            Verdict::SecondPlayer => "second",
        };
        let number = |number: u16| Fact::from(number);
        Fact::record([
            ("verdict", Fact::from(verdict)),
            ("strength-first", number(end.strength.first)),
            ("strength-second", number(end.strength.second)),
            ("units-lost-first", Fact::from(end.lost.first)),
            ("units-lost-second", Fact::from(end.lost.second)),
        ])
    }

    fn end_words(rules: &Campaign, end: &GameEnd) -> String {
        let of = |side: Side| {
            let units = if end.lost[side] == 1 { "unit" } else { "units" };
            let (name, strength, lost) = (&rules.sides[side], end.strength[side], end.lost[side]);
            format!("{name} {strength} SP on the map, {lost} {units} lost")
        };
        let verdict = end.verdict.words(rules);
        format!("The game ends with {verdict}: {}; {}.", of(Side::First), of(Side::Second))
    }

    fn figures(rules: &Campaign) -> Vec<Figure<Self>> {
        let flag = |key, words: String, verdict: Verdict| {
            Figure::new(key, words, Unit::Flag, move |end: &GameEnd| i64::from(end.verdict == verdict))
        };
        let (first, second) = (&rules.sides.first, &rules.sides.second);
        vec![
            flag("major-first", format!("major {first} victory"), Verdict::MajorFirst),
            flag("minor-first", format!("minor {first} victory"), Verdict::MinorFirst),
            flag("second", format!("{second} victory"), Verdict::SecondPlayer),
            Figure::new("lost-first", format!("units {first} lost"), Unit::Count, |end: &GameEnd| {
                i64::from(end.lost.first)
            }),
            Figure::new("lost-second", format!("units {second} lost"), Unit::Count, |end: &GameEnd| {
                i64::from(end.lost.second)
            }),
        ]
    }

    fn objective(_rules: &Campaign, side: Side, end: &GameEnd) -> i64 {
        let level = end.verdict as i64;
        if side == Side::First { level } else { 2 - level }
    }

    fn objective_words(rules: &Campaign, side: Side) -> String {
        match side {
            Side::First => format!("a major victory 2, a minor one 1, a {} victory 0", rules.sides.second),
            Side::Second => format!("one's own victory 2, a minor {} one 1", rules.sides.first),
        }
    }

    fn drawing(&self, rules: &Campaign, _viewer: Option<Side>) -> Option<String> {
        // Letters show how many units stand where and in what order, which both sides may see.
        Some(format!("{}\n{}", self.draw(rules), Game::legend(rules)))
    }

    fn picture(&self, rules: &Campaign, viewer: Option<Side>) -> Option<String> {
        Some(self.draw_svg(rules, viewer))
    }

    fn guide<'a>(&'a self, rules: &'a Campaign, viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { game: self, rules, viewer }))
    }

    fn prospects<V: Visitor + Copy>(
        &self,
        rules: &Campaign,
        side: Side,
        order: &str,
        visitor: V,
    ) -> Vec<(Known, V::Out)> {
        let fights = self.fights_ahead(rules, side, order).into_iter();
        fights.map(|(known, battle, alone)| (known, visitor.visit(battle, alone))).collect()
    }

    fn fight<V: Visitor + Copy>(&self, rules: &Campaign, side: Side, visitor: V) -> Option<(Side, V::Out)> {
        let (first, battle, alone) = self.fight_on(rules, side)?;
        Some((first, visitor.visit(battle, alone)))
    }

    /// The plain policy of a side nobody plays: the German advances on the objective, the Russian stands
    /// fast; computer players are made elsewhere.
    fn policy(&self, rules: &Campaign, choice: &Choice<'_>) -> usize {
        self.by_policy(rules, choice)
    }
}
