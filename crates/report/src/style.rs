//! Colour and width: decided by the command line, honoured by every writer.

/// How text for a terminal is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
    /// Columns that a line may take.
    pub width: usize,
}

/// The few looks that reports use.
#[derive(Clone, Copy)]
pub(crate) enum Look {
    Good,
    Bad,
    Open,
    Dim,
    Bold,
}

impl Style {
    pub(crate) fn paint(self, look: Look, text: &str) -> String {
        if !self.color {
            return text.to_string();
        }
        let code = match look {
            Look::Good => "32",
            Look::Bad => "1;31",
            Look::Open => "33",
            Look::Dim => "2",
            Look::Bold => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
