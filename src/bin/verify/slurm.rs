//! `verify campaign slurm`: the workers of a campaign as Slurm jobs.

use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use clap::FromArgMatches as _;
use fairwitness::document::put;
use fairwitness::library::campaign::Campaign;
use fairwitness::library::campaign::slurm::{Job, SCRIPT, is_time};

use super::args::{self, Format, Slurm};
use super::campaign::planned;
use super::said::Submitted;
use super::{help, outside, render};

/// Runs `verify campaign slurm`.
pub fn slurm(asked: &Slurm, format: Format) -> Result<u8> {
    if !is_time(&asked.time) {
        bail!("--time {}: write minutes, H:MM:SS or D-HH:MM:SS, as in 2:00:00", asked.time);
    }
    let lines = asked.partition.iter().chain(&asked.sbatch);
    if let Some(odd) = lines.into_iter().find(|text| text.is_empty() || text.contains(['\n', '\r'])) {
        bail!("`{}` is no option of sbatch on one line", odd.escape_debug());
    }
    if let Some(odd) = asked.partition.as_ref().filter(|p| p.contains(char::is_whitespace)) {
        bail!("--partition {odd}: a partition's name has no spaces");
    }
    let of_program = ["--mech-command", "--mech-timeout", "--mech-memory", "--slack"];
    let names = |word: &String| of_program.contains(&word.split('=').next().unwrap_or_default());
    if let Some(odd) = asked.campaign.iter().find(|word| names(word)) {
        bail!(
            "after --: {odd}: say of the program what is to be said before --, as in \
             `verify campaign slurm DIR --mech-command '..' -- ..`"
        );
    }
    let words = ["verify", "campaign"].map(String::from).into_iter();
    let words = words.chain([asked.folder.display().to_string()]).chain(asked.campaign.iter().cloned());
    let parsed = help::command().try_get_matches_from(words).and_then(|m| args::Cli::from_arg_matches(&m));
    let cli = match parsed {
        Ok(cli) => cli,
        Err(error) => {
            bail!("after --: {}", error.render().to_string().trim_end().trim_start_matches("error: "))
        }
    };
    let Some(args::Command::Campaign(inner)) = cli.command else { bail!("after --: options of a campaign") };
    let known = Campaign::of(&asked.folder)?;
    if known.is_none() && asked.campaign.is_empty() {
        bail!(
            "{}: there is no campaign yet; say after -- what it is to do, as in `-- --mech tsf --property si,ef`",
            asked.folder.display()
        );
    }
    let campaign = planned(&inner, &asked.folder)?;
    campaign.settle(&asked.folder)?;
    let folder = std::fs::canonicalize(&asked.folder).with_context(|| asked.folder.display().to_string())?;
    let program = std::env::current_exe().context("the program does not find itself")?;
    let mut arguments = vec!["--lease".to_string(), format!("{}ms", asked.lease.as_millis())];
    arguments.extend(inner.shard.iter().flat_map(|shard| ["--shard".to_string(), shard.clone()]));
    arguments.extend(outside::arguments());
    let job = Job {
        workers: asked.nodes as usize,
        cores: asked.cores as usize,
        time: &asked.time,
        partition: asked.partition.as_deref(),
        options: &asked.sbatch,
        program: &program,
        folder: &folder,
        arguments: &arguments,
    };
    let script = folder.join(SCRIPT);
    std::fs::create_dir_all(folder.join("slurm"))
        .with_context(|| folder.join("slurm").display().to_string())?;
    put(&script, &job.script()).with_context(|| script.display().to_string())?;
    let submitted = if asked.dry_run { None } else { Some(submit(&script)?) };
    match format {
        Format::Json => {
            render::print_json(&Submitted { script, job: submitted, blocks: campaign.units() });
        }
        Format::Text => {
            let (shown, units) = (script.display(), campaign.units());
            let folder = asked.folder.display();
            render::print(&match submitted {
                None => format!("{units} blocks; written: {shown}\nsubmit: sbatch {shown}\n"),
                Some(job) => format!(
                    "{units} blocks; job {job} submitted, {shown}\nwatch:  verify campaign status {folder}\nend:    verify campaign merge {folder}\n"
                ),
            });
        }
    }
    Ok(0)
}

/// Submits a script and returns the number of the job.
fn submit(script: &Path) -> Result<String> {
    let run = Command::new("sbatch").arg("--parsable").arg(script).output();
    let run = match run {
        Ok(run) => run,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => bail!(
            "sbatch is not on the path: run this where jobs are submitted, or install Slurm's client (Debian and Ubuntu: \
             apt install slurm-client), or take --dry-run, which writes {} and submits nothing",
            script.display()
        ),
        Err(error) => bail!("sbatch cannot be run: {error}"),
    };
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_string();
    if !run.status.success() {
        bail!("sbatch refuses {}: {}", script.display(), text(&run.stderr));
    }
    // The output is JOB, or JOB;CLUSTER if there are several clusters.
    Ok(text(&run.stdout).split(';').next().unwrap_or_default().to_string())
}
