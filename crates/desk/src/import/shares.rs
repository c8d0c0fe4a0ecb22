//! The shares of accounts, from the output of `sshare` (`sshare -P`, or `sshare --json`).

use std::collections::BTreeMap;

use super::places::{items, list_at, name_at, number_at, text_at};
use crate::document::{Document, InputError, Value};
use crate::scalar::{Rational, Scalar, sum};

/// The largest number of levels of accounts.
const MOST_LEVELS: usize = 100;

/// An account with its shares among its siblings.
struct Account {
    name: String,
    parent: Option<String>,
    shares: Rational,
}

/// The weight of every account: its shares divided by those of all accounts with its parent, times the weight
/// of the parent.
///
/// Rows of users are skipped, because only the proportions of accounts matter.
///
/// # Errors
/// A text that is no such table, shares that are no number, or a parent below its own child.
pub(super) fn shares(file: &str, text: &str) -> Result<Document, InputError> {
    let accounts = match text.trim_start().starts_with('{') {
        true => of_json(&Document::parse(&format!("{file}.json"), text)?, file)?,
        false => of_table(file, text)?,
    };
    let wrong = |field: String, reason: &str| InputError {
        file: file.to_string(),
        field,
        reason: reason.to_string(),
    };
    let mut by_name: BTreeMap<&str, &Account> = BTreeMap::new();
    let mut brothers: BTreeMap<Option<&str>, Rational> = BTreeMap::new();
    for account in &accounts {
        if by_name.insert(&account.name, account).is_some() {
            return Err(wrong(format!("account {}", account.name), "stands twice"));
        }
        let all = brothers.entry(account.parent.as_deref()).or_insert_with(Rational::zero);
        *all = sum([all.clone(), account.shares.clone()]);
    }
    let mut known: BTreeMap<&str, Rational> = BTreeMap::new();
    for account in &accounts {
        // The chain leads from the account up to an ancestor of known weight; weights are then computed downwards.
        let (mut chain, mut above) = (Vec::new(), Some(account));
        while let Some(here) = above.filter(|here| !known.contains_key(here.name.as_str())) {
            chain.push(here);
            if chain.len() > MOST_LEVELS {
                let reason = format!("has more than {MOST_LEVELS} accounts above it, or itself");
                return Err(wrong(format!("account {}", account.name), &reason));
            }
            above = here.parent.as_deref().and_then(|parent| by_name.get(parent).copied());
        }
        let mut weight = above.map_or_else(Rational::one, |above| known[above.name.as_str()].clone());
        for here in chain.into_iter().rev() {
            let all = &brothers[&here.parent.as_deref()];
            if all.is_positive() {
                weight = weight * &here.shares / all;
            }
            known.insert(&here.name, weight.clone());
        }
    }
    let positive = known.into_iter().filter(|(_, weight)| weight.is_positive());
    let weights = positive.map(|(name, weight)| (name.to_string(), Value::Number(weight))).collect();
    Ok(Document { file: file.to_string(), root: Value::Table(weights) })
}

fn of_table(file: &str, text: &str) -> Result<Vec<Account>, InputError> {
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
    let (mut found, mut above): (Vec<Account>, Vec<(usize, String)>) = (Vec::new(), Vec::new());
    for (k, line) in lines {
        let cells: Vec<&str> = line.split('|').collect();
        let cell = |at: usize| cells.get(at).copied().ok_or_else(|| wrong(k + 1, "has too few columns"));
        if !cell(user)?.trim().is_empty() {
            continue;
        }
        let name = cell(account)?;
        let depth = name.len() - name.trim_start().len();
        above.retain(|(other, _)| *other < depth);
        let shares = match cell(raw)?.trim() {
            "" if depth == 0 => Rational::one(),
            text => {
                text.parse::<Rational>().ok().filter(|shares| !shares.is_negative()).ok_or_else(|| {
                    wrong(
                        k + 1,
                        &format!("column RawShares: `{text}` is no number of shares; only numbers are read"),
                    )
                })?
            }
        };
        let parent = above.last().map(|(_, name)| name.clone());
        above.push((depth, name.trim().to_string()));
        found.push(Account { name: name.trim().to_string(), parent, shares });
    }
    Ok(found)
}

fn of_json(document: &Document, file: &str) -> Result<Vec<Account>, InputError> {
    let named = Document { file: file.to_string(), root: document.root.clone() };
    let mut found = Vec::new();
    for item in items(&named, &["shares", "shares"], "sshare --json")? {
        let mut kinds = list_at(&item, &["type"])?.into_iter();
        if kinds.any(|kind| *kind.value() == Value::text("USER")) {
            continue;
        }
        let name = name_at(&item, &["name"])?.to_string();
        let parent = text_at(&item, &["parent"])?.filter(|parent| !parent.is_empty()).map(String::from);
        let shares = number_at(&item, &["shares"])?.unwrap_or_else(Rational::one);
        found.push(Account { name, parent, shares });
    }
    Ok(found)
}
