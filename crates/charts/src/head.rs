//! What every file of a system begins with: the system that it is for, and what kind of file it is.

use crate::{BadData, Problem, read, refuse};
use serde::Deserialize;

/// Declares what a file of one kind says: the head that all have, and what it has of its own.
#[macro_export]
macro_rules! battle_file {
    (
        $(#[$of_all:meta])*
        pub struct $name:ident { $($(#[$of_one:meta])* $seen:vis $field:ident: $type:ty,)* }
    ) => {
        #[derive(serde::Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, rename_all = "kebab-case")]
        #[allow(dead_code)]
        $(#[$of_all])*
        pub struct $name {
            /// The key of its system.
            pub system: String,
            /// What kind of file it is.
            pub kind: String,
            /// What it is called.
            pub title: String,
            /// When it was.
            #[serde(default)]
            pub date: String,
            /// Where its data come from.
            #[serde(default)]
            pub sources: Vec<String>,
            $($(#[$of_one])* $seen $field: $type,)*
        }
    };
}

#[derive(Deserialize)]
struct Head {
    system: String,
    kind: String,
}

/// The kind of a file, as it stands in the system's list of kinds.
///
/// # Errors
/// Where the file is another system's, or of no kind that there is.
pub fn kind_of(
    file: &str,
    text: &str,
    system: &str,
    kinds: &[&'static str],
) -> Result<&'static str, BadData> {
    let head: Head = read(file, text)?;
    if head.system != system {
        let problem = format!("`{}` is another system; write {system}", head.system);
        return Err(refuse(file, text, &[Problem::new("system", problem)]));
    }
    kinds.iter().copied().find(|kind| *kind == head.kind).ok_or_else(|| {
        let problem = format!("no kind `{}`: write {}", head.kind, kinds.join(", "));
        refuse(file, text, &[Problem::new("kind", problem)])
    })
}

#[cfg(test)]
mod tests {
    use super::kind_of;

    #[test]
    fn a_file_says_which_system_it_is_for_and_what_it_is() {
        let kind = |text: &str| kind_of("file.toml", text, "chess", &["game", "problem"]);
        assert_eq!(kind("system = \"chess\"\nkind = \"problem\"\nmoves = 2"), Ok("problem"));
        let refused = |text: &str| kind(text).unwrap_err().to_string();
        let other = refused("system = \"draughts\"\nkind = \"game\"");
        assert_eq!(other, "file.toml, line 1, system: `draughts` is another system; write chess");
        let none = refused("system = \"chess\"\nkind = \"match\"");
        assert_eq!(none, "file.toml, line 2, kind: no kind `match`: write game, problem");
        assert!(refused("kind = \"game\"").contains("system"));
    }
}
