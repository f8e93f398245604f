//! Fires lit by hand: two stands in a wood or a town try in the Shooting Phase. [15.9-b]

use super::Battle;
use super::campaign::Campaign;
use super::fires;
use super::ground::Ground;
use super::ids::UnitId;
use super::state::Scene;
use crate::asks::Asks;
use crate::unit::{Order, capital};
use grognard_board::table::FeatureId;
use grognard_umpire::{Asked, Asking, Dice, Refusal, Ruling, Umpire};

/// So many stands light a fire, and do not shoot in that turn.
pub(super) const LIGHTERS: u8 = 2;

/// Whether stands of a unit may try to set an area alight.
///
/// # Errors
/// The clause that forbids it, and why.
pub(super) fn may_light<G: Ground>(
    scene: Scene<'_>,
    ground: &mut G,
    unit: UnitId,
    area: FeatureId,
) -> Result<(), Refusal> {
    let state = scene.unit(unit);
    let refuse = |clause, words: String| Err(Refusal::new(clause, words));
    if !state.place.is_on_table() || scene.now.is_locked(unit) || state.body.order == Order::Routing {
        return refuse(rule!("15.9-b"), "it has its hands full".to_owned());
    }
    let idle = state.body.strength.saturating_sub(state.fired).saturating_sub(state.reserved);
    if state.marks.lit || state.marks.charged || idle < LIGHTERS {
        let words = "two stands that do not shoot try it, once in the turn of a unit".to_owned();
        return refuse(rule!("15.9-g"), words);
    }
    if !fires::can_burn(scene, area) {
        return refuse(
            rule!("15.9-f"),
            format!("{} does not burn, or burns already", scene.piece_name(area)),
        );
    }
    let inside = ground.stands_inside(scene, unit, area);
    if inside < LIGHTERS {
        let words = format!("{inside} of its stands are in {}: it takes two", scene.piece_name(area));
        return refuse(rule!("15.9-b"), words);
    }
    Ok(())
}

impl<G: Ground> Battle<G> {
    /// Two stands try to set what they stand in alight: it burns on a 6.
    pub(super) fn lights(
        &mut self,
        rules: &Campaign,
        (unit, area): (UnitId, FeatureId),
        ump: &mut impl Umpire,
    ) -> Asked<()> {
        let scene = self.scene(rules);
        let (name, side, origin) = (scene.name(unit), scene.side(unit), scene.unit(unit).pose.at);
        let what = scene.piece_name(area);
        ump.cite(rule!("15.9-b"));
        ump.cite(rule!("15.9-g"));
        ump.about(|| name.clone());
        let burns =
            ump.throw(Asking::of(side, rule!("15.9-b"), Asks::Kindling), Dice::D6, |face| face == 6)?;
        let word = if burns { "it burns" } else { "it does not catch" };
        ump.explain_throw(|_| {
            Ruling::new(rule!("15.9-b"), format!("{}: two stands light {what}; {word}", capital(&name)))
        });
        if burns {
            fires::ignite(rules, &mut self.now, (area, origin), ump);
        }
        Ok(())
    }
}
