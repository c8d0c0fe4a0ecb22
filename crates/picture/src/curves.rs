//! Curves, and points with error bars, as SVG.

use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::{colour, escaped};

/// A point, with half the length of its error bar if it has one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Horizontal coordinate.
    pub x: f64,
    /// Vertical coordinate.
    pub y: f64,
    /// Half the length of the error bar.
    pub error: Option<f64>,
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point { x, y, error: None }
    }
}

/// A named curve; one with error bars is displayed as points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name of the curve.
    pub name: String,
    /// The points, in increasing order of `x`.
    pub points: Vec<Point>,
}

/// The scale of the axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal distances for equal differences.
    Linear,
    /// Equal distances for equal ratios.
    Logarithmic,
}

/// The labels and the scale of the axes.
#[derive(Clone, Copy, Debug)]
pub struct Axes<'a> {
    /// Label of the horizontal axis.
    pub x: &'a str,
    /// Label of the vertical axis.
    pub y: &'a str,
    /// Scale of both axes.
    pub scale: Scale,
}

const SIZE: (u32, u32) = (480, 320);
/// Width on a page in pixels, where the page is as wide.
const WIDE: u32 = 640;
const LETTERS: u32 = 15;
const LEFT: i32 = 70;
/// A placeholder colour of plotters that is replaced by the colour of the text.
const TEXT: RGBColor = RGBColor(1, 2, 3);

/// The curves as SVG.
///
/// # Errors
/// A message of the plotting library.
pub fn curves(axes: &Axes<'_>, curves: &[Curve]) -> Result<String, String> {
    categories(axes, &[], curves)
}

/// The curves over names in place of numbers: points with `x = 1` are above the first name.
///
/// # Errors
/// A message of the plotting library.
pub fn categories(axes: &Axes<'_>, names: &[String], curves: &[Curve]) -> Result<String, String> {
    let points = || curves.iter().flat_map(|c| &c.points);
    let least = if axes.scale == Scale::Logarithmic { f64::MIN_POSITIVE } else { f64::MIN };
    if points().next().is_none() || points().any(|p| !p.y.is_finite() || p.x < least || p.y < least) {
        return Err("there is nothing to draw, or a number that its axis does not have".to_string());
    }
    let across = span(points().map(|p| p.x), axes.scale);
    let up =
        span(points().flat_map(|p| [p.y - p.error.unwrap_or(0.0), p.y + p.error.unwrap_or(0.0)]), axes.scale);
    let mut svg = String::new();
    match axes.scale {
        Scale::Linear => draw(&mut svg, axes, names, curves, (across, up)),
        Scale::Logarithmic => draw(&mut svg, axes, names, curves, (across.log_scale(), up.log_scale())),
    }
    .map_err(|error| error.to_string())?;
    let svg = svg.replace("#010203", "currentColor");
    let title = escaped(&label(axes, names, curves));
    let about = format!("role=\"img\" aria-label=\"{title}\" width=\"{WIDE}\"");
    let head = format!("width=\"{}\" height=\"{}\"", SIZE.0, SIZE.1);
    let lines: Vec<&str> = svg.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
    Ok(format!("<div class=\"picture\">{}</div>\n", lines.concat().replacen(&head, &about, 1)))
}

/// The text alternative: the axes, and for each curve its name and its ends.
fn label(axes: &Axes<'_>, names: &[String], curves: &[Curve]) -> String {
    let at = |point: &Point| {
        let category = (point.x.round() as usize).checked_sub(1).and_then(|place| names.get(place));
        category.cloned().unwrap_or_else(|| shortened(point.x))
    };
    let ends = |curve: &Curve| {
        let (first, last) = (curve.points.first()?, curve.points.last()?);
        let told = |point: &Point| format!("{} at {}", shortened(point.y), at(point));
        let more = if curve.points.len() == 1 { String::new() } else { format!(", {}", told(last)) };
        Some(format!("{}: {}{more}.", curve.name, told(first)))
    };
    let told: Vec<String> = curves.iter().filter_map(ends).collect();
    format!("{} against {}. {}", axes.y, axes.x, told.join(" "))
}

/// A measured number with at most four significant digits.
fn shortened(number: f64) -> String {
    if number == 0.0 || !number.is_finite() {
        return number.to_string();
    }
    let digits = (3 - number.abs().log10().floor() as i32).max(0) as usize;
    let text = format!("{number:.digits$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text }
}

fn span(values: impl Iterator<Item = f64>, scale: Scale) -> std::ops::Range<f64> {
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), v| (a.min(v), b.max(v)));
    match scale {
        Scale::Linear => {
            let room = ((most - least) * 0.08).max(1e-9);
            (least - room)..(most + room)
        }
        Scale::Logarithmic => (least / 1.5)..(most * 1.5),
    }
}

fn draw<R>(
    svg: &mut String,
    axes: &Axes<'_>,
    names: &[String],
    curves: &[Curve],
    (across, up): (R, R),
) -> Result<(), Box<dyn std::error::Error>>
where
    R: AsRangedCoord<Value = f64>,
    R::CoordDescType: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    let text = ("sans-serif", LETTERS).into_font().color(&TEXT);
    // The names are above the plot, where there are no points.
    let (mut x, mut y) = (LEFT, 8);
    for (number, curve) in curves.iter().enumerate() {
        let wide = 34 + 8 * curve.name.chars().count() as i32;
        if x > LEFT && x + wide > SIZE.0 as i32 {
            (x, y) = (LEFT, y + 20);
        }
        area.draw(&Rectangle::new([(x, y + 2), (x + 12, y + 10)], ink(number).filled()))?;
        area.draw(&Text::new(curve.name.clone(), (x + 18, y), text.clone()))?;
        x += wide;
    }
    let mut chart = ChartBuilder::on(&area)
        .margin(8)
        .margin_right(14)
        .margin_top(y + 26)
        .x_label_area_size(44)
        .y_label_area_size(62)
        .build_cartesian_2d(across, up)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .axis_style(TEXT.mix(0.6))
        .label_style(text.clone())
        .axis_desc_style(text.clone())
        .x_labels(if names.is_empty() { 6 } else { names.len() + 1 })
        .x_label_formatter(&|x| if names.is_empty() { tick(*x) } else { name(names, *x) })
        .y_labels(5)
        .y_label_formatter(&|y| tick(*y))
        .x_desc(axes.x)
        .y_desc(axes.y)
        .draw()?;
    for (number, curve) in curves.iter().enumerate() {
        let ink = ink(number);
        for p in &curve.points {
            if let Some(error) = p.error {
                let bar = ErrorBar::new_vertical(p.x, p.y - error, p.y, p.y + error, ink.filled(), 8);
                chart.draw_series([bar])?;
            }
        }
        let bare = || curve.points.iter().filter(|p| p.error.is_none()).map(|p| (p.x, p.y));
        chart.draw_series(LineSeries::new(bare(), ink.stroke_width(2)))?;
        chart.draw_series(bare().map(|at| Circle::new(at, 2, ink.filled())))?;
    }
    area.present()?;
    Ok(())
}

fn ink(number: usize) -> RGBColor {
    let code = colour(number);
    let part = |at: usize| u8::from_str_radix(&code[at..at + 2], 16).unwrap_or_default();
    RGBColor(part(1), part(3), part(5))
}

/// The name at a position; empty between two positions.
fn name(names: &[String], x: f64) -> String {
    let at = x.round();
    let there = (at - x).abs() < 1e-6 && at >= 1.0;
    if there { names.get(at as usize - 1).cloned().unwrap_or_default() } else { String::new() }
}

fn tick(x: f64) -> String {
    let size = x.abs();
    if size >= 1e5 || (size > 0.0 && size < 1e-3) {
        format!("1e{}", x.log10().round())
    } else if size >= 9.5 || x.fract() == 0.0 {
        format!("{x:.0}")
    } else {
        let text = format!("{x:.3}");
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    }
}
