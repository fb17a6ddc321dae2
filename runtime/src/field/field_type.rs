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
            @over [use $($seg)::+ as k;] [$($seg)::+::Limbs]
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
            @over [mod k $kernels] [$limbs]
            [$(#[$meta])*] [$vis] $name [$($uniform),*]
        }
    };
    (
        @over [$($kernels:tt)*] [$limbs:ty]
        [$(#[$meta:meta])*] [$vis:vis] $name:ident [$($uniform:literal),*]
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        $vis struct $name($limbs);

        // Tables of large fields take the compile-time evaluator more steps than its lint likes.
        #[allow(long_running_const_eval)]
        const _: () = {
            $($kernels)*
            use $crate::__private as private;
            use $crate::field::{FieldType, Kernels};
            use private::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

            type Limbs = k::Limbs;
            const WORDS: usize = <Limbs as $crate::field::Limbs>::WORDS;
            const BYTES: usize = <Limbs as $crate::field::Limbs>::BYTES;
            const CONST: private::ConstLimbs<Limbs> =
                private::ConstLimbs::<Limbs>::new(k::MODULUS, k::MONTGOMERY);
            const SCALES: usize = private::scales(WORDS);
            const ROOT_DIGITS: usize = private::root_digits(k::TWO_ADICITY);

            /// The kernel module, as a type.
            #[derive(Debug)]
            pub enum Module {}

            impl Kernels for Module {
                type Limbs = Limbs;
                const MODULUS: Limbs = k::MODULUS;
                const MODULUS_STR: &'static str = k::MODULUS_STR;
                const NUM_BITS: u32 = k::NUM_BITS;
                const R: Limbs = k::R;
                const R2: Limbs = k::R2;
                const R3: Limbs = k::R3;
                const MONTGOMERY: bool = k::MONTGOMERY;
                const DIVSTEPS: u32 = k::DIVSTEPS;
                const GENERATOR: Limbs = k::GENERATOR;
                const TWO_ADICITY: u32 = k::TWO_ADICITY;
                const ROOT_OF_UNITY: Limbs = k::ROOT_OF_UNITY;
                const ROOT_OF_UNITY_INV: Limbs = k::ROOT_OF_UNITY_INV;
                const DELTA: Limbs = k::DELTA;
                const TWO_INV: Limbs = k::TWO_INV;
                const INVERSE_SCALE: &'static [Limbs] = &CONST.inverse_scale::<SCALES>(&k::R3);
                const ROOT_TABLE: &'static [[Limbs; 16]] = &CONST.root_table::<ROOT_DIGITS>(
                    &k::ROOT_OF_UNITY_INV,
                    &k::R,
                    k::TWO_ADICITY,
                );
                const CHUNK_BASE: Limbs = CONST.power_of_two(&k::R, (k::NUM_BITS - 1) / 8 * 8);

                #[inline(always)]
                fn add(a: &Limbs, b: &Limbs) -> Limbs {
                    k::add(a, b)
                }
                #[inline(always)]
                fn sub(a: &Limbs, b: &Limbs) -> Limbs {
                    k::sub(a, b)
                }
                #[inline(always)]
                fn mul(a: &Limbs, b: &Limbs) -> Limbs {
                    k::mul(a, b)
                }
                #[inline(always)]
                fn neg(a: &Limbs) -> Limbs {
                    k::neg(a)
                }
                #[inline(always)]
                fn double(a: &Limbs) -> Limbs {
                    k::double(a)
                }
                #[inline(always)]
                fn half(a: &Limbs) -> Limbs {
                    k::half(a)
                }
                #[inline(always)]
                fn sqr(a: &Limbs) -> Limbs {
                    k::sqr(a)
                }
                #[inline(always)]
                fn sqr_n(a: &Limbs, n: u32) -> Limbs {
                    k::sqr_n(a, n)
                }
                #[inline(always)]
                fn from_internal(a: &Limbs) -> Limbs {
                    k::from_internal(a)
                }
                #[inline(always)]
                fn sqrt_chain(a: &Limbs) -> Limbs {
                    k::sqrt_chain(a)
                }
                #[inline(always)]
                fn inv_chain(a: &Limbs) -> Limbs {
                    k::inv_chain(a)
                }
            }

            impl FieldType for $name {
                type Kernels = Module;

                #[inline(always)]
                fn internal(&self) -> &Limbs {
                    &self.0
                }

                #[inline(always)]
                fn from_internal_unchecked(limbs: Limbs) -> Self {
                    $name(limbs)
                }
            }

            impl $name {
                /// 0.
                pub const ZERO: Self = $name(<Limbs as $crate::field::Limbs>::ZERO);
                /// 1.
                pub const ONE: Self = $name(k::R);
                /// p as a plain integer, least significant limb first.
                pub const MODULUS: Limbs = k::MODULUS;
                /// The bit length of p.
                pub const NUM_BITS: u32 = k::NUM_BITS;
                /// The length of an encoded element in bytes.
                pub const BYTES: usize = BYTES;
                /// A generator of the multiplicative group.
                pub const GENERATOR: Self = $name(k::GENERATOR);
                /// 1/2.
                pub const TWO_INV: Self = $name(k::TWO_INV);

                /// The element congruent to a plain integer, least significant limb first. Works at
                /// compile time, and slowly at run time: see `from_canonical_limbs`. Variable time.
                pub const fn from_raw(limbs: Limbs) -> Self {
                    $name(CONST.to_internal(&limbs, &k::R2))
                }

                /// The element congruent to an integer. Works at compile time, and slowly at run time:
                /// see `From<u64>`. Variable time.
                pub const fn from_u64(value: u64) -> Self {
                    $name(CONST.from_u64(value, &k::R2))
                }

                /// The element congruent to an integer. Works at compile time, and slowly at run time:
                /// see `From<u128>`. Variable time.
                pub const fn from_u128(value: u128) -> Self {
                    $name(CONST.from_u128(value, &k::R2))
                }

                /// a^2. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn square(&self) -> Self {
                    $name(k::sqr(&self.0))
                }

                /// 2 a. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn double(&self) -> Self {
                    $name(k::double(&self.0))
                }

                /// a / 2. Constant time.
                #[inline(always)]
                #[must_use]
                pub fn half(&self) -> Self {
                    $name(k::half(&self.0))
                }

                /// 1/a, none for 0. Constant time.
                ///
                /// # Source
                /// Bernstein and Yang, ePrint 2019/266; fields of one word: a^(p-2).
                pub fn invert(&self) -> CtOption<Self> {
                    let inverse = $name(<Limbs as $crate::field::Limbs>::invert::<Module>(&self.0));
                    CtOption::new(inverse, !self.is_zero())
                }

                /// 1/a, none for 0. Variable time.
                ///
                /// # Source
                /// Pornin, ePrint 2020/972, with runs of zeros skipped; fields of one word: the same on exact words.
                pub fn invert_vartime(&self) -> Option<Self> {
                    <Limbs as $crate::field::Limbs>::invert_vartime::<Module>(&self.0).map($name)
                }

                /// A square root of a, none if a is not a square. Constant time.
                pub fn sqrt(&self) -> CtOption<Self> {
                    let (square, root) = private::sqrt::sqrt::<Module, false>(&self.0);
                    CtOption::new($name(root), square)
                }

                /// A square root of a, none if a is not a square. Variable time.
                pub fn sqrt_vartime(&self) -> Option<Self> {
                    let (square, root) = private::sqrt::sqrt::<Module, true>(&self.0);
                    bool::from(square).then_some($name(root))
                }

                /// The Legendre symbol: 1 for a square, -1 for a non-square, 0 for 0. Constant time.
                pub fn legendre(&self) -> i8 {
                    private::sqrt::legendre::<Module>(&self.0)
                }

                /// The Legendre symbol by the algorithm for the Jacobi symbol. Variable time.
                pub fn legendre_vartime(&self) -> i8 {
                    <Limbs as $crate::field::Limbs>::symbol_vartime::<Module>(&self.0)
                }

                /// a^e, e in 64-bit words, least significant first. Constant time for a given number of
                /// words. 0^0 = 1.
                #[must_use]
                pub fn pow<FieldcS: AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                    $name(private::ops::pow::<Module>(&self.0, exponent.as_ref()))
                }

                /// a^e. Variable time in e, not in a. 0^0 = 1.
                #[must_use]
                pub fn pow_vartime<FieldcS: AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                    $name(private::ops::pow_vartime::<Module>(&self.0, exponent.as_ref()))
                }

                /// a = 0. Constant time.
                #[inline]
                pub fn is_zero(&self) -> Choice {
                    self.ct_eq(&Self::ZERO)
                }

                /// The plain integer of a as bytes, least significant first. Constant time.
                pub fn to_bytes_le(&self) -> [u8; BYTES] {
                    let mut out = [0; BYTES];
                    private::decode::to_bytes::<Module>(
                        &self.0,
                        &mut out,
                        private::decode::Order::Little,
                    );
                    out
                }

                /// The plain integer of a as bytes, most significant first. Constant time.
                pub fn to_bytes_be(&self) -> [u8; BYTES] {
                    let mut out = [0; BYTES];
                    private::decode::to_bytes::<Module>(
                        &self.0,
                        &mut out,
                        private::decode::Order::Big,
                    );
                    out
                }

                /// The element of its encoding, least significant byte first. Constant time if accepted.
                ///
                /// # Errors
                /// A length other than `BYTES`, or an integer that is not below p.
                pub fn from_bytes_le(bytes: &[u8]) -> Result<Self, $crate::field::DecodeError> {
                    private::decode::from_bytes::<Module>(bytes, private::decode::Order::Little)
                        .map($name)
                }

                /// The element of its encoding, most significant byte first. Constant time if accepted.
                ///
                /// # Errors
                /// A length other than `BYTES`, or an integer that is not below p.
                pub fn from_bytes_be(bytes: &[u8]) -> Result<Self, $crate::field::DecodeError> {
                    private::decode::from_bytes::<Module>(bytes, private::decode::Order::Big)
                        .map($name)
                }

                /// The element of `0x` and exactly two lower-case hexadecimal digits a byte, most
                /// significant first, as `Display` writes it. Variable time.
                ///
                /// # Errors
                /// Any other text, or an integer that is not below p.
                pub fn from_hex(text: &str) -> Result<Self, $crate::field::DecodeError> {
                    private::decode::from_hex::<Module>(text).map($name)
                }

                /// The element congruent to a 512-bit integer, least significant byte first. Constant time.
                pub fn from_bytes_wide(bytes: &[u8; 64]) -> Self {
                    Self::from_bytes_reduced_le(bytes)
                }

                /// The element congruent to an integer of any length, least significant byte first.
                /// Time depends on the length only.
                pub fn from_bytes_reduced_le(bytes: &[u8]) -> Self {
                    let big_endian = bytes.iter().rev().copied();
                    $name(private::ops::reduce_bytes::<Module>(big_endian, bytes.len()))
                }

                /// The element congruent to an integer of any length, most significant byte first.
                /// Time depends on the length only.
                pub fn from_bytes_reduced_be(bytes: &[u8]) -> Self {
                    $name(private::ops::reduce_bytes::<Module>(bytes.iter().copied(), bytes.len()))
                }

                /// The limbs of the internal form: a R mod p with R = 2^(bits of the limbs), or a itself
                /// where the kernel module's form is canonical. Below p.
                #[inline(always)]
                pub const fn as_montgomery_limbs(&self) -> &Limbs {
                    &self.0
                }

                /// The element of limbs in internal form, see `as_montgomery_limbs`.
                ///
                /// # Errors
                /// A value that is not below p.
                pub fn from_montgomery_limbs(
                    limbs: Limbs,
                ) -> Result<Self, $crate::field::DecodeError> {
                    private::decode::check_below::<Module>(&limbs)?;
                    Ok($name(limbs))
                }

                /// The element of limbs in internal form that are known to be below p.
                ///
                /// A larger value is memory-safe but gives wrong results, as every operation relies on it.
                #[inline(always)]
                pub const fn from_montgomery_limbs_unchecked(limbs: Limbs) -> Self {
                    $name(limbs)
                }

                /// The plain integer of a, least significant limb first. Constant time.
                #[inline]
                pub fn to_canonical_limbs(&self) -> Limbs {
                    k::from_internal(&self.0)
                }

                /// The element of a plain integer, least significant limb first. Constant time if accepted.
                ///
                /// # Errors
                /// A value that is not below p.
                pub fn from_canonical_limbs(
                    limbs: Limbs,
                ) -> Result<Self, $crate::field::DecodeError> {
                    private::decode::from_limbs::<Module>(&limbs).map($name)
                }

                /// Replaces each element by its inverse, 0 by 0. One inversion and 3 (k - 1)
                /// multiplications. Constant time for a given length.
                ///
                /// # Errors
                /// A scratch slice shorter than the batch.
                pub fn batch_invert_with_scratch(
                    values: &mut [Self],
                    scratch: &mut [Self],
                ) -> Result<(), $crate::field::BatchLengthError> {
                    private::ops::batch_invert::<Self, false>(values, scratch)
                }

                /// `batch_invert_with_scratch` in variable time.
                ///
                /// # Errors
                /// A scratch slice shorter than the batch.
                pub fn batch_invert_with_scratch_vartime(
                    values: &mut [Self],
                    scratch: &mut [Self],
                ) -> Result<(), $crate::field::BatchLengthError> {
                    private::ops::batch_invert::<Self, true>(values, scratch)
                }
            }

            $crate::__field_alloc!($name);
            $crate::__field_operators!($name);
            $crate::__field_subtle!($name, Module);
            $crate::__field_ff!(ff, $name, Module, k, BYTES, [$($uniform),*] {
                fn random(mut rng: impl private::rand_core::RngCore) -> Self {
                    let filled = private::ops::random::<Module, core::convert::Infallible>(|bytes| {
                        rng.fill_bytes(bytes);
                        Ok(())
                    });
                    match filled {
                        Ok(limbs) => $name(limbs),
                        Err(never) => match never {},
                    }
                }
            });
            $crate::__field_ff_0_14!($name, Module, k, BYTES, [$($uniform),*]);
            $crate::__field_serde!($name, BYTES);
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
                let mut scratch = private::zeros::<Self>(values.len());
                let done = private::ops::batch_invert::<Self, false>(values, &mut scratch);
                debug_assert_eq!(done, Ok(()));
            }

            /// `batch_invert` in variable time.
            pub fn batch_invert_vartime(values: &mut [Self]) {
                let mut scratch = private::zeros::<Self>(values.len());
                let done = private::ops::batch_invert::<Self, true>(values, &mut scratch);
                debug_assert_eq!(done, Ok(()));
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

        impl core::ops::Neg for $name {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                $name(k::neg(&self.0))
            }
        }

        impl core::ops::Neg for &$name {
            type Output = $name;
            #[inline(always)]
            fn neg(self) -> $name {
                $name(k::neg(&self.0))
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl From<bool> for $name {
            fn from(bit: bool) -> Self {
                Self::conditional_select(&Self::ZERO, &Self::ONE, Choice::from(u8::from(bit)))
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                private::fmt::hex::<Module>(&self.0, f)
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                private::fmt::hex::<Module>(&self.0, f)
            }
        }

        impl core::str::FromStr for $name {
            type Err = $crate::field::DecodeError;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                Self::from_hex(text)
            }
        }

        /// The order of the plain integers. Variable time.
        impl Ord for $name {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                private::ops::cmp::<Module>(&self.0, &other.0)
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }
    };
    (@binary $name:ident, $Op:ident $op:ident $OpAssign:ident $op_assign:ident) => {
        impl core::ops::$Op for $name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: $name) -> $name {
                $name(k::$op(&self.0, &other.0))
            }
        }
        impl core::ops::$Op<&$name> for $name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: &$name) -> $name {
                $name(k::$op(&self.0, &other.0))
            }
        }
        impl core::ops::$Op<$name> for &$name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: $name) -> $name {
                $name(k::$op(&self.0, &other.0))
            }
        }
        impl core::ops::$Op<&$name> for &$name {
            type Output = $name;
            #[inline(always)]
            fn $op(self, other: &$name) -> $name {
                $name(k::$op(&self.0, &other.0))
            }
        }
        impl core::ops::$OpAssign for $name {
            #[inline(always)]
            fn $op_assign(&mut self, other: $name) {
                self.0 = k::$op(&self.0, &other.0);
            }
        }
        impl core::ops::$OpAssign<&$name> for $name {
            #[inline(always)]
            fn $op_assign(&mut self, other: &$name) {
                self.0 = k::$op(&self.0, &other.0);
            }
        }
    };
    (@fold $name:ident, $Trait:ident $method:ident $start:ident $op:ident) => {
        impl core::iter::$Trait for $name {
            fn $method<I: Iterator<Item = $name>>(values: I) -> $name {
                values.fold($name::$start, |a, b| $name(k::$op(&a.0, &b.0)))
            }
        }
        impl<'a> core::iter::$Trait<&'a $name> for $name {
            fn $method<I: Iterator<Item = &'a $name>>(values: I) -> $name {
                values.fold($name::$start, |a, b| $name(k::$op(&a.0, &b.0)))
            }
        }
    };
    (@from $name:ident, $function:ident: $($int:ident)*) => {$(
        impl From<$int> for $name {
            /// The element congruent to the integer. Constant time for p above the integer's type.
            #[inline]
            fn from(value: $int) -> Self {
                $name(private::ops::$function::<Module>(value.into()))
            }
        }
    )*};
}

/// Constant-time equality and selection; zeroing.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_subtle {
    ($name:ident, $module:ident) => {
        impl ConstantTimeEq for $name {
            #[inline]
            fn ct_eq(&self, other: &Self) -> Choice {
                private::ops::ct_eq(&self.0, &other.0)
            }
        }

        impl ConditionallySelectable for $name {
            #[inline]
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                $name(private::ops::select(&a.0, &b.0, choice))
            }
        }

        impl private::zeroize::DefaultIsZeroes for $name {}
    };
}

/// The traits of one version of `ff`; `random` differs between versions and comes in braces.
#[doc(hidden)]
#[macro_export]
macro_rules! __field_ff {
    ($ff:ident, $name:ident, $module:ident, $k:ident, $bytes:ident, [$($uniform:literal),*] { $($random:tt)* }) => {
        impl private::$ff::Field for $name {
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

            fn invert(&self) -> CtOption<Self> {
                $name::invert(self)
            }

            fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
                let (square, root) = private::sqrt::ratio::<$module>(&num.0, &div.0);
                (square, $name(root))
            }

            fn sqrt(&self) -> CtOption<Self> {
                $name::sqrt(self)
            }

            fn is_zero(&self) -> Choice {
                $name::is_zero(self)
            }

            fn pow<FieldcS: AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $name::pow(self, exponent)
            }

            fn pow_vartime<FieldcS: AsRef<[u64]>>(&self, exponent: FieldcS) -> Self {
                $name::pow_vartime(self, exponent)
            }
        }

        impl private::$ff::PrimeField for $name {
            type Repr = $crate::field::Repr<$bytes>;

            fn from_repr(repr: Self::Repr) -> CtOption<Self> {
                let (canonical, limbs) = private::decode::from_repr::<$module>(&repr.0);
                CtOption::new($name(limbs), canonical)
            }

            fn to_repr(&self) -> Self::Repr {
                $crate::field::Repr(self.to_bytes_le())
            }

            fn is_odd(&self) -> Choice {
                let plain = $k::from_internal(&self.0);
                Choice::from((plain[0] & 1) as u8)
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
            impl private::$ff::FromUniformBytes<$uniform> for $name {
                fn from_uniform_bytes(bytes: &[u8; $uniform]) -> Self {
                    const {
                        assert!(
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
    ($name:ident, $module:ident, $k:ident, $bytes:ident, [$($uniform:literal),*]) => {
        $crate::__field_ff!(ff_0_14, $name, $module, $k, $bytes, [$($uniform),*] {
            fn try_random<FieldcR: private::rand_core_0_10::TryRng + ?Sized>(
                rng: &mut FieldcR,
            ) -> Result<Self, FieldcR::Error> {
                private::ops::random::<$module, FieldcR::Error>(|bytes| rng.try_fill_bytes(bytes)).map($name)
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
    ($name:ident, $bytes:ident) => {
        impl private::serde::Serialize for $name {
            fn serialize<FieldcS: private::serde::Serializer>(
                &self,
                to: FieldcS,
            ) -> Result<FieldcS::Ok, FieldcS::Error> {
                if to.is_human_readable() {
                    to.collect_str(self)
                } else {
                    use private::serde::ser::SerializeTuple;
                    let mut tuple = to.serialize_tuple($bytes)?;
                    for byte in self.to_bytes_le() {
                        tuple.serialize_element(&byte)?;
                    }
                    tuple.end()
                }
            }
        }

        impl<'de> private::serde::Deserialize<'de> for $name {
            fn deserialize<FieldcD: private::serde::Deserializer<'de>>(
                from: FieldcD,
            ) -> Result<Self, FieldcD::Error> {
                use private::serde::de::{Error, SeqAccess, Visitor};

                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $name;
                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        write!(f, "0x and {} hexadecimal digits", 2 * $bytes)
                    }
                    fn visit_str<FieldcE: Error>(self, text: &str) -> Result<$name, FieldcE> {
                        $name::from_hex(text).map_err(FieldcE::custom)
                    }
                }

                struct Binary;
                impl<'de> Visitor<'de> for Binary {
                    type Value = $name;
                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        write!(f, "{} bytes", $bytes)
                    }
                    fn visit_seq<FieldcA: SeqAccess<'de>>(
                        self,
                        mut seq: FieldcA,
                    ) -> Result<$name, FieldcA::Error> {
                        let mut bytes = [0u8; $bytes];
                        for (i, byte) in bytes.iter_mut().enumerate() {
                            *byte = seq.next_element()?.ok_or_else(|| {
                                <FieldcA::Error as Error>::invalid_length(i, &self)
                            })?;
                        }
                        $name::from_bytes_le(&bytes).map_err(<FieldcA::Error as Error>::custom)
                    }
                }

                if from.is_human_readable() {
                    from.deserialize_str(Text)
                } else {
                    from.deserialize_tuple($bytes, Binary)
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
        impl private::num_traits::Zero for $name {
            fn zero() -> Self {
                Self::ZERO
            }
            fn is_zero(&self) -> bool {
                $name::is_zero(self).into()
            }
        }

        impl private::num_traits::One for $name {
            fn one() -> Self {
                Self::ONE
            }
        }

        impl private::num_traits::Inv for $name {
            type Output = Option<Self>;
            fn inv(self) -> Option<Self> {
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
