//! Every JSON output is what its schema says.

use crate::{folder, json, out};
use serde_json::Value;

/// What is wrong with a value by a schema: as much of the draft as our schemas use, and nothing unknown let pass.
fn check(value: &Value, schema: &Value, root: &Value, at: &str, wrong: &mut Vec<String>) {
    let Some(schema) = schema.as_object() else { return };
    for (key, rule) in schema {
        match key.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "format" | "default" | "example" => {}
            "$ref" => {
                let name = rule.as_str().unwrap().rsplit('/').next().unwrap();
                assert!(root["$defs"][name].is_object(), "{at}: no definition {name}");
                check(value, &root["$defs"][name], root, at, wrong);
            }
            "type" => {
                let types = rule.as_array().cloned().unwrap_or_else(|| vec![rule.clone()]);
                if !types.iter().any(|one| is_of(value, one.as_str().unwrap())) {
                    wrong.push(format!("{at}: {value} is not {rule}"));
                }
            }
            "required" => {
                for key in rule.as_array().unwrap().iter().filter_map(Value::as_str) {
                    if value.is_object() && value.get(key).is_none() {
                        wrong.push(format!("{at}: no `{key}`"));
                    }
                }
            }
            "properties" => {
                for (key, schema) in rule.as_object().unwrap() {
                    if let Some(inner) = value.get(key) {
                        check(inner, schema, root, &format!("{at}.{key}"), wrong);
                    }
                }
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object);
                for (key, inner) in value.as_object().into_iter().flatten() {
                    if known.is_none_or(|known| !known.contains_key(key)) {
                        match rule {
                            Value::Bool(false) => wrong.push(format!("{at}: `{key}` is not in the schema")),
                            rule => check(inner, rule, root, &format!("{at}.{key}"), wrong),
                        }
                    }
                }
            }
            "propertyNames" => {}
            "items" => {
                for (index, inner) in value.as_array().into_iter().flatten().enumerate() {
                    check(inner, rule, root, &format!("{at}.{index}"), wrong);
                }
            }
            "prefixItems" => {
                for (inner, rule) in value.as_array().into_iter().flatten().zip(rule.as_array().unwrap()) {
                    check(inner, rule, root, at, wrong);
                }
            }
            "enum" if !rule.as_array().unwrap().contains(value) => {
                wrong.push(format!("{at}: {value} is not in {rule}"))
            }
            "const" if rule != value => wrong.push(format!("{at}: {value} is not {rule}")),
            "minimum" if value.as_f64() < rule.as_f64() => {
                wrong.push(format!("{at}: {value} is below {rule}"))
            }
            "maximum" if value.as_f64() > rule.as_f64() => {
                wrong.push(format!("{at}: {value} is above {rule}"))
            }
            "minItems" | "maxItems" => {
                let (count, bound) = (value.as_array().map(Vec::len), rule.as_u64().unwrap() as usize);
                let fits =
                    count.is_none_or(|count| if key == "minItems" { count >= bound } else { count <= bound });
                if !fits {
                    wrong.push(format!("{at}: {key} is {bound}"));
                }
            }
            "oneOf" | "anyOf" => {
                let fits = |schema: &&Value| {
                    let mut wrong = Vec::new();
                    check(value, schema, root, at, &mut wrong);
                    wrong.is_empty()
                };
                if !rule.as_array().unwrap().iter().any(|schema| fits(&schema)) {
                    wrong.push(format!("{at}: {value} fits none of {key}"));
                }
            }
            "allOf" => {
                rule.as_array().unwrap().iter().for_each(|schema| check(value, schema, root, at, wrong))
            }
            "enum" | "const" | "minimum" | "maximum" => {}
            other => panic!("{at}: a rule `{other}` that nobody checks"),
        }
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("no type {other}"),
    }
}

#[test]
fn what_is_printed_is_what_its_schema_says() {
    let schemas = json(&["schema", "eu9"]);
    let folder = folder("schemas");
    let journal = folder.join("pavia.journal").to_str().unwrap().to_owned();
    let game = folder.join("game.journal").to_str().unwrap().to_owned();
    out(&["resolve", "eu9/pavia", "--seed", "7", "--journal", &journal]);
    out(&["new", "eu9/pavia", "--seed", "7", "--computer", "second", "--journal", &game]);
    for (name, arguments) in [
        ("systems", &["systems", "--json"][..]),
        ("rules", &["rules", "eu9", "--coverage", "--json"]),
        ("trace", &["rules", "eu9", "--trace", "--json"]),
        ("switches", &["rules", "eu9", "--switches", "--json"]),
        ("rule", &["rule", "EU9-BATTLE-u", "--json"]),
        ("rule", &["rule", "EU9-BATTLE-e", "--json"]),
        ("tables", &["tables", "eu9", "--json"]),
        ("resolve", &["resolve", "eu9/pavia", "--seed", "7", "--json"]),
        ("resolve", &["replay", &journal, "--json"]),
        ("odds", &["odds", "eu9/pavia", "--json"]),
        ("odds", &["odds", "eu9/pavia", "--json", "--best", "both", "--ends", "3"]),
        ("odds", &["odds", "eu9/pavia", "--json", "--summary", "--switches", "--given", "attacker-wins"]),
        ("odds", &["simulate", "eu9/pavia", "-n", "1000", "--json"]),
        ("odds", &["study", "eu9/pavia", "--games", "10", "--json"]),
        ("study-against", &["study", "eu9/pavia", "--against", "eu9/rocroi", "--games", "10", "--json"]),
        ("study-vary", &["study", "eu9/pavia", "--vary", "attacker.leader.fire=1..2", "--json"]),
        ("study-switches", &["study", "eu9/pavia", "--switches", "--games", "10", "--json"]),
        ("show", &["show", &journal, "--json"]),
        ("verify", &["verify", &journal, "--json"]),
        ("allocate", &["allocate", "death-of-empires/reference-combat", "--json"]),
        (
            "allocate-all",
            &["allocate", "death-of-empires/reference-combat", "--all", "--list", "3", "--json"],
        ),
        ("answer", &["answer", &game, "--json", "--view"]),
        ("answer", &["answer", &game, "--take", "--json"]),
    ] {
        let schema = &schemas[name];
        assert_eq!(schema["$id"], format!("urn:grognard:schema:{name}"), "{arguments:?}");
        let value = json(arguments);
        let mut wrong = Vec::new();
        check(&value, schema, schema, name, &mut wrong);
        assert!(wrong.is_empty(), "{arguments:?}: {}", wrong.join("\n"));
        // A value that lacks what is required is found out: the schema says something.
        if name != "show" {
            let mut wrong = Vec::new();
            check(&serde_json::json!({}), schema, schema, name, &mut wrong);
            assert!(!wrong.is_empty(), "{name} lets anything pass");
        }
    }
    for system in grognard::systems() {
        answers_of_a_system_fit(system, &folder);
    }
    let simulated = json(&["simulate", "eu9/pavia", "-n", "1000", "--json"]);
    assert!(simulated["summary"]["attacker-wins"]["mean"].is_number(), "a simulation has its figures");
}

/// What the commands say of a system's first battle and of its titles, by the schemas it prints.
fn answers_of_a_system_fit(system: &grognard::System, folder: &std::path::Path) {
    let schemas = json(&["schema", system.key]);
    let fits = |name: &str, arguments: &[&str]| {
        let mut wrong = Vec::new();
        check(&json(arguments), &schemas[name], &schemas[name], name, &mut wrong);
        assert!(wrong.is_empty(), "{arguments:?}: {}", wrong.join("\n"));
    };
    let (name, _) = system.battles().into_iter().next().unwrap();
    let battle = format!("{}/{name}", system.key);
    fits("rules", &["rules", system.key, "--coverage", "--json"]);
    fits("trace", &["rules", system.key, "--trace", "--json"]);
    fits("switches", &["rules", system.key, "--switches", "--json"]);
    fits("tables", &["tables", system.key, "--json"]);
    fits("resolve", &["resolve", &battle, "--seed", "7", "--policy", "--json"]);
    fits("odds", &["odds", &battle, "--json", "--ends", "20"]);
    fits("odds", &["simulate", &battle, "-n", "100", "--json"]);
    for (title, _) in system.titles() {
        let journal = folder.join(format!("{title}.journal")).to_str().unwrap().to_owned();
        out(&["new", &title, "--seed", "7", "--computer", "second", "--journal", &journal]);
        fits("answer", &["answer", &journal, "--json", "--view"]);
        fits("answer", &["answer", &journal, "--take", "--json"]);
        fits("show", &["show", &journal, "--json"]);
        fits("verify", &["verify", &journal, "--json"]);
        fits("resolve", &["replay", &journal, "--json"]);
        fits("show-board", &["show", &journal, "--board"]);
    }
}

/// The lines to a bot are what their schema says.
#[test]
fn a_bots_lines_are_what_their_schema_says() {
    let schema = &json(&["schema", "eu9"])["bot-reads"];
    let output = crate::run(&["bot", "eu9/pavia", "--seed", "7"]);
    let lines = String::from_utf8(output.stdout).unwrap();
    assert_eq!(lines.lines().count(), 2, "begin and ask: {lines}");
    for line in lines.lines() {
        let mut wrong = Vec::new();
        check(&serde_json::from_str(line).unwrap(), schema, schema, "bot-reads", &mut wrong);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
    let mut wrong = Vec::new();
    check(&serde_json::json!({ "type": "dance" }), schema, schema, "bot-reads", &mut wrong);
    assert!(!wrong.is_empty());
}
