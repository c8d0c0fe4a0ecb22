//! Jobs that run the blocks of a campaign: an array of Slurm, an indexed Job of Kubernetes, GNU parallel.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::ranges;

/// A process for each group of blocks.
#[derive(Clone, Debug)]
pub struct Job<'a> {
    /// Path of the program where the processes run.
    pub program: &'a str,
    /// Path of the campaign's folder there.
    pub folder: &'a Path,
    /// The numbers of the groups, in increasing order.
    pub groups: &'a [usize],
    /// The number of blocks in a group.
    pub each: usize,
    /// Further options of the program.
    pub arguments: &'a [String],
}

/// The place of an indexed Job in a cluster.
#[derive(Clone, Debug)]
pub struct Pods<'a> {
    /// The image that has the program on its path.
    pub image: &'a str,
    /// The persistent volume claim of the volume that holds the campaign's folder.
    pub claim: &'a str,
    /// The path of the folder on the volume; `None` for its root.
    pub path: Option<&'a str>,
    /// The largest number of pods at a time.
    pub parallelism: u64,
    /// The number of times that a pod of one index may fail before the index is given up.
    pub retries: u64,
}

/// The path in a pod at which the campaign's folder appears.
const MOUNTED: &str = "/campaign";

/// Returns the text as one word of a shell, quoted where that is needed.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

impl Job<'_> {
    /// The name of the job: `verify-` and the folder's name, as a label of DNS.
    fn name(&self) -> String {
        let name = self.folder.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let name: String = name.chars().take(40).map(plain).collect();
        format!("verify-{name}").trim_end_matches('-').to_string()
    }

    /// The words that run a group of blocks in `folder`, whose number is given by the words `number`.
    fn words(&self, folder: &str, number: &[&str]) -> Vec<String> {
        let mut words: Vec<String> = [self.program, "campaign", "run", folder].map(String::from).to_vec();
        words.extend(number.iter().map(|word| (*word).to_string()));
        if self.each > 1 {
            words.extend(["--each".to_string(), self.each.to_string()]);
        }
        words.extend(self.arguments.iter().cloned());
        words
    }

    fn shell(&self, number: &[&str]) -> String {
        let words = self.words(&self.folder.display().to_string(), number);
        words.iter().map(|text| quoted(text)).collect::<Vec<_>>().join(" ")
    }

    /// A script for `sbatch`: an array with a task for each group. The shell is replaced by the program, so that
    /// the program receives Slurm's signals.
    pub fn slurm(&self) -> String {
        // Slurm replaces %A by the job and %a by the task.
        let logs = self.folder.join("logs").display().to_string().replace('%', "%%").replace(' ', "\\ ");
        format!(
            "#!/bin/bash\n#SBATCH --job-name={}\n#SBATCH --array={}\n#SBATCH --requeue\n\
             #SBATCH --open-mode=append\n#SBATCH --output={logs}/%A_%a.log\n\n\
             exec {} --threads \"${{SLURM_CPUS_PER_TASK:-1}}\"\n",
            self.name(),
            ranges(self.groups),
            self.shell(&["--block-from-env"])
        )
    }

    /// A shell script for GNU parallel, which reads its further options from the variable `PARALLEL`.
    pub fn parallel(&self) -> String {
        let log = quoted(&self.folder.join("logs/parallel.tsv").display().to_string());
        format!(
            "#!/bin/sh\nfor range in {}; do seq \"${{range%-*}}\" \"${{range#*-}}\"; done |\n  \
             parallel --quote --retries 3 --joblog {log} {}\n",
            ranges(self.groups).replace(',', " "),
            self.shell(&["--threads", "1", "--block", "{}"])
        )
    }

    /// An indexed Job of Kubernetes, for `kubectl apply`, with a completion for each group up to the last one.
    pub fn kubernetes(&self, pods: &Pods<'_>) -> Json {
        let mut mount = json!({ "name": "campaign", "mountPath": MOUNTED });
        if let Some(path) = pods.path {
            mount["subPath"] = json!(path);
        }
        json!({
            "apiVersion": "batch/v1",
            "kind": "Job",
            "metadata": { "name": self.name() },
            "spec": {
                "completionMode": "Indexed",
                "completions": self.groups.last().map_or(0, |last| last + 1),
                "parallelism": pods.parallelism,
                "backoffLimitPerIndex": pods.retries,
                "template": { "spec": {
                    "restartPolicy": "Never",
                    "containers": [{
                        "name": "verify",
                        "image": pods.image,
                        "command": self.words(MOUNTED, &["--block-from-env", "--threads", "1"]),
                        "resources": { "requests": { "cpu": "1" } },
                        "volumeMounts": [mount],
                    }],
                    "volumes": [{
                        "name": "campaign",
                        "persistentVolumeClaim": { "claimName": pods.claim },
                    }],
                } },
            },
        })
    }
}
