//! Models of library functions: what a function of the C library does, written in C, for programs that call it without having its body.
//!
//! The files beside this one have the text, a file for a header or a few. It is standard C but for `__typeof__`. Functions
//! `nondet_assay_*` without bodies say what is open, and `__CPROVER_assume` what is known of it. Programs do not use these names, so
//! they cannot declare them with other types. `__CPROVER_precondition` states what the caller has to give; invalid pointers are left
//! to the checks of the accesses. Where the standard leaves a choice, the models do what glibc does. The types of functions are those
//! of glibc's headers, because units are linked by them.
//!
//! A line that starts with `/* model NAME` begins the model of a function. A line that starts with `/* shared NAME` begins a part
//! that several models use. A text that has a name with two underscores in front uses the part, or the model, of that name.
//! Models use no other models, because the program may have functions of its own under their names.
//!
//! Functions that are not here have no model: the caller has to refuse them. That is so for threads, processes, signals, `sprintf`, the
//! `scanf` family and `setjmp`. The executor itself knows `memcpy`, `memmove`, `memset`, `malloc`, `calloc`, `realloc`, `free` and
//! `alloca`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

const FILES: [&str; 10] = [
    include_str!("ctype.c"),
    include_str!("math.c"),
    include_str!("print.c"),
    include_str!("pwd.c"),
    include_str!("stdio.c"),
    include_str!("stdlib.c"),
    include_str!("string.c"),
    include_str!("strings.c"),
    include_str!("time.c"),
    include_str!("unistd.c"),
];

/// A piece of C, from its first line to the one before the next piece.
struct Part {
    text: &'static str,
    /// A model, and not something that models share.
    is_model: bool,
}

static PARTS: LazyLock<BTreeMap<&'static str, Part>> = LazyLock::new(|| {
    let mut parts = BTreeMap::new();
    for file in FILES {
        let mut rest = file;
        while let Some(start) = next_part(rest) {
            let text = &rest[start..];
            // The first bytes are those of the comment that begins this part.
            let end = next_part(&text[1..]).map_or(text.len(), |next| next + 1);
            rest = &text[end..];
            let text = &text[..end];
            let mut words = text.split_ascii_whitespace().skip(1);
            let is_model = words.next() == Some("model");
            let name = words.next().expect("a part has a name");
            let before = parts.insert(name, Part { text, is_model });
            assert!(before.is_none(), "two parts have the name {name}");
        }
    }
    parts
});

/// Where the next part begins.
fn next_part(text: &str) -> Option<usize> {
    let found = ["/* model ", "/* shared "].map(|head| {
        let starts = |&(at, _): &(usize, &str)| at == 0 || text.as_bytes()[at - 1] == b'\n';
        text.match_indices(head).find(starts).map(|(at, _)| at)
    });
    found.into_iter().flatten().min()
}

/// Whether there is a model of this function.
pub fn has_model(name: &str) -> bool {
    PARTS.get(name).is_some_and(|part| part.is_model)
}

/// The functions that have models, in the order of their names.
pub fn names() -> impl Iterator<Item = &'static str> {
    let models = PARTS.iter().filter(|(_, part)| part.is_model);
    models.map(|(name, _)| *name)
}

/// The text of the models of these functions, with everything that they use. It is a translation unit that needs no preprocessing.
/// `None` if one of them has no model.
pub fn models(wanted: &BTreeSet<String>) -> Option<String> {
    let mut text = String::new();
    let mut done = BTreeSet::new();
    for name in wanted {
        let (&name, part) = PARTS.get_key_value(name.as_str())?;
        if !part.is_model {
            return None;
        }
        add(name, &mut done, &mut text);
    }
    Some(text)
}

/// Adds a part after what it uses.
fn add(name: &'static str, done: &mut BTreeSet<&'static str>, text: &mut String) {
    if !done.insert(name) {
        return;
    }
    let part = &PARTS[name];
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_';
    for word in part.text.split(|c| !is_letter(c)) {
        if word.starts_with("__") && PARTS.contains_key(word) {
            add(word, done, text);
        }
    }
    text.push_str(part.text.trim_end());
    text.push_str("\n\n");
}
