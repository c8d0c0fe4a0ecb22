//! Places in the JSON of other programs: fields that may be missing, and errors that name the object.

use std::collections::{BTreeMap, HashSet};

use crate::document::{Document, InputError, Node, Read, Value, shown};
use crate::scalar::Rational;

/// The value below `node` at `path`; `None` if a field is missing or the value is null.
pub(super) fn at<'a>(node: &Node<'a>, path: &[&str]) -> Option<Node<'a>> {
    // Most places that are looked for are missing: a node is made only of one that is there.
    let found = path.iter().try_fold(node.value(), |value, name| value.get(name))?;
    if *found == Value::Null {
        return None;
    }
    path.iter().try_fold(node.clone(), |node, name| Some(node.child(name, node.value().get(name)?)))
}

/// The text at `path`, if any.
pub(super) fn text_at<'a>(node: &Node<'a>, path: &[&str]) -> Read<Option<&'a str>> {
    at(node, path).map(|n| n.text()).transpose()
}

/// The text at `path`, which must be there and must not be empty.
pub(super) fn name_at<'a>(node: &Node<'a>, path: &[&str]) -> Read<&'a str> {
    match text_at(node, path)? {
        Some(text) if !text.is_empty() => Ok(text),
        _ => Err(node.error(format!("field `{}` is missing", path.join(".")))),
    }
}

/// The items of the list at `path`; empty if it is missing.
pub(super) fn list_at<'a>(node: &Node<'a>, path: &[&str]) -> Read<Vec<Node<'a>>> {
    at(node, path).map_or_else(|| Ok(Vec::new()), |list| list.list())
}

/// The items of the list at `path`, which must be there and without errors; `from` is the command that prints it.
pub(super) fn items<'a>(document: &'a Document, path: &[&str], from: &str) -> Read<Vec<Node<'a>>> {
    let root = document.node();
    match at(&root, path) {
        Some(list) if list_at(&root, &["errors"])?.is_empty() => list.list(),
        _ => Err(super::forms::missing(&root, path, from)),
    }
}

/// The objects of `kind` in a file of Kubernetes: one object, or a list, in which lists may stand. Items of a list that
/// names their kind need not name it, nor those of any list if `unnamed` is `true`.
pub(super) fn of_kind<'a>(
    document: &'a Document,
    kind: &str,
    unnamed: bool,
    from: &str,
) -> Read<Vec<Node<'a>>> {
    let root = document.node();
    let kind_of = |node: &Node<'a>| text_at(node, &["kind"]).ok().flatten();
    let is_none = |kind: &str| kind == "Status" || (unnamed && kind.ends_with("List"));
    if at(&root, &["items"]).is_none() && kind_of(&root).is_none_or(is_none) {
        items(document, &["items"], from)?;
    }
    let (mut found, mut open) = (Vec::new(), vec![(root, unnamed)]);
    while let Some((node, plain)) = open.pop() {
        let named = kind_of(&node);
        if node.value().get("items").is_some() {
            whole(&node)?;
            let of = named.map_or("", |kind| kind.trim_end_matches("List"));
            let plain = of == kind || (unnamed && of.is_empty());
            open.extend(list_at(&node, &["items"])?.into_iter().rev().map(|item| (item, plain)));
        } else if named.map_or(plain, |named| named == kind) {
            found.push(node);
        }
    }
    Ok(found)
}

/// Refuses a list that goes on elsewhere.
fn whole(list: &Node<'_>) -> Read<()> {
    let goes_on = text_at(list, &["metadata", "continue"])?.is_some_and(|token| !token.is_empty());
    if goes_on || whole_at(list, &["metadata", "remainingItemCount"])?.is_some_and(|rest| rest > 0) {
        return Err(list.error("the list is cut: it goes on after its last item; print it whole"));
    }
    Ok(())
}

/// Refuses an object whose `name` is among those `seen`, because it would count twice.
pub(super) fn once(seen: &mut HashSet<String>, name: &str, node: &Node<'_>) -> Read<()> {
    match seen.insert(name.to_string()) {
        true => Ok(()),
        false => Err(node.error("is given twice")),
    }
}

/// The texts at `path` by name.
pub(super) fn texts(node: &Node<'_>, path: &[&str]) -> Read<BTreeMap<String, String>> {
    let Some(node) = at(node, path) else { return Ok(BTreeMap::new()) };
    let one =
        |(name, value): &(String, Value)| Ok((name.clone(), node.child(name, value).text()?.to_string()));
    match node.value() {
        Value::Table(fields) => fields.iter().map(one).collect(),
        _ => Err(node.error("expected fields")),
    }
}

/// A list of texts, or one text with commas.
pub(super) fn words(node: &Node<'_>, path: &[&str]) -> Read<Vec<String>> {
    let Some(found) = at(node, path) else { return Ok(Vec::new()) };
    match found.value() {
        Value::Text(text) => Ok(text.split(',').filter(|w| !w.is_empty()).map(String::from).collect()),
        _ => found.list()?.iter().map(|word| Ok(word.text()?.to_string())).collect(),
    }
}

/// The number at `path`: bare, or in an object with `set`, `infinite` and `number`.
pub(super) fn number_at(node: &Node<'_>, path: &[&str]) -> Read<Option<Rational>> {
    let Some(found) = at(node, path) else { return Ok(None) };
    if !matches!(found.value(), Value::Table(_)) {
        return found.non_negative().map(Some);
    }
    let off = |name: &str, value: bool| found.value().get(name) == Some(&Value::Bool(value));
    if off("set", false) || off("infinite", true) {
        return Ok(None);
    }
    at(&found, &["number"]).map(|number| number.non_negative()).transpose()
}

/// The whole number at `path`: bare, or in an object as for [`number_at`].
pub(super) fn count_at(node: &Node<'_>, path: &[&str]) -> Read<Option<usize>> {
    let Some(number) = number_at(node, path)? else { return Ok(None) };
    match number.small() {
        Some((n, 1)) => Ok(usize::try_from(n).ok()),
        _ => Err(node.error(format!("{}: must be a whole number, is {number}", path.join(".")))),
    }
}

/// Namespace and name of an object, separated by a slash.
pub(super) fn full_name(node: &Node<'_>) -> Read<String> {
    let name = name_at(node, &["metadata", "name"])?;
    Ok(format!("{}/{name}", text_at(node, &["metadata", "namespace"])?.unwrap_or("default")))
}

/// Reads a capacity; a bare float is read as the decimal that is written.
pub(super) fn decimal(node: &Node<'_>) -> Read<Rational> {
    match node.value() {
        Value::Float(text) => text.parse().map_err(|_| node.error("expected a number")),
        _ => node.number(),
    }
}

/// The whole number at `path`, of any sign.
pub(super) fn whole_at(node: &Node<'_>, path: &[&str]) -> Read<Option<i64>> {
    let Some(found) = at(node, path) else { return Ok(None) };
    match found.value() {
        Value::Integer(n) => Ok(Some(*n)),
        _ => Err(found.error("expected a whole number")),
    }
}

/// An error inside an item of a list, with the name of the object in place of its index: `items[3].spec.x` of
/// the pod web becomes `pod web, x`, where `known` is `spec`.
pub(super) fn within(object: &str, known: &str, error: InputError) -> InputError {
    let inside = error.field.split_once("].").map_or("", |(_, inside)| inside);
    let inside = inside.strip_prefix(known).unwrap_or(inside);
    let comma = if inside.is_empty() { "" } else { ", " };
    InputError { field: format!("{}{comma}{inside}", shown(object)), ..error }
}

/// Names in a sentence: the first few, and the number of the rest.
pub(super) fn listed<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> String {
    const MOST: usize = 5;
    let names: Vec<T> = names.into_iter().collect();
    let first: Vec<&str> = names.iter().take(MOST).map(AsRef::as_ref).collect();
    match names.len().saturating_sub(MOST) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}

/// A count with its noun: `1 pod`, `3 pods`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
