//! Accounts: rulings with the facts they rest on.

use grognard::umpire::{Fact, Look, Modifier, Ruling, Thrown};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

/// A fact as JSON.
pub fn fact(of: &Fact) -> Value {
    match of {
        Fact::Nothing => Value::Null,
        Fact::Flag(flag) => Value::Bool(*flag),
        Fact::Number(number) => Value::from(*number),
        Fact::Text(text) => Value::from(text.as_str()),
        Fact::List(items) => Value::Array(items.iter().map(fact).collect()),
        Fact::Record(pairs) => {
            Value::Object(pairs.iter().map(|(key, value)| (key.clone(), fact(value))).collect::<Map<_, _>>())
        }
    }
}

/// One step of an account.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct RulingLine {
    /// The clause carried out.
    pub clause: String,
    /// What happened, as an umpire would say it.
    pub text: String,
    /// The modifiers that were added up.
    pub modifiers: Vec<ModifierLine>,
    /// The table cell that was read.
    pub table: Option<LookUp>,
    /// The dice thrown for it.
    pub dice: Vec<DiceThrown>,
    /// Whether a part of the account begins here.
    pub heading: bool,
}

/// One modifier of a throw.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ModifierLine {
    /// What is added to the die.
    pub value: i16,
    /// The clause that grants it.
    pub clause: String,
    /// Why it applies.
    pub words: String,
}

/// A cell that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct LookUp {
    /// The table's key.
    pub table: String,
    /// The row's label.
    pub row: String,
    /// The column's label.
    pub column: String,
    /// The cell as printed.
    pub cell: String,
    /// Where the cell comes from: `printed`, `published`, `reconstructed`, `ruling` or `house`.
    pub mark: String,
    /// The work it was taken from, or how it was worked out.
    pub source: String,
}

/// Dice that were thrown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
pub struct DiceThrown {
    /// What was thrown: `d10`.
    pub dice: String,
    /// The faces.
    pub faces: Vec<u8>,
    /// What they were read as.
    pub result: u16,
}

impl From<&Ruling> for RulingLine {
    fn from(ruling: &Ruling) -> Self {
        RulingLine {
            clause: ruling.clause.id().to_owned(),
            text: ruling.text.clone(),
            modifiers: ruling.modifiers.iter().map(ModifierLine::from).collect(),
            table: ruling.table.as_ref().map(LookUp::from),
            dice: ruling.dice.iter().map(DiceThrown::from).collect(),
            heading: ruling.heading,
        }
    }
}

impl From<&Modifier> for ModifierLine {
    fn from(modifier: &Modifier) -> Self {
        ModifierLine {
            value: modifier.value,
            clause: modifier.clause.id().to_owned(),
            words: modifier.words.clone(),
        }
    }
}

impl From<&Look> for LookUp {
    fn from(look: &Look) -> Self {
        LookUp {
            table: look.table.clone(),
            row: look.row.clone(),
            column: look.column.clone(),
            cell: look.cell.clone(),
            mark: look.mark.key().to_owned(),
            source: look.source.clone(),
        }
    }
}

impl From<&Thrown> for DiceThrown {
    fn from(thrown: &Thrown) -> Self {
        DiceThrown { dice: thrown.dice.clone(), faces: thrown.faces.clone(), result: thrown.result }
    }
}
