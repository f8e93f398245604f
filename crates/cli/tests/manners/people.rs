//! The six kinds of people at their evening's work. Each transcript has the lines that were typed: after `$` a command,
//! after `>` what is typed at its questions. What follows must stand on the screen, in this order; `!` before it says that
//! it must not stand there. Where a command is refused the transcript says so with `?` for the first words of its message.

use std::path::Path;

/// One command of a transcript.
struct Step<'a> {
    command: Vec<&'a str>,
    typed: Vec<&'a str>,
    seen: Vec<&'a str>,
    unseen: Vec<&'a str>,
    refused: bool,
}

fn steps(text: &str) -> Vec<Step<'_>> {
    let mut steps: Vec<Step<'_>> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(command) = line.strip_prefix("$ grognard ") {
            // Words in quotes are one.
            let parts = command.split('\'').enumerate();
            let command = parts
                .flat_map(
                    |(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() },
                )
                .collect();
            let (typed, seen, unseen) = (Vec::new(), Vec::new(), Vec::new());
            steps.push(Step { command, typed, seen, unseen, refused: false });
            continue;
        }
        let step = steps.last_mut().expect("a transcript begins with a command");
        match line.split_at(1) {
            (">", typed) => step.typed.push(typed.strip_prefix(' ').unwrap_or(typed)),
            ("!", words) => step.unseen.push(words.trim()),
            ("?", words) => {
                step.refused = true;
                step.seen.push(words.trim());
            }
            _ => step.seen.push(line.trim()),
        }
    }
    steps
}

/// Does what the transcript says, and looks whether it stands on the screen.
fn walk(folder: &Path, name: &str, text: &str) {
    let steps = steps(text);
    assert!(!steps.is_empty(), "{name}");
    for Step { command, typed, seen, unseen, refused } in steps {
        let (screen, well) = super::terminal::at_terminal(folder, &command, &typed, "100");
        assert_eq!(well, !refused, "{name}: {command:?}\n{screen}");
        // Words may be broken anywhere between two of them.
        let plain: String = screen.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut from = 0;
        for words in seen {
            let at = plain[from..].find(words);
            from += at.unwrap_or_else(|| panic!("{name}: {command:?}: `{words}` did not come\n{screen}"));
        }
        for words in unseen {
            assert!(!plain.contains(words), "{name}: {command:?}: `{words}` stands there\n{screen}");
        }
    }
}

macro_rules! people {
    ($($who:ident: $file:literal),+ $(,)?) => {$(
        #[test]
        fn $who() {
            let folder = crate::folder(concat!("people-", $file));
            walk(&folder, $file, include_str!(concat!("people/", $file, ".txt")));
        }
    )+};
}

people! {
    two_players_at_a_real_table: "table",
    a_player_about_to_attack: "attacker",
    a_player_alone: "alone",
    a_designer: "designer",
    a_programmer: "programmer",
    a_visitor: "visitor",
}
