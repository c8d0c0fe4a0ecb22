//! Places in a document and the values read there. Every error names the file, the field and the position.

use super::suggest::nearest;
use super::{InputError, Read, Value, quantity};
use crate::scalar::{Rational, Readable, Scalar};

/// The deepest place that is counted by steps alone; one below it keeps the path so far as text.
const STEPS: usize = 6;

/// A place in a document. The node knows its path, so that an error names the exact position; the path is spelt out only
/// when an error asks for it.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    file: &'a str,
    /// Path of `root` in the document.
    base: String,
    root: &'a Value,
    /// The places of the fields and items on the way from `root` to `value`, of which there are `depth`.
    steps: [u32; STEPS],
    depth: usize,
    value: &'a Value,
    /// The fields that [`Node::fields`] skips, because other readers read them.
    without: &'static [&'static str],
}

/// The path of a field or an item of a place, whose own path is `path`.
fn below(path: &str, parent: &Value, at: usize) -> String {
    match parent {
        Value::Table(fields) => field_of(path, fields.get(at).map_or("", |(name, _)| name)),
        _ => format!("{path}[{at}]"),
    }
}

fn field_of(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

impl<'a> Node<'a> {
    /// The root of the tree `value`, whose file is called `file` in errors.
    pub fn new(file: &'a str, value: &'a Value) -> Self {
        Node::based(file, String::new(), value)
    }

    fn based(file: &'a str, base: String, root: &'a Value) -> Self {
        Node { file, base, root, steps: [0; STEPS], depth: 0, value: root, without: &[] }
    }

    /// The tree at this place.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// This place, read as if it had no fields of those names.
    pub fn without(self, names: &'static [&'static str]) -> Node<'a> {
        Node { without: names, ..self }
    }

    /// The path from the root of the document to this place.
    fn path(&self) -> String {
        let (mut path, mut value) = (self.base.clone(), self.root);
        for at in self.steps[..self.depth].iter().map(|at| *at as usize) {
            path = below(&path, value, at);
            let inner = match value {
                Value::Table(fields) => fields.get(at).map(|(_, inner)| inner),
                Value::List(items) => items.get(at),
                _ => None,
            };
            value = inner.unwrap_or(value);
        }
        path
    }

    /// The field or the item at the position `at` of this place.
    fn step(&self, at: usize, value: &'a Value) -> Node<'a> {
        match u32::try_from(at) {
            Ok(step) if self.depth < STEPS => {
                let mut steps = self.steps;
                steps[self.depth] = step;
                let (base, depth) = (self.base.clone(), self.depth + 1);
                Node { file: self.file, base, root: self.root, steps, depth, value, without: &[] }
            }
            _ => Node::based(self.file, below(&self.path(), self.value, at), value),
        }
    }

    /// The place of the field `name` below this one, with its value.
    pub fn child(&self, name: &str, value: &'a Value) -> Node<'a> {
        let fields = self.value.fields().iter();
        match fields.enumerate().find(|(_, (_, field))| std::ptr::eq(field, value)) {
            Some((at, _)) => self.step(at, value),
            None => Node::based(self.file, field_of(&self.path(), name), value),
        }
    }

    /// An error at this place.
    pub fn error(&self, reason: impl Into<String>) -> InputError {
        InputError { file: self.file.to_string(), field: self.path(), reason: reason.into() }
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

    /// The fields of a table, to be read one by one.
    ///
    /// # Errors
    /// A value that is not a table.
    pub fn fields(&self) -> Result<Fields<'a>, InputError> {
        match self.value {
            Value::Table(fields) => {
                Ok(Fields { node: self.clone(), fields, known: Vec::with_capacity(fields.len() + 8) })
            }
            _ => Err(self.error(format!("expected fields, found {}", self.kind()))),
        }
    }

    /// The items of a list.
    ///
    /// # Errors
    /// A value that is not a list.
    pub fn list(&self) -> Result<Vec<Node<'a>>, InputError> {
        let Value::List(items) = self.value else {
            return Err(self.error(format!("expected a list, found {}", self.kind())));
        };
        Ok(items.iter().enumerate().map(|(i, item)| self.step(i, item)).collect())
    }

    /// The entries of a table with their names, which errors call `names`.
    ///
    /// # Errors
    /// A value that is not a table.
    pub fn entries(&self, names: &str) -> Read<Vec<(&'a str, Node<'a>)>> {
        let Value::Table(entries) = self.value else {
            return Err(self.error(format!("expected a table with {names} as keys")));
        };
        let entry = |(k, (name, value)): (usize, &'a (String, Value))| (name.as_str(), self.step(k, value));
        Ok(entries.iter().enumerate().map(entry).collect())
    }

    /// The items of a list of `length` items; errors call an item `what`.
    ///
    /// # Errors
    /// A value that is not a list, or a list of another length.
    pub fn list_of(&self, length: usize, what: &str) -> Result<Vec<Node<'a>>, InputError> {
        let items = self.list()?;
        if items.len() == length {
            Ok(items)
        } else {
            Err(self.error(format!("expected {length} entries, one a {what}, found {}", items.len())))
        }
    }

    /// Reads a truth value.
    ///
    /// # Errors
    /// Any other value.
    pub fn flag(&self) -> Read<bool> {
        match self.value {
            Value::Bool(flag) => Ok(*flag),
            _ => Err(self.error("must be true or false")),
        }
    }

    /// Reads each item of a list.
    ///
    /// # Errors
    /// A value that is not a list, or the first item that cannot be read.
    pub fn each<T>(&self, read: impl FnMut(&Node<'a>) -> Read<T>) -> Read<Vec<T>> {
        self.list()?.iter().map(read).collect()
    }

    /// Reads each item of a list of `length` items, one per `what`.
    ///
    /// # Errors
    /// A value that is no list of that length, or the first item that cannot be read.
    pub fn each_of<T>(
        &self,
        length: usize,
        what: &str,
        read: impl FnMut(&Node<'a>) -> Read<T>,
    ) -> Read<Vec<T>> {
        self.list_of(length, what)?.iter().map(read).collect()
    }

    /// Reads a table: what `read` makes of its fields, of which none may be left over.
    ///
    /// # Errors
    /// A value that is no table, a field that cannot be read, or one that is unknown.
    pub fn table<T>(&self, read: impl FnOnce(&mut Fields<'a>) -> Read<T>) -> Read<T> {
        let mut fields = self.fields()?;
        let found = read(&mut fields)?;
        fields.finish()?;
        Ok(found)
    }

    /// Reads an exact rational number.
    ///
    /// # Errors
    /// A value that is no exact number.
    pub fn number(&self) -> Result<Rational, InputError> {
        match self.value {
            Value::Number(x) => Ok(x.clone()),
            _ => self.scalar(),
        }
    }

    /// Reads an exact number of the scalar type `S`.
    ///
    /// # Errors
    /// A value that is no exact number of that type.
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

    /// Reads an exact number that is at least zero; a quantity with a unit, such as `"4Gi"`, counts as its
    /// number.
    ///
    /// # Errors
    /// A value that is no number, or is negative.
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

    /// Reads an exact number above zero.
    ///
    /// # Errors
    /// A value that is no number, or is not above zero.
    pub fn positive(&self) -> Result<Rational, InputError> {
        let x = self.number()?;
        if x.is_positive() { Ok(x) } else { Err(self.error(format!("must be above zero, is {x}"))) }
    }

    /// Reads a text, which may be empty.
    ///
    /// # Errors
    /// A value that is not a text.
    pub fn text(&self) -> Result<&'a str, InputError> {
        match self.value {
            Value::Text(text) => Ok(text),
            _ => Err(self.error(format!("expected a text, found {}", self.kind()))),
        }
    }

    /// Reads a whole number from 0.
    ///
    /// # Errors
    /// A value that is no whole number, or is negative.
    pub fn count(&self) -> Result<usize, InputError> {
        match self.value {
            Value::Integer(n) if *n >= 0 => Ok(usize::try_from(*n).map_err(|e| self.error(e.to_string()))?),
            _ => Err(self.error(format!("expected a whole number from 0, found {}", self.kind()))),
        }
    }

    /// Reads an index below `bound`; errors call the indexed thing `what`.
    ///
    /// # Errors
    /// A value that is no whole number from 0 to `bound - 1`.
    pub fn index(&self, bound: usize, what: &str) -> Result<usize, InputError> {
        match self.value {
            Value::Integer(n) if *n >= 0 && (*n as u64) < bound as u64 => Ok(*n as usize),
            Value::Integer(n) => {
                Err(self.error(format!("{n} is no index of a {what}: there are {bound}, counted from 0")))
            }
            _ => Err(self.error(format!("expected the index of a {what}, found {}", self.kind()))),
        }
    }

    /// Reads a row of `length` non-negative numbers, one per `what`.
    ///
    /// # Errors
    /// A row of another length, or an entry that is no non-negative number.
    pub fn row<S: Readable>(&self, length: usize, what: &str) -> Result<Vec<S>, InputError> {
        match self.value {
            Value::List(items) if items.len() == length => {
                let number = |(i, item): (usize, &'a Value)| match item {
                    Value::Integer(n) if *n >= 0 => Ok(S::int(*n)),
                    _ => self.step(i, item).non_negative(),
                };
                items.iter().enumerate().map(number).collect()
            }
            _ => self.list_of(length, what)?.iter().map(Node::non_negative).collect(),
        }
    }
}

/// The fields of a table while it is read; [`Fields::finish`] refuses every field that was not asked for.
#[derive(Clone, Debug)]
pub struct Fields<'a> {
    node: Node<'a>,
    fields: &'a [(String, Value)],
    known: Vec<&'static str>,
}

impl<'a> Fields<'a> {
    /// The field `name`, if the table has it.
    pub fn optional(&mut self, name: &'static str) -> Option<Node<'a>> {
        self.known.push(name);
        let (at, (_, value)) = self.fields.iter().enumerate().find(|(_, (key, _))| key == name)?;
        Some(self.node.step(at, value))
    }

    /// What `read` makes of the field `name`, if the table has it.
    ///
    /// # Errors
    /// A field that cannot be read.
    pub fn maybe<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Node<'a>) -> Read<T>,
    ) -> Read<Option<T>> {
        self.optional(name).map(|node| read(&node)).transpose()
    }

    /// The field `name`, which must be there.
    ///
    /// # Errors
    /// A table without the field.
    pub fn required(&mut self, name: &'static str) -> Result<Node<'a>, InputError> {
        self.optional(name).ok_or_else(|| {
            let hidden = self.node.without;
            let others = self.fields.iter().map(|(key, _)| key.as_str());
            let others = others.filter(|key| !self.known.contains(key) && !hidden.contains(key));
            let hint = match nearest(name, others) {
                Some(other) => format!("; is `{other}` meant to be it?"),
                None => String::new(),
            };
            self.node.child(name, self.node.value).error(format!("field `{name}` is missing{hint}"))
        })
    }

    /// Ends the reading of the table.
    ///
    /// # Errors
    /// A field that was never asked for, with the nearest name that was.
    pub fn finish(self) -> Result<(), InputError> {
        for (key, _) in self.fields.iter().filter(|(key, _)| !self.node.without.contains(&key.as_str())) {
            if !self.known.contains(&key.as_str()) {
                let hint = match nearest(key, self.known.iter().copied()) {
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
