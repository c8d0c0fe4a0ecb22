//! Formulas as readable text, for a terminal: the part of TeX that the pages use.

use std::sync::LazyLock;

use crate::document::{Document, Value};

/// For each command of TeX its sign, and for each sign beyond ASCII what replaces it in ASCII.
static SIGNS: LazyLock<Value> = LazyLock::new(|| {
    let read = Document::parse("signs.toml", include_str!("data/signs.toml"));
    read.expect("a test reads the table").root
});

/// What stands for `of` in a part of the table of signs.
fn sign(part: &str, of: &str) -> Option<&'static str> {
    match SIGNS.get(part)?.get(of)? {
        Value::Text(sign) => Some(sign),
        _ => None,
    }
}

/// The text with ASCII replacements; a sign beyond ASCII without a replacement is kept.
pub fn ascii(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match sign("ascii", c.encode_utf8(&mut [0; 4])).filter(|_| !c.is_ascii()) {
            Some(plain) => out += plain,
            None => out.push(c),
        }
    }
    out
}

/// A page of Markdown as text for a terminal: formulas as text, links as their text, the block of data
/// omitted.
pub fn page(markdown: &str) -> String {
    let body = match markdown.trim_start().strip_prefix("```toml").and_then(|rest| rest.split_once("```\n")) {
        Some((_, body)) => body.trim_start(),
        None => markdown,
    };
    let mut out = String::new();
    let (mut paragraph, mut code) = (String::new(), false);
    let flush = |paragraph: &mut String, out: &mut String| {
        if !paragraph.is_empty() {
            *out += &inline(paragraph);
            out.push('\n');
            paragraph.clear();
        }
    };
    for line in body.lines() {
        if line.trim_start().starts_with("```") {
            flush(&mut paragraph, &mut out);
            code = !code;
        } else if code {
            out += &format!("    {line}\n");
        } else if line.trim().is_empty() {
            // An empty line within a displayed formula would end it in Markdown too.
            flush(&mut paragraph, &mut out);
            out.push('\n');
        } else if let Some(title) = line.strip_prefix('#') {
            flush(&mut paragraph, &mut out);
            out += &format!("{}\n", inline(title.trim_start_matches('#').trim()));
        } else if line.starts_with('|') {
            flush(&mut paragraph, &mut out);
            let ruled = line.chars().all(|c| "|-: ".contains(c));
            if !ruled {
                out += &format!("  {}\n", inline(line.trim_matches('|').trim()).replace('|', "  "));
            }
        } else {
            let starts_item = line.trim_start().starts_with("- ")
                || line.trim_start().split_once(". ").is_some_and(|(n, _)| n.parse::<u8>().is_ok());
            if starts_item {
                flush(&mut paragraph, &mut out);
                paragraph += line;
            } else {
                if !paragraph.is_empty() {
                    paragraph.push(' ');
                }
                paragraph += if paragraph.is_empty() { line } else { line.trim_start() };
            }
        }
    }
    flush(&mut paragraph, &mut out);
    while out.contains("\n\n\n") {
        out = out.replace("\n\n\n", "\n\n");
    }
    out
}

/// A paragraph: formulas as text, links as their text, code without its marks.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '$', '[']) {
        let (before, from) = rest.split_at(at);
        out += before;
        let quoted = |mark: &str| {
            let after = from.strip_prefix(mark)?;
            let end = after.find(mark)?;
            Some((&after[..end], &after[end + mark.len()..]))
        };
        if let Some((code, after)) = from.strip_prefix('`').and_then(|_| quoted("`")) {
            out += code;
            rest = after;
        } else if let Some((formula, after)) = quoted("$$") {
            let shown = tex(formula);
            out += &format!("\n    {}\n", shown.trim());
            rest = after.trim_start();
        } else if let Some((formula, after)) = quoted("$") {
            out += tex(formula).trim();
            rest = after;
        } else if let Some((label, after)) = from.strip_prefix('[').and_then(|rest| rest.split_once("](")) {
            match after.split_once(')') {
                Some((_, after)) if !label.contains('[') => {
                    out += &inline(label);
                    rest = after;
                }
                _ => {
                    out.push('[');
                    rest = &from[1..];
                }
            }
        } else {
            let first = from.chars().next().map_or(0, char::len_utf8);
            out += &from[..first];
            rest = &from[first..];
        }
    }
    out + rest
}

/// The argument at the beginning of a formula's text (a brace group, a command or a letter), and the
/// remaining text.
fn argument(text: &str) -> (String, &str) {
    let text = text.trim_start();
    if let Some(inner) = text.strip_prefix('{') {
        let mut depth = 1;
        for (at, c) in inner.char_indices() {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 {
                return (tex(&inner[..at]), &inner[at + 1..]);
            }
        }
        return (tex(inner), "");
    }
    if let Some(command) = text.strip_prefix('\\') {
        let end = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len()).max(1);
        let end = end.min(command.len());
        return (tex(&text[..=end]), &command[end..]);
    }
    let first = text.chars().next().map_or(0, char::len_utf8);
    (text[..first].to_string(), &text[first..])
}

fn grouped(text: &str) -> String {
    let simple = text.chars().all(|c| c.is_alphanumeric() || "'_".contains(c));
    if simple { text.to_string() } else { format!("({text})") }
}

/// Adds what a command of TeX shows, and returns the text behind it.
fn command<'a>(name: &str, after: &'a str, out: &mut String) -> &'a str {
    match name {
        "frac" | "tfrac" | "dfrac" => {
            let (above, after) = argument(after);
            let (below, after) = argument(after);
            *out += &format!("{}/{}", grouped(above.trim()), grouped(below.trim()));
            after
        }
        "text" | "mathrm" | "mathcal" | "mathbb" | "operatorname" => {
            // Words keep their spaces.
            let (words, after) =
                after.strip_prefix('{').and_then(|rest| rest.split_once('}')).unwrap_or(("", after));
            *out += words;
            after
        }
        "bar" | "hat" | "tilde" | "dot" | "overline" => {
            let (what, after) = argument(after);
            *out += &format!("{}-{name}", what.trim());
            after
        }
        "sqrt" => {
            let (what, after) = argument(after);
            *out += &format!("sqrt({})", what.trim());
            after
        }
        name => {
            *out += sign("tex", name).unwrap_or(name);
            let apart: &[char] = match name {
                "sum" => &['_', '^'],
                "min" | "max" | "sup" | "inf" | "log" => &['_', '^', '(', ' ', '{'],
                _ => return after,
            };
            if !after.starts_with(apart) {
                out.push(' ');
            }
            after
        }
    }
}

/// A formula as a line of text.
pub fn tex(formula: &str) -> String {
    let mut out = String::new();
    let mut rest = formula;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        rest = match c {
            '\\' => {
                let end = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
                if end == 0 {
                    // A spacing command, or an escaped sign.
                    let sign = after.chars().next().unwrap_or(' ');
                    match sign {
                        ',' | ' ' | ';' | ':' => out.push(' '),
                        '!' => {}
                        '\\' => out += "; ",
                        sign => out.push(sign),
                    }
                    &after[sign.len_utf8().min(after.len())..]
                } else {
                    let (name, after) = after.split_at(end);
                    command(name, after, &mut out)
                }
            }
            '_' => {
                let (below, after) = argument(after);
                let below: String = below.split_whitespace().collect::<Vec<_>>().join(" ");
                let short = below.chars().all(|c| c.is_alphanumeric() || ",'+-".contains(c));
                out += &if short { format!("_{below}") } else { format!("_[{below}]") };
                let ends = after.is_empty() || after.starts_with([' ', '^', ',', ')', '}', '.', ']', '\'']);
                if !ends && !short {
                    out.push(' ');
                }
                after
            }
            '^' => {
                let (above, after) = argument(after);
                out += &format!("^{}", grouped(above.trim()));
                after
            }
            '{' | '}' | '&' => after,
            '~' | '\n' => {
                out.push(' ');
                after
            }
            c => {
                out.push(c);
                after
            }
        };
    }
    let mut text = out.split_whitespace().collect::<Vec<_>>().join(" ");
    for (from, to) in [(" ,", ","), ("( ", "("), (" )", ")"), ("min (", "min("), ("max (", "max(")] {
        text = text.replace(from, to);
    }
    text
}
