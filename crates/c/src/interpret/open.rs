//! Values that the program does not determine.

use super::Word;
use super::event::EventKind;
use super::machine::Machine;
use super::value::{Value, mask};
use crate::context::Open;
use crate::program::{Type, TypeId};

impl Machine<'_> {
    /// The known words of something open here, by offset.
    fn words(&mut self, open: Open) -> Vec<(u64, Word)> {
        let words = self.known_words(open);
        if self.options.events && !matches!(open, Open::Invalid(_)) {
            let span = self.program.function(self.function()).span;
            let words = words.clone();
            self.event(span, EventKind::Given { open, words });
        }
        words
    }

    fn known_words(&mut self, open: Open) -> Vec<(u64, Word)> {
        if !self.opens.contains(&open) {
            return vec![];
        }
        self.here.open = open;
        self.here.offset = 0;
        let frames = &self.here.frames;
        self.known
            .range(&self.here..)
            .take_while(|(key, _)| key.open == open && key.frames == *frames)
            .map(|(key, word)| (key.offset, *word))
            .collect()
    }

    /// Whether a single bit is 1.
    pub fn open_bit(&mut self, open: Open) -> bool {
        let words = self.words(open);
        words.first().is_some_and(|(_, word)| word.value & 1 == 1)
    }

    /// A value of a type: a scalar, or a record by its cells.
    pub fn open_value(&mut self, open: Open, ty: TypeId) -> Value {
        let size = self.size(ty).min(1 << 20) as usize;
        if size <= 16 {
            let mut bytes = [0; 16];
            self.fill_bytes(open, &mut bytes[..size]);
            // What a function returns as `_Bool` is 0 or 1; memory may hold any byte.
            if matches!((open, self.types.get(ty)), (Open::Result(_), Type::Bool)) {
                bytes[0] &= 1;
            }
            self.memory.decode(self.types, ty, &bytes[..size])
        } else {
            let mut bytes = vec![0; size];
            self.fill_bytes(open, &mut bytes);
            self.memory.decode(self.types, ty, &bytes)
        }
    }

    pub fn fill_bytes(&mut self, open: Open, bytes: &mut [u8]) {
        for (offset, word) in self.words(open) {
            let value = mask(word.value, word.bits).to_le_bytes();
            let len = (word.bits.div_ceil(8) as usize).min(16);
            for (i, byte) in value[..len].iter().enumerate() {
                if let Some(to) = bytes.get_mut((offset as usize).saturating_add(i)) {
                    *to = *byte;
                }
            }
        }
    }

    pub fn fill_object(&mut self, object: u32, open: Open) {
        for (offset, word) in self.words(open) {
            let value = mask(word.value, word.bits).to_le_bytes();
            let size = self.memory.get(object).map_or(0, |object| object.size);
            let room = size.saturating_sub(offset).min(16) as usize;
            let len = (word.bits.div_ceil(8) as usize).min(room);
            self.memory.write(object, offset, &value[..len]);
        }
    }
}
