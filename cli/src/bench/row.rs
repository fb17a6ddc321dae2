//! A row: an id and what is called.

use std::hint::black_box;

/// `times` calls.
pub type Run = Box<dyn FnMut(u64)>;

/// What a row calls.
pub struct Work {
    /// The operation.
    pub run: Run,
    /// The subgroup checks that are part of it, by themselves.
    pub checks: Option<Run>,
    /// What the EVM charges, for precompiles.
    pub gas: Option<u64>,
}

impl Work {
    /// An operation, nothing else.
    pub fn new(run: Run) -> Work {
        Work {
            run,
            checks: None,
            gas: None,
        }
    }

    /// Calls `f` on the inputs, one after the other, each call by itself.
    pub fn each<I: 'static, T>(inputs: Vec<I>, f: impl Fn(&I) -> T + 'static) -> Work {
        Work::new(each(inputs, f))
    }

    /// Every call takes the result of the one before it.
    pub fn chain<T: Clone + 'static>(start: T, f: impl Fn(&T) -> T + 'static) -> Work {
        let mut value = start;
        Work::new(Box::new(move |times| {
            for _ in 0..times {
                value = f(&value);
            }
            black_box(&value);
        }))
    }
}

/// See [`Work::each`].
pub fn each<I: 'static, T>(inputs: Vec<I>, f: impl Fn(&I) -> T + 'static) -> Run {
    let mut next = 0;
    Box::new(move |times| {
        for _ in 0..times {
            black_box(f(black_box(&inputs[next])));
            next = (next + 1) % inputs.len();
        }
    })
}

/// A row of the table.
pub struct Row {
    /// `group/what/…`.
    pub id: String,
    /// Makes the inputs, which may take long.
    pub make: Box<dyn FnOnce() -> Result<Work, String>>,
}

/// Every row.
#[derive(Default)]
pub struct Rows(pub Vec<Row>);

impl Rows {
    /// Adds one.
    pub fn add(&mut self, id: String, make: impl FnOnce() -> Work + 'static) {
        self.0.push(Row {
            id,
            make: Box::new(|| Ok(make())),
        });
    }
}
