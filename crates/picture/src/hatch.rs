//! Hatch patterns beside colours: lines across a rectangle, with one direction per agent, clipped at its
//! edges.

use super::colour;

/// A rectangle: left, top, width, height.
pub(crate) type Area = (f64, f64, f64, f64);

/// The attributes that separate a value from the pattern below it: its letters have an outline in the agent's
/// colour.
pub(crate) fn halo(number: usize) -> String {
    format!("stroke=\"{}\" stroke-width=\"4\" paint-order=\"stroke\"", colour(number))
}

/// The distance between neighbouring lines of a hatch.
const APART: f64 = 6.0;

/// The two ends of a line at a distance from the first one.
type Ends<'a> = dyn Fn(f64) -> ((f64, f64), (f64, f64)) + 'a;

/// The lines of agent `number` over the area, as the data of a path; empty for the first agent.
fn lines(number: usize, (x, y, wide, high): Area) -> String {
    // Lines x + y = c rise to the right; lines x - y = c fall.
    let rising = |c: f64| {
        let from = if c <= high { (x, y + c) } else { (x + c - high, y + high) };
        (from, if c <= wide { (x + c, y) } else { (x + wide, y + c - wide) })
    };
    let falling = |c: f64| {
        let from = if c <= high { (x, y + high - c) } else { (x + c - high, y) };
        (from, if c <= wide { (x + c, y + high) } else { (x + wide, y + high + wide - c) })
    };
    let across = |at: f64| ((x, y + at), (x + wide, y + at));
    let upright = |at: f64| ((x + at, y), (x + at, y + high));
    // The first line, the end of the lines, their ends, and the agents that have them, modulo 8.
    let kinds: [(f64, f64, &Ends<'_>, &[usize]); 4] = [
        (APART, wide + high, &rising, &[1, 5, 7]),
        (APART, wide + high, &falling, &[2, 5]),
        (APART / 2.0, high, &across, &[3, 6, 7]),
        (APART / 2.0, wide, &upright, &[4, 6]),
    ];
    let mut path = String::new();
    for (first, end, ends, _) in kinds.into_iter().filter(|(.., agents)| agents.contains(&(number % 8))) {
        let mut at = first;
        while at < end {
            let (from, to) = ends(at);
            path += &format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
            at += APART;
        }
    }
    path
}

/// The pattern of agent `number` over the area; empty for the first agent.
pub(crate) fn hatch(number: usize, area: Area, ink: &str) -> String {
    let path = lines(number, area);
    if path.is_empty() {
        return path;
    }
    format!("<path d=\"{path}\" stroke=\"{ink}\" stroke-opacity=\"0.45\" stroke-width=\"1\" fill=\"none\"/>")
}
