//! A move as it is carried out: the unit set down, its path noted, its clauses cited. [17.4]

use super::*;

/// Puts a unit where its plan ends.
pub(super) fn put(rules: &Campaign, now: &mut Position, plan: &Plan) {
    let legs = legs(Scene { rules, now }, plan);
    now.legs.extend(legs);
    let horses = now.profile(rules, plan.unit).horses;
    let state = now.unit_mut(plan.unit);
    let (was, team) = (state.body.formation, state.team.unwrap_or(horses));
    let stayed = plan.walked.made.is_empty();
    state.rides_with = if stayed { state.rides_with } else { None };
    state.pose = plan.walked.end();
    state.body.formation = plan.formation;
    (state.files, state.bends) = (plan.files, plan.bends);
    state.marks.moved |= plan.walked.made.iter().any(|step| !matches!(step, Step::Change(_) | Step::Face(_)));
    state.marks.changed |= plan.changed;
    state.marks.done = true;
    team_comes_or_goes(state, (was, plan.formation), team);
    if let Some(side) = plan.crest {
        state.crest = match side {
            Declared::Over => CrestSide::Over,
            Declared::Behind => CrestSide::Behind,
        };
    }
    // Staff who ride with a unit go where it goes.
    let pose = state.pose;
    for staff in now.riders(plan.unit).collect::<Vec<_>>() {
        now.unit_mut(staff).pose = pose;
    }
}

/// The stretches of a path, for fire at whoever passed. [17.3-p]
fn legs(scene: Scene<'_>, plan: &Plan) -> Vec<Leg> {
    let state = scene.unit(plan.unit);
    let mut drawn_up = (state.body.formation, state.files, state.bends);
    let mut all = Vec::new();
    for (step, poses) in plan.walked.made.iter().zip(plan.walked.poses.windows(2)) {
        let wheel = match *step {
            Step::Wheel(hand, by) => Some((hand, by)),
            Step::Change(_) => {
                drawn_up = (plan.formation, plan.files, plan.bends);
                None
            }
            _ => None,
        };
        let (formation, files, bends) = drawn_up;
        all.push(Leg {
            unit: plan.unit,
            turn: scene.now.turn,
            moved: WhenMoved::Later,
            from: poses[0],
            to: poses[1],
            wheel,
            formation,
            files,
            bends,
            strength: state.body.strength,
            gait: Gait::Ordinary,
        });
    }
    all
}

/// What limbering and unlimbering do to a gun's team.
pub(in crate::battle) fn team_comes_or_goes(state: &mut UnitState, change: (Formation, Formation), team: u8) {
    match change {
        // The team comes up, or goes to the rear, where nothing hits it. [10.1-b]
        (Formation::Deployed, Formation::Limbered) => state.body.horses = team,
        (Formation::Limbered, Formation::Deployed) => {
            state.team = Some(state.body.horses);
            state.body.horses = 0;
            // Who has just deployed fires no more this turn. [10.3-b]
            state.reserved = 0;
        }
        _ => {}
    }
}

/// Carries a plan out.
pub(super) fn carry_out(
    ground: &mut Measured,
    (rules, now): (&Campaign, &mut Position),
    plan: &Plan,
    ump: &mut impl Umpire,
) -> Asked<()> {
    let scene = Scene { rules, now };
    let name = scene.name(plan.unit);
    let account = pushed::account(scene, plan.unit, &plan.did(scene));
    debug_assert!(account.is_ok(), "{name}: {} was walked, but {account:?}", Listed(&plan.acts));
    let account = account.map_or_else(|_| plan.account(scene), |account| account.line());
    cite(scene, plan, ump);
    put(rules, now, plan);
    if !plan.walked.made.is_empty() {
        ump.explain(|| Ruling::new(rule!("17.4-a"), format!("{}: {account}", capital(&name))));
    }
    let ground_met = terrain::disordering(Scene { rules, now }, &plan.walked);
    terrain::disorder(rules, now, plan.unit, &ground_met, ump);
    let field = ground.field(Scene { rules, now });
    terrain::reveal_woods(rules, now, &field, plan.unit, ump)?;
    if let Some(deed) = plan.deed {
        if plan.walked.made.is_empty() {
            ump.explain(|| {
                Ruling::new(rule!("17.4-d"), format!("{}: {}", capital(&name), Listed(&plan.acts)))
            });
        }
        works::carry_out((rules, now), Some(&field), (plan.unit, deed), ump)?;
    }
    Ok(())
}

/// Takes down the clauses that a move applied.
fn cite(scene: Scene<'_>, plan: &Plan, ump: &mut impl Umpire) {
    let marcher = marcher(scene, plan.unit);
    let charts = &scene.rules.charts;
    marcher.basic(charts, plan.road, &mut |clause| ump.cite(clause));
    if plan.road == OnRoad::Yes {
        ump.cite(rule!("15.2-a"));
    }
    if plan.least {
        ump.cite(rule!("T1-b"));
    }
    for step in &plan.walked.made {
        match step {
            Step::Advance(_) | Step::Back(_) | Step::Slip(_) => {
                // What moves is the front edge of the command stand.
                ump.cite(rule!("17.4-a"));
                ump.cite(rule!("4-c"));
            }
            Step::Wheel(..) => {
                ump.cite(rule!("17.4.6-a"));
                ump.cite(rule!("17.4.6-b"));
                ump.cite(rule!("17.4.6-c"));
                ump.cite(rule!("17.4.6-d"));
                ump.cite(rule!("17.4.6-e"));
            }
            Step::Face(_) => ump.cite(rule!("17.4.6-f")),
            Step::Change(_) => {
                ump.cite(rule!("17.4-g"));
                ump.cite(rule!("17.4.3-b"));
                ump.cite(rule!("17.4.7-c"));
                laid_by(plan.formation, &plan.bends).into_iter().for_each(|clause| ump.cite(clause));
            }
        }
    }
    let was = scene.unit(plan.unit).body.formation;
    plan.acts.iter().filter_map(|act| changed_by(was, act)).for_each(|clause| ump.cite(clause));
    if plan.changed && plan.formation == Formation::Skirmish {
        let profile = scene.profile(plan.unit);
        match (profile.arm, profile.class) {
            // Class 1 keeps infantry from skirmishing, not light horse.
            (Arm::LightCavalry, 1) => ump.cite(rule!("9.1-c")),
            (Arm::LightCavalry, _) => ump.cite(rule!("9.1-a")),
            _ => ump.cite(rule!("8.1-b")),
        }
    }
    if marcher.moves_as == MovesAs::HorseGuns {
        match (was, plan.formation) {
            (Formation::Deployed, Formation::Limbered) => ump.cite(rule!("10.3-a")),
            (Formation::Limbered, Formation::Deployed) => ump.cite(rule!("10.3-b")),
            _ => {}
        }
    }
    cite_ground(scene, plan, ump);
}

/// Takes down the clauses of the ground that a move met.
fn cite_ground(scene: Scene<'_>, plan: &Plan, ump: &mut impl Umpire) {
    if plan.walked.paid.iter().any(|item| matches!(item, grognard_board::table::Item::Ground(..))) {
        ump.cite(rule!("17.4.4-a"));
        ump.cite(rule!("T2-b"));
    }
    for &id in &plan.walked.met {
        let entered = plan.walked.entered.contains(&id);
        match scene.piece(id) {
            PieceKind::Hill { .. } if entered => ump.cite(rule!("15.1-a")),
            PieceKind::Wood(_) | PieceKind::Urban(_) if !entered => ump.cite(rule!("15.2-c")),
            PieceKind::Wood(_) => ump.cite(rule!("15.8-b")),
            PieceKind::Urban(_) => {
                ump.cite(rule!("15.7-f"));
                ump.cite(rule!("15.7-h"));
            }
            PieceKind::Swamp => ump.cite(rule!("15.6-b")),
            PieceKind::Stream if entered => {
                ump.cite(rule!("15.4-b"));
                ump.cite(rule!("15.4-h"));
            }
            PieceKind::Ford => {
                ump.cite(rule!("15.4-a"));
                ump.cite(rule!("15.4-j"));
            }
            PieceKind::Obstacle { .. } if entered => ump.cite(rule!("15.10-a")),
            _ => {}
        }
    }
}
