//! Trees and executions in DOT, the language of Graphviz.

use std::fmt::Write;

use super::picture::Picture;
use super::tree::TreeView;
use crate::TraceView;

/// The tree of this property.
pub fn tree_to_dot(name: &str, tree: &TreeView) -> String {
    written(&Picture::of_tree(name, tree))
}

/// The execution of this property.
pub fn trace_to_dot(name: &str, trace: &TraceView) -> String {
    written(&Picture::of_trace(name, trace))
}

fn written(picture: &Picture) -> String {
    let mut out = String::from("digraph tree {\n  rankdir=LR;\n  labelloc=t;\n");
    let title: Vec<&str> = std::iter::once(picture.title.as_str())
        .chain(picture.remarks.iter().map(String::as_str))
        .collect();
    let _ = writeln!(out, "  label={};", label(&title, "\\n"));
    out.push_str("  node [shape=box, style=rounded, fontname=\"monospace\"];\n");
    out.push_str("  edge [fontname=\"monospace\"];\n");
    for (number, state) in picture.states.iter().enumerate() {
        let title = format!("step {}", state.step);
        let mut lines: Vec<&str> = vec![&title];
        lines.extend(state.values.iter().map(String::as_str));
        let formulas: Vec<String> = state.formulas.iter().map(|f| format!("|= {f}")).collect();
        lines.extend(formulas.iter().map(String::as_str));
        lines.extend(state.goes_on.then_some("a fair execution goes on"));
        let look = if state.in_set {
            ", style=\"rounded,dashed\""
        } else {
            ""
        };
        let _ = writeln!(out, "  s{number} [label={}{look}];", label(&lines, "\\l"));
    }
    for arrow in &picture.arrows {
        let mut looks = Vec::new();
        if !arrow.label.is_empty() {
            looks.push(format!("label={}", label(&[&arrow.label], "")));
        }
        if arrow.back {
            looks.push("style=bold, constraint=false".to_string());
        }
        let looks = if looks.is_empty() {
            String::new()
        } else {
            format!(" [{}]", looks.join(", "))
        };
        let _ = writeln!(out, "  s{} -> s{}{looks};", arrow.from, arrow.to);
    }
    out.push_str("}\n");
    out
}

/// Lines as one quoted string; `end` stands behind each line.
fn label(lines: &[&str], end: &str) -> String {
    let mut out = String::from("\"");
    for line in lines {
        for c in line.chars() {
            if matches!(c, '"' | '\\') {
                out.push('\\');
            }
            out.push(c);
        }
        out.push_str(end);
    }
    out.push('"');
    out
}
