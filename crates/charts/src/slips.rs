//! Slips in the shape of a file, in plain words: what stands there, what would be right, and what was probably meant.

/// What is wrong with the shape of a file, said to somebody who has never seen a line of Rust.
pub(crate) fn in_plain_words(message: &str) -> String {
    let message = message.trim().replace('\n', "; ");
    if let Some(rest) = message.strip_prefix("invalid type: ").or(message.strip_prefix("invalid value: "))
        && let Some((found, wanted)) = rest.rsplit_once(", expected ")
    {
        return format!("{}; {}", what_stands_there(found), what_is_wanted(wanted));
    }
    if let Some(rest) = message.strip_prefix("invalid length ")
        && let Some((found, wanted)) = rest.split_once(", expected ")
    {
        let count: String = wanted.chars().filter(char::is_ascii_digit).collect();
        return match count.is_empty() {
            true => format!("{found} in this list; {}", what_is_wanted(wanted)),
            false => format!("{found} in this list; it has {count}, in their order"),
        };
    }
    for slip in ["unknown field ", "unknown variant "] {
        if let Some(rest) = message.strip_prefix(slip) {
            return format!("{message}{}", meant(rest));
        }
    }
    message
}

/// `integer `900`` as people say it.
fn what_stands_there(found: &str) -> String {
    let value = found.split(['`', '"']).nth(1).unwrap_or_default();
    match found.split(' ').next().unwrap_or_default() {
        "string" => format!("`{value}` is text"),
        "integer" => format!("{value} does not go here"),
        "floating" => format!("{value} is no whole number"),
        "boolean" => format!("{value} is a yes or no"),
        "sequence" => "this is a list".to_owned(),
        "map" => "this is a table".to_owned(),
        "datetime" | "date" | "local" => "this is a date; put it in quotes".to_owned(),
        _ => found.to_owned(),
    }
}

/// `u16` as people say it.
fn what_is_wanted(wanted: &str) -> String {
    let whole = |low: i128, high: i128| format!("write a whole number, {low} to {high}");
    match wanted {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" | "u64" | "u128" | "usize" => "write a whole number, 0 or more".to_owned(),
        "i8" => whole(i8::MIN.into(), i8::MAX.into()),
        "i16" => whole(i16::MIN.into(), i16::MAX.into()),
        "i32" | "i64" | "i128" | "isize" => "write a whole number".to_owned(),
        "a boolean" => "write true or false".to_owned(),
        "a string" => "write text in quotes, as \"…\"".to_owned(),
        "a character" | "char" => "write one letter in quotes".to_owned(),
        "a sequence" => "write a list, as [ … ]".to_owned(),
        wanted if wanted.starts_with("a tuple of size ") => {
            format!("write a list of {}, as [ … ]", wanted.trim_start_matches("a tuple of size "))
        }
        wanted if wanted == "a map" || wanted.starts_with("struct ") => {
            "write a table, as { … } or under a heading of its own".to_owned()
        }
        "string or table" | "an enum" => "write one word in quotes".to_owned(),
        wanted if wanted.starts_with("enum ") => "write one word in quotes".to_owned(),
        wanted => format!("write {wanted}"),
    }
}

/// The known word nearest to the one that stands there, out of a list in backticks.
fn meant(rest: &str) -> String {
    let mut words = rest.split('`').skip(1).step_by(2);
    let Some(typed) = words.next() else { return String::new() };
    nearest(typed, words).map_or_else(String::new, |word| format!("; did you mean `{word}`?"))
}

/// The known word nearest to what was typed: one that begins with it, or one at most a third of whose letters are
/// wrong. The first of several.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let distance = |name: &str| match name.to_lowercase() {
        name if typed.chars().count() >= 3 && name.starts_with(&typed) => 0,
        name => strsim::damerau_levenshtein(&typed, &name),
    };
    let near = |(far, name): &(usize, &str)| *far <= name.chars().count() / 3;
    known
        .into_iter()
        .map(|name| (distance(name), name))
        .filter(near)
        .min_by_key(|(far, _)| *far)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use crate::bad_data::read;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Ground {
        Plain,
        Woods,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Unit {
        name: String,
        #[serde(default)]
        stands: u8,
        #[serde(default)]
        year: u16,
        #[serde(default)]
        veteran: bool,
        ground: Option<Ground>,
        #[serde(default)]
        guns: Vec<(String, u8)>,
    }

    #[test]
    fn slips_in_shape_are_told_in_plain_words() {
        let said = |line: &str| {
            let text = format!("name = \"a\"\n{line}\n");
            read::<Unit>("a.toml", &text).map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(
            said("year = \"1525\""),
            "a.toml, line 2, year: `1525` is text; write a whole number, 0 to 65535"
        );
        assert_eq!(
            said("stands = 900"),
            "a.toml, line 2, stands: 900 does not go here; write a whole number, 0 to 255"
        );
        assert_eq!(
            said("stands = 1.5"),
            "a.toml, line 2, stands: 1.5 is no whole number; write a whole number, 0 to 255"
        );
        assert_eq!(said("veteran = \"yes\""), "a.toml, line 2, veteran: `yes` is text; write true or false");
        assert_eq!(said("guns = \"none\""), "a.toml, line 2, guns: `none` is text; write a list, as [ … ]");
        assert!(said("guns = [[\"A\"]]").ends_with("1 in this list; it has 2, in their order"));
        assert!(said("ground = \"wods\"").ends_with("; did you mean `woods`?"));
        assert!(said("veterans = true").contains("unknown field `veterans`"));
        assert!(said("veterans = true").ends_with("; did you mean `veteran`?"));
        assert!(said("year = 1525-02-24").contains("write a whole number"));
        for line in ["year = \"1\"", "guns = 1", "ground = 3", "stands = -1", "name = 1", "ground = []"] {
            let said = said(line);
            for word in ["expected u", "untagged", "struct", "enum", "sequence"] {
                assert!(!said.contains(word), "{line}: {said}");
            }
        }
    }
}
