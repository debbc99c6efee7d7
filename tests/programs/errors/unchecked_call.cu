#include <cstdio>
int main() {
    int* p = nullptr;
    cudaMalloc(&p, size_t(1) << 50); // fails
    printf("done\n");
    cudaFree(nullptr);
}
