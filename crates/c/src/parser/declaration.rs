//! Declarations, function definitions and initialisers.

use crate::parser::{Parsed, Parser};
use crate::syntax::tree::{
    Attribute, Base, Declaration, Declarator, Declared, Designator, Function, InitItem, InitList,
    Initializer, Item, Specifiers, Storage,
};
use crate::syntax::{Keyword, TokenKind};

impl Parser {
    /// What stands outside of functions.
    pub(super) fn item(&mut self) -> Parsed<Item> {
        match self.keyword() {
            Some(Keyword::StaticAssert) => return Ok(Item::StaticAssert(self.static_assert()?)),
            Some(Keyword::Asm) => return Err(self.unsupported("assembler outside of functions")),
            _ => {}
        }
        let first = self.at;
        // Without a type, only `main() {` of old programs is left.
        let untyped = matches!(self.kind(), TokenKind::Name(_)) && self.next_is("(");
        if !self.starts_type(0) && !untyped {
            return Err(self.no_declaration());
        }
        let specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(Item::Declaration(Declaration {
                specifiers,
                declared: vec![],
                place: self.place(first),
            }));
        }
        let start = self.at;
        let declarator = self.named_declarator()?;
        if declarator.function().is_some() {
            self.refuse_contract()?;
            let before = self.at;
            let attributes = self.attributes()?;
            if self.is("{") {
                let function = self.function(first, specifiers, declarator, attributes)?;
                return Ok(Item::Function(function));
            }
            if self.starts_type(0) && self.at == before {
                return Err(self.unsupported("an old-style (K&R) function definition"));
            }
            self.at = before;
        }
        let rest = self.declarators(first, specifiers, start, declarator)?;
        Ok(Item::Declaration(rest))
    }

    fn no_declaration(&self) -> Box<assay_source::Diagnostic> {
        match self.kind() {
            TokenKind::Name(name) => {
                let message = format!("expected a declaration, found `{name}`, which is no type");
                let fault = self.fault("C0010", message);
                let is_cxx = matches!(&**name, "class" | "namespace" | "template" | "using");
                Box::new(fault.help(if is_cxx {
                    "this is C++; only C is supported"
                } else {
                    "if it is meant as a type, include the header that declares it"
                }))
            }
            _ => self.expected("a declaration"),
        }
    }

    /// CBMC's contracts stand between a function's parameters and its body.
    fn refuse_contract(&self) -> Parsed<()> {
        match self.kind() {
            TokenKind::Name(name) if name.starts_with("__CPROVER_") => {
                Err(self.unsupported(&format!("the contract `{name}`")))
            }
            _ => Ok(()),
        }
    }

    fn function(
        &mut self,
        first: usize,
        specifiers: Specifiers,
        declarator: Declarator,
        attributes: Vec<Attribute>,
    ) -> Parsed<Function> {
        if specifiers.storage == Some(Storage::Typedef) {
            let message = "a function definition cannot be a typedef".to_owned();
            return Err(self.fault_at(first, "C0013", message));
        }
        self.declare_name(&declarator, false);
        let parameters: Vec<_> = declarator
            .function()
            .into_iter()
            .flat_map(|parameters| &parameters.list)
            .filter_map(|parameter| parameter.declarator.name.as_ref())
            .map(|name| name.name.clone())
            .collect();
        let body = self.scoped(|parser| {
            for name in &parameters {
                parser.declare(name, false);
            }
            parser.block()
        })?;
        Ok(Function {
            specifiers,
            declarator,
            attributes,
            body,
            place: self.place(first),
        })
    }

    fn declare_name(&mut self, declarator: &Declarator, is_type: bool) {
        if let Some(name) = &declarator.name {
            self.declare(&name.name, is_type);
        }
    }

    /// A declaration inside of a function.
    pub(super) fn local_declaration(&mut self) -> Parsed<Declaration> {
        let first = self.at;
        let specifiers = self.specifiers()?;
        if self.eat(";") {
            return Ok(Declaration {
                specifiers,
                declared: vec![],
                place: self.place(first),
            });
        }
        let start = self.at;
        let declarator = self.named_declarator()?;
        if declarator.function().is_some() && self.is("{") {
            return Err(self.unsupported("a function inside of a function"));
        }
        self.declarators(first, specifiers, start, declarator)
    }

    /// The rest of a declaration after its first declarator, which started at token `start`.
    fn declarators(
        &mut self,
        first: usize,
        specifiers: Specifiers,
        mut start: usize,
        mut declarator: Declarator,
    ) -> Parsed<Declaration> {
        let is_type = specifiers.storage == Some(Storage::Typedef);
        if specifiers.base == Base::Implicit && is_type {
            return Err(self.fault_at(first, "C0013", "a typedef names no type".to_owned()));
        }
        let mut declared = Vec::new();
        let mut before = Vec::new();
        loop {
            let label = self.asm_label()?;
            let mut attributes = std::mem::take(&mut before);
            attributes.append(&mut self.attributes()?);
            // The name is known in its own initialiser.
            self.declare_name(&declarator, is_type);
            let initializer = if self.eat("=") {
                Some(self.initializer()?)
            } else {
                None
            };
            declared.push(Declared {
                declarator,
                label,
                attributes,
                initializer,
                place: self.place(start),
            });
            if !self.eat(",") {
                break;
            }
            start = self.at;
            before = self.attributes()?;
            declarator = self.named_declarator()?;
        }
        self.expect(";")?;
        Ok(Declaration {
            specifiers,
            declared,
            place: self.place(first),
        })
    }

    fn asm_label(&mut self) -> Parsed<Option<crate::syntax::StringLiteral>> {
        if !self.eat_keyword(Keyword::Asm) {
            return Ok(None);
        }
        self.expect("(")?;
        let label = self.string()?;
        self.expect(")")?;
        Ok(Some(label))
    }

    pub(super) fn initializer(&mut self) -> Parsed<Initializer> {
        if self.is("{") {
            let list = self.nested(|parser| parser.init_list())?;
            return Ok(Initializer::List(list));
        }
        Ok(Initializer::Expr(self.assignment()?))
    }

    pub(super) fn init_list(&mut self) -> Parsed<InitList> {
        let first = self.at;
        self.expect("{")?;
        let mut items = Vec::new();
        while !self.is("}") {
            let designators = self.designation()?;
            let value = self.initializer()?;
            items.push(InitItem { designators, value });
            if !self.eat(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(InitList {
            items,
            place: self.place(first),
        })
    }

    /// What stands before a value: `.a[1] =`, or GNU's old `a:`.
    fn designation(&mut self) -> Parsed<Vec<Designator>> {
        if matches!(self.kind(), TokenKind::Name(_)) && self.next_is(":") {
            let name = self.ident()?;
            self.expect(":")?;
            return Ok(vec![Designator::Field(name)]);
        }
        let designators = self.designators()?;
        // GNU's old `[1] value` needs no sign.
        let indexed = matches!(
            designators.last(),
            Some(Designator::Index(_) | Designator::Range(..))
        );
        if !designators.is_empty() && !self.eat("=") && !indexed {
            return Err(self.expected("`=`"));
        }
        Ok(designators)
    }

    pub(super) fn designators(&mut self) -> Parsed<Vec<Designator>> {
        let mut designators = Vec::new();
        loop {
            if self.eat(".") {
                designators.push(Designator::Field(self.ident()?));
            } else if self.eat("[") {
                let low = self.conditional()?;
                designators.push(if self.eat("...") {
                    Designator::Range(low, self.conditional()?)
                } else {
                    Designator::Index(low)
                });
                self.expect("]")?;
            } else {
                return Ok(designators);
            }
        }
    }
}
