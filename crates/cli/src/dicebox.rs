//! The secret of a game's dice: drawn from the operating system, kept beside the journal until the game is over.

use crate::Failure;
use crate::files::{beside, plain_name, read, sync_folder};
use grognard::umpire::{DiceSource, Header, Pledge};
use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

const FIRST_WORD: &str = "grognard-dice-1 ";

/// Random bytes from the operating system.
pub(crate) fn draw<const N: usize>() -> Result<[u8; N], Failure> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| Failure(format!("no random numbers to be had: {error}")))?;
    Ok(bytes)
}

/// What a person adds to the dice by saying some words: the first half of their SHA-256, so that anybody can check it.
pub(crate) fn nonce(words: &str) -> [u8; 16] {
    let digest = Sha256::digest(words);
    std::array::from_fn(|i| digest[i])
}

/// Where the secret of a journal's dice lies.
pub(crate) fn place(journal: &Path) -> PathBuf {
    beside(journal, "dice")
}

/// Keeps a secret for a journal that is about to be begun, readable by nobody else.
pub(crate) fn keep(journal: &Path, secret: &[u8; 32]) -> Result<(), Failure> {
    let path = place(journal);
    plain_name(&path)?;
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let mut options = fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure(format!(
            "{}: it holds the dice of another game, and is not written over; name another journal",
            path.display()
        )),
        _ => fail(error),
    })?;
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    let written = file.write_all(format!("{FIRST_WORD}{hex}\n").as_bytes()).and_then(|()| file.sync_all());
    if let Err(error) = written {
        let _ = fs::remove_file(&path);
        return Err(fail(error));
    }
    sync_folder(&path)
}

/// The secret that was pledged in a journal's header, if it lies beside it.
///
/// # Errors
/// Where it is missing, or another's.
pub(crate) fn find(journal: &Path, header: &Header) -> Result<[u8; 32], Failure> {
    let path = place(journal);
    if !path.exists() {
        return Err(Failure(format!(
            "{}: it is missing, and without it no dice can be thrown; it was written beside the journal when the \
             game was begun, and has to go where the journal goes",
            path.display()
        )));
    }
    let secret = read(&path)?.strip_prefix(FIRST_WORD).and_then(|hex| bytes(hex.strip_suffix('\n')?));
    secret
        .filter(|secret| header.dice == DiceSource::Pledged(Pledge::commitment(secret)))
        .ok_or_else(|| Failure(format!("{}: it does not hold the dice of this game", path.display())))
}

fn bytes(hex: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if hex.len() != 64 || !hex.is_ascii() {
        return None;
    }
    for (index, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&hex[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(bytes)
}

/// Takes the secret away once it stands in the journal.
pub(crate) fn clear(journal: &Path, header: &Header) {
    if find(journal, header).is_ok() {
        // It does no harm there: everybody may know it now.
        let _ = fs::remove_file(place(journal));
    }
}
