//! Foreign text in output for mdBook, Coq and LaTeX, and in the built book: no note, label or file name takes effect as
//! markup or code.

use fairwitness::archive::record::Record;
use fairwitness::document::Value;
use fairwitness::inert::{fenced, inert};
use fairwitness::library::coq::theorem;
use fairwitness::workbench::model;

use super::support::{build, load, root, small};

/// The directives of mdBook 0.5, by the pattern of its preprocessor `links`:
///
/// ```text
/// \\\{\{\#.*\}\}  |  \{\{\s*\#([a-zA-Z0-9_]+)\s+([^}]+)\}\}
/// ```
///
/// The first form loses its backslash, the second may be replaced by a file. Blanks may be line ends.
pub fn directives(page: &str) -> Vec<String> {
    let escaped = |from: &str| {
        let line = from.strip_prefix("\\{{#")?.split('\n').next()?;
        line.contains("}}").then(|| line.to_string())
    };
    let link = |from: &str| {
        let kind = from.strip_prefix("{{")?.trim_start().strip_prefix('#')?;
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let rest = kind.trim_start_matches(word);
        let end = rest.find('}')?;
        // At least one blank, and one more character, which may also be a blank.
        let (target, close) = rest.split_at(end);
        let found = rest.len() < kind.len()
            && target.starts_with(char::is_whitespace)
            && target.chars().count() > 1
            && close.starts_with("}}");
        found.then(|| from[..from.len() - close.len() + 2].to_string())
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(c) = page[at..].chars().next() {
        match escaped(&page[at..]).or_else(|| link(&page[at..])) {
            Some(directive) => {
                at += directive.len();
                found.push(directive);
            }
            None => at += c.len_utf8(),
        }
    }
    found
}

/// Directives in every way of writing that the pattern admits, and beside other braces.
const DIRECTIVES: [&str; 14] = [
    "{{#include /etc/passwd}}",
    "{{ #include /etc/passwd }}",
    "{{ \t #include /etc/passwd:1:2}}",
    "{{\n#include /etc/passwd\n}}",
    "{{#include\n/etc/passwd}}",
    "{{\u{a0}#include \"/etc/passwd\"}}",
    "\\{{#include /etc/passwd}}",
    "\\{{ #include /etc/passwd}}",
    "\\\\{{ #include /etc/passwd }}",
    "{{{ #include /etc/passwd }}}",
    "{{{{ #include /etc/passwd }}}}",
    "``` {{ #rustdoc_include /etc/passwd }}",
    "{{ #title owned }}",
    "</code></pre>{{ #playground /etc/passwd editable }}",
];

#[test]
fn the_pattern_finds_directives_and_nothing_else() {
    for text in DIRECTIVES {
        assert_eq!(directives(text).len(), 1, "{text:?}");
    }
    // Cases from the tests of mdBook itself.
    for none in [
        "text without link...",
        "{{#playground...",
        "\\{{#include...",
        "{{#playground}} and {{#playground   }} {{}} {{#}}...",
        "{ { #include a }}",
        "{{ # include a }}",
    ] {
        let found = directives(none);
        // A kind with blanks alone matches the pattern, and mdBook then finds no path in it.
        assert!(found.is_empty() || found == ["{{#playground   }}"], "{none}: {found:?}");
    }
}

/// The text that a browser shows for HTML whose only tags are those of a block of code.
fn shown(html: &str) -> String {
    let body = html.split_once("<code").unwrap().1.split_once('>').unwrap().1;
    let body = body.split("</code>").next().unwrap();
    let mut out = String::new();
    let mut rest = body;
    while let Some((before, after)) = rest.split_once('&') {
        let (entity, after) = after.split_once(';').unwrap();
        let number: u32 = entity.strip_prefix('#').unwrap().parse().unwrap();
        out += before;
        out.push(char::from_u32(number).unwrap());
        rest = after;
    }
    out + rest
}

#[test]
fn no_text_is_a_directive_of_mdbook() {
    let all = DIRECTIVES.join("\n");
    for text in DIRECTIVES.into_iter().chain([all.as_str()]) {
        for made in [inert(text), fenced("toml", text), format!("{}{}", inert("{"), inert(&text[1..]))] {
            assert_eq!(directives(&made), Vec::<String>::new(), "{text:?}: {made}");
        }
        let block = fenced("toml", text);
        let lines = |text: &str| text.trim_end().replace(['\u{a0}', '\t'], " ");
        if block.starts_with("<pre>") {
            assert_eq!(lines(&shown(&block)), lines(text), "a reader sees the text");
            assert!(!block.trim_end().contains("\n\n\n") && block.matches("</pre>").count() == 1, "{block}");
        }
    }
    // Without pairs of braces, a block is a fence of Markdown.
    assert_eq!(fenced("toml", "a = [1]\nb = { c = 2 }"), "```toml\na = [1]\nb = { c = 2 }\n```\n");
}

fn record() -> Record {
    Record::read(&load(&root().join("counterexamples/tsf-si-2u2s2r.toml"))).unwrap()
}

/// The text without comments, which nest, and in which a quotation mark begins a string.
fn code(coq: &str) -> String {
    let (mut out, mut depth, mut string) = (String::new(), 0, false);
    let letters: Vec<char> = coq.chars().collect();
    let mut at = 0;
    while at < letters.len() {
        let two = (letters[at], letters.get(at + 1).copied().unwrap_or(' '));
        if string {
            string = letters[at] != '"';
        } else if two == ('(', '*') {
            depth += 1;
            at += 1;
        } else if two == ('*', ')') && depth > 0 {
            depth -= 1;
            at += 1;
        } else {
            string = letters[at] == '"';
            if depth == 0 {
                out.push(letters[at]);
            }
        }
        at += 1;
    }
    assert!(depth == 0 && !string, "a comment or a string has no end");
    out
}

/// Names and notes that would end the comment around them, or keep it open.
const NAMES: [&str; 9] = [
    "a*)Axiom absurd : False.(*.toml",
    "a*) Axiom absurd : False. (*.toml",
    "a(*.toml",
    "a\"*)b.toml",
    "(*)*)(*.toml",
    "a**)))Axiom absurd : False.(((**.toml",
    "a\n*)\nAxiom absurd : False.\n(*.toml",
    "a\\.toml",
    "*",
];

#[test]
fn no_name_and_no_note_ends_a_comment_of_coq() {
    let plain = theorem("tsf-si-2u2s2r.toml", &record()).unwrap();
    for text in NAMES {
        assert_eq!(code(&theorem(text, &record()).unwrap()), code(&plain), "as a name: {text}");
        let noted = Record { note: text.to_string(), ..record() };
        assert_eq!(code(&theorem("a.toml", &noted).unwrap()), code(&plain), "as a note: {text}");
    }
}

/// Characters with a meaning for LaTeX in the table of a record.
const OBEYED: [&str; 13] = [
    "begin",
    "end",
    "centering",
    "caption",
    "texttt",
    "label",
    "medskip",
    "toprule",
    "midrule",
    "bottomrule",
    "frac",
    "textasciitilde",
    "textasciicircum",
];

/// Names of files, labels of users and notes that are commands of LaTeX.
const ORDERS: [&str; 6] = [
    "a}\\input{/etc/passwd}.toml",
    "a\n\\input{/etc/passwd}\n.toml",
    "a\r\\input{/etc/passwd}.toml",
    "a^^0a\\input{/etc/passwd}%.toml",
    "a%b_c#d&e$f~g.toml",
    "a/\\write18{id}/b.toml",
];

#[test]
fn no_name_and_no_label_is_obeyed_by_latex() {
    let bench = model("cluster").unwrap();
    for text in ORDERS {
        let mut named = record();
        let Value::Table(fields) = &mut named.instance else { panic!("an instance is a table") };
        let label: String = text.chars().filter(|c| !c.is_control()).collect();
        fields.push(("users".to_string(), Value::texts(&[label.as_str(), "b"])));
        let table = bench.exhibit(&named).unwrap().latex(text, &named);
        for line in table.lines() {
            if let Some(comment) = line.strip_prefix('%') {
                assert!(!comment.contains('\r'), "{line:?}");
                continue;
            }
            assert!(!line.contains("^^") && !line.contains('\r'), "{line}");
            let line = line.replace("\\textbackslash{}", "");
            let mut pieces = line.split('\\');
            assert!(!pieces.next().unwrap().contains(['%', '#', '~', '_']), "{line}");
            for piece in pieces {
                let word: String = piece.chars().take_while(char::is_ascii_alphabetic).collect();
                let sign = piece.is_empty() || piece.starts_with([' ', '&', '%', '$', '#', '_', '{', '}']);
                assert!(sign || OBEYED.contains(&word.as_str()), "\\{word} in {line}");
            }
        }
        let label = table.split_once("\\label{").unwrap().1.split('}').next().unwrap();
        assert!(label.chars().all(|c| c.is_ascii_alphanumeric() || ":-_.".contains(c)), "{label}");
    }
    let plain = bench.exhibit(&record()).unwrap().latex("counterexamples/tsf-si-2u2s2r.toml", &record());
    assert!(plain.contains("\\label{tab:tsf-si-2u2s2r}"), "{plain}");
}

/// Labels, notes and margins of a record are foreign text: they produce no markup, link, formula or directive.
#[test]
fn what_others_wrote_is_inert() {
    let hostile = [
        "<script>alert(1)</script>",
        "[n](javascript:alert(1))",
        "{{#include /etc/passwd}}",
        "$x$ and `code` | cell",
        "line\n\n<b>bold</b>",
        "</svg><img src=x onerror=alert(1)>",
        "&lt;script&gt;",
        "![](http://example.org/x.png)",
    ];
    for text in hostile {
        let shown = inert(text);
        assert!(!shown.contains(['<', '>', '`', '[', ']', '$', '{', '}', '|', '\n']), "{text}: {shown}");
        let block = fenced("toml", text);
        assert!(block.starts_with("```") || block.starts_with("<pre><code"), "{block}");
        assert_eq!(directives(&block), Vec::<String>::new(), "{block}");
    }
    assert_eq!(inert("ann"), "ann");
    assert_eq!(inert("ps-dsf_1 2/3"), "ps-dsf_1 2/3");
    assert!(inert("a\u{202e}b\u{1b}[31m").contains("\\u") || inert("a\u{202e}b").contains("202E"));
    // The fence around a text is longer than any fence in it.
    assert!(fenced("toml", "```\n<script>").starts_with("````toml"));
}

/// A label and a note with every kind of markup, which all readers interpret in one way.
const MARKUP: &str = "<script>alert(1)</script> [n](javascript:alert(2)) ![i](http://evil.example/x.png) <img src=x onerror=alert(3)> \
                      {{outcome tsf evil tasks}} {{#include /etc/passwd}} {{ #include /etc/passwd }} \\{{ #include /etc/passwd }} `code` | cell | $x_1$ **bold** ~~gone~~ &lt;b&gt; \
                      \u{1b}[31mred \u{202e}turned\n\n<b>block</b>\n# heading\n</svg></pre></code><iframe>";

/// A record that replays, whose every free text is markup: the pages that mdBook makes contain none of it as markup.
#[test]
fn a_book_with_a_hostile_record_is_inert() {
    let here = small("inert-book");
    let name = "tsf-si-2u2s2r.toml";
    let document = load(&root().join("counterexamples").join(name));
    let mut record = Record::read(&document).unwrap();
    let Value::Table(fields) = &mut record.instance else { panic!("an instance is a table") };
    for what in ["users", "servers", "resources"] {
        // A label with control characters is refused.
        let label: String = MARKUP.chars().filter(|c| !c.is_control()).collect();
        let names = [format!("{what} one {label}"), format!("{what} two {label}")];
        fields.push((what.to_string(), Value::texts(&names)));
    }
    record.note = MARKUP.to_string();
    // An instance with labels makes no claim to be small.
    record.found.minimality = "given".to_string();
    let given = "tsf-si-2u2s2r-given.toml";
    std::fs::write(here.join("counterexamples").join(given), record.to_toml()).unwrap();
    let made = fairwitness::book::files(&here).unwrap_or_else(|e| panic!("{e}"));
    for (path, text) in made.iter().filter(|(path, _)| path.ends_with(".md")) {
        assert_eq!(directives(text), Vec::<String>::new(), "{path}");
    }
    if !build(&here, &here.join("html")) {
        return;
    }
    let (mut pages, mut mentions) = (0, 0);
    for entry in std::fs::read_dir(here.join("html/records")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "html") {
            continue;
        }
        let page = std::fs::read_to_string(&path).unwrap();
        // The address of an earlier version leads on, and has no text.
        let Some((_, main)) = page.split_once("<main>") else { continue };
        let main = main.split("</main>").next().unwrap();
        pages += 1;
        mentions += main.matches("alert(1)").count();
        for live in [
            "<script",
            "<img",
            "<iframe",
            "<b>",
            "<strong>bold",
            "<del>",
            "href=\"javascript",
            "evil.example/x.png\"",
            "\u{1b}",
            "\u{202e}",
            "<h1>heading",
            "id=\"heading\"",
            "root:x:",
            "<td>cell",
            "<code>code</code>",
            "onerror=alert(3)>",
        ] {
            assert!(!main.contains(live), "{}: {live} is alive", path.display());
        }
    }
    assert!(pages >= 2 && mentions > 10, "{pages} {mentions}");
}
