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

/// The lines of agent `number` over the area, as the data of a path; empty for the first agent.
fn lines(number: usize, (x, y, wide, high): Area) -> String {
    let mut path = String::new();
    let mut segment = |from: (f64, f64), to: (f64, f64)| {
        path += &format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
    };
    // Lines x + y = c rise to the right; lines x - y = c fall.
    let rising = |segment: &mut dyn FnMut((f64, f64), (f64, f64))| {
        let mut c = APART;
        while c < wide + high {
            let from = if c <= high { (x, y + c) } else { (x + c - high, y + high) };
            let to = if c <= wide { (x + c, y) } else { (x + wide, y + c - wide) };
            segment(from, to);
            c += APART;
        }
    };
    let falling = |segment: &mut dyn FnMut((f64, f64), (f64, f64))| {
        let mut c = APART;
        while c < wide + high {
            let from = if c <= high { (x, y + high - c) } else { (x + c - high, y) };
            let to = if c <= wide { (x + c, y + high) } else { (x + wide, y + high + wide - c) };
            segment(from, to);
            c += APART;
        }
    };
    let across = |segment: &mut dyn FnMut((f64, f64), (f64, f64))| {
        let mut at = APART / 2.0;
        while at < high {
            segment((x, y + at), (x + wide, y + at));
            at += APART;
        }
    };
    let upright = |segment: &mut dyn FnMut((f64, f64), (f64, f64))| {
        let mut at = APART / 2.0;
        while at < wide {
            segment((x + at, y), (x + at, y + high));
            at += APART;
        }
    };
    match number % 8 {
        0 => {}
        1 => rising(&mut segment),
        2 => falling(&mut segment),
        3 => across(&mut segment),
        4 => upright(&mut segment),
        5 => {
            rising(&mut segment);
            falling(&mut segment);
        }
        6 => {
            across(&mut segment);
            upright(&mut segment);
        }
        _ => {
            rising(&mut segment);
            across(&mut segment);
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
