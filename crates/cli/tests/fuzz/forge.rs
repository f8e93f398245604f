//! Files made at random: ready ones changed here and there, or made from the schema alone.

use grognard::umpire::Generator;
use serde_json::{Map, Value};

/// Numbers at which things tend to go wrong.
const NUMBERS: [i64; 20] = [-1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 40, 255, 1_000, 1_000_000];
/// A file may not grow without end.
const COPIES_MAX: u32 = 12;

pub(crate) struct Forge {
    dice: Generator,
}

impl Forge {
    pub(crate) fn new(seed: u64, attempt: u64) -> Self {
        Forge { dice: Generator::stream(seed, attempt) }
    }

    fn below(&mut self, bound: usize) -> usize {
        self.dice.below(bound.max(1) as u32) as usize
    }

    fn one_in(&mut self, bound: u32) -> bool {
        self.dice.below(bound) == 0
    }

    /// A file: a ready one with a few changes, or now and then one made up.
    pub(crate) fn file(&mut self, schema: &Value, ready: &[Value]) -> Value {
        if ready.is_empty() || self.one_in(40) {
            return self.made_up(schema, schema, 0);
        }
        let at = self.below(ready.len());
        let mut file = ready[at].clone();
        for _ in 0..self.below(6) {
            self.change(&mut file, schema, schema, ready);
        }
        file
    }

    /// Changes one thing somewhere in a value.
    fn change(&mut self, value: &mut Value, schema: &Value, root: &Value, kin: &[Value]) {
        let schema = resolved(schema, root, value);
        match value {
            Value::Object(fields) => self.change_fields(fields, schema, root, kin),
            Value::Array(items) => {
                let of_items = schema.get("items").unwrap_or(&Value::Null);
                match self.below(6) {
                    0 if !items.is_empty() => {
                        let at = self.below(items.len());
                        items.remove(at);
                    }
                    1 if !items.is_empty() => {
                        let at = self.below(items.len());
                        let copies = 1 + self.dice.below(COPIES_MAX);
                        for number in 0..copies {
                            let mut copy = items[at].clone();
                            // Names must often differ.
                            if let Some(Value::String(name)) = copy.get_mut("name") {
                                name.push_str(&format!(" {number}"));
                            }
                            items.push(copy);
                        }
                    }
                    2 => {
                        let item = self.made_up(of_items, root, 0);
                        items.push(item);
                    }
                    _ if !items.is_empty() => {
                        let at = self.below(items.len());
                        self.change(&mut items[at], of_items, root, kin);
                    }
                    _ => {}
                }
            }
            _ => *value = self.leaf(value, schema, root),
        }
    }

    fn change_fields(
        &mut self,
        fields: &mut Map<String, Value>,
        schema: &Value,
        root: &Value,
        kin: &[Value],
    ) {
        let properties = schema.get("properties").and_then(Value::as_object);
        let keys: Vec<String> = fields.keys().cloned().collect();
        let required = |key: &str| {
            let list = schema.get("required").and_then(Value::as_array);
            list.is_some_and(|list| list.iter().any(|item| item == key))
        };
        match (self.below(8), properties) {
            (0, Some(properties)) => {
                let missing: Vec<&String> =
                    properties.keys().filter(|key| !fields.contains_key(*key)).collect();
                if missing.is_empty() {
                    return;
                }
                let key = missing[self.below(missing.len())];
                // As another file has it, or made up.
                let seen = kin.iter().filter_map(|file| file.get(key)).nth(self.below(kin.len()));
                let new = match seen {
                    Some(seen) => seen.clone(),
                    None => self.made_up(&properties[key], root, 0),
                };
                fields.insert(key.clone(), new);
            }
            (1, _) if !keys.is_empty() => {
                let key = &keys[self.below(keys.len())];
                if !required(key) {
                    fields.remove(key);
                }
            }
            _ if !keys.is_empty() => {
                let key = &keys[self.below(keys.len())];
                let of_field = properties.and_then(|properties| properties.get(key)).unwrap_or(&Value::Null);
                self.change(&mut fields[key], of_field, root, kin);
            }
            _ => {}
        }
    }

    /// Another number, word or flag.
    fn leaf(&mut self, old: &Value, schema: &Value, root: &Value) -> Value {
        if let Some(choice) = self.one_of(schema, root) {
            return choice;
        }
        match old {
            Value::Bool(flag) => Value::Bool(!flag),
            Value::Number(number) => {
                let number = number.as_i64().unwrap_or(1);
                match self.below(4) {
                    0 => number.saturating_add(1).into(),
                    1 => number.saturating_sub(1).into(),
                    _ => NUMBERS[self.below(NUMBERS.len())].into(),
                }
            }
            Value::String(word) => match self.below(6) {
                0 => Value::from(""),
                1 => Value::from("x => \u{1b}[31m\n"),
                2 => Value::from("né".repeat(400)),
                _ => Value::from(format!("{word}'")),
            },
            other => other.clone(),
        }
    }

    /// One of the words that a schema lists.
    fn one_of(&mut self, schema: &Value, root: &Value) -> Option<Value> {
        let lists = ["enum", "oneOf", "anyOf"].iter().filter_map(|key| schema.get(*key)?.as_array());
        let all: Vec<Value> = lists
            .flatten()
            .filter_map(|item| match item {
                Value::Object(_) => {
                    let item = followed(item, root);
                    item.get("const").cloned().or_else(|| item.get("enum")?.get(0).cloned())
                }
                word => Some(word.clone()),
            })
            .chain(schema.get("const").cloned())
            .collect();
        (!all.is_empty()).then(|| all[self.below(all.len())].clone())
    }

    /// A value made from the schema alone.
    fn made_up(&mut self, schema: &Value, root: &Value, depth: u32) -> Value {
        let schema = resolved(schema, root, &Value::Null);
        if let Some(choice) = self.one_of(schema, root) {
            return choice;
        }
        let kind = match schema.get("type") {
            Some(Value::Array(kinds)) => kinds[0].as_str(),
            Some(kind) => kind.as_str(),
            None => None,
        };
        match kind {
            Some("boolean") => Value::Bool(self.one_in(2)),
            Some("integer" | "number") => NUMBERS[self.below(12)].into(),
            Some("string") => Value::from(format!("name {}", self.below(5))),
            Some("array") => {
                let count = if depth > 5 { 0 } else { self.below(4) };
                let of_items = schema.get("items").unwrap_or(&Value::Null);
                (0..count).map(|_| self.made_up(of_items, root, depth + 1)).collect()
            }
            _ => {
                let mut fields = Map::new();
                let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
                    return Value::Object(fields);
                };
                let required = schema.get("required").and_then(Value::as_array);
                for (key, of_field) in properties {
                    let needed = required.is_some_and(|list| list.iter().any(|item| item == key));
                    if needed || depth < 5 && self.one_in(3) {
                        fields.insert(key.clone(), self.made_up(of_field, root, depth + 1));
                    }
                }
                Value::Object(fields)
            }
        }
    }
}

/// A schema with its reference followed.
fn followed<'a>(schema: &'a Value, root: &'a Value) -> &'a Value {
    match schema
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|path| root.pointer(path.trim_start_matches('#')))
    {
        Some(target) => followed(target, root),
        None => schema,
    }
}

/// A schema as it stands for a value: references followed, and of several the first that is for such a value.
fn resolved<'a>(schema: &'a Value, root: &'a Value, value: &Value) -> &'a Value {
    let schema = followed(schema, root);
    let Some(several) = ["anyOf", "oneOf", "allOf"].iter().find_map(|key| schema.get(*key)?.as_array())
    else {
        return schema;
    };
    // Words to choose from are taken as they stand.
    if several.iter().all(|item| item.get("const").is_some() || item.get("enum").is_some()) {
        return schema;
    }
    let wanted = match value {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Number(_) => "integer",
        Value::Bool(_) => "boolean",
        Value::Null => "",
    };
    let mut real =
        several.iter().map(|item| resolved(item, root, value)).filter(|item| item["type"] != "null");
    let first = real.clone().next().unwrap_or(schema);
    real.find(|item| item["type"] == wanted).unwrap_or(first)
}

/// A file as TOML, a line for every key of the outermost table.
pub(crate) fn toml(file: &Value) -> String {
    let Value::Object(fields) = file else { return String::new() };
    let lines = fields.iter().filter(|(_, value)| !value.is_null());
    lines.map(|(key, value)| format!("{} = {}\n", Value::from(key.as_str()), inline(value))).collect()
}

fn inline(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().filter(|item| !item.is_null()).map(inline).collect();
            format!("[{}]", items.join(", "))
        }
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            let fields: Vec<String> = fields
                .map(|(key, value)| format!("{} = {}", Value::from(key.as_str()), inline(value)))
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        other => other.to_string(),
    }
}
