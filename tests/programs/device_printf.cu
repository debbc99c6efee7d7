// printf, malloc and a true assertion in kernels, and a cooperative launch.
#include <cassert>
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void hello(int n) {
    assert(n > 0);
    if (threadIdx.x == 0) printf("block %d of %d: %s %5.2f\n", blockIdx.x, gridDim.x, "hello", n / 4.0);
}

__global__ void steps(int* p) {
    cg::grid_group grid = cg::this_grid();
    const int i = grid.thread_rank(), n = grid.size();
    p[i] = i;
    grid.sync();
    const int other = p[n - 1 - i];
    grid.sync();
    p[i] = other * 2;
}

__global__ void own_memory(int* out) {
    int* const mine = (int*)malloc(8 * sizeof(int));
    for (int i = 0; i < 8; ++i) mine[i] = i * threadIdx.x;
    int sum = 0;
    for (int i = 0; i < 8; ++i) sum += mine[i];
    free(mine);
    out[threadIdx.x] = sum;
}

int main() {
    hello<<<1, 32>>>(10);
    cudaDeviceSynchronize();
    int *p, host[256];
    cudaMalloc(&p, sizeof(host));
    void* arguments[] = {&p};
    cudaLaunchCooperativeKernel((void*)steps, dim3(4), dim3(64), arguments, 0, 0);
    cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[255]);
    own_memory<<<1, 64>>>(p);
    cudaMemcpy(host, p, sizeof(host), cudaMemcpyDeviceToHost);
    printf("%d %s\n", host[63], cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(p);
}
