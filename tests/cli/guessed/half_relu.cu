// Applies ReLU to half-precision activations.
#include <cuda_fp16.h>

__global__ void relu_fp16(half* act, int len) {
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < len)
    // Faulty version: if (k <= len)
        act[k] = __hgt(act[k], __float2half(0.0f)) ? act[k] : __float2half(0.0f);
}
