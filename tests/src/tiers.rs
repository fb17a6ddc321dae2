//! Every tier that the machine has, one after the other.

use std::sync::{Mutex, PoisonError};

use fieldc::tier::{self, Tier};

/// The tier is one for the process: tests that force it take turns.
static TURN: Mutex<()> = Mutex::new(());

/// Runs the test once on each tier that the machine has, and then restores the tier.
pub fn on_each(mut test: impl FnMut(Tier)) {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let before = tier::current();
    let mut ran = 0;
    for asked in Tier::ALL {
        match tier::force(asked) {
            Ok(()) => {
                test(asked);
                ran += 1;
            }
            Err(error) => eprintln!("SKIPPED: {error}"),
        }
    }
    tier::force(before).expect("the tier was in force before");
    assert!(ran > 0, "no tier ran");
}
