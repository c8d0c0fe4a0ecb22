//! Prints how many tests of this run of cargo were skipped for want of a program. Cargo runs the test programs of the
//! crates in the order of their names, so this one is the last.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

#[path = "../../../tests/skipped/mod.rs"]
mod skipped;

/// The number of skipped tests in all and for each program, the most wanted first; `None` if none was skipped.
fn line(wanted: &[String]) -> Option<String> {
    let mut counts: Vec<(usize, &str)> = Vec::new();
    for program in wanted {
        match counts.iter_mut().find(|(_, known)| known == program) {
            Some((count, _)) => *count += 1,
            None => counts.push((1, program)),
        }
    }
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(b.1)));
    let each: Vec<String> = counts.iter().map(|(count, program)| format!("{count} want {program}")).collect();
    (!wanted.is_empty()).then(|| format!("{} skipped: {}", wanted.len(), each.join(", ")))
}

fn main() {
    let texts = |all: &[&str]| all.iter().map(|text| (*text).to_string()).collect::<Vec<_>>();
    assert_eq!(line(&[]), None);
    let three = line(&texts(&["z3", "python3", "python3"]));
    assert_eq!(three.as_deref(), Some("3 skipped: 2 want python3, 1 want z3"));
    let Some(folder) = skipped::notes().filter(|folder| folder.is_dir()) else { return };
    let notes = std::fs::read_dir(&folder).unwrap().map(|note| note.unwrap().path());
    let wanted: Vec<String> = notes.map(|note| std::fs::read_to_string(note).unwrap()).collect();
    std::fs::remove_dir_all(&folder).unwrap();
    line(&wanted).iter().for_each(|line| println!("\n{line}"));
}
