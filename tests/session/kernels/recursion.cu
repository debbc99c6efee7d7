__device__ __noinline__ int sum_of_leaves(const int* in, int depth) {
    return depth < 2 ? in[depth] : sum_of_leaves(in, depth - 1) + sum_of_leaves(in, depth - 2);
}

extern "C" __global__ void recorded(int* out, const int* in, unsigned*, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = sum_of_leaves(in, n < 2 ? 0 : i % 7);
}
