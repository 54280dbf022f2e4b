//! Where a block assigns to a register, and which of the places is a reset.
//!
//! yosys gives the place of a whole `always` block. A register is set in several places of it, and the first one is mostly
//! the reset, which says least about what the register does. Just enough of Verilog's statements is read here to tell the
//! branches apart; what is not understood is passed over, up to the next semicolon.

use std::ops::Range;

/// One assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    /// From the name to before the semicolon.
    pub at: Range<usize>,
    /// It stands in the branch of a reset.
    pub reset: bool,
}

/// The assignments to a name in a text with `always` blocks, in their order.
pub(super) fn assignments(text: &str, name: &str) -> Vec<Assignment> {
    let mut scanner = Scanner {
        text,
        tokens: tokens(text),
        at: 0,
        name,
        edges: Vec::new(),
        found: Vec::new(),
    };
    scanner.blocks();
    scanner.found
}

struct Scanner<'a> {
    text: &'a str,
    /// Where each token stands.
    tokens: Vec<Range<usize>>,
    at: usize,
    name: &'a str,
    /// The names of the sensitivity list with their edges.
    edges: Vec<(&'a str, &'a str)>,
    found: Vec<Assignment>,
}

impl<'a> Scanner<'a> {
    fn token(&self) -> Option<&'a str> {
        self.tokens.get(self.at).map(|t| &self.text[t.clone()])
    }

    fn takes(&mut self, word: &str) -> bool {
        let there = self.token() == Some(word);
        self.at += usize::from(there);
        there
    }

    fn blocks(&mut self) {
        while let Some(token) = self.token() {
            self.at += 1;
            if matches!(token, "always" | "always_ff") {
                self.edges.clear();
                if self.takes("@") {
                    let list = self.brackets();
                    let words: Vec<&str> = self.tokens[list]
                        .iter()
                        .map(|t| &self.text[t.clone()])
                        .collect();
                    let pairs = words
                        .windows(2)
                        .filter(|w| matches!(w[0], "posedge" | "negedge"));
                    self.edges = pairs.map(|w| (w[0], w[1])).collect();
                }
                self.statement(false);
            }
        }
    }

    /// Passes over what stands between brackets; the tokens between them.
    fn brackets(&mut self) -> Range<usize> {
        let start = self.at;
        let mut depth = 0;
        while let Some(token) = self.token() {
            self.at += 1;
            match token {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth -= 1,
                _ => {}
            }
            if depth <= 0 {
                break;
            }
        }
        let end = self.at.saturating_sub(1);
        (start + 1).min(end)..end
    }

    fn statement(&mut self, reset: bool) {
        let Some(token) = self.token() else {
            return;
        };
        match token {
            "begin" => {
                self.at += 1;
                if self.takes(":") {
                    self.at += 1;
                }
                while self.token().is_some_and(|t| t != "end") {
                    self.statement(reset);
                }
                self.at += 1;
            }
            "if" => {
                self.at += 1;
                let condition = self.brackets();
                let resets = self.resets(condition);
                self.statement(reset || resets == Some(true));
                if self.takes("else") {
                    self.statement(reset || resets == Some(false));
                }
            }
            "case" | "casez" | "casex" => {
                self.at += 1;
                self.brackets();
                while self.token().is_some_and(|t| t != "endcase") {
                    while self.token().is_some_and(|t| t != ":" && t != "endcase") {
                        match self.token() {
                            Some("(" | "[" | "{") => drop(self.brackets()),
                            Some("default") => {
                                self.at += 1;
                                break;
                            }
                            _ => self.at += 1,
                        }
                    }
                    self.takes(":");
                    if self.token().is_some_and(|t| t != "endcase") {
                        self.statement(reset);
                    }
                }
                self.at += 1;
            }
            "unique" | "unique0" | "priority" => {
                self.at += 1;
                self.statement(reset);
            }
            "for" | "while" | "repeat" => {
                self.at += 1;
                self.brackets();
                self.statement(reset);
            }
            _ => self.simple(reset),
        }
    }

    /// A statement that ends with a semicolon.
    fn simple(&mut self, reset: bool) {
        let first = self.at;
        while self
            .token()
            .is_some_and(|t| t != ";" && t != "end" && t != "endmodule")
        {
            self.at += 1;
        }
        let last = self.at;
        self.takes(";");
        if last == first {
            // Nothing was read: a stray `end`.
            self.at = self.at.max(first + 1);
            return;
        }
        let word = |at: usize| &self.text[self.tokens[at].clone()];
        let Some(arrow) = (first..last).find(|at| matches!(word(*at), "=" | "<=")) else {
            return;
        };
        let own = match word(first) {
            "{" => (first..arrow).any(|at| word(at) == self.name),
            name => name == self.name,
        };
        if own {
            self.found.push(Assignment {
                at: self.tokens[first].start..self.tokens[last - 1].end,
                reset,
            });
        }
    }

    /// Whether a condition is that of a reset, and if so whether it is active where the condition is true.
    fn resets(&self, condition: Range<usize>) -> Option<bool> {
        let words: Vec<&str> = self.tokens[condition]
            .iter()
            .map(|t| &self.text[t.clone()])
            .collect();
        let (negated, name) = match words.as_slice() {
            [name] => (false, *name),
            ["!" | "~", name] => (true, *name),
            [name, "==" | "===", value] => (is_zero(value), *name),
            _ => return None,
        };
        let edge = self
            .edges
            .iter()
            .find(|(_, n)| *n == name)
            .map(|(edge, _)| *edge);
        let low = match edge {
            Some("negedge") => true,
            Some(_) => false,
            None => low_by_name(name)?,
        };
        Some(low == negated)
    }
}

fn is_zero(word: &str) -> bool {
    word.rsplit('\'').next().is_some_and(|digits| {
        digits
            .trim_start_matches(['b', 'd', 'h', 'o'])
            .chars()
            .all(|c| c == '0')
    })
}

/// For a name that is commonly given to a reset: whether the reset is active at 0. None for other names.
fn low_by_name(name: &str) -> Option<bool> {
    let name = name.to_ascii_lowercase();
    let known = ["rst", "reset", "clr", "clear"];
    let core = known.iter().find(|word| name.contains(*word))?;
    let (before, after) = name.split_once(*core)?;
    let ends = ["n", "_n", "ni", "_ni", "_b", "_l", "b"]
        .iter()
        .any(|e| after.ends_with(e));
    Some(ends || before.ends_with('n') || before.ends_with("n_"))
}

/// Words, numbers, `<=`, `==` and the like, and single characters; comments and strings are passed over.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = if let Some(comment) = rest.strip_prefix("//") {
            comment.find('\n').map_or(rest.len(), |n| n + 2)
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |n| n + 4)
        } else if let Some(string) = rest.strip_prefix('"') {
            string.find('"').map_or(rest.len(), |n| n + 2)
        } else if c.is_whitespace() {
            c.len_utf8()
        } else {
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '\'' | '`');
            let operator = ["===", "!==", "<=", ">=", "==", "!="];
            let length = match operator.iter().find(|o| rest.starts_with(**o)) {
                Some(operator) => operator.len(),
                None if word(c) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
                None => c.len_utf8(),
            };
            found.push(at..at + length);
            length
        };
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, name: &str) -> Vec<(String, bool)> {
        let all = assignments(text, name);
        all.into_iter()
            .map(|a| (text[a.at].to_string(), a.reset))
            .collect()
    }

    #[test]
    fn the_branch_of_a_reset_is_known() {
        let text = "always @(posedge clk or negedge arst) // x <= 9;\n if (!arst) begin x <= 0; y <= 0; end else begin\n \
                    if (y == 3) x <= x + 1; else x[0] <= 1'b0; end";
        let expected = [
            ("x <= 0", true),
            ("x <= x + 1", false),
            ("x[0] <= 1'b0", false),
        ];
        assert_eq!(found(text, "x"), expected.map(|(t, r)| (t.to_string(), r)));
        let text = "always @(posedge clk) if (rst_n) q <= d; else q <= 0;";
        assert_eq!(
            found(text, "q"),
            [("q <= d".into(), false), ("q <= 0".into(), true)]
        );
        let text = "always @(posedge clk) if (flush) q <= 0; else q <= d;";
        assert_eq!(
            found(text, "q"),
            [("q <= 0".into(), false), ("q <= d".into(), false)]
        );
    }

    #[test]
    fn branches_of_a_case_and_loops_are_read() {
        let text = "always_ff @(posedge clk) unique case (s) 2'b00, A: begin : b s <= {x, y}; end default s <= 1; endcase \
                    always @(posedge clk) for (i = 0; i < 4; i = i + 1) m[i] <= s; always @(posedge clk) {c, s} <= s + 1;";
        let texts: Vec<String> = found(text, "s").into_iter().map(|(t, _)| t).collect();
        assert_eq!(texts, ["s <= {x, y}", "s <= 1", "{c, s} <= s + 1"]);
        assert_eq!(found(text, "m"), [("m[i] <= s".to_string(), false)]);
    }

    #[test]
    fn no_text_is_too_odd() {
        for text in [
            "",
            "always",
            "always @(",
            "always @* if",
            "always begin end end ;",
            "always @* case (x) a",
            "\"",
            "/*",
            "always end",
        ] {
            assert!(assignments(text, "x").is_empty(), "{text}");
        }
    }
}
