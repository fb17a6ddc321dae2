//! Arithmetic for `const`: what constants and `const fn` constructors need, slow and simple.
//!
//! Kernels contain assembly and a tier check, so they cannot run at compile time.

use core::marker::PhantomData;

/// Compile-time arithmetic on one shape of limbs. Values are canonical.
#[derive(Clone, Copy, Debug)]
pub struct ConstLimbs<L> {
    /// p.
    modulus: L,
    /// -p^-1 mod 2^64, for a Montgomery form.
    neg_inv: u64,
    /// Whether the internal form is Montgomery's.
    montgomery: bool,
    shape: PhantomData<L>,
}

/// The length of the table of inverse scales: passes of 60 bits that cover every field of this many words.
///
/// A binary gcd shifts both operands to nothing: at most 128 bits a word, and one pass of rounding. One word takes at most two passes.
pub const fn scales(words: usize) -> usize {
    (128 * words).div_ceil(60) + if words == 1 { 0 } else { 2 }
}

/// The length of the table of roots: digits of four bits, for p = 1 mod 8 of two-adicity 16 to 256.
pub const fn root_rows(two_adicity: u32) -> usize {
    if two_adicity < 16 || two_adicity > 256 {
        0
    } else {
        two_adicity.div_ceil(4) as usize + ROOT_BLOCK
    }
}

/// Digits that `sqrt` finds before it divides them out together.
pub const ROOT_BLOCK: usize = 4;

/// -p^-1 mod 2^64 by Newton's iteration (p odd): each round doubles the correct bits, 3 at first.
const fn neg_inv(p: u64) -> u64 {
    let mut inv = p.wrapping_mul(3) ^ 2;
    let mut bits = 5;
    while bits < 64 {
        inv = inv.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inv)));
        bits *= 2;
    }
    inv.wrapping_neg()
}

/// p^-1 mod 2^64.
pub const fn inverse_word(p: u64) -> u64 {
    neg_inv(p).wrapping_neg()
}

/// What is the same for every shape, in terms of `add`, `half`, `mul` and `word_mod`.
macro_rules! shared {
    ([$($generics:tt)*] $limbs:ty) => {
        impl<$($generics)*> ConstLimbs<$limbs> {
            /// The internal form of any integer of this shape. `r2` is the module's R2.
            pub const fn to_internal(&self, a: &$limbs, r2: &$limbs) -> $limbs {
                self.mul(a, r2)
            }

            /// The internal form of an integer below 2^128.
            pub const fn from_u128(&self, a: u128, r2: &$limbs) -> $limbs {
                self.mul(&self.split(a), r2)
            }

            /// The internal form of an integer below 2^64.
            pub const fn from_u64(&self, a: u64, r2: &$limbs) -> $limbs {
                self.from_u128(a as u128, r2)
            }

            /// Entry j: r3 / 2^(60 j).
            pub const fn inverse_scale<const S: usize>(&self, r3: &$limbs) -> [$limbs; S] {
                let mut out = [*r3; S];
                let mut j = 1;
                while j < S {
                    let mut value = out[j - 1];
                    let mut i = 0;
                    while i < 60 {
                        value = self.half(&value);
                        i += 1;
                    }
                    out[j] = value;
                    j += 1;
                }
                out
            }

            /// 2^exponent in internal form, from the internal form of 1.
            pub const fn power_of_two(&self, one: &$limbs, exponent: u32) -> $limbs {
                let mut out = *one;
                let mut i = 0;
                while i < exponent {
                    out = self.add(&out, &out);
                    i += 1;
                }
                out
            }

            /// The table of `sqrt`. With D = `ROWS` - [`ROOT_BLOCK`] digits of four bits and padding = 4 D - s, row i below D holds
            /// root^-(d 2^(4 i - padding - 1)), for the d that make the exponent an integer (all, but in row 0), and row
            /// i + ROOT_BLOCK root^-(d 2^(4 i - padding)) for the last i.
            pub const fn root_table<const ROWS: usize>(
                &self,
                root_inv: &$limbs,
                one: &$limbs,
                two_adicity: u32,
            ) -> [[$limbs; 16]; ROWS] {
                let mut out = [[*one; 16]; ROWS];
                if ROWS == 0 {
                    return out;
                }
                let digits = ROWS - ROOT_BLOCK;
                let padding = 4 * digits - two_adicity as usize;
                let mut base = *root_inv; // root^(-2^bits)
                let mut bits = 0;
                let mut i = 0;
                while i < digits {
                    let mut full = 0;
                    while full < 2 {
                        let shift = padding + 1 - full;
                        let step = if i == 0 { 1 << shift } else { 1 };
                        while i > 0 && bits < 4 * i - shift {
                            base = self.mul(&base, &base);
                            bits += 1;
                        }
                        let row = i + full * ROOT_BLOCK;
                        let mut d = step;
                        while d < 16 && (full == 0 || row >= digits) {
                            out[row][d] = self.mul(&out[row][d - step], &base);
                            d += step;
                        }
                        full += 1;
                    }
                    i += 1;
                }
                out
            }
        }
    };
}

shared!([] [u32; 1]);
shared!([const N: usize] [u64; N]);

impl ConstLimbs<[u32; 1]> {
    /// Arithmetic modulo an odd p.
    pub const fn new(modulus: [u32; 1], montgomery: bool) -> Self {
        ConstLimbs {
            neg_inv: neg_inv(modulus[0] as u64),
            modulus,
            montgomery,
            shape: PhantomData,
        }
    }

    const fn split(&self, a: u128) -> [u32; 1] {
        [(a % self.modulus[0] as u128) as u32]
    }

    const fn add(&self, a: &[u32; 1], b: &[u32; 1]) -> [u32; 1] {
        [((a[0] as u64 + b[0] as u64) % self.modulus[0] as u64) as u32]
    }

    const fn half(&self, a: &[u32; 1]) -> [u32; 1] {
        let odd = (a[0] & 1) as u64;
        [((a[0] as u64 + odd * self.modulus[0] as u64) >> 1) as u32]
    }

    /// The product in internal form: b canonical, a any value.
    pub const fn mul(&self, a: &[u32; 1], b: &[u32; 1]) -> [u32; 1] {
        let p = self.modulus[0] as u64;
        let product = a[0] as u64 * b[0] as u64;
        if !self.montgomery {
            return [(product % p) as u32];
        }
        let m = (product as u32).wrapping_mul(self.neg_inv as u32) as u64;
        // (product + m p) / 2^32 < 2p: the sum may need 65 bits.
        let sum = (product as u128 + m as u128 * p as u128) >> 32;
        [(sum % p as u128) as u32]
    }
}

impl<const N: usize> ConstLimbs<[u64; N]> {
    /// Arithmetic modulo an odd p.
    pub const fn new(modulus: [u64; N], montgomery: bool) -> Self {
        ConstLimbs {
            neg_inv: neg_inv(modulus[0]),
            modulus,
            montgomery,
            shape: PhantomData,
        }
    }

    /// An integer below 2^128 as limbs, reduced if one word has to hold it.
    const fn split(&self, a: u128) -> [u64; N] {
        let mut out = [0; N];
        if N == 1 {
            out[0] = (a % self.modulus[0] as u128) as u64;
        } else {
            out[0] = a as u64;
            out[1] = (a >> 64) as u64;
        }
        out
    }

    const fn sub_words(a: &[u64; N], b: &[u64; N]) -> ([u64; N], bool) {
        let mut out = [0; N];
        let mut borrow = false;
        let mut i = 0;
        while i < N {
            let (d, b1) = a[i].overflowing_sub(b[i]);
            let (d, b2) = d.overflowing_sub(borrow as u64);
            out[i] = d;
            borrow = b1 | b2;
            i += 1;
        }
        (out, borrow)
    }

    /// `a` with a carry word, below 2p, reduced.
    const fn reduce_once(&self, a: [u64; N], carry: bool) -> [u64; N] {
        let (d, borrow) = Self::sub_words(&a, &self.modulus);
        if carry || !borrow { d } else { a }
    }

    pub(crate) const fn add(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let mut out = [0; N];
        let mut carry = 0u128;
        let mut i = 0;
        while i < N {
            carry += a[i] as u128 + b[i] as u128;
            out[i] = carry as u64;
            carry >>= 64;
            i += 1;
        }
        self.reduce_once(out, carry != 0)
    }

    const fn half(&self, a: &[u64; N]) -> [u64; N] {
        let odd = a[0] & 1;
        let mut sum = [0; N];
        let mut carry = 0u128;
        let mut i = 0;
        while i < N {
            carry += a[i] as u128 + (odd * self.modulus[i]) as u128;
            sum[i] = carry as u64;
            carry >>= 64;
            i += 1;
        }
        let mut out = [0; N];
        let mut i = 0;
        while i < N {
            let upper = if i + 1 < N { sum[i + 1] } else { carry as u64 };
            out[i] = sum[i] >> 1 | upper << 63;
            i += 1;
        }
        out
    }

    /// `a b / R` (b canonical, a any), one word of a at a time.
    const fn montgomery_mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let mut t = [0u64; N];
        let mut top = 0u128;
        let mut i = 0;
        while i < N {
            let mut carry = 0u128;
            let mut j = 0;
            while j < N {
                carry += t[j] as u128 + a[i] as u128 * b[j] as u128;
                t[j] = carry as u64;
                carry >>= 64;
                j += 1;
            }
            top += carry;
            let m = t[0].wrapping_mul(self.neg_inv) as u128;
            let mut carry = (t[0] as u128 + m * self.modulus[0] as u128) >> 64;
            let mut j = 1;
            while j < N {
                carry += t[j] as u128 + m * self.modulus[j] as u128;
                t[j - 1] = carry as u64;
                carry >>= 64;
                j += 1;
            }
            top += carry;
            t[N - 1] = top as u64;
            top >>= 64;
            i += 1;
        }
        self.reduce_once(t, top != 0)
    }

    /// `a b mod p` for plain integers (b canonical, a any), one bit of a at a time.
    const fn plain_mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        let mut out = [0; N];
        let mut bit = 64 * N;
        while bit > 0 {
            bit -= 1;
            out = self.add(&out, &out);
            if a[bit / 64] >> (bit % 64) & 1 == 1 {
                out = self.add(&out, b);
            }
        }
        out
    }

    /// The product in internal form: b canonical, a any value of N words.
    pub const fn mul(&self, a: &[u64; N], b: &[u64; N]) -> [u64; N] {
        if self.montgomery {
            self.montgomery_mul(a, b)
        } else {
            self.plain_mul(a, b)
        }
    }
}
