//! The law of targets: from a picture and a question alone an interface can light up what may be chosen, and tell
//! which options a click means.

use grognard_umpire::{
    Board, BoardKind, Generator, Header, Kind, Offered, Playable, Question, Salt, Session, Side, SignOf,
    Takes, Target, TargetKind,
};
use std::collections::BTreeSet;
use std::sync::Arc;

const SALT: Salt = [0; 16];

/// How much was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    /// Questions with a picture.
    pub questions: usize,
    /// Options that touch something.
    pub touching: usize,
    /// Orders that were read by their grammar.
    pub read: usize,
}

/// Plays random games and looks at every so many questions: every target of an option is in the picture that its
/// side sees, every word of an option's key that is the id of something shown is among its targets, and every
/// order on offer follows the grammar.
pub fn are_found<P: Playable>(
    name: &str,
    start: &P,
    rules: &Arc<P::Rules>,
    seeds: std::ops::Range<u64>,
    every: usize,
) -> Looked {
    let mut looked = Looked::default();
    for seed in seeds {
        let mut dice = Generator::new(seed);
        let header = Header { system: name.to_owned(), ..Header::default() };
        let mut session = Session::start(start.clone(), Arc::clone(rules), header);
        let mut asked = 0;
        while let Some(question) = session.pending().first().map(|question| (*question).clone()) {
            if session.throw(&mut dice).is_some() {
                continue;
            }
            let side = question.asking.by.expect("a choice belongs to a side");
            let place = || format!("{name}, seed {seed}, {}", question.line());
            asked += 1;
            if asked % every == 0
                && let Some(picture) = session.position().picture(rules, Some(side))
            {
                looked.questions += 1;
                look(&question, &picture, &mut looked, &place);
                board_is_shown(name, session.position(), rules, Some(side));
            }
            let options = question.options();
            let key = options[dice.below(options.len() as u32) as usize].key.clone();
            session
                .answer_salted(side, &key, SALT)
                .unwrap_or_else(|refusal| panic!("{}: {refusal}", place()));
        }
    }
    looked
}

/// The board as data and the picture are one: every cell, every town and every piece is shown by its id, pieces stand in
/// cells that there are, neighbours know each other and lie within the extent, and every key has its words.
///
/// # Panics
/// Where that is not so.
pub fn board_is_shown<P: Playable>(name: &str, state: &P, rules: &P::Rules, viewer: Option<Side>) {
    let guide = state.guide(rules, viewer).unwrap_or_else(|| panic!("{name}: nobody tells"));
    let board = guide.board().unwrap_or_else(|| panic!("{name}: no board"));
    let picture = state.picture(rules, viewer).unwrap_or_else(|| panic!("{name}: no picture"));
    let shown = shown(&picture);
    let words = |of: SignOf, key: &str| board.legend.iter().any(|sign| sign.of == of && sign.key == key);
    for cell in &board.cells {
        let id = &cell.id;
        assert!(board.kind == BoardKind::Table || shown.contains(id), "{name}: {id} is not in the picture");
        assert!(words(SignOf::Ground, cell.ground), "{name}: {id}: no words for `{}`", cell.ground);
        let [(left, top), (right, bottom)] = Board::reach(cell);
        let inside = left >= 0 && top >= 0 && right <= board.size.0 && bottom <= board.size.1;
        // A road or a river runs on over the edge of a table.
        assert!(inside || board.kind == BoardKind::Table, "{name}: {id} lies beyond the edge");
        for (to, between) in &cell.neighbours {
            let other =
                board.cell(to).unwrap_or_else(|| panic!("{name}: {id} borders {to}, which is not there"));
            let back = other.neighbours.iter().any(|(to, back)| to == id && back == between);
            assert!(back, "{name}: {to} does not know {id}, or knows something else between them");
        }
        if let Some(town) = &cell.town {
            assert!(shown.contains(&town.id), "{name}: {} is not in the picture", town.id);
        }
    }
    let mut ids: Vec<Target> = guide.pieces().into_iter().map(|piece| piece.id).collect();
    let count = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), count, "{name}: two pieces go by one id");
    for piece in guide.pieces() {
        let cell = |place: &Target| board.cell(place).is_some();
        let there = board.kind == BoardKind::Table || piece.place.as_ref().is_none_or(cell);
        assert!(there, "{name}: {} stands at {:?}, which is no cell", piece.id, piece.place);
    }
    for now in guide.cells() {
        assert!(board.cell(&now.cell).is_some(), "{name}: {} is held, and no cell", now.cell);
    }
}

fn look(question: &Question, picture: &str, looked: &mut Looked, place: &dyn Fn() -> String) {
    let shown = shown(picture);
    let ids: BTreeSet<&str> = shown.iter().map(|target| target.id.as_str()).collect();
    for option in question.options() {
        let key = &option.key;
        for target in &option.targets {
            assert!(shown.contains(target), "{}: `{key}` touches {target}, which is not shown", place());
        }
        // A fleet goes by its nation and its place.
        let own: BTreeSet<&str> = option.targets.iter().flat_map(|target| target.id.split('@')).collect();
        let whole = option.targets.iter().map(|target| target.id.as_str());
        let own: BTreeSet<&str> = own.into_iter().chain(whole).collect();
        for word in words(key, &ids) {
            assert!(own.contains(word), "{}: `{key}` names {word} and does not touch it", place());
        }
        looked.touching += usize::from(!option.targets.is_empty());
        if let Kind::Order { grammar, .. } = &question.kind
            && !grammar.is_empty()
        {
            assert!(follows(option, question, &shown), "{}: `{key}` follows no verb of the grammar", place());
            looked.read += 1;
        }
    }
}

/// Whether an order follows the grammar of its question, what its slots name being what it touches, as far as it is
/// shown: who rides with a unit, or is hidden, is not.
fn follows(option: &Offered, question: &Question, shown: &BTreeSet<Target>) -> bool {
    let Kind::Order { grammar, .. } = &question.kind else { return false };
    let touches = |kind: TargetKind, id: &str| {
        let target = Target { kind, id: id.to_owned() };
        option.targets.contains(&target) || !shown.contains(&target)
    };
    grammar.iter().filter_map(|verb| verb.read(&option.key)).any(|slots| {
        slots.iter().all(|(slot, word)| match slot.takes {
            Takes::One(kind) => touches(kind, word),
            Takes::Several(kind) => word.split('+').all(|id| touches(kind, id)),
            Takes::Text | Takes::Rest => true,
        })
    })
}

/// What the elements of a picture show, by their attribute.
fn shown(picture: &str) -> BTreeSet<Target> {
    let lists = picture.split("data-target=\"").skip(1).filter_map(|rest| rest.split('"').next());
    lists.flat_map(|list| list.split(' ')).filter_map(Target::read).collect()
}

/// The words of a key that are ids of something shown, alone or joined. A number of one or two digits is a count as
/// often as a place, so that nothing follows from it.
fn words<'a>(key: &'a str, ids: &BTreeSet<&str>) -> Vec<&'a str> {
    let telling = |id: &&str| id.len() > 2 || !id.bytes().all(|byte| byte.is_ascii_digit());
    let ids: BTreeSet<&str> = ids.iter().copied().filter(telling).collect();
    let mut found = Vec::new();
    for word in key.split([' ', '+', '/']) {
        if ids.contains(word) {
            found.push(word);
        } else {
            found.extend(word.split('-').filter(|part| ids.contains(part)));
        }
    }
    found
}
