//! The server for agents: it speaks the Model Context Protocol, answers by the commands of the program, and reads one folder.

#![cfg(feature = "mcp")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

use super::support::{Running, folder};

struct Agent {
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    asked: u64,
    _server: Running,
}

impl Agent {
    fn greeted(folder: &std::path::Path) -> Agent {
        let mut server = Command::new(env!("CARGO_BIN_EXE_verify"))
            .args(["serve", "--stdio", "--folder", folder.to_str().unwrap()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (server.stdin.take().unwrap(), BufReader::new(server.stdout.take().unwrap()));
        let mut agent = Agent { to, from, asked: 0, _server: Running(server) };
        let hello = json!({"protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"}});
        let said = agent.ask("initialize", &hello);
        assert_eq!(said["result"]["serverInfo"]["name"], "fairwitness", "{said}");
        agent.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        agent
    }

    fn say(&mut self, message: &Json) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Json) -> Json {
        self.asked += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.asked, "method": method, "params": params}));
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"))
    }

    fn call(&mut self, tool: &str, arguments: &Json) -> Json {
        self.ask("tools/call", &json!({"name": tool, "arguments": arguments}))
    }
}

#[test]
fn an_agent_finds_the_tools_and_is_answered_with_the_line_that_repeats_the_answer() {
    let mut agent = Agent::greeted(&folder("serve"));
    let tools = agent.ask("tools/list", &json!({}));
    let names: Vec<&str> = tools["result"]["tools"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["run", "judge", "search", "worst", "ask", "impossible", "audit", "why"]);

    // The example of Ghodsi et al.: 3 tasks of one user and 2 of the other.
    let instance = "model = \"cluster\"\ncapacity = [[9, 18]]\ndemand = [[1, 4], [3, 1]]\n";
    let said = agent.call("run", &json!({"mechanism": "drf", "instance": instance}));
    let said = &said["result"]["structuredContent"];
    assert_eq!(said["answer"]["outcome"]["tasks"], json!(["3", "2"]), "{said}");
    assert_eq!(said["command"], "verify run --mech=drf --instance=INSTANCE");

    let said = agent.call("search", &json!({"mechanism": "tsf", "property": "bf"}));
    let said = &said["result"]["structuredContent"];
    assert_eq!((&said["status"], &said["answer"]["verdict"]), (&json!(1), &json!("violated")), "{said}");
}

#[test]
fn a_tool_reads_nothing_outside_of_its_folder_and_refuses_what_it_does_not_know() {
    let own = folder("serve-files");
    let inner = own.join("inner");
    std::fs::create_dir(&inner).unwrap();
    let pool = "model = \"cluster\"\ncapacity = [[2]]\ndemand = [[1], [1]]\n";
    std::fs::write(inner.join("pool.toml"), pool).unwrap();
    std::fs::write(own.join("secret.toml"), pool).unwrap();
    let mut agent = Agent::greeted(&inner);
    let mut run =
        |name: &str| agent.call("run", &json!({"mechanism": "drf", "instance": name}))["result"].clone();
    assert_eq!(run("pool.toml")["isError"], false);
    let refused = run("../secret.toml");
    assert!(refused["isError"] == true && refused.to_string().contains("outside"), "{refused}");
    let said = agent.call("run", &json!({"mechanism": "drf", "instance": "pool.toml", "save": "x"}));
    assert!(said.to_string().contains("no argument `save`"), "{said}");
    let said = agent.call("delete", &json!({}));
    assert!(said["error"]["message"].as_str().unwrap().contains("no tool `delete`"), "{said}");
}
