//! Capabilities of the terminal: its width, its colours, and the borders that its locale has.

use std::io::IsTerminal as _;
use std::sync::OnceLock;

use clap::ValueEnum;
use fairwitness::book::plain;
use fairwitness::document::shown;
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

/// The meaning of a word, which determines its colour.
#[derive(Clone, Copy, Debug)]
pub enum Tone {
    Bad,
    Good,
    Open,
}

/// Private-use characters that mark tones inside a text until it is printed.
const MARKS: [(char, &str); 4] = [
    ('\u{F8F0}', "\u{1b}[1;31m"),
    ('\u{F8F1}', "\u{1b}[32m"),
    ('\u{F8F2}', "\u{1b}[33m"),
    ('\u{F8F3}', "\u{1b}[0m"),
];

static COLOUR: OnceLock<When> = OnceLock::new();

/// Sets when to use colours; only the first call counts.
pub fn colour(when: When) {
    let _ = COLOUR.set(when);
}

fn coloured() -> bool {
    match COLOUR.get().copied().unwrap_or(When::Auto) {
        When::Always => true,
        When::Never => false,
        When::Auto => {
            let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
            !set("NO_COLOR")
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
                && std::io::stdout().is_terminal()
        }
    }
}

static MOST: OnceLock<usize> = OnceLock::new();

/// Sets the largest width of lines, which holds for output to a file or a program too; only the first call counts.
pub fn at_most(width: usize) {
    let _ = MOST.set(width);
}

/// Returns the width of lines: `COLUMNS` if set, else the width of the terminal, or `None` for output to a
/// file or a program. At most the width that a command has set.
pub fn width() -> Option<usize> {
    static WIDTH: OnceLock<Option<usize>> = OnceLock::new();
    let width = *WIDTH.get_or_init(|| {
        let said = std::env::var("COLUMNS").ok().and_then(|text| text.parse::<usize>().ok());
        let seen = || {
            let size = if std::io::stdout().is_terminal() { terminal_size::terminal_size() } else { None };
            size.map(|(terminal_size::Width(width), _)| usize::from(width))
        };
        said.or_else(seen).filter(|width| *width >= LEAST)
    });
    width.into_iter().chain(MOST.get().copied()).min()
}

/// The smallest width that counts; text for narrower terminals is not wrapped.
const LEAST: usize = 20;

/// Returns `true` if the locale has more than ASCII; a locale that is not set counts as such.
pub fn unicode() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = set.iter().find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    locale.is_none_or(|locale| {
        let locale = locale.to_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}

/// Marks a text with the colour of its tone.
pub fn paint(tone: Tone, text: &str) -> String {
    let mark = match tone {
        Tone::Bad => MARKS[0].0,
        Tone::Good => MARKS[1].0,
        Tone::Open => MARKS[2].0,
    };
    format!("{mark}{text}{}", MARKS[3].0)
}

fn is_mark(c: char) -> bool {
    MARKS.iter().any(|(mark, _)| *mark == c)
}

/// Prepares a text for the terminal: no control characters, no line that is too wide, and colours and symbols
/// only if supported.
pub fn fitted(text: &str) -> String {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let line = shown(line);
        let line = if unicode() { line } else { plain::ascii(&line) };
        match width() {
            Some(width) if line.width() > width => out += &wrapped(&line, width),
            _ => out += line.trim_end(),
        }
        out += end;
    }
    let colours = coloured();
    for (mark, code) in MARKS {
        out = out.replace(mark, if colours { code } else { "" });
    }
    out
}

fn width_of(text: &str) -> usize {
    text.chars().filter(|c| !is_mark(*c)).map(|c| c.width().unwrap_or(0)).sum()
}

/// Breaks a line at its spaces and indents the continuation; a word that is too long is broken anywhere.
fn wrapped(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start_matches(' ').len();
    // A line of two columns continues in the second.
    let second = line[indent..].find("  ").map(|at| {
        let rest = &line[indent + at..];
        line.len() - rest.trim_start_matches(' ').len()
    });
    let item = usize::from(line[indent..].starts_with("- ")) * 2;
    let hang = second.filter(|at| *at * 2 <= width).unwrap_or(indent + item).min(width / 2);
    let mut out = String::new();
    let mut used = 0;
    let mut rest = line;
    while !rest.is_empty() {
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        let word_end = rest[spaces..].find(' ').map_or(rest.len(), |at| spaces + at);
        let (word, after) = (&rest[spaces..word_end], &rest[word_end..]);
        if word.is_empty() {
            break;
        }
        let wide = width_of(word);
        if used > 0 && used + spaces + wide > width {
            out.push('\n');
            out += &" ".repeat(hang);
            used = hang;
        } else {
            out += &" ".repeat(spaces);
            used += spaces;
        }
        if used + wide <= width {
            out += word;
            used += wide;
        } else {
            for c in word.chars() {
                let wide = if is_mark(c) { 0 } else { c.width().unwrap_or(0) };
                if used + wide > width {
                    out.push('\n');
                    out += &" ".repeat(hang);
                    used = hang;
                }
                out.push(c);
                used += wide;
            }
        }
        rest = after;
    }
    out
}
