//! The shares of accounts, from the output of `sshare` (`sshare -P`, or `sshare --json`), or of
//! `sacctmgr -P show assoc format=account,parentname,user,share,grptres`, which has limits as well.

use std::collections::{BTreeMap, BTreeSet};

use super::JobsBy;
use super::amounts::Amounts;
use super::assume::Assumptions;
use super::division::{Queue, Queues};
use super::places::{items, list_at, name_at, number_at, text_at};
use super::tres::limits;
use crate::document::{Document, InputError, Node, Read, Value};
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
    /// The limits of `GrpTRES`.
    cap: Amounts,
}

/// The accounts with their shares among their siblings, and their limits. Limits that are not read are `assumed`. The
/// shares of the users of an account are those of its own jobs beside the accounts below it.
///
/// # Errors
/// A grouping by what has no shares, a text that is no such table, shares that are no number, an account that is listed
/// twice or is below itself.
pub(super) fn shares(file: &str, text: &str, by: JobsBy, assumed: &mut Assumptions<'_>) -> Read<Queues> {
    if matches!(by, JobsBy::Partition | JobsBy::Qos) {
        let reason = format!("has shares of accounts and users, and none of a {}", by.field().1);
        return Err(InputError { file: file.to_string(), field: String::new(), reason });
    }
    let rows = match text.trim_start().starts_with('{') {
        true => of_json(&Document::parse(&format!("{file}.json"), text)?, file, assumed)?,
        false => of_table(file, text, assumed)?,
    };
    let listed: BTreeSet<&str> = rows
        .iter()
        .filter(|row| row.user.is_none())
        .map(|row| row.account.as_str())
        .chain(["root"])
        .collect();
    for row in &rows {
        let above = row.above.as_deref().or(row.user.as_ref().map(|_| row.account.as_str()));
        if let Some(above) = above.filter(|above| !listed.contains(above)) {
            let whose = row.user.as_deref().unwrap_or(&row.account);
            let reason = format!(
                "stands below account {above}, which is not in the list: give the shares of all accounts"
            );
            return Err(InputError::of(file, whose, reason));
        }
    }
    if by == JobsBy::User {
        return Queues::new(
            file,
            "account",
            rows.iter().map(|row| person(file, row)).collect::<Result<_, _>>()?,
        );
    }
    let (users, accounts): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.user.is_some());
    let mut own: BTreeMap<&str, Rational> = BTreeMap::new();
    for row in &users {
        if !row.cap.is_empty() {
            assumed.add("GrpTRES", "The limits of users are taken as none, and those of accounts are read");
        }
        let shares = own.entry(&row.account).or_insert_with(Rational::zero);
        *shares = &*shares + row.shares.clone().unwrap_or_else(Rational::zero);
    }
    if let Some(row) = accounts.iter().find(|row| row.shares.is_none() && !row.cap.is_empty()) {
        let reason = "has the shares `parent` and limits of its own, which are not read together".to_string();
        return Err(InputError { file: file.to_string(), field: format!("account {}", row.account), reason });
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
        let queue = Queue::new(row.account.clone(), above.cloned(), shares);
        Queue { own: own.clone(), cap: row.cap.clone(), ..queue }
    };
    Queues::new(file, "account", accounts.iter().map(queue).collect())
}

/// The queue of an account without jobs of its own, or of a user in an account, called `account/user`.
fn person(file: &str, row: &Row) -> Read<Queue> {
    let name = row.user.as_ref().map_or(row.account.clone(), |user| format!("{}/{user}", row.account));
    let above = if row.user.is_some() { Some(row.account.clone()) } else { row.above.clone() };
    match row.shares.clone() {
        Some(shares) => Ok(Queue { cap: row.cap.clone(), ..Queue::new(name, above, shares) }),
        None => Err(InputError::of(file, name, "the shares `parent` are read with --by account alone")),
    }
}

/// Limits that bind jobs and are not read, as columns of tables name them.
const UNREAD: &str = "GrpJobs GrpSubmit GrpWall GrpTRESMins GrpTRESRunMins MaxJobs MaxTRES MaxTRESPerNode MaxSubmit MaxWall MaxTRESMins";

fn unread(field: &str, assumed: &mut Assumptions<'_>) {
    assumed.add(field, &format!("The limits {field} of accounts and users are taken as none"));
}

/// The lines of a table of `sshare` or `sacctmgr`, without its heads.
struct Table<'a> {
    file: &'a str,
    heads: Vec<&'a str>,
}

impl Table<'_> {
    fn wrong(&self, line: usize, reason: &str) -> InputError {
        InputError { file: self.file.to_string(), field: format!("line {line}"), reason: reason.to_string() }
    }

    fn column(&self, names: &[&str]) -> Option<usize> {
        self.heads.iter().position(|head| names.contains(head))
    }

    /// The limits in a cell.
    fn cap(&self, line: usize, text: &str, assumed: &mut Assumptions<'_>) -> Read<Amounts> {
        let value = Value::text(text);
        let (mut cap, mut other) = limits(&Node::new(self.file, &value), text)
            .map_err(|error| self.wrong(line, &format!("column GrpTRES: {}", error.reason)))?;
        other |= cap.keys().any(|name| name.contains(':'));
        cap.retain(|name, _| !name.contains(':'));
        if other {
            let words =
                "Limits of nodes, licences and types of generic resources are not read, and taken as none";
            assumed.add("GrpTRES", words);
        }
        Ok(cap)
    }
}

fn of_table(file: &str, text: &str, assumed: &mut Assumptions<'_>) -> Read<Vec<Row>> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let heads = lines.next().map(|(_, line)| line.split('|').map(str::trim).collect()).unwrap_or_default();
    let table = Table { file, heads };
    let needed = |names: &[&str]| {
        let reason = || format!("has no column `{}`: give what `sshare -P` prints", names[0]);
        table.column(names).ok_or_else(|| table.wrong(1, &reason()))
    };
    let (account, user, raw) = (needed(&["Account"])?, needed(&["User"])?, needed(&["RawShares", "Share"])?);
    let (parent, group) = (table.column(&["Par Name", "ParentName"]), table.column(&["GrpTRES"]));
    if table.heads[raw] == "Share" && parent.is_none() {
        let ask = "has no column `Par Name`: ask sacctmgr for format=account,parentname,user,share,grptres";
        return Err(table.wrong(1, ask));
    }
    let others: Vec<usize> =
        (0..table.heads.len()).filter(|&c| UNREAD.split(' ').any(|name| name == table.heads[c])).collect();
    let (mut found, mut above): (Vec<Row>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    for (k, line) in lines {
        let cells: Vec<&str> = line.split('|').collect();
        let cell =
            |at: usize| cells.get(at).copied().ok_or_else(|| table.wrong(k + 1, "has too few columns"));
        let (name, person) = (cell(account)?, cell(user)?.trim());
        let depth = name.len() - name.trim_start().len();
        let shares = match cell(raw)?.trim() {
            "" if depth == 0 => Some(Rational::one()),
            "parent" => None,
            text => Some(text.parse::<Rational>().ok().filter(|shares| !shares.is_negative()).ok_or_else(
                || {
                    let head = table.heads[raw];
                    table.wrong(k + 1, &format!("column {head}: `{text}` is neither a number nor `parent`"))
                },
            )?),
        };
        let cap = match group {
            Some(at) => table.cap(k + 1, cell(at)?.trim(), assumed)?,
            None => Amounts::new(),
        };
        for &c in others.iter().filter(|&&c| cells.get(c).is_some_and(|cell| !cell.trim().is_empty())) {
            unread(table.heads[c], assumed);
        }
        let user = (!person.is_empty()).then(|| person.to_string());
        let row = |above| Row { account: name.trim().to_string(), above, user, shares, cap };
        if !person.is_empty() {
            found.push(row(None));
            continue;
        }
        if let Some(parent) = parent {
            found.push(row(Some(cell(parent)?.trim().to_string()).filter(|name| !name.is_empty())));
            continue;
        }
        above.retain(|(other, _)| *other < depth);
        let parent = above.last().map(|(_, name)| name.clone());
        above.push((depth, name.trim().to_string()));
        found.push(row(parent));
    }
    Ok(found)
}

fn of_json(document: &Document, file: &str, assumed: &mut Assumptions<'_>) -> Read<Vec<Row>> {
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
        for limit in list_at(&item, &["tres", "group_minutes"])? {
            if number_at(&limit, &["value"])?.is_some_and(|minutes| minutes.is_positive()) {
                unread("GrpTRESMins", assumed);
            }
        }
        found.push(Row { account, above, user, shares, cap: Amounts::new() });
    }
    Ok(found)
}
