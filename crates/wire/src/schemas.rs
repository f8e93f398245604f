//! The JSON Schemas of what the command line prints, each with its name.

use crate::forms::{battle_schema, schema_id};
use crate::outputs::outputs;
use crate::shapes::{Shaped, shapes};
use grognard::System;
use serde_json::{Map, Value, json};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Every schema of a system: its battle files by kind, and what the commands print.
pub fn schemas(system: &System) -> Value {
    let files: Map<String, Value> =
        system.kinds.iter().map(|kind| (kind.key.to_owned(), battle_schema(system, kind))).collect();
    let mut all = json!({
        "battle-files": files,
        "ends": shapes(system, Shaped::End),
        "views": shapes(system, Shaped::View),
        "resolve": schema_of_resolve(),
        "odds": schema_of_odds(),
        "rules": schema_of_rules(),
        "switches": schema_of_switches(),
    });
    for (name, schema) in outputs() {
        all[name] = schema;
    }
    all
}

/// The JSON Schema of what `rules --switches --json` prints.
fn schema_of_switches() -> Value {
    let words = json!({ "type": "string" });
    let list = |item: &Value| json!({ "type": "array", "items": item });
    let word = json!({ "type": "object", "required": ["word", "words"],
        "properties": { "word": words, "words": words } });
    let profile = json!({ "type": "object", "required": ["profile", "word"],
        "properties": { "profile": words, "word": words } });
    let switch = json!({ "type": "object",
        "required": ["key", "about", "clause", "default", "alternatives", "profiles"],
        "properties": { "key": words, "about": words, "clause": words, "default": words,
            "alternatives": list(&word), "profiles": list(&profile) } });
    json!({
        "$schema": DRAFT,
        "$id": schema_id(&["switches"]),
        "type": "object",
        "required": ["system", "boards"],
        "properties": { "system": words, "boards": list(&json!({ "type": "object",
            "required": ["kinds", "table", "switches"],
            "properties": { "kinds": list(&words), "table": words, "switches": list(&switch) } })) },
    })
}

/// The JSON Schema of what `resolve --json` and `replay --json` print.
fn schema_of_resolve() -> Value {
    let words = json!({ "type": "string" });
    let ruling = json!({
        "type": "object",
        "required": ["clause", "text", "modifiers", "table", "dice", "heading"],
        "properties": {
            "clause": words, "text": words, "heading": { "type": "boolean" },
            "modifiers": { "type": "array", "items": {
                "type": "object", "required": ["value", "clause", "words"],
                "properties": { "value": { "type": "integer" }, "clause": words, "words": words },
            } },
            "table": { "type": ["object", "null"],
                "required": ["table", "row", "column", "cell", "mark", "source"],
                "properties": { "table": words, "row": words, "column": words, "cell": words, "source": words,
                    "mark": { "enum": ["printed", "published", "reconstructed", "ruling", "house"] } } },
            "dice": { "type": "array", "items": {
                "type": "object", "required": ["dice", "faces", "result"],
                "properties": { "dice": words, "result": { "type": "integer" },
                    "faces": { "type": "array", "items": { "type": "integer" } } },
            } },
        },
    });
    let switches = json!({ "type": "array", "items": {
        "type": "object",
        "required": ["path", "value", "is_default", "about", "clause", "decided_against", "words"],
        "properties": { "path": words, "value": words, "is_default": { "type": "boolean" }, "about": words,
            "clause": words, "decided_against": { "type": "array", "items": words }, "words": words },
    } });
    json!({
        "$schema": DRAFT,
        "$id": schema_id(&["resolve"]),
        "type": "object",
        "required": ["end", "account", "journal"],
        "properties": { "end": { "type": ["object", "null"] }, "words": words, "switches": switches,
            "account": { "type": "array", "items": ruling }, "journal": words },
    })
}

/// The JSON Schema of what `odds --json`, `simulate --json` and `study --json` print.
fn schema_of_odds() -> Value {
    let p = json!({ "type": "number", "minimum": 0, "maximum": 1 });
    let interval = json!({ "type": "object", "required": ["low", "high", "confidence"],
        "properties": { "low": p, "high": p, "confidence": p } });
    json!({
        "$schema": DRAFT,
        "$id": schema_id(&["odds"]),
        "type": "object",
        "required": ["system", "battle", "exact", "states", "seconds", "ends", "summary"],
        "properties": {
            "system": { "type": "string" }, "battle": { "type": "string" }, "exact": { "type": "boolean" },
            "states": { "type": "integer" }, "samples": { "type": "integer" }, "seconds": { "type": "number" },
            "ends": { "type": "array", "items": { "type": "object", "required": ["p", "end"],
                "properties": { "p": p, "end": { "type": "object" }, "interval": interval } } },
            "left_out": { "type": "object", "required": ["ends", "p"],
                "properties": { "ends": { "type": "integer" }, "p": p } },
            "unsettled": p,
            "given": { "type": "object", "required": ["conditions", "p"] },
            "joint": { "type": "object", "required": ["row", "column", "rows", "columns", "p"] },
            "summary": { "type": "object", "additionalProperties": { "type": "object",
                "required": ["words", "unit", "mean", "deviation", "values"] } },
            "best": { "type": "object", "required": ["value", "objective", "alternatives"] },
        },
    })
}

/// The JSON Schema of what `rules --coverage --json` prints.
fn schema_of_rules() -> Value {
    let words = json!({ "type": "string" });
    let list = json!({ "type": "array", "items": { "type": "string" } });
    json!({
        "$schema": DRAFT,
        "$id": schema_id(&["rules"]),
        "type": "object",
        "required": ["clauses", "totals"],
        "properties": {
            "clauses": { "type": "array", "items": { "type": "object",
                "required": ["id", "text", "code", "tests", "not_applicable"],
                "properties": { "id": words, "kind": words, "text": words, "code": list, "tests": list,
                    "not_applicable": { "type": ["string", "null"] } } } },
            "totals": { "type": "object", "additionalProperties": { "type": "integer" } },
        },
    })
}
