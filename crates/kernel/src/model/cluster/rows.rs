//! Rows of an instance file with an entry for each server: eligible servers, rates and running tasks.

use std::collections::HashMap;

use super::{Eligible, Running};
use crate::document::{Node, Read, Value};
use crate::scalar::Rational;

/// The largest number of flags in different rows of eligible servers.
const MOST_FLAGS: usize = 100_000_000;

/// The eligible servers of a user, by index.
pub(super) fn eligible_row(node: &Node<'_>, servers: usize) -> Read<Vec<bool>> {
    let mut row = vec![false; servers];
    for index in node.list()? {
        let i = index.index(servers, "server")?;
        if std::mem::replace(&mut row[i], true) {
            return Err(index.error(format!("server {i} is given twice")));
        }
    }
    Ok(row)
}

/// The eligible servers of each user: indexes, or the index of an earlier user that has equal ones.
pub(super) fn eligible_rows(rows: &[Node<'_>], servers: usize) -> Read<Eligible> {
    let (mut distinct, mut of) = (Vec::new(), Vec::with_capacity(rows.len()));
    for row in rows {
        of.push(match row.value() {
            Value::Integer(_) => of[row.index(of.len(), "user before this one")?],
            _ if distinct.len().saturating_add(1).saturating_mul(servers) > MOST_FLAGS => {
                return Err(row.error(format!(
                    "too many different lists for {servers} servers: write that of an earlier user as the index of that user"
                )));
            }
            _ => {
                distinct.push(eligible_row(row, servers)?);
                distinct.len() - 1
            }
        });
    }
    Ok(Eligible::shared(distinct, of))
}

/// A number for each server: all of them in a list, or those above zero in a table by index of the server.
pub(super) fn by_server(node: &Node<'_>, servers: usize) -> Read<Vec<(usize, Rational)>> {
    if !matches!(node.value(), Value::Table(_)) {
        return Ok(node.row(servers, "server")?.into_iter().enumerate().collect());
    }
    let mut row = Vec::new();
    for (name, number) in node.entries("indexes of servers")? {
        // Only as it is written, so that no server has two names.
        let index = name.parse().ok().filter(|i: &usize| i.to_string() == name);
        let Some(at) = index.filter(|i| *i < servers) else {
            return Err(number
                .error(format!("`{name}` is no index of a server: there are {servers}, counted from 0")));
        };
        row.push((at, number.non_negative()?));
    }
    row.sort_by_key(|(i, _)| *i);
    Ok(row)
}

/// The indexes of the eligible servers.
pub(super) fn servers_of(row: &[bool]) -> Value {
    Value::indexes((0..row.len()).filter(|i| row[*i]))
}

/// The largest number of pairs of a user and a server of which each is written.
const MOST_WRITTEN: usize = 1_000_000;

/// The eligible servers of each user; of many, a row that an earlier user has is written as the index of that user.
pub(super) fn servers_of_all(all: &Eligible) -> Value {
    let users = all.iter().count();
    let many = users.saturating_mul(all.rows().first().map_or(0, Vec::len)) > MOST_WRITTEN;
    let (mut like, mut first) = (HashMap::new(), HashMap::new());
    let like: Vec<usize> =
        all.rows().iter().enumerate().map(|(k, row)| *like.entry(row).or_insert(k)).collect();
    let row = |(u, row): (usize, &Vec<bool>)| match *first.entry(like[all.row_of(u)]).or_insert(u) {
        like if many && like < u => Value::index(like),
        _ => servers_of(row),
    };
    Value::List(all.iter().enumerate().map(row).collect())
}

/// Rows with a number for each of `servers` servers; of many, only those above zero are written, by index of the server.
pub fn rows_by_server(running: &Running, servers: usize) -> Value {
    if running.users().saturating_mul(servers) <= MOST_WRITTEN {
        return Value::matrix(&running.placement(servers).tasks);
    }
    let some = |u: usize| {
        Value::table(running.row(u).map(|(i, number)| (i.to_string(), Value::Number(number.clone()))))
    };
    Value::List((0..running.users()).map(some).collect())
}
