#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void answer(volatile int* question, volatile int* result) {
    while (*question == 0) __nanosleep(50);
    *result = *question * 2;
}
int main() {
    int *question = nullptr, *result = nullptr;
    cudaHostAlloc(&question, sizeof(int), cudaHostAllocMapped);
    cudaHostAlloc(&result, sizeof(int), cudaHostAllocMapped);
    *question = FIXED ? 21 : 0;
    answer<<<1, 1>>>(question, result);
    if (!FIXED) *(volatile int*)question = 21;
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    cudaFreeHost(question);
    cudaFreeHost(result);
}
