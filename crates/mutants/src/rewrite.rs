//! A source file with mutants behind switches: `crate::mutant_switch::active(17)` is true in the run that tries number 17.

use std::ops::Range;

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::draw::{Genre, Mutant, Place};

/// A file as rewritten, and where in it each mutant's own text stands, for whoever reads the compiler's errors.
pub(crate) struct Rewritten {
    pub(crate) text: String,
    pub(crate) regions: Vec<(usize, Range<usize>)>,
}

/// Text that is put in at a byte of the original.
struct Insertion {
    at: usize,
    /// Of several at one byte, what encloses more comes first when it opens and last when it closes.
    rank: isize,
    mutant: usize,
    text: String,
}

struct Rewriter<'a> {
    text: &'a str,
    mutants: &'a [(usize, &'a Mutant)],
    insertions: Vec<Insertion>,
    /// Inside of what is reckoned by the compiler, where nothing can be switched.
    constant: bool,
}

/// Puts each of the numbered mutants behind its switch. Those without a region in the result cannot be switched.
pub(crate) fn rewrite(text: &str, mutants: &[(usize, &Mutant)]) -> Result<Rewritten, syn::Error> {
    let file = syn::parse_file(text)?;
    let mut rewriter = Rewriter { text, mutants, insertions: Vec::new(), constant: false };
    rewriter.visit_file(&file);
    let mut insertions = rewriter.insertions;
    insertions.sort_by_key(|insertion| (insertion.at, insertion.rank));
    let mut rewritten = Rewritten { text: String::new(), regions: Vec::new() };
    let mut from = 0;
    for Insertion { at, mutant, text: inserted, .. } in insertions {
        rewritten.text.push_str(&text[from..at]);
        let start = rewritten.text.len();
        rewritten.text.push_str(&inserted);
        let end = rewritten.text.len();
        match rewritten.regions.iter_mut().find(|(number, _)| *number == mutant) {
            // What was a word taken out is no text of the mutant's own.
            Some((_, region)) if rewritten.text[region.clone()] == *"/*const*/" => *region = start..end,
            Some((_, region)) => region.end = end,
            None => rewritten.regions.push((mutant, start..end)),
        }
        from = at;
    }
    rewritten.text.push_str(&text[from..]);
    Ok(rewritten)
}

/// The file with one mutant in it for good.
pub(crate) fn replaced(text: &str, mutant: &Mutant) -> String {
    let (start, end) = (mutant.span.start.byte(text), mutant.span.end.byte(text));
    format!("{}{}{}", &text[..start], mutant.replacement, &text[end..])
}

/// What answers `active` in the crate under test, at the end of its `lib.rs`: the mutant that `MUTANT` names is active, and
/// every switch that is asked for the first time is written to the file that `MUTANTS_REACHED` names.
pub(crate) fn switch(count: usize) -> String {
    format!(
        r#"
#[doc(hidden)]
pub mod mutant_switch {{
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{{AtomicBool, Ordering::Relaxed}};
    static ASKED: [AtomicBool; {count}] = [const {{ AtomicBool::new(false) }}; {count}];
    static MUTANT: OnceLock<Option<usize>> = OnceLock::new();
    pub fn active(number: usize) -> bool {{
        if !ASKED[number].load(Relaxed) && !ASKED[number].swap(true, Relaxed) {{
            if let Some(path) = std::env::var_os("MUTANTS_REACHED") {{
                let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
                file.write_all(format!("{{number}}\n").as_bytes()).unwrap();
            }}
        }}
        *MUTANT.get_or_init(|| std::env::var("MUTANT").ok()?.parse().ok()) == Some(number)
    }}
}}
"#
    )
}

fn active(number: usize) -> String {
    format!("crate::mutant_switch::active({number})")
}

impl Rewriter<'_> {
    /// The mutants of this genre that begin at the span, if they can be switched.
    fn here(&self, genre: Genre, span: Span) -> Vec<(usize, String)> {
        let start = Place::from(span.start());
        // A function whose type is not named has one type only, whichever way it returns.
        let of_one_type = |mutant: &Mutant| genre != Genre::FnValue || mutant.is_of_a_named_type();
        let here = |mutant: &Mutant| {
            mutant.genre == genre && mutant.span.start == start && !self.constant && of_one_type(mutant)
        };
        let found = self.mutants.iter().filter(|(_, mutant)| here(mutant));
        found.map(|(number, mutant)| (*number, mutant.replacement.clone())).collect()
    }

    fn source(&self, node: &impl Spanned) -> &str {
        &self.text[node.span().byte_range()]
    }

    /// Puts texts before and after a stretch of the original.
    fn around(&mut self, mutant: usize, stretch: Range<usize>, [before, after]: [String; 2]) {
        let width = (stretch.end - stretch.start) as isize;
        // Of two mutants around the same stretch it does not matter which encloses the other, as what closes is alike.
        self.insertions.push(Insertion { at: stretch.end, rank: width - isize::MAX, mutant, text: after });
        self.insertions.push(Insertion { at: stretch.start, rank: -width, mutant, text: before });
    }

    /// An expression that is another one when the mutant is active.
    fn either(&mut self, mutant: usize, original: &impl Spanned, instead: &str) {
        let before = format!("(if {} {{ {instead} }} else {{ ", active(mutant));
        self.around(mutant, original.span().byte_range(), [before, " })".to_owned()]);
    }

    fn function(&mut self, block: &syn::Block) {
        let Some(first) = block.stmts.first() else { return };
        for (mutant, value) in self.here(Genre::FnValue, first.span()) {
            let text = format!("if {} {{ return {value}; }} ", active(mutant));
            self.insertions.push(Insertion {
                at: first.span().byte_range().start,
                rank: isize::MIN,
                mutant,
                text,
            });
        }
    }

    /// A `const fn` with mutants in it becomes an ordinary one: where a constant needs it the compiler says so, and its
    /// mutants are tried without switches.
    fn stays_constant(&mut self, signature: &syn::Signature, span: Span) -> bool {
        let Some(word) = signature.constness else { return false };
        let lines = span.start().line..=span.end().line;
        let inside = |mutant: &Mutant| lines.contains(&mutant.span.start.line);
        let Some((mutant, _)) = self.mutants.iter().find(|(_, mutant)| inside(mutant)) else { return true };
        self.around(*mutant, word.span.byte_range(), ["/*".to_owned(), "*/".to_owned()]);
        false
    }

    fn constant(&mut self, constant: bool, visit: impl FnOnce(&mut Self)) {
        let outside = self.constant;
        self.constant |= constant;
        visit(self);
        self.constant = outside;
    }
}

impl<'ast> Visit<'ast> for Rewriter<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        let constant = self.stays_constant(&item.sig, item.span());
        self.constant(constant, |inside| {
            inside.function(&item.block);
            visit::visit_item_fn(inside, item);
        });
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let constant = self.stays_constant(&item.sig, item.span());
        self.constant(constant, |inside| {
            inside.function(&item.block);
            visit::visit_impl_item_fn(inside, item);
        });
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant(true, |inside| visit::visit_item_const(inside, item));
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant(true, |inside| visit::visit_item_static(inside, item));
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant(true, |inside| visit::visit_impl_item_const(inside, item));
    }

    fn visit_expr_binary(&mut self, binary: &'ast syn::ExprBinary) {
        for (mutant, operator) in self.here(Genre::BinaryOperator, binary.op.span()) {
            if chains_a_let(binary) {
                continue;
            }
            let (left, right) = (self.source(&binary.left), self.source(&binary.right));
            // Brackets on the right keep the operands what they were, whatever binds more tightly. What is assigned to
            // on the left stands without.
            let instead =
                match operator.ends_with('=') && !["==", "!=", "<=", ">="].contains(&operator.as_str()) {
                    true => format!("{left} {operator} ({right})"),
                    false => format!("({left}) {operator} ({right})"),
                };
            self.either(mutant, binary, &instead);
        }
        visit::visit_expr_binary(self, binary);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        for (mutant, operator) in self.here(Genre::UnaryOperator, unary.op.span()) {
            let instead = format!("{operator}{}", self.source(&unary.expr));
            self.either(mutant, unary, &instead);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_match(&mut self, item: &'ast syn::ExprMatch) {
        // An arm behind a switch counts for nothing where the compiler asks whether all cases are covered.
        let catches_all = |arm: &syn::Arm| matches!(arm.pat, syn::Pat::Wild(_)) && arm.guard.is_none();
        let covered = item.arms.iter().any(catches_all);
        for arm in item.arms.iter().filter(|_| covered) {
            for (mutant, _) in self.here(Genre::MatchArm, arm.span()) {
                let text = format!(" if !{}", active(mutant));
                let at = arm.pat.span().byte_range().end;
                self.insertions.push(Insertion { at, rank: isize::MIN, mutant, text });
            }
        }
        visit::visit_expr_match(self, item);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard {
            for (mutant, value) in self.here(Genre::MatchArmGuard, guard.span()) {
                self.either(mutant, guard, &value);
            }
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_struct(&mut self, literal: &'ast syn::ExprStruct) {
        for pair in literal.fields.pairs() {
            for (mutant, _) in self.here(Genre::StructField, pair.value().span()) {
                let whole = literal.span().byte_range();
                let field = pair.span().byte_range();
                let instead =
                    format!("{}{}", &self.text[whole.start..field.start], &self.text[field.end..whole.end]);
                self.either(mutant, literal, &instead);
            }
        }
        visit::visit_expr_struct(self, literal);
    }
}

/// Whether a `let` stands in this chain of `&&`: such a chain cannot be put in brackets.
fn chains_a_let(binary: &syn::ExprBinary) -> bool {
    let lets = |side: &syn::Expr| match side {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(inner) => chains_a_let(inner),
        _ => false,
    };
    matches!(binary.op, syn::BinOp::And(_)) && (lets(&binary.left) || lets(&binary.right))
}

/// The mutant that an error of the compiler is about: the innermost around the first of the error's places that lies in
/// one's own text. Each place comes with the mutants of its file.
pub(crate) fn blamed<'a>(
    places: impl IntoIterator<Item = (&'a [(usize, Range<usize>)], usize)>,
) -> Option<usize> {
    places.into_iter().find_map(|(regions, byte)| {
        let around = regions.iter().filter(|(_, region)| region.contains(&byte));
        around.min_by_key(|(_, region)| region.len()).map(|(number, _)| *number)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Span;

    /// A mutant of the text that stands where `instead of` is found first.
    fn mutant(text: &str, genre: Genre, instead_of: &str, replacement: &str) -> Mutant {
        let byte = text.find(instead_of).unwrap();
        let place = |byte: usize| {
            let before = &text[..byte];
            let column = before
                .lines()
                .last()
                .filter(|_| !before.ends_with('\n'))
                .map_or(0, |line| line.chars().count());
            Place { line: before.matches('\n').count() + 1, column: column + 1 }
        };
        Mutant {
            name: instead_of.to_owned(),
            file: "src/lib.rs".to_owned(),
            span: Span { start: place(byte), end: place(byte + instead_of.len()) },
            replacement: replacement.to_owned(),
            genre,
            function: None,
        }
    }

    fn rewritten(text: &str, mutants: &[Mutant]) -> String {
        let numbered: Vec<(usize, &Mutant)> = mutants.iter().enumerate().collect();
        rewrite(text, &numbered).unwrap().text.replace("crate::mutant_switch::active", "active")
    }

    #[test]
    fn every_genre_stands_behind_its_switch() {
        let text = "fn é(a: i32) -> i32 {\n    match -a { 1 if a < 2 => 3, 4 => a + 5 * a, _ => S { b: 6, ..s }.b }\n}\n";
        let mutants = [
            mutant(text, Genre::FnValue, "match", "0"),
            mutant(text, Genre::UnaryOperator, "-a", ""),
            mutant(text, Genre::MatchArmGuard, "a < 2", "true"),
            mutant(text, Genre::BinaryOperator, "< ", "=="),
            mutant(text, Genre::MatchArm, "4 =>", ""),
            mutant(text, Genre::BinaryOperator, "+", "*"),
            mutant(text, Genre::StructField, "b: 6", ""),
        ];
        assert_eq!(
            rewritten(text, &mutants),
            "fn é(a: i32) -> i32 {\n    if active(0) { return 0; } match (if active(1) { a } else { -a }) { \
             1 if (if active(2) { true } else { (if active(3) { (a) == (2) } else { a < 2 }) }) => 3, \
             4 if !active(4) => (if active(5) { (a) * (5 * a) } else { a + 5 * a }), \
             _ => (if active(6) { S {  ..s } } else { S { b: 6, ..s } }).b }\n}\n"
        );
    }

    #[test]
    fn what_cannot_be_switched_is_left_as_it_is() {
        let text = "const ONE: i32 = 1 + 1;\nconst fn one() -> i32 { 2 - 1 }\nfn two() { if let Some(a) = b && a { c += 1 } \
                    match d { 1 => 2, _ if e => 3, n => n } }\n";
        let mutants = [
            mutant(text, Genre::BinaryOperator, "+ 1", "-"),
            mutant(text, Genre::BinaryOperator, "&&", "||"),
            mutant(text, Genre::BinaryOperator, "+= ", "-="),
            mutant(text, Genre::MatchArm, "1 =>", ""),
            mutant(text, Genre::BinaryOperator, "- 1", "/"),
        ];
        let expected = text
            .replace("c += 1", "(if active(2) { c -= (1) } else { c += 1 })")
            .replace("const fn", "/*const*/ fn")
            .replace("2 - 1", "(if active(4) { (2) / (1) } else { 2 - 1 })");
        assert_eq!(rewritten(text, &mutants), expected);
    }

    #[test]
    fn an_error_is_laid_to_the_innermost_mutant_around_it() {
        let text = "fn f() -> bool { a == b && c < d }\n";
        let mutants =
            [mutant(text, Genre::BinaryOperator, "&&", "||"), mutant(text, Genre::BinaryOperator, "<", ">")];
        let numbered: Vec<(usize, &Mutant)> = mutants.iter().enumerate().collect();
        let Rewritten { text, regions } = rewrite(text, &numbered).unwrap();
        let at = |found: &str| blamed([(regions.as_slice(), text.find(found).unwrap())]);
        assert_eq!(at("(c) > (d)"), Some(1));
        assert_eq!(at("a == b && "), Some(0));
        assert_eq!(at("fn f"), None);
    }

    #[test]
    fn one_mutant_alone_takes_the_place_of_what_stood_there() {
        let text = "fn é() -> bool {\n    é == 1\n}\n";
        let mutant = mutant(text, Genre::BinaryOperator, "==", "!=");
        assert_eq!(replaced(text, &mutant), "fn é() -> bool {\n    é != 1\n}\n");
    }
}
