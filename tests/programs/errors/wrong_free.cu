#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int* pinned = nullptr;
    cudaMallocHost(&pinned, 64);
    printf("%s\n", cudaGetErrorName(FIXED ? cudaSuccess : cudaFree(pinned)));  // pinned memory needs another function
    cudaFreeHost(pinned);
}
