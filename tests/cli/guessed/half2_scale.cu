// Multiplies pairs of halves by a factor.
#include <cuda_fp16.h>

__global__ void scaleHalf2(const __half2* x, __half2* y, float factor, int pairs) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= pairs) return;
    // Faulty version: if (i >= pairs + 1) return;
    y[i] = __hmul2(x[i], __float2half2_rn(factor));
}
