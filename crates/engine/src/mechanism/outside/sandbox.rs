//! A WebAssembly module as a program: it runs inside this process with nothing but its own memory, so that its answer is a
//! function of the question, and ends after a fixed number of steps.
//!
//! The module imports nothing, exports its `memory`, and a function `answer(at: i32, length: i32) -> i64`: the question stands at
//! `at`, and the answer where the upper half of the result says, as many bytes long as the lower half.

use wasmi::{Config, Engine, Error, Linker, Module, Store, StoreLimits, StoreLimitsBuilder, TrapCode};

use super::{Allowance, Failure, excerpt};

/// Steps in a second of the time that is allowed. The bound is on steps and not on time, so that no answer depends on the machine.
const STEPS: u64 = 100_000_000;
/// The memory in bytes if no other limit is set.
const MEMORY: u64 = 256 << 20;
/// The size of a page of a module's memory in bytes.
const PAGE: usize = 1 << 16;

/// A module that was read, and its limits.
pub(super) struct Sandbox {
    engine: Engine,
    module: Module,
    /// The size in bytes of what the module itself uses of its memory at the start, if a page for the question follows it.
    used: Option<usize>,
    allowance: Allowance,
}

/// The number in LEB128 at `at`, and the place behind it.
fn number(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let (mut number, mut end) = (0usize, at);
    loop {
        let byte = *bytes.get(end)?;
        number |= usize::from(byte & 0x7f).checked_shl(u32::try_from(7 * (end - at)).ok()?)?;
        end += 1;
        if byte & 0x80 == 0 {
            return Some((number, end));
        }
    }
}

/// `number` in the five bytes of LEB128 that any number of 32 bits takes at most.
fn written(number: usize) -> [u8; 5] {
    std::array::from_fn(|k| (number >> (7 * k)) as u8 & 0x7f | if k < 4 { 0x80 } else { 0 })
}

/// A module in binary form with one more page of memory from the start, and the size in bytes that it had. To add the page
/// later takes a quarter of the time of an answer, because what is there is copied. `None` if the memory has a largest size or
/// is none of the module's own, or if a function runs at the start, which could take the page for free.
fn with_a_page(bytes: &[u8]) -> Option<(Vec<u8>, usize)> {
    const HEAD: usize = 8;
    const MEMORIES: u8 = 5;
    const START: u8 = 8;
    let (mut at, mut found) = (HEAD, None);
    while let Some(section) = bytes.get(at) {
        let (length, from) = number(bytes, at + 1)?;
        let end = from.checked_add(length)?;
        if *section == START {
            return None;
        }
        if *section == MEMORIES {
            // One memory of 32 bits without a largest size.
            let pages = bytes.get(from..end)?.strip_prefix(&[1, 0])?;
            let (pages, _) = number(pages, 0)?;
            let memory = [&[MEMORIES, 7, 1, 0][..], &written(pages + 1)].concat();
            let wider = [bytes.get(..at)?, &memory, bytes.get(end..)?].concat();
            found = Some((wider, pages.checked_mul(PAGE)?));
        }
        at = end;
    }
    found
}

impl Sandbox {
    /// Reads a module from its bytes or its text.
    ///
    /// # Errors
    /// What keeps the bytes from being a module of this kind.
    pub fn read(bytes: &[u8], allowance: Allowance) -> Result<Sandbox, Failure> {
        let mut config = Config::default();
        config.consume_fuel(true);
        let engine = Engine::new(&config);
        let start = |why: String| Failure::Start(why);
        let mut module = Module::new(&engine, bytes).map_err(|error| {
            start(format!("it is no WebAssembly module: {}", excerpt(&error.to_string())))
        })?;
        let (wider, used) = with_a_page(bytes).unzip();
        let wider = wider.and_then(|bytes| Module::new(&engine, &bytes[..]).ok());
        let used = used.filter(|_| wider.is_some());
        module = wider.unwrap_or(module);
        if let Some(import) = module.imports().next() {
            let (place, name) = (import.module(), import.name());
            return Err(start(format!(
                "the module imports `{place}.{name}`, and a rule has nothing to import"
            )));
        }
        for name in ["memory", "answer"] {
            if module.get_export(name).is_none() {
                return Err(start(format!("the module exports no `{name}`")));
            }
        }
        Ok(Sandbox { engine, module, used, allowance })
    }

    /// The answer to a question. Each one is put to a module as it was read, so that no answer depends on an earlier one.
    ///
    /// # Errors
    /// The module ends by a trap, takes more steps or memory than are allowed, or answers outside its memory.
    pub fn answer(&self, question: &str) -> Result<String, Failure> {
        let memory = self.allowance.memory.unwrap_or(MEMORY);
        let limits =
            StoreLimitsBuilder::new().memory_size(usize::try_from(memory).unwrap_or(usize::MAX)).build();
        let mut store = Store::new(&self.engine, limits);
        store.limiter(|limits: &mut StoreLimits| limits);
        let ended = |error: Error| match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => Failure::Late(self.allowance.time),
            _ => Failure::Ended(excerpt(&error.to_string())),
        };
        let steps = u128::from(STEPS) * self.allowance.time.as_millis() / 1000;
        store.set_fuel(u64::try_from(steps).unwrap_or(u64::MAX)).map_err(ended)?;
        let instance =
            Linker::new(&self.engine).instantiate_and_start(&mut store, &self.module).map_err(ended)?;
        let own = |what: &str| Failure::Start(format!("the export `{what}` is of another kind"));
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| own("memory"))?;
        let answer =
            instance.get_typed_func::<(u32, u32), u64>(&store, "answer").map_err(|_| own("answer"))?;

        // The question stands behind all that the module uses, on pages of its own.
        let at = self.used.unwrap_or(memory.data_size(&store));
        let lacks = (at + question.len()).saturating_sub(memory.data_size(&store));
        let full = |_| Failure::Ended("its memory has no place for the question".to_string());
        memory.grow(&mut store, lacks.div_ceil(PAGE) as u64).map_err(full)?;
        memory.data_mut(&mut store)[at..at + question.len()].copy_from_slice(question.as_bytes());
        let word =
            |n: usize| u32::try_from(n).map_err(|_| Failure::Ended("its memory is too large".to_string()));
        let said = answer.call(&mut store, (word(at)?, word(question.len())?)).map_err(ended)?;
        let (from, length) = ((said >> 32) as usize, (said & 0xffff_ffff) as usize);
        let bytes = memory.data(&store).get(from..from + length);
        let bytes =
            bytes.ok_or_else(|| Failure::Malformed("it is outside of the module's memory".to_string()))?;
        String::from_utf8(bytes.to_vec()).map_err(|_| Failure::Malformed("it is no UTF-8".to_string()))
    }
}
