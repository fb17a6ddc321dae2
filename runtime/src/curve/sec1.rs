//! Encodings of SEC 1, section 2.3: `00` for infinity, `02` or `03` and x, `04` and x and y.

use core::fmt;
use core::ops::Deref;

/// Why bytes are no point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Sec1Error {
    /// The first byte is none of `00`, `02`, `03`, `04`; the hybrid forms `06` and `07` are not accepted.
    #[error("prefix: {0:#04x} is none of 00, 02, 03, 04")]
    Prefix(u8),
    /// The length is not that of the form which the first byte names.
    #[error("length: {length} bytes, expected {expected}")]
    Length {
        /// Of the input.
        length: usize,
        /// Of that form; 1 for no input.
        expected: usize,
    },
    /// x is not below the modulus.
    #[error("x: not below the modulus")]
    X,
    /// y is not below the modulus.
    #[error("y: not below the modulus")]
    Y,
    /// No point of the curve has these coordinates.
    #[error("not on the curve")]
    NotOnCurve,
}

/// An encoding of up to 65 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Encoded {
    bytes: [u8; 65],
    length: u8,
}

#[cfg(any(feature = "secp256k1", feature = "p256"))]
impl Encoded {
    /// Some bytes, one after the other.
    pub(crate) fn new(parts: &[&[u8]]) -> Self {
        let mut out = Encoded {
            bytes: [0; 65],
            length: 0,
        };
        for byte in parts.iter().copied().flatten() {
            out.bytes[usize::from(out.length)] = *byte;
            out.length += 1;
        }
        out
    }
}

impl Deref for Encoded {
    type Target = [u8];
    fn deref(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }
}

impl AsRef<[u8]> for Encoded {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The encodings of a curve over a field of 32 bytes.
#[cfg(any(feature = "secp256k1", feature = "p256"))]
macro_rules! sec1 {
    ($curve:ident $base:ident) => {
        impl crate::curve::Affine<$curve> {
            /// `02` or `03` by the parity of y, and x; `00` for infinity (SEC 1, section 2.3.3). Whether it is infinity is visible in the time.
            #[must_use]
            pub fn to_sec1_compressed(&self) -> crate::curve::sec1::Encoded {
                use crate::curve::sec1::Encoded;
                match self.coordinates() {
                    None => Encoded::new(&[&[0]]),
                    Some((x, y)) => {
                        let prefix = 2 | (y.to_bytes_le()[0] & 1);
                        Encoded::new(&[&[prefix], &x.to_bytes_be()])
                    }
                }
            }

            /// `04`, x and y; `00` for infinity (SEC 1, section 2.3.3). Whether it is infinity is visible in the time.
            #[must_use]
            pub fn to_sec1_uncompressed(&self) -> crate::curve::sec1::Encoded {
                use crate::curve::sec1::Encoded;
                match self.coordinates() {
                    None => Encoded::new(&[&[0]]),
                    Some((x, y)) => Encoded::new(&[&[4], &x.to_bytes_be(), &y.to_bytes_be()]),
                }
            }

            /// The point of an encoding in any form (SEC 1, section 2.3.4). Variable time.
            ///
            /// # Errors
            /// Another prefix or length than those of the three forms, coordinates that are not below the modulus or not on the curve.
            pub fn from_sec1_vartime(bytes: &[u8]) -> Result<Self, crate::curve::sec1::Sec1Error> {
                use crate::curve::sec1::Sec1Error;
                let length = |expected| Sec1Error::Length {
                    length: bytes.len(),
                    expected,
                };
                let (&prefix, rest) = bytes.split_first().ok_or(length(1))?;
                let x = |bytes: &[u8]| $base::from_bytes_be(bytes).map_err(|_| Sec1Error::X);
                match prefix {
                    0 if rest.is_empty() => Ok(Self::IDENTITY),
                    0 => Err(length(1)),
                    2 | 3 if rest.len() == 32 => {
                        let x = x(rest)?;
                        let right = <$curve as crate::curve::Weierstrass>::right_side(&x);
                        let y = right.sqrt_vartime().ok_or(Sec1Error::NotOnCurve)?;
                        // y is not 0: no point has order 2.
                        let same = (y.to_bytes_le()[0] ^ prefix) & 1 == 0;
                        Ok(Self::new_unchecked(x, if same { y } else { -y }))
                    }
                    2 | 3 => Err(length(33)),
                    4 => {
                        let (first, second) = rest.split_at_checked(32).ok_or(length(65))?;
                        if second.len() != 32 {
                            return Err(length(65));
                        }
                        let y = $base::from_bytes_be(second).map_err(|_| Sec1Error::Y);
                        Self::new(x(first)?, y?).map_err(|_| Sec1Error::NotOnCurve)
                    }
                    _ => Err(Sec1Error::Prefix(prefix)),
                }
            }
        }
    };
}

#[cfg(any(feature = "secp256k1", feature = "p256"))]
pub(crate) use sec1;
