//! A job of Slurm that serves a campaign: an array of workers, each of which takes blocks by lease.

use std::path::Path;

/// What Slurm is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job<'a> {
    /// How many workers, each a task of the array.
    pub workers: usize,
    /// Cores a worker.
    pub cores: usize,
    /// How long a worker may run, as Slurm writes it.
    pub time: &'a str,
    /// The partition, unless it is Slurm's own choice.
    pub partition: Option<&'a str>,
    /// More options of sbatch, as in `--account=abc`.
    pub options: &'a [String],
    /// The program, where the nodes find it.
    pub program: &'a Path,
    /// The campaign's folder, where the nodes find it.
    pub folder: &'a Path,
    /// More options of the program.
    pub arguments: &'a [String],
}

/// The script's file in the campaign's folder.
pub const SCRIPT: &str = "slurm/job.sh";

/// A word as the shell reads it.
fn word(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_string()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Whether Slurm takes the text for a time: minutes, or `[days-]hours:minutes[:seconds]` and the like.
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
    /// The script. The shell makes way for the program, so that what Slurm sends a job that has to end reaches it, and its
    /// leases are given back.
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
            // Slurm writes here for each task: %A is the job, %a the task.
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
