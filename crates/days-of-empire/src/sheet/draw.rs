//! Laying the sheets out: A4, two columns, whole hundredths of a millimetre. The type is made as large as still
//! lets the longest column fit.

use super::{Art, Block, Page, Sheet};
use grognard_umpire::Mark;
use std::fmt::Write as _;

/// A4 and its margins.
const WIDTH: i32 = 21_000;
const HEIGHT: i32 = 29_700;
const MARGIN: i32 = 1_000;
const GUTTER: i32 = 500;
const HEAD: i32 = 900;
const FOOT: i32 = 500;
const COLUMN: i32 = (WIDTH - 2 * MARGIN - GUTTER) / 2;
/// The largest and the smallest type, in hundredths of a millimetre: 9 and 5 points.
const TYPE_MAX: i32 = 318;
const TYPE_MIN: i32 = 176;

/// How wide a text is set, in hundredths of its type's size. Rough, and rather too wide than too narrow.
fn width(text: &str, size: i32) -> i32 {
    let of = |letter: char| match letter {
        'i' | 'j' | 'l' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 28,
        'f' | 'r' | 't' | '-' | '(' | ')' | '/' => 36,
        'm' | 'w' | 'M' | 'W' => 86,
        'A'..='Z' => 70,
        _ => 57,
    };
    text.chars().map(of).sum::<i32>() * size / 100
}

/// A text in lines no wider than this.
fn wrap(text: &str, size: i32, room: i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("never empty");
        let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
        if line.is_empty() || width(&longer, size) <= room {
            *line = longer;
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Where a block goes and how large its type is.
#[derive(Clone, Copy)]
struct Pen {
    x: i32,
    y: i32,
    size: i32,
}

/// What is drawn so far.
#[derive(Default)]
struct Ink(String);

impl Ink {
    fn text(&mut self, x: i32, y: i32, class: &str, text: &str) {
        let _ = writeln!(self.0, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escape(text));
    }

    fn sized(&mut self, at: Pen, class: &str, text: &str) {
        let Pen { x, y, size } = at;
        let _ = writeln!(
            self.0,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" class=\"{class}\">{}</text>",
            escape(text)
        );
    }

    fn shape(&mut self, shape: &str) {
        self.0.push_str(shape);
        self.0.push('\n');
    }
}

/// The widths of a table's columns: the label takes what the others leave.
fn columns(block: &Block, size: i32) -> Vec<i32> {
    let mut widths: Vec<i32> = block
        .heads
        .iter()
        .enumerate()
        .map(|(column, head)| {
            let head = head_lines(head).iter().map(|line| width(line, size * 9 / 10)).max().unwrap_or(0);
            let cells = block.rows.iter().map(|row| width(&row[column].text, size)).max().unwrap_or(0);
            head.max(cells) + size * 6 / 10
        })
        .collect();
    let spare = COLUMN - widths.iter().sum::<i32>();
    let columns = widths.len() as i32;
    if spare > 0 {
        for column in &mut widths {
            *column += spare / columns;
        }
    }
    widths
}

/// A column head in one or two lines.
fn head_lines(head: &str) -> Vec<String> {
    match head.len() > 9 {
        true => {
            let words: Vec<&str> = head.split(' ').collect();
            let half = words.len().div_ceil(2);
            let parts = [words[..half].join(" "), words[half..].join(" ")];
            parts.into_iter().filter(|part| !part.is_empty()).collect()
        }
        false => vec![head.to_owned()],
    }
}

/// Whether a block's table is narrow enough at this size.
fn fits_across(block: &Block, size: i32) -> bool {
    block.heads.is_empty() || columns(block, size).iter().sum::<i32>() <= COLUMN
}

/// Draws a block and says where the next begins.
fn draw(block: &Block, at: Pen, ink: &mut Ink) -> i32 {
    let Pen { x, mut y, size } = at;
    y += size * 14 / 10;
    ink.sized(Pen { x, y, size: size * 12 / 10 }, "title", &block.title);
    if !block.mark.is_empty() {
        let right = x + COLUMN;
        ink.sized(Pen { x: right, y, size: size * 8 / 10 }, "mark", block.mark);
    }
    y += size * 4 / 10;
    let line_x = x + COLUMN;
    ink.shape(&format!("<line x1=\"{x}\" y1=\"{y}\" x2=\"{line_x}\" y2=\"{y}\" class=\"rule\"/>"));
    if !block.heads.is_empty() {
        y = draw_table(block, Pen { x, y, size }, ink);
    }
    if block.art == Some(Art::Arcs) {
        y = draw_arcs(Pen { x, y, size }, ink);
    }
    for text in &block.lines {
        for line in wrap(text, size, COLUMN) {
            y += size * 12 / 10;
            ink.sized(Pen { x, y, size }, "line", &line);
        }
        y += size * 2 / 10;
    }
    y + size * 6 / 10
}

fn draw_table(block: &Block, at: Pen, ink: &mut Ink) -> i32 {
    let Pen { x, mut y, size } = at;
    let widths = columns(block, size);
    let middle = |column: usize| x + widths[..column].iter().sum::<i32>() + widths[column] / 2;
    let deepest = block.heads.iter().map(|head| head_lines(head).len()).max().unwrap_or(1) as i32;
    for (column, head) in block.heads.iter().enumerate() {
        let lines = head_lines(head);
        let first = y + (deepest - lines.len() as i32 + 1) * size * 11 / 10;
        for (depth, line) in (0..).zip(&lines) {
            let y = first + depth * size * 11 / 10;
            let (x, class) = if column == 0 { (x, "head") } else { (middle(column), "head middle") };
            ink.sized(Pen { x, y, size: size * 9 / 10 }, class, line);
        }
    }
    y += deepest * size * 11 / 10 + size * 3 / 10;
    for (number, row) in block.rows.iter().enumerate() {
        let height = size * 125 / 100;
        if number % 2 == 0 {
            ink.shape(&format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{COLUMN}\" height=\"{height}\" class=\"band\"/>"
            ));
        }
        let base = y + size * 95 / 100;
        for (column, cell) in row.iter().enumerate() {
            let house = cell.mark == Mark::House;
            let text = if house { format!("{}*", cell.text) } else { cell.text.clone() };
            let class = match (column, house) {
                (0, false) => "cell",
                (0, true) => "cell house",
                (_, false) => "cell middle",
                (_, true) => "cell middle house",
            };
            let x = if column == 0 { x } else { middle(column) };
            ink.sized(Pen { x, y: base, size }, class, &text);
        }
        y += height;
    }
    y + size * 2 / 10
}

/// The arcs: a stand's 22.5 degrees beyond its front corners, a skirmisher's half circle, and the sides of a
/// unit with the rays of 45 degrees that part its flank from its rear.
fn draw_arcs(at: Pen, ink: &mut Ink) -> i32 {
    let Pen { x, y, size } = at;
    let height = 1_750;
    let base = y + height - 250;
    let stand = 420;
    let rise = 1_000;
    // The tangent of 22.5 degrees is 0.41421.
    let out = rise * 41_421 / 100_000;
    let left = x + 1_200;
    let front = base - stand;
    ink.shape(&format!(
        "<path d=\"M{} {} L{left} {front} L{} {front} L{} {}\" class=\"arc\"/>",
        left - out,
        front - rise,
        left + stand,
        left + stand + out,
        front - rise
    ));
    ink.shape(&format!(
        "<rect x=\"{left}\" y=\"{front}\" width=\"{stand}\" height=\"{stand}\" class=\"stand\"/>"
    ));
    ink.sized(
        Pen { x: left + stand / 2, y: front - rise * 6 / 10, size: size * 9 / 10 },
        "cell middle",
        "22½°",
    );
    let skirmisher = x + 3_900;
    let radius = 900;
    ink.shape(&format!(
        "<path d=\"M{} {front} A{radius} {radius} 0 0 1 {} {front} Z\" class=\"arc\"/>",
        skirmisher + stand / 2 - radius,
        skirmisher + stand / 2 + radius
    ));
    ink.shape(&format!(
        "<rect x=\"{skirmisher}\" y=\"{front}\" width=\"{stand}\" height=\"{stand}\" class=\"stand\"/>"
    ));
    ink.sized(
        Pen { x: skirmisher + stand / 2, y: front - radius * 4 / 10, size: size * 9 / 10 },
        "cell middle",
        "180°",
    );
    draw_sides(Pen { x: x + 5_900, y: base - 950, size }, ink);
    y + height
}

fn draw_sides(at: Pen, ink: &mut Ink) {
    let Pen { x, y, size } = at;
    let (wide, deep, ray) = (2_000, 300, 600);
    ink.shape(&format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{deep}\" class=\"stand\"/>"));
    let (right, rear) = (x + wide, y + deep);
    for (x1, y1, x2, y2) in [
        (x - ray, y, x, y),
        (right, y, right + ray, y),
        (x, rear, x - ray, rear + ray),
        (right, rear, right + ray, rear + ray),
    ] {
        ink.shape(&format!("<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" class=\"ray\"/>"));
    }
    let small = size * 9 / 10;
    let middle = x + wide / 2;
    ink.sized(Pen { x: middle, y: y - 150, size: small }, "cell middle", "front");
    ink.sized(Pen { x: middle, y: rear + 450, size: small }, "cell middle", "rear");
    ink.sized(Pen { x: right + 420, y: y + 250, size: small }, "cell middle", "flank");
    ink.sized(Pen { x: x - 420, y: y + 250, size: small }, "cell middle", "flank");
}

/// Draws a page's columns at a size; none where they do not fit.
fn columns_at(page: &Page, size: i32) -> Option<Ink> {
    let mut ink = Ink::default();
    for (number, blocks) in (0..).zip(&page.columns) {
        let x = MARGIN + number * (COLUMN + GUTTER);
        let mut y = MARGIN + HEAD;
        for block in blocks {
            if !fits_across(block, size) {
                return None;
            }
            y = draw(block, Pen { x, y, size }, &mut ink);
        }
        if y > HEIGHT - MARGIN - FOOT {
            return None;
        }
    }
    Some(ink)
}

/// A page, its type as large as it can be.
fn page(sheet: &Sheet, number: usize) -> String {
    let page = &sheet.pages[number];
    let fitting = (TYPE_MIN..=TYPE_MAX).rev().find_map(|size| columns_at(page, size));
    // At the smallest type a page runs over its foot rather than lose a line.
    let body = fitting.unwrap_or_else(|| {
        let mut ink = Ink::default();
        for (number, blocks) in (0..).zip(&page.columns) {
            let (x, mut y) = (MARGIN + number * (COLUMN + GUTTER), MARGIN + HEAD);
            for block in blocks {
                y = draw(block, Pen { x, y, size: TYPE_MIN }, &mut ink);
            }
        }
        ink
    });
    let mut ink = Ink::default();
    ink.shape(&format!("<rect x=\"0\" y=\"0\" width=\"{WIDTH}\" height=\"{HEIGHT}\" class=\"paper\"/>"));
    ink.text(MARGIN, MARGIN + 550, "page", page.title);
    ink.text(WIDTH - MARGIN, MARGIN + 550, "number", &format!("{} of 2", number + 1));
    ink.0.push_str(&body.0);
    let foot = match sheet.has_house_cells() {
        true => "* your own table. Reconstructed: the original sheets are lost. Inches throughout.",
        false => "Reconstructed: the original sheets are lost. Inches throughout.",
    };
    ink.text(MARGIN, HEIGHT - MARGIN, "foot", foot);
    ink.0
}

const STYLE: &str = "text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#111}\
.paper{fill:#fff}.page{font-size:520px;font-weight:bold}.number{font-size:320px;text-anchor:end}\
.foot{font-size:230px;fill:#444}.title{font-weight:bold}.mark{text-anchor:end;font-style:italic;fill:#555}\
.rule{stroke:#111;stroke-width:18}.head{font-weight:bold;fill:#333}.middle{text-anchor:middle}\
.band{fill:#eef0f3}.house{font-weight:bold;fill:#8a1c1c}.arc{fill:#dfe6ee;stroke:#345;stroke-width:18}\
.stand{fill:#555}.ray{stroke:#345;stroke-width:18;stroke-dasharray:80 50}";

/// Both pages, one below the other.
pub(super) fn svg(sheet: &Sheet) -> String {
    let [first, second] = [page(sheet, 0), page(sheet, 1)];
    let tall = 2 * HEIGHT;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {tall}\" width=\"210mm\" height=\"594mm\">\n\
         <title>Days of Empire: quick-reference sheets</title>\n<style>{STYLE}</style>\n<g>\n{first}</g>\n\
         <g transform=\"translate(0 {HEIGHT})\">\n{second}</g>\n</svg>\n"
    )
}

/// Both pages for a browser, one sheet each.
pub(super) fn html(sheet: &Sheet) -> String {
    let pages: String = (0..2)
        .map(|number| {
            let body = page(sheet, number);
            let title = sheet.pages[number].title;
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{title}\">\n{body}</svg>\n"
            )
        })
        .collect();
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>Days of Empire: quick-reference sheets</title>\n<style>\n{STYLE}\n\
         body{{margin:0;background:#888}}svg{{display:block;width:210mm;height:297mm;margin:6mm auto}}\n\
         @page{{size:A4;margin:0}}@media print{{body{{background:none}}svg{{margin:0;break-after:page}}svg:last-child{{break-after:auto}}}}\n\
         </style>\n</head>\n<body>\n{pages}</body>\n</html>\n"
    )
}
