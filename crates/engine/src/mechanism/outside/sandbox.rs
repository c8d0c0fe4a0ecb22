//! A WebAssembly module as a program: it runs inside this process with nothing but its own memory, so that its answer is a
//! function of the question, and ends after a fixed number of steps.
//!
//! The module imports nothing, exports its `memory`, and a function `answer(at: i32, length: i32) -> i64`: the question stands at
//! `at`, and the answer where the upper half of the result says, as many bytes long as the lower half.

use std::sync::Mutex;

use wasmi::{
    Config, Engine, Error, Global, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, TrapCode,
};
use wasmi::{TypedFunc, Val};

use super::{Allowance, Failure, excerpt, exposed};

/// Steps in a second of the time that is allowed. The bound is on steps and not on time, so that no answer depends on the machine.
const STEPS: u64 = 100_000_000;
/// The memory in bytes if no other limit is set.
const MEMORY: u64 = 256 << 20;
/// The size of a page of a module's memory in bytes.
const PAGE: usize = 1 << 16;
/// The bytes that are compared at a time with what stood there before a question.
const PIECE: usize = 1 << 12;
const ZEROS: &[u8] = &[0; PIECE];

/// A module that was read, and its limits.
pub(super) struct Sandbox {
    engine: Engine,
    module: Module,
    allowance: Allowance,
    /// The names of what changes in a module besides its memory; `None` if there is more of it than a name can give.
    globals: Option<Vec<String>>,
    /// Instances of the module that wait for a question, each as it was before its first one.
    idle: Mutex<Vec<Live>>,
}

/// An instance of the module with room for a question behind its memory, and its state before the question.
struct Live {
    store: Store<StoreLimits>,
    memory: Memory,
    answer: TypedFunc<(u32, u32), u64>,
    /// The place of the question, and the number of its pages.
    question: (usize, usize),
    globals: Vec<(Global, Val)>,
    /// The memory in pieces; `None` for zeros.
    image: Vec<Option<Box<[u8]>>>,
    fuel: u64,
}

impl Live {
    /// Puts back what a question changed; `false` if the memory has grown.
    fn restored(&mut self) -> bool {
        let data = self.memory.data_mut(&mut self.store);
        if data.len() != self.image.len() * PIECE {
            return false;
        }
        for (piece, was) in data.chunks_exact_mut(PIECE).zip(&self.image) {
            let was = was.as_deref().unwrap_or(ZEROS);
            if piece != was {
                piece.copy_from_slice(was);
            }
        }
        self.globals.iter().all(|(global, was)| global.set(&mut self.store, was.clone()).is_ok())
            && self.store.set_fuel(self.fuel).is_ok()
    }
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
        let none = |why: String| start(format!("it is no WebAssembly module: {}", excerpt(&why)));
        let bytes = wat::parse_bytes(bytes).map_err(|error| none(error.to_string()))?;
        let module = Module::new(&engine, &bytes).map_err(|error| none(error.to_string()))?;
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
        // The module with more exports does what the module does.
        let exposed = exposed::globals(&bytes)
            .and_then(|(bytes, globals)| Some((Module::new(&engine, bytes).ok()?, globals)));
        let (module, globals) = exposed.map_or((module, None), |(module, globals)| (module, Some(globals)));
        Ok(Sandbox { engine, module, allowance, globals, idle: Mutex::default() })
    }

    /// The reason why the module ended without an answer.
    fn ended(&self, error: &Error) -> Failure {
        match error.as_trap_code() {
            Some(TrapCode::OutOfFuel) => Failure::Late(self.allowance.time),
            _ => Failure::Ended(excerpt(&error.to_string())),
        }
    }

    /// The module as it was read, with room for a question of so many pages.
    fn live(&self, pages: usize) -> Result<Live, Failure> {
        let memory = self.allowance.memory.unwrap_or(MEMORY);
        let limits =
            StoreLimitsBuilder::new().memory_size(usize::try_from(memory).unwrap_or(usize::MAX)).build();
        let mut store = Store::new(&self.engine, limits);
        store.limiter(|limits: &mut StoreLimits| limits);
        let steps = u128::from(STEPS) * self.allowance.time.as_millis() / 1000;
        let ended = |error: Error| self.ended(&error);
        store.set_fuel(u64::try_from(steps).unwrap_or(u64::MAX)).map_err(ended)?;
        let instance =
            Linker::new(&self.engine).instantiate_and_start(&mut store, &self.module).map_err(ended)?;
        let own = |what: &str| Failure::Start(format!("the export `{what}` is of another kind"));
        let memory = instance.get_memory(&store, "memory").ok_or_else(|| own("memory"))?;
        let answer =
            instance.get_typed_func::<(u32, u32), u64>(&store, "answer").map_err(|_| own("answer"))?;
        let names = self.globals.iter().flatten();
        let globals = names.filter_map(|name| instance.get_global(&store, name));
        let globals = globals.map(|global| (global, global.get(&store))).collect();

        // The question stands behind all that the module uses, on pages of its own.
        let at = memory.data_size(&store);
        let full = |_| Failure::Ended("its memory has no place for the question".to_string());
        memory.grow(&mut store, pages as u64).map_err(full)?;
        let piece = |piece: &[u8]| (piece != ZEROS).then(|| piece.into());
        let image = memory.data(&store).chunks_exact(PIECE).map(piece).collect();
        let fuel = store.get_fuel().map_err(ended)?;
        Ok(Live { store, memory, answer, question: (at, pages), globals, image, fuel })
    }

    /// The answer to a question. Each one is put to a module as it was read, so that no answer depends on an earlier one.
    ///
    /// # Errors
    /// The module ends by a trap, takes more steps or memory than are allowed, or answers outside its memory.
    pub fn answer(&self, question: &str) -> Result<String, Failure> {
        let pages = question.len().div_ceil(PAGE);
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let mut live = idle.filter(|live| live.question.1 == pages).map_or_else(|| self.live(pages), Ok)?;
        let Live { store, memory, answer, question: (at, _), .. } = &mut live;
        memory.data_mut(&mut *store)[*at..*at + question.len()].copy_from_slice(question.as_bytes());
        let word =
            |n: usize| u32::try_from(n).map_err(|_| Failure::Ended("its memory is too large".to_string()));
        let called = answer.call(&mut *store, (word(*at)?, word(question.len())?));
        let said = called.map_err(|error| self.ended(&error))?;
        let (from, length) = ((said >> 32) as usize, (said & 0xffff_ffff) as usize);
        let bytes = memory.data(&*store).get(from..from + length);
        let bytes =
            bytes.ok_or_else(|| Failure::Malformed("it is outside of the module's memory".to_string()))?;
        let said = String::from_utf8(bytes.to_vec())
            .map_err(|_| Failure::Malformed("it is no UTF-8".to_string()))?;
        if self.globals.is_some()
            && live.restored()
            && let Ok(mut idle) = self.idle.lock()
        {
            idle.push(live);
        }
        Ok(said)
    }
}
