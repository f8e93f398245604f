//! What people see of sieges and assaults.

use super::{Assault, AssaultEnd, Lines, Siege, SiegeEnd, SiegeGivens, SiegeOutcome, StormPolicy};
use crate::battle::fate_key;
use crate::host::Host;
use crate::thirds::Thirds;
use grognard_umpire::{Choice, Fact, Figure, Playable, Side, Unit};

fn lines_facts(lines: &Lines) -> Fact {
    Fact::record([
        ("round", Fact::from(lines.round)),
        ("besieger", lines.stack.to_string().into()),
        ("garrison", lines.garrison.to_string().into()),
        ("siegeworks-", lines.works.minus.into()),
        ("siegeworks+", lines.works.plus.into()),
        ("breached", lines.breached.into()),
        ("pillage", lines.pillage.0.into()),
        ("leader of the besieger", lines.command.first.words().into()),
        ("leader of the besieged", lines.command.second.words().into()),
    ])
}

/// What is left of a side's allies, if it has any.
fn ally_facts(givens: &SiegeGivens, side: Side, left: Host) -> Option<Fact> {
    let allies = givens.parties[side].allies();
    let facts = left.ally_facts(allies).into_iter().map(|(name, kept)| (name, kept.into()));
    (!allies.is_empty()).then(|| Fact::Record(facts.collect()))
}

/// What the besieger keeps, by nation.
fn words(givens: &SiegeGivens, kept: Host) -> String {
    let party = &givens.parties.first;
    kept.nation_words(&party.nations)
}

impl SiegeOutcome {
    /// The outcome's word.
    pub fn key(self) -> &'static str {
        match self {
            SiegeOutcome::Surrendered => "surrendered",
            SiegeOutcome::Honours => "war honours",
            SiegeOutcome::Stormed => "stormed",
            SiegeOutcome::Lifted => "lifted",
            SiegeOutcome::Ruined => "besieger ruined",
            SiegeOutcome::Holds => "holds",
        }
    }
}

impl SiegeEnd {
    /// What the besieger has left, the LD in the place among it.
    fn troops(&self) -> Thirds {
        self.stack.size() + Thirds::whole(i16::from(self.guard))
    }
}

impl Playable for Siege {
    fn side_name(givens: &SiegeGivens, side: Side) -> String {
        givens.parties[side].name.clone()
    }

    /// Nothing is hidden in a siege.
    fn view(&self, givens: &SiegeGivens, _viewer: Option<Side>) -> Fact {
        let stormed;
        let (stage, lines) = match self {
            Siege::Muster(lines) => ("muster", lines),
            Siege::Hunger(lines) => ("hunger behind the walls", lines),
            Siege::Starved(lines, _) => ("the garrison regroups", lines),
            Siege::Choice(lines) => ("the round's choice", lines),
            Siege::Attrition(lines, _) => ("siege attrition", lines),
            Siege::Regroup(lines, ..) => ("regrouping", lines),
            Siege::Terms(lines) => ("breach or war honours", lines),
            Siege::Breach(lines) => ("breach", lines),
            Siege::Garrison(lines, _) => ("the garrison regroups", lines),
            Siege::Storm(trenches, assault) => {
                stormed = trenches.lines(*assault);
                (assault.stage_words(), &stormed)
            }
            Siege::Occupy(end) => {
                let end = ("end", Self::end_facts(givens, end));
                return Fact::record([("stage", Fact::from("the place has fallen")), end]);
            }
        };
        Fact::record([("stage", Fact::from(stage)), ("siege", lines_facts(lines))])
    }

    fn end_facts(givens: &SiegeGivens, end: &SiegeEnd) -> Fact {
        let mut facts = vec![
            ("outcome", Fact::from(end.outcome.key())),
            ("falls", end.outcome.falls().into()),
            ("round", end.round.into()),
            ("besieger", end.stack.to_string().into()),
            ("garrison", end.garrison.to_string().into()),
            ("level", end.level.into()),
            ("guard", end.guard.into()),
        ];
        let host = |side| Host {
            stack: if side == Side::First { end.stack } else { end.garrison },
            allies: end.allies[side],
        };
        for (side, key) in [(Side::First, "besieger's allies"), (Side::Second, "garrison's allies")] {
            facts.extend(ally_facts(givens, side, host(side)).map(|allies| (key, allies)));
        }
        Fact::record(facts)
    }

    fn end_words(givens: &SiegeGivens, end: &SiegeEnd) -> String {
        let (besieger, place) = (&givens.parties.first.name, &givens.parties.second.name);
        let what = match end.outcome {
            SiegeOutcome::Surrendered => format!("{place} surrenders in round {}", end.round),
            SiegeOutcome::Honours => {
                format!("{place} falls in round {} and its garrison marches out with honours", end.round)
            }
            SiegeOutcome::Stormed => format!("{besieger} storms {place} in round {}", end.round),
            SiegeOutcome::Lifted => format!("{besieger} lifts the siege in round {}", end.round),
            SiegeOutcome::Ruined => format!("nothing is left of {besieger} in round {}", end.round),
            SiegeOutcome::Holds => format!("{place} holds out"),
        };
        let guard = if end.guard { " and an LD in the place" } else { "" };
        let kept = Host { stack: end.stack, allies: end.allies.first };
        format!("{what}. {besieger} keeps {}{guard}.", words(givens, kept))
    }

    fn figures(givens: &SiegeGivens) -> Vec<Figure<Siege>> {
        let place = givens.parties.second.name.clone();
        let mut all: Vec<Figure<Siege>> = Vec::new();
        all.push(Figure::new("falls", format!("{place} falls"), Unit::Flag, |end: &SiegeEnd| {
            i64::from(end.outcome.falls())
        }));
        for (key, outcome) in [
            ("surrendered", SiegeOutcome::Surrendered),
            ("honours", SiegeOutcome::Honours),
            ("stormed", SiegeOutcome::Stormed),
            ("lifted", SiegeOutcome::Lifted),
            ("ruined", SiegeOutcome::Ruined),
            ("holds", SiegeOutcome::Holds),
        ] {
            all.push(Figure::new(key, outcome.key(), Unit::Flag, move |end: &SiegeEnd| {
                i64::from(end.outcome == outcome)
            }));
        }
        all.push(Figure::new("rounds", "rounds", Unit::Count, |end: &SiegeEnd| i64::from(end.round)));
        let start = givens.parties.first.stack.size().0;
        let words = format!("LD lost by {}", givens.parties.first.name);
        all.push(Figure::new("besieger-losses", words, Unit::Thirds, move |end: &SiegeEnd| {
            i64::from(start - end.troops().0)
        }));
        all
    }

    /// The place is worth 100 points, each LD kept 5.
    fn objective(_: &SiegeGivens, side: Side, end: &SiegeEnd) -> i64 {
        let value = 100 * i64::from(end.outcome.falls()) + 5 * i64::from(end.troops().floor());
        if side == Side::First { value } else { -value }
    }

    fn objective_words(_: &SiegeGivens, _: Side) -> String {
        "points: the place 100, each LD of the besieger kept 5".to_owned()
    }

    #[inline]
    fn policy(&self, givens: &SiegeGivens, choice: &Choice<'_>) -> usize {
        let find =
            |key: &str| (0..choice.options.count()).find(|&i| choice.options.key(i) == key).unwrap_or(0);
        let policy = givens.policy;
        match self {
            Siege::Choice(lines) if lines.stack.ld_count() < policy.lift_below => find("lift"),
            Siege::Choice(_) if policy.storm == StormPolicy::Always => find("storm"),
            Siege::Breach(_) if policy.storm != StormPolicy::Never => 1,
            Siege::Terms(_) => usize::from(policy.honours),
            // P: pillaging at a siege makes the next roll worse.
            _ => 0,
        }
    }
}

impl Playable for Assault {
    fn side_name(givens: &SiegeGivens, side: Side) -> String {
        givens.parties[side].name.clone()
    }

    fn view(&self, _: &SiegeGivens, _viewer: Option<Side>) -> Fact {
        let mut facts = vec![
            ("stage", Fact::from(self.stage_words())),
            ("besieger", self.stack.to_string().into()),
            ("garrison", self.garrison.to_string().into()),
            ("breach", self.breach.into()),
        ];
        let dealt = self.dealt();
        if let Some(thirds) = dealt.first {
            facts.push(("dealt by the besieger", thirds.to_string().into()));
        }
        if let Some(thirds) = dealt.second {
            facts.push(("dealt by the besieged", thirds.to_string().into()));
        }
        Fact::record(facts)
    }

    fn end_facts(givens: &SiegeGivens, end: &AssaultEnd) -> Fact {
        let mut facts = vec![
            ("falls", Fact::from(end.falls)),
            ("losses", end.losses.to_string().into()),
            ("killed", end.killed.to_string().into()),
            ("besieger-routed", end.routed.first.into()),
            ("besieged-routed", end.routed.second.into()),
            ("kept", end.kept.to_string().into()),
            ("besieger-leader", fate_key(end.leaders.first).into()),
            ("besieged-leader", fate_key(end.leaders.second).into()),
        ];
        let kept = Host { stack: end.kept, allies: end.allies };
        facts.extend(ally_facts(givens, Side::First, kept).map(|allies| ("allies", allies)));
        Fact::record(facts)
    }

    fn end_words(givens: &SiegeGivens, end: &AssaultEnd) -> String {
        let (besieger, place) = (&givens.parties.first.name, &givens.parties.second.name);
        let what = if end.falls { format!("{besieger} takes {place}") } else { format!("{place} holds") };
        let kept = Host { stack: end.kept, allies: end.allies };
        let inside = match end.killed {
            Thirds::ZERO => String::new(),
            killed => format!("; the garrison loses {killed} LD"),
        };
        format!("{what}. {besieger} loses {} LD and keeps {}{inside}.", end.losses, words(givens, kept))
    }

    fn figures(givens: &SiegeGivens) -> Vec<Figure<Assault>> {
        let (besieger, place) = (givens.parties.first.name.clone(), givens.parties.second.name.clone());
        let mut all: Vec<Figure<Assault>> = Vec::new();
        let mut flag = |key, words: String, of: fn(&AssaultEnd) -> bool| {
            all.push(Figure::new(key, words, Unit::Flag, move |end| i64::from(of(end))));
        };
        flag("falls", format!("{place} falls"), |end| end.falls);
        flag("besieger-routed", format!("{besieger} routed"), |end| end.routed.first);
        flag("besieged-routed", format!("{place} routed"), |end| end.routed.second);
        let words = format!("LD lost by {besieger}");
        all.push(Figure::new("besieger-losses", words, Unit::Thirds, |end: &AssaultEnd| {
            i64::from(end.losses.0)
        }));
        let words = format!("LD killed in {place}");
        all.push(Figure::new("garrison-killed", words, Unit::Thirds, |end: &AssaultEnd| {
            i64::from(end.killed.0)
        }));
        all
    }

    /// The place is worth 100 points, each third of an LD lost 2 less.
    fn objective(_: &SiegeGivens, side: Side, end: &AssaultEnd) -> i64 {
        let value = 100 * i64::from(end.falls) - 2 * i64::from(end.losses.0);
        if side == Side::First { value } else { -value }
    }

    fn objective_words(_: &SiegeGivens, _: Side) -> String {
        "points: the place 100, each third of an LD lost in storming it 2 less".to_owned()
    }

    /// The only choice is the regrouping: keep as many full armies as there can be.
    #[inline]
    fn policy(&self, _: &SiegeGivens, _: &Choice<'_>) -> usize {
        0
    }
}
