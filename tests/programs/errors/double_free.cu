#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    float* p = nullptr;
    cudaMalloc(&p, 100);
    cudaFree(p);
    printf("%s\n", cudaGetErrorName(cudaFree(FIXED ? nullptr : p)));  // freed twice
}
