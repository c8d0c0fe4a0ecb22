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
    allowance: Allowance,
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
        let module = Module::new(&engine, bytes).map_err(|error| {
            start(format!("it is no WebAssembly module: {}", excerpt(&error.to_string())))
        })?;
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
        Ok(Sandbox { engine, module, allowance })
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
        let at = memory.data_size(&store);
        let full = |_| Failure::Ended("its memory has no place for the question".to_string());
        memory.grow(&mut store, question.len().div_ceil(PAGE) as u64).map_err(full)?;
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
