// Gathers elements by index.
template <typename T>
__global__ void gather_kernel(const T* src, const int* indices, T* dst, int num_indices) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < num_indices) dst[i] = src[indices[i]];
    // Faulty version: if (i <= num_indices) dst[i] = src[indices[i]];
}
