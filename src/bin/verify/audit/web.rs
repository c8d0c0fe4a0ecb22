//! The answers of a watch over HTTP: documents that are ready, for `GET` and `HEAD` alone.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result};

/// The largest number of connections at one time; further ones are closed.
const MOST_CONNECTIONS: usize = 32;
/// The largest size of a request.
const MOST_BYTES: usize = 8 << 10;
/// The time in which a request has to arrive, and an answer has to be taken.
const TIME: Duration = Duration::from_secs(5);

/// A document: its media type and its text.
#[derive(Clone, Debug)]
pub struct Page(pub &'static str, pub String);

/// The documents by path; a path that is known and has no document yet is answered by 503.
pub type Pages = Arc<Mutex<Vec<(&'static str, Option<Page>)>>>;

/// Serves the documents at `address` from a thread of its own, and returns the address, with its port if it was 0.
///
/// # Errors
/// The address cannot be taken.
pub fn serve(address: SocketAddr, pages: &Pages) -> Result<SocketAddr> {
    let listener = TcpListener::bind(address).with_context(|| format!("--listen {address}"))?;
    let (taken, pages, open) = (listener.local_addr()?, Arc::clone(pages), Arc::new(AtomicUsize::new(0)));
    let accept = move || {
        for stream in listener.incoming().flatten() {
            if open.fetch_add(1, Ordering::Relaxed) >= MOST_CONNECTIONS {
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (pages, now_open) = (Arc::clone(&pages), Arc::clone(&open));
            let answer = move || {
                // A client that goes away needs no answer.
                let _ = answer(stream, &pages);
                now_open.fetch_sub(1, Ordering::Relaxed);
            };
            if std::thread::Builder::new().name("answer".to_string()).spawn(answer).is_err() {
                open.fetch_sub(1, Ordering::Relaxed);
            }
        }
    };
    std::thread::Builder::new().name("listen".to_string()).spawn(accept)?;
    Ok(taken)
}

fn answer(mut stream: TcpStream, pages: &Pages) -> std::io::Result<()> {
    let until = Instant::now() + TIME;
    stream.set_read_timeout(Some(TIME))?;
    stream.set_write_timeout(Some(TIME))?;
    let (mut request, mut some) = (Vec::new(), [0; 1024]);
    while !request.windows(4).any(|end| end == b"\r\n\r\n")
        && request.len() < MOST_BYTES
        && Instant::now() < until
    {
        match stream.read(&mut some)? {
            0 => break,
            n => request.extend_from_slice(&some[..n]),
        }
    }
    let first =
        String::from_utf8_lossy(request.split(|byte| *byte == b'\r').next().unwrap_or_default()).into_owned();
    let mut words = first.split(' ');
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let path = path.split('?').next().unwrap_or_default();
    let found = pages
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .iter()
        .find(|(known, _)| *known == path)
        .cloned();
    let plain = |text: &str| Page("text/plain", format!("{text}\n"));
    let (status, Page(kind, body)) = match (method, found) {
        ("GET" | "HEAD", Some((_, Some(page)))) => ("200 OK", page),
        ("GET" | "HEAD", Some((_, None))) => ("503 Service Unavailable", plain("no state has been read yet")),
        ("GET" | "HEAD", None) => ("404 Not Found", plain("there are /, /metrics, /report.json and /health")),
        _ => ("405 Method Not Allowed", plain("GET and HEAD alone")),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}; charset=utf-8\r\nContent-Length: {}\r\nConnection: close\r\n\
         X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if method != "HEAD" {
        stream.write_all(body.as_bytes())?;
    }
    stream.flush()
}
