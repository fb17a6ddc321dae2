//! (module docs)
