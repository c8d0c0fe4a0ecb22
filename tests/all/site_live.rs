//! The live elements of the built site, used as readers do: by keyboard, by links of others, by pasted texts. Their
//! answers are compared with the program's.

use std::process::Command;

use serde_json::{Value, json};

use super::devtools::Page;
use super::support::root;

/// The page whose instance is changed here: TSF violates bottleneck fairness by 1/6.
pub const RECORD: &str = "records/tsf-bf-2u2s2r.html";

/// A link to [`RECORD`] with another instance, in the oldest format: readers keep addresses, so old links must work.
/// The link contains `[{"model":"cluster","capacity":[["2","1"],[0,1]],"demand":[[1,1],[0,1]]},"drfh","ef"]`.
const OLD_LINK: &str = "live=W3sibW9kZWwiOiJjbHVzdGVyIiwiY2FwYWNpdHkiOltbIjIiLCIxIl0sWzAsMV1dLCJkZW1hbmQiOltbMSwxXSxbMCwxXV19\
                        LCJkcmZoIiwiZWYiXQ";

/// Opens the live element of the page, and waits until it has its first answer.
pub fn opened(page: &mut dyn Page) {
    page.until("document.querySelector('.live button')");
    page.value("document.querySelector('.live button').click()");
    let kind = page.value("document.querySelector('.live').dataset.kind ?? null");
    page.until(match kind.as_str() {
        Some("ask") => "document.querySelector('#ask-query')",
        Some("cluster") => "document.querySelector('.live textarea')",
        _ => "document.querySelectorAll('.live tbody tr').length > 8",
    });
}

/// The worked examples of chapters can be changed: the verdict is that of the program, and no chapter complains.
pub fn chapters(page: &mut dyn Page, base: &str) {
    page.shown(1280, &[]);
    let folders = ["book/text", "book/text/learn", "book/text/results"];
    for file in folders.iter().flat_map(|folder| super::support::files(folder, "md")) {
        let text = std::fs::read_to_string(&file).unwrap();
        let Some((_, words)) = text.split_once("\n{{bench ") else { continue };
        let words: Vec<&str> = words.split("}}").next().unwrap().split_whitespace().collect();
        let [mechanism, property, instance] = words[..] else { panic!("{}: {words:?}", file.display()) };
        let asked = ["--mech", mechanism, "--property", property, "--instance", instance, "--format", "json"];
        let said =
            Command::new(env!("CARGO_BIN_EXE_verify")).args(asked).current_dir(root()).output().unwrap();
        let expected: Value = serde_json::from_slice(&said.stdout).unwrap();
        let path = file.strip_prefix(root().join("book/text")).unwrap().with_extension("html");
        page.open(&format!("{base}{}", path.display()));
        page.until("document.querySelector('.live button')");
        page.value("document.querySelector('.live button').click()");
        page.until("document.querySelector('.live-verdict')?.dataset.verdict");
        let shown = page.value("({...document.querySelector('.live-verdict').dataset})");
        assert_eq!(shown["verdict"], expected["verdict"], "{}: {shown}", file.display());
        let margin = expected["witness"]["margin"].as_str().unwrap_or("");
        assert_eq!(shown["margin"].as_str().unwrap_or(""), margin, "{}: {shown}", file.display());
        assert_eq!(page.complaints(), Vec::<String>::new(), "{}", file.display());
    }
}

/// A reader with only a keyboard changes a number, moves through the steps and the map, and queries the matrix.
pub fn keyboard(page: &mut dyn Page, base: &str) {
    page.shown(1280, &[]);
    // The first two stops of the keyboard lead to the text and to the live element; they are seen when they have the focus.
    page.open(&format!("{base}{RECORD}"));
    page.press("Tab", 0);
    assert_eq!(page.value("document.activeElement.textContent"), "Skip to the text");
    assert_eq!(page.value("document.activeElement.getBoundingClientRect().top >= 0"), json!(true));
    page.press("Enter", 0);
    assert_eq!(page.value("document.activeElement.tagName"), "MAIN");
    page.open(&format!("{base}{RECORD}"));
    page.until("document.querySelector('.live input')");
    page.press("Tab", 0);
    page.press("Tab", 0);
    assert_eq!(page.value("document.activeElement.textContent"), "Skip to the numbers that can be changed");
    page.press("Enter", 0);
    assert_eq!(page.value("document.activeElement.matches('.live input')"), json!(true));
    page.until("document.querySelector('.live-bar select')");
    page.until("document.querySelector('.live-verdict')?.dataset.margin === '1/6'");
    assert_eq!(page.value("document.activeElement.dataset.path"), "[\"capacity\",0,0]");
    // The focused element has a visible outline.
    let outlined = "getComputedStyle(document.activeElement).outlineStyle !== 'none'";
    assert_eq!(page.value(outlined), json!(true), "a box that has the focus looks like the others");
    page.press("End", 0);
    page.press("Backspace", 0);
    page.write("3");
    page.until("Number(document.querySelector('.live').dataset.judged) > 1");
    assert_eq!(page.value("document.activeElement.value"), "3");
    for (name, made) in [("Step by step", ".live input[type=range]"), ("Map", ".live canvas")] {
        page.value("document.querySelector('.live-bar select').focus()");
        for _ in 0..40 {
            page.press("Tab", 0);
            if page.value("document.activeElement.textContent") == name {
                break;
            }
        }
        page.press("Enter", 0);
        page.until(&format!("document.querySelector({made:?})"));
        page.tab_to(made);
        page.press("ArrowRight", 0);
    }
    page.until("document.querySelector('.live canvas').dataset.drawn === '1681'");
    page.press("ArrowRight", 0);
    let told = page.value("document.querySelector('.live canvas').nextElementSibling.textContent");
    assert!(told.as_str().is_some_and(|told| told.contains("capacity of server 1")), "{told}");
    assert_eq!(page.complaints(), Vec::<String>::new());

    page.open(&format!("{base}matrix.html"));
    page.tab_to(".live button");
    page.press("Enter", 0);
    page.until("document.activeElement?.id === 'ask-query'");
    page.write("si & ef & !po");
    page.press("Enter", 0);
    page.until("document.querySelector('.live').dataset.asked");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// The output of `verify ask`: the mechanisms that match, and those for which the query is open.
fn asked(arguments: &[&str]) -> (String, String) {
    let (_, said) = super::support::json(&[&["ask"], arguments].concat());
    let of = |answer: &str| {
        let rows = said["mechanisms"].as_array().unwrap().iter().filter(|row| row["answer"] == answer);
        rows.map(|row| row["mechanism"].as_str().unwrap()).collect::<Vec<_>>().join(" ")
    };
    (of("yes"), of("open"))
}

/// The query bar answers as `verify ask` does, distinguishes deduced from direct evidence, and is completely
/// represented in its link.
pub fn queries(page: &mut dyn Page, base: &str) {
    let answered = |page: &mut dyn Page, fragment: &str| {
        page.open(&format!("{base}matrix.html#{fragment}"));
        page.until("document.querySelector('.live').dataset.asked");
        let of = |page: &mut dyn Page, name: &str| {
            let said = page.value(&format!("document.querySelector('.live').dataset.{name} ?? null"));
            said.as_str().unwrap_or("nothing").to_string()
        };
        (of(page, "yes"), of(page, "open"))
    };
    for (query, model) in [
        ("si & ef & !po", "cluster"),
        ("!(si | ef) & !bf", "cluster"),
        ("sp & po", "cluster"),
        ("ef & !dpo", "arrivals"),
        ("feasible", "covering"),
        ("acyclic & !minimal-victims", "cohort"),
    ] {
        let fragment = format!("ask={}&model={model}", query.replace('&', "%26").replace(' ', "+"));
        assert_eq!(answered(page, &fragment), asked(&[query, "--model", model]), "{query}");
    }
    let file = "book/text/pools/one-machine.toml";
    let instance = std::fs::read_to_string(root().join(file)).unwrap();
    let coded: String = instance.bytes().map(|byte| format!("%{byte:02X}")).collect();
    let here = answered(page, &format!("ask=si+%26+!ef&model=cluster&on={coded}"));
    assert_eq!(here, asked(&["si & !ef", "--instance", file]));
    // A deduced cell is marked and leads to the record that it follows from. The matrix may have no deduced cell, so
    // the test makes one.
    page.open(&format!("{base}matrix.html"));
    let cell = page.value(
        "(() => { const cell = document.querySelector('#cluster ~ .matrix td.no'); cell.classList.replace('no', 'follows'); \
           return cell.querySelector('a').title.split(':')[0].split(' × '); })()",
    );
    let (mechanism, property) = (cell[0].as_str().unwrap(), cell[1].as_str().unwrap());
    opened(page);
    page.value(&format!("document.querySelector('#ask-query').value = '!{property}'"));
    page.value("document.querySelector('.live form').requestSubmit()");
    page.until("document.querySelector('.live').dataset.asked");
    let cell = page.value(&format!(
        "[...document.querySelectorAll('.live tbody tr')].find((tr) => tr.cells[0].textContent === {mechanism:?}).cells[1].innerHTML"
    ));
    let cell = cell.as_str().unwrap();
    assert!(cell.contains("violated (deduced)") && cell.contains("records/"), "{cell}");
    // The typed query is in the address, and a wrong id suggests the right one.
    page.value("document.querySelector('#ask-query').value = 'siq'");
    page.value("document.querySelector('.live form').requestSubmit()");
    page.until("document.querySelector('.ask-said').textContent.includes('did you mean `si`?')");
    assert!(page.value("location.hash").as_str().unwrap().contains("ask=siq"));
    // The claims about the cells.
    answered(page, "ask=!bf&model=cluster");
    page.value("[...document.querySelectorAll('.live button')].find((b) => b.textContent.startsWith('Claims')).click()");
    page.until("document.querySelector('.live .claim[data-property=bf]')");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Records are found by the words of their names, sentences and chapters, and what is looked for is in the link.
pub fn found(page: &mut dyn Page, base: &str) {
    let looked = |page: &mut dyn Page, words: &str| -> Vec<String> {
        page.open(&format!("{base}matrix.html#find={}", words.replace(' ', "+")));
        page.until("document.querySelector('.find')?.dataset.found");
        let names = page.value(
            "[...document.querySelectorAll('.find-found .record a:first-of-type')].map((a) => a.pathname)",
        );
        let name = |path: &Value| {
            let name = path.as_str().unwrap().rsplit('/').next().unwrap().trim_end_matches(".html");
            name.to_string()
        };
        names.as_array().unwrap().iter().map(name).collect()
    };
    let files = super::support::records();
    let names: Vec<&str> = files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    assert!(looked(page, "").is_empty());
    // By name: as many as there are files.
    for words in ["ps-dsf-printed-ef", "kueue-preempt", "TSF-BF"] {
        let low = words.to_lowercase();
        let own = names.iter().filter(|name| name.contains(&low)).count();
        looked(page, words);
        let count = page.value("Number(document.querySelector('.find').dataset.found)");
        assert!(own > 0 && count == json!(own), "{words}: {count} are found, and there are {own}");
    }
    // By a chapter's title: the record on which the chapter on sharing incentive is built.
    let all = looked(page, "task share sharing incentive");
    assert!(all.contains(&"tsf-si-2u2s2r".to_string()), "{all:?}");
    let told = looked(page, "tsf without sharing incentive");
    assert!(
        told.contains(&"tsf-si-2u2s2r".to_string()) && !told.contains(&"tsf-bf-2u2s2r".to_string()),
        "{told:?}"
    );
    assert!(looked(page, "no such word anywhere").is_empty());
    // A link of the list leads to the record's page.
    looked(page, "tsf-bf-2u2s2r");
    page.value("document.querySelector('.find-found a').click()");
    page.until("location.pathname.endsWith('/records/tsf-bf-2u2s2r.html')");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Each word of each menu above a list of claims hides a claim that does not have it, and shows one that has it, without a script.
pub fn filters(page: &mut dyn Page, base: &str) {
    page.open(&format!("{base}papers/khamse2017.html"));
    for menu in ["by-kind", "by-voice", "by-standing"] {
        let words = page.value(&format!(
            "[...document.querySelector('#{menu}').options].slice(1).map((option) => option.value)"
        ));
        let words = words.as_array().unwrap();
        assert!(words.len() > 1, "{menu}: {words:?}");
        for word in words {
            let shown = page.value(&format!(
                "(() => {{ document.querySelector('#{menu}').value = {word}; \
                   const all = [...document.querySelectorAll('.claim')]; \
                   const has = (claim) => claim.getAttribute('data-' + '{menu}'.slice(3)) === {word}; \
                   const shown = [all.find(has), all.find((claim) => !has(claim))] \
                     .map((claim) => getComputedStyle(claim).display !== 'none'); \
                   document.querySelector('#{menu}').value = ''; \
                   return shown; }})()"
            ));
            assert_eq!(shown, json!([true, false]), "book/style.css has no rule for {word} of {menu}");
        }
    }
}

/// A family on record is a curve, whose values are those of its formula: `tsf-si-ratio` is 2 / (k + 1), by a theorem.
pub fn families(page: &mut dyn Page, base: &str) {
    page.open(&format!("{base}{RECORD}"));
    opened(page);
    page.value(
        "[...document.querySelectorAll('.live button')].find((b) => b.textContent === 'Families').click()",
    );
    page.until(
        "document.querySelector('.live optgroup[label=\"Families on record\"] option[value=tsf-si-ratio]')",
    );
    page.value(
        "(() => { const menu = document.querySelector('.live option[value=tsf-si-ratio]').closest('select'); \
           menu.value = 'tsf-si-ratio'; menu.dispatchEvent(new Event('change')); })()",
    );
    let values = "[...document.querySelectorAll('.live table')].find((table) => table.caption?.textContent === 'Exact values')\
                  ?.rows[1].innerText.split(/\\s+/).join(' ')";
    let by_hand = "si-ratio 1 2/3 1/2 2/5 1/3 2/7 1/4 2/9 1/5 2/11";
    page.until(&format!("{values} === {by_hand:?}"));
    page.until(
        "document.querySelector('.live .live-curve').ariaLabel.includes('from 1 at k = 1 to 2/11 at k = 10')",
    );
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Pastes two texts of a source on the engineers' page, by namespace where that can be chosen; what the page says of them.
pub fn paste(page: &mut dyn Page, source: &str, texts: [&str; 2]) -> String {
    let told = page.value("Number(document.querySelector('.live').dataset.told ?? 0)");
    page.value(&format!(
        "(() => {{ const source = document.querySelector('.live select'); source.value = {source:?}; \
           source.dispatchEvent(new Event('change')); \
           document.querySelectorAll('.live select')[1].value = 'namespace'; \
           const texts = {}; document.querySelectorAll('.live textarea').forEach((box, k) => {{ box.value = texts[k]; }}); \
           document.querySelector('.live form').requestSubmit(); }})()",
        json!(texts)
    ));
    page.until(&format!("Number(document.querySelector('.live').dataset.told) > {told}"));
    page.value("document.querySelector('.live-verdict').innerText").as_str().unwrap().to_string()
}

/// What an engineer pastes is read by the importers and audited, as `verify import` and `verify audit` do it.
pub fn pasted(page: &mut dyn Page, base: &str) {
    let machines = "name,CPU,memory\nbig,8,16\nsmall,4,8\n";
    let requests = "name,CPU,memory,tasks,running\nweb,2,2,10,big:4 small:1\nml,1,4,10,\n";
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let (first, second) = (file("machines.csv", machines), file("requests.csv", requests));
    let run = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_verify")).args(arguments).output().unwrap();
        String::from_utf8(run.stdout).unwrap()
    };
    let instance = run(&["import", "csv", first.to_str().unwrap(), second.to_str().unwrap()]);
    let instance = file("cluster.toml", &instance);
    let audit = run(&["audit", "--instance", instance.to_str().unwrap(), "--format", "json"]);
    let audit: Value = serde_json::from_str(&audit).unwrap();
    page.open(&format!("{base}choose/your-cluster.html"));
    opened(page);
    let said = paste(page, "csv", [machines, requests]);
    for user in audit["users"].as_array().unwrap() {
        let name = user["user"].as_str().unwrap();
        assert!(said.lines().any(|line| line.contains(name)), "{name}: {said}");
    }
    // By hand: alone, ml could run 4 tasks on the big machine and 2 on the small one, and half of these are its
    // share: 12 of 24 of the memory.
    assert!(said.contains("its share is 50 %") && said.contains("for 3 tasks"), "{said}\n{audit:#}");
    let wrong = paste(page, "csv", ["name,CPU,memory\nbig,many,1\n", requests]);
    assert!(wrong.contains("machines") && wrong.contains("line 2"), "{wrong}");
    // By hand: alone, x could run 2 tasks on each of two nodes, half of these are its share, and 1 runs.
    let list = |name: &str| std::fs::read_to_string(root().join("tests/imports").join(name)).unwrap();
    let (nodes, pods) = (list("two-teams-nodes.json"), list("two-teams-pods.json"));
    let said = paste(page, "kubernetes", [&nodes, &pods]);
    assert!(said.lines().any(|line| line.starts_with("x takes") && line.contains("for 1 task")), "{said}");
    let toml = page.value("document.querySelector('.live-verdict details pre').textContent");
    let (first, second) =
        (root().join("tests/imports/two-teams-nodes.json"), root().join("tests/imports/two-teams-pods.json"));
    let import =
        ["import", "kubernetes", "--nodes", first.to_str().unwrap(), "--pods", second.to_str().unwrap()];
    let instance = run(&[&import[..], &["--by", "namespace"]].concat());
    let file = &instance[instance.find("model = ").unwrap()..];
    assert!(
        file.contains("demand = [[1, 4], [2, 1]]") && toml.as_str().unwrap().contains(file.trim()),
        "{toml}\n{instance}"
    );
    let wrong = paste(page, "kubernetes", ["{", "{}"]);
    assert!(wrong.contains("nodes.json"), "{wrong}");
    assert_eq!(page.complaints(), Vec::<String>::new());
}

/// Links of other people: an old one is read, and a hostile one has no effect but a message.
pub fn links(page: &mut dyn Page, base: &str) {
    let longest = page.longest_link();
    let open = |page: &mut dyn Page, fragment: &str, place: &str| {
        page.open(&format!("{base}{place}#{fragment}"));
        page.until(
            "document.querySelector('.live [role=alert], .live [role=status] p, .live [role=status] strong')",
        );
    };
    open(page, OLD_LINK, RECORD);
    page.until("document.querySelector('.live').dataset.judged");
    assert_eq!(page.value("document.querySelector('.live-mechanism').value"), "drfh");
    assert_eq!(page.value("document.querySelector('.live [data-path=\\'[\"capacity\",0,0]\\']').value"), "2");
    let link = |state: &Value| {
        let text = state.to_string();
        let hex: String = text.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        format!("btoa('{hex}').replaceAll('+','-').replaceAll('/','_').replaceAll('=','')")
    };
    let two = json!([[1, 1], [0, 1]]);
    let huge = "9".repeat(30);
    let states = [
        json!([{"model": "cluster", "capacity": two, "demand": two}, "no-such-rule", "no-such-property"]),
        json!([{"model": "constructor", "capacity": two, "demand": two}, "constructor", "constructor"]),
        json!([{"model": "cluster", "capacity": [[huge, 1]], "demand": [[1, huge], [huge, huge]]}, "tsf", "bf"]),
        json!([{"model": "cluster", "capacity": two, "demand": two, "users": ["<img src=x onerror='window.planted=1'>", "b"]},
               "tsf", "bf"]),
        json!([{"model": "cluster", "__proto__": two, "demand": "<script>", "capacity": null}, "tsf", "bf"]),
        json!([{"model": "cluster", "capacity": [[1, 1]], "demand": two, "eligible": [[4_000_000_000_u32], [0]]}, "tsf", "bf"]),
        json!([{"model": "covering", "cost": [1], "demand": [1]}, "greedy", "greedy-bound"]),
        json!([{"model": "arrivals", "demand": []}, "ddrf", "ef"]),
    ];
    let mut fragments: Vec<String> = vec![
        "live=".to_string(),
        "live=%00%ff".to_string(),
        "live=<img src=x onerror=window.planted=1>".to_string(),
        format!("live={}", "A".repeat(longest)),
        format!("live={}", "W".repeat(20_000)),
    ];
    for state in &states {
        fragments.push(format!("live={}", page.value(&link(state)).as_str().unwrap()));
    }
    for fragment in &fragments {
        open(page, fragment, RECORD);
        let said = page.value("document.querySelector('.live').innerText.slice(0, 300)");
        assert_eq!(page.complaints(), Vec::<String>::new(), "{fragment:.80}: {said}");
        assert_eq!(page.value("typeof window.planted"), "undefined", "{fragment:.80}");
        assert_eq!(page.value("document.querySelectorAll('.live img, .live script').length"), json!(0));
    }
    for fragment in [
        "ask=".to_string(),
        format!("ask={}", "a".repeat(longest)),
        format!("ask={}", "(".repeat(900)),
        format!("ask={}si", "!".repeat(900)),
        "ask=%3Cimg%20src=x%20onerror=window.planted=1%3E".to_string(),
        "ask=si&model=__proto__".to_string(),
        "ask=si&model=constructor".to_string(),
        "ask=si&tasks=%3Cb%3E".to_string(),
        "ask=si&on=%3Cscript%3E".to_string(),
        "ask=si&on=model%3D%22cluster%22%0Acapacity%3D[[1e999]]".to_string(),
        "ask=si&on=model%3D%22no-such-model%22".to_string(),
        format!("find={}", "a".repeat(longest)),
        "find=%3Cimg%20src=x%20onerror=window.planted=1%3E".to_string(),
    ] {
        open(page, &fragment, "matrix.html");
        page.until("!document.querySelector('.ask-said').textContent.startsWith('Asking')");
        assert_eq!(page.complaints(), Vec::<String>::new(), "{fragment:.80}");
        assert_eq!(page.value("typeof window.planted"), "undefined", "{fragment:.80}");
    }
}
