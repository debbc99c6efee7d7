// kernels: reduce, prefix::reduce
// Host functions with the names of kernels and device functions.
#include <algorithm>
static float clamp01(const std::vector<float> &v) { return v.empty() ? 0.f : v[0]; }
__device__ float clamp01(float x) { return x < 0 ? 0 : x > 1 ? 1 : x; }
__global__ void reduce(const float *in, float *out) {
    atomicAdd(out, clamp01(in[threadIdx.x])); // @line is in the PTX
}
float reduce(std::vector<float> &v) {
    float *d;
    cudaMalloc(&d, v.size() * 4);
    reduce<<<1, 32>>>(d, d);
    return clamp01(v);
}
namespace prefix {
__global__ void reduce(int *x) { x[0] = max(x[0], threadIdx.x < 4 ? 1 : 2); }
int reduce(int n) { return std::max(n, rand()); }
}
template <> struct std::hash<float4> { size_t operator()(const float4 &v) const { return std::hash<float>()(v.x); } };
