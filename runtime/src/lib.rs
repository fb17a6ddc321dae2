//! Finite fields, curves and Ethereum precompiles.
#![no_std]
