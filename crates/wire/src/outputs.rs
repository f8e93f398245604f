//! The JSON Schemas of what the commands print beside accounts, odds and clauses.

use crate::board::BoardAnswer;
use crate::forms::schema_id;
use crate::seats::{FromBot, SeatNews, ToBot};
use crate::{TableCard, TableList};
use serde_json::{Map, Value, json};
use utoipa::{PartialSchema, ToSchema};

const DRAFT: &str = "https://json-schema.org/draft/2020-12/schema";

/// Every such schema, by the command whose output it tells.
pub(crate) fn outputs() -> Vec<(&'static str, Value)> {
    let (words, number, flag) =
        (json!({ "type": "string" }), json!({ "type": "number" }), json!({ "type": "boolean" }));
    let whole = json!({ "type": "integer" });
    let list = |item: &Value| json!({ "type": "array", "items": item });
    let many = || list(&words);
    let maybe = |kind: &str| json!({ "type": [kind, "null"] });
    let section = record(&[("section", words.clone()), ("words", words.clone()), ("clauses", many())]);
    let listed = record(&[("choices", many()), ("end", words.clone())]);
    let option = record(&[
        ("key", words.clone()),
        ("words", words.clone()),
        ("value", maybe("number")),
        ("weight", maybe("number")),
    ]);
    let barred = record(&[("key", words.clone()), ("reason", words.clone()), ("clause", maybe("string"))]);
    let question = record(&[
        ("by", maybe("string")),
        ("what", words.clone()),
        ("about", words.clone()),
        ("clause", words.clone()),
        ("options", list(&option)),
        ("barred", list(&barred)),
    ]);
    let dice = record(&[
        ("source", json!({ "enum": ["pledged", "seed", "table"] })),
        ("throws", whole.clone()),
        ("checked", flag.clone()),
    ]);
    let secrets = record(&[("under_seal", whole.clone()), ("carried_out_to", whole.clone())]);
    let difference = record(&[
        ("key", words.clone()),
        ("words", words.clone()),
        ("unit", json!({ "enum": ["count", "thirds", "flag"] })),
        ("first", number.clone()),
        ("second", number.clone()),
        ("difference", number.clone()),
        ("low", number.clone()),
        ("high", number.clone()),
        ("sure", flag.clone()),
    ]);
    let turned = record(&[
        ("what", words.clone()),
        ("from", words.clone()),
        ("to", words.clone()),
        ("value", number.clone()),
        ("difference", number.clone()),
        ("low", number.clone()),
        ("high", number.clone()),
        ("sure", flag.clone()),
    ]);
    let mean = record(&[("mean", number.clone()), ("mean_margin", maybe("number"))]);
    let at = record(&[
        ("value", words.clone()),
        ("exact", flag.clone()),
        ("samples", whole.clone()),
        ("figures", json!({ "type": "object", "additionalProperties": mean })),
    ]);
    let totals = json!({ "type": "object", "additionalProperties": whole });
    let system = record(&[
        ("key", words.clone()),
        ("title", words.clone()),
        ("edition", words.clone()),
        ("kinds", many()),
        ("battles", many()),
        ("coverage", totals),
    ]);
    vec![
        ("systems", named("systems", record(&[("systems", list(&system))]))),
        ("trace", named("trace", record(&[("system", words.clone()), ("sections", list(&section))]))),
        ("tables", of::<TableList>("tables")),
        (
            "rule",
            with_definitions::<TableCard>(named(
                "rule",
                record(&[
                    ("system", words.clone()),
                    ("id", words.clone()),
                    ("kind", words.clone()),
                    ("text", words.clone()),
                    ("sections", many()),
                    ("code", many()),
                    ("tests", many()),
                    ("not_applicable", maybe("string")),
                    ("tables", list(&json!({ "$ref": "#/$defs/TableCard" }))),
                ]),
            )),
        ),
        ("show", named("show", json!({ "type": "object" }))),
        (
            "verify",
            named(
                "verify",
                record(&[
                    ("verified", flag.clone()),
                    ("entries", whole.clone()),
                    ("end", maybe("object")),
                    ("written_by", words.clone()),
                    ("carried_out_by", words.clone()),
                    ("dice", dice),
                    ("secrets", secrets),
                ]),
            ),
        ),
        ("allocate", named("allocate", record(&[("pending", list(&question))]))),
        (
            "allocate-all",
            named(
                "allocate-all",
                record(&[("sequences", words.clone()), ("ends", whole.clone()), ("listed", list(&listed))]),
            ),
        ),
        (
            "study-against",
            named(
                "study-against",
                record(&[
                    ("system", words.clone()),
                    ("first", words.clone()),
                    ("second", words.clone()),
                    ("games", whole.clone()),
                    ("figures", list(&difference)),
                ]),
            ),
        ),
        (
            "study-vary",
            named(
                "study-vary",
                record(&[
                    ("system", words.clone()),
                    ("battle", words.clone()),
                    ("vary", words.clone()),
                    ("values", list(&at)),
                ]),
            ),
        ),
        (
            "study-switches",
            named(
                "study-switches",
                record(&[
                    ("system", words.clone()),
                    ("battle", words.clone()),
                    ("games", whole.clone()),
                    ("figure", words.clone()),
                    ("words", words.clone()),
                    ("unit", words.clone()),
                    ("changes", list(&turned)),
                ]),
            ),
        ),
        ("show-board", of::<BoardAnswer>("show-board")),
        ("answer", of::<SeatNews>("answer")),
        ("bot-reads", of::<ToBot>("bot-reads")),
        ("bot-writes", of::<FromBot>("bot-writes")),
    ]
}

/// An object that has all of these fields.
fn record(fields: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        fields.iter().map(|(key, schema)| ((*key).to_owned(), schema.clone())).collect();
    let required: Vec<&str> = fields.iter().map(|(key, _)| *key).collect();
    json!({ "type": "object", "required": required, "properties": properties })
}

fn named(name: &str, mut schema: Value) -> Value {
    schema["$schema"] = DRAFT.into();
    schema["$id"] = schema_id(&[name]).into();
    schema
}

/// The schema of a type, with those of the types in it.
fn of<T: ToSchema + PartialSchema>(name: &str) -> Value {
    with_definitions::<T>(named(name, turned(json!(T::schema()))))
}

fn with_definitions<T: ToSchema + PartialSchema>(mut schema: Value) -> Value {
    let mut inner = vec![(T::name().into_owned(), T::schema())];
    T::schemas(&mut inner);
    let definitions: Map<String, Value> =
        inner.into_iter().map(|(name, schema)| (name, turned(json!(schema)))).collect();
    schema["$defs"] = Value::Object(definitions);
    schema
}

/// References as they stand in a schema of its own.
fn turned(schema: Value) -> Value {
    match schema {
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, turned(value))).collect(),
        Value::Array(items) => items.into_iter().map(turned).collect(),
        Value::String(text) => text.replace("#/components/schemas/", "#/$defs/").into(),
        other => other,
    }
}
