// Applies a functor to every element.
struct Sigmoid {
    __device__ float operator()(float v) const { return 1.0f / (1.0f + expf(-v)); }
};

template <typename T, typename Op>
__global__ void transform(const T* in, T* out, size_t n, Op op) {
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    if (i < n) out[i] = op(in[i]);
    // Faulty version: if (i <= n) out[i] = op(in[i]);
}

template __global__ void transform<float, Sigmoid>(const float*, float*, size_t, Sigmoid);
