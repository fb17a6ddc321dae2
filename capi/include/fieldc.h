/* The precompiled contracts of the EVM. Written by cbindgen from capi/src/lib.rs: do not edit. */

#ifndef FIELDC_H
#define FIELDC_H

#include <stddef.h>
#include <stdint.h>

/*
 The call succeeded.
 */
#define FIELDC_OK 0

/*
 A pointer is null that must not be, or a length is above half of the address space.
 */
#define FIELDC_BAD_ARGUMENT 1

/*
 No fork has the number.
 */
#define FIELDC_UNKNOWN_FORK 2

/*
 No contract of this library has the address in this fork.
 */
#define FIELDC_NO_PRECOMPILE 3

/*
 The output does not fit; its length has been written.
 */
#define FIELDC_OUTPUT_TOO_SMALL 4

/*
 The price is above the limit. The call fails and uses all of its gas, as for every status from here on.
 */
#define FIELDC_OUT_OF_GAS 5

/*
 The input has the wrong length.
 */
#define FIELDC_LENGTH 6

/*
 The padding of a field element is not zero.
 */
#define FIELDC_PADDING 7

/*
 An integer is not below the modulus.
 */
#define FIELDC_NOT_BELOW_MODULUS 8

/*
 A point is not on its curve.
 */
#define FIELDC_NOT_ON_CURVE 9

/*
 A point is not in its subgroup.
 */
#define FIELDC_NOT_IN_SUBGROUP 10

/*
 The input is rejected for a reason without a number of its own.
 */
#define FIELDC_REJECTED 11

/*
 A fault of this library. The contents of the output are not specified.
 */
#define FIELDC_INTERNAL 12

/*
 The most bytes of an output.
 */
#define FIELDC_MAX_OUTPUT 256

/*
 The fork Frontier.
 */
#define FIELDC_FORK_FRONTIER 0

/*
 The fork Homestead.
 */
#define FIELDC_FORK_HOMESTEAD 1

/*
 The fork Tangerine Whistle.
 */
#define FIELDC_FORK_TANGERINE_WHISTLE 2

/*
 The fork Spurious Dragon.
 */
#define FIELDC_FORK_SPURIOUS_DRAGON 3

/*
 The fork Byzantium.
 */
#define FIELDC_FORK_BYZANTIUM 4

/*
 The fork Constantinople.
 */
#define FIELDC_FORK_CONSTANTINOPLE 5

/*
 The fork Petersburg.
 */
#define FIELDC_FORK_PETERSBURG 6

/*
 The fork Istanbul.
 */
#define FIELDC_FORK_ISTANBUL 7

/*
 The fork Muir Glacier.
 */
#define FIELDC_FORK_MUIR_GLACIER 8

/*
 The fork Berlin.
 */
#define FIELDC_FORK_BERLIN 9

/*
 The fork London.
 */
#define FIELDC_FORK_LONDON 10

/*
 The fork Arrow Glacier.
 */
#define FIELDC_FORK_ARROW_GLACIER 11

/*
 The fork Gray Glacier.
 */
#define FIELDC_FORK_GRAY_GLACIER 12

/*
 The fork Paris.
 */
#define FIELDC_FORK_PARIS 13

/*
 The fork Shanghai.
 */
#define FIELDC_FORK_SHANGHAI 14

/*
 The fork Cancun.
 */
#define FIELDC_FORK_CANCUN 15

/*
 The fork Prague.
 */
#define FIELDC_FORK_PRAGUE 16

/*
 The fork Osaka.
 */
#define FIELDC_FORK_OSAKA 17

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/*
 Runs the contract at `address` in `fork` on `len` bytes of `input`.

 Writes at most `out_cap` bytes to `out`, their number to `out_len` and the gas used to `gas_used`. No valid output is longer than
 `FIELDC_MAX_OUTPUT`. Returns a status; where it is not `FIELDC_OK`, `out` is as it was, `out_len` is 0 (but for
 `FIELDC_OUTPUT_TOO_SMALL`) and `gas_used` is `gas_limit` where the call fails, else 0. `input` and `out` may overlap.

 # Safety
 `input` points to `len` readable bytes (or `len` is 0), `out` to `out_cap` writable ones (or `out_cap` is 0), `out_len` and
 `gas_used` to one value each, or are null.
 */
int32_t fieldc_precompile_run(uint16_t address,
                              uint32_t fork,
                              const uint8_t *input,
                              size_t len,
                              uint64_t gas_limit,
                              uint8_t *out,
                              size_t out_cap,
                              size_t *out_len,
                              uint64_t *gas_used);

/*
 What a status means: a text that ends with a zero byte and lives as long as the library.
 */
const char *fieldc_status_text(int32_t status);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* FIELDC_H */
