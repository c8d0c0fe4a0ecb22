//! Audits in the text format of Prometheus, as floats because the format has no fractions.

use std::fmt;

use fairwitness::desk::history::{AuditHistory, UserHistory};
use fairwitness::desk::report::{Assumed, AuditReport, ResourceLine, UserLine};
use fairwitness::library::score::ratio;
use fairwitness::scalar::{Rational, Scalar as _};
use fairwitness::workbench::Answer;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, text};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Registry;

use super::over::PER_CENT;

/// A gauge: its name, its help, and for each label, or for none, its value.
#[derive(Debug)]
struct Gauge {
    name: String,
    help: String,
    samples: Vec<(Option<(&'static str, String)>, f64)>,
}

/// Gauges in the order in which they are printed.
#[derive(Debug, Default)]
pub struct Gauges(Vec<Gauge>);

impl Collector for Gauges {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> Result<(), fmt::Error> {
        for gauge in &self.0 {
            let mut metric = encoder.encode_descriptor(&gauge.name, &gauge.help, None, MetricType::Gauge)?;
            for (label, value) in &gauge.samples {
                match label {
                    Some((name, label)) => {
                        metric.encode_family(&[(*name, label.as_str())])?.encode_gauge(value)?;
                    }
                    None => metric.encode_gauge(value)?,
                }
            }
        }
        Ok(())
    }
}

impl Gauges {
    fn add(
        &mut self,
        name: &str,
        help: &str,
        samples: impl Iterator<Item = (Option<(&'static str, String)>, f64)>,
    ) {
        self.0.push(Gauge { name: name.to_string(), help: help.to_string(), samples: samples.collect() });
    }

    /// Adds a gauge without a label.
    pub fn single(&mut self, name: &str, help: &str, value: f64) {
        self.add(name, help, std::iter::once((None, value)));
    }

    /// The gauges as text.
    pub fn text(self) -> String {
        let mut registry = Registry::with_prefix("fairwitness");
        registry.register_collector(Box::new(self));
        let mut out = String::new();
        // Writing to a text does not fail.
        let _ = text::encode(&mut out, &registry);
        out
    }
}

type OfUser = fn(&UserLine) -> Rational;

const OF_USERS: [(&str, &str, OfUser); 6] = [
    ("tasks", "Tasks that the user runs", |line| line.tasks.clone()),
    ("entitled_tasks", "Tasks that the share of the user would run", |line| line.entitled.clone()),
    ("short_tasks", "Tasks that the user lacks of its share", |line| line.short.clone()),
    ("startable_tasks", "Waiting tasks of the user that fit on idle resources", |line| {
        line.could_start.clone()
    }),
    (
        "dominant_share",
        "Part that the user takes of the resource of which it takes the largest part",
        |line| line.share.clone(),
    ),
    ("fair_share", "Part of that resource to which the user is entitled", |line| line.right.clone()),
];

/// The largest envy of the user, in tasks; zero without envy.
fn most_envy(line: &UserLine) -> Rational {
    line.envies.first().map_or_else(Rational::zero, |most| most.by.clone())
}

/// The gauges of an audit of one moment.
pub fn of_moment(report: &AuditReport) -> Gauges {
    let mut gauges = Gauges::default();
    let user = |line: &UserLine, amount: OfUser| (Some(("user", line.user.clone())), amount(line).to_f64());
    for (name, help, amount) in OF_USERS {
        gauges.add(name, help, report.users.iter().map(|line| user(line, amount)));
    }
    let (plain, teams): (Vec<_>, Vec<_>) = report.users.iter().partition(|line| line.shapes.is_empty());
    let help = "Tasks more that the user could run with what another has";
    gauges.add("envy_tasks", help, plain.into_iter().map(|line| user(line, most_envy)));
    let help = "Worth that a team with several kinds of tasks could have more with what another has, as a part of the cluster";
    gauges.add("envy_worth", help, teams.into_iter().map(|line| user(line, most_envy)));
    let decided = report.properties.iter().filter_map(|line| {
        let value = match line.answer {
            Answer::Violated => 1.0,
            Answer::Holds => 0.0,
            _ => return None,
        };
        Some((Some(("property", line.property.to_string())), value))
    });
    gauges.add("property_violated", "Whether what runs violates the property", decided);
    let of = |amount: fn(&ResourceLine) -> &Rational| {
        let one = move |one: &ResourceLine| (Some(("resource", one.resource.clone())), amount(one).to_f64());
        report.resources.iter().map(one)
    };
    gauges.add("idle", "What is idle of the resource", of(|one| &one.idle));
    gauges.add("capacity", "What there is of the resource", of(|one| &one.capacity));
    let of_import =
        |one: &Assumed| Some((Some(("field", one.field.clone()?)), one.count.unwrap_or_default() as f64));
    let assumed = report.assumed.iter().filter_map(of_import);
    gauges.add("assumed", "Objects whose field the import did not read", assumed);
    gauges
}

/// The gauges of a sequence of moments.
pub fn of_history(history: &AuditHistory) -> Gauges {
    let mut gauges = Gauges::default();
    let mut gauge = |name: &str, help: &str, amount: &dyn Fn(&UserHistory) -> f64| {
        let sample = |user: &UserHistory| (Some(("user", user.user.clone())), amount(user));
        gauges.add(&format!("over_{name}"), help, history.users.iter().map(sample));
    };
    let below = |user: &UserHistory| ratio(user.below, user.moments).to_f64();
    gauge("below_share_ratio", "Part of the moments at which the user was below its share", &below);
    let wasted = |user: &UserHistory| ratio(user.wasted, user.moments).to_f64();
    gauge("wasted_ratio", "Part of the moments at which idle resources could have served it then", &wasted);
    let envious = |user: &UserHistory| ratio(user.envious, user.moments).to_f64();
    gauge("envious_ratio", "Part of the moments at which it envied another user", &envious);
    let longest =
        |user: &UserHistory| ratio(user.longest.as_ref().map_or(0, |most| most.moments), 1).to_f64();
    gauge("longest_below_moments", "The most moments one after another below its share", &longest);
    gauge("short_tasks_mean", "Tasks that it lacked of its share, on average", &|user| user.mean().to_f64());
    for per_cent in PER_CENT {
        let help = format!("Tasks that it lacked at most at {per_cent} per cent of the moments");
        gauge(&format!("short_tasks_p{per_cent}"), &help, &|user| user.percentile(per_cent).to_f64());
    }
    gauges
}
