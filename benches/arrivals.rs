//! Dynamic DRF at length: a million arrivals in floats, twenty thousand exactly, and what an arrival costs as
//! more agents are present, for water-filling, the linear step and the stack of blocks.

#![allow(clippy::print_stdout)]

use std::hint::black_box;
use std::time::Instant;

use plotters::prelude::*;

use fairwitness::mechanism::{ARRIVALS, Blocks};
use fairwitness::model::arrivals::{Sequence, normalised};
use fairwitness::scalar::{Rational, Scalar};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn run<S: Scalar>(agents: usize, demand: impl Iterator<Item = Vec<S>>) -> f64 {
    let mut blocks = Blocks::new(agents);
    let start = Instant::now();
    for demand in demand {
        black_box(blocks.arrive(&demand));
    }
    start.elapsed().as_secs_f64()
}

fn hundredths(rng: &mut ChaCha8Rng) -> Vec<Rational> {
    normalised(&(0..3).map(|_| Rational::new(rng.random_range(1..=100), 100)).collect::<Vec<_>>())
}

/// Seconds that a mechanism takes for a whole history of `k` agents, divided by `k`.
fn per_arrival(id: &str, k: usize) -> f64 {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let row = |rng: &mut ChaCha8Rng| (0..3).map(|_| Rational::int(rng.random_range(1..=4))).collect();
    let sequence = Sequence { agents: k, demand: (0..k).map(|_| row(&mut rng)).collect() };
    let mechanism = ARRIVALS.iter().find(|m| m.id() == id).expect("a mechanism");
    let start = Instant::now();
    black_box(mechanism.allocate(&sequence).expect("in the domain"));
    start.elapsed().as_secs_f64() / k as f64
}

/// The cost of an arrival against the number of agents, both on logarithmic scales.
fn draw(file: &str, ids: &[&str], curves: &[Vec<(f64, f64)>]) -> Result<(), Box<dyn std::error::Error>> {
    // Colours that are told apart on light and dark ground, and by readers who see few colours.
    let colours = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115)];
    let grey = RGBColor(128, 128, 128);
    let root = SVGBackend::new(file, (640, 400)).into_drawing_area();
    let points = || curves.iter().flatten();
    let most = points().map(|p| p.1).fold(1.0, f64::max) * 1.5;
    let least = points().map(|p| p.1).fold(f64::INFINITY, f64::min) / 1.5;
    let last = points().map(|p| p.0).fold(1.0, f64::max);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(56)
        .build_cartesian_2d((9.0..last * 2.2).log_scale(), (least..most).log_scale())?;
    let text = ("sans-serif", 15).into_font().color(&grey);
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(grey)
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_labels(4)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_labels(4)
        .y_label_formatter(&|y| format!("{y:.1}"))
        .x_desc("agents present, k")
        .y_desc("microseconds an arrival")
        .draw()?;
    for ((id, curve), colour) in ids.iter().zip(curves).zip(colours) {
        chart.draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(2)))?;
        if let Some(end) = curve.last() {
            let style = ("sans-serif", 15).into_font().color(&colour);
            chart.draw_series([Text::new((*id).to_string(), (end.0 * 1.05, end.1), style)])?;
        }
    }
    root.present()?;
    Ok(())
}

fn main() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let agents = 1_000_000;
    let demand: Vec<Vec<f64>> =
        (0..agents).map(|_| normalised(&[rng.random::<f64>(), rng.random(), rng.random()])).collect();
    let floats = run(agents, demand.into_iter());
    println!("ddrf, {agents} arrivals x 3 resources, f64      {floats:>8.3} s   (bound: 1 s)");
    let agents = 20_000;
    let demand: Vec<Vec<Rational>> = (0..agents).map(|_| hundredths(&mut rng)).collect();
    let exact = run(agents, demand.into_iter());
    println!("ddrf, {agents} arrivals, demands k/100, exact     {exact:>8.3} s   (bound: 10 s)");
    let sizes = [10usize, 20, 40, 80, 160, 320];
    let ids = ["ddrf-water", "ddrf-linear", "ddrf"];
    let mut curves: [Vec<(f64, f64)>; 3] = Default::default();
    println!("\nmicroseconds an arrival in a history of k agents, exact, demands 1..4");
    println!("{:>6} {:>12} {:>12} {:>12}", "k", "ddrf-water", "ddrf-linear", "ddrf");
    for k in sizes {
        let costs = ids.map(|id| (0..3).map(|_| per_arrival(id, k) * 1e6).fold(f64::INFINITY, f64::min));
        println!("{k:>6} {:>12.1} {:>12.1} {:>12.1}", costs[0], costs[1], costs[2]);
        for (curve, cost) in curves.iter_mut().zip(costs) {
            curve.push((k as f64, cost));
        }
    }
    let file = "book/src/generated/arrival-cost.svg";
    match draw(file, &ids, &curves) {
        Ok(()) => println!("\ndrawn in {file}"),
        Err(error) => println!("\n{file}: {error}"),
    }
}
