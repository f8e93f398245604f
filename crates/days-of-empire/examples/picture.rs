//! Writes the picture of a ready battle: `cargo run --example picture -- the-alma > the-alma.svg`.

use grognard_days_of_empire::{Charts, TITLES, title};

#[allow(clippy::print_stdout)]
fn main() {
    let key = std::env::args().nth(1).unwrap_or_else(|| "the-alma".to_owned());
    let name = format!("{key}.toml");
    let text = TITLES.get_file(&name).and_then(|file| file.contents_utf8()).expect("a ready battle");
    let charts = Charts::load(&[]).unwrap_or_else(|error| panic!("{error}"));
    let title = title::open(&name, text, &charts).unwrap_or_else(|error| panic!("{error}"));
    print!("{}", title.picture());
}
