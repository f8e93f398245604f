//! Leaders.

use crate::asks::Asks;
use crate::battle::Fate;
use crate::charts::{Charts, Entry};
use crate::power::Theatre;
use crate::thirds::Thirds;
use grognard_umpire::{Asked, Asking, Dice, Modifier, Ruling, Side, Umpire};

/// A leader's values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Leader {
    /// MAN, manoeuvre.
    pub manoeuvre: i8,
    /// FIRE.
    pub fire: i8,
    /// SHOCK.
    pub shock: i8,
}

impl Leader {
    /// The highest value anybody has.
    pub const VALUE_MAX: i8 = 6;

    /// Whether he exposes himself: his FIRE or SHOCK is the highest there is.
    pub(crate) fn is_daring(self) -> bool {
        self.fire == Leader::VALUE_MAX || self.shock == Leader::VALUE_MAX
    }

    /// Reads three digits: manoeuvre, fire, shock.
    pub fn read(text: &str) -> Option<Leader> {
        let digit = |c: char| c.to_digit(10).map(|d| d as i8).filter(|&d| d <= Leader::VALUE_MAX);
        let values: Option<Vec<i8>> = text.chars().map(digit).collect();
        match values?[..] {
            [manoeuvre, fire, shock] => Some(Leader { manoeuvre, fire, shock }),
            _ => None,
        }
    }
}

impl std::fmt::Display for Leader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}{}", self.manoeuvre, self.fire, self.shock)
    }
}

/// Who commands a stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Commander {
    /// A leader on the board: with a name, he may be wounded; without one, a hit kills him.
    Present {
        /// His name, or what he is called.
        name: String,
        /// His values.
        leader: Leader,
        /// Whether he is one of the game's named leaders.
        named: bool,
    },
    /// Nobody: a substitute is drawn from this row of the replacement leaders, for this battle only.
    Drawn {
        /// The row.
        row: &'static str,
    },
}

impl Commander {
    /// Whether a leader on the board exposes himself.
    pub(crate) fn is_daring(&self) -> bool {
        match self {
            Commander::Present { leader, .. } => leader.is_daring(),
            Commander::Drawn { .. } => false,
        }
    }
}

/// Whether a leader is tested after facing an enemy who began with so much: in Europe it takes 3 LD.
pub(crate) fn is_in_danger(charts: &Charts, theatre: Theatre, enemy: Thirds) -> bool {
    theatre != Theatre::Europe || enemy >= Thirds::whole(charts.value(Entry::DangerousLd))
}

/// How a leader came through a fight that he is tested for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Peril {
    /// Whether his side won.
    pub(crate) won: bool,
    /// Whether his whole stack was destroyed.
    pub(crate) destroyed: bool,
    /// Whether his FIRE or SHOCK is 6.
    pub(crate) daring: bool,
}

/// Whether anybody keeps what becomes of a leader.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Detail {
    /// It is kept.
    Whole,
    /// Whether he is killed or wounded is kept; how long a wound takes, only the account says.
    Fate,
    /// What it means for so many rounds to come is kept: beyond them a wound is as good as death, and where
    /// there are none only the account has it.
    Rounds(u8),
}

/// What becomes of a named leader who is hit: killed on an odd face, else wounded for part of it in rounds.
pub(crate) fn killed_or_wounded(charts: &Charts, face: u16) -> Fate {
    match face % 2 {
        1 => Fate::Killed,
        _ => Fate::Wounded(face as u8 / charts.count(Entry::WoundDivisor)),
    }
}

/// So many rounds in words.
pub(crate) fn rounds_words(rounds: u8) -> String {
    if rounds == 1 { "1 round".to_owned() } else { format!("{rounds} rounds") }
}

/// SIEGE of a vizier by the face that drew him.
pub(crate) fn vizier_siege(charts: &Charts, face: u16) -> i8 {
    if face % 2 == 1 { charts.value(Entry::VizierSiege) as i8 } else { 0 }
}

impl Peril {
    /// What is added to his die, and why.
    fn modifiers(self, charts: &Charts) -> impl Iterator<Item = (i16, &'static str)> {
        [
            (!self.won, Entry::CasualtyNotWon, "not the winner"),
            (self.destroyed, Entry::CasualtyDestroyed, "the stack is destroyed"),
            (self.daring, Entry::CasualtyDaring, "FIRE or SHOCK 6"),
        ]
        .into_iter()
        .filter(|(met, ..)| *met)
        .map(|(_, entry, words)| (charts.value(entry), words))
    }
}

/// Tests a leader on the board after a battle or an assault.
pub(crate) fn casualty(
    charts: &Charts,
    side: Side,
    commander: &Commander,
    peril: Peril,
    detail: Detail,
    ump: &mut impl Umpire,
) -> Asked<Fate> {
    let Commander::Present { name, named, .. } = commander else { return Ok(Fate::NotTested) };
    let clause = rule!("LEADER-a");
    let modifier: i16 = peril.modifiers(charts).map(|(value, _)| value).sum();
    let bound = charts.value(Entry::CasualtyHit);
    let asking = Asking::of(side, clause, Asks::LeaderCasualty);
    let hit = ump.throw(asking, Dice::D10, |face| face as i16 + modifier <= bound)?;
    let fate_of = |face: u16| killed_or_wounded(charts, face);
    let asking = Asking::of(side, clause, Asks::KilledOrWounded);
    let fate = match (hit, named, detail) {
        (false, ..) => Fate::Unhurt,
        (true, false, _) => Fate::Killed,
        (true, true, Detail::Whole) => ump.throw(asking, Dice::D10, fate_of)?,
        (true, true, Detail::Fate) => {
            let killed = ump.throw(asking, Dice::D10, |face| fate_of(face) == Fate::Killed)?;
            if killed { Fate::Killed } else { Fate::Wounded(0) }
        }
        (true, true, Detail::Rounds(left)) => ump.throw(asking, Dice::D10, |face| match fate_of(face) {
            Fate::Wounded(rounds) if rounds < left => Fate::Wounded(rounds),
            _ => Fate::Killed,
        })?,
    };
    ump.explain_throw(|thrown| {
        // The account says what the die said, however little of it is kept.
        let fate = if hit && *named { fate_of(thrown) } else { fate };
        let text = match fate {
            Fate::Killed => format!("{name} is killed"),
            Fate::Wounded(rounds) => format!("{name} is wounded for {}", rounds_words(rounds)),
            _ => format!("{name} is unhurt"),
        };
        let list = peril.modifiers(charts).map(|(value, words)| Modifier::new(value, clause, words));
        Ruling::new(clause, text).with_modifiers(list.collect())
    });
    Ok(fate)
}
