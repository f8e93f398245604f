//! The database of games, from the command line: checked, copied, taken out, brought in.

use crate::paint::{GOOD, HEAD, styled};
use crate::{Failure, Outcome, dicebox, ledger, vault};
use grognard_server::store::Store;
use grognard_server::upkeep::{Taken, bring_in, carry_out, take_out};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

pub(crate) fn runtime() -> Result<tokio::runtime::Runtime, Failure> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

pub(crate) async fn opened(database: &str) -> Result<Store, Failure> {
    Store::open(database).await.map_err(|failure| Failure(format!("--database: {failure}")))
}

/// Only a database that is there is looked into: none is made for it.
async fn existing(database: &str) -> Result<Store, Failure> {
    let file = database.strip_prefix("sqlite:").map(|file| file.split('?').next().unwrap_or_default());
    match file {
        Some(file) if !Path::new(file).exists() => {
            Err(Failure(format!("--database: {file}: there is no such file")))
        }
        _ => opened(database).await,
    }
}

fn fail(reason: String) -> Failure {
    Failure(reason)
}

/// Carries every game out again.
pub(crate) fn check(database: &str) -> Outcome {
    runtime()?.block_on(async {
        let store = existing(database).await?;
        let (mut text, mut differ) = (String::new(), 0);
        let games = store.all_games().await.map_err(|failure| fail(failure.to_string()))?;
        for id in &games {
            let said = match take_out(&store, id).await.and_then(|taken| {
                carry_out(&taken)?;
                Ok(taken.journal.entries().len())
            }) {
                Ok(entries) => format!("{}, {entries} entries", styled(GOOD, "same")),
                Err(reason) => {
                    differ += 1;
                    reason
                }
            };
            let _ = writeln!(text, "{id}: {said}");
        }
        let _ = writeln!(text, "{} checked, {differ} of them not as they were.", games.len());
        match differ {
            0 => Ok(text),
            _ => Err(Failure(text.trim_end().to_owned())),
        }
    })
}

pub(crate) fn backup(file: &Path, database: &str) -> Outcome {
    runtime()?.block_on(async {
        let store = existing(database).await?;
        store.backup(file).await.map_err(|failure| fail(failure.to_string()))?;
        Ok(format!("{}: a whole copy.\n", styled(HEAD, file.display())))
    })
}

/// Writes games as journals, never over other files.
pub(crate) fn export(folder: &Path, games: &[String], database: &str) -> Outcome {
    runtime()?.block_on(async {
        let store = existing(database).await?;
        fs::create_dir_all(folder).map_err(|error| Failure(format!("{}: {error}", folder.display())))?;
        let all = store.all_games().await.map_err(|failure| fail(failure.to_string()))?;
        let wanted = if games.is_empty() { &all } else { games };
        let mut text = String::new();
        for id in wanted {
            let taken = take_out(&store, id).await.map_err(fail)?;
            let path = folder.join(format!("{id}.journal"));
            vault::none_yet(&path)?;
            if let Some(secret) = &taken.secret {
                dicebox::keep(&path, secret)?;
            }
            ledger::Ledger::create(&path, &taken.journal)?;
            for (side, opening) in &taken.openings {
                vault::keep(&path, &taken.journal, *side, opening)?;
            }
            let _ =
                writeln!(text, "{}: {} entries", styled(HEAD, path.display()), taken.journal.entries().len());
        }
        Ok(text)
    })
}

/// Brings a journal in, with what lies beside it.
pub(crate) fn import(path: &Path, database: &str) -> Outcome {
    let journal = ledger::look(path)?;
    let openings = vault::openings(path, &journal)?;
    let of = |entry: usize| match journal.entries().get(entry.checked_sub(1)?)?.event {
        grognard::umpire::Event::Secret { by, .. } => Some(by),
        _ => None,
    };
    let openings = openings.into_iter().filter_map(|opening| Some((of(opening.entry)?, opening))).collect();
    let secret = dicebox::find(path, journal.header()).ok();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let taken = Taken { id: String::new(), journal, openings, secret };
    runtime()?.block_on(async {
        let store = opened(database).await?;
        let at = |reason: String| Failure(format!("{}: {reason}", path.display()));
        let (id, invite) = bring_in(&store, &taken, &name).await.map_err(at)?;
        Ok(format!(
            "{}: carried out again, and kept as {id}. Whoever opens #/game/{id}/{invite} in the browser sits down.\n",
            styled(HEAD, path.display())
        ))
    })
}
