//! Scans the sources of the systems for the clauses they cite, so that the program need not carry its own sources with it.

// It is part of a library there.
#[allow(unreachable_pub)]
#[path = "../charts/src/citations.rs"]
mod citations;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A system's folder, and the macros that cite, each with the prefix that it adds.
type Citing = (&'static str, &'static [(&'static str, &'static str)]);

const SYSTEMS: [Citing; 5] = [
    ("ancient-world", &[("rule", "AW-")]),
    ("damos", &[("rule", "DAMOS-"), ("agc", "AGC-")]),
    ("days-of-empire", &[("rule", "DOE-")]),
    ("death-of-empires", &[("rule", "DE-")]),
    ("eu9", &[("rule", "EU9-")]),
];

/// The files below a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the sources lie beside this crate");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("it can be listed").path()).collect();
    all.sort();
    all.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../charts/src/citations.rs");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo says where"));
    for (folder, macros) in SYSTEMS {
        let sources = Path::new("..").join(folder).join("src");
        println!("cargo::rerun-if-changed={}", sources.display());
        let mut texts: Vec<(String, String)> = Vec::new();
        for path in files(&sources) {
            let below = path.strip_prefix("..").expect("it begins so").display().to_string();
            texts
                .push((format!("crates/{below}"), std::fs::read_to_string(&path).expect("sources are text")));
        }
        texts.sort();
        let mut lines = String::new();
        let texts = texts.iter().map(|(path, text)| (path.clone(), text.as_str()));
        for (clause, places) in citations::citations(texts, macros) {
            for place in places {
                let _ = writeln!(lines, "{clause}\t{place}");
            }
        }
        std::fs::write(out.join(format!("{folder}.tsv")), lines).expect("cargo's own folder");
    }
}
