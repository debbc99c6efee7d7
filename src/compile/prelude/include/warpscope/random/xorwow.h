#pragma once

// Divide [0, 1] into 2^32 or 2^53 equal parts and return the middle or the end of one. Rounding can give 1.
WS_INLINE float ws_uniform(unsigned word) { return fmaf(word, 0x1p-32f, 0x1p-33f); }
WS_INLINE double ws_uniform_double(unsigned word) { return fma(word, 0x1p-32, 0x1p-32); }
WS_INLINE double ws_uniform_double(unsigned low, unsigned high) {
    return fma(low ^ static_cast<unsigned long long>(high) << 21, 0x1p-53, 0x1p-54);
}

/// Converts two uniform numbers to normal ones (Box and Muller).
WS_INLINE float2 ws_normal(unsigned x, unsigned y) {
    constexpr float turn = 0x1p-32f * 6.2831855f;
    const float length = sqrtf(-2.0f * logf(ws_uniform(x)));
    float2 v;
    __sincosf(fmaf(y, turn, turn / 2), &v.x, &v.y);
    return {__fmul_rn(v.x, length), __fmul_rn(v.y, length)}; // must not be fused into the caller's sums
}
WS_FUNCTION double2 ws_normal_double(uint4 words) {
    const double length = sqrt(-2.0 * log(ws_uniform_double(words.x, words.y)));
    double2 v;
    sincospi(2.0 * ws_uniform_double(words.z, words.w), &v.x, &v.y);
    return {ws_mul(v.x, length), ws_mul(v.y, length)};
}

// Keeps the second of two numbers for the next call. A call for the other distribution discards it.
#define WS_KEPT_NORMAL 1
#define WS_KEPT_LOG_NORMAL 2
#define WS_RANDOM_EXTRA(state, flag, kind, extra, ...)                                                                 \
    if (state->flag == kind) {                                                                                         \
        state->flag = 0;                                                                                               \
        return state->extra;                                                                                           \
    }                                                                                                                  \
    const auto v = __VA_ARGS__;                                                                                        \
    state->flag = kind;                                                                                                \
    state->extra = v.y;                                                                                                \
    return v.x;

#define WS_RANDOM_NUMBERS(type)                                                                                        \
    WS_INLINE uint4 ws_four_words(type* state) {                                                                       \
        const unsigned x = curand(state), y = curand(state), z = curand(state);                                        \
        return {x, y, z, curand(state)};                                                                               \
    }                                                                                                                  \
    WS_INLINE float curand_uniform(type* state) { return ws_uniform(curand(state)); }                                  \
    WS_INLINE float2 curand_normal2(type* state) {                                                                     \
        const unsigned x = curand(state);                                                                              \
        return ws_normal(x, curand(state));                                                                            \
    }                                                                                                                  \
    WS_INLINE double2 curand_normal2_double(type* state) { return ws_normal_double(ws_four_words(state)); }            \
    WS_INLINE float2 curand_log_normal2(type* state, float mean, float deviation) {                                    \
        const float2 v = curand_normal2(state);                                                                        \
        return {expf(mean + deviation * v.x), expf(mean + deviation * v.y)};                                           \
    }                                                                                                                  \
    WS_INLINE double2 curand_log_normal2_double(type* state, double mean, double deviation) {                          \
        const double2 v = curand_normal2_double(state);                                                                \
        return {exp(mean + deviation * v.x), exp(mean + deviation * v.y)};                                             \
    }                                                                                                                  \
    WS_FUNCTION float curand_normal(type* state) {                                                                     \
        WS_RANDOM_EXTRA(state, boxmuller_flag, WS_KEPT_NORMAL, boxmuller_extra, curand_normal2(state))                 \
    }                                                                                                                  \
    WS_FUNCTION double curand_normal_double(type* state) {                                                             \
        WS_RANDOM_EXTRA(state, boxmuller_flag_double, WS_KEPT_NORMAL, boxmuller_extra_double,                          \
                        curand_normal2_double(state))                                                                  \
    }                                                                                                                  \
    WS_FUNCTION float curand_log_normal(type* state, float mean, float deviation) {                                    \
        WS_RANDOM_EXTRA(state, boxmuller_flag, WS_KEPT_LOG_NORMAL, boxmuller_extra,                                    \
                        curand_log_normal2(state, mean, deviation))                                                    \
    }                                                                                                                  \
    WS_FUNCTION double curand_log_normal_double(type* state, double mean, double deviation) {                          \
        WS_RANDOM_EXTRA(state, boxmuller_flag_double, WS_KEPT_LOG_NORMAL, boxmuller_extra_double,                      \
                        curand_log_normal2_double(state, mean, deviation))                                             \
    }
WS_RANDOM_NUMBERS(curandStateXORWOW)
WS_RANDOM_NUMBERS(curandStatePhilox4_32_10)

WS_INLINE double curand_uniform_double(curandStateXORWOW* state) {
    const unsigned low = curand(state);
    return ws_uniform_double(low, curand(state));
}
WS_INLINE double curand_uniform_double(curandStatePhilox4_32_10* state) { return ws_uniform_double(curand(state)); }
WS_INLINE uint4 curand4(curandStatePhilox4_32_10* state) { return ws_four_words(state); }
WS_INLINE float4 curand_uniform4(curandStatePhilox4_32_10* state) {
    const uint4 words = curand4(state);
    return {ws_uniform(words.x), ws_uniform(words.y), ws_uniform(words.z), ws_uniform(words.w)};
}
WS_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10* state) {
    const uint4 words = curand4(state);
    return {ws_uniform_double(words.x, words.y), ws_uniform_double(words.z, words.w)};
}
WS_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10* state) {
    const double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return {first.x, first.y, second.x, second.y};
}
WS_INLINE float4 curand_normal4(curandStatePhilox4_32_10* state) {
    const float2 first = curand_normal2(state), second = curand_normal2(state);
    return {first.x, first.y, second.x, second.y};
}
WS_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10* state) {
    const double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return {first.x, first.y, second.x, second.y};
}
WS_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10* state, float mean, float deviation) {
    const float2 first = curand_log_normal2(state, mean, deviation), second = curand_log_normal2(state, mean, deviation);
    return {first.x, first.y, second.x, second.y};
}
