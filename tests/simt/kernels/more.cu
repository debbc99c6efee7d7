// Rare functions, which are in language/integer_intrinsics.h and math/more_float.h of the prelude.
#include <math.h>

/// Writes 20 results of a pair of integers.
__global__ void whole_numbers(unsigned* out, const unsigned* as, const unsigned* bs, int count) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    const unsigned a = as[t], b = bs[t];
    const int sa = static_cast<int>(a), sb = static_cast<int>(b);
    unsigned* to = out + t * 20;
    *to++ = __hadd(sa, sb);
    *to++ = __rhadd(sa, sb);
    *to++ = __uhadd(a, b);
    *to++ = __urhadd(a, b);
    *to++ = __sad(sa, sb, 5u);
    *to++ = __usad(a, b, 5u);
    *to++ = __dp4a(sa, sb, 7);
    *to++ = __dp4a(a, b, 7u);
    *to++ = __fns(a, b % 32, 1 + b % 3);
    *to++ = __fns(a, b % 32, -1);
    *to++ = __fns(a, b % 32, 0);
    *to++ = __funnelshift_lc(a, b, b % 40);
    *to++ = __funnelshift_rc(a, b, b % 40);
    *to++ = static_cast<unsigned>(__mul64hi(static_cast<long long>(sa) << 20, static_cast<long long>(sb) << 20));
    *to++ = umin(a, b);
    *to++ = umax(a, b);
    *to++ = static_cast<unsigned>(llmin(sa, sb) + 2 * llmax(sa, sb));
    *to++ = static_cast<unsigned>(ullmin(a, b) + 2 * ullmax(a, b));
    *to++ = __double2hiint(__hiloint2double(sa, sb));
    *to++ = __double2loint(__hiloint2double(sa, sb));
}

/// Writes 16 results of a pair of numbers.
__global__ void numbers(double* out, const double* as, const double* bs, int count) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= count) return;
    const double a = as[t], b = bs[t];
    const float fa = static_cast<float>(a), fb = static_cast<float>(b);
    double* to = out + t * 16;
    int exponent = 0;
    *to++ = frexp(a, &exponent);
    *to++ = exponent;
    *to++ = frexpf(fa, &exponent);
    *to++ = exponent;
    double whole = 0;
    *to++ = modf(a, &whole);
    *to++ = whole;
    *to++ = fdim(a, b);
    *to++ = scalbn(a, 3);
    *to++ = __dsub_rn(a, b);
    *to++ = __dsqrt_rn(fabs(a));
    *to++ = __ll2float_rn(static_cast<long long>(a));
    *to++ = llrint(b);
    *to++ = llround(b);
    *to++ = norm3df(fa, fb, 1.0f);
    *to++ = rhypotf(fa, fb);
    *to++ = norm4d(a, b, 1.0, 2.0);
}

/// Writes 24 conversions of integers, with the four rounding modes.
__global__ void rounded(double* out, unsigned long long* a, unsigned long long* b, int n) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const unsigned long long u = a[t] ^ b[t];
    const long long s = u;
    double* to = out + t * 24;
#define ROUNDED(mode)                                                                                                  \
    *to++ = __int2float_##mode(static_cast<int>(s));                                                                   \
    *to++ = __uint2float_##mode(static_cast<unsigned>(u));                                                             \
    *to++ = __ll2float_##mode(s);                                                                                      \
    *to++ = __ull2float_##mode(u);                                                                                     \
    *to++ = __ll2double_##mode(s);                                                                                     \
    *to++ = __ull2double_##mode(u);
    ROUNDED(rn)
    ROUNDED(rz)
    ROUNDED(rd)
    ROUNDED(ru)
}

/// Writes 8 numbers per thread of one warp, exchanged through memory and between lanes.
__global__ void lanes(unsigned* out, unsigned* in) {
    __shared__ unsigned tile[32];
    const int t = threadIdx.x;
    tile[t] = in[t];
    __barrier_sync(0);
    unsigned* to = out + t * 8;
    to[0] = __ldcg(in + t) + __ldcs(in + t) + __ldca(in + t);
    __stcg(to + 1, tile[31 - t]);
    to[2] = __isGlobal(in) + 2 * __isShared(tile) + 4 * __isShared(in);
    to[3] = static_cast<unsigned>(__shfl_xor_sync(0xffffffffu, static_cast<unsigned long>(in[t]) << 33, 1) >> 33);
    to[4] = __match_any_sync(0xffffffffu, static_cast<float>(in[t] % 3));
    to[5] = __match_any_sync(0xffffffffu, static_cast<long long>(in[t] % 5) << 40);
    int agree = 0;
    to[6] = __match_all_sync(0xffffffffu, 2.5, &agree) + agree;
    unsigned char bytes[4];
    memset(bytes, t, 4);
    memcpy(to + 7, bytes, 4);
}
