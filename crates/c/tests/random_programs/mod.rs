//! Random programs of C, and whether everybody who can run them agrees.
//!
//! A program is *plain* or *faulty*. A plain one has no behaviour that the system's compiler leaves undefined with `-fwrapv`, so that it
//! can be compiled and run. A faulty one may read and write outside of objects, divide by zero, shift too far, use what is not
//! initialised or freed, and leave its loops to the bound; the compiler cannot run it.
//!
//! `data` chooses the objects that a program has, `expression` and `statement` the rest, and `function` puts a program together.
//! `native` runs many programs by the compiler, and `agree` compares. `csmith` has programs that others make.

pub mod agree;
pub mod csmith;
mod data;
mod expression;
mod function;
pub mod native;
mod statement;
#[path = "../support/mod.rs"]
pub mod support;

use assay_system::Random;

/// What is open in a program: so many calls of `nondet_ulong`, all at its beginning.
pub const INPUTS: usize = 3;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Plain,
    Faulty,
}

/// A program. Every name at file scope starts with its own prefix, so that many fit into one file.
pub struct Sample {
    pub seed: u64,
    pub kind: Kind,
    /// Where it reads an input there is `@0`, `@1` and so on.
    template: String,
    /// The function that is executed. It returns a sum over all that the program computed.
    pub entry: String,
}

impl Sample {
    pub fn new(seed: u64, kind: Kind) -> Sample {
        let mut maker = Maker::new(seed, kind);
        maker.program();
        Sample {
            seed,
            kind,
            entry: format!("p{seed}_main"),
            template: maker.text,
        }
    }

    /// The program for a checker.
    pub fn text(&self) -> String {
        let mut text = String::from(HEAD);
        text.push_str(&self.with_inputs(|_| "nondet_ulong()".into()));
        text
    }

    fn with_inputs(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = self.template.clone();
        for at in 0..INPUTS {
            text = text.replace(&format!("@{at}"), &name(at));
        }
        text
    }

    /// Words for the inputs, other ones for each run.
    pub fn words(&self, run: u64) -> [u64; INPUTS] {
        let mut random = Random::new(self.seed ^ (run << 40));
        std::array::from_fn(|_| match random.below(4) {
            0 => random.below(5),
            1 => u64::MAX - random.below(3),
            2 => 1 << random.below(64),
            _ => random.bits(),
        })
    }
}

/// What all programs need.
const HEAD: &str = "\
unsigned long nondet_ulong(void);
void *malloc(unsigned long);
void free(void *);
void *memcpy(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int memcmp(const void *, const void *, unsigned long);
";

/// An object or a part of one that is an integer.
#[derive(Clone, Debug)]
struct Place {
    /// With `#` where an index belongs.
    text: String,
    ty: &'static str,
    /// How many elements there are, where it has an index; a power of two.
    len: Option<u64>,
    /// Not a bit-field, so that pointers can point to it.
    addressable: bool,
    /// Not a loop counter.
    writable: bool,
}

/// A pointer and what it may point to.
#[derive(Clone, Debug)]
struct Pointer {
    name: String,
    /// The array that it points into, or the object alone.
    into: Place,
}

/// A function that was written already.
#[derive(Clone, Debug)]
struct Callee {
    name: String,
    parameters: Vec<&'static str>,
    /// It takes a pointer to an integer of this type first.
    pointer: Option<&'static str>,
    /// It calls itself as often as its first parameter says.
    recursive: bool,
}

/// Writes one program.
struct Maker {
    random: Random,
    faulty: bool,
    prefix: String,
    text: String,
    indent: usize,
    places: Vec<Place>,
    pointers: Vec<Pointer>,
    callees: Vec<Callee>,
    /// Numbers for names.
    fresh: u32,
    /// How many loops are around the place that is written.
    loops: u32,
    /// How many statements may still be written in the function.
    budget: u32,
}

impl Maker {
    fn new(seed: u64, kind: Kind) -> Maker {
        Maker {
            random: Random::new(seed),
            faulty: kind == Kind::Faulty,
            prefix: format!("p{seed}_"),
            text: String::new(),
            indent: 0,
            places: vec![],
            pointers: vec![],
            callees: vec![],
            fresh: 0,
            loops: 0,
            budget: 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        self.random.below(n as u64) as usize
    }

    /// True one time in `n`.
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// True one time in `n`, in a faulty program only.
    fn fault(&mut self, n: usize) -> bool {
        self.faulty && self.one_in(n)
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        let at = self.below(from.len());
        from[at].clone()
    }

    fn name(&mut self, of: &str) -> String {
        self.fresh += 1;
        format!("{of}{}", self.fresh)
    }

    fn line(&mut self, text: impl AsRef<str>) {
        for _ in 0..self.indent {
            self.text.push_str("  ");
        }
        self.text.push_str(text.as_ref());
        self.text.push('\n');
    }

    fn open(&mut self, text: impl AsRef<str>) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: impl AsRef<str>) {
        self.indent -= 1;
        self.line(text);
    }
}
