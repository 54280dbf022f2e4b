//! What is to be read: files with the macros and directories that hold for them, parameters, and the top.

/// A model in one or several files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sources {
    /// In this order.
    pub reads: Vec<ReadFiles>,
    /// Of the top module.
    pub parameters: Vec<Parameter>,
    pub top: Option<String>,
}

/// Files that are read in the same way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadFiles {
    pub mode: Mode,
    pub files: Vec<String>,
    /// Where included files are looked for.
    pub includes: Vec<String>,
    pub defines: Vec<Define>,
}

/// How yosys reads Verilog.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// SystemVerilog with assertions; the macro `FORMAL` is defined.
    #[default]
    Formal,
    SystemVerilog,
    Verilog,
}

/// A macro: `NAME` or `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    pub name: String,
    pub value: Option<String>,
}

/// A parameter of the top module: `NAME=VALUE`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// As it is written by the user.
    pub value: String,
}

impl std::str::FromStr for Define {
    type Err = String;

    fn from_str(text: &str) -> Result<Define, String> {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value.to_string())),
            None => (text, None),
        };
        if !is_identifier(name) {
            return Err(format!(
                "`{name}` is no name of a macro: write NAME or NAME=VALUE"
            ));
        }
        if let Some(odd) = value.as_deref().and_then(unwritable) {
            return Err(format!(
                "the value of `{name}` has {odd}, which yosys cannot be given: write a `define in a file"
            ));
        }
        let name = name.to_string();
        Ok(Define { name, value })
    }
}

impl std::fmt::Display for Define {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{}={value}", self.name),
            None => write!(f, "{}", self.name),
        }
    }
}

impl std::str::FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Parameter, String> {
        let form = "write NAME=VALUE, such as `WIDTH=8`";
        let (name, value) = text.split_once('=').ok_or_else(|| form.to_string())?;
        if !is_identifier(name) {
            return Err(format!("`{name}` is no name of a parameter: {form}"));
        }
        let parameter = Parameter {
            name: name.to_string(),
            value: value.to_string(),
        };
        match parameter.for_yosys() {
            Some(_) => Ok(parameter),
            None => Err(format!(
                "`{value}` is no value of a parameter: write a number (8), a constant with a width (4'b1010), or a text (\"fast\")"
            )),
        }
    }
}

impl std::fmt::Display for Parameter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

impl Parameter {
    /// The value as `hierarchy -chparam` reads it: a number, or a constant with a width. A text becomes the number that its
    /// characters are. None for anything else; yosys drops the sign of negative numbers, so they are none.
    pub(super) fn for_yosys(&self) -> Option<String> {
        let value = self.value.trim();
        if let Some(text) = value.strip_prefix('"') {
            let text = text
                .strip_suffix('"')
                .filter(|t| !t.contains(['"', '\\']))?;
            let digits: String = text.bytes().map(|b| format!("{b:02x}")).collect();
            let bits = 8 * text.len();
            return (bits > 0).then(|| format!("{bits}'h{digits}"));
        }
        let digit = |c: char| c.is_ascii_digit() || c == '_';
        let (width, rest) = match value.split_once('\'') {
            None => {
                let number = value.starts_with(|c: char| c.is_ascii_digit());
                return (number && value.chars().all(digit)).then(|| value.replace('_', ""));
            }
            Some(parts) => parts,
        };
        let mut rest = rest.chars();
        let base = rest.next()?.to_ascii_lowercase();
        let radix = match base {
            'b' => 2,
            'o' => 8,
            'd' => 10,
            'h' => 16,
            _ => return None,
        };
        let digits: String = rest.filter(|c| *c != '_').collect();
        let sized = !width.is_empty() && width.chars().all(|c| c.is_ascii_digit());
        let sound = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        (sized && sound).then(|| format!("{width}'{base}{digits}"))
    }
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    let first = characters.next();
    first.is_some_and(|c| c.is_ascii_alphabetic() || c == '_')
        && characters.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$')
}

/// What keeps a text from being one word of a yosys script.
fn unwritable(text: &str) -> Option<&'static str> {
    if text.contains(char::is_whitespace) {
        Some("a blank")
    } else if text.contains(';') {
        Some("a semicolon")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_are_read() {
        let all = ["WIDTH=8", "FAST", "PATH=\"mem.hex\"", "EMPTY="];
        for text in all {
            let define: Define = text.parse().expect(text);
            assert_eq!(define.to_string(), text);
        }
        for bad in ["", "=1", "8=WIDTH", "A B", "A=b c", "A=b;c"] {
            assert!(bad.parse::<Define>().is_err(), "{bad}");
        }
    }

    #[test]
    fn parameters_have_values_that_yosys_reads() {
        for (text, value) in [
            ("W=8", "8"),
            ("W=1_000", "1000"),
            ("W=4'b10_10", "4'b1010"),
            ("W=8'hfF", "8'hfF"),
            ("W=\"ab\"", "16'h6162"),
        ] {
            let parameter: Parameter = text.parse().expect(text);
            assert_eq!(parameter.for_yosys().as_deref(), Some(value));
            assert_eq!(parameter.to_string(), text);
        }
        for bad in [
            "W", "=8", "W=", "W=-1", "W=x", "W=4'q1", "W='b1", "W=8'b12", "W=\"", "W=1 2",
        ] {
            assert!(bad.parse::<Parameter>().is_err(), "{bad}");
        }
    }
}
