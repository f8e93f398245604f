//! Switches: how unclear and optional rules may be read, and how they stand.

use grognard::{Named, Stands, Switch, Switchboard, System, Takes};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// All switches of a system.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SwitchList {
    /// The system's key.
    pub system: String,
    /// The switches of each table of each kind of file.
    pub boards: Vec<SwitchboardCard>,
}

/// The switches of one table of some kinds of file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SwitchboardCard {
    /// The kinds of file that have them.
    pub kinds: Vec<String>,
    /// The table in which they stand, with dots.
    pub table: String,
    /// The switches.
    pub switches: Vec<SwitchCard>,
}

/// A switch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SwitchCard {
    /// Its key in files.
    pub key: String,
    /// The question it answers.
    pub about: String,
    /// The clause it is about.
    pub clause: String,
    /// What it is if a file leaves it out: one of the words below, or in words where a number is wanted.
    pub default: String,
    /// What may be written; none where a number is wanted.
    pub alternatives: Vec<SwitchWordCard>,
    /// The default under each profile that a file may name, where there are profiles.
    pub profiles: Vec<ProfiledCard>,
}

/// One way to read a switch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct SwitchWordCard {
    /// The word files use for it.
    pub word: String,
    /// What it means.
    pub words: String,
}

/// The default of a switch under a profile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ProfiledCard {
    /// The profile.
    pub profile: String,
    /// The word.
    pub word: String,
}

/// A switch named at the head of an account: because it is not at its default, or because it decided something.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct NamedSwitch {
    /// Where it is written, with dots.
    pub path: String,
    /// What it stands at.
    pub value: String,
    /// Whether that is its default.
    pub is_default: bool,
    /// The question it answers.
    pub about: String,
    /// The clause it is about.
    pub clause: String,
    /// The readings under which this would have gone otherwise.
    pub decided_against: Vec<String>,
    /// All of it in a line.
    pub words: String,
}

impl SwitchList {
    /// The switches of a system.
    pub fn of(system: &System) -> SwitchList {
        let boards = (system.switchboards)();
        SwitchList {
            system: system.key.to_owned(),
            boards: boards.iter().map(SwitchboardCard::from).collect(),
        }
    }
}

impl From<&Switchboard> for SwitchboardCard {
    fn from(board: &Switchboard) -> Self {
        let card = |(index, switch): (usize, &Switch)| {
            let words = switch.alternatives();
            let under = |profile: &grognard::Profiled| {
                let stands = *profile.stands.get(index.checked_sub(1)?)?;
                Some(ProfiledCard {
                    profile: (*profile.names.first()?).to_owned(),
                    word: words.get(stands)?.word.to_owned(),
                })
            };
            SwitchCard {
                profiles: board.profiles.iter().filter_map(under).collect(),
                ..SwitchCard::from(switch)
            }
        };
        SwitchboardCard {
            kinds: board.kinds.iter().map(|kind| (*kind).to_owned()).collect(),
            table: board.table.to_owned(),
            switches: board.switches.iter().enumerate().map(card).collect(),
        }
    }
}

impl From<&Switch> for SwitchCard {
    fn from(switch: &Switch) -> Self {
        let word = |one: grognard::SwitchWord| SwitchWordCard {
            word: one.word.to_owned(),
            words: one.words.to_owned(),
        };
        SwitchCard {
            key: switch.key.to_owned(),
            about: switch.about.to_owned(),
            clause: switch.clause.id().to_owned(),
            default: match switch.takes {
                Takes::Number(words) => words.to_owned(),
                Takes::OneOf(_) | Takes::YesNo(_) => switch.default_word().to_owned(),
            },
            alternatives: switch.alternatives().into_iter().map(word).collect(),
            profiles: Vec::new(),
        }
    }
}

impl From<&Named> for NamedSwitch {
    fn from(named: &Named) -> Self {
        let Stands { path, value, is_default, switch } = &named.stands;
        NamedSwitch {
            path: path.clone(),
            value: value.clone(),
            is_default: *is_default,
            about: switch.about.to_owned(),
            clause: switch.clause.id().to_owned(),
            decided_against: named.decided_against.iter().map(|&word| word.to_owned()).collect(),
            words: named.words(),
        }
    }
}

#[cfg(test)]
mod tests {
    use grognard::umpire::{BySide, DiceSource, Generator, Header, Journal, Kind, Seat};
    use grognard::{Contest, Play, Stands, named_switches, open, switches_in, system, systems, turned};

    #[test]
    fn every_switch_is_whole() {
        for system in systems() {
            let rulebook = system.rulebook();
            let boards = (system.switchboards)();
            assert!(!boards.is_empty(), "{}", system.key);
            for board in &boards {
                assert!(board.kinds.iter().all(|kind| system.kinds.iter().any(|one| one.key == *kind)));
                for (index, switch) in board.switches.iter().enumerate() {
                    let at = format!("{} {}.{}", system.key, board.table, switch.key);
                    assert!(
                        rulebook.clause(switch.clause.id()).is_some(),
                        "{at}: no clause {}",
                        switch.clause
                    );
                    assert!(switch.about.len() > 8 && !switch.about.contains('['), "{at}: {}", switch.about);
                    assert!(!board.switches[..index].iter().any(|one| one.key == switch.key), "{at} twice");
                    let words = switch.alternatives();
                    assert!(
                        words.len() != 1 && words.iter().all(|one| one.words.ends_with('.')),
                        "{at}: {words:?}"
                    );
                    assert!(words.is_empty() || words[switch.default].word == switch.default_word(), "{at}");
                }
            }
        }
    }

    /// Every word of every switch can be written into a file of its kind, stands there, and nothing else can.
    #[test]
    fn every_word_can_be_written() {
        for system in systems() {
            let files: Vec<(String, &str)> = system.battles().into_iter().chain(system.titles()).collect();
            for (name, text) in &files {
                for stands in switches_in(system.key, text) {
                    let Stands { path, switch, .. } = &stands;
                    for word in switch.words() {
                        let written = turned(text, &stands, word).unwrap();
                        let again = switches_in(system.key, &written);
                        let found = again.iter().find(|one| one.path == *path).unwrap();
                        assert_eq!(found.value, word, "{}/{name} {path}", system.key);
                        if let Err(bad) = open(name, &written, &[]) {
                            // Some readings cannot stand together, or not beside what the file says.
                            assert!(
                                !bad.problem.contains("unknown"),
                                "{}/{name} {path} = {word}: {bad}",
                                system.key
                            );
                        }
                    }
                    if !switch.words().is_empty() {
                        let written = turned(text, &stands, "nonsense").unwrap();
                        let yes_no = switch.words() == ["false", "true"];
                        assert!(yes_no || open(name, &written, &[]).is_err(), "{}/{name} {path}", system.key);
                    }
                }
            }
        }
    }

    fn fought(system_key: &str, name: &str, seed: u64) -> (Box<dyn Contest>, Box<dyn Play>) {
        let text = system(system_key).unwrap().battle(name).unwrap();
        let contest = open(name, text, &[]).unwrap();
        let mut play = contest.start(Header {
            system: system_key.to_owned(),
            title: name.to_owned(),
            seats: BySide::new(Seat::Policy, Seat::Policy),
            dice: DiceSource::Seed(seed),
            setup: text.to_owned(),
            ..Header::default()
        });
        let mut dice = Generator::new(seed);
        while let Some(question) = play.pending().first() {
            match (&question.kind, question.asking.by) {
                (Kind::Roll(_), _) => drop(play.throw(&mut dice)),
                (_, Some(side)) => {
                    let key = play.by_policy(side).unwrap();
                    play.answer(side, &key, [0; 16]).unwrap();
                }
                (_, None) => unreachable!("nobody is asked"),
            }
        }
        (contest, play)
    }

    #[test]
    fn switches_stand_in_the_head_of_a_journal_and_are_held_to() {
        let (contest, play) = fought("eu9", "pavia", 3);
        let header = play.journal().header();
        let at = header.options.iter().position(|(path, _)| path == "rules.retreat-roll").unwrap();
        assert_eq!(header.options[at].1, "under", "the guide's reading");
        assert!(contest.replay(play.journal(), &[]).is_ok());
        let mut other = header.clone();
        other.options[at].1 = "at-most".to_owned();
        let refused = contest.replay(&Journal::new(other), &[]).map(|_| ()).unwrap_err();
        let words = refused.to_string();
        assert!(words.contains("rules.retreat-roll = at-most") && words.contains("= under here"), "{words}");
        // Journals from before there was anything to say of it are opened as ever.
        let old = Header { options: Vec::new(), ..header.clone() };
        assert!(contest.replay(&Journal::new(old), &[]).is_ok());
    }

    /// A switch is named where it decided something, and only there.
    #[test]
    fn switches_that_decided_something_are_named() {
        let mut decided = 0;
        for seed in 0..30 {
            let (contest, play) = fought("eu9", "italian-plain", seed);
            for named in named_switches(&*contest, play.journal(), &[]) {
                assert!(!named.decided_against.is_empty(), "all stand at their defaults");
                decided += 1;
                let word = named.decided_against[0];
                assert!(named.words().contains(&format!("{word} would have made a difference")));
            }
        }
        assert!(decided > 0);
        let (contest, play) = fought("eu9", "italian-plain", 1);
        let begun = play.journal().first(0);
        assert!(named_switches(&*contest, &begun, &[]).is_empty(), "nothing has happened yet");
    }
}
