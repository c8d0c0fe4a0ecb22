//! The lattice of sets of properties as a picture (SVG): one mark for each set, one row for each size, and a
//! line between a set and the set with one more property.

use crate::answer::{Lattice, Set, State, sets};
use crate::question::Question;
use crate::whole::Whole;

/// The largest number of properties in a picture; its widest row then has 35 marks.
pub const MOST: usize = 7;

const STEP: usize = 30;
const RISE: usize = 70;
const LINE: usize = 18;

/// Returns the picture of a lattice, or `None` if there are more than [`MOST`] properties.
///
/// Possible sets are rings, impossible ones discs, open ones squares. Maximal possible sets have letters and
/// minimal impossible sets numbers, which the text below the picture explains.
pub fn svg(question: &Question, lattice: &Lattice<Whole>) -> Option<String> {
    let n = question.properties.len();
    if n > MOST {
        return None;
    }
    let every = sets(n);
    let row = |size: usize| every.iter().filter(|set| set.len() == size).cloned().collect::<Vec<Set>>();
    let rows: Vec<Vec<Set>> = (0..=n).map(row).collect();
    let widest = rows.iter().map(Vec::len).max().unwrap_or(1);
    let width = (widest + 1) * STEP;
    let width = width.max(480);
    // The largest set is at the top, and each row is centred.
    let place = |set: &Set| {
        let row = &rows[set.len()];
        let at = row.iter().position(|other| other == set).unwrap_or(0);
        (width / 2 + at * STEP - (row.len() - 1) * STEP / 2, STEP + (n - set.len()) * RISE)
    };
    let ids = |set: &Set| set.iter().map(|&k| question.properties[k].id()).collect::<Vec<_>>().join(", ");
    let mut named: Vec<(String, Set)> = vec![];
    named.extend(lattice.possible.iter().zip('A'..).map(|((set, _), c)| (c.to_string(), set.clone())));
    named.extend(lattice.impossible.iter().zip(1..).map(|((set, _), i)| (i.to_string(), set.clone())));
    let under = 2 * STEP + n * RISE;
    let height = under + (named.len() + 1) * LINE;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\" \
         width=\"{width}\" color=\"#555\" font-family=\"sans-serif\" font-size=\"12\">\n",
        told(question, lattice)
    );
    for set in &every {
        let (x, y) = place(set);
        for k in (0..n).filter(|k| !set.contains(k)) {
            let mut above = set.clone();
            above.push(k);
            above.sort_unstable();
            let (to_x, to_y) = place(&above);
            out += &format!(
                "<path d=\"M{x} {y}L{to_x} {to_y}\" stroke=\"currentColor\" stroke-opacity=\"0.3\" stroke-width=\"0.5\"/>\n"
            );
        }
    }
    for set in &every {
        let (x, y) = place(set);
        let title =
            format!("<title>{}</title>", if set.is_empty() { "no property".to_string() } else { ids(set) });
        out += &match lattice.state(set) {
            State::Possible => {
                format!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#fff\" stroke=\"#0072b2\" stroke-width=\"2\">{title}</circle>\n"
                )
            }
            State::Impossible => {
                format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"7\" fill=\"#d55e00\">{title}</circle>\n")
            }
            State::Open => {
                let at = format!("x=\"{}\" y=\"{}\"", x - 6, y - 6);
                format!("<rect {at} width=\"12\" height=\"12\" fill=\"#bbb\">{title}</rect>\n")
            }
        };
    }
    for (i, (name, set)) in named.iter().enumerate() {
        let (x, y) = place(set);
        let fill = if lattice.state(set) == State::Possible { "#004f7c" } else { "#000" };
        out += &format!(
            "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\" font-size=\"10\" font-weight=\"bold\" fill=\"{fill}\">{name}</text>\n",
            y + 4
        );
        let kind = if lattice.state(set) == State::Possible { "possible" } else { "impossible" };
        let set = if set.is_empty() { "no property".to_string() } else { ids(set) };
        let y = under + (i + 1) * LINE;
        out += &format!("<text x=\"{STEP}\" y=\"{y}\" fill=\"currentColor\">{name}: {set} ({kind})</text>\n");
    }
    out += "</svg>\n";
    Some(out)
}

/// Returns the picture in words: the numbers of possible and impossible sets, and the sets that bound them.
fn told(question: &Question, lattice: &Lattice<Whole>) -> String {
    let every = sets(question.properties.len());
    let count = |state| every.iter().filter(|set| lattice.state(set) == state).count();
    let ids = |set: &Set| match set.len() {
        0 => "no property".to_string(),
        _ => set.iter().map(|&k| question.properties[k].id()).collect::<Vec<_>>().join(", "),
    };
    let (rings, discs) = (count(State::Possible), count(State::Impossible));
    let mut said = format!(
        "The {} sets of {}: {rings} that a rule has, drawn as rings, and {discs} that no rule has, drawn as discs.",
        every.len(),
        ids(&(0..question.properties.len()).collect())
    );
    if count(State::Open) > 0 {
        said += &format!(" {} are open, drawn as squares.", count(State::Open));
    }
    for (set, _) in &lattice.possible {
        said += &format!(" Largest possible: {}.", ids(set));
    }
    for (set, _) in &lattice.impossible {
        said += &format!(" Smallest impossible: {}.", ids(set));
    }
    said
}
