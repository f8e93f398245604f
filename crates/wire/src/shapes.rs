//! What the ends and the views of a system look like, as JSON Schemas. Both are facts, which have no type in Rust; each
//! system lists what stands in them in its `shapes.tsv`, and a test holds random games of everything against the list.

use crate::forms::schema_id;
use grognard::umpire::Fact;
use grognard::{Kind, System};
use serde_json::{Map, Value};

/// What a list of shapes tells of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shaped {
    /// How a game or battle came out.
    End,
    /// How it stands, as somebody may see it.
    View,
}

impl Shaped {
    /// Its word in the lists.
    pub const fn key(self) -> &'static str {
        match self {
            Shaped::End => "end",
            Shaped::View => "view",
        }
    }
}

/// One place in a fact, with what may stand there and what may stand below it. Which fields there are hangs on the file and
/// on how far things have got: none is promised.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    types: Vec<String>,
    fields: Vec<(String, Shape)>,
    items: Option<Box<Shape>>,
    values: Option<Box<Shape>>,
}

impl Shape {
    /// The shape of a system's ends or views of one kind of file; nothing where its list says nothing of them.
    ///
    /// # Panics
    /// Where the list is none: a test reads all of them.
    pub fn of(system: &System, kind: &str, shaped: Shaped) -> Option<Shape> {
        let mut shape = Shape { types: vec!["object".to_owned()], ..Shape::default() };
        let mut told = false;
        for line in system.shapes.lines().skip(1) {
            let parts: Vec<&str> = line.split('\t').collect();
            let [kinds, what, path, types] = parts[..] else { panic!("{}: `{line}`", system.key) };
            if what != shaped.key() || !kinds.split(',').any(|one| one == kind) {
                continue;
            }
            told = true;
            let place = steps(path).into_iter().fold(&mut shape, Shape::below);
            place.types = types.split('|').map(str::to_owned).collect();
        }
        told.then_some(shape)
    }

    fn below(&mut self, step: Step<'_>) -> &mut Shape {
        match step {
            Step::Item => self.items.get_or_insert_default(),
            Step::Value => self.values.get_or_insert_default(),
            Step::Field(key) => {
                let at = self.fields.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
                    self.fields.push((key.to_owned(), Shape::default()));
                    self.fields.len() - 1
                });
                &mut self.fields[at].1
            }
        }
    }

    fn schema(&self) -> Value {
        let mut schema = Map::new();
        let types: Vec<&str> = self.types.iter().map(String::as_str).collect();
        let one_or_more: Value = if let [only] = types[..] { only.into() } else { types.into() };
        schema.insert("type".to_owned(), one_or_more);
        if !self.fields.is_empty() {
            let all = self.fields.iter().map(|(key, shape)| (key.clone(), shape.schema()));
            schema.insert("properties".to_owned(), Value::Object(all.collect()));
        }
        if let Some(items) = &self.items {
            schema.insert("items".to_owned(), items.schema());
        }
        if let Some(values) = &self.values {
            schema.insert("additionalProperties".to_owned(), values.schema());
        }
        Value::Object(schema)
    }

    /// Where a fact is not of this shape, and how.
    pub fn misfit(&self, fact: &Fact) -> Option<String> {
        let kind = kind_of(fact);
        if !self.types.iter().any(|one| one == kind) {
            return Some(format!(": {kind} instead of {}", self.types.join("|")));
        }
        match fact {
            Fact::List(items) => {
                let shape = self.items.as_deref();
                items.iter().find_map(|item| match shape {
                    Some(shape) => shape.misfit(item).map(|why| format!("[]{why}")),
                    None => Some("[]: nothing is said of what stands in it".to_owned()),
                })
            }
            Fact::Record(pairs) => {
                let of = |key: &str| {
                    let own = self.fields.iter().find(|(known, _)| known == key).map(|(_, shape)| shape);
                    own.or(self.values.as_deref())
                };
                pairs.iter().find_map(|(key, value)| match of(key) {
                    Some(shape) => shape.misfit(value).map(|why| format!(".{key}{why}")),
                    None => Some(format!(".{key}: not in the list")),
                })
            }
            _ => None,
        }
    }
}

/// What a fact is, in JSON's words.
fn kind_of(fact: &Fact) -> &'static str {
    match fact {
        Fact::Nothing => "null",
        Fact::Flag(_) => "boolean",
        Fact::Number(_) => "integer",
        Fact::Text(_) => "string",
        Fact::List(_) => "array",
        Fact::Record(_) => "object",
    }
}

/// A step of a path such as `sides{}.units[].at`.
enum Step<'a> {
    Field(&'a str),
    Item,
    /// Any key of a record whose keys are names.
    Value,
}

fn steps(path: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let name = part.trim_end_matches("[]").trim_end_matches("{}");
        let name = name.split(['[', '{']).next().unwrap_or(name);
        if !name.is_empty() {
            steps.push(Step::Field(name));
        }
        let rest = &part[name.len()..];
        let pairs = rest.as_bytes().chunks(2);
        steps.extend(pairs.map(|pair| if pair == b"[]" { Step::Item } else { Step::Value }));
    }
    steps
}

/// The schemas of the ends or the views of a system, by kind of file.
pub(crate) fn shapes(system: &System, shaped: Shaped) -> Value {
    let of = |kind: &Kind| {
        let mut schema = Shape::of(system, kind.key, shaped)?.schema();
        schema["$schema"] = "https://json-schema.org/draft/2020-12/schema".into();
        schema["$id"] = schema_id(&[system.key, kind.key, shaped.key()]).into();
        Some((kind.key.to_owned(), schema))
    };
    Value::Object(system.kinds.iter().filter_map(of).collect())
}

/// The lines that a list needs for these facts, for whoever adds a system: path and types, in the order in which they come.
pub fn shape_lines(facts: &[Fact]) -> Vec<String> {
    let mut seen = Seen::default();
    facts.iter().for_each(|fact| seen.take(fact));
    let mut lines = Vec::new();
    seen.write("", &mut lines);
    lines
}

/// What was seen at one place.
#[derive(Default)]
struct Seen {
    kinds: Vec<&'static str>,
    fields: Vec<(String, Seen)>,
    items: Option<Box<Seen>>,
}

impl Seen {
    fn take(&mut self, fact: &Fact) {
        let kind = kind_of(fact);
        if !self.kinds.contains(&kind) {
            self.kinds.push(kind);
            self.kinds.sort_unstable();
        }
        match fact {
            Fact::List(items) => {
                for item in items {
                    self.items.get_or_insert_default().take(item);
                }
            }
            Fact::Record(pairs) => {
                for (key, value) in pairs {
                    let at = self.fields.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
                        self.fields.push((key.clone(), Seen::default()));
                        self.fields.len() - 1
                    });
                    self.fields[at].1.take(value);
                }
            }
            _ => {}
        }
    }

    fn join(&mut self, other: Seen) {
        for kind in other.kinds {
            if !self.kinds.contains(&kind) {
                self.kinds.push(kind);
            }
        }
        self.kinds.sort_unstable();
        for (key, seen) in other.fields {
            match self.fields.iter_mut().find(|(known, _)| *known == key) {
                Some((_, own)) => own.join(seen),
                None => self.fields.push((key, seen)),
            }
        }
        if let Some(items) = other.items {
            self.items.get_or_insert_default().join(*items);
        }
    }

    fn write(self, path: &str, lines: &mut Vec<String>) {
        if let Some(items) = self.items {
            items.line(&format!("{path}[]"), lines);
        }
        if are_names(&self.fields) {
            let mut all = Seen::default();
            self.fields.into_iter().for_each(|(_, seen)| all.join(seen));
            return all.line(&format!("{path}{{}}"), lines);
        }
        for (key, seen) in self.fields {
            let path = if path.is_empty() { key } else { format!("{path}.{key}") };
            seen.line(&path, lines);
        }
    }

    fn line(self, path: &str, lines: &mut Vec<String>) {
        lines.push(format!("{path}\t{}", self.kinds.join("|")));
        self.write(path, lines);
    }
}

/// Whether keys are names of things and not of fields: no two games have the same.
fn are_names(fields: &[(String, Seen)]) -> bool {
    let plain = |key: &str| key.chars().all(|c| c.is_ascii_lowercase() || "-_'+ ".contains(c));
    fields.len() > 60 || fields.iter().any(|(key, _)| !plain(key))
}
