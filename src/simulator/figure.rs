//! Figures and tables of the papers: what is drawn a run, and what comes of many runs.

use std::sync::atomic::{AtomicBool, Ordering};

use super::metrics::Estimate;
use super::moments::{Docket, property};
use super::workload::Time;
use super::{fig4, fig6_khamse, trace_figures};
use crate::book::picture::{Axes, Curve};

/// A figure that can be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// Its id: citekey and number.
    pub id: &'static str,
    /// What it shows.
    pub about: &'static str,
    /// Runs unless one says otherwise.
    pub runs: u64,
    /// One run.
    run: fn(&Draw<'_>) -> Result<Drawn, String>,
}

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
    /// Whether work should stop.
    pub stop: &'a AtomicBool,
}

impl Draw<'_> {
    /// The moments of a mechanism's rule, to be judged; `None` where nothing is asked for.
    pub fn docket(&self, mechanism: &str) -> Option<Docket> {
        let (ids, _) = self.judge?;
        Docket::of(mechanism, &ids.iter().filter_map(|id| property(id)).collect::<Vec<_>>())
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
        let axes = Axes { x: &self.head[0], y: up, scale: crate::book::picture::Scale::Linear };
        Some(crate::book::picture::curves(&axes, &all))
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

/// A number over all runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is of.
    pub label: String,
    /// What it counts.
    pub quantity: String,
    /// What the paper prints.
    pub printed: Option<f64>,
    /// The mean over runs and its bounds.
    pub estimate: Estimate,
    /// The least and the most of any run.
    pub range: (f64, f64),
}

/// The rows of runs: numbers of the same label and quantity together, in the order in which they first come.
pub fn rows(runs: &[Vec<Value>]) -> Vec<Row> {
    let mut keys: Vec<(&str, &str, Option<f64>, Vec<f64>)> = Vec::new();
    for value in runs.iter().flatten() {
        match keys.iter_mut().find(|k| k.0 == value.label && k.1 == value.quantity) {
            Some(key) => key.3.push(value.simulated),
            None => keys.push((&value.label, &value.quantity, value.printed, vec![value.simulated])),
        }
    }
    let row = |(label, quantity, printed, values): (&str, &str, Option<f64>, Vec<f64>)| {
        let values: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        let range =
            values.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(*v), b.max(*v)));
        Some(Row {
            label: label.to_string(),
            quantity: quantity.to_string(),
            printed,
            estimate: Estimate::of(&values)?,
            range,
        })
    };
    keys.into_iter().filter_map(row).collect()
}

/// The figures.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "wang2013-fig4",
        about: "Figure 4: shares of three users on 100 servers under Best-Fit DRFH",
        runs: 30,
        run: fig4::run,
    },
    Figure {
        id: "wang2013-table2",
        about: "Table II: utilisation of the slot scheduler by slots in the largest server, on a drawn day",
        runs: 30,
        run: trace_figures::table2,
    },
    Figure {
        id: "wang2013-fig5",
        about: "Figure 5: utilisation under Best-Fit DRFH, First-Fit DRFH and slots, on a drawn day",
        runs: 30,
        run: trace_figures::fig5,
    },
    Figure {
        id: "wang2013-fig6",
        about: "Figure 6: job completion times under Best-Fit DRFH against slots, on a drawn day",
        runs: 30,
        run: trace_figures::fig6,
    },
    Figure {
        id: "wang2013-fig7",
        about: "Figure 7: task completion ratios of users under Best-Fit DRFH against slots, on a drawn day",
        runs: 30,
        run: trace_figures::fig7,
    },
    Figure {
        id: "wang2013-fig8",
        about: "Figure 8: task completion ratios in the shared cloud against dedicated ones, on a drawn day",
        runs: 30,
        run: trace_figures::fig8,
    },
    Figure {
        id: "khamse2017-fig6",
        about: "Figure 6: CPU in use on classes C and D while user 4 is away from 100 s to 250 s; Tables III and IV as limits",
        runs: 1,
        run: fig6_khamse::run,
    },
];

impl Figure {
    /// The figure of that id.
    pub fn named(id: &str) -> Option<&'static Figure> {
        FIGURES.iter().find(|f| f.id == id)
    }

    /// One run; `None` when it was stopped.
    pub fn draw(&self, draw: &Draw<'_>) -> Option<Result<Drawn, String>> {
        let drawn = (self.run)(draw);
        (!draw.stop.load(Ordering::Relaxed)).then_some(drawn)
    }
}
