//! Certificates of the covering model: dual multipliers of rows, and search trees whose leaves are closed by
//! rows.

use super::Stock;
use crate::document::{Fields, Node, Read, Value};
use crate::scalar::{Int, Rational, Scalar, common_denominator, whole};

/// A proof that an outcome meets a covering mechanism's specification.
#[derive(Clone, Debug, PartialEq)]
pub enum Certificate {
    /// No data: the rule, evaluated again, gives the outcome.
    Rule,
    /// Dual multipliers of the programme: no ratio is smaller than the outcome's.
    Multipliers(Multipliers),
    /// Dual multipliers of the pruned programme: no assignment has a ratio smaller than the outcome's.
    Bound(Multipliers),
    /// A lower bound on the value of the pruned programme, with the multipliers that prove it.
    AtLeast(Rational, Multipliers),
    /// A search tree: no assignment makes every task pay less than the outcome's ratio allows.
    Tree(Branch),
    /// The starting point of an algorithm run as printed: fractions (resources x tasks), the ratio of the
    /// pruned programme that they attain, and multipliers that prove that no ratio is smaller.
    Start(Vec<Vec<Rational>>, Rational, Multipliers),
}

/// Dual multipliers of the rows of a covering programme, none below zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Multipliers {
    /// One multiplier per resource, not negative.
    pub resource: Vec<Rational>,
    /// One multiplier per task, for the row of its demand.
    pub cover: Vec<Rational>,
    /// One multiplier per task, for the row of its payment.
    pub pay: Vec<Rational>,
}

/// A node of a search tree over all assignments.
#[derive(Clone, Debug, PartialEq)]
pub enum Branch {
    /// The resource is given to each task in turn, and then to no task: one child for each.
    Split(usize, Vec<Branch>),
    /// The multipliers sum the rows to a contradiction.
    Leaf(Multipliers),
    /// The task is covered already; the sibling in which it gets no further resource covers this case.
    Spare,
    /// The cost of the resource is at least the remaining budget of the task.
    Dear,
    /// The task lacks as much and has as large a budget as the earlier task of this index, whose subtree covers this
    /// case.
    Like(usize),
}

impl Multipliers {
    /// Multipliers that are all zero.
    pub fn zero(stock: &Stock) -> Self {
        let zeros = |n| vec![Rational::zero(); n];
        Multipliers {
            resource: zeros(stock.resources()),
            cover: zeros(stock.tasks()),
            pay: zeros(stock.tasks()),
        }
    }

    /// Returns `true` if there is one multiplier per row and none is negative.
    pub fn fit(&self, stock: &Stock) -> bool {
        let Multipliers { resource, cover, pay } = self;
        let shapes =
            resource.len() == stock.resources() && cover.len() == stock.tasks() && pay.len() == stock.tasks();
        shapes && !resource.iter().chain(cover).chain(pay).any(Scalar::is_negative)
    }

    /// Returns `true` if the multipliers satisfy the dual constraint of every allowed pair of a resource and
    /// a task: the covering price of the resource's size is at most the payment price of its cost plus the
    /// price of the resource itself.
    pub fn price(&self, stock: &Stock, allowed: impl Fn(usize, usize) -> bool) -> bool {
        let Multipliers { resource, cover, pay } = self;
        let all = || resource.iter().chain(cover).chain(pay);
        let pairs = || (0..resource.len()).flat_map(|i| (0..cover.len()).map(move |j| (i, j)));
        if all().all(|y| y.small().is_some()) {
            return pairs().all(|(i, j)| {
                !allowed(i, j) || &stock.size[i] * &cover[j] <= &stock.cost[i] * &pay[j] + &resource[i]
            });
        }
        // The comparison in integers, which is faster for long numbers.
        let (unit, costs, sizes) =
            (common_denominator(all()), common_denominator(&stock.cost), common_denominator(&stock.size));
        let cover: Vec<Int> = cover.iter().map(|y| whole(y, &unit).times(&costs)).collect();
        let pay: Vec<Int> = pay.iter().map(|y| whole(y, &unit).times(&sizes)).collect();
        let both = costs.times(&sizes);
        let resource: Vec<Int> = resource.iter().map(|y| whole(y, &unit).times(&both)).collect();
        let cost: Vec<Int> = stock.cost.iter().map(|c| whole(c, &costs)).collect();
        let size: Vec<Int> = stock.size.iter().map(|s| whole(s, &sizes)).collect();
        pairs().all(|(i, j)| {
            !allowed(i, j) || size[i].times(&cover[j]) <= cost[i].times(&pay[j]).plus(&resource[i])
        })
    }

    fn write(&self) -> [(&'static str, Value); 3] {
        [("resource", &self.resource), ("cover", &self.cover), ("pay", &self.pay)]
            .map(|(name, row)| (name, Value::numbers(row)))
    }

    fn read(node: &Node<'_>) -> Read<Self> {
        node.table(Multipliers::among)
    }

    /// Reads the multipliers from fields among which others may stand.
    fn among(fields: &mut Fields<'_>) -> Read<Self> {
        let mut row = |name: &'static str| fields.required(name)?.each(Node::number);
        Ok(Multipliers { resource: row("resource")?, cover: row("cover")?, pay: row("pay")? })
    }
}

impl Branch {
    fn write(&self) -> Value {
        match self {
            Branch::Split(resource, branches) => Value::table([
                ("split", Value::index(*resource)),
                ("branches", Value::List(branches.iter().map(Branch::write).collect())),
            ]),
            Branch::Leaf(multipliers) => Value::table(multipliers.write()),
            Branch::Spare => Value::text("spare"),
            Branch::Dear => Value::text("dear"),
            Branch::Like(task) => Value::text(format!("like {task}")),
        }
    }

    fn read(stock: &Stock, node: &Node<'_>) -> Read<Branch> {
        if let Value::Text(word) = node.value() {
            return match word.as_str() {
                "spare" => Ok(Branch::Spare),
                "dear" => Ok(Branch::Dear),
                word => match word.strip_prefix("like ").and_then(|task| task.parse().ok()) {
                    Some(task) if word == format!("like {task}") => Ok(Branch::Like(task)),
                    _ => {
                        Err(node.error("must be a node, `spare`, `dear` or `like` with the number of a task"))
                    }
                },
            };
        }
        if node.value().get("split").is_none() {
            return Ok(Branch::Leaf(Multipliers::read(node)?));
        }
        node.table(|fields| {
            let resource = fields.required("split")?.index(stock.resources(), "resource")?;
            let branches = fields.required("branches")?.each(|node| Branch::read(stock, node))?;
            Ok(Branch::Split(resource, branches))
        })
    }
}

fn kind(kind: &str, parts: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    Value::table(std::iter::once(("kind", Value::text(kind))).chain(parts))
}

/// Writes a certificate as a document of a record.
pub(super) fn write(certificate: &Certificate) -> Value {
    let within = |m: &Multipliers| ("multipliers", Value::table(m.write()));
    let at = |ratio: &Rational| ("ratio", Value::Number(ratio.clone()));
    match certificate {
        Certificate::Rule => kind("rule", []),
        Certificate::Multipliers(multipliers) => kind("multipliers", multipliers.write()),
        Certificate::Bound(multipliers) => kind("bound", [within(multipliers)]),
        Certificate::AtLeast(ratio, multipliers) => kind("at-least", [at(ratio), within(multipliers)]),
        Certificate::Start(fraction, ratio, multipliers) => {
            kind("start", [("fraction", Value::matrix(fraction)), at(ratio), within(multipliers)])
        }
        Certificate::Tree(root) => kind("tree", [("root", root.write())]),
    }
}

/// Reads a certificate written by [`write()`].
pub(super) fn read(stock: &Stock, node: &Node<'_>) -> Read<Certificate> {
    let row = |row: &Node<'_>| row.row(stock.tasks(), "task");
    node.table(|fields| {
        let kind = fields.required("kind")?;
        Ok(match kind.text()? {
            "rule" => Certificate::Rule,
            "multipliers" => Certificate::Multipliers(Multipliers::among(fields)?),
            "bound" => Certificate::Bound(Multipliers::read(&fields.required("multipliers")?)?),
            "at-least" => {
                let ratio = fields.required("ratio")?.number()?;
                Certificate::AtLeast(ratio, Multipliers::read(&fields.required("multipliers")?)?)
            }
            "start" => {
                let fraction = fields.required("fraction")?.each_of(stock.resources(), "resource", row)?;
                let ratio = fields.required("ratio")?.number()?;
                Certificate::Start(fraction, ratio, Multipliers::read(&fields.required("multipliers")?)?)
            }
            "tree" => Certificate::Tree(Branch::read(stock, &fields.required("root")?)?),
            other => return Err(kind.error(format!("`{other}` is no kind of certificate of this model"))),
        })
    })
}
