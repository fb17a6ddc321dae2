//! The encoding of points that ZCash defined and Ethereum uses.
//!
//! Big-endian x, then y where the encoding is not compressed; of an element of Fp2 the coefficient of u first. The top three bits of the
//! first byte, which the modulus leaves free, are flags. An encoding is public, and so is whether it is one: decoding takes variable time.

use subtle::{Choice, ConditionallySelectable};

use super::{G1, G1Affine, G2, G2Affine};
use crate::curve::{Affine, CurveField, NotOnCurve, Weierstrass};
use crate::field::DecodeError;
use crate::fields::{Bls12381Fp, Bls12381Fp2};
use crate::tower::Element;

/// The encoding is compressed.
const COMPRESSED: u8 = 0x80;
/// The point is infinity.
const INFINITY: u8 = 0x40;
/// Of the two y of a compressed point, the larger.
const LARGER: u8 = 0x20;
const FLAGS: u8 = COMPRESSED | INFINITY | LARGER;

/// Why bytes are not the encoding of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EncodingError {
    /// The input has another length than every encoding of this kind.
    #[error("{found} bytes where this encoding of a point has {expected}")]
    Length {
        /// The length of an encoding.
        expected: usize,
        /// The length of the input.
        found: usize,
    },
    /// The first bit is 0 where a compressed encoding is expected, or 1 where it is not.
    #[error("the flag of compression is {}", if *.found { "set" } else { "not set" })]
    Compression {
        /// Whether the flag is set.
        found: bool,
    },
    /// Infinity with a bit besides its flag and that of compression.
    #[error("infinity, but byte {byte} is not zero")]
    Infinity {
        /// The index of the first byte with such a bit.
        byte: usize,
    },
    /// An encoding with y has the flag that says which y.
    #[error("the flag of the larger y is set although there is a y")]
    Sign,
    /// A coordinate is not below the modulus.
    #[error("not canonical: the integer at byte {start} is not below the modulus")]
    NotCanonical {
        /// The index of the integer's first byte.
        start: usize,
    },
    /// No point of the curve has these coordinates.
    #[error("not on the curve")]
    NotOnCurve,
    /// A point of the curve whose order is another than that of the subgroup.
    #[error("on the curve but not in the subgroup")]
    NotInSubgroup,
}

impl From<NotOnCurve> for EncodingError {
    fn from(_: NotOnCurve) -> Self {
        EncodingError::NotOnCurve
    }
}

/// A field element in an encoding.
trait Coordinate: CurveField {
    const BYTES: usize;

    /// `at` is the index of the first byte, for errors.
    fn read(bytes: &[u8], at: usize) -> Result<Self, EncodingError>;

    fn write(&self, out: &mut [u8]);

    /// Whether this is larger than its negative. Constant time.
    fn is_larger(&self) -> Choice;

    fn root(&self) -> Option<Self>;
}

impl Coordinate for Bls12381Fp {
    const BYTES: usize = 48;

    fn read(bytes: &[u8], at: usize) -> Result<Self, EncodingError> {
        Self::from_bytes_be(bytes).map_err(|error| match error {
            DecodeError::Length { expected, found } => EncodingError::Length { expected, found },
            _ => EncodingError::NotCanonical { start: at },
        })
    }

    fn write(&self, out: &mut [u8]) {
        out.copy_from_slice(&self.to_bytes_be());
    }

    fn is_larger(&self) -> Choice {
        // (p - 1) / 2 - a is negative.
        let half: [u64; 6] = core::array::from_fn(|i| {
            let above = Self::MODULUS.get(i + 1).copied().unwrap_or(0);
            Self::MODULUS[i] >> 1 | above << 63
        });
        let borrow = half
            .iter()
            .zip(self.to_canonical_limbs())
            .fold(0, |borrow, (half, limb)| {
                let difference = i128::from(*half) - i128::from(limb) - i128::from(borrow);
                (difference >> 127) as u8 & 1
            });
        Choice::from(borrow)
    }

    fn root(&self) -> Option<Self> {
        self.sqrt_vartime()
    }
}

impl Coordinate for Bls12381Fp2 {
    const BYTES: usize = 96;

    fn read(bytes: &[u8], at: usize) -> Result<Self, EncodingError> {
        let (c1, c0) = bytes.split_at(48);
        let c1 = Bls12381Fp::read(c1, at)?;
        Ok(Self::new(Bls12381Fp::read(c0, at + 48)?, c1))
    }

    fn write(&self, out: &mut [u8]) {
        let (c1, c0) = out.split_at_mut(48);
        self.c1().write(c1);
        self.c0().write(c0);
    }

    fn is_larger(&self) -> Choice {
        let (c0, c1) = (self.c0().is_larger(), self.c1().is_larger());
        Choice::conditional_select(&c1, &c0, self.c1().is_zero())
    }

    fn root(&self) -> Option<Self> {
        self.sqrt().into_option()
    }
}

/// Constant time.
fn compress<C: Weierstrass<Base: Coordinate>>(p: &Affine<C>, out: &mut [u8]) {
    let [x, y] = p.xy();
    x.write(out);
    let larger = LARGER * y.is_larger().unwrap_u8();
    let infinity = INFINITY * p.is_identity().unwrap_u8();
    out[0] |= COMPRESSED | infinity | larger;
}

/// Constant time.
fn write<C: Weierstrass<Base: Coordinate>>(p: &Affine<C>, out: &mut [u8]) {
    let [x, y] = p.xy();
    let (at_x, at_y) = out.split_at_mut(C::Base::BYTES);
    x.write(at_x);
    y.write(at_y);
    out[0] |= INFINITY * p.is_identity().unwrap_u8();
}

/// The flags after what both kinds have in common: the length, the first two bits; none for infinity. And x.
fn begin<C: Weierstrass<Base: Coordinate>>(
    bytes: &[u8],
    compressed: bool,
) -> Result<Option<(u8, C::Base)>, EncodingError> {
    let expected = C::Base::BYTES * if compressed { 1 } else { 2 };
    if bytes.len() != expected {
        let found = bytes.len();
        return Err(EncodingError::Length { expected, found });
    }
    let flags = bytes[0] & FLAGS;
    let found = flags & COMPRESSED != 0;
    if found != compressed {
        return Err(EncodingError::Compression { found });
    }
    if flags & INFINITY != 0 {
        let other = |i: usize, byte: u8| match i {
            0 => byte & !(COMPRESSED | INFINITY) != 0,
            _ => byte != 0,
        };
        return match bytes.iter().enumerate().position(|(i, b)| other(i, *b)) {
            Some(byte) => Err(EncodingError::Infinity { byte }),
            None => Ok(None),
        };
    }
    if !compressed && flags & LARGER != 0 {
        return Err(EncodingError::Sign);
    }
    let mut first = [0; 96];
    let first = &mut first[..C::Base::BYTES];
    first.copy_from_slice(&bytes[..C::Base::BYTES]);
    first[0] &= !FLAGS;
    Ok(Some((flags, C::Base::read(first, 0)?)))
}

fn decompress<C: Weierstrass<Base: Coordinate>>(bytes: &[u8]) -> Result<Affine<C>, EncodingError> {
    let Some((flags, x)) = begin::<C>(bytes, true)? else {
        return Ok(Affine::IDENTITY);
    };
    let square = Element::square(&x) * x + C::B;
    let y = square.root().ok_or(EncodingError::NotOnCurve)?;
    let other = bool::from(y.is_larger()) != (flags & LARGER != 0);
    Ok(Affine::new_unchecked(x, if other { -y } else { y }))
}

fn read<C: Weierstrass<Base: Coordinate>>(bytes: &[u8]) -> Result<Affine<C>, EncodingError> {
    let Some((_, x)) = begin::<C>(bytes, false)? else {
        return Ok(Affine::IDENTITY);
    };
    let y = C::Base::read(&bytes[C::Base::BYTES..], C::Base::BYTES)?;
    Ok(Affine::new(x, y)?)
}

fn checked<C: Weierstrass>(p: Affine<C>) -> Result<Affine<C>, EncodingError> {
    if p.is_in_subgroup_vartime() {
        Ok(p)
    } else {
        Err(EncodingError::NotInSubgroup)
    }
}

macro_rules! encodings {
    ($($Affine:ident of $Curve:ident: $compressed:literal, $uncompressed:literal;)*) => {$(
        impl $Affine {
            /// The compressed encoding. Constant time.
            ///
            /// # Shape
            /// x, big-endian, with flags in the top three bits: compressed, infinity, the larger y.
            pub fn to_compressed(&self) -> [u8; $compressed] {
                let mut out = [0; $compressed];
                compress::<$Curve>(self, &mut out);
                out
            }

            /// The encoding with both coordinates. Constant time.
            ///
            /// # Shape
            /// x and y, big-endian; the second bit of all says infinity.
            pub fn to_uncompressed(&self) -> [u8; $uncompressed] {
                let mut out = [0; $uncompressed];
                write::<$Curve>(self, &mut out);
                out
            }

            /// The point of the subgroup with this compressed encoding. Variable time: an encoding is public.
            ///
            /// # Errors
            /// Anything but what [`to_compressed`](Self::to_compressed) gives for a point of the subgroup.
            pub fn from_compressed(bytes: &[u8]) -> Result<Self, EncodingError> {
                checked(decompress::<$Curve>(bytes)?)
            }

            /// The point of the curve with this compressed encoding; it need not be in the subgroup. Variable time: an encoding is public.
            ///
            /// # Errors
            /// Anything but what [`to_compressed`](Self::to_compressed) gives for a point of the curve.
            pub fn from_compressed_unchecked(bytes: &[u8]) -> Result<Self, EncodingError> {
                decompress::<$Curve>(bytes)
            }

            /// The point of the subgroup with this encoding. Variable time: an encoding is public.
            ///
            /// # Errors
            /// Anything but what [`to_uncompressed`](Self::to_uncompressed) gives for a point of the subgroup.
            pub fn from_uncompressed(bytes: &[u8]) -> Result<Self, EncodingError> {
                checked(read::<$Curve>(bytes)?)
            }

            /// The point of the curve with this encoding; it need not be in the subgroup. Variable time: an encoding is public.
            ///
            /// # Errors
            /// Anything but what [`to_uncompressed`](Self::to_uncompressed) gives for a point of the curve.
            pub fn from_uncompressed_unchecked(bytes: &[u8]) -> Result<Self, EncodingError> {
                read::<$Curve>(bytes)
            }
        }
    )*};
}

encodings! {
    G1Affine of G1: 48, 96;
    G2Affine of G2: 96, 192;
}
