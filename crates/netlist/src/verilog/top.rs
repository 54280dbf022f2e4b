//! Which module is the top: the one that no other module uses.
//!
//! yosys would take the deepest of several, silently. Several are an error here that lists them: a file whose wrong module
//! was proved looks like a file whose assertions hold. A module that uses itself, with other parameters, is still a
//! candidate. What is marked as a black box is none: yosys does not list it.

use std::collections::BTreeSet;

use assay_source::Diagnostic;

/// The modules that no other uses. `modules` is what yosys's `ls` wrote, `uses` what `dump` wrote of the cells that are
/// instances.
pub fn candidates(modules: &str, uses: &str) -> Vec<String> {
    let mut used: BTreeSet<&str> = BTreeSet::new();
    let mut inside = "";
    for line in uses.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("module"), Some(name)) => inside = name.trim_start_matches('\\'),
            (Some("cell"), Some(of)) if of.trim_start_matches('\\') != inside => {
                used.insert(of.trim_start_matches('\\'));
            }
            _ => {}
        }
    }
    let all = listed(modules).into_iter();
    all.filter(|name| !used.contains(name.as_str())).collect()
}

/// The modules in what `ls` wrote, in alphabetical order.
pub fn listed(modules: &str) -> Vec<String> {
    // A headline, then one name a line behind two blanks.
    let lines = modules.lines().filter_map(|line| line.strip_prefix("  "));
    let names = lines.map(|line| line.trim().trim_start_matches("$abstract"));
    let mut names: Vec<String> = names
        .map(|name| name.trim_start_matches('\\').to_string())
        .filter(|name| !name.is_empty())
        .collect();
    names.sort();
    names.dedup();
    names
}

/// Why no module is the top, where that is so. `candidates` are those that no other uses.
pub fn no_top(modules: &[String], candidates: &[String]) -> Option<Diagnostic> {
    match candidates {
        [_] => None,
        [] if modules.is_empty() => {
            Some(Diagnostic::error("N0207", "the file has no module").help(
                "`-D FORMAL` is in force: a module inside of an ``ifndef FORMAL`` is left out",
            ))
        }
        [] => Some(
            Diagnostic::error(
                "N0207",
                "every module is used by another one: there is no top module",
            )
            .help(format!("choose one with --top: {}", modules.join(", "))),
        ),
        several => {
            let names: Vec<String> = several.iter().map(|n| format!("`{n}`")).collect();
            let message = format!(
                "{} modules could be the top, because no other module uses them: {}",
                several.len(),
                names.join(", ")
            );
            let help = format!("choose one with --top: {}", several.join(", "));
            Some(Diagnostic::error("N0207", message).help(help))
        }
    }
}

/// The message for a `--top` that is no module.
pub fn unknown(top: &str, modules: &[String]) -> Diagnostic {
    let error = Diagnostic::error("N0208", format!("there is no module `{top}`"));
    match modules {
        [] => error.help("the file has no module"),
        _ => error.help(format!("the modules are {}", modules.join(", "))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const USES: &str = "autoidx 4\n\nattribute \\src \"p.sv:9.1-16.10\"\nmodule \\chain\n\n  attribute \\src \"x\"\n  \
                        cell \\leaf \\st[2].l\n    parameter signed \\W 8\n  end\nend\nmodule \\rec\n  cell \\rec \\g.r\n  end\nend\n";

    #[test]
    fn a_module_that_only_uses_itself_is_a_candidate() {
        let modules = "\n3 modules:\n  chain\n  leaf\n  rec\n";
        assert_eq!(candidates(modules, USES), ["chain", "rec"]);
        assert_eq!(candidates("\n1 modules:\n  leaf\n", ""), ["leaf"]);
    }

    #[test]
    fn modules_that_are_not_elaborated_have_names_too() {
        let modules = "\n2 modules:\n  $abstract\\top\n  $abstract\\sub\n";
        assert_eq!(listed(modules), ["sub", "top"]);
    }

    #[test]
    fn a_circle_of_modules_has_no_top() {
        let modules = "\n2 modules:\n  a\n  b\n";
        let uses = "module \\a\n  cell \\b \\u\nend\nmodule \\b\n  cell \\a \\u\nend\n";
        let found = candidates(modules, uses);
        let error = no_top(&listed(modules), &found).expect("an error");
        assert!(error.message.contains("every module"), "{}", error.message);
    }
}
