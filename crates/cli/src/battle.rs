//! A battle file by question and answer: a ready battle of the kind is gone through field by field, each with its label,
//! bounds and words from the schema, and what is not changed stays. Nothing is written before the rules let it pass.

use crate::files::{find_system, write_new};
use crate::hint::did_you_mean;
use crate::paint::{DIM, HEAD, styled};
use crate::table::say;
use crate::{Failure, Outcome, typed};
use grognard::System;
use grognard_wire::{Battle, battle_schema};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// What is to be written.
pub(crate) struct Asked {
    pub(crate) system: String,
    pub(crate) kind: Option<String>,
    pub(crate) from: Option<String>,
    pub(crate) file: Option<PathBuf>,
}

/// What a file of one's own need not say.
const LEFT_OUT: [&str; 6] = ["date", "sources", "policy", "readings", "rules", "options"];
/// Nobody has more units in a battle; more are a slip of the finger.
const ITEMS_MAX: usize = 40;
/// So often what the rules refuse is asked again.
const TRIES_MAX: usize = 50;

pub(crate) fn battle(asked: &Asked) -> Outcome {
    let system = find_system(&asked.system)?;
    let (name, text) = template(system, asked)?;
    let mut battle = Battle::from_text(text).map_err(|refusal| Failure(refusal.reason))?;
    strip(&mut battle);
    let key = battle.fields["kind"].as_str().unwrap_or_default().to_owned();
    let kind = system.kinds.iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(|| Failure(format!("{}: no kind `{key}`", system.key)))?;
    let mut form = Form { schema: battle_schema(system, kind), asked: 0 };
    say(&format!(
        "{}\n{}\n",
        styled(HEAD, format!("A {} of {}", key.replace('-', " "), system.title)),
        styled(
            DIM,
            format!(
                "It begins as {name}. Enter keeps what stands in brackets; ? tells what is meant; quit writes nothing."
            )
        )
    ))?;
    let title = form.line("what it is called [My battle]", "My battle")?;
    battle.fields["title"] = title.as_str().into();
    let path = place(&mut form, asked.file.clone(), &title)?;
    form.record("", &mut battle.fields)?;
    accepted(&mut form, &mut battle)?;
    let text = battle.text().map_err(|refusal| Failure(refusal.reason))?;
    let head = "# `grognard odds FILE` tells the chances, `grognard resolve FILE` fights it.\n\n";
    write_new(&path, &format!("{head}{text}"))?;
    let shown = path.display();
    Ok(format!(
        "\n{}: written. Now:\n  grognard odds {shown}\n  grognard resolve {shown}\n",
        styled(HEAD, &shown)
    ))
}

/// The ready battle to begin with: the one named, else the shortest of the kind.
fn template(system: &System, asked: &Asked) -> Result<(String, &'static str), Failure> {
    let battles = system.battles();
    if let Some(name) = &asked.from {
        let found = battles.iter().find(|(battle, _)| battle == name);
        return found.cloned().ok_or_else(|| {
            let hint = did_you_mean(name, battles.iter().map(|(name, _)| name.as_str()));
            Failure(format!("{} has no battle `{name}`{hint}", system.key))
        });
    }
    let kind_of = |text: &str| {
        let line = text.lines().find(|line| line.starts_with("kind = "));
        line.and_then(|line| line.split('"').nth(1)).unwrap_or_default().to_owned()
    };
    let ready: Vec<(String, &(String, &'static str))> =
        battles.iter().map(|battle| (kind_of(battle.1), battle)).collect();
    let has = |kind: &&str| ready.iter().any(|(of, _)| of == kind);
    let kinds: Vec<&str> = system.kinds.iter().map(|kind| kind.key).filter(has).collect();
    let kind = asked.kind.as_deref().or(kinds.first().copied()).unwrap_or_default();
    let shortest = ready.iter().filter(|(of, _)| of == kind).min_by_key(|(_, (_, text))| text.len());
    shortest.map(|(_, battle)| (*battle).clone()).ok_or_else(|| {
        let hint = did_you_mean(kind, kinds.iter().copied());
        Failure(format!(
            "{} has no kind of battle `{kind}`; there are {}{hint}",
            system.key,
            kinds.join(", ")
        ))
    })
}

/// Takes out what may be left to the rules, where the battle still opens without it.
fn strip(battle: &mut Battle) {
    fn without(value: &Value, key: &str) -> Value {
        match value {
            Value::Object(fields) => {
                let kept = fields.iter().filter(|(name, _)| *name != key);
                Value::Object(
                    kept.map(|(name, value)| (name.clone(), without(value, key))).collect::<Map<_, _>>(),
                )
            }
            value => value.clone(),
        }
    }
    for key in LEFT_OUT {
        let less = Battle { fields: without(&battle.fields, key), tables: Vec::new() };
        if less.open().is_ok() {
            *battle = less;
        }
    }
}

/// Where it will be written: never over another file, and that is known before anything else is asked.
fn place(form: &mut Form, file: Option<PathBuf>, title: &str) -> Result<PathBuf, Failure> {
    let plain: String =
        title.to_lowercase().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let parts: Vec<&str> = plain.split('-').filter(|part| !part.is_empty()).collect();
    let named = file.is_some();
    let mut path = file.unwrap_or_else(|| PathBuf::from(format!("{}.toml", parts.join("-"))));
    loop {
        match path.exists() {
            false => return Ok(path),
            true if named => {
                let shown = path.display();
                return Err(Failure(format!(
                    "{shown}: there is such a file, and none is written over; name another"
                )));
            }
            true => {
                say(&format!("There is a file {} already.\n", path.display()))?;
                let name = form.line("write it to which file?", "")?;
                if !name.is_empty() {
                    path = PathBuf::from(if Path::new(&name).extension().is_some() {
                        name
                    } else {
                        format!("{name}.toml")
                    });
                }
            }
        }
    }
}

/// Asks again for whatever the rules refuse, until they let it pass.
fn accepted(form: &mut Form, battle: &mut Battle) -> Result<(), Failure> {
    for _ in 0..TRIES_MAX {
        let Err(refusal) = battle.open() else { return Ok(()) };
        let field = refusal.field.clone().unwrap_or_default();
        say(&format!("{}: {}\n", field, refusal.reason))?;
        let pointer: String = field.split('.').map(|part| format!("/{part}")).collect();
        match battle.fields.pointer_mut(&pointer) {
            Some(value) => form.value(&field, value)?,
            None => return Err(Failure(format!("{field}: {}; nothing is written", refusal.reason))),
        }
    }
    Err(Failure("the rules do not let it pass; nothing is written".to_owned()))
}

/// The form: the schema, and how many lines have been read.
struct Form {
    schema: Value,
    asked: usize,
}

impl Form {
    /// One line; an empty one is what usually stands there.
    fn line(&mut self, question: &str, usual: &str) -> Result<String, Failure> {
        say(&format!("{question}: "))?;
        let line = typed::line()?;
        if line.is_empty() {
            return Err(Failure(
                "the input ended before the battle was complete; nothing is written".to_owned(),
            ));
        }
        self.asked += 1;
        match line.trim() {
            "quit" => Err(Failure("left before the end; nothing is written".to_owned())),
            "" => Ok(usual.to_owned()),
            line => Ok(line.to_owned()),
        }
    }

    /// The fields of a table, in the order in which the ready battle has them.
    fn record(&mut self, path: &str, value: &mut Value) -> Result<(), Failure> {
        let Value::Object(fields) = value else { return Ok(()) };
        for (key, value) in fields.iter_mut() {
            if path.is_empty() && ["system", "kind", "title"].contains(&key.as_str()) {
                continue;
            }
            let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            self.value(&path, value)?;
        }
        Ok(())
    }

    fn value(&mut self, path: &str, value: &mut Value) -> Result<(), Failure> {
        match value {
            Value::Object(_) => {
                say(&format!("{}\n", styled(HEAD, path)))?;
                self.record(path, value)
            }
            Value::Array(items) => self.list(path, items),
            value => self.one(path, value),
        }
    }

    /// A list: kept as it is, or asked for one by one.
    fn list(&mut self, path: &str, items: &mut Vec<Value>) -> Result<(), Failure> {
        let shown: Vec<String> = items.iter().map(in_a_line).collect();
        let label = self.label(path);
        loop {
            let question = format!("{label}: how many? [{}: {}]", items.len(), shown.join("; "));
            let line = self.line(&question, "")?;
            if line.is_empty() {
                return Ok(());
            }
            match line.parse::<usize>() {
                Ok(count) if count <= ITEMS_MAX && (count == 0 || !items.is_empty()) => {
                    let last = items.last().cloned().unwrap_or_default();
                    items.resize(count, last);
                    break;
                }
                _ if line == "?" => say(&format!("{}\n", self.help(path)))?,
                _ => say(&format!("A number from 0 to {ITEMS_MAX}, or Enter to keep them.\n"))?,
            }
        }
        for (index, item) in items.iter_mut().enumerate() {
            let path = format!("{path}.{index}");
            match item {
                Value::Array(parts) => self.tuple(&path, parts)?,
                item => self.value(&path, item)?,
            }
        }
        Ok(())
    }

    /// Things that stand in one line, with commas between.
    fn tuple(&mut self, path: &str, parts: &mut [Value]) -> Result<(), Failure> {
        loop {
            let shown = in_a_line(&Value::Array(parts.to_vec()));
            let line = self.line(&format!("{path}, with commas [{shown}]"), "")?;
            if line.is_empty() {
                return Ok(());
            }
            let words: Vec<&str> = line.split(',').map(str::trim).collect();
            let read: Option<Vec<Value>> = (words.len() == parts.len())
                .then(|| words.iter().zip(parts.iter()).map(|(word, was)| like(word, was)).collect())
                .flatten();
            match read {
                Some(read) => {
                    parts.clone_from_slice(&read);
                    return Ok(());
                }
                None => say(&format!("{} things with commas between, as {shown}.\n", parts.len()))?,
            }
        }
    }

    /// One word or number.
    fn one(&mut self, path: &str, value: &mut Value) -> Result<(), Failure> {
        let (label, field) = (self.label(path), self.field(path));
        let words = self.words(&field);
        let bounds = (field["minimum"].as_i64(), field["maximum"].as_i64());
        // A year in years needs no saying.
        let unit = field["x-unit"].as_str().filter(|unit| !label.ends_with(unit));
        let unit = unit.map_or(String::new(), |unit| format!(", in {unit}"));
        loop {
            let shown = in_a_line(value);
            let line = self.line(&format!("{label}{unit} [{shown}]"), "")?;
            if line.is_empty() {
                return Ok(());
            }
            if line == "?" {
                say(&format!("{}\n", self.help(path)))?;
                continue;
            }
            let wrong = match like(&line, value) {
                None => match value {
                    Value::Bool(_) => "Write yes or no.".to_owned(),
                    _ => format!("`{line}` is no whole number."),
                },
                Some(Value::Number(number)) if outside(number.as_i64(), bounds) => {
                    format!(
                        "{line} is out of bounds; {} to {}.",
                        bounds.0.unwrap_or(0),
                        bounds.1.unwrap_or(0)
                    )
                }
                Some(Value::String(word)) if !words.is_empty() && !words.contains(&word) => {
                    let hint = did_you_mean(&word, words.iter().map(String::as_str));
                    format!("`{word}` is not among {}{hint}", words.join(", "))
                }
                Some(new) => {
                    *value = new;
                    return Ok(());
                }
            };
            say(&format!("{wrong}\n"))?;
        }
    }

    /// What a field is called.
    fn label(&self, path: &str) -> String {
        let title = self.field(path)["title"].as_str().map(str::to_owned);
        let side = path.rsplit_once('.').map_or(String::new(), |(side, _)| format!("{side}, "));
        let key = path.rsplit('.').next().unwrap_or_default();
        format!("{side}{}", title.unwrap_or_else(|| key.replace('-', " ")))
    }

    /// What a field means, in which unit and bounds, and under which clause.
    fn help(&self, path: &str) -> String {
        let field = self.field(path);
        let mut text = field["description"].as_str().unwrap_or("Nothing more is known of it.").to_owned();
        if let (Some(least), Some(most)) = (field["minimum"].as_i64(), field["maximum"].as_i64()) {
            text.push_str(&format!(" {least} to {most}."));
        }
        let words = self.words(&field);
        if !words.is_empty() {
            text.push_str(&format!(" One of {}.", words.join(", ")));
        }
        match field["x-clause"].as_str() {
            Some(clause) => format!("{text} {}", styled(DIM, clause)),
            None => text,
        }
    }

    /// The schema's word on a field.
    fn field(&self, path: &str) -> Value {
        let mut at = &self.schema;
        let mut own = Value::Null;
        for part in path.split('.') {
            at = self.resolved(at);
            own = match part.parse::<usize>() {
                Ok(_) => at["items"].clone(),
                Err(_) => at["properties"][part].clone(),
            };
            at = match part.parse::<usize>() {
                Ok(_) => &at["items"],
                Err(_) => &at["properties"][part],
            };
        }
        own
    }

    /// What a reference, or something that may be left out, comes to: a table where there is one.
    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let mut at = schema;
        for _ in 0..6 {
            if let Some(name) = at["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
                at = &self.schema["$defs"][name];
            } else if let Some(forms) = at["anyOf"].as_array() {
                let table = |form: &&Value| self.resolved(form)["properties"].is_object();
                let real = || forms.iter().filter(|form| form["type"] != "null");
                match real().find(table).or_else(|| real().next()) {
                    Some(form) => at = form,
                    None => return at,
                }
            } else {
                return at;
            }
        }
        at
    }

    /// The words that a field may hold; none where it may hold any.
    fn words(&self, field: &Value) -> Vec<String> {
        let resolved = self.resolved(field);
        for schema in [field, resolved] {
            let own = schema["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
            let one_of = schema["oneOf"].as_array().into_iter().flatten();
            let words: Vec<String> = own
                .chain(one_of.clone().filter_map(|one| one["const"].as_str()))
                .chain(
                    one_of
                        .flat_map(|one| one["enum"].as_array().into_iter().flatten())
                        .filter_map(Value::as_str),
                )
                .map(str::to_owned)
                .collect();
            if !words.is_empty() {
                return words;
            }
        }
        Vec::new()
    }
}

fn outside(number: Option<i64>, (least, most): (Option<i64>, Option<i64>)) -> bool {
    number.is_some_and(|number| {
        least.is_some_and(|least| number < least) || most.is_some_and(|most| number > most)
    })
}

/// What was typed, as the same kind of thing that stood there.
fn like(line: &str, was: &Value) -> Option<Value> {
    match was {
        Value::Number(_) => line.parse::<i64>().ok().map(Value::from),
        Value::Bool(_) => match line {
            "yes" | "y" | "true" => Some(true.into()),
            "no" | "n" | "false" => Some(false.into()),
            _ => None,
        },
        _ => Some(line.into()),
    }
}

/// A value as people read it in brackets.
fn in_a_line(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(flag) => if *flag { "yes" } else { "no" }.to_owned(),
        Value::Array(items) => items.iter().map(in_a_line).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => fields.values().map(in_a_line).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}
