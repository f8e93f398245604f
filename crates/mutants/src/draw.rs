//! What is tried: mutants as `cargo mutants --list --json` names them, and a seeded random sample of them.

use std::process::Command;

use serde::Deserialize;

/// One way in which the sources could be wrong.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Mutant {
    /// File, place and change in words.
    pub(crate) name: String,
    /// The file, from the workspace's root.
    pub(crate) file: String,
    /// What the replacement takes the place of.
    pub(crate) span: Span,
    /// The text that stands there instead.
    pub(crate) replacement: String,
    pub(crate) genre: Genre,
    /// The function it stands in.
    pub(crate) function: Option<Function>,
}

#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Function {
    /// With its type before it, if it has one.
    #[serde(rename = "function_name")]
    pub(crate) name: String,
    /// With the arrow before it; empty where nothing is returned.
    pub(crate) return_type: String,
}

impl Mutant {
    /// Whether it is a value for a function whose type is named: what the compiler refuses of those behind a switch it
    /// refuses in any case. Where the type is not named, any value may do that stands alone.
    pub(crate) fn is_of_a_named_type(&self) -> bool {
        let unnamed = |function: &Function| function.return_type.contains("impl ");
        self.genre == Genre::FnValue && !self.function.as_ref().is_some_and(unnamed)
    }

    /// Whether it stands in a function of this name, types and modules apart.
    pub(crate) fn is_in(&self, function: &str) -> bool {
        let last = |path: &str| path.rsplit("::").next().unwrap_or_default().to_owned();
        self.function.as_ref().is_some_and(|inside| last(&inside.name) == last(function))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) enum Genre {
    FnValue,
    BinaryOperator,
    UnaryOperator,
    MatchArm,
    MatchArmGuard,
    StructField,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Span {
    pub(crate) start: Place,
    pub(crate) end: Place,
}

/// A line and a column, both counted from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl From<proc_macro2::LineColumn> for Place {
    fn from(place: proc_macro2::LineColumn) -> Place {
        Place { line: place.line, column: place.column + 1 }
    }
}

impl Place {
    /// How many bytes of the text stand before this place.
    pub(crate) fn byte(self, text: &str) -> usize {
        let before: usize = text.split_inclusive('\n').take(self.line - 1).map(str::len).sum();
        let column = text[before..].chars().take(self.column - 1).map(char::len_utf8).sum::<usize>();
        before + column
    }
}

/// All mutants of a package, in the order of the sources.
pub(crate) fn all(cargo: &str, package: &str) -> Result<Vec<Mutant>, String> {
    let listed = Command::new(cargo)
        .args(["mutants", "--list", "--json", "--package", package])
        .output()
        .map_err(|error| format!("{cargo} mutants: {error}"))?;
    if !listed.status.success() {
        return Err(format!("{cargo} mutants --list: {}", String::from_utf8_lossy(&listed.stderr)));
    }
    serde_json::from_slice(&listed.stdout).map_err(|error| format!("{cargo} mutants --list --json: {error}"))
}

/// The same seed draws the same mutants from the same sources: every mutant gets a number from a generator of our own,
/// and the smallest are taken. A smaller sample of the same seed is part of a larger one.
pub(crate) fn sample(all: Vec<Mutant>, size: usize, seed: u64) -> Vec<Mutant> {
    const MODULUS: u64 = 2_147_483_647;
    let mut state = (seed * 7919 + 1) % MODULUS;
    let mut next = || {
        state = state * 16807 % MODULUS;
        state
    };
    (0..20).for_each(|_| _ = next());
    let mut numbered: Vec<(u64, usize, Mutant)> =
        all.into_iter().enumerate().map(|(place, mutant)| (next(), place, mutant)).collect();
    numbered.sort_by_key(|(number, place, _)| (*number, *place));
    numbered.truncate(size);
    numbered.sort_by_key(|(_, place, _)| *place);
    numbered.into_iter().map(|(_, _, mutant)| mutant).collect()
}
