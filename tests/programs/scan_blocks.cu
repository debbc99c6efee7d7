// Prefix sums of many blocks: each block scans its part. Then the blocks' sums are scanned and added.
#include <cstdio>
#include <numeric>
#include <vector>

constexpr int block = 128;

__global__ void scan_block(const int* in, int* out, int* sums, int n) {
    __shared__ int values[block];
    const int i = blockIdx.x * block + threadIdx.x;
    values[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    for (int offset = 1; offset < block; offset *= 2) {
        const int left = threadIdx.x >= offset ? values[threadIdx.x - offset] : 0;
        __syncthreads();
        values[threadIdx.x] += left;
        __syncthreads();
    }
    if (i < n) out[i] = values[threadIdx.x];
    if (threadIdx.x == block - 1 && sums != nullptr) sums[blockIdx.x] = values[threadIdx.x];
}

__global__ void add_sums(int* out, const int* sums, int n) {
    const int i = blockIdx.x * block + threadIdx.x;
    if (blockIdx.x > 0 && i < n) out[i] += sums[blockIdx.x - 1];
}

int main() {
    const int n = 5000, blocks = (n + block - 1) / block;
    std::vector<int> in(n), out(n), expected(n);
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 11 - 3;
    std::partial_sum(in.begin(), in.end(), expected.begin());
    int *d_in, *d_out, *d_sums, *d_scanned;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMalloc(&d_out, n * sizeof(int));
    cudaMalloc(&d_sums, blocks * sizeof(int));
    cudaMalloc(&d_scanned, blocks * sizeof(int));
    cudaMemcpy(d_in, in.data(), n * sizeof(int), cudaMemcpyHostToDevice);
    scan_block<<<blocks, block>>>(d_in, d_out, d_sums, n);
    scan_block<<<1, block>>>(d_sums, d_scanned, nullptr, blocks);
    add_sums<<<blocks, block>>>(d_out, d_scanned, n);
    cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    printf("%s, last %d\n", out == expected ? "equal" : "different", out.back());
    for (int* p : {d_in, d_out, d_sums, d_scanned}) cudaFree(p);
}
