//! Elements: one for each leaf on the left of an equation and for each leaf of a formal parameter, with an instance in
//! every inlined call.

use assay_source::Span;
use assay_system::{Element, ElementKind, Instance};
use assay_term::VarId;

use super::InstanceId;
use super::inline::Lowering;
use crate::model::{self, Node, PathStep, Type};

impl Lowering<'_> {
    /// Says that `wire`, a leaf of `var`, is defined in `instance` by what a person wrote at `span`.
    pub(super) fn add_element(
        &mut self,
        instance: InstanceId,
        var: model::VarId,
        kind: ElementKind,
        wire: VarId,
        span: Span,
    ) {
        let at = &self.instances[instance];
        let node = self.model.node(at.node);
        let leaf = wire.0 - at.vars[var.index()].start;
        let shown = Instance {
            name: self.system.var(wire).name.clone(),
            var: wire,
        };
        if let Some(&element) = self.elements.get(&(at.node, var, leaf)) {
            self.system.elements[element].instances.push(shown);
            return;
        }
        let local = &shown.name[at.prefix.len()..];
        let name = match at.caller {
            Some(_) => format!("{}.{local}", node.name),
            None => local.to_owned(),
        };
        let key = (at.node, var, leaf);
        self.elements.insert(key, self.system.elements.len());
        self.system.elements.push(Element {
            name,
            kind,
            instances: vec![shown],
            span: Some(span),
            listed: true,
        });
    }

    /// Once every instance is known: if one of their nodes has an `--%IVC` line, only what such lines name is listed.
    pub(super) fn list_elements(&mut self) {
        let model = self.model;
        if self
            .instances
            .iter()
            .all(|i| model.node(i.node).ivc.is_none())
        {
            return;
        }
        for (&(node, var, leaf), &element) in &self.elements {
            self.system.elements[element].listed =
                self.is_listed(model.node(node), var, leaf as usize);
        }
    }

    fn is_listed(&self, node: &Node, var: model::VarId, leaf: usize) -> bool {
        let paths = node.ivc.iter().flatten().filter(|path| path.var == var);
        for path in paths {
            let mut ty = &node.variable(var).ty;
            let mut start = 0;
            for step in &path.steps {
                match (step, ty) {
                    (PathStep::Field(field), Type::Record(id)) => {
                        start += self.layout.field_offset(*id, *field);
                        ty = &self.model.record(*id).fields[*field].ty;
                    }
                    (PathStep::Index(index), Type::Array(element, _)) => {
                        start += index * self.layout.size(element);
                        ty = element;
                    }
                    _ => unreachable!("paths are well typed"),
                }
            }
            if (start..start + self.layout.size(ty)).contains(&leaf) {
                return true;
            }
        }
        false
    }
}
