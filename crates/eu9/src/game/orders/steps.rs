//! The steps of a march.

use super::super::board::step_cost;
use super::super::movement::Marching;
use super::super::{Game, Impulse};
use crate::title::{Border, GameRules};
use grognard_umpire::{Offer, Orders, Refusal, Side, Slot, Target, TargetKind, Verb};

/// A step of a march.
#[derive(Clone, Copy)]
pub(in crate::game) enum Step<'a> {
    /// It stays where it is; the march has begun, or is called off.
    Halt {
        begun: bool,
    },
    Go(u8, Border, Pace<'a>),
}

/// What a step is taken from, for whoever wants to know what it comes to.
#[derive(Clone, Copy)]
pub(in crate::game) struct Pace<'a> {
    game: &'a Game,
    rules: &'a GameRules,
    side: Side,
    from: u8,
    points: u8,
}

impl Pace<'_> {
    /// The movement points of a step, and who or what waits there.
    fn words(&self, to: u8, border: Border) -> String {
        let Pace { game, rules, side, from, points } = *self;
        let control = game.control(to);
        let cost = step_cost(rules, from, to, border, control != Some(side.other()));
        let [limit, ..] = rules.bounds;
        let mut words = format!("march into {} ({cost} MP, {} of {limit}", rules.place(to), points + cost);
        match control {
            None => words += "; neutral",
            Some(holder) if holder != side => words += "; enemy land",
            Some(_) => {}
        }
        for index in [game.field(side.other(), to), game.field(side, to)].into_iter().flatten() {
            words += &format!("; {} there", game.troops[index].roster.words(rules));
        }
        words + ")"
    }
}

impl Offer for Step<'_> {
    fn key(&self) -> String {
        match self {
            Step::Halt { .. } => "halt".to_owned(),
            Step::Go(to, _, pace) => pace.rules.provinces[usize::from(*to)].id.clone(),
        }
    }
    fn words(&self) -> String {
        match self {
            Step::Halt { begun: true } => "halt here".to_owned(),
            Step::Halt { begun: false } => "stay after all; they have not moved".to_owned(),
            Step::Go(to, border, pace) => pace.words(*to, *border),
        }
    }
    fn targets(&self) -> Vec<Target> {
        match self {
            Step::Halt { .. } => Vec::new(),
            Step::Go(to, _, pace) => vec![pace.rules.land(*to)],
        }
    }
}

pub(in crate::game) struct Steps<'a> {
    pub(in crate::game) game: &'a Game,
    pub(in crate::game) rules: &'a GameRules,
    pub(in crate::game) impulse: Impulse,
    pub(in crate::game) marching: Marching,
}

impl<'a> Steps<'a> {
    fn pace(&self) -> Pace<'a> {
        let Marching { at: from, points, .. } = self.marching;
        Pace { game: self.game, rules: self.rules, side: self.impulse.side, from, points }
    }
}

impl<'a> Orders for Steps<'a> {
    type Order = Step<'a>;

    fn offers(&self) -> Vec<Step<'a>> {
        let mut all = Vec::new();
        if self.game.may_halt(self.rules, self.impulse.side, &self.marching) {
            all.push(Step::Halt { begun: self.marching.steps > 0 });
        }
        for &(to, border) in &self.rules.provinces[usize::from(self.marching.at)].borders {
            if self.game.check_step(self.rules, self.impulse, &self.marching, to, border).is_ok() {
                all.push(Step::Go(to, border, self.pace()));
            }
        }
        // After a battle there may be no way on, and fewer men may find less room: single LD need more counters.
        if all.is_empty() {
            all.push(Step::Halt { begun: true });
        }
        all
    }

    fn grammar(&self) -> &'static [Verb] {
        const PROVINCE: Slot = Slot::one("province", TargetKind::Province);
        const VERBS: &[Verb] =
            &[Verb::plain("halt", "halt here"), Verb::with("", "march on into a province", &[PROVINCE])];
        VERBS
    }

    fn check(&self, text: &str) -> Result<Step<'a>, Refusal> {
        if text == "halt" {
            if let [halt @ Step::Halt { .. }] = self.offers()[..] {
                return Ok(halt);
            }
            let neutral = self.game.control(self.marching.at).is_none();
            return match self.game.may_halt(self.rules, self.impulse.side, &self.marching) {
                true => Ok(Step::Halt { begun: self.marching.steps > 0 }),
                false if neutral => {
                    Err(Refusal::new(rule!("ITALY-b"), "there is no halting in a neutral province; march on"))
                }
                false => {
                    let Marching { at, ref roster, .. } = self.marching;
                    let Refusal { clause, reason } =
                        self.game.why_no_room(self.rules, self.impulse.side, at, roster);
                    Err(Refusal { clause, reason: format!("{reason}; march on").into() })
                }
            };
        }
        let to = self.rules.province(text).ok_or_else(|| Refusal::plain(format!("no province `{text}`")))?;
        let here = &self.rules.provinces[usize::from(self.marching.at)];
        let Some(&(_, border)) = here.borders.iter().find(|(at, _)| *at == to) else {
            return Err(Refusal::plain(format!("{text} does not border {}", here.id)));
        };
        self.game.check_step(self.rules, self.impulse, &self.marching, to, border)?;
        Ok(Step::Go(to, border, self.pace()))
    }
}
