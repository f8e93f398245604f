//! Schemas that people can fill in: the shape of a battle file comes from the type it is read into, and what each
//! field means from the system's `fields.tsv`: label, unit, bounds, words, default, clause and a sentence of help.

use grognard::{Kind, System};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What begins the `$id` of every schema. It is a name, no address.
const ID: &str = "urn:grognard:schema:";

/// The name of a schema: `urn:grognard:schema:eu9:land-battle`.
pub(crate) fn schema_id(parts: &[&str]) -> String {
    format!("{ID}{}", parts.join(":"))
}

/// What a line of `fields.tsv` says.
struct Meaning<'a> {
    label: &'a str,
    unit: &'a str,
    bounds: &'a str,
    words: &'a str,
    default: &'a str,
    clause: &'a str,
    help: &'a str,
}

type Meanings<'a> = BTreeMap<&'a str, Meaning<'a>>;

fn meanings(text: &str) -> Meanings<'_> {
    text.lines()
        .skip(1)
        .filter_map(|line| {
            let mut parts = line.split('\t');
            let mut next = || parts.next().unwrap_or_default();
            let field = next();
            let meaning = Meaning {
                label: next(),
                unit: next(),
                bounds: next(),
                words: next(),
                default: next(),
                clause: next(),
                help: next(),
            };
            (!field.is_empty()).then_some((field, meaning))
        })
        .collect()
}

/// The schema of a kind of battle file, with what each of its fields means.
pub fn battle_schema(system: &System, kind: &Kind) -> Value {
    let mut schema = (kind.schema)().to_value();
    let meanings = meanings(system.fields);
    let root = schema.get("title").and_then(Value::as_str).unwrap_or_default().to_owned();
    let told = descriptions(&schema);
    label_record(&mut schema, &root, &Known { meanings: &meanings, told: &told });
    if let Some(definitions) = schema.get_mut("$defs").and_then(Value::as_object_mut) {
        for (name, definition) in definitions {
            let name = name.clone();
            label_all(definition, &name, &Known { meanings: &meanings, told: &told });
        }
    }
    schema["$id"] = schema_id(&[system.key, kind.key]).into();
    schema["title"] = label_of(kind.key).into();
    schema["properties"]["system"]["const"] = system.key.into();
    schema["properties"]["kind"]["const"] = kind.key.into();
    schema
}

/// What is known about fields: what the list says, and what their types say of themselves.
struct Known<'a> {
    meanings: &'a Meanings<'a>,
    told: &'a BTreeMap<String, String>,
}

/// What each definition says of itself.
fn descriptions(schema: &Value) -> BTreeMap<String, String> {
    let definitions = schema.get("$defs").and_then(Value::as_object);
    let told = |(name, definition): (&String, &Value)| {
        Some((name.clone(), definition.get("description")?.as_str()?.to_owned()))
    };
    definitions.into_iter().flatten().filter_map(told).collect()
}

/// The definition that a field is of, or is of if it is given.
fn definition_of(property: &Map<String, Value>) -> Option<&str> {
    let own = property.get("$ref").and_then(Value::as_str);
    let forms = property.get("anyOf").and_then(Value::as_array);
    let inner = || forms.into_iter().flatten().find_map(|form| form.get("$ref")?.as_str());
    own.or_else(inner)?.rsplit('/').next()
}

/// A definition, and whatever forms it may have.
fn label_all(definition: &mut Value, name: &str, known: &Known<'_>) {
    label_record(definition, name, known);
    for forms in ["anyOf", "oneOf"] {
        let forms = definition.get_mut(forms).and_then(Value::as_array_mut);
        for form in forms.into_iter().flatten() {
            label_record(form, name, known);
        }
    }
}

fn label_record(schema: &mut Value, name: &str, known: &Known<'_>) {
    let required: Vec<String> = schema
        .get("required")
        .and_then(Value::as_array)
        .map(|keys| keys.iter().filter_map(|key| key.as_str().map(str::to_owned)).collect())
        .unwrap_or_default();
    let Some(properties) = schema.get_mut("properties").and_then(Value::as_object_mut) else { return };
    for (key, property) in properties {
        // What may stand in a field without a word about it is anything at all.
        if !property.is_object() {
            *property = json!({});
        }
        let own = format!("{name}.{key}");
        let meaning = known.meanings.get(own.as_str()).or_else(|| known.meanings.get(key.as_str()));
        let Some(property) = property.as_object_mut() else { continue };
        // A field without a word of its own says what its type says.
        let told = definition_of(property).and_then(|name| known.told.get(name)).cloned();
        if let Some(told) = told.filter(|_| !property.contains_key("description")) {
            property.insert("description".to_owned(), told.into());
        }
        label_property(property, key, meaning, required.contains(key));
    }
}

/// A key as people read it: `supply-line` is a supply line.
fn label_of(key: &str) -> String {
    key.replace(['-', '_'], " ")
}

fn label_property(
    property: &mut Map<String, Value>,
    key: &str,
    meaning: Option<&Meaning<'_>>,
    required: bool,
) {
    let said = |text: &str| (!text.is_empty()).then(|| Value::from(text));
    let label = meaning.and_then(|meaning| said(meaning.label)).unwrap_or_else(|| label_of(key).into());
    property.insert("title".to_owned(), label);
    if let Some(meaning) = meaning {
        if let Some(help) = said(meaning.help) {
            property.insert("description".to_owned(), help);
        }
        for (name, text) in [("x-unit", meaning.unit), ("x-clause", meaning.clause)] {
            if let Some(text) = said(text).filter(|_| text != "-" && !property.contains_key(name)) {
                property.insert(name.to_owned(), text);
            }
        }
        if let Some((least, most)) = meaning.bounds.split_once("..") {
            let bound = |text: &str| text.parse::<i64>().ok().map(Value::from);
            property.extend(bound(least).map(|least| ("minimum".to_owned(), least)));
            property.extend(bound(most).map(|most| ("maximum".to_owned(), most)));
        }
        if !meaning.words.is_empty() && !property.contains_key("$ref") {
            let words: Vec<Value> = meaning.words.split(' ').map(Value::from).collect();
            property.insert("enum".to_owned(), words.into());
        }
    }
    if required {
        return;
    }
    let usual = meaning.map(|meaning| meaning.default).unwrap_or_default();
    let empty = property.get("default").is_none_or(Value::is_null);
    if empty {
        property.remove("default");
        let words = match property.get("type").and_then(Value::as_str) {
            _ if !usual.is_empty() => usual,
            Some("boolean") => "no",
            Some("integer") => "0",
            Some("array") => "none",
            _ => "left to the rules",
        };
        property.insert("x-default".to_owned(), words.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every property of a schema, with where it stands.
    fn properties(schema: &Value, at: &str, found: &mut Vec<(String, Value, bool)>) {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let wanted = required.contains(&Value::from(key.as_str()));
            found.push((format!("{at}.{key}"), property.clone(), wanted));
        }
        for form in ["anyOf", "oneOf"] {
            for form in schema[form].as_array().into_iter().flatten() {
                properties(form, at, found);
            }
        }
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            properties(definition, &format!("{at}/{name}"), found);
        }
    }

    /// The clauses that need none: a file's head, names, and how a side decides when nobody is asked.
    fn without_clause(text: &str) -> Vec<&str> {
        let fields = text.lines().skip(1).map(|line| line.split('\t').collect::<Vec<_>>());
        fields.filter(|line| line[6] == "-").map(|line| line[0]).collect()
    }

    #[test]
    fn every_property_of_every_battle_file_can_be_filled_in_by_people() {
        let mut wrong = Vec::new();
        for system in grognard::systems() {
            let rulebook = system.rulebook();
            let free = without_clause(system.fields);
            for kind in system.kinds {
                let schema = battle_schema(system, kind);
                assert_eq!(schema["$id"], schema_id(&[system.key, kind.key]));
                let mut found = Vec::new();
                properties(&schema, &format!("{} {}", system.key, kind.key), &mut found);
                assert!(found.len() > 3, "{} {}", system.key, kind.key);
                for (at, property, required) in found {
                    let mut bad = |what: &str| wrong.push(format!("{at}: {what}"));
                    if property["title"].as_str().is_none_or(str::is_empty) {
                        bad("no label");
                    }
                    if property["description"].as_str().is_none_or(|help| help.len() < 3) {
                        bad("no help");
                    }
                    let key = at.rsplit('.').next().unwrap_or_default();
                    let own = at.rsplit('/').next().unwrap_or_default();
                    match property["x-clause"].as_str() {
                        Some(clause) if rulebook.clause(clause).is_none() => {
                            bad(&format!("no clause {clause}"))
                        }
                        None if !free.contains(&key) && !free.contains(&own) => bad("no clause"),
                        _ => {}
                    }
                    let types = property["type"].to_string();
                    if types.contains("integer") && !types.contains("string") {
                        if property["minimum"].is_null() || property["maximum"].is_null() {
                            bad("no bounds");
                        }
                        if property["x-unit"].is_null() {
                            bad("no unit");
                        }
                    }
                    if !required && property["default"].is_null() && property["x-default"].is_null() {
                        bad("no default");
                    }
                }
            }
        }
        wrong.sort();
        wrong.dedup();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// A bound that nobody keeps, and a word that is not one, would be a promise without anything behind it.
    #[test]
    fn what_lies_beyond_the_bounds_is_refused() {
        for system in grognard::systems() {
            let mut tried = 0;
            for (name, text) in system.battles() {
                let battle = crate::Battle::from_text(text).unwrap();
                let kind = battle.fields["kind"].as_str().unwrap().to_owned();
                let kind = system.kinds.iter().find(|one| one.key == kind).unwrap();
                let schema = battle_schema(system, kind);
                let mut beyond = Vec::new();
                outside(&battle.fields, &schema, &schema, "", &mut beyond);
                for (path, value) in beyond {
                    let mut changed = battle.clone();
                    *changed.fields.pointer_mut(&path).unwrap() = value.clone();
                    assert!(changed.open().is_err(), "{}/{name} {path} = {value} is let pass", system.key);
                    tried += 1;
                }
            }
            assert!(tried > 10, "{}: {tried}", system.key);
        }
    }

    /// The fields of a file with values just outside of what their schema allows.
    fn outside(value: &Value, schema: &Value, root: &Value, path: &str, beyond: &mut Vec<(String, Value)>) {
        let mut at = schema;
        for _ in 0..6 {
            if let Some(name) = at["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
                at = &root["$defs"][name];
            } else if let Some(forms) = at["anyOf"].as_array() {
                let real: Vec<&Value> = forms.iter().filter(|form| form["type"] != "null").collect();
                match real[..] {
                    [only] => at = only,
                    _ => return,
                }
            }
        }
        match value {
            Value::Object(fields) => {
                for (key, inner) in fields {
                    let schema = &at["properties"][key];
                    if schema.is_object() {
                        outside(inner, schema, root, &format!("{path}/{key}"), beyond);
                    }
                }
            }
            Value::Array(items) => {
                for (index, inner) in items.iter().enumerate() {
                    outside(inner, &at["items"], root, &format!("{path}/{index}"), beyond);
                }
            }
            Value::Number(_) => {
                for (bound, step) in [("minimum", -1), ("maximum", 1)] {
                    if let Some(bound) = schema[bound].as_i64().or(at[bound].as_i64()) {
                        beyond.push((path.to_owned(), Value::from(bound + step)));
                    }
                }
            }
            Value::String(_) if schema["enum"].is_array() || at["oneOf"].is_array() => {
                beyond.push((path.to_owned(), Value::from("nothing of the kind")));
            }
            _ => {}
        }
    }
}
