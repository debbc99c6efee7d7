#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    float* p = nullptr;
    cudaMalloc(&p, 100);
    printf("%s\n", cudaGetErrorName(cudaFree(FIXED ? p : p + 1)));  // not the allocation's start
    if (!FIXED) cudaFree(p);
}
