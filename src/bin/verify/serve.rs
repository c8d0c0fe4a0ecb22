//! `verify serve --stdio`: the questions of this program for agents, by the Model Context Protocol.
//!
//! A tool is a command of this program, run in a process of its own with a limit on time and memory. Instances come as texts, or as
//! files of the one folder that the user names; the program reads and writes nothing else for a tool.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, Result};
use fairwitness::library::campaign::job::quoted;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use serde_json::{Value as Json, json};
use tokio::process::Command;

/// What a tool does with an argument.
#[derive(Clone, Copy)]
enum Use {
    /// The value of this option.
    Option(&'static str),
    /// The text of an instance, or its file in the folder.
    Instance,
    /// An argument without an option.
    Plain,
}

/// An argument of a tool: its name, its description, its use, and whether it must be there.
type Argument = (&'static str, &'static str, Use, bool);

const MECHANISM: Argument = ("mechanism", "id of a mechanism, such as tsf", Use::Option("--mech"), true);
const PROPERTY: Argument = ("property", "id of a property, such as bf", Use::Option("--property"), true);
const MEASURE: Argument = ("measure", "id of a measure, such as si-ratio", Use::Option("--measure"), true);
const INSTANCE: Argument = (
    "instance",
    "an instance as TOML or JSON text, or the name of a file in the folder",
    Use::Instance,
    true,
);
const SCOPE: Argument = (
    "scope",
    "the instances to examine, such as users=2,servers=1,resources=2,max=3",
    Use::Option("--scope"),
    false,
);
const BUDGET: Argument =
    ("budget", "a number of instances or a time, such as 10s", Use::Option("--budget"), false);

/// A command of this program as a tool: its name, its description, the command's words, and its arguments.
type Offered = (&'static str, &'static str, &'static [&'static str], &'static [Argument]);

const TOOLS: [Offered; 8] = [
    ("run", "Allocates one instance by a mechanism, in exact fractions.", &["run"], &[MECHANISM, INSTANCE]),
    (
        "judge",
        "Decides whether a mechanism has a property on one instance.",
        &[],
        &[MECHANISM, PROPERTY, INSTANCE],
    ),
    (
        "search",
        "Searches for an instance on which a mechanism violates a property. `unrefuted` says only that the counted instances \
         hold no violation.",
        &[],
        &[MECHANISM, PROPERTY, SCOPE, BUDGET],
    ),
    (
        "worst",
        "The instance with the worst value of a measure, and the proved bound.",
        &["worst", "--bound"],
        &[MECHANISM, MEASURE, SCOPE, BUDGET],
    ),
    (
        "ask",
        "Which mechanisms have some properties and violate others.",
        &["ask"],
        &[("query", "properties with &, |, ! and parentheses, such as si & !po", Use::Plain, true)],
    ),
    (
        "impossible",
        "Whether any rule for whole tasks has all these properties on every report of a small scope.",
        &["impossible"],
        &[
            ("properties", "ids with commas, such as po,si,sp", Use::Option("--property"), true),
            (SCOPE.0, SCOPE.1, SCOPE.2, true),
        ],
    ),
    ("audit", "Who is below the fair share in a cluster with running tasks.", &["audit"], &[INSTANCE]),
    (
        "why",
        "Why a team of a cluster has the share that it has.",
        &["audit"],
        &[INSTANCE, ("team", "the name of a user or queue", Use::Option("--why"), true)],
    ),
];

/// The memory of a tool's process in units of 1024 bytes.
const MEMORY: u64 = 4 << 20;

/// The tools, with the folder of files and the time for one answer.
struct Served {
    program: PathBuf,
    folder: PathBuf,
    time: Duration,
}

/// Serves until the other side closes the pipe.
pub fn serve(folder: &Path, time: Duration) -> Result<u8> {
    let folder = folder.canonicalize().with_context(|| folder.display().to_string())?;
    let served = Served { program: std::env::current_exe()?, folder, time };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let running = served
            .serve(rmcp::transport::stdio())
            .await
            .context("the other side does not speak the protocol")?;
        running.waiting().await?;
        Ok(0)
    })
}

fn described(&(name, about, _, arguments): &Offered) -> Tool {
    let properties: JsonObject = arguments
        .iter()
        .map(|(name, about, ..)| ((*name).to_string(), json!({"type": "string", "description": about})))
        .collect();
    let required: Vec<&str> =
        arguments.iter().filter(|(.., needed)| *needed).map(|(name, ..)| *name).collect();
    let schema = json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false});
    Tool::new(name, about, schema.as_object().cloned().unwrap_or_default())
}

impl Served {
    /// The arguments of the command, and the file that holds the instance if it came as a text.
    fn words(
        &self,
        tool: &Offered,
        given: &JsonObject,
    ) -> Result<(Vec<String>, Option<tempfile::NamedTempFile>), String> {
        let (_, _, command, arguments) = tool;
        let known = |name: &String| arguments.iter().any(|(known, ..)| known == name);
        if let Some(other) = given.keys().find(|name| !known(name)) {
            let names: Vec<&str> = arguments.iter().map(|(name, ..)| *name).collect();
            return Err(format!("there is no argument `{other}`; this tool takes {}", names.join(", ")));
        }
        let mut words: Vec<String> = command.iter().map(ToString::to_string).collect();
        let mut file = None;
        for (name, _, used, needed) in *arguments {
            let value = match given.get(*name) {
                Some(Json::String(text)) => text,
                Some(_) => return Err(format!("`{name}` is a text")),
                None if *needed => return Err(format!("`{name}` is missing")),
                None => continue,
            };
            match used {
                Use::Option(option) => words.push(format!("{option}={value}")),
                Use::Plain => words.extend(["--".to_string(), value.clone()]),
                Use::Instance => {
                    let (path, kept) = self.instance(value)?;
                    words.push(format!("--instance={}", path.display()));
                    file = kept;
                }
            }
        }
        Ok((words, file))
    }

    /// The file of an instance: one in the folder, or a new one with the text.
    fn instance(&self, value: &str) -> Result<(PathBuf, Option<tempfile::NamedTempFile>), String> {
        if !value.contains(['\n', '=', '{']) {
            let path = self.folder.join(value).canonicalize().map_err(|error| format!("{value}: {error}"))?;
            let within = path.starts_with(&self.folder);
            return if within {
                Ok((path, None))
            } else {
                Err(format!("{value} is outside of the folder that is served"))
            };
        }
        let suffix = if value.trim_start().starts_with('{') { ".json" } else { ".toml" };
        let file = tempfile::Builder::new().prefix("instance").suffix(suffix).tempfile();
        let file = file.map_err(|error| error.to_string())?;
        std::fs::write(file.path(), value).map_err(|error| error.to_string())?;
        Ok((file.path().to_path_buf(), Some(file)))
    }

    /// Runs the command, and returns its document with the line that repeats it.
    async fn answer(&self, tool: &Offered, given: &JsonObject) -> Result<Json, String> {
        let (words, file) = self.words(tool, given)?;
        // The shell bounds the memory, which the command cannot exceed afterwards.
        let mut command = Command::new("sh");
        command.args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\"")]).arg(&self.program);
        command.args(["--format", "json"]).args(&words).current_dir(&self.folder);
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = tokio::time::timeout(self.time, command.output()).await;
        let output = output.map_err(|_| format!("it was not done within {:?}", self.time))?;
        let output = output.map_err(|error| error.to_string())?;
        let text = String::from_utf8_lossy(&output.stdout);
        let answer: Json = serde_json::from_str(&text)
            .map_err(|_| String::from_utf8_lossy(&output.stderr).trim().to_string())?;
        let shown = |word: &String| {
            quoted(&match &file {
                Some(file) => word.replace(&file.path().display().to_string(), "INSTANCE"),
                None => word.clone(),
            })
        };
        let line: Vec<String> =
            std::iter::once("verify".to_string()).chain(words.iter().map(shown)).collect();
        Ok(json!({"command": line.join(" "), "status": output.status.code(), "answer": answer}))
    }
}

impl ServerHandler for Served {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("fairwitness", env!("CARGO_PKG_VERSION")))
            .with_instructions(
                "Judges rules of fair allocation in exact arithmetic. Numbers are texts such as \"1/6\". Status 0: nothing \
                 found; 1: a violation; 2: wrong input; 3: undecided. `command` repeats the answer.",
            )
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(TOOLS.iter().map(described).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = TOOLS.iter().find(|(name, ..)| *name == request.name) else {
            let names: Vec<&str> = TOOLS.iter().map(|(name, ..)| *name).collect();
            let why = format!("there is no tool `{}`; the tools are {}", request.name, names.join(", "));
            return Err(ErrorData::invalid_params(why, None));
        };
        let given = request.arguments.unwrap_or_default();
        Ok(match self.answer(tool, &given).await {
            Ok(answer) => CallToolResult::structured(answer).into(),
            Err(why) => CallToolResult::error(vec![ContentBlock::text(why)]).into(),
        })
    }
}
