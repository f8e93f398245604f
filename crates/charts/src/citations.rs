//! Where code says which clause it carries out. The façade scans the sources with this while it is built, so that nothing
//! but the standard library is used here.

use std::collections::BTreeMap;

/// Where each clause is cited in source files: id to `file:line`s. `macros` are the citing macros with
/// the prefix each adds.
pub fn citations<'a>(
    files: impl IntoIterator<Item = (String, &'a str)>,
    macros: &[(&str, &str)],
) -> BTreeMap<String, Vec<String>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (path, text) in files {
        // What a crate's own tests say about a clause does not carry it out.
        let code = text.split("#[cfg(test)]").next().unwrap_or(text);
        for (index, line) in code.lines().enumerate() {
            for (name, prefix) in macros {
                for part in line.split(&format!("{name}!(\"")).skip(1) {
                    let Some((id, _)) = part.split_once('"') else { continue };
                    let place = format!("{path}:{}", index + 1);
                    let places = found.entry(format!("{prefix}{id}")).or_default();
                    if places.last() != Some(&place) {
                        places.push(place);
                    }
                }
            }
        }
    }
    found
}
