//! Exact odds of the ready files: a volley, a charge, an assault.

use divan::Bencher;
use grognard_days_of_empire::{BATTLES, Charts, open};
use grognard_odds::{Budget, exact};
use grognard_umpire::{Choice, Playable, Visitor};
use std::sync::Arc;

fn main() {
    divan::main();
}

/// Works the odds out again and again.
struct Odds<'a, 'b>(Bencher<'a, 'b>);

impl Visitor for Odds<'_, '_> {
    type Out = ();
    fn visit<P>(self, start: P, rules: Arc<P::Rules>)
    where
        P: Playable + Send + Sync + 'static,
        P::Rules: Send + Sync + 'static,
        P::End: Send + Sync + 'static,
    {
        let decide = |state: &P, choice: &Choice<'_>| state.policy(&rules, choice);
        self.0
            .bench(|| exact(&start, &rules, &decide, Budget::default()).expect("within the budget").states());
    }
}

#[divan::bench(args = ["alma-volley", "battery-and-columns", "thin-red-line", "column-at-rifles", "heavy-brigade", "village"])]
fn exact_odds(bencher: Bencher<'_, '_>, name: &str) {
    let charts = Arc::new(Charts::load(&[]).expect("our own tables can be read"));
    let text =
        BATTLES.get_file(format!("{name}.toml")).and_then(|file| file.contents_utf8()).expect("a ready file");
    open(name, text, &charts).expect("a ready file").visit(Odds(bencher));
}
