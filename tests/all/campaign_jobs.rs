//! Jobs that run campaigns: the script for Slurm, the script for GNU parallel, the manifest for Kubernetes.

use std::path::Path;
use std::process::Command;

use serde_json::Value as Json;

use super::outside::python;
use super::support::{folder, said, there, verify};

const CELLS: [&str; 8] = ["--mech", "drf", "--property", "ef", "--blocks", "5", "--instances", "50"];

fn ended(code: i32, words: &[&str]) -> String {
    let output = verify(&[&["campaign"], words].concat());
    assert_eq!(output.status.code(), Some(code), "{words:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with a plan, whose path has a space and a quote.
fn planned(name: &str, plan: &[&str]) -> String {
    let path = folder(&format!("campaign's {name}")).to_string_lossy().into_owned();
    ended(0, &[&["plan", path.as_str()], plan].concat());
    path
}

fn counts(path: &str) -> (Json, Json) {
    let status: Json = serde_json::from_str(&ended(0, &["status", path, "--format", "json"])).unwrap();
    (status["done"]["numbers"].clone(), status["missing"]["numbers"].clone())
}

#[test]
fn an_array_of_slurm_has_a_task_for_each_missing_block() {
    let path = planned("array", &CELLS);
    ended(0, &["run", &path, "--block", "1,3"]);
    let script = ended(0, &["slurm", &path]);
    for line in ["#!/bin/bash", "#SBATCH --array=0,2,4", "#SBATCH --requeue", "#SBATCH --open-mode=append"] {
        assert!(script.lines().any(|known| known == line), "{script}");
    }
    // The folder of the logs must exist, and sbatch takes `\ ` for a space.
    assert!(script.contains("/campaign's\\ array/logs/%A_%a.log\n"), "{script}");
    assert!(Path::new(&path).join("logs").is_dir());
    for task in ["0", "2", "4"] {
        let mut bash = Command::new("bash");
        let run = bash.args(["-c", &script]).env("SLURM_ARRAY_TASK_ID", task).output().unwrap();
        assert!(run.status.success(), "{run:?}");
    }
    assert_eq!(counts(&path), ("0-4".into(), "".into()));
    assert!(ended(2, &["slurm", &path]).is_empty(), "nothing is left to run");
}

/// By default Slurm numbers tasks up to 1000, so each task of a larger campaign has several blocks.
#[test]
fn large_campaigns_fit_into_an_array() {
    let path = planned("large", &[&CELLS[..4], &["--blocks", "2500"]].concat());
    let script = ended(0, &["slurm", &path]);
    assert!(script.contains("--array=0-833\n") && script.contains(" --each 3 "), "{script}");
    assert!(ended(0, &["slurm", &path, "--each", "100"]).contains("--array=0-24\n"));
    ended(2, &["slurm", &path, "--each", "2"]);
}

#[test]
fn gnu_parallel_runs_the_missing_blocks() {
    let path = planned("parallel", &CELLS);
    ended(0, &["run", &path, "--block", "2"]);
    let script = ended(0, &["parallel", &path]);
    assert!(script.contains("for range in 0-1 3-4;") && script.contains("parallel "), "{script}");
    if !there("parallel", "apt-get install parallel") {
        return;
    }
    let run = Command::new("sh").args(["-c", &script]).env("PARALLEL", "--jobs 2").output().unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(counts(&path), ("0-4".into(), "".into()));
}

/// The part of the API batch/v1 that the manifest uses, by hand from the reference of Kubernetes 1.33: the fields of
/// each object with their types, and with `!` those that are required.
const API: [(&str, &[(&str, &str)]); 10] = [
    (
        "Job",
        &[("apiVersion", "=batch/v1!"), ("kind", "=Job!"), ("metadata", "ObjectMeta!"), ("spec", "JobSpec!")],
    ),
    ("ObjectMeta", &[("name", "name!"), ("namespace", "name"), ("labels", "map"), ("annotations", "map")]),
    (
        "JobSpec",
        &[
            ("activeDeadlineSeconds", "integer"),
            ("backoffLimit", "integer"),
            ("backoffLimitPerIndex", "integer"),
            ("completionMode", "=Indexed"),
            ("completions", "integer"),
            ("maxFailedIndexes", "integer"),
            ("parallelism", "integer"),
            ("suspend", "boolean"),
            ("template", "PodTemplateSpec!"),
            ("ttlSecondsAfterFinished", "integer"),
        ],
    ),
    ("PodTemplateSpec", &[("metadata", "ObjectMeta"), ("spec", "PodSpec!")]),
    // With backoffLimitPerIndex the policy must be Never.
    ("PodSpec", &[("containers", "[Container]!"), ("restartPolicy", "=Never!"), ("volumes", "[Volume]")]),
    (
        "Container",
        &[
            ("name", "name!"),
            ("image", "string!"),
            ("command", "[string]"),
            ("args", "[string]"),
            ("resources", "Resources"),
            ("volumeMounts", "[VolumeMount]"),
        ],
    ),
    ("Resources", &[("requests", "map"), ("limits", "map")]),
    (
        "VolumeMount",
        &[("name", "name!"), ("mountPath", "string!"), ("subPath", "string"), ("readOnly", "boolean")],
    ),
    ("Volume", &[("name", "name!"), ("persistentVolumeClaim", "Claim!")]),
    ("Claim", &[("claimName", "name!"), ("readOnly", "boolean")]),
];

/// Checks a value against a type of the API. A name is a label of DNS, as RFC 1123 has it.
fn conforms(kind: &str, value: &Json, at: &str) -> Result<(), String> {
    let well = match kind {
        "integer" => value.as_i64().is_some_and(|n| (0..=i64::from(i32::MAX)).contains(&n)),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "map" => value.as_object().is_some_and(|all| all.values().all(Json::is_string)),
        "name" => value.as_str().is_some_and(|name| {
            let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
            (1..=63).contains(&name.len())
                && name.chars().all(plain)
                && !name.starts_with('-')
                && !name.ends_with('-')
        }),
        _ => true,
    };
    if !well {
        return Err(format!("{at}: {value} is no {kind}"));
    }
    if let Some(word) = kind.strip_prefix('=') {
        return if value == word { Ok(()) } else { Err(format!("{at}: {value} is not {word}")) };
    }
    if let Some(of) = kind.strip_prefix('[') {
        let items = value.as_array().filter(|all| !all.is_empty()).ok_or(format!("{at}: no list"))?;
        return items.iter().try_for_each(|item| conforms(of.trim_end_matches(']'), item, at));
    }
    let Some((_, fields)) = API.iter().find(|(name, _)| *name == kind) else { return Ok(()) };
    let object = value.as_object().ok_or(format!("{at}: no object"))?;
    for name in object.keys() {
        let (_, of) =
            fields.iter().find(|(known, _)| known == name).ok_or(format!("{at}: unknown {name}"))?;
        conforms(of.trim_end_matches('!'), &object[name], &format!("{at}.{name}"))?;
    }
    match fields.iter().find(|(name, of)| of.ends_with('!') && !object.contains_key(*name)) {
        Some((name, _)) => Err(format!("{at}: no {name}")),
        None => Ok(()),
    }
}

#[test]
fn the_job_of_kubernetes_is_indexed() {
    let path = planned("Job", &CELLS);
    let asked =
        ["kubernetes", &path, "--image", "registry/verify:0.1", "--claim", "shared", "--path", "a/job"];
    let job: Json = serde_json::from_str(&ended(0, &[&asked[..], &["--parallelism", "3"]].concat())).unwrap();
    conforms("Job", &job, "Job").unwrap();
    let spec = &job["spec"];
    assert_eq!((&spec["completionMode"], &spec["completions"]), (&"Indexed".into(), &5.into()));
    assert_eq!((&spec["parallelism"], &spec["backoffLimitPerIndex"]), (&3.into(), &3.into()));
    // The name of a pod is the job's with the index, which must be a label too.
    assert!(job["metadata"]["name"].as_str().unwrap().len() + "-99999".len() <= 63);
    let pod = &spec["template"]["spec"];
    let (mount, volume) = (&pod["containers"][0]["volumeMounts"][0], &pod["volumes"][0]);
    assert_eq!(mount["name"], volume["name"]);
    assert_eq!(
        (&mount["subPath"], &volume["persistentVolumeClaim"]["claimName"]),
        (&"a/job".into(), &"shared".into())
    );
    let command = pod["containers"][0]["command"].as_array().unwrap();
    let at = command.iter().position(|word| word == &mount["mountPath"]).unwrap();
    // The command of a pod with the index 4, on the folder of the campaign.
    let words: Vec<&str> = command[1..].iter().map(|word| word.as_str().unwrap()).collect();
    let words: Vec<&str> =
        words.iter().enumerate().map(|(k, word)| if k + 1 == at { path.as_str() } else { word }).collect();
    let mut verify = Command::new(env!("CARGO_BIN_EXE_verify"));
    let run = verify
        .args(words)
        .env_remove("SLURM_ARRAY_TASK_ID")
        .env("JOB_COMPLETION_INDEX", "4")
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(counts(&path), ("4".into(), "0-3".into()));
    for (field, wrong) in [("completionMode", "NonIndexed"), ("completions", "five")] {
        let mut other = job.clone();
        other["spec"][field] = wrong.into();
        assert!(conforms("Job", &other, "Job").is_err(), "{field}");
    }
}

/// The limits on a program are passed on to the processes of a job.
#[test]
fn a_job_hands_on_what_a_program_is_allowed() {
    if !python() {
        return;
    }
    let command = ["--mech-command", "python3 examples/asset-fairness/mine.py"];
    let path = planned("program", &[&command[..], &CELLS[2..]].concat());
    let allowed = ["--mech-timeout", "7s", "--mech-memory", "2G", "--slack", "1e-3"];
    let script = ended(0, &[&["slurm", &path], &command[..], &allowed].concat());
    let handed = "--mech-command 'python3 examples/asset-fairness/mine.py' --mech-timeout 7000ms \
                  --mech-memory 2097152K --slack 1/1000 ";
    assert!(script.contains(handed), "{script}");
    let mut bash = Command::new("bash");
    bash.args(["-c", &script]).current_dir(super::support::root()).env("SLURM_ARRAY_TASK_ID", "1");
    let run = bash.output().unwrap();
    assert!(run.status.success(), "{run:?}");
    assert_eq!(counts(&path), ("1".into(), "0,2-4".into()));
    // Without limits there is no limit of memory, and the other limits have their default values.
    let script = ended(0, &[&["slurm", &path], &command[..]].concat());
    assert!(script.contains("mine.py' --mech-timeout 10000ms --slack 1/1000000000 --threads"), "{script}");
}
