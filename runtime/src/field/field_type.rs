//! The exported macro that makes a field's newtype over a kernel module.
//!
//! What depends on a cargo feature goes through a helper macro of this crate, because a `cfg` inside an
//! expansion would ask for the feature of the user's crate.

/// Defines a prime field: a newtype over the limbs of a kernel module.
///
/// ```ignore
/// fieldc::field_type! {
///     /// The base field of BN254.
///     pub struct Fp;
///     kernels = fieldc_generated::bn254_fp;
///     uniform = [48, 64]; // lengths for FromUniformBytes; [64] if left out
/// }
/// ```
///
/// A `uniform` length must exceed p by 128 bits, or the expansion does not compile.
///
/// The type has operators by value and by reference, constants, conversions, inversion, roots, and the
/// traits of `ff`, `subtle` and `zeroize`; of `serde`, `num-traits` and `ff` 0.14 with the features of
/// this crate of the same names. Its limbs are private: each element is canonical.
#[macro_export]
macro_rules! field_type {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident;
        kernels = $($seg:ident)::+ $(;)?
    ) => {
        $crate::field_type! {
            $(#[$meta])*
            $vis struct $name;
            kernels = $($seg)::+;
            uniform = [64];
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident;
        kernels = $($seg:ident)::+;
        uniform = [$($uniform:literal),* $(,)?] $(;)?
    ) => {
        $crate::field_type! {
            @over [use $($seg)::+ as fieldc_k;] [$($seg)::+::Limbs]
            [$(#[$meta])*] [$vis] $name [$($uniform),*]
        }
    };
    // What `field!` expands to: the kernel module in place, so that no name but the type's is defined.
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident;
        kernels = $kernels:tt;
        limbs = $limbs:ty;
        uniform = [$($uniform:literal),* $(,)?] $(;)?
    ) => {
        $crate::field_type! {
            @over [mod fieldc_k $kernels] [$limbs]
            [$(#[$meta])*] [$vis] $name [$($uniform),*]
        }
    };
    (
        @over [$($kernels:tt)*] [$limbs:ty]
        [$(#[$meta:meta])*] [$vis:vis] $name:ident [$($uniform:literal),*]
    ) => {
        $(#[$meta])*
        #[derive(
            ::core::clone::Clone,
            ::core::marker::Copy,
        )]
        $vis struct $name($limbs);

        /// Constant time.
        impl ::core::cmp::PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                $crate::__private::ops::equal(&self.0, &other.0)
            }
        }

        impl ::core::cmp::Eq for $name {}

        impl ::core::hash::Hash for $name {
            fn hash<FieldcH: ::core::hash::Hasher>(&self, state: &mut FieldcH) {
                ::core::hash::Hash::hash(&self.0, state);
            }
        }

        // Tables of large fields take the compile-time evaluator more steps than its lint likes.
        #[allow(long_running_const_eval)]
        const _: () = {
            $($kernels)*
            // Traits for their methods: the user's type may hide the prelude's. Every other name is absolute or begins
            // with `fieldc`, as that type may have any name.
            #[allow(unused_imports)]
            use ::core::{cmp::Ord as _, convert::{AsRef as _, From as _, Into as _}, iter::Iterator as _};
            use $crate::__private::subtle::{ConditionallySelectable as _, ConstantTimeEq as _};

            const FIELDC_WORDS: usize = <$limbs as $crate::field::Limbs>::WORDS;
            const FIELDC_CONST: $crate::__private::ConstLimbs<$limbs> =
                $crate::__private::ConstLimbs::<$limbs>::new(fieldc_k::MODULUS, fieldc_k::MONTGOMERY);
            const FIELDC_SCALES: usize = $crate::__private::scales(FIELDC_WORDS);
            const FIELDC_ROOT_ROWS: usize = $crate::__private::root_rows(fieldc_k::TWO_ADICITY);

            /// The kernel module, as a type.
            #[derive(::core::fmt::Debug)]
            pub enum FieldcModule {}

            impl $crate::field::Kernels for FieldcModule {
                type Limbs = $limbs;
                const MODULUS: $limbs = fieldc_k::MODULUS;
                const MODULUS_STR: &'static str = fieldc_k::MODULUS_STR;
                const NUM_BITS: u32 = fieldc_k::NUM_BITS;
                const R: $limbs = fieldc_k::R;
                const R2: $limbs = fieldc_k::R2;
                const R3: $limbs = fieldc_k::R3;
                const MONTGOMERY: bool = fieldc_k::MONTGOMERY;
                const DIVSTEPS: u32 = fieldc_k::DIVSTEPS;
                const GENERATOR: $limbs = fieldc_k::GENERATOR;
                const TWO_ADICITY: u32 = fieldc_k::TWO_ADICITY;
                const ROOT_OF_UNITY: $limbs = fieldc_k::ROOT_OF_UNITY;
                const ROOT_OF_UNITY_INV: $limbs = fieldc_k::ROOT_OF_UNITY_INV;
                const DELTA: $limbs = fieldc_k::DELTA;
                const TWO_INV: $limbs = fieldc_k::TWO_INV;
                const INVERSE_SCALE: &'static [$limbs] = &FIELDC_CONST.inverse_scale::<FIELDC_SCALES>(&fieldc_k::R3);
                const ROOT_TABLE: &'static [[$limbs; 16]] = &FIELDC_CONST.root_table::<FIELDC_ROOT_ROWS>(
                    &fieldc_k::ROOT_OF_UNITY_INV,
                    &fieldc_k::R,
                    fieldc_k::TWO_ADICITY,
                );
                const CHUNK_BASE: $limbs = FIELDC_CONST.power_of_two(&fieldc_k::R, (fieldc_k::NUM_BITS - 1) / 8 * 8);

                #[inline(always)]
                fn add(a: &$limbs, b: &$limbs) -> $limbs {
                    fieldc_k::add(a, b)
                }
                #[inline(always)]
                fn sub(a: &$limbs, b: &$limbs) -> $limbs {
                    fieldc_k::sub(a, b)
                }
                #[inline(always)]
                fn mul(a: &$limbs, b: &$limbs) -> $limbs {
                    fieldc_k::mul(a, b)
                }
                #[inline(always)]
                fn neg(a: &$limbs) -> $limbs {
                    fieldc_k::neg(a)
                }
                #[inline(always)]
                fn double(a: &$limbs) -> $limbs {
                    fieldc_k::double(a)
                }
                #[inline(always)]
                fn half(a: &$limbs) -> $limbs {
                    fieldc_k::half(a)
                }
                #[inline(always)]
                fn sqr(a: &$limbs) -> $limbs {
                    fieldc_k::sqr(a)
                }
                #[inline(always)]
                fn sqr_n(a: &$limbs, n: u32) -> $limbs {
                    fieldc_k::sqr_n(a, n)
                }
                #[inline(always)]
                fn from_internal(a: &$limbs) -> $limbs {
                    fieldc_k::from_internal(a)
                }
                #[inline(always)]
                fn sqrt_chain(a: &$limbs) -> $limbs {
                    fieldc_k::sqrt_chain(a)
                }
                #[inline(always)]
                fn inv_chain(a: &$limbs) -> $limbs {
                    fieldc_k::inv_chain(a)
                }
            }

            impl $crate::field::FieldType for $name {
                type Kernels = FieldcModule;

                #[inline(always)]
                fn internal(&self) -> &$limbs {
                    &self.0
                }

                #[inline(always)]
                fn from_internal_unchecked(limbs: $limbs) -> Self {
                    $name(limbs)
                }
            }

            impl $name {
                /// 0.
                pub const ZERO: Self = $name(<$limbs as $crate::field::Limbs>::ZERO);
                /// 1.
                pub const ONE: Self = $name(fieldc_k::R);
                /// p as a plain integer, least significant limb first.
                pub const MODULUS: $limbs = fieldc_k::MODULUS;
                /// The bit length of p.
                pub const NUM_BITS: u32 = fieldc_k::NUM_BITS;
                /// The length of an encoded element in bytes.
                pub const BYTES: usize = <$limbs as $crate::field::Limbs>::BYTES;
                /// A generator of the multiplicative group.
                pub const GENERATOR: Self = $name(fieldc_k::GENERATOR);
                /// 1/2.
                pub const TWO_INV: Self = $name(fieldc_k::TWO_INV);

                /// The element congruent to a plain integer, least significant limb first. Works at
                /// compile time, and slowly at run time: see `from_canonical_limbs`. Variable time.
                pub const fn from_raw(limbs: $limbs) -> Self {
                    $name(FIELDC_CONST.to_internal(&limbs, &fieldc_k::R2))
                }

                /// The element congruent to an integer. Works at compile time, and slowly at run time:
                /// see `From<u64>`. Variable time.
                pub const fn from_u64(value: u64) -> Self {
                    $name(FIELDC_CONST.from_u64(value, &fieldc_k::R2))
                }

                /// The element congruent to an integer. Works at compile time, and slowly at run time:
                /// see `From<u128>`. Variable time.
                pub const fn from_u128(value: u128) -> Self {
                    $name(FIELDC_CONST.from_u128(value, &fieldc_k::R2))
                }

                /// a^2. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn square(&self) -> Self {
                    $name(fieldc_k::sqr(&self.0))
                }

                /// 2 a. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn double(&self) -> Self {
                    $name(fieldc_k::double(&self.0))
                }

                /// a / 2. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn half(&self) -> Self {
                    $name(fieldc_k::half(&self.0))
                }

                /// 1/a, none for 0. Constant time.
                ///
                /// # Source
                /// Bernstein and Yang, ePrint 2019/266; fields of one word: a^(p-2).
                pub fn invert(&self) -> $crate::__private::subtle::CtOption<Self> {
                    let inverse = $name(<$limbs as $crate::field::Limbs>::invert::<FieldcModule>(&self.0));
                    $crate::__private::subtle::CtOption::new(inverse, !self.is_zero())
                }

                /// 1/a, none for 0. Variable time.
                ///
                /// # Source
                /// Pornin, ePrint 2020/972, with runs of zeros skipped; fields of one word: the same on exact words.
                pub fn invert_vartime(&self) -> ::core::option::Option<Self> {
                    <$limbs as $crate::field::Limbs>::invert_vartime::<FieldcModule>(&self.0).map($name)
                }

                /// A square root of a, none if a is not a square. Constant time.
                pub fn sqrt(&self) -> $crate::__private::subtle::CtOption<Self> {
                    let (square, root) = $crate::__private::sqrt::sqrt::<FieldcModule, false>(&self.0);
                    $crate::__private::subtle::CtOption::new($name(root), square)
                }

                /// A square root of a, none if a is not a square. Variable time.
                pub fn sqrt_vartime(&self) -> ::core::option::Option<Self> {
                    let (square, root) = $crate::__private::sqrt::sqrt::<FieldcModule, true>(&self.0);
                    <bool as ::core::convert::From<_>>::from(square).then_some($name(root))
                }

                /// The Legendre symbol: 1 for a square, -1 for a non-square, 0 for 0. Constant time.
                pub fn legendre(&self) -> i8 {
                    $crate::__private::sqrt::legendre::<FieldcModule>(&self.0)
                }

                /// The Legendre symbol by the algorithm for the Jacobi symbol. Variable time.
                pub fn legendre_vartime(&self) -> i8 {
                    <$limbs as $crate::field::Limbs>::symbol_vartime::<FieldcModule>(&self.0)
                }

                /// a^e, e in 64-bit words, least significant first. Constant time for a given number of
                /// words. 0^0 = 1.
                #[must_use]
                pub fn pow<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                    $name($crate::__private::ops::pow::<FieldcModule>(&self.0, exponent.as_ref()))
                }

                /// a^e. Variable time in e, not in a. 0^0 = 1.
                #[must_use]
                pub fn pow_vartime<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                    $name($crate::__private::ops::pow_vartime::<FieldcModule>(&self.0, exponent.as_ref()))
                }

                /// a = 0. Constant time.
                #[inline]
                pub fn is_zero(&self) -> $crate::__private::subtle::Choice {
                    self.ct_eq(&Self::ZERO)
                }

                /// The plain integer of a as bytes, least significant first. Constant time.
                pub fn to_bytes_le(&self) -> [u8; $name::BYTES] {
                    let mut out = [0; $name::BYTES];
                    $crate::__private::decode::to_bytes::<FieldcModule>(
                        &self.0,
                        &mut out,
                        $crate::__private::decode::Order::Little,
                    );
                    out
                }

                /// The plain integer of a as bytes, most significant first. Constant time.
                pub fn to_bytes_be(&self) -> [u8; $name::BYTES] {
                    let mut out = [0; $name::BYTES];
                    $crate::__private::decode::to_bytes::<FieldcModule>(
                        &self.0,
                        &mut out,
                        $crate::__private::decode::Order::Big,
                    );
                    out
                }

                /// The element of its encoding, least significant byte first. Constant time if accepted.
                ///
                /// # Errors
                /// A length other than `BYTES`, or an integer that is not below p.
                pub fn from_bytes_le(bytes: &[u8]) -> ::core::result::Result<Self, $crate::field::DecodeError> {
                    $crate::__private::decode::from_bytes::<FieldcModule>(bytes, $crate::__private::decode::Order::Little)
                        .map($name)
                }

                /// The element of its encoding, most significant byte first. Constant time if accepted.
                ///
                /// # Errors
                /// A length other than `BYTES`, or an integer that is not below p.
                pub fn from_bytes_be(bytes: &[u8]) -> ::core::result::Result<Self, $crate::field::DecodeError> {
                    $crate::__private::decode::from_bytes::<FieldcModule>(bytes, $crate::__private::decode::Order::Big)
                        .map($name)
                }

                /// The element of `0x` and exactly two lower-case hexadecimal digits a byte, most
                /// significant first, as `Display` writes it. Variable time.
                ///
                /// # Errors
                /// Any other text, or an integer that is not below p.
                pub fn from_hex(text: &str) -> ::core::result::Result<Self, $crate::field::DecodeError> {
                    $crate::__private::decode::from_hex::<FieldcModule>(text).map($name)
                }

                /// The element congruent to a 512-bit integer, least significant byte first. Constant time.
                pub fn from_bytes_wide(bytes: &[u8; 64]) -> Self {
                    Self::from_bytes_reduced_le(bytes)
                }

                /// The element congruent to an integer of any length, least significant byte first.
                /// Time depends on the length only.
                pub fn from_bytes_reduced_le(bytes: &[u8]) -> Self {
                    let big_endian = bytes.iter().rev().copied();
                    $name($crate::__private::ops::reduce_bytes::<FieldcModule>(big_endian, bytes.len()))
                }

                /// The element congruent to an integer of any length, most significant byte first.
                /// Time depends on the length only.
                pub fn from_bytes_reduced_be(bytes: &[u8]) -> Self {
                    $name($crate::__private::ops::reduce_bytes::<FieldcModule>(bytes.iter().copied(), bytes.len()))
                }

                /// The limbs of the internal form: a R mod p with R = 2^(bits of the limbs), or a itself
                /// where the kernel module's form is canonical. Below p.
                #[inline(always)]
                pub const fn as_montgomery_limbs(&self) -> &$limbs {
                    &self.0
                }

                /// The element of limbs in internal form, see `as_montgomery_limbs`.
                ///
                /// # Errors
                /// A value that is not below p.
                pub fn from_montgomery_limbs(
                    limbs: $limbs,
                ) -> ::core::result::Result<Self, $crate::field::DecodeError> {
                    $crate::__private::decode::check_below::<FieldcModule>(&limbs)?;
                    ::core::result::Result::Ok($name(limbs))
                }

                /// The element of limbs in internal form that are known to be below p.
                ///
                /// A larger value is memory-safe but gives wrong results, as every operation relies on it.
                #[inline(always)]
                pub const fn from_montgomery_limbs_unchecked(limbs: $limbs) -> Self {
                    $name(limbs)
                }

                /// The plain integer of a, least significant limb first. Constant time.
                #[inline]
                pub fn to_canonical_limbs(&self) -> $limbs {
                    fieldc_k::from_internal(&self.0)
                }

                /// The element of a plain integer, least significant limb first. Constant time if accepted.
                ///
                /// # Errors
                /// A value that is not below p.
                pub fn from_canonical_limbs(
                    limbs: $limbs,
                ) -> ::core::result::Result<Self, $crate::field::DecodeError> {
                    $crate::__private::decode::from_limbs::<FieldcModule>(&limbs).map($name)
                }

                /// Replaces each element by its inverse, 0 by 0. One inversion and 3 (k - 1)
                /// multiplications. Constant time for a given length.
                ///
                /// # Errors
                /// A scratch slice shorter than the batch.
                pub fn batch_invert_with_scratch(
                    values: &mut [Self],
                    scratch: &mut [Self],
                ) -> ::core::result::Result<(), $crate::field::BatchLengthError> {
                    $crate::__private::ops::batch_invert::<Self, false>(values, scratch)
                }

                /// `batch_invert_with_scratch` in variable time.
                ///
                /// # Errors
                /// A scratch slice shorter than the batch.
                pub fn batch_invert_with_scratch_vartime(
                    values: &mut [Self],
                    scratch: &mut [Self],
                ) -> ::core::result::Result<(), $crate::field::BatchLengthError> {
                    $crate::__private::ops::batch_invert::<Self, true>(values, scratch)
                }
            }

            $crate::__field_alloc!($name);
            $crate::__field_element!($name);
            $crate::__field_operators!($name);
            $crate::__field_subtle!($name, FieldcModule);
            $crate::__field_ff!(ff, $name, FieldcModule, fieldc_k, [$($uniform),*] {
                fn random(mut rng: impl $crate::__private::rand_core::RngCore) -> Self {
                    let filled = $crate::__private::ops::random::<FieldcModule, ::core::convert::Infallible>(|bytes| {
                        rng.fill_bytes(bytes);
                        ::core::result::Result::Ok(())
                    });
                    match filled {
                        ::core::result::Result::Ok(limbs) => $name(limbs),
                        ::core::result::Result::Err(never) => match never {},
                    }
                }
            });
            $crate::__field_ff_0_14!($name, FieldcModule, fieldc_k, [$($uniform),*]);
            $crate::__field_serde!($name);
            $crate::__field_num_traits!($name);
        };
    };
}

/// What needs an allocator.
#[cfg(feature = "alloc")]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_alloc {
    ($name:ident) => {
        impl $name {
            /// Replaces each element by its inverse, 0 by 0. One inversion and 3 (k - 1)
            /// multiplications. Constant time for a given length.
            pub fn batch_invert(values: &mut [Self]) {
                let mut scratch = $crate::__private::zeros::<Self>(values.len());
                let done =
                    $crate::__private::ops::batch_invert::<Self, false>(values, &mut scratch);
                ::core::debug_assert_eq!(done, ::core::result::Result::Ok(()));
            }

            /// `batch_invert` in variable time.
            pub fn batch_invert_vartime(values: &mut [Self]) {
                let mut scratch = $crate::__private::zeros::<Self>(values.len());
                let done = $crate::__private::ops::batch_invert::<Self, true>(values, &mut scratch);
                ::core::debug_assert_eq!(done, ::core::result::Result::Ok(()));
            }
        }
    };
}

/// Nothing without an allocator.
#[cfg(not(feature = "alloc"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_alloc {
    ($name:ident) => {};
}

/// What the formulas of towers and curves ask of a field.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_element {
    ($name:ident) => {
        impl $crate::curve::CurveField for $name {
            fn invert_vartime(&self) -> ::core::option::Option<Self> {
                $name::invert_vartime(self)
            }
        }

        // Points times scalars. For each field by itself, as `Mul<S>` and `Mul<&S>` for any `S` overlap.
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::Mul<&$name>
            for $crate::curve::Projective<FieldcC>
        {
            type Output = Self;
            fn mul(self, k: &$name) -> Self {
                $crate::curve::Projective::mul(&self, k)
            }
        }
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::Mul<$name>
            for $crate::curve::Projective<FieldcC>
        {
            type Output = Self;
            fn mul(self, k: $name) -> Self {
                $crate::curve::Projective::mul(&self, &k)
            }
        }
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::Mul<&$name>
            for $crate::curve::Affine<FieldcC>
        {
            type Output = $crate::curve::Projective<FieldcC>;
            fn mul(self, k: &$name) -> $crate::curve::Projective<FieldcC> {
                $crate::curve::Projective::mul(
                    &<$crate::curve::Projective<FieldcC> as ::core::convert::From<_>>::from(self),
                    k,
                )
            }
        }
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::Mul<$name>
            for $crate::curve::Affine<FieldcC>
        {
            type Output = $crate::curve::Projective<FieldcC>;
            fn mul(self, k: $name) -> $crate::curve::Projective<FieldcC> {
                $crate::curve::Projective::mul(
                    &<$crate::curve::Projective<FieldcC> as ::core::convert::From<_>>::from(self),
                    &k,
                )
            }
        }
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::MulAssign<&$name>
            for $crate::curve::Projective<FieldcC>
        {
            fn mul_assign(&mut self, k: &$name) {
                *self = $crate::curve::Projective::mul(self, k);
            }
        }
        impl<FieldcC: $crate::curve::Weierstrass<Scalar = $name>> ::core::ops::MulAssign<$name>
            for $crate::curve::Projective<FieldcC>
        {
            fn mul_assign(&mut self, k: $name) {
                *self = $crate::curve::Projective::mul(self, &k);
            }
        }

        impl $crate::tower::Element for $name {
            #[inline(always)]
            fn add(&self, b: &Self) -> Self {
                $name(fieldc_k::add(&self.0, &b.0))
            }
            #[inline(always)]
            fn sub(&self, b: &Self) -> Self {
                $name(fieldc_k::sub(&self.0, &b.0))
            }
            #[inline(always)]
            fn neg(&self) -> Self {
                $name(fieldc_k::neg(&self.0))
            }
            #[inline(always)]
            fn double(&self) -> Self {
                $name(fieldc_k::double(&self.0))
            }
            #[inline(always)]
            fn half(&self) -> Self {
                $name(fieldc_k::half(&self.0))
            }
            #[inline(always)]
            fn mul(&self, b: &Self) -> Self {
                $name(fieldc_k::mul(&self.0, &b.0))
            }
            #[inline(always)]
            fn square(&self) -> Self {
                $name(fieldc_k::sqr(&self.0))
            }
            #[inline(always)]
            fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
                $name(fieldc_k::dot2(&[a.0, c.0], &[b.0, d.0]))
            }
        }
    };
}

/// Operators, sums, products, text, order, conversions from integers.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_operators {
    ($name:ident) => {
        $crate::__field_operators!(@binary $name, Add add AddAssign add_assign);
        $crate::__field_operators!(@binary $name, Sub sub SubAssign sub_assign);
        $crate::__field_operators!(@binary $name, Mul mul MulAssign mul_assign);
        $crate::__field_operators!(@fold $name, Sum sum ZERO add);
        $crate::__field_operators!(@fold $name, Product product ONE mul);
        $crate::__field_operators!(@from $name, from_u64: u8 u16 u32 u64);
        $crate::__field_operators!(@from $name, from_u128: u128);

        impl ::core::ops::Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $name(fieldc_k::neg(&self.0))
            }
        }

        impl ::core::ops::Neg for &$name {
            type Output = $name;
            #[inline(always)]
            fn neg(self) -> $name {
                $name(fieldc_k::neg(&self.0))
            }
        }

        impl ::core::default::Default for $name {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl ::core::convert::From<bool> for $name {
            fn from(bit: bool) -> Self {
                Self::conditional_select(&Self::ZERO, &Self::ONE, $crate::__private::subtle::Choice::from(u8::from(bit)))
            }
        }

        impl ::core::fmt::Display for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::fmt::hex::<FieldcModule>(&self.0, f)
            }
        }

        impl ::core::fmt::Debug for $name {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::fmt::hex::<FieldcModule>(&self.0, f)
            }
        }

        impl ::core::str::FromStr for $name {
            type Err = $crate::field::DecodeError;
            fn from_str(text: &str) -> ::core::result::Result<Self, Self::Err> {
                Self::from_hex(text)
            }
        }

        /// The order of the plain integers. Variable time.
        impl ::core::cmp::Ord for $name {
            fn cmp(&self, other: &Self) -> ::core::cmp::Ordering {
                $crate::__private::ops::cmp::<FieldcModule>(&self.0, &other.0)
            }
        }

        impl ::core::cmp::PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> ::core::option::Option<::core::cmp::Ordering> {
                ::core::option::Option::Some(self.cmp(other))
            }
        }
    };
    (@binary $name:ident, $Op:ident $op:ident $OpAssign:ident $op_assign:ident) => {
        impl ::core::ops::$Op for $name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: $name) -> $name {
                $name(fieldc_k::$op(&self.0, &other.0))
            }
        }
        impl ::core::ops::$Op<&$name> for $name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: &$name) -> $name {
                $name(fieldc_k::$op(&self.0, &other.0))
            }
        }
        impl ::core::ops::$Op<$name> for &$name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: $name) -> $name {
                $name(fieldc_k::$op(&self.0, &other.0))
            }
        }
        impl ::core::ops::$Op<&$name> for &$name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: &$name) -> $name {
                $name(fieldc_k::$op(&self.0, &other.0))
            }
        }
        impl ::core::ops::$OpAssign for $name {
            #[inline(always)]
            fn $op_assign(&mut self, other: $name) {
                self.0 = fieldc_k::$op(&self.0, &other.0);
            }
        }
        impl ::core::ops::$OpAssign<&$name> for $name {
            #[inline(always)]
            fn $op_assign(&mut self, other: &$name) {
                self.0 = fieldc_k::$op(&self.0, &other.0);
            }
        }
    };
    (@fold $name:ident, $Trait:ident $method:ident $start:ident $op:ident) => {
        impl ::core::iter::$Trait for $name {
            fn $method<FieldcI: ::core::iter::Iterator<Item = $name>>(values: FieldcI) -> $name {
                values.fold($name::$start, |a, b| $name(fieldc_k::$op(&a.0, &b.0)))
            }
        }
        impl<'a> ::core::iter::$Trait<&'a $name> for $name {
            fn $method<FieldcI: ::core::iter::Iterator<Item = &'a $name>>(values: FieldcI) -> $name {
                values.fold($name::$start, |a, b| $name(fieldc_k::$op(&a.0, &b.0)))
            }
        }
    };
    (@from $name:ident, $function:ident: $($int:ident)*) => {$(
        impl ::core::convert::From<$int> for $name {
            /// The element congruent to the integer. Constant time for p above the integer's type.
            #[inline]
            fn from(value: $int) -> Self {
                $name($crate::__private::ops::$function::<FieldcModule>(value.into()))
            }
        }
    )*};
}

/// Constant-time equality and selection; zeroing.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_subtle {
    ($name:ident, $module:ident) => {
        impl $crate::__private::subtle::ConstantTimeEq for $name {
            #[inline]
            fn ct_eq(&self, other: &Self) -> $crate::__private::subtle::Choice {
                $crate::__private::ops::ct_eq(&self.0, &other.0)
            }
        }

        impl $crate::__private::subtle::ConditionallySelectable for $name {
            #[inline]
            fn conditional_select(
                a: &Self,
                b: &Self,
                choice: $crate::__private::subtle::Choice,
            ) -> Self {
                $name($crate::__private::ops::select(&a.0, &b.0, choice))
            }
        }

        impl $crate::__private::zeroize::DefaultIsZeroes for $name {}
    };
}

/// The traits of one version of `ff`; `random` differs between versions and comes in braces.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_ff {
    ($ff:ident, $name:ident, $module:ident, $k:ident, [$($uniform:literal),*] { $($random:tt)* }) => {
        impl $crate::__private::$ff::Field for $name {
            const ZERO: Self = $name::ZERO;
            const ONE: Self = $name::ONE;

            $($random)*

            #[inline(always)]
            fn square(&self) -> Self {
                $name::square(self)
            }

            #[inline(always)]
            fn double(&self) -> Self {
                $name::double(self)
            }

            fn invert(&self) -> $crate::__private::subtle::CtOption<Self> {
                $name::invert(self)
            }

            fn sqrt_ratio(num: &Self, div: &Self) -> ($crate::__private::subtle::Choice, Self) {
                let (square, root) = $crate::__private::sqrt::ratio::<$module>(&num.0, &div.0);
                (square, $name(root))
            }

            fn sqrt(&self) -> $crate::__private::subtle::CtOption<Self> {
                $name::sqrt(self)
            }

            fn is_zero(&self) -> $crate::__private::subtle::Choice {
                $name::is_zero(self)
            }

            fn pow<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $name::pow(self, exponent)
            }

            fn pow_vartime<FieldcS: ::core::convert::AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $name::pow_vartime(self, exponent)
            }
        }

        impl $crate::__private::$ff::PrimeField for $name {
            type Repr = $crate::field::Repr<{ $name::BYTES }>;

            fn from_repr(repr: Self::Repr) -> $crate::__private::subtle::CtOption<Self> {
                let (canonical, limbs) = $crate::__private::decode::from_repr::<$module>(&repr.0);
                $crate::__private::subtle::CtOption::new($name(limbs), canonical)
            }

            fn to_repr(&self) -> Self::Repr {
                $crate::field::Repr(self.to_bytes_le())
            }

            fn is_odd(&self) -> $crate::__private::subtle::Choice {
                let plain = $k::from_internal(&self.0);
                $crate::__private::subtle::Choice::from((plain[0] & 1) as u8)
            }

            const MODULUS: &'static str = $k::MODULUS_STR;
            const NUM_BITS: u32 = $k::NUM_BITS;
            const CAPACITY: u32 = $k::NUM_BITS - 1;
            const TWO_INV: Self = $name($k::TWO_INV);
            const MULTIPLICATIVE_GENERATOR: Self = $name($k::GENERATOR);
            const S: u32 = $k::TWO_ADICITY;
            const ROOT_OF_UNITY: Self = $name($k::ROOT_OF_UNITY);
            const ROOT_OF_UNITY_INV: Self = $name($k::ROOT_OF_UNITY_INV);
            const DELTA: Self = $name($k::DELTA);
        }

        $(
            impl $crate::__private::$ff::FromUniformBytes<$uniform> for $name {
                fn from_uniform_bytes(bytes: &[u8; $uniform]) -> Self {
                    const {
                        ::core::assert!(
                            8 * $uniform >= $k::NUM_BITS as usize + 128,
                            "uniform: 8 * length must be at least the bits of p and 128 more"
                        );
                    }
                    Self::from_bytes_reduced_le(bytes)
                }
            }
        )*
    };
}

/// The traits of `ff` 0.14.
#[cfg(feature = "ff_0_14")]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_ff_0_14 {
    ($name:ident, $module:ident, $k:ident, [$($uniform:literal),*]) => {
        $crate::__field_ff!(ff_0_14, $name, $module, $k, [$($uniform),*] {
            fn try_random<FieldcR: $crate::__private::rand_core_0_10::TryRng + ?::core::marker::Sized>(
                rng: &mut FieldcR,
            ) -> ::core::result::Result<Self, FieldcR::Error> {
                $crate::__private::ops::random::<$module, FieldcR::Error>(|bytes| rng.try_fill_bytes(bytes)).map($name)
            }
        });
    };
}

/// Nothing without the feature.
#[cfg(not(feature = "ff_0_14"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_ff_0_14 {
    ($($ignored:tt)*) => {};
}

/// serde: text as `Display`, binary as the bytes of the encoding, little-endian, both strict.
#[cfg(feature = "serde")]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_serde {
    ($name:ident) => {
        impl $crate::__private::serde::Serialize for $name {
            fn serialize<FieldcS: $crate::__private::serde::Serializer>(
                &self,
                to: FieldcS,
            ) -> ::core::result::Result<FieldcS::Ok, FieldcS::Error> {
                if to.is_human_readable() {
                    to.collect_str(self)
                } else {
                    use $crate::__private::serde::ser::SerializeTuple as _;
                    let mut tuple = to.serialize_tuple($name::BYTES)?;
                    for byte in self.to_bytes_le() {
                        tuple.serialize_element(&byte)?;
                    }
                    tuple.end()
                }
            }
        }

        impl<'de> $crate::__private::serde::Deserialize<'de> for $name {
            fn deserialize<FieldcD: $crate::__private::serde::Deserializer<'de>>(
                from: FieldcD,
            ) -> ::core::result::Result<Self, FieldcD::Error> {
                use $crate::__private::serde::de::Error as _;

                struct FieldcText;
                impl $crate::__private::serde::de::Visitor<'_> for FieldcText {
                    type Value = $name;
                    fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        ::core::write!(f, "0x and {} hexadecimal digits", 2 * $name::BYTES)
                    }
                    fn visit_str<FieldcE: $crate::__private::serde::de::Error>(
                        self,
                        text: &str,
                    ) -> ::core::result::Result<$name, FieldcE> {
                        $name::from_hex(text).map_err(FieldcE::custom)
                    }
                }

                struct FieldcBinary;
                impl<'de> $crate::__private::serde::de::Visitor<'de> for FieldcBinary {
                    type Value = $name;
                    fn expecting(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                        ::core::write!(f, "{} bytes", $name::BYTES)
                    }
                    fn visit_seq<FieldcA: $crate::__private::serde::de::SeqAccess<'de>>(
                        self,
                        mut seq: FieldcA,
                    ) -> ::core::result::Result<$name, FieldcA::Error> {
                        let mut bytes = [0u8; $name::BYTES];
                        for (i, byte) in bytes.iter_mut().enumerate() {
                            *byte = seq
                                .next_element()?
                                .ok_or_else(|| FieldcA::Error::invalid_length(i, &self))?;
                        }
                        $name::from_bytes_le(&bytes).map_err(FieldcA::Error::custom)
                    }
                }

                if from.is_human_readable() {
                    from.deserialize_str(FieldcText)
                } else {
                    from.deserialize_tuple($name::BYTES, FieldcBinary)
                }
            }
        }
    };
}

/// Nothing without the feature.
#[cfg(not(feature = "serde"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_serde {
    ($($ignored:tt)*) => {};
}

/// num-traits: `Zero`, `One`, `Inv` (none for 0).
#[cfg(feature = "num-traits")]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_num_traits {
    ($name:ident) => {
        impl $crate::__private::num_traits::Zero for $name {
            fn zero() -> Self {
                Self::ZERO
            }
            fn is_zero(&self) -> bool {
                $name::is_zero(self).into()
            }
        }

        impl $crate::__private::num_traits::One for $name {
            fn one() -> Self {
                Self::ONE
            }
        }

        impl $crate::__private::num_traits::Inv for $name {
            type Output = ::core::option::Option<Self>;
            fn inv(self) -> ::core::option::Option<Self> {
                self.invert().into()
            }
        }
    };
}

/// Nothing without the feature.
#[cfg(not(feature = "num-traits"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __field_num_traits {
    ($($ignored:tt)*) => {};
}
