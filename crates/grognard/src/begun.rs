//! Where a game begins: at the start of its title, or from a position that stands in the head of its journal.

#[cfg(doc)]
use crate::contest::Contest;
use crate::play::{Play, Sees};
use grognard_charts::{BadData, PositionFile};
use grognard_umpire::{Difference, Differs, Generator, Header, Playable, Refusal, Side, Start};

/// What positions are called that stand in the head of a journal.
const IN_THE_HEAD: &str = "position";

/// Where a game with this head begins; `start` is the start of its title.
pub(crate) fn begun<P: Playable>(header: &Header, start: &P, rules: &P::Rules) -> Result<Start<P>, Differs> {
    if header.position.is_empty() {
        return Ok(Start::from(start.clone()));
    }
    let differs = |problem: BadData| Differs { entry: 0, how: Difference::Position(problem.to_string()) };
    read(IN_THE_HEAD, header, start, rules).map_err(differs)
}

/// Where a game begins that is begun from the position in its head, which `file` names in messages.
pub(crate) fn read<P: Playable>(
    file: &str,
    header: &Header,
    start: &P,
    rules: &P::Rules,
) -> Result<Start<P>, BadData> {
    let text = &header.position;
    let position = PositionFile::read(file, text)?;
    for (key, has, due) in
        [("system", &position.system, header.system.as_str()), ("title", &position.title, title_of(header))]
    {
        if has != due {
            return Err(BadData::new(
                file,
                key,
                format!("a position of `{has}`; one of `{due}` is due here"),
            ));
        }
    }
    position.start(file, text, start.clone(), rules)
}

/// What positions call the title of a game.
fn title_of(header: &Header) -> &str {
    header.title.trim_end_matches(".toml")
}

/// The position of a game as a file, for whoever may know all of it: when it is over, or while neither side hides
/// anything from the other.
///
/// # Errors
/// That something is hidden.
pub fn position_text(play: &dyn Play) -> Result<String, Refusal> {
    let hidden = || {
        let sealed = play.sealed();
        play.has_face_down()
            || sealed.first
            || sealed.second
            || Side::ALL.iter().any(|&side| play.view(Some(side)) != play.view(None))
    };
    if play.end().is_none() && hidden() {
        let reason = "the game is still on, and its position would show what the sides hide from each other";
        return Err(Refusal::plain(reason));
    }
    Ok(whole_position_text(play))
}

/// The position of a game as somebody may know it, for a game of his own in which he tries something: what he may not see
/// is drawn anew.
///
/// # Errors
/// That answers lie face down, which nobody can draw anew.
pub(crate) fn position_text_as_seen(
    play: &dyn Play,
    sees: Sees,
    dice: &mut Generator,
) -> Result<String, Refusal> {
    let sealed = play.sealed();
    if play.has_face_down() || sealed.first || sealed.second {
        let reason = "something has been chosen in secret here and is not shown yet; try from a moment before or after it";
        return Err(Refusal::plain(reason));
    }
    let header = play.journal().header();
    let (system, title) = (header.system.clone(), title_of(header).to_owned());
    Ok(PositionFile { system, title, position: play.as_position_seen(sees, dice) }.text())
}

/// The same with all that is hidden, for whoever may know it: the game that it is a moment of is over.
pub fn whole_position_text(play: &dyn Play) -> String {
    let header = play.journal().header();
    let (system, title) = (header.system.clone(), title_of(header).to_owned());
    PositionFile { system, title, position: play.as_position() }.text()
}
