//! Variants of small states, as rows of a data file: what an import says after edits of a file.

use serde_json::{Value as Json, json};

use super::support::{folder as scratch, verify as program};

/// The value below which `pointer` names a field or an item, and the last part of the pointer.
fn parent<'a, 'p>(file: &'a mut Json, pointer: &'p str) -> (&'a mut Json, &'p str) {
    let (above, last) = pointer.rsplit_once('/').unwrap();
    (file.pointer_mut(above).unwrap(), last)
}

fn edited(mut file: Json, row: &Json) -> Json {
    for pointer in row["drop"].as_array().into_iter().flatten() {
        let (above, last) = parent(&mut file, pointer.as_str().unwrap());
        above.as_object_mut().unwrap().remove(last).unwrap();
    }
    for (pointer, value) in row["set"].as_object().into_iter().flatten() {
        if pointer.is_empty() {
            file = value.clone();
            continue;
        }
        let (above, last) = parent(&mut file, pointer);
        match last.parse::<usize>() {
            Ok(item) => above[item] = value.clone(),
            Err(_) => above[last] = value.clone(),
        }
    }
    for (pointer, value) in row["add"].as_object().into_iter().flatten() {
        file.pointer_mut(pointer).unwrap().as_array_mut().unwrap().push(value.clone());
    }
    if let [from, to] = row["copy"].as_array().map_or(&[][..], Vec::as_slice) {
        let item = file.pointer(from.as_str().unwrap()).unwrap().clone();
        file.pointer_mut(to.as_str().unwrap()).unwrap().as_array_mut().unwrap().push(item);
    }
    if let Some(pointer) = row["wrap"].as_str() {
        let items = file.pointer_mut(pointer).unwrap();
        *items = json!([{"kind": "List", "items": items.take()}]);
    }
    file
}

/// What rows of Kueue expect is derived from its source (kubernetes-sigs/kueue, ff69552e). pkg/workload/resources.go: the
/// overhead of a RuntimeClass counts where the template has none; defaults of LimitRanges come before limits become requests, so
/// a container without a request asks for 500m, or for the default limit, and one with a request of 3 above a default limit of
/// 1 is not admitted; the limit of a pod as a whole is its request where it has none. pkg/workload/workload.go: `IsAdmissible` and `HasQuotaReservation`; of 4 specified pods 2 are gone, so 2
/// of 2 admitted pods count, and 2 of 4; of 2000m for 3 pods, 2 count as 2000 / 3 * 2 = 1332m in whole numbers; 999.5m counts
/// as 1000m. pkg/controller/core/clusterqueue_controller.go: a queue counts a delayed workload among those that wait.
#[test]
fn variants_of_states_are_read_or_refused() {
    let text = std::fs::read_to_string("tests/imports/variants.json").unwrap();
    let table: Json = serde_json::from_str(&text).unwrap();
    let folder = scratch("variants");
    for row in table["rows"].as_array().unwrap() {
        let edit = row["edit"].as_str().unwrap();
        let path = |name: &str| {
            let base = table["bases"][name].clone();
            let file = folder.join(format!("{name}.json"));
            let json = if name == edit { edited(base, row) } else { base };
            std::fs::write(&file, json.to_string()).unwrap();
            file.to_str().unwrap().to_string()
        };
        let args = match edit {
            "kueue" => vec!["kueue".to_string(), path("kueue")],
            "nodes" | "pods" => {
                ["kubernetes", "--nodes", &path("nodes"), "--pods", &path("pods"), "--by", "namespace"]
                    .map(String::from)
                    .to_vec()
            }
            _ => ["slurm", "--nodes", &path("slurm-nodes"), "--jobs", &path("slurm-jobs")]
                .map(String::from)
                .to_vec(),
        };
        let args: Vec<&str> = std::iter::once("import").chain(args.iter().map(String::as_str)).collect();
        let out = program(&args);
        let said =
            format!("{}{}", String::from_utf8_lossy(&out.stdout), String::from_utf8_lossy(&out.stderr));
        assert_eq!(out.status.code(), Some(row["status"].as_i64().unwrap_or(0) as i32), "{row}\n{said}");
        for words in row["says"].as_array().unwrap() {
            assert!(said.contains(words.as_str().unwrap()), "{row}\n{said}");
        }
        for words in row["lacks"].as_array().into_iter().flatten() {
            assert!(!said.contains(words.as_str().unwrap()), "{row}\n{said}");
        }
    }
}
