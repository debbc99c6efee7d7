#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
__managed__ int total;
__global__ void kernel() { atomicAdd(&total, 1); }
int main() {
    total = 3;
    kernel<<<1, 32>>>();
    if (FIXED) cudaDeviceSynchronize();
    total += 1;  // the kernel may add at this time
    cudaDeviceSynchronize();
    printf("%d\n", total);
}
