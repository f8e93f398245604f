//! Placing a unit: where it may stand, hidden or in sight, or that its brigade stays away. [16.1] [16.2] [16.4] [16.5]

use super::*;

/// An order of the deployment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place1 {
    /// A unit stands there, drawn up so.
    Open(UnitId, Pose, Formation),
    /// The same, hidden. [16.4-c]
    Hidden(UnitId, Pose, Formation),
    /// A whole brigade is kept off the table. [16.5-a]
    Reserve(CommandId),
    /// What is left of a brigade is placed by the umpire.
    Rest(CommandId),
}

/// A moment of the deployment of one side.
pub(crate) struct Placing<'a> {
    pub(crate) scene: Scene<'a>,
    pub(crate) side: Side,
    pub(crate) group: Option<CommandId>,
    zone: Region,
    field: std::sync::Arc<grognard_board::table::Field>,
}

impl Placing<'_> {
    /// Cavalry first, then artillery, then infantry; staff and trains whenever one likes. [16.1-c]
    fn turn_of(&self, unit: UnitId) -> u8 {
        let arm = self.scene.profile(unit).arm;
        match () {
            () if self.scene.profile(unit).post.is_some() => 3,
            () if arm.is_horse() => 0,
            () if arm.is_gun() => 1,
            () => 2,
        }
    }

    fn body(&self, unit: UnitId, pose: Pose, formation: Formation) -> Body {
        let mut state = *self.scene.unit(unit);
        state.pose = pose;
        state.body.formation = formation;
        let layout = measured::layout_of(self.scene.profile(unit), &state);
        Body { layout, pose, looks: grognard_board::table::Looks::FOOT }
    }

    /// Whether a unit may stand somewhere: on the table, in its zone, on nobody, an inch from enemies.
    fn judge_place(&self, unit: UnitId, pose: Pose, formation: Formation) -> Result<(), Refusal> {
        let refuse = |clause, words: String| Err(Refusal::new(clause, words));
        let profile = self.scene.profile(unit);
        if profile.side != self.side || self.scene.unit(unit).place != Place::Unplaced {
            return refuse(rule!("16.1-a"), "only own units that are not placed yet are placed".to_owned());
        }
        let group = self.scene.now.group_of(self.scene.rules, unit);
        if self.group.is_some_and(|begun| begun != group) {
            return refuse(rule!("16.1-b"), "the brigade that was begun is placed first".to_owned());
        }
        let turn = self.turn_of(unit);
        let earlier = |other: UnitId| self.turn_of(other) < turn.min(2);
        if turn < 3 && self.scene.now.group(self.scene.rules, self.side, group).iter().any(earlier) {
            return refuse(
                rule!("16.1-c"),
                "cavalry is placed first, then artillery, then infantry".to_owned(),
            );
        }
        if profile.post.is_none() {
            let (plain, now) = self.scene.bare(unit);
            let now = crate::unit::Body { formation, ..now };
            may_take(&plain, &now, &self.scene.rules.charts)?;
        }
        let body = self.body(unit, pose, formation);
        let ground = self.field.ground();
        if let Err(off) = ground.check_on_table(&body.layout, pose) {
            return refuse(rule!("16.2-a"), off.to_string());
        }
        let placed = Placed::new(ground, body);
        let corners = placed.blocks.iter().flat_map(|footing| footing.outline);
        if let Some(out) = corners.into_iter().find(|&corner| !self.zone.gap(&[corner]).within(Mils::ZERO)) {
            let words =
                format!("its corner at {} {} is out of the deployment zone", Mils(out.x), Mils(out.y));
            return refuse(rule!("16.2-a"), words);
        }
        for (id, other) in self.field.bodies() {
            let there = measured::unit_of(id);
            if placed.overlaps(other) {
                return refuse(rule!("16.2-a"), format!("{} stands there", self.scene.key(there)));
            }
            if self.scene.side(there) != self.side && !placed.gap(other).keeps(Mils::inches(1)) {
                let words = format!("{} is nearer than 1 inch", self.scene.key(there));
                return refuse(rule!("17.4-f"), words);
            }
        }
        Ok(())
    }

    /// Hidden units stand in or behind something, where no enemy on the table sees them. [16.4-a]
    fn judge_hidden(&self, unit: UnitId, pose: Pose, formation: Formation) -> Result<(), Refusal> {
        let placed = Placed::new(self.field.ground(), self.body(unit, pose, formation));
        let near = |feature: &grognard_board::table::Feature| {
            let close = |outline: &[Point]| feature.region.gap(outline).within(Mils::inches(1));
            let hides = feature.thickness().is_some()
                || !feature.crests().is_empty()
                || matches!(feature.kind, grognard_board::table::Kind::Obstacle(_));
            hides && placed.blocks.iter().any(|footing| close(&footing.outline))
        };
        if !self.field.ground().features().any(|(_, feature)| near(feature)) {
            let words = "hidden units stand in or behind woods, houses, walls or crests".to_owned();
            return Err(Refusal::new(rule!("16.4-a"), words));
        }
        Ok(())
    }

    /// At most a third of the points stays away, in whole brigades. [16.5-a]
    fn judge_reserve(&self, command: CommandId) -> Result<(), Refusal> {
        let (rules, now) = (self.scene.rules, self.scene.now);
        let of = rules.command(command);
        if of.side != self.side || of.rank != Rank::Brigade || self.group.is_some() {
            let words = "only whole brigades that are not begun are kept off the table".to_owned();
            return Err(Refusal::new(rule!("16.5-a"), words));
        }
        let price = |unit: &UnitId| u32::from(now.profile(rules, *unit).points);
        let mine = || now.all().filter(|unit| now.side(rules, *unit) == self.side);
        let all: u32 = mine().map(|unit| price(&unit)).sum();
        let away =
            |unit: &UnitId| now.unit(*unit).place == Place::OffBoard || now.group_of(rules, *unit) == command;
        let off: u32 = mine().filter(away).map(|unit| price(&unit)).sum();
        if 3 * off > all {
            let words =
                format!("{off} points would be off the table: at most a third, here {}, may be", all / 3);
            return Err(Refusal::new(rule!("16.5-a"), words));
        }
        Ok(())
    }

    /// Places worth offering: rows behind the front of the zone, a few inches apart.
    fn spots(&self, unit: UnitId, apart: i32) -> Vec<Place1> {
        let formation = self.scene.unit(unit).body.formation;
        let home = self.scene.rules.baselines[self.scene.now.end_of(self.side)];
        let heading: Heading = home.inward();
        let bounds = self.zone.bounds();
        let (wide, deep) = (bounds.high.x - bounds.low.x, bounds.high.y - bounds.low.y);
        let (along, back) = match home {
            Edge::North | Edge::South => (wide, deep),
            _ => (deep, wide),
        };
        let mut spots = Vec::new();
        for row in 0..4 {
            for step in 1..(along / 1000 / apart).max(2) {
                // From the middle outwards, to either side in turn.
                let aside = (step / 2) * apart * 1000 * if step % 2 == 0 { 1 } else { -1 };
                let (at, from) = (along / 2 + aside, back - 500 - row * back / 4);
                let point = match home {
                    Edge::South => Point::new(bounds.low.x + at, bounds.low.y + from),
                    Edge::North => Point::new(bounds.low.x + at, bounds.high.y - from),
                    Edge::West => Point::new(bounds.low.x + from, bounds.low.y + at),
                    Edge::East => Point::new(bounds.high.x - from, bounds.low.y + at),
                };
                spots.push(Place1::Open(unit, Pose { at: point, heading }, formation));
            }
        }
        spots
    }

    /// Whom the next order may place.
    fn next_units(&self) -> Vec<UnitId> {
        let waiting = self.scene.now.unplaced(self.scene.rules, self.side);
        waiting
            .iter()
            .filter(|unit| {
                self.group.is_none_or(|group| self.scene.now.group_of(self.scene.rules, *unit) == group)
            })
            .collect()
    }
}

impl Moment for Placing<'_> {
    type Order = Place1;

    fn scene(&self) -> Scene<'_> {
        self.scene
    }

    fn candidates(&self) -> Vec<Place1> {
        let units = self.next_units();
        let mut groups: Vec<CommandId> =
            units.iter().map(|unit| self.scene.now.group_of(self.scene.rules, *unit)).collect();
        groups.dedup();
        let mut all: Vec<Place1> = groups.iter().map(|group| Place1::Rest(*group)).collect();
        all.extend(groups.iter().map(|group| Place1::Reserve(*group)));
        let first =
            units.iter().find(|unit| self.spots(**unit, 9).iter().any(|spot| self.judge(spot).is_ok()));
        if let Some(&unit) = first {
            all.extend(self.spots(unit, 9).into_iter().filter(|spot| self.judge(spot).is_ok()).take(8));
        }
        all
    }

    fn judge(&self, order: &Place1) -> Result<(), Refusal> {
        match *order {
            Place1::Open(unit, pose, formation) => self.judge_place(unit, pose, formation),
            Place1::Hidden(unit, pose, formation) => {
                self.judge_place(unit, pose, formation)?;
                self.judge_hidden(unit, pose, formation)
            }
            Place1::Reserve(command) => self.judge_reserve(command),
            Place1::Rest(group) => match self
                .next_units()
                .iter()
                .any(|unit| self.scene.now.group_of(self.scene.rules, *unit) == group)
            {
                true => Ok(()),
                false => Err(Refusal::new(rule!("16.1-b"), "nobody of it is left to place".to_owned())),
            },
        }
    }

    fn read(&self, text: &str) -> Result<Place1, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wanted = || {
            Refusal::plain(
                "write place UNIT X Y HEADING FORMATION, hide UNIT ..., reserve BRIGADE or rest BRIGADE"
                    .to_owned(),
            )
        };
        let command = |key: &str| {
            let found =
                self.scene.rules.commands.iter().position(|one| one.key == key && one.side == self.side);
            found.map(|at| CommandId(at as u8)).ok_or_else(|| Refusal::plain(format!("no brigade `{key}`")))
        };
        match words[..] {
            [verb @ ("place" | "hide"), key, x, y, heading, formation] => {
                let unit = self.scene.find(key).ok_or_else(|| Refusal::plain(format!("no unit `{key}`")))?;
                let pose =
                    crate::title::army::read_pose(&format!("{x} {y} {heading}")).map_err(Refusal::plain)?;
                let formation = Formation::from_word(formation)
                    .ok_or_else(|| Refusal::plain(format!("no formation `{formation}`")))?;
                Ok(match verb {
                    "place" => Place1::Open(unit, pose, formation),
                    _ => Place1::Hidden(unit, pose, formation),
                })
            }
            ["reserve", key] => Ok(Place1::Reserve(command(key)?)),
            ["rest", key] => Ok(Place1::Rest(command(key)?)),
            _ => Err(wanted()),
        }
    }

    fn grammar(&self) -> &'static [grognard_umpire::Verb] {
        crate::battle::verbs::PLACING
    }

    fn key(&self, order: &Place1) -> String {
        let placed = |verb: &str, unit: UnitId, pose: Pose, formation: Formation| {
            let (x, y) = (Mils(pose.at.x), Mils(pose.at.y));
            format!("{verb} {} {x} {y} {} {}", self.scene.key(unit), pose.heading, formation.word())
        };
        match *order {
            Place1::Open(unit, pose, formation) => placed("place", unit, pose, formation),
            Place1::Hidden(unit, pose, formation) => placed("hide", unit, pose, formation),
            Place1::Reserve(command) => format!("reserve {}", self.scene.rules.command(command).key),
            Place1::Rest(command) => format!("rest {}", self.scene.rules.command(command).key),
        }
    }

    fn words(&self, order: &Place1) -> String {
        match *order {
            Place1::Reserve(command) => {
                format!("keep {} off the table", self.scene.rules.command(command).name)
            }
            Place1::Rest(command) => {
                format!("let the umpire place {}", self.scene.rules.command(command).name)
            }
            _ => self.key(order),
        }
    }
}

/// One order of a side's deployment on a measured table: the group that was begun, or nothing if a whole one is done.
pub(in crate::battle) fn place(
    ground: &mut Measured,
    (rules, now): (&Campaign, &mut Position),
    side: Side,
    (group, openness): (Option<CommandId>, Openness),
    ump: &mut impl Umpire,
) -> Asked<Option<CommandId>> {
    // The zone that was agreed on; nobody has to fill it.
    ump.cite(rule!("16.2-c"));
    let zone = Region::Area(rules.zones[now.end_of(side)].clone());
    let field = ground.field_of_side(Scene { rules, now }, side, openness);
    let placing = Placing { scene: Scene { rules, now }, side, group, zone, field };
    ump.about(|| format!("Deployment of {}: which unit stands where?", rules.names[side]));
    let asking = Asking::of(side, rule!("16.1-a"), Asks::Place);
    let order = ump.order(asking, &Covert(Wanted(placing), openness))?.order;
    let shown = if openness == Openness::Secret { Place::Mapped } else { Place::Table };
    match order {
        Place1::Open(unit, pose, formation) => {
            settle(now, unit, (pose, formation, shown));
            Ok(Some(now.group_of(rules, unit)))
        }
        Place1::Hidden(unit, pose, formation) => {
            ump.cite(rule!("16.4-c"));
            settle(now, unit, (pose, formation, Place::Hidden));
            Ok(Some(now.group_of(rules, unit)))
        }
        Place1::Reserve(command) => {
            ump.cite(rule!("16.5-a"));
            for unit in now.group(rules, side, command).iter() {
                now.unit_mut(unit).place = Place::OffBoard;
            }
            Ok(None)
        }
        Place1::Rest(command) => {
            for unit in now.group(rules, side, command).iter() {
                let zone = Region::Area(rules.zones[now.end_of(side)].clone());
                let field = ground.field_of_side(Scene { rules, now }, side, openness);
                let placing =
                    Placing { scene: Scene { rules, now }, side, group: Some(command), zone, field };
                // Out of turn is no matter here: everybody is placed at once.
                let free = |spot: &Place1| match *spot {
                    Place1::Open(unit, pose, formation) => placing.is_free(unit, pose, formation),
                    _ => false,
                };
                let spot = placing.spots(unit, 1).into_iter().find(free);
                match spot {
                    Some(Place1::Open(unit, pose, formation)) => settle(now, unit, (pose, formation, shown)),
                    // Who does not fit waits behind the others and comes on in column. [16.2-b]
                    _ => {
                        ump.cite(rule!("16.2-b"));
                        now.unit_mut(unit).place = Place::OffBoard;
                    }
                }
            }
            Ok(None)
        }
    }
}

impl Placing<'_> {
    /// Whether a unit fits somewhere, whoever's turn it is.
    fn is_free(&self, unit: UnitId, pose: Pose, formation: Formation) -> bool {
        let body = self.body(unit, pose, formation);
        let ground = self.field.ground();
        if ground.check_on_table(&body.layout, pose).is_err() {
            return false;
        }
        let placed = Placed::new(ground, body);
        let inside = placed
            .blocks
            .iter()
            .flat_map(|footing| footing.outline)
            .all(|corner| self.zone.gap(&[corner]).within(Mils::ZERO));
        let clear = |(id, other): (grognard_board::table::BodyId, &Placed)| {
            let enemy = self.scene.side(measured::unit_of(id)) != self.side;
            !placed.overlaps(other) && (!enemy || placed.gap(other).keeps(Mils::inches(1)))
        };
        inside && self.field.bodies().all(clear)
    }
}

fn settle(now: &mut Position, unit: UnitId, (pose, formation, place): (Pose, Formation, Place)) {
    let state = now.unit_mut(unit);
    state.pose = pose;
    state.body.formation = formation;
    state.place = place;
}

impl Measured {
    /// The table as a side that is placing knows it: while maps are drawn in secret, its own units alone.
    fn field_of_side(
        &mut self,
        scene: Scene<'_>,
        side: Side,
        openness: Openness,
    ) -> std::sync::Arc<grognard_board::table::Field> {
        let mut known = scene.now.clone();
        for unit in scene.now.all() {
            let own = scene.side(unit) == side;
            let state = known.unit_mut(unit);
            state.place = match state.place {
                Place::Mapped | Place::Hidden if own => Place::Table,
                Place::Table if own || openness == Openness::Open => Place::Table,
                other if own => other,
                _ => Place::Unplaced,
            };
        }
        let mut fresh = Measured::default();
        fresh.field(Scene { rules: scene.rules, now: &known })
    }

    /// Whether an enemy on the table would see a hidden unit. [16.4-b]
    pub(in crate::battle) fn would_see(&mut self, scene: Scene<'_>, hidden: UnitId) -> bool {
        let mut shown = scene.now.clone();
        shown.unit_mut(hidden).place = Place::Table;
        let scene = Scene { rules: scene.rules, now: &shown };
        let mut fresh = self.clone();
        let field = fresh.field(scene);
        let sight = measured::visibility(scene.rules);
        let enemies = shown.on_table(scene.rules, scene.side(hidden).other());
        enemies.iter().any(|enemy| {
            let placed = field.get(body_of(enemy)).is_some();
            placed && field.sees(&sight, body_of(enemy), body_of(hidden)).is_some()
        })
    }
}
