// Uses functions, variables and a kernel of another file: nvcc needs -rdc=true for it.
#include <cstdio>

#include "shared.cuh"

static __device__ __noinline__ float helper(float value) { return value + 1; }

__global__ void work(float* values, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0) printf("this is work\n");
    if (i >= count) return;
    values[i] = scaled(helper(values[i])) + twice(values[i]);
    atomicAdd(&calls, 1);
}

int main() {
    constexpr int count = 100;
    float* d_values = nullptr;
    cudaMalloc(&d_values, count * sizeof(float));
    fill<<<1, 128>>>(d_values, count);
    set_factor(3);
    work<<<1, 128>>>(d_values, count);
    int made = 0;
    float values[count];
    cudaMemcpyFromSymbol(&made, calls, sizeof(made));
    cudaMemcpy(values, d_values, sizeof(values), cudaMemcpyDeviceToHost);
    cudaFree(d_values);
    printf("%d calls, %g to %g, %s\n", made, values[0], values[count - 1], cudaGetErrorString(cudaGetLastError()));
    return made == 5 + count && values[99] == 3 * 199 + 0.5f + 2 * 198 ? 0 : 1;
}
