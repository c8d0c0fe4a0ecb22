//! Curves of measured costs, for the book.

use plotters::prelude::*;

/// What the axes show.
pub struct Axes {
    pub x: &'static str,
    pub y: &'static str,
}

fn tick(x: f64) -> String {
    if !(0.1..1e4).contains(&x) {
        format!("1e{}", x.log10().round())
    } else if x >= 9.5 {
        format!("{x:.0}")
    } else {
        format!("{x:.1}")
    }
}

/// Curves on logarithmic scales, each named at its end.
pub fn log_log(
    file: &str,
    axes: &Axes,
    ids: &[&str],
    curves: &[Vec<(f64, f64)>],
) -> Result<(), Box<dyn std::error::Error>> {
    // Colours that are told apart on light and dark ground, and by readers who see few colours.
    let colours =
        [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115), RGBColor(204, 121, 167)];
    let grey = RGBColor(128, 128, 128);
    let root = SVGBackend::new(file, (640, 400)).into_drawing_area();
    let points = || curves.iter().flatten();
    let most = points().map(|p| p.1).fold(f64::MIN_POSITIVE, f64::max) * 1.5;
    let least = points().map(|p| p.1).fold(f64::INFINITY, f64::min) / 1.5;
    let last = points().map(|p| p.0).fold(f64::MIN_POSITIVE, f64::max);
    let first = points().map(|p| p.0).fold(f64::INFINITY, f64::min);
    let room = (last / first).powf(0.3);
    let mut chart = ChartBuilder::on(&root)
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d((first / 1.1..last * room).log_scale(), (least..most).log_scale())?;
    let text = ("sans-serif", 15).into_font().color(&grey);
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(grey)
        .label_style(text.clone())
        .axis_desc_style(text)
        .x_labels(6)
        .x_label_formatter(&|x| tick(*x))
        .y_labels(5)
        .y_label_formatter(&|y| tick(*y))
        .x_desc(axes.x)
        .y_desc(axes.y)
        .draw()?;
    for ((id, curve), colour) in ids.iter().zip(curves).zip(colours) {
        chart.draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(2)))?;
        if let Some(end) = curve.last() {
            let style = ("sans-serif", 15).into_font().color(&colour);
            chart.draw_series([Text::new((*id).to_string(), (end.0 * 1.1, end.1), style)])?;
        }
    }
    root.present()?;
    Ok(())
}
