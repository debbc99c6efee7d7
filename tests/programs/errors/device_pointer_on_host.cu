#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int* p = nullptr;
    cudaMalloc(&p, 128);
    printf("before\n");
    fflush(stdout);
    if (!FIXED) p[3] = 1; // device memory
    printf("after\n");
    cudaFree(p);
}
