//! Cards: what there is to choose from.

use crate::game::HowHard;
use grognard::umpire::Header;
use grognard::{Game, Seat, System, systems};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;
use utoipa::ToSchema;

/// All systems.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SystemList {
    /// The systems.
    pub systems: Vec<SystemCard>,
}

/// A system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SystemCard {
    /// The key: `eu9`.
    pub key: String,
    /// The name.
    pub title: String,
    /// The edition carried out.
    pub edition: String,
    /// How much of the book is carried out.
    pub coverage: CoverageCard,
    /// The kinds of battle.
    pub kinds: Vec<KindCard>,
    /// The ready battles.
    pub battles: Vec<BattleCard>,
    /// The whole games.
    pub titles: Vec<BattleCard>,
}

/// How many clauses a book has, and how many are carried out, exercised, declared and open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct CoverageCard {
    /// All clauses.
    pub clauses: usize,
    /// Carried out by code that cites them.
    pub carried_out: usize,
    /// Exercised by tests.
    pub exercised: usize,
    /// With nothing to carry out.
    pub not_applicable: usize,
    /// Neither.
    pub open: usize,
}

/// A kind of battle file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct KindCard {
    /// The key: `land-battle`.
    pub key: String,
    /// What it is, in a sentence.
    pub about: String,
}

/// The sides' names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SideNames {
    /// The attacker, or whoever is asked first.
    pub first: String,
    /// The other.
    pub second: String,
}

/// A ready battle, or a whole game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct BattleCard {
    /// The name it is asked for by: `pavia`.
    pub name: String,
    /// The kind of file.
    pub kind: String,
    /// What it is called.
    pub title: String,
    /// When it was.
    pub date: String,
    /// Who fights.
    pub sides: SideNames,
    /// What it is, in a few sentences: the words its file begins with.
    pub about: String,
    /// Where its figures come from.
    pub sources: Vec<String>,
    /// What it is played on.
    pub board: ShownAs,
    /// Whether something is hidden from somebody when it begins, if only what is being chosen.
    pub hides: bool,
    /// How hard its computer player can think; nothing where the computer goes by the stated policy of a side.
    pub strengths: Vec<HowHard>,
}

/// What a battle or game is played on, as far as it can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ShownAs {
    /// A picture: a map, or a table seen from above.
    Picture,
    /// Drawn in letters.
    Letters,
    /// None: it is told in words alone.
    None,
}

/// The systems with all they have. Made once: every battle is opened for its sides' names.
pub fn system_list() -> &'static SystemList {
    static LIST: LazyLock<SystemList> =
        LazyLock::new(|| SystemList { systems: systems().iter().map(system_card).collect() });
    &LIST
}

fn system_card(system: &System) -> SystemCard {
    let [(_, clauses), (_, carried_out), (_, exercised), (_, not_applicable), (_, open)] =
        system.coverage().totals();
    let cards = |files: Vec<(String, &'static str)>| {
        files.into_iter().filter_map(|(name, text)| battle_card(name, text)).collect()
    };
    SystemCard {
        key: system.key.to_owned(),
        title: system.title.to_owned(),
        edition: system.edition.to_owned(),
        coverage: CoverageCard { clauses, carried_out, exercised, not_applicable, open },
        kinds: system.kinds.iter().map(kind_card).collect(),
        battles: cards(system.battles()),
        titles: cards(system.titles()),
    }
}

fn kind_card(kind: &grognard::Kind) -> KindCard {
    let schema = (kind.schema)().to_value();
    let about = schema.get("description").and_then(|words| words.as_str()).unwrap_or_default();
    KindCard { key: kind.key.to_owned(), about: about.to_owned() }
}

/// A test opens every ready battle and title, so none is missing here.
fn battle_card(name: String, text: &'static str) -> Option<BattleCard> {
    let fields: toml::Table = toml::from_str(text).ok()?;
    let words = |key: &str| fields.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned();
    let contest = grognard::open(&name, text, &[]).ok()?;
    let sides = contest.side_names();
    let game = Game::new(contest.start(Header::default()));
    let board = match (game.picture(Seat::Onlooker), game.drawing(Seat::Onlooker)) {
        (Some(_), _) => ShownAs::Picture,
        (None, Some(_)) => ShownAs::Letters,
        (None, None) => ShownAs::None,
    };
    let sources = fields.get("sources").and_then(toml::Value::as_array).into_iter().flatten();
    Some(BattleCard {
        kind: words("kind"),
        about: first_words(text, &words("title")),
        sources: sources.filter_map(toml::Value::as_str).map(str::to_owned).collect(),
        board,
        hides: game.hides(),
        strengths: game.strengths().iter().copied().map(HowHard::from).collect(),
        title: words("title"),
        date: words("date"),
        sides: SideNames { first: sides.first, second: sides.second },
        name,
    })
}

/// The first paragraph of the comment a file begins with. Where it repeats the title, which stands above it, that is
/// left out.
fn first_words(text: &str, title: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix('#')).map(str::trim);
    let words = lines.take_while(|line| !line.is_empty()).collect::<Vec<_>>().join(" ");
    let Some(rest) = words.strip_prefix(title).and_then(|rest| rest.strip_prefix(": ")) else { return words };
    let mut letters = rest.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_battle_and_title_has_a_card_with_a_kind_that_exists() {
        for (system, card) in systems().iter().zip(&system_list().systems) {
            assert_eq!(card.battles.len(), system.battles().len(), "{}", system.key);
            assert_eq!(card.titles.len(), system.titles().len(), "{}", system.key);
            for battle in card.battles.iter().chain(&card.titles) {
                assert!(card.kinds.iter().any(|kind| kind.key == battle.kind), "{}: {battle:?}", system.key);
                assert!(!battle.title.is_empty() && battle.sides.first != battle.sides.second, "{battle:?}");
                assert!(battle.about.ends_with(['.', '?']) && battle.about.len() > 20, "{battle:?}");
            }
        }
    }

    #[test]
    fn a_card_says_what_the_file_begins_with_and_what_it_is_played_on() {
        let card = |system: &str, name: &str| {
            let found = system_list().systems.iter().find(|card| card.key == system).unwrap();
            found.battles.iter().chain(&found.titles).find(|card| card.name == name).unwrap()
        };
        let zama = card("ancient-world", "zama");
        assert_eq!(zama.about, "Scipio and Masinissa against Hannibal and his elephants.");
        assert_eq!(zama.sources, ["Polybius 15.9-14", "Livy 30.32-35"]);
        let minsk = card("damos", "bialystok-minsk");
        assert_eq!((minsk.board, minsk.about.contains("title")), (ShownAs::Picture, false));
        assert_eq!(card("ancient-world", "duel-for-apulia").board, ShownAs::Picture);
        assert_eq!(card("eu9", "pavia").board, ShownAs::None);
        // Plan and posture are chosen in secret; at Pavia nothing is.
        assert!(card("damos", "orel-withdrawal").hides && !card("eu9", "pavia").hides);
    }
}
