//! What a unit does between its steps: changes of formation, turns, limbers, joining a unit, saying on which side of a
//! crest it is. [17.4.7] [14.4] [15.1-c]

use super::*;

/// A unit in another shape.
struct Shaped {
    layout: Layout,
    pose: Pose,
    formation: Formation,
    files: u8,
    bends: [Option<Bend>; 2],
}

impl Track<'_> {
    /// A change of formation, or of facing: once a turn, and never in a heavy wood. [17.4.7-a] [17.4.7-b]
    fn change(&mut self, change: Evolution, act: Act, to: Shaped) -> Result<(), Refusal> {
        if self.changed {
            return self.refuse(rule!("17.4.7-a"), format!("{act}: a unit changes formation once a turn"));
        }
        // A change in a 1st Impulse or as a reaction was that one.
        if self.scene.unit(self.unit).marks.changed {
            let words = format!("{act}: it has changed formation in this turn, and does so once a turn");
            return self.refuse(rule!("17.4.7-k"), words);
        }
        if in_heavy_wood(self.field, &self.layout, self.pose) {
            return self.refuse(rule!("17.4.7-b"), format!("{act}: no formation is changed in a heavy wood"));
        }
        let (charts, readings) = (&self.scene.rules.charts, &self.scene.rules.readings);
        let mover = mover_in(self.scene, self.unit, to.formation);
        let (cost, allowance) = match self.marcher.change_cost(charts, change, &mut deaf)? {
            ChangeCost::Part(cost) if change == Evolution::Limber => (cost.mils(), self.march.allowance),
            ChangeCost::Part(cost) => {
                let after = self.marcher.after_change(charts, readings, mover, cost.mils(), &mut deaf);
                // A change dearer than there is, as to and from a square, takes the whole move on the spot.
                let most = after.min(self.march.allowance);
                let whole = self.steps.is_empty() && cost.mils() > most;
                if whole { (most, most) } else { (cost.mils(), after) }
            }
            _ if !self.steps.is_empty() => {
                return self.refuse(rule!("T3-a"), format!("{act} takes the whole move: nothing before it"));
            }
            _ => (self.march.allowance, self.march.allowance),
        };
        let Shaped { layout, pose, formation, files, bends } = to;
        self.push(Step::Change(Change { layout, pose, cost, allowance }), act);
        self.changed = true;
        (self.formation, self.files, self.bends) = (formation, files, bends);
        Ok(())
    }

    pub(super) fn form(&mut self, shape: Shape) -> Result<(), Refusal> {
        let arm = self.scene.profile(self.unit).arm;
        let shape = Shape { formation: meant(arm, shape.formation), ..shape };
        may_take(self.scene, self.unit, shape.formation)?;
        let state = shaped(self.scene.unit(self.unit), shape);
        let same =
            shape.formation == self.formation && state.files == self.files && shape.bends == self.bends;
        if same {
            return self.refuse(rule!("17.4.7-h"), format!("it is in {} already", shape.formation.word()));
        }
        if let Some(bend) = shape.bends.iter().flatten().find(|bend| bend.hinge >= state.body.strength) {
            let words = format!("a bend after stand {} of {}", bend.hinge, state.body.strength);
            return self.refuse(rule!("12.2-c"), words);
        }
        // It forms up on the command stand's facing. [17.4-g]
        let layout = layout_in(arm, &state, shape.formation);
        let to = Shaped {
            layout,
            pose: self.pose,
            formation: shape.formation,
            files: state.files,
            bends: shape.bends,
        };
        let change = crate::battle::formations::evolution(self.formation, shape.formation);
        self.change(change, Act::Form(shape), to)
    }

    /// Turning to a side or about is a change of formation. [17.4.7-d]
    pub(super) fn quarter(&mut self, hand: Hand) -> Result<(), Refusal> {
        if self.turns_freely() {
            return self.refuse(rule!("17.4.6-f"), "it turns freely: write face and a heading");
        }
        if self.scene.profile(self.unit).post.is_some() {
            return self.refuse(rule!("17.4.7-h"), "pioneers and trains wheel, but have no other formation");
        }
        let (layout, pose) = self.layout.quarter(self.pose, hand);
        let horse = self.scene.profile(self.unit).arm.is_horse();
        let (formation, files) = match layout.formation() {
            grognard_board::table::Formation::Line { .. } => (Formation::Line, 0),
            grognard_board::table::Formation::Column { wide } if horse => (Formation::CavalryColumn, wide),
            grognard_board::table::Formation::Column { wide: 1 } => (Formation::MarchColumnOneWide, 0),
            grognard_board::table::Formation::Column { wide: 2 } => (Formation::MarchColumn, 0),
            grognard_board::table::Formation::Column { wide } => (Formation::ManoeuvreColumn, wide),
            _ => (self.formation, self.files),
        };
        let to = Shaped { layout, pose, formation, files, bends: [None; 2] };
        self.change(Evolution::Quarter, Act::Quarter(hand), to)
    }

    pub(super) fn about(&mut self) -> Result<(), Refusal> {
        if self.turns_freely() {
            return self.refuse(rule!("17.4.6-f"), "it turns freely: write face and a heading");
        }
        let (layout, pose) = self.layout.about(self.pose);
        let to = Shaped { layout, pose, formation: self.formation, files: self.files, bends: [None; 2] };
        self.change(Evolution::About, Act::About, to)
    }

    pub(super) fn limber(&mut self, formation: Formation, act: Act, number: usize) -> Result<(), Refusal> {
        let (arm, state) = (self.scene.profile(self.unit).arm, self.scene.unit(self.unit));
        if !arm.is_gun() {
            return self.refuse(rule!("10.1-b"), "only guns have limbers");
        }
        // A crew by itself has nothing to limber up.
        may_take(self.scene, self.unit, formation)?;
        limbers(self.scene)?;
        if self.formation == formation {
            return self.refuse(rule!("17.4.7-h"), format!("it is {} already", formation.word()));
        }
        let change = self.marcher.change_cost(&self.scene.rules.charts, Evolution::Limber, &mut deaf)?;
        let begun = state.task == Some(Task::Limber) && state.work > 0;
        if change == ChangeCost::TwoPhases && !begun {
            // A siege gun takes this phase and the next.
            if number > 0 || !self.steps.is_empty() {
                return self
                    .refuse(rule!("T3-a"), format!("{act} takes two whole phases: nothing before it"));
            }
            self.acts.push(act);
            self.deed = Some(Deed::Work(Task::Limber));
            return Ok(());
        }
        let layout = layout_in(arm, state, formation);
        let to = Shaped { layout, pose: self.pose, formation, files: 0, bends: [None; 2] };
        self.change(Evolution::Limber, act, to)
    }

    /// Staff rides up to a unit, a crew to its gun: straight, until they touch. [14.4-a]
    pub(super) fn join(&mut self, key: &str) -> Result<(), Refusal> {
        let scene = self.scene;
        let (state, arm) = (scene.unit(self.unit), scene.profile(self.unit).arm);
        let Some(other) = scene.find(key).filter(|other| self.field.get(body_of(*other)).is_some()) else {
            return Err(Refusal::plain(format!("there is no unit `{key}` on the table")));
        };
        let gun = state.piece == Piece::Crew;
        if arm != Arm::Staff && !gun || scene.side(other) != scene.side(self.unit) || other == self.unit {
            return self.refuse(rule!("14.4-a"), "staff joins a unit of its own side, a crew its gun");
        }
        if gun && (scene.unit(other).of != state.of || scene.unit(other).piece != Piece::Whole) {
            return self.refuse(rule!("17.4.8-d"), "a crew goes back to its own gun");
        }
        if scene.profile(other).arm == Arm::Staff {
            return self.refuse(rule!("14.4-a"), "staff does not join staff");
        }
        // A square shelters as many as it has stands.
        let within = scene.now.riders(other).count();
        if scene.unit(other).body.formation == Formation::Square
            && within >= usize::from(scene.unit(other).body.strength)
        {
            return self.refuse(rule!("12.3-h"), "the square is full");
        }
        let target = self.field.body(body_of(other));
        let body = self.field.body(body_of(self.unit)).body;
        let placed =
            |at: Point| Placed::new(self.field.ground(), Body { pose: Pose { at, ..self.pose }, ..body });
        // Who touches already rides no farther: the order reads back to itself.
        let reached = match placed(self.pose.at).touches(target) {
            true => None,
            false => self.longest(Step::Slip(scene.unit(other).pose.at)),
        };
        let (step, at) = match reached {
            Some(Step::Slip(at)) => (Some(Step::Slip(at)), at),
            _ => (None, self.pose.at),
        };
        let there = placed(at);
        if !there.touches(target) {
            let words = format!("it comes no nearer than {} to {}", there.gap(target), scene.name(other));
            return self.refuse(rule!("14.4-a"), words);
        }
        if let Some(step) = step {
            self.push(step, Act::To(at));
        }
        self.acts.push(Act::Join(key.to_owned()));
        self.deed = Some(Deed::Join(other));
        Ok(())
    }

    /// Near a crest a unit says on which side it is. [15.1-c]
    pub(super) fn crest(&mut self, side: Declared) -> Result<(), Refusal> {
        let near = |point: Point| {
            let hills = self.field.ground().features();
            hills.into_iter().any(|(_, hill)| {
                hill.to_crest(point).is_some_and(|gap| gap.within(visibility(self.scene.rules).crest))
            })
        };
        let blocks = self.layout.blocks(self.pose);
        let any =
            blocks.iter().flat_map(|block| block.each_stand().map(|stand| stand.eye()).collect::<Vec<_>>());
        if !any.into_iter().any(near) {
            return self.refuse(rule!("15.1-c"), "there is no crest within an inch");
        }
        self.crest = Some(side);
        self.acts.push(Act::Crest(side));
        Ok(())
    }
}
