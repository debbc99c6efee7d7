// A cooperative launch with blocks that wait for each other.
#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

__global__ void sum_twice(int* values, int* sums, int n) {
    cg::grid_group grid = cg::this_grid();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sums[0], values[i]);
    grid.sync();
    if (i < n) values[i] += sums[0];
    grid.sync();
    if (i < n) atomicAdd(&sums[1], values[i]);
}

int main() {
    int n = 200, values[200], sums[2] = {}, *d_values, *d_sums, can = 0;
    for (int i = 0; i < n; ++i) values[i] = i;
    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    cudaMalloc(&d_values, sizeof values);
    cudaMalloc(&d_sums, sizeof sums);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemset(d_sums, 0, sizeof sums);
    void* arguments[] = {&d_values, &d_sums, &n};
    const cudaError_t launched = cudaLaunchCooperativeKernel((void*)sum_twice, dim3(4), dim3(64), arguments, 0, nullptr);
    cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost);
    printf("%d %s %d %d\n", can, cudaGetErrorName(launched), sums[0], sums[1]);
    cudaFree(d_values);
    cudaFree(d_sums);
}
