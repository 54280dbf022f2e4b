//! What must hold for any text of Z whatever. The tests state it for chosen texts; the fuzz target in `fuzz/` includes this file and states
//! it for what it invents. Each check panics when it fails.

use assay_source::{Diagnostic, FileId, SourceFile};
use assay_sum::syntax::{Specification, parse_latex, parse_unicode, print_latex};

type Reader = fn(&SourceFile) -> (Specification, Vec<Diagnostic>);

/// The text is refused with places in either mark-up, or is a tree that printing as LaTeX and reading keeps.
pub fn z_reads_soundly(text: &str) {
    assay_sum::with_deep_stack(|| {
        for read in [parse_latex as Reader, parse_unicode as Reader] {
            let (tree, faults) = read(&SourceFile::new(FileId(0), "input.tex", text));
            for fault in &faults {
                let span = fault.span.expect("a place");
                assert!(
                    text.get(span.range()).is_some(),
                    "no place in the text: {fault:?}"
                );
                assert!(
                    fault.code.starts_with('Z') && !fault.message.is_empty(),
                    "{fault:?}"
                );
            }
            if !faults.iter().any(Diagnostic::is_error) {
                keeps(&tree);
            }
        }
    });
}

fn keeps(tree: &Specification) {
    let printed = print_latex(tree);
    let (again, faults) = parse_latex(&SourceFile::new(FileId(0), "printed.tex", &printed));
    let errors: Vec<_> = faults.iter().filter(|fault| fault.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}\n{printed}");
    assert!(
        tree.modules == again.modules,
        "{:?}\n{:?}\n{printed}",
        tree.modules,
        again.modules
    );
}
