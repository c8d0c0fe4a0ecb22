//! Documents: the tree that TOML and JSON files share, read with exact errors and written back byte for byte.
//!
//! A number in a file is an integer or a quoted `"p/q"` or `"0.25"`; an amount may carry a unit, as in `"4Gi"`. Errors name the file, the field and
//! the position, as in `bad.toml: demand[1][2]: must not be negative`.

pub mod files;
pub mod pairs;
mod put;
mod quantity;
mod shown;
pub mod suggest;

pub use put::{put, put_new};
pub use shown::shown;

use std::fmt::Write as _;
use std::io::Read as _;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::scalar::{Rational, Readable, Scalar};

/// A node of a document.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count or an index.
    Integer(i64),
    /// An exact number; written as an integer or a quoted fraction.
    Number(Rational),
    /// A bare float, or a bare integer beyond a machine word, kept as text so that the error can quote it.
    Float(String),
    /// A text.
    Text(String),
    /// True or false.
    Bool(bool),
    /// Nothing (JSON only).
    Null,
    /// A list.
    List(Vec<Value>),
    /// Fields in their order.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// A row of numbers.
    pub fn numbers(row: &[Rational]) -> Value {
        Value::List(row.iter().cloned().map(Value::Number).collect())
    }

    /// A matrix of numbers.
    pub fn matrix(rows: &[Vec<Rational>]) -> Value {
        Value::List(rows.iter().map(|row| Value::numbers(row)).collect())
    }

    /// A list of texts.
    pub fn texts<T: AsRef<str>>(texts: &[T]) -> Value {
        Value::List(texts.iter().map(|t| Value::Text(t.as_ref().to_string())).collect())
    }

    /// A list of indexes.
    pub fn indexes(indexes: impl IntoIterator<Item = usize>) -> Value {
        Value::List(indexes.into_iter().map(Value::index).collect())
    }

    /// An index or a count.
    pub fn index(index: usize) -> Value {
        Value::Integer(i64::try_from(index).unwrap_or(i64::MAX))
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Value {
        Value::Text(text.into())
    }

    /// The fields, if this is a table.
    pub fn fields(&self) -> &[(String, Value)] {
        match self {
            Value::Table(fields) => fields,
            _ => &[],
        }
    }

    /// The field of that name, if this is a table that has it.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.fields().iter().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The same tree as JSON: numbers are strings in lowest terms, counts and indexes are integers.
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

    /// The tree as a TOML document: plain fields first, then one section a table.
    pub fn to_toml(&self) -> String {
        let mut out = String::new();
        let (tables, plain): (Vec<_>, Vec<_>) =
            self.fields().iter().partition(|(_, value)| matches!(value, Value::Table(_)));
        for (key, value) in plain.into_iter().filter(|(_, value)| *value != Value::Null) {
            let _ = writeln!(out, "{} = {}", toml_key(key), lines(value));
        }
        for (key, table) in tables {
            let _ = writeln!(out, "{}[{}]", if out.is_empty() { "" } else { "\n" }, toml_key(key));
            for (key, value) in table.fields().iter().filter(|(_, value)| *value != Value::Null) {
                let _ = writeln!(out, "{} = {}", toml_key(key), inline(value));
            }
        }
        out
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
            c if c.is_control() || shown::turns(c) => {
                let _ = write!(out, "\\u{:04X}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A list of tables with a line for each; anything else on one line.
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
                    if !seen.insert(key.clone()) {
                        return Err(de::Error::custom(format!("field `{key}` stands twice")));
                    }
                    fields.push((key, value));
                }
                Ok(Value::Table(fields))
            }
        }
        deserializer.deserialize_any(Tree)
    }
}

/// As it is shown, and where somebody wrote a megabyte into it, its beginning and how long it is.
pub(crate) fn brief(text: &str) -> String {
    const MOST: usize = 800;
    let begins = text.char_indices().nth(MOST).map_or(text, |(end, _)| &text[..end]);
    let written = shown(begins).to_string();
    match written.char_indices().nth(MOST) {
        None if begins.len() == text.len() => written,
        cut => {
            let end = cut.map_or(written.len(), |(end, _)| end);
            format!("{} .. ({} characters in all)", &written[..end], text.chars().count())
        }
    }
}

/// An input that cannot be taken: which file, which field and position, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {}", shown(file), self.said())]
pub struct InputError {
    /// The file, or what stands for it.
    pub file: String,
    /// The field with its position, as in `demand[1][2]`; empty for the file as a whole.
    pub field: String,
    /// What is wrong with it.
    pub reason: String,
}

impl InputError {
    /// A file that cannot be read, and why, in the same words everywhere.
    pub fn unread(path: &std::path::Path, error: &std::io::Error) -> InputError {
        let reason = match error.kind() {
            std::io::ErrorKind::NotFound => "no such file".to_string(),
            std::io::ErrorKind::InvalidData => "is not UTF-8 text".to_string(),
            std::io::ErrorKind::IsADirectory => "is a folder".to_string(),
            _ => error.to_string(),
        };
        InputError { file: path.display().to_string(), field: String::new(), reason }
    }

    /// The field and what is wrong with it, in short; a field that the reason names itself is not named twice.
    pub fn said(&self) -> String {
        let (above, leaf) = self.field.rsplit_once('.').unwrap_or(("", self.field.as_str()));
        let names_it = |start: &str| {
            let rest = self.reason.strip_prefix(start).and_then(|rest| rest.strip_prefix(leaf));
            rest.is_some_and(|rest| rest.starts_with('`'))
        };
        let twice = !leaf.is_empty() && (names_it("field `") || names_it("unknown field `"));
        let field = if twice { above } else { self.field.as_str() };
        let reason = brief(&self.reason);
        if field.is_empty() { reason } else { format!("{}: {reason}", brief(field)) }
    }
}

/// A document and the name of the file it came from.
#[derive(Clone, Debug)]
pub struct Document {
    /// The name that errors print.
    pub file: String,
    /// The root table.
    pub root: Value,
}

/// What errors call the standard input.
const STDIN: &str = "standard input";

/// The largest file that is read.
const MOST_BYTES: usize = 4 << 20;

impl Document {
    /// Parses a text as TOML or, when the name ends in `.json`, as JSON.
    pub fn parse(file: &str, text: &str) -> Result<Document, InputError> {
        let failed = |reason: String| InputError { file: file.to_string(), field: String::new(), reason };
        if text.len() > MOST_BYTES {
            return Err(failed(format!("is larger than {MOST_BYTES} bytes")));
        }
        // Some editors put a mark before all text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let json = file.to_ascii_lowercase().ends_with(".json")
            || (file == STDIN && text.trim_start().starts_with('{'));
        let root: Value = if json {
            serde_json::from_str(text).map_err(|e| failed(e.to_string()))?
        } else {
            toml::from_str(text).map_err(|e| {
                let before = &text[..e.span().map_or(0, |s| floor_boundary(text, s.start))];
                let line = before.matches('\n').count() + 1;
                let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
                failed(format!("line {line}, column {column}: {}", e.message().trim_end()))
            })?
        };
        match root {
            Value::Table(_) => Ok(Document { file: file.to_string(), root }),
            _ => Err(failed("expected fields, found something else".to_string())),
        }
    }

    /// Reads and parses a file.
    pub fn load(path: &std::path::Path) -> Result<Document, InputError> {
        let file = path.display().to_string();
        if let Some(Ok(text)) = files::built_in(path) {
            return Document::parse(&file, text);
        }
        // One byte more than is read: a device may have no end.
        let mut text = String::new();
        let kind = std::fs::metadata(path).map(|m| m.is_file() || m.is_dir());
        if matches!(kind, Ok(false)) && path != std::path::Path::new("/dev/stdin") {
            // A pipe that nobody writes to would be waited for without end.
            let reason = "is no regular file".to_string();
            return Err(InputError { file, field: String::new(), reason });
        }
        let read = std::fs::File::open(path)
            .and_then(|file| file.take(MOST_BYTES as u64 + 1).read_to_string(&mut text));
        read.map_err(|error| InputError::unread(path, &error))?;
        Document::parse(&file, &text)
    }

    /// Reads and parses the standard input: JSON where it begins with a brace, otherwise TOML.
    pub fn stdin() -> Result<Document, InputError> {
        let mut text = String::new();
        let read = std::io::stdin().take(MOST_BYTES as u64 + 1).read_to_string(&mut text);
        let failed = |reason: String| InputError { file: STDIN.to_string(), field: String::new(), reason };
        read.map_err(|e| match e.kind() {
            std::io::ErrorKind::InvalidData => failed("is not UTF-8 text".to_string()),
            _ => failed(e.to_string()),
        })?;
        if text.trim().is_empty() {
            return Err(failed("is empty: an instance is expected there".to_string()));
        }
        Document::parse(STDIN, &text)
    }

    /// The instance in it. A record (which has a `format`) and a worked example (which has a `source`) hold theirs in a
    /// table of its own; any other document is an instance itself.
    pub fn instance(self) -> Document {
        let Some(Value::Table(fields)) = self.root.get("instance") else { return self };
        if self.root.get("format").is_none() && self.root.get("source").is_none() {
            return self;
        }
        let model = self.root.get("model").map(|model| ("model".to_string(), model.clone()));
        let fields = model.into_iter().chain(fields.iter().cloned());
        Document { root: Value::Table(fields.collect()), file: self.file }
    }

    /// The root as a node to read from.
    pub fn node(&self) -> Node<'_> {
        Node { file: &self.file, path: String::new(), value: &self.root }
    }
}

fn floor_boundary(text: &str, mut at: usize) -> usize {
    at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A place in a document: knows its path, so that whatever is wrong there can be said precisely.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    file: &'a str,
    path: String,
    value: &'a Value,
}

impl<'a> Node<'a> {
    /// A node over a tree that stands for `file`.
    pub fn new(file: &'a str, value: &'a Value) -> Self {
        Node { file, path: String::new(), value }
    }

    /// The tree at this place.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// A field of this place, with its value.
    pub fn child(&self, name: &str, value: &'a Value) -> Node<'a> {
        let path = if self.path.is_empty() { name.to_string() } else { format!("{}.{name}", self.path) };
        Node { file: self.file, path, value }
    }

    /// An error at this place.
    pub fn error(&self, reason: impl Into<String>) -> InputError {
        InputError { file: self.file.to_string(), field: self.path.clone(), reason: reason.into() }
    }

    fn kind(&self) -> &'static str {
        match self.value {
            Value::Integer(_) | Value::Number(_) => "a number",
            Value::Float(_) => "a bare float",
            Value::Text(_) => "a text",
            Value::Bool(_) => "true or false",
            Value::Null => "null",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The fields of a table, to be taken one by one.
    pub fn fields(&self) -> Result<Fields<'a>, InputError> {
        match self.value {
            Value::Table(fields) => Ok(Fields { node: self.clone(), fields, known: Vec::new() }),
            _ => Err(self.error(format!("expected fields, found {}", self.kind()))),
        }
    }

    /// The items of a list.
    pub fn list(&self) -> Result<Vec<Node<'a>>, InputError> {
        let Value::List(items) = self.value else {
            return Err(self.error(format!("expected a list, found {}", self.kind())));
        };
        let item = |(i, value)| Node { file: self.file, path: format!("{}[{i}]", self.path), value };
        Ok(items.iter().enumerate().map(item).collect())
    }

    /// The items of a list of known length, which `what` names.
    pub fn list_of(&self, length: usize, what: &str) -> Result<Vec<Node<'a>>, InputError> {
        let items = self.list()?;
        if items.len() == length {
            Ok(items)
        } else {
            Err(self.error(format!("expected {length} entries, one a {what}, found {}", items.len())))
        }
    }

    /// An exact number.
    pub fn number(&self) -> Result<Rational, InputError> {
        match self.value {
            Value::Number(x) => Ok(x.clone()),
            _ => self.scalar(),
        }
    }

    /// An exact number of any scalar that files can hold.
    pub fn scalar<S: Readable>(&self) -> Result<S, InputError> {
        match self.value {
            Value::Integer(n) => Ok(S::int(*n)),
            Value::Number(x) => S::read(&x.to_string()).map_err(|e| self.error(e.to_string())),
            Value::Text(text) => S::read(text).map_err(|e| self.error(e.to_string())),
            Value::Float(text)
                if text.len() > 18 && text.bytes().all(|b| b.is_ascii_digit() || b == b'-') =>
            {
                Err(self.error("too large to stand bare: quote it"))
            }
            Value::Float(_) => Err(self
                .error("a bare float is not exact: quote it, as in \"0.25\", or write a fraction \"p/q\"")),
            _ => Err(self.error(format!("expected a number, found {}", self.kind()))),
        }
    }

    /// An exact number that is not negative.
    pub fn non_negative<S: Readable>(&self) -> Result<S, InputError> {
        let x: S = match self.value {
            Value::Text(text) => match quantity::plain(text) {
                Some(Ok(plain)) => S::read(&plain).map_err(|e| self.error(e.to_string()))?,
                Some(Err(reason)) => return Err(self.error(reason)),
                None => self.scalar()?,
            },
            _ => self.scalar()?,
        };
        if x.is_negative() { Err(self.error(format!("must not be negative, is {x:?}"))) } else { Ok(x) }
    }

    /// An exact number above zero.
    pub fn positive(&self) -> Result<Rational, InputError> {
        let x = self.number()?;
        if x.is_positive() { Ok(x) } else { Err(self.error(format!("must be above zero, is {x}"))) }
    }

    /// A text.
    pub fn text(&self) -> Result<&'a str, InputError> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.error(format!("expected a text, found {}", self.kind()))),
        }
    }

    /// A count.
    pub fn count(&self) -> Result<usize, InputError> {
        match self.value {
            Value::Integer(n) if *n >= 0 => Ok(usize::try_from(*n).map_err(|e| self.error(e.to_string()))?),
            _ => Err(self.error(format!("expected a whole number from 0, found {}", self.kind()))),
        }
    }

    /// An index below `bound`; `what` names what is indexed.
    pub fn index(&self, bound: usize, what: &str) -> Result<usize, InputError> {
        match self.value {
            Value::Integer(n) if *n >= 0 && (*n as u64) < bound as u64 => Ok(*n as usize),
            Value::Integer(n) => {
                Err(self.error(format!("{n} is no index of a {what}: there are {bound}, counted from 0")))
            }
            _ => Err(self.error(format!("expected the index of a {what}, found {}", self.kind()))),
        }
    }

    /// A row of `length` non-negative numbers, one a `what`.
    pub fn row<S: Readable>(&self, length: usize, what: &str) -> Result<Vec<S>, InputError> {
        self.list_of(length, what)?.iter().map(Node::non_negative).collect()
    }
}

/// The fields of a table while it is read; [`Fields::finish`] refuses what nobody asked for.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    node: Node<'a>,
    fields: &'a [(String, Value)],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// An optional field.
    pub fn optional(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let (key, value) = self.fields.iter().find(|(key, _)| key == name)?;
        Some(self.node.child(key, value))
    }

    /// A field that must be there.
    pub fn required(&mut self, name: &'static str) -> Result<Node<'a>, InputError> {
        self.optional(name).ok_or_else(|| {
            let others =
                self.fields.iter().map(|(key, _)| key.as_str()).filter(|key| !self.known.contains(key));
            let hint = match crate::document::suggest::nearest(name, others) {
                Some(other) => format!("; is `{other}` meant to be it?"),
                None => String::new(),
            };
            self.node.child(name, self.node.value).error(format!("field `{name}` is missing{hint}"))
        })
    }

    /// Refuses fields that were never asked for, with the nearest name that was.
    pub fn finish(self) -> Result<(), InputError> {
        for (key, _) in self.fields {
            if !self.known.contains(&key.as_str()) {
                let hint = match crate::document::suggest::nearest(key, self.known.iter().copied()) {
                    Some(name) => format!("; did you mean `{name}`?"),
                    None => format!("; known fields: {}", self.known.join(", ")),
                };
                let at = self.node.child(key, self.node.value);
                return Err(at.error(format!("unknown field `{key}`{hint}")));
            }
        }
        Ok(())
    }
}
