//! Figures and tables of the papers: the output of one run, and the combination of many runs.

use serde::Serialize;

use super::drawn::{Draw, Drawn, Value};
use super::metrics::Estimate;
use super::{fig4, fig6_khamse, trace_figures};

/// A figure that can be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Figure {
    /// The id: citekey and number.
    pub id: &'static str,
    /// The contents of the figure, in one line.
    pub about: &'static str,
    /// The default number of runs.
    pub runs: u64,
    /// The function for one run.
    run: fn(&Draw<'_>) -> Result<Drawn, String>,
}

/// A number over all runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FigureRow {
    /// The subject of the number.
    pub label: String,
    /// The quantity, with its unit.
    pub quantity: String,
    /// The number that the paper prints, if any.
    pub printed: Option<f64>,
    /// The mean over runs, with its confidence bounds.
    #[serde(flatten)]
    pub estimate: Estimate,
    /// The smallest number of any run.
    pub least: f64,
    /// The largest number of any run.
    pub most: f64,
}

/// The rows of several runs: numbers of equal label and quantity are combined, in the order of first
/// appearance.
pub fn rows(runs: &[Vec<Value>]) -> Vec<FigureRow> {
    let mut keys: Vec<(&str, &str, Option<f64>, Vec<f64>)> = Vec::new();
    for value in runs.iter().flatten() {
        match keys.iter_mut().find(|k| k.0 == value.label && k.1 == value.quantity) {
            Some(key) => key.3.push(value.simulated),
            None => keys.push((&value.label, &value.quantity, value.printed, vec![value.simulated])),
        }
    }
    let row = |(label, quantity, printed, values): (&str, &str, Option<f64>, Vec<f64>)| {
        let values: Vec<f64> = values.into_iter().filter(|v| v.is_finite()).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (label, quantity, estimate) = (label.to_string(), quantity.to_string(), Estimate::of(&values)?);
        Some(FigureRow { label, quantity, printed, estimate, least, most })
    };
    keys.into_iter().filter_map(row).collect()
}

/// All figures and tables that can be simulated.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "wang2013-fig4",
        about: "Figure 4: shares of three users on 100 servers under Best-Fit DRFH",
        runs: 30,
        run: fig4::run,
    },
    Figure {
        id: "wang2013-table2",
        about: "Table II: utilisation of the slot scheduler by slots in the largest server, on a random day",
        runs: 30,
        run: trace_figures::table2,
    },
    Figure {
        id: "wang2013-fig5",
        about: "Figure 5: utilisation under Best-Fit DRFH, First-Fit DRFH and slots, on a random day",
        runs: 30,
        run: trace_figures::fig5,
    },
    Figure {
        id: "wang2013-fig6",
        about: "Figure 6: job completion times under Best-Fit DRFH against slots, on a random day",
        runs: 30,
        run: trace_figures::fig6,
    },
    Figure {
        id: "wang2013-fig7",
        about: "Figure 7: task completion ratios of users under Best-Fit DRFH against slots, on a random day",
        runs: 30,
        run: trace_figures::fig7,
    },
    Figure {
        id: "wang2013-fig8",
        about: "Figure 8: task completion ratios in the shared cloud against dedicated ones, on a random day",
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
    /// The figure with the id `id`, if there is one.
    pub fn named(id: &str) -> Option<&'static Figure> {
        FIGURES.iter().find(|f| f.id == id)
    }

    /// Simulates one run; `None` if it was stopped.
    pub fn draw(&self, draw: &Draw<'_>) -> Option<Result<Drawn, String>> {
        let drawn = (self.run)(draw);
        (!draw.stop.is_thrown()).then_some(drawn)
    }
}
