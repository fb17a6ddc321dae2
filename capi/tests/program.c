/* Calls every function of fieldc.h; the exit status is the line of the first check that fails. */

#include <fieldc.h>
#include <string.h>
#include <stdio.h>

#define CHECK(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s\n", __LINE__, #condition); \
            return 1; \
        } \
    } while (0)

static uint8_t out[FIELDC_MAX_OUTPUT];
static size_t length;
static uint64_t gas;

static int call(uint16_t address, uint32_t fork, const uint8_t *input, size_t len, uint64_t limit) {
    return fieldc_precompile_run(address, fork, input, len, limit, out, sizeof out, &length, &gas);
}

int main(void) {
    /* G + (-G) = 0 and 1 G = G on BN254, G = (1, 2). */
    uint8_t input[128] = {0};
    input[31] = 1;
    input[63] = 2;
    input[95] = 1;
    CHECK(call(0x07, FIELDC_FORK_OSAKA, input, 96, 6000) == FIELDC_OK);
    CHECK(length == 64 && gas == 6000 && memcmp(out, input, 64) == 0);
    CHECK(call(0x07, FIELDC_FORK_BYZANTIUM, input, 96, 40000) == FIELDC_OK && gas == 40000);
    CHECK(call(0x07, FIELDC_FORK_BYZANTIUM, input, 96, 39999) == FIELDC_OUT_OF_GAS);
    CHECK(length == 0 && gas == 39999);

    /* A null pointer is no bytes; no pair is a product of 1. */
    CHECK(call(0x06, FIELDC_FORK_OSAKA, NULL, 0, 150) == FIELDC_OK && length == 64 && gas == 150);
    CHECK(call(0x08, FIELDC_FORK_OSAKA, NULL, 0, 45000) == FIELDC_OK && length == 32 && out[31] == 1);
    length = gas = 77;
    CHECK(call(0x06, FIELDC_FORK_OSAKA, NULL, 1, 150) == FIELDC_BAD_ARGUMENT && length == 0 && gas == 0);
    length = gas = 77;
    CHECK(fieldc_precompile_run(0x06, FIELDC_FORK_OSAKA, input, 128, 150, out, 64, NULL, &gas) == FIELDC_BAD_ARGUMENT && gas == 0);
    CHECK(fieldc_precompile_run(0x06, FIELDC_FORK_OSAKA, input, 128, 150, out, 64, &length, NULL) == FIELDC_BAD_ARGUMENT && length == 0);
    CHECK(fieldc_precompile_run(0x06, FIELDC_FORK_OSAKA, input, 128, 150, NULL, 64, &length, &gas) == FIELDC_BAD_ARGUMENT);

    /* The output's length is known without a buffer, and nothing is written past the end of one. */
    CHECK(fieldc_precompile_run(0x07, FIELDC_FORK_OSAKA, input, 96, 6000, NULL, 0, &length, &gas) == FIELDC_OUTPUT_TOO_SMALL);
    CHECK(length == 64);
    memset(out, 0xaa, sizeof out);
    CHECK(fieldc_precompile_run(0x07, FIELDC_FORK_OSAKA, input, 96, 6000, out, 63, &length, &gas) == FIELDC_OUTPUT_TOO_SMALL);
    CHECK(out[0] == 0xaa);
    CHECK(fieldc_precompile_run(0x07, FIELDC_FORK_OSAKA, input, 96, 6000, out, 64, &length, &gas) == FIELDC_OK);
    CHECK(out[64] == 0xaa);

    /* In place. */
    memcpy(out, input, 96);
    CHECK(call(0x07, FIELDC_FORK_OSAKA, out, 96, 6000) == FIELDC_OK && memcmp(out, input, 64) == 0);

    /* What is rejected. */
    CHECK(call(0x06, 1000, input, 128, 150) == FIELDC_UNKNOWN_FORK && gas == 0);
    CHECK(call(0x06, FIELDC_FORK_HOMESTEAD, input, 128, 150) == FIELDC_NO_PRECOMPILE && gas == 0);
    CHECK(call(0x99, FIELDC_FORK_OSAKA, input, 128, 150) == FIELDC_NO_PRECOMPILE);
    CHECK(call(0x06, FIELDC_FORK_OSAKA, input, 128, 150) == FIELDC_NOT_ON_CURVE && gas == 150 && length == 0);
    memset(input, 0xff, 32);
    CHECK(call(0x06, FIELDC_FORK_OSAKA, input, 128, 150) == FIELDC_NOT_BELOW_MODULUS);
    CHECK(call(0x0b, FIELDC_FORK_PRAGUE, input, 128, 375) == FIELDC_LENGTH);
    {
        uint8_t points[256] = {0};
        uint8_t pair[160] = {0};
        CHECK(call(0x0b, FIELDC_FORK_PRAGUE, points, 256, 375) == FIELDC_OK && length == 128 && gas == 375);
        points[15] = 1;
        CHECK(call(0x0b, FIELDC_FORK_PRAGUE, points, 256, 375) == FIELDC_PADDING);
        /* (0, 2) has order 3. */
        pair[127] = 2;
        CHECK(call(0x0c, FIELDC_FORK_PRAGUE, pair, 160, 12000) == FIELDC_NOT_IN_SUBGROUP);
    }

    CHECK(strcmp(fieldc_status_text(FIELDC_OUT_OF_GAS), "out of gas") == 0);
    CHECK(strcmp(fieldc_status_text(-1), "unknown status") == 0);
    return 0;
}
