//! Who commands a siege: leaders fall in storms, and viziers are drawn.

use super::assault::Head;
use super::leaguer::SiegeGivens;
use super::{Lines, Siege};
use crate::asks::Asks;
use crate::battle::Fate;
use crate::leader::{Commander, Leader, vizier_siege};
use crate::scene::VIZIER;
use grognard_umpire::{Asked, Asking, BySide, Dice, Ruling, Side, Umpire};

/// Who commands a side of a siege from round to round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Command {
    /// Whoever the file says; if nobody, substitutes are drawn for each assault.
    #[default]
    Own,
    /// A vizier, by the face that drew him when the siege began.
    Vizier(u8),
    /// The leader is wounded and back in this round.
    Wounded(u8),
    /// The leader is dead, or wounded for longer than the siege can last.
    Gone,
}

impl Command {
    /// Who leads an assault.
    pub(super) fn head(self) -> Head {
        match self {
            Command::Own => Head::Own,
            Command::Vizier(face) => Head::Drawn(face),
            Command::Wounded(_) | Command::Gone => Head::Wanted,
        }
    }

    /// What an assault in this round makes of it.
    pub(super) fn after(self, fate: Fate, round: u8) -> Command {
        match fate {
            Fate::Killed => Command::Gone,
            Fate::Wounded(rounds) => Command::Wounded(round + rounds + 1),
            Fate::NotTested | Fate::Unhurt => self,
        }
    }

    /// The same at the beginning of a round: whoever has recovered is back.
    pub(super) fn in_round(self, round: u8) -> Command {
        match self {
            Command::Wounded(back) if back <= round => Command::Own,
            other => other,
        }
    }

    /// Where the leader is, in words.
    pub(super) fn words(self) -> String {
        match self {
            Command::Own => "present".to_owned(),
            Command::Vizier(_) => "a vizier".to_owned(),
            Command::Wounded(back) => format!("wounded, back in round {back}"),
            Command::Gone => "gone".to_owned(),
        }
    }
}

impl SiegeGivens {
    fn has_vizier(&self, side: Side) -> bool {
        matches!(self.parties[side].commander, Commander::Drawn { row } if row == VIZIER)
    }

    /// Whether a vizier is to be drawn before the siege begins.
    pub(super) fn awaits_vizier(&self, command: BySide<Command>) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| command[side] == Command::Own && self.has_vizier(side))
    }
}

impl Lines {
    /// SIEGE of a side's leader, as long as he is there.
    pub(super) fn siege(&self, givens: &SiegeGivens, side: Side) -> i8 {
        match self.command[side] {
            Command::Own => givens.parties[side].siege,
            Command::Vizier(face) => vizier_siege(&givens.charts, face.into()),
            Command::Wounded(_) | Command::Gone => 0,
        }
    }

    /// MAN of a leader on the board who commands inside.
    pub(super) fn manoeuvre_inside(&self, givens: &SiegeGivens) -> i8 {
        match (self.command.second, &givens.parties.second.commander) {
            (Command::Own, Commander::Present { leader, .. }) => leader.manoeuvre,
            _ => 0,
        }
    }

    /// Turkey draws its vizier, who commands to the end of the siege.
    pub(super) fn muster(mut self, givens: &SiegeGivens, ump: &mut impl Umpire) -> Asked<Siege> {
        let Some(side) = givens.awaits_vizier(self.command) else { return Ok(self.begin(givens)) };
        let asking = Asking::of(side, rule!("LEADER-c"), Asks::Vizier);
        let leader = |face: u16| givens.leader(side, Head::Drawn(face as u8));
        // Viziers of the same FIRE, SHOCK and SIEGE are one and the same to a siege.
        let face = ump.throw(asking, Dice::D10, |face| {
            let of = |face: u16| (leader(face).fire, leader(face).shock, vizier_siege(&givens.charts, face));
            (1..=face).find(|&first| of(first) == of(face)).unwrap_or(face) as u8
        })?;
        ump.explain_throw(|face| {
            let Leader { manoeuvre, fire, shock } = leader(face);
            let (name, siege) = (&givens.parties[side].name, vizier_siege(&givens.charts, face));
            let values = format!("MAN {manoeuvre}, FIRE {fire}, SHOCK {shock}, SIEGE {siege}");
            Ruling::new(rule!("LEADER-c"), format!("{name} draws a vizier with {values}"))
        });
        self.command[side] = Command::Vizier(face);
        Ok(Siege::Muster(self))
    }
}
