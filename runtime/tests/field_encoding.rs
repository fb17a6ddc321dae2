//! Encodings are strict: exact length, canonical integers, an error that says where.
mod common;

use common::*;
use fieldc::__private::ff::PrimeField;
use fieldc::field::{DecodeError, Repr};

macro_rules! encodings {
    ($($test:ident $F:ident;)*) => {$(
        #[test]
        fn $test() {
            const BYTES: usize = $F::BYTES;
            // p - 1, p and p + 1 as bytes, least significant first; p is odd.
            let largest = (-$F::ONE).to_bytes_le();
            let mut modulus = largest;
            modulus[0] += 1;
            let above = {
                let mut bytes = modulus;
                let mut carry = 1u16;
                for byte in &mut bytes {
                    carry += u16::from(*byte);
                    *byte = carry as u8;
                    carry >>= 8;
                }
                bytes
            };
            let reversed = |mut bytes: [u8; BYTES]| {
                bytes.reverse();
                bytes
            };
            for value in [$F::ZERO, $F::ONE, -$F::ONE, $F::TWO_INV, $F::GENERATOR] {
                assert_eq!($F::from_bytes_le(&value.to_bytes_le()), Ok(value));
                assert_eq!($F::from_bytes_be(&value.to_bytes_be()), Ok(value));
                assert_eq!(reversed(value.to_bytes_le()), value.to_bytes_be());
                assert_eq!($F::from_repr(value.to_repr()).unwrap(), value);
                assert_eq!($F::from_hex(&value.to_string()), Ok(value));
                assert_eq!(value.to_string().parse(), Ok(value));
                assert_eq!(format!("{value:?}"), format!("{value}"));
                assert_eq!($F::from_canonical_limbs(value.to_canonical_limbs()), Ok(value));
                assert_eq!($F::from_montgomery_limbs(*value.as_montgomery_limbs()), Ok(value));
                assert_eq!($F::from_montgomery_limbs_unchecked(*value.as_montgomery_limbs()), value);
                assert_eq!($F::from_raw(value.to_canonical_limbs()), value);
                assert_eq!(value.to_bytes_le()[0] & 1 == 1, bool::from(value.is_odd()));
            }
            assert_eq!($F::from_bytes_le(&modulus), Err(DecodeError::NotCanonical { byte: 0 }));
            assert_eq!(
                $F::from_bytes_be(&reversed(modulus)),
                Err(DecodeError::NotCanonical { byte: BYTES - 1 })
            );
            for bad in [modulus, above, [0xff; BYTES]] {
                assert!(matches!($F::from_bytes_le(&bad), Err(DecodeError::NotCanonical { .. })));
                assert!(matches!($F::from_bytes_be(&reversed(bad)), Err(DecodeError::NotCanonical { .. })));
                assert!(bool::from($F::from_repr(Repr(bad)).is_none()));
                let hex: String = bad.iter().rev().map(|byte| format!("{byte:02x}")).collect();
                assert!(matches!($F::from_hex(&format!("0x{hex}")), Err(DecodeError::NotCanonical { .. })));
            }
            assert!($F::from_canonical_limbs($F::MODULUS).is_err());
            assert!($F::from_montgomery_limbs($F::MODULUS).is_err());
            for found in [0, 1, BYTES - 1, BYTES + 1, 2 * BYTES] {
                let error = Err(DecodeError::Length { expected: BYTES, found });
                assert_eq!($F::from_bytes_le(&vec![0; found]), error);
                assert_eq!($F::from_bytes_be(&vec![0; found]), error);
                assert_eq!($F::from_hex(&format!("0x{}", "00".repeat(found))), error);
            }
            let zero = $F::ZERO.to_string();
            assert_eq!($F::from_hex(&zero[2..]), Err(DecodeError::Prefix));
            assert_eq!($F::from_hex(&zero.replace('x', "X")), Err(DecodeError::Prefix));
            let upper = format!("0x{}A", "0".repeat(2 * BYTES - 1));
            assert_eq!($F::from_hex(&upper), Err(DecodeError::Digit { at: 2 * BYTES + 1 }));
            assert!($F::from_hex(&zero[..zero.len() - 1]).is_err());
        }
    )*};
}

encodings! {
    bn254_fp Bn254Fp;
    bls12_381_fp Bls381Fp;
    secp256k1_fp Secp256k1Fp;
    p25519 P25519;
    goldilocks Goldilocks;
    p7 P7;
    m127 M127;
    p521 P521;
    baby_bear BabyBear;
    mersenne31 Mersenne31;
}

#[test]
fn the_error_says_where() {
    let mut bytes = (-Bn254Fp::ONE).to_bytes_be();
    bytes[1] += 1;
    assert_eq!(
        Bn254Fp::from_bytes_be(&bytes),
        Err(DecodeError::NotCanonical { byte: 1 })
    );
    let error = Bn254Fp::from_bytes_be(&bytes[1..]).unwrap_err();
    assert_eq!(error.to_string(), "31 bytes where a field element has 32");
    let _: &dyn core::error::Error = &error;
}

#[test]
fn zeroize_clears() {
    use fieldc::__private::zeroize::Zeroize;
    let mut a = Bls381Fp::GENERATOR;
    a.zeroize();
    assert_eq!(a, Bls381Fp::ZERO);
}

#[cfg(feature = "serde")]
#[test]
fn serde_is_strict() {
    let a = Bn254Fp::GENERATOR.invert().unwrap();
    let json = serde_json::to_string(&a).unwrap();
    assert_eq!(json, format!("\"{a}\""));
    assert_eq!(serde_json::from_str::<Bn254Fp>(&json).unwrap(), a);
    let bytes = bincode::serialize(&a).unwrap();
    assert_eq!(bytes, a.to_bytes_le());
    assert_eq!(bincode::deserialize::<Bn254Fp>(&bytes).unwrap(), a);
    assert!(bincode::deserialize::<Bn254Fp>(&[0xff; 32]).is_err());
    assert!(bincode::deserialize::<Bn254Fp>(&bytes[..31]).is_err());
    for bad in ["\"0x07\"", "7", "\"\"", "[1,2]"] {
        assert!(serde_json::from_str::<Bn254Fp>(bad).is_err());
    }
    let small = bincode::serialize(&BabyBear::from(5u8)).unwrap();
    assert_eq!(small, [5, 0, 0, 0]);
}

#[cfg(feature = "num-traits")]
#[test]
fn num_traits_agree() {
    use fieldc::__private::num_traits::{Inv, One, Zero};
    assert_eq!(
        (<Bn254Fp as Zero>::zero(), <Bn254Fp as One>::one()),
        (Bn254Fp::ZERO, Bn254Fp::ONE)
    );
    assert!(Zero::is_zero(&Bn254Fp::ZERO) && !Zero::is_zero(&Bn254Fp::ONE));
    assert_eq!(Inv::inv(Bn254Fp::ZERO), None);
    assert_eq!(
        Inv::inv(Bn254Fp::GENERATOR),
        Bn254Fp::GENERATOR.invert_vartime()
    );
}

#[cfg(feature = "ff_0_14")]
#[test]
fn ff_0_14_is_the_same_field() {
    use fieldc::__private::ff_0_14 as new;
    fn generic<F: new::PrimeField>() {
        let seven = F::from(7);
        assert_eq!(seven * seven.invert().unwrap(), F::ONE);
        assert_eq!(F::from_repr(seven.to_repr()).unwrap(), seven);
        assert_eq!(
            F::from_str_vartime("49").unwrap().sqrt().unwrap().square(),
            seven.square()
        );
    }
    generic::<Bn254Fp>();
    generic::<Bls381Fr>();
    generic::<BabyBear>();

    struct Counter(u8);
    impl fieldc::__private::rand_core_0_10::TryRng for Counter {
        type Error = core::convert::Infallible;
        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            Ok(0)
        }
        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            Ok(0)
        }
        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            for byte in bytes {
                self.0 = self.0.wrapping_add(1);
                *byte = self.0;
            }
            Ok(())
        }
    }
    let a: Bn254Fp = new::Field::random(&mut Counter(0));
    let bytes: Vec<u8> = (1..=48).collect();
    assert_eq!(a, Bn254Fp::from_bytes_reduced_be(&bytes));
}
