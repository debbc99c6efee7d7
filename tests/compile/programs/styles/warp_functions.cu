// kernels: warp_sum<int>, vote
#include <cuda.h>
#include <nvml.h>
#include <nvToolsExt.h>
template <typename T> __inline__ __device__ T warpReduceSum(T val) {
    for (int offset = warpSize / 2; offset > 0; offset /= 2) val += __shfl_down_sync(0xffffffff, val, offset);
    return val;
}
template <typename T> __global__ void warp_sum(const T *in, T *out) {
    T v = warpReduceSum<T>(in[threadIdx.x]);
    if (threadIdx.x % 32 == 0) out[threadIdx.x / 32] = v; // @line is in the PTX
}
template __global__ void warp_sum<int>(const int *, int *);
__global__ void vote(unsigned *out) { out[threadIdx.x] = __ballot_sync(0xffffffffu, threadIdx.x & 1); }
static CUresult err;
CUcontext context;
struct Options { std::string name = "a"; int n{3}; std::vector<int> sizes{1, 2, 3}; } options;
static const std::map<std::string, int> table = {{"a", 1}, {"b", 2}};
auto lambda = [](int x) { return x + 1; };
