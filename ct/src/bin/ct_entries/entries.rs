//! The functions that must be constant time, as symbols that the scan finds and calls that valgrind can follow.
//!
//! All have one signature: `out`, two operands, a public count. The module tables say what the operands are.

mod curve;
mod extension;
mod field;
mod kernel;
pub mod leaky;

/// A function under test: `(out, a, b, n)`.
///
/// # Safety
/// `out` is writable for [`OUT`] bytes; operands are what [`Entry::a`] and [`Entry::b`] make, writable, aligned to
/// 16 bytes; the count is one of [`Entry::counts`].
pub type Call = unsafe extern "C" fn(out: *mut u8, a: *mut u8, b: *mut u8, n: usize);

/// Bytes that a function may write to `out`.
pub const OUT: usize = 4096;

/// What an operand points to.
#[derive(Clone, Copy)]
pub enum Input {
    /// Secret bytes; the number chooses among valid ones.
    Secret(fn(u64) -> Vec<u8>),
    /// Public bytes.
    Public(fn(u64) -> Vec<u8>),
}

/// A function under test.
#[derive(Clone, Copy)]
pub struct Entry {
    /// The symbol.
    pub name: &'static str,
    /// The function.
    pub call: Call,
    /// The first operand.
    pub a: Input,
    /// The second operand.
    pub b: Input,
    /// Public counts to try.
    pub counts: &'static [usize],
    /// Whether it runs MULX, ADCX and ADOX whatever the tier.
    pub adx: bool,
}

/// Every function that must be constant time.
pub fn all() -> Vec<Entry> {
    [field::all(), kernel::all(), curve::all(), extension::all()].concat()
}

/// Reads an operand.
///
/// # Safety
/// There is a `T`.
#[inline(always)]
unsafe fn get<'a, T>(at: *mut u8) -> &'a T {
    // SAFETY: as promised.
    unsafe { &*at.cast::<T>() }
}

/// Writes a result.
///
/// # Safety
/// There is room for a `T`.
#[inline(always)]
unsafe fn put<T>(at: *mut u8, value: T) {
    // SAFETY: as promised.
    unsafe { at.cast::<T>().write(value) }
}

/// Writes whether there is a value, 16 bytes on the value or a default.
///
/// # Safety
/// There is room for both.
#[inline(always)]
unsafe fn put_option<T: subtle::ConditionallySelectable + Default>(
    at: *mut u8,
    value: subtle::CtOption<T>,
) {
    // SAFETY: as promised.
    unsafe {
        put(at, value.is_some().unwrap_u8());
        put(at.add(16), value.unwrap_or(T::default()));
    }
}

/// Random bytes.
fn random(seed: u64, length: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
    let mut next = || {
        state = state
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (state >> 33) as u8
    };
    (0..length).map(|_| next()).collect()
}

/// The bytes of values.
fn bytes_of<T: Copy>(values: &[T]) -> Vec<u8> {
    let at = values.as_ptr().cast::<u8>();
    // SAFETY: the values are field elements and points, arrays of limbs without padding.
    unsafe { std::slice::from_raw_parts(at, size_of_val(values)) }.to_vec()
}

/// 128 secret bytes.
const BYTES: Input = Input::Secret(|seed| random(seed, 128));
/// A secret bit in a byte.
const BIT: Input = Input::Secret(|seed| vec![random(seed, 1)[0] & 1]);
/// An exponent of four words that everybody knows.
const EXPONENT: Input = Input::Public(|seed| random(seed, 32));

/// Functions and the table of them: `name(first operand, second operand, counts) |out, a, b, n| body`.
macro_rules! functions {
    ($prefix:literal, $adx:literal; $($name:ident($a:expr, $b:expr, $counts:expr) |$out:pat_param, $x:pat_param, $y:pat_param, $n:pat_param| $body:expr;)*) => {
        $(
            // SAFETY: the name has a prefix that nobody else uses.
            #[unsafe(export_name = concat!("ct_", $prefix, "_", stringify!($name)))]
            #[inline(never)]
            unsafe extern "C" fn $name($out: *mut u8, $x: *mut u8, $y: *mut u8, $n: usize) {
                // SAFETY: the operands are those of the table below.
                unsafe { $body }
            }
        )*
        pub(in crate::entries) const ENTRIES: &[crate::entries::Entry] = &[$(
            crate::entries::Entry {
                name: concat!("ct_", $prefix, "_", stringify!($name)),
                call: $name,
                a: $a,
                b: $b,
                counts: &$counts,
                adx: $adx,
            }
        ),*];
    };
}
use functions;
