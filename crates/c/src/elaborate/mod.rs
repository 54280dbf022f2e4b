//! From syntax trees to the typed program: names are resolved, types are checked, conversions become explicit, units are linked.
//!
//! A fault ends the statement or declaration that it is in, and the elaboration goes on after it. A name whose declaration is
//! faulty is known as such, so that its uses are not reported again.
//!
//! Mutants are elaborated one by one, so what a program does not use costs little: declarations and function bodies of system
//! headers are elaborated when they are used first.

mod assertion;
mod atomic;
mod attributes;
mod automatic;
mod builtin;
mod call;
mod compare;
mod constant;
mod convert;
mod declaration;
mod declarator;
mod designate;
mod expr;
mod flexible;
mod function;
mod init;
mod layout;
mod link;
mod literal;
mod member;
mod operators;
mod record;
mod scope;
mod sharing;
mod show;
mod size;
mod specifiers;
mod stmt;
mod switch;
mod ty;

use assay_source::{Diagnostic, Span};
use rustc_hash::FxHashMap;

use crate::checks::Switches;
use crate::program::{DataModel, Function, Global, GlobalId, Program, Site};
use crate::syntax::tree::{At, Item, Place, StaticAssert, Unit};
use function::Body;
use link::{Linked, Signature};
use scope::Scope;
use ty::{Ty, Tys};

/// How deep expressions and statements may be nested in each other. Whoever walks over the program recurses as deep, and so does
/// dropping it.
pub const MAX_NESTING: usize = 1000;

/// Virtual size of the elaboration's stack; pages that are not touched cost nothing.
const STACK_BYTES: usize = 256 << 20;

/// After so many faults the rest is not reported.
const MAX_FAULTS: usize = 50;

/// The code of faults that were reported already.
const REPORTED: &str = "";

/// The code of what is not supported.
const UNSUPPORTED: &str = "C0100";

type Done<T> = Result<T, Box<Diagnostic>>;

/// A program that has no faults.
#[derive(Debug)]
pub struct Elaborated {
    pub program: Program,
    pub warnings: Vec<Diagnostic>,
}

/// Elaborates and links translation units.
pub fn elaborate(units: &[Unit], model: DataModel) -> Result<Elaborated, Vec<Diagnostic>> {
    std::thread::scope(|scope| {
        let spawned = std::thread::Builder::new()
            .name("c-elaboration".into())
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || Elaborator::new(units, model).run(units));
        match spawned.map(|thread| thread.join()) {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            Err(error) => {
                let message = format!("a thread for the elaboration cannot be started: {error}");
                Err(vec![Diagnostic::error("C0005", message)])
            }
        }
    })
}

struct Elaborator<'u> {
    unit: &'u Unit,
    /// The number of tokens in earlier units.
    base: u32,
    tys: Tys,
    globals: Vec<Global>,
    global_tys: Vec<Ty>,
    functions: Vec<Function>,
    signatures: Vec<Signature>,
    /// The first is that of the unit.
    scopes: Vec<Scope<'u>>,
    /// What has external linkage.
    linked: FxHashMap<&'u str, Linked>,
    /// Names that the program has already, with how many suffixes they were given.
    taken: FxHashMap<String, u32>,
    strings: FxHashMap<(crate::Prefix, Vec<u32>), GlobalId>,
    builtins: FxHashMap<&'static str, crate::program::FunctionId>,
    shared: sharing::Shared<'u>,
    body: Body<'u>,
    switches: Switches,
    automatic: automatic::Automatic,
    /// Functions of system headers that are used, with their definitions.
    waiting: Vec<(crate::program::FunctionId, &'u crate::tree::Function)>,
    depth: usize,
    faults: Vec<Diagnostic>,
    warnings: Vec<Diagnostic>,
}

impl<'u> Elaborator<'u> {
    fn new(units: &'u [Unit], model: DataModel) -> Elaborator<'u> {
        static NO_UNIT: std::sync::LazyLock<Unit> = std::sync::LazyLock::new(|| Unit {
            tokens: std::sync::Arc::new([]),
            exprs: vec![].into(),
            stmts: vec![].into(),
            items: vec![].into(),
        });
        Elaborator {
            unit: units.first().unwrap_or(&NO_UNIT),
            base: 0,
            tys: Tys::new(model),
            globals: vec![],
            global_tys: vec![],
            functions: vec![],
            signatures: vec![],
            scopes: vec![],
            linked: FxHashMap::default(),
            taken: FxHashMap::default(),
            strings: FxHashMap::default(),
            builtins: FxHashMap::default(),
            shared: sharing::Shared::default(),
            body: Body::default(),
            switches: Switches::default(),
            automatic: automatic::Automatic::default(),
            waiting: vec![],
            depth: 0,
            faults: vec![],
            warnings: vec![],
        }
    }

    fn run(mut self, units: &'u [Unit]) -> Result<Elaborated, Vec<Diagnostic>> {
        let several = units.len() > 1;
        for unit in units {
            self.unit = unit;
            self.scopes = vec![Scope::default()];
            self.prepare_sharing(unit, several);
            for item in unit.items.iter() {
                let done = match item {
                    Item::Declaration(declaration) => self.file_declaration(declaration),
                    Item::Function(function) => self.function_item(function),
                    Item::StaticAssert(check) => self.static_assert(check),
                };
                self.note(done);
                if self.faults.len() >= MAX_FAULTS {
                    return Err(self.faults);
                }
            }
            while let Some((id, function)) = self.waiting.pop() {
                let done = self.function_body(id, function);
                self.note(done);
            }
            self.finish_unit();
            self.note_switches(unit);
            self.base += unit.tokens.len() as u32;
        }
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let (constructors, destructors) = self.automatic.ordered();
        let program = Program {
            switches: self.switches,
            constructors,
            destructors,
            types: self.tys.types,
            globals: self.globals,
            functions: self.functions,
        };
        Ok(Elaborated {
            program,
            warnings: self.warnings,
        })
    }

    /// Keeps where pragmas of a unit switch checks on and off.
    fn note_switches(&mut self, unit: &Unit) {
        for (token, at) in unit.tokens.iter().zip(self.base..) {
            self.switches.from(Site(at), token.pragmas.checks);
        }
    }

    /// Keeps a fault, unless it was reported already.
    fn note(&mut self, done: Done<()>) {
        if let Err(fault) = done
            && fault.code != REPORTED
        {
            self.faults.push(*fault);
        }
    }

    fn reported(&self) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(REPORTED, ""))
    }

    /// A fault at a place. Where it comes from a macro, the use of the macro is shown too.
    fn fault(
        &self,
        place: Place,
        code: &'static str,
        message: impl Into<String>,
    ) -> Box<Diagnostic> {
        Box::new(self.located(Diagnostic::error(code, message), place))
    }

    fn warn(&mut self, place: Place, code: &'static str, message: impl Into<String>) {
        // Headers of the system are not the user's to change.
        if self.unit.tokens[place.first as usize].system {
            return;
        }
        let warning = self.located(Diagnostic::warning(code, message), place);
        self.warnings.push(warning);
    }

    fn located(&self, diagnostic: Diagnostic, place: Place) -> Diagnostic {
        let diagnostic = diagnostic.at(place.span);
        let token = &self.unit.tokens[place.first as usize];
        if token.used == token.span || token.used == place.span {
            diagnostic
        } else {
            diagnostic.secondary(token.used, "the macro is used here")
        }
    }

    fn unsupported(&self, place: Place, what: &str) -> Box<Diagnostic> {
        self.fault(place, UNSUPPORTED, format!("{what} is not supported"))
    }

    fn site(&self, token: u32) -> Site {
        Site(self.base + token)
    }

    fn at(&self, at: At) -> Span {
        self.unit.token(at).span
    }

    fn is_system(&self, place: Place) -> bool {
        self.unit.tokens[place.first as usize].system
    }

    /// Runs a part one level deeper.
    fn nested<T>(&mut self, place: Place, work: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        if self.depth >= MAX_NESTING {
            let message = format!("the program is nested more than {MAX_NESTING} levels deep here");
            let help = "long sums and chains of `else if` count too; split them";
            return Err(Box::new(self.fault(place, "C0114", message).help(help)));
        }
        self.depth += 1;
        let done = work(self);
        self.depth -= 1;
        done
    }

    fn static_assert(&mut self, check: &'u StaticAssert) -> Done<()> {
        let condition = self.constant(check.condition, "the condition of a static assertion")?;
        if condition != 0 {
            return Ok(());
        }
        let text = match &check.message {
            Some(text) => {
                let text: String = (text.units.iter())
                    .map(|&unit| char::from_u32(unit).unwrap_or('?'))
                    .collect();
                format!("the static assertion fails: {text}")
            }
            None => "the static assertion fails".to_owned(),
        };
        Err(self.fault(check.place, "C0111", text))
    }
}
