//! A picture with places: boxes, lines and texts, in pixels. SVG is one way to write it; the page draws it from data, so that no text of a
//! model is ever parsed as markup there.
//!
//! The layout is a grid: a column for each step, a row for each path. A column is as wide as its widest state, a row as high as its highest.

use serde::{Deserialize, Serialize};

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

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    pub title: String,
    pub width: i32,
    pub height: i32,
    /// The states.
    pub boxes: Vec<Frame>,
    /// The transitions.
    pub arrows: Vec<Line>,
    pub texts: Vec<Label>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frame {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    /// What holds there rests on a set of states.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dashed: bool,
}

/// An arrow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// In the notation of SVG's paths: letters and numbers.
    pub shaft: String,
    /// Its end in the same notation, to be filled.
    pub tip: String,
    /// It goes back to an earlier state.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub back: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    pub x: i32,
    /// Of the line on which its letters stand.
    pub y: i32,
    #[serde(default, skip_serializing_if = "TextLook::is_plain")]
    pub look: TextLook,
    pub text: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextLook {
    #[default]
    Plain,
    Bold,
    Italic,
}

impl TextLook {
    fn is_plain(&self) -> bool {
        *self == TextLook::Plain
    }
}

impl Drawing {
    /// The tree of this property.
    pub fn of_tree(name: &str, tree: &TreeView) -> Drawing {
        drawn(&Picture::of_tree(name, tree))
    }

    /// The execution of this property.
    pub fn of_trace(name: &str, trace: &TraceView) -> Drawing {
        drawn(&Picture::of_trace(name, trace))
    }

    fn text(&mut self, (x, y): (f64, f64), text: &str, look: TextLook) {
        if !text.is_empty() {
            self.texts.push(Label {
                x: round(x),
                y: round(y),
                look,
                text: text.to_string(),
            });
        }
    }

    fn lines(&mut self, top: f64, lines: &[String], look: TextLook) {
        for (i, line) in lines.iter().enumerate() {
            self.text((MARGIN, top + LINE * (i as f64 + 0.75)), line, look);
        }
    }

    fn state(&mut self, state: &State, at: Place) {
        self.boxes.push(Frame {
            x: round(at.x),
            y: round(at.y),
            width: round(at.width),
            height: round(at.height),
            dashed: state.in_set,
        });
        for (i, (line, look)) in lines(state).iter().enumerate() {
            let y = at.y + PADDING + LINE * (i as f64 + 0.75);
            self.text((at.x + PADDING, y), line, *look);
        }
    }

    fn arrow(&mut self, arrow: &Arrow, places: &[Place]) {
        let (from, to) = (places[arrow.from], places[arrow.to]);
        if arrow.back {
            // Below the states, from the middle of one to the middle of the other.
            let (x1, y1) = (from.x + from.width * 0.5, from.y + from.height);
            let (x2, y2) = (to.x + to.width * 0.25, to.y + to.height);
            let low = y1.max(y2) + SAG;
            self.arrows.push(Line {
                shaft: format!(
                    "M{x1:.0} {y1:.0}C{x1:.0} {low:.0} {x2:.0} {low:.0} {x2:.0} {y2:.0}"
                ),
                tip: format!("M{x2:.0} {y2:.0}l-4 8h8z"),
                back: true,
            });
            let at = (x1.min(x2) + PADDING, low + LINE * 0.5);
            return self.text(at, &arrow.label, TextLook::Plain);
        }
        let (x1, y1) = (from.x + from.width, from.y + LINE);
        let (x2, y2) = (to.x, to.y + LINE);
        // Down between the columns, so that nothing crosses the label.
        let label = CHARACTER * width(&arrow.label) as f64;
        let turn = x2 - label - 2.5 * PADDING;
        self.arrows.push(Line {
            shaft: format!("M{x1:.0} {y1:.0}H{turn:.0}V{y2:.0}H{x2:.0}"),
            tip: format!("M{x2:.0} {y2:.0}l-8 -4v8z"),
            back: false,
        });
        let at = (x2 - 1.5 * PADDING - label, y2 - 5.0);
        self.text(at, &arrow.label, TextLook::Plain);
    }
}

fn round(x: f64) -> i32 {
    x.round() as i32
}

/// Where a state stands.
#[derive(Clone, Copy)]
struct Place {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

fn drawn(picture: &Picture) -> Drawing {
    let title = wrapped(&picture.title, TITLE);
    let top = MARGIN + LINE * title.len() as f64 + GAP / 2.0;
    let (places, right, bottom) = layout(picture, top);
    let remarks = picture.remarks.iter();
    let remarks: Vec<String> = remarks.flat_map(|r| wrapped(r, TITLE)).collect();
    let widest = title.iter().chain(&remarks).map(|l| width(l)).max();
    let across = right.max(MARGIN * 2.0 + CHARACTER * widest.unwrap_or(0) as f64);
    let mut drawing = Drawing {
        title: picture.title.clone(),
        width: across.ceil() as i32,
        height: (bottom + LINE * remarks.len() as f64 + MARGIN).ceil() as i32,
        ..Drawing::default()
    };
    drawing.lines(MARGIN, &title, TextLook::Plain);
    for arrow in &picture.arrows {
        drawing.arrow(arrow, &places);
    }
    for (state, at) in picture.states.iter().zip(&places) {
        drawing.state(state, *at);
    }
    drawing.lines(bottom, &remarks, TextLook::Italic);
    drawing
}

/// The places of all states, and the right and the lower end.
fn layout(picture: &Picture, top: f64) -> (Vec<Place>, f64, f64) {
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
    let places = picture.states.iter().map(|state| {
        let (w, h) = size(state);
        Place {
            x: lefts[state.step],
            y: tops[state.row],
            width: w,
            height: h,
        }
    });
    (places.collect(), right, bottom)
}

fn lines(state: &State) -> Vec<(String, TextLook)> {
    let mut lines = vec![(format!("step {}", state.step), TextLook::Bold)];
    lines.extend(state.values.iter().map(|v| (v.clone(), TextLook::Plain)));
    let formulas = state.formulas.iter();
    lines.extend(formulas.map(|f| (f.clone(), TextLook::Italic)));
    if state.goes_on {
        lines.push(("a fair execution goes on".into(), TextLook::Plain));
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
