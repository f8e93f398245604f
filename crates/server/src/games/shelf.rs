//! The contests that games are games of: a map, an order of battle and tables are read once and shared by all games of the
//! same title, which makes a game quick to open and small to keep.

use grognard::umpire::Header;
use grognard::{BadData, Contest, open};
use std::sync::{Arc, Mutex};

/// So many stay: with their tables laid over, titles are more than there are.
const KEPT_MAX: usize = 32;

/// All that a contest is read from.
#[derive(PartialEq, Eq)]
struct Texts {
    title: String,
    setup: String,
    tables: Vec<(String, String)>,
}

/// Those wanted last stand last.
static SHELF: Mutex<Vec<(Texts, Arc<dyn Contest>)>> = Mutex::new(Vec::new());

/// The contest of a title, from the shelf where it has been opened before.
///
/// # Errors
/// What is wrong with its texts.
pub fn shelved(title: &str, setup: &str, tables: &[(String, String)]) -> Result<Arc<dyn Contest>, BadData> {
    let is_it = |texts: &Texts| texts.title == title && texts.setup == setup && texts.tables == tables;
    let take = || {
        let mut shelf = SHELF.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        let place = shelf.iter().position(|(texts, _)| is_it(texts))?;
        let kept = shelf.remove(place);
        let contest = Arc::clone(&kept.1);
        shelf.push(kept);
        Some(contest)
    };
    if let Some(contest) = take() {
        return Ok(contest);
    }
    // Nobody waits for the shelf while a map is read.
    let contest: Arc<dyn Contest> = open(title, setup, tables)?.into();
    // Somebody may have been quicker.
    if let Some(contest) = take() {
        return Ok(contest);
    }
    let texts = Texts { title: title.to_owned(), setup: setup.to_owned(), tables: tables.to_owned() };
    let mut shelf = SHELF.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if shelf.len() >= KEPT_MAX {
        shelf.remove(0);
    }
    shelf.push((texts, Arc::clone(&contest)));
    Ok(contest)
}

/// The contest that a journal's header names.
pub(crate) fn contest(header: &Header) -> Result<Arc<dyn Contest>, String> {
    shelved(&header.title, &header.setup, &header.tables).map_err(|bad| bad.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(tables: Vec<(String, String)>) -> Header {
        let titles = grognard::system("damos").expect("DAMOS").titles();
        let (title, setup) = titles.into_iter().next().expect("a title");
        Header { system: "damos".to_owned(), title, setup: setup.to_owned(), tables, ..Header::default() }
    }

    #[test]
    fn games_of_one_title_share_its_contest_and_others_do_not() {
        let plain = header(Vec::new());
        let first = contest(&plain).expect("a title");
        assert!(Arc::ptr_eq(&first, &contest(&plain).expect("a title")));
        let other = Header { setup: format!("{}\n# read otherwise\n", plain.setup), ..plain.clone() };
        assert!(!Arc::ptr_eq(&first, &contest(&other).expect("a title")));
        // However many others come, the shelf stays as long as it is.
        for number in 0..KEPT_MAX {
            let setup = format!("{}\n# {number}\n", plain.setup);
            contest(&Header { setup, ..plain.clone() }).expect("a title");
        }
        assert!(SHELF.lock().expect("nobody falls over").len() <= KEPT_MAX);
        assert!(!Arc::ptr_eq(&first, &contest(&plain).expect("read anew")));
        assert!(contest(&Header { setup: "system = \"none\"".to_owned(), ..plain }).is_err());
    }
}
