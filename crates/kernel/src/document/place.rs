//! The place of a field in the text of a TOML file: line, column, and the line with a caret below it.

use toml::de::{DeTable, DeValue};

/// The longest line that is shown, in characters.
const WIDEST: usize = 100;

/// The line and column (from 1) of the field in a TOML text, and its line with a caret below the value; `None` if the
/// field is not there. A field is a path such as `demand[1][0]` or `workload[2].request`.
pub fn shown_in(text: &str, field: &str) -> Option<String> {
    let root = DeTable::parse(text).ok()?;
    let mut steps = field.split(['.', '[']).map(|step| step.trim_end_matches(']'));
    let first = root.get_ref().get(steps.next()?)?;
    let mut span = first.span();
    let mut value = first.get_ref();
    for step in steps {
        let inner = match value {
            DeValue::Array(list) => list.get(step.parse::<usize>().ok()?)?,
            DeValue::Table(table) => table.get(step)?,
            _ => return None,
        };
        (span, value) = (inner.span(), inner.get_ref());
    }
    let before = text.get(..span.start)?;
    let begin = before.rfind('\n').map_or(0, |at| at + 1);
    let (row, column) = (before.matches('\n').count() + 1, text[begin..span.start].chars().count());
    let line = text[begin..].lines().next().unwrap_or_default();
    let place = format!("line {row}, column {}", column + 1);
    if line.chars().count() > WIDEST || line.contains(|c: char| c.is_control()) {
        return Some(place);
    }
    let width =
        text.get(span.start..span.end)?.lines().next().map_or(1, |value| value.chars().count().max(1));
    Some(format!("{place}\n  {line}\n  {}{}", " ".repeat(column), "^".repeat(width)))
}
