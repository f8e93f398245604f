//! A battle as it travels: the fields of its file as JSON, with the players' own tables.

use crate::refusal::Refusal;
use grognard::Contest;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// What a battle from the desk is called in messages.
const NAME: &str = "the battle";
/// Deeper than any battle file nests.
const DEPTH_MAX: usize = 12;

/// A battle: what stands in a battle file, as JSON, and the players' own tables.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    /// The battle file's fields. Its schema is that of its system and kind.
    #[schema(value_type = Object)]
    pub fields: Value,
    /// The players' own tables.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<HouseTable>,
}

/// A file of tables of the players' own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HouseTable {
    /// The file's name.
    pub name: String,
    /// Its text, in TOML.
    pub text: String,
}

impl Battle {
    /// A battle file's text as it travels.
    ///
    /// # Errors
    /// Where the text is not TOML.
    pub fn from_text(text: &str) -> Result<Battle, Refusal> {
        let table: toml::Table =
            toml::from_str(text).map_err(|error| Refusal::plain(error.message().to_owned()))?;
        let fields = serde_json::to_value(table).map_err(|error| Refusal::plain(error.to_string()))?;
        Ok(Battle { fields, tables: Vec::new() })
    }

    /// The battle as the text of a file.
    ///
    /// # Errors
    /// What no file can hold, with its field.
    pub fn text(&self) -> Result<String, Refusal> {
        let value = to_toml(&self.fields, "", 0)?;
        let toml::Value::Table(table) = value else {
            return Err(Refusal::plain("a battle is an object with the fields of a battle file"));
        };
        toml::to_string(&table).map_err(|error| Refusal::plain(error.to_string()))
    }

    /// Opens it. The refusal is the library's own.
    ///
    /// # Errors
    /// What is wrong, and in which field.
    pub fn open(&self) -> Result<Box<dyn Contest>, Refusal> {
        grognard::open(NAME, &self.text()?, &self.house()).map_err(|bad| {
            let mut refusal = Refusal::from(bad);
            // Lines of a text that the visitor never saw would only confuse.
            refusal.line = None;
            refusal
        })
    }

    /// The players' tables as the library takes them.
    pub fn house(&self) -> Vec<(String, String)> {
        self.tables.iter().map(|table| (table.name.clone(), table.text.clone())).collect()
    }
}

/// JSON as TOML. A field that is null is a field left out.
fn to_toml(value: &Value, path: &str, depth: usize) -> Result<toml::Value, Refusal> {
    let bad = |reason: &str| Refusal::of_field(path, reason);
    if depth > DEPTH_MAX {
        return Err(bad("nested too deeply for a battle"));
    }
    Ok(match value {
        Value::Null => return Err(bad("leave the field out instead of writing null")),
        Value::Bool(flag) => toml::Value::Boolean(*flag),
        Value::Number(number) => match number.as_i64() {
            Some(whole) => toml::Value::Integer(whole),
            None => return Err(bad("a whole number is wanted")),
        },
        Value::String(text) => toml::Value::String(text.clone()),
        Value::Array(items) => {
            let item = |(index, item): (usize, &Value)| to_toml(item, &format!("{path}.{index}"), depth + 1);
            toml::Value::Array(items.iter().enumerate().map(item).collect::<Result<_, _>>()?)
        }
        Value::Object(fields) => {
            let mut table = toml::Table::new();
            for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                table.insert(key.clone(), to_toml(value, &inner, depth + 1)?);
            }
            toml::Value::Table(table)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_ready_battle_travels_and_opens_as_before() {
        for system in grognard::systems() {
            for (name, text) in system.battles() {
                let battle = Battle::from_text(text).unwrap();
                let there =
                    battle.open().unwrap_or_else(|refusal| panic!("{}/{name}: {refusal:?}", system.key));
                let here = grognard::open(&name, text, &[]).unwrap();
                assert_eq!(there.side_names(), here.side_names(), "{name}");
            }
        }
    }

    #[test]
    fn what_no_file_can_hold_is_refused_by_its_field() {
        let wrong = |fields: Value| Battle { fields, tables: Vec::new() }.text().unwrap_err();
        assert_eq!(wrong(json!({ "attacker": { "man": 1.5 } })).field.as_deref(), Some("attacker.man"));
        assert_eq!(wrong(json!([1])).field, None);
        let mut deep = json!(1);
        for _ in 0..40 {
            deep = json!({ "a": deep });
        }
        assert!(wrong(deep).reason.contains("deeply"));
    }
}
