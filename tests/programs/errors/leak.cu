#include <cstdio>
int main() {
    float *kept = nullptr, *freed = nullptr;
    cudaMalloc(&freed, 100);
    cudaMalloc(&kept, 1000); // never freed
    cudaFree(freed);
    printf("done\n");
}
