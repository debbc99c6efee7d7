// Jumps ahead in Marsaglia's five-word generator, whose step is linear over bits. The state after n steps is the xor of
// states after fewer than 160 steps, one for each term of x^n modulo the characteristic polynomial.
#pragma once

/// Coefficients of x^0 to x^159, lowest first; the last word has 32 bits.
struct ws_step_polynomial {
    unsigned long long low, middle, high;
};

namespace ws_jumps {

#define WS_JUMP static constexpr __attribute__((device, host, always_inline, nodebug))

/// Characteristic polynomial without x^160, found by the Berlekamp-Massey algorithm.
constexpr ws_step_polynomial characteristic{0x0861003000060001ull, 0x0f3c003500062121ull, 0x00000f0eull};

WS_JUMP ws_step_polynomial times_x(ws_step_polynomial p) {
    const unsigned long long carry = 0 - (p.high >> 31 & 1);
    return {p.low << 1 ^ (characteristic.low & carry), (p.middle << 1 | p.low >> 63) ^ (characteristic.middle & carry),
            ((p.high << 1 | p.middle >> 63) & 0xffffffffull) ^ (characteristic.high & carry)};
}
/// Remainders of x^0, x^2, x^4, ... The square of a polynomial is a sum of some of these.
struct even_powers {
    ws_step_polynomial of[160];
};
WS_JUMP even_powers all_even_powers() {
    even_powers powers{};
    ws_step_polynomial power{1, 0, 0};
    for (ws_step_polynomial& each : powers.of) {
        each = power;
        power = times_x(times_x(power));
    }
    return powers;
}
constexpr even_powers powers = all_even_powers();
WS_JUMP ws_step_polynomial squared(ws_step_polynomial p) {
    ws_step_polynomial sum{0, 0, 0};
    const unsigned long long words[3]{p.low, p.middle, p.high};
    for (int i = 0; i < 160; ++i)
        if (words[i >> 6] >> (i & 63) & 1) {
            sum.low ^= powers.of[i].low;
            sum.middle ^= powers.of[i].middle;
            sum.high ^= powers.of[i].high;
        }
    return sum;
}

struct table {
    ws_step_polynomial of[64];
};
/// Returns the jumps by `first` times 1, 2, 4, ...
WS_JUMP table jumps_from(ws_step_polynomial first) {
    table jumps{};
    for (ws_step_polynomial& jump : jumps.of) {
        jump = first;
        first = squared(first);
    }
    return jumps;
}
static __device__ constexpr table of_numbers = jumps_from({2, 0, 0});
/// Sequences are 2^67 numbers apart.
static __device__ constexpr table of_sequences = jumps_from(squared(squared(squared(squared(of_numbers.of[63])))));

WS_INLINE void step(unsigned* v) {
    const unsigned t = v[0] ^ v[0] >> 2;
    v[0] = v[1];
    v[1] = v[2];
    v[2] = v[3];
    v[3] = v[4];
    v[4] = v[4] ^ v[4] << 4 ^ t ^ t << 1;
}
/// Jumps `count` times as far as the table's first jump.
WS_FUNCTION void jump(unsigned* v, const table& jumps, unsigned long long count) {
    for (int k = 0; count != 0; ++k, count >>= 1) {
        if ((count & 1) == 0) continue;
        unsigned sum[5] = {};
        ws_step_polynomial left = jumps.of[k];
        while ((left.low | left.middle | left.high) != 0) {
            const unsigned taken = 0 - static_cast<unsigned>(left.low & 1);
            for (int i = 0; i < 5; ++i) sum[i] ^= v[i] & taken;
            step(v);
            left = {left.low >> 1 | left.middle << 63, left.middle >> 1 | left.high << 63, left.high >> 1};
        }
        for (int i = 0; i < 5; ++i) v[i] = sum[i];
    }
}

} // namespace ws_jumps
