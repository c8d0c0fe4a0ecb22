/* A rule in C, without any library: the first user runs as many tasks as fit, the others none. As a program:
 *
 *   cc -O2 -o first first.c
 *   verify --mech-command ./first -p si
 *   verify worst --mech-command ./first --measure si-ratio --scope users=2,servers=1,resources=1,max=3 --bound
 *
 * As a WebAssembly module, which is a hundred times as fast and can do nothing but answer:
 *
 *   clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry,--export=answer,-z,stack-size=16384 -o first.wasm first.c
 *   cargo install --path . --features wasm      # once, in the checkout
 *   verify --mech-command first.wasm -p si
 *
 * clang needs the linker wasm-ld for that, which is in the package lld. Rust has the linker, too:
 *   -fuse-ld=$(rustc --print sysroot)/lib/rustlib/$(rustc -vV | sed -n 's/^host: //p')/bin/gcc-ld/wasm-ld
 *
 * The rule takes whole numbers on one server and refuses others. A rule of your own replaces `allocate`. The stack is small, because
 * the module is made again for each question, and all of its memory is then cleared. */

typedef unsigned int u32;
typedef unsigned long long u64;

enum { MOST = 64 };
static u64 numbers[2][MOST]; /* capacity and demand, row after row */
static u32 rows[2], columns[2];
static char out[8192];
static u32 end;

static void say(const char *text) { while (*text) out[end++] = *text++; }

static void say_number(u64 n) {
  if (n >= 10) say_number(n / 10);
  out[end++] = (char)('0' + n % 10);
}

/* The place after `name` in the text, or null. */
static const char *after(const char *text, const char *stop, const char *name) {
  for (; text < stop; text++) {
    u32 k = 0;
    while (name[k] && text + k < stop && text[k] == name[k]) k++;
    if (!name[k]) return text + k;
  }
  return 0;
}

/* Reads a matrix of whole numbers, which stand as text between quotes; false if it is another thing. */
static int matrix(const char *text, const char *stop, int which) {
  u32 depth = 0, count = 0, row = 0;
  for (; text < stop; text++) {
    if (*text == '[') { depth++; if (depth == 2) row++; }
    else if (*text == ']') { if (--depth == 0) break; }
    else if (*text >= '0' && *text <= '9') {
      u64 n = 0;
      for (; text < stop && *text >= '0' && *text <= '9'; text++) n = 10 * n + (u64)(*text - '0');
      if (count == MOST || n > 1000000 || *text == '/') return 0;
      numbers[which][count++] = n;
      text--;
    }
  }
  rows[which] = row;
  columns[which] = row ? count / row : 0;
  return row > 0 && count == row * columns[which];
}

/* The number of tasks of the first user: the least, over the resources that it needs, of the capacity by its demand. */
static void allocate(u64 *above, u64 *below) {
  *above = 0, *below = 0;
  for (u32 r = 0; r < columns[0]; r++) {
    u64 c = numbers[0][r], d = numbers[1][r];
    if (d && (!*below || c * *below < *above * d)) *above = c, *below = d;
  }
}

/* Answers the question of `length` bytes at `question`: the upper half of the result is the place of the answer, the lower half its
 * length. */
u64 answer(const char *question, u32 length) {
  const char *stop = question + length, *at;
  u64 above, below;
  end = 0;
  if (!after(question, stop, "\"instance\"")) {
    say("{\"fairwitness\": 1, \"id\": \"first-user\", \"model\": \"cluster\", \"division\": \"resource\", "
        "\"tasks\": \"divisible\", \"numbers\": \"exact\"}");
  } else if (!(at = after(question, stop, "\"capacity\":")) || !matrix(at, stop, 0) || rows[0] != 1 ||
             !(at = after(question, stop, "\"demand\":")) || !matrix(at, stop, 1)) {
    say("{\"refuse\": \"whole numbers on one server only\"}");
  } else {
    allocate(&above, &below);
    say("{\"placement\": [");
    for (u32 u = 0; u < rows[1]; u++) {
      say(u ? ", [\"" : "[\"");
      say_number(u || !below ? 0 : above);
      say("/");
      say_number(u || !below ? 1 : below);
      say("\"]");
    }
    say("]}");
  }
  return ((u64)(u32)(unsigned long)out << 32) | end;
}

#ifndef __wasm__
#include <stdio.h>
#include <string.h>

/* Answers each line of the input with a line. */
int main(void) {
  static char line[1 << 16];
  while (fgets(line, sizeof line, stdin)) {
    answer(line, (u32)strlen(line));
    printf("%.*s\n", (int)end, out);
    fflush(stdout);
  }
  return 0;
}
#endif
