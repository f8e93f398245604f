//! What an order in the Shooting Phase leads to, before it is given: the volley as one that can be counted out, and who
//! stays silent.

use super::{Declaring, Fire};
use crate::battle::campaign::Campaign;
use crate::battle::ground::Ground;
use crate::battle::ids::Units;
use crate::battle::orders::Moment;
use crate::battle::{Battle, Phase};
use crate::volley::{Volley, VolleyRules};
use grognard_umpire::{Keep, Side, Tape};
use std::sync::Arc;

impl<G: Ground> Battle<G> {
    /// The fire that an order declares, a volley for each target, from where everybody stands now. Beside a real table
    /// only the players know who is nearest.
    pub(in crate::battle) fn volleys_ahead(
        &self,
        rules: &Campaign,
        side: Side,
        order: &str,
    ) -> Vec<(Volley, Arc<VolleyRules>)> {
        if !G::IS_MEASURED || !matches!(self.phase, Phase::DeclareFire(by, _) if by == side) {
            return Vec::new();
        }
        let (scene, mut ground) = (self.scene(rules), self.ground.clone());
        ground.ready(scene);
        let moment = Declaring { scene, ground: ground.clone(), side, able: Units::NONE };
        let mut nobody = Tape::new(&[], Keep::Account);
        let (firer, parts) = match moment.read(order) {
            Ok(Fire::SmallArms { firer, stands }) => {
                (firer, ground.volleys(scene, firer, stands, &mut nobody))
            }
            Ok(Fire::At { firer, target }) => {
                let aimed = ground.aim(scene, firer, target, &mut nobody);
                (firer, aimed.map(|aimed| aimed.map(|aimed| (target, aimed)).into_iter().collect()))
            }
            _ => return Vec::new(),
        };
        if scene.side(firer) != side {
            return Vec::new();
        }
        let volley = |(target, aimed): &(_, _)| {
            let (_, volley) = self.volley(rules, firer, (*target, aimed), &mut |_| {});
            (Volley::start(&volley.before), Arc::new(volley))
        };
        parts.unwrap_or_default().iter().map(volley).collect()
    }

    /// Who of a side could still fire while its fire is declared.
    pub(in crate::battle) fn still_to_fire(&self, rules: &Campaign, side: Side) -> Units {
        match self.phase {
            Phase::DeclareFire(by, Some(able)) if by == side => able,
            Phase::DeclareFire(by, None) if by == side => self.clone().able_to_fire(rules, side),
            _ => Units::NONE,
        }
    }
}
