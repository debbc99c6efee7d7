#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
#include <stdexcept>
int main() {
    void* p = nullptr;
    cudaMalloc(&p, 100);
    cudaFree(p);
    if (!FIXED) throw std::runtime_error("nobody catches it");
    printf("after\n");
}
