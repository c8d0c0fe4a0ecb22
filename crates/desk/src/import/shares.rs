//! The shares of accounts, from the output of `sshare` (`sshare -P`, or `sshare --json`).

use std::collections::BTreeMap;

use super::JobsBy;
use super::division::{Queue, Queues};
use super::places::{items, list_at, name_at, number_at, text_at};
use crate::document::{Document, InputError, Value};
use crate::scalar::{Rational, Scalar};

/// The number that `sshare --json` writes for the word `parent`.
const PARENT: i64 = 0x7fff_ffff;

/// A row of an account, or of a user in it.
struct Row {
    account: String,
    above: Option<String>,
    /// The user; `None` in the row of an account.
    user: Option<String>,
    /// The shares; `None` for `parent`, which stands beside the siblings of the account above.
    shares: Option<Rational>,
}

/// The accounts with their shares among their siblings. The shares of the users of an account are those of its own
/// jobs beside the accounts below it.
///
/// # Errors
/// A grouping by what has no shares, a text that is no such table, shares that are no number, an account that is listed twice or is below itself.
pub(super) fn shares(file: &str, text: &str, by: JobsBy) -> Result<Queues, InputError> {
    if matches!(by, JobsBy::Partition | JobsBy::Qos) {
        let reason = format!("has shares of accounts and users, and none of a {}", by.field().1);
        return Err(InputError { file: file.to_string(), field: String::new(), reason });
    }
    let rows = match text.trim_start().starts_with('{') {
        true => of_json(&Document::parse(&format!("{file}.json"), text)?, file)?,
        false => of_table(file, text)?,
    };
    if by == JobsBy::User {
        return Queues::new(file, rows.iter().map(|row| person(file, row)).collect::<Result<_, _>>()?);
    }
    let (users, accounts): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.user.is_some());
    let mut own: BTreeMap<&str, Rational> = BTreeMap::new();
    for row in &users {
        let shares = own.entry(&row.account).or_insert_with(Rational::zero);
        *shares = &*shares + row.shares.clone().unwrap_or_else(Rational::zero);
    }
    // The accounts below an account with the shares `parent` stand beside it.
    let through: BTreeMap<&str, Option<&String>> = accounts
        .iter()
        .filter(|row| row.shares.is_none())
        .map(|row| (row.account.as_str(), row.above.as_ref()))
        .collect();
    let queue = |row: &Row| {
        let mut above = row.above.as_ref();
        for _ in 0..through.len() {
            above = above.and_then(|name| *through.get(name.as_str()).unwrap_or(&Some(name)));
        }
        let own = own.get(row.account.as_str()).cloned();
        let of_users = || own.clone().unwrap_or_else(Rational::zero);
        let shares = row.shares.clone().unwrap_or_else(of_users);
        Queue { name: row.account.clone(), above: above.cloned(), shares, own: own.clone() }
    };
    Queues::new(file, accounts.iter().map(queue).collect())
}

/// The queue of an account without jobs of its own, or of a user in an account, called `account/user`.
fn person(file: &str, row: &Row) -> Result<Queue, InputError> {
    let name = row.user.as_ref().map_or(row.account.clone(), |user| format!("{}/{user}", row.account));
    let above = if row.user.is_some() { Some(row.account.clone()) } else { row.above.clone() };
    match row.shares.clone() {
        Some(shares) => Ok(Queue { name, above, shares, own: None }),
        None => Err(InputError {
            file: file.to_string(),
            field: name,
            reason: "the shares `parent` are read with --by account alone".to_string(),
        }),
    }
}

fn of_table(file: &str, text: &str) -> Result<Vec<Row>, InputError> {
    let wrong = |line: usize, reason: &str| InputError {
        file: file.to_string(),
        field: format!("line {line}"),
        reason: reason.to_string(),
    };
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let heads: Vec<&str> =
        lines.next().map(|(_, line)| line.split('|').map(str::trim).collect()).unwrap_or_default();
    let column = |name: &str| {
        let found = heads.iter().position(|head| *head == name);
        found.ok_or_else(|| wrong(1, &format!("has no column `{name}`: give what `sshare -P` prints")))
    };
    let (account, user, raw) = (column("Account")?, column("User")?, column("RawShares")?);
    let (mut found, mut above): (Vec<Row>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    for (k, line) in lines {
        let cells: Vec<&str> = line.split('|').collect();
        let cell = |at: usize| cells.get(at).copied().ok_or_else(|| wrong(k + 1, "has too few columns"));
        let (name, person) = (cell(account)?, cell(user)?.trim());
        let depth = name.len() - name.trim_start().len();
        let shares = match cell(raw)?.trim() {
            "" if depth == 0 => Some(Rational::one()),
            "parent" => None,
            text => Some(text.parse::<Rational>().ok().filter(|shares| !shares.is_negative()).ok_or_else(
                || wrong(k + 1, &format!("column RawShares: `{text}` is neither a number nor `parent`")),
            )?),
        };
        let user = (!person.is_empty()).then(|| person.to_string());
        let row = |above| Row { account: name.trim().to_string(), above, user, shares };
        if !person.is_empty() {
            found.push(row(None));
            continue;
        }
        above.retain(|(other, _)| *other < depth);
        let parent = above.last().map(|(_, name)| name.clone());
        above.push((depth, name.trim().to_string()));
        found.push(row(parent));
    }
    Ok(found)
}

fn of_json(document: &Document, file: &str) -> Result<Vec<Row>, InputError> {
    let named = Document { file: file.to_string(), root: document.root.clone() };
    let mut found = Vec::new();
    for item in items(&named, &["shares", "shares"], "sshare --json")? {
        let kinds = list_at(&item, &["type"])?;
        let of_user = kinds.iter().any(|kind| *kind.value() == Value::text("USER"));
        let above = text_at(&item, &["parent"])?.filter(|parent| !parent.is_empty()).map(String::from);
        let shares = number_at(&item, &["shares"])?;
        let shares = match (shares, &above) {
            (Some(shares), _) => Some(shares).filter(|shares| *shares != Rational::int(PARENT)),
            (None, None) => Some(Rational::one()),
            (None, Some(_)) => return Err(item.error("field `shares` is missing or endless")),
        };
        let name = name_at(&item, &["name"])?.to_string();
        let (account, user) = match (of_user, &above) {
            (true, Some(account)) => (account.clone(), Some(name)),
            _ => (name, None),
        };
        found.push(Row { account, above, user, shares });
    }
    Ok(found)
}
