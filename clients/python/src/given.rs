//! Numbers and instances as Python code gives them, read without a call of Python code.

use fairwitness::model::Model as _;
use fairwitness::model::cluster::Cluster;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple};

/// The dimensions of an array of pools; deeper lists are read by Python code, which also ends in lists that contain themselves.
const DEEPEST: usize = 3;

/// Whole numbers of nested lists, 8 bytes each, row after row.
#[derive(Default)]
struct Table {
    bytes: Vec<u8>,
    /// The length of the lists at each depth.
    shape: Vec<usize>,
}

impl Table {
    /// Appends a number, or lists of them, at a depth; `None` for anything else, and where lengths or depths differ.
    fn read(&mut self, value: &Bound<'_, PyAny>, depth: usize) -> Option<()> {
        if let Ok(list) = value.cast_exact::<PyList>() {
            match self.shape.get(depth) {
                Some(length) if *length == list.len() => {}
                None if self.bytes.is_empty() && depth < DEEPEST && !list.is_empty() => {
                    self.shape.push(list.len());
                }
                _ => return None,
            }
            return list.iter().try_for_each(|item| self.read(&item, depth + 1));
        }
        let whole = depth == self.shape.len() && depth > 0 && value.is_exact_instance_of::<PyInt>();
        let number: i64 = whole.then(|| value.extract().ok()).flatten()?;
        self.bytes.extend_from_slice(&number.to_ne_bytes());
        Some(())
    }
}

/// The bytes and the shape of an array.
type Bytes<'py> = (Bound<'py, PyBytes>, Bound<'py, PyTuple>);

fn given<'py>(py: Python<'py>, table: &Table) -> PyResult<Bytes<'py>> {
    Ok((PyBytes::new(py, &table.bytes), PyTuple::new(py, &table.shape)?))
}

/// Returns the ints of nested lists of equal lengths as 8 bytes each, and the shape; `None` of anything else.
#[pyfunction]
pub fn table<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bytes<'py>>> {
    let mut table = Table::default();
    table.read(value, 0).map(|()| given(value.py(), &table)).transpose()
}

/// Appends the capacities and demands of a dict that has nothing else but its model.
fn pool<'py>(one: &Bound<'py, PyAny>, tables: &mut [Table; 2]) -> Option<()> {
    let (py, one) = (one.py(), one.cast_exact::<PyDict>().ok()?);
    let field = |name: &Bound<'py, PyString>| one.get_item(name).ok().flatten();
    let model = field(intern!(py, "model"))?;
    if one.len() != 3 || model.cast::<PyString>().ok()?.to_cow().ok()? != Cluster::ID {
        return None;
    }
    tables[0].read(&field(intern!(py, "capacity"))?, 1)?;
    tables[1].read(&field(intern!(py, "demand"))?, 1)
}

/// Returns the capacities and the demands of dicts that are pools of ints of one size, as [`table`] does; `None` of others.
#[pyfunction]
pub fn tables<'py>(pools: &Bound<'py, PyList>) -> PyResult<Option<(Bytes<'py>, Bytes<'py>)>> {
    let mut tables = [(); 2].map(|()| Table { bytes: Vec::new(), shape: vec![pools.len()] });
    if pools.is_empty() || pools.iter().any(|one| pool(&one, &mut tables).is_none()) {
        return Ok(None);
    }
    Ok(Some((given(pools.py(), &tables[0])?, given(pools.py(), &tables[1])?)))
}

/// Appends a value as JSON: texts without quotes, ints and lists of them; `None` for anything else.
fn write(value: &Bound<'_, PyAny>, depth: usize, text: &mut String) -> Option<()> {
    use std::fmt::Write as _;
    if let Ok(list) = value.cast_exact::<PyList>() {
        return write_list(list.iter(), depth, text);
    }
    if let Ok(list) = value.cast_exact::<PyTuple>() {
        return write_list(list.iter(), depth, text);
    }
    if value.is_exact_instance_of::<PyInt>() {
        return write!(text, "{}", value.extract::<i64>().ok()?).ok();
    }
    let said = value.cast_exact::<PyString>().ok()?.to_cow().ok()?;
    let plain = said.bytes().all(|byte| byte.is_ascii_lowercase());
    plain.then(|| write!(text, "\"{said}\"").ok()).flatten()
}

fn write_list<'py>(
    items: impl Iterator<Item = Bound<'py, PyAny>>,
    depth: usize,
    text: &mut String,
) -> Option<()> {
    let mut mark = '[';
    for item in items {
        text.push(mark);
        (depth < DEEPEST).then(|| write(&item, depth + 1, text)).flatten()?;
        mark = ',';
    }
    text.push_str(if mark == '[' { "[]" } else { "]" });
    Some(())
}

/// Returns the JSON of a valid pool of whole numbers that has no other fields than `weight` and `eligible`; `None` of other fields.
/// A model that is named comes first, and then fields that are `None` are left out.
#[pyfunction]
#[pyo3(signature = (fields, model = None))]
pub fn plain_text(fields: &Bound<'_, PyAny>, model: Option<&str>) -> Option<String> {
    let mut text = model.map_or_else(String::new, |model| format!("{{\"model\":\"{model}\""));
    for (name, value) in fields.cast_exact::<PyDict>().ok()? {
        if model.is_none() || !value.is_none() {
            text.push(if text.is_empty() { '{' } else { ',' });
            write(&name, 0, &mut text)?;
            text.push(':');
            write(&value, 0, &mut text)?;
        }
    }
    text.push('}');
    Cluster::read_plain(&text).is_some().then_some(text)
}
