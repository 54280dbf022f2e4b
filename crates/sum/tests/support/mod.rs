//! Questions about a module of Sum, as text.

use std::sync::Arc;

use assay_source::{FileId, SourceFile};
use assay_sum::eval::{Evaluator, Options, Stop};
use assay_sum::scope::SearchScope;
use assay_sum::syntax::fixity::Operators;
use assay_sum::syntax::parser::{Query, parse_query, parse_sum};
use assay_sum::types::{self, Elaboration, View, elaborate};
use assay_sum::value::{Printer, Shape, Spelling};

pub struct Asked {
    elaboration: Elaboration,
    pub scope: SearchScope,
    pub options: Options,
}

impl Asked {
    /// A module with these paragraphs.
    pub fn about(paragraphs: &str) -> Asked {
        let text = format!("module T is\n{paragraphs}\nend T\n");
        let (spec, diagnostics) = parse_sum(&SourceFile::new(FileId(0), "t.sum", &text));
        assert!(diagnostics.is_empty(), "{text}: {diagnostics:?}");
        let elaboration = elaborate(&spec, &types::Options::default());
        assert!(
            !elaboration.has_errors(),
            "{text}: {:?}",
            elaboration.diagnostics
        );
        Asked {
            elaboration,
            scope: SearchScope::default(),
            options: Options::default(),
        }
    }

    /// The answer as text: a value, `true`, `false`, or why there is none. A predicate is false with `(undefined)` behind it where a term
    /// was undefined.
    pub fn ask(&mut self, query: &str) -> String {
        let (read, diagnostics) = parse_query(
            &SourceFile::new(FileId(1), "query", query),
            &Operators::toolkit(),
        );
        assert!(diagnostics.is_empty(), "{query}: {diagnostics:?}");
        let program = &mut self.elaboration.program;
        let names = &mut self.elaboration.names;
        match read.expect("a query") {
            Query::Expr(tree) => {
                let expr = names
                    .expression(program, &tree, &View::default())
                    .unwrap_or_else(|e| panic!("{query}: {e:?}"));
                let program = Arc::new(program.clone());
                let mut evaluator =
                    Evaluator::new(program.clone(), self.scope.clone(), self.options.clone());
                let shape = Shape::of_value(&program, &expr);
                let printer = Printer {
                    program: &program,
                    scope: &self.scope,
                    spelling: Spelling::Ascii,
                };
                match evaluator.solid_value(&expr) {
                    Ok(value) => printer.print(&value, &shape),
                    Err(stop) => said(&stop),
                }
            }
            Query::Predicate(tree) => {
                let pred = names
                    .predicate(program, &tree, &View::default())
                    .unwrap_or_else(|e| panic!("{query}: {e:?}"));
                let mut evaluator = Evaluator::new(
                    Arc::new(program.clone()),
                    self.scope.clone(),
                    self.options.clone(),
                );
                match evaluator.holds(&pred) {
                    Ok(value) if evaluator.notes.undefined.is_empty() => value.to_string(),
                    Ok(value) => format!("{value} (undefined)"),
                    Err(stop) => said(&stop),
                }
            }
        }
    }
}

fn said(stop: &Stop) -> String {
    stop.to_string()
}
