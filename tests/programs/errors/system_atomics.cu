// Host and device count in one managed word. Only atomics of system scope on both sides are correct.
#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__global__ void count(int* counter) {
    if (FIXED)
        atomicAdd_system(counter, 1);
    else
        atomicAdd(counter, 1);
}
int main() {
    int* counter = nullptr;
    cudaMallocManaged(&counter, 4);
    *counter = 0;
    count<<<2, 32>>>(counter);
    __sync_fetch_and_add(counter, 1);
    cudaDeviceSynchronize();
    printf("%d\n", *counter);
    cudaFree(counter);
}
