// Kernels in a table, launched with their arguments in an array, with dynamic shared memory.
#include <cstdio>

__global__ void reverse(int* values, int n) {
    extern __shared__ int copy[];
    copy[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = copy[n - 1 - threadIdx.x];
}
__global__ void increase(int* values, int by) { values[threadIdx.x] += by; }

int main() {
    using Kernel = void (*)(int*, int);
    const Kernel kernels[] = {reverse, increase};
    int values[64], *d_values, n = 64;
    for (int i = 0; i < n; ++i) values[i] = i;
    cudaMalloc(&d_values, sizeof values);
    cudaMemcpy(d_values, values, sizeof values, cudaMemcpyHostToDevice);
    for (const Kernel kernel : kernels) {
        void* arguments[] = {&d_values, &n};
        cudaLaunchKernel((const void*)kernel, dim3(1), dim3(n), arguments, n * sizeof(int), 0);
    }
    reverse<<<1, n, sizeof values>>>(d_values, n);
    cudaMemcpy(values, d_values, sizeof values, cudaMemcpyDeviceToHost);
    printf("%d %d\n", values[0], values[63]);
    cudaFree(d_values);
}
