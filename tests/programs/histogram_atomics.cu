// Counts bytes in shared memory, then adds the counts in global memory.
#include <cstdio>
#include <cstring>
#include <string>

__global__ void count(const unsigned char* text, int n, unsigned* bins) {
    __shared__ unsigned mine[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) mine[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&mine[text[i]], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&bins[i], mine[i]);
}

int main() {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "the quick brown fox jumps over the lazy dog ";
    unsigned char* d_text;
    unsigned *d_bins, bins[256];
    cudaMalloc(&d_text, text.size());
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_text, text.data(), text.size(), cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof bins);
    count<<<6, 96>>>(d_text, static_cast<int>(text.size()), d_bins);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    unsigned all = 0;
    for (unsigned n : bins) all += n;
    printf("e %u, o %u, blank %u, all %u of %zu\n", bins['e'], bins['o'], bins[' '], all, text.size());
    cudaFree(d_text);
    cudaFree(d_bins);
}
