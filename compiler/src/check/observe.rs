//! The function run on many rows of parameters, with every value kept.

use super::CheckError;
use crate::limb_ir::{Contract, Function, Results, Value, eval};
use num_bigint::BigUint;
use num_traits::ToPrimitive;
use std::collections::BTreeMap;

/// What every value was at every row.
pub(super) struct Observations {
    /// `columns[value][row]`
    pub(super) columns: Vec<Vec<u64>>,
    pub(super) rows: usize,
}

impl Observations {
    /// The value that it has at all of these rows, if it is one.
    pub(super) fn constant(&self, v: Value, rows: &[usize]) -> Option<u64> {
        one_value(rows.iter().map(|r| self.columns[v.index()][*r]))
    }

    /// Whether both agree at all of these rows.
    pub(super) fn equal(&self, a: Value, b: Value, rows: &[usize]) -> bool {
        let (a, b) = (&self.columns[a.index()], &self.columns[b.index()]);
        rows.iter().all(|r| a[*r] == b[*r])
    }
}

/// The value that all of them have.
pub(super) fn one_value(mut values: impl Iterator<Item = u64>) -> Option<u64> {
    let first = values.next()?;
    values.all(|x| x == first).then_some(first)
}

/// Runs the interpreter on every row and compares with the contract.
///
/// # Errors
/// [`CheckError::Broken`] with the first row that breaks it.
pub(super) fn observe(
    f: &Function,
    c: &Contract,
    rows: &[Vec<BigUint>],
) -> Result<Observations, CheckError> {
    // The interpreter returns what is named as a result: everything.
    let mut all = f.clone();
    all.results = vec![Results {
        name: "all".into(),
        limbs: (0..f.types.len() as u32).map(Value).collect(),
    }];
    let radix = f.word.radix;
    let limb = (BigUint::from(1u8) << radix) - 1u8;
    let mut columns = vec![Vec::with_capacity(rows.len()); f.types.len()];
    for row in rows {
        let args: Vec<Vec<u64>> = f
            .params
            .iter()
            .zip(row)
            .map(|(p, x)| {
                (0..p.limbs.len())
                    .map(|j| {
                        ((x >> (radix as usize * j)) & &limb)
                            .to_u64()
                            .unwrap_or_default()
                    })
                    .collect()
            })
            .collect();
        let values = match eval(&all, &args).as_deref() {
            Ok([values]) => values.clone(),
            _ => {
                return Err(CheckError::Undecided {
                    result: f.name.clone(),
                    what: "the interpreter does not run it",
                });
            }
        };
        let params: BTreeMap<String, BigUint> = f
            .params
            .iter()
            .zip(row)
            .map(|(p, x)| (p.name.clone(), x.clone()))
            .collect();
        let broken = |result: String| CheckError::Broken {
            result,
            parameters: params
                .iter()
                .map(|(n, x)| format!("{n} = {x:#x}"))
                .collect::<Vec<_>>()
                .join(", "),
        };
        let mut results = BTreeMap::new();
        for r in &f.results {
            let mut x = BigUint::ZERO;
            for v in r.limbs.iter().rev() {
                let word = values[v.index()];
                if radix < 64 && word >> radix != 0 {
                    return Err(broken(r.name.clone()));
                }
                x = (x << radix) + word;
            }
            results.insert(r.name.clone(), x);
        }
        c.check(&params, &results).map_err(broken)?;
        for (column, x) in columns.iter_mut().zip(values) {
            column.push(x);
        }
    }
    Ok(Observations {
        columns,
        rows: rows.len(),
    })
}
