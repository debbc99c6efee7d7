#include <cstdio>
__global__ void kernel(int* out) { out[0] = blockIdx.x; }
int main() {
    int* out = nullptr;
    cudaMalloc(&out, sizeof(int));
    kernel<<<4, 1>>>(out); // blocks write one place
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(out);
}
