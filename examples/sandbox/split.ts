// A rule as a WebAssembly module in AssemblyScript: each user has an equal part of the server and runs what fits into it.
//
//   npx --package assemblyscript asc split.ts -O --runtime stub --use abort= --outFile split.wasm
//   verify --mech-command split.wasm -p po
//
// It takes whole numbers on one server and refuses others. A rule of your own replaces `allocate`.

/** Tasks as a fraction. */
class Tasks {
  constructor(public above: u64, public below: u64) {}
}

/** The matrix of whole numbers after `name` in the question; null if it is another thing. */
function matrix(question: string, name: string): u64[][] | null {
  const start = question.indexOf(name);
  if (start < 0) return null;
  const rows: u64[][] = [];
  let depth = 0;
  for (let at = start + name.length; at < question.length; at++) {
    const c = question.charCodeAt(at);
    if (c == 91 /* [ */) {
      depth++;
      if (depth == 2) rows.push([]);
    } else if (c == 93 /* ] */) {
      depth--;
      if (depth == 0) break;
    } else if (c == 47 /* / */) {
      return null;
    } else if (c >= 48 && c <= 57 && depth == 2) {
      let number: u64 = 0;
      for (; question.charCodeAt(at) >= 48 && question.charCodeAt(at) <= 57; at++) {
        number = 10 * number + (question.charCodeAt(at) - 48);
        if (number > 1000000) return null;
      }
      at--;
      rows[rows.length - 1].push(number);
    }
  }
  return rows;
}

/** The tasks of a user in one of `users` equal parts: the least, over the resources that it needs, of the part by its demand. */
function allocate(capacity: u64[], demand: u64[], users: u64): Tasks {
  let least = new Tasks(0, 1);
  let found = false;
  for (let r = 0; r < capacity.length; r++) {
    if (demand[r] == 0) continue;
    const above = capacity[r], below = users * demand[r];
    if (!found || above * least.below < least.above * below) least = new Tasks(above, below);
    found = true;
  }
  return least;
}

function answered(question: string): string {
  if (question.indexOf('"instance"') < 0) {
    return '{"fairwitness": 1, "id": "equal-split", "model": "cluster", "division": "resource", "tasks": "divisible", "numbers": "exact"}';
  }
  const capacity = matrix(question, '"capacity":'), demand = matrix(question, '"demand":');
  if (capacity === null || demand === null || capacity.length != 1) return '{"refuse": "whole numbers on one server only"}';
  const rows: string[] = [];
  for (let u = 0; u < demand.length; u++) {
    const tasks = allocate(capacity[0], demand[u], demand.length);
    rows.push('["' + tasks.above.toString() + "/" + tasks.below.toString() + '"]');
  }
  return '{"placement": [' + rows.join(", ") + "]}";
}

/**
 * Answers the question of `length` bytes at `at`: the upper half of the result is the place of the answer, the lower half its length.
 */
export function answer(at: usize, length: i32): u64 {
  const said = String.UTF8.encode(answered(String.UTF8.decodeUnsafe(at, length)));
  return ((changetype<usize>(said) as u64) << 32) | (said.byteLength as u64);
}
