//! Values and roles in JSON.

use std::fmt;

use assay_system::Role;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::trace::Value;

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Bool(b) => s.serialize_bool(*b),
            Value::Int(n) => s.serialize_i64(*n),
            Value::Text(text) => s.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Value, D::Error> {
        struct Any;
        impl Visitor<'_> for Any {
            type Value = Value;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a truth value, an integer or a text")
            }
            fn visit_bool<E: Error>(self, b: bool) -> Result<Value, E> {
                Ok(Value::Bool(b))
            }
            fn visit_i64<E: Error>(self, n: i64) -> Result<Value, E> {
                Ok(Value::Int(n))
            }
            fn visit_u64<E: Error>(self, n: u64) -> Result<Value, E> {
                Ok(i64::try_from(n).map_or_else(|_| Value::Text(n.to_string().into()), Value::Int))
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
                Ok(Value::Text(text.into()))
            }
        }
        d.deserialize_any(Any)
    }
}

/// A role by its name.
pub(super) mod role {
    use super::*;

    pub fn serialize<S: Serializer>(role: &Role, s: S) -> Result<S::Ok, S::Error> {
        s.serialize_str(match role {
            Role::Input => "input",
            Role::Output => "output",
            Role::Local | Role::Internal => "local",
        })
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Role, D::Error> {
        let text = String::deserialize(d)?;
        match text.as_str() {
            "input" => Ok(Role::Input),
            "output" => Ok(Role::Output),
            "local" => Ok(Role::Local),
            _ => Err(D::Error::unknown_variant(
                &text,
                &["input", "output", "local"],
            )),
        }
    }
}
