//! What the rules want to know of shots, and what shells set alight, beside a real table.

use super::*;

impl Shots for Told {
    fn targets(&mut self, scene: Scene<'_>, firer: UnitId) -> Vec<UnitId> {
        scene.now.on_table(scene.rules, scene.side(firer).other()).iter().collect()
    }

    fn aim(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let most = if scene.profile(firer).arm.is_gun() { 1 } else { scene.unit(firer).body.strength };
        self.shot(scene, (firer, target, most), ump)
    }

    fn passed(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        target: UnitId,
        ump: &mut impl Umpire,
    ) -> Asked<Option<Aimed>> {
        let Some(aimed) = self.aim(scene, firer, target, ump)? else { return Ok(None) };
        ump.about(|| format!("In which formation did {} pass?", scene.name(target)));
        let all = words::ways_to_pass(scene.profile(target).arm);
        let asking = Asking::of(scene.side(firer), rule!("17.3-p"), Asks::HowItPassed);
        let then = Some(ump.choose(asking, &all)?.0);
        Ok(Some(Aimed { then, ..aimed }))
    }

    fn volleys(
        &mut self,
        scene: Scene<'_>,
        firer: UnitId,
        stands: u8,
        ump: &mut impl Umpire,
    ) -> Asked<Vec<Volleyed>> {
        let mut left = stands;
        let mut parts: Vec<Volleyed> = Vec::new();
        let mut enemies = scene.now.on_table(scene.rules, scene.side(firer).other());
        while left > 0 && !enemies.is_empty() {
            let others = if parts.is_empty() { "" } else { " for the stands that are left" };
            let question = format!(
                "Which is the nearest enemy in arc and sight of {}{others}? One, or none.",
                scene.name(firer)
            );
            let asked = (rule!("17.3-g"), Asks::NearestEnemy, question);
            let said = Told::line(scene, firer, asked, Which { scene, among: enemies }, ump)?;
            let Some(target) = said.first() else { break };
            enemies.take(target);
            let Some(aimed) = self.shot(scene, (firer, target, left), ump)? else { continue };
            left -= aimed.bearing.min(left);
            parts.push((target, aimed));
            if scene.rules.readings.nearest_by == NearestBy::Unit {
                // The unit has one nearest enemy.
                break;
            }
        }
        Ok(parts)
    }

    fn reckon_shot(&mut self, _: Scene<'_>, _: UnitId, _: UnitId) -> Reckoned<Aimed> {
        Reckoned::Unknown
    }

    fn could_fire(&mut self, _: Scene<'_>, _: UnitId) -> bool {
        true
    }

    fn kindle(&mut self, (rules, now): (&Campaign, &mut Position), ump: &mut impl Umpire) -> Asked<()> {
        self.lit((rules, now), ump)
    }
}
