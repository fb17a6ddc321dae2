//! The procedural macro behind `fieldc::field!`.
