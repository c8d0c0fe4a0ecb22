//! The records of one instance as one file: the instance, each violation with its witness and certificate, and further
//! cells that the instance violates.

use std::path::Path;

use super::{FORMAT, FORMAT_OF_PROGRAMS, Record};
use crate::document::{Document, Fields, InputError, Node, Read, Value};
use crate::model::Model;
use crate::model::arrivals::Arrivals;
use crate::model::cluster::Cluster;
use crate::model::cohort::Cohort;
use crate::model::covering::Covering;
use crate::property::{self, Property};
use crate::specification::{self, Specification};

/// The version of the format of the records of one instance.
const FORMAT_OF_FILES: i64 = FORMAT_OF_PROGRAMS;

/// Properties by mechanism, as lists of ids.
pub type Cells = Vec<(String, Vec<String>)>;

/// The records of one instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Records {
    /// The violations, of which there is at least one; all have one model and one instance.
    pub all: Vec<Record>,
    /// Further cells that the instance violates, without witness: those that no record of their own shows.
    pub also: Cells,
    /// `true` for one violation alone, in the older format.
    alone: bool,
}

/// Reads the instance of a record. Classes of servers are refused: a record lists every server, so that a
/// reader of records need not know classes.
fn written_out(node: &Node<'_>) -> Read<Value> {
    match node.value().get("count") {
        Some(count) => {
            Err(node.child("count", count).error("a record has its servers written out one by one"))
        }
        None => Ok(node.value().clone()),
    }
}

/// A violation of a file as a document of its own, in the format of one record alone.
#[derive(Clone, Debug)]
pub struct Part {
    /// The name of the record.
    pub name: String,
    /// The record.
    pub record: Record,
    /// The document. Its file is `<folder>/<name>.toml` for a file in an archive, otherwise the file with the name.
    pub document: Document,
    /// The text of the document.
    pub text: String,
    /// The place of the violation in a file of several; `None` for one alone.
    pub among: Option<usize>,
}

impl Part {
    /// The line of the file `text` that has the contents of the line `line` of the part, which is violation `at`.
    pub(crate) fn line_in(&self, at: usize, text: &str, line: usize) -> usize {
        let wanted = self.text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        let begin = text.match_indices("\n[[violates]]\n").nth(at).map_or(0, |(begin, _)| begin + 1);
        let from = |begin: usize| {
            let k = text[begin..].lines().position(|other| other == wanted)?;
            Some(text[..begin].lines().count() + k + 1)
        };
        from(begin).or_else(|| from(0)).unwrap_or(1)
    }
}

/// The folder of the archive in which the file stands, `<archive>/<mechanism>/<name>.toml`, if it stands in one.
fn archive<'a>(file: &'a Path, first: &Record) -> Option<&'a Path> {
    let shelf = file.parent()?;
    if shelf.file_name()?.to_str()? == first.mechanism { shelf.parent() } else { None }
}

/// The name of a record, which follows from its contents: mechanism, property, size, hypothesis.
///
/// # Errors
/// An unknown model, or an instance that cannot be read.
pub fn name(record: &Record) -> Read<String> {
    match record.model.as_str() {
        Arrivals::ID => name_in::<Arrivals>(record),
        Cluster::ID => name_in::<Cluster>(record),
        Cohort::ID => name_in::<Cohort>(record),
        Covering::ID => name_in::<Covering>(record),
        other => {
            let root = Node::new("record", &record.instance);
            Err(root.error(format!("model: `{other}` is not covered here")))
        }
    }
}

/// The [name](name) of a record of the model `M`.
///
/// # Errors
/// An instance that cannot be read.
pub fn name_in<M: Model>(record: &Record) -> Read<String> {
    let root = Node::new("record", &record.instance);
    let instance = M::read(&root.child("instance", &record.instance))?;
    Ok(record.file_name(&M::size_label(&instance)).trim_end_matches(".toml").to_string())
}

/// The function that names a record: [`name`], or that of one model, [`name_in`], which links no other model.
pub type Name = fn(&Record) -> Read<String>;

/// Reads the table of further cells.
fn cells(node: &Node<'_>) -> Read<Cells> {
    let row = |(id, ids): &(String, Value)| {
        Ok((id.clone(), node.child(id, ids).each(|id| id.text().map(String::from))?))
    };
    node.fields()?;
    node.value().fields().iter().map(row).collect()
}

impl Records {
    /// The records of the instance of `first`, with this record alone in it.
    pub fn of(first: Record) -> Records {
        Records { all: vec![first], also: Cells::new(), alone: false }
    }

    /// Reads a file: the records of one instance, or one record alone. Instances, outcomes and witnesses stay documents,
    /// which the model reads.
    ///
    /// # Errors
    /// A field that is missing, unknown or malformed, with its position.
    pub fn read(document: &Document) -> Read<Records> {
        let mut fields = document.node().fields()?;
        let format = match fields.optional("format") {
            Some(format) => format,
            None if fields.optional("model").is_some() && fields.optional("instance").is_none() => {
                return Err(document.node().error("is an instance, and no record of a violation"));
            }
            None => fields.required("format")?,
        };
        let text = |node: &Node<'_>| node.text().map(ToString::to_string);
        let of_one = document.root.get("violates").is_none();
        let of_programs = match format.value() {
            Value::Integer(FORMAT) if of_one => false,
            Value::Integer(FORMAT_OF_PROGRAMS) if of_one => true,
            Value::Integer(FORMAT_OF_FILES) => {
                let model = text(&fields.required("model")?)?;
                let instance = written_out(&fields.required("instance")?)?;
                let one =
                    |fields: &mut Fields<'_>| Record::fields(fields, model.clone(), instance.clone(), true);
                let all = fields.required("violates")?.each(|node| node.table(one))?;
                let also = fields.maybe("also", cells)?;
                fields.finish()?;
                if all.is_empty() {
                    return Err(document.node().error("violates: there is no violation"));
                }
                return Ok(Records { all, also: also.unwrap_or_default(), alone: false });
            }
            _ => {
                let known = format!("{FORMAT}, and {FORMAT_OF_FILES} of instances and programs");
                return Err(format.error(format!("this program reads records of format {known}")));
            }
        };
        let model = text(&fields.required("model")?)?;
        let instance = written_out(&fields.required("instance")?)?;
        let record = Record::fields(&mut fields, model, instance, of_programs)?;
        fields.finish()?;
        Ok(Records { all: vec![record], also: Cells::new(), alone: true })
    }

    /// Returns `true` if this is one violation alone, in the older format.
    pub fn alone(&self) -> bool {
        self.alone
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        let Some(first) = self.all.first().filter(|_| !self.alone) else {
            return self.all.iter().map(Record::to_toml).collect();
        };
        let head = Value::table([
            ("format", Value::Integer(FORMAT_OF_FILES)),
            ("model", Value::text(&first.model)),
            ("instance", first.instance.clone()),
        ]);
        let mut text = head.to_toml();
        for record in &self.all {
            let (head, tail) = record.halves();
            text += "\n[[violates]]\n";
            text += &Value::table(head.into_iter().chain(tail)).to_toml_in("violates.");
        }
        if !self.also.is_empty() {
            let also = Value::table(self.also.iter().map(|(id, ids)| (id, Value::texts(ids))));
            text += &format!("\n{}", Value::table([("also", also)]).to_toml());
        }
        text
    }

    /// The name of each record.
    ///
    /// # Errors
    /// An instance that cannot be read, or two violations of one name.
    pub fn names(&self, name: Name) -> Read<Vec<String>> {
        let names = self.all.iter().map(name).collect::<Result<Vec<_>, _>>()?;
        match names.iter().enumerate().find(|(k, name)| names[..*k].contains(name)) {
            Some((k, twice)) => {
                let reason = format!("`{twice}` is there already");
                Err(InputError::of("records", format!("violates[{k}]"), reason))
            }
            None => Ok(names),
        }
    }

    /// The violations as documents of their own; `document` is the file, and `text` its text.
    ///
    /// # Errors
    /// An instance that cannot be read, or two violations of one name.
    pub fn parts(self, document: &Document, text: &str, name: Name) -> Read<Vec<Part>> {
        let at = |e: InputError| InputError { file: document.file.clone(), ..e };
        if self.alone {
            let one = |record: Record| {
                let (document, text) = (document.clone(), text.to_string());
                Ok(Part { name: name(&record).map_err(at)?, record, document, text, among: None })
            };
            return self.all.into_iter().map(one).collect();
        }
        let names = self.names(name).map_err(at)?;
        let folder = self.all.first().and_then(|first| archive(Path::new(&document.file), first));
        let one = |(k, (name, record)): (usize, (String, Record))| {
            let file = match folder {
                Some(folder) => folder.join(format!("{name}.toml")).display().to_string(),
                None => format!("{}: {name}", document.file),
            };
            let root = record.to_value();
            Part { name, text: root.to_toml(), document: Document { file, root }, record, among: Some(k) }
        };
        Ok(names.into_iter().zip(self.all).enumerate().map(one).collect())
    }

    /// The path of the file below the folder of an archive: the mechanism of the first record, and the record's name.
    ///
    /// # Errors
    /// An instance that cannot be read.
    pub fn path(&self, name: Name) -> Read<String> {
        let first = self.all.first().map(|first| Ok(format!("{}/{}.toml", first.mechanism, name(first)?)));
        first.unwrap_or_else(|| Ok(String::new()))
    }

    /// Checks that the further cells have ids of this crate. That the instance violates them is seen by the engine.
    ///
    /// # Errors
    /// An id that is not of this crate.
    pub fn known(&self, document: &Document) -> Read<()> {
        fn of<M: Model>(
            cells: &Cells,
            mechanisms: &[&dyn Specification<M>],
            properties: &[&dyn Property<M>],
        ) -> bool {
            let known = |id: &String| properties.iter().any(|p| p.id() == id);
            cells.iter().all(|(id, ids)| mechanisms.iter().any(|m| m.id() == id) && ids.iter().all(known))
        }
        let cells = &self.also;
        let known = match self.all.first().map(|first| first.model.as_str()) {
            Some(Arrivals::ID) => of(cells, specification::ARRIVALS, property::ARRIVALS),
            Some(Cluster::ID) => of(cells, specification::CLUSTER, property::CLUSTER),
            Some(Cohort::ID) => of(cells, specification::COHORT, property::COHORT),
            Some(Covering::ID) => of(cells, specification::COVERING, property::COVERING),
            _ => cells.is_empty(),
        };
        if known {
            Ok(())
        } else {
            Err(document.node().error("also: a mechanism or a property is not covered here"))
        }
    }

    /// The record that a file with these records is named after, or the only one.
    ///
    /// # Errors
    /// Several records, none of which has the name of the file.
    pub(super) fn chosen(mut self, document: &Document, name: Name) -> Read<Record> {
        if self.all.len() == 1 {
            return Ok(self.all.remove(0));
        }
        let at = |e: InputError| InputError { file: document.file.clone(), ..e };
        let names = self.names(name).map_err(at)?;
        let stem = Path::new(&document.file).file_stem().map(|stem| stem.to_string_lossy());
        match names.iter().position(|name| stem.as_deref() == Some(name)) {
            Some(k) => Ok(self.all.remove(k)),
            None => {
                let reason = format!("holds several violations; name one of {}", names.join(", "));
                Err(document.node().error(reason))
            }
        }
    }
}
