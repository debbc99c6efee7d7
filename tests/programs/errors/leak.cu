#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    float *kept = nullptr, *freed = nullptr;
    cudaMalloc(&freed, 100);
    cudaMalloc(&kept, 1000); // never freed
    cudaFree(freed);
    if (FIXED) cudaFree(kept);
    printf("done\n");
}
