//! Plain instances, read from a line of JSON without a tree: whole numbers alone, and only the fields `capacity`, `demand`,
//! `weight` with one number per user, and `eligible`.
//!
//! Whatever else stands in a text is read by [`super::file`], which gives an equal instance for a plain text, and names the
//! place of each mistake.

use super::classes::MOST_PAIRS;
use super::{Cluster, Pool, Weight};
use crate::document::MOST_BYTES;
use crate::model::Model as _;
use crate::scalar::{Rational, Scalar};

/// A place in a JSON text. Each method reads one thing and the spaces after it; `None` where something else stands.
struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn next(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The bytes from here on for which `counted` holds.
    fn run(&mut self, counted: fn(u8) -> bool) -> &'a str {
        let from = self.at;
        while self.next().is_some_and(counted) {
            self.at += 1;
        }
        // A run ends before an ASCII byte or at the end of the text.
        self.text.get(from..self.at).unwrap_or_default()
    }

    fn spaces(&mut self) {
        self.run(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    }

    fn mark(&mut self, mark: u8) -> Option<()> {
        (self.next()? == mark).then(|| {
            self.at += 1;
            self.spaces();
        })
    }

    /// Reads a text without escapes, and the blanks after it; `None` for anything else.
    fn name(&mut self) -> Option<&'a str> {
        if self.next()? != b'"' {
            return None;
        }
        self.at += 1;
        let name = self.run(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
        self.mark(b'"')?;
        Some(name)
    }

    /// A whole number from 0 to `i64::MAX`.
    fn whole(&mut self) -> Option<i64> {
        let digits = self.run(|byte| byte.is_ascii_digit());
        self.spaces();
        if digits.len() > 1 && digits.starts_with('0') { None } else { digits.parse().ok() }
    }

    /// A list of what `item` reads.
    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        self.mark(b'[')?;
        let mut items = Vec::new();
        if self.mark(b']').is_some() {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            if self.mark(b']').is_some() {
                return Some(items);
            }
            self.mark(b',')?;
        }
    }

    fn row(&mut self) -> Option<Vec<Rational>> {
        self.list(|here| here.whole().map(Rational::int))
    }

    fn matrix(&mut self) -> Option<Vec<Vec<Rational>>> {
        self.list(Cursor::row)
    }
}

/// The fields of a plain text.
#[derive(Default)]
struct Fields<'a> {
    model: Option<&'a str>,
    capacity: Option<Vec<Vec<Rational>>>,
    demand: Option<Vec<Vec<Rational>>>,
    weight: Option<Vec<Rational>>,
    eligible: Option<Vec<Vec<i64>>>,
}

/// Enters a field that was read; `None` if it was not, or stands twice.
fn enter<T>(field: &mut Option<T>, read: Option<T>) -> Option<()> {
    let first = field.is_none();
    *field = Some(read?);
    first.then_some(())
}

/// The fields of a text, each with its shape; `None` if there is anything else.
fn fields(text: &str) -> Option<Fields<'_>> {
    let (mut here, mut fields) = (Cursor { text, at: 0 }, Fields::default());
    here.spaces();
    here.mark(b'{')?;
    loop {
        let name = here.name()?;
        here.mark(b':')?;
        match name {
            "model" => enter(&mut fields.model, here.name())?,
            "capacity" => enter(&mut fields.capacity, here.matrix())?,
            "demand" => enter(&mut fields.demand, here.matrix())?,
            "weight" => enter(&mut fields.weight, here.row())?,
            "eligible" => enter(&mut fields.eligible, here.list(|here| here.list(Cursor::whole)))?,
            _ => return None,
        }
        if here.mark(b'}').is_some() {
            return here.next().is_none().then_some(fields);
        }
        here.mark(b',')?;
    }
}

/// One entry per server: `true` at each of the indexes, none of which may stand twice.
fn eligible_row(indexes: &[i64], servers: usize) -> Option<Vec<bool>> {
    let mut row = vec![false; servers];
    for index in indexes {
        let entry = row.get_mut(usize::try_from(*index).ok()?)?;
        if std::mem::replace(entry, true) {
            return None;
        }
    }
    Some(row)
}

/// Reads the instance of a plain text; `None` for every other text, well formed or not.
pub(super) fn read(text: &str) -> Option<Pool> {
    if text.len() > MOST_BYTES {
        return None;
    }
    let Fields { model, capacity, demand, weight, eligible } = fields(text)?;
    let (capacity, demand) = (capacity?, demand?);
    let (servers, users, resources) = (capacity.len(), demand.len(), capacity.first()?.len());
    let even = capacity.iter().chain(&demand).all(|row| row.len() == resources);
    let wants = demand.iter().all(|row| !row.iter().all(Scalar::is_zero));
    let small = users.saturating_mul(servers) <= MOST_PAIRS;
    if model? != Cluster::ID || users == 0 || resources == 0 || !even || !wants || !small {
        return None;
    }
    let mut pool = Pool::new(capacity, demand);
    if let Some(weights) = weight {
        if weights.len() != users || !weights.iter().all(Scalar::is_positive) {
            return None;
        }
        pool.weight = Weight::User(weights);
    }
    if let Some(rows) = eligible {
        if rows.len() != users {
            return None;
        }
        pool.eligible = rows.iter().map(|row| eligible_row(row, servers)).collect::<Option<Vec<_>>>()?.into();
    }
    Some(pool)
}
