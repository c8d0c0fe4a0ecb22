//! A remote-controlled Chromium, through its own protocol: one JSON document after the other, ended by a zero byte,
//! over two pipes.

use std::io::{Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// The time limit for an answer; pages are small.
const PATIENCE: Duration = Duration::from_secs(60);

/// The largest number of elements between the beginning of a page and a wanted element.
const MOST_TABS: usize = 300;

/// A page that a program reads and uses as a reader does, in whichever browser.
pub trait Page {
    /// The value of an expression on the page, after waiting for a promise.
    ///
    /// # Errors
    /// The browser's words if the page gave way to another one before it answered.
    fn value_unless_left(&mut self, expression: &str) -> Result<Value, String>;

    /// Leaves the page for an address.
    fn go(&mut self, address: &str);

    /// Presses a key with the modifiers of Chromium's protocol (8 is shift), as on a keyboard.
    fn press(&mut self, key: &str, modifiers: u32);

    /// Sets the width of the window and the media features of the page: pairs of a feature and its value.
    fn shown(&mut self, width: u32, media: &[(&str, &str)]);

    /// The length in characters of a long link that the browser still follows.
    fn longest_link(&self) -> usize;

    /// The complaints of the page since the last question that are kept so far.
    fn kept(&mut self) -> &mut Vec<String>;

    /// The value of an expression on the page, after waiting for a promise.
    fn value(&mut self, expression: &str) -> Value {
        self.value_unless_left(expression).unwrap_or_else(|said| panic!("{expression:.200}: {said}"))
    }

    /// Waits until an expression is true on the page, or on the page to which it leads.
    fn until(&mut self, expression: &str) {
        let begun = Instant::now();
        while self.value_unless_left(&format!("Boolean({expression})")) != Ok(json!(true)) {
            assert!(begun.elapsed() < PATIENCE, "{expression}: never; {:?}", self.kept());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Opens an address and waits until the page is complete.
    fn open(&mut self, address: &str) {
        // Another fragment of the open page would load nothing.
        self.go("about:blank");
        self.go(address);
        self.until("location.href !== 'about:blank' && document.readyState === 'complete'");
    }

    /// Presses the tabulator until the focused element matches the selector.
    fn tab_to(&mut self, selector: &str) {
        for _ in 0..MOST_TABS {
            self.press("Tab", 0);
            if self.value(&format!("Boolean(document.activeElement?.matches({selector:?}))")) == json!(true) {
                return;
            }
        }
        panic!("{MOST_TABS} times the tabulator do not lead to {selector}");
    }

    /// Types a text into the focused element, key by key.
    fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.press(&letter.to_string(), 0);
        }
    }

    /// The complaints of the page since the last call.
    fn complaints(&mut self) -> Vec<String> {
        // Events of the present moment arrive before the answer to the next question.
        std::thread::sleep(Duration::from_millis(50));
        self.value("0");
        std::mem::take(self.kept())
    }
}

/// A Chromium with one page.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    coming: Receiver<Value>,
    session: Option<String>,
    asked: u64,
    /// The complaints of the page since the last question: console errors and warnings, exceptions, violations of
    /// its policy.
    complaints: Vec<String>,
    _profile: tempfile::TempDir,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The complaint in an event of the browser, if there is one.
fn complaint(event: &Value) -> Option<String> {
    let said = &event["params"];
    match event["method"].as_str()? {
        "Runtime.exceptionThrown" => Some(format!("exception: {}", said["exceptionDetails"])),
        "Runtime.consoleAPICalled" if ["error", "warning", "assert"].contains(&said["type"].as_str()?) => {
            Some(format!("console: {}", said["args"]))
        }
        "Log.entryAdded" if ["error", "warning"].contains(&said["entry"]["level"].as_str()?) => {
            Some(format!("log: {} {}", said["entry"]["text"], said["entry"]["url"]))
        }
        "Audits.issueAdded" if said["issue"]["code"] == "ContentSecurityPolicyIssue" => {
            Some(format!("policy: {}", said["issue"]["details"]))
        }
        _ => None,
    }
}

impl Browser {
    /// Starts the browser called `name`, with a new profile and an empty page.
    pub fn start(name: &str) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        // The protocol uses the descriptors 3 and 4, which a shell makes of standard input and output.
        let line = "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut child = Command::new("sh")
            .args([
                "-c",
                line,
                name,
                "--remote-debugging-pipe",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
            ])
            .args(["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-sync"])
            .args(["--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars"])
            .args(["--window-size=1280,900", &format!("--user-data-dir={}", profile.path().display())])
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut output = child.stdout.take().unwrap();
        let (send, coming) = channel();
        std::thread::spawn(move || {
            let (mut whole, mut part) = (Vec::new(), vec![0; 1 << 16]);
            while let Ok(length @ 1..) = output.read(&mut part) {
                whole.extend_from_slice(&part[..length]);
                while let Some(end) = whole.iter().position(|byte| *byte == 0) {
                    let message: Vec<u8> = whole.drain(..=end).collect();
                    let Ok(message) = serde_json::from_slice(&message[..end]) else { return };
                    if send.send(message).is_err() {
                        return;
                    }
                }
            }
        });
        let mut browser = Browser {
            child,
            input,
            coming,
            session: None,
            asked: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        let target = browser.ask("Target.createTarget", json!({"url": "about:blank"}))["targetId"].clone();
        let session = browser.ask("Target.attachToTarget", json!({"targetId": target, "flatten": true}));
        browser.session = session["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log", "Audits"] {
            browser.ask(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method of the browser and returns the answer.
    pub fn ask(&mut self, method: &str, parameters: Value) -> Value {
        let said = self.message(method, parameters);
        assert!(said["error"].is_null(), "{method}: {said}");
        said["result"].clone()
    }

    /// Calls a method of the browser and returns the message that answers it: a result or an error.
    fn message(&mut self, method: &str, parameters: Value) -> Value {
        self.asked += 1;
        let mut message = json!({"id": self.asked, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        write!(self.input, "{message}\0").unwrap();
        self.input.flush().unwrap();
        let begun = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(begun.elapsed());
            let said = self.coming.recv_timeout(left).unwrap_or_else(|_| panic!("{method}: no answer"));
            if said["id"] == json!(self.asked) {
                return said;
            }
            self.complaints.extend(complaint(&said));
        }
    }
}

impl Page for Browser {
    fn value_unless_left(&mut self, expression: &str) -> Result<Value, String> {
        let asked = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let said = self.message("Runtime.evaluate", asked);
        if !said["error"].is_null() {
            return Err(said["error"]["message"].to_string());
        }
        let said = &said["result"];
        assert!(said["exceptionDetails"].is_null(), "{expression:.200}: {said:#}");
        Ok(said["result"]["value"].clone())
    }

    fn go(&mut self, address: &str) {
        self.ask("Page.navigate", json!({"url": address}));
    }

    fn press(&mut self, key: &str, modifiers: u32) {
        let text = match key {
            "Enter" => "\r",
            " " => " ",
            _ if key.chars().count() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "Backspace" => 8,
            _ => 0,
        };
        let named = if key == " " { "Space" } else { key };
        let mut down = json!({"type": "rawKeyDown", "key": key, "code": named, "modifiers": modifiers,
                              "windowsVirtualKeyCode": code});
        if !text.is_empty() {
            down["type"] = json!("keyDown");
            down["text"] = json!(text);
        }
        self.ask("Input.dispatchKeyEvent", down);
        let up = json!({"type": "keyUp", "key": key, "code": named, "modifiers": modifiers,
                        "windowsVirtualKeyCode": code});
        self.ask("Input.dispatchKeyEvent", up);
    }

    fn shown(&mut self, width: u32, media: &[(&str, &str)]) {
        let size = json!({"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600});
        self.ask("Emulation.setDeviceMetricsOverride", size);
        let features: Vec<Value> =
            media.iter().map(|(name, value)| json!({"name": name, "value": value})).collect();
        self.ask("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Chromium follows none above two million.
    fn longest_link(&self) -> usize {
        1_500_000
    }

    fn kept(&mut self) -> &mut Vec<String> {
        &mut self.complaints
    }
}
