//! Man pages: one for the program, one for each command.

use crate::args::Cli;
use crate::files::write_new_bytes;
use crate::hint::did_you_mean;
use crate::{Failure, Outcome};
use clap::CommandFactory;
use std::path::Path;

/// The page of a command, or of the program; or all of them into a folder.
pub(crate) fn manual(command: Option<&str>, folder: Option<&Path>) -> Outcome {
    let mut program = Cli::command();
    program.build();
    if let Some(folder) = folder {
        return all(&program, folder);
    }
    let Some(name) = command else { return page(program) };
    match program.find_subcommand(name) {
        Some(command) => page(command.clone()),
        None => {
            let names = program.get_subcommands().map(clap::Command::get_name);
            Err(Failure(format!("no command `{name}`{}", did_you_mean(name, names))))
        }
    }
}

fn page(command: clap::Command) -> Outcome {
    let mut text = Vec::new();
    clap_mangen::Man::new(command).render(&mut text)?;
    Ok(String::from_utf8(text)?)
}

/// Writes every page into a folder that exists, and over no file.
fn all(program: &clap::Command, folder: &Path) -> Outcome {
    if !folder.is_dir() {
        return Err(Failure(format!("{}: no such folder; make it first", folder.display())));
    }
    let commands = program.get_subcommands().filter(|command| command.get_name() != "help");
    let mut pages = vec![("grognard.1".to_owned(), page(program.clone())?)];
    for command in commands {
        pages.push((format!("grognard-{}.1", command.get_name()), page(command.clone())?));
    }
    // Nothing is written where one is in the way.
    if let Some((name, _)) = pages.iter().find(|(name, _)| folder.join(name).exists()) {
        let shown = folder.join(name);
        return Err(Failure(format!(
            "{}: there is such a file, and none is written over; name another folder",
            shown.display()
        )));
    }
    for (name, page) in &pages {
        write_new_bytes(&folder.join(name), page.as_bytes())?;
    }
    Ok(format!(
        "{} pages in {}; read one with: man {}\n",
        pages.len(),
        folder.display(),
        folder.join("grognard.1").display()
    ))
}
