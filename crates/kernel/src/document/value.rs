//! The tree that TOML and JSON files share.

use std::fmt::Write as _;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use super::shown::turns;
use crate::scalar::Rational;

/// A node of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count or an index.
    Integer(i64),
    /// An exact number, written as an integer or as a quoted fraction.
    Number(Rational),
    /// A bare float, or a bare integer beyond a machine word, kept as text so that an error can quote the
    /// number.
    Float(String),
    /// A quoted text in UTF-8.
    Text(String),
    /// A truth value.
    Bool(bool),
    /// The value `null`, which only JSON has.
    Null,
    /// A list of values.
    List(Vec<Value>),
    /// Named fields, in the order of the file.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// List of the numbers of `row`.
    pub fn numbers(row: &[Rational]) -> Value {
        Value::List(row.iter().cloned().map(Value::Number).collect())
    }

    /// A list of rows of numbers.
    pub fn matrix(rows: &[Vec<Rational>]) -> Value {
        Value::List(rows.iter().map(|row| Value::numbers(row)).collect())
    }

    /// A list of quoted texts.
    pub fn texts<T: AsRef<str>>(texts: &[T]) -> Value {
        Value::List(texts.iter().map(|t| Value::Text(t.as_ref().to_string())).collect())
    }

    /// A list of indexes counted from 0.
    pub fn indexes(indexes: impl IntoIterator<Item = usize>) -> Value {
        Value::List(indexes.into_iter().map(Value::index).collect())
    }

    /// An index or a count.
    pub fn index(index: usize) -> Value {
        Value::Integer(i64::try_from(index).unwrap_or(i64::MAX))
    }

    /// A quoted text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// A table of the fields that are there; a field whose value is `None` is left out.
    pub fn table<N: Into<String>, V: Into<Option<Value>>>(fields: impl IntoIterator<Item = (N, V)>) -> Value {
        let there = |(name, value): (N, V)| Some((name.into(), value.into()?));
        Value::Table(fields.into_iter().filter_map(there).collect())
    }

    /// The fields of a table; empty for any other value.
    pub fn fields(&self) -> &[(String, Value)] {
        match self {
            Value::Table(fields) => fields,
            _ => &[],
        }
    }

    /// The value of the field `name`, if this is a table with that field.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The tree as JSON: numbers become strings in lowest terms, counts and indexes become integers.
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match self {
            Value::Integer(n) => Json::from(*n),
            Value::Number(x) => Json::String(x.to_string()),
            Value::Float(text) | Value::Text(text) => Json::String(text.clone()),
            Value::Bool(b) => Json::Bool(*b),
            Value::Null => Json::Null,
            Value::List(items) => Json::Array(items.iter().map(Value::to_json).collect()),
            Value::Table(fields) => {
                Json::Object(fields.iter().map(|(k, v)| (k.clone(), v.to_json())).collect())
            }
        }
    }

    /// The tree as a TOML value on one line.
    pub fn inline(&self) -> String {
        inline(self)
    }

    /// The tree as a TOML document: plain fields first, then one section for each table.
    pub fn to_toml(&self) -> String {
        self.to_toml_in("")
    }

    /// The tree as the contents of a section of a TOML document: its tables are sections named after `prefix`, which is
    /// empty or ends in a full stop.
    pub fn to_toml_in(&self, prefix: &str) -> String {
        let mut out = String::new();
        let (tables, plain): (Vec<_>, Vec<_>) =
            self.fields().iter().partition(|(_, value)| matches!(value, Value::Table(_)));
        for (key, value) in plain.into_iter().filter(|(_, value)| *value != Value::Null) {
            let _ = writeln!(out, "{} = {}", toml_key(key), lines(value));
        }
        for (key, table) in tables {
            let _ = writeln!(out, "{}[{prefix}{}]", if out.is_empty() { "" } else { "\n" }, toml_key(key));
            for (key, value) in table.fields().iter().filter(|(_, value)| *value != Value::Null) {
                let _ = writeln!(out, "{} = {}", toml_key(key), inline(value));
            }
        }
        out
    }
}

/// Serialised as [`Value::to_json`] writes the tree: numbers as strings in lowest terms, counts and indexes
/// as integers.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Integer(n) => serializer.serialize_i64(*n),
            Value::Number(x) => x.serialize(serializer),
            Value::Float(text) | Value::Text(text) => serializer.serialize_str(text),
            Value::Bool(b) => serializer.serialize_bool(*b),
            Value::Null => serializer.serialize_unit(),
            Value::List(items) => serializer.collect_seq(items),
            Value::Table(fields) => serializer.collect_map(fields.iter().map(|(key, value)| (key, value))),
        }
    }
}

fn toml_key(key: &str) -> String {
    let bare = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
    if !key.is_empty() && key.bytes().all(bare) { key.to_string() } else { quoted(key) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() || turns(c) => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of tables with one line for each table; any other value on one line.
fn lines(value: &Value) -> String {
    match value {
        Value::List(items) if items.iter().any(|item| matches!(item, Value::Table(_))) => {
            let lines: String = items.iter().map(|item| format!("    {},\n", inline(item))).collect();
            format!("[\n{lines}]")
        }
        value => inline(value),
    }
}

fn inline(value: &Value) -> String {
    match value {
        Value::Integer(n) => n.to_string(),
        Value::Number(x) => match x.small() {
            Some((n, 1)) => n.to_string(),
            _ => format!("\"{x}\""),
        },
        Value::Float(text) | Value::Text(text) => quoted(text),
        Value::Bool(b) => b.to_string(),
        Value::Null => "\"none\"".to_string(),
        Value::List(items) => format!("[{}]", items.iter().map(inline).collect::<Vec<_>>().join(", ")),
        Value::Table(fields) => {
            let fields: Vec<_> =
                fields.iter().map(|(k, v)| format!("{} = {}", toml_key(k), inline(v))).collect();
            format!("{{ {} }}", fields.join(", "))
        }
    }
}

/// Number of fields from which on a table keeps a set of the names it has.
const FEW_FIELDS: usize = 16;

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Tree;
        impl<'de> Visitor<'de> for Tree {
            type Value = Value;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a number, a text, a list or a table")
            }
            fn visit_bool<E>(self, b: bool) -> Result<Value, E> {
                Ok(Value::Bool(b))
            }
            fn visit_i64<E>(self, n: i64) -> Result<Value, E> {
                Ok(Value::Integer(n))
            }
            fn visit_u64<E>(self, n: u64) -> Result<Value, E> {
                Ok(i64::try_from(n).map_or_else(|_| Value::Float(n.to_string()), Value::Integer))
            }
            fn visit_i128<E>(self, n: i128) -> Result<Value, E> {
                Ok(Value::Float(n.to_string()))
            }
            fn visit_u128<E>(self, n: u128) -> Result<Value, E> {
                Ok(Value::Float(n.to_string()))
            }
            fn visit_f64<E>(self, x: f64) -> Result<Value, E> {
                Ok(Value::Float(x.to_string()))
            }
            fn visit_str<E>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.to_string()))
            }
            fn visit_unit<E>(self) -> Result<Value, E> {
                Ok(Value::Null)
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Value::List(items))
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
                let mut fields: Vec<(String, Value)> = Vec::new();
                let mut seen = std::collections::HashSet::new();
                while let Some((key, value)) = map.next_entry::<String, Value>()? {
                    // A table of few fields is searched faster than a set of names is kept.
                    if fields.len() == FEW_FIELDS {
                        seen.extend(fields.iter().map(|(name, _)| name.clone()));
                    }
                    let twice = match fields.len() < FEW_FIELDS {
                        true => fields.iter().any(|(name, _)| *name == key),
                        false => !seen.insert(key.clone()),
                    };
                    if twice {
                        return Err(de::Error::custom(format!("field `{key}` is given twice")));
                    }
                    fields.push((key, value));
                }
                Ok(Value::Table(fields))
            }
        }
        deserializer.deserialize_any(Tree)
    }
}
