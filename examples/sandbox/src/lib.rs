//! A rule as a WebAssembly module: every user runs as many tasks as every other user, until a resource of the one server is used up.
//! A rule of your own replaces `tasks`.
//!
//! A rule is asked about many thousands of instances, and each of its steps is interpreted: numbers are read and written by hand, and
//! memory is not freed. With a crate for JSON and the usual allocator an answer takes six times as long.

use core::arch::wasm32::memory_grow;
use std::alloc::{GlobalAlloc, Layout};
use std::cell::{Cell, UnsafeCell};

/// The bytes of a page, and of the room for allocations within the first one.
const PAGE: usize = 64 << 10;
const ROOM: usize = 32 << 10;

/// Memory that is given out from front to back and never taken back, because the module is made again for each question: first the
/// bytes of `room`, then pages that are added. The next byte is at `next`, and the last one before `end`.
struct Memory {
    room: UnsafeCell<[u8; ROOM]>,
    next: Cell<usize>,
    end: Cell<usize>,
}

// A module has one thread.
unsafe impl Sync for Memory {}

unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let mut at = self.next.get().next_multiple_of(layout.align());
        if at + layout.size() > self.end.get() {
            let pages = layout.size().div_ceil(PAGE);
            let first = self.end.get() == 0 && layout.size() + layout.align() <= ROOM;
            let added = if first { 0 } else { memory_grow(0, pages) };
            if added == usize::MAX {
                return std::ptr::null_mut();
            }
            let (from, length) =
                if first { (self.room.get() as usize, ROOM) } else { (added * PAGE, pages * PAGE) };
            at = from.next_multiple_of(layout.align());
            self.end.set(from + length);
        }
        self.next.set(at + layout.size());
        at as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[global_allocator]
static MEMORY: Memory = Memory { room: UnsafeCell::new([0; ROOM]), next: Cell::new(0), end: Cell::new(0) };

/// A fraction, as numerator and positive denominator.
type Fraction = (i64, i64);

/// The product, which is seldom large enough to need the slow check.
fn times(a: i64, b: i64) -> Option<i64> {
    if (a | b) >> 31 == 0 { Some(a * b) } else { a.checked_mul(b) }
}

fn plus(a: Fraction, b: Fraction) -> Option<Fraction> {
    Some((times(a.0, b.1)?.checked_add(times(b.0, a.1)?)?, times(a.1, b.1)?))
}

/// The number of tasks of each user: the least, over resources that users need, of the capacity by the sum of the demands.
fn tasks(capacity: &[Fraction], demand: &[Vec<Fraction>]) -> Option<Fraction> {
    let mut least: Option<Fraction> = None;
    for (r, &(above, below)) in capacity.iter().enumerate() {
        let needed = demand.iter().try_fold((0, 1), |sum, row| plus(sum, row[r]))?;
        if needed.0 == 0 {
            continue;
        }
        let room = (times(above, needed.1)?, times(below, needed.0)?);
        let smaller = match least {
            Some(known) => times(room.0, known.1)? < times(known.0, room.1)?,
            None => true,
        };
        if smaller {
            least = Some(room);
        }
    }
    least
}

/// The digits at `at` as a number, and the place behind them; `None` if there are none, or too many.
fn whole(question: &[u8], mut at: usize) -> Option<(i64, usize)> {
    let (first, mut number) = (at, 0_i64);
    while let Some(digit) = question.get(at).filter(|digit| digit.is_ascii_digit()) {
        number = times(number, 10)?.checked_add(i64::from(digit - b'0'))?;
        at += 1;
    }
    (at > first).then_some((number, at))
}

/// The matrix of the field `name`, in which every number is a text such as "2" or "3/4".
fn matrix(question: &[u8], name: &str) -> Option<Vec<Vec<Fraction>>> {
    let name = name.as_bytes();
    let begins = |at: &usize| question[*at] == name[0] && question[*at..].starts_with(name);
    let mut at = (0..question.len()).find(begins)? + name.len();
    let (mut rows, mut depth) = (Vec::new(), 0);
    loop {
        match question.get(at)? {
            b'[' if depth == 1 => {
                rows.push(Vec::new());
                depth = 2;
            }
            b'[' => depth += 1,
            b']' if depth == 1 => return Some(rows),
            b']' => depth -= 1,
            b'0'..=b'9' => {
                let (above, end) = whole(question, at)?;
                let (below, end) =
                    if question.get(end) == Some(&b'/') { whole(question, end + 1)? } else { (1, end) };
                rows.last_mut()?.push((above, below));
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// Appends a number that is not negative.
fn write(said: &mut String, number: i64) {
    if number >= 10 {
        write(said, number / 10);
    }
    said.push(char::from(b'0' + (number % 10) as u8));
}

const GREETING: &str = r#"{"fairwitness": 1, "id": "equal-tasks", "model": "cluster", "division": "resource", "tasks": "divisible", "numbers": "exact"}"#;

/// The answer to a question; `None` if a number is too large.
fn answered(question: &[u8]) -> Option<String> {
    if !question.starts_with(b"{\"instance\"") {
        return Some(GREETING.to_string());
    }
    let (capacity, demand) = (matrix(question, "capacity\":")?, matrix(question, "demand\":")?);
    let [server] = &capacity[..] else {
        return Some(r#"{"refuse": "one server only"}"#.to_string());
    };
    let (above, below) = tasks(server, &demand)?;
    let mut said = String::with_capacity(64 + 24 * demand.len());
    said.push_str("{\"placement\": [");
    for user in 0..demand.len() {
        said.push_str(if user > 0 { ", [\"" } else { "[\"" });
        write(&mut said, above);
        said.push('/');
        write(&mut said, below);
        said.push_str("\"]");
    }
    said.push_str("]}");
    Some(said)
}

/// Answers the question of `length` bytes at `at`: the upper half of the result is the place of the answer, the lower half its
/// length in bytes.
#[unsafe(no_mangle)]
extern "C" fn answer(at: u32, length: u32) -> u64 {
    // The question stands where the program that asks put it, and nothing else writes there.
    let question = unsafe { std::slice::from_raw_parts(at as *const u8, length as usize) };
    let said = answered(question).unwrap_or_else(|| r#"{"refuse": "its numbers are too large"}"#.to_string());
    let said = said.into_bytes().leak();
    ((said.as_ptr() as u64) << 32) | said.len() as u64
}
