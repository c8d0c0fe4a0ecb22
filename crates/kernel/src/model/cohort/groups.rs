//! Cohorts as objects of their own: a place in the tree, a quota, limits and a weight (kueue, concepts: cohort).

use std::collections::BTreeMap;

use super::Terms;
use super::terms::{limit_row, read_limits};
use crate::document::{Fields, Node, Read, Value};
use crate::scalar::{Rational, Scalar};

/// The largest number of cohorts in a file.
const MOST_COHORTS: usize = 1_000;

/// A cohort.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The name, which no other cohort has.
    pub name: String,
    /// Index of the cohort above; `None` for the topmost one.
    pub parent: Option<usize>,
    /// Quota of the cohort itself, one entry a column.
    pub quota: Vec<Rational>,
    /// The most that the cohort may use beyond the quota of its subtree; `None` for no limit.
    pub borrow: Vec<Option<Rational>>,
    /// The most that the cohort lends to the cohort above.
    pub lend: Vec<Option<Rational>>,
    /// Fair-sharing weight, at least zero.
    pub weight: Rational,
}

impl Group {
    /// A topmost cohort without a quota.
    pub fn plain(name: &str, columns: usize) -> Group {
        Group {
            name: name.to_string(),
            parent: None,
            quota: vec![Rational::zero(); columns],
            borrow: vec![None; columns],
            lend: vec![None; columns],
            weight: Rational::one(),
        }
    }

    pub(super) fn drop_column(&mut self, r: usize) {
        self.quota.remove(r);
        self.borrow.remove(r);
        self.lend.remove(r);
    }
}

/// The cohorts read so far, with their places by name.
struct Groups {
    all: Vec<Group>,
    places: BTreeMap<String, usize>,
    columns: usize,
}

impl Groups {
    /// Index of the cohort called `name`, which is made if no object has that name.
    fn called(&mut self, name: &str) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        self.places.insert(name.to_string(), self.all.len());
        self.all.push(Group::plain(name, self.columns));
        self.all.len() - 1
    }
}

/// Reads one cohort, and the name of the cohort above.
fn one(node: &Node<'_>, columns: usize) -> Read<(Group, Option<String>)> {
    node.table(|fields| {
        let name = fields.required("name")?;
        if name.text()?.is_empty() || name.text()?.chars().any(char::is_control) {
            return Err(name.error("a name must be printable"));
        }
        let mut group = Group::plain(name.text()?, columns);
        let above = fields.maybe("parent", Node::text)?;
        group.quota = fields.maybe("quota", |node| node.row(columns, "resource"))?.unwrap_or(group.quota);
        group.weight = fields.maybe("weight", Node::non_negative)?.unwrap_or(group.weight);
        for (name, limits) in [("borrow", &mut group.borrow), ("lend", &mut group.lend)] {
            fields
                .maybe(name, |node| read_limits(node, columns))?
                .into_iter()
                .for_each(|read| *limits = read);
        }
        Ok((group, above.filter(|above| !above.is_empty()).map(String::from)))
    })
}

/// Index of the cohort of each queue, and the cohorts.
pub(super) type Placed = (Vec<Option<usize>>, Vec<Group>);

/// Reads the cohort of each queue and the cohorts. A cohort that is only named has no quota and no parent.
pub(super) fn read(fields: &mut Fields<'_>, queues: usize, columns: usize) -> Read<Placed> {
    let (of, given) = (fields.optional("cohort"), fields.optional("cohorts"));
    let mut groups = Groups { all: Vec::new(), places: BTreeMap::new(), columns };
    let mut above = Vec::new();
    for node in given.as_ref().map_or(Ok(Vec::new()), Node::list)? {
        let (group, parent) = one(&node, columns)?;
        if groups.places.insert(group.name.clone(), groups.all.len()).is_some() {
            return Err(node.error(format!("cohort `{}` stands here twice", group.name)));
        }
        groups.all.push(group);
        above.push((node, parent));
    }
    for (place, (_, parent)) in above.iter().enumerate() {
        let parent = parent.as_ref().map(|parent| groups.called(parent));
        groups.all[place].parent = parent;
    }
    let cohort: Vec<Option<usize>> = match (&of, &given) {
        (Some(of), _) => {
            let names = of.each_of(queues, "queue", Node::text)?;
            names.into_iter().map(|name| (!name.is_empty()).then(|| groups.called(name))).collect()
        }
        (None, Some(_)) if groups.all.len() == 1 => vec![Some(0); queues],
        (None, Some(given)) => return Err(given.error("`cohort` must say the cohort of each queue")),
        (None, None) => Vec::new(),
    };
    if let Some(node) = given.or(of).filter(|_| groups.all.len() > MOST_COHORTS) {
        let count = groups.all.len();
        return Err(node.error(format!("{count} cohorts are too many: at most {MOST_COHORTS} are handled")));
    }
    for (place, (node, _)) in above.iter().enumerate() {
        let up = std::iter::successors(groups.all[place].parent, |above| groups.all[*above].parent);
        if up.take(groups.all.len()).any(|above| above == place) {
            return Err(node.error(format!("cohort `{}` stands above itself", groups.all[place].name)));
        }
    }
    Ok((cohort, groups.all))
}

/// The fields `cohort` and `cohorts`; neither if all queues share one cohort without a name.
pub(super) fn write(terms: &Terms) -> [(&'static str, Option<Value>); 2] {
    let name = |of: &Option<usize>| Value::text(of.map_or("", |cohort| &terms.cohorts[cohort].name));
    let limited = |row: &[Option<Rational>]| row.iter().any(Option::is_some).then(|| limit_row(row));
    let one = |group: &Group| {
        let quota = group.quota.iter().any(|x| !x.is_zero());
        Value::table([
            ("name", Some(Value::text(&group.name))),
            ("parent", group.parent.map(|above| Value::text(&terms.cohorts[above].name))),
            ("quota", quota.then(|| Value::numbers(&group.quota))),
            ("weight", (group.weight != Rational::one()).then(|| Value::Number(group.weight.clone()))),
            ("borrow", limited(&group.borrow)),
            ("lend", limited(&group.lend)),
        ])
    };
    let all = || Value::List(terms.cohorts.iter().map(one).collect());
    let named = !terms.cohort.is_empty();
    [
        ("cohort", named.then(|| Value::List(terms.cohort.iter().map(name).collect()))),
        ("cohorts", (named && !terms.cohorts.is_empty()).then(all)),
    ]
}
