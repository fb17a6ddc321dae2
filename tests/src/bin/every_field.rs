//! Uses every standard field, a field of `field!` and the precompiles, and prints what comes out: the same on every processor.
//! The first line names the tier.

use fieldc::fields;
use fieldc::precompile::{Fork, Precompiles};

fieldc::field! {
    /// A field that is in no table.
    struct Own;
    modulus = 2^127 - 1;
}

/// A few hundred operations on one field, folded into one element.
macro_rules! exercise {
    ($($name:ty)*) => {$(
        let (mut x, mut sum) = (<$name>::from(3u8), <$name>::ZERO);
        for i in 1..200u32 {
            let y = x.square() * <$name>::from(i) + x.double() - sum.half();
            let inverse = y.invert_vartime().unwrap_or(<$name>::ONE);
            assert_eq!(inverse, y.invert().unwrap_or(<$name>::ONE));
            sum += inverse;
            x = -y;
            if let Some(root) = x.sqrt_vartime() {
                sum += root.square();
            }
        }
        println!("{} {}", stringify!($name), x + sum);
    )*};
}

fn main() {
    println!("tier {}", fieldc::tier::current());
    exercise!(
        fields::Bn254Fp fields::Bn254Fr fields::Bls12381Fp fields::Bls12381Fr fields::Bls12377Fp fields::Bls12377Fr fields::Secp256k1Fp
        fields::Secp256k1Fr fields::P256Fp fields::P256Fr fields::PallasFp fields::VestaFp fields::BandersnatchFr fields::Curve25519Fp
        fields::Goldilocks fields::Mersenne31 fields::BabyBear fields::KoalaBear Own
    );
    // The generator, 7 times, plus itself.
    let mut input = [0u8; 128];
    (input[31], input[63], input[95]) = (1, 2, 7);
    let table = Precompiles::for_fork(Fork::Osaka);
    for address in [6, 7] {
        match table.get(address).and_then(|p| p.run(&input)) {
            Ok(out) => println!("precompile {address} {:x?} {}", &out.bytes[..], out.gas),
            Err(e) => println!("precompile {address} {e}"),
        }
    }
}
