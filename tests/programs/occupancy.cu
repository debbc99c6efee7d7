// Prints the block size that the runtime proposes, and a kernel's attributes.
#include <cstdio>

__global__ void __launch_bounds__(256) limited(int* out) {
    __shared__ int values[100];
    values[threadIdx.x % 100] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = values[0];
}

__global__ void plain(int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i;
}

int main() {
    int blocks = 0, threads = 0, resident = 0;
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, plain, 0, 0);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, limited, 256, 0);
    cudaFuncAttributes about;
    cudaFuncGetAttributes(&about, limited);
    int n = 3000, *d_out, last = 0;
    cudaMalloc(&d_out, n * sizeof(int));
    plain<<<(n + threads - 1) / threads, threads>>>(d_out, n);
    cudaMemcpy(&last, d_out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("whole warps %d, resident %d, shared %zu, at most %d, last %d\n", threads % 32 == 0 && threads > 0,
           resident > 0, about.sharedSizeBytes, about.maxThreadsPerBlock, last);
    cudaFree(d_out);
}
