//! Integer operations on values: exact where the operands are known, and how far taint goes where not.

use crate::layout::{self, region_of};
use crate::state::Flags;
use crate::value::{Flag, Taint, Value};

/// The word of this many bytes with all bits set.
pub fn mask(bytes: usize) -> u64 {
    if bytes >= 8 {
        u64::MAX
    } else {
        (1 << (8 * bytes)) - 1
    }
}

/// A known word sign-extended from this many bytes.
pub fn sign_extend(word: u64, bytes: usize) -> u64 {
    let shift = 64 - 8 * bytes as u32;
    ((word << shift) as i64 >> shift) as u64
}

fn negative(word: u64, bytes: usize) -> bool {
    word >> (8 * bytes - 1) & 1 == 1
}

fn worst(values: &[Value]) -> Taint {
    values
        .iter()
        .map(|v| v.taint())
        .max()
        .unwrap_or(Taint::Known)
}

/// Zero, sign and parity of a result.
fn result_flags(flags: &mut Flags, word: u64, bytes: usize) {
    flags.zf = Flag::Known(word == 0);
    flags.sf = Flag::Known(negative(word, bytes));
    flags.pf = Flag::Known((word as u8).count_ones().is_multiple_of(2));
}

/// `a + b`, as addresses: a pointer and anything public stays in what the pointer points to.
pub fn add_addresses(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Known(x), Value::Known(y)) => Value::Known(x.wrapping_add(y)),
        (Value::Secret, _) | (_, Value::Secret) => Value::Secret,
        _ => match (region_of(a), region_of(b)) {
            (Some(r), None) | (None, Some(r)) => Value::In(r),
            _ => Value::Public,
        },
    }
}

/// `a + b + carry`.
pub fn add(a: Value, b: Value, carry: Flag, bytes: usize) -> (Value, Flags) {
    if let (Value::Known(x), Value::Known(y), Flag::Known(c)) = (a, b, carry) {
        let wide = u128::from(x) + u128::from(y) + u128::from(c);
        let word = wide as u64 & mask(bytes);
        let mut flags = Flags::all(Flag::Public);
        result_flags(&mut flags, word, bytes);
        flags.cf = Flag::Known(wide >> (8 * bytes) != 0);
        flags.of = Flag::Known(negative((x ^ word) & (y ^ word), bytes));
        return (Value::Known(word), flags);
    }
    let taint = worst(&[a, b]).max(carry.taint());
    let value = match carry {
        Flag::Known(false) => add_addresses(a, b),
        _ => Value::unknown(taint),
    };
    (value, Flags::all(Flag::unknown(taint)))
}

/// `a - b - borrow`.
pub fn sub(a: Value, b: Value, borrow: Flag, bytes: usize) -> (Value, Flags) {
    if let (Value::Known(x), Value::Known(y), Flag::Known(c)) = (a, b, borrow) {
        let word = x.wrapping_sub(y).wrapping_sub(c.into()) & mask(bytes);
        let mut flags = Flags::all(Flag::Public);
        result_flags(&mut flags, word, bytes);
        flags.cf = Flag::Known(u128::from(x) < u128::from(y) + u128::from(c));
        flags.of = Flag::Known(negative((x ^ y) & (x ^ word), bytes));
        return (Value::Known(word), flags);
    }
    let taint = worst(&[a, b]).max(borrow.taint());
    let value = match (region_of(a), region_of(b), borrow) {
        (Some(r), None, Flag::Known(false)) if taint != Taint::Secret => Value::In(r),
        _ => Value::unknown(taint),
    };
    (value, Flags::all(Flag::unknown(taint)))
}

/// A bitwise operation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Logic {
    And,
    Or,
    Xor,
}

/// A bitwise operation and the flags of its result; `same` where both operands are one register.
pub fn logic(op: Logic, a: Value, b: Value, same: bool, bytes: usize) -> (Value, Flags) {
    let all = mask(bytes);
    let known = match (op, a, b) {
        (Logic::Xor, ..) if same => Some(0),
        (Logic::And, Value::Known(0), _) | (Logic::And, _, Value::Known(0)) => Some(0),
        (Logic::Or, Value::Known(x), _) | (Logic::Or, _, Value::Known(x)) if x == all => Some(all),
        (_, Value::Known(x), Value::Known(y)) => Some(match op {
            Logic::And => x & y,
            Logic::Or => x | y,
            Logic::Xor => x ^ y,
        }),
        _ => None,
    };
    let mut flags = Flags::all(Flag::Known(false));
    if let Some(word) = known {
        result_flags(&mut flags, word, bytes);
        return (Value::Known(word), flags);
    }
    let taint = worst(&[a, b]);
    (flags.zf, flags.sf, flags.pf) = {
        let f = Flag::unknown(taint);
        (f, f, f)
    };
    let value = match (op, a, b) {
        // A pointer rounded down.
        (Logic::And, Value::In(r), Value::Known(m)) if m >= !0xffff => Value::In(r),
        _ if same => a,
        _ => Value::unknown(taint),
    };
    (value, flags)
}

/// A shift or rotation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shift {
    Left,
    Right,
    Arithmetic,
    RotateLeft,
    RotateRight,
}

/// A shift and its flags, which stay where the distance is 0.
pub fn shift(op: Shift, a: Value, distance: Value, before: Flags, bytes: usize) -> (Value, Flags) {
    let bits = 8 * bytes as u32;
    let limit = if bytes == 8 { 63 } else { 31 };
    let count = match distance {
        Value::Known(d) => d as u32 & limit,
        _ => {
            // The distance may be 0.
            let taint = worst(&[a, distance]);
            return (Value::unknown(taint), before.also(taint));
        }
    };
    if count == 0 {
        return (a, before);
    }
    let rotates = matches!(op, Shift::RotateLeft | Shift::RotateRight);
    let Value::Known(x) = a else {
        let unknown = Flag::unknown(a.taint());
        let mut flags = Flags::all(unknown);
        if rotates {
            flags = before;
            (flags.cf, flags.of) = (unknown, unknown);
        }
        return (Value::unknown(a.taint()), flags);
    };
    let all = mask(bytes);
    let by = count % bits;
    let turned = |left: u32| {
        if left == 0 {
            x
        } else {
            (x << left | x >> (bits - left)) & all
        }
    };
    let (word, carry) = match op {
        Shift::Left => (
            if count < bits { x << count & all } else { 0 },
            count <= bits && x >> (bits - count) & 1 == 1,
        ),
        Shift::Right => (
            if count < bits { x >> count } else { 0 },
            count <= bits && x >> (count - 1) & 1 == 1,
        ),
        Shift::Arithmetic => {
            let wide = sign_extend(x, bytes) as i64;
            let at = |n: u32| wide >> n.min(63);
            (at(count) as u64 & all, at(count - 1) & 1 == 1)
        }
        Shift::RotateLeft => {
            let word = turned(by);
            (word, word & 1 == 1)
        }
        Shift::RotateRight => {
            let word = turned((bits - by) % bits);
            (word, negative(word, bytes))
        }
    };
    let mut flags = if rotates {
        before
    } else {
        Flags::all(Flag::Public)
    };
    if !rotates {
        result_flags(&mut flags, word, bytes);
    }
    flags.cf = Flag::Known(carry);
    flags.of = match (count, op) {
        (1, Shift::Left) => Flag::Known(negative(word, bytes) != carry),
        (1, Shift::Right) => Flag::Known(negative(x, bytes)),
        (1, Shift::Arithmetic) => Flag::Known(false),
        _ => Flag::Public,
    };
    (Value::Known(word), flags)
}

/// The full product `(low, high)` and the flags of a multiplication.
pub fn multiply(a: Value, b: Value, signed: bool, bytes: usize) -> (Value, Value, Flags) {
    if let (Value::Known(x), Value::Known(y)) = (a, b) {
        let wide = if signed {
            let s = |w| i128::from(sign_extend(w, bytes) as i64);
            (s(x) * s(y)) as u128
        } else {
            u128::from(x) * u128::from(y)
        };
        let low = wide as u64 & mask(bytes);
        let high = (wide >> (8 * bytes)) as u64 & mask(bytes);
        let fits = if signed {
            i128::from(sign_extend(low, bytes) as i64) == wide as i128
        } else {
            high == 0
        };
        let mut flags = Flags::all(Flag::Public);
        (flags.cf, flags.of) = (Flag::Known(!fits), Flag::Known(!fits));
        return (Value::Known(low), Value::Known(high), flags);
    }
    let taint = worst(&[a, b]);
    let unknown = Value::unknown(taint);
    (unknown, unknown, Flags::all(Flag::unknown(taint)))
}

/// The value of a condition, or how secret it is.
pub fn condition(code: iced_x86::ConditionCode, f: Flags) -> Flag {
    use iced_x86::ConditionCode as C;
    let not = |flag: Flag| match flag {
        Flag::Known(b) => Flag::Known(!b),
        other => other,
    };
    let two = |a: Flag, b: Flag, op: fn(bool, bool) -> bool| match (a, b) {
        (Flag::Known(a), Flag::Known(b)) => Flag::Known(op(a, b)),
        _ => Flag::unknown(a.taint().max(b.taint())),
    };
    let or = |a, b| two(a, b, |a, b| a || b);
    let less = two(f.sf, f.of, |a, b| a != b);
    match code {
        C::None => Flag::Known(true),
        C::o => f.of,
        C::no => not(f.of),
        C::b => f.cf,
        C::ae => not(f.cf),
        C::e => f.zf,
        C::ne => not(f.zf),
        C::be => or(f.cf, f.zf),
        C::a => not(or(f.cf, f.zf)),
        C::s => f.sf,
        C::ns => not(f.sf),
        C::p => f.pf,
        C::np => not(f.pf),
        C::l => less,
        C::ge => not(less),
        C::le => or(less, f.zf),
        C::g => not(or(less, f.zf)),
    }
}

/// One of two values.
pub fn select(choice: Flag, yes: Value, no: Value) -> Value {
    match choice {
        Flag::Known(true) => yes,
        Flag::Known(false) => no,
        Flag::Public => layout::join(yes, no),
        Flag::Secret => Value::Secret,
    }
}

/// Exact values are those of the processor.
#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use core::arch::asm;

    const SIZES: [usize; 4] = [1, 2, 4, 8];
    const BITS: [u32; 5] = [0, 2, 6, 7, 11];

    /// Runs `op a, b` on the low bytes of a and returns the result and the flags register.
    macro_rules! processor {
        ($op:literal, $bytes:expr, $a:expr, $b:expr, $flags:expr) => {{
            let (mut a, mut flags): (u64, u64) = ($a, $flags);
            // SAFETY: the code changes its operands and the flags.
            unsafe {
                match $bytes {
                    1 => processor!(@ concat!($op, " {a:l}, cl"), a, $b, flags),
                    2 => processor!(@ concat!($op, " {a:x}, cx"), a, $b, flags),
                    4 => processor!(@ concat!($op, " {a:e}, ecx"), a, $b, flags),
                    _ => processor!(@ concat!($op, " {a}, rcx"), a, $b, flags),
                }
            }
            (a & mask($bytes), flags)
        }};
        (shift $op:literal, $bytes:expr, $a:expr, $b:expr, $flags:expr) => {{
            let (mut a, mut flags): (u64, u64) = ($a, $flags);
            // SAFETY: the code changes its operands and the flags.
            unsafe {
                match $bytes {
                    1 => processor!(@ concat!($op, " {a:l}, cl"), a, $b, flags),
                    2 => processor!(@ concat!($op, " {a:x}, cl"), a, $b, flags),
                    4 => processor!(@ concat!($op, " {a:e}, cl"), a, $b, flags),
                    _ => processor!(@ concat!($op, " {a}, cl"), a, $b, flags),
                }
            }
            (a & mask($bytes), flags)
        }};
        (@ $text:expr, $a:ident, $b:expr, $flags:ident) => {
            asm!("push {f}", "popfq", $text, "pushfq", "pop {f}", a = inout(reg) $a, f = inout(reg) $flags, in("rcx") $b)
        };
    }

    fn flags(register: u64) -> Flags {
        let [cf, pf, zf, sf, of] = BITS.map(|bit| Flag::Known(register >> bit & 1 == 1));
        Flags { cf, pf, zf, sf, of }
    }

    fn check(name: &str, found: (Value, Flags), processor: (u64, u64)) {
        assert_eq!(found.0, Value::Known(processor.0), "{name}");
        let (f, p) = (found.1, flags(processor.1));
        for (found, right) in [
            (f.cf, p.cf),
            (f.pf, p.pf),
            (f.zf, p.zf),
            (f.sf, p.sf),
            (f.of, p.of),
        ] {
            // An undefined flag is not exact.
            assert!(
                found == right || found == Flag::Public,
                "{name}: {f:?}, not {p:?}"
            );
        }
    }

    fn operands() -> Vec<u64> {
        let mut out = vec![0, 1, 2, 3, 5, u64::MAX, u64::MAX - 1];
        for bit in [7, 8, 15, 16, 31, 32, 33, 63] {
            out.extend([1u64 << bit, (1 << bit) - 1, (1 << bit) + 1, !(1 << bit)]);
        }
        let mut state = 1u64;
        for _ in 0..20 {
            state = state
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            out.push(state ^ state >> 31);
        }
        out
    }

    #[test]
    fn arithmetic() {
        let off = Flag::Known(false);
        for (bytes, carry, x, y) in quadruples() {
            let (a, b) = (Value::Known(x), Value::Known(y));
            let (c, before) = (Flag::Known(carry == 1), 2 | carry);
            check(
                "add",
                add(a, b, off, bytes),
                processor!("add", bytes, x, y, before),
            );
            check(
                "adc",
                add(a, b, c, bytes),
                processor!("adc", bytes, x, y, before),
            );
            check(
                "sub",
                sub(a, b, off, bytes),
                processor!("sub", bytes, x, y, before),
            );
            check(
                "sbb",
                sub(a, b, c, bytes),
                processor!("sbb", bytes, x, y, before),
            );
            let and = logic(Logic::And, a, b, false, bytes);
            check("and", and, processor!("and", bytes, x, y, before));
            let or = logic(Logic::Or, a, b, false, bytes);
            check("or", or, processor!("or", bytes, x, y, before));
            let xor = logic(Logic::Xor, a, b, false, bytes);
            check("xor", xor, processor!("xor", bytes, x, y, before));
        }
    }

    #[test]
    fn products() {
        for (_, _, x, y) in quadruples().filter(|q| q.0 == 8) {
            let (low, high, _) = multiply(Value::Known(x), Value::Known(y), false, 8);
            let wide = u128::from(x) * u128::from(y);
            assert_eq!(
                (low, high),
                (Value::Known(wide as u64), Value::Known((wide >> 64) as u64))
            );
            let (low, _, f) = multiply(Value::Known(x), Value::Known(y), true, 8);
            check("imul", (low, f), processor!("imul", 8, x, y, 2));
        }
    }

    #[test]
    fn shifts() {
        for (bytes, carry, x, _) in quadruples() {
            for count in 0..=70u64 {
                let before = 2 | carry | carry << 6;
                let run = |op| {
                    shift(
                        op,
                        Value::Known(x),
                        Value::Known(count),
                        flags(before),
                        bytes,
                    )
                };
                let name = |op| format!("{op} {x:#x} by {count}, {bytes} bytes");
                let right = processor!(shift "shl", bytes, x, count, before);
                check(&name("shl"), run(Shift::Left), right);
                let right = processor!(shift "shr", bytes, x, count, before);
                check(&name("shr"), run(Shift::Right), right);
                let right = processor!(shift "sar", bytes, x, count, before);
                check(&name("sar"), run(Shift::Arithmetic), right);
                let right = processor!(shift "rol", bytes, x, count, before);
                check(&name("rol"), run(Shift::RotateLeft), right);
                let right = processor!(shift "ror", bytes, x, count, before);
                check(&name("ror"), run(Shift::RotateRight), right);
            }
        }
    }

    /// Size, carry, two operands of this size.
    fn quadruples() -> impl Iterator<Item = (usize, u64, u64, u64)> {
        let list = operands();
        SIZES.into_iter().flat_map(move |bytes| {
            let list = list.clone();
            (0..2 * list.len() * list.len()).map(move |i| {
                let (x, y) = (list[i / 2 % list.len()], list[i / 2 / list.len()]);
                (bytes, (i % 2) as u64, x & mask(bytes), y & mask(bytes))
            })
        })
    }
}
