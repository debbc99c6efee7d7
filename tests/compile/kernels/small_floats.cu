// Kernels that each apply a function of <cuda_fp16.h> or <cuda_bf16.h> to every number, and to equally many pairs and
// triples. SMALL is the type of a number, and PAIR the type of a pair of numbers.
// OF, TO and TO2 are parts of the names of its conversions.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned bits(SMALL v) { return __builtin_bit_cast(unsigned short, v); }
__device__ unsigned bits(PAIR v) { return *reinterpret_cast<unsigned*>(&v); }
__device__ unsigned bits(float v) { return __float_as_uint(v); }
__device__ unsigned bits(double v) { return __double2hiint(v) ^ __double2loint(v); }
__device__ unsigned bits(float2 v) { return bits(v.x) ^ (bits(v.y) << 1); }
__device__ unsigned bits(bool v) { return v; }
__device__ unsigned bits(char v) { return static_cast<unsigned>(v); }
__device__ unsigned bits(signed char v) { return static_cast<unsigned>(v); }
__device__ unsigned bits(unsigned char v) { return v; }
__device__ unsigned bits(short v) { return static_cast<unsigned>(v); }
__device__ unsigned bits(unsigned short v) { return v; }
__device__ unsigned bits(int v) { return static_cast<unsigned>(v); }
__device__ unsigned bits(unsigned v) { return v; }
__device__ unsigned bits(long long v) { return static_cast<unsigned>(v >> 32) ^ static_cast<unsigned>(v); }
__device__ unsigned bits(unsigned long long v) { return static_cast<unsigned>(v >> 32) ^ static_cast<unsigned>(v); }

__device__ SMALL number(unsigned bits) { return __builtin_bit_cast(SMALL, static_cast<unsigned short>(bits)); }
__device__ PAIR pair(unsigned bits) { return *reinterpret_cast<PAIR*>(&bits); }
/// Returns a second number: in half of the cases close to the first or its negative, otherwise arbitrary.
__device__ unsigned second(unsigned i) {
    const unsigned any = (i * 2654435761u) >> 16;
    return (any & 1) != 0 ? any >> 1 ^ i << 15 : i ^ (any >> 13) ^ ((any & 2) << 14);
}
__device__ unsigned third(unsigned i) { return (i * 2246822519u + 374761393u) >> 15 & 0xffff; }
__device__ unsigned two(unsigned i) { return i | second(third(i)) << 16; }

// Defines a kernel that stores the value of an expression of `a`, `b` and `c` (numbers), or `p`, `q` and `r` (pairs).
#define KERNEL(name, place, ...)                                                                                       \
    extern "C" __global__ void name(unsigned* out) {                                                                   \
        const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x, i = place;                                      \
        [[maybe_unused]] const SMALL a = number(i), b = number(second(i)), c = number(third(i));                       \
        [[maybe_unused]] const PAIR p = pair(two(i)), q = pair(two(second(i))), r = pair(two(third(i)));               \
        [[maybe_unused]] const long long wide = static_cast<long long>(i * 0x9e3779b97f4a7c15ull) >> (i >> 4 & 63);    \
        out[thread] = bits(__VA_ARGS__);                                                                               \
    }
#define EACH(name, ...) KERNEL(each_##name, thread, __VA_ARGS__)
#define SOME(name, ...) KERNEL(some_##name, thread * 40503 & 0xffff, __VA_ARGS__)
#define JOINED_(a, b, c) a##b##c
#define JOINED(a, b, c) JOINED_(a, b, c)

#define UNARY(name) EACH(h##name, h##name(a)) SOME(h2##name, h2##name(p))
UNARY(sqrt)
UNARY(rsqrt)
UNARY(rcp)
#ifndef HALF // The toolkit corrects halves for errors of GPUs' approximations, which the emulator does not have.
UNARY(exp)
UNARY(exp2)
UNARY(exp10)
UNARY(log)
UNARY(log2)
UNARY(log10)
#endif
UNARY(sin)
UNARY(cos)
UNARY(tanh)
UNARY(floor)
UNARY(ceil)
UNARY(rint)
UNARY(trunc)
EACH(hneg, __hneg(a))
SOME(hneg2, __hneg2(p))
EACH(habs, __habs(a))
SOME(habs2, __habs2(p))
EACH(hisnan, __hisnan(a))
SOME(hisnan2, __hisnan2(p))
EACH(hisinf, __hisinf(a))

#define BINARY(name) SOME(name, __##name(a, b)) SOME(name##2, __##name##2(p, q))
BINARY(hadd)
BINARY(hsub)
BINARY(hmul)
BINARY(hmin)
BINARY(hmax)
SOME(hdiv, __hdiv(a, b))
SOME(h2div, __h2div(p, q))
#define MODE(name, mode) SOME(name##_##mode, __##name##_##mode(a, b)) SOME(name##2_##mode, __##name##2_##mode(p, q))
MODE(hadd, sat)
MODE(hsub, sat)
MODE(hmul, sat)
MODE(hadd, rn)
MODE(hsub, rn)
MODE(hmul, rn)
MODE(hmin, nan)
MODE(hmax, nan)
#if __CUDA_ARCH__ >= 800 || defined(HALF)  // before 8.0, the toolkit lacks these for bfloat16
SOME(hfma, __hfma(a, b, c))
SOME(hfma2, __hfma2(p, q, r))
SOME(hfma_sat, __hfma_sat(a, b, c))
SOME(hfma2_sat, __hfma2_sat(p, q, r))
SOME(hfma_relu, __hfma_relu(a, b, c))
SOME(hfma2_relu, __hfma2_relu(p, q, r))
SOME(hcmadd, __hcmadd(p, q, r))
#endif

#define COMPARE(name)                                                                                                  \
    SOME(h##name, __h##name(a, b))                                                                               \
    SOME(h##name##2, __h##name##2(p, q))                                                                         \
    SOME(h##name##2_mask, __h##name##2_mask(p, q))                                                               \
    SOME(hb##name##2, __hb##name##2(p, q))
COMPARE(eq)
COMPARE(ne)
COMPARE(lt)
COMPARE(le)
COMPARE(gt)
COMPARE(ge)
COMPARE(equ)
COMPARE(neu)
COMPARE(ltu)
COMPARE(leu)
COMPARE(gtu)
COMPARE(geu)
SOME(operators, (a == b) + 2 * (a != b) + 4 * (a < b) + 8 * (a <= b) + 16 * (a > b) + 32 * (a >= b))
SOME(pair_operators, (p == q) + 2 * (p != q) + 4 * (p < q) + 8 * (p <= q) + 16 * (p > q) + 32 * (p >= q))
SOME(arithmetic, -(a + b) * c - a / b)
SOME(pair_arithmetic, -(p + q) * r - p / q)
SOME(steps, [&] {
    SMALL v = a;
    v += b;
    v *= c;
    v -= a;
    v /= b;
    ++v;
    v--;
    return v;
}())
SOME(pair_steps, [&] {
    PAIR v = p;
    v += q;
    v *= r;
    v -= p;
    v /= q;
    v++;
    --v;
    return v;
}())

#define WHOLE(kind, type)                                                                                              \
    EACH(to_##kind##_rn, JOINED(TO, kind, _rn)(a))                                                               \
    EACH(to_##kind##_rz, JOINED(TO, kind, _rz)(a))                                                               \
    EACH(to_##kind##_rd, JOINED(TO, kind, _rd)(a))                                                               \
    EACH(to_##kind##_ru, JOINED(TO, kind, _ru)(a))                                                               \
    SOME(of_##kind##_rn, JOINED(__##kind##2, OF, _rn)(static_cast<type>(wide)))                                  \
    SOME(of_##kind##_rz, JOINED(__##kind##2, OF, _rz)(static_cast<type>(wide)))                                  \
    SOME(of_##kind##_rd, JOINED(__##kind##2, OF, _rd)(static_cast<type>(wide)))                                  \
    SOME(of_##kind##_ru, JOINED(__##kind##2, OF, _ru)(static_cast<type>(wide)))                                  \
    SOME(from_##kind, SMALL(static_cast<type>(wide)))                                                            \
    EACH(as_##kind, static_cast<type>(a))
WHOLE(short, short)
WHOLE(ushort, unsigned short)
WHOLE(int, int)
WHOLE(uint, unsigned)
WHOLE(ll, long long)
WHOLE(ull, unsigned long long)
EACH(to_char_rz, JOINED(TO, char, _rz)(a))
EACH(to_uchar_rz, JOINED(TO, uchar, _rz)(a))
EACH(to_float, JOINED(TO, float, )(a))
#define OF_FLOAT(mode) SOME(of_float_##mode, JOINED(__float2, OF, _##mode)(__uint_as_float(i * 2654435761u)))
OF_FLOAT(rn)
OF_FLOAT(rz)
OF_FLOAT(rd)
OF_FLOAT(ru)
/// Rounds numbers just below, at and just above the middle of two numbers, where rounding twice would be wrong.
SOME(of_double, JOINED(__double2, OF, )([&] {
             const double lower = static_cast<float>(a), upper = static_cast<float>(number(i + 1));
             return (lower + upper) / 2 * (1 + (static_cast<int>(third(i) % 3) - 1) * 0x1p-40);
         }()))

SOME(low, __low2float(p))
SOME(high, __high2float(p))
SOME(lows, JOINED(__lows2, OF, 2)(p, q))
SOME(highs, JOINED(__highs2, OF, 2)(p, q))
SOME(low_twice, JOINED(__low2, OF, 2)(p))
SOME(high_twice, JOINED(__high2, OF, 2)(p))
SOME(other_way_round, __lowhigh2highlow(p))
SOME(halves, JOINED(__halves2, OF, 2)(a, b))
SOME(made, JOINED(make_, OF, 2)(a, b))
SOME(pair_of_floats, JOINED(__floats2, OF, 2_rn)(bits(p) * 0.37f, __uint_as_float(bits(q))))
SOME(pair_of_float2, JOINED(__float22, OF, 2_rn)(make_float2(bits(p) * -0.37f, __uint_as_float(bits(q)))))
SOME(pair_of_float, JOINED(__float2, OF, 2_rn)(bits(p) * 1e-6f))
SOME(pair_as_float2, JOINED(TO2, float2, )(p))
SOME(chosen, (a != SMALL(0) ? PAIR(a, b) : PAIR(b, a)))
SOME(shuffled, JOINED(, __shfl_xor_sync, )(0xffffffffu, a, 3))
SOME(pair_shuffled, __shfl_down_sync(0xffffffffu, p, 5))

/// Adds numbers to memory. All sums are exact, so the order of additions makes no difference.
extern "C" __global__ void some_added(unsigned* out) {
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0;
    SMALL* const numbers = reinterpret_cast<SMALL*>(out + i);
    atomicAdd(numbers, SMALL(1.0f));
    atomicAdd(numbers + 1, SMALL(static_cast<float>(i % 64)));
    atomicAdd(reinterpret_cast<PAIR*>(numbers), PAIR(SMALL(3.0f), SMALL(i % 2 == 0 ? 4.0f : -5.0f)));
    const SMALL before = atomicAdd(numbers, SMALL(0.5f));
    if (static_cast<float>(before) != 4.0f) out[i] = ~0u;
}
