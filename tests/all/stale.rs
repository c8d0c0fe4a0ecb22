//! Sentences that evidence can make untrue: a chapter whose sentence has no directive, or a directive that says what is
//! not so, is refused.

use fairwitness::book::Page;
use fairwitness::book::said::unborne;
use fairwitness::library::claims::Evidence;

use super::support::{files, files_under, library, root, weighed};

/// A chapter with one paragraph.
fn chapter(paragraph: &str) -> Page {
    ("results/planted.md".to_string(), format!("# Planted\n\n{paragraph}\n"))
}

/// Sentences that are stale, and the reason why each is refused. The first ten were printed by earlier books.
const STALE: [(&str, &str); 16] = [
    ("No proof is known of existence.", "no directive computes it"),
    ("Existence of PS-DSF allocations is open to us.", "no directive computes it"),
    ("Max-min fair placements are not proved to exist.", "no directive computes it"),
    ("No theorem covers the mechanisms that are run as printed.", "no directive computes it"),
    ("It stands for the allocation that was chosen.", "no directive computes it"),
    ("It does for 11 of 14 records.", "no directive computes it"),
    ("There is no counterexample among 21,770 instances.", "no directive computes it"),
    ("Of loops none was seen.", "no directive computes it"),
    ("The step is contradicted in two places.", "no directive computes it"),
    ("Its conclusion is unrefuted. The step\nstays open, as before.", "no directive computes it"),
    ("Existence is {{exists ps-dsf unknown}}.", "that ps-dsf has an outcome is on-paper"),
    ("Lemma 1 is {{claim khamse2017-lemma-1 proved}}.", "khamse2017-lemma-1 is contradicted"),
    ("There is {{searched tsf bf}}.", "the cell tsf x bf is not unrefuted"),
    ("It fails {{record tsf-bf-2u2s2r chosen}}.", "tsf-bf-2u2s2r is every"),
    ("See {{theorem Fair.Cluster.Existence.none_exists}}.", "there is no theorem"),
    ("See {{file proofs/existence-of-all.md}}.", "there is no file"),
];

#[test]
fn a_stale_sentence_is_refused() {
    let planted: Vec<Page> = STALE.iter().map(|(text, _)| chapter(text)).collect();
    let made = fairwitness::book::expanded(&root(), &planted).unwrap_or_else(|e| panic!("{e}"));
    for ((text, said), made) in STALE.iter().zip(made) {
        match made {
            Err(error) => assert!(error.to_string().contains(said), "{text}: {error}"),
            Ok(made) => panic!("{text}: {made}"),
        }
    }
}

/// What is so is printed in the words of the evidence.
#[test]
fn a_directive_prints_what_is_so() {
    let so = [
        ("Existence is {{exists ps-dsf on-paper}}.", "Existence is proved on paper."),
        (
            "Lemma 1 is {{claim khamse2017-lemma-1 contradicted}}.",
            "[contradicted](../papers/khamse2017.md#khamse2017-lemma-1)",
        ),
        ("It fails {{record tsf-bf-2u2s2r every}}.", "It fails for every admissible allocation."),
        (
            "See {{theorem Fair.Cluster.Existence.leximin_exists}}.",
            "(../theorems.md#Fair.Cluster.Existence.leximin_exists)",
        ),
        ("{{count every}} records hold for every admissible allocation.", " of "),
        (
            "The machine is open all day.\n\n## What is open\n\n```\nthis is open\n```",
            "The machine is open all day.",
        ),
    ];
    let planted: Vec<Page> = so.iter().map(|(text, _)| chapter(text)).collect();
    let made = fairwitness::book::expanded(&root(), &planted[..5]).unwrap();
    for ((text, said), made) in so.iter().zip(made) {
        assert!(made.as_ref().is_ok_and(|made| made.contains(said)), "{text}: {made:?}");
    }
    // A heading and code say nothing that evidence can make untrue; a sentence does.
    let (line, sentence) = unborne(&planted[5].1).unwrap();
    assert_eq!((line, sentence.as_str()), (3, "The machine is open all day."));
    assert_eq!(unborne("## What is open\n\n```\nthis is open\n```\n"), None);
    assert_eq!(unborne("The state is {{claim a open}}: it is open to us, see x.y.\n"), None);
}

/// Pages of ids have no directives, so they say nothing that needs one; and a mark for sentences that explain a word is
/// rare.
#[test]
fn pages_of_ids_say_nothing_perishable() {
    let mut marks = 0;
    for file in files_under(&root().join("book/text")) {
        marks += std::fs::read_to_string(&file).unwrap_or_default().matches("{{term}}").count();
    }
    assert!(marks > 0 && marks <= 8, "{marks}");
    let folders = ["arrivals", "cluster", "cohort", "covering", "measures", "mechanisms", "models"];
    let pages: Vec<_> =
        folders.iter().flat_map(|folder| files(&format!("properties/{folder}"), "md")).collect();
    let found: Vec<_> = pages
        .iter()
        .filter_map(|file| Some((file, unborne(&std::fs::read_to_string(file).unwrap())?)))
        .collect();
    assert!(found.is_empty() && pages.len() > 110, "{found:?}");
}

/// Claims have no directives either: their words say nothing that evidence can make untrue, and name theorems and proofs
/// that there are.
#[test]
fn claims_say_nothing_perishable() {
    let theorem = |name: &str| library().theorems().iter().any(|t| t.name == name);
    let (mut read, mut faults) = (0, Vec::new());
    let mut check = |id: &str, text: &str| {
        read += 1;
        faults.extend(unborne(text).map(|(_, sentence)| format!("{id}: {sentence}")));
        for word in text.split(|c: char| !(c.is_ascii_alphanumeric() || "._/-".contains(c))) {
            let word = word.trim_end_matches('.');
            let lost = (word.starts_with("Fair.") && !theorem(word))
                || (word.starts_with("proofs/") && !root().join(word).is_file());
            faults.extend(lost.then(|| format!("{id}: there is no {word}")));
        }
    };
    check("planted", "The change is not proved. See theorem Fair.None.such in proofs/none.md.");
    for claim in weighed().iter().map(|w| &w.claim) {
        check(&claim.id, &claim.statement);
        check(&claim.id, claim.note.as_deref().unwrap_or_default());
        for evidence in &claim.evidence {
            if let Evidence::Argument { text, referee } = evidence {
                check(&claim.id, text);
                check(&claim.id, referee.as_deref().unwrap_or_default());
            }
        }
    }
    assert_eq!(faults.split_off(3), Vec::<String>::new());
    assert!(faults.len() == 3 && read > 1_000, "{faults:?}, {read}");
}
