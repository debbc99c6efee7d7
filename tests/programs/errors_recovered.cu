// Causes errors on purpose, checks them, and continues.
#include <cstdio>

__global__ void kernel(int* p) { p[threadIdx.x] = threadIdx.x; }

int main() {
    int* p = nullptr;
    printf("%s\n", cudaGetErrorName(cudaMalloc(&p, size_t(1) << 60)));
    printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaMalloc(&p, 4096);
    kernel<<<1, 2048>>>(p);
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    kernel<<<0, 32>>>(p);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    kernel<<<1, 1024>>>(p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int last = 0;
    cudaMemcpy(&last, p + 1023, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d %s\n", last, cudaGetErrorName(cudaFree(p)));
}
