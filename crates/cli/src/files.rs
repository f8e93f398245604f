//! Reading what people name: battle files, ready battles, folders of tables, journals.

use crate::Failure;
use crate::args::{BattleFile, HouseTables};
use crate::hint::did_you_mean;
use grognard::{Contest, System, system, systems};
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

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
    let mut tables = house_and_beside(&name, &text, &battle.tables)?;
    if let Some(linked) = linked(&battle.file)? {
        // What is given here lies over what came with the link.
        tables.splice(0..0, linked.house());
    }
    let contest = grognard::open(&name, &text, &tables)?;
    Ok(OpenBattle { name, text, tables: by_file_name(&tables), contest })
}

/// The text of a title by its key, of a battle file, or of a ready battle.
pub(crate) fn title_text(title: &str) -> Result<(String, String), Failure> {
    let titles = || systems().iter().flat_map(|system| system.titles());
    if let Some((key, text)) = titles().find(|(key, _)| key == title) {
        return Ok((key, text.to_owned()));
    }
    if title.contains(['/', '.']) || Path::new(title).exists() {
        if linked(title)?.is_some_and(|battle| !battle.tables.is_empty()) {
            let reason = "this link holds tables of its sender's own, which only `grognard odds` and `resolve` take; give \
                          them with --tables";
            return Err(Failure(reason.to_owned()));
        }
        return battle_text(title);
    }
    let keys: Vec<String> = titles().map(|(key, _)| key).collect();
    let hint = match ready_battle(title) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => did_you_mean(title, keys.iter().map(String::as_str)),
    };
    Err(Failure(format!("no title `{title}`; there are {}, and any battle file{hint}", keys.join(", "))))
}

/// A battle out of a link from the desk, or out of a file that the desk wrote, which holds nothing but such a link.
fn linked(file: &str) -> Result<Option<grognard_wire::Battle>, Failure> {
    let address = match Path::new(file).extension() {
        _ if grognard_wire::is_link(file) => file.to_owned(),
        Some(extension) if extension == "grognard" => read(Path::new(file))?,
        _ => return Ok(None),
    };
    let linked = grognard_wire::read_link(&address).map_err(|refusal| Failure(refusal.reason))?;
    Ok(Some(linked.battle))
}

/// The ready battle that is called so, as SYSTEM/NAME.
fn ready_battle(name: &str) -> Option<String> {
    let system = systems().iter().find(|system| system.battle(name).is_some())?;
    Some(format!("{}/{name}", system.key))
}

fn battle_text(file: &str) -> Result<(String, String), Failure> {
    if let Some(linked) = linked(file)? {
        let text = linked.text().map_err(|refusal| Failure(refusal.reason))?;
        return Ok(("linked.toml".to_owned(), text));
    }
    let path = Path::new(file);
    if (path.exists() && !path.is_dir()) || file.ends_with(".toml") {
        let text = read(path)?;
        return match of_another_kind(&text) {
            Some(what) => Err(Failure(format!("{file}: {what}"))),
            None => Ok((file.to_owned(), text)),
        };
    }
    if let Some((key, name)) = file.split_once('/')
        && let Some(system) = system(key)
    {
        let text = system.battle(name).ok_or_else(|| {
            let names: Vec<String> = system.battles().into_iter().map(|(name, _)| name).collect();
            let hint = did_you_mean(name, names.iter().map(String::as_str));
            Failure(format!("{file}: no such battle; {key} has {}{hint}", names.join(", ")))
        })?;
        return Ok((format!("{name}.toml"), text.to_owned()));
    }
    if path.exists() {
        regular(path)?;
    }
    let titles = systems().iter().flat_map(|system| system.titles()).map(|(key, _)| key);
    if titles.into_iter().any(|key| key == file) {
        return Err(Failure(format!(
            "{file}: this is a whole game, not a battle; begin it with `grognard new {file}`, or see who wins it how \
             often with `grognard study {file}`"
        )));
    }
    if system(file).is_some() {
        return Err(Failure(format!(
            "{file}: this is a system; name a battle of it: `grognard example {file}` lists them"
        )));
    }
    let ready: Vec<String> = systems()
        .iter()
        .flat_map(|system| {
            system.battles().into_iter().map(move |(name, _)| format!("{}/{name}", system.key))
        })
        .collect();
    let hint = match ready_battle(file) {
        Some(name) => format!("; did you mean `{name}`?"),
        None => did_you_mean(file, ready.iter().map(String::as_str)),
    };
    Err(Failure(format!("{file}: no such file; give a battle file, or a ready one such as eu9/pavia{hint}")))
}

/// What a file is that is no battle file, and what to do with it.
fn of_another_kind(text: &str) -> Option<&'static str> {
    let first = text.lines().next().unwrap_or_default();
    match first {
        first if first.starts_with("grognard-journal ") => Some(
            "this is the journal of a game, not a battle file; look at it with `grognard show`, go on with \
             `grognard play`, or see who would win with `grognard study`",
        ),
        first if first.starts_with("grognard-dice-1 ") || first.starts_with("grognard-secrets ") => {
            Some("this is a secret of a game, not a battle file; leave it where it lies")
        }
        first if first.trim_start().starts_with('{') => Some(
            "this is JSON, not a battle file; a battle file is TOML: `grognard example eu9 pavia` prints one",
        ),
        first if first.starts_with("<svg") || first.starts_with("<!DOCTYPE") => {
            Some("this is a picture or a page, not a battle file")
        }
        _ if text.lines().any(|line| line.trim_end() == "[position]") => Some(
            "this is a position, not a battle file; begin a game from it: grognard new TITLE --position FILE",
        ),
        _ => None,
    }
}

/// The last part of a file's name: where it lies is nobody else's business.
pub(crate) fn file_name(path: &str) -> String {
    Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// A file beside another: `pavia.journal.dice` beside `pavia.journal`.
pub(crate) fn beside(path: &Path, what: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(what);
    PathBuf::from(name)
}

/// Refuses a file name that would play tricks on whoever reads it, in a journal or on a terminal.
pub(crate) fn plain_name(path: &Path) -> Result<(), Failure> {
    match path.to_string_lossy().chars().any(char::is_control) {
        true => Err(Failure(format!("{path:?}: a file name with control characters in it is refused"))),
        false => Ok(()),
    }
}

/// Refuses what is no file of bounded length: folders, pipes, devices. It is asked before anything is opened, for
/// opening a pipe can wait for ever.
pub(crate) fn regular(path: &Path) -> Result<(), Failure> {
    plain_name(path)?;
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let data = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => fail(format!("no such file{}", meant_instead(path))),
        _ => fail(error.to_string()),
    })?;
    if data.is_dir() {
        return Err(fail("this is a folder; name a file".to_owned()));
    }
    if !data.is_file() {
        return Err(fail("this is no ordinary file but a pipe or a device; name a file".to_owned()));
    }
    match data.len() {
        size if size > FILE_BYTES_MAX => {
            Err(fail(format!("{size} bytes; at most {FILE_BYTES_MAX} are read")))
        }
        _ => Ok(()),
    }
}

/// What somebody may have meant by the name of a file that there is not: the journal that is called so, or a title.
fn meant_instead(path: &Path) -> String {
    let typed = path.to_string_lossy();
    let journal = format!("{typed}.journal");
    if Path::new(&journal).is_file() {
        return format!("; did you mean `{journal}`?");
    }
    let is_title = || systems().iter().any(|system| system.titles().iter().any(|(key, _)| *key == typed));
    let is_battle = || {
        let named = typed.split_once('/').and_then(|(key, name)| Some((system(key)?, name)));
        named.is_some_and(|(system, name)| system.battle(name).is_some())
    };
    match is_title() || is_battle() {
        true => format!("; a game of it begins with `grognard new {typed}`, which writes the journal"),
        false => String::new(),
    }
}

/// The bytes of an open file, of bounded size whatever it has said of itself.
pub(crate) fn read_open(path: &Path, file: &fs::File) -> Result<Vec<u8>, Failure> {
    let fail = |reason: String| Failure(format!("{}: {reason}", path.display()));
    let mut bytes = Vec::new();
    file.take(FILE_BYTES_MAX + 1).read_to_end(&mut bytes).map_err(|error| fail(error.to_string()))?;
    match bytes.len() as u64 > FILE_BYTES_MAX {
        true => Err(fail(format!("at most {FILE_BYTES_MAX} bytes are read"))),
        false => Ok(bytes),
    }
}

/// The bytes of a file of bounded size.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    regular(path)?;
    let file = fs::File::open(path).map_err(|error| Failure(format!("{}: {error}", path.display())))?;
    read_open(path, &file)
}

/// Reads a text file of bounded size.
pub(crate) fn read(path: &Path) -> Result<String, Failure> {
    String::from_utf8(read_bytes(path)?)
        .map_err(|_| Failure(format!("{}: not text in UTF-8", path.display())))
}

/// The player's tables: every TOML file of the folder, in the order of their names.
pub(crate) fn house(tables: &HouseTables) -> Result<Vec<(String, String)>, Failure> {
    let Some(folder) = &tables.tables else { return Ok(Vec::new()) };
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", folder.display()));
    plain_name(folder)?;
    if !folder.is_dir() {
        let what = if folder.exists() { "this is no folder" } else { "no such folder" };
        let words = "--tables takes a folder with TOML files of your charts";
        return Err(Failure(format!("{}: {what}; {words}", folder.display())));
    }
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
    paths.iter().try_for_each(|path| plain_name(path))?;
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
        let name = file_name(path);
        // As the header reads it back: line by line.
        (name, text.lines().flat_map(|line| [line, "\n"]).collect())
    };
    tables.iter().map(whole).collect()
}

/// The system with a key.
pub(crate) fn find_system(key: &str) -> Result<&'static System, Failure> {
    system(key).ok_or_else(|| {
        let keys: Vec<&str> = systems().iter().map(|system| system.key).collect();
        let hint = did_you_mean(key, keys.iter().copied());
        Failure(format!("no system `{key}`; there are {}{hint}", keys.join(", ")))
    })
}

/// Refuses a name that a file has already, before any work is done for it.
pub(crate) fn free(path: &Path) -> Result<(), Failure> {
    match path.exists() {
        true => Err(Failure(format!(
            "{}: there is such a file, and none is written over; name another",
            path.display()
        ))),
        false => Ok(()),
    }
}

/// Writes a new file, whole or not at all, and never over another.
pub(crate) fn write_new(path: &Path, text: &str) -> Result<(), Failure> {
    write_new_bytes(path, text.as_bytes())
}

/// The same for what need not be text.
pub(crate) fn write_new_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    plain_name(path)?;
    let fail = |error: std::io::Error| Failure(format!("{}: {error}", path.display()));
    let mut file = fs::File::create_new(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure(format!(
            "{}: there is such a file, and none is written over; name another",
            path.display()
        )),
        _ => fail(error),
    })?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    if let Err(error) = written {
        // Half a file is worse than none; if even this fails the first error tells more.
        let _ = fs::remove_file(path);
        return Err(fail(error));
    }
    sync_folder(path)
}

/// Makes a new file's name as durable as its contents.
pub(crate) fn sync_folder(path: &Path) -> Result<(), Failure> {
    if !cfg!(unix) {
        // Elsewhere a folder cannot be opened, and its entries are durable by themselves.
        return Ok(());
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = fs::File::open(folder).and_then(|folder| folder.sync_all());
    synced.map_err(|error| Failure(format!("{}: {error}", folder.display())))
}
