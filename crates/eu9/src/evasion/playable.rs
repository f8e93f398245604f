//! What people see of an evasion.

use super::{Escape, Evasion, EvasionEnd, Outside, Part, Stand};
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

impl Playable for Evasion {
    fn side_name(rules: &Escape, side: Side) -> String {
        rules.names[side as usize].clone()
    }

    fn view(&self, _: &Escape, _: Option<Side>) -> Fact {
        let stage = match self {
            Evasion::Stand => "before the battle",
            Evasion::Slip => "slipping away",
            Evasion::Refuge => "away",
            Evasion::Caught => "caught",
            Evasion::Divide => "who goes inside",
            Evasion::Outside(..) => "outside the fortress",
        };
        Fact::record([("stage", Fact::from(stage))])
    }

    fn end_facts(rules: &Escape, end: &EvasionEnd) -> Fact {
        let refuge = match end {
            EvasionEnd::Away(at) | EvasionEnd::Divided(_, Some(at)) => {
                Some(rules.refuges[usize::from(*at)].name.as_str())
            }
            _ => None,
        };
        let inside = match end {
            EvasionEnd::Inside => rules.stack.map(|stack| stack.to_string()),
            EvasionEnd::Divided(part, _) => Some(part.inside.to_string()),
            _ => None,
        };
        let battle = match end {
            EvasionEnd::Stands => rules.blockade.is_none(),
            EvasionEnd::Held | EvasionEnd::ForcedBattle | EvasionEnd::Divided(_, None) => true,
            _ => false,
        };
        let attrition = refuge.is_some() && rules.is_flight_at_sea();
        Fact::record([
            ("battle", Fact::from(battle)),
            ("refuge", refuge.into()),
            ("inside", inside.as_deref().into()),
            ("sea-attrition-due", attrition.into()),
        ])
    }

    fn end_words(rules: &Escape, end: &EvasionEnd) -> String {
        let [evader, pursuer] = &rules.names;
        match end {
            EvasionEnd::Stands if rules.blockade.is_some() => format!("{evader} stays in port."),
            EvasionEnd::Stands => format!("{evader} stands and fights."),
            EvasionEnd::Held => format!("{evader} tries to slip away, is held, and must fight."),
            EvasionEnd::Inside => format!("{evader} goes into the fortress; there is no battle."),
            EvasionEnd::Away(at) => {
                let due = if rules.is_flight_at_sea() { ", and rolls sea attrition on the way" } else { "" };
                format!("{evader} slips away to {}{due}.", rules.refuges[usize::from(*at)].name)
            }
            EvasionEnd::Divided(Part { inside, outside }, refuge) => {
                let rest = match refuge {
                    Some(at) => format!("slip away to {}", rules.refuges[usize::from(*at)].name),
                    None => "must fight".to_owned(),
                };
                format!("{evader} leaves {inside} in the fortress; {outside} {rest}.")
            }
            EvasionEnd::StillInPort => format!("{evader} does not get out of port."),
            EvasionEnd::ForcedBattle => format!("{pursuer} catches {evader} and forces a battle."),
        }
    }

    fn figures(rules: &Escape) -> Vec<Figure<Evasion>> {
        let name = &rules.names[0];
        let away = |end: &EvasionEnd| {
            i64::from(matches!(end, EvasionEnd::Away(_) | EvasionEnd::Divided(_, Some(_))))
        };
        let forced = |end: &EvasionEnd| i64::from(*end == EvasionEnd::ForcedBattle);
        vec![
            Figure::new("away", format!("{name} slips away"), Unit::Flag, away),
            Figure::new("forced-battle", "a battle is forced", Unit::Flag, forced),
        ]
    }

    fn objective(_: &Escape, side: Side, end: &EvasionEnd) -> i64 {
        let value = match end {
            EvasionEnd::Away(_) | EvasionEnd::Divided(_, Some(_)) => 2,
            EvasionEnd::Inside => 1,
            EvasionEnd::ForcedBattle => -1,
            _ => 0,
        };
        if side == Side::First { value } else { -value }
    }

    fn objective_words(_: &Escape, _: Side) -> String {
        "2 for getting away, 1 for the fortress, -1 for a forced battle".to_owned()
    }

    fn policy(&self, rules: &Escape, _: &Choice<'_>) -> usize {
        match self {
            Evasion::Stand => rules.stands().iter().position(|stand| *stand == rules.stand).unwrap_or(0),
            Evasion::Outside(_, Outside::Stand) => usize::from(rules.stand == Stand::Evade),
            Evasion::Slip | Evasion::Refuge | Evasion::Divide | Evasion::Outside(..) => 0,
            Evasion::Caught => usize::from(rules.forces_battle),
        }
    }
}
