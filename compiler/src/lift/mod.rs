//! Back from emitted text to limb IR, so that certificates are about what was printed and not about the printers.

#[cfg(feature = "lift")]
pub mod rust;
