// Copies floats as float4 and handles the rest one by one.
__global__ void copy_vectorized(const float* src, float* dst, int n) {
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int quads = n / 4;
    for (int i = idx; i < quads; i += blockDim.x * gridDim.x)
        reinterpret_cast<float4*>(dst)[i] = reinterpret_cast<const float4*>(src)[i];
        // Faulty version: reinterpret_cast<float4*>(dst)[i + 1] = reinterpret_cast<const float4*>(src)[i];
    if (idx < n - quads * 4) dst[quads * 4 + idx] = src[quads * 4 + idx];
}
