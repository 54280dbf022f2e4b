//! Trees and executions as SVG pictures that stand alone: no script, no font, no other file. Lines take the colour of the text around the
//! picture, so that it suits a dark page too.

use std::fmt::Write;

use super::drawing::{Drawing, Frame, Label, Line, TextLook};
use super::tree::TreeView;
use crate::TraceView;

/// The tree of this property.
pub fn tree_to_svg(name: &str, tree: &TreeView) -> String {
    written(&Drawing::of_tree(name, tree))
}

/// The execution of this property.
pub fn trace_to_svg(name: &str, trace: &TraceView) -> String {
    written(&Drawing::of_trace(name, trace))
}

fn written(drawing: &Drawing) -> String {
    let Drawing { width, height, .. } = *drawing;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"12\" fill=\"currentColor\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(&drawing.title));
    for Line { shaft, tip, back } in &drawing.arrows {
        let look = if *back {
            " stroke-width=\"1.6\""
        } else {
            " stroke-linejoin=\"round\""
        };
        let _ = writeln!(
            out,
            "<path d=\"{shaft}\" fill=\"none\" stroke=\"currentColor\"{look}/><path d=\"{tip}\"/>"
        );
    }
    for frame in &drawing.boxes {
        let Frame {
            x,
            y,
            width,
            height,
            dashed,
        } = frame;
        let dashed = if *dashed {
            " stroke-dasharray=\"5 3\""
        } else {
            ""
        };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"6\" fill=\"none\" stroke=\"currentColor\"{dashed}/>"
        );
    }
    for Label { x, y, look, text } in &drawing.texts {
        let look = match look {
            TextLook::Plain => "",
            TextLook::Bold => " font-weight=\"bold\"",
            TextLook::Italic => " font-style=\"italic\"",
        };
        let text = escaped(text);
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" xml:space=\"preserve\"{look}>{text}</text>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// As text of XML. What XML has no way to write is replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}
