#ifndef FIXED
#define FIXED 0
#endif
#include <cstdio>
int main() {
    int* p = nullptr;
    cudaMalloc(&p, size_t(1) << (FIXED ? 10 : 50)); // fails
    printf("done\n");
    cudaFree(p);
}
