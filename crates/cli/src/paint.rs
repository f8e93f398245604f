//! Colours and bars. `anstream` takes the colours out where there is no terminal or `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};
use std::borrow::Cow;
use std::io::IsTerminal;

pub(crate) const HEAD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const BAR: Style = AnsiColor::Cyan.on_default();

/// Text in a style.
/// Words as they stand at the beginning of a line.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{}{text}{}", style.render(), style.render_reset())
}

/// Text as it may go to a terminal: our own styles and ends of lines stay, every other control character, with which
/// a name in somebody's file could move the cursor or worse, becomes a mark.
pub(crate) fn clean(text: &str) -> Cow<'_, str> {
    let allowed = |c: char| !c.is_control() || c == '\n' || c == '\t';
    if text.chars().all(allowed) {
        return Cow::Borrowed(text);
    }
    // A style is one escape after another.
    let ours: Vec<String> = [HEAD, DIM, GOOD, WARN, BAD, BAR]
        .iter()
        .map(|style| format!("{}{}", style.render(), style.render_reset()))
        .flat_map(|text| text.split('\u{1b}').skip(1).map(|part| format!("\u{1b}{part}")).collect::<Vec<_>>())
        .collect();
    let mut cleaned = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let style = ours.iter().find(|style| rest.starts_with(style.as_str()));
        let taken = style.map_or(next.len_utf8(), String::len);
        match style.is_some() || allowed(next) {
            true => cleaned.push_str(&rest[..taken]),
            false => cleaned.push(char::REPLACEMENT_CHARACTER),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(cleaned)
}

/// How wide the terminal is; where there is none, nothing is too wide.
pub(crate) fn width() -> usize {
    width_of(std::io::stdout().is_terminal())
}

/// The same where errors are read.
pub(crate) fn width_of_errors() -> usize {
    width_of(std::io::stderr().is_terminal())
}

fn width_of(terminal: bool) -> usize {
    if !terminal {
        return usize::MAX;
    }
    let told = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let seen = || terminal_size::terminal_size().map(|(width, _)| usize::from(width.0));
    told.or_else(seen).filter(|&width| width > 0).unwrap_or(80).max(WIDTH_MIN)
}

/// Nobody reads in fewer columns.
const WIDTH_MIN: usize = 20;

/// How many columns a line takes: styles take none.
pub(crate) fn columns(line: &str) -> usize {
    let mut count = 0;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\u{1b}' => drop(letters.by_ref().find(|letter| letter.is_ascii_alphabetic())),
            _ => count += 1,
        }
    }
    count
}

/// Text with its long lines broken between words, so that no line is wider than this. What goes on stands a little further
/// in than the line began.
pub(crate) fn fitted(text: &str, width: usize) -> Cow<'_, str> {
    if text.lines().all(|line| columns(line) <= width) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        broken(&mut fitted, line, width);
        fitted.push_str(end);
    }
    Cow::Owned(fitted)
}

/// One line, broken.
fn broken(fitted: &mut String, line: &str, width: usize) {
    if columns(line) <= width {
        return fitted.push_str(line);
    }
    let indent = line.chars().take_while(|&letter| letter == ' ').count();
    let further = (indent + numbered(&line[indent..]).unwrap_or(2)).min(width / 3);
    fitted.push_str(&" ".repeat(indent.min(width / 2)));
    let (mut used, mut gap) = (indent.min(width / 2), 0);
    // A number and its per cent sign stay together.
    let line = line.replace(" %", "\u{a0}%");
    for word in line.trim_start_matches(' ').split(' ') {
        // What stands between two columns of a list has no meaning where a line ends or begins.
        if word.is_empty() {
            gap += 1;
            continue;
        }
        if used + gap + columns(word) > width && used > further && gap > 0 {
            fitted.push('\n');
            fitted.push_str(&" ".repeat(further));
            used = further;
        } else {
            fitted.push_str(&" ".repeat(gap));
            used += gap;
        }
        gap = 1;
        used = match word.chars().all(|letter| letter == '─') {
            // A rule below a heading says nothing by its length.
            true => {
                pushed(fitted, &"─".repeat(columns(word).min(width - used.min(width))), used, width, further)
            }
            false => pushed(fitted, word, used, width, further),
        };
    }
}

/// How far in the text of a numbered line stands: what goes on stands below it.
fn numbered(line: &str) -> Option<usize> {
    let digits = line.bytes().take_while(u8::is_ascii_digit).count();
    (digits > 0 && line[digits..].starts_with("  ")).then_some(digits + 2)
}

/// A word, cut where it is longer than a line; how far the line has come.
fn pushed(fitted: &mut String, word: &str, mut used: usize, width: usize, further: usize) -> usize {
    let mut style = false;
    for letter in word.chars() {
        style |= letter == '\u{1b}';
        if !style && used == width {
            fitted.push('\n');
            fitted.push_str(&" ".repeat(further));
            used = further;
        }
        fitted.push(if letter == '\u{a0}' { ' ' } else { letter });
        used += usize::from(!style);
        style &= !letter.is_ascii_alphabetic();
    }
    used
}

/// A bar of so large a share of `width` characters, in eighths.
pub(crate) fn bar(share: f64, width: usize) -> String {
    let eighths = (share.clamp(0.0, 1.0) * width as f64 * 8.0).round() as usize;
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8];
    format!("{}{part}", "█".repeat(eighths / 8))
}

/// A probability as people read it: never 0 % for what can happen, nor 100 % for what need not.
pub(crate) fn percent(p: f64) -> String {
    match p {
        0.0 => "never".to_owned(),
        p if p < 0.0005 => "< 0.1 %".to_owned(),
        p if p >= 1.0 - 1e-12 => "always".to_owned(),
        p if p > 0.9995 => "> 99.9 %".to_owned(),
        p => format!("{:.1} %", p * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_styles_reach_the_terminal() {
        let ours = format!("{} {} {}\n\tnext", styled(HEAD, "Pavia"), styled(BAD, "lost"), styled(BAR, "█"));
        assert_eq!(clean(&ours), ours);
        assert_eq!(clean("a\u{1b}[2Jb\u{1b}]0;title\u{7}\rc\u{9b}31md\u{7f}"), "a�[2Jb�]0;title��c�31md�");
        assert_eq!(clean("\u{1b}[31;5mred"), "�[31;5mred");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        let text = format!(
            "  8.3 %  {} lost, routed, nothing left\nshort\n{}\n",
            styled(HEAD, "Imperials: 5 LD"),
            "x".repeat(50)
        );
        for width in [20, 40, 60] {
            let fitted = fitted(&text, width);
            assert!(fitted.lines().all(|line| columns(line) <= width), "{width}: {fitted}");
            let words = |text: &str| text.split_whitespace().collect::<String>();
            assert_eq!(words(&fitted), words(&text));
        }
        assert_eq!(fitted("a b\n", 3), "a b\n");
        assert_eq!(fitted("  aa bb cc dd", 8), "  aa bb\n  cc dd");
        assert_eq!(fitted("  aa bb cc dd", 12), "  aa bb cc\n    dd");
        assert_eq!(fitted("   9  aa bb cc dd", 18), "   9  aa bb cc dd");
        assert_eq!(fitted(" 9  aa bb cc dd", 12), " 9  aa bb cc\n    dd");
        assert_eq!(fitted("10  aa bb cc dd", 12), "10  aa bb cc\n    dd");
        assert_eq!(fitted("aa bb    cc", 8), "aa bb\n  cc", "no blanks at an end or a beginning");
        assert_eq!(fitted("up to 25.9 %", 10), "up to\n  25.9 %");
        assert_eq!(fitted("aaaa bb    c", 11), "aaaa bb\n  c");
        assert_eq!(fitted("  ──────────", 8), "  ──────", "a rule is cut");
    }

    #[test]
    fn bars_and_percentages() {
        assert_eq!(bar(0.5, 10), "█████");
        assert_eq!(bar(0.0, 10), "");
        assert_eq!(bar(1.0 / 16.0, 2), "▏");
        assert_eq!(percent(0.0), "never");
        assert_eq!(percent(0.0001), "< 0.1 %");
        assert_eq!(percent(0.25), "25.0 %");
        assert_eq!(percent(0.9999), "> 99.9 %");
        assert_eq!(percent(1.0), "always");
    }
}
