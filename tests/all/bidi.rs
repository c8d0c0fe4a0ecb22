//! A remote-controlled Firefox, through WebDriver BiDi: one JSON document in each text frame of a web socket.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

use super::devtools::Page;
use super::support::Running;

/// The time limit for the start of the browser and for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The names of the browser on different systems.
const NAMES: [&str; 2] = ["firefox-esr", "firefox"];

/// The line of the browser that names the address of its socket begins with this.
const LISTENS: &str = "WebDriver BiDi listening on ws://";

/// The settings of the profile: the browser asks nobody for news, extensions or studies, and reports nothing.
const SETTINGS: &str = "user_pref('app.update.disabledForTesting', true);\n\
                        user_pref('app.normandy.enabled', false);\n\
                        user_pref('datareporting.policy.dataSubmissionEnabled', false);\n\
                        user_pref('extensions.update.enabled', false);\n\
                        user_pref('network.captive-portal-service.enabled', false);\n\
                        user_pref('network.connectivity-service.enabled', false);\n\
                        user_pref('services.settings.server', 'data:,');\n\
                        user_pref('toolkit.telemetry.enabled', false);\n";

/// The mask of what is sent. It hides texts from proxies, of which there are none here, so that any will do.
const MASK: [u8; 4] = [1, 2, 3, 4];

/// The keys of a keyboard that type no text, as the protocol writes them.
const KEYS: [(&str, char); 10] = [
    ("Backspace", '\u{e003}'),
    ("Tab", '\u{e004}'),
    ("Enter", '\u{e007}'),
    ("Escape", '\u{e00c}'),
    ("End", '\u{e010}'),
    ("Home", '\u{e011}'),
    ("ArrowLeft", '\u{e012}'),
    ("ArrowUp", '\u{e013}'),
    ("ArrowRight", '\u{e014}'),
    ("ArrowDown", '\u{e015}'),
];

/// The name of the browser on this machine, if it is installed.
pub fn firefox() -> Option<&'static str> {
    let works = |name: &&str| {
        let asked = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        asked.is_ok_and(|status| status.success())
    };
    NAMES.into_iter().find(works)
}

/// A Firefox with one page.
pub struct Firefox {
    _child: Running,
    socket: TcpStream,
    coming: Receiver<Value>,
    /// The name of the page.
    context: Value,
    asked: u64,
    complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

/// Starts the browser, and returns it with the host and port of its socket.
fn started(name: &str, profile: &Path) -> (Running, String) {
    std::fs::write(profile.join("user.js"), SETTINGS).unwrap();
    let mut child = Command::new(name)
        .args([
            "--headless",
            "--no-remote",
            "--remote-debugging-port=0",
            "--width=1280",
            "--height=900",
            "--profile",
        ])
        .arg(profile)
        .arg("about:blank")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let said = BufReader::new(child.stderr.take().unwrap());
    let (send, coming) = channel();
    std::thread::spawn(move || {
        for line in said.lines().map_while(Result::ok) {
            if let Some(address) = line.strip_prefix(LISTENS) {
                let _ = send.send(address.to_string());
            }
        }
    });
    let address = coming.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{name} opens no socket"));
    (Running(child), address)
}

/// The text in the next frames of a socket; `None` at its end.
fn text(from: &mut impl std::io::Read) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    loop {
        let mut head = [0; 2];
        from.read_exact(&mut head).ok()?;
        let more = match head[1] & 127 {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mut length = [0; 8];
        length[7] = head[1] & 127;
        if more > 0 {
            length[7] = 0;
            from.read_exact(&mut length[8 - more..]).ok()?;
        }
        let mut part = vec![0; usize::try_from(u64::from_be_bytes(length)).ok()?];
        from.read_exact(&mut part).ok()?;
        // A text, or the rest of one; other frames, as to ask whether we are there, are passed over.
        if head[0] & 15 <= 1 {
            whole.append(&mut part);
            if head[0] & 128 != 0 {
                return Some(whole);
            }
        }
    }
}

impl Firefox {
    /// Starts the browser called `name`, with a new profile and an empty page.
    pub fn start(name: &str) -> Firefox {
        let profile = tempfile::tempdir().unwrap();
        let (child, address) = started(name, profile.path());
        let mut socket = TcpStream::connect(&address).unwrap();
        // The key is that of the standard's example: any 16 bytes would do.
        write!(
            socket,
            "GET /session HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        .unwrap();
        let mut reader = BufReader::new(socket.try_clone().unwrap());
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(line.contains("101"), "{name}: {line}");
        while line != "\r\n" {
            line.clear();
            reader.read_line(&mut line).unwrap();
        }
        let (send, coming) = channel();
        std::thread::spawn(move || {
            while let Some(message) = text(&mut reader) {
                let Ok(message) = serde_json::from_slice(&message) else { return };
                if send.send(message).is_err() {
                    return;
                }
            }
        });
        let mut browser = Firefox {
            _child: child,
            socket,
            coming,
            context: Value::Null,
            asked: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        browser.ask("session.new", json!({"capabilities": {}}));
        browser.ask("session.subscribe", json!({"events": ["log.entryAdded"]}));
        let pages = browser.ask("browsingContext.getTree", json!({}));
        browser.context = pages["contexts"][0]["context"].clone();
        browser
    }

    /// Calls a method of the browser and returns the answer.
    fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let said = self.message(method, parameters);
        assert!(said["type"] != "error", "{method}: {said}");
        said["result"].clone()
    }

    /// Calls a method of the browser and returns the message that answers it: a result or an error.
    fn message(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let message = json!({"id": self.asked, "method": method, "params": parameters}).to_string();
        // A whole text, its length in as few bytes as the standard asks for, and a mask, which Firefox wants to be no zero.
        let mut frame = vec![0x81];
        match message.len() {
            length @ ..126 => frame.push(0x80 | length as u8),
            length @ 126..65_536 => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend(MASK);
        frame.extend(message.bytes().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.socket.write_all(&frame).unwrap();
        loop {
            let said = self.coming.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("{method}: no answer"));
            if said["id"] == json!(self.asked) {
                return said;
            }
            let entry = &said["params"];
            if said["method"] == "log.entryAdded"
                && ["error", "warn"].contains(&entry["level"].as_str().unwrap_or(""))
            {
                self.complaints.push(format!("{}: {}", entry["type"], entry["text"]));
            }
        }
    }

    /// Performs actions of one source of input: `key` or `pointer`.
    fn act(&mut self, source: Value) {
        self.ask("input.performActions", json!({"context": self.context, "actions": [source]}));
    }

    /// Clicks on the middle of the first element that matches the selector, as with a mouse.
    pub fn click(&mut self, selector: &str) {
        self.value(&format!("document.querySelector({selector:?}).scrollIntoView({{ block: 'center' }})"));
        let locator = json!({"type": "css", "value": selector});
        let found = self.ask(
            "browsingContext.locateNodes",
            json!({"context": self.context, "locator": locator, "maxNodeCount": 1}),
        );
        let element = json!({"sharedId": found["nodes"][0]["sharedId"]});
        self.act(json!({"type": "pointer", "id": "mouse", "actions": [
            {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": element}},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]}));
    }
}

impl Page for Firefox {
    fn value_unless_left(&mut self, expression: &str) -> Result<Value, String> {
        // The protocol has its own way of writing values, and JSON is simpler.
        let written = format!("Promise.resolve({expression}).then((value) => JSON.stringify(value ?? null))");
        let asked = json!({"expression": written, "target": {"context": self.context}, "awaitPromise": true,
                           "userActivation": false});
        let said = self.message("script.evaluate", asked);
        if said["type"] == "error" {
            return Err(said["message"].to_string());
        }
        let said = &said["result"];
        assert!(said["type"] == "success", "{expression:.200}: {said:#}");
        Ok(serde_json::from_str(said["result"]["value"].as_str().unwrap_or("null")).unwrap())
    }

    fn go(&mut self, address: &str) {
        let to = json!({"context": self.context, "url": address, "wait": "complete"});
        self.ask("browsingContext.navigate", to);
    }

    fn press(&mut self, key: &str, modifiers: u32) {
        const SHIFT: &str = "\u{e008}";
        let named = KEYS.iter().find(|(name, _)| *name == key);
        let value = named.map_or(key.to_string(), |(_, code)| code.to_string());
        let mut actions =
            vec![json!({"type": "keyDown", "value": value}), json!({"type": "keyUp", "value": value})];
        if modifiers & 8 != 0 {
            actions.insert(0, json!({"type": "keyDown", "value": SHIFT}));
            actions.push(json!({"type": "keyUp", "value": SHIFT}));
        }
        self.act(json!({"type": "key", "id": "keyboard", "actions": actions}));
    }

    fn shown(&mut self, width: u32, media: &[(&str, &str)]) {
        assert!(media.is_empty(), "Firefox is asked for no features of media");
        let viewport = json!({"width": width, "height": 900});
        self.ask("browsingContext.setViewport", json!({"context": self.context, "viewport": viewport}));
    }

    /// Firefox follows none above 1,048,576.
    fn longest_link(&self) -> usize {
        1_000_000
    }

    fn kept(&mut self) -> &mut Vec<String> {
        &mut self.complaints
    }
}
