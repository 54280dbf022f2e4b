//! Modules and their sections.

use assay_language::closest;
use assay_source::{Diagnostic, Span};

use super::{Failed, Parse, Parser};
use crate::syntax::construct::Construct;
use crate::syntax::expr::{ExprId, ExprKind, Ident};
use crate::syntax::grammar::Grammar;
use crate::syntax::token::{SECTIONS, TokenKind, refused_section, reserved};
use crate::syntax::tree::{
    Assign, AssignKind, ConstraintKind, Define, Extreme, Fairness, Module, Section, SectionKind,
    Spec, SpecKind, Variable, VariableKind,
};

/// Sections of tools that read almost the same language.
const FOREIGN_SECTIONS: &[&str] = &[
    "FUN",
    "GAME",
    "INIT_STATE",
    "ITYPE",
    "PARAMETER",
    "PLAYER_1",
];

/// Words with which `m4` starts.
const MACROS: &[&str] = &[
    "changecom",
    "changequote",
    "define",
    "divert",
    "ifelse",
    "include",
];

impl Parser<'_> {
    pub(super) fn modules(&mut self) -> Vec<Module> {
        let mut modules = Vec::new();
        while self.kind() != TokenKind::End {
            if self.word() == "MODULE" || self.misspelt() == Some("MODULE") {
                if let Ok(module) = self.module() {
                    modules.push(module);
                }
                continue;
            }
            let _ = self.no_module();
            self.advance();
            while self.kind() != TokenKind::End && self.word() != "MODULE" {
                self.advance();
            }
        }
        if modules.is_empty() && self.errors.is_empty() && self.refusals.is_empty() {
            let _ = self.error("S0113", "there is no module in this file".to_string());
            self.explain("a model starts with `MODULE main`");
        }
        modules
    }

    fn no_module(&mut self) -> Failed {
        let here = self.here();
        match self.kind() {
            TokenKind::Directive => self.refuse_here(Construct::Preprocessor),
            _ if MACROS.contains(&self.word()) => self.refuse(Construct::Macro, here),
            _ => {
                let failed = self.expected("`MODULE`");
                if SECTIONS.contains(&self.word()) {
                    self.explain("sections belong to a module: start with `MODULE main`");
                }
                failed
            }
        }
    }

    /// The next token is a module's or a section's keyword that is misspelt: which one.
    fn misspelt(&self) -> Option<&'static str> {
        let word = self.word();
        if word.is_empty() || reserved(word) {
            return None;
        }
        let item = [":", ":=", ".", "[", "=", ";", ","];
        if self.kind_at(1) == TokenKind::End || item.iter().any(|s| self.is_at(1, s)) {
            return None;
        }
        let capitals = word.to_ascii_uppercase();
        closest(&capitals, SECTIONS.iter().copied().chain(["MODULE"]))
    }

    /// Takes a keyword, and complains if it is misspelt.
    fn keyword(&mut self, keyword: &str) -> Span {
        let word = self.word();
        if word != keyword {
            let message = format!("unknown section `{word}`");
            let diagnostic = Diagnostic::error("S0107", message).at(self.here());
            let help = if word.eq_ignore_ascii_case(keyword) {
                format!("keywords are in capitals: `{keyword}`")
            } else {
                format!("did you mean `{keyword}`?")
            };
            let _ = self.report(diagnostic.help(help));
        }
        self.take_span()
    }

    fn module(&mut self) -> Parse<Module> {
        let start = self.token().start;
        self.keyword("MODULE");
        let header = self.header();
        if header.is_err() {
            self.skip_section();
        }
        let mut sections = Vec::new();
        while self.kind() != TokenKind::End
            && self.word() != "MODULE"
            && self.misspelt() != Some("MODULE")
        {
            match self.section() {
                Ok(section) => sections.push(section),
                Err(Failed) => self.skip_section(),
            }
        }
        let (name, parameters) = header?;
        let span = self.since(start);
        Ok(Module {
            name,
            parameters,
            sections,
            span,
        })
    }

    fn header(&mut self) -> Parse<(Ident, Vec<Ident>)> {
        let name = self.ident("the name of the module")?;
        let mut parameters = Vec::new();
        if self.is("(") {
            let open = self.take_span();
            if !self.is(")") {
                loop {
                    parameters.push(self.ident("the name of a parameter")?);
                    if !self.eat(",") {
                        break;
                    }
                }
            }
            if self.is(":") {
                let failed = self.expected("`,` or `)`");
                self.explain(
                    "parameters have no types: they are names for what the instance is given",
                );
                return Err(failed);
            }
            self.close(")", open)?;
        }
        if self.is(";") {
            let _ = self.expected("a section");
            self.explain("no `;` behind the name of a module");
            self.advance();
        }
        Ok((name, parameters))
    }

    fn section(&mut self) -> Parse<Section> {
        let start = self.token().start;
        let word = match self.misspelt() {
            Some(meant) => meant,
            None => self.word(),
        };
        if !SECTIONS.contains(&word) {
            return Err(self.no_section());
        }
        let keyword = self.keyword(word);
        self.no_assignment = !matches!(word, "VAR" | "IVAR" | "FROZENVAR" | "ASSIGN" | "DEFINE");
        let kind = match word {
            "VAR" => self.variables(VariableKind::State),
            "IVAR" => self.variables(VariableKind::Input),
            "FROZENVAR" => self.variables(VariableKind::Frozen),
            "DEFINE" | "MDEFINE" => SectionKind::Defines(self.items(Self::define)),
            "ASSIGN" => SectionKind::Assigns(self.items(Self::assign)),
            "CONSTANTS" => self.constants()?,
            "INIT" => self.constraint(ConstraintKind::Init)?,
            "TRANS" => self.constraint(ConstraintKind::Trans)?,
            "INVAR" => self.constraint(ConstraintKind::Invar)?,
            "FAIRNESS" | "JUSTICE" => {
                let condition = self.expr()?;
                self.end_of_formula()?;
                SectionKind::Fairness(Fairness::Justice(condition))
            }
            "COMPASSION" => self.compassion()?,
            "ISA" => {
                let module = self.ident("the name of a module")?;
                if self.is(";") {
                    let _ = self.expected("a section");
                    self.explain("no `;` behind `ISA`");
                    self.advance();
                }
                SectionKind::Isa(module)
            }
            _ => SectionKind::Spec(self.spec(word)?),
        };
        let span = self.since(start);
        Ok(Section {
            kind,
            span,
            keyword,
        })
    }

    /// What stands here starts no section; skips at least one token.
    fn no_section(&mut self) -> Failed {
        let word = self.word();
        let failed = if refused_section(word) {
            let construct = match word {
                "CONSTRAINT" => Construct::Section,
                _ => Construct::Predicate,
            };
            self.refuse_here(construct)
        } else if FOREIGN_SECTIONS.contains(&word) {
            self.refuse_here(Construct::Section)
        } else if MACROS.contains(&word) && self.is_at(1, "(") {
            self.refuse_here(Construct::Macro)
        } else {
            let failed = self.expected("a section such as `VAR` or `ASSIGN`");
            if self.is(";") {
                self.explain("one `;` is enough");
            } else if self.at_assignment() {
                self.explain("assignments stand in the section `ASSIGN`");
            }
            failed
        };
        self.advance();
        failed
    }

    /// Items of a list, each closed by `;`, up to the next section.
    fn items<T>(&mut self, read: fn(&mut Self) -> Parse<T>) -> Vec<T> {
        let mut items = Vec::new();
        while !self.at_section() && self.misspelt().is_none() {
            if self.is(";") {
                let _ = self.expected("an item or a section");
                self.explain("one `;` is enough");
                self.advance();
                continue;
            }
            match read(self) {
                Ok(item) => items.push(item),
                Err(Failed) => self.skip_item(),
            }
        }
        items
    }

    fn variables(&mut self, kind: VariableKind) -> SectionKind {
        SectionKind::Variables(kind, self.items(Self::variable))
    }

    fn variable(&mut self) -> Parse<Variable> {
        if self.at_assignment() {
            let failed = self.expected("a declaration `name : type;`");
            self.explain("assignments stand in the section `ASSIGN`");
            return Err(failed);
        }
        let start = self.token().start;
        let name = self.dotted("the name of a variable")?;
        if self.is(",") {
            let failed = self.expected("`:`");
            self.explain("each variable has a declaration of its own");
            return Err(failed);
        }
        self.expect(":")?;
        let ty = self.ty()?;
        if self.is(":=") {
            let failed = self.expected("`;`");
            self.explain(
                "a variable gets its first value by `init(x) := ...` in the section `ASSIGN`",
            );
            return Err(failed);
        }
        self.expect_semicolon("each declaration")?;
        let span = self.since(start);
        Ok(Variable { name, ty, span })
    }

    fn define(&mut self) -> Parse<Define> {
        let start = self.token().start;
        if matches!(self.word(), "init" | "next") && self.is_at(1, "(") {
            let failed = self.expected("the name of a definition");
            self.explain("`init` and `next` stand in the section `ASSIGN`");
            return Err(failed);
        }
        let name = self.dotted("the name of a definition")?;
        self.expect_assign()?;
        let value = if self.is("[") {
            self.array_value()?
        } else {
            self.expr()?
        };
        self.expect_semicolon("each definition")?;
        let span = self.since(start);
        Ok(Define { name, value, span })
    }

    /// `[a, [b, c]]`
    fn array_value(&mut self) -> Parse<ExprId> {
        let open = self.take_span();
        let mut items = Vec::new();
        loop {
            items.push(if self.is("[") {
                self.nested(|p| p.array_value())?
            } else {
                self.expr()?
            });
            if !self.eat(",") {
                break;
            }
        }
        let close = self.close("]", open)?;
        Ok(self.exprs.add(ExprKind::Array(items), open.to(close)))
    }

    fn assign(&mut self) -> Parse<Assign> {
        let start = self.token().start;
        let kind = match self.word() {
            "init" => AssignKind::Init,
            "next" => AssignKind::Next,
            _ => AssignKind::Current,
        };
        let target = match kind {
            AssignKind::Current => self.designator()?,
            _ => {
                self.advance();
                let open = self.expect("(")?;
                let target = self.designator()?;
                self.close(")", open)?;
                target
            }
        };
        if kind == AssignKind::Current && self.is(":") {
            let failed = self.expected("`:=`");
            self.explain("declarations stand in the section `VAR`");
            return Err(failed);
        }
        self.expect_assign()?;
        let value = self.expr()?;
        self.expect_semicolon("each assignment")?;
        let span = self.since(start);
        Ok(Assign {
            kind,
            target,
            value,
            span,
        })
    }

    /// What can be assigned: a name, possibly with dots and indices, or `self`.
    fn designator(&mut self) -> Parse<ExprId> {
        let word = self.word();
        let named = self.kind() == TokenKind::Quoted || (!word.is_empty() && !reserved(word));
        if !named && word != "self" {
            return Err(match word {
                "" => self.expected("the name of a variable"),
                word => self.reserved_name("the name of a variable", word),
            });
        }
        if self.is_at(1, "(") {
            self.advance();
            return Err(self.expected("`:=`"));
        }
        self.primary()
    }

    fn constants(&mut self) -> Parse<SectionKind> {
        let mut names = Vec::new();
        if !self.is(";") {
            loop {
                names.push(self.symbol()?);
                if !self.eat(",") {
                    break;
                }
            }
        }
        self.expect_semicolon("the list of constants")?;
        Ok(SectionKind::Constants(names))
    }

    fn constraint(&mut self, kind: ConstraintKind) -> Parse<SectionKind> {
        let formula = self.expr()?;
        self.end_of_formula()?;
        Ok(SectionKind::Constraint(kind, formula))
    }

    fn compassion(&mut self) -> Parse<SectionKind> {
        if !self.is("(") {
            let failed = self.expected("`(`");
            self.explain("`COMPASSION` takes a pair: `COMPASSION (p, q)`");
            return Err(failed);
        }
        let open = self.take_span();
        let first = self.expr()?;
        self.expect(",")?;
        let second = self.expr()?;
        self.close(")", open)?;
        self.end_of_formula()?;
        Ok(SectionKind::Fairness(Fairness::Compassion(first, second)))
    }

    /// The `;` behind a formula may be missing before the next section.
    fn end_of_formula(&mut self) -> Parse<()> {
        if self.eat(";") || self.at_section() || self.misspelt().is_some() {
            return Ok(());
        }
        Err(self.expected("an operator, `;` or a section"))
    }

    fn spec(&mut self, word: &str) -> Parse<Spec> {
        let mut name = None;
        if self.eat_word("NAME") {
            name = Some(self.dotted("a name")?);
            self.expect_assign()?;
        }
        let kind = match word {
            "COMPUTE" => self.compute()?,
            "PSLSPEC" => {
                self.grammar = Grammar::Psl;
                let formula = self.expr();
                self.grammar = Grammar::Smv;
                SpecKind::Psl(formula?)
            }
            "LTLSPEC" => SpecKind::Ltl(self.expr()?),
            "INVARSPEC" => SpecKind::Invariant(self.expr()?),
            _ => SpecKind::Ctl(self.expr()?),
        };
        let context = if self.eat_word("IN") {
            Some(self.designator()?)
        } else {
            None
        };
        match kind {
            // NuSMV switches back to its own words at the `;`.
            SpecKind::Psl(_) => self.expect_semicolon("`PSLSPEC`")?,
            _ => self.end_of_formula()?,
        }
        Ok(Spec {
            kind,
            name,
            context,
        })
    }

    fn compute(&mut self) -> Parse<SpecKind> {
        let extreme = match self.word() {
            "MIN" => Extreme::Min,
            "MAX" => Extreme::Max,
            _ => return Err(self.expected("`MIN` or `MAX`")),
        };
        self.advance();
        let open = self.expect("[")?;
        let from = self.expr()?;
        self.expect(",")?;
        let to = self.expr()?;
        self.close("]", open)?;
        Ok(SpecKind::Compute(extreme, from, to))
    }
}
