//! What another tool says of the same checks. Where both have a verdict, they agree or one of them is wrong.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::Place;
use crate::style::{Look, Style};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondOpinion {
    /// The tool with its version.
    pub tool: String,
    /// Whether nothing differs; absent where nothing could be compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agrees: Option<bool>,
    /// Why the tool gave no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<String>,
    /// Of what is compared: checks of one class on one line, or one mutant.
    pub agreeing: usize,
    /// Where one of the two has no verdict, or no check.
    pub open: usize,
    pub differing: Vec<Differing>,
}

/// Checks of one class on one line, or a whole mutant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differing {
    /// Absent where the tool names no class that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    #[serde(rename = "span")]
    pub place: Option<Place>,
    pub ours: String,
    pub theirs: String,
    /// The tool's own words for what it refutes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub says: Vec<String>,
}

impl SecondOpinion {
    /// One line, and one more for each difference.
    pub fn to_text(&self, style: Style) -> String {
        let tool = &self.tool;
        let mut out = String::from("\n");
        if let Some(why) = &self.silence {
            let _ = writeln!(out, "second opinion: {tool} has none: {why}");
            return out;
        }
        let (agreeing, open) = (self.agreeing, self.open);
        let mut head = format!("second opinion: {tool} agrees in {agreeing}");
        if open > 0 {
            let _ = write!(head, ", cannot be compared in {open}");
        }
        if self.differing.is_empty() {
            let _ = writeln!(out, "{head}");
            return out;
        }
        let _ = write!(head, ", and differs in {}:", self.differing.len());
        let _ = writeln!(out, "{}", style.paint(Look::Bold, &head));
        for differing in &self.differing {
            let place = differing.place.as_ref().map(|p| format!("{p}  "));
            let class = differing.class.as_ref().map(|c| format!("{c}  "));
            let _ = writeln!(
                out,
                "  {}{}here {}, {tool} {}",
                place.unwrap_or_default(),
                class.unwrap_or_default(),
                differing.ours,
                differing.theirs,
            );
            for says in &differing.says {
                let _ = writeln!(out, "    {says}");
            }
        }
        out.push_str("one of the two is wrong: please look, and report what you find\n");
        out
    }
}
