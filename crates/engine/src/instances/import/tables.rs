//! Two plain tables with commas: machines and requests.

use super::{Imported, Parts, User};
use crate::document::{InputError, Node, Value};

/// More columns than any table of machines has.
const MOST_COLUMNS: usize = 1_000;

/// A table: the file's name, the heads, and the rows with the numbers of their lines.
struct Sheet<'a> {
    file: &'a str,
    heads: Vec<String>,
    rows: Vec<(usize, Vec<String>)>,
}

/// The cells of a line; a cell between quotation marks may hold commas, and two marks stand for one.
fn cells(line: &str) -> Result<Vec<String>, String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut letters = line.chars().peekable();
    while let Some(c) = letters.next() {
        match c {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell).trim().to_string()),
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
    fn read(file: &'a str, text: &str) -> Result<Sheet<'a>, InputError> {
        let wrong = |line: usize, reason: String| InputError {
            file: file.to_string(),
            field: format!("line {line}"),
            reason,
        };
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let mut lines = text.lines().enumerate().map(|(k, line)| (k + 1, line));
        let mut full = lines.by_ref().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let Some((at, first)) = full.next() else {
            return Err(wrong(1, "is empty: a line with the names of the columns is expected".to_string()));
        };
        let heads = cells(first).map_err(|reason| wrong(at, reason))?;
        if heads.len() > MOST_COLUMNS {
            return Err(wrong(at, format!("has {} columns: at most {MOST_COLUMNS} are read", heads.len())));
        }
        for (k, head) in heads.iter().enumerate() {
            if head.is_empty() {
                return Err(wrong(at, format!("column {} has no name", k + 1)));
            }
            if heads[..k].contains(head) {
                return Err(wrong(at, format!("column `{head}` stands twice")));
            }
        }
        let mut rows = Vec::new();
        for (at, line) in full {
            let row = cells(line).map_err(|reason| wrong(at, reason))?;
            if row.len() != heads.len() {
                let reason =
                    format!("has {} cells, and the first line names {} columns", row.len(), heads.len());
                return Err(wrong(at, reason));
            }
            rows.push((at, row));
        }
        Ok(Sheet { file, heads, rows })
    }

    fn error(&self, line: usize, column: &str, reason: impl Into<String>) -> InputError {
        InputError {
            file: self.file.to_string(),
            field: format!("line {line}, column {column}"),
            reason: reason.into(),
        }
    }

    fn cell<'b>(&self, row: &'b [String], column: &str) -> Option<&'b str> {
        let at = self.heads.iter().position(|head| head == column)?;
        row.get(at).map(String::as_str).filter(|text| !text.is_empty())
    }

    /// An amount in a column; an empty cell is none of it.
    fn amount(&self, line: usize, row: &[String], column: &str) -> Result<Value, InputError> {
        let text = self.cell(row, column).unwrap_or("0");
        let value = Value::text(text);
        let read = Node::new(self.file, &value).non_negative::<crate::scalar::Rational>();
        read.map(Value::Number).map_err(|e| self.error(line, column, e.reason))
    }

    fn name(&self, line: usize, row: &[String], what: &str) -> String {
        self.cell(row, "name").map_or_else(|| format!("{what} of line {line}"), String::from)
    }
}

/// The most machines that a row may stand for.
const MOST: usize = 10_000;

/// A cluster from a table of machines (`name`, resources, and `count`) and one of requests (`name`, the same resources,
/// and `tasks`, `weight`, `machines`).
pub fn tables(machines: (&str, &str), requests: (&str, &str)) -> Result<Imported, InputError> {
    let stock = Sheet::read(machines.0, machines.1)?;
    let asked = Sheet::read(requests.0, requests.1)?;
    let own = ["name", "count"];
    let resources: Vec<String> = stock.heads.iter().filter(|h| !own.contains(&h.as_str())).cloned().collect();
    if let Some(head) = stock.heads.iter().find(|head| head.contains([';', '\t'])) {
        return Err(stock.error(1, head, "columns are parted by commas"));
    }
    if resources.is_empty() {
        return Err(stock.error(1, "name", "a column for each resource is missing, such as cpu and memory"));
    }
    let known = ["name", "tasks", "weight", "machines"];
    for head in asked.heads.iter().filter(|h| !known.contains(&h.as_str())) {
        if !resources.contains(head) {
            let mut reason = format!("no machine has this resource; there are {}", resources.join(", "));
            if !asked.heads.iter().any(|head| head == "name") {
                reason += "; if these are names, call the column `name`";
            }
            if head.contains([';', '\t']) {
                reason = "columns are parted by commas".to_string();
            }
            return Err(asked.error(1, head, reason));
        }
    }
    let mut servers: Vec<(String, Vec<Value>)> = Vec::new();
    for (line, row) in &stock.rows {
        let count = match stock.cell(row, "count") {
            None => 1,
            Some(text) => match text.parse::<usize>() {
                Ok(n) if n <= MOST => n,
                _ => {
                    let reason = format!("`{text}` must be a whole number up to {MOST}");
                    return Err(stock.error(*line, "count", reason));
                }
            },
        };
        let name = stock.name(*line, row, "machine");
        let capacity =
            resources.iter().map(|r| stock.amount(*line, row, r)).collect::<Result<Vec<_>, _>>()?;
        for k in 1..=count {
            let name = if count == 1 { name.clone() } else { format!("{name}-{k}") };
            servers.push((name, capacity.clone()));
        }
    }
    let mut users = Vec::new();
    for (line, row) in &asked.rows {
        let demand = resources.iter().map(|r| asked.amount(*line, row, r)).collect::<Result<Vec<_>, _>>()?;
        let is_zero = |v: &Value| matches!(v, Value::Number(x) if crate::scalar::Scalar::is_zero(x));
        if demand.iter().all(is_zero) {
            return Err(asked.error(*line, &resources[0], "this request asks for nothing"));
        }
        let optional = |column: &str| match asked.cell(row, column) {
            None => Ok(None),
            Some("inf") => Ok(None),
            Some(_) => asked.amount(*line, row, column).map(Some),
        };
        let eligible = asked.cell(row, "machines").map(|names| {
            let mut at = Vec::new();
            for name in names.split_whitespace() {
                let ours = |server: &str| {
                    server == name
                        || server.strip_prefix(name).is_some_and(|rest| {
                            rest.strip_prefix('-').is_some_and(|n| n.parse::<usize>().is_ok())
                        })
                };
                let found: Vec<usize> =
                    (0..servers.len()).filter(|&i| ours(&servers[i].0) && !at.contains(&i)).collect();
                if found.is_empty() {
                    return Err(asked.error(*line, "machines", format!("there is no machine `{name}`")));
                }
                at.extend(found);
            }
            at.sort_unstable();
            Ok(at)
        });
        users.push(User {
            name: asked.name(*line, row, "request"),
            demand,
            tasks: optional("tasks")?,
            weight: optional("weight")?,
            eligible: eligible.transpose()?,
        });
    }
    let instance = Parts { resources, servers, users }.instance(machines.0, requests.0)?;
    Ok(Imported { instance, left_out: Vec::new() })
}
