//! Reading what people name: battle files, ready battles, folders of tables, journals.

use crate::Failure;
use crate::args::{BattleFile, HouseTables};
use grognard::{Contest, System, system, systems};
use std::fs;
use std::path::Path;

/// More than any battle file, table or journal needs.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// A battle, opened, with its file's name and text.
pub(crate) struct OpenBattle {
    pub(crate) name: String,
    pub(crate) text: String,
    /// The player's own tables, by the names of their files.
    pub(crate) tables: Vec<(String, String)>,
    pub(crate) contest: Box<dyn Contest>,
}

pub(crate) fn open(battle: &BattleFile) -> Result<OpenBattle, Failure> {
    let (name, text) = battle_text(&battle.file)?;
    let tables = house_and_beside(&name, &text, &battle.tables)?;
    let contest = grognard::open(&name, &text, &tables)?;
    Ok(OpenBattle { name, text, tables: by_file_name(&tables), contest })
}

/// The text of a title by its key, of a battle file, or of a ready battle.
pub(crate) fn title_text(title: &str) -> Result<(String, String), Failure> {
    let titles = || systems().iter().flat_map(|system| system.titles());
    if let Some((key, text)) = titles().find(|(key, _)| key == title) {
        return Ok((key, text.to_owned()));
    }
    battle_text(title).map_err(|_| {
        let keys: Vec<String> = titles().map(|(key, _)| key).collect();
        Failure(format!("no title `{title}`; there are {}, and any battle file", keys.join(", ")))
    })
}

fn battle_text(file: &str) -> Result<(String, String), Failure> {
    if Path::new(file).exists() || file.ends_with(".toml") {
        return Ok((file.to_owned(), read(Path::new(file))?));
    }
    if let Some((key, name)) = file.split_once('/')
        && let Some(system) = system(key)
    {
        let text = system.battle(name).ok_or_else(|| {
            let names: Vec<String> = system.battles().into_iter().map(|(name, _)| name).collect();
            Failure(format!("{file}: no such battle; {key} has {}", names.join(", ")))
        })?;
        return Ok((format!("{name}.toml"), text.to_owned()));
    }
    Err(Failure(format!("{file}: no such file; give a battle file, or a ready one such as eu9/pavia")))
}

/// Reads a text file of bounded size.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let size = fs::metadata(path).map_err(|error| fail(error.to_string()))?.len();
    if size > FILE_BYTES_MAX {
        return Err(fail(format!("{size} bytes; at most {FILE_BYTES_MAX} are read")));
    }
    let bytes = fs::read(path).map_err(|error| fail(error.to_string()))?;
    String::from_utf8(bytes).map_err(|_| fail("not text in UTF-8".to_owned()))
}

/// The player's tables: every TOML file of the folder, in the order of their names.
pub(crate) fn house(tables: &HouseTables) -> Result<Vec<(String, String)>, Failure> {
    let Some(folder) = &tables.tables else { return Ok(Vec::new()) };
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(fail)? {
        let path = entry.map_err(fail)?.path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            paths.push(path);
        }
    }
    paths.sort();
    if paths.is_empty() {
        return Err(Failure(format!("{}: no TOML file in this folder", folder.display())));
    }
    paths.into_iter().map(|path| Ok((path.display().to_string(), read(&path)?))).collect()
}

/// The player's tables, and the files that a title names and that lie beside it, under the names it gives them.
pub(crate) fn house_and_beside(
    title: &str,
    text: &str,
    tables: &HouseTables,
) -> Result<Vec<(String, String)>, Failure> {
    let mut all = house(tables)?;
    let folder = Path::new(title).parent().unwrap_or(Path::new(""));
    for name in grognard::files_beside(title, text)? {
        if by_file_name(&all).iter().any(|(table, _)| *table == name) {
            return Err(Failure(format!(
                "{name}: a table of yours has the name of a file of {title}; rename one"
            )));
        }
        let text = read(&folder.join(&name))?;
        all.push((name, text));
    }
    Ok(all)
}

/// Tables as journals keep them: where their folder lies is nobody else's business.
pub(crate) fn by_file_name(tables: &[(String, String)]) -> Vec<(String, String)> {
    let whole = |(path, text): &(String, String)| {
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        // As the header reads it back: line by line.
        (name, text.lines().flat_map(|line| [line, "\n"]).collect())
    };
    tables.iter().map(whole).collect()
}

/// The system with a key.
pub(crate) fn find_system(key: &str) -> Result<&'static System, Failure> {
    system(key).ok_or_else(|| {
        let keys: Vec<&str> = systems().iter().map(|system| system.key).collect();
        Failure(format!("no system `{key}`; there are {}", keys.join(", ")))
    })
}

/// Writes a new file, whole or not at all, and never over another.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    use std::io::Write;
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let mut file = fs::File::create_new(path).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => Failure(format!(
            "{}: there is such a file, and none is written over; name another",
            path.display()
        )),
        _ => fail(error),
    })?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    if let Err(error) = written {
        // Half a file is worse than none; if even this fails the first error tells more.
        let _ = fs::remove_file(path);
        return Err(fail(error));
    }
    Ok(())
}
