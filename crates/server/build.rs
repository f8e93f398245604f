//! The pages lie inside the program, so that a program built before them must be built again after them.

use std::path::Path;

fn main() {
    let pages = Path::new("../../web/dist");
    // A folder that is there, if empty, has a name that debug builds find again when it is filled. Where none may be
    // made, the program says that it has no pages.
    let _ = std::fs::create_dir_all(pages);
    println!("cargo::rerun-if-changed=build.rs");
    // Debug builds read the folder while they run.
    if pages.exists() && std::env::var_os("PROFILE").is_some_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
