// Random numbers of XORWOW and Philox, equal to the Toolkit's up to rounding.
#pragma once

#include <warpscope/random/xorwow_jumps.h>

// ---- XORWOW: Marsaglia's xorshift of five words plus a counter ----

struct curandStateXORWOW {
    unsigned d, v[5];
    int boxmuller_flag, boxmuller_flag_double; // 0: no extra number
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;

WS_INLINE unsigned curand(curandStateXORWOW* state) {
    ws_jumps::step(state->v);
    state->d += 362437;
    return state->v[4] + state->d;
}
WS_FUNCTION void skipahead(unsigned long long count, curandStateXORWOW* state) {
    ws_jumps::jump(state->v, ws_jumps::of_numbers, count);
    state->d += 362437 * static_cast<unsigned>(count);
}
/// The counter d does not change, because the jump is a multiple of its period, 2^32.
WS_FUNCTION void skipahead_sequence(unsigned long long count, curandStateXORWOW* state) {
    ws_jumps::jump(state->v, ws_jumps::of_sequences, count);
}
WS_FUNCTION void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStateXORWOW* state) {
    const unsigned low = 1099087573u * (static_cast<unsigned>(seed) ^ 0xaad26b49u);
    const unsigned high = 2591861531u * (static_cast<unsigned>(seed >> 32) ^ 0xf7dcefddu);
    *state = {6615241u + high + low,
              {123456789u + low, 362436069u ^ low, 521288629u + high, 88675123u ^ high, 5783321u + low},
              0,
              0,
              0.0f,
              0.0};
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}

// ---- Philox 4x32-10 of Salmon et al.: a 128-bit counter, mixed ten times with a key ----

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE; // index of the next number in `output`
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

WS_FUNCTION void ws_philox_mix(curandStatePhilox4_32_10* state) {
    uint4 c = state->ctr;
    uint2 key = state->key;
    for (int round = 0; round < 10; ++round) {
        const unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        c = {static_cast<unsigned>(b >> 32) ^ c.y ^ key.x, static_cast<unsigned>(b),
             static_cast<unsigned>(a >> 32) ^ c.w ^ key.y, static_cast<unsigned>(a)};
        key.x += 0x9e3779b9u; // fractions of the golden ratio and (below) of the square root of 3
        key.y += 0xbb67ae85u;
    }
    state->output = c;
}
WS_INLINE void ws_philox_add(curandStatePhilox4_32_10* state, unsigned __int128 count) {
    const unsigned __int128 sum = __builtin_bit_cast(unsigned __int128, state->ctr) + count;
    state->ctr = __builtin_bit_cast(uint4, sum);
}
WS_FUNCTION void skipahead(unsigned long long count, curandStatePhilox4_32_10* state) {
    const unsigned at = state->STATE + static_cast<unsigned>(count & 3);
    state->STATE = at & 3;
    ws_philox_add(state, (count >> 2) + (at >> 2));
    ws_philox_mix(state);
}
WS_FUNCTION void skipahead_sequence(unsigned long long count, curandStatePhilox4_32_10* state) {
    ws_philox_add(state, static_cast<unsigned __int128>(count) << 64);
    ws_philox_mix(state);
}
WS_FUNCTION void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                             curandStatePhilox4_32_10* state) {
    *state = {{0, 0, 0, 0}, {0, 0, 0, 0}, {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)}, 0, 0, 0, 0.0f, 0.0};
    skipahead_sequence(sequence, state);
    skipahead(offset, state);
}
WS_INLINE unsigned curand(curandStatePhilox4_32_10* state) {
    const uint4 numbers = state->output;
    const unsigned at = state->STATE++;
    if (at == 3) {
        state->STATE = 0;
        ws_philox_add(state, 1);
        ws_philox_mix(state);
    }
    return at == 0 ? numbers.x : at == 1 ? numbers.y : at == 2 ? numbers.z : numbers.w;
}
#include <warpscope/random/xorwow.h>

// ---- Unsupported generators ----

#define WS_NEEDS_TOOLKIT                                                                                               \
    __attribute__((unavailable(                                                                                        \
        "without the CUDA Toolkit there are XORWOW (curandState) and Philox (curandStatePhilox4_32_10_t) with uniform "  \
        "and normal numbers")))
#define WS_OTHER_GENERATOR(name) typedef curandStateXORWOW name WS_NEEDS_TOOLKIT, name##_t WS_NEEDS_TOOLKIT;
WS_OTHER_GENERATOR(curandStateMRG32k3a)
WS_OTHER_GENERATOR(curandStateMtgp32)
WS_OTHER_GENERATOR(curandStateSobol32)
WS_OTHER_GENERATOR(curandStateSobol64)
WS_OTHER_GENERATOR(curandStateScrambledSobol32)
WS_OTHER_GENERATOR(curandStateScrambledSobol64)
template<class State>
WS_NEEDS_TOOLKIT __device__ unsigned curand_poisson(State* state, double mean);
template<class State>
WS_NEEDS_TOOLKIT __device__ uint4 curand_poisson4(State* state, double mean);
