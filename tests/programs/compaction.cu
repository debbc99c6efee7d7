// Warp votes: each thread finds its place among the threads that keep a value.
#include <cstdio>
#include <vector>

__device__ unsigned kept_count;

__global__ void compact(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
    const bool keep = i < n && in[i] % 3 == 0;
    const unsigned votes = __ballot_sync(0xffffffffu, keep);
    unsigned base = 0;
    if (lane == 0) base = atomicAdd(&kept_count, static_cast<unsigned>(__popc(votes)));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}

int main() {
    const int n = 1000;
    std::vector<int> in(n), out(n);
    for (int i = 0; i < n; ++i) in[i] = i;
    int *d_in, *d_out;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    compact<<<4, 256>>>(d_in, d_out, n);
    unsigned count = 0;
    cudaMemcpyFromSymbol(&count, kept_count, sizeof count);
    cudaMemcpy(out.data(), d_out, count * sizeof(int), cudaMemcpyDeviceToHost);
    long sum = 0;
    for (unsigned i = 0; i < count; ++i) sum += out[i];
    printf("%u kept, sum %ld\n", count, sum);
    cudaFree(d_in);
    cudaFree(d_out);
}
