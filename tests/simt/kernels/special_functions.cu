// Rare mathematical functions in double and single precision, one kernel each.
#define D1(name)                                                                                                       \
    extern "C" __global__ void d_##name(double* out, const double* as, const double* bs, int count) {                  \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (t < count) out[t] = name(as[t]);                                                                           \
    }
#define F1(name)                                                                                                       \
    extern "C" __global__ void f_##name(float* out, const float* as, const float* bs, int count) {                     \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (t < count) out[t] = name##f(as[t]);                                                                        \
    }
#define ONE(name) D1(name) F1(name)
ONE(lgamma) ONE(tgamma) ONE(erfcx) ONE(erfinv) ONE(erfcinv) ONE(normcdf) ONE(normcdfinv)
ONE(j0) ONE(j1) ONE(y0) ONE(y1) ONE(cyl_bessel_i0) ONE(cyl_bessel_i1) ONE(sinpi) ONE(cospi) ONE(logb) ONE(ilogb)
ONE(cbrt) ONE(rcbrt) ONE(expm1) ONE(log1p) ONE(exp10) ONE(erf) ONE(erfc)

#define D2(name, ...)                                                                                                  \
    extern "C" __global__ void d_##name(double* out, const double* as, const double* bs, int count) {                  \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (t >= count) return;                                                                                        \
        const double a = as[t], b = bs[t];                                                                             \
        out[t] = __VA_ARGS__;                                                                                          \
    }
#define F2(name, ...)                                                                                                  \
    extern "C" __global__ void f_##name(float* out, const float* as, const float* bs, int count) {                     \
        const int t = blockIdx.x * blockDim.x + threadIdx.x;                                                           \
        if (t >= count) return;                                                                                        \
        const float a = as[t], b = bs[t];                                                                              \
        out[t] = __VA_ARGS__;                                                                                          \
    }
#define TWO(name) D2(name, name(a, b)) F2(name, name##f(a, b))
TWO(nextafter) TWO(remainder)

// Returns the last three bits of the quotient, with its sign.
__device__ int last_bits(int quotient) { return quotient < 0 ? -(-quotient & 7) : quotient & 7; }
__device__ double quotient_of(double a, double b) {
    int quotient;
    remquo(a, b, &quotient);
    return last_bits(quotient);
}
__device__ float quotientf_of(float a, float b) {
    int quotient;
    remquof(a, b, &quotient);
    return static_cast<float>(last_bits(quotient));
}
D2(quotient, quotient_of(a, b)) F2(quotient, quotientf_of(a, b))
D2(scalbln, scalbln(a, static_cast<long>(b))) F2(scalbln, scalblnf(a, static_cast<long>(b)))
D2(jn, jn(static_cast<int>(b), a)) F2(jn, jnf(static_cast<int>(b), a))
D2(yn, yn(static_cast<int>(b), a)) F2(yn, ynf(static_cast<int>(b), a))
__device__ int differ(double a, double b) { return a != b && (a == a || b == b); }
// Returns 0 if the results of sincospi() equal those of sinpi() and cospi().
__device__ double both_of(double a) {
    double s, c;
    sincospi(a, &s, &c);
    return differ(s, sinpi(a)) + 2 * differ(c, cospi(a));
}
__device__ float bothf_of(float a) {
    float s, c;
    sincospif(a, &s, &c);
    return static_cast<float>(differ(s, sinpif(a)) + 2 * differ(c, cospif(a)));
}
D2(sincospi, both_of(a)) F2(sincospi, bothf_of(a))
__device__ double lengths(double a, double b) {
    const double v[3] = {a, b, 2.0};
    return rnorm(3, v);
}
__device__ float lengthsf(float a, float b) {
    const float v[3] = {a, b, 2.0f};
    return rnormf(3, v);
}
D2(rnorm, lengths(a, b)) F2(rnorm, lengthsf(a, b))
D2(norm3, norm3d(a, b, 2.0)) F2(norm3, norm3df(a, b, 2.0f))
D2(norm4, norm4d(a, b, 2.0, 3.0)) F2(norm4, norm4df(a, b, 2.0f, 3.0f))
D2(rnorm3, rnorm3d(a, b, 2.0)) F2(rnorm3, rnorm3df(a, b, 2.0f))
D2(rnorm4, rnorm4d(a, b, 2.0, 3.0)) F2(rnorm4, rnorm4df(a, b, 2.0f, 3.0f))
TWO(rhypot)
D2(divide, fdivide(a, b)) F2(divide, fdividef(a, b))
F2(tanh, __tanhf(a))
