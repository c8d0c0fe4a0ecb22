// A rule as a WebAssembly module in AssemblyScript: each user has an equal part of the server and runs what fits into it.
//
//   npx --package assemblyscript asc split.ts -O3 --runtime stub --use abort= --outFile split.wasm
//   cargo install --path . --features wasm      # once, in the checkout
//   verify --mech-command split.wasm -p po
//
// It takes at most 64 whole numbers on one server and refuses others. A rule of your own replaces `allocate`. The question is read byte by byte
// and the answer written so, because a rule is asked often: texts of AssemblyScript take three times as long.

/** Tasks as a fraction. */
class Tasks {
  constructor(public above: u64, public below: u64) {}
}

/** A matrix of whole numbers, row after row. */
class Matrix {
  numbers: StaticArray<u64> = new StaticArray<u64>(MOST);
  count: i32 = 0;
  rows: i32 = 0;
}

/** The most numbers of a matrix. */
const MOST: i32 = 64;

/** The tasks of a user in one of `users` equal parts: the least, over the resources that it needs, of the part by its demand. */
function allocate(capacity: Matrix, demand: Matrix, user: i32): Tasks {
  const least = new Tasks(0, 1), resources = capacity.count;
  let found = false;
  for (let r = 0; r < resources; r++) {
    const needed = demand.numbers[user * resources + r];
    if (needed == 0) continue;
    const above = capacity.numbers[r], below = needed * demand.rows;
    if (!found || above * least.below < least.above * below) {
      least.above = above;
      least.below = below;
    }
    found = true;
  }
  return least;
}

const OUT = memory.data(8192);
let end: usize = 0;

/** Appends a text without letters beyond ASCII. */
function say(text: string): void {
  for (let k = 0; k < text.length; k++) store<u8>(OUT + end++, text.charCodeAt(k) as u8);
}

function sayNumber(n: u64): void {
  if (n >= 10) sayNumber(n / 10);
  store<u8>(OUT + end++, (48 + n % 10) as u8);
}

/** The place after `name`; 0 if the question does not have it. */
function after(at: usize, stop: usize, name: string): usize {
  const first = name.charCodeAt(0) as u8;
  for (; at < stop; at++) {
    if (load<u8>(at) != first) continue;
    let k = 1;
    while (k < name.length && at + k < stop && load<u8>(at + k) == name.charCodeAt(k)) k++;
    if (k == name.length) return at + k;
  }
  return 0;
}

/** The matrix of whole numbers after `name`; null if it is another thing. */
function matrix(at: usize, stop: usize, name: string): Matrix | null {
  const read = new Matrix();
  let depth = 0;
  at = after(at, stop, name);
  for (; at != 0 && at < stop; at++) {
    const c = load<u8>(at);
    if (c == 91 /* [ */) {
      if (++depth == 2) read.rows++;
    } else if (c == 93 /* ] */) {
      if (--depth == 0) return read;
    } else if (c >= 48 && c <= 57) {
      let number: u64 = 0;
      for (; load<u8>(at) >= 48 && load<u8>(at) <= 57 && number <= 1000000; at++) number = 10 * number + (load<u8>(at) - 48);
      if (load<u8>(at--) != 34 /* " */ || number > 1000000 || read.count == MOST) return null;
      read.numbers[read.count++] = number;
    }
  }
  return null;
}

/**
 * Answers the question of `length` bytes at `at`: the upper half of the result is the place of the answer, the lower half its length.
 */
export function answer(at: usize, length: i32): u64 {
  const stop = at + length;
  if (after(at, stop, '"instance"') == 0) {
    say('{"fairwitness": 1, "id": "equal-split", "model": "cluster", "division": "resource", "tasks": "divisible", "numbers": "exact"}');
    return ((OUT as u64) << 32) | (end as u64);
  }
  const capacity = matrix(at, stop, '"capacity":'), demand = matrix(at, stop, '"demand":');
  if (capacity === null || demand === null || capacity.rows != 1) {
    say('{"refuse": "whole numbers on one server only"}');
    return ((OUT as u64) << 32) | (end as u64);
  }
  say('{"placement": [');
  for (let u = 0; u < demand.rows; u++) {
    const tasks = allocate(capacity, demand, u);
    say(u > 0 ? ', ["' : '["');
    sayNumber(tasks.above);
    say("/");
    sayNumber(tasks.below);
    say('"]');
  }
  say("]}");
  return ((OUT as u64) << 32) | (end as u64);
}
