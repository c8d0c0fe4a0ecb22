//! Two plain tables of comma-separated values: machines and requests.

use std::collections::{BTreeMap, BTreeSet};

use super::parts::{Parts, User};
use super::{Imported, Options};
use crate::document::suggest::{hint, nearest};
use crate::document::{InputError, Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The largest number of columns of a table.
const MOST_COLUMNS: usize = 1_000;

/// A table: the name of its file, the column heads, and the rows with their line numbers.
pub(super) struct Sheet<'a> {
    file: &'a str,
    pub(super) heads: Vec<String>,
    pub(super) rows: Vec<(usize, Vec<String>)>,
}

/// The cells of a line, parted by commas or bars. Between commas a quoted cell may contain commas, and two quotation marks
/// stand for one.
fn cells(line: &str, mark: char) -> Result<Vec<String>, String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if mark == ',' => quoted = !quoted,
            c if c == mark && !quoted => cells.push(std::mem::take(&mut cell).trim().to_string()),
            c => cell.push(c),
        }
    }
    if quoted {
        return Err("a quotation mark is not closed".to_string());
    }
    cells.push(cell.trim().to_string());
    Ok(cells)
}

impl<'a> Sheet<'a> {
    /// Reads a table, whose columns are parted by bars if the first line has a bar and no comma.
    pub(super) fn read(file: &'a str, text: &str) -> Read<Sheet<'a>> {
        let wrong =
            |line: usize, reason: String| InputError::of(file.to_string(), format!("line {line}"), reason);
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
        let mut full = lines.by_ref().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let Some((at, first)) = full.next() else {
            return Err(wrong(1, "is empty: a line with the names of the columns is expected".to_string()));
        };
        let mark = if first.contains('|') && !first.contains(',') { '|' } else { ',' };
        // Some programs end every line with a bar.
        let ends = mark == '|' && first.ends_with('|');
        let bare = |line| str::strip_suffix(line, '|').filter(|_| ends).unwrap_or(line);
        let heads = cells(bare(first), mark).map_err(|reason| wrong(at, reason))?;
        if heads.len() > MOST_COLUMNS {
            return Err(wrong(at, format!("has {} columns: at most {MOST_COLUMNS} are read", heads.len())));
        }
        for (k, head) in heads.iter().enumerate() {
            if head.is_empty() {
                return Err(wrong(at, format!("column {} has no name", k + 1)));
            }
            if heads[..k].contains(head) {
                return Err(wrong(at, format!("column `{head}` is given twice")));
            }
        }
        let mut rows = Vec::new();
        for (at, line) in full {
            let row = cells(bare(line), mark).map_err(|reason| wrong(at, reason))?;
            if row.len() != heads.len() {
                let reason =
                    format!("has {} cells, and the first line names {} columns", row.len(), heads.len());
                return Err(wrong(at, reason));
            }
            rows.push((at, row));
        }
        Ok(Sheet { file, heads, rows })
    }

    pub(super) fn error(&self, line: usize, column: &str, reason: impl Into<String>) -> InputError {
        InputError::of(self.file.to_string(), format!("line {line}, column {column}"), reason)
    }

    pub(super) fn cell<'b>(&self, row: &'b [String], column: &str) -> Option<&'b str> {
        let at = self.heads.iter().position(|head| head == column)?;
        row.get(at).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// The amount in a column; an empty cell is zero.
    fn amount(&self, line: usize, row: &[String], column: &str) -> Read<Value> {
        let text = self.cell(row, column).unwrap_or("0");
        let value = Value::text(text);
        let read = Node::new(self.file, &value).non_negative::<Rational>();
        read.map(Value::Number).map_err(|e| self.error(line, column, e.reason))
    }

    fn name(&self, line: usize, row: &[String], what: &str) -> String {
        self.cell(row, "name").map_or_else(|| format!("{what} of line {line}"), String::from)
    }
}

/// The largest number of machines of one row, and of all rows together when written out.
const MOST: usize = 10_000;

/// The machines called `name`: one machine of that name, or those of a row with a count, which are called `name-1`,
/// `name-2` and so on.
fn named(servers: &[(String, Vec<Value>, usize)], name: &str) -> Vec<usize> {
    let ours = |server: &str| {
        server == name
            || server
                .strip_prefix(name)
                .is_some_and(|rest| rest.strip_prefix('-').is_some_and(|n| n.parse::<usize>().is_ok()))
    };
    (0..servers.len()).filter(|&i| ours(&servers[i].0)).collect()
}

/// The resources: every column of the machines without a meaning of its own.
fn resources(stock: &Sheet<'_>, asked: &Sheet<'_>) -> Read<Vec<String>> {
    let own = ["name", "count"];
    let of_own = |head: &&String| own.iter().any(|own| head != own && head.eq_ignore_ascii_case(own));
    if let Some(head) = stock.heads.iter().find(of_own) {
        let reason = format!("call the column `{}`, in small letters", head.to_ascii_lowercase());
        return Err(stock.error(1, head, reason));
    }
    let resources: Vec<String> = stock.heads.iter().filter(|h| !own.contains(&h.as_str())).cloned().collect();
    if let Some(head) = stock.heads.iter().find(|head| head.contains([';', '\t'])) {
        return Err(stock.error(1, head, "columns are parted by commas"));
    }
    if resources.is_empty() {
        return Err(stock.error(1, "name", "a column for each resource is missing, such as cpu and memory"));
    }
    let known = ["name", "team", "tasks", "weight", "machines", "running"];
    for head in asked.heads.iter().filter(|h| !known.contains(&h.as_str())) {
        if !resources.contains(head) {
            let mut reason = format!("no machine has this resource; there are {}", resources.join(", "));
            if let Some(near) = nearest(head, known) {
                reason += &format!("; did you mean the column {near}?");
            }
            if !asked.heads.iter().any(|head| head == "name") {
                reason += "; if these are names, call the column `name`";
            }
            if head.contains([';', '\t']) {
                reason = "columns are parted by commas".to_string();
            }
            return Err(asked.error(1, head, reason));
        }
    }
    Ok(resources)
}

/// The machines of a table; those of a row with a count are listed one by one, unless `classes` is set.
fn machines(
    stock: &Sheet<'_>,
    resources: &[String],
    classes: bool,
) -> Read<Vec<(String, Vec<Value>, usize)>> {
    let (mut servers, mut names): (Vec<(String, Vec<Value>, usize)>, _) = (Vec::new(), BTreeSet::new());
    for (line, row) in &stock.rows {
        let wrong = |reason: String| stock.error(*line, "count", reason);
        let count = match stock.cell(row, "count") {
            None => 1,
            Some(text) => text
                .parse::<usize>()
                .ok()
                .filter(|n| classes || *n <= MOST)
                .ok_or_else(|| wrong(format!("`{text}` must be a whole number up to {MOST}")))?,
        };
        let name = stock.name(*line, row, "machine");
        if !names.insert(name.clone()) {
            return Err(stock.error(*line, "name", format!("a machine `{name}` is given twice")));
        }
        let capacity =
            resources.iter().map(|r| stock.amount(*line, row, r)).collect::<Result<Vec<_>, _>>()?;
        if classes && count > 0 {
            servers.push((name, capacity, count));
            continue;
        }
        if servers.len() + count > 10 * MOST {
            return Err(wrong(format!("more than {} machines in all", 10 * MOST)));
        }
        for k in 1..=count {
            let name = if count == 1 { name.clone() } else { format!("{name}-{k}") };
            servers.push((name, capacity.clone(), 1));
        }
    }
    Ok(servers)
}

/// The running tasks, from texts such as `big:2 small-1` with the number of tasks on each machine; one if no
/// number is given.
fn running(servers: &[(String, Vec<Value>, usize)], text: &str) -> Result<BTreeMap<usize, usize>, String> {
    let mut tasks: BTreeMap<usize, usize> = BTreeMap::new();
    for part in text.split_whitespace() {
        let exact = |name: &str| servers.iter().position(|(server, ..)| server == name);
        let (name, count) = match part.rsplit_once(':') {
            Some((name, count)) if exact(part).is_none() => (name, count),
            _ => (part, "1"),
        };
        let machine = exact(name).ok_or_else(|| match named(servers, name).first() {
            Some(first) => format!("`{name}` are several machines: say which, such as {}", servers[*first].0),
            None => {
                let near = hint(name, servers.iter().map(|(server, ..)| server.as_str()));
                format!("there is no machine `{name}`{near}")
            }
        })?;
        let count: u32 = count.parse().map_err(|_| format!("`{part}`: `{count}` is no number of tasks"))?;
        let sum = tasks.entry(machine).or_default();
        *sum = sum.saturating_add(usize::try_from(count).unwrap_or(usize::MAX));
    }
    Ok(tasks)
}

/// A cluster from a table of machines (`name`, resources, and `count`) and a table of requests (`name`, a
/// column for each of the resources, and `tasks`, `weight`, `machines`, `running`).
///
/// # Errors
/// A table that cannot be read, with the line and the column.
pub fn tables(stock: (&str, &str), requests: (&str, &str), options: &Options<'_>) -> Read<Imported> {
    let (stock_file, file) = (stock.0, requests.0);
    let stock = Sheet::read(stock_file, stock.1)?;
    let asked = Sheet::read(file, requests.1)?;
    let resources = resources(&stock, &asked)?;
    let servers = machines(&stock, &resources, options.classes)?;
    let (mut users, mut rows, mut row_of) = (Vec::new(), Vec::new(), BTreeMap::new());
    for (line, row) in &asked.rows {
        let demand = resources.iter().map(|r| asked.amount(*line, row, r)).collect::<Result<Vec<_>, _>>()?;
        if demand.iter().all(|v| matches!(v, Value::Number(x) if x.is_zero())) {
            return Err(asked.error(*line, &resources[0], "this request asks for nothing"));
        }
        let optional = |column: &str| match asked.cell(row, column) {
            None => Ok(None),
            Some("inf") => Ok(None),
            Some(_) => asked.amount(*line, row, column).map(Some),
        };
        let mut eligible = vec![true; servers.len()];
        if let Some(names) = asked.cell(row, "machines") {
            eligible = vec![false; servers.len()];
            for name in names.split_whitespace() {
                let found = named(&servers, name);
                if found.is_empty() {
                    return Err(asked.error(*line, "machines", format!("there is no machine `{name}`")));
                }
                found.into_iter().for_each(|i| eligible[i] = true);
            }
        }
        let weight = match optional("weight")? {
            Some(Value::Number(weight)) if !weight.is_positive() => {
                return Err(asked.error(*line, "weight", "must be above zero"));
            }
            Some(Value::Number(weight)) => weight,
            _ => Rational::one(),
        };
        let running = running(&servers, asked.cell(row, "running").unwrap_or_default());
        let name = asked.name(*line, row, "request");
        let open = *row_of.entry(eligible).or_insert_with_key(|row| {
            rows.push(row.clone());
            rows.len() - 1
        });
        users.push(User {
            path: String::new(),
            priority: 0,
            budget: None,
            team: asked.cell(row, "team").map_or_else(|| name.clone(), String::from),
            name,
            demand,
            tasks: optional("tasks")?,
            weight,
            row: open,
            running: running.map_err(|reason| asked.error(*line, "running", reason))?,
            groups: BTreeMap::new(),
            names: BTreeMap::new(),
        });
    }
    let mut parts = Parts { resources, servers, users, rows, ..Parts::default() };
    if options.classes {
        parts.merge_like_servers();
    }
    let instance = parts.instance(options.endless, &[], stock_file, file)?;
    Ok(Imported { instance, notes: Vec::new() })
}
