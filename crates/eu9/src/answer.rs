//! Yes or no, in the words of the question.

use grognard_umpire::{Asked, Asking, Offer, Umpire};

/// An answer to a question of yes or no.
#[derive(Clone, Copy)]
struct Answer {
    yes: bool,
    words: &'static str,
}

impl Offer for Answer {
    fn key(&self) -> String {
        if self.yes { "yes" } else { "no" }.to_owned()
    }
    fn words(&self) -> String {
        self.words.to_owned()
    }
}

/// Asks a question that is answered no or yes, and says what each comes to. No comes first: the first option leaves
/// things as they are.
pub(crate) fn is_yes(asking: Asking, [no, yes]: [&'static str; 2], ump: &mut impl Umpire) -> Asked<bool> {
    let answers = [Answer { yes: false, words: no }, Answer { yes: true, words: yes }];
    Ok(ump.choose(asking, &answers)?.yes)
}
