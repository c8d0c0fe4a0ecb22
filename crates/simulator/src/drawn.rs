//! What one run of a figure is given, and what it gives: numbers, curves, notes, and the worst moments that were judged.

use super::moments::{Docket, property};
use super::workload::Time;
use crate::linear::{Patience, Stop};
use fairwitness_picture::{Axes, Curve, Scale, curves};

/// What a run is given.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// The figure's id.
    pub id: &'a str,
    /// The seed of all runs.
    pub seed: u64,
    /// The number of this one, from 0.
    pub run: u64,
    /// Parts of the full size, in hundredths: 100 is the paper's number of servers.
    pub size: u64,
    /// By which properties moments are judged, and how far apart they are.
    pub judge: Option<(&'a [String], Time)>,
    /// Thrown from outside to stop between two steps, with what there is until then.
    pub stop: &'a Stop,
    /// How long a step may go on.
    pub patience: &'a Patience,
}

impl Draw<'_> {
    /// The moments of a mechanism's rule, to be judged; `None` where nothing is asked for.
    pub fn docket(&self, mechanism: &str) -> Option<Docket> {
        let (ids, _) = self.judge?;
        let properties: Vec<_> = ids.iter().filter_map(|id| property(id)).collect();
        Some(Docket::of(mechanism, &properties)?.within(self.patience))
    }

    /// The seed of this run.
    pub fn own_seed(&self) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(self.run)
    }
}

/// A number of one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// What it is of.
    pub label: String,
    /// What it counts, with its unit.
    pub quantity: String,
    /// What the paper prints there, if it prints anything.
    pub printed: Option<f64>,
    /// What came out.
    pub simulated: f64,
}

/// A table of numbers by time or by rank, with a picture where curves suit it.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The file's stem.
    pub name: String,
    /// The names of its columns, the first for what goes across.
    pub head: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<f64>>,
    /// What goes up, where it is drawn as curves.
    pub up: Option<String>,
}

impl Series {
    /// As CSV.
    pub fn csv(&self) -> String {
        let number = |x: &f64| if x.is_finite() { format!("{x}") } else { String::new() };
        let mut text = self.head.join(",") + "\n";
        for row in &self.rows {
            text += &row.iter().map(number).collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        text
    }

    /// As curves, if it is to be drawn.
    pub fn picture(&self) -> Option<Result<String, String>> {
        let up = self.up.as_ref()?;
        // More points than this are not told apart in a picture.
        let shown = self.rows.iter().step_by(self.rows.len().div_ceil(120).max(1));
        let curve = |k: usize| Curve {
            name: self.head[k].clone(),
            points: shown.clone().filter(|r| r[k].is_finite()).map(|r| (r[0], r[k]).into()).collect(),
        };
        let all: Vec<Curve> = (1..self.head.len()).map(curve).collect();
        let axes = Axes { x: &self.head[0], y: up, scale: Scale::Linear };
        Some(curves(&axes, &all))
    }
}

/// What a run gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Its numbers.
    pub values: Vec<Value>,
    /// Its curves; those of the first run are kept.
    pub series: Vec<Series>,
    /// What is to be said of it.
    pub notes: Vec<String>,
    /// The worst moments that were judged.
    pub worst: Vec<Caught>,
}

/// The worst moment of a run for a rule and a property, as an instance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Caught {
    /// Whose rule.
    pub rule: String,
    /// The property.
    pub property: String,
    /// By how much, for comparison.
    pub margin: f64,
    /// The file.
    pub file: String,
}

impl Drawn {
    /// Adds a number.
    pub fn value(
        &mut self,
        label: impl Into<String>,
        quantity: impl Into<String>,
        printed: Option<f64>,
        simulated: f64,
    ) {
        self.values.push(Value { label: label.into(), quantity: quantity.into(), printed, simulated });
    }

    /// Adds what was judged of a rule's moments.
    pub fn judged(&mut self, rule: &str, docket: &Docket) {
        for tally in &docket.tallies {
            let id = tally.property.id();
            let label = format!("{rule}, {id}");
            let decided = tally.decided() as f64;
            self.value(&label, "moments decided", None, decided);
            self.value(
                &label,
                "moments not decided, or of which it says nothing",
                None,
                (tally.undecided + tally.out_of_scope) as f64,
            );
            if decided > 0.0 {
                self.value(
                    &label,
                    "moments violated, per cent",
                    None,
                    100.0 * tally.violated as f64 / decided,
                );
            }
            let Some(worst) = &tally.worst else { continue };
            self.value(
                &label,
                "mean shortfall of violated moments",
                None,
                tally.shortfall / tally.violated as f64,
            );
            self.value(&label, "worst shortfall", None, worst.margin.to_f64());
            let whom = tally.whom.iter().map(|(name, times)| format!("{name} {times}")).collect::<Vec<_>>();
            let whom =
                if whom.is_empty() { String::new() } else { format!("; for whom: {}", whom.join(", ")) };
            self.notes.push(format!(
                "{label}: worst at {} s, by {}{whom}",
                worst.at as f64 / 1000.0,
                worst.margin
            ));
            self.worst.push(Caught {
                rule: rule.to_string(),
                property: id.to_string(),
                margin: worst.margin.to_f64(),
                file: worst.file(id),
            });
        }
        if docket.mixed > 0 {
            self.value(
                rule,
                "moments not judged: a user has tasks of several kinds",
                None,
                docket.mixed as f64,
            );
        }
    }
}
