//! What is advised in a side's place, and how options read to people.

use grognard_odds::Alternative;
use grognard_umpire::{Guide, Kind, Offered, Question, Side};

/// What the computer would do, its reason, and what each alternative is worth, put together: where the computer says why,
/// and not in secret, that is followed; else the best that is known, if the worth of the computer's answer is known too.
pub fn best_of(
    (key, spoken): (String, String),
    question: &Question,
    side: Side,
    advice: &[Alternative],
) -> (String, String) {
    if !spoken.is_empty() && !question.kind.is_secret() {
        return (key, spoken);
    }
    let own: Vec<&Alternative> = advice.iter().filter(|a| a.by == side).collect();
    let best = own.iter().max_by(|a, b| a.value.total_cmp(&b.value));
    let (Some(best), Some(this)) = (best, own.iter().find(|a| a.key == key)) else {
        return (key, String::new());
    };
    let taken = if best.value - this.value > SAME { best } else { this };
    let others = own.iter().filter(|a| a.key != taken.key).map(|a| a.value);
    let why = match taken.value - others.fold(f64::NEG_INFINITY, f64::max) {
        more if !more.is_finite() => String::new(),
        more if more < SAME => "nothing else is worth more".to_owned(),
        more => format!("worth {} more than anything else", points(more)),
    };
    (taken.key.clone(), why)
}

/// Worths this near are the same.
pub const SAME: f64 = 1e-9;

/// A difference in worth, in words: whole points as such, else to a hundredth.
pub fn points(worth: f64) -> String {
    let text = format!("{worth:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "0" => "less than 0.01 points".to_owned(),
        "1" => "1 point".to_owned(),
        text => format!("{text} points"),
    }
}

/// A question with the words that name units, and what is left of them, where its guide has such.
pub fn told_plainly(question: &Question, guide: &dyn Guide) -> Question {
    let mut told = question.clone();
    let topic = told.asking.topic;
    let plain = |offered: &mut Offered| {
        if let Some(words) = guide.meaning(topic, &offered.key) {
            offered.words = words;
        }
    };
    match &mut told.kind {
        Kind::Choose { options, .. } | Kind::Order { offers: options, .. } => {
            options.iter_mut().for_each(plain)
        }
        Kind::Roll(_) => {}
    }
    told
}

#[cfg(test)]
mod tests {
    use super::points;

    #[test]
    fn points_are_told_as_people_say_them() {
        let told = [10.0, 1.0, 0.44, 1.5, 0.001, 84.44].map(points);
        let wanted =
            ["10 points", "1 point", "0.44 points", "1.5 points", "less than 0.01 points", "84.44 points"];
        assert_eq!(told, wanted);
    }
}
