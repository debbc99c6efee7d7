#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void kernel(bool* made) {
    void* memory = malloc(100);
    *made = memory != nullptr;
    free(memory);
}
int main() {
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, FIXED ? 1 << 20 : 128 << 20);  // more than the emulator has
    bool *made = nullptr, result = false;
    cudaMalloc(&made, sizeof(bool));
    kernel<<<1, 1>>>(made);
    cudaMemcpy(&result, made, sizeof(bool), cudaMemcpyDeviceToHost);
    cudaFree(made);
    printf("%d\n", result);
}
