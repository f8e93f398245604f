//! The guide's own example, look-up by look-up: what the guide prints and what these rules make of it.
//!
//! Players who learn the system by the guide can hold the two side by side; the tests do.

use super::losses::{Dealt, correct};
use super::modifiers::{self, Roll};
use super::parameters::Pair;
use super::{Battle, Fighting, parameters};
use crate::charts::{Column, FireEffect, Phase};
use crate::engagement::Engagement;
use crate::thirds::Thirds;
use grognard_umpire::{BySide, Clause, Modifier, Side};

/// One look-up of the example.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LookUp {
    /// The clause that restates it.
    pub clause: Clause,
    /// What is looked up.
    pub what: &'static str,
    /// What the guide prints.
    pub printed: &'static str,
    /// What the rules make of it.
    pub ours: String,
}

const FRANCE: Side = Side::First;
const SPAIN: Side = Side::Second;

/// Every look-up of the guide's example, on the engagement of `italian-plain.toml`. One differs: the
/// guide counts France's morale one too high after the second day.
pub fn guide_example(engagement: &Engagement) -> Vec<LookUp> {
    let mut all = Vec::new();
    let mut add = |clause, what, printed, ours: String| all.push(LookUp { clause, what, printed, ours });
    let both = |of: &dyn Fn(Side) -> String| format!("{}, {}", of(FRANCE), of(SPAIN));
    let example = Example { engagement };

    add(rule!("EXAMPLE-a"), "LD of France and Spain", "8, 5", both(&|side| example.size(side).to_string()));
    add(rule!("EXAMPLE-b"), "morale", "3, 4", both(&|side| parameters::morale(engagement, side).to_string()));
    add(rule!("EXAMPLE-c"), "columns", "C/B, C/B", both(&|side| example.columns(side)));
    let leaders = [rule!("BATTLE-j")];
    add(
        rule!("EXAMPLE-d"),
        "leaders",
        "+2/+0, +0/+1",
        both(&|side| example.modifiers(side, false, false, &leaders)),
    );
    let guns = [rule!("BATTLE-l"), rule!("BATTLE-m")];
    add(
        rule!("EXAMPLE-e"),
        "artillery",
        "+1/+0, +0/+0",
        both(&|side| example.modifiers(side, false, false, &guns)),
    );
    let cavalry = [rule!("BATTLE-o")];
    add(
        rule!("EXAMPLE-f"),
        "cavalry",
        "+0/+0, +0/+0",
        both(&|side| example.modifiers(side, false, false, &cavalry)),
    );
    let shock = [rule!("BATTLE-p"), rule!("BATTLE-n")];
    add(
        rule!("EXAMPLE-g"),
        "tercios and numbers",
        "+0/+0, +0/+0",
        both(&|side| example.modifiers(side, false, false, &shock)),
    );
    add(
        rule!("EXAMPLE-h"),
        "modifiers of day 1",
        "+3/+0, +0/+1",
        both(&|side| example.modifiers(side, false, false, &[])),
    );
    add(rule!("EXAMPLE-i"), "day 1 Fire of France, 9", "2 1/3 ** then 1 **", example.fire(FRANCE, 9, false));
    add(rule!("EXAMPLE-j"), "day 1 Fire of Spain, 6", "1/3 then nothing", example.fire(SPAIN, 6, false));
    add(rule!("EXAMPLE-k"), "day 1 Shock of France, 6", "2/3", example.shock(FRANCE, 6, false));
    add(rule!("EXAMPLE-l"), "day 1 Shock of Spain, 7", "1 1/3 *", example.shock(SPAIN, 7, false));
    let evening = |side: Side| example.suffered(side, if side == FRANCE { 4 } else { 5 });
    add(rule!("EXAMPLE-m"), "really lost after day 1", "2/3, 2", both(&evening));
    add(rule!("EXAMPLE-n"), "Spain's retreat, MAN 4 and morale 2, 7", "fails", example.retreat(7));
    let later = |side: Side| example.modifiers(side, true, side == FRANCE, &[]);
    add(rule!("EXAMPLE-o"), "modifiers of day 2", "+3/+0, -1/+0", both(&later));
    let fires = format!("{}; {}", example.fire(FRANCE, 3, true), example.fire(SPAIN, 10, true));
    add(rule!("EXAMPLE-p"), "day 2 Fire, 3 and 10", "1/3 then nothing; 1 1/3 * then 2/3 *", fires);
    let shocks = format!("{}; {}", example.shock(FRANCE, 7, true), example.shock(SPAIN, 6, true));
    add(rule!("EXAMPLE-q"), "day 2 Shock, 7 and 6", "1 *; 2/3", shocks);
    // France has lost a star to the Shock of day 1 and one to the Fire of day 2: one is left, not two.
    let left = |side: Side| example.after_two_days().morale_left(engagement, side).to_string();
    add(rule!("EXAMPLE-r"), "morale left after day 2", "2, 1", both(&left));
    add(
        rule!("EXAMPLE-s"),
        "pursuit of France, 9",
        "1 *",
        engagement.parameters(Pair::default()).pursuit(FRANCE, false, false)[9 - 1].to_string(),
    );
    let dealt = |side: Side| example.after_two_days().dealt[side].total();
    let raw = format!("{}, {}", dealt(FRANCE) + Thirds(3), dealt(SPAIN));
    add(rule!("EXAMPLE-t"), "dealt in all", "3 2/3, 2 2/3", raw);
    let inflicted =
        |side: Side| example.corrected(side, if side == FRANCE { 11 } else { 8 }).inflicted.to_string();
    add(rule!("EXAMPLE-u"), "after the small-stack step", "3 2/3, 2", both(&inflicted));
    add(
        rule!("EXAMPLE-v"),
        "size steps",
        "+1, -1",
        both(&|side| format!("{:+}", engagement.size_step(side))),
    );
    let by_size =
        |side: Side| example.corrected(side, if side == FRANCE { 11 } else { 8 }).suffered.to_string();
    add(rule!("EXAMPLE-w"), "after the size step", "4 1/3, 2", both(&by_size));
    add(
        rule!("EXAMPLE-x"),
        "Spain's retreat, routed, 3",
        "1/3",
        engagement.charts.retreat_loss(3).to_string(),
    );
    let army = &engagement.armies.first;
    let kept: Vec<String> =
        army.stack.remainders(army.country, Thirds::whole(2)).iter().map(ToString::to_string).collect();
    add(rule!("EXAMPLE-y"), "what France may keep of 6 LD", "A+ A-, A+ 2LD", kept.join(", "));
    let lost = (Thirds(13) + Thirds(1)).rounded();
    let gone = if lost >= example.size(SPAIN) { "destroyed" } else { "alive" };
    add(rule!("EXAMPLE-z"), "Spain's losses in the end", "5, destroyed", format!("{lost}, {gone}"));
    let margin = lost - Thirds::whole(2);
    let major = if margin >= engagement.scales.first.major_gap { "major" } else { "not major" };
    add(rule!("EXAMPLE-aa"), "a rout, 5 against 2", "major", major.to_owned());
    all
}

struct Example<'a> {
    engagement: &'a Engagement,
}

impl Example<'_> {
    fn size(&self, side: Side) -> Thirds {
        self.engagement.armies[side].stack.size()
    }

    fn columns(&self, side: Side) -> String {
        let column = |phase| {
            parameters::column(self.engagement, side, phase).map_or("-".to_owned(), |c| c.to_string())
        };
        format!("{}/{}", column(Phase::Fire), column(Phase::Shock))
    }

    /// The sum of the modifiers granted by some clauses, or by all.
    fn modifiers(&self, side: Side, later: bool, enemy_failed: bool, clauses: &[Clause]) -> String {
        let sum = |phase| -> i16 {
            let roll = Roll { side, later, phase, enemy_failed };
            self.list(roll)
                .iter()
                .filter(|modifier| clauses.is_empty() || clauses.contains(&modifier.clause))
                .map(|modifier| modifier.value)
                .sum()
        };
        format!("{:+}/{:+}", sum(Phase::Fire), sum(Phase::Shock))
    }

    fn list(&self, roll: Roll) -> Vec<Modifier> {
        let leaders = self.engagement.parameters(Pair::default()).leaders;
        modifiers::of_roll(self.engagement, leaders, roll)
    }

    fn total(&self, side: Side, phase: Phase, face: i16, later: bool) -> (Column, i16) {
        let roll = Roll { side, later, phase, enemy_failed: later && side == FRANCE };
        let column = parameters::column(self.engagement, side, phase).expect("both fire and shock");
        (column, face + Modifier::sum(&self.list(roll)))
    }

    fn fire(&self, side: Side, face: i16, later: bool) -> String {
        let (column, total) = self.total(side, Phase::Fire, face, later);
        let printed = self.engagement.charts.combat(column, total);
        let effect: FireEffect = parameters::effect(self.engagement, side, Phase::Fire);
        format!("{printed} then {}", effect.apply(printed))
    }

    fn shock(&self, side: Side, face: i16, later: bool) -> String {
        let (column, total) = self.total(side, Phase::Shock, face, later);
        self.engagement.charts.combat(column, total).to_string()
    }

    fn corrected(&self, side: Side, thirds: i16) -> super::losses::Corrected {
        correct(self.engagement, side, Dealt { main: Thirds(thirds), last: Thirds::ZERO }, true)
    }

    fn suffered(&self, side: Side, thirds: i16) -> String {
        self.corrected(side.other(), thirds).suffered.to_string()
    }

    /// Spain's attempt after the first day, with two stars of four taken.
    fn retreat(&self, face: u16) -> String {
        let manoeuvre = self.engagement.parameters(Pair::default()).leaders.second.manoeuvre;
        let evening = Fighting { stars: BySide::new(1, 2), ..self.after_two_days() };
        let bound = i16::from(manoeuvre) + i16::from(evening.morale_left(self.engagement, SPAIN));
        let gone = super::gets_away(self.engagement.profile.retreat_roll, face, bound);
        if gone { "gets away".to_owned() } else { "fails".to_owned() }
    }

    /// The field after the second day, by the guide's dice.
    fn after_two_days(&self) -> Fighting {
        let dealt = BySide::new(
            Dealt { main: Thirds(3 + 2 + 3), last: Thirds::ZERO },
            Dealt { main: Thirds(4 + 2 + 2), last: Thirds::ZERO },
        );
        Fighting {
            leaders: Pair::default(),
            dealt,
            stars: BySide::new(2, 3),
            day: 2,
            phase: Phase::Shock,
            roller: FRANCE,
            failed: BySide::new(false, true),
        }
    }
}

/// The example from after the second day with France at morale 2, as the guide counts it: France wins.
pub fn as_the_guide_counts(engagement: &Engagement) -> Battle {
    let mut fighting = Example { engagement }.after_two_days();
    fighting.stars.first = 1;
    Battle::Verdict(fighting, super::Close::Fought)
}
