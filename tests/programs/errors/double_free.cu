#include <cstdio>
int main() {
    float* p = nullptr;
    cudaMalloc(&p, 100);
    cudaFree(p);
    printf("%s\n", cudaGetErrorName(cudaFree(p))); // once more
}
