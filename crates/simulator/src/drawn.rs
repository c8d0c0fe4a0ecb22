//! The input and the output of one run of a figure: numbers, curves, notes, and the worst moments judged.

use super::moments::{Docket, property};
use super::workload::Time;
use crate::linear::{Patience, Stop};
use fairwitness_picture::{Axes, Curve, Scale, curves};

/// The input of a run.
#[derive(Clone, Copy, Debug)]
pub struct Draw<'a> {
    /// Id of the figure.
    pub id: &'a str,
    /// The seed of all runs.
    pub seed: u64,
    /// Index of the run, from 0.
    pub run: u64,
    /// Size in per cent: 100 is the paper's number of servers.
    pub size: u64,
    /// The properties by which moments are judged, and the interval between moments.
    pub judge: Option<(&'a [String], Time)>,
    /// The switch that stops a run between two steps, with the output so far.
    pub stop: &'a Stop,
    /// The limit on a single step.
    pub patience: &'a Patience,
}

impl Draw<'_> {
    /// The docket for the moments of a mechanism's rule; `None` if no moments are judged.
    pub fn docket(&self, mechanism: &str) -> Option<Docket> {
        let (ids, _) = self.judge?;
        let properties: Vec<_> = ids.iter().filter_map(|id| property(id)).collect();
        let mut docket = Docket::of(mechanism, &properties)?;
        docket.patience = self.patience.clone();
        Some(docket)
    }

    /// The seed of this run.
    pub fn own_seed(&self) -> u64 {
        self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(self.run)
    }
}

/// A number from one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// The subject of the number.
    pub label: String,
    /// The quantity, with its unit.
    pub quantity: String,
    /// The number that the paper prints, if any.
    pub printed: Option<f64>,
    /// The simulated number.
    pub simulated: f64,
}

/// A table of numbers by time or by rank, with a picture if it has curves.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The stem of the file name.
    pub name: String,
    /// The names of the columns, the first one for the horizontal axis.
    pub head: Vec<String>,
    /// The rows, each with one number per column.
    pub rows: Vec<Vec<f64>>,
    /// The label of the vertical axis, if the series is displayed as curves.
    pub up: Option<String>,
}

impl Series {
    /// The rows under the heads of their columns, as curves if the vertical axis has a label.
    pub fn of<'a>(
        name: impl Into<String>,
        head: impl IntoIterator<Item = &'a str>,
        rows: Vec<Vec<f64>>,
        up: Option<&str>,
    ) -> Series {
        let head = head.into_iter().map(String::from).collect();
        Series { name: name.into(), head, rows, up: up.map(String::from) }
    }

    /// The series as CSV: a line of heads, then a line for each row; a number that is not finite leaves its cell empty.
    pub fn csv(&self) -> String {
        let number = |x: &f64| if x.is_finite() { format!("{x}") } else { String::new() };
        let mut text = self.head.join(",") + "\n";
        for row in &self.rows {
            text += &row.iter().map(number).collect::<Vec<_>>().join(",");
            text.push('\n');
        }
        text
    }

    /// The series as curves, if it is displayed as such.
    pub fn picture(&self) -> Option<Result<String, String>> {
        let up = self.up.as_ref()?;
        // More points are not distinguishable in a picture.
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

/// The output of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// The numbers of the run.
    pub values: Vec<Value>,
    /// The curves of the run; those of the first run are kept.
    pub series: Vec<Series>,
    /// Remarks about the run.
    pub notes: Vec<String>,
    /// The worst moment for each rule and property that was violated.
    pub worst: Vec<Caught>,
}

/// The worst moment of a run for a rule and a property, as an instance file.
#[derive(Clone, Debug, PartialEq)]
pub struct Caught {
    /// Id of the rule.
    pub rule: String,
    /// Id of the property.
    pub property: String,
    /// The margin, as a float for comparison.
    pub margin: f64,
    /// The text of the file.
    pub file: String,
}

impl Drawn {
    /// Adds the number `simulated` for `label` and `quantity`, beside the one that the paper prints.
    pub fn value(
        &mut self,
        label: impl Into<String>,
        quantity: impl Into<String>,
        printed: Option<f64>,
        simulated: f64,
    ) {
        self.values.push(Value { label: label.into(), quantity: quantity.into(), printed, simulated });
    }

    /// Adds the number `simulated` for `label` and `quantity`, beside which the paper prints none.
    pub fn found(&mut self, label: impl Into<String>, quantity: impl Into<String>, simulated: f64) {
        self.value(label, quantity, None, simulated);
    }

    /// Adds the judgements of a rule's moments.
    pub fn judged(&mut self, rule: &str, docket: &Docket) {
        for tally in &docket.tallies {
            let id = tally.property.id();
            let label = format!("{rule}, {id}");
            let decided = (tally.holds + tally.violated) as f64;
            self.found(&label, "moments decided", decided);
            let open = (tally.undecided + tally.out_of_scope) as f64;
            self.found(&label, "moments not decided, or of which it says nothing", open);
            if decided > 0.0 {
                self.found(&label, "moments violated, per cent", 100.0 * tally.violated as f64 / decided);
            }
            let Some(worst) = &tally.worst else { continue };
            self.found(&label, "mean shortfall of violated moments", tally.shortfall / tally.violated as f64);
            self.found(&label, "worst shortfall", worst.margin.to_f64());
            let whom = tally.whom.iter().map(|(name, times)| format!("{name} {times}")).collect::<Vec<_>>();
            let whom =
                if whom.is_empty() { String::new() } else { format!("; for whom: {}", whom.join(", ")) };
            let (at, margin) = (worst.at as f64 / 1000.0, worst.margin.to_f64());
            self.notes.push(format!("{label}: worst at {at} s, by {}{whom}", worst.margin));
            let (rule, property) = (rule.to_string(), id.to_string());
            self.worst.push(Caught { rule, property, margin, file: worst.file(id) });
        }
        if docket.mixed > 0 {
            self.found(rule, "moments not judged: a user has tasks of several kinds", docket.mixed as f64);
        }
    }
}
