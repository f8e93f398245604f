//! Lines over the values of one number, as a picture in SVG.

use std::fmt::Write as _;

/// A probability with its interval.
pub(crate) struct Point {
    pub(crate) p: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

/// A line of the picture: a point for each value.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

/// The picture.
pub(crate) struct Plot {
    pub(crate) title: String,
    /// What is varied.
    pub(crate) across: String,
    pub(crate) values: Vec<String>,
    pub(crate) lines: Vec<Line>,
}

const LEFT: f64 = 60.0;
const TOP: f64 = 60.0;
const WIDE: f64 = 420.0;
const HIGH: f64 = 260.0;
const LEGEND: f64 = LEFT + WIDE + 24.0;
/// So many colours are told apart; the lines after them repeat with dashes.
const COLOURS: usize = 6;

/// Light by default, dark where the reader's theme is.
const STYLE: &str = "
.paper { fill: #ffffff; } text { fill: #1a1a1a; } .axis { stroke: #888899; } .grid { stroke: #e2e2ea; }
.about { fill: #666677; } .title { font-size: 18px; font-weight: 600; }
.line { fill: none; stroke-width: 2; } .dashed { stroke-dasharray: 6 4; }
.l0 { stroke: #3b6ea5; } .l1 { stroke: #b5482f; } .l2 { stroke: #4f8a3a; }
.l3 { stroke: #7a5195; } .l4 { stroke: #b58900; } .l5 { stroke: #2aa198; }
@media (prefers-color-scheme: dark) {
.paper { fill: #16181c; } text { fill: #e8e8e8; } .grid { stroke: #2a2d34; } .about { fill: #99aaaa; }
.l0 { stroke: #6fa3dc; } .l1 { stroke: #e2826c; } .l2 { stroke: #86c56f; }
.l3 { stroke: #b08cd0; } .l4 { stroke: #e0bd4c; } .l5 { stroke: #63d0c6; }
}
";

impl Plot {
    pub(crate) fn svg(&self) -> String {
        let mut body = String::new();
        let _ = writeln!(body, r#"<text class="title" x="16" y="32">{}</text>"#, escaped(&self.title));
        for percent in [0, 25, 50, 75, 100] {
            let y = at_height(f64::from(percent) / 100.0);
            let _ = writeln!(
                body,
                r#"<line class="grid" x1="{LEFT}" x2="{}" y1="{y:.1}" y2="{y:.1}"/><text class="about" x="{}" y="{:.1}" text-anchor="end">{percent} %</text>"#,
                LEFT + WIDE,
                LEFT - 8.0,
                y + 4.0
            );
        }
        let bottom = TOP + HIGH;
        for (index, value) in self.values.iter().enumerate() {
            let x = self.at(index);
            let _ = writeln!(
                body,
                r#"<line class="axis" x1="{x:.1}" x2="{x:.1}" y1="{bottom}" y2="{}"/><text x="{x:.1}" y="{}" text-anchor="middle">{}</text>"#,
                bottom + 5.0,
                bottom + 20.0,
                escaped(value)
            );
        }
        let _ = writeln!(
            body,
            r#"<line class="axis" x1="{LEFT}" x2="{}" y1="{bottom}" y2="{bottom}"/><text class="about" x="{}" y="{}" text-anchor="middle">{}</text>"#,
            LEFT + WIDE,
            LEFT + WIDE / 2.0,
            bottom + 42.0,
            escaped(&self.across)
        );
        for (index, line) in self.lines.iter().enumerate() {
            self.draw(&mut body, index, line);
        }
        let rows = self.lines.len() as f64;
        let height = (bottom + 58.0).max(TOP + rows * 20.0 + 16.0);
        let longest = self.lines.iter().map(|line| line.name.chars().count()).max().unwrap_or(0);
        let width = LEGEND + 34.0 + longest as f64 * 7.5;
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n<style>{STYLE}</style>\n\
             <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n{body}</svg>\n"
        )
    }

    /// How far to the right a value stands.
    fn at(&self, index: usize) -> f64 {
        LEFT + WIDE * index as f64 / (self.values.len().max(2) - 1) as f64
    }

    fn draw(&self, body: &mut String, index: usize, line: &Line) {
        let dashed = if index >= COLOURS { " dashed" } else { "" };
        let class = format!("line l{}{dashed}", index % COLOURS);
        let points: Vec<String> = line
            .points
            .iter()
            .enumerate()
            .map(|(at, point)| format!("{:.1},{:.1}", self.at(at), at_height(point.p)))
            .collect();
        let _ = writeln!(body, r#"<polyline class="{class}" points="{}"/>"#, points.join(" "));
        for (at, Point { low, high, .. }) in line.points.iter().enumerate() {
            if high > low {
                let x = self.at(at);
                let _ = writeln!(
                    body,
                    r#"<line class="{class}" x1="{x:.1}" x2="{x:.1}" y1="{:.1}" y2="{:.1}"/>"#,
                    at_height(*low),
                    at_height(*high)
                );
            }
        }
        let y = TOP + 20.0 * index as f64 + 8.0;
        let _ = writeln!(
            body,
            r#"<line class="{class}" x1="{LEGEND}" x2="{}" y1="{y}" y2="{y}"/><text x="{}" y="{}">{}</text>"#,
            LEGEND + 22.0,
            LEGEND + 30.0,
            y + 4.0,
            escaped(&line.name)
        );
    }
}

/// How far down a probability stands.
fn at_height(p: f64) -> f64 {
    TOP + HIGH * (1.0 - p.clamp(0.0, 1.0))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_from_left_to_right_and_chances_upwards() {
        let point = |p: f64| Point { p, low: p, high: p };
        let line = Line { name: "a & b".to_owned(), points: vec![point(0.0), point(0.5), point(1.0)] };
        let values = ["1", "2", "3"].map(str::to_owned).to_vec();
        let svg =
            Plot { title: "<T>".to_owned(), across: "fire".to_owned(), values, lines: vec![line] }.svg();
        assert!(svg.contains("points=\"60.0,320.0 270.0,190.0 480.0,60.0\""), "{svg}");
        assert!(svg.contains("&lt;T&gt;") && svg.contains("a &amp; b"), "{svg}");
    }
}
