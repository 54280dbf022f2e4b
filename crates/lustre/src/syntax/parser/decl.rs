//! Declarations: types, constants, functions and nodes.

use super::{Construct, Parse, Parser};
use crate::syntax::ast::{ConstDecl, Decl, FunctionDecl, NodeDecl, TypeBody, TypeDecl};
use crate::syntax::token::TokenKind;

impl Parser<'_> {
    pub(super) fn program(&mut self) -> Vec<Decl> {
        let mut decls = Vec::new();
        while self.kind() != TokenKind::End {
            let before = self.at;
            if self.decl(&mut decls).is_err() {
                if self.at == before {
                    self.advance();
                }
                self.skip_decl();
            }
        }
        decls
    }

    fn decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        if let TokenKind::Refused(construct) = self.kind() {
            self.refuse_here(construct);
            self.advance();
            return Ok(());
        }
        match self.word() {
            "type" => self.type_decl(decls),
            "const" => {
                let mut constants = Vec::new();
                self.const_decls(&mut constants)?;
                decls.extend(constants.into_iter().map(Decl::Const));
                Ok(())
            }
            "node" | "function" => self.node_or_function(decls),
            word if self.kind2() => Err(match word {
                "contract" => self.refuse_here(Construct::Contract),
                "include" => self.refuse_here(Construct::Include),
                "datatype" => self.refuse_here(Construct::Datatype),
                "lemma" => self.refuse_here(Construct::Lemma),
                "param" => self.refuse_here(Construct::FreeConstant),
                "transparent" | "opaque" => self.refuse_here(Construct::Contract),
                _ => self.expected("a declaration (`type`, `const`, `node` or `function`)"),
            }),
            _ => Err(self.expected("a declaration (`type`, `const`, `node` or `function`)")),
        }
    }

    fn type_decl(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        let start = self.advance().start;
        let name = self.ident("the type's name")?;
        if self.kind2() && (self.is("<<") || self.is("<")) {
            return Err(self.refuse_here(Construct::Polymorphism));
        }
        if self.kind2() && self.is(";") {
            return Err(self.refuse(Construct::AbstractType, name.span));
        }
        self.expect("=")?;
        let body = match self.word() {
            "struct" => {
                self.advance();
                self.record_body()?
            }
            "enum" => self.enum_body()?,
            _ if self.kind2() && self.is("{") => self.record_body()?,
            _ => TypeBody::Alias(self.type_expr()?),
        };
        self.expect(";")?;
        let span = self.since(start);
        decls.push(Decl::Type(TypeDecl { name, body, span }));
        Ok(())
    }

    fn record_body(&mut self) -> Parse<TypeBody> {
        self.expect("{")?;
        let fields = self.groups("}")?;
        self.expect("}")?;
        Ok(TypeBody::Record(fields))
    }

    fn enum_body(&mut self) -> Parse<TypeBody> {
        self.advance();
        self.expect("{")?;
        let mut literals = vec![self.ident("an enumeration literal")?];
        while self.eat(",") {
            literals.push(self.ident("an enumeration literal")?);
        }
        self.expect("}")?;
        Ok(TypeBody::Enum(literals))
    }

    /// `const a = e;`; Kind 2 lets several follow one `const`.
    pub(super) fn const_decls(&mut self, out: &mut Vec<ConstDecl>) -> Parse<()> {
        let mut start = self.advance().start;
        loop {
            let name = self.ident("the constant's name")?;
            if self.kind2() && self.is(",") {
                return Err(self.refuse(Construct::FreeConstant, name.span));
            }
            let ty = if self.eat(":") {
                Some(self.type_expr()?)
            } else {
                None
            };
            if self.kind2() && ty.is_some() && self.is(";") {
                return Err(self.refuse(Construct::FreeConstant, name.span));
            }
            self.expect("=")?;
            let value = self.expr()?;
            self.expect(";")?;
            let span = self.since(start);
            out.push(ConstDecl {
                name,
                ty,
                value,
                span,
            });
            start = self.token().start;
            let more =
                self.kind2() && !self.word().is_empty() && !self.dialect.reserves(self.word());
            // `param` and other soft words would also start a declaration, but none is followed by these.
            if !(more && (self.is_at(1, ":") || self.is_at(1, "=") || self.is_at(1, ","))) {
                return Ok(());
            }
        }
    }

    fn node_or_function(&mut self, decls: &mut Vec<Decl>) -> Parse<()> {
        let start = self.token().start;
        let is_function = self.word() == "function";
        self.advance();
        if self.kind2() && self.word() == "imported" {
            return Err(self.refuse_here(Construct::ImportedNode));
        }
        if self.kind2() && self.word() == "rec" && !self.word_at(1).is_empty() {
            return Err(self.refuse_here(Construct::Recursion));
        }
        let what = if is_function {
            "the function's name"
        } else {
            "the node's name"
        };
        let name = self.dotted(what)?;
        if self.kind2() && (self.is("<<") || self.is("<")) {
            return Err(self.refuse_here(Construct::Polymorphism));
        }
        if self.kind2() && self.is("=") {
            return Err(self.refuse_here(Construct::NodeInstance));
        }
        self.expect("(")?;
        let inputs = self.groups(")")?;
        self.expect(")")?;
        self.expect_word("returns")?;
        self.expect("(")?;
        let outputs = self.groups(")")?;
        self.expect(")")?;
        if self.kind2() {
            self.eat(";");
        } else {
            self.expect(";")?;
        }
        self.skip_contracts()?;
        let has_body = matches!(self.word(), "var" | "let") || self.constants_of_body();
        if is_function && !has_body {
            let span = self.since(start);
            decls.push(Decl::Function(FunctionDecl {
                name,
                inputs,
                outputs,
                span,
            }));
            return Ok(());
        }
        if is_function && !self.kind2() {
            return Err(self.only_kind2("functions with a body exist", name.span));
        }
        let mut node = NodeDecl {
            name,
            is_function,
            inputs,
            outputs,
            constants: Vec::new(),
            locals: Vec::new(),
            items: Vec::new(),
            span: self.since(start),
        };
        self.body(&mut node)?;
        node.span = self.since(start);
        if self.kind2() && self.is(".") {
            self.advance();
        } else {
            self.eat(";");
        }
        decls.push(Decl::Node(node));
        Ok(())
    }

    /// Whether a `const` here is local: a body follows before the next declaration.
    fn constants_of_body(&self) -> bool {
        self.kind2()
            && self.word() == "const"
            && (1..)
                .take_while(|&ahead| self.kind_at(ahead) != TokenKind::End)
                .map(|ahead| self.word_at(ahead))
                .find(|word| matches!(*word, "let" | "var" | "node" | "function" | "type"))
                .is_some_and(|word| matches!(word, "let" | "var"))
    }

    /// Contract comments may stand before the body; each is refused, and reading goes on behind it.
    fn skip_contracts(&mut self) -> Parse<()> {
        while let TokenKind::Refused(construct) = self.kind() {
            self.refuse_here(construct);
            self.advance();
        }
        match self.word() {
            "con" if self.kind2() => Err(self.refuse_here(Construct::Contract)),
            _ => Ok(()),
        }
    }

    /// Locals, `let`, items, `tel`.
    fn body(&mut self, node: &mut NodeDecl) -> Parse<()> {
        let mut sections = 0;
        loop {
            match self.word() {
                "var" => {
                    let span = self.take_span();
                    sections += 1;
                    if sections > 1 && !self.kind2() {
                        return Err(self.only_kind2("more than one `var` section is allowed", span));
                    }
                    self.locals(node)?;
                }
                "const" if self.kind2() => self.const_decls(&mut node.constants)?,
                "con" if self.kind2() => return Err(self.refuse_here(Construct::Contract)),
                _ if matches!(self.kind(), TokenKind::Refused(_)) => self.skip_contracts()?,
                _ => break,
            }
        }
        self.expect_word("let")?;
        while self.word() != "tel" {
            if self.kind() == TokenKind::End {
                return Err(self.expected("`tel`"));
            }
            if matches!(self.word(), "node" | "function") {
                return Err(self.expected("an equation or `tel`"));
            }
            match self.item() {
                Ok(Some(item)) => node.items.push(item),
                Ok(None) => {}
                Err(_) => self.skip_item(),
            }
        }
        self.advance();
        Ok(())
    }

    /// The groups of a `var` section, each closed by `;`.
    fn locals(&mut self, node: &mut NodeDecl) -> Parse<()> {
        loop {
            self.group(&mut node.locals)?;
            self.expect(";")?;
            let more = !self.word().is_empty() && !self.dialect.reserves(self.word());
            if !more {
                return Ok(());
            }
        }
    }
}
