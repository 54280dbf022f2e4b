//! Declarators: a name with pointers, arrays and parameters around it.

use crate::parser::{Parsed, Parser};
use crate::syntax::tree::{
    ArrayPart, ArraySize, Base, Declarator, Parameter, Parameters, Part, TypeName,
};
use crate::syntax::{Keyword, TokenKind};

impl Parser {
    /// A declarator that has to have a name.
    pub(super) fn named_declarator(&mut self) -> Parsed<Declarator> {
        let declarator = self.declarator()?;
        if declarator.name.is_none() {
            return Err(self.expected("a name"));
        }
        Ok(declarator)
    }

    /// A declarator with or without a name.
    pub(super) fn declarator(&mut self) -> Parsed<Declarator> {
        let first = self.at;
        let mut pointers = Vec::new();
        while self.eat("*") {
            let qualifiers = self.qualifiers();
            let attributes = self.attributes()?;
            let more = self.qualifiers();
            pointers.push(Part::Pointer {
                qualifiers: crate::syntax::tree::Qualifiers {
                    is_const: qualifiers.is_const || more.is_const,
                    is_volatile: qualifiers.is_volatile || more.is_volatile,
                    is_restrict: qualifiers.is_restrict || more.is_restrict,
                    is_atomic: qualifiers.is_atomic || more.is_atomic,
                },
                attributes,
            });
        }
        if self.is("^") {
            return Err(self.unsupported("a block pointer (`^`)"));
        }
        let mut declarator = self.direct_declarator(first)?;
        // The pointer next to the name comes first.
        declarator.parts.extend(pointers.into_iter().rev());
        declarator.place = self.place(first);
        Ok(declarator)
    }

    fn direct_declarator(&mut self, first: usize) -> Parsed<Declarator> {
        let mut declarator = if matches!(self.kind(), TokenKind::Name(_)) {
            Declarator {
                name: Some(self.ident()?),
                parts: vec![],
                place: self.place(first),
            }
        } else if self.is("(") && !self.next_is(")") && !self.starts_parameters() {
            self.advance();
            let attributes = self.attributes()?;
            let mut inner = self.nested(|parser| parser.declarator())?;
            self.expect(")")?;
            if let (false, Some(Part::Pointer { attributes: of, .. })) =
                (attributes.is_empty(), inner.parts.first_mut())
            {
                of.extend(attributes);
            }
            inner
        } else {
            Declarator {
                name: None,
                parts: vec![],
                place: self.place(first),
            }
        };
        loop {
            if self.is("[") {
                let array = self.nested(|parser| parser.array())?;
                declarator.parts.push(Part::Array(array));
            } else if self.is("(") {
                let parameters = self.nested(|parser| parser.parameters())?;
                declarator.parts.push(Part::Function(parameters));
            } else {
                return Ok(declarator);
            }
        }
    }

    /// Whether the parenthesis here opens a list of parameters, and not a declarator.
    fn starts_parameters(&self) -> bool {
        match self.peek(1) {
            TokenKind::Keyword(Keyword::Attribute) => {
                // `(__attribute__((x)) *f)` is a declarator. Parameters rarely start with an attribute.
                false
            }
            TokenKind::Punct("...") => true,
            _ => self.starts_type(1),
        }
    }

    fn array(&mut self) -> Parsed<ArrayPart> {
        self.expect("[")?;
        let mut is_static = self.eat_keyword(Keyword::Static);
        let qualifiers = self.qualifiers();
        is_static |= self.eat_keyword(Keyword::Static);
        let size = if self.is("]") {
            ArraySize::Open
        } else if self.is("*") && self.next_is("]") {
            self.advance();
            ArraySize::Star
        } else {
            ArraySize::Expr(self.assignment()?)
        };
        self.expect("]")?;
        Ok(ArrayPart {
            size,
            qualifiers,
            is_static,
        })
    }

    fn parameters(&mut self) -> Parsed<Parameters> {
        self.expect("(")?;
        let mut parameters = Parameters {
            list: vec![],
            variadic: false,
            prototype: true,
        };
        if self.eat(")") {
            parameters.prototype = false;
            return Ok(parameters);
        }
        self.scoped(|parser| {
            loop {
                if parser.eat("...") {
                    parameters.variadic = true;
                    break;
                }
                let parameter = parser.parameter()?;
                parameters.list.push(parameter);
                if !parser.eat(",") {
                    break;
                }
            }
            Ok(())
        })?;
        self.expect(")")?;
        if let [only] = parameters.list.as_slice()
            && is_void(only)
        {
            parameters.list.clear();
        }
        Ok(parameters)
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let first = self.at;
        if !self.starts_type(0) {
            if matches!(self.kind(), TokenKind::Name(_)) && (self.next_is(",") || self.next_is(")"))
            {
                let what =
                    "a parameter without a type (an old-style definition, or an unknown type)";
                return Err(self.unsupported(what));
            }
            return Err(self.expected("the type of a parameter"));
        }
        let specifiers = self.specifiers()?;
        let declarator = self.declarator()?;
        let attributes = self.attributes()?;
        if let Some(name) = &declarator.name {
            let name = name.name.clone();
            self.declare(&name, false);
        }
        Ok(Parameter {
            specifiers,
            declarator,
            attributes,
            place: self.place(first),
        })
    }
}

/// `(void)` means no parameters.
fn is_void(parameter: &Parameter) -> bool {
    let Parameter {
        specifiers,
        declarator,
        ..
    } = parameter;
    specifiers.base == Base::Void && declarator.name.is_none() && declarator.parts.is_empty()
}

impl TypeName {
    /// Whether nothing is derived from its specifiers.
    pub fn is_plain(&self) -> bool {
        self.declarator.parts.is_empty()
    }
}
