//! The wind: where it blows to, which is where fires spread. [15.12]

use grognard_board::table::Heading;

/// The wind of a battle, before it begins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Wind {
    /// It blows this way.
    Towards(Heading),
    /// A die says so before the battle.
    Rolled,
}

impl Wind {
    /// Reads degrees clockwise from north, an hour of the clock, or `roll`.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(text: &str) -> Result<Wind, String> {
        if text == "roll" {
            return Ok(Wind::Rolled);
        }
        let wrong = || {
            format!(
                "no wind `{text}`: write where it blows to in degrees from 0 to 359.9, an hour such as 3 o'clock, or roll"
            )
        };
        if let Some(hour) = text.strip_suffix(" o'clock") {
            let hour = hour.parse().ok().filter(|hour| (1..=12).contains(hour)).ok_or_else(wrong)?;
            return Ok(Wind::Towards(Wind::of_hour(hour)));
        }
        Heading::read(text).map(Wind::Towards).map_err(|_| wrong())
    }

    /// The wind of a die: 1 blows north, and so on by sixths of a turn.
    pub fn of_die(face: u16) -> Heading {
        Heading::new(600 * (face - 1))
    }

    /// The wind of a clock's hour: 12 is north.
    pub fn of_hour(hour: u16) -> Heading {
        Heading::new(300 * hour)
    }
}
