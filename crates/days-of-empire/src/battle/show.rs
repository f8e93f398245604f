//! What people see of a battle: views by side, drawings in letters, pictures, ends, figures. [16.4] [16.5]

use super::campaign::{Campaign, Post, Rank};
use super::ground::Ground;
use super::guide::Guided;
use super::ids::UnitId;
use super::state::{Piece, Place, Scene};
use super::{Battle, BattleEnd, Phase, measured, written};
use crate::picture::{self, Colours, Figure as Shape, Ghost, Goal, Hold, Overlay, Party, Shown};
use crate::terrain::Terrain;
use crate::title::outcome::Margin;
use crate::unit::{Arm, Formation, Order, capital, counted};
use grognard_board::table::{Mils, Point};
use grognard_charts::Page;
use grognard_umpire::{
    Choice, Clause, Fact, Figure, Guide, Known, Misread, Playable, Side, Unit as Measure, Visitor,
};
use std::fmt::Write as _;

/// Where the turn stands, as a word.
pub(super) fn phase_word(phase: &Phase) -> &'static str {
    match phase {
        Phase::Deployment(_) => "deployment",
        phase => phase.of_book().word(),
    }
}

impl Scene<'_> {
    /// Whether a side may know of a unit: its own always, others on the table or lost in the sight of all. Hidden and
    /// off-board troops do not exist for the other side. [16.4-b] [16.5-h]
    pub fn is_known(&self, unit: UnitId, viewer: Option<Side>) -> bool {
        viewer == Some(self.side(unit))
            || !matches!(
                self.unit(unit).place,
                Place::Hidden | Place::OffBoard | Place::Unplaced | Place::Mapped
            )
    }

    /// Where a unit is, in a word.
    pub(super) fn place_word(&self, unit: UnitId) -> String {
        match self.unit(unit).place {
            Place::Unplaced => "to be placed".to_owned(),
            Place::Mapped => "on the map".to_owned(),
            Place::Table => "on the table".to_owned(),
            Place::Hidden => "hidden".to_owned(),
            Place::OffBoard => "off the table".to_owned(),
            Place::Away(turn) => format!("back from turn {turn}"),
            Place::Sheltered(square) => format!("in the square of {}", self.key(square)),
            Place::RoutedOff => "routed off the table".to_owned(),
            Place::Surrendered => "surrendered".to_owned(),
            Place::Gone => "destroyed".to_owned(),
        }
    }

    fn unit_fact(&self, unit: UnitId) -> Fact {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let general = profile.post == Some(Post::General);
        let on_table = state.place.is_on_table() || state.place == Place::Hidden;
        let place = |length: i32| if on_table { Fact::from(Mils(length).to_string()) } else { Fact::Nothing };
        Fact::record([
            ("key", Fact::from(self.key(unit))),
            ("name", Fact::from(self.name(unit))),
            ("side", Fact::from(profile.side.key())),
            ("arm", Fact::from(profile.post.map_or(profile.arm.word(), Post::word))),
            ("class", Fact::from(profile.class)),
            ("stands", Fact::from(state.body.strength)),
            ("start", Fact::from(profile.start)),
            ("formation", Fact::from(state.body.formation.word())),
            ("order", Fact::from(state.body.order.word())),
            ("place", Fact::from(self.place_word(unit))),
            ("x", place(state.pose.at.x)),
            ("y", place(state.pose.at.y)),
            ("heading", if on_table { Fact::from(state.pose.heading.to_string()) } else { Fact::Nothing }),
            ("quality", if general { Fact::from(state.quality.word()) } else { Fact::Nothing }),
            ("with", state.rides_with.map_or(Fact::Nothing, |unit| Fact::from(self.key(unit)))),
            ("halted", Fact::from(state.marks.halted || state.marks.no_closer)),
        ])
    }

    fn figure(&self, unit: UnitId) -> Shape {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        match (profile.post, state.piece, state.body.formation) {
            (Some(Post::Pioneers), ..) => Shape::Foot,
            (Some(Post::Wagon), ..) => Shape::Wagon,
            (Some(_), ..) => Shape::Staff,
            (None, Piece::Holders, _) => Shape::Holders,
            (None, Piece::Crew, _) => Shape::Foot,
            (None, _, Formation::Deployed) => Shape::Gun,
            (None, _, Formation::Limbered) => Shape::Limbered,
            _ if profile.arm.is_horse() => Shape::Horse,
            _ => Shape::Foot,
        }
    }

    fn shown(&self, unit: UnitId) -> Shown {
        let (state, profile) = (self.unit(unit), self.profile(unit));
        let nations = &self.rules.nations[profile.side];
        let own = nations.iter().find(|nation| profile.name.contains(nation.as_str())).or(nations.first());
        let about = format!(
            "{}: {} of {}, {}, {}",
            self.name(unit),
            state.body.strength,
            profile.start,
            state.body.formation.word(),
            state.body.order.word()
        );
        Shown {
            key: self.key(unit),
            name: capital(&about),
            side: profile.side,
            figure: self.figure(unit),
            colours: Colours::of(own.map_or("", String::as_str)),
            layout: measured::layout(*self, unit),
            pose: state.pose,
            order: state.body.order,
            hold: if state.marks.halted || state.marks.no_closer { Hold::Halted } else { Hold::Free },
            lost: profile.start.saturating_sub(state.body.strength),
            ghost: if state.place == Place::Hidden { Ghost::Planned } else { Ghost::Real },
        }
    }

    /// Powder smoke before whoever has fired this turn. [16.3-j]
    fn powder(&self, viewer: Option<Side>) -> Vec<Overlay> {
        let fired = |unit: &UnitId| self.unit(*unit).smoke == self.now.turn;
        let muzzles = |unit: UnitId| {
            let blocks = measured::layout(*self, unit).blocks(self.unit(unit).pose);
            let stands = blocks.iter().flat_map(|block| block.each_stand().collect::<Vec<_>>());
            stands.map(|stand| stand.pose.ahead(Mils(350)).at).collect()
        };
        self.seen(viewer).filter(fired).map(|unit| Overlay::Powder(muzzles(unit))).collect()
    }

    /// Whom a viewer sees on the table.
    fn seen(&self, viewer: Option<Side>) -> impl Iterator<Item = UnitId> + '_ {
        self.now.all().filter(move |unit| {
            let state = self.unit(*unit);
            let there = state.place.is_on_table() || matches!(state.place, Place::Hidden | Place::Mapped);
            there && state.rides_with.is_none() && self.is_known(*unit, viewer)
        })
    }
}

/// Inches of the table to a letter, across and down.
const LETTER: (i32, i32) = (1000, 2000);

impl<G: Ground> Battle<G> {
    /// The table in letters: an inch to a letter across, two down. Capitals are the first side's.
    fn letters(&self, rules: &Campaign, viewer: Option<Side>) -> String {
        let scene = self.scene(rules);
        let size = rules.land.size();
        let (columns, rows) = (size.x / LETTER.0, size.y / LETTER.1);
        let mut lines: Vec<Vec<char>> = (0..rows)
            .map(|row| {
                (0..columns).map(|column| ground_letter(rules, middle(column, rows - 1 - row))).collect()
            })
            .collect();
        for unit in scene.seen(viewer) {
            let letter = unit_letter(scene, unit);
            for block in measured::layout(scene, unit).blocks(scene.unit(unit).pose) {
                for stand in block.each_stand() {
                    let (column, row) = (stand.centre.x / LETTER.0, rows - 1 - stand.centre.y / LETTER.1);
                    let line = usize::try_from(row).ok().and_then(|row| lines.get_mut(row));
                    if let Some(cell) = line.and_then(|line| line.get_mut(usize::try_from(column).ok()?)) {
                        *cell = letter;
                    }
                }
            }
        }
        let mut text = String::new();
        let _ = writeln!(
            text,
            "{}, turn {} of {}, {} phase",
            rules.title,
            self.now.turn,
            rules.turns,
            phase_word(&self.phase).replace('-', " ")
        );
        let edge: String = (0..columns).map(|column| if column % 12 == 0 { '+' } else { '-' }).collect();
        let _ = writeln!(text, "{edge}+");
        for line in lines {
            let _ = writeln!(text, "{}", line.into_iter().collect::<String>());
        }
        let _ = writeln!(text, "{edge}+");
        text.push_str(
            "\ni/I foot  c/C horse  g/G gun  l/L limbered  s/S skirmishers  q/Q square  *  staff\n\
             ^ hill  % wood  # houses  ~ water  = road or bridge  | works or wall  \" swamp\n",
        );
        for side in Side::ALL {
            let _ = writeln!(
                text,
                "{} ({}):",
                capital(&rules.names[side]),
                if side == Side::First { "A" } else { "a" }
            );
            for unit in scene.seen(viewer).filter(|unit| scene.side(*unit) == side) {
                let _ = writeln!(text, "  {}", unit_line(scene, unit));
            }
        }
        text
    }

    /// How to win and how it stands, as it is written below the picture.
    fn aims_told(&self, rules: &Campaign, viewer: Option<Side>) -> Vec<String> {
        let aims = Guided { battle: self, rules, viewer }.aims();
        let whose = |side: Option<Side>| {
            side.map_or_else(|| "Both sides".to_owned(), |side| capital(&rules.names[side]))
        };
        let mut lines: Vec<String> =
            aims.told().into_iter().map(|(side, aim)| aim.sentence(&whose(side))).collect();
        lines.extend(aims.standing.map(|standing| format!("As it stands: {standing}")));
        lines
    }

    /// Both armies in lines, for a battle whose places only people know.
    fn listed(&self, rules: &Campaign, viewer: Option<Side>) -> String {
        let scene = self.scene(rules);
        // An empty line first: what stands above it is a board, and this is words, which may be broken anywhere.
        let mut text = format!(
            "\n{}, turn {} of {}, {} phase\n",
            rules.title,
            self.now.turn,
            rules.turns,
            phase_word(&self.phase).replace('-', " ")
        );
        for side in Side::ALL {
            let _ = writeln!(text, "{}:", capital(&rules.names[side]));
            let own =
                self.now.all().filter(|unit| scene.side(*unit) == side && scene.is_known(*unit, viewer));
            for unit in own.filter(|unit| scene.unit(*unit).body.strength > 0) {
                let line = unit_line(scene, unit);
                let line = line.rsplit_once(", at ").map_or(line.as_str(), |(line, _)| line);
                let state = scene.unit(unit);
                let place = match (state.place, state.rides_with) {
                    (Place::Table, None) => String::new(),
                    (Place::Table, Some(with)) => format!(", with {}", scene.key(with)),
                    _ => format!(", {}", scene.place_word(unit)),
                };
                let _ = writeln!(text, "  {line}{place}");
            }
        }
        text
    }

    fn party(&self, rules: &Campaign, side: Side) -> Party {
        let nations = rules.nations[side].iter().map(|nation| Colours::of(nation)).collect();
        Party { name: rules.names[side].clone(), nations, about: String::new() }
    }
}

fn middle(column: i32, row: i32) -> Point {
    Point::new(column * LETTER.0 + LETTER.0 / 2, row * LETTER.1 + LETTER.1 / 2)
}

/// What the ground is like somewhere: the last that was laid there.
fn ground_letter(rules: &Campaign, at: Point) -> char {
    use crate::terrain::PieceKind;
    let here = rules.land.features().filter(|(_, feature)| match feature.region {
        grognard_board::table::Region::Line(_) => feature.region.gap(&[at]).within(Mils(700)),
        _ => feature.region.holds(at),
    });
    let letter = |(id, _): (grognard_board::table::FeatureId, _)| match rules.pieces[usize::from(id.0)].kind {
        PieceKind::Hill { .. } => '^',
        PieceKind::Wood(_) => '%',
        PieceKind::Urban(_) => '#',
        PieceKind::Swamp => '"',
        PieceKind::River | PieceKind::Stream => '~',
        PieceKind::Road | PieceKind::Bridge(_) | PieceKind::Ford | PieceKind::Pontoon | PieceKind::Gap => '=',
        PieceKind::Ruin => ':',
        PieceKind::Obstacle { .. } => '|',
    };
    here.map(letter).last().unwrap_or('.')
}

fn unit_letter(scene: Scene<'_>, unit: UnitId) -> char {
    let (arm, formation) = (scene.profile(unit).arm, scene.unit(unit).body.formation);
    let letter = match (arm, formation) {
        (Arm::Staff, _) => '*',
        (_, Formation::Deployed) => 'g',
        (_, Formation::Limbered) => 'l',
        (_, Formation::Skirmish) => 's',
        (_, Formation::Square) => 'q',
        _ if arm.is_horse() => 'c',
        _ => 'i',
    };
    if scene.side(unit) == Side::First { letter.to_ascii_uppercase() } else { letter }
}

/// The marker that is laid beside a unit on the table.
const fn marker(order: Order) -> Option<(Clause, &'static str)> {
    match order {
        Order::Disordered => Some((rule!("17.2.8-h"), "blue")),
        Order::Shaken => Some((rule!("17.2.8-h"), "red")),
        _ => None,
    }
}

/// A unit in a line: key, name, strength, formation, order, place.
fn unit_line(scene: Scene<'_>, unit: UnitId) -> String {
    let (state, profile) = (scene.unit(unit), scene.profile(unit));
    let at = format!("{} {} facing {}", Mils(state.pose.at.x), Mils(state.pose.at.y), state.pose.heading);
    let key = scene.key(unit);
    if profile.post == Some(Post::General) {
        return format!("{key:<10} {}, {}, at {at}", scene.name(unit), state.quality.word());
    }
    let what = if profile.arm.is_gun() { "crew" } else { "stand" };
    let left = counted(i64::from(state.body.strength), what).replace("crews", "crew");
    let order = if state.body.order == Order::Good { "good order" } else { state.body.order.word() };
    let order = match marker(state.body.order) {
        Some((_, colour)) => format!("{order} ({colour} marker)"),
        None => order.to_owned(),
    };
    format!(
        "{key:<10} {}: {left} of {}, {}, {order}, at {at}",
        scene.name(unit),
        profile.start,
        state.body.formation.word()
    )
}

impl<G: Ground> Playable for Battle<G> {
    fn side_name(rules: &Campaign, side: Side) -> String {
        rules.names[side].clone()
    }

    fn view(&self, rules: &Campaign, viewer: Option<Side>) -> Fact {
        let scene = self.scene(rules);
        let units =
            self.now.all().filter(|unit| scene.is_known(*unit, viewer)).map(|unit| scene.unit_fact(unit));
        let dust = self.now.arriving.iter().map(|one| {
            Fact::record([
                ("side", Fact::from(rules.command(one.command).side.key())),
                ("edge", Fact::from(one.edge.word())),
            ])
        });
        Fact::record([
            ("title", Fact::from(rules.title.as_str())),
            ("turn", Fact::from(self.now.turn)),
            ("turns", Fact::from(rules.turns)),
            ("phase", Fact::from(phase_word(&self.phase))),
            ("initiative", Fact::from(self.now.initiative.key())),
            ("wind", Fact::from(self.now.wind.to_string())),
            ("dust", Fact::List(dust.collect())),
            ("units", Fact::List(units.collect())),
        ])
    }

    fn end_facts(_rules: &Campaign, end: &BattleEnd) -> Fact {
        Fact::record([
            ("winner", Fact::from(end.winner.map(Side::key))),
            ("margin", Fact::from(end.margin.map(Margin::word))),
            ("turn", Fact::from(end.turn)),
            ("first-half-points-lost", Fact::from(i64::from(end.lost.first))),
            ("second-half-points-lost", Fact::from(i64::from(end.lost.second))),
        ])
    }

    fn end_words(rules: &Campaign, end: &BattleEnd) -> String {
        let turns = counted(end.turn.into(), "turn");
        let points = |halves: u32| match halves % 2 {
            0 => format!("{}", halves / 2),
            _ => format!("{} 1/2", halves / 2),
        };
        let losses = format!(
            "{} lost {} points, {} {}.",
            capital(&rules.names.first),
            points(end.lost.first),
            rules.names.second,
            points(end.lost.second)
        );
        let margin = end.margin.map_or(String::new(), |margin| format!(" ({})", margin.word()));
        match end.winner {
            Some(side) => {
                format!("After {turns} the battle is won by {}{margin}. {losses}", rules.names[side])
            }
            None => format!("After {turns} the battle is drawn. {losses}"),
        }
    }

    /// Fire that is declared at whoever stands there to be seen, and charges.
    fn prospects<V: Visitor + Copy>(
        &self,
        rules: &Campaign,
        side: Side,
        order: &str,
        visitor: V,
    ) -> Vec<(Known, V::Out)> {
        let volleys = self.volleys_ahead(rules, side, order).into_iter();
        let volleys = volleys.map(|(volley, rules)| (Known::Whole, visitor.visit(volley, rules)));
        let charge = self.charge_ahead(rules, side, order);
        let charge = charge.map(|(charge, rules)| (Known::Whole, visitor.visit(charge, rules)));
        volleys.chain(charge).collect()
    }

    fn figures(rules: &Campaign) -> Vec<Figure<Self>> {
        let wins = |side: Side| move |end: &BattleEnd| i64::from(end.winner == Some(side));
        let lost = |side: Side| move |end: &BattleEnd| i64::from(end.lost[side] / 2);
        let name = |side: Side| rules.names[side].clone();
        let won =
            |key, side: Side| Figure::new(key, format!("won by {}", name(side)), Measure::Flag, wins(side));
        let points = |key, side: Side| {
            Figure::new(key, format!("points lost by {}", name(side)), Measure::Count, lost(side))
        };
        vec![
            won("first-wins", Side::First),
            won("second-wins", Side::Second),
            points("first-losses", Side::First),
            points("second-losses", Side::Second),
            Figure::new("turns", "turns", Measure::Count, |end: &BattleEnd| i64::from(end.turn)),
        ]
    }

    fn objective(_rules: &Campaign, side: Side, end: &BattleEnd) -> i64 {
        match end.winner {
            Some(winner) if winner == side => 2,
            None => 1,
            Some(_) => 0,
        }
    }

    fn objective_words(_rules: &Campaign, _side: Side) -> String {
        "a victory 2, a draw 1".to_owned()
    }

    fn drawing(&self, rules: &Campaign, viewer: Option<Side>) -> Option<String> {
        Some(if G::IS_MEASURED { self.letters(rules, viewer) } else { self.listed(rules, viewer) })
    }

    fn picture(&self, rules: &Campaign, viewer: Option<Side>) -> Option<String> {
        if !G::IS_MEASURED {
            return None;
        }
        let scene = self.scene(rules);
        let terrain = Terrain { ground: rules.land.clone(), pieces: rules.pieces.clone() };
        let burning = self.now.fires.iter().map(|fire| fire.area);
        let goals = rules.objectives.iter().map(|one| Goal {
            name: one.name.clone(),
            at: one.at,
            radius: one.radius,
            held: None,
        });
        let zones =
            || Side::ALL.map(|side| Overlay::Zone(side, rules.zones[self.now.end_of(side)].clone())).to_vec();
        let placing = matches!(self.phase, Phase::Deployment(_));
        let about = format!(
            "{}. Turn {} of {}, {} phase",
            rules.date,
            self.now.turn,
            rules.turns,
            phase_word(&self.phase).replace('-', " ")
        );
        Some(picture::draw(&picture::Scene {
            title: &rules.title,
            about: &about,
            terrain: &terrain,
            burning: burning.collect(),
            wind: Some(self.now.wind),
            goals: goals.collect(),
            parties: [self.party(rules, Side::First), self.party(rules, Side::Second)],
            aims: self.aims_told(rules, viewer),
            bodies: scene.seen(viewer).map(|unit| scene.shown(unit)).collect(),
            overlays: if placing { zones() } else { scene.powder(viewer) },
        }))
    }

    fn guide<'a>(&'a self, rules: &'a Campaign, viewer: Option<Side>) -> Option<Box<dyn Guide + 'a>> {
        Some(Box::new(Guided { battle: self, rules, viewer }))
    }

    fn is_settled(&self) -> bool {
        written::is_settled(self)
    }

    fn position(&self, rules: &Campaign) -> Fact {
        written::written(self.scene(rules))
    }

    fn from_position(rules: &Campaign, position: &Fact) -> Result<Self, Vec<Misread>> {
        Page::position(position, |page| written::read(rules, page))
    }

    fn policy(&self, _rules: &Campaign, _choice: &Choice<'_>) -> usize {
        0
    }

    fn with_other_secrets(
        self,
        rules: &Campaign,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        self.secrets_drawn(rules, viewer, draw)
    }
}

impl<G: Ground> Battle<G> {
    /// The same battle with other secrets of those a viewer may not look into: hidden units a little elsewhere in the
    /// ground that hides them, maps that are not shown yet.
    fn secrets_drawn(
        mut self,
        rules: &Campaign,
        viewer: Option<Side>,
        draw: &mut dyn FnMut(u8) -> u8,
    ) -> Self {
        // Perhaps there is nobody at all whom the viewer does not see.
        if !matches!(self.phase, Phase::Deployment(_)) && draw(3) == 1 {
            for unit in self.now.all().collect::<Vec<_>>() {
                let known = viewer == Some(self.now.side(rules, unit));
                let announced =
                    self.now.arriving.iter().any(|one| one.command == self.now.group_of(rules, unit));
                let away = matches!(self.now.unit(unit).place, Place::Hidden | Place::OffBoard);
                if away && !known && !announced {
                    self.now.unit_mut(unit).place = Place::Unplaced;
                }
            }
            return self;
        }
        for unit in self.now.all().collect::<Vec<_>>() {
            let secret = viewer != Some(self.now.side(rules, unit));
            if !secret || !matches!(self.now.unit(unit).place, Place::Hidden | Place::Mapped) {
                continue;
            }
            let mut other = self.now.clone();
            let by = |draw: &mut dyn FnMut(u8) -> u8| (i32::from(draw(21)) - 11) * 100;
            let step = Point::new(by(draw), by(draw));
            let state = other.unit_mut(unit);
            state.pose.at = state.pose.at + step;
            let scene = Scene { rules, now: &other };
            let fits =
                rules.land.check_on_table(&measured::layout(scene, unit), other.unit(unit).pose).is_ok();
            if fits && !self.ground.clone().spots(scene, unit) {
                self.now = other;
            }
        }
        self
    }

    /// The rank of a command's general, for those who list them.
    pub fn rank_of(&self, rules: &Campaign, unit: UnitId) -> Option<Rank> {
        self.now.post_of(rules, unit).map(|command| rules.command(command).rank)
    }
}
