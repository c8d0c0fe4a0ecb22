//! What a text seems to be that is neither TOML nor JSON, with the way to an instance.

/// The beginnings of texts of other programs, and what to do with such a text.
const KNOWN: [(&str, &str); 8] = [
    ("NodeName=", SCONTROL),
    ("JobId=", SCONTROL),
    ("apiVersion:", YAML),
    ("---", YAML),
    (
        "<?xml",
        "it seems to be XML; an instance is TOML or JSON, and `verify import` reads the JSON of a scheduler",
    ),
    (
        "<",
        "it seems to be HTML or XML; an instance is TOML or JSON, and `verify import` reads the JSON of a scheduler",
    ),
    (
        "NAME ",
        "it seems to be a table of `kubectl get`; `-o json` makes the JSON that `verify import kubernetes` reads",
    ),
    ("{", "it seems to be JSON; JSON is read from files whose names end in .json"),
];

const SCONTROL: &str =
    "it seems to be the text of `scontrol show`; `--json` makes what `verify import slurm` reads";

const YAML: &str = "it seems to be YAML; `kubectl .. -o json` makes the JSON that `verify import` reads, and an instance is TOML or JSON";

/// A hint for a text in a file of JSON that is none; `None` if nothing is known about it, or if it begins as JSON does.
pub fn instead_of_json(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    let is_pair = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| !key.contains(['"', ' ']));
    let toml = text.starts_with(['#', '[']) || text.lines().next().is_some_and(is_pair);
    // A table of TOML has a name there.
    let list = text.strip_prefix('[').is_some_and(|rest| !rest.starts_with(char::is_alphabetic));
    match text.starts_with('{') || list {
        true => None,
        false if toml => {
            Some("it seems to be TOML, which is read from files whose names do not end in .json")
        }
        false => seems(text),
    }
}

/// A hint for a text that is not TOML; `None` if nothing is known about it.
pub fn seems(text: &str) -> Option<&'static str> {
    let text = text.trim_start();
    let known = KNOWN.iter().find(|(begins, _)| text.starts_with(begins)).map(|(_, hint)| *hint);
    known.or_else(|| {
        let is_pair =
            |line: &str| line.split_once(": ").is_some_and(|(key, _)| !key.contains(['=', '"', ' ']));
        text.lines().next().is_some_and(is_pair).then_some(YAML)
    })
}
