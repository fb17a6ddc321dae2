//! Kernels and constants of the standard fields.
#![no_std]

pub mod tier;
