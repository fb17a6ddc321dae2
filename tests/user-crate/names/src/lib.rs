//! Fields and extensions with the names of what their own code uses: the prelude, the traits, the macros' own items.
#![no_std]
#![forbid(unsafe_code)]
#![deny(warnings)]

/// The field below extensions.
pub mod base {
    fieldc::field! {
        /// 13.
        pub struct F13;
        modulus = 13;
    }
}

macro_rules! names {
    ($($name:ident)*) => {$(
        #[allow(non_snake_case)]
        pub mod $name {
            fieldc::field! {
                /// 2^31 - 1.
                pub struct $name;
                modulus = 2^31 - 1;
            }

            /// 3^-1 + 5, through names that are hidden from the field's own code.
            pub fn value() -> $name {
                let three = $name::from_u64(3);
                three.invert_vartime().unwrap_or($name::ZERO) + $name::from_u64(5)
            }

            /// A quadratic and a cubic level.
            pub mod extension {
                fieldc::extension! {
                    /// `F13[u]/(u^2 - 2)`
                    pub struct Below;
                    /// `Below[v]/(v^3 - u)`
                    pub struct $name;
                    base = crate::base::F13;
                    modulus = 13;
                    tower = "u^2 = 2, v^3 = u";
                }

                /// 3^-1 + v, by the same.
                pub fn value() -> $name {
                    let v = $name::new(Below::ZERO, Below::ONE, Below::ZERO);
                    v.square().invert_vartime().unwrap_or($name::ZERO) + v
                }
            }
        }
    )*};
}

// The prelude.
names! {
    AsRef Clone Copy Default DoubleEndedIterator Drop Eq Err Extend Fn From FromIterator Hash Into Iterator None Ok
    Option Ord PartialEq PartialOrd Result Send Sized Some String Sync ToOwned TryFrom TryInto Vec
}

// The traits that are implemented, and what they are made of.
names! {
    Add AddAssign Choice ConditionallySelectable ConstantTimeEq CtOption Debug DefaultIsZeroes Deserialize Deserializer
    Display Error Field Formatter FromStr FromUniformBytes Infallible Inv Mul Neg One Ordering PrimeField Product Repr
    RngCore SeqAccess Serialize SerializeTuple Serializer Sub Sum TryRng Visitor Zero
}

// Names of the library and its expansions, now and before.
names! {
    A BYTES Binary ConstLimbs DecodeError E FieldType I Kernels Limbs MODULUS Module R S SCALES Text WORDS
}

/// A kernel module beside a type that hides the prelude.
pub mod over {
    fieldc::field_type! {
        /// 15 2^27 + 1, by the kernels of this crate's own module.
        pub struct Option;
        kernels = k;
    }

    use super::kernels as k;
}

#[allow(dead_code)]
mod kernels {
    include!(concat!(env!("OUT_DIR"), "/kernels.rs"));
}
