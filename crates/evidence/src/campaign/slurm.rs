//! A Slurm job that serves a campaign: an array of workers, each of which takes blocks by lease.

use std::path::Path;

/// The parameters of the job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job<'a> {
    /// Number of workers, each a task of the array.
    pub workers: usize,
    /// Number of cores per worker.
    pub cores: usize,
    /// Time limit of a worker, in Slurm's notation.
    pub time: &'a str,
    /// The partition; `None` for Slurm's default.
    pub partition: Option<&'a str>,
    /// Further options of sbatch, such as `--account=abc`.
    pub options: &'a [String],
    /// Path of the program on the nodes.
    pub program: &'a Path,
    /// Path of the campaign's folder on the nodes.
    pub folder: &'a Path,
    /// Further options of the program.
    pub arguments: &'a [String],
}

/// The path of the script in the campaign's folder.
pub const SCRIPT: &str = "slurm/job.sh";

/// A word quoted for the shell.
fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Returns `true` if Slurm accepts the text as a time: minutes, or a form such as
/// `[days-]hours:minutes[:seconds]`.
pub fn is_time(text: &str) -> bool {
    let (days, rest) = match text.split_once('-') {
        Some((days, rest)) => (Some(days), rest),
        None => (None, text),
    };
    let number = |part: &str| !part.is_empty() && part.len() <= 9 && part.bytes().all(|b| b.is_ascii_digit());
    let parts: Vec<&str> = rest.split(':').collect();
    days.is_none_or(number) && parts.len() <= 3 && parts.iter().all(|part| number(part))
}

impl Job<'_> {
    /// The script. The shell is replaced by the program, so that the program receives Slurm's signals and
    /// releases its leases.
    pub fn script(&self) -> String {
        let folder = self.folder.display().to_string();
        let name = self.folder.file_name().map_or_else(|| "campaign".into(), |name| name.to_string_lossy());
        let name: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' })
            .collect();
        let mut lines = vec![
            "#!/bin/bash".to_string(),
            "# An array of workers for a campaign: each takes blocks by lease until there are none left."
                .to_string(),
            format!("#SBATCH --job-name=verify-{name}"),
            format!("#SBATCH --array=0-{}", self.workers.saturating_sub(1)),
            "#SBATCH --ntasks=1".to_string(),
            format!("#SBATCH --cpus-per-task={}", self.cores),
            format!("#SBATCH --time={}", self.time),
            "#SBATCH --requeue".to_string(),
            "#SBATCH --open-mode=append".to_string(),
            // Slurm replaces %A by the job and %a by the task.
            format!("#SBATCH --output={}/slurm/%A_%a.log", folder.replace('%', "%%").replace(' ', "\\ ")),
        ];
        lines.extend(self.partition.map(|partition| format!("#SBATCH --partition={partition}")));
        lines.extend(self.options.iter().map(|option| format!("#SBATCH {option}")));
        let mut command = vec![
            "exec".to_string(),
            word(&self.program.display().to_string()),
            "campaign".to_string(),
            word(&folder),
            "--no-merge".to_string(),
            "--threads \"${SLURM_CPUS_PER_TASK:-1}\"".to_string(),
        ];
        command.extend(self.arguments.iter().map(|argument| word(argument)));
        format!("{}\n\n{}\n", lines.join("\n"), command.join(" "))
    }
}
