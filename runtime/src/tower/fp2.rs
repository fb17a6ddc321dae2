//! `Fp2 = Fp[u]/(u^2 + 1)`.

/// Defines `Fp2 = Fp[u]/(u^2 + 1)` over a prime field with p = 3 mod 4 whose kernel module has `fp2_mul` and `fp2_sqr`.
///
/// `xi = [k0, k1]` is the non-residue `k0 + k1 u` of the sextic extension above, `k1 = 1`; `late` says whether sums of products above it are
/// reduced once, at the end, which pays where ξ is 1 + u. The type has operators by value and by
/// reference, the traits of `ff` 0.13 (`Field`), `subtle` and `zeroize`, and those of the formulas. An element is canonical.
#[macro_export]
macro_rules! quadratic_extension {
    (
        $(#[$meta:meta])*
        $vis:vis struct $name:ident;
        base = $base:ident;
        kernels = $($seg:ident)::+;
        xi = [$k0:tt, 1];
        late = $late:expr;
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        $vis struct $name([$($seg)::+::Limbs; 2]);

        const _: () = {
            use $($seg)::+ as k;
            use $crate::__private as private;
            use $crate::field::FieldType;
            use $crate::tower::{Element, Extension};
            use private::ff::Field;
            use private::subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

            // The offset before a reduction, 3 p W^n, is to be at least what formulas reduce.
            const _: () = {
                let top = k::MODULUS[k::MODULUS.len() - 1] as u128 + 1;
                let spans = top * $crate::tower::LATE_SPAN as u128 <= 3 << 64;
                assert!(!$late || spans, "late reductions: the modulus leaves too few bits free");
            };

            impl $name {
                /// 0
                pub const ZERO: Self = $name::new($base::ZERO, $base::ZERO);
                /// 1
                pub const ONE: Self = $name::new($base::ONE, $base::ZERO);

                /// `c0 + c1 u`
                pub const fn new(c0: $base, c1: $base) -> Self {
                    $name([*c0.as_montgomery_limbs(), *c1.as_montgomery_limbs()])
                }

                /// The coefficient of 1.
                #[inline(always)]
                pub const fn c0(&self) -> $base {
                    $base::from_montgomery_limbs_unchecked(self.0[0])
                }

                /// The coefficient of u.
                #[inline(always)]
                pub const fn c1(&self) -> $base {
                    $base::from_montgomery_limbs_unchecked(self.0[1])
                }

                /// `c0^2 + c1^2`. Constant time.
                pub fn norm(&self) -> $base {
                    let pair = [self.0[0], self.0[1]];
                    $base::from_montgomery_limbs_unchecked(k::dot2(&pair, &pair))
                }

                /// `1 / a`, none for 0. Constant time.
                pub fn invert(&self) -> CtOption<Self> {
                    self.norm()
                        .invert()
                        .map(|n| Extension::scale(&Extension::conjugate(self), &n))
                }

                /// `1 / a`, none for 0. Variable time.
                pub fn invert_vartime(&self) -> Option<Self> {
                    let n = self.norm().invert_vartime()?;
                    Some(Extension::scale(&Extension::conjugate(self), &n))
                }

                /// A root, if there is one: two exponentiations in Fp, one for the root of the norm and one for both coordinates.
                /// Constant time.
                ///
                /// With `n^2 = a0^2 + a1^2`, `d = (a0 + n) / 2`, `s = d^((p - 3) / 4)`, `t = d s`: `t + (a1 / 2) s u` where d is a square,
                /// else `(a1 / 2) s - t u`. (Where `d = 0`, `a0` takes its place.)
                pub fn sqrt(&self) -> CtOption<Self> {
                    let (a0, a1) = (self.c0(), self.c1());
                    // The root of something else where the norm is none; the check at the end finds out.
                    let (_, n) = $base::sqrt_ratio(&self.norm(), &$base::ONE);
                    let d = (a0 + n).half();
                    let d = $base::conditional_select(&d, &a0, d.is_zero());
                    let s = $base::from_montgomery_limbs_unchecked(k::sqrt_chain(d.as_montgomery_limbs()));
                    let t = d * s;
                    let other = a1.half() * s;
                    let is_square = t.square().ct_eq(&d);
                    let root = $name::new(
                        $base::conditional_select(&other, &t, is_square),
                        $base::conditional_select(&-t, &other, is_square),
                    );
                    CtOption::new(root, root.square().ct_eq(self))
                }

                /// `a^p`. Constant time.
                pub fn frobenius(&self) -> Self {
                    Extension::conjugate(self)
                }

                /// Whether `a` is a square, from the norm. 0 is one. Variable time.
                pub fn is_square_vartime(&self) -> bool {
                    self.norm().legendre_vartime() >= 0
                }

                /// `2 a`. Constant time.
                #[inline]
                pub fn double(&self) -> Self {
                    Element::double(self)
                }

                /// `a^2`. Constant time.
                #[inline]
                pub fn square(&self) -> Self {
                    Element::square(self)
                }
            }

            impl Element for $name {
                #[inline(always)]
                fn add(&self, b: &Self) -> Self {
                    if $late {
                        return $name(k::fp2_add(&self.0, &b.0));
                    }
                    $name([k::add(&self.0[0], &b.0[0]), k::add(&self.0[1], &b.0[1])])
                }
                #[inline(always)]
                fn sub(&self, b: &Self) -> Self {
                    if $late {
                        return $name(k::fp2_sub(&self.0, &b.0));
                    }
                    $name([k::sub(&self.0[0], &b.0[0]), k::sub(&self.0[1], &b.0[1])])
                }
                #[inline(always)]
                fn neg(&self) -> Self {
                    $name([k::neg(&self.0[0]), k::neg(&self.0[1])])
                }
                #[inline(always)]
                fn double(&self) -> Self {
                    if $late {
                        return $name(k::fp2_add(&self.0, &self.0));
                    }
                    $name([k::double(&self.0[0]), k::double(&self.0[1])])
                }
                #[inline(always)]
                fn half(&self) -> Self {
                    $name([k::half(&self.0[0]), k::half(&self.0[1])])
                }
                #[inline(always)]
                fn mul(&self, b: &Self) -> Self {
                    $name(k::fp2_mul(&self.0, &b.0))
                }
                #[inline(always)]
                fn square(&self) -> Self {
                    $name(k::fp2_sqr(&self.0))
                }
                #[inline]
                fn sum_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
                    // a0 b0 - a1 b1 + c0 d0 - c1 d1, a0 b1 + a1 b0 + c0 d1 + c1 d0: four products a reduction.
                    let (minus_a1, minus_c1) = (k::neg(&a.0[1]), k::neg(&c.0[1]));
                    $name([
                        k::dot4(
                            &[a.0[0], minus_a1, c.0[0], minus_c1],
                            &[b.0[0], b.0[1], d.0[0], d.0[1]],
                        ),
                        k::dot4(
                            &[a.0[0], a.0[1], c.0[0], c.0[1]],
                            &[b.0[1], b.0[0], d.0[1], d.0[0]],
                        ),
                    ])
                }
            }

            impl Extension for $name {
                type Base = $base;

                #[inline(always)]
                fn times_xi(&self) -> Self {
                    // (k0 + u)(c0 + c1 u) = k0 c0 - c1 + (c0 + k0 c1) u
                    if $late {
                        let rotated = k::fp2_rotate(&self.0);
                        return $name($crate::quadratic_extension!(@rotate $k0, self.0, rotated, k::fp2_add));
                    }
                    let times = |x: &k::Limbs| -> k::Limbs { $crate::quadratic_extension!(@times $k0, x) };
                    $name([
                        k::sub(&times(&self.0[0]), &self.0[1]),
                        k::add(&times(&self.0[1]), &self.0[0]),
                    ])
                }
                #[inline(always)]
                fn conjugate(&self) -> Self {
                    $name([self.0[0], k::neg(&self.0[1])])
                }
                #[inline(always)]
                fn scale(&self, s: &$base) -> Self {
                    let s = s.internal();
                    $name([k::mul(&self.0[0], s), k::mul(&self.0[1], s)])
                }

                type Wide = [k::Limbs; 4];
                const LATE: bool = $late;

                #[inline(always)]
                fn add_lazy(&self, b: &Self) -> Self {
                    // Unreduced sums are no factors where 8 p does not fit.
                    const FITS: bool = k::NUM_BITS + 3 <= 64 * k::MODULUS.len() as u32;
                    if FITS {
                        $name(k::fp2_add_lazy(&self.0, &b.0))
                    } else {
                        Element::add(self, b)
                    }
                }
                #[inline(always)]
                fn mul_wide(&self, b: &Self) -> Self::Wide {
                    k::fp2_mul_wide(&self.0, &b.0)
                }
                #[inline(always)]
                fn square_wide(&self) -> Self::Wide {
                    k::fp2_sqr_wide(&self.0)
                }
                #[inline(always)]
                fn add_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
                    k::fp2_add_wide(a, b)
                }
                #[inline(always)]
                fn sub_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
                    k::fp2_sub_wide(a, b)
                }
                #[inline(always)]
                fn times_xi_wide(a: &Self::Wide) -> Self::Wide {
                    let rotated = k::fp2_rotate_wide(a);
                    $crate::quadratic_extension!(@rotate $k0, *a, rotated, k::fp2_add_wide)
                }
                #[inline(always)]
                fn sub2_wide(a: &Self::Wide, b: &Self::Wide, c: &Self::Wide) -> Self::Wide {
                    k::fp2_sub2_wide(a, b, c)
                }
                #[inline(always)]
                fn add_times_xi_wide(a: &Self::Wide, b: &Self::Wide) -> Self::Wide {
                    $crate::quadratic_extension!(@add_rotate $k0, a, b)
                }
                #[inline(always)]
                fn redc(a: &Self::Wide) -> Self {
                    $name(k::fp2_redc(&k::fp2_offset_wide(a)))
                }
            }

            $crate::__tower_operators!([] $name);

            impl From<$base> for $name {
                fn from(c0: $base) -> Self {
                    $name::new(c0, $base::ZERO)
                }
            }
            /// `c0 + c1 u`, both in hexadecimal.
            impl core::fmt::Debug for $name {
                fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                    write!(f, "{} + {} u", self.c0(), self.c1())
                }
            }
            $crate::__tower_equality!([] $name);

            impl ConstantTimeEq for $name {
                fn ct_eq(&self, other: &Self) -> Choice {
                    self.c0().ct_eq(&other.c0()) & self.c1().ct_eq(&other.c1())
                }
            }
            impl ConditionallySelectable for $name {
                fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                    $name::new(
                        $base::conditional_select(&a.c0(), &b.c0(), choice),
                        $base::conditional_select(&a.c1(), &b.c1(), choice),
                    )
                }
            }
            impl private::zeroize::DefaultIsZeroes for $name {}

            impl private::ff::Field for $name {
                const ZERO: Self = $name::ZERO;
                const ONE: Self = $name::ONE;

                fn random(mut rng: impl private::rand_core::RngCore) -> Self {
                    $name::new($base::random(&mut rng), $base::random(&mut rng))
                }
                #[inline(always)]
                fn square(&self) -> Self {
                    Element::square(self)
                }
                #[inline(always)]
                fn double(&self) -> Self {
                    Element::double(self)
                }
                fn invert(&self) -> CtOption<Self> {
                    $name::invert(self)
                }
                fn sqrt(&self) -> CtOption<Self> {
                    $name::sqrt(self)
                }
                /// The fixed non-square is ξ.
                fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
                    private::level::sqrt_ratio(num, div, Extension::times_xi)
                }
            }

            impl $crate::curve::CurveField for $name {
                fn invert_vartime(&self) -> Option<Self> {
                    $name::invert_vartime(self)
                }
            }
        };
    };
    (@times 1, $x:ident) => { *$x };
    (@times 9, $x:ident) => {{
        let eight = k::double(&k::double(&k::double($x)));
        k::add(&eight, $x)
    }};
    // ((k0 - 1) + (1 + u)) a
    (@rotate 1, $a:expr, $rotated:ident, $add:path) => { $rotated };
    (@rotate 9, $a:expr, $rotated:ident, $add:path) => {{
        let two = $add(&$a, &$a);
        let four = $add(&two, &two);
        let eight = $add(&four, &four);
        $add(&eight, &$rotated)
    }};
    (@add_rotate 1, $a:ident, $b:ident) => { k::fp2_add_rotate_wide($a, $b) };
    (@add_rotate $k0:tt, $a:ident, $b:ident) => { Self::add_wide($a, &Self::times_xi_wide($b)) };
}
