//! Prints the quick-reference sheets for a browser: `cargo run --example sheet > sheet.html`.

use grognard_days_of_empire::readings::Readings;
use grognard_days_of_empire::{Charts, sheet::Sheet};

#[allow(clippy::print_stdout)]
fn main() {
    let charts = Charts::load(&[]).expect("our own tables can be read");
    print!("{}", Sheet::new(&charts, &Readings::default()).html());
}
