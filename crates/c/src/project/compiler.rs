//! Command lines of compilers (`gcc`, `clang`, `goto-cc`): what they mean for the preprocessor.
//!
//! Warnings, optimisation and output are the compiler's business and left out.

use std::path::Path;

use super::word::Word;
use super::{Source, joined};
use crate::preprocess::Options;
use crate::program::DataModel;

/// What a command line of a compiler says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Compiled {
    pub sources: Vec<Source>,
    /// Object files and the like.
    pub objects: Vec<Word>,
    pub output: Option<String>,
    /// What goto-cc is told and a program's meaning depends on: `--export-file-local-symbols` gives static functions names that
    /// a harness can call.
    pub flags: Vec<String>,
    /// As after goto-cc's `--function`.
    pub entry: Option<String>,
    pub model: Option<DataModel>,
}

/// Options with an argument that is of no use here, as a word of its own.
const SKIPPED: [&str; 10] = [
    "-MF",
    "-MT",
    "-MQ",
    "-x",
    "-arch",
    "-target",
    "-Xlinker",
    "-L",
    "--object-bits",
    "--verbosity",
];

/// Options with a folder or a file that are handed on with it.
const FOLDERS: [&str; 4] = ["-isystem", "-iquote", "-idirafter", "-imacros"];

/// Options that change what the preprocessor defines.
const KEPT: [&str; 12] = [
    "-std=",
    "-ansi",
    "-funsigned-char",
    "-fsigned-char",
    "-fshort-enums",
    "-ffreestanding",
    "-pthread",
    "-nostdinc",
    "-undef",
    "-fopenmp",
    "-march=",
    "-trigraphs",
];

/// Reads the words after the name of the compiler. Relative paths start at `base`.
pub(super) fn read(words: &[Word], base: &Path) -> Compiled {
    let mut result = Compiled::default();
    let mut options = Options::default();
    let mut files = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        let text = word.text.as_str();
        let mut argument = |name: &str| match text.strip_prefix(name) {
            Some("") | None => rest.next().map(|word| word.text.clone()),
            Some(inside) => Some(inside.to_owned()),
        };
        if !text.starts_with('-') {
            files.push(word);
        } else if let Some(name) = FOLDERS.iter().find(|name| text.starts_with(**name)) {
            if let Some(path) = argument(name) {
                let path = joined(base, path).display().to_string();
                options.others.extend([(*name).to_owned(), path]);
            }
        } else if text == "-include" || text == "--include" {
            options
                .forced
                .extend(argument(text).map(|path| joined(base, path)));
        } else if text == "--function" {
            result.entry = argument(text);
        } else if text == "--export-file-local-symbols" {
            result.flags.push(text.to_owned());
        } else if SKIPPED.contains(&text) {
            argument(text);
        } else if text.starts_with("-D") {
            options.defines.extend(argument("-D"));
        } else if text.starts_with("-U") {
            options.undefines.extend(argument("-U"));
        } else if text.starts_with("-I") {
            options
                .includes
                .extend(argument("-I").map(|path| joined(base, path)));
        } else if text.starts_with("-o") {
            result.output = argument("-o");
        } else if text == "-m32" {
            result.model = Some(DataModel::Ilp32);
        } else if text == "-m64" {
            result.model = Some(DataModel::Lp64);
        } else if KEPT
            .iter()
            .any(|kept| text == *kept || kept.ends_with('=') && text.starts_with(kept))
        {
            options.others.push(text.to_owned());
        }
    }
    for word in files {
        let path = joined(base, &word.text);
        if path
            .extension()
            .is_some_and(|ending| ending == "c" || ending == "i")
        {
            let options = options.clone();
            result.sources.push(Source { path, options });
        } else {
            result.objects.push(word.clone());
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::project::word::words;

    #[test]
    fn what_the_preprocessor_needs_is_kept() {
        let line = "-c -O2 -Wall -DA=1 -D B -UC -I../inc -Iown -isystem sys -include pre.h -std=c99 -m32 \
                    -MF x.d -o build/a.o ./a.c lib.o";
        let compiled = read(&words(line, |_, _| None), Path::new("/p/src"));
        let options = Options {
            defines: vec!["A=1".into(), "B".into()],
            undefines: vec!["C".into()],
            includes: vec!["/p/inc".into(), "/p/src/own".into()],
            forced: vec!["/p/src/pre.h".into()],
            others: ["-isystem", "/p/src/sys", "-std=c99"]
                .map(str::to_owned)
                .to_vec(),
            ..Options::default()
        };
        let path = "/p/src/a.c".into();
        assert_eq!(compiled.sources, [Source { path, options }]);
        assert_eq!(compiled.output.as_deref(), Some("build/a.o"));
        assert_eq!(compiled.objects[0].text, "lib.o");
        assert_eq!(compiled.model, Some(DataModel::Ilp32));
    }

    #[test]
    fn an_option_at_the_end_without_its_argument_is_left_out() {
        let compiled = read(&words("a.c -D", |_, _| None), Path::new(""));
        assert_eq!(compiled.sources[0].options, Options::default());
    }
}
