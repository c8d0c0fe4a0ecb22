//! The claims of the papers: their files are valid, and their states are those on record.

use std::collections::BTreeSet;

use fairwitness::library::claims::{Claim, Evidence, Library, Open, Standing, Voice, Weighed};
use fairwitness::model::Hypothesis;
use fairwitness::workbench::{bench_of, models};

use super::support::{library, root, weighed};

fn claims() -> impl Iterator<Item = &'static Claim> {
    weighed().iter().map(|w| &w.claim)
}

#[test]
fn ids_resolve() {
    let ids =
        |of: fn(&dyn fairwitness::workbench::Bench) -> Vec<fairwitness::workbench::Entry>| -> BTreeSet<&str> {
            models().iter().flat_map(|b| of(*b)).map(|e| e.id).collect()
        };
    let mechanisms = ids(|b| b.mechanisms());
    let properties = ids(|b| b.properties());
    let mut seen = BTreeSet::new();
    for claim in claims() {
        assert!(seen.insert(claim.id.clone()), "{} stands twice", claim.id);
        assert!(claim.id.starts_with(&format!("{}-", claim.source)), "{} is of {}", claim.id, claim.source);
        let named =
            |known: &BTreeSet<&str>, id: &Option<String>| id.as_deref().is_none_or(|id| known.contains(id));
        assert!(named(&mechanisms, &claim.mechanism), "{}: {:?}", claim.id, claim.mechanism);
        assert!(named(&properties, &claim.property), "{}: {:?}", claim.id, claim.property);
        for evidence in &claim.evidence {
            if let Evidence::Cell { mechanism, property, .. } | Evidence::Judge { mechanism, property, .. } =
                evidence
            {
                assert!(mechanisms.contains(mechanism.as_str()), "{}: {mechanism}", claim.id);
                assert!(properties.contains(property.as_str()), "{}: {property}", claim.id);
            }
        }
    }
    assert!(seen.len() > 500, "{} claims", seen.len());
}

/// The extent of a claim about a cell is that of the matrix under the hypothesis of the claim, and no claim is unrefuted by a
/// search that is not on file.
#[test]
fn searches_of_a_claim_meet_its_hypothesis() {
    let library = library();
    let mut other = 0;
    for w in weighed() {
        let of = |hypothesis| {
            let cells = w.claim.evidence.iter().filter_map(move |evidence| match evidence {
                Evidence::Cell { mechanism, property, .. } => Some((mechanism, property)),
                _ => None,
            });
            let of = |(mechanism, property): (&String, &String)| {
                let model = bench_of(mechanism).unwrap().model();
                library.searched.of(model, mechanism, property, hypothesis)
            };
            cells
                .map(of)
                .filter(|extent| extent.instances > 0)
                .map(|extent| extent.to_string())
                .collect::<Vec<_>>()
        };
        let (said, own) = (w.extent.clone().unwrap_or_default(), of(w.claim.hypothesis));
        assert!(own.iter().all(|extent| said.contains(extent)), "{}: {said}", w.claim.id);
        let wider = of(Hypothesis::None);
        let wrong = wider.iter().find(|extent| !own.contains(extent) && said.contains(*extent));
        assert!(wrong.is_none(), "{}: {said}", w.claim.id);
        other += usize::from(own != wider);
        let search = w.found.iter().any(|f| f.what.ends_with("no violation is on record"));
        assert!(w.standing != Standing::Unrefuted || !search || !said.is_empty(), "{}", w.claim.id);
    }
    assert!(other > 30, "{other}");
}

/// No kind of evidence names a test: a file that does so is refused.
#[test]
fn no_kind_names_a_test() {
    for w in weighed() {
        for found in &w.found {
            assert!(!found.what.contains("tests/all"), "{}: {}", w.claim.id, found.what);
        }
    }
    let named = "voice = \"question\"\n[[claim.evidence]]\nkind = \"test\"\nname = \"tests/all/a.rs::b\"\nshows = \"contradicts\"";
    let claim = named.split_once('\n').unwrap();
    let said = evidenced("test", claim.0, claim.1).unwrap_err();
    assert!(said.contains("`test` is none of cell, run"), "{said}");
}

#[test]
fn what_is_open_says_what_was_tried() {
    for w in weighed().iter().filter(|w| w.standing == Standing::Open) {
        assert!(w.claim.tried.is_some(), "{} is open without a word", w.claim.id);
    }
}

/// A claim in the voice of a paper that is an open statement of mathematics is one of few; an open claim that says no
/// reason, and a settled one that says one, are refused.
#[test]
fn a_claim_says_why_it_is_open() {
    let unknown: Vec<String> = weighed()
        .iter()
        .filter(|w| w.claim.open == Some(Open::Unknown) && w.claim.voice == Voice::Paper)
        .map(|w| w.claim.id.clone())
        .collect();
    assert!(unknown.len() <= 10, "{unknown:?}");
    for (name, fields, said) in [
        ("open-none", "", "the claim is open, and the field does not say why"),
        ("open-word", "open = \"maybe\"", "is none of unknown, source-missing, no-mathematics"),
        (
            "open-closed",
            "open = \"unknown\"\n[[claim.evidence]]\nkind = \"argument\"\ntext = \"a\"",
            "nothing is open",
        ),
    ] {
        let folder = copied(name);
        let file = folder.join("properties/claims/kueue.toml");
        let claim = "\n[[claim]]\nid = \"kueue-planted\"\nrow = 1\nlocus = \"asked\"\nkind = \"remark\"\nvoice = \"question\"\n\
                     finding = \"planted\"\nstatement = \"s\"\nstance = \"leaves-open\"\n";
        let text = std::fs::read_to_string(&file).unwrap() + claim + fields + "\n";
        std::fs::write(&file, text).unwrap();
        let library = Library::open(&folder).unwrap();
        let error = library.claims(Some("kueue")).and_then(|claims| library.weigh_all(claims)).unwrap_err();
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(error.to_string().contains(said), "{name}: {error}");
    }
}

/// Every claim of a paper that is contradicted has a second derivation, and no other claim has one.
#[test]
fn contradictions_are_derived_a_second_time() {
    let script = std::fs::read_to_string(root().join("tests/oracle/second_look.py")).unwrap();
    let derived: BTreeSet<&str> =
        script.lines().filter_map(|line| line.strip_prefix("@finding(\"")?.strip_suffix("\")")).collect();
    let against = |w: &&Weighed| w.standing == Standing::Contradicted && w.claim.voice == Voice::Paper;
    let held: BTreeSet<String> =
        weighed().iter().filter(against).map(|w| format!("{}/{}", w.claim.source, w.claim.finding)).collect();
    assert_eq!(derived, held.iter().map(String::as_str).collect());
    assert!(!held.is_empty());
}

/// A changed standing is a finding or a mistake. Set BLESS to write the snapshot again.
#[test]
fn standings_are_those_of_the_snapshot() {
    let now: String = weighed().iter().map(|w| format!("{} {}\n", w.claim.id, w.standing.word())).collect();
    let path = root().join("properties/claims/standings.txt");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    for (now, known) in now.lines().zip(known.lines()) {
        assert_eq!(now, known);
    }
    assert_eq!(now.lines().count(), known.lines().count());
}

/// A copy of the project's data in which the files of claims can be changed.
fn copied(name: &str) -> std::path::PathBuf {
    let folder = super::support::folder(name);
    let link = |from: &std::path::Path, to: &std::path::Path| {
        for entry in std::fs::read_dir(from).unwrap().flatten().filter(|e| e.file_name() != "claims") {
            std::os::unix::fs::symlink(entry.path(), to.join(entry.file_name())).unwrap();
        }
    };
    let claims = folder.join("properties/claims");
    std::fs::create_dir_all(&claims).unwrap();
    link(&root().join("properties"), &folder.join("properties"));
    for part in ["counterexamples", "proofs", "tests"] {
        std::os::unix::fs::symlink(root().join(part), folder.join(part)).unwrap();
    }
    for entry in std::fs::read_dir(root().join("properties/claims")).unwrap().flatten() {
        std::fs::copy(entry.path(), claims.join(entry.file_name())).unwrap();
    }
    folder
}

/// The first number of an expected value made larger by one unit of its first digits.
fn changed(line: &str) -> Option<String> {
    let start = line.find(|c: char| c.is_ascii_digit())?;
    let digits: String = line[start..].chars().take_while(char::is_ascii_digit).collect();
    let next = digits.parse::<u64>().ok()? + 1;
    Some(format!("{}{next}{}", &line[..start], &line[start + digits.len()..]))
}

/// One changed number on file changes the standing: at least 20 times, in each file of claims with a number.
#[test]
fn a_changed_number_changes_the_standing() {
    let folder = copied("claims-changed");
    let mut changes = 0;
    let library = Library::open(&folder).unwrap();
    for w in weighed().iter().filter(|w| w.standing == Standing::Reproduced && w.claim.evidence.len() == 1) {
        let files = [w.claim.source.clone(), format!("{}-questions", w.claim.source)];
        for file in files.map(|stem| folder.join("properties/claims").join(format!("{stem}.toml"))) {
            let Ok(text) = std::fs::read_to_string(&file) else { continue };
            let Some(at) = text.find(&format!("id = \"{}\"", w.claim.id)) else { continue };
            let end = text[at..].find("[[claim]]").map_or(text.len(), |end| at + end);
            let expected =
                |line: &&str| ["expected = ", "tasks = ", "value = "].iter().any(|w| line.starts_with(w));
            let Some(line) = text[at..end].lines().find(expected) else { continue };
            let Some(other) = changed(line) else { continue };
            if line == "expected = true" || changes >= 24 || text[at..end].contains("relation = ") {
                continue;
            }
            std::fs::write(&file, format!("{}{}", &text[..at], text[at..].replacen(line, &other, 1)))
                .unwrap();
            let claim = library.claims(Some(&w.claim.source)).unwrap();
            let claim = claim.into_iter().find(|c| c.id == w.claim.id).unwrap();
            assert_eq!(
                library.weigh(claim).unwrap().standing,
                Standing::Contradicted,
                "{}: {other}",
                w.claim.id
            );
            std::fs::write(&file, text).unwrap();
            changes += 1;
        }
    }
    assert!(changes >= 20, "{changes} numbers");
    let file = folder.join("properties/claims/volcano.toml");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replacen("tasks = [5, 5, 5]", "tasks = [5, 5, 6]", 1)).unwrap();
    let check = |root: &std::path::Path| {
        super::support::verify(&[
            "claims",
            "--check",
            "--source",
            "volcano",
            "--root",
            &root.display().to_string(),
        ])
    };
    let said = check(&folder);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(said.status.code(), Some(1), "{said:?}");
    assert!(
        super::support::said(&said)
            .contains("volcano-rescaling-numbers: contradicted by the evidence, reproduced on file"),
        "{said:?}"
    );
    assert_eq!(check(&root()).status.code(), Some(0));
}

/// The program alone, in an empty folder, gives each claim the standing on file.
#[test]
fn the_program_alone_gives_the_standings() {
    let empty = super::support::folder("claims-empty");
    let said = super::support::under("", &["claims", "--format", "json"], &empty);
    assert_eq!(said.status.code(), Some(0), "{said:?}");
    let said: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
    let word = |claim: &serde_json::Value, field: &str| claim[field].as_str().unwrap().to_string();
    let found = said.as_array().unwrap().iter();
    let found: String = found.map(|c| format!("{} {}\n", word(c, "id"), word(c, "standing"))).collect();
    let filed = root().join("properties/claims/standings.txt");
    assert_eq!(found, std::fs::read_to_string(filed).unwrap());
}

/// A folder with one source and one claim of it, in the given voice.
fn library_with(name: &str, source: &str, voice: &str) -> Result<Vec<Claim>, String> {
    library_of(name, source, voice, "")
}

/// The claims of a folder with one claim and this evidence.
fn evidenced(name: &str, voice: &str, evidence: &str) -> Result<Vec<Claim>, String> {
    library_of(name, "[tool]\ntitle = \"T\"\n", voice, evidence)
}

fn library_of(name: &str, source: &str, voice: &str, evidence: &str) -> Result<Vec<Claim>, String> {
    let folder = super::support::folder(&format!("voice-{name}"));
    let claims = folder.join("properties/claims");
    std::fs::create_dir_all(&claims).unwrap();
    std::fs::write(folder.join("properties/sources.toml"), source).unwrap();
    let claim = format!(
        "[[claim]]\nid = \"tool-a\"\nrow = 1\nlocus = \"a page\"\nkind = \"lemma\"\n{voice}\nfinding = \"a\"\nstatement = \"A.\"\nstance = \"asserts\"\n{evidence}\n"
    );
    std::fs::write(claims.join("tool.toml"), claim).unwrap();
    let found = Library::open(&folder).and_then(|library| library.claims(None)).map_err(|e| e.to_string());
    std::fs::remove_dir_all(&folder).unwrap();
    found
}

/// Only a paper that was read has claims in its own voice; a reported claim gives the kind and place of the report,
/// and for a product its commit.
#[test]
fn what_is_reported_says_where_that_stands() {
    const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
    let paper = "[tool]\ntitle = \"T\"\n";
    let product: &str = &format!("[tool]\nkind = \"product\"\ntitle = \"T\"\ncommit = \"{COMMIT}\"\n");
    let unread = "[tool]\nkind = \"unread\"\ntitle = \"T\"\n";
    let reported =
        |by: &str, at: &str| format!("voice = \"reported\"\nreported = {{ by = \"{by}\", at = \"{at}\" }}");
    let (own, asked) = ("voice = \"paper\"".to_string(), "voice = \"question\"".to_string());
    let documented = reported("documentation", &format!("docs/a.md, commit {COMMIT}"));
    let remembered = reported("memory", "a talk");
    let accepted = [
        (paper, &own),
        (paper, &asked),
        (paper, &remembered),
        (product, &documented),
        (product, &asked),
        (unread, &remembered),
    ];
    for (k, (source, voice)) in accepted.into_iter().enumerate() {
        let claims =
            library_with(&format!("yes{k}"), source, voice).unwrap_or_else(|e| panic!("{voice}: {e}"));
        assert_eq!(claims[0].reported.is_some(), claims[0].voice == Voice::Reported);
    }
    let short = "[tool]\nkind = \"product\"\ntitle = \"T\"\ncommit = \"0123\"\n";
    let strange = "[tool]\nkind = \"rumour\"\ntitle = \"T\"\n";
    let bare = "voice = \"reported\"".to_string();
    let refused = [
        (product, own.clone(), "claim[0].voice: only a paper that was read"),
        (unread, own.clone(), "only a paper that was read"),
        (product, bare, "a reported claim says in `reported` by what"),
        (paper, "voice = \"rumoured\"".to_string(), "must be `paper`, `reported` or `question`"),
        (product, reported("documentation", "docs/a.md"), "claim[0].reported.at: names no commit"),
        (paper, reported("hearsay", "x"), "is none of documentation"),
        (
            paper,
            remembered.replacen("reported", "question", 1),
            "only a claim in the voice `reported` has it",
        ),
        (short, documented, "a product is named with its commit"),
        (strange, remembered, "must be `paper`, `product` or `unread`"),
        ("[another]\ntitle = \"T\"\n", own, "`tool` is no source"),
    ];
    for (k, (source, voice, reason)) in refused.into_iter().enumerate() {
        let said = library_with(&format!("no{k}"), source, &voice).unwrap_err();
        assert!(said.contains(reason), "{voice}: {said}");
    }
}

/// Claims of sources that are no papers, or were not read, are reported claims or questions, and never count as a
/// paper's claims.
#[test]
fn nothing_is_held_against_a_product_in_the_voice_of_a_paper() {
    let kinds = fairwitness::library::sources::kinds(&root()).unwrap();
    let mut reported = 0;
    for claim in claims() {
        let paper = kinds[&claim.source] == fairwitness::library::sources::SourceKind::Paper;
        assert!(paper || claim.voice != Voice::Paper, "{}", claim.id);
        reported += usize::from(claim.voice == Voice::Reported);
    }
    assert!(reported >= 8, "{reported}");
}

/// The links between theorems and claims: every listed claim exists; a claim that a theorem states in full or
/// refutes has that standing; and a claim about a cell is proved only if the cell has a theorem of its type.
mod links {
    use std::collections::{BTreeMap, BTreeSet};

    use fairwitness::library::claims::{Bearing, Kind};

    use super::{Standing, claims, library, weighed};

    #[test]
    fn what_theorems_name_are_claims() {
        let known: BTreeSet<String> = claims().map(|c| c.id.clone()).collect();
        let library = library();
        assert!(library.theorems().len() > 250);
        for theorem in library.theorems() {
            let name = &theorem.name;
            let parts: Vec<&String> = theorem.part_of.iter().map(|part| &part.claim).collect();
            for id in theorem.claims.iter().chain(parts.iter().copied()) {
                assert!(known.contains(id), "{name}: {id}");
            }
            let distinct: BTreeSet<&String> = theorem.claims.iter().chain(parts.iter().copied()).collect();
            assert_eq!(distinct.len(), theorem.claims.len() + parts.len(), "{name}: a claim stands twice");
            assert!(theorem.refutes.iter().all(|id| theorem.claims.contains(id)), "{name}");
            assert!(theorem.part_of.iter().all(|part| !part.covers.is_empty()), "{name}");
        }
    }

    #[test]
    fn what_a_theorem_says_stands_so() {
        let library = library();
        let (mut linked, mut recorded) = (0, 0);
        for w in weighed() {
            let id = &w.claim.id;
            let proves = library.theorems().iter().any(|t| t.proves(id));
            let refutes = library.theorems().iter().any(|t| t.refutes.contains(id));
            assert!(!(proves && refutes), "{id} is proved and refuted");
            if refutes {
                assert_eq!(w.standing, Standing::Contradicted, "{id}");
            } else if proves {
                assert_eq!(w.standing, Standing::Proved, "{id}");
            } else if w.standing == Standing::Proved {
                // A violation exists: a record of the cell proves it. That there is none is proved by the theorem of the cell.
                let mut kinds = w.found.iter().filter(|f| f.bearing == Bearing::Proves).map(|f| f.kind);
                let kind = kinds.next();
                assert!(matches!(kind, Some(Kind::Record | Kind::Theorem)), "{id}");
                recorded += usize::from(kind == Some(Kind::Record));
            }
            linked += usize::from(proves || refutes);
        }
        assert!(linked > 150 && recorded > 15, "{linked} {recorded}");
    }

    #[test]
    fn cells_that_are_settled_have_a_theorem_of_their_type() {
        let library = library();
        let mut typed: BTreeMap<String, bool> = BTreeMap::new();
        for theorem in library.theorems() {
            for cell in &theorem.settles {
                let Some(link) = &cell.typed else {
                    panic!("{} x {} by {}", cell.mechanism, cell.property, theorem.name)
                };
                assert!(link.rests_on.contains(&theorem.name));
                typed.insert(link.theorem.clone(), link.by_definition);
            }
        }
        let restated = typed.values().filter(|by_definition| **by_definition).count();
        assert!(typed.len() > 200 && restated > 40 && restated < 80, "{} {restated}", typed.len());
    }

    #[test]
    fn a_claim_about_a_cell_is_proved_where_the_cell_is() {
        let library = library();
        let mut about = 0;
        for claim in claims() {
            let (Some(mechanism), Some(property)) = (&claim.mechanism, &claim.property) else { continue };
            // A denial is proved by a separate statement, since a cell states that the property holds.
            if claim.stance != "denies" && library.theorems().iter().any(|t| t.proves(&claim.id)) {
                let covered = |t: &fairwitness::library::theorems::Theorem| {
                    t.covers(mechanism, property, claim.hypothesis).is_some()
                };
                assert!(library.theorems().iter().any(covered), "{}: {mechanism} x {property}", claim.id);
                about += 1;
            }
        }
        assert!(about > 80, "{about}");
    }

    /// A planted cell without a theorem of its type, and a cell whose theorem rests on another, are not proved.
    #[test]
    fn a_planted_cell_is_not_proved() {
        let folder = crate::support::folder("links-of-its-own");
        let proofs = folder.join("proofs");
        std::fs::create_dir_all(&proofs).unwrap();
        let theorem = |name: &str, property: &str| {
            format!(
                "[[theorem]]\nname = \"{name}\"\nfile = \"f\"\nstatement = \"s\"\nhypotheses = \"h\"\nidea = \"i\"\n\
                 settles = [{{ mechanism = \"tsf\", property = \"{property}\", hypothesis = \"none\" }}]\n"
            )
        };
        let list = theorem("right", "ef") + &theorem("wrong", "ef") + &theorem("planted", "bf");
        std::fs::write(proofs.join("theorems-planted.toml"), list).unwrap();
        std::fs::write(
            proofs.join("cells.toml"),
            "[[cell]]\nmechanism = \"tsf\"\nproperty = \"ef\"\nhypothesis = \"none\"\ntheorem = \"tsf__ef__none\"\n\
             by = \"theorem\"\nrests-on = [\"right\"]\n",
        )
        .unwrap();
        let read = fairwitness::library::theorems::theorems(&folder);
        std::fs::remove_dir_all(&folder).unwrap();
        let typed: Vec<bool> = read.unwrap().iter().map(|t| t.settles[0].typed.is_some()).collect();
        assert_eq!(typed, [true, false, false]);
    }
}
