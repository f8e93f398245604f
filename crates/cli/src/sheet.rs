//! Quick-reference sheets to lay beside the table.

use crate::args::HouseTables;
use crate::files::house;
use crate::{Failure, Outcome};
use grognard::days_of_empire::readings::Readings;
use grognard::days_of_empire::sheet::Sheet;
use grognard::days_of_empire::{Charts, KEY};

/// The sheets of a system, for a browser or as a picture, from the tables and switches in force.
pub(crate) fn sheet(system: &str, readings: &[String], svg: bool, folder: &HouseTables) -> Outcome {
    if system != KEY {
        return Err(Failure(format!("{system} has no sheets; {KEY} has")));
    }
    let mut in_force = Readings::default();
    for reading in readings {
        let (key, value) = reading.split_once('=').ok_or_else(|| {
            Failure(format!("--reading {reading}: write KEY=VALUE, such as square-target=line"))
        })?;
        in_force.set(key, value).map_err(|error| Failure(format!("--reading {reading}: {error}")))?;
    }
    let sheet = Sheet::new(&Charts::load(&house(folder)?)?, &in_force);
    Ok(if svg { sheet.svg() } else { sheet.html() })
}
