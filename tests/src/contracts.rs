//! The contracts of EIP-197 and EIP-2537 as their texts have them: what an input consists of, and what is wrong with it.

use std::cell::RefCell;
use std::collections::HashMap;

use fieldc::precompile::{Coordinate, Error};
use num_bigint::BigUint;

use crate::groups::{Curve, Group, Point};

/// What stands in an input.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// A point.
    Point(Group, Subgroup),
    /// An integer of 32 bytes.
    Scalar,
    /// An element of a field of BLS12-381 of this degree.
    Element(usize),
}

/// Whether a point must be in the subgroup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subgroup {
    /// No.
    Any,
    /// Yes.
    Checked,
}

impl Part {
    /// Its bytes.
    pub fn length(self) -> usize {
        match self {
            Part::Point(group, _) => group.length(),
            Part::Scalar => 32,
            Part::Element(degree) => 64 * degree,
        }
    }
}

use Subgroup::{Any, Checked};

const fn group(curve: Curve, degree: usize) -> Group {
    Group { curve, degree }
}

/// BLS12-381's first group.
pub const G1: Group = group(Curve::Bls12381, 1);
/// BLS12-381's second group.
pub const G2: Group = group(Curve::Bls12381, 2);
/// BN254's first group.
pub const BN_G1: Group = group(Curve::Bn254, 1);
/// BN254's second group.
pub const BN_G2: Group = group(Curve::Bn254, 2);

/// A contract: its address, the parts of an input or of a pair, whether there may be more than one of these.
pub type Contract = (u16, &'static [Part], bool);

/// EIP-197 and EIP-2537.
pub const CONTRACTS: &[Contract] = &[
    (
        0x08,
        &[Part::Point(BN_G1, Any), Part::Point(BN_G2, Checked)],
        true,
    ),
    (0x0b, &[Part::Point(G1, Any), Part::Point(G1, Any)], false),
    (0x0c, &[Part::Point(G1, Checked), Part::Scalar], true),
    (0x0d, &[Part::Point(G2, Any), Part::Point(G2, Any)], false),
    (0x0e, &[Part::Point(G2, Checked), Part::Scalar], true),
    (
        0x0f,
        &[Part::Point(G1, Checked), Part::Point(G2, Checked)],
        true,
    ),
    (0x10, &[Part::Element(1)], false),
    (0x11, &[Part::Element(2)], false),
];

/// The fault of an input by the text of EIP-2537, in big integers: encodings and curves first, then subgroups.
pub fn fault((address, parts, many): Contract, input: &[u8]) -> Option<Error> {
    let unit: usize = parts.iter().map(|part| part.length()).sum();
    let length = input.len();
    match (many, length) {
        (true, 0) if address != 0x08 => return Some(Error::Empty),
        (true, _) if !length.is_multiple_of(unit) => {
            return Some(Error::PartialPair { length, pair: unit });
        }
        (false, _) if length != unit => {
            let expected = unit;
            return Some(Error::Length { length, expected });
        }
        _ => {}
    }
    let mut points: Vec<(Group, Subgroup, Point)> = vec![];
    let mut start = 0;
    for part in parts.iter().cycle().take(length / unit * parts.len()) {
        let bytes = &input[start..start + part.length()];
        let curve = match part {
            Part::Point(group, _) => group.curve,
            _ => Curve::Bls12381,
        };
        let element = |index: usize, degree: usize, coordinate| {
            let mut out = vec![];
            let (word, zeros) = curve.word();
            for i in 0..degree {
                let at = word * (degree * index + i);
                let (padding, integer) = bytes[at..at + word].split_at(zeros);
                let start = start + at;
                if padding.iter().any(|byte| *byte != 0) {
                    let end = start + zeros;
                    return Err(Error::Padding {
                        start,
                        end,
                        coordinate,
                    });
                }
                out.push(BigUint::from_bytes_be(integer));
                if out[i] >= curve.p() {
                    let end = start + word;
                    return Err(Error::NotBelowModulus {
                        start,
                        end,
                        coordinate,
                    });
                }
            }
            if curve == Curve::Bn254 {
                out.reverse();
            }
            out.resize(2, BigUint::ZERO);
            Ok([out[0].clone(), out[1].clone()])
        };
        match *part {
            Part::Scalar => {}
            Part::Element(degree) => {
                if let Err(error) = element(0, degree, Coordinate::U) {
                    return Some(error);
                }
            }
            Part::Point(group, subgroup) => {
                let x = element(0, group.degree, Coordinate::X);
                let point = x.and_then(|x| Ok((x, element(1, group.degree, Coordinate::Y)?)));
                let (x, y) = match point {
                    Ok(point) => point,
                    Err(error) => return Some(error),
                };
                let infinity = bytes.iter().all(|byte| *byte == 0);
                if !infinity && !group.holds(&x, &y) {
                    let point = points.len();
                    return Some(Error::NotOnCurve { point });
                }
                points.push((group, subgroup, (!infinity).then_some((x, y))));
            }
        }
        start += part.length();
    }
    let outside = points
        .iter()
        .position(|(group, subgroup, p)| *subgroup == Checked && !contains(*group, p));
    outside.map(|point| Error::NotInSubgroup { point })
}

/// [`Group::contains`], asked once a point: it takes long, and inputs have the same points.
fn contains(group: Group, p: &Point) -> bool {
    thread_local! {
        static KNOWN: RefCell<HashMap<Vec<u8>, bool>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        let answer = known.entry(group.bytes(p));
        *answer.or_insert_with(|| group.contains(p))
    })
}
