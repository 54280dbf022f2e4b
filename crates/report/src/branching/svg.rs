//! Trees and executions as SVG pictures that stand alone: no script, no font, no other file.
//!
//! The layout is a grid: a column for each step, a row for each path. A column is as wide as its widest state, a row as high as its
//! highest. Lines take the colour of the text around the picture, so that it suits a dark page too.

use std::fmt::Write;

use super::picture::{Arrow, Picture, State};
use super::tree::TreeView;
use crate::TraceView;
use crate::style::{width, wrapped};

/// Of one character of a line, and of a line.
const CHARACTER: f64 = 7.3;
const LINE: f64 = 16.0;
/// Around the text of a state.
const PADDING: f64 = 8.0;
/// Between columns without labels, and between rows.
const GAP: f64 = 36.0;
const MARGIN: f64 = 16.0;
/// How far an arrow back hangs below its states.
const SAG: f64 = 26.0;
/// Characters of a line of the title.
const TITLE: usize = 90;

/// The tree of this property.
pub fn tree_to_svg(name: &str, tree: &TreeView) -> String {
    drawn(&Picture::of_tree(name, tree))
}

/// The execution of this property.
pub fn trace_to_svg(name: &str, trace: &TraceView) -> String {
    drawn(&Picture::of_trace(name, trace))
}

/// Where a state stands.
#[derive(Clone, Copy)]
struct Frame {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

fn drawn(picture: &Picture) -> String {
    let title = wrapped(&picture.title, TITLE);
    let top = MARGIN + LINE * title.len() as f64 + GAP / 2.0;
    let (boxes, right, bottom) = layout(picture, top);
    let remarks: Vec<String> = picture
        .remarks
        .iter()
        .flat_map(|r| wrapped(r, TITLE))
        .collect();
    let widest = title.iter().chain(&remarks).map(|l| width(l)).max();
    let across = right.max(MARGIN * 2.0 + CHARACTER * widest.unwrap_or(0) as f64);
    let down = bottom + LINE * remarks.len() as f64 + MARGIN;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{across:.0}\" height=\"{down:.0}\" viewBox=\"0 0 {across:.0} {down:.0}\" \
         font-family=\"monospace\" font-size=\"12\" fill=\"currentColor\">"
    );
    let _ = writeln!(out, "<title>{}</title>", escaped(&picture.title));
    out.push_str("<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"8\" refY=\"4\" markerUnits=\"userSpaceOnUse\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">");
    out.push_str("<path d=\"M0 0L8 4L0 8z\"/></marker></defs>\n");
    for (i, line) in title.iter().enumerate() {
        text(
            &mut out,
            MARGIN,
            MARGIN + LINE * (i as f64 + 0.75),
            line,
            "",
        );
    }
    for arrow in &picture.arrows {
        draw_arrow(&mut out, arrow, &boxes);
    }
    for (state, at) in picture.states.iter().zip(&boxes) {
        draw_state(&mut out, state, *at);
    }
    for (i, line) in remarks.iter().enumerate() {
        text(
            &mut out,
            MARGIN,
            bottom + LINE * (i as f64 + 0.75),
            line,
            " font-style=\"italic\"",
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The boxes of all states, and the right and the lower end.
fn layout(picture: &Picture, top: f64) -> (Vec<Frame>, f64, f64) {
    let columns = picture.states.iter().map(|s| s.step + 1).max().unwrap_or(0);
    let rows = picture.states.iter().map(|s| s.row + 1).max().unwrap_or(0);
    let (mut widths, mut heights) = (vec![0.0_f64; columns], vec![0.0_f64; rows]);
    let mut gaps = vec![GAP; columns];
    for state in &picture.states {
        let (w, h) = size(state);
        widths[state.step] = widths[state.step].max(w);
        heights[state.row] = heights[state.row].max(h);
    }
    for arrow in &picture.arrows {
        let label = CHARACTER * width(&arrow.label) as f64 + 3.0 * PADDING;
        let from = picture.states[arrow.from].step;
        if !arrow.back {
            gaps[from] = gaps[from].max(label);
        } else {
            heights[picture.states[arrow.from].row] += SAG + LINE;
        }
    }
    let offsets = |sizes: &[f64], gap: &dyn Fn(usize) -> f64, start: f64| {
        let mut at = start;
        let places: Vec<f64> = sizes
            .iter()
            .enumerate()
            .map(|(i, size)| {
                let here = at;
                at += size + gap(i);
                here
            })
            .collect();
        (places, at)
    };
    let (lefts, right) = offsets(&widths, &|i| gaps[i], MARGIN);
    let (tops, bottom) = offsets(&heights, &|_| GAP / 2.0, top);
    let boxes = picture.states.iter().map(|state| {
        let (w, h) = size(state);
        Frame {
            x: lefts[state.step],
            y: tops[state.row],
            width: w,
            height: h,
        }
    });
    (boxes.collect(), right, bottom)
}

fn lines(state: &State) -> Vec<(String, &'static str)> {
    let mut lines = vec![(format!("step {}", state.step), " font-weight=\"bold\"")];
    lines.extend(state.values.iter().map(|v| (v.clone(), "")));
    let formulas = state.formulas.iter();
    lines.extend(formulas.map(|f| (f.clone(), " font-style=\"italic\"")));
    if state.goes_on {
        lines.push(("a fair execution goes on".into(), ""));
    }
    lines
}

fn size(state: &State) -> (f64, f64) {
    let lines = lines(state);
    let widest = lines.iter().map(|(l, _)| width(l)).max().unwrap_or(0);
    (
        CHARACTER * widest as f64 + 2.0 * PADDING,
        LINE * lines.len() as f64 + 2.0 * PADDING,
    )
}

fn draw_state(out: &mut String, state: &State, at: Frame) {
    let Frame {
        x,
        y,
        width,
        height,
    } = at;
    let dashed = if state.in_set {
        " stroke-dasharray=\"5 3\""
    } else {
        ""
    };
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"6\" fill=\"none\" stroke=\"currentColor\"{dashed}/>"
    );
    for (i, (line, look)) in lines(state).iter().enumerate() {
        text(
            out,
            x + PADDING,
            y + PADDING + LINE * (i as f64 + 0.75),
            line,
            look,
        );
    }
}

fn draw_arrow(out: &mut String, arrow: &Arrow, boxes: &[Frame]) {
    let (from, to) = (boxes[arrow.from], boxes[arrow.to]);
    let stroke = "fill=\"none\" stroke=\"currentColor\" marker-end=\"url(#tip)\"";
    if arrow.back {
        // Below the states, from the middle of one to the middle of the other.
        let (x1, y1) = (from.x + from.width * 0.5, from.y + from.height);
        let (x2, y2) = (to.x + to.width * 0.25, to.y + to.height);
        let low = y1.max(y2) + SAG;
        let _ = writeln!(
            out,
            "<path d=\"M{x1:.1} {y1:.1}C{x1:.1} {low:.1} {x2:.1} {low:.1} {x2:.1} {y2:.1}\" {stroke} stroke-width=\"1.6\"/>"
        );
        text(
            out,
            x1.min(x2) + PADDING,
            low + LINE * 0.5,
            &arrow.label,
            "",
        );
        return;
    }
    let (x1, y1) = (from.x + from.width, from.y + LINE);
    let (x2, y2) = (to.x, to.y + LINE);
    // Down between the columns, so that nothing crosses the label.
    let label = CHARACTER * width(&arrow.label) as f64;
    let turn = x2 - label - 2.5 * PADDING;
    let _ = writeln!(
        out,
        "<path d=\"M{x1:.1} {y1:.1}H{turn:.1}V{y2:.1}H{x2:.1}\" stroke-linejoin=\"round\" {stroke}/>"
    );
    let start = x2 - 1.5 * PADDING - label;
    text(out, start, y2 - 5.0, &arrow.label, "");
}

fn text(out: &mut String, x: f64, y: f64, line: &str, look: &str) {
    if !line.is_empty() {
        let line = escaped(line);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" xml:space=\"preserve\"{look}>{line}</text>"
        );
    }
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
