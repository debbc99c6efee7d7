// Common uses of half precision and bfloat16.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/// Writes 16 results of a pair of numbers.
template<class T>
__device__ void arithmetic(float* to, T a, T b) {
    *to++ = a;
    *to++ = a + b;
    *to++ = a - b;
    *to++ = a * b;
    *to++ = a / b;
    *to++ = -a;
    *to++ = a * b + a;
    *to++ = __habs(a);
    *to++ = __hmax(a, b);
    *to++ = __hmin(a, b);
    *to++ = (a < b) + 2 * (a == b) + 4 * __hge(a, b) + 8 * __hisnan(a);
    T sum = a;
    sum += b;
    sum *= a;
    *to++ = sum;
    *to++ = hsqrt(__habs(b));
    *to++ = hfloor(a);
    *to++ = __shfl_xor_sync(0xffffffffu, a, 1);
    *to++ = T(3) + T(0.1f);
}
__global__ void halves(float* out, const float* as, const float* bs) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    arithmetic(out + t * 16, __float2half(as[t]), __float2half(bs[t]));
}
__global__ void bfloats(float* out, const float* as, const float* bs) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    arithmetic(out + t * 16, __float2bfloat16(as[t]), __float2bfloat16(bs[t]));
}

/// Computes with pairs, and adds to sums in memory.
__global__ void pairs(float* out, __half* sum, __nv_bfloat16* other) {
    const int t = threadIdx.x;
    const __half2 a = __floats2half2_rn(t, 0.5f), b = __half2half2(__int2half_rn(2));
    const float2 c = __half22float2(__hfma2(a, b, b) + a * b - b);
    out[4 * t] = c.x;
    out[4 * t + 1] = c.y + __low2float(a) + __high2float(a);
    const __nv_bfloat162 d = __floats2bfloat162_rn(t, 0.5f);
    const float2 e = __bfloat1622float2(d * d + __float2bfloat162_rn(1.0f));
    out[4 * t + 2] = e.x + e.y;
    out[4 * t + 3] = sizeof(__half) + sizeof(__half2) * 10 + alignof(__half2) * 100;
    atomicAdd(sum, __float2half(1.0f));
    atomicAdd(other, __float2bfloat16(2.0f));
}
