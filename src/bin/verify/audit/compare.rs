//! `verify audit --compare`: an earlier and a later moment of a cluster side by side.

use std::path::Path;

use anyhow::{Result, bail};
use fairwitness::desk::report::{AuditAsked, AuditReport, PropertyLine, ResourceLine, UserLine, audit_file};
use fairwitness::desk::units::{digits, per_cent};
use fairwitness::scalar::{Rational, Scalar as _};
use schemars::JsonSchema;
use serde::Serialize;

use super::tables::{self, Rows};
use super::{WIDTH, pages};
use crate::args::{Audit, Shape};
use crate::inputs::load;
use crate::output;
use crate::render::{self, table};
use crate::said::{AuditedBoth, PropertyBoth};
use crate::terminal;

/// A user at both moments.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "UserBoth")]
pub struct Pair<'a> {
    pub user: &'a str,
    /// User at the earlier moment; null if it was absent.
    pub before: Option<&'a UserLine>,
    /// User at the later moment; null if it is absent.
    pub after: Option<&'a UserLine>,
    /// Share at the later moment minus share at the earlier one.
    pub change: Rational,
}

impl<'a> Pair<'a> {
    fn of(user: &'a str, before: Option<&'a UserLine>, after: Option<&'a UserLine>) -> Self {
        let share = |line: Option<&UserLine>| line.map_or_else(Rational::zero, |line| line.share.clone());
        Pair { user, before, after, change: share(after) - share(before) }
    }

    fn is_short(line: Option<&UserLine>) -> bool {
        line.is_some_and(|line| line.short.is_positive())
    }
}

/// The users of both moments: those furthest below their share afterwards first, and then those that are gone.
fn pairs<'a>(before: &'a AuditReport, after: &'a AuditReport) -> Vec<Pair<'a>> {
    let of = |report: &'a AuditReport, user: &str| report.users.iter().find(|line| line.user == user);
    let now = UserLine::by_shortfall(&after.users).into_iter();
    let now = now.map(|line| Pair::of(&line.user, of(before, &line.user), Some(line)));
    let gone = before.users.iter().filter(|line| of(after, &line.user).is_none());
    now.chain(gone.map(|line| Pair::of(&line.user, Some(line), None))).collect()
}

fn sentence(pairs: &[Pair<'_>]) -> String {
    let named = |some: &dyn Fn(&Pair<'_>) -> bool| -> Vec<&str> {
        pairs.iter().filter(|pair| some(pair)).map(|pair| pair.user).collect()
    };
    let were = |pair: &Pair<'_>| Pair::is_short(pair.before);
    let are = |pair: &Pair<'_>| Pair::is_short(pair.after);
    let count = |n: usize| if n == 1 { "1 user".to_string() } else { format!("{n} users") };
    let (before, after) = (named(&were).len(), named(&are).len());
    let mut text = format!("Below their share: {} before, {} now.", count(before), count(after));
    for (names, what) in [
        (named(&|pair| are(pair) && !were(pair)), "Newly below"),
        (named(&|pair| were(pair) && !are(pair)), "No longer below"),
    ] {
        match names.len() {
            0 => {}
            n if n <= 3 => text += &format!(" {what}: {}.", names.join(", ")),
            n => text += &format!(" {what}: {} and {} more.", names[..3].join(", "), n - 3),
        }
    }
    text
}

fn users(pairs: &[Pair<'_>]) -> Rows {
    let side = |line: Option<&UserLine>| match line {
        Some(line) => [per_cent(&line.share), per_cent(&line.right), tables::missing(line)],
        None => ["-"; 3].map(String::from),
    };
    let row = |pair: &Pair<'_>| {
        let change = &pair.change * Rational::int(100);
        let sign = if change.is_positive() { "+" } else { "" };
        let change = format!("{sign}{}", digits(&change));
        let [took, share, missed] = side(pair.before);
        let [takes, due, missing] = side(pair.after);
        vec![pair.user.to_string(), took, takes, change, share, due, missed, missing]
    };
    let head = ["user", "took", "takes", "points more", "its share was", "is", "was missing", "is missing"];
    (head.map(String::from).to_vec(), pairs.iter().map(row).collect())
}

fn properties(all: &[PropertyBoth]) -> Rows {
    let row = |PropertyBoth { property, before, after }: &PropertyBoth| {
        [property, before.unwrap_or("-"), after].map(String::from).to_vec()
    };
    (["property", "before", "now"].map(String::from).to_vec(), all.iter().map(row).collect())
}

fn resources(before: &AuditReport, after: &AuditReport) -> Rows {
    let idle = |ResourceLine { idle, capacity, .. }: &ResourceLine| {
        if capacity.is_positive() { per_cent(&(idle / capacity)) } else { "-".to_string() }
    };
    let row = |now: &ResourceLine| {
        let was = before.resources.iter().find(|was| was.resource == now.resource);
        vec![now.resource.clone(), was.map_or_else(|| "-".to_string(), idle), idle(now)]
    };
    let head = ["resource", "idle before", "idle now"].map(String::from).to_vec();
    (head, after.resources.iter().map(row).collect())
}

/// Compares the moment of the file `old` with that of `--instance`. The exit status is that of the later moment.
pub fn run(old: &Path, args: &Audit, asked: &AuditAsked, shape: Shape) -> Result<u8> {
    let Some(new) = &args.instance else { bail!("--compare needs --instance, the later state") };
    let of = |path: &Path| -> Result<AuditReport> { Ok(audit_file(&load(path)?.instance(), asked)?) };
    told(&of(old)?, &of(new)?, args, shape)
}

/// Compares the state of `--instance` with that after a change.
pub fn what_if(change: &str, args: &Audit, asked: &AuditAsked, shape: Shape) -> Result<u8> {
    let Some(path) = &args.instance else { bail!("--what-if needs --instance") };
    let document = load(path)?.instance();
    let read = |file: &str| load(Path::new(file));
    let changed = fairwitness::desk::changed::what_if(&document, change, &read)?;
    told(&audit_file(&document, asked)?, &audit_file(&changed, asked)?, args, shape)
}

fn told(before: &AuditReport, after: &AuditReport, args: &Audit, shape: Shape) -> Result<u8> {
    let pairs = pairs(before, after);
    let said = sentence(&pairs);
    let both = |line: &PropertyLine| {
        let was = before.properties.iter().find(|was| was.property == line.property);
        let (before, after) = (was.map(|was| was.answer.word()), line.answer.word());
        PropertyBoth { property: line.property, before, after }
    };
    let both: Vec<PropertyBoth> = after.properties.iter().map(both).collect();
    let tables = [
        ("users before and after", users(&pairs)),
        ("resources", resources(before, after)),
        ("properties", properties(&both)),
    ];
    if let Some(page) = &args.html {
        output::file(page, &pages::compared(&said, &pairs, &tables[1..]))?;
    }
    match shape {
        Shape::Json => {
            let plan = after.plan.as_deref();
            render::print_json(&AuditedBoth { sentence: said, users: pairs, properties: both, plan });
        }
        Shape::Csv | Shape::Prometheus => bail!("--compare answers in text or json"),
        Shape::Text => {
            terminal::at_most(WIDTH);
            let grid = |(title, (head, rows)): (&str, Rows)| format!("\n{}", table(title, &head, rows));
            let follows = after.plan.iter().filter(|_| args.what_if.is_some());
            let follows: String = follows
                .map(|plan| format!("\nso that no user is below its share: {}\n", plan.tells))
                .collect();
            render::print(&(format!("{said}\n") + &tables.map(grid).concat() + &follows));
        }
    }
    Ok(super::exit(after, args.property.is_empty()))
}
