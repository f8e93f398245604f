//! What somebody may have meant: the known name nearest to one that was typed.

use grognard::nearest;

/// A hint to put behind a refusal: the nearest of the known names, or nothing where none is near.
pub(crate) fn did_you_mean<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    nearest(typed, known).map_or_else(String::new, |name| format!("; did you mean `{name}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_put_right_and_nonsense_is_not() {
        let known = ["pavia", "marignano", "cerignola"];
        assert_eq!(did_you_mean("pvaia", known), "; did you mean `pavia`?");
        assert_eq!(did_you_mean("Cerignolla", known), "; did you mean `cerignola`?");
        assert_eq!(did_you_mean("mar", known), "; did you mean `marignano`?");
        assert_eq!(did_you_mean("waterloo", known), "");
        assert_eq!(did_you_mean("", known), "");
    }
}
