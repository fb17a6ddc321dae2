//! Every kernel, written once: from a [`crate::plan::Plan`] to limb IR and the contract it promises.

use crate::limb_ir::{Contract, Function};

/// A kernel before emission: the function and what it promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The code.
    pub function: Function,
    /// The promise; [`crate::prove`] must accept it before anything is emitted.
    pub contract: Contract,
}
