//! The roster as a sheet: brigade by brigade, with boxes for losses in quarters, for tests count quarters.

use super::lists::ListArm;
use super::{Body, Brigade, Choice, Item, Piece, Roster, Unit, class_word, total};
use crate::charts::Charts;
use grognard_umpire::Clause;
use std::fmt::Write;

/// A box to cross out.
const BOX: char = '□';

impl Roster {
    /// The sheet, for a player to lay beside the table.
    pub fn sheet(&self, charts: &Charts, choices: &[Choice]) -> String {
        let mut page = String::new();
        let file = &self.file;
        // Writing to a string cannot fail.
        let _ = writeln!(page, "{}, {}: {} of {} points", file.name, file.nation, self.points, file.limit);
        let muster = self.muster();
        let guns = if muster.guns == 1 { "gun" } else { "guns" };
        let _ = writeln!(page, "{} men, {} {guns}", muster.men, muster.guns);
        let _ = writeln!(page, "{}, the player's own general: capable, free", file.general);
        for division in &file.division {
            let _ = writeln!(page, "{}: {}, quality ____", division.name, division.general);
        }
        if let Some(engineers) = &file.engineers {
            for package in 1..=engineers.packages {
                let _ = writeln!(
                    page,
                    "Engineers {package}: officer {BOX}  pioneers {}  wagon and pontoon {BOX}",
                    boxes(6)
                );
            }
            let span = u32::from(engineers.packages) * 4 + u32::from(engineers.pontoon_inches);
            let _ = writeln!(page, "Pontoons {span} inches, works {} inches", engineers.works_inches);
        }
        if total(&self.bill) > 0 {
            let _ = writeln!(page, "Generals of divisions, engineers, works: {}", sum(&self.bill));
        }
        for brigade in &self.brigades {
            self.print_brigade(&mut page, brigade, charts);
        }
        let _ = writeln!(page, "\nScouting points: {}", self.scouting);
        for remark in &self.remarks {
            let _ = writeln!(page, "Note: {}", remark.words);
        }
        self.print_choices(&mut page, choices);
        page
    }

    fn print_brigade(&self, page: &mut String, brigade: &Brigade, charts: &Charts) {
        let file = &brigade.file;
        let mut head = format!("\n{}, {} points", file.name, brigade.points);
        if let Some(division) = &file.division {
            let _ = write!(head, ", {division}");
        }
        if let Some(general) = &file.general {
            let _ = write!(head, "; {general}, quality ____");
        }
        head.push_str(if file.independent { "; independent" } else { "" });
        head.push_str(if file.off_board { "; off the table" } else { "" });
        let _ = writeln!(page, "{head}");
        let widest = brigade.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        for unit in &brigade.units {
            let name = &unit.name;
            let _ = writeln!(
                page,
                "  {name:widest$}  {:30} {:>16}  {}",
                kind(unit),
                unit.account().1,
                losses(unit, charts)
            );
        }
    }

    fn print_choices(&self, page: &mut String, choices: &[Choice]) {
        let left = self.left();
        let _ = writeln!(page, "\nPoints left: {left}");
        let affordable: Vec<&Choice> = choices.iter().filter(|choice| choice.points <= left).collect();
        for choice in &affordable {
            let _ = writeln!(page, "  {:>3}  {}", choice.points, choice.what);
        }
        let Some(next) = choices.iter().find(|choice| choice.points > left) else { return };
        let short = next.points - left;
        let points = if short == 1 { "1 point more".to_owned() } else { format!("{short} points more") };
        let _ = writeln!(page, "{points} would buy:");
        for choice in choices.iter().filter(|choice| choice.points == next.points) {
            let _ = writeln!(page, "  {:>3}  {}", choice.points, choice.what);
        }
    }
}

/// Class and weapon, or the piece.
fn kind(unit: &Unit) -> String {
    match (unit.body, unit.troops.arm) {
        (Body::Stands { class, .. }, arm) => {
            let what = match unit.troops.weapon {
                Some(weapon) => weapon.word(),
                None if arm == ListArm::HeavyCavalry => "heavy",
                None => "light",
            };
            format!("class {class} ({}), {what}", class_word(class).1)
        }
        (Body::Gun(piece), arm) => {
            let piece = match piece {
                Piece::Gun => "gun",
                Piece::Howitzer => "howitzer",
            };
            match arm {
                ListArm::HorseArtillery => format!("horse artillery {piece}"),
                ListArm::SiegeArtillery => format!("siege {piece}"),
                _ => format!("field {piece}"),
            }
        }
    }
}

/// The arithmetic of an account: what stands share is multiplied once, the rest is added, what is free left out. 8
/// rifles of class 3 are 8 x (3 + 1) = 32.
fn sum(bill: &[Item]) -> String {
    let paid: Vec<&Item> = bill.iter().filter(|item| item.points() > 0).collect();
    let points = total(bill);
    let one = |item: &&Item| match item.count {
        1 => item.each.to_string(),
        count => format!("{count} x {}", item.each),
    };
    let same = paid.windows(2).all(|two| two[0].count == two[1].count);
    match paid[..] {
        [] => points.to_string(),
        [only] if only.count == 1 => points.to_string(),
        [only] => format!("{} = {points}", one(&only)),
        [first, ..] if same && first.count > 1 => {
            let each: Vec<String> = paid.iter().map(|item| item.each.to_string()).collect();
            format!("{} x ({}) = {points}", first.count, each.join(" + "))
        }
        _ => format!("{} = {points}", paid.iter().map(one).collect::<Vec<_>>().join(" + ")),
    }
}

impl Unit {
    /// How its price is worked out, for the opponent to check, and the clauses by which it is.
    pub fn account(&self) -> ([Clause; 3], String) {
        ([rule!("3.3-d"), rule!("6.1-c"), rule!("6.1-d")], sum(&self.bill))
    }
}

/// Boxes for losses: of a unit by quarters, of a gun for crew and horses.
fn losses(unit: &Unit, charts: &Charts) -> String {
    match (unit.body, unit.troops.arm) {
        (Body::Stands { stands, .. }, _) => quarters(stands),
        (Body::Gun(_), arm) => {
            let row = match arm {
                ListArm::HorseArtillery => 1,
                ListArm::SiegeArtillery => 2,
                _ => 0,
            };
            let (crew, horses) = charts.crews[row];
            format!("crew {}  horses {}", boxes(crew), boxes(horses))
        }
    }
}

/// So many boxes.
fn boxes(count: u8) -> String {
    std::iter::repeat_n(BOX, usize::from(count)).collect()
}

/// Boxes in groups: with the last of each group another full quarter is lost.
fn quarters(stands: u8) -> String {
    let lost_at = |quarter: u8| (quarter * stands).div_ceil(4);
    (1..=4).map(|quarter| boxes(lost_at(quarter) - lost_at(quarter - 1))).collect::<Vec<_>>().join(" ")
}
