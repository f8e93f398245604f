//! Colours and bars. `anstream` takes the colours out where there is no terminal or `NO_COLOR` is set.

use anstyle::{AnsiColor, Style};

pub(crate) const HEAD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const WARN: Style = AnsiColor::Yellow.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
pub(crate) const BAR: Style = AnsiColor::Cyan.on_default();

/// Text in a style.
pub(crate) fn styled(style: Style, text: impl std::fmt::Display) -> String {
    format!("{}{text}{}", style.render(), style.render_reset())
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
